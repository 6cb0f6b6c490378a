"""Scenario book, chapter 12, paragraphs 2 to 10: the sectors of the nations of the Entente.

Belgium, Great Britain and the United States have runs of front line hexes of their own; the rest of the
line is French. A sector is three hexes deep. Behind its front hexes it narrows for others, who may stand
beside it, and widens for its own troops, who may stand anywhere up to two hexes behind their front
(decision WF-R155). Sectors are kept among the flags of a position, hex by hex in their order along the
line; a game without any has no sectors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.games.western_front.orders import Hold
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import expenditure, front_runs
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.following import Remembered, beside

FRENCH, BELGIAN = "fr", "be"
NATIONS = (BELGIAN, "gb", "us")  # those that have sectors [WF 12-2]
COUNTED_AS = {"it": FRENCH, "ru": FRENCH, "pl": FRENCH, "cz": FRENCH, "po": "gb"}  # [WF 12-2]
BELGIUM = "belgium"
_FLAG = "sector "
_TAKEN_UP = "sectors taken up"


class Sector(msgspec.Struct, frozen=True):
    """[WF 12-2] A run of front line hexes, in their order, with the rows behind it that keep others out."""

    nation: str
    front: tuple[int, ...]
    second: tuple[int, ...] = ()
    third: tuple[int, ...] = ()

    @property
    def flanks(self) -> tuple[int, int]:
        """[WF 12-3] [WF 12-4] The left and the right limit of the front."""
        return self.front[0], self.front[-1]

    @property
    def hexes(self) -> tuple[int, ...]:
        return self.front + self.second + self.third


class Layout(msgspec.Struct, frozen=True):
    """All sectors on a front line, and whose hexes they are."""

    sectors: tuple[Sector, ...]
    line: frozenset[int]  # the front line of the Entente
    near: Mapping[str, frozenset[int]]  # by nation, its front hexes and what lies close behind them
    owners: Mapping[int, str]  # by front hex, the nation whose sector it is
    hosts: dict[tuple[str, int], str]  # whose guest a nation would be in a hex, of those asked for so far

    def of(self, nation: str) -> tuple[Sector, ...]:
        return tuple(sector for sector in self.sectors if sector.nation == nation)

    def owner(self, node: int) -> str:
        """The nation whose sector a front line hex is; empty for a hex that is not on the line."""
        if node not in self.line:
            return ""
        return self.owners.get(node, FRENCH)


def nation_of(piece: Piece) -> str:
    """[WF 12-2] The nation whose sectors a unit belongs to."""
    return COUNTED_AS.get(piece.nation, piece.nation)


def is_force(piece: Piece) -> bool:
    """[WF 12-3] [WF 12-7] What counts as forces in a sector: all but replacements and supply (WF-R223)."""
    return not (piece.replacement or piece.supply or piece.fortress)


# Where sectors are


def assign(position: WesternFrontPosition, sectors: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Let these be the sectors: nations with their front hexes in order."""
    for key in [key for key in position.flags if key.startswith(_FLAG)]:
        del position.flags[key]
    label = position.setting.board.label
    for number, (nation, front) in enumerate(sectors, 1):
        for place, node in enumerate(front, 1):
            position.flags[f"{_FLAG}{number} {nation} {label(node)}"] = place


def fronts(position: WesternFrontPosition) -> list[tuple[str, list[int]]]:
    """The sectors as nations and front hexes, in the order in which they were assigned."""
    return [(nation, [*front]) for nation, front in _assigned(position)]


