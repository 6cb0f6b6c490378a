"""Whatever one may not know makes no difference: each test opens one door a little."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

import hexfront
from hexfront.kernel import attacks, knowledge, mail, marches
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.dice import Dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import Known
from hexfront.kernel.marches import Marching
from hexfront.kernel.showing import Face, Question, Target, Track
from hexfront.kernel.table import Table
from hexfront.kernel.title import EVERYBODY, OBSERVER, Title
from hexfront.proof.invariants import Broken
from hexfront.proof.secrecy import guessed_world, no_interference, resealed_world, unseen_world
from hexfront.server.views import Shown, last_events
from outpost.orders import Attack, Discard, Draw, Go, Pick
from tests.outpost.skirmish import outpost, position_of, wander

LOTS = 60
Spoil = Callable[[pytest.MonkeyPatch, Title], None]


def start() -> Game:
    return hexfront.new("outpost/skirmish", seed=5)


def planned() -> Game:
    game = start()
    game.play_words("plan raid", by="red")
    game.play_words("plan hold", by="blue")
    return game


def marching() -> Game:
    """In the middle of a move."""
    game = planned()
    game.play(Pick("r1"))
    return game


def joining() -> Game:
    """In the middle of an attack: one unit has joined it, others may."""
    game = outpost(
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit red d horse 0504",
        "unit red rd depot 0403",
        "unit blue b foot 0405",
        turn="1 attack red",
    )
    game.play(Attack("0405"))
    game.play_words("join a")
    return game


def choosing() -> Game:
    """Both sides choose cards: red has taken two steps, then blue one, then red another two."""
    game = hexfront.new("outpost/skirmish", seed=5, options={"cards": "on"})
    for side, action in (
        ("red", Draw("guns")),
        ("red", Draw("charge")),
        ("blue", Draw("horses")),
        ("red", Discard("guns")),
        ("red", Draw("guides")),
    ):
        game.play(action, side)
    return game


def one_card_left() -> Game:
    """Red can attack nobody, but has a card to play."""
    return outpost("hand red guns", "hand blue", turn="1 attack red")


def look(game: Game) -> None:
    """Look into many other worlds, with all kinds of orders that may not be given."""
    strangers = [Pick("b1"), Attack("0101"), Draw("guns")]
    for number in range(LOTS):
        no_interference(game, random.Random(number), strangers)


def enemy_points(position: Any, side: str) -> int:
    points: int = position.points["blue" if side == "red" else "red"]
    return points


def picture_leaks(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import portrait

    counter = portrait._counter
    monkeypatch.setattr(portrait, "_counter", lambda unit, *, knows: counter(unit, knows=True))


def report_leaks(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    report = type(title).report

    def telling(self: Title, position: Any, viewer: str) -> Any:
        phase = f"with {sum(position.points.values())} points"
        return msgspec.structs.replace(report(self, position, viewer), phase=phase)

    monkeypatch.setattr(type(title), "report", telling)


def faces_leak(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    face = type(title).face

    def telling(self: Title, position: Any, decision: Decision, action: Action) -> Face:
        cost = str(enemy_points(position, decision.side))
        return msgspec.structs.replace(face(self, position, decision, action), cost=cost)

    monkeypatch.setattr(type(title), "face", telling)


def questions_leak(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def telling(self: Game[Any], subject: str, viewer: str) -> Sequence[Question]:
        return [Question(str(sum(self.position.points.values())), PASS)]

    monkeypatch.setattr(Game, "questions_about", telling)


def prompt_leaks(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """In the middle of a move, where no station is, one is told how many supply points the enemy has."""
    from outpost import movement

    where = movement.ask_where

    def telling(position: Any, unit: Any, legs: Any, left: int) -> Any:
        prompt = f"The enemy has {enemy_points(position, unit.side)} points"
        return msgspec.structs.replace(where(position, unit, legs, left), prompt=prompt)

    monkeypatch.setattr(movement, "ask_where", telling)


def refusals_leak(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import movement

    def telling(position: Any, side: str, action: Action) -> Refusal:
        return Refusal("3.1", f"no, for the enemy has {enemy_points(position, side)} points")

    monkeypatch.setattr(movement, "why_not_pick", telling)


def looks_ahead_in_the_true_game(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Faces are told only after an order that is not given, so that no other door tells the same."""
    face = type(title).face

    def telling(self: Title, position: Any, decision: Decision, action: Action) -> Face:
        cost = str(enemy_points(position, decision.side)) if isinstance(action, Go) else ""
        return msgspec.structs.replace(face(self, position, decision, action), cost=cost)

    monkeypatch.setattr(type(title), "face", telling)
    monkeypatch.setattr(knowledge, "known_game", lambda game, side, guess=None: game.branch())


