"""Chapters 5 to 7: being seen, supply and combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.paths import Route, trace
from hexfront.kernel.play import PASS, Action, Ask, Note, Procedure, Refusal, Sealed, Table, unexplained
from hexfront.shared import hands
from outpost import cards
from outpost.orders import Advance, Attack, Battle, Join, Lose, Retreat
from outpost.position import HALF, UNKNOWN, OutpostPosition, Unit, enemy_of
from outpost.setting import Result

SUPPLY_LENGTH = 5 * HALF
MOST_DIFFERENCE = 3
RESULTS = "results"  # the table whose next row a referee may tell
COVER = ("woods", "hill", "outpost")


def see(table: Table, position: OutpostPosition, node: int) -> None:
    """[5.2] Units next to a hex that somebody of the other side has stopped in are seen, and so is he."""
    board, enemy = position.setting.board, enemy_of(position.occupier(node) or "")
    beside = [other for other in board.adjacent[node] if position.occupier(other) == enemy]
    for other in beside:
        if not board.is_area(other):
            reveal(table, position, other)
    if any(position.occupier(other) == enemy for other in beside):
        reveal(table, position, node)


def reveal(table: Table, position: OutpostPosition, node: int) -> None:
    """[5.2] Show what is hidden in a hex; dummies go."""
    label = position.setting.board.label(node)
    for unit in position.units_at(node):
        if not unit.hidden:
            continue
        if unit.kind == UNKNOWN:
            raise Sealed(f"what {unit.name} is, only the other player knows: send the game back")
        table.reveal(f"{unit.name} was seen")
        if unit.kind == "dummy":
            position.remove(unit.name)
            table.tell(f"{unit.name} in {label} was a dummy", "5.2", kind="reveal")
        else:
            position.change(unit.name, hidden=False)
            table.tell(f"{unit.name} in {label} is {unit.kind}", "5.2", kind="reveal")


def safe_hexes(position: OutpostPosition, side: str, node: int, units: int = 1) -> list[int]:
    """[4.2] [7.6] Adjacent hexes without enemies or their control, with room for so many units."""
    board, zone = position.setting.board, position.ways[side].zone
    return [
        beside
        for beside in board.adjacent[node]
        if not (board.is_area(beside) or zone[beside] or position.occupier(beside) == enemy_of(side))
        and position.room(beside, more=units)
    ]


def supply_line(position: OutpostPosition, unit: Unit) -> Route | None:
    """[6.1] The way from a unit to a depot of its side; None if there is none short enough."""
    depots = {other.at for other in position.of_side(unit.side) if other.kind == "depot"}
    zone = position.ways[unit.side].zone
    barred = position.hexes_held(enemy_of(unit.side)).union(node for node in range(len(zone)) if zone[node])
    return trace(position.setting.ways, unit.at, depots - barred, SUPPLY_LENGTH, barred)


def attack_strength(position: OutpostPosition, attackers: Iterable[Unit], note: Note = unexplained) -> int:
    """[7.3] [6.2] What an attack is worth."""
    total, side = 0, ""
    for unit in attackers:
        side, strength = unit.side, position.strength(unit)
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
    if position.plans.get(position.occupier(node) or "") == "hold":
        total += note("7.3", "plan hold", 1)
    return total


def difference(position: OutpostPosition, attackers: Sequence[Unit], node: int) -> int:
    """[7.4] Attack minus defence, within its limits."""
    raw = attack_strength(position, attackers) - defence_strength(position, node)
    return max(-MOST_DIFFERENCE, min(MOST_DIFFERENCE, raw))


def targets(position: OutpostPosition, side: str) -> list[int]:
    """[7.1] [6.3] The hexes a side may still attack in this phase."""
    open_to_attack = sorted(position.hexes_held(enemy_of(side)) - position.fought_over)
    return [node for node in open_to_attack if position.points[side] and able(position, side, node)]


def able(position: OutpostPosition, side: str, node: int) -> list[Unit]:
    """[7.1] [7.2] The units that may attack a hex."""
    board = position.setting.board
    beside = () if board.is_area(node) else board.adjacent[node]
    units = {unit.name: unit for other in beside for unit in position.units_at(other)}
    return [unit for unit in units.values() if why_not_attack(position, unit, side, node) is None]


def why_not_attack(position: OutpostPosition, unit: Unit, side: str, node: int) -> Refusal | None:
    """[7.1] [7.2] Why a unit may not attack a hex."""
    board = position.setting.board
    if unit.side != side:
        return Refusal("7.1", f"{unit.name} is not of your side")
    if unit.attacked:
        return Refusal("7.1", f"{unit.name} has attacked already")
    if unit.kind in ("dummy", "depot"):
        return Refusal("7.2", f"a {unit.kind} does not attack")
    hexes = [here for here in position.hexes_of(unit) if not board.is_area(here)]
    ways = [here for here in hexes if node in board.adjacent[here]]
    if not ways:
        return Refusal("7.1", f"{unit.name} is not next to {board.label(node)}")
    if all(position.setting.is_river(here, node) for here in ways):
        return Refusal("7.2", "a river without a bridge lies between")
    return None


def attack_phase(table: Table[OutpostPosition]) -> Procedure:
    """[1.4] [7.1] Attack hexes one after the other; pass when done."""

    def attacks(position: OutpostPosition, side: str) -> Iterator[Action]:
        return (Attack(position.setting.board.label(node)) for node in targets(position, side))

    asked = "Attack a hex, or pass to end the attacks", "7.1"
    return cards.phase_of_orders(table, asked, attacks, why_not_target, combat)


def why_not_target(position: OutpostPosition, side: str, action: Action) -> Refusal | None:
    board = position.setting.board
    if not isinstance(action, Attack) or action.at not in board:
        return None
    at = action.at
    if position.points[side] < 1:
        return Refusal("6.3", "no supply points are left", needed=1, had=0)
    if position.occupier(board[at]) != enemy_of(side):
        return Refusal("7.1", f"no enemy stands in {at}")
    if board[at] in position.fought_over:
        return Refusal("7.1", f"{at} has been attacked already")
    return Refusal(("7.1", "7.2"), f"no unit can attack {at}")


def combat(table: Table, position: OutpostPosition, order: Attack) -> Procedure:
    """[7.1] One attack, from choosing the attackers to the advance."""
    side, node = position.active, position.setting.board[order.at]
    joined = yield from hands.joined(partial(ask_who, position, side, order.at))
    position.points[side] -= 1
    position.fought_over.add(node)
    for here in (*(each for name in joined for each in position.hexes_of(position.units[name])), node):
        reveal(table, position, here)
    for name in joined:
        position.change(name, attacked=True)
    if position.occupier(node) is not None:
        yield from resolve(table, position, side, joined, node)
    yield from advance(table, position, [name for name in joined if name in position.units], node)
    return None


def ask_who(position: OutpostPosition, side: str, at: str, joined: list[str]) -> Ask | None:
    node = position.setting.board[at]
    free = [unit for unit in able(position, side, node) if unit.name not in joined]

    def why_not(action: Action) -> Refusal | None:
        unit = position.units.get(action.unit) if isinstance(action, Join) else None
        return why_not_attack(position, unit, side, node) if unit else None

    options = [*(Join(unit.name) for unit in free), *([PASS] if joined else [])]
    prompt = f"Who attacks {at}? Pass when all have joined" if joined else f"Who attacks {at}?"
    return Ask(side, "join", prompt, "7.1", options, Battle(at, tuple(joined)), why_not) if free else None


def resolve(table: Table, position: OutpostPosition, side: str, joined: list[str], node: int) -> Procedure:
    """[7.4] [7.5] [7.6] Throw the die and do what the table says."""
    board, attackers = position.setting.board, [position.units[name] for name in joined]
    where, modifier = board.label(node), difference(position, attackers, node)
    data: dict[str, object] = {"modifier": modifier}
    row = table.premise(RESULTS)
    if row is None:
        data["die"] = thrown = table.roll("attack", "7.4", at=where, words=f"attack on {where}")
        row = str(thrown + modifier)
        ways = [_fortune(position.setting.results[face + modifier]) for face in range(1, 7)]
        data |= fortunes(side, ways, ways[thrown - 1])
    result = position.setting.results[int(row)]
    data["result"] = shown = shown_result(result)
    told = f"{side} attacks {board.name_of(node)} at {modifier:+}: {shown}"
    table.tell(told, "7.4", kind="result", data=data)
    lose_steps(table, position, attackers, result.attacker)
    lose_steps(table, position, position.units_at(node), result.defender)
    if result.choice and position.occupier(node):
        yield from give_ground(table, position, node)
    return None


def _fortune(result: Result) -> Fortune:
    return Fortune(theirs=result.defender, ours=result.attacker)


def shown_result(result: Result) -> str:
    parts = [
        f"attacker loses {result.attacker}" if result.attacker else "",
        f"defender loses {result.defender}" if result.defender else "",
        "defender retreats or loses 1" if result.choice else "",
    ]
    return ", ".join(filter(None, parts)) or "no effect"


def give_ground(table: Table, position: OutpostPosition, node: int) -> Procedure:
    """[7.5] [7.6] The defender retreats or loses a step."""
    board, units = position.setting.board, position.units_at(node)
    side, where, names = units[0].side, board.label(node), tuple(unit.name for unit in units)
    fixed = any(unit.kind in ("depot", "train") for unit in units)
    hexes = [] if fixed else safe_hexes(position, side, node, len(units))

    options = [Lose(), *(Retreat(board.label(free)) for free in hexes)]
    prompt = f"Lose a step in {where}, or retreat"
    chosen = yield Ask(side, "give ground", prompt, "7.5", options, Battle(where, names), default=Lose)
    if isinstance(chosen, Lose):
        lose_steps(table, position, units, 1)
        return None
    for name in names:
        position.change(name, at=board[chosen.to])
    table.tell(f"{side} retreats to {chosen.to}", "7.6", kind="retreat")
    return None


def advance(table: Table, position: OutpostPosition, joined: Sequence[str], node: int) -> Procedure:
    """[7.8] One attacker may advance into a hex that fell empty."""
    where = position.setting.board.label(node)
    names = tuple(name for name in joined if position.units[name].kind != "train")
    if position.occupier(node) is not None or not names:
        return None
    side, prompt = position.units[names[0]].side, f"Advance into {where}, or pass"
    options = [*(Advance(name) for name in names), PASS]
    chosen = yield Ask(side, "advance", prompt, "7.8", options, Battle(where, names), default=lambda: PASS)
    if isinstance(chosen, Advance):
        position.change(chosen.unit, at=node)
        table.tell(f"{chosen.unit} advances to {where}", "7.8", kind="advance")
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
            position.change(unit.name, steps=unit.steps - 1)
            table.tell(f"{unit.name} loses a step", "7.7", kind="loss")
        else:
            position.remove(unit.name)
            table.tell(f"{unit.name} is destroyed", "7.7", kind="loss")
