"""What a player is shown, as plain data that any client can draw without knowing the title.

A title says how each choice looks (`Face`), how an attack may end (`Forecast`), and how the war stands
(`Report`). Hexes are named by their labels, pieces by their keys. Everything here is made for one viewer
and holds nothing he may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, NamedTuple

import msgspec

from hexfront.kernel.actions import Action
from hexfront.kernel.position import P

Stage = Literal["order", "march", "gather", "prepare", "losses", "retreat", "advance", "choose"]
"""At which point of the play a question comes, in words that every title shares.

``order``: what to do next in a phase. ``march``: what the group in hand does. ``gather``: who takes part in a
fight. ``prepare``: what it is fought with and how. ``losses``, ``retreat``, ``advance``: what comes of it.
``choose``: anything else.
"""


class Topic(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a question is about, as any client can show it without knowing the title.

    ``pieces`` are those in hand, taking part, or suffering; ``hexes`` where they fight, go or stand, the one
    that matters most first; ``points`` what is owed.
    """

    matter: str
    stage: Stage = "choose"
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    points: int | None = None
    display: str = ""  # the display beside the map on which it is answered


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a choice is shown: what one clicks to make it, and what will come of it.

    A choice with a unit and a hex is made in two clicks, the unit first. A choice with neither is a button,
    or a click on an item of a display.
    """

    text: str  # the choice in words
    verb: str = ""  # what choices of this sort are called together, such as "March"
    unit: str = ""
    hex: str = ""
    cost: str = ""  # short enough to be written into the hex
    path: tuple[str, ...] = ()  # the hexes on the way, first and last included
    effects: tuple[str, ...] = ()  # what happens there: "enters an enemy zone", "must stop"
    chance: bool = False  # whether dice decide how it ends, so that `Game.forecast` can say how it may
    item: str = ""  # the item of a display beside the map that one clicks to make it
    amount: int | None = None  # of a choice that is listed once for every amount
    aside: bool = False  # seldom wanted, or another choice of the hex does it better: it is only in the list
    puts_down: bool = False  # what is in hand goes back as if it had never been taken up: Escape makes it


class Ending(msgspec.Struct, frozen=True):
    """One way a throw of dice may end."""

    text: str
    probability: float
    values: dict[str, float] = {}  # such as the losses of each side, by the names of `Forecast.measures`
    short: str = ""  # the same in a word, where several fans stand side by side


class Lookup(msgspec.Struct, frozen=True):
    """Where dice are looked up: a chart of the title, by the name of its table, and what of it can apply."""

    chart: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]  # by what stands in the first column


class Prospect(msgspec.Struct, frozen=True):
    """How likely each ending is, if the other side answers in one of the ways open to it."""

    name: str  # the answer, such as the terrain the defender chooses
    endings: tuple[Ending, ...]
    means: dict[str, float] = {}
    notes: tuple[str, ...] = ()
    ledgers: tuple[dict[str, Any], ...] = ()  # `Ledger.as_data` of the strengths and columns behind it
    lookups: tuple[Lookup, ...] = ()


class Forecast(msgspec.Struct, frozen=True):
    """How an action that throws dice may end; the first prospect is the one to expect."""

    subject: str
    prospects: tuple[Prospect, ...]
    measures: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()  # what it takes to try, such as supply points
    rules: tuple[str, ...] = ()
    losses: tuple[str, str] | None = (
        None  # the measures that tell what the side that acts loses, and the other
    )
    between: str = ""  # what the prospects differ in, if not in the answer of the other side
    goal: str = ""  # the measure that tells that the enemy gives way
    bearable: float = 3.0  # expected losses that ruin nobody, in the measure of ``losses``

    @property
    def expected_losses(self) -> tuple[float, float] | None:
        """What the side that acts is to expect to lose, and the other; None if the title does not tell."""
        if self.losses is None or not self.prospects:
            return None
        means = self.prospects[0].means
        return means[self.losses[0]], means[self.losses[1]]

    @property
    def chance(self) -> float | None:
        """How likely the enemy gives way; None if the title does not tell."""
        return self.prospects[0].means.get(self.goal) if self.goal and self.prospects else None


class Target(msgspec.Struct, frozen=True):
    """A hex that could be attacked now, by a listed answer.

    ``able`` are the pieces of which some may attack together by one order (`AtTable.attack`), the likeliest
    first. It is empty where attackers are not chosen so.
    """

    hex: str
    action: Action
    able: tuple[str, ...] = ()


class Supposition(msgspec.Struct, Generic[P], frozen=True):
    """A position changed in one respect, to see what hangs on it; ``hex`` is where to look for it."""

    text: str  # what is supposed: "one movement point more", "the rail line in 2206 whole"
    position: P
    hex: str = ""


class Question(msgspec.Struct, frozen=True):
    """A "why?" that can be asked about a piece or a hex."""

    text: str
    question: Action


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure people follow: demoralization, supply, rail capacity."""

    name: str
    text: str
    group: str = ""
    side: str = ""
    value: float | None = None  # for curves over the game
    most: float | None = None
    rule: str = ""


class Sighting(NamedTuple):
    """A counter as a viewer sees it, in numbers."""

    node: int
    side: str
    symbol: str
    strength: float
    movement: float
    hidden: bool = False


