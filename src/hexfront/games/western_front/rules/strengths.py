"""Chapter 13: what attack and counterattack are worth, and what is added to their dice.

Strengths are kept exact and rounded down once, to find the column of the table (decision WF-R034).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import artillery, flotillas, gas, supplied_strength, trenches
from hexfront.games.western_front.rules.battle import answering_units, attacking_units, in_trenches, river
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import OPEN_TO_SNOW
from hexfront.kernel.ledger import Ledger, Note, Number, unexplained

Plan = Mapping[str, str]
HALF = Fraction(1, 2)
FIGURE_9_ROUGH = 3  # the combat example adds so much for rough terrain, the chart 1 (decision WF-R041)


def attack_strength(
    position: WesternFrontPosition,
    battle: Battle,
    plan: Plan,
    terrain: str,
    note: Note = unexplained,
    *,
    lines: Lines | None = None,
) -> int:
    """[13-2] [13-8] [16-8] The column of the attack: what the attackers are worth on chosen terrain."""
    total = attack_total(position, battle, plan, note, lines=lines)
    return attack_column(position, battle, total, terrain, note)


def attack_column(
    position: WesternFrontPosition, battle: Battle, total: Number, terrain: str, note: Note = unexplained
) -> int:
    """[13-5] [13-6] [13-8] [16-8] The column for what the attackers add up to: halved, rounded down once."""
    setting, tables = position.setting, position.setting.tables
    if tables.terrain[terrain].attack_strength == "half":
        total = _times(position, total, HALF, ("13-6", terrain), note)
    crossed = river(position, battle)
    if crossed is not None and crossed.attack_strength == "half":
        total = _times(position, total, HALF, ("13-5", crossed.feature), note)
    if setting.is_italian_map and position.winter and terrain in OPEN_TO_SNOW:
        total *= note("34-5", "winter in Italy", tables.number("winter_attack_factor_italy"), "×")
        total = math.ceil(total)
    if battle.column:
        factor = tables.number("column_attack_attacker_factor")
        total = _times(position, total, factor, ("16-8", "column attack"), note)
    return note("13-8", "column", math.floor(total), "=")


def attack_total(
    position: WesternFrontPosition,
    battle: Battle,
    plan: Plan,
    note: Note = unexplained,
    *,
    lines: Lines | None = None,
) -> Number:
    """[13-2] [19-9] [19-11] [29-11] [WF 10-8] What the attackers add up to before terrain, tanks too."""
    lines = lines or Lines(position, battle.side)
    total: Number = 0
    for unit in attacking_units(position, battle):
        payer = supplier(position, plan, unit)
        explain = _Explanation(position, unit, note)
        share = supplied_strength.attack_strength(position, unit, payer, explain.note, lines)
        if position.piece(unit).artillery:
            share = artillery.attack_strength(position, battle, unit, share, explain.note)
        total += explain.close(share)
    if position.setting.danube:
        total += note("36-6", "flotillas", flotillas.support(position, battle))
    return total


class _Explanation:
    """The terms of one unit, gathered into a single term of the sum; nothing if nobody asks."""

    def __init__(self, position: WesternFrontPosition, unit: Unit, note: Note) -> None:
        self._outer = note
        self._label = position.piece(unit).label
        self._ledger = None if note is unexplained else Ledger(self._label)
        self.note: Note = self._ledger.note if self._ledger is not None else unexplained

    def close(self, share: Number) -> Number:
        if self._ledger is not None:
            terms = [term.text() for term in self._ledger.terms[1:]]
            label = f"{self._label} ({', '.join(terms)})" if terms else self._label
            self._outer("13-2", label, Fraction(share))
        return share


def supplier(position: WesternFrontPosition, plan: Plan, unit: Unit) -> Unit | None:
    """[13-7] The headquarters that pays for a unit."""
    name = plan.get(unit.name, "")
    return position.units.get(name) if name else None


def _times(
    position: WesternFrontPosition, total: Number, factor: Fraction, why: tuple[str, str], note: Note
) -> Number:
    """Multiply a sum; with the option, fractions are dropped at once."""
    rule, label = why
    total *= note(rule, label, factor, "×")
    return math.floor(total) if position.setting.option("round-each-step") else total


def counterattack_strength(
    position: WesternFrontPosition,
    battle: Battle,
    plan: Plan,
    withdrawing: Collection[int] = (),
    note: Note = unexplained,
    *,
    lines: Lines | None = None,
    units: Sequence[Unit] | None = None,
) -> int:
    """[13-15] [14-13] The column of the counterattack. ``withdrawing`` are the hexes that are given up.

    ``units`` are those that answer, if not all do [WF 10-14].
    """
    total: Number = 0
    lines = lines or Lines(position, battle.enemy)
    for unit in answering_units(position, battle) if units is None else units:
        strength = counterattack_share(position, plan, unit, lines)
        factor, rule = counterattack_factor(position, battle, unit, unit.at in withdrawing)
        label = "" if note is unexplained else f"{position.piece(unit).label} {strength} ×{factor}"
        total += note(rule, label, strength * factor)
    return note("13-15", "column", math.floor(total), "=")


def counterattack_share(
    position: WesternFrontPosition, plan: Plan, unit: Unit, lines: Lines, note: Note = unexplained
) -> Number:
    """[18-15] [19-10] [19-12] [21-3] What one defender adds before it is multiplied."""
    tables = position.setting.tables
    piece = position.piece(unit)
    if piece.headquarters:
        return note("18-15", piece.label, tables.whole("headquarters_defense"))
    if piece.fortress:
        return note("21-3", piece.label, unit.strength)
    strength = supplied_strength.counterattack_strength(
        position, unit, supplier(position, plan, unit), note, lines
    )
    return strength * tables.number("siege_artillery_factor") if piece.siege else strength


def counterattack_factor(
    position: WesternFrontPosition, battle: Battle, unit: Unit, withdrawing: bool
) -> tuple[Fraction, str]:
    """[7-11] [13-15] [14-13] [16-8] [21-3] [29-5] [41-4] What a defender is multiplied by, and the rule."""
    setting = position.setting
    number = setting.tables.number
    piece = position.piece(unit)
    if unit.entrained or unit.name in battle.on_trains:
        return number("counterattack_factor_entrained"), "7-11"
    if battle.column and setting.option("column-attack-plain-doubling"):
        return number("column_attack_defender_factor"), "16-8"
    if piece.fortress:
        russian = piece.nation == "ru"
        factor = number(f"counterattack_factor_{'russian_' if russian else ''}fortress")
        rule = "41-4" if russian else "21-3"
    elif piece.artillery:
        factor, rule = number("counterattack_factor_artillery"), "29-5"
    elif withdrawing:
        factor, rule = number("counterattack_factor_retreating"), "14-13"
    else:
        factor, rule = number("counterattack_factor"), "13-15"
    if battle.column:
        factor *= number("column_attack_defender_factor")
    return factor, rule


# Dice


def attack_modifier(
    position: WesternFrontPosition, battle: Battle, terrain: str, note: Note = unexplained
) -> int:
    """[13-9] [13-10] [13-11] [13-25] [WF 9-4] What is added to the attack die."""
    battle = battle.on(terrain)
    ground = position.setting.tables.terrain[terrain]
    total = note("13-9", terrain, ground.attack_die)
    crossed = river(position, battle)
    if crossed is not None:
        total += note("13-5", crossed.feature, crossed.attack_die)
    total += trenches.attack_die(position, battle, note)
    if ground.solid_attack_die and trenches.solid(position, battle):
        total += note("22-21", "solid defense, too little artillery", ground.solid_attack_die)
    total += artillery.bombardment_die(position, battle, note)
    total += gas.attack_die(position, battle, note)
    return limited(position, total, note)


def counterattack_modifier(
    position: WesternFrontPosition, battle: Battle, terrain: str, note: Note = unexplained
) -> int:
    """[13-15] [13-25] [34-4] What is added to the counterattack die."""
    battle = battle.on(terrain)
    setting = position.setting
    ground = setting.tables.terrain[terrain]
    if terrain == "rough" and setting.option("figure-9-rough"):
        total = note("13-15", "rough as in figure 9", FIGURE_9_ROUGH)
    else:
        total = note("13-15", terrain, ground.counterattack_die)
    crossed = river(position, battle)
    if crossed is not None:
        total += note("13-5", crossed.feature, crossed.counterattack_die)
    if ground.solid_counterattack_die and trenches.solid(position, battle):
        total += note("22-21", "solid defense, too little artillery", ground.solid_counterattack_die)
    if position.winter and not all(in_trenches(position, unit) for unit in attacking_units(position, battle)):
        total += note("34-4", "winter", setting.tables.whole("winter_counterattack_die"))
    total += gas.counterattack_die(position, battle, note)
    return limited(position, total, note)


def limited(position: WesternFrontPosition, total: int, note: Note = unexplained) -> int:
    """[13-25] An adjustment within its limit (decision WF-R039)."""
    most = position.setting.tables.whole("die_adjustment_limit")
    allowed = max(-most, min(most, total))
    note("13-25", "at most 4 either way", allowed - total)
    return allowed


def result(position: WesternFrontPosition, strength: int, die: int) -> int:
    """[13-13] [13-17] [13-19] [13-26] Number points the other side must lose."""
    return position.setting.tables.combat_result(position.year, strength, die)
