"""[9.0] [12.0] Reorganization: corps are exchanged for others, units entrench and come out of their
trenches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from operator import attrgetter
from typing import NamedTuple

from hexfront.games.storm_of_steel import matters, stacks
from hexfront.games.storm_of_steel.orders import ComeUp, Entrench, GoUnderground, LeaveTrench, Reorganize
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import impulses, motorization, moving, partisans
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

_INFANTRY = ("active", "reserve", "shock", "alpine")


def segment(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-4aCP2] [3.2-4aEN2] [12.2] Before movement and combat of an impulse."""
    exchanges = _Exchanges(position)
    while True:
        order = yield Ask(
            position.active,
            "reorganize",
            "Entrench, leave trenches or exchange corps; pass when done",
            "12.0",
            options=lambda: chain(_turns(position), partisans.turns(position), exchanges.listed()),
            about=matters.Segment(position.step),
            why_not=lambda action: (
                partisans.why_not(position, position.active, action) or _why_not(position, action)
            ),
            station=True,
            always=_is_asked(position),
            groups=lambda action: exchange_objection(position, action),
            passes=True,
        )
        if isinstance(order, Pass):
            return None
        exchanges.change(order)
        if isinstance(order, GoUnderground | ComeUp):
            partisans.turn(table, order)
        else:
            _carry_out(table, position, order)


