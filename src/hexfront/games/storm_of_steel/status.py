"""What is illegal about a position: what no sequence of legal orders could have brought about."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import aircraft
from hexfront.games.storm_of_steel.rules.morale import unbalanced
from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.position import Finding


def findings(position: SteelPosition) -> Iterator[Finding]:
    """[13.1] [13.3] [10.21] Stacks that are too high, enemies in one hex, units where none can be.

    The excess of a hex may stand there while its owner is asked who goes home [13.2].
    """
    setting = position.setting
    label, pieces = setting.board.label, setting.pieces
    most = setting.number("stacking")
    is_land, is_area = setting.ground.is_land, setting.board.is_area
    for node in sorted(position.troops):
        alone = len(position.troops[node]) == 1 and position.loads[node] <= most
        if alone and (is_land[node] or is_area(node)):
            continue
        units = position.troops_at(node)
        sides = {position.side_of(unit) for unit in units}
        if len(sides) > 1:
            yield Finding(("13.3",), "units of both sides stand together", label(node))
        if not setting.board.is_area(node):
            settled = node != position.crowded
            if settled and position.loads[node] > most:
                yield Finding(("13.1",), f"{position.loads[node]} units where {most} may stand", label(node))
            if settled and sum(pieces[unit.piece].headquarters for unit in units) > 1:
                yield Finding(("13.14",), "two headquarters in one hex", label(node))
            if not setting.ground.is_land[node]:
                yield Finding(("10.21",), "land units in the water", label(node))
        if sum(pieces[unit.piece].fort for unit in units) > 1:
            yield Finding(("13.13",), "two forts in one hex", label(node))
    for unit in position.units.values():
        if unit.entrenched and ((piece := pieces[unit.piece]).entrenched is None or piece.fort):
            yield Finding(("12.3",), f"{unit.name} has no entrenched side", label(unit.at))
    for name in sorted(position.units.keys() & {*position.due, *position.dead, *position.removed}):
        yield Finding(("7.4",), f"{name} is in play and elsewhere", label(position.units[name].at))
    yield from _aircraft(position)
    yield from _cargo(position)
    for side, morale in position.morale.items():
        if morale > setting.number("highest morale"):
            yield Finding(("5.22",), f"morale of {side} is {morale}")
    for side in unbalanced(position):
        yield Finding(("5.1",), f"the causes of the morale of {side} do not add up to it")


def _aircraft(position: SteelPosition) -> Iterator[Finding]:
    """[30.34] [30.41] More air units on the ground than the level of their side allows, or on one cruiser."""
    label = position.setting.board.label
    for side in SIDES:
        for node, units in sorted(aircraft.based_at(position, side).items()):
            number = sum(unit.name not in position.aboard for unit in units)
            if number > position.air[side]:
                yield Finding(("30.41",), f"{number} air units at level {position.air[side]}", label(node))
    ships = list(position.aboard.values())
    for ship in sorted({each for each in ships if ships.count(each) > 1}):
        yield Finding(("29.15", "30.34"), f"two units on {ship}")


def _cargo(position: SteelPosition) -> Iterator[Finding]:
    """[29.11] Units aboard ships that are elsewhere or the enemy's, and such as go ashore that are not
    aboard."""
    label = position.setting.board.label
    for name, ship in sorted(position.aboard.items()):
        unit, carrier = position.units.get(name), position.units.get(ship)
        if unit is None or carrier is None:
            yield Finding(("29.11",), f"{name} is aboard {ship}, and one of them is not in play")
        elif position.is_cargo(name) and unit.at != carrier.at:
            yield Finding(("29.11",), f"{name} is not where {ship} is", label(unit.at))
        elif position.side_of(unit) != position.side_of(carrier):
            yield Finding(("29.11",), f"{name} is aboard a ship of the enemy", label(unit.at))
    for name in sorted(position.disembarking - position.aboard.keys()):
        yield Finding(("29.12",), f"{name} is to go ashore and is not aboard")
