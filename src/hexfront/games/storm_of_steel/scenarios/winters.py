"""[45.1] Set-ups of scenarios that begin in a winter: forces by number, placed behind the front lines of
that day.

The lists say how many counters of a kind a country has on a line, and which hexes the line holds. Here they
are put there (SS-D71): evenly along the line, country after country as they stood, entrenched in the line and
mobile behind it, headquarters a hex or two behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hexfront.games.storm_of_steel.position import OPENED, SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.set_ups import HOME
from hexfront.games.storm_of_steel.rules import chapters, headquarters, supply
from hexfront.games.storm_of_steel.scenarios import air_bases
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side

# The countries of a side along a line, as its hexes are listed.
ORDER = (
    "belgium",
    "great-britain",
    "france",
    "united-states",
    "germany",
    "austria-hungary",
    "bulgaria",
    "serbia",
    "italy",
    "greece",
    "russia",
    "romania",
    "ottoman-empire",
)
FIRST_WASTE = 1916  # [34.5]
WESTERN_LINE = "west"
_DEEP = 14  # hexes from a line that count as behind it


def place(setting: SteelSetting, position: SteelPosition) -> None:
    """Everything of a winter: conquered ground first, then those who stand on it."""
    start = setting.plan.start
    names = [*dict.fromkeys(line.front for line in setting.printed.set_ups.lines if start in line.starts)]
    _open_neutrals(setting, position)
    lines = {side: [node for name in names for node in line_of(setting, name, side)] for side in SIDES}
    _occupy(setting, position, lines)
    _occupy_surrendered(setting, position)
    _lay_waste(setting, position)  # before headquarters look for their lines
    stock = _Stock(setting, position)
    _fleets(setting, position, stock)  # first: lines of communication go by their transports
    for name in names:
        for side in SIDES:
            _deploy(setting, position, stock, name, side)
    _home(setting, position, stock)
    air_bases.place(setting, position)


def _lay_waste(setting: SteelSetting, position: SteelPosition) -> None:
    """[34.5] From 1916 on industrial cities and railways on either side of the line in the west begin
    devastated."""
    if not setting.option("devastation") or setting.quarters[setting.first_turn].year < FIRST_WASTE:
        return
    rails = setting.rails(setting.first_turn)
    for side in SIDES:
        for node in line_of(setting, WESTERN_LINE, side):
            if rails[node] or "industrial" in setting.ground.kinds_of[node]:
                position.lay_waste(node)


def _open_neutrals(setting: SteelSetting, position: SteelPosition) -> None:
    """Neutrals that have foreign armies in one of their cities are open to both sides (SS-D79)."""
    cities = setting.printed.places.cities
    for row in setting.printed.set_ups.occupied:
        if row.start == setting.plan.start:
            for name in row.cities:
                country = cities[name].country if name in cities else ""
                if country and country not in position.alliances:
                    position.flags[f"{OPENED} {country}"] = 1
    position.renew()


def line_of(setting: SteelSetting, name: str, side: str) -> list[int]:
    """The hexes of a line that are in play, in their order."""
    labels = setting.printed.set_ups.line_of(setting.plan.start, name, side)
    return [setting.board[label] for label in labels if setting.board[label] in setting.in_play]


def _occupy(setting: SteelSetting, position: SteelPosition, lines: Mapping[str, Sequence[int]]) -> None:
    """[16.2] Ground that is not a side's own and lies nearer to its lines than to the enemy's is
    controlled by
    it, with its railways."""
    far = {side: _distances(setting, lines[side], lines[other_side(side)]) for side in SIDES}
    for side in SIDES:
        beyond = far[other_side(side)]
        for node, distance in far[side].items():
            country = setting.country_of[node]
            foreign = (
                position.home[node] == other_side(side)
                or country in position.surrendered
                or f"{OPENED} {country}" in position.flags
            )
            if foreign and distance < beyond.get(node, _DEEP + 1):
                _take(setting, position, node, side)


def _distances(setting: SteelSetting, line: Sequence[int], enemies: Sequence[int]) -> dict[int, int]:
    """How far hexes are from a line, on ways that do not cross the enemy's."""
    far = dict.fromkeys(line, 0)
    barred = set(enemies)
    queue = list(line)
    for node in queue:
        if far[node] == _DEEP:
            continue
        for other in setting.ground.around[node]:
            if other not in far and other not in barred and other in setting.in_play:
                far[other] = far[node] + 1
                queue.append(other)
    return far


