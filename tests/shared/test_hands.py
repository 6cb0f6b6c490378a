"""The group in hand, led by one order."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.shared.hands import March, led, put_down, taken
from tests.outpost.skirmish import outpost, where


@pytest.fixture
def game() -> Game:
    return outpost("unit red a foot 0102", "unit blue d foot 0504")


def played(game: Game, parts: Iterable[Action]) -> list[str]:
    """The parts of an order, each played as it comes."""
    words = []
    for part in parts:
        words.append(as_words(part))
        game.play(part)
    return words


def test_units_are_taken_in_hand_one_after_the_other() -> None:
    assert [*map(as_words, taken(["a", "b", "c"]))] == ["pick a", "add b", "add c"]


def test_a_group_is_led_by_way_of_hexes_and_stays_in_hand(game: Game) -> None:
    order = March(("a",), "0102", ("0103",))
    assert played(game, led(game, order, rule="3.1")) == ["pick a", "go 0103", "go 0102"]
    assert game.decision.kind == "go"


def test_a_march_without_points_to_go_on_is_refused_with_where_it_ends(game: Game) -> None:
    order = March(("a",), "0103", ("0103", "0102") * 6)
    with pytest.raises(Refusal, match=r"the march ends in 010. and does not go on to 010.") as refused:
        game.play(order)
    assert refused.value.rules == ("3.1",)
    assert where(game, "a") == "0102"


def test_what_happens_on_the_way_stops_a_march() -> None:
    game = outpost("unit red a foot 0102", "unit blue h horse 0104")
    order = March(("a",), "0102", ("0103",))
    assert played(game, led(game, order, rule="3.1")) == ["pick a", "go 0103"]
    assert game.decision.side == "blue"


def test_a_group_is_put_down_unless_it_has_stopped_by_itself(game: Game) -> None:
    order = March(("a",), "0103")
    assert played(game, put_down(game, led(game, order, rule="3.1"))) == ["pick a", "go 0103", "pass"]
    assert game.decision.kind == "move"
