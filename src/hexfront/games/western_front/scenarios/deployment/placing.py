"""One unit at a time: how it comes to the map in a deployment, goes off it again, and is weakened."""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.position import HELD_BACK, OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.scenarios.deployment import limits, stages
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.kernel.errors import Refusal


def settle(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[WF 14 set-up] Let a unit beside the map begin in a hex, or say why it may not."""
    refusal = why_not_settle(position, unit, node)
    if refusal is None:
        position.waiting.pop(unit.name, None)
        position.put(msgspec.structs.replace(_worn(position, unit, node), at=node, home=node))
    return refusal


def why_not_settle(
    position: WesternFrontPosition, unit: Unit, node: int, found: sectors.Layout | None = None
) -> Refusal | None:
    """[WF 14 set-up] Why a unit beside the map may not begin in a hex.

    [WF 17-3] Where it may not have all its strength it loses the rest, as far as some is to be struck off.
    ``found`` says how the sectors lie, if somebody knows it already.
    """
    worn = _worn(position, unit, node)
    refusal = limits.why_not_place(position, worn, node, found)
    if refusal is not None:
        return refusal
    lost = unit.strength - worn.strength
    if lost and unit.piece in limits.account_of(position.setting):
        refusal = limits.why_not_strike(position, unit, lost)
        if refusal is not None:
            return Refusal(("WF 17-3", *refusal.rules), refusal.reason, refusal.needed, refusal.had)
    return None


def _worn(position: WesternFrontPosition, unit: Unit, node: int) -> Unit:
    """[WF 17-3] A unit with the strength it can have in a hex."""
    most = limits.flipped(position.setting, position.piece(unit), node)
    if most is None or unit.strength <= most:
        return unit
    return msgspec.structs.replace(unit, strength=most)


def take_off(position: WesternFrontPosition, unit: Unit) -> None:
    """[WF 14 set-up] Let a unit wait beside the map again with the strength of the list; printed ones stay.

    In the stage of the reserve nobody's strength changes.
    """
    stage = stages.stage(position)
    assert stage is not None
    whole = limits.listed_strengths(position.setting).get(unit.piece, unit.strength)
    strength = unit.strength if stage.what == stages.RESERVE else whole
    if unit.name in position.units:
        if stages.is_fixed(position, unit):
            if position.piece(unit).fortress or stage.what == stages.RESERVE or unit.strength == whole:
                label = position.piece(unit).label
                raise Refusal(limits.set_up_rule(position.setting), f"{label} stays where it is")
            position.change(unit.name, strength=whole)
            return
        position.remove(unit.name)
    position.lost.pop(unit.name, None)
    if stage.what == stages.TROOPS:
        position.flags.pop(HELD_BACK + unit.name, None)
    position.waiting[unit.name] = Unit(unit.name, unit.piece, OFF_MAP, strength)


def changeable(position: WesternFrontPosition, side: str) -> list[Unit]:
    """[WF 14 set-up] The units of a side that `take_off` would change: placed, held back or weakened."""
    placed = stages.placed(position, side)
    stage = stages.stage(position)
    assert stage is not None
    if stage.what == stages.RESERVE:
        return placed
    listed, printed = limits.listed_strengths(position.setting), limits.printed_hexes(position.setting)
    others = (
        *stages.waiting(position, side),
        *(unit for unit in position.lost.values() if not limits.is_dead(unit, position)),
        *(unit for unit in position.of_side(side) if unit.name in printed),
    )
    return [
        *placed,
        *(
            unit
            for unit in others
            if position.side_of(unit) == side
            and (
                stages.is_held_back(position, unit.name)
                or unit.strength != listed.get(unit.piece, unit.strength)
            )
        ),
    ]


def strike(position: WesternFrontPosition, name: str, points: int) -> None:
    """[WF 14-1] Take strength off a unit; one without any is in the pile of those to be rebuilt (WF-R152)."""
    unit = position.find(name)
    assert unit is not None
    refusal = limits.why_not_strike(position, unit, points)
    if refusal is not None:
        raise refusal
    weaker = msgspec.structs.replace(unit, strength=unit.strength - points)
    if not weaker.strength:
        if name in position.units:
            position.remove(name)
        position.waiting.pop(name, None)
        position.flags.pop(HELD_BACK + name, None)
        position.lost[name] = Unit(name, unit.piece, OFF_MAP, 0)
    elif name in position.units:
        position.put(weaker)
    else:
        position.waiting[name] = weaker


def reserve_limit(setting: WesternFrontSetting) -> int:
    """[WF 14 set-up] [WF 22 option 1] Divisions that the Entente may hold back."""
    name = "historical_reserve_divisions" if limits.is_historical(setting) else "reserve_divisions"
    return setting.parameters.whole(name)


def halves_held_back(position: WesternFrontPosition, side: str) -> int:
    """[WF 14 set-up] Half divisions that are held back now."""
    return sum(position.piece(unit).halves for unit in stages.held_back(position, side))
