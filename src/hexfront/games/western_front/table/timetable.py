"""What is due: arrivals, withdrawals and mobilization by the schedules of the scenario book.

The schedules are printed for everybody to read. How many supply points come is told to their owner only.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from operator import attrgetter

from hexfront.games.western_front.position import OFF_MAP, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Arrival as Row
from hexfront.games.western_front.printed.list_rows import Mobilization, Turn, Withdrawal
from hexfront.games.western_front.printed.national_schedules import STATES, TURNS
from hexfront.games.western_front.rules import arrivals
from hexfront.games.western_front.rules.withdrawals import SENT_AWAY
from hexfront.games.western_front.scenarios import ceilings, collapse, income
from hexfront.games.western_front.scenarios.directives import Directives
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.table.names import called, place_labelled
from hexfront.games.western_front.vocabulary import ARRIVAL, MONTHS, NATIONALITY, SIDES
from hexfront.kernel.showing import Arrival
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import Remembered, beside
from hexfront.shared.words import counted

_SIEGE_NOTE = "without-siege-headquarters"
_KINDS = {
    "inf": "infantry",
    "cav": "cavalry",
    "art": "artillery",
    "siege": "siege artillery",
    "hq": "headquarters",
    "eng": "engineers",
}
_SIZES = {"xx": "divisions", "x": "brigades", "xxxx": ""}


def due(position: WesternFrontPosition, viewer: str) -> tuple[Arrival, ...]:
    """Everything that is still to come in this scenario, the soonest first."""
    known = beside(position, "_timetables", _Timetables)
    units = position.units.values()
    return known.of_viewer[viewer].of(
        lambda: _due(position, viewer),
        position.date_text,
        position.phase,
        position.active,
        position.begun,
        known.pieces.of(lambda: tuple(map(_piece, units)), [*units]),
        [*map(_piece, position.lost.values())],
        [*position.waiting.values()],
        position.supply_due,
        {key: value for key, value in position.flags.items() if key.startswith(_FLAGS)},
        position.gone,
    )


_piece = attrgetter("piece")


class _Timetables:
    """What was told of as due last, and which pieces there were then."""

    def __init__(self) -> None:
        self.of_viewer: defaultdict[str, Remembered[tuple[Arrival, ...]]] = defaultdict(Remembered)
        self.pieces: Remembered[tuple[str, ...]] = Remembered()


_FLAGS = (
    arrivals.PLACE,
    SENT_AWAY,
    *(f"{state}: " for state in STATES),
)  # what is due hangs on these


def _due(position: WesternFrontPosition, viewer: str) -> tuple[Arrival, ...]:
    now = position.date.year, position.date.month, position.date.turn
    found = [
        *_arrivals(position, viewer, now),
        *_income(position, viewer, now),
        *_withdrawals(position, now),
        *_mobilization(position, now),
    ]
    found.sort(key=lambda each: each[0])
    return (*_waiting(position, viewer), *(arrival for _, arrival in found))


def _is_over(position: WesternFrontPosition, turn: Turn, now: Turn, side: str) -> bool:
    """Whether the arrival phase of a side in a turn has begun already, or is past."""
    if turn != now:
        return turn < now
    if side != position.active:
        return side == SIDES[0]
    return position.phase != ARRIVAL or position.begun


def _when(turn: Turn) -> str:
    year, month, number = turn
    return f"{MONTHS[month - 1]} {year}, turn {number}"


@lru_cache(maxsize=16)
def _schedule(setting: WesternFrontSetting) -> tuple[tuple[Turn, tuple[Row, ...]], ...]:
    """The printed lines of the arrivals of a scenario, each with its units."""
    last = setting.parameters.last_turn
    lines: dict[tuple[Turn, int | None, str], list[Row]] = {}
    for row in setting.orders.arrivals:
        turn = row.year, row.month, row.turn
        if not row.struck and turn <= (last.year, last.month, last.turn):
            lines.setdefault((turn, row.group, row.place), []).append(row)
    return tuple((key[0], tuple(rows)) for key, rows in lines.items())


def _arrivals(position: WesternFrontPosition, viewer: str, now: Turn) -> list[tuple[Turn, Arrival]]:
    """[25-1] Reinforcements, replacements, headquarters and supply points."""
    setting = position.setting
    pieces = setting.pieces
    present = {
        pieces[unit.piece].formation
        for group in (position.units, position.lost, position.waiting)
        for unit in group.values()
    }
    found = []
    for turn, rows in _schedule(setting):
        side = setting.tables.nations[rows[0].nation].side
        if _is_over(position, turn, now, side):
            continue
        names = []
        for row in rows:
            if _SIEGE_NOTE in row.notes and setting.option("siege-headquarters"):
                continue
            if not row.unit:
                names.append(_supply(row, knows=viewer in (side, REFEREE)))
            elif pieces[row.unit].replacement:
                names.append(_replacements(row, called(pieces[row.unit])))
            elif pieces[row.unit].formation not in present:
                names.append(called(pieces[row.unit]))
        if names:
            where = place_labelled(position, rows[0].place) if rows[0].place else ""
            found.append((turn, Arrival(_when(turn), f"Arrives: {', '.join(names)}", where, side, "25-1")))
    return found


def _income(position: WesternFrontPosition, viewer: str, now: Turn) -> list[tuple[Turn, Arrival]]:
    """[WF 23-25] Supply points and replacements of this month and the next, as morale is now."""
    schedules, setting = position.setting.campaign.national_schedules, position.setting
    if schedules is None or not setting.parameters.duration_rules.supply_and_replacements:
        return []
    following = ceilings.next_month(position.date)
    found = []
    for nation in income.NATIONS:
        side, state = setting.tables.nations[nation].side, collapse.state_of(position, nation)
        for year, month in (now[:2], (following.year, following.month)):
            for number in TURNS:
                turn = year, month, number
                if _is_over(position, turn, now, side) or turn > _last(setting):
                    continue
                points = schedules.supply_due(nation, *turn, morale=state)
                rows = schedules.replacements_due(nation, *turn, morale=state)
                names = [called(setting.pieces[income.key_of(row)]) for row in rows]
                if points:
                    whose = NATIONALITY.get(nation, nation)
                    load = f"{points} " if viewer in (side, REFEREE) else ""
                    names.insert(0, f"{load}{whose} supply points")
                if names:
                    rule = rows[0].rule if rows else income.rule_of(schedules, nation, turn, state)
                    found.append((turn, Arrival(_when(turn), f"Arrives: {', '.join(names)}", "", side, rule)))
    return found


def _last(setting: WesternFrontSetting) -> Turn:
    last = setting.parameters.last_turn
    return last.year, last.month, last.turn


def _supply(row: Row, *, knows: bool) -> str:
    whose = NATIONALITY.get(row.nation, row.nation)
    return f"{row.supply} {whose} supply points" if knows else f"{whose} supply points"


def _replacements(row: Row, name: str) -> str:
    number = row.count or 1
    return f"{number} x {name}" if number > 1 else name


def _waiting(position: WesternFrontPosition, viewer: str) -> list[Arrival]:
    """[25-2] Units that have come but have not been placed yet."""
    found = []
    for unit in position.waiting.values():
        piece = position.piece(unit)
        node = position.flags.get(arrivals.PLACE + unit.name, OFF_MAP)
        where = "" if node == OFF_MAP else place_labelled(position, position.setting.board.label(node))
        found.append(Arrival("now", f"Waits: {called(piece)}", where, piece.side, "25-2"))
    for nation, points in position.supply_due.items():
        side = position.setting.tables.nations[nation].side
        if viewer in (side, REFEREE):
            text = f"Waits: {counted(points, 'supply point')}"
            found.append(Arrival("now", text, "", side, "25-7"))
    return found


def _withdrawals(position: WesternFrontPosition, now: Turn) -> list[tuple[Turn, Arrival]]:
    """[25-8] Units that the schedules take away."""
    setting = position.setting
    last = setting.parameters.last_turn
    chosen = {"", *(name for name, value in setting.options.items() if value == "on")}
    lines: dict[tuple[Turn, int | None], list[Withdrawal]] = {}
    for row in setting.orders.withdrawals:
        turn = row.year, row.month, row.turn
        if row.struck or row.option not in chosen or turn > (last.year, last.month, last.turn):
            continue
        gone = row.unit in position.gone and SENT_AWAY + row.unit in position.flags
        if not gone and not _is_over(position, turn, now, setting.tables.nations[row.nation].side):
            lines.setdefault((turn, row.group), []).append(row)
    return [
        (
            turn,
            Arrival(
                _when(turn),
                f"Leaves: {', '.join(called(setting.pieces[row.unit]) for row in rows)}",
                "",
                setting.tables.nations[rows[0].nation].side,
                "25-8",
            ),
        )
        for (turn, _), rows in lines.items()
    ]


def _mobilization(position: WesternFrontPosition, now: Turn) -> list[tuple[Turn, Arrival]]:
    """[WF 6] Who completes mobilization in which turn of the first month."""
    setting = position.setting
    first = setting.parameters.first_turn
    if now[:2] != (first.year, first.month) or not isinstance(setting.campaign, Directives):
        return []
    found = []
    for line in setting.orders.mobilization:
        turn = first.year, first.month, line.turn
        side = setting.tables.nations[line.nation].side
        if not _is_over(position, turn, now, side):
            text = f"Completes mobilization: {_described(position, line)}"
            where = place_labelled(position, line.hex) if line.hex else ""
            near = f"{where} and next to it" if line.adjacent else where
            found.append((turn, Arrival(_when(turn), text, near, side, line.rule)))
    return found


def _described(position: WesternFrontPosition, line: Mobilization) -> str:
    """A line of the mobilization schedule in words: ``2 German infantry divisions (8-5) of the 1st Army``."""
    number = "all" if line.choose == "all" else line.choose
    kind = _KINDS.get(line.kind, line.kind)
    size = _SIZES.get(line.size, "")
    if number == "1":
        size = size.removesuffix("s")
    words = [number, NATIONALITY.get(line.nation, line.nation), kind, size]
    if not line.kind:
        words.append("units")
    if line.values:
        words.append(f"({', '.join(line.values)})")
    army = position.setting.pieces.get(line.army)
    if army is not None:
        words.append(f"of the {called(army)}")
    return " ".join(filter(None, words))
