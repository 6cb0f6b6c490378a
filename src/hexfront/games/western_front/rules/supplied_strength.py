"""Chapter 19: what a unit is worth in attack and counterattack, with supply and without."""

from __future__ import annotations

import math
from fractions import Fraction

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import is_part
from hexfront.games.western_front.rules import cavalry_supply, fodder, organization, suppliers, surrender
from hexfront.games.western_front.rules.expenditure import rate
from hexfront.games.western_front.rules.lines import Lines, excess
from hexfront.kernel.ledger import Note, unexplained

HALF = Fraction(1, 2)
Strength = int | Fraction  # mostly whole


def attack_strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note = unexplained,
    lines: Lines | None = None,
) -> Strength:
    """[19-1] [19-9] [19-11] What a unit attacks with, supplied by a headquarters or by none."""
    lines = lines or Lines(position, position.side_of(unit))
    if note is unexplained:
        return _remembered(position, unit, headquarters, lines=lines, attack=True)
    return _strength(position, unit, headquarters, note, lines=lines, attack=True)


def counterattack_strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note = unexplained,
    lines: Lines | None = None,
) -> Strength:
    """[19-1] [19-10] [19-12] What a unit counterattacks with, before it is multiplied."""
    lines = lines or Lines(position, position.side_of(unit))
    if note is unexplained:
        return _remembered(position, unit, headquarters, lines=lines, attack=False)
    return _strength(position, unit, headquarters, note, lines=lines, attack=False)


def _remembered(
    position: WesternFrontPosition, unit: Unit, headquarters: Unit | None, *, lines: Lines, attack: bool
) -> Strength:
    """A strength that nobody wants explained is counted once for a decision."""
    key = unit.name, unit.strength, headquarters.name if headquarters else "", attack
    known = lines.worth.get(key)
    if known is None:
        known = _strength(position, unit, headquarters, unexplained, lines=lines, attack=attack)
        lines.worth[key] = known
    return known


def _strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note,
    *,
    lines: Lines,
    attack: bool,
) -> Strength:
    piece = position.piece(unit)
    strength = note("13-2" if attack else "13-15", piece.label, unit.strength)
    if piece.cavalry:
        strength = fodder.strength_left(position, unit, note, lines)
    if rate(position, unit, attack=attack) is None:
        if piece.always_supplied:
            strength = cavalry_supply.strength_left(position, unit, strength, note)
        return strength
    if headquarters is None:
        return _unsupplied(position, unit, strength, note, lines=lines, attack=attack)
    if piece.artillery:
        return _fire(position, unit, headquarters, strength, note, lines=lines, attack=attack)
    together = division_strength(position, unit)
    extra, rule = excess(position, unit, headquarters, attack=attack, lines=lines, strength=together)
    if extra is None:
        return strength + note("19-4", "no supply line short enough", -strength)
    if piece.tank and extra:
        return strength + note("WF 10-15", "supply line too long for tanks", -strength)
    if extra and together > unit.strength:
        share = Fraction(min(extra, together) * strength, together)
        return strength + note("27-3", f"its part of {extra} for the length of the supply line", -share)
    return strength + note(rule, "length of the supply line", -min(extra, strength))


def division_strength(position: WesternFrontPosition, unit: Unit) -> int:
    """[27-3] The strength of the division that a regiment or brigade makes up with others of its hex, which
    share what a long supply line takes; of any other unit its own (decision WF-R212)."""
    piece = position.piece(unit)
    if not is_part(piece) or len(position.standing[unit.at]) == 1:
        return unit.strength
    parts = [
        other
        for other in position.units_at(unit.at)
        if other.strength and is_part(same := position.piece(other)) and same.colour == piece.colour
    ]
    return next(
        (
            sum(other.strength for other in division)
            for division in organization.divisions_of(position, parts)
            if unit in division
        ),
        unit.strength,
    )


def _fire(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit,
    strength: int,
    note: Note,
    *,
    lines: Lines,
    attack: bool,
) -> Strength:
    """[29-4] [19-14] Artillery fires with all its strength or not at all (decisions WF-R071, WF-R117)."""
    if attack and headquarters.at in position.setting.board.adjacent[unit.at]:
        if lines.length(unit, headquarters.at) is not None:
            return strength
    longest = position.setting.tables.whole("artillery_supply_line")
    if lines.length(unit, headquarters.at, longest) is None:
        strength += note("29-4", "supply line too long for artillery", -strength)
    return strength


def _unsupplied(
    position: WesternFrontPosition, unit: Unit, strength: int, note: Note, *, lines: Lines, attack: bool
) -> Strength:
    """[19-11] [19-12] [20-2] [29-4] [WF 10-15] What a unit is worth without supply points."""
    piece = position.piece(unit)
    tables = position.setting.tables
    if piece.artillery:
        return strength + note("29-4", "artillery without supply", -strength)
    if piece.tank and not is_near_enough_for_tanks(position, unit, lines, attack=attack):
        return strength + note("WF 10-15", "no supply line short enough for tanks", -strength)
    if attack and is_surrounded(position, unit, lines):
        part = note("20-2", "surrounded and without supply", tables.number("breakout_factor"), "×")
        whole = math.floor(strength * part + HALF)
        note("20-2", "nearest whole number", whole - strength * part)
        return whole
    part = note("19-11", "without supply", tables.number("unsupplied_factor"), "×")
    whole = strength * part.numerator // part.denominator
    if note is unexplained:
        return whole
    note("19-11", "fractions dropped", whole - strength * part)
    return whole


def is_near_enough_for_tanks(
    position: WesternFrontPosition, unit: Unit, lines: Lines, *, attack: bool
) -> bool:
    """[WF 10-15] Whether some headquarters could supply tanks at full effect (decision WF-R171)."""
    return any(
        excess(position, unit, headquarters, attack=attack, lines=lines, strength=unit.strength)[0] == 0
        for headquarters in lines.headquarters
        if suppliers.may_supply(position, headquarters, unit)
    )


def is_surrounded(position: WesternFrontPosition, unit: Unit, lines: Lines) -> bool:
    """[20-1] Whether a unit is surrounded, asked once for a decision."""
    known = lines.surrounded.get(unit.name)
    if known is None:
        known = lines.surrounded[unit.name] = surrender.is_unit_surrounded(position, unit)
    return known
