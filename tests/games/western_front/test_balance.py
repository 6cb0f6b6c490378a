"""The books of a war: men, supply points and demoralization balance from decision to decision."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.western_front.balance import stocks, unbalanced
from hexfront.games.western_front.orders import DeployAll, Stock
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.proof.invariants import Broken, Offer, balanced
from tests.games.western_front.played import state
from tests.games.western_front.test_duration_game import GUNS, field

ARMIES = """
holder 0301 0302 0303 0304 central-powers
unit fr-inf-xx-1 0202
unit fr-inf-xx-2 0202
unit fr-inf-xx-3 0203
unit ge-inf-xx-1gr 0302
unit ge-inf-xx-7 0302
unit ge-inf-xx-8 0303
"""


def months(game: Game, steps: int, lot: random.Random) -> list[str]:
    """Play by lot, with the books looked at after every step; what was wrong with them."""
    wrong: list[str] = []
    for _ in range(steps):
        if game.over:
            break
        wrong += after(game, lot.choice(list(game.decision.choices())))
    return wrong


def after(game: Game, order: Action) -> list[str]:
    """Play an order; what is wrong with the books then."""
    before, told = game.position.copy(), len(game.events)
    game.play(order)
    return [str(each) for each in TITLE.balance(before, game.position, game.events[told:])]


@pytest.mark.rule("WF 23-14", "26-1", "17-2")
def test_books_balance_over_a_change_of_month_by_lot() -> None:
    game = field(f"1915-02-7 combat central-powers begun=yes\n{ARMIES}", ge=60, fr=50)
    start = stocks(state(game))
    assert months(game, 400, random.Random(4)) == []
    assert state(game).date.month > 2
    assert stocks(state(game)) != start  # the schedules have delivered, or somebody has fought


def altered(**change: int) -> tuple[WesternFrontPosition, WesternFrontPosition]:
    """A position, and one in which somebody has meddled with the books."""
    before = state(field(f"1915-03-2 combat entente begun=yes\n{GUNS}", ge=30, fr=60))
    after = before.copy()
    for name, points in change.items():
        if name in ("ge", "fr"):
            after.demoralization[name] = after.demoralization.get(name, 0) + points
        else:
            after.change(name.replace("_", "-"), supply=points)
    return before, after


@pytest.mark.rule("26-1", "17-2")
def test_what_comes_from_nowhere_or_vanishes_is_found() -> None:
    before, after = altered()
    assert list(unbalanced(before, after, [])) == []
    _, after = altered(ge=3)
    assert [each.rules for each in unbalanced(before, after, [])] == [("26-1",)]
    _, after = altered(fr_hq_xxxx_1=61)
    assert [each.rules for each in unbalanced(before, after, [])] == [("17-2",)]
    _, after = altered(fr_hq_xxxx_1=59)
    assert list(unbalanced(before, after, [])) == []  # points may be lost with those who hold them
    _, after = altered()
    after.remove("ge-hq-xxxx-1")
    assert [each.rules for each in unbalanced(before, after, [])] == [("WF 24",)]


def test_the_fuzzer_looks_at_the_books() -> None:
    game = field(f"1915-03-2 combat entente begun=yes\n{GUNS}", ge=30, fr=60)
    offer = Offer(game, kept=True)
    balanced(game, offer)
    state(game).demoralization["ge"] = 9
    with pytest.raises(Broken, match="balance"):
        balanced(game, offer)


def test_stocks_are_counted_for_each_side() -> None:
    of = state(field("1915-03-2 combat entente begun=yes", ge=30, fr=60, gb=5))
    assert stocks(of)[CENTRAL_POWERS] == 30
    assert stocks(of)[ENTENTE] == 65


@pytest.mark.rule("WF 14 set-up", "17-2")
def test_points_still_to_be_divided_are_in_the_books() -> None:
    game = hexfront.new("western-front/verdun", seed=9600001, options={"ready-deployed": "off"})
    while game.decision.kind != "supply points":
        assert after(game, DeployAll()) == []
        assert after(game, PASS) == []
    stock = next(each for each in game.decision.choices() if isinstance(each, Stock))
    assert after(game, stock) == []
    assert after(game, game.decision.choices()[-2]) == []  # as many as there are
    assert after(game, DeployAll()) == []
    assert sum(stocks(state(game)).values()) > 0
