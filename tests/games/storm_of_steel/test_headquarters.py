"""Chapters 15, 16 and 31 in play: command, lines of communication, supply, control, railways, attrition."""

from __future__ import annotations

import random
from collections import deque

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import March, Pick
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import control, headquarters, supply
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, goes, node, on_field, on_map, refused, told

ATTRITION = "turn {} attrition central-powers"
SECOND = "turn 2 movement central-powers impulse=2\nshown central-powers 6"  # Ypres: a second impulse


def in_command(game: Game[SteelPosition], unit: str) -> bool:
    """Whether a unit may move in the second impulse, for which it must be in command."""
    return game.check(Pick(unit)) is None


@pytest.mark.rule("15.31", "15.71", "11.51", "15.7")
def test_only_units_within_the_command_radius_move_after_the_first_impulse() -> None:
    units = "unit ge-2a-ii 1313\nunit ge-2a-iii 1413\n"  # two and three hexes away
    game = on_field(units, SECOND)
    assert in_command(game, "ge-2a-ii")
    assert refused(game, Pick("ge-2a-iii")) == "15.71"
    first = on_field(units)
    assert in_command(first, "ge-2a-iii")  # in the first impulse everybody moves


@pytest.mark.rule("15.31", "10.33")
def test_command_goes_through_enemy_zones_only_where_a_friendly_unit_stands() -> None:
    rough = {"1213": "sea", "1212": "sea", "1211": "sea", "1215": "sea"}
    units = "unit ge-2a-ii 1314\nunit fr-2a-i 1313\n{}"
    assert not in_command(on_field(units.format(""), SECOND, terrain=rough), "ge-2a-ii")
    held = units.format("unit ge-2a-iii 1214\n")
    assert in_command(on_field(held, SECOND, terrain=rough), "ge-2a-ii")


@pytest.mark.rule("15.4", "15.41", "15.42")
def test_a_headquarters_without_a_line_to_an_industrial_city_commands_nobody() -> None:
    units = "unit ge-2a-ii 1513\n"
    far = on_field(units, SECOND, staffs="unit ge-hq-1 1413\n")  # four hexes from Berlin, no railway
    assert not in_command(far, "ge-2a-ii")
    line = ("side 1013-1112 rail=open", "side 1112-1212 rail=open")
    by_rail = on_field(units, SECOND, *line, staffs="unit ge-hq-1 1413\nrails 1212 central-powers\n")
    assert in_command(by_rail, "ge-2a-ii")  # the railway ends two hexes from it


@pytest.mark.rule("15.41", "16.42")
def test_a_broken_railway_carries_no_line() -> None:
    line = ("side 1013-1112 rail=open", "side 1112-1212 rail=open")
    broken = "unit ge-hq-1 1413\nrails 1112 nobody\n"
    assert not in_command(on_field("unit ge-2a-ii 1513\n", SECOND, *line, staffs=broken), "ge-2a-ii")


@pytest.mark.rule("15.5")
def test_headquarters_form_a_chain() -> None:
    units = "unit ge-2a-ii 1513\n"
    chain = "unit ge-hq-1 1413\nunit ge-hq-2 1213\n"  # the second has Berlin within two hexes
    assert in_command(on_field(units, SECOND, staffs=chain), "ge-2a-ii")
    gap = "unit ge-hq-1 1513\nunit ge-hq-2 1213\n"  # three hexes between them
    assert not in_command(on_field("unit ge-2a-ii 1613\n", SECOND, staffs=gap), "ge-2a-ii")
    foreign = "unit ah-hq-1 1413\nunit ge-hq-2 1213\n"  # not of the same nationality
    assert not in_command(on_field("unit ah-2a-i 1513\n", SECOND, staffs=foreign), "ah-2a-i")


@pytest.mark.rule("15.5")
def test_lines_do_not_come_into_mountains_off_the_railway() -> None:
    wall = {f"12{row}": "mountain" for row in range(10, 17)}
    staffs = "unit ge-hq-1 1312\n"
    assert not in_command(on_field("unit ge-2a-ii 1412\n", SECOND, staffs=staffs, terrain=wall), "ge-2a-ii")
    rail = (
        "side 1212-1312 rail=open",
        "side 1111-1212 rail=open",
        "side 1012-1111 rail=open",
        "side 1012-1013 rail=open",
    )
    assert in_command(
        on_field("unit ge-2a-ii 1412\n", SECOND, *rail, staffs=staffs, terrain=wall), "ge-2a-ii"
    )


