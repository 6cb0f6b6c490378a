"""Figure 9: an attack on two French divisions in 2817, with the book's own numbers.

The book adds 3 to the counterattack for rough terrain where its chart has 1. The chart wins; the option
`figure-9-rough` plays the example as it is printed (decision WF-R041).
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import ChooseTerrain, Lose, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.battle import terrain_choices
from hexfront.games.western_front.rules.combat import fight
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, position, table

FIGURE = """
dice 4 4
date 1914-08-5 combat central-powers
board corner=2714 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
| . . . .
| . . . .
hex 2714 country=germany
hex 2719 country=france
side 2717-2817 rough
side 2817-2917 woods
side 2817-2818 rough
unit 88T 2817 nation=fr kind=inf values=4-4 reduced=3
unit 87T 2817 nation=fr kind=inf values=4-4 reduced=3
unit full 2816 nation=ge kind=inf values=8-5 reduced=6
unit halved 2816 nation=ge kind=inf values=8-5 reduced=6 strength=5
unit brigade 2917 nation=ge kind=inf size=x values=2-4 reduced=1
unit horse 2917 nation=ge kind=cav values=2-6 reduced=1
unit third 2918 nation=ge kind=inf values=8-5 reduced=6 strength=5
unit GH 2916 nation=ge kind=hq size=xxxx supply=50
unit FH 2718 nation=fr kind=hq size=xxxx supply=50
"""
ATTACKERS = ("full", "halved", "brigade", "third")


def fought(option: str = "") -> tuple[WesternFrontPosition, Play]:
    """The figure up to the German losses, which the German player then chooses."""
    figure = position(option + FIGURE)
    battle = Battle(CENTRAL_POWERS, node(figure, "2817"), ATTACKERS)
    play = Play(fight(table(figure), figure, battle))
    play.answer(ChooseTerrain("rough"), PASS, PASS, Stand())
    return figure, play


@pytest.mark.rule("13-3")
def test_the_french_choose_between_clear_woods_and_rough() -> None:
    figure = position(FIGURE)
    battle = Battle(CENTRAL_POWERS, node(figure, "2817"), ATTACKERS)
    assert set(terrain_choices(figure, battle)) == {"clear", "woods", "rough"}


@pytest.mark.rule("13-8", "13-9", "13-13", "13-15", "13-20", "13-21", "13-24")
def test_the_attack_is_fought_as_in_the_book() -> None:
    at = table(figure := position("option figure-9-rough=on\n" + FIGURE))
    battle = Battle(CENTRAL_POWERS, node(figure, "2817"), ATTACKERS)
    play = Play(fight(at, figure, battle))
    play.answer(ChooseTerrain("rough"), PASS, PASS, Stand())
    rolls = [event.data for event in at.events if "die" in event.data]
    figures = [[each[name] for name in ("strength", "die", "modifier", "loss")] for each in rolls]
    assert figures == [[20, 4, -3, 2], [24, 4, 3, 6]]
    # The first three points turn over the full division and the full brigade; the rest is free.
    strengths = {name: figure.units[name].strength for name in ATTACKERS}
    assert strengths == {"full": 6, "halved": 5, "brigade": 1, "third": 5}
    play.answer(*[Lose("full")] * 3)
    assert play.over
    assert {name: unit.strength for name, unit in figure.units.items() if unit.strength} == {
        "88T": 3, "87T": 3, "full": 3, "halved": 5, "brigade": 1, "third": 5, "horse": 2,
    }  # fmt: skip


@pytest.mark.rule("13-15", "13-18")
def test_by_the_chart_rough_terrain_adds_one_to_the_counterattack() -> None:
    figure, play = fought()
    play.defaults()
    lost = 8 + 5 + 2 + 5 - sum(figure.units[name].strength for name in ATTACKERS if name in figure.units)
    assert lost == 5  # column 24, die 4 + 1
    assert figure.units["horse"].strength == 2  # took no part


@pytest.mark.rule("13-2", "12-12")
def test_all_units_of_the_example_are_supplied() -> None:
    figure, _ = fought()
    assert figure.units["GH"].supply == 50 - 5  # 20 strength points, one for four
    assert figure.units["FH"].supply == 50 - 4  # 8 strength points, one for two
