"""The line: which hexes are worth holding, with how much, and what is still missing where."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import moving
from hexfront.games.storm_of_steel.staff import axis
from hexfront.games.storm_of_steel.staff.axis import Axis
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.survey import FADE, RISK, STACK, Survey
from hexfront.games.storm_of_steel.staff.theatres import theatre_of

PAIR = 2  # corps that a hex of the line should have
LEAST_THREAT = 0.12  # what a hex counts for that nobody can attack yet
THIN = 0.7  # part of a stake that counts beside the axis where the army attacks: there it stands thin
STEADY = 0.5  # what every hex of the line is worth to hold, whatever lies behind
BEHIND = 0.3  # part of what lies behind that is at stake in a hex of the line
PLACE = 0.9  # part of the worth of a place that is at stake in its own hex
AHEAD = 0.5  # part of what lies ahead for which troops are kept there
ATTACK = 1.0  # times what holds the way on that an attack from one of its sides can use
LEAST_USE, MOST_USE = 6.0, 27.0
GARRISON = 0.8  # part of a conquered city's worth that a garrison keeps
GAP = 0.5  # what it is worth that no hex of the line before the enemy is empty
POCKET = 1.0  # and that the enemy has no ground of which one has nearly all round it
STOOD, SWEPT = 3.0, 6.0  # odds up to which a gap is closed in full, and from which not at all
ALONE = 1.0  # what it costs to take the last unit out of a hex that the enemy can strike
DEEP = 3  # hexes that open ground before the line is looked at in the open field
STRONG = 8.0  # strength of the enemy from which a hex counts in full
REAR = 0.6  # part of what a reserve could do in the line that it is worth on the way there
REFRESHED = 6  # reserves sent before it is looked again where they are missed
LAME, LOST = 5.0, 0.8  # how odds beyond two become a chance to be lost, and the most of it


class Line:
    """The hexes to hold, and the strength that is planned for each."""

    def __init__(
        self,
        survey: Survey,
        level: Level,
        boldness: Mapping[str, float] | None = None,
        aims: Mapping[str, Axis] | None = None,
        massing: Collection[str] = (),
    ) -> None:
        self.survey = survey
        self.aims = aims or {}
        self.massing = massing  # theatres in which the army is massed on its axis
        self.level = level
        self.boldness = boldness or {}  # by front
        self.planned: dict[int, float] = {}
        self.loads: dict[int, int] = {}
        self._sent = 0
        self._field: dict[int, float] | None = None

    def begin(self, staying: Iterable[Unit]) -> None:
        """Count those who stay where they are."""
        for unit in staying:
            self.put(unit, unit.at)

    def put(self, unit: Unit, node: int) -> None:
        """Plan a unit for a hex."""
        piece = self.survey.position.piece(unit)
        self.planned[node] = self.planned.get(node, 0.0) + self.strength(unit, node)
        self.loads[node] = self.loads.get(node, 0) + piece.corps
        if node not in self.needs:
            self._sent += 1
            if self._sent % REFRESHED == 0:
                self._field = None

    def strength(self, unit: Unit, node: int) -> float:
        """What a unit is worth in defence of a hex: more where it will have dug in by then."""
        piece = self.survey.position.piece(unit)
        if piece.entrenched is None or moving.is_summer_1914(self.survey.position):
            return float(piece.strength)
        if unit.entrenched and unit.at == node:
            return float(piece.entrenched)
        return 0.75 * piece.entrenched

    def has_room(self, unit: Unit, node: int) -> bool:
        corps = self.survey.position.piece(unit).corps
        return not corps or self.loads.get(node, 0) < self.survey.setting.number("stacking")

    # What is needed

    @cached_property
    def needs(self) -> dict[int, float]:
        """What it is worth to hold each hex of the line, and of conquered towns."""
        survey, position = self.survey, self.survey.position
        found: dict[int, float] = {}
        for node in survey.border:
            stake = STEADY + BEHIND * survey.peril.get(node, 0.0)
            found[node] = stake * self._danger(node) * self._thin(node)
        for node, worth in survey.prizes.items():
            if position.controller(node) != survey.side:
                continue
            if (
                survey.setting.ground.needs_garrison[node]
                and position.default_controller(node) != survey.side
            ):
                found[node] = max(found.get(node, 0.0), GARRISON * worth)
            elif survey.threat.get(node, 0.0):
                found[node] = max(found.get(node, 0.0), PLACE * worth * self._danger(node))
        for node in self._forward():
            found[node] = max(found.get(node, 0.0), self._bold(node) * 0.5 * survey.worth(node))
        for node in survey.open_doors:
            found[node] = max(found.get(node, 0.0), max(self._bold(node), 1.0) * survey.worth(node))
        for node in survey.pockets:
            found[node] = max(found.get(node, 0.0), POCKET)
        return found

    @cached_property
    def chances(self) -> dict[int, tuple[float, float]]:
        """What lies ahead of each hex of the line, and the strength that an attack from there can use: so
        much more than the weakest way on is held with."""
        survey, around = self.survey, self.survey.setting.ground.around
        enemy, entrance = survey.enemy, survey.position.entrance[survey.side]
        found = {}
        for node in survey.border:
            best = (0.0, 0.0)
            for other in around[node]:
                if survey.position.controller(other) != enemy and other not in survey.defence:
                    continue
                if other not in survey.defence and not entrance[other]:
                    continue
                held = survey.defence.get(other, 0)
                worth = self._bold(node) * AHEAD * survey.worth(other) * FADE ** (held / STACK)
                best = max(best, (worth, ATTACK * held))
            if best[0]:
                found[node] = best
        return found

    def _bold(self, node: int) -> float:
        bold = self.boldness.get(self.survey.setting.front_of[node], 1.0)
        return bold * axis.weight(self.survey, self.aims, node)

    def _thin(self, node: int) -> float:
        """An army that attacks is massed on its axis, and holds the rest with what is left."""
        name = theatre_of(self.survey.setting).get(node, "")
        attacks = self.boldness.get(self.survey.setting.front_of[node], 0.0) >= 1.0
        massed = attacks and name in self.massing
        return THIN if massed and axis.weight(self.survey, self.aims, node) < 1.0 else 1.0

    def _danger(self, node: int) -> float:
        survey = self.survey
        threat = survey.threat.get(node, 0.0)
        if threat:
            return max(min(1.0, threat / STRONG), LEAST_THREAT)
        return LEAST_THREAT if survey.from_enemy.get(node, 99) <= 8 else LEAST_THREAT / 4

    def _forward(self) -> Iterable[int]:
        """Enemy ground that nobody holds, next to one's own; farther on while nobody can dig in."""
        survey, position = self.survey, self.survey.position
        around, entrance = survey.setting.ground.around, position.entrance[survey.side]
        deep = DEEP if moving.is_summer_1914(position) else 1
        seen = {
            node
            for node in survey.setting.in_play
            if position.controller(node) == survey.side or position.occupant[node] == survey.side
        }
        edge: Iterable[int] = seen
        for _ in range(deep):
            edge = {
                other
                for node in edge
                for other in around[node]
                if other not in seen
                and entrance[other]
                and not position.occupant[other]
                and position.controller(other) == survey.enemy
                and other in survey.supplied
            }
            seen |= edge
            yield from edge

    def wanted(self, node: int) -> float:
        """The strength that a hex should have."""
        survey = self.survey
        threat = survey.threat.get(node, 0.0)
        if not threat:
            return 2.0
        return max(2.0, min(survey.foreboding(node) * threat / 2, 20.0))

    def gain(self, unit: Unit, node: int) -> float:
        """What a unit adds in a hex of the line; the more stand there already, the less."""
        stake = self.needs.get(node, 0.0)
        if not stake:
            return 0.0
        wanted, now = self.wanted(node), self.planned.get(node, 0.0)
        more = now + self.strength(unit, node)
        gained = stake * (_filled(more / wanted) - _filled(now / wanted)) + self._ahead(node, now, more)
        if not now and self.survey.threat.get(node, 0.0) and node in self.survey.border:
            gained += GAP * self._stands(node, more)
        return gained - (self._risk(unit, node, more) if self.level.guards else 0.0)

    def _stands(self, node: int, strength: float) -> float:
        """How far a gap is closed by so much strength: not by what the enemy sweeps away."""
        odds = self.survey.threat.get(node, 0.0) / max(strength, 1.0)
        return min(max((SWEPT - odds) / (SWEPT - STOOD), 0.0), 1.0)

    def closes(self, node: int, strength: float) -> float:
        """What it is worth that a gap is held with so much strength; nothing if the enemy sweeps it away."""
        stands = self._stands(node, strength)
        held = self.needs.get(node, 0.0) * _filled(strength / self.wanted(node))
        return stands * (GAP + held + self._ahead(node, 0.0, strength))

    def loss(self, unit: Unit, node: int) -> float:
        """What is lost in a hex of the line if a unit that is planned for it does not stand there."""
        now = self.planned.get(node, 0.0)
        less = max(now - self.strength(unit, node), 0.0)
        found = self._ahead(node, less, now)
        if stake := self.needs.get(node, 0.0):
            wanted = self.wanted(node)
            found += stake * (_filled(now / wanted) - _filled(less / wanted))
            if not less and self.survey.threat.get(node, 0.0):
                found += ALONE
        return found

    def take(self, unit: Unit, node: int) -> None:
        """Plan a unit for another hex than it was."""
        self.planned[node] = max(self.planned.get(node, 0.0) - self.strength(unit, node), 0.0)
        self.loads[node] = self.loads.get(node, 0) - self.survey.position.piece(unit).corps

    def _ahead(self, node: int, now: float, more: float) -> float:
        """What more strength adds to the attacks that can be made from a hex."""
        worth, use = self.chances.get(node, (0.0, 0.0))
        use = min(max(use, LEAST_USE), MOST_USE)
        return worth * (_filled(more / use) - _filled(now / use)) if worth else 0.0

    def _risk(self, unit: Unit, node: int, strength: float) -> float:
        """What a unit may lose in a hex that is held too thinly for what can strike it."""
        odds = self.survey.reply(node) * self.survey.threat.get(node, 0.0) / max(strength, 1.0)
        if odds < 3:
            return 0.0
        return min((odds - 2) / LAME, LOST) * self.survey.position.piece(unit).strength * RISK

    # Reserves

    def score(self, unit: Unit, node: int) -> float:
        """What it is worth to have a unit in a hex, in the line or on the way to it."""
        return max(self.gain(unit, node), REAR * self.field.get(node, 0.0))

    @property
    def field(self) -> dict[int, float]:
        """How near each hex is to where troops are missed."""
        if self._field is None:
            goals = {}
            for node, stake in self.needs.items():
                wanted, now = self.wanted(node), self.planned.get(node, 0.0)
                if self.loads.get(node, 0) < self.survey.setting.number("stacking"):
                    goals[node] = stake * (_filled((now + 4) / wanted) - _filled(now / wanted))
                    goals[node] += self._ahead(node, now, now + 4)
            self._field = self.survey.spread(goals, {})
        return self._field


def _filled(part: float) -> float:
    return 1 - math.exp(-1.5 * part)
