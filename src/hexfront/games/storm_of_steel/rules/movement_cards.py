"""[4.31] Contingency cards of a movement segment, and what cards let units do while they move."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.matters import CardPlay
from hexfront.games.storm_of_steel.orders import CutRail, Entrench, Play
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.printed.cards import Card, Effect
from hexfront.games.storm_of_steel.rules import card_effects, cards, partisans, reorganization
from hexfront.games.storm_of_steel.rules.naval_transport import EVACUATION
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.play import Action, Ask, Procedure, Refusal, Table

PHASE = "movement"
SECOND_TRAIN = "second train"
AT_ONCE = "entrench at once"


def options(position: SteelPosition) -> Iterator[Action]:
    """[4.31] The cards of this phase that the side may play now, and units that a card lets entrench."""
    for card in cards.in_hand(position, position.active, PHASE):
        yield from plays(position, card)
    yield from (Entrench(unit.name) for unit in diggers(position))


def plays(position: SteelPosition, card: Card) -> Iterator[Play]:
    """[4.6-Special] How a card may be played: an evacuation from the coast of one sea."""
    if not any(effect.effect == EVACUATION for effect in card.effects):
        yield Play(card.card)
        return
    for name in ON_MAP:
        if any(_stands_on(position, unit, name) for unit in position.ashore(card.side)):
            yield Play(card.card, SEAS[name])


def _stands_on(position: SteelPosition, unit: Unit, sea: str) -> bool:
    """Whether a land unit stands on the coast of a sea."""
    board = position.setting.board
    return (
        position.piece(unit).land
        and not board.is_area(unit.at)
        and any(node in board.regions.get(sea, ()) for node in board.adjacent[unit.at])
    )


def carry_out(table: Table[SteelPosition], position: SteelPosition, order: Action) -> Procedure:
    """[4.6-Special] A card is shown and acts, or a unit entrenches where a card lets it."""
    if isinstance(order, Entrench):
        reorganization.turn(table, position, order)
        position.change(order.unit, moved=True)
        return None
    assert isinstance(order, Play)
    card = position.setting.printed.deck.cards[order.card]
    cards.show(table, card.side, str(order.card))
    for effect in card.effects:
        number = effect.number or 0
        match effect.effect:
            case "second rail move":
                position.flags[SECOND_TRAIN] = number
            case "evacuation":
                position.flags[EVACUATION] = number
                position.flags[f"{EVACUATION} {order.on}"] = 1
            case "cut rail":
                yield from _cut(table, card, effect)
            case "partisans":
                yield from partisans.raised(table, card.side, effect.of, number)
    return None


def _cut(table: Table[SteelPosition], card: Card, effect: Effect) -> Procedure:
    """[4.6-Special] [16.42] Railway hexes of the enemy in a country are cut where none of his units stand."""
    position = table.position
    label, setting = position.setting.board.label, position.setting
    enemy = other_side(card.side)
    for _ in range(effect.number or 0):
        rails = position.rails
        found: list[Action] = [
            CutRail(label(node))
            for node in sorted(setting.in_play)
            if rails[node]
            and setting.country_of[node] in effect.of
            and position.rail_side(node) == enemy
            and position.occupant[node] != enemy
        ]
        if not found:
            return None
        order = yield Ask(
            card.side,
            "cut rail",
            f"{card.name}: which railway hex is cut?",
            "4.6-Special",
            found,
            CardPlay("cut rail"),
            always=True,
        )
        position.lay_rails(setting.board[order.at], "")
        table.tell(f"The railway in {order.at} is cut", "4.6-Special", "16.42", kind="rail")
    return None


def why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """Words for a card that cannot be played in a movement segment."""
    return cards.why_not(position, position.active, PHASE, action)


# A second journey by rail


def may_entrain_again(position: SteelPosition, unit: Unit) -> bool:
    """[4.6-Special] Whether a unit that came by rail in this segment may go by rail once more."""
    return (
        unit.strategic
        and not unit.crossed
        and position.flags.get(SECOND_TRAIN, 0) > 0
        and not position.flags.get(f"{SECOND_TRAIN} {unit.name}")
        and not position.setting.board.is_area(unit.at)
    )


def note_second_train(position: SteelPosition, name: str) -> None:
    """One of the second journeys of a card is used up."""
    position.flags[SECOND_TRAIN] -= 1
    position.flags[f"{SECOND_TRAIN} {name}"] = 1


def end(position: SteelPosition) -> None:
    """What cards let units do ends with the movement segment."""
    for key in [key for key in position.flags if key.startswith((SECOND_TRAIN, EVACUATION))]:
        del position.flags[key]


# Trenches at once


def diggers(position: SteelPosition) -> Iterator[Unit]:
    """[4.6-Special] The units that a card lets entrench in a movement segment, moved or not: those of its
    country on its front, out of command or in it."""
    for card, effect in card_effects.of(position, position.active, AT_ONCE):
        front = card_effects.front(position, card)
        for unit in position.of_side(position.active):
            if (
                position.piece(unit).country in effect.of
                and position.setting.front_of[unit.at] == front
                and reorganization.can_entrench(position, unit)
            ):
                yield unit
