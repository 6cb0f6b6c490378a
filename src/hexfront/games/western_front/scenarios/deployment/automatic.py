"""A deployment that looks like history, made without any choice: the same position gives the same one.

What a player has placed stays. Each nation places its headquarters on rail lines behind its part of the
front, then a division in every front hex, then the rest: most where the side means to attack, guns with
them, and what finds no room in the line behind it. Losses are taken in quiet sectors first. Every limit of
the book is kept (`limits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import rail_lines, sectors
from hexfront.games.western_front.scenarios.deployment import limits, presets, stages
from hexfront.games.western_front.scenarios.deployment.placing import settle
from hexfront.games.western_front.scenarios.deployment.plans import (
    along_front,
    from_offensive,
    place_in_line,
)
from hexfront.games.western_front.scenarios.front_lines import held
from hexfront.games.western_front.setting import FAR
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, SIDES, other_side

_NEAR, _REAR = 2, 5  # hexes behind the front between which headquarters are looked for
_DIVISION = 2  # halves
_KINDS_IN_LINE = ("assault", "mtnassault", "inf", "mar", "mtn")

Rank = Callable[[int], object]


class NoRoom(Exception):
    """Somebody finds no place beside those who stand already."""


def deploy(position: WesternFrontPosition, side: str) -> None:
    """[WF 14 set-up] Place all that a side has to place in this stage, and strike off what it owes.

    `NoRoom` if a unit finds no place; the position is then half changed.
    """
    _Deployment(position, side).make()


class _Deployment:
    """One side while it is deployed."""

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position, self.side, self.setting = position, side, position.setting
        self.line = list(along_front(self.setting, side))
        self.ground = sorted(node for node, whose in held(self.setting).items() if whose == side)
        self.behind = self.setting.hexes_from(frozenset(self.line))
        self.from_goal = from_offensive(self.setting, side)
        self.from_threat = from_offensive(self.setting, other_side(side))

    def make(self) -> None:
        """Everything, those with the fewest places first."""
        waiting = stages.unplaced(self.position, self.side)
        for nation in _in_order({self._home(unit) for unit in waiting}):
            self._place_nation(nation, [unit for unit in waiting if self._home(unit) == nation])
        for force in stages.forces_of(self.position, self.side):
            presets.reduce(self.position, self.side, force, presets.EVENLY)

    # Units

    def _home(self, unit: Unit) -> str:
        return sectors.nation_of(self.position.piece(unit)) if self.side == ENTENTE else "ge"

    def _place(self, unit: Unit, hexes: Iterable[int], rank: Rank) -> bool:
        """Put a unit into the first hex that may take it; where a limit asks for it, at lower strength."""
        ranked = sorted(hexes, key=lambda each: (rank(each), each))
        return any(settle(self.position, unit, node) is None for node in ranked)

    # A nation

    def _front(self, nation: str) -> list[int]:
        """The front line hexes of a nation, from north to south."""
        if self.side == CENTRAL_POWERS:
            return self.line
        found = sectors.layout(self.position)
        return [node for node in self.line if found.owner(node) == nation]

    def _place_nation(self, nation: str, units: list[Unit]) -> None:
        front = self._front(nation)
        pieces = {unit.name: self.position.piece(unit) for unit in units}
        standing = [unit for unit in self.position.headquarters_of(self.side) if self._home(unit) == nation]
        staffs = [unit for unit in units if pieces[unit.name].headquarters]
        every = sorted((*standing, *staffs), key=lambda unit: (place_in_line(nation, unit.name), unit.name))
        for number, unit in enumerate(every):
            if unit in staffs:
                middle = front[(2 * number + 1) * len(front) // (2 * len(every))]
                self._place_headquarters(unit, middle)
        troops = [unit for unit in units if pieces[unit.name].kind in _KINDS_IN_LINE]
        self._hold_line(front, sorted(troops, key=lambda unit: (-unit.strength, unit.name)))
        others = [unit for unit in units if unit not in staffs and unit not in troops]
        for unit in sorted(others, key=lambda each: (not pieces[each.name].artillery, each.name)):
            self._place_other(unit, front)
        if self.side == ENTENTE and limits.is_historical(self.setting):
            self._even_out(nation, [unit for unit in others if pieces[unit.name].artillery])

    def _place_headquarters(self, unit: Unit, middle: int) -> None:
        """[18-3] On a rail line two hexes behind its part of the front, and not with another one."""
        apart = self.setting.hexes_from(frozenset([middle]))
        taken = {each.at for each in self.position.headquarters_of(self.side)}

        def rank(node: int) -> tuple[bool, bool, int, int]:
            near = _NEAR <= self.behind[node] <= _REAR
            return (node in taken, not near or not self._has_rail(node), apart[node], self.behind[node])

        if not self._place(unit, self.ground, rank):
            raise NoRoom(unit.name)

    def _has_rail(self, node: int) -> bool:
        return rail_lines.is_operative_for(self.position, node, self.side)

    def _hold_line(self, front: Sequence[int], troops: list[Unit]) -> None:
        """A division for every front hex, the weakest in quiet ones, then the rest where it attacks."""
        quiet = [node for node in front if limits.is_quiet(self.setting, node)]
        lively = sorted(
            (node for node in front if node not in quiet), key=lambda node: (self._weight(node), node)
        )
        divisions = [unit for unit in troops if self.position.piece(unit).halves == _DIVISION]
        for node in quiet:
            self._first_that_fits([unit for unit in reversed(divisions) if unit in troops], troops, node)
        scarce = limits.around(self.setting, "verdun")
        for node in sorted(lively, key=lambda each: (each not in scarce, self.from_threat[each])):
            self._first_that_fits(list(troops), troops, node)
        for unit in list(troops):
            if not self._place(unit, [*lively, *self.rear(front)], self._load):
                raise NoRoom(unit.name)

    def _first_that_fits(self, tried: Sequence[Unit], troops: list[Unit], node: int) -> None:
        for unit in tried:
            if not self.position.has_combat_unit(node, self.side) and self._place(unit, [node], int):
                troops.remove(unit)
                return

    def _weight(self, node: int) -> int:
        return self.from_goal[node]

    def _load(self, node: int) -> tuple[bool, float, int]:
        """Fill the line before its rear, and both the fuller the nearer they are to the offensive."""
        in_line = node in self.line
        there = self.position.halves[node]
        share = there * (2 + min(self.from_goal[node], 12))
        return (
            not in_line and there >= 2 and self.behind[node] > 1,
            share + 8 * self.behind[node],
            self.from_goal[node],
        )

    def rear(self, front: Sequence[int]) -> list[int]:
        """Hexes behind a part of the front, near enough to matter."""
        apart = self.setting.hexes_from(frozenset(front))
        return [node for node in self.ground if 0 < self.behind[node] <= _REAR and apart[node] <= _REAR]

    def _place_other(self, unit: Unit, front: Sequence[int]) -> None:
        """Guns and tanks where the offensive is, engineers with headquarters, cavalry behind."""
        piece = self.position.piece(unit)
        rank: Rank = self.reserve
        if piece.artillery and limits.is_historical(self.setting) and self.side == ENTENTE:
            rank = self._spread(piece.nation)
        elif piece.artillery:
            rank = self._gunnery
        elif piece.tank:
            rank = self._parking
        elif not piece.cavalry:
            rank = self._quarters
        if not self._place(unit, [*front, *self.rear(front)], rank) and not self._place(
            unit, self.ground, rank
        ):
            raise NoRoom(unit.name)

    def _gunnery(self, node: int) -> tuple[bool, int]:
        """With infantry, near the offensive."""
        return (not self._has_infantry(node), self.from_goal[node] + 2 * self.behind[node])

    def _parking(self, node: int) -> tuple[bool, bool, int]:
        """At a headquarters on a rail line, out of the enemy's zones."""
        return (
            not self._has_rail(node) or self.behind[node] < _NEAR,
            node not in self._staffs(),
            self.from_goal[node],
        )

    def _quarters(self, node: int) -> tuple[bool, int]:
        return (node not in self._staffs(), self.from_goal[node])

    def reserve(self, node: int) -> tuple[bool, int, int]:
        """On rail lines behind the front, a few in each hex."""
        return (
            self.behind[node] < _NEAR or not self._has_rail(node),
            self.position.halves[node],
            self.from_goal[node],
        )

    def _staffs(self) -> set[int]:
        return {each.at for each in self.position.headquarters_of(self.side)}

    def _has_infantry(self, node: int) -> bool:
        return any(self.position.piece(unit).infantry for unit in self.position.units_at(node))

    def _spread(self, nation: str) -> Rank:
        """[WF 22 option 1] To the headquarters with the fewest guns, and beside no other one."""
        counts = limits.artillery_counts(self.position, nation)

        def rank(node: int) -> tuple[int, int, int]:
            near = limits.headquarters_near(self.position, nation, node)
            reached = [counts[unit.name] for unit in near if unit.name in counts]
            return (max(reached, default=FAR), len(reached), self.behind[node])

        return rank

    def _even_out(self, nation: str, guns: Sequence[Unit]) -> None:
        """[WF 22 option 1] Move guns from one headquarters to another until they are spread evenly.

        Headquarters that stand close share what is between them, so that placing one gun after the other does
        not always do.
        """
        staffs = [unit.at for unit in self.position.headquarters_of(self.side) if self._home(unit) == nation]
        near = sorted({node for at in staffs for node in (at, *self.setting.board.adjacent[at])})
        while (uneven := self._unevenness(nation))[0]:
            best: tuple[tuple[int, int], str, int] | None = None
            for gun in guns:
                here = self.position.remove(gun.name)
                for node in near:
                    if settle(self.position, here, node) is None:
                        found = (self._unevenness(nation), gun.name, node)
                        best = found if best is None else min(best, found)
                        self.position.remove(gun.name)
                self.position.put(here)
            if best is None or best[0] >= uneven:
                return
            _, name, node = best
            moved = self.position.remove(name)
            settle(self.position, moved, node)

    def _unevenness(self, nation: str) -> tuple[int, int]:
        """By how much the guns of headquarters differ at most, and in all."""
        counts = limits.artillery_counts(self.position, nation).values()
        if not counts:
            return 0, 0
        spread, mean = max(counts) - min(counts), sum(counts) // len(counts)
        return max(0, spread - limits.spread_allowed(self.setting)), sum(
            (each - mean) ** 2 for each in counts
        )


class Rear:
    """[WF 14 set-up] Hexes on rail lines behind some hexes of the front, for a reserve."""

    def __init__(self, position: WesternFrontPosition, side: str, front: Sequence[int]) -> None:
        self._made = _Deployment(position, side)
        self._front = front

    def ranked(self) -> list[int]:
        """The hexes that suit a reserve, the best as the others stand now first."""
        return sorted(self._made.rear(self._front), key=lambda node: (self._made.reserve(node), node))


def _in_order(nations: Iterable[str]) -> list[str]:
    """Those with the narrowest sectors first, the French last."""
    return sorted(nations, key=lambda nation: (nation == sectors.FRENCH, nation))


def deployed(position: WesternFrontPosition) -> None:
    """[WF 14 set-up] Both sides, the Entente first, with their supply points."""
    for side in reversed(SIDES):
        deploy(position, side)
        for force in stages.forces_of(position, side):
            if not stages.is_divided_by_print(position, force.nation):
                presets.divide(position, side, force, presets.BALANCED)
