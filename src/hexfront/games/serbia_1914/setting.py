"""What is fixed in a game of Serbia 1914: board, charts, pieces, scenario, and the cost of every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from hexfront.games.serbia_1914.orders import Go, Prepare
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.printed.forces import Forces
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.printed.scenario_lists import Scenario, ScenarioLists
from hexfront.games.serbia_1914.printed.tables import Tables
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    BOTTOMLAND_WITH_RIVER,
    BRIDGE,
    DONAU,
    FERRY,
    FOOTHILLS,
    HIGH_MOUNTAIN,
    IMPASSABLE,
    LOW_MOUNTAIN,
    NATION_SIDE,
    RAIL,
    ROADWAY,
    SAVA,
)
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.title import NO_ARRIVALS, NO_END, Setting, Title

LINKS = "board/links.csv"
ENTRY = "entry"
OFF_MAP_MARCH = "off-map march"
AUTUMN = "autumn"
LAST_OF_ALL = 999  # the last game turn of a game without end
NEVER = 99  # more movement points than anybody has
NO_WHEELS = frozenset({FOOTHILLS, LOW_MOUNTAIN, HIGH_MOUNTAIN})  # without a roadway [7.9]
CONTOURS = ("low mountain contour", "high mountain contour")


class Link(msgspec.Struct, frozen=True):
    """A way between boxes off the map, or from one to a hex at its edge, with its length in hexes."""

    a: str
    b: str
    kind: str
    hexes: int
    source: str
    line: int = 0


class Ways(msgspec.Struct, frozen=True, gc=False):
    """The steps out of each hex with their costs, and the least that any of them takes."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    least: tuple[int, ...]


class _Autumn(dict[int, bool]):
    """[3.5.3] By game turn, whether bottomland is sodden; asked for at every step."""

    def __init__(self, lists: ScenarioLists) -> None:
        super().__init__()
        self.lists = lists

    def __missing__(self, turn: int) -> bool:
        found = self[turn] = AUTUMN in self.lists.events_of(turn)
        return found


