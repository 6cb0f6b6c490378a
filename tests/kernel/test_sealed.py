"""Answers under seal: who may know them, what follows from them, and when they are shown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfront.kernel import save, start
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal, Stale
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.mail import mail_in_bytes, mail_text, reply_text
from hexfront.kernel.planning import Sight
from hexfront.kernel.position import Position
from hexfront.kernel.records import Event
from hexfront.kernel.table import Table
from hexfront.kernel.title import EVERYBODY, OBSERVER, REFEREE, Procedure
from tests.kernel.tiny import Say, Spoken, Tiny, ask, said

WORDS = ("alpha", "beta", "gamma")
CHOOSING, WAITING, SHOWN = range(3)


def words_of(position: Spoken, side: str) -> list[str]:
    return [word.partition(" ")[2] for word in position.said if word.startswith(f"{side} ")]


def asked(position: Spoken, side: str) -> Ask:
    """Say a word to choose it, again to leave it out, pass when done."""
    chosen = ask(side, *WORDS, may_pass=True)
    return Ask(
        side, "choose", "Choose words", "1", options=chosen.options, about=chosen.about, sealed="words"
    )


def choosing(table: Table, position: Spoken) -> Procedure:
    """Both choose words under seal; they speak of other things; the words are shown; they speak again."""
    while position.stage == CHOOSING:
        left = [side for side in ("red", "blue") if f"{side} done" not in position.said]
        if not left:
            position.stage = WAITING
            table.tell("both have chosen", to=[EVERYBODY])
            break
        answers = yield Together(tuple(asked(position, side) for side in left), station=True, eager=True)
        ((side, answer),) = answers.items()
        word = "done" if answer == PASS else answer.word
        known = f"{side} {word}"
        if known in position.said:
            position.said.remove(known)
        else:
            position.said.append(known)
        if word == "gamma":
            position.said.append(f"{side} threw {table.roll('gamma')}")
        table.tell(f"{side} chose {word}")
    while True:
        position.said.append((yield ask("red", "show", "talk", station=True)).word)
        if position.said[-1] == "show" and position.stage == WAITING:
            position.stage = SHOWN
            table.open_seal("words")
            table.tell("the words are shown")
        position.said.append((yield ask("blue", "yes", "no")).word)


class Choosers(Tiny):
    """Knows which words a side may know."""

    def __init__(self) -> None:
        super().__init__(choosing)

    def view(self, position: Spoken, viewer: str) -> dict[str, Any]:
        return {"said": [word for word in position.said if self._is_known(position, word, viewer)]}

    def redact(self, position: Spoken, side: str, now: Spoken | None = None) -> Spoken:
        twin = position.copy()
        twin.said = [word for word in position.said if self._is_known(now or position, word, side)]
        return twin

    @staticmethod
    def _is_known(position: Spoken, word: str, viewer: str) -> bool:
        side = word.partition(" ")[0]
        hidden = side in ("red", "blue") and position.stage != SHOWN and not word.endswith(" done")
        return not hidden or viewer in (side, REFEREE)


def game_of(*orders: tuple[str, str]) -> Game:
    game = start.new_game(Choosers(), "only", 1)
    for side, word in orders:
        game.play(PASS if word == "done" else Say(word), side)
    return game


LONG = (("red", "alpha"), ("blue", "beta"), ("red", "beta"), ("red", "alpha"), ("red", "done"))
SHORT = (("blue", "beta"), ("red", "gamma"), ("red", "done"))


def given(game: Game, side: str) -> dict[str, Any]:
    """Everything that a side is given."""
    sight = Sight(game, side, game.decision)
    twin = known_game(game, side, guess=1)
    return {
        "view": game.view(side),
        "mail": mail_text(game, side, "a game"),
        "given": sight.given(),
        "heard": [event.text for event in sight.heard()],
        "sight": (sight.step, said_by(sight.position)),
        "what if": (twin.view(side), [decision.side for decision in twin.decisions]),
    }


def said_by(position: Position) -> list[str]:
    assert isinstance(position, Spoken)
    return position.said


def loaded(text: str) -> Game:
    title = Choosers()
    return save.from_text(text, lambda _name: title)


def test_what_is_under_seal_makes_no_difference_to_the_other_side() -> None:
    assert given(game_of(*LONG), "blue") == given(game_of(*SHORT), "blue")
    assert given(game_of(*LONG), "red") != given(game_of(*SHORT), "red")


def test_one_knows_only_ones_own_steps_under_seal() -> None:
    game = game_of(*LONG)
    assert [at for at in range(game.step) if game.is_known(at, "blue")] == [1]
    assert [at for at in range(game.step) if game.is_known(at, "red")] == [0, 2, 3, 4]
    assert game.steps_known(OBSERVER) == 0
    assert game.steps_known(REFEREE) == game.step == 5
    assert [entry.sealed for entry in game.journal] == ["words"] * 5


def test_only_who_answered_hears_what_is_told_of_it() -> None:
    game = game_of(*LONG, ("blue", "done"))
    assert [event.text for event in game.events if event.seen_by("blue")] == [
        "blue chose beta",
        "blue chose done",
        "both have chosen",
    ]
    assert [event.text for event in game.events if event.seen_by(OBSERVER)] == ["both have chosen"]


def test_each_counts_the_steps_it_knows() -> None:
    game = game_of(*LONG)
    assert [game.true_step(number, "blue") for number in range(2)] == [0, 5]
    assert [game.true_step(number, "red") for number in range(5)] == [0, 1, 3, 4, 5]
    game.play(Say("alpha"), "blue", expect=1)
    with pytest.raises(Stale) as stale:
        game.play(Say("gamma"), "blue", expect=1)
    assert (stale.value.had, stale.value.needed) == (1, 2)
    assert game.steps_known("red") == 4


def test_an_opened_envelope_is_known_to_all() -> None:
    game = game_of(*LONG, ("blue", "done"), ("red", "show"))
    assert game.journal[-1].opened == ("words",)
    assert all(game.is_known(at, viewer) for at in range(game.step) for viewer in ("red", "blue", OBSERVER))
    assert game.steps_known("blue") == game.step
    assert [event.text for event in game.events if event.seen_by(OBSERVER)][-1] == "the words are shown"
    with pytest.raises(Refusal, match="an envelope was opened"):
        game.undo()
    before = game.branch(game.step - 1)
    assert not before.is_known(0, "blue")


def test_dice_thrown_under_seal_are_sealed_with_it() -> None:
    game = game_of(*SHORT, ("blue", "done"))
    assert game.journal[1].rolls
    for side, thrown in (("blue", 0), ("red", 1)):
        mail = loaded(mail_text(game, side))
        assert mail.position.dice.thrown == thrown
    game.play(Say("show"))
    assert loaded(mail_text(game, "blue")).position.dice.thrown == 1


def test_choices_made_at_the_same_time_cannot_be_taken_back_whatever_the_other_did() -> None:
    for orders in (LONG, SHORT):
        for side in ("red", "blue"):
            with pytest.raises(Refusal, match="it is under seal"):
                game_of(*orders).undo(side)
    with pytest.raises(Refusal, match="nothing to take back"):
        game_of(("red", "alpha")).undo("blue")


def test_a_save_keeps_what_is_under_seal() -> None:
    game = game_of(*LONG, ("blue", "done"), ("red", "show"), ("blue", "no"))
    again = loaded(save.as_text(game))
    assert again.journal == game.journal
    assert [again.steps_known(side) for side in ("red", "blue")] == [8, 8]
    assert again.branch(3).steps_known("blue") == 1
    assert game_of(*LONG).branch().steps_known("blue") == 1


def test_a_copy_sent_by_mail_begins_anywhere_in_a_secret_phase_and_its_reply_is_taken() -> None:
    game = game_of(*LONG[:3])
    copy = loaded(mail_text(game, "blue"))
    assert copy.view("blue")["position"] == game.view("blue")["position"]
    game.play(Say("gamma"), "red")  # meanwhile
    copy.play(Say("beta"), "blue")
    copy.play(PASS, "blue")
    mail_in_bytes(game, reply_text(copy).encode())
    assert words_of(said_position(game), "blue") == ["done"]
    with pytest.raises(Stale):
        mail_in_bytes(game, reply_text(copy).encode())


def said_position(game: Game) -> Spoken:
    assert isinstance(game.position, Spoken)
    return game.position


def test_after_the_opening_a_copy_shows_the_words() -> None:
    game = game_of(*LONG, ("blue", "done"), ("red", "show"))
    copy = loaded(mail_text(game, "blue"))
    assert copy.decision.side == "blue"
    assert copy.view("blue")["position"] == game.view("blue")["position"]
    assert "red beta" in said(copy)


def test_of_an_order_of_another_only_who_is_asked_gets_the_steps() -> None:
    def ordering(table: Table, position: Spoken) -> Procedure:
        while True:
            position.said.append((yield ask("red", "take", "leave", station=True)).word)
            position.said.append((yield ask("red", "ours", "theirs")).word)
            position.said.append((yield ask("blue", "yes", "no")).word)

    game = start.new_game(Tiny(ordering), "only", 1)
    game.play(Say("take"))
    assert "take" not in mail_text(game, "blue")
    assert [decision.kind for decision in known_game(game, "blue").decisions] == ["say"]
    assert "take" in mail_text(game, "red")
    game.play(Say("ours"))
    assert "take" in mail_text(game, "blue")


def test_a_simulation_keeps_a_station_after_every_step_under_seal() -> None:
    game = game_of()
    game.station_every = 50
    for side, word in LONG:
        game.play(PASS if word == "done" else Say(word), side)
    assert game.stations[-1].step == game.step


def test_a_question_under_seal_is_asked_even_if_there_is_one_answer() -> None:
    def alone(table: Table, position: Spoken) -> Procedure:
        while True:
            only = ask("red", "yes")
            answer = yield msgspec.structs.replace(only, sealed="it", station=True)
            position.said.append(answer.word)

    game = start.new_game(Tiny(alone), "only", 1)
    game.play(Say("yes"))
    assert game.step == 1
    game.undo("red")  # nobody else was choosing
    assert (game.step, game.steps_known("blue")) == (0, 0)


@pytest.mark.parametrize(
    ("together", "what"), [(False, "must be a station"), (True, "stands alone or is eager")]
)
def test_what_would_betray_an_answer_under_seal_is_a_fault_of_the_title(together: bool, what: str) -> None:
    def careless(table: Table, position: Spoken) -> Procedure:
        first = ask("red", "yes", "no")
        sealed = msgspec.structs.replace(first, sealed="it", station=True)
        yield Together((sealed, ask("blue", "yes", "no"))) if together else sealed
        yield ask("blue", "yes", "no")
        return None

    with pytest.raises(RuntimeError, match=what):
        start.new_game(Tiny(careless), "only", 1).play(Say("yes"))


def test_an_answer_that_others_have_followed_is_not_taken_back_with_theirs() -> None:
    def three(table: Table, position: Spoken) -> Procedure:
        answers = yield Together(
            tuple(ask(side, "yes", "no") for side in ("red", "blue", "white")), station=True
        )
        position.said += [answer.word for answer in answers.values()]
        return None

    game = start.new_game(Tiny(three), "only", 1)
    game.play(Say("yes"), "red")
    assert [game.is_known(0, viewer) for viewer in ("red", "blue", REFEREE)] == [True, False, True]
    assert game.steps_known("blue") == 1  # that red has answered is seen
    game.branch().undo("red")
    game.play(Say("no"), "blue")
    with pytest.raises(Refusal, match="another has answered since"):
        game.undo("red")


def test_events_keep_to_whom_they_were_told() -> None:
    table = Table(game_of().position)
    table.begin_step("red", "words")
    table.tell("one")
    table.tell("two", to=["blue"])
    table.tell("three", to=[EVERYBODY])
    table.open_seal("words")
    table.tell("four")
    assert table.events == [
        Event("one", to=("red",)),
        Event("two", to=("blue",)),
        Event("three"),
        Event("four"),
    ]
