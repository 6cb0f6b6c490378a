"""The board: hexes and off-map areas as nodes of one graph, hexsides as its edges.

A node is a small integer; `Board.label` gives its printed number ("2415") or the area's name. Hexes of
every map of a title and its off-map areas are numbered through, so that searches need know nothing of
maps. An edge is a `Side`: the hexside between two neighbouring hexes, or the way between an area (or a
hex at the edge of one map) and a node elsewhere.

Terrain may stand on hexes, on hexsides, or on both; which words are allowed is part of the board's data.
A board never changes during a game. It is read from a folder:

=============  ==================================================================================
board.toml     name, maps (columns, rows, shifted columns, numbering), vocabulary, networks
hexes.csv      hex, terrain, country, elevation, features
sides.csv      a, b, terrain, features, and one column per network (``rail``: double, single, ...)
places.csv     hex, name, kinds, figures ("fort 6")
regions.csv    region, hexes
areas.csv      area, name, country, kinds, figures: boxes off the map (optional)
=============  ==================================================================================

Where the vocabulary has words for hexside terrain, every hexside between two hexes must be listed;
otherwise only those that carry something. A hex of a second map is written ``map:number``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults, Table, rows_of
from hexfront.kernel.grid import Cell, Grid, Point

_NONE: frozenset[str] = frozenset()


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words a board may use."""

    hex_terrain: tuple[str, ...] = ()
    hex_features: tuple[str, ...] = ()
    side_terrain: tuple[str, ...] = ()
    side_features: tuple[str, ...] = ()
    place_kinds: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    area_kinds: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()  # what is counted at places and in areas


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What board.toml says."""

    provenance: str
    about: str
    name: str
    maps: tuple[Grid, ...]
    vocabulary: Vocabulary
    networks: dict[str, tuple[str, ...]] = {}


class HexRow(msgspec.Struct, frozen=True, gc=False):
    """A row of hexes.csv."""

    hex: str
    terrain: str = ""
    country: str = ""
    elevation: int | None = None
    features: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


class SideRow(msgspec.Struct, frozen=True, gc=False):
    """A row of sides.csv; what it says of networks stands in `networks`."""

    a: str
    b: str
    terrain: str = ""
    features: tuple[str, ...] = ()
    source: str = ""
    line: int = 0
    networks: dict[str, str] = {}


class PlaceRow(msgspec.Struct, frozen=True, gc=False):
    """A row of places.csv."""

    hex: str
    name: str
    kinds: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


class RegionRow(msgspec.Struct, frozen=True, gc=False):
    """A row of regions.csv."""

    region: str
    hexes: tuple[str, ...]
    source: str = ""
    line: int = 0


class AreaRow(msgspec.Struct, frozen=True, gc=False):
    """A row of areas.csv: a box off the map."""

    area: str
    name: str = ""
    country: str = ""
    kinds: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    source: str = ""
    line: int = 0


class BoardRows(msgspec.Struct, frozen=True):
    """Everything a board is made of, before it is checked."""

    sheet: Sheet
    hexes: Sequence[HexRow]
    sides: Sequence[SideRow]
    places: Sequence[PlaceRow] = ()
    regions: Sequence[RegionRow] = ()
    areas: Sequence[AreaRow] = ()


class Side(msgspec.Struct, frozen=True, gc=False):
    """A hexside, or another way between two nodes."""

    a: int
    b: int
    terrain: str = ""
    features: frozenset[str] = frozenset()
    networks: Mapping[str, str] = {}
    source: str = ""

    def other(self, node: int) -> int:
        """The node on the far side."""
        return self.b if node == self.a else self.a


class Place(msgspec.Struct, frozen=True, gc=False):
    """A named place in a hex."""

    node: int
    name: str
    kinds: frozenset[str] = frozenset()
    source: str = ""
    figures: Mapping[str, int] = {}


class Area(msgspec.Struct, frozen=True, gc=False):
    """A box off the map."""

    node: int
    name: str
    kinds: frozenset[str] = frozenset()
    source: str = ""
    figures: Mapping[str, int] = {}


class Board:
    """Nodes, sides, places and regions, frozen and indexed by node number."""

    def __init__(self, rows: BoardRows, faults: Faults, shown: Callable[[str], str] = str) -> None:
        self.sheet = rows.sheet
        self.name = rows.sheet.name
        self.vocabulary = rows.sheet.vocabulary
        self.networks = rows.sheet.networks
        self._faults = faults
        self._shown = shown
        self._number_nodes(rows)
        self._join_sides(rows.sides)
        self.places = tuple(self._read_places(rows.places))
        self.regions = self._read_regions(rows.regions)
        self._places_at: dict[int, tuple[Place, ...]] = {}
        for place in self.places:
            self._places_at[place.node] = (*self._places_at.get(place.node, ()), place)

    def _number_nodes(self, rows: BoardRows) -> None:
        labels: list[str] = []
        terrain: list[str] = []
        country: list[str] = []
        elevation: list[int | None] = []
        features: list[frozenset[str]] = []
        sources: list[str] = []
        self.cells: list[tuple[Grid, Cell] | None] = []
        self.index: dict[str, int] = {}
        words = self.vocabulary
        for row in rows.hexes:
            found = self._find_cell(row.hex)
            if found is None:
                self._fault("hexes", row.line, f'"{row.hex}" is not a hex of any map')
                continue
            if (number := self._label_of(*found)) != row.hex:
                self._fault("hexes", row.line, f'"{row.hex}" is written {number}')
                continue
            if row.hex in self.index:
                self._fault("hexes", row.line, f"hex {row.hex} stands twice")
                continue
            self._known("hexes", row.line, "terrain", row.terrain, words.hex_terrain)
            self._known("hexes", row.line, "country", row.country, words.countries)
            for feature in row.features:
                self._known("hexes", row.line, "feature", feature, words.hex_features)
            self.index[row.hex] = len(labels)
            labels.append(row.hex)
            terrain.append(row.terrain)
            country.append(row.country)
            elevation.append(row.elevation)
            features.append(frozenset(row.features))
            sources.append(row.source)
            self.cells.append(found)
        for area in rows.areas:
            if area.area in self.index:
                self._fault("areas", area.line, f'area "{area.area}" stands twice')
                continue
            self._known("areas", area.line, "country", area.country, words.countries)
            for kind in area.kinds:
                self._known("areas", area.line, "kind of area", kind, words.area_kinds)
            self.index[area.area] = len(labels)
            labels.append(area.area)
            terrain.append("")
            country.append(area.country)
            elevation.append(None)
            features.append(frozenset())
            sources.append(area.source)
            self.cells.append(None)
        self.labels = tuple(labels)
        self.terrain = tuple(terrain)
        self.country = tuple(country)
        self.elevation = tuple(elevation)
        self.features = tuple(features)
        self.sources = tuple(sources)
        self._nodes: dict[str, dict[tuple[int, int], int]] = {grid.name: {} for grid in self.sheet.maps}
        for node, found in enumerate(self.cells):
            if found is not None:
                self._nodes[found[0].name][found[1]] = node
        self._beside = [self._grid_neighbours(node) for node in range(len(labels))]
        self.area_names = {area.area: area.name or area.area for area in rows.areas}
        self.areas = {
            self.index[row.area]: Area(
                self.index[row.area],
                row.name or row.area,
                frozenset(row.kinds),
                row.source,
                self._figures("areas", row.line, row.figures),
            )
            for row in rows.areas
        }

    def _join_sides(self, rows: Sequence[SideRow]) -> None:
        sides: list[Side] = []
        self._between: dict[tuple[int, int], int] = {}
        for row in rows:
            a, b = (self._known_node("sides", row.line, label) for label in (row.a, row.b))
            if a is None or b is None:
                continue
            if not self._may_join(a, b):
                self._fault("sides", row.line, f"{row.a} and {row.b} are not neighbours")
                continue
            if (a, b) in self._between:
                self._fault("sides", row.line, f"hexside {row.a}-{row.b} stands twice")
                continue
            self._check_side(row)
            self._between[a, b] = self._between[b, a] = len(sides)
            networks = {name: kind for name, kind in row.networks.items() if kind}
            features = frozenset(row.features) if row.features else _NONE
            sides.append(Side(a, b, row.terrain, features, networks, row.source))
        for a in range(len(self)):
            for b in self._beside[a]:
                if a < b and (a, b) not in self._between:
                    if self.vocabulary.side_terrain:
                        self._fault("sides", 0, f"hexside {self.labels[a]}-{self.labels[b]} is missing")
                    self._between[a, b] = self._between[b, a] = len(sides)
                    sides.append(Side(a, b))
        self.sides = tuple(sides)
        around = [self._beside[node][:] for node in range(len(self))]
        for side in sides:
            for node in (side.a, side.b):
                if side.other(node) not in around[node]:
                    around[node].append(side.other(node))
        self.adjacent = tuple(tuple(nodes) for nodes in around)
        self.sides_of = tuple(
            tuple(sides[self._between[node, other]] for other in self.adjacent[node])
            for node in range(len(self))
        )

    def _check_side(self, row: SideRow) -> None:
        words = self.vocabulary
        if words.side_terrain:
            self._known("sides", row.line, "terrain", row.terrain, words.side_terrain)
        for feature in row.features:
            self._known("sides", row.line, "feature", feature, words.side_features)
        for network, kind in row.networks.items():
            if kind:
                self._known("sides", row.line, network, kind, self.networks[network])

    def _read_places(self, rows: Sequence[PlaceRow]) -> Iterable[Place]:
        for row in rows:
            for kind in row.kinds:
                self._known("places", row.line, "kind of place", kind, self.vocabulary.place_kinds)
            node = self._known_node("places", row.line, row.hex)
            if node is not None:
                figures = self._figures("places", row.line, row.figures)
                yield Place(node, row.name, frozenset(row.kinds), row.source, figures)

    def _read_regions(self, rows: Sequence[RegionRow]) -> dict[str, frozenset[int]]:
        regions: dict[str, frozenset[int]] = {}
        for row in rows:
            if row.region in regions:
                self._fault("regions", row.line, f'region "{row.region}" stands twice')
            nodes = (self._known_node("regions", row.line, label) for label in row.hexes)
            regions[row.region] = frozenset(node for node in nodes if node is not None)
        return regions

    def _figures(self, table: str, line: int, texts: Sequence[str]) -> dict[str, int]:
        """What is counted at a place or in an area, written "fort 6"."""
        figures: dict[str, int] = {}
        for text in texts:
            word, _, count = text.rpartition(" ")
            self._known(table, line, "figure", word, self.vocabulary.figures)
            if count.isdecimal() and word not in figures:
                figures[word] = int(count)
            else:
                self._fault(table, line, f'"{text}" is not a figure such as "fort 6"')
        return figures

    def _fault(self, table: str, line: int, what: str, hint: str = "") -> None:
        self._faults.add(self._shown(f"{table}.csv"), line, what, hint)

    def _known(self, table: str, line: int, kind: str, word: str, known: Sequence[str]) -> None:
        if word not in known and (word or known):
            self._faults.unknown(self._shown(f"{table}.csv"), line, kind, word, known)

    def _known_node(self, table: str, line: int, label: str) -> int | None:
        node = self.index.get(label)
        if node is None:
            self._fault(table, line, f'"{label}" is not on the board')
        return node

    def _find_cell(self, label: str) -> tuple[Grid, Cell] | None:
        name, _, number = label.rpartition(":")
        for grid in self.sheet.maps:
            if grid.name == name or (not name and grid is self.sheet.maps[0]):
                cell = grid.cell(number)
                return (grid, cell) if cell else None
        return None

    def _label_of(self, grid: Grid, cell: Cell) -> str:
        number = grid.number(cell)
        return number if grid is self.sheet.maps[0] else f"{grid.name}:{number}"

    def _grid_neighbours(self, node: int) -> list[int]:
        """The neighbouring hexes on the same map, clockwise from north."""
        found = self.cells[node]
        if found is None:
            return []
        grid, (column, row) = found
        nodes = self._nodes[grid.name]
        around = [nodes.get((column + right, row + down)) for right, down in grid.steps(column)]
        return [each for each in around if each is not None]

    def _may_join(self, a: int, b: int) -> bool:
        """Hexes of one map join only along a hexside; areas and different maps join anywhere."""
        here, there = self.cells[a], self.cells[b]
        if here is None or there is None or here[0] is not there[0]:
            return a != b
        return b in self._beside[a]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, label: str) -> int:
        """The node with a printed number or area name."""
        return self.index[label]

    def __contains__(self, label: object) -> bool:
        return label in self.index

    def label(self, node: int) -> str:
        """The printed number of a hex, or an area's name."""
        return self.labels[node]

    def side(self, a: int, b: int) -> Side | None:
        """The hexside between two nodes, or None if they are not adjacent."""
        at = self._between.get((a, b))
        return None if at is None else self.sides[at]

    def is_area(self, node: int) -> bool:
        """Whether a node is a box off the map."""
        return self.cells[node] is None

    @lru_cache(maxsize=1 << 15)  # noqa: B019 - a board lives as long as its title
    def distance(self, a: int, b: int) -> int | None:
        """Hexes from one to the other; None between maps or to an area."""
        here, there = self.cells[a], self.cells[b]
        if here is None or there is None or here[0] is not there[0]:
            return None
        return here[0].distance(here[1], there[1])

    def within(self, node: int, radius: int) -> list[int]:
        """The hexes of the same map at most `radius` away, itself included."""
        found = self.cells[node]
        if found is None:
            return [node]
        grid, centre = found
        nodes = self._nodes[grid.name]
        near = (nodes.get(cell) for cell in grid.within(centre, radius))
        return [each for each in near if each is not None]

    def centre(self, node: int) -> Point | None:
        """Where a hex lies on its map sheet."""
        found = self.cells[node]
        return found[0].centre(found[1]) if found else None

    def places_at(self, node: int) -> tuple[Place, ...]:
        """The named places in a hex."""
        return self._places_at.get(node, ())

    def name_of(self, node: int) -> str:
        """A node as a player would call it: "2107 Liège", "Reserve"."""
        if self.is_area(node):
            return self.area_names[self.labels[node]]
        names = [place.name for place in self.places_at(node)]
        return f"{self.labels[node]} {names[0]}" if names else self.labels[node]


