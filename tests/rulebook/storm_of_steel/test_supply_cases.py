"""Cases from the book on headquarters, lines, control, railways and attrition (chapters 15 to 18, 31)."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Assault, Entrain, ForceMarch, Go, March, Pick
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import (
    STAFFS,
    goes,
    listed,
    node,
    on_field,
    on_map,
    refused,
    trains,
)

CENTRAL = "turn 2 movement central-powers impulse=1"
SECOND = "turn 2 movement central-powers impulse=2\nshown central-powers 6"
MORALE = "morale central-powers 80\nmorale entente 80\n"


def moves(game: Game[SteelPosition], unit: str) -> bool:
    """Whether a unit can march; in a second impulse, whether it is in command."""
    if game.check(Pick(unit)) is not None:
        return False
    trial = game.branch()
    trial.play(Pick(unit))
    return bool(listed(trial, Go))


def dies(
    units: str,
    unit: str,
    turn: int = 2,
    *board: str,
    die: int = 1,
    terrain: dict[str, str] | None = None,
    staffs: str = STAFFS,
) -> bool:
    """Whether a unit is lost in the attrition phase with a die."""
    game = on_field(
        units,
        f"turn {turn} attrition central-powers",
        *board,
        terrain=terrain,
        staffs=staffs,
        head=f"sandbox no-end\ndice {die} {die} {die} {die}",
    )
    return unit not in game.position.units


# Command radius


@pytest.mark.rule("15.31")
def test_command_is_counted_in_hexes_and_goes_over_rivers_and_into_mountains() -> None:
    game = on_field("unit ge-2a-ii 1313\n", SECOND, "side 1213-1313 river", terrain={"1313": "mountain"})
    assert moves(game, "ge-2a-ii")


@pytest.mark.rule("15.31")
def test_command_does_not_go_through_enemy_units_the_sea_or_lakes() -> None:
    wall = dict.fromkeys(("1210", "1211", "1212", "1213", "1215", "1216"), "sea")
    through = "unit ge-2a-ii 1314\n"
    assert moves(on_field(through, SECOND, terrain=wall), "ge-2a-ii")
    assert not moves(on_field(through + "unit fr-2a-i 1214 entrenched\n", SECOND, terrain=wall), "ge-2a-ii")
    assert not moves(
        on_field(through, SECOND, "side 1114-1214 lake", "side 1113-1214 lake", terrain=wall), "ge-2a-ii"
    )


@pytest.mark.rule("15.31", "10.33")
def test_a_headquarters_in_an_enemy_zone_still_commands() -> None:
    game = on_field("unit ge-2a-ii 1313\nunit fr-2a-i 1112\nunit ge-2r-i-res 1013\n", SECOND)
    assert moves(game, "ge-2a-ii")


@pytest.mark.rule("15.71")
def test_command_is_looked_at_when_the_unit_begins_to_move_so_a_headquarters_may_come_up_first() -> None:
    game = on_field("unit ge-2a-ii 1413\n", SECOND)  # three hexes from its headquarters
    assert not moves(game, "ge-2a-ii")
    game.play(March(("ge-hq-1",), "1213"))
    assert moves(game, "ge-2a-ii")


@pytest.mark.rule("15.6")
@pytest.mark.parametrize(
    ("unit", "staff", "commanded"),
    [
        ("ah-2a-i", "ge-hq-2", True),
        ("ge-2a-ii", "ah-hq-1", False),
        ("bu-2a-i", "ah-hq-1", False),
        ("bu-2a-i", "ge-hq-2", True),
    ],
)
def test_who_commands_whom_among_the_central_powers(unit: str, staff: str, commanded: bool) -> None:
    game = on_field(
        f"country bulgaria central-powers\nunit {unit} 1212\n", SECOND, staffs=f"unit {staff} 1113\n"
    )
    assert moves(game, unit) is commanded


@pytest.mark.rule("15.5", "15.6")
def test_a_chain_is_of_one_nation_even_under_german_command() -> None:
    # the Austrian staff is out of reach of Berlin and next to a German one that is not: no chain
    game = on_field("unit ah-2a-i 1513\n", SECOND, staffs="unit ah-hq-1 1412\nunit ge-hq-1 1213\n")
    assert not moves(game, "ah-2a-i")


@pytest.mark.rule("15.41", "15.42", "16.4")
def test_the_first_leg_counts_the_rail_hex_and_the_rest_is_free() -> None:
    line = tuple(f"side 10{row}-10{row + 1} rail=open" for row in range(13, 16))
    east = ("side 1016-1115 rail=open", "side 1115-1216 rail=open", "side 1216-1315 rail=open")
    units = "unit ge-2a-ii 1515\n"
    assert moves(
        on_field(units, SECOND, *line, *east, staffs="unit ge-hq-1 1514\n"), "ge-2a-ii"
    )  # two to 1315
    far = on_field("unit ge-2a-ii 1615\n", SECOND, *line, *east, staffs="unit ge-hq-1 1615\n")
    assert not moves(far, "ge-2a-ii")  # three


@pytest.mark.rule("15.41", "15.6")
def test_french_industry_is_no_source_for_the_british() -> None:
    text = (
        f"turn 2 movement entente impulse=2\n{MORALE}shown entente 49\nunit gb-hq-bef 2022\n"
        "unit gb-2a-i 2021\n"
    )
    assert not moves(on_map(text), "gb-2a-i")
    by_sea = on_map(text + "unit gb-tr-1 1920\n")  # a transport at Calais
    assert moves(by_sea, "gb-2a-i")
    at_home = on_map(text + "unit gb-tr-1 1519\n")  # the transport must be in the first port
    assert not moves(at_home, "gb-2a-i")


@pytest.mark.rule("15.43", "15.41")
def test_a_line_over_a_sea_the_enemy_dominates_is_no_line() -> None:
    text = (
        f"turn 2 movement entente impulse=2\n{MORALE}shown entente 49\nunit gb-hq-bef 2120\n"
        "unit gb-2a-i 2021\ncountry belgium entente\nunit gb-tr-1 2120\n"
    )
    assert moves(on_map(text), "gb-2a-i")
    lost = on_map(text + "sea north-sea central-powers\n")
    assert not moves(lost, "gb-2a-i")


# Supply and attrition


@pytest.mark.rule("31.11")
@pytest.mark.parametrize(
    ("terrain", "turn", "highest"),
    [
        ("clear", 2, 1),
        ("clear", 3, 2),
        ("rough", 2, 1),
        ("desert", 2, 2),
        ("desert", 3, 3),
        ("mountain", 4, 2),
        ("mountain", 7, 3),
    ],
)
def test_attrition_by_ground_and_season(terrain: str, turn: int, highest: int) -> None:
    for die in (highest, highest + 1):
        assert dies(
            "unit ge-2a-ii 1713\n",
            "ge-2a-ii",
            turn,
            die=die,
            terrain={"1713": terrain},
            staffs="unit ge-hq-1 1113\n",
        ) is (die <= highest)


@pytest.mark.rule("31.11", "18.0")
def test_the_summer_desert_of_the_middle_east_kills_on_three() -> None:
    text = (
        "sandbox no-end\ndice 3\nturn 5 attrition central-powers\n"
        f"{MORALE}country ottoman-empire central-powers\nunit ot-2a-i 8363\n"
    )
    game = on_map(text)
    where = game.position.setting.board
    assert where.terrain[where["8363"]] == "desert"
    assert "ot-2a-i" not in game.position.units


@pytest.mark.rule("31.11")
@pytest.mark.parametrize(
    "place",
    [
        "place 1713 Verdun kinds=city",
        "place 1713 Calais kinds=port",
        'place 1713 Toulon kinds="naval base"',
        "place 1713 Lille kinds=industrial",
    ],
)
def test_towns_and_harbours_spare_the_check_whosever_they_were(place: str) -> None:
    assert not dies("unit ge-2a-ii 1713\n", "ge-2a-ii", 2, place, staffs="unit ge-hq-1 1113\n")


@pytest.mark.rule("31.1", "15.4")
def test_a_headquarters_without_a_line_supplies_nobody_but_makes_no_check() -> None:
    cut_off = "unit ge-hq-1 1613\n"
    assert dies("unit ge-2a-ii 1713\n", "ge-2a-ii", staffs=cut_off)
    assert not dies("unit ge-2a-ii 1713\n", "ge-hq-1", staffs=cut_off)


@pytest.mark.rule("31.1", "15.5")
def test_supply_does_not_come_over_a_mountain_and_leaves_one() -> None:
    in_it = dict.fromkeys(("1313",), "mountain")
    assert not dies("unit ge-2a-ii 1313\n", "ge-2a-ii", die=1, terrain=in_it)
    wall = {f"13{row}": "mountain" for row in range(10, 17)}
    assert dies("unit ge-2a-ii 1413\n", "ge-2a-ii", die=1, terrain=wall)
    assert not dies("unit ge-2m-alp-k 1413\n", "ge-2m-alp-k", die=1, terrain=wall)  # 37.4


@pytest.mark.rule("31.11", "12.1")
def test_trenches_do_not_feed_anybody() -> None:
    assert dies("unit ge-2a-ii 1713 entrenched\n", "ge-2a-ii", staffs="unit ge-hq-1 1113\n")


@pytest.mark.rule("31.1", "10.33")
def test_an_enemy_zone_across_the_line_cuts_supply_unless_somebody_stands_in_it() -> None:
    sea = dict.fromkeys(("1210", "1211", "1212", "1213", "1215", "1216"), "sea")
    # the only way leads through 1214 and 1313, next to the French
    units = "unit ge-2a-ii 1413\nunit fr-2a-i 1314\n"
    assert dies(units, "ge-2a-ii", terrain=sea)
    assert not dies(units + "unit ge-2a-iii 1214\nunit ge-2a-iv 1313\n", "ge-2a-ii", terrain=sea)


@pytest.mark.rule("31.12", "11.5")
def test_a_headquarters_that_nobody_depends_on_may_go_and_one_with_a_link_in_its_chain_may_not() -> None:
    chain = "unit ge-hq-1 1412\nunit ge-hq-2 1213\n"
    game = on_field("unit ge-2a-ii 1612\n", staffs=chain + "unit fr-hq-1 1813\n")
    game.play(Pick("ge-hq-2"))
    assert refused(game, Go("1113")) == "31.12"  # the chain to the first would break


# Control and railways


@pytest.mark.rule("16.21", "16.22", "16.23")
@pytest.mark.parametrize(
    ("kinds", "kept"),
    [
        ("city", True),
        ("port", False),
        ("industrial", False),
        ("capital", False),
        ("grain", True),
        ("petroleum", True),
    ],
)
def test_what_is_kept_without_a_garrison(kinds: str, kept: bool) -> None:
    name = {"city": "Verdun", "port": "Calais", "industrial": "Lille", "capital": "Brussels"}.get(
        kinds, "Wells"
    )
    game = on_field(
        "unit ge-2a-ii 1412\nholder 1412 central-powers\nunit ge-hq-2 1312\n",
        CENTRAL,
        f"place 1412 {name} kinds={kinds}",
    )
    game.play(March(("ge-2a-ii",), "1411"))
    assert game.position.controller(node(game, "1412")) == ("central-powers" if kept else "")


@pytest.mark.rule("16.21", "14.21")
def test_a_garrison_that_dies_loses_the_town() -> None:
    text = "turn 2 combat entente impulse=1"
    game = on_field(
        (
            "unit ge-2r-i-res 1412\nholder 1412 central-powers\nunit fr-2a-i 1512\n"
            "unit fr-2a-ii 1512\nunit fr-2a-iii 1512\nunit fr-hq-2 1612\n"
        ),
        text,
        "place 1412 Lille kinds=industrial",
        head="premise land-combat DE",
    )
    game.play(Assault("1412", ("fr-2a-i", "fr-2a-ii", "fr-2a-iii")))
    while game.decision.kind == "advance":
        game.play(PASS)
    assert game.position.controller(node(game, "1412")) == ""  # empty until somebody comes


@pytest.mark.rule("16.3", "16.42")
def test_ones_own_ground_comes_back_at_once_and_its_railway_only_with_a_headquarters() -> None:
    line = ("side 1312-1412 rail=open", "side 1412-1511 rail=open")
    text = "turn 2 movement entente impulse=1"
    units = "unit fr-2a-i 1512\nunit fr-hq-2 1511\nholder 1412 central-powers\nrails 1412 central-powers\n"
    game = on_field(units, text, *line)
    game.play(March(("fr-2a-i",), "1412"))
    assert game.position.controller(node(game, "1412")) == "entente"
    assert game.position.rail_side(node(game, "1412")) == ""
    game.play(March(("fr-hq-2",), "1412"))
    assert game.position.rail_side(node(game, "1412")) == "entente"


@pytest.mark.rule("16.4", "11.62")
def test_a_railway_that_was_repaired_carries_trains_in_the_same_segment() -> None:
    line = (
        "side 1013-1112 rail=open",
        "side 1112-1212 rail=open",
        "side 1212-1312 rail=open",
        "side 1312-1412 rail=open",
    )
    units = "unit ge-2a-ii 1013\nunit ge-hq-2 1312\nholder 1412 central-powers\nrails 1412 nobody\n"
    game = on_field(units, CENTRAL, *line)
    game.play(March(("ge-hq-2",), "1412"))
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    assert "1412" in trains(game)


@pytest.mark.rule("16.4", "11.61")
def test_a_headquarters_that_force_marches_repairs_nothing() -> None:
    line = ("side 1211-1212 rail=open",)
    game = on_field("rails 1212 nobody\n", CENTRAL, *line, staffs="unit ge-hq-1 1313\nunit ge-hq-2 1113\n")
    game.play(Pick("ge-hq-1"))
    game.play(ForceMarch("1212"))
    assert game.position.rail_side(node(game, "1212")) == ""


@pytest.mark.rule("16.52", "16.53", "15.41")
def test_the_line_through_a_captured_city_is_broken_when_the_garrison_leaves() -> None:
    sea = dict.fromkeys(("1210", "1211", "1212", "1214", "1215", "1216", "1213"), "sea")
    sea.pop("1213")
    place = "place 1213 Lille kinds=industrial"
    hexes = "hex 1213 country=france"
    units = "unit ge-2a-ii 1313\n"
    held = on_field(
        units + "unit ge-2a-iii 1213\nholder 1213 central-powers\n", SECOND, place, hexes, terrain=sea
    )
    assert moves(held, "ge-2a-ii")
    left = on_field(units + "holder 1213 nobody\n", SECOND, place, hexes, terrain=sea)
    assert not moves(left, "ge-2a-ii")


@pytest.mark.rule("5.16", "10.33")
def test_an_enemy_zone_on_an_empty_grain_hex_feeds_nobody() -> None:
    text = f"turn 13 morale central-powers\n{MORALE}holder 6729 6126 central-powers\n"
    free = on_map(text)
    assert any(cause.reason == "2 grain hexes" for cause in free.position.causes)
    near = on_map(text + "unit ru-2a-i 6728\n")
    assert any(cause.reason == "1 grain hexes" for cause in near.position.causes)
    held = on_map(text + "unit ru-2a-i 6728\nunit ah-2a-i 6729\n")
    assert any(cause.reason == "2 grain hexes" for cause in held.position.causes)


@pytest.mark.rule("18.0")
def test_frozen_lakes_and_rivers_are_of_the_eastern_winter_alone() -> None:
    for turn, frozen in ((3, False), (4, False)):  # the field lies in the west
        game = on_field(
            "unit ge-2a-ii 1213\n",
            f"turn {turn} movement central-powers impulse=1",
            "side 1213-1313 lake",
            head="sandbox no-end",
        )
        assert ("1313" in goes(game, "ge-2a-ii")) is True  # round the lake
        game = on_field(
            "unit ge-2a-ii 1213\n",
            f"turn {turn} movement central-powers impulse=1",
            "side 1213-1313 lake",
            head="sandbox no-end",
            terrain=dict.fromkeys(("1212", "1214", "1312", "1113", "1112"), "sea"),
            staffs="unit ge-hq-1 1213\n",
        )
        assert ("1313" in goes(game, "ge-2a-ii")) is frozen


@pytest.mark.rule("15.2", "15.31", "15.6")
def test_a_headquarters_without_a_line_is_led_by_others_like_any_unit() -> None:
    staffs = "unit ge-hq-1 1213\nunit fr-hq-1 1713\nunit ah-hq-1 {} \n"
    near = on_field("", SECOND, staffs=staffs.format("1313"))
    assert "in command" in near.explain(near.read_question("command-of ah-hq-1")).text
    assert near.check(Pick("ah-hq-1")) is None
    far = on_field("", SECOND, staffs=staffs.format("1215"))
    assert far.check(Pick("ah-hq-1")) is None
    gone = on_field("", SECOND, staffs=staffs.format("1216"))  # three hexes
    assert refused(gone, Pick("ah-hq-1")) == "15.71"
