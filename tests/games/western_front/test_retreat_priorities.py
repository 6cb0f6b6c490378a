"""Chapter 14: the order in which hexes are taken in a retreat."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules.retreat_hexes import (
    Ground,
    case_of,
    leads_into_neutral_country,
    may_enter,
    ranks,
)
from hexfront.games.western_front.vocabulary import ENTENTE
from tests.games.western_front.builders import node
from tests.games.western_front.retreats import ranked, scene


def units(*places: str, nation: str = "ge") -> str:
    """A division of strength 4 in each of some hexes."""
    return "".join(f"unit {nation}{place} {place} nation={nation} kind=inf values=4-4\n" for place in places)


@pytest.mark.rule("14-8")
@pytest.mark.parametrize(
    ("there", "germans", "friends", "case"),
    [
        ("0304", ("0504",), (), 1),
        ("0403", ("0505",), (), 2),
        ("0304", ("0505", "0303"), ("0304",), 3),
        ("0403", ("0504",), ("0403",), 4),
        ("0504", ("0405",), (), 5),
        ("0504", ("0505",), ("0504",), 6),
        ("0403", ("0504",), (), 7),
    ],
)
def test_each_hex_belongs_to_one_of_seven_cases(
    there: str, germans: tuple[str, ...], friends: tuple[str, ...], case: int
) -> None:
    of = scene(units(*friends, nation="fr"), germans=units(*germans))
    ground = Ground(of, node(of, "0404"), ENTENTE, {"X": "F"})
    assert case_of(ground, of.units["X"], node(of, there), of.units["F"]) == case


@pytest.mark.rule("14-8")
def test_the_cases_come_in_their_order() -> None:
    # 0304 is case 3, 0305 case 1, 0403 case 4, 0405 case 2, 0504 case 6.
    of = scene(units("0304", "0403", "0504", nation="fr"), germans=units("0505", "0303", "0503"))
    side = scene(units("0304", "0403", "0504", nation="fr"), germans=units("0303", "0503"))
    assert ranked(of) == [["0305"], ["0304"], ["0403"], ["0504"], ["0405"]]
    assert ranked(side) == [["0305"], ["0405"], ["0304"], ["0403"], ["0505"], ["0504"]]


@pytest.mark.rule("14-8", "14-6")
def test_equal_hexes_stand_together() -> None:
    assert ranked(scene()) == [["0304", "0305"], ["0403", "0405"]]


@pytest.mark.rule("14-8")
def test_of_enemy_zones_without_friends_the_nearest_to_the_headquarters_comes_first() -> None:
    assert ranked(scene())[1:] == [["0403", "0405"]]
    longer = scene("side 0303-0403 woods\nside 0304-0403 woods\n")
    assert ranked(longer)[1:] == [["0405"], ["0403"]]


@pytest.mark.rule("14-8")
def test_no_hex_with_an_enemy_is_open() -> None:
    hexes = {there for group in ranked(scene()) for there in group}
    assert not hexes & {"0504", "0505"}


@pytest.mark.rule("14-12")
@pytest.mark.parametrize("terrain", ["ocean", "alpine", "lake"])
def test_no_retreat_crosses_sea_or_alpine_hexsides(terrain: str) -> None:
    of = scene()
    closed = scene(f"side 0304-0404 {terrain}\n")
    assert ranked(of)[0] == ["0304", "0305"]
    assert ranked(closed)[0] == ["0305"]


@pytest.mark.rule("14-12")
def test_no_retreat_leads_into_a_neutral_country() -> None:
    assert ranked(scene("hex 0304 country=switzerland\n"))[0] == ["0305"]


@pytest.mark.rule("14-16")
def test_hexes_beyond_the_minimum_move_come_last() -> None:
    # From zone to zone a wooded rough hexside costs four: 0403 falls behind 0405, its equal before.
    of = scene("side 0403-0404 'wooded rough'\n")
    assert ranked(of) == [["0304", "0305"], ["0405"], ["0403"]]
    ground = Ground(of, node(of, "0404"), ENTENTE)
    assert [rank.difficult for rank in ranks(ground, of.units["X"])] == [False, False, True]


@pytest.mark.rule("14-16", "6-9")
def test_difficult_terrain_is_no_hindrance_outside_enemy_zones() -> None:
    of = scene("side 0304-0404 mountain\n")
    assert ranked(of)[0] == ["0304", "0305"]
    ground = Ground(of, node(of, "0404"), ENTENTE)
    assert not any(rank.difficult for rank in ranks(ground, of.units["X"]))


@pytest.mark.rule("14-16")
def test_only_infantry_and_cavalry_may_go_beyond_the_minimum_move() -> None:
    of = scene(
        "side 0403-0404 'wooded rough'\n"
        "unit E 0404 nation=fr kind=eng size=iii values=0-3\n"
        "unit K 0404 nation=fr kind=cav values=1-7\n"
    )
    assert ["0403"] in ranked(of, "K")
    assert ["0403"] not in ranked(of, "E")
    assert ["0403"] not in ranked(of, "F")


@pytest.mark.rule("14-16", "18-3")
def test_a_headquarters_is_kept_out_of_trenches_it_could_not_enter() -> None:
    of = scene("unit P 0404 nation=fr kind=hq size=xxxx\nmarker trench 0304 entente\n")
    assert ranked(of, "P", "F")[0] == ["0305"]
    assert all("0304" not in group for group in ranked(of, "P", "F"))


@pytest.mark.rule("14-7")
def test_the_headquarters_that_paid_sets_the_direction() -> None:
    south = "unit S 0407 nation=fr kind=hq size=xxxx supply=20\n"
    assert ranked(scene(south), headquarters="F")[0] == ["0304", "0305"]
    # Toward 0407 only 0405 is nearer, but it lies in a zone; 0305 is as far as 0404.
    assert ranked(scene(south), headquarters="S")[0] == ["0305"]


@pytest.mark.rule("14-7")
def test_without_a_payer_the_nearest_headquarters_counts() -> None:
    near = scene("unit S 0306 nation=fr kind=hq size=xxxx supply=0\n")
    assert ranked(near, headquarters="") == ranked(near, headquarters="S")
    assert ranked(near, headquarters="") != ranked(near, headquarters="F")


@pytest.mark.rule("14-7")
def test_a_headquarters_falls_back_on_another_of_its_nation() -> None:
    of = scene("unit P 0404 nation=fr kind=hq size=xxxx\nunit B 0406 nation=be kind=hq size=xxxx\n")
    ground = Ground(of, node(of, "0404"), ENTENTE)
    guide = ground.guide(of.units["P"])
    assert guide is not None
    assert guide.name == "F"


@pytest.mark.rule("14-8")
def test_without_any_headquarters_all_hexes_are_equally_near() -> None:
    of = scene(french="unit X 0404 nation=fr kind=inf values=6-4\n", germans=units("0505"))
    assert ranked(of, headquarters="") == [["0304", "0305", "0403"], ["0405", "0504"]]


@pytest.mark.rule("14-8")
def test_a_hex_without_a_supply_route_counts_as_farther() -> None:
    cut = "".join(f"side 0104-{there} lake\n" for there in ("0203", "0204"))
    cut += "side 0103-0104 lake\nside 0104-0105 lake\nhex 0107 country=france\n"
    of = scene(cut)
    ground = Ground(of, node(of, "0404"), ENTENTE, {"X": "F"})
    assert case_of(ground, of.units["X"], node(of, "0304"), of.units["F"]) == 5


@pytest.mark.rule("14-10")
def test_a_full_hex_is_passed_over() -> None:
    full = "".join(f"unit f{number} 0304 nation=fr kind=inf values=4-4\n" for number in range(6))
    assert ranked(scene(full))[0] == ["0305"]


BORDER = sorted(
    {f"{column:02}{row:02}" for column in range(1, 8) for row in (1, 7)}
    | {f"{column:02}{row:02}" for column in (1, 7) for row in range(1, 8)}
)


@pytest.mark.rule("20-7")
def test_surrounded_units_go_in_any_direction() -> None:
    inside = "unit X 0404 nation=fr kind=inf values=6-4\nunit S 0304 nation=fr kind=hq size=xxxx\n"
    of = scene(french=inside, germans=units(*BORDER))
    assert ranked(of, headquarters="S") == [["0304", "0305", "0403", "0405", "0504", "0505"]]
    free = scene(french=inside, germans="")
    assert ranked(free, headquarters="S")[0] == ["0304"]


@pytest.mark.rule("20-10")
def test_surrounded_units_do_not_go_from_zone_to_zone_except_into_a_fortress() -> None:
    ring = units("0303", "0305", "0505", "0403", "0405")
    assert ranked(scene(germans=ring)) == []
    fortress = "unit V 0304 nation=fr kind=fortress values=5-0\n"
    assert ranked(scene(fortress, germans=ring)) == [["0304"]]


@pytest.mark.rule("14-20", "WF 12-12")
def test_rail_bound_units_retreat_along_an_operative_line_only() -> None:
    gun = "unit R 0404 nation=fr kind=art size=i values=2-RR\n"
    line = "side 0304-0404 rail=double\nrail 0404 0304 fr\n"
    assert ranked(scene(gun + line), "R") == [["0304"]]
    assert ranked(scene(gun + line + "rail 0304 cut\n"), "R") == []
    assert ranked(scene(gun), "R") == []


@pytest.mark.rule("14-20")
def test_rail_bound_units_do_not_leave_their_line_for_another() -> None:
    gun = "unit R 0404 nation=fr kind=art size=i values=2-RR\n"
    line = "side 0304-0404 rail=double\nrail 0404 0304 fr\n"
    beside = "side 0204-0305 rail=double\nrail 0305 0204 fr\n"
    assert ranked(scene(gun + line + beside), "R") == [["0304"]]


@pytest.mark.rule("14-20", "6-12")
def test_rail_bound_units_retreat_into_a_zone_only_where_friends_stand() -> None:
    gun = "unit R 0404 nation=fr kind=art size=i values=2-RR\n"
    line = "side 0404-0405 rail=double\nrail 0404 0405 fr\n"  # 0405 is in the zone of the Germans in 0505
    friend = "unit Z 0405 nation=fr kind=inf values=4-4\n"
    assert ranked(scene(gun + line), "R") == []
    assert ranked(scene(gun + line + friend), "R") == [["0405"]]
    assert ranked(scene(gun + line + friend + "option rail-bound-units-avoid-zones=on\n"), "R") == []


@pytest.mark.rule("20-10")
def test_surrounded_units_go_to_a_hex_that_is_free_of_zones() -> None:
    of = scene(germans=units("0104", "0505"), french="unit X 0404 nation=fr kind=inf values=6-4\n")
    ground = Ground(of, node(of, "0404"), ENTENTE)
    assert (ground.surrounded, ground.in_zone) == (True, True)  # the way home is closed in 0104
    assert ranked(of, headquarters="") == [["0304", "0305", "0403"]]


@pytest.mark.rule("20-10")
def test_surrounded_units_outside_all_zones_may_enter_one() -> None:
    far = units("0302", "0306", "0402", "0406", "0502", "0506", "0203", "0204", "0205", "0603", "0604")
    of = scene(germans=far)
    ground = Ground(of, node(of, "0404"), ENTENTE)
    assert (ground.surrounded, ground.in_zone) == (True, False)
    zone = next(there for there in ground.ways_out if of.enemy_controlled(there, ENTENTE))
    assert may_enter(ground, of.units["X"], zone)


@pytest.mark.rule("14-16", "18-3")
def test_a_trench_is_no_hard_way_for_infantry_but_is_for_a_headquarters() -> None:
    trenches = "marker trench 0304 entente\nmarker trench 0305 entente\n"
    staff = "unit P 0404 nation=fr kind=hq size=xxxx\n"
    of = scene(trenches + staff)
    ground = Ground(of, node(of, "0404"), ENTENTE, {"X": "F"})
    assert not any(rank.difficult for rank in ranks(ground, of.units["X"]))
    hard = {at for rank in ranks(ground, of.units["P"]) if rank.difficult for at in rank.hexes}
    assert hard == {node(of, "0304"), node(of, "0305")}


@pytest.mark.rule("14-7", "39-2")
def test_a_unit_falls_back_on_the_headquarters_that_could_supply_it_whatever_its_nation() -> None:
    of = scene("unit B 0404 nation=be kind=inf values=3-4\n")
    guide = Ground(of, node(of, "0404"), ENTENTE).guide(of.units["B"])
    assert guide is not None
    assert guide.name == "F"
    british = scene("unit B 0404 nation=gb kind=inf values=9-5\nunit C 0403 nation=gb kind=inf values=9-5\n")
    assert Ground(british, node(british, "0404"), ENTENTE).guide(british.units["B"]) is None


@pytest.mark.rule("14-19", "14-12")
@pytest.mark.parametrize(("side", "leads"), [("", True), ("side 0403-0404 alpine\n", False)])
def test_only_a_hexside_that_can_be_crossed_leads_into_a_neutral_country(side: str, leads: bool) -> None:
    of = scene(side + "hex 0403 country=switzerland\n")
    assert leads_into_neutral_country(of, node(of, "0404")) is leads
