"""The front line of each January, by which a war of years is remembered. No rule depends on it."""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import sectors

_FRONT = "front of january "


def note(position: WesternFrontPosition) -> None:
    """In the monthly turn of January, remember where the front line of the Entente runs."""
    if position.date.month == 1:
        label = position.setting.board.label
        for node in sectors.ground(position).line:
            position.flags[f"{_FRONT}{position.date.year} {label(node)}"] = 1


def fronts(position: WesternFrontPosition) -> dict[int, list[int]]:
    """The front line hexes of the Entente by year."""
    found: dict[int, list[int]] = {}
    for key in position.flags:
        if key.startswith(_FRONT):
            year, label = key.removeprefix(_FRONT).split()
            found.setdefault(int(year), []).append(position.setting.board[label])
    return {year: sorted(hexes) for year, hexes in sorted(found.items())}
