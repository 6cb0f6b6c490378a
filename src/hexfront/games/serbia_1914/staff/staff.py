"""The staff: a planner for one side of Serbia 1914.

At the beginning of each of its movement phases it surveys the map, looks for enemy hexes that a corps can
attack with good odds, and gives every Force a task: strike and prepare, go on, hold and dig, or go back and
recover. In the attack phase the attacks are weighed again. Small decisions are answered in `answers`.
"""

from __future__ import annotations

from hexfront.games.serbia_1914 import strengths
from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.orders import Absorb, Add, Aim, Go, Pick
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.staff import answers
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.levels import LEVELS
from hexfront.games.serbia_1914.staff.logistics import supply_tasks
from hexfront.games.serbia_1914.staff.marches import Planning, Task
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Notes, Order, Overlay, Sight

ATTACK_FROM = 1.4  # odds from which an attack is made
ATTACK_FOR_GROUND = 1.1  # and for a hex that is worth much
WORTH_MUCH = 4.0


class Staff:
    """A planner at one level."""

    def __init__(self, side: str, level: str) -> None:
        self.side = side
        self.level = LEVELS[level]
        self._moment: object = None
        self._seen: object = None
        self._survey: Survey | None = None
        self._aims: Aims | None = None
        self._tasks: list[Task] = []
        self._task: Task | None = None
        self._targets: dict[int, str] = {}
        self._sentences: tuple[str, ...] = ()

    # Planner

    def order(self, sight: Sight) -> Order:
        position = sight.position
        assert isinstance(position, SerbiaPosition)
        kind = sight.decision.kind
        if kind == "move":
            return self._move(sight, position)
        if kind == "go":
            return self._go(sight, position)
        if kind == "aim":
            return self._aim(sight, position)
        survey, aims = self._look(position)
        order: Order | None = None
        if kind == "intensity":
            order = answers.intensity(sight, survey, aims, exact=self.level.exact)
        elif kind in answers.ANSWERS:
            order = answers.ANSWERS[kind](sight, survey)
        if order is not None and order.action in sight.decision.choices():
            return order
        return usual(sight, answers.USUAL.get(kind, "The usual answer."))

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
            self._survey = Survey(position, self.side)
            self._aims = Aims(self._survey)
        return self._survey, self._aims

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
        planning = Planning(survey, aims, self.level)
        tasks = planning.make()
        tasks += supply_tasks(survey, planning)
        # Who goes back first makes room for those who come.
        tasks.sort(key=lambda task: survey.distance_to_enemy(task.to), reverse=False)
        self._tasks = tasks
        self._targets = planning.targets
        striking = sorted({survey.name(node) for node in planning.targets})
        moving = sum(task.to != position.units[task.units[0]].at for task in tasks)
        self._sentences = (
            f"{moving} of {len(tasks)} Forces move.",
            *(f"Attack on {name}." for name in striking),
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
        self._seen = None  # the enemy has moved since
        survey, aims = self._look(position)
        found: dict[tuple[int, str], list[Aim]] = {}
        for action in sight.decision.choices():
            if isinstance(action, Aim):
                unit = position.units[action.unit]
                corps = unit.corps if unit.corps not in ("", "independent") else action.unit
                found.setdefault((survey.board[action.at], corps), []).append(action)
        best: tuple[float, float, Aim] | None = None
        for (node, _), actions in sorted(found.items(), key=lambda each: (each[0][0], each[0][1])):
            ratio = self._ratio(position, survey, node, actions)
            worth = aims.worth(node)
            least = ATTACK_FOR_GROUND if worth >= WORTH_MUCH else ATTACK_FROM
            if self._is_begun(position, node):
                least = 0.0  # more can only help an attack that is made anyway
            if ratio >= least:
                score = worth * ratio
                if best is None or score > best[0]:
                    best = (score, ratio, actions[0])
        if best is not None:
            where = survey.name(survey.board[best[2].at])
            return Order(best[2], f"Attack {where} with odds of about {best[1]:.1f} to 1.")
        return Order(PASS, "No other attack is worth its losses.")

    def _is_begun(self, position: SerbiaPosition, node: int) -> bool:
        return any(position.units[name].aim == node for name in position.by_side[self.side])

    def _ratio(self, position: SerbiaPosition, survey: Survey, node: int, actions: list[Aim]) -> float:
        """About the odds, if all these Forces and those who aim there already attacked a hex."""
        quarters = 0
        names = {action.unit for action in actions}
        names |= {name for name in position.by_side[self.side] if position.units[name].aim == node}
        seen: set[str] = set()
        for name in sorted(names):
            unit = position.units[name]
            force = force_of(position, unit)
            if force.leader in seen or unit.at == OFF_MAP:
                continue
            seen.add(force.leader)
            quarters += strengths.attack_of_force(position, force.units, unit.at, node)
        stack = survey.stacks.get(node)
        if stack is None:
            return 0.0
        defense = stack.defense + (2.0 if position.improved.get(node) else 0.0)
        return quarters / strengths.QUARTERS_OF_A_POINT / max(defense, 1.0)


def usual(sight: Sight, why: str) -> Order:
    """The title's own advice, or the first choice."""
    default = sight.decision.default()
    return Order(default if default is not None else sight.decision.choices()[0], why)


def planner(side: str, level: str) -> Staff | None:
    """A staff for a side; None if there is no such level."""
    return Staff(side, level) if level in LEVELS else None
