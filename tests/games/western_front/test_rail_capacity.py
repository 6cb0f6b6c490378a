"""Chapter 8: what the rail networks carry in a turn."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Add, Detrain, Entrain, March, Pick, Ride
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import rail, rail_lines
from hexfront.kernel.actions import PASS
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import game, node, position, table
from tests.games.western_front.marches import in_hand, rides
from tests.games.western_front.played import fight_on, refusal, state
from tests.games.western_front.played import in_hand as taken

ROW = """
board corner=0101 shifted=even
| . . . . . .
side 0101-0201 rail=double
side 0201-0301 rail=double
side 0301-0401 rail=double
side 0401-0501 rail=double
"""
FRANCE_AND_BELGIUM = ROW + "rail 0101 0201 fr\nrail 0301 0401 0501 be\n"
GERMANY = ROW + "rail 0101 0201 0301 0401 0501 ge\n"
SEPTEMBER = "date 1914-09-1 movement entente\n"


def weight(of: WesternFrontPosition, name: str) -> int:
    return rail.rail_weight(of, of.units[name])


@pytest.mark.rule("8-2", "37-1", "39-1", "44-1", "WF 3")
@pytest.mark.parametrize(
    ("date", "capacities"),
    [
        ("1914-08-1", (0, 0, 0)),
        ("1914-08-5", (0, 0, 0)),
        ("1914-08-6", (7, 7, 2)),
        ("1914-08-7", (7, 7, 2)),
        ("1914-09-1", (15, 15, 5)),
        ("1914-11-5", (15, 15, 5)),
    ],
)
def test_capacities_of_1914_by_turn(date: str, capacities: tuple[int, int, int]) -> None:
    of = position(f"date {date} movement entente\n{GERMANY}")
    assert tuple(rail.capacity(of, nation) for nation in ("ge", "fr", "be")) == capacities
    assert rail.capacity(of, "gb") == 0


@pytest.mark.rule("8-1", "8-2")
def test_before_its_first_turn_a_network_carries_nobody() -> None:
    text = GERMANY + "unit G 0101 nation=ge kind=inf values=8-5\n"
    early = position("date 1914-08-5 movement central-powers\n" + text)
    found = rail.why_not_entrain(early, ["G"])
    assert found is not None
    assert (found.rules, found.needed, found.had) == (("8-1", "8-2"), 1, 0)
    assert rail.why_not_entrain(position("date 1914-08-6 movement central-powers\n" + text), ["G"]) is None


@pytest.mark.rule("8-1")
def test_capacity_is_used_up_division_by_division() -> None:
    units = "".join(f"unit G{number} 0101 nation=ge kind=inf values=8-5\n" for number in range(3))
    of = position("date 1914-09-1 movement central-powers\n" + GERMANY + "rail-used ge 13\n" + units)
    for name in ("G0", "G1"):
        in_hand(of, name, Entrain(), Ride("0301"), Detrain(), PASS)
    ledger = Ledger("left")
    assert rail.capacity_left(of, "ge", ledger.note) == 0
    assert [term.rule for term in ledger.terms] == ["8-2", "8-1"]
    assert rail.why_not_entrain(of, ["G2"]) is not None


@pytest.mark.rule("8-1", "8-4")
def test_boarding_alone_uses_no_capacity_and_a_journey_counts_once() -> None:
    of = position(
        "date 1914-09-1 movement central-powers\n" + GERMANY + "unit G 0101 nation=ge kind=inf values=8-5\n"
    )
    hand = in_hand(of, "G", Entrain())
    assert of.rail_used == {}
    hand.answer(Ride("0201"), Ride("0301"), Ride("0401"))
    assert of.rail_used == {"ge": 1}


@pytest.mark.rule("8-4")
def test_a_journey_through_two_countries_counts_in_both() -> None:
    of = position(SEPTEMBER + FRANCE_AND_BELGIUM + "unit F 0101 nation=fr kind=inf values=6-4\n")
    hand = in_hand(of, "F", Entrain(), Ride("0201"))
    assert of.rail_used == {"fr": 1}
    hand.answer(Ride("0401"))
    assert of.rail_used == {"fr": 1, "be": 1}


@pytest.mark.rule("8-3", "8-4")
def test_a_train_stops_where_the_next_country_has_no_capacity_left() -> None:
    of = position(
        SEPTEMBER + FRANCE_AND_BELGIUM + "rail-used be 5\nunit F 0101 nation=fr kind=inf values=6-4\n"
    )
    in_hand(of, "F", Entrain())
    assert set(rides(of, "F")) == {"0201"}
    found = rail.why_not_ride(of, ["F"], node(of, "0301"))
    assert found is not None
    assert (found.rules, found.needed, found.had) == (("8-1", "8-2"), 1, 0)


@pytest.mark.rule("8-3", "8-5")
def test_on_conquered_lines_the_capacity_is_that_of_the_nation_that_repaired_them() -> None:
    of = position(
        "date 1914-09-1 movement central-powers\n"
        + ROW
        + """
