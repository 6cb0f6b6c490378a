"""Which ground stands between the enemy and what he wants: where a defender is worth most."""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914.staff.survey import FAR, Body, Stack, Survey, ways_to

FARTHEST = 45  # movement points from a place at which an enemy is no concern of it yet
FADE = 0.95  # how much of the concern is left a movement point farther away
DETOUR = 6  # movement points the enemy must be made to lose if a hex is to count as in his way
ENOUGH = 1.2  # defense for each point of the enemy's attack after which little more is needed
LITTLE = 0.12  # what is left of the worth then
WORN = 0.4  # of their defense, what enemies who cannot attack are worth a guard
FULL = 8.0  # defense strength from which a Force counts in full against any enemy
REGIMENTS = 12.0  # strength of enemies without a Formation who would be as great a concern as one
CONCERNS = 5  # places that one enemy stack is reckoned to threaten

Cares = list[tuple[tuple[int, ...], float]]  # hexes of which the enemy wants the nearest, and its worth


class Way(msgspec.Struct, frozen=True):
    """An enemy stack and a place it could go to."""

    goal: int
    weight: float
    length: int


class Concern(msgspec.Struct, frozen=True):
    """An enemy stack with all it threatens, and what it would cost to march to it from each hex."""

    stack: Stack
    ways: tuple[Way, ...]
    back: tuple[int, ...]

    @property
    def weight(self) -> float:
        return sum(way.weight for way in self.ways)


class Cover:
    """How well the places that the enemy wants are covered, and by whom."""

    def __init__(self, survey: Survey, cares: Cares) -> None:
        self.survey = survey
        self.cares = cares
        self.concerns = self._concerns()
        self.covered = [0.0] * len(self.concerns)
        self._values: dict[int, tuple[tuple[int, float], ...]] = {}

    def _concerns(self) -> list[Concern]:
        survey = self.survey
        autumn = survey.position.autumn
        found = []
        for stack in survey.stacks.values():
            if not stack.combat or stack.at not in survey.setting.hexes:
                continue
            strength = self._strength(stack)
            ways = []
            for goals, worth in self.cares:
                length, goal = min(
                    (ways_to(survey.setting, survey.enemy, goal, autumn)[stack.at], goal) for goal in goals
                )
                if length <= FARTHEST:
                    weight = worth * FADE**length * (1.0 if stack.formation else strength / REGIMENTS)
                    ways.append(Way(goal, weight, length))
            ways.sort(key=lambda way: -way.weight)
            if ways:
                back = ways_to(survey.setting, survey.enemy, stack.at, autumn)
                found.append(Concern(stack, tuple(ways[:CONCERNS]), back))
        return found

    def _strength(self, stack: Stack) -> float:
        """With how much an enemy is to be reckoned; also who cannot attack takes what nobody covers."""
        return max(stack.attack, WORN * stack.defense, 1.0)

    def need(self, node: int) -> float:
        """What the enemy stack in a hex threatens, in points."""
        return sum(concern.weight for concern in self.concerns if concern.stack.at == node)

    def values(self, node: int) -> tuple[tuple[int, float], ...]:
        """For each enemy stack that a hex is in the way of: its number, and how much it would be hindered."""
        if node not in self._values:
            self._values[node] = self._reckon(node)
        return self._values[node]

    def _reckon(self, node: int) -> tuple[tuple[int, float], ...]:
        survey = self.survey
        autumn = survey.position.autumn
        found = []
        for number, concern in enumerate(self.concerns):
            away = concern.back[node]
            if away >= FAR:
                continue
            value = 0.0
            for way in concern.ways:
                onward = ways_to(survey.setting, survey.enemy, way.goal, autumn)[node]
                detour = away + onward - way.length
                if detour < DETOUR:
                    value += way.weight * (1 - max(detour, 0) / DETOUR)
            if value:
                found.append((number, value))
        return tuple(found)

    def worth(self, body: Body, node: int) -> float:
        """What a Force adds to the cover by standing in a hex."""
        total = 0.0
        for number, value in self.values(node):
            attack = self._strength(self.concerns[number].stack)
            left = 1 - self.covered[number] / (ENOUGH * attack)
            total += value * max(left, LITTLE) * min(1.0, body.defense / min(attack, FULL))
        return total

    def place(self, body: Body, node: int, sign: int) -> None:
        """A Force stands in a hex, or no longer does."""
        for number, value in self.values(node):
            share = min(1.0, value / max(self.concerns[number].weight, 0.01))
            self.covered[number] += sign * body.defense * share
