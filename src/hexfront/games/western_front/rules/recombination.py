"""Chapters 23, 24 and 31: who may recombine where, and what each can gain.

The phase itself is in `replacement`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, is_part
from hexfront.games.western_front.rules import organization, stacking, suppliers, tanks
from hexfront.games.western_front.vocabulary import REVERTS_TO

GAVE, GAINED = "gave: ", "gained: "
"""Flags of units in a phase. Strength moves one way only: who gave does not gain, who gained does not give.
Every outcome the rule allows is reached so, and the phase comes to an end."""

US = "us"
US_HOSTS = {"gb": "us_recombinations_british", "fr": "us_recombinations_french"}
_HOME = "-infantry"  # the colours of a nation's own infantry, as against those of its dominions and colonies
_TANK = "-tank"
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
    least: int = 1  # fewer would not use up enough donors to make room for it


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


def rate(position: WesternFrontPosition, donor: Piece, receiver: Piece) -> int:
    """[23-1] [24-4] [31-2] [31-4] [37-9] Points of one counter that make a point of another; 0 for never.

    Counters of one kind and colour stand for each other. Replacements go where their colours go (decision
    WF-R107), and by the scenario book into artillery, mountain, marine, Irish and Indian units. Assault
    units have reverted to their ordinary kind when they come here [33-4] [33-6].
    """
    if donor.nation != receiver.nation:
        return 0
    if not donor.replacement:
        same = REVERTS_TO.get(donor.kind, donor.kind) == REVERTS_TO.get(receiver.kind, receiver.kind)
        return int(same and donor.colour == receiver.colour)
    if receiver.cavalry:
        return int(receiver.strengthened and donor.colour.endswith(_HOME) and may_strengthen(position))
    if donor.colour == receiver.colour or receiver.kind == "mar":
        return int(not donor.colour.endswith(_TANK) or receiver.tank)
    if receiver.artillery:  # [WF 23-6]
        factor = position.setting.tables.whole("artillery_replacement_factor")
        return 0 if donor.colour.endswith(_TANK) else factor
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


def may_be_strengthened(position: WesternFrontPosition, unit: Unit) -> bool:
    """[33-6] Whether a unit on the map can be given strength points: not as an assault unit, which never gets
    its strength back; one that has reverted is like any other of its kind (decision WF-R129)."""
    piece = position.piece(unit)
    return not piece.assault or (piece.full > 0 and not position.is_assault(unit))


def is_rebuildable(position: WesternFrontPosition, unit: Unit) -> bool:
    """[23-2] [23-5] [20-6] Whether a unit that is off the map can come back by recombination."""
    piece = position.piece(unit)
    return (
        piece.ground_combat
        and not piece.engineer
        and unit.name in position.lost
        and not unit.fought  # destroyed in this turn [23-2]
        and not unit.shifted
        and not organization.is_dissolved(position, unit)
        and GAVE + unit.name not in position.flags
        and ordinary_counter(position, piece) is not None
        and not organization.is_in_play(position, piece)
    )


def forget(position: WesternFrontPosition) -> None:
    """The phase is over: whoever gave or gained may do otherwise in the next one."""
    for flag in [flag for flag in position.flags if flag.startswith((GAVE, GAINED))]:
        del position.flags[flag]


# Where it can be done


def places(position: WesternFrontPosition, side: str) -> dict[tuple[int, str], str]:
    """[23-2] [23-6] [WF 11-1] Hexes where a nation may recombine, each with the host's nation.

    A headquarters of the nation stands there, has neither moved nor fought, and no enemy controls the hex.
    A few United States units may go to British and French headquarters each month.
    """
    found: dict[tuple[int, str], str] = {}
    pieces = position.setting.pieces
    commands = [unit for unit in position.members[side].values() if pieces[unit.piece].headquarters]
    for unit in commands:
        piece = pieces[unit.piece]
        if unit.at == OFF_MAP:
            continue
        if not is_idle(position, unit) or position.enemy_controlled(unit.at, side):
            continue
        found[unit.at, piece.nation] = piece.nation
        if guests_left(position, piece.nation):
            found.setdefault((unit.at, US), piece.nation)
    return found


def guests_left(position: WesternFrontPosition, host: str) -> int:
    """[WF 11-1] United States units that may still recombine with a host in this month."""
    if host not in US_HOSTS:
        return 0
    allowed = position.setting.tables.whole(US_HOSTS[host])
    return allowed - position.flags.get(guest_flag(position, host), 0)


def guest_flag(position: WesternFrontPosition, host: str) -> str:
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
    wanted = tanks.most_strength(position, target) - strength
    if wanted <= 0:
        return None
    changes = present and target.key != unit.piece
    donors = []
    supply = 0
    for donor in idle:
        piece = position.piece(donor)
        if donor.name == unit.name or (changes and not piece.replacement):
            continue
        if GAINED + donor.name in position.flags or suppliers.is_french_only(piece):
            continue  # the 93rd Provisional is filled before others and gives nothing [WF 11-2] (WF-R238)
        if position.is_assault(donor):
            continue  # it is of a kind of its own, which nobody strengthens [23-1] [33-6]
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
    if (
        piece.replacement
        or not may_be_strengthened(position, unit)
        or piece.engineer
        or GAVE + unit.name in position.flags
    ):
        return
    targets = [piece]
    if piece.cavalry and may_strengthen(position) and (better := strengthened_counter(position, piece)):
        targets.append(better)
    for target in targets:
        if gain := _gain(position, node, unit, target, idle):
            yield gain


def ways_to_rebuild(position: WesternFrontPosition, side: str) -> Iterator[Gain]:
    """[23-5] Every eliminated unit that can come back, and where."""
    idle = {place: units for place in places(position, side) if (units := idle_units(position, *place))}
    if not idle:
        return
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.side != side or not is_rebuildable(position, unit):
            continue
        target = ordinary_counter(position, piece)
        assert target is not None
        absent = msgspec.structs.replace(unit, at=OFF_MAP)
        for (node, nation), donors in idle.items():
            if nation != piece.nation:
                continue
            gain = _gain(position, node, absent, target, donors)
            if gain and (least := _least_with_room(position, gain)):
                yield msgspec.structs.replace(gain, least=least)


def _least_with_room(position: WesternFrontPosition, gain: Gain) -> int:
    """[11-1] The fewest points with which a unit can come back without overfilling the hex; 0 if none."""
    lacking = room_lacking(position, gain)
    for points in range(1, gain.most + 1):
        if room_made(position, gain, points, gain.donors) >= lacking:
            return points
    return 0


def room_lacking(position: WesternFrontPosition, gain: Gain) -> int:
    """[11-1] [11-4] [WF 10-7] What a hex is short of for a unit that comes back, of what it takes up."""
    measure = _measure(gain)
    load, most = stacking.load(position, gain.node), stacking.limit(position, gain.node)
    return load[measure] + stacking.weight(gain.target)[measure] - most[measure]


def room_made(position: WesternFrontPosition, gain: Gain, points: int, donors: Sequence[str]) -> int:
    """[11-1] The most room that donors can make by being used up for so many points."""
    best = [0] * (points + 1)
    for name in donors:
        given = worth(position, gain, name)
        room = room_of(position, gain, name)
        for budget in range(points, given - 1, -1):
            best[budget] = max(best[budget], best[budget - given] + room)
    return best[points]


def room_of(position: WesternFrontPosition, gain: Gain, name: str) -> int:
    """[27-3] The room that one donor makes; one of several parts of a division may make none."""
    piece = position.piece(position.units[name])
    if is_part(piece) and sum(is_part(position.piece(unit)) for unit in position.units_at(gain.node)) > 1:
        return 0
    return stacking.weight(piece)[_measure(gain)]


def _measure(gain: Gain) -> int:
    return 1 if gain.target.artillery else 2 if gain.target.tank else 0


def worth(position: WesternFrontPosition, gain: Gain, name: str) -> int:
    """Points a donor can give, counted in points of the receiver."""
    unit = position.units[name]
    return unit.strength // rate(position, position.piece(unit), gain.target)
