"""Why a number is what it is: the answers to a player's questions, each as a ledger of terms with rules.

Nothing is computed here. Every question is put to the function that the rules themselves use. Strengths
are counted with the supply that their owner would be advised to pay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import (
    Allowance,
    AttackStrength,
    CounterattackStrength,
    Crossing,
    RailCapacity,
    StackingRoom,
    SupplyLine,
)
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
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
from hexfront.games.western_front.vocabulary import POINT, other_side
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger

HALVES = 2  # stacking is counted in half divisions


def explain(position: WesternFrontPosition, question: Action) -> Ledger:
    """The answer to a question; Malformed if it names a unit, hex or nation that is not there."""
    match question:
        case Crossing(unit, here, there):
            return crossing(position, unit_named(position, unit), here, there)
        case Allowance(unit):
            return allowance(position, unit_named(position, unit))
        case SupplyLine(unit, headquarters):
            return supply_line(position, unit_named(position, unit), unit_named(position, headquarters))
        case AttackStrength(at, units, terrain):
            return attack_strength(position, hex_named(position, at), units, terrain)
        case CounterattackStrength(at):
            return counterattack_strength(position, hex_named(position, at))
        case RailCapacity(nation):
            return rail_capacity(position, nation)
        case StackingRoom(at):
            return stacking_room(position, hex_named(position, at))
    raise Malformed(f'"{as_words(question)}" is not a question of this game')


# What a question names


def unit_named(position: WesternFrontPosition, name: str) -> Unit:
    """A unit on the map; Malformed says where else it is, or what may have been meant."""
    unit = position.units.get(name)
    if unit is not None and unit.at != OFF_MAP:
        return unit
    if name in position.lost:
        raise Malformed(f'"{name}" has been destroyed')
    if name in position.gone:
        raise Malformed(f'"{name}" has left the game')
    if name in position.waiting:
        raise Malformed(f'"{name}" waits to be placed on the map')
    if name in position.setting.pieces:
        raise Malformed(f'"{name}" is not on the map')
    raise Malformed(_unknown("unit", name, position.units))


def hex_named(position: WesternFrontPosition, label: str) -> int:
    """A hex of the board; Malformed if there is none of this number."""
    board = position.setting.board
    if label not in board:
        raise Malformed(_unknown("hex", label, board.labels))
    return board[label]


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return f'there is no {what} "{word}" {suggest(word, known)}'.strip()


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
    if not payer.headquarters:
        raise Malformed(f'"{headquarters.name}" is no headquarters')
    if not suppliers.may_supply(position, headquarters, unit):
        raise Refusal(("19-6", "18-13"), f"{payer.label} may not supply {piece.label}")
    route = supply.supply_line(position, unit, headquarters)
    if route is None:
        raise Refusal("19-7", f"no supply line leads from {piece.label} to {payer.label}")
    attack, _ = lines.free_length(position, headquarters, attack=True)
    defense, _ = lines.free_length(position, headquarters, attack=False)
    free = f"full strength within {attack} to attack, {defense} to defend"
    ledger = Ledger(f"supply line of {piece.label} to {payer.label} ({free}) is", POINT)
    label = position.setting.board.label
    for here, there in pairwise(route.nodes):
        cost = position.terrain_cost(here, there, position.climbs(piece))
        assert cost is not None
        ledger.note("19-8", f"{label(here)} to {label(there)}", cost)
    return ledger.close(route.cost)


def attack_strength(position: WesternFrontPosition, node: int, names: Sequence[str], terrain: str) -> Ledger:
    """[13-2] [13-8] What an attack is worth on given terrain, or on what the defender would choose.

    Without names, every unit attacks that could.
    """
    where = position.setting.board.label(node)
    battle = _attack(position, node, names)
    choices = terrain_choices(position, battle)
    if terrain and terrain not in choices:
        raise Refusal("13-3", f'terrain "{terrain}" cannot be chosen in {where}', ", ".join(choices), terrain)
    battle = prospects.with_plans(position, battle)
    ground = terrain or prospects.best_terrain(position, battle, choices)
    ledger = Ledger(f"attack on {where} ({ground}) is worth")
    total = strengths.attack_strength(position, battle.on(ground), battle.attack_plan, ground, ledger.note)
    return ledger.close(total)


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


def counterattack_strength(position: WesternFrontPosition, node: int) -> Ledger:
    """[13-15] What the units in a hex answer an attack with, if they hold it."""
    where = position.setting.board.label(node)
    defender = position.occupier(node)
    if defender is None:
        raise Refusal("13-15", f"nobody is in {where}")
    battle = prospects.with_plans(position, Battle(other_side(defender), node, (), may_supply=False))
    ledger = Ledger(f"counterattack from {where} is worth")
    plan = battle.counterattack_plan
    return ledger.close(strengths.counterattack_strength(position, battle, plan, note=ledger.note))


def rail_capacity(position: WesternFrontPosition, nation: str) -> Ledger:
    """[8-1] What is left of a nation's rail capacity."""
    nations = position.setting.tables.nations
    by_name = {each.name.lower(): each.nation for each in nations.values()}
    key = by_name.get(nation.lower(), nation)
    if key not in nations:
        raise Malformed(_unknown("nation", nation, (*nations, *by_name)))
    ledger = Ledger(f"divisions that may still ride on the railways of {nations[key].name}:")
    return ledger.close(rail.capacity_left(position, key, ledger.note))


def stacking_room(position: WesternFrontPosition, node: int) -> Ledger:
    """[11-1] [11-4] What may stand in a hex, less what stands there."""
    most, most_guns = stacking.limit(position, node)
    _, guns = stacking.load(position, node)
    where = position.setting.board.label(node)
    ledger = Ledger(f"room left in {where} (artillery {guns} of {most_guns}) for divisions:", HALVES)
    left = ledger.note("11-1", "divisions that may stand here", most)
    for unit in position.units_at(node):
        piece = position.piece(unit)
        rule = "11-1" if piece.size == "xx" else "11-6"
        left += ledger.note(rule, piece.label, -stacking.weight(piece)[0])
    return ledger.close(left)
