"""Chapter 5: morale, what changes it, and the ledger of every change."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfront.games.storm_of_steel.position import Cause, SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.rules import conditions, control, sea_control
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import (
    AIR,
    CENTRAL_POWERS,
    ENTENTE,
    NAVAL,
    SIDE_NAMES,
    SIDES,
    other_side,
)
from hexfront.kernel.play import Procedure, Table

NORTH_SEA = "North Sea"
BLOCKADE = 92
BROKEN = "blockade broken"


class Change(msgspec.Struct, frozen=True):
    """A change of a side's morale that is due: by how much, why, and by which rule."""

    side: str
    by: int
    reason: str
    rule: str


def change(table: Table[SteelPosition], side: str, by: int, reason: str, rule: str) -> None:
    """[5.15] Change morale at once."""
    apply(table, [Change(side, by, reason, rule)])


def apply(table: Table[SteelPosition], changes: Iterable[Change]) -> None:
    """[5.22] [5.32] A set of changes of one moment: gains, then losses, then the cut to 100 (SS-D04)."""
    position = table.position
    most = position.setting.printed.economy.number("highest morale")
    ordered = sorted((each for each in changes if each.by), key=lambda each: each.by < 0)
    for each in ordered:
        _enter(position, each)
    for side in SIDES:
        if position.morale[side] > most:
            _enter(position, Change(side, most - position.morale[side], "no higher than 100", "5.22"))
    for side in SIDES:
        told = [each for each in ordered if each.side == side]
        if told:
            total = sum(each.by for each in told)
            why = "; ".join(f"{each.reason} {each.by:+} [{each.rule}]" for each in told)
            table.tell(
                f"Morale of the {SIDE_NAMES[side]} {total:+}, now {position.morale[side]}: {why}",
                *dict.fromkeys(each.rule for each in told),
                kind="morale",
                data={"side": side, "morale": position.morale[side]},
            )


def _enter(position: SteelPosition, due: Change) -> None:
    position.morale[due.side] += due.by
    position.causes.append(Cause(position.turn, due.side, due.by, due.reason, due.rule))


def unbalanced(position: SteelPosition) -> list[str]:
    """Sides whose ledger does not add up to their morale; nobody's, or there is a fault."""
    return [
        side
        for side in SIDES
        if position.began[f"morale {side}"]
        + sum(cause.change for cause in position.causes if cause.side == side)
        != position.morale[side]
    ]


