"""[21.2] Pontoon bridges over the Sava and the Donau."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Bridge, Strike
from hexfront.games.serbia_1914.position import Pontoon, SerbiaPosition
from hexfront.games.serbia_1914.rules import segments
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, BRIDGE, DONAU, SAVA
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

MARKER = "pontoon bridge"
DONAU_MARKERS = 2  # [21.2.3]


def hexside(setting: SerbiaSetting, here: int, there: int) -> str:
    """A hexside as it is written, such as 25.11/25.12."""
    a, b = sorted((setting.board.label(here), setting.board.label(there)))
    return f"{a}/{b}"


@lru_cache(maxsize=1024)
def nodes_of(setting: SerbiaSetting, between: str) -> tuple[int, int]:
    """The two hexes of a hexside."""
    a, _, b = between.partition("/")
    return setting.board[a], setting.board[b]


@lru_cache(maxsize=64)
def banks(setting: SerbiaSetting, bridges: tuple[str, ...]) -> frozenset[int]:
    """The hexes at both ends of some pontoon bridges."""
    return frozenset(node for between in bridges for node in nodes_of(setting, between))


def stands(position: SerbiaPosition, here: int, there: int, side: str) -> bool:
    """[21.2] Whether a side has a finished pontoon bridge over a hexside."""
    if not position.pontoons:
        return False
    found = position.pontoons.get(hexside(position.setting, here, there))
    return found is not None and found.built and found.side == side


def free_markers(position: SerbiaPosition, side: str) -> int:
    """How many pontoon markers a side has that are not on the map."""
    stock = sum(
        each.count
        for each in position.setting.parameters.head.markers
        if each.marker == MARKER and each.nation == side
    )
    return stock - sum(each.markers for each in position.pontoons.values() if each.side == side)


@lru_cache(maxsize=16)
def _sites(setting: SerbiaSetting) -> tuple[tuple[str, int, int, bool], ...]:
    """[21.2.1] [21.2.3] What can be bridged: the Sava, and the Donau where there is an island."""
    found = []
    for side in setting.board.sides:
        if BRIDGE in side.features or not {side.a, side.b} <= setting.in_play:
            continue
        donau = DONAU in side.features
        if SAVA in side.features or (donau and "island" in side.features):
            found.append((hexside(setting, side.a, side.b), side.a, side.b, donau))
    return tuple(sorted(found))


def sites(position: SerbiaPosition, side: str) -> list[str]:
    """[21.2.1] Where a side may begin a bridge now."""
    free = free_markers(position, side)
    if free <= 0:
        return []
    holders, own = position.holders, position.setting.own_country
    enemies = position.enemies_of(side)
    return [
        between
        for between, a, b, donau in _sites(position.setting)
        if holders.get(a, own[a]) == side
        and holders.get(b, own[b]) == side
        and between not in position.pontoons
        and free >= (DONAU_MARKERS if donau else 1)
        and not (side != AUSTRIA_HUNGARY and (donau or has_ships(position, a) or has_ships(position, b)))
        and not enemies[a]
        and not enemies[b]
    ]


def has_ships(position: SerbiaPosition, node: int) -> bool:
    """[21.2.4] Whether a squadron is in a hex."""
    pieces, units = position.setting.pieces, position.units
    return any(pieces[units[name].piece].naval for name in position.standing[node])


def ships_of(position: SerbiaPosition, side: str) -> int:
    """The hexes with squadrons of a side, as bits."""
    bits, units = 0, position.units
    for name in position.squadrons_of(side):
        for node in position.hexes_of(units[name]):
            bits |= 1 << node
    return bits


def why_not_bridge(position: SerbiaPosition, side: str, between: str) -> Refusal | None:
    """Why a bridge cannot be begun over a hexside."""
    known = {each: (a, b, donau) for each, a, b, donau in _sites(position.setting)}
    if between not in known:
        return Refusal(("21.2.1", "21.2.3"), f"{between} is no hexside of the Sava or of a Donau island")
    a, b, donau = known[between]
    if between in position.pontoons:
        return Refusal("21.2.1", f"{between} has a bridge already")
    if donau and side != AUSTRIA_HUNGARY:
        return Refusal("7.1.4a", "Serbian units never cross the Donau")
    needed = DONAU_MARKERS if donau else 1
    if (free := free_markers(position, side)) < needed:
        return Refusal("21.2.3" if donau else "21.2", "too few pontoon markers", needed, free)
    for node in (a, b):
        if position.controller(node) != side or position.has_enemy(node, side):
            return Refusal("21.2.1", f"{position.setting.board.label(node)} is not yours")
        if side != AUSTRIA_HUNGARY and has_ships(position, node):
            where = position.setting.board.label(node)
            return Refusal("21.2.4", f"ships in {where} would remove the bridge at once")
    return None


def step(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[21.2.1] A side finishes bridges begun earlier, and may begin others or take some up."""
    if segments.begins(position, MARKER):
        _finish(table, position, side)
    while True:
        begin = [each for each in sites(position, side) if not segments.is_noted(position, each)]
        own = [
            each
            for each, found in position.pontoons.items()
            if found.side == side and not segments.is_noted(position, each)
        ]
        if not begin and not own:
            break
        chosen = yield _ask(position, side, begin, own)
        if isinstance(chosen, Bridge):
            a, b = (position.setting.board[label] for label in chosen.hexes)
            between = hexside(position.setting, a, b)
            markers = DONAU_MARKERS if position.setting.is_donau(a, b) else 1
            position.pontoons[between] = Pontoon(side, built=False, markers=markers)
            table.tell(f"A pontoon bridge is begun at {between}", "21.2.1", kind="bridge")
        elif isinstance(chosen, Strike):
            a, b = (position.setting.board[label] for label in chosen.hexes)
            between = hexside(position.setting, a, b)
            del position.pontoons[between]
            table.tell(f"The pontoon bridge {between} is taken up", "21.2.1", kind="bridge")
        else:
            break
        segments.note(position, between)  # a marker is used once in a step
    segments.end(position, MARKER)
    return None