class Mark(NamedTuple):
    """A marker on the map, in numbers; the nation says whose it is, if it is anybody's."""

    node: int
    kind: str
    nation: str
    value: float


class Sightings(NamedTuple):
    """Everything that a viewer sees on the map."""

    counters: Sequence[Sighting]
    marks: Sequence[Mark]


class Muster(msgspec.Struct, frozen=True, omit_defaults=True):
    """A branch of the order of battle: its own pieces by key, and the branches under it.

    One that is ``listed`` is no body of troops, but a list of pieces: nobody commands it.
    """

    name: str
    side: str = ""
    units: tuple[str, ...] = ()
    under: tuple[Muster, ...] = ()
    listed: bool = False


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody or something due: a reinforcement, a withdrawal."""

    when: str
    what: str
    where: str = ""
    side: str = ""
    rule: str = ""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who would have won, if the game ended now."""

    text: str
    terms: tuple[tuple[str, str], ...] = ()  # what counts, and how much
    rules: tuple[str, ...] = ()


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """A danger to a side that stays until it is dealt with: units cut off, out of supply."""

    text: str
    hex: str = ""
    pieces: tuple[str, ...] = ()
    rule: str = ""


class Look(msgspec.Struct, frozen=True):
    """How a counter looks that lies beside the map: as one on it does, in the words of `hexfront.drawing`."""

    nation: str
    side: str
    symbol: str
    size: str
    strength: str
    movement: str
    designation: str = ""
    states: tuple[str, ...] = ()


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces alike that wait beside the map to be laid out by their owner: a tray holds one for each sort.

    ``key`` is how an order names all of them, ``key:3`` how it names three. ``pieces`` are their own keys.
    ``box`` says which of several trays they lie in, such as those held back.
    """

    key: str
    name: str
    pieces: tuple[str, ...]
    group: str = ""  # such as their nation
    box: str = ""
    effects: tuple[str, ...] = ()  # what there is to know of them, such as their strength
    look: Look | None = None


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition that must hold before somebody is done: whether it does, and how far he has come."""

    text: str
    done: bool
    progress: str = ""
    rule: str = ""
    wrong: tuple[str, ...] = ()


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of an order that a player fills: with pieces or lots, with hexes, with one hex, or a number."""

    field: str
    takes: Literal["pieces", "hexes", "hex", "number"]
    text: str = ""
    usual: int | None = None


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order for a whole group that is too rich to be listed: a client fills its slots and gives it."""

    order: str  # the tag of the action
    name: str
    text: str = ""
    slots: tuple[Slot, ...] = ()


class Laying(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody lays out on the map: what waits, what must be in order, and tools to do it by."""

    text: str = ""
    lots: tuple[Lot, ...] = ()
    checks: tuple[Check, ...] = ()
    tools: tuple[Tool, ...] = ()


class Lamp(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of a row that lights up step by step: over, now, still to come, anybody's to have, or
    out of reach."""

    text: str
    state: Literal["over", "now", "coming", "free", "closed"] = "coming"
    sides: tuple[str, ...] = ()  # whose it is


class Dial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of lamps above the map, such as the impulses of a front; ``hexes`` are where to look for it."""

    name: str
    text: str = ""
    lamps: tuple[Lamp, ...] = ()
    hexes: tuple[str, ...] = ()
    rule: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on a display beside the map: a card, a country, a unit that can be built, an area.

    ``key`` is how faces name it (`Face.item`). It is ``open`` to be chosen, ``chosen``, ``shown`` to
    everybody, ``closed`` with the reason, or ``gone``. ``place`` is where it lies on a display that is laid
    out like a map, from 0 to 1 across and down.
    """

    key: str
    name: str
    text: str = ""
    lines: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    state: Literal["plain", "open", "chosen", "shown", "closed", "gone"] = "plain"
    why: str = ""
    rule: str = ""
    side: str = ""
    hex: str = ""
    value: float | None = None  # for a gauge, with the most it can be
    most: float | None = None
    place: tuple[float, float] | None = None
    look: Look | None = None


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a display: cards, slots for them, rows with figures, the lines of a ledger, or a map."""

    name: str
    items: tuple[Item, ...] = ()
    form: Literal["cards", "slots", "rows", "ledger", "map"] = "rows"
    text: str = ""
    side: str = ""
    folded: bool = False  # shown when somebody opens it


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that does at a stroke what many listed ones do, with everything filled in: a button."""

    name: str
    order: Action
    text: str = ""


class Display(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies beside the map and is looked at by itself: a hand of cards, books, a political board."""

    name: str
    text: str = ""
    sections: tuple[Section, ...] = ()
    deeds: tuple[Deed, ...] = ()
    rule: str = ""


class Report(msgspec.Struct, frozen=True):
    """How the war stands, for one viewer."""

    turn: str = ""
    phase: str = ""
    tracks: tuple[Track, ...] = ()
    muster: tuple[Muster, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    standing: Standing = Standing("")
    dangers: tuple[Danger, ...] = ()
    laying: Laying | None = None  # where he lays something out at this moment
    dials: tuple[Dial, ...] = ()
    deeds: tuple[Deed, ...] = ()  # what he may do at a stroke at this moment
