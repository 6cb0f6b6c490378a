"""Scenarios of the scenario book as data: dates, sides, rail, supply, demoralization, victory, options.

`load_scenario` reads ``data/scenarios/<slug>/scenario.toml``. Single numbers, hexes and turns of a
scenario's own rules are parameters with a name; options are what players may agree on before they begin.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise

import msgspec

from hexfront.games.western_front.vocabulary import MONTHS, TURN_PHASES
from hexfront.kernel.datafiles import PROVENANCES, DataFolder, Faults

FILE = "scenario.toml"
SIDES = ("central-powers", "entente")
LEVELS = ("decisive", "substantial", "marginal", "draw")
METHODS = ("demoralization difference", "national collapse")
MORALE = ("none", "steady", "counted")
SUPPLY_SPLITS = ("printed", "player", "historical")
ADJUSTMENTS = ("paris taken or isolated", "near paris at the end", "never near paris")


class TurnDate(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A turn of a month; dates compare by time."""

    year: int
    month: int
    turn: int

    def __str__(self) -> str:
        return f"{self.year}-{self.month:02}-{self.turn}"

    @property
    def text(self) -> str:
        """The turn as a player calls it; turn 0 is the monthly special turn."""
        turn = f"turn {self.turn}" if self.turn else "monthly turn"
        return f"{MONTHS[self.month - 1]} {self.year}, {turn}"


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player and the nations he leads."""

    name: str
    title: str
    nations: tuple[str, ...]


class Capacity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """Divisions a rail network carries in a turn, from a turn on."""

    start: TurnDate
    divisions: int


class Rail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[8-2] The rail capacity of a network through the scenario."""

    nation: str
    rule: str
    capacities: tuple[Capacity, ...]

    def capacity(self, now: TurnDate) -> int:
        """Divisions that may use the network in a turn."""
        return next((each.divisions for each in reversed(self.capacities) if each.start <= now), 0)

    def coming(self, now: TurnDate) -> Capacity | None:
        """The turn from which trains run, and for how many divisions, if none run now; None if none will."""
        if self.capacity(now):
            return None
        return next((each for each in self.capacities if each.start > now and each.divisions), None)


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a nation begins with: supply points in all, and infantry strength to be struck off its units."""

    nation: str
    supply: int
    # printed: each headquarters has its own; player: the owner divides it; historical: the one or the other,
    # as the units are set up
    supply_split: str
    reduction: int
    rule: str


class DurationRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules of chapter 23 the scenario uses."""

    supply_and_replacements: bool
    supply_limits: bool
    artillery_balance: bool
    monthly_demoralization: bool
    morale: str  # none; steady: rates of a steady nation throughout; counted: by demoralization points
    retaken_cities_free: bool


class Demoralization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose demoralization points are kept, and where they start."""

    counted: tuple[str, ...]
    counts_as: dict[str, str] = {}
    lost_trench_hex: int = 0
    lost_trench_hex_rule: str = ""
    historical: dict[str, int] = {}
    historical_rule: str = ""
    begins_with_historical: bool = False


class Sector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[WF 12-2] Front line hexes of a nation."""

    nation: str
    hexes: tuple[str, ...]


