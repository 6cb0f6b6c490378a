"""What is fixed in a game of The Western Front: board, tables, pieces, scenario, and costs of movement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec

from hexfront.games.western_front.campaign import Campaign
from hexfront.games.western_front.orders import Go, Ride
from hexfront.games.western_front.printed.forces import OrdersOfBattle
from hexfront.games.western_front.printed.formations import Formations, make_formations, scheduled
from hexfront.games.western_front.printed.list_rows import Arrival, Withdrawal
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.games.western_front.printed.tables import Tables
from hexfront.games.western_front.vocabulary import (
    CAVALRY_SUPPLY,
    COUNTRY_NATION,
    COUNTRY_SIDE,
    ITALIAN_MAP,
    ITALY,
    MAPS_WITHOUT_WINTER,
    NEUTRALS,
    OTHER_FRONT,
    POINT,
    WEST,
    WESTERN_MAP,
)
from hexfront.kernel.board import Board, Side
from hexfront.kernel.datafiles import DataFolder
from hexfront.kernel.grid import DIRECTION_NAMES, Cell, Grid
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.paths import Bare, Ways
from hexfront.kernel.title import NO_ARRIVALS, NO_DUTIES, NO_END, Setting, Title

KINDS_OF_CITY = ("city", "personnel center", "capital")
RAIL = "rail"
FAR = 99
NEVER = TurnDate(9999, 12, 7)  # the last turn of a game without end


class WesternFrontSetting(Setting):
    """Everything that never changes during a game."""

    def __init__(
        self,
        title: Title,
        scenario: str,
        options: Mapping[str, str],
        *,
        data: DataFolder,
        board: Board,
        tables: Tables,
        orders: OrdersOfBattle,
        parameters: Scenario,
        pieces: Mapping[str, Piece],
        campaign: Campaign,
    ) -> None:
        super().__init__(title, scenario, options, data, board)
        self.tables = tables
        self.listed = orders  # all that the lists print
        self.orders = orders  # and what of it happens in this game
        self.parameters = parameters
        self.pieces = dict(pieces)
        self._base_ways: dict[tuple[bool, str], Ways] = {}
        # What all ways have in common, by mountain, kind of zone costs and bound.
        self.bare: defaultdict[tuple[bool, str, str], Bare] = defaultdict(Bare)
        self._directions: dict[tuple[int, int], str] = {}
        self.closed = tuple(
            board.country[node] in NEUTRALS or board.terrain[node] in ("sea", "lake")
            for node in range(len(board))
        )
        self.crossable = tuple(
            tuple(other for other in board.adjacent[node] if self.is_crossable(node, other))
            for node in range(len(board))
        )
        self.major_rivers = frozenset(
            pair
            for side in board.sides
            if "major river" in side.features
            for pair in ((side.a, side.b), (side.b, side.a))
        )
        self.danube = frozenset(
            pair
            for side in board.sides
            if "danube" in side.features
            for pair in ((side.a, side.b), (side.b, side.a))
        )
        self.beside_danube = frozenset(node for node, _ in self.danube)
        self.rail_adjacent = tuple(
            tuple(other for other in board.adjacent[node] if self.has_rail(self.side(node, other)))
            for node in range(len(board))
        )
        # Asked for at every move, and a plain attribute is read in half the time of a cached property.
        self.campaign = campaign
        self.counts_line = campaign.counts_line
        self.cavalry_supply = self.option(CAVALRY_SUPPLY)
        self.cities = self._cities()
        self.cities_of: dict[str, list[int]] = {}  # by country
        for node in sorted(self.cities):
            self.cities_of.setdefault(board.country[node], []).append(node)
        self.column_movement_gain = self._column_movement_gain()
        self.home_network = self._home_network()
        self.hungry_months = self._hungry_months()
        self.home_side = tuple(COUNTRY_SIDE.get(country, "") for country in board.country)
        self.marches = self._marches()
        self.open_city_months = self._open_city_months()
        self.open_to_column_attack = self._open_to_column_attack()
        self.room = self._room()
        self.touched = self._touched()
        self.urban_beside = self._urban_beside()
        self.zone_reach = self._zone_reach()
        self.zones = tuple(frozenset(nodes) for nodes in self.zone_reach)

    def open_up(self, parts: Iterable[str]) -> None:
        """Leave the last turn, the schedules or the duties of the campaign away."""
        super().open_up(parts)
        if NO_END in self.sandbox:
            self.parameters = msgspec.structs.replace(self.parameters, last_turn=NEVER)
        if NO_ARRIVALS in self.sandbox:
            self.orders = msgspec.structs.replace(
                self.orders, arrivals=(), withdrawals=(), mobilization=(), conversions=()
            )
            rules = msgspec.structs.replace(self.parameters.duration_rules, supply_and_replacements=False)
            self.parameters = msgspec.structs.replace(self.parameters, duration_rules=rules)
        if NO_DUTIES in self.sandbox:
            self.campaign = self.campaign.without_duties()
            self.counts_line = self.campaign.counts_line

    @cached_property
    def winter_months(self) -> frozenset[int]:
        """[34-1] [34-5] [34-6] The months of winter on this map."""
        maps = {grid.name for grid in self.board.sheet.maps}
        if maps & MAPS_WITHOUT_WINTER:
            return frozenset()
        months = {month for month in range(1, 13) if self.tables.is_winter(month)}
        if self.is_italian_map:
            months.update(range(1, self.tables.whole("winter_last_month_italy") + 1))
        return frozenset(months)

    @cached_property
    def is_italian_map(self) -> bool:
        """[34-5] Whether this is the map on which winter is longer and harder."""
        return any(grid.name == ITALIAN_MAP for grid in self.board.sheet.maps)

    @cached_property
    def front(self) -> str:
        """[22-17] [22-20] [37-3] [40-8] The front that this map shows: west, italy or other."""
        if self.is_italian_map:
            return ITALY
        western = any(grid.name == WESTERN_MAP for grid in self.board.sheet.maps)
        return WEST if western else OTHER_FRONT

    def is_crossable(self, here: int, there: int) -> bool:
        """[6-9] Whether a hexside can be crossed at all: no prohibited terrain, no closed country."""
        terrain = self.tables.terrain[self.side(here, there).terrain]
        return terrain.movement is not None and not self.closed[here] and not self.closed[there]

    def has_rail(self, side: Side) -> bool:
        """[9-14] Whether a rail line crosses a hexside; every urban hexside has one."""
        return RAIL in side.networks or side.terrain == "urban"

    def is_double_track(self, side: Side) -> bool:
        """[9-14] Whether the rail line of a hexside is double track."""
        return side.networks.get(RAIL) == "double" or side.terrain == "urban"

    def crossing(self, here: int, there: int, mountain: bool = False, note: Note = unexplained) -> int | None:
        """[6-7] [TEC] [32-1] [32-2] What crossing a hexside costs, in thirtieths; None if prohibited.

        Markers and zones of control are not part of it. A rail line helps from 3 points (single track from
        4) before adjustment, river counted, and the cost never falls below 1 (decision WF-R009).
        """
        side = self.side(here, there)
        terrain = self.tables.terrain[side.terrain]
        if terrain.movement is None or self.closed[here] or self.closed[there]:
            return None
        cost = note("TEC", side.terrain, terrain.movement * POINT)
        for feature in ("river", "major river"):
            if feature in side.features:
                cost += note("6-7", feature, self.tables.features[feature].movement * POINT)
        deduction = 0
        if self.has_rail(side):
            tracks = "double" if self.is_double_track(side) else "single"
            track = self.tables.features[f"{tracks} track rail line"]
            least = track.mountain_minimum_cost if mountain else track.minimum_cost
            assert least is not None
            if cost >= least * POINT:
                deduction += note("TEC", track.feature, track.movement * POINT)
        if mountain and terrain.mountain_movement is not None:
            deduction += note("32-1", "mountain unit", (terrain.mountain_movement - terrain.movement) * POINT)
        return max(POINT, cost + deduction)

    def base_ways(self, mountain: bool, bound: str = "") -> Ways:
        """[6-6] Every step over the bare map with its cost; ``bound`` limits the directions ("N NE SE")."""
        key = (mountain, bound)
        if key not in self._base_ways:
            allowed = bound.split()
            self._base_ways[key] = [
                tuple(
                    (there, cost)
                    for there in self.crossable[here]
                    if (cost := self.crossing(here, there, mountain)) is not None
                    and (not allowed or self.direction(here, there) in allowed)
                )
                for here in range(len(self.board))
            ]
        return self._base_ways[key]

    @lru_cache(maxsize=64)  # noqa: B019 - the cache dies with the setting's last game
    def hexes_from(self, goals: frozenset[int]) -> tuple[int, ...]:
        """For each hex, how many hexes away the nearest of some goals is; `FAR` if none can be counted."""
        distances = [FAR] * len(self.board)
        edge = sorted(goals)
        for node in edge:
            distances[node] = 0
        while edge:
            beyond = []
            for node in edge:
                for other in self.board.adjacent[node]:
                    if distances[other] == FAR:
                        distances[other] = distances[node] + 1
                        beyond.append(other)
            edge = beyond
        return tuple(distances)

    @lru_cache(maxsize=64)  # noqa: B019 - the cache dies with the setting's last game
    def arriving(self, date: TurnDate) -> list[Arrival]:
        """[25-1] What the schedules bring in a turn."""
        return self.orders.arriving((date.year, date.month, date.turn))

    @lru_cache(maxsize=64)  # noqa: B019 - the cache dies with the setting's last game
    def leaving(self, date: TurnDate) -> list[Withdrawal]:
        """[25-8] What the schedules take away in a turn."""
        options = [name for name, value in self.options.items() if value == "on"]
        return self.orders.leaving((date.year, date.month, date.turn), options)

    @lru_cache(maxsize=512)  # noqa: B019 - the cache dies with the setting's last game
    def rail_capacity(self, nation: str, date: TurnDate) -> int:
        """[8-2] Divisions that a nation's network carries in a turn."""
        for rail in self.parameters.rail:
            if rail.nation == nation:
                return rail.capacity(date)
        return self.tables.nations[nation].rail_capacity or 0

    def column_attack_barrier(self, here: int, there: int) -> str:
        """[16-10] The terrain or river that closes a hexside to column attacks; empty if it is open."""
        side, tables = self.side(here, there), self.tables
        if not tables.terrain[side.terrain].column_attack:
            return side.terrain
        rivers = [name for name in side.features if name in tables.features]
        return next((name for name in rivers if not tables.features[name].column_attack), "")

    def _open_to_column_attack(self) -> tuple[tuple[int, ...], ...]:
        """[12-5] [16-10] For each hex, the neighbours that can be column attacked out of it."""
        return tuple(
            tuple(there for there in beside if not self.column_attack_barrier(here, there))
            for here, beside in enumerate(self.crossable)
        )

    def _marches(self) -> tuple[Go, ...]:
        """[6-6] The order to march to each hex; the same ones are offered again and again."""
        return tuple(Go(label) for label in self.board.labels)

    @cached_property
    def rides(self) -> tuple[Ride, ...]:
        """[7-5] The order to ride to each hex."""
        return tuple(Ride(label) for label in self.board.labels)

    def _column_movement_gain(self) -> tuple[int, int]:
        """[6-2] The part of its allowance that a unit gains by column movement, as a fraction."""
        gain = self.tables.numbers["column_movement_gain"]
        return gain.numerator, gain.denominator

    @cached_property
    def hurrying_french(self) -> tuple[tuple[str, ...], tuple[TurnDate, ...]]:
        """[WF 6] The values and turns in which the French use column movement as soon as they mobilize."""
        parameters = self.parameters
        values = parameters.words("entente_column_movement_values")
        return values, parameters.dates("entente_column_movement_turn")

    @cached_property
    def mountain_crossings(self) -> tuple[tuple[tuple[int, bool], ...], ...]:
        """[19-15] For each hex, the neighbours that can be reached, and whether over a mountain hexside."""
        return tuple(
            tuple((there, self.side(here, there).terrain == "mountain") for there in beside)
            for here, beside in enumerate(self.crossable)
        )

    def _open_city_months(self) -> tuple[int, int]:
        """[21-12] The first and the last month in which cities declare themselves open."""
        return self.tables.whole("open_city_first_month"), self.tables.whole("open_city_last_month")

    def _touched(self) -> tuple[tuple[int, ...], ...]:
        """For each hex, itself and the hexes from which it can be entered."""
        return tuple((node, *beside) for node, beside in enumerate(self.crossable))

    def _hungry_months(self) -> frozenset[int]:
        """[30-4] The months in which fodder is short: November to June."""
        first = self.tables.whole("cavalry_hungry_first_month")
        last = self.tables.whole("cavalry_hungry_last_month")
        return frozenset(month for month in range(1, 13) if month >= first or month <= last)

    def _zone_reach(self) -> tuple[tuple[int, ...], ...]:
        """[10-1] [10-6] For each hex, the neighbours that the zone of control of a unit in it covers."""
        terrain = self.tables.terrain
        return tuple(
            tuple(
                other
                for other in self.board.adjacent[node]
                if not self.closed[other] and terrain[self.side(node, other).terrain].zone_of_control
            )
            for node in range(len(self.board))
        )

    def direction(self, here: int, there: int) -> str:
        """The compass direction of a neighbouring hex."""
        known = self._directions.get((here, there))
        if known is None:
            (grid, origin), (_, target) = self._cell(here), self._cell(there)
            direction = grid.direction(origin, target)
            assert direction is not None
            known = self._directions[here, there] = DIRECTION_NAMES[direction]
        return known

    def _cell(self, node: int) -> tuple[Grid, Cell]:
        found = self.board.cells[node]
        assert found is not None
        return found

    @cached_property
    def land_sides(self) -> tuple[int, ...]:
        """[11-9] Land hexsides of each hex; sides on the map edge count as land (decision WF-R031)."""
        counts = []
        for node in range(len(self.board)):
            inner = [self.side(node, other).terrain for other in self.board.adjacent[node]]
            edge = 0 if self.board.is_area(node) else 6 - len(inner)
            counts.append(edge + sum(terrain not in ("ocean", "lake") for terrain in inner))
        return tuple(counts)

    def _room(self) -> tuple[tuple[int, int], ...]:
        """[11-1] [11-4] [11-9] Half divisions and artillery units that may stand in each hex."""
        limits = {land: (2 * row.divisions, row.artillery) for land, row in self.tables.stacking.items()}
        return tuple(limits.get(land, (0, 0)) for land in self.land_sides)

    def _home_network(self) -> tuple[str, ...]:
        """[WF 3] The nation whose rail network a hex belongs to at the start; empty without a rail line."""
        return tuple(
            COUNTRY_NATION.get(self.board.country[node], "") if self.rail_adjacent[node] else ""
            for node in range(len(self.board))
        )

    def places_of_kind(self, kind: str) -> Sequence[int]:
        """Hexes with a place of a kind: city, port, capital, ..."""
        return sorted({place.node for place in self.board.places if kind in place.kinds})

    def _cities(self) -> frozenset[int]:
        """[26-3] Hexes with a city center; personnel centers and capitals are cities, too."""
        return frozenset(node for kind in KINDS_OF_CITY for node in self.places_of_kind(kind))

    @cached_property
    def ports(self) -> frozenset[int]:
        return frozenset(self.places_of_kind("port"))

    @cached_property
    def formations(self) -> Formations:
        """Which counters stand for the same men, make up one another, or lie unused."""
        return make_formations(self.pieces, scheduled(self.listed, self.parameters))

    def _urban_beside(self) -> Mapping[int, tuple[int, ...]]:
        """Hexes with urban hexsides, each with the hexes across them."""
        beside = {
            node: tuple(other for other in around if self.side(node, other).terrain == "urban")
            for node, around in enumerate(self.board.adjacent)
        }
        return {node: others for node, others in beside.items() if others}

    @cached_property
    def capital_hexes(self) -> frozenset[int]:
        """[26-3] Hexes of capitals, with all that urban hexsides join to them."""
        found = set(self.places_of_kind("capital"))
        reached = list(found)
        while reached:
            for other in self.urban_beside.get(reached.pop(), ()):
                if other not in found:
                    found.add(other)
                    reached.append(other)
        return frozenset(found)
