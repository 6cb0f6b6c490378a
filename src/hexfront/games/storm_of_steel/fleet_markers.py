"""[23.41] [23.42] Ships lie face down under fleet markers: the enemy sees in which harbours there are any.

How many they are and which is not seen before they fight. Transports lie open, since lines of communication
hang on them, and so do ships on the trade routes (SS-N01).
"""

from __future__ import annotations

from collections.abc import Collection

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.vocabulary import NAVAL, RAIDING_ZONE, UNKNOWN_FLEET

OPEN = "TR"


def can_hide(position: SteelPosition, unit: Unit) -> bool:
    """[23.41] Whether a ship lies face down where it is."""
    kind = position.setting.pieces[unit.piece].kind
    return kind in NAVAL and kind != OPEN and position.setting.board.label(unit.at) != RAIDING_ZONE


def marker(position: SteelPosition, side: str, node: int) -> Unit:
    """[23.42] The fleet marker of a side in a harbour."""
    return Unit(f"{UNKNOWN_FLEET}-{position.setting.board.label(node)}", f"{UNKNOWN_FLEET}-{side}", node)


def cover(position: SteelPosition, side: str, known: Collection[str]) -> None:
    """[23.42] Let the ships of a side lie under markers, but for those that the enemy has before his eyes."""
    ships = [position.units[name] for name in position.navy[side] if name not in known]
    hidden = [unit for unit in ships if can_hide(position, unit)]
    for unit in hidden:
        position.take_up(unit)
        position.unseen.add(unit.name)
    for node in sorted({unit.at for unit in hidden}):
        position.lay_down(marker(position, side, node))


def markers_of(position: SteelPosition, side: str) -> list[Unit]:
    """The fleet markers of a side that lie in place of its ships."""
    ships = [position.units[name] for name in position.navy[side]]
    return [unit for unit in ships if position.setting.pieces[unit.piece].kind == UNKNOWN_FLEET]
