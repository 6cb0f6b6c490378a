"""How the choices of a group in hand look: each hex with its cost, the way there, and what happens on it.

The faces of one question share their searches, so that three hundred of them take a few milliseconds.
"""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush

from hexfront.games.western_front.matters import Battle, InHand
from hexfront.games.western_front.orders import Add, ColumnAttack, Detrain, Entrain, Go, Ride
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    allowances,
    column_attack,
    lines,
    marching,
    movement,
    rail,
    rail_zones,
    suppliers,
)
from hexfront.games.western_front.table import faces
from hexfront.games.western_front.table.combat_faces import throws_dice
from hexfront.games.western_front.table.effects import crowding, garrison
from hexfront.games.western_front.table.names import divisions, name_of, place, points
from hexfront.games.western_front.vocabulary import POINT, other_side
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.paths import Reach
from hexfront.kernel.showing import Face


class MarchFaces:
    """The faces of one question to a group in hand. Nothing is worked out before somebody looks."""

    def __init__(self, position: WesternFrontPosition, about: InHand) -> None:
        self.position = position
        self.march = marching.march_of(about)

    def __call__(self, action: Action) -> Face:
        match action:
            case Go(to):
                return self._go(to)
            case Ride(to):
                return self._ride(to)
            case ColumnAttack(at):
                return self._column_attack(at)
            case Entrain():
                return self._entrain()
            case Detrain():
                return self._detrain()
            case Add(name):
                return self._add(name)
            case Pass():
                return self._stay()
        return faces.face(self.position, action)

    # The group

    @cached_property
    def units(self) -> list[Unit]:
        return [self.position.units[name] for name in self.march.names]

    @cached_property
    def here(self) -> int:
        return self.units[0].at

    @cached_property
    def side(self) -> str:
        return self.position.side_of(self.units[0])

    @cached_property
    def left(self) -> int:
        """What the slowest member may still spend without column movement."""
        return min(allowances.allowance(self.position, unit) - unit.spent for unit in self.units)

    @cached_property
    def fights(self) -> bool:
        return any(self.position.piece(unit).ground_combat for unit in self.units)

    # Marching

    @cached_property
    def legs(self) -> dict[int, marching.Leg]:
        """Where the group can march to, as far as duties are not concerned."""
        return marching.reachable(self.position, self.units, self.march, self.bound)

    @cached_property
    def bound(self) -> str:
        return movement.bound(self.position, self.units)

    def path(self, node: int, leg: marching.Leg) -> list[int]:
        """The hexes of a leg, as the group would pass them."""
        return marching.path_to(self.position, self.march, node, leg, self.bound)

    def _go(self, to: str) -> Face:
        board = self.position.setting.board
        node = board[to]
        leg = self.legs.get(node)
        if leg is None:
            return faces.face(self.position, Go(to))
        path = self.path(node, leg)
        where = place(self.position, node)
        repair = leg.kind == marching.REPAIR
        labels = board.labels
        return Face(
            f"Repair the line to {where}" if repair else f"March to {where}",
            "Repair" if repair else "March",
            hex=to,
            cost=points(leg.cost),
            path=tuple([labels[each] for each in path]),
            effects=tuple(self._march_effects(node, leg, path)),
        )

    def _march_effects(self, node: int, leg: marching.Leg, path: list[int]) -> list[str]:
        position, side = self.position, self.side
        control = position.control_of(other_side(side))
        effects: list[str] = []
        if leg.kind == marching.COLUMN:
            effects.append("column march")
        if control[node]:
            zone = "from enemy zone to enemy zone" if control[self.here] else "enters an enemy zone"
            effects.append(zone)
        elif any(control[each] for each in path[1:-1]):
            effects.append("passes through an enemy zone")
        elif control[self.here]:
            effects.append("leaves an enemy zone")
        if leg.kind == marching.MINIMUM:
            effects.append("its whole movement")
        elif leg.kind == marching.MARCH and leg.cost >= self.left:
            effects.append("must stop: no movement left")
        effects += _company(position, self.units, node, side, fights=self.fights)
        if (change := self._supply_change(node)) is not None:
            effects.append(change)
        return effects

    # Supply

    @cached_property
    def _supplied(self) -> set[int] | None:
        """[19-9] The hexes from which the group would attack with full supply; None if it needs none.

        Where the group alone holds its hex open, no line leads through that hex once it has gone.
        """
        position = self.position
        needy = [
            unit
            for unit in self.units
            if unit.strength and (position.piece(unit).infantry or position.piece(unit).artillery)
        ]
        if not needy:
            return None
        stay = [name for name in position.standing[self.here] if name not in self.march.names]
        held = any(position.piece(position.units[name]).ground_combat for name in stay)
        closed = position.enemy_controlled(self.here, self.side) and not held
        found = lines.Lines(position, self.side, (self.here,) if closed else ())
        unit = needy[0]
        budgets: dict[int, int] = {}
        for payer in found.headquarters:
            if payer.supply and suppliers.may_supply(position, payer, unit):
                free, _ = lines.free_length(position, payer, attack=True, lines=found)
                budgets[payer.at] = max(budgets.get(payer.at, 0), free * POINT)
        return supplied_from(position, found, budgets, position.climbs(position.piece(unit)))

    @cached_property
    def _supplied_here(self) -> bool:
        return self._supplied is not None and self.here in self._supplied

    def _supply_change(self, node: int) -> str | None:
        if self._supplied is None or (node in self._supplied) == self._supplied_here:
            return None
        return "leaves its supply line" if self._supplied_here else "comes into supply"

    # By rail

    @cached_property
    def _rides(self) -> tuple[dict[int, int], Reach]:
        position, names, charged = self.position, self.march.names, self.march.charged
        ways = rail.RailWays(position, names, charged)
        found = ways.within(self.here, rail.hexsides_left(position, names))
        rail_zones.add_destinations(position, ways, found)
        return rail.rides(position, names, charged), found

    def _ride(self, to: str) -> Face:
        board = self.position.setting.board
        node = board[to]
        costs, found = self._rides
        if node not in costs:
            return faces.face(self.position, Ride(to))
        effects = _company(self.position, self.units, node, self.side, fights=self.fights)
        return Face(
            f"Ride to {place(self.position, node)}",
            "Ride",
            hex=to,
            cost=points(costs[node]),
            path=tuple([board.labels[each] for each in found.path(node)]),
            effects=tuple(effects),
        )

    def _entrain(self) -> Face:
        position, names = self.position, self.march.names
        network = position.rail_network(self.here)
        weight = rail.capacity_weight(position, names)
        cost = max(rail.boarding_cost(position, unit) for unit in self.units)
        effects = []
        if network:
            nation = position.setting.tables.nations[network].name
            left = rail.capacity_left(position, network)
            effects.append(f"counts {weight} of {left} left of the rail capacity of {nation}")
        where = place(position, self.here)
        return Face(f"Board the trains in {where}", "Entrain", cost=points(cost), effects=tuple(effects))

    def _detrain(self) -> Face:
        lost = max(-unit.spent % POINT for unit in self.units)
        effects = (f"{points(lost)} of a movement point is lost",) if lost else ()
        where = place(self.position, self.here)
        return Face(f"Leave the trains in {where}", "Detrain", effects=effects)

    # The rest

    def _column_attack(self, at: str) -> Face:
        tables = self.position.setting.tables
        node = self.position.setting.board[at]
        effects = (
            *garrison(self.position, node),
            f"attack ×{tables.number('column_attack_attacker_factor')}",
            "the group moves no more",
        )
        where = place(self.position, node)
        attackers = tuple(unit.name for unit in column_attack.attackers(self.position, self.march.names))
        chance = throws_dice(self.position, Battle(self.side, node, attackers, column=True))
        text = f"Attack {where} out of the march"
        return Face(text, "Column attack", hex=at, effects=effects, chance=chance)

    def _add(self, name: str) -> Face:
        unit = self.position.units[name]
        slower = allowances.allowance(self.position, unit) - unit.spent < self.left
        effects = ("slows the others down",) if slower else ()
        text = f"Take the {name_of(self.position, name)} along"
        return Face(text, "Take along", unit=name, effects=effects)

    def _stay(self) -> Face:
        where = place(self.position, self.here)
        if not self.march.legs:
            return Face(f"Put back: stay in {where}", "Stop", puts_down=True)
        if any(unit.entrained for unit in self.units):
            return Face(f"Stay on the trains in {where}", "Stop")
        return Face(f"Stop in {where}", "Stop")


