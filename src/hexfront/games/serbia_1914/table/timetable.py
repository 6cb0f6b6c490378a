"""What is due: reinforcements, withdrawals, exchanges, waking units, and what changes in the season.

The schedules are printed for everybody to read.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.printed.scenario_lists import AT_DEPOT
from hexfront.games.serbia_1914.table.names import army_name, name_of, place_labelled
from hexfront.games.serbia_1914.vocabulary import PRELIMINARY, SIDES, day
from hexfront.kernel.showing import Arrival

_EVENTS = {
    "poor recovery": "recover one hex farther from the enemy",
    "low water": "low water on the Sava",
    "autumn": "autumn: bottomland is sodden",
    "recovery in positions": "recovery in positions",
    "russian naval mission": "Russian mines in the rivers",
    "french naval artillery": "French naval guns for Beograd",
}


def due(position: SerbiaPosition) -> tuple[Arrival, ...]:
    """Everything that is still to come in this scenario, the soonest first."""
    found = sorted(_dated(position), key=lambda each: each[0])
    return (*_waiting(position), *(arrival for _, arrival in found))


def _waiting(position: SerbiaPosition) -> Iterator[Arrival]:
    for name, unit in sorted(position.waiting.items()):
        yield Arrival("Now", name_of(position, name), "", position.side_of(unit), "16.1")


def _when(position: SerbiaPosition, turn: int) -> str:
    for each in position.setting.lists.calendar:
        if each.turn == turn:
            return f"Game turn {turn}, {day(each.first_day)}"
    return f"Game turn {turn}"


def _is_to_come(position: SerbiaPosition, turn: int, side: str) -> bool:
    """Whether the Preliminary Phase of a side in a turn has not begun yet, and the scenario comes to it."""
    return turn <= position.setting.parameters.head.last_turn and not has_begun(position, turn, side)


def has_begun(position: SerbiaPosition, turn: int, side: str) -> bool:
    """Whether the Preliminary Phase of a side in a turn has begun, or is past."""
    if turn != position.turn:
        return turn < position.turn
    if side != position.active:
        return SIDES.index(side) < SIDES.index(position.active)
    return position.phase != PRELIMINARY or position.begun


def _dated(position: SerbiaPosition) -> Iterator[tuple[int, Arrival]]:
    schedule = position.setting.parameters.schedule
    pieces = position.setting.pieces
    for row in schedule.reinforcements:
        side = pieces[row.unit].side
        if row.turn is not None and _is_to_come(position, row.turn, side):
            where = "a depot" if row.place == AT_DEPOT else place_labelled(position, row.place)
            army = f" ({army_name(row.army)})" if row.army else ""
            what = f"{name_of(position, row.unit)}{army}"
            yield row.turn, Arrival(_when(position, row.turn), what, where, side, "16.1")
    for leaving in schedule.withdrawals:
        side = pieces[leaving.unit].side
        if _is_to_come(position, leaving.turn, side):
            what = f"{name_of(position, leaving.unit)} leaves"
            yield leaving.turn, Arrival(_when(position, leaving.turn), what, "", side, "16.5")
    for change in schedule.substitutions:
        side = pieces[change.new].side
        if _is_to_come(position, change.turn, side):
            what = f"{name_of(position, change.new)} takes the place of {name_of(position, change.old)}"
            yield change.turn, Arrival(_when(position, change.turn), what, "", side, "16.2")
    yield from _waking(position)
    yield from _events(position)


def _waking(position: SerbiaPosition) -> Iterator[tuple[int, Arrival]]:
    """[4.2.1a] Who wakes in which turn, as the set-up says."""
    turns: dict[tuple[int, str], int] = {}
    for row in position.setting.parameters.placements:
        side = position.setting.pieces[row.unit].side
        if row.inactive and row.activates is not None and row.activates != OFF_MAP:
            if _is_to_come(position, row.activates, SIDES[0]):
                turns[row.activates, side] = turns.get((row.activates, side), 0) + 1
    for (turn, side), count in sorted(turns.items()):
        what = f"{count} inactive unit{'s' if count > 1 else ''} may move"
        yield turn, Arrival(_when(position, turn), what, "", side, "4.2.1a")


def _events(position: SerbiaPosition) -> Iterator[tuple[int, Arrival]]:
    last_turn = position.setting.parameters.head.last_turn
    for event in position.setting.lists.events:
        words = _EVENTS.get(event.event)
        if words is None:
            continue
        if position.turn < event.first <= last_turn:
            yield event.first, Arrival(_when(position, event.first), f"Begins: {words}", "", "", event.rule)
        if event.last is not None and position.turn <= event.last < last_turn:
            yield (
                event.last + 1,
                Arrival(_when(position, event.last + 1), f"Ends: {words}", "", "", event.rule),
            )
    for turn in position.setting.lists.calendar:
        if turn.inter_phase is not None and position.turn <= turn.turn <= last_turn:
            what = f"Inter-Phase {turn.inter_phase}: replacements, points for the farthest advance"
            yield turn.turn + 1, Arrival(f"After game turn {turn.turn}", what, "", "", "4.3")
