"""[3.2] The sequence of play: a quarter step by step, with its impulses in the middle.

The steps of a turn stand in `vocabulary.STEPS`, and `STEPS` here says what happens in each. The four segments
come for the Central Powers and then for the Entente in each impulse that either of them has [8.3].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hexfront.games.storm_of_steel.orders import Armistice
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    agents,
    air_landing,
    allegiance,
    armistice,
    attrition,
    cards,
    combat,
    commerce,
    conditions,
    development,
    diplomacy,
    fog,
    hand_selection,
    harbours,
    impulses,
    mobilization,
    morale,
    movement,
    movement_cards,
    political_events,
    reinforcements,
    reorganization,
    seas,
    surrender,
)
from hexfront.games.storm_of_steel.scenarios import victory
from hexfront.games.storm_of_steel.vocabulary import (
    AFTER_IMPULSES,
    AGENTS,
    ALLOCATION,
    ATTRITION,
    BEFORE_IMPULSES,
    CAPACITY,
    CARDS,
    CENTRAL_POWERS,
    COMBAT,
    CONTESTED_SEAS,
    DEVELOPMENT,
    DIPLOMACY,
    DISCARD,
    ENTENTE,
    HOME_REORGANIZATION,
    IMPULSES,
    MORALE,
    MOVEMENT,
    NAVAL_OPERATIONS,
    POLITICAL_EVENTS,
    RAIDING,
    REINFORCEMENTS,
    REORGANIZATION,
    REVELATION,
    SEA_CONTROL,
    SEGMENTS,
    SHIPPING,
)
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Step = Callable[[Table, SteelPosition], Procedure]


def play(table: Table, position: SteelPosition) -> Procedure:
    """[3.2] The game from here to its end."""
    while (outcome := victory.outcome(position)) is None:
        if position.step == CARDS and not position.begun and not position.held:
            begin_turn(table, position)
        yield from _undecided(table, position, STEPS[position.step](table, position))
        surrender.settle(table, position)
        harbours.leave_fallen(table, position)
        fog.sweep(position)
        next_step(position)
    return outcome


def _undecided(table: Table, position: SteelPosition, step: Procedure) -> Procedure:
    """[5.32] [45.5] A step as long as the war goes on: bombs, ships or agents may end it in the middle, and
    so may an armistice."""
    answer = None
    while True:
        try:
            asked = step.send(answer)
        except StopIteration:
            return None
        if asked.station and victory.outcome(position) is not None:
            step.close()
            return None
        if not isinstance(asked, Ask):
            answer = yield asked
            continue
        question = armistice.open_to(position, asked)
        answer = yield question
        while isinstance(answer, Armistice):
            if armistice.offer(table, question.side):
                step.close()
                return None
            answer = yield question


def begin_turn(table: Table, position: SteelPosition) -> None:
    """[3.2] [23.1] A new quarter: dummies come back, and who holds which place is noted, for what is taken
    counts from here [4.6-Objective-1]."""
    fog.begin_quarter(position)
    position.held = {node: position.controller(node) for node in conditions.noted(position.setting)}
    quarter = position.quarter
    table.tell(f"{quarter.season.title()} {quarter.year}", "3.2", kind="turn")


def next_step(position: SteelPosition) -> None:
    """[3.1] [3.2-3] [3.2-3b] What comes next: strategic warfare before the impulses, and at sea control
    before operations."""
    position.begun = False
    step = position.step
    if step in BEFORE_IMPULSES:
        at = BEFORE_IMPULSES.index(step) + 1
        if at < len(BEFORE_IMPULSES):
            position.step = BEFORE_IMPULSES[at]
            return
        position.impulse, position.active, position.step = 1, CENTRAL_POWERS, REVELATION
        impulses.begin_turn(position)
    elif step in SEGMENTS:
        _next_segment(position)
    else:
        at = AFTER_IMPULSES.index(step) + 1
        if at < len(AFTER_IMPULSES):
            position.step = AFTER_IMPULSES[at]
            return
        _next_turn(position)


def _next_segment(position: SteelPosition) -> None:
    """[3.2-4] [3.2-4a] [3.2-4b] [3.2-4c] [3.2-4d] [8.3] [8.4] The next segment, the other side, the next
    impulse; then the rest of the quarter."""
    at = SEGMENTS.index(position.step) + 1
    if at < len(SEGMENTS):
        position.step = SEGMENTS[at]
        return
    impulses.end(position)
    position.step = REVELATION
    if position.active == CENTRAL_POWERS:
        position.active = ENTENTE
    elif position.impulse < IMPULSES and impulses.is_any_left(position):
        position.impulse, position.active = position.impulse + 1, CENTRAL_POWERS
    else:
        position.impulse, position.active, position.step = 0, CENTRAL_POWERS, AFTER_IMPULSES[0]


def _next_turn(position: SteelPosition) -> None:
    """[3.2-8c] The next quarter."""
    position.turn += 1
    position.step, position.active, position.impulse = CARDS, CENTRAL_POWERS, 0
    position.held = {}
    for country in sorted(position.passage):
        allegiance.close_to_passage(position, country)
    position.granted.clear()
    position.last_seas = {sea: side for sea, side in position.seas.items() if side}
    position.seas = {}
    position.ebb()
    for unit in list(position.units.values()):
        if unit.crossed or unit.broke_through:
            position.put(msgspec.structs.replace(unit, crossed=False, broke_through=False))


def reorganization_segment(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-4aCP2] [3.2-4aEN2] Corps are exchanged, units entrench or come out."""
    if impulses.active_fronts(position):
        yield from reorganization.segment(table, position)
    return None


def movement_segment(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-4aCP3] [3.2-4aEN3] Movement of the side whose impulse it is."""
    if impulses.active_fronts(position):
        yield from movement.segment(table, position)
        movement_cards.end(position)
    return None


def combat_segment(table: Table, position: SteelPosition) -> Procedure:
    """[3.2-4aCP4] [3.2-4aEN4] Attacks of the side whose impulse it is."""
    if impulses.active_fronts(position):
        yield from combat.segment(table, position)
        air_landing.overrun(table, position)
        yield from air_landing.segment(table, position)
    return None


STEPS: Mapping[str, Step] = {
    CARDS: hand_selection.phase,
    DIPLOMACY: diplomacy.phase,
    AGENTS: agents.phase,
    SEA_CONTROL: seas.control,
    NAVAL_OPERATIONS: seas.operations,
    REVELATION: cards.reveal,
    REORGANIZATION: reorganization_segment,
    MOVEMENT: movement_segment,
    COMBAT: combat_segment,
    CONTESTED_SEAS: seas.contested,
    ATTRITION: attrition.phase,
    MORALE: morale.phase,
    DEVELOPMENT: development.phase,
    RAIDING: commerce.raiding,
    SHIPPING: commerce.shipping,
    CAPACITY: mobilization.capacity,
    ALLOCATION: mobilization.allocate,
    REINFORCEMENTS: reinforcements.place,
    HOME_REORGANIZATION: reorganization.at_home,
    DISCARD: cards.discard,
    POLITICAL_EVENTS: political_events.phase,
}
