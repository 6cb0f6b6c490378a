"""How a meeting at sea may end, and what raiders may sink: exact, with losses by the policy named."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from hexfront.games.storm_of_steel import orders, sea_orders
from hexfront.games.storm_of_steel.matters import Encounter, Squadron
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    bombardment,
    commerce,
    contact,
    fleets,
    naval_combat,
    sea_control,
    sorties,
)
from hexfront.games.storm_of_steel.rules.contact import ATTACKER, DEFENDER, Meeting
from hexfront.games.storm_of_steel.rules.hand_selection import SUBMARINES_OUT
from hexfront.games.storm_of_steel.rules.naval_combat import WORTH, Force, Outcome
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast
from hexfront.shared.forecasts import prospect
from hexfront.shared.words import counted

MINE, THEIRS, SHIPPING = "own ships lost", "enemy ships lost", "shipping sunk"
POLICY = "Each side gives up the ships with which it loses least."
MOST = 10


class AtSea(msgspec.Struct, frozen=True):
    """Endings with their chances: own ships and enemy ships lost, or shipping sunk, in words."""

    subject: str
    found: tuple[tuple[str, Fraction, dict[str, float]], ...]
    rules: tuple[str, ...]
    notes: tuple[str, ...] = ()


def asked(game: Game[SteelPosition], action: Action) -> Decision:
    """The question an order answers. Where both sides choose ships at once and both may say that they are
    done, it is that of the side whose ships are known."""
    first, *others = game.decisions
    if not others:
        return first
    found = [each for each in (first, *others) if action in each.choices()]
    knowing = [each for each in found if isinstance(each.about, Squadron) and each.about.units]
    return (knowing or found or [first])[0]


def endings(game: Game[SteelPosition], position: SteelPosition, action: Action) -> AtSea | None:
    """What may come of an order at sea; None if dice have no part in it, or nothing is known."""
    if game.over:
        return None
    decision = asked(game, action)
    if action not in decision.choices():
        return None
    about = decision.about
    if isinstance(action, orders.Raid):
        return _raid(position)
    if isinstance(about, Encounter) and isinstance(action, sea_orders.OpenFire):
        return _fire(position, about, decision.side)
    if isinstance(about, Squadron) and isinstance(action, Pass | sea_orders.Muster):
        if about.mission == sorties.ENGAGEMENT:
            more = (action.unit,) if isinstance(action, sea_orders.Muster) else ()
            return _supposed(position, (*about.units, *more), about.sea, decision.side)
        if about.mission == sorties.BOMBARDMENT and decision.side == sorties.under_way(position).side:
            more = (action.unit,) if isinstance(action, sea_orders.Muster) else ()
            return _bombards(position, (*about.units, *more))
    return None


def _bombards(position: SteelPosition, names: Sequence[str]) -> AtSea | None:
    """[26.5] [26.51] [26.52] What the guns do to a city or fort by each die, if nobody comes before them."""
    sortie, tables = sorties.under_way(position), position.setting.printed.sea_and_air
    node = position.setting.board[sortie.at]
    number = bombardment.column(position, names, node, sortie.aim) if names else 0
    if not number:
        return None
    found: dict[str, tuple[Fraction, float]] = {}
    for die in range(1, 7):
        row = tables.bombardment_results[tables.bombardment.cell(die, number)]
        before = found.get(f"{row.result}: {row.text}", (Fraction(), 0.0))[0]
        found[f"{row.result}: {row.text}"] = before + Fraction(1, 6), float(row.ships_lost)
    made = tuple((text, chance, {MINE: lost, THEIRS: 0.0}) for text, (chance, lost) in found.items())
    place = position.setting.city_at[node].city
    notes = ("If the enemy does not intercept the fleet before it fires.",)
    return AtSea(f"Bombardment of the {sortie.aim} of {place}", made, ("26.5",), notes)


def odds(at_sea: AtSea) -> Distribution[str]:
    """The chances of the endings."""
    return Distribution({text: chance for text, chance, _ in at_sea.found})


def outlook(game: Game[SteelPosition], position: SteelPosition, action: Action) -> Forecast | None:
    """The forecast of an order at sea."""
    at_sea = endings(game, position, action)
    if at_sea is None:
        return None
    measures = tuple(at_sea.found[0][2])
    made = [Ending(text, float(chance), values) for text, chance, values in at_sea.found]
    losses = (MINE, THEIRS) if MINE in measures else None
    return Forecast(
        at_sea.subject,
        (prospect("", made, notes=at_sea.notes),),
        measures,
        rules=at_sea.rules,
        losses=losses,
    )


def _summed(
    outcomes: Sequence[Outcome], *, attacks: bool
) -> tuple[tuple[str, Fraction, dict[str, float]], ...]:
    """Outcomes that cost both sides as many ships are one."""
    found: dict[tuple[int, int], Fraction] = {}
    for each in outcomes:
        lost = len(each.attackers), len(each.defenders)
        key = lost if attacks else (lost[1], lost[0])
        found[key] = found.get(key, Fraction()) + each.chance
    return tuple(
        (_words(*key), chance, {MINE: float(key[0]), THEIRS: float(key[1])})
        for key, chance in sorted(found.items(), key=lambda each: (each[0][0] - each[0][1], each[0]))
    )


def _words(mine: int, theirs: int) -> str:
    if not mine and not theirs:
        return "nobody is lost"
    return f"{counted(theirs, 'enemy ship')} sunk, {counted(mine, 'own ship')} lost"


def _fire(position: SteelPosition, about: Encounter, side: str) -> AtSea:
    """[26.33] The fleets are known, and who fires first."""
    own, enemy = (naval_combat.force(position, names) for names in (about.attackers, about.defenders))
    attacks = side == about.side
    result = ATTACKER if attacks else DEFENDER
    fought = [
        Outcome(chance, result, mine, theirs)
        for chance, mine, theirs in naval_combat.fought(
            position, own, enemy, result, naval_combat.attack_shift(position, about.sea, about.side)
        )
    ]
    subject = f"First fire in the {fleets.sea_name(about.sea)}"
    return AtSea(subject, _summed(fought, attacks=attacks), ("26.33",), (POLICY,))


def _supposed(position: SteelPosition, names: Sequence[str], sea: str, side: str) -> AtSea | None:
    """[26.31] Against as many battleships as the enemy was counted to have there, for what he sends is not
    known."""
    enemy = other_side(side)
    number = min(sea_control.line_count(position, sea, enemy), MOST)
    if not number or not names:
        return None
    own = naval_combat.force(position, names)
    theirs = Force(((10, 8, WORTH["BB"]),) * number, 1)
    sortie = sorties.under_way(position)
    attacks = side == sortie.side
    first, second = (own, theirs) if attacks else (theirs, own)
    shift = contact.shift(
        position, Meeting(sea, sortie.side, tuple(names) if attacks else (), () if attacks else tuple(names))
    )
    fire = naval_combat.attack_shift(position, sea, sortie.side)
    outcomes = naval_combat.outcomes(position, first, second, shift, fire=fire)
    subject = f"An engagement in the {fleets.sea_name(sea)} with {counted(number, 'battleship squadron')}"
    notes = (POLICY, "What the enemy sends is not known: as many battleships are supposed as were counted.")
    return AtSea(subject, _summed(outcomes, attacks=attacks), ("26.32", "26.33"), notes)


def _raid(position: SteelPosition) -> AtSea:
    """[27.3] What raiders sink by each die."""
    table = position.setting.printed.sea_and_air.raiding
    net = commerce.strength(position)
    doubled = 2 if position.flags.get(SUBMARINES_OUT) else 1
    found: dict[int, Fraction] = {}
    for die in range(1, 7):
        sunk = table.cell(die, net) * doubled
        found[sunk] = found.get(sunk, Fraction()) + Fraction(1, 6)
    made = tuple(
        (f"{counted(sunk, 'point')} of shipping", chance, {SHIPPING: float(sunk)})
        for sunk, chance in sorted(found.items())
    )
    return AtSea(f"Raiders with a strength of {net}", made, ("27.3",))
