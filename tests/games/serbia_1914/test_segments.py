"""A phase can be taken up again in the middle of its segments."""

from __future__ import annotations

from hexfront.games.serbia_1914.orders import Bridge
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import segments
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS
from hexfront.kernel.start import new_game
from hexfront.proof import invariants
from tests.games.serbia_1914.builders import FIELD, position


def test_a_segment_begins_once_and_forgets_its_notes() -> None:
    of = position(FIELD)
    assert segments.begins(of, "bridges")
    assert not segments.begins(of, "bridges")
    segments.note(of, "22.11/22.12")
    assert segments.is_noted(of, "22.11/22.12")
    segments.end(of, "bridges")
    assert not segments.is_noted(of, "22.11/22.12")
    assert segments.begins(of, "bridges")


def test_a_segment_is_gone_through_once_in_a_phase() -> None:
    of = position(FIELD)
    assert list(segments.once(of, "bridges", iter(()))) == []  # type: ignore[arg-type]
    assert segments.OVER + "bridges" in of.flags
    segments.end_phase(of)
    assert of.flags == {}


def test_a_game_is_restored_between_two_bridges_and_nothing_is_left_of_it_afterwards() -> None:
    game = new_game(TITLE, "grand-campaign", 1, {})
    while game.decision.kind != "bridges":
        choices = game.decision.choices()
        game.play(PASS if PASS in choices else choices[0])
    bridge = next(each for each in game.decision.choices() if isinstance(each, Bridge))
    game.play(bridge)
    assert game.decision.kind == "bridges"
    assert game.stations[-1].step == game.step
    invariants.restored(game, invariants.Offer(game))
    assert bridge not in game.decision.choices()
    of = game.position
    assert isinstance(of, SerbiaPosition)
    while of.phase == "finishing":
        choices = game.decision.choices()
        game.play(PASS if PASS in choices else choices[0])
    assert not [flag for flag in of.flags if "segment" in flag]
    assert not any(pontoon.built for pontoon in of.pontoons.values())
