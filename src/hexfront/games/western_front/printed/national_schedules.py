"""Scenario book, chapter 23: what nations receive month by month and how their morale fails.

Supply and replacement units of August to November 1914 come with the reinforcement lists. Months are
written ``1915-02``. Rows of a schedule overlap nowhere: for a nation, a game, a state of morale, a month and
a turn at most one row of supply speaks, which the loader checks for the whole war.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults

STATES = ("steady", "shaken", "collapsed", "surrendered")
GAMES = ("western-front", "linked")
YEARS = range(1914, 1919)
TURNS = range(1, 8)


class Supply(msgspec.Struct, frozen=True):
    """[WF 23-25] Supply points that arrive in the named turns of the named months."""

    nation: str
    game: str
    morale: str
    first: str
    last: str
    months: tuple[int, ...]
    turns: tuple[int, ...]
    points: int
    rule: str
    line: int = 0


class Replacement(msgspec.Struct, frozen=True):
    """[WF 23-25] A replacement unit that arrives in the named turns of the named months."""

    nation: str
    contingent: str
    game: str
    morale: str
    first: str
    last: str
    months: tuple[int, ...]
    turns: tuple[int, ...]
    strength: int
    movement: int
    instead_of: str
    rule: str
    line: int = 0


class SupplyLimit(msgspec.Struct, frozen=True):
    """[WF 23-8] The most supply points a nation may hold in a monthly turn."""

    nation: str
    game: str
    first_year: int
    last_year: int
    points: int
    rule: str
    line: int = 0


class Threshold(msgspec.Struct, frozen=True):
    """[WF 23-18] Demoralization points that bring a state of morale; a state without a year holds in all."""

    nation: str
    state: str
    year: int | None
    points: int
    rule: str
    line: int = 0


class MonthlyDemoralization(msgspec.Struct, frozen=True):
    """[WF 23-16] Demoralization points of each monthly special turn."""

    nation: str
    games: tuple[str, ...]
    first: str
    last: str
    points: int
    cause: str
    rule: str
    line: int = 0


class RetakenCity(msgspec.Struct, frozen=True):
    """[WF 23-17] A city that costs no more demoralization points in games begun after 1914."""

    hex: str
    name: str
    rule: str
    line: int = 0


class ArrivalPlace(msgspec.Struct, frozen=True):
    """[WF 23-23] A place where a nation's reinforcements may appear."""

    nation: str
    place: str
    hexes: tuple[str, ...]
    delay: int
    entrained: bool
    rule: str
    line: int = 0


class NationalSchedules(msgspec.Struct, frozen=True):
    """Every schedule of chapter 23, ready to be asked."""

    supply: tuple[Supply, ...]
    replacements: tuple[Replacement, ...]
    limits: tuple[SupplyLimit, ...]
    thresholds: Mapping[tuple[str, str], Mapping[int, int]]  # nation, state -> year -> points
    monthly: tuple[MonthlyDemoralization, ...]
    retaken_cities: frozenset[str]
    arrival_places: tuple[ArrivalPlace, ...]
    game: str = GAMES[0]  # the game whose rates are meant where none is named

    def supply_due(
        self,
        nation: str,
        year: int,
        month: int,
        turn: int,
        *,
        morale: str = "steady",
        game: str = "",
    ) -> int:
        """[WF 23-25] Supply points a nation receives at the beginning of a turn, from December 1914 on."""
        return sum(
            row.points
            for row in self.supply
            if row.nation == nation
            and _due(row, game=game or self.game, morale=morale, year=year, month=month, turn=turn)
        )

    def replacements_due(
        self,
        nation: str,
        year: int,
        month: int,
        turn: int,
        *,
        morale: str = "steady",
        game: str = "",
    ) -> tuple[Replacement, ...]:
        """[WF 23-25] Replacement units a nation receives at the beginning of a turn.

        [WF 23-49] [WF 23-50] A dominion's unit takes the place of a home unit due that turn, or stays away.
        """
        due = [
            row
            for row in self.replacements
            if row.nation == nation
            and _due(row, game=game or self.game, morale=morale, year=year, month=month, turn=turn)
        ]
        regular = [row for row in due if not row.instead_of]
        for substitute in (row for row in due if row.instead_of):
            for at, row in enumerate(regular):
                if row.contingent == substitute.instead_of:
                    regular[at] = substitute
                    break
        return tuple(regular)

    def limit_of(self, nation: str, year: int, game: str = "") -> SupplyLimit | None:
        """[WF 23-8] The line that says how many supply points a nation may hold; None where none does."""
        for row in self.limits:
            if (
                row.nation == nation
                and _of_game(row, game or self.game)
                and row.first_year <= year <= row.last_year
            ):
                return row
        return None

    def supply_limit(self, nation: str, year: int, game: str = "") -> int | None:
        """[WF 23-8] The most supply points a nation may hold, or None where no limit is set."""
        row = self.limit_of(nation, year, game)
        return None if row is None else row.points

    def monthly_demoralization(
        self, nation: str, year: int, month: int, game: str = ""
    ) -> tuple[MonthlyDemoralization, ...]:
        """[WF 23-16] What a monthly special turn costs a nation, cause by cause."""
        now = month_text(year, month)
        return tuple(
            row
            for row in self.monthly
            if row.nation == nation
            and (game or self.game) in row.games
            and row.first <= now <= (row.last or now)
        )

    def morale(self, nation: str, year: int, points: int, before: str = "steady") -> str:
        """[WF 23-18] A nation's state of morale; never better than it was before.

        [WF 23-21] [WF 23-22] A nation without thresholds stays steady.
        """
        reached = [
            state
            for state in STATES[1:]
            if points >= self.thresholds.get((nation, state), {}).get(year, points + 1)
        ]
        return max([before, *reached], key=STATES.index)

    def points_to_next_state(self, nation: str, year: int, points: int) -> int | None:
        """[WF 23-18] Points that are left to a nation before its morale fails further; None if it cannot."""
        coming = [
            years[year] - points
            for (whose, _), years in self.thresholds.items()
            if whose == nation and years.get(year, 0) > points
        ]
        return min(coming, default=None)


