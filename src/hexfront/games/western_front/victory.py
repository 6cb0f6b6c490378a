"""Scenario book, chapter 3: who has won The Schlieffen Plan, and by how much.

The level follows from the difference in demoralization points and is shifted by how near to Paris German
units stand at the end, or came at any time (decisions WF-R145, WF-R146).
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenario_parameters import Adjustment, Band
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.paths import flood

NEAREST = "nearest to paris"
_FAR = 99
_SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente", "": ""}


def outcome(position: WesternFrontPosition) -> str | None:
    """[WF 3] The outcome once the last turn is over."""
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
    """[WF 3] Demoralization points of France and Britain less those of Germany."""
    victory = position.setting.parameters.victory
    total = 0
    for nation in victory.plus:
        total += note("WF 3", f"demoralization of {nation}", position.demoralization.get(nation, 0))
    for nation in victory.minus:
        total += note("WF 3", f"demoralization of {nation}", -position.demoralization.get(nation, 0))
    return total


def level(position: WesternFrontPosition) -> Band:
    """[WF 3] The level of victory, shifted for Paris."""
    return position.setting.parameters.victory.band(difference(position), shift(position))


def shift(position: WesternFrontPosition) -> int:
    """[WF 3] Levels in Germany's favour for the nearness of its units to Paris."""
    adjustments = position.setting.parameters.victory.adjustments
    return next((each.levels for each in adjustments if holds(position, each)), 0)


def holds(position: WesternFrontPosition, adjustment: Adjustment) -> bool:
    """[WF 3] Whether one of the adjustments for Paris applies."""
    if adjustment.when == "paris taken or isolated":
        return is_paris_lost(position)
    if adjustment.when == "near paris at the end":
        return distance_to_paris(position) <= adjustment.distance
    return position.flags.get(NEAREST, _FAR) > adjustment.distance


def paris(position: WesternFrontPosition) -> list[int]:
    """The hexes of Paris."""
    board = position.setting.board
    return [board[label] for label in position.setting.parameters.words("paris") if label in board]


def distance_to_paris(position: WesternFrontPosition) -> int:
    """Hexes from the nearest German ground combat unit to Paris."""
    nodes = {unit.at for unit in position.of_side(CENTRAL_POWERS) if position.piece(unit).ground_combat}
    return min((hexes_to_paris(position, node) for node in nodes), default=_FAR)


def hexes_to_paris(position: WesternFrontPosition, node: int) -> int:
    board = position.setting.board
    found = (board.distance(node, each) for each in paris(position))
    return min((hexes for hexes in found if hexes is not None), default=_FAR)


def came_to(position: WesternFrontPosition, side: str, node: int) -> None:
    """Remember how near to Paris German combat units have come."""
    if side == CENTRAL_POWERS:
        hexes = hexes_to_paris(position, node)
        if hexes < position.flags.get(NEAREST, _FAR):
            position.flags[NEAREST] = hexes


def is_paris_lost(position: WesternFrontPosition) -> bool:
    """[WF 3] Whether all of Paris is German or cut off from the rest of France.

    Cut off means that every way to a map edge in France leads through hexes with German units, or German
    zones of control without Entente combat units.
    """
    hexes = paris(position)
    if not hexes:
        return False
    if all(position.holder(node) == CENTRAL_POWERS for node in hexes):
        return True
    edge = position.setting.board.regions.get("friendly-edge france", frozenset())
    open_ways = [
        tuple((there, 1) for there in beside if is_open_to_entente(position, there))
        for beside in position.setting.crossable
    ]
    held = [node for node in hexes if position.holder(node) != CENTRAL_POWERS]
    return not edge & flood(open_ways, held).cost.keys()


def is_open_to_entente(position: WesternFrontPosition, node: int) -> bool:
    if position.occupier(node) == CENTRAL_POWERS:
        return False
    return not position.controlled(node, CENTRAL_POWERS) or position.has_combat_unit(node, ENTENTE)
