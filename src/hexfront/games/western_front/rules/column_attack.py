"""Chapter 16: column attacks, which are combats in the movement phase; and the forced ones of 14-9."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from hexfront.games.western_front.matters import Battle, Joining
from hexfront.games.western_front.orders import Join
from hexfront.games.western_front.position import Unit, WesternFrontPosition, names_of
from hexfront.games.western_front.rules import combat, danube
from hexfront.games.western_front.vocabulary import ENEMY_OF, MOVEMENT, other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure
from hexfront.shared import hands

OPTIONS: tuple[Option, ...] = (
    Option(
        "column-attack-plain-doubling",
        ("off", "on"),
        "Units under a column attack are multiplied by 2 only, not by 2 on top of the usual factor.",
        ("16-8",),
    ),
)


# Across which hexsides


def may_cross(position: WesternFrontPosition, here: int, there: int) -> bool:
    """[16-10] [12-5] Whether a column attack can take place across a hexside."""
    return there in position.setting.crossable[here] and barrier(position, here, there) == ""


def barrier(position: WesternFrontPosition, here: int, there: int) -> str:
    """[16-10] The terrain or river that closes a hexside to column attacks; empty if it is open."""
    return position.setting.column_attack_barrier(here, there)


def enemies_within_reach(position: WesternFrontPosition, here: int, side: str) -> list[int]:
    """[16-6] [16-7] [16-10] Hexes with enemy units that can be column attacked out of a hex.

    How often a hex was attacked before does not matter.
    """
    occupiers = position.occupiers
    found = [
        there
        for there in position.setting.open_to_column_attack[here]
        if occupiers[there] and occupiers[there] != side
    ]
    if barred := position.setting.campaign.barred_hexes(position, side):
        found = [there for there in found if there not in barred]
    if here in position.setting.beside_danube:
        return [there for there in found if danube.has_land_forces(position, there)]
    return found


# Who takes part


def why_not_unit(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[16-4] [16-5] [6-10] [WF 3-6] [WF 10-2] Why a unit makes no column attack in its own phase."""
    piece = position.piece(unit)
    if not piece.ground_combat or piece.artillery:
        return Refusal("16-4", f"{piece.label} makes no column attacks")
    if piece.tank:
        return Refusal("WF 10-2", f"{piece.label} is a tank unit, which makes no column attacks")
    if unit.column_attacked:
        return Refusal("16-5", f"{piece.label} has made its column attack of this phase")
    if unit.in_column:
        return Refusal("6-10", f"{piece.label} has used column movement in this phase")
    if unit.strength == 0:
        return Refusal("12-14", f"{piece.label} has no strength to attack with")
    if unit.entrained:
        return Refusal("7-11", f"{piece.label} is on its trains")
    if not unit.mobilized:
        return Refusal("WF 6", f"{piece.label} has not completed mobilization")
    return position.setting.campaign.holds_back(position, unit)


def attackers(position: WesternFrontPosition, names: Iterable[str]) -> list[Unit]:
    """[16-4] Of a group, the units that attack: artillery and units without strength only look on."""
    units = position.units
    return [unit for name in names if why_not_unit(position, unit := units[name]) is None]


def targets(position: WesternFrontPosition, names: Sequence[str]) -> list[int]:
    """[16-2] [16-4] The hexes that a group in hand may column attack now."""
    first, setting = position.units[names[0]], position.setting
    side = setting.pieces[first.piece].side
    if position.occupied[ENEMY_OF[side]].isdisjoint(setting.open_to_column_attack[first.at]):
        return []
    found = enemies_within_reach(position, first.at, side)
    if not found or why_not_group(position, names) is not None:
        return []
    return found


def why_not_group(position: WesternFrontPosition, names: Sequence[str]) -> Refusal | None:
    """[16-1] [16-4] [16-5] Why a group makes no column attack.

    Who has used column movement, has attacked or waits for his army [WF 3-6] keeps the whole stack from it,
    because a stack attacks together; artillery, engineers and others that never attack do not.
    """
    units = [position.units[name] for name in names]
    if position.phase != MOVEMENT or position.side_of(units[0]) != position.active:
        return Refusal("16-1", "column attacks are made in the movement phase of their own side only")
    refusals = [refusal for unit in units if (refusal := why_not_unit(position, unit)) is not None]
    for refusal in refusals:
        if any(rule in ("16-5", "6-10", "WF 3-6") for rule in refusal.rules):
            return refusal
    return refusals[0] if len(refusals) == len(units) else None


