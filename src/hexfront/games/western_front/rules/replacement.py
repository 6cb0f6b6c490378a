"""Chapters 23, 24 and 31: the Replacement and Recombination Phase.

A player names the unit that gains, then the units of its hex that give, until the gain is paid for. The
points change hands as they are named; nothing is left over when the phase asks again. Who may take part
is in `recombination`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.matters import Drawing, Rebuilding, Recombining
from hexfront.games.western_front.orders import Combine, Draw, Place, Rebuild, Split, Strengthen
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.formations import limit
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import occupation, organization, tanks, trenches
from hexfront.games.western_front.rules.recombination import (
    GAINED,
    GAVE,
    US,
    Gain,
    forget,
    guest_flag,
    is_idle,
    is_rebuildable,
    may_be_strengthened,
    may_strengthen,
    ordinary_counter,
    places,
    rate,
    room_lacking,
    room_made,
    room_of,
    strengthened_counter,
    ways_to_rebuild,
    ways_to_strengthen,
    worth,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


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
    forget(position)
    return None


def choices(position: WesternFrontPosition, side: str) -> list[Action]:
    """[23-4] [23-5] [24-3] Everything a side may begin now."""
    orders: dict[Action, None] = {}
    for gain in ways_to_strengthen(position, side):
        for points in range(1, gain.most + 1):
            orders[Strengthen(gain.unit, points)] = None
    for gain in ways_to_rebuild(position, side):
        for points in range(gain.least, gain.most + 1):
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
        about=Recombining(),
    )


def advised(position: WesternFrontPosition, side: str) -> Action:
    """What a quartermaster would do: use replacements, for infantry before guns and where most is missing."""

    def spare(gain: Gain) -> int:
        given = (worth(position, gain, name) for name in gain.donors if _is_replacement(position, name))
        return min(gain.most, sum(given))

    def order(gain: Gain) -> tuple[bool, int, str]:
        return not gain.target.artillery, spare(gain), gain.unit

    weak = [gain for gain in ways_to_strengthen(position, side) if spare(gain)]
    if weak:
        best = max(weak, key=order)
        return Strengthen(best.unit, spare(best))
    lost = [gain for gain in ways_to_rebuild(position, side) if spare(gain) >= gain.least]
    if lost:
        best = max(lost, key=order)
        return Rebuild(best.unit, spare(best))
    return PASS


def _is_replacement(position: WesternFrontPosition, name: str) -> bool:
    return position.piece(position.units[name]).replacement


def _rebuild(table: Table, position: WesternFrontPosition, side: str, chosen: Rebuild) -> Procedure:
    """[23-5] Bring an eliminated unit back: where, and at whose expense."""
    ways = [
        gain
        for gain in ways_to_rebuild(position, side)
        if gain.unit == chosen.unit and gain.least <= chosen.points <= gain.most
    ]
    label = position.setting.board.label
    where = yield Ask(
        side,
        "rebuild",
        f"Where does {ways[0].target.label} come back?",
        "23-5",
        options=lambda: [Place(chosen.unit, label(gain.node)) for gain in ways],
        about=Rebuilding(chosen.unit, chosen.points),
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
        position.flags[GAVE + unit.name] = 1
        _reduce(position, unit, draw.points)
    gain = ways[0]
    position.flags[GAINED + gain.unit] = 1
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
    trenches.settle(table, position)
    return None


def _count_guest(position: WesternFrontPosition, gain: Gain) -> None:
    if gain.target.nation == US:
        host = places(position, gain.target.side).get((gain.node, US), US)
        if host != US:
            flag = guest_flag(position, host)
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
) -> list[Action]:
    """[23-4] What may be taken next so that the rest can still be found.

    Where the hex is full, units must be used up until there is room for one that comes back [11-1].
    """
    found: dict[Action, None] = {}
    for gain in ways:
        left = [name for name in gain.donors if name not in given]
        lacking = 0 if gain.unit in position.units else room_lacking(position, gain)
        worths = {name: worth(position, gain, name) for name in left}
        total = sum(worths.values())
        for name, most in worths.items():
            unit = position.units[name]
            cost = rate(position, position.piece(unit), gain.target)
            if lacking <= 0:
                for points in range(max(1, need - total + most), min(need, most) + 1):
                    found[Draw(name, points * cost)] = None
            elif most <= need:
                others = [other for other in left if other != name]
                made = room_made(position, gain, need - most, others)
                if made + room_of(position, gain, name) >= lacking:
                    found[Draw(name, unit.strength)] = None
    return list(found)


def _ask_draw(
    position: WesternFrontPosition, side: str, ways: Sequence[Gain], need: int, given: Sequence[str]
) -> Ask:
    def easiest() -> Action:
        listed = [draw for draw in draws(position, ways, need, given) if isinstance(draw, Draw)]
        return min(
            listed, key=lambda draw: (not _is_replacement(position, draw.unit), -draw.points, draw.unit)
        )

    return Ask(
        side,
        "draw",
        f"{ways[0].target.label} needs {need} more: who gives them?",
        "23-4",
        options=lambda: draws(position, ways, need, given),
        default=easiest,
        about=Drawing(ways[0].unit, need, tuple(given)),
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
    if not may_be_strengthened(position, unit):
        return Refusal("33-6", f"{piece.label} is an assault unit")
    if not is_idle(position, unit):
        return Refusal("23-2", f"{piece.label} has moved or fought in this turn")
    if GAVE + unit.name in position.flags:
        return Refusal("23-4", f"{piece.label} has given strength points in this phase")
    if position.enemy_controlled(unit.at, side):
        return Refusal("23-6", f"{where} is in an enemy zone of control")
    if (unit.at, piece.nation) not in places(position, side):
        return Refusal("23-2", f"no headquarters of its nation rests in {where}")
    best = strengthened_counter(position, piece) if may_strengthen(position) else None
    most = tanks.most_strength(position, best or piece)
    if unit.strength + action.points > most:
        more = unit.strength + action.points
        return Refusal(_limits(position, best or piece), f"{piece.label} cannot become so strong", most, more)
    return Refusal(("23-1", "23-4"), f"the idle units of its colours in {where} cannot give so much")


def _limits(position: WesternFrontPosition, piece: Piece) -> tuple[str, ...]:
    """[23-4] [WF 10-16] The rules by which a counter can be no stronger."""
    early = tanks.most_strength(position, piece) < limit(piece)
    return ("WF 10-16", "23-4") if early else ("23-4",)


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
    most = tanks.most_strength(position, target)
    if action.points > most:
        told = f"{target.label} cannot become so strong"
        return Refusal(_limits(position, target), told, most, action.points)
    return Refusal(
        ("23-2", "23-5"),
        f"no hex with a resting headquarters, enough idle units of its colours, and room for {target.label}",
    )
