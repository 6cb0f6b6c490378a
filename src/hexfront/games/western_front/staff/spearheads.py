"""Spearheads: where an attacker finds open country before something worth having, he goes there.

For every city that can still be gained the cheapest way past the enemy is looked for. The best few are
followed as far as a turn's march leads, with troops left along the way so that nobody is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.line import CROWDED, Line, guarded_ways
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, POINT
from hexfront.kernel.paths import Reach, flood

MARCH = 5 * POINT  # how far ahead of the line one goes
HALF_WAY = 10.0  # points of march at which a goal counts half
POINT_SHARE = 26.0  # strength of the foremost stack
LINK_SHARE = 7.0  # strength left in each hex on the way
STRONG_WALLS = 10  # fortresses from this strength are left to the guns


class Spearhead(msgspec.Struct, frozen=True):
    """An advance toward a goal: the hexes from the line to where it is to stand after this turn."""

    goal: int
    worth: float
    path: tuple[int, ...]


def find_spearheads(survey: Survey, line: Line, most: int) -> list[Spearhead]:
    """The advances into open country that promise most, each by a way of its own."""
    if survey.side != CENTRAL_POWERS or not line.nodes:
        return []
    position, setting = survey.position, survey.position.setting
    ways = guarded_ways(survey)
    found = flood(ways, line.nodes)
    reach = Reach(found.cost, found.before)
    candidates = []
    for goal, value in ground.goals(position, survey.side).items():
        ends = [goal] if not survey.is_held_by_enemy(goal) else list(setting.crossable[goal])
        if survey.hostile_forts[goal] >= STRONG_WALLS:
            continue
        ends = [node for node in ends if node in found.cost and not survey.is_held_by_enemy(node)]
        if not ends:
            continue
        end = min(ends, key=lambda node: (found.cost[node], node))
        far = found.cost[end] / POINT
        worth = (value + (ground.paris_worth(position, goal))) / (1.0 + far / HALF_WAY)
        path = [
            node
            for node in reach.path(end)
            if found.cost[node] <= MARCH and survey.hostile_near[node] <= CROWDED
        ]
        if len(path) > 1 and path == reach.path(end)[: len(path)]:
            candidates.append(Spearhead(goal, worth, tuple(path)))
    candidates.sort(key=lambda each: (-each.worth, each.goal))
    chosen: list[Spearhead] = []
    for each in candidates:
        apart = all((survey.board.distance(each.path[-1], other.path[-1]) or 0) >= 2 for other in chosen)
        if apart and len(chosen) < most:
            chosen.append(each)
    return chosen


def with_spearheads(survey: Survey, line: Line, spearheads: Sequence[Spearhead]) -> Line:
    """The line with its spearheads; the rest of it gives up what they take."""
    extra: dict[int, float] = {}
    for spearhead in spearheads:
        tip = spearhead.path[-1]
        near = sum(survey.hostile[node] for node in survey.board.within(tip, 2))
        extra[tip] = max(extra.get(tip, 0.0), POINT_SHARE + near)
        for node in spearhead.path[1:-1]:
            extra[node] = max(extra.get(node, 0.0), LINK_SHARE)
    if not extra:
        return line
    army = max(1, survey.total())
    left = max(0.4, 1.0 - sum(extra.values()) / army)
    shares = {node: share * left for node, share in line.shares.items()}
    for node, share in extra.items():
        shares[node] = max(share, shares.get(node, 0.0))
    nodes = (*line.nodes, *(node for node in extra if node not in line.shares))
    return Line(nodes, shares)
