"""Storm of Steel as far as it can be read and checked: its data and its rules. It cannot be played yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from hexfront.games.storm_of_steel.printed import board_agreement, everything
from hexfront.games.storm_of_steel.printed.board import load_map
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.title import Edition
from hexfront.shared.reading import board_figures

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
        """The board, and all lists against it and each other, with the size of each; every fault at once."""
        data = DataFolder(HERE / "data", overlays)
        faults = Faults()
        found = load_map(data, faults)
        made = everything.read(data, found.board if found else None, faults)
        if found is not None:
            board_agreement.check(made, found.board, data, faults)
        faults.raise_if_any()
        assert found is not None
        return {**board_figures(found.board), **everything.figures(made), **super().check_data(overlays)}


EDITION = StormOfSteel()
