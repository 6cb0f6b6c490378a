"""[23.0] Fog of war: dummies are placed and found out, and headquarters look at enemy stacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexfront.games.storm_of_steel import matters, stacks
from hexfront.games.storm_of_steel.orders import Deceive, Examine, PlaceDummy, Reconnoitre
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import card_effects, control, headquarters
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.board import Board
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.words import counted

TOP, BELOW = "top", "below"
FogOrder = Deceive | Reconnoitre


def orders(position: SteelPosition) -> Iterator[Action]:
    """[23.1] [23.3] What a side can do about the fog of war in its movement segment."""
    side, units, scouts = position.active, position.units, position.scouts
    room: bool = position.of_troops(side).found("room for dummies", _has_place, position)
    if room and in_store(position, side):
        yield Deceive()
    veiled = stacks.veiled(position, other_side(side), stacks.known_to(position, side))
    for name in sorted(position.headquarters[side]) if veiled else ():
        if name not in scouts and not _horizon(position, units[name]).isdisjoint(veiled):
            yield Reconnoitre(name)


def carry_out(table: Table, position: SteelPosition, order: FogOrder) -> Procedure:
    """[23.1] [23.3] A dummy is placed, or a headquarters looks."""
    if isinstance(order, Deceive):
        yield from _deceive(table, position)
    else:
        yield from _reconnoitre(table, position, order.unit)
    return None


# Dummies


def in_store(position: SteelPosition, side: str) -> list[str]:
    """[23.1] The dummies that a side can place: neither on the map nor found out in this quarter."""
    names = [name for name, piece in position.setting.dummies.items() if piece.of == side]
    free = [name for name in names if name not in position.units]
    return free[position.unmasked.get(side, 0) :]


def places(position: SteelPosition) -> Iterator[int]:
    """[13.1] [23.1] Hexes with a real unit of the side whose segment it is, and room for one more counter."""
    most, side = position.setting.number("stacking"), position.active
    for node in sorted(position.troops):
        if position.occupant[node] == side and position.loads[node] < most and _is_real(position, node):
            yield node


def _has_place(position: SteelPosition) -> bool:
    """[23.1] Whether there is any of these hexes."""
    return next(places(position), None) is not None


def _is_real(position: SteelPosition, node: int) -> bool:
    """[23.1] Whether a real unit is in a hex of the map, besides those that lie open anyway (SS-D97)."""
    pieces = position.setting.pieces
    return not position.setting.board.is_area(node) and any(
        not pieces[unit.piece].dummy and stacks.can_hide(pieces[unit.piece])
        for unit in position.troops_at(node)
    )


def _deceive(table: Table, position: SteelPosition) -> Procedure:
    side, label = position.active, position.setting.board.label
    order = yield Ask(
        side,
        "dummy",
        "Where is a dummy placed, on top of a stack or under it?",
        "23.1",
        options=lambda: [
            *(
                PlaceDummy(label(node), how)
                for node in places(position)
                for how in (TOP, BELOW)
                if how == BELOW or not is_covered(position, node)
            ),
            PASS,
        ],
        about=matters.Deception(),
        why_not=lambda action: why_not(position, action),
    )
    if isinstance(order, Pass):
        return None
    name = in_store(position, side)[0]
    if order.how == TOP:
        position.covers.add(name)
    position.put(Unit(name, name, position.setting.board[order.at]))
    table.tell(f"A dummy lies in {order.at}", "23.1", kind="fog", to=(side,))
    return None


def is_covered(position: SteelPosition, node: int) -> bool:
    """[23.1] Whether a dummy lies on top of a stack."""
    return not position.covers.isdisjoint(position.troops[node])


def unmask(table: Table, position: SteelPosition, node: int, rule: str) -> None:
    """[23.1] The dummies in a hex are found out: they are gone until the next quarter."""
    found = [unit for unit in position.troops_at(node) if position.piece(unit).dummy]
    for unit in found:
        take_off(position, unit)
    if found:
        what = counted(len(found), "dummy", "dummies")
        table.tell(f"{what} found in {position.setting.board.label(node)}", "23.1", rule, kind="fog")


def sweep(position: SteelPosition) -> None:
    """SS-D41: at the end of a segment dummies without a real unit are removed."""
    alone = [
        unit
        for name in position.setting.dummies
        if (unit := position.units.get(name)) and not _is_real(position, unit.at)
    ]
    for unit in alone:
        take_off(position, unit)
        control.leave(position, position.side_of(unit), unit.at)


def take_off(position: SteelPosition, unit: Unit) -> None:
    """[23.1] A dummy comes off the map until the next quarter."""
    side = position.side_of(unit)
    position.covers.discard(unit.name)
    position.remove(unit.name)
    position.unmasked[side] = position.unmasked.get(side, 0) + 1


# What is seen


def expose(table: Table, position: SteelPosition, at: int) -> None:
    """[23.2] An attack is declared: both sides see who stands there, and dummies are taken away."""
    if stacks.hidden_at(position, at, position.active):
        table.reveal("the units of a hex were shown")
    unmask(table, position, at, "23.2")
    position.exposed.update(position.troops[at])


def in_reach(position: SteelPosition, unit: Unit) -> int:
    """[23.3] [41.5] How many hexes far a headquarters can look: twice its command radius."""
    return 2 * headquarters.radius(position, unit)


def _in_sight(position: SteelPosition, unit: Unit, veiled: frozenset[int]) -> frozenset[int]:
    """[23.3] The enemy stacks that a headquarters can look at: those of which not all is seen."""
    return _horizon(position, unit) & veiled


def _horizon(position: SteelPosition, unit: Unit) -> frozenset[int]:
    """[23.3] The hexes into which a headquarters can look; none from off the map."""
    board = position.setting.board
    return frozenset() if board.is_area(unit.at) else _circle(board, unit.at, in_reach(position, unit))


@lru_cache(maxsize=512)
def _circle(board: Board, centre: int, far: int) -> frozenset[int]:
    """The hexes at most so far from one; headquarters stand still for long."""
    return frozenset(board.within(centre, far))


def _reconnoitre(table: Table, position: SteelPosition, name: str) -> Procedure:
    """[23.3] A headquarters tries to look at an enemy stack: with a die up to its cadre it sees all units."""
    unit = position.units[name]
    label = position.setting.board.label
    veiled = stacks.veiled(position, other_side(position.active), stacks.known_to(position, position.active))
    order = yield Ask(
        position.active,
        "examine",
        "Which enemy hex is looked at?",
        "23.3",
        options=lambda: [
            *(Examine(label(node)) for node in sorted(_in_sight(position, unit, veiled))),
            PASS,
        ],
        about=matters.Reconnaissance(name),
        why_not=lambda action: why_not(position, action),
    )
    if isinstance(order, Pass):
        return None
    position.scouts.add(name)
    node = position.setting.board[order.at]
    staff = position.piece(unit).name
    die = table.roll("intelligence", "23.3", at=order.at, of=name, words=f"{staff} looks at {order.at}")
    if not finds_out(position, unit, die):
        table.tell(f"{staff} learns nothing of {order.at}", "23.3", kind="fog")
        return None
    table.tell(f"{staff} has found out what is in {order.at}", "23.3", kind="fog")
    find_out(table, position, node, "23.3")
    return None


def finds_out(position: SteelPosition, staff: Unit, die: int) -> bool:
    """[23.3] Whether a headquarters sees with a die what is in a hex: one up to its cadre."""
    return die <= card_effects.cadre(position, staff)


def find_out(table: Table, position: SteelPosition, node: int, rule: str) -> None:
    """[23.3] [23.5] The side whose segment it is sees all of an enemy stack; dummies are removed."""
    side, at = position.active, position.setting.board.label(node)
    table.reveal("a stack was looked at")
    unmask(table, position, node, rule)
    found = position.troops_at(node)
    position.spied[side] = tuple(sorted({*position.spied.get(side, ()), *(each.name for each in found)}))
    table.tell(f"In {at}: {_listed(position, found)}", rule, kind="fog", to=(side,))


def _listed(position: SteelPosition, units: Sequence[Unit]) -> str:
    return ", ".join(
        f"{piece.name} {piece.entrenched}-E" if unit.entrenched else f"{piece.name} {piece.strength}"
        for unit, piece in ((unit, position.piece(unit)) for unit in units)
    )


def end_segment(position: SteelPosition) -> None:
    """[23.3] Headquarters may look again in the next movement segment."""
    position.scouts.clear()


def begin_quarter(position: SteelPosition) -> None:
    """[23.1] Both sides get the dummies back that are off the map."""
    position.unmasked.clear()


def why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """Words for what the fog of war does not allow."""
    board, side = position.setting.board, position.active
    if isinstance(action, Deceive):
        return Refusal("23.1", f"the {SIDE_NAMES[side]} have no dummy left in this quarter")
    if isinstance(action, Reconnoitre):
        if action.unit not in position.headquarters[side]:
            return Refusal("23.3", "only headquarters of your own look at enemy stacks")
        if action.unit in position.scouts:
            return Refusal("23.3", "a headquarters looks at one hex in a movement segment")
        return Refusal("23.3", "there is nothing hidden within twice the command radius")
    if isinstance(action, PlaceDummy) and action.at in board:
        node = board[action.at]
        if position.occupant[node] != side or not _is_real(position, node):
            return Refusal("23.1", f"a dummy lies only with real units, and there are none in {action.at}")
        if position.loads[node] >= position.setting.number("stacking"):
            return Refusal("13.1", f"{action.at} is full")
        return Refusal("23.1", "a dummy lies on top already")
    if isinstance(action, Examine) and action.at in board:
        return Refusal("23.3", f"there is nothing hidden within reach in {action.at}")
    return None
