"""Chapter 6: how far units march, with the cost of zones (10-7) and what single arms may do on the march.

What a group has done so far in its phase is a `March`. It lives only while the group is in hand, because a
unit moves once in a phase (decision WF-R008). Orders and their execution are in `movement`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache

import msgspec

from hexfront.games.western_front.matters import InHand
from hexfront.games.western_front.orders import Go
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import allowances, danube, rail_lines, steps
from hexfront.games.western_front.vocabulary import ENEMY_OF, POINT, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import shown_number
from hexfront.kernel.paths import PLAIN, Reach, Ways, ZonedWays, reach, trace

MARCH, COLUMN, MINIMUM, REPAIR = "march", "column", "minimum", "repair"


class Leg(msgspec.Struct, frozen=True, gc=False):
    """A hex a group can march to: what that costs, in thirtieths, and in which way it gets there."""

    cost: int
    kind: str = MARCH


NO_LIMIT = 1 << 30

# Legs are small and many; nobody marches farther than twenty points in a phase.
_LEGS = [Leg(cost) for cost in range(20 * POINT)]
_COLUMN_LEGS = [Leg(cost, COLUMN) for cost in range(20 * POINT)]


@cache
def _priced_legs(plain: int) -> list[Leg]:
    """[6-10] The leg for each cost, where no column movement is needed up to some of it."""
    return [_LEGS[cost] if cost <= plain else _COLUMN_LEGS[cost] for cost in range(20 * POINT)]


class Legs(msgspec.Struct, frozen=True, gc=False):
    """Where a group gets, the orders to go there, and the searches that say so: without zones, and within
    the allowance. ``straight`` are neighbouring hexes that it enters although a way round is cheaper.
    """

    to: dict[int, Leg]
    orders: tuple[Go, ...]
    far: Reach | None = None
    near: Reach | None = None
    straight: Collection[int] = ()


class Purse(msgspec.Struct, frozen=True, gc=False):
    """What a group may still spend, in thirtieths."""

    left: int  # what the slowest member has left [6-9]
    longest: int  # the same with column movement; nothing if the group cannot use it [6-10]
    whole: int  # what a minimum move takes of a group that has not stirred; nothing if one of it has [6-9]
    in_column: bool


class March(msgspec.Struct):
    """A group in hand, and what it has done in this phase."""

    names: list[str]
    start: int
    legs: int = 0
    entered_zone: bool = False
    on_track: bool = False  # engineers that have followed the track of their network from its beginning
    repaired: bool = False
    charged: frozenset[str] = frozenset()  # networks it has ridden on
    done: bool = False
    offered: dict[int, Leg] | None = None  # where it can go from here, once somebody has asked
    found: Legs | None = None  # the same with the searches behind it, before duties
    bound: str = ""  # the directions that a duty limited it to then [WF 3-7]
    rails: Reach | None = None  # where it can ride to, once somebody has asked
    purse: Purse | None = None  # what it may still spend, if that is known

    def matter(self) -> InHand:
        """[6-4] The group in hand, as plain data."""
        charged = tuple(sorted(self.charged)) if self.charged else ()
        return InHand(
            tuple(self.names),
            self.start,
            self.legs,
            self.entered_zone,
            self.on_track,
            self.repaired,
            charged,
        )

    def forget(self) -> None:
        """It has done something: where it can go and what it may spend is not known any more."""
        self.offered = self.rails = self.purse = None


def fresh_march(position: WesternFrontPosition, names: Sequence[str]) -> March:
    """A group that has not moved yet."""
    units = [position.units[name] for name in names]
    start = units[0].at
    on_track = False
    if position.setting.pieces[units[0].piece].engineer:
        on_track = all(position.piece(unit).engineer for unit in units) and any(
            rail_lines.why_not_repair_from(position, unit, start) is None for unit in units
        )
    return March(list(names), start, on_track=on_track)


def march_of(matter: InHand) -> March:
    """[6-4] The group that a question is about."""
    return March(
        [*matter.units],
        matter.start,
        matter.legs,
        matter.entered_zone,
        matter.on_track,
        matter.repaired,
        frozenset(matter.charged),
    )


# Where to


_NOWHERE = Legs({}, ())


def reachable(
    position: WesternFrontPosition, units: Sequence[Unit], march: March | None = None, bound: str = ""
) -> dict[int, Leg]:
    """[6-6] [6-9] [6-10] The hexes a group can march to from where it stands, and what that costs.

    ``march`` tells what the group has done in this phase; without it, the group has just been picked.
    ``bound`` names the directions that a duty limits it to [WF 3-7]. What is given back must not be changed.
    """
    legs = _legs(position, units, march, bound)
    if march is not None:
        march.found = legs
        march.bound = bound
    return legs.to


def _legs(position: WesternFrontPosition, units: Sequence[Unit], march: March | None, bound: str) -> Legs:
    setting = position.setting
    pieces = setting.pieces
    plain = not setting.danube
    for unit in units:
        piece = pieces[unit.piece]
        if unit.entrained or not piece.movement or not unit.mobilized:
            return _NOWHERE
        if not (piece.infantry or piece.cavalry) or not unit.strength or unit.rode or piece.nation == "ah":
            plain = False
    purse = march.purse if march is not None and march.purse is not None else purse_of(position, units, march)
    if purse.left < POINT and purse.longest < POINT and not purse.whole:
        return _NOWHERE  # no step costs less than a point
    if plain:
        column = steps.zoned_for(position, units, column=True, bound=bound)
        if column is not None:
            return _plain_legs(position, units, column, purse, bound)
    if _may_be_quiet(position, units):
        return _quiet_legs(position, units, purse, bound)
    return _special_legs(position, units, march, purse, bound)


def orders_to(position: WesternFrontPosition, nodes: Iterable[int]) -> tuple[Go, ...]:
    """The orders to march to some hexes."""
    return tuple(map(position.setting.marches.__getitem__, nodes))


def purse_of(position: WesternFrontPosition, units: Sequence[Unit], march: March | None) -> Purse:
    """[6-9] [6-10] What a group may still spend; the slowest member counts (decision WF-R012)."""
    left = longest = NO_LIMIT
    whole = 0
    moved = in_column = False
    all_in_column = True
    may_use_column = march is None or not march.entered_zone
    pieces = position.setting.pieces
    stripped = allowances.STRIPPED in position.flags  # then printed allowances do not hold for all [WF 12-16]
    for unit in units:
        piece = pieces[unit.piece]
        printed = piece.as_printed and not stripped
        points = piece.movement * POINT if printed else allowances.allowance(position, unit)
        unspent = points - unit.spent
        left = min(left, unspent)
        whole = max(whole, points)
        if unit.moved:
            moved = True
        if unit.in_column:
            in_column = True
        else:
            all_in_column = False
        if may_use_column and allowances.may_use_column(position, unit):
            in_all = unspent + allowances.column_gain(position, points)
            longest = min(longest, in_all)
        else:
            may_use_column = False
    if may_use_column and march is not None and march.legs and not all_in_column:
        may_use_column = not position.setting.option("declared-column-movement")
    return Purse(left, longest if may_use_column else 0, 0 if moved else whole, in_column)


def _plain_legs(
    position: WesternFrontPosition, units: Sequence[Unit], column: ZonedWays, purse: Purse, bound: str
) -> Legs:
    """The legs of infantry and cavalry that walk: they depend on nothing but the ways, and are remembered;
    where no enemy is near, by all games together."""
    here, left = units[0].at, purse.left
    key = (here, left, purse.longest, purse.whole, purse.in_column)
    known: Legs | None = column.remembered.get(key)
    if known is not None:
        return known
    to: dict[int, Leg] = {}
    far = near = None
    plain_to = 0
    if purse.longest > left:
        far, plain_to = column.survey(here, purse.longest)
        shared: Legs | None = column.bare.remembered.get(key) if plain_to == PLAIN else None
        if shared is not None:
            column.remembered[key] = shared
            return shared
        priced = _priced_legs(0 if purse.in_column else left)
        to = {node: priced[cost] for node, cost in far.cost.items()}
    near_ways = column
    if left > plain_to and not purse.in_column:  # zones are met before the allowance is spent
        normal = steps.zoned_for(position, units, bound=bound)
        assert normal is not None
        near_ways = normal
        if far is None:
            near = normal.reach(here, left)
            nearer = near.cost
        else:
            near, nearer = normal.beyond(column, far, left)
        to.update({node: _LEGS[cost] for node, cost in nearer.items()})
    to.pop(here, None)
    straight = _go_straight(to, here, purse, near=near_ways, far=column)
    if purse.whole:
        _add_minimum_moves(position, units, column.blocked, to, cost=purse.whole, bound=bound)
    legs = column.remembered[key] = Legs(to, orders_to(position, to), far, near, straight)
    if plain_to == PLAIN:
        column.bare.remembered[key] = legs
    return legs


def _may_be_quiet(position: WesternFrontPosition, units: Sequence[Unit]) -> bool:
    """Whether a group is a single gun or headquarters to which nothing is special but enemies near it."""
    if len(units) > 1 or units[0].rode or position.markers or position.setting.danube:
        return False
    piece = position.setting.pieces[units[0].piece]
    return (piece.artillery or piece.headquarters) and piece.nation != "ah"


def _quiet_legs(position: WesternFrontPosition, units: Sequence[Unit], purse: Purse, bound: str) -> Legs:
    """The legs of a gun or headquarters; where no enemy is near, all games together remember them."""
    here = units[0].at
    zoned = steps.zoned_for(position, units, bound=bound, guns=True)
    assert zoned is not None
    found, plain_to = zoned.survey(here, max(0, purse.left))
    piece = position.setting.pieces[units[0].piece]
    pressed, beside = position.pressed[piece.side], position.setting.crossable[here]
    if plain_to < PLAIN or not (pressed.isdisjoint(found.cost) and pressed.isdisjoint(beside)):
        return _special_legs(position, units, None, purse, bound)
    key = (here, purse.left, purse.whole, piece.artillery)
    known: Legs | None = zoned.bare.remembered.get(key)
    if known is None:
        known = zoned.bare.remembered[key] = _special_legs(position, units, None, purse, bound)
    return known


def _special_legs(
    position: WesternFrontPosition, units: Sequence[Unit], march: March | None, purse: Purse, bound: str
) -> Legs:
    """The legs of all others: guns, engineers, headquarters, and who has ridden."""
    here, pieces = units[0].at, position.setting.pieces
    left, longest, in_column = purse.left, purse.longest, purse.in_column
    barred = steps.Barred(position, units, march is not None and march.repaired)
    to: dict[int, Leg] = {}
    far = near = None
    far_ways: Ways = ()
    near_ways: Ways = ()
    near_zones = not in_column
    if longest > left:
        far, far_ways, open_to_all = search(position, units, longest, barred, column=True, bound=bound)
        priced = _priced_legs(0 if in_column else left)
        to = {
            node: priced[cost] for node, cost in (far.cost.items() if open_to_all else barred.free(far.cost))
        }
        _keep_away(position, units, march.start if march else here, to)
        near_zones = near_zones and _meets_zones(position, units, far, bound)
        near_ways = far_ways  # they differ by zones only
    if near_zones and left > 0:
        near, near_ways, open_to_all = search(position, units, left, barred, bound=bound)
        for node, cost in near.cost.items() if open_to_all else barred.free(near.cost):
            to[node] = _LEGS[cost]
    to.pop(here, None)
    track: Ways = ()
    if march is not None and march.on_track:
        found, track = repairs(position, units, barred, bound)
        to.update({node: Leg(cost, REPAIR) for node, cost in found.cost.items() if node != here})
    straight = _go_straight(to, here, purse, near=near_ways, far=far_ways, track=track)
    if purse.whole:
        _add_minimum_moves(position, units, barred, to, cost=purse.whole, bound=bound)
    if any(pieces[unit.piece].supply for unit in units):
        to = _with_headquarters(position, units, march, to)
    return Legs(to, orders_to(position, to), far, near, straight)


def _go_straight(
    to: dict[int, Leg], here: int, purse: Purse, *, near: Ways, far: Ways, track: Ways = ()
) -> Collection[int]:
    """[6-6] A neighbouring hex is entered straight, although a way round may be cheaper (decision WF-R214).

    But a step that the group can pay for only in column movement does not take the place of a way round
    within its allowance. The ways are those within the allowance, in column and along the track; given back
    are the hexes for which the step is the dearer way.
    """
    straight: list[int] = []
    for ways, most, kind in (
        (near, purse.left, MARCH),
        (far, purse.longest, COLUMN),
        (track, purse.left, REPAIR),
    ):
        for there, price in ways[here] if ways else ():
            leg = to.get(there)
            if leg is not None and leg.cost < price <= most and leg.kind == kind:
                to[there] = Leg(price, kind)
                straight.append(there)
    return straight


def _keep_away(
    position: WesternFrontPosition, units: Sequence[Unit], start: int, legs: dict[int, Leg]
) -> None:
    """[40-2] Column movement takes no Austro-Hungarian unit nearer to the enemy (decision WF-R132)."""
    pieces = position.setting.pieces
    if not any(pieces[unit.piece].nation == "ah" for unit in units):
        return
    before = enemy_distance(position, units[0], start)
    for node in [node for node, leg in legs.items() if leg.kind == COLUMN]:
        if enemy_distance(position, units[0], node) < before:
            del legs[node]


def enemy_distance(position: WesternFrontPosition, unit: Unit, node: int) -> int:
    """[40-2] Hexes to the nearest enemy ground combat unit; on one map all of them count."""
    board = position.setting.board
    enemies = position.of_side(other_side(position.side_of(unit)))
    found = [
        board.distance(node, each.at)
        for each in enemies
        if each.at != OFF_MAP and position.piece(each).ground_combat
    ]
    return min((hexes for hexes in found if hexes is not None), default=0)


def search(
    position: WesternFrontPosition,
    units: Sequence[Unit],
    budget: int,
    barred: steps.Barred,
    *,
    column: bool = False,
    bound: str = "",
) -> tuple[Reach, Ways, bool]:
    """Where a group gets within a budget, on what ways, and whether it may stop in all of these hexes.

    What has been searched before is remembered by the ways. Where no enemy is near, guns pay like others
    [29-9] [29-16].
    """
    here = units[0].at
    zoned = steps.zoned_for(position, units, column=column, bound=bound, guns=True)
    if zoned is not None:
        found, plain_to = zoned.survey(here, budget)
        if plain_to == PLAIN or not barred.guns:
            if (barred.destroys and not barred.special) or barred.is_open(found.cost):
                return found, zoned, True
    ways = steps.ways_for(position, units, column=column, bound=bound)
    return reach(ways, here, budget, barred), ways, False


def _meets_zones(position: WesternFrontPosition, units: Sequence[Unit], far: Reach, bound: str) -> bool:
    """Whether a march may come to an enemy zone, which column movement leaves out."""
    zoned = steps.zoned_for(position, units, column=True, bound=bound, guns=True)
    return zoned is None or not zoned.is_plain(far.cost)


def _left(position: WesternFrontPosition, units: Sequence[Unit]) -> int:
    """[6-9] What the slowest member may still spend."""
    if len(units) == 1:
        return allowances.allowance(position, units[0]) - units[0].spent
    return min(allowances.allowance(position, unit) - unit.spent for unit in units)


def _add_minimum_moves(
    position: WesternFrontPosition,
    units: Sequence[Unit],
    barred: Collection[int] | bytearray,
    legs: dict[int, Leg],
    *,
    cost: int,
    bound: str,
) -> None:
    """[6-9] Neighbouring hexes that a group may enter as its whole movement, whatever it costs (WF-R010)."""
    here = units[0].at
    missing = [there for there in position.setting.crossable[here] if there not in legs]
    if not missing:
        return
    allowed = bound.split()
    for there in missing:
        closed = barred[there] if isinstance(barred, bytearray) else there in barred
        if closed or (allowed and position.setting.direction(here, there) not in allowed):
            continue
        if all(why_no_minimum_move(position, unit, there) is None for unit in units):
            legs[there] = Leg(cost, MINIMUM)


def why_no_minimum_move(position: WesternFrontPosition, unit: Unit, there: int) -> Refusal | None:
    """[6-9] [29-12] [29-16] [32-3] What bars a unit from the one-hex move into a hex."""
    here, piece, setting = unit.at, position.piece(unit), position.setting
    label, tables = setting.board.label, setting.tables
    step = f"{label(here)} to {label(there)}"
    cost = position.terrain_cost(here, there, position.climbs(piece))
    if cost is None:
        return Refusal(("6-9", "TEC"), f"{step} is a prohibited hexside")
    if (refusal := danube.why_not_cross(position, piece.side, here, there)) is not None:
        return refusal
    side = setting.side(here, there)
    if piece.artillery:
        if side.terrain == "mountain" and not setting.has_rail(side):
            return Refusal("29-12", f"artillery makes no minimum move across the mountains from {step}")
        if steps.is_barred_to_guns(position, here, there, piece.side):
            return Refusal("29-16", f"artillery cannot go from trench to trench between enemy zones: {step}")
    if not (position.enemy_controlled(here, piece.side) and position.enemy_controlled(there, piece.side)):
        return None
    if (here, there) in setting.major_rivers:
        return Refusal("TEC", f"a major river closes {step}, both hexes being enemy controlled")
    if position.climbs(piece):
        most = tables.whole("mountain_minimum_move_terrain_cost") * POINT
        if cost > most:
            reason = f"the terrain from {step} costs too much"
            return Refusal("32-3", reason, Fraction(most, POINT), Fraction(cost, POINT))
    elif cost >= tables.whole("minimum_move_terrain_cost") * POINT:
        least = tables.whole("minimum_move_terrain_cost")
        return Refusal("6-9", f"the terrain from {step} costs {least} or more between two enemy zones")
    return None


def repairs(
    position: WesternFrontPosition, units: Sequence[Unit], barred: Collection[int], bound: str = ""
) -> tuple[Reach, Ways]:
    """[9-5] [9-8] Where engineers get by following the track, their march being one of repair."""
    side = position.side_of(units[0])
    track = steps.TrackWays(position, steps.ways_for(position, units, bound=bound), side)
    reachable = reach(track, units[0].at, _left(position, units), barred)
    cost = {node: price for node, price in reachable.cost.items() if node not in barred}
    return Reach(cost, reachable.before), track


def _with_headquarters(
    position: WesternFrontPosition, units: Sequence[Unit], march: March | None, legs: dict[int, Leg]
) -> dict[int, Leg]:
    """[18-8] [18-9] A shipment marches only from or to a hex with a headquarters."""
    start = march.start if march else units[0].at
    side = position.side_of(units[0])
    if has_headquarters(position, start, side):
        return legs
    return {node: leg for node, leg in legs.items() if has_headquarters(position, node, side)}


def has_headquarters(position: WesternFrontPosition, node: int, side: str) -> bool:
    return any(
        (piece := position.piece(unit)).headquarters and piece.side == side
        for unit in position.units_at(node)
    )


# The way taken


def path_to(position: WesternFrontPosition, march: March, node: int, leg: Leg, bound: str = "") -> list[int]:
    """The hexes a group passes on a leg, both ends included: straight into a neighbouring hex, else the
    cheapest way there is.

    Of ways that cost the same, one without enemy zones is taken, because it leaves more open [6-10].
    """
    units = [position.units[name] for name in march.names]
    assert march.found is not None
    if leg.kind == MINIMUM or node in march.found.straight:
        return [units[0].at, node]
    if leg.kind == REPAIR:
        barred = steps.Barred(position, units, march.repaired)
        return repairs(position, units, barred, bound)[0].path(node)
    far, near = march.found.far, march.found.near
    if far is not None and (leg.kind == COLUMN or far.cost.get(node) == leg.cost):
        return far.path(node)
    assert near is not None
    path = near.path(node)
    if far is not None or not enters_zone(position, units[0], path):
        return path
    barred = steps.Barred(position, units, march.repaired)
    free_of_zones, _, _ = search(position, units, leg.cost, barred, column=True, bound=bound)
    return free_of_zones.path(node) if free_of_zones.cost.get(node) == leg.cost else path


def enters_zone(position: WesternFrontPosition, unit: Unit, path: Sequence[int]) -> bool:
    """[10-7] Whether a unit comes into an enemy zone on its way."""
    enemy = ENEMY_OF[position.setting.pieces[unit.piece].side]
    return any(map(position.control_of(enemy).__getitem__, path[1:]))


# Refusals


def why_not_reach(position: WesternFrontPosition, march: March, node: int, bound: str = "") -> Refusal | None:
    """[6-9] [6-10] [6-11] Why a group cannot march to a hex; None if it can."""
    units = [position.units[name] for name in march.names]
    where = position.setting.board.label(node)
    for unit in units:
        piece = position.piece(unit)
        if unit.entrained:
            return Refusal("7-7", f"{piece.label} is on a train and must leave it first")
        if not piece.movement:
            rule = "6-12" if piece.rail_bound else "6-1"
            return Refusal(rule, f"{piece.label} cannot march")
    if node == units[0].at:
        return Refusal("6-6", f"the units are in {where} already")
    if position.setting.closed[node]:
        return Refusal(("WF 3-1", "6-9"), f"{where} is closed to both sides")
    barred = steps.Barred(position, units, march.repaired)
    if barred.special and (refusal := barred.why_not_special(node)) is not None:
        return refusal
    if node in barred:
        return Refusal("6-11", f"enemy units are in {where}")
    if node in reachable(position, units, march, bound):
        return None
    if any(position.piece(unit).supply for unit in units):
        start = position.setting.board.label(march.start)
        if not has_headquarters(position, march.start, barred.side):
            return Refusal("18-9", f"a shipment from {start} marches only to a headquarters")
    return _why_too_far(position, units, barred, node, bound)


def _why_too_far(
    position: WesternFrontPosition, units: Sequence[Unit], barred: steps.Barred, node: int, bound: str
) -> Refusal:
    setting, here = position.setting, units[0].at
    where = setting.board.label(node)
    if node in setting.crossable[here]:
        if bound and setting.direction(here, node) not in bound.split():
            return Refusal("WF 3-7", f"the units may only go {bound}, and {where} lies elsewhere")
        if not any(unit.moved for unit in units):
            for unit in units:
                if (refusal := why_no_minimum_move(position, unit, node)) is not None:
                    return refusal
    ways, limit = steps.ways_for(position, units, bound=bound), len(position.standing) * POINT
    way = trace(ways, here, (node,), limit, barred)
    if way is None:
        return Refusal(("6-9", "WF 3-7") if bound else "6-9", f"no way leads to {where}")
    left = shown_number(max(_left(position, units), 0), POINT)
    return Refusal("6-9", f"{where} is too far", shown_number(way.cost, POINT), left)
