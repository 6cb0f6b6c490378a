"""[15.0] Supply: which sources a Force may draw on, whether one reaches it, and the supply phase.

Depots are sources while they have a line of communications, trains while they have one or are in reach of a
depot of their army. Combat and artillery units may also live off a railway that works for their side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import Force, forces_in, leader_of
from hexfront.games.serbia_1914.orders import Extend
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.printed.counter_checks import SupplyRange
from hexfront.games.serbia_1914.rules import areas, depots, railways, supply_lines
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, MONTENEGRO, SIDE_NAMES
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.board import Board
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()

RAILWAY_RANGE = 5  # [15.1.3]
MONTENEGRIN_RANGE = 13  # [15.1.5]
EDGE_SUPPLY = "Austro-Hungarian map-edge supply"
MONTENEGRIN_SOURCES = "Montenegrin entry hexes"
MAP_EDGE = "map edge"
RAILWAY = "railway"
OUT_OF_SUPPLY = 1  # levels lost [15.4]
ISOLATED = 3


class Source(msgspec.Struct, frozen=True, gc=False):
    """A supply source as far as one Force is concerned: a supply unit, or hexes of a railway or map edge."""

    name: str  # a supply unit, or RAILWAY, MAP_EDGE
    starts: tuple[int, ...]
    range: int
    ammunition: bool = True


# Supply units as sources


def chart(position: SerbiaPosition, unit: Unit) -> SupplyRange:
    """[2.6] Ranges and ammunition limit of a supply unit."""
    piece = position.piece(unit)
    return position.setting.tables.supply[piece.nation, piece.kind]


def range_of(position: SerbiaPosition, unit: Unit, extended: bool | None = None) -> int:
    """[2.6.1] [15.6.1] How far a supply unit supplies, on the side it shows or on a given one."""
    row = chart(position, unit)
    return row.extended if (unit.extended if extended is None else extended) else row.range


def has_line_of_communications(position: SerbiaPosition, unit: Unit) -> bool:
    """[15.0] [1.1] Whether a supply unit stands on a railway that leads to a friendly map edge."""
    return railways.has_line(position, unit)


def depots_of(position: SerbiaPosition, side: str, army: str) -> list[Unit]:
    """[15.1.1] [15.2.1] The depots of an army."""
    return [unit for unit in supply_units(position, side) if position.piece(unit).depot and unit.army == army]


def trains_of(position: SerbiaPosition, side: str, army: str) -> list[Unit]:
    """[5.3.1] The corps trains attached to an army."""
    return [unit for unit in supply_units(position, side) if position.piece(unit).train and unit.army == army]


def supply_units(position: SerbiaPosition, side: str) -> list[Unit]:
    """The depots and trains of a side, by name."""
    return [position.units[name] for name in position.supply_units_of(side)]


def feeds(position: SerbiaPosition, depot: Unit, train: Unit, extended: bool | None = None) -> bool:
    """[15.1.2] Whether a train is in the supply range of a depot of its army that is a source."""
    side = position.side_of(depot)
    return (
        depot.army == train.army
        and has_line_of_communications(position, depot)
        and train.at != OFF_MAP
        and supply_lines.reaches(position, side, (depot.at,), range_of(position, depot, extended), train.at)
    )


def is_source(position: SerbiaPosition, unit: Unit) -> bool:
    """[15.1.1] [15.1.2] Whether a supply unit can supply others now."""
    return position.memo.found(("source", unit.name), _is_source, position, unit)


def _is_source(position: SerbiaPosition, unit: Unit) -> bool:
    if has_line_of_communications(position, unit):
        return True
    if not position.piece(unit).train:
        return False
    side = position.side_of(unit)
    return any(feeds(position, depot, unit) for depot in depots_of(position, side, unit.army))


# What a Force may draw on


def may_use(position: SerbiaPosition, names: Sequence[str], supplier: Unit) -> bool:
    """[15.2] [5.3] Whether attachment lets a supply unit supply a Force.

    A depot serves its army, a train the Formations of its corps, and asset units and cavalry of its army.
    Montenegrins have their own sources (decision SE-R007).
    """
    leader = position.units[leader_of(position, names)]
    return _serves(position, supplier, leader, areas.army_now(position, leader))


def _serves(position: SerbiaPosition, supplier: Unit, leader: Unit, army: str) -> bool:
    pieces = position.setting.pieces
    piece, source = pieces[leader.piece], pieces[supplier.piece]
    if supplier.army != army or piece.nation == MONTENEGRO:
        return False
    return source.depot or not piece.formation or piece.cavalry or leader.corps == source.corps


def supply_units_for(position: SerbiaPosition, names: Sequence[str]) -> list[Unit]:
    """[15.2] [11.1.1] The supply units from which a Force may have provisions, wherever they are."""
    leader = position.units[leader_of(position, names) if len(names) > 1 else names[0]]
    army = areas.army_now(position, leader)
    side = position.side_of(leader)
    return [unit for unit in supply_units(position, side) if _serves(position, unit, leader, army)]


def sources_for(position: SerbiaPosition, names: Sequence[str]) -> list[Source]:
    """[15.1] [15.2] The sources a Force may draw on, in reach or not: map edges, railways, supply units."""
    return [*_fixed_sources(position, names), *_supply_unit_sources(position, names)]


def _fixed_sources(position: SerbiaPosition, names: Sequence[str]) -> Iterator[Source]:
    """[15.1.3] [15.1.4] [15.1.5] Railways and map edges."""
    leader = position.piece(position.units[leader_of(position, names)])
    side, regions = leader.side, position.setting.board.regions
    if leader.nation == MONTENEGRO:
        if MONTENEGRIN_SOURCES in regions:
            yield Source(MAP_EDGE, tuple(sorted(regions[MONTENEGRIN_SOURCES])), MONTENEGRIN_RANGE)
        return
    if side == AUSTRIA_HUNGARY and EDGE_SUPPLY in regions:
        yield _edge(position.setting.board)
    yield _railway(position, side)


@lru_cache(maxsize=ground.BOARDS)
def _edge(board: Board) -> Source:
    """[15.1.4] The map edges of Austria-Hungary as a source."""
    return Source(MAP_EDGE, tuple(board.regions[EDGE_SUPPLY]), 0)


def _railway(position: SerbiaPosition, side: str) -> Source:
    """[15.1.3] The railways of a side as a source."""
    return position.memo.found((RAILWAY, side), _railway_source, position, side)


def _railway_source(position: SerbiaPosition, side: str) -> Source:
    starts = tuple(sorted(railways.operational(position, side)))
    return Source(RAILWAY, starts, RAILWAY_RANGE, ammunition=False)


def at_map_edge(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[15.1.4] [15.1.5] Whether a Force has a map edge to draw on, which gives ammunition too."""
    return any(
        can_reach(position, source, names) for source in _fixed_sources(position, names) if source.ammunition
    )


