"""[45.1] Where the air units of a winter are based (SS-A09)."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import AIR, FRONTS, other_side


def place(setting: SteelSetting, position: SteelPosition) -> None:
    """[30.3] [30.41] Air units stand where headquarters of their country are: as many as the level in a hex,
    those of the west first. Whoever finds no room there stands in a city at home. In a game without the west
    a country has one tactical unit there, if it has headquarters."""
    for force in setting.printed.set_ups.air_forces:
        side = position.alliances.get(force.country, "")
        if force.start != setting.plan.start or not side or force.country in position.surrendered:
            continue
        fields = _fields(position, force.country, side)
        numbers = (force.tactical, force.strategic)
        if FRONTS[0] not in setting.fronts:
            numbers = (min(force.tactical, 1), 0) if fields else (0, 0)
        for kind, number in zip(AIR, numbers, strict=True):
            for name in setting.stock.get((force.country, kind, 0), ())[:number]:
                free = [node for node in fields if aircraft.can_base(position, side, node)]
                if not free:
                    free = _home(position, force.country, side)
                if free:
                    ranks = {node: (_rank(position, node), len(_based(position, node))) for node in free}
                    node = min(free, key=lambda each: (ranks[each], free.index(each)))
                    position.put(Unit(name, name, node))


def _fields(position: SteelPosition, country: str, side: str) -> list[int]:
    """The bases at the headquarters of a country, or beside them, that no enemy stands next to if it can be
    helped."""
    setting = position.setting
    staffs = sorted(
        (unit for unit in position.of_side(side) if position.piece(unit).headquarters),
        key=lambda unit: unit.name,
    )
    own = [unit.at for unit in staffs if position.piece(unit).country == country]
    found = [
        next((each for each in (node, *setting.ground.around[node]) if _is_quiet(position, side, each)), node)
        for node in own
    ]
    return list(dict.fromkeys(found))


def _home(position: SteelPosition, country: str, side: str) -> list[int]:
    """The industrial cities of a country with room."""
    return [
        node
        for node, whose in position.setting.centres.items()
        if whose == country and aircraft.can_base(position, side, node)
    ]


def _rank(position: SteelPosition, node: int) -> int:
    front = position.setting.front_of[node]
    return FRONTS.index(front) if front in FRONTS else len(FRONTS)


def _is_quiet(position: SteelPosition, side: str, node: int) -> bool:
    enemy = other_side(side)
    return aircraft.is_base(position, side, node) and not any(
        position.occupant[each] == enemy for each in position.setting.ground.around[node]
    )


def _based(position: SteelPosition, node: int) -> list[Unit]:
    return [unit for unit in position.units_at(node) if position.piece(unit).air]
