"""The course of a game of The Western Front, for those who study many of them.

A fortress counts as fallen when its works are gone or the enemy stands in its hex; a city when the enemy
holds its hex. What the scenario book says each nation had suffered by the beginning of a later scenario
(WF 13-1, 15-1, 17-1, 19-1, 21-1) is told as history.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate, load_scenario, scenario_slugs
from hexfront.games.western_front.scenarios import collapse, victory
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.table import report
from hexfront.games.western_front.table.names import SIDE_NAMES, called
from hexfront.games.western_front.vocabulary import COUNTRY_SIDE, MONTHS, SIDES, other_side
from hexfront.kernel.chronicle import (
    Annals,
    Chronicle,
    Figure,
    Landmark,
    Moment,
    Record,
    Verdict,
    figures_of,
)
from hexfront.kernel.planning import Role
from hexfront.kernel.title import REFEREE

DEMORALIZATION = "Demoralization"
LOSSES = "Losses"
TRENCHES = "Trenches"
PARIS = "Paris"
GROUPS = (DEMORALIZATION, LOSSES, "Strength", "Supply points", TRENCHES, PARIS)
FORTRESS, CITY = "fortress", "city"


def month(date: TurnDate) -> str:
    return f"{MONTHS[date.month - 1]} {date.year}"


def moment(position: WesternFrontPosition) -> Moment:
    """The turn and its month."""
    return Moment(position.date_text, month(position.date))


def chronicle(position: WesternFrontPosition) -> Chronicle:
    """How the war stands, with everything known."""
    ground = position.ground(_land(position.setting), position.holder)
    tracks = [
        track for track in report.report(position, REFEREE).tracks if track.group != "Supply of headquarters"
    ]
    figures = [*figures_of(tracks), *_trenches(position)]
    if position.setting.parameters.victory.adjustments:
        nearest = victory.distance_to_paris(position)
        figures.append(Figure("Hexes from the nearest German unit", nearest, PARIS))
    places = {each.name: _keeper(position, key, each) for key, each in _landmarks(position.setting).items()}
    return Chronicle(tuple(figures), ground, places)


@lru_cache(maxsize=8)
def _land(setting: WesternFrontSetting) -> tuple[int, ...]:
    """Hexes that units can enter."""
    board = setting.board
    return tuple(node for node in range(len(board)) if setting.crossable[node] and not board.is_area(node))


def _trenches(position: WesternFrontPosition) -> list[Figure]:
    """[22-1] How many hexes each side has dug in."""
    count = dict.fromkeys(SIDES, 0)
    for marker in position.markers.values():
        if marker.kind == "trench" and marker.side in count:
            count[marker.side] += 1
    return [Figure(SIDE_NAMES[side], number, TRENCHES, side) for side, number in count.items()]


def _keeper(position: WesternFrontPosition, key: str, place: Landmark) -> str:
    """Who holds a landmark now."""
    node = position.setting.board[place.hex]
    if place.kind == FORTRESS:
        works = position.units.get(key)
        if works is None or not works.strength:
            return other_side(place.side)
    return position.holder(node) or place.side


@lru_cache(maxsize=8)
def _landmarks(setting: WesternFrontSetting) -> dict[str, Landmark]:
    """The fortresses of the scenario, and the cities whose loss demoralizes; by unit or hex."""
    board = setting.board
    found: dict[str, Landmark] = {}
    listed = setting.orders.scenarios.get(setting.scenario)
    for row in listed.fortresses if listed else ():
        fortress = setting.orders.fortresses[row.unit]
        if fortress.map != setting.parameters.map or fortress.hex not in board:
            continue
        piece = setting.pieces[row.unit]
        name = _distinct(called(piece).removeprefix("fortress "), fortress.hex, found)
        found[row.unit] = Landmark(name, fortress.hex, piece.side, FORTRESS)
    walled = {each.hex for each in found.values()}
    for node in sorted({*setting.cities, *setting.urban_beside}):
        label, side = board.label(node), COUNTRY_SIDE.get(board.country[node])
        name = board.name_of(node).removeprefix(label).strip()
        if (
            side is None or label in walled or not name
        ):  # the outskirts of a city are not a place of their own
            continue
        found[label] = Landmark(_distinct(name, label, found), label, side, CITY)
    return found


def _distinct(name: str, label: str, found: dict[str, Landmark]) -> str:
    """A name that no other landmark has."""
    return f"{name} ({label})" if any(each.name == name for each in found.values()) else name


def verdict(position: WesternFrontPosition) -> Verdict:
    """[WF 3] The level of victory if the scenario ended now."""
    if position.setting.parameters.victory.conditions:
        won = collapse.verdict(position)
        return Verdict() if won is None else Verdict(won.winner, won.level)
    if not position.setting.parameters.victory.bands:
        return Verdict()
    band = victory.level(position)
    return Verdict(band.winner, band.level, victory.difference(position))


@lru_cache(maxsize=8)
def annals(setting: WesternFrontSetting) -> Annals:
    """Landmarks, levels of victory, and what the book says of later years."""
    bands = setting.parameters.victory.bands
    levels = tuple(Verdict(band.winner, band.level) for band in bands)
    if bands and (bands[0].winner or SIDES[0]) != SIDES[0]:
        levels = levels[::-1]
    return Annals(
        tuple(_landmarks(setting).values()),
        levels,
        "demoralization points of France and Britain less those of Germany" if bands else "",
        tuple(_history(setting)),
        GROUPS,
    )


def _history(setting: WesternFrontSetting) -> list[Record]:
    """What each nation had suffered at the beginning of later scenarios, counted from this one's."""
    own = setting.parameters
    begun = {} if own.demoralization.begins_with_historical else own.demoralization.historical
    later = [load_scenario(setting.data, slug) for slug in scenario_slugs(setting.data)]
    later = [each for each in later if each.demoralization.historical and each.first_turn > own.first_turn]
    return [
        Record(
            DEMORALIZATION,
            setting.tables.nations[nation].name,
            month(each.first_turn),
            value - begun.get(nation, 0),
            each.demoralization.historical_rule,
        )
        for each in sorted(later, key=lambda scenario: scenario.first_turn)
        for nation, value in each.demoralization.historical.items()
        if nation in own.demoralization.counted
    ]


def roles(position: WesternFrontPosition, side: str) -> dict[str, Role]:
    """What the units of a side are for; troops that are not mobilized are for nothing yet."""
    found = {}
    for unit in position.of_side(side):
        piece = position.piece(unit)
        if not position.hexes_of(unit) or piece.fortress or piece.replacement or piece.supply:
            continue
        if piece.headquarters:
            found[unit.name] = Role("headquarters", float(unit.strength))
        elif piece.artillery:
            found[unit.name] = Role("guns", float(unit.strength))
        elif unit.strength and unit.mobilized:
            found[unit.name] = Role("troops", float(unit.strength))
    return found
