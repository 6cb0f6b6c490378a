"""Cases decided from the book first and then played, of rules that meet."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import March
from hexfront.kernel.errors import DataError, Refusal
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import FIELD, game

AUSTRIAN = "nation=austria-hungary army=FIFTH corps=8 effectiveness=12"
A = f"unit A 21.12 {AUSTRIAN} values=12-9-3-4\n"
D = "unit D 22.12 nation=serbia corps=first effectiveness=12 values=6-8-3-2 reduced=3-4-1 status={}\n"
SAVA = "side 21.12-22.12 sava\n"


def field(text: str, turn: str = "3 attack austria-hungary") -> Game:
    return game(f"sandbox\n{FIELD}turn {turn}\n{text}")


def fought(text: str, *checks: str) -> Game:
    premises = "".join(f"premise check {check}\n" for check in checks)
    made = field(f"premise combat -/-\n{premises}{text}")
    made.play_words("aim A 22.12")
    while made.position.phase == "attack" and made.decision.kind != "advance":
        advised = made.decision.default()
        assert advised is not None
        made.play(advised)
    return made


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(
    ("status", "check", "hexes"),
    [
        pytest.param(3, "passes", 0, id="sound"),
        pytest.param(4, "passes", 1, id="ineffective before"),
        pytest.param(5, "passes", 1, id="demoralized before, as nobody is made better by that"),
        pytest.param(5, "fails by 2", 1, id="demoralized before and more so now"),
        pytest.param(4, "fails by 2", 2, id="demoralized by the check"),
    ],
)
def test_how_far_a_weak_formation_retreats_after_its_check(status: int, check: str, hexes: int) -> None:
    made = fought(A + SAVA + D.format(status), "passes", check)
    board = made.position.setting.board
    stands = made.position.units["D"].at
    assert board.distance(board["22.12"], stands) == hexes


@pytest.mark.rule("7.1.4a", "7.1.2")
def test_a_march_that_cannot_begin_says_what_bars_its_way() -> None:
    around = ("22.11", "22.13", "21.12", "21.13", "23.12", "23.13")
    made = field(
        D.format(0) + "".join(f"side 22.12-{there} donau\n" for there in around), "3 movement serbia"
    )
    refusal = made.check(March(("D",), "22.11"))
    assert isinstance(refusal, Refusal)
    assert "7.1.4a" in refusal.rules


def on_the_map(turn: str, text: str) -> Game:
    return game(
        f"sandbox no-end no-arrivals\nturn {turn} begun=no\n{text}unit D 30.20 nation=serbia values=6-8-3-2\n"
    )


VALJEVO = "unit A {} nation=austria-hungary army=FIFTH values=6-6-3-1\nplan FIFTH bound\nmandated FIFTH {}\n"


@pytest.mark.rule("27.1", "27.3")
@pytest.mark.parametrize(
    ("at", "points"), [("18.14", 15), ("20.14", 10), ("22.14", 6), ("23.15", 3), ("23.16", 3)]
)
def test_a_plan_costs_by_distance_and_a_town_pays_only_who_comes_there(at: str, points: int) -> None:
    made = on_the_map("3 preliminary austria-hungary", VALJEVO.format(at, 5))
    made.play_words("abandon-plan FIFTH")
    assert made.position.lead == -points


@pytest.mark.rule("26.3", "26.3.1")
def test_a_text_says_why_a_plan_cannot_be_abandoned() -> None:
    for turn, attacks, why in ((3, 4, "mandated attacks are owed"), (1, 5, "no plan can be abandoned")):
        made = on_the_map(f"{turn} preliminary austria-hungary", VALJEVO.format("20.14", attacks))
        assert any("FIFTH cannot be abandoned" in notice and why in notice for notice in made.notices)


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(
    "words", ["attack 22.12 A", "attack A 22.12", "attack 22.12 with A and B", "aim 22.12 A"]
)
def test_an_attack_may_name_hex_and_units_in_any_order(words: str) -> None:
    made = field(A + A.replace("A 21.12", "B 21.12") + D.format(0))
    made.play_words(words)
    target = made.position.setting.board["22.12"]
    assert made.position.units["A"].aim == target
    assert (made.position.units["B"].aim == target) == ("B" in words)


@pytest.mark.rule("7.3", "7.4", "7.5")
@pytest.mark.parametrize(
    "words", ["prepare A 22.12", "prepare 22.12 A", "repulse A 22.12", "repulse 22.12 with A"]
)
def test_who_prepares_or_repulses_may_be_named_with_it(words: str) -> None:
    made = field(
        f"premise repulse succeeds\npremise check passes\n{A}{D.format(0)}", "3 movement austria-hungary"
    )
    assert made.check(made.read_action(words)) is None
    made.play_words(words)
    assert made.position.units["A"].spent == (4 if words.startswith("prepare") else 1)


@pytest.mark.rule("7.5")
def test_who_recovers_may_be_named_with_it() -> None:
    made = field(A.replace("FIFTH", "FIFTH status=2"), "10 movement austria-hungary")
    made.play_words("recover A")
    assert made.position.units["A"].status == 1


@pytest.mark.parametrize(
    ("turn", "words", "rule"),
    [
        ("3 attack austria-hungary", "march A 21.11", "7.1"),
        ("3 attack austria-hungary", "prepare 22.12 A", "7.3"),
        ("3 attack austria-hungary", "repulse 22.12 A", "7.4"),
        ("3 attack austria-hungary", "recover A", "7.5"),
        ("3 movement austria-hungary", "attack 22.12 A", "9.1"),
        ("3 movement austria-hungary", "retire A 21.11", "8.3"),
        ("3 movement austria-hungary", "attach A 13", "5.1.2"),
        ("3 counter movement serbia", "prepare 22.12 A", "7.3"),
    ],
)
def test_orders_of_another_phase_are_refused_by_the_rule_that_gives_them_theirs(
    turn: str, words: str, rule: str
) -> None:
    made = field(A + D.format(0), turn)
    refusal = made.check(made.read_action(words))
    assert isinstance(refusal, Refusal)
    assert rule in refusal.rules


@pytest.mark.rule("9.1", "7.3", "7.4")
def test_odds_of_orders_that_name_their_units_are_those_of_the_steps_they_stand_for() -> None:
    text = A + A.replace("A 21.12", "B 21.12") + D.format(0)
    made = field(text)
    together = made.odds(made.read_action("attack 22.12 A,B"))
    made.play_words("aim A 22.12")
    assert together == made.odds(made.read_action("aim B 22.12"))
    for words in ("repulse 22.12", "prepare 22.12"):
        moving = field(text, "3 movement austria-hungary")
        named = moving.odds(moving.read_action(f"{words} A"))
        moving.play_words("pick A")
        assert named == moving.odds(moving.read_action(words))


@pytest.mark.rule("8.6.2")
@pytest.mark.parametrize(("enemy", "may"), [("22.11", False), ("20.11", True)])
def test_a_garrison_may_be_bound_to_a_place_by_its_name(enemy: str, may: bool) -> None:
    town = "place 24.11 Grad kinds=garrison\nholder 24.11 serbia\n"
    guard = "unit G 24.11 nation=serbia kind=garrison size=iii asset values=2-2-2-0 place=Grad range=2\n"
    made = field(f"{town}{guard}{A.replace('21.12', enemy)}", "10 movement serbia")
    refusal = made.check(March(("G",), "24.14"))
    assert (refusal is None) is may
    if refusal is not None:
        assert "8.6.2" in refusal.rules


@pytest.mark.parametrize("line", ["place=Nowhere range=1", "bound=seventeenth", "serves=99"])
def test_what_a_counter_is_bound_to_must_be_known(line: str) -> None:
    with pytest.raises(DataError):
        field(f"unit G 22.12 nation=serbia kind=garrison values=2-2-2-0 {line}\n")


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize("side", ["donau", "impassable mountain"])
def test_an_attack_that_the_ground_bars_is_refused_by_its_rule_though_the_phase_has_passed(side: str) -> None:
    made = field(f"{A}{D.format(0)}side 21.12-22.12 {side}\n")
    assert made.decision.kind != "aim"  # nobody touches anybody
    refusal = made.check(made.read_action("attack 22.12 A"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("9.2.3", "9.1")


@pytest.mark.rule("9.2.3", "6.3", "6.4", "8.5.1")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (A.replace("FIFTH", "FIFTH status=CI"), "6.3"),
        (A.replace("FIFTH", "FIFTH status=D1"), "6.4"),
        (f"unit A 21.12 {AUSTRIAN} kind=fort values=0-4-3-2\n", "8.5.1"),
    ],
)
def test_who_cannot_attack_is_told_all_rules_that_say_so(unit: str, rule: str) -> None:
    made = field(unit + D.format(0) + "side 21.12-22.12 sava\n")
    refusal = made.check(made.read_action("attack 22.12 A"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("9.2.3", rule)
