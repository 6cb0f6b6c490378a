"""What a nation must expend before somebody looks at its stock [WF 23-13].

Who holds too many supply points as a monthly turn opens has lost the war, and nothing but combat brings a
stock down [WF 23-14]. So the staff looks some months ahead, at what it holds, at what will come and at what
it may hold then, and spends in time: a little in every turn instead of everything in the last.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import headquarters
from hexfront.games.western_front.scenarios import ceilings, collapse
from hexfront.games.western_front.vocabulary import MONTHS

MONTHS_AHEAD = 3
TURNS = 7
LAST_TURNS = 5  # in which what is too much is expended at any price
KEPT_CLEAR = 0.1  # the part of what it may hold that a nation stays below it, for what is not foreseen


class Duty(msgspec.Struct, frozen=True):
    """Supply points that must be expended, the turns that are left for it, until which month, and how many
    may be held then."""

    points: float
    turns: int
    month: str
    most: int
    over: int = 0  # points above what may be held, if nothing is expended

    @property
    def is_last_chance(self) -> bool:
        """Whether too much would be held, and hardly any turn is left."""
        return self.over > 0 and self.turns <= LAST_TURNS

    @property
    def rate(self) -> float:
        """The part of what may be held that is to be expended in every turn: small armies expend little."""
        return self.points / self.turns / self.most


def duty(position: WesternFrontPosition, nation: str) -> Duty | None:
    """[WF 23-13] What a nation must expend, by the month that asks for most in a turn; None if nothing."""
    owed = [each for each in _foreseen(position, nation) if each.points > 0]
    return max(owed, key=lambda each: each.rate, default=None)


def excess(position: WesternFrontPosition, nation: str) -> Duty | None:
    """[WF 23-13] What a nation must be rid of before the very next monthly turn; None if nothing."""
    return next((each for each in _foreseen(position, nation, months=1) if each.over > 0), None)


def _foreseen(position: WesternFrontPosition, nation: str, months: int = MONTHS_AHEAD) -> Iterator[Duty]:
    """How a nation will stand toward what it may hold, in each of the coming monthly turns that ask."""
    schedules = position.setting.campaign.national_schedules
    if schedules is None or not headquarters.have_ceilings(position):
        return
    state = collapse.state_of(position, nation)
    due = position.date
    held = ceilings.stock(position, nation) + position.supply_due.get(nation, 0)
    turns = 0
    for ahead in range(months):
        first = max(1, position.date.turn) if not ahead else 1
        turns += TURNS - first + 1
        # What comes in this turn has come when anything can be expended.
        for turn in range(first + (not ahead and position.date.turn > 0), TURNS + 1):
            held += schedules.supply_due(nation, due.year, due.month, turn, morale=state)
            held += _listed(position, nation, (due.year, due.month, turn))
        due = ceilings.next_month(due)
        allowed = schedules.supply_limit(nation, due.year)
        if allowed is None or not ceilings.is_checked(position, due):
            continue
        points = held - (1 - KEPT_CLEAR) * allowed
        yield Duty(points, turns, f"{MONTHS[due.month - 1]} {due.year}", allowed, held - allowed)


def has_room(position: WesternFrontPosition, nation: str, points: int) -> bool:
    """Whether an ally may be given supply points without having too many, in this year or in the next; who
    may hold any number of them always may."""
    schedules = position.setting.campaign.national_schedules
    years = (position.date.year, position.date.year + 1)
    limits = [schedules.supply_limit(nation, year) for year in years] if schedules is not None else []
    held = ceilings.stock(position, nation) + position.supply_due.get(nation, 0) + points
    return all(most is None or held <= (1 - KEPT_CLEAR) * most for most in limits)


def _listed(position: WesternFrontPosition, nation: str, turn: tuple[int, int, int]) -> int:
    """Supply points that the lists of 1914 bring to a nation in a turn."""
    return sum(
        row.supply
        for row in position.setting.orders.arrivals
        if row.supply and not row.unit and not row.struck
        if row.nation == nation and (row.year, row.month, row.turn) == turn
    )
