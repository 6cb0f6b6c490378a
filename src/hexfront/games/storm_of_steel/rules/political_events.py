"""Chapter 6.2: political events, at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexfront.games.storm_of_steel.matters import Event as EventMatter
from hexfront.games.storm_of_steel.orders import Hasten, Play
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.political_tables import Event
from hexfront.games.storm_of_steel.rules import (
    agenda,
    cards,
    colonies,
    conditions,
    morale,
    nationalists,
    peace,
    reinforcements,
    revolution,
)
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Ask, Procedure, Table

CARD = "card of"  # a side has been asked for a card of this phase
PHASE = "political-events"


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-8b] Peace is rolled for first [44.1]; then each side, from the Central Powers on (SS-D37), may
    play a card of this phase, and when both have been asked each rolls on the table."""
    if not position.begun:
        peace.negotiate(table)
        position.ready.clear()
        position.begun = True
    yield from agenda.work_off(table, TASKS)
    for side in SIDES:
        shown = f"{CARD} {side}"
        if not {shown, side} & position.ready and not position.flags.get(peace.PEACE):
            position.active = side
            yield from cards.contingency(table, side, PHASE, plays, act)
            position.ready.add(shown)
    for side in SIDES:
        if side not in position.ready and not position.flags.get(peace.PEACE):
            position.active = side
            position.ready.add(side)
            event(table, side)
            yield from agenda.work_off(table, TASKS)
    position.ready.clear()
    position.active = SIDES[0]
    colonies.put_down(table)
    cards.put_back(position)
    return None


def plays(position: SteelPosition, card: Card) -> Iterable[Play]:
    return [Play(card.card)]


def act(table: Table[SteelPosition], card: Card, play: Play) -> Procedure:
    """[4.6-Special] Cards of this phase move morale or weigh on a revolution; they are not used again."""
    position = table.position
    for effect in card.effects:
        match effect.effect:
            case "morale":
                morale.change(table, effect.of[0], effect.number or 0, card.name, "4.6-Special")
            case "morale die":
                die = table.roll("card", "4.6-Special", at=str(card.card), words=card.name)
                morale.change(table, effect.of[0], die, card.name, "4.6-Special")
            case "revolution modifier":
                position.flags[f"{revolution.WEIGHT} {effect.of[0]}"] = effect.number or 0
    if card.discard:
        position.discarded.add(card.card)
    position.shown[card.side] = ()
    yield from ()
    return None


def modifier(position: SteelPosition, side: str, note: Note = unexplained) -> int:
    """[5.31] [6.21] What is added to the die: morale, the year, and how the war goes."""
    cases = position.setting.printed.politics.modifiers_of("political-events")
    band, year = conditions.band(position, side), position.quarter.year
    total = 0
    for case, holds in (
        ("own morale high", band == "high"),
        ("own morale low", band == "low"),
        ("in 1917", year == 1917),
        ("in 1918 or 1919", year in (1918, 1919)),
        ("an own major power has surrendered", _major_lost(position, side)),
        ("an enemy capital taken this turn", _capital_taken(position, side)),
    ):
        total += note("6.21", case, cases[case] if holds else 0)
    return total


def _major_lost(position: SteelPosition, side: str) -> bool:
    printed = position.setting.printed.countries.countries
    return any(
        position.alliances[country] == side and printed[country].power == "major"
        for country in position.surrendered
    )


def _capital_taken(position: SteelPosition, side: str) -> bool:
    return any(
        position.controller(node) == side and position.held.get(node) != side
        for node in position.capitals_of(other_side(side))
    )


def powers(position: SteelPosition, side: str) -> list[str]:
    """[6.2] The major powers that fight for a side."""
    printed = position.setting.printed.countries.countries
    return [
        country
        for country, alliance in sorted(position.alliances.items())
        if alliance == side and country not in position.surrendered and printed[country].power == "major"
    ]


