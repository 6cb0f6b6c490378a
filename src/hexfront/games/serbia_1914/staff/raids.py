"""Points that can be fetched: places that pay once when they are reached, and the farthest advance."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfront.games.serbia_1914.rules import marches, victory_points
from hexfront.games.serbia_1914.staff.aims import over_turns
from hexfront.games.serbia_1914.staff.survey import Body, Survey
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, INEFFECTIVE, MOVEMENT

HORIZON = 36  # movement points a raid is planned over
A_STEP = 2.5  # that a hex takes at the least
A_TURN = 9
PATIENCE = 0.75  # what is left of the worth of a raid that takes a turn longer
DRAWN_OFF = 0.2  # what each point of defense that is sent away is missed elsewhere
LEAST = 0.8
GAIN = 1  # points that a lunge to the east must bring


class Raid(msgspec.Struct, frozen=True):
    """A Force that is to fetch points: how far it gets in this phase, and what it goes for."""

    body: Body
    to: int
    worth: float
    reason: str


def raids(survey: Survey, movable: list[Body], reaches: Mapping[str, Mapping[int, int]]) -> list[Raid]:
    """[27.3] [27.7] For each place that pays once, the Force that can best be sent for it."""
    found: list[Raid] = []
    ways: dict[str, marches.March] = {}
    for goals, points in _prizes(survey):
        best = None
        for body in movable:
            if body.status >= INEFFECTIVE or any(raid.body == body for raid in found):
                continue
            raid = _raid(survey, body, reaches[body.leader], goals, points, ways)
            if raid is not None and (best is None or raid.worth > best.worth):
                best = raid
        if best is not None and best.worth >= LEAST:
            found.append(best)
    return found


def _prizes(survey: Survey) -> list[tuple[tuple[int, ...], float]]:
    """[27.3] [27.4] [27.7] Hexes of which one must be reached, and what that brings to the end."""
    setting, position = survey.setting, survey.position
    turns = setting.parameters.head.last_turn - position.turn + 1
    found = []
    for name in setting.parameters.head.victory.awards:
        award = setting.lists.awards[name]
        places = [survey.board[label] for label in award.hexes if label in survey.board]
        if name in position.awarded or award.side != survey.side or not places:
            continue
        if award.when in victory_points.ONCE:
            points = float(award.points or 0)
            entered = award.when == "entered"
            found += [((place,) if entered else setting.beside[place], points) for place in places]
        elif award.when == "chosen turn":
            held = [place for place in places if position.controller(place) == survey.side]
            found += [((place,), float(award.points or 0)) for place in places if place not in held]
        elif award.when == "own turn" and position.controller(places[0]) != survey.side:
            # Who takes it is paid every turn, and the enemy no more.
            points = 2 * over_turns(turns) * (award.points or 0)
            found.append(((places[0],), points))
    return found


def _raid(  # noqa: PLR0917
    survey: Survey,
    body: Body,
    reach: Mapping[int, int],
    goals: tuple[int, ...],
    points: float,
    ways: dict[str, marches.March],
) -> Raid | None:
    position = survey.position
    at_once = [goal for goal in goals if goal in reach]
    if at_once:
        goal = min(at_once, key=lambda node: (reach[node], node))
        worth = points + 1 - DRAWN_OFF * body.defense / 2
        where = survey.name(goal)
        return Raid(body, goal, worth, f"{points:.0f} points are to be had in {where}, in reach now.")
    near = min(survey.board.distance(body.at, goal) or 0 for goal in goals)
    if position.phase != MOVEMENT or near * A_STEP > HORIZON:
        return None
    if body.leader not in ways:
        ways[body.leader] = marches.search(position, body.units, HORIZON)
    march = ways[body.leader]
    open_to = [goal for goal in goals if goal in march.cost]
    if not open_to:
        return None
    goal = min(open_to, key=lambda node: (march.cost[node], node))
    turns = -(-march.cost[goal] // A_TURN)
    if turns > survey.setting.parameters.head.last_turn - position.turn + 1:
        return None
    on_the_way = [node for node in march.path(goal) if node in reach and node != body.at]
    if not on_the_way:
        return None
    to = max(on_the_way, key=lambda node: reach[node])
    worth = points * PATIENCE ** (turns - 1) - DRAWN_OFF * body.defense
    where = survey.name(goal)
    return Raid(body, to, worth, f"To {where} for {points:.0f} points, {turns} turns away.")


def lunge(survey: Survey, movable: list[Body], reaches: Mapping[str, Mapping[int, int]]) -> Raid | None:
    """[27.2] Before an Inter-Phase, the infantry Formation that can come farthest to the east."""
    position = survey.position
    award = victory_points.ADVANCE in survey.setting.parameters.head.victory.awards
    if not award or survey.side != AUSTRIA_HUNGARY or position.active != AUSTRIA_HUNGARY:
        return None
    if survey.setting.lists.inter_phase_after(position.turn) is None:
        return None
    last = position.turn == survey.setting.parameters.head.last_turn
    standing = 0
    best: tuple[int, int, Body] | None = None
    for body in survey.bodies:
        piece = position.piece(position.units[body.leader])
        if not (piece.infantry and piece.formation):
            continue
        standing = max(standing, victory_points.advance_points(position, body.at))
        if body not in movable or (body.status >= INEFFECTIVE and not last):
            continue
        for node in reaches[body.leader]:
            points = victory_points.advance_points(position, node)
            if best is None or points > best[0]:
                best = (points, node, body)
    if best is None or best[0] < standing + GAIN:
        return None
    where = survey.name(best[1])
    reason = f"The Inter-Phase pays {best[0]} points for an advance to {where}, {best[0] - standing} more."
    return Raid(best[2], best[1], float(best[0] - standing), reason)
