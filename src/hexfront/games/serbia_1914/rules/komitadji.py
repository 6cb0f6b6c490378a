"""[23.1] The Komitadji: irregulars before and behind the enemy's front."""

from __future__ import annotations

from functools import cache, lru_cache

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Infiltrate
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import segments, victory_points
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

MARKER = "komitadji"
APART = 5  # hexes between two markers
REACH = 3  # from a Serbian Combat unit
HARASSMENT = 1  # added to movement and supply, or to strength [23.1.1]


def stock(position: SerbiaPosition) -> int:
    """How many markers the scenario gives."""
    return sum(each.count for each in position.setting.parameters.head.markers if each.marker == MARKER)


@lru_cache(maxsize=4096)
def _near(setting: SerbiaSetting, node: int) -> frozenset[int]:
    return frozenset(
        there
        for there in setting.board.within(node, REACH)
        if victory_points.is_south_of_rivers(setting, there) and there in setting.in_play
    )


@lru_cache(maxsize=4096)
def _too_near(setting: SerbiaSetting, node: int) -> frozenset[int]:
    return frozenset(setting.board.within(node, APART - 1))


def within_reach(position: SerbiaPosition) -> frozenset[int]:
    """[23.1] Hexes south of the rivers within three hexes of a Serbian Combat unit."""
    return position.memo.found(MARKER, _within_reach, position)


def _within_reach(position: SerbiaPosition) -> frozenset[int]:
    near: set[int] = set()
    for unit in position.of_side(SERBIA):
        if position.piece(unit).combat:
            for node in position.hexes_of(unit):
                near |= _near(position.setting, node)
    return frozenset(near)


@cache
def _infiltrate(label: str) -> Infiltrate:
    return Infiltrate(label)


def step(table: Table, position: SerbiaPosition) -> Procedure:
    """[23.1] Serbia takes its markers up and places them anew."""
    if not stock(position):
        return None
    if segments.begins(position, MARKER):
        position.komitadji.clear()
        position.memo.clear()
    while len(position.komitadji) < stock(position):
        chosen = yield _ask(position)
        if not isinstance(chosen, Infiltrate):
            break
        position.komitadji.add(position.setting.board[chosen.at])
    segments.end(position, MARKER)
    position.memo.clear()
    if position.komitadji:
        where = ", ".join(position.setting.board.label(node) for node in sorted(position.komitadji))
        table.tell(f"Komitadji in {where}", "23.1", kind="komitadji")
    return None


def places(position: SerbiaPosition) -> list[int]:
    """[23.1] Where the next marker may go: at least five hexes from every other."""
    free = set(within_reach(position))
    for node in position.komitadji:
        free -= _too_near(position.setting, node)
    return sorted(free)


def _ask(position: SerbiaPosition) -> Ask:
    labels = position.setting.board.labels

    def options() -> list[Action]:
        return [*[_infiltrate(labels[node]) for node in places(position)], PASS]

    def why_not(action: Action) -> Refusal | None:
        if not isinstance(action, Infiltrate) or action.at not in position.setting.board:
            return None
        node = position.setting.board[action.at]
        if node not in within_reach(position):
            return Refusal("23.1", f"{action.at} is not near a Serbian unit, or north of the rivers")
        return Refusal("23.1", f"{action.at} is fewer than five hexes from another marker")

    return Ask(
        SERBIA,
        "komitadji",
        "Place a Komitadji marker, or go on",
        "23.1",
        options=options,
        why_not=why_not,
        default=lambda: advised(position),
        station=True,
        about=matters.Komitadji(),
    )


def advised(position: SerbiaPosition) -> Action:
    """A hex behind the enemy's front: the one with the most enemy stacks around and none of his own in it."""
    best, most = None, 0
    for node in places(position):
        if position.standing[node]:
            continue
        around = sum(position.occupier(other) == AUSTRIA_HUNGARY for other in position.setting.beside[node])
        if around > most:
            best, most = node, around
    return PASS if best is None else _infiltrate(position.setting.board.label(best))


def harasses(position: SerbiaPosition, node: int) -> bool:
    """[23.1.1] Whether a marker without Serbian units troubles Austria-Hungary in a hex."""
    return node in position.komitadji and position.occupier(node) != SERBIA


def strengthens(position: SerbiaPosition, node: int) -> int:
    """[23.1.1] What a marker adds to the strength of a Serbian unit in its hex."""
    return HARASSMENT if node in position.komitadji else 0
