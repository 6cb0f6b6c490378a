"""[11.1] The movement segment: groups are taken in hand one after the other and led to where they stop."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from hexfront.games.storm_of_steel import matters, stacks
from hexfront.games.storm_of_steel.orders import (
    Add,
    Deceive,
    Drop,
    Embark,
    Entrain,
    ForceMarch,
    Go,
    GoOff,
    Infiltrate,
    MobileAssault,
    Pick,
    Reconnoitre,
)
from hexfront.games.storm_of_steel.position import TRANSPORT, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    air_landing,
    air_missions,
    bolsheviks,
    control,
    convoys,
    fog,
    headquarters,
    impulses,
    irregulars,
    marching,
    mobile_assault,
    movement_cards,
    moving,
    naval_transport,
    off_map,
    paratroops,
    stacking,
    supply,
    trains,
    voyages,
)
from hexfront.games.storm_of_steel.rules.moving import Ways
from hexfront.games.storm_of_steel.sea_orders import Convoy
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.board import Board
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.hands import IN_HAND

_PICKS: dict[str, Action] = {}  # orders are made once: they are listed again and again


def segment(table: Table, position: SteelPosition) -> Procedure:
    """[11.1] The side whose segment it is moves some, none or all of its mobile units; first its air units
    are given their missions [30.71]."""
    side = position.active
    if not position.begun and position.fliers[side]:
        yield from air_missions.declare(table, position)
        position.begun = True
    while True:
        order = yield Ask(
            side,
            "move",
            "Pick a unit to move, or pass to end the movement segment",
            "11.1",
            options=lambda: chain(_plays(position), _picks(position)),
            about=matters.Segment(position.step),
            why_not=lambda action: (
                movement_cards.why_not(position, action)
                or fog.why_not(position, action)
                or off_map.why_not(position, action)
                or _why_not_pick(position, action)
            ),
            station=True,
            always=stacks.has_secrets(position, side),
            passes=True,
        )
        if isinstance(order, Pass):
            naval_transport.go_ashore(table, position)
            fog.end_segment(position)
            air_landing.overrun(table, position)
            return None
        if isinstance(order, Convoy):
            convoys.designate(table, order)
        elif isinstance(order, Deceive | Reconnoitre):
            yield from fog.carry_out(table, position, order)
        elif not isinstance(order, Pick):
            yield from movement_cards.carry_out(table, position, order)
        elif position.is_cargo(order.unit):
            yield from voyages.sail(table, position, order.unit)
        elif position.piece(position.units[order.unit]).kind == TRANSPORT:
            yield from voyages.steer(table, position, order.unit)
        elif position.piece(position.units[order.unit]).air:
            yield from air_missions.lead(table, position, order.unit)
        elif position.units[order.unit].moved:
            yield from trains.second_train(table, position, order.unit)
        elif position.setting.board.is_area(position.units[order.unit].at):
            yield from voyages.from_area(table, position, order.unit)
        else:
            yield from _lead(table, position, order.unit)


def _plays(position: SteelPosition) -> Iterator[Action]:
    """[4.31] [27.7] [23.1] [23.3] Cards of this segment, what they leave to be done, ships that may escort
    convoys, dummies and intelligence."""
    yield from movement_cards.options(position)
    if position.active == ENTENTE:
        yield from convoys.designated(position)
    yield from fog.orders(position)


def _picks(position: SteelPosition) -> Iterator[Action]:
    """[11.1] [15.71] Who may be taken in hand."""
    units, front_of = position.units, position.setting.front_of
    fronts = impulses.active_fronts(position)
    nobodys = bool(position.flags.get(bolsheviks.IDLE))
    for name in position.idle[position.active]:
        unit = units[name]
        if front_of[unit.at] not in fronts or (unit.waits and not impulses.is_released(position, unit)):
            continue
        if unit.crossed or (position.impulse > 1 and not _may_begin(position, unit)):
            continue
        if nobodys and bolsheviks.is_idle(position, unit):
            continue
        order = _PICKS.get(name)
        if order is None:
            order = _PICKS[name] = Pick(name)
        yield order
    yield from map(Pick, off_map.waiting(position))
    yield from map(Pick, trains.again(position))
    yield from air_missions.picks(position)
    yield from map(Pick, naval_transport.at_sea(position))


def _may_begin(position: SteelPosition, unit: Unit) -> bool:
    """[11.6] [15.71] After the first impulse: those in command, and others only by rail or sea."""
    return (
        moving.goes_on(position, unit)
        or trains.can_entrain(position, unit)
        or naval_transport.may_embark(position, unit)
    )


def _why_not_pick(position: SteelPosition, action: Action) -> Refusal | None:
    """Words for a unit that cannot be taken in hand."""
    if isinstance(action, Convoy) and position.active == ENTENTE:
        return convoys.why_not(position, action)
    if isinstance(action, Go | ForceMarch | Infiltrate | Entrain | MobileAssault | Add):
        return Refusal(
            "11.1", "no group is in hand: pick a unit; one that can go nowhere is put down at once"
        )
    if not isinstance(action, Pick):
        return None
    return _why_not_in_hand(position, action)


def _why_not_in_hand(position: SteelPosition, action: Pick) -> Refusal:
    if words := position.why_not_own(action.unit, position.active):
        return Refusal("11.1", words)
    unit = position.units[action.unit]
    name = position.piece(unit).name
    if position.is_cargo(unit.name) or position.piece(unit).kind == TRANSPORT:
        return naval_transport.why_not_sail(position, unit)
    if position.piece(unit).air:
        return air_missions.why_not_pick(position, unit)
    if unit.entrenched and not position.piece(unit).partisan:
        return Refusal("12.1", f"{name} is entrenched")
    if not position.piece(unit).movement:
        return Refusal("17.1", f"{name} cannot move")
    if unit.moved:
        hiding = position.piece(unit).partisan and unit.turned
        return Refusal("36.2" if hiding else "11.1", f"{name} has {'turned' if hiding else 'moved already'}")
    if not impulses.is_released(position, unit):
        return Refusal("45.1", f"{name} may not move before {unit.waits}")
    if bolsheviks.is_idle(position, unit):
        return Refusal("35.11", f"nobody controls {name} this turn")
    if unit.crossed:
        return Refusal("4.71", f"{name} came from another front and does nothing more in this turn")
    if position.setting.front_of[unit.at] not in impulses.active_fronts(position):
        return Refusal("8.4", f"there is no impulse for {name} on its front")
    return moving.why_not_on(position, unit)


def _lead(table: Table, position: SteelPosition, first: str) -> Procedure:
    """[11.1] Lead a group until it stops or is put down."""
    names = [first]
    spent = 0
    led: frozenset[str] = frozenset()  # who was in command when the group began to move [15.71]
    while True:
        group = [position.units[name] for name in names]
        led = led if spent else _led(position, group)
        ways = moving.ordinary(position, group, spent) if _all_go_on(position, group, spent) else {}
        fresh = not spent
        targets = _targets(position, group, ways)
        marches = _force_marches(position, group, spent)
        options = _options(position, group, targets, marches, fresh=fresh)
        if not fresh and not targets:
            break
        order = yield Ask(
            position.active,
            IN_HAND,
            "Where to? Pass to put the group down",
            "11.2",
            options,
            matters.InHand(tuple(names), spent),
            lambda action, group=tuple(group), spent=spent: (  # type: ignore[misc]  # mypy knows no lambda with defaults
                paratroops.why_not(position, group[0], action) or _why_not_go(position, group, spent, action)
            ),
            groups=lambda action, group=tuple(group), spent=spent: (  # type: ignore[misc]
                why_not_along(position, group, spent, action)
            ),
        )
        start = group[0].at
        if isinstance(order, Add):
            names = sorted([*names, order.unit])
            continue
        if isinstance(order, Pass):
            if fresh:
                return None
            break
        board = position.setting.board
        if isinstance(order, Go):
            to = board[order.to]
            spent = ways[to][0] or 1
            marching.march(table, position, names, moving.path_to(ways, start, to), "11.2")
            if position.in_enemy_zone(to, position.active):
                break
            continue
        if isinstance(order, ForceMarch):
            marching.march(table, position, names, moving.path_to(marches, start, board[order.to]), "11.61")
        elif isinstance(order, Infiltrate):
            marching.infiltrate(table, position, names, board[order.to])
        elif isinstance(order, Entrain):
            if not (yield from trains.travel(table, position, names)):
                continue
        elif isinstance(order, Embark):
            if not (yield from voyages.sail(table, position, first)):
                continue
        elif isinstance(order, GoOff):
            _leave_map(table, position, group[0], marches, order)
        elif isinstance(order, Drop):
            paratroops.drop(table, position, group[0], order)
        elif isinstance(order, MobileAssault):
            yield from mobile_assault.carry_out(table, position, names, board[order.at])
        break
    for name in names:
        if name in position.units:
            marching.put_down(position, name, commanded=name in led)
    return None


def _led(position: SteelPosition, group: Sequence[Unit]) -> frozenset[str]:
    """[15.71] Who of a group needs no breakthrough to move: everybody in the first impulse."""
    first = position.impulse == 1
    return frozenset(unit.name for unit in group if first or headquarters.in_command(position, unit))


def _leave_map(table: Table, position: SteelPosition, unit: Unit, marches: Ways, order: GoOff) -> None:
    """[21.21] [11.62] A unit goes over the edge of the map; if it takes a train to it, the net is used."""
    if not off_map.marches_off(position, unit, marches, order.area):
        trains.note_load(position, [unit], unit.at)
    off_map.go(table, order)
    control.leave(position, position.active, unit.at)


def _all_go_on(position: SteelPosition, group: Sequence[Unit], spent: int) -> bool:
    """[15.71] Command is looked at when a unit begins to move."""
    return bool(spent) or position.impulse == 1 or all(moving.goes_on(position, unit) for unit in group)


def _targets(position: SteelPosition, group: Sequence[Unit], ways: Collection[int]) -> list[int]:
    """[11.3] [11.5] Where a group may stop; a headquarters where it leaves nobody without supply."""
    leader = group[0]
    if position.piece(leader).headquarters:
        return [node for node in ways if _may_halt(position, leader, node)]
    return moving.stops(position, group, ways)


def _infiltrations(position: SteelPosition, group: Sequence[Unit]) -> list[int]:
    """[10.32] [11.3] [31.12] Where a group may infiltrate to, of the hexes where it may stop."""
    leader = group[0]
    ways = moving.infiltrations(position, group)
    if not ways or position.piece(leader).headquarters or leader.at in supply.hexes_for(position, group):
        return _targets(position, group, ways)
    # Nobody comes merely nearer to supply who could march into it.
    halts = {*_targets(position, group, [*moving.ordinary(position, group, 0), *ways])}
    return [node for node in ways if node in halts]


def _force_marches(position: SteelPosition, group: Sequence[Unit], spent: int) -> Ways:
    """[11.61] The force marches open to a group that has not moved."""
    if spent or not _all_go_on(position, group, spent):
        return {}
    leader = group[0]
    ways = moving.forced(position, group)
    if position.piece(leader).headquarters:
        distance = _distances(position.setting.board, _sources(position, leader))
        far = distance[leader.at]
        keep = [node for node in ways if distance[node] < far and _may_halt(position, leader, node)]
    elif leader.at in supply.hexes_for(position, group):
        return ways
    else:
        keep = moving.stops(position, group, ways)
    return _only(ways, leader.at, keep)


def _only(ways: Ways, start: int, keep: Sequence[int]) -> Ways:
    """The ways to some hexes, with what lies on them marked as no place to stop."""
    kept = {node for to in keep for node in moving.path_to(ways, start, to)}
    stop = set(keep)
    return {node: (way[0] if node in stop else -1, way[1]) for node, way in ways.items() if node in kept}


def _sources(position: SteelPosition, unit: Unit) -> tuple[int, ...]:
    """[11.61] The industrial cities that can be the source of a headquarters' line."""
    setting = position.setting
    side = position.side_of(unit)
    serving = setting.serving(setting.pieces[unit.piece].country, side)
    return tuple(
        [
            node
            for node, country in setting.centres.items()
            if country in serving and position.controller(node) == side
        ]
    )


