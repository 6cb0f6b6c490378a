"""[11.2] Where a group can go: ordinary movement, force march, infiltration, and railways.

Every search is local: it begins where the group stands and stops where its points end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.ground import WHEELS, WHOLE_ALLOWANCE, Steps
from hexfront.games.storm_of_steel.rules import (
    card_effects,
    control,
    headquarters,
    impulses,
    irregulars,
    stacking,
    supply,
    tactics,
)
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table

Edges = dict[int, tuple[tuple[int, int], ...]]  # by hex: the hexes beside it, and the points each costs
Ways = dict[int, tuple[int, int]]  # by hex: the points spent to come there, and the hex before


def allowance(position: SteelPosition, unit: Unit, note: Note = unexplained) -> int:
    """[11.2] [18.0] [41.5] The movement allowance of a unit in this quarter."""
    setting = position.setting
    piece = setting.pieces[unit.piece]
    points = note("11.2", "movement allowance", piece.movement)
    needed = setting.number("motorization headquarters") if piece.headquarters else 1
    if unit.motorized >= needed:
        points += note("41.5", "motorized", setting.number("motorization movement"))
    if piece.mechanized or unit.motorized or piece.kind == "siege":
        points += note("18.0", "mud", -setting.allowance_loss(position.turn, setting.front_of[unit.at]))
    return max(points, 0)


def step_cost(
    position: SteelPosition, unit: Unit, here: int, there: int, note: Note = unexplained
) -> int | None:
    """[11.2] [11.4] [36.1] What a step costs a unit; None if it is closed to it."""
    setting = position.setting
    piece = setting.pieces[unit.piece]
    for special, rule, word, ways in (
        (piece.headquarters, "11.5", "headquarters", staff_ways),
        (piece.partisan, "36.1", "partisan", _partisan_ways),
    ):
        if special:
            open_there = there in ways(position, unit, here)
            return note(rule, word, setting.printed.land.ways[word].points) if open_there else None
    how = setting.how(piece, bool(unit.motorized))
    cost = dict(position.steps(how)[here]).get(there)
    if cost is None:
        return None
    if (here, there) in setting.roads(position.turn, position.ruins):
        return note("11.42", "railway as road", cost)
    if cost >= WHOLE_ALLOWANCE:
        return note("11.2", "the whole allowance", allowance(position, unit))
    frozen = setting.weather(position.turn, setting.front_of[here]).frozen
    wet = (here, there) in setting.ground.rivers and not frozen
    river = note("11.2", "river", setting.printed.land.ways["river"].points) if wet else 0
    return river + note("11.2", setting.board.terrain[there], cost - river)


def edges_of(position: SteelPosition, group: Sequence[Unit]) -> Edges:
    """[11.1] [11.2] The steps of a group with their costs. A stack of units that go in different ways, such
    as infantry with tanks, takes only steps that all can take, at the highest cost."""
    setting = position.setting
    hows = {setting.how(setting.pieces[unit.piece], bool(unit.motorized)) for unit in group}
    tables = [position.steps(how) for how in sorted(hows)]
    return tables[0] if len(tables) == 1 else _Together(tables)


def on_wheels(position: SteelPosition, group: Sequence[Unit]) -> bool:
    """[11.43] Whether a mechanized or motorized unit is in a group."""
    setting = position.setting
    return any(setting.how(setting.pieces[unit.piece], bool(unit.motorized)) == WHEELS for unit in group)


class _Together(dict[int, tuple[tuple[int, int], ...]]):
    """The steps that several tables have in common, found as they are asked for."""

    def __init__(self, tables: Sequence[Steps]) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, node: int) -> tuple[tuple[int, int], ...]:
        costs = [dict(table[node]) for table in self.tables]
        common = [other for other in costs[0] if all(other in each for each in costs)]
        self[node] = made = tuple([(other, max(each[other] for each in costs)) for other in common])
        return made


def _enters(position: SteelPosition, group: Sequence[Unit], node: int, side: str) -> bool:
    """[11.3] [13.2] [13.3] [19.23] Whether a group may come into a hex at all. A headquarters may come
    through the hex of another, and not stop there [11.61] [13.14]."""
    if not position.entrance[side][node] or not irregulars.stay_home(position, group, node):
        return False
    holder = position.occupant[node]
    if not holder:
        return node not in position.troops  # neutral forces are in nobody's way but there
    return (
        holder == side
        and (stacking.has_room(position, node, group) or position.piece(group[0]).headquarters)
        and irregulars.may_share(position, group, node)
    )


def ordinary(position: SteelPosition, group: Sequence[Unit], spent: int) -> Ways:
    """[11.2] [10.31] Every hex that a group can come to by normal movement.

    It stops when it enters an enemy zone, and does not go from one zone straight into another, unless Mobile
    Warfare lets it for a point more. A group that has not moved yet may always go one hex.
    """
    setting = position.setting
    leader = group[0]
    side, start = position.side_of(leader), leader.at
    points = min(allowance(position, unit) for unit in group)
    piece = setting.pieces[leader.piece]
    if piece.headquarters:
        return _staff_steps(position, leader, points - spent)
    if piece.partisan:
        return _partisan_steps(position, leader, points - spent)
    if piece.train:
        return {}  # [38.1]
    edges = edges_of(position, group)
    mobile = _is_mobile(position, group)
    extra = setting.printed.land.ways["mobile warfare zone to zone"].points
    found: Ways = {start: (spent, start)}
    entered: dict[int, bool] = {}
    queue = [start]
    for node in queue:
        gone = found[node][0]
        zone_here = position.in_enemy_zone(node, side)
        if zone_here and node != start:
            continue
        for other, cost in edges[node]:
            price = points if cost >= WHOLE_ALLOWANCE else cost
            if other == start:
                continue
            zone_there = position.in_enemy_zone(other, side)
            if zone_here and zone_there:
                if not mobile:
                    continue
                price += extra
            total = gone + price
            if total > points:
                if gone or spent or (zone_here and zone_there):
                    continue
                total = points  # [11.2]
            known = found.get(other)
            if known is not None and known[0] <= total:
                continue
            may = entered.get(other)
            if may is None:
                may = entered[other] = _enters(position, group, other, side)
            if may:
                found[other] = (total, node)
                queue.append(other)
    del found[start]
    return found


def _is_mobile(position: SteelPosition, group: Sequence[Unit]) -> bool:
    """[10.31] Whether Mobile Warfare lets a group go from one enemy zone straight into another."""
    return tactics.has(position, position.side_of(group[0]), "mobile-warfare") and all(
        headquarters.in_command(position, unit) for unit in group
    )


def goes_from_zone_to_zone(position: SteelPosition, unit: Unit, here: int, there: int) -> bool:
    """[10.31] Whether a step is one between enemy zones for which Mobile Warfare asks a point more."""
    piece, side = position.piece(unit), position.side_of(unit)
    return (
        not (piece.headquarters or piece.partisan)
        and position.in_enemy_zone(here, side)
        and position.in_enemy_zone(there, side)
        and _is_mobile(position, [unit])
    )


def staff_ways(position: SteelPosition, unit: Unit, node: int) -> Sequence[int]:
    """[11.5] [11.43] The hexes that headquarters may step into: any, but motorized ones go as wheels do."""
    if unit.motorized:
        return [other for other, _ in position.steps(WHEELS)[node]]
    return position.setting.ground.around[node]


def _staff_steps(position: SteelPosition, unit: Unit, points: int) -> Ways:
    """[11.5] A headquarters goes one hex, whatever it costs others; a motorized one two."""
    side, start = position.side_of(unit), unit.at
    found: Ways = {start: (0, start)}
    edge = [start]
    for gone in range(1, points + 1):
        following = []
        for node in edge:
            zone_here = position.in_enemy_zone(node, side)
            if zone_here and node != start:
                continue
            for other in staff_ways(position, unit, node):
                if other in found or not _enters(position, [unit], other, side):
                    continue
                if zone_here and position.in_enemy_zone(other, side):
                    continue
                found[other] = (gone, node)
                following.append(other)
        edge = following
    del found[start]
    return found


def _partisan_ways(position: SteelPosition, unit: Unit, node: int) -> Sequence[int]:
    """[36.1] The hexes that partisans may step into: over lakes as well."""
    return position.setting.ground.over_ice[node]


def _partisan_steps(position: SteelPosition, unit: Unit, points: int) -> Ways:
    """[36.1] [36.2] A partisan pays one point for any land, also in mountains and over lakes; underground it
    goes into enemy zones and hexes as if they were not there."""
    side, start = position.side_of(unit), unit.at
    hidden = unit.entrenched
    found: Ways = {start: (0, start)}
    edge = [start]
    for gone in range(1, points + 1):
        following = []
        for node in edge:
            zone_here = not hidden and position.in_enemy_zone(node, side)
            if zone_here and node != start:
                continue
            for other in _partisan_ways(position, unit, node):
                if other in found:
                    continue
                if not position.entrance[side][other] or not irregulars.stay_home(position, [unit], other):
                    continue
                if not hidden and (
                    position.occupant[other] not in ("", side)
                    or (zone_here and position.in_enemy_zone(other, side))
                ):
                    continue  # [36.15] works both ways
                found[other] = (gone, node)
                following.append(other)
        edge = following
    del found[start]
    return found


def forced(position: SteelPosition, group: Sequence[Unit], spent: int = 0) -> Ways:
    """[11.61] Every hex of a force march: three times the allowance, over friendly hexes in supply, out of
    enemy zones from first to last. In the first impulses of Summer 1914 the ground need not be friendly."""
    setting = position.setting
    leader = group[0]
    side, start = position.side_of(leader), leader.at
    if position.in_enemy_zone(start, side):
        return {}
    times = setting.number("force march")
    points = times * min(allowance(position, unit) for unit in group) - spent
    piece = setting.pieces[leader.piece]
    edges = edges_of(position, group)
    anywhere = marches_anywhere(position, group)
    supplied = supply.hexes_after(position, group)
    free = piece.headquarters or start not in supply.hexes_for(position, group)  # from supply on the way
    danger, holders, home = position.zones[other_side(side)], position.holders, position.home
    entrance, occupant, troops = position.entrance[side], position.occupant, position.troops
    bound = any(setting.pieces[unit.piece].force for unit in group)  # to their country [35.16]
    found: Ways = {start: (0, start)}
    barred: set[int] = set()
    queue = [start]
    for node in queue:
        gone = found[node][0]
        for other, cost in edges[node]:
            if other in barred:
                continue
            price = 1 if piece.headquarters else cost
            total = gone + (points if price >= WHOLE_ALLOWANCE else price)
            if total > points:
                continue
            known = found.get(other)
            if known is None:
                if not (
                    (free or other in supplied)
                    and (anywhere or holders.get(other, home[other]) == side)
                    and not (danger[other] and position.in_enemy_zone(other, side))
                    and (
                        _enters(position, group, other, side)
                        if bound or occupant[other]
                        else entrance[other] and other not in troops
                    )
                ):
                    barred.add(other)
                    continue
            elif known[0] <= total:
                continue
            found[other] = (total, node)
            queue.append(other)
    del found[start]
    return found


def marches_anywhere(position: SteelPosition, group: Sequence[Unit]) -> bool:
    """[11.61] [4.6-Special] Whether force marches may enter ground that is not friendly: in the first
    impulses of Summer 1914 (SS-D35), and of a country that a card names."""
    if is_summer_1914(position) and position.impulse == 1:
        return True
    side = position.side_of(group[0])
    return bool(position.shown.get(side)) and all(
        card_effects.number(position, side, "force march into any hex", position.piece(unit).country)
        is not None
        for unit in group
    )


def is_summer_1914(position: SteelPosition) -> bool:
    """SS-D35: whether the special rules of Summer 1914 hold."""
    return position.turn == 1


def infiltrations(position: SteelPosition, group: Sequence[Unit]) -> list[int]:
    """[10.32] [15.8] [2.8-Cadre] The hexes in an enemy zone that a group in command may go straight into from
    another: its cadre must be higher than that of every enemy next to either hex, as far as these are seen
    (SS-D99)."""
    leader = group[0]
    side, start = position.side_of(leader), leader.at
    if not position.in_enemy_zone(start, side) or position.piece(leader).train:
        return []
    if not all(headquarters.in_command(position, unit) for unit in group):
        return []
    cadre = min(card_effects.cadre(position, unit) for unit in group)
    if _best_enemy(position, start, side) >= cadre:
        return []
    edges = edges_of(position, group)
    return [
        other
        for other, _ in edges[start]
        if position.in_enemy_zone(other, side)
        and _enters(position, group, other, side)
        and _best_enemy(position, other, side) < cadre
    ]


def why_not_infiltrate(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal:
    """[10.32] Words for a hex that cannot be infiltrated."""
    side, start, label = position.side_of(group[0]), group[0].at, position.setting.board.label
    if not position.in_enemy_zone(start, side):
        return Refusal("10.32", f"{label(start)} is not in an enemy zone")
    if not position.in_enemy_zone(node, side):
        return Refusal("10.32", f"{label(node)} is not in an enemy zone: march there")
    if not all(headquarters.in_command(position, unit) for unit in group):
        return Refusal("10.32", "only units in command infiltrate")
    cadre = min(card_effects.cadre(position, unit) for unit in group)
    for at in (start, node):
        if (best := _best_enemy(position, at, side)) >= cadre:
            return Refusal(
                "10.32",
                f"an enemy of cadre {best} is next to {label(at)}, and the group has {cadre}",
                f"a cadre of {best + 1} or more",
            )
    return Refusal("10.32", f"{label(node)} is more than one hex away")


def _best_enemy(position: SteelPosition, node: int, side: str, *, seen: bool = True) -> int:
    """[10.32] [23.0] The highest cadre rating of the enemy units next to a hex, of those that are seen or
    of all."""
    enemy, occupant = other_side(side), position.occupant
    units = stacks.seen_at if seen else _all_at
    return max(
        (
            card_effects.cadre(position, unit)
            for other in position.setting.board.adjacent[node]
            if occupant[other] == enemy
            for unit in units(position, other, side)
        ),
        default=0,
    )


def _all_at(position: SteelPosition, node: int, side: str) -> list[Unit]:
    return position.troops_at(node)


def is_held_up(table: Table, position: SteelPosition, group: Sequence[Unit], to: int) -> bool:
    """[10.32] SS-D99: whether a group that infiltrates finds troops as good as itself that it had not seen;
    then it stays where it is."""
    side, start = position.side_of(group[0]), group[0].at
    adjacent = position.setting.board.adjacent
    if not any(stacks.hidden_at(position, node, side) for node in {*adjacent[start], *adjacent[to]}):
        return False
    table.reveal("troops were met that had not been seen")
    cadre = min(card_effects.cadre(position, unit) for unit in group)
    if all(_best_enemy(position, node, side, seen=False) < cadre for node in (start, to)):
        return False
    table.tell(f"The way to {position.setting.board.label(to)} is barred by good troops", "10.32", kind="fog")
    return True


def path_to(ways: Ways, start: int, to: int) -> list[int]:
    """The hexes from the first step to the last."""
    path = []
    while to != start:
        path.append(to)
        to = ways[to][1]
    return path[::-1]


# Supply of those who move


def stops(position: SteelPosition, group: Sequence[Unit], ways: Collection[int]) -> list[int]:
    """[11.3] [31.12] Where a group may end its move: in supply. If it is out of supply and cannot come
    to such a hex, it must come nearer to the nearest headquarters, friendly rail hex or port. Irregulars
    live off the land (SS-D63) [35.13] [35.22]."""
    leader = group[0]
    if all(position.piece(unit).force for unit in group):
        return [node for node in ways if node != leader.at]
    side = position.side_of(leader)
    found = supply.kept(position, group, ways)
    if found or leader.at in supply.hexes_for(position, group):
        return found
    far = lifeline(position, side, leader.at)
    return [node for node in ways if lifeline(position, side, node, far) < far]


def lifeline(position: SteelPosition, side: str, start: int, most: int | None = None) -> int:
    """[11.3] How far the nearest friendly headquarters, rail hex or port is, in hexes of the map.

    Nobody looks farther than ``most``.
    """
    setting = position.setting
    rails, kinds, ruins = position.rails, setting.ground.kinds_of, position.ruins
    adjacent, cells = setting.board.adjacent, setting.board.cells
    staffs = set(position.headquarters[side].values())
    seen, edge, far = {start}, [start], 0
    while edge and far != most:
        following = []
        for node in edge:
            if (
                node in staffs
                or (rails[node] and position.rail_side(node) == side)
                or ("port" in kinds[node] and position.controller(node) == side and node not in ruins)
            ):
                return far
            for other in adjacent[node]:
                if other not in seen and cells[other] is not None:  # no area
                    seen.add(other)
                    following.append(other)
        edge, far = following, far + 1
    return far


# Railways


def by_rail(position: SteelPosition, side: str, start: int) -> frozenset[int]:
    """[11.62] [11.64] [16.41] Every hex of friendly railway that is joined to one, out of enemy zones.

    The zone of an enemy city stops a train that enters it [16.52], and so do gaps in a line.
    """
    found: frozenset[int] | None = position.memo.get(("by rail", side, start))
    if found is None:
        found = _by_rail(position, side, start)
        gaps, city = position.setting.gaps(position.turn), position.setting.ground.has_city_zone
        stopping = (node for node in found if city[node] or node in gaps)
        shared = [start] if any(_stops_trains(position, side, node) for node in stopping) else found
        for node in shared:
            position.memo["by rail", side, node] = found
    return found


def _stops_trains(position: SteelPosition, side: str, node: int) -> bool:
    """[11.62] [16.52] Whether a train that enters a hex goes no farther: in gaps of a line, and in the zone
    of an enemy city."""
    return node in position.setting.gaps(position.turn) or control.city_zone_bars(position, node, side)


def _by_rail(position: SteelPosition, side: str, start: int) -> frozenset[int]:
    setting = position.setting
    rails = position.rails
    occupant, enemy, in_play = position.occupant, other_side(side), setting.in_play
    troops = position.troops
    holders, home, railways = position.holders, position.home, position.railways
    danger, gaps, city = position.zones[enemy], setting.gaps(position.turn), setting.ground.has_city_zone
    red = "bolshevik" in position.controllers
    if not rails[start] or position.rail_side(start) != side or position.in_enemy_zone(start, side):
        return frozenset()
    found = {start}
    queue = [start]
    for node in queue:
        if (city[node] or node in gaps) and node != start and _stops_trains(position, side, node):
            continue
        for other in rails[node]:
            if (
                other not in found
                and other in in_play
                and railways.get(other, home[other]) == side
                and occupant[other] != enemy
                and (occupant[other] or other not in troops)  # [19.23] troops of a neutral
                and holders.get(other, home[other]) != enemy  # [11.64]
                and not (danger[other] and position.in_enemy_zone(other, side))
                and not (red and position.is_red(other))
            ):
                found.add(other)
                queue.append(other)
    return frozenset(found)


def goes_on(position: SteelPosition, unit: Unit) -> bool:
    """[8.4] [11.51] [15.71] [43.0] Whether a unit may move or attack in this impulse: in the first everybody,
    later those in command, and in one impulse a turn shock and tank units without (SS-E12)."""
    if position.impulse == 1 or headquarters.in_command(position, unit):
        return True
    piece = position.setting.pieces[unit.piece]
    fresh = unit.name in position.breaking or not unit.broke_through
    return piece.infiltrates and fresh and position.setting.option("breakthrough")


def why_not_on(position: SteelPosition, unit: Unit) -> Refusal:
    """[15.71] [43.0] Words for a unit that does not go on after the first impulse."""
    piece = position.piece(unit)
    if piece.infiltrates and unit.broke_through and position.setting.option("breakthrough"):
        return Refusal(("43.0", "15.71"), f"{piece.name} has gone on without command once this turn")
    return Refusal("15.71", f"{piece.name} is not in command, as it must be after the first impulse")


def is_on_active_front(position: SteelPosition, unit: Unit) -> bool:
    """[4.71] [8.4] Whether a unit stands on a front on which its side has this impulse."""
    return position.setting.front_of[unit.at] in impulses.active_fronts(position) and not unit.crossed
