"""The fifteen scenarios: fronts, turns, where they start from, and what each side must gain."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Mapping

import msgspec

from hexfront.games.storm_of_steel.printed.calendar import Calendar
from hexfront.games.storm_of_steel.printed.conditions import Condition, Known, understood
from hexfront.games.storm_of_steel.vocabulary import FRONTS, SIDES
from hexfront.kernel.datafiles import DataFolder, Faults

FOLDER = "scenarios/"
OPTIONS = "scenarios/options.csv"
KINDS = ("front", "campaign", "war")  # [45.0]
LEVELS = 3  # [46.1] objectives of a side, each a level of victory


class Objective(msgspec.Struct, frozen=True):
    """[46.2] What a side must gain; one met is a level of victory."""

    side: str
    name: str
    condition: tuple[tuple[Condition, ...], ...]


class Scenario(msgspec.Struct, frozen=True):
    """[45.0] A scenario."""

    name: str
    title: str
    kind: str
    fronts: tuple[str, ...]
    first_turn: str
    last_turn: str
    start: str
    notes: str
    objectives: tuple[Objective, ...]


class Choice(msgspec.Struct, frozen=True):
    """[45.3] An option of a game."""

    option: str
    rule: str
    default: str
    meaning: str
    line: int = 0


class _Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    name: str
    condition: str


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: str
    about: str
    title: str
    kind: str
    fronts: tuple[str, ...]
    first_turn: str
    last_turn: str
    start: str
    notes: str
    objectives: tuple[_Objective, ...]


class Scenarios(msgspec.Struct, frozen=True):
    """All of them, and the options of a game."""

    scenarios: Mapping[str, Scenario]
    options: tuple[Choice, ...]


def read(
    data: DataFolder, calendar: Calendar, starts: Collection[str], known: Known, faults: Faults
) -> Scenarios:
    """All scenarios; what is wrong goes to ``faults``."""
    made: dict[str, Scenario] = {}
    for file in data.names():
        if not (file.startswith(FOLDER) and file.endswith("/scenario.toml")):
            continue
        head = data.toml(file, _Head, faults)
        if head is None:
            continue
        name = file.removeprefix(FOLDER).removesuffix("/scenario.toml")
        _check_head(head, calendar, starts, data.shown(file), faults)
        objectives = []
        for each in head.objectives:
            try:
                objectives.append(Objective(each.side, each.name, understood(each.condition, known)))
            except ValueError as wrong:
                faults.add(data.shown(file), _line_of(data, file, each.condition), str(wrong))
        made[name] = Scenario(
            name,
            head.title,
            head.kind,
            head.fronts,
            head.first_turn,
            head.last_turn,
            head.start,
            " ".join(head.notes.split()),
            tuple(objectives),
        )
    options = tuple(data.csv(OPTIONS, Choice, faults))
    for option in options:
        if option.default not in ("on", "off"):
            faults.unknown(data.shown(OPTIONS), option.line, "default", option.default, ("on", "off"))
    return Scenarios(made, options)


def _check_head(head: _Head, calendar: Calendar, starts: Collection[str], shown: str, faults: Faults) -> None:
    turns = calendar.turns
    words: list[tuple[str, str, Collection[str]]] = [
        ("kind", head.kind, KINDS),
        ("turn", head.first_turn, turns),
        ("turn", head.last_turn, turns),
        ("start", head.start, starts),
        *(("front", front, FRONTS) for front in head.fronts),
        *(("side", each.side, SIDES) for each in head.objectives),
    ]
    for kind, word, vocabulary in words:
        if word not in vocabulary:
            faults.unknown(shown, 1, kind, word, vocabulary)
    if {head.first_turn, head.last_turn} <= set(turns):
        if turns[head.first_turn].turn > turns[head.last_turn].turn:
            faults.add(shown, 1, f"{head.last_turn} is before {head.first_turn}")
    if (head.kind == "front") != (len(head.fronts) == 1):
        faults.add(shown, 1, "front scenarios have one front, others all [45.0]")
    met = Tally(each.side for each in head.objectives)
    if any(met[side] != LEVELS for side in SIDES):
        faults.add(shown, 1, f"each side has {LEVELS} objectives [46.1]")


def _line_of(data: DataFolder, file: str, text: str) -> int:
    """The line of a file on which a text stands."""
    lines = (data.text(file, Faults()) or "").splitlines()
    return next((at for at, line in enumerate(lines, 1) if text in line), 1)