class _Distances(dict[int, int]):
    """[11.61] How far the nearest of some cities is from a hex, found out when somebody asks."""

    def __init__(self, board: Board, sources: Sequence[int]) -> None:
        super().__init__()
        self._distance = board.distance
        self._sources = sources

    def __missing__(self, node: int) -> int:
        far = self[node] = min([self._distance(node, at) or 0 for at in self._sources], default=0)
        return far


@lru_cache(maxsize=32)
def _distances(board: Board, sources: tuple[int, ...]) -> _Distances:
    """[11.61] The distances from some cities; these change hands seldom."""
    return _Distances(board, sources)


def _may_halt(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[11.5] [13.14] [31.12] Whether a headquarters may end its move in a hex: not with another, and not
    where it leaves units without supply."""
    return stacking.has_room(position, node, [unit]) and not position.memo.found(
        ("left alone", unit.name, node), _strands, position, unit, node
    )


def _strands(position: SteelPosition, unit: Unit, to: int) -> bool:
    """[11.5] [31.12] Whether a headquarters would leave a unit out of supply that is in supply now."""
    side = position.side_of(unit)
    dependants = position.memo.found(("dependants", unit.name), _dependants, position, unit, side)
    climbers = position.memo.found(("climbers", side), _climbers, position, side)
    if not dependants and not climbers:
        return False
    if _bars_nobody(position, side, unit.at) and _bars_nobody(position, side, to):
        alone = dependants - position.memo.found(("by chains", unit.name), _by_chains, position, unit, side)
        if alone and not _supplies(position, unit, to, alone):
            return True
        if not climbers:
            found = headquarters.worked_out(position, replace(unit, at=to))
            if found.linked and dependants <= found.supplied:
                return False
    trial = position.copy()
    trial.put(unit)
    trial.change(unit.name, at=to)
    if not supply.reaches_all(trial, side, dependants, first=unit.name):
        return True
    return bool(climbers) and not climbers <= supply.alpine_hexes(trial, side)


def _supplies(position: SteelPosition, unit: Unit, to: int, nodes: frozenset[int]) -> bool:
    """[31.1] Whether a headquarters reaches all of some hexes from a hex, as far as it has a line."""
    far = headquarters.radius(position, unit) * position.setting.number("supply")
    distance = position.setting.board.distance
    if any((distance(to, node) or 0) > far for node in nodes):
        return False
    return nodes <= headquarters.within(position, position.side_of(unit), to, far, lines=True)


def _by_chains(position: SteelPosition, unit: Unit, side: str) -> frozenset[int]:
    """[15.5] [31.12] What other headquarters supply if a chain gives them a line."""
    found: set[int] = set()
    for name in position.headquarters[side]:
        if name != unit.name and not (reach := headquarters.reach(position, name)).linked:
            found |= reach.supplied
    return frozenset(found)


def _bars_nobody(position: SteelPosition, side: str, node: int) -> bool:
    """[10.33] [16.52] Whether no zone in a hex could bar lines of a side, so that it does not matter to these
    whether a unit of its own is there."""
    return not position.zones[other_side(side)][node] and not position.setting.ground.has_city_zone[node]


def _climbers(position: SteelPosition, side: str) -> frozenset[int]:
    """[37.4] The hexes with alpine units that are in supply only through mountains."""
    plain = supply.supplied_hexes(position, side)
    return frozenset(
        unit.at
        for unit in position.ashore(side)
        if unit.at not in plain and supply.is_alpine(position, unit) and supply.in_supply(position, unit)
    )


def _dependants(position: SteelPosition, unit: Unit, side: str) -> frozenset[int]:
    """[31.12] The hexes with units that are in supply by a headquarters, and by no other on its own."""
    supplied = supply.supplied_hexes(position, side)
    others: set[int] = set()
    for name in position.headquarters[side]:
        found = headquarters.reach(position, name)
        if name != unit.name and found.linked:
            others |= found.supplied
    pieces, units = position.setting.pieces, position.units
    return frozenset(
        node
        for node in supplied - others
        if any(
            not pieces[units[name].piece].headquarters and not pieces[units[name].piece].fort
            for name in position.troops[node]
        )
        and position.occupant[node] == side
    )


def _options(
    position: SteelPosition, group: Sequence[Unit], targets: Sequence[int], marches: Ways, *, fresh: bool
) -> list[Action]:
    """Everything a group in hand may do."""
    label = position.setting.board.label
    found: list[Action] = []
    if fresh:
        found += _companions(position, group)
    found += [Go(label(node)) for node in targets]
    if fresh:
        found += [ForceMarch(label(node)) for node, way in marches.items() if way[0] >= 0]
        if _all_go_on(position, group, 0):
            found += [Infiltrate(label(node)) for node in _infiltrations(position, group)]
            found += [MobileAssault(label(node)) for node in mobile_assault.targets(position, group)]
        if trains.can_entrain(position, *group):
            found.append(Entrain())
        if len(group) == 1:
            if _all_go_on(position, group, 0):
                found += [Drop(label(node)) for node in paratroops.drops(position, group[0])]
            found += voyages.overseas(position, group[0], marches)
    found.append(PASS)
    return found


def _companions(position: SteelPosition, group: Sequence[Unit]) -> list[Action]:
    """[11.1] Others of the stack that may go along, each after those before it in the order of names, so that
    a group is put together in one way only."""
    if _goes_alone(position, group[0]):
        return []
    last = group[-1].name
    return [
        Add(unit.name)
        for unit in position.troops_at(group[0].at)
        if unit.name > last and _may_go_along(position, unit)
    ]


def _goes_alone(position: SteelPosition, unit: Unit) -> bool:
    """[11.5] [36.1] [38.1] Headquarters, partisans and armoured trains move in ways of their own."""
    piece = position.setting.pieces[unit.piece]
    return piece.headquarters or piece.train or piece.partisan


def _may_go_along(position: SteelPosition, unit: Unit) -> bool:
    """[11.1] Whether a unit may be added to a group of its stack."""
    return (
        not (unit.moved or unit.entrenched or unit.crossed)
        and bool(position.setting.pieces[unit.piece].movement)
        and not _goes_alone(position, unit)
        and impulses.is_released(position, unit)
        and (position.impulse == 1 or _may_begin(position, unit))
    )


def _why_not_go(position: SteelPosition, group: Sequence[Unit], spent: int, action: Action) -> Refusal | None:
    """Words for a move that is not possible."""
    board = position.setting.board
    match action:
        case GoOff():
            return off_map.why_not(position, action)
        case Add():
            return why_not_along(position, group, spent, action)
        case Entrain():
            return _later(spent) or trains.why_not(position, group)
        case Embark():
            alone = (
                None if len(group) == 1 else Refusal("29.15", "a transport carries one unit: name it alone")
            )
            return _later(spent) or alone or naval_transport.why_not_embark(position, group[0])
        case MobileAssault(at) if at in board:
            return _later(spent) or mobile_assault.why_not(position, group, board[at])
        case Go(to) | ForceMarch(to) | Infiltrate(to) if to in board:
            return _why_not_to(position, group, spent, action, board[to])
    return None


def _later(spent: int) -> Refusal | None:
    """[11.64] [11.7] Words for what is done instead of ordinary movement, once a group has moved."""
    return Refusal("11.64", "the group has marched already") if spent else None


def why_not_along(
    position: SteelPosition, group: Sequence[Unit], spent: int, action: Action
) -> Refusal | None:
    """[11.1] Why a unit cannot be added to the group in hand; None if it can, in whatever order."""
    if not isinstance(action, Add):
        return Refusal("11.1", "nobody is added to the group")
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != position.active or unit.at != group[0].at:
        return Refusal("11.1", f"{action.unit} does not stand with the group")
    if unit in group:
        return Refusal("11.1", f"{action.unit} is in the group")
    if spent:
        return Refusal("11.1", "nobody joins a group on its way")
    for each in (unit, group[0]):
        if _goes_alone(position, each):
            return Refusal("11.1", f"{position.piece(each).name} goes alone")
    if not _may_go_along(position, unit):
        return _why_not_in_hand(position, Pick(action.unit))
    return None


def why_not_march(position: SteelPosition, names: Sequence[str], to: str) -> Refusal | None:
    """[11.2] Words for a hex to which a group that has not moved cannot go by ordinary movement."""
    group = [position.units[name] for name in names if name in position.units]
    if not group or any(unit.moved for unit in group) or to not in position.setting.board:
        return None
    return _why_not_to(position, group, 0, Go(to), position.setting.board[to])


def _why_not_to(
    position: SteelPosition,
    group: Sequence[Unit],
    spent: int,
    action: Go | ForceMarch | Infiltrate,
    node: int,
) -> Refusal:
    """[11.2] [11.61] [10.32] Words for a hex that a group cannot come to."""
    to, side, start = action.to, position.active, group[0].at
    staff = position.piece(group[0]).headquarters
    if not position.setting.ground.is_land[node]:
        return Refusal("11.3", f"{to} is no land")
    if not position.is_open(node, side):
        country = position.setting.country_of[node] or "that ground"
        return Refusal("19.23", f"{country} is neutral")
    if position.occupant[node] not in ("", side):
        if headquarters.partisans_only(position, node):
            return Refusal("36.15", f"enemy partisans are in {to}")
        return Refusal("11.3", f"enemy units are in {to}")
    if not stacking.has_room(position, node, group):
        return Refusal("13.14" if staff else "13.2", f"{to} has {'a headquarters' if staff else 'no room'}")
    if not _all_go_on(position, group, spent):
        return Refusal("15.71", "the group is not in command: it goes by rail or sea, or not at all")
    if isinstance(action, ForceMarch):
        return _later(spent) or _why_not_forced(position, group, node)
    if isinstance(action, Infiltrate):
        return _later(spent) or _why_not_infiltrate(position, group, node)
    ways = moving.ordinary(position, group, spent)
    if node in ways:
        if staff:
            return Refusal("31.12", f"from {to} the headquarters would leave units without supply")
        return Refusal("11.3", f"{to} is out of supply")
    if position.in_enemy_zone(start, side) and position.in_enemy_zone(node, side):
        return Refusal("10.31", f"{to} is in an enemy zone, as is {position.setting.board.label(start)}")
    return _why_not_by_land(position, group, spent, node)


def _why_not_by_land(position: SteelPosition, group: Sequence[Unit], spent: int, node: int) -> Refusal:
    """[10.31] [11.2] [11.3] [11.43] What keeps a group from a hex: its ground, enemy zones, or the way."""
    setting, to = position.setting, position.setting.board.label(node)
    if position.piece(group[0]).train:
        return Refusal("38.1", "armoured trains move by rail alone")
    if (refusal := irregulars.why_not_there(position, group, node)) is not None:
        return refusal
    if node in setting.board.adjacent[group[0].at]:
        if moving.on_wheels(position, group) and setting.board.terrain[node] == "mountain":
            return Refusal("11.43", f"mechanized units enter mountains such as {to} by roads alone")
        if node not in setting.ground.around[group[0].at]:
            return Refusal("11.3", f"nobody crosses the hexside to {to}")
    free = position.copy()
    free.zones[other_side(position.active)] = bytearray(len(setting.board))
    if node in moving.ordinary(free, group, spent):
        return Refusal("10.31", f"enemy zones stop the group before it comes to {to}")
    return Refusal("11.2", f"{to} is too far")


def _why_not_infiltrate(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal:
    """[10.32] [11.3] [31.12] Words for an infiltration that is not possible."""
    if node not in moving.infiltrations(position, group):
        return moving.why_not_infiltrate(position, group, node)
    to = position.setting.board.label(node)
    if position.piece(group[0]).headquarters:
        return Refusal("31.12", f"from {to} the headquarters would leave units without supply")
    return Refusal("11.3", f"{to} is out of supply")


def _why_not_forced(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal:
    """[11.61] Words for a force march that is not possible."""
    side, start = position.active, group[0].at
    if position.in_enemy_zone(start, side) or position.in_enemy_zone(node, side):
        return Refusal("10.31", "a force march neither begins in an enemy zone nor enters one")
    to = position.setting.board.label(node)
    if not moving.marches_anywhere(position, group) and position.controller(node) != side:
        return Refusal("11.61", f"{to} is not friendly, and a force march enters friendly hexes only")
    if position.piece(group[0]).headquarters and node in moving.forced(position, group):
        distance = _distances(position.setting.board, _sources(position, group[0]))
        if distance[node] >= distance[start]:
            return Refusal("11.61", f"{to} is no nearer to the source of its line")
        return Refusal("31.12", f"from {to} the headquarters would leave units without supply")
    if start in supply.hexes_for(position, group) and node not in supply.hexes_after(position, group):
        return Refusal("11.61", f"{to} is out of supply")
    return Refusal("11.61", f"no force march over friendly ground in supply leads to {to}")
