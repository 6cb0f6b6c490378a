"""The game driver: who is asked, what is refused, what can be taken back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexfront
from hexfront.kernel.actions import PASS, Action, FixDice, StirDice, as_words
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.dice import Dice
from hexfront.kernel.errors import Malformed, Refusal, Stale
from hexfront.kernel.game import RECENT_STATIONS, STATION_EVERY, Game
from hexfront.kernel.knowledge import known_refusal
from hexfront.kernel.position import Position
from hexfront.kernel.table import Table
from hexfront.kernel.title import OBSERVER, REFEREE, Procedure
from outpost import combat
from outpost.orders import Assault, Attack, Go, Join, March, Pick, Plan
from tests.kernel.tiny import Chorus, Say, Spoken, Talk, ask, said, tiny
from tests.outpost.skirmish import chances, outpost, position_of, texts, unit, wander, where, words

# Red's foot in 0404 beside a blue foot in 0405, both in reach of nothing else.
DUEL = ("unit red a foot 0404", "unit blue b foot 0405", "unit red rd depot 0402", "unit blue bd depot 0406")


def everything(game: Game) -> tuple[object, ...]:
    """All that a refusal must leave as it was."""
    return (
        game.position.digest(),
        list(game.journal),
        list(game.events),
        game.position.dice.key,
        game.outcome,
        [decision.as_data(choices=True) for decision in game.decisions],
    )


# Being asked


def test_decisions_are_staged() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    assert (game.decision.side, game.decision.kind, game.decision.rule) == ("red", "attack", "7.1")
    game = outpost("unit red a foot 0102", "unit red c foot 0103")
    assert game.decision.kind == "move"
    game.play(Pick("a"))
    assert game.decision.kind == "go"
    assert "go 0103" in words(game)
    game.play(Go("0103"))
    assert (game.decision.kind, where(game, "a")) == ("go", "0103")
    game.play(PASS)
    assert game.decision.kind == "move"
    assert "pick a" not in words(game)


def one_forced(table: Table, position: Spoken) -> Procedure:
    position.said.append((yield ask("red", "only")).word)
    position.said.append((yield ask("red", "left", "right")).word)
    return "done"


def test_a_forced_choice_plays_itself_and_is_not_journaled() -> None:
    game = tiny(one_forced)
    assert said(game) == ["only"]
    assert game.journal == []
    game.play(Say("right"))
    assert said(game) == ["only", "right"]
    assert game.outcome == "done"
    assert [entry.action for entry in game.journal] == [Say("right")]


def one_always(table: Table, position: Spoken) -> Procedure:
    position.said.append((yield ask("blue", "only", always=True)).word)
    return "done"


def test_a_question_that_is_always_asked_waits_even_for_the_only_answer() -> None:
    game = tiny(one_always)
    assert said(game) == []
    assert list(game.decision.choices()) == [Say("only")]
    game.play(Say("only"))
    assert game.over


def dead_end(table: Table, position: Spoken) -> Procedure:
    position.said.append((yield ask("red", "on", "stop")).word)
    yield ask("red", always=True)
    return "never"


@pytest.mark.parametrize("nothing", [None, "pass", {"do": "pass"}])
def test_what_is_no_action_is_refused_and_not_taken_for_a_listed_one(nothing: Any) -> None:
    """As a program does that plays the default of a question which has none."""
    game = hexfront.new("outpost/skirmish", seed=1)
    list(game.decisions[0].choices())
    before = everything(game)
    with pytest.raises(Malformed, match="is no action"):
        game.play(nothing, by="red")
    with pytest.raises(Malformed, match="is no action"):
        game.play_all([nothing], by="red")
    refused = game.check(nothing, by="red")
    assert isinstance(refused, Malformed)
    assert everything(game) == before


def test_a_question_without_answers_is_a_bug_of_the_title() -> None:
    game = tiny(dead_end)
    before = everything(game)
    with pytest.raises(RuntimeError, match="nothing can be answered"):
        game.play(Say("on"))
    assert everything(game) == before


def stumbling(table: Table, position: Spoken) -> Procedure:
    while True:
        word = (yield ask("red", "good", "bad", station=True)).word
        position.said.append(word)
        table.tell(f"red says {word}")
        if word == "bad":
            table.roll("to stumble")
            raise ZeroDivisionError


def test_a_procedure_that_raises_leaves_the_game_as_before() -> None:
    game = tiny(stumbling)
    game.play(Say("good"))
    before = everything(game)
    with pytest.raises(ZeroDivisionError):
        game.play(Say("bad"))
    assert everything(game) == before
    game.play(Say("good"))
    assert said(game) == ["good", "good"]


def test_the_end_of_a_game() -> None:
    game = tiny(one_forced)
    game.play(Say("left"))
    assert game.over
    assert game.decisions == ()
    with pytest.raises(RuntimeError, match="over: done"):
        _ = game.decision
    with pytest.raises(Refusal, match="the game is over: done"):
        game.play(Say("left"))
    with pytest.raises(Refusal, match="over"):
        game.play(Chorus(("left",)))
    assert game.view("red")["outcome"] == "done"


# Deciding together


def secret(table: Table, position: Spoken) -> Procedure:
    answers = yield Together((ask("red", "yes", "no"), ask("blue", "yes", "no")), station=True)
    position.said += [f"{side} {answers[side].word}" for side in ("red", "blue")]
    table.tell("both have spoken")
    position.said.append((yield ask("red", "and", "or")).word)
    return "done"


def test_what_sides_decide_together_stays_secret_until_both_have() -> None:
    game = tiny(secret)
    digest = game.position.digest()
    blue_before = game.decision_of("blue")
    game.play(Say("no"), "red")
    assert game.position.digest() == digest
    for viewer in ("blue", OBSERVER):
        view = game.view(viewer)
        assert view["events"] == []
        assert view["position"] == {"said": []}
        assert "no" not in msgspec.json.encode({**view, "decision": None}).decode().replace("position", "")
    assert game.decision_of("red") is None
    assert game.decision_of("blue") is blue_before
    assert len(game.decision.choices()) == 2
    game.play(Say("yes"), "blue")
    assert said(game) == ["red no", "blue yes"]


def test_the_order_of_secret_answers_does_not_matter() -> None:
    one, other = tiny(secret), tiny(secret)
    for side, word in (("red", "yes"), ("blue", "no")):
        one.play(Say(word), side)
    for side, word in (("blue", "no"), ("red", "yes")):
        other.play(Say(word), side)
    assert one.position.digest() == other.position.digest()
    assert one.decision.as_data() == other.decision.as_data()


def test_a_secret_answer_can_be_taken_back_until_it_is_revealed() -> None:
    game = tiny(secret)
    game.play(Say("no"), "red")
    game.undo()
    assert [decision.side for decision in game.decisions] == ["red", "blue"]
    game.play(Say("no"), "blue")
    game.play(Say("no"), "red")
    with pytest.raises(Refusal, match="secret choices were revealed"):
        game.undo()


def test_nobody_answers_twice() -> None:
    game = tiny(secret)
    game.play(Say("no"), "red")
    with pytest.raises(Refusal, match="not for red to decide now, but for blue"):
        game.play(Say("yes"), "red")


# Reacting in the middle of another side's move


def test_the_other_side_interrupts_a_move() -> None:
    game = outpost("unit red a horse 0103", "unit blue h horse 0301 steps=1")
    game.play(Pick("a"))
    game.play(Go("0202"))
    assert (game.decision.side, game.decision.kind) == ("blue", "react")
    with pytest.raises(Refusal, match="not for red to decide now, but for blue"):
        game.play(PASS, "red")
    game.play(PASS, "blue")
    assert (game.decision.side, game.decision.kind) == ("red", "go")


def test_an_order_does_not_decide_for_the_side_that_interrupts_it() -> None:
    game = outpost("unit red a foot 0103", "unit blue h horse 0301 steps=1")
    with pytest.raises(Refusal):
        game.play_all([Pick("a"), Go("0202"), PASS])
    assert game.journal == []


def test_playing_on_copies_and_fingerprints_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiny(long_talk)
    done: Counter[str] = Counter()
    for name in ("copy", "digest"):
        plain = getattr(Position, name)

        def counted(self: Position, plain: Callable[..., object] = plain, name: str = name) -> object:
            done[name] += 1
            return plain(self)

        monkeypatch.setattr(Position, name, counted)
    wander(game, random.Random(0), 640)
    assert done["copy"] <= 640 // STATION_EVERY + 1
    assert done["digest"] <= 2 * 640 // STATION_EVERY
    done.clear()
    for _ in range(10):
        game.branch()
    assert done["copy"] <= 10 + 2, "the last station is kept when somebody first asks for it"


def test_going_back_past_stations_that_were_not_kept_finds_where_the_order_began() -> None:
    few = wander(hexfront.new("outpost/skirmish", seed=4), random.Random(4), 60)
    few.recent_stations, few.old_stations, few.station_every = 1, False, 16
    all_kept = few.branch(0)
    few = few.branch(0)
    for game in (few, all_kept):
        game.recent_stations, game.old_stations = (1, False) if game is few else (RECENT_STATIONS, True)
        wander(game, random.Random(9), 50)
    assert len(few.stations) < len(all_kept.stations)
    for step in (45, 31, 17, 2):
        ours, theirs = few.branch(step), all_kept.branch(step)
        assert ours.stations[-1].step == theirs.stations[-1].step
        assert everything(ours) == everything(theirs)


# Compound orders


def test_several_compound_orders_are_one_order_and_every_atom_is_heard_before_it_is_played() -> None:
    game = outpost("unit red a foot 0102", "unit red b foot 0302")
    heard: list[tuple[int, str, int]] = []
    game.play_all(
        [March(("a",), "0103"), PASS, March(("b",), "0303")],
        "red",
        lambda number, atom: heard.append((number, as_words(atom), game.step)),
    )
    assert [words for _, words, _ in heard] == [as_words(entry.action) for entry in game.journal]
    assert [step for *_, step in heard] == list(range(game.step))
    assert [number for number, *_ in heard] == [0, 0, 1, 2, 2]
    assert len({entry.order for entry in game.journal}) == 1
    game.undo()
    assert game.step == 0


def test_a_compound_order_that_was_checked_is_not_carried_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    carry_out = Game._carry_out

    def counted(self: Game, action: Action, side: str, order: int) -> object:
        played.append(as_words(action))
        return carry_out(self, action, side, order)

    monkeypatch.setattr(Game, "_carry_out", counted)
    game = outpost("unit red a foot 0102")
    straight = game.branch()
    before = everything(game)
    assert game.check(March(("a",), "0103"), "red") is None
    assert everything(game) == before
    events = game.play(March(("a",), "0103"), "red")
    assert played == [as_words(entry.action) for entry in game.journal]
    assert events == straight.play(March(("a",), "0103"), "red")
    assert everything(game) == everything(straight)


def test_what_was_tried_is_forgotten_when_the_game_goes_another_way() -> None:
    game = outpost("unit red a foot 0102", "unit red b foot 0302")
    assert game.check(March(("a",), "0103"), "red") is None
    for order in (March(("b",), "0303"), PASS, March(("a",), "0103")):
        game.play(order, "red")
    assert (where(game, "a"), where(game, "b")) == ("0103", "0303")


# Being refused


def test_a_refusal_leaves_everything_as_it_was() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    before = everything(game)
    refused: list[Action] = [Attack("0707"), Attack("9999"), Pick("a"), Join("a"), Go("0403")]
    for action in refused:
        with pytest.raises(Refusal) as refusal:
            game.play(action)
        assert refusal.value.rules
        assert everything(game) == before
        assert game.check(action) is not None


def test_an_answer_to_an_older_question_is_stale() -> None:
    game = outpost("unit red a foot 0102")
    game.play(Pick("a"), expect=0)
    with pytest.raises(Stale) as stale:
        game.play(PASS, expect=0)
    assert (stale.value.needed, stale.value.had) == (1, 0)
    assert game.step == 1


def test_it_says_whose_decision_it_is() -> None:
    game = outpost("unit red a foot 0102")
    with pytest.raises(Refusal, match="not for blue to decide now, but for red"):
        game.play(PASS, "blue")
    with pytest.raises(Refusal, match="not for observer"):
        game.play(PASS, OBSERVER)


def test_only_the_referee_touches_the_dice() -> None:
    game = outpost("unit red a foot 0102")
    for action in (FixDice((6,)), StirDice(1)):
        with pytest.raises(Refusal, match="only the referee"):
            game.play(action, "red")


def test_actions_are_read_from_words_and_from_json() -> None:
    game = outpost("unit red a foot 0102")
    game.play_words("pick a")
    game.play_words('{"do": "go", "to": "0103"}')
    assert where(game, "a") == "0103"
    with pytest.raises(Malformed, match='did you mean "march"'):
        game.play_words("marsh a 0104")


# Compound orders


def chatter(table: Table, position: Spoken) -> Procedure:
    while len(position.said) < 5:
        word = (yield ask("red", "a", "b", "c", station=True)).word
        position.said.append(word)
        table.tell(f"red says {word}")
    return "silence"


def test_a_compound_order_is_played_whole_and_taken_back_whole() -> None:
    game = tiny(chatter)
    events = game.play(Chorus(("a", "b")))
    assert [event.text for event in events] == ["red says a", "red says b"]
    assert len({entry.order for entry in game.journal}) == 1
    game.play(Chorus(("c", "c")))
    game.undo()
    assert said(game) == ["a", "b"]
    game.undo()
    assert said(game) == []


def test_a_compound_order_is_refused_whole() -> None:
    game = tiny(chatter)
    game.play(Say("c"))
    before = everything(game)
    with pytest.raises(Refusal):
        game.play(Chorus(("a", "b", "x")))
    assert everything(game) == before


def test_a_compound_order_may_not_run_past_the_end() -> None:
    game = tiny(chatter)
    before = everything(game)
    with pytest.raises(Refusal, match="over"):
        game.play(Chorus(("a",) * 6))
    assert everything(game) == before


def test_checking_a_compound_order_says_what_playing_it_would() -> None:
    game = outpost("unit red a foot 0102")
    march = March(("a",), "0103")
    assert game.check(march) is None
    assert game.check(March(("a",), "0707")) is not None
    game.play(march)
    assert where(game, "a") == "0103"


# Taking back


def test_undo_takes_back_what_nobody_has_seen() -> None:
    game = outpost("unit red a foot 0102")
    start = everything(game)
    game.play(Pick("a"))
    middle = everything(game)
    game.play(Go("0103"))
    game.undo()
    assert everything(game) == middle
    game.undo()
    assert everything(game) == start
    with pytest.raises(Refusal, match="nothing to take back"):
        game.undo()


def test_undo_is_refused_after_dice() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    game.play(Attack("0405"))
    before = everything(game)
    with pytest.raises(Refusal, match="dice were thrown"):
        game.undo()
    assert everything(game) == before


NOBODY = Pick("nobody")


def test_an_order_that_is_refused_after_dice_stands_as_far_as_they_were_seen() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    same = outpost(*DUEL, turn="1 attack red")
    same.play(Attack("0405"))
    with pytest.raises(Refusal):
        game.play_all([Attack("0405"), NOBODY], "red", stand=True)
    assert (game.step, game.position.digest()) == (1, same.position.digest())


def test_an_order_that_is_refused_after_a_revelation_stands_as_far_as_it_was_seen() -> None:
    game = outpost("unit red a foot 0102", "unit blue s foot 0104 hidden")
    with pytest.raises(Refusal):
        game.play_all([March(("a",), "0103"), NOBODY], "red", stand=True)
    assert (where(game, "a"), unit(game, "s").hidden) == ("0103", False)


def test_an_order_in_which_the_program_fails_after_dice_stands_as_far_as_they_were_seen() -> None:
    def failing() -> Iterator[Action]:
        yield Attack("0405")
        raise ZeroDivisionError

    game = outpost(*DUEL, turn="1 attack red")
    with pytest.raises(ZeroDivisionError):
        game.play_all(failing(), "red", stand=True)
    assert [len(entry.rolls) for entry in game.journal] == [1]
    same = outpost(*DUEL, turn="1 attack red")
    with pytest.raises(ZeroDivisionError):
        same.play_all(failing(), "red")
    assert same.step == 0


def test_an_order_that_is_refused_before_anything_was_seen_is_not_played() -> None:
    game = outpost("unit red a foot 0102", "unit blue s foot 0107")
    before = everything(game)
    with pytest.raises(Refusal):
        game.play_all([March(("a",), "0103"), NOBODY], "red", stand=True)
    assert everything(game) == before


def test_an_order_that_is_only_tried_is_played_whole_or_not_at_all() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    before = everything(game)
    with pytest.raises(Refusal):
        game.play_all([Attack("0405"), NOBODY], "red")
    assert everything(game) == before


def test_why_a_compound_order_is_refused_hangs_on_no_die_to_come() -> None:
    """Doubled, the attacker would join once more when the dice have fallen."""
    said = set()
    truths = set()
    for seed in range(12):
        game = outpost(*DUEL, turn="1 attack red", seed=seed)
        refusal = known_refusal(game, Assault("0405", ("a", "a")), "red")
        assert refusal is not None
        said.add(refusal.reason)
        truths.add(str(game.check(Assault("0405", ("a", "a")), "red")))
        assert known_refusal(game, Assault("0405", ("a",)), "red") is None
    assert len(truths) > 1
    assert len(said) == 1


def test_undo_is_refused_after_a_revelation() -> None:
    game = outpost("unit red a foot 0102", "unit blue s foot 0104 hidden")
    game.play(March(("a",), "0103"))
    assert not unit(game, "s").hidden
    with pytest.raises(Refusal, match="s was seen"):
        game.undo()


def test_undo_is_refused_after_the_decision_passed_to_the_other_side() -> None:
    game = outpost("unit red a foot 0103", "unit blue h horse 0301 steps=1")
    game.play(March(("a",), "0202"))
    with pytest.raises(Refusal, match="blue has the decision"):
        game.undo()


def test_undo_is_refused_when_the_game_is_over() -> None:
    game = tiny(one_forced)
    game.play(Say("left"))
    with pytest.raises(Refusal, match="the game is over"):
        game.undo()


def test_rollback_goes_back_regardless_and_says_which_dice_it_cancels() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    start = game.position.copy()
    game.play(Attack("0405"))
    thrown = game.journal[-1].rolls
    assert [roll.purpose for roll in thrown] == ["attack on 0405"]
    assert game.rollback(0) == list(thrown)
    assert [type(entry.action) for entry in game.journal] == [StirDice]
    assert game.journal[0].by == REFEREE
    assert game.position.dice.key != start.dice.key
    game.position.dice = start.dice
    assert game.position.digest() == start.digest()


def test_rollback_without_dice_stirs_nothing() -> None:
    game = outpost("unit red a foot 0102", "unit blue s foot 0104 hidden")
    before = everything(game)
    game.play(March(("a",), "0103"))
    assert game.rollback(0) == []
    assert everything(game) == before


def test_rollback_refuses_steps_that_do_not_exist() -> None:
    game = outpost("unit red a foot 0102")
    for step in (-1, 1):
        with pytest.raises(Malformed, match=f"there is no step {step}"):
            game.rollback(step)


def thrower(table: Table, position: Spoken) -> Procedure:
    while True:
        position.said.append((yield ask("red", "throw", "wait", station=True)).word)
        if position.said[-1] == "throw":
            position.said.append(str(table.roll("because", faces=1000)))


def test_dice_taken_back_do_not_come_up_again() -> None:
    for seed in range(20):
        game = tiny(thrower, seed)
        game.play(Say("throw"))
        first = said(game)[-1]
        game.rollback(0)
        game.play(Say("throw"))
        assert said(game)[-1] != first


def test_dice_taken_back_twice_do_not_come_up_again() -> None:
    game = tiny(thrower)
    thrown = []
    for _ in range(5):
        game.play(Say("throw"))
        thrown.append(said(game)[-1])
        game.rollback(0)
    assert len(set(thrown)) == 5


def test_a_player_cannot_take_back_the_stirring_of_the_dice() -> None:
    game = tiny(thrower)
    game.play(Say("wait"))
    game.play(Say("throw"))
    first = said(game)[-1]
    game.rollback(1)
    with pytest.raises(Refusal):
        game.undo()
    game.play(Say("throw"))
    assert said(game)[-1] != first


def test_fixed_dice_come_up_in_their_order() -> None:
    game = tiny(thrower)
    game.fix_dice(3, 999)
    game.play(Say("throw"))
    game.play(Say("throw"))
    assert said(game) == ["throw", "3", "throw", "999"]
    assert [entry.by for entry in game.journal] == [REFEREE, "red", "red"]


def test_a_fixed_die_that_cannot_be_is_refused_when_it_is_thrown() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    game.fix_dice(7)
    before = everything(game)
    with pytest.raises(Malformed, match="shows 7; this one has 6 faces"):
        game.play(Attack("0405"))
    assert everything(game) == before


def test_fixing_dice_between_secret_answers_keeps_them() -> None:
    game = tiny(secret)
    game.play(Say("no"), "red")
    game.fix_dice(5)
    game.play(Say("yes"), "blue")
    assert said(game) == ["red no", "blue yes"]
    assert game.position.dice.fixed == (5,)
    twin = game.branch()
    assert everything(twin) == everything(game)


# Dice that games have in common

TWO_DUELS = (
    *DUEL,
    "unit red c foot 0204",
    "unit blue d foot 0205",
)


def die_of(game: Game, label: str) -> int:
    """What was thrown for an attack on a hex."""
    found = [
        roll.value for entry in game.journal for roll in entry.rolls if roll.purpose == f"attack on {label}"
    ]
    assert len(found) == 1
    return found[0]


def carry_on(game: Game, kind: str) -> None:
    """Answer by default until a question of a kind is asked."""
    while game.decision.kind != kind:
        answer = game.decision.default()
        assert answer is not None
        game.play(answer)


def test_games_that_part_share_the_dice_of_the_battles_they_have_in_common() -> None:
    shared: set[int] = set()
    apart: set[tuple[int, int]] = set()
    for seed in range(40):
        game = outpost(*TWO_DUELS, turn="1 attack red", seed=seed)
        other = game.branch()
        game.play(Attack("0205"))
        carry_on(game, "attack")
        if "0405" not in {as_words(action).split()[-1] for action in game.decision.choices()}:
            continue
        for each in (game, other):
            each.play(Attack("0405"))
        assert die_of(game, "0405") == die_of(other, "0405")
        shared.add(die_of(game, "0405"))
        apart.add((die_of(game, "0205"), die_of(game, "0405")))
    assert len(shared) == 6
    assert len(apart) > 6


def test_the_words_for_people_change_no_die() -> None:
    def throwing(words: str) -> Callable[[Table, Spoken], Procedure]:
        def play(table: Table, position: Spoken) -> Procedure:
            for place in ("here", "there"):
                position.said.append(str(table.roll("luck", faces=1000, at=place, words=words)))
            yield ask("red", "yes", "no")
            return "done"

        return play

    one, other = tiny(throwing("luck at cards")), tiny(throwing("fortune in love"))
    assert said(one) == said(other)
    assert len({*said(one)}) == 2
    assert one.position.digest() == other.position.digest()


def test_what_a_die_is_thrown_for_is_recorded_in_words_and_as_a_label() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    game.play(Attack("0405"))
    (roll,) = game.journal[-1].rolls
    assert (roll.purpose, roll.rule) == ("attack on 0405", "7.4")
    assert roll.label == "1 attack red: attack 0405 1"
    told = [each for event in game.events for each in event.rolls]
    assert told == [msgspec.structs.replace(roll, label="")]  # a label may name what is hidden


# Branching and restoring


def test_a_restored_game_tells_of_the_same_dice_in_the_same_events() -> None:
    """A die of which its own step says nothing belongs to no event, least of all to one of a later step."""

    def secretive(table: Table[Spoken], position: Spoken) -> Procedure:
        yield ask("red", "yes", "no")
        position.said.append(str(table.roll("luck")))
        yield ask("red", "yes", "no")
        table.tell("nothing of that")
        yield ask("red", "yes", "no")
        return "done"

    game = tiny(secretive)
    game.play(Say("yes"))
    game.play(Say("no"))
    assert [event.rolls for event in game.events] == [()]
    assert game.branch().events == game.events


def test_a_branch_is_independent() -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=4), random.Random(4), 30)
    before = everything(game)
    twin = game.branch()
    assert everything(twin) == before
    wander(twin, random.Random(5), 40)
    assert everything(game) == before
    early = game.branch(10)
    assert early.step == 10
    assert early.journal == game.journal[:10]
    wander(early, random.Random(6), 40)
    assert everything(game) == before


@settings(max_examples=8)
@given(st.integers(0, 10_000))
def test_restoring_any_step_gives_the_same_game(seed: int) -> None:
    chance = random.Random(seed)
    game = hexfront.new("outpost/skirmish", seed=seed)
    seen = [everything(game)]
    while not game.over:
        wander(game, chance, 1)
        seen.append(everything(game))
    for step in range(len(seen)):
        assert everything(game.branch(step)) == seen[step]
    assert everything(game) == seen[-1]


def test_the_same_seed_and_journal_give_the_same_game() -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=11), random.Random(11))
    again = hexfront.new("outpost/skirmish", seed=11)
    for entry in game.journal:
        again.play(entry.action, entry.by)
    assert again.journal == game.journal
    assert again.events == game.events


def long_talk(table: Table, position: Spoken) -> Procedure:
    if position.stage == 0:
        table.tell("it begins")
        position.stage = 1
    while len(position.said) < 900:
        word = (yield ask("red", "a", "b", station=True)).word
        position.said.append(word)
        table.tell(f"{len(position.said)}: {word}")
    return "silence"


def test_old_stations_are_thinned_and_going_back_still_works() -> None:
    game = tiny(long_talk)
    chance = random.Random(0)
    seen = []
    while not game.over:
        seen.append((list(said(game)), [event.text for event in game.events]))
        wander(game, chance, 1)
    assert len(game.stations) <= 2 * RECENT_STATIONS + 900 // RECENT_STATIONS
    steps = [station.step for station in game.stations[1:]]  # the first is before anything is told
    assert steps == sorted({*steps})
    for step in (0, 1, 63, 64, 65, 200, 511, 835, 836, 837, 898, 899):
        twin = game.branch(step)
        assert (said(twin), [event.text for event in twin.events]) == seen[step]
    game.rollback(700)
    game.undo()
    game.undo()
    assert (said(game), texts(game)) == seen[698]
    wander(game, chance, 50)
    assert said(game)[:698] == seen[698][0]


# Odds


def simulated(game: Game, times: int) -> Counter[str]:
    """The results of so many attacks of a on 0405, each with dice of its own."""
    results: Counter[str] = Counter()
    for salt in range(times):
        position = position_of(game).copy()
        position.dice.stir(salt)
        table = Table(position)
        attack = combat.resolve(table, position, "red", ["a"], position.setting.board["0405"])
        next(attack, None)
        results[str(table.events[0].data["result"])] += 1
    return results


def test_odds_are_exact_and_draw_no_dice() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    before = everything(game)
    odds = game.odds(Attack("0405"))
    assert everything(game) == before
    assert odds == chances(game, ["a"], "0405").map(combat.shown_result)
    assert sum(chance for _, chance in odds.items()) == 1
    assert odds["attacker loses 1"] == Fraction(2, 6)


def test_odds_agree_with_twenty_thousand_attacks() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    odds = game.odds(Attack("0405"))
    times = 20_000
    results = simulated(game, times)
    assert set(results) == set(odds)
    for result, chance in odds.items():
        # Four standard deviations; the dice are the same in every run.
        deviation = (float(chance) * (1 - float(chance)) / times) ** 0.5
        assert abs(results[result] / times - float(chance)) < 4 * deviation


def test_outcomes_follow_a_sequence_of_throws_and_decisions() -> None:
    game = outpost(*DUEL, turn="1 attack red")

    def blue_falls_back(twin: Game) -> bool:
        twin.play(Attack("0405"))
        if not twin.over and twin.decision.kind == "give ground":
            twin.play(next(action for action in twin.decision.choices() if "retreat" in as_words(action)))
        return where(twin, "b") != "0405"

    assert game.outcomes(blue_falls_back)[True] == Fraction(2, 6)

    def two_dice(twin: Game[Position]) -> int:
        return twin.position.dice.throw(6) + twin.position.dice.throw(6)

    assert game.outcomes(two_dice)[7] == Fraction(1, 6)


def test_odds_of_what_is_illegal_are_refused() -> None:
    game = outpost(*DUEL, turn="1 attack red")
    with pytest.raises(Refusal):
        game.odds(Attack("0707"))


def test_odds_of_an_assault_with_chosen_units() -> None:
    game = outpost(*DUEL, "unit red c foot 0304", turn="1 attack red")
    odds = game.odds(Assault("0405", ("a",)))
    assert odds == chances(game, ["a"], "0405").map(combat.shown_result)


# Knowing


def test_each_viewer_sees_what_it_may() -> None:
    game = hexfront.new("outpost/skirmish", seed=1)
    kinds = {
        viewer: {each["unit"]: each.get("kind") for each in game.view(viewer)["position"]["units"]}
        for viewer in ("red", "blue", OBSERVER, REFEREE)
    }
    assert (kinds["red"]["r4"], kinds["red"]["b4"]) == ("dummy", None)
    assert (kinds["blue"]["r4"], kinds["blue"]["b4"]) == (None, "dummy")
    assert (kinds[OBSERVER]["r4"], kinds[OBSERVER]["b4"]) == (None, None)
    assert (kinds[REFEREE]["r4"], kinds[REFEREE]["b4"]) == ("dummy", "dummy")
    points = {viewer: set(game.view(viewer)["position"]["points"]) for viewer in kinds}
    assert points == {"red": {"red"}, "blue": {"blue"}, OBSERVER: set(), REFEREE: {"red", "blue"}}
    assert game.view(OBSERVER)["decision"] is None
    assert game.view("red")["waiting"] == ["red", "blue"]
    with pytest.raises(Malformed, match='did you mean "blue"'):
        game.view("bleu")


def whispering(table: Table, position: Spoken) -> Procedure:
    while True:
        word = (yield ask("red", "a", "b", station=True)).word
        position.said.append(word)
        table.tell("somebody whispers")
        table.tell(f"red whispers {word}", to=["red"])


def test_events_may_be_for_some_only() -> None:
    game = tiny(whispering)
    game.play(Say("a"))
    heard = {
        viewer: [event["text"] for event in game.view(viewer)["events"]]
        for viewer in ("red", "blue", OBSERVER, REFEREE)
    }
    whole = ["somebody whispers", "red whispers a"]
    assert heard == {"red": whole, REFEREE: whole, "blue": whole[:1], OBSERVER: whole[:1]}


def without_dice(game: Game[Position]) -> str:
    position = game.position.copy()
    position.dice = Dice(0)
    return position.digest()


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(0, 150))
def test_a_position_text_sets_up_the_same_position(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    game = wander(hexfront.new("outpost/skirmish", seed=seed), chance, steps)
    text = game.position_text().text()
    again = hexfront.position(text)
    assert without_dice(again) == without_dice(game)
    assert again.outcome == game.outcome
    assert [each.as_data(choices=True) for each in again.decisions] == [
        each.as_data(choices=True) for each in game.decisions
    ]
    assert again.position_text().text() == text


def test_a_position_text_in_the_middle_of_an_order_says_what_was_answered_since() -> None:
    game = outpost(*DUEL, turn="1 move red", seed=9)
    game.play(game.decision.choices()[0])
    text = game.position_text().text()
    assert "then red pick" in text
    assert hexfront.position(text).decision.kind == game.decision.kind == "go"


def test_an_answer_that_is_not_possible_is_a_fault_of_its_line() -> None:
    text = outpost(*DUEL, turn="1 attack red").position_text().text() + "then red retreat 0101\n"
    line = len(text.splitlines())
    with pytest.raises(hexfront.DataError, match=f"position:{line}: red cannot retreat 0101"):
        hexfront.position(text)


def test_a_position_text_keeps_dice_that_were_not_thrown_yet() -> None:
    game = outpost(*DUEL, turn="1 attack red", seed=9)
    game.fix_dice(6, 1)
    again = hexfront.position(game.position_text().text())
    assert again.position.digest() == game.position.digest()


def test_a_position_text_of_any_seed_can_be_read() -> None:
    game = hexfront.new("outpost/skirmish", seed=-1)
    assert without_dice(hexfront.position(game.position_text().text())) == without_dice(game)


def findings(game: Game) -> Iterable[tuple[tuple[str, ...], str]]:
    return [(finding.rules, finding.where) for finding in game.position.status()]


def test_the_status_of_a_position_names_what_is_illegal() -> None:
    legal = hexfront.new("outpost/skirmish")
    assert findings(legal) == []
    crowd = [f"unit red c{n} foot 0102" for n in range(3)]
    assert findings(outpost(*crowd)) == [(("2.1",), "0102")]
    both = ("unit red a foot 0102", "unit blue b foot 0102")
    assert findings(outpost(*both)) == [(("2.2",), "0102")]
    assert findings(outpost("unit red t train 0102 tail=0103")) == [(("3.5",), "0102")]
    finding = next(iter(outpost(*both).position.status()))
    assert str(finding) == "0102: units of both sides in one hex [2.2]"


def test_secret_plans_of_the_proving_title() -> None:
    game = hexfront.new("outpost/skirmish", seed=2)
    game.play(Plan("raid"), "red")
    for viewer in ("blue", OBSERVER):
        assert game.view(viewer)["position"]["plans"] == {}
        assert game.view(viewer)["events"] == []
    game.play(Plan("hold"), "blue")
    assert game.view("blue")["position"]["plans"] == {"red": "raid", "blue": "hold"}


def test_a_default_is_offered() -> None:
    game = hexfront.new("outpost/skirmish", seed=2)
    assert game.decision.default() == Plan("press")
    data = game.decision.as_data(choices=True)
    assert data["default"] == {"do": "plan", "plan": "press"}
    assert data["choices"] == [{"do": "plan", "plan": plan} for plan in ("raid", "press", "hold")]


def test_asking_is_lazy() -> None:
    looked: list[int] = []

    def endless() -> Iterable[Action]:
        for number in range(1000):
            looked.append(number)
            yield Say(str(number))

    def procedure(table: Table, position: Spoken) -> Procedure:
        yield Ask("red", "say", "Say a number", "1", endless, Talk())
        return "done"

    game = tiny(procedure)
    assert len(looked) == 2
    game.play(Say("5"))
    assert len(looked) == 6


def test_dice_that_no_event_tells_of_are_not_told_of_by_the_next_step_after_restoring() -> None:
    def procedure(table: Table, position: Spoken) -> Procedure:
        yield ask("red", "begin", "wait", station=True)
        table.roll("nobody tells of it")
        yield ask("red", "go on", "stop")
        table.tell("It goes on")
        yield ask("red", "end", "stop")
        return None

    game = tiny(procedure)
    game.play(Say("begin"))
    game.play(Say("go on"))
    assert game.events[-1].rolls == ()
    assert [*game.branch().events] == [*game.events]
