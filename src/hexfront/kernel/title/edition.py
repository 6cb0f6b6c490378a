"""What a title says of itself before it can be played: its name, its data and its rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.rulebook import Rulebook


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

    @property
    @abstractmethod
    def data(self) -> DataFolder:
        """Its data files, without overlays."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The index of its numbered rules."""

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """Prove what loading alone does not; the figures are for people. DataError carries every fault."""
        return {"rules": len(self.rulebook)}
