"""What a battle is likely to bring: every way its two dice can fall, read from the table.

No die is thrown and no game is branched, so a forecast takes about a millisecond. Losses are those the
table asks for, after the reduction for retreat, and at most what the units have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

import msgspec

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition, names_of
from hexfront.games.western_front.rules import artillery, gas, losses, outcomes, strengths, supply, surrender
from hexfront.games.western_front.rules.battle import (
    answering_units,
    attacking_units,
    defending_units,
    terrain_choices,
)
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import FORTRESS_AND_GUNS
from hexfront.kernel.odds import Distribution

FACES = range(1, 7)
HELD, FORCED, WITHDRAWN = "held", "forced back", "withdrawn"


class Outcome(msgspec.Struct, frozen=True, order=True):
    """One way a combat can end."""

    defender_loss: int
    attacker_loss: int
    hex: str  # held, forced back, or withdrawn

    def text(self) -> str:
        return f"defender loses {self.defender_loss}, attacker {self.attacker_loss}, {self.hex}"


class Forecast(msgspec.Struct, frozen=True):
    """What a combat is likely to bring on one kind of terrain.

    ``standing`` is the joint distribution if the defenders hold wherever they are not forced back,
    ``leaving`` if they retreat in any case.
    """

    terrain: str
    attack_strength: int
    attack_modifier: int
    counterattack_strength: int
    counterattack_strength_retreating: int
    counterattack_modifier: int
    standing: Distribution[Outcome]
    leaving: Distribution[Outcome]

    @property
    def forced(self) -> Fraction:
        """How likely it is that the defenders are forced back."""
        return self.standing.probability(lambda outcome: outcome.hex == FORCED)

    @property
    def defender_loss(self) -> Fraction:
        """The expected loss of defenders who hold."""
        return self.standing.mean(lambda outcome: outcome.defender_loss)

    @property
    def attacker_loss(self) -> Fraction:
        """The expected loss of the attackers against defenders who hold."""
        return self.standing.mean(lambda outcome: outcome.attacker_loss)


class Settled(msgspec.Struct, frozen=True):
    """A battle as it is when the dice are thrown: supply is settled, and who breaks out without it has paid.

    ``paid`` are the strength points that cost [20-3]; if there are any, the position is a copy without them.
    """

    position: WesternFrontPosition
    battle: Battle
    paid: int = 0


def settled(
    position: WesternFrontPosition, battle: Battle, own: Lines | None = None, opposing: Lines | None = None
) -> Settled:
    """[13-7] [20-3] The battle with supply as both sides would pay by default; one whose supply is settled
    is left as it is, because what follows from that has been paid as well."""
    if battle.attack_plan:
        return Settled(position, with_plans(position, battle, own, opposing))
    own = own or Lines(position, battle.side)
    battle = with_plans(position, battle, own, opposing)
    breaking_out = outcomes.breaking_out(position, battle, own)
    paying = [unit for unit, _ in surrender.payers_to_break_out(position, breaking_out)]
    if not paying:
        return Settled(position, battle)
    twin, paid = position.copy(), 0
    for unit in paying:
        points = surrender.break_out_points(position, unit)
        paid += points
        if points == unit.strength:
            twin.remove(unit.name)
        else:
            twin.change(unit.name, strength=unit.strength - points)
    return Settled(twin, battle, paid)


def with_plans(
    position: WesternFrontPosition, battle: Battle, own: Lines | None = None, opposing: Lines | None = None
) -> Battle:
    """The battle with supply as both sides would pay by default, where it is not paid yet.

    Who would take no part for want of supply is left out.
    """
    if not battle.attack_plan:
        names = names_of(attacking_units(position, battle))
        plan = dict.fromkeys(names, "")
        if battle.may_supply:
            counted = artillery.counted(position, battle)
            plan = supply.default_plan(position, names, attack=True, counted=counted, lines=own)
        staying = [
            name for name in names if outcomes.stays_out(position, battle, plan, position.units[name]) is None
        ]
        battle = msgspec.structs.replace(battle, attackers=tuple(staying), attack_plan=plan)
    if not battle.counterattack_plan:
        answering = answering_units(position, battle)
        names = [unit.name for unit in answering if position.piece(unit).ground_combat]
        plan = supply.default_plan(position, names, attack=False, lines=opposing)
        battle = msgspec.structs.replace(battle, counterattack_plan=plan)
    return battle


def forecast(position: WesternFrontPosition, battle: Battle, terrain: str) -> Forecast:
    """[13] The exact joint distribution of both sides' losses and of the retreat, on chosen terrain."""
    return _Reckoning(settled(position, battle)).on(terrain)


