"""[24.1] Ships: what they are, where they lie, and which of them can be sent out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.printed.counters import Ship
from hexfront.games.storm_of_steel.rules import sea_control
from hexfront.games.storm_of_steel.rules.sea_control import CAPITAL, LINE, TRANSPORT
from hexfront.games.storm_of_steel.vocabulary import NAVAL
from hexfront.kernel.ledger import Note, unexplained

# [24.1] Naval combat units are all but transports; surface units all but submarines.
COMBATANTS = tuple(kind for kind in NAVAL if kind != TRANSPORT)
SURFACE = tuple(kind for kind in NAVAL if kind != "SS")
LIGHT = ("CA", "ESC", "SS")  # [3.2-5a]
SEA_NAMES = {area: name for name, area in SEAS.items() if name not in ("Red Sea", "Persian Gulf") and area}

# [4.21] The front whose cards act on each sea of the map.
FRONTS = {
    "north-sea": "west",
    "english-channel": "west",
    "west-mediterranean": "west",
    "adriatic": "west",
    "baltic": "east",
    "east-mediterranean": "middle-east",
    "marmara": "middle-east",
    "black-sea": "middle-east",
}

__all__ = ["CAPITAL", "COMBATANTS", "LIGHT", "LINE", "SURFACE", "TRANSPORT"]


def sea_name(area: str) -> str:
    """A sea area as people call it."""
    return SEA_NAMES.get(area, area)


def ship_of(position: SteelPosition, name: str) -> Ship:
    """What is printed on a naval counter in play."""
    return position.setting.printed.counters.ships[position.units[name].piece]


def contact_rating(position: SteelPosition, names: Iterable[str], note: Note = unexplained) -> int:
    """[26.32] The lowest contact rating of a fleet; transports are overlooked beside warships (SS-D31)."""
    ships = [ship_of(position, name) for name in names]
    counted = [ship for ship in ships if ship.kind != TRANSPORT] or ships
    if not counted:
        return 0
    slowest = min(counted, key=lambda ship: ship.contact)
    return note("26.32", slowest.name, slowest.contact)


def strength(position: SteelPosition, names: Iterable[str], note: Note = unexplained) -> int:
    """[26.33] The combat factors of a fleet."""
    return sum(note("26.33", (ship := ship_of(position, name)).name, ship.combat) for name in names)


def is_free(position: SteelPosition, unit: Unit) -> bool:
    """[25.3] Whether a ship can still be sent on a mission this turn: it has had none."""
    return position.piece(unit).kind in COMBATANTS and not unit.mission


def lying_on(position: SteelPosition, sea: str, side: str) -> list[Unit]:
    """[25.2] The combat ships of a side in bases on a sea area."""
    setting, standing, units, sides = position.setting, position.standing, position.units, position.sides
    pieces = setting.pieces
    return [
        unit
        for node in sea_control.ports_of(setting).get(sea, ())
        if (names := standing[node]) and sea in sea_control.seas_of(position, node)
        for name in names
        if sides[(unit := units[name]).piece] == side and pieces[unit.piece].kind in COMBATANTS
    ]


def is_present(position: SteelPosition, sea: str, side: str) -> bool:
    """[3.2-3b1b] [23.42] Whether a side has ships on a sea area, which all can see."""
    return bool(sea_control.ships(position, sea, side))


def willing(
    position: SteelPosition,
    sea: str,
    side: str,
    chosen: Sequence[str],
    taken: Collection[str] = (),
    *,
    kinds: Collection[str] = COMBATANTS,
    one_base: bool = True,
    one_nation: bool = False,
    nations: Collection[str] = (),
) -> list[str]:
    """[25.31] [25.32] [25.33] The ships that can join those chosen so far: without a mission, of the kinds
    and nations wanted, all from one base, and of one nation where that is asked for."""
    first = position.units[chosen[0]] if chosen else None
    pieces = position.setting.pieces
    return [
        unit.name
        for unit in lying_on(position, sea, side)
        if not unit.mission  # as in `is_free`
        and unit.name not in chosen
        and unit.name not in taken
        and (piece := pieces[unit.piece]).kind in kinds
        and (not nations or piece.country in nations)
        and (first is None or not one_base or unit.at == first.at)
        and (first is None or not one_nation or piece.country == position.piece(first).country)
    ]


def send(position: SteelPosition, names: Iterable[str], mission: str) -> None:
    """[25.3] Ships have had their mission of this turn."""
    for name in names:
        if name in position.units:
            position.change(name, mission=mission)


def rest(position: SteelPosition) -> None:
    """[25.3] A new turn: every ship may be sent out again."""
    for unit in [*position.units.values()]:
        if unit.mission:
            position.change(unit.name, mission="")
