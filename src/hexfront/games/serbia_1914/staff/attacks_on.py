"""The attack phase: whether a hex is attacked, and by which of the Forces that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.serbia_1914.force import Force, force_of
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.outlooks import Placing, best, outlooks
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
    prize = prize_of(ground, stack)
    so_far = _value(position, ground, node, list(aiming.values()))
    top: Attack | None = None
    forces = list(aiming.values())
    for force, _ in order:
        forces.append(force)
        placings = [Placing(each.units, position.units[each.leader].at, 0) for each in forces]
        judged = best(outlooks(position, ground.survey.side, node, placings), prize)
        if judged is None:
            continue
        worth, seen = judged
        gained = worth - so_far
        if gained >= (MORE if aiming else LEAST_WORTH) and (top is None or gained > top.worth):
            hard = ", Intense" if seen.intense else ""
            reason = (
                f"Attack {where} at {seen.odds}{hard}: "
                f"an enemy who is not Intense leaves it with {seen.taken:.0%}, "
                f"{seen.own_reductions:.1f} reductions for {seen.their_reductions:.1f}, "
                f"worth {worth:.1f} points."
            )
            top = Attack(order[0][1], gained, reason)
    return top


def _value(position: SerbiaPosition, ground: Ground, node: int, forces: Sequence[Force]) -> float:
    """What an attack is worth as it is ordered so far."""
    if not forces:
        return 0.0
    placings = [Placing(each.units, position.units[each.leader].at, 0) for each in forces]
    prize = prize_of(ground, ground.survey.stacks[node])
    judged = best(outlooks(position, ground.survey.side, node, placings), prize)
    return judged[0] if judged else 0.0


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
