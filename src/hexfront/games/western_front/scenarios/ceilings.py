"""Scenario book, WF 23-8 to 23-14: commanders are expected to use what they are given.

As a monthly turn opens, no nation may hold more supply points than the year allows it; whoever does is
relieved of command. Shipments count [18-12]. Nobody is taken by surprise: what will be too much in a month
is said as the month before begins (decision WF-R177).
"""

from __future__ import annotations

from hexfront.games.western_front.campaign import Ceiling
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import NationalSchedules
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import headquarters, other_fronts
from hexfront.games.western_front.scenarios import collapse
from hexfront.games.western_front.vocabulary import ARRIVAL, MONTHS, SIDES
from hexfront.kernel.table import Table

_MONTHS = 12


def stock(position: WesternFrontPosition, nation: str) -> int:
    """[18-12] [WF 25-12] What a nation holds on this map, in a linked game on all fronts."""
    elsewhere = sum(other_fronts.stock(position, front, nation) for front in other_fronts.EDGES)
    return headquarters.total(position, nation) + elsewhere


def next_month(date: TurnDate) -> TurnDate:
    """The monthly turn that comes next."""
    months = date.year * _MONTHS + date.month
    return TurnDate(months // _MONTHS, months % _MONTHS + 1, 0)


def is_checked(position: WesternFrontPosition, date: TurnDate) -> bool:
    """[WF 23-13] Whether stocks are looked at in a monthly turn: in a game begun after 1914 from its second
    on, because some begin above their ceiling (decision WF-R177)."""
    first = position.setting.parameters.first_turn
    months = (date.year - first.year) * _MONTHS + date.month - first.month
    return months > 1


def check(table: Table, position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 23-13] As a monthly turn opens, those who hold too much lose their command; others are warned.

    [WF 23-14] Nothing but combat brings a stock down: no order destroys supply points, and who chooses to
    retreat saves them (decision WF-R055).
    [WF 23-8] [WF 23-9] [WF 23-10] [WF 23-11] [WF 23-12] The ceilings are those of the year just begun.
    """
    if not headquarters.have_ceilings(position):
        return
    if is_checked(position, position.date):
        for nation in position.setting.parameters.nations:
            row = schedules.limit_of(nation, position.date.year)
            held = stock(position, nation)
            if row is not None and held > row.points:
                people = position.setting.tables.nations[nation]
                position.flags[collapse.FORFEIT + people.side] = 1
                table.tell(
                    f"{people.name} holds {held} supply points where {row.points} are allowed: "
                    "its commander is relieved",
                    "WF 23-13",
                    row.rule,
                    kind="forfeit",
                    data={"nation": nation, "side": people.side},
                )
    if collapse.forfeits(position):
        return
    for ceiling in ahead(position, schedules):
        if ceiling.excess:
            people = position.setting.tables.nations[ceiling.nation]
            table.tell(
                f"{people.name} must expend {ceiling.excess} supply points before {ceiling.month}, "
                f"when it may hold {ceiling.most}",
                "WF 23-13",
                ceiling.rule,
                kind="warning",
                to=(people.side,),
            )


def ahead(position: WesternFrontPosition, schedules: NationalSchedules) -> list[Ceiling]:
    """[WF 23-13] How nations stand toward their ceilings of the coming monthly turn."""
    due = next_month(position.date)
    if not headquarters.have_ceilings(position) or not is_checked(position, due):
        return []
    found = []
    for nation in position.setting.parameters.nations:
        row = schedules.limit_of(nation, due.year)
        if row is None:
            continue
        held = stock(position, nation) + position.supply_due.get(nation, 0)
        month = f"{MONTHS[due.month - 1]} {due.year}"
        coming = _coming(position, schedules, nation)
        if held or coming:
            found.append(Ceiling(nation, held, coming, row.points, month, row.rule))
    return found


def _coming(position: WesternFrontPosition, schedules: NationalSchedules, nation: str) -> int:
    """Supply points that a nation will still receive before the next monthly turn."""
    date = position.date
    side = position.setting.tables.nations[nation].side
    state = collapse.state_of(position, nation)
    return sum(
        schedules.supply_due(nation, date.year, date.month, turn, morale=state)
        for turn in range(max(date.turn, 1), 8)
        if turn > date.turn or not _has_arrived(position, side)
    )


def _has_arrived(position: WesternFrontPosition, side: str) -> bool:
    """Whether what comes to a side in this turn has come."""
    if position.active != side:
        return side == SIDES[0]
    return position.phase != ARRIVAL or position.begun
