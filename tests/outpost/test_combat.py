"""Chapters 6 and 7 of Outpost: supply and combat."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from outpost.combat import why_not_target
from outpost.orders import Advance, Assault, Attack, AttackStrength, DefenceStrength, Join, SupplyLine
from outpost.position import RED
from tests.outpost.skirmish import chances, outpost, position_of, texts, unit, where, words

ATTACK = "1 attack red"
SUPPLIED = ("unit red rd depot 0403", "unit blue bd depot 0506")


def refusal_of(game: Game, line: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        game.play_words(line)
    return refusal.value


def attacked(die: int, *lines: str, attackers: tuple[str, ...] = ("a",), at: str = "0405") -> Game:
    """An attack on 0405 with a die that shows what is wanted."""
    game = outpost(*SUPPLIED, *lines, turn=ATTACK)
    game.fix_dice(die)
    game.play(Attack(at))
    for name in attackers if game.decision.kind == "join" else ():
        game.play(Join(name))
    if not game.over and game.decision.kind == "join":
        game.play(PASS)
    return game


def result_of(game: Game) -> str:
    return next(str(event.data["result"]) for event in game.events if event.kind == "result")


# Supply


@pytest.mark.rule("6.1")
def test_6_1_a_way_of_five_points_to_a_depot_is_supply() -> None:
    game = outpost("unit red a foot 0106", "unit red c foot 0107", "unit red rd depot 0101")
    assert game.explain(SupplyLine("a")).text.startswith(
        "0106 to 0105 to 0104 to 0103 to 0102 to 0101 costs 5:"
    )
    with pytest.raises(Refusal, match="out of supply") as refusal:
        game.explain(SupplyLine("c"))
    assert refusal.value.rules == ("6.1",)


@pytest.mark.rule("6.1")
def test_6_1_not_through_enemies_nor_their_control() -> None:
    line = ("unit red a foot 0106", "unit red rd depot 0101", "unit red g foot 0201")
    assert outpost(*line).explain(SupplyLine("a")).total
    for enemy in ("unit blue b foot 0203", "unit blue b foot 0103"):
        with pytest.raises(Refusal, match="out of supply"):
            outpost(*line, enemy).explain(SupplyLine("a"))
    hidden = outpost(*line, "unit blue b foot 0203 hidden")
    assert hidden.explain(SupplyLine("a")).total


@pytest.mark.rule("6.1")
def test_6_1_only_a_depot_of_its_own_side() -> None:
    game = outpost("unit red a foot 0102", "unit blue bd depot 0103")
    with pytest.raises(Refusal, match="out of supply"):
        game.explain(SupplyLine("a"))


@pytest.mark.rule("6.2")
def test_6_2_out_of_supply_an_attack_is_halved_rounding_down() -> None:
    game = outpost("unit red a foot 0404", "unit red h horse 0404 steps=1", turn=ATTACK)
    assert (
        game.explain(AttackStrength("0405", ("a", "h"))).text
        == "the attack on 0405 is worth 2: a out of supply +2 [6.2]"
    )
    supplied = outpost("unit red a foot 0404", "unit red rd depot 0403", turn=ATTACK)
    assert (
        supplied.explain(AttackStrength("0405", ("a",))).text == "the attack on 0405 is worth 4: a +4 [7.3]"
    )


@pytest.mark.rule("6.3")
def test_6_3_an_attack_costs_a_point() -> None:
    game = attacked(1, "unit red a foot 0404", "unit blue b foot 0405", "points red supply=2")
    assert position_of(game).points["red"] == 1


@pytest.mark.rule("6.3")
def test_6_3_without_points_there_is_no_attack() -> None:
    lines = ("unit red a foot 0404", "unit blue b foot 0405", "unit red c foot 0101")
    game = outpost(*lines, "points red supply=0")
    while (game.decision.side, game.decision.kind) != ("blue", "move"):
        assert game.decision.kind == "move"
        game.play(PASS)
    poor = outpost(
        *lines, "unit red e foot 0404", "unit blue g foot 0504", "points red supply=1", turn=ATTACK
    )
    poor.fix_dice(1)
    poor.play_all([Attack("0405"), Join("a"), PASS])
    assert poor.decision.side == "blue"  # e could attack 0504, but there is nothing to do it with


@pytest.mark.rule("6.3")
def test_6_3_a_refusal_says_what_is_missing() -> None:
    game = outpost("unit red a foot 0404", "unit blue b foot 0405", "points red supply=0", turn=ATTACK)
    why_not = why_not_target(position_of(game), RED, Attack("0405"))
    assert why_not is not None
    assert (why_not.rules, why_not.needed, why_not.had) == (("6.3",), 1, 0)


# Who may attack what


@pytest.mark.rule("7.1")
def test_7_1_each_hex_and_each_unit_once() -> None:
    game = outpost(
        *SUPPLIED,
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit blue b foot 0405",
        "unit blue e foot 0504",
        turn=ATTACK,
    )
    assert {"attack 0405", "attack 0504"} <= words(game)
    game.fix_dice(1)
    game.play(Assault("0405", ("a",)))
    assert "attack 0405" not in words(game)
    assert refusal_of(game, "attack 0405").rules == ("7.1",)
    assert "attacked already" in str(refusal_of(game, "attack 0405"))
    game.fix_dice(1)
    game.play(Attack("0504"))  # only c is left, so it joins by itself
    assert position_of(game).units["c"].steps == 1


@pytest.mark.rule("7.1")
def test_7_1_only_adjacent_enemies_are_attacked_by_units_of_the_side() -> None:
    game = outpost(
        *SUPPLIED,
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit red e foot 0101",
        "unit blue b foot 0405",
        turn=ATTACK,
    )
    assert refusal_of(game, "attack 0101").rules == ("7.1",)
    assert refusal_of(game, "attack 0707").rules == ("7.1", "7.2")
    assert refusal_of(game, "attack 9999").rules == ("7.1",)
    game.play(Attack("0405"))
    assert words(game) == {"join a", "join c"}
    for name in ("e", "b", "nobody"):
        assert refusal_of(game, f"join {name}").rules == ("7.1",)
    game.play(Join("a"))
    assert words(game) == {"join c", "pass"}


@pytest.mark.rule("7.1")
def test_7_1_an_assault_by_the_only_unit_that_can() -> None:
    game = outpost(*SUPPLIED, "unit red a foot 0404", "unit blue b foot 0405", turn=ATTACK)
    game.play(Assault("0405", ("a",)))
    assert texts(game, "result")


@pytest.mark.rule("7.1")
def test_7_1_an_assault_by_all_and_by_some() -> None:
    for attackers, modifier in ((("a", "c"), 3), (("a",), 0)):
        game = outpost(
            *SUPPLIED, "unit red a foot 0404", "unit red c foot 0404", "unit blue b foot 0405", turn=ATTACK
        )
        game.play(Assault("0405", attackers))
        assert [event.data["modifier"] for event in game.events if event.kind == "result"] == [modifier]


@pytest.mark.rule("7.1")
def test_7_1_an_assault_with_a_unit_that_cannot_is_refused_whole() -> None:
    game = outpost(
        *SUPPLIED, "unit red a foot 0404", "unit red c foot 0404", "unit blue b foot 0405", turn=ATTACK
    )
    before = game.position.digest()
    with pytest.raises(Refusal):
        game.play(Assault("0405", ("a", "far-red")))
    assert (game.step, game.position.digest()) == (0, before)


@pytest.mark.rule("7.2")
def test_7_2_no_attack_across_a_river_without_a_bridge() -> None:
    river = outpost(
        "unit red a foot 0303",
        "unit red c foot 0101",
        "unit blue b foot 0403",
        "unit blue e foot 0104",
        turn=ATTACK,
    )
    assert river.decision.side == "blue"  # red could attack nothing, so it was not asked
    both = outpost("unit red a foot 0303", "unit red c foot 0402", "unit blue b foot 0403", turn=ATTACK)
    both.play(Attack("0403"))
    assert both.journal[-1].rolls  # c attacked alone
    bridge = outpost("unit red a foot 0304", "unit blue b foot 0404", turn=ATTACK)
    assert "attack 0404" in words(bridge)


@pytest.mark.rule("7.2")
def test_7_2_dummies_and_depots_do_not_attack() -> None:
    game = outpost(
        "unit red a foot 0404",
        "unit red c foot 0504",
        "unit red d dummy 0404 hidden",
        "unit red rd depot 0504",
        "unit blue b foot 0405",
        turn=ATTACK,
    )
    game.play(Attack("0405"))
    assert words(game) == {"join a", "join c"}
    assert refusal_of(game, "join d").rules == ("7.2",)
    assert refusal_of(game, "join rd").rules == ("7.2",)


# Strengths


@pytest.mark.rule("7.3")
def test_7_3_the_attack() -> None:
    game = outpost(
        *SUPPLIED,
        "unit red a foot 0404",
        "unit red h horse 0404 steps=1",
        "points red plan=press",
        turn=ATTACK,
    )
    assert (
        game.explain(AttackStrength("0405", ("a", "h"))).text
        == "the attack on 0405 is worth 6: a +4 [7.3], h +1 [7.3], plan press +1 [7.3]"
    )


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("at", "plan", "text"),
    [
        ("0405", "press", "4: b +4 [7.3]"),
        ("0406", "raid", "5: b +4 [7.3], hill +1 [7.3]"),
        ("0605", "raid", "5: b +4 [7.3], woods +1 [7.3]"),
        ("0404", "raid", "5: b +4 [7.3], outpost +1 [7.3]"),
        ("0503", "hold", "5: b +4 [7.3], plan hold +1 [7.3]"),
        ("0404", "hold", "6: b +4 [7.3], outpost +1 [7.3], plan hold +1 [7.3]"),
    ],
)
def test_7_3_the_defence(at: str, plan: str, text: str) -> None:
    game = outpost(f"unit blue b foot {at}", f"points blue plan={plan}", "points red plan=hold")
    assert game.explain(DefenceStrength(at)).text == f"the defence of {at} is worth {text}"


# Results


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("die", "result"),
    [
        (1, "attacker loses 1"),
        (2, "attacker loses 1"),
        (3, "defender retreats or loses 1"),
        (4, "defender retreats or loses 1"),
        (5, "attacker loses 1, defender loses 1"),
        (6, "defender loses 1"),
    ],
)
def test_7_4_the_results_at_even_strength(die: int, result: str) -> None:
    game = attacked(die, "unit red a foot 0404", "unit blue b foot 0405")
    assert result_of(game) == result


@pytest.mark.rule("7.4")
def test_7_4_the_difference_is_limited_to_three() -> None:
    strong = attacked(
        6,
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit blue b horse 0405 steps=1",
        attackers=("a", "c"),
    )
    assert "at +3: defender loses 2, defender retreats or loses 1" in texts(strong, "result")[0]
    weak = attacked(1, "unit red a horse 0404 steps=1", "unit blue b foot 0405", "unit blue e foot 0405")
    assert "at -3: attacker loses 2" in texts(weak, "result")[0]


@pytest.mark.rule("7.4")
def test_7_4_the_odds_say_what_the_table_says() -> None:
    game = outpost(*SUPPLIED, "unit red a foot 0404", "unit blue b foot 0405", turn=ATTACK)
    exact = chances(game, ["a"], "0405")
    assert exact.probability(lambda result: result.choice) == Fraction(2, 6)
    assert exact.mean(lambda result: result.defender) == Fraction(2, 6)
    assert game.odds(Attack("0405"))["defender loses 1"] == Fraction(1, 6)


@pytest.mark.rule("7.5")
def test_7_5_the_defender_chooses_between_a_step_and_a_retreat() -> None:
    game = attacked(3, "unit red a foot 0404", "unit blue b foot 0405")
    assert (game.decision.side, game.decision.kind) == ("blue", "give ground")
    assert "lose" in words(game)
    assert any(word.startswith("retreat") for word in words(game))
    game.play_words("lose")
    assert (unit(game, "b").steps, where(game, "b")) == (1, "0405")


@pytest.mark.rule("7.6")
def test_7_6_retreating_units_go_together_to_a_safe_hex() -> None:
    game = attacked(
        5,  # 8 against 9 brings it to 4
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit blue b foot 0405",
        "unit blue e foot 0405",
        "points blue plan=hold",
        "unit blue g foot 0406",
        "unit red k foot 0304",
        attackers=("a", "c"),
    )
    assert game.decision.kind == "give ground"
    goals = {word.removeprefix("retreat ") for word in words(game) if word != "lose"}
    # 0305 and 0404 lie in red's control or hands; 0406 has no room for two.
    assert goals == {"0505"}
    game.play_words("retreat 0505")
    assert where(game, "b") == where(game, "e") == "0505"
    assert texts(game, "retreat") == ["blue retreats to 0505"]


@pytest.mark.rule("7.6")
def test_7_6_without_a_safe_hex_a_step_is_lost_and_the_defender_stays() -> None:
    game = attacked(
        3,
        "unit red a foot 0404",
        "unit blue b foot 0405",
        "unit red k foot 0306",
        "unit red m foot 0505",
        "unit red n foot 0407",
        attackers=("a",),
    )
    assert (unit(game, "b").steps, where(game, "b")) == (1, "0405")
    assert texts(game, "loss") == ["b loses a step"]


@pytest.mark.rule("7.7")
def test_7_7_the_unit_with_most_steps_loses_first() -> None:
    game = attacked(6, "unit red a foot 0404", "unit blue b horse 0405 steps=1", "unit blue e horse 0405")
    assert result_of(game).startswith("defender loses 1")
    assert unit(game, "b").steps == 1
    assert "e loses a step" in texts(game, "loss")


@pytest.mark.rule("7.7")
def test_7_7_among_equals_the_first_in_order() -> None:
    game = attacked(6, "unit red a foot 0404", "unit blue b horse 0405", "unit blue e horse 0405")
    assert texts(game, "loss")[0] == "b loses a step"


@pytest.mark.rule("7.7")
def test_7_7_a_unit_without_steps_is_removed() -> None:
    game = attacked(6, "unit red a foot 0404", "unit blue b foot 0405 steps=1", "unit blue g foot 0702")
    assert "b" not in position_of(game).units
    assert "b is destroyed" in texts(game, "loss")


@pytest.mark.rule("7.8")
def test_7_8_one_attacker_may_advance_into_the_empty_hex() -> None:
    lines = ("unit red a foot 0404", "unit red c foot 0404", "unit blue b foot 0405 steps=1")
    game = attacked(6, *lines, attackers=("a", "c"))
    assert (game.decision.side, game.decision.kind) == (RED, "advance")
    assert words(game) == {"advance a", "advance c", "pass"}
    game.play(Advance("c"))
    assert (where(game, "a"), where(game, "c")) == ("0404", "0405")
    stay = attacked(6, *lines, attackers=("a", "c"))
    stay.play(PASS)
    assert (where(stay, "a"), where(stay, "c")) == ("0404", "0404")


@pytest.mark.rule("7.8")
def test_7_8_a_destroyed_attacker_does_not_advance() -> None:
    game = attacked(
        5,
        "unit red a horse 0404 steps=1",
        "unit red c horse 0404 steps=1",
        "unit blue b horse 0405 steps=2",
        attackers=("a", "c"),
    )
    assert result_of(game) == "attacker loses 1, defender loses 1"
    assert "a" not in position_of(game).units


@pytest.mark.rule("7.8")
def test_7_8_no_advance_where_the_defender_stays() -> None:
    game = attacked(6, "unit red a foot 0404", "unit blue b foot 0405")
    assert game.over or game.decision.kind != "advance"
