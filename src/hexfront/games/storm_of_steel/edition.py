"""Storm of Steel as far as it can be read and checked: its data and its rules. It cannot be played yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from hexfront.games.storm_of_steel.printed import everything
from hexfront.games.storm_of_steel.printed.board import load_map
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.title import Edition

HERE = Path(__file__).parent


class StormOfSteel(Edition):
    """Storm of Steel: The First World War."""

    name = "storm-of-steel"
    caption = "Storm of Steel"
    version = "0"
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    folder = HERE

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """All lists against each other, with the size of each; every fault at once."""
        data = DataFolder(HERE / "data", overlays)
        faults = Faults()
        found = load_map(data, faults)
        made = everything.read(data, found.board if found else None, faults)
        faults.raise_if_any()
        return {**everything.figures(made), **super().check_data(overlays)}


EDITION = StormOfSteel()