def month_text(year: int, month: int) -> str:
    """A month as the schedules write it; such texts sort by time."""
    return f"{year:04}-{month:02}"


def _due(row: Supply | Replacement, *, game: str, morale: str, year: int, month: int, turn: int) -> bool:
    """Whether a row of a schedule speaks of this turn."""
    now = month_text(year, month)
    return (
        turn in row.turns
        and (not row.months or month in row.months)
        and row.first <= now <= (row.last or now)
        and row.morale in ("", morale)
        and _of_game(row, game)
    )


def _of_game(row: Supply | Replacement | SupplyLimit, game: str) -> bool:
    """[WF 25] Whether a row belongs to a game; the linked game changes the rates of Germany only."""
    return row.game == game or (game == "linked" and row.nation != "ge")


def load_national_schedules(data: DataFolder) -> NationalSchedules:
    """The schedules of a data folder; raises DataError with every fault found."""
    folder = data.subfolder("schedules")
    faults = Faults()
    supply = folder.csv("supply.csv", Supply, faults)
    replacements = folder.csv("replacements.csv", Replacement, faults)
    monthly = folder.csv("morale_monthly.csv", MonthlyDemoralization, faults)
    limits = folder.csv("supply_limits.csv", SupplyLimit, faults)
    for file, rows in (("supply.csv", supply), ("replacements.csv", replacements)):
        for row in rows:
            _check_row(folder.shown(file), row, faults)
    for month in monthly:
        _check_months(folder.shown("morale_monthly.csv"), month, faults)
        for game in month.games:
            _check_game(folder.shown("morale_monthly.csv"), month.line, game, faults)
    for limit in limits:
        _check_game(folder.shown("supply_limits.csv"), limit.line, limit.game, faults)
    thresholds = _thresholds(folder, faults)
    _check_single_speaker(folder.shown("supply.csv"), supply, faults)
    _check_single_speaker(
        folder.shown("replacements.csv"), [row for row in replacements if not row.instead_of], faults
    )
    cities = folder.csv("morale_retaken_cities.csv", RetakenCity, faults)
    schedules = NationalSchedules(
        supply=tuple(supply),
        replacements=tuple(replacements),
        limits=tuple(limits),
        thresholds=thresholds,
        monthly=tuple(monthly),
        retaken_cities=frozenset(city.hex for city in cities),
        arrival_places=tuple(folder.csv("replacements_arrival.csv", ArrivalPlace, faults)),
    )
    faults.raise_if_any()
    return schedules


def _thresholds(folder: DataFolder, faults: Faults) -> dict[tuple[str, str], dict[int, int]]:
    name = "morale_thresholds.csv"
    found: dict[tuple[str, str], dict[int, int]] = {}
    for row in folder.csv(name, Threshold, faults):
        if row.state not in STATES[1:]:
            faults.unknown(folder.shown(name), row.line, "state", row.state, STATES[1:])
        for year in YEARS if row.year is None else (row.year,):
            points = found.setdefault((row.nation, row.state), {})
            if year in points:
                faults.add(folder.shown(name), row.line, f"{row.nation} {row.state} {year} stands twice")
            points[year] = row.points
    for (nation, state), points in found.items():
        for year in YEARS:
            if year not in points:
                faults.add(folder.shown(name), 1, f"no points for {nation} {state} in {year}")
    return found


def _check_row(file: str, row: Supply | Replacement, faults: Faults) -> None:
    _check_game(file, row.line, row.game, faults)
    if row.morale not in ("", *STATES[:3]):
        faults.unknown(file, row.line, "morale", row.morale, STATES[:3])
    _check_months(file, row, faults)
    for month in row.months:
        if month not in range(1, 13):
            faults.add(file, row.line, f"{month} is not a month")
    for turn in row.turns:
        if turn not in TURNS:
            faults.add(file, row.line, f"{turn} is not a turn of a month")


def _check_months(file: str, row: Supply | Replacement | MonthlyDemoralization, faults: Faults) -> None:
    for text in (row.first, row.last):
        if text and not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", text):
            faults.add(file, row.line, f'"{text}" is not a month', "write it as 1915-02")
    if row.last and row.first > row.last:
        faults.add(file, row.line, f"{row.first} comes after {row.last}")


def _check_game(file: str, line: int, game: str, faults: Faults) -> None:
    if game not in GAMES:
        faults.unknown(file, line, "game", game, GAMES)


def _check_single_speaker(file: str, rows: Sequence[Supply | Replacement], faults: Faults) -> None:
    """No two rows may speak of the same nation in the same turn and state."""
    said: dict[tuple[object, ...], int] = {}
    for row in rows:
        for year, month, turn in product(YEARS, range(1, 13), row.turns):
            if _due(row, game=row.game, morale=row.morale, year=year, month=month, turn=turn):
                key = (row.nation, row.game, row.morale, year, month, turn)
                if said.setdefault(key, row.line) != row.line:
                    what = f"speaks of {month_text(year, month)} turn {turn}, as line {said[key]} does"
                    faults.add(file, row.line, what)
                    break
