"""What adjudicators ask of a march, a combat, a retreat and supply: each answer as a ledger with rules.

As in `explanations`, nothing is computed here: every answer comes out of the functions that play uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexfront.games.serbia_1914.force import Force, force_of
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import ammunition, marches, retreat_hexes, supply, supply_lines
from hexfront.games.serbia_1914.rules.ammunition import Chain
from hexfront.games.serbia_1914.rules.retreat_hexes import Retreat, Way
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger

_DIRECTIONS = {
    retreat_hexes.NEARER: "nearer to supply",
    retreat_hexes.AS_FAR: "as far from supply",
    retreat_hexes.FARTHER: "farther from supply",
}
MOST_HEXES = 8  # of a retreat; none is longer


def allowance(position: SerbiaPosition, unit: Unit) -> Ledger:
    """[7.1.1] [7.2.1] What the Force of a unit can still spend, points of a forced march included."""
    if not position.allowance:
        raise Refusal("7.1.1", f"nobody marches in the {position.phase} phase")
    names = force_of(position, unit).units
    ledger = Ledger(f"movement points of {position.label(unit)} in this phase:")
    total = marches.points_left(position, names)
    ordinary = ledger.note("7.1.1", "allowance of the phase", position.allowance)
    ordinary += ledger.note("7.1.1", "spent", -max(position.units[name].spent for name in names))
    ledger.note("7.2.1", "forced march", total - ordinary)
    return ledger.close(total)


# Ammunition


def supply_cost(
    position: SerbiaPosition,
    forces: Sequence[Force],
    node: int,
    chosen: Mapping[str, str],
    *,
    attacking: bool,
) -> Ledger:
    """[9.4.1] [9.4.2] [23.2.1] What ammunition and shells cost some Forces: who must give an increment.

    A source on its front side gives without limit and so for nothing.
    """
    served, shells = ammunition.advised(position, forces, node, chosen, attacking=attacking)
    free = ", ".join(_given_free(position, served))
    kind = "attack" if attacking else "defense"
    ledger = Ledger(f"increments for the {kind}{f' ({free})' if free else ''}:")
    total = 0
    for leader, chain in served.items():
        for name in chain.extended if chain is not None else ():
            label = f"ammunition of {position.label(name)} for {position.label(leader)}"
            total += ledger.note("9.4.2", label, 1)
        if shells[leader]:
            total += ledger.note("23.2.1", f"shells for {position.label(leader)}", 1)
    return ledger.close(total)


def _given_free(position: SerbiaPosition, served: Mapping[str, Chain | None]) -> Iterator[str]:
    for leader, chain in served.items():
        if chain is None:
            yield f"{position.label(leader)} has no ammunition"
        elif chain.source == ammunition.NO_NEED:
            yield f"{position.label(leader)} needs none"
        elif not chain.extended:
            source = position.label(chain.source) if chain.source in position.units else chain.source
            yield f"{position.label(leader)} is served by {source} without limit"


# Retreat


def retreat_ranks(position: SerbiaPosition, unit: Unit, hexes: int, origin: int) -> Ledger:
    """[11.1.1] [11.1.1a] Where the Force of a unit may end a retreat of so many hexes, best first, and why.

    The number of a term is its rank. Those with 1 are open to the owner.
    """
    if not 1 <= hexes <= MOST_HEXES:
        limit = 1 if hexes < 1 else MOST_HEXES
        raise Refusal("11.1", f"a retreat is of 1 to {MOST_HEXES} hexes", limit, hexes)
    names = force_of(position, unit).units
    retreat = retreat_hexes.retreat_of(position, names, origin, own=unit.also)
    found = retreat_hexes.all_ways(position, retreat, unit.at, hexes)
    chosen = {way.hexes for way in retreat_hexes.open_ways(position, retreat, unit.at, hexes)}
    board = position.setting.board
    subject = f"ends of a retreat of {position.label(unit)} by {hexes} from {board.label(origin)}:"
    ledger = Ledger(subject)

    def judged(way: Way) -> tuple[bool, tuple[int, ...], int, int, int]:
        strays, direction = retreat_hexes.guidance(position, retreat, unit.at, way)
        return way.hexes not in chosen, way.rank, strays, direction, way.open_zones

    best: dict[int, Way] = {}
    for way in sorted(found, key=lambda each: (judged(each), each.hexes)):
        best.setdefault(way.hexes[-1], way)
    closed = sorted({judged(way) for way in best.values() if way.hexes not in chosen})
    ends = 0
    for way in best.values():
        open_to_owner = way.hexes in chosen
        ends += open_to_owner
        words = ", ".join(_about_way(position, retreat, unit.at, way, hexes))
        number = 1 if open_to_owner else closed.index(judged(way)) + 2
        ledger.note("11.1.1", f"{board.label(way.hexes[-1])}: {words}", number, "=")
    return ledger.close(ends)


def _about_way(position: SerbiaPosition, retreat: Retreat, here: int, way: Way, hexes: int) -> Iterator[str]:
    """What the best way to a hex is judged by."""
    label = position.setting.board.label
    yield f"by way of {', '.join(map(label, way.hexes))}"
    away = position.setting.board.distance(way.hexes[-1], retreat.origin)
    yield f"{away} from the combat"
    if len(way.hexes) < hexes:
        yield f"{hexes - len(way.hexes)} hexes too short"
    if outside := way.rank[2]:
        yield f"{outside} hexes out of the range of the garrison"
    strays, direction = retreat_hexes.guidance(position, retreat, here, way)
    if strays:
        yield f"{strays} hexes outside the area of its army"
    yield _DIRECTIONS[direction]
    if way.open_zones:
        yield f"{way.open_zones} open enemy zones"


# Isolation


def surrounded(position: SerbiaPosition, unit: Unit) -> Ledger:
    """[15.5] Whether a unit is isolated: how far its nearest source is, or what bars every path."""
    board = position.setting.board
    who = f"{position.label(unit)} in {board.label(unit.at)}"
    if any(board.is_area(node) for node in position.hexes_of(unit)):
        return Ledger(f"{who} is off the map, where nobody is isolated; hexes that bar its paths:").close(0)
    if not supply.is_isolated(position, unit):
        length = min(
            length
            for node in position.hexes_of(unit)
            if (length := supply.path_to_source(position, unit, node)) is not None
        )
        ledger = Ledger(f"{who} is not isolated; hexes to a source of supply:")
        return ledger.close(ledger.note("15.5", "shortest path", length))
    ledger = Ledger(f"{who} is isolated; hexes that bar its paths:")
    side = position.side_of(unit)
    nodes = [node for node in position.hexes_of(unit) if node != OFF_MAP]
    barred = supply_lines.barriers(position, side, nodes, supply_lines.ISOLATION_RANGE)
    for node in barred:
        why = "enemy units" if position.has_enemy(node, side) else "enemy zone of control"
        ledger.note("15.5", f"{board.label(node)}: {why}", 1)
    return ledger.close(len(barred))
