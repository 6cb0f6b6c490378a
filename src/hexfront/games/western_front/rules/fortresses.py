"""Chapter 21: fortresses - given up, drained, besieged, and cities that open their gates.

What a fortress does in combat is counted where strengths and losses are; here is what becomes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.games.western_front import premises
from hexfront.games.western_front.matters import OpeningCity
from hexfront.games.western_front.orders import Abandon, Drain, Stand
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import morale, retreat, stacking, surrender, wording
from hexfront.games.western_front.rules.lines import NOWHERE, bars_communication, ways_to
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import ENEMY_OF, other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = (
    Option(
        "abandon-in-movement-only",
        ("off", "on"),
        "A fortress is given up only in its owner's movement phase, not when its hex is attacked.",
        ("21-4", "21-8"),
    ),
    Option(
        "siege-clock-present-strength",
        ("off", "on"),
        "How long a surrounded fortress holds out depends on its strength at each roll, not on its strength "
        "when it was surrounded.",
        ("21-10",),
    ),
    Option(
        "open-city-by-choice",
        ("off", "on"),
        "The owner of a city that may be declared open may keep its fortress instead.",
        ("21-12",),
    ),
)

OPEN_CITY_YEAR = 1914
RUSSIA = "ru"
_WEAK_CITIES = "weak cities"


def fortresses_of(position: WesternFrontPosition, side: str) -> list[Unit]:
    """The fortresses of a side that still have strength."""
    return position.fortresses_of(side)


def is_besieged(
    position: WesternFrontPosition, fortress: Unit, search: surrender.Communication | None = None
) -> bool:
    """[20-1] [21-8] [21-10] Whether a fortress itself is surrounded."""
    piece = position.piece(fortress)
    search = search or surrender.Communication(position, piece.side)
    return not search.is_open(fortress.at, piece.nation)


# Giving up and draining


def movement_choices(position: WesternFrontPosition, side: str) -> Iterable[Action]:
    """[21-8] [21-9] Fortresses that may be given up, or drained for replacements."""
    fortresses = fortresses_of(position, side)
    if not fortresses:
        return
    draining = may_drain_now(position)
    search = surrender.Communication(position, side)
    for fortress in fortresses:
        if is_besieged(position, fortress, search):
            continue
        yield _abandon(fortress.name)
        if draining:
            for points in amounts_to_drain(position, fortress):
                yield Drain(fortress.name, points)


@lru_cache(maxsize=256)
def _abandon(name: str) -> Abandon:
    return Abandon(name)


def may_drain_now(position: WesternFrontPosition) -> bool:
    """[21-9] Whether fortresses may be lowered for replacements: from November 1914."""
    tables = position.setting.tables
    first = TurnDate(tables.whole("fortress_scrap_year"), tables.whole("fortress_scrap_month"), 1)
    return position.date >= first


def amounts_to_drain(position: WesternFrontPosition, fortress: Unit) -> list[int]:
    """[21-9] Strength that may be taken off a fortress: amounts that give whole replacement points, or all.

    The replacements must find room in the hex.
    """
    piece = position.piece(fortress)
    if piece.nation == RUSSIA or (replacement := replacement_piece(position, piece.nation)) is None:
        return []
    part = position.setting.tables.number("fortress_scrap_part")
    step = part.denominator
    amounts = list(range(step, fortress.strength + 1, step))
    if fortress.strength % step and fortress.strength > step:
        amounts.append(fortress.strength)
    return [
        points
        for points in amounts
        if stacking.room(position, fortress.at, _replacements(replacement, int(points * part)))
    ]


def replacement_piece(position: WesternFrontPosition, nation: str) -> Piece | None:
    """[21-9] The ordinary infantry replacements of a country (decision WF-R083)."""
    return position.setting.pieces.get(f"{nation}-rpl-xx-rpl")


def _replacements(replacement: Piece, points: int) -> list[Piece]:
    return [replacement] * -(-points // replacement.strength)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[21-8] [21-9] Why a fortress cannot be given up or drained."""
    if not isinstance(action, Abandon | Drain):
        return None
    rule = "21-8" if isinstance(action, Abandon) else "21-9"
    fortress = position.units.get(action.fortress)
    if fortress is None or not position.piece(fortress).fortress or position.side_of(fortress) != side:
        return Refusal(rule, f'"{action.fortress}" is no fortress of yours')
    if is_besieged(position, fortress):
        return Refusal((rule, "20-1"), f"{position.piece(fortress).label} is surrounded")
    if isinstance(action, Abandon):
        return None
    if not may_drain_now(position):
        return Refusal("21-9", "fortresses may be drained from November 1914")
    if position.piece(fortress).nation == RUSSIA:
        return Refusal("21-9", "Russian fortresses may not be drained")
    if action.points > fortress.strength:
        return Refusal("21-9", "the fortress is not so strong", action.points, fortress.strength)
    if action.points in amounts_to_drain(position, fortress):
        return None
    return Refusal("21-9", "a third must be whole replacement points, and find room in the hex")


