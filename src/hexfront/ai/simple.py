"""Players that every title has: one throws dice, one takes what looks best at the moment."""

from __future__ import annotations

import random

from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.planning import Notes, Order, Sight

REMEMBERED = 32  # positions in which a greedy player knows what it has tried


class RandomPlanner:
    """Takes any legal answer, each as likely as the next.

    The generator is made anew from seed, side and step, so that a loaded game goes on in the same way.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def order(self, sight: Sight) -> Order:
        choices = sight.decision.choices()
        dice = random.Random(f"{self.seed} {sight.side} {sight.step}")
        number = len(choices)
        action = choices[dice.randrange(number)]
        return Order(action, f"Drawn by lot from {number} {'choice' if number == 1 else 'choices'}.")

    def notes(self) -> Notes:
        return Notes(("Every choice is drawn by lot.",))


class GreedyPlanner:
    """Takes the answer that looks best by itself, and plans nothing.

    What an answer is worth is said by the title (`Title.appeal`). Where it says nothing, the title's default
    stands. Of equals the first is taken, but one that does something before one that passes. What led back to
    the same position and question is not tried twice, so that the game goes on.
    """

    def __init__(self) -> None:
        self._tried: dict[tuple[str, str, str], set[Action]] = {}

    def order(self, sight: Sight) -> Order:
        key = sight.decision.kind, repr(sight.decision.about), sight.position.digest()
        tried = self._tried[key] = self._tried.pop(key, set())  # the last one asked is forgotten last
        if len(self._tried) > REMEMBERED:
            self._tried.pop(next(iter(self._tried)))
        order = self._best(sight, tried)
        tried.add(order.action)
        return order

    def _best(self, sight: Sight, tried: set[Action]) -> Order:
        best: Action | None = None
        worth = 0.0
        number = 0
        for action in sight.decision.choices():
            number += 1
            if action in tried:
                continue
            value = sight.title.appeal(sight, action)
            if value is None:
                continue
            if best is None or value > worth or (value == worth and isinstance(best, Pass)):
                best, worth = action, value
        if best is not None:
            return Order(best, f"Looks best of {number} choices, worth {worth:.1f} by itself.")
        default = sight.decision.default()
        if default is not None and default not in tried:
            return Order(default, f"Nothing looks better than the usual answer, of {number} choices.")
        left = next((action for action in sight.decision.choices() if action not in tried), None)
        return Order(left or sight.decision.choices()[0], f"The next of {number} choices; none looks better.")

    def notes(self) -> Notes:
        return Notes(("Each choice is taken by what it is worth at once.",))
