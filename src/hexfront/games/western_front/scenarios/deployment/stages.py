"""Scenario book, set-up steps 1 to 8: who deploys when, and what is still beside the map.

The Entente deploys and may hold divisions back, then Germany deploys, then the Entente places what it has
held back, and then both divide their supply points (decision WF-R240). How far a deployment has come stands
in the flags of a position, and so do the names of those held back; who does not stand on the map yet waits.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hexfront.games.western_front.position import HELD_BACK, OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.scenarios.deployment import limits
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import ARRIVAL, DEPLOYMENT, ENTENTE, SIDES, other_side

TROOPS, RESERVE, SUPPLY = "troops", "reserve", "supply"
_STAGE = "deployment"


class Stage(msgspec.Struct, frozen=True):
    """A part of the deployment: what is laid out in it, and by whom."""

    what: str
    side: str


@lru_cache(maxsize=16)
def stages_of(setting: WesternFrontSetting) -> tuple[Stage, ...]:
    """[WF 14 set-up] [WF 22 option 2] The parts of a deployment in their order."""
    (first,) = setting.parameters.words("first_to_deploy")
    second = other_side(first)
    return (
        Stage(TROOPS, first),
        Stage(TROOPS, second),
        Stage(RESERVE, first),
        Stage(SUPPLY, first),
        Stage(SUPPLY, second),
    )


def stage(position: WesternFrontPosition) -> Stage | None:
    """The part of the deployment that a game is in; None if it is over."""
    if position.phase != DEPLOYMENT:
        return None
    return stages_of(position.setting)[position.flags.get(_STAGE, 1) - 1]


def muster(position: WesternFrontPosition) -> None:
    """[WF 14-1] [WF 22-1] Lay all units of the lists ready beside the map; what is dead waits to be rebuilt.

    [WF 22 option 1] Those with a printed hex stand there already, with the supply points printed.
    """
    setting = position.setting
    forces, printed = setting.orders.scenarios[setting.scenario], limits.printed_hexes(setting)
    for row in forces.placed:
        if row.unit in printed and not row.struck:
            node, strength = printed[row.unit], row.strength or 0
            position.put(Unit(row.unit, row.unit, node, strength, supply=row.supply or 0, home=node))
    for listed in forces.listed:
        if listed.struck or listed.unit in printed:
            continue
        strength = listed.strength or 0
        if listed.place == limits.DEAD_PILE:
            position.lost[listed.unit] = Unit(listed.unit, listed.unit, OFF_MAP, strength)
            continue
        several = setting.pieces[listed.unit].replacement
        for _ in range(listed.count or 1):
            name = position.new_name(listed.unit) if several else listed.unit
            position.waiting[name] = Unit(name, listed.unit, OFF_MAP, strength)


def begin(position: WesternFrontPosition) -> None:
    """[WF 14 set-up] The first stage."""
    position.phase = DEPLOYMENT
    _enter(position, 1)


def _enter(position: WesternFrontPosition, number: int) -> None:
    position.flags[_STAGE] = number
    position.active = stages_of(position.setting)[number - 1].side


def advance(position: WesternFrontPosition) -> bool:
    """The next stage in which there is anything to do; False if there is none, and play begins."""
    for number in range(position.flags.get(_STAGE, 1) + 1, len(stages_of(position.setting)) + 1):
        _enter(position, number)
        now = stages_of(position.setting)[number - 1]
        if now.what == TROOPS or (
            waiting(position, now.side) if now.what == RESERVE else to_divide(position)
        ):
            return True
    return False


def advance_to_reserve(position: WesternFrontPosition) -> None:
    """Skip what comes before the stage of the reserve, to see whether it will find room."""
    names = [each.what for each in stages_of(position.setting)]
    _enter(position, names.index(RESERVE) + 1)


def end(position: WesternFrontPosition) -> None:
    """All stand: the first turn begins."""
    for key in [key for key in position.flags if key.startswith(HELD_BACK)]:
        del position.flags[key]
    position.flags.pop(_STAGE, None)
    position.phase, position.active = ARRIVAL, SIDES[0]


# Who is where


def waiting(position: WesternFrontPosition, side: str) -> list[Unit]:
    """The units of a side beside the map, those held back among them."""
    return [unit for unit in position.waiting.values() if position.side_of(unit) == side]


def is_held_back(position: WesternFrontPosition, name: str) -> bool:
    return HELD_BACK + name in position.flags


def unplaced(position: WesternFrontPosition, side: str) -> list[Unit]:
    """The units of a side that are still to be placed in this stage."""
    now = stage(position)
    holding = now is not None and now.what == TROOPS
    return [unit for unit in waiting(position, side) if not (holding and is_held_back(position, unit.name))]


def held_back(position: WesternFrontPosition, side: str) -> list[Unit]:
    """[WF 14 set-up] The units of a side that are held back, and not on the map."""
    return [unit for unit in waiting(position, side) if is_held_back(position, unit.name)]


def is_fixed(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether a unit stands where it does for good: a fortress, a printed place, a stage that is over."""
    if position.piece(unit).fortress or unit.name in limits.printed_hexes(position.setting):
        return True
    now = stage(position)
    return now is not None and now.what == RESERVE and not is_held_back(position, unit.name)


def placed(position: WesternFrontPosition, side: str) -> list[Unit]:
    """The units of a side on the map that may be taken off it again."""
    return [unit for unit in position.of_side(side) if not is_fixed(position, unit)]


# Supply points


def forces_of(position: WesternFrontPosition, side: str) -> list[Force]:
    nations = position.setting.tables.nations
    return [force for force in position.setting.parameters.forces if nations[force.nation].side == side]


def headquarters_of(position: WesternFrontPosition, nation: str) -> list[Unit]:
    """The headquarters of a nation on the map, by name."""
    side = position.setting.tables.nations[nation].side
    return [unit for unit in position.headquarters_of(side) if position.piece(unit).nation == nation]


def undivided(position: WesternFrontPosition, force: Force) -> int:
    """[WF 14 set-up] Supply points of a nation that no headquarters has yet."""
    return force.supply - sum(unit.supply for unit in headquarters_of(position, force.nation))


def is_divided_by_print(position: WesternFrontPosition, nation: str) -> bool:
    """[WF 22 option 1] Whether the supply points of a nation are printed with its headquarters."""
    side = position.setting.tables.nations[nation].side
    return side == ENTENTE and limits.is_historical(position.setting)


def to_divide(position: WesternFrontPosition) -> list[Force]:
    """[WF 14 set-up] The nations of the active side whose player divides supply points."""
    return [
        force
        for force in forces_of(position, position.active)
        if force.supply and not is_divided_by_print(position, force.nation)
    ]