def at_home(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-7g] [9.0] At the end of mobilization: exchanges, and trenches only where others are in theirs."""
    exchanges = _Exchanges(position)
    while True:
        side = position.active
        order = yield Ask(
            side,
            "reorganize",
            "Exchange corps, or entrench with others; pass when done",
            "9.0",
            options=lambda: chain(_joining(position), exchanges.listed()),
            about=matters.Segment(position.step),
            why_not=lambda action: _why_not(position, action),
            station=True,
            always=_is_asked(position),
            groups=lambda action: exchange_objection(position, action),
            passes=True,
        )
        if not isinstance(order, Pass):
            exchanges.change(order)
            _carry_out(table, position, order)
        elif side == CENTRAL_POWERS:
            position.active = ENTENTE
        else:
            position.active = CENTRAL_POWERS
            return None


def _is_asked(position: SteelPosition) -> bool:
    """[23.0] Whether a side is asked even if nobody can turn or be exchanged, which may be hidden; in Summer
    1914 all know it (SS-D35)."""
    return not moving.is_summer_1914(position) and stacks.has_secrets(position, position.active)


def can_entrench(position: SteelPosition, unit: Unit) -> bool:
    """[12.0] [12.3] Whether a unit has an entrenched side to turn to, now; nobody in Summer 1914 (SS-D35)."""
    piece = position.setting.pieces[unit.piece]
    return (
        not unit.entrenched
        and not unit.turned
        and piece.entrenched is not None
        and not piece.fort
        and not piece.partisan
        and not position.is_cargo(unit.name)
        and not moving.is_summer_1914(position)
    )


def _turns(position: SteelPosition) -> Iterator[Action]:
    """[12.0] Every unit on an active front that can turn to its other side."""
    fronts, front_of = impulses.active_fronts(position), position.setting.front_of
    units, digs = position.units, not moving.is_summer_1914(position)
    for name in position.army[position.active]:
        unit = units[name]
        if not unit.turned and front_of[unit.at] in fronts:
            if (turn := _turn_of(position, unit, digs=digs)) is not None:
                yield turn


def _turn_of(position: SteelPosition, unit: Unit, *, digs: bool) -> Action | None:
    """[12.0] How a unit that has not turned yet can."""
    if unit.entrenched:
        return None if position.setting.pieces[unit.piece].partisan else LeaveTrench(unit.name)
    return Entrench(unit.name) if digs and can_entrench(position, unit) else None


def _joining(position: SteelPosition) -> Iterator[Action]:
    """[9.0] [2.8-Fortification] Units in hexes in which another unit is entrenched already, as forts are."""
    pieces = position.setting.pieces
    for name in position.army[position.active]:
        unit = position.units[name]
        if can_entrench(position, unit) and any(
            each.entrenched or pieces[each.piece].fort for each in position.troops_at(unit.at)
        ):
            yield Entrench(name)


class _Exchanges:
    """[9.1] [9.3] [42.3] Corps of infantry of one hex, country, kind and face for as many divisions in other
    corps of the pool; tanks are not exchanged.

    Of counters that are alike the first is listed; any other can be named (`exchange_objection`). What can be
    exchanged in a hex is found again when an order has changed something there, or in the pool it draws on.
    """

    def __init__(self, position: SteelPosition) -> None:
        self.position = position
        setting = position.setting
        corps = setting.printed.economy.corps
        self._largest = max(
            divisions for divisions, first in corps.items() if setting.calendar.number(first) <= position.turn
        )
        self._possible = self._largest > min(corps)
        self._fronts = impulses.active_fronts(position) if position.impulse else setting.fronts
        self._corps = _corps_of_infantry(setting)
        self._begin()

    def _begin(self) -> None:
        """Know nothing yet of the side that is asked."""
        self._side = self.position.active
        self._hexes: dict[int, list[_Group]] = {}
        self._stock: dict[tuple[str, str, int], list[str]] = {}
        self._taken: dict[tuple[str, str, tuple[int, ...]], tuple[str, ...]] = {}

    def listed(self) -> Iterator[Action]:
        """All that can be exchanged, in order of the first unit of each group."""
        if not self._possible:
            return
        if self._side != self.position.active:
            self._begin()
        units, hexes = self.position.units, self._hexes
        nodes = {units[name].at for name in self.position.army[self._side]}
        for node in nodes:
            if node not in hexes:
                hexes[node] = [*self._found_in(node)]
        groups = [group for node in nodes for group in hexes[node]]
        groups.sort(key=_FIRST)
        for group in groups:
            yield from group.orders

    def change(self, order: Action) -> None:
        """An order is about to be carried out: forget what will be another afterwards."""
        units, corps = self.position.units, self._corps
        names = order.units if isinstance(order, Reorganize) else (getattr(order, "unit", ""),)
        for name in names:
            if name in units:
                self._hexes.pop(units[name].at, None)
        if isinstance(order, Reorganize):
            pool = corps[units[order.units[0]].piece]
            self._stock = {key: names for key, names in self._stock.items() if key[:2] != pool}
            self._taken = {key: into for key, into in self._taken.items() if key[:2] != pool}
            self._hexes = {
                node: groups
                for node, groups in self._hexes.items()
                if all(group.pool != pool for group in groups)
            }

    def _found_in(self, node: int) -> Iterator[_Group]:
        """The groups of a hex, with what each can be exchanged for."""
        position, setting, corps = self.position, self.position.setting, self._corps
        if setting.front_of[node] not in self._fronts:
            return
        groups: dict[tuple[tuple[str, str], bool], list[Unit]] = {}
        for unit in position.troops_at(node):
            pool = corps.get(unit.piece)
            if pool is None or unit.moved or unit.waits or position.sides[unit.piece] != self._side:
                continue
            groups.setdefault((pool, unit.entrenched), []).append(unit)
        pieces, room = setting.pieces, setting.number("stacking") - position.loads[node]
        for (pool, _), units in groups.items():
            orders: list[Action] = []
            divisions = tuple([pieces[unit.piece].divisions for unit in units])
            for chosen, parts in _ways(divisions, room, self._largest):
                key = *pool, parts
                into = self._taken.get(key)
                if into is None:
                    into = self._taken[key] = _from_pool(position, self._stock, *key)
                if into:
                    orders.append(Reorganize(tuple([units[at].name for at in chosen]), into))
            yield _Group(units[0].name, pool, orders)


class _Group(NamedTuple):
    """[9.1] Corps that can be exchanged with each other: the first of them, their pool, and the orders."""

    first: str
    pool: tuple[str, str]
    orders: list[Action]


_FIRST = attrgetter("first")


@lru_cache(maxsize=16)
def _corps_of_infantry(setting: SteelSetting) -> dict[str, tuple[str, str]]:
    """[9.1] The counters that can be exchanged, with their country and kind."""
    return {
        key: (piece.country, piece.kind)
        for key, piece in setting.pieces.items()
        if piece.kind in _INFANTRY and piece.corps
    }


@lru_cache(maxsize=1024)
def _ways(
    divisions: tuple[int, ...], room: int, largest: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """[9.1] Which corps of a stack can be given for which others, none of the same size among them."""
    found = []
    for size in range(1, len(divisions) + 1):
        for chosen in combinations(range(len(divisions)), size):
            given = {divisions[at] for at in chosen}
            total = sum(divisions[at] for at in chosen)
            found += [
                (chosen, parts) for parts in _parts(total, largest, room + size) if not given & set(parts)
            ]
    return tuple(found)


def _parts(total: int, largest: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to divide divisions among at most so many corps of two to ``largest``, larger ones first."""
    if total == 0:
        yield ()
        return
    if most <= 0:
        return
    for size in range(min(largest, total), 1, -1):
        for rest in _parts(total - size, size, most - 1):
            yield (size, *rest)


