"""Play by mail: what a file sent to the other player holds, and what comes back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import hexfront
from hexfront.ai.foresight import foreseen
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Together
from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.errors import Malformed, Refusal, SaveError, Sealed, Stale
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_ahead, known_forecast
from hexfront.kernel.mail import mail_in, mail_in_bytes, mail_of, mail_out, mail_text, reply_text, save_reply
from hexfront.kernel.save import from_lines, from_text, load, step_line
from hexfront.kernel.table import Table
from hexfront.kernel.title import REFEREE, Procedure
from hexfront.seam import find_title
from outpost.orders import Assault, Attack, Go, Join, March, Pick, Plan
from tests.kernel.save_files import Lines, lines_of, step_lines, tamper
from tests.kernel.test_game import DUEL, everything
from tests.kernel.tiny import Say, Spoken, Tiny, ask, said, tiny
from tests.outpost.skirmish import outpost, position_of, texts, unit, wander, where

SEED = 918273645
# Red attacks a hidden blue foot in 0405; whoever attacks it learns what it is.
AMBUSHED = (
    "unit red a foot 0404",
    "unit red rd depot 0403",
    "unit blue b foot 0405 hidden",
    "unit blue bd depot 0406",
)
REACTION = ("unit red a horse 0103", "unit blue h horse 0301 steps=1", "unit blue s foot 0706 hidden")


def sent(game: Game, side: str, folder: Path) -> Path:
    path = folder / f"for-{side}.hexfront"
    mail_out(game, side, path)
    return path


def replied(copy: Game, folder: Path) -> Path:
    path = folder / "reply.hexfront"
    hexfront.save(copy, path)
    return path


def opened(text: str) -> Game:
    return from_text(text, find_title)


# What the file holds


def test_the_file_tells_nothing_it_may_not(tmp_path: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=SEED)
    position = position_of(game)
    position.points["red"] = 77
    game = hexfront.position(game.position_text().text())
    game.play(Plan("raid"), "red")
    path = sent(game, "blue", tmp_path)
    text = path.read_text(encoding="utf-8")
    assert str(SEED) not in text
    assert str(game.position.dice.key) not in text
    for digits in (lines_of(path)[-1]["check"], game.origin.data, lines_of(path)[0]["mail"]["state"]):
        text = text.replace(digits, "")
    assert "77" not in text
    assert "raid" not in text
    station = lines_of(path)[0]["mail"]["station"]
    kinds = {name: each["kind"] for name, each in station["units"].items() if each["hidden"]}
    assert kinds.keys() == {"r2", "r4", "b1", "b4"}
    assert kinds["r2"] == kinds["r4"]  # a foot and a dummy
    assert (kinds["b1"], kinds["b4"]) == ("foot", "dummy")
    assert (station["units"]["r2"]["steps"], station["units"]["r4"]["steps"]) == (1, 1)
    assert station["points"] == {"red": 1, "blue": 4}


def test_the_reader_sees_what_he_would_see_in_the_true_game(tmp_path: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=SEED)
    chance = random.Random(3)
    checked = 0
    while not game.over and checked < 12:
        wander(game, chance, 1)
        if game.stations[-1].step != game.step:
            continue
        for side in ("red", "blue"):
            copy = hexfront.load(sent(game, side, tmp_path))
            assert copy.view(side)["position"] == game.view(side)["position"]
            assert copy.view(side)["decision"] == game.view(side)["decision"]
        checked += 1
    assert checked == 12


def test_the_reader_is_told_what_happened_before(tmp_path: Path) -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=SEED), random.Random(3), 40)
    copy = hexfront.load(sent(game, "blue", tmp_path))
    heard = [event["text"] for event in copy.view("blue")["events"]]
    assert heard == [event["text"] for event in game.view("blue")["events"]]


def whispering(table: Table, position: Spoken) -> Procedure:
    while True:
        position.said.append((yield ask("red", "psst", "hush", station=True)).word)
        table.tell("red whispers psst to itself", to=["red"])
        table.tell("somebody whispers")
        position.said.append((yield ask("blue", "what", "nothing", station=True)).word)


def test_what_was_told_to_others_is_not_in_the_file(tmp_path: Path) -> None:
    game = tiny(whispering)
    game.play(Say("psst"))
    assert "to itself" not in sent(game, "blue", tmp_path).read_text(encoding="utf-8")
    assert "to itself" in sent(game, "red", tmp_path).read_text(encoding="utf-8")


def test_a_position_text_does_not_travel_with_its_secrets(tmp_path: Path) -> None:
    game = hexfront.position(
        """
        title outpost
        scenario skirmish
        seed 918273645
        dice 6 1
        board corner=0101 shifted=odd
        | . w .
        | . o .
        place 0202 Hut kinds=objective
        turn 1 move blue
        points red supply=77
        unit red a foot 0101 hidden
        unit blue b foot 0302
        """
    )
    path = sent(game, "blue", tmp_path)
    text = path.read_text(encoding="utf-8")
    for secret in ("918273645", "77", "red a foot", "dice 6"):
        assert secret not in text
    copy = hexfront.load(path)
    assert len(position_of(copy).setting.board) == 6
    assert copy.position.dice == unknown_dice(game.position.dice, sealed=True)


def test_there_must_be_such_a_side(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="green"):
        mail_out(hexfront.new("outpost/skirmish"), "green", tmp_path / "x")


@pytest.mark.parametrize("seed", [0, 1, 2, 12, 36, 44])
def test_the_last_file_shows_both_how_the_game_ended(seed: int) -> None:
    game = wander(hexfront.new("outpost/skirmish", seed=seed), random.Random(seed), 10_000)
    assert game.over
    for side in ("red", "blue"):
        assert opened(mail_text(game, side)).outcome == game.outcome


# Playing on and sending back


def test_the_reader_plays_until_a_die_is_needed_and_the_reply_is_merged(tmp_path: Path) -> None:
    game = outpost(
        "unit red a foot 0404", "unit red rd depot 0403", "unit blue b foot 0406", "unit blue c foot 0506"
    )
    copy = hexfront.load(sent(game, "red", tmp_path))
    copy.play(March(("a",), "0405"))
    copy.play(PASS)
    if copy.decision.kind == "move":
        copy.play(PASS)
    assert copy.decision.kind == "attack"
    with pytest.raises(Sealed, match="send the game back"):
        copy.play(Attack("0406"))
    assert copy.outbox
    assert copy.decision.kind == "attack"
    reply = replied(copy, tmp_path)
    happened = mail_in(game, reply)
    assert any(event.kind == "result" for event in happened)
    assert where(game, "a") == "0405"
    assert game.journal[-1].rolls
    assert {entry.by for entry in game.journal} == {"red"}


def test_a_reply_can_be_opened_again_and_continued(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102", "unit red c foot 0103")
    copy = hexfront.load(sent(game, "red", tmp_path))
    copy.play(Pick("a"))
    again = hexfront.load(replied(copy, tmp_path))
    assert again.decision.kind == "go"
    again.play(Go("0101"))
    mail_in(game, replied(again, tmp_path))
    assert where(game, "a") == "0101"


def test_a_step_that_waits_for_a_die_survives_in_the_reply(tmp_path: Path) -> None:
    game = outpost(*REACTION)
    game.play_all([Pick("a"), Go("0202")])
    copy = hexfront.load(sent(game, "blue", tmp_path))
    with pytest.raises(Sealed):
        copy.play_words("react h")
    again = hexfront.load(replied(copy, tmp_path))
    assert again.outbox
    mail_in(game, replied(again, tmp_path))
    assert any("ambushes a" in text for text in texts(game))


def test_who_thinks_better_of_a_step_that_waits_may_play_another(tmp_path: Path) -> None:
    game = outpost(*REACTION)
    game.play_all([Pick("a"), Go("0202")])
    copy = hexfront.load(sent(game, "blue", tmp_path))
    with pytest.raises(Sealed):
        copy.play_words("react h")
    with pytest.raises(Sealed):
        copy.play(PASS)
    assert [entry.action for entry in copy.outbox] == [PASS]
    mail_in(game, replied(copy, tmp_path))
    assert not unit(game, "h").reacted
    assert game.decision.side == "red"


def throw_and_speak(table: Table, position: Spoken) -> Procedure:
    while True:
        position.said.append((yield ask("red", "throw", "speak", station=True)).word)
        if position.said[-1] == "throw":
            position.said.append(str(table.roll("because")))


def test_an_order_that_waits_for_a_die_waits_whole(tmp_path: Path) -> None:
    title = Tiny(throw_and_speak)
    game = tiny(throw_and_speak)
    mail_out(game, "red", tmp_path / "out")
    copy = load(tmp_path / "out", lambda _name: title)
    with pytest.raises(Sealed):
        copy.play_words("chorus speak,throw,speak")
    save_reply(copy, tmp_path / "reply")
    mail_in(game, tmp_path / "reply")
    assert [word for word in said(game) if not word.isdecimal()] == ["speak", "throw", "speak"]


def test_secret_answers_cross_in_the_mail(tmp_path: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=SEED)
    game.play(Plan("raid"), "red")
    copy = hexfront.load(sent(game, "blue", tmp_path))
    assert [decision.side for decision in copy.decisions] == ["red", "blue"]
    copy.play(Plan("hold"), "blue")
    mail_in(game, replied(copy, tmp_path))
    assert position_of(game).plans == {"red": "raid", "blue": "hold"}


def echo_then_secret(table: Table, position: Spoken) -> Procedure:
    position.said.append((yield ask("red", "yes", "no", station=True)).word)
    position.said.append((yield ask("red", "yes", "no")).word)
    answers = yield Together((ask("red", "yes", "no"), ask("blue", "yes", "no")))
    position.said += [answers[side].word for side in ("red", "blue")]
    return "done"


def test_only_the_secret_answer_is_held_back_even_if_the_same_was_said_openly(tmp_path: Path) -> None:
    game = tiny(echo_then_secret)
    for _ in range(3):
        game.play(Say("yes"), "red")
    mail_out(game, "blue", tmp_path / "out")
    copy = load(tmp_path / "out", lambda _name: Tiny(echo_then_secret))
    assert said(copy) == ["yes", "yes"]
    with pytest.raises(Sealed):
        copy.play(Say("no"), "blue")
    save_reply(copy, tmp_path / "reply")
    mail_in(game, tmp_path / "reply")
    assert said(game) == ["yes", "yes", "yes", "no"]


# In the middle of a combat


def test_dice_already_thrown_travel_with_the_game(tmp_path: Path) -> None:
    game = outpost(
        "unit red a foot 0404", "unit red rd depot 0403", "unit blue b foot 0405", turn="1 attack red"
    )
    game.fix_dice(3)
    game.play(Attack("0405"))
    assert (game.decision.side, game.decision.kind) == ("blue", "give ground")
    copy = hexfront.load(sent(game, "blue", tmp_path))
    assert copy.decision.as_data(choices=True) == game.decision.as_data(choices=True)
    assert [event.text for event in copy.events] == texts(game)
    assert copy.position.dice.fixed == ()
    with pytest.raises(Sealed, match="only the other player's game can tell"):
        copy.play_words("lose", by="blue")
    mail_in(game, replied(copy, tmp_path))
    assert unit(game, "b").steps == 1


def test_who_waits_in_the_middle_of_his_own_order_is_put_before_it(tmp_path: Path) -> None:
    """What another is asked about may be hidden: it would have to be told, to come to his question."""
    game = outpost(
        "unit red a foot 0404", "unit red rd depot 0403", "unit blue b foot 0405", turn="1 attack red"
    )
    before = game.decision.as_data(choices=True)
    game.fix_dice(3)
    game.play(Attack("0405"))
    assert game.decision.side == "blue"
    copy = hexfront.load(sent(game, "red", tmp_path))
    assert (copy.step, copy.decision.as_data(choices=True)) == (0, before)
    copy.play_words("pass", by="red")
    with pytest.raises(Refusal, match="not for red to decide now"):
        mail_in(game, replied(copy, tmp_path))


def test_in_mid_combat_the_reader_knows_what_the_combat_has_shown(tmp_path: Path) -> None:
    game = outpost(*AMBUSHED, turn="1 attack red")
    game.fix_dice(3)
    game.play(Attack("0405"))
    game.play(next(action for action in game.decision.choices() if action != game.decision.default()))
    assert (game.decision.side, game.decision.kind) == ("red", "advance")
    copy = hexfront.load(sent(game, "red", tmp_path))
    assert copy.decision.as_data(choices=True) == game.decision.as_data(choices=True)
    assert [event.text for event in copy.events] == texts(game)


def test_in_mid_move_the_reader_knows_what_the_move_has_shown(tmp_path: Path) -> None:
    game = outpost("unit red a horse 0202", "unit blue b foot 0304 hidden")
    game.play_all([Pick("a"), Go("0303")])
    assert game.decision.kind == "go"
    assert unit(game, "b").kind == "foot"
    copy = hexfront.load(sent(game, "red", tmp_path))
    assert texts(copy, "reveal") == texts(game, "reveal")


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_who_is_asked_in_mid_order_gets_the_question_and_nothing_of_the_order(seed: int) -> None:
    """The steps of another would tell what they name, and what they were played on."""
    game = hexfront.new("outpost/skirmish", seed=seed)
    draw = random.Random(seed)
    while game.decision.kind not in ("react", "give ground"):
        game.play(draw.choice([*game.decision.choices()]), game.decision.side)
    side, other = game.decision.side, next(each for each in game.title.sides if each != game.decision.side)
    assert any(entry.by == other for entry in game.journal[game.station_step :])
    copy = opened(mail_text(game, side))
    assert (copy.step, copy.decision.about) == (0, game.decision.about)
    assert copy.decision.as_data(choices=True) == game.decision.as_data(choices=True)
    assert copy.view(side)["position"] == game.view(side)["position"]
    assert [event.text for _, event in copy.heard(side)] == [event.text for _, event in game.heard(side)]
    shown = [
        (game.face(game.decision, each), copy.face(copy.decision, each)) for each in copy.decision.choices()
    ]
    assert all(there == here for there, here in shown)
    assert copy.check(Say("nothing"), side) is not None
    answer = draw.choice([*copy.decision.choices()])
    with pytest.raises(Sealed):
        copy.play(answer, side)
    mail_in_bytes(game, reply_text(opened(reply_text(copy))).encode())
    assert answer in [entry.action for entry in game.journal]


def test_a_letter_that_is_none_is_refused(tmp_path: Path) -> None:
    game = outpost(*REACTION)
    game.play_all([Pick("a"), Go("0202")])
    path = sent(game, "blue", tmp_path)
    faults: list[dict[str, object]] = [
        {"choices": []},
        {"about": {"matter": "of taste"}},
        {"default": {"do": "nothing"}},
    ]
    for broken in faults:

        def change(lines: Lines, broken: dict[str, object] = broken) -> None:
            lines[0]["mail"]["letter"] |= broken

        with pytest.raises(SaveError, match="its question"):
            hexfront.load(tamper(path, change))


def test_in_a_letter_nothing_is_foreseen_and_staff_gives_the_answer_alone() -> None:
    game = outpost(*REACTION)
    game.play_all([Pick("a"), Go("0202")])
    copy = opened(mail_text(game, "blue"))
    react = next(each for each in copy.decision.choices() if each != PASS)
    assert known_forecast(copy, react, "blue") is None
    with pytest.raises(Refusal):
        known_ahead(copy, [react], "blue")
    assert len(foreseen(copy, "blue", "random", 1)) == 1


def test_a_copy_makes_up_nothing_about_what_is_hidden(tmp_path: Path) -> None:
    game = outpost("unit red a horse 0202", "unit blue b foot 0304 hidden")
    copy = hexfront.load(sent(game, "red", tmp_path))
    copy.play(Pick("a"))
    try:
        copy.play(Go("0303"))
    except Sealed:
        mail_in(game, replied(copy, tmp_path))
        assert where(game, "a") == "0303"
    assert "b in 0304 was a dummy" not in texts(copy)


def test_dice_the_referee_fixed_stay_with_the_referee(tmp_path: Path) -> None:
    game = outpost(*REACTION)
    game.play_all([Pick("a"), Go("0202")])
    game.fix_dice(6, 5)
    path = sent(game, "blue", tmp_path)
    copy = hexfront.load(path)
    with pytest.raises(Sealed):
        copy.play_words("react h")
    assert not any(line["action"]["do"] == "fix-dice" for line in step_lines(lines_of(path)))
    mail_in(game, replied(copy, tmp_path))
    assert game.journal[-1].rolls[0].value == 6


# Replies that are refused


def exchange(tmp_path: Path) -> tuple[Game, Path]:
    """A game, and a reply of red with one step."""
    game = outpost("unit red a foot 0102", "unit red c foot 0103")
    copy = hexfront.load(sent(game, "red", tmp_path))
    copy.play(Pick("a"))
    return game, replied(copy, tmp_path)


def test_a_stale_reply_is_refused(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)
    mail_in(game, reply)
    before = everything(game)
    with pytest.raises(Stale):
        mail_in(game, reply)
    assert everything(game) == before


def test_a_reply_to_another_line_of_play_is_refused(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102", "unit red c foot 0103", "unit red e foot 0105")
    game.play(March(("c",), "0104"))
    copy = hexfront.load(sent(game, "red", tmp_path))
    copy.play(PASS)
    reply = replied(copy, tmp_path)
    game.rollback(0)
    game.play(March(("e",), "0106"))
    before = everything(game)
    with pytest.raises((SaveError, Stale)):
        mail_in(game, reply)
    assert everything(game) == before


def test_a_reply_with_a_step_of_the_other_side_is_refused_whole(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        lines.insert(-1, {"by": "blue", "action": {"do": "pass"}})

    before = everything(game)
    with pytest.raises(SaveError, match="was sent to red, but holds a step of blue"):
        mail_in(game, tamper(reply, change))
    assert everything(game) == before


def test_a_reply_may_not_touch_the_dice(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        step_lines(lines)[0].update(by=REFEREE, action={"do": "fix-dice", "values": [6]})

    before = everything(game)
    with pytest.raises(SaveError):
        mail_in(game, tamper(reply, change))
    assert everything(game) == before


def test_a_file_altered_to_be_the_referees_fixes_no_dice(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        lines[0]["mail"]["for"] = REFEREE
        for line in step_lines(lines):
            line.update(by=REFEREE, action={"do": "fix-dice", "values": [6]})

    forged = tamper(reply, change)
    before = everything(game)
    for take in (lambda: mail_in(game, forged), lambda: hexfront.load(forged)):
        with pytest.raises(SaveError, match="no such side"):
            take()
    assert everything(game) == before


def test_nobody_answers_in_the_place_of_another_to_whom_all_is_known(tmp_path: Path) -> None:
    """Who guesses all but the key of the dice makes the other's file himself."""
    game, guess = (outpost("unit red a foot 0102", seed=seed) for seed in (7, 8))
    copy = opened(mail_text(guess, "red"))
    copy.play(Pick("a"))
    with pytest.raises(SaveError, match="another course of this game"):
        mail_in_bytes(game, reply_text(copy).encode())
    assert game.step == 0
    copy = opened(mail_text(game, "red"))
    copy.play(Pick("a"))
    mail_in_bytes(game, reply_text(copy).encode())
    assert game.step == 1


