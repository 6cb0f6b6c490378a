"""The ground: what follows from the board alone, worked out once for every board.

Nodes are small integers, tables are tuples by node. Searches go over these and look at nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from hexfront.games.storm_of_steel.printed import board as rules_of_board
from hexfront.games.storm_of_steel.printed.calendar import Weather
from hexfront.games.storm_of_steel.printed.land_tables import ALL_POINTS, LandTables
from hexfront.games.storm_of_steel.vocabulary import FRONTS
from hexfront.kernel.board import Board

OPEN_RAIL = "open"
SINAI = "Sinai"
GARRISONED = frozenset(("capital", "industrial", "port"))
TOWNS = frozenset(("capital", "industrial", "city"))
WHOLE_ALLOWANCE = 1_000  # stands for all points of a unit, which a mountain costs

FOOT, ALPINE, WHEELS = "foot", "alpine", "wheels"  # how a unit goes [11.43] [37.1]


class Climate(NamedTuple):
    """[18.0] What the weather does to the ground of a front."""

    frozen: bool
    mountain: int
    marsh: bool

    @classmethod
    def of(cls, weather: Weather) -> Climate:
        return cls(weather.frozen, weather.mountain, weather.marsh)


class Ground:
    """Tables by node that depend on the board and on nothing else."""

    def __init__(self, board: Board) -> None:
        self.board = board
        size = len(board)
        self.is_land = tuple(
            not board.is_area(node) and board.terrain[node] not in rules_of_board.WATER
            for node in range(size)
        )
        self.front_of = self._fronts(size)
        self.around = tuple(self._around(node, lakes=False) for node in range(size))
        self.over_ice = tuple(self._around(node, lakes=True) for node in range(size))
        kinds: list[frozenset[str]] = [frozenset()] * size
        for place in board.places:
            kinds[place.node] |= place.kinds
        self.kinds_of = tuple(kinds)
        self.is_town = tuple(bool(found & TOWNS) for found in kinds)
        # [16.21] Held by a garrison alone in a country that is not friendly.
        self.needs_garrison = tuple(bool(found & GARRISONED) for found in kinds)
        # [16.5] Capital and industrial cities have a zone of their own.
        self.has_city_zone = tuple(bool(found & {"capital", "industrial"}) for found in kinds)
        # [10.21] [10.22] Zones reach over open hexsides into every land hex but mountains.
        self.zone_reach = tuple(
            tuple(other for other in self.around[node] if board.terrain[other] != "mountain")
            for node in range(size)
        )
        self.alpine_reach = self.around  # [37.3]
        self.rail_zone = tuple("rail zone" in board.features[node] for node in range(size))
        self.within_one = tuple((node, *board.adjacent[node]) for node in range(size))

    def _fronts(self, size: int) -> tuple[str, ...]:
        """[4.4] [4.44] The front of each hex, Serbia and Romania on the eastern; on a board drawn in place
        all of it is the first."""
        found = [""] * size
        for name, front in zip(rules_of_board.FRONTS, FRONTS, strict=True):
            for node in self.board.regions.get(name, ()):
                found[node] = front
        if not any(found):
            return tuple(FRONTS[0] if land else "" for land in self.is_land)
        return tuple(found)

    def _around(self, node: int, *, lakes: bool) -> tuple[int, ...]:
        """The hexes a land unit may step into, whatever they cost: not over arms of the sea and lakes."""
        if not self.is_land[node]:
            return ()
        return tuple(
            side.other(node)
            for side in self.board.sides_of[node]
            if self.is_land[side.other(node)]
            and (rules_of_board.is_open(side) or (lakes and "lake" in side.features))
        )

    @lru_cache(maxsize=8)  # noqa: B019 - a ground lives as long as its board
    def rails(self, opened: frozenset[str]) -> tuple[tuple[int, ...], ...]:
        """[11.41] The neighbours of each hex along a railway, with the lines opened by then.

        In the rail zone every hexside that can be crossed carries one.
        """
        found: list[list[int]] = [[] for _ in range(len(self.board))]
        for node in range(len(self.board)):
            for side in self.board.sides_of[node]:
                other = side.other(node)
                line = side.networks.get("rail", "")
                both = self.rail_zone[node] and self.rail_zone[other] and other in self.around[node]
                if both or line == OPEN_RAIL or line in opened:
                    found[node].append(other)
        return tuple(map(tuple, found))

    @lru_cache(maxsize=8)  # noqa: B019 - a ground lives as long as its board
    def roads(self, opened: frozenset[str]) -> frozenset[tuple[int, int]]:
        """[11.42] Hexsides that a railway crosses, which are roads as well; the rail zone makes none."""
        found = set()
        for side in self.board.sides:
            line = side.networks.get("rail", "")
            if line == OPEN_RAIL or line in opened:
                found |= {(side.a, side.b), (side.b, side.a)}
        return frozenset(found)

    @cached_property
    def mountains(self) -> frozenset[int]:
        """Hexes of mountains."""
        return frozenset(node for node, terrain in enumerate(self.board.terrain) if terrain == "mountain")

    @cached_property
    def rivers(self) -> frozenset[tuple[int, int]]:
        """Hexsides along a river or canal or over a ferry, both ways."""
        found = set()
        for side in self.board.sides:
            if side.features & (rules_of_board.RIVERS | {rules_of_board.FERRY}):
                found |= {(side.a, side.b), (side.b, side.a)}
        return frozenset(found)

    def points(self, node: int, how: str, climate: Climate | None, tables: LandTables) -> int | None:
        """[11.2] What a hex costs to enter; None if it is closed."""
        terrain = self.board.terrain[node]
        if terrain == "marsh" and climate is not None and climate.marsh:
            terrain = "clear"
        row = tables.terrain[terrain]
        if terrain == "mountain":
            if how == WHEELS:
                return None  # [11.43]
            extra = climate.mountain if climate is not None else 0
            points = row.alpine if how == ALPINE else row.points
            return WHOLE_ALLOWANCE if points == ALL_POINTS else int(points) + extra
        points = row.alpine if how == ALPINE else row.points
        return int(points) if points else None


class Steps(dict[int, tuple[tuple[int, int], ...]]):
    """[11.2] [11.42] For each hex the hexes beside it that a unit may enter, with the points each costs.

    They are worked out when somebody first stands there: an army sees little of the map. Where railways are
    ruined, roads are not what they were in ``plain``; elsewhere all is as there [34.3].
    """

    def __init__(
        self,
        ground: Ground,
        how: str,
        climates: Mapping[str, Climate],
        roads: frozenset[tuple[int, int]],
        tables: LandTables,
        *,
        ruins: Collection[int] = (),
        plain: Steps | None = None,
    ) -> None:
        super().__init__()
        self._ruins = ruins
        self._near = {*ruins, *(other for node in ruins for other in ground.over_ice[node])}
        self._plain = plain
        self._ground = ground
        self._how = how
        self._climates = climates
        self._roads = roads
        self._tables = tables
        self._river = tables.ways["river"].points
        self._road = tables.ways["railway as road"].points

    def __missing__(self, node: int) -> tuple[tuple[int, int], ...]:
        ground, how, ruins = self._ground, self._how, self._ruins
        if self._plain is not None and node not in self._near:
            made = self[node] = self._plain[node]
            return made
        climate = self._climates.get(ground.front_of[node])
        frozen = climate is not None and climate.frozen
        ways = ground.over_ice if frozen and how != WHEELS else ground.around
        found = []
        for other in ways[node]:
            if (node, other) in self._roads and node not in ruins and other not in ruins:
                found.append((other, self._road))
                continue
            cost = ground.points(other, how, self._climates.get(ground.front_of[other]), self._tables)
            if cost is None:
                continue
            if (node, other) in ground.rivers and not frozen:
                cost += self._river
            found.append((other, cost))
        self[node] = made = tuple(found)
        return made


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    """The ground of a board, worked out once."""
    return Ground(board)


def beyond(ground: Ground, fronts: Collection[str]) -> frozenset[int]:
    """[45.0] The hexes of some fronts; of a single one also those next to it."""
    inside = {node for node, front in enumerate(ground.front_of) if front in fronts}
    if len(fronts) < len(FRONTS):
        inside |= {other for node in inside for other in ground.around[node]}
    return frozenset(inside)


def without(rails: tuple[tuple[int, ...], ...], ruins: Collection[int]) -> tuple[tuple[int, ...], ...]:
    """[34.3] Railways without those in some hexes."""
    found = list(rails)
    for node in ruins:
        for other in rails[node]:
            found[other] = tuple([each for each in found[other] if each != node])
    for node in ruins:
        found[node] = ()
    return tuple(found)