@pytest.mark.rule("15.5")
def test_a_headquarters_in_an_industrial_city_always_has_a_line() -> None:
    ring = "".join(
        f"unit fr-2a-{name} {label}\n"
        for name, label in zip(
            ("i", "ii", "iii", "iv", "v", "vi"), ("1012", "1014", "1112", "1113"), strict=False
        )
    )
    game = on_field(ring + "unit ge-2a-ii 1013\n", SECOND, staffs="unit ge-hq-1 1013\n")
    assert in_command(game, "ge-2a-ii")


@pytest.mark.rule("15.6")
def test_german_headquarters_serve_all_central_powers_and_others_their_own() -> None:
    game = on_field("unit ah-2a-i 1213\n", SECOND)
    assert in_command(game, "ah-2a-i")
    setting = game.position.setting
    assert setting.serving("belgium", "entente") == {"belgium", "great-britain"}
    assert setting.serving("united-states", "entente") == {"united-states", "france"}
    assert setting.serving("serbia", "entente") == {"serbia"}
    entente = "turn 2 movement entente impulse=2\nshown entente 47"
    british = on_field("unit gb-2a-i 1613\n", entente)
    assert refused(british, Pick("gb-2a-i")) == "15.71"  # no British headquarters is there
    american = on_field("country united-states entente\nunit us-2a-i 1613\n", entente)
    assert in_command(american, "us-2a-i")  # the French serve Americans


@pytest.mark.rule("15.71")
def test_a_headquarters_that_came_by_rail_gives_no_command() -> None:
    game = on_field("unit ge-2a-ii 1213\n", SECOND, staffs="unit ge-hq-1 1113 strategic\n")
    assert not in_command(game, "ge-2a-ii")


@pytest.mark.rule("31.1", "15.32")
def test_supply_reaches_twice_the_command_radius_from_any_friendly_headquarters() -> None:
    head = "sandbox no-end\ndice 1"  # lost is who makes a check
    units, staffs = "unit ge-2a-ii 1513\nunit ge-2a-iii 1613\n", "unit ge-hq-1 1113\n"
    game = on_field(units, ATTRITION.format(2), head=head, staffs=staffs)
    assert "ge-2a-ii" in game.position.units  # four hexes away
    assert "ge-2a-iii" not in game.position.units  # five
    units, staffs = "unit ge-2a-ii 1313\nunit ge-2a-iii 1713\n", "unit ah-hq-1 1113\n"
    foreign = on_field(units, ATTRITION.format(2), head=head, staffs=staffs)
    assert "ge-2a-ii" in foreign.position.units  # German industry serves the Austrian headquarters
    assert "ge-2a-iii" not in foreign.position.units


# Control


@pytest.mark.rule("16.1", "16.2", "16.22")
def test_who_passes_through_a_hex_controls_it() -> None:
    game = on_field("unit ge-2a-ii 1313\nunit ge-hq-2 1213\n")
    assert game.position.controller(node(game, "1413")) == "entente"
    game.play(March(("ge-2a-ii",), "1512", via=("1413",)))
    assert game.position.controller(node(game, "1413")) == "central-powers"
    assert game.position.controller(node(game, "1512")) == "central-powers"
    assert game.position.controller(node(game, "1612")) == "entente"


@pytest.mark.rule("16.21", "16.23")
def test_enemy_towns_need_a_garrison() -> None:
    game = on_field(
        "unit ge-2a-ii 1412\nunit ge-hq-2 1313\n",
        "turn 2 movement central-powers impulse=1",
        "place 1412 Lille kinds=industrial",
    )
    assert game.position.controller(node(game, "1412")) == "central-powers"  # who stands in a hex holds it
    held = on_field(
        "unit ge-2a-ii 1412\nunit ge-hq-2 1313\nholder 1412 central-powers\n",
        "turn 2 movement central-powers impulse=1",
        "place 1412 Lille kinds=industrial",
    )
    held.play(March(("ge-2a-ii",), "1512"))
    assert held.position.controller(node(held, "1412")) == ""  # nobody's
    plain = on_field("unit ge-2a-ii 1412\nunit ge-hq-2 1313\nholder 1412 central-powers\n")
    plain.play(March(("ge-2a-ii",), "1512"))
    assert plain.position.controller(node(plain, "1412")) == "central-powers"


