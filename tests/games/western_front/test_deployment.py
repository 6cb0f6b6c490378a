"""Deployment: what the book asks of it, and the one that is made without a choice."""

from __future__ import annotations

import msgspec
import pytest

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.forces import LATER
from hexfront.games.western_front.scenarios.deployment import limits, plans
from hexfront.games.western_front.scenarios.front_lines import front_of
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, SIDES
from tests.games.western_front.builders import node
from tests.games.western_front.test_front_lines import start

SET_UPS = [*((name, {}) for name in LATER), ("western-front-1918", {"entente-set-up": "player determined"})]


@pytest.fixture(scope="module", params=SET_UPS, ids=lambda each: " ".join((each[0], *each[1].values())))
def deployed(request: pytest.FixtureRequest) -> WesternFrontPosition:
    scenario, options = request.param
    return start(scenario, **options)


@pytest.mark.rule("WF 14 set-up", "WF 16 set-up", "WF 18 set-up", "WF 20 set-up", "WF 22 set-up", "WF 12-3")
@pytest.mark.parametrize("side", SIDES)
def test_the_automatic_deployment_breaks_no_limit(deployed: WesternFrontPosition, side: str) -> None:
    assert [str(fault) for fault in limits.faults(deployed, side)] == []
    assert list(TITLE.status(deployed)) == []


def test_it_places_every_unit_of_the_list(deployed: WesternFrontPosition) -> None:
    forces = deployed.setting.orders.scenarios[deployed.setting.scenario]
    counted = sum(row.count or 1 for row in forces.listed if not row.struck)
    standing = sum(not deployed.piece(unit).fortress for unit in deployed.units.values())
    assert standing + len(deployed.lost) == counted


def test_it_holds_every_front_hex_but_the_quiet_ones_of_verdun(deployed: WesternFrontPosition) -> None:
    front = front_of(deployed.setting)
    spared = limits.around(deployed.setting, "verdun")
    for side, line in ((CENTRAL_POWERS, front.german), (ENTENTE, front.entente)):
        for label in line:
            if node(deployed, label) not in spared:
                assert deployed.has_combat_unit(node(deployed, label), side), label


def test_it_is_always_the_same() -> None:
    first, second = start("somme"), start("somme")
    assert first.units == second.units


def test_guns_are_massed_where_the_offensive_is(deployed: WesternFrontPosition) -> None:
    goal = plans.OFFENSIVES[deployed.setting.scenario][CENTRAL_POWERS]
    near = deployed.setting.hexes_from(frozenset([node(deployed, goal)]))
    guns = [unit for unit in deployed.of_side(CENTRAL_POWERS) if deployed.piece(unit).artillery]
    assert sum(near[unit.at] <= 6 for unit in guns) > len(guns) / 2


def moved(of: WesternFrontPosition, name: str, label: str, strength: int | None = None) -> tuple[str, ...]:
    """The rules by which a unit could not be placed in another hex."""
    unit = of.remove(name)
    if strength is not None:
        unit = msgspec.structs.replace(unit, strength=strength)
    refusal = limits.why_not_place(of, unit, node(of, label))
    of.put(unit)
    return () if refusal is None else refusal.rules


@pytest.mark.rule("WF 14 set-up", "WF 12-3")
def test_nations_keep_to_their_own_part_of_the_front() -> None:
    of = start("second-ypres-and-artois")
    assert moved(of, "fr-inf-xx-1", "0907") == ("WF 14 set-up",)
    assert moved(of, "fr-inf-xx-1", "0905") == ("WF 14 set-up",)
    assert moved(of, "gb-inf-xx-27", "0909") == ("WF 14 set-up",)
    assert moved(of, "gb-inf-xx-27", "0611") == ("WF 12-3",)
    assert moved(of, "fr-inf-xx-1", "0707") == ("WF 12-3",)  # the third row of the British sector
    assert moved(of, "ge-inf-xx-5", "0909") == ("WF 14 set-up",)