class _Banks(dict[str, int]):
    """[21.2] By hexside, such as 25.11/25.12, the two hexes of it as bits; asked for at every step."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, between: str) -> int:
        found = self[between] = ground.bits_of(self.board[label] for label in between.split("/"))
        return found


class SerbiaSetting(Setting):
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
        forces: Forces,
        lists: ScenarioLists,
        pieces: Mapping[str, Piece],
    ) -> None:
        super().__init__(title, scenario, options, data, board)
        self.tables = tables
        self.forces = forces
        self.lists = lists
        self.pieces = dict(pieces)
        self.parameters: Scenario = lists.scenarios[scenario]
        size = len(board)
        grid = [node for node in range(size) if not board.is_area(node)]
        self.hexes = frozenset(grid)
        # Hexes beside each hex; boxes off the map are beside nothing.
        self.beside = tuple(
            tuple(other for other in board.adjacent[node] if not board.is_area(other))
            if not board.is_area(node)
            else ()
            for node in range(size)
        )
        self.around = tuple(map(ground.bits_of, self.beside))  # the same, a bit for each hex
        # [3.3.1] Where the zone of control of a unit reaches.
        self.zone_reach = tuple(
            tuple(other for other in self.beside[node] if self.carries_zone(node, other))
            for node in range(size)
        )
        # By hex, those where an enemy in it has a say in the steps: into it, into his zone or out of it.
        self.concerned = tuple(
            frozenset((node, *around, *(near for each in reach for near in self.beside[each])))
            for node, (around, reach) in enumerate(zip(self.beside, self.zone_reach, strict=True))
        )
        self.zone_bits = tuple(  # each hex and where a zone from it reaches, as bits
            ground.bits_of((node, *reach)) for node, reach in enumerate(self.zone_reach)
        )
        self.mountainous = tuple(
            bool(board.terrain[node]) and tables.terrain[board.terrain[node]].mountainous
            for node in range(size)
        )
        self.elevation = tuple(self._elevation(node) for node in range(size))
        self._ways: dict[tuple[str, bool, bool], Ways] = {}
        self._events: dict[int, frozenset[str]] = {}
        self.autumn = _Autumn(lists)
        self.bank_bits = _Banks(board)
        self._hexsides: dict[tuple[int, int], str] = {}
        self._assaults: dict[tuple[str, bool], tuple[tuple[tuple[int, int, bool], ...], ...]] = {}
        self._rings: dict[int, list[tuple[int, ...]]] = {}
        self.quiet_marches: dict[tuple[int, int, str, bool, bool], Any] = {}  # filled by the movement chapter
        self.spreads: dict[tuple[int, int], Any] = {}  # filled by the chapter on two-hex units
        # By side, where a unit began, and pontoon bridges: where great rivers may be crossed.
        self.gates: dict[tuple[str, int, int, tuple[str, ...]], frozenset[int]] = {}
        # What steps over a great river cost, filled by the movement chapter.
        self.crossing_prices: dict[tuple[int, int, str, bool, bool, bool], int | None] = {}
        self.no_zone: list[int] = [0] * size
        self._homes: dict[str, frozenset[int]] = {}
        self._closer: dict[tuple[str, tuple[int, ...]], frozenset[int]] = {}
        self._nearer: dict[tuple[str, int, int], frozenset[int]] = {}
        self._disc_bits: dict[tuple[int, int], int] = {}
        self._discs: dict[tuple[int, int], frozenset[int]] = {}

    def open_up(self, parts: Iterable[str]) -> None:
        """Leave the last game turn, or the schedule, of the scenario away."""
        super().open_up(parts)
        if NO_END in self.sandbox:
            head = msgspec.structs.replace(self.parameters.head, last_turn=LAST_OF_ALL)
            self.parameters = msgspec.structs.replace(self.parameters, head=head)
        if NO_ARRIVALS in self.sandbox:
            schedule = self.parameters.schedule
            empty = msgspec.structs.replace(schedule, reinforcements=(), withdrawals=(), substitutions=())
            self.parameters = msgspec.structs.replace(self.parameters, schedule=empty)

    def hexside(self, here: int, there: int) -> str:
        """A hexside as the position writes it, such as 25.11/25.12."""
        found = self._hexsides.get((here, there))
        if found is None:
            labels = self.board.labels
            found = self._hexsides[here, there] = "/".join(sorted((labels[here], labels[there])))
        return found

    def _elevation(self, node: int) -> int:
        """[3.6] The level of a hex; a plateau has that of the mountains around it."""
        board = self.board
        if board.elevation[node] is not None:
            return board.elevation[node] or 0
        terrain = self.tables.terrain.get(board.terrain[node])
        if terrain is None:
            return 0
        if terrain.elevation is not None:
            return terrain.elevation
        around = [self.tables.terrain[board.terrain[other]].elevation or 0 for other in self.beside[node]]
        return max(around, default=0)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """[15.6.3a] [24.2] Ways off the map; only those whose ends are on the board."""
        faults = Faults()
        rows = self.data.csv(LINKS, Link, faults)
        faults.raise_if_any()
        return tuple(row for row in rows if row.a in self.board and row.b in self.board)

    @cached_property
    def own_country(self) -> tuple[str, ...]:
        """The side whose country each hex lies in; empty off the map."""
        return tuple(NATION_SIDE.get(country, "") for country in self.board.country)

    @cached_property
    def friendly_edges(self) -> dict[str, frozenset[int]]:
        """[1.1] The map edges of each nation."""
        return {
            nation: self.board.regions.get(f"friendly-edge {nation}", frozenset()) for nation in NATION_SIDE
        }

    @cached_property
    def in_play(self) -> frozenset[int]:
        """The hexes units may stand in: all, or those of the scenario's part of the map."""
        area = self.parameters.head.area
        if area is None or self.board.name != "Serbia 1914":
            return frozenset(range(len(self.board)))
        return frozenset(node for node in self.hexes if area.holds(self.board.label(node)))

    def carries_zone(self, here: int, there: int) -> bool:
        """[3.3.1] Zones reach over any hexside but the Sava, the Donau and impassable mountains."""
        side = self.board.side(here, there)
        return side is not None and not side.features & {SAVA, DONAU, IMPASSABLE}

    def is_sava(self, here: int, there: int) -> bool:
        """Whether the Sava flows between two hexes."""
        side = self.board.side(here, there)
        return side is not None and SAVA in side.features

    def is_donau(self, here: int, there: int) -> bool:
        side = self.board.side(here, there)
        return side is not None and DONAU in side.features

    def has_bridge(self, here: int, there: int) -> bool:
        """[7.1.5] Whether a printed bridge spans a hexside; pontoon bridges are in the position."""
        side = self.board.side(here, there)
        return side is not None and BRIDGE in side.features

    def has_ferry(self, here: int, there: int) -> bool:
        """[7.1.5a]"""
        side = self.board.side(here, there)
        return side is not None and FERRY in side.features

    def has_roadway(self, here: int, there: int) -> bool:
        side = self.board.side(here, there)
        return side is not None and ROADWAY in side.networks

    def has_rail(self, node: int) -> bool:
        """Whether a railway touches a hex."""
        return any(RAIL in side.networks for side in self.board.sides_of[node])

    def rail_kind(self, here: int, there: int) -> str:
        """[18.1] "single-track", "narrow-track" or nothing."""
        side = self.board.side(here, there)
        return side.networks.get(RAIL, "") if side is not None else ""

    def step_cost(
        self,
        here: int,
        there: int,
        mover: str,
        *,
        wheels: bool = False,
        autumn: bool = False,
        roadways: bool = True,
        pontoon: bool = False,
        note: Note = unexplained,
    ) -> int | None:
        """[7.1.3] [TEC] [3.5.2] [3.6.1] What a step costs, zones and Komitadji aside; None if forbidden.

        ``mover`` is a side: only Austria-Hungary uses bridges and ferries over the Donau [7.1.4a]. The Sava
        without a bridge is priced here; that one must begin beside it is for the movement chapter [7.1.4b].
        """
        side = self.board.side(here, there)
        terrain = self.tables.terrain.get(self.board.terrain[there])
        if side is None or terrain is None:
            return None
        features = side.features
        if IMPASSABLE in features:
            return None
        by_road = roadways and ROADWAY in side.networks
        leaving = self.board.terrain[here]
        if wheels and not by_road and (terrain.terrain in NO_WHEELS or leaving in NO_WHEELS):
            return None
        charts = self.tables.hexsides
        if by_road:
            cost = note("7.1.7", ROADWAY, charts[ROADWAY].movement or 0)
        else:
            cost = note("7.1.3", terrain.terrain, terrain.autumn_movement if autumn else terrain.movement)
        if self.elevation[there] > self.elevation[here] and terrain.terrain in (LOW_MOUNTAIN, HIGH_MOUNTAIN):
            for contour in CONTOURS:
                if contour in features:
                    cost += note("7.1.3a", f"{contour}, up", charts[contour].movement or 0)
        crossing = self._crossing(features, mover, pontoon)
        if crossing is None:
            return None
        if crossing:
            cost += note("7.1.3", crossing, charts[crossing].movement or 0)
        return cost

    def _crossing(self, features: frozenset[str], mover: str, pontoon: bool) -> str | None:
        """How a river on a hexside is crossed, as the chart calls it; None if it cannot be."""
        great = SAVA in features or DONAU in features
        if great and pontoon and (mover == AUSTRIA_HUNGARY or DONAU not in features):
            return "pontoon bridge"
        if DONAU in features:
            if mover != AUSTRIA_HUNGARY:
                return None
            return BRIDGE if BRIDGE in features else FERRY if FERRY in features else None
        if SAVA in features:
            if BRIDGE in features:
                return BRIDGE
            return "sava island" if "island" in features else SAVA
        for river in ("major river", "minor river"):
            if river in features:
                return river
        return ""

    def ways(self, mover: str, wheels: bool, autumn: bool) -> Ways:
        """The steps out of each hex with their costs; unbridged Sava, ferries and pontoons left out."""
        key = (mover, wheels, autumn)
        found = self._ways.get(key)
        if found is None:
            rivers = self.great_rivers
            steps = tuple(
                tuple(
                    (there, cost)
                    for there in self.beside[here]
                    if there not in rivers.get(here, ())
                    and there in self.in_play
                    and (cost := self.step_cost(here, there, mover, wheels=wheels, autumn=autumn)) is not None
                )
                for here in range(len(self.board))
            )
            least = tuple(min((cost for _, cost in each), default=NEVER) for each in steps)
            found = self._ways[key] = Ways(steps, least)
        return found

    def assaults(self, mover: str, autumn: bool) -> tuple[tuple[tuple[int, int, bool], ...], ...]:
        """[7.3] By hex, the hexes an attack is possible on, and what entering them off the roads costs.

        The last word says whether a river or bottomland weakens the attack [9.3.2].
        """
        key = (mover, autumn)
        found = self._assaults.get(key)
        if found is None:
            found = self._assaults[key] = tuple(
                tuple(self._assaults_from(here, mover, autumn)) for here in range(len(self.board))
            )
        return found

    def _assaults_from(self, here: int, mover: str, autumn: bool) -> Iterator[tuple[int, int, bool]]:
        wet = self.board.terrain[here] == BOTTOMLAND_WITH_RIVER
        for there in self.beside[here]:
            features = self.side(here, there).features
            if there not in self.in_play or features & {DONAU, IMPASSABLE}:
                continue
            cost = self.step_cost(here, there, mover, autumn=autumn, roadways=False)
            if cost is not None:
                yield there, cost, wet or bool(features & {SAVA, "major river", "minor river"})

    def events_of(self, turn: int) -> frozenset[str]:
        """What holds in a game turn, such as low water; it is asked for at every step."""
        found = self._events.get(turn)
        if found is None:
            found = self._events[turn] = self.lists.events_of(turn)
        return found

    @cached_property
    def great_rivers(self) -> dict[int, dict[int, str]]:
        """By hex, the hexes across Sava or Donau where no bridge is printed: "sava", "donau" or "ferry"."""
        found: dict[int, dict[int, str]] = {}
        for here in self.hexes:
            for there in self.beside[here]:
                if self._is_special(here, there):
                    features = self.side(here, there).features
                    kind = SAVA if DONAU not in features else FERRY if FERRY in features else DONAU
                    found.setdefault(here, {})[there] = kind
        return found

    @cached_property
    def watched(self) -> frozenset[int]:
        """[27.3] [27.7] Hexes that bring points when a unit is in them or beside them, with those beside."""
        board = self.board
        places = {
            board[label]
            for each in self.lists.awards.values()
            if each.when in ("entered", "adjacent")
            for label in each.hexes
            if label in board
        }
        return frozenset(places.union(*(self.beside[node] for node in places)))

    @cached_property
    def banks(self) -> frozenset[int]:
        """[8.7] The hexes beside the Sava or Donau."""
        return frozenset(
            node
            for node in self.hexes
            if any(side.features & {SAVA, DONAU} for side in self.board.sides_of[node])
        )

    @cached_property
    def heeded(self) -> tuple[int, ...]:
        """By hex, as bits: where an enemy has a say in the steps out of it."""
        bits = [0] * len(self.concerned)
        for enemy, hexes in enumerate(self.concerned):
            for node in hexes:
                bits[node] |= 1 << enemy
        return tuple(bits)

    @cached_property
    def ferry_hexes(self) -> frozenset[int]:
        """[7.1.5a] The hexes beside a ferry."""
        rivers = self.great_rivers
        return frozenset(here for here, across in rivers.items() if FERRY in across.values())

    def disc(self, node: int, radius: int) -> frozenset[int]:
        """The hexes no more than so many steps from a hex, itself included."""
        key = (node, radius)
        if key not in self._discs:
            self._discs[key] = frozenset(each for away in range(radius + 1) for each in self.ring(node, away))
        return self._discs[key]

    def disc_bits(self, node: int, radius: int) -> int:
        """The same as bits."""
        key = (node, radius)
        found = self._disc_bits.get(key)
        if found is None:
            found = self._disc_bits[key] = ground.bits_of(self.disc(node, radius))
        return found

    def home_of(self, piece: Piece) -> frozenset[int]:
        """[8.6.2] The hexes within the number of a garrison, around its place."""
        found = self._homes.get(piece.name)
        if found is None:
            on_map = piece.place in self.board
            found = self.disc(self.board[piece.place], piece.range) if on_map else frozenset()
            self._homes[piece.name] = found
        return found

    def ring(self, node: int, away: int) -> tuple[int, ...]:
        """The hexes so many steps from a hex, over any hexside."""
        rings = self._rings.get(node)
        if rings is None:
            rings = self._rings[node] = [(node,)]
        while len(rings) <= away:
            inner = {node, *rings[-1], *(rings[-2] if len(rings) > 1 else ())}
            outer = {other for each in rings[-1] for other in self.beside[each]}
            rings.append(tuple(sorted(outer - inner)))
        return rings[away]

    @cached_property
    def marches(self) -> tuple[Go, ...]:
        """The order to march to each hex or box; listed too often to be made anew."""
        return tuple(Go(label) for label in self.board.labels)

    @cached_property
    def preparations(self) -> tuple[Prepare, ...]:
        """The order to prepare an attack on each hex."""
        return tuple(Prepare(label) for label in self.board.labels)

    @cached_property
    def plan_distances(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """[26.2.1] How far each hex is from each objective of an army's strategic plan."""
        board, far = self.board, len(self.board)
        return {
            army: tuple(
                tuple(
                    far if board.is_area(node) else away
                    for node, away in enumerate(ground.distances(board, board[goal]))
                )
                for goal in (plan.primary, *plan.objectives)
                if goal in board
            )
            for army, plan in self.lists.plans.items()
        }

    def closer_to_plan(self, army: str, began: int, also: int) -> frozenset[int]:
        """[26.2.1] The hexes closer to an objective of an army's plan than a unit that began in one or two.

        Hexes equally far from all objectives share them.
        """
        goals = self.plan_distances[army]
        least = tuple([min(away[began], away[also]) if also >= 0 else away[began] for away in goals])
        found = self._closer.get((army, least))
        if found is None:
            nearer = (self._nearer_than(army, goal, most) for goal, most in enumerate(least))
            found = self._closer[army, least] = frozenset().union(*nearer)
        return found

    def _nearer_than(self, army: str, goal: int, most: int) -> frozenset[int]:
        """The hexes closer than so many to one of the objectives of an army."""
        key = (army, goal, most)
        if key not in self._nearer:
            away = self.plan_distances[army][goal]
            self._nearer[key] = frozenset(node for node, hexes in enumerate(away) if hexes < most)
        return self._nearer[key]

    def _is_special(self, here: int, there: int) -> bool:
        features = self.side(here, there).features
        return bool(features & {SAVA, DONAU}) and BRIDGE not in features