def _company(
    position: WesternFrontPosition, units: list[Unit], node: int, side: str, *, fights: bool
) -> list[str]:
    """Ground taken, friends joined, enemies overrun; most hexes are empty and one's own."""
    effects: list[str] = []
    if position.standing[node]:
        if position.occupier(node) == side:
            if position.halves[node]:
                effects.append(f"joins {divisions(position.halves[node])} there")
            effects += crowding(position, units, node)
        else:
            effects.append("overruns what is there")
    if fights and position.holder(node) == other_side(side):
        effects.append(f"takes {place(position, node)}")
    return effects


def supplied_from(
    position: WesternFrontPosition, found: lines.Lines, budgets: dict[int, int], mountain: bool
) -> set[int]:
    """[19-8] The hexes whose supply line to some headquarters is no longer than that one allows.

    ``budgets`` are the allowed lengths by the hex of the headquarters, in thirtieths. Lines are followed
    backward as in `lines.Lines.lengths_to`. A barred hex may be the beginning of a line, but not on its way.
    """
    ways, markers, marker_cost = position.base_ways(mountain), position.markers, position.marker_cost
    best: dict[int, int] = {}  # the most that is left of a budget in each hex
    queue: list[tuple[int, int]] = []
    for node, budget in budgets.items():
        best[node] = budget
        heappush(queue, (-budget, node))
    while queue:
        negative, node = heappop(queue)
        left = -negative
        if left < best[node] or found.is_barred(node):
            continue
        marked = node in markers
        for beside, price in ways[node]:
            rest = left - price
            if beside in markers:
                rest += marker_cost(node, beside)
            if marked:
                rest -= marker_cost(beside, node)
            if rest >= 0 and rest > best.get(beside, -1):
                best[beside] = rest
                heappush(queue, (-rest, beside))
    return set(best)
