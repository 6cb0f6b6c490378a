"""[5.1.1] Areas of attachment: the ground of each Austro-Hungarian army, parted by straight boundary lines.

The armies stand side by side from the north to the south: Second, Fifth, Sixth. Between two neighbours runs
a boundary from the enemy's land back to a friendly map edge, in straight pieces, and it goes on straight
beyond both its ends. The northern army has the ground on its right, seen from front to rear, and the hexes of
the line itself (decision SE-R017). A boundary is kept as its ends and bends.

Sets of hexes are whole numbers here, one bit for each hex: a line parts the map into half planes, and a line
with bends into what its half planes have in common or together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, other_side

ORDER = ("SECOND", "FIFTH", "SIXTH")  # side by side along the front
SHORTEST = 2  # hexes of a straight piece of a line
DEPTH = 8  # hexes before an army that count as its own
BEND = 6  # hexes of such ground for which a line is better bent
WEIGHT = 3  # units as much as one that must not change its army

# Directions by columns and half rows; the last two run across the grain, along a row of hexes.
DIRECTIONS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (1, 0), (-1, 0))
Direction = tuple[int, int]
# A boundary line through a hex: in which direction it comes to it, and in which it goes on, front to rear.
Course = tuple[int, Direction, Direction]


@lru_cache(maxsize=16)
def places(setting: SerbiaSetting) -> tuple[tuple[int, int] | None, ...]:
    """Column and half row of each hex; None for boxes off the map."""
    found: list[tuple[int, int] | None] = []
    for cell in setting.board.cells:
        if cell is None:
            found.append(None)
        else:
            grid, (column, row) = cell
            found.append((column, 2 * row + grid.is_low(column)))
    return tuple(found)


@lru_cache(maxsize=16)
def by_place(setting: SerbiaSetting) -> dict[tuple[int, int], int]:
    """The hex at each column and half row."""
    return {place: node for node, place in enumerate(places(setting)) if place is not None}


@lru_cache(maxsize=1024)
def right_of(setting: SerbiaSetting, direction: Direction, offset: int) -> int:
    """The hexes on a straight line and to its right."""
    across, down = direction
    bits = 0
    for node, place in enumerate(places(setting)):
        if place is not None and across * place[1] - down * place[0] >= offset:
            bits |= 1 << node
    return bits


def half_plane(setting: SerbiaSetting, direction: Direction, *nodes: int) -> int:
    """The hexes on the straight line in a direction through a hex, or between two, and to its right.

    Along a row every second hex of a line lies half a hex to the right: of two ends the left one counts.
    """
    known = places(setting)
    offsets = [
        direction[0] * place[1] - direction[1] * place[0]
        for node in nodes
        if (place := known[node]) is not None
    ]
    return right_of(setting, direction, min(offsets))


def turn(one: Direction, other: Direction) -> int:
    """Positive if the second direction turns to the right of the first, on a map with south below."""
    return one[0] * other[1] - one[1] * other[0]


def ground_beside(setting: SerbiaSetting, hexes: Sequence[int]) -> int:
    """The ground of the northern army along a boundary of some ends and bends: the line and its right."""
    bits = 0
    before: Direction | None = None
    for here, there in pairwise(hexes):
        direction = direction_of(setting, here, there)
        plane = half_plane(setting, direction, here, there)
        turned = 0 if before is None else turn(before, direction)
        bits = bits & plane if turned > 0 else bits | plane
        before = direction
    return bits


def direction_of(setting: SerbiaSetting, here: int, there: int) -> Direction:
    """The direction of a straight piece between two hexes; ValueError if it is not straight."""
    a, b = places(setting)[here], places(setting)[there]
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
    label = setting.board.label
    raise ValueError(f"{label(here)} and {label(there)} are not on a straight line")


def walk(setting: SerbiaSetting, start: int, direction: Direction, *, back: bool = False) -> Iterator[int]:
    """The hexes of a straight line from a hex on, to the edge of the map; the hex itself left out.

    ``back`` walks the same line against its direction.
    """
    at = places(setting)[start]
    assert at is not None
    known = by_place(setting)
    column, half_row = at
    # Along a row the line zigzags: every second hex lies half a hex to the right.
    drop = direction[0] if direction[1] == 0 else 0
    for step in range(1, len(known)):
        way = -step if back else step
        node = known.get((column + way * direction[0], half_row + way * direction[1] + step % 2 * drop))
        if node is None:
            return
        yield node


# The armies and their boundaries


def armies(position: SerbiaPosition) -> tuple[str, ...]:
    """[5.1] The armies of Austria-Hungary with a display and with units, from the north to the south."""
    key = ("armies", position.turn)
    found = position._known.get(key)
    if found is None:
        head = position.setting.parameters.head
        displays = {
            each.army for each in head.armies if each.last_turn is None or position.turn <= each.last_turn
        }
        there = {position.units[name].army for name in position.by_side[AUSTRIA_HUNGARY]}
        found = position._known[key] = tuple(army for army in ORDER if army in displays & there)
    return found


def neighbours(position: SerbiaPosition) -> list[str]:
    """The pairs of armies between which a boundary runs, such as SECOND/FIFTH."""
    return [f"{one}/{other}" for one, other in pairwise(armies(position))]


def grounds(position: SerbiaPosition) -> dict[str, int]:
    """[5.1.1] The area of each army as a set of bits; no hex is in two of them."""
    key = ("areas", position.turn)
    found = position._known.get(key)
    if found is None:
        found = position._known[key] = _grounds(position)
    return found


def _grounds(position: SerbiaPosition) -> dict[str, int]:
    setting = position.setting
    left = (1 << len(setting.board)) - 1
    found = {}
    for between in neighbours(position):
        hexes = position.boundaries.get(between) or drawn(position, between)
        one = between.partition("/")[0]
        found[one] = left & ground_beside(setting, hexes) if hexes else 0
        left &= ~found[one]
    if armies(position):
        found[armies(position)[-1]] = left
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


def area_of(position: SerbiaPosition, army: str) -> frozenset[int]:
    """[5.1.1] The hexes of an army's area of attachment."""
    ground = grounds(position).get(army, 0)
    return frozenset(node for node in position.setting.hexes if ground >> node & 1)


