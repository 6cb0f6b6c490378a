"""The ground that an attacker means to hold after his movement, and the front that follows from it.

Every hex that can be come to is worth something, and every hexside between what is held and what is not has
to be guarded. The best territory is the one whose ground is worth most over its border, which is a cheapest
cut. So a broad advance is found where a narrow one would not pay for its flanks, an open flank is cheap
where no enemy is near, and ground that the enemy could strike too hard is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.bearings import Bearings
from hexfront.games.western_front.staff.cuts import ALL, cheapest_cut
from hexfront.games.western_front.staff.line import CROWDED, Line, anchors, guarded_ways, strong_ground
from hexfront.games.western_front.staff.survey import DENSEST, FAR, Survey
from hexfront.games.western_front.vocabulary import CONSTRUCTION, POINT
from hexfront.kernel.paths import flood

SCALE = 100
MARCH = 5 * POINT  # what infantry comes forward in a turn, on a good road
HOME = 3.0  # worth of a hex of one's own country
ABROAD = 0.5  # of any other
PROMISE = 1.5  # what the best ground of all is worth beside that
HELD = 0.3  # what it is worth that it is held already
BEATEN = 0.8  # what it costs that the enemy is there before us in strength
BORDER = 0.40  # price of a hexside that has to be guarded
QUIET = 0.12  # the same where no enemy comes in his next turn
DANGER = 0.012  # price of a strength point with which the enemy could strike beyond what can be held
STRONG = 0.06  # what a pip off the attack die takes off the price
WORKS = 0.5  # what is left of it behind walls and in trenches
MAIN_EFFORT = 4.0  # how many times more goes to where the best road begins
THREAT_FOR_DOUBLE = 30.0  # enemy strength in reach for which a hex gets as much again
SCREENED = 3  # hexes from the enemy beyond which a hex is only watched
SCREEN = 1.0  # strength that watches
MASK = 0.5  # what stands in each hex before a fortress that is cut off, for each point of its garrison
LEAST_SHARE = 5.0


def choose_territory(survey: Survey, promise: Sequence[float], bearings: Bearings | None = None) -> set[int]:
    """The hexes to be held."""
    setting = survey.position.setting
    bearings = bearings or Bearings(setting)
    size = len(setting.board)
    pieces = setting.pieces
    ours = {unit.at for unit in survey.own_units if pieces[unit.piece].infantry and unit.mobilized}
    theirs = {unit.at for unit in survey.hostile_units if pieces[unit.piece].infantry and unit.mobilized}
    when = flood(guarded_ways(survey), ours).cost if ours else {}
    when_theirs = flood(setting.base_ways(False), theirs).cost if theirs else {}
    best = max(promise) or 1.0
    home = ground.home_of(survey.side)
    likes = [0] * size
    for node in range(size):
        if setting.closed[node] or not setting.crossable[node] or survey.is_held_by_enemy(node):
            likes[node] = -ALL
            continue
        arrival = when.get(node, FAR * POINT)
        is_home = setting.board.country[node] == home
        if arrival > MARCH and not is_home and survey.position.holder(node) != survey.side:
            likes[node] = -ALL
            continue
        worth = HOME if is_home else ABROAD + PROMISE * promise[node] / best
        worth *= bearings.at(node).ground
        if survey.own[node]:
            worth += HELD
        if when_theirs.get(node, FAR * POINT) < arrival - POINT:
            worth -= BEATEN * min(1.0, survey.hostile_near[node] / CROWDED)
        likes[node] = round(SCALE * worth)
    return cheapest_cut(likes, _borders(survey, bearings))


def _borders(survey: Survey, bearings: Bearings) -> list[list[tuple[int, int]]]:
    """What it costs to guard each hexside against the hex behind it."""
    position, setting = survey.position, survey.position.setting
    strong = strong_ground(setting)
    found: list[list[tuple[int, int]]] = []
    for node, beside in enumerate(setting.crossable):
        threat = survey.threat.get(node, 0)
        price = BORDER if threat else QUIET
        danger = DANGER * bearings.at(node).danger
        price += danger * max(0.0, threat / 3 - min(DENSEST, survey.might.get(node, 0)))
        price = max(QUIET, price - STRONG * strong[node])
        marker = position.markers.get(node)
        works = marker is not None and marker.side == survey.side and marker.kind != CONSTRUCTION
        if works or survey.own_forts[node]:
            price *= WORKS
        cost = round(SCALE * price)
        found.append([(other, cost) for other in beside])
    return found


def front_of(survey: Survey, held: set[int]) -> list[int]:
    """The hexes of a territory that face ground outside it."""
    crossable = survey.position.setting.crossable
    return [node for node in sorted(held) if any(other not in held for other in crossable[node])]


def in_order(survey: Survey, nodes: Sequence[int]) -> tuple[int, ...]:
    """The hexes of a front from its northern end on, each next to the one before as far as can be."""
    left = set(nodes)
    if not left:
        return ()
    starts, _ = anchors(survey.position.setting)
    distance = survey.board.distance
    here = min(left & starts or left)
    chain = [here]
    left.remove(here)
    while left:
        here = min(left, key=lambda node: (distance(here, node) or 0, node))
        chain.append(here)
        left.remove(here)
    return tuple(chain)


def open_country(survey: Survey, held: set[int]) -> set[int]:
    """Of the ground outside a territory, what is no island in it: the largest part that hangs together."""
    crossable = survey.position.setting.crossable
    left = {other for node in held for other in crossable[node] if other not in held}
    largest: set[int] = set()
    while left:
        start = min(left)
        found = {start}
        queue = [start]
        while queue:
            for other in crossable[queue.pop()]:
                if other not in held and other not in found:
                    found.add(other)
                    queue.append(other)
        left -= found
        if len(found) > len(largest):
            largest = found
    return largest


def shares(
    survey: Survey,
    nodes: Sequence[int],
    promise: Sequence[float],
    country: set[int],
    bearings: Bearings | None = None,
) -> dict[int, float]:
    """How much of the army each hex of the front should have: by the road that begins there, and by what may
    strike it."""
    if not nodes:
        return {}
    bearings = bearings or Bearings(survey.position.setting)
    top = max(promise[node] for node in nodes) or 1.0
    weights = {}
    found: dict[int, float] = {}
    for node in nodes:
        threat = min(survey.threat.get(node, 0), 3 * DENSEST)
        if not threat and survey.hexes_to_enemy[node] > SCREENED:
            found[node] = SCREEN
            continue
        beside = survey.position.setting.crossable[node]
        if not any(other in country for other in beside):
            # A fortress that is cut off is watched by as much as its garrison could break out against.
            found[node] = max(SCREEN, sum(survey.hostile[other] for other in beside) * MASK)
            continue
        weight = 1.0 + threat / THREAT_FOR_DOUBLE
        weight *= 1.0 + MAIN_EFFORT * (promise[node] / top) ** 2
        weight *= bearings.at(node).effort
        if survey.own_forts[node]:
            weight *= 0.6
        weights[node] = weight
    total = sum(weights.values()) or 1.0
    army = max(0.0, survey.total() * (1 - bearings.reserve) - sum(found.values()))
    for node, weight in weights.items():
        found[node] = max(LEAST_SHARE, army * weight / total)
    return found


def draw_front(survey: Survey, promise: Sequence[float], bearings: Bearings | None = None) -> Line:
    """The front of the best territory, with the share of each hex."""
    held = choose_territory(survey, promise, bearings)
    nodes = in_order(survey, front_of(survey, held))
    return Line(nodes, shares(survey, nodes, promise, open_country(survey, held), bearings))
