"""Rule 22-18 with the letters of figure 8: when an attack from both sides takes a trench's use away."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.rules import surrender
from hexfront.games.western_front.rules.trenches import attack_die, negated
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.western_front.builders import node, position

# Hex X is 0404; A to F lie around it clockwise from north. Guns attack, because they have no zones of
# control and so surround nobody.
RING = {"A": "0403", "B": "0504", "C": "0505", "D": "0405", "E": "0305", "F": "0304"}
FIGURE = """
date 1915-06-3 combat central-powers
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0104 country=france
marker trench 0404 entente
unit X 0404 nation=fr kind=inf values=6-4
"""


def battle(attackers: str, friends: str = "", friend: str = "kind=inf values=6-4") -> tuple[bool, int]:
    """Whether the trench is negated, and what it takes off the die."""
    text = FIGURE
    for letter in attackers:
        text += f"unit {letter} {RING[letter]} nation=ge kind=art size=x values=6-4\n"
    for letter in friends:
        text += f"unit {letter} {RING[letter]} nation=fr {friend}\n"
    placed = position(text)
    fight = Battle(CENTRAL_POWERS, node(placed, "0404"), tuple(attackers))
    assert not surrender.is_surrounded(placed, fight.node, ENTENTE)
    return negated(placed, fight), attack_die(placed, fight)


@pytest.mark.rule("22-18", "22-7")
@pytest.mark.parametrize("friends", ["AF", "CD", "ACDF"])
def test_attacked_from_b_and_e_two_friends_on_one_flank_save_the_trench(friends: str) -> None:
    assert battle("BE", friends) == (False, -2)


@pytest.mark.rule("22-18")
@pytest.mark.parametrize("friends", ["", "A", "F", "AC", "AD", "FD", "FC"])
def test_attacked_from_b_and_e_anything_less_does_not(friends: str) -> None:
    assert battle("BE", friends) == (True, 0)


@pytest.mark.rule("22-18")
@pytest.mark.parametrize("attackers", ["B", "BC", "BD", "BCD", "AB"])
def test_an_attack_that_does_not_come_from_opposite_sides_leaves_the_trench(attackers: str) -> None:
    assert battle(attackers) == (False, -2)


@pytest.mark.rule("22-18")
@pytest.mark.parametrize(("attackers", "others"), [("AEC", "BDF"), ("FBD", "ACE")])
def test_three_alternate_sides_take_it_whoever_stands_by(attackers: str, others: str) -> None:
    assert battle(attackers) == (True, 0)
    assert battle(attackers, others) == (True, 0)


@pytest.mark.rule("22-18")
def test_friends_without_strength_are_none() -> None:
    assert battle("BE", "AF", "kind=eng size=iii values=0-3") == (True, 0)
    assert battle("BE", "AF", "kind=rpl values=4-3") == (True, 0)
