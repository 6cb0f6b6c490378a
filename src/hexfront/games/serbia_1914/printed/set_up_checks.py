"""The proof of a set-up: hexes, terrain, stacking, attachment, supply."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.serbia_1914.printed.counter_checks import SupplyRange
from hexfront.games.serbia_1914.printed.forces import (
    Artillery,
    CombatUnit,
    Counter,
    Forces,
    Fort,
    NavalSquadron,
    SupplyUnit,
)
from hexfront.games.serbia_1914.printed.scenario_lists import INDEPENDENT, Placement, Scenario
from hexfront.games.serbia_1914.printed.set_up_supply import GREAT_RIVERS, SIDES, Placed, check_supply
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import Faults, suggest

STACKING_LIMIT = 14  # [3.1.1] quarters of a division-equivalent
LEVELS = 6  # [6.1.4] levels of combat effectiveness that can be lost
ZONE_BARRIERS = frozenset({"sava", "donau", "impassable mountain"})  # [3.3.1]
ROADS_ONLY = ("foothills", "low mountain", "high mountain")  # [7.9]


def check_set_up(
    scenario: Scenario,
    forces: Forces,
    board: Board,
    ranges: dict[tuple[str, str], SupplyRange],
    faults: Faults,
) -> None:
    """Every row of a set-up by itself, then stacks, corps and supply."""
    placed: Placed = {}
    for row in scenario.placements:
        counter = forces.counter(row.unit)
        if counter is None:
            known = [each.unit for each in forces.counters()]
            faults.add(scenario.set_up_file, row.line, f'unknown unit "{row.unit}"', suggest(row.unit, known))
            continue
        if row.unit in placed:
            faults.add(scenario.set_up_file, row.line, f'"{row.unit}" stands twice')
            continue
        placed[row.unit] = row, counter
        _check_state(scenario, row, counter, faults)
        _check_attachment(scenario, row, counter, forces, faults)
        for what in faults_of_hexes(row.hexes, counter, forces, board):
            faults.add(scenario.set_up_file, row.line, what)
        _check_country(scenario, row, counter, board, faults)
    _check_bodies(scenario, forces, faults)
    _check_stacks(scenario, placed, faults)
    _check_exposed(scenario, placed, board, faults)
    _check_corps(scenario, placed, forces, faults)
    check_supply(scenario, placed, board, ranges, faults)


def faults_of_hexes(hexes: Sequence[str], counter: Counter, forces: Forces, board: Board) -> list[str]:
    """Why a unit may not stand in its hexes."""
    missing = [hexagon for hexagon in hexes if hexagon not in board]
    if missing or not hexes:
        return [f'"{", ".join(missing)}" is not on the board']
    nodes = [board[hexagon] for hexagon in hexes]
    if any(board.is_area(node) for node in nodes):
        return [f'"{counter.unit}" cannot begin off the map']
    found: list[str] = []
    if len(nodes) > 1 and not isinstance(counter, CombatUnit):
        found.append(f'"{counter.unit}" cannot stand in two hexes')
    if len(nodes) > 2 or (len(nodes) == 2 and board.side(nodes[0], nodes[1]) is None):
        found.append(f'the hexes of "{counter.unit}" are not two neighbours')
    for node in nodes:
        found += _faults_of_terrain(node, counter, forces, board)
    return found


def _faults_of_terrain(node: int, counter: Counter, forces: Forces, board: Board) -> list[str]:
    found: list[str] = []
    here, terrain = board.label(node), board.terrain[node]
    sides = board.sides_of[node]
    roadless = terrain in ROADS_ONLY and not any("roadway" in side.networks for side in sides)
    on_river = any(side.features & GREAT_RIVERS for side in sides)
    by_road = isinstance(counter, SupplyUnit) and counter.type == "corps train"
    if isinstance(counter, CombatUnit):
        by_road = counter.kind == "cavalry"
        if counter.kind == "river protection" and not on_river:
            found.append(f'"{counter.unit}" must stand on Sava or Donau, not in {here}')
        if counter.kind == "garrison" and counter.place in board:
            away = board.distance(board[counter.place], node)
            if away is None or away > (counter.range or 0):
                found.append(f'"{counter.unit}" stands out of its range in {here}')
        army = forces.armies.get(counter.army)
        if army and army.region and node not in board.regions.get(army.region, frozenset()):
            found.append(f'"{counter.unit}" must stay in {army.region}, not in {here}')
    if by_road and roadless:
        found.append(f'"{counter.unit}" cannot stand in {terrain} without a roadway ({here})')
    if isinstance(counter, NavalSquadron) and not on_river:
        found.append(f'"{counter.unit}" must stand on Sava or Donau, not in {here}')
    if isinstance(counter, Fort) and counter.hex != here:
        found.append(f'"{counter.unit}" stands in {counter.hex}, not in {here}')
    if isinstance(counter, SupplyUnit) and counter.type == "army depot":
        if not any("rail" in side.networks for side in sides):
            found.append(f'"{counter.unit}" must stand on a railway, not in {here}')
    return found


def _check_state(scenario: Scenario, row: Placement, counter: Counter, faults: Faults) -> None:
    """Reductions, levels and activation that the counter can carry."""
    file = scenario.set_up_file
    unit = counter if isinstance(counter, CombatUnit) else None
    if not 0 <= row.reductions <= (unit.most_reductions if unit else 0):
        faults.add(file, row.line, f'"{row.unit}" cannot have {row.reductions} strength reductions')
    if not 0 <= row.effectiveness <= (LEVELS if unit and unit.formation else 0):
        faults.add(file, row.line, f'"{row.unit}" cannot have lost {row.effectiveness} levels')
    if row.activates is not None:
        if not row.inactive:
            faults.add(file, row.line, f'"{row.unit}" is active and has a turn of activation')
        if not scenario.head.first_turn < row.activates <= scenario.head.last_turn:
            faults.add(file, row.line, f'"{row.unit}" is activated in turn {row.activates}')
    if scenario.head.area is not None:
        for hexagon in row.hexes:
            if not scenario.head.area.holds(hexagon):
                faults.add(file, row.line, f'"{row.unit}" stands in {hexagon}, outside the area in play')


def _check_attachment(
    scenario: Scenario, row: Placement, counter: Counter, forces: Forces, faults: Faults
) -> None:
    """[5.2] Army and corps of a unit: known, of its nation, and as its counter demands."""
    file = scenario.set_up_file
    armies = {each.army for each in scenario.head.armies}
    if row.army and row.army not in armies:
        faults.unknown(file, row.line, "army", row.army, sorted(armies))
        return
    if row.army and SIDES[forces.armies[row.army].nation] != SIDES[counter.nation]:
        faults.add(file, row.line, f'"{row.unit}" is of another nation than army {row.army}')
    if isinstance(counter, SupplyUnit) and counter.type == "army depot" and counter.serves != row.army:
        faults.add(file, row.line, f'"{row.unit}" serves army {counter.serves}, not {row.army}')
    if not isinstance(counter, CombatUnit):
        return
    bound = forces.armies.get(counter.army)
    if bound and not bound.region and bound.army != row.army:
        faults.add(file, row.line, f'"{row.unit}" must be attached to army {bound.army}')
    for what in faults_of_corps(row.corps, counter, forces):
        faults.add(file, row.line, what)


def faults_of_corps(corps: str, unit: CombatUnit, forces: Forces) -> list[str]:
    """[5.2] Why a unit may not be attached to a corps."""
    if not unit.formation:
        return [f'asset unit "{unit.unit}" is attached to no corps'] if corps else []
    if corps != INDEPENDENT and corps not in forces.corps:
        return [f'"{unit.unit}" is attached to unknown corps "{corps}"']
    if unit.corps and corps != unit.corps:
        return [f'"{unit.unit}" must be attached to corps {unit.corps}, not to {corps}']
    if SIDES[unit.nation] == "serbia":
        wrong = corps == INDEPENDENT or forces.corps[corps].nation != "serbia"
        return [f'"{unit.unit}" must be attached to a Serbian corps'] if wrong else []
    if unit.kind == "cavalry" and corps != INDEPENDENT:
        return [f'cavalry "{unit.unit}" can only be independent']
    if corps != INDEPENDENT and forces.corps[corps].nation != unit.nation:
        return [f'"{unit.unit}" is of another nation than corps {corps}']
    return []


def _check_country(
    scenario: Scenario, row: Placement, counter: Counter, board: Board, faults: Faults
) -> None:
    """At the start a side stands in its own country, in border hexes of the Drina, or in what it controls."""
    side = SIDES[counter.nation]
    held = {hexagon for each in scenario.head.control if SIDES[each.nation] == side for hexagon in each.hexes}
    for hexagon in row.hexes:
        node = board.index.get(hexagon)
        if node is None or isinstance(counter, NavalSquadron):
            continue
        on_border = node in board.regions.get("partly Serbia", frozenset())
        if SIDES.get(board.country[node]) != side and not on_border and hexagon not in held:
            faults.add(scenario.set_up_file, row.line, f'"{row.unit}" begins in enemy country ({hexagon})')


def _check_bodies(scenario: Scenario, forces: Forces, faults: Faults) -> None:
    """Nothing is in play both by itself and as part of a combination."""
    units = scenario.units()
    for row in forces.combinations:
        if row.whole in units and (both := units.intersection(row.parts)):
            line = next(each.line for each in scenario.placements if each.unit == row.whole)
            what = f'"{row.whole}" is in play together with its part "{min(both)}"'
            faults.add(scenario.set_up_file, line, what)


def _check_stacks(scenario: Scenario, placed: Placed, faults: Faults) -> None:
    """[3.1.1] No hex holds more than three and a half division-equivalents, or both sides."""
    stacks: dict[str, list[tuple[Placement, Counter]]] = {}
    for row, counter in placed.values():
        for hexagon in row.hexes:
            stacks.setdefault(hexagon, []).append((row, counter))
    for hexagon, stack in stacks.items():
        last = stack[-1][0]
        quarters = sum(counter.quarters / len(row.hexes) for row, counter in stack)
        if quarters > STACKING_LIMIT:
            what = f"{hexagon} holds {quarters / 4:g} division-equivalents"
            faults.add(scenario.set_up_file, last.line, what)
        if len({SIDES[counter.nation] for _, counter in stack}) > 1:
            faults.add(scenario.set_up_file, last.line, f"both sides stand in {hexagon}")


def _check_exposed(scenario: Scenario, placed: Placed, board: Board, faults: Faults) -> None:
    """[8.8.1, 15.6.2] No gun and no supply unit begins alone in a zone of control of the enemy."""
    guarded: set[tuple[str, str]] = set()
    threatened: set[tuple[str, int]] = set()
    for row, counter in placed.values():
        if not isinstance(counter, CombatUnit):
            continue
        for hexagon in row.hexes:
            guarded.add((SIDES[counter.nation], hexagon))
            for side in board.sides_of[board[hexagon]] if hexagon in board else ():
                if not side.features & ZONE_BARRIERS:
                    threatened.add((SIDES[counter.nation], side.other(board[hexagon])))
    for row, counter in placed.values():
        own = SIDES[counter.nation]
        enemy = next(side for side in SIDES.values() if side != own)
        if isinstance(counter, Artillery | SupplyUnit) and row.hexes[0] in board:
            alone = (own, row.hexes[0]) not in guarded
            if alone and (enemy, board[row.hexes[0]]) in threatened:
                what = f'"{row.unit}" begins alone next to the enemy in {row.hexes[0]}'
                faults.add(scenario.set_up_file, row.line, what)


def _check_corps(scenario: Scenario, placed: Placed, forces: Forces, faults: Faults) -> None:
    """[5.1.3, 5.2.3] Corps within their limits and with their train; armies within their boxes."""
    file = scenario.set_up_file
    trains: dict[str, Placement] = {}
    for row, counter in placed.values():
        if isinstance(counter, SupplyUnit) and counter.type == "corps train":
            trains[counter.serves] = row
    attached: dict[str, list[tuple[Placement, CombatUnit]]] = {}
    for row, counter in placed.values():
        if isinstance(counter, CombatUnit) and row.corps in forces.corps:
            attached.setdefault(row.corps, []).append((row, counter))
    for corps, units in attached.items():
        last = units[-1][0]
        quarters = sum(unit.quarters for _, unit in units)
        if quarters > 4 * forces.corps[corps].limit:
            what = f"corps {corps} has {quarters / 4:g} division-equivalents, its limit is "
            faults.add(file, last.line, what + str(forces.corps[corps].limit))
        if corps not in trains:
            faults.add(file, last.line, f"corps {corps} has no train in the set-up")
        elif any(row.army != trains[corps].army for row, _ in units):
            faults.add(file, last.line, f"corps {corps} is split between armies")
    for each in scenario.head.armies:
        own = [corps for corps, row in trains.items() if row.army == each.army]
        boxes = forces.armies[each.army].corps_boxes if each.army in forces.armies else 0
        if len(own) > boxes:
            faults.add(file, 0, f"army {each.army} has {len(own)} corps and {boxes} boxes")
