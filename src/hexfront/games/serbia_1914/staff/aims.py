"""What ground is worth to each side: points that can still be won, plans, and towns that must be covered."""

from __future__ import annotations

from hexfront.games.serbia_1914.rules import plans, victory_points
from hexfront.games.serbia_1914.staff.survey import FAR, Body, Survey, ways_to
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA

FADE = 0.93  # how much of a goal's worth is left a movement point farther away
LASTING = 0.92  # what is left of a point that is paid a turn later: the place may be lost by then
PLAN = 12.0
INTRUDER = 0.35  # what an enemy strength point near a town of ours draws to it
COVER = 26  # movement points within which an enemy threatens a town
PAID_ADVANCE = 0.6  # what each column of his advance adds to the danger of an enemy
ADVANCE = 0.5  # what a column of advance is worth [27.2]


def over_turns(turns: int) -> float:
    """What a point every turn is worth over the turns that are left."""
    return (1 - LASTING ** max(turns, 0)) / (1 - LASTING)


class Aims:
    """Goals of a side with their worth, and how strongly each hex is drawn to them."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.goals = self._goals()
        self.plan_goals = self._plan_goals()
        self.cares = self._cares()
        self.intruders = self._intruders()
        self._pulls: dict[tuple[bool, str, int], float] = {}

    def _awards(self) -> list[tuple[int, float, str]]:
        """Hexes with points that are still to be had: hex, worth, side."""
        position = self.survey.position
        setting = self.survey.setting
        last = setting.parameters.head.last_turn
        found = []
        for name in setting.parameters.head.victory.awards:
            each = setting.lists.awards[name]
            if name in position.awarded or not each.hexes:
                continue
            worth = float(each.points or 0)
            if each.when == "own turn":
                worth *= over_turns(last - position.turn + 1)
            elif each.when == "serbian turn":
                continue
            found += [
                (self.survey.board[label], worth, each.side)
                for label in each.hexes
                if label in self.survey.board
            ]
        return found

    def _goals(self) -> dict[int, float]:
        """Places for which this side gains points."""
        goals: dict[int, float] = {}
        for node, worth, side in self._awards():
            if side == self.survey.side:
                goals[node] = goals.get(node, 0.0) + worth
        return goals

    def _plan_goals(self) -> dict[str, dict[int, float]]:
        """[26.1.2] What the plan of an army makes it want, as long as it is bound."""
        board = self.survey.board
        found: dict[str, dict[int, float]] = {}
        if self.survey.side != AUSTRIA_HUNGARY:
            return found
        for army in self.survey.position.plans:
            plan = plans.plan_of(self.survey.position, army)
            if plan is not None:
                found[army] = {board[plan.primary]: PLAN} if plan.primary in board else {}
                for label in plan.objectives:
                    if label in board:
                        found[army].setdefault(board[label], PLAN / 3)
        return found

    def _cares(self) -> dict[int, float]:
        """Places for which the enemy would gain points."""
        cares: dict[int, float] = {}
        for node, worth, side in self._awards():
            if side != self.survey.side:
                cares[node] = cares.get(node, 0.0) + worth
        return cares

    def _intruders(self) -> dict[int, float]:
        """Enemy stacks near places of ours: what it is worth to be where they are."""
        survey = self.survey
        autumn = survey.position.autumn
        found: dict[int, float] = {}
        for stack in survey.stacks.values():
            if not stack.combat:
                continue
            near = 0.0
            for care, worth in self.cares.items():
                away = ways_to(survey.setting, survey.enemy, care, autumn)[stack.at]
                if away <= COVER:
                    near = max(near, worth * (1 - away / (COVER + 1)))
            if survey.side == SERBIA and stack.at in survey.setting.hexes:
                near += PAID_ADVANCE * victory_points.advance_points(survey.position, stack.at)
            if near:
                found[stack.at] = INTRUDER * min(max(stack.attack, 4.0), 14.0) * min(1.5, 0.3 + near / 8)
        return found

    def pull(self, body: Body, node: int) -> float:
        """How much a Force gains by standing in a hex rather than far away."""
        bound = body.army in self.plan_goals and body.formation
        key = (bound, body.army if bound else "", node)
        if key not in self._pulls:
            self._pulls[key] = self._pull(body, node, bound)
        return self._pulls[key]

    def _pull(self, body: Body, node: int, bound: bool) -> float:
        survey = self.survey
        autumn = survey.position.autumn
        goals = dict(self.goals)
        if bound:
            for goal, worth in self.plan_goals[body.army].items():
                goals[goal] = max(goals.get(goal, 0.0), worth)
        total = 0.0
        for wanted in (goals, self.intruders):
            for goal, worth in wanted.items():
                away = ways_to(survey.setting, survey.side, goal, autumn)[node]
                if away < FAR:
                    total += worth * FADE**away
        for care, worth in self.cares.items():
            if survey.position.controller(care) == survey.side:
                away = ways_to(survey.setting, survey.side, care, autumn)[node]
                total += 0.3 * worth * FADE**away
        if survey.side == AUSTRIA_HUNGARY:
            total += ADVANCE * victory_points.advance_points(survey.position, node)
        elif survey.side == SERBIA and not victory_points.is_south_of_rivers(survey.setting, node):
            total -= 1.0  # across the rivers supply is thin
        return total

    def worth(self, node: int) -> float:
        """What taking a hex from the enemy is worth in itself."""
        return (
            1.5 + self.goals.get(node, 0.0) + 0.5 * self.cares.get(node, 0.0) + self.intruders.get(node, 0.0)
        )
