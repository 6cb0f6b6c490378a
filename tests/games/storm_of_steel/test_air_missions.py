"""Chapter 30 in play: bases, missions, flights, interception, transit."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.air_orders import (
    AirBattle,
    AirOdds,
    Fly,
    MissionsOf,
    OrderMission,
    Scramble,
    TouchDown,
)
from hexfront.games.storm_of_steel.matters import AirLosses, Intruders
from hexfront.games.storm_of_steel.orders import (
    Add,
    Detrain,
    Disembark,
    Embark,
    Entrain,
    Go,
    GoOff,
    Lose,
    Pick,
)
from hexfront.games.storm_of_steel.position import Due
from hexfront.games.storm_of_steel.rules import aircraft
from hexfront.kernel.actions import PASS
from tests.games.storm_of_steel.field import at, listed, node, on_map, refused, told
from tests.games.storm_of_steel.sky import COMBAT, MOVE, NEAR, flown, in_the_sky, missions, ordered

EGYPT = "turn 3 movement entente impulse=1\nunit gb-hq-1 7366\nunit gb-tr-1 6964\n"


# Levels and missions


@pytest.mark.rule("30.2", "30.21", "30.71", "30.72")
@pytest.mark.parametrize(
    ("level", "allowed"),
    [
        (1, {"reconnaissance", "transit"}),
        (2, {"reconnaissance", "transit", "offensive-ground-support", "strategic-bombing"}),
        (
            3,
            {"reconnaissance", "transit", "offensive-ground-support", "strategic-bombing", "air-superiority"},
        ),
    ],
)
def test_each_level_adds_missions_to_those_below(level: int, allowed: set[str]) -> None:
    game = in_the_sky(NEAR + "unit ge-st-1 1213\nunit fr-ta-1 1512\n", (level, 1))
    assert missions(game, "ge-st-1") == allowed
    if level < 3:
        assert refused(game, OrderMission("ge-st-1", "air-superiority")) == "30.71"


@pytest.mark.rule("30.2")
def test_a_side_has_one_level_for_all_its_countries() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit ah-ta-1 1213\nunit fr-ta-1 1512\n", (3, 1))
    assert missions(game, "ge-ta-1") == missions(game, "ah-ta-1")
    assert game.explain(MissionsOf("central-powers", "combat-air-patrol")).total == -1
    assert game.explain(MissionsOf("central-powers", "interception")).total == 0


@pytest.mark.rule("30.21", "30.71")
def test_an_air_unit_has_one_mission_an_impulse() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1213\n")
    game.play(OrderMission("ge-ta-1", "offensive-ground-support"))
    assert refused(game, OrderMission("ge-ta-1", "reconnaissance")) == "30.21"
    game.play(PASS)
    assert refused(game, Pick("ge-ta-2")) == "30.71"  # missions are declared before anybody moves
    game.play(Pick("ge-ta-1"))
    assert listed(game, Fly) == {"1412", "1613"}  # where enemy land units are
    game.play(Fly("1412"))
    assert refused(game, Pick("ge-ta-1")) == "30.21"


@pytest.mark.rule("30.71")
def test_defensive_missions_are_not_ordered_beforehand() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\n")
    assert refused(game, OrderMission("ge-ta-1", "interception")) == "30.71"
    assert refused(game, OrderMission("ge-ta-1", "naval-aviation")) == "30.71"


@pytest.mark.rule("30.5", "8.4")
def test_air_units_fly_in_the_movement_of_their_own_side() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n", (2, 2))
    assert refused(game, OrderMission("fr-ta-1", "reconnaissance")) == "30.5"
    ordered(game)
    game.play(PASS)
    game.play(PASS)
    while game.decision.kind != "air orders":
        game.play(PASS)
    assert game.decision.side == "entente"
    assert missions(game, "fr-ta-1")


# Bases


@pytest.mark.rule("30.3")
@pytest.mark.parametrize(
    ("base", "terrain", "legal"),
    [
        ("1213", "clear", True),
        ("1213", "rough", True),
        ("1213", "desert", True),
        ("1213", "forest", False),
        ("1213", "mountain", False),
        ("1010", "clear", False),  # no headquarters commands it
    ],
)
def test_a_base_is_open_ground_in_command(base: str, terrain: str, legal: bool) -> None:
    game = in_the_sky(NEAR + f"unit ge-ta-1 {base}\n", terrain={base: terrain})
    position = game.position
    assert aircraft.is_base(position, "central-powers", node(game, base)) is legal
    assert ("offensive-ground-support" in missions(game, "ge-ta-1")) is legal
    if not legal:
        found = game.check(OrderMission("ge-ta-1", "offensive-ground-support"))
        assert found is not None


@pytest.mark.rule("30.3")
def test_a_city_is_a_base_on_any_ground_and_headquarters_without_a_line_make_none() -> None:
    place = ("place 1212 Metz kinds=city",)
    game = in_the_sky(NEAR + "unit ge-ta-1 1212\n", (4, 4), MOVE, *place, terrain={"1212": "mountain"})
    assert "offensive-ground-support" in missions(game, "ge-ta-1")
    cut = "holder 1013 entente\nunit fr-2a-x 1013\n"  # the German army has lost Berlin, its only city
    game = in_the_sky(NEAR + cut + "unit ge-ta-1 1212\n", (4, 4), MOVE, *place)
    assert refused(game, OrderMission("ge-ta-1", "offensive-ground-support")) in ("30.3", "30.71", "11.1")


@pytest.mark.rule("30.3")
def test_industrial_cities_of_the_own_side_are_bases_without_headquarters() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1013\n", staffs="unit ge-hq-1 1216\nunit fr-hq-1 1613\n")
    assert aircraft.is_base(game.position, "central-powers", node(game, "1013"))
    assert "offensive-ground-support" in missions(game, "ge-ta-1")


@pytest.mark.rule("30.41", "13.14", "30.53")
@pytest.mark.parametrize(("level", "room"), [(1, False), (2, True)])
def test_as_many_air_units_are_based_in_a_hex_as_the_level(level: int, room: bool) -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1113\n", (level, 1))
    ordered(game, ("ge-ta-1", "transit"))
    game.play(Pick("ge-ta-1"))
    assert ("1113" in listed(game, Fly)) is room
    if not room:
        assert refused(game, Fly("1113")) == "30.41"


@pytest.mark.rule("30.41")
def test_a_position_with_more_air_units_on_the_ground_than_the_level_is_illegal() -> None:
    three = "".join(f"unit ge-ta-{number} 1113\n" for number in (1, 2, 3))
    assert [str(each) for each in in_the_sky(NEAR + three, (3, 1)).position.status()] == []
    found = [each.rules for each in in_the_sky(NEAR + three, (2, 1)).position.status()]
    assert found == [("30.41",)]


@pytest.mark.rule("30.41", "30.42")
def test_a_base_keeps_room_for_those_that_are_in_the_air() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1113\n"
    game = in_the_sky(units, (2, 1))
    ordered(game, ("ge-ta-1", "offensive-ground-support"), ("ge-ta-2", "transit"))
    game.play(Pick("ge-ta-1"))
    game.play(Fly("1412"))
    game.position.air["central-powers"] = 1
    game.play(Pick("ge-ta-2"))
    assert refused(game, Fly("1213")) == "30.41"


@pytest.mark.rule("30.42")
def test_more_units_than_the_level_may_be_in_the_air_over_a_hex() -> None:
    names = ("ge-ta-1", "ge-ta-2", "ge-ta-3")
    units = NEAR + "".join(
        f"unit {name} {base}\n" for name, base in zip(names, (1213, 1113, 1212), strict=True)
    )
    game = in_the_sky(units, (2, 1))
    ordered(game, *((name, "offensive-ground-support") for name in names))
    for name in names:
        game.play(Pick(name))
        game.play(Fly("1412"))
    assert [at(game, name) for name in names] == ["1412"] * 3  # over enemy land units
    game.play(PASS)
    game.play(PASS)
    assert game.decision.kind == "air landing"
    game.play(PASS)
    assert [at(game, name) for name in names] == ["1213", "1113", "1212"]


# Flights


@pytest.mark.rule("30.51")
def test_air_units_fly_as_far_as_their_range_over_any_ground() -> None:
    hills = {f"{column}{row}": "mountain" for column in (13, 14) for row in range(10, 17)}
    units = "unit fr-2a-i 1513\nunit fr-2a-ii 1613\nunit fr-2a-iii 1713\nunit ge-ta-1 1213\n"
    game = in_the_sky(units, (2, 2), terrain=hills, staffs="unit ge-hq-1 1113\nunit fr-hq-1 1813\n")
    ordered(game, ("ge-ta-1", "offensive-ground-support"))
    game.play(Pick("ge-ta-1"))
    assert listed(game, Fly) == {"1513", "1613"}  # four hexes
    assert refused(game, Fly("1713")) == "30.51"
    game = in_the_sky(units, (4, 2), terrain=hills, staffs="unit ge-hq-1 1113\nunit fr-hq-1 1813\n")
    ordered(game, ("ge-ta-1", "offensive-ground-support"))
    game.play(Pick("ge-ta-1"))
    assert listed(game, Fly) == {"1513", "1613", "1713"}  # later counters fly five


@pytest.mark.rule("30.52", "30.55", "30.31")
def test_all_land_when_the_combat_segment_ends_at_home_or_elsewhere_in_range() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1213\n")
    ordered(game, *((name, "offensive-ground-support") for name in ("ge-ta-1", "ge-ta-2")))
    game.play(Pick("ge-ta-1"))
    game.play(Add("ge-ta-2"))
    game.play(Fly("1412"))
    game.play(PASS)
    game.play(PASS)
    assert game.decision.kind == "air landing"
    game.play(Pick("ge-ta-2"))
    fields = listed(game, TouchDown)
    assert "1211" in fields
    assert "1010" not in fields
    game.play(TouchDown("ge-ta-2", "1211"))
    game.play(PASS)
    assert (at(game, "ge-ta-1"), at(game, "ge-ta-2")) == ("1213", "1211")
    assert not game.position.aloft
    assert not game.position.air_missions


@pytest.mark.rule("30.31")
def test_who_finds_no_base_in_range_is_lost() -> None:
    text = (
        NEAR + "unit ge-ta-1 1412 moved\naloft ge-ta-1\nair-mission ge-ta-1 offensive-ground-support 1213\n"
    )
    game = in_the_sky(text, (4, 4), COMBAT, staffs="unit fr-hq-1 1613\nholder 1013 entente\n")
    game.play(PASS)
    assert "ge-ta-1" in game.position.dead
    assert "1st Tactical Air finds no base" in told(game, "air landing")


@pytest.mark.rule("30.31", "30.52")
def test_whoever_cannot_go_home_is_asked_where_he_lands() -> None:
    text = (
        NEAR + "unit ge-ta-1 1412 moved\naloft ge-ta-1\nair-mission ge-ta-1 offensive-ground-support 1010\n"
    )
    game = in_the_sky(text, (4, 4), COMBAT)
    game.play(PASS)
    game.play(PASS)
    assert game.decision.kind == "land aircraft"
    game.play(TouchDown("ge-ta-1", "1212"))
    assert at(game, "ge-ta-1") == "1212"


# Overrun bases


@pytest.mark.rule("30.32")
@pytest.mark.parametrize(("die", "saved"), [(1, True), (3, True), (4, False)])
def test_a_die_up_to_the_level_saves_air_units_whose_base_is_entered(die: int, saved: bool) -> None:
    units = "unit ge-2a-ii 1312\nunit fr-ta-1 1412\n"
    game = in_the_sky(units, (1, 3), dice=str(die))
    game.play(Pick("ge-2a-ii"))
    game.play(Go("1412"))
    assert "fr-ta-1" not in game.position.units
    if saved:
        assert game.position.due["fr-ta-1"] == Due(3)
    else:
        assert "fr-ta-1" in game.position.dead


@pytest.mark.rule("30.33")
def test_units_in_the_air_are_not_touched_by_land_units() -> None:
    text = "unit ge-2a-ii 1312\nunit fr-ta-1 1412\naloft fr-ta-1\n"
    game = in_the_sky(text + "air-mission fr-ta-1 defensive-ground-support 1412\n", (1, 3))
    game.play(Pick("ge-2a-ii"))
    game.play(Go("1412"))
    assert at(game, "fr-ta-1") == "1412"


@pytest.mark.rule("31.3")
def test_air_units_in_no_legitimate_base_are_lost_in_the_supply_phase() -> None:
    text = NEAR + "unit ge-ta-1 1010\nunit ge-ta-2 1213\nunit fr-ta-1 1512\n"
    game = in_the_sky(text, (1, 1), "turn 2 attrition central-powers")
    assert "ge-ta-1" not in game.position.units
    assert {"ge-ta-2", "fr-ta-1"} <= game.position.units.keys()
    assert told(game, "air landing") == ["1st Tactical Air has no base"]


@pytest.mark.rule("30.3", "31.3")
def test_from_a_hex_that_is_no_base_any_more_there_is_only_transit() -> None:
    game = in_the_sky("unit fr-2a-i 1112\nunit ge-2a-ii 1312\nunit ge-ta-1 1010\n")
    assert missions(game, "ge-ta-1") == {"transit"}
    assert refused(game, OrderMission("ge-ta-1", "offensive-ground-support")) == "30.3"


# Transit


@pytest.mark.rule("30.53")
def test_transit_is_three_times_the_range_to_another_base_and_no_combat() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1013\n", (1, 1), staffs="unit ge-hq-1 1213\nunit fr-hq-1 1713\n")
    ordered(game, ("ge-ta-1", "transit"))
    game.play(Pick("ge-ta-1"))
    assert refused(game, Fly("1010")) == "30.3"
    game.play(Fly("1311"))
    unit = game.position.units["ge-ta-1"]
    assert (at(game, "ge-ta-1"), "ge-ta-1" in game.position.aloft, unit.strategic) == ("1311", False, True)
    game.play(PASS)
    assert listed(game, AirBattle) == set()


@pytest.mark.rule("30.53")
def test_transit_reaches_twelve_hexes_and_no_farther() -> None:
    staffs = "unit ge-hq-1 2721\nunit ge-hq-2 3719\n"
    text = f"turn 3 movement central-powers impulse=1\n{staffs}unit ge-ta-1 2721\n"
    game = on_map(text)
    ordered(game, ("ge-ta-1", "transit"))
    game.play(Pick("ge-ta-1"))
    reached = listed(game, Fly)
    assert "3719" in reached  # Berlin is ten hexes from Cologne
    assert "4322" not in reached  # Breslau is sixteen
    assert refused(game, Fly("4322")) == "30.53"


@pytest.mark.rule("30.57", "11.62")
def test_air_units_go_by_rail_from_base_to_base() -> None:
    text = (
        "turn 3 movement central-powers impulse=1\nunit ge-hq-1 2721\nunit ge-hq-2 4322\nunit ge-ta-1 2721\n"
    )
    game = on_map(text)
    ordered(game)
    game.play(Pick("ge-ta-1"))
    game.play(Entrain())
    ends = listed(game, Detrain)
    assert "4322" in ends
    assert "3322" not in ends  # Erfurt is no base
    game.play(Detrain("4322"))
    assert at(game, "ge-ta-1") == "4322"
    assert refused(game, Pick("ge-ta-1")) == "30.21"


@pytest.mark.rule("30.57", "11.63", "29.15")
def test_air_units_go_by_sea() -> None:
    text = (
        "turn 3 movement entente impulse=1\nunit gb-hq-1 1718\nunit gb-hq-2 1623\nunit fr-hq-1 1924\n"
        "unit gb-ta-1 1718\nunit gb-tr-1 1718\nunit gb-tr-2 1623\nunit gb-bb-1 1519\n"
    )
    game = on_map(text)
    ordered(game)
    game.play(Pick("gb-ta-1"))
    game.play(Embark())
    assert "1623" in listed(game, Disembark)
    assert "0823" not in listed(game, Disembark)  # Brest is no base
    game.play(Disembark("1623"))
    assert (at(game, "gb-ta-1"), at(game, "gb-tr-1")) == ("1623", "1623")


# Off the map


@pytest.mark.rule("21.23")
def test_an_air_unit_flies_off_the_south_of_the_middle_east_to_british_africa() -> None:
    game = on_map(EGYPT + "unit gb-ta-1 7366\n")
    ordered(game, ("gb-ta-1", "transit"))
    game.play(Pick("gb-ta-1"))
    assert GoOff("gb-ta-1", "british-africa") in game.decision.choices()
    game.play(GoOff("gb-ta-1", "british-africa"))
    assert at(game, "gb-ta-1") == "british-africa"
    assert refused(game, Pick("gb-ta-1")) == "30.21"


@pytest.mark.rule("21.23", "21.24")
def test_a_point_of_range_must_be_left_and_only_the_entente_leaves() -> None:
    for base, leaves in (("8761", True), ("8760", False)):  # eleven and twelve hexes from the edge
        game = on_map(EGYPT + f"unit gb-ta-1 {base}\n")
        ordered(game, ("gb-ta-1", "transit"))
        game.play(Pick("gb-ta-1"))
        assert (GoOff("gb-ta-1", "british-africa") in game.decision.choices()) is leaves
    game = on_map("turn 3 movement central-powers impulse=1\nunit ot-hq-1 8166\nunit ot-ta-1 8166\n")
    if game.decision.kind == "air orders":
        ordered(game, ("ot-ta-1", "transit"))
        game.play(Pick("ot-ta-1"))
    assert listed(game, GoOff) == set()


@pytest.mark.rule("21.33")
def test_from_an_area_there_is_only_transit_over_the_edge_of_the_map() -> None:
    game = on_map(EGYPT + "unit gb-ta-1 british-africa\n")
    assert missions(game, "gb-ta-1") == {"transit"}
    assert refused(game, OrderMission("gb-ta-1", "reconnaissance")) == "21.33"
    ordered(game, ("gb-ta-1", "transit"))
    game.play(Pick("gb-ta-1"))
    assert "7366" in listed(game, Fly)
    game.play(Fly("7366"))
    assert (at(game, "gb-ta-1"), "gb-ta-1" in game.position.aloft) == ("7366", False)


@pytest.mark.rule("21.43", "21.45")
def test_air_units_fly_between_areas_with_a_common_border_on_land_only() -> None:
    text = "turn 3 movement entente impulse=1\ncountry united-states entente\nunit us-ta-1 united-states\n"
    game = on_map(text)
    ordered(game, ("us-ta-1", "transit"))
    game.play(Pick("us-ta-1"))
    areas = {each.area for each in game.decision.choices() if isinstance(each, GoOff)}
    assert "canada" in areas
    assert not areas & {"portugal", "japan", "british-africa"}  # beyond an ocean
    game.play(GoOff("us-ta-1", "canada"))
    assert game.position.units["us-ta-1"].crossed  # one area a turn


# Reconnaissance


@pytest.mark.rule("23.5", "30.71", "30.72")
def test_reconnaissance_shows_what_lies_under_the_top_of_a_stack() -> None:
    stack = "unit fr-2a-i 1412\nunit fr-2r-1-res 1412\nunit ge-2a-ii 1312\n"
    game = in_the_sky(stack + "unit ge-ta-1 1213\n", (1, 1))
    flown(game, "ge-ta-1", "reconnaissance", "1412")
    assert set(game.position.spied["central-powers"]) == {"fr-2a-i", "fr-2r-1-res"}
    seen = [event for event in game.events if event.kind == "fog" and event.to == ("central-powers",)]
    assert len(seen) == 1


# Interception


@pytest.mark.rule("30.43", "30.54", "30.61")
def test_a_flight_is_stopped_where_it_is_intercepted_and_survivors_go_on() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1213\nunit fr-ta-1 1412\n"
    game = in_the_sky(units, (3, 3), dice="1 6")  # the Germans miss, the French shoot one down
    ordered(game, *((name, "offensive-ground-support") for name in ("ge-ta-1", "ge-ta-2")))
    game.play(Pick("ge-ta-1"))
    game.play(Add("ge-ta-2"))
    game.play(Fly("1412"))
    coming = game.decision.about
    assert isinstance(coming, Intruders)
    assert (coming.at, coming.units, coming.bases) == ("1412", ("ge-ta-1", "ge-ta-2"), ("1412",))
    game.play(Scramble("1412"))
    losing = game.decision.about
    assert isinstance(losing, AirLosses)
    assert (losing.units, losing.number) == (("ge-ta-1", "ge-ta-2"), 1)
    assert game.decision.side == "central-powers"
    game.play(Lose("ge-ta-2"))
    assert at(game, "ge-ta-1") == "1412"
    assert "ge-ta-1" in game.position.aloft
    assert "ge-ta-2" in game.position.dead


@pytest.mark.rule("30.54")
def test_interception_may_be_declined() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1412\n", (3, 3))
    flown(game, "ge-ta-1", "offensive-ground-support", "1412")
    game.play(PASS)
    assert at(game, "ge-ta-1") == "1412"
    assert not told(game, "air combat")


@pytest.mark.rule("30.54", "30.56")
@pytest.mark.parametrize(("level", "asked"), [(3, False), (4, True)])
def test_a_patrol_beside_its_base_needs_level_four(level: int, asked: bool) -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n", (3, level))
    flown(game, "ge-ta-1", "offensive-ground-support", "1412")  # next to 1512
    assert (game.decision.side == "entente") is asked


@pytest.mark.rule("30.54")
def test_a_force_attacks_a_flight_once_and_another_force_may_attack_it_too() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1213\nunit fr-ta-1 1512\nunit fr-ta-2 1412\n"
    game = in_the_sky(units, (4, 4), dice="1 1 1 1")
    ordered(game, *((name, "air-superiority") for name in ("ge-ta-1", "ge-ta-2")))
    game.play(Pick("ge-ta-1"))
    game.play(Add("ge-ta-2"))
    game.play(Fly("1512"))
    attacks = []
    while game.decision.kind == "scramble":
        choice = next(each for each in game.decision.choices() if isinstance(each, Scramble))
        attacks.append(choice.at)
        game.play(choice)
    assert sorted(attacks) == ["1412", "1512"]


@pytest.mark.rule("30.54")
def test_the_way_avoids_enemy_bases_where_the_range_allows() -> None:
    units = NEAR + "unit fr-2a-ii 1513\nunit ge-ta-1 1213\nunit fr-ta-1 1413\n"
    game = in_the_sky(units, (3, 3), staffs="unit ge-hq-1 1213\nunit fr-hq-1 1613\n")
    flown(game, "ge-ta-1", "offensive-ground-support", "1513")
    assert game.decision.side == "central-powers"  # it did not fly over 1413


@pytest.mark.rule("30.53", "30.61")
def test_air_units_in_transit_do_not_fire_back() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1412\n"
    game = in_the_sky(units + "unit ge-2a-iii 1413\nholder 1413 central-powers\n", (4, 4), dice="5")
    ordered(game, ("ge-ta-1", "transit"))
    game.play(Pick("ge-ta-1"))
    game.play(Fly("1413"))
    game.play(Scramble("1412"))
    assert "Central Powers do not fire" in told(game, "air combat")[-1]


# Air to air combat


@pytest.mark.rule("30.61")
def test_below_level_three_nobody_fires_back() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n", (3, 2), dice="6")
    flown(game, "ge-ta-1", "air-superiority", "1512")
    game.play(PASS)
    assert listed(game, AirBattle) == {"1512"}
    game.play(AirBattle("1512"))
    assert "fr-ta-1" in game.position.dead
    assert "Entente do not fire" in told(game, "air combat")[-1]
    assert listed(game, AirBattle) == set()


@pytest.mark.rule("30.61")
def test_both_fire_at_once_and_a_level_more_is_a_column() -> None:
    game = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n", (4, 3), dice="5 6")
    said = game.explain(AirOdds(("ge-ta-1",), ("fr-ta-1",)))
    assert said.total == 4
    assert "column 7-10, +1" in said.subject  # 4 is in the column of 4 to 6, and one level is a column
    other = game.explain(AirOdds(("fr-ta-1",), ("ge-ta-1",)))
    assert (other.total, "column 1-3, -1" in other.subject) == (3, True)
    flown(game, "ge-ta-1", "air-superiority", "1512")
    while game.decision.side == "entente":
        game.play(PASS)
    game.play(PASS)
    game.play(AirBattle("1512"))
    assert {"ge-ta-1", "fr-ta-1"} <= game.position.dead.keys()


@pytest.mark.rule("30.61")
def test_air_units_are_attacked_in_their_own_hex_only() -> None:
    text = "unit ge-ta-1 1412 moved\naloft ge-ta-1\nair-mission ge-ta-1 air-superiority 1213\n"
    game = in_the_sky(NEAR + text + "unit fr-ta-1 1512\n", (3, 3), COMBAT)
    assert refused(game, AirBattle("1512")) == "30.61"
    assert refused(game, AirBattle("1412")) == "30.61"


@pytest.mark.rule("5.12")
def test_a_lost_air_unit_costs_a_point_of_morale() -> None:
    text = "dead ge-ta-1 central-powers west germany 0\n"
    game = in_the_sky(NEAR + text, (1, 1), "turn 2 morale central-powers")
    assert {cause.reason for cause in game.position.causes} >= {"air unit eliminated (1)"}
