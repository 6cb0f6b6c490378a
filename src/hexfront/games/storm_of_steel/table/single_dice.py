"""What one die decides outside combat: diplomacy and ultimatums, cards with a table, developments,
intelligence and reprisals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.matters import Reconnaissance
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.political_tables import America, Colonial
from hexfront.games.storm_of_steel.rules import (
    america,
    battles,
    development,
    diplomacy,
    fog,
    minor_powers,
    partisans,
    ultimatum,
)
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.odds import Distribution
from hexfront.shared.words import counted

Answer = Callable[[int], str]  # what a die does, in words


def odds(position: SteelPosition, decision: Decision | None, action: Action) -> Distribution[str] | None:
    """How likely each answer of a die is; None if an order asks none of these tables. What may not be ordered
    is refused."""
    answer = _answer(position, decision, action)
    if answer is None:
        return None
    if decision is not None and (refusal := decision.refusal(action)) is not None:
        raise refusal
    return Distribution.evenly(answer(die) for die in range(1, 7))


def _answer(position: SteelPosition, decision: Decision | None, action: Action) -> Answer | None:
    setting = position.setting
    match action:
        case orders.Play(number, country) if number in setting.printed.deck.cards:
            return _of_card(position, setting.printed.deck.cards[number], country)
        case orders.Develop(number) if number in setting.printed.deck.cards:
            card = setting.printed.deck.cards[number]
            return lambda die: "developed" if development.succeeds(position, card, die) else "not developed"
        case orders.Examine() if decision is not None and isinstance(decision.about, Reconnaissance):
            staff = position.units[decision.about.unit]
            return lambda die: "seen" if fog.finds_out(position, staff, die) else "nothing is learnt"
        case orders.Atrocity(at) if at in setting.board:
            column = partisans.atrocity_column(position, setting.board[at])
            return lambda die: setting.printed.land.combat[battles.ASSAULT].cells[die, column]
    return None


def _of_card(position: SteelPosition, card: Card, country: str) -> Answer | None:
    """[6.11] What a card of Grand Diplomacy rolls for."""
    politics = position.setting.printed.politics
    if not any(effect.effect == "table" for effect in card.effects):
        return None
    known = country in politics.neutrals
    match diplomacy.table_of(card):
        case "diplomacy" if known:
            return lambda die: _courted(position, card.side, country, die)
        case "ultimatum" if known:
            return lambda die: _threatened(position, card.side, country, die)
        case "minor-powers":
            return lambda die: _came(position, minor_powers.comes(position, die))
        case "america":
            added = america.modifier(position)
            return lambda die: _lent(politics.america, die + added)
        case "colonial-central-powers" | "colonial-entente":
            return lambda die: _colonies(politics.colonial[card.side], die)
    return None


def _courted(position: SteelPosition, side: str, country: str, die: int) -> str:
    if not _has_attitude(position, side, country):
        return "nothing"
    name = country_name(position.setting, country)
    turns = position.setting.printed.economy.number("closed to diplomacy")
    words = {
        diplomacy.WON: f"{name} joins",
        diplomacy.STAYS: f"{name} stays neutral",
        diplomacy.CLOSED: f"{name} is closed for {counted(turns, 'turn')}",
    }
    return words[diplomacy.answer(position, side, country, die)]


def _has_attitude(position: SteelPosition, side: str, country: str) -> bool:
    return position.setting.printed.politics.neutrals[country].attitude(side).needs is not None


def _threatened(position: SteelPosition, side: str, country: str, die: int) -> str:
    if ultimatum.is_refused(position, country):
        return "joins the enemy"
    row = row_of(
        position.setting.printed.politics.ultimatum, die + ultimatum.border_odds(position, side, country)
    )
    return "surrenders" if row.result == "joins" and country in row.surrender else row.result


def _came(position: SteelPosition, country: str) -> str:
    return f"{country_name(position.setting, country)} sends troops" if country else "nobody comes"


def _lent(rows: Sequence[America], total: int) -> str:
    row = row_of(rows, total)
    return "the United States join" if row.result == "joins" else "loans" if row.points else "nothing"


def _colonies(rows: Sequence[Colonial], die: int) -> str:
    row = row_of(rows, die)
    said = [
        *(["an uprising"] if row.uprising else []),
        *([f"{row.own:+d} own morale"] if row.own else []),
        *([f"{row.enemy:+d} enemy morale"] if row.enemy else []),
    ]
    return " and ".join(said) or "nothing"