def _assigned(position: WesternFrontPosition) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The same, never to be changed."""
    known = _known(position).assigned
    return known.of(lambda: _read_flags(position), position.flags)


def _read_flags(position: WesternFrontPosition) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for key, place in position.flags.items():
        if key.startswith(_FLAG):
            _, number, nation, label = key.split()
            found.setdefault((int(number), nation), []).append((place, position.setting.board[label]))
    return tuple((key[1], tuple(node for _, node in sorted(found[key]))) for key in sorted(found))


def layout(position: WesternFrontPosition) -> Layout:
    """[WF 12-2] [WF 12-5] The sectors as the line runs now."""
    drawn = _assigned(position)
    if not drawn:
        return _NOWHERE
    known = _known(position).layout
    return known.of(lambda: _layout(position.setting, drawn, ground(position)), drawn, position.holders)


_NOWHERE = Layout((), frozenset(), {}, {}, {})


class Ground(msgspec.Struct, frozen=True):
    """What the Entente holds, and the forward edge of it."""

    line: frozenset[int]
    held: frozenset[int]


def ground(position: WesternFrontPosition) -> Ground:
    """[22-9] The ground of the Entente as it is now."""
    known = _known(position).ground
    return known.of(lambda: _ground(position.setting, frozenset(position.holders.items())), position.holders)


class _Known:
    """The sectors of a game as they were last, for they are asked for at every hex, and seldom change."""

    def __init__(self) -> None:
        self.assigned: Remembered[tuple[tuple[str, tuple[int, ...]], ...]] = Remembered()
        self.ground: Remembered[Ground] = Remembered()
        self.layout: Remembered[Layout] = Remembered()


def _known(position: WesternFrontPosition) -> _Known:
    return beside(position, "_sectors", _Known)


@lru_cache(maxsize=32)
def _ground(setting: WesternFrontSetting, holders: frozenset[tuple[int, str]]) -> Ground:
    changed = dict(holders)
    holder = [changed.get(node) or home for node, home in enumerate(setting.home_side)]
    held = frozenset(node for node, side in enumerate(holder) if side == ENTENTE and not setting.closed[node])
    line = frozenset(
        node for node in held if any(holder[near] == CENTRAL_POWERS for near in setting.crossable[node])
    )
    return Ground(line, held)


@lru_cache(maxsize=64)
def _layout(
    setting: WesternFrontSetting, drawn: tuple[tuple[str, tuple[int, ...]], ...], over: Ground
) -> Layout:
    sectors = tuple(draw(setting, nation, front, over) for nation, front in drawn)
    near = {
        nation: behind(
            setting, [node for each in sectors if each.nation == nation for node in each.front], over
        )
        for nation in {each.nation for each in sectors}
    }
    near[FRENCH] = behind(setting, over.line - {node for each in sectors for node in each.front}, over)
    owners = {node: each.nation for each in reversed(sectors) for node in each.front}
    return Layout(sectors, over.line, near, owners, {})


def draw(setting: WesternFrontSetting, nation: str, front: Sequence[int], over: Ground) -> Sector:
    """[WF 12-5] A sector with the rows behind it, each a hex shorter than the one before (WF-R155).

    The second row touches the front of the sector and is not on the line, the third touches the second and
    no hex of the line. Hexes that touch most of the row before come first.
    """
    adjacent = setting.board.adjacent
    rear = over.held - over.line
    second = _row(setting, front, len(front) - 1, rear)
    third = _row(
        setting, second, len(front) - 2, {node for node in rear if over.line.isdisjoint(adjacent[node])}
    )
    return Sector(nation, tuple(front), second, third)


def _row(
    setting: WesternFrontSetting, before: Sequence[int], length: int, fitting: Collection[int]
) -> tuple[int, ...]:
    touched: dict[int, int] = {}
    for node in before:
        for near in setting.board.adjacent[node]:
            if near not in before and near in fitting:
                touched[near] = touched.get(near, 0) + 1
    ranked = sorted(touched, key=lambda node: (-touched[node], setting.board.label(node)))
    return tuple(sorted(ranked[: max(1, length)]))


def behind(setting: WesternFrontSetting, front: Collection[int], over: Ground) -> frozenset[int]:
    """[WF 12-3] Front hexes and everything up to two hexes to their rear."""
    reached, edge = set(front), set(front)
    for _ in range(setting.tables.whole("sector_setup_depth")):
        edge = {
            near
            for node in edge
            for near in setting.board.adjacent[node]
            if near not in reached and near in over.held and near not in over.line
        }
        reached |= edge
    return frozenset(reached)


# Who may be where


def why_not(
    position: WesternFrontPosition,
    pieces: Sequence[Piece],
    node: int,
    drawn: Layout | None = None,
    counted: dict[str, int] | None = None,
) -> Refusal | None:
    """[WF 12-7] [WF 12-9] [WF 12-10] Why forces may not end a movement in a hex.

    Who asks the same forces for many hexes draws the sectors once, and counts the guests of each nation once.
    """
    counted = {} if counted is None else counted
    found = layout(position) if drawn is None else drawn
    if not found.sectors:
        return None
    where = position.setting.board.label(node)
    for piece in pieces:
        if not is_force(piece):
            continue
        host = host_of(position, found, nation_of(piece), node)
        if not host:
            continue
        name = position.setting.tables.nations[host].name
        rule, most = guests_allowed(position, nation_of(piece))
        if not most:
            return Refusal(rule, f"{where} lies in the sector of {name}, where {piece.label} may not stay")
        coming = sum(halves_of(each) for each in pieces if nation_of(each) == nation_of(piece))
        nation = nation_of(piece)
        if nation not in counted:
            counted[nation] = guests(position, nation, found, besides=pieces)
        there = counted[nation]
        if there + coming > 2 * most:
            reason = f"{where} lies in the sector of {name}, and there are enough guests in such sectors"
            return Refusal(rule, reason, most, (there + coming + 1) // 2)
    return None


def closed_to(
    position: WesternFrontPosition, pieces: Sequence[Piece], nodes: Collection[int], drawn: Layout
) -> set[int]:
    """[WF 12-7] [WF 12-9] [WF 12-10] Of some hexes those in which forces may not end a movement: the ones to
    which there is a `why_not`, asked for each nation at once, since all its guests are counted together."""
    closed: set[int] = set()
    for nation in {nation_of(piece) for piece in pieces if is_force(piece)}:
        hosted = [node for node in nodes if host_of(position, drawn, nation, node)]
        if not hosted:
            continue
        _, most = guests_allowed(position, nation)
        coming = sum(halves_of(piece) for piece in pieces if nation_of(piece) == nation)
        if not most or guests(position, nation, drawn, besides=pieces) + coming > 2 * most:
            closed.update(hosted)
    return closed


def host_of(position: WesternFrontPosition, found: Layout, nation: str, node: int) -> str:
    """[WF 12-3] [WF 12-7] The nation in whose sector somebody of a nation would be a guest; empty if he is
    at home, next to a flank, or behind all sectors. Belgians without a sector are nobody's guests [WF 12-8].
    A front hex that is no flank is closed to the French even beside one (decision WF-R237)."""
    host = found.hosts.get((nation, node))
    if host is None:
        host = found.hosts[nation, node] = _host_of(position, found, nation, node)
    return host


def _host_of(position: WesternFrontPosition, found: Layout, nation: str, node: int) -> str:
    if nation == BELGIAN and BELGIAN not in found.near:
        return ""
    if nation == FRENCH:
        for sector in found.sectors:
            if node in sector.hexes and node not in sector.flanks:
                adjacent = position.setting.board.adjacent[node]
                if node in sector.front or not any(flank in adjacent for flank in sector.flanks):
                    return sector.nation
        return ""
    if node in found.near.get(nation, ()):
        return "" if found.owner(node) in ("", nation) else found.owner(node)
    if owner := found.owner(node):
        return owner
    host = next((sector.nation for sector in found.sectors if node in sector.hexes), "")
    return host or (FRENCH if node in found.near[FRENCH] else "")


def guests_allowed(position: WesternFrontPosition, nation: str) -> tuple[str, int]:
    """[WF 12-7] [WF 12-9] [WF 12-10] Divisions of a nation that may be in the sectors of others."""
    tables = position.setting.tables
    if nation == "us":
        return "WF 12-9", expenditure.states_divisions(position, attack=False)
    if nation == "gb" and position.year == tables.whole("british_guest_year"):
        return "WF 12-10", tables.whole("british_divisions_outside_sector")
    return "WF 12-7", 0


def halves_of(piece: Piece) -> int:
    """[WF 11-1] [WF 12-9] Half divisions that a guest counts; those of the United States count single."""
    return expenditure.states_halves(piece.size) if piece.nation == "us" and piece.infantry else piece.halves


def guests(
    position: WesternFrontPosition, nation: str, found: Layout, besides: Collection[Piece] = ()
) -> int:
    """[WF 12-9] [WF 12-10] Half divisions of a nation in the sectors of others; ``besides`` are left out."""
    keys = {piece.key for piece in besides}
    pieces = [position.piece(unit) for unit, _ in guest_list(position, nation, found)]
    return sum(halves_of(piece) for piece in pieces if piece.key not in keys)


def guest_list(position: WesternFrontPosition, nation: str, found: Layout) -> list[tuple[Unit, str]]:
    """[WF 12-9] [WF 12-10] The units of a nation in the sectors of others, and whose those are."""
    return [
        (unit, host)
        for unit in position.members[ENTENTE].values()
        if nation_of(piece := position.piece(unit)) == nation
        and is_force(piece)
        and (host := host_of(position, found, nation, unit.at))
    ]


def are_homeless(position: WesternFrontPosition, pieces: Sequence[Piece]) -> bool:
    """[WF 12-8] Whether there are forces of Belgium among some, and it has no sector any more."""
    found = layout(position)
    if not found.sectors or BELGIAN in found.near:
        return False
    return any(nation_of(piece) == BELGIAN and is_force(piece) for piece in pieces)


def near_belgium(position: WesternFrontPosition, hexes: Collection[int]) -> Collection[int]:
    """[WF 12-8] Of some hexes those in Belgium, or if none is, those nearest to it."""
    country = position.setting.board.country
    far = position.setting.hexes_from(frozenset(node for node, of in enumerate(country) if of == BELGIUM))
    nearest = min((far[node] for node in hexes), default=0)
    return [node for node in hexes if far[node] == nearest]


def trespassers(position: WesternFrontPosition) -> list[tuple[Unit, str]]:
    """[WF 12-7] [WF 12-9] [WF 12-10] Units in a sector in which none of their nation may be, with its nation.

    Where some may be and there are too many, all of them are named.
    """
    found = layout(position)
    if not found.sectors:
        return []
    named = []
    counted: dict[str, int] = {}
    for unit in position.of_side(ENTENTE):
        piece = position.piece(unit)
        if not is_force(piece):
            continue
        nation = nation_of(piece)
        host = host_of(position, found, nation, unit.at)
        if host and nation not in counted:
            counted[nation] = guests(position, nation, found)
        if host and counted[nation] > 2 * guests_allowed(position, nation)[1]:
            named.append((unit, host))
    return named


def name_trespassers(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-7] Say at the end of a movement phase who stands where he may not; he has to leave (WF-R156)."""
    for unit, host in trespassers(position):
        piece, name = position.piece(unit), position.setting.tables.nations[host].name
        rule, _ = guests_allowed(position, nation_of(piece))
        where = position.setting.board.label(unit.at)
        table.tell(f"{piece.label} in {where} trespasses in the sector of {name}", rule, kind="sector")


