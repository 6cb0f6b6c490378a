"""The order of battle as a tree: what is the same for every title."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.kernel.showing import Muster


def leaves(title: str, side: str, members: Iterable[tuple[str, str]]) -> list[Muster]:
    """Units that have no counter on the map, by key and name: each is a leaf; nothing if there are none."""
    found = tuple(Muster(name, side, (key,)) for key, name in members)
    return [Muster(title, side, under=found, listed=True)] if found else []
