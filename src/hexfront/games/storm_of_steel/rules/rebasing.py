"""[3.2-7f] [25.34] Ships change their bases at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.storm_of_steel.matters import Harbour
from hexfront.games.storm_of_steel.orders import Rebase
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import naval_transport, sea_control, sea_routes
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, NAVAL, RAIDING_ZONE
from hexfront.kernel.play import PASS, Action, Ask, Pass, Procedure, Refusal, Table

WARSHIPS = ("CA", "PD", "BC", "BB")  # [21.14]
BLOCKADE = 92


def segment(table: Table[SteelPosition], side: str) -> Procedure:
    """[3.2-7f] [10.35] A side sends ships to other bases, whatever zones lie on them, until it is content."""
    position = table.position
    while True:
        order = yield Ask(
            side,
            "rebase",
            "Send ships to other bases; pass when done",
            "3.2-7f",
            lambda: [*rebasings(position, side), PASS],
            Harbour(),
            lambda action: why_not(position, side, action),
            default=lambda: PASS,
            station=True,
        )
        if isinstance(order, Pass):
            return None
        _sail(table, order)


def rebasings(position: SteelPosition, side: str) -> Iterator[Action]:
    """[25.34] Every ship that may go, with the bases and ports it can reach."""
    label = position.setting.board.label
    ends: dict[tuple[int, bool], list[int]] = {}
    open_to = {each: harbours_open(position, side, warship=each) for each in (True, False)}
    for unit in position.of_side(side):
        if not may_sail(position, unit):
            continue
        key = unit.at, is_warship(position, unit)
        if key not in ends:
            ends[key] = [*harbours_for(position, unit, open_to[key[1]])]
        yield from (Rebase(unit.name, label(node)) for node in ends[key] if _is_free(position, unit, node))


def is_warship(position: SteelPosition, unit: Unit) -> bool:
    return position.piece(unit).kind in WARSHIPS


def may_sail(position: SteelPosition, unit: Unit) -> bool:
    """[3.2-7f] Whether a ship may change its base: transports move in impulses instead, and those in the
    raiding zone come back by missions of their own."""
    kind = position.piece(unit).kind
    return (
        kind in NAVAL
        and kind != sea_control.TRANSPORT
        and not unit.moved
        and position.setting.board.label(unit.at) != RAIDING_ZONE
    )


def reached(position: SteelPosition, side: str, start: int) -> dict[str, int]:
    """[21.22] [21.32] [21.42] [21.45] [25.34] The seas that a ship comes to from a base without crossing one
    the enemy dominates: over the edge of the map into the sea that adjoins, and two areas far."""
    usable = sea_routes.open_seas(position, side)
    links = [
        link
        for link in position.setting.links
        if link.kind == "sea" and sea_routes.straits_open(position, side, frozenset((link.a, link.b)))
    ]
    found = {sea: 1 for sea in sea_control.seas_of(position, start) if sea in usable}
    queue = [*found]
    for sea in queue:
        for link in links:
            if sea not in (link.a, link.b):
                continue
            other = link.b if sea == link.a else link.a
            on_map = sea not in OFF_MAP_SEAS and other not in OFF_MAP_SEAS
            used = found[sea] + (0 if on_map else 1)
            if other in usable and used < found.get(other, naval_transport.FURTHEST + 1):
                found[other] = used
                queue.append(other)
    return found


def harbours_for(
    position: SteelPosition, unit: Unit, open_to: Sequence[tuple[int, tuple[str, ...]]] | None = None
) -> Iterator[int]:
    """[25.1] [25.34] The friendly bases, and off the map ports, that a ship can reach."""
    side = position.side_of(unit)
    if open_to is None:
        open_to = harbours_open(position, side, warship=is_warship(position, unit))
    seas = reached(position, side, unit.at)
    for node, on in open_to:
        if node != unit.at and not seas.keys().isdisjoint(on):
            yield node


def harbours_open(position: SteelPosition, side: str, *, warship: bool) -> list[tuple[int, tuple[str, ...]]]:
    """[25.1] [25.34] [21.14] The bases, and off the map ports, that ships of a side may lie in, with the
    seas they are on."""
    setting = position.setting
    found = []
    for node in sorted(sea_control.harbours(setting)):
        if setting.board.is_area(node):
            area = setting.board.label(node)
            friendly = side == ENTENTE and (
                sea_routes.area_friendly(position, side, area) or (warship and _may_hunt(position, area))
            )
        else:
            friendly = (
                "naval base" in setting.ground.kinds_of[node]
                and position.controller(node) == side
                and (len(setting.fronts) > 1 or node in setting.in_play)
            )
        if friendly:
            found.append((node, sea_control.seas_of(position, node)))
    return found


def _may_hunt(position: SteelPosition, area: str) -> bool:
    """[21.14] Whether warships may go where enemy ships lie off the map."""
    owner = position.setting.printed.places.areas[area].owner
    return position.alliances.get(owner) == CENTRAL_POWERS


def _is_free(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[28.1] Under the blockade the Austro-Hungarian fleet stays in the Adriatic."""
    if position.piece(unit).country != "austria-hungary" or BLOCKADE not in position.developed:
        return True
    return "adriatic" in sea_control.seas_of(position, node)


def _sail(table: Table[SteelPosition], order: Rebase) -> None:
    """[25.34] [21.14] A ship goes to its new base; Dutch ships off the map do not wait for it."""
    position = table.position
    board = position.setting.board
    node = board[order.to]
    unit = position.change(order.unit, at=node, moved=True)
    name = position.piece(unit).name
    table.tell(f"{name} goes to {board.name_of(node)}", "3.2-7f", kind="rebase")
    if board.is_area(node) and is_warship(position, unit):
        for each in position.units_at(node):
            if position.side_of(each) == CENTRAL_POWERS:
                position.remove(each.name)
                position.removed.add(each.name)
                table.tell(f"{position.piece(each).name} is driven off", "21.14", kind="rebase")


def end(position: SteelPosition) -> None:
    """Ships may sail again next turn."""
    for unit in [*position.units.values()]:
        if unit.moved and not position.piece(unit).land:
            position.change(unit.name, moved=False)


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """Words for a ship that cannot go there."""
    if not isinstance(action, Rebase):
        return None
    board, unit = position.setting.board, position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("3.2-7f", f'"{action.unit}" is no ship of yours')
    if not may_sail(position, unit):
        return Refusal("3.2-7f", f"{position.piece(unit).name} does not change its base now")
    if action.to in board and board.is_area(board[action.to]) and side == CENTRAL_POWERS:
        return Refusal("21.6", "the Central Powers do not enter off-map areas")
    return Refusal(
        "25.34", f"{position.piece(unit).name} cannot reach {action.to}, or it is no base of yours"
    )