# Changing sectors


def in_force(position: WesternFrontPosition) -> bool:
    """[WF 12-2] Whether the nations of the Entente have sectors, or may take some up."""
    return _TAKEN_UP in position.flags or bool(fronts(position))


def take_up(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-2] [WF 12-6] In a game that passes into 1915 each nation begins with the runs of front line
    hexes that it holds, the longest first, as many as its headquarters allow (decision WF-R234)."""
    if in_force(position):
        return
    position.flags[_TAKEN_UP] = 1
    held: dict[str, set[int]] = {nation: set() for nation in NATIONS}
    country, line = position.setting.board.country, ground(position).line
    for node in line:
        nation = occupant(position, node)
        if nation in held:
            held[nation].add(node)
    if any(country[node] == "belgium" and node not in held["be"] for node in line):
        held["be"] = {node for node in held["be"] if country[node] == "belgium"}  # [WF 12-8]
    drawn: list[tuple[str, Sequence[int]]] = []
    for nation in NATIONS:
        runs = sorted(front_runs.runs(position.setting.board, held[nation]), key=lambda run: (-len(run), run))
        drawn += [(nation, run) for run in runs[: most_sectors(position, nation)]]
    if drawn:
        assign(position, drawn)
    names = [position.setting.tables.nations[nation].name for nation, _ in drawn]
    told = f"Sectors are taken up by {', '.join(names)}" if names else "The whole line is French"
    table.tell(told, "WF 12-2", kind="sector")


def most_sectors(position: WesternFrontPosition, nation: str) -> int:
    """[WF 12-6] Sectors that a nation may have: one, and a second with a second headquarters."""
    headquarters = sum(position.piece(unit).nation == nation for unit in position.headquarters_of(ENTENTE))
    return min(position.setting.tables.whole("sectors_per_nation"), max(1, headquarters))


def renew(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-6] As a movement phase of the Entente begins, sectors follow the line (decision WF-R225).

    Hexes that are no longer on it are dropped. A hex that has come to it beside a sector belongs to that
    sector if most of the strength in it does. What then is torn apart, or has lost its headquarters, is a
    sector too many: a nation keeps the longest.
    """
    drawn = fronts(position)
    if not drawn:
        return
    line = ground(position).line
    changed = [(nation, [node for node in front if node in line]) for nation, front in drawn]
    _take_in(position, changed, line - {node for _, front in changed for node in front})
    runs = [
        (nation, run)
        for nation, front in changed
        for run in front_runs.unbroken(position.setting.board, front)
    ]
    kept: list[tuple[str, list[int]]] = []
    for nation in dict.fromkeys(nation for nation, _ in runs):
        own = sorted((run for whose, run in runs if whose == nation), key=len, reverse=True)
        kept += [(nation, run) for run in own[: most_sectors(position, nation)]]
    kept.sort(key=runs.index)
    if kept != drawn:
        assign(position, kept)
        table.tell("The sectors of the Entente follow the front line", "WF 12-6", kind="sector")


