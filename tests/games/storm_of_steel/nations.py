"""Small positions of the war of nations, and ways to play them."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.actions import Action, Pass, as_words
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.records import Event
from hexfront.kernel.start import game_from_text

CP, EN = "central-powers", "entente"


def laid(turn: int) -> str:
    """The cards of both sides lie on the table."""
    return f"flag 'laid down {CP}' {turn}\nflag 'laid down {EN}' {turn}\n"


def game(text: str, scenario: str = "great-war", **options: str) -> Game:
    """A game from a position text without its head."""
    chosen = "".join(f"option {name.replace('_', '-')}={value}\n" for name, value in options.items())
    return game_from_text(TITLE, parse(f"title storm-of-steel\nscenario {scenario}\n{chosen}seed 1\n{text}"))


def state(of: Game) -> SteelPosition:
    position = of.position
    assert isinstance(position, SteelPosition)
    return position


def listed(of: Game, side: str, kind: type[Action] | None = None) -> list[str]:
    """What a side may answer, in words; only orders of a kind if one is named."""
    decision = of.decision_of(side)
    assert decision is not None, f"{side} is not asked"
    return [as_words(each) for each in decision.choices() if kind is None or isinstance(each, kind)]


def refused(of: Game, action: Action, side: str) -> tuple[str, ...]:
    """The rules by which an order is refused; none if it may be given."""
    refusal = of.check(action, side)
    return refusal.rules if refusal else ()


def play(of: Game, side: str, *orders: Action) -> list[Event]:
    """Play orders of a side, one after the other."""
    return [event for order in orders for event in of.play(order, side)]


def play_on(of: Game, until: str, most: int = 200) -> list[Event]:
    """Pass whatever is asked, by default answers where nobody can pass, until a step begins."""
    told: list[Event] = []
    for _ in range(most):
        if state(of).step == until or of.over:
            return told
        decision = of.decisions[0]
        passing = Pass() in decision.choices()
        answer = Pass() if passing else decision.choices()[0]
        told += of.play(answer, decision.side)
    raise AssertionError(f"{until} was not reached, but {state(of).step}")


def texts(events: Sequence[Event], kind: str) -> list[str]:
    return [event.text for event in events if event.kind == kind]


def changes(of: Game, side: str) -> dict[str, int]:
    """The morale ledger of a side: changes by reason."""
    return {cause.reason: cause.change for cause in state(of).causes if cause.side == side}
