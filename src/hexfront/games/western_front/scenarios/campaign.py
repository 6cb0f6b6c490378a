"""The campaign of 1914 in the form the rules ask for it: hexes as nodes, turns as dates, lists as sets.

Everything here stands in the scenario's parameters (chapter 3 of the scenario book); it is worked out once
for a game, because the duties of both sides are asked about at every move.
"""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.kernel.board import Board


class Campaign(msgspec.Struct, frozen=True):
    """[WF 3-1] to [WF 3-12]: where and when."""

    first_turn: TurnDate
    liege: frozenset[int]
    beside_liege: frozenset[int]
    near_liege: frozenset[int]
    lorraine_line: tuple[int, ...]
    lorraine_line_until: TurnDate
    siege_rail_turns: tuple[TurnDate, ...]
    offensive_armies: tuple[str, ...]
    offensive_values: tuple[str, ...]
    offensive_by: TurnDate
    offensive_fortress: int
    refuge: frozenset[int]
    refuge_turn: TurnDate
    release: TurnDate
    namur: frozenset[int]
    around_brussels: frozenset[int]
    watch_strength: int
    antwerp: tuple[int, ...]
    scheldt: tuple[int, ...]


def campaign_of(board: Board, parameters: Scenario) -> Campaign | None:
    """The campaign, or None in a scenario of a later year. Hexes that a drawn board lacks are left out."""
    if not any(each.name == "french_offensive_armies" for each in parameters.parameters):
        return None

    def nodes(name: str) -> list[int]:
        return [board[label] for label in parameters.words(name) if label in board]

    def date(name: str) -> TurnDate:
        return parameters.dates(name)[0]

    liege = nodes("liege")
    beside = frozenset(other for node in liege for other in board.adjacent[node])
    reach = parameters.whole("belgian_watch_range")
    return Campaign(
        first_turn=parameters.first_turn,
        liege=frozenset(liege),
        beside_liege=beside,
        near_liege=beside | frozenset(nodes("liege_retreat")),
        lorraine_line=tuple(nodes("lorraine_line")),
        lorraine_line_until=date("lorraine_line_until"),
        siege_rail_turns=parameters.dates("siege_rail_turns"),
        offensive_armies=tuple(f"fr-hq-xxxx-{each}" for each in parameters.words("french_offensive_armies")),
        offensive_values=parameters.words("french_offensive_values"),
        offensive_by=date("french_offensive_by"),
        offensive_fortress=parameters.whole("french_offensive_fortress"),
        refuge=frozenset(nodes("belgian_refuge")),
        refuge_turn=date("belgian_refuge_turn"),
        release=date("belgian_release"),
        namur=frozenset(nodes("namur")),
        around_brussels=frozenset(
            near for node in nodes("belgian_watch_hex") for near in board.within(node, reach)
        ),
        watch_strength=parameters.whole("belgian_watch_strength"),
        antwerp=tuple(nodes("antwerp")),
        scheldt=tuple(nodes("scheldt")),
    )
