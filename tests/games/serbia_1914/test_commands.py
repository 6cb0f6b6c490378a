"""Several people on one side of Serbia 1914: to whom each answer belongs."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.matters import Support
from hexfront.games.serbia_1914.vocabulary import SERBIA
from hexfront.kernel.actions import PASS
from hexfront.kernel.command import Staffing
from hexfront.kernel.decisions import Ask, Decision
from hexfront.kernel.game import Game
from tests.games.serbia_1914.battlefield import DEPOTS, LOWLAND
from tests.games.serbia_1914.builders import game

UNITS = """
unit A 21.12 nation=austria-hungary values=12-12-3-4 reduced=9-9-3 army=FIFTH corps=8 effectiveness=12
unit B 21.13 nation=austria-hungary values=12-12-3-4 reduced=9-9-3 army=SIXTH corps=15 effectiveness=12
unit D 22.12 nation=serbia size=x values=6-5-3-2 reduced=4-4-1 corps=first effectiveness=7 status=1
"""
FIFTH, SIXTH = "Austria-Hungary/Fifth Army", "Austria-Hungary/Sixth Army"
CORPS = f"{FIFTH}/8th Corps"
SERBS = "Serbia/Serbian Army/First Army"


def at(phase: str, more: str = "") -> Game:
    return game(f"{LOWLAND}{DEPOTS}turn 3 {phase} austria-hungary\n{UNITS}{more}")


def whose(of: Game, words: str) -> list[str]:
    decision = of.decision
    action = of.read_action(words)
    assert action in decision.choices()
    return list(Staffing(of, decision.side, (FIFTH, SIXTH, CORPS, SERBS)).whose(decision, action))


@pytest.mark.rule("9.1")
def test_an_attack_belongs_to_the_corps_that_makes_it_and_its_army() -> None:
    attacking = at("attack")
    assert whose(attacking, "aim A 22.12") == [CORPS, FIFTH]
    assert whose(attacking, "aim B 22.12") == [SIXTH]
    assert whose(attacking, "pass") == []


@pytest.mark.rule("9.8")
def test_each_side_declares_through_the_commander_of_those_who_fight() -> None:
    attacking = at("attack")
    attacking.play_words("aim A 22.12")
    while attacking.decision.kind != "intensity":
        attacking.play_words("pass")
    assert whose(attacking, "declare true") == [CORPS, FIFTH]
    attacking.play_words("declare true")
    assert attacking.decision.side == SERBIA
    assert whose(attacking, "declare false") == [SERBS]


@pytest.mark.rule("9.2.5")
def test_which_of_two_corps_defends_is_for_the_chief_to_say() -> None:
    second = "unit E 22.12 nation=serbia size=x values=6-5-3-2 reduced=4-4-1 corps=second effectiveness=7\n"
    attacking = at("attack", second)
    attacking.play_words("aim A 22.12")
    while attacking.decision.kind != "corps":
        attacking.play(attacking.decision.default() or attacking.decision.choices()[0])
    assert whose(attacking, "corps first") == []


@pytest.mark.rule("10.1.1")
def test_whose_guns_help_is_for_the_commander_of_those_who_fight() -> None:
    attacking = at("attack")
    asked = Support("22.12", attacking=False, guns=3, target=12)
    decision = Decision(Ask(SERBIA, "support", "Who helps?", "10.1.1", options=lambda: [PASS], about=asked))
    assert Staffing(attacking, SERBIA, [SERBS]).whose(decision, PASS) == [SERBS]