def test_an_order_in_a_reply_that_is_refused_after_dice_stands_as_far_as_they_were_seen(
    tmp_path: Path,
) -> None:
    """Doubled, the attacker would join once more when the dice have fallen."""
    game = outpost(*DUEL, turn="1 attack red")
    doubled = {"by": "red", "action": {"do": "assault", "at": "0405", "units": ["a", "a"]}}
    forged = tamper(sent(game, "red", tmp_path), lambda lines: lines.insert(-1, doubled))
    with pytest.raises(Refusal):
        mail_in(game, forged)
    assert [len(entry.rolls) for entry in game.journal] == [1]


def test_a_reply_with_a_step_that_is_none_is_refused_whole(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        lines.insert(-1, {"by": "red", "action": {"do": "fly"}})

    before = everything(game)
    with pytest.raises(Malformed, match="fly"):
        mail_in(game, tamper(reply, change))
    assert everything(game) == before


@pytest.mark.parametrize(("field", "value"), [("active", "green"), ("turn", 2**70), ("points", {})])
def test_a_copy_whose_parts_do_not_fit_together_is_not_opened(
    tmp_path: Path, field: str, value: object
) -> None:
    def change(lines: Lines) -> None:
        lines[0]["mail"]["station"][field] = value

    game = wander(hexfront.new("outpost/skirmish", seed=3), random.Random(3), 30)
    copy = tamper(sent(game, game.decision.side, tmp_path), change)
    with pytest.raises(SaveError):
        load(copy, find_title)


def test_a_copy_with_a_step_of_the_other_side_is_not_opened(tmp_path: Path) -> None:
    _, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        lines.insert(-1, {"by": "blue", "action": {"do": "pass"}})

    with pytest.raises(SaveError, match="was sent to red, but holds a step of blue"):
        hexfront.load(tamper(reply, change))


def test_a_copy_that_lacks_steps_is_not_opened(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102", "unit red c foot 0103")
    game.play(Pick("a"))

    def change(lines: Lines) -> None:
        lines[0]["mail"]["known"] = 2

    with pytest.raises(SaveError, match="steps that came with it are missing"):
        hexfront.load(tamper(sent(game, "red", tmp_path), change))


def test_a_save_is_not_a_reply(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102")
    hexfront.save(game, tmp_path / "game.hexfront")
    with pytest.raises(SaveError, match=r"game\.hexfront is not a reply"):
        mail_in(game, tmp_path / "game.hexfront")


def test_a_mailed_game_cannot_be_replayed(tmp_path: Path) -> None:
    path = sent(outpost("unit red a foot 0102"), "red", tmp_path)
    with pytest.raises(SaveError, match="its past is not in it"):
        hexfront.replay(path)


def test_a_step_the_true_game_refuses_stops_the_merging(tmp_path: Path) -> None:
    game, reply = exchange(tmp_path)

    def change(lines: Lines) -> None:
        lines.insert(-1, {"by": "red", "action": {"do": "go", "to": "0701"}})

    with pytest.raises(Refusal, match="0701 is too far"):
        mail_in(game, tamper(reply, change))
    assert [entry.action for entry in game.journal] == [Pick("a")]


def test_steps_that_were_sent_cannot_be_taken_back_in_the_copy(tmp_path: Path) -> None:
    game = outpost("unit red a horse 0102", "unit red c foot 0103")
    game.play_all([Pick("a")])
    copy = hexfront.load(sent(game, "red", tmp_path))
    with pytest.raises(Refusal):
        copy.undo()
    copy.play(Go("0101"))
    copy.undo()
    copy.play(Go("0202"))
    mail_in(game, replied(copy, tmp_path))
    assert where(game, "a") == "0202"


def test_a_damaged_mailed_position_is_refused(tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        lines[0]["mail"]["station"] = {"dice": 3}

    with pytest.raises(SaveError, match="position cannot be read"):
        hexfront.load(tamper(sent(outpost(), "red", tmp_path), change))


def test_a_name_of_the_game_goes_there_and_back() -> None:
    game = outpost("unit red a foot 0102")
    text = mail_text(game, "red", "the second of this spring")
    assert mail_of(text.encode()).game == "the second of this spring"
    assert mail_of(reply_text(opened(text)).encode()).game == "the second of this spring"
    assert '"game"' not in mail_text(game, "red")


def test_a_copy_is_the_same_when_it_was_kept_line_by_line() -> None:
    game = outpost("unit red a horse 0202", "unit blue b foot 0706 hidden")
    game.play(Pick("a"))
    copy = opened(mail_text(game, "red"))
    copy.play(Go("0203"))
    lines = [step_line(copy, step) for step in range(copy.step)]
    opening = copy.events[: copy.told_before(0)]
    again = from_lines(copy.origin, opening, lines, (), find_title, mail=copy.mail)
    assert everything(again) == everything(copy)
    assert reply_text(again) == reply_text(copy)
    again.rollback(copy.step - 1)
    with pytest.raises(Refusal, match="in the file that was sent"):
        again.undo()


def test_an_assault_by_mail(tmp_path: Path) -> None:
    game = outpost(
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit red rd depot 0403",
        "unit blue b foot 0405",
        turn="1 attack red",
    )
    copy = hexfront.load(sent(game, "red", tmp_path))
    with pytest.raises(Sealed):
        copy.play(Assault("0405", ("a", "c")))
    assert [entry.action for entry in copy.journal] == [Attack("0405"), Join("a")]
    happened = mail_in(game, replied(copy, tmp_path))
    assert [event.data["modifier"] for event in happened if event.kind == "result"] == [3]
