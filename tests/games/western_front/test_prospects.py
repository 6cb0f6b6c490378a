"""Forecasts: the exact odds of an attack, compared with the attack fought out for every pair of dice."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Assault, Attack, ChooseTerrain, Join, Withdraw
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.combat import fight
from hexfront.games.western_front.rules.prospects import (
    FORCED,
    HELD,
    WITHDRAWN,
    Outcome,
    forecast,
    forecasts,
)
from hexfront.games.western_front.table.forecast import attack_odds
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.odds import Distribution
from tests.games.western_front.builders import FRONTIER, Play, game, node, position, table

BOARD = f"""{FRONTIER}date 1914-09-3 combat central-powers
side 0202-0302 woods
side 0202-0303 rough
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit C 0303 nation=ge kind=inf values=7-5 reduced=5
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
EXTRAS = {
    "open field": "",
    "fortress": "unit F 0202 nation=fr kind=fortress values=4-0\n",
    "trench": "marker trench 0202 entente\n",
    "guns": "unit G 0202 nation=fr kind=art size=iii values=3-4 reduced=2\n",
    "weak": "unit Y 0202 nation=fr kind=cav values=1-6\n",
}


def battle(here: WesternFrontPosition, *names: str, column: bool = False) -> Battle:
    return Battle(CENTRAL_POWERS, node(here, "0202"), names or ("A", "B", "C"), column=column)


def fought(text: str, terrain: str, dice: tuple[int, int], leave: bool, column: bool) -> Outcome:
    """How a real fight ends with given dice."""
    here = position(text)
    here.dice.fix(dice)
    before = {name: unit.strength for name, unit in here.units.items()}
    of = table(here)
    play = Play(fight(of, here, battle(here, column=column)))
    while play.asked is not None:
        advised = Decision(play.asked).default()
        if play.asked.kind == "terrain":
            advised = ChooseTerrain(terrain)
        elif play.asked.kind in {"evade", "advance"}:
            advised = PASS
        elif play.asked.kind == "stand":
            advised = Withdraw() if leave else play.choices[0]
        play.answer(advised or play.choices[0])
    words = " ".join(event.text for event in of.events)
    fate = FORCED if "must retreat" in words else WITHDRAWN if "will retreat" in words else HELD
    # Artillery that is left behind in a retreat is lost on top of the result [29-13].
    left_behind = sum(event.data.get("unit") == "G" and "cannot leave" in event.text for event in of.events)
    points = {
        event.data["unit"]: event.data["points"]
        for event in of.events
        if event.kind == "loss" and "points" in event.data
    }
    lost = {
        name: before[name] - here.units[name].strength if name in here.units else before[name]
        for name in before
    }
    if left_behind:
        lost["G"] = points.get("G", 0)
    defender = sum(lost[name] for name in lost if name not in ("A", "B", "C"))
    return Outcome(defender, sum(lost[name] for name in ("A", "B", "C")), fate)


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("leave", [False, True])
@pytest.mark.parametrize("column", [False, True])
@pytest.mark.rule("13-13", "13-17", "14-3", "14-4", "14-13")
def test_the_forecast_is_the_distribution_of_real_fights(extra: str, leave: bool, column: bool) -> None:
    text = BOARD + EXTRAS[extra]
    here = position(text)
    predicted = forecast(here, battle(here, column=column), "rough")
    pairs = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    real = Distribution.evenly(fought(text, "rough", dice, leave, column) for dice in pairs)
    assert (predicted.leaving if leave else predicted.standing) == real


def test_asking_draws_no_dice_and_changes_nothing() -> None:
    here = position(BOARD)
    before = here.digest()
    forecasts(here, battle(here))
    assert here.digest() == before


def test_the_best_terrain_for_the_defender_comes_first() -> None:
    here = position(BOARD)
    found = forecasts(here, battle(here))
    assert [each.terrain for each in found] == ["rough", "woods", "clear"]
    assert found[0].defender_loss < found[1].defender_loss < found[2].defender_loss
    assert found[0].forced <= found[2].forced


def test_a_forecast_shows_its_strengths_and_adjustments() -> None:
    here = position(BOARD)
    found = forecast(here, battle(here, "A", "B"), "woods")
    assert (found.attack_strength, found.attack_modifier) == (16, -2)
    assert (found.counterattack_strength, found.counterattack_strength_retreating) == (18, 12)
    assert found.counterattack_modifier == 1
    assert sum((chance for _, chance in found.standing.items()), Fraction(0)) == 1


def test_a_forecast_takes_less_than_20_milliseconds() -> None:
    here = position(BOARD + EXTRAS["trench"])
    forecasts(here, battle(here))
    times = []
    for _ in range(5):
        start = time.process_time()
        forecasts(here, battle(here))
        times.append(time.process_time() - start)
    assert min(times) < 0.020


# Through the game


def test_odds_are_given_for_an_attack_an_assault_and_the_pass_that_closes_joining() -> None:
    playing = game(BOARD)
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    all_of_them = attack_odds(playing, Attack("0202"))
    two = attack_odds(playing, Assault("0202", ("A", "B")))
    expected = forecasts(here, battle(here, "A", "B"))[0].standing.map(Outcome.text)
    assert two == expected != all_of_them
    playing.play(Attack("0202"))
    playing.play(Join("A"))
    playing.play(Join("B"))
    playing.fix_dice(1, 1)  # what the referee does in between does not matter
    assert attack_odds(playing, PASS) == expected
    assert playing.position.dice.thrown == 0


def test_odds_of_what_cannot_be_attacked_are_refused() -> None:
    playing = game(BOARD)
    with pytest.raises(Refusal):
        attack_odds(playing, PASS)
    with pytest.raises(Refusal) as far:
        attack_odds(playing, Attack("0104"))
    assert far.value.rules == ("12-4",)
    with pytest.raises(Refusal) as foreign:
        attack_odds(playing, Assault("0202", ("X",)))
    assert foreign.value.rules == ("12-6",)