def _take_in(
    position: WesternFrontPosition, drawn: list[tuple[str, list[int]]], free: frozenset[int]
) -> None:
    """[WF 12-6] Add hexes of the line to sectors next to them, one after the other, if these hold them."""
    adjacent = position.setting.board.adjacent
    open_hexes = {node: nation for node in sorted(free) if (nation := occupant(position, node)) in NATIONS}
    while True:
        found = next(
            (
                (node, front)
                for node, nation in open_hexes.items()
                for whose, front in drawn
                if whose == nation and any(each in adjacent[node] for each in front)
            ),
            None,
        )
        if found is None:
            return
        node, front = found
        del open_hexes[node]
        front[:] = front_runs.with_hex(position.setting.board, front, node)


def occupant(position: WesternFrontPosition, node: int) -> str:
    """The nation, contingents counted with it, that has most strength in a hex."""
    strengths: dict[str, int] = {}
    for unit in position.combat_units_at(node, ENTENTE):
        nation = nation_of(position.piece(unit))
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    return max(strengths, key=lambda nation: (strengths[nation], nation), default="")


def why_not_hold(position: WesternFrontPosition, side: str, order: Hold) -> Refusal | None:
    """[WF 12-6] [WF 12-8] Why a nation may not take over a front line hex."""
    board = position.setting.board
    if side != ENTENTE or not in_force(position):
        return Refusal("WF 12-2", "only the Entente has sectors, and only from 1915 on")
    if order.at not in board:
        return Refusal("WF 12-6", f'there is no hex "{order.at}"')
    if order.nation not in (*NATIONS, FRENCH):
        return Refusal("WF 12-2", f'"{order.nation}" has no sector of its own')
    if any(unit.moved for unit in position.members[ENTENTE].values()):
        return Refusal("WF 12-6", "sectors are changed before anything has moved")
    node = board[order.at]
    owner = layout(position).owner(node)
    if not owner:
        return Refusal("WF 12-6", f"{order.at} is not on the front line")
    if owner == order.nation:
        return Refusal("WF 12-6", f"{order.at} lies in that sector already")
    return _why_not_sectors(position, _after(position, node, order.nation))


