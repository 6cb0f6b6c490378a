"""The intended front: the chain of hexes, from the sea or the Dutch border to Switzerland, that a side means
to hold after its movement, and the strength that each of them asks for.

On a map a line of battle is a path, so the best line is the cheapest path: every hex costs something, more if
it gives up ground or leaves the enemy a city, if he is there first, or if he could strike it harder than it
can be held, and less for walls, works and rivers. A side that is outflanked finds its cheapest line farther
back and retires to it as a whole; one that meets nobody finds it farther forward.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

import msgspec

from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.bearings import Bearings
from hexfront.games.western_front.staff.survey import DENSEST, FAR, Survey
from hexfront.games.western_front.vocabulary import CONSTRUCTION, POINT
from hexfront.kernel.paths import Step, flood

THROUGH_ZONES = 8 * POINT  # what it adds to a way to slip between enemy stacks
STEP = 4 * POINT  # what infantry marches in a turn
SETBACK = 0.3  # price of a hex of ground that is given up
YIELDED = 4  # hexes behind the frontier that a defender may give up to keep his army together
HEARTLAND = 1.2  # what every further hex costs beside
CITY_LEFT = 0.1  # price of a point that a city is worth just before the line
LEFT_BEHIND = 5  # hexes before the line within which a city counts
ABROAD = 0.3  # price of a hex that the line of a defender lies beyond his frontier
CROWDED = 60.0  # enemy strength within a few hexes where an advance has to be fought for
LATE = 1.6  # price of a turn that the line has to wait for its first troops
BEATEN = 3.0  # price of a hex that the enemy reaches before us
HELD_AGAINST = 2.4  # how many times stronger an enemy may be against whom a full hex is held
DANGER = 0.12  # price of a strength point that the enemy can strike with beyond that
AUTUMN = 10  # month from which an army digs in where it stands
DUG_IN = 0.04  # the price of such a point from then on
KEPT = 0.35  # what it is worth that somebody stands there already
WALLS = 0.02  # what a strength point of an own fortress is worth
WORKS = 0.8  # what a trench is worth
STRONG_GROUND = 0.12  # what a pip off the attack die is worth
CARE = 5.0  # how many times more stands where the enemy's best road leads
CHEAPEST = 0.15
LEAST_SHARE = 5.0
IN_WALLS = 0.6  # strength in the field that a point of an own fortress saves
SENTRY = 1.0  # what stands even where walls would do


class Line(msgspec.Struct, frozen=True):
    """The hexes of a line from one end to the other, and the share of the army that each should have."""

    nodes: tuple[int, ...]
    shares: Mapping[int, float]
    bare: frozenset[int] = frozenset()  # hexes of it in which nothing shelters whoever stands there
    focus: frozenset[int] = frozenset()  # hexes from which an attack is prepared or made


@lru_cache(maxsize=4)
def anchors(setting: WesternFrontSetting) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes at which a line can end: in the north and west, and in the south-east.

    They lie by the sea, by a neutral country, or on the edge of the map.
    """
    board = setting.board
    north: set[int] = set()
    south: set[int] = set()
    west_edge = board.regions.get("edge west", frozenset())
    for node in range(len(board)):
        if setting.closed[node] or not setting.crossable[node]:
            continue
        for beside in board.adjacent[node]:
            country = board.country[beside]
            if country == "switzerland":
                south.add(node)
            elif country == "netherlands" or board.terrain[beside] == "sea":
                north.add(node)
        if node in west_edge:
            north.add(node)
    return frozenset(north - south), frozenset(south)


@lru_cache(maxsize=4)
def strong_ground(setting: WesternFrontSetting) -> tuple[float, ...]:
    """For each hex how much its hexsides take off an attacker's die, on the average."""
    found = []
    for node in range(len(setting.board)):
        pips = 0.0
        for beside in setting.crossable[node]:
            side = setting.side(node, beside)
            row = setting.tables.terrain[side.terrain]
            pips += -row.attack_die + (2 if row.attack_strength == "half" else 0)
            pips += 1 if "river" in side.features else 2 if "major river" in side.features else 0
        found.append(pips / max(1, len(setting.crossable[node])))
    return tuple(found)


@lru_cache(maxsize=4)
def home_depth(setting: WesternFrontSetting, home: str) -> tuple[int, ...]:
    """For each hex how deep it lies in a country, in hexes from its frontier; below 0 outside."""
    board = setting.board
    inside = frozenset(node for node in range(len(board)) if board.country[node] == home)
    lands = {"france", "belgium", "germany", "luxembourg"} - {home}
    outside = frozenset(node for node in range(len(board)) if board.country[node] in lands)
    if not inside or not outside:
        return (0,) * len(board)
    to_outside, to_inside = setting.hexes_from(outside), setting.hexes_from(inside)
    return tuple(to_outside[node] - 1 if node in inside else -to_inside[node] for node in range(len(board)))


def depth_price(depth: int, away: int) -> float:
    """What a defender pays for ground given up, or for standing beyond his frontier."""
    if depth >= 0:
        given_up = min(depth, 12)
        price = SETBACK * given_up + HEARTLAND * max(0, given_up - YIELDED)
        return price + 0.1 * max(0, min(away, 4) - 1)
    return ABROAD * min(-depth, 8)


