"""Why a number is what it is: the answers to a player's questions, each as a ledger of terms with rules.

Nothing is computed here. Every question is put to the function that the rules themselves use. An attack is
reckoned with everybody who could make it and with ammunition; of the defender what is known [3.1.6].
"""

from __future__ import annotations

from collections.abc import Container

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.force import Force, force_of
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import (
    ammunition,
    battle,
    combat,
    effectiveness,
    marches,
    participation,
    stacking,
    strengths,
    supply,
    supply_lines,
    tasks,
    victory_points,
)
from hexfront.games.serbia_1914.rules.battle import UNPROVIDED, Battle
from hexfront.games.serbia_1914.table import rulings
from hexfront.games.serbia_1914.table.names import QUARTERS, divisions, place
from hexfront.games.serbia_1914.table.questions import (
    AdvancePoints,
    Allowance,
    ArtilleryValue,
    AttackStrength,
    DefenseStrength,
    DieModifiers,
    EffectivenessLevel,
    OddsShifts,
    RecoveryDistance,
    RetreatRanks,
    SerbiaQuestion,
    StackingLoad,
    StepCost,
    Strength,
    SupplyCost,
    SupplyOf,
    Surrounded,
    VictoryPoints,
    questions_about,
)
from hexfront.games.serbia_1914.table.report import award_name
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, other_side
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared import questions
from hexfront.shared.questions import hex_named, pairs_named

__all__ = ["SerbiaQuestion", "explain", "questions_about"]


def explain(position: SerbiaPosition, question: Action) -> Ledger:
    """The answer to a question; Malformed if it names a unit or hex that is not there."""
    match question:
        case StepCost(unit, here, there):
            return step_cost(position, unit_named(position, unit), here, there)
        case Strength(unit, attacking):
            return strengths.strength_ledger(position, unit_named(position, unit), attacking=attacking)
        case ArtilleryValue(unit):
            return strengths.artillery_ledger(position, unit_named(position, unit))
        case EffectivenessLevel(unit):
            return effectiveness_level(position, unit_named(position, unit))
        case RecoveryDistance(unit):
            return recovery_distance(position, unit_named(position, unit))
        case SupplyOf(unit):
            return supply_of(position, unit_named(position, unit))
        case AttackStrength(at) | DefenseStrength(at):
            attacking = isinstance(question, AttackStrength)
            ledger = battle.attack_ledger if attacking else battle.defense_ledger
            return ledger(*possible_attack(position, hex_named(position, at)))
        case OddsShifts(at):
            return odds_shifts(position, hex_named(position, at))
        case StackingLoad(at):
            return stacking_load(position, hex_named(position, at))
        case AdvancePoints(at):
            return advance_points(position, hex_named(position, at))
        case VictoryPoints():
            return lead(position)
    return ruling(position, question)


def ruling(position: SerbiaPosition, question: Action) -> Ledger:
    """The answer to a question of an adjudicator."""
    match question:
        case DieModifiers(at):
            return battle.proficiency_ledger(*possible_attack(position, hex_named(position, at)))
        case SupplyCost(at, plan, attacking):
            twin, fought = possible_attack(position, hex_named(position, at))
            forces = list({each.force.leader: each.force for each in fought.attackers}.values())
            sides = {True: forces, False: list(fought.defenders)}
            chosen = pairs_named(plan, "LEADER=SOURCE")  # [9.4.1] which source serves which Force
            return rulings.supply_cost(twin, sides[attacking], fought.node, chosen, attacking=attacking)
        case RetreatRanks(unit, hexes, origin):
            leaving = unit_named(position, unit)
            start = hex_named(position, origin) if origin else leaving.at
            return rulings.retreat_ranks(position, leaving, hexes, start)
        case Surrounded(unit):
            return rulings.surrounded(position, unit_named(position, unit))
        case Allowance(unit):
            return rulings.allowance(position, unit_named(position, unit))
    raise Malformed(f'"{as_words(question)}" is not a question of this game')


# What a question names


def unit_named(position: SerbiaPosition, name: str) -> Unit:
    """A unit on the map; Malformed says where else it is, or what may have been meant."""
    elsewhere: dict[str, Container[str]] = {
        "has been eliminated": position.lost,
        "waits to be placed on the map": position.waiting,
        "is not in sight": position.setting.pieces,
    }
    return questions.unit_named(position, name, elsewhere)


# Answers about a unit


def step_cost(position: SerbiaPosition, unit: Unit, here: str, there: str) -> Ledger:
    """[7.1] What a step costs a unit."""
    return marches.step_ledger(position, unit, hex_named(position, here), hex_named(position, there))


def effectiveness_level(position: SerbiaPosition, unit: Unit) -> Ledger:
    """[6.1.2] The level the Force of a unit is tested with."""
    names = force_of(position, unit).units
    ledger = Ledger(f"{position.label(unit)} passes a check with two dice of at most")
    level = effectiveness.level(position, names, ledger.note)
    if level is None:
        raise Refusal("6.1.2", f"{position.label(unit)} has no effectiveness")
    return ledger.close(level)


