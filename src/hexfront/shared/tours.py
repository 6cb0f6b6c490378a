"""Guided first turns: what a newcomer is told at the table, step by step.

They stand in ``tours.toml`` of a title, beside the data and not in it: a saved game carries the fingerprint
of its data, and a sentence put better here must not make it look as if the rules had changed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.title import TourStep

FILE = "tours.toml"


class Tour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tour of a scenario: to which side it speaks, its steps, and with which options it is played."""

    scenario: str
    side: str
    steps: tuple[TourStep, ...]
    options: dict[str, str] = {}


class Tours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    provenance: str
    about: str
    tours: tuple[Tour, ...]


@cache
def load_tours(package: Path, sides: tuple[str, ...]) -> dict[str, Tour]:
    """Every tour of a title by its scenario; DataError carries every fault."""
    faults = Faults()
    file = DataFolder(package).toml(FILE, Tours, faults)
    for tour in file.tours if file else ():
        if tour.side not in sides:
            faults.unknown(FILE, 1, "side", tour.side, sides)
        for step in tour.steps:
            kind, colon, name = step.focus.partition(":")
            if step.focus and not (colon and name and kind in ("hex", "piece", "panel")):
                faults.add(FILE, 1, f'a focus is "hex:", "piece:" or "panel:" and a name, not "{step.focus}"')
    faults.raise_if_any()
    return {tour.scenario: tour for tour in file.tours} if file else {}


def tour_of(
    package: Path, sides: tuple[str, ...], scenario: str
) -> tuple[tuple[TourStep, ...], str, dict[str, str]]:
    """The steps of a scenario's tour, the side it speaks to and its options; nothing if there is none."""
    tour = load_tours(package, sides).get(scenario)
    return (tour.steps, tour.side, tour.options) if tour else ((), "", {})
