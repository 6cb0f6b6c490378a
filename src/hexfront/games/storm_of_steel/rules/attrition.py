"""[31.11] Attrition of units that are out of supply."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import air_landing, card_effects, losses, off_map, supply
from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

_TOWNS = frozenset(("capital", "industrial", "city"))
_SPARED = _TOWNS | {"port", "naval base"}


def phase(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-5] [3.2-5b] [31.11] A die for every land unit without supply, of the Central Powers first."""
    yield from ()
    label = position.setting.board.label
    for side in SIDES:
        for unit in position.of_side(side):
            highest = danger(position, unit)
            if not highest:
                continue
            name = position.piece(unit).name
            die = table.roll("attrition", "31.11", at=unit.name, words=f"attrition of {name}")
            if die <= highest:
                losses.eliminate(table, position, unit, "31.11")
            else:
                table.tell(f"{name} in {label(unit.at)} holds out without supply", "31.11", kind="attrition")
    air_landing.attrition(table, position)
    return None


def danger(position: SteelPosition, unit: Unit) -> int:
    """[31.11] The highest die that eliminates a unit in the attrition phase; nothing where it makes no check.

    Headquarters and irregulars never make one, nor anybody in a city, port, naval base or fort, or aboard a
    transport.
    """
    setting = position.setting
    piece, node = setting.pieces[unit.piece], unit.at
    if not piece.land or not piece.country or piece.headquarters or piece.fort:
        return 0
    if position.is_cargo(unit.name):
        return 0  # [31.41]
    season = "winter" if position.quarter.season == "winter" else "other"
    if setting.board.is_area(node):
        return 0 if off_map.is_supplied(position, unit) else setting.printed.land.attrition["other", season]
    if not setting.ground.is_land[node]:
        return 0
    if setting.ground.kinds_of[node] & (_TOWNS if node in position.ruins else _SPARED):
        return 0  # [34.3] a city spares the check also in ruins, a harbour does not (SS-D09)
    if any(setting.pieces[each.piece].fort for each in position.troops_at(node)):
        return 0
    if supply.in_supply(position, unit):
        return 0
    terrain = setting.board.terrain[node]
    if terrain == "desert":
        weather = setting.weather(position.turn, setting.front_of[node])
        if weather.desert is not None:
            return weather.desert
    if terrain == "mountain" and season == "winter" and _is_spared_by_card(position, unit):
        return 0
    kind = terrain if terrain in ("desert", "mountain") else "other"
    return setting.printed.land.attrition[kind, season]


def _is_spared_by_card(position: SteelPosition, unit: Unit) -> bool:
    """[4.6-Special] Whether a card of its side spares a unit the winter in the mountains."""
    country = position.piece(unit).country
    return card_effects.number(position, position.side_of(unit), "no winter attrition", country) is not None
