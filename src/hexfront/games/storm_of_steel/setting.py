"""What is fixed for one game of Storm of Steel: board, printed lists, scenario, options, and tables of
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from hexfront.games.storm_of_steel.printed.board import Link
from hexfront.games.storm_of_steel.printed.calendar import Turn, Weather
from hexfront.games.storm_of_steel.printed.economy import RailLimit
from hexfront.games.storm_of_steel.printed.everything import Everything
from hexfront.games.storm_of_steel.printed.ground import (
    ALPINE,
    FOOT,
    WHEELS,
    Climate,
    Steps,
    beyond,
    ground_of,
    without,
)
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.printed.places import City
from hexfront.games.storm_of_steel.printed.scenarios import Scenario
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, FRONTS
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder
from hexfront.kernel.title import Setting, Title

Key = TypeVar("Key")
Value = TypeVar("Value")
BOSPORUS = "Constantinople"
STRAITS = ("Gallipoli", BOSPORUS)
NO_RUINS: frozenset[int] = frozenset()
KEPT = 24  # tables of railways and of steps; every hex that is laid waste makes new ones
FINISHED = {"Sinai": "spring-1917"}  # SS-D86: railways that are built hex by hex, and when they are done


def on_board(printed: Everything, board: Board) -> Everything:
    """What is printed, with the cities that a board has: one that is drawn in place has few, and
    elsewhere."""
    drawn = {place.name: board.label(place.node) for place in board.places}
    cities = {
        name: city if city.hex == drawn[name] else replace(city, hex=drawn[name])
        for name, city in printed.places.cities.items()
        if name in drawn
    }
    if cities == printed.places.cities:
        return printed
    return replace(printed, places=replace(printed.places, cities=cities))


def keep(tables: dict[Key, Value], key: Key, table: Value) -> None:
    """Keep a table, and forget the oldest if there are too many."""
    if len(tables) >= KEPT:
        del tables[next(iter(tables))]
    tables[key] = table


class SteelSetting(Setting):
    """The setting of a game."""

    def __init__(
        self,
        title: Title,
        scenario: str,
        options: Mapping[str, str],
        *,
        data: DataFolder,
        board: Board,
        printed: Everything,
        pieces: Mapping[str, Piece],
        links: Sequence[Link] = (),
    ) -> None:
        super().__init__(title, scenario, options, data, board)
        self.printed = printed = on_board(printed, board)
        self.pieces = dict(pieces)
        self.links = tuple(links)  # ways between areas, and from harbours to their seas
        self.plan: Scenario = printed.scenarios.scenarios[scenario]
        self.fronts = self.plan.fronts
        self.calendar = printed.calendar
        self.quarters: dict[int, Turn] = {each.turn: each for each in printed.calendar.turns.values()}
        self.ground = ground_of(board)
        self.in_play = beyond(self.ground, self.fronts)
        # [45.0] The hexes next to the only front that is played count as part of it.
        self.front_of = tuple(
            front if front in self.fronts or node not in self.in_play else self.fronts[0]
            for node, front in enumerate(self.ground.front_of)
        )
        cities = {board[city.hex]: city for city in printed.places.cities.values()}
        self.city_at: dict[int, City] = cities
        # [7.0] The country of each industrial city.
        self.centres = {node: city.country for node, city in cities.items() if city.industrial}
        self.country_of = board.country
        # [15.4] Where a line of communication may end: industrial cities, and in a game on one map the
        # railways that lead off it into a country (SS-D72).
        self.sources = {**self._lines_off(), **self.centres}
        # [25.2] Gallipoli and Constantinople, whose masters open and shut the straits.
        gates = {
            name: board[printed.places.cities[name].hex] for name in STRAITS if name in printed.places.cities
        }
        self.straits = frozenset(gates.values())
        self.bosporus = frozenset(node for name, node in gates.items() if name == BOSPORUS)
        # [9.1] The counters of a country by kind and divisions: its force pool, when nothing is in play.
        self.stock: dict[tuple[str, str, int], tuple[str, ...]] = {}
        for name, piece in self.pieces.items():
            kind = piece.country, piece.kind, piece.divisions
            self.stock[kind] = (*self.stock.get(kind, ()), name)
        self._rails: dict[tuple[int, frozenset[int]], tuple[tuple[int, ...], ...]] = {}
        self._steps: dict[tuple[str, int, frozenset[int]], Steps] = {}
        # [23.1] The fog of war markers.
        self.dummies = {name: piece for name, piece in self.pieces.items() if piece.dummy}
        self._serving: dict[str, frozenset[str]] = {}
        # The sides of counters by who is allied with whom; see the position.
        self.loyalties: dict[frozenset[tuple[str, str]], Any] = {}

    def _lines_off(self) -> dict[int, str]:
        """The rail hexes in play that lead to hexes of a country which are not."""
        if len(self.fronts) == len(FRONTS):
            return {}
        rails = self.ground.rails(self.opened(self.first_turn))
        return {
            node: self.board.country[other]
            for node in sorted(self.in_play)
            for other in rails[node]
            if other not in self.in_play
        }

    # The calendar

    @cached_property
    def first_turn(self) -> int:
        return self.calendar.number(self.plan.first_turn)

    @cached_property
    def last_turn(self) -> int:
        """[45.5] The last turn of the scenario."""
        if self.plan.kind == "war" and self.option("to-1919"):
            return max(self.quarters)
        return self.calendar.number(self.plan.last_turn)

    def quarter(self, turn: int) -> Turn:
        """[2.1] The box of the turn record track; a game that has gone through them all stays in the last."""
        return self.quarters.get(turn) or self.quarters[max(self.quarters)]

    def weather(self, turn: int, front: str) -> Weather:
        """[18.0] The weather of a quarter on a front."""
        return self.calendar.weather[self.quarter(turn).season, front]

    def most_impulses(self, turn: int, front: str) -> int:
        """[8.2] The most impulses of a side on a front."""
        return self.calendar.most_impulses(self.quarter(turn).name, front)

    # The ground

    @lru_cache(maxsize=64)  # noqa: B019 - a setting lives as long as its games
    def cities_in_play(self, country: str) -> tuple[int, ...]:
        """The cities of a country on the maps that are played."""
        nodes = [self.board[city.hex] for city in self.printed.places.cities_of(country)]
        return tuple([node for node in nodes if node in self.in_play])

    @lru_cache(maxsize=32)  # noqa: B019 - a setting lives as long as its games
    def opened(self, turn: int) -> frozenset[str]:
        """[11.41] Railways that have been built by a turn, as the board calls them."""
        words = set()
        for word in self.board.networks.get("rail", ()):
            name = FINISHED.get(word) or word.lower().replace(" ", "-")
            if name in self.calendar.turns and self.calendar.number(name) <= turn:
                words.add(word)
        return frozenset(words)

    def rails(self, turn: int, ruins: frozenset[int] = NO_RUINS) -> tuple[tuple[int, ...], ...]:
        """[11.41] [34.3] Railway neighbours of each hex in a quarter, but not in hexes that are ruined."""
        found = self._rails.get((turn, ruins))
        if found is None:
            found = self.ground.rails(self.opened(turn))
            if ruins:
                found = without(found, ruins)
            keep(self._rails, (turn, ruins), found)
        return found

    @lru_cache(maxsize=8)  # noqa: B019 - a setting lives as long as its games
    def gaps(self, turn: int) -> frozenset[int]:
        """[11.62] Hexes where trains stop until the line is finished."""
        return frozenset(
            self.board[label]
            for limit in self.printed.economy.rail
            for label in limit.gaps
            if label in self.board and turn < self.calendar.number(limit.closed)
        )

    @lru_cache(maxsize=32)  # noqa: B019 - a setting lives as long as its games
    def rail_limits(self, turn: int) -> tuple[RailLimit, ...]:
        """[11.62] The limits of rail movement in a quarter, one for a country."""
        found = {
            limit.country: limit
            for limit in self.printed.economy.rail
            if self.calendar.number(limit.first) <= turn
        }
        return tuple(found.values())

    def steps(self, how: str, turn: int, ruins: frozenset[int] = NO_RUINS) -> Steps:
        """[11.2] [34.3] Costs of steps in a quarter; railways in ruined hexes are no roads."""
        found = self._steps.get((how, turn, ruins))
        if found is None:
            climates = {front: Climate.of(self.weather(turn, front)) for front in FRONTS}
            plain = self.steps(how, turn) if ruins else None
            land, roads = self.printed.land, self.roads(turn)
            found = Steps(self.ground, how, climates, roads, land, ruins=ruins, plain=plain)
            keep(self._steps, (how, turn, ruins), found)
        return found

    def roads(self, turn: int, ruins: frozenset[int] = NO_RUINS) -> frozenset[tuple[int, int]]:
        """[11.42] [34.3] Hexsides with a road in a quarter: railways, but not into or out of ruined hexes."""
        roads = self.ground.roads(self.opened(turn))
        return frozenset(pair for pair in roads if ruins.isdisjoint(pair)) if ruins else roads

    def how(self, piece: Piece, motorized: bool = False) -> str:
        """[11.43] [37.1] How a unit goes."""
        if piece.mechanized or motorized:
            return WHEELS
        return ALPINE if piece.alpine and self.option("alpine-units") else FOOT

    # Whose ground it is

    @lru_cache(maxsize=KEPT)  # noqa: B019 - a setting lives as long as its games
    def home(self, whose: frozenset[tuple[str, str]]) -> tuple[str, ...]:
        """[16.1] Whose each hex is by default, if its country is of that side."""
        side_of = dict(whose)
        return tuple([side_of[country] for country in self.country_of])

    @lru_cache(maxsize=2 * KEPT)  # noqa: B019 - a setting lives as long as its games
    def entrance(self, free: frozenset[str]) -> bytes:
        """[19.23] Which hexes may be entered, if these countries are open."""
        countries = self.printed.countries.countries
        allowed = bytearray(len(self.board))
        for node in self.in_play:
            country = self.country_of[node]
            allowed[node] = not country or country in free or country not in countries
        return bytes(allowed)

    # Off the map

    def area_figures(self, area: str) -> Mapping[str, int]:
        """[21.1] What is counted in an off-map area: centres, petroleum, ports."""
        return self.board.areas[self.board[area]].figures

    # Countries

    def serving(self, country: str, alliance: str) -> frozenset[str]:
        """[15.6] Whose headquarters and industrial cities serve the units of a country."""
        key = f"{country} {alliance}"
        found = self._serving.get(key)
        if found is None:
            names = {country}
            for each in self.printed.countries.command.values():
                if country in each.serves or alliance in each.serves:
                    names.add(each.country)
            found = self._serving[key] = frozenset(names)
        return found

    def allowance_loss(self, turn: int, front: str) -> int:
        """[18.0] Points that mud takes from mechanized units and siege artillery."""
        return self.weather(turn, front).wheels if front else 0

    def number(self, name: str) -> int:
        """A single figure of the rules, by its name."""
        return self.printed.economy.number(name)

    def multiple(self, turn: int, side: str) -> int:
        """[7.11] The production multiple of an alliance."""
        quarter = self.quarter(turn)
        return quarter.central_powers if side == CENTRAL_POWERS else quarter.entente
