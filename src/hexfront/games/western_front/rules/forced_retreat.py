"""Chapter 14, paragraphs 4, 17 and 18, with what other chapters and nations add: who is forced to retreat."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import assault, gas, surrender, trenches
from hexfront.games.western_front.rules import battle as battles
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.board import Board, Place
from hexfront.kernel.ledger import Note, unexplained

if TYPE_CHECKING:
    from hexfront.games.western_front.matters import Battle

MOUNTAINS = ("mountain", "alpine")
STEADIED = "russians steadied"
WARSAW = "Warsaw"
EASTERN_CITIES = ("Kovno", "Grodno", "Bialystok", "Brest-Litovsk", "Rowno", "Kowel", "Lemberg")
CITIES_NEEDED = 4

Limit = tuple[Fraction, str]  # the part of the strength whose loss forces a retreat, and the rule


def is_forced(position: WesternFrontPosition, battle: Battle, loss: int, note: Note = unexplained) -> bool:
    """[14-4] [WF 10-9] Whether a loss, before any reduction, forces the defenders of a hex to retreat.

    The hex is ``battle.node``; where several are attacked at once, the strength in all of them counts,
    because they share the loss (decision WF-R052).
    """
    if tanks_force(position, battle, loss, note) or gas.forces_retreat(position, battle, loss):
        return True
    if loss < 1:
        return False
    limit = limit_of(position, battle)
    if limit is None:
        return False
    part, rule = limit
    strength = counted_strength(position, battle, note)
    needed = note(rule, "part that forces a retreat", strength * part, "=")
    suffered = note("14-4", "to lose", Fraction(loss), "=")
    if part == 1 and _tanks_defend(position, battle):
        return suffered > needed
    return suffered >= needed


def _tanks_defend(position: WesternFrontPosition, battle: Battle) -> bool:
    """[WF 10-12] Whether tanks are among those who hold to the last: then all of it is not enough, and the
    loss must be greater than what they count (decision WF-R170)."""
    units = battles.units_in(position, battle)
    return any(position.piece(unit).tank and unit.strength and not unit.retreated for unit in units)


def counted_strength(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> Fraction:
    """[14-4] [14-17] [29-14] [18-15] [WF 10-12] The strength in the attacked hexes, unadjusted.

    Artillery, fortresses, replacements, engineers and units that retreated there in this phase are not
    counted, tanks for half, a headquarters only if nothing else has strength (decision WF-R049).
    """
    tables = position.setting.tables
    total = Fraction(0)
    headquarters = fortress = False
    for unit in battles.units_in(position, battle):
        piece = position.piece(unit)
        headquarters = headquarters or piece.headquarters
        fortress = fortress or piece.fortress
        if unit.retreated:
            continue
        if piece.infantry or piece.cavalry:
            total += note("14-4", piece.label, Fraction(unit.strength))
        elif piece.tank:
            total += note("WF 10-12", piece.label, unit.strength * tables.number("tank_retreat_part"))
    if not total and headquarters and not fortress:
        total = note("18-15", "headquarters alone", tables.number("headquarters_defense"))
    return total


def limit_of(position: WesternFrontPosition, battle: Battle) -> Limit | None:
    """[14-4] The part of its strength whose loss forces a hex to retreat; None if nothing can.

    The rules are asked in the order in which one overrides the other.
    """
    tables, node, year = position.setting.tables, battle.node, position.year
    if surrender.is_surrounded(position, node, battle.enemy):
        if position.setting.option("surrounded-keep-city") and _is_built_up(position, battle):
            return None
        return tables.forced_retreat_loss("", year, "surrounded"), "20-7"
    if assault.surprises(position, battle) and not _names_firm_ground(position, battle):
        return tables.forced_retreat_loss("", year, "first assault"), "33-3"
    if can_use_mountains(position, battle):
        return None
    dug_in = _dug_in(position, battle)
    if position.fortress_at(node) is not None:
        if not assault.breaks_fortress(position, battle) or dug_in is not None:
            return None
        return tables.forced_retreat_loss("", year, "fortress against assault"), "33-8"
    if _is_built_up(position, battle):
        return None
    nation = leading_nation(position, battle)
    if dug_in is not None and nation != "ro":  # [47-2] names no exceptions but those of 14-4
        return dug_in
    return _national_limit(position, battle, nation)


def _names_firm_ground(position: WesternFrontPosition, battle: Battle) -> bool:
    """[14-4] [14-18] [33-3] Whether the defender has named urban, mountain or alpine terrain."""
    terrain = position.setting.tables.terrain.get(battle.terrain)
    return terrain is not None and not terrain.forced_retreat


def can_use_mountains(position: WesternFrontPosition, battle: Battle) -> bool:
    """[14-18] Whether mountain or alpine terrain could be named, whatever was."""
    return any(terrain in MOUNTAINS for terrain in battles.terrain_choices(position, battle))


def _is_built_up(position: WesternFrontPosition, battle: Battle) -> bool:
    """[14-4] A city center or a port in the hex, or urban terrain named by the defender."""
    setting = position.setting
    return battle.node in setting.cities or battle.node in setting.ports or battle.terrain == battles.URBAN


def _dug_in(position: WesternFrontPosition, battle: Battle) -> Limit | None:
    """[22-8] [22-16] [33-9] Trenches, and from 1915 good ground, are held to the last strength point."""
    if trenches.negated(position, battle):
        return None
    tables = position.setting.tables
    marker = trenches.trench_at(position, battle.node, battle.enemy)
    if marker is not None:
        part = tables.markers[marker.kind].retreat_loss
        return Fraction(1 if part is None else part), "22-8"
    crossed = None if position.setting.option("terrain-only-stiffening") else battles.river(position, battle)
    if not battle.terrain or not tables.holds_to_the_last(battle.terrain, position.year, crossed):
        return None
    return None if assault.negates_stiffening(position, battle) else (Fraction(1), "22-16")


def _strengths(position: WesternFrontPosition, units: Iterable[Unit]) -> dict[str, int]:
    strengths: dict[str, int] = {}
    for unit in units:
        piece = position.piece(unit)
        if (piece.infantry or piece.cavalry or piece.tank) and not unit.retreated:
            strengths[piece.nation] = strengths.get(piece.nation, 0) + unit.strength
    return strengths


def leading_nation(position: WesternFrontPosition, battle: Battle) -> str:
    """[40-4] [42-2] The nation with more than half of the strength in a hex, whose own rule then holds."""
    strengths = _strengths(position, position.units_at(battle.node))
    total = sum(strengths.values())
    return next((nation for nation, strength in strengths.items() if 2 * strength > total), "")


def _national_limit(position: WesternFrontPosition, battle: Battle, nation: str) -> Limit:
    """[14-4] [40-4] [40-5] [41-2] [41-3] [42-2] [47-2] Half the strength, or the nation's own part."""
    if nation == "ah" and "ge" in _strengths(position, position.units_at(battle.node)):
        nation = ""
    if nation == "ru" and (position.flags.get(STEADIED) or _russian_cities_lost(position)):
        nation = ""
    tables, year = position.setting.tables, position.year
    part = tables.forced_retreat_loss(nation, year)
    general = part == tables.forced_retreat_loss("", year)
    rule = "14-4" if general else {"ah": "40-4", "ru": "41-2", "it": "42-2", "ro": "47-2"}[nation]
    return part, rule