def struck(table: Table[SteelPosition], side: str, number: int) -> list[str]:
    """[6.22] The powers that lost most strength this turn; of equals who lost more cities, then by lot."""
    position = table.position
    lost = position.strength_lost
    found = [country for country in powers(position, side) if lost.get(country)]
    ranks = {country: (-lost[country], -_cities_lost(position, country)) for country in found}
    equal = [country for country in found if list(ranks.values()).count(ranks[country]) > 1]
    lots = {country: table.roll("lot", "6.22", faces=1000, at=country, words="by lot") for country in equal}
    return sorted(found, key=lambda country: (*ranks[country], lots.get(country, 0), country))[:number]


def _cities_lost(position: SteelPosition, country: str) -> int:
    board = position.setting.board
    return sum(
        position.held.get(board[city.hex]) == position.alliances[country]
        and position.controller(board[city.hex]) != position.alliances[country]
        for city in position.setting.printed.places.cities_of(country)
    )


def event(table: Table[SteelPosition], side: str) -> None:
    """[6.2] [6.22] A side rolls for its political event; what that leaves open goes on the agenda."""
    position = table.position
    die = table.roll("political event", "6.2", of=side, words=f"political events of the {SIDE_NAMES[side]}")
    row = row_of(position.setting.printed.politics.events, die + modifier(position, side))
    table.tell(
        f"{SIDE_NAMES[side]}: {row.text}", "6.2", kind="politics", data={"side": side, "event": row.event}
    )
    if row.morale:
        morale.apply(table, [Change(side, row.morale, row.text.rstrip("."), "5.14")])
    if row.event == "campaign":
        position.obliged.add(side)
    elif row.event == "pushed forward":
        position.agenda.append(f"hasten {side}")
    elif row.powers:
        for country in struck(table, side, row.powers):
            strike(table, row, country)


def strike(table: Table[SteelPosition], row: Event, country: str) -> None:
    """[6.22] [35.25] [35.27] An event strikes a power: its army, not nationalists; it may raise some."""
    position = table.position
    name = country_name(position.setting, country)
    match row.event:
        case "revolution":
            position.agenda.extend(revolution.check(table, country))
        case "mutiny":
            position.mutinies.add(country)
            table.tell(f"Mutiny in the army of {name}", "6.22", kind="politics")
        case "strike":
            position.strikes.add(country)
            table.tell(f"Strikes in {name}", "6.22", kind="politics")
        case "pushed back":
            reinforcements.push(position, on_track(position, country), +1)
            table.tell(f"Units of {name} come a turn later", "7.83", kind="politics")


def on_track(position: SteelPosition, country: str) -> list[str]:
    """[7.83] The units of a power that are still to come."""
    return sorted(name for name in position.due if position.setting.pieces[name].country == country)


def hasten(table: Table[SteelPosition], side: str) -> Procedure:
    """[7.83] The units of one power, of the side's choice, come a turn earlier; next turn's come now."""
    position = table.position
    with_units = [each for each in powers(position, side) if on_track(position, each)]
    if not with_units:
        agenda.done(position)
        return None
    answer = yield Ask(
        side,
        "hasten",
        "Choose the power whose units come a turn earlier",
        "7.83",
        [Hasten(country) for country in with_units],
        EventMatter("pushed forward"),
        station=True,
    )
    reinforcements.push(position, on_track(position, answer.country), -1)
    name = country_name(position.setting, answer.country)
    table.tell(f"Units of {name} come a turn earlier", "7.83", kind="politics")
    agenda.done(position, f"arrive {side}")
    return None


def arrive(table: Table[SteelPosition], side: str) -> Procedure:
    """[7.83] Units that were due next turn are placed at once."""
    yield from reinforcements.arrive(table, side)
    agenda.done(table.position)
    return None


TASKS: Mapping[str, agenda.Task] = {
    "hasten": hasten,
    "arrive": arrive,
    "uprising": nationalists.uprising,
    "raise": reinforcements.raise_irregular,
}
