"""How a title looks: colours and forms for the words of its board and its pieces.

A style is data, read from a title's ``drawing.toml``. Words a style does not know are drawn plainly, so
that an unfinished style still gives a picture; `missing` lists them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexfront.kernel.board import Board

INK = "#26231f"

Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-fA-F]{6}$")]
ColourOrNone = Annotated[str, msgspec.Meta(pattern="^(#[0-9a-fA-F]{6})?$")]

PlaceForm = Literal[
    "none", "dot", "ring", "square", "peak", "star", "anchor", "harbour", "factory", "men", "wheat", "derrick"
]
CourseForm = Literal["line", "dashed", "teeth", "islands", "bridge", "ferry", "arrow"]
LineForm = Literal["line", "double", "ticks", "dashed", "road", "river"]
MarkerForm = Literal[
    "disc", "trench", "construction", "railhead", "devastation", "fortress", "control", "supply"
]


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is under and around the map."""

    background: Colour = "#f3eee2"
    ground: Colour = "#ebe4cd"  # where the board says nothing of terrain
    ink: Colour = INK
    grid: Colour = "#6b6552"
    grid_strength: float = 0.28
    numbers: Colour = "#7d7660"
    halo: Colour = "#fbf8ee"
    rim: Colour = "#5b5544"
    regions: Colour = "#4f4a3c"


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain of hexes or hexsides."""

    colour: Colour
    pattern: str = ""  # a name of symbols.PATTERNS
    ink: Colour = INK
    strength: float = 0.35  # how clearly the pattern shows
    water: bool = False  # a coast is drawn between water and anything else
    label: str = ""


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that runs along hexsides, such as a river, or lies on one, such as a bridge.

    An arrow points over its hexside out of the hex that carries the same word among its own features.
    """

    colour: Colour
    width: float
    casing: ColourOrNone = ""
    form: CourseForm = "line"
    water: bool = False  # an arm of the sea or a lake, along which no border is drawn
    label: str = ""


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class of a network that runs from centre to centre, such as a railway."""

    colour: Colour = INK
    width: float = 2.0
    form: LineForm = "line"
    label: str = ""


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the border between countries is drawn."""

    colour: Colour = "#8c3b33"
    width: float = 2.6
    dash: str = "11 4 2 4"
    tint: Colour = "#c46b5c"
    tint_width: float = 11.0
    tint_strength: float = 0.22
    label: str = ""


class Shade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A veil over the hexes that carry a feature."""

    colour: Colour
    strength: float = 0.2
    edge: float = 0.0  # the width of a line around it, in the same colour
    label: str = ""


class Country(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a country shows on the map: a ribbon along the inside of its border, and its name."""

    colour: Colour
    name: str = ""  # written across its hexes
    text: float = 40.0
    at: str = ""  # the hex it is written over; the middle of the country if none is given


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the box of an area stands on the sheet: its middle and its size, in hex heights."""

    at: tuple[float, float]
    size: tuple[float, float] = (3.2, 1.5)
    bare: bool = False  # only the name is written, as that of a sea is


class Inset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small map of its own on the sheet, under the boxes of the areas. All measures are hex heights."""

    at: tuple[float, float]  # the upper left corner
    size: tuple[float, float]
    title: str = ""
    colour: Colour = "#a9c6d6"
    ground: Colour = "#ece5cd"
    outlines: tuple[str, ...] = ()  # of land, each as points "x y|x y|..." from the corner of the inset
    routes: tuple[str, ...] = ()  # over sea, written likewise


class PlaceKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of place.

    Of the kinds of one place the first that stands in the style decides its looks. A star and the
    adornments (anchor, factory, men, wheat) never decide, they come in addition.
    """

    form: PlaceForm = "dot"
    size: float = 4.0
    text: float = 12.0
    bold: bool = False
    colour: Colour = INK
    figure: str = ""  # the figure of a place written beside the sign
    unless: str = ""  # a kind whose sign says as much: it is drawn instead of this one
    label: str = ""


class Regions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which regions of the board are named on the map."""

    shown: bool = True
    hide: tuple[str, ...] = ()  # names, or beginnings of names
    names: dict[str, str] = {}  # how a region's name is written, where it differs from its key
    smallest: int = 4  # regions of fewer hexes are not named on the map
    text: float = 19.0
    texts: dict[str, float] = {}  # of single names, where they are larger or smaller than the rest
    level: tuple[str, ...] = ()  # names never turned along their region


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of one nation's counters."""

    colour: Colour
    text: Colour = INK
    box: Colour = "#f4efe0"  # the field behind the symbol
    edge: Colour = "#1f1c18"
    label: str = ""


class MarkerKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker."""

    form: MarkerForm = "disc"
    colour: Colour = "#f7f2e4"
    ink: Colour = INK
    label: str = ""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a counter shows that it is in some state."""

    stripe: ColourOrNone = ""  # a band across the counter, in this colour
    badge: str = ""  # a letter or two in its corner
    dim: bool = False
    wheels: bool = False
    label: str = ""


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a title says about its looks."""

    provenance: str = "reconstructed"
    about: str = ""
    paper: Paper = Paper()
    terrain: dict[str, Ground] = {}
    features: dict[str, Course] = {}
    networks: dict[str, dict[str, Track]] = {}
    border: Border = Border()
    shades: dict[str, Shade] = {}  # by feature of hexes
    countries: dict[str, Country] = {}
    inset: Inset | None = None
    boxes: dict[str, Box] = {}  # by area; once one is given, areas without one are not drawn
    figures: dict[str, str] = {}  # the sign drawn for a figure of an area
    places: dict[str, PlaceKind] = {}
    regions: Regions = Regions()
    nations: dict[str, Nation] = {}
    symbols: dict[str, str] = {}  # a title's word for a kind of unit, and the symbol drawn for it
    markers: dict[str, MarkerKind] = {}
    states: dict[str, State] = {}
    headings: dict[str, str] = {}  # of the legend, where a title calls a kind of entry differently

    def ground(self, terrain: str) -> Ground:
        return self.terrain.get(terrain) or Ground(self.paper.ground)

    def nation(self, key: str) -> Nation:
        """A nation's colours; a nation the style does not know gets one of a few in turn."""
        known = self.nations.get(key)
        return known or Nation(_SPARE[sum(key.encode()) % len(_SPARE)])

    def state(self, word: str) -> State:
        return self.states.get(word) or _STATES.get(word) or State(badge=word[:1].upper())

    def marker(self, kind: str) -> MarkerKind:
        known = self.markers.get(kind)
        return known or MarkerKind(form=_FORMS.get(kind, "disc"))

    def track(self, network: str, kind: str) -> Track:
        return self.networks.get(network, {}).get(kind) or Track()

    def feature(self, name: str) -> Course:
        return self.features.get(name) or Course("#5f8fb4", 4.0)

    def place(self, kinds: frozenset[str]) -> PlaceKind:
        """The looks of a place of several kinds."""
        deciding = (looks for kind, looks in self.places.items() if kind in kinds and looks.form in _PLAIN)
        # What has nothing but a sign in addition has no dot of its own.
        signed = (
            msgspec.structs.replace(looks, form="none") for looks in self.adornments(kinds) if looks.text
        )
        return next(deciding, None) or next(signed, PlaceKind())

    def adornments(self, kinds: frozenset[str]) -> list[PlaceKind]:
        """What is drawn in addition for a place of these kinds."""
        return [
            looks
            for kind, looks in self.places.items()
            if kind in kinds and looks.form not in _PLAIN and looks.unless not in kinds
        ]


_PLAIN = ("none", "dot", "ring", "square", "peak")
_SPARE = ("#a7a58d", "#b59a84", "#93a3ad", "#a9a0b5", "#9caf95", "#bcaa74")
_STATES = {
    "reduced": State(stripe="#f6f1e2", label="Reduced"),
    "entrained": State(wheels=True, label="Entrained"),
    "moved": State(dim=True, label="Moved"),
}
_FORMS: dict[str, MarkerForm] = {
    "trench": "trench",
    "construction": "construction",
    "railhead": "railhead",
    "devastation": "devastation",
    "fortress": "fortress",
    "control": "control",
    "supply": "supply",
}


def missing(style: Style, board: Board) -> list[str]:
    """The words of a board that a style says nothing about, each with what it is."""
    words = board.vocabulary
    terrain = words.side_terrain or words.hex_terrain
    found = [f"terrain {word}" for word in terrain if word not in style.terrain]
    found += [f"feature {word}" for word in words.side_features if word not in style.features]
    for network, kinds in board.networks.items():
        known = style.networks.get(network, {})
        found += [f"{network} {kind}" for kind in kinds if kind not in known]
    found += [f"place {kind}" for kind in words.place_kinds if kind not in style.places]
    return found
