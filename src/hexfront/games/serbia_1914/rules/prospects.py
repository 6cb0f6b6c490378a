"""How a battle may end: every way the dice can fall, exactly, for each intensity [9.8] [9.9] [10.0].

Reckoned are the two dice of the combat, those of small magnitude, and the checks of both sides after it. What
a retreat costs on its way is not, because it depends on the hexes chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from hexfront.games.serbia_1914.force import leader_of
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.tables import CombatResult, Failure, Tables
from hexfront.games.serbia_1914.rules import gathering, intensity
from hexfront.games.serbia_1914.rules.battle import Battle, Reckoning
from hexfront.games.serbia_1914.rules.shaken import retreat_of
from hexfront.games.serbia_1914.vocabulary import LAST_STATUS, MOST_LEVELS_LOST
from hexfront.kernel.odds import Distribution

FACES = range(1, 7)
TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}
Weights = dict[tuple[int, ...], int]
Endings = dict[tuple[int, int, int, int, int, bool], int]


class Outcome(msgspec.Struct, frozen=True, order=True):
    """How a battle ends: reductions and levels lost on both sides, hexes the defender retreats at once.

    ``vacated`` says whether the defenders have left the hex when the checks are over, or have nothing left.
    """

    attacker_reductions: int
    defender_reductions: int
    attacker_levels: int
    defender_levels: int
    retreat: int
    vacated: bool


class Tested(msgspec.Struct, frozen=True):
    """A Force as its check sees it; ``most`` is how many reductions it can take before nothing is left."""

    formation: bool
    base: int | None
    status: int
    most: int


class Sides(msgspec.Struct, frozen=True):
    """What the reckoning needs of both sides, beside the odds."""

    reckoning: Reckoning
    attackers: tuple[tuple[Tested, ...], ...]  # by hex
    defenders: tuple[Tested, ...]
    attack_modifier: int  # of the checks, without the table's own
    defense_modifier: int


def sides_of(
    position: SerbiaPosition, battle: Battle, reckoning: Reckoning, *, on_attacker: int, on_defender: int
) -> Sides:
    """Both sides of a battle; the numbers are the artillery modifiers of their checks."""
    by_hex: dict[int, list[Tested]] = {}
    seen: set[str] = set()
    for assault in battle.attackers:
        if assault.force.leader not in seen:
            seen.add(assault.force.leader)
            names = gathering.whole_force(position, assault.force)
            by_hex.setdefault(assault.here, []).append(tested(position, names))
    return Sides(
        reckoning,
        tuple(tuple(forces) for forces in by_hex.values()),
        tuple(tested(position, names) for names in gathering.defending_forces(position, battle)),
        on_attacker,
        on_defender + reckoning.flanked,
    )


def tested(position: SerbiaPosition, names: Sequence[str]) -> Tested:
    """A Force as its check sees it."""
    unit = position.units[leader_of(position, names)]
    piece = position.piece(unit)
    most = sum(
        position.piece(each).most_reductions - each.reductions + 1
        for each in (position.units[name] for name in names)
    )
    return Tested(piece.formation, None if piece.gun else piece.effectiveness, unit.status, most)


def distribution(tables: Tables, sides: Sides, attacker: bool, defender: bool) -> Distribution[Outcome]:
    """[9.9] Every ending of a battle with the given intensities, exactly."""
    found = Checks(tables, sides).weights(attacker, defender)
    return Distribution({Outcome(*key): weight for key, weight in found.items()})


def _suffered(
    tables: Tables, reductions: int, enemy_size: int, checks: Mapping[tuple[int, ...], int]
) -> Weights:
    """[9.10.1] What one side suffers in all: by the table and intensity, and by its checks."""
    certain, least = intensity.small_magnitude(tables, enemy_size, reductions)
    thrown = {certain: 6} if least > 6 else {certain: least - 1, certain + 1: 7 - least}
    found: Weights = {}
    for (levels, lost, left), times in checks.items():
        for more, chances in thrown.items():
            key = (levels, lost + more, left)
            found[key] = found.get(key, 0) + times * chances
    return found


class Checks:
    """A battle with the checks after it; what several intensities share is worked out once."""

    def __init__(self, tables: Tables, sides: Sides) -> None:
        self.tables = tables
        self.sides = sides
        self._known: dict[tuple[bool, int, bool], Weights] = {}
        column = tables.column(sides.reckoning.place)
        self.cells: dict[CombatResult, int] = {}
        for white in FACES:
            for black in FACES:
                cell = tables.combat_result(column, white + sides.reckoning.modifier, black)
                self.cells[cell] = self.cells.get(cell, 0) + 1

    def weights(self, attacker: bool, defender: bool) -> Endings:
        """[9.9] The weight of every ending, as the fields of an `Outcome`, for the given intensities."""
        found: Endings = {}
        tables, reckoning = self.tables, self.sides.reckoning
        # [9.10.2] Formations keep their last men; others without one are gone with so many reductions.
        left_alone = not any(force.formation for force in self.sides.defenders)
        last = sum(force.most for force in self.sides.defenders) if left_alone else 0
        for cell, times in self.cells.items():
            retreat = intensity.retreat(cell, attacker, defender)
            lost = intensity.attacker_reductions(cell, attacker)
            own = _suffered(tables, lost, reckoning.defense_size, self.attackers(cell))
            lost = intensity.defender_reductions(cell, defender)
            theirs = _suffered(tables, lost, reckoning.attack_size, self.defenders(cell))
            for (own_levels, own_lost, _), own_times in own.items():
                share = times * own_times
                for (levels, their_lost, left), their_times in theirs.items():
                    vacated = bool(retreat or left) or 0 < last <= their_lost
                    key = (own_lost, their_lost, own_levels, levels, retreat, vacated)
                    found[key] = found.get(key, 0) + share * their_times
        return found

    def attackers(self, cell: CombatResult) -> Weights:
        """[10.0] One throw for each hex the attackers came from."""
        key = (True, cell.attacker.modifier, cell.attacker.level)
        if key not in self._known:
            total: Weights = {(0, 0, 0): 1}
            for forces in self.sides.attackers:
                modifier = cell.attacker.modifier + self.sides.attack_modifier
                total = _added(total, _checked(self.tables, forces, modifier, cell.attacker.level))
            self._known[key] = total
        return self._known[key]

    def defenders(self, cell: CombatResult) -> Weights:
        """[10.0] One throw for the hex; none below 1:4, but levels by the table are lost all the same."""
        key = (False, cell.defender.modifier, cell.defender.level)
        if key not in self._known:
            modifier = cell.defender.modifier + self.sides.defense_modifier
            if self.sides.reckoning.place < 0:
                modifier = -99
            self._known[key] = _checked(self.tables, self.sides.defenders, modifier, cell.defender.level)
        return self._known[key]


def _added(one: Mapping[tuple[int, ...], int], other: Mapping[tuple[int, ...], int]) -> Weights:
    found: Weights = {}
    for (levels, lost, _), times in one.items():
        for (more_levels, more_lost, _), more_times in other.items():
            key = (levels + more_levels, lost + more_lost, 0)
            found[key] = found.get(key, 0) + times * more_times
    return found


def _checked(tables: Tables, forces: Iterable[Tested], modifier: int, level: bool) -> Weights:
    """[10.2] [10.3] The check of a hex: levels, reductions, and whether all must retreat; weights of 36."""
    forces = tuple(forces)
    found: Weights = {}
    for total, times in TWO_DICE.items():
        levels = lost = 0
        leaving = bool(forces)
        for force in forces:
            own_levels, own_lost, hexes = _suffer(tables.failures, force, total + modifier, level)
            levels += own_levels
            lost += own_lost
            leaving = leaving and hexes > 0
        key = (levels, lost, int(leaving))
        found[key] = found.get(key, 0) + times
    return found


@cache
def _suffer(failures: tuple[Failure, ...], force: Tested, total: int, level: bool) -> tuple[int, int, int]:
    """[10.3] [5.5.2] [6.1.3] Levels and reductions a Force suffers with a modified throw, and its retreat."""
    first = int(level)
    if force.base is None:
        return 0, 0, 0
    if not force.formation:
        by = total - force.base
        failure = _failure(failures, by)
        lost = min(first + failure[0] + failure[1], force.most)
        return 0, lost, failure[2]
    before = min(force.status + first, LAST_STATUS)
    lost = force.status + first - before
    levels, reductions, hexes = _failure(failures, total - (force.base - min(before, MOST_LEVELS_LOST)))
    after = min(before + levels, LAST_STATUS)
    lost += before + levels - after + reductions
    return after - force.status, lost, hexes + retreat_of(before, after)


def _failure(failures: Sequence[Failure], by: int) -> tuple[int, int, int]:
    """[10.3] Levels, reductions and hexes of retreat when a check fails by so much."""
    found = (0, 0, 0)
    for row in failures:
        if by >= row.failed_by:
            found = (row.levels, row.reductions, row.retreat)
    return found
