"""Scenario book, chapter 8: how Germany builds the Hindenburg Line.

Work begins with the first turn of March, in hexes with double track and an engineer, and ends with the
first turn of December. A trench or devastation in the hex stays until then (decision WF-R099), so work is
kept among the flags of a position: the hex, and the engineer who must not leave it.
"""

from __future__ import annotations

from hexfront.games.western_front.matters import Fortifying
from hexfront.games.western_front.orders import Fortify
from hexfront.games.western_front.position import Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import rail_lines
from hexfront.games.western_front.vocabulary import ARRIVAL, CENTRAL_POWERS, HINDENBURG_LINE, WEST
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

_WORK = "hindenburg line "
_DONE = "hindenburg line asked"  # the year in which Germany has said what it builds


def works(position: WesternFrontPosition) -> dict[int, str]:
    """[WF 8-2] The hexes under construction, each with its engineer."""
    found = {}
    for key in position.flags:
        if key.startswith(_WORK) and key != _DONE:
            label, engineer = key.removeprefix(_WORK).split()
            found[position.setting.board[label]] = engineer
    return found


def is_time(position: WesternFrontPosition) -> bool:
    """[WF 8-1] [WF 8-2] Whether the first turn of a year begins that is not winter, from 1916 on."""
    tables, date = position.setting.tables, position.date
    return (
        position.setting.front == WEST
        and position.active == CENTRAL_POWERS
        and position.phase == ARRIVAL
        and date.year >= tables.whole("hindenburg_year")
        and (date.month, date.turn) == (tables.whole("winter_last_month") + 1, 1)
    )


def why_not(position: WesternFrontPosition, node: int) -> Refusal | None:
    """[WF 8-1] [WF 8-2] [WF 8-4] Why Germany may not begin the Line in a hex."""
    where = position.setting.board.label(node)
    marker = position.markers.get(node)
    if node in works(position) or (marker is not None and marker.kind == HINDENBURG_LINE):
        return Refusal("WF 8-2", f"the Hindenburg Line is in {where} already")
    if not engineers(position, node):
        return Refusal("WF 8-2", f"no German engineer is in {where}")
    if not has_double_track(position, node):
        return Refusal("WF 8-2", f"no active double track runs through {where}")
    built = sum(marker.kind == HINDENBURG_LINE for marker in position.markers.values())
    most = position.setting.tables.whole("hindenburg_markers")
    if built + len(works(position)) >= most:
        return Refusal("WF 8-4", "there are no more markers", most, built + len(works(position)) + 1)
    return None


def engineers(position: WesternFrontPosition, node: int) -> list[Unit]:
    """[WF 8-2] The German engineers in a hex."""
    return [
        unit
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).engineer and piece.nation == "ge"
    ]


def has_double_track(position: WesternFrontPosition, node: int) -> bool:
    """[WF 8-2] Whether an active double track rail line of the side runs through a hex."""
    setting = position.setting
    return rail_lines.is_operative_for(position, node, CENTRAL_POWERS) and any(
        setting.is_double_track(setting.side(node, other)) for other in setting.rail_adjacent[node]
    )


def build(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 8-2] On 1 March Germany says where it builds."""
    if not is_time(position) or position.flags.get(_DONE) == position.date.year:
        return None
    board = position.setting.board
    while choices := [unit.at for unit in _working(position) if why_not(position, unit.at) is None]:
        chosen = yield _ask(position, sorted(set(choices)))
        if isinstance(chosen, Pass):
            break
        engineer = engineers(position, board[chosen.at])[0]
        position.flags[f"{_WORK}{chosen.at} {engineer.name}"] = 1
        table.tell(f"Work on the Hindenburg Line begins in {chosen.at}", "WF 8-2", kind="trench")
    position.flags[_DONE] = position.date.year
    return None


def _working(position: WesternFrontPosition) -> list[Unit]:
    return [unit for unit in position.of_side(CENTRAL_POWERS) if position.piece(unit).engineer]


def _ask(position: WesternFrontPosition, hexes: list[int]) -> Ask:
    label = position.setting.board.label
    front = [
        node
        for node in hexes
        if any(position.holder(near) != CENTRAL_POWERS for near in position.setting.crossable[node])
    ]
    return Ask(
        CENTRAL_POWERS,
        "fortify",
        "Begin the Hindenburg Line in a hex, or pass",
        "WF 8-2",
        options=lambda: [*(Fortify(label(node)) for node in hexes), PASS],
        why_not=lambda action: _why_not(position, action),
        default=lambda: Fortify(label(front[0])) if front else PASS,
        about=Fortifying(),
        station=True,
    )


def _why_not(position: WesternFrontPosition, action: Action) -> Refusal | None:
    if not isinstance(action, Fortify):
        return None
    if action.at not in position.setting.board:
        return Refusal("WF 8-2", f'there is no hex "{action.at}"')
    return why_not(position, position.setting.board[action.at])


def check(table: Table, position: WesternFrontPosition) -> None:
    """[WF 8-2] [WF 8-3] Work ends where its engineer is gone, and is finished as the winter begins."""
    if not position.flags:
        return
    for node, engineer in works(position).items():
        unit = position.units.get(engineer)
        where = position.setting.board.label(node)
        if unit is None or unit.at != node:
            del position.flags[f"{_WORK}{where} {engineer}"]
            table.tell(f"Work on the Hindenburg Line in {where} is given up", "WF 8-3", kind="trench")
        elif _is_finished(position):
            del position.flags[f"{_WORK}{where} {engineer}"]
            position.set_marker(node, Marker(HINDENBURG_LINE, CENTRAL_POWERS))
            table.tell(f"The Hindenburg Line stands in {where}", "WF 8-2", kind="trench")


def _is_finished(position: WesternFrontPosition) -> bool:
    """[WF 8-2] Whether the first winter turn has begun."""
    date, month = position.date, position.setting.tables.whole("winter_first_month")
    return TurnDate(date.year, month, 1) <= date
