"""A guess at what lies hidden, for playing on from what one side knows.

The schedules are open [16.1], and every stack shows a unit: so whoever of the enemy should be in play and is
not in sight lies under some unit that is. A guess puts each of them by lot under one of the stacks nearest to
where it began, as the order of stacks allows [3.1.5]. All are taken to be whole and fresh. First of all are
those who have made an attack or build a position of which only the marker is seen [3.1.6a].
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.force import MOST_ASSETS
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import CombatUnit
from hexfront.games.serbia_1914.printed.scenario_lists import replay
from hexfront.games.serbia_1914.rules import inter_phase, railways, stacking, supply
from hexfront.games.serbia_1914.table.timetable import has_begun
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT, INTER_PHASE, other_side
from hexfront.kernel.datafiles import Faults

NEAREST = 3  # stacks between which the lot decides


def supposed(position: SerbiaPosition, side: str, number: int) -> SerbiaPosition:
    """A redacted position with the hidden units of the other side where they might be."""
    if secrecy.SEALED not in position.flags:
        return position
    enemy = other_side(side)
    twin = position.copy()
    draw = random.Random(number)
    strangers = [unit for unit in twin.of_side(enemy) if twin.piece(unit).unknown]
    for unit in strangers:
        twin.remove(unit.name)
    absent = {unit.name: unit for unit in missing(twin, enemy)}
    for stranger in strangers:
        maker = _maker(twin, absent, stranger, draw)
        if maker is not None:
            del absent[maker.name]
            twin.put(msgspec.structs.replace(maker, at=stranger.at, began=stranger.at))
    for unit in absent.values():
        node = _hiding_place(twin, unit, draw)
        if node != OFF_MAP:
            twin.put(msgspec.structs.replace(unit, at=node, began=node))
    for stranger in strangers:
        _give_marker(twin, stranger)
    if twin.phase == INTER_PHASE and twin.active == enemy and twin.begun:
        _wear_somebody(twin, enemy)
    del twin.flags[secrecy.SEALED]
    twin.derive()
    return twin


def _wear_somebody(position: SerbiaPosition, side: str) -> None:
    """[16.6] Who is asked to use replacements, which are open, has a unit that can take one."""
    if inter_phase.replacement_choices(position, side):
        return
    for unit in sorted(position.of_side(side), key=lambda unit: unit.name):
        worn = msgspec.structs.replace(unit, reductions=1)
        if position.piece(unit).most_reductions and inter_phase.can_take(position, worn):
            position.put(worn)
            return


def missing(position: SerbiaPosition, side: str) -> list[Unit]:
    """The units of a side that should be in play by the schedules and are neither seen nor lost."""
    setting = position.setting
    first = setting.parameters.head.first_turn
    # What is in play in a turn is what was there before the events of the next one.
    last = position.turn + has_begun(position, position.turn, side)
    *_, (_, due) = replay(setting.parameters, setting.forces, Faults(), range(first, last + 1))
    known = [*position.units, *position.lost, *position.waiting, *position.gone]
    accounted = setting.forces.bodies([name for name in known if name in setting.pieces])
    return [
        _fresh(position, name)
        for name in sorted(due - accounted)
        if setting.pieces[name].side == side and not setting.pieces[name].naval
    ]


def _fresh(position: SerbiaPosition, name: str) -> Unit:
    counter = position.setting.forces.counter(name)
    formation = isinstance(counter, CombatUnit) and counter.formation
    row = next((each for each in _rows(position) if each[0] == name), (name, "", "", ""))
    return Unit(name, name, OFF_MAP, army=row[1], corps=(row[2] or INDEPENDENT) if formation else "")


def _rows(position: SerbiaPosition) -> Iterator[tuple[str, str, str, str]]:
    """Every unit of the lists with its army, its corps and the hex where it begins."""
    scenario = position.setting.parameters
    for placement in scenario.placements:
        yield placement.unit, placement.army, placement.corps, placement.hexes[0]
    for entering in scenario.schedule.reinforcements:
        yield entering.unit, entering.army, entering.corps, entering.place


def _hiding_place(position: SerbiaPosition, unit: Unit, draw: random.Random) -> int:
    """One of the nearest stacks under whose top unit a unit may lie; nowhere if there is none."""
    side = position.side_of(unit)
    stacks = {node for each in position.of_side(side) for node in position.hexes_of(each)}
    nearest = sorted(
        stacks & position.setting.hexes, key=lambda node: (_way_from_home(position, unit, node), node)
    )
    free = [*islice((node for node in nearest if may_lie_in(position, unit, node, side)), NEAREST)]
    return draw.choice(free) if free else OFF_MAP


def _way_from_home(position: SerbiaPosition, unit: Unit, node: int) -> int:
    """Hexes between a hex and the one where a unit began; none if it began off the map."""
    board = position.setting.board
    home = next((place for name, _, _, place in _rows(position) if name == unit.name), "")
    return (board.distance(node, board[home]) or 0) if home in board else 0


def may_lie_in(position: SerbiaPosition, unit: Unit, node: int, side: str) -> bool:
    """[3.1.1] [3.1.5] [3.2] Whether a unit could be hidden in a stack: there is room, and another on top."""
    top = secrecy.top_of(position, node, side)
    if top is None or not stacking.room(position, node, side, [unit]):
        return False
    piece = position.piece(unit)
    if piece.combat and not position.piece(top).combat:
        return False  # it would be felt
    if piece.asset:
        assets = sum(position.piece(each).asset for each in position.units_at(node))
        if assets >= MOST_ASSETS * max(position.formations[node], 1):
            return False
    close = position.enemy_beside(node, side)
    if secrecy.rank(position, unit, close=close) <= secrecy.rank(position, top, close=close):
        return False
    return not piece.supply or _leaves_depots_their_lines(position, unit, node, side)


def _leaves_depots_their_lines(position: SerbiaPosition, unit: Unit, node: int, side: str) -> bool:
    """[15.4] Whether each depot has a line of communications with a supply unit in a hex, itself included.

    One that has none flies in the next supply phase, and that is seen.
    """
    trial = position.copy()
    trial.put(msgspec.structs.replace(unit, at=node))
    depots = [each for each in supply.supply_units(trial, side) if trial.piece(each).depot]
    had = railways.communications(position, side)
    return all(
        supply.has_line_of_communications(trial, each)
        for each in depots
        if each.name == unit.name or each.name in had
    )


# Markers whose makers are not seen


def _maker(
    position: SerbiaPosition, absent: Mapping[str, Unit], stranger: Unit, draw: random.Random
) -> Unit | None:
    """[7.3] Somebody not placed yet who could lie in a hex and have made the attack that is seen there.

    Formations come first, since each is a Force of its own, then those who began nearest. Nobody is needed
    for works and for attacks that are only indicated, which may be the top unit's as well.
    """
    if stranger.prepared == OFF_MAP:
        return None
    node, side = stranger.at, position.side_of(stranger)
    able = [
        unit
        for unit in absent.values()
        if position.piece(unit).infantry and may_lie_in(position, unit, node, side)
    ]
    formations = [unit for unit in able if position.piece(unit).formation]
    able = sorted(formations or able, key=lambda unit: (_way_from_home(position, unit, node), unit.name))
    return draw.choice(able[:NEAREST]) if able else None


def _give_marker(position: SerbiaPosition, stranger: Unit) -> None:
    """[3.1.6a] Some unit of the hex has made the attack, or builds the position, that is seen.

    The prepared attacks of a unit that is seen are known; its works, and whether it is the one to attack, are
    not. If nobody of whom the schedules tell can have made it, it is somebody unknown.
    """
    side = position.side_of(stranger)
    shown = secrecy.shown(position, side)
    wanted = secrecy.prepared_attacks(position, side)
    if stranger.prepared != OFF_MAP:
        wanted[stranger.at, stranger.prepared] += 1

    def likely(unit: Unit) -> tuple[bool, bool]:
        return unit.prepared != stranger.aim, unit.name in shown

    for unit in sorted(secrecy.stack(position, stranger.at, side), key=likely):
        if not _may_have_made(position, unit, stranger, seen=unit.name in shown):
            continue
        position.change(
            unit.name,
            prepared=unit.prepared if stranger.prepared == OFF_MAP else stranger.prepared,
            aim=stranger.aim,
            task=stranger.task,
            progress=stranger.progress,
            spent=stranger.spent,
        )
        if secrecy.prepared_attacks(position, side) == wanted:  # it is not of a Force that has made another
            return
        position.put(unit)
    position.put(stranger)


def _may_have_made(position: SerbiaPosition, unit: Unit, stranger: Unit, *, seen: bool) -> bool:
    """[7.3] [9.1] [14.3] Whether a unit has no other marker, and could have made one.

    Who has prepared an attack may be the one who makes it.
    """
    if not position.piece(unit).infantry or unit.task or unit.aim != OFF_MAP or unit.also != OFF_MAP:
        return False
    if stranger.prepared != OFF_MAP:
        return unit.prepared == OFF_MAP and not seen
    return unit.prepared in (OFF_MAP, stranger.aim)