def abandon(table: Table, position: WesternFrontPosition, name: str) -> None:
    """[21-8] A fortress is given up and removed; it costs no demoralization."""
    fortress = position.remove(name)
    position.gone.add(name)
    where = position.setting.board.label(fortress.at)
    table.tell(
        f"{wording.capital(position.piece(fortress).label)} in {where} is given up", "21-8", kind="fortress"
    )


def may_abandon_under_attack(position: WesternFrontPosition, node: int) -> bool:
    """[21-4] [21-8] Whether a defender may give up the fortress when he names terrain (decision WF-R082).

    It must not be surrounded, and other units must be there to defend the hex.
    """
    fortress = position.fortress_at(node)
    if fortress is None or position.setting.option("abandon-in-movement-only"):
        return False
    return position.has_combat_unit(node, position.side_of(fortress)) and not is_besieged(position, fortress)


def drain(table: Table, position: WesternFrontPosition, name: str, points: int) -> None:
    """[21-9] Strength is taken off a fortress; a third of it, fractions dropped, becomes replacements."""
    fortress = position.units[name]
    piece = position.piece(fortress)
    replacement = replacement_piece(position, piece.nation)
    assert replacement is not None
    where = position.setting.board.label(fortress.at)
    left = int(points * position.setting.tables.number("fortress_scrap_part"))
    table.tell(
        f"{wording.capital(piece.label)} in {where} is lowered by {points} for {left} points of replacements",
        "21-9",
        kind="fortress",
    )
    if points == fortress.strength:
        position.remove(name)
        position.gone.add(name)
    else:
        position.change(name, strength=fortress.strength - points)
    while left:
        strength = min(left, replacement.strength)
        unit = Unit(position.new_name(replacement.key), replacement.key, fortress.at, strength)
        position.put(unit)
        left -= strength


def order_abandon(table: Table, position: WesternFrontPosition, order: Abandon) -> Procedure:
    """[21-8] Carry out the order to give up a fortress."""
    abandon(table, position, order.fortress)
    yield from ()
    return None


def order_drain(table: Table, position: WesternFrontPosition, order: Drain) -> Procedure:
    """[21-9] Carry out the order to drain a fortress."""
    drain(table, position, order.fortress, order.points)
    yield from ()
    return None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Abandon: order_abandon,
    Drain: order_drain,
}


# Sieges


def note_sieges(position: WesternFrontPosition, side: str) -> None:
    """[21-10] After an enemy combat phase: a siege begins with the strength a fortress has (WF-R084)."""
    search = surrender.Communication(position, side)
    for fortress in fortresses_of(position, side):
        if not fortress.siege_strength and is_besieged(position, fortress, search):
            position.change(fortress.name, siege_strength=fortress.strength, besieged=0)


def siege_rolls(table: Table, position: WesternFrontPosition) -> None:
    """[21-10] [21-11] As a combat phase starts: the enemy's surrounded fortresses have held one turn more.

    A turn runs from the end of one such phase to the start of the next. A line of communication that is
    open now ends the siege. Fortresses that have held out their time may surrender.
    """
    side = other_side(position.active)
    search = surrender.Communication(position, side)
    for fortress in fortresses_of(position, side):
        if not is_besieged(position, fortress, search):
            if fortress.siege_strength:
                position.change(fortress.name, besieged=0, siege_strength=0)
        elif fortress.siege_strength:
            now = position.change(fortress.name, besieged=fortress.besieged + 1)
            if turns_prone(position, now) > 0:
                _roll(table, position, now)


def turns_prone(position: WesternFrontPosition, fortress: Unit) -> int:
    """[21-10] Turns a fortress has been prone to surrender; below 1 if it is not yet."""
    present = position.setting.option("siege-clock-present-strength")
    strength = fortress.strength if present else fortress.siege_strength
    return fortress.besieged - position.setting.tables.siege_turns(strength)


