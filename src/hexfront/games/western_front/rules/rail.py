"""Chapters 7 and 8: movement by rail, and what the rail networks can carry.

A journey: board the trains in a hex with a usable line, ride along usable lines, and leave the trains or
stay on them. Every rail hexside costs a unit the same, so a journey is counted in hexsides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import allowances, rail_lines, rail_zones, wording
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import POINT, WEST, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, shown_number, unexplained
from hexfront.kernel.paths import Reach, Step, reach
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "rail-bound-units-avoid-zones",
        ("off", "on"),
        "Rail-bound units may not enter enemy zones of control, even where friends stand.",
        ("6-12", "7-6"),
    ),
    Option(
        "single-track-strict",
        ("off", "on"),
        "Counters worth more than the divisions a single track carries cannot use it at all.",
        ("7-9", "37-5"),
    ),
)

HEXSIDE = 1 << 12  # a hexside in the search; the rest of the number prefers free track to scarce track


# Capacity


def capacity(position: WesternFrontPosition, nation: str) -> int:
    """[8-1] [8-2] [37-1] [39-1] [44-1] Divisions that a nation's network carries in this turn.

    Of a nation that the scenario does not speak of, what its own rule says: [40-1] [41-1] [42-1] [43-3]
    [45-1] [46-2] [47-1] [48-1].
    """
    if position.flags.get(rail_lines.LOST + nation):
        return 0
    return position.setting.rail_capacity(nation, position.date)


def capacity_left(position: WesternFrontPosition, nation: str, note: Note = unexplained) -> int:
    """[8-1] [8-3] Divisions that may still use a network in this turn; nobody but its side may."""
    used = position.rail_used.get(nation, 0)
    if note is unexplained:
        lost = position.flags.get(rail_lines.LOST + nation)
        return 0 if lost else position.setting.rail_capacity(nation, position.date) - used
    name = position.setting.tables.nations[nation].name
    if position.flags.get(rail_lines.LOST + nation):
        return note("8-9", f"the rail capacity of {name} is lost", 0, "=")
    left = note("8-2", f"rail capacity of {name}", capacity(position, nation), "=")
    return left + note("8-1", "used in this turn", -used)


def rail_weight(position: WesternFrontPosition, unit: Unit) -> int:
    """[8-6] [8-7] [8-8] [18-4] [29-8] [49-1] [WF 10-4] Divisions that a unit counts against rail capacity."""
    piece = position.setting.pieces[unit.piece]
    if piece.headquarters or piece.supply:
        return position.setting.tables.headquarters_by_rail(unit.supply)
    return piece.rail_size


def capacity_weight(position: WesternFrontPosition, names: Sequence[str]) -> int:
    """[8-1] [WF 3-4] What some units use of the capacity of each network they ride on."""
    weight = 0
    for name in names:
        unit = position.units[name]
        if not _rides_free(position, unit):
            weight += rail_weight(position, unit)
    return weight


def _rides_free(position: WesternFrontPosition, unit: Unit) -> bool:
    if not position.setting.pieces[unit.piece].siege:
        return False
    return position.setting.campaign.rides_free(position, unit)


# Single track


def track_key(position: WesternFrontPosition, here: int, there: int) -> str:
    """How the position notes the use of a single track hexside."""
    label = position.setting.board.label
    return "-".join(sorted((label(here), label(there))))


def track_limit(position: WesternFrontPosition, here: int, there: int) -> int:
    """[7-9] [37-5] Divisions that may cross a single track hexside in a phase: two on German track."""
    nations = position.setting.tables.nations
    networks = (position.rail_network(here), position.rail_network(there))
    return min(nations[network].single_track for network in networks)


def track_weight(position: WesternFrontPosition, unit: Unit) -> int:
    """[7-9] [WF-R018] What a unit takes up of a single track: artillery is one unit like any other."""
    return 1 if position.piece(unit).artillery else rail_weight(position, unit)


def track_load(position: WesternFrontPosition, names: Sequence[str], used: int, limit: int) -> int | None:
    """[7-9] [37-5] The load of a single track after some units cross it, too; None if they may not.

    A counter too large for the track crosses alone and fills it; a headquarters with too much supply does
    not cross at all (decision WF-R018).
    """
    strict = position.setting.option("single-track-strict")
    for name in names:
        unit = position.units[name]
        weight = track_weight(position, unit)
        if weight > limit:
            if strict or used or position.piece(unit).headquarters:
                return None
        elif used + weight > limit:
            return None
        used += weight
    return used


# Boarding


def needs_no_boarding(position: WesternFrontPosition, unit: Unit) -> bool:
    """[6-12] Whether a unit lives on rails."""
    return position.piece(unit).rail_bound


def boarding_cost(position: WesternFrontPosition, unit: Unit) -> int:
    """[7-3] [WF 10-5] What it costs to board the trains, in thirtieths; nothing for tanks (WF-R166)."""
    if position.setting.pieces[unit.piece].tank:
        return 0
    return position.setting.tables.whole("entrain_cost") * POINT


def why_not_entrain(position: WesternFrontPosition, names: Sequence[str]) -> Refusal | None:
    """[7-1] [7-2] [7-3] [7-4] [7-10] Why units cannot board the trains where they stand."""
    units = [position.units[name] for name in names]
    first = units[0]
    side, node = position.side_of(first), first.at
    if not position.setting.rail_adjacent[node]:
        return Refusal("7-2", f"there is no rail line in {position.setting.board.label(node)}")
    for unit in units:
        refusal = _why_not_board(position, unit)
        if refusal is not None:
            return refusal
    refusal = rail_lines.why_not_usable(position, node, side)
    if refusal is not None:
        return refusal
    return _why_no_capacity(position, names, position.rail_network(node))


def may_entrain(position: WesternFrontPosition, names: Sequence[str]) -> bool:
    """[7-3] Whether units may board the trains where they stand; `why_not_entrain` says why not."""
    units, setting = position.units, position.setting
    first = units[names[0]]
    network = position.rail.get(first.at, setting.home_network[first.at])
    if not network or setting.tables.nations[network].side != setting.pieces[first.piece].side:
        return False
    for name in names:
        if not _may_board(position, units[name]):
            return False
    return capacity_weight(position, names) <= capacity_left(position, network)


def _may_board(position: WesternFrontPosition, unit: Unit) -> bool:
    """[7-2] [7-3] [7-4] [7-10] Whether a unit may board trains, if there are any; `_why_not_board` says why
    not."""
    if unit.entrained or unit.rode or unit.in_column:
        return False
    piece = position.setting.pieces[unit.piece]
    if piece.rail_bound or (piece.tank and unit.moved):
        return False
    if position.enemy_controlled(unit.at, piece.side):
        if piece.tank or not position.setting.tables.nations[piece.nation].entrain_in_zone:
            return False
    return allowances.allowance(position, unit) - unit.spent >= boarding_cost(position, unit)


def _why_not_board(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    piece = position.piece(unit)
    nation = position.setting.tables.nations[piece.nation]
    if piece.rail_bound:
        return Refusal("6-12", f"{piece.label} lives on rails and needs no boarding")
    if unit.entrained:
        return Refusal("7-3", f"{piece.label} is on the trains already")
    if unit.rode:
        return Refusal("7-2", f"{piece.label} has ridden in this phase")
    if unit.in_column:
        return Refusal(("7-10", "6-10"), f"{piece.label} has used column movement in this phase")
    if piece.tank and unit.moved:
        return Refusal("WF 10-6", f"{piece.label} has moved by itself in this phase")
    if position.enemy_controlled(unit.at, nation.side) and (piece.tank or not nation.entrain_in_zone):
        people = f"the unit is of {nation.name}"
        return Refusal(("7-4", "37-2"), f"{piece.label} cannot entrain here: enemy zone, and {people}")
    left = allowances.allowance(position, unit) - unit.spent
    cost = boarding_cost(position, unit)
    if left < cost:
        return Refusal(
            "7-3", f"{piece.label} has not enough movement left", shown_number(cost, POINT), _shown(left)
        )
    return None


def _why_no_capacity(position: WesternFrontPosition, names: Sequence[str], network: str) -> Refusal | None:
    weight = capacity_weight(position, names)
    left = capacity_left(position, network)
    if weight <= left:
        return None
    name = position.setting.tables.nations[network].name
    networks = {each.nation: each for each in position.setting.parameters.rail}
    coming = networks[network].coming(position.date) if network in networks else None
    if coming is not None:
        return Refusal(("8-1", "8-2"), f"no trains of {name} run before {coming.start.text}", weight, left)
    rule = "8-9" if position.flags.get(rail_lines.LOST + network) else "8-1"
    return Refusal((rule, "8-2"), f"the rail capacity of {name} is not enough", weight, left)


def _shown(value: int) -> str:
    return shown_number(value, POINT)


def entrain(table: Table, position: WesternFrontPosition, names: Sequence[str]) -> None:
    """[7-3] Units board the trains."""
    for name in names:
        unit = position.units[name]
        allowances.remember_hunger(position, unit)
        cost = boarding_cost(position, unit)
        position.change(name, entrained=True, rode=True, moved=True, spent=unit.spent + cost)
    where = position.setting.board.label(position.units[names[0]].at)
    table.tell(f"{wording.do(position, names, 'entrains')} in {where}", "7-3", kind="rail")


def why_not_detrain(position: WesternFrontPosition, names: Sequence[str]) -> Refusal | None:
    """[7-7] Why units cannot leave the trains."""
    for name in names:
        if not position.units[name].entrained:
            return Refusal("7-7", f"{position.piece(position.units[name]).label} is not on a train")
    return None


def detrain(table: Table, position: WesternFrontPosition, names: Sequence[str]) -> None:
    """[7-7] Units leave the trains; a fraction of a movement point that was begun is lost."""
    for name in names:
        unit = position.units[name]
        spent = -(-unit.spent // POINT) * POINT
        if position.piece(unit).tank and unit.rode:
            spent = allowances.allowance(position, unit)  # rail or road, not both [WF 10-6]
        position.change(name, entrained=False, moved=True, spent=spent)
    where = position.setting.board.label(position.units[names[0]].at)
    table.tell(f"{wording.do(position, names, 'detrains')} in {where}", "7-7", kind="rail")


# Riding


def hexside_cost(position: WesternFrontPosition, unit: Unit) -> int:
    """[7-5] [6-12] [WF 10-5] What a rail hexside costs, in thirtieths; a hex of twenty where those count."""
    piece = position.piece(unit)
    return POINT if piece.rail_bound or piece.tank else piece.rail_step


def rail_allowance(position: WesternFrontPosition, unit: Unit) -> int:
    """[7-5] [6-12] [WF 12-11] [WF 10-5] What a unit may spend on rails, in thirtieths."""
    tables, piece = position.setting.tables, position.piece(unit)
    if piece.rail_bound:
        return tables.whole("rail_bound_allowance") * POINT
    if piece.tank:
        return tables.whole("tank_rail_allowance") * POINT
    return allowances.allowance(position, unit)


def zone_exit(position: WesternFrontPosition, unit: Unit) -> int:
    """[10-7] [7-4] What leaving an enemy zone costs a unit on a train, in thirtieths (decision WF-R019)."""
    piece = position.piece(unit)
    nation = position.setting.tables.nations[piece.nation]
    if piece.rail_bound or nation.entrain_in_zone or not position.enemy_controlled(unit.at, nation.side):
        return 0
    return position.setting.tables.whole("zone_exit_cost") * POINT


def hexsides_left(position: WesternFrontPosition, names: Sequence[str], kept: int = 0) -> int:
    """[7-5] How many rail hexsides a group can still cross and have some movement left."""
    return min(
        (rail_allowance(position, unit) - unit.spent - zone_exit(position, unit) - kept)
        // hexside_cost(position, unit)
        for unit in (position.units[name] for name in names)
    )


def is_on_rails(position: WesternFrontPosition, names: Sequence[str]) -> bool:
    """[7-2] [6-12] Whether all units of a group are on trains, or need none."""
    units, pieces = position.units, position.setting.pieces
    for name in names:
        unit = units[name]
        if not unit.entrained and not pieces[unit.piece].rail_bound:
            return False
    return True


def rides(
    position: WesternFrontPosition, names: Sequence[str], charged: Collection[str] = ()
) -> dict[int, int]:
    """[7-5] Where a group on trains can ride to, and what the dearest member pays, in thirtieths.

    ``charged`` are the networks on which the group rides already.
    """
    found = ways_by_rail(position, names, charged)
    return {} if found is None else fares(position, names, found)


def fares(position: WesternFrontPosition, names: Sequence[str], found: Reach) -> dict[int, int]:
    """[7-5] What a ride to each hex that was found costs the dearest member of a group."""
    units = [position.units[name] for name in names]
    start = units[0].at
    prices = {(hexside_cost(position, unit), zone_exit(position, unit)) for unit in units}
    hexsides = hexsides_left(position, names)
    charges = [
        max(far * price + leaving for price, leaving in prices) for far in range(hexsides + 1)
    ]  # what a ride over so many hexsides costs the dearest member
    paid = {node: charges[cost // HEXSIDE] for node, cost in found.cost.items() if node != start}
    if position.setting.front != WEST:
        return {node: cost + rail_zones.entry_cost(position, names[0], node) for node, cost in paid.items()}
    return paid


def ways_by_rail(
    position: WesternFrontPosition, names: Sequence[str], charged: Collection[str]
) -> Reach | None:
    """[7-5] The hexes a group can ride to, and the way there; None if it cannot ride."""
    hexsides = hexsides_left(position, names) if is_on_rails(position, names) else 0
    if hexsides <= 0:
        return None
    start = position.units[names[0]].at
    ways = RailWays(position, names, charged)
    if not ways.is_open(start):
        return None
    found = ways.within(start, hexsides)
    rail_zones.add_destinations(position, ways, found)
    return found


class RailWays(Sequence[Sequence[Step]]):
    """The rail network as a group of units finds it, looked at only as far as it rides."""

    def __init__(
        self, position: WesternFrontPosition, names: Sequence[str], charged: Collection[str]
    ) -> None:
        self.position = position
        self.names = names
        units = [position.units[name] for name in names]
        self.side = position.side_of(units[0])
        self.tracks = tracks(position.setting)
        option = position.setting.option("rail-bound-units-avoid-zones")
        self.may_join_friends = not option and all(position.piece(unit).rail_bound for unit in units)
        weight = capacity_weight(position, names)
        nations = position.setting.tables.nations
        self.networks = {
            network
            for network in rail_lines.network_nations(position)
            if nations[network].side == self.side
            and (network in charged or capacity_left(position, network) >= weight)
        }
        self.preferred = position.piece(units[0]).nation
        self.limits = {network: nations[network].single_track for network in self.networks}
        self.changed, self.home = position.rail, position.setting.home_network
        self.enemy_control = position.control_of(other_side(self.side))
        self._loads: dict[tuple[int, int], bool] = {}
        self._entered: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.tracks)

    def __getitem__(self, node: Any) -> Any:
        used = self.position.track_used
        here = self.network_of(node)
        steps = []
        for other, single in self.tracks[node]:
            network = self._entered.get(other)
            if network is None:
                network = self._entered[other] = self._network_entered(other)
            if not network:
                continue
            cost = HEXSIDE if network == self.preferred else HEXSIDE + 1
            if single:
                if not self._has_room(used.get(single, 0), min(self.limits[here], self.limits[network])):
                    continue
                cost += 2
            steps.append((other, cost))
        return steps

    def within(self, start: int, hexsides: int) -> Reach:
        """Every hex within so many hexsides, level by level; among equals free track is preferred.

        It finds what `reach` finds on these ways, in a fraction of the time.
        """
        tracks, changed, home, networks = self.tracks, self.changed, self.home, self.networks
        control, standing, used = self.enemy_control, self.position.standing, self.position.track_used
        friendly = self.may_join_friends
        cost = {start: 0}
        before: dict[int, int] = {}
        level = {start: 0}
        for far in range(1, hexsides + 1):
            following: dict[int, int] = {}
            for node, so_far in level.items():
                for other, single in tracks[node]:
                    if other in cost:
                        continue
                    network = changed[other] if other in changed else home[other]
                    if network not in networks:
                        continue
                    if (control[other] or standing[other]) and (
                        (control[other] and not friendly) or not self.may_enter(other)
                    ):
                        continue
                    scarce = so_far if network == self.preferred else so_far + 1
                    if single:
                        limit = min(self.limits[self.network_of(node)], self.limits[network])
                        if not self._has_room(used.get(single, 0), limit):
                            continue
                        scarce += 2
                    if other not in following or scarce < following[other]:
                        following[other] = scarce
                        before[other] = node
            if not following:
                break
            for node, scarce in following.items():
                cost[node] = far * HEXSIDE + scarce
            level = following
        return Reach(cost, before)

    def network_of(self, node: int) -> str:
        """[9-1] The network of a hex."""
        return self.changed.get(node, self.home[node])

    def _network_entered(self, node: int) -> str:
        """The network a train runs on in a hex; empty if it cannot enter."""
        return self.network_of(node) if self.is_open(node) and self.may_enter(node) else ""

    def may_cross(self, here: int, there: int, single: str) -> bool:
        """[7-9] Whether the group fits on the track between two hexes of usable lines."""
        limit = min(self.limits[self.network_of(here)], self.limits[self.network_of(there)])
        return not single or self._has_room(self.position.track_used.get(single, 0), limit)

    def _has_room(self, used: int, limit: int) -> bool:
        """[7-9] Whether the group fits on a single track that has been used so much."""
        key = (used, limit)
        if key not in self._loads:
            self._loads[key] = track_load(self.position, self.names, used, limit) is not None
        return self._loads[key]

    def is_open(self, node: int) -> bool:
        """[9-1] [8-1] Whether the line in a hex is usable, and its network has room for the group."""
        return self.network_of(node) in self.networks

    def may_enter(self, node: int) -> bool:
        """[7-6] [6-11] Trains enter no enemy zone; rail-bound units do where friends stand (WF-R017)."""
        if self.position.has_enemy(node, self.side):
            return False
        if not self.enemy_control[node]:
            return True
        return self.may_join_friends and self.position.has_combat_unit(node, self.side)


Track = tuple[int, str]  # hex, and how the position notes a single track that leads there


@lru_cache(maxsize=4)
def tracks(setting: WesternFrontSetting) -> tuple[tuple[Track, ...], ...]:
    """[9-14] For each hex, the hexes that rail lines lead to; double track needs no note of its use."""
    label = setting.board.label
    return tuple(
        tuple(
            (
                other,
                ""
                if setting.is_double_track(setting.side(node, other))
                else "-".join(sorted((label(node), label(other)))),
            )
            for other in setting.rail_adjacent[node]
        )
        for node in range(len(setting.board))
    )


def ride(
    table: Table,
    position: WesternFrontPosition,
    names: Sequence[str],
    node: int,
    charged: Collection[str] = (),
    *,
    found: Reach | None = None,
) -> frozenset[str]:
    """[7-5] [7-9] [8-4] [8-5] Ride to a hex. Returns all networks the group has ridden on in this turn.

    ``found`` is where the group can ride to, if somebody has looked. Whoever rides into a Russian zone
    detrains there at once [37-3].
    """
    if found is None:
        found = ways_by_rail(position, names, charged)
    assert found is not None
    path = found.path(node)
    hexsides = len(path) - 1
    use_track(position, names, path)
    networks = frozenset(position.rail_network(each) for each in path)
    weight = capacity_weight(position, names)
    for network in sorted(networks - set(charged)):
        position.rail_used[network] = position.rail_used.get(network, 0) + weight
    for name in names:
        unit = position.units[name]
        spent = unit.spent + zone_exit(position, unit) + hexsides * hexside_cost(position, unit)
        spent += rail_zones.entry_cost(position, name, node)
        position.change(name, at=node, spent=spent, rode=True, moved=True)
    label = position.setting.board.label
    table.tell(
        f"{wording.do(position, names, 'rides')} from {label(path[0])} to {label(node)}",
        "7-5",
        kind="rail",
        data={"path": [label(each) for each in path], "units": list(names)},
    )
    if rail_zones.entry_cost(position, names[0], node):
        detrain(table, position, names)
    return networks | frozenset(charged)


def use_track(position: WesternFrontPosition, names: Sequence[str], path: Sequence[int]) -> None:
    """[7-9] Note the single track hexsides that a group crosses."""
    on_the_way = tracks(position.setting)
    for here, there in pairwise(path):
        single = next(key for other, key in on_the_way[here] if other == there)
        if single:
            limit = track_limit(position, here, there)
            load = track_load(position, names, position.track_used.get(single, 0), limit)
            assert load is not None
            position.track_used[single] = load


def why_not_ride(
    position: WesternFrontPosition, names: Sequence[str], node: int, charged: Collection[str] = ()
) -> Refusal | None:
    """[7-5] [7-6] [7-9] [8-1] [9-1] Why a group cannot ride to a hex."""
    units = [position.units[name] for name in names]
    side = position.side_of(units[0])
    where = position.setting.board.label(node)
    for unit in units:
        if not unit.entrained and not needs_no_boarding(position, unit):
            return Refusal("7-3", f"{position.piece(unit).label} is not on a train")
    if node in rides(position, names, charged):
        return None
    refusal = rail_lines.why_not_usable(position, node, side)
    if refusal is not None:
        return refusal
    ways = RailWays(position, names, charged)
    if not ways.may_enter(node):
        return Refusal("7-6", f"{where} is in an enemy zone of control, which trains do not enter")
    if not ways.is_open(units[0].at):
        cut = rail_lines.why_not_usable(position, units[0].at, side)
        return cut or _why_no_capacity(position, names, position.rail_network(units[0].at))
    if not ways.is_open(node):
        return _why_no_capacity(position, names, position.rail_network(node))
    far = reach(ways, units[0].at, len(position.setting.board) * HEXSIDE)
    if node in far:
        needed = far.cost[node] // HEXSIDE
        had = max(0, hexsides_left(position, names))
        return Refusal("7-5", f"{where} is too far by rail", f"{needed} hexsides", had)
    return Refusal(("7-9", "9-1", "7-6"), f"no usable line leads to {where}: single track is used up or cut")
