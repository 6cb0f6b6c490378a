"""Giving every Force its task for a movement phase: strike, hold, go on, or go back and recover."""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914.orders import Dig, Prepare, Recover
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import march_limits, marches, prepared_attacks, tasks
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.bearings import Bearings
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.levels import Level
from hexfront.games.serbia_1914.staff.raids import Raid, lunge, raids
from hexfront.games.serbia_1914.staff.strikes import Strike, pushes, strikes
from hexfront.games.serbia_1914.staff.survey import Body, Survey
from hexfront.games.serbia_1914.vocabulary import DEMORALIZED, MOVEMENT, SERBIA
from hexfront.kernel.actions import Action

SAFE_DISTANCE = 3
SAFE_DISTANCE_DEMORALIZED = 5
STAYS = 0.3  # what a Force must gain to be moved at all
GARRISON_STAYS = 2.0
RESTED = 1.2  # what it is worth to recover, for each level of effectiveness that is lost
FORTRESS_ARTILLERY = "ah-art-fsar-6"


class Task(msgspec.Struct, frozen=True):
    """What a Force is to do: where to go, then what to do there, and why."""

    units: tuple[str, ...]
    to: int
    reason: str
    then: Action | None = None


class Planning:
    """One movement phase of a side."""

    def __init__(self, survey: Survey, aims: Aims, level: Level, bearings: Bearings | None = None) -> None:
        self.survey = survey
        self.aims = aims
        self.level = level
        self.position: SerbiaPosition = survey.position
        self.ground = Ground(survey, aims, level, bearings)
        self.strikes: list[Strike] = []
        self.raids: list[Raid] = []
        self.pushes: list[Raid] = []
        self.tasks: list[Task] = []
        self.reaches: dict[str, dict[int, int]] = {}

    def make(self) -> list[Task]:
        """Tasks for all Forces that can move, the most exposed first."""
        movable = [body for body in self.survey.bodies if self._may_move(body)]
        self.reaches = {body.leader: self._reach(body) for body in movable}
        self._fetch(movable)
        done = {raid.body.leader for raid in self.raids}
        rest = [body for body in movable if body.leader not in done]
        if self.level.wear:
            self.pushes = pushes(self.ground, rest, self.reaches)
            done |= {push.body.leader for push in self.pushes}
            rest = [body for body in rest if body.leader not in done]
            for push in self.pushes:
                self.tasks.append(Task(self._marching(push.body), push.to, push.reason))
        if self.position.phase == MOVEMENT or self.level.counter:
            self.strikes = strikes(self.ground, self._fit(rest), self.reaches)
            for strike in self.strikes:
                self._assign(strike)
        done |= {part.body.leader for strike in self.strikes for part in strike.parts}
        rest = [body for body in rest if body.leader not in done]
        rest.sort(key=lambda body: (self.survey.distance_to_enemy(body.at), -body.defense, body.leader))
        for body in rest:
            self.tasks.append(self._task(body))
        return self.tasks

    def _fit(self, bodies: list[Body]) -> list[Body]:
        """Those who are not too worn out to attack."""
        return [body for body in bodies if not body.formation or body.status < self._rest(body)]

    def _rest(self, body: Body) -> int:
        """From how many levels of effectiveness lost on it goes back to recover."""
        return max(1, self.level.rest - self.ground.bearings.of(body).rest)

    def _fetch(self, movable: list[Body]) -> None:
        """Send Forces for points that can be had."""
        if not self.level.raids:
            return
        able = [body for body in movable if self._marching(body)]
        self.raids = raids(self.survey, able, self.reaches)
        free = [body for body in able if all(raid.body != body for raid in self.raids)]
        farthest = lunge(self.survey, free, self.reaches)
        if farthest is not None:
            self.raids.append(farthest)
        for raid in self.raids:
            self.ground.move(raid.body, raid.to)
            self.tasks.append(Task(self._marching(raid.body), raid.to, raid.reason))

    def _may_move(self, body: Body) -> bool:
        unit = self.position.units[body.leader]
        return not (unit.moved or unit.inactive or unit.task or self.position.piece(unit).fort)

    def _reach(self, body: Body) -> dict[int, int]:
        """Hexes a Force can march to, with what it costs; its own hex for nothing."""
        position = self.position
        unit = position.units[body.leader]
        names = self._marching(body)
        if not names or unit.also != OFF_MAP:
            return {body.at: 0}
        if march_limits.why_not_quit(position, names, body.at) is not None:
            return {body.at: 0}
        # A forced march costs a Formation a check, and others the men themselves [7.2].
        forced = self.level.forced if body.formation and not body.status else 0
        budget = position.allowance - unit.spent + forced
        found = marches.search(position, names, max(budget, 0)).cost
        area = march_limits.bounds(position, [position.units[name] for name in names])
        return {
            node: cost
            for node, cost in found.items()
            if node == body.at
            or (
                node in self.survey.setting.hexes
                and (area is None or node in area)
                and all(
                    march_limits.why_not_end(position, position.units[name], node) is None for name in names
                )
            )
        } | {body.at: 0}

    def _marching(self, body: Body) -> tuple[str, ...]:
        """The units of a Force that go along; forts stay, and the guns that bombard Beograd."""
        pieces, units = self.survey.setting.pieces, self.position.units
        return tuple(
            name
            for name in body.units
            if name != FORTRESS_ARTILLERY
            and not pieces[units[name].piece].fort
            and not units[name].inactive
            and not units[name].moved
        )

    # Attacks

    def _assign(self, strike: Strike) -> None:
        """Tasks for the Forces of an attack; they prepare it if they have the points."""
        where = self.survey.name(strike.node)
        if strike.outlook is None:
            reason = (
                f"Attack {where} with odds of about {strike.ratio:.1f} to 1; it is worth {strike.worth:.1f}."
            )
        else:
            seen = strike.outlook
            reason = f"Attack {where} {seen.told}, in all worth {strike.worth:.1f} points."
        for part in strike.parts:
            unit = self.position.units[part.body.leader]
            then = None
            in_time = self.position.phase == MOVEMENT and part.points >= prepared_attacks.LEAST
            if in_time and not self.position.piece(unit).cavalry:
                then = Prepare(self.survey.board.label(strike.node))
            self.tasks.append(Task(self._marching(part.body), part.at, reason, then))

    # All others

    def _task(self, body: Body) -> Task:
        names = self._marching(body)
        if not names:
            return Task((body.leader,), body.at, "It stays.")
        unit = self.position.units[body.leader]
        piece = self.position.piece(unit)
        reach = self.reaches[body.leader]
        if body.formation and body.status >= self._rest(body):
            return self._go_and_rest(body, names, reach)
        if piece.marsch:
            fed = self._feed_marsch(names, reach)
            if fed is not None:
                return fed
        self.ground.place(body, body.at, -1)
        stay = self.ground.score(body, body.at, 0)
        stay += GARRISON_STAYS if piece.garrison or piece.river else STAYS
        rests = self._may_rest(body)
        if rests:
            stay += RESTED * body.status
        best, to = stay, body.at
        for node, cost in reach.items():
            if node != body.at:
                score = self.ground.score(body, node, cost)
                if score > best:
                    best, to = score, node
        self.ground.place(body, to, +1)
        if to != body.at:
            return Task(names, to, f"{self.survey.name(to)} is worth {best - stay:.1f} more than staying.")
        if rests:
            return Task(names, to, "Nobody is near, and nothing is worth more: it recovers.", Recover())
        then = self._dig(body)
        reason = "It digs in where the enemy can strike." if then else "It stands where it is needed."
        return Task(names, to, reason, then)

    def _may_rest(self, body: Body) -> bool:
        """[7.5.1] Whether a Formation can recover where it is, and no enemy is near who would spoil it."""
        unit = self.position.units[body.leader]
        if not body.formation or not body.status or tasks.why_not_recover(self.position, unit) is not None:
            return False
        return self.survey.threat.get(body.at, 0.0) < body.defense

    def _feed_marsch(self, names: tuple[str, ...], reach: dict[int, int]) -> Task | None:
        """[7.7] Marsch units go to reduced Formations behind the line."""
        hurt = [
            each
            for each in self.survey.bodies
            if each.formation and self.position.units[each.leader].reductions and each.at in reach
        ]
        if not hurt:
            return None
        neediest = max(hurt, key=lambda each: (self.position.units[each.leader].reductions, -reach[each.at]))
        label = self.position.label(neediest.leader)
        return Task(names, neediest.at, f"Its men are needed by {label}.")

    def _dig(self, body: Body) -> Action | None:
        unit = self.position.units[body.leader]
        if self.survey.threat.get(body.at, 0.0) < body.defense or not body.formation:
            return None
        if self.survey.side != SERBIA and self.survey.distance_to_enemy(body.at) > 2:
            return None
        if tasks.why_not_dig(self.position, unit, body.at) is not None:
            return None
        return Dig(self.survey.board.label(body.at))

    def _go_and_rest(self, body: Body, names: tuple[str, ...], reach: dict[int, int]) -> Task:
        """[7.5.1] [7.5.2] Back to where it can recover, if it is not there already."""
        unit = self.position.units[body.leader]
        if tasks.why_not_recover(self.position, unit) is None:
            return Task(names, body.at, "Far enough from the enemy, it recovers.", Recover())
        wanted = SAFE_DISTANCE_DEMORALIZED if body.status >= DEMORALIZED else SAFE_DISTANCE
        fed = self.survey.fed(body)

        def comfort(node: int) -> tuple[float, int]:
            away = min(self.survey.distance_to_enemy(node), wanted)
            return away + (1.5 if node in fed else 0.0) - self.ground.load.get(node, 0) / 40, -reach[node]

        to = max(sorted(reach), key=comfort)
        self.ground.move(body, to)
        return Task(names, to, f"Worn out, it goes back to {self.survey.name(to)}.")