def _roll(table: Table, position: WesternFrontPosition, fortress: Unit) -> None:
    """[21-11] Two dice, less one, against the turns prone to surrender."""
    where = position.setting.board.label(fortress.at)
    told = table.premise(premises.SIEGE)
    if told is not None:
        holds, why = told == premises.HOLDS, "as the referee says"
    else:
        words = f"surrender of the fortress in {where}"
        dice = sum(table.roll("surrender", "21-11", at=where, words=words) for _ in range(2))
        dice += position.setting.tables.whole("fortress_surrender_dice_adjustment")
        prone = turns_prone(position, fortress)
        holds = dice > prone
        why = f"{dice} is more than {prone}" if holds else f"{dice} is not more than {prone}"
    if holds:
        table.tell(f"The fortress in {where} holds out: {why}", "21-11", kind="siege")
        return
    table.tell(f"The fortress in {where} gives up: {why}", "21-11", kind="siege")
    side = position.side_of(fortress)
    units = [unit for unit in position.units_at(fortress.at) if position.side_of(unit) == side]
    surrender.surrender(table, position, units, "21-11")


def neglect(table: Table, position: WesternFrontPosition) -> None:
    """[41-4] At the end of a turn surrounded Russian fortresses lose strength; a weak one is removed."""
    tables = position.setting.tables
    russian = [
        unit
        for unit in position.units.values()
        if (piece := position.setting.pieces[unit.piece]).fortress and piece.nation == RUSSIA
    ]
    for fortress in russian:
        strength = fortress.strength
        if is_besieged(position, fortress):
            strength = max(0, strength - tables.whole("russian_fortress_siege_loss"))
        if strength < tables.whole("russian_fortress_least"):
            position.remove(fortress.name)
            position.gone.add(fortress.name)
            table.tell(
                f"{wording.capital(position.piece(fortress).label)} falls to neglect", "41-4", kind="fortress"
            )
        elif strength < fortress.strength:
            position.change(fortress.name, strength=strength)
            table.tell(
                f"{wording.capital(position.piece(fortress).label)} is worn down to {strength}",
                "41-4",
                kind="fortress",
            )
        if strength < fortress.strength:
            lost = fortress.strength - (strength if fortress.name in position.units else 0)
            morale.unit_lost(table, position, fortress, lost, surrendered=False)


# Open cities


def open_cities_near(table: Table, position: WesternFrontPosition, node: int, side: str) -> Procedure:
    """[21-12] After units of a side entered a hex: enemy cities that are open now give up their fortresses.

    Strength and siege artillery count next to the city; a line of communication may be cut far from it.
    """
    weak = weak_cities(position, other_side(side))
    units, beside = position.units, position.setting.board.adjacent[node]
    for name in weak.names:
        fortress = units.get(name)
        if fortress is None or not fortress.strength:
            continue
        if why_open(position, fortress, fortress.at == node or fortress.at in beside):
            yield from open_city(table, position, fortress.at)
    return None