def the_sheet_reckons_in_the_true_game(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Who could attack is told of the true position, on the sheet alone."""

    def telling(game: Game, side: str, guess: object = None) -> Game:
        return game.branch()

    def targets(self: Title, position: Any, decision: Decision) -> Sequence[Target]:
        return [Target("0101", PASS, (str(enemy_points(position, decision.side)),))]

    monkeypatch.setattr(attacks, "known_game", telling)
    monkeypatch.setattr(type(title), "targets", targets)


def marches_are_thought_of_in_the_true_game(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Whether it is the time to march is told of the true position."""

    def telling(game: Game, side: str, guess: object = None) -> Game:
        return game.branch()

    def possible(self: Marching[Any]) -> bool:
        return enemy_points(self.known.position, self.side) % 2 == 0

    monkeypatch.setattr(marches, "known_game", telling)
    monkeypatch.setattr(Marching, "possible", property(possible))


def environments_are_told(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def telling(self: Title, position: Any, viewer: str) -> Sequence[Track]:
        return [Track("points", "", value=enemy_points(position, viewer))]

    monkeypatch.setattr(type(title), "tracks", telling)


def mail_names_what_is_in_hand(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """A file is sent with all the steps of an order that another side has begun."""

    def careless(game: Game, side: str) -> Known:
        station = game.stations[-1]
        position = game.title.redact(station.position, side, game.position)
        position.dice = Dice(0)
        return Known(position, tuple(game.journal[station.step :]), station.events)

    monkeypatch.setattr(mail, "sent_order", careless)


def steps_are_counted(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    monkeypatch.setattr(Game, "steps_known", lambda self, viewer: self.step)


def undo_tells(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Whoever wants to take back is told if another has done something under seal since."""
    before = Game.before_last_order

    def telling(self: Game, by: str | None = None) -> int:
        if by and self.journal and self.journal[-1].by != by:
            raise Refusal((), "the last order was not yours")
        return before(self, by)

    monkeypatch.setattr(Game, "before_last_order", telling)


def a_choice_under_seal_is_told(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import cards

    choose = cards.choose_hands

    def telling(table: Table, position: Any) -> Any:
        procedure = choose(table, position)
        answer = None
        while True:
            try:
                answer = yield procedure.send(answer)
            except StopIteration:
                return None
            table.tell(f"somebody chose {answer}", to=[EVERYBODY])

    monkeypatch.setattr(cards, "choose_hands", telling)


def asks_only_who_has_a_card(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import cards

    monkeypatch.setattr(cards, "may_hold", lambda position, side: False)


@pytest.mark.parametrize("made", [start, planned, marching, joining, choosing, one_card_left])
def test_nothing_is_told_as_it_is(made: Callable[[], Game]) -> None:
    look(made())


@pytest.mark.parametrize(
    ("spoil", "made"),
    [
        (picture_leaks, start),
        (report_leaks, start),
        (faces_leak, planned),
        (questions_leak, start),
        (prompt_leaks, marching),
        (refusals_leak, planned),
        (looks_ahead_in_the_true_game, planned),
        (the_sheet_reckons_in_the_true_game, planned),
        (marches_are_thought_of_in_the_true_game, planned),
        (environments_are_told, planned),
        (mail_names_what_is_in_hand, joining),
        (steps_are_counted, choosing),
        (undo_tells, choosing),
        (a_choice_under_seal_is_told, choosing),
        (asks_only_who_has_a_card, one_card_left),
    ],
)
def test_a_door_that_tells_something_is_found(
    monkeypatch: pytest.MonkeyPatch, spoil: Spoil, made: Callable[[], Game]
) -> None:
    spoil(monkeypatch, hexfront.find_title("outpost"))
    with pytest.raises(Broken, match="no interference"):
        look(made())


def test_other_worlds_are_other_worlds() -> None:
    game = choosing()
    others = [resealed_world(game, "blue", random.Random(number)) for number in range(20)]
    hands = {(other.step, position_of(other).hands["red"]) for other in others if other is not None}
    assert len(hands) > 5
    kinds = set()
    for number in range(20):
        guessed = guessed_world(start(), "blue", number)
        assert guessed is not None
        kinds.add(tuple(unit.kind for unit in position_of(guessed).of_side("red")))
    assert len(kinds) > 1
    unseen = unseen_world(joining(), "blue", random.Random(1))
    assert unseen is not None
    assert unseen.journal[-1].action != joining().journal[-1].action


def test_a_guess_that_does_not_fit_is_left_out() -> None:
    assert unseen_world(start(), "blue", random.Random(1)) is None
    assert resealed_world(planned(), "blue", random.Random(1)) is None


def test_the_server_shows_a_viewer_the_same_in_every_world() -> None:
    """What goes to the browser is made of the same doors."""
    for game in (choosing(), wander(planned(), random.Random(2), 25)):
        for viewer in ("red", "blue", OBSERVER):
            worlds = [guessed_world(game, viewer, 3), resealed_world(game, viewer, random.Random(4))]
            for other in filter(None, worlds):
                one, two = Shown(game, viewer), Shown(other, viewer)
                for part in ("step", "report", "pieces", "markers", "waiting", "asked", "decision", "undo"):
                    assert getattr(one, part) == getattr(two, part)
                assert last_events(game, viewer) == last_events(other, viewer)
