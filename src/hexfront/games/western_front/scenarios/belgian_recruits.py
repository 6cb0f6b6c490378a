"""Scenario book, WF 23-54: Belgium raises troops wherever it still has cities.

On the first turn of January every Belgian city that the Entente holds promises a replacement unit for the
year, every urban hexside two; a place that is regained promises its own on the first turn of the next month.
One unit comes in a month, the longest waiting first, and what a place that is lost has promised is lost
(decision WF-R187).
"""

from __future__ import annotations

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules.morale import hexside_name
from hexfront.games.western_front.rules.withdrawals import is_of_active_side
from hexfront.games.western_front.vocabulary import ENTENTE
from hexfront.kernel.table import Table

RULE = "WF 23-54"
KEY = "be-rpl-xx-rpl"
_COUNTED = "belgian place counted: "  # the year in which a place last promised recruits
_QUEUE = "belgian recruits: "  # month of the promise and place, with how many still wait
FIRST_YEAR = 1915


def places(position: WesternFrontPosition) -> dict[str, int]:
    """[WF 23-54] Belgian cities and urban hexsides in the hands of the Entente, with units a year."""
    setting, tables = position.setting, position.setting.tables
    city = tables.whole("belgian_replacements_per_city")
    hexside = tables.whole("belgian_replacements_per_urban_hexside")
    found = {}
    for node in setting.cities_of.get("belgium", ()):
        if position.holder(node) != ENTENTE:
            continue
        urban = setting.urban_beside.get(node, ())
        if not urban:
            found[setting.board.label(node)] = city
        for other in urban:
            if position.holder(other) == ENTENTE:
                found[hexside_name(position, node, other)] = hexside
    return found


def queue(position: WesternFrontPosition) -> list[tuple[str, int]]:
    """[WF 23-54] The places for which recruits still wait, the longest waiting first."""
    waiting = sorted(key.removeprefix(_QUEUE) for key in position.flags if key.startswith(_QUEUE))
    return [(each.split()[1], position.flags[_QUEUE + each]) for each in waiting]


def receive(table: Table, position: WesternFrontPosition) -> None:
    """[WF 23-54] The first turn of a month: places are counted, and one unit comes."""
    date, flags = position.date, position.flags
    if date.turn != 1 or date.year < FIRST_YEAR or not is_of_active_side(position, "be"):
        return
    held = places(position)
    for key in [key for key in flags if key.startswith(_QUEUE) and key.split()[-1] not in held]:
        table.tell(f"The recruits of {key.split()[-1]} are lost to Belgium", RULE, kind="arrival")
        del flags[key]
    for place, units in sorted(held.items()):
        if flags.get(_COUNTED + place) != date.year:
            flags[_COUNTED + place] = date.year
            flags[f"{_QUEUE}{date.year}-{date.month:02} {place}"] = units
    longest = min((key for key in flags if key.startswith(_QUEUE)), default="")
    if not longest:
        return
    flags[longest] -= 1
    if not flags[longest]:
        del flags[longest]
    name = position.new_name(KEY)
    piece = position.setting.pieces[KEY]
    position.waiting[name] = Unit(name, KEY, OFF_MAP, piece.strength)
    table.tell(f"{piece.label} are raised in {longest.split()[-1]}", RULE, kind="arrival")