@pytest.mark.rule("WF 14 set-up")
def test_south_of_row_18_there_is_a_division_and_no_gun() -> None:
    of = start("second-ypres-and-artois")
    assert moved(of, "fr-inf-xx-1", "2720") == ("WF 14 set-up",)
    assert moved(of, "fr-art-iii-1", "2619") == ("WF 14 set-up",)
    assert moved(of, "ge-inf-xx-5", "2821") == ("WF 14 set-up",)
    assert moved(of, "ge-art-iii-1", "3020") == ("WF 14 set-up",)


@pytest.mark.rule("WF 15-3")
def test_two_divisions_of_at_most_six_points_are_at_verdun() -> None:
    of = start("verdun")
    assert limits.verdun_halves(of) == 4
    assert moved(of, "fr-inf-xx-48al", "2015", 6) == ("WF 15-3",)
    for unit in of.of_side(ENTENTE):
        if unit.at in limits.around(of.setting, "verdun") and of.piece(unit).infantry:
            of.remove(unit.name)
    assert moved(of, "fr-inf-xx-48al", "2015", 6) == ()
    assert moved(of, "fr-inf-xx-37al", "2015", 7) == ("WF 15-3",)


@pytest.mark.rule("WF 15-3")
def test_with_the_option_two_are_in_each_of_its_hexes() -> None:
    of = start("verdun", **{limits.IN_EACH_HEX: "on"})
    assert limits.verdun_halves(of) > 4
    assert [str(fault) for fault in limits.faults(of, ENTENTE)] == []
    for label in ("2014", "2015", "2016", "2115"):
        assert 0 < limits.verdun_halves(of, [node(of, label)]) <= 4


@pytest.mark.rule("WF 17-3")
def test_in_june_1916_units_near_verdun_are_worn() -> None:
    of = start("somme")
    near = limits.around(of.setting, "worn_hexes")
    there = [unit for node_ in near for unit in of.units_at(node_)]
    pieces = {unit.name: of.piece(unit) for unit in there}
    assert {pieces[unit.name].nation for unit in there} >= {"fr", "ge"}
    for unit in there:
        reduced = pieces[unit.name].reduced
        assert reduced is None or pieces[unit.name].fortress or unit.strength <= reduced
    assert moved(of, "ge-inf-xx-5", "2114", 8) == ("WF 17-3",)


@pytest.mark.rule("WF 14-1", "WF 14-2", "WF 14-3", "WF 14-4")
def test_strength_and_supply_of_1915_are_those_of_the_lists() -> None:
    of = start("second-ypres-and-artois")
    off = {nation: limits.struck_off(of, nation) for nation in ("fr", "gb", "be", "ge")}
    assert off == {"fr": 100, "gb": 45, "be": 0, "ge": 130}
    supply = dict.fromkeys(off, 0)
    for unit in of.units.values():
        supply[of.piece(unit).nation] += unit.supply
    assert supply == {"fr": 90, "gb": 17, "be": 7, "ge": 130}
    assert of.flags["gas counters: central-powers"] == 1


@pytest.mark.rule("WF 16-1", "WF 16-2", "WF 16-3", "WF 16-4", "WF 18-1", "WF 18-2", "WF 18-3", "WF 18-4")
@pytest.mark.rule("WF 20-1", "WF 20-2", "WF 20-3", "WF 20-4")
@pytest.mark.parametrize(
    ("scenario", "off", "points"),
    [
        ("verdun", (100, 10, 0, 50), (150, 75, 7, 240)),
        ("somme", (50, 0, 0, 50), (225, 100, 7, 160)),
        ("nivelle-offensive", (0, 60, 0, 0), (240, 130, 15, 310)),
    ],
)
def test_so_are_those_of_1916_and_1917(scenario: str, off: tuple[int, ...], points: tuple[int, ...]) -> None:
    of = start(scenario)
    nations = ("fr", "gb", "be", "ge")
    assert tuple(limits.struck_off(of, nation) for nation in nations) == off
    for nation, wanted in zip(nations, points, strict=True):
        units = [unit for unit in of.units.values() if of.piece(unit).nation == nation]
        assert sum(unit.supply for unit in units) == wanted


