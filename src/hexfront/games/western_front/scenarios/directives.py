"""The directives of August 1914 as the duties ask for them: hexes as nodes, turns as dates, lists as sets.

Everything here stands in the scenario's parameters (chapter 3 of the scenario book); it is worked out once
for a game, because the duties of both sides are asked about at every move.
"""

from __future__ import annotations

from hexfront.games.western_front.campaign import Campaign
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate


class Directives(Campaign, frozen=True):
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


def directives_of(position: WesternFrontPosition) -> Directives | None:
    """The directives that bind the players of a game; None in a campaign of a later year."""
    campaign = position.setting.campaign
    return campaign if isinstance(campaign, Directives) else None