hex 0401 country=belgium
hex 0501 country=belgium
rail 0101 0201 0301 0401 0501 ge
unit G 0401 nation=ge kind=inf values=8-5
"""
    )
    in_hand(of, "G", Entrain(), Ride("0501"))
    assert of.rail_used == {"ge": 1}


@pytest.mark.rule("8-6", "8-7", "8-8", "18-4", "24-2", "28-4", "29-8", "49-1", "WF 10-4")
@pytest.mark.parametrize(
    ("described", "divisions"),
    [
        ("nation=ge kind=inf values=8-5", 1),
        ("nation=ge kind=inf values=8-5 strength=1", 1),
        ("nation=ge kind=inf size=x values=2-5", 1),
        ("nation=ge kind=inf size=iii values=2-5", 1),
        ("nation=ge kind=eng size=iii values=0-3", 1),
        ("nation=ge kind=siege size=i values=8-2", 1),
        ("nation=ge kind=art size=iii values=3-4", 2),
        ("nation=ge kind=rpl values=4-4", 1),
        ("nation=us kind=inf values=16-5", 2),
        ("nation=us kind=inf size=x values=8-5", 1),
        ("nation=gb kind=tank size=ii values=2-3", 1),
        ("nation=gb kind=tank size=x values=6-3", 3),
        ("nation=ge kind=supply values=0-4 supply=10", 1),
        ("nation=ge kind=supply values=0-4 supply=3", 1),
        ("nation=ge kind=hq size=xxxx values=0-4", 1),
        ("nation=ge kind=hq size=xxxx values=0-4 supply=10", 1),
        ("nation=ge kind=hq size=xxxx values=0-4 supply=11", 2),
        ("nation=ge kind=hq size=xxxx values=0-4 supply=20", 2),
        ("nation=ge kind=hq size=xxxx values=0-4 supply=42", 5),
    ],
)
def test_what_units_count_by_rail(described: str, divisions: int) -> None:
    assert weight(position(f"{SEPTEMBER}{GERMANY}unit U 0101 {described}\n"), "U") == divisions


@pytest.mark.rule("8-8")
def test_a_stack_uses_the_capacity_of_all_its_members() -> None:
    of = position(
        "date 1914-09-1 movement central-powers\n"
        + GERMANY
        + """
unit H 0101 nation=ge kind=hq size=xxxx values=0-4 supply=42
unit A 0101 nation=ge kind=art size=iii values=3-4
"""
    )
    in_hand(of, "H", Add("A"), Entrain(), Ride("0301"))
    assert of.rail_used == {"ge": 7}


@pytest.mark.rule("WF 3-4")
def test_siege_artillery_rides_free_in_the_third_and_fourth_turn() -> None:
    text = GERMANY + "unit S 0101 nation=ah kind=siege size=i values=4-3\n"
    free = position("date 1914-08-3 movement central-powers\n" + text)
    in_hand(free, "S", Entrain(), Ride("0301"))
    assert free.rail_used.get("ge", 0) == 0
    fifth = position("date 1914-08-5 movement central-powers\n" + text)
    assert rail.why_not_entrain(fifth, ["S"]) is not None


# Losing a network

BELGIUM = (
    "date 1914-09-1 movement central-powers\n"
    + FRANCE_AND_BELGIUM
    + """
