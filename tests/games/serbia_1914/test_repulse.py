"""[7.4] Repulse."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import ChooseCorps, Go, Pick, Repulse, Withhold
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import gathering, repulse
from hexfront.games.serbia_1914.rules.battle import reckon
from hexfront.games.serbia_1914.rules.repulse import chosen_units, why_not_repulse
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.battlefield import LOWLAND
from tests.games.serbia_1914.builders import Play, game, node, position, table

MOVE = LOWLAND + "turn 3 movement austria-hungary\n"
X = "unit X 21.12 nation=austria-hungary values={}-7-3-2 army=FIFTH corps=8 effectiveness=10 {}\n"
Z = "unit Z 22.12 nation=serbia size=x values=2-{}-3-0 effectiveness=9 corps=first {}\n"


def tried(of: SerbiaPosition) -> Play:
    return Play(repulse.repulse(table(of), of, ["X"], node(of, "22.12"))).defaults()


@pytest.mark.rule("7.4.3")
@pytest.mark.parametrize(
    ("attack", "dice", "success", "thrown"),
    [
        (4, "1 1", False, 2),  # 2:1: no dice but those of the check
        (6, "2 3 1 1", True, 4),  # 3:1 with a black retreat
        (6, "6 1 1 1", False, 4),
        (16, "1 1", True, 2),  # 8:1: none but those of the defender's check
    ],
)
def test_odds_decide_whether_dice_are_thrown_and_a_black_retreat_whether_it_succeeds(
    attack: int, dice: str, success: bool, thrown: int
) -> None:
    of = position(f"{MOVE}dice {dice}\n{X.format(attack, '')}{Z.format(2, '')}")
    assert tried(of).result is success
    assert of.dice.thrown == thrown


@pytest.mark.rule("7.4.3", "9.7")
def test_proficiency_modifies_the_white_die_of_a_repulse() -> None:
    text = X.format(6, "") + Z.format(2, "")
    assert tried(position(f"{MOVE}dice 3 2 1 1\n{text}")).result is False  # 3:1, white 3, black 2: white
    better = text.replace("6-7-3-2", "6-7-4-2")
    assert tried(position(f"{MOVE}dice 3 2 1 1\n{better}")).result is True  # white 2


@pytest.mark.rule("7.4.4")
def test_a_repulsed_force_loses_a_level_if_its_check_with_plus_1_fails() -> None:
    text = X.format(16, "") + Z.format(2, "")
    assert position_after(f"dice 4 4\n{text}").units["Z"].status == 0  # 8 and 1 against 9
    assert position_after(f"dice 4 5\n{text}").units["Z"].status == 1


def position_after(text: str) -> SerbiaPosition:
    of = position(MOVE + text)
    tried(of)
    return of


@pytest.mark.rule("7.4.5")
def test_a_failed_repulse_costs_a_level_if_the_plain_check_fails() -> None:
    text = X.format(2, "") + Z.format(2, "")
    assert position_after(f"dice 5 5\n{text}").units["X"].status == 0
    assert position_after(f"dice 5 6\n{text}").units["X"].status == 1


@pytest.mark.rule("7.4.6")
def test_friends_who_take_no_part_are_not_touched_by_a_failure() -> None:
    of = position_after(
        "dice 6 6\n" + X.format(2, "") + X.format(2, "").replace("unit X", "unit Y") + Z.format(2, "")
    )
    assert of.units["Y"].status == 0


@pytest.mark.rule("7.4.6", "9.2.5")
def test_withheld_defenders_retreat_with_the_rest_and_are_not_tested() -> None:
    second = Z.format(2, "").replace("unit Z", "unit W").replace("first", "second")
    of = position(f"{MOVE}dice 6 6\n{X.format(16, '')}{Z.format(2, '')}{second}")
    play = Play(repulse.repulse(table(of), of, ["X"], node(of, "22.12")))
    assert play.choices == [ChooseCorps("first"), ChooseCorps("second")]
    play.answer(ChooseCorps("first")).defaults()
    assert of.units["W"].at != node(of, "22.12")
    assert of.units["W"].status == 0
    assert of.units["Z"].status == 1


@pytest.mark.rule("7.4.2", "6.3")
@pytest.mark.parametrize("status", [4, 5])
def test_combat_ineffective_and_demoralized_units_cannot_repulse(status: int) -> None:
    of = position(MOVE + X.format(16, f"status={status}") + Z.format(2, ""))
    refusal = why_not_repulse(of, ["X"], node(of, "22.12"))
    assert refusal is not None
    assert refusal.rules == ("7.4.2",)


@pytest.mark.rule("7.4", "9.2.3")
@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("", "22.11", "7.4"),  # nobody there
        ("unit W 24.12 nation=serbia values=1-1-1-0\n", "24.12", "7.4"),  # too far
        ("side 21.12-22.12 donau\n", "22.12", "7.4"),
    ],
)
def test_a_repulse_needs_an_enemy_next_to_the_force(text: str, at: str, rule: str) -> None:
    of = position(MOVE + text + X.format(16, "") + Z.format(2, ""))
    refusal = why_not_repulse(of, ["X"], node(of, at))
    assert refusal is not None
    assert refusal.rules == (rule,)


@pytest.mark.rule("9.2.3")
def test_a_force_without_strength_across_the_river_cannot_repulse() -> None:
    of = position(MOVE + "side 21.12-22.12 sava\n" + X.format(4, "") + Z.format(2, ""))
    refusal = why_not_repulse(of, ["X"], node(of, "22.12"))
    assert refusal is not None
    assert refusal.rules == ("9.2.3",)


@pytest.mark.rule("7.4.1")
def test_only_two_units_of_a_force_lend_their_strength_the_strongest() -> None:
    assets = "".join(
        f"unit R{n} 21.12 asset nation=austria-hungary size=iii values={n}-2-2-0 army=FIFTH\n" for n in (1, 2)
    )
    of = position(MOVE + X.format(7, "") + assets + Z.format(2, ""))
    there = node(of, "22.12")
    names = ["X", "R1", "R2"]
    assert set(chosen_units(of, names, there)) == {"X", "R2"}
    fought = repulse.repulsing_battle(of, "austria-hungary", names, there, defenders=(), withheld=())
    assert reckon(of, fought).attack == 4 * 9


@pytest.mark.rule("7.4.3", "9.6.1", "9.3")
def test_terrain_and_shifts_count_as_in_combat() -> None:
    text = "side 21.12-22.12 sava\nimproved 22.12 serbia\n" + X.format(20, "") + Z.format(2, "")
    of = position(MOVE + text)
    defenders = Play(gathering.choose_defenders(of, "austria-hungary", node(of, "22.12"))).result[0]
    fought = repulse.repulsing_battle(
        of, "austria-hungary", ["X"], node(of, "22.12"), defenders=defenders, withheld=()
    )
    found = reckon(of, fought)
    assert (found.attack, found.defense, found.shift) == (4 * 16, 4 * 2, -3)


@pytest.mark.rule("7.4.1", "9.2.5")
def test_weak_defenders_may_be_withheld_from_a_repulse_too() -> None:
    weak = Z.format(2, "status=4").replace("unit Z", "unit W")
    of = position(f"{MOVE}dice 1 1\n{X.format(16, '')}{Z.format(2, '')}{weak}")
    play = Play(repulse.repulse(table(of), of, ["X"], node(of, "22.12")))
    assert play.choices == [Withhold("W"), PASS]


@pytest.mark.rule("7.4.1", "9.2.5")
def test_units_that_have_retreated_in_the_phase_still_stand_against_a_repulse() -> None:
    of = position(MOVE + X.format(16, "") + Z.format(8, "retreated"))
    assert tried(of).result is False  # 16:8


# Across the Sava

SAVA = "side 21.12-22.12 sava\nside 21.12-22.11 sava\nside 21.11-22.11 sava\n"


@pytest.mark.rule("7.4.7", "7.1.4b")
def test_across_the_sava_the_force_follows_into_the_hex_and_pays_for_it() -> None:
    made = game(MOVE + SAVA + "dice 1 1\n" + X.format(60, "began=21.12") + Z.format(2, ""))
    made.play(Pick("X"))
    made.play(Repulse("22.12"))
    while made.decision.side == "serbia":
        made.play(made.decision.default() or made.decision.choices()[0])
    of = made.position
    assert isinstance(of, SerbiaPosition)
    assert of.units["X"].at == node(of, "22.12")
    assert of.units["X"].spent == 1 + 2 + 3  # the Repulse, lowland, the Sava
    assert of.units["X"].crossing == 2


@pytest.mark.rule("7.4.7")
def test_across_the_sava_only_a_force_that_began_beside_it_may_repulse() -> None:
    made = game(MOVE + SAVA + X.format(60, "began=20.12").replace("21.12", "20.12") + Z.format(2, ""))
    made.play(Pick("X"))
    made.play(Go("21.12"))
    with pytest.raises(Refusal) as refused:
        made.play(Repulse("22.12"))
    assert "7.4.7" in refused.value.rules
