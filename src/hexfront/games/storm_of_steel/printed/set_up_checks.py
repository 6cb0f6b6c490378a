"""What must hold of every set-up: units there are, once each, in places there are, stacked as they may be."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence

from hexfront.games.storm_of_steel.printed import set_ups as lists
from hexfront.games.storm_of_steel.printed.counters import Counters, LandUnit, Ship
from hexfront.games.storm_of_steel.printed.countries import Countries
from hexfront.games.storm_of_steel.printed.economy import Economy
from hexfront.games.storm_of_steel.printed.places import Places
from hexfront.games.storm_of_steel.printed.set_ups import HOME, FrontLine, Placement, SetUps
from hexfront.games.storm_of_steel.vocabulary import (
    AIR,
    HEADQUARTERS,
    LAND,
    NAVAL,
    RAIDING_ZONE,
    SEASONS,
    SIDES,
)
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.grid import DIRECTIONS, Cell, Grid

WEST = "west"
WATER = ("sea", "lake")
# [25.2] The hexes that the book numbers form unbroken lines only if odd columns lie lower.
_GRID = Grid("lines", (1, 200), (1, 99), "odd")


class Prover:
    """The lists that are looked at together, and where faults go."""

    def __init__(
        self,
        set_ups: SetUps,
        counters: Counters,
        countries: Countries,
        places: Places,
        *,
        figures: Economy,
        data: DataFolder,
        faults: Faults,
        board: Board | None,
    ) -> None:
        self.set_ups = set_ups
        self.counters = counters
        self.countries = countries
        self.places = places
        self.figures = figures
        self.data = data
        self.faults = faults
        self.board = board
        self.pools = {country: counters.pool(country) for country in countries.countries}

    def prove(self) -> None:
        self._placements()
        self._stacks(self.set_ups.summer_1914, lists.SUMMER_1914)
        self._stacks(self.set_ups.neutrals, lists.NEUTRALS)
        self._developed()
        self._lines()
        self._forces()
        self._headquarters()
        self._fleets()
        self._air_forces()
        self._occupied()
        self._states()

    def _pool(self, country: str) -> Tally[tuple[str, int | None]]:
        return self.pools.get(country, Tally())

    def _add(self, file: str, line: int, what: str) -> None:
        self.faults.add(self.data.shown(file), line, what)

    def _placements(self) -> None:
        """Every unit there is begins or arrives at most once, in a place there is."""
        seen: dict[str, str] = {}
        placed: list[tuple[str, str, str, int]] = [
            *((lists.SUMMER_1914, each.unit, each.at, each.line) for each in self.set_ups.summer_1914),
            *((lists.NEUTRALS, each.unit, each.at, each.line) for each in self.set_ups.neutrals),
            *((lists.EXPEDITIONARY, each.unit, each.at, each.line) for each in self.set_ups.expeditionary),
            *((lists.REINFORCEMENTS, late.unit, late.at, late.line) for late in self.set_ups.reinforcements),
        ]
        for file, unit, at, line in placed:
            self._unit(file, unit, line)
            if unit in seen:
                self._add(file, line, f"{unit} is placed twice, first in {seen[unit]}")
            seen.setdefault(unit, f"{file}:{line}")
            if not self.places.is_place(at, self.board):
                known = self.places.areas
                self.faults.unknown(self.data.shown(file), line, "hex or off-map area", at, known)
            counter = self.counters.get(unit)
            if isinstance(counter, Ship):
                self._harbour(file, unit, counter.kind, at, line)
            elif isinstance(counter, LandUnit):
                self._ground(file, unit, counter.country, at, line)
        for placement in self.set_ups.summer_1914:
            counter = self.counters.get(placement.unit)
            country = self.countries.countries.get(counter.country) if counter else None
            if country and country.start not in SIDES:
                self._add(lists.SUMMER_1914, placement.line, f"{country.name} is neutral in Summer 1914")

    def _unit(self, file: str, unit: str, line: int) -> None:
        if unit not in self.counters:
            every = [counter.unit for counter in self.counters.all()]
            self.faults.unknown(self.data.shown(file), line, "unit", unit, every)

    def _ground(self, file: str, unit: str, country: str, at: str, line: int) -> None:
        """[45.1] Land units begin on land, in their own country."""
        if self.board is None or at in self.places.areas or at not in self.board:
            return
        node = self.board[at]
        if self.board.terrain[node] in WATER:
            self._add(file, line, f"{unit} stands in the {self.board.terrain[node]} at {at}")
        elif self.board.country[node] != country and file != lists.REINFORCEMENTS:
            self._add(file, line, f"{unit} stands at {at}, in {self.board.country[node] or 'no country'}")

    def _harbour(self, file: str, unit: str, kind: str, at: str, line: int) -> None:
        """[25.1] Ships lie in naval bases or off the map; transports in any port [29.1]."""
        if at in self.places.areas or at == RAIDING_ZONE:
            return
        city = self.places.city_at(at)
        harbours = ("port", "base") if kind == "TR" else ("base",)
        if city is None or city.harbour not in harbours:
            self._add(file, line, f"{unit} lies at {city.city if city else at}, which is no naval base")

    def _stacks(self, placements: Sequence[Placement], file: str) -> None:
        """[13.1] [13.12] [13.14] Corps up to the limit, any number of brigades, one headquarters."""
        corps: Tally[str] = Tally()
        staffs: Tally[str] = Tally()
        for placement in placements:
            counter = self.counters.land.get(placement.unit)
            if counter is None or placement.at in self.places.areas:
                continue
            if counter.kind == HEADQUARTERS:
                staffs[placement.at] += 1
                if staffs[placement.at] > 1:
                    self._add(file, placement.line, f"a second headquarters in {placement.at} [13.14]")
            elif counter.size == "corps":
                corps[placement.at] += 1
                if corps[placement.at] > self.figures.number("stacking"):
                    self._add(file, placement.line, f"more corps in {placement.at} than may stack [13.1]")

    def _developed(self) -> None:
        """[45.42] What is developed by a date is at least on its way by the tracks."""
        for start in self.set_ups.starts.values():
            for level in (start.air_central_powers, start.air_entente):
                if not 1 <= level <= 5:
                    self._add(lists.STARTS, start.line, f"{level} is no air doctrine level [30.2]")

    def _lines(self) -> None:
        """[45.1] A line is unbroken, and every hex of it touches the enemy's where it says so."""
        for line in self.set_ups.lines:
            if line.side not in SIDES:
                self.faults.unknown(self.data.shown(lists.LINES), line.line, "side", line.side, SIDES)
                continue
            missing = [each for each in line.hexes if not self.places.is_place(each, self.board)]
            for each in missing:
                self._add(lists.LINES, line.line, f"{each} is not on the board")
            for each in line.hexes:
                if self.board and each in self.board and self.board.terrain[self.board[each]] in WATER:
                    self._add(lists.LINES, line.line, f"{each} is no land")
            cells = {_cell(each) for each in line.hexes if each not in missing}
            if len(cells) < len(line.hexes) - len(missing):
                self._add(lists.LINES, line.line, "a hex stands twice")
            if not _hangs_together(cells):
                self._add(lists.LINES, line.line, f"the line {line.front} of {line.side} is broken")
            self._facing(line, cells)

    def _facing(self, line: FrontLine, cells: set[Cell]) -> None:
        enemy = next(side for side in SIDES if side != line.side)
        for start in line.starts:
            facing = {_cell(each) for each in self.set_ups.line_of(start, line.front, enemy)}
            if cells & facing:
                self._add(lists.LINES, line.line, f"{start}: both sides hold {_name(min(cells & facing))}")
            for cell in sorted(cells) if line.touching else ():
                if not facing & set(_around(cell)):
                    self._add(lists.LINES, line.line, f"{start}: {_name(cell)} touches no enemy hex")

    def _forces(self) -> None:
        """[45.1] No more counters than there are, on lines there are, and enough of them to man the lines."""
        wanted: Tally[tuple[str, str, str, int | None]] = Tally()
        manned: Tally[tuple[str, str, str]] = Tally()
        for force in self.set_ups.forces:
            shown = self.data.shown(lists.FORCES)
            if force.kind not in LAND:
                self.faults.unknown(shown, force.line, "kind", force.kind, LAND)
            side = self._side(lists.FORCES, force.start, force.country, force.line)
            key = (force.start, force.country, force.kind, force.divisions)
            wanted[key] += force.number
            have = self._pool(force.country)[force.kind, force.divisions]
            if wanted[key] > have:
                what = f"{force.kind} of {force.divisions or 'no'} divisions"
                self._add(lists.FORCES, force.line, f"{force.country} has {have} counters {what} [7.4]")
            manned[force.start, force.front, side] += force.number
            self._front(lists.FORCES, force.start, force.front, side, force.line)
        for line in self.set_ups.lines:
            for start in line.starts:
                enemy = next(side for side in SIDES if side != line.side)
                if not self.set_ups.line_of(start, line.front, enemy):
                    continue
                each = self.figures.number(
                    "held hexes west" if line.front == WEST else "held hexes elsewhere"
                )
                least = -(-len(line.hexes) // each)
                have = manned[start, line.front, line.side]
                if have < least:
                    self._add(lists.LINES, line.line, f"{start}: {least} units are needed, there are {have}")

    def _side(self, file: str, start: str, country: str, line: int) -> str:
        """The alliance a country fights for; one that has surrendered may have forces abroad."""
        if country not in self.countries.countries:
            self.faults.unknown(self.data.shown(file), line, "country", country, self.countries.countries)
            return ""
        state = self.set_ups.state(start, country)
        if not state:
            self._add(file, line, f"{country} is neutral in {start} [19.2]")
        return state if state in SIDES else self.countries.countries[country].start

    def _front(self, file: str, start: str, front: str, side: str, line: int) -> None:
        fronts = {each.front for each in self.set_ups.lines if start in each.starts and each.side == side}
        if side and front != HOME and front not in fronts:
            self.faults.unknown(self.data.shown(file), line, "line", front, (*sorted(fronts), HOME))

    def _headquarters(self) -> None:
        """[13.14] Headquarters there are, once a start, behind lines there are, and raised by then."""
        raised = {each.unit: each.turn for each in self.set_ups.reinforcements}
        seen: set[tuple[str, str]] = set()
        for each in self.set_ups.headquarters:
            counter = self.counters.land.get(each.unit)
            if counter is None or counter.kind != HEADQUARTERS:
                self._unit(lists.HEADQUARTERS_LIST, each.unit, each.line)
                continue
            if (each.start, each.unit) in seen:
                self._add(lists.HEADQUARTERS_LIST, each.line, f"{each.unit} stands twice in {each.start}")
            seen.add((each.start, each.unit))
            side = self._side(lists.HEADQUARTERS_LIST, each.start, counter.country, each.line)
            self._front(lists.HEADQUARTERS_LIST, each.start, each.front, side, each.line)
            turn = raised.get(each.unit, "")
            if turn and _quarter(turn) > _quarter(each.start):
                self._add(lists.HEADQUARTERS_LIST, each.line, f"{each.unit} is raised in {turn}")

    def _fleets(self) -> None:
        """[25.1] No more ships than there are, in naval bases."""
        wanted: Tally[tuple[str, str, str]] = Tally()
        bases = {city.city: city for city in self.places.cities.values()}
        for fleet in self.set_ups.fleets:
            if fleet.kind not in NAVAL:
                self.faults.unknown(self.data.shown(lists.FLEETS), fleet.line, "kind", fleet.kind, NAVAL)
            self._side(lists.FLEETS, fleet.start, fleet.country, fleet.line)
            wanted[fleet.start, fleet.country, fleet.kind] += fleet.number
            have = self._pool(fleet.country)[fleet.kind, None]
            if wanted[fleet.start, fleet.country, fleet.kind] > have:
                self._add(lists.FLEETS, fleet.line, f"{fleet.country} has {have} counters {fleet.kind} [7.4]")
            if fleet.base in self.places.areas:
                continue
            city = bases.get(fleet.base)
            if city is None:
                self.faults.unknown(self.data.shown(lists.FLEETS), fleet.line, "base", fleet.base, bases)
            else:
                self._harbour(lists.FLEETS, f"{fleet.country} {fleet.kind}", fleet.kind, city.hex, fleet.line)

    def _air_forces(self) -> None:
        for force in self.set_ups.air_forces:
            self._side(lists.AIR_FORCES, force.start, force.country, force.line)
            pool = self._pool(force.country)
            for kind, number in zip(AIR, (force.tactical, force.strategic), strict=True):
                if number > pool[kind, None]:
                    have = pool[kind, None]
                    self._add(lists.AIR_FORCES, force.line, f"{force.country} has {have} counters {kind} air")

    def _occupied(self) -> None:
        """[16.2] A city held by the other side does not belong to a country of the holder."""
        for held in self.set_ups.occupied:
            for name in held.cities:
                city = self.places.cities.get(name)
                if city is None:
                    shown = self.data.shown(lists.OCCUPIED)
                    self.faults.unknown(shown, held.line, "city", name, self.places.cities)
                elif self.set_ups.state(held.start, city.country) == held.side:
                    self._add(lists.OCCUPIED, held.line, f"{name} is {held.side} by itself in {held.start}")

    def _states(self) -> None:
        """[19.1] A country is in one state."""
        seen: set[tuple[str, str]] = set()
        for each in self.set_ups.belligerents:
            if each.country not in self.countries.countries:
                shown = self.data.shown(lists.BELLIGERENTS)
                self.faults.unknown(shown, each.line, "country", each.country, self.countries.countries)
            if (each.start, each.country) in seen:
                self._add(lists.BELLIGERENTS, each.line, f"{each.country} stands twice in {each.start}")
            seen.add((each.start, each.country))


def _quarter(turn: str) -> tuple[str, int]:
    """A quarter by its name, to be compared with others."""
    season, _, year = turn.rpartition("-")
    return year, SEASONS.index(season) if season in SEASONS else 0


def _cell(number: str) -> Cell:
    return Cell(int(number[:-2]), int(number[-2:]))


def _name(cell: Cell) -> str:
    return f"{cell.column:02}{cell.row:02}"


def _around(cell: Cell) -> Iterable[Cell]:
    return [_GRID.beside(cell, direction) for direction in DIRECTIONS]


def _hangs_together(cells: set[Cell]) -> bool:
    """Whether one comes from any cell to any other."""
    left = set(cells)
    frontier = [left.pop()] if left else []
    while frontier:
        near = left & set(_around(frontier.pop()))
        left -= near
        frontier += near
    return not left
