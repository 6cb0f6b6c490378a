"""Giving every Force its task for a movement phase: strike, hold, go on, or go back and recover."""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914 import limits, marches, prepared_attacks, strengths, tasks
from hexfront.games.serbia_1914.orders import Absorb, Dig, Prepare, Recover
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.stacking import COMBAT_LIMIT, LIMIT, MOUNTAIN_COMBAT_LIMIT
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.levels import Level
from hexfront.games.serbia_1914.staff.survey import Body, Stack, Survey
from hexfront.games.serbia_1914.vocabulary import DEMORALIZED, INEFFECTIVE, MOVEMENT, SERBIA
from hexfront.kernel.actions import Action

GOOD_ODDS = 1.5
FORCED_RISK = 0.7  # what a movement point of a forced march is taken to cost
UNFED = 5.0
SAFE_DISTANCE = 3
SAFE_DISTANCE_DEMORALIZED = 5
GARRISON_STAYS = 0.2


class Task(msgspec.Struct, frozen=True):
    """What a Force is to do: where to go, then what to do there, and why."""

    units: tuple[str, ...]
    to: int
    reason: str
    then: Action | None = None


class Planning:
    """One movement phase of a side."""

    def __init__(self, survey: Survey, aims: Aims, level: Level) -> None:
        self.survey = survey
        self.aims = aims
        self.level = level
        self.position: SerbiaPosition = survey.position
        self.load: dict[int, int] = {}
        self.front: dict[int, float] = {}  # defense strength that will stand in each hex
        self.targets: dict[int, str] = {}  # enemy hexes to be attacked, with the corps that does
        self.tasks: list[Task] = []
        for body in survey.bodies:
            self._place(body, body.at, +1)

    def _place(self, body: Body, node: int, sign: int) -> None:
        self.load[node] = self.load.get(node, 0) + sign * body.quarters
        self.front[node] = self.front.get(node, 0.0) + sign * body.defense

    def make(self) -> list[Task]:
        """Tasks for all Forces that can move, the most exposed first."""
        movable = [body for body in self.survey.bodies if self._may_move(body)]
        self._strike(movable)
        done = {name for task in self.tasks for name in task.units}
        rest = [body for body in movable if body.leader not in done]
        rest.sort(key=lambda body: (self.survey.distance_to_enemy(body.at), -body.defense, body.leader))
        for body in rest:
            self.tasks.append(self._task(body))
        return self.tasks

    def _may_move(self, body: Body) -> bool:
        unit = self.position.units[body.leader]
        return not (unit.moved or unit.inactive or unit.task or self.position.piece(unit).fort)

    def _reach(self, body: Body) -> dict[int, int]:
        """Hexes a Force can march to, with what it costs; its own hex for nothing."""
        position = self.position
        unit = position.units[body.leader]
        if unit.also != OFF_MAP or limits.why_not_quit(position, self._marching(body), body.at) is not None:
            return {body.at: 0}
        names = self._marching(body)
        budget = position.allowance - unit.spent + (self.level.forced if not body.status else 0)
        found = marches.search(position, names, max(budget, 0)).cost
        area = limits.bounds(position, [position.units[name] for name in names])
        return {
            node: cost
            for node, cost in found.items()
            if node == body.at
            or (
                node in self.survey.setting.hexes
                and (area is None or node in area)
                and all(limits.why_not_end(position, position.units[name], node) is None for name in names)
            )
        } | {body.at: 0}

    def _marching(self, body: Body) -> tuple[str, ...]:
        """The units of a Force that go along; forts stay."""
        pieces, units = self.survey.setting.pieces, self.position.units
        return tuple(
            name
            for name in body.units
            if not pieces[units[name].piece].fort and not units[name].inactive and not units[name].moved
        )

    # Attacks

    def _strike(self, movable: list[Body]) -> None:
        """Bring the Forces of a corps together against enemy hexes that can be attacked with good odds."""
        if self.position.phase != MOVEMENT:
            return
        ready = [body for body in movable if body.attack >= 1 and body.status < INEFFECTIVE]
        reaches = {body.leader: self._reach(body) for body in ready}
        options = []
        for stack in self.survey.stacks.values():
            if not stack.combat or stack.at not in self.survey.setting.hexes:
                continue
            for corps in sorted({self._group(body) for body in ready}):
                group = [body for body in ready if self._group(body) == corps]
                chosen = self._gather(stack, group, reaches, frozenset())
                if chosen:
                    strength = sum(attack for _, _, attack in chosen)
                    ratio = strength / max(stack.defense, 1.0)
                    if ratio >= GOOD_ODDS:
                        worth = self.aims.worth(stack.at) * min(ratio, 4.0)
                        options.append((worth, ratio, stack.at, corps))
        options.sort(key=lambda each: (-each[0], each[2]))
        used: set[str] = set()
        for worth, _, node, corps in options[: 3 * self.level.strikes]:
            if node in self.targets or len(self.targets) >= self.level.strikes:
                continue
            stack = self.survey.stacks[node]
            group = [body for body in ready if self._group(body) == corps]
            chosen = self._gather(stack, group, reaches, frozenset(used))
            ratio = sum(attack for _, _, attack in chosen) / max(stack.defense, 1.0)
            if ratio < GOOD_ODDS:
                continue
            self.targets[node] = corps
            for body, at, _ in chosen:
                used.add(body.leader)
                cost = reaches[body.leader][at]
                self._assign_strike(body, at, node, ratio=ratio, worth=worth, cost=cost)

    def _group(self, body: Body) -> str:
        """[9.2.2] Forces of one corps attack together, an independent one alone with its stack."""
        return body.corps if body.corps not in ("", "independent") else f"{body.corps} {body.leader}"

    def _gather(
        self, stack: Stack, group: list[Body], reaches: dict[str, dict[int, int]], used: frozenset[str]
    ) -> list[tuple[Body, int, float]]:
        """Which Forces go to which hexes beside an enemy stack, the strongest first, within stacking."""
        setting = self.survey.setting
        beside = [
            node for node in setting.beside[stack.at] if strengths.can_attack_across(setting, node, stack.at)
        ]
        room: dict[int, int] = {}
        for node in beside:
            mountain = setting.mountainous[node] or setting.mountainous[stack.at]
            room[node] = MOUNTAIN_COMBAT_LIMIT if mountain else COMBAT_LIMIT
        chosen: list[tuple[Body, int, float]] = []
        total = 0.0
        for body in sorted(group, key=lambda each: (-each.attack, each.leader)):
            if body.leader in used:
                continue
            reach = reaches[body.leader]
            best: tuple[float, int, float] | None = None
            for node in beside:
                if node not in reach or body.quarters > room[node]:
                    continue
                others = self.load.get(node, 0) - (body.quarters if node == body.at else 0)
                if others + body.quarters > LIMIT:
                    continue
                points, _ = strengths.taken_by_terrain(self.position, body.units, node, stack.at)
                attack = max(body.attack - points, 0.0)
                price = reach[node] * 0.05 + self._danger(body, node) * 0.3
                if best is None or attack - price > best[0]:
                    best = (attack - price, node, attack)
            if best is not None and best[2] > 0:
                chosen.append((body, best[1], best[2]))
                room[best[1]] -= body.quarters
                total += best[2]
                if total >= 3.5 * stack.defense:
                    break
        return chosen

    def _assign_strike(
        self, body: Body, at: int, node: int, *, ratio: float, worth: float, cost: int
    ) -> None:
        self._place(body, body.at, -1)
        self._place(body, at, +1)
        left = self.position.allowance - self.position.units[body.leader].spent - cost
        then = None
        if (
            left >= prepared_attacks.LEAST
            and not self.position.piece(self.position.units[body.leader]).cavalry
        ):
            then = Prepare(self.survey.board.label(node))
        where = self.survey.name(node)
        reason = f"Attack {where} with odds of about {ratio:.1f} to 1; it is worth {worth:.1f}."
        self.tasks.append(Task(self._marching(body), at, reason, then))

    # All others

    def _task(self, body: Body) -> Task:
        names = self._marching(body)
        if not names:
            return Task((body.leader,), body.at, "It stays.")
        unit = self.position.units[body.leader]
        piece = self.position.piece(unit)
        reach = self._reach(body)
        if body.formation and body.status >= self.level.rest:
            return self._go_and_rest(body, names, reach)
        if body.formation and body.status and tasks.why_not_recover(self.position, unit) is None:
            if self.survey.threat.get(body.at, 0.0) < body.defense:
                return Task(names, body.at, "Nobody is near: it recovers.", Recover())
        if piece.marsch:
            fed = self._feed_marsch(body, names, reach)
            if fed is not None:
                return fed
        stay = self._score(body, body.at, 0) + (GARRISON_STAYS * 10 if piece.garrison or piece.river else 0.3)
        best, to = stay, body.at
        for node, cost in reach.items():
            if node != body.at:
                score = self._score(body, node, cost)
                if score > best:
                    best, to = score, node
        self._place(body, body.at, -1)
        self._place(body, to, +1)
        if to != body.at:
            return Task(names, to, f"{self.survey.name(to)} is worth {best - stay:.1f} more than staying.")
        then = self._dig(body)
        reason = "It digs in where the enemy can strike." if then else "It stands where it is needed."
        return Task(names, to, reason, then)

    def _feed_marsch(self, body: Body, names: tuple[str, ...], reach: dict[int, int]) -> Task | None:
        """[7.7] Marsch units go to reduced Formations behind the line."""
        hurt = [
            each
            for each in self.survey.bodies
            if each.formation and self.position.units[each.leader].reductions and each.at in reach
        ]
        if not hurt:
            return None
        neediest = max(hurt, key=lambda each: (self.position.units[each.leader].reductions, -reach[each.at]))
        label = self.position.label(neediest.leader)
        return Task(names, neediest.at, f"Its men are needed by {label}.")

    def _dig(self, body: Body) -> Action | None:
        unit = self.position.units[body.leader]
        if self.survey.threat.get(body.at, 0.0) < body.defense or not body.formation:
            return None
        if self.survey.side != SERBIA and self.survey.distance_to_enemy(body.at) > 2:
            return None
        if tasks.why_not_dig(self.position, unit, body.at) is not None:
            return None
        return Dig(self.survey.board.label(body.at))

    def _go_and_rest(self, body: Body, names: tuple[str, ...], reach: dict[int, int]) -> Task:
        """[7.5.1] [7.5.2] Back to where it can recover, if it is not there already."""
        unit = self.position.units[body.leader]
        if tasks.why_not_recover(self.position, unit) is None:
            return Task(names, body.at, "Far enough from the enemy, it recovers.", Recover())
        wanted = SAFE_DISTANCE_DEMORALIZED if body.status >= DEMORALIZED else SAFE_DISTANCE
        fed = self.survey.fed(body)

        def comfort(node: int) -> tuple[float, int]:
            away = min(self.survey.distance_to_enemy(node), wanted)
            return away + (1.5 if node in fed else 0.0) - self.load.get(node, 0) / 40, -reach[node]

        to = max(sorted(reach), key=comfort)
        self._place(body, body.at, -1)
        self._place(body, to, +1)
        return Task(names, to, f"Worn out, it goes back to {self.survey.name(to)}.")

    def _score(self, body: Body, node: int, cost: int) -> float:
        """What a hex is worth to a Force that would stand there."""
        position = self.position
        setting = self.survey.setting
        terrain = setting.tables.terrain[setting.board.terrain[node]]
        score = self.aims.pull(body, node)
        score += 0.25 * terrain.defense
        if position.improved.get(node) == self.survey.side:
            score += 1.0
        score -= self._danger(body, node)
        others = self.load.get(node, 0) - (body.quarters if node == body.at else 0)
        if others + body.quarters > LIMIT:
            return -100.0
        limit = MOUNTAIN_COMBAT_LIMIT if setting.mountainous[node] else COMBAT_LIMIT
        score -= 0.35 * max(0, others + body.quarters - limit)
        if node not in self.survey.fed(body):
            score -= UNFED
        spare = position.allowance - position.units[body.leader].spent
        score -= FORCED_RISK * max(0, cost - spare)
        if position.in_enemy_zone(node, self.survey.side) and body.status >= INEFFECTIVE:
            score -= 20.0
        score += 0.2 * min(3, self._friends(node))
        return score

    def _friends(self, node: int) -> int:
        """Hexes beside one in which friends will stand."""
        return sum(self.load.get(other, 0) > 0 for other in self.survey.setting.beside[node])

    def _danger(self, body: Body, node: int) -> float:
        """What the enemy's next turn may cost a Force in a hex."""
        if not self.level.answer:
            return 0.0
        threat = self.survey.threat.get(node, 0.0)
        if not threat:
            return 0.0
        setting = self.survey.setting
        held = self.front.get(node, 0.0) - (body.defense if node == body.at else 0.0) + body.defense
        held += setting.tables.terrain[setting.board.terrain[node]].defense
        ratio = threat / max(held, 1.0)
        return 1.2 * max(0.0, ratio - 1.0)


def absorb_order(position: SerbiaPosition, names: tuple[str, ...]) -> Action | None:
    """[7.7] Whether a Force in hand could take in a Marsch unit of its hex."""
    unit = position.units[names[0]]
    for other in position.units_at(unit.at):
        if position.piece(other).marsch and tasks.why_not_absorb(position, unit, other.name) is None:
            return Absorb(other.name)
    return None
