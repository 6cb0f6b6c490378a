"""Chapters 23, 24 and 31: recombination, replacements, and the strengthening of cavalry.

A player names the unit that gains, then the units of its hex that give, until the gain is paid for. The
points change hands as they are named; nothing is left over when the phase asks again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from hexfront.games.western_front import occupation, organization, stacking, trenches
from hexfront.games.western_front.orders import Combine, Draw, Place, Rebuild, Split, Strengthen
from hexfront.games.western_front.pieces import Piece
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.title import Procedure

_US = "us"
_US_HOSTS = {"gb": "us_recombinations_british", "fr": "us_recombinations_french"}
_HOME = "-infantry"  # the colours of a nation's own infantry, as against those of its dominions and colonies
_MOUNTAIN_NATIONS = ("fr", "ge")
_REPLACED_BY_BRITISH = ("british-irish", "british-indian")


class Gain(msgspec.Struct, frozen=True):
    """A way for a unit to gain strength in a hex: as which counter, and from whom."""

    node: int
    unit: str
    target: Piece
    strength: int  # what it has now
    donors: tuple[str, ...]
    most: int  # strength points it can gain this way


# Who may take part


def is_idle(position: WesternFrontPosition, unit: Unit) -> bool:
    """[23-2] Whether a unit has neither moved nor fought in this turn (decision WF-R102)."""
    moved = unit.moved and not position.flags.get(organization.FORMED + unit.name)
    return not (
        moved
        or unit.rode
        or unit.entrained
        or unit.attacked
        or unit.column_attacked
        or unit.retreated
        or unit.fought
        or unit.shifted
    )


def limit(piece: Piece) -> int:
    """[23-4] The strength up to which a counter can be brought: front side, or full strength symbol."""
    return min(piece.strength, piece.full)


def rate(position: WesternFrontPosition, donor: Piece, receiver: Piece) -> int:
    """[23-1] [24-4] [31-2] [31-4] Points of one counter that make a point of another; 0 for never.

    Counters of one kind and colour stand for each other. Replacements go where their colours go (decision
    WF-R107), and by the scenario book into artillery, mountain, marine, Irish and Indian units.
    """
    if donor.nation != receiver.nation:
        return 0
    if not donor.replacement:
        return int(donor.kind == receiver.kind and donor.colour == receiver.colour)
    if receiver.cavalry:
        return int(receiver.strengthened and donor.colour.endswith(_HOME) and may_strengthen(position))
    if donor.colour == receiver.colour or receiver.kind == "mar":
        return int(not donor.colour.endswith("-tank") or receiver.tank)
    if receiver.artillery:  # [WF 23-6]
        factor = position.setting.tables.whole("artillery_replacement_factor")
        return 0 if donor.colour.endswith("-tank") else factor
    if not donor.colour.endswith(_HOME):
        return 0
    mountain = receiver.kind == "mtn" and receiver.nation in _MOUNTAIN_NATIONS
    return int(mountain or receiver.colour in _REPLACED_BY_BRITISH)  # [WF 23-7]


def may_strengthen(position: WesternFrontPosition) -> bool:
    """[31-1] Whether cavalry may be strengthened yet."""
    return position.year >= position.setting.tables.whole("cavalry_strengthening_year")


def strengthened_counter(position: WesternFrontPosition, piece: Piece) -> Piece | None:
    """[31-3] The strengthened counter of a cavalry division, if it has one (decision WF-R124)."""
    return None if piece.strengthened else position.setting.formations.strengthened.get(piece.formation)


def ordinary_counter(position: WesternFrontPosition, piece: Piece) -> Piece | None:
    """[33-6] The counter as which a unit is rebuilt: assault units come back as what they were.

    None for those that never come back (decision WF-R129).
    """
    if not piece.assault:
        return piece
    return position.setting.formations.ordinary.get(piece.key)


def is_rebuildable(position: WesternFrontPosition, unit: Unit) -> bool:
    """[23-5] [20-6] Whether a unit that is off the map can come back by recombination."""
    piece = position.piece(unit)
    return (
        piece.ground_combat
        and not piece.engineer
        and unit.name in position.lost
        and not position.flags.get(organization.DISSOLVED + unit.name)
        and ordinary_counter(position, piece) is not None
    )


# Where it can be done


def places(position: WesternFrontPosition, side: str) -> dict[tuple[int, str], str]:
    """[23-2] [23-6] [WF 11-1] Hexes where a nation may recombine, each with the host's nation.

    A headquarters of the nation stands there, has neither moved nor fought, and no enemy controls the hex.
    A few United States units may go to British and French headquarters each month.
    """
    found: dict[tuple[int, str], str] = {}
    pieces = position.setting.pieces
    for unit in position.units.values():
        piece = pieces[unit.piece]
        if not piece.headquarters or piece.side != side or unit.at == OFF_MAP:
            continue
        if not is_idle(position, unit) or position.enemy_controlled(unit.at, side):
            continue
        found[unit.at, piece.nation] = piece.nation
        if guests_left(position, piece.nation):
            found.setdefault((unit.at, _US), piece.nation)
    return found


def guests_left(position: WesternFrontPosition, host: str) -> int:
    """[WF 11-1] United States units that may still recombine with a host in this month."""
    if host not in _US_HOSTS:
        return 0
    allowed = position.setting.tables.whole(_US_HOSTS[host])
    return allowed - position.flags.get(_guest_flag(position, host), 0)


def _guest_flag(position: WesternFrontPosition, host: str) -> str:
    return f"us recombined with {host} {position.date.year}-{position.date.month}"


def idle_units(position: WesternFrontPosition, node: int, nation: str) -> list[Unit]:
    """[23-2] The units of a nation in a hex that may take part."""
    pieces = position.setting.pieces
    return [
        unit
        for unit in position.units_at(node)
        if (piece := pieces[unit.piece]).nation == nation
        and (piece.ground_combat or piece.replacement)
        and unit.strength > 0
        and is_idle(position, unit)
    ]


# What can be gained


def _gain(
    position: WesternFrontPosition, node: int, unit: Unit, target: Piece, idle: Sequence[Unit]
) -> Gain | None:
    """What a unit can gain as a counter from the idle units of a hex."""
    present = unit.at != OFF_MAP
    strength = unit.strength if present else 0
    wanted = limit(target) - strength
    if wanted <= 0:
        return None
    changes = present and target.key != unit.piece
    donors = []
    supply = 0
    for donor in idle:
        piece = position.piece(donor)
        if donor.name == unit.name or (changes and not piece.replacement):
            continue
        cost = rate(position, piece, target)
        if cost and donor.strength >= cost:
            donors.append(donor.name)
            supply += donor.strength // cost
    most = min(wanted, supply)
    return Gain(node, unit.name, target, strength, tuple(donors), most) if most else None


def ways_to_strengthen(position: WesternFrontPosition, side: str) -> Iterator[Gain]:
    """[23-4] [31-2] Every unit that can gain strength, and how."""
    for node, nation in places(position, side):
        idle = idle_units(position, node, nation)
        if len(idle) > 1:
            for unit in idle:
                yield from _ways_of(position, node, unit, idle)


def _ways_of(position: WesternFrontPosition, node: int, unit: Unit, idle: Sequence[Unit]) -> Iterator[Gain]:
    piece = position.piece(unit)
    if piece.replacement or piece.assault or piece.engineer:
        return
    targets = [piece]
    if piece.cavalry and may_strengthen(position) and (better := strengthened_counter(position, piece)):
        targets.append(better)
    for target in targets:
        if gain := _gain(position, node, unit, target, idle):
            yield gain


def ways_to_rebuild(position: WesternFrontPosition, side: str) -> Iterator[Gain]:
    """[23-5] Every eliminated unit that can come back, and where."""
    open_places = places(position, side)
    if not open_places:
        return
    idle = {place: idle_units(position, *place) for place in open_places}
    in_play = {position.piece(unit).formation for unit in position.units.values()} if position.lost else set()
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.side != side or piece.formation in in_play or not is_rebuildable(position, unit):
            continue
        target = ordinary_counter(position, piece)
        assert target is not None
        for (node, nation), donors in idle.items():
            if nation != piece.nation:
                continue
            gain = _gain(position, node, msgspec.structs.replace(unit, at=OFF_MAP), target, donors)
            if gain and (most := _most_with_room(position, gain)):
                yield msgspec.structs.replace(gain, most=most)


def _most_with_room(position: WesternFrontPosition, gain: Gain) -> int:
    """[11-1] How strong a unit can come back without overfilling the hex; 0 if not at all."""
    fitting = [
        points for points in range(gain.most, 0, -1) if has_room(position, gain, points, list(gain.donors))
    ]
    return fitting[0] if fitting else 0


def has_room(position: WesternFrontPosition, gain: Gain, need: int, donors: Sequence[str]) -> bool:
    """[11-1] Whether a hex has room for a rebuilt unit once as many donors as possible are used up."""
    leaving: list[str] = []
    for name in sorted(donors, key=lambda each: _worth(position, gain, each)):
        worth = _worth(position, gain, name)
        if stacking.room(position, gain.node, (gain.target,), leaving):
            return True
        if worth > need:
            break
        need -= worth
        leaving.append(name)
    return stacking.room(position, gain.node, (gain.target,), leaving)


def _worth(position: WesternFrontPosition, gain: Gain, name: str) -> int:
    """Points a donor can give, counted in points of the receiver."""
    unit = position.units[name]
    return unit.strength // rate(position, position.piece(unit), gain.target)


# The phase


def phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[23-3] The Replacement and Recombination Phase of the active side."""
    side = position.active
    while True:
        chosen = yield _ask(position, side)
        if isinstance(chosen, Pass):
            break
        if isinstance(chosen, Strengthen):
            ways = [gain for gain in ways_to_strengthen(position, side) if gain.unit == chosen.unit]
            enough = [gain for gain in ways if gain.most >= chosen.points]
            yield from _recombine(table, position, side, enough, chosen.points)
        elif isinstance(chosen, Rebuild):
            yield from _rebuild(table, position, side, chosen)
        else:
            yield from organization.MOVEMENT_ORDERS[type(chosen)](table, position, chosen)
    organization.forget_formed(position)
    return None


def choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[23-4] [23-5] [24-3] Everything a side may begin now."""
    orders: dict[Action, None] = {}
    for gain in ways_to_strengthen(position, side):
        for points in range(1, gain.most + 1):
            orders[Strengthen(gain.unit, points)] = None
    for gain in ways_to_rebuild(position, side):
        for points in range(1, gain.most + 1):
            orders[Rebuild(gain.unit, points)] = None
    orders.update(dict.fromkeys(organization.replacement_choices(position, side)))
    return [*orders, PASS]


def _ask(position: WesternFrontPosition, side: str) -> Ask:
    return Ask(
        side,
        "recombine",
        "Strengthen or rebuild a unit, or pass to end the phase",
        "23-3",
        options=lambda: choices(position, side),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: advised(position, side),
        station=True,
    )


def advised(position: WesternFrontPosition, side: str) -> Action:
    """What a quartermaster would do: use replacements, the weakest units first, then rebuild."""

    def spare(gain: Gain) -> int:
        given = (_worth(position, gain, name) for name in gain.donors if _is_replacement(position, name))
        return min(gain.most, sum(given))

    weak = [gain for gain in ways_to_strengthen(position, side) if spare(gain)]
    if weak:
        best = max(weak, key=lambda gain: (spare(gain), gain.unit))
        return Strengthen(best.unit, spare(best))
    lost = [gain for gain in ways_to_rebuild(position, side) if spare(gain)]
    if lost:
        best = max(lost, key=lambda gain: (spare(gain), gain.unit))
        return Rebuild(best.unit, spare(best))
    return PASS


def _is_replacement(position: WesternFrontPosition, name: str) -> bool:
    return position.piece(position.units[name]).replacement


def _rebuild(table: Table, position: WesternFrontPosition, side: str, chosen: Rebuild) -> Procedure:
    """[23-5] Bring an eliminated unit back: where, and at whose expense."""
    ways = [
        gain
        for gain in ways_to_rebuild(position, side)
        if gain.unit == chosen.unit and gain.most >= chosen.points
    ]
    label = position.setting.board.label
    where = yield Ask(
        side,
        "rebuild",
        f"Where does {ways[0].target.label} come back?",
        "23-5",
        options=lambda: [Place(chosen.unit, label(gain.node)) for gain in ways],
    )
    gain = next(gain for gain in ways if label(gain.node) == where.at)
    yield from _recombine(table, position, side, [gain], chosen.points)
    return None


def _recombine(
    table: Table, position: WesternFrontPosition, side: str, ways: Sequence[Gain], points: int
) -> Procedure:
    """[23-4] Take a gain from the units that give it, then hand it over."""
    need = points
    given: list[str] = []
    while need:
        draw = yield _ask_draw(position, side, ways, need, given)
        ways = [gain for gain in ways if draw.unit in gain.donors]
        unit = position.units[draw.unit]
        need -= draw.points // rate(position, position.piece(unit), ways[0].target)
        given.append(unit.name)
        _reduce(position, unit, draw.points)
    gain = ways[0]
    _count_guest(position, gain)
    label = position.setting.board.label(gain.node)
    if gain.unit in position.units:
        position.change(gain.unit, strength=gain.strength + points, piece=gain.target.key)
        words = f"{gain.target.label} in {label} gains {points}"
        table.tell(words, "23-4", kind="recombination", data={"unit": gain.unit, "points": points})
    else:
        old = position.lost.pop(gain.unit)
        position.put(Unit(gain.unit, gain.target.key, gain.node, points, army=old.army, home=old.home))
        words = f"{gain.target.label} comes back in {label} with strength {points}"
        table.tell(words, "23-5", kind="recombination", data={"unit": gain.unit, "points": points})
        yield from occupation.entered(table, position, [gain.unit], gain.node)
    trenches.check(table, position)
    return None


def _count_guest(position: WesternFrontPosition, gain: Gain) -> None:
    if gain.target.nation == _US:
        host = places(position, gain.target.side).get((gain.node, _US), _US)
        if host != _US:
            flag = _guest_flag(position, host)
            position.flags[flag] = position.flags.get(flag, 0) + 1


def _reduce(position: WesternFrontPosition, unit: Unit, points: int) -> None:
    """[23-4] Take points out of a unit; used up, it leaves the map and may itself be rebuilt."""
    if unit.strength > points:
        position.change(unit.name, strength=unit.strength - points)
        return
    position.remove(unit.name)
    if not position.piece(unit).replacement:
        position.lost[unit.name] = msgspec.structs.replace(unit, strength=0)


def draws(
    position: WesternFrontPosition, ways: Sequence[Gain], need: int, given: Sequence[str]
) -> list[Draw]:
    """[23-4] What may be taken next so that the rest can still be found.

    Where the hex is full, units must be used up until there is room for one that comes back.
    """
    found: dict[Draw, None] = {}
    for gain in ways:
        left = [name for name in gain.donors if name not in given]
        worths = {name: _worth(position, gain, name) for name in left}
        rebuilding = gain.unit not in position.units
        crowded = rebuilding and not stacking.room(position, gain.node, (gain.target,))
        for name, worth in worths.items():
            others = sum(worths.values()) - worth
            cost = rate(position, position.piece(position.units[name]), gain.target)
            if not crowded:
                for points in range(max(1, need - others), min(need, worth) + 1):
                    found[Draw(name, points * cost)] = None
            elif worth <= need and _leads_to_room(position, gain, name, need - worth, left):
                found[Draw(name, position.units[name].strength)] = None
    return list(found)


def _leads_to_room(
    position: WesternFrontPosition, gain: Gain, name: str, need: int, left: Sequence[str]
) -> bool:
    leaving = [name]
    for other in sorted(left, key=lambda each: _worth(position, gain, each)):
        worth = _worth(position, gain, other)
        if other != name and worth <= need:
            need -= worth
            leaving.append(other)
    return stacking.room(position, gain.node, (gain.target,), leaving)


def _ask_draw(
    position: WesternFrontPosition, side: str, ways: Sequence[Gain], need: int, given: Sequence[str]
) -> Ask:
    def easiest() -> Action:
        return min(
            draws(position, ways, need, given),
            key=lambda draw: (not _is_replacement(position, draw.unit), -draw.points, draw.unit),
        )

    return Ask(
        side,
        "draw",
        f"{ways[0].target.label} needs {need} more: who gives them?",
        "23-4",
        options=lambda: list(draws(position, ways, need, given)),
        default=easiest,
    )


# Words for what is refused


def why_not(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """Why a recombination cannot be made."""
    if isinstance(action, Strengthen):
        return _why_not_strengthen(position, side, action)
    if isinstance(action, Rebuild):
        return _why_not_rebuild(position, side, action)
    if isinstance(action, Split | Combine):
        return organization.why_not_in_movement(position, side, action)
    return None


def _why_not_strengthen(position: WesternFrontPosition, side: str, action: Strengthen) -> Refusal | None:
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("23-1", f'"{action.unit}" is no unit of this side on the map')
    piece = position.piece(unit)
    where = position.setting.board.label(unit.at)
    if piece.assault:
        return Refusal("33-6", f"{piece.label} is an assault unit")
    if not is_idle(position, unit):
        return Refusal("23-2", f"{piece.label} has moved or fought in this turn")
    if position.enemy_controlled(unit.at, side):
        return Refusal("23-6", f"{where} is in an enemy zone of control")
    if (unit.at, piece.nation) not in places(position, side):
        return Refusal("23-2", f"no headquarters of its nation rests in {where}")
    best = strengthened_counter(position, piece) if may_strengthen(position) else None
    most = limit(best or piece)
    if unit.strength + action.points > most:
        return Refusal("23-4", f"{piece.label} cannot become so strong", most, unit.strength + action.points)
    return Refusal(("23-1", "23-4"), f"the idle units of its colours in {where} cannot give so much")


def _why_not_rebuild(position: WesternFrontPosition, side: str, action: Rebuild) -> Refusal | None:
    if action.unit in position.gone:
        return Refusal("20-6", f"{action.unit} has surrendered or left the war")
    unit = position.lost.get(action.unit)
    if unit is None or position.side_of(unit) != side:
        return Refusal("23-5", f'"{action.unit}" is no eliminated unit of this side')
    piece = position.piece(unit)
    target = ordinary_counter(position, piece)
    if target is None:
        return Refusal("33-6", f"{piece.label} is never rebuilt")
    if not is_rebuildable(position, unit):
        return Refusal("23-5", f"{piece.label} was not eliminated")
    if action.points > limit(target):
        return Refusal("23-4", f"{target.label} cannot become so strong", limit(target), action.points)
    return Refusal(
        ("23-2", "23-5"),
        f"no hex with a resting headquarters, enough idle units of its colours, and room for {target.label}",
    )
