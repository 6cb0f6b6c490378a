"""The attack phase: whether a hex is attacked, and by which of the Forces that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.serbia_1914.force import Force, force_of
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.outlooks import Outlook, Placing, best, doubted
from hexfront.games.serbia_1914.staff.strikes import prize_of

ATTACK_FROM = 1.4  # odds from which those attack who go by strength alone
IMPROVED = 2.0  # what a position is then taken to add to the defense
LEAST_WORTH = 0.3
MORE = 0.1  # what another Force must add


class Attack(msgspec.Struct, frozen=True):
    """An order to attack, or to join an attack, with what that brings."""

    action: Aim
    worth: float
    reason: str
    promise: float | None = None
    together: str = ""  # if others are to join it, what all of them are to expect
    ground: bool = False  # whether the hex is wanted for itself


def weigh(position: SerbiaPosition, ground: Ground, node: int, actions: Sequence[Aim]) -> Attack | None:
    """The next Force to be sent against a hex; None if nobody should be."""
    stack = ground.survey.stacks.get(node)
    if stack is None or not actions:
        return None
    aiming = _forces(
        position, [name for name in position.by_side[ground.survey.side] if position.units[name].aim == node]
    )
    coming = {force.leader: (force, action) for action in actions for force in (_force(position, action),)}
    for leader in aiming:
        coming.pop(leader, None)
    order = sorted(coming.values(), key=lambda each: (-_attack(position, each[0], node), each[0].leader))
    if not order:
        return None
    where = ground.survey.name(node)
    if not ground.level.answer:
        return _by_strength(position, ground, node, order, list(aiming.values()))
    forces = list(aiming.values())
    so_far = _judged(position, ground, node, forces)
    worth_so_far = so_far[0] if so_far else 0.0
    eager = max(ground.bearings.of_corps(position.units[force.leader].corps).eager for force, _ in order)
    top: Attack | None = None
    for force, _ in order:
        forces.append(force)
        judged = _judged(position, ground, node, forces)
        if judged is None or (ground.level.reply and judged[1].ruinous):
            continue
        worth, seen, entered = judged
        gained = worth - worth_so_far
        if gained >= (MORE if aiming else LEAST_WORTH - eager) and (top is None or gained > top.worth):
            losses = f"{seen.own_reductions:.1f} reductions for {seen.their_reductions:.1f}"
            reason = f"Attack {where} {seen.told}, {losses}, worth {worth:.1f} points."
            others = len(forces) - len(aiming) - 1
            together = f"{others} more join it, together {losses}." if others else ""
            top = Attack(order[0][1], gained, reason, seen.taken, together, entered)
    return top


def _judged(
    position: SerbiaPosition, ground: Ground, node: int, forces: Sequence[Force]
) -> tuple[float, Outlook, bool] | None:
    """What an attack by some Forces is worth, how it would be fought, and whether they want the hex."""
    if not forces:
        return None
    placings = [Placing(each.units, position.units[each.leader].at, 0) for each in forces]
    bodies = {name: body for body in ground.survey.bodies for name in body.units}
    attackers = [
        (bodies[each.leader], position.units[each.leader].at) for each in forces if each.leader in bodies
    ]
    prize = prize_of(ground, ground.survey.stacks[node], attackers)
    ways = doubted(position, ground.survey.side, node, placings, ground.doubts, reply=ground.level.reply)
    judged = best(ways, prize)
    return None if judged is None else (*judged, prize.entered)


def _by_strength(
    position: SerbiaPosition,
    ground: Ground,
    node: int,
    order: Sequence[tuple[Force, Aim]],
    aiming: Sequence[Force],
) -> Attack | None:
    """By the ratio of strengths, as one reckons at a glance."""
    quarters = sum(_attack(position, force, node) for force in (*aiming, *(force for force, _ in order)))
    defense = ground.survey.stacks[node].defense + (IMPROVED if position.improved.get(node) else 0.0)
    ratio = quarters / strengths.QUARTERS_OF_A_POINT / max(defense, 1.0)
    if ratio < ATTACK_FROM and not aiming:
        return None
    where = ground.survey.name(node)
    worth = ground.aims.worth(node) * ratio
    return Attack(order[0][1], worth, f"Attack {where} with odds of about {ratio:.1f} to 1.")


def _force(position: SerbiaPosition, action: Aim) -> Force:
    return force_of(position, position.units[action.unit])


def _forces(position: SerbiaPosition, names: Sequence[str]) -> dict[str, Force]:
    found = {}
    for name in sorted(names):
        if position.units[name].at != OFF_MAP:
            force = force_of(position, position.units[name])
            found[force.leader] = force
    return found


def _attack(position: SerbiaPosition, force: Force, node: int) -> int:
    """The strength of a Force against a hex, in quarters."""
    return strengths.attack_of_force(position, force.units, position.units[force.leader].at, node)
