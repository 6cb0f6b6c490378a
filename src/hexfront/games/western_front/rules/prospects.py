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
from hexfront.games.western_front.rules import artillery, losses, outcomes, strengths, supply
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


def with_plans(
    position: WesternFrontPosition, battle: Battle, own: Lines | None = None, opposing: Lines | None = None
) -> Battle:
    """The battle with supply as both sides would pay by default, where it is not paid yet.

    Who would take no part for want of supply is left out.
    """
    if not battle.attack_plan and battle.may_supply:
        names = names_of(attacking_units(position, battle))
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
    return _Reckoning(position, battle).on(terrain)


def forecasts(position: WesternFrontPosition, battle: Battle, choices: Sequence[str] = ()) -> list[Forecast]:
    """[13-3] A forecast for every terrain the defender may choose, the best for him first."""
    reckoning = _Reckoning(position, battle)
    found = [reckoning.on(terrain) for terrain in choices or terrain_choices(position, battle)]
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

    def __init__(self, position: WesternFrontPosition, battle: Battle) -> None:
        own, opposing = Lines(position, battle.side), Lines(position, battle.enemy)
        battle = with_plans(position, battle, own, opposing)
        self.position = position
        self.battle = battle
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
        """How often each loss of the attackers comes up, that of their tanks included."""
        counts = self._common_losses(answers[0], modifier)
        for strength in answers[1:]:
            joined: dict[int, int] = {}
            for die in FACES:
                more = min(strengths.result(self.position, strength, die + modifier), self.tanks_have)
                for loss, times in counts.items():
                    joined[loss + more] = joined.get(loss + more, 0) + times
            counts = joined
        capped: dict[int, int] = {}
        for loss, times in counts.items():
            kept = min(loss, self.attackers_have)
            capped[kept] = capped.get(kept, 0) + times
        return capped

    def _common_losses(self, strength: int, modifier: int) -> dict[int, int]:
        """[13-17] [WF 10-11] Losses of the first counterattack, and of tanks on top of it."""
        units = attacking_units(self.position, self.battle)
        counts: dict[int, int] = {}
        for die in FACES:
            loss = strengths.result(self.position, strength, die + modifier)
            loss += min(outcomes.tank_losses(self.position, units, loss), self.tanks_have)
            counts[loss] = counts.get(loss, 0) + 1
        return counts

    def _count(self, counts: dict[Outcome, int], loss: int, fate: str, answers: Mapping[int, int]) -> None:
        for answer, times in answers.items():
            outcome = Outcome(min(loss, self.defenders_have), answer, fate)
            counts[outcome] = counts.get(outcome, 0) + times
