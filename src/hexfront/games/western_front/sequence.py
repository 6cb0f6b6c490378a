"""Chapter 5: the sequence of play.

A month is a monthly special turn of two phases and seven normal turns of eight: the Central Powers'
arrival, movement, combat and recombination, then the Entente's. A scenario begins with the Central Powers'
arrival phase of its first turn, without a monthly turn (decision WF-R004).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from hexfront.games.western_front.matters import Administering, Moving
from hexfront.games.western_front.orders import Administer, Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import (
    allowances,
    arrivals,
    assault_training,
    cavalry_supply,
    column_attack,
    combat,
    crowding,
    danube,
    flotillas,
    fortresses,
    headquarters,
    hindenburg_line,
    morale,
    movement,
    nations,
    organization,
    other_fronts,
    rail,
    rail_lines,
    replacement,
    retreat,
    sectors,
    stacking,
    supply,
    surrender,
    tanks,
    trenches,
)
from hexfront.games.western_front.scenarios import set_up
from hexfront.games.western_front.scenarios.deployment import phase as deployment
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    COMBAT,
    COMPLETION,
    INITIATION,
    MOVEMENT,
    RECOMBINATION,
    SIDES,
    TURN_PHASES,
    other_side,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

Perform = Callable[[Table, WesternFrontPosition, Any], Procedure]
Phase = Callable[[Table, WesternFrontPosition], Procedure]

OPTIONS: tuple[Option, ...] = tuple(
    option
    for chapter in (
        movement,
        rail,
        rail_lines,
        combat,
        retreat,
        column_attack,
        supply,
        headquarters,
        surrender,
        fortresses,
        trenches,
        morale,
        arrivals,
        cavalry_supply,
    )
    for option in chapter.OPTIONS
)

# The chapters whose orders may be given in a movement phase, besides moving itself.
ADMINISTRATION = (
    headquarters,
    fortresses,
    organization,
    rail_lines,
    flotillas,
    nations,
    sectors,
    other_fronts,
)
ADMINISTRATIVE_ORDERS: Mapping[type[Action], Perform] = {
    kind: perform for chapter in ADMINISTRATION for kind, perform in chapter.MOVEMENT_ORDERS.items()
}
LAST_TURN_OF_MONTH = 7
_ADMINISTER = Administer()


def play(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] The game from here to its end."""
    yield from set_up.quick(table, position)
    yield from deployment.play(table, position)
    while (outcome := position.setting.campaign.outcome(position)) is None:
        yield from PHASES[position.phase](table, position)
        next_phase(position)
    position.setting.campaign.end(table, position)
    return outcome


def next_phase(position: WesternFrontPosition) -> None:
    """[5] Whose phase comes next; after the Entente's last one the turn is over."""
    position.begun = False
    if position.phase == COMPLETION:
        position.phase = INITIATION
    elif position.phase == INITIATION:
        position.date = msgspec.structs.replace(position.date, turn=1)
        position.phase, position.active = ARRIVAL, SIDES[0]
    elif position.phase != RECOMBINATION:
        position.phase = TURN_PHASES[TURN_PHASES.index(position.phase) + 1]
    elif position.active == SIDES[0]:
        position.phase, position.active = ARRIVAL, SIDES[1]
    else:
        next_turn(position)