class Front(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trench lines at the start. A Hindenburg Line hex has that marker in place of a trench."""

    rule: str
    german: tuple[str, ...]
    entente: tuple[str, ...]
    hindenburg_line: tuple[str, ...] = ()
    devastation: tuple[str, ...] = ()
    sectors: tuple[Sector, ...] = ()


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory for a range of differences, both ends included; a missing end is open."""

    winner: str
    level: str
    least: int | None = None
    most: int | None = None
    source: str = "printed"

    def holds(self, difference: int) -> bool:
        above = self.least is None or self.least <= difference
        return above and (self.most is None or difference <= self.most)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory for the fate of nations; every filled field must hold."""

    winner: str
    level: str
    any_surrendered: tuple[str, ...] = ()
    none_surrendered: tuple[str, ...] = ()
    any_collapsed: tuple[str, ...] = ()
    none_collapsed: tuple[str, ...] = ()
    any_shaken: tuple[str, ...] = ()
    none_shaken: tuple[str, ...] = ()
    before_year: int | None = None  # the surrender falls in an earlier year


class Adjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[WF 3] Levels by which the nearness of German units to Paris shifts the result in Germany's favour."""

    levels: int
    when: str
    distance: int


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a scenario is won: by a difference of demoralization points, or by the fate of nations.

    [WF 3 victory] [WF 13 victory] [WF 15 victory] [WF 17 victory] [WF 19 victory] [WF 21 victory]
    [WF 23 victory]
    """

    method: str
    rule: str
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    ends_on_surrender: tuple[str, ...] = ()
    last_phase: str = ""  # of the Entente, with which the last turn is over; empty: with all of them
    bands: tuple[Band, ...] = ()
    conditions: tuple[Condition, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def band(self, difference: int, shift: int = 0) -> Band:
        """The level for a difference, shifted in Germany's favour, no further than the ends."""
        at = next(place for place, band in enumerate(self.bands) if band.holds(difference))
        return self.bands[min(max(at - shift, 0), len(self.bands) - 1)]


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the players may agree on before they begin."""

    name: str
    rule: str
    choices: tuple[str, ...]
    default: str
    meaning: str


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number, hex, turn or list of a scenario's own rule."""

    name: str
    value: bool | int | str | tuple[str, ...]
    rule: str
    meaning: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything about a scenario but its units."""

    provenance: str
    about: str
    title: str
    slug: str
    map: str
    chapters: tuple[str, ...]
    first_turn: TurnDate
    last_turn: TurnDate
    notes: str
    sides: tuple[Side, ...]
    rail: tuple[Rail, ...]
    forces: tuple[Force, ...]
    duration_rules: DurationRules
    demoralization: Demoralization
    victory: Victory
    options: tuple[Option, ...]
    parameters: tuple[Parameter, ...]
    front: Front | None = None

    @cached_property
    def _named(self) -> dict[str, Parameter]:
        return {each.name: each for each in reversed(self.parameters)}

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of both sides."""
        return tuple(nation for side in self.sides for nation in side.nations)

    def has(self, name: str) -> bool:
        """Whether the scenario has a parameter."""
        return name in self._named

    def parameter(self, name: str) -> Parameter:
        return self._named[name]

    def whole(self, name: str) -> int:
        """A parameter that is a whole number."""
        value = self.parameter(name).value
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} is not a whole number")
        return value

    def allowed(self, name: str) -> bool:
        """A parameter that is yes or no."""
        value = self.parameter(name).value
        if not isinstance(value, bool):
            raise TypeError(f"{name} is not yes or no")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A parameter that is a word or a list of words, such as hexes."""
        value = self.parameter(name).value
        if isinstance(value, int):
            raise TypeError(f"{name} is not a list of words")
        return (value,) if isinstance(value, str) else value

    def dates(self, name: str) -> tuple[TurnDate, ...]:
        """A parameter that is a turn or a list of turns."""
        return tuple(TurnDate(*(int(part) for part in word.split("-"))) for word in self.words(name))


def scenario_slugs(data: DataFolder) -> list[str]:
    """Every scenario of a data folder, by name."""
    names = data.subfolder("scenarios").names()
    return sorted(name.removesuffix(f"/{FILE}") for name in names if name.endswith(f"/{FILE}"))


def load_scenario(data: DataFolder, slug: str) -> Scenario:
    """The parameters of a scenario; raises DataError with every fault found."""
    folder = data.subfolder(f"scenarios/{slug}")
    faults = Faults()
    scenario = folder.toml(FILE, Scenario, faults)
    if scenario is not None:
        for what in _faults_of(scenario, slug):
            faults.add(folder.shown(FILE), 1, what)
    faults.raise_if_any()
    if scenario is None:
        raise LookupError(slug)
    return scenario


def _faults_of(scenario: Scenario, slug: str) -> list[str]:
    """What is wrong with a scenario that has the right shape."""
    found: list[str] = []
    if scenario.slug != slug:
        found.append(f'slug "{scenario.slug}" in folder "{slug}"')
    found += [
        f"{date} is not a turn"
        for date in (scenario.first_turn, scenario.last_turn)
        if date.month not in range(1, 13) or date.turn not in range(1, 8)
    ]
    if scenario.first_turn > scenario.last_turn:
        found.append("the last turn comes before the first")
    if tuple(side.name for side in scenario.sides) != SIDES:
        found.append(f"the sides must be {' and '.join(SIDES)}")
    nations = {nation for side in scenario.sides for nation in side.nations}
    named = {
        *(rail.nation for rail in scenario.rail),
        *(force.nation for force in scenario.forces),
        *scenario.demoralization.counted,
        *scenario.demoralization.counts_as,
        *scenario.demoralization.historical,
        *scenario.victory.plus,
        *scenario.victory.minus,
    }
    found += [f'nation "{nation}" is on neither side' for nation in sorted(named - nations)]
    for kind, word, known in (
        ("victory method", scenario.victory.method, METHODS),
        ("morale", scenario.duration_rules.morale, MORALE),
        *(("supply split", force.supply_split, SUPPLY_SPLITS) for force in scenario.forces),
        ("last phase", scenario.victory.last_phase, ("", *TURN_PHASES)),
        *(("level", band.level, LEVELS) for band in scenario.victory.bands),
        *(("level", condition.level, LEVELS) for condition in scenario.victory.conditions),
        *(("adjustment", each.when, ADJUSTMENTS) for each in scenario.victory.adjustments),
        *(("default", option.default, option.choices) for option in scenario.options),
        *(("source", band.source, tuple(PROVENANCES)) for band in scenario.victory.bands),
    ):
        if word not in known:
            found.append(f'unknown {kind} "{word}"')
    for kind, names in (
        ("parameter", [each.name for each in scenario.parameters]),
        ("option", [each.name for each in scenario.options]),
    ):
        found += [
            f'{kind} "{name}" stands twice' for name in sorted({n for n in names if names.count(n) > 1})
        ]
    found += _faults_of_bands(scenario.victory.bands)
    hexes = [] if scenario.front is None else [*scenario.front.german, *scenario.front.entente]
    found += [f'"{each}" is not a hex number' for each in hexes if not re.fullmatch(r"\d{4}", each)]
    return found


def _faults_of_bands(bands: tuple[Band, ...]) -> list[str]:
    """Bands stand from the best German result to the worst and leave no difference out."""
    found = []
    for better, worse in pairwise(bands):
        if better.least is None or worse.most is None or better.least != worse.most + 1:
            found.append(f"victory bands {better.level} and {worse.level} do not meet")
    if bands and (bands[0].most is not None or bands[-1].least is not None):
        found.append("the outermost victory bands must be open")
    return found
