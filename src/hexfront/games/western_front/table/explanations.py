"""Why a number is what it is: the answers to a player's questions, each as a ledger of terms with rules.

Nothing is computed here. Every question is put to the function that the rules themselves use. Strengths
are counted with the supply that their owner would be advised to pay.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import (
    Allowance,
    ArtilleryNeeded,
    AttackStrength,
    Breakdown,
    ColumnAllowance,
    CounterattackStrength,
    Crossing,
    DieModifiers,
    ForcedRetreat,
    GasChances,
    RailCapacity,
    RetreatRanks,
    SectorGuests,
    StackingRoom,
    SupplyCost,
    SupplyLine,
    Surrounded,
)
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    combat,
    lines,
    movement,
    prospects,
    rail,
    stacking,
    strengths,
    suppliers,
    supply,
)
from hexfront.games.western_front.rules.battle import terrain_choices
from hexfront.games.western_front.table import rulings, trench_rulings
from hexfront.games.western_front.vocabulary import POINT, other_side
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared import questions
from hexfront.shared.questions import hex_named, named, pairs_named
from hexfront.shared.words import counted


def explain(position: WesternFrontPosition, question: Action) -> Ledger:
    """The answer to a question; Malformed if it names a unit, hex or nation that is not there."""
    match question:
        case Crossing(unit, here, there):
            return crossing(position, unit_named(position, unit), here, there)
        case Allowance(unit):
            return allowance(position, unit_named(position, unit))
        case SupplyLine(unit, headquarters):
            supplied = unit_named(position, unit)
            return supply_line(position, supplied, payer_of(position, supplied, headquarters))
        case AttackStrength(at, units, terrain):
            return attack_strength(position, hex_named(position, at), units, terrain)
        case CounterattackStrength(at, plan):
            answer = _answered(position, hex_named(position, at))
            return rulings.counterattack_strength(position, answer, plan_named(position, plan))
        case RailCapacity(nation):
            return rail_capacity(position, nation)
        case StackingRoom(at):
            return stacking_room(position, hex_named(position, at))
    return ruling(position, question)


def ruling(position: WesternFrontPosition, question: Action) -> Ledger:
    """The answer to a question of an adjudicator."""
    match question:
        case ColumnAllowance(unit):
            return rulings.column_allowance(position, unit_named(position, unit))
        case DieModifiers(at, units, terrain, die):
            ready = _fought(position, hex_named(position, at), units, terrain)
            return rulings.die_modifiers(ready.position, ready.battle, die)
        case SupplyCost(at, units, plan, die):
            ready = _fought(position, hex_named(position, at), units, "")
            return rulings.supply_cost(position, ready.battle, die, plan_named(position, plan))
        case ForcedRetreat(at, units, terrain):
            ready = _fought(position, hex_named(position, at), units, terrain)
            return rulings.forced_retreat(ready.position, ready.battle)
        case RetreatRanks(unit, headquarters):
            retreating = unit_named(position, unit)
            if headquarters:
                payer_of(position, retreating, headquarters)
            return rulings.retreat_ranks(position, retreating, headquarters)
        case Surrounded(unit):
            return rulings.surrounded(position, unit_named(position, unit))
    return trench_ruling(position, question)


def trench_ruling(position: WesternFrontPosition, question: Action) -> Ledger:
    """The answer to a question of the trench war."""
    match question:
        case ArtilleryNeeded(at, units):
            ready = _fought(position, hex_named(position, at), units, "")
            return trench_rulings.artillery_needed(ready.position, ready.battle)
        case GasChances(at, units):
            return trench_rulings.gas_chances(position, _attack(position, hex_named(position, at), units))
        case Breakdown(unit):
            return trench_rulings.breakdown(position, unit_named(position, unit))
        case SectorGuests(nation):
            return trench_rulings.sector_guests(position, nation_named(position, nation))
    raise Malformed(f'"{as_words(question)}" is not a question of this game')


# What a question names


def unit_named(position: WesternFrontPosition, name: str) -> Unit:
    """A unit on the map; Malformed says where else it is, or what may have been meant."""
    elsewhere = {
        "has been destroyed": position.lost,
        "has left the game": position.gone,
        "waits to be placed on the map": position.waiting,
        "is not on the map": position.setting.pieces,
    }
    return questions.unit_named(position, name, elsewhere)


def payer_of(position: WesternFrontPosition, unit: Unit, name: str) -> Unit:
    """[19-6] [18-13] The headquarters of this name, if it may supply the unit; else why not."""
    headquarters = unit_named(position, name)
    if not position.piece(headquarters).headquarters:
        raise Malformed(f'"{name}" is no headquarters')
    if (barred := suppliers.why_not_supply(position, headquarters, unit)) is not None:
        raise barred
    return headquarters


def plan_named(position: WesternFrontPosition, pairs: Sequence[str]) -> dict[str, str]:
    """[19-3] Who is supplied by whom, from pairs such as ``A=HQ``; Malformed if they are none."""
    return {
        unit_named(position, unit).name: unit_named(position, payer).name if payer else ""
        for unit, payer in pairs_named(pairs, "UNIT=HEADQUARTERS").items()
    }


def nation_named(position: WesternFrontPosition, nation: str) -> str:
    """A nation by its key or its name; Malformed says what may have been meant."""
    nations = position.setting.tables.nations
    by_name = {each.name.lower(): each.nation for each in nations.values()}
    return by_name.get(nation.lower()) or named("nation", nation, (*nations, *by_name))


# Answers


def crossing(position: WesternFrontPosition, unit: Unit, here: str, there: str) -> Ledger:
    """[6-6] [10-7] What a step costs a unit."""
    start, end = hex_named(position, here), hex_named(position, there)
    if end not in position.setting.board.adjacent[start]:
        raise Refusal("6-6", f"{here} and {there} are not next to each other")
    return movement.step_ledger(position, unit, start, end)


def allowance(position: WesternFrontPosition, unit: Unit) -> Ledger:
    """[6-1] What a unit may spend in a movement phase."""
    ledger = Ledger(f"movement allowance of {position.piece(unit).label} is", POINT)
    return ledger.close(movement.allowance(position, unit, ledger.note))


def supply_line(position: WesternFrontPosition, unit: Unit, headquarters: Unit) -> Ledger:
    """[19-8] The length of a supply line, step by step."""
    piece, payer = position.piece(unit), position.piece(headquarters)
    route = supply.supply_line(position, unit, headquarters)
    if route is None:
        raise Refusal("19-7", f"no supply line leads from {piece.label} to {payer.label}")
    attack, _ = lines.free_length(position, headquarters, attack=True)
    defense, _ = lines.free_length(position, headquarters, attack=False)
    free = f"full strength within {attack} to attack, {defense} to defend"
    ledger = Ledger(f"supply line of {piece.label} to {payer.label} ({free}) is", POINT)
    climbs = position.climbs(piece)

    def cost(here: int, there: int) -> int:
        found = position.terrain_cost(here, there, climbs)
        assert found is not None
        return found

    return questions.along(ledger, route, position, "19-8", cost)


def attack_strength(position: WesternFrontPosition, node: int, names: Sequence[str], terrain: str) -> Ledger:
    """[13-2] [13-8] [20-3] What an attack is worth on given terrain, or on what the defender would choose.

    Without names, every unit attacks that could.
    """
    ready = _fought(position, node, names, terrain)
    battle = ready.battle
    paid = f", {counted(ready.paid, 'point')} lost for breaking out [20-3]," if ready.paid else ""
    ledger = Ledger(f"attack on {position.setting.board.label(node)} ({battle.terrain}){paid} is worth")
    total = strengths.attack_strength(ready.position, battle, battle.attack_plan, battle.terrain, ledger.note)
    return ledger.close(total)


def _fought(
    position: WesternFrontPosition, node: int, names: Sequence[str], terrain: str
) -> prospects.Settled:
    """[13-3] [20-3] The attack with the terrain that is named, or that the defender would choose, and with
    supply as both sides would be advised to expend it."""
    battle = _attack(position, node, names)
    choices = terrain_choices(position, battle)
    if terrain and terrain not in choices:
        where = position.setting.board.label(node)
        raise Refusal("13-3", f'terrain "{terrain}" cannot be chosen in {where}', ", ".join(choices), terrain)
    ready = prospects.settled(position, battle)
    ground = terrain or prospects.best_terrain(position, battle, choices)
    return msgspec.structs.replace(ready, battle=ready.battle.on(ground))


def _attack(position: WesternFrontPosition, node: int, names: Sequence[str]) -> Battle:
    """[12-4] [12-6] The attack that is asked about; Refusal if the units could not make it."""
    where = position.setting.board.label(node)
    defender = position.occupier(node)
    if defender is None:
        raise Refusal("12-2", f"nobody is in {where}")
    side = other_side(defender)
    units = [unit_named(position, name) for name in names]
    for unit in units:
        piece = position.piece(unit)
        if piece.side != side:
            raise Refusal("12-2", f"{piece.label} is of the side that holds {where}")
        if (refusal := combat.why_not_join(position, unit, node)) is not None:
            raise refusal
    units = units or combat.able_to_attack(position, side, node)
    if not units:
        raise Refusal("12-4", f"no unit that could attack is next to {where}")
    return Battle(side, node, tuple(unit.name for unit in units))


def _answered(position: WesternFrontPosition, node: int) -> Battle:
    """[13-15] A combat in which nobody is known but those who answer an attack on their hex."""
    defender = position.occupier(node)
    if defender is None:
        raise Refusal("13-15", f"nobody is in {position.setting.board.label(node)}")
    return prospects.with_plans(position, Battle(other_side(defender), node, (), may_supply=False))


def rail_capacity(position: WesternFrontPosition, nation: str) -> Ledger:
    """[8-1] What is left of a nation's rail capacity."""
    key = nation_named(position, nation)
    name = position.setting.tables.nations[key].name
    ledger = Ledger(f"divisions that may still ride on the railways of {name}:")
    return ledger.close(rail.capacity_left(position, key, ledger.note))


def stacking_room(position: WesternFrontPosition, node: int) -> Ledger:
    """[11-1] [11-4] [27-3] What may stand in a hex, less what stands there."""
    most, most_guns, most_tanks = stacking.limit(position, node)
    halves, guns, tanks = stacking.load(position, node)
    where = position.setting.board.label(node)
    others = f"artillery {guns} of {most_guns}"
    others += f", tank battalions {tanks} of {most_tanks}" if tanks else ""
    ledger = Ledger(f"room left in {where} ({others}) for divisions:", stacking.HALVES)
    left = ledger.note("11-1", "divisions that may stand here", most)
    for unit in position.units_at(node):
        piece = position.piece(unit)
        rule = "11-1" if piece.size == "xx" else "11-6"
        left += ledger.note(rule, piece.label, -stacking.weight(piece)[0])
    left += ledger.note("27-3", "regiments and brigades that make up divisions", most - halves - left)
    return ledger.close(left)
