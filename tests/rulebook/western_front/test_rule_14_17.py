"""Rule 14-17: six strength points have retreated into a hex with four; a loss of two forces all back."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import retreat
from tests.games.western_front.retreats import attack, go_back, scene

STACK = """
unit F 0104 nation=fr kind=hq size=xxxx supply=20
unit six 0404 nation=fr kind=inf values=6-4 retreated
unit four 0404 nation=fr kind=inf values=4-4
"""


@pytest.mark.rule("14-17")
def test_two_of_four_points_force_the_whole_hex_to_retreat() -> None:
    of = scene(french=STACK)
    assert retreat.is_forced(of, attack(of), 2)
    assert not retreat.is_forced(of, attack(of), 1)
    go_back(of, "four").defaults()
    assert not of.combat_units_at(attack(of).node, "entente")


@pytest.mark.rule("14-17")
def test_had_the_six_not_retreated_two_points_would_not_be_enough() -> None:
    of = scene(french=STACK.replace(" retreated", ""))
    assert not retreat.is_forced(of, attack(of), 2)
    assert retreat.is_forced(of, attack(of), 5)


@pytest.mark.rule("14-17", "22-8")
def test_the_example_supposes_that_there_is_no_trench() -> None:
    of = scene("marker trench 0404 entente\n", french=STACK)
    assert not retreat.is_forced(of, attack(of), 2)
    assert retreat.is_forced(of, attack(of), 4)
