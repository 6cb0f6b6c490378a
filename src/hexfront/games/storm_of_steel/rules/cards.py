"""Chapter 4: cards are shown, act, and are discarded or kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from hexfront.games.storm_of_steel.matters import CardPlay, Joining
from hexfront.games.storm_of_steel.orders import Deploy, LayDown, Play
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import (
    chapters,
    conditions,
    deck,
    headquarters,
    impulses,
    partisans,
    supply,
)
from hexfront.games.storm_of_steel.rules.hand_selection import REVEALED
from hexfront.games.storm_of_steel.rules.names import card_name
from hexfront.games.storm_of_steel.rules.naval_transport import NEUTRAL_LANDING
from hexfront.games.storm_of_steel.secrecy import LAID_DOWN, has_laid_down
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, SIDE_NAMES, SIDES
from hexfront.kernel.play import PASS, Action, Ask, Procedure, Refusal, Table, Together
from hexfront.shared.secret_hands import without

IN_IMPULSE = "impulse"


# Showing cards


def lay_down(table: Table[SteelPosition]) -> Procedure:
    """[4.3] Both sides lay their cards face down before them: from here on all know how many each has
    (SS-D60)."""
    position = table.position
    if all(has_laid_down(position, side) for side in SIDES):
        return None
    yield Together(tuple(_laying(side, len(position.picked.get(side, ()))) for side in SIDES), station=True)
    for side in SIDES:
        position.flags[f"{LAID_DOWN} {side}"] = position.turn
    return None


def _laying(side: str, number: int) -> Ask:
    prompt = f"Lay your cards face down: {number}"
    return Ask(side, "lay down", prompt, "4.3", [LayDown(number)], CardPlay("lay down"), always=True)


def reveal(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-4aCP1] [3.2-4aEN1] Campaign cards are shown in a side's first impulse; then it may show a
    contingency card, which it may also at the beginning of any later one [8.21]."""
    side = position.active
    if position.impulse == 1 and not position.begun:
        shown = show_campaigns(table, side)
        if side == CENTRAL_POWERS:
            shown += show_campaigns(table, ENTENTE, defensive=True)
        position.begun = True
        yield from free_units(table, shown)
    yield from contingency(table, side, IN_IMPULSE, plays_on_fronts, act_in_impulse)
    return None


def show_campaigns(table: Table[SteelPosition], side: str, *, defensive: bool = False) -> list[Card]:
    """[3.2-4aCP1] Turn up the campaign cards of a side, or only those with shifts to the left."""
    position = table.position
    shown = []
    for key in deck.campaigns(position, position.picked[side]):
        card = deck.card_of(position, key)
        if not defensive or card.defensive:
            show(table, side, key)
            shown.append(card)
    if not defensive:
        position.flags[f"{REVEALED} {side}"] = position.turn
    return shown


def show(table: Table[SteelPosition], side: str, key: str) -> None:
    """[4.31] Turn up a card."""
    position = table.position
    number = deck.number_of(key)
    position.picked[side] = without(position.picked[side], key)
    position.shown[side] = (*position.shown[side], number)
    front = deck.front_in(key)
    if front:
        position.card_fronts[number] = front
    table.reveal(f"{card_name(position.setting, number)} was shown")
    where = f", {front}" if front else ""
    table.tell(
        f"The {SIDE_NAMES[side]} show {card_name(position.setting, number)}{where}",
        "4.31",
        kind="cards",
        data={"side": side, "card": number, "front": front},
    )


def in_hand(position: SteelPosition, side: str, phase: str) -> Iterator[Card]:
    """[4.31] The contingency cards of a side that are for a phase; those that are not known are left out."""
    for key in position.picked.get(side, ()):
        if key.isdecimal():
            card = deck.card_of(position, key)
            if card.kind == "contingency" and card.phase == phase:
                yield card


def plays_on_fronts(position: SteelPosition, card: Card) -> Iterator[Play]:
    """[4.41] A card acts on one of its fronts, 35 and 91 on two that have a campaign card of the side. One of
    the two may have all impulses that the weather allows already [8.2], and so may the front of a card whose
    shift lasts."""
    open_fronts = [front for front in card.fronts if impulses.next_free(position, card.side, front)]
    if not _of_two_fronts(card):
        going_on = [front for front in card.fronts if front in position.setting.fronts and _lasts(card)]
        yield from (Play(card.card, front) for front in going_on or open_fronts)
        return
    for front, other in combinations(_fronts_with_card(position, card), 2):
        if {front, other} & set(open_fronts):
            yield Play(card.card, front, other)