def watch_russian_cities(position: WesternFrontPosition) -> None:
    """[41-3] Remember that the Central Powers have held Warsaw and enough cities; it counts for good."""
    if STEADIED not in position.flags and _russian_cities_lost(position):
        position.flags[STEADIED] = 1


def _russian_cities_lost(position: WesternFrontPosition) -> bool:
    """[41-3] Whether the Central Powers hold Warsaw and four of the seven cities east of it."""
    cities = _russian_cities(position.setting.board)
    if not cities:
        return False
    held = {place.name for place in cities if position.holder(place.node) == CENTRAL_POWERS}
    return WARSAW in held and len(held) > CITIES_NEEDED


@lru_cache(maxsize=16)
def _russian_cities(board: Board) -> tuple[Place, ...]:
    """[41-3] Warsaw and the cities east of it, as far as they are on a board."""
    return tuple(place for place in board.places if place.name == WARSAW or place.name in EASTERN_CITIES)


def tanks_force(position: WesternFrontPosition, battle: Battle, loss: int, note: Note = unexplained) -> bool:
    """[WF 10-9] Whether loss and attacking tanks together exceed the defending infantry.

    Only urban and mountain terrain named by the defender protects from it (decision WF-R168).
    """
    tanks = sum(
        unit.strength for unit in battles.attacking_units(position, battle) if position.piece(unit).tank
    )
    if not tanks or _names_firm_ground(position, battle):
        return False
    note("WF 10-9", "attacking tanks", tanks)
    return loss + tanks > battles.infantry_strength(position, battle)


def routed_cavalry(position: WesternFrontPosition, battle: Battle, node: int) -> list[Unit]:
    """[40-3] Austro-Hungarian cavalry in a hex that must flee from cavalry three times its strength, in a
    column attack six times: that with yellow values, against mostly Cossacks all of it."""
    units = [unit for unit in position.units_at(node) if position.side_of(unit) == battle.enemy]
    pieces = {unit.name: position.piece(unit) for unit in units}
    cavalry = [unit for unit in units if pieces[unit.name].nation == "ah" and pieces[unit.name].cavalry]
    if not cavalry or any(piece.infantry for piece in pieces.values()):
        return []
    attackers = [unit for unit in battles.attacking_units(position, battle) if position.piece(unit).cavalry]
    force = sum(unit.strength for unit in attackers)
    cossacks = sum(unit.strength for unit in attackers if "cossack" in position.piece(unit).colour)
    fleeing = [unit for unit in cavalry if 2 * cossacks > force or "yellow" in pieces[unit.name].colour]
    odds = position.setting.tables.whole(f"cavalry_rout_odds{'_column_attack' if battle.column else ''}")
    enough = fleeing and force >= odds * sum(unit.strength for unit in cavalry)
    return fleeing if enough else []
