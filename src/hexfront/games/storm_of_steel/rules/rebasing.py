"""[3.2-7f] [25.34] Ships change their bases at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexfront.games.storm_of_steel.matters import Harbour
from hexfront.games.storm_of_steel.orders import Rebase
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import convoys, naval_transport, sea_control, sea_routes
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.sea_orders import TurnUp
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, NAVAL, SIDES
from hexfront.kernel.play import PASS, Action, Ask, Pass, Procedure, Refusal, Table, Together
from hexfront.kernel.title import EVERYBODY

WARSHIPS = ("CA", "PD", "BC", "BB")  # [21.14]
_NOWHERE = 99  # more areas than there are


SEAL = "harbours"
IN_PORT = "in port"  # who has sent all ships that shall go, and the flag of the turn


def segment(table: Table[SteelPosition]) -> Procedure:
    """[3.2-7f] [10.35] [23.41] Both sides send ships to other bases at the same time and unseen, whatever
    zones lie on them, until they are content."""
    position = table.position
    if position.flags.get(IN_PORT) == position.turn:
        return None
    sides = [side for side in SIDES if has_ships(position, side)]
    while left := [side for side in sides if f"{side} {IN_PORT}" not in position.ready]:
        answers = yield Together(tuple(_ask(position, side) for side in left), station=True, eager=True)
        ((side, order),) = answers.items()
        if isinstance(order, Pass):
            position.ready.add(f"{side} {IN_PORT}")
        else:
            _sail(table, order)
    if sides:
        yield Ask(
            sides[0],
            "in port",
            "All ships are in port: go on",
            "3.2-7f",
            [TurnUp()],
            Harbour(),
            station=True,
            always=True,
        )
    position.flags[IN_PORT] = position.turn
    return None


def has_ships(position: SteelPosition, side: str) -> bool:
    """[3.2-7f] Whether a side has ships that could change their base, as all can see."""
    return any(position.piece(position.units[name]).kind in sea_control.SHIPS for name in position.navy[side])


def _ask(position: SteelPosition, side: str) -> Ask:
    return Ask(
        side,
        "rebase",
        "Send ships to other bases; pass when done",
        "3.2-7f",
        lambda: rebasings(position, side),
        Harbour(),
        lambda action: why_not(position, side, action),
        default=lambda: PASS,
        sealed=f"{SEAL} {position.turn}",
        passes=True,
    )


def rebasings(position: SteelPosition, side: str) -> Iterator[Action]:
    """[25.34] Every ship that may go, with the bases and ports it can reach."""
    board, pieces = position.setting.board, position.setting.pieces
    shut_in = sea_control.blockade_shuts(position)
    open_to = {each: harbours_open(position, side, warship=each) for each in (True, False)}
    ends: dict[tuple[tuple[str, ...], bool, bool], list[tuple[int, str]]] = {}
    for name in position.navy[side]:
        unit = position.units[name]
        if pieces[unit.piece].kind not in NAVAL or not may_sail(position, unit):
            continue
        warship = is_warship(position, unit)
        if convoys.is_in_zone(position, unit):
            goals = [(node, board.label(node)) for node in convoys.bases(position, side, open_to[warship])]
        else:  # all that lie on the same seas come to the same bases
            key = sea_control.seas_of(position, unit.at), board.is_area(unit.at), warship
            if key not in ends:
                found = _in_reach(position, side, unit.at, open_to[warship])
                ends[key] = [(node, board.label(node)) for node in found]
            goals = ends[key]
        for node, label in goals:
            if node != unit.at and (not shut_in or is_free(position, unit, node)):
                yield Rebase(name, label)


def is_warship(position: SteelPosition, unit: Unit) -> bool:
    return position.piece(unit).kind in WARSHIPS


def may_sail(position: SteelPosition, unit: Unit) -> bool:
    """[3.2-7f] [25.34] Whether a ship may change its base: it has had no mission this turn. Transports move
    in impulses instead."""
    kind = position.piece(unit).kind
    return kind in NAVAL and kind != sea_control.TRANSPORT and not unit.moved and not unit.mission


def reached(position: SteelPosition, side: str, start: int) -> dict[str, int]:
    """[21.22] [21.32] [21.42] [21.45] [25.34] The seas that a ship comes to from a base without crossing one
    the enemy dominates, with the areas it has used; from off the map it goes no farther than the map that
    adjoins (SS-D82)."""
    usable = sea_routes.open_seas(position, side)
    abroad = position.setting.board.is_area(start)
    found = {sea: 1 for sea in sea_control.seas_of(position, start) if sea in usable}
    queue = [*found]
    for sea in queue:
        for other, both in _beside(position.setting, sea):
            if other not in usable or (abroad and not naval_transport.goes_on(sea, other)):
                continue
            on_map = sea not in OFF_MAP_SEAS and other not in OFF_MAP_SEAS
            used = found[sea] + (0 if on_map else 1)
            if used < found.get(other, _NOWHERE):
                if sea_routes.straits_open(position, side, both):
                    found[other] = used
                    queue.append(other)
    return found


@lru_cache(maxsize=256)
def _beside(setting: SteelSetting, sea: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The seas beside one, and both together."""
    links = [link for link in setting.links if link.kind == "sea" and sea in (link.a, link.b)]
    return tuple((link.b if sea == link.a else link.a, frozenset((link.a, link.b))) for link in links)


