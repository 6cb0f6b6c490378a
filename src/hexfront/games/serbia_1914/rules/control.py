"""[3.4] Hex control: an army must pass over ground to control it.

The hexes of a front line are its side's, and so are those on the shortest ways from them back to land the
side holds already, and empty land that is enclosed then. Nothing else changes hands (decision SE-R015).
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import railways
from hexfront.games.serbia_1914.rules.front_lines import front_lines, land_of, lines_abroad, ordered
from hexfront.games.serbia_1914.rules.supply_lines import is_closed
from hexfront.games.serbia_1914.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = ()
NOBODY: frozenset[int] = frozenset()


def update(table: Table, position: SerbiaPosition) -> None:
    """[3.4] At the end of a phase: hexes now behind a side's front lines become its own."""
    if position._controlled or secrecy.SEALED in position.flags:
        return  # where units are hidden nobody can tell what changes hands
    gained = {side: newly_behind(position, side) for side in SIDES}
    both = gained[SIDES[0]] & gained[SIDES[1]]
    position._controlled = True
    for side, hexes in gained.items():
        taken = sorted(hexes - both)
        if taken:
            take(position, taken, side)
            table.reveal("ground has changed hands")
            labels = [position.setting.board.label(node) for node in taken]
            table.tell(
                f"{SIDE_NAMES[side]} controls {', '.join(labels)}",
                "3.4",
                kind="control",
                data={"side": side, "hexes": labels},
            )


def take(position: SerbiaPosition, nodes: Iterable[int], side: str) -> None:
    """[3.4] Let a side control some hexes."""
    own = position.setting.own_country
    for node in nodes:
        if own[node] == side:
            position.holders.pop(node, None)
        else:
            position.holders[node] = side
    position._controlled = False  # lines pass over what is theirs, so that more may follow from it
    position.memo.clear()


def front_line(position: SerbiaPosition, army: str) -> tuple[int, ...]:
    """[3.4.1] The hexes of an army's front line from end to end; a Serbian army is named by its corps."""
    lines = [ordered(line) for side in SIDES for line in front_lines(position, side) if line.army == army]
    return lines[0] if lines else ()


def operational_railways(position: SerbiaPosition, side: str) -> frozenset[int]:
    """[18.1.1] The railway hexes that work for a side."""
    return railways.operational(position, side)


def newly_behind(position: SerbiaPosition, side: str) -> set[int]:
    """[3.4] [3.4.1] The hexes that come to lie behind a side's front lines and are not its own yet."""
    land = land_of(position, side)
    abroad = lines_abroad(position, side, land)
    gained = set(abroad)
    for node in abroad:
        gained |= ways_back(position, node, side, land)
    gained |= enclosed(position, side, land, gained)
    return {node for node in gained - land if not position.has_enemy(node, side)} if gained else gained


def ways_back(position: SerbiaPosition, start: int, side: str, land: Set[int]) -> set[int]:
    """The hexes on all shortest ways from a hex back to land of its side, past no enemy or his open zones."""
    beside = position.setting.beside
    before: dict[int, list[int]] = {start: []}
    heads = [start]
    while heads:
        further: dict[int, list[int]] = {}
        for head in heads:
            for other in beside[head]:
                if other not in before and not position.has_enemy(other, side):
                    further.setdefault(other, []).append(head)
        before |= further
        home = [node for node in further if node in land]
        if home:
            return _on_the_way(before, home)
        heads = [node for node in further if not is_closed(position, node, side)]
    return set()


def _on_the_way(before: dict[int, list[int]], ends: list[int]) -> set[int]:
    found: set[int] = set()
    heads = ends
    while heads:
        heads = [node for head in heads for node in before[head] if node not in found]
        found.update(heads)
    return found


def enclosed(position: SerbiaPosition, side: str, land: Set[int], gained: Set[int]) -> set[int]:
    """Empty hexes from which no way leads to the enemy's units or map edges but through a side's land.

    Looked at is what lies beside land of the side outside its country, and what it has lost of its country.
    ``gained`` becomes its land now. Land that encloses nothing is remembered, with the enemies to whom the
    ways out of it led: it encloses nothing as long as they are there.
    """
    known, guards = position._uncut.get(side, (None, NOBODY))
    if land is known and not gained and guards <= position.hexes_held(other_side(side)):
        return set()
    board = position.setting.board
    beside = position.setting.beside
    home = ground.country(board, side)
    outskirts: set[int] = set()
    for node, holder in position.holders.items():
        if holder != side:
            if node in home:
                outskirts.add(node)
        elif node not in home:
            outskirts.update(beside[node])
    for node in gained:
        if node not in home:
            outskirts.update(beside[node])
    enemies, edge = position.enemies_of(side), ground.friendly_edge(board, other_side(side))
    free: set[int] = set()
    inside: set[int] = set()
    met: set[int] = set()  # hexes with the enemies to which the ways led
    for start in outskirts.difference(land, gained):
        if start in free or start in inside:
            continue
        if not free.isdisjoint(beside[start]):
            free.add(start)
            continue
        seen = {start}
        heads = [start]
        escaped = start in edge
        if enemies[start]:
            met.add(start)
            escaped = True
        for head in heads:  # grows while it is read
            for other in beside[head]:
                if other not in seen and other not in land and other not in gained:
                    seen.add(other)
                    heads.append(other)
                    if enemies[other]:
                        met.add(other)
                        escaped = True
                    elif other in edge or other in free:
                        escaped = True
            if escaped:
                break
        (free if escaped else inside).update(seen)
    if not inside and not gained and isinstance(land, frozenset):
        position._uncut[side] = land, frozenset(met)
    return inside
