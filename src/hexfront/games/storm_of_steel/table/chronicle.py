"""The course of a game of Storm of Steel, for those who study many of them.

The western line is every hex of France, Belgium, Luxembourg and western Germany from which one side looks
upon ground of the other. It is told how long it is for each side, how much of it is held (by troops, or by
the zones of control of others next to it), and how much is dug in. The front is at rest in a quarter in which
few hexes of that ground changed hands, and at whose end it is held but for a hex and half of it is dug in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.scenarios import victory
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.table import report
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Landmark, Verdict, figures_of
from hexfront.kernel.title import REFEREE

WEST = "Western line"
WAR = "Countries"
STRENGTH = "Strength"
GROUPS = ("Morale", "Losses", STRENGTH, WEST, "Tracks", WAR)
IN_THE_WEST = ("france", "belgium", "luxembourg", "germany")
LENGTH, HELD, DUG_IN, GROUND = "Hexes", "Held", "Dug in", "Ground held"
FEW = 4  # hexes that may change hands in a quarter of rest
MOSTLY = 0.5  # part of the line that must be dug in
OPEN = 1  # hexes of it that may be open
LEAST = 6  # hexes that make a line
CAPITAL, INDUSTRY = "capital", "industrial city"


def chronicle(position: SteelPosition) -> Chronicle:
    """How the war stands, with everything known."""
    setting = position.setting
    ground = position.ground(_land(setting), position.controller)
    tracks = [track for track in report.report(position, REFEREE).tracks if track.group != "Impulses"]
    figures = [*figures_of(tracks), *_strengths(position), *_countries(position)]
    if "west" in setting.fronts:
        figures += western_line(position)
    places = {each.name: position.controller(setting.board[each.hex]) for each in landmarks(setting)}
    return Chronicle(tuple(figures), ground, places)


@lru_cache(maxsize=8)
def _land(setting: SteelSetting) -> tuple[int, ...]:
    """Land hexes in play."""
    return tuple(sorted(node for node in setting.in_play if setting.ground.is_land[node]))


@lru_cache(maxsize=8)
def the_west(setting: SteelSetting) -> frozenset[int]:
    """The ground over which the war in the west goes."""
    return frozenset(
        node
        for node in _land(setting)
        if setting.front_of[node] == "west" and setting.country_of[node] in IN_THE_WEST
    )


def western_line(position: SteelPosition) -> list[Figure]:
    """The line of each side in the west: its hexes, those that are held, those that are dug in."""
    setting = position.setting
    west, around = the_west(setting), setting.ground.around
    found = []
    for side in SIDES:
        enemy = other_side(side)
        line = [
            node
            for node in west
            if position.controller(node) == side
            and any(other in west and position.controller(other) == enemy for other in around[node])
        ]
        held = sum(position.occupant[node] == side or bool(position.zones[side][node]) for node in line)
        dug = sum(bool(position.dug_in[node]) and position.occupant[node] == side for node in line)
        own = sum(position.controller(node) == side for node in west)
        for name, value in ((LENGTH, len(line)), (HELD, held), (DUG_IN, dug), (GROUND, own)):
            found.append(Figure(name, value, WEST, side))
    return found


def at_rest(before: Chronicle, after: Chronicle, setting: SteelSetting) -> bool:
    """Whether the front in the west was at rest in a quarter, told by how it stood before and after it."""
    if changed_hands(before, after, setting) > FEW:
        return False
    for side in SIDES:
        line = {each.name: each.value for each in after.figures if each.group == WEST and each.side == side}
        if line[LENGTH] < LEAST or line[HELD] < line[LENGTH] - OPEN or line[DUG_IN] < MOSTLY * line[LENGTH]:
            return False
    return True


def changed_hands(before: Chronicle, after: Chronicle, setting: SteelSetting) -> int:
    """The hexes in the west that went from one side to the other."""
    labels = [setting.board.label(node) for node in the_west(setting)]
    return sum(
        before.ground[label] != after.ground[label]
        for label in labels
        if label in before.ground and label in after.ground
    )


def _strengths(position: SteelPosition) -> list[Figure]:
    """The strength of each side on each front."""
    setting = position.setting
    found: dict[tuple[str, str], int] = {}
    for side in SIDES:
        for unit in position.ashore(side):
            piece = position.piece(unit)
            if piece.land and piece.movement and not setting.board.is_area(unit.at):
                key = side, setting.front_of[unit.at]
                found[key] = found.get(key, 0) + piece.strength
    return [
        Figure(report.WHOLE_FRONTS[front], strength, STRENGTH, side)
        for (side, front), strength in sorted(found.items())
        if front in report.WHOLE_FRONTS
    ]


def _countries(position: SteelPosition) -> list[Figure]:
    """Who fights (1) and who has surrendered (0)."""
    return [
        Figure(country_name(position.setting, country), int(country not in position.surrendered), WAR, side)
        for country, side in sorted(position.alliances.items())
    ]


@lru_cache(maxsize=8)
def landmarks(setting: SteelSetting) -> tuple[Landmark, ...]:
    """Capitals and industrial cities in play."""
    countries = setting.printed.countries.countries
    found = []
    for node, city in sorted(setting.city_at.items()):
        if node in setting.in_play and (city.capital or city.industrial):
            side: Mapping[str, str] = {"central-powers": SIDES[0], "entente": SIDES[1]}
            begins = side.get(countries[city.country].start, "")
            kind = CAPITAL if city.capital else INDUSTRY
            found.append(Landmark(city.city, setting.board.label(node), begins, kind))
    return tuple(found)


def verdict(position: SteelPosition, outcome: str | None) -> Verdict:
    """[46.1] The level of victory, or what it would be now; the score is the difference of morale."""
    text = outcome or victory.verdict(position)
    score = float(position.morale[SIDES[0]] - position.morale[SIDES[1]])
    for side in SIDES:
        name = SIDE_NAMES[side]
        if text.startswith(f"{name}: "):
            return Verdict(side, text.removeprefix(f"{name}: ").partition(";")[0], score)
    return Verdict("", text.partition(";")[0], score)


@lru_cache(maxsize=8)
def annals(setting: SteelSetting) -> Annals:
    """Landmarks, levels of victory, and what the score counts."""
    levels = [level for level in victory.LEVELS if level]
    return Annals(
        landmarks(setting),
        (
            *(Verdict(SIDES[0], level) for level in reversed(levels)),
            Verdict("", victory.EXHAUSTION),
            *(Verdict(SIDES[1], level) for level in levels),
        ),
        "morale of the Central Powers less that of the Entente",
        (),
        GROUPS,
    )
