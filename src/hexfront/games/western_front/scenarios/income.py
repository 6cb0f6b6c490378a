"""Scenario book, WF 12-1 and chapter 23: what nations receive besides the units of their lists.

Supply points and replacements come by month, turn and state of morale. Headquarters and engineers that were
destroyed come back three months and a turn later [WF 23-5].
"""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.matters import Drafting
from hexfront.games.western_front.orders import Draft
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import NationalSchedules, Replacement
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import wording
from hexfront.games.western_front.rules.arrivals import PLACE
from hexfront.games.western_front.rules.withdrawals import is_of_active_side
from hexfront.games.western_front.scenarios import collapse
from hexfront.games.western_front.vocabulary import LAID_UP
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.words import counted

FRENCH = "fr-rpl-xx-rpl"
COLONIAL = ("fr-rpl-xx-rpl-colonial", "fr-rpl-xx-rpl-north-african")  # [WF 23-39]
_FRENCH = "french replacements"  # how many units have come in this game
_CHOICES = "french replacements to choose"
_WHERE = "french replacements to choose come to"
_BACK = "comes back: "  # flag of a destroyed unit: the turn in which it does
FIRST_HEADQUARTERS = "us-hq-xxxx-1"
_TURNS, _MONTHS = 7, 12
NATIONS = ("ge", "fr", "gb", "be", "us")


def receive(table: Table, position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 12-1] Supply points and replacement units of this turn, by nation, date and morale.

    Germany [WF 23-25] [WF 23-26] [WF 23-27] [WF 23-28] [WF 23-29] [WF 23-30] [WF 23-31] [WF 23-32],
    France [WF 23-35] [WF 23-36] [WF 23-37] [WF 23-38],
    Britain [WF 23-42] [WF 23-43] [WF 23-44] [WF 23-45] [WF 23-46] [WF 23-47] [WF 23-48],
    Belgium [WF 23-53], the United States [WF 23-57] [WF 23-58] [WF 23-59].
    """
    date = position.date
    for nation in NATIONS:
        if not is_of_active_side(position, nation):
            continue
        morale = collapse.state_of(position, nation)
        points = schedules.supply_due(nation, date.year, date.month, date.turn, morale=morale)
        if points:
            position.supply_due[nation] = position.supply_due.get(nation, 0) + points
            name = position.setting.tables.nations[nation].name
            rule = rule_of(schedules, nation, (date.year, date.month, date.turn), morale)
            table.tell(
                f"{wording.nation_does(name, 'receives')} {counted(points, 'supply point')}",
                rule,
                kind="supply",
            )
        for row in schedules.replacements_due(nation, date.year, date.month, date.turn, morale=morale):
            key = key_of(row)
            if drafts(position, key, OFF_MAP):
                continue
            name = position.new_name(key)
            position.waiting[name] = Unit(name, key, OFF_MAP, row.strength)
            label = position.setting.pieces[key].label
            table.tell(f"{label} are raised", row.rule, kind="arrival")
    _bring_back(table, position)
    _hand_over(position)


def stores(position: WesternFrontPosition, nation: str) -> dict[str, int]:
    """[WF 23-61] The first headquarters of the United States, until it arrives, and the supply points that
    may still be laid up for it."""
    if nation != "us" or FIRST_HEADQUARTERS in position.gone:
        return {}
    if any(FIRST_HEADQUARTERS in group for group in (position.units, position.waiting, position.lost)):
        return {}
    most = position.setting.tables.whole("us_first_headquarters_supply")
    left = most - laid_up(position)
    return {FIRST_HEADQUARTERS: left} if left > 0 else {}


def lay_up(position: WesternFrontPosition, points: int) -> None:
    """[WF 21-2] [WF 23-61] Supply points await the first headquarters of the United States."""
    position.flags[LAID_UP] = laid_up(position) + points


def laid_up(position: WesternFrontPosition) -> int:
    """[WF 23-61] Supply points that await the first headquarters of the United States."""
    return position.flags.get(LAID_UP, 0)


def _hand_over(position: WesternFrontPosition) -> None:
    """[WF 23-61] The first headquarters of the United States arrives with all that was laid up for it."""
    if (unit := position.waiting.get(FIRST_HEADQUARTERS)) and LAID_UP in position.flags:
        supply = unit.supply + position.flags.pop(LAID_UP)
        position.waiting[unit.name] = msgspec.structs.replace(unit, supply=supply)


def rule_of(schedules: NationalSchedules, nation: str, turn: tuple[int, int, int], morale: str) -> str:
    """The rule by which a nation receives supply points in a turn."""
    return next(
        row.rule
        for row in schedules.supply
        if row.nation == nation
        and msgspec.structs.replace(schedules, supply=(row,)).supply_due(nation, *turn, morale=morale)
    )


def key_of(row: Replacement) -> str:
    """The counter of a replacement unit of the schedules."""
    contingent = "" if row.contingent == "home" else f"-{row.contingent}"
    return f"{row.nation}-rpl-xx-rpl{contingent}"


def drafts(position: WesternFrontPosition, unit: str, place: int) -> bool:
    """[WF 23-39] Whether the French replacement unit that comes now is the tenth, the twentieth (WF-R183):
    then its owner will say what it is. It comes where the list says."""
    if unit != FRENCH:
        return False
    flags = position.flags
    flags[_FRENCH] = flags.get(_FRENCH, 0) + 1
    if flags[_FRENCH] % position.setting.tables.whole("colonial_replacement_every"):
        return False
    flags[_CHOICES] = flags.get(_CHOICES, 0) + 1
    if place != OFF_MAP:
        flags[_WHERE] = place
    return True


def choose(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 23-39] Every tenth French replacement unit is Colonial or North African, as its owner likes."""
    while position.flags.get(_CHOICES, 0) and is_of_active_side(position, "fr"):
        chosen = yield Ask(
            position.active,
            "draft",
            "Are these replacements Colonial or North African?",
            "WF 23-39",
            options=lambda: [Draft(key) for key in COLONIAL],
            default=lambda: Draft(COLONIAL[0]),
            about=Drafting(),
            station=True,
        )
        piece = position.setting.pieces[chosen.unit]
        name = position.new_name(chosen.unit)
        position.waiting[name] = Unit(name, chosen.unit, OFF_MAP, piece.strength)
        if _WHERE in position.flags:
            position.flags[PLACE + name] = position.flags[_WHERE]
        position.flags[_CHOICES] -= 1
        if not position.flags[_CHOICES]:
            del position.flags[_CHOICES]
            position.flags.pop(_WHERE, None)
        table.tell(f"{piece.label} are raised", "WF 23-39", kind="arrival")
    return None


