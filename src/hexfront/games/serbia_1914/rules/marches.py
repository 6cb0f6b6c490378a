"""[7.1] [7.2] The march: what a step costs a Force, its movement points, and how far they take it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

import msgspec

from hexfront.games.serbia_1914.orders import Go
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.printed.pieces import CAVALRY_FORCED, INFANTRY_FORCED, Piece
from hexfront.games.serbia_1914.rules import crossings, march_limits, pontoons
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    ALLOWANCE,
    AUSTRIA_HUNGARY,
    DONAU,
    SERBIA,
    other_side,
)
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, unexplained

# [7.1.6] [7.1.6a] What enemy zones add to a step.
ENTER_ZONE, LEAVE_ZONE, ZONE_TO_ZONE, ZONE_TO_FRIENDS = 2, 1, 6, 4
HARASSMENT = 1  # [23.1.1]
MOST_REMEMBERED = 12000  # marches over the open field
NOBODY: frozenset[int] = frozenset()


class March(msgspec.Struct, frozen=True, gc=False):
    """What a Force can reach: the cost of each hex, the hex before it on the way, and single steps.

    A neighbouring hex is entered straight, although a way round may be cheaper (decision SE-R116).
    """

    cost: dict[int, int]
    before: dict[int, int]
    first: dict[int, int]
    orders: list[Go] = []  # to go to each of the hexes
    near: int = 0  # of a march over open ground, as bits: the hexes in which an enemy would have a say
    around: dict[int, int] = {}  # the neighbouring hexes with a cheaper way round, which leads on from them

    def path(self, goal: int) -> list[int]:
        """The way to a hex, both ends included: a single step if one leads there, else the cheapest."""
        path = [goal]
        while (node := self.before.get(path[-1])) is not None:
            path.append(node)
        path.reverse()
        return [path[0], goal] if goal in self.around else path

    def spent_at(self, goal: int) -> dict[int, int]:
        """What a Force has spent at each hex of the way to another."""
        return self.cost if not self.around or goal in self.around else {**self.cost, **self.around}


NOWHERE = March({}, {}, {})


# Movement points


def points_left(position: SerbiaPosition, names: Sequence[str], with_infantry: bool = False) -> int:
    """[7.1.1] What a Force can still spend on its march, points of a forced march included.

    With infantry along cavalry gains no more than it; ``with_infantry`` says that infantry asset units have
    marched along before [7.2.2a].
    """
    units, pieces = position.units, position.setting.pieces
    if len(names) == 1:
        unit = units[names[0]]
        forced = pieces[unit.piece].forced
        least = (min(forced, INFANTRY_FORCED) if with_infantry else forced) - unit.spent
    else:
        with_infantry = with_infantry or any(pieces[units[name].piece].infantry for name in names)
        most = INFANTRY_FORCED if with_infantry else CAVALRY_FORCED
        least = min(min(pieces[units[name].piece].forced, most) - units[name].spent for name in names)
    return max(ALLOWANCE.get(position.phase, 0) + least, 0)


def ordinary_left(position: SerbiaPosition, unit: Unit) -> int:
    """[7.2.2] What a unit can still spend on a task: points of a forced march do not count."""
    return max(position.allowance - unit.spent, 0)


def pay(position: SerbiaPosition, unit: Unit, cost: int, **changes: object) -> Unit:
    """[7.2.1] Spend movement points; what goes beyond the allowance is a forced march."""
    spent = unit.spent + cost
    marched = max(spent - ALLOWANCE.get(position.phase, 0), 0)
    paid = msgspec.structs.replace(unit, spent=spent, marched=marched, **changes)
    position.put(paid)
    return paid


# One step


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
    pontoon = position.pontoons.get(position.setting.hexside(here, there)) if position.pontoons else None
    cost = position.setting.step_cost(
        here,
        there,
        piece.side,
        wheels=piece.wheels,
        autumn=position.autumn,
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
        return Refusal(("3.1", "7.1.2"), f"enemy units are in {label(there)}")
    features = setting.side(here, there).features
    if (
        there in setting.great_rivers.get(here, ())
        and crossings.crossing(position, [unit], here, there) is None
    ):
        if DONAU in features:
            return Refusal(
                ("7.1.4a", "7.1.5a"), f"no free ferry or pontoon bridge leads over the Donau {way}"
            )
        return Refusal("7.1.4b", f"{piece.label} did not begin the phase beside the Sava {way}")
    if DONAU in features and piece.side != AUSTRIA_HUNGARY:
        return Refusal("7.1.4a", "Serbian units never cross the Donau")
    area = march_limits.bounds(position, [unit])
    if area is not None and there not in area:
        rule = "25.2" if piece.army in march_limits.REGIONS else "8.6.2"
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


class Going:
    """[7.1] How a Force steps from hex to hex in a position: what is asked again and again for each step.

    ``area`` are hexes it may not leave, ``gates`` those out of which it may step over a great river.
    """

    __slots__ = (
        "area",
        "bound",
        "enemies",
        "gates",
        "haunted",
        "plain",
        "position",
        "shy",
        "side",
        "units",
        "wheels",
        "zone",
    )

    def __init__(
        self,
        position: SerbiaPosition,
        units: Sequence[Unit],
        area: frozenset[int] | None,
        gates: Set[int],
    ) -> None:
        setting = position.setting
        pieces = [setting.pieces[unit.piece] for unit in units]
        self.position, self.units, self.gates = position, units, gates
        self.side = side = pieces[0].side
        self.wheels = _any_wheels(pieces)
        self.shy = pieces[0].supply  # it moves by itself [7.1.2]
        self.area = area
        self.plain = setting.ways(side, self.wheels, setting.autumn[position.turn]).steps
        if side == SERBIA:
            self.zone, self.enemies, self.haunted = position.austrian_zone, position.austrian_units, 0
        else:
            self.zone, self.enemies = position.serbian_zone, position.serbian_units
            self.haunted = ground.bits_of(position.komitadji)
        self.bound = area is not None or self.shy

    def out_of(self, node: int) -> Sequence[tuple[int, int]]:
        """The single steps it can take out of a hex, with their costs."""
        steps = self.plain[node]
        if node in self.gates:
            steps = (*steps, *crossings.over_rivers(self.position, self.units, node, wheels=self.wheels))
        zone, enemies = self.zone, self.enemies
        leaving = zone[node]
        if not leaving:
            found = [
                (there, price + ENTER_ZONE if zone[there] else price)
                for there, price in steps
                if not enemies[there]
            ]
        else:
            friends = self.position.formations
            found = [
                (
                    there,
                    price + LEAVE_ZONE
                    if not zone[there]
                    else price + (ZONE_TO_FRIENDS if friends[there] else ZONE_TO_ZONE),
                )
                for there, price in steps
                if not enemies[there]
            ]
        if self.bound or self.haunted & self.position.setting.around[node]:
            found = self._allowed(found)
        return found

    def _allowed(self, steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """[23.1.1] [15.6.2] Of some steps those it may take, with what Komitadji add."""
        area, shy = self.area, self.shy
        harassed, zone = self.position.komitadji if self.haunted else NOBODY, self.zone
        return [
            (there, price + HARASSMENT if there in harassed else price)
            for there, price in steps
            if (area is None or there in area)
            and not (shy and zone[there] and not self.position.has_combat_unit(there, self.side))
        ]


def steps_from(position: SerbiaPosition, units: Sequence[Unit], *hexes: int) -> list[dict[int, int]]:
    """[7.1] The single steps a Force can take out of each of some hexes, with their costs."""
    area = march_limits.bounds(position, units)
    going = Going(position, units, area, position.setting.great_rivers.keys())
    return [dict(going.out_of(here)) for here in hexes]


def _any_wheels(pieces: Sequence[Piece]) -> bool:
    """[7.9] Whether a Force needs roadways in the mountains."""
    return pieces[0].wheels or (len(pieces) > 1 and any(piece.wheels for piece in pieces))


def reach(position: SerbiaPosition, names: Sequence[str]) -> dict[int, int]:
    """[7.1] [7.2] Every hex a Force can march to with the points it has left, forced march included."""
    return search(position, names, points_left(position, names)).cost


def search(position: SerbiaPosition, names: Sequence[str], points: int) -> March:
    """[7.1] Every hex a Force can march to for some points, by the cheapest way; the start is not among them.

    A Force in two hexes moves step by step instead [19.1.4].
    """
    known = position.memo
    key = ("march", *names, points, len(position.pontoons), len(position.crossed))
    found: March | None = known.get(key)
    if found is None:
        units = position.units
        force = [units[names[0]]] if len(names) == 1 else [units[name] for name in names]
        found = known[key] = _search(position, force, points)
    return found


def _search(position: SerbiaPosition, units: Sequence[Unit], points: int) -> March:
    first, setting = units[0], position.setting
    start = first.at
    if points < 1 or start == OFF_MAP or first.also != OFF_MAP:
        return NOWHERE
    piece = setting.pieces[first.piece]
    side, wheels = piece.side, piece.wheels
    tied = piece.garrison or piece.army in march_limits.REGIONS
    if len(units) > 1:
        if any(unit.also != OFF_MAP for unit in units):
            return NOWHERE
        wheels = _any_wheels([setting.pieces[unit.piece] for unit in units])
        tied = True
    autumn = setting.autumn[position.turn]
    area = march_limits.bounds(position, units) if tied else None
    gates = _gates(position, first, side)
    if area is None and start not in gates:
        # Away from the enemy a march depends on nothing but the map: it is found once for all games.
        memory = setting.quiet_marches
        key = (start, points, side, wheels, autumn)
        quiet: March | None = memory.get(key)
        if (
            quiet is not None
            and not position.enemy_bits(side) & quiet.near
            and quiet.cost.keys().isdisjoint(gates)
            and (side != AUSTRIA_HUNGARY or quiet.cost.keys().isdisjoint(position.komitadji))
        ):
            return quiet
    march = _spread_out(position, units, points, area=area, gates=gates)
    if (
        area is None
        and start not in gates
        and quiet is None
        and _is_open(position, march, start, side, gates)
    ):
        march = msgspec.structs.replace(march, near=_near(setting, start, march.cost))
        if len(memory) > MOST_REMEMBERED:
            memory.clear()
        memory[key] = march
    return march


def _is_open(position: SerbiaPosition, march: March, start: int, side: str, gates: frozenset[int]) -> bool:
    """Whether a march was over open ground: no enemy, Komitadji or river could have had a say in it."""
    if not gates.isdisjoint(march.cost):
        return False
    others = position.enemy_bits(side)
    if side == AUSTRIA_HUNGARY and position.komitadji:
        others |= ground.bits_of(position.komitadji)
    heeded = position.setting.heeded
    return not others & heeded[start] and not any(others & heeded[node] for node in march.cost)


def _spread_out(
    position: SerbiaPosition,
    units: Sequence[Unit],
    points: int,
    *,
    area: frozenset[int] | None,
    gates: frozenset[int],
) -> March:
    """A search by costs, which are whole and small. Steps are priced as in `Going.out_of`.

    It is one function because it is the most often run loop of the title.
    """
    setting = position.setting
    pieces = [setting.pieces[unit.piece] for unit in units]
    start, side = units[0].at, pieces[0].side
    wheels, shy = _any_wheels(pieces), pieces[0].supply
    zone, enemies, formations = (
        position.zone_of(other_side(side)),
        position.enemies_of(side),
        position.formations,
    )
    harassed = position.komitadji if side == AUSTRIA_HUNGARY else NOBODY
    ways = setting.ways(side, wheels, setting.autumn[position.turn])
    steps_out_of, least = ways.steps, ways.least
    unknown = points + 1
    best = [unknown] * len(zone)  # a list is quicker than a dictionary here
    best[start] = 0
    before: dict[int, int] = {}  # in the order in which the hexes are reached first
    first: dict[int, int] = {}
    choosy = shy or area is not None
    levels: list[list[int]] = [[] for _ in range(unknown)]
    levels[0].append(start)
    for so_far in range(points):
        for node in levels[so_far]:
            if best[node] != so_far:
                continue
            if node in gates:
                steps = (*steps_out_of[node], *crossings.over_rivers(position, units, node, wheels=wheels))
            elif so_far + least[node] > points:
                continue
            else:
                steps = steps_out_of[node]
            leaving = zone[node]
            for there, price in steps:
                total = so_far + price
                if total >= best[there]:
                    continue
                if leaving or zone[there] or there in harassed:
                    if zone[there]:
                        if not leaving:
                            total += ENTER_ZONE
                        else:
                            total += ZONE_TO_FRIENDS if formations[there] else ZONE_TO_ZONE
                    elif leaving:
                        total += LEAVE_ZONE
                    if there in harassed:
                        total += HARASSMENT
                    if total >= best[there]:
                        continue
                if enemies[there] or (
                    choosy
                    and (
                        (area is not None and there not in area)
                        or (shy and zone[there] and not may_supply_enter(position, side, there))
                    )
                ):
                    best[there] = -1
                    continue
                best[there] = total
                before[there] = node
                levels[total].append(there)
        if not so_far:
            first = {there: best[there] for there in before}
    cost = dict(zip(before, map(best.__getitem__, before), strict=True))
    around = {there: cost[there] for there, price in first.items() if cost[there] < price}
    for there in around:
        cost[there] = first[there]
    return March(cost, before, first, [*map(setting.marches.__getitem__, before)], around=around)


def _near(setting: SerbiaSetting, start: int, reached: Iterable[int]) -> int:
    """The hexes in which an enemy would have a say in a march over open ground, as bits."""
    bits = setting.zone_bits
    near = bits[start] & ~(1 << start)
    for node in reached:
        near |= bits[node]
    return near


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
    if bridges:
        found |= pontoons.banks(setting, bridges)
    if len(setting.gates) > MOST_REMEMBERED:
        setting.gates.clear()
    setting.gates[key] = frozenset(found)
    return setting.gates[key]