@pytest.mark.rule("16.3")
def test_own_ground_is_regained_by_passing_and_needs_no_garrison() -> None:
    game = on_field("unit ge-2a-ii 1212\nholder 1312 entente\n")
    game.play(March(("ge-2a-ii",), "1212", via=("1312",)))
    assert game.position.controller(node(game, "1312")) == "central-powers"
    assert node(game, "1312") not in game.position.holders


@pytest.mark.rule("10.33")
def test_an_enemy_zone_on_an_empty_town_suspends_control() -> None:
    game = on_field(
        "unit fr-2a-i 1312\n", "turn 2 movement entente impulse=1", "place 1212 Essen kinds=industrial"
    )
    town = node(game, "1212")
    assert game.position.controller(town) == "central-powers"
    assert not control.controls(game.position, "central-powers", town)
    held = on_field("unit fr-2a-i 1312\nunit ge-2a-ii 1212\n", "turn 2 movement entente impulse=1")
    assert control.controls(held.position, "central-powers", town)


@pytest.mark.rule("16.42", "16.4", "16.41")
def test_enemies_destroy_a_railway_and_a_headquarters_repairs_it() -> None:
    line = ("side 1312-1412 rail=open", "side 1412-1512 rail=open")
    units = "unit ge-2a-ii 1312\nunit ge-hq-2 1311\n"
    game = on_field(units, "turn 2 movement central-powers impulse=1", *line)
    assert game.position.rail_side(node(game, "1412")) == "entente"
    game.play(March(("ge-2a-ii",), "1412"))
    assert game.position.rail_side(node(game, "1412")) == ""  # destroyed, and not ours either
    game.play(March(("ge-hq-2",), "1412"))
    assert game.position.rail_side(node(game, "1412")) == "central-powers"
    assert told(game, "rail") == ["The railway in 1412 is repaired"]
    motorized = on_field("unit ge-hq-2 1311 motorized=2\n", "turn 2 movement central-powers impulse=1", *line)
    motorized.play(March(("ge-hq-2",), "1512", via=("1412",)))
    assert [motorized.position.rail_side(node(motorized, label)) for label in ("1412", "1512")] == [
        "central-powers",
        "central-powers",
    ]


@pytest.mark.rule("16.5", "16.51", "16.52", "16.53")
def test_enemy_cities_bar_lines_until_they_are_garrisoned() -> None:
    sea = dict.fromkeys(("1213", "1212", "1211", "1215", "1216", "1210"), "sea")
    town = "place 1214 Lille kinds=industrial"
    country = "hex 1214 country=france"
    units = "unit ge-2a-ii 1314\n{}"
    barred = on_field(units.format(""), SECOND, country, town, terrain=sea)
    assert not in_command(barred, "ge-2a-ii")
    held = on_field(
        units.format("unit ge-2a-iii 1214\nholder 1214 central-powers\n"), SECOND, country, town, terrain=sea
    )
    assert in_command(held, "ge-2a-ii")


# Attrition


DESERT = {"1613": "desert"}


@pytest.mark.rule("31.11", "3.2-5b")
@pytest.mark.parametrize(
    ("turn", "terrain", "die", "lost"),
    [
        (2, "clear", 1, True),
        (2, "clear", 2, False),
        (3, "clear", 2, True),  # winter
        (3, "clear", 3, False),
        (2, "mountain", 2, True),
        (2, "mountain", 3, False),
        (3, "mountain", 3, True),
        (3, "mountain", 4, False),
    ],
)
def test_units_out_of_supply_are_lost_by_the_die(turn: int, terrain: str, die: int, lost: bool) -> None:
    game = on_field(
        "unit ge-2a-ii 1613\n",
        ATTRITION.format(turn),
        terrain={"1613": terrain},
        head=f"sandbox no-end\ndice {die}",
        staffs="unit ge-hq-1 1113\n",
    )
    assert ("ge-2a-ii" not in game.position.units) is lost