def may_open_cities(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[21-12] Whether units of a side that entered a hex can have made the enemy open a city."""
    if not is_open_city_season(position):
        return False
    enemy = ENEMY_OF[side]
    weak = weak_cities(position, enemy)
    return bool(weak.names) and (node in weak.near or not position.pressed[enemy].isdisjoint(weak.ways))


class WeakCities(msgspec.Struct, frozen=True):
    """[21-12] Cities that may have to open their gates, and where an enemy must come to make them do so."""

    names: tuple[str, ...]  # of their fortresses
    near: frozenset[int]  # the cities and the hexes beside them
    ways: frozenset[int]  # the hexes of their ways to the capital


def weak_cities(position: WesternFrontPosition, side: str) -> WeakCities:
    """[21-12] The fortresses of a side that are weak enough to be given up, and in a city center."""
    return position.memo[side].found(_WEAK_CITIES, _weak_cities, position, side)


def _weak_cities(position: WesternFrontPosition, side: str) -> WeakCities:
    setting = position.setting
    weak = [unit for unit in position.fortresses_of(side) if may_be_open_city(position, unit)]
    ways: set[int] = set()
    near: set[int] = set()
    for fortress in weak:
        near.update((fortress.at, *setting.board.adjacent[fortress.at]))
        _, way = _way_to_capital(setting, fortress.at, side)
        ways.update(way)
        if not way:
            near.update(range(len(setting.board)))  # it must be looked at wherever the enemy goes
    return WeakCities(tuple(unit.name for unit in weak), frozenset(near), frozenset(ways))


def open_cities(table: Table, position: WesternFrontPosition, side: str) -> Procedure:
    """[21-12] Cities of a side that are open because their garrisons went away."""
    if is_open_city_season(position):
        for fortress in fortresses_of(position, side):
            if may_be_open_city(position, fortress) and why_open(position, fortress):
                yield from open_city(table, position, fortress.at)
    return None


def is_open_city_season(position: WesternFrontPosition) -> bool:
    """[21-12] August and September of 1914."""
    date = position.date
    first, last = position.setting.open_city_months
    return date.year == OPEN_CITY_YEAR and first <= date.month <= last


def may_be_open_city(position: WesternFrontPosition, fortress: Unit) -> bool:
    """[21-12] Whether a fortress is weak enough, and in a city center."""
    strongest = position.setting.tables.whole("open_city_strength")
    return fortress.strength <= strongest and fortress.at in position.setting.cities


def why_open(position: WesternFrontPosition, fortress: Unit, near: bool = True) -> str:
    """[21-12] The condition that makes a city open, in words; empty if none holds.

    ``near`` says that the enemy next to it has changed, so that his strength must be looked at too.
    """
    if near:
        enemies = _enemies_beside(position, fortress)
        if any(position.piece(enemy).siege for enemy in enemies):
            return "siege artillery is next to it"
        side = position.side_of(fortress)
        garrison = sum(unit.strength for unit in position.combat_units_at(fortress.at, side))
        odds = position.setting.tables.whole("open_city_odds")
        if sum(enemy.strength for enemy in enemies) > odds * garrison:
            return "the enemy next to it is too strong"
    if not reaches_capital(position, fortress):
        return "it is cut off from the capital"
    return ""


def _enemies_beside(position: WesternFrontPosition, fortress: Unit) -> list[Unit]:
    """[21-12] Enemy ground combat units next to a city, at current strength (decision WF-R085)."""
    enemy = other_side(position.side_of(fortress))
    return [
        unit
        for beside in position.setting.board.adjacent[fortress.at]
        for unit in position.combat_units_at(beside, enemy)
    ]


def reaches_capital(position: WesternFrontPosition, fortress: Unit) -> bool:
    """[21-12] Whether a line of communication joins a city with its country's capital.

    A country whose capital is not on the map has it beyond the friendly map edge.
    """
    setting, side = position.setting, position.piece(fortress).side
    goals, way = _way_to_capital(setting, fortress.at, side)
    if not way:
        return fortress.at in goals
    for node in position.pressed[side].intersection(way):
        if bars_communication(position, node, side):
            return any(each in goals for each in _connected(position, fortress.at, side))
    return True


@lru_cache(maxsize=128)
def _way_to_capital(
    setting: WesternFrontSetting, node: int, side: str
) -> tuple[frozenset[int], tuple[int, ...]]:
    """Where a line of communication of a hex must lead to, and the shortest way there on an empty board."""
    goals = capital(setting, setting.board.country[node]) or surrender.friendly_edge(setting, side)
    onward = ways_to(setting, goals)
    way = []
    while node not in goals:
        node = onward[node]
        if node == NOWHERE:
            return goals, ()
        way.append(node)
    return goals, tuple(way)


@lru_cache(maxsize=32)
def capital(setting: WesternFrontSetting, country: str) -> frozenset[int]:
    """The hex of a country's capital, if it is on the map."""
    places = setting.places_of_kind("capital")
    return frozenset(node for node in places if setting.board.country[node] == country)


def _connected(position: WesternFrontPosition, start: int, side: str) -> Iterable[int]:
    """[20-1] The hexes that lines of communication of a side join with a hex."""
    crossable = position.setting.crossable
    seen = {start}
    ahead = [start]
    while ahead:
        node = ahead.pop()
        yield node
        for beside in crossable[node]:
            if beside not in seen:
                seen.add(beside)
                if not bars_communication(position, beside, side):
                    ahead.append(beside)


def open_city(table: Table, position: WesternFrontPosition, node: int) -> Procedure:
    """[21-12] A city declares itself open: its fortress is removed, and its garrison leaves without loss.

    It happens by itself, or by the option as its owner likes (decision WF-R085).
    """
    fortress = position.fortress_at(node)
    if fortress is None:
        return None
    if position.setting.option("open-city-by-choice"):
        answer = yield _ask_open_city(position, fortress)
        if isinstance(answer, Stand):
            return None
    reason = why_open(position, fortress)
    side = position.side_of(fortress)
    position.remove(fortress.name)
    position.gone.add(fortress.name)
    name = position.setting.board.name_of(node)
    table.tell(f"{name} declares itself an open city: {reason}", "21-12", kind="fortress")
    garrison = [unit.name for unit in position.units_at(node) if position.side_of(unit) == side]
    if garrison:
        yield from retreat.retreat(table, position, node=node, names=garrison, plan={})
    return None


def _ask_open_city(position: WesternFrontPosition, fortress: Unit) -> Ask:
    return Ask(
        position.side_of(fortress),
        "open-city",
        f"{position.setting.board.name_of(fortress.at)} may be declared an open city: keep the fortress?",
        "21-12",
        options=lambda: [Stand(), Abandon(fortress.name)],
        default=Stand,
        about=OpeningCity(fortress.name),
    )
