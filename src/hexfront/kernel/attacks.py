"""The attacks that a side could make now, on one sheet: by whom, how each may end, and what fewer would do.

Everything is worked out in the game as the side knows it, so that a sheet tells nothing but what each of its
forecasts would tell by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

import msgspec

from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.position import P
from hexfront.kernel.showing import Forecast, Target

SHARES = (1.0, 0.75, 0.5, 0.25)
"""How much of all that could attack a hex is tried when the best attack is looked for."""


class Attack(msgspec.Struct, frozen=True):
    """An attack that can be ordered as it stands, and how it may end."""

    hex: str
    action: Action
    pieces: tuple[str, ...]  # who takes part; nobody is named where attackers are not chosen by one order
    able: tuple[str, ...]  # who could
    forecast: Forecast


class Sheet(Generic[P]):
    """What a side could attack in the question it is asked."""

    def __init__(self, game: Game[P], side: str) -> None:
        if game.decision_of(side) is None:
            raise Refusal((), f"it is not for {side} to decide now")
        self.side = side
        self.known = known_game(game, side)
        decision = self.known.decision_of(side)
        if decision is None:
            raise Refusal((), "what can be attacked cannot be told in the middle of this order")
        self.decision: Decision = decision

    def targets(self) -> list[Target]:
        """What could be attacked."""
        return list(self.known.title.targets(self.known.position, self.decision))

    def attacks(self) -> list[Attack]:
        """The best attack on each hex; the best of all first."""
        found = [attack for target in self.targets() if (attack := self.best(target)) is not None]
        ranked = sorted(found, key=lambda each: (-_worth(each.forecast), each.hex))
        best: dict[str, Attack] = {}
        for attack in ranked:
            best.setdefault(attack.hex, attack)
        return list(best.values())

    def best(self, target: Target) -> Attack | None:
        """The attack on a target that costs the enemy most for what it costs; None if none can be made."""
        tried: dict[tuple[str, ...], None] = {_first(target.able, share): None for share in SHARES}
        found = [attack for pieces in tried if (attack := self._foreseen(target, pieces)) is not None]
        ranked = sorted(found, key=lambda each: (-_worth(each.forecast), len(each.pieces)))
        return next((each for each in ranked if self.known.check(each.action, self.side) is None), None)

    def attack(self, at: str, pieces: Sequence[str] = ()) -> Attack:
        """The attack of some pieces on a hex, or the best one; Refusal if it cannot be made."""
        target = self.target(at)
        if not pieces:
            best = self.best(target)
            if best is None:
                raise Refusal(self.decision.rule, f"{at} cannot be attacked now")
            return best
        order = self.known.title.attack(at, pieces)
        if order is None or not target.able:
            raise Refusal(self.decision.rule, f"who attacks {at} is not chosen by one order")
        refusal = self.known.check(order, self.side)
        if refusal is not None:
            raise refusal
        return Attack(at, order, tuple(pieces), target.able, self.known.title.forecast(self.known, order))

    def target(self, at: str) -> Target:
        """What could be attacked in a hex; Refusal if nothing can."""
        for target in self.targets():
            if target.hex == at:
                return target
        raise Refusal(self.decision.rule, f"{at} cannot be attacked now")

    def ladder(self, at: str) -> Iterator[Attack]:
        """What it would take: the attack on a hex by one piece, by two, and so on to all that could."""
        target = self.target(at)
        for number in range(1, len(target.able) + 1):
            attack = self._foreseen(target, target.able[:number])
            if attack is not None:
                yield attack

    def _foreseen(self, target: Target, pieces: tuple[str, ...]) -> Attack | None:
        """An attack with its odds; None if it would be refused or leaves nothing to chance."""
        title = self.known.title
        order = title.attack(target.hex, pieces) if pieces else None
        try:
            forecast = title.forecast(self.known, order or target.action)
        except Refusal:
            return None
        return Attack(target.hex, order or target.action, pieces if order else (), target.able, forecast)


def _first(able: Sequence[str], share: float) -> tuple[str, ...]:
    """The first of those who could attack; at least one, if there is any."""
    return tuple(able[: max(1, round(len(able) * share))])


def _worth(forecast: Forecast) -> float:
    """By how much the enemy is expected to lose more; where nobody tells, how likely he gives way."""
    losses = forecast.expected_losses
    if losses is None:
        return forecast.chance or 0.0
    return losses[1] - losses[0]
