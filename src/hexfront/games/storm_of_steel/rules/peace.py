"""Chapter 44: peace negotiations."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import conditions, morale
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.vocabulary import BANDS, SIDES
from hexfront.kernel.play import Table

PEACE = "peace made"
ARMISTICE = "armistice"


def offer(position: SteelPosition, side: str) -> None:
    """[44.1] A side has shown its card this turn."""
    position.flags[f"peace {side}"] = position.turn


def has_offered(position: SteelPosition, side: str) -> bool:
    """[44.1] Whether a side has shown its card this turn, or it lies open still."""
    cards = position.setting.printed.deck.cards
    return position.flags.get(f"peace {side}") == position.turn or any(
        effect.effect == "table" and effect.of[0] == "peace"
        for number in position.shown.get(side, ())
        for effect in cards[number].effects
    )


def negotiate(table: Table[SteelPosition]) -> None:
    """[44.1] [44.2] If both sides have shown their cards, a die decides about peace, armistice or war."""
    position = table.position
    if not all(has_offered(position, side) for side in SIDES):
        return
    added = sum(BANDS.index(conditions.band(position, side)) for side in SIDES)
    die = table.roll("peace", "44.1", words="peace negotiations")
    row = row_of(position.setting.printed.politics.peace, die + added)
    table.tell(f"Peace negotiations: {row.text}", "44.1", kind="politics", data={"result": row.result})
    if row.result == "peace":
        position.flags[PEACE] = position.turn
    elif row.result == "armistice":
        position.flags[ARMISTICE] = position.turn + 1
    morale.apply(table, [Change(side, row.morale, "no peace was made", "44.1") for side in SIDES])