def _finish(table: Table, position: SerbiaPosition, side: str) -> None:
    """[21.2.1] Bridges begun earlier are finished, or given up if a hex of theirs is lost."""
    for between, pontoon in list(position.pontoons.items()):
        a, b = nodes_of(position.setting, between)
        if pontoon.side != side or pontoon.built:
            continue
        if position.controller(a) == position.controller(b) == side:
            position.pontoons[between] = Pontoon(side, built=True, markers=pontoon.markers)
            table.tell(f"The pontoon bridge {between} is finished", "21.2.1", kind="bridge")
        else:
            del position.pontoons[between]  # (decision SE-R083)
            table.tell(f"The pontoon bridge {between} is given up", "21.2.1", kind="bridge")


def _ask(position: SerbiaPosition, side: str, begin: list[str], own: list[str]) -> Ask:
    def pair(between: str) -> tuple[str, str]:
        a, _, b = between.partition("/")
        return a, b

    def options() -> list[Action]:
        return [
            *(Bridge(pair(each)) for each in begin),
            *(Strike(pair(each)) for each in own),
            PASS,
        ]

    def why_not(action: Action) -> Refusal | None:
        if isinstance(action, Bridge):
            return why_not_bridge(position, side, "/".join(sorted(action.hexes)))
        return None

    return Ask(
        side,
        "bridges",
        "Begin a pontoon bridge, take one up, or go on",
        "21.2.1",
        options=options,
        why_not=why_not,
        default=lambda: PASS,
        station=True,
        about=matters.Bridges(),
    )


def settle(table: Table, position: SerbiaPosition) -> None:
    """[21.2.2] [21.2.4] A bridge is lost with the enemy in one of its hexes, or his ships beside it."""
    setting, serbian = position.setting, position.serbian_bits
    banks_of = setting.bank_bits
    near = [
        between
        for between, pontoon in position.pontoons.items()
        if pontoon.side != AUSTRIA_HUNGARY or banks_of[between] & serbian
    ]
    if not near:
        return  # as nearly always
    dangers = position.austrian_bits | ships_of(position, AUSTRIA_HUNGARY)
    for between in near:
        side = position.pontoons[between].side
        if not banks_of[between] & (serbian if side == AUSTRIA_HUNGARY else dangers):
            continue
        for node in nodes_of(setting, between):
            ships = side != AUSTRIA_HUNGARY and has_ships(position, node)
            if ships or position.has_enemy(node, side):
                del position.pontoons[between]
                rule = "21.2.4" if ships else "21.2.2"
                table.tell(f"The pontoon bridge {between} is lost", rule, kind="bridge")
                break