def load_board(folder: DataFolder, faults: Faults) -> Board | None:
    """A board from its folder. Every fault of every file goes to `faults`; None if it cannot be built."""
    before = len(faults.found)
    sheet = folder.toml("board.toml", Sheet, faults)
    if sheet is None:
        return None
    rows = BoardRows(
        sheet=sheet,
        hexes=folder.csv("hexes.csv", HexRow, faults),
        sides=_side_rows(folder, sheet, faults),
        places=folder.csv("places.csv", PlaceRow, faults) if folder.exists("places.csv") else (),
        regions=folder.csv("regions.csv", RegionRow, faults) if folder.exists("regions.csv") else (),
        areas=folder.csv("areas.csv", AreaRow, faults) if folder.exists("areas.csv") else (),
    )
    board = Board(rows, faults, folder.shown)
    return board if len(faults.found) == before else None


def board_in(data: DataFolder) -> Board:
    """The board of a title's data, in its folder ``board``; DataError carries every fault."""
    faults = Faults()
    board = load_board(data.subfolder("board"), faults)
    faults.raise_if_any()
    assert board is not None
    return board


def _side_rows(folder: DataFolder, sheet: Sheet, faults: Faults) -> list[SideRow]:
    table = folder.table("sides.csv", faults)
    places = {name: table.columns.index(name) for name in sheet.networks if name in table.columns}
    kept = [at for at in range(len(table.columns)) if at not in places.values()]
    plain = Table(
        table.file,
        table.metadata,
        tuple(table.columns[at] for at in kept),
        tuple((line, tuple(cells[at] for at in kept)) for line, cells in table.rows),
        table.header_line,
    )
    networks = {line: {name: cells[at] for name, at in places.items()} for line, cells in table.rows}
    read = rows_of(plain, SideRow, faults, sheet.networks)
    return [
        SideRow(row.a, row.b, row.terrain, row.features, row.source, row.line, networks[row.line])
        for row in read
    ]
