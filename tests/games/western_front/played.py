"""Ways to play small positions as players do: what is listed, what is refused, and what combats come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexfront.games.western_front.orders import Add, Assault, Entrain, Go, Pick, Ride
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event


def state(of: Game) -> WesternFrontPosition:
    """The position of a game."""
    position = of.position
    assert isinstance(position, WesternFrontPosition)
    return position


def at(of: Game, name: str) -> str:
    """Where a unit stands."""
    position = state(of)
    return position.setting.board.label(position.units[name].at)


def listed(of: Game) -> list[str]:
    """What may be answered now, in words."""
    return [as_words(each) for each in of.decision.choices()]


def in_hand(of: Game, *names: str) -> Game:
    """A branch in which units of one hex have been taken in hand."""
    branch = of.branch()
    branch.play_all([Pick(names[0]), *map(Add, names[1:])])
    return branch


def marches(of: Game, *names: str) -> set[str]:
    """The hexes that units of one hex may march to."""
    return {each.to for each in in_hand(of, *names).decision.choices() if isinstance(each, Go)}


def rides(of: Game, *names: str) -> set[str]:
    """The hexes that units of one hex may ride to, once they have boarded."""
    branch = in_hand(of, *names)
    if branch.check(Entrain()) is not None:
        return set()
    branch.play(Entrain())
    return {each.to for each in branch.decision.choices() if isinstance(each, Ride)}


def refusal(of: Game, *orders: Action) -> tuple[str, ...]:
    """The rules that forbid the last of some orders; none if it may be given."""
    branch = of.branch()
    branch.play_all(list(orders[:-1]))
    found = branch.check(orders[-1])
    return found.rules if found else ()


class Fought:
    """What was told of one combat, or of several."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events

    @property
    def told(self) -> list[str]:
        return [each.text for each in self.events]

    def _dice(self, word: str) -> Mapping[str, Any]:
        (found,) = [
            each.data for each in self.events if each.text.startswith(word) and "strength" in each.data
        ]
        return found

    @property
    def attack(self) -> Mapping[str, Any]:
        """Strength, modifier and loss of the attack, and the die unless a referee told the loss."""
        return self._dice("Attack ")

    @property
    def answer(self) -> Mapping[str, Any]:
        """The same of the counterattack."""
        return self._dice("Counterattack ")

    def said(self, rule: str) -> list[str]:
        """What was told with a rule."""
        return [each.text for each in self.events if rule in each.rules]


ENDS = ("attack", "move")


def fight(of: Game, node: str, *units: str, **answers: Action) -> Fought:
    """Attack a hex; answers are given by the kind of the question, and for all others as advised."""
    return fight_on(of, Assault(node, units), **answers)


def fight_on(of: Game, order: Action, **answers: Action) -> Fought:
    """Give an order and answer all that follows from it."""
    told = len(of.events)
    of.play(order)
    while not of.over and of.decision.kind not in ENDS:
        advised = of.decision.default()
        chosen = answers.pop(of.decision.kind, advised)
        assert chosen is not None
        of.play(chosen)
    return Fought(of.events[told:])


def until(of: Game, phase: str, side: str, **answers: Action) -> Fought:
    """Answer by the kind of the question, or as advised, until a phase of a side begins."""
    told = len(of.events)
    while not of.over and (state(of).phase, state(of).active) != (phase, side):
        chosen = answers.get(of.decision.kind, of.decision.default())
        assert chosen is not None
        of.play(chosen)
    return Fought(of.events[told:])
