"""Scenario book, chapter 3: who has won The Schlieffen Plan, and by how much.

The level follows from the difference in demoralization points and is shifted by how near to Paris German
units stand at the end, or came at any time (decisions WF-R145, WF-R146).
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Adjustment, Band
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.ledger import Note, unexplained

NEAREST = "nearest to paris"
_FAR = 99
_SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente", "": ""}


def outcome(position: WesternFrontPosition) -> str | None:
    """[WF 3 victory] The outcome once the last turn is over."""
    if position.date <= position.setting.parameters.last_turn:
        return None
    band = level(position)
    points = difference(position)
    sufferer = "France and Britain" if points >= 0 else "Germany"
    lead = f"{sufferer} ahead by {abs(points)} demoralization points"
    if not band.winner:
        return f"draw ({lead})"
    return f"{_SIDE_NAMES[band.winner]} {band.level} victory ({lead})"


def difference(position: WesternFrontPosition, note: Note = unexplained) -> int:
    """[WF 3 victory] Demoralization points of France and Britain less those of Germany."""
    victory = position.setting.parameters.victory
    total = 0
    for nation in victory.plus:
        total += note("WF 3 victory", f"demoralization of {nation}", position.demoralization.get(nation, 0))
    for nation in victory.minus:
        total += note("WF 3 victory", f"demoralization of {nation}", -position.demoralization.get(nation, 0))
    return total


def level(position: WesternFrontPosition) -> Band:
    """[WF 3 victory] The level of victory, shifted for Paris."""
    return position.setting.parameters.victory.band(difference(position), shift(position))


def shift(position: WesternFrontPosition) -> int:
    """[WF 3 victory] Levels in Germany's favour for the nearness of its units to Paris."""
    adjustments = position.setting.parameters.victory.adjustments
    return next((each.levels for each in adjustments if holds(position, each)), 0)


def holds(position: WesternFrontPosition, adjustment: Adjustment) -> bool:
    """[WF 3 victory] Whether one of the adjustments for Paris applies."""
    if adjustment.when == "paris taken or isolated":
        return is_paris_lost(position)
    if adjustment.when == "near paris at the end":
        return distance_to_paris(position) <= adjustment.distance
    return position.flags.get(NEAREST, _FAR) > adjustment.distance


def paris(position: WesternFrontPosition) -> list[int]:
    """The hexes of Paris."""
    return _paris(position.setting)


def _paris(setting: WesternFrontSetting) -> list[int]:
    return [setting.board[label] for label in setting.parameters.words("paris") if label in setting.board]


def distance_to_paris(position: WesternFrontPosition) -> int:
    """Hexes from the nearest German ground combat unit to Paris."""
    nodes = {unit.at for unit in position.of_side(CENTRAL_POWERS) if position.piece(unit).ground_combat}
    return min((hexes_to_paris(position, node) for node in nodes), default=_FAR)


def hexes_to_paris(position: WesternFrontPosition, node: int) -> int:
    return _distances(position.setting)[node]


@lru_cache(maxsize=16)
def _distances(setting: WesternFrontSetting) -> tuple[int, ...]:
    """Of every hex, how far it is to Paris."""
    board = setting.board
    hexes = _paris(setting)
    found = ([board.distance(node, each) for each in hexes] for node in range(len(board)))
    return tuple(min((hexes for hexes in each if hexes is not None), default=_FAR) for each in found)


def came_to(position: WesternFrontPosition, side: str, node: int) -> None:
    """Remember how near to Paris German combat units have come."""
    if side == CENTRAL_POWERS:
        hexes = hexes_to_paris(position, node)
        if hexes < position.flags.get(NEAREST, _FAR):
            position.flags[NEAREST] = hexes


def is_paris_lost(position: WesternFrontPosition) -> bool:
    """[WF 3 victory] Whether all of Paris is German or cut off from the rest of France.

    Cut off means that every way to a map edge in France leads through hexes with German units, or German
    zones of control without Entente combat units.
    """
    hexes = paris(position)
    if not hexes:
        return False
    if all(position.holder(node) == CENTRAL_POWERS for node in hexes):
        return True
    edge = position.setting.board.regions.get("friendly-edge france", frozenset())
    ways = [node for node in hexes if position.holder(node) != CENTRAL_POWERS]
    reached = set(ways)
    while ways:
        node = ways.pop()
        if node in edge:
            return False
        for there in position.setting.crossable[node]:
            if there not in reached and is_open_to_entente(position, there):
                reached.add(there)
                ways.append(there)
    return True


def is_open_to_entente(position: WesternFrontPosition, node: int) -> bool:
    if position.occupier(node) == CENTRAL_POWERS:
        return False
    return not position.controlled(node, CENTRAL_POWERS) or position.has_combat_unit(node, ENTENTE)
