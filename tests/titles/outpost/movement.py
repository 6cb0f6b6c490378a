"""Chapters 3 and 4: moving and reacting."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexfront.kernel.paths import Reach, Ways, reach
from hexfront.kernel.play import PASS, Action, Ask, Note, Pass, Procedure, Refusal, Table, unexplained
from outpost import cards
from outpost.combat import lose_steps, safe_hexes, see
from outpost.orders import Go, Moving, Pick, React
from outpost.position import HALF, OutpostPosition, Unit, enemy_of

AMBUSH_HITS = 5
ANYWHERE = 100 * HALF


def movement_phase(table: Table[OutpostPosition]) -> Procedure:
    """[1.4] [3.1] Move units one after the other; pass when done."""

    def picks(position: OutpostPosition, side: str) -> Iterator[Action]:
        return (Pick(unit.name) for unit in movable(position, side))

    def take(table: Table[OutpostPosition], position: OutpostPosition, order: Pick) -> Procedure:
        return move(table, position, position.units[order.unit])

    asked = "Pick a unit to move, or pass to end the movement", "3.1"
    return cards.phase_of_orders(table, asked, picks, why_not_pick, take)


def movable(position: OutpostPosition, side: str) -> Iterator[Unit]:
    for unit in position.of_side(side):
        if not unit.moved and unit.kind != "depot" and can_move(position, unit):
            yield unit


def can_move(position: OutpostPosition, unit: Unit) -> bool:
    """Whether a unit can get anywhere; most can with a single step."""
    left, steps = allowance(position, unit), ways_for(position, unit)[unit.at]
    if unit.kind != "train" and any(cost <= left and not position.standing[node] for node, cost in steps):
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


def ways_for(position: OutpostPosition, unit: Unit) -> Ways:
    """[3.4] [3.5] A train goes by road whoever controls it, others by the ways that zones leave open."""
    return position.setting.road_ways if unit.kind == "train" else position.ways[unit.side].ways


def reachable(position: OutpostPosition, unit: Unit, left: int) -> Reach:
    """Where a unit can get to. Hexes held by enemies end the way; they are not destinations."""
    return reach(ways_for(position, unit), unit.at, left, position.hexes_held(enemy_of(unit.side)))


def destinations(position: OutpostPosition, unit: Unit, found: Reach) -> list[int]:
    """[2.1] [2.2] [3.5] Of the hexes a unit can reach, those it may stop in, its tail in the hex before."""
    return [
        node
        for node in found.cost
        if node not in position.hexes_of(unit)
        and position.may_stop(node, unit)
        and (unit.kind != "train" or position.room(found.before[node], unit))
    ]


def step_cost(position: OutpostPosition, unit: Unit, here: int, there: int, note: Note = unexplained) -> int:
    """[3.2] [3.3] [3.4] What one step costs a unit, in halves of a point."""
    cost = position.setting.crossing(here, there, note)
    if unit.kind != "train" and position.ways[unit.side].zone[there]:
        cost += note("3.4", "entering a controlled hex", HALF)
    return cost


def move(table: Table, position: OutpostPosition, unit: Unit) -> Procedure:
    """[3.1] Move a unit leg by leg until it stops, cannot go on, or is stopped."""
    board, left = position.setting.board, allowance(position, unit)
    position.change(unit.name, moved=True)
    while unit.name in position.units:
        mover = position.units[unit.name]
        found = reachable(position, mover, left)
        chosen = yield ask_where(position, mover, sorted(destinations(position, mover, found)), left)
        if isinstance(chosen, Pass):
            return None
        goal = board[chosen.to]
        tail = found.before[goal] if mover.kind == "train" else None
        position.change(unit.name, at=goal, tail=tail)
        table.tell(f"{unit.side} moves {mover.shown()} to {board.name_of(goal)}", "3.1", kind="move")
        left -= found.cost[goal]
        see(table, position, goal)
        if (yield from reaction(table, position, unit.name)):
            return None
    return None


def ask_where(position: OutpostPosition, unit: Unit, legs: list[int], left: int) -> Ask:
    labels = position.setting.board.labels
    here, options = labels[unit.at], [*(Go(labels[node]) for node in legs), PASS]
    prompt = f"Move {unit.name} on, or pass to leave it in {here}"
    why_not = partial(why_not_go, position, unit, left)
    return Ask(unit.side, "go", prompt, "3.1", options, Moving(unit.name, here), why_not)


def why_not_go(position: OutpostPosition, unit: Unit, left: int, action: Action) -> Refusal | None:
    board = position.setting.board
    if not isinstance(action, Go) or action.to not in board:
        return None
    to, goal = action.to, board[action.to]
    if board.is_area(goal):
        return Refusal("3.6", "no unit goes back into a reserve box")
    if position.occupier(goal) == enemy_of(unit.side):
        return Refusal("2.2", f"the enemy stands in {to}")
    if not position.room(goal, unit):
        return Refusal("2.1", f"{to} is full", needed=1, had=0)
    cheapest = reach(ways_for(position, unit), unit.at, ANYWHERE).cost.get(goal)
    if cheapest is None:
        return Refusal("3.5" if unit.kind == "train" else "3.4", f"there is no way for {unit.name} to {to}")
    return Refusal("3.1", f"{to} is too far for {unit.name}", needed=cheapest / HALF, had=left / HALF)


def reaction(table: Table, position: OutpostPosition, mover: str) -> Procedure:
    """[4.1] A horse next to a unit that stopped may fall back or ambush it. Something if this stops it."""
    unit = position.units.get(mover)
    if unit is None or not (reactions := find_reactions(position, unit)):
        return None
    side, where = enemy_of(unit.side), position.setting.board.label(unit.at)
    prompt, about = f"React to {unit.shown()} in {where}, or pass", Moving(unit.name, where)
    chosen = yield Ask(side, "react", prompt, "4.1", [*reactions, PASS], about, default=lambda: PASS)
    if isinstance(chosen, Pass):
        return None
    horse = position.change(chosen.unit, reacted=True)
    if chosen.to:
        position.change(horse.name, at=position.setting.board[chosen.to])
        table.tell(f"{horse.name} falls back to {chosen.to}", "4.2", kind="react")
        return None
    die = table.roll("ambush", "4.3", at=where, of=horse.name, words=f"{horse.name} ambushes {mover}")
    table.tell(f"{horse.name} ambushes {mover} and throws {die}", "4.3", kind="react")
    if die >= AMBUSH_HITS:
        lose_steps(table, position, [unit], 1)
    return "stopped"


def find_reactions(position: OutpostPosition, unit: Unit) -> list[React]:
    """[4.1] [4.2] [4.3] Every reaction that is possible to a unit that stopped."""
    board, side = position.setting.board, enemy_of(unit.side)
    options: list[React] = []
    for node in () if board.is_area(unit.at) else board.adjacent[unit.at]:
        for horse in () if board.is_area(node) else position.units_at(node):
            if horse.side == side and horse.kind == "horse" and not horse.hidden and not horse.reacted:
                free = safe_hexes(position, side, node)
                options += (React(horse.name), *(React(horse.name, board.label(beside)) for beside in free))
    return options
