"""The data of Storm of Steel, read once, and with something changed."""

from __future__ import annotations

from hexfront.games.storm_of_steel.printed import everything
from hexfront.games.storm_of_steel.printed.conditions import Known
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.datafiles import Faults, Overlay

DATA = everything.load(TITLE.data)
KNOWN = Known(
    countries=DATA.countries.countries,
    regions=DATA.countries.regions,
    cities=DATA.places.cities,
    groups=DATA.places.groups,
    turns=DATA.calendar.turns,
    cards=DATA.deck.cards,
)


def altered(file: str, old: str, new: str) -> Overlay:
    """Our file with one change: ``old``, which must stand exactly once in it, becomes ``new``."""
    text = TITLE.data.text(file, Faults())
    assert text is not None
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    return Overlay("own", {file: text.replace(old, new)})
