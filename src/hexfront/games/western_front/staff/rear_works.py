"""What the trench war asks for behind the front: engineers for the Line, divisions that are trained for
assault, and sectors that nations take over from each other."""

from __future__ import annotations

from hexfront.games.western_front.orders import Hold
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import assault_training, hindenburg_line, sectors
from hexfront.games.western_front.staff import depots, ground
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT
from hexfront.kernel.planning import Order, Sight

ASSEMBLY = (1, 2)  # months in which engineers go to where the Line is to be begun in March
DENSER = 1.5  # how many times more a nation must have for a hex of its front to take over another's
BELOW_ALL = 1 << 30


def build_line(marches: Marches) -> None:
    """[WF 8-2] [WF 8-3] Engineers at work on the Line stay; in winter others go to where it can begin."""
    position, survey, setting = marches.position, marches.survey, marches.setting
    if survey.side != CENTRAL_POWERS or position.year < setting.tables.whole("hindenburg_year"):
        return
    works = hindenburg_line.works(position)
    for engineer in works.values():
        if engineer in position.units:
            marches.send(engineer, position.units[engineer].at, "At work on the Line.")
    left = setting.tables.whole("hindenburg_markers") - len(works)
    left -= sum(marker.kind == "hindenburg line" for marker in position.markers.values())
    if position.date.month not in ASSEMBLY or left <= 0:
        return
    sites = [
        node
        for node in range(len(setting.board))
        if survey.own[node] and survey.hexes_to_enemy[node] == 1
        if hindenburg_line.has_double_track(position, node) and node not in works
    ]
    sites.sort(key=lambda node: (-survey.threat.get(node, 0), node))
    for site in sites[:left]:
        engineers = [
            unit
            for name in marches.reachable
            if (unit := position.units[name]).name not in marches.going
            and position.piece(unit).engineer
            and position.piece(unit).nation == "ge"
        ]
        if not engineers:
            return
        far = ground.distances(setting, site)
        unit = min(engineers, key=lambda each: (far.get(each.at, BELOW_ALL), each.name))
        where = setting.board.name_of(site)
        reason = f"Engineers for the Line at {where}."
        legs = marches.reachable[unit.name]
        near = min((unit.at, *legs), key=lambda node: (far.get(node, BELOW_ALL), node))
        if site in legs or unit.at == site:
            marches.send(unit.name, site, reason)
        elif not (far.get(unit.at, 0) > 4 * POINT and marches.ride(unit, site, reason)):
            marches.send(unit.name, near, reason)


def train(marches: Marches, free: set[str]) -> None:
    """[WF 12-14] [WF 12-17] Divisions in training stay; those that were drawn go to a headquarters."""
    position, survey, setting = marches.position, marches.survey, marches.setting
    if survey.side != CENTRAL_POWERS:
        return
    schools = {
        unit.at
        for unit in position.headquarters_of(CENTRAL_POWERS)
        if position.piece(unit).nation == "ge" and not position.enemy_controlled(unit.at, CENTRAL_POWERS)
    }
    for name in sorted(free):
        unit = position.units[name]
        if assault_training.is_training(position, name):
            marches.send(name, unit.at, "In training for assault.")
            free.discard(name)
        elif assault_training.drawn_strength(position, name) and schools:
            ways = {node: ground.distances(setting, node).get(unit.at, BELOW_ALL) for node in schools}
            goal = min(ways, key=lambda node: (ways[node], node))
            where = setting.board.name_of(goal)
            reason = f"To the headquarters at {where}, to be trained for assault."
            if unit.at == goal or (goal in marches.reachable[name] and marches.has_room(unit, goal)):
                marches.send(name, goal, reason)
                free.discard(name)
            elif marches.ride(unit, goal, reason):
                free.discard(name)


def go_home(marches: Marches) -> None:
    """[WF 12-7] Who stands in the sector of another nation and has no other task leaves it by train, unless
    he alone holds a hex before the enemy. On foot there is seldom a hex in reach where he might stop."""
    position, survey, setting = marches.position, marches.survey, marches.setting
    if survey.side != ENTENTE:
        return
    layout = sectors.layout(position)
    for unit, host in sectors.trespassers(position):
        nation = sectors.nation_of(position.piece(unit))
        homes = [node for node in layout.line if layout.owner(node) == nation]
        if marches.destination(unit.name) != unit.at or unit.name not in position.ready[ENTENTE] or not homes:
            continue
        if depots.is_missed(marches, unit):
            continue
        goal = min(homes, key=lambda node: (setting.board.distance(node, unit.at) or 0, node))
        whose = setting.tables.nations[host].name
        marches.ride(unit, goal, f"Out of the sector of {whose}, where it may not stay.")


def sector_to_take(sight: Sight, position: WesternFrontPosition) -> Order | None:
    """[WF 12-6] As a month begins: a nation whose front is much denser takes a hex over from the French."""
    if sight.side != ENTENTE or position.date.turn != 1:
        return None
    layout = sectors.layout(position)
    if not layout.sectors:
        return None
    strength: dict[str, int] = {}
    for unit in position.of_side(ENTENTE):
        piece = position.piece(unit)
        if piece.infantry:
            nation = sectors.nation_of(piece)
            strength[nation] = strength.get(nation, 0) + unit.strength
    hexes: dict[str, int] = {}
    for node in layout.line:
        hexes[layout.owner(node)] = hexes.get(layout.owner(node), 0) + 1
    french = strength.get("fr", 0) / max(1, hexes.get("fr", 0))
    board = position.setting.board
    for nation in ("gb", "us"):
        if strength.get(nation, 0) / (hexes.get(nation, 0) + 1) < DENSER * french:
            continue
        for node in sorted(layout.line):
            action = Hold(board.label(node), nation)
            if layout.owner(node) == "fr" and sectors.why_not_hold(position, ENTENTE, action) is None:
                beside = any(layout.owner(other) == nation for other in board.adjacent[node])
                if (beside or not hexes.get(nation)) and sight.is_legal(action):
                    name = position.setting.tables.nations[nation].name
                    return Order(action, f"{name} has troops enough to hold {board.name_of(node)}, too.")
    return None