hex 0301 country=belgium
hex 0401 country=belgium
hex 0501 country=belgium
hex 0101 country=france
place 0301 Bruges kinds=city
place 0401 Ghent kinds=city
rail 0401 cut
holder 0401 central-powers
unit G 0301 nation=ge kind=cav values=2-6
"""
)


@pytest.mark.rule("8-9")
def test_when_all_cities_are_taken_capacity_is_lost_and_lines_pass_to_an_ally() -> None:
    of = position(BELGIUM)
    of.holders[node(of, "0301")] = "central-powers"
    rail_lines.cut_by(table(of), of, ["G"], node(of, "0301"))
    assert rail.capacity(of, "be") == 0
    assert of.rail_network(node(of, "0501")) == "fr"
    assert of.rail_network(node(of, "0401")) == ""  # what was cut stays cut
    ledger = Ledger("left")
    assert rail.capacity_left(of, "be", ledger.note) == 0
    assert ledger.terms[0].rule == "8-9"
    of.holders[node(of, "0301")] = "entente"
    assert rail.capacity(of, "be") == 0  # for good


@pytest.mark.rule("8-9")
def test_while_a_city_holds_out_the_capacity_remains() -> None:
    of = position(BELGIUM.replace("holder 0401 central-powers\n", ""))
    of.holders[node(of, "0301")] = "central-powers"
    rail_lines.cut_by(table(of), of, ["G"], node(of, "0301"))
    assert rail.capacity(of, "be") == 5
    assert of.rail_network(node(of, "0501")) == "be"


@pytest.mark.rule("8-9")
def test_a_nation_that_surrenders_loses_its_capacity() -> None:
    of = position(BELGIUM)
    rail_lines.lose_capacity(table(of), of, "be")
    assert rail.capacity(of, "be") == 0
    assert of.rail_network(node(of, "0301")) == "fr"


@pytest.mark.rule("8-9")
def test_without_a_friendly_neighbour_the_lines_keep_their_network() -> None:
    of = position(BELGIUM.replace("rail 0101 0201 fr", "rail 0101 0201 ge"))
    rail_lines.lose_capacity(table(of), of, "be")
    assert of.rail_network(node(of, "0501")) == "be"
    assert rail.capacity(of, "be") == 0


# In play

NO_ROOM = ("8-1", "8-2")


@pytest.mark.rule("8-2", "37-1", "39-1", "44-1", "WF 3")
@pytest.mark.parametrize(
    ("date", "nation", "carries"),
    [
        ("1914-08-5", "ge", 0),
        ("1914-08-6", "ge", 7),
        ("1914-08-7", "fr", 7),
        ("1914-08-7", "be", 2),
        ("1914-09-1", "ge", 15),
        ("1914-09-1", "fr", 15),
        ("1914-09-1", "be", 5),
        ("1914-11-5", "ge", 15),
    ],
)
def test_one_division_more_than_a_network_carries_does_not_board(
    date: str, nation: str, carries: int
) -> None:
    side = "central-powers" if nation == "ge" else "entente"
    lines = GERMANY.replace(" ge", f" {nation}")
    text = f"date {date} movement {side}\n{lines}unit U 0101 nation={nation} kind=inf values=6-4\n"
    assert refusal(game(f"{text}rail-used {nation} {carries}\n"), Pick("U"), Entrain()) == NO_ROOM
    if carries:
        assert refusal(game(f"{text}rail-used {nation} {carries - 1}\n"), Pick("U"), Entrain()) == ()


@pytest.mark.rule("8-6", "8-7", "24-2", "29-8")
@pytest.mark.parametrize(
    ("described", "divisions"),
    [
        ("kind=inf values=8-5", 1),
        ("kind=inf values=8-5 strength=1", 1),
        ("kind=inf size=iii values=2-5", 1),
        ("kind=rpl values=1-4", 1),
        ("kind=siege size=i values=8-2", 1),
        ("kind=art size=iii values=3-4", 2),
        ("kind=art size=iii values=3-4 strength=1", 2),
        ("kind=supply values=0-4 supply=1", 1),
        ("kind=supply values=0-4 supply=10", 1),
        ("kind=supply values=0-4 supply=11", 2),
    ],
)
def test_what_boards_when_little_capacity_is_left(described: str, divisions: int) -> None:
    head = "date 1914-09-1 movement central-powers\n" + GERMANY
    for left in (1, 2, 3):
        playing = game(f"{head}rail-used ge {15 - left}\nunit U 0101 nation=ge {described}\n")
        assert (refusal(playing, Pick("U"), Entrain()) == ()) == (divisions <= left)
        if divisions <= left:
            riding = taken(playing, "U")
            riding.play_all([Entrain(), Ride("0301")])
            assert state(riding).rail_used["ge"] == 15 - left + divisions


@pytest.mark.rule("8-6")
def test_two_remnants_of_divisions_take_the_capacity_of_two() -> None:
    units = "".join(f"unit {name} 0101 nation=ge kind=inf values=8-5 strength=1\n" for name in "AB")
    playing = game(f"date 1914-09-1 movement central-powers\n{GERMANY}rail-used ge 14\n{units}")
    assert refusal(playing, Pick("A"), Entrain()) == ()
    assert refusal(playing, Pick("A"), Add("B"), Entrain()) == NO_ROOM


@pytest.mark.rule("8-9")
def test_the_last_city_takes_the_rail_capacity_with_it() -> None:
    field = BELGIUM.replace("| . . . . . .\n", "| . . . . . .\n| . . . . . .\n")
    field = field.replace("unit G 0301", "unit G 0302") + "unit B 0501 nation=be kind=inf values=3-4\n"
    playing = game(field)
    told = fight_on(playing, March(("G",), "0301"))
    assert told.said("8-9") == [
        "The rail capacity of Belgium is lost",
        "The rail lines of Belgium pass to the network of France",
    ]
    assert state(playing).rail_network(node(state(playing), "0501")) == "fr"
    held = game(field.replace("holder 0401 central-powers\n", ""))
    assert fight_on(held, March(("G",), "0301")).said("8-9") == []


@pytest.mark.rule("8-9")
@pytest.mark.parametrize(("flag", "rules"), [("", ()), ("flag 'rail capacity lost: be' 1\n", ("8-9",))])
def test_on_lines_without_capacity_nobody_rides(flag: str, rules: tuple[str, ...]) -> None:
    text = SEPTEMBER + FRANCE_AND_BELGIUM + "unit B 0501 nation=be kind=inf values=3-4\n" + flag
    found = refusal(game(text), Pick("B"), Entrain())
    assert found[:1] == rules
