"""What a hex is worth to a Force that would stand there: goals, cover, terrain, supply, and danger."""

from __future__ import annotations

from hexfront.games.serbia_1914.rules import victory_points
from hexfront.games.serbia_1914.rules.stacking import COMBAT_LIMIT, LIMIT, MOUNTAIN_COMBAT_LIMIT
from hexfront.games.serbia_1914.staff.aims import ADVANCE, FADE, Aims
from hexfront.games.serbia_1914.staff.bearings import Bearings
from hexfront.games.serbia_1914.staff.cover import Cares, Cover
from hexfront.games.serbia_1914.staff.levels import Level
from hexfront.games.serbia_1914.staff.survey import FAR, Body, Survey, ways_to
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, INEFFECTIVE, SERBIA

FORCED_RISK = 0.7  # what a movement point of a forced march is taken to cost
UNFED = 5.0
GOALS_OF_A_DEFENDER = 0.4  # how much Serbia looks at what it could win, beside what it could lose
COVER = {SERBIA: 1.0, AUSTRIA_HUNGARY: 0.6}
HOLD = 2.0  # what is saved of a place's worth by standing in it
FIRST_GUARD = 6.0  # strength that a place asks for if no enemy can strike it yet
STRONG = 1.2  # strength for each point of the threat with which a hex needs nobody else
SPREAD = 0.4  # how much more cover is then worth there
CHASE = 0.8  # how much Serbia goes to where the enemy is in its country, beside covering what he wants
HOLD_WITHIN = 27  # movement points from which an enemy makes a place worth holding
# Columns whose loss is guarded against, the rows looked at, and what a column is worth [27.2].
COLUMNS_APART = 2
COLUMNS_AHEAD = 9  # how far east of his farthest infantry Formation the enemy's advance is guarded against
FEWEST_COLUMNS = 5
EASTERN_ROWS = range(9, victory_points.LAST_ROW, 2)
PER_COLUMN = 1.0
MOST_COUNTS = 3
COUNTED_SOON = 2.0  # how much more columns count, and chasing less, if the turn ends with an Inter-Phase
CROWDED = 0.35
HEX = 0.4  # what any hex is worth that is won
WON_GROUND = 1.5  # what is for entering a hex that was fought for, whatever it is
BEATEN = 0.8  # of the threat of a stack that is driven off, how much does not count against those who enter
OBJECTIVE = 10.0  # what the objective of a plan is worth besides
IMPOSSIBLE = -100.0


