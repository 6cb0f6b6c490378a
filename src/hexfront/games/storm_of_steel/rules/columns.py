"""[14.21] The column of an attack: its odds, and the shifts of cards, ground, supply and troops."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.land_tables import odds
from hexfront.games.storm_of_steel.rules import card_shifts, supply
from hexfront.games.storm_of_steel.rules.battles import (
    INFILTRATION,
    Battle,
    attack_strength,
    defence_strength,
)
from hexfront.kernel.ledger import Note, unexplained

_ROUGH = ("mountain", "rough")
_TANK_GROUND = ("clear", "rough")


def ground_shifts(position: SteelPosition, battle: Battle, table: str, note: Note = unexplained) -> int:
    """[14.21] [14.44] [37.2] Columns by terrain, cities, rivers, supply, alpine troops and tanks."""
    setting = position.setting
    land = setting.printed.land
    infiltrating = table == INFILTRATION
    terrain = setting.board.terrain[battle.at]
    weather = setting.weather(position.turn, setting.front_of[battle.at])
    if terrain == "marsh" and weather.marsh:
        terrain = "clear"
    row = land.terrain[terrain]
    total = note("14.21", terrain, -(row.left_infiltration if infiltrating else row.left))

    def case(name: str) -> int:
        found = land.shifts[name]
        return note(found.rule, name, found.infiltration if infiltrating else found.columns)

    if setting.ground.is_town[battle.at]:
        total += case("city")
    crossing = all((unit.at, battle.at) in setting.ground.rivers for unit in battle.attackers)
    if crossing and not weather.frozen:
        total += case("all attackers across a river")
    if any(not supply.in_supply(position, unit) for unit in battle.attackers):
        total += case("attacker out of supply")
    if battle.defenders and not any(supply.in_supply(position, unit) for unit in battle.defenders):
        total += case("defender out of supply")
    pieces = setting.pieces
    if setting.board.terrain[battle.at] in _ROUGH and setting.option("alpine-units"):
        if any(pieces[unit.piece].alpine for unit in battle.attackers):
            total += case("alpine attackers in mountain or rough")
        if any(pieces[unit.piece].alpine for unit in battle.defenders):
            total += case("alpine defenders in mountain or rough")
    if infiltrating and setting.board.terrain[battle.at] in _TANK_GROUND:
        if any(pieces[unit.piece].kind.startswith("tank") for unit in battle.attackers):
            total += case("tank in clear or rough")
    return total


def shift(position: SteelPosition, battle: Battle, table: str, note: Note = unexplained) -> int:
    """[4.6-Combat-4] [14.21] [14.41] [33.2] The net of all shifts, to the right if positive: cards at most
    two columns, all together at most two."""
    number = position.setting.number
    cards = card_shifts.columns(position, battle, note)
    kept = limited(cards, number("card shifts"))
    if kept != cards:
        note("4.6-Combat-4", "the most that cards shift", kept - cards)
    total = kept + ground_shifts(position, battle, table, note)
    if battle.gas:
        total += note("33.2", "poison gas", battle.gas)
    if battle.support:
        total += note("30.62", "support from the air", battle.support)
    net = limited(total, number("shifts"))
    if net != total:
        note("14.21", "the most of all shifts", net - total)
    return net


def limited(columns: int, most: int) -> int:
    """Columns cut to a limit on either side."""
    return max(-most, min(most, columns))


def column(position: SteelPosition, battle: Battle, table: str) -> str:
    """[14.2] [14.21] The column of an attack on a table."""
    attack, defence = attack_strength(position, battle), defence_strength(position, battle)
    chosen = position.setting.printed.land.combat[table]
    return chosen.column(odds(max(attack, 1), defence), shift(position, battle, table))