# The morale phase


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-6] [3.2-6c] Markers are removed, then everything that moves morale counts as one set."""
    position.mutinies.clear()  # [3.2-6a] strikes have still to halve the points of this turn (SS-D45)
    due = [
        *blockade(table, position),
        *objectives(position),
        *north_sea(position),
        *cities(position),
        *losses(position),
        *grain(position),
    ]
    apply(table, due)
    remember_losses(position)
    yield from ()
    return None


def blockade(table: Table[SteelPosition], position: SteelPosition) -> list[Change]:
    """[28.2] [3.2-6b] A die off the morale of the Central Powers while the blockade holds, from the turn
    after the card was turned up on (SS-D06)."""
    if BLOCKADE not in position.developed or position.flags.get("blockade since", 0) >= position.turn:
        return []
    if sea_control.dominated_by(position, NORTH_SEA) != ENTENTE:
        return []
    die = table.roll("blockade", "28.2", words="for the blockade")
    return [Change(CENTRAL_POWERS, -die, "the blockade", "28.2")]


def north_sea(position: SteelPosition) -> list[Change]:
    """[28.4] Five points when the blockade is broken, in the turn in which the North Sea is lost."""
    if BLOCKADE not in position.developed:
        return []
    dominated = sea_control.dominated_by(position, NORTH_SEA) == ENTENTE
    broken = position.flags.get(BROKEN, 0)
    position.flags[BROKEN] = int(not dominated)
    if dominated or broken:
        return []
    case = position.setting.printed.politics.morale["North Sea no longer dominated"]
    return [Change(ENTENTE, int(case.change), "the North Sea is lost", "28.4")]


def objectives(position: SteelPosition) -> list[Change]:
    """[4.6-Objective] [5.11] Morale for the objectives of campaign cards, met or not."""
    due = []
    for side in SIDES:
        for number in position.shown.get(side, ()):
            card = position.setting.printed.deck.cards[number]
            if card.kind == "campaign" and card.objective:
                due.append(_objective(position, side, card))
    return due


def _objective(position: SteelPosition, side: str, card: Card) -> Change:
    if conditions.met(position, side, card.objective):
        position.objectives_met.add(card.card)
        return Change(side, card.morale, f"{card.name} met its objective", "4.6-Objective")
    return Change(side, -card.morale, f"{card.name} missed its objective", "4.6-Objective")


def cities(position: SteelPosition) -> list[Change]:
    """[5.13] [4.6-Objective-3] What the taker of a city gains its loser loses; who takes it back has it back.

    A city counts for the side that last entered it. One of a country that has surrendered counts for nobody
    until somebody holds it.
    """
    due: list[Change] = []
    board = position.setting.board
    for city in position.setting.printed.places.cities.values():
        node = board[city.hex]
        holder, before = position.controller(node), position.credited.get(node, "")
        if not city.morale or not holder or holder == before:
            continue
        position.credited[node] = holder
        if city.capital:
            position.flags[f"capital taken {city.city}"] = position.turn
        if before:
            due.append(Change(holder, city.morale, f"{city.city} taken", "5.13"))
            due.append(Change(other_side(holder), -city.morale, f"{city.city} lost", "5.13"))
    return due


def losses(position: SteelPosition) -> list[Change]:
    """[5.12] A point for every twelve strength points lost, and one or two for a naval or air unit.

    Forts and irregulars count nothing (SS-D30) [5.33] [36.13]: they are worth nothing on the dead pile.
    """
    pieces = position.setting.pieces
    per = position.setting.printed.economy.number("losses for morale")
    chart = position.setting.printed.politics.morale
    due: list[Change] = []
    for side in SIDES:
        fallen = [
            (pieces[name].kind, loss.strength) for name, loss in position.dead.items() if loss.side == side
        ]
        strength = sum(worth for _, worth in fallen)
        if points := strength // per:
            due.append(Change(side, -points, f"{strength} strength points lost", "5.12"))
        for kinds, case in (
            (("BB", "BC"), "BB or BC eliminated"),
            ([kind for kind in NAVAL if kind not in ("BB", "BC")], "naval unit eliminated"),
            (AIR, "air unit eliminated"),
        ):
            if number := sum(kind in kinds for kind, _ in fallen):
                due.append(Change(side, number * int(chart[case].change), f"{case} ({number})", "5.12"))
    return due


def grain(position: SteelPosition) -> list[Change]:
    """[5.16] [10.33] [35.12] A point for each grain hex that the Central Powers control: not where an enemy
    zone lies on it while it is empty (SS-D13), nor where Bolsheviks are."""
    held = sum(
        "grain" in place.kinds
        and control.controls(position, CENTRAL_POWERS, place.node)
        and not position.is_red(place.node)
        for place in position.setting.board.places
    )
    return [Change(CENTRAL_POWERS, held, f"{held} grain hexes", "5.16")] if held else []


def remember_losses(position: SteelPosition) -> None:
    """[5.12] The dead go back into the force pools; what each country lost is kept for the political events
    of this turn, and how many corps for the objectives of the scenario."""
    position.strength_lost.clear()
    lost = position.strength_lost
    for loss in position.dead.values():
        if loss.country:  # what only veiled a stack was of none
            lost[loss.country] = lost.get(loss.country, 0) + loss.strength
    for key, number in conditions.fallen(position).items():
        position.eliminated[key] = position.eliminated.get(key, 0) + number
    expeditions = {row.unit for row in position.setting.printed.set_ups.expeditionary}
    position.removed.update(expeditions & position.dead.keys())  # [20.2] never replaced
    position.dead.clear()


def joined(position: SteelPosition, country: str, side: str) -> Change:
    """[5.1] Morale for the side that a country joins."""
    printed = position.setting.printed.countries.countries[country]
    return Change(side, printed.joins, f"{country_name(position.setting, country)} joins", "5.1")
