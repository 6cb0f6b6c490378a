"""What can be asked about a unit or a hex: the "why?" of every number on the table.

The answers are in `explanations`. Only such questions are offered as have an answer, and as tell the viewer
nothing he may not know: strengths and effectiveness are for their owner [3.1.6].
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import marches, participation, strengths, victory_points
from hexfront.games.serbia_1914.table.names import place
from hexfront.games.serbia_1914.vocabulary import other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.showing import Question
from hexfront.shared import questions

# These questions are the same in every title: of a Force, and of isolation [15.1].
Allowance = questions.Allowance
Surrounded = questions.Surrounded


class StepCost(Action, frozen=True, tag="step-cost"):
    """What does a step cost this unit?"""

    unit: str
    here: str
    there: str


class Strength(Action, frozen=True, tag="strength"):
    """What is this unit worth, attacking or defending?"""

    unit: str
    attacking: bool = True


class ArtilleryValue(Action, frozen=True, tag="artillery-value"):
    """What is this unit's artillery worth?"""

    unit: str


class EffectivenessLevel(Action, frozen=True, tag="effectiveness-level"):
    """What is this unit's Force tested with?"""

    unit: str


class RecoveryDistance(Action, frozen=True, tag="recovery-distance"):
    """How far from the enemy must this Formation be to begin recovery?"""

    unit: str


class SupplyOf(Action, frozen=True, tag="supply-of"):
    """Which sources supply this unit?"""

    unit: str


class AttackStrength(Action, frozen=True, tag="attack-strength"):
    """What would an attack of all that could attack this hex be worth?"""

    at: str


class DefenseStrength(Action, frozen=True, tag="defense-strength"):
    """What is seen of the defense of this hex worth?"""

    at: str


class OddsShifts(Action, frozen=True, tag="odds-shifts"):
    """By how many columns would such an attack be shifted, and to what odds?"""

    at: str


class DieModifiers(Action, frozen=True, tag="die-modifiers"):
    """What would be added to the white die of such an attack?"""

    at: str


class SupplyCost(Action, frozen=True, tag="supply-cost"):
    """What ammunition and shells does an attack of all that could make it cost, or the defense?

    ``plan`` names sources, as LEADER=SOURCE; whoever is left out has the cheapest.
    """

    at: str
    plan: tuple[str, ...] = ()
    attacking: bool = True


class RetreatRanks(Action, frozen=True, tag="retreat-ranks"):
    """Where may the Force of this unit end a retreat of so many hexes, and why there?

    ``origin`` is the hex of the combat, its own if none is named.
    """

    unit: str
    hexes: int
    origin: str = ""


class StackingLoad(Action, frozen=True, tag="stacking-load"):
    """How much stands in this hex?"""

    at: str


class AdvancePoints(Action, frozen=True, tag="advance-points"):
    """What would an Austro-Hungarian infantry Formation in this hex earn in an Inter-Phase?"""

    at: str


class VictoryPoints(Action, frozen=True, tag="victory-points"):
    """How does the lead come about?"""


SerbiaQuestion = (
    StepCost
    | Strength
    | ArtilleryValue
    | EffectivenessLevel
    | RecoveryDistance
    | SupplyOf
    | AttackStrength
    | DefenseStrength
    | OddsShifts
    | DieModifiers
    | SupplyCost
    | RetreatRanks
    | Surrounded
    | Allowance
    | StackingLoad
    | AdvancePoints
    | VictoryPoints
)


def questions_about(position: SerbiaPosition, viewer: str, subject: str) -> tuple[Question, ...]:
    """The questions about a unit (by its key) or a hex (by its number); none about anything else."""
    unit = position.units.get(subject)
    if unit is not None and unit.at in position.setting.hexes:
        if secrecy.knows(viewer, position.side_of(unit)):
            return (*_about_unit(position, unit), *_about_hex(position, viewer, unit.at))
        seen = secrecy.shown(position, position.side_of(unit)).get(subject)
        return tuple(_about_hex(position, viewer, seen[0])) if seen else ()
    if subject in position.setting.board:
        return tuple(_about_hex(position, viewer, position.setting.board[subject]))
    return ()


def _about_unit(position: SerbiaPosition, unit: Unit) -> Iterator[Question]:
    piece, label = position.piece(unit), position.setting.board.label
    name = piece.label
    if piece.combat or piece.fort:
        if not piece.fort:
            yield Question(f"What does {name} attack with?", Strength(unit.name))
        yield Question(f"What does {name} defend with?", Strength(unit.name, attacking=False))
    if piece.artillery:
        yield Question(f"What is the artillery of {name} worth?", ArtilleryValue(unit.name))
    if piece.combat:
        yield Question(f"What is {name} tested with?", EffectivenessLevel(unit.name))
        yield Question(f"Which sources supply {name}?", SupplyOf(unit.name))
        yield Question(f"Is {name} isolated?", Surrounded(unit.name))
        if position.allowance:
            yield Question(f"How far may {name} march?", Allowance(unit.name))
        if position.in_enemy_zone(unit.at, piece.side):
            yield Question(f"Where would {name} retreat to by one hex?", RetreatRanks(unit.name, 1))
            yield Question(f"Where would {name} retreat to by two hexes?", RetreatRanks(unit.name, 2))
    if piece.formation and unit.status:
        yield Question(f"How far from the enemy can {name} recover?", RecoveryDistance(unit.name))
    if piece.fort or piece.naval or piece.depot or unit.also != OFF_MAP:
        return
    for there in position.setting.beside[unit.at]:
        if marches.why_not_step(position, unit, unit.at, there) is None:
            text = f"What does the step to {place(position, there)} cost?"
            yield Question(text, StepCost(unit.name, label(unit.at), label(there)))


def _about_hex(position: SerbiaPosition, viewer: str, node: int) -> Iterator[Question]:
    label, where = position.setting.board.label(node), place(position, node)
    holder = position.occupier(node)
    if holder is not None and secrecy.knows(viewer, holder):
        yield Question(f"How much stands in {where}?", StackingLoad(label))
    if holder is not None and viewer == other_side(holder) and _is_open_to_attack(position, node, viewer):
        yield Question(f"What would an attack on {where} be worth?", AttackStrength(label))
        yield Question(f"What is seen of the defense of {where} worth?", DefenseStrength(label))
        yield Question(f"To what odds would it come in {where}?", OddsShifts(label))
        yield Question(f"What would be added to the white die in {where}?", DieModifiers(label))
        yield Question(f"What ammunition would the attack on {where} cost?", SupplyCost(label))
    if victory_points.ADVANCE in position.setting.parameters.head.victory.awards:
        if victory_points.advance_points(position, node):
            yield Question(f"What does an advance to {where} earn?", AdvancePoints(label))
    yield Question("How does the lead come about?", VictoryPoints())


def _is_open_to_attack(position: SerbiaPosition, node: int, side: str) -> bool:
    setting = position.setting
    return participation.is_defended(position, node, side) and any(
        position.has_combat_unit(here, side) and strengths.can_attack_across(setting, here, node)
        for here in setting.beside[node]
    )
