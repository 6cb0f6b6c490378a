"""Units, hexes and times as people read them."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft
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
ADJECTIVES = {
    "germany": "German",
    "austria-hungary": "Austro-Hungarian",
    "ottoman-empire": "Turkish",
    "bulgaria": "Bulgarian",
    "france": "French",
    "great-britain": "British",
    "russia": "Russian",
    "italy": "Italian",
    "united-states": "American",
    "japan": "Japanese",
    "serbia": "Serbian",
    "montenegro": "Montenegrin",
    "belgium": "Belgian",
    "romania": "Romanian",
    "greece": "Greek",
    "portugal": "Portuguese",
    "spain": "Spanish",
    "brazil": "Brazilian",
    "persia": "Persian",
    "netherlands": "Dutch",
    "denmark": "Danish",
    "switzerland": "Swiss",
    "sweden": "Swedish",
    "norway": "Norwegian",
}
KIND_NAMES = {
    "active": "Active corps",
    "reserve": "Reserve corps",
    "shock": "Shock corps",
    "alpine": "Alpine corps",
    "cavalry": "Cavalry corps",
    "marine": "Marines",
    "paratroop": "Paratroops",
    "siege": "Siege artillery",
    "BB": "Battleships",
    "BC": "Battle cruisers",
    "PD": "Pre-dreadnoughts",
    "CA": "Cruisers",
    "ESC": "Escorts",
    "SS": "Submarines",
    "TR": "Transports",
    "tactical": "Tactical aircraft",
    "strategic": "Strategic aircraft",
}
# Places between which a front lies, for whoever wants to look at it.
BOOKMARKS = {
    "west": ("Dunkirk", "Paris", "Strasbourg"),
    "east": ("Königsberg", "Warsaw", "Lemberg", "Belgrade"),
    "middle-east": ("Erzerum", "Baghdad", "Jerusalem"),
}


def unit_name(position: SteelPosition, name: str) -> str:
    """A unit in full: ``German VII Corps 4-2``."""
    unit = position.units.get(name)
    piece = position.setting.pieces.get(unit.piece if unit else name)
    if piece is None:
        return name
    adjective = ADJECTIVES.get(piece.country, "")
    whose = f"{adjective} " if adjective and adjective not in piece.name else ""
    return f"{whose}{piece.name} {figures(position, unit) if unit else piece.strength}"


def figures(position: SteelPosition, unit: Unit) -> str:
    """Strength and movement as they show: ``4-2``, ``8-E``; of air units superiority, bombardment and
    range: ``3-2-4``."""
    piece = position.piece(unit)
    if piece.fort:
        return f"({piece.strength})"
    if unit.entrenched:
        return f"{piece.entrenched}-E"
    if piece.air:
        ratings = aircraft.superiority, aircraft.bombardment, aircraft.range_of
        return "-".join(str(rating(position, unit)) for rating in ratings)
    return f"{piece.strength}-{piece.movement + bool(unit.motorized)}" if piece.land else ""


def hex_name(position: SteelPosition, label: str) -> str:
    return PLACES.labelled(position.setting.board, label)


def turn_name(position: SteelPosition) -> str:
    quarter = position.quarter
    return f"{quarter.season.title()} {quarter.year}"


def quarter_name(position: SteelPosition, name: str) -> str:
    """A quarter of the calendar as people read it: ``Summer 1914`` for ``summer-1914``."""
    return name.replace("-", " ").title()


def quarter_of(position: SteelPosition, turn: int) -> str:
    """A turn by its number."""
    quarter = position.setting.quarters.get(turn)
    return f"{quarter.season.title()} {quarter.year}" if quarter else f"turn {turn}"


def kind_name(kind: str, divisions: int = 0) -> str:
    """A kind of unit in words: ``Active corps of 2 divisions``."""
    name = KIND_NAMES.get(kind, kind.replace("-", " ").capitalize())
    return f"{name} of {divisions} divisions" if divisions else name


def step_name(position: SteelPosition) -> str:
    """The step in words, with its impulse."""
    words = STEP_NAMES.get(position.step, position.step)
    return f"impulse {position.impulse}, {words}" if position.impulse else words
