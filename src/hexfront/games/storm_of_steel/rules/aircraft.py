"""[30.0] Air units: their ratings, the level of their side, their bases and what they may do from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.storm_of_steel.position import AirMission, SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.counters import AirUnit
from hexfront.games.storm_of_steel.printed.sea_and_air_tables import Mission
from hexfront.games.storm_of_steel.rules import headquarters, impulses, sea_control, sea_routes
from hexfront.games.storm_of_steel.vocabulary import NAVAL, UNKNOWN_FLEET
from hexfront.kernel.errors import Refusal

# [30.72] The missions of the card, as orders name them.
RECONNAISSANCE = "reconnaissance"
TRANSIT = "transit"
GROUND_SUPPORT = "offensive-ground-support"
BOMBING = "strategic-bombing"
SUPERIORITY = "air-superiority"
NAVAL_ATTACK = "air-naval-attack"
INTERCEPTION = "interception"
PATROL = "combat-air-patrol"
DEFENSIVE_SUPPORT = "defensive-ground-support"
NAVAL_AVIATION = "naval-aviation"
GAS_BOMBING = "gas-bombing"
PARATROOPS = "paratroops"
OFFENSIVE = (RECONNAISSANCE, TRANSIT, GROUND_SUPPORT, BOMBING, SUPERIORITY, NAVAL_ATTACK, GAS_BOMBING)
DEFENSIVE = (INTERCEPTION, PATROL, DEFENSIVE_SUPPORT)

LATE = 4  # the level from which the later ratings of a counter hold
FIELDS = ("clear", "desert", "rough")  # [30.3]
CRUISER = "CA"


# Levels and ratings


def mission(position: SteelPosition, name: str) -> Mission | None:
    """[30.72] A mission of the card by the word for it in orders."""
    return position.setting.printed.sea_and_air.missions.get(title_of(name))


def title_of(name: str) -> str:
    """[30.72] A mission as the card calls it."""
    return "air-naval attack" if name == NAVAL_ATTACK else name.replace("-", " ")


def allowed(position: SteelPosition, side: str, name: str) -> bool:
    """[30.2] [30.21] [30.71] Whether the air doctrine level of a side allows a mission."""
    found = mission(position, name)
    return found is not None and position.air.get(side, 0) >= found.level


def missions_of(position: SteelPosition, side: str) -> list[str]:
    """[30.71] The missions that are flown in a side's own impulses at its level."""
    return [name for name in OFFENSIVE if allowed(position, side, name)]


def printed(position: SteelPosition, unit: Unit) -> AirUnit:
    """[30.1] The counter of an air unit."""
    return position.setting.printed.counters.air[unit.piece]


def is_late(position: SteelPosition, unit: Unit) -> bool:
    return position.air.get(position.side_of(unit), 0) >= LATE


def superiority(position: SteelPosition, unit: Unit) -> int:
    """[30.1] The air superiority strength of an air unit."""
    counter = printed(position, unit)
    return counter.late_superiority if is_late(position, unit) else counter.superiority


def bombardment(position: SteelPosition, unit: Unit) -> int:
    """[30.1] The bombardment strength of an air unit."""
    counter = printed(position, unit)
    return counter.late_bombardment if is_late(position, unit) else counter.bombardment


def range_of(position: SteelPosition, unit: Unit) -> int:
    """[30.1] [30.51] The range of an air unit in hexes."""
    counter = printed(position, unit)
    return counter.late_range if is_late(position, unit) else counter.range


# Who is where


def fliers(position: SteelPosition, side: str) -> list[Unit]:
    """The air units of a side, by name."""
    return [position.units[name] for name in position.fliers[side]]


def based_at(position: SteelPosition, side: str) -> dict[int, list[Unit]]:
    """[30.54] The air units of a side that are on the ground, by their hex on the map: a force each."""
    found: dict[int, list[Unit]] = {}
    for unit in fliers(position, side):
        if (
            unit.name not in position.aloft
            and not position.setting.board.is_area(unit.at)
            and not position.is_cargo(unit.name)
        ):
            found.setdefault(unit.at, []).append(unit)
    return found


def is_ship(position: SteelPosition, unit: Unit) -> bool:
    """Whether a unit is a ship; of hidden ones the fleet marker is seen [23.42]."""
    return position.piece(unit).kind in (*NAVAL, UNKNOWN_FLEET)


def ships_at(position: SteelPosition, node: int, side: str) -> list[Unit]:
    """The ships of a side in a hex."""
    return [
        unit for unit in position.units_at(node) if is_ship(position, unit) and position.side_of(unit) == side
    ]


def note_sorties(position: SteelPosition, names: Iterable[str], name: str) -> None:
    """[30.21] [30.71] Note the mission of some air units in this impulse."""
    for each in names:
        base = position.air_missions[each].base if each in position.air_missions else position.units[each].at
        position.air_missions[each] = AirMission(name, base)


# Bases


