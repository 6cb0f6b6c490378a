"""Chapter 29: artillery in combat.

What artillery costs and how it moves stands in the chapters on supply and movement.
"""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import suppliers, supply
from hexfront.games.western_front.rules.battle import TRENCHES, attacking_units, is_artillery_only
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained


def why_not_fire(
    position: WesternFrontPosition, unit: Unit, node: int, lines: Lines | None = None
) -> Refusal | None:
    """[29-2] [29-4] [29-15] Why an artillery unit may not attack a hex next to it."""
    label = position.piece(unit).label
    if position.piece(unit).siege and position.fortress_at(node) is None:
        first = position.setting.tables.whole("siege_artillery_year")
        if position.year < first:
            return Refusal("29-2", f"{label} is siege artillery and fires only at fortresses before {first}")
        if not defends_trenches(position, node, other_side(position.side_of(unit))):
            return Refusal("29-15", f"{label} is siege artillery and fires only at fortresses and trenches")
    lines = lines or Lines(position, position.side_of(unit))
    longest = position.setting.tables.whole("artillery_supply_line")
    distance = position.setting.board.distance
    # No line is shorter than it has hexes, so that most searches can be spared.
    near = any(
        (hexes := distance(unit.at, headquarters.at)) is not None and hexes <= longest
        for headquarters in lines.headquarters
    )
    counted = {unit.name: _halved(position, unit)} if is_halved(position, unit, node) else None
    if not near or not supply.payers_for(position, unit, attack=True, lines=lines, counted=counted):
        return Refusal(
            ("29-4", "29-6"),
            f"no headquarters with points for {label} is within a supply line of {longest} movement points",
        )
    return None


def is_too_far(position: WesternFrontPosition, unit: Unit) -> bool:
    """[29-4] [19-14] Whether no headquarters is near enough for an artillery unit, whatever it holds."""
    lines = Lines(position, position.side_of(unit))
    longest = position.setting.tables.whole("artillery_supply_line")
    beside = position.setting.board.adjacent[unit.at]
    return not any(
        headquarters.at in beside or lines.length(unit, headquarters.at, longest) is not None
        for headquarters in lines.headquarters
        if suppliers.may_supply(position, headquarters, unit)
    )


def defends_trenches(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[29-15] Whether units of a side in a hex are in trenches."""
    marker = position.markers.get(node)
    return marker is not None and marker.kind in TRENCHES and marker.side == side


def is_halved(position: WesternFrontPosition, unit: Unit, node: int) -> bool:
    """[29-15] Siege artillery that fires at trenches counts half, for supply too (decision WF-R121)."""
    return position.piece(unit).siege and position.fortress_at(node) is None


def _halved(position: WesternFrontPosition, unit: Unit) -> Fraction:
    return unit.strength * position.setting.tables.number("siege_artillery_factor")


def counted(position: WesternFrontPosition, battle: Battle) -> dict[str, Fraction]:
    """[29-15] Strengths on which supply is figured where they differ from the units' own."""
    return {
        unit.name: _halved(position, unit)
        for unit in attacking_units(position, battle)
        if is_halved(position, unit, battle.node)
    }


def hexsides(position: WesternFrontPosition, battle: Battle) -> int:
    """[29-10] The hexsides that artillery attacks through."""
    return len({unit.at for unit in attacking_units(position, battle) if position.piece(unit).artillery})


def infantry_in(position: WesternFrontPosition, node: int, side: str) -> int:
    """[29-11] Infantry strength in a hex, strengthened cavalry included [31-4], replacements not."""
    return sum(
        unit.strength
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).side == side and (piece.infantry or piece.strengthened)
    )


def is_doubled(position: WesternFrontPosition, battle: Battle) -> bool:
    """[29-11] Whether attacking artillery is doubled: too little infantry stands with the fortress.

    It counts in mixed attacks too, for the artillery alone (decision WF-R119).
    """
    if position.fortress_at(battle.node) is None:
        return False
    each = position.setting.tables.whole("fortress_garrison_per_hexside")
    return infantry_in(position, battle.node, battle.enemy) < each * hexsides(position, battle)


def attack_strength(
    position: WesternFrontPosition,
    battle: Battle,
    unit: Unit,
    strength: int | Fraction,
    note: Note = unexplained,
) -> int | Fraction:
    """[29-11] [29-15] What a supplied artillery unit of a strength is worth in an attack."""
    tables = position.setting.tables
    label = position.piece(unit).label
    if is_halved(position, unit, battle.node):
        part = tables.number("siege_artillery_factor")
        strength += note("29-15", f"{label} against trenches", (part - 1) * strength)
    if is_doubled(position, battle):
        factor = tables.number("fortress_bombardment_factor")
        strength += note("29-11", f"{label} against a fortress short of infantry", (factor - 1) * strength)
    return strength


def bombardment_die(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> int:
    """[29-10] What is added to the die when artillery alone attacks a fortress hex."""
    if position.fortress_at(battle.node) is None or not is_artillery_only(position, battle):
        return 0
    each = position.setting.tables.whole("fortress_bombardment_die")
    return note("29-10", "hexsides artillery fires through", each * hexsides(position, battle))
