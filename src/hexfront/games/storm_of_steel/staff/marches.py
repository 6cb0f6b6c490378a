"""Who goes where in a movement segment, and by what way."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from hexfront.games.storm_of_steel.orders import Detrain, Entrain, ForceMarch, Go, Pick
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import bolsheviks, impulses, moving, trains
from hexfront.games.storm_of_steel.staff.axis import Axis, axes
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.strikes import Reach, Strike, Strikes, reach_of
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.kernel.actions import PASS, Action

STAYING = 0.03  # what a march must bring to be worth it
RIDING = 0.06  # and a journey by rail
TRENCH = 0.3  # what a trench that is left behind costs
SETTLED = 0.2  # what it is worth to stay in the line once trenches are dug: who moves cannot dig
ELSEWHERE = 0.25  # what a corps counts for more where a theatre lacks it and its own can spare it
MOST_MISSED = 2.0  # corps that a theatre lacks, as far as that is looked at
BEARS = 4.0  # odds that troops in the open do not bear
HOPELESS = 6.0  # odds at which a gap is left open rather than a corps lost without a price
LIKELY = 0.75  # part of what could attack a hex that is expected there
SNARED = 1.5  # odds that they do not bear where the enemy can bar every way back
CITY = 4.0  # what a place is worth that is held whatever comes
CORPS = 4.0
MISSED_THERE = 0.45  # what a unit may be worth where it would stand to be sent to another theatre
NEAR = 3  # hexes from the enemy at which a border is a line
BEST_ENDS = 25  # railway hexes off the line that are looked at


class Move(NamedTuple):
    """A unit, the orders that bring it where it goes, and why."""

    unit: str
    to: int
    steps: tuple[Action, ...]
    reason: str


class Stands:
    """What stands where at the end of a segment, and what could be brought against it."""

    def __init__(self, survey: Survey, *, digs: bool = False) -> None:
        self.survey = survey
        self.digs = digs  # whether who stays where he is can still dig in
        self.strength: dict[int, float] = {}
        self.loads: dict[int, int] = {}
        self.fixed: dict[int, int] = {}  # units that do not move
        self.dug: dict[int, int] = {}  # units that are in a trench or can still dig one

    def come(self, unit: Unit, node: int, sign: int = 1) -> None:
        piece = self.survey.position.piece(unit)
        stays = unit.at == node and (unit.entrenched or self.digs)
        worth = piece.entrenched if stays and piece.entrenched is not None else piece.strength
        self.strength[node] = self.strength.get(node, 0.0) + sign * worth
        self.loads[node] = self.loads.get(node, 0) + sign * piece.corps
        self.dug[node] = self.dug.get(node, 0) + sign * (stays and piece.entrenched is not None)

    def __contains__(self, node: object) -> bool:
        return bool(self.strength.get(node, 0.0) > 0.0)  # type: ignore[call-overload]

    def leave(self, unit: Unit, node: int) -> None:
        self.come(unit, node, -1)

    def odds(self, node: int, more: float = 0.0) -> float:
        """The odds at which the enemy could attack a hex, with some strength more in it."""
        threat = self.survey.reply(node) * LIKELY * self.survey.threat.get(node, 0.0)
        return threat / max(self.strength.get(node, 0.0) + more, 1.0)

    def are_lost(self, node: int, more: float = 0.0) -> bool:
        """Whether troops in a hex would be beaten for nothing: by odds that nobody bears in the open, or by
        less where no way leads back."""
        odds = self.odds(node, more)
        return odds >= BEARS or (
            odds >= SNARED and not self.dug.get(node) and self.survey.is_snared(node, self)
        )


class Marches:
    """The moves of a segment: to attacks first, then into the line, then reserves to where they are
    missed."""

    def __init__(
        self,
        survey: Survey,
        level: Level,
        boldness: Mapping[str, float] | None = None,
        *,
        dug_in: bool = False,
        aims: Mapping[str, Axis] | None = None,
    ) -> None:
        self.survey = survey
        self.level = level
        self.aims = axes(survey, aims) if level.plans else {}
        self.theatres = Theatres(survey)
        self.line = Line(survey, level, boldness, self.aims, self.theatres.even())
        position = survey.position
        ready = {
            unit.name: unit
            for unit in survey.troops
            if not unit.moved
            and not unit.crossed
            and (dug_in or not unit.entrenched)
            and moving.is_on_active_front(position, unit)
            and _is_free(survey, unit)
        }
        self.ready = ready
        self._digs = not moving.is_summer_1914(position)
        self._turning = dug_in  # before the movement, when units dig in and come out
        self.reach: Reach = reach_of(survey, ready.values())
        self.strikes: list[Strike] = []
        self._can_go: dict[str, list[int]] = {}  # where each unit without an attack could be sent
        self.places: dict[str, int] = {}  # where each unit that was given a task will be
        self.reasons: dict[str, str] = {}

    def plan(self, extra: int = 0) -> None:
        """Give every unit its task."""
        position = self.survey.position
        chosen = Strikes(self.survey, self.level, self.reach, extra, self.theatres, aims=self.aims)
        self.strikes = chosen.plan()
        self.line.begin(
            unit
            for unit in position.ashore(self.survey.side)
            if unit.name not in self.ready
            and position.piece(unit).land
            and not self.survey.board.is_area(unit.at)
        )
        for strike in self.strikes:
            where = self.survey.name(strike.target)
            for name, node in strike.places.items():
                self._settle(name, node, f"It attacks {where}: {strike.outlook.words()}.")
        striking = set(self.places)
        self._hold([unit for name, unit in self.ready.items() if name not in striking])
        if self.level.guards:
            self._close_up(striking)
            if self._digs:
                self._fill(striking)
        if self.level.rails:
            self._transfer(striking)

    def _settle(self, name: str, node: int, reason: str) -> None:
        self.places[name] = node
        self.reasons[name] = reason
        self.line.put(self.ready[name], node)
        self.theatres.send(self.ready[name], node)

    # The line

    def _hold(self, units: Sequence[Unit]) -> None:
        """Send everybody else to where he is worth most, the most urgent first."""
        ends = self._can_go = {unit.name: self._ends(unit) for unit in units}
        by_name = {unit.name: unit for unit in units}
        queue: list[tuple[float, str, int]] = []
        for unit in units:
            score, node = self._best(unit, ends[unit.name])
            heapq.heappush(queue, (-score, unit.name, node))
        while queue:
            minus, name, node = heapq.heappop(queue)
            unit = by_name[name]
            score, now = self._best(unit, ends[name])
            if queue and -score > queue[0][0] + 1e-9 and score < -minus - 1e-9:
                heapq.heappush(queue, (-score, name, now))
                continue
            self._settle(name, now, self._why(unit, now))

    def _best(self, unit: Unit, ends: Iterable[int]) -> tuple[float, int]:
        """The hex where a unit is worth most; that it stands somewhere counts for it."""
        line = self.line
        kept = STAYING + (TRENCH if unit.entrenched else 0.0)
        if self._digs and unit.at in line.needs:
            kept += SETTLED
        best = (line.score(unit, unit.at) + kept, unit.at)
        near = self.reach[unit.name]
        of, open_to = self.theatres.of, self.theatres.open_to(unit)
        here = of.get(unit.at, "")
        for node in ends:
            there = of.get(node, "")
            if there not in open_to or not line.has_room(unit, node):
                continue
            score = line.score(unit, node) - (0.0 if node in near else RIDING)
            if there != here:
                score += ELSEWHERE * min(max(self.theatres.lacks(there) / CORPS, 1.0), MOST_MISSED)
            if score > best[0]:
                best = (score, node)
        return best

    # From theatre to theatre

    def _transfer(self, striking: Collection[str]) -> None:
        """Send those who are missed least where they would stand to theatres that lack troops; whoever is
        in an enemy zone goes back to a railway first."""
        theatres = self.theatres
        lacking = theatres.calling()
        if not lacking:
            return
        found = []
        errand = theatres.errand()
        waits = errand[1] if errand and errand[0] == lacking[0] else ""  # for its headquarters
        for name, node in self.places.items():
            unit = self.ready[name]
            if self.survey.position.piece(unit).country == waits:
                continue
            here = theatres.of.get(unit.at, "")
            if name in striking or here in lacking or theatres.of.get(node, "") != here:
                continue
            loss = self.line.loss(unit, node)
            if loss <= MISSED_THERE:
                found.append((loss / self.survey.position.piece(unit).strength, name))
        for _, name in sorted(found):
            self._send_off(self.ready[name], lacking)

    def _send_off(self, unit: Unit, lacking: Sequence[str]) -> None:
        """Send one unit to the first of some theatres that it may go to, if there is a way."""
        open_to, of = self.theatres.open_to(unit), self.theatres.of
        for there in lacking:
            if there not in open_to or self.theatres.lacks(there) < CORPS / 2:
                continue
            ends = [node for node in self._by_rail(unit) if of.get(node) == there]
            ends = [node for node in ends if self.line.has_room(unit, node)]
            if ends:
                node = max(ends, key=lambda node: (self.line.score(unit, node), node))
                self._move(unit, node, f"{there} lacks {self.theatres.lacks(there):.0f} points of strength.")
                return
            if (back := self._back_to_rails(unit)) is not None:
                reason = f"{there} lacks troops, and from {self.survey.name(back)} a train goes there."
                self._move(unit, back, reason)
                return

    def _move(self, unit: Unit, node: int, reason: str) -> None:
        self.line.take(unit, self.places[unit.name])
        self._settle(unit.name, node, reason)

    def _by_rail(self, unit: Unit) -> Iterable[int]:
        """The hexes of the line, and those beside it, that a train takes a unit to."""
        position, survey = self.survey.position, self.survey
        if not trains.can_entrain(position, unit):
            return ()
        return moving.by_rail(position, survey.side, unit.at) & survey.supplied & self._posts

    @cached_property
    def _posts(self) -> frozenset[int]:
        """The hexes of the line and those near it."""
        around = self.survey.setting.ground.around
        line = {node for node in self.survey.border if self.survey.from_enemy.get(node, 99) <= NEAR}
        return frozenset(line | {other for node in line for other in around[node]})

    def _back_to_rails(self, unit: Unit) -> int | None:
        """A hex out of enemy zones, on a railway of this side, that a unit in the line can fall back to."""
        position, side = self.survey.position, self.survey.side
        if not position.in_enemy_zone(unit.at, side):
            return None
        found = [
            node
            for node in self.reach[unit.name]
            if position.rails[node]
            and position.rail_side(node) == side
            and not position.in_enemy_zone(node, side)
            and self.line.has_room(unit, node)
        ]
        return min(found, key=lambda node: (self.survey.threat.get(node, 0.0), node), default=None)

    def _close_up(self, striking: Collection[str]) -> None:
        """Whoever would stand alone before more than he can bear goes to others: stacks close a front by
        their zones, and a lone corps in the open is lost without a price."""
        stands = self._standing()
        movers: dict[int, list[str]] = {}
        for name, node in self.places.items():
            if name not in striking:
                movers.setdefault(node, []).append(name)
        for node in sorted(movers, key=lambda node: (stands.odds(node), node), reverse=True):
            names = movers[node]
            if stands.fixed.get(node) or self.survey.prizes.get(node, 0.0) >= CITY:
                continue
            if not stands.are_lost(node):
                continue
            around = self.survey.setting.ground.around[node]
            if self._digs and stands.odds(node) < HOPELESS:
                if not any(stands.loads.get(other) for other in around):
                    continue  # nobody's zone would close the gap
            elsewhere = self._elsewhere(names, node, stands)
            for name, to in elsewhere.items():
                unit = self.ready[name]
                stands.leave(unit, node)
                stands.come(unit, to)
                self.line.put(unit, to)
                self.places[name] = to
                self.reasons[name] = f"{self.survey.name(node)} could not be held by so few."

    def _elsewhere(self, names: Sequence[str], node: int, stands: Stands) -> dict[str, int]:
        """Where all of a stack could go and be safe; nothing if one of them has no such place."""
        found: dict[str, int] = {}
        taken: dict[int, float] = {}
        most = self.survey.setting.number("stacking")
        for name in names:
            unit = self.ready[name]
            piece = self.survey.position.piece(unit)
            best: tuple[float, int] | None = None
            for end in self.reach[name]:
                load = stands.loads.get(end, 0) + (piece.corps and taken.get(end, 0))
                if end == node or (piece.corps and load >= most):
                    continue
                if stands.are_lost(end, piece.strength + taken.get(end, 0) * CORPS):
                    continue
                score = self.line.score(unit, end)
                if best is None or score > best[0]:
                    best = (score, end)
            if best is None:
                return {}
            found[name] = best[1]
            taken[best[1]] = taken.get(best[1], 0) + 1
        return found

    # Gaps

    def _fill(self, striking: Collection[str]) -> None:
        """Gaps of the line that nobody could hold alone are closed by several together, and pockets of the
        enemy are taken, first where most is at stake."""
        line, survey = self.line, self.survey
        stands = self._standing()
        gaps = [
            node
            for node in survey.border | survey.pockets
            if node not in stands
            and survey.threat.get(node, 0.0)
            and survey.from_enemy.get(node, 99) <= NEAR
            and line.needs.get(node)
        ]
        free = {name: node for name, node in self.places.items() if name not in striking}
        for node in sorted(gaps, key=lambda node: (-line.needs[node], node)):
            for name in self._together(node, free, stands):
                unit = self.ready[name]
                stands.leave(unit, self.places[name])
                stands.come(unit, node)
                self._move(unit, node, f"{survey.name(node)} is a gap that is closed by several together.")
                del free[name]

    def _together(self, gap: int, free: Mapping[str, int], stands: Stands) -> list[str]:
        """Those who close a gap together: the ones that are missed least where they would stand, as many as
        can hold it; nobody if they cannot, or are worth more there."""
        line, most = self.line, self.survey.setting.number("stacking")
        of = self.theatres.of
        found = []
        for name, node in free.items():
            unit = self.ready[name]
            if of.get(unit.at) != of.get(gap) or not (gap == unit.at or gap in self._can_go.get(name, ())):
                continue
            price = line.loss(unit, node) + (TRENCH if unit.entrenched and node == unit.at else 0.0)
            if node in self.survey.border and stands.loads.get(node, 0) <= 1:
                continue  # it would leave a gap itself
            found.append((price / max(line.strength(unit, gap), 1.0), price, name))
        chosen: list[str] = []
        leaving: dict[int, int] = {}
        total = cost = 0.0
        corps = 0
        for _, price, name in sorted(found):
            unit, node = self.ready[name], free[name]
            piece = self.survey.position.piece(unit)
            if corps + piece.corps > most:
                break
            if node in self.survey.border and stands.loads.get(node, 0) - leaving.get(node, 0) <= 1:
                continue
            chosen.append(name)
            leaving[node] = leaving.get(node, 0) + piece.corps
            total, cost, corps = total + line.strength(unit, gap), cost + price, corps + piece.corps
            if line.closes(gap, total) > cost:
                return chosen
        return []

    def _standing(self) -> Stands:
        """Everybody where he will be, with the face that he will show then."""
        stands = Stands(self.survey, digs=self._digs and self._turning)
        for unit in self.survey.position.ashore(self.survey.side):
            if self.survey.position.piece(unit).land and not self.survey.board.is_area(unit.at):
                stands.come(unit, self.places.get(unit.name, unit.at))
                if unit.name not in self.ready:
                    stands.fixed[unit.at] = stands.fixed.get(unit.at, 0) + 1
        return stands

    def _ends(self, unit: Unit) -> list[int]:
        """Where a unit could go: by an ordinary march, a force march, or the railway."""
        survey, position = self.survey, self.survey.position
        found = dict.fromkeys(self.reach[unit.name])
        if moving.goes_on(position, unit):
            found.update(dict.fromkeys(_forced(survey, unit)))
        if self.level.rails and trains.can_entrain(position, unit):
            open_to, of = self.theatres.open_to(unit), self.theatres.of
            joined = [
                node
                for node in moving.by_rail(position, survey.side, unit.at) & survey.supplied
                if of.get(node, "") in open_to
            ]
            needs, field = self.line.needs, self.line.field
            found.update(dict.fromkeys(node for node in joined if node in needs))
            rest = [node for node in joined if node not in needs]
            if len(rest) > BEST_ENDS:
                rest = heapq.nlargest(BEST_ENDS, rest, key=lambda node: (field.get(node, 0.0), node))
            found.update(dict.fromkeys(rest))
        found.pop(unit.at, None)
        return sorted(found)

    def _why(self, unit: Unit, node: int) -> str:
        survey, line = self.survey, self.line
        where = survey.name(node)
        threat = survey.threat.get(node, 0.0)
        position = survey.position
        if position.controller(node) != survey.side:
            return f"{where} is open and worth {survey.worth(node):.1f} points."
        if node in line.needs and line.gain(unit, node) >= 0:
            if threat:
                return (
                    f"{where} is in the line: the enemy can strike it with {threat:.0f} points, and it has "
                    f"{line.planned.get(node, 0.0):.0f}."
                )
            return (
                f"{where} is in the line, and nobody is there."
                if not line.planned.get(node)
                else (f"{where} is in the line.")
            )
        return f"From {where} it is near to where troops are missed."

    # Orders

    def moves(self) -> list[Move]:
        """The orders of all who go somewhere, attackers first."""
        found = []
        for name, node in self.places.items():
            unit = self.ready[name]
            if unit.at != node and not unit.entrenched:
                found.append(Move(name, node, self._steps(unit, node), self.reasons[name]))
        return found

    def _steps(self, unit: Unit, node: int) -> tuple[Action, ...]:
        label = self.survey.board.label(node)
        if node in self.reach[unit.name]:
            return Pick(unit.name), Go(label), PASS
        if moving.goes_on(self.survey.position, unit) and node in _forced(self.survey, unit):
            return Pick(unit.name), ForceMarch(label)
        return Pick(unit.name), Entrain(), Detrain(label)


def _is_free(survey: Survey, unit: Unit) -> bool:
    position = survey.position
    return impulses.is_released(position, unit) and not bolsheviks.is_idle(position, unit)


def _forced(survey: Survey, unit: Unit) -> Iterable[int]:
    return moving.forced(survey.position, [unit])
