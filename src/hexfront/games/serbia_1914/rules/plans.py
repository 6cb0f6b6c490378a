"""[26.0] Strategic plans of the armies of Austria-Hungary."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import AbandonPlan
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.scenario_lists import StrategicPlan
from hexfront.games.serbia_1914.rules import areas
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

BOUND, ACHIEVED, ABANDONED = "bound", "achieved", "abandoned"
NO_ABANDONMENT = "no plan abandonment"
CAPTORS = ("xx", "x")  # sizes of infantry that can capture an objective [26.1.1]
_FAR = 99


def plan_of(position: SerbiaPosition, army: str) -> StrategicPlan | None:
    """[26.1] The plan an army is bound by now, if any."""
    return position.setting.lists.plans[army] if position.plans.get(army) == BOUND else None


def is_captured(position: SerbiaPosition, plan: StrategicPlan) -> bool:
    """[26.1.1] Whether infantry of at least a brigade stands in the primary objective, and controls it."""
    board = position.setting.board
    if plan.primary not in board:
        return False
    node = board[plan.primary]
    stands = any(
        (piece := position.piece(unit)).infantry and piece.size in CAPTORS and piece.side == AUSTRIA_HUNGARY
        for unit in position.units_at(node)
    )
    return stands and position.controller(node) == AUSTRIA_HUNGARY


def note_achieved(table: Table, position: SerbiaPosition) -> None:
    """[26.1] [4.2.1a] A plan is achieved if its objective was held at the end of the last player turn."""
    for army, state in position.plans.items():
        plan = position.setting.lists.plans[army]
        if state == BOUND and is_captured(position, plan):
            position.plans[army] = ACHIEVED
            name = position.setting.board.name_of(position.setting.board[plan.primary])
            table.tell(f"The plan of the {_name(position, army)} is achieved: {name}", "26.1", kind="plan")


def abandon(table: Table, position: SerbiaPosition) -> Procedure:
    """[26.3] Austria-Hungary may give plans up in the Joint Preliminary Phase."""
    while may := [army for army in position.plans if why_not_abandon(position, army) is None]:
        chosen = yield _ask(position, may)
        if not isinstance(chosen, AbandonPlan):
            return None
        plan = position.setting.lists.plans[chosen.army]
        points = abandonment_points(position, plan)
        position.plans[chosen.army] = ABANDONED
        position.lead -= points
        table.tell(
            f"The plan of the {_name(position, chosen.army)} is abandoned: {points} victory points lost",
            "26.3",
            "27.1",
            kind="plan",
            data={"army": chosen.army, "points": points},
        )
    return None


def _ask(position: SerbiaPosition, may: list[str]) -> Ask:
    def options() -> list[Action]:
        return [*(AbandonPlan(army) for army in may), PASS]

    def why_not(action: Action) -> Refusal | None:
        return why_not_abandon(position, action.army) if isinstance(action, AbandonPlan) else None

    return Ask(
        AUSTRIA_HUNGARY,
        "plan",
        "Abandon a strategic plan, or go on",
        "26.3",
        options=options,
        why_not=why_not,
        default=lambda: PASS,
        station=True,
        about=matters.Plans(),
    )


def why_not_abandon(position: SerbiaPosition, army: str) -> Refusal | None:
    """[26.3] [26.3.1] Not in the first two game turns, and not before the mandated attacks were made."""
    plan = plan_of(position, army)
    if plan is None:
        return Refusal("26.3", f"the {_name(position, army)} is bound by no plan")
    if NO_ABANDONMENT in position.events:
        return Refusal("26.3", f"no plan can be abandoned in game turn {position.turn}")
    made = position.mandated.get(army, 0)
    if made < plan.mandated_attacks:
        return Refusal("26.3.1", "mandated attacks are owed", plan.mandated_attacks, made)
    return None


def abandonment_points(position: SerbiaPosition, plan: StrategicPlan) -> int:
    """[27.1] Points lost with a plan, by the distance of the army's nearest infantry to its objective."""
    away = max(distance(position, plan), 1)
    rows = position.setting.lists.abandonment
    return next(row.points for row in rows if row.least <= away and (row.most is None or away <= row.most))


def distance(position: SerbiaPosition, plan: StrategicPlan) -> int:
    """[27.1] [5.5] Hexes from the army's nearest infantry unit to its primary objective.

    Asset units are those of the area they stand in at this moment (decision SE-R018).
    """
    board = position.setting.board
    goal = board[plan.primary]
    nodes = {
        node
        for unit in position.of_side(AUSTRIA_HUNGARY)
        if position.piece(unit).infantry and areas.army_now(position, unit) == plan.army
        for node in position.hexes_of(unit)
    }
    found = (board.distance(node, goal) for node in nodes)
    return min((each for each in found if each is not None), default=_FAR)


def is_restricted(position: SerbiaPosition, unit: Unit) -> bool:
    """[26.2] Infantry Formations of an army that is bound, unless combat ineffective or worse."""
    if position.plans.get(unit.army) != BOUND:
        return False
    piece = position.piece(unit)
    bound = piece.side == AUSTRIA_HUNGARY and piece.infantry and piece.formation
    return bound and not position.is_ineffective(unit)


def may_end(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[26.2.1] A restricted Formation that moves must end at least one hex closer to an objective."""
    if not is_restricted(position, unit) or node == unit.began:
        return None
    board = position.setting.board
    plan = position.setting.lists.plans[unit.army]
    for label in (plan.primary, *plan.objectives):
        if label in board:
            before, after = board.distance(unit.began, board[label]), board.distance(node, board[label])
            if before is not None and after is not None and after < before:
                return None
    goals = ", ".join((plan.primary, *plan.objectives))
    return Refusal("26.2.1", f"the plan binds it: it must end closer to one of {goals}")


def mandated(table: Table, position: SerbiaPosition, names: Iterable[str]) -> None:
    """[26.3.1] Count an intense attack of a bound army that includes an infantry Formation."""
    armies = {
        unit.army
        for unit in (position.units[name] for name in names)
        if (piece := position.piece(unit)).infantry and piece.formation
    }
    for army in sorted(armies):
        plan = plan_of(position, army)
        if plan is not None and position.mandated.get(army, 0) < plan.mandated_attacks:
            position.mandated[army] = position.mandated.get(army, 0) + 1
            made = f"{position.mandated[army]} of {plan.mandated_attacks}"
            table.tell(f"Mandated attack of the {_name(position, army)}: {made}", "26.3.1", kind="plan")


def _name(position: SerbiaPosition, army: str) -> str:
    found = position.setting.forces.armies.get(army)
    return found.name if found else army