def _take(setting: SteelSetting, position: SteelPosition, node: int, side: str) -> None:
    position.hold(node, side)
    if setting.rails(position.turn)[node]:
        position.lay_rails(node, side)


def _occupy_surrendered(setting: SteelSetting, position: SteelPosition) -> None:
    """[19.33] A country that gave up, and all whose cities one side holds, is that side's ground."""
    cities: dict[str, set[str]] = {}
    for node, city in setting.city_at.items():
        if city.country in position.surrendered:
            cities.setdefault(city.country, set()).add(position.controller(node))
    for country, holders in cities.items():
        if len(holders) == 1 and (side := next(iter(holders))) in SIDES:
            for node in setting.in_play:
                if setting.country_of[node] == country and node not in position.holders:
                    _take(setting, position, node, side)


class _Stock:
    """The counters that have not been placed yet."""

    def __init__(self, setting: SteelSetting, position: SteelPosition) -> None:
        self._setting = setting
        self._position = position
        listed = {each.unit for each in setting.printed.set_ups.headquarters}
        self._kept = listed  # headquarters are placed by name

    def take(self, country: str, kind: str, divisions: int | None, number: int) -> list[str]:
        """So many counters of a kind, the first by name; none of a chapter that is not in use."""
        if not chapters.is_played(self._setting, kind):
            return []
        pool = [
            key
            for key in self._setting.stock.get((country, kind, divisions or 0), ())
            if self._position.in_pool(key) and key not in self._kept
        ]
        self._kept |= set(pool[:number])
        return pool[:number]


def _deploy(setting: SteelSetting, position: SteelPosition, stock: _Stock, name: str, side: str) -> None:
    """The forces of a side on a line."""
    line = line_of(setting, name, side)
    start = setting.plan.start
    corps: dict[str, list[str]] = {}
    brigades: list[str] = []
    for force in setting.printed.set_ups.forces:
        if force.start != start or force.front != name or position.alliances.get(force.country) != side:
            continue
        found = stock.take(force.country, force.kind, force.divisions, force.number)
        if force.divisions:
            corps.setdefault(force.country, []).extend(found)
        else:
            brigades += found
    staffs = [
        each.unit
        for each in setting.printed.set_ups.headquarters
        if each.start == start
        and each.front == name
        and position.alliances.get(setting.pieces[each.unit].country) == side
    ]
    if not line:
        return
    ranked = sorted(corps, key=_rank)
    ordered = [unit for country in ranked for unit in corps[country]]
    spread(setting, position, line, ordered, side)
    staffs.sort(key=lambda unit: _rank(setting.pieces[unit].country))
    _place_staffs(setting, position, line, staffs, side)
    _cover(setting, position, line, staffs, side)
    where = [position.units[unit].at for unit in staffs if unit in position.units] or line
    for at, unit in enumerate(brigades):
        position.put(Unit(unit, unit, where[at % len(where)]))


def _rank(country: str) -> int:
    return ORDER.index(country) if country in ORDER else len(ORDER)


