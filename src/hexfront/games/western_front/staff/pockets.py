"""Pockets: getting one's own troops out of them, and the enemy's in.

Whoever is surrounded through a half turn of his side surrenders, and whoever is surrounded and beaten has
nowhere to go [20-7] [20-13]. Nothing in the game costs more, so a plan is looked over for both before it is
carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import surrender
from hexfront.games.western_front.rules.lines import bars_communication
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches, fighting

WORTH_CLOSING = 6  # enemy strength from which a ring is closed
MOST_RINGS = 12  # enemy hexes looked at in a phase
MOST_GATES = 2  # ways out that are closed at most
MOST_HELPERS = 3  # units sent to open a way
ROUNDS = 4


def surrounded_strength(position: WesternFrontPosition, side: str) -> dict[int, int]:
    """The hexes in which units of a side are surrounded, with the strength in each."""
    found: dict[int, int] = {}
    for pocket in surrender.pockets(position, side):
        if surrender.is_doomed(position, pocket):
            for name in pocket.units:
                unit = position.units[name]
                found[unit.at] = found.get(unit.at, 0) + unit.strength
    return found


def rescue(marches: Marches, line: Line) -> None:
    """Lead units that the plan would leave surrounded out of their pocket, or open a way to them."""
    position, side = marches.position, marches.survey.side
    for _ in range(ROUNDS):
        trial = marches.trial()
        caught = [
            pocket
            for pocket in surrender.pockets(trial, side)
            if any(fighting(position, position.units[name]) for name in pocket.units)
            and not any(trial.fortress_at(node) is not None for node in pocket.hexes)
        ]
        if not caught:
            return
        changed = False
        for pocket in caught:
            changed |= _lead_out(marches, trial, pocket) or _open_way(marches, trial, pocket)
        if not changed:
            return


def _lead_out(marches: Marches, trial: WesternFrontPosition, pocket: surrender.Pocket) -> bool:
    """Send units of a pocket to hexes from which a way leads home."""
    position, survey = marches.position, marches.survey
    search = surrender.Communication(trial, survey.side)
    changed = False
    for name in pocket.units:
        unit = position.units[name]
        legs = marches.reachable.get(name, {})
        if not legs or not fighting(position, unit):
            continue
        nation = position.piece(unit).nation
        open_hexes = [
            node
            for node in legs
            if node not in pocket.hexes and marches.has_room(unit, node) and search.is_open(node, nation)
        ]
        if open_hexes:
            stop = min(open_hexes, key=lambda node: (survey.threat.get(node, 0), node))
            where = marches.setting.board.name_of(stop)
            marches.send(name, stop, f"Out of the pocket, to {where}.")
            changed = True
    return changed


def _open_way(marches: Marches, trial: WesternFrontPosition, pocket: surrender.Pocket) -> bool:
    """Bring units from outside to where they keep a way home open for those in a pocket."""
    position, survey, setting = marches.position, marches.survey, marches.setting
    gates = _way_home(trial, pocket, survey.side)
    inside = set(pocket.units)
    sent: list[tuple[str, int]] = []
    for gate in gates:
        taken = inside | {name for name, _ in sent}
        helpers = [
            (position.units[name].strength, name)
            for name, legs in marches.reachable.items()
            if gate in legs
            and name not in taken
            and fighting(position, position.units[name])
            and marches.has_room(position.units[name], gate)
        ]
        if not helpers:
            return False
        sent.append((max(helpers)[1], gate))
    where = setting.board.name_of(pocket.hexes[0])
    for name, gate in sent:
        marches.send(name, gate, f"To open a way to the troops surrounded at {where}.")
    return bool(sent)


def _way_home(trial: WesternFrontPosition, pocket: surrender.Pocket, side: str) -> list[int]:
    """The hexes that must be held so that a way leads out of a pocket: as few as can be, none if too many."""
    search = surrender.Communication(trial, side)
    nation = trial.piece(trial.units[pocket.units[0]]).nation
    missing = dict.fromkeys(pocket.hexes, 0)
    before: dict[int, int] = {}
    queue = [(0, node) for node in pocket.hexes]
    while queue:
        needed, node = heappop(queue)
        if needed > missing[node] or needed > MOST_HELPERS:
            continue
        if node not in pocket.hexes and needed and search.is_open(node, nation):
            path = [node]
            while (back := before.get(path[-1])) is not None:
                path.append(back)
            return [each for each in path if each not in pocket.hexes and search.is_barred(each)]
        for beside in trial.setting.crossable[node]:
            if trial.occupier(beside) not in (None, side):
                continue
            total = needed + search.is_barred(beside)
            if beside not in missing or total < missing[beside]:
                missing[beside] = total
                before[beside] = node
                heappush(queue, (total, beside))
    return []


def close_rings(marches: Marches, free: Sequence[str]) -> dict[int, int]:
    """Send free units to where they shut the last ways out of enemy stacks. Returns the rings."""
    survey, setting = marches.survey, marches.setting
    trial = marches.trial()
    candidates = []
    for node, strength in enumerate(survey.hostile):
        if strength < WORTH_CLOSING or survey.hostile_forts[node]:
            continue
        gates = [
            beside
            for beside in setting.crossable[node]
            if not bars_communication(trial, beside, survey.enemy)
        ]
        if 0 < len(gates) <= MOST_GATES:
            candidates.append((-strength, node, gates))
    candidates.sort()
    used: set[str] = set()
    shut: dict[int, int] = {}
    for negative, node, gates in candidates[:MOST_RINGS]:
        again = trial.copy()
        sent: list[tuple[str, int]] = []
        for gate in gates:
            if bars_communication(again, gate, survey.enemy):
                continue
            found = _closer(marches, gate, free, used | {name for name, _ in sent}, node)
            if found is None:
                break
            again.change(found[0], at=found[1])
            sent.append(found)
        else:
            if node in surrounded_strength(again, survey.enemy):
                shut[node] = -negative
                where = setting.board.name_of(node)
                for name, stop in sent:
                    used.add(name)
                    marches.send(name, stop, f"To close the ring round {-negative} points at {where}.")
                trial = again
    return shut


def _closer(
    marches: Marches, gate: int, free: Sequence[str], used: set[str], target: int
) -> tuple[str, int] | None:
    """A unit that can shut a way out: by standing in it, or by controlling it while nobody else holds it."""
    survey, position = marches.survey, marches.position
    held = survey.is_held_by_enemy(gate)
    if held:
        return None
    best: tuple[int, int, str, int] | None = None
    reach = marches.setting.zone_reach
    near = {gate, *(node for node in marches.setting.crossable[gate] if gate in reach[node])}
    for name in free:
        if name in used or name not in marches.reachable:
            continue
        unit = position.units[name]
        legs = marches.reachable[name]
        for node in near:
            if node == target or survey.is_held_by_enemy(node):
                continue
            if (node in legs and marches.has_room(unit, node)) or node == unit.at:
                risk = survey.threat.get(node, 0) - survey.own[node]
                rank = (risk, -unit.strength, name, node)
                if best is None or rank < best:
                    best = rank
    return None if best is None else (best[2], best[3])
