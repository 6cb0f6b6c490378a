"""Chapter 6.1: Grand Diplomacy. Neutrals come in, and contingency cards of the phase are played."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.orders import Play
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import (
    allegiance,
    america,
    cards,
    colonies,
    conditions,
    minor_powers,
    peace,
    ultimatum,
)
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import BANDS, SIDE_NAMES, SIDES, other_side
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Procedure, Refusal, Table

PHASE = "grand-diplomacy"
SECOND = "second in diplomacy"


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-2] [3.2-2.2] [3.2-2.3] [6.1] Morale is compared; neutrals join whose time has come; then the side
    with higher morale may play a card of the phase, then the other. Peace Negotiations are shown like them
    (SS-D01, SS-D46)."""
    yield from cards.lay_down(table)
    if not position.begun:
        position.flags[SECOND] = SIDES.index(other_side(first_side(table)))
        entries(table)
        america.provoked(table)
        position.ready.clear()
        position.begun = True
    second = SIDES[position.flags[SECOND]]
    for side in (other_side(second), second):
        if side not in position.ready:
            position.active = side
            yield from cards.contingency(table, side, PHASE, plays, act, objection=objection)
            position.ready.add(side)
    position.ready.clear()
    position.active = SIDES[0]
    return None


def first_side(table: Table[SteelPosition]) -> str:
    """[3.2-2] Higher morale goes first; if it is the same number, the higher die (SS-D02)."""
    position = table.position
    one, other = (position.morale[side] for side in SIDES)
    while one == other:
        one, other = (
            table.roll("diplomacy order", "3.2-2", of=side, words="who goes first in Grand Diplomacy")
            for side in SIDES
        )
    return SIDES[0] if one > other else SIDES[1]


def entries(table: Table[SteelPosition]) -> None:
    """[19.2] Neutrals that join by themselves in this quarter; of those only the Ottoman Empire with free
    diplomacy (SS-D35)."""
    position = table.position
    for entry in position.setting.printed.entries:
        if position.setting.calendar.number(entry.turn) != position.turn:
            continue
        if position.setting.option("free-diplomacy") and entry.country != "ottoman-empire":
            continue
        barred = entry.unless and conditions.met(position, entry.side, entry.unless)
        if not barred and conditions.met(position, entry.side, entry.when):
            allegiance.join(table, entry.country, entry.side, "19.2")


def plays(position: SteelPosition, card: Card) -> Iterable[Play]:
    """[6.11] [19.21] What a card of this phase can be played on."""
    match table_of(card):
        case "diplomacy":
            return [Play(card.card, country) for country in courted(position, card.side)]
        case "ultimatum":
            return [Play(card.card, country) for country in ultimatum.threatened(position, card.side)]
        case _:
            return [Play(card.card)]


def objection(position: SteelPosition, card: Card, play: Play) -> Refusal | None:
    """[6.11] [19.21] Words for a country that a card of this phase cannot be played on."""
    kind, country = table_of(card), play.on
    if kind not in ("diplomacy", "ultimatum") or country not in position.setting.printed.countries.countries:
        return None
    name, neutrals = country_name(position.setting, country), position.setting.printed.politics.neutrals
    if not allegiance.is_neutral(position, country):
        return Refusal("19.3", f"{name} is not neutral")
    if kind == "ultimatum":
        return ultimatum.objection(position, card.side, country)
    if country not in neutrals or neutrals[country].attitude(card.side).needs is None:
        return Refusal("6.11", f"no diplomacy of the {SIDE_NAMES[card.side]} wins {name}")
    until = position.closed.get(f"{card.side} {country}", 0)
    if until >= position.turn:
        return Refusal("6.11", f"{name} is closed to the {SIDE_NAMES[card.side]} until turn {until}")
    return Refusal("6.11", f"{name} is not on the maps that are played")


def table_of(card: Card) -> str:
    """The table that a card rolls on."""
    return next(effect.of[0] for effect in card.effects if effect.effect == "table")


def act(table: Table[SteelPosition], card: Card, play: Play) -> Procedure:
    """[6.11] What the card that was played does."""
    match table_of(card):
        case "diplomacy":
            court(table, card.side, play.on)
        case "ultimatum":
            ultimatum.issue(table, card.side, play.on)
        case "minor-powers":
            yield from minor_powers.send_for(table)
        case "america":
            america.situation(table)
        case "peace":
            peace.offer(table.position, card.side)
        case _:
            yield from colonies.campaign(table, card.side)
    return None


# Diplomacy with a neutral


def courted(position: SteelPosition, side: str) -> list[str]:
    """[6.11] The neutrals that a side may try to win."""
    return [
        country
        for country, neutral in position.setting.printed.politics.neutrals.items()
        if allegiance.is_neutral(position, country)
        and neutral.attitude(side).needs is not None
        and position.closed.get(f"{side} {country}", 0) < position.turn
        and ultimatum.on_map(position, country)
    ]


def needed(position: SteelPosition, side: str, country: str) -> int:
    """[6.11] The least die that wins a neutral."""
    attitude = position.setting.printed.politics.neutrals[country].attitude(side)
    assert attitude.needs is not None, country
    if attitude.then is not None and conditions.met(position, side, attitude.condition):
        return attitude.then
    return attitude.needs


def modifier(position: SteelPosition, side: str, note: Note = unexplained) -> int:
    """[6.11] What is added to the die: the morale of both, and an enemy capital."""
    cases = position.setting.printed.politics.modifiers_of("diplomacy")
    own, enemy = (BANDS.index(conditions.band(position, each)) for each in (side, other_side(side)))
    total = 0
    for case, holds in (
        ("own morale band above the enemy", own > enemy),
        ("own morale band below the enemy", own < enemy),
        ("an enemy capital is held", holds_capital(position, side)),
    ):
        total += note("6.11", case, cases[case] if holds else 0)
    return total


def holds_capital(position: SteelPosition, side: str) -> bool:
    """Whether a side holds a capital of a country that fights or fought for the enemy."""
    return any(position.controller(node) == side for node in position.capitals_of(other_side(side)))


CLOSED, WON, STAYS = "closed", "won", "stays neutral"


def answer(position: SteelPosition, side: str, country: str, die: int) -> str:
    """[6.11] [19.21] What a die of diplomacy does: a natural 1 closes the country for some turns."""
    if die == 1:
        return CLOSED
    return WON if die + modifier(position, side) >= needed(position, side, country) else STAYS


def court(table: Table[SteelPosition], side: str, country: str) -> None:
    """[6.11] [19.21] A die to win a neutral; a natural 1 closes it to that side for some turns."""
    position = table.position
    needs, added = needed(position, side, country), modifier(position, side)
    name = country_name(position.setting, country)
    die = table.roll("diplomacy", "6.11", at=country, words=f"diplomacy of the {SIDE_NAMES[side]} in {name}")
    found = answer(position, side, country, die)
    if found == CLOSED:
        turns = position.setting.printed.economy.number("closed to diplomacy")
        position.closed[f"{side} {country}"] = position.turn + turns
        table.tell(f"{name} is closed to the {SIDE_NAMES[side]} for {turns} turns", "19.21", kind="politics")
    elif found == WON:
        position.flags[f"diplomacy {side} {country}"] = position.turn
        allegiance.join(table, country, side, "6.11")
    else:
        table.tell(f"{name} stays neutral: {die + added} where {needs} was needed", "6.11", kind="politics")