def _fronts_with_card(position: SteelPosition, card: Card) -> list[str]:
    return [front for front in card.fronts if has_campaign(position, card.side, front)]


def _of_two_fronts(card: Card) -> bool:
    return any(effect.effect == "impulse" and "two fronts" in effect.of for effect in card.effects)


def has_campaign(position: SteelPosition, side: str, front: str) -> bool:
    """Whether a side has shown a campaign card for a front this turn."""
    for number in position.shown.get(side, ()):
        card = position.setting.printed.deck.cards[number]
        if card.kind == deck.CAMPAIGN and (position.card_fronts.get(number) or card.fronts[0]) == front:
            return True
    return False


Plays = Callable[[SteelPosition, Card], Iterable[Play]]
Act = Callable[[Table[SteelPosition], Card, Play], Procedure]
Objection = Callable[[SteelPosition, Card, Play], Refusal | None]


def contingency(
    table: Table[SteelPosition],
    side: str,
    phase: str,
    plays: Plays,
    act: Act,
    *,
    objection: Objection | None = None,
) -> Procedure:
    """[4.31] [4.32] [8.21] A side may play its contingency card; it need not.

    Whoever has a card face down is asked, whatever it is: else the enemy would know.
    """
    position = table.position
    if not position.picked.get(side):
        return None

    def options() -> list[Action]:
        cards = in_hand(position, side, phase)
        return [*(play for card in cards for play in plays(position, card)), PASS]

    answer = yield Ask(
        side,
        "contingency",
        "Play a contingency card, or pass",
        "4.31",
        options,
        CardPlay(phase),
        why_not=lambda action: why_not(position, side, phase, action, objection),
        default=lambda: PASS,
        station=True,
        always=True,
    )
    if isinstance(answer, Play):
        show(table, side, str(answer.card))
        yield from act(table, position.setting.printed.deck.cards[answer.card], answer)
    return None


def why_not(
    position: SteelPosition, side: str, phase: str, action: Action, objection: Objection | None = None
) -> Refusal | None:
    """[4.31] Words for a card that cannot be played now."""
    if not isinstance(action, Play):
        return None
    if str(action.card) not in position.picked.get(side, ()):
        return Refusal("4.34", f"card {action.card} was not selected this turn")
    card = position.setting.printed.deck.cards[action.card]
    if card.phase != phase:
        time = (card.phase or "mobilization").replace("-", " ")  # [4.31] [22.1]
        return Refusal("4.31", f"{card.name} is played at another time: {time}")
    if _of_two_fronts(card):
        if not {action.on, action.also} <= {*_fronts_with_card(position, card)} or action.on == action.also:
            return Refusal("4.41", f"{card.name} acts on two fronts that have a campaign card of yours")
        return _no_more_impulses(card, action)
    if card.fronts:
        if action.on in card.fronts and not action.also:
            return _no_more_impulses(card, action)
        return Refusal("4.41", f"{card.name} acts on one front: {', '.join(card.fronts)}")
    refusal = objection(position, card, action) if objection else None
    return refusal or Refusal("6.11", f"{card.name} cannot be played on {action.on or 'nothing'}")


def _lasts(card: Card) -> bool:
    """[4.6-Special] Whether a contingency card is in force for the turn and not in one impulse alone."""
    return any(effect.effect == "headquarters cadre" for effect in card.effects)


def _no_more_impulses(card: Card, action: Play) -> Refusal:
    """[8.2] [18.0] Words for a front that has all impulses that the weather allows."""
    where = " and ".join(filter(None, (action.on, action.also)))
    return Refusal(("8.2", "18.0"), f"the weather allows {card.name} no impulse more on the front {where}")


def act_in_impulse(table: Table[SteelPosition], card: Card, answer: Play) -> Procedure:
    """[4.6-Impulse] [8.23] [4.41] The impulses of a contingency card, and the time of its shift."""
    position = table.position
    position.card_fronts[card.card] = answer.on
    for front in filter(None, (answer.on, answer.also)):
        if impulses.next_free(position, card.side, front) is None:
            continue  # [8.2] the weather allows no more
        impulse = impulses.grant(position, card.side, front)
        table.tell(
            f"{card.name}: the {SIDE_NAMES[card.side]} have impulse {impulse} on the front {front}",
            "8.23",
            kind="cards",
        )
        if not _lasts(card):
            position.flags[f"impulse of {card.card}"] = impulse
    yield from ()
    return None


