"""The staff: a planner for one side of Serbia 1914.

At the beginning of each of its movement phases it surveys the map, looks for enemy hexes that a corps can
attack with good odds, and gives every Force a task: strike and prepare, go on, hold and dig, or go back and
recover. In the attack phase the attacks are weighed again. Small decisions are answered in `answers`.
"""

from __future__ import annotations

from hexfront.games.serbia_1914.orders import Absorb, Add, Aim, Go, Pick
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.staff import answers, attacks_on
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.balance import balance
from hexfront.games.serbia_1914.staff.bearings import Bearings, candidates, stances
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.levels import LEVELS
from hexfront.games.serbia_1914.staff.logistics import supply_tasks
from hexfront.games.serbia_1914.staff.marches import Planning, Task
from hexfront.games.serbia_1914.staff.scouts import Scouts
from hexfront.games.serbia_1914.staff.strikes import Strike
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.games.serbia_1914.staff.wear import Wear
from hexfront.games.serbia_1914.vocabulary import MOVEMENT, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Notes, Order, Overlay, Sight
from hexfront.kernel.plans import Plan

ADVICE = "As the game advises; nothing speaks against it."


class Staff:
    """A planner at one level."""

    margin = 0.4  # victory points by which a plan must be better than the one that is kept

    def __init__(self, side: str, level: str) -> None:
        self.side = side
        self.level = LEVELS[level]
        self._moment: object = None
        self._seen: object = None
        self._survey: Survey | None = None
        self._aims: Aims | None = None
        self._ground: Ground | None = None
        self._tasks: list[Task] = []
        self._task: Task | None = None
        self._wear = Wear(())
        self._scouts = Scouts(other_side(side))
        self._doubts: dict[str, float] = {}  # who of the enemy is only taken to be where it is
        self._heard: object = None
        self._aimed: object = None
        self._sentences: tuple[str, ...] = ()
        self._plan_kept: Plan | None = None
        self._bearings = Bearings()

    # A plan that is kept over turns

    @property
    def plan(self) -> Plan | None:
        return self._plan_kept

    @plan.setter
    def plan(self, plan: Plan | None) -> None:
        self._plan_kept = plan
        self._bearings = Bearings(plan)
        self._ground = None

    def is_due(self, sight: Sight) -> bool:
        """At the beginning of its own movement phase."""
        if sight.decision.kind != "move":
            return False
        position = sight.position
        assert isinstance(position, SerbiaPosition)
        moment = position.turn, position.phase, position.active
        return position.phase == MOVEMENT and position.active == self.side and self._moment != moment

    def candidates(self, sight: Sight) -> list[Plan]:
        position = sight.position
        assert isinstance(position, SerbiaPosition)
        survey = Survey(position, self.side, apart=self.level.answer)
        return candidates(survey, Aims(survey), self.plan)

    def stances(self, position: SerbiaPosition) -> list[Plan]:
        return stances(self.side)

    def turn_key(self, position: SerbiaPosition) -> str:
        return f"{position.turn:02}"

    def balance(self, position: SerbiaPosition) -> float:
        return balance(position, self.side)

    # Planner

    def order(self, sight: Sight) -> Order:
        position = sight.position
        assert isinstance(position, SerbiaPosition)
        kind = sight.decision.kind
        moment = position.turn, position.phase, position.active
        if self.level.wear and self._heard != moment:
            self._heard = moment
            self._wear = Wear(sight.heard())
            self._scouts.hear(sight.heard(), position)
            self._scouts.search(position)
            self._doubts = {}
        if kind == "move":
            return self._move(sight, position)
        if kind == "go":
            return self._go(sight, position)
        if kind == "aim":
            return self._aim(sight, position)
        survey, _ = self._look(position)
        order: Order | None = None
        if kind == "intensity":
            order = answers.intensity(sight, self._values(position), exact=self.level.exact)
        elif kind == "advance" and self.level.answer:
            order = answers.advance(sight, self._values(position))
        elif kind in ("react", "retire") and self.level.answer:
            order = answers.evade(sight, self._values(position))
        elif kind in answers.ANSWERS:
            order = answers.ANSWERS[kind](sight, survey)
        if order is not None and order.action in sight.decision.choices():
            return order
        return usual(sight, answers.USUAL.get(kind, ADVICE), answers.NOTHING.get(kind, ""))

    def notes(self) -> Notes:
        if self._survey is None or self._aims is None:
            return Notes(self._sentences)
        label = self._survey.board.label
        goals = self._aims.goals | self._aims.intruders
        value = {label(node): round(worth, 1) for node, worth in goals.items() if worth >= 1}
        threat = {label(node): round(strength, 1) for node, strength in self._survey.threat.items()}
        front = tuple(label(task.to) for task in self._tasks if task.then is not None)
        return Notes(
            self._sentences,
            (
                Overlay("value", "What can be gained there, in victory points", value),
                Overlay("threat", "Strength with which the enemy could attack in his next turn", threat),
                Overlay("front", "Where Forces are to attack or to dig in", line=front),
            ),
        )

    def _look(self, position: SerbiaPosition) -> tuple[Survey, Aims]:
        """A survey of the phase; small decisions do not ask for a new one."""
        moment = position.turn, position.phase, position.active
        if self._seen != moment or self._survey is None or self._aims is None:
            self._seen = moment
            self._suppose(position)
            self._survey = Survey(position, self.side, apart=self.level.answer)
            self._aims = Aims(self._survey)
            self._ground = None
        return self._survey, self._aims

    def _suppose(self, position: SerbiaPosition) -> None:
        """Let the enemy be where and as worn out as he is likely to be, of whom the top units are seen."""
        if self.level.wear:
            self._doubts = self._scouts.show(position) or self._doubts  # a position may be shown twice
            self._wear.show(position, other_side(self.side))

    def _values(self, position: SerbiaPosition) -> Ground:
        """What ground is worth in this phase."""
        survey, aims = self._look(position)
        if self._ground is None:
            self._ground = Ground(survey, aims, self.level, self._bearings)
            self._ground.doubts = self._doubts
        return self._ground

    # Movement

    def _move(self, sight: Sight, position: SerbiaPosition) -> Order:
        moment = position.turn, position.phase, position.active
        if self._moment != moment:
            self._moment = moment
            self._plan(position)
        self._task = None
        choices = sight.decision.choices()
        while self._tasks:
            task = self._tasks.pop(0)
            names = [name for name in task.units if name in position.units]
            if not names or (position.units[names[0]].at == task.to and task.then is None):
                continue
            action = Pick(names[0])
            if action in choices:
                self._task = task
                return Order(action, task.reason)
        if PASS in choices:
            return Order(PASS, "Every Force has its orders.")
        return usual(sight, "A garrison must return to its place.")

    def _plan(self, position: SerbiaPosition) -> None:
        self._seen = None
        survey, aims = self._look(position)
        planning = Planning(survey, aims, self.level, self._bearings)
        planning.ground.doubts = self._doubts
        tasks = planning.make()
        tasks += supply_tasks(survey, planning)
        # Who goes back first makes room for those who come.
        tasks.sort(key=lambda task: survey.distance_to_enemy(task.to), reverse=False)
        self._tasks = tasks
        moving = sum(task.to != position.units[task.units[0]].at for task in tasks)
        self._sentences = (
            *(self.plan.sentences() if self.plan is not None else ()),
            f"{moving} of {len(tasks)} Forces move.",
            *(_told(survey, strike) for strike in planning.strikes),
            *(f"{position.label(push.body.leader)}: {push.reason}" for push in planning.pushes),
            *(f"{position.label(raid.body.leader)}: {raid.reason}" for raid in planning.raids),
        )

    def _go(self, sight: Sight, position: SerbiaPosition) -> Order:
        task = self._task
        choices = sight.decision.choices()
        if task is None:
            return usual(sight, "It stays.")
        present = [name for name in task.units if name in position.units]
        for name in present:
            if Add(name) in choices:
                return Order(Add(name), "They go together.")
        label = position.setting.board.label
        if present and position.units[present[0]].at != task.to:
            go = Go(label(task.to))
            if go in choices:
                return Order(go, task.reason)
        if task.then is not None and task.then in choices:
            then, self._task = task.then, None
            return Order(then, task.reason)
        self._task = None
        for action in choices:
            if isinstance(action, Absorb) and present and position.units[present[0]].reductions:
                return Order(action, "Its ranks are filled.")
        if PASS in choices:
            return Order(PASS, task.reason)
        return usual(sight, "It may not stop here.")

    # Attack

    def _aim(self, sight: Sight, position: SerbiaPosition) -> Order:
        if self._aimed != (position.turn, position.phase, position.active):
            self._aimed = position.turn, position.phase, position.active
            self._seen = None  # the enemy has moved since
        survey, _ = self._look(position)
        ground = self._values(position)
        self._suppose(position)
        found: dict[tuple[int, str], list[Aim]] = {}
        for action in sight.decision.choices():
            if isinstance(action, Aim):
                unit = position.units[action.unit]
                corps = unit.corps if unit.corps not in ("", "independent") else action.unit
                found.setdefault((survey.board[action.at], corps), []).append(action)
        attacks = [
            attack
            for (node, _), actions in sorted(found.items())
            if (attack := attacks_on.weigh(position, ground, node, actions)) is not None
        ]
        if attacks:
            chosen = max(attacks, key=lambda each: each.worth)
            return Order(chosen.action, chosen.reason, chosen.together, chosen.promise, chosen.ground)
        return Order(PASS, "No other attack is worth its losses.")


def _told(survey: Survey, strike: Strike) -> str:
    """An attack that is planned, in a sentence."""
    who = ", ".join(survey.position.label(part.body.leader) for part in strike.parts)
    odds = strike.outlook.odds if strike.outlook is not None else f"about {strike.ratio:.1f} to 1"
    return f"Attack on {survey.name(strike.node)} at {odds}: {who}."


def usual(sight: Sight, why: str, why_nothing: str = "") -> Order:
    """The title's own advice, or the first choice."""
    default = sight.decision.default()
    action = default if default is not None else sight.decision.choices()[0]
    return Order(action, why_nothing if action == PASS and why_nothing else why)


def planner(side: str, level: str) -> Staff | None:
    """A staff for a side; None if there is no such level."""
    return Staff(side, level) if level in LEVELS else None