def _after(position: WesternFrontPosition, node: int, nation: str) -> list[tuple[str, list[int]]]:
    """[WF 12-6] The sectors once a nation has taken a hex over: one that loses a hex in its middle falls in
    two, and two of the nation that the hex lies between become one."""
    adjacent = position.setting.board.adjacent
    changed: list[tuple[str, list[int]]] = []
    for whose, front in fronts(position):
        place = front.index(node) if node in front else len(front)
        left, right = front[:place], front[place + 1 :]
        if left and right and left[-1] not in adjacent[right[0]]:
            changed += [(whose, left), (whose, right)]
        elif left or right:
            changed.append((whose, left + right))
    return changed if nation == FRENCH else _joined(position, changed, nation, node)


def _joined(
    position: WesternFrontPosition, drawn: list[tuple[str, list[int]]], nation: str, node: int
) -> list[tuple[str, list[int]]]:
    """[WF 12-6] Sectors with a hex added to that of a nation beside it, or as a sector of its own."""
    adjacent = position.setting.board.adjacent[node]
    beside = [
        at
        for at, (whose, front) in enumerate(drawn)
        if whose == nation and (front[0] in adjacent or front[-1] in adjacent)
    ]
    if not beside:
        return _widened(position, drawn, nation, node)
    first, *others = [drawn[at][1] for at in beside]
    joined = [*first, node] if first[-1] in adjacent else [node, *first]
    if others:
        other = others[0]
        before = first if first[-1] in adjacent else first[::-1]
        joined = [*before, node, *(other if other[0] in adjacent else other[::-1])]
    kept = [each for at, each in enumerate(drawn) if at not in beside[:2]]
    return [*kept[: beside[0]], (nation, joined), *kept[beside[0] :]]