def guarded_ways(survey: Survey) -> list[tuple[Step, ...]]:
    """Ways past the enemy: none through his hexes, and dear ones through his zones, so that what lies behind
    his front counts as far away."""
    position = survey.position
    control = position.control_of(survey.enemy)
    return [
        tuple(
            (there, cost + THROUGH_ZONES * (control[node] > 0 and control[there] > 0))
            for there, cost in steps
            if not survey.is_held_by_enemy(there)
        )
        for node, steps in enumerate(position.setting.base_ways(False))
    ]


def cities_left(survey: Survey, when_theirs: Mapping[int, int]) -> list[float]:
    """What the cities are worth that a line would leave to the enemy if it ran through a hex."""
    board = survey.board
    found = [0.0] * len(board)
    for city, worth in ground.treasures(survey.position, survey.side).items():
        theirs = when_theirs.get(city, FAR * POINT)
        for node in board.within(city, LEFT_BEHIND - 1):
            if when_theirs.get(node, FAR * POINT) > theirs:
                found[node] += CITY_LEFT * worth * (1 - (board.distance(city, node) or 0) / LEFT_BEHIND)
    return found


def prices(survey: Survey, bearings: Bearings | None = None) -> list[float | None]:
    """What each hex costs as a part of the line; None where no line can run."""
    position, setting = survey.position, survey.position.setting
    bearings = bearings or Bearings(setting)
    ways = setting.base_ways(False)
    pieces = setting.pieces
    ours = {unit.at for unit in survey.own_units if pieces[unit.piece].infantry and unit.mobilized}
    theirs = {unit.at for unit in survey.hostile_units if pieces[unit.piece].infantry and unit.mobilized}
    when = flood(guarded_ways(survey), ours).cost if ours else {}
    when_theirs = flood(ways, theirs).cost if theirs else {}
    away, threat, might = survey.hexes_to_field_army, survey.threat, survey.might
    strong = strong_ground(setting)
    found: list[float | None] = [None] * len(setting.board)
    depth = home_depth(setting, ground.home_of(survey.side))
    left = cities_left(survey, when_theirs)
    dread = DUG_IN if position.date.month >= AUTUMN else DANGER
    for node in range(len(setting.board)):
        if setting.closed[node] or not setting.crossable[node] or survey.is_held_by_enemy(node):
            continue
        arrival = when.get(node)
        if arrival is None:
            continue
        bearing = bearings.at(node)
        price = 1.0 + bearing.ground * depth_price(depth[node], away[node]) + left[node]
        price += LATE * max(0.0, arrival / STEP - 1.0)
        if when_theirs.get(node, FAR * POINT) < arrival - POINT:
            price += BEATEN
        danger = threat.get(node, 0) / HELD_AGAINST - min(DENSEST, might.get(node, 0))
        price += dread * bearing.danger * max(0.0, danger)
        price -= STRONG_GROUND * strong[node]
        price -= WALLS * survey.own_forts[node]
        marker = position.markers.get(node)
        if marker is not None and marker.side == survey.side:
            price -= WORKS / 2 if marker.kind == CONSTRUCTION else WORKS
        if survey.own[node]:
            price -= KEPT
        found[node] = max(CHEAPEST, price)
    return found


def draw_line(survey: Survey, peril: Sequence[float], bearings: Bearings | None = None) -> Line:
    """The cheapest line, with shares of the army by threat and by where the enemy's roads lead."""
    setting = survey.position.setting
    starts, ends = anchors(setting)
    price = prices(survey, bearings)
    cost: dict[int, float] = {}
    before: dict[int, int] = {}
    queue: list[tuple[float, int]] = []
    for node in sorted(starts):
        if (first := price[node]) is not None:
            cost[node] = first
            heappush(queue, (first, node))
    last: int | None = None
    while queue:
        so_far, node = heappop(queue)
        if so_far > cost[node]:
            continue
        if node in ends:
            last = node
            break
        for beside in setting.crossable[node]:
            more = price[beside]
            if more is None:
                continue
            total = so_far + more
            if beside not in cost or total < cost[beside]:
                cost[beside] = total
                before[beside] = node
                heappush(queue, (total, beside))
    nodes: list[int] = []
    while last is not None:
        nodes.append(last)
        last = before.get(last)
    nodes.reverse()
    return Line(tuple(nodes), shares(survey, nodes, peril, bearings))


def shares(
    survey: Survey, nodes: Sequence[int], peril: Sequence[float], bearings: Bearings | None = None
) -> dict[int, float]:
    """How much strength each hex of the line should have: by what may strike it, and by what lies behind."""
    if not nodes:
        return {}
    bearings = bearings or Bearings(survey.position.setting)
    weights = {}
    dearest = max(peril[node] for node in nodes) or 1.0
    for node in nodes:
        weight = 8.0 + min(survey.threat.get(node, 0), 3 * DENSEST) / 3
        weight *= 1.0 + CARE * (peril[node] / dearest) ** 2
        weight *= bearings.at(node).effort
        weights[node] = weight
    total = sum(weights.values())
    # What walls hold by themselves is left to them.
    walls = {node: IN_WALLS * survey.own_forts[node] for node in nodes}
    army = survey.total() * (1 - bearings.reserve) + sum(min(walls[node], LEAST_SHARE) for node in nodes)
    found = {}
    for node, weight in weights.items():
        share = max(LEAST_SHARE, army * weight / total) - walls[node]
        found[node] = max(SENTRY, share)
    return found