# What cards do besides


def free_units(table: Table[SteelPosition], shown: list[Card]) -> Procedure:
    """[4.6-Special] [22.4] Units of a card join a unit that is in command and in supply; partisans rise, and
    a neutral port is opened to a landing."""
    position = table.position
    for card in shown:
        for effect in card.effects:
            if effect.effect == "partisans":
                yield from partisans.raised(table, card.side, effect.of, effect.number or 0)
            elif effect.effect == "landing in a neutral port":
                for node in conditions.places(position.setting, effect.of):
                    port = position.setting.board.label(node)
                    position.flags[f"{NEUTRAL_LANDING} {port}"] = effect.number or 0
            if effect.effect != "free units":
                continue
            country, kind, divisions = f"{effect.of[0]} 0".split()[:3]
            for _ in range(effect.number or 0):
                name = from_pool(position, country, kind, int(divisions))
                if name is not None:
                    yield from _join(table, card, name)
    return None


def from_pool(position: SteelPosition, country: str, kind: str, divisions: int) -> str | None:
    """[7.4] A counter of a kind that is in the force pool of a country, the first by name."""
    found = [
        key
        for key, piece in position.setting.pieces.items()
        if (piece.country, piece.kind, piece.divisions) == (country, kind, divisions)
        and position.in_pool(key)
        and chapters.is_played(position.setting, kind)
    ]
    return min(found, default=None)


def _join(table: Table[SteelPosition], card: Card, name: str) -> Procedure:
    position = table.position
    hexes = joinable(position, card.side, name)
    if not hexes:
        return None
    label = position.setting.board.label
    answer = yield Ask(
        card.side,
        "join",
        f"{card.name}: place {position.setting.pieces[name].name} with a unit in command and in supply",
        "4.6-Special",
        [Deploy(name, label(node)) for node in hexes],
        Joining(name),
    )
    position.put(Unit(name, name, position.setting.board[answer.at]))
    table.tell(
        f"{position.setting.pieces[name].name} joins in {answer.at}", "4.6-Special", "22.4", kind="arrival"
    )
    return None


def joinable(position: SteelPosition, side: str, name: str) -> list[int]:
    """[4.6-Special] Hexes with a unit of the side in command and in supply, and room for one more."""
    found = {
        unit.at
        for unit in position.ashore(side)
        if position.piece(unit).land
        and not position.setting.board.is_area(unit.at)
        and headquarters.in_command(position, unit)
        and supply.in_supply(position, unit)
    }
    return [node for node in sorted(found) if has_room(position, node, name)]


def has_room(position: SteelPosition, node: int, name: str) -> bool:
    """[13.1] Whether a unit that arrives finds room in a hex."""
    most = position.setting.printed.economy.number("stacking")
    return position.loads[node] + position.setting.pieces[name].corps <= most


# The end of the turn


def discard(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-8] [3.2-8a] [4.5] [4.6-Discard] Shown cards go for good, by a die where they have a range. A
    weapon or tactic is never discarded [4.33]."""
    for side in SIDES:
        for number in position.shown.get(side, ()):
            card = position.setting.printed.deck.cards[number]
            if card.kind != deck.WEAPONS and _is_discarded(table, card):
                position.discarded.add(number)
                table.tell(f"{card_name(position.setting, number)} is out of the game", "4.5", kind="cards")
        position.shown[side] = ()
    for key in [key for key in position.flags if key.startswith(("impulse of ", NEUTRAL_LANDING))]:
        del position.flags[key]
    yield from ()
    return None


def put_back(position: SteelPosition) -> None:
    """[4.32] What was never shown returns to the decks."""
    for side in SIDES:
        position.picked[side] = ()
    position.betrayed.clear()


def _is_discarded(table: Table[SteelPosition], card: Card) -> bool:
    if len(card.discard) in (0, 6):
        return bool(card.discard)
    die = table.roll("discard", "4.6-Discard", at=str(card.card), words=f"whether {card.name} is discarded")
    return die in card.discard
