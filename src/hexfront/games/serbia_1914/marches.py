"""[7.1] [7.2] The march: what a step costs a Force, its movement points, and how far they take it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from hexfront.games.serbia_1914 import limits
from hexfront.games.serbia_1914.force import largest
from hexfront.games.serbia_1914.orders import Go
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import AUTUMN
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    DONAU,
    FERRY,
    SAVA,
    SERBIA,
    other_side,
)
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, unexplained

# [7.2.1] Movement points to be gained by a forced march.
INFANTRY_FORCED = 3
CAVALRY_FORCED = 7
# [7.1.6] [7.1.6a] What enemy zones add to a step.
ENTER_ZONE, LEAVE_ZONE, ZONE_TO_ZONE, ZONE_TO_FRIENDS = 2, 1, 6, 4
HARASSMENT = 1  # [23.1.1]
PONTOON = "pontoon bridge"
MOST_REMEMBERED = 6000  # marches over the open field


class March(msgspec.Struct, frozen=True, gc=False):
    """What a Force can reach: the cost of each hex, the hex before it on the way, and single steps."""

    cost: dict[int, int]
    before: dict[int, int]
    first: dict[int, int]
    orders: list[Go] = []  # to go to each of the hexes

    def path(self, goal: int) -> list[int]:
        """The cheapest way to a hex, both ends included."""
        path = [goal]
        while (node := self.before.get(path[-1])) is not None:
            path.append(node)
        path.reverse()
        return path


NOWHERE = March({}, {}, {})


# Movement points


def forced_points(position: SerbiaPosition, unit: Unit, *, with_infantry: bool = False) -> int:
    """[7.2.1] [7.2.2a] Points a unit can gain by a forced march; only Combat units can [7.2]."""
    piece = position.setting.pieces[unit.piece]
    if not piece.combat:
        return 0
    return CAVALRY_FORCED if piece.cavalry and not with_infantry else INFANTRY_FORCED


def points_left(position: SerbiaPosition, names: Sequence[str], *, with_infantry: bool = False) -> int:
    """[7.1.1] What a Force can still spend on its march, points of a forced march included.

    ``with_infantry`` says that infantry asset units have marched along with its cavalry [7.2.2a].
    """
    units, pieces = position.units, position.setting.pieces
    if len(names) == 1:
        unit = units[names[0]]
        forced = forced_points(position, unit, with_infantry=with_infantry)
        return max(position.allowance + forced - unit.spent, 0)
    if not with_infantry:
        with_infantry = any(pieces[units[name].piece].infantry for name in names)
    least = CAVALRY_FORCED
    for name in names:
        unit = units[name]
        left = forced_points(position, unit, with_infantry=with_infantry) - unit.spent
        least = min(least, left)
    return max(position.allowance + least, 0)


def ordinary_left(position: SerbiaPosition, unit: Unit) -> int:
    """[7.2.2] What a unit can still spend on a task: points of a forced march do not count."""
    return max(position.allowance - unit.spent, 0)


def pay(position: SerbiaPosition, unit: Unit, cost: int, **changes: object) -> Unit:
    """[7.2.1] Spend movement points; what goes beyond the allowance is a forced march."""
    spent = unit.spent + cost
    return position.change(unit.name, spent=spent, marched=max(spent - position.allowance, 0), **changes)


# One step


def between(position: SerbiaPosition, here: int, there: int) -> str:
    """A hexside as the position writes it, such as 25.11/25.12."""
    label = position.setting.board.label
    return "/".join(sorted((label(here), label(there))))


def crossing(position: SerbiaPosition, units: Sequence[Unit], here: int, there: int) -> str | None:
    """[7.1.4a] [7.1.4b] [7.1.5a] [21.2] How units get over a great river without a printed bridge.

    By pontoon bridge or ferry, each for one Force in a phase; over the Sava also without, if the units began
    the phase beside the hexside. None if they cannot.
    """
    kind = position.setting.great_rivers[here][there]
    side = position.side_of(units[0])
    if position.pontoons or kind == FERRY:
        key = between(position, here, there)
        if key not in position.crossed:
            pontoon = position.pontoons.get(key)
            if pontoon is not None and pontoon.built and pontoon.side == side:
                if kind == SAVA or side == AUSTRIA_HUNGARY:
                    return PONTOON
            if kind == FERRY and side == AUSTRIA_HUNGARY:
                return FERRY
    if kind != SAVA:
        return None
    for unit in units:
        if here not in (unit.began, unit.began_also) and there not in (unit.began, unit.began_also):
            return None
    return SAVA


def crossing_cost(
    position: SerbiaPosition, units: Sequence[Unit], here: int, there: int, *, wheels: bool
) -> int | None:
    """What a step over a great river without a printed bridge costs, zones and Komitadji aside."""
    way = crossing(position, units, here, there)
    if way is None or there not in position.setting.in_play:
        return None
    setting = position.setting
    key = (here, there, position.side_of(units[0]), wheels, position.autumn, way == PONTOON)
    prices = setting.crossing_prices
    if key not in prices:
        prices[key] = setting.step_cost(
            here, there, key[2], wheels=wheels, autumn=key[4], pontoon=way == PONTOON
        )
    return prices[key]


def note_crossing(position: SerbiaPosition, names: Sequence[str], steps: Sequence[tuple[int, int]]) -> None:
    """[7.1.4b] [7.1.5a] [21.2] A Force steps over a great river: what it costs beyond points.

    A pontoon bridge or ferry is used up for this phase; without them the largest unit gets a river crossing
    marker, whatever its size (decision SE-R105).
    """
    rivers = position.setting.great_rivers
    for here, there in steps:
        if there not in rivers.get(here, ()):
            continue
        way = crossing(position, [position.units[name] for name in names], here, there)
        if way == SAVA:
            position.change(largest(position, names), crossing=2)
        elif way is not None:
            position.crossed.add(between(position, here, there))


def zone_cost(position: SerbiaPosition, side: str, here: int, there: int, note: Note = unexplained) -> int:
    """[7.1.6] [7.1.6a] What enemy zones add to a step; friends do not negate them."""
    zone = position.zone_of(other_side(side))
    if zone[there]:
        if not zone[here]:
            return note("7.1.6", "into an enemy zone", ENTER_ZONE)
        if position.formations[there]:
            return note("7.1.6a", "zone to zone, to a friendly Formation", ZONE_TO_FRIENDS)
        return note("7.1.6a", "zone to zone", ZONE_TO_ZONE)
    return note("7.1.6", "out of an enemy zone", LEAVE_ZONE) if zone[here] else 0


def harassment(position: SerbiaPosition, side: str, there: int, note: Note = unexplained) -> int:
    """[23.1.1] Komitadji without a Serbian unit make a hex dearer to Austria-Hungary."""
    if side != AUSTRIA_HUNGARY or there not in position.komitadji or position.occupier(there) == SERBIA:
        return 0
    return note("23.1.1", "Komitadji", HARASSMENT)


def enter_cost(
    position: SerbiaPosition,
    unit: Unit,
    here: int,
    there: int,
    *,
    zones: bool = True,
    roadways: bool = True,
    note: Note = unexplained,
) -> int | None:
    """[7.1.3] What a step costs a unit; None if the ground forbids it.

    That one must begin beside the Sava to cross it, and that a pontoon or ferry is used, is not asked here.
    """
    piece = position.piece(unit)
    pontoon = position.pontoons.get(between(position, here, there)) if position.pontoons else None
    cost = position.setting.step_cost(
        here,
        there,
        piece.side,
        wheels=piece.wheels,
        autumn=AUTUMN in position.events,
        roadways=roadways,
        pontoon=pontoon is not None and pontoon.built and pontoon.side == piece.side,
        note=note,
    )
    if cost is None:
        return None
    cost += harassment(position, piece.side, there, note)
    if zones:
        cost += zone_cost(position, piece.side, here, there, note)
    return cost


def may_supply_enter(position: SerbiaPosition, side: str, there: int) -> bool:
    """[15.6.2] A supply unit is in an enemy zone only with a friendly Combat unit."""
    return not position.in_enemy_zone(there, side) or position.has_combat_unit(there, side)


def step_ledger(position: SerbiaPosition, unit: Unit, here: int, there: int) -> Ledger:
    """[7.1] What one step costs a unit, term by term; a Refusal says why it cannot be taken."""
    label = position.setting.board.label
    refusal = why_not_step(position, unit, here, there)
    if refusal is not None:
        raise refusal
    ledger = Ledger(f"{position.label(unit)} from {label(here)} to {label(there)} costs")
    cost = enter_cost(position, unit, here, there, note=ledger.note)
    assert cost is not None
    return ledger.close(cost)


def why_not_step(position: SerbiaPosition, unit: Unit, here: int, there: int) -> Refusal | None:
    """Why a unit cannot step from one hex into another, whatever points it has; None if it can."""
    setting = position.setting
    label = setting.board.label
    piece = position.piece(unit)
    way = f"from {label(here)} to {label(there)}"
    if setting.board.side(here, there) is None or setting.board.is_area(there):
        return Refusal("7.1", f"there is no step {way}")
    if there not in setting.in_play:
        return Refusal("28.0", f"{label(there)} is outside the map of this scenario")
    if position.has_enemy(there, piece.side):
        return Refusal("7.1.2", f"enemy units are in {label(there)}")
    features = setting.side(here, there).features
    if there in setting.great_rivers.get(here, ()) and crossing(position, [unit], here, there) is None:
        if DONAU in features:
            return Refusal(
                ("7.1.4a", "7.1.5a"), f"no free ferry or pontoon bridge leads over the Donau {way}"
            )
        return Refusal("7.1.4b", f"{piece.label} did not begin the phase beside the Sava {way}")
    if DONAU in features and piece.side != AUSTRIA_HUNGARY:
        return Refusal("7.1.4a", "Serbian units never cross the Donau")
    area = limits.bounds(position, [unit])
    if area is not None and there not in area:
        rule = "25.2" if piece.army in limits.REGIONS else "8.6.2"
        return Refusal(rule, f"{piece.label} may not go to {label(there)}")
    if piece.supply and not may_supply_enter(position, piece.side, there):
        return Refusal("15.6.2", f"{label(there)} is in an enemy zone without a Combat unit of ours")
    if enter_cost(position, unit, here, there) is None:
        if piece.wheels and enter_cost_on_foot(position, unit, here, there) is not None:
            return Refusal("7.9", f"{piece.label} goes into and out of mountains only by roadway")
        return Refusal("7.1.3", f"the mountains {way} are impassable")
    return None


def enter_cost_on_foot(position: SerbiaPosition, unit: Unit, here: int, there: int) -> int | None:
    """What the step would cost a unit that needs no roadway."""
    return position.setting.step_cost(here, there, position.side_of(unit), autumn=position.autumn)


# The search


def steps_from(position: SerbiaPosition, units: Sequence[Unit], here: int) -> dict[int, int]:
    """[7.1] The single steps a Force can take out of a hex, with their costs."""
    setting = position.setting
    pieces = [setting.pieces[unit.piece] for unit in units]
    side = pieces[0].side
    wheels = any(piece.wheels for piece in pieces) if len(pieces) > 1 else pieces[0].wheels
    area = limits.bounds(position, units)
    harassed = position.komitadji if side == AUSTRIA_HUNGARY else ()
    enemies, zone = position.enemies_of(side), position.zone_of(other_side(side))
    steps = setting.base_steps(side, wheels, AUTUMN in position.events)[here]
    if here in setting.great_rivers:
        steps = (*steps, *_over_rivers(position, units, here, wheels=wheels))
    leaving = zone[here]
    found: dict[int, int] = {}
    for there, price in steps:
        if enemies[there] or (area is not None and there not in area):
            continue
        total = price
        if zone[there]:
            if not leaving:
                total += ENTER_ZONE
            else:
                total += ZONE_TO_FRIENDS if position.formations[there] else ZONE_TO_ZONE
        elif leaving:
            total += LEAVE_ZONE
        found[there] = total + HARASSMENT if there in harassed else total
    return found


def reach(position: SerbiaPosition, names: Sequence[str]) -> dict[int, int]:
    """[7.1] [7.2] Every hex a Force can march to with the points it has left, forced march included."""
    return search(position, names, points_left(position, names)).cost


def search(position: SerbiaPosition, names: Sequence[str], points: int) -> March:
    """[7.1] Every hex a Force can march to for some points, by the cheapest way; the start is not among them.

    A Force in two hexes moves step by step instead [19.1.4].
    """
    known = position._known
    key = ("march", *names, points, len(position.pontoons), len(position.crossed))
    found: March | None = known.get(key)
    if found is None:
        found = known[key] = _search(position, [position.units[name] for name in names], points)
    return found


def _search(position: SerbiaPosition, units: Sequence[Unit], points: int) -> March:
    start = units[0].at
    if points < 1 or start == OFF_MAP or any(unit.also != OFF_MAP for unit in units):
        return NOWHERE
    setting = position.setting
    pieces = [setting.pieces[unit.piece] for unit in units]
    side = pieces[0].side
    area = limits.bounds(position, units)
    gates = _gates(position, units[0], side)
    if area is None:
        # Away from the enemy a march depends on nothing but the map: it is looked up once for all games.
        memory = setting.quiet_marches
        wheels = any(piece.wheels for piece in pieces)
        key = (start, points, side, wheels, AUTUMN in position.events)
        if key not in memory:
            if len(memory) > MOST_REMEMBERED:
                memory.clear()
            memory[key] = _spread_out(position, units, points, undisturbed=True)
        remembered: March = memory[key]
        if start not in gates and gates.isdisjoint(remembered.cost):
            if _is_undisturbed(position, side, remembered.cost, start):
                return remembered
    return _spread_out(position, units, points, area=area, gates=gates)


def _gates(position: SerbiaPosition, unit: Unit, side: str) -> frozenset[int]:
    """The hexes out of which there may be a step over a great river without a printed bridge."""
    setting = position.setting
    bridges = tuple(position.pontoons) if position.pontoons else ()
    key = (side, unit.began, unit.began_also, bridges)
    known = setting.gates.get(key)
    if known is not None:
        return known
    rivers = setting.great_rivers
    found: set[int] = set()
    for node in (unit.began, unit.began_also):
        if node in rivers:
            found.add(node)
            found.update(rivers[node])
    if side == AUSTRIA_HUNGARY:
        found |= setting.ferry_hexes
    for between_banks in bridges:
        found.update(setting.board[label] for label in between_banks.split("/"))
    if len(setting.gates) > MOST_REMEMBERED:
        setting.gates.clear()
    setting.gates[key] = frozenset(found)
    return setting.gates[key]


def _is_undisturbed(position: SerbiaPosition, side: str, nodes: Collection[int], start: int) -> bool:
    """Whether no enemy unit, zone or Komitadji is in some hexes."""
    zone, enemies = position.zone_of(other_side(side)), position.enemies_of(side)
    if zone[start]:
        return False
    if any(map(zone.__getitem__, nodes)) or any(map(enemies.__getitem__, nodes)):
        return False
    return side != AUSTRIA_HUNGARY or position.komitadji.isdisjoint(nodes)


def _spread_out(
    position: SerbiaPosition,
    units: Sequence[Unit],
    points: int,
    *,
    area: frozenset[int] | None = None,
    gates: Collection[int] = (),
    undisturbed: bool = False,
) -> March:
    """A bucket search: costs are whole and small, so hexes are taken off by their cost.

    It is one function because it is the most often run loop of the title. ``undisturbed`` leaves out all that
    is in the position and not on the map.
    """
    setting = position.setting
    pieces = [setting.pieces[unit.piece] for unit in units]
    start, side = units[0].at, pieces[0].side
    wheels = any(piece.wheels for piece in pieces)
    shy = any(piece.supply for piece in pieces)
    ways = setting.base_steps(side, wheels, AUTUMN in position.events)
    zone = setting.no_zone if undisturbed else position.zone_of(other_side(side))
    enemies = setting.no_zone if undisturbed else position.enemies_of(side)
    formations = position.formations
    harassed = position.komitadji if side == AUSTRIA_HUNGARY and not undisturbed else ()
    cheapest = setting.cheapest_step
    unknown = points + 1
    best = [unknown] * len(zone)  # a list is faster than a dictionary here
    best[start] = 0
    before: dict[int, int] = {}
    reached: list[int] = []
    first: dict[int, int] = {}
    levels: list[list[int]] = [[] for _ in range(unknown)]
    levels[0].append(start)
    for so_far, nodes in enumerate(levels):
        if points - so_far < cheapest:
            break
        for node in nodes:
            if best[node] != so_far:
                continue
            steps = ways[node]
            if node in gates:
                steps = (*steps, *_over_rivers(position, units, node, wheels=wheels))
            leaving = zone[node]
            for there, price in steps:
                total = so_far + price
                known = best[there]
                if total >= known:
                    continue
                if zone[there]:
                    if not leaving:
                        total += ENTER_ZONE
                    else:
                        total += ZONE_TO_FRIENDS if formations[there] else ZONE_TO_ZONE
                elif leaving:
                    total += LEAVE_ZONE
                if harassed and there in harassed:
                    total += HARASSMENT
                if total >= known:
                    continue
                if known == unknown:
                    if (
                        enemies[there]
                        or (area is not None and there not in area)
                        or (shy and zone[there] and not may_supply_enter(position, side, there))
                    ):
                        best[there] = -1
                        continue
                    reached.append(there)
                best[there] = total
                before[there] = node
                levels[total].append(there)
        if not so_far:
            first = {there: best[there] for there in reached}
    go = setting.marches
    return March({there: best[there] for there in reached}, before, first, [go[there] for there in reached])


def _over_rivers(
    position: SerbiaPosition, units: Sequence[Unit], here: int, *, wheels: bool
) -> list[tuple[int, int]]:
    """The steps over a great river out of a hex that units can take without a printed bridge."""
    return [
        (there, price)
        for there in position.setting.great_rivers.get(here, ())
        if (price := crossing_cost(position, units, here, there, wheels=wheels)) is not None
    ]


def onward(
    position: SerbiaPosition, names: Sequence[str], found: March, ends: Iterable[int], points: int
) -> list[int]:
    """Of the hexes of a search, those from which a Force has the points to go on to one where it may end."""
    cost = found.cost
    beyond = dict.fromkeys(ends, 0)
    units = [position.units[name] for name in names]
    setting = position.setting
    side = position.side_of(units[0])
    wheels = any(position.piece(unit).wheels for unit in units)
    ways = setting.base_steps(side, wheels, AUTUMN in position.events)
    rivers, zone, formations = setting.great_rivers, position.zone_of(other_side(side)), position.formations
    harassed = position.komitadji if side == AUSTRIA_HUNGARY else ()
    spare = points - setting.cheapest_step
    waiting = []
    for node, so_far in cost.items():
        if so_far > spare or node in beyond:
            continue
        leaving = zone[node]
        steps = []
        bare = ways[node]
        if node in rivers:
            bare = (*bare, *_over_rivers(position, units, node, wheels=wheels))
        for there, price in bare:  # priced as in steps_from
            if there not in cost:
                continue
            total = price + HARASSMENT if there in harassed else price
            if zone[there]:
                if not leaving:
                    total += ENTER_ZONE
                else:
                    total += ZONE_TO_FRIENDS if formations[there] else ZONE_TO_ZONE
            elif leaving:
                total += LEAVE_ZONE
            steps.append((there, total))
        waiting.append((node, points - so_far, steps))
    changed = bool(beyond)
    while changed:
        changed = False
        for node, left, steps in waiting:
            known = beyond.get(node, left + 1)
            for there, price in steps:
                if there in beyond and price + beyond[there] < known:
                    known = beyond[node] = price + beyond[there]
                    changed = True
    return list(beyond)
