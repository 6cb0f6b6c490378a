"""Chapter 36: what flotillas are ordered to do: sail, support attacks, and fight one another.

How they keep others from crossing the Danube is in `danube`. They are no ground combat units: they take no
room, lose nothing in battles on land, and no ground unit attacks them or enters their hex (decision
WF-R211).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.games.western_front import premises
from hexfront.games.western_front.matters import Battle, Dueling, Supporting
from hexfront.games.western_front.orders import Duel, Join, Sail
from hexfront.games.western_front.position import Unit, WesternFrontPosition, names_of
from hexfront.games.western_front.rules import losses
from hexfront.games.western_front.rules.battle import attacking_units
from hexfront.games.western_front.rules.danube import FLOTILLA, flotillas_at, is_beside
from hexfront.games.western_front.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Matter, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Naming = Generator[Ask | Together, Any, list[str]]


# Sailing


def sailing(position: WesternFrontPosition, unit: Unit) -> set[int]:
    """[36-1] [36-2] [36-3] [36-4] Every hex a flotilla can get to: along the Danube as far as it likes."""
    enemy = other_side(position.side_of(unit))
    reached, edge = {unit.at}, [unit.at]
    while edge:
        for beside in position.setting.board.adjacent[edge.pop()]:
            if beside not in reached and is_beside(position, beside):
                if not _bars_flotillas(position, beside, enemy):
                    reached.add(beside)
                    edge.append(beside)
    return reached - {unit.at}


def _bars_flotillas(position: WesternFrontPosition, node: int, enemy: str) -> bool:
    """[36-4] Whether enemy units are in a hex: ground combat units, fortresses, flotillas.

    Headquarters, replacements and shipments keep flotillas out as well, because two sides never share a
    hex (decision WF-R211).
    """
    return position.occupier(node) == enemy


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[36-2] Flotillas that may still sail in this phase, and where to."""
    if not position.setting.danube:
        return
    label = position.setting.board.label
    for unit in position.of_side(side):
        if position.piece(unit).kind == FLOTILLA and not unit.moved and unit.strength:
            yield from (Sail(unit.name, label(node)) for node in sorted(sailing(position, unit)))


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[36-1] [36-4] Why a flotilla cannot sail to a hex."""
    if not isinstance(action, Sail):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side or position.piece(unit).kind != FLOTILLA:
        return Refusal("36-1", f'"{action.unit}" is no flotilla of yours')
    label = position.piece(unit).label
    if unit.moved:
        return Refusal(("6-4", "36-2"), f"{label} has sailed in this phase")
    board = position.setting.board
    if action.to not in board or not is_beside(position, board[action.to]):
        return Refusal(("36-1", "36-3"), f"{action.to} is not on the Danube")
    if board[action.to] in sailing(position, unit):
        return None
    return Refusal("36-4", f"the enemy bars the way of {label} to {action.to}")


def sail(table: Table, position: WesternFrontPosition, order: Sail) -> Procedure:
    """[36-2] [36-3] A flotilla sails along the Danube."""
    unit = position.change(order.unit, at=position.setting.board[order.to], moved=True, shifted=True)
    table.tell(f"{position.piece(unit).label} sails to {order.to}", "36-2", kind="move")
    yield from ()
    return None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {Sail: sail}


# Supporting an attack


def supporters(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """[36-6] [12-9] Flotillas that may take part in an attack: they share a hex with attackers, the attacked
    hex is on the Danube, and they have not fought in this phase."""
    if not any(is_beside(position, node) for node in battle.hexes):
        return []
    origins = sorted({unit.at for unit in attacking_units(position, battle)})
    return [
        unit
        for origin in origins
        for unit in flotillas_at(position, origin, battle.side)
        if not unit.attacked
    ]


def name_supporters(
    table: Table, position: WesternFrontPosition, battle: Battle
) -> Generator[Ask | Together, Any, Battle]:
    """[36-6] The attacker says which flotillas take part."""
    able = supporters(position, battle)
    where = position.setting.board.label(battle.node)
    prompt = f"Which flotillas support the attack on {where}?"

    def about(named: Sequence[str]) -> Matter:
        return Supporting(msgspec.structs.replace(battle, flotillas=tuple(named)))

    names = yield from _name(battle.side, able, prompt, "36-6", about, at_least=0)
    for name in names:
        position.change(name, attacked=True, fought=True)
        table.tell(f"{position.piece(position.units[name]).label} supports the attack", "36-6", kind="combat")
    return msgspec.structs.replace(battle, flotillas=tuple(names))


def support(position: WesternFrontPosition, battle: Battle) -> int:
    """[36-6] Strength that flotillas add to an attack: a third of theirs together, fractions dropped.

    It costs no supply.
    """
    strength = sum(position.units[name].strength for name in battle.flotillas if name in position.units)
    return strength // position.setting.tables.whole("flotilla_support_divisor")


def _name(
    side: str,
    able: Sequence[Unit],
    prompt: str,
    rule: str,
    about: Callable[[Sequence[str]], Matter],
    *,
    at_least: int,
) -> Naming:
    """Let a player name units one by one; pass when he wants no more."""
    named: list[str] = []
    waiting = names_of(able)
    while waiting:
        answer = yield _ask_name(side, waiting, prompt, rule, about(named), may_pass=len(named) >= at_least)
        if isinstance(answer, Pass):
            break
        waiting.remove(answer.unit)
        named.append(answer.unit)
    return named


def _ask_name(
    side: str, waiting: Sequence[str], prompt: str, rule: str, about: Matter, *, may_pass: bool
) -> Ask:
    joins: list[Action] = [Join(name) for name in waiting]
    return Ask(
        side,
        "join",
        prompt,
        rule,
        options=lambda: [*joins, *([PASS] if may_pass else [])],
        default=lambda: joins[0],
        about=about,
    )


# Flotillas against flotillas


def duellists(position: WesternFrontPosition, side: str, node: int) -> list[Unit]:
    """[36-9] [12-9] Flotillas of a side that may attack those in a hex next to them."""
    return [
        unit
        for beside in position.setting.board.adjacent[node]
        for unit in flotillas_at(position, beside, side)
        if not unit.attacked
    ]


def duels(position: WesternFrontPosition, side: str) -> list[int]:
    """[36-9] The hexes whose flotillas a side may attack now."""
    enemies = {
        unit.at
        for unit in position.of_side(other_side(side))
        if position.piece(unit).kind == FLOTILLA and unit.strength
    }
    return [node for node in sorted(enemies) if duellists(position, side, node)]


def why_not_duel(position: WesternFrontPosition, side: str, node: int) -> Refusal | None:
    """[36-9] Why a side cannot attack flotillas in a hex: only flotillas fight flotillas, from hex to hex."""
    where = position.setting.board.label(node)
    if not flotillas_at(position, node, other_side(side)):
        return Refusal("36-9", f"no enemy flotilla is in {where}")
    if not duellists(position, side, node):
        return Refusal("36-9", f"no flotilla that could still attack is next to {where}")
    return None


def declare_duel(table: Table, position: WesternFrontPosition, side: str, order: Duel) -> Procedure:
    """[36-9] A side names the flotillas that attack, and they fight."""
    node = position.setting.board[order.at]
    prompt = f"Which flotillas attack those in {order.at}?"
    able = duellists(position, side, node)

    def about(named: Sequence[str]) -> Matter:
        return Dueling(node, tuple(named))

    names = yield from _name(side, able, prompt, "36-9", about, at_least=1)
    yield from duel(table, position, names, node)
    return None


def duel(table: Table, position: WesternFrontPosition, names: Sequence[str], node: int) -> Procedure:
    """[36-9] Flotillas attack enemy flotillas in an adjacent hex: both doubled, losses at the same time.

    No supply is expended. Who loses is for their owners to say, the attacker first [13-20].
    """
    own = [position.change(name, attacked=True, fought=True) for name in names]
    side = position.side_of(own[0])
    enemies = flotillas_at(position, node, other_side(side))
    factor = position.setting.tables.whole("flotilla_duel_factor")
    lost = []
    where = position.setting.board.label(node)
    for units, purpose in ((own, "attack"), (enemies, "answer")):
        strength = factor * sum(unit.strength for unit in units)
        told = table.premise(premises.DUEL)
        if told is None:
            die = table.roll(f"flotilla {purpose}", "36-9", at=where, words=f"{purpose} of the flotillas")
            lost.append(position.setting.tables.combat_result(position.year, strength, die))
        else:
            lost.append(int(told))
    for units, points, loser in ((own, lost[1], side), (enemies, lost[0], other_side(side))):
        yield from losses.take(
            table,
            position,
            side=loser,
            names=names_of(units),
            points=points,
            attacking=loser == side,
            order=(losses.FLOTILLAS,),
        )
    return None
