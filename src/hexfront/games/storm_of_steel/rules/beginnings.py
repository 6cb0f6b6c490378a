"""Chapter 45: what scenarios begin with, besides their forces."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import allegiance, bolsheviks, capacity, conditions, surrender
from hexfront.games.storm_of_steel.secrecy import LAID_DOWN
from hexfront.games.storm_of_steel.vocabulary import ALLOCATION, CARDS, SIDES, other_side
from hexfront.kernel.play import Table

SUBMARINE_WAR = 40
BY_DEFAULT = "default"  # said of ground in a text: it is whose it is without anybody having come


def begin(position: SteelPosition) -> None:
    """[45.1] [45.42] Who holds and has taken which city, points in store, and a submarine war under way."""
    setting = position.setting
    for node in setting.city_at:
        position.credited[node] = position.controller(node)
    for node in conditions.noted(setting):
        position.first_held[node] = position.controller(node)
    if SUBMARINE_WAR in position.developed:
        position.flags["submarine war"] = 1
    stored = setting.printed.set_ups.starts[setting.plan.start].stored
    for side in SIDES:
        for purse, points in capacity.output(position, side).items() if stored else ():
            position.points[purse] = points * stored // 100


def thin_out(table: Table[SteelPosition]) -> None:
    """[45.4] [45.41] Cards of dates before the scenario are out, those with a range by a die."""
    position = table.position
    calendar = position.setting.calendar
    for card in position.setting.printed.deck.cards.values():
        if card.kind != "campaign" or calendar.number(card.available) >= position.setting.first_turn:
            continue
        gone = bool(card.discard)
        if len(card.discard) not in (0, 6):
            die = table.roll("old card", "45.41", at=str(card.card), words=f"whether {card.name} is out")
            gone = die in card.discard
        if gone:
            position.discarded.add(card.card)


def assume(position: SteelPosition) -> None:
    """What a position text need not say: troops hold the hex they are in, cities are and were their
    alliances', morale has just begun, and once cards have been selected they lie on the table."""
    setting = position.setting
    for unit in list(position.units.values()):
        if unit.motorized and position.piece(unit).headquarters:  # [41.3] never one marker alone
            position.change(
                unit.name, motorized=max(unit.motorized, setting.number("motorization headquarters"))
            )
    _irregulars(position)
    _occupy(position)
    under_way = position.begun or position.step != CARDS
    for node in setting.city_at:
        position.credited.setdefault(node, position.default_controller(node))
    for node in conditions.noted(setting):
        belongs = position.default_controller(node)
        position.first_held.setdefault(node, belongs)
        if under_way:
            position.held.setdefault(node, belongs)
    for side in SIDES:
        changed = sum(cause.change for cause in position.causes if cause.side == side)
        position.began.setdefault(f"morale {side}", position.morale[side] - changed)
        position.began.setdefault(f"industry {side}", conditions.industry(position, side))
    for name in ("picked", "shown"):
        for side in SIDES:
            getattr(position, name).setdefault(side, ())
    if SUBMARINE_WAR in position.developed:
        position.flags.setdefault("submarine war", 1)  # [27.4] as when it is developed
    _lay_cards_down(position)
    _surrender_by_occupation(position)
    for country, side in sorted(position.passage.items()):
        allegiance.grant_passage(position, country, side)
    if _expects_output(position):
        for side in SIDES:
            position.income.update(capacity.output(position, side))
        position.points.update(position.income)


def _expects_output(position: SteelPosition) -> bool:
    """[3.2-7d] Whether points are to be allocated of which a text tells nothing: those of the quarter."""
    return position.step == ALLOCATION and not position.begun and not (position.points or position.income)


def _occupy(position: SteelPosition) -> None:
    """[16.1] [16.42] A hex that enemy troops are in is theirs, and its railway nobody's, unless told."""
    for node in occupied(position):
        position.hold(node, position.occupant[node])
    for node in broken_by_troops(position):
        position.lay_rails(node, "")
    for told in (position.holders, position.railways):
        for node in [node for node, side in told.items() if side == BY_DEFAULT]:
            del told[node]


def occupied(position: SteelPosition) -> list[int]:
    """Hexes of which nothing is said and that troops are in to whom they would not belong."""
    return [
        node
        for node in sorted(position.troops)
        if position.occupant[node] not in ("", position.default_controller(node))
        and not position.setting.board.is_area(node)
        and node not in position.holders
    ]


def broken_by_troops(position: SteelPosition) -> list[int]:
    """Hexes of whose railway nothing is said, with troops of the enemy of the alliance they belong to."""
    rails = position.setting.rails(position.turn)
    return [
        node
        for node in sorted(position.troops)
        if rails[node]
        and position.occupant[node]
        and position.default_controller(node) not in ("", position.occupant[node])
        and not position.setting.board.is_area(node)
        and node not in position.railways
    ]


def _lay_cards_down(position: SteelPosition) -> None:
    """[4.3] After the Strategy Card Phase cards lie face down before their sides, unless the text says 0."""
    for side in SIDES:
        flag = f"{LAID_DOWN} {side}"
        if position.step != CARDS:
            position.flags.setdefault(flag, position.turn)
        if not position.flags.get(flag):
            position.flags.pop(flag, None)


def _surrender_by_occupation(position: SteelPosition) -> None:
    """[19.32] Countries that a text lets surrender were occupied, unless it says 0; what the scenario begins
    with is known."""
    for country in position.surrendered - surrender.began_surrendered(position.setting):
        position.flags.setdefault(
            f"{surrender.BY_OCCUPATION} {country}", int(not _was_free(position, country))
        )
        if not position.flags[f"{surrender.BY_OCCUPATION} {country}"]:
            del position.flags[f"{surrender.BY_OCCUPATION} {country}"]


def _was_free(position: SteelPosition, country: str) -> bool:
    """[19.32] Whether a country cannot have been occupied: its side stands in its capital, and the enemy
    holds none of its cities."""
    setting, side = position.setting, position.alliances.get(country, "")
    cities = setting.printed.places.cities_of(country)
    nodes = {setting.board[city.hex]: city for city in cities if city.hex in setting.board}
    in_capital = any(city.capital and position.occupant[node] == side for node, city in nodes.items())
    return in_capital and not any(position.controller(node) == other_side(side) for node in nodes)


def _irregulars(position: SteelPosition) -> None:
    """[35.1] [35.11] [35.21] Irregulars on the map are the enemy's of the country they rose in; Bolsheviks
    rose in an earlier turn."""
    terror = bool(bolsheviks.terrorized(position))
    for unit in sorted(position.units.values(), key=lambda unit: unit.name):
        piece = position.piece(unit)
        if piece.force not in ("bolshevik", "nationalist"):
            continue
        country, force = position.setting.country_of[unit.at], piece.of or piece.force
        side = position.alliances.get(country)
        if side and force not in position.controllers:
            position.controllers[force] = other_side(side)
            position.renew()
        if piece.force == "bolshevik" and not terror:
            position.flags.setdefault(f"{bolsheviks.TERROR} {country}", position.turn - 1)
