"""A deployment that looks like history, made without any choice: `deployed` gives the same one every time.

Each nation places its headquarters on rail lines behind its part of the front, then a division in every
front hex, then the rest: most where the side means to attack, guns with them, and what finds no room in the
line behind it. Losses are taken in quiet sectors first. Every limit of the book is kept (`limits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Listed, Placement
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.rules import rail_lines, sectors
from hexfront.games.western_front.scenarios.deployment import limits
from hexfront.games.western_front.scenarios.front_lines import front_of, held, nodes
from hexfront.games.western_front.setting import FAR
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, SIDES, other_side

# Where each side has massed its guns: what it is about to attack from, or expects to be attacked in.
OFFENSIVES: Mapping[str, Mapping[str, str]] = {
    "second-ypres-and-artois": {CENTRAL_POWERS: "1005", ENTENTE: "0909"},
    "verdun": {CENTRAL_POWERS: "2114", ENTENTE: "1915"},
    "somme": {CENTRAL_POWERS: "1011", ENTENTE: "0911"},
    "nivelle-offensive": {CENTRAL_POWERS: "1413", ENTENTE: "1414"},
    "western-front-1918": {CENTRAL_POWERS: "1212", ENTENTE: "1112"},
}
# The order of the armies along the front, from the sea to Switzerland; those not named follow in the middle.
ARMIES: Mapping[str, tuple[str, ...]] = {
    "ge": ("4", "6", "17", "2", "18", "1", "7", "3", "5", "strnz", "19", "fkhsn", "gaede"),
    "fr": ("8", "10", "2", "6", "5", "4", "3", "9", "1", "7"),
    "gb": ("2", "1", "3", "4", "5"),
}
_NEAR, _REAR = 2, 5  # hexes behind the front between which headquarters are looked for
_DIVISION = 2  # halves
_KINDS_IN_LINE = ("assault", "mtnassault", "inf", "mar", "mtn")

Rank = Callable[[int], object]


def deploy(position: WesternFrontPosition, side: str) -> None:
    """[WF 14 set-up] Deploy a side in a position whose front lines and sectors are laid out."""
    _Deployment(position, side).make()


class _Deployment:
    """One side while it is deployed."""

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position, self.side, self.setting = position, side, position.setting
        front = front_of(self.setting)
        self.line = nodes(self.setting, front.german if side == CENTRAL_POWERS else front.entente)
        self.ground = sorted(node for node, whose in held(self.setting).items() if whose == side)
        self.behind = self.setting.hexes_from(frozenset(self.line))
        self.from_goal = self._from_offensive(side)
        self.from_threat = self._from_offensive(other_side(side))
        self.rows = [
            row
            for row in self.setting.orders.scenarios[self.setting.scenario].listed
            if not row.struck and self.setting.tables.nations[row.nation].side == side
        ]

    def make(self) -> None:
        """Everything, those with the fewest places first."""
        printed = self._place_printed()
        waiting = [unit for row in self.rows if row.unit not in printed for unit in self._units(row)]
        for nation in _in_order({self._home(unit) for unit in waiting}):
            own = [unit for unit in waiting if self._home(unit) == nation]
            self._place_nation(nation, own)
        for force in self.setting.parameters.forces:
            if self.setting.tables.nations[force.nation].side == self.side:
                self._strike_off(force)
                self._share_supply(force)

    def _from_offensive(self, side: str) -> Sequence[int]:
        """Of every hex, how far it is from where a side masses its guns."""
        listed = self.setting.orders.scenarios[self.setting.scenario]
        named = OFFENSIVES.get(listed.scenario, {}).get(side, "")
        return self.setting.hexes_from(frozenset(nodes(self.setting, [named]) or self.line[:1]))

    # Units

    def _units(self, row: Listed) -> Iterable[Unit]:
        """The units of a line of the order of battle; what is in the dead pile waits to be rebuilt."""
        piece = self.setting.pieces[row.unit]
        if row.place == limits.DEAD_PILE:
            self.position.lost[row.unit] = Unit(row.unit, row.unit, OFF_MAP, row.strength or 0)
            return
        for _ in range(row.count or 1):
            name = self.position.new_name(row.unit) if piece.replacement else row.unit
            yield Unit(name, row.unit, OFF_MAP, row.strength or 0)

    def _place_printed(self) -> set[str]:
        """[WF 22 option 1] The units of the Entente that stand in printed hexes."""
        if self.side != ENTENTE or not limits.is_historical(self.setting):
            return set()
        rows: Sequence[Placement] = self.setting.orders.scenarios[self.setting.scenario].placed
        for row in rows:
            if not row.struck and row.hex in self.setting.board:
                node = self.setting.board[row.hex]
                self._put(Unit(row.unit, row.unit, node, row.strength or 0, supply=row.supply or 0), node)
        return {row.unit for row in rows}

    def _home(self, unit: Unit) -> str:
        return sectors.nation_of(self.position.piece(unit)) if self.side == ENTENTE else "ge"

    def _put(self, unit: Unit, node: int) -> None:
        self.position.put(msgspec.structs.replace(unit, at=node, home=node))

    def _place(self, unit: Unit, hexes: Iterable[int], rank: Rank) -> bool:
        """Put a unit into the first hex that may take it; where a limit asks for it, at lower strength."""
        for node in sorted(hexes, key=lambda each: (rank(each), each)):
            most = limits.flipped(self.setting, self.position.piece(unit), node)
            placed = (
                unit if most is None else msgspec.structs.replace(unit, strength=min(unit.strength, most))
            )
            if limits.why_not_place(self.position, placed, node) is None:
                self._put(placed, node)
                return True
        return False

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
        staffs = sorted(
            (unit for unit in units if pieces[unit.name].headquarters),
            key=lambda unit: (_place_in_line(nation, unit.name), unit.name),
        )
        for number, unit in enumerate(staffs):
            middle = front[(2 * number + 1) * len(front) // (2 * len(staffs))]
            self._place_headquarters(unit, middle)
        troops = [unit for unit in units if pieces[unit.name].kind in _KINDS_IN_LINE]
        self._hold_line(front, sorted(troops, key=lambda unit: (-unit.strength, unit.name)))
        others = [unit for unit in units if unit not in staffs and unit not in troops]
        for unit in sorted(others, key=lambda each: (not pieces[each.name].artillery, each.name)):
            self._place_other(unit, front)

    def _place_headquarters(self, unit: Unit, middle: int) -> None:
        """[18-3] On a rail line two hexes behind its part of the front, and not with another one."""
        apart = self.setting.hexes_from(frozenset([middle]))
        taken = {each.at for each in self.position.headquarters_of(self.side)}

        def rank(node: int) -> tuple[bool, bool, int, int]:
            near = _NEAR <= self.behind[node] <= _REAR
            return (node in taken, not near or not self._has_rail(node), apart[node], self.behind[node])

        if not self._place(unit, self.ground, rank):
            raise ValueError(f"there is no place for {unit.name}")

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
            if not self._place(unit, [*lively, *self._rear(front)], self._load):
                raise ValueError(f"there is no place for {unit.name}")

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

    def _rear(self, front: Sequence[int]) -> list[int]:
        """Hexes behind a part of the front, near enough to matter."""
        apart = self.setting.hexes_from(frozenset(front))
        return [node for node in self.ground if 0 < self.behind[node] <= _REAR and apart[node] <= _REAR]

    def _place_other(self, unit: Unit, front: Sequence[int]) -> None:
        """Guns and tanks where the offensive is, engineers with headquarters, cavalry behind."""
        piece = self.position.piece(unit)
        rank: Rank = self._reserve
        if piece.artillery and limits.is_historical(self.setting) and self.side == ENTENTE:
            rank = self._spread(piece.nation)
        elif piece.artillery:
            rank = self._gunnery
        elif piece.tank:
            rank = self._parking
        elif not piece.cavalry:
            rank = self._quarters
        if not self._place(unit, [*front, *self._rear(front)], rank) and not self._place(
            unit, self.ground, rank
        ):
            raise ValueError(f"there is no place for {unit.name}")

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

    def _reserve(self, node: int) -> tuple[bool, int, int]:
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

    # Losses and supply

    def _strike_off(self, force: Force) -> None:
        """[WF 14-1] [WF 14-4] Points come off in turn, in quiet sectors first, down to the back sides."""
        owed = limits.owed_reduction(self.setting, force) - limits.struck_off(self.position, force.nation)
        rows = {row.unit for row in self.rows if row.nation == force.nation}
        front_only = limits.is_historical(self.setting) and self.side == ENTENTE
        line = set(self._front(force.nation))
        units = [
            unit
            for unit in self.position.of_side(self.side)
            if unit.piece in rows
            and self.position.piece(unit).infantry
            and (unit.at in line or not front_only)
        ]
        order = sorted(units, key=lambda unit: (-self.from_goal[unit.at], unit.name))
        for floor in ("back", "nothing"):
            while owed > 0:
                struck = False
                for unit in order:
                    now = self.position.units[unit.name]
                    back = self.position.piece(unit).reduced or 1
                    if owed and now.strength > (back if floor == "back" else 1):
                        self.position.change(unit.name, strength=now.strength - 1)
                        owed, struck = owed - 1, True
                if not struck:
                    break

    def _share_supply(self, force: Force) -> None:
        """[WF 14 set-up] Supply points go to all headquarters, twice as many to those near the offensive."""
        staffs = [
            unit
            for unit in self.position.headquarters_of(self.side)
            if self.position.piece(unit).nation == force.nation
        ]
        left = force.supply - sum(unit.supply for unit in staffs)
        most = self.setting.tables.whole("headquarters_supply_limit")
        weights = {unit.name: 2 if self.from_goal[unit.at] <= _REAR else 1 for unit in staffs}
        while left > 0:
            poorest = min(
                (self.position.units[unit.name] for unit in staffs),
                key=lambda unit: (unit.supply >= most, unit.supply / weights[unit.name], unit.name),
            )
            self.position.change(poorest.name, supply=poorest.supply + 1)
            left -= 1


def _place_in_line(nation: str, name: str) -> int:
    """Where along the front the army of a headquarters stands."""
    armies, number = ARMIES.get(nation, ()), name.rpartition("-")[2]
    return armies.index(number) if number in armies else len(armies) // 2


def _in_order(nations: Iterable[str]) -> list[str]:
    """Those with the narrowest sectors first, the French last."""
    return sorted(nations, key=lambda nation: (nation == sectors.FRENCH, nation))


def deployed(position: WesternFrontPosition) -> None:
    """[WF 14 set-up] Both sides, the Entente first."""
    for side in reversed(SIDES):
        deploy(position, side)