@pytest.mark.rule("31.11")
def test_headquarters_forts_towns_and_those_in_supply_make_no_check() -> None:
    units = "unit ge-2a-ii 1313\nunit ge-2a-iii 1813\nunit ge-hq-3 1613\n"
    units += "unit fort-metz 1615\nunit ge-2a-iv 1615\n"
    game = on_field(
        units, ATTRITION.format(3), head="sandbox no-end\ndice 1 1 1 1", staffs="unit ge-hq-1 1113\n"
    )
    assert {"ge-2a-ii", "ge-2a-iii", "ge-hq-3", "ge-2a-iv"} <= set(game.position.units)
    assert told(game, "attrition") == told(game, "loss") == []


# Twins: what is kept from move to move, against a slow reading of the same rules


def slow_line(position: SteelPosition, name: str) -> bool:
    """[15.41] [15.5] Whether a headquarters has a line, searched from scratch by breadth."""
    setting, unit = position.setting, position.units[name]
    side = position.side_of(unit)
    country = setting.pieces[unit.piece].country
    serving = setting.serving(country, side)
    rails = setting.rails(position.turn)
    terrain = setting.board.terrain

    def passes(where: int) -> bool:
        if position.occupant[where] == side:
            return True
        return (
            not position.occupant[where]
            and not position.zones[other_side(side)][where]
            and not control.city_zone_bars(position, where, side)
        )

    def leg_of(start: int, far: int) -> set[int]:
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in setting.ground.around[here]:
                steep = terrain[there] == "mountain" and there not in rails[here]
                if there in found or found[here] >= far or steep or not passes(there):
                    continue
                if position.entrance[side][there]:
                    found[there] = found[here] + 1
                    queue.append(there)
        return set(found)

    mates = [
        other
        for other in position.headquarters[side]
        if setting.pieces[position.units[other].piece].country == country
    ]
    linked, queue = {name}, deque([name])
    while queue:
        staff = position.units[queue.popleft()]
        leg = leg_of(staff.at, headquarters.radius(position, staff))
        seen = {where for where in leg if rails[where] and position.rail_side(where) == side}
        line = deque(sorted(seen))
        while line:
            for there in rails[line.popleft()]:
                if there not in seen and position.rail_side(there) == side and passes(there):
                    seen.add(there)
                    line.append(there)
        if any(
            setting.sources.get(where) in serving and position.controller(where) == side
            for where in leg | seen
        ):
            return True
        for mate in mates:
            if mate not in linked and position.units[mate].at in leg:
                linked.add(mate)
                queue.append(mate)
    return False


@pytest.mark.parametrize("scenario", ["guns-of-august", "tannenberg-to-gorlice"])
def test_lines_kept_from_move_to_move_are_those_found_from_scratch(scenario: str) -> None:
    game = hexfront.new(f"storm-of-steel/{scenario}", seed=3)
    draw = random.Random(3)
    for step in range(160):
        if game.over:
            break
        choices = game.decision.choices()
        chosen = choices[draw.randrange(len(choices))]
        if chosen == PASS and len(choices) > 2 and draw.random() < 0.8:
            chosen = choices[draw.randrange(len(choices))]
        game.play(chosen)
        if step % 8:
            continue
        position = game.position
        fresh = position.copy()
        fresh.derive()
        for side in SIDES:
            assert supply.supplied_hexes(position, side) == supply.supplied_hexes(fresh, side)
            for name in position.headquarters[side]:
                assert headquarters.has_line(position, name) == slow_line(position, name), name


@pytest.mark.rule("11.5", "31.12")
def test_moving_a_headquarters_is_tried_out_before_it_is_allowed() -> None:
    game = on_map("turn 2 movement entente impulse=1\nunit ru-hq-1 5216\nunit ru-2a-i 5214\n")
    found = goes(game, "ru-hq-1")
    board = game.position.setting.board
    assert found
    assert all((board.distance(board[label], board["5214"]) or 0) <= 2 for label in found)
    assert at(game, "ru-2a-i") == "5214"
