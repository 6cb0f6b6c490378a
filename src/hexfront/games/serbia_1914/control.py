"""[3.4] Hex control: an army must pass over ground to control it.

What lies between the front lines of a side and the ground it holds already, cut off from the enemy, is
fully behind these lines and becomes its own. From every hex of a line a way leads back to ground it holds:
hexes that still touch the enemy's ground over such a way, and empty hexes on the line itself, stay as they
were (decision SE-R406).
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914 import railways
from hexfront.games.serbia_1914.front_lines import FrontLine, front_lines, is_covered, ordered
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.supply_lines import is_closed
from hexfront.games.serbia_1914.vocabulary import NATION_SIDE, SIDE_NAMES, other_side
from hexfront.kernel.game import Table
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = ()

LONGEST_WAY_BACK = 9  # hexes from a front line to the ground behind it
SETTLED = "control"


def update(table: Table, position: SerbiaPosition) -> None:
    """[3.4] At the end of a phase: hexes now fully behind a side's front lines become its own."""
    if SETTLED in position._known:
        return
    for side in (position.active, other_side(position.active)):
        taken = sorted(newly_behind(position, side))
        if taken:
            take(position, taken, side)
            label = position.setting.board.label
            hexes = ", ".join(label(node) for node in taken)
            table.tell(
                f"{SIDE_NAMES[side]} controls {hexes}",
                "3.4",
                kind="control",
                data={"side": side, "hexes": [label(node) for node in taken]},
            )
    position._known[SETTLED] = True


def take(position: SerbiaPosition, nodes: Iterable[int], side: str) -> None:
    """[3.4] Let a side control some hexes."""
    own = position.setting.own_country
    for node in nodes:
        if own[node] == side:
            position.holders.pop(node, None)
        else:
            position.holders[node] = side
    position._known.clear()


def front_line(position: SerbiaPosition, army: str) -> tuple[int, ...]:
    """[3.4.1] The hexes of an army's front line from end to end; the longest, where there are several."""
    lines = [
        ordered(line) for side in SIDE_NAMES for line in front_lines(position, side) if line.army == army
    ]
    return max(lines, key=len, default=())


def operational_railways(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[18.1.1] The railway hexes that work for a side."""
    return railways.operational(position, side)


def newly_behind(position: SerbiaPosition, side: str) -> set[int]:
    """[3.4] The hexes that come to lie fully behind a side's front lines and are not its own yet."""
    lines = front_lines(position, side)
    if not lines:
        return set()
    home = _Home(position, side)
    held = {node for line in lines for node in line.held}
    ways_back = {node for line in lines for node in _ways_back(position, line, home)}
    between = {node for line in lines for node in line.between}
    wall = {node for node in held | ways_back | between if node not in home}
    # Ground without enemies, cut off by lines and ways back; and ground with enemies whom the line cuts
    # off from their country through hexes it covers.
    calm = _pocket(position, home, wall, _with_enemies(position, side))
    firm = {node for node in wall if node in held or is_covered(position, node, side)}
    caught = _pocket(position, home, firm, _strongholds(position, side))
    behind = calm | {node for node in caught if not position.has_enemy(node, side)}
    beside = position.setting.beside
    for node in wall - held:
        if all(other in home or other in wall or other in behind for other in beside[node]):
            behind.add(node)
    behind |= held
    return {node for node in behind if position.controller(node) != side}


class _Home:
    """The ground a side controls, as far as it hangs together with its own country."""

    def __init__(self, position: SerbiaPosition, side: str) -> None:
        self.own = position.setting.own_country
        self.holders = position.holders
        self.side = side
        beside = position.setting.beside
        held = {node for node, holder in self.holders.items() if holder == side}
        heads = [node for node in held if any(self._is_own(other) for other in beside[node])]
        if side not in self.own:
            heads = list(held)  # a drawn board without countries
        self.abroad = set(heads)
        while heads:
            for other in beside[heads.pop()]:
                if other in held and other not in self.abroad:
                    self.abroad.add(other)
                    heads.append(other)

    def _is_own(self, node: int) -> bool:
        return self.own[node] == self.side and node not in self.holders

    def __contains__(self, node: int) -> bool:
        return node in self.abroad or (self.own[node] == self.side and node not in self.holders)


def _ways_back(position: SerbiaPosition, line: FrontLine, home: _Home) -> set[int]:
    """The shortest ways from the hexes of a line to the ground behind it, past no enemy."""
    found: set[int] = set()
    for node in line.held:
        if node not in home:
            found.update(_way_back(position, node, home))
    return found


def _way_back(position: SerbiaPosition, start: int, home: _Home) -> list[int]:
    came = {start: start}
    heads = [start]
    beside = position.setting.beside
    for _ in range(LONGEST_WAY_BACK):
        further = []
        for head in heads:
            for other in beside[head]:
                if other in came or position.has_enemy(other, home.side):
                    continue
                came[other] = head
                if other in home:
                    way = []
                    while (head := came[other]) != start:
                        way.append(head)
                        other = head
                    return way
                if not is_closed(position, other, home.side):
                    further.append(other)
        heads = further
    return []


def _with_enemies(position: SerbiaPosition, side: str) -> set[int]:
    """Where the enemy is: his units, squadrons apart, and his map edges."""
    enemy = other_side(side)
    pieces, units = position.setting.pieces, position.units
    found = _strongholds(position, side)
    for name in position.by_side[enemy]:
        if not pieces[units[name].piece].naval:
            found.update(position.hexes_of(units[name]))
    return found


def _strongholds(position: SerbiaPosition, side: str) -> set[int]:
    """The enemy's map edges, from which he is supplied."""
    enemy = other_side(side)
    return {
        node
        for nation, owner in NATION_SIDE.items()
        if owner == enemy
        for node in position.setting.friendly_edges[nation]
    }


def _pocket(position: SerbiaPosition, home: _Home, wall: set[int], enemies: set[int]) -> set[int]:
    """The hexes beside walls and home from which no way leads to the enemy but through them."""
    beside = position.setting.beside
    free: set[int] = set()
    inside: set[int] = set()
    outskirts = {other for node in (*wall, *home.abroad) for other in beside[node]}
    outskirts |= {node for node, holder in position.holders.items() if holder != home.side}
    for start in outskirts:
        if start in wall or start in home or start in free or start in inside:
            continue
        seen = {start}
        heads = [start]
        escaped = False
        while heads and not escaped:
            head = heads.pop(0)
            if head in enemies:
                escaped = True
                break
            for other in beside[head]:
                if other in seen or other in wall or other in home:
                    continue
                if other in free or other in enemies:
                    escaped = True
                    break
                seen.add(other)
                heads.append(other)
        if escaped:
            free |= seen
        else:
            inside |= seen
    return inside
