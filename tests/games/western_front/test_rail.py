"""Chapter 7: movement by rail."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.western_front.orders import Add, Detrain, Entrain, Go, Ride
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import rail
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import node, position
from tests.games.western_front.marches import at, in_hand, reach, refusal, rides, spent

HEXES = [f"{column:02}01" for column in range(1, 26)]


def line(*, network: str = "ge", date: str = "1914-09-1", track: str = "double") -> str:
    """A straight line of twenty-five hexes, all of one network."""
    side = "central-powers" if network == "ge" else "entente"
    sides = "\n".join(f"side {a}-{b} rail={track}" for a, b in pairwise(HEXES))
    return f"""
date {date} movement {side}
board corner=0101 shifted=even
| {" ".join("." for _ in HEXES)}
{sides}
rail {" ".join(HEXES)} {network}
holder {" ".join(HEXES)} {side}
"""


def why_not_entrain(of: WesternFrontPosition, *names: str) -> tuple[str, ...]:
    found = rail.why_not_entrain(of, names)
    return found.rules if found else ()


def why_not_ride(of: WesternFrontPosition, name: str, to: str) -> tuple[str, ...]:
    found = rail.why_not_ride(of, [name], node(of, to))
    return found.rules if found else ()


# Boarding


@pytest.mark.rule("7-1", "7-2")
def test_a_unit_walks_to_the_line_boards_rides_and_walks_on() -> None:
    of = position(
        line().replace("side 0101-0201 rail=double\n", "").replace("side 0801-0901 rail=double\n", "")
        + "unit G 0101 nation=ge kind=inf values=8-5\n"
    )
    assert why_not_entrain(of, "G") == ("7-2",)
    hand = in_hand(of, "G", Go("0201"), Entrain(), Ride("0801"), Detrain(), Go("0901"), PASS)
    assert hand.over
    assert at(of, "G") == "0901"
    assert spent(of, "G") == 4  # 1 to walk, 1 to board, 0.6 and the rest of a point by rail, 1 to walk


@pytest.mark.rule("7-2", "9-1")
@pytest.mark.parametrize(
    ("state", "rules"),
    [("rail 0101 cut", ("9-1",)), ("rail 0101 fr", ("9-1",)), ("", ())],
)
def test_only_an_operative_line_of_ones_own_side_takes_passengers(state: str, rules: tuple[str, ...]) -> None:
    of = position(f"{line()}{state}\nunit G 0101 nation=ge kind=inf values=8-5\n")
    assert why_not_entrain(of, "G") == rules


@pytest.mark.rule("9-1")
def test_allies_ride_on_each_others_lines() -> None:
    of = position(line(network="be") + "unit F 0101 nation=fr kind=inf values=6-4\n")
    assert why_not_entrain(of, "F") == ()


@pytest.mark.rule("7-2")
def test_a_unit_rides_once_in_a_phase() -> None:
    of = position(line() + "unit G 0101 nation=ge kind=inf values=8-9\n")
    hand = in_hand(of, "G", Entrain(), Ride("0301"), Detrain())
    assert Entrain() not in hand.choices
    assert why_not_entrain(of, "G") == ("7-2",)


@pytest.mark.rule("7-3")
def test_boarding_costs_a_point() -> None:
    of = position(line() + "unit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Entrain())
    assert spent(of, "G") == 1
    assert of.units["G"].entrained
    tired = position(line() + "unit G 0101 nation=ge kind=inf values=8-5 spent=135\n")
    found = rail.why_not_entrain(tired, ["G"])
    assert found is not None
    assert (found.rules, found.needed, found.had) == (("7-3",), "1", "1/2")


@pytest.mark.rule("7-4", "37-2")
@pytest.mark.parametrize(
    ("nation", "network", "enemy", "rules"),
    [("ge", "ge", "fr", ()), ("fr", "fr", "ge", ("7-4", "37-2")), ("gb", "fr", "ge", ("7-4", "37-2"))],
)
def test_only_germans_board_in_an_enemy_zone(
    nation: str, network: str, enemy: str, rules: tuple[str, ...]
) -> None:
    of = position(
        line(network=network)
        + f"unit E 0101 nation={enemy} kind=inf values=6-4\nunit G 0201 nation={nation} kind=inf values=8-5\n"
    )
    assert why_not_entrain(of, "G") == rules


@pytest.mark.rule("7-4", "37-2")
def test_germans_who_board_in_a_zone_do_not_pay_for_leaving_it() -> None:
    of = position(
        line() + "unit E 0101 nation=fr kind=inf values=6-4\nunit G 0201 nation=ge kind=inf values=8-5\n"
    )
    in_hand(of, "G", Entrain(), Ride("0401"))
    assert spent(of, "G") == 1.2


# Riding


@pytest.mark.rule("7-5")
@pytest.mark.parametrize(
    ("described", "hexsides"),
    [
        ("kind=inf values=6-2", 10),
        ("kind=mtn values=6-2", 10),
        ("kind=mar values=6-2", 10),
        ("kind=assault values=6-2", 10),
        ("kind=rpl values=4-2", 10),
        ("kind=supply values=0-2 supply=10", 10),
        ("kind=cav values=2-2", 6),
        ("kind=art size=iii values=3-2", 6),
        ("kind=eng size=iii values=0-2", 6),
        ("kind=hq size=xxxx values=0-2", 6),
    ],
)
def test_a_rail_hexside_costs_a_tenth_or_a_sixth_of_a_point(described: str, hexsides: int) -> None:
    of = position(f"{line()}unit G 0101 nation=ge {described}\n")
    in_hand(of, "G", Entrain())
    assert set(rides(of, "G")) == set(HEXES[1 : hexsides + 1])
    too_far = HEXES[hexsides + 1]
    found = rail.why_not_ride(of, ["G"], node(of, too_far))
    assert found is not None
    assert (found.rules, found.needed, found.had) == (("7-5",), f"{hexsides + 1} hexsides", hexsides)


@pytest.mark.rule("7-5", "6-4")
def test_a_mixed_stack_rides_as_far_as_its_slowest_member() -> None:
    of = position(
        line() + "unit G 0101 nation=ge kind=inf values=6-2\nunit C 0101 nation=ge kind=cav values=2-2\n"
    )
    in_hand(of, "G", Add("C"), Entrain())
    assert len(rides(of, "G", "C")) == 6
    assert rides(of, "G", "C")["0701"] == 1


@pytest.mark.rule("7-5")
def test_units_on_foot_cannot_ride_and_units_on_trains_cannot_march() -> None:
    of = position(line() + "unit G 0101 nation=ge kind=inf values=6-4\n")
    assert rides(of, "G") == {}
    assert why_not_ride(of, "G", "0201") == ("7-3",)
    in_hand(of, "G", Entrain())
    assert reach(of, "G") == {}
    assert refusal(of, "G", "0201") == ("7-7",)


@pytest.mark.rule("7-6")
def test_trains_enter_no_enemy_zone() -> None:
    of = position(
        line() + "unit G 0101 nation=ge kind=inf values=8-5\nunit F 0601 nation=fr kind=inf values=6-4\n"
    )
    in_hand(of, "G", Entrain())
    assert set(rides(of, "G")) == {"0201", "0301", "0401"}
    assert why_not_ride(of, "G", "0501") == ("7-6",)


@pytest.mark.rule("9-1")
def test_a_gap_in_the_line_stops_the_train() -> None:
    of = position(line() + "rail 0401 cut\nunit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Entrain())
    assert set(rides(of, "G")) == {"0201", "0301"}
    assert why_not_ride(of, "G", "0401") == ("9-1",)


@pytest.mark.rule("7-7")
def test_fractions_are_lost_on_leaving_the_train() -> None:
    of = position(line() + "unit G 0101 nation=ge kind=inf values=8-5\n")
    hand = in_hand(of, "G", Entrain(), Ride("1201"))
    assert spent(of, "G") == 2.1
    hand.answer(Detrain())
    assert spent(of, "G") == 3
    assert not of.units["G"].entrained
    whole = position(line() + "unit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(whole, "G", Entrain(), Ride("1101"), Detrain())
    assert spent(whole, "G") == 2


@pytest.mark.rule("7-8", "37-4", "38-1")
@pytest.mark.parametrize(
    ("nation", "network", "enemy", "goes_on"),
    [
        ("ge", "ge", "fr", True),
        ("gb", "fr", "ge", True),
        ("fr", "fr", "ge", False),
        ("be", "be", "ge", False),
    ],
)
def test_after_riding_only_germans_and_british_enter_a_zone(
    nation: str, network: str, enemy: str, goes_on: bool
) -> None:
    of = position(
        line(network=network)
        + f"unit G 0101 nation={nation} kind=inf values=8-5\nunit E 0701 nation={enemy} kind=inf values=6-4\n"
    )
    hand = in_hand(of, "G", Entrain(), Ride("0501"), Detrain())
    assert (Go("0601") in hand.choices) == goes_on
    if not goes_on:
        with pytest.raises(Refusal) as refused:
            hand.answer(Go("0601"))
        assert refused.value.rules == ("7-8",)


@pytest.mark.rule("7-10", "6-10")
def test_after_riding_there_is_no_column_movement() -> None:
    of = position(
        line().replace("side 0501-0601 rail=double\n", "") + "unit G 0101 nation=ge kind=inf values=8-5\n"
    )
    hand = in_hand(of, "G", Entrain(), Ride("0501"), Detrain())  # two points spent, three left
    assert Go("0801") in hand.choices
    assert Go("0901") not in hand.choices


# Single track

TWO = "unit G 0101 nation={0} kind=inf values=8-5\nunit H 0101 nation={0} kind=inf values=8-5\n"


@pytest.mark.rule("7-9")
def test_single_track_carries_one_unit_in_a_phase() -> None:
    of = position(line(network="fr", track="single") + TWO.format("fr"))
    in_hand(of, "G", Entrain(), Ride("0301"), PASS)
    in_hand(of, "H", Entrain())
    assert rides(of, "H") == {}
    assert why_not_ride(of, "H", "0201") == ("7-9", "9-1", "7-6")
    assert of.track_used == {"0101-0201": 1, "0201-0301": 1}
    both = position(line(network="fr", track="single") + TWO.format("fr"))
    in_hand(both, "G", Add("H"), Entrain())
    assert rides(both, "G", "H") == {}


@pytest.mark.rule("7-9")
def test_double_track_carries_any_number() -> None:
    of = position(line(network="fr") + TWO.format("fr"))
    in_hand(of, "G", Add("H"), Entrain())
    assert "0301" in rides(of, "G", "H")
    assert of.track_used == {}


@pytest.mark.rule("37-5")
def test_german_single_track_carries_two() -> None:
    of = position(line(track="single") + TWO.format("ge") + "unit I 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Add("H"), Entrain(), Ride("0301"), PASS)
    assert of.track_used == {"0101-0201": 2, "0201-0301": 2}
    in_hand(of, "I", Entrain())
    assert rides(of, "I") == {}


@pytest.mark.rule("7-9", "37-5")
@pytest.mark.parametrize(
    ("network", "points", "rides_there"),
    [("fr", 10, True), ("fr", 11, False), ("ge", 20, True), ("ge", 21, False)],
)
def test_a_headquarters_with_too_much_supply_cannot_use_single_track(
    network: str, points: int, rides_there: bool
) -> None:
    of = position(
        line(network=network, track="single")
        + f"unit H 0101 nation={network} kind=hq size=xxxx values=0-4 supply={points}\n"
    )
    in_hand(of, "H", Entrain())
    assert ("0201" in rides(of, "H")) == rides_there


@pytest.mark.rule("7-9", "49-1")
def test_a_large_counter_crosses_single_track_alone_unless_the_option_forbids_it() -> None:
    text = (
        line(network="fr", track="single")
        + "unit U 0101 nation=us kind=inf values=16-5\nunit F 0101 nation=fr kind=inf values=6-4\n"
    )
    first = position(text)
    in_hand(first, "U", Entrain(), Ride("0201"), PASS)
    in_hand(first, "F", Entrain())
    assert rides(first, "F") == {}
    last = position(text)
    in_hand(last, "F", Entrain(), Ride("0201"), PASS)
    in_hand(last, "U", Entrain())
    assert rides(last, "U") == {}
    strict = position("option single-track-strict=on\n" + text)
    in_hand(strict, "U", Entrain())
    assert rides(strict, "U") == {}
    in_hand(strict, "F", Entrain())
    assert "0201" in rides(strict, "F")


@pytest.mark.rule("7-9")
def test_an_artillery_unit_is_one_unit_on_single_track() -> None:
    of = position(line(network="fr", track="single") + "unit A 0101 nation=fr kind=art size=iii values=3-4\n")
    in_hand(of, "A", Entrain(), Ride("0201"), PASS)
    assert of.track_used == {"0101-0201": 1}
    assert of.rail_used == {"fr": 2}


# Staying on the train


@pytest.mark.rule("7-11")
def test_a_unit_that_stays_on_the_train_rides_on_for_nothing() -> None:
    of = position(line() + "unit G 0501 nation=ge kind=inf values=8-5 entrained\n")
    hand = in_hand(of, "G", Ride("0601"))
    assert spent(of, "G") == 0.1
    hand.answer(PASS)
    assert of.units["G"].entrained
    assert of.central_control == [0] * len(of.setting.board)


@pytest.mark.rule("7-11", "10-7")
def test_riding_on_out_of_a_zone_costs_a_point_but_for_germans() -> None:
    units = (
        "unit E 0401 nation={1} kind=inf values=6-4\nunit G 0501 nation={0} kind=inf values=8-2 entrained\n"
    )
    french = position(line(network="fr") + units.format("fr", "ge"))
    assert rides(french, "G")["0601"] == 1.1
    assert len(rides(french, "G")) == 10
    german = position(line() + units.format("ge", "fr"))
    assert rides(german, "G")["0601"] == 0.1


@pytest.mark.rule("6-5", "7-11")
def test_units_on_trains_and_units_on_foot_do_not_move_together() -> None:
    of = position(
        line()
        + "unit G 0101 nation=ge kind=inf values=8-5 entrained\nunit H 0101 nation=ge kind=inf values=8-5\n"
    )
    assert Add("H") not in in_hand(of, "G").choices


# Rail-bound units and tanks

GUN = "unit R 0101 nation=fr kind=siege size=ii values=6-RR\n"


@pytest.mark.rule("6-12", "WF 12-11")
def test_rail_bound_units_ride_twenty_hexes_and_never_march() -> None:
    of = position(line(network="fr") + GUN)
    assert reach(of, "R") == {}
    assert set(rides(of, "R")) == set(HEXES[1:21])
    assert refusal(of, "R", "0201") == ("6-12",)
    hand = in_hand(of, "R", Ride("1101"))
    assert set(rides(of, "R")) == set(HEXES[:10] + HEXES[11:21])
    assert of.rail_used == {"fr": 1}
    hand.answer(Ride("2101"))
    assert hand.over  # no hex of the twenty is left
    assert of.rail_used == {"fr": 1}  # still the same journey


@pytest.mark.rule("6-12")
def test_rail_bound_units_need_a_friendly_line_and_capacity() -> None:
    cut = position(line(network="fr") + GUN + "rail 0301 cut\n")
    assert set(rides(cut, "R")) == {"0201"}
    spent_out = position(line(network="fr") + GUN + "rail-used fr 15\n")
    assert rides(spent_out, "R") == {}
    assert why_not_ride(spent_out, "R", "0201") == ("8-1", "8-2")


@pytest.mark.rule("6-12", "7-6")
def test_rail_guns_join_friends_in_an_enemy_zone_unless_the_option_forbids_it() -> None:
    text = line(network="fr") + GUN + "unit E 0401 nation=ge kind=inf values=8-5\n"
    assert "0301" not in rides(position(text), "R")
    friends = text + "unit F 0301 nation=fr kind=inf values=6-4\n"
    assert "0301" in rides(position(friends), "R")
    assert "0301" not in rides(position("option rail-bound-units-avoid-zones=on\n" + friends), "R")


@pytest.mark.rule("WF 10-5", "WF 10-6")
def test_tanks_ride_twenty_hexes_or_march_but_not_both() -> None:
    of = position(line(network="fr") + "unit T 0101 nation=gb kind=tank size=ii values=2-3\n")
    hand = in_hand(of, "T", Entrain())
    assert spent(of, "T") == 0
    assert set(rides(of, "T")) == set(HEXES[1:21])
    hand.answer(Ride("0501"), Detrain())
    assert hand.over
    assert reach(of, "T") == {}
    walked = position(line(network="fr") + "unit T 0101 nation=gb kind=tank size=ii values=2-3\n")
    in_hand(walked, "T", Go("0201"))
    assert why_not_entrain(walked, "T") == ("WF 10-6",)


@pytest.mark.rule("9-14")
def test_every_urban_hexside_carries_double_track() -> None:
    of = position(
        line(network="fr").replace("side 0101-0201 rail=double", "side 0101-0201 urban") + TWO.format("fr")
    )
    in_hand(of, "G", Add("H"), Entrain(), Ride("0201"), PASS)
    assert at(of, "H") == "0201"
    assert of.track_used == {}


@pytest.mark.rule("9-1")
def test_a_train_on_a_cut_line_goes_nowhere_and_is_told_why() -> None:
    of = position(
        "board corner=0101\n| . . .\n| . . .\nside 0101-0102 rail=double\n"
        "date 1914-09-2 movement central-powers\nrail 0101 cut\nrail 0102 ge\n"
        "unit A 0101 entrained nation=ge kind=inf values=8-5\n"
    )
    refusal = rail.why_not_ride(of, ["A"], node(of, "0102"))
    assert refusal is not None
    assert "9-1" in refusal.rules
    assert rail.rides(of, ["A"]) == {}
