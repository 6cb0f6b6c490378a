"""Units, hexes and times as people read them."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.shared.words import Places

PLACES = Places()
FRONT_NAMES = {"west": "West", "east": "East", "middle-east": "Middle East"}
STEP_NAMES = {
    "cards": "strategy cards",
    "diplomacy": "grand diplomacy",
    "agents": "psychological warfare",
    "sea-control": "control of the seas",
    "naval-operations": "naval operations",
    "revelation": "revelation of cards",
    "contested-seas": "contested seas",
    "attrition": "supply attrition",
    "capacity": "mobilization capacity",
    "allocation": "mobilization",
    "home-reorganization": "reorganization",
    "political-events": "political events",
}


def unit_name(position: SteelPosition, name: str) -> str:
    """A unit in full: ``German VII Corps 4-2``."""
    unit = position.units.get(name)
    piece = position.setting.pieces.get(unit.piece if unit else name)
    if piece is None:
        return name
    country = position.setting.printed.countries.countries.get(piece.country)
    whose = f"{country.name} " if country else ""
    return f"{whose}{piece.name} {figures(position, unit) if unit else piece.strength}"


def figures(position: SteelPosition, unit: Unit) -> str:
    """Strength and movement as they show: ``4-2``, ``8-E``."""
    piece = position.piece(unit)
    if piece.fort:
        return f"({piece.strength})"
    if unit.entrenched:
        return f"{piece.entrenched}-E"
    return f"{piece.strength}-{piece.movement}" if piece.land else ""


def hex_name(position: SteelPosition, label: str) -> str:
    return PLACES.labelled(position.setting.board, label)


def turn_name(position: SteelPosition) -> str:
    quarter = position.quarter
    return f"{quarter.season.title()} {quarter.year}"


def step_name(position: SteelPosition) -> str:
    """The step in words, with its impulse."""
    words = STEP_NAMES.get(position.step, position.step)
    return f"impulse {position.impulse}, {words}" if position.impulse else words