@pytest.mark.rule("WF 18-1", "WF 18-2")
def test_june_1916_has_a_worn_fort_and_four_replacement_units() -> None:
    of = start("somme")
    fort = of.fortress_at(node(of, "2115"))
    assert fort is not None
    assert fort.strength == 3
    assert sum(of.piece(unit).replacement for unit in of.units.values()) == 4


@pytest.mark.rule("WF 22-1", "WF 22-2", "WF 22-3", "WF 22-4", "WF 22-5", "WF 22 option 2")
def test_march_1918_with_both_set_ups() -> None:
    for options, off in (({}, (20, 0)), ({"entente-set-up": "player determined"}, (20, 90))):
        of = start("western-front-1918", **options)
        assert (limits.struck_off(of, "fr"), limits.struck_off(of, "gb")) == off
        assert "fr-tank-x-3tnk" in of.lost
        for nation, wanted in (("fr", 225), ("gb", 192), ("us", 0), ("be", 15), ("ge", 640)):
            units = [unit for unit in of.units.values() if of.piece(unit).nation == nation]
            assert sum(unit.supply for unit in units) == wanted


@pytest.mark.rule("WF 22 option 1")
def test_printed_units_of_1918_stand_in_their_hexes_and_the_others_behind_or_in_the_line() -> None:
    of = start("western-front-1918")
    label = of.setting.board.label
    assert label(of.units["be-hq-xxxx-bel"].at) == "0805"
    assert label(of.units["gb-inf-xx-35"].at) == "0906"
    assert label(of.units["us-inf-xx-26"].at) == label(of.units["us-inf-xx-42"].at) == "1719"
    assert of.units["gb-hq-xxxx-5"].supply == 28
    assert moved(of, "fr-inf-xx-2", "1016") == ("WF 22 option 1",)  # French infantry goes to the front
    assert moved(of, "fr-art-iii-1", "1414") == ("WF 22 option 1",)  # guns do not
    assert moved(of, "fr-tank-x-1tnk-as-9-4", "1416") == ("WF 22 option 1",)  # tanks need a rail line


@pytest.mark.rule("WF 22 option 1")
def test_the_example_of_spread_guns_three_and_four_but_not_five() -> None:
    of = start("western-front-1918")
    for nation in ("fr", "gb"):
        spread_now = limits.artillery_counts(of, nation).values()
        assert max(spread_now) - min(spread_now) <= 1
    guns = [
        unit for unit in of.of_side(ENTENTE) if of.piece(unit).artillery and of.piece(unit).nation == "gb"
    ]
    for unit in guns:
        of.remove(unit.name)
    staffs = {"gb-hq-xxxx-1": "0808", "gb-hq-xxxx-3": "0911"}
    for name, place in staffs.items():
        assert of.setting.board.label(of.units[name].at) == place
    for name in [unit.name for unit in of.headquarters_of(ENTENTE) if unit.name.startswith("gb-")]:
        if name not in staffs:
            of.remove(name)
    places = ["0808"] * 3 + ["0911"] * 3 + ["0912"] * 2
    for number, unit in enumerate(guns[:8]):
        of.put(Unit(unit.name, unit.piece, node(of, places[number]), unit.strength))
        spread = [str(fault) for fault in limits.faults(of, ENTENTE) if "spread" in str(fault)]
        counts = limits.artillery_counts(of, "gb")
        assert bool(spread) == (max(counts.values()) - min(counts.values()) > 1)
    assert limits.artillery_counts(of, "gb") == {"gb-hq-xxxx-1": 3, "gb-hq-xxxx-3": 5}