# Lines that may be drawn


def bits_of(nodes: Iterable[int]) -> int:
    """Hexes as a set of bits."""
    bits = 0
    for node in nodes:
        bits |= 1 << node
    return bits


@lru_cache(maxsize=4096)
def planes(setting: SerbiaSetting, node: int) -> tuple[int, ...]:
    """The half planes of the lines through a hex, by direction."""
    return tuple(half_plane(setting, direction, node) for direction in DIRECTIONS)


def _bends() -> tuple[tuple[int, int, bool], ...]:
    """The pairs of directions in which a line may bend, a right angle at most; whether it turns right."""
    found = []
    for one, arriving in enumerate(DIRECTIONS):
        for other, leaving in enumerate(DIRECTIONS):
            # A column is the square root of three half rows wide.
            forward = 3 * arriving[0] * leaving[0] + arriving[1] * leaving[1]
            if one != other and forward >= 0:
                found.append((one, other, turn(arriving, leaving) > 0))
    return tuple(found)


BENDS = _bends()


def courses(position: SerbiaPosition, nodes: Iterable[int]) -> Iterator[tuple[Course, int]]:
    """Boundary lines through some hexes, straight ones first, each with the ground to its right.

    They bend at most once, by no more than a right angle.
    """
    setting = position.setting
    ordered = sorted(nodes)
    for node in ordered:
        for direction, plane in zip(DIRECTIONS, planes(setting, node), strict=True):
            yield (node, direction, direction), plane
    for node in ordered:
        found = planes(setting, node)
        for one, other, right in BENDS:
            ground = found[one] & found[other] if right else found[one] | found[other]
            yield (node, DIRECTIONS[one], DIRECTIONS[other]), ground


def ends_of(position: SerbiaPosition, course: Course, ground: int) -> tuple[int, ...] | None:
    """[5.1.1] Ends and bends of a line, front to rear; None if it does not run from the enemy to the rear.

    It begins where ground of the enemy begins and ends at a friendly map edge.
    """
    setting = position.setting
    through, arriving, leaving = course
    rear = next(iter([*walk(setting, through, leaving)][-1:]), None)
    if rear is None or rear not in setting.friendly_edges[AUSTRIA_HUNGARY]:
        return None
    distance = setting.board.distance
    bend = (through,) if arriving != leaving else ()
    # Along a row the first hex of the enemy's ground may lie to the right of the line: then the next one.
    for front in islice(front_ends(position, through, arriving), 2):
        hexes = (front, *bend, rear)
        if (
            all((distance(here, there) or 0) >= SHORTEST for here, there in pairwise(hexes))
            and _is_straight(setting, hexes)
            and ground_beside(setting, hexes) == ground
        ):
            return hexes
    return None


