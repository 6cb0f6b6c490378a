"""[7.1.4] [7.1.5] [21.2] Over great rivers without a printed bridge: pontoons, ferries, through the Sava."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.serbia_1914.force import largest
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, FERRY, SAVA

PONTOON = "pontoon bridge"
NO_RIVERS: dict[int, str] = {}


def crossing(position: SerbiaPosition, units: Sequence[Unit], here: int, there: int) -> str | None:
    """[7.1.4a] [7.1.4b] [7.1.5a] [21.2] How units get over a great river without a printed bridge.

    By pontoon bridge or ferry, each for one Force in a phase; over the Sava also without, if the units began
    the phase beside the hexside. None if they cannot.
    """
    kind = position.setting.great_rivers[here][there]
    if kind == FERRY or position.pontoons:
        side = position.side_of(units[0])
        hexside = position.setting.hexside(here, there)
        if hexside not in position.crossed:
            pontoon = position.pontoons.get(hexside)
            if pontoon is not None and pontoon.built and pontoon.side == side:
                if kind == SAVA or side == AUSTRIA_HUNGARY:
                    return PONTOON
            if kind == FERRY and side == AUSTRIA_HUNGARY:
                return FERRY
    return SAVA if kind == SAVA and _began_beside(units, here, there) else None


def _began_beside(units: Sequence[Unit], here: int, there: int) -> bool:
    """[7.1.4b] Whether all of some units began the phase at one of the banks."""
    for unit in units:
        if unit.began not in (here, there) and unit.began_also not in (here, there):
            return False
    return True


def crossing_cost(
    position: SerbiaPosition, units: Sequence[Unit], here: int, there: int, *, wheels: bool
) -> int | None:
    """What a step over a great river without a printed bridge costs, zones and Komitadji aside."""
    way = crossing(position, units, here, there)
    if way is None or there not in position.setting.in_play:
        return None
    setting = position.setting
    key = (here, there, position.side_of(units[0]), wheels, position.autumn, way == PONTOON)
    prices = setting.crossing_prices
    if key not in prices:
        prices[key] = setting.step_cost(
            here, there, key[2], wheels=wheels, autumn=key[4], pontoon=way == PONTOON
        )
    return prices[key]


def note_crossing(position: SerbiaPosition, names: Sequence[str], steps: Sequence[tuple[int, int]]) -> None:
    """[7.1.4b] [7.1.5a] [21.2] A Force steps over a great river: what it costs beyond points.

    A pontoon bridge or ferry is used up for this phase; without them the largest unit gets a river crossing
    marker, whatever its size (decision SE-R105).
    """
    rivers = position.setting.great_rivers
    for here, there in steps:
        if there not in rivers.get(here, ()):
            continue
        way = crossing(position, [position.units[name] for name in names], here, there)
        if way == SAVA:
            position.change(largest(position, names), crossing=2)
        elif way is not None:
            position.crossed.add(position.setting.hexside(here, there))


def over_rivers(
    position: SerbiaPosition, units: Sequence[Unit], here: int, *, wheels: bool
) -> list[tuple[int, int]]:
    """The steps over a great river out of a hex that units can take without a printed bridge."""
    found = []
    pontoons = position.pontoons
    for there, kind in position.setting.great_rivers.get(here, NO_RIVERS).items():
        if kind != FERRY and (not pontoons or position.setting.hexside(here, there) not in pontoons):
            if kind != SAVA or not _began_beside(units, here, there):
                continue
        price = crossing_cost(position, units, here, there, wheels=wheels)
        if price is not None:
            found.append((there, price))
    return found
