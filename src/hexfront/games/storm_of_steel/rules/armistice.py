"""[45.5] An armistice by agreement: either side offers it whenever it is asked for an order, and if the other
offers it in the same quarter the game is drawn."""

from __future__ import annotations

from msgspec.structs import replace

from hexfront.games.storm_of_steel.orders import Armistice
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.play import Action, Ask, Refusal, Table

OFFER, AGREED = "armistice of", "armistice agreed"


def open_to(position: SteelPosition, asked: Ask) -> Ask:
    """[45.5] A question that may be answered by an offer as well; it is not listed among the orders."""
    if asked.sealed:
        return asked  # what is chosen in secret goes on
    groups, words = asked.groups, asked.why_not

    def may(action: Action) -> Refusal | None:
        if isinstance(action, Armistice):
            return objection(position, asked.side)
        return groups(action) if groups is not None else Refusal("3.0", "that is not among the orders")

    def why_not(action: Action) -> Refusal | None:
        return objection(position, asked.side) if isinstance(action, Armistice) else words(action)

    return replace(asked, groups=may, why_not=why_not)


def objection(position: SteelPosition, side: str) -> Refusal | None:
    """[45.5] An offer is made once a quarter."""
    return (
        Refusal("45.5", "an armistice has been offered this quarter") if has_offered(position, side) else None
    )


def has_offered(position: SteelPosition, side: str) -> bool:
    return position.flags.get(f"{OFFER} {side}") == position.turn


def offer(table: Table[SteelPosition], side: str) -> bool:
    """[45.5] A side offers an armistice; whether the other has offered it as well, which ends the game."""
    position = table.position
    position.flags[f"{OFFER} {side}"] = position.turn
    if not has_offered(position, other_side(side)):
        table.tell(f"The {SIDE_NAMES[side]} offer an armistice for this quarter", "45.5", kind="politics")
        return False
    position.flags[AGREED] = position.turn
    table.tell("Both sides have agreed to an armistice", "45.5", kind="politics")
    return True