def _supply_unit_sources(position: SerbiaPosition, names: Sequence[str]) -> Iterator[Source]:
    """[15.1.1] [15.1.2] Depots and trains that are sources and may supply a Force."""
    for unit in supply_units_for(position, names):
        if unit.at != OFF_MAP and is_source(position, unit):
            yield Source(unit.name, (unit.at,), range_of(position, unit))


def can_reach(position: SerbiaPosition, source: Source, names: Sequence[str]) -> bool:
    """[15.3] [19.0] Whether a source supplies a Force; for a two-hex unit, in either hex."""
    unit = position.units[leader_of(position, names) if len(names) > 1 else names[0]]
    side = position.setting.pieces[unit.piece].side
    if supply_lines.reaches(position, side, source.starts, source.range, unit.at):
        return True
    if unit.also == OFF_MAP:
        return False
    return supply_lines.reaches(position, side, source.starts, source.range, unit.also)


def is_supplied(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[15.4] Whether a Force is in full supply as the supply units now show; off the map it always is."""
    unit = position.units[names[0]]
    if unit.at == OFF_MAP or position.setting.board.is_area(unit.at):
        return True
    if _lives_off_railway(position, names) or at_map_edge(position, names):
        return True
    away = ground.distances(position.setting.board, unit.at)
    near = []
    for supplier in supply_units_for(position, names):
        if supplier.at != OFF_MAP:
            # The other hex of a two-hex unit may be one nearer.
            hexes, reach = away[supplier.at], range_of(position, supplier)
            if hexes <= reach + 1:
                near.append((hexes, supplier.name, Source(supplier.name, (supplier.at,), reach)))
    near.sort()  # the nearest is quickest to try
    for _, name, source in near:
        if can_reach(position, source, names) and is_source(position, position.units[name]):
            return True
    return False


def _lives_off_railway(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[15.1.3] Whether the railways of its side supply a Force."""
    unit = position.units[leader_of(position, names)]
    piece = position.piece(unit)
    if piece.nation == MONTENEGRO:
        return False
    works = railways.operational(position, piece.side)
    for node in position.hexes_of(unit):
        if supply_lines.reaches_railway(position, piece.side, works, RAILWAY_RANGE, node):
            return True
    return False


def is_isolated(position: SerbiaPosition, unit: Unit) -> bool:
    """[15.5] [3.3.2] Whether no path of fifteen hexes leads from a unit to a supply source of its side."""
    return not any(
        position.setting.board.is_area(node) or path_to_source(position, unit, node) is not None
        for node in position.hexes_of(unit)
    )


def path_to_source(position: SerbiaPosition, unit: Unit, node: int) -> int | None:
    """[15.5] The hexes from a hex of a unit to the nearest source; None if none is in reach.

    Any source of the side will do, whoever is attached to it (decision SE-R074).
    """
    side = position.side_of(unit)
    regions = position.setting.board.regions
    fixed = set(railways.operational(position, side))
    if side == AUSTRIA_HUNGARY:
        fixed |= regions.get(EDGE_SUPPLY, frozenset())
    if position.piece(unit).nation == MONTENEGRO:
        fixed |= regions.get(MONTENEGRIN_SOURCES, frozenset())
    trains = {each.at: each for each in supply_units(position, side) if position.piece(each).train}

    def is_end(node: int) -> bool:
        return node in fixed or (node in trains and is_source(position, trains[node]))

    return supply_lines.path_to(position, side, node, is_end, supply_lines.ISOLATION_RANGE)


# The supply phase


def begin(table: Table, position: SerbiaPosition) -> None:
    """[4.2.3] Supply units turn to their front sides, and what they have provided is forgotten."""
    for unit in supply_units(position, position.active):
        if unit.extended or unit.ammunition:
            position.change(unit.name, extended=False, ammunition=0)
    position.memo.clear()


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[15.4] Depots, trains, Forces, and the levels they lose."""
    side = position.active
    yield from depots.bring_back(table, position, side)
    for depot in supply_units(position, side):
        if position.piece(depot).depot and not has_line_of_communications(position, depot):
            yield from depots.displace(table, position, depot.name, rule="15.4")
    lacking = unsupplied(position, side)
    while True:
        useful = extensions(position, side, lacking)
        answer = yield _ask_extend(side, useful, lacking=bool(lacking))
        if isinstance(answer, Pass):
            break
        extend(table, position, answer.unit)
        lacking = [force for force in lacking if not is_supplied(position, force.units)]
    yield from _starve(table, position, side, lacking)
    return None


def extend(table: Table, position: SerbiaPosition, name: str) -> None:
    """[15.6.1] Turn a supply unit to its extended side."""
    unit = position.change(name, extended=True)
    position.memo.clear()
    side = position.side_of(unit)
    table.tell(f"{position.label(unit)} extends its reach", "15.6.1", kind="supply", to=(side,))


def all_forces(position: SerbiaPosition, side: str) -> list[Force]:
    """Every Force of a side that needs supply, by hex; forts need none [8.5.1]."""
    pieces, units = position.setting.pieces, position.units
    nodes = {units[name].at for name in position.by_side[side]}
    found = []
    for node in sorted(nodes - {OFF_MAP}):
        for force in forces_in(position, node, side):
            needy = tuple(name for name in force.units if not pieces[units[name].piece].fort)
            if needy and units[needy[0]].at == node:
                found.append(Force(force.leader if force.leader in needy else needy[0], needy))
    return found


def unsupplied(position: SerbiaPosition, side: str) -> list[Force]:
    """[15.4] The Forces of a side that are out of supply now."""
    return [force for force in all_forces(position, side) if not is_supplied(position, force.units)]


def extensions(position: SerbiaPosition, side: str, lacking: Sequence[Force]) -> dict[str, int]:
    """[15.6.1] Supply units whose extended side would bring Forces into supply, and how many.

    Others may not be extended for provisions: it would serve nobody (decision SE-R405).
    """
    found = {}
    for unit in supply_units(position, side):
        if not unit.extended and unit.at != OFF_MAP:
            gained = _gained(position, unit, lacking)
            if gained:
                found[unit.name] = gained
    return found


def _gained(position: SerbiaPosition, unit: Unit, lacking: Iterable[Force]) -> int:
    """How many Forces a supply unit would supply on its extended side, itself or through a train."""
    if position.piece(unit).depot and not has_line_of_communications(position, unit):
        return 0
    givers = [(unit, True)]
    if position.piece(unit).depot:
        givers += [
            (train, True)  # a train that is fed can be extended next
            for train in trains_of(position, position.side_of(unit), unit.army)
            if not is_source(position, train) and feeds(position, unit, train, extended=True)
        ]
    elif not is_source(position, unit):
        return 0
    sources = [
        (giver, Source(giver.name, (giver.at,), range_of(position, giver, extended)))
        for giver, extended in givers
    ]
    return sum(
        any(
            may_use(position, force.units, giver) and can_reach(position, source, force.units)
            for giver, source in sources
        )
        for force in lacking
    )


def _ask_extend(side: str, useful: dict[str, int], *, lacking: bool) -> Ask:
    """[15.6.1] Asked also if there is nobody to feed: else the enemy would learn that there is (SE-R603)."""
    best = max(useful, key=lambda name: (useful[name], name), default=None)

    def why_not(action: Action) -> Refusal | None:
        if isinstance(action, Extend):
            return Refusal("15.6.1", "Extending this unit would bring no Force into supply.")
        return None

    found = "All Forces are in supply."
    if lacking:
        found = (
            "Some Forces are out of supply." if useful else "No supply unit can reach who is out of supply."
        )
    return Ask(
        side,
        "extend",
        f"{SIDE_NAMES[side]}: {found} Extend a supply unit?" if useful else f"{SIDE_NAMES[side]}: {found}",
        "15.6.1",
        options=lambda: [*(Extend(name) for name in useful), PASS],
        why_not=why_not,
        default=lambda: PASS if best is None else Extend(best),
        always=True,
        station=True,
        about=matters.Extension(),
    )


def _starve(table: Table, position: SerbiaPosition, side: str, lacking: Sequence[Force]) -> Procedure:
    """[15.4] Forces out of supply lose one level of effectiveness, isolated ones three."""
    # Imported late: retreats, which follow from lost levels, ask for supply themselves.
    from hexfront.games.serbia_1914.rules import effectiveness  # noqa: PLC0415

    for unit in supply_units(position, side):
        if position.piece(unit).train and not is_source(position, unit):
            table.tell(f"{position.label(unit)} is out of supply", "15.4", kind="supply", to=(side,))
    suffering = [
        (force.units, ISOLATED if is_isolated(position, position.units[force.leader]) else OUT_OF_SUPPLY)
        for force in lacking
    ]
    for names, levels in suffering:
        left = [name for name in names if name in position.units]
        if not left:
            continue
        unit = position.units[left[0]]
        state = "isolated" if levels == ISOLATED else "out of supply"
        where = position.setting.board.label(unit.at)
        table.tell(f"{position.label(unit)} in {where} is {state}", "15.4", kind="supply", to=(side,))
        yield from effectiveness.lose_levels(table, position, left, levels, "15.4")
    return None
