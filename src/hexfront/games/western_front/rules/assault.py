"""Chapter 33: assault units in combat."""

from __future__ import annotations

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules.battle import attacking_units, defending_units, units_in
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.table import Table

_FIRST_USE = "first assault on: "
_LOST = "trench lost: "  # flag of a German front line hex: the turn in which the enemy took it [WF 12-18]
_CAMBRAI = "struck back"
_TURNS = 7


def assault_points(position: WesternFrontPosition, unit: Unit) -> int:
    """[33-4] [33-5] [33-9] The strength of a unit above that of its ordinary kind.

    The counters of AlpK and Jgr carry no ordinary full strength, so all their points are assault points.
    """
    piece = position.piece(unit)
    return max(0, unit.strength - piece.full) if piece.assault else 0


def is_full_strength(position: WesternFrontPosition, unit: Unit) -> bool:
    """[33-3] [33-8] Whether a unit is an undamaged assault unit (decision WF-R127)."""
    piece = position.piece(unit)
    return piece.assault and unit.strength >= piece.strength


def strikes(position: WesternFrontPosition, battle: Battle) -> bool:
    """[33-3] [33-8] Whether a full strength assault unit attacks."""
    return any(is_full_strength(position, unit) for unit in attacking_units(position, battle))


def country_attacked(position: WesternFrontPosition, battle: Battle) -> str:
    """[33-3] The nation with more than half of the defending strength; empty if none has."""
    strengths: dict[str, int] = {}
    for unit in units_in(position, battle):
        nation = position.piece(unit).nation
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    total = sum(strengths.values())
    return next((nation for nation, strength in strengths.items() if 2 * strength > total), "")


def _today(position: WesternFrontPosition) -> int:
    date = position.date
    return (date.year * 100 + date.month) * 10 + date.turn


def lost_to_enemy(position: WesternFrontPosition, node: int) -> None:
    """[WF 12-18] Remember when Germany loses a front line hex with a trench in the year of Cambrai."""
    if position.date.year == position.setting.tables.whole("cambrai_year"):
        position.flags[_LOST + position.setting.board.label(node)] = turn_count(position)


def turn_count(position: WesternFrontPosition) -> int:
    """Normal turns counted through."""
    date = position.date
    return (date.year * 12 + date.month) * _TURNS + date.turn


def strikes_back(position: WesternFrontPosition, battle: Battle) -> bool:
    """[WF 12-18] Whether this is the one counterattack of 1917 that is no first use of assault units: on a
    front line hex lost no more than three turns ago. It has no surprise of its own (decision WF-R227)."""
    if battle.side != CENTRAL_POWERS or not strikes(position, battle):
        return False
    label = position.setting.board.label(battle.node)
    if position.flags.get(_CAMBRAI, 0) and position.flags.get(f"{_CAMBRAI} {label}") != _today(position):
        return False
    tables = position.setting.tables
    lost = position.flags.get(_LOST + label)
    recent = lost is not None and turn_count(position) - lost <= tables.whole("cambrai_turns")
    return recent and position.date.year == tables.whole("cambrai_year")


def declared(table: Table, position: WesternFrontPosition, battle: Battle) -> None:
    """[33-3] [WF 12-18] Remember the turn in which a country first meets full strength assault units."""
    nation = country_attacked(position, battle)
    if nation and _FIRST_USE + nation not in position.flags and strikes_back(position, battle):
        label = position.setting.board.label(battle.node)
        position.flags[_CAMBRAI] = position.flags[f"{_CAMBRAI} {label}"] = _today(position)
        table.tell(f"Assault units strike back at {label}: no first use", "WF 12-18", kind="combat")
        return
    if nation and strikes(position, battle) and _FIRST_USE + nation not in position.flags:
        position.flags[_FIRST_USE + nation] = _today(position)
        name = position.setting.tables.nations[nation].name
        table.tell(f"Assault units attack units of {name} for the first time", "33-3", kind="combat")


def surprises(position: WesternFrontPosition, battle: Battle) -> bool:
    """[33-3] [WF 12-18] Whether the defenders meet assault units in the first turn of their use against them.

    The counterattack of 1917 that uses the surprise up for nobody has none either."""
    nation = country_attacked(position, battle)
    if not nation or not strikes(position, battle):
        return False
    first = position.flags.get(_FIRST_USE + nation)
    return first == _today(position) if first is not None else not strikes_back(position, battle)


def breaks_fortress(position: WesternFrontPosition, battle: Battle) -> bool:
    """[33-8] Whether units with a fortress can be forced back by assault units.

    Trenches, 22-16 and the first turn of 33-3 go before it; the test of the retreat asks for these.
    """
    return position.fortress_at(battle.node) is not None and strikes(position, battle)


def negates_stiffening(position: WesternFrontPosition, battle: Battle) -> bool:
    """[33-9] Whether more assault points attack than strength points defend, so that 22-16 lapses."""
    attacking = sum(assault_points(position, unit) for unit in attacking_units(position, battle))
    defending = sum(unit.strength for unit in defending_units(position, battle))
    return attacking > defending
