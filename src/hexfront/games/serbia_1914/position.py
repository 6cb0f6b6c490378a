"""The position of a game of Serbia 1914: units, effectiveness, attachment, control, markers, points.

Derived from the units, and kept up to date as they change, are who stands where, what each side's zones of
control cover, and how full each hex is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    ALLOWANCE,
    AUSTRIA_HUNGARY,
    COUNTER_ATTACK,
    COUNTER_MOVEMENT,
    DEMORALIZED,
    INEFFECTIVE,
    MOST_LEVELS_LOST,
    SERBIA,
    SIDES,
    days,
)
from hexfront.kernel.memo import Memo
from hexfront.shared.register import Counter, Register, enlist

OFF_MAP = -1


class Unit(Counter, frozen=True, gc=False, omit_defaults=True):
    """A unit in play: its piece, where it is, what is left of it, and what it has done.

    ``also`` is the second hex of a two-hex unit [19.0]. ``status`` counts the levels of effectiveness a
    Formation has lost [6.1.4]. ``spent`` and ``marched`` are movement points of this phase, ``marched`` those
    gained by forced march. ``began`` is where it stood when the movement phase began.
    """

    also: int = OFF_MAP
    reductions: int = 0
    status: int = 0
    army: str = ""
    corps: str = ""  # "independent" for Formations in no corps; empty for asset units
    inactive: bool = False
    activates: int = OFF_MAP  # the game turn in which it wakes, if not earlier
    assigned: str = (
        ""  # the Formation of its hex that an asset unit goes with, where there are several [5.5.1]
    )
    lacks: str = ""  # the detachment a division is without [21.1]
    extended: bool = False  # a supply unit on its back [15.6.1]
    ammunition: int = 0  # increments it has provided on its back [9.4.2]
    crossing: int = 0  # a river crossing marker: 2 on its front, 1 on its back [7.1.4b]
    task: str = ""
    progress: int = 0  # movement points spent on the task in earlier phases [7.8]
    reaction: int = 0  # movement points spent reacting or retiring [8.2.4]
    prepared: int = OFF_MAP  # the hex a prepared attack points at [7.3]
    began: int = OFF_MAP
    began_also: int = OFF_MAP  # the second hex of a unit that stood in two when the phase began
    spent: int = 0
    marched: int = 0
    moved: bool = False  # its movement of this phase is over
    attached: bool = False  # its attachment was changed in this phase
    aim: int = OFF_MAP  # the hex it will attack [9.1]
    fought: bool = False  # it has attacked or been attacked in this attack phase [9.2]
    supported: bool = False  # it has added its artillery to a combat of this phase [10.1.1]
    retreated: bool = False
    repulsed: bool = False  # its stack has tried a Repulse on its retreat in this attack phase [7.4.1]
    tested: bool = False  # a fort that has stood its abandonment check [8.5.3]
    returns: int = OFF_MAP  # the game turn in which a squadron comes back from refit [25.1.2]
    travelled: int = 0  # hexes of an off-map railway a depot has behind it [15.6.3a]
    bound_for: int = OFF_MAP  # the end of that railway


class Pontoon(msgspec.Struct, frozen=True, gc=False):
    """[21.2] A pontoon bridge, or one under construction."""

    side: str
    built: bool
    markers: int = 1


class SerbiaPosition(Register[Unit, Piece]):
    """Everything that changes in a game of Serbia 1914."""

    nested: ClassVar[tuple[str, ...]] = ("by_side", "movable")

    turn: int
    phase: str
    active: str  # the Phasing Player
    begun: bool  # whether the automatic beginning of the phase is done
    units: dict[str, Unit]
    lost: dict[str, Unit]  # eliminated units
    gone: set[str]  # withdrawn and surrendered units, and parts of what they have become
    waiting: dict[str, Unit]  # units that are to be placed on the map by their owner
    improved: dict[int, str]  # improved positions, by hex, with the side that built them [14.0]
    holders: dict[int, str]  # hexes controlled by another side than the one whose country they are [3.4]
    boundaries: dict[str, tuple[int, ...]]  # between armies, front to rear [5.1.1]
    plans: dict[str, str]  # strategic plans by army: "bound", "achieved", "abandoned" [26.0]
    mandated: dict[str, int]  # mandated attacks made, by army [26.3.1]
    lead: int  # victory points of Austria-Hungary less those of Serbia [27.0]
    awarded: set[str]  # awards that are given only once
    shells: int  # [23.2]
    replacements: dict[str, int]  # stored, by nation [16.6.1]
    rights: dict[str, int]  # improved positions each side may still build [14.3.4]
    komitadji: set[int]  # hexes with a marker [23.1]
    pontoons: dict[str, Pontoon]  # by hexside, such as 25.11/25.12
    crossed: set[str]  # ferries and pontoon bridges used in this phase [7.1.5a] [21.2]
    attacked: set[int]  # hexes attacked in this attack phase [9.2]
    flags: dict[str, int]  # what special rules need to remember

    if TYPE_CHECKING:

        @property
        def setting(self) -> SerbiaSetting:
            """What is fixed in this game; a plain attribute, because it is asked for all the time."""
            ...

    def occasion(self) -> str:
        """[4.1] The phase of a player; the Inter-Phase is a phase of its own."""
        return f"{self.turn} {self.phase} {self.active}"

    # Derived tables

    def _lay_out(self) -> None:
        """Who stands where, and how many units of each side control each hex."""
        size = len(self.setting.board)
        self.serbian_zone: list[int] = [0] * size
        self.austrian_zone: list[int] = [0] * size
        self.serbian_units: list[int] = [0] * size  # units that occupy each hex: all but squadrons [25.1]
        self.austrian_units: list[int] = [0] * size
        self.serbian_hexes: set[int] = set()  # where such units are
        self.austrian_hexes: set[int] = set()
        self.serbian_bits = self.austrian_bits = 0  # the same, a bit for each hex
        self.formations: list[int] = [0] * size  # Formations in each hex [7.1.6a]
        self.serbian_halves: list[int] = [0] * size  # halves of two-hex units in each hex [19.0]
        self.austrian_halves: list[int] = [0] * size
        self.half_bits: dict[str, int] = dict.fromkeys(SIDES, 0)  # by side, the hexes with such halves
        self.by_side: dict[str, set[str]] = {side: set() for side in SIDES}
        self.movable: dict[str, list[str]] = {side: [] for side in SIDES}  # who may be taken in hand, by name
        self.strayed: set[str] = set()  # garrisons farther from their places than their numbers [8.6.2]
        self.pointing: set[str] = set()  # units with a prepared attack [7.3]
        self.delicate: set[str] = set()  # units to which something may happen when the enemy comes near
        self.exposed: set[str] = set()  # those of them that have an enemy next to them
        self._rosters: dict[str, list[str]] = {}  # names of each side in order
        self.memo = Memo()  # what follows from where everybody is; forgotten at any change
        # Whether who controls what follows from where everybody is now, and from his army and corps [3.4].
        self._controlled = False
        # By side, land that encloses nothing as long as enemies are in some hexes [3.4].
        self._uncut: dict[str, tuple[frozenset[int], frozenset[int]]] = {}

    def put(self, unit: Unit) -> None:
        """Let a unit be as given, wherever and whatever it was before."""
        name = unit.name
        before = self.units.get(name)
        self.units[name] = unit
        if before is None:
            self._appear(unit)
        elif before.piece != unit.piece:
            self._disappear(before)
            self._appear(unit)
        else:
            if (
                before.moved is not unit.moved
                or before.task != unit.task
                or before.inactive is not unit.inactive
            ):
                self._list(unit)
            if (
                before.inactive is not unit.inactive
                or before.progress != unit.progress
                or before.status != unit.status
            ):
                self._mind(unit)
                self._expose(unit, self.setting.pieces[unit.piece])
            if before.prepared != unit.prepared:
                self._point(unit)
            if before.army != unit.army or before.corps != unit.corps:
                self._controlled = False
            if before.at == unit.at and before.also == unit.also:
                return
            self._move(before, unit)
        self._controlled = False
        self.memo.clear()

    def remove(self, name: str) -> Unit:
        """Take a unit off the map."""
        unit = super().remove(name)
        self._controlled = False
        self.memo.clear()
        return unit

    # Keeping the tables

    def _appear(self, unit: Unit) -> None:
        piece = self.setting.pieces[unit.piece]
        self.by_side[piece.side].add(unit.name)
        self._rosters.clear()
        self._list(unit)
        self._point(unit)
        self._mind(unit)
        for node in self.hexes_of(unit):
            self._occupy(node, unit.name, piece)
        self._spread(unit, piece, +1)
        if piece.garrison:
            self._watch(unit, piece)
        self._expose(unit, piece)

    def _disappear(self, unit: Unit) -> None:
        name = unit.name
        piece = self.setting.pieces[unit.piece]
        self.by_side[piece.side].discard(name)
        self._rosters.clear()
        if name in self.movable[piece.side]:
            self.movable[piece.side].remove(name)
        self.pointing.discard(name)
        self.delicate.discard(name)
        self.exposed.discard(name)
        for node in self.hexes_of(unit):
            self._vacate(node, name, piece)
        self._spread(unit, piece, -1)
        self.strayed.discard(name)

    def _move(self, before: Unit, unit: Unit) -> None:
        """A unit has other hexes now; a half that stays where it was changes nothing."""
        name = unit.name
        piece = self.setting.pieces[unit.piece]
        if before.also == OFF_MAP and unit.also == OFF_MAP:
            if before.at != OFF_MAP:
                self._vacate(before.at, name, piece)
            if unit.at != OFF_MAP:
                self._occupy(unit.at, name, piece)
        else:
            old, new = self.hexes_of(before), self.hexes_of(unit)
            for node in old:
                if node not in new:
                    self._vacate(node, name, piece)
            for node in new:
                if node not in old:
                    self._occupy(node, name, piece)
            self._spread(before, piece, -1)
            self._spread(unit, piece, +1)
        if before.at < 0 or unit.at < 0:
            self._list(unit)
        if piece.garrison:
            self._watch(unit, piece)
        if name in self.delicate:
            self._expose(unit, piece)

    def _occupy(self, node: int, name: str, piece: Piece) -> None:
        self._stand(node, name)
        serbian = piece.side == SERBIA
        if not piece.naval:
            occupying = self.serbian_units if serbian else self.austrian_units
            occupying[node] += 1
            if occupying[node] == 1:
                if serbian:
                    self.serbian_hexes.add(node)
                    self.serbian_bits |= 1 << node
                else:
                    self.austrian_hexes.add(node)
                    self.austrian_bits |= 1 << node
                if (self.austrian_bits if serbian else self.serbian_bits) & self.setting.around[node]:
                    self._come_near(node, serbian)
        if piece.formation:
            self.formations[node] += 1
        if piece.combat:
            zone = self.serbian_zone if serbian else self.austrian_zone
            for beside in self.setting.zone_reach[node]:
                zone[beside] += 1

    def _vacate(self, node: int, name: str, piece: Piece) -> None:
        self._leave(node, name)
        serbian = piece.side == SERBIA
        if not piece.naval:
            occupying = self.serbian_units if serbian else self.austrian_units
            occupying[node] -= 1
            if not occupying[node]:
                if serbian:
                    self.serbian_hexes.discard(node)
                    self.serbian_bits ^= 1 << node
                else:
                    self.austrian_hexes.discard(node)
                    self.austrian_bits ^= 1 << node
                if (self.austrian_bits if serbian else self.serbian_bits) & self.setting.around[node]:
                    self._come_near(node, serbian)
        if piece.formation:
            self.formations[node] -= 1
        if piece.combat:
            zone = self.serbian_zone if serbian else self.austrian_zone
            for beside in self.setting.zone_reach[node]:
                zone[beside] -= 1

    def _come_near(self, node: int, serbian: bool) -> None:
        """The first unit of a side has come to a hex, or the last has gone: enemies next to it take note."""
        delicate, pieces, side = self.delicate, self.setting.pieces, SERBIA if serbian else SIDES[1]
        for beside in self.setting.beside[node]:
            for name in self.standing[beside]:
                if name in delicate:
                    unit = self.units[name]
                    piece = pieces[unit.piece]
                    if piece.side != side:
                        self._expose(unit, piece)

    def _expose(self, unit: Unit, piece: Piece) -> None:
        """Keep in mind whether a delicate unit has an enemy next to it."""
        enemies, around = self.enemy_bits(piece.side), self.setting.around
        if unit.name in self.delicate and any(enemies & around[node] for node in self.hexes_of(unit)):
            self.exposed.add(unit.name)
        else:
            self.exposed.discard(unit.name)

    def _spread(self, unit: Unit, piece: Piece, change: int) -> None:
        """[19.0] Count the halves of a two-hex unit."""
        if unit.also != OFF_MAP:
            halves = self.serbian_halves if piece.side == SERBIA else self.austrian_halves
            bits = self.half_bits[piece.side]
            for node in (unit.at, unit.also):
                halves[node] += change
                bits = bits | 1 << node if halves[node] else bits & ~(1 << node)
            self.half_bits[piece.side] = bits

    def _list(self, unit: Unit) -> None:
        """[7.1.2] Keep the names of those who may still be taken in hand in order."""
        piece = self.setting.pieces[unit.piece]
        idle = unit.moved or unit.inactive or bool(unit.task) or unit.at < 0 or piece.fort
        enlist(self.movable[piece.side], unit.name, not idle)

    def _watch(self, unit: Unit, piece: Piece) -> None:
        """[8.6.2] Keep in mind which garrisons may have to return."""
        home = self.setting.home_of(piece)
        if unit.at in home or unit.also in home or unit.at == OFF_MAP:
            self.strayed.discard(unit.name)
        else:
            self.strayed.add(unit.name)

    def _point(self, unit: Unit) -> None:
        """[7.3] Keep in mind who has prepared an attack."""
        if unit.prepared != OFF_MAP:
            self.pointing.add(unit.name)
        else:
            self.pointing.discard(unit.name)

    def _mind(self, unit: Unit) -> None:
        """[1.1] [6.4] [7.8.3] [8.5.3] [8.8.1] [15.6.2] Keep in mind whom an enemy nearby would move."""
        piece = self.setting.pieces[unit.piece]
        asset = not piece.combat and not piece.naval
        if asset or unit.inactive or unit.progress or unit.status >= DEMORALIZED:
            self.delicate.add(unit.name)
        else:
            self.delicate.discard(unit.name)

    # Questions

    def zone_of(self, side: str) -> list[int]:
        """How many of a side's units have each hex in their zone of control [3.3]."""
        return self.serbian_zone if side == SERBIA else self.austrian_zone

    def in_enemy_zone(self, node: int, side: str) -> bool:
        """[3.3] Whether a hex is in a zone of control of the other side."""
        return (self.austrian_zone if side == SERBIA else self.serbian_zone)[node] > 0

    @property
    def mover(self) -> str:
        """The side that acts in this phase: the Non-Phasing Player in the counter phases."""
        active = self.active
        if self.phase not in (COUNTER_MOVEMENT, COUNTER_ATTACK):
            return active
        return AUSTRIA_HUNGARY if active == SERBIA else SERBIA

    @property
    def allowance(self) -> int:
        """[7.1.1] Movement points of a unit in this phase."""
        return ALLOWANCE.get(self.phase, 0)

    @property
    def events(self) -> frozenset[str]:
        """What holds in this game turn, such as low water."""
        return self.setting.events_of(self.turn)

    @property
    def autumn(self) -> bool:
        """[3.5.3] Whether bottomland is sodden."""
        return self.setting.autumn[self.turn]

    def hexes_of(self, unit: Unit) -> tuple[int, ...]:
        """The hex a unit stands in, or both of a two-hex unit [19.0]."""
        if unit.at == OFF_MAP:
            return ()
        return (unit.at,) if unit.also == OFF_MAP else (unit.at, unit.also)

    def of_side(self, side: str) -> list[Unit]:
        """The units of a side, by name."""
        return [*map(self.units.__getitem__, self.names_of(side))]

    def names_of(self, side: str) -> list[str]:
        """The names of the units of a side, in order."""
        found = self._rosters.get(side)
        if found is None:
            found = self._rosters[side] = sorted(self.by_side[side])
        return found

    def infantry_of(self, side: str) -> list[str]:
        """The names of the Infantry Formations of a side, in order."""
        return self._roster_of(f"infantry of {side}", side, lambda piece: piece.formation and piece.infantry)

    def formations_of(self, side: str) -> list[str]:
        """The names of the Formations of a side, in order."""
        return self._roster_of(f"Formations of {side}", side, lambda piece: piece.formation)

    def cavalry_of(self, side: str) -> list[str]:
        """The names of the cavalry of a side, in order."""
        return self._roster_of(f"cavalry of {side}", side, lambda piece: piece.cavalry)

    def squadrons_of(self, side: str) -> list[str]:
        """[25.1] The names of the squadrons of a side, in order."""
        return self._roster_of(f"squadrons of {side}", side, lambda piece: piece.naval)

    def supply_units_of(self, side: str) -> list[str]:
        """[15.6] The names of the depots and trains of a side, in order."""
        return self._roster_of(f"supply of {side}", side, lambda piece: piece.supply)

    def _roster_of(self, key: str, side: str, belongs: Callable[[Piece], bool]) -> list[str]:
        found = self._rosters.get(key)
        if found is None:
            pieces, units = self.setting.pieces, self.units
            found = self._rosters[key] = [
                name for name in self.names_of(side) if belongs(pieces[units[name].piece])
            ]
        return found

    def occupier(self, node: int) -> str | None:
        """The side that has units in a hex; squadrons do not occupy [25.1]."""
        if self.serbian_units[node]:
            return SIDES[0]
        return SIDES[1] if self.austrian_units[node] else None

    def hexes_held(self, side: str) -> set[int]:
        """The hexes with units of a side, squadrons apart."""
        return self.serbian_hexes if side == SERBIA else self.austrian_hexes

    def enemy_bits(self, side: str) -> int:
        """The hexes with units of the other side, squadrons apart, a bit for each."""
        return self.austrian_bits if side == SERBIA else self.serbian_bits

    def enemies_of(self, side: str) -> list[int]:
        """How many units of the other side, squadrons apart, are in each hex."""
        return self.austrian_units if side == SERBIA else self.serbian_units

    def halves_of(self, side: str) -> list[int]:
        """[19.0] How many halves of two-hex units of a side are in each hex."""
        return self.serbian_halves if side == SERBIA else self.austrian_halves

    def has_enemy(self, node: int, side: str) -> bool:
        """Whether units of the other side, squadrons apart, are in a hex."""
        return (self.austrian_units if side == SERBIA else self.serbian_units)[node] > 0

    def has_combat_unit(self, node: int, side: str) -> bool:
        """Whether a Combat unit of a side is in a hex."""
        pieces, units = self.setting.pieces, self.units
        for name in self.standing[node]:
            piece = pieces[units[name].piece]
            if piece.combat and piece.side == side:
                return True
        return False

    def enemy_beside(self, node: int, side: str) -> bool:
        """Whether a unit of the other side, squadrons apart, is next to a hex, over any hexside."""
        enemies = self.austrian_bits if side == SERBIA else self.serbian_bits
        return enemies & self.setting.around[node] != 0

    def enemy_distance(self, node: int, side: str, most: int) -> int | None:
        """Hexes to the nearest enemy unit, squadrons apart; None if he is farther than ``most``."""
        enemies = (self.austrian_bits if side == SERBIA else self.serbian_bits) & ~(1 << node)
        within = self.setting.disc_bits
        if not enemies & within(node, most):
            return None
        away = 1
        while not enemies & within(node, away):
            away += 1
        return away

    def controller(self, node: int) -> str:
        """[3.4] The side that controls a hex."""
        return self.holders.get(node) or self.setting.own_country[node]

    def quarters_in(self, unit: Unit) -> int:
        """[1.1] [19.1.3] The size of a unit in one hex, in quarters: half of it for a two-hex unit."""
        size = self.setting.pieces[unit.piece].quarters
        return size if unit.also == OFF_MAP else (size + 1) // 2

    def effectiveness(self, unit: Unit) -> int:
        """[6.1.2] The combat effectiveness level: the base less the levels lost, at most three."""
        return self.setting.pieces[unit.piece].effectiveness - min(unit.status, MOST_LEVELS_LOST)

    def is_ineffective(self, unit: Unit) -> bool:
        """[6.1.3] Combat ineffective or worse."""
        return unit.status >= INEFFECTIVE

    def is_demoralized(self, unit: Unit) -> bool:
        return unit.status >= DEMORALIZED

    @property
    def date_text(self) -> str:
        """The game turn as players say it: ``Game turn 0, 12 to 13 August 1914``."""
        return _date_text(self.setting, self.turn)

    def label(self, unit: Unit | str) -> str:
        """A unit as players call it."""
        name = unit if isinstance(unit, str) else unit.name
        found = self.units.get(name) or self.find(name)
        return self.setting.pieces[found.piece if found else name].name


@lru_cache(maxsize=256)
def _date_text(setting: SerbiaSetting, number: int) -> str:
    """A game turn as players say it, which is asked for after every step of a game that is written down."""
    for turn in setting.lists.calendar:
        if turn.turn == number:
            return f"Game turn {number}, {days(turn.first_day, turn.last_day)}"
    return f"Game turn {number}"
