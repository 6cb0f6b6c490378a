"""What lies beside the map, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.table import (
    agents_display,
    air_display,
    hand_display,
    mobilization_display,
    naval_display,
    war_displays,
)
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.showing import Display

_MADE: Mapping[str, tuple[str, Callable[[SteelPosition, str], Display]]] = {
    "cards": ("Cards", hand_display.display),
    "mobilization": ("Mobilization", mobilization_display.display),
    "air": ("Air", air_display.display),
    "agents": ("Agents", agents_display.display),
    "politics": ("Politics", war_displays.politics),
    "morale": ("Morale", war_displays.morale),
    "naval": ("Seas", naval_display.display),
    "world": ("World", war_displays.world),
    "quarter": ("Quarter", war_displays.quarter),
}
NAMES: Mapping[str, str] = {name: caption for name, (caption, _) in _MADE.items()}


def display(position: SteelPosition, viewer: str, name: str) -> Display:
    """A display by its name; Malformed if there is none."""
    if name not in _MADE:
        raise Malformed(f'there is no display "{name}" {suggest(name, NAMES)}'.strip())
    return _MADE[name][1](position, viewer)
