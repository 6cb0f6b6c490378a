"""Attacks to be prepared in a movement phase: which Forces go where, against which enemy stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hexfront.games.serbia_1914.rules import prepared_attacks, strengths, victory_points
from hexfront.games.serbia_1914.rules.stacking import COMBAT_LIMIT, LIMIT, MOUNTAIN_COMBAT_LIMIT
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.outlooks import Outlook, Placing, Prize, best, doubted
from hexfront.games.serbia_1914.staff.raids import Raid
from hexfront.games.serbia_1914.staff.survey import Body, Stack
from hexfront.games.serbia_1914.vocabulary import INEFFECTIVE, MOVEMENT, SERBIA

GOOD_ODDS = 1.5  # for those who go by strength alone
LEAST_RATIO = 0.7  # below it an attack is not worked out at all
LEAST_WORTH = 0.6
PLENTY = 3.5  # strength for each point of the defense with which nobody else is called
MISSED = 0.5  # how much it counts that a Force is missed where it stood
SHORT_OF_POINTS = 1.0  # what it costs a place that an attack cannot be prepared from it
PAID_NOW, PAID_LATER = 0.8, 0.3  # what a column of the enemy's advance is worth to undo [27.2]
ROUT, LOSS = 0.7, 0.8  # what is for driving demoralized enemies off, and for what that costs them
WHOLE = 10.0  # strength of a stack whose losses count in full
Reaches = Mapping[str, Mapping[int, int]]


class Part(msgspec.Struct, frozen=True):
    """A Force, the hex it would attack from, its strength there, and the points it has left."""

    body: Body
    at: int
    attack: float
    points: int


class Strike(msgspec.Struct, frozen=True):
    """An attack on a hex, with what it is expected to bring."""

    node: int
    corps: str
    parts: tuple[Part, ...]
    worth: float
    ratio: float
    outlook: Outlook | None


def group_of(body: Body) -> str:
    """[9.2.2] Forces of one corps attack together, an independent one alone with its stack."""
    return body.corps if body.corps not in ("", "independent") else f"{body.corps} {body.leader}"


def prize_of(ground: Ground, stack: Stack, attackers: Iterable[tuple[Body, int]] = ()) -> Prize:
    """What driving the enemy from a hex is worth, and how much his losses count.

    ``attackers`` are Forces and the hexes they attack from. The hex itself counts only if one of them would
    enter it.
    """
    aims, survey, node = ground.aims, ground.survey, stack.at
    if not ground.level.answer:
        return Prize(aims.worth(node))
    worth = 0.6 * ground.cover.need(node)
    entered = not ground.level.reply or any(ground.entering(body, at, node) >= 0 for body, at in attackers)
    if entered:
        worth += ground.spoils(node)
    if survey.side == SERBIA:
        soon = survey.setting.lists.inter_phase_after(survey.position.turn) is not None
        worth += (PAID_NOW if soon else PAID_LATER) * victory_points.advance_points(survey.position, node)
    return Prize(worth, min(1.0, max(stack.defense, stack.attack) / WHOLE), entered)


def strikes(ground: Ground, movable: list[Body], reaches: Reaches) -> list[Strike]:
    """The best attacks that do not ask for the same Forces, the most valuable first."""
    level, survey = ground.level, ground.survey
    ready = [body for body in movable if body.attack >= 1 and body.status < INEFFECTIVE]
    groups: dict[str, list[Body]] = {}
    for body in ready:
        groups.setdefault(group_of(body), []).append(body)
    options = []
    for stack in survey.stacks.values():
        if not stack.combat or stack.routed or stack.at not in survey.setting.hexes:
            continue
        for corps, group in sorted(groups.items()):
            option = _strike(ground, stack, corps, group, reaches)
            if option is not None:
                options.append(option)
    options.sort(key=lambda each: (-each.worth, each.node, each.corps))
    chosen: list[Strike] = []
    used: set[str] = set()
    for option in options[: 4 * level.strikes]:
        if len(chosen) >= level.strikes:
            break
        if any(other.node == option.node for other in chosen):
            continue
        again: Strike | None = option
        if any(part.body.leader in used for part in option.parts):
            free = [body for body in groups[option.corps] if body.leader not in used]
            again = _strike(ground, survey.stacks[option.node], option.corps, free, reaches)
        if again is None:
            continue
        chosen.append(again)
        for part in again.parts:
            used.add(part.body.leader)
            ground.move(part.body, part.at)
    return chosen


def _strike(
    ground: Ground, stack: Stack, corps: str, group: Sequence[Body], reaches: Reaches
) -> Strike | None:
    """The best selection of a corps against a stack; None if no attack is worth it."""
    found: Strike | None = None
    tried: set[tuple[tuple[str, int], ...]] = set()
    for plenty in ground.level.selections:
        parts = _gather(ground, stack, group, reaches, plenty)
        key = tuple((part.body.leader, part.at) for part in parts)
        if not parts or key in tried:
            continue
        tried.add(key)
        ratio = sum(part.attack for part in parts) / max(stack.defense, 1.0)
        option = _weighed(ground, stack, corps, parts, ratio)
        if option is not None and (found is None or option.worth > found.worth):
            found = option
    return found


def _weighed(
    ground: Ground, stack: Stack, corps: str, parts: tuple[Part, ...], ratio: float
) -> Strike | None:
    prize = prize_of(ground, stack, [(part.body, part.at) for part in parts])
    if not ground.level.answer:
        if ratio < GOOD_ODDS:
            return None
        return Strike(stack.at, corps, parts, prize.ground * min(ratio, 4.0), ratio, None)
    if ratio < LEAST_RATIO:
        return None
    placings = [Placing(part.body.units, part.at, part.points) for part in parts]
    side, reply = ground.survey.side, ground.level.reply
    judged = best(doubted(ground.position, side, stack.at, placings, ground.doubts, reply=reply), prize)
    if judged is None or (ground.level.reply and judged[1].ruinous):
        return None
    worth, outlook = judged
    worth -= MISSED * sum(_missed(ground, part) for part in parts)
    worth += max(ground.bearings.of(part.body).eager for part in parts)
    return Strike(stack.at, corps, parts, worth, ratio, outlook) if worth >= LEAST_WORTH else None


def _missed(ground: Ground, part: Part) -> float:
    """How much a Force is missed where it stands, if it goes to attack."""
    if part.at == part.body.at:
        return 0.0
    ground.place(part.body, part.body.at, -1)
    lost = ground.score(part.body, part.body.at, 0) - ground.score(part.body, part.at, 0)
    ground.place(part.body, part.body.at, +1)
    return min(max(lost, 0.0), 6.0)


def _gather(
    ground: Ground, stack: Stack, group: Sequence[Body], reaches: Reaches, plenty: float
) -> tuple[Part, ...]:
    """Which Forces go to which hexes beside an enemy stack, the strongest first, within stacking."""
    setting, position = ground.survey.setting, ground.position
    room: dict[int, int] = {}
    for node in setting.beside[stack.at]:
        if strengths.can_attack_across(setting, node, stack.at):
            mountain = setting.mountainous[node] or setting.mountainous[stack.at]
            room[node] = MOUNTAIN_COMBAT_LIMIT if mountain else COMBAT_LIMIT
    load = dict(ground.load)
    chosen: list[Part] = []
    total = 0.0
    for body in sorted(group, key=lambda each: (-each.attack, each.leader)):
        reach = reaches[body.leader]
        ordinary = position.allowance - position.units[body.leader].spent
        top: tuple[float, Part] | None = None
        for node, space in room.items():
            if node not in reach or body.quarters > space:
                continue
            others = load.get(node, 0) - (body.quarters if node == body.at else 0)
            if others + body.quarters > LIMIT:
                continue
            points, _ = strengths.taken_by_terrain(position, body.units, node, stack.at)
            attack = max(body.attack - points, 0.0)
            left = ordinary - reach[node] if position.phase == MOVEMENT else 0
            price = reach[node] * 0.05 + ground.danger(body, node) * 0.3
            if left < prepared_attacks.LEAST:
                price += SHORT_OF_POINTS
            if setting.elevation[node] < setting.elevation[stack.at]:
                price += 0.7
            if top is None or attack - price > top[0]:
                top = (attack - price, Part(body, node, attack, left))
        if top is not None and top[1].attack > 0:
            part = top[1]
            chosen.append(part)
            room[part.at] -= body.quarters
            load[body.at] = load.get(body.at, 0) - body.quarters
            load[part.at] = load.get(part.at, 0) + body.quarters
            total += part.attack
            if total >= plenty * stack.defense:
                break
    return tuple(chosen)


def pushes(ground: Ground, movable: list[Body], reaches: Reaches) -> list[Raid]:
    """[6.4] Demoralized enemies leave with losses as soon as a Force comes near: who goes, and where."""
    survey, setting = ground.survey, ground.survey.setting
    found: list[Raid] = []
    used: set[str] = set()
    routed = [stack for stack in survey.stacks.values() if stack.routed and stack.at in setting.hexes]
    routed.sort(key=lambda stack: (-prize_of(ground, stack).ground, stack.at))
    for stack in routed:
        prize = prize_of(ground, stack)
        best_push: Raid | None = None
        for body in movable:
            if body.leader in used or body.status >= INEFFECTIVE:
                continue
            for node in setting.beside[stack.at]:
                if node not in reaches[body.leader] or not setting.carries_zone(node, stack.at):
                    continue
                if node != body.at and ground.load.get(node, 0) + body.quarters > LIMIT:
                    continue
                part = Part(body, node, body.attack, 0)
                worth = ROUT * prize.ground + LOSS * prize.troops - MISSED * _missed(ground, part)
                if best_push is None or worth > best_push.worth:
                    reason = (
                        f"The enemy in {survey.name(stack.at)} seems demoralized and must leave, "
                        f"which is worth {worth:.1f} points."
                    )
                    best_push = Raid(body, node, worth, reason)
        if best_push is not None and best_push.worth >= LEAST_WORTH:
            used.add(best_push.body.leader)
            ground.move(best_push.body, best_push.to)
            found.append(best_push)
    return found
