"""Cases from the book on zones, movement and stacking, where two rules meet (chapters 10 to 13)."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Add,
    Advance,
    Attack,
    Crossing,
    Detrain,
    Entrain,
    ForceMarch,
    Go,
    Infiltrate,
    March,
    MobileAssault,
    Pick,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import (
    at,
    goes,
    infiltrates,
    listed,
    marches,
    on_field,
    on_map,
    refused,
    trains,
)

CENTRAL = "turn 2 movement central-powers impulse=1"
COMBAT = "turn 2 combat central-powers impulse=1"
SECOND = "turn 2 movement central-powers impulse=2\nshown central-powers 6"
CAVALRY = "unit ge-2c-hkk-1 1213\nunit ge-hq-2 1314\n"  # four points, and supply as far as the fight goes
RAIL = ("side 1013-1112 rail=open", "side 1112-1212 rail=open", "side 1212-1312 rail=open")


# Zones


@pytest.mark.rule("10.23", "10.31")
def test_a_mobile_friend_in_a_zone_does_not_let_others_through_and_an_entrenched_one_does() -> None:
    mobile = on_field(CAVALRY + "unit fr-2a-i 1412\nunit ge-2a-ii 1312\n")
    assert mobile.check(March(("ge-2c-hkk-1",), "1312")) is None
    assert refused(mobile, March(("ge-2c-hkk-1",), "1311", via=("1312",))) == "10.31"
    dug_in = on_field(CAVALRY + "unit fr-2a-i 1412\nunit ge-2a-ii 1312 entrenched\n")
    assert dug_in.check(March(("ge-2c-hkk-1",), "1311", via=("1312",))) is None


@pytest.mark.rule("10.1", "15.2")
@pytest.mark.parametrize(
    ("enemy", "stops"),
    [
        ("fr-hq-2 1412", True),  # strength 1, movement 1
        ("fr-hq-2 1412 entrenched", False),
        ("fr-sg-1 1412", True),  # a siege gun has both, too
        ("fr-2r-1-res 1412", True),
        ("fort-verdun 1412", False),
    ],
)
def test_whatever_has_strength_and_movement_has_a_zone(enemy: str, stops: bool) -> None:
    found = goes(on_field(CAVALRY + f"unit {enemy}\n"), "ge-2c-hkk-1")
    assert ("1511" not in found) is stops


@pytest.mark.rule("10.31", "11.61", "10.23")
def test_nobody_force_marches_out_of_a_zone_but_from_beside_an_entrenched_friend() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    game = on_field(units)
    game.play(Pick("ge-2a-ii"))
    assert refused(game, ForceMarch("1112")) == "10.31"
    beside = on_field(units + "unit ge-2a-iii 1312 entrenched\n")
    assert "1112" in marches(beside, "ge-2a-ii")


@pytest.mark.rule("11.62", "10.31", "10.23")
def test_a_train_starts_in_a_zone_only_where_the_zone_is_negated() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    game = on_field(units, CENTRAL, *RAIL)
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Entrain()) in ("10.31", "11.62")
    fort = on_field(units + "unit fort-metz 1312\n", CENTRAL, *RAIL)
    fort.play(Pick("ge-2a-ii"))
    fort.play(Entrain())
    assert "1013" in trains(fort)


@pytest.mark.rule("10.32")
def test_infiltration_ends_the_move_and_needs_command_and_a_zone_to_start_in() -> None:
    behind = "unit ge-2a-x 1312\n"  # through whose hex the line leads
    units = f"unit ge-2k-stoss-1 1312\n{behind}unit fr-2r-1-res 1412\nunit fr-2r-2-res 1414\n"
    game = on_field(units)
    game.play(Pick("ge-2k-stoss-1"))
    assert listed(game, Infiltrate) >= {"1413", "1311"}
    game.play(Infiltrate("1413"))
    assert at(game, "ge-2k-stoss-1") == "1413"
    assert refused(game, Pick("ge-2k-stoss-1")) == "11.1"
    far = on_field(units, staffs="unit ge-hq-1 1013\nunit fr-hq-1 1713\n")  # three hexes: not in command
    far.play(Pick("ge-2k-stoss-1"))
    assert refused(far, Infiltrate("1413")) == "10.32"
    outside = on_field(units.replace("1312", "1212"))
    outside.play(Pick("ge-2k-stoss-1"))
    assert refused(outside, Infiltrate("1312")) == "10.32"


@pytest.mark.rule("10.32")
def test_equal_cadre_is_not_enough_and_entrenched_enemies_count_as_well() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2r-1-res 1412\n"
    assert "1413" in infiltrates(on_field(units), "ge-2a-ii")  # cadre 3 against 2
    equal = on_field(units.replace("fr-2r-1-res", "fr-2a-i"))  # 3 against 3
    equal.play(Pick("ge-2a-ii"))
    assert refused(equal, Infiltrate("1413")) == "10.32"
    # an active corps dug in next to the goal has no zone, and is an enemy unit next to it all the same
    beside = on_field(units + "unit fr-2a-i 1414 entrenched\n")
    beside.play(Pick("ge-2a-ii"))
    assert refused(beside, Infiltrate("1413")) == "10.32"


@pytest.mark.rule("10.22", "10.31")
def test_in_the_mountains_one_goes_past_the_enemy() -> None:
    hills = dict.fromkeys(("1312", "1311"), "mountain")
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1412\n", terrain=hills)
    game.play(Pick("ge-2a-ii"))
    assert game.check(Go("1311")) is None  # no zone in either hex


@pytest.mark.rule("37.3", "10.22")
def test_alpine_zones_lie_on_mountains() -> None:
    hills = dict.fromkeys(("1312", "1311"), "mountain")
    game = on_field("unit ge-2a-ii 1312\nunit fr-2m-alpins-1 1412\n", terrain=hills)
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Go("1311")) == "10.31"


# Ordinary movement


@pytest.mark.rule("11.1", "12.1")
def test_an_entrenched_unit_is_not_picked_up() -> None:
    game = on_field("unit ge-2a-ii 1213 entrenched\nunit ge-2a-iii 1213\n")
    assert refused(game, Pick("ge-2a-ii")) == "12.1"


@pytest.mark.rule("11.2", "11.42")
def test_a_road_spares_the_river_and_the_mountain_also_on_a_line_the_enemy_has_wrecked() -> None:
    line = ("side 1213-1312 rail=open river", "side 1312-1412 rail=open")
    game = on_field(
        "unit ge-2a-ii 1213\nrails 1312 1412 nobody\n", CENTRAL, *line, terrain={"1312": "mountain"}
    )
    assert game.explain(Crossing("ge-2a-ii", "1213", "1312")).total == 1
    assert "1412" in goes(game, "ge-2a-ii")


@pytest.mark.rule("11.2")
def test_a_mountain_takes_the_whole_allowance() -> None:
    hills = {"1312": "mountain"}
    cavalry = on_field("unit ge-2c-hkk-1 1112\n", terrain=hills)
    assert "1312" not in goes(cavalry, "ge-2c-hkk-1")  # one point is gone when it comes to the foot of it
    beside = on_field("unit ge-2c-hkk-1 1212\n", terrain=hills)
    assert "1312" in goes(beside, "ge-2c-hkk-1")
    alpine = on_field("unit ge-2m-alp-k 1212\n", terrain=hills)
    assert alpine.explain(Crossing("ge-2m-alp-k", "1212", "1312")).total == 2


@pytest.mark.rule("18.0", "11.2")
@pytest.mark.parametrize(("turn", "cost"), [(2, 3), (3, 1), (4, 3)])
def test_marshes_are_clear_in_winter(turn: int, cost: int) -> None:
    game = on_field(
        "unit ge-2a-ii 1213\n",
        f"turn {turn} movement central-powers impulse=1",
        terrain={"1312": "marsh"},
        head="sandbox no-end",
    )
    assert game.explain(Crossing("ge-2a-ii", "1213", "1312")).total == cost


@pytest.mark.rule("11.1")
def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    game = on_field("unit ge-2c-hkk-1 1213\nunit ge-2a-ii 1213\nunit ge-hq-2 1313\n")
    game.play(Pick("ge-2c-hkk-1"))
    assert "1513" in listed(game, Go)
    assert game.check(Add("ge-2a-ii")) is None  # in whatever order a stack is put together
    game.play(PASS)
    game.play(Pick("ge-2a-ii"))
    game.play(Add("ge-2c-hkk-1"))
    assert "1513" not in listed(game, Go)
    assert "1413" in listed(game, Go)


STRAIT = {f"{column}{row}": "sea" for column in range(14, 19) for row in range(10, 17)}


def across_a_strait(units: str, enemy: str, beyond: str) -> Game[SteelPosition]:
    """Germans at 1412, a foothold in an enemy zone: the only way of their line to one hex beyond it."""
    land = dict.fromkeys(("1412", "1413", beyond, "1713", "1813"), "clear")
    text = f"{units}unit ge-2a-x 1216\nunit {enemy} 1413\nholder 1412 central-powers\n"
    staffs = "unit ge-hq-1 1212\nunit fr-hq-1 1713\n"
    return on_field(text, CENTRAL, terrain={**STRAIT, **land}, staffs=staffs)


@pytest.mark.rule("11.3", "10.33", "31.12")
@pytest.mark.parametrize(("others", "may"), [("", False), ("unit ge-2a-iii 1412\n", True)])
def test_nobody_goes_where_his_line_leads_through_the_zone_he_has_left(others: str, may: bool) -> None:
    game = across_a_strait(f"unit ge-2a-ii 1412\n{others}", "fr-2a-i", "1511")
    game.play(Pick("ge-2a-ii"))
    assert ("1511" in listed(game, Go)) is may
    if not may:
        assert refused(game, Go("1511")) == "11.3"
        assert "1311" in listed(game, Go)
    else:
        game.play(Add("ge-2a-iii"))  # both together leave nobody behind
        assert refused(game, Go("1511")) == "11.3"


@pytest.mark.rule("10.32", "11.3")
@pytest.mark.parametrize(("others", "may"), [("", False), ("unit ge-2a-iii 1412\n", True)])
def test_nobody_infiltrates_out_of_supply(others: str, may: bool) -> None:
    game = across_a_strait(f"unit ge-2a-ii 1412\n{others}", "fr-2r-1-res", "1512")
    game.play(Pick("ge-2a-ii"))
    assert ("1512" in listed(game, Infiltrate)) is may
    assert "1312" in listed(game, Infiltrate)
    if not may:
        assert refused(game, Infiltrate("1512")) == "11.3"


@pytest.mark.rule("10.32", "11.5", "31.12")
@pytest.mark.parametrize(("others", "may"), [("", True), ("unit ge-2a-ii 1010\n", False)])
def test_a_headquarters_leaves_nobody_without_supply_by_infiltration(others: str, may: bool) -> None:
    cities = ("place 1112 Essen kinds=industrial", "place 1212 Cologne kinds=industrial")
    units = "unit ge-hq-1 1312\nunit ge-2a-iii 1312\nunit fr-2r-1-res 1412\nunit fr-2r-2-res 1414\n"
    game = on_field(units + others, CENTRAL, *cities, staffs="unit fr-hq-1 1713\n")
    game.play(Pick("ge-hq-1"))
    assert "1311" in listed(game, Infiltrate)
    assert ("1413" in listed(game, Infiltrate)) is may  # five hexes from the corps behind
    if not may:
        assert refused(game, Infiltrate("1413")) == "31.12"


@pytest.mark.rule("11.3", "15.71", "31.12")
def test_a_unit_may_leave_command_and_not_supply() -> None:
    game = on_field("unit ge-2a-ii 1313\n", SECOND, staffs="unit ge-hq-1 1113\n")  # two hexes: in command
    game.play(Pick("ge-2a-ii"))
    assert game.check(Go("1512")) is None  # four hexes: in supply and out of command
    stranded = on_field("unit ge-2a-ii 1413\n", staffs="unit ge-hq-1 1113\n")
    stranded.play(Pick("ge-2a-ii"))
    assert refused(stranded, Go("1612")) == "11.3"


@pytest.mark.rule("11.3", "11.62")
def test_trains_may_leave_the_supply_of_headquarters() -> None:
    line = tuple(f"side 10{row}-10{row + 1} rail=open" for row in range(10, 16))
    game = on_field("unit ge-2a-ii 1011\n", CENTRAL, *line, staffs="unit ge-hq-1 1011\n")
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    assert "1016" in trains(game)  # five hexes from the headquarters


# Stacking


THREE = "unit ge-2a-i 1312\nunit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


@pytest.mark.rule("13.1", "13.12", "13.13", "13.14", "13.2")
def test_brigades_headquarters_and_forts_do_not_fill_a_hex() -> None:
    full = THREE + "unit ge-sg-1 1312\nunit fort-metz 1312\n"
    game = on_field(full + "unit ge-sg-2 1212\nunit ge-2r-i-res 1212\nunit ge-hq-2 1212\n")
    game.play(March(("ge-sg-2",), "1312"))
    game.play(March(("ge-hq-2",), "1312"))
    assert refused(game, March(("ge-2r-i-res",), "1312")) == "13.2"


@pytest.mark.rule("13.12", "13.2")
def test_brigades_go_through_a_full_hex_and_corps_do_not() -> None:
    wall = dict.fromkeys(("1311", "1313", "1310", "1314", "1412", "1411"), "sea")
    game = on_field(THREE + "unit ge-sg-1 1212\nunit ge-2r-i-res 1212\n", terrain=wall)
    assert "1413" in goes(game, "ge-sg-1")
    game = on_field(THREE + "unit ge-sg-1 1212\nunit ge-2r-i-res 1212\n", terrain=wall)
    assert "1413" not in goes(game, "ge-2r-i-res")


@pytest.mark.rule("13.2", "11.62")
def test_trains_pass_through_full_hexes_and_do_not_stop_there() -> None:
    full = THREE.replace("1312", "1112") + "unit ge-2r-i-res 1312\n"
    game = on_field(full, CENTRAL, *RAIL)
    game.play(Pick("ge-2r-i-res"))
    game.play(Entrain())
    assert "1013" in trains(game)
    assert refused(game, Detrain("1112")) == "13.2"


# Force march and railways


@pytest.mark.rule("11.61", "13.14")
def test_a_headquarters_goes_back_through_the_hex_of_another_and_does_not_stay_there() -> None:
    game = on_field("", staffs="unit ge-hq-1 1016\nunit ge-hq-2 1015\n")
    game.play(Pick("ge-hq-1"))
    assert "1013" in listed(game, ForceMarch)  # straight back: there is no other way of three hexes
    assert refused(game, ForceMarch("1015")) == "13.14"
    assert refused(game, Go("1015")) == "13.14"


@pytest.mark.rule("11.1", "11.7", "11.43")
def test_a_stack_of_infantry_and_tanks_goes_and_overruns_together() -> None:
    units = "unit ge-4a-i 1312\nunit ge-4a-ii 1312\nunit ge-tb-1 1312\nunit fr-2r-1-res 1412\n"
    game = on_field(units, terrain={"1212": "mountain"})
    game.play(Pick("ge-4a-i"))
    assert "1212" in listed(game, Go)
    game.play(Add("ge-4a-ii"))
    game.play(Add("ge-tb-1"))
    assert "1212" not in listed(game, Go)  # where tanks do not go
    assert "1213" in listed(game, Go)
    game.play(MobileAssault("1412"))
    game.play(Advance("ge-tb-1", "1412"))
    assert at(game, "ge-tb-1") == "1412"


@pytest.mark.rule("11.61")
def test_a_headquarters_force_marches_only_to_shorten_its_line() -> None:
    game = on_field("", staffs="unit ge-hq-1 1313\nunit ge-hq-2 1113\n")
    game.play(Pick("ge-hq-1"))
    found = listed(game, ForceMarch)
    assert "1112" in found
    assert not {label for label in found if int(label[:2]) >= 13}


@pytest.mark.rule("11.61")
def test_a_cavalry_corps_force_marches_twelve_points_over_friendly_ground_only() -> None:
    game = on_field("unit ge-2c-hkk-1 1013\nunit ge-hq-2 1313\n")
    game.play(Pick("ge-2c-hkk-1"))
    assert "1313" in listed(game, ForceMarch)
    assert refused(game, ForceMarch("1413")) == "11.61"


@pytest.mark.rule("11.61", "14.1")
def test_a_unit_that_force_marched_next_to_trenches_may_attack_them() -> None:
    game = on_field("unit ge-2a-ii 1013\nunit fr-2a-i 1412 entrenched\n")
    game.play(Pick("ge-2a-ii"))
    game.play(ForceMarch("1312"))
    while game.position.step == "movement":
        game.play(PASS)
    assert "1412" in listed(game, Attack)


@pytest.mark.rule("11.62", "11.64", "14.1")
def test_a_unit_that_came_by_rail_does_not_attack_in_that_impulse() -> None:
    game = on_field("unit ge-2a-ii 1013\nunit fr-2a-i 1412 entrenched\n", CENTRAL, *RAIL)
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    game.play(Detrain("1312"))
    while game.position.step == "movement":
        game.play(PASS)
    assert game.position.step != "combat"


@pytest.mark.rule("11.62")
def test_a_german_corps_on_the_ottoman_line_counts_against_its_two_units() -> None:
    units = (
        "country ottoman-empire central-powers\nunit ge-2a-i 6443\nunit ot-2a-i 6443\n"
        "unit ot-2a-ii 6443\nunit ot-hq-1 6443\n"
    )
    game = on_map(
        f"turn 3 movement central-powers impulse=1\nmorale central-powers 80\nmorale entente 80\n{units}"
    )
    for unit in ("ge-2a-i", "ot-2a-i"):
        game.play(Pick(unit))
        game.play(Entrain())
        game.play(Detrain("6745"))
    game.play(Pick("ot-2a-ii"))
    assert refused(game, Entrain()) == "11.62"


@pytest.mark.rule("11.62")
def test_russia_carries_six_units_until_1916_and_then_eight() -> None:
    def carried(turn: int) -> int:
        names = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
        places = ("5816", "5816", "5816", "6414", "6414", "6414", "7110", "7110", "7110", "6216")
        units = "".join(f"unit ru-2a-{name} {place}\n" for name, place in zip(names, places, strict=True))
        game = on_map(
            f"turn {turn} movement entente impulse=1\nmorale central-powers 80\nmorale entente 80\n"
            f"{units}unit ru-hq-1 5817\n"
        )
        number = 0
        for name in names:
            game.play(Pick(f"ru-2a-{name}"))
            if game.check(Entrain()) is not None:
                return number
            game.play(Entrain())
            stop = min(trains(game) - set(places))
            game.play(Detrain(stop))
            number += 1
        return number

    assert carried(4) == 6
    assert carried(8) == 8


# Mobile assault


@pytest.mark.rule("11.7", "4.6-Combat-1", "14.21")
def test_cards_carry_a_stack_over_eight_to_one_and_a_city_keeps_it_below() -> None:
    units = "unit ge-4a-i 1312\nunit ge-2a-ii 1312\nunit fr-2r-1-res 1412\n"  # twelve against two
    assert "1412" not in listed_assaults(on_field(units))
    with_card = "turn 7 movement central-powers impulse=1\nshown central-powers 25\nplayed-on 25 west"
    assert "1412" in listed_assaults(on_field(units, with_card, head="sandbox no-end"))
    big = units + "unit ge-2a-iii 1312\n"  # sixteen against two
    assert "1412" in listed_assaults(on_field(big))
    city = "place 1412 Verdun kinds=city"
    assert "1412" not in listed_assaults(on_field(big, CENTRAL, city))


def listed_assaults(game: Game[SteelPosition]) -> set[str]:
    names = sorted(name for name in game.position.units if name.startswith(("ge-4a", "ge-2a")))
    game.play(Pick(names[0]))
    for name in names[1:]:
        if game.check(Add(name)) is None:
            game.play(Add(name))
    return listed(game, MobileAssault)


@pytest.mark.rule("11.7")
def test_two_stacks_do_not_add_up_for_a_mobile_assault() -> None:
    units = "unit ge-4a-i 1312\nunit ge-4a-ii 1311\nunit fr-2r-1-res 1412\n"
    game = on_field(units)
    game.play(Pick("ge-4a-i"))
    assert refused(game, MobileAssault("1412")) == "11.7"


@pytest.mark.rule("11.7", "15.71")
def test_after_a_mobile_assault_only_units_in_command_attack() -> None:
    units = "unit ge-4a-i 1312\nunit ge-4a-ii 1312\nunit fr-2r-1-res 1412\nunit fr-2a-i 1512 entrenched\n"
    for staff, attacks in (("1212", True), ("1113", False)):
        game = on_field(units, staffs=f"unit ge-hq-1 {staff}\nunit fr-hq-1 1713\n")
        game.play(Pick("ge-4a-i"))
        game.play(Add("ge-4a-ii"))
        game.play(MobileAssault("1412"))
        while game.decision.kind == "advance":
            choice = next(each for each in game.decision.choices() if isinstance(each, Advance))
            game.play(choice)
        while not game.over and game.position.step == "movement":
            game.play(PASS)
        can = game.position.step == "combat" and "1512" in listed(game, Attack)
        assert can is attacks, staff


@pytest.mark.rule("10.31")
def test_the_refusal_of_a_march_names_the_zones_that_stop_it() -> None:
    ring = (
        "unit ge-2a-ii 1312\nunit fr-2a-i 1311\nunit fr-2a-ii 1413\nunit fr-2a-iii 1211\nunit fr-2a-iv 1213\n"
    )
    assert refused(on_field(ring), March(("ge-2a-ii",), "1212")) == "10.31"  # it can go nowhere at all
    beyond = "unit ge-2c-hkk-1 1212\nunit fr-2a-i 1413\nunit fr-2a-ii 1411\n"
    assert refused(on_field(beyond), March(("ge-2c-hkk-1",), "1412")) == "10.31"  # stopped on its way


@pytest.mark.rule("11.3", "11.43")
def test_the_refusal_of_a_march_names_the_ground_that_bars_it() -> None:
    tanks = on_field("unit ge-tb-1 1212\nunit ge-2a-ii 1212 motorized=1\n", terrain={"1312": "mountain"})
    assert refused(tanks, March(("ge-tb-1",), "1312")) == "11.43"
    assert refused(tanks, March(("ge-2a-ii",), "1312")) == "11.43"
    edge = on_field("unit ge-2a-ii 1212\n", terrain={"1312": "sea"})
    assert refused(edge, March(("ge-2a-ii",), "1312")) == "11.3"


@pytest.mark.rule("11.1", "11.7")
def test_a_stack_is_put_together_in_any_order() -> None:
    stack = "unit ge-4a-i 1312\nunit ge-3a-i 1312\nunit fr-2r-1-res 1412\n"
    staff = "unit ge-hq-1 1113\n"
    game = on_field(stack, "turn 7 movement central-powers impulse=1", head="sandbox no-end", staffs=staff)
    game.play(Pick("ge-4a-i"))
    game.play(Add("ge-3a-i"))
    assert game.check(MobileAssault("1412")) is None  # 14 against 2, and a column for want of supply
    assert refused(game, Add("ge-3a-i")) == "11.1"


@pytest.mark.rule("11.62")
def test_russias_limit_is_of_russian_units_wherever_they_go() -> None:
    def goes_by_rail(side: str, unit: str, at: str, carried: int) -> bool:
        staffs = "unit ru-hq-1 5425\nunit ge-hq-1 4920\n"
        rails = "holder 4920 4819 central-powers\nholder 5425 5525 entente\nrails 4920 central-powers\n"
        game = on_map(
            f"turn 4 movement {side} impulse=1\nhauled russia {carried}\n{staffs}{rails}"
            f"rails 5425 entente\nunit {unit} {at}\n"
        )
        game.play(Pick(unit))
        return game.check(Entrain()) is None

    assert goes_by_rail("entente", "ru-2a-i", "5425", 10)
    assert not goes_by_rail("entente", "ru-2a-i", "5425", 11)  # in Galicia as at home
    assert goes_by_rail("entente", "ru-sg-1", "5425", 11)  # a brigade is half a unit
    assert goes_by_rail("central-powers", "ge-2a-i", "4920", 12)  # Warsaw is taken: no Russian units


@pytest.mark.rule("11.62")
def test_trains_into_the_ottoman_empire_use_its_railways() -> None:
    text = (
        "turn 8 movement central-powers impulse=1\ncountry ottoman-empire CP\ncountry bulgaria CP\n"
        "unit ge-2a-i Sofia\nunit bu-hq-1 Sofia\nunit ot-hq-1 Constantinople\nhauled ottoman-empire {}\n"
    )
    full = on_map(text.format(3))
    full.play(Pick("ge-2a-i"))
    full.play(Entrain())
    assert "5642" in trains(full)  # Philippopolis
    assert refused(full, Detrain("6443")) == "11.62"
    half = on_map(text.format(2))
    for order in (Pick("ge-2a-i"), Entrain(), Detrain("6745")):
        half.play(order)
    assert half.position.hauled == {"ottoman-empire": 4}