def recovery_distance(position: SerbiaPosition, unit: Unit) -> Ledger:
    """[7.5.1] [7.5.2] From how many hexes on a Formation may begin to recover, and how far the enemy is."""
    if not position.piece(unit).formation:
        raise Refusal("7.5", "only Formations recover effectiveness")
    away = tasks.nearest_enemy(position, unit, tasks.DEMORALIZED_FAR)
    seen = f"nearest enemy {away} hexes away" if away is not None else "no enemy near"
    ledger = Ledger(f"{position.label(unit)} ({seen}) recovers at a distance of")
    if position.is_demoralized(unit):
        far = tasks.SARAJEVO_FAR if tasks.is_in_sarajevo(position, unit) else tasks.DEMORALIZED_FAR
        return ledger.close(ledger.note("7.5.2", "demoralized", far))
    needed = tasks.recovery_distance(position, unit)
    total = ledger.note("7.5.1", "Formations", tasks.FAR)
    total += ledger.note("7.5.1", "poor recovery in Serbia", needed - tasks.FAR)
    return ledger.close(total)


def supply_of(position: SerbiaPosition, unit: Unit) -> Ledger:
    """[15.1] [15.3] The sources that reach a unit, with the hexes of the shortest line from each."""
    names = force_of(position, unit).units
    side = position.side_of(unit)
    state = "is in supply" if supply.is_supplied(position, names) else "is out of supply"
    if state == "is out of supply" and supply.is_isolated(position, unit):
        state = "is isolated"
    ledger = Ledger(f"{position.label(unit)} {state}; sources in reach:")
    found = 0
    for source in supply.sources_for(position, names):
        if not supply.can_reach(position, source, names):
            continue
        traced = supply_lines.traced(position, side, source.starts, source.range)
        hexes = min((traced[node] for node in position.hexes_of(unit) if node in traced), default=0)
        label = position.label(source.name) if source.name in position.units else source.name
        ledger.note("15.3", f"{label} ({hexes} of {source.range} hexes)", 1)
        found += 1
    return ledger.close(found)


# Answers about a hex


def possible_attack(position: SerbiaPosition, node: int) -> tuple[SerbiaPosition, Battle]:
    """[9.2] The battle if every Force that can attacked a hex, in a position where they do."""
    where = position.setting.board.label(node)
    defender = position.occupier(node)
    if defender is None:
        raise Refusal("9.0", f"nobody is in {where}")
    side = other_side(defender)
    twin = position.copy()
    for front in list(participation.fronts(twin, side)):
        if node in front.targets and participation.why_not_aim(twin, front.force, node) is None:
            combat.aim(twin, front.force.leader, node)
    assaults = tuple(participation.assaults_on(twin, node, side))
    defenders = tuple(participation.defenders_in(twin, node, defender))
    if not assaults or not defenders:
        raise Refusal("9.2", f"no Force that could attack is next to {where}")
    forces = [*(each.force for each in assaults), *defenders]
    lacking = {force.leader: UNPROVIDED for force in forces if _lacks_ammunition(twin, force)}
    return twin, Battle(side, node, assaults, defenders, provisions=lacking)


def _lacks_ammunition(position: SerbiaPosition, force: Force) -> bool:
    """[9.4] Whether no source can provide a Force. Where units are hidden, depots may be: then all can."""
    return secrecy.SEALED not in position.flags and not ammunition.chains_for(position, force.units)


def odds_shifts(position: SerbiaPosition, node: int) -> Ledger:
    """[9.6] The odds of such an attack, and what shifts them."""
    twin, fought = possible_attack(position, node)
    odds = battle.odds_text(twin, battle.reckon(twin, fought))
    ledger = Ledger(f"attack on {place(position, node)} at {odds}; columns to the right:")
    return ledger.close(battle.shifts(twin, fought, ledger.note))


def stacking_load(position: SerbiaPosition, node: int) -> Ledger:
    """[3.1.1] How much stands in a hex, in division-equivalents."""
    where = position.setting.board.label(node)
    side = position.occupier(node)
    ledger = Ledger(f"in {where}, where {divisions(stacking.LIMIT)} may stand, are", QUARTERS)
    for unit in position.units_at(node):
        if position.side_of(unit) == side:
            ledger.note("3.1.1", position.label(unit), position.quarters_in(unit))
    return ledger.close(stacking.load(position, node, side) if side else 0)


def advance_points(position: SerbiaPosition, node: int) -> Ledger:
    """[27.2] What an infantry Formation of Austria-Hungary in a hex would earn."""
    ledger = Ledger(f"points in an Inter-Phase for an advance to {place(position, node)}:")
    return ledger.close(victory_points.advance_points(position, node, ledger.note))


def lead(position: SerbiaPosition) -> Ledger:
    """[27.0] What was given once, and what came turn by turn."""
    ledger = Ledger("lead of Austria-Hungary:")
    head = position.setting.parameters.head.victory
    ledger.note("27.0", "at the start", head.lead)
    rest = position.lead - head.lead
    for name in head.awards:
        award = position.setting.lists.awards[name]
        if name in position.awarded and award.points is not None and award.when in victory_points.ONCE:
            points = award.points if award.side == AUSTRIA_HUNGARY else -award.points
            rest -= ledger.note(award.rule, award_name(position, award), points)
    ledger.note("27.0", "turn by turn, and for the farthest advance", rest)
    return ledger.close(position.lead)
