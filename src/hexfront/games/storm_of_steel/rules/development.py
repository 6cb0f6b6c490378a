"""Chapter 22: weapons and tactics are developed; contingency cards of the Mobilization Phase are played."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.matters import Development
from hexfront.games.storm_of_steel.orders import Develop, Play, TakeBack
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import capacity, cards, deck, morale, sea_control
from hexfront.games.storm_of_steel.rules.names import card_name, country_name
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, SIDE_NAMES, SIDES, other_side
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import PASS, Action, Ask, Procedure, Refusal, Table

PHASE = "mobilization"
HALF_COST = "half cost"
TRIED = "tried"  # a side has tried a weapon or tactic in this phase


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7a] Each side may turn up a weapon or tactic and try it, or play a card of this phase."""
    if not position.begun:
        position.ready.clear()
        position.grants.clear()
        position.oil_spent.clear()
        position.begun = True
    for side in SIDES:
        if side not in position.ready:
            position.active = side
            yield from _turn(table, side)
            position.ready.add(side)
    position.ready.clear()
    position.active = SIDES[0]
    return None


def _turn(table: Table[SteelPosition], side: str) -> Procedure:
    """[22.2] [4.3] One weapon or tactic is tried, and a contingency card of the phase is played besides: one
    that lies open from earlier turns takes no other card's place."""
    position = table.position
    tried, free = f"{TRIED} {side}", bool(position.picked.get(side))
    while tried not in position.ready and (free or _lying_open(position, side)):
        answer = yield _ask(position, side)
        if isinstance(answer, Play):
            yield from _play(table, position.setting.printed.deck.cards[answer.card], answer, shown=False)
            free = False
        elif isinstance(answer, Develop):
            position.ready.add(tried)
            yield from attempt(table, side, answer)
        else:
            return None
    if tried in position.ready:
        yield from cards.contingency(table, side, PHASE, plays, _play)
    return None


def _lying_open(position: SteelPosition, side: str) -> bool:
    """[22.2] Whether weapons or tactics of a side lie open, to be tried again."""
    return any(_side_of(position, number) == side for number in position.developing)


def _play(table: Table[SteelPosition], card: Card, play: Play, *, shown: bool = True) -> Procedure:
    """[4.31] A contingency card of this phase is shown, if it is not, and acts."""
    if not shown:
        cards.show(table, card.side, str(card.card))
    act(table, card, play)
    yield from ()
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    return Ask(
        side,
        "develop",
        "Try to develop a weapon or tactic, play a card of the Mobilization Phase, or pass",
        "22.1",
        lambda: options(position, side),
        Development(),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: PASS,
        station=True,
        always=True,
        groups=lambda action: _why_not_free(position, side, action),
    )


def _side_of(position: SteelPosition, number: int) -> str:
    return position.setting.printed.deck.cards[number].side


def candidates(position: SteelPosition, side: str) -> list[Card]:
    """[22.1] [22.2] The weapon or tactic a side has selected, and those that lie open from earlier turns."""
    chosen = [
        deck.card_of(position, key)
        for key in position.picked.get(side, ())
        if key.isdecimal() and deck.card_of(position, key).kind == deck.WEAPONS
    ]
    cards_left = position.setting.printed.deck.cards
    return chosen + [
        cards_left[number] for number in sorted(position.developing) if _side_of(position, number) == side
    ]


def cost(position: SteelPosition, card: Card) -> int:
    """[22.1] The points of one try; of air doctrine by its new level."""
    return card.cost + card.per_level * (position.air[card.side] + 1)


def options(position: SteelPosition, side: str) -> list[Action]:
    """[22.1] [3.2-7e1] Each card that may be tried, with each country that can pay for it."""
    found: list[Action] = [PASS]
    output = capacity.output(position, side)
    for card in candidates(position, side):
        found += [Develop(card.card, purse) for purse in payers(position, card, output)]
    for card in cards.in_hand(position, side, PHASE):
        found += plays(position, card)
    return found


def payers(position: SteelPosition, card: Card, output: dict[str, int]) -> list[str]:
    """[3.2-7e1] The countries of the alliance that have the points and the petroleum of a try.

    A try that costs nothing is nobody's expense, and noted with the country that comes first.
    """
    able = [
        purse
        for purse, gained in output.items()
        if gained + position.points.get(purse, 0) >= cost(position, card)
        and (not card.oil or oil_for(position, card.side, purse) >= card.oil)
    ]
    return able[:1] if not cost(position, card) else able


def oil_for(position: SteelPosition, side: str, purse: str) -> int:
    """[7.71] [7.72] The petroleum points that a country can still use this turn; none are saved."""
    return sum(
        source.number - position.oil_spent.get(source.node, 0)
        for source, served in capacity.petroleum(position, side).items()
        if purse in served
    )


def plays(position: SteelPosition, card: Card) -> Iterable[Play]:
    """[4.6-Special] A card of this phase, for one of the countries that it names."""
    for effect in card.effects:
        if effect.effect == "points" and len(effect.of) > 1:
            fighting = [
                each
                for each in effect.of
                if position.alliances.get(each) and each not in position.surrendered
            ]
            return [Play(card.card, country) for country in fighting]
    return [Play(card.card)]


