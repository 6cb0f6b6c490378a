"""Chapters 17 and 18: supply points held, sent and taken in."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import Place, TakeIn, Transfer
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import headquarters, stacking
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import Play, node, position, table

BOARD = """
date 1914-09-2 movement central-powers
board corner=0101
| . . . .
| . . . .
| . . . .
hex 0101 country=germany
"""
ARMY = "unit army 0102 nation=ge kind=hq size={size} values=0-4 supply={supply} {marks}\n"
SHIPMENT = "unit load 0102 piece=ge-supply supply={points} {marks}\n"


def army(supply: int = 50, size: str = "xxxx", marks: str = "") -> str:
    return BOARD + ARMY.format(size=size, supply=supply, marks=marks)


def most(of: WesternFrontPosition) -> int:
    """The largest shipment that may be made up."""
    return max((each.points for each in headquarters.movement_choices(of, CENTRAL_POWERS)), default=0)  # type: ignore[attr-defined]


def sent(of: WesternFrontPosition, points: int) -> str:
    """Make up a shipment and give its name."""
    Play(headquarters.transfer(table(of), of, Transfer("army", points)))
    return next(unit.name for unit in of.units.values() if of.piece(unit).supply)


def taking(of: WesternFrontPosition) -> Play:
    return Play(headquarters.end_of_movement(table(of), of))


# Holding


@pytest.mark.rule("17-4")
def test_a_headquarters_holds_100_points_at_most() -> None:
    placed = position(army(95) + SHIPMENT.format(points=6, marks=""))
    assert taking(placed).over
    assert placed.units["army"].supply == 95
    roomier = position(army(94) + SHIPMENT.format(points=6, marks=""))
    taking(roomier).answer(TakeIn("load", "army"))
    assert roomier.units["army"].supply == 100


@pytest.mark.rule("17-3", "37-8", "38-3", "39-2")
@pytest.mark.parametrize(
    ("sender", "receiver", "may"),
    [("ge", "ah", True), ("ah", "ge", False), ("fr", "be", True), ("fr", "gb", False), ("gb", "us", True)],
)
def test_points_go_to_headquarters_of_the_nation_or_of_those_it_may_supply(
    sender: str, receiver: str, may: bool
) -> None:
    text = f"unit H 0102 nation={receiver} kind=hq size=xxxx values=0-4\n"
    text += f"unit load 0102 piece={sender}-supply supply=6\n"
    placed = position(BOARD + text)
    shipment, taker = placed.units["load"], placed.units["H"]
    assert (headquarters.why_not_take_in(placed, shipment, taker) is None) is may


@pytest.mark.rule("17-2", "18-12")
def test_points_on_the_way_belong_to_their_nation_and_count_with_the_rest() -> None:
    placed = position(army(50) + SHIPMENT.format(points=6, marks=""))
    assert headquarters.total(placed, "ge") == 56
    assert headquarters.total(placed, "fr") == 0


@pytest.mark.rule("17-5")
def test_the_enemy_does_not_see_what_a_headquarters_holds() -> None:
    placed = position(army(50))
    shown = {viewer: TITLE.view(placed, viewer)["units"][0] for viewer in (CENTRAL_POWERS, ENTENTE)}
    assert shown[CENTRAL_POWERS]["supply"] == 50
    assert "supply" not in shown[ENTENTE]


@pytest.mark.rule("17-5")
def test_transfers_are_told_to_their_owner_only() -> None:
    placed = position(army(50))
    at = table(placed)
    Play(headquarters.transfer(at, placed, Transfer("army", 10)))
    headquarters.take_in(at, placed, next(name for name in placed.units if name != "army"), "army")
    assert [event.to for event in at.events] == [(CENTRAL_POWERS,), (CENTRAL_POWERS,)]


@pytest.mark.rule("18-2", "18-5")
def test_a_headquarters_controls_nothing_and_takes_no_room() -> None:
    placed = position(army(50))
    assert not placed.piece(placed.units["army"]).controls
    assert not any(placed.controlled(at, CENTRAL_POWERS) for at in range(len(placed.setting.board)))
    assert stacking.load(placed, node(placed, "0102")) == (0, 0, 0)


# Sending


@pytest.mark.rule("18-6")
@pytest.mark.parametrize(
    ("supply", "marks", "limit"),
    [(50, "", 10), (4, "", 4), (50, "transferred=7", 3), (50, "transferred=10", 0), (50, "moved", 0)],
)
def test_a_headquarters_that_stands_still_sends_up_to_10_points(supply: int, marks: str, limit: int) -> None:
    assert most(position(army(supply, marks=marks))) == limit


@pytest.mark.rule("18-6")
def test_refusals_say_why_points_cannot_be_sent() -> None:
    moved = position(army(50, marks="moved"))
    refusal = headquarters.why_not_in_movement(moved, CENTRAL_POWERS, Transfer("army", 3))
    assert refusal is not None
    assert "moved" in refusal.reason
    spent = position(army(50, marks="transferred=8"))
    refusal = headquarters.why_not_in_movement(spent, CENTRAL_POWERS, Transfer("army", 3))
    assert refusal is not None
    assert (refusal.needed, refusal.had) == (3, 2)


@pytest.mark.rule("18-7", "18-8")
def test_a_shipment_leaves_the_stock_and_moves_like_infantry_with_4_points() -> None:
    placed = position(army(50))
    shipment = placed.units[sent(placed, 7)]
    assert (shipment.supply, shipment.at, shipment.moved) == (7, node(placed, "0102"), False)
    assert placed.units["army"].supply == 43
    piece = placed.piece(shipment)
    assert (piece.movement, piece.rail_size, piece.rail_step) == (4, 1, 3)


@pytest.mark.rule("18-11")
def test_a_shipment_has_neither_zone_nor_strength() -> None:
    placed = position(army(50))
    shipment = placed.units[sent(placed, 7)]
    assert shipment.strength == 0
    assert not placed.exerts_control(shipment)


# Taking in


@pytest.mark.rule("18-10")
def test_a_shipment_in_a_headquarters_hex_may_be_taken_in_or_left() -> None:
    text = army(50) + SHIPMENT.format(points=6, marks="")
    taken = position(text)
    taking(taken).answer(TakeIn("load", "army"))
    assert taken.units["army"].supply == 56
    assert "load" not in taken.units
    left = position(text)
    taking(left).answer(PASS)
    assert (left.units["army"].supply, left.units["load"].supply) == (50, 6)


@pytest.mark.rule("18-10")
def test_it_may_be_taken_in_when_the_enemys_movement_phase_ends_too() -> None:
    placed = position(army(50).replace("movement central-powers", "movement entente") + SHIPMENT.format(
        points=6, marks=""
    ))  # fmt: skip
    taking(placed).answer(TakeIn("load", "army"))
    assert placed.units["army"].supply == 56


@pytest.mark.rule("18-10")
def test_during_the_movement_phase_it_is_too_early() -> None:
    placed = position(army(50) + SHIPMENT.format(points=6, marks=""))
    refusal = headquarters.why_not_in_movement(placed, CENTRAL_POWERS, TakeIn("load", "army"))
    assert refusal is not None
    assert refusal.rules == ("18-10",)


@pytest.mark.rule("18-6")
@pytest.mark.parametrize(
    ("marks", "rule"), [("moved", "18-6"), ("transferred=5", "18-6"), ("transferred=4", "")]
)
def test_the_receiver_stands_still_too_and_handles_10_points_in_all(marks: str, rule: str) -> None:
    placed = position(army(50, marks=marks) + SHIPMENT.format(points=6, marks=""))
    refusal = headquarters.why_not_take_in(placed, placed.units["load"], placed.units["army"])
    assert (refusal.rules[0] if refusal else "") == rule


# Corps headquarters


def corps(points: int, marks: str = "", shipped: str = "", extra: str = "") -> Refusal | None:
    text = army(points, "xxx", marks) + SHIPMENT.format(points=6, marks=shipped) + extra
    placed = position(text)
    return headquarters.why_not_take_in(placed, placed.units["load"], placed.units["army"])


@pytest.mark.rule("18-18")
def test_a_corps_headquarters_holds_10_points() -> None:
    assert corps(4, shipped="rode") is None
    refusal = corps(5, shipped="rode")
    assert refusal is not None
    assert refusal.rules == ("17-4",)


@pytest.mark.rule("18-18")
def test_overland_it_receives_only_in_the_turn_of_its_creation() -> None:
    refusal = corps(0)
    assert refusal is not None
    assert refusal.rules == ("18-18",)
    assert corps(0, extra="flag created-army 1914092\n") is None
    assert corps(0, extra="flag created-army 1914091\n") is not None


@pytest.mark.rule("18-18")
def test_it_sends_only_from_a_railway_once_it_is_older() -> None:
    assert most(position(army(8, "xxx"))) == 0
    assert most(position(army(8, "xxx") + "rail 0102 ge\n")) == 8
    assert most(position(army(8, "xxx") + "flag created-army 1914092\n")) == 8


@pytest.mark.rule("18-17")
def test_corps_headquarters_are_created_beside_an_army_only_in_the_duration_game() -> None:
    placed = position(army(50))
    assert headquarters.creation_choices(placed, CENTRAL_POWERS) == []
    placed.setting.scenario = headquarters.DURATION_GAME
    choices = headquarters.creation_choices(placed, CENTRAL_POWERS)
    assert ("ge-hq-xxx-kraft", node(placed, "0102")) in choices
    assert headquarters.creation_choices(placed, ENTENTE) == []
    headquarters.create_corps(table(placed), placed, "ge-hq-xxx-kraft", node(placed, "0102"))
    assert placed.units["ge-hq-xxx-kraft"].supply == 0
    assert all(key != "ge-hq-xxx-kraft" for key, _ in headquarters.creation_choices(placed, CENTRAL_POWERS))


@pytest.mark.rule("18-17")
def test_the_owner_is_asked_once_a_turn_whether_to_create_some() -> None:
    placed = position(army(50))
    placed.setting.scenario = headquarters.DURATION_GAME
    play = Play(headquarters.create_corps_headquarters(table(placed), placed))
    play.answer(Place("ge-hq-xxx-mrgn", "0102"), PASS)
    assert play.over
    assert placed.units["ge-hq-xxx-mrgn"].at == node(placed, "0102")
    assert Play(headquarters.create_corps_headquarters(table(placed), placed)).over


@pytest.mark.rule("18-17", "5")
def test_they_are_created_as_the_half_turn_begins() -> None:
    placed = position(army(50).replace("movement", "arrival"))
    placed.setting.scenario = headquarters.DURATION_GAME
    play = Play(sequence.arrival_phase(table(placed), placed))
    play.answer(Place("ge-hq-xxx-mrgn", "0102"))
    assert "ge-hq-xxx-mrgn" in placed.units
    ordinary = position(army(50).replace("movement", "arrival"))
    assert Play(sequence.arrival_phase(table(ordinary), ordinary)).over


@pytest.mark.rule("18-17")
def test_none_is_created_in_an_enemy_zone() -> None:
    placed = position(army(50) + "unit F 0201 nation=fr kind=inf values=6-4\n")
    placed.setting.scenario = headquarters.DURATION_GAME
    assert headquarters.creation_choices(placed, CENTRAL_POWERS) == []


@pytest.mark.rule("WF 3-12")
def test_the_siege_headquarters_never_gets_more_points() -> None:
    placed = position(
        BOARD
        + "unit ge-hq-xxxx-siege 0102 supply=20\n"
        + "unit load 0102 piece=ge-supply supply=6\n"
    )  # fmt: skip
    siege = placed.units["ge-hq-xxxx-siege"]
    refusal = headquarters.why_not_take_in(placed, placed.units["load"], siege)
    assert refusal is not None
    assert refusal.rules == ("17-4",)
