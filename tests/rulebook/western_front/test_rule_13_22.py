"""Rule 13-22: a half strength marker on top of a -1 marker halves a unit and then takes a point off it.

Strengths are numbers here, so that an 8-5 under both markers is a unit of 3 (decision WF-R043): losses must
be able to make it one, and it must fight as one.
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import AttackStrength, Lose
from hexfront.games.western_front.rules import losses
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import FRONTIER, Play, game, position, table

SCENE = (
    "date 1914-09-2 combat central-powers\n"
    + FRONTIER
    + "unit X 0202 nation=fr kind=inf values=6-4\nunit GH 0402 nation=ge kind=hq size=xxxx supply=40\n"
    + "unit S 0302 nation=ge kind=inf values=8-5 reduced=6{}\n"
)


@pytest.mark.rule("13-22", "13-21")
def test_losses_of_half_and_one_more_leave_3_of_8() -> None:
    of = position(SCENE.format(""))
    play = Play(losses.take(table(of), of, side=CENTRAL_POWERS, names=["S"], points=5, attacking=True))
    while not play.over:
        play.answer(Lose("S"))
    assert of.units["S"].strength == 3


@pytest.mark.rule("13-22", "13-2")
def test_a_unit_under_both_markers_attacks_with_what_is_left() -> None:
    fresh, worn = game(SCENE.format("")), game(SCENE.format(" strength=3"))
    question = AttackStrength("0202", ("S",), "clear")
    assert fresh.explain(question).total == 8
    assert worn.explain(question).total == 3
