"""Pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.errors import Refusal

LAYERS: Mapping[str, str] = {}


def portrait(position: SerbiaPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
    raise Refusal((), "no pictures yet")
