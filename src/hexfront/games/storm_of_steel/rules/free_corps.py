"""Chapter 35.3: what is left of the army of a country that has surrendered."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.position import TRANSPORT, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import allegiance, naval_transport
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.kernel.play import Table


def disband(table: Table[SteelPosition], country: str) -> None:
    """[35.3] [19.33] A die for each unit on the map: on a six it fights on as Free Corps.

    Without chapter 35 all go home (SS-D33); so do those off the map, which is given up.
    """
    position = table.position
    setting = position.setting
    least = setting.printed.economy.number("free corps")
    kept = []
    for unit in allegiance.units_of(position, country):
        if unit.name not in position.units:
            continue  # gone with its ship
        stays = setting.option("bolsheviks") and not setting.board.is_area(unit.at)
        if stays and table.roll("free corps", "35.3", at=unit.name, words="for Free Corps") >= least:
            position.free_corps.add(unit.name)
            kept.append(setting.pieces[unit.name].name)
        else:
            _take_off(position, unit)
    if kept:
        table.tell(
            f"{country_name(setting, country)}: {len(kept)} units fight on as Free Corps: {', '.join(kept)}",
            "35.3",
            kind="politics",
        )


def _take_off(position: SteelPosition, unit: Unit) -> None:
    """[19.33] A unit leaves the game. Whoever was aboard a ship of a country that gives up goes ashore, or
    with it where that cannot be."""
    if guest := position.cargo_of(unit.name):
        if position.setting.pieces[unit.piece].kind != TRANSPORT:
            del position.aboard[guest]
        elif naval_transport.may_land(position, position.units[guest], unit.at):
            position.disembark(guest)
        else:
            _take_off(position, position.units[guest])
    position.remove(unit.name)
    position.aloft.discard(unit.name)
    position.aboard.pop(unit.name, None)
    position.disembarking.discard(unit.name)
    position.removed.add(unit.name)


ATTACKED = "free corps attacked"


def may_attack(position: SteelPosition, unit: Unit, at: int) -> bool:
    """[35.32] Whether a unit may attack a hex: Free Corps freely those of Bolsheviks, nationalists and
    partisans, others only once they have been attacked."""
    if unit.name not in position.free_corps:
        return True
    if position.flags.get(f"{ATTACKED} {position.piece(unit).country}"):
        return True
    return all(position.piece(each).force for each in position.troops_at(at))


def note_attack(position: SteelPosition, defenders: Sequence[Unit]) -> None:
    """[35.32] Free Corps that are attacked by an army may strike back."""
    for unit in defenders:
        if unit.name in position.free_corps:
            position.flags[f"{ATTACKED} {position.piece(unit).country}"] = 1
