"""The board, and what must hold of it whoever draws it.

Loading a board proves its words and its hexes. This proves its geography: that cities stand on land and ports
at the sea, that rivers reach it, that railways lead somewhere, that every hex belongs where a rule looks
for it. An owner of the printed map who lays his own hexes over ours is told of every fault at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from hexfront.kernel.board import Board, Place, Side, load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.grid import DIRECTIONS, Cell

WATER = frozenset(("sea", "lake"))
RIVERS = frozenset(("river", "canal"))
INLET = "inlet"
CLOSED = frozenset((INLET, "lake"))  # hexsides no land unit crosses, but for a ferry
FERRY = "ferry"
CITIES = frozenset(("capital", "industrial", "city"))
FRONTS = ("West front", "East front", "Middle East front")
# [25.2] The sea areas on the map, and the area of the World Display for each; the Caspian has no ships.
SEAS: Mapping[str, str] = {
    "North Sea": "north-sea",
    "English Channel": "english-channel",
    "Atlantic": "atlantic",
    "Baltic": "baltic",
    "West Mediterranean": "west-mediterranean",
    "Adriatic": "adriatic",
    "East Mediterranean": "east-mediterranean",
    "Marmara": "marmara",
    "Black Sea": "black-sea",
    "Red Sea": "indian-ocean",
    "Persian Gulf": "indian-ocean",
    "Caspian Sea": "",
}
# [19.5] Regions of countries, with the country each is part of. French North Africa is ours.
PROVINCES: Mapping[str, str] = {
    "finland": "russia",
    "poland": "russia",
    "baltic": "russia",
    "ukraine": "russia",
    "transcaucasia": "russia",
    "bohemia-moravia": "austria-hungary",
    "hungary": "austria-hungary",
    "ruthenia": "austria-hungary",
    "bosnia-herzegovina": "austria-hungary",
    "ireland": "great-britain",
    "egypt": "great-britain",
    "libya": "italy",
    "french-north-africa": "france",
}
LINKS = frozenset(("land", "rail", "sea", "raiding", "port", "two ports", "base"))
HARBOURS = frozenset(("port", "two ports", "base"))

Corner = frozenset[Cell]  # the three hexes that meet there


class Link(msgspec.Struct, frozen=True, gc=False):
    """A row of links.csv: a way between two areas, or from a hex to the sea area its ships go out to."""

    a: str
    b: str
    kind: str
    hexes: int = 1
    source: str = ""
    line: int = 0


class Map(msgspec.Struct, frozen=True):
    """The board with the ways between its areas."""

    board: Board
    links: tuple[Link, ...]

    def seas_of(self, node: int) -> frozenset[str]:
        """[25.2] The sea areas that the ships of a port, a naval base or an off-map area go out to."""
        label = self.board.label(node)
        return frozenset(link.b for link in self.links if link.a == label and link.kind in HARBOURS)


def load_map(data: DataFolder, faults: Faults) -> Map | None:
    """The board from a data folder; every fault of its files and of its geography goes to `faults`."""
    folder = data.subfolder("board")
    board = load_board(folder, faults)
    links = tuple(folder.csv("links.csv", Link, faults))
    if board is None:
        return None
    found = Map(board, links)
    _Proof(found, faults, folder.shown).prove()
    return found


class _Proof:
    """Everything that is looked at together, and the faults found in it."""

    def __init__(self, found: Map, faults: Faults, shown: Callable[[str], str]) -> None:
        self.map = found
        self.board = found.board
        self.faults = faults
        self.shown = shown
        board = self.board
        self.hexes = [node for node in range(len(board)) if not board.is_area(node)]
        self.land = [node for node in self.hexes if board.terrain[node] not in WATER]
        self.wet = frozenset(self.hexes) - frozenset(self.land)
        self.sea_corners = {corner for node in self.wet for corner in self._corners(node)}
        inlets = [self._ends(side) for side in board.sides if INLET in side.features]
        self.inlets = _joined(inlets)
        rivers = [self._ends(side) for side in board.sides if side.features & (RIVERS | CLOSED)]
        self.waters = _joined(rivers)

    def prove(self) -> None:
        self._places()
        self._harbours()
        self._capitals()
        self._fronts()
        self._seas()
        self._provinces()
        self._rivers()
        self._railways()
        self._islands()
        self._links()

    def _fault(self, table: str, what: str) -> None:
        self.faults.add(self.shown(f"{table}.csv"), 0, what)

    def _corners(self, node: int) -> list[Corner]:
        found = self.board.cells[node]
        assert found is not None
        grid, cell = found
        around = [grid.beside(cell, direction) for direction in DIRECTIONS]
        return [frozenset((cell, around[turn - 1], around[turn])) for turn in DIRECTIONS]

    def _ends(self, side: Side) -> tuple[Corner, Corner]:
        one, two = sorted(set(self._corners(side.a)) & set(self._corners(side.b)), key=sorted)
        return one, two

    def _places(self) -> None:
        """Places stand on land, and say in figures what their kinds promise."""
        for place in self.board.places:
            where = self.board.name_of(place.node)
            if place.node in self.wet:
                self._fault("places", f"{where} stands in the {self.board.terrain[place.node]}")
            if not place.kinds & (CITIES | {"grain"}):
                self._fault("places", f"{where} is neither a city nor a grain hex")
            for kind, figure in (("fort site", "fort"), ("petroleum", "petroleum")):
                if (kind in place.kinds) != (figure in place.figures):
                    self._fault(
                        "places", f"{where} is a {kind} without a figure, or has one without being it"
                    )

    def _harbours(self) -> None:
        """[29.0] Cities at the sea are ports; a port is at the sea, on an arm of it or on a river to it."""
        for place in self.board.places:
            if not place.kinds & CITIES:
                continue
            where = self.board.name_of(place.node)
            corners = self._corners(place.node)
            beside = any(self.board.terrain[node] == "sea" for node in self.board.adjacent[place.node])
            if "port" not in place.kinds:
                if beside:
                    self._fault("places", f"{where} lies at the sea and is no port")
                if place.kinds & {"naval base", "no landing"}:
                    self._fault("places", f"{where} has a harbour and is no port")
                continue
            if not beside and not any(self._reaches_sea(corner) for corner in corners):
                self._fault("places", f"{where} is a port without a way to the sea")
            caspian = place.node in self._beside("Caspian Sea")
            if not caspian and not self.map.seas_of(place.node):
                self._fault("links", f"{where} is a port of no sea area")

    def _reaches_sea(self, corner: Corner) -> bool:
        return corner in self.sea_corners or bool(self.waters.get(corner, frozenset()) & self.sea_corners)

    def _beside(self, region: str) -> frozenset[int]:
        inside = self.board.regions.get(region, frozenset())
        return frozenset(other for node in inside for other in self.board.adjacent[node])

    def _capitals(self) -> None:
        """Every country with cities has a capital, but Arabia, which is none."""
        cities = [place for place in self.board.places if place.kinds & CITIES]
        countries = {self.board.country[place.node] for place in cities} - {"arabia"}
        seats = {self.board.country[place.node] for place in cities if "capital" in place.kinds}
        for country in sorted(countries - seats):
            self._fault("places", f"{country or 'no country'} has cities and no capital")

    def _fronts(self) -> None:
        """[4.4] Every land hex lies on one front."""
        self._each_in_one("front", FRONTS, self.land)

    def _seas(self) -> None:
        """[25.2] Every sea hex lies in one sea area, and one can sail through it from end to end."""
        seas = [node for node in self.hexes if self.board.terrain[node] == "sea"]
        self._each_in_one("sea area", SEAS, seas)
        for name in SEAS:
            nodes = self.board.regions.get(name, frozenset())
            # The gulfs of Suez and Akaba meet beyond the edge of the map.
            if name != "Red Sea" and len(list(self._pieces(nodes, self._sails))) > 1:
                self._fault("regions", f"the {name} falls into pieces")

    def _each_in_one(self, kind: str, names: Iterable[str], nodes: Collection[int]) -> None:
        count = dict.fromkeys(nodes, 0)
        for name in names:
            for node in self.board.regions.get(name, frozenset()):
                if node not in count:
                    self._fault("regions", f"{self.board.label(node)} cannot be part of the {name}")
                else:
                    count[node] += 1
        for node, often in count.items():
            if often != 1:
                self._fault("regions", f"{self.board.label(node)} lies in {often} parts of kind {kind}")

    def _sails(self, node: int) -> Iterator[int]:
        yield from (other for other in self.board.adjacent[node] if self.board.terrain[other] == "sea")
        corners = {mate for corner in self._corners(node) for mate in self.inlets.get(corner, ())}
        yield from (other for corner in corners for other in self._around(corner))

    def _around(self, corner: Corner) -> Iterator[int]:
        grid = self.board.sheet.maps[0]
        for cell in corner:
            node = self.board.index.get(grid.number(cell))
            if node is not None and self.board.terrain[node] == "sea":
                yield node

    def _provinces(self) -> None:
        """[19.5] A region lies in its country and hangs together, but for islands."""
        for name, country in PROVINCES.items():
            nodes = self.board.regions.get(name, frozenset())
            if not nodes:
                self._fault("regions", f"there is no region {name}")
            for node in sorted(nodes):
                if self.board.country[node] != country:
                    self._fault("regions", f"{self.board.label(node)} of {name} is not in {country}")
            pieces = list(self._pieces(nodes, self._walks))
            lonely = [piece for piece in pieces if len(piece) < max(map(len, pieces))]
            for piece in lonely:
                if any(other not in self.wet for node in piece for other in self._walks(node)):
                    self._fault(
                        "regions", f"{self.board.label(min(piece))} is cut off from the rest of {name}"
                    )

    def _walks(self, node: int) -> Iterator[int]:
        for side in self.board.sides_of[node]:
            if is_open(side):
                yield side.other(node)

    def _pieces(
        self, nodes: Collection[int], steps: Callable[[int], Iterable[int]]
    ) -> Iterator[frozenset[int]]:
        left = set(nodes)
        while left:
            piece = [min(left)]
            left.discard(piece[0])
            for node in piece:
                for other in steps(node):
                    if other in left:
                        left.discard(other)
                        piece.append(other)
            yield frozenset(piece)

    def _rivers(self) -> None:
        """A river reaches the sea, a lake, an arm of the sea or the edge of the map."""
        grid_cells = {found[1] for found in self.board.cells if found is not None}
        told: set[Corner] = set()
        for side in self.board.sides:
            if not side.features & RIVERS:
                continue
            corner = self._ends(side)[0]
            chain = self.waters[corner]
            if corner in told or chain & self.sea_corners or any(not end <= grid_cells for end in chain):
                continue
            told |= chain
            if not any(each.features & CLOSED and set(self._ends(each)) & chain for each in self.board.sides):
                between = f"{self.board.label(side.a)}-{self.board.label(side.b)}"
                self._fault("sides", f"the river at {between} flows nowhere")
        for side in self.board.sides:
            if side.features and {side.a, side.b} & self.wet and side.features != {"no landing"}:
                between = f"{self.board.label(side.a)}-{self.board.label(side.b)}"
                self._fault("sides", f"{between} lies at open water and carries {', '.join(side.features)}")

    def _railways(self) -> None:
        """Railways cross no water but rivers, and every line leads to a city."""
        beside: dict[int, list[int]] = {}
        for side in self.board.sides:
            if "rail" not in side.networks:
                continue
            if not is_open(side) or {side.a, side.b} & self.wet:
                between = f"{self.board.label(side.a)}-{self.board.label(side.b)}"
                self._fault("sides", f"the railway over {between} runs through water")
            beside.setdefault(side.a, []).append(side.b)
            beside.setdefault(side.b, []).append(side.a)
        cities = {place.node for place in self.board.places if place.kinds & CITIES}
        for piece in self._pieces(list(beside), lambda node: beside[node]):
            if not piece & cities:
                self._fault("sides", f"the railway at {self.board.label(min(piece))} leads to no city")
        edges = {
            node for name, nodes in self.board.regions.items() if name.startswith("edge") for node in nodes
        }
        heads = self.board.regions.get("Railheads", frozenset())
        for node in sorted(beside):
            if len(beside[node]) == 1 and node not in cities | edges | heads:
                self._fault("sides", f"the railway ends in the open at {self.board.label(node)}")

    def _islands(self) -> None:
        """Land that stands by itself has a name: a place on it, or a landscape."""
        named = {place.node for place in self.board.places}
        hidden = (*FRONTS, *PROVINCES, *SEAS)
        for name, nodes in self.board.regions.items():
            if name not in hidden and not name.startswith(("edge", "friendly", "Entry")):
                named |= nodes
        for piece in self._pieces(self.land, self._walks):
            if not piece & named:
                self._fault("hexes", f"the island at {self.board.label(min(piece))} has no name")

    def _links(self) -> None:
        """[21.4] Ways join areas and hexes there are, once each, and harbours lead to seas."""
        seen: set[frozenset[str]] = set()
        for link in self.map.links:
            ends = (link.a, link.b)
            missing = [end for end in ends if end not in self.board]
            if missing or link.kind not in LINKS:
                what = (
                    f'"{missing[0]}" is not on the board' if missing else f'"{link.kind}" is no kind of way'
                )
                self.faults.add(self.shown("links.csv"), link.line, what)
                continue
            if frozenset(ends) in seen:
                self.faults.add(self.shown("links.csv"), link.line, f"{link.a} and {link.b} are joined twice")
            seen.add(frozenset(ends))
            sea = self.board.areas.get(self.board[link.b])
            if link.kind in HARBOURS and (sea is None or "sea" not in sea.kinds):
                self.faults.add(self.shown("links.csv"), link.line, f"{link.b} is no sea area")


def _joined(pairs: Iterable[tuple[Corner, Corner]]) -> dict[Corner, frozenset[Corner]]:
    """For every corner on a chain of hexsides, all corners of that chain."""
    beside: dict[Corner, list[Corner]] = {}
    for one, two in pairs:
        beside.setdefault(one, []).append(two)
        beside.setdefault(two, []).append(one)
    chains: dict[Corner, frozenset[Corner]] = {}
    for start in beside:
        if start in chains:
            continue
        chain = [start]
        met = {start}
        for corner in chain:
            for other in beside[corner]:
                if other not in met:
                    met.add(other)
                    chain.append(other)
        whole = frozenset(chain)
        chains.update(dict.fromkeys(chain, whole))
    return chains


def is_open(side: Side) -> bool:
    """Whether land units and railways cross a hexside; over a ferry they cross as over a river."""
    return FERRY in side.features or not side.features & CLOSED


def places_of(found: Map, kind: str) -> tuple[Place, ...]:
    """The places of a kind: capital, industrial, port and so on."""
    return tuple(place for place in found.board.places if kind in place.kinds)
