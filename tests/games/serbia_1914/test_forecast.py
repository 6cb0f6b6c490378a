"""Forecasts of attacks and Repulses: exact, and true to what the procedures do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare, Fight, Pick, Repulse
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import intensity, prospects
from hexfront.games.serbia_1914.table import forecast
from hexfront.games.serbia_1914.table.forecast import (
    ATTACKER,
    DEFENDER,
    VACATED,
    attackers_gain,
    expected_pair,
)
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.dice import dice_from
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.serbia_1914.battlefield import DEPOTS, LOWLAND, field, indicate
from tests.games.serbia_1914.builders import game, node

A = "unit A 21.12 nation=austria-hungary values=12-12-3-4 reduced=9-9-3 army=FIFTH corps=8 effectiveness=12\n"
D = "unit D 22.12 nation=serbia size=x values=6-5-3-2 reduced=4-4-1 corps=First effectiveness=7 status=1\n"


def started(units: str, phase: str = "attack") -> Game:
    return game(f"{LOWLAND}{DEPOTS}turn 3 {phase} austria-hungary\n{units}")


def play_out(of: SerbiaPosition, dice: tuple[int, ...], declared: tuple[bool, bool]) -> SerbiaPosition:
    of.dice.fix(dice)
    play = indicate(of, Aim("A", "22.12"))
    while play.asked is not None:
        answer: Action
        if play.asked.kind == "intensity":
            answer = Declare(declared[play.asked.side == SERBIA])
        else:
            answer = Decision(play.asked).default() or play.choices[0]
        play.answer(answer)
    return of


def reckoned(of: SerbiaPosition) -> prospects.Sides:
    known = of.copy()
    here = node(known, "22.12")
    known.change("A", aim=here)
    fought = forecast.expected_battle(known, AUSTRIA_HUNGARY, here)
    return forecast.sides_of(known, fought)


@pytest.mark.parametrize("declared", [(True, False), (False, True)])
def test_the_defenders_fate_is_reckoned_as_it_is_played(declared: tuple[bool, bool]) -> None:
    """Every pair of combat dice with every check of the defender; the attacker passes his own."""
    of = field(A + D)
    found: dict[tuple[int, int, bool], int] = {}
    for white in range(1, 7):
        for black in range(1, 7):
            for total, times in prospects.TWO_DICE.items():
                checks = (1, 1, min(total - 1, 6), total - min(total - 1, 6))
                # The brigade is of small magnitude: the attacker's reduction is thrown for, here in vain.
                small = (1,) if attacker_throws(of, white, black, declared[0]) else ()
                after = play_out(of.copy(), (white, black, *small, *checks), declared)
                unit = after.units["D"]
                key = (unit.reductions, unit.status - 1, unit.at != node(of, "22.12"))
                found[key] = found.get(key, 0) + times
    sides = reckoned(of)
    exact = prospects.distribution(of.setting.tables, sides, *declared)
    expected = exact.map(lambda each: (min(each.defender_reductions, 1), each.defender_levels, each.vacated))
    total_weight = sum(found.values())
    assert {key: Fraction(weight, total_weight) for key, weight in found.items()} == dict(expected.items())


@pytest.mark.rule("9.10.2")
@pytest.mark.parametrize("declared", [(False, False), (True, False)])
def test_a_garrison_alone_that_loses_its_last_men_has_left_its_hex(declared: tuple[bool, bool]) -> None:
    """Formations keep their last men; a garrison with none beside it is gone."""
    of = field(
        f"{A}unit D 22.12 asset kind=garrison size=iii nation=serbia values=1-2-2-0 place=22.12 range=2\n"
    )
    exact = prospects.distribution(of.setting.tables, reckoned(of), *declared)
    foretold = float(sum(chance for outcome, chance in exact.items() if outcome.vacated))
    games = 400
    left = 0
    for seed in range(games):
        one = of.copy()
        one.dice = dice_from(seed)
        after = play_out(one, (), declared)
        left += "D" not in after.units or after.units["D"].at != node(of, "22.12")
    spread = (foretold * (1 - foretold) / games) ** 0.5
    assert abs(left / games - foretold) <= 3 * spread
    assert foretold > 0.9


def attacker_throws(of: SerbiaPosition, white: int, black: int, intense: bool) -> bool:
    """Whether the attacker has a reduction to throw for."""
    tables = of.setting.tables
    cell = tables.combat_result("2:1", white, black)
    return intensity.attacker_reductions(cell, intense) == 1  # of two one is certain


def test_probabilities_are_exact_and_add_up_to_one() -> None:
    of = field(A + D)
    exact = prospects.distribution(of.setting.tables, reckoned(of), attacker=True, defender=True)
    assert sum(chance for _, chance in exact.items()) == 1


def test_an_indicated_attack_has_a_prospect_for_every_intensity() -> None:
    found = started(A + D).forecast(Aim("A", "22.12"))
    by_name = {each.name: each for each in found.prospects}
    assert set(by_name) == {"Low Intensity", "Attacker Intense", "Defender Intense", "High Intensity"}
    for prospect in found.prospects:
        assert sum(each.probability for each in prospect.endings) == pytest.approx(1)
    low, intense, stubborn = (
        by_name[name] for name in ("Low Intensity", "Attacker Intense", "Defender Intense")
    )
    assert intense.means[VACATED] > low.means[VACATED] > stubborn.means[VACATED]
    assert intense.means[ATTACKER] > low.means[ATTACKER]
    assert stubborn.means[DEFENDER] > low.means[DEFENDER]
    assert found.subject.startswith("Attack on 22.12 at 2:1")
    assert any("Attack strength 12" in str(ledger) or ledger["total"] == "12" for ledger in low.ledgers)


@pytest.mark.rule("9.8")
def test_first_comes_what_the_attacker_must_expect_of_a_defender_who_answers_best() -> None:
    found = started(A + D).forecast(Aim("A", "22.12"))
    gains = {each.name: attackers_gain(each.means) for each in found.prospects}
    calm = min(gains["Low Intensity"], gains["Defender Intense"])
    hard = min(gains["Attacker Intense"], gains["High Intensity"])
    assert gains[found.prospects[0].name] == max(calm, hard)
    assert found.chance == found.prospects[0].means[VACATED]
    assert expected_pair(
        {(False, False): 1.0, (False, True): -1.0, (True, False): 2.0, (True, True): 0.0}
    ) == (
        True,
        True,
    )


def test_asking_throws_no_dice_and_changes_nothing() -> None:
    made = started(A + D)
    before = made.position.as_data()
    made.forecast(Aim("A", "22.12"))
    made.odds(Aim("A", "22.12"))
    assert made.position.as_data() == before


def test_the_odds_of_a_hex_are_those_of_low_intensity() -> None:
    made = started(A + D)
    chances = made.odds(Aim("A", "22.12"))
    assert sum(chance for _, chance in chances.items()) == 1
    found = made.forecast(Aim("A", "22.12")).prospects
    low = next(each for each in found if each.name == "Low Intensity")
    held = sum(each.probability for each in low.endings if each.text.startswith("the hex is held"))
    assert float(chances["the hex is held"]) == pytest.approx(held)


def test_all_who_are_indicated_count_in_the_forecast_of_a_fight() -> None:
    other = A.replace("unit A 21.12", "unit C 21.14") + D.replace("unit D 22.12", "unit E 22.14")
    made = started(A + A.replace("unit A 21.12", "unit B 21.13") + D + other)
    alone = made.forecast(Aim("A", "22.12")).prospects[0].means[VACATED]
    made.play(Aim("A", "22.12"))
    both = made.forecast(Aim("B", "22.12")).prospects[0].means[VACATED]
    assert both > alone
    made.play(Aim("B", "22.12"))
    made.play(Aim("C", "22.14"))
    made.play(PASS)
    fight = made.forecast(Fight("22.12"))
    assert fight.prospects[0].means[VACATED] == both
    assert "B" in fight.subject


def test_the_declaration_itself_can_be_looked_at() -> None:
    made = started(A + D)
    made.play(Aim("A", "22.12"))
    while made.decision.kind != "intensity":
        made.play(PASS)
    found = made.forecast(Declare(True))
    assert [each.name for each in found.prospects] == ["High Intensity", "Attacker Intense"]
    made.play(Declare(True))
    found = made.forecast(Declare(False))
    assert [each.name for each in found.prospects] == ["Attacker Intense"]


def test_a_repulse_has_its_chance() -> None:
    made = started(A + D.replace("6-5-3-2", "6-3-3-2"), "movement")
    made.play(Pick("A"))
    chances = made.odds(Repulse("22.12"))
    # 12:3 is 4:1: half of the dice.
    table = made.position.setting.tables
    black = sum(
        table.combat_result("4:1", white, black).black_retreat > 0
        for white in range(1, 7)
        for black in range(1, 7)
    )
    assert chances["the enemy is repulsed"] == Fraction(black, 36)
    found = made.forecast(Repulse("22.12"))
    assert found.prospects[0].means["enemy repulsed"] == pytest.approx(black / 36)


@pytest.mark.parametrize(
    "action", [PASS, Fight("22.12"), Fight("99.99"), Aim("A", "25.12"), Aim("nobody", "22.12")]
)
def test_what_throws_no_dice_is_refused(action: Action) -> None:
    made = started(A + D)
    with pytest.raises(Refusal):
        made.odds(action)