# Headquarters and engineers


def note_destroyed(position: WesternFrontPosition) -> None:
    """[WF 23-5] Remember when headquarters and engineers were destroyed."""
    for name, unit in position.lost.items():
        piece = position.piece(unit)
        if (piece.headquarters or piece.engineer) and _BACK + name not in position.flags:
            position.flags[_BACK + name] = turn_number(back_on(position))


def back_on(position: WesternFrontPosition) -> TurnDate:
    """[WF 23-5] Three months and a turn from now; after turn 7 comes turn 1 of the next month (WF-R176)."""
    tables = position.setting.tables
    month = position.date.month + tables.whole("rebuild_months")
    turn = position.date.turn + tables.whole("rebuild_turns")
    if turn > _TURNS:
        month, turn = month + 1, turn - _TURNS
    return TurnDate(position.date.year + (month - 1) // _MONTHS, (month - 1) % _MONTHS + 1, turn)


def turn_number(date: TurnDate) -> int:
    return (date.year * 100 + date.month) * 10 + date.turn


def _bring_back(table: Table, position: WesternFrontPosition) -> None:
    """[WF 23-5] [25-6] Destroyed headquarters and engineers appear as reinforcements, without supply."""
    for name in sorted(position.lost):
        unit = position.lost[name]
        due = position.flags.get(_BACK + name)
        if (
            due is not None
            and due <= turn_number(position.date)
            and position.side_of(unit) == position.active
        ):
            del position.lost[name], position.flags[_BACK + name]
            piece = position.piece(unit)
            position.waiting[name] = Unit(name, unit.piece, OFF_MAP, piece.strength)
            table.tell(f"{piece.label} is formed again", "WF 23-5", kind="arrival")
