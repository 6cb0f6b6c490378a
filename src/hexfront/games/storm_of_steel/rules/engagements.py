"""[3.2-3b1c] [25.31] General engagements: fleets contend for the control of a sea area."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Admiralty, Sighted
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import (
    card_effects,
    card_shifts,
    deck,
    fleets,
    naval_combat,
    sea_control,
    sorties,
)
from hexfront.games.storm_of_steel.rules.cards import show
from hexfront.games.storm_of_steel.rules.contact import Meeting
from hexfront.games.storm_of_steel.rules.sorties import (
    ANSWER,
    CONTACT,
    COUNTER,
    ENGAGEMENT,
    MUSTER,
    SECONDS,
    SIGNAL,
)
from hexfront.games.storm_of_steel.sea_orders import Intercept, Seek, Signal
from hexfront.games.storm_of_steel.vocabulary import SEA_CONTROL, SIDE_NAMES, SIDES, other_side
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.play import Ask, Procedure, Table

SECOND_FLEET = "second fleet"
JOINS = 9  # [25.31] the most of two dice with which a second fleet joins
ENGAGED = "engaged"  # flag of a sea area, with the turn


def phase(table: Table[SteelPosition]) -> Procedure:
    """[3.2-3b1c] [25.31] In turn, from the Central Powers on, sides seek engagements where they do not
    dominate, until both have had enough. Then all cards for the war at sea have been played [8.21]."""
    position = table.position
    while position.sortie is not None or position.flags.get(sorties.PASSES, 0) < len(SIDES):
        if position.sortie is not None:
            yield from proceed(table)
            continue
        side = sorties.mover(position)
        order: Action = PASS
        if open_seas(position, side):
            order = yield _ask(position, side)
        position.flags[sorties.MOVER] = 1 - SIDES.index(side)
        if isinstance(order, Seek):
            position.flags[sorties.PASSES] = 0
            position.flags[f"{ENGAGED} {order.sea}"] = position.turn
            table.tell(
                f"The {SIDE_NAMES[side]} seek an engagement in the {fleets.sea_name(order.sea)}",
                "25.31",
                kind="sea-battle",
            )
            sorties.begin(position, ENGAGEMENT, order.sea, side)
        else:
            position.flags[sorties.PASSES] = position.flags.get(sorties.PASSES, 0) + 1
    _show_naval_cards(table)
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    return Ask(
        side,
        "engagement",
        "Seek a general engagement where you do not dominate, or pass",
        "3.2-3b1c",
        lambda: [PASS, *map(Seek, sought(position, side))],
        Admiralty(SEA_CONTROL),
        lambda action: why_not(position, side, action),
        default=lambda: PASS,
        station=True,
        always=True,
    )


def is_engaged(position: SteelPosition, sea: str) -> bool:
    """[25.31] Whether an engagement has been sought in a sea area this turn."""
    return position.flags.get(f"{ENGAGED} {sea}") == position.turn


def open_seas(position: SteelPosition, side: str) -> list[str]:
    """[3.2-3b1c] The areas in which a side could seek an engagement, as all can see: it does not dominate
    there, has ships, and none was sought yet."""
    return [
        SEAS[name]
        for name in ON_MAP
        if sea_control.dominated_by(position, SEAS[name]) != side
        and not is_engaged(position, SEAS[name])
        and fleets.is_present(position, SEAS[name], side)
        and fleets.is_present(position, SEAS[name], other_side(side))
    ]


def sought(position: SteelPosition, side: str) -> list[str]:
    """[25.31] The areas in which a side has ships left to seek an engagement with."""
    return [sea for sea in open_seas(position, side) if fleets.willing(position, sea, side, ())]


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """Words for an engagement that cannot be sought."""
    if not isinstance(action, Seek):
        return None
    if action.sea not in {SEAS[name] for name in ON_MAP}:
        return Refusal("25.2", f'"{action.sea}" is no sea area of the map')
    name = fleets.sea_name(action.sea)
    if sea_control.dominated_by(position, action.sea) == side:
        return Refusal("3.2-3b1c", f"you dominate the {name} already")
    if is_engaged(position, action.sea):
        return Refusal("25.31", f"an engagement was sought in the {name} this turn")
    return Refusal("25.31", f"you have no ship for it on the {name}")


def proceed(table: Table[SteelPosition]) -> Procedure:
    """[25.31] The stages of an engagement, from the one it has come to."""
    position = table.position
    sortie = sorties.under_way(position)
    side, enemy = sortie.side, other_side(sortie.side)
    if sortie.stage == MUSTER:
        yield from sorties.muster(position, [side], lambda: position.fleets)
        sorties.go_to(position, ANSWER)
    elif sortie.stage == ANSWER:
        answer = yield sorties.answer(position)
        if isinstance(answer, Intercept):
            sorties.go_to(position, COUNTER)
        else:
            _declined(table)
    elif sortie.stage == COUNTER:
        yield from sorties.muster(position, [enemy], lambda: position.fleets)
        sorties.go_to(position, SIGNAL)
    elif sortie.stage == SIGNAL:
        yield _signalling(position, side)
        _second_fleets(table)
    elif sortie.stage == SECONDS:
        yield from sorties.muster(position, sortie.coming, lambda: position.seconds)
        sorties.go_to(position, CONTACT)
    else:
        yield sorties.turning_up(position, side)
        yield from _engage(table)
    return None


def _declined(table: Table[SteelPosition]) -> None:
    """[25.31] Who does not come out leaves the area one step to the other (SS-D26); his ships have had their
    mission, and nobody has seen them."""
    position = table.position
    sortie = sorties.under_way(position)
    fleets.send(position, position.fleets[sortie.side], ENGAGEMENT)
    before = sea_control.dominated_by(position, sortie.sea)
    now = "" if before else sortie.side
    _settle(table, sortie.sea, now, f"The {SIDE_NAMES[other_side(sortie.side)]} do not come out")
    sorties.end(position)


def _settle(table: Table[SteelPosition], sea: str, now: str, why: str) -> None:
    """[3.2-3b1c] The new status of a sea area, which holds for the turn."""
    position = table.position
    position.seas[sea] = now
    position.ebb()
    word = f"dominated by the {SIDE_NAMES[now]}" if now else "contested"
    table.tell(
        f"{why}: the {fleets.sea_name(sea)} is {word}",
        "3.2-3b1c",
        "25.31",
        kind="seas",
        data={"sea": sea, "dominated": now},
    )


# Second fleets


def _signalling(position: SteelPosition, side: str) -> Ask:
    sortie = sorties.under_way(position)
    return Ask(
        side,
        "signal",
        "See who brings a second fleet: by card, or with nine or less on two dice",
        "25.31",
        [Signal()],
        Sighted(sortie.mission, sortie.sea),
        station=True,
        always=True,
    )


def _second_fleets(table: Table[SteelPosition]) -> None:
    """[25.31] [4.6-Special] Cards that bring a second fleet are shown; the others throw two dice for theirs
    (SS-D28)."""
    position = table.position
    sortie = sorties.under_way(position)
    coming = []
    for side in SIDES:
        _show_card(table, side, sortie.sea)
        if has_second_fleet(position, side, sortie.sea):
            coming.append(side)
            continue
        thrown = [
            table.roll(
                "second fleet",
                "25.31",
                at=sortie.sea,
                of=side,
                words=f"second fleet of the {SIDE_NAMES[side]}",
            )
            for _ in range(2)
        ]
        joins = sum(thrown) <= JOINS
        if joins:
            coming.append(side)
        word = "may join" if joins else "does not join"
        table.tell(
            f"{sum(thrown)}: a second fleet of the {SIDE_NAMES[side]} {word}",
            "25.31",
            kind="sea-battle",
        )
    sorties.go_to(position, SECONDS if coming else CONTACT, coming)


def has_second_fleet(position: SteelPosition, side: str, sea: str) -> bool:
    """[25.31] Whether a card in force brings a second fleet of a side in a sea area."""
    return any(
        fleets.sea_name(sea) in effect.of for _, effect in card_effects.of(position, side, SECOND_FLEET)
    )


def _show_card(table: Table[SteelPosition], side: str, sea: str) -> None:
    """[25.31] [8.21] A side that has selected a card that brings a second fleet to this sea must show it now,
    and so must who has one with naval columns alone for its front (SS-N16)."""
    position = table.position
    for key in deck.campaigns(position, position.picked.get(side, ())):
        card = deck.card_of(position, key)
        here = _second_fleet_seas(card)
        if fleets.sea_name(sea) in here or (
            not here and _is_naval(card) and deck.front_of(position, key) == fleets.FRONTS.get(sea)
        ):
            show(table, side, key)


def _show_naval_cards(table: Table[SteelPosition]) -> None:
    """[8.21] Cards for the war at sea are played in this phase, whether or not fleets have met (SS-N16)."""
    position = table.position
    for side in SIDES:
        for key in deck.campaigns(position, position.picked.get(side, ())):
            if _is_naval(deck.card_of(position, key)):
                show(table, side, key)


def _second_fleet_seas(card: Card) -> tuple[str, ...]:
    """[25.31] The seas to which a card brings a second fleet."""
    return tuple(sea for effect in card.effects if effect.effect == SECOND_FLEET for sea in effect.of)


def _is_naval(card: Card) -> bool:
    """[8.21] Whether a card is for the war at sea: it brings a second fleet, or has naval columns."""
    return bool(_second_fleet_seas(card)) or any(shift.only == card_shifts.NAVAL for shift in card.shifts)


def _engage(table: Table[SteelPosition]) -> Procedure:
    """[25.31] [26.31] The fleets meet; then the battleships and battlecruisers are counted again (SS-D27)."""
    position = table.position
    sortie = sorties.under_way(position)
    side, enemy = sortie.side, other_side(sortie.side)
    sorties.turn_up(table)
    force = {each: (*position.fleets[each], *position.seconds[each]) for each in SIDES}
    if not force[enemy]:
        _declined(table)
        return None
    yield from engage(table, Meeting(sortie.sea, side, force[side], force[enemy]))
    sea_control.count(position, sortie.sea)
    _settle(table, sortie.sea, sea_control.counted(position, sortie.sea), "After the engagement")
    sorties.end(position)
    return None


def engage(table: Table[SteelPosition], meeting: Meeting) -> Procedure:
    """[25.3] [26.31] Two fleets in a general engagement: all of them have had their mission, and it is noted
    whether there was combat."""
    fought = yield from naval_combat.fight(table, meeting, ENGAGEMENT)
    names = (*meeting.attackers, *meeting.defenders)
    fleets.send(table.position, names, FOUGHT if fought else ENGAGEMENT)
    return None


FOUGHT = "combat"  # the mission of ships whose engagement came to combat [25.3]
