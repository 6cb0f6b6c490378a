"""A player who carries out a fixed plan: the plan says what each part of the army does, a staff does it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from hexfront.kernel.planning import Notes, Order, Planner, Sight
from hexfront.kernel.plans import Plan, WeighsPlans
from hexfront.kernel.scripts import Script


@runtime_checkable
class FollowsPlans(WeighsPlans, Planner[Any], Protocol):
    """A planner that can be told its plan."""


class Scripted:
    """A staff that is told its plan at the beginning of each of its turns."""

    def __init__(self, script: Script, staff: FollowsPlans) -> None:
        self.script = script
        self._staff = staff

    @property
    def plan(self) -> Plan | None:
        """What it does now."""
        return self._staff.plan

    @plan.setter
    def plan(self, plan: Plan | None) -> None:
        self._staff.plan = plan

    def order(self, sight: Sight[Any]) -> Order:
        """The order of the staff."""
        if self._staff.is_due(sight):
            self._staff.plan = self.script.plan_of(self._staff.turn_key(sight.position))
        return self._staff.order(sight)

    def notes(self) -> Notes:
        """What the staff has in mind."""
        return self._staff.notes()