def forecasts(position: WesternFrontPosition, battle: Battle, choices: Sequence[str] = ()) -> list[Forecast]:
    """[13-3] A forecast for every terrain the defender may choose, the best for him first.

    He chooses before anybody pays for the attack [13-7], also if nobody is left to make it then [20-3].
    """
    choices = choices or terrain_choices(position, battle)
    own, opposing = Lines(position, battle.side), Lines(position, battle.enemy)
    return forecasts_of(settled(position, battle, own, opposing), choices, own, opposing)


def forecasts_of(
    ready: Settled, choices: Sequence[str] = (), own: Lines | None = None, opposing: Lines | None = None
) -> list[Forecast]:
    """The same for a battle whose supply is settled."""
    reckoning = _Reckoning(ready, own, opposing)
    found = [reckoning.on(terrain) for terrain in choices or terrain_choices(ready.position, ready.battle)]
    return sorted(found, key=lambda each: (each.defender_loss - each.attacker_loss, each.forced))


def best_terrain(position: WesternFrontPosition, battle: Battle, choices: Sequence[str]) -> str:
    """[13-3] The terrain that serves the defender best."""
    return choices[0] if len(choices) == 1 else forecasts(position, battle, choices)[0].terrain


def better_leave(position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
    """[14-2] Whether retreat is the sounder choice: much is saved, and no works or walls are given up."""
    strength = sum(unit.strength for unit in defending_units(position, battle))
    if position.fortress_at(battle.node) is not None or battle.node in position.markers:
        return False
    return 3 * loss >= strength and loss > outcomes.reduced_loss(position, battle, loss, battle.hexes)


class _Reckoning:
    """What is the same for every terrain and every die, worked out once."""

    def __init__(self, ready: Settled, own: Lines | None = None, opposing: Lines | None = None) -> None:
        position, battle = ready.position, ready.battle
        if ready.paid or own is None:  # what was known of the lines was known of other strengths
            own = Lines(position, battle.side)
        opposing = opposing or Lines(position, battle.enemy)
        self.ready, self.own, self.opposing = ready, own, opposing
        self.position, self.battle, self.paid = position, battle, ready.paid
        self.defenders = defending_units(position, battle)
        self.attack = strengths.attack_total(position, battle, battle.attack_plan, lines=own)
        plan = battle.counterattack_plan
        parts = outcomes.answers(position, battle)
        self.answers, self.answers_retreating = (
            [
                strengths.counterattack_strength(position, battle, plan, left, lines=opposing, units=units)
                for units in parts
            ]
            for left in ((), battle.hexes)
        )

    @cached_property
    def attackers_have(self) -> int:
        names = names_of(attacking_units(self.position, self.battle))
        return losses.capacity(self.position, names, losses.ATTACKER)

    @cached_property
    def tanks_have(self) -> int:
        names = names_of(attacking_units(self.position, self.battle))
        return losses.capacity(self.position, names, (losses.TANKS,))

    @cached_property
    def defenders_have(self) -> int:
        order = losses.BOMBARDED if self.battle.aim == FORTRESS_AND_GUNS else losses.DEFENDER
        return losses.capacity(self.position, names_of(self.defenders), order)

    def on(self, terrain: str) -> Forecast:
        without = self._plainly_on(terrain)
        if not self.battle.gas or self.battle.gas_dice:
            return without
        parts = [(chance, effect.on(terrain)) for chance, effect in self._effects]
        standing = _mixed([self._accident, *((chance, each.standing) for chance, each in parts)])
        leaving = _mixed([self._accident, *((chance, each.leaving) for chance, each in parts)])
        return msgspec.structs.replace(without, standing=standing, leaving=leaving)

    @cached_property
    def _effects(self) -> list[tuple[Fraction, _Reckoning]]:
        """[WF 9-4] The effects of gas after which there is an attack, each with its chance."""
        found = []
        for row in self.position.setting.tables.gas_effects:
            if row.attack:
                battle = msgspec.structs.replace(self.battle, gas_dice=row.least)
                ready = msgspec.structs.replace(self.ready, battle=battle)
                found.append((gas.chance(row), _Reckoning(ready, self.own, self.opposing)))
        return found

    @cached_property
    def _accident(self) -> tuple[Fraction, Distribution[Outcome]]:
        """[WF 9-4] The chance that gas drifts back, and what it costs then."""
        counts: dict[Outcome, int] = {}
        for face in FACES:
            loss = min(gas.accident_loss(self.position, self.battle, face), self.attackers_have)
            outcome = Outcome(0, loss + self.paid, HELD)
            counts[outcome] = counts.get(outcome, 0) + 1
        rows = [row for row in self.position.setting.tables.gas_effects if not row.attack]
        return sum((gas.chance(row) for row in rows), Fraction(0)), Distribution(counts)

    def _plainly_on(self, terrain: str) -> Forecast:
        position, battle = self.position, self.battle.on(terrain)
        strength = strengths.attack_column(position, battle, self.attack, terrain)
        modifier = strengths.attack_modifier(position, battle, terrain)
        answer_modifier = strengths.counterattack_modifier(position, battle, terrain)
        standing = self._losses(self.answers, answer_modifier)
        retreating = self._losses(self.answers_retreating, answer_modifier)
        can_leave = battle.aim != FORTRESS_AND_GUNS and outcomes.can_retreat(position, battle, battle.node)
        held: dict[Outcome, int] = {}
        left: dict[Outcome, int] = {}
        forced = False
        for die in FACES:  # a higher die never means a smaller loss: who is forced back once stays so
            loss = strengths.result(position, strength, die + modifier)
            reduced = outcomes.reduced_loss(position, battle, loss, battle.hexes)
            forced = can_leave and (forced or outcomes.must_retreat(position, battle, loss))
            if forced:
                self._count(held, reduced, FORCED, retreating)
            else:
                self._count(held, loss, HELD, standing)
            if can_leave:
                self._count(left, reduced, FORCED if forced else WITHDRAWN, retreating)
            else:
                self._count(left, loss, HELD, standing)
        return Forecast(
            terrain,
            strength,
            modifier,
            sum(self.answers),
            sum(self.answers_retreating),
            answer_modifier,
            Distribution(held),
            Distribution(left),
        )

    def _losses(self, answers: Sequence[int], modifier: int) -> dict[int, int]:
        """[13-17] [WF 10-11] [WF 10-14] How often each loss of the attackers comes up: of all, then of tanks
        on top of it, then of tanks to tanks. Tanks lose no more than they have."""
        position = self.position
        first, *duel = [
            [strengths.result(position, strength, die + modifier) for die in FACES] for strength in answers
        ]
        units = attacking_units(position, self.battle)
        others = self.attackers_have - self.tanks_have
        counts: dict[int, int] = {}
        for loss in first:
            for more in duel[0] if duel else (0,):
                on_tanks = max(0, loss - others) + outcomes.tank_losses(position, units, loss) + more
                total = min(loss, others) + min(on_tanks, self.tanks_have)
                counts[total] = counts.get(total, 0) + 1
        return counts

    def _count(self, counts: dict[Outcome, int], loss: int, fate: str, answers: Mapping[int, int]) -> None:
        for answer, times in answers.items():
            outcome = Outcome(min(loss, self.defenders_have), answer + self.paid, fate)
            counts[outcome] = counts.get(outcome, 0) + times


def _mixed(parts: Sequence[tuple[Fraction, Distribution[Outcome]]]) -> Distribution[Outcome]:
    """Outcomes of which one part or another comes to pass, with the chance of each."""
    weights: dict[Outcome, Fraction] = {}
    for chance, outcomes_ in parts:
        for outcome, share in outcomes_.items():
            weights[outcome] = weights.get(outcome, Fraction(0)) + chance * share
    return Distribution(weights)
