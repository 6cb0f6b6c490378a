"""Replacements and shipments of supply: to headquarters that rest, where lost units come back.

A headquarters that has moved in a turn recombines nothing, and neither does a replacement unit that has
[23-2]. So a nation that has enough headquarters keeps one where its replacements arrive, far behind the line;
other headquarters rest while replacements are with them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.formations import limit
from hexfront.games.western_front.rules import headquarters, rail_lines, recombination
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.staff import budget, ground
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import POINT

SAFE = 3  # hexes from the enemy at which a headquarters can rest
QUIET = 6  # hexes from the enemy at which one may hope to rest for weeks
ROOMY = 12  # half divisions that must find room in the hex of a depot
ENOUGH = 4  # a nation with so many headquarters spares one
NEAR_ENEMY = 12 * POINT  # what a headquarters that cannot rest counts as a detour
FULL = 8 * POINT  # the same for one in whose hex there is no room
MOVING = 6 * POINT  # and for one that is on its way
JOURNEY = 8 * POINT  # a journey by rail, however long
RIDE_FROM = 6 * POINT  # shorter ways are marched
SPENT = 3  # points a division must lack to be taken out of the line
WORN = 2  # the same in the trench war, where losses are spread over many; one in reserve goes for less
MUCH_NEARER = 8  # how many times nearer than it is a depot counts for replacements
CLEAR = 4  # half divisions for which replacements leave room in a depot


def with_replacements(position: WesternFrontPosition, side: str) -> set[str]:
    """The headquarters that have replacements of their nation in their hex."""
    waiting = {
        (unit.at, piece.nation)
        for unit in position.members[side].values()
        if (piece := position.piece(unit)).replacement
    }
    return {
        unit.name
        for unit in position.headquarters_of(side)
        if (unit.at, position.piece(unit).nation) in waiting
    }


def at_rest(position: WesternFrontPosition, side: str) -> set[str]:
    """Of the headquarters with replacements, those that rest for their sake. In the trench war, and wherever
    supply points must be expended, the richest of a nation that has several goes where the army needs it."""
    found = with_replacements(position, side)
    seats: dict[str, list[Unit]] = {}
    for unit in position.headquarters_of(side):
        seats.setdefault(position.piece(unit).nation, []).append(unit)
    static = ground.is_static(position)
    for nation, own in seats.items():
        if len(own) > 1 and (static or budget.duty(position, nation) is not None):
            found.discard(max(own, key=lambda unit: (unit.supply, unit.name)).name)
    return found


def chosen(survey: Survey) -> dict[str, int]:
    """The headquarters that are to rest behind the line, each with its hex: one of a nation at most.

    It goes to where most replacements of the nation are and nobody disturbs them, which is where they
    arrive. The poorest in supply points is taken.
    """
    position, side = survey.position, survey.side
    found = {}
    for nation in _expecting(position, side):
        seats = [each for each in position.headquarters_of(side) if position.piece(each).nation == nation]
        if len(seats) < ENOUGH:
            continue
        points: dict[int, int] = {}
        for unit in _fresh(position, side, nation):
            if _is_fit(survey, unit.at):
                points[unit.at] = points.get(unit.at, 0) + unit.strength
        pairs = [
            (_toll(survey, seat, node) - POINT * many, seat.name, node)
            for seat in seats
            for node, many in points.items()
            if seat.at == node or (seat.name in position.ready[side] and survey.hexes_to_enemy[node] >= QUIET)
        ]
        if pairs:
            _, name, node = min(pairs)
            found[name] = node
    return found


def _fresh(position: WesternFrontPosition, side: str, nation: str) -> list[Unit]:
    """The replacements of a nation that are on the map."""
    return [
        unit
        for unit in position.members[side].values()
        if (piece := position.piece(unit)).replacement and piece.nation == nation
    ]


def _expecting(position: WesternFrontPosition, side: str) -> list[str]:
    """The nations that have replacements."""
    units = (*position.members[side].values(), *position.waiting.values())
    pieces = [position.piece(unit) for unit in units]
    return sorted({piece.nation for piece in pieces if piece.replacement and piece.side == side})


def _is_fit(survey: Survey, node: int) -> bool:
    """Whether replacements can be brought to a city and rest there."""
    position = survey.position
    return (
        survey.hexes_to_enemy[node] >= SAFE
        and position.setting.room[node][0] >= ROOMY
        and position.holder(node) == survey.side
        and rail_lines.is_operative_for(position, node, survey.side)
    )


def _toll(survey: Survey, seat: Unit, node: int) -> int:
    """What it costs to make a headquarters the depot of its nation, in points of marching."""
    far = ground.distances(survey.position.setting, node).get(seat.at, 1 << 30)
    return min(far, JOURNEY) + POINT * (seat.supply // 2)


def open_depots(survey: Survey) -> dict[str, int]:
    """The headquarters where spent divisions are made whole: that behind the line, and in the trench war
    every one that rests with replacements where no enemy controls its hex."""
    position, side = survey.position, survey.side
    found = dict(chosen(survey))
    if ground.is_static(position):
        for name in sorted(at_rest(position, side)):
            node = position.units[name].at
            if node not in found.values() and not position.enemy_controlled(node, side):
                found.setdefault(name, node)
    return found


def settle(marches: Marches, names: dict[str, int]) -> None:
    """Bring the headquarters that are depots to their cities."""
    position = marches.position
    for name, goal in sorted(names.items()):
        unit = position.units[name]
        where = marches.setting.board.name_of(goal)
        if unit.at == goal:
            marches.send(name, goal, f"The headquarters rests in {where} and takes in replacements.")
        else:
            _go(marches, unit, goal, f"The headquarters goes to {where} to take in replacements.")


class Depot(msgspec.Struct):
    """A headquarters that makes spent divisions whole: its hex, and the points of replacements that it has
    left."""

    nation: str
    city: int
    fresh: list[Unit]
    points: int


def _depots(marches: Marches) -> list[Depot]:
    """The depots of a side with the replacements each can give: those behind the line wait for all of their
    nation, others have what lies with them."""
    position, side = marches.position, marches.survey.side
    behind = chosen(marches.survey)
    found = []
    for seat, city in sorted(open_depots(marches.survey).items()):
        nation = position.piece(position.units[seat]).nation
        fresh = _fresh(position, side, nation)
        if seat not in behind:
            fresh = [unit for unit in fresh if unit.at == city]
        points = sum(unit.strength for unit in fresh)
        if seat in behind:  # lost divisions come first: what they need is not given to the spent
            points -= sum(
                limit(position.piece(unit))
                for unit in position.lost.values()
                if recombination.is_rebuildable(position, unit) and _missing(position, unit, fresh)
            )
        found.append(Depot(nation, city, fresh, points))
    return found


def refit(marches: Marches, free: set[str]) -> None:
    """Take spent divisions out of the line, as many as the replacements of their nation can make whole, those
    that lack most first, each to the nearest depot."""
    position = marches.position
    where = marches.setting.board.name_of
    open_now = _depots(marches)
    cities = {depot.city for depot in open_now}
    lacking = {
        name: max((_missing(position, position.units[name], depot.fresh) for depot in open_now), default=0)
        for name in free
    }

    def rank(name: str) -> tuple[bool, int, str]:
        return position.units[name].at not in cities, -lacking[name], name

    for name in sorted((name for name in free if lacking[name]), key=rank):
        unit = position.units[name]
        if is_missed(marches, unit):
            continue
        able = [
            depot
            for depot in open_now
            if depot.points > 0
            and _missing(position, unit, depot.fresh)
            and (unit.at == depot.city or marches.has_room(unit, depot.city))
        ]
        if not able:
            continue
        nearest = min(able, key=lambda depot: (_way(marches, unit, depot.city), depot.city))
        city = nearest.city
        if unit.at == city:
            marches.send(name, city, f"In {where(city)} to be made up to strength.")
        elif lacking[name] >= _spent(marches, unit):
            _go(marches, unit, city, f"Spent: back to {where(city)} to be made up to strength.")
        if name in marches.going:
            free.discard(name)
            nearest.points -= lacking[name]


def _way(marches: Marches, unit: Unit, city: int) -> int:
    """How far a unit has to march to a hex."""
    return ground.distances(marches.setting, city).get(unit.at, 1 << 30)


def _spent(marches: Marches, unit: Unit) -> int:
    """The points a division must lack to go back for replacements."""
    if not ground.is_static(marches.position):
        return SPENT
    return WORN if marches.survey.hexes_to_enemy[unit.at] <= 1 else 1


def is_missed(marches: Marches, unit: Unit) -> bool:
    """Whether nobody else would be left where a unit stands before the enemy: who alone holds a hex does not
    rest."""
    survey, position = marches.survey, marches.position
    if survey.hexes_to_enemy[unit.at] > 1:
        return False
    return not any(
        each.name != unit.name
        and position.piece(each).infantry
        and each.strength
        and marches.destination(each.name) == unit.at
        for each in position.members[survey.side].values()
    )


def _missing(position: WesternFrontPosition, unit: Unit, fresh: list[Unit]) -> int:
    """The points a unit lacks, if replacements can give them one for one."""
    piece = position.piece(unit)
    if not any(recombination.rate(position, position.piece(each), piece) == 1 for each in fresh):
        return 0
    return limit(piece) - unit.strength


def fill_up(marches: Marches) -> None:
    """Send replacements to a headquarters that will rest, and shipments to one that lacks supply points."""
    position, side = marches.position, marches.survey.side
    kept = duties.kept_units(position, side)
    depot = chosen(marches.survey)
    for name in sorted(position.ready[side]):
        unit = position.units[name]
        piece = position.piece(unit)
        if name in kept or not (piece.replacement or piece.supply):
            continue
        seats = [
            each
            for each in position.headquarters_of(side)
            if position.piece(each).nation == piece.nation
            and (piece.replacement or headquarters.room(position, each) >= unit.supply)
        ]
        if not seats:
            continue
        if piece.replacement and _is_in_the_way(marches, unit, seats):
            elsewhere = [each for each in seats if marches.destination(each.name) != unit.at]
            if _make_way(marches, unit, elsewhere, depot):
                continue
        best = min(seats, key=lambda each: (_detour(marches, unit, each, depot), each.name))
        goal = marches.destination(best.name)
        if piece.replacement:
            goal = depot.get(best.name, goal)
        what = "Replacements" if piece.replacement else "Supply points"
        _go(marches, unit, goal, f"{what} go to the headquarters at {marches.setting.board.name_of(goal)}.")


def _is_in_the_way(marches: Marches, unit: Unit, seats: Sequence[Unit]) -> bool:
    """Whether replacements fill the hex of a headquarters so that no spent division finds room in it."""
    if not ground.is_static(marches.position) or all(each.at != unit.at for each in seats):
        return False
    return marches.load[unit.at] + CLEAR > marches.setting.room[unit.at][0]


def _make_way(marches: Marches, unit: Unit, seats: Sequence[Unit], depot: dict[str, int]) -> bool:
    """Send replacements that are too many in a hex to another headquarters, or only out of it."""
    where = marches.setting.board.name_of
    if seats:
        best = min(seats, key=lambda each: (_detour(marches, unit, each, depot), each.name))
        goal = marches.destination(best.name)
        _go(marches, unit, goal, f"Replacements make room in {where(unit.at)} and go to {where(goal)}.")
    if marches.destination(unit.name) == unit.at:
        beside = [
            node
            for node in marches.on_foot(unit)
            if marches.survey.hexes_to_enemy[node] > 1
            and marches.has_room(unit, node)
            and marches.may_stay(unit, node)
        ]
        if beside:
            near = ground.distances(marches.setting, unit.at)
            stop = min(beside, key=lambda node: (near.get(node, 1 << 30), node))
            marches.send(unit.name, stop, f"Replacements make room in {where(unit.at)}.")
    return marches.destination(unit.name) != unit.at


def _detour(marches: Marches, unit: Unit, seat: Unit, depot: dict[str, int]) -> int:
    """How far it is to a headquarters, and what speaks against it, in points of marching."""
    position, survey = marches.position, marches.survey
    there = marches.destination(seat.name)
    cost = ground.distances(marches.setting, there).get(unit.at, 1 << 30)
    fits = there == unit.at or marches.has_room(unit, there, CLEAR) or not ground.is_static(position)
    if seat.name in depot and position.piece(unit).replacement and fits:
        return cost // MUCH_NEARER
    if all(rail_lines.is_operative_for(position, node, survey.side) for node in (unit.at, there)):
        cost = min(cost, JOURNEY)
    if position.piece(unit).supply:
        return cost + seat.supply * POINT
    if survey.hexes_to_enemy[there] < SAFE:
        cost += NEAR_ENEMY
    if there != unit.at and not marches.has_room(unit, there, CLEAR):
        cost += FULL
    return cost + MOVING * (there != seat.at)


def _go(marches: Marches, unit: Unit, goal: int, reason: str) -> None:
    """By rail or on foot, as far as it gets."""
    if goal == unit.at:
        return
    far = ground.distances(marches.setting, goal)
    clear = CLEAR if marches.position.piece(unit).replacement else 0
    if (unit.entrained or far.get(unit.at, 0) > RIDE_FROM) and marches.ride(unit, goal, reason, clear):
        return
    nearer = [
        node
        for node in marches.on_foot(unit)
        if far.get(node, 1 << 30) < far.get(unit.at, 1 << 30)
        and marches.survey.hexes_to_enemy[node] > 1
        and marches.has_room(unit, node, clear)
    ]
    if nearer:
        marches.send(unit.name, min(nearer, key=lambda node: (far[node], node)), reason)


def arrival(survey: Survey, nation: str, offered: list[int]) -> int:
    """Of the hexes in which replacements may arrive, the one from which they are used soonest."""
    position, setting = survey.position, survey.position.setting
    seats = {
        each.at for each in position.headquarters_of(survey.side) if position.piece(each).nation == nation
    }

    def toll(node: int) -> int:
        ways = [ground.distances(setting, seat).get(node, 1 << 30) for seat in seats]
        return min(ways, default=0) + NEAR_ENEMY * (survey.hexes_to_enemy[node] < SAFE)

    return min(offered, key=lambda node: (toll(node), node))
