"""Scenario book, chapter 25: what leaves map 5-3 for other fronts in a linked game, and what comes back.

The maps of the other fronts are not ours: they are a ledger among the flags of a position. A unit that leaves
by rail spends its turns in transit, then stands in the ledger of its front at the strength it has; its owner
may call it back the same way. What headquarters and shipments carry goes into the stock of that front. How
the war goes there is news (see `linked_game`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexfront.games.western_front.orders import CallBack, Leave
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Arrival
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import morale, rail, rail_lines, withdrawals
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, SUPPLY_ELSEWHERE
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

LINKED = "linked"
EASTERN = "eastern-front"  # note of an arrival that belongs to the east
TAKES_OVER_THERE = "takes over in the east: "
EAST, ITALY = "east", "italy"
EDGES = {EAST: "edge east", ITALY: "edge south"}
NAMES = {EAST: "the Eastern Front", ITALY: "the Italian Front"}
_SIDES = {EAST: CENTRAL_POWERS, ITALY: ENTENTE}
_THERE = "%s: "  # flag of a unit on a front: its strength
_OUT = "to %s: "  # flag of a unit on its way there: the turn in which it arrives
_BACK = "from %s: "  # flag of a unit on its way back: the turn in which it arrives
_STOCK = SUPPLY_ELSEWHERE + "%s: "  # flag of a nation: supply points there
_SPENT = "sent to italy: "  # flag of a nation and a kind: how much of what may go has gone
_RETURNED = "back from italy: "  # flag of a unit that may not go again
_BEF_IN_ITALY = "bef in italy"


def is_linked(position: WesternFrontPosition) -> bool:
    """[WF 25-1] Whether this map is one of several on which the war is played."""
    return position.setting.option(LINKED)


def turn_count(position: WesternFrontPosition) -> int:
    """Normal turns counted through, for the days in transit."""
    date = position.date
    return (date.year * 12 + date.month) * 7 + date.turn


def on_front(position: WesternFrontPosition, front: str) -> dict[str, int]:
    """The units in the ledger of a front, with their strength; those still on their way are not there."""
    return _listed(position, _THERE % front)


def on_the_way(position: WesternFrontPosition, front: str) -> dict[str, int]:
    """Units that travel to a front or back, with the turn in which they arrive."""
    return {**_listed(position, _OUT % front), **_listed(position, _BACK % front)}


def _listed(position: WesternFrontPosition, flag: str) -> dict[str, int]:
    return {key.removeprefix(flag): value for key, value in position.flags.items() if key.startswith(flag)}


def piece_of(position: WesternFrontPosition, name: str) -> Piece:
    """The counter of a unit in a ledger; replacements are numbered."""
    return position.setting.pieces[name.partition("#")[0]]


def stock(position: WesternFrontPosition, front: str, nation: str) -> int:
    """Supply points of a nation on a front."""
    return position.flags.get(_STOCK % front + nation, 0)


def change_stock(position: WesternFrontPosition, front: str, nation: str, points: int) -> None:
    """Let a nation have more supply points on a front, or fewer."""
    left = stock(position, front, nation) + points
    key = _STOCK % front + nation
    if left:
        position.flags[key] = left
    else:
        position.flags.pop(key, None)


def enter(position: WesternFrontPosition, front: str, name: str, strength: int) -> None:
    """Put a unit into the ledger of a front; for this map it has been withdrawn."""
    position.gone.add(name)
    position.flags[withdrawals.SENT_AWAY + name] = 1
    position.flags[_THERE % front + name] = strength


def send_east(position: WesternFrontPosition, unit: Unit) -> None:
    """[WF 3-5] A unit that has been taken off the map goes east; in a linked game the ledger has it."""
    position.gone.add(unit.name)
    position.flags[withdrawals.SENT_AWAY + unit.name] = 1
    if is_linked(position):
        position.flags[_THERE % EAST + unit.name] = unit.strength
        if unit.supply:
            change_stock(position, EAST, position.piece(unit).nation, unit.supply)


def strike_out(position: WesternFrontPosition, name: str) -> int | None:
    """Take a unit out of the ledger of its front, for good; its strength, or None if it is in none."""
    for front in (EAST, ITALY):
        if (strength := position.flags.pop(_THERE % front + name, None)) is not None:
            return strength
    return None


def withdraw(table: Table, position: WesternFrontPosition) -> None:
    """[WF 25 list] Units that the lists withdraw leave the ledgers, too; who replaces them does so there."""
    if not is_linked(position):
        return
    for row in position.setting.leaving(position.date):
        if withdrawals.is_of_active_side(position, row.nation) and strike_out(position, row.unit) is not None:
            table.tell(f"{piece_of(position, row.unit).label} is withdrawn", "25-8", kind="withdrawal")
            for change in position.setting.orders.conversions:
                if row.unit in change.old and (change.year, change.month) == (row.year, row.month):
                    position.flags.update((TAKES_OVER_THERE + new, 1) for new in change.new)


def receives(position: WesternFrontPosition, row: Arrival, name: str, strength: int) -> bool:
    """[WF 25 list] Whether an arrival belongs to the ledger of the east: then it is there."""
    if EASTERN not in row.notes and position.flags.pop(TAKES_OVER_THERE + name, None) is None:
        return False
    if row.supply:
        change_stock(position, EAST, row.nation, row.supply)
    if name:
        enter(position, EAST, name, strength)
    return True


# Leaving


def why_not_leave(position: WesternFrontPosition, side: str, order: Leave) -> Refusal | None:
    """[WF 25-8] [WF 25-9] [WF 25-10] [WF 25-11] Why a unit may not leave for another front."""
    if not is_linked(position) or order.to not in EDGES:
        return Refusal("WF 25-1", "units leave for other fronts in a linked game only")
    unit = position.units.get(order.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("WF 25-8", f'"{order.unit}" is no unit of yours')
    piece = position.piece(unit)
    if side == CENTRAL_POWERS and order.to == ITALY:
        return Refusal("WF 25-11", "the Austrians decide who of Germany comes to Italy, by the rules there")
    if side != _SIDES[order.to] or piece.fortress or piece.nation not in _TRAVELLERS[order.to]:
        rule = "WF 25-8" if order.to == EAST else "WF 25-9"
        return Refusal(rule, f"{piece.label} has no business on {NAMES[order.to]}")
    if order.to == ITALY and (refusal := _why_not_italy(position, unit, piece)):
        return refusal
    rule = "WF 25-8" if order.to == EAST else "WF 25-10"
    label = position.setting.board.label(unit.at)
    edge = position.setting.board.regions.get(EDGES[order.to], frozenset())
    if unit.at not in edge or not rail_lines.is_operative_for(position, unit.at, side):
        return Refusal(rule, f"{label} is no rail hex on the {EDGES[order.to].removeprefix('edge ')}ern edge")
    if unit.moved or unit.spent or unit.attacked:
        return Refusal(rule, f"{piece.label} has moved in this phase")
    network = position.rail_network(unit.at)
    weight = rail.rail_weight(position, unit)
    if network and weight > rail.capacity_left(position, network):
        left = rail.capacity_left(position, network)
        return Refusal("8-1", "the rail network carries no more in this turn", weight, left)
    return None


_TRAVELLERS = {EAST: ("ge",), ITALY: ("fr", "gb")}


def _why_not_italy(position: WesternFrontPosition, unit: Unit, piece: Piece) -> Refusal | None:
    """[WF 25-9] Who may go to Italy: nobody before it is shaken, everybody once it has collapsed, and
    between the two as many of each printed value as were really sent (decision WF-R236)."""
    if not morale.is_shaken(position, "it"):
        return Refusal("WF 25-9", "nobody goes to Italy before its national morale is shaken")
    if morale.is_collapsed(position, "it"):
        return None
    if _RETURNED + unit.name in position.flags:
        return Refusal("WF 25-9", f"{piece.label} has come back from Italy and does not go again")
    key, amount = _account(unit, piece)
    used = position.flags.get(_SPENT + key, 0)
    most = allowance(position, piece)
    if used + amount > most:
        return Refusal(
            "WF 25-9", f"no more of the kind of {piece.label} may go to Italy", most, used + amount
        )
    return None


def _account(unit: Unit, piece: Piece) -> tuple[str, int]:
    """[WF 25-9] Under what a unit is counted that goes to Italy, and how much."""
    if piece.replacement:
        return f"{piece.nation} replacements", unit.strength
    if piece.supply:
        return f"{piece.nation} supply", unit.supply
    return f"{piece.nation} {_value(piece)}", 1


def _value(piece: Piece) -> str:
    return f"{piece.strength}-{piece.movement} {piece.kind} {piece.size}"


def allowance(position: WesternFrontPosition, piece: Piece) -> int:
    """[WF 25-9] How much of a kind may go to Italy between its shaken morale and its collapse."""
    tables = position.setting.tables
    nation = {"gb": "british", "fr": "french"}[piece.nation]
    if piece.replacement:
        return tables.whole(f"linked_{nation}_replacements_italy")
    if piece.supply:
        return tables.whole(f"linked_{nation}_supply_italy")
    pieces = position.setting.pieces
    return sum(
        row.nation == piece.nation and _value(pieces[row.unit]) == _value(piece)
        for row in position.setting.listed.withdrawals
        if "italian-front" in row.notes and not row.struck
    )


def leave(table: Table, position: WesternFrontPosition, order: Leave) -> Procedure:
    """[WF 25-8] [WF 25-10] A unit leaves the map by rail."""
    unit = position.units[order.unit]
    piece = position.piece(unit)
    network = position.rail_network(unit.at)
    if network:
        used = position.rail_used.get(network, 0)
        position.rail_used[network] = used + rail.rail_weight(position, unit)
    if order.to == ITALY:
        key, amount = _account(unit, piece)
        position.flags[_SPENT + key] = position.flags.get(_SPENT + key, 0) + amount
    position.remove(unit.name)
    if unit.supply:
        change_stock(position, order.to, piece.nation, unit.supply)
    if not piece.supply:
        enter(position, order.to, unit.name, unit.strength)
        position.flags[_OUT % order.to + unit.name] = turn_count(position) + _transit(position, order.to)
    rule = "WF 25-8" if order.to == EAST else "WF 25-10"
    table.tell(f"{piece.label} leaves for {NAMES[order.to]}", rule, kind="withdrawal")
    yield from ()
    return None


def _transit(position: WesternFrontPosition, front: str) -> int:
    """[WF 25-8] [WF 25-10] Turns until a unit that leaves now arrives: to the east it is off the maps for the
    whole of the next turn, to Italy it travels for two turns."""
    tables = position.setting.tables
    if front == EAST:
        return tables.whole("linked_transit_turns_east") + 1
    return tables.whole("linked_transit_turns_italy")


# Coming back


def why_not_recall(position: WesternFrontPosition, side: str, order: CallBack) -> Refusal | None:
    """[WF 25-4] [WF 25-8] [WF 25-10] Why a unit on another front cannot be called back."""
    if not is_linked(position):
        return Refusal("WF 25-1", "there is no other front in this game")
    front = front_of(position, order.unit)
    if front is None or _SIDES[front] != side:
        return Refusal("WF 25-8", f'"{order.unit}" is no unit of yours on another front')
    if order.unit in on_the_way(position, front):
        return Refusal("WF 25-8", f"{order.unit} is on its way")
    return position.setting.campaign.why_not_recall(position, order.unit, front)


def front_of(position: WesternFrontPosition, name: str) -> str | None:
    """The front in whose ledger a unit stands."""
    return next((front for front in EDGES if _THERE % front + name in position.flags), None)


def recall(table: Table, position: WesternFrontPosition, order: CallBack) -> Procedure:
    """[WF 25-8] [WF 25-10] A unit sets out for this map."""
    front = front_of(position, order.unit)
    assert front is not None
    position.flags[_BACK % front + order.unit] = turn_count(position) + _transit(position, front)
    rule = "WF 25-8" if front == EAST else "WF 25-10"
    label = piece_of(position, order.unit).label
    table.tell(f"{label} sets out from {NAMES[front]}", rule, kind="arrival")
    yield from ()
    return None


def arrive(table: Table, position: WesternFrontPosition) -> None:
    """[WF 25-8] [WF 25-10] As an arrival phase begins, whoever has travelled long enough arrives; who travels
    between France and Italy still uses the French railways."""
    if not is_linked(position):
        return
    now = turn_count(position)
    for front, side in _SIDES.items():
        if side != position.active:
            continue
        for name, due in _listed(position, _OUT % front).items():
            if due <= now:
                del position.flags[_OUT % front + name]
                piece = piece_of(position, name)
                rule = "WF 25-8" if front == EAST else "WF 25-10"
                table.tell(f"{piece.label} arrives on {NAMES[front]}", rule, kind="arrival")
                if front == ITALY and piece.nation == "gb" and _BEF_IN_ITALY not in position.flags:
                    position.flags[_BEF_IN_ITALY] = 1
                    change = "The BEF headquarters is set up in Italy, without supply points"
                    table.tell(change, "WF 25-10", kind="arrival")
        for name, due in _listed(position, _BACK % front).items():
            if due <= now:
                del position.flags[_BACK % front + name]
                _come_back(position, front, name)
        if front == ITALY:
            for name in on_the_way(position, front):
                weight = _weight(position, name)
                position.rail_used["fr"] = position.rail_used.get("fr", 0) + weight


def _weight(position: WesternFrontPosition, name: str) -> int:
    """[WF 25-10] What a unit in transit uses of the rail capacity."""
    piece = piece_of(position, name)
    return position.setting.tables.headquarters_by_rail(0) if piece.headquarters else piece.rail_size


def _come_back(position: WesternFrontPosition, front: str, name: str) -> None:
    strength = position.flags.pop(_THERE % front + name)
    if front == ITALY:
        position.flags[_RETURNED + name] = 1
    position.gone.discard(name)
    position.flags.pop(withdrawals.SENT_AWAY + name, None)
    position.waiting[name] = Unit(name, piece_of(position, name).key, OFF_MAP, strength, entrained=True)
    position.flags[COMES_FROM + name] = sorted(EDGES).index(front)


COMES_FROM = "comes by the edge of "  # flag of a waiting unit: the front whose edge it comes over


def edge_of(position: WesternFrontPosition, name: str) -> list[int] | None:
    """[WF 25-8] [WF 25-10] The rail hexes over which a unit comes back; None if it comes from no front."""
    number = position.flags.get(COMES_FROM + name)
    if number is None:
        return None
    edge = position.setting.board.regions.get(EDGES[sorted(EDGES)[number]], frozenset())
    return sorted(node for node in edge if position.rail_network(node))


# Orders


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[WF 25-8] [WF 25-10] Who may leave, and who may be called back."""
    if not is_linked(position):
        return
    for front, whose in _SIDES.items():
        if whose != side:
            continue
        edge = position.setting.board.regions.get(EDGES[front], frozenset())
        for unit in position.of_side(side):
            if unit.at in edge and why_not_leave(position, side, Leave(unit.name, front)) is None:
                yield Leave(unit.name, front)
        for name in on_front(position, front):
            if why_not_recall(position, side, CallBack(name)) is None:
                yield CallBack(name)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[WF 25-8] Why nobody leaves or is called back now."""
    if isinstance(action, Leave):
        return why_not_leave(position, side, action)
    return why_not_recall(position, side, action) if isinstance(action, CallBack) else None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Leave: leave,
    CallBack: recall,
}
