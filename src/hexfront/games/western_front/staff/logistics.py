"""What keeps an army alive: headquarters behind the line, guns and engineers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement, rail_lines, suppliers
from hexfront.games.western_front.staff import budget, depots, garrisons, ground
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import POINT

NEAR = 3  # hexes within which a headquarters supplies attacks in full, more or less
REACH = 8  # hexes beyond which it is of no use to those who attack
PULL = 0.3  # what a hex nearer counts beyond that
LEAST_WEIGHT = 3.0
HALF_FULL = 12.0  # supply points with which a headquarters does half of what it could
EMPTY = 0.15  # the part that an empty one does, since more comes
FIGHTING = 2  # hexes from the enemy within which troops are in the fight
STAY = 1.5  # what not moving counts for a headquarters
REST = 200.0  # the same while replacements are with it, which it can use only if it rests [23-2]
UNSAFE = 400.0  # price of a hex in which a headquarters could be attacked with nobody strong beside it
IN_FRONT = 100.0  # the same where somebody strong is
CUT_OFF = 250.0  # price of a hex from which there might be no way home
GUARD_SHARE = 8.0  # infantry that stays with siege guns
BATTERY_WEIGHT = 30.0  # what a siege battery before a fortress counts; it fires only near a headquarters
RAIL_BONUS = 6.0  # a headquarters on a working line receives what arrives [25-7]
HEAVY_FORTRESS = 10  # from this strength guns are brought up against a fortress
STORMED = 1.5  # how many times stronger the enemy before a hex must be for guns to leave it
IN_THE_OPEN = 4.0  # the same for the enemy who can come there, while armies still move
BESIEGING = 8.0  # the same before a fortress
FORWARD = 12  # hexes from the line within which a fortress is besieged


def place_headquarters(marches: Marches, line: Line) -> None:
    """Move headquarters so that as much as can be of their armies lies near one that has supply points."""
    survey, position = marches.survey, marches.position
    board = position.setting.board
    seats = position.headquarters_of(survey.side)
    resting = depots.chosen(survey)
    depots.settle(marches, resting)
    busy = depots.at_rest(position, survey.side)
    risks = _risks(marches)
    placed = {unit.name: unit.at for unit in seats if position.piece(unit).nation != "be"}
    movable = [
        unit
        for unit in seats
        if unit.mobilized and unit.name in position.ready[survey.side]
        if unit.name not in resting and unit.name not in marches.going
    ]
    for unit in sorted(movable, key=lambda each: (-each.supply, each.name)):
        if _ride_up(marches, line, unit):
            placed[unit.name] = marches.destination(unit.name)
            continue
        weights = _weights(marches, line, unit)
        others = [(node, _plenty(position.units[name])) for name, node in placed.items() if name != unit.name]
        elsewhere = _covered(survey, weights, others)
        plenty = _plenty(unit)
        idle = bool(unit.supply) and survey.hexes_to_enemy[unit.at] > REACH and ground.is_static(position)
        best = max(
            [unit.at, *sorted(movement.destinations(position, [unit.name]))],
            key=lambda node: (
                _seat(survey, line, weights, elsewhere=elsewhere, node=node, plenty=plenty)
                - risks[node]
                + (REST if unit.name in busy and not idle else STAY) * (node == unit.at),
                -node,
            ),
        )
        if unit.name in placed:
            placed[unit.name] = best
        if best != unit.at:
            near = min((board.distance(best, node) or 0 for node in line.nodes), default=0)
            where = "in the line" if not near else f"{near} hex{'es' * (near > 1)} behind it"
            marches.send(unit.name, best, f"The headquarters follows its army, {where}.")


def _ride_up(marches: Marches, line: Line, unit: Unit) -> bool:
    """In the trench war, or where supply points must be expended, bring a headquarters by train that has some
    and lies far behind all that it could supply, whatever it has to do there."""
    survey, setting = marches.survey, marches.setting
    if not unit.supply or survey.hexes_to_enemy[unit.at] <= REACH:
        return False
    nation = marches.position.piece(unit).nation
    if not ground.is_static(marches.position) and budget.duty(marches.position, nation) is None:
        return False
    far = ground.distances(setting, unit.at)
    goals = [node for node in line.nodes if node in far and marches.may_stay(unit, node)]
    if not goals:
        return False
    goal = min(goals, key=lambda node: (far[node], node))
    where = setting.board.name_of(goal)
    return marches.ride(
        unit, goal, f"The headquarters brings its {unit.supply} supply points toward {where}."
    )


def _weights(marches: Marches, line: Line, seat: Unit) -> dict[int, float]:
    """What each hex counts for a headquarters: the line a little, and those in the fight whom it supplies."""
    survey, position = marches.survey, marches.position
    weights = dict.fromkeys(line.nodes, LEAST_WEIGHT)
    for unit in survey.own_units:
        there = marches.destination(unit.name)
        if (
            survey.hexes_to_enemy[there] <= FIGHTING
            and fighting(position, unit)
            and suppliers.may_supply(position, seat, unit)
        ):
            weights[there] = weights.get(there, 0.0) + unit.strength
    for name in marches.reachable:
        unit = position.units[name]
        there = marches.destination(name)
        if position.piece(unit).siege and _is_in_position(survey, there):
            weights[there] = weights.get(there, 0.0) + BATTERY_WEIGHT
    return weights


def _plenty(seat: Unit) -> float:
    """How much of what is asked of a headquarters it can give."""
    return max(EMPTY, seat.supply / (seat.supply + HALF_FULL))


def _reach(hexes: int) -> float:
    """How well a headquarters supplies those who are so far away. Within reach every hex counts in full;
    beyond it a headquarters is still drawn to its army."""
    return max(0, REACH - max(hexes, NEAR)) + PULL * max(0, 3 * REACH - max(hexes, REACH))


def _covered(survey: Survey, members: Iterable[int], others: Sequence[tuple[int, float]]) -> dict[int, float]:
    """How well each hex is supplied by headquarters in other hexes, each with what it can give."""
    distance = survey.board.distance
    return {
        member: max(
            (
                plenty * _reach(hexes)
                for node, plenty in others
                if (hexes := distance(node, member)) is not None
            ),
            default=0.0,
        )
        for member in members
    }


def _seat(
    survey: Survey,
    line: Line,
    weights: Mapping[int, float],
    *,
    elsewhere: Mapping[int, float],
    node: int,
    plenty: float,
) -> float:
    """How good a hex is as the seat of a headquarters."""
    position = survey.position
    distance = position.setting.board.distance
    worth = 0.0
    for member, weight in weights.items():
        hexes = distance(node, member)
        if hexes is None:
            continue
        worth += weight * max(0.0, plenty * _reach(hexes) - elsewhere[member])
    away = min((distance(node, member) or 0 for member in line.nodes), default=0)
    worth -= 4.0 * abs(away - 2)
    if rail_lines.is_operative_for(position, node, survey.side):
        worth += RAIL_BONUS
    return worth


def _risks(marches: Marches) -> list[float]:
    """What speaks against every hex as a seat: that the enemy could soon attack it or cut it off."""
    survey, setting = marches.survey, marches.setting
    guards = [0] * len(setting.board)
    for unit in survey.own_units:
        if fighting(marches.position, unit):
            guards[marches.destination(unit.name)] += unit.strength
    exposure = Exposure(marches.trial(), survey.side)
    entered = exposure.entered
    found = []
    for node, beside in enumerate(setting.crossable):
        near = survey.hexes_to_enemy[node] <= 1 or any(entered[other] for other in beside)
        if entered[node] or (near and guards[node] < GUARD_SHARE):
            found.append(UNSAFE)
        else:
            found.append(IN_FRONT * near + CUT_OFF * (not exposure.is_safe(node)))
    return found


def _is_in_position(survey: Survey, node: int) -> bool:
    """Whether guns in a hex have a fortress before them."""
    return any(survey.hostile_forts[beside] for beside in survey.position.setting.crossable[node])


# Guns


def place_guns(marches: Marches, line: Line, promise: Sequence[float], origins: Collection[int] = ()) -> None:
    """Siege batteries go to the fortress that matters most, field artillery to where an attack begins or the
    army is densest."""
    survey, position = marches.survey, marches.position
    forts = fortresses_to_besiege(survey, line, promise)
    for name in sorted(marches.reachable):
        unit = position.units[name]
        piece = position.piece(unit)
        if not piece.artillery or name in marches.going:
            continue
        if piece.siege:
            if forts:
                _bring_up(marches, unit, forts)
        else:
            _support(marches, unit, line, forts, origins)


def mass_guns(marches: Marches, origins: Mapping[int, str], tanks_go: bool) -> None:
    """Bring guns and tanks to the hexes from which an offensive is made, the nearest first, as many as find
    room. What is not wanted stays where it is."""
    position, setting = marches.position, marches.setting
    if not origins:
        return
    heavy = [
        position.units[name]
        for name in marches.reachable
        if name not in marches.going
        and position.units[name].strength
        and ((piece := position.piece(position.units[name])).artillery or (piece.tank and tanks_go))
    ]
    pairs = sorted(
        (ground.distances(setting, node).get(unit.at, 1 << 30), unit.name, node)
        for unit in heavy
        for node in origins
        if marches.may_stay(unit, node)
    )
    settled: set[str] = set()
    for far, name, node in pairs:
        unit = position.units[name]
        if name in settled or (node != unit.at and not marches.has_room(unit, node)):
            continue
        settled.add(name)
        where = setting.board.name_of(setting.board[origins[node]])
        what = "Tanks" if position.piece(unit).tank else "Guns"
        _bring_to(marches, unit, node, far, f"{what} for the attack on {where}.")


def draw_guns_back(marches: Marches, origins: Collection[int]) -> None:
    """Take guns out of hexes that may be stormed, and keep them out: when their infantry has to go, they are
    lost [14-14]. In the trench war those that serve an attack stay."""
    position, survey, setting = marches.position, marches.survey, marches.setting
    stands = list(survey.own)
    if not ground.is_static(position):  # where a front is held hex by hex, most stay
        stands = [0] * len(setting.board)
        for unit in survey.own_units:
            if fighting(position, unit):
                stands[marches.destination(unit.name)] += unit.strength
    for name in sorted(marches.reachable):
        unit = position.units[name]
        node = marches.destination(name)
        piece = position.piece(unit)
        if not piece.artillery or survey.hexes_to_enemy[node] > 1:
            continue
        if ground.is_static(position):
            if node in origins or node != unit.at:  # where it goes it is wanted
                continue
            before = sum(survey.hostile[other] for other in setting.crossable[node])
            most = STORMED
        else:  # before a fortress guns are risked for what they do there
            before = survey.threat.get(node, 0)
            most = BESIEGING if piece.siege or _is_in_position(survey, node) else IN_THE_OPEN
        if survey.own_forts[node] or before < most * stands[node]:
            continue
        safe = [
            there
            for there in (unit.at, *marches.reachable[name])
            if survey.hexes_to_enemy[there] > 1
            and (there == unit.at or marches.has_room(unit, there))
            and marches.may_stay(unit, there)
        ]
        if safe:
            stop = min(safe, key=lambda there: (setting.board.distance(there, node) or 0, there))
            where = setting.board.name_of(node)
            enemy = "before which" if ground.is_static(position) else "which"
            does = "stand" if ground.is_static(position) else "can strike"
            marches.send(name, stop, f"Guns behind {where}, {enemy} {before} points {does}.")


def _bring_to(marches: Marches, unit: Unit, goal: int, far: int, reason: str) -> None:
    """March or ride a heavy unit to a hex of the front, or as near as it gets to it under guard."""
    setting, survey = marches.setting, marches.survey
    legs = marches.reachable[unit.name]
    if goal == unit.at or (goal in legs and _is_guarded(marches, goal)):
        marches.send(unit.name, goal, reason)
        return
    if far > 2 * POINT and marches.ride(unit, goal, reason):
        return
    distances = ground.distances(setting, goal)
    nearer = [
        node
        for node in legs
        if distances.get(node, 1 << 30) < far
        and marches.has_room(unit, node)
        and (survey.hexes_to_enemy[node] > 1 or _is_guarded(marches, node))
    ]
    if nearer and not marches.position.piece(unit).tank:  # tanks break down on the road [WF 10-3]
        marches.send(unit.name, min(nearer, key=lambda node: (distances[node], node)), reason)
    else:
        marches.send(unit.name, unit.at, reason)


def with_batteries(survey: Survey, line: Line) -> Line:
    """The line, and the hexes from which siege guns fire: infantry is kept with them."""
    position = survey.position
    shares = dict(line.shares)
    for unit in survey.own_units:
        if position.piece(unit).siege and _is_in_position(survey, unit.at):
            shares.setdefault(unit.at, GUARD_SHARE)
    return Line((*line.nodes, *(node for node in shares if node not in line.shares)), shares)


def fortresses_to_besiege(survey: Survey, line: Line, promise: Sequence[float]) -> list[int]:
    """Enemy fortresses near the line: the heavy ones first, and of these those that bar the best road."""
    board = survey.board
    crossable = survey.position.setting.crossable
    found = []
    for node, strength in enumerate(survey.hostile_forts):
        if not strength:
            continue
        hexes = min((board.distance(node, member) or 0 for member in line.nodes), default=99)
        if hexes <= FORWARD and (strength >= HEAVY_FORTRESS or hexes <= 2):
            road = max((promise[beside] for beside in crossable[node]), default=0.0)
            found.append((strength < HEAVY_FORTRESS, hexes > 2, -road, node))
    return [node for _, _, _, node in sorted(found)]


def _bring_up(marches: Marches, unit: Unit, forts: Sequence[int]) -> None:
    """March or ride a battery toward the fortress it reaches first."""
    setting, survey = marches.setting, marches.survey
    legs = marches.reachable[unit.name]
    begun = [node for node in forts if node in setting.crossable[unit.at]]  # what is begun is finished
    goal = min(
        begun or forts,
        key=lambda node: (
            ground.distances(setting, node).get(unit.at, 1 << 30) + 2 * POINT * forts.index(node),
            node,
        ),
    )
    where = setting.board.name_of(goal)
    far = ground.distances(setting, goal)
    beside = [
        node
        for node in setting.crossable[goal]
        if (node in legs or node == unit.at) and marches.has_room(unit, node) and _is_guarded(marches, node)
    ]
    if unit.at in setting.crossable[goal] and _is_guarded(marches, unit.at):
        marches.send(unit.name, unit.at, f"In position before the fortress of {where}.")
        return
    if beside:
        stop = min(beside, key=lambda node: (marches.guns[node], node))
        marches.send(unit.name, stop, f"Into position before the fortress of {where}.")
        return
    words = f"Siege guns by rail toward the fortress of {where}."
    if far.get(unit.at, 0) > 2 * POINT and marches.ride(unit, goal, words):
        return
    open_hexes = [
        node
        for node in legs
        if marches.has_room(unit, node)
        and far.get(node, 1 << 30) < far.get(unit.at, 1 << 30)
        and (survey.hexes_to_enemy[node] > 1 or _is_guarded(marches, node))
    ]
    if open_hexes:
        stop = min(open_hexes, key=lambda node: (far[node], node))
        marches.send(
            unit.name, stop, f"Siege guns for the fortress of {where}, {far[stop] // POINT} points away."
        )


def _is_guarded(marches: Marches, node: int) -> bool:
    """Whether enough infantry is, or will be, in a hex for guns to stand in it."""
    position = marches.position
    strength = 0
    for unit in position.units_at(node):
        if position.side_of(unit) == marches.survey.side and unit.name not in marches.going:
            strength += unit.strength if position.piece(unit).infantry else 0
    for name, (there, _, _) in marches.going.items():
        if there == node and position.piece(position.units[name]).infantry:
            strength += position.units[name].strength
    return strength >= 5


def _support(
    marches: Marches, unit: Unit, line: Line, forts: Sequence[int], origins: Collection[int]
) -> None:
    """Field artillery joins an attack, or the strongest stack of the line that it can reach."""
    setting, survey = marches.setting, marches.survey
    legs = marches.reachable[unit.name]
    members = [
        node for node in (*line.nodes, *sorted(set(origins) - set(line.nodes))) if _is_guarded(marches, node)
    ]
    open_hexes = [
        node for node in members if node == unit.at or (node in legs and marches.has_room(unit, node))
    ]
    near_fort = {beside for fort in forts for beside in setting.crossable[fort]}
    if open_hexes:
        stop = max(
            open_hexes,
            key=lambda node: (
                node in near_fort,
                node in origins,
                line.shares.get(node, 0.0) - 6 * marches.guns[node] + 2 * (node == unit.at),
                node,
            ),
        )
        marches.send(unit.name, stop, f"Field artillery supports the line at {setting.board.name_of(stop)}.")
        return
    if not members:
        return
    goal = min(members, key=lambda node: (ground.distances(setting, node).get(unit.at, 1 << 30), node))
    far = ground.distances(setting, goal)
    nearer = [
        node
        for node in legs
        if far.get(node, 1 << 30) < far.get(unit.at, 1 << 30)
        and marches.has_room(unit, node)
        and survey.hexes_to_enemy[node] > 1
    ]
    if nearer:
        stop = min(nearer, key=lambda node: (far[node], node))
        marches.send(unit.name, stop, f"Field artillery follows toward {setting.board.name_of(goal)}.")


def keep_company(marches: Marches) -> None:
    """Let no guns and no headquarters stand where the enemy could attack them and nobody guards them: they go
    to where somebody is, or somebody comes to them."""
    survey, setting = marches.survey, marches.setting
    exposure = Exposure(marches.trial(), survey.side)
    near = [
        survey.hexes_to_enemy[node] <= 1 or any(exposure.entered[other] for other in (node, *beside))
        for node, beside in enumerate(setting.crossable)
    ]
    for unit in sorted(survey.own_units, key=lambda each: each.name):
        piece = marches.position.piece(unit)
        node = marches.destination(unit.name)
        if not (piece.artillery or piece.headquarters) or not near[node] or _is_attended(marches, node):
            continue
        safe = [
            there
            for there in ([unit.at, *_ways_of(marches, unit)] if unit.at != node else _ways_of(marches, unit))
            if there != node
            and (not near[there] or _is_attended(marches, there))
            and (there == unit.at or marches.has_room(unit, there))
        ]
        where = setting.board.name_of(node)
        if safe:
            stop = min(safe, key=lambda there: (setting.board.distance(there, node) or 0, there))
            marches.send(unit.name, stop, f"Not alone at {where}, where the enemy could come.")
        elif (guard := garrisons.spare(marches, node, alone=False)) is not None:
            marches.send(guard, node, f"To {where}, so that guns and headquarters are not alone there.")


def _ways_of(marches: Marches, unit: Unit) -> list[int]:
    """The hexes a unit could still be sent to."""
    if unit.name not in marches.position.ready[marches.survey.side]:
        return []
    return list(marches.reachable.get(unit.name) or marches.on_foot(unit))


def _is_attended(marches: Marches, node: int) -> bool:
    """Whether infantry or a fortress will be in a hex."""
    position, side = marches.position, marches.survey.side
    if marches.survey.own_forts[node]:
        return True
    return any(
        marches.destination(unit.name) == node and unit.strength and position.piece(unit).infantry
        for unit in position.members[side].values()
    )


# Engineers and others


def place_engineers(marches: Marches, line: Line) -> None:
    """Engineers follow the track behind the army and repair it, from the ends of their network on."""
    survey, position = marches.survey, marches.position
    setting = position.setting
    wanted: set[int] = set()
    for name in sorted(marches.reachable):
        unit = position.units[name]
        if not position.piece(unit).engineer or name in marches.going:
            continue
        legs = movement.destinations(position, [name], marching.fresh_march(position, [name]))
        repairs = [
            node
            for node, leg in legs.items()
            if leg.kind == marching.REPAIR
            and not position.rail_network(node)
            and node not in wanted
            and survey.hexes_to_enemy[node] > 1
        ]
        if repairs:
            stop = min(repairs, key=lambda node: (_to_line(survey, line, node), -legs[node].cost, node))
            wanted.add(stop)
            marches.send(name, stop, f"Engineers repair the railway to {setting.board.name_of(stop)}.")
            continue
        heads = [node for node in railheads(position, survey) if node not in wanted]
        if not heads:
            continue
        head = min(
            heads,
            key=lambda node: (
                ground.distances(setting, node).get(unit.at, 1 << 30) + POINT * _to_line(survey, line, node),
                node,
            ),
        )
        wanted.add(head)
        far = ground.distances(setting, head)
        nearer = [
            node
            for node in legs
            if far.get(node, 1 << 30) < far.get(unit.at, 1 << 30) and survey.hexes_to_enemy[node] > 1
        ]
        if nearer:
            stop = min(nearer, key=lambda node: (far[node], node))
            marches.send(name, stop, f"Engineers go to the railhead at {setting.board.name_of(head)}.")


def _to_line(survey: Survey, line: Line, node: int) -> int:
    return min((survey.board.distance(node, member) or 0 for member in line.nodes), default=99)


def railheads(position: WesternFrontPosition, survey: Survey) -> list[int]:
    """Hexes of the own network beside an inoperative line in friendly hands."""
    found = []
    for node in range(len(position.setting.board)):
        if not rail_lines.is_operative_for(position, node, survey.side):
            continue
        for beside in position.setting.rail_adjacent[node]:
            if not position.rail_network(beside) and position.holder(beside) == survey.side:
                found.append(node)
                break
    return found
