"""Chapters 17 and 18: supply points held, sent and taken in."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import (
    Administer,
    Attack,
    Entrain,
    Go,
    March,
    Pick,
    Place,
    Ride,
    TakeIn,
    Transfer,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import headquarters, stacking
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.western_front.builders import Play, game, node, position, table
from tests.games.western_front.played import fight, listed, marches, refusal, state

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


# In play

ENTENTE_MOVES = BOARD.replace("central-powers", "entente").replace("country=germany", "country=france")


def shipment_of(playing: Game, points: int, sender: str = "army") -> str:
    """Make a shipment up and give its name."""
    before = set(state(playing).units)
    playing.play_all([Administer(), Transfer(sender, points)])
    (name,) = set(state(playing).units) - before
    return name


@pytest.mark.rule("18-6")
@pytest.mark.parametrize(
    ("supply", "marks", "most_points"),
    [(50, "", 10), (4, "", 4), (50, "transferred=7", 3), (50, "transferred=10", 0)],
)
def test_shipments_of_more_than_10_points_a_phase_are_refused(
    supply: int, marks: str, most_points: int
) -> None:
    playing = game(army(supply, marks=marks).replace("central-powers", "central-powers begun=yes"))
    for points in range(1, 12):
        rules = refusal(playing, Administer(), Transfer("army", points))
        assert rules == (() if points <= most_points else ("18-6",))


@pytest.mark.rule("18-6")
def test_who_has_moved_sends_nothing_and_who_has_sent_does_not_move() -> None:
    moved = game(army(50))
    moved.play(March(("army",), "0202"))
    assert refusal(moved, Administer(), Transfer("army", 1)) == ("18-6",)
    sending = game(army(50))
    shipment_of(sending, 3)
    assert refusal(sending, Pick("army")) == ("18-6",)


@pytest.mark.rule("18-6")
@pytest.mark.parametrize(("points", "offered"), [(6, True), (7, False)])
def test_what_a_headquarters_has_sent_leaves_less_for_it_to_receive(points: int, offered: bool) -> None:
    """Four points go out, so six may come in."""
    load = SHIPMENT.format(points=points, marks="").replace("0102", "0101")
    playing = game(army(50) + load)
    shipment_of(playing, 4)
    playing.play(March(("load",), "0102"))
    playing.play(PASS)
    assert ("take-in load army" in listed(playing)) == offered


@pytest.mark.rule("18-8", "18-9")
def test_a_shipment_moves_at_once_and_four_points_far() -> None:
    row = "board corner=0101\n| . . . . . . .\n| . . . . . . .\n"
    field = "date 1914-09-2 movement central-powers\n" + row + ARMY
    playing = game(field.format(size="xxxx", supply=50, marks=""))
    load = shipment_of(playing, 10)
    reached = marches(playing, load)
    assert "0502" in reached
    assert "0602" not in reached  # nor does it get there in column


@pytest.mark.rule("18-8")
def test_a_shipment_rides_ten_hexes_to_the_point_and_takes_the_place_of_a_division() -> None:
    hexes = [f"{column:02}01" for column in range(1, 34)]
    sides = "".join(f"side {here}-{there} rail=double\n" for here, there in pairwise(hexes))
    text = (
        "date 1914-09-2 movement central-powers\nboard corner=0101\n"
        f"| {' '.join('.' * 33)}\n{sides}rail {' '.join(hexes)} ge\nrail-used ge 14\n"
        "unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=50\n"
    )
    playing = game(text)
    load, second = shipment_of(playing, 5), shipment_of(playing, 5)
    playing.play_all([Pick(load), Entrain()])
    reached = {each.to for each in playing.decision.choices() if isinstance(each, Ride)}
    assert "3101" in reached  # thirty hexsides for the three points left
    assert "3201" not in reached
    playing.play_all([Ride("3101"), PASS])
    assert refusal(playing, Pick(second), Entrain()) == ("8-1", "8-2")


@pytest.mark.rule("18-9")
@pytest.mark.parametrize(
    ("hq", "reached"),
    [("", set()), ("0402", {"0402"}), ("0102", {"0101", "0201", "0202", "0302", "0402", "0103", "0203"})],
    ids=["no headquarters", "to a headquarters", "from a headquarters"],
)
def test_off_the_rails_a_shipment_moves_only_from_or_to_a_headquarters(hq: str, reached: set[str]) -> None:
    text = BOARD + SHIPMENT.format(points=6, marks="")
    playing = game(text + (f"unit H {hq} nation=ge kind=hq size=xxxx values=0-4\n" if hq else ""))
    found = marches(playing, "load")
    assert reached <= found if len(reached) > 1 else found == reached
    if not hq:
        assert refusal(playing, Pick("load"), Go("0202")) == ("18-9",)


@pytest.mark.rule("17-2", "17-3", "37-8", "38-3", "39-2")
@pytest.mark.parametrize(
    ("sender", "receiver", "may"),
    [
        ("ge", "ge", True),
        ("ge", "ah", True),
        ("ah", "ge", False),
        ("fr", "fr", True),
        ("fr", "be", True),
        ("fr", "gb", False),
        ("gb", "be", True),
        ("gb", "fr", False),
        ("be", "fr", False),
        ("be", "gb", False),
    ],
)
def test_a_headquarters_is_offered_points_of_its_own_nation_or_of_one_that_may_give_it_some(
    sender: str, receiver: str, may: bool
) -> None:
    text = BOARD if sender in ("ge", "ah") else ENTENTE_MOVES
    text += f"unit H 0102 nation={receiver} kind=hq size=xxxx values=0-4\n"
    playing = game(text + f"unit load 0102 piece={sender}-supply supply=6\n")
    playing.play(PASS)
    assert ("take-in load H" in listed(playing)) == may
    if may:
        playing.play(TakeIn("load", "H"))
        assert state(playing).units["H"].supply == 6


@pytest.mark.rule("17-2")
def test_points_that_an_ally_has_taken_in_are_his_and_do_not_go_back() -> None:
    text = ENTENTE_MOVES + "unit F 0202 nation=fr kind=hq size=xxxx values=0-4 supply=20\n"
    playing = game(text + "unit B 0202 nation=be kind=hq size=xxxx values=0-4 supply=6\n")
    load = shipment_of(playing, 6, "B")
    assert state(playing).units[load].piece == "be-supply"
    playing.play(PASS)
    assert f"take-in {load} F" not in listed(playing)
    assert state(playing).units["F"].supply == 20


# Paying in play

FIGHT = """
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
hex 0101 country=france
hex 0403 country=germany
"""
ON_THE_OFFENSIVE = "date 1914-09-2 combat entente\n" + FIGHT + "unit G 0302 nation=ge kind=inf values=8-5\n"


@pytest.mark.rule("17-3", "18-13", "38-3", "39-2")
@pytest.mark.parametrize(
    ("payer", "paid", "more", "supplied"),
    [
        ("fr", "fr", "", True),
        ("fr", "be", "", True),
        ("gb", "be", "", True),
        ("gb", "fr", "", False),
        ("be", "fr", "", False),
        ("fr", "gb", "", True),  # a lone British division has nobody else to turn to
        ("fr", "gb", "unit C 0101 nation=gb kind=inf values=9-5\n", False),
        ("fr", "gb", "unit C 0101 nation=gb kind=hq size=xxxx\n", False),
        ("be", "gb", "", False),
    ],
)
def test_a_headquarters_pays_for_its_own_and_for_those_it_may_supply(
    payer: str, paid: str, more: str, supplied: bool
) -> None:
    text = ON_THE_OFFENSIVE + f"unit A 0202 nation={paid} kind=inf values=6-4\n{more}"
    playing = game(text + f"unit H 0102 nation={payer} kind=hq size=xxxx supply=20\n")
    told = fight(playing, "0302", "A")
    assert told.attack["strength"] == (6 if supplied else 3)
    assert state(playing).units["H"].supply == (18 if supplied else 20)


@pytest.mark.rule("37-8")
def test_german_points_serve_the_siege_guns_of_their_ally() -> None:
    text = "date 1914-08-4 combat central-powers\n" + FIGHT
    text += "unit fort 0202 nation=be kind=fortress values=12-0\n"
    text += "unit S 0302 nation=ah kind=siege size=i values=4-3\n"
    playing = game(text + "unit H 0402 nation=ge kind=hq size=xxxx supply=20\n")
    told = fight(playing, "0202", "S")
    assert told.said("19-3") == ["German H expends 2 supply points for the attack"]


@pytest.mark.rule("18-14")
def test_a_headquarters_pays_before_it_is_mobilized() -> None:
    text = ON_THE_OFFENSIVE + "unit A 0202 nation=fr kind=inf values=6-4\n"
    playing = game(text + "unit H 0102 nation=fr kind=hq size=xxxx supply=20 unmobilized\n")
    assert fight(playing, "0302", "A").attack["strength"] == 6


@pytest.mark.rule("18-15")
@pytest.mark.parametrize(
    ("beside", "strength"),
    [
        ("", 3),
        ("unit E 0302 nation=ge kind=eng size=iii values=0-3\n", 3),
        ("unit R 0302 nation=ge kind=rpl values=4-4\n", 3),
        ("unit C 0302 nation=ge kind=cav values=1-6 full=1\n", 3),
        ("unit D 0302 nation=ge kind=inf values=8-4\n", 12),  # cut off in a zone, it pays for nobody
        ("unit T 0302 nation=ge kind=fortress values=2-0\n", 6),
    ],
    ids=["alone", "engineers", "replacements", "cavalry", "infantry", "fortress"],
)
def test_a_headquarters_answers_with_one_and_only_where_nobody_else_can(beside: str, strength: int) -> None:
    text = "date 1914-09-2 combat entente\n" + FIGHT
    text += "unit H 0302 nation=ge kind=hq size=xxxx supply=20\n" + beside
    text += "unit A 0202 nation=fr kind=inf values=4-4\nunit P 0102 nation=fr kind=hq size=xxxx supply=20\n"
    assert fight(game("dice 1 1\n" + text), "0302", "A").answer["strength"] == strength


@pytest.mark.rule("18-15")
def test_a_headquarters_never_attacks() -> None:
    text = ON_THE_OFFENSIVE + "unit H 0202 nation=fr kind=hq size=xxxx supply=20\n"
    assert listed(game(text + "unit A 0301 nation=fr kind=inf values=6-4\n")) == ["attack 0302", "pass"]
    playing = game(text + "unit A 0301 nation=fr kind=inf values=6-4\n")
    playing.play(Attack("0302"))
    assert "join H" not in listed(playing)
