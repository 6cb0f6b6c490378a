"""How the program calls countries and cards where people read them."""

from __future__ import annotations

from hexfront.games.storm_of_steel.setting import SteelSetting


def country_name(setting: SteelSetting, country: str) -> str:
    return setting.printed.countries.countries[country].name


def card_name(setting: SteelSetting, number: int) -> str:
    """A card as people speak of it."""
    return f"{setting.printed.deck.cards[number].name} ({number})"