class Ground:
    """The worth of hexes in one phase, as Forces are given their places one after the other."""

    def __init__(self, survey: Survey, aims: Aims, level: Level, bearings: Bearings | None = None) -> None:
        self.survey = survey
        self.aims = aims
        self.level = level
        self.bearings = bearings if bearings is not None else Bearings()
        self.doubts: dict[str, float] = {}  # who is only taken to be where it is, and how likely that is
        self.position = survey.position
        self._soon = survey.setting.lists.inter_phase_after(self.position.turn) is not None
        self.cover = Cover(survey, self._cares())
        self.load: dict[int, int] = {}
        self.front: dict[int, float] = {}  # defense strength that will stand in each hex
        self._pulls: dict[tuple[str, str, int], float] = {}
        self._nearness: dict[int, float] = {}
        for body in survey.bodies:
            self.place(body, body.at, +1)

    def place(self, body: Body, node: int, sign: int) -> None:
        """A Force will stand in a hex, or will not."""
        self.load[node] = self.load.get(node, 0) + sign * body.quarters
        self.front[node] = self.front.get(node, 0.0) + sign * body.defense
        self.cover.place(body, node, sign)

    def move(self, body: Body, node: int) -> None:
        """A Force is to go from where it is to another hex."""
        self.place(body, body.at, -1)
        self.place(body, node, +1)

    def _cares(self) -> Cares:
        """Places for which the enemy would be paid, and for Serbia the columns he would advance over."""
        survey = self.survey
        found: Cares = [((node,), worth) for node, worth in self.aims.cares.items()]
        awards = survey.setting.parameters.head.victory.awards
        if survey.side != SERBIA or victory_points.ADVANCE not in awards:
            return found
        lists, last = survey.setting.lists, survey.setting.parameters.head.last_turn
        counts = sum(
            lists.inter_phase_after(turn) is not None for turn in range(survey.position.turn, last + 1)
        )
        each = PER_COLUMN * min(counts, MOST_COUNTS)
        if self._soon:
            each *= COUNTED_SOON
        before = victory_points.FIRST_COLUMN
        for column, nodes in _columns(survey):
            found.append((nodes, each * (column - before)))
            before = column
        return found

    # The worth of a hex

    def score(self, body: Body, node: int, cost: int) -> float:
        """What a hex is worth to a Force that is not counted anywhere now."""
        position, setting = self.position, self.survey.setting
        others = self.load.get(node, 0)
        if others + body.quarters > LIMIT:
            return IMPOSSIBLE
        terrain = setting.tables.terrain[setting.board.terrain[node]]
        bearing = self.bearings.of(body)
        score = bearing.goals * self.pull(body, node) + 0.25 * terrain.defense
        if self.level.answer:
            strong = self.front.get(node, 0.0) > STRONG * max(self.survey.threat.get(node, 0.0), FIRST_GUARD)
            cover = bearing.cover * COVER[self.survey.side] * self.cover.worth(body, node)
            score += SPREAD * cover if strong else cover
            score += self._hold(body, node)
        if position.improved.get(node) == self.survey.side:
            score += 1.0
        score -= self.danger(body, node)
        limit = MOUNTAIN_COMBAT_LIMIT if setting.mountainous[node] else COMBAT_LIMIT
        score -= CROWDED * max(0, others + body.quarters - limit)
        if node not in self.survey.fed(body):
            score -= UNFED
        spare = position.allowance - position.units[body.leader].spent
        score -= FORCED_RISK * max(0, cost - spare)
        if position.in_enemy_zone(node, self.survey.side) and body.status >= INEFFECTIVE:
            score -= 20.0
        friends = sum(self.load.get(other, 0) > 0 for other in setting.beside[node])
        return score + 0.2 * min(3, friends)

    def pull(self, body: Body, node: int) -> float:
        """How much a Force gains by standing in a hex rather than far away, for what can be won."""
        bound = body.army in self.aims.plan_goals and body.formation
        key = (body.army if bound else "", self.bearings.objective(body), node)
        if key not in self._pulls:
            self._pulls[key] = self._pull(*key)
        return self._pulls[key]

    def _pull(self, army: str, objective: str, node: int) -> float:
        survey, aims = self.survey, self.aims
        if not self.level.answer:
            goals = aims.goals | aims.intruders
        else:
            goals = {goal: worth for goal, worth in aims.goals.items() if not self._is_ours(goal)}
        if army:
            for goal, worth in aims.plan_goals[army].items():
                goals[goal] = max(goals.get(goal, 0.0), worth)
        if objective:
            wanted = survey.board[objective]
            goals[wanted] = goals.get(wanted, 0.0) + OBJECTIVE
        total = chase = 0.0
        for goal, worth in goals.items():
            away = ways_to(survey.setting, survey.side, goal, survey.position.autumn)[node]
            if away < FAR:
                total += worth * FADE**away
        if survey.side == AUSTRIA_HUNGARY:
            return total + ADVANCE * victory_points.advance_points(survey.position, node)
        if not victory_points.is_south_of_rivers(survey.setting, node):
            total -= 1.0  # across the rivers supply is thin
        if not self.level.answer:
            return total
        for intruder, worth in aims.intruders.items():
            if survey.board.country[intruder] != SERBIA:
                continue
            away = ways_to(survey.setting, survey.side, intruder, survey.position.autumn)[node]
            if away < FAR:
                chase += worth * FADE**away
        return GOALS_OF_A_DEFENDER * total + CHASE * chase / (COUNTED_SOON if self._soon else 1.0)

    def _is_ours(self, node: int) -> bool:
        return self.position.controller(node) == self.survey.side

    def _hold(self, body: Body, node: int) -> float:
        """What a Force saves by standing in a place that the enemy is near to and wants."""
        worth = self.aims.cares.get(node, 0.0)
        if node in self.aims.goals and self._is_ours(node):
            worth += self.aims.goals[node]
        if not worth:
            return 0.0
        if node not in self._nearness:
            survey = self.survey
            ways = ways_to(survey.setting, survey.enemy, node, survey.position.autumn)
            away = min((ways[stack.at] for stack in survey.stacks.values() if stack.combat), default=FAR)
            self._nearness[node] = max(0.0, 1 - away / HOLD_WITHIN)
        wanted = max(self.survey.threat.get(node, 0.0), FIRST_GUARD)
        held = self.front.get(node, 0.0)
        part = (min(held + body.defense, wanted) - min(held, wanted)) / wanted
        if not self.load.get(node, 0):
            part = (1 + part) / 2  # anybody at all is half the matter
        return HOLD * worth * self._nearness[node] * part

    # Ground that is fought for

    def spoils(self, node: int) -> float:
        """What a hex brings to those who enter it."""
        return HEX + self.aims.goals.get(node, 0.0) + 0.5 * self.aims.cares.get(node, 0.0)

    def entering(self, body: Body, here: int, node: int) -> float:
        """By how much a Force that has driven the enemy from a hex is better off there than where it stands.

        Whoever weighs an attack and whoever decides about the advance afterwards asks this, so that nobody
        fights for ground that he does not want.
        """
        beaten = self.survey.stacks.get(node)
        less = BEATEN * beaten.attack if beaten is not None else 0.0
        self.place(body, body.at, -1)
        there = self.score(body, node, 0) + self.danger(body, node) - self.danger(body, node, less)
        stays = self.score(body, here, 0) + self.danger(body, here) - self.danger(body, here, less)
        self.place(body, body.at, +1)
        return there + max(WON_GROUND, self.spoils(node)) - stays

    def danger(self, body: Body, node: int, less: float = 0.0) -> float:
        """What the enemy's next turn may cost a Force in a hex, beside those who will be there.

        ``less`` is a threat that will be there no more.
        """
        if not self.level.answer:
            return 0.0
        threat = self.survey.threat.get(node, 0.0) - less
        if threat <= 0:
            return 0.0
        setting = self.survey.setting
        held = self.front.get(node, 0.0) + body.defense
        held += setting.tables.terrain[setting.board.terrain[node]].defense
        if self.position.improved.get(node) == self.survey.side:
            held *= 1.4
        ratio = threat / max(held, 1.0)
        weight = (1.2 if body.formation else 0.5) * self.bearings.of(body).danger
        return weight * min(max(0.0, ratio - 1.0), 4.0)


def _guarded(survey: Survey) -> range:
    """[27.2] The columns that the enemy may come to before long."""
    board, setting = survey.board, survey.setting
    east = victory_points.FIRST_COLUMN + COLUMNS_APART
    reached = [
        int(board.label(stack.at).partition(".")[0])
        for stack in survey.stacks.values()
        if stack.formation and stack.at in setting.hexes
        if victory_points.is_south_of_rivers(setting, stack.at)
    ]
    last = max([east + COLUMNS_APART * (FEWEST_COLUMNS - 1), *(each + COLUMNS_AHEAD for each in reached)])
    return range(east, last + 1, COLUMNS_APART)


def _columns(survey: Survey) -> list[tuple[int, tuple[int, ...]]]:
    """[27.2] Hexes of some columns in which the enemy would be paid for his advance."""
    found = []
    for column in _guarded(survey):
        labels = [f"{column}.{row:02}" for row in EASTERN_ROWS]
        nodes = tuple(survey.board[label] for label in labels if label in survey.board)
        paid = tuple(
            node
            for node in nodes
            if node in survey.setting.hexes and victory_points.advance_points(survey.position, node)
        )
        if paid:
            found.append((column, paid))
    return found