def _is_straight(setting: SerbiaSetting, hexes: Sequence[int]) -> bool:
    try:
        return all(direction_of(setting, here, there) for here, there in pairwise(hexes))
    except ValueError:
        return False


def front_ends(position: SerbiaPosition, through: int, direction: Direction) -> Iterator[int]:
    """The hexes of a line from the first that the enemy controls on, walked from a hex toward the front."""
    enemy = other_side(AUSTRIA_HUNGARY)
    if position.controller(through) == enemy:
        return
    there = False
    for node in walk(position.setting, through, direction, back=True):
        there = there or position.controller(node) == enemy
        if there:
            yield node


def drawn(position: SerbiaPosition, between: str) -> tuple[int, ...]:
    """The boundary that parts the units of two armies best as they are attached now.

    Of lines equally good it is the one that leaves most of the ground before each army to it. Nothing if
    only one of the armies has units on the map.
    """
    key = ("drawn", between)
    found = position._known.get(key)
    if found is None:
        found = position._known[key] = _drawn(position, between)
    return found


def _drawn(position: SerbiaPosition, between: str) -> tuple[int, ...]:
    stand = Standing(position, between)
    if not stand.north or not stand.south:
        return ()
    found = _best_line(position, stand, stand.hexes)
    if found[0] and between not in position.boundaries:
        # For the first line of all it is worth while to look at hexes without units too.
        around = {other for node in stand.hexes for other in position.setting.beside[node]}
        found = min(found, _best_line(position, stand, around))
    return found[1]


def _best_line(
    position: SerbiaPosition, stand: Standing, through: Iterable[int]
) -> tuple[int, tuple[int, ...]]:
    """How many units are on the wrong side of the best line through some hexes, and its ends and bends."""
    before_north, before_south = _before(position, stand)
    best: tuple[int, int, int] | None = None
    chosen: tuple[int, ...] = ()
    for at, (course, ground) in enumerate(courses(position, through)):
        wrong = stand.wrong(ground)
        if best is not None and wrong > best[0]:
            continue
        lost = (before_north & ~ground).bit_count() + (before_south & ground).bit_count()
        rank = (wrong, lost + BEND * (course[1] != course[2]), at)
        if best is None or rank < best:
            hexes = ends_of(position, course, ground)
            if hexes is not None:
                best, chosen = rank, hexes
    return best[0] if best is not None else len(stand.hexes), chosen


class Standing:
    """Where the units on both sides of a boundary stand, as they are attached now.

    Depots stay with their army wherever they are, and forts and squadrons do not count. Trains and units
    that bear the name of an army weigh more than others.
    """

    def __init__(self, position: SerbiaPosition, between: str) -> None:
        order = armies(position)
        place = order.index(between.partition("/")[0])
        hexes = position.setting.hexes
        self.north = self.south = self.weighty_north = self.weighty_south = 0
        self.hexes: set[int] = set()
        for name in position.by_side[AUSTRIA_HUNGARY]:
            unit = position.units[name]
            piece = position.piece(unit)
            if unit.at not in hexes or unit.army not in order or piece.depot or piece.fort or piece.naval:
                continue
            bit = 1 << unit.at
            weighty = piece.train or piece.army in order
            self.hexes.add(unit.at)
            if order.index(unit.army) <= place:
                self.north |= bit
                self.weighty_north |= bit * weighty
            else:
                self.south |= bit
                self.weighty_south |= bit * weighty

    def wrong(self, ground: int) -> int:
        """How many stand on the wrong side of a line that leaves some ground to the northern army."""
        light = (self.north & ~ground).bit_count() + (self.south & ground).bit_count()
        heavy = (self.weighty_north & ~ground).bit_count() + (self.weighty_south & ground).bit_count()
        return light + WEIGHT * heavy


def _before(position: SerbiaPosition, stand: Standing) -> tuple[int, int]:
    """The enemy's ground near the units on both sides of a boundary, north and south."""
    enemy = other_side(AUSTRIA_HUNGARY)
    owner = {node: stand.north >> node & 1 for node in stand.hexes}
    heads = sorted(owner)
    north = south = 0
    for _ in range(DEPTH):
        further = []
        for head in heads:
            for other in position.setting.beside[head]:
                if other not in owner:
                    owner[other] = owner[head]
                    further.append(other)
                    if position.controller(other) == enemy:
                        if owner[head]:
                            north |= 1 << other
                        else:
                            south |= 1 << other
        heads = further
    return north, south
