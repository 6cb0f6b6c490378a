"""Trying plans out before one is taken.

Whoever searches knows no more than his side. Every trial begins with what the side knows and a guess at
the rest, by lot; then both sides play on by a quick staff, ours by the plan in question and the enemy by one
of several stances, until the plan would be looked over again. All plans meet the same guesses, dice and
stances, so that they are compared pair by pair. After each round the worse half is given up. A plan takes the
place of the one that is kept only if it is better by a margin, and by more than chance explains.

What a search may cost is counted in trials and not by the clock: the same game gives the same orders on any
machine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import fmean, stdev

import msgspec

from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.planning import Planner, Sight
from hexfront.kernel.plans import Plan, Rival, WeighsPlans
from hexfront.kernel.position import Position

CLERK = "clerk"  # the level of the quick staff by which trials are played
MOST_STEPS = 2000  # in one trial; no title comes near it
SURE = 1.0  # standard errors of the pairs by which a plan must be better than the one that is kept
WARY = 0.25  # how much the stance counts against which a plan does worst
OWN = "as doctrine has it"


class Budget(msgspec.Struct, frozen=True):
    """What a search may cost: how many plans, how many trials of each in each round, and how long they are.

    ``cycles`` is how often a plan would be looked over again until a trial ends.
    """

    plans: int
    rounds: tuple[int, ...]
    cycles: int = 1


class Trial(msgspec.Struct):
    """A plan that is being tried out: how it went against each guess, by number."""

    name: str
    plan: Plan | None
    values: dict[int, float] = {}

    def value(self, stances: int) -> float:
        """What it is worth: the mean, and a part of the mean against the stance it does worst against."""
        if not self.values:
            return -math.inf
        by_stance: dict[int, list[float]] = {}
        for number, value in self.values.items():
            by_stance.setdefault(_turn_of(number, stances), []).append(value)
        worst = min(fmean(values) for values in by_stance.values())
        return (1 - WARY) * fmean(self.values.values()) + WARY * worst


class Found(msgspec.Struct, frozen=True):
    """The plan that was taken, and how all that were tried went, the best first."""

    plan: Plan | None
    trials: tuple[Trial, ...]
    played: int


class OpenSight(Sight):
    """The sight of a side in a supposed game, in which there is nothing true to be hidden from it."""

    @cached_property
    def position(self) -> Position:
        known: Position = self._game.position.copy()
        known.dice = unknown_dice(known.dice)
        return known


def searched(game: Game, side: str, planner: WeighsPlans, sight: Sight, budget: Budget) -> Found:
    """The best of the plans that a planner names now, or the one that it keeps."""
    kept = Trial(planner.plan.name if planner.plan is not None else OWN, planner.plan, {})
    field = [kept]
    for plan in (None, *planner.candidates(sight)):
        name = plan.name if plan is not None else OWN
        if len(field) < budget.plans and all(each.name != name for each in field):
            field.append(Trial(name, plan, {}))
    left = list(field)
    stances = 0
    number = played = 0
    for trials in budget.rounds:
        for _ in range(trials):
            supposed = _supposed(game, side, number)
            if supposed is not None:
                answers = _answers(supposed, side)
                stances = max(map(len, answers.values()), default=0)
                for each in left:
                    value = trial(supposed, side, each.plan, _stance(answers, number), budget.cycles)
                    played += 1
                    if value is not None:
                        each.values[number] = value
            number += 1
        left = [each for each in left if each is kept or each.values != kept.values]  # it came to the same
        left.sort(key=lambda each: -each.value(stances))
        left = left[: max(2, (len(left) + 1) // 2)]
        if kept not in left:
            left[-1] = kept
    best = max(left, key=lambda each: each.value(stances))
    chosen = best if _is_better(best, kept, stances, planner.margin) else kept
    field.sort(key=lambda each: (-len(each.values), -each.value(stances)))
    plan = chosen.plan if chosen.plan is not None else Plan(side, name=OWN)
    rivals = _rivals(chosen, field, stances)
    plan = msgspec.structs.replace(plan, rivals=rivals, why=_told(chosen, kept, played))
    return Found(plan, tuple(field), played)


def _is_better(rival: Trial, kept: Trial, stances: int, margin: float) -> bool:
    """Whether a plan beats the one that is kept by a margin, and by more than chance explains."""
    if rival is kept or rival.value(stances) < kept.value(stances) + margin:
        return False
    pairs = [value - kept.values[number] for number, value in rival.values.items() if number in kept.values]
    if len(pairs) < 2:
        return False
    return fmean(pairs) > SURE * stdev(pairs) / math.sqrt(len(pairs))


def _rivals(chosen: Trial, field: Sequence[Trial], stances: int) -> tuple[Rival, ...]:
    """What was weighed besides, and by how much it was better or worse in as many trials as it had."""
    here = chosen.value(stances)
    return tuple(
        Rival(each.name, round(each.value(stances) - here, 1))
        for each in field
        if each is not chosen and each.values
    )


def _told(chosen: Trial, kept: Trial, played: int) -> str:
    """Why a plan is taken, or kept."""
    if chosen is kept:
        return f"{_sentence(kept.name)}: no other plan was clearly better in {played} trials."
    pairs = [value - kept.values[number] for number, value in chosen.values.items() if number in kept.values]
    better = sum(each > 0 for each in pairs)
    return (
        f"{_sentence(chosen.name)}: {fmean(pairs):.1f} points better than to go on ({kept.name}), "
        f"and better in {better} of {len(pairs)} supposed courses."
    )


def _sentence(name: str) -> str:
    return name[:1].upper() + name[1:]


# One trial


def _supposed(game: Game, side: str, number: int) -> Game | None:
    """The game as a side knows it, with a guess at the rest; None if the guess does not fit."""
    try:
        twin = known_game(game, side, number + 1)
    except Refusal:
        return None
    twin.digest_every = 0
    return twin


def _planners(game: Game) -> dict[str, Planner]:
    found = {side: game.title.planner(side, CLERK) for side in game.title.sides}
    return {side: planner for side, planner in found.items() if planner is not None}


def _answers(game: Game, side: str) -> dict[str, Sequence[Plan]]:
    """What each other side may do besides its doctrine."""
    return {
        other: planner.stances(game.position)
        for other, planner in _planners(game).items()
        if other != side and isinstance(planner, WeighsPlans)
    }


def _stance(answers: Mapping[str, Sequence[Plan]], number: int) -> dict[str, Plan | None]:
    """Who does what in a trial."""
    found: dict[str, Plan | None] = {}
    for other, plans in answers.items():
        at = _turn_of(number, len(plans))
        found[other] = None if at == 0 else plans[at - 1]
    return found


def _turn_of(number: int, stances: int) -> int:
    """Every other trial is against the enemy's doctrine, 0; between them his stances take turns."""
    return 0 if number % 2 == 0 or not stances else 1 + number // 2 % stances


def trial(
    supposed: Game, side: str, plan: Plan | None, stance: Mapping[str, Plan | None], cycles: int
) -> float | None:
    """How the side stands when it has followed a plan so long; None if the supposed game cannot go on."""
    twin = supposed.branch()
    twin.digest_every = 0
    planners = _planners(twin)
    for other, each in planners.items():
        if isinstance(each, WeighsPlans):
            each.plan = plan if other == side else stance.get(other)
    ours = planners[side]
    assert isinstance(ours, WeighsPlans)
    left = cycles
    try:
        for step in range(MOST_STEPS):
            if twin.over:
                break
            decision = twin.decision
            sight = OpenSight(twin, decision.side, decision)
            if step and decision.side == side and ours.is_due(sight):
                left -= 1
                if not left:
                    break
            action = planners[decision.side].order(sight).action
            try:
                twin.play(action, decision.side)
            except Refusal:
                twin.play(decision.default() or decision.choices()[0], decision.side)
        return ours.balance(twin.position)
    except Exception:  # noqa: BLE001 - what comes of a wrong guess can be anything, and proves nothing
        return None