def is_base(position: SteelPosition, side: str, node: int) -> bool:
    """[30.3] Whether air units of a side may take off and land in a hex: a friendly one of open ground, or
    with a city, that a headquarters with a line commands. Industrial cities of its own countries are bases
    by themselves (SS-A01), and so are friendly areas off the map."""
    setting = position.setting
    if setting.board.is_area(node):
        return sea_routes.area_friendly(position, side, setting.board.label(node))
    if node not in setting.in_play or position.controller(node) != side:
        return False
    if position.occupant[node] not in ("", side):
        return False
    city = node in setting.city_at or setting.ground.is_town[node]
    if not city and setting.board.terrain[node] not in FIELDS:
        return False
    return node in commanded(position, side) or is_home_field(position, side, node)


def is_home_field(position: SteelPosition, side: str, node: int) -> bool:
    """SS-A01: Industrial cities of the countries of a side, where new air units arrive [7.6]."""
    country = position.setting.centres.get(node, "")
    return position.alliances.get(country) == side and country not in position.surrendered


def commanded(position: SteelPosition, side: str) -> frozenset[int]:
    """[30.3] What the headquarters of a side command, of whatever country, if they have a line."""
    return position.memo.found(("air command", side), _commanded, position, side)


def _commanded(position: SteelPosition, side: str) -> frozenset[int]:
    found: set[int] = set()
    for name in position.headquarters[side]:
        if headquarters.has_line(position, name):
            found |= headquarters.reach(position, name).commanded
    return frozenset(found)


def has_room(
    position: SteelPosition, side: str, node: int, coming: int = 1, *, landing: bool = False
) -> bool:
    """[13.14] [30.41] [21.47] Whether so many air units more may be based in a hex: as many as the level of
    the side. A place is kept for those that are in the air and came from there, until all land [30.42]."""
    if position.setting.board.is_area(node):
        return True
    taken = 0
    for unit in fliers(position, side):
        sortie = position.air_missions.get(unit.name)
        if unit.name in position.aboard:
            continue
        if unit.name not in position.aloft:
            taken += unit.at == node
        elif sortie is not None and not landing:
            taken += sortie.base == node
    return taken + coming <= position.air[side]


def can_base(
    position: SteelPosition, side: str, node: int, coming: int = 1, *, landing: bool = False
) -> bool:
    """[30.3] [30.41] Whether air units can be based in a hex."""
    return is_base(position, side, node) and has_room(position, side, node, coming, landing=landing)


def cruisers(position: SteelPosition, unit: Unit) -> Iterator[Unit]:
    """[30.34] The friendly cruisers on the map on which a tactical air unit may be based: one each, from air
    doctrine level five on."""
    side = position.side_of(unit)
    if position.piece(unit).kind != "tactical" or not allowed(position, side, NAVAL_AVIATION):
        return
    taken = {ship for flier, ship in position.aboard.items() if flier != unit.name}
    for name in position.by_side[side]:
        ship = position.units[name]
        if position.piece(ship).kind == CRUISER and name not in taken:
            if not position.setting.board.is_area(ship.at):
                yield ship


def is_based(position: SteelPosition, unit: Unit) -> bool:
    """[30.31] [31.3] Whether an air unit on the ground is in a legitimate base."""
    ship = position.aboard.get(unit.name)
    if ship is not None:
        return ship in position.units and position.units[ship].at == unit.at
    return is_base(position, position.side_of(unit), unit.at)


def put_down(position: SteelPosition, name: str, node: int, ship: str = "") -> None:
    """[30.34] [30.52] An air unit lands in a base, or on a cruiser."""
    if ship:
        position.aboard[name] = ship
    else:
        position.aboard.pop(name, None)
    position.aloft.discard(name)
    position.change(name, at=node)


# Who may fly


def can_fly(position: SteelPosition, unit: Unit) -> bool:
    """[30.5] Whether an air unit may be ordered to a mission now."""
    return why_grounded(position, unit) is None


def why_grounded(position: SteelPosition, unit: Unit) -> Refusal | None:
    """[8.4] [30.21] [30.5] Why an air unit flies no mission in this impulse."""
    name = position.piece(unit).name
    if position.side_of(unit) != position.active or not position.impulse:
        return Refusal("30.5", f"{name} flies in the movement of its own side")
    if position.is_cargo(unit.name):
        return Refusal("29.11", f"{name} is aboard a transport")
    if unit.name in position.air_missions or unit.moved:
        return Refusal("30.21", f"{name} has its mission of this impulse")
    if unit.crossed:
        return Refusal("4.71", f"{name} came from another front and does nothing more in this turn")
    if not impulses.is_released(position, unit):
        return Refusal("45.1", f"{name} may not move before {unit.waits}")
    if front_of(position, unit.at) not in impulses.active_fronts(position):
        return Refusal("8.4", f"there is no impulse for {name} on its front")
    return None


def front_of(position: SteelPosition, node: int) -> str:
    """[21.44] The front in whose impulses air units fly from a base, off the map as ships there."""
    if position.setting.board.is_area(node):
        seas = sea_control.harbours(position.setting).get(node, ())
        return "west" if "atlantic" in seas else "middle-east"
    return position.setting.front_of[node]