def spread(
    setting: SteelSetting, position: SteelPosition, line: Sequence[int], units: Sequence[str], side: str
) -> None:
    """Put units evenly along a line, those too many in a hex behind it."""
    most = setting.number("stacking")
    front = set(line)
    for at, unit in enumerate(units):
        node = line[at * len(line) // len(units)]
        for place_ in _backward(setting, position, node, side):
            if position.loads[place_] < most and (place_ == node or place_ not in front):
                digs = place_ in front and setting.pieces[unit].entrenched is not None
                position.put(Unit(unit, unit, place_, entrenched=digs))
                break


def _backward(setting: SteelSetting, position: SteelPosition, node: int, side: str) -> Iterable[int]:
    """A hex and those behind it, the nearest first, as far as units may stand behind their line."""
    yield node
    seen, edge = {node}, [node]
    for _ in range(setting.number("units behind a line")):
        following = []
        for here in edge:
            for there in setting.ground.around[here]:
                if there in seen or there not in setting.in_play or position.controller(there) != side:
                    continue
                if position.occupant[there] in ("", side):
                    seen.add(there)
                    following.append(there)
        following.sort(key=lambda each: (position.zones[other_side(side)][each] > 0, each))
        yield from following
        edge = following


def _place_staffs(
    setting: SteelSetting, position: SteelPosition, line: Sequence[int], staffs: Sequence[str], side: str
) -> None:
    """Headquarters one or two hexes behind the line, each in a hex of its own."""
    front, taken = set(line), set[int]()
    far = setting.number("headquarters behind a line")
    for at, unit in enumerate(staffs):
        node = line[at * len(line) // len(staffs)]
        found = [
            each
            for each in _backward(setting, position, node, side)
            if each not in front
            and each not in taken
            and (setting.board.distance(node, each) or 0) <= far + 1
        ]
        chosen = next((each for each in found if _has_line_at(position, unit, each)), None)
        if chosen is None:
            chosen = next(iter(found), node)
        taken.add(chosen)
        position.put(Unit(unit, unit, chosen))


def _cover(
    setting: SteelSetting, position: SteelPosition, line: Sequence[int], staffs: Sequence[str], side: str
) -> None:
    """[31.1] Headquarters are moved to where more of the units of a line are in supply."""
    taken = {position.units[unit].at for unit in staffs if unit in position.units}
    far = setting.number("headquarters behind a line") + 1
    for unit in sorted(staffs, key=lambda each: headquarters.has_line(position, each)):
        bare = _bare(position, line, side)
        if not bare:
            return
        home = position.units[unit].at
        near = {
            node
            for start in bare
            for node in _backward(setting, position, start, side)
            if (setting.board.distance(start, node) or 0) <= far
        }
        best, place_ = len(bare), home
        for node in sorted(near - taken):
            position.change(unit, at=node)
            left = len(_bare(position, line, side))
            if left < best and headquarters.has_line(position, unit):
                best, place_ = left, node
        position.change(unit, at=place_)
        taken = (taken - {home}) | {place_}


def _bare(position: SteelPosition, line: Sequence[int], side: str) -> list[int]:
    """The hexes of a line with units of a side that are out of supply."""
    supplied = supply.supplied_hexes(position, side)
    return [node for node in line if position.occupant[node] == side and node not in supplied]


def _has_line_at(position: SteelPosition, unit: str, node: int) -> bool:
    """Whether a headquarters would have a line of communication in a hex."""
    position.put(Unit(unit, unit, node))
    found = headquarters.has_line(position, unit)
    position.remove(unit)
    return found


def _home(setting: SteelSetting, position: SteelPosition, stock: _Stock) -> None:
    """[45.1] Forces at home, in the cities of their country that their side controls."""
    for force in setting.printed.set_ups.forces:
        if force.start != setting.plan.start or force.front != HOME:
            continue
        side = position.alliances.get(force.country, "")
        cities = [
            node
            for node, city in setting.city_at.items()
            if city.country == force.country
            and node in setting.in_play
            and position.controller(node) == side
            and not position.zones[other_side(side)][node]
        ]
        for at, unit in enumerate(stock.take(force.country, force.kind, force.divisions, force.number)):
            room = [node for node in cities if position.loads[node] < setting.number("stacking")]
            if room:
                position.put(Unit(unit, unit, room[at % len(room)]))


def _fleets(setting: SteelSetting, position: SteelPosition, stock: _Stock) -> None:
    """[25.1] Ships in their bases."""
    cities: Mapping[str, str] = {name: city.hex for name, city in setting.printed.places.cities.items()}
    for fleet in setting.printed.set_ups.fleets:
        if fleet.start != setting.plan.start:
            continue
        label = cities.get(fleet.base, fleet.base)
        node = setting.board.index.get(label)
        if node is None or (node not in setting.in_play and len(setting.fronts) == 1):
            continue
        for unit in stock.take(fleet.country, fleet.kind, None, fleet.number):
            position.put(Unit(unit, unit, node))
