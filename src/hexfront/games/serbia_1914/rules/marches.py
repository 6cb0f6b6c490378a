"""[7.1] [7.2] The march: what a step costs a Force, its movement points, and how far they take it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from hexfront.games.serbia_1914.orders import Go
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.printed.pieces import CAVALRY_FORCED, INFANTRY_FORCED, Piece
from hexfront.games.serbia_1914.rules import crossings, march_limits
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
from hexfront.kernel.paths import Reach, spread

# [7.1.6] [7.1.6a] What enemy zones add to a step.
ENTER_ZONE, LEAVE_ZONE, ZONE_TO_ZONE, ZONE_TO_FRIENDS = 2, 1, 6, 4
HARASSMENT = 1  # [23.1.1]
MOST_REMEMBERED = 12000  # marches over the open field
MOST_GATES = 500  # sets of them for which the least costs of steps are kept
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


class Press(msgspec.Struct, frozen=True, gc=False):
    """What a side's units mean to a march of the other, as long as none of them moves.

    ``haunted`` are the hexes with Komitadji, as bits, ``concerned`` those where any of them has a say in
    single steps, ``ways`` the steps that are known, for each sort of Force.
    """

    haunted: int
    concerned: frozenset[int]
    ways: dict[tuple[object, ...], list[Sequence[tuple[int, int]] | None]]


class Going:
    """[7.1] How a Force steps from hex to hex in a position: what is asked again and again for each step.

    ``area`` are hexes it may not leave, ``gates`` those out of which it may step over a great river.
    ``known`` are the steps out of each hex, None where they must be asked for.
    """

    __slots__ = (
        "area",
        "bound",
        "enemies",
        "gates",
        "haunted",
        "known",
        "plain",
        "position",
        "press",
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
        gates: Collection[int],
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
        self.known: list[Sequence[tuple[int, int]] | None] | None = None

    def ways(self, gates: frozenset[int]) -> Sequence[Sequence[tuple[int, int]] | None]:
        """The steps out of every hex in which no enemy, Komitadji or great river has a say; None for others.

        They are the same until the enemy moves, which he seldom does while others march.
        """
        position = self.position
        if self.area is not None:
            return position.setting.not_known
        press: Press | None = position._pressing[self.side]
        if press is None or press.haunted != self.haunted:
            there = position.hexes_held(other_side(self.side))
            if self.haunted:
                there = there | position.komitadji
            concerned = frozenset().union(*map(position.setting.concerned.__getitem__, there))
            press = position._pressing[self.side] = Press(self.haunted, concerned, {})
        self.press = press
        key = self.wheels, position.setting.autumn[position.turn], self.shy, gates
        known = press.ways.get(key)
        if known is None:
            known = press.ways[key] = [*self._alone(press, key[:2])]
            for node in gates:
                known[node] = None
        if not self.shy:
            self.known = known
        return known

    def least(self, gates: frozenset[int]) -> Sequence[int]:
        """What a step out of each hex costs at least; over a great river it may cost anything."""
        setting = self.position.setting
        autumn = setting.autumn[self.position.turn]
        found = setting.least.get((self.side, self.wheels, autumn, gates))
        if found is None:
            if len(setting.least) > MOST_GATES:
                setting.least.clear()
            found = [*setting.ways(self.side, self.wheels, autumn).least]
            for node in gates:
                found[node] = 0
            setting.least[self.side, self.wheels, autumn, gates] = found
        return found

    def _alone(self, press: Press, sort: tuple[bool, bool]) -> list[Sequence[tuple[int, int]] | None]:
        """The steps in which no enemy has a say, for Forces with wheels or without, in autumn or before."""
        found = press.ways.get(sort)
        if found is None:
            found = press.ways[sort] = [*self.plain]
            for node in press.concerned:
                found[node] = None
        return found

    def is_open(self, start: int, reached: Collection[int]) -> bool:
        """Whether a march was over open ground: no enemy, Komitadji or river could have had a say in it."""
        concerned, gates = self.press.concerned, self.gates
        return not (
            start in concerned
            or start in gates
            or not concerned.isdisjoint(reached)
            or any(node in gates for node in reached)
        )

    def out_of(self, node: int) -> Sequence[tuple[int, int]]:
        """The single steps it can take out of a hex, with their costs."""
        steps = self.plain[node]
        gate = node in self.gates
        if gate:
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
        if self.known is not None and not leaving and not gate:  # else friends have a say
            self.known[node] = found
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
    going = Going(position, units, area, position.setting.great_rivers)
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
    going = Going(position, units, area, gates)
    ways = going.ways(gates)
    found, _ = spread(ways, going.out_of, start, points, 1, ordered=False, least=going.least(gates))
    march = _marched(setting, found, ways[start] or going.out_of(start), points)
    if area is None and going.is_open(start, march.cost):
        march = msgspec.structs.replace(march, near=_near(setting, start, march.cost))
        if len(memory) > MOST_REMEMBERED:
            memory.clear()
        memory[key] = march
    return march


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
    for between_banks in bridges:
        found.update(setting.board[label] for label in between_banks.split("/"))
    if len(setting.gates) > MOST_REMEMBERED:
        setting.gates.clear()
    setting.gates[key] = frozenset(found)
    return setting.gates[key]


def _marched(setting: SerbiaSetting, found: Reach, steps: Sequence[tuple[int, int]], points: int) -> March:
    """A search as a march: without its start, and straight into the neighbouring hexes."""
    cost, before = found.cost, found.before
    del cost[next(iter(cost))]
    first = {there: price for there, price in steps if price <= points}
    around = {there: cost[there] for there in first if cost[there] < first[there]}
    cost.update({there: first[there] for there in around})
    return March(cost, before, first, [*map(setting.marches.__getitem__, before)], around=around)