def act(table: Table[SteelPosition], card: Card, play: Play) -> None:
    """[4.6-Special] Points for a country, or units at half their cost."""
    position = table.position
    for effect in card.effects:
        if effect.effect == "points":
            country = play.on or effect.of[0]
            position.grants[country] = position.grants.get(country, 0) + (effect.number or 0)
            name = country_name(position.setting, country)
            table.tell(f"{card.name}: {effect.number} points for {name}", "4.6-Special", kind="cards")
        elif effect.effect == "units at half cost":
            position.flags[f"{HALF_COST} {effect.of[0]}"] = effect.number or 0


def modifier(position: SteelPosition, card: Card, note: Note = unexplained) -> int:
    """[22.11] [22.2] One less if the enemy has it, one less after a first try."""
    cases = position.setting.printed.politics.modifiers_of("development")
    enemy = other_side(card.side)
    has = any(
        each.allows == card.allows and each.card in position.developed
        for each in position.setting.printed.deck.of(enemy, deck.WEAPONS)
    )
    if card.allows == deck.AIR_LEVEL:
        has = position.air[enemy] > position.air[card.side]
    total = note("22.11", "the enemy has it", cases["the enemy has developed it"] if has else 0)
    tried = card.card in position.developing
    return total + note("22.2", "tried before", cases["tried before"] if tried else 0)


def succeeds(position: SteelPosition, card: Card, die: int) -> bool:
    """[22.1] [22.11] Whether a die develops a card: one of its range or less, or of zero."""
    floor = position.setting.printed.economy.number("development floor")
    return card.succeeds is None or die + modifier(position, card) <= max(card.succeeds, floor)


def attempt(table: Table[SteelPosition], side: str, order: Develop) -> Procedure:
    """[22.1] [22.11] [22.2] The cost is owed; a die of the card's range or less, or of zero, develops it."""
    position = table.position
    card = position.setting.printed.deck.cards[order.card]
    if str(card.card) in position.picked[side]:
        cards.show(table, side, str(card.card))
    position.expenses[order.payer] = position.expenses.get(order.payer, 0) + cost(position, card)
    use_oil(position, side, order.payer, card.oil)
    success = card.succeeds is None
    if not success:
        die = table.roll("development", "22.1", at=str(card.card), words=f"to develop {card.name}")
        success = succeeds(position, card, die)
    name = card_name(position.setting, card.card)
    if success:
        develop(position, card)
        table.tell(f"The {SIDE_NAMES[side]} have developed {name}", "22.1", kind="cards")
        return None
    table.tell(f"The {SIDE_NAMES[side]} have not developed {name}", "22.1", kind="cards")
    position.developing.add(card.card)
    answer = yield Ask(
        side,
        "keep trying",
        f"{card.name} failed: take it back into the deck, or pass to leave it in play for another try",
        "22.2",
        [PASS, TakeBack(card.card)],
        Development(),
        default=lambda: PASS,
    )
    if isinstance(answer, TakeBack):
        position.developing.discard(card.card)
    return None


def use_oil(position: SteelPosition, side: str, purse: str, number: int) -> list[int]:
    """[7.7] Take petroleum from sources that a country can use: those first that fewest others can."""
    used: list[int] = []
    for _ in range(number):
        found = [
            (len(served), source.node)
            for source, served in capacity.petroleum(position, side).items()
            if purse in served and source.number > position.oil_spent.get(source.node, 0)
        ]
        _, node = min(found)
        position.oil_spent[node] = position.oil_spent.get(node, 0) + 1
        used.append(node)
    return used


def develop(position: SteelPosition, card: Card) -> None:
    """[22.3] [4.33] A weapon or tactic is there from now on and stays."""
    position.developing.discard(card.card)
    if card.allows == deck.AIR_LEVEL:
        position.air[card.side] += 1
        position.flags[f"air year {card.side}"] = position.quarter.year
        return
    position.developed.add(card.card)
    if card.allows == "blockade":
        position.flags["blockade since"] = position.turn
        dominated = sea_control.dominated_by(position, morale.NORTH_SEA) == ENTENTE
        position.flags[morale.BROKEN] = int(not dominated)  # [28.4] what one never had is not lost
    elif card.allows == "submarine-war":
        position.flags["submarine war"] = 1


def _why_not_free(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[22.1] None for a try that costs nothing, whoever of the alliance is named for it: one is listed."""
    deck_cards = position.setting.printed.deck.cards
    if isinstance(action, Develop) and action.card in deck_cards:
        card = deck_cards[action.card]
        free = not cost(position, card) and not card.oil and card in candidates(position, side)
        if free and action.payer in capacity.output(position, side):
            return None
    return Refusal("22.1", "that is no try that costs nothing")


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[22.1] Words for a try that cannot be made."""
    if isinstance(action, Play):
        return cards.why_not(position, side, PHASE, action)
    if not isinstance(action, Develop):
        return None
    card = position.setting.printed.deck.cards.get(action.card)
    if card is None or card not in candidates(position, side):
        return Refusal("22.2", f"card {action.card} is not tried this turn")
    if action.payer not in capacity.output(position, side):
        return Refusal("22.1", f"{action.payer} does not mobilize for the {SIDE_NAMES[side]}")
    wanted = f"{cost(position, card)} points" + (f" and {card.oil} of petroleum" if card.oil else "")
    return Refusal("3.2-7e1", f"{action.payer} does not have {wanted}")
