"""What a side sees on the map as bare numbers, for environments that ask at every step.

The same as the picture tells (`portrait`), without its words; tests compare the two. What lies hidden is
covered hex by hex, as `secrecy.redacted` does it for the whole map, and only where something has changed
since the last look.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from hexfront.games.storm_of_steel import fleet_markers, secrecy, stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.table.portrait import depth, held_cities, markers, stacks_shown
from hexfront.kernel.showing import Mark, Sighting, Sightings
from hexfront.shared.following import Remembered, changes
from hexfront.shared.register import enlist

Shown = list[Sighting]


def sightings(position: SteelPosition, viewer: str) -> Sightings:
    """Counters and markers as a viewer sees them."""
    return _watch(position.setting, viewer, secrecy.hidden_from(position, viewer)).seen(position)


def looked_through(position: SteelPosition) -> Sightings:
    """Counters and markers of a position as somebody knows it, all looked at anew."""
    found = [_seen(position, unit) for units in stacks_shown(position) for unit in units]
    return Sightings(found, [_mark(each.node, each.kind) for each in markers(position)])


class _Watch:
    """What is seen of the map by somebody from whom some sides are hidden, followed from look to look."""

    def __init__(self, setting: SteelSetting, viewer: str, hidden: tuple[str, ...]) -> None:
        self._viewer = viewer
        self._hidden = hidden
        self._units: list[Unit] = []
        self._shown: dict[int, Shown] = {}
        self._hexes: list[int] = []  # those of them, in order
        self._for_all: tuple[Any, ...] = ()  # what matters everywhere
        self._names: tuple[Any, ...] = (
            set(),
            {}.items(),
            set(),
            set(),
        )  # sets of names: to have come into one or gone out matters to a unit
        self._known: frozenset[str] = frozenset()
        self._ships: frozenset[str] = frozenset()
        self._marks: Remembered[list[Mark]] = Remembered()

    def seen(self, position: SteelPosition) -> Sightings:
        """Counters and markers as they are now."""
        nodes = self._changed(position)
        for node in nodes:
            if position.standing[node]:
                self._shown[node] = [_seen(position, unit) for unit in self._lying(position, node)]
            else:
                self._shown.pop(node, None)
            enlist(self._hexes, node, node in self._shown)
        marks = self._marks.of(
            lambda: [_mark(each.node, each.kind) for each in markers(position)],
            position.railways,
            [*held_cities(position)],
            position.devastated,
        )
        return Sightings([*chain.from_iterable(map(self._shown.__getitem__, self._hexes))], marks)

    def _changed(self, position: SteelPosition) -> set[int]:
        """The hexes in which something may be seen that was not seen at the last look."""
        now = list(position.units.values())
        gone, come = changes(self._units, now)
        self._units = now
        nodes = {unit.at for unit in chain(gone, come)}
        for_all = position.sides, position.air
        self._known, self._ships = secrecy.units_seen(position, self._viewer), secrecy.ships_seen(position)
        names = position.covers, position.aboard.items(), self._known, self._ships
        if for_all != self._for_all:
            nodes |= {*self._shown, *(unit.at for unit in now)}
        else:
            units = position.units
            for before, after in zip(self._names, names, strict=True):
                for each in before ^ after if before != after else ():
                    name = each if isinstance(each, str) else each[0]
                    if name in units:
                        nodes.add(units[name].at)
        self._for_all = position.sides, position.air.copy()
        self._names = position.covers.copy(), position.aboard.copy().items(), self._known, self._ships
        return nodes

    def _lying(self, position: SteelPosition, node: int) -> Sequence[Unit]:
        """[23.0] The units of a hex as they are seen, the bottom first."""
        units = {name: position.units[name] for name in position.standing[node]}
        cargo = {name for name in units if position.is_cargo(name)} if position.aboard else set()
        for side in self._hidden:
            self._cover(position, side, units, cargo)
        found = [units[name] for name in sorted(units)]
        if len(found) > 1:
            found.sort(key=lambda unit: depth(position, unit, cargo=unit.name in cargo))
        return found

    def _cover(self, position: SteelPosition, side: str, units: dict[str, Unit], cargo: set[str]) -> None:
        """[23.0] [23.41] [29.11] Let what the enemy does not see of a side in a hex be as he sees it."""
        known, node = self._known, next(iter(units.values())).at
        fleet = [
            name
            for name, unit in units.items()
            if name not in self._ships
            and position.side_of(unit) == side
            and fleet_markers.can_hide(position, unit)
        ]
        if position.occupant[node] == side and (stack := stacks.stack_at(position, node, known)):
            for unit in stack.hidden:
                del units[unit.name]
            units.update((unit.name, unit) for unit in stacks.strangers(position, stack))
        for name in cargo & position.units.keys():
            if stranger := stacks.cargo_covered(position, name, side, known):
                del units[name]
                cargo.remove(name)
                units[stranger.name] = stranger
                cargo.add(stranger.name)
        for name in fleet:
            del units[name]
        if fleet:
            marker = fleet_markers.marker(position, side, node)
            units[marker.name] = marker


_watch = lru_cache(maxsize=64)(_Watch)


def _seen(position: SteelPosition, unit: Unit) -> Sighting:
    piece, side = position.piece(unit), position.side_of(unit)
    if piece.unknown or piece.dummy:
        return _sighting(unit.name, unit.at, side, "", 0, 0, True)
    if piece.fort:
        strength, movement = piece.strength, 0
    elif unit.entrenched:
        strength, movement = piece.entrenched or 0, 0
    elif piece.air:
        strength, movement = aircraft.superiority(position, unit), aircraft.range_of(position, unit)
    elif piece.land:
        strength, movement = piece.strength, piece.movement + bool(unit.motorized)
    else:
        strength = movement = 0
    return _sighting(unit.name, unit.at, side, piece.kind, strength, movement, False)


@lru_cache(maxsize=1 << 15)
def _sighting(
    name: str,  # so that one that has not changed is the same object, and two that look alike are not
    *shown: object,
) -> Sighting:
    return Sighting(*shown)  # type: ignore[arg-type]


@lru_cache(maxsize=1 << 12)
def _mark(node: int, kind: str) -> Mark:
    return Mark(node, kind, "", 1)
