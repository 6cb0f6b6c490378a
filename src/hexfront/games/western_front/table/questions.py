"""What can be asked about a unit or a hex: the "why?" of every number on the table.

The answers are in `explanations`. Only such questions are offered as have an answer, and as tell the viewer
nothing he may not know: of strengths, which depend on supply, those who take no side are told nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.western_front import secrecy
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
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import allowances, combat, retreat, sectors, supply
from hexfront.games.western_front.rules.battle import TRENCHES
from hexfront.games.western_front.table import rulings
from hexfront.games.western_front.table.explanations import explain
from hexfront.games.western_front.table.names import called, place
from hexfront.games.western_front.vocabulary import other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.showing import Question
from hexfront.kernel.title import OBSERVER, REFEREE

MOST_HEADQUARTERS = 3  # of those a unit could be supplied by, so many of the nearest


def questions_about(position: WesternFrontPosition, viewer: str, subject: str) -> tuple[Question, ...]:
    """The questions about a unit (by its key) or a hex (by its number); none about anything else."""
    unit = position.units.get(subject)
    if unit is not None and unit.at != OFF_MAP:
        return (*_about_unit(position, viewer, unit), *_about_hex(position, viewer, unit.at))
    if subject in position.setting.board:
        return tuple(_about_hex(position, viewer, position.setting.board[subject]))
    return ()


def _about_unit(position: WesternFrontPosition, viewer: str, unit: Unit) -> Iterator[Question]:
    piece, label = position.piece(unit), position.setting.board.label
    name = called(piece)
    if piece.movement or piece.rail_bound:
        yield Question(f"How far may the {name} move?", Allowance(unit.name))
    if allowances.may_use_column(position, unit):
        yield Question(f"How far may the {name} move in column?", ColumnAllowance(unit.name))
    if piece.ground_combat:
        yield Question(f"Is the {name} surrounded?", Surrounded(unit.name))
    if piece.tank and unit.strength:
        yield Question(f"How much of the {name} breaks down on the march?", Breakdown(unit.name))
    nation = sectors.nation_of(piece)
    if nation in sectors.NATIONS and sectors.layout(position).sectors:
        people = position.setting.tables.nations[nation].name
        text = f"How many divisions of {people} may still be in sectors of others?"
        yield Question(text, SectorGuests(nation))
    if position.enemy_controlled(unit.at, piece.side) and not piece.fortress:
        if retreat.goes_along(position, unit):
            yield Question(f"Where may the {name} retreat to?", RetreatRanks(unit.name))
    if piece.movement:
        for there in position.setting.crossable[unit.at]:
            text = f"What does the step to {place(position, there)} cost?"
            yield Question(text, Crossing(unit.name, label(unit.at), label(there)))
    if viewer not in (piece.side, REFEREE):
        return
    if piece.ground_combat and unit.strength:
        for payer, _ in supply.candidates(position, unit)[:MOST_HEADQUARTERS]:
            text = f"How long is the supply line to the {called(position.piece(payer))}?"
            yield Question(text, SupplyLine(unit.name, payer.name))
        for node in combat.targets_of(position, unit):
            if position.standing[node]:
                text = f"What is it worth in an attack on {place(position, node)}?"
                yield Question(text, AttackStrength(label(node), (unit.name,)))


def _has_answer(position: WesternFrontPosition, viewer: str, question: Action) -> bool:
    """Whether a question has an answer in what a viewer knows."""
    known = position if viewer == REFEREE else secrecy.redacted(position, viewer)
    try:
        explain(known, question)
    except Refusal:
        return False
    return True


def _about_hex(position: WesternFrontPosition, viewer: str, node: int) -> Iterator[Question]:
    label, where = position.setting.board.label(node), place(position, node)
    yield Question(f"How much may still stand in {where}?", StackingRoom(label))
    holder = position.occupier(node)
    if holder is not None and viewer != OBSERVER:
        yield Question(f"What would a counterattack from {where} be worth?", CounterattackStrength(label))
        if combat.able_to_attack(position, other_side(holder), node):
            text = f"What would an attack of all that are beside {where} be worth?"
            yield Question(text, AttackStrength(label, ()))
            yield Question(f"What is added to the die of such an attack on {where}?", DieModifiers(label))
            text = f"What is added to the die of the counterattack from {where}?"
            yield Question(text, DieModifiers(label, die=rulings.COUNTERATTACK))
            if viewer in (other_side(holder), REFEREE):
                yield Question(f"What supply does such an attack on {where} cost?", SupplyCost(label))
            if viewer in (holder, REFEREE):
                text = f"What supply does the counterattack from {where} cost?"
                yield Question(text, SupplyCost(label, die=rulings.COUNTERATTACK))
            marker = position.markers.get(node)
            if marker is not None and marker.kind in TRENCHES and marker.side == holder:
                text = f"What artillery is missing in such an attack on {where}?"
                yield Question(text, ArtilleryNeeded(label))
                if _has_answer(position, viewer, chances := GasChances(label)):
                    yield Question(f"What would gas do in such an attack on {where}?", chances)
            forced = ForcedRetreat(label)
            if _has_answer(position, viewer, forced):
                yield Question(f"Which loss forces a retreat from {where}?", forced)
    network = position.rail_network(node)
    if network:
        nation = position.setting.tables.nations[network].name
        yield Question(f"How much rail capacity has {nation} left?", RailCapacity(network))
