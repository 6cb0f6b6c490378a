"""[27.0] Victory points: what is awarded for what, and when.

Points are kept as the lead of Austria-Hungary. Which awards count and the lead at the start are the
scenario's; hexes and points stand in ``schedules/victory_points.csv``. Who has won is in `scenarios.victory`.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import ClaimSyrmien
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.printed.scenario_lists import Award
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    DONAU,
    SAVA,
    SERBIA,
    SIDE_NAMES,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Ask
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.words import counted

ONCE = ("entered", "adjacent")
FIRST_COLUMN = 20  # points for the advance begin east of it [27.2]
LAST_ROW = 23  # and end before it
BOMBARDMENT = "bombardment"
SYRMIEN = "syrmien"
ADVANCE = "furthest advance"
FORTRESS_ARTILLERY = "ah-art-fsar-6"


def award(table: Table, position: SerbiaPosition, side: str, points: int, *, why: str, rule: str) -> None:
    """[27.0] Give victory points to a side."""
    position.lead += points if side == AUSTRIA_HUNGARY else -points
    gained = f"{SIDE_NAMES[side]} gains {counted(points, 'victory point')}"
    table.tell(f"{gained}: {why}", rule, kind="points", data={"side": side, "points": points})


@lru_cache(maxsize=64)
def _awards(setting: SerbiaSetting, when: tuple[str, ...]) -> tuple[tuple[Award, tuple[int, ...]], ...]:
    """The awards of the scenario for some occasions, with the hexes of theirs that are on the board."""
    board = setting.board
    return tuple(
        (each, tuple(board[label] for label in each.hexes if label in board))
        for name, each in setting.lists.awards.items()
        if name in setting.parameters.head.victory.awards and each.when in when
    )


@lru_cache(maxsize=16)
def _watched(setting: SerbiaSetting) -> tuple[tuple[Award, tuple[int, ...], int], ...]:
    """[27.3] [27.7] The awards that are given once, with their hexes and a bit for each that counts."""
    return tuple(
        (each, nodes, ground.bits_of({there for node in nodes for there in _counts(setting, each, node)}))
        for each, nodes in _awards(setting, ONCE)
    )


@lru_cache(maxsize=256)
def worth(setting: SerbiaSetting, awarded: frozenset[str]) -> tuple[int, int]:
    """The hexes that can still earn something for units of each side, as bits."""
    serbian = austrian = 0
    for each, _, bits in _watched(setting):
        if each.award not in awarded:
            if each.side == SERBIA:
                serbian |= bits
            else:
                austrian |= bits
    return serbian, austrian


def watch(table: Table, position: SerbiaPosition) -> None:
    """[27.3] [27.7] Points for entering a town, or coming next to one, the first time it happens."""
    serbian, austrian = worth(position.setting, frozenset(position.awarded))
    if not position.serbian_bits & serbian and not position.austrian_bits & austrian:
        return  # as nearly always
    for each, nodes, bits in _watched(position.setting):
        held = position.serbian_bits if each.side == SERBIA else position.austrian_bits
        if not held & bits or each.award in position.awarded:
            continue
        for node in nodes:
            if is_due(position, each, node):
                position.awarded.add(each.award)
                verb = "in" if each.when == "entered" else "next to"
                why = f"a unit is {verb} {position.setting.board.name_of(node)}"
                award(table, position, each.side, each.points or 0, why=why, rule=each.rule)


def is_due(position: SerbiaPosition, each: Award, node: int) -> bool:
    """[27.3] [27.7] Whether a unit of the side, squadrons apart, is in a hex or next to it."""
    held = position.hexes_held(each.side)
    return any(there in held for there in _counts(position.setting, each, node))


def _counts(setting: SerbiaSetting, each: Award, node: int) -> tuple[int, ...]:
    """Where a unit must be to earn an award for a hex."""
    return (node,) if each.when == "entered" else setting.beside[node]


def discount(position: SerbiaPosition) -> None:
    """[27.3] (decision SE-R094) Units that begin a scenario in a place earn nothing by that."""
    for each, nodes in _awards(position.setting, ONCE):
        if any(is_due(position, each, node) for node in nodes):
            position.awarded.add(each.award)


def end_of_player_turn(table: Table, position: SerbiaPosition) -> None:
    """[27.4] [27.5] Šabac at the end of a friendly player turn; Beograd not bombarded in a Serbian one."""
    for each, nodes in _awards(position.setting, ("own turn", "serbian turn")):
        if not nodes:
            continue
        name = position.setting.board.name_of(nodes[0])
        if each.award == BOMBARDMENT:
            if position.active != SERBIA:
                continue
            table.reveal(f"it was seen whether {name} is bombarded")  # by guns that may lie hidden
            if not is_bombarded(position, nodes[0]):
                award(
                    table,
                    position,
                    each.side,
                    each.points or 0,
                    why=f"{name} is not bombarded",
                    rule=each.rule,
                )
        elif position.active == each.side == position.controller(nodes[0]):
            award(table, position, each.side, each.points or 0, why=f"{name} is held", rule=each.rule)


def is_bombarded(position: SerbiaPosition, beograd: int) -> bool:
    """[27.5] Whether the fortress artillery regiment stands in Beograd or next to it (decision SE-R095)."""
    guns = position.units.get(FORTRESS_ARTILLERY)
    if guns is None or guns.at == OFF_MAP:
        return False
    return guns.at == beograd or guns.at in position.setting.beside[beograd]


def syrmien(position: SerbiaPosition) -> list[int]:
    """[27.6] The hexes of Syrmien that Serbia could be paid for now."""
    if SYRMIEN in position.awarded:
        return []
    found = _awards(position.setting, ("chosen turn",))
    return [node for _, nodes in found for node in nodes if position.controller(node) == SERBIA]


def claim_syrmien(table: Table, position: SerbiaPosition) -> Procedure:
    """[27.6] Once in the game, at the end of a player turn that Serbia chooses."""
    held = syrmien(position)
    if not held:
        return None
    ((each, nodes),) = _awards(position.setting, ("chosen turn",))
    last = position.turn == position.setting.parameters.head.last_turn
    enough = last or len(held) == len(nodes)
    names = ", ".join(position.setting.board.name_of(node) for node in held)
    chosen = yield Ask(
        SERBIA,
        "syrmien",
        f"Take the award for Syrmien now, {each.points} points each for {names}, or wait?",
        each.rule,
        options=lambda: [ClaimSyrmien(), PASS],
        default=lambda: ClaimSyrmien() if enough else PASS,
        station=True,
        about=matters.Syrmien(
            len(held) * (each.points or 0), tuple(position.setting.board.label(node) for node in held)
        ),
    )
    if isinstance(chosen, ClaimSyrmien):
        position.awarded.add(SYRMIEN)
        award(table, position, SERBIA, len(held) * (each.points or 0), why=f"{names} held", rule=each.rule)
    return None


def advance_points(position: SerbiaPosition, node: int, note: Note = unexplained) -> int:
    """[27.2] What an infantry Formation in a hex would earn; nothing outside the ground that counts."""
    if position.setting.board.is_area(node):
        return 0
    column, row = _column_and_row(position.setting, node)
    if row >= LAST_ROW or not is_south_of_rivers(position.setting, node):
        return 0
    points = note("27.2", "column", column) + note("27.2", "columns that do not count", -FIRST_COLUMN)
    return max(points, 0)


def furthest_advance(table: Table, position: SerbiaPosition) -> None:
    """[27.2] At each Inter-Phase, points for the infantry Formation that is farthest in Serbia."""
    if ADVANCE not in position.setting.parameters.head.victory.awards:
        return
    reached = {
        node: advance_points(position, node)
        for unit in position.of_side(AUSTRIA_HUNGARY)
        if (piece := position.piece(unit)).infantry and piece.formation
        for node in position.hexes_of(unit)
    }
    table.reveal("it was seen how far the Austro-Hungarian infantry has come")
    best = max(reached, key=lambda node: (reached[node], -node), default=None)
    if best is not None and reached[best]:
        where = position.setting.board.label(best)
        award(table, position, AUSTRIA_HUNGARY, reached[best], why=f"advance to {where}", rule="27.2")


def _column_and_row(setting: SerbiaSetting, node: int) -> tuple[int, int]:
    column, _, row = setting.board.label(node).partition(".")
    return int(column), int(row)


def is_south_of_rivers(setting: SerbiaSetting, node: int) -> bool:
    """[23.1] [27.2] Whether a hex lies south of the Sava and the Donau."""
    return node in _south(setting)


@lru_cache(maxsize=16)
def _south(setting: SerbiaSetting) -> frozenset[int]:
    """All hexes that can be reached from Serbia without crossing the Sava or the Donau.

    A board without Serbian ground, such as one drawn for a test, lies south as a whole.
    """
    starts = [node for node in setting.hexes if setting.board.country[node] == SERBIA]
    if not starts:
        return setting.hexes
    rivers = frozenset({SAVA, DONAU})
    found = set(starts)
    queue = list(starts)
    while queue:
        node = queue.pop()
        for other in setting.beside[node]:
            if other not in found and not setting.side(node, other).features & rivers:
                found.add(other)
                queue.append(other)
    return frozenset(found)
