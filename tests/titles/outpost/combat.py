"""Chapters 6 and 7: supply and combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.odds import Distribution, die
from hexfront.kernel.paths import Route, trace
from hexfront.kernel.title import Procedure
from outpost import cards
from outpost.orders import Advance, Attack, Battle, Join, Lose, Phase, Play, Retreat
from outpost.position import HALF, OutpostPosition, Unit, enemy_of
from outpost.setting import Result
from outpost.sight import reveal, safe_hexes
from outpost.victory import victory

SUPPLY_LENGTH = 5 * HALF
MOST_DIFFERENCE = 3
COVER = ("woods", "hill", "outpost")


def supply_line(position: OutpostPosition, unit: Unit) -> Route | None:
    """[6.1] The way from a unit to a depot of its side; None if there is none short enough."""
    depots = {other.at for other in position.of_side(unit.side) if other.kind == "depot"}
    enemy = enemy_of(unit.side)
    barred = {node for other in position.of_side(enemy) for node in other.hexes}
    zone = position.ways[unit.side].zone
    barred.update(node for node in range(len(zone)) if zone[node])
    return trace(position.setting.ways, unit.at, depots - barred, SUPPLY_LENGTH, barred)


def attack_strength(position: OutpostPosition, attackers: Iterable[Unit], note: Note = unexplained) -> int:
    """[7.3] [6.2] What an attack is worth."""
    total = 0
    side = ""
    for unit in attackers:
        side = unit.side
        strength = position.strength(unit)
        if supply_line(position, unit) is None:
            total += note("6.2", f"{unit.name} out of supply", strength // 2)
        else:
            total += note("7.3", unit.name, strength)
    if position.plans.get(side) == "press":
        total += note("7.3", "plan press", 1)
    if card := position.setting.cards.get(position.played.get(side, "")):
        total += note("8.2", card.card, card.attack)
    return total


def defence_strength(position: OutpostPosition, node: int, note: Note = unexplained) -> int:
    """[7.3] What the defence of a hex is worth."""
    total = 0
    for unit in position.units_at(node):
        total += note("7.3", unit.name, position.strength(unit))
    if (terrain := position.setting.board.terrain[node]) in COVER:
        total += note("7.3", terrain, 1)
    if position.plans.get(position.held_by(node) or "") == "hold":
        total += note("7.3", "plan hold", 1)
    return total


def difference(position: OutpostPosition, attackers: Sequence[Unit], node: int) -> int:
    """[7.4] Attack minus defence, within its limits."""
    raw = attack_strength(position, attackers) - defence_strength(position, node)
    return max(-MOST_DIFFERENCE, min(MOST_DIFFERENCE, raw))


def chances(position: OutpostPosition, attackers: Sequence[Unit], node: int) -> Distribution[Result]:
    """[7.4] How likely each line of the results table is."""
    modifier = difference(position, attackers, node)
    return die().map(lambda value: position.setting.results[value + modifier])


def targets(position: OutpostPosition, side: str) -> list[int]:
    """[7.1] [6.3] The hexes a side may still attack in this phase."""
    if position.points[side] < 1:
        return []
    enemies = {node for unit in position.of_side(enemy_of(side)) for node in unit.hexes}
    board = position.setting.board
    return [
        node
        for node in sorted(enemies)
        if not board.is_area(node) and node not in position.fought_over and able(position, side, node)
    ]


def able(position: OutpostPosition, side: str, node: int) -> list[Unit]:
    """[7.1] [7.2] The units that may attack a hex."""
    found: list[Unit] = []
    for beside in position.setting.board.adjacent[node]:
        for unit in position.units_at(beside):
            if unit not in found and why_not_attack(position, unit, side, node) is None:
                found.append(unit)
    return found


def why_not_attack(position: OutpostPosition, unit: Unit, side: str, node: int) -> Refusal | None:
    """[7.1] [7.2] Why a unit may not attack a hex."""
    board = position.setting.board
    if unit.side != side:
        return Refusal("7.1", f"{unit.name} is not of your side")
    if unit.attacked:
        return Refusal("7.1", f"{unit.name} has attacked already")
    if unit.kind in ("dummy", "depot"):
        return Refusal("7.2", f"a {unit.kind} does not attack")
    ways = [hexes for hexes in unit.hexes if node in board.adjacent[hexes] and not board.is_area(hexes)]
    if not ways:
        return Refusal("7.1", f"{unit.name} is not next to {board.label(node)}")
    if all(position.setting.is_river(here, node) for here in ways):
        return Refusal("7.2", "a river without a bridge lies between")
    return None


def attack_phase(table: Table, position: OutpostPosition) -> Procedure:
    """[1.4] [7.1] Attack hexes one after the other; pass when done."""
    side = position.active
    board = position.setting.board
    while victory(position) is None:
        chosen = yield Ask(
            side,
            "attack",
            "Attack a hex, or pass to end the attacks",
            "7.1",
            options=lambda: [
                *(Attack(board.label(node)) for node in targets(position, side)),
                *cards.playable(position, side, "attack"),
                PASS,
            ],
            why_not=lambda action: why_not_target(position, side, action),
            station=True,
            always=cards.may_hold(position, side),
            about=Phase(),
        )
        if isinstance(chosen, Pass):
            return None
        if isinstance(chosen, Play):
            cards.play(table, position, side, chosen.card)
            continue
        yield from combat(table, position, side, board[chosen.at])
    return None


def why_not_target(position: OutpostPosition, side: str, action: Action) -> Refusal | None:
    if not isinstance(action, Attack):
        return None
    board = position.setting.board
    if action.at not in board:
        return Refusal("7.1", f'there is no hex "{action.at}"')
    node = board[action.at]
    if position.points[side] < 1:
        return Refusal("6.3", "no supply points are left", needed=1, had=0)
    if position.held_by(node) != enemy_of(side):
        return Refusal("7.1", f"no enemy stands in {action.at}")
    if node in position.fought_over:
        return Refusal("7.1", f"{action.at} has been attacked already")
    return Refusal(("7.1", "7.2"), f"no unit can attack {action.at}")


def combat(table: Table, position: OutpostPosition, side: str, node: int) -> Procedure:
    """[7.1] One attack, from choosing the attackers to the advance."""
    joined: list[str] = []
    while True:
        free = [unit for unit in able(position, side, node) if unit.name not in joined]
        if not free:
            break
        chosen = yield ask_who(position, side, node, free, joined)
        if isinstance(chosen, Pass):
            break
        joined.append(chosen.unit)
    position.points[side] -= 1
    position.fought_over.add(node)
    for name in joined:
        for here in position.units[name].hexes:
            reveal(table, position, here)
    reveal(table, position, node)
    attackers = [position.units[name] for name in joined]
    for unit in attackers:
        position.put(msgspec.structs.replace(unit, attacked=True))
    if position.held_by(node) is None:
        return (yield from advance(table, position, joined, node))
    yield from resolve(table, position, side, joined, node)
    return None


def ask_who(position: OutpostPosition, side: str, node: int, free: list[Unit], joined: list[str]) -> Ask:
    at = position.setting.board.label(node)
    return Ask(
        side,
        "join",
        f"Who attacks {at}? Pass when all have joined" if joined else f"Who attacks {at}?",
        "7.1",
        options=lambda: [*(Join(unit.name) for unit in free), *([PASS] if joined else [])],
        why_not=lambda action: why_not_join(position, side, node, action),
        about=Battle(at, tuple(joined)),
    )


def why_not_join(position: OutpostPosition, side: str, node: int, action: Action) -> Refusal | None:
    if not isinstance(action, Join):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("7.1", f'there is no unit "{action.unit}"')
    return why_not_attack(position, unit, side, node)


def resolve(table: Table, position: OutpostPosition, side: str, joined: list[str], node: int) -> Procedure:
    """[7.4] [7.5] [7.6] Throw the die and do what the table says."""
    board = position.setting.board
    attackers = [position.units[name] for name in joined]
    modifier = difference(position, attackers, node)
    thrown = table.roll("attack", "7.4", at=board.label(node), words=f"attack on {board.label(node)}")
    result = position.setting.results[thrown + modifier]
    table.tell(
        f"{side} attacks {board.name_of(node)} at {modifier:+}: {shown_result(result)}",
        "7.4",
        kind="result",
        data={"die": thrown, "modifier": modifier, "result": shown_result(result)},
    )
    lose_steps(table, position, attackers, result.attacker)
    lose_steps(table, position, position.units_at(node), result.defender)
    if result.choice and position.held_by(node):
        yield from give_ground(table, position, node)
    yield from advance(table, position, [name for name in joined if name in position.units], node)
    return None


def shown_result(result: Result) -> str:
    parts = []
    if result.attacker:
        parts.append(f"attacker loses {result.attacker}")
    if result.defender:
        parts.append(f"defender loses {result.defender}")
    if result.choice:
        parts.append("defender retreats or loses 1")
    return ", ".join(parts) or "no effect"


def give_ground(table: Table, position: OutpostPosition, node: int) -> Procedure:
    """[7.5] [7.6] The defender retreats or loses a step."""
    board = position.setting.board
    units = position.units_at(node)
    fixed = any(unit.kind in ("depot", "train") for unit in units)
    hexes = [] if fixed else safe_hexes(position, units[0].side, node, len(units))
    chosen = yield Ask(
        units[0].side,
        "give ground",
        f"Lose a step in {board.label(node)}, or retreat",
        "7.5",
        options=lambda: [Lose(), *(Retreat(board.label(free)) for free in hexes)],
        default=Lose,
        about=Battle(board.label(node), tuple(unit.name for unit in units)),
    )
    if isinstance(chosen, Lose):
        lose_steps(table, position, units, 1)
        return None
    for unit in units:
        position.put(msgspec.structs.replace(unit, at=board[chosen.to]))
    table.tell(f"{units[0].side} retreats to {chosen.to}", "7.6", kind="retreat")
    return None


def advance(table: Table, position: OutpostPosition, joined: Sequence[str], node: int) -> Procedure:
    """[7.8] One attacker may advance into a hex that fell empty."""
    units = [position.units[name] for name in joined if position.units[name].kind != "train"]
    if position.held_by(node) is not None or not units:
        return None
    chosen = yield Ask(
        units[0].side,
        "advance",
        f"Advance into {position.setting.board.label(node)}, or pass",
        "7.8",
        options=lambda: [*(Advance(unit.name) for unit in units), PASS],
        default=lambda: PASS,
        about=Battle(position.setting.board.label(node), tuple(unit.name for unit in units)),
    )
    if isinstance(chosen, Advance):
        position.put(msgspec.structs.replace(position.units[chosen.unit], at=node))
        table.tell(f"{chosen.unit} advances to {position.setting.board.label(node)}", "7.8", kind="advance")
    return None


def lose_steps(table: Table, position: OutpostPosition, units: Iterable[Unit], steps: int) -> None:
    """[7.7] Take steps from the unit that has most, first in order among equals."""
    names = [unit.name for unit in units]
    for _ in range(steps):
        left = [position.units[name] for name in names if name in position.units]
        if not left:
            return
        unit = max(left, key=lambda each: each.steps)
        if unit.steps > 1:
            position.put(msgspec.structs.replace(unit, steps=unit.steps - 1))
            table.tell(f"{unit.name} loses a step", "7.7", kind="loss")
        else:
            position.remove(unit)
            table.tell(f"{unit.name} is destroyed", "7.7", kind="loss")
