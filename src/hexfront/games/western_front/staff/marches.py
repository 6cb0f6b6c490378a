"""Who goes where: units are given to attacks and to the hexes of the line, and marched there.

A plan is made once for a movement phase. It is a list of marches and journeys by rail, each with its reason;
what it leaves out stays where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement, rail, rail_lines, sectors
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.levels import Level
from hexfront.games.western_front.staff.line import Line, guarded_ways
from hexfront.games.western_front.staff.strikes import Strike
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import ENTENTE, POINT
from hexfront.kernel.paths import Step, flood

BY_RAIL = 8 * POINT  # marches longer than this are made by train where one runs
STEADY = 9.0  # strength that every hex of the line is given first if the enemy can strike it
WATCH = 1.0  # the same if he cannot
RESERVED = 3  # hexes from the enemy at which a reserve waits
NEAR_ENOUGH = 2 * POINT  # a train must save at least so much


class Move(msgspec.Struct, frozen=True):
    """Units of one hex that go to another together."""

    units: tuple[str, ...]
    to: int
    reason: str
    by_rail: bool = False


class Marches:
    """The movement of fighting units in one phase."""

    def __init__(self, survey: Survey, level: Level) -> None:
        self.survey = survey
        self.level = level
        self.position = survey.position
        self.setting = survey.position.setting
        self.load = list(survey.position.halves)
        self.guns = list(survey.position.guns)
        self.going: dict[str, tuple[int, str, bool]] = {}
        self.attackers: set[str] = set()  # of those, who goes there to attack
        self.order: list[str] = []
        self.reachable: dict[str, dict[int, marching.Leg]] = {}
        pieces = self.setting.pieces
        kept = duties.kept_units(survey.position, survey.side)
        for name in sorted(survey.position.ready[survey.side]):
            unit = survey.position.units[name]
            if name not in kept and pieces[unit.piece].ground_combat:
                self.reachable[name] = self.on_foot(unit)
        self.rail_left = {
            nation: rail.capacity_left(survey.position, nation)
            for nation in rail_lines.network_nations(survey.position)
            if self.setting.tables.nations[nation].side == survey.side
        }

        self._hosts: dict[tuple[str, int], bool] = {}
        self._round: dict[int, Mapping[int, int]] = {}  # marches to a hex round the enemy's zones
        self._ways: list[tuple[Step, ...]] | None = None
        self._layout = sectors.layout(survey.position) if survey.side == ENTENTE else None

    # Bookkeeping

    def may_stay(self, unit: Unit, node: int) -> bool:
        """[WF 12-7] Whether a unit is at home in the sector that a hex lies in, or in none."""
        layout = self._layout
        if layout is None or not layout.sectors:
            return True
        nation = sectors.nation_of(self.position.piece(unit))
        key = nation, node
        if key not in self._hosts:
            self._hosts[key] = not sectors.host_of(self.position, layout, nation, node)
        return self._hosts[key]

    def on_foot(self, unit: Unit) -> dict[int, marching.Leg]:
        """The hexes a unit may march to; who has come on a train leaves it first."""
        position = self.position
        if unit.entrained:
            position = position.copy()
            position.change(unit.name, entrained=False)
        return movement.destinations(position, [unit.name])

    def has_room(self, unit: Unit, node: int, spare: int = 0) -> bool:
        """Whether a unit finds room in a hex, and some half divisions besides."""
        piece = self.position.piece(unit)
        most_halves, most_guns = self.setting.room[node]
        return (
            self.load[node] + piece.halves + spare <= most_halves
            and self.guns[node] + piece.artillery <= most_guns
        )

    def send(
        self, name: str, node: int, reason: str, *, by_rail: bool = False, attacks: bool = False
    ) -> None:
        """Note that a unit goes to a hex, or stays in it, and whether it attacks from there."""
        unit = self.position.units[name]
        piece = self.position.piece(unit)
        before = self.going[name][0] if name in self.going else unit.at
        self.going[name] = (node, reason, by_rail)
        (self.attackers.add if attacks else self.attackers.discard)(name)
        if node != unit.at and name not in self.order:
            self.order.append(name)
        self.load[before] -= piece.halves
        self.load[node] += piece.halves
        self.guns[before] -= piece.artillery
        self.guns[node] += piece.artillery

    def destination(self, name: str) -> int:
        """Where a unit will stand when the plan has been carried out."""
        return self.going[name][0] if name in self.going else self.position.units[name].at

    def trial(self) -> WesternFrontPosition:
        """The position as it will be when the plan has been carried out."""
        trial = self.position.copy()
        for name, (node, _, _) in self.going.items():
            if trial.units[name].at != node:
                trial.change(name, at=node)
        return trial

    def do_errands(self, free: set[str], struck: Collection[int] = ()) -> None:
        """Send units that a duty drives to some hex of those that are left to them, where there is room.

        Who must attack [WF 3-6] goes to where somebody attacks anyway, or to where the weakest of the enemy
        is, and those who have no such place attack the same hex together: it answers all of them but once.
        """
        position = self.position
        joined = set(struck)
        for name in sorted(free):
            unit = position.units[name]
            legs = self.reachable.get(name)
            if not legs or not duties.has_errand(position, unit):
                continue
            open_hexes = [node for node in legs if self.has_room(unit, node)]
            if open_hexes:
                targets = {node: self._easiest(unit, node, joined) for node in open_hexes}
                stop = min(open_hexes, key=lambda node: (targets[node][0], self.load[node], node))
                where = self.setting.board.name_of(stop)
                self.send(name, stop, f"To {where}, as the duties of the campaign demand.")
                free.discard(name)
                joined.add(targets[stop][1])

    def _easiest(self, unit: Unit, node: int, joined: Collection[int]) -> tuple[float, int]:
        """How hard the easiest attack is that a unit could owe from a hex, and on which hex; 0 if none."""
        if not duties.owes_attack(self.position, unit):
            return 0.0, node
        survey = self.survey
        return min(
            (
                (0.0 if other in joined else survey.hostile[other] + 2.0 * survey.hostile_forts[other], other)
                for other in self.setting.crossable[node]
                if survey.is_held_by_enemy(other)
            ),
            default=(0.0, node),
        )

    def moves(self) -> list[Move]:
        """The plan: units of one hex that go the same way for the same reason march together."""
        groups: dict[tuple[int, int, int, str, bool], list[str]] = {}
        for name in self.order:
            node, reason, by_rail = self.going[name]
            unit = self.position.units[name]
            if unit.at == node:
                continue
            piece = self.position.piece(unit)
            kind = piece.movement * 4 + 2 * piece.artillery + piece.engineer
            groups.setdefault((unit.at, node, kind, reason, by_rail), []).append(name)
        return [
            Move(tuple(names), node, reason, by_rail)
            for (_, node, _, reason, by_rail), names in groups.items()
        ]

    # Attacks

    def strike(self, strike: Strike) -> None:
        """Send the units of an attack to where they attack from."""
        survey, name_of = self.survey, self.setting.board.name_of
        expected = strike.expected
        reason = (
            f"To attack {name_of(strike.target)} with {strike.strength} points against "
            f"{survey.hostile[strike.target] + survey.hostile_forts[strike.target]}: "
            f"{expected.taken:.0%} that it falls, expected losses {expected.attacker:.1f} against "
            f"{expected.defender:.1f}."
        )
        for name, origin in strike.units.items():
            self.send(name, origin, reason, attacks=True)

    # The line

    def hold(self, line: Line, free: Sequence[str], *, sparing: bool = False, behind: bool = False) -> None:
        """Give units to the hexes of the line: what none can do without first, then by their shares. The
        nearest are taken, and whoever is not needed where he stands goes first to where an attack is meant.
        ``sparing`` gives a hex rather too little than too much, ``behind`` keeps the rest out of the line."""
        present: dict[int, float] = dict.fromkeys(line.nodes, 0.0)
        for name, (node, _, _) in self.going.items():
            if node in present and not self.position.piece(self.position.units[name]).artillery:
                present[node] += self.position.units[name].strength
        units = [self.position.units[name] for name in free]
        pairs = self._pairs(units, line)
        taken: set[str] = set()
        for least in (True, False):
            if not least and line.focus:
                pairs.sort(key=lambda each: (each[0] > 0 and 1 + (each[3] not in line.focus), each))
            for turns, far, name, node in pairs:
                if name in taken or turns > (2.0 if least else 99.0):
                    continue
                wanted = line.shares[node]
                if least:
                    wanted = min(wanted, STEADY if self.survey.threat.get(node) else WATCH)
                unit = self.position.units[name]
                if present[node] + (unit.strength / 2 if sparing and not least else 0) >= wanted:
                    continue
                if self._toward(unit, node, far, line, along_front=sparing):
                    taken.add(name)
                    present[node] += unit.strength
        for unit in units:
            if unit.name not in taken:
                self._reserve(unit, line, present, along_front=sparing, behind=behind)

    def _pairs(self, units: Sequence[Unit], line: Line) -> list[tuple[float, int, str, int]]:
        """Every unit with every hex of the line, by the turns it would take to get there."""
        pairs = []
        for node in line.nodes:
            far = ground.distances(self.setting, node)
            for unit in units:
                cost = far.get(unit.at)
                if cost is None or not self.may_stay(unit, node):
                    continue
                allowance = max(1, self.position.piece(unit).movement) * POINT
                within = node == unit.at or node in self.reachable.get(unit.name, ())
                turns = 0.0 if node == unit.at else 1.0 if within else max(1.5, cost / allowance)
                if turns > 3 and self.level.rails:
                    turns = 3.0 + turns / 10
                pairs.append((turns, cost, unit.name, node))
        pairs.sort()
        return pairs

    def _toward(self, unit: Unit, node: int, far: int, line: Line, *, along_front: bool = False) -> bool:
        """Send a unit to a hex of the line, or as far on the way as it gets. ``along_front`` says that it has
        to go behind a front; then whoever gets no nearer, or finds the hex full, is not sent."""
        where = self.setting.board.name_of(node)
        threat = self.survey.threat.get(node, 0)
        reason = (
            f"To hold the line at {where}, which {threat} points can strike."
            if threat
            else (f"To carry the line forward to {where}.")
        )
        if node == unit.at:
            self.send(unit.name, node, reason)
            return True
        legs = self.reachable.get(unit.name, {})
        if node in legs:
            if not self.has_room(unit, node):
                return False
            self.send(unit.name, node, reason)
            return True
        if (unit.entrained or (far > BY_RAIL and self.level.rails)) and self._ride(unit, node):
            return True
        if along_front and not self.has_room(unit, node):
            return False
        stop = self._best_stop(unit, node, line, along_front=along_front)
        if stop is None or (along_front and stop == unit.at):
            return False
        self.send(unit.name, stop, f"On the way to {where}, where the line needs strength.")
        return True

    def _best_stop(
        self, unit: Unit, goal: int, line: Line, *, reserve: bool = False, along_front: bool = False
    ) -> int | None:
        """Where a unit that cannot arrive in this turn stops: as near as it may without standing alone. A
        reserve does not crowd hexes in which nothing shelters it."""
        far = self._round_zones(goal) if along_front else ground.distances(self.setting, goal)
        legs = self.reachable.get(unit.name, {})
        members = set(line.nodes)
        best, best_cost = unit.at, far.get(unit.at, 1 << 30)
        crowded = line.bare if reserve else frozenset()
        if best in crowded:
            best_cost = 1 << 30
        for node in legs:
            cost = far.get(node)
            if cost is None or cost >= best_cost or not self.has_room(unit, node) or node in crowded:
                continue
            if not self.may_stay(unit, node):
                continue
            if node not in members and self.survey.hexes_to_enemy[node] <= 1:
                continue
            best, best_cost = node, cost
        return best

    def _round_zones(self, goal: int) -> Mapping[int, int]:
        """[10-7] The march from every hex to one where the enemy's zones are dear: from a hex of a front to
        the next one it leads back and up again."""
        if goal not in self._round:
            if self._ways is None:
                self._ways = guarded_ways(self.survey)
            self._round[goal] = flood(self._ways, (goal,)).cost
        return self._round[goal]

    def _reserve(
        self,
        unit: Unit,
        line: Line,
        present: Mapping[int, float],
        *,
        along_front: bool = False,
        behind: bool = False,
    ) -> None:
        """Keep a unit behind the part of the line that is weakest for what can strike it. ``behind`` says
        that it does not go into the line itself."""
        if not line.nodes:
            return
        homes = [node for node in line.nodes if self.may_stay(unit, node)] or line.nodes
        lacking = {node: line.shares[node] - present[node] for node in homes}
        goal = max(
            homes,
            key=lambda node: (
                lacking[node] - ground.distances(self.setting, node).get(unit.at, 1 << 30) / POINT,
                node,
            ),
        )
        if behind and (stop := self._behind(unit, goal)) is not None:
            self.send(unit.name, stop, f"In reserve behind {self.setting.board.name_of(goal)}.")
            return
        stop = self._best_stop(unit, goal, line, reserve=True, along_front=along_front)
        if stop is not None:
            self.send(unit.name, stop, f"In reserve behind {self.setting.board.name_of(goal)}.")

    def _behind(self, unit: Unit, goal: int) -> int | None:
        """The nearest hex to one of the line that no enemy is near to; None if there is no way to any."""
        far = ground.distances(self.setting, goal)
        open_hexes = [
            node
            for node in (unit.at, *self.reachable.get(unit.name, ()))
            if self.survey.hexes_to_enemy[node] >= RESERVED
            and (node == unit.at or self.has_room(unit, node))
            and self.may_stay(unit, node)
        ]
        return min(open_hexes, key=lambda node: (far.get(node, 1 << 30), node), default=None)

    # By rail

    def _ride(self, unit: Unit, goal: int) -> bool:
        """Send a unit by train to where the line needs it."""
        if not any(self.rail_left.values()) or unit.name not in self.reachable:
            return False
        where = self.setting.board.name_of(goal)
        return self.ride(unit, goal, f"By rail toward {where}, where the line needs strength.")

    def ride(self, unit: Unit, goal: int, reason: str, spare: int = 0) -> bool:
        """Send a unit by train as near to a hex as it gets, if there is one and it saves enough."""
        position = self.position
        aboard = unit.entrained or position.piece(unit).rail_bound
        if not aboard and rail.why_not_entrain(position, [unit.name]) is not None:
            return False
        weight = rail.capacity_weight(position, [unit.name])
        if self.rail_left.get(position.rail_network(unit.at), 0) < weight:
            return False
        trial = position.copy()
        spent = unit.spent + (0 if aboard else rail.boarding_cost(position, unit))
        entrained = not position.piece(unit).rail_bound
        trial.change(unit.name, entrained=entrained, rode=True, moved=True, spent=spent)
        far = ground.distances(self.setting, goal)
        best, best_cost = None, far.get(unit.at, 1 << 30) - NEAR_ENOUGH
        for node in rail.rides(trial, [unit.name]):
            cost = far.get(node, 1 << 30)
            if (
                cost < best_cost
                and self.has_room(unit, node, spare)
                and self.may_stay(unit, node)
                and self.survey.hexes_to_enemy[node] > 1
                and self.rail_left.get(position.rail_network(node), 0) >= weight
            ):
                best, best_cost = node, cost
        if best is None:
            return False
        for network in {position.rail_network(unit.at), position.rail_network(best)}:
            self.rail_left[network] -= weight
        self.send(unit.name, best, reason, by_rail=True)
        return True


def fighting(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether a unit is given to attacks and to the line: infantry and cavalry with strength."""
    piece = position.piece(unit)
    return unit.strength > 0 and (piece.infantry or piece.cavalry)
