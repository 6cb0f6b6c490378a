"""[5.1.1] Areas of attachment: the ground of each Austro-Hungarian army, parted by straight boundary lines.

The armies stand side by side from the north to the south: Second, Fifth, Sixth. Between two neighbours runs
a boundary from the enemy's land back to a friendly map edge, in straight pieces, and it goes on straight
beyond both its ends. The northern army has the ground on its right, seen from front to rear, and the hexes of
the line itself (decision SE-R017). A boundary is kept as its ends and bends.

Sets of hexes are whole numbers here, one bit for each hex: a line parts the map into half planes, and a line
with bends into what its half planes have in common or together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, groupby, islice, pairwise

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.ground import BOARDS, bits_of, country, distances, nodes_of
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, other_side
from hexfront.kernel.board import Board

ORDER = ("SECOND", "FIFTH", "SIXTH")  # side by side along the front
SHORTEST = 2  # hexes of a straight piece of a line
DEPTH = 5  # hexes before an army that count as its own
BEND = 6  # hexes of such ground for which a line is better bent
NEAREST = 10  # units on each side of a line near which others are looked for
WEIGHT = 3  # units as much as one that must not change its army

# Directions by columns and half rows; the last two run across the grain, along a row of hexes.
Direction = tuple[int, int]
N, NE, SE, S, SW, NW, E, W = (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (1, 0), (-1, 0)
DIRECTIONS: tuple[Direction, ...] = (N, NE, SE, S, SW, NW, E, W)
# A boundary line through a hex: in which direction it comes to it, and in which it goes on, front to rear.
Course = tuple[int, Direction, Direction]


@lru_cache(maxsize=BOARDS)
def places(board: Board) -> tuple[tuple[int, int] | None, ...]:
    """Column and half row of each hex; None for boxes off the map."""
    found: list[tuple[int, int] | None] = []
    for cell in board.cells:
        if cell is None:
            found.append(None)
        else:
            grid, (column, row) = cell
            found.append((column, 2 * row + grid.is_low(column)))
    return tuple(found)


@lru_cache(maxsize=BOARDS)
def by_place(board: Board) -> dict[tuple[int, int], int]:
    """The hex at each column and half row."""
    return {place: node for node, place in enumerate(places(board)) if place is not None}


def right_of(board: Board, direction: Direction, offset: int) -> int:
    """The hexes on a straight line and to its right."""
    offsets, bits = _to_the_right(board, direction)
    return bits[bisect_left(offsets, offset)]


@lru_cache(maxsize=BOARDS * len(DIRECTIONS))
def _to_the_right(board: Board, direction: Direction) -> tuple[list[int], list[int]]:
    """The lines in a direction from left to right, and the hexes on each and to its right; then nothing."""
    across, down = direction
    lines: dict[int, int] = {}
    for node, place in enumerate(places(board)):
        if place is not None:
            offset = across * place[1] - down * place[0]
            lines[offset] = lines.get(offset, 0) | 1 << node
    offsets = sorted(lines)
    bits = [0]
    for offset in reversed(offsets):
        bits.append(bits[-1] | lines[offset])
    return offsets, bits[::-1]


def half_plane(board: Board, direction: Direction, *nodes: int) -> int:
    """The hexes on the straight line in a direction through a hex, or between two, and to its right.

    Along a row every second hex of a line lies half a hex to the right: of two ends the left one counts.
    """
    known = places(board)
    offsets = [
        direction[0] * place[1] - direction[1] * place[0]
        for node in nodes
        if (place := known[node]) is not None
    ]
    return right_of(board, direction, min(offsets))


def turn(one: Direction, other: Direction) -> int:
    """Positive if the second direction turns to the right of the first, on a map with south below."""
    return one[0] * other[1] - one[1] * other[0]


def ground_beside(board: Board, hexes: Sequence[int]) -> int:
    """The ground of the northern army along a boundary of some ends and bends: the line and its right."""
    bits = 0
    before: Direction | None = None
    for here, there in pairwise(hexes):
        direction = direction_of(board, here, there)
        plane = half_plane(board, direction, here, there)
        turned = 0 if before is None else turn(before, direction)
        bits = bits & plane if turned > 0 else bits | plane
        before = direction
    return bits


def direction_of(board: Board, here: int, there: int) -> Direction:
    """The direction of a straight piece between two hexes; ValueError if it is not straight."""
    a, b = places(board)[here], places(board)[there]
    assert a is not None
    assert b is not None
    across, down = b[0] - a[0], b[1] - a[1]
    if across == 0 and down:
        return (0, 2 if down > 0 else -2)
    sign = 1 if across > 0 else -1
    if across and abs(down) == abs(across):
        return (sign, 1 if down > 0 else -1)
    if across and abs(down) <= 1:
        return (sign, 0)
    label = board.label
    raise ValueError(f"{label(here)} and {label(there)} are not on a straight line")


@lru_cache(maxsize=16384)
def walk(board: Board, start: int, direction: Direction, back: bool = False) -> tuple[int, ...]:
    """The hexes of a straight line from a hex on, to the edge of the map; the hex itself left out.

    ``back`` walks the same line against its direction.
    """
    at = places(board)[start]
    assert at is not None
    known = by_place(board)
    column, half_row = at
    # Along a row the line zigzags: every second hex lies half a hex to the right.
    drop = direction[0] if direction[1] == 0 else 0
    found = []
    for step in range(1, len(known)):
        way = -step if back else step
        node = known.get((column + way * direction[0], half_row + way * direction[1] + step % 2 * drop))
        if node is None:
            break
        found.append(node)
    return tuple(found)


# The armies and their boundaries


def armies(position: SerbiaPosition) -> tuple[str, ...]:
    """[5.1] The armies of Austria-Hungary with a display and with units, from the north to the south."""
    return position.memo.found(("armies", position.turn), _armies, position)


def _armies(position: SerbiaPosition) -> tuple[str, ...]:
    head = position.setting.parameters.head
    displays = {
        each.army for each in head.armies if each.last_turn is None or position.turn <= each.last_turn
    }
    there = {position.units[name].army for name in position.by_side[AUSTRIA_HUNGARY]}
    return tuple(army for army in ORDER if army in displays & there)


def neighbours(position: SerbiaPosition) -> list[str]:
    """The pairs of armies between which a boundary runs, such as SECOND/FIFTH."""
    return [f"{one}/{other}" for one, other in pairwise(armies(position))]


def grounds(position: SerbiaPosition) -> dict[str, int]:
    """[5.1.1] The area of each army as a set of bits; no hex is in two of them."""
    return position.memo.found(("areas", position.turn), _grounds, position)


def _grounds(position: SerbiaPosition) -> dict[str, int]:
    board = position.setting.board
    left = (1 << len(board)) - 1
    found = {}
    for between in neighbours(position):
        hexes = position.boundaries.get(between) or drawn(position, between)
        one = between.partition("/")[0]
        found[one] = left & ground_beside(board, hexes) if hexes else 0
        left &= ~found[one]
    if armies(position):
        found[armies(position)[-1]] = left
    return found


def marked(position: SerbiaPosition) -> dict[str, int]:
    """[5.1.1] The areas that the boundary markers on the map tell everybody, as sets of bits."""
    board = position.setting.board
    left = (1 << len(board)) - 1
    found: dict[str, int] = {}
    for between in sorted(position.boundaries, key=lambda pair: ORDER.index(pair.partition("/")[0])):
        one, _, other = between.partition("/")
        found[one] = left & ground_beside(board, position.boundaries[between])
        left &= ~found[one]
        found[other] = left
    return found


def army_of(position: SerbiaPosition, node: int) -> str:
    """[5.1.1] The army of Austria-Hungary in whose area of attachment a hex lies."""
    for army, ground in grounds(position).items():
        if ground >> node & 1:
            return army
    return ""


def army_now(position: SerbiaPosition, unit: Unit) -> str:
    """[5.5] The army a unit belongs to at this moment: an asset unit that of the area it stands in.

    All others keep that of their last Attachment Phase, and units of an army's name that army (decision
    SE-R018).
    """
    piece = position.setting.pieces[unit.piece]
    if not position.boundaries or not piece.asset or piece.side != AUSTRIA_HUNGARY:
        return unit.army
    if piece.army in ORDER:
        return unit.army
    return army_of(position, unit.at) or unit.army


def hexes_in(position: SerbiaPosition, ground: int) -> list[int]:
    """[5.1.1] The hexes of the map in an area of attachment."""
    return [node for node in nodes_of(ground) if node in position.setting.hexes]


# Lines that may be drawn


@lru_cache(maxsize=4096)
def planes(board: Board, node: int) -> tuple[int, ...]:
    """The half planes of the lines through a hex, by direction."""
    return tuple(half_plane(board, direction, node) for direction in DIRECTIONS)


@lru_cache(maxsize=16)
def rearward(between: str) -> tuple[Direction, ...]:
    """[5.1.1] The directions in which a boundary comes to the rear: to the west, or to the north for one."""
    return (N, NW, W) if between.startswith(ORDER[0]) else (NW, W, SW)


@lru_cache(maxsize=16)
def bends(between: str) -> tuple[tuple[int, int, bool], ...]:
    """Pairs of directions in which a boundary may bend, and whether to the right: a right angle at most."""
    found = []
    for leaving in rearward(between):
        for arriving in DIRECTIONS:
            # A column is the square root of three half rows wide. No line comes from the west.
            forward = 3 * arriving[0] * leaving[0] + arriving[1] * leaving[1]
            if arriving != leaving and forward >= 0 and arriving[0] <= 0 and arriving != S:
                pair = DIRECTIONS.index(arriving), DIRECTIONS.index(leaving)
                found.append((*pair, turn(arriving, leaving) > 0))
    return tuple(found)


def courses(position: SerbiaPosition, between: str, nodes: Iterable[int]) -> Iterator[tuple[Course, int]]:
    """Boundary lines through some hexes, straight ones first, each with the ground to its right.

    They bend at most once, by no more than a right angle.
    """
    board = position.setting.board
    ordered = sorted(nodes)
    for node in ordered:
        yield from _straight_lines(board, between, node)
    for node in ordered:
        yield from _bent_lines(board, between, node)


@lru_cache(maxsize=4096)
def _straight_lines(board: Board, between: str, node: int) -> tuple[tuple[Course, int], ...]:
    found = planes(board, node)
    return tuple(
        ((node, direction, direction), found[DIRECTIONS.index(direction)]) for direction in rearward(between)
    )


@lru_cache(maxsize=4096)
def _bent_lines(board: Board, between: str, node: int) -> tuple[tuple[Course, int], ...]:
    found = planes(board, node)
    return tuple(
        (
            (node, DIRECTIONS[one], DIRECTIONS[other]),
            found[one] & found[other] if right else found[one] | found[other],
        )
        for one, other, right in bends(between)
    )


def ends_of(position: SerbiaPosition, course: Course, ground: int) -> tuple[int, ...] | None:
    """[5.1.1] Ends and bends of a line, front to rear; None if it does not run from the enemy to the rear.

    It begins where ground of the enemy begins and ends at a friendly map edge.
    """
    board = position.setting.board
    through, arriving, leaving = course
    behind = walk(board, through, leaving)
    if not behind or behind[-1] not in position.setting.friendly_edges[AUSTRIA_HUNGARY]:
        return None
    distance = board.distance
    bend = (through,) if arriving != leaving else ()
    # Along a row the first hex of the enemy's ground may lie to the right of the line: then the next one.
    for front in islice(front_ends(position, through, arriving), 2):
        hexes = (front, *bend, behind[-1])
        if (
            all((distance(here, there) or 0) >= SHORTEST for here, there in pairwise(hexes))
            and _is_straight(board, hexes)
            and ground_beside(board, hexes) == ground
        ):
            return hexes
    return None


def _is_straight(board: Board, hexes: Sequence[int]) -> bool:
    try:
        return all(direction_of(board, here, there) for here, there in pairwise(hexes))
    except ValueError:
        return False


def front_ends(position: SerbiaPosition, through: int, direction: Direction) -> Iterator[int]:
    """The hexes of a line from the first that the enemy controls on, walked from a hex toward the front."""
    enemy = other_side(AUSTRIA_HUNGARY)
    if position.controller(through) == enemy:
        return
    line = walk(position.setting.board, through, direction, back=True)
    yield from dropwhile(lambda node: position.controller(node) != enemy, line)


def drawn(position: SerbiaPosition, between: str) -> tuple[int, ...]:
    """The boundary that parts the units of two armies best as they are attached now.

    Of lines equally good it is the one that leaves most of the ground before each army to it. Nothing if
    only one of the armies has units on the map.
    """
    return position.memo.found(("drawn", between), _drawn, position, between)


def _drawn(position: SerbiaPosition, between: str) -> tuple[int, ...]:
    stand = Standing(position, between)
    if not stand.north or not stand.south:
        return ()
    board = position.setting.board
    present = position.boundaries.get(between)
    if present:
        near = stand.near_the_line(board, ground_beside(board, present))
        return _best_line(position, between, stand, near)[1]
    units = set(nodes_of(stand.north | stand.south))
    found = _best_line(position, between, stand, units)
    if found[0]:
        # For the first line of all it is worth while to look at hexes without units too.
        around = {other for node in units for other in position.setting.beside[node]}
        found = min(found, _best_line(position, between, stand, around))
    return found[1]


def _best_line(
    position: SerbiaPosition, between: str, stand: Standing, through: Iterable[int]
) -> tuple[int, tuple[int, ...]]:
    """How many units are on the wrong side of the best line through some hexes, and its ends and bends."""
    before_north, before_south = _before(position, stand)
    north, parted, weighty = stand.north, stand.parted, stand.weighty
    best: tuple[int, int, int] | None = None
    chosen: tuple[int, ...] = ()
    for at, (course, ground) in enumerate(courses(position, between, through)):
        astray = (north ^ ground) & parted  # as in wrong
        wrong = astray.bit_count()
        if best is not None and wrong > best[0]:
            continue
        wrong += WEIGHT * (astray & weighty).bit_count()
        if best is not None and wrong > best[0]:
            continue
        lost = (before_north & ~ground).bit_count() + (before_south & ground).bit_count()
        rank = (wrong, lost + BEND * (course[1] != course[2]), at)
        if best is None or rank < best:
            hexes = ends_of(position, course, ground)
            if hexes is not None:
                best, chosen = rank, hexes
    return best[0] if best is not None else len(position.units), chosen


class Standing:
    """Where the units on both sides of a boundary stand, as they are attached now.

    Depots stay with their army wherever they are, and forts and squadrons do not count. Trains and units
    that bear the name of an army weigh more than others. Once there is a boundary, asset units belong to
    the area they are in, and no line is drawn for their sake.
    """

    def __init__(self, position: SerbiaPosition, between: str) -> None:
        order = armies(position)
        place = order.index(between.partition("/")[0])
        hexes = position.setting.hexes
        drawn = between in position.boundaries
        self.north = self.south = weighty = 0
        for name in position.by_side[AUSTRIA_HUNGARY]:
            unit = position.units[name]
            piece = position.piece(unit)
            if unit.at not in hexes or unit.army not in order or piece.depot or piece.fort or piece.naval:
                continue
            if drawn and piece.asset:
                continue
            bit = 1 << unit.at
            if piece.train or piece.army in order:
                weighty |= bit
            if order.index(unit.army) <= place:
                self.north |= bit
            else:
                self.south |= bit
        # Where units of both armies stand together no line is better than another.
        self.parted = self.north ^ self.south
        self.weighty = weighty & self.parted

    def wrong(self, ground: int) -> int:
        """How many stand on the wrong side of a line that leaves some ground to the northern army."""
        astray = (self.north ^ ground) & self.parted
        return astray.bit_count() + WEIGHT * (astray & self.weighty).bit_count()

    def near_the_line(self, board: Board, ground: int) -> set[int]:
        """The hexes with units nearest to units on the other side of a line."""
        here = nodes_of((self.north | self.south) & ground)
        there = nodes_of((self.north | self.south) & ~ground)
        if not here or not there:
            return {*here, *there}
        return {
            node
            for own, others in ((here, there), (there, here))
            for node in sorted(own, key=lambda node: _nearest(board, node, others))[:NEAREST]
        }


def _nearest(board: Board, node: int, others: Iterable[int]) -> tuple[int, int]:
    away = distances(board, node)
    return min([away[other] for other in others]), node


def held_by(position: SerbiaPosition, side: str) -> int:
    """[3.4] The hexes a side controls."""
    bits = _country(position.setting.board, side)
    for node, holder in position.holders.items():
        if holder == side:
            bits |= 1 << node
        else:
            bits &= ~(1 << node)
    return bits


@lru_cache(maxsize=2 * BOARDS)
def _country(board: Board, side: str) -> int:
    return bits_of(country(board, side))


def _before(position: SerbiaPosition, stand: Standing) -> tuple[int, int]:
    """The enemy's ground near the units on both sides of a boundary, north and south.

    From step to step each unit takes the hexes around it, those with the lower numbers first. Neighbours in
    this order that are on the same side take theirs together.
    """
    around = position.setting.around
    taken = stand.north | stand.south
    groups = groupby(nodes_of(taken), lambda node: stand.north >> node & 1)
    heads = [(northern, [*nodes]) for northern, nodes in groups]
    north = south = 0
    for _ in range(DEPTH):
        further = []
        for northern, nodes in heads:
            fresh = 0
            for node in nodes:
                fresh |= around[node]
            fresh &= ~taken
            taken |= fresh
            if northern:
                north |= fresh
            else:
                south |= fresh
            further.append((northern, nodes_of(fresh)))
        heads = further
    enemy = held_by(position, other_side(AUSTRIA_HUNGARY))
    return north & enemy, south & enemy
