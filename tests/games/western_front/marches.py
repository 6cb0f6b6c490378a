"""Ways to ask and to give marching orders in the tests of chapters 6 to 10."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.western_front.orders import Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement, rail
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.actions import Action
from tests.games.western_front.builders import Play, node, table


def in_points(cost: int) -> float:
    return float(Fraction(cost, POINT))


def reach(of: WesternFrontPosition, *names: str) -> dict[str, float]:
    """Where a fresh group may march to, in points."""
    label = of.setting.board.label
    return {label(at): in_points(leg.cost) for at, leg in movement.destinations(of, names).items()}


def kinds(of: WesternFrontPosition, *names: str) -> dict[str, str]:
    """In which way a fresh group gets to each hex."""
    label = of.setting.board.label
    return {label(at): leg.kind for at, leg in movement.destinations(of, names).items()}


def rides(of: WesternFrontPosition, *names: str) -> dict[str, float]:
    """Where a group on trains may ride to, in points."""
    label = of.setting.board.label
    return {label(at): in_points(cost) for at, cost in rail.rides(of, names).items()}


def in_hand(of: WesternFrontPosition, name: str, *orders: Action) -> Play:
    """A unit taken in hand and given orders."""
    return Play(movement.move(table(of), of, Pick(name))).answer(*orders)


def spent(of: WesternFrontPosition, name: str) -> float:
    return in_points(of.units[name].spent)


def at(of: WesternFrontPosition, name: str) -> str:
    return of.setting.board.label(of.units[name].at)


def refusal(of: WesternFrontPosition, name: str, to: str) -> tuple[str, ...]:
    """The rules that keep a fresh unit from marching to a hex; none if it may."""
    march = marching.fresh_march(of, [name])
    found = marching.why_not_reach(of, march, node(of, to))
    return found.rules if found else ()


def step(of: WesternFrontPosition, name: str, here: str, there: str) -> str:
    """What a step costs a unit, in words."""
    return movement.step_ledger(of, of.units[name], node(of, here), node(of, there)).text
