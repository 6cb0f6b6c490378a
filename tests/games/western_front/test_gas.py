"""Scenario book, chapter 9: gas."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, Join, ReleaseGas
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import load_scenario
from hexfront.games.western_front.rules import battle as battles
from hexfront.games.western_front.rules import forced_retreat, gas, strengths
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import FRONTIER, later, node, table

UNITS = """
unit G1 0402 nation=ge kind=inf values=8-5
unit G2 0402 nation=ge kind=inf values=8-5
unit G3 0402 nation=ge kind=inf values=8-5
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=40
unit X 0302 nation=fr kind=inf values=6-4
unit A 0302 nation=fr kind=art size=iii values=3-4
unit FH 0202 nation=fr kind=hq size=xxxx values=0-4 supply=40
marker trench 0302 entente
holder 0302 0202 0201 0203 0301 0303 entente
holder 0402 0401 0403 central-powers
"""
GAS = "flag 'gas counters: central-powers' 1\n"


def field(more: str = GAS, *, dice: str = "", board: str = FRONTIER, date: str = "1915-4-6") -> Game:
    thrown = f"dice {dice}\n" if dice else ""
    scenario = "western-front-1918" if date.startswith("1918") else "second-ypres-and-artois"
    return later(scenario, f"{board}date {date} combat central-powers\n{UNITS}{more}{thrown}")


def attacked(game: Game, *, with_gas: bool) -> Game:
    """All three divisions attack; what else is asked is answered as advised until the combat is over."""
    game.play(Attack("0302"))
    for name in ("G1", "G2", "G3"):
        game.play(Join(name))
    game.play(PASS)
    while not game.over and game.decision.kind not in ("attack", "move"):
        if game.decision.kind == "gas":
            game.play(ReleaseGas() if with_gas else PASS)
        else:
            advised = game.decision.default()
            game.play(advised if advised is not None else next(iter(game.decision.choices())))
    return game


def told(game: Game, rule: str) -> list[str]:
    return [event.text for event in game.events if rule in event.rules]


@pytest.mark.rule("WF 9-3")
def test_gas_is_offered_against_trenches_before_the_defender_names_terrain() -> None:
    game = field()
    game.play(Attack("0302"))
    game.play(Join("G1"))
    game.play(PASS)
    assert game.decision.kind == "gas"
    assert list(game.decision.choices()) == [ReleaseGas(), PASS]
    game.play(ReleaseGas())
    assert gas.counters(game.position, CENTRAL_POWERS) == 0  # expended, one for an attack
    assert game.decision.kind != "gas"


@pytest.mark.rule("WF 9-3")
@pytest.mark.parametrize(
    ("more", "board"),
    [
        ("", FRONTIER),  # no counter
        (GAS + "marker devastation 0302 entente\n", FRONTIER),  # no trench
        (GAS, FRONTIER + "side 0302-0402 rough\n"),  # ground that gas does not reach
    ],
)
def test_nor_is_it_offered_without_a_counter_a_trench_or_open_ground(more: str, board: str) -> None:
    game = field(more, board=board)
    game.play(Attack("0302"))
    game.play(Join("G1"))
    game.play(PASS)
    assert game.decision.kind != "gas"
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    refusal = gas.why_not(of, Battle(CENTRAL_POWERS, node(of, "0302"), ("G1",)))
    assert refusal is not None
    assert refusal.rules == ("WF 9-3",)


@pytest.mark.rule("WF 9-4")
@pytest.mark.parametrize(
    ("dice", "attack", "answer"), [(4, -2, 2), (5, -2, 2), (6, 2, -2), (8, 2, -2), (9, 2, -2), (12, 2, -2)]
)
def test_gas_shifts_both_dice(dice: int, attack: int, answer: int) -> None:
    of = field(GAS + "unit T 0402 nation=ge kind=art size=x values=12-4\n").position
    assert isinstance(of, WesternFrontPosition)
    names = ("G1", "T")  # with enough guns the defense is not solid, and no limit hides the shift
    plain = Battle(CENTRAL_POWERS, node(of, "0302"), names, terrain="clear")
    gassed = Battle(CENTRAL_POWERS, node(of, "0302"), names, terrain="clear", gas=True, gas_dice=dice)
    ledger = Ledger("die")
    shifted = strengths.attack_modifier(of, gassed, "clear", ledger.note)
    assert shifted == strengths.attack_modifier(of, plain, "clear") + attack
    assert "WF 9-4" in {term.rule for term in ledger.terms}
    shifted = strengths.counterattack_modifier(of, gassed, "clear")
    assert shifted == strengths.counterattack_modifier(of, plain, "clear") + answer


@pytest.mark.rule("WF 9-4")
def test_with_major_effect_guns_are_silent_and_more_than_half_drives_the_defenders_out() -> None:
    of = field().position
    assert isinstance(of, WesternFrontPosition)
    for dice, guns, least in ((8, True, None), (9, False, 4), (11, False, 1)):
        battle = Battle(CENTRAL_POWERS, node(of, "0302"), ("G1",), terrain="clear", gas=True, gas_dice=dice)
        answering = {unit.name for unit in battles.answering_units(of, battle)}
        assert ("A" in answering) == guns
        forced = [loss for loss in range(1, 6) if forced_retreat.is_forced(of, battle, loss)]
        assert (forced[0] if forced else None) == least  # of 6; the trench is held to the last otherwise


@pytest.mark.rule("WF 9-4")
def test_catastrophic_gas_empties_the_trench_in_a_game() -> None:
    game = attacked(field(dice="6 6 6"), with_gas=True)
    assert any("catastrophic" in text for text in told(game, "WF 9-4"))
    assert any("must retreat" in text for text in told(game, "WF 9-4"))
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    assert "X" not in {unit.name for unit in of.units_at(node(of, "0302"))}


@pytest.mark.rule("WF 9-4")
def test_gas_that_drifts_back_ends_the_attack_at_the_cost_of_a_third() -> None:
    game = field(dice="1 2 6")
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    paid = of.units["GH"].supply
    game = attacked(game, with_gas=True)
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    accident = [event for event in game.events if event.kind == "gas" and "drifts back" in event.text]
    expected = of.setting.tables.combat_result(1914, 8, 6)  # 24 strength points, a plain 6
    assert [event.data["strength"] for event in accident] == [8]
    assert [event.data["loss"] for event in accident] == [expected]
    left = sum(of.units[name].strength for name in ("G1", "G2", "G3") if name in of.units)
    assert left == 24 - expected
    assert of.units["X"].strength == 6
    assert of.units["GH"].supply < paid  # nothing is refunded
    assert Attack("0302") not in game.decision.choices()


@pytest.mark.rule("WF 9-4")
def test_the_accident_uses_the_first_table_even_in_1918() -> None:
    tables = TITLE.setting("western-front-1918", {}).tables
    die = next(
        die for die in range(1, 7) if tables.combat_result(1918, 8, die) != tables.combat_result(1914, 8, die)
    )
    game = attacked(field(dice=f"1 1 {die}", date="1918-4-6"), with_gas=True)
    accident = [event for event in game.events if "drifts back" in event.text]
    assert [event.data["loss"] for event in accident] == [tables.combat_result(1914, 8, die)]


@pytest.mark.rule("WF 9-2", "WF 14-4")
@pytest.mark.parametrize(("dice", "left"), [("1 1", 0), ("1 2", 0), ("6 6", 0), ("2 2", 1), ("3 4", 1)])
def test_the_counter_of_1915_may_be_lost_in_a_monthly_turn_and_none_is_gained(dice: str, left: int) -> None:
    game = later(
        "second-ypres-and-artois",
        f"{FRONTIER}date 1915-5-0 trench completion central-powers begun=no\n{UNITS}{GAS}dice {dice}\n",
    )
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    assert gas.counters(of, CENTRAL_POWERS) == left
    assert gas.counters(of, ENTENTE) == 0


@pytest.mark.rule("WF 9-1", "WF 9-2")
@pytest.mark.parametrize(
    ("dice", "german", "entente"),
    [("1 1 1 1", 1, 1), ("6 6 6 6", 1, 0), ("3 3 3 3", 0, 0)],
)
def test_where_counters_can_be_gained_both_sides_roll(dice: str, german: int, entente: int) -> None:
    text = f"{FRONTIER}date 1915-5-0 trench completion central-powers begun=yes\n{UNITS}"
    of = later("second-ypres-and-artois", text).position
    assert isinstance(of, WesternFrontPosition)
    of.setting.parameters = load_scenario(of.setting.data, "duration-game")
    of.dice.fix(tuple(int(die) for die in dice.split()))
    gas.monthly_turn(table(of), of)
    assert (gas.counters(of, CENTRAL_POWERS), gas.counters(of, ENTENTE)) == (german, entente)


@pytest.mark.rule("WF 14-4")
def test_germany_begins_1915_with_a_counter() -> None:
    game = hexfront.new("western-front/second-ypres-and-artois", seed=1)
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    assert gas.counters(of, CENTRAL_POWERS) == 1
