"""Chapters 3 to 5: moving, reacting, and being seen."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.paths import Reach, reach
from hexfront.kernel.title import Procedure
from outpost import cards
from outpost.combat import lose_steps
from outpost.orders import Go, Moving, Phase, Pick, Play, React
from outpost.position import HALF, OutpostPosition, Unit, enemy_of
from outpost.sight import safe_hexes, see, shown
from outpost.victory import victory

AMBUSH_HITS = 5


def movement_phase(table: Table, position: OutpostPosition) -> Procedure:
    """[1.4] [3.1] Move units one after the other; pass when done."""
    side = position.active
    while victory(position) is None:
        picked = yield Ask(
            side,
            "move",
            "Pick a unit to move, or pass to end the movement",
            "3.1",
            options=lambda: [
                *(Pick(unit.name) for unit in movable(position, side)),
                *cards.playable(position, side, "march"),
                PASS,
            ],
            why_not=lambda action: why_not_pick(position, side, action),
            station=True,
            always=cards.may_hold(position, side),
            about=Phase(),
        )
        if isinstance(picked, Pass):
            return None
        if isinstance(picked, Play):
            cards.play(table, position, side, picked.card)
            continue
        yield from move(table, position, position.units[picked.unit])
    return None


def movable(position: OutpostPosition, side: str) -> Iterator[Unit]:
    for unit in position.of_side(side):
        if not unit.moved and unit.kind != "depot" and can_move(position, unit):
            yield unit


def can_move(position: OutpostPosition, unit: Unit) -> bool:
    """Whether a unit can get anywhere; most can with a single step."""
    left = allowance(position, unit)
    if unit.kind != "train":
        for node, cost in position.ways[unit.side].ways[unit.at]:
            if cost <= left and not position.standing[node]:
                return True
    return bool(destinations(position, unit, reachable(position, unit, left)))


def allowance(position: OutpostPosition, unit: Unit) -> int:
    """[3.1] [8.2] What a unit may spend, in halves of a point."""
    card = position.setting.cards.get(position.played.get(unit.side, ""))
    more = card.march if card and unit.kind != "depot" else 0
    return (position.setting.kinds[unit.kind].movement + more) * HALF


def why_not_pick(position: OutpostPosition, side: str, action: Action) -> Refusal | None:
    if not isinstance(action, Pick):
        return None
    unit = position.units.get(action.unit)
    if unit is None or unit.side != side:
        return Refusal("3.1", f'{side} has no unit "{action.unit}"')
    if unit.kind == "depot":
        return Refusal("3.7", "a depot does not move")
    if unit.moved:
        return Refusal("3.1", f"{unit.name} has moved already")
    return Refusal(("3.1", "3.4"), f"{unit.name} can go nowhere")


def reachable(position: OutpostPosition, unit: Unit, left: int) -> Reach:
    """Where a unit can get to. Hexes held by enemies end the way; they are not destinations."""
    held = {node for other in position.of_side(enemy_of(unit.side)) for node in other.hexes}
    if unit.kind == "train":
        return reach(position.setting.road_ways, unit.at, left, held)
    return reach(position.ways[unit.side].ways, unit.at, left, held)


def destinations(position: OutpostPosition, unit: Unit, found: Reach) -> list[int]:
    """[2.1] [2.2] Of the hexes a unit can reach, those it may stop in."""
    standing = position.standing
    if unit.kind == "train":
        return [
            node
            for node in found.cost
            if node not in unit.hexes
            and (not standing[node] or position.may_share(node, unit))
            and position.room(found.before[node], unit)
        ]
    return [
        node
        for node in found.cost
        if node != unit.at and (not standing[node] or position.may_share(node, unit))
    ]


def step_cost(position: OutpostPosition, unit: Unit, here: int, there: int, note: Note = unexplained) -> int:
    """[3.2] [3.3] [3.4] What one step costs a unit, in halves of a point."""
    cost = position.setting.crossing(here, there, note)
    if unit.kind != "train" and position.ways[unit.side].zone[there]:
        cost += note("3.4", "entering a controlled hex", HALF)
    return cost


def move(table: Table, position: OutpostPosition, unit: Unit) -> Procedure:
    """[3.1] Move a unit leg by leg until it stops, cannot go on, or is stopped."""
    board = position.setting.board
    left = allowance(position, unit)
    position.put(msgspec.structs.replace(unit, moved=True))
    while True:
        mover = position.units[unit.name]
        found = reachable(position, mover, left)
        legs = sorted(destinations(position, mover, found))
        chosen = yield ask_where(position, mover, legs, left)
        if isinstance(chosen, Pass):
            return None
        goal = board[chosen.to]
        tail = found.before[goal] if mover.kind == "train" else None
        position.put(msgspec.structs.replace(mover, at=goal, tail=tail))
        table.tell(f"{unit.side} moves {shown(mover)} to {board.name_of(goal)}", "3.1", kind="move")
        left -= found.cost[goal]
        see(table, position, goal)
        stopped = yield from reaction(table, position, unit.name)
        if stopped or unit.name not in position.units:
            return None


def ask_where(position: OutpostPosition, unit: Unit, legs: list[int], left: int) -> Ask:
    board = position.setting.board
    return Ask(
        unit.side,
        "go",
        f"Move {unit.name} on, or pass to leave it in {board.label(unit.at)}",
        "3.1",
        options=lambda: [*(Go(board.labels[node]) for node in legs), PASS],
        why_not=lambda action: why_not_go(position, unit, left, action),
        about=Moving(unit.name, board.label(unit.at)),
    )


def why_not_go(position: OutpostPosition, unit: Unit, left: int, action: Action) -> Refusal | None:
    if not isinstance(action, Go):
        return None
    board = position.setting.board
    if action.to not in board:
        return Refusal("3.1", f'there is no hex "{action.to}"')
    goal = board[action.to]
    if board.is_area(goal):
        return Refusal("3.6", "no unit goes back into a reserve box")
    if position.held_by(goal) == enemy_of(unit.side):
        return Refusal("2.2", f"the enemy stands in {action.to}")
    if not position.room(goal, unit):
        return Refusal("2.1", f"{action.to} is full", needed=1, had=0)
    ways = position.setting.road_ways if unit.kind == "train" else position.ways[unit.side].ways
    cheapest = reach(ways, unit.at, 100 * HALF).cost.get(goal)
    if cheapest is None:
        rule = "3.5" if unit.kind == "train" else "3.4"
        return Refusal(rule, f"there is no way for {unit.name} to {action.to}")
    return Refusal("3.1", f"{action.to} is too far for {unit.name}", needed=cheapest / HALF, had=left / HALF)


def reaction(table: Table, position: OutpostPosition, mover: str) -> Procedure:
    """[4.1] A horse next to a unit that stopped may fall back or ambush it. True if this stops it."""
    unit = position.units.get(mover)
    if unit is None or position.setting.board.is_area(unit.at):
        return None
    side = enemy_of(unit.side)
    options = reactions(position, unit)
    if not options:
        return None
    chosen = yield Ask(
        side,
        "react",
        f"React to {shown(unit)} in {position.setting.board.label(unit.at)}, or pass",
        "4.1",
        options=lambda: [*options, PASS],
        default=lambda: PASS,
        about=Moving(unit.name, position.setting.board.label(unit.at)),
    )
    if isinstance(chosen, Pass):
        return None
    horse = msgspec.structs.replace(position.units[chosen.unit], reacted=True)
    if chosen.to:
        position.put(msgspec.structs.replace(horse, at=position.setting.board[chosen.to]))
        table.tell(f"{horse.name} falls back to {chosen.to}", "4.2", kind="react")
        return None
    position.put(horse)
    where = position.setting.board.label(unit.at)
    die = table.roll("ambush", "4.3", at=where, of=horse.name, words=f"{horse.name} ambushes {mover}")
    table.tell(f"{horse.name} ambushes {mover} and throws {die}", "4.3", kind="react")
    if die >= AMBUSH_HITS:
        lose_steps(table, position, [unit], 1)
    return "stopped"


def reactions(position: OutpostPosition, unit: Unit) -> list[React]:
    """[4.1] [4.2] [4.3] Every reaction that is possible to a unit that stopped."""
    board = position.setting.board
    options: list[React] = []
    side = enemy_of(unit.side)
    for node in board.adjacent[unit.at]:
        for horse in position.units_at(node):
            if horse.side != side or horse.kind != "horse" or horse.hidden or horse.reacted:
                continue
            if board.is_area(horse.at):
                continue
            options.append(React(horse.name))
            options.extend(React(horse.name, board.label(free)) for free in safe_hexes(position, side, node))
    return options