def harbours_for(
    position: SteelPosition, unit: Unit, open_to: Sequence[tuple[int, tuple[str, ...]]] | None = None
) -> Iterator[int]:
    """[21.45] [25.1] [25.34] The friendly bases, and off the map ports, that a ship can reach: between two
    bases of the map over any seas, else two areas far (SS-D82)."""
    side = position.side_of(unit)
    if open_to is None:
        open_to = harbours_open(position, side, warship=is_warship(position, unit))
    if convoys.is_in_zone(position, unit):
        yield from convoys.bases(position, side, open_to)
        return
    for node in _in_reach(position, side, unit.at, open_to):
        if node != unit.at:
            yield node


def _in_reach(
    position: SteelPosition, side: str, start: int, open_to: Sequence[tuple[int, tuple[str, ...]]]
) -> Iterator[int]:
    """[25.34] Of some bases and ports those that can be reached from one, itself among them; that follows
    from the seas it is on."""
    seas, is_area = reached(position, side, start), position.setting.board.is_area
    abroad = is_area(start)
    for node, on in open_to:
        far = naval_transport.FURTHEST if abroad or is_area(node) else _NOWHERE - 1
        for sea in on:
            if seas.get(sea, _NOWHERE) <= far:
                yield node
                break


def harbours_open(position: SteelPosition, side: str, *, warship: bool) -> list[tuple[int, tuple[str, ...]]]:
    """[25.1] [25.34] [21.14] The bases, and off the map ports, that ships of a side may lie in, with the
    seas they are on."""
    found = []
    for node, area in _bases(position.setting):
        if area:
            friendly = side == ENTENTE and (
                sea_routes.area_friendly(position, side, area) or (warship and _may_hunt(position, area))
            )
        else:
            friendly = position.controller(node) == side and node not in position.ruins  # [34.3]
        if friendly:
            found.append((node, sea_control.seas_of(position, node)))
    return found


@lru_cache(maxsize=16)
def _bases(setting: SteelSetting) -> tuple[tuple[int, str], ...]:
    """[25.34] The naval bases in play, and the ports of off-map areas with the name of these."""
    board, kinds = setting.board, setting.ground.kinds_of
    return tuple(
        (node, board.label(node) if board.is_area(node) else "")
        for node in sorted(sea_control.harbours(setting))
        if board.is_area(node)
        or ("naval base" in kinds[node] and (len(setting.fronts) > 1 or node in setting.in_play))
    )


def _may_hunt(position: SteelPosition, area: str) -> bool:
    """[21.14] Whether warships may go where enemy ships lie off the map."""
    owner = position.setting.printed.places.areas[area].owner
    return position.alliances.get(owner) == CENTRAL_POWERS


def is_free(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[28.1] [28.4] Under the blockade, until it is broken, Austro-Hungarian ships stay in the Adriatic."""
    if position.piece(unit).country != "austria-hungary" or not sea_control.blockade_shuts(position):
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
                table.tell(
                    f"{position.piece(each).name} is driven off", "21.14", kind="rebase", to=[EVERYBODY]
                )


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
    if unit.mission:
        return Refusal("25.34", f"{position.piece(unit).name} has had a mission this turn")
    if not may_sail(position, unit):
        return Refusal("3.2-7f", f"{position.piece(unit).name} does not change its base now")
    if action.to in board and board.is_area(board[action.to]) and side == CENTRAL_POWERS:
        return Refusal("21.6", "the Central Powers do not enter off-map areas")
    return Refusal(
        "25.34", f"{position.piece(unit).name} cannot reach {action.to}, or it is no base of yours"
    )