def _from_pool(
    position: SteelPosition,
    stock: dict[tuple[str, str, int], list[str]],
    country: str,
    kind: str,
    parts: tuple[int, ...],
) -> tuple[str, ...]:
    """[9.1] Counters of the force pool for some corps, the first by name; nothing if there are too few.

    All corps of a kind are worth the same a division, so that strengths agree where divisions do.
    """
    found: list[str] = []
    for size in parts:
        key = country, kind, size
        pool = stock.get(key)
        if pool is None:
            pool = stock[key] = [
                name for name in position.setting.stock.get(key, ()) if position.in_pool(name)
            ]
        taken = sum(1 for other in found if other in pool)
        if taken >= len(pool):
            return ()
        found.append(pool[taken])
    return tuple(found)


def _carry_out(table: Table, position: SteelPosition, order: Action) -> None:
    label = position.setting.board.label
    if isinstance(order, Reorganize):
        units = [position.remove(name) for name in order.units]
        first = units[0]
        for key, trucks in zip(order.into, motorization.handed_on(units, len(order.into)), strict=True):
            made = Unit(
                key, key, first.at, entrenched=first.entrenched, turned=first.turned, motorized=trucks
            )
            position.put(made)
        pieces, whose = position.setting.pieces, position.side_of(first)
        before = ", ".join(pieces[unit.piece].name for unit in units)
        after = ", ".join(pieces[key].name for key in order.into)
        table.tell(f"{before} in {label(units[0].at)} become {after}", "9.1", kind="reorganize", to=(whose,))
        return
    assert isinstance(order, Entrench | LeaveTrench)
    turn(table, position, order)


def turn(table: Table, position: SteelPosition, order: Entrench | LeaveTrench) -> None:
    """[12.0] A unit is turned to its other side."""
    label = position.setting.board.label
    digs = isinstance(order, Entrench)
    unit = position.change(order.unit, entrenched=digs, turned=True)
    what = "entrenches" if digs else "leaves its trenches"
    text = f"{position.piece(unit).name} in {label(unit.at)} {what}"
    table.tell(text, "12.0", kind="entrench", to=(position.side_of(unit),))  # of a stack only the top is seen


def exchange_objection(position: SteelPosition, order: Action) -> Refusal | None:
    """[9.1] Why an exchange of corps is not possible; None if it is, whichever counters of the pool are
    named."""
    if not isinstance(order, Reorganize):
        return Refusal("9.0", "that exchanges no corps")
    units = [unit for name in dict.fromkeys(order.units) if (unit := position.units.get(name)) is not None]
    pieces = position.setting.pieces
    into = [piece for name in dict.fromkeys(order.into) if (piece := pieces.get(name)) is not None]
    if len(units) < len(order.units) or not units:
        return Refusal("9.1", "all that is exchanged must be in play, and named once")
    if len(into) < len(order.into) or not into:
        return Refusal("9.1", "what is taken must be counters of the lists, each named once")
    return next(_faults_of_given(position, units), None) or next(
        _faults_of_taken(position, units, into), None
    )