def why_not(position: WesternFrontPosition, names: Sequence[str], node: int) -> Refusal | None:
    """[16-4] [16-10] Why a group cannot column attack a hex; None if it can."""
    refusal = why_not_group(position, names)
    if refusal is not None:
        return refusal
    setting = position.setting
    here, where = position.units[names[0]].at, setting.board.label(node)
    side = position.side_of(position.units[names[0]])
    if node not in setting.board.adjacent[here]:
        return Refusal("12-4", f"{where} is not next to the units")
    if position.occupier(node) != other_side(side):
        return Refusal("16-1", f"there is no enemy in {where}")
    if not danube.has_land_forces(position, node):
        return Refusal("36-9", f"only flotillas are in {where}, which ground units cannot attack")
    closed = barrier(position, here, node)
    if closed:
        return Refusal("16-10", f"no column attack crosses the {closed} hexside to {where}")
    if not may_cross(position, here, node):
        return Refusal("12-5", f"units cannot cross the hexside to {where}")
    return setting.campaign.barred_hexes(position, side).get(node)  # [WF 15-4]


# The attack


def column_attack(table: Table, position: WesternFrontPosition, names: Sequence[str], node: int) -> Procedure:
    """[16-3] [16-4] [16-8] [16-9] Attack a hex with a group, and with such units of its hex as stay for it.

    The attack itself is free: nobody's movement points are touched.
    """
    side = position.side_of(position.units[names[0]])
    moving = names_of(attackers(position, names))
    joined = yield from hands.joined(partial(_ask_join, position, side, node), moving)
    for name in joined:
        position.change(name, column_attacked=True, moved=True, fought=True)
    battle = Battle(side, node, tuple(joined), column=True)
    yield from combat.fight(table, position, battle)
    return None


def _ask_join(position: WesternFrontPosition, side: str, node: int, joined: Sequence[str]) -> Ask:
    """[16-4] Units of the hex that have not moved may declare that they stay, and attack with the group
    (decision WF-R058)."""
    able = [
        unit
        for unit in position.combat_units_at(position.units[joined[0]].at, side)
        if unit.name not in joined and not unit.moved and why_not_unit(position, unit) is None
    ]
    where = position.setting.board.label(node)
    choices: list[Action] = [*(Join(unit.name) for unit in able), PASS]
    return Ask(
        side,
        "join",
        f"Who else of the hex stays in it to column attack {where}?",
        "16-4",
        options=lambda: choices,
        why_not=lambda action: _why_not_join(position, action),
        default=lambda: PASS,
        about=Joining(Battle(side, node, tuple(joined), column=True)),
    )


def _why_not_join(position: WesternFrontPosition, action: Action) -> Refusal | None:
    if not isinstance(action, Join):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("16-4", f'there is no unit "{action.unit}"')
    if unit.moved:
        return Refusal("16-4", f"{position.piece(unit).label} has moved apart from the group in this phase")
    return why_not_unit(position, unit) or Refusal("16-4", "only units of the same hex attack together")


def forced(
    table: Table,
    position: WesternFrontPosition,
    names: Sequence[str],
    node: int,
    plan: Mapping[str, str],
) -> Procedure:
    """[14-9] [WF 10-2] Units that had to retreat into an enemy zone attack all enemies around at once.

    It can be supplied only if all of them were in the combat that drove them there; ``plan`` is what they
    were supplied by then. Enemies behind closed hexsides are left out (decision WF-R052).
    """
    units = [position.units[name] for name in names if name in position.units]
    fighting = [
        unit
        for unit in units
        if unit.strength > 0
        and (piece := position.piece(unit)).ground_combat
        and not (piece.artillery or piece.tank)
    ]
    if not fighting:
        return None
    side = position.side_of(fighting[0])
    around = enemies_within_reach(position, node, side)
    if not around:
        return None
    supplied = all(plan.get(unit.name) or position.piece(unit).always_supplied for unit in fighting)
    battle = Battle(
        side,
        around[0],
        tuple(names_of(fighting)),
        column=True,
        forced=True,
        targets=tuple(around),
        may_supply=supplied,
    )
    where = position.setting.board.label(node)
    table.tell(f"The units that retreated to {where} must fight their way out", "14-9", kind="retreat")
    yield from combat.fight(table, position, battle)
    return None
