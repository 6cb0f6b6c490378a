"""What a title says of itself before it can be played: its name, its data and its rules."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.rulebook import Rulebook, load_rulebook


class Edition(ABC):
    """A title as it is printed. It can be read, checked and looked up; a `Title` can be played as well."""

    name: str
    """How commands and saves call it, in small letters with hyphens."""
    caption: str
    version: str
    """Raised whenever a change of rules changes what an old journal leads to."""
    sides: tuple[str, ...]
    side_names: ClassVar[Mapping[str, str]] = {}
    """How sides are called where people read them; their keys unless told."""

    folder: Path
    """Where its files are: the index of its rules, and its data in ``data``."""

    @property
    def data(self) -> DataFolder:
        """Its data files, without overlays."""
        return DataFolder(self.folder / "data")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The index of its numbered rules."""
        return load_rulebook(self.folder)

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """Prove what loading alone does not; the figures are for people. DataError carries every fault."""
        return {"rules": len(self.rulebook)}
