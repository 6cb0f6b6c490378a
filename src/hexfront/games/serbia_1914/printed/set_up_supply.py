"""The proof that a set-up begins in supply: railways, depots, trains and the reach of each.

A supply line is followed as rule 15.3 has it, over mountains, roadways and rivers, but without zones of
control: no scenario begins with a unit cut off, so only units of the enemy are in the way.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.printed.counter_checks import SupplyRange
from hexfront.games.serbia_1914.printed.forces import CombatUnit, Counter, Fort, NavalSquadron, SupplyUnit
from hexfront.games.serbia_1914.printed.scenario_lists import Placement, Scenario
from hexfront.kernel.board import Board, Side
from hexfront.kernel.datafiles import Faults

Placed = dict[str, tuple[Placement, Counter]]
Source = tuple[Placement, SupplyUnit]
GREAT_RIVERS = frozenset({"sava", "donau"})
RAILWAY_RANGE = 5  # [15.1.3]
MONTENEGRIN_RANGE = 13  # [15.1.5]
EDGE_SUPPLY = "Austro-Hungarian map-edge supply"  # [15.1.4]
MOUNTAINS = ("low mountain", "high mountain")
SIDES = {"austria-hungary": "austria-hungary", "serbia": "serbia", "montenegro": "serbia"}


def check_supply(
    scenario: Scenario,
    placed: Placed,
    board: Board,
    ranges: dict[tuple[str, str], SupplyRange],
    faults: Faults,
) -> None:
    """[15.1] Depots have a line of communications, trains one or a depot, all others a source in reach.

    Formations and trains must be in reach of the front side of a source, asset units at least of its back.
    """
    bridges = [
        tuple(sorted(board[each] for each in pontoon.hexes if each in board))
        for pontoon in scenario.head.pontoons
    ]
    standing = {
        unit: each for unit, each in placed.items() if all(hexagon in board for hexagon in each[0].hexes)
    }
    lines = {side: operational_railways(side, standing, board) for side in set(SIDES.values())}
    sources = [(row, each) for row, each in standing.values() if isinstance(each, SupplyUnit)]
    reaches: dict[tuple[str, bool], frozenset[int]] = {}
    by_rail: dict[str, frozenset[int]] = {}
    for side in set(SIDES.values()):
        enemies = _hexes_of_enemies(side, standing, board)
        by_rail[side] = frozenset(reach(board, lines[side], RAILWAY_RANGE, enemies, bridges))
        for row, supply in sources:
            if SIDES[supply.nation] != side:
                continue
            chart = ranges.get((supply.nation, supply.type))
            front, back = (chart.range, chart.extended) if chart else (0, 0)
            found = reach(board, [board[row.hexes[0]]], back, enemies, bridges)
            reaches[row.unit, True] = frozenset(found)
            reaches[row.unit, False] = frozenset(node for node, away in found.items() if away <= front)
    edge = board.regions.get(EDGE_SUPPLY, frozenset())
    marks = board.regions.get("Montenegrin entry hexes", frozenset())
    others = _hexes_of_enemies("serbia", standing, board)
    montenegrin = frozenset(reach(board, marks, MONTENEGRIN_RANGE, others, bridges))

    for row, counter in standing.values():
        nodes = {board[hexagon] for hexagon in row.hexes}
        side = SIDES[counter.nation]
        what = ""
        if isinstance(counter, SupplyUnit):
            depots = _depots(row, sources) if counter.type == "corps train" else []
            if not nodes <= lines[side] and not any(nodes & reaches[unit, False] for unit in depots):
                what = "has no railway to a friendly map edge" + " and no depot in reach" * bool(depots)
        elif not isinstance(counter, Fort | NavalSquadron):
            asset = not (isinstance(counter, CombatUnit) and counter.formation)
            near = _depots(row, sources) + _trains(row, sources)
            in_reach = [by_rail[side], edge, *(reaches[unit, asset] for unit in near)]
            if counter.nation == "montenegro":
                in_reach = [montenegrin]
            if not any(nodes & each for each in in_reach):
                what = "begins with no source of supply in reach"
        if what:
            faults.add(scenario.set_up_file, row.line, f'"{row.unit}" {what}')


def _depots(row: Placement, sources: Iterable[Source]) -> list[str]:
    """[15.2.1] Depots of the army a unit is attached to."""
    return [each.unit for each, supply in sources if supply.type == "army depot" and each.army == row.army]


def _trains(row: Placement, sources: Iterable[Source]) -> list[str]:
    """[15.2.2, 5.5.1] The train of a Formation's corps; for an asset unit any train of its army."""
    return [
        each.unit
        for each, supply in sources
        if supply.type == "corps train" and each.army == row.army and row.corps in ("", supply.serves)
    ]


def _hexes_of_enemies(side: str, placed: Placed, board: Board) -> frozenset[int]:
    return frozenset(
        board[hexagon]
        for row, counter in placed.values()
        for hexagon in row.hexes
        if SIDES[counter.nation] != side and not isinstance(counter, NavalSquadron)
    )


def operational_railways(side: str, placed: Placed, board: Board) -> frozenset[int]:
    """[18.1.1] Railway hexes in a side's own country that are joined to one of its map edges."""
    enemies = _hexes_of_enemies(side, placed, board)
    edge = board.regions.get(f"friendly-edge {side}", frozenset())
    queue = [node for node in edge - enemies if any("rail" in each.networks for each in board.sides_of[node])]
    seen = set(queue)
    while queue:
        node = queue.pop()
        for each in board.sides_of[node]:
            other = each.other(node)
            friendly = SIDES.get(board.country[other]) == side and other not in enemies
            if "rail" in each.networks and friendly and other not in seen:
                seen.add(other)
                queue.append(other)
    return frozenset(seen)


def reach(
    board: Board,
    starts: Iterable[int],
    distance: int,
    enemies: frozenset[int],
    bridges: Iterable[tuple[int, ...]] = (),
) -> dict[int, int]:
    """[15.3] The hexes to which supply lines of a length can be traced, with the hexes they take.

    A line passes one low mountain and ends in the second or in a high mountain, unless it follows a
    roadway; it ends behind the Sava where there is no bridge, and crosses the Donau only by bridge or ferry.
    """
    pontoons = set(bridges)
    found = dict.fromkeys(starts, 0)
    # The least number of mountains with which a line has come through a hex; a line that ended is not kept.
    passed = dict.fromkeys(found, 0)
    heads = list(found)
    for length in range(1, distance + 1):
        further: list[int] = []
        for node in heads:
            for side in board.sides_of[node]:
                other = side.other(node)
                if other in enemies or board.is_area(other):
                    continue
                crossing = _crossing(side, pontoons)
                if crossing == "no":
                    continue
                found.setdefault(other, length)
                by_road = "roadway" in side.networks
                terrain = board.terrain[other]
                mountains = passed[node] + (not by_road and terrain in MOUNTAINS)
                ended = crossing == "end" or mountains > 1 or (terrain == "high mountain" and not by_road)
                if not ended and mountains < passed.get(other, 2):
                    passed[other] = mountains
                    further.append(other)
        heads = further
    return found


def _crossing(side: Side, pontoons: set[tuple[int, ...]]) -> str:
    """Whether a supply line crosses a hexside: yes, no, or end."""
    if not side.features:
        return "yes"
    if side.features & {"bridge", "ferry"} or tuple(sorted((side.a, side.b))) in pontoons:
        return "yes"
    if side.features & {"donau", "impassable mountain"}:
        return "no"
    return "end" if "sava" in side.features else "yes"
