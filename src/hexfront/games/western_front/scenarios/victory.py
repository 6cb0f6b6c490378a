"""Scenario book, chapters 3, 13, 15, 17 and 19: who has won a campaign, and by how much.

The level follows from the difference in demoralization points. In 1914 it is shifted by how near to Paris
German units stand at the end, or came at any time (decisions WF-R145, WF-R146). In the trench war each hex
that held a trench of one's own and is the enemy's at the end counts besides (decision WF-R154); what would be
counted if the game ended now is part of the difference at any time. Who wins by the fate of nations is in
`collapse`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Adjustment, Band
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.rules.battle import TRENCHES
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, TURN_PHASES
from hexfront.kernel.ledger import Note, unexplained

NEAREST = "nearest to paris"
_TRENCH = "trench of "
_FAR = 99
SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente", "": ""}


def is_over(position: WesternFrontPosition) -> bool:
    """[WF 3 victory] [WF 21 victory] Whether the last turn is over; in 1918 with the Entente's combat."""
    parameters = position.setting.parameters
    if position.date != parameters.last_turn or not parameters.victory.last_phase:
        return position.date > parameters.last_turn
    last = TURN_PHASES.index(parameters.victory.last_phase)
    return position.active == ENTENTE and TURN_PHASES.index(position.phase) > last


def outcome(position: WesternFrontPosition) -> str | None:
    """[WF 3 victory] [WF 13 victory] [WF 15 victory] [WF 17 victory] [WF 19 victory] The outcome once the
    last turn is over."""
    if not is_over(position):
        return None
    band = level(position)
    points = difference(position)
    sufferer = "France and Britain" if points >= 0 else "Germany"
    lead = f"{sufferer} ahead by {abs(points)} demoralization points"
    if not band.winner:
        return f"draw ({lead})"
    return f"{SIDE_NAMES[band.winner]} {band.level} victory ({lead})"


def difference(position: WesternFrontPosition, note: Note = unexplained) -> int:
    """[WF 3 victory] Demoralization points of France and Britain less those of Germany."""
    victory = position.setting.parameters.victory
    total = 0
    for nation in victory.plus:
        total += note("WF 3 victory", f"demoralization of {nation}", position.demoralization.get(nation, 0))
    for nation in victory.minus:
        total += note("WF 3 victory", f"demoralization of {nation}", -position.demoralization.get(nation, 0))
    terms = position.setting.parameters.demoralization
    for nation, hexes in lost_trenches(position).items():
        points = terms.lost_trench_hex * len(hexes)
        sign = 1 if nation in victory.plus else -1
        total += note(
            f"{terms.lost_trench_hex_rule} victory", f"trench hexes lost by {nation}", sign * points
        )
    return total


# Trench hexes that were lost


def note_trenches(position: WesternFrontPosition, within: Iterable[int] | None = None) -> None:
    """[WF 13 victory] Remember whose forces hold which trenches; in a shared hex the strongest country."""
    if not position.setting.parameters.demoralization.lost_trench_hex:
        return
    flags, label = position.flags, position.setting.board.label
    for node in position.markers if within is None else within:
        marker = position.markers.get(node)
        if marker is None or marker.kind not in TRENCHES:
            continue
        nation = _garrison(position, node, marker.side)
        if nation and f"{_TRENCH}{label(node)} {nation}" not in flags:
            for other in position.setting.parameters.demoralization.counted:
                flags.pop(f"{_TRENCH}{label(node)} {other}", None)
            flags[f"{_TRENCH}{label(node)} {nation}"] = 1


def _garrison(position: WesternFrontPosition, node: int, side: str) -> str:
    """The nation, as demoralization is counted, with most strength of a side in a hex."""
    strengths: dict[str, int] = {}
    for unit in position.combat_units_at(node, side):
        nation = morale.counted_nation(position, position.piece(unit).nation)
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    return max(strengths, key=lambda nation: (strengths[nation], nation), default="")


def lost_trenches(position: WesternFrontPosition) -> dict[str, list[int]]:
    """[WF 13 victory] [WF 15 victory] By nation, the hexes that held its trenches and are the enemy's now."""
    found: dict[str, list[int]] = {}
    if not position.setting.parameters.demoralization.lost_trench_hex:
        return found
    for key in position.flags:
        if key.startswith(_TRENCH):
            label, nation = key.removeprefix(_TRENCH).split()
            node = position.setting.board[label]
            if position.holder(node) != position.setting.tables.nations[nation].side:
                found.setdefault(nation, []).append(node)
    return {nation: sorted(hexes) for nation, hexes in sorted(found.items())}


# Paris


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
    if not setting.parameters.victory.adjustments:
        return []
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
