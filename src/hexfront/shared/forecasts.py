"""What may come of an order, summed up: how likely each ending is, and what is to be expected of all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexfront.kernel.showing import Ending, Lookup, Prospect


def prospect(
    name: str,
    endings: Iterable[Ending],
    notes: Sequence[str] = (),
    ledgers: Sequence[dict[str, Any]] = (),
    lookups: Sequence[Lookup] = (),
) -> Prospect:
    """Endings, of which there is at least one and which all have the same measures, with the mean of each."""
    found = tuple(endings)
    means = {
        measure: sum(ending.probability * ending.values[measure] for ending in found)
        for measure in found[0].values
    }
    return Prospect(name, found, means, tuple(notes), tuple(ledgers), tuple(lookups))


def certain(name: str, text: str, measures: Iterable[str]) -> Prospect:
    """The prospect of what cannot end otherwise, and costs nobody anything."""
    return prospect(name, [Ending(text, 1.0, dict.fromkeys(measures, 0.0))])
