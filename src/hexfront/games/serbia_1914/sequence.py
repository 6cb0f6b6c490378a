"""[4.0] The sequence of play: game turns of two player turns, and an Inter-Phase after every third."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    attachment,
    combat,
    control,
    finishing,
    improved_positions,
    instants,
    inter_phase,
    montenegro,
    movement,
    organization,
    plans,
    schedule,
    stacking,
    supply,
)
from hexfront.games.serbia_1914.scenarios import victory
from hexfront.games.serbia_1914.vocabulary import (
    ATTACHMENT,
    ATTACK,
    COUNTER_ATTACK,
    COUNTER_MOVEMENT,
    FINISHING,
    INTER_PHASE,
    MOVEMENT,
    PRELIMINARY,
    SERBIA,
    SIDES,
    SUPPLY,
    TURN_PHASES,
)
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

Phase = Callable[[Table, SerbiaPosition], Procedure]

OPTIONS: tuple[Option, ...] = tuple(
    option
    for chapter in (attachment, combat, control, movement, schedule, supply)
    for option in chapter.OPTIONS
)


def play(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.0] The game from here to its end."""
    while (outcome := victory.outcome(position)) is None:
        yield from PHASES[position.phase](table, position)
        end_phase(table, position)
        next_phase(position)
    return outcome


def end_phase(table: Table, position: SerbiaPosition) -> None:
    """[3.4] [14.4] At the end of each phase: who controls what, and positions that nobody holds."""
    improved_positions.remove_empty(table, position)
    control.update(table, position)


def next_phase(position: SerbiaPosition) -> None:
    """[4.1] [4.2] [4.3] What comes next: phases of a player turn, the other player, the next game turn."""
    position.begun = False
    if position.phase == INTER_PHASE:
        _next_turn(position)
    elif position.phase != FINISHING:
        position.phase = TURN_PHASES[TURN_PHASES.index(position.phase) + 1]
    elif position.active == SIDES[0]:
        position.phase, position.active = PRELIMINARY, SIDES[1]
    elif position.setting.lists.inter_phase_after(position.turn) is not None:
        position.phase, position.active = INTER_PHASE, SIDES[0]
    else:
        _next_turn(position)


def _next_turn(position: SerbiaPosition) -> None:
    position.turn += 1
    position.phase, position.active = PRELIMINARY, SIDES[0]


def preliminary_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.1] [4.2.1a] Reinforcements, withdrawals, substitutions; plans and activation."""
    if not position.begun:
        position.begun = True
        if position.active == SIDES[0]:
            table.tell(position.date_text, "4.1", kind="turn")
        schedule.begin(table, position)
        plans.note_achieved(table, position)
    yield from schedule.enter(table, position)
    yield from plans.abandon(table, position)
    yield from instants.settle(table, position)
    return None


def attachment_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.2] Areas of attachment, and which Formation belongs to which corps."""
    if not position.begun:
        position.begun = True
        attachment.begin(table, position)
    yield from attachment.phase(table, position)
    return None


def supply_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.3] [15.4] The supply state of the Phasing Player's units."""
    if not position.begun:
        position.begun = True
        supply.begin(table, position)
    yield from supply.phase(table, position)
    yield from instants.settle(table, position)
    return None


def movement_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.5] [4.2.6] Movement, or counter movement, of the side whose phase it is."""
    side = position.mover
    if not position.begun:
        position.begun = True
        organization.begin_movement(position)
        begin_movement(position, side)
        if position.phase == COUNTER_MOVEMENT:
            attachment.adjust(table, position)
        movement.begin(table, position)
    yield from organization.split(table, position)
    yield from movement.phase(table, position)
    if position.phase == MOVEMENT and side == SERBIA:
        montenegro.rest(table, position)
    yield from organization.combine(table, position)
    yield from stacking.enforce(table, position, side)
    return None


def begin_movement(position: SerbiaPosition, side: str) -> None:
    """[7.1.1] Every unit of the side has its movement points, and stands where it begins."""
    position.crossed.clear()
    position.memo.clear()  # where units begin counts for crossing rivers
    for unit in position.of_side(side):
        rested = not (unit.moved or unit.spent or unit.marched)
        if rested and unit.began == unit.at and unit.began_also == unit.also:
            continue
        position.put(
            msgspec.structs.replace(
                unit, began=unit.at, began_also=unit.also, spent=0, marched=0, moved=False
            )
        )


def attack_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.7] [4.2.8] Attacks of the side whose phase it is."""
    if not position.begun:
        position.begun = True
        position.attacked.clear()
        for unit in list(position.units.values()):
            if unit.fought or unit.supported or unit.retreated or unit.repulsed or unit.aim != OFF_MAP:
                position.put(
                    msgspec.structs.replace(
                        unit, fought=False, supported=False, retreated=False, repulsed=False, aim=OFF_MAP
                    )
                )
        combat.begin(table, position)
    yield from combat.phase(table, position)
    return None


def finishing_phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.9] Cavalry retires, bridges are built, Komitadji are placed, points are counted."""
    yield from finishing.phase(table, position)
    return None


def inter_phase_segments(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.3] Replacements, rights to build positions, points for the farthest advance."""
    yield from inter_phase.phase(table, position)
    return None


PHASES: Mapping[str, Phase] = {
    PRELIMINARY: preliminary_phase,
    ATTACHMENT: attachment_phase,
    SUPPLY: supply_phase,
    MOVEMENT: movement_phase,
    COUNTER_MOVEMENT: movement_phase,
    ATTACK: attack_phase,
    COUNTER_ATTACK: attack_phase,
    FINISHING: finishing_phase,
    INTER_PHASE: inter_phase_segments,
}
