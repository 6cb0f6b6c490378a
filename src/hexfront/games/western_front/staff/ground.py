"""What ground is worth: cities and what leads to them, and the nearness of Paris.

Worth is counted in demoralization points, which decide the game: a city is worth what its loss costs its
owner [26-3], and hexes on the way to it a part of that.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import morale, trenches
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    COUNTRY_NATION,
    COUNTRY_SIDE,
    POINT,
)
from hexfront.kernel.paths import flood

FADES = 0.8  # what is left of the worth of a goal at each point of march away from it
BELGIAN_PART = 0.4  # Belgium keeps no account, but its cities hold railways and the road to France
LEVEL_WORTH = 30.0  # a level of victory
NEARER_TO_PARIS = 6.0  # a hex nearer to Paris, where that shifts the level of victory


def is_static(position: WesternFrontPosition) -> bool:
    """[22-9] Whether trench war is waged, with a front that is held hex by hex."""
    return trenches.is_static(position) and bool(position.markers)


def city_worth(position: WesternFrontPosition, node: int) -> float:
    """What the enemy of a city's country gains by entering its hex for the first time."""
    setting = position.setting
    country = setting.board.country[node]
    nation = COUNTRY_NATION.get(country, "")
    if not nation or country == "luxembourg" or country not in COUNTRY_SIDE:
        return 0.0
    tables = setting.tables
    factor = tables.nations[nation].city_factor
    if node in setting.capital_hexes:
        factor *= tables.whole("capital_factor")
    label = setting.board.label(node)
    counted = 1.0 if morale.counted_nation(position, nation) else BELGIAN_PART
    urban = setting.urban_beside.get(node, ())
    if urban:
        points = 0.0
        for other in urban:
            name = "-".join(sorted((label, setting.board.label(other))))
            if name not in position.taken:
                # Each hex of an urban hexside is half the way to its points.
                points += tables.demoralization["urban hexside occupied"] / 2
        return counted * factor * points
    if node in setting.cities and label not in position.taken:
        return counted * factor * float(tables.demoralization["city occupied"])
    return 0.0


def goals(position: WesternFrontPosition, side: str) -> dict[int, float]:
    """The cities a side can still gain points by entering, with their worth."""
    setting = position.setting
    found: dict[int, float] = {}
    for node in sorted({*setting.cities, *setting.urban_beside}):
        if COUNTRY_SIDE.get(setting.board.country[node], side) == side:
            continue
        if worth := city_worth(position, node):
            found[node] = worth
    return found


def treasures(position: WesternFrontPosition, side: str) -> dict[int, float]:
    """The cities whose loss would cost a side points."""
    setting = position.setting
    found: dict[int, float] = {}
    for node in sorted({*setting.cities, *setting.urban_beside}):
        if COUNTRY_SIDE.get(setting.board.country[node]) == side and (worth := city_worth(position, node)):
            found[node] = worth
    return found


def field(position: WesternFrontPosition, sources: dict[int, float]) -> list[float]:
    """For each hex the sum of what sources are worth from there, fading with the march to them."""
    worth = [0.0] * len(position.setting.board)
    for node, value in sources.items():
        for there, cost in distances(position.setting, node).items():
            worth[there] += float(value * FADES ** (cost / POINT))
    return worth


@lru_cache(maxsize=1024)
def distances(setting: WesternFrontSetting, node: int) -> dict[int, int]:
    """The march from every hex to one, in thirtieths of a point, on the bare map."""
    return flood(setting.base_ways(False), (node,)).cost


def with_paris(position: WesternFrontPosition, sources: dict[int, float]) -> dict[int, float]:
    """Goals of Germany, with what the nearness of Paris would add to the victory shared out among its hexes
    [WF 3]."""
    hexes = victory.paris(position)
    nearest = position.flags.get(victory.NEAREST, 99)
    levels = 0
    for each in position.setting.parameters.victory.adjustments:
        if each.when == "near paris at the end":
            levels = max(levels, each.levels)
    levels += max(
        (
            -each.levels
            for each in position.setting.parameters.victory.adjustments
            if each.when == "never near paris" and nearest > each.distance
        ),
        default=0,
    )
    found = dict(sources)
    for node in hexes:
        found[node] = found.get(node, 0.0) + LEVEL_WORTH * levels / len(hexes)
    return found


def paris_worth(position: WesternFrontPosition, node: int) -> float:
    """What it is worth to Germany to have somebody in a hex because it is near Paris [WF 3]."""
    hexes = victory.hexes_to_paris(position, node)
    nearest = position.flags.get(victory.NEAREST, 99)
    worth = 0.0
    for distance in (10, 8, 6):  # a level each is lost if nobody ever comes so near
        if hexes <= distance < nearest:
            worth += NEARER_TO_PARIS * 2
    for distance in (4, 2):
        if hexes <= distance:
            worth += NEARER_TO_PARIS
    return worth


def home_of(side: str) -> str:
    return "germany" if side == CENTRAL_POWERS else "france"
