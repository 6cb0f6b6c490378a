"""What is asked in the trench war: guns for a solid defense, gas, tanks that break down, guests in sectors.

As in `rulings`, every answer comes out of the functions that play uses.
"""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import gas, sectors, tanks, trenches
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger


def artillery_needed(position: WesternFrontPosition, battle: Battle) -> Ledger:
    """[22-19] [22-20] The artillery that an attack lacks; none if the defense is not solid."""
    where = position.setting.board.label(battle.node)
    ledger = Ledger("")
    if not trenches.is_solid(position, battle, ledger.note):
        ledger.subject = f"the defense of {where} is not solid; artillery that is missing against it:"
        return ledger.close(0)
    ledger.subject = f"artillery missing against the solid defense of {where}:"
    needed = ledger.note(
        "22-20", f"artillery asked for in {position.year}", trenches.artillery_needed(position), "="
    )
    there = trenches.artillery_strength(position, battle, ledger.note)
    return ledger.close(max(Fraction(0), needed - there))


def gas_chances(position: WesternFrontPosition, battle: Battle) -> Ledger:
    """[WF 9-3] [WF 9-4] How likely gas is to help an attack, effect by effect; Refusal if it is of no use."""
    if (refusal := gas.why_not(position, battle)) is not None:
        raise refusal
    ledger = Ledger(f"chance that gas on {position.setting.board.label(battle.node)} helps the attack:")
    helps = Fraction(0)
    for effect in position.setting.tables.gas_effects:
        chance = gas.chance(effect)
        dice = f"{effect.attack_die:+d} and {effect.counterattack_die:+d}" if effect.attack else "no attack"
        ledger.note("WF 9-4", f"{effect.least} to {effect.most}, {effect.effect}: {dice}", chance, "=")
        helps += chance if effect.attack_die > 0 else 0
    return ledger.close(helps)


def breakdown(position: WesternFrontPosition, unit: Unit) -> Ledger:
    """[WF 10-3] What breaks down on average; Refusal if the unit has no tanks."""
    piece = position.piece(unit)
    if not piece.tank:
        raise Refusal("WF 10-3", f"{piece.label} has no tanks")
    ledger = Ledger(f"points of {piece.label} that break down on average when it moves by itself:")
    strength = ledger.note("WF 10-3", "a die for each strength point", Fraction(unit.strength))
    worst = tanks.worst_die(position)
    chance = ledger.note("WF 10-3", f"lost on {worst} or less in {position.year}", Fraction(worst, 6), "×")
    return ledger.close(strength * chance)


def sector_guests(position: WesternFrontPosition, nation: str) -> Ledger:
    """[WF 12-7] [WF 12-9] [WF 12-10] Divisions of a nation that may still be in the sectors of others."""
    found = sectors.layout(position)
    name = position.setting.tables.nations[nation].name
    if not found.sectors:
        raise Refusal("WF 12-2", "there are no sectors")
    ledger = Ledger(f"divisions of {name} that may still be in sectors of others:", 2)
    rule, most = sectors.guests_allowed(position, nation)
    left = ledger.note(rule, "allowed", 2 * most)
    for unit, host in sectors.guest_list(position, nation, found):
        where = position.setting.board.label(unit.at)
        label = (
            f"{position.piece(unit).label} in {where}, sector of {position.setting.tables.nations[host].name}"
        )
        left += ledger.note(rule, label, -sectors.halves_of(position.piece(unit)))
    return ledger.close(left)
