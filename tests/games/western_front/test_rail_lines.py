"""Chapter 9: which rail lines can be used, how they are cut and repaired."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Add, Detrain, Entrain, Go, Pick, Ride
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement, rail_lines
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.records import Event
from tests.games.western_front.builders import game, node, position, table
from tests.games.western_front.marches import at, in_hand, reach, spent
from tests.games.western_front.played import refusal

LINE = """
board corner=0101 shifted=even
| . . . . . .
| . . . . . .
side 0101-0201 rail=double
side 0201-0301 rail=single
side 0301-0401 rail=single
side 0401-0501 rail=single
"""
GERMANS = "date 1914-09-1 movement central-powers\n"
BELGIAN = GERMANS + LINE + "rail 0101 ge\nrail 0201 0301 0401 0501 be\n"
CUT = GERMANS + LINE + "rail 0101 ge\nrail 0201 0301 0401 0501 cut\n"
ENGINEER = "unit N 0101 nation=ge kind=eng size=iii values=0-3\n"


def networks(of: WesternFrontPosition) -> list[str]:
    return [of.rail_network(node(of, label)) for label in ("0101", "0201", "0301", "0401", "0501")]


@pytest.mark.rule("9-1")
def test_a_line_must_be_operative_and_of_ones_own_side() -> None:
    of = position(BELGIAN + "rail 0501 cut\n")
    usable = [
        [rail_lines.is_operative_for(of, node(of, label), side) for label in ("0101", "0201", "0501", "0102")]
        for side in (CENTRAL_POWERS, ENTENTE)
    ]
    assert usable == [[True, False, False, False], [False, True, False, False]]


@pytest.mark.rule("9-2", "WF 3")
def test_lines_begin_operative_in_the_network_of_their_country() -> None:
    countries = "\n".join(
        f"hex {label} country={country}"
        for label, country in (
            ("0101", "germany"),
            ("0201", "luxembourg"),
            ("0301", "belgium"),
            ("0401", "france"),
        )
    )
    of = position(f"{GERMANS}{LINE}{countries}\n")
    assert networks(of)[:4] == ["ge", "ge", "be", "fr"]


# Cutting


@pytest.mark.rule("9-3")
@pytest.mark.parametrize(
    ("described", "cuts"),
    [
        ("kind=inf values=8-5", True),
        ("kind=mtn values=8-5", True),
        ("kind=mar values=8-5", True),
        ("kind=assault values=8-5", True),
        ("kind=inf size=x values=2-5", False),
        ("kind=inf size=iii values=2-5", False),
        ("kind=cav values=2-6", False),
        ("kind=cav values=4-6", True),
        ("kind=art size=iii values=3-4", False),
        ("kind=rpl values=4-4", False),
        ("kind=eng size=iii values=0-3", False),
        ("kind=hq size=xxxx values=0-4", False),
    ],
)
def test_infantry_divisions_cut_the_lines_they_enter(described: str, cuts: bool) -> None:
    of = position(f"{BELGIAN}unit G 0101 nation=ge {described}\n")
    in_hand(of, "G", Go("0201"), PASS)
    assert networks(of)[1] == ("" if cuts else "be")


@pytest.mark.rule("9-3")
def test_lines_passed_on_the_way_are_cut_too() -> None:
    of = position(BELGIAN + "unit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Go("0201"), Go("0301"), Go("0401"), PASS)
    assert networks(of) == ["ge", "", "", "", "be"]
    straight = position(
        BELGIAN.replace("| . . . . . .\n| . . . . . .", "| . . . . . .")
        + "unit G 0101 nation=ge kind=inf values=8-5\n"
    )
    in_hand(straight, "G", Go("0401"), PASS)
    assert networks(straight) == ["ge", "", "", "", "be"]


@pytest.mark.rule("9-3")
def test_two_brigades_cut_together_what_one_does_not() -> None:
    brigades = "".join(f"unit {name} 0101 nation=ge kind=inf size=x values=2-5\n" for name in "GH")
    together = position(BELGIAN + brigades)
    in_hand(together, "G", Add("H"), Go("0201"), PASS)
    assert networks(together)[1] == ""
    one_by_one = position(BELGIAN + brigades)
    in_hand(one_by_one, "G", Go("0201"), PASS)
    assert networks(one_by_one)[1] == "be"
    in_hand(one_by_one, "H", Go("0201"), PASS)
    assert networks(one_by_one)[1] == ""


@pytest.mark.rule("9-3")
def test_nobody_cuts_lines_of_his_own_side() -> None:
    of = position(
        "date 1914-09-1 movement entente\n" + LINE + "rail 0101 0201 0301 0401 0501 be\n"
        "unit F 0101 nation=fr kind=inf values=6-4\n"
    )
    in_hand(of, "F", Go("0301"), PASS)
    assert networks(of) == ["be"] * 5


@pytest.mark.rule("9-3")
def test_cavalry_that_took_a_hex_leaves_its_line_for_the_infantry_to_cut() -> None:
    of = position(
        BELGIAN.replace("| . . . . . .\n| . . . . . .", "| . . . . . .")
        + "holder 0201 0301 central-powers\nunit G 0101 nation=ge kind=inf values=8-5\n"
    )
    in_hand(of, "G", Go("0301"), PASS)
    assert networks(of)[:3] == ["ge", "", ""]


# Repair


@pytest.mark.rule("9-4", "9-5")
def test_an_engineer_repairs_every_hex_it_follows_the_track_through() -> None:
    of = position(CUT + ENGINEER)
    in_hand(of, "N", Go("0301"))
    assert networks(of) == ["ge", "ge", "ge", "", ""]
    assert spent(of, "N") == 2


@pytest.mark.rule("9-4")
def test_other_units_repair_nothing() -> None:
    of = position(CUT + "unit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Go("0301"), PASS)
    assert networks(of) == ["ge", "", "", "", ""]


@pytest.mark.rule("9-5")
def test_an_engineer_that_leaves_the_track_repairs_nothing_more() -> None:
    of = position(CUT + ENGINEER)
    in_hand(of, "N", Go("0102"), Go("0201"), Go("0301"), PASS)
    assert networks(of) == ["ge", "", "", "", ""]
    of = position(CUT + ENGINEER)
    in_hand(of, "N", Go("0102"), Go("0101"), Go("0201"), PASS)  # back on the track it began on
    assert networks(of) == ["ge", "", "", "", ""]


@pytest.mark.rule("9-5")
def test_repair_takes_no_column_movement() -> None:
    of = position(CUT + ENGINEER)
    in_hand(of, "N", Go("0501"))  # four hexes: the fourth by column movement
    assert of.units["N"].in_column
    assert networks(of) == ["ge", "", "", "", ""]


@pytest.mark.rule("9-5")
def test_an_engineer_that_has_ridden_repairs_nothing() -> None:
    of = position(
        GERMANS + LINE + "rail 0101 0201 ge\nrail 0301 0401 0501 cut\n" + ENGINEER.replace("0-3", "0-5")
    )
    march = marching.fresh_march(of, ["N"])
    assert march.on_track
    in_hand(of, "N", Entrain(), Ride("0201"), Detrain(), Go("0301"), PASS)
    assert networks(of)[2] == ""


@pytest.mark.rule("9-6")
@pytest.mark.parametrize(
    ("nation", "start", "option", "network"),
    [
        ("fr", "fr", "", "fr"),
        ("fr", "be", "", ""),
        ("be", "be", "", "be"),
        ("gb", "fr", "", "fr"),
        ("us", "fr", "", "fr"),
        ("gb", "be", "", ""),
        ("gb", "fr", "option engineers-own-network-only=on\n", ""),
    ],
)
def test_an_engineer_extends_only_the_network_of_its_nation(
    nation: str, start: str, option: str, network: str
) -> None:
    of = position(
        f"{option}date 1914-09-1 movement entente\n{LINE}rail 0101 {start}\nrail 0201 0301 cut\n"
        f"unit N 0101 nation={nation} kind=eng size=iii values=0-3\n"
    )
    in_hand(of, "N", Go("0201"))
    assert networks(of)[1] == network
    found = rail_lines.why_not_repair_from(of, of.units["N"], node(of, "0101"))
    assert (found is None) == bool(network)


@pytest.mark.rule("9-6")
def test_an_engineer_that_starts_beside_the_line_repairs_nothing() -> None:
    of = position(CUT + ENGINEER.replace("0101", "0102"))
    in_hand(of, "N", Go("0101"), Go("0201"), PASS)
    assert networks(of) == ["ge", "", "", "", ""]


TRENCH = CUT + ENGINEER.replace("0101", "0201") + "marker {} 0201 central-powers\n"


def end_turn(of: WesternFrontPosition) -> None:
    rail_lines.end_of_half_turn(table(of), of)


@pytest.mark.rule("9-7")
@pytest.mark.parametrize("marker", ["trench", "devastation", "'hindenburg line'"])
def test_in_a_trench_hex_the_line_is_restored_after_two_turns_of_staying(marker: str) -> None:
    of = position(TRENCH.format(marker.strip("'")))
    end_turn(of)
    assert networks(of)[1] == ""
    end_turn(of)
    assert networks(of)[1] == "ge"


@pytest.mark.rule("9-7", "9-8")
@pytest.mark.parametrize(
    ("marker", "enemy", "restored"),
    [
        ("devastation", "0202", False),  # an enemy zone, and no trench that would shelter the work
        ("devastation", "0502", True),
        ("trench", "0202", True),
    ],
)
def test_an_enemy_zone_keeps_an_engineer_from_work_but_in_a_trench(
    marker: str, enemy: str, restored: bool
) -> None:
    played = game(
        TRENCH.format(marker)
        + "unit G 0201 nation=ge kind=inf values=8-5\n"
        + f"unit F {enemy} nation=fr kind=inf values=6-4\n"
    )
    told: list[Event] = []
    while played.position.date.turn < 3:
        told += played.play(PASS if PASS in played.decision.choices() else played.decision.choices()[0])
    assert any("9-7" in event.rules for event in told) == restored
    assert (networks(played.position)[1] == "ge") == restored


@pytest.mark.rule("9-7")
def test_an_engineer_that_stirs_or_is_driven_off_begins_anew() -> None:
    of = position(TRENCH.format("trench"))
    end_turn(of)
    of.change("N", moved=True)
    end_turn(of)
    of.change("N", moved=False)
    end_turn(of)
    assert networks(of)[1] == ""
    of.change("N", retreated=True)
    end_turn(of)
    of.change("N", retreated=False)
    end_turn(of)
    assert networks(of)[1] == ""
    end_turn(of)
    assert networks(of)[1] == "ge"


@pytest.mark.rule("9-7")
def test_passing_through_a_trench_hex_repairs_nothing_in_it() -> None:
    of = position(
        CUT
        + ENGINEER.replace("0-3", "0-6")
        + "marker trench 0201 central-powers\nunit G 0201 nation=ge kind=inf values=8-5\n"
    )
    in_hand(of, "N", Go("0201"))
    assert networks(of) == ["ge", "", "", "", ""]


@pytest.mark.rule("9-7", "9-6")
def test_work_in_a_trench_hex_must_join_the_own_network() -> None:
    of = position(TRENCH.format("trench").replace("rail 0101 ge", "rail 0101 fr"))
    end_turn(of)
    end_turn(of)
    assert networks(of)[1] == ""


@pytest.mark.rule("9-8")
def test_a_repairing_march_enters_no_enemy_zone_but_trenches() -> None:
    text = CUT + ENGINEER.replace("0-3", "0-6")
    enemy = "unit F 0401 nation=fr kind=inf values=6-4\n"
    of = position(text + enemy)
    hand = in_hand(of, "N", Go("0201"))
    assert networks(of)[1] == "ge"
    assert Go("0301") not in hand.choices  # controlled by F, and the march is one of repair
    held = "unit G 0301 nation=ge kind=inf values=8-5\n"
    assert Go("0301") not in in_hand(position(text + enemy + held), "N", Go("0201")).choices
    trench = text + enemy + held + "marker trench 0301 central-powers\n"
    assert Go("0301") in in_hand(position(trench), "N", Go("0201")).choices


@pytest.mark.rule("9-8")
def test_for_another_purpose_an_engineer_enters_a_zone_and_repairs_nothing() -> None:
    text = CUT + ENGINEER.replace("0-3", "0-6") + "unit F 0401 nation=fr kind=inf values=6-4\n"
    of = position(text)
    in_hand(of, "N", Go("0301"), PASS)
    assert at(of, "N") == "0301"
    assert networks(of) == ["ge", "", "", "", ""]
    closed = position("option engineers-avoid-zones=on\n" + text)
    assert "0301" not in reach(closed, "N")
    march = marching.fresh_march(closed, ["N"])
    found = movement.why_not_go(closed, march, node(closed, "0301"))
    assert found is not None
    assert found.rules == ("9-8",)


@pytest.mark.rule("9-9")
def test_a_lone_engineer_dies_when_an_enemy_enters() -> None:
    of = position(
        CUT + "unit G 0101 nation=ge kind=inf values=8-5\nunit N 0201 nation=fr kind=eng values=0-3\n"
    )
    in_hand(of, "G", Go("0201"), PASS)
    assert "N" not in of.units


@pytest.mark.rule("9-9")
def test_an_engineer_with_troops_is_safe() -> None:
    of = position(
        CUT
        + "unit G 0101 nation=ge kind=inf values=8-5\nunit N 0201 nation=fr kind=eng values=0-3\n"
        + "unit F 0201 nation=fr kind=inf values=6-4\n"
    )
    assert "0201" not in reach(of, "G")


@pytest.mark.rule("9-14")
def test_an_urban_hexside_has_a_line() -> None:
    of = position(GERMANS + "board corner=0101 shifted=even\n| . .\nside 0101-0201 urban\n")
    setting = of.setting
    side = setting.side(node(of, "0101"), node(of, "0201"))
    assert rail_lines.has_line(of, node(of, "0101"))
    assert setting.is_double_track(side)


@pytest.mark.rule("6-12", "WF 12-12")
def test_a_rail_bound_unit_without_an_active_line_is_lost() -> None:
    of = position(
        "date 1914-09-1 movement entente\n"
        + LINE
        + """
rail 0101 0201 fr
rail 0301 0401 0501 cut
unit R 0201 nation=fr kind=siege size=ii values=6-RR
unit S 0301 nation=fr kind=siege size=ii values=6-RR
"""
    )
    end_turn(of)
    assert set(of.units) == {"R"}
    assert set(of.lost) == {"S"}


# In play


@pytest.mark.rule("9-2", "WF 3")
@pytest.mark.parametrize(
    ("hex_label", "network"),
    [("2312", "ge"), ("2816", "ge"), ("1606", "be"), ("1813", "fr")],
    ids=["Luxembourg", "Germany", "Belgium", "France"],
)
def test_at_the_start_all_lines_of_the_map_carry_the_side_of_their_country(
    hex_label: str, network: str
) -> None:
    side = {"ge": "central-powers"}.get(network, "entente")
    for nation, own in (("ge", "central-powers"), ("fr", "entente")):
        text = f"date 1914-09-1 movement {own}\nunit U {hex_label} nation={nation} kind=inf values=8-5\n"
        found = refusal(game(text), Pick("U"), Entrain())
        assert found == (() if own == side else ("9-1",))