def _widened(
    position: WesternFrontPosition, drawn: list[tuple[str, list[int]]], nation: str, node: int
) -> list[tuple[str, list[int]]]:
    """[WF 12-6] Sectors with a hex that touches the middle of one; where it touches none, it is another."""
    adjacent = position.setting.board.adjacent[node]
    for at, (whose, front) in enumerate(drawn):
        if whose == nation and any(each in adjacent for each in front):
            return [
                *drawn[:at],
                (nation, front_runs.with_hex(position.setting.board, front, node)),
                *drawn[at + 1 :],
            ]
    return [*drawn, (nation, [node])]


def _why_not_sectors(position: WesternFrontPosition, changed: list[tuple[str, list[int]]]) -> Refusal | None:
    """[WF 12-6] [WF 12-8] Why the nations may not have such sectors."""
    for nation in NATIONS:
        count = sum(whose == nation for whose, _ in changed)
        most = most_sectors(position, nation)
        if count > most:
            name = position.setting.tables.nations[nation].name
            reason = f"{name} needs a headquarters for each of two sectors, and has never more"
            return Refusal("WF 12-6", reason, most, count)
    country = position.setting.board.country
    belgian = [node for whose, front in changed if whose == BELGIAN for node in front]
    held = [node for node in ground(position).line if country[node] == BELGIUM]
    if any(country[node] != BELGIUM for node in belgian) and not set(held) <= set(belgian):
        return Refusal("WF 12-8", "the Belgians stay in Belgium while others hold a part of it")
    return None


def order_hold(table: Table, position: WesternFrontPosition, order: Hold) -> Procedure:
    """[WF 12-6] A nation takes a front line hex over from another."""
    assign(position, _after(position, position.setting.board[order.at], order.nation))
    name = position.setting.tables.nations[order.nation].name
    table.tell(f"{order.at} lies in the sector of {name} from now on", "WF 12-6", kind="sector")
    yield from ()
    return None


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[WF 12-6] Front line hexes that a neighbour may take over."""
    if side != ENTENTE or not in_force(position):
        return
    if any(unit.moved for unit in position.members[ENTENTE].values()):
        return
    label, drawn = position.setting.board.label, layout(position)
    for node in sorted(drawn.line):
        owner = drawn.owner(node)
        for nation in (*NATIONS, FRENCH):
            if nation != owner and _why_not_sectors(position, _after(position, node, nation)) is None:
                yield Hold(label(node), nation)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[WF 12-6] Why a change of sectors cannot be ordered."""
    return why_not_hold(position, side, action) if isinstance(action, Hold) else None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Hold: order_hold
}