def next_turn(position: WesternFrontPosition) -> None:
    """[5] Record keeping: the next turn, and after the seventh the next month with its monthly turn."""
    date = position.date
    position.active = SIDES[0]
    position.rail_used.clear()
    for unit in list(position.units.values()):
        if unit.fought or unit.shifted:
            position.put(msgspec.structs.replace(unit, fought=False, shifted=False))
    for name, unit in position.lost.items():
        if unit.fought or unit.shifted:
            position.lost[name] = msgspec.structs.replace(unit, fought=False, shifted=False)
    if date.turn < LAST_TURN_OF_MONTH:
        position.date = msgspec.structs.replace(date, turn=date.turn + 1)
        position.phase = ARRIVAL
    else:
        months = date.year * 12 + date.month  # the month after this one, counted from January as 0
        position.date = TurnDate(months // 12, months % 12 + 1, 0)
        position.phase = COMPLETION


def completion_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [22-5] Trench construction completion."""
    if not position.begun:
        position.begun = True
        table.tell(position.date_text, "5", kind="turn")
        trenches.completion(table, position)
        assault_training.complete(table, position)
        assault_training.note_new_year(position)
        position.setting.campaign.monthly_turn(table, position)
    yield from ()
    return None


def initiation_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [22-1] Trench construction initiation, and what else happens once a month."""
    if not position.begun:
        position.begun = True
        supply.starve_cavalry(table, position)
        position.active = SIDES[0]
        assault_training.draw(table, position)
    while True:
        yield from position.setting.campaign.hear_news(table, position, position.active)
        if position.setting.campaign.breaks_off(position):
            return None
        yield from assault_training.phase(table, position, position.active)
        yield from trenches.initiation(table, position, position.active)
        if position.active == SIDES[1]:
            return None
        position.active = SIDES[1]


def arrival_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [25-2] Reinforcement arrival."""
    if not position.begun:
        position.begun = True
        if position.active == SIDES[0]:
            table.tell(position.date_text, "5", kind="turn")
        trenches.check(table, position)
        hindenburg_line.check(table, position)
        trenches.finish_in_any_turn(table, position)
        surrender.begin_half_turn(table, position)
        arrivals.begin(table, position)
    yield from hindenburg_line.build(table, position)
    yield from headquarters.create_corps_headquarters(table, position)
    yield from arrivals.phase(table, position)
    yield from position.setting.campaign.withdraw(table, position)
    yield from trenches.in_any_turn(table, position)
    yield from stacking.enforce(table, position)
    return None


def movement_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [6-3] Movement, and everything else that is done in a movement phase."""
    side = position.active
    if not position.begun:
        position.begun = True
        position.track_used.clear()
        trenches.check(table, position)
        hindenburg_line.check(table, position)
        _forget_retreats(position)
        _clear_marks(position, side)
        allowances.begin_movement(position)
        position.setting.campaign.begin_movement(table, position)
    ask = Ask(
        side,
        "move",
        "Pick a unit to move, or pass to end the movement phase",
        "6-3",
        options=lambda: movement_choices(position, side),
        why_not=lambda action: why_not_in_movement(position, side, action),
        default=lambda: advised_order(position, side),
        station=True,
        about=Moving(),
    )
    while not position.setting.campaign.breaks_off(position):
        chosen = yield ask
        if isinstance(chosen, Pass):
            break
        if isinstance(chosen, Administer):
            yield from administer(table, position, side)
        else:
            yield from movement.MOVEMENT_ORDERS[type(chosen)](table, position, chosen)
    position.setting.campaign.end_movement(table, position)
    assault_training.interrupted(table, position)
    tanks.end_of_movement(table, position)
    hindenburg_line.check(table, position)
    yield from headquarters.end_of_movement(table, position)
    yield from stacking.enforce(table, position)
    return None


def movement_choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[6-3] Units to move, other business to see to, and the end of the phase if it may end."""
    choices = movement.movement_choices(position, side)
    choices.append(_ADMINISTER)
    campaign = position.setting.campaign
    if crowding.why_not_end_phase(position, side) is None and not campaign.is_bound_to_go_on(position, side):
        choices.append(PASS)
    return choices


def advised_order(position: WesternFrontPosition, side: str) -> Action:
    """The end of the phase; else a unit that must still go somewhere, or out of a crowded hex."""
    if why_not_end_movement(position, side) is None:
        return PASS
    owed = position.setting.campaign.owed_march(position, side) or crowding.crowded_out(position, side)
    return Pick(owed.name) if owed else movement.movement_choices(position, side)[0]


def administer(table: Table, position: WesternFrontPosition, side: str) -> Procedure:
    """[18-6] [21-8] [27-1] Shipments, fortresses, divisions: one order, or none."""
    chosen = yield Ask(
        side,
        "administer",
        "Ship supply, give up or drain a fortress, divide or form a division, or pass",
        "18-6",
        options=lambda: [*administrative_choices(position, side), PASS],
        why_not=lambda action: why_not_administer(position, side, action),
        default=lambda: PASS,
        about=Administering(),
    )
    if not isinstance(chosen, Pass):
        yield from ADMINISTRATIVE_ORDERS[type(chosen)](table, position, chosen)
    return None


def administrative_choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[18-6] [21-8] [27-1] Every shipment, fortress and division that may be seen to."""
    return [choice for chapter in ADMINISTRATION for choice in chapter.movement_choices(position, side)]


def why_not_administer(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """Why an administrative order cannot be given."""
    for chapter in ADMINISTRATION:
        if type(action) in chapter.MOVEMENT_ORDERS:
            refusal: Refusal | None = chapter.why_not_in_movement(position, side, action)
            return refusal
    return None


def why_not_end_movement(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[11-1] [WF 3-3] What keeps a side from ending its movement phase."""
    return crowding.why_not_end_phase(position, side) or position.setting.campaign.may_end_movement(
        position, side
    )


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """Why an order cannot be given in a movement phase."""
    if isinstance(action, Pass):
        return why_not_end_movement(position, side)
    if type(action) in ADMINISTRATIVE_ORDERS and action not in administrative_choices(position, side):
        return why_not_administer(position, side, action)
    return movement.why_not_in_movement(position, side, action)


def _clear_marks(position: WesternFrontPosition, side: str) -> None:
    """The marks of the last movement and combat phases of a side are gone when its next one begins."""
    for unit in position.of_side(side):
        if (
            unit.moved
            or unit.attacked
            or unit.column_attacked
            or unit.transferred
            or unit.spent
            or unit.rode
            or unit.in_column
        ):
            cleared = msgspec.structs.replace(
                unit,
                spent=0,
                moved=False,
                rode=False,
                in_column=False,
                column_attacked=False,
                attacked=False,
                transferred=0,
            )
            position.put(cleared)


def _forget_retreats(position: WesternFrontPosition) -> None:
    """[14-15] A retreat counts only in the phase in which it happened."""
    for unit in list(position.units.values()):
        if unit.retreated:
            position.put(msgspec.structs.replace(unit, retreated=False))


def combat_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [12-1] Combat."""
    if not position.begun:
        position.begun = True
        position.fought_over.clear()
        danube.begin_combat(position)
        for unit in list(position.units.values()):
            if unit.retreated:
                position.put(msgspec.structs.replace(unit, retreated=False))
        fortresses.siege_rolls(table, position)
    yield from combat.combat_phase(table, position)
    position.setting.campaign.end_combat(position)
    assault_training.interrupted(table, position)
    hindenburg_line.check(table, position)
    yield from stacking.enforce(table, position)
    return None


def recombination_phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [23-3] Replacement and recombination."""
    position.begun = True
    yield from replacement.phase(table, position)
    yield from stacking.enforce(table, position)
    rail_lines.end_of_half_turn(table, position)
    surrender.end_half_turn(table, position)
    return None


PHASES: Mapping[str, Phase] = {
    COMPLETION: completion_phase,
    INITIATION: initiation_phase,
    ARRIVAL: arrival_phase,
    MOVEMENT: movement_phase,
    COMBAT: combat_phase,
    RECOMBINATION: recombination_phase,
}

__all__ = ["OPTIONS", "PHASES", "next_phase", "next_turn", "other_side", "play"]
