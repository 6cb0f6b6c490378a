"""Scenario book, chapters 12 to 22: who holds what where a scenario of the trench war begins.

The book prints the German front line; the Entente's lies next to it (decision WF-R150). Everything else
follows: a hex belongs to the side on or behind whose line it lies, and so does its rail line. What Germany
holds of France and Belgium was entered and paid for in 1914 [26-4].
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from hexfront.games.western_front.position import Marker, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Front
from hexfront.games.western_front.rules import morale, sectors
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    COUNTRY_SIDE,
    DEVASTATION,
    ENTENTE,
    HINDENBURG_LINE,
    TRENCH,
    other_side,
)

NETWORKS = {CENTRAL_POWERS: "ge", ENTENTE: "fr"}  # [WF 12] the nation whose network a side's lines belong to


def front_of(setting: WesternFrontSetting) -> Front:
    """The front lines of a scenario that has any."""
    front = setting.parameters.front
    assert front is not None
    return front


def nodes(setting: WesternFrontSetting, labels: Iterable[str]) -> list[int]:
    """Hexes by their numbers; those that a drawn board lacks are left out."""
    return [setting.board[label] for label in labels if label in setting.board]


@lru_cache(maxsize=16)
def held(setting: WesternFrontSetting) -> dict[int, str]:
    """[WF 12] Every hex on or behind a front line, with the side that holds it."""
    front = front_of(setting)
    german, entente = nodes(setting, front.german), nodes(setting, front.entente)
    return {
        **dict.fromkeys(_behind(setting, entente, german), ENTENTE),
        **dict.fromkeys(_behind(setting, german, entente), CENTRAL_POWERS),
    }


def _behind(setting: WesternFrontSetting, line: Collection[int], enemy: Collection[int]) -> set[int]:
    """The hexes of a front line and all that can be reached from it without crossing the enemy's."""
    reached, barred = set(line), set(enemy)
    ways = list(line)
    while ways:
        for there in setting.board.adjacent[ways.pop()]:
            if there not in reached and there not in barred and not setting.closed[there]:
                reached.add(there)
                ways.append(there)
    return reached


def assign_sectors(position: WesternFrontPosition) -> None:
    """[WF 12-2] The sectors with which a scenario begins."""
    fronts = [
        (each.nation, nodes(position.setting, each.hexes)) for each in front_of(position.setting).sectors
    ]
    sectors.assign(position, [(nation, hexes) for nation, hexes in fronts if hexes])


def fill_in(position: WesternFrontPosition) -> None:
    """[WF 12] What a text on the printed map does not tell of the lines: hexes and railways are as the
    scenario begins with them, and so are the sectors if none is told. Markers are only those it tells."""
    setting = position.setting
    for node, side in held(setting).items():
        if setting.home_side[node] != side:
            position.holders.setdefault(node, side)
        if setting.rail_adjacent[node] and setting.home_network[node] != NETWORKS[side]:
            position.rail.setdefault(node, NETWORKS[side])
        if COUNTRY_SIDE.get(setting.board.country[node], side) != side:
            morale.note_entered(position, node)
    if not sectors.fronts(position):
        assign_sectors(position)


def lay_out(position: WesternFrontPosition) -> None:
    """[WF 12] [WF 14 set-up] [WF 20 set-up] Holders, rail networks, markers, places paid for in 1914."""
    setting, front = position.setting, front_of(position.setting)
    for node, side in held(setting).items():
        if setting.home_side[node] != side:
            position.holders[node] = side
        if setting.rail_adjacent[node] and setting.home_network[node] != NETWORKS[side]:
            position.rail[node] = NETWORKS[side]
        if COUNTRY_SIDE.get(setting.board.country[node], side) != side:
            morale.note_entered(position, node)
    for node in nodes(setting, front.devastation):
        position.set_marker(node, Marker(DEVASTATION, other_side(held(setting)[node])))
    for side, line in ((CENTRAL_POWERS, front.german), (ENTENTE, front.entente)):
        for label in line:
            if label in setting.board:
                kind = HINDENBURG_LINE if label in front.hindenburg_line else TRENCH
                position.set_marker(setting.board[label], Marker(kind, side))