def _faults_of_given(position: SteelPosition, units: list[Unit]) -> Iterator[Refusal]:
    """[9.0] [9.1] [9.2] What is wrong with the corps that are given."""
    node = units[0].at
    pieces = [position.piece(unit) for unit in units]
    if any(position.side_of(unit) != position.active for unit in units):
        yield Refusal("9.1", "all that is exchanged must be yours")
    if any(unit.at != node for unit in units):
        yield Refusal("9.1", "only units of one hex are exchanged")
    if len({(piece.country, piece.kind) for piece in pieces}) > 1:
        yield Refusal("9.1", "only units of one kind and country are exchanged")
    if any(piece.kind not in _INFANTRY or not piece.corps for piece in pieces):
        yield Refusal("9.0", "only infantry corps are reorganized")
    if len({unit.entrenched for unit in units}) > 1:
        yield Refusal("9.1", "units in trenches are not exchanged together with others")
    if any(unit.moved or unit.waits for unit in units):
        yield Refusal("9.2", "who has moved or may not move yet is not exchanged")
    if any(position.is_cargo(unit.name) for unit in units):
        yield Refusal("9.1", "who is aboard a ship is not exchanged")
    if position.impulse and position.setting.front_of[node] not in impulses.active_fronts(position):
        yield Refusal("8.4", "there is no impulse on its front")


def _faults_of_taken(position: SteelPosition, units: list[Unit], into: list[Piece]) -> Iterator[Refusal]:
    """[9.1] [9.3] [13.1] What is wrong with the corps that are taken for others."""
    setting, given = position.setting, [position.piece(unit) for unit in units]
    if any((piece.country, piece.kind) != (given[0].country, given[0].kind) for piece in into):
        yield Refusal("9.1", "only units of one kind and country are exchanged")
    sizes = [sorted(piece.divisions for piece in pieces) for pieces in (into, given)]
    if sum(sizes[0]) != sum(sizes[1]):
        yield Refusal("9.1", "as many divisions are taken as are given", sum(sizes[1]), sum(sizes[0]))
    for piece in into:
        first = setting.printed.economy.corps.get(piece.divisions)
        if first and setting.calendar.number(first) > position.turn:
            yield Refusal("9.3", f"corps of {piece.divisions} divisions are formed from {first} on")
        if piece not in given and not position.in_pool(piece.key):
            yield Refusal("9.1", f"{piece.key} is not in the force pool")
    if sizes[0] == sizes[1]:
        yield Refusal("9.1", "corps are exchanged for others of other sizes")
    if position.loads[units[0].at] - len(units) + len(into) > setting.number("stacking"):
        yield Refusal("13.1", f"{setting.board.label(units[0].at)} has no room for so many")


def _why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """Words for what a unit cannot do."""
    if isinstance(action, Reorganize):
        return exchange_objection(position, action)
    if not isinstance(action, Entrench | LeaveTrench):
        return None
    if words := position.why_not_own(action.unit, position.active):
        return Refusal("12.0", words)
    piece = position.piece(position.units[action.unit])
    if isinstance(action, LeaveTrench):
        return Refusal("17.1" if piece.fort else "12.0", f"{piece.name} does not leave trenches now")
    if (never := why_never(position, action.unit)) is not None:
        return never
    if not position.impulse:
        return Refusal("9.0", "only where another unit is entrenched already")
    return Refusal("8.4", f"there is no impulse for {piece.name} on its front")


def why_never(position: SteelPosition, name: str) -> Refusal | None:
    """[12.0] [12.3] Why a unit cannot entrench in any segment of the quarter as it stands."""
    unit = position.units[name]
    piece = position.piece(unit)
    if unit.entrenched or piece.fort:
        return Refusal("12.0", f"{piece.name} is entrenched already")
    if piece.entrenched is None:
        return Refusal("12.3", f"{piece.name} has no entrenched side")
    if moving.is_summer_1914(position):
        return Refusal("12.0", "nobody entrenches in Summer 1914")
    return None
