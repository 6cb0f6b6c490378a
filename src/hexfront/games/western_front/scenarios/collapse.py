"""Scenario book, WF 23-18 to 23-22 and chapter 21: how the morale of nations fails, and who wins by it.

A state is reached when points are added, by the year of that moment, and is never left again (decision
WF-R180). Belgium and the United States have no thresholds.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import STATES, NationalSchedules
from hexfront.games.western_front.printed.scenario_lists import Condition
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.vocabulary import SIDES, other_side
from hexfront.kernel.table import Table

FORFEIT = "forfeit: "  # flag of a side whose commander has been relieved
RULES = {"ge": "WF 23-18", "fr": "WF 23-19", "gb": "WF 23-20"}
_WORDS = {
    "shaken": "suffers shaken national morale",
    "collapsed": "suffers economic collapse",
    "surrendered": "surrenders",
}


def state_of(position: WesternFrontPosition, nation: str) -> str:
    """[WF 23-18] The state of a nation's morale."""
    return next(
        (state for state in reversed(STATES[1:]) if position.flags.get(f"{state}: {nation}")), STATES[0]
    )


def set_states(position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 21-1] The states that follow from the points with which a game begins."""
    for nation, points in position.demoralization.items():
        _enter(position, nation, schedules.morale(nation, position.date.year, points))


def weary(table: Table, position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 23-16] What each month costs the nations at home and on other fronts, cause by cause."""
    for nation in list(position.demoralization):
        for row in schedules.monthly_demoralization(nation, position.date.year, position.date.month):
            morale.add(table, position, nation, row.points, why=row.cause, rule=row.rule)


def spare_retaken_cities(position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 23-17] Cities that were taken and retaken before the game began cost no points any more."""
    for label in schedules.retaken_cities:
        if label in position.setting.board:
            morale.note_entered(position, position.setting.board[label])


def _enter(position: WesternFrontPosition, nation: str, state: str) -> None:
    for each in STATES[1 : STATES.index(state) + 1]:
        position.flags[f"{each}: {nation}"] = 1


def demoralized(
    table: Table, position: WesternFrontPosition, schedules: NationalSchedules, nation: str
) -> None:
    """[WF 23-18] [WF 23-19] [WF 23-20] See whether added points bring a nation into a worse state."""
    before = state_of(position, nation)
    state = schedules.morale(nation, position.year, position.demoralization[nation], before)
    if state == before:
        return
    _enter(position, nation, state)
    name = position.setting.tables.nations[nation].name
    table.tell(
        f"{name} {_WORDS[state]} at {position.demoralization[nation]} demoralization points",
        RULES[nation],
        kind="morale",
        data={"nation": nation, "state": state},
    )


def dismiss(table: Table, position: WesternFrontPosition) -> None:
    """[26-7] As the game ends, the units of those who have surrendered leave play; nobody does so in the
    middle of the combat that has brought it about."""
    for nation in position.setting.parameters.victory.ends_on_surrender:
        if state_of(position, nation) == STATES[-1]:
            morale.surrender(table, position, nation)


def ahead(position: WesternFrontPosition, nation: str) -> list[tuple[str, int]]:
    """[WF 23-18] [WF 23-19] [WF 23-20] The states of morale that a nation may still fall into, with the
    demoralization points at which it does in this year, the nearest first."""
    schedules = position.setting.campaign.national_schedules
    if schedules is None or position.setting.parameters.duration_rules.morale != "counted":
        return []
    now = STATES.index(state_of(position, nation))
    limits = {
        state: schedules.thresholds[nation, state][position.year]
        for state in STATES[now + 1 :]
        if (nation, state) in schedules.thresholds
    }
    return sorted(limits.items(), key=lambda each: each[1])


def forfeits(position: WesternFrontPosition) -> list[str]:
    """[WF 23-13] The sides whose commander has been relieved."""
    return [side for side in SIDES if position.flags.get(FORFEIT + side)]


def has_ended(position: WesternFrontPosition) -> bool:
    """[WF 21 victory] [WF 23 victory] Whether a nation has surrendered whose surrender ends the game, or a
    commander has been relieved."""
    return bool(forfeits(position)) or any(
        state_of(position, nation) == STATES[-1]
        for nation in position.setting.parameters.victory.ends_on_surrender
    )


def outcome(position: WesternFrontPosition) -> str | None:
    """[WF 21 victory] [WF 23 victory] The outcome once a great power has surrendered, a commander has been
    relieved, or the last turn is over (WF-R173, WF-R228)."""
    if not has_ended(position) and not victory.is_over(position):
        return None
    if relieved := forfeits(position):
        if len(relieved) > 1:
            return "draw (both commanders relieved)"
        winner = victory.SIDE_NAMES[other_side(relieved[0])]
        return f"{winner} decisive victory ({victory.SIDE_NAMES[relieved[0]]} commander relieved)"
    won = verdict(position)
    if won is None:
        return "draw"
    return f"{victory.SIDE_NAMES[won.winner]} {won.level} victory"


def verdict(position: WesternFrontPosition) -> Condition | None:
    """[WF 21 victory] The first condition that holds, from the most decisive down; None is a draw."""
    if relieved := forfeits(position):
        return None if len(relieved) > 1 else Condition(other_side(relieved[0]), "decisive")
    conditions = position.setting.parameters.victory.conditions
    return next((each for each in conditions if holds(position, each)), None)


def holds(position: WesternFrontPosition, condition: Condition) -> bool:
    """[WF 21 victory] Whether every part of a condition holds."""

    def reached(nation: str, state: str) -> bool:
        return STATES.index(state_of(position, nation)) >= STATES.index(state)

    for state, any_of, none_of in (
        ("surrendered", condition.any_surrendered, condition.none_surrendered),
        ("collapsed", condition.any_collapsed, condition.none_collapsed),
        ("shaken", condition.any_shaken, condition.none_shaken),
    ):
        if any_of and not any(reached(nation, state) for nation in any_of):
            return False
        if any(reached(nation, state) for nation in none_of):
            return False
    return condition.before_year is None or position.date.year < condition.before_year
