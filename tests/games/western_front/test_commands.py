"""Several people on one side of the Western Front: to whom each answer belongs."""

from __future__ import annotations

import pytest

from hexfront.kernel.command import Staffing
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game

UNITS = """
unit fr-inf-xx-13 0202 army=fr-hq-xxxx-1
unit fr-hq-xxxx-1 0102 supply=30
unit ge-inf-xx-3 0302 army=ge-hq-xxxx-1
unit ge-inf-xx-1gr 0303 army=ge-hq-xxxx-2
unit ge-hq-xxxx-1 0402 supply=40
unit ge-hq-xxxx-2 0403 supply=40
"""
GERMANY = "Central Powers/Germany"
FIRST, SECOND = f"{GERMANY}/German 1st Army", f"{GERMANY}/German 2nd Army"
FRENCH = "Entente/France/French 1st Army"


def at(phase: str, more: str = "") -> Game:
    return game(f"date 1914-09-3 {phase} central-powers\n{FRONTIER}{UNITS}{more}")


def whose(of: Game, words: str, *given: str) -> list[str]:
    decision = of.decision
    staffing = Staffing(of, decision.side, given or (FIRST, SECOND, FRENCH))
    action = of.read_action(words)
    assert action in decision.choices()
    return list(staffing.whose(decision, action))


@pytest.mark.rule("6-3", "6-5")
def test_who_marches_belongs_to_his_army_and_so_does_the_group_in_hand() -> None:
    marching = at("movement")
    assert whose(marching, "pick ge-inf-xx-3") == [FIRST]
    assert whose(marching, "pick ge-inf-xx-1gr") == [SECOND]
    assert whose(marching, "pass") == []
    marching.play_words("pick ge-inf-xx-3")
    assert whose(marching, "go 0403") == [FIRST]
    assert whose(marching, "pass") == [FIRST]


@pytest.mark.rule("12-2", "12-6")
def test_an_attack_is_opened_by_whoever_could_take_part_and_mixed_ones_are_the_chiefs() -> None:
    attacking = at("combat")
    assert whose(attacking, "attack 0202") == [FIRST, SECOND]
    assert whose(attacking, "pass") == []
    attacking.play_words("attack 0202")
    assert whose(attacking, "join ge-inf-xx-3") == [FIRST]
    attacking.play_words("join ge-inf-xx-3")
    assert whose(attacking, "pass") == [FIRST]
    assert whose(attacking, "join ge-inf-xx-1gr") == []  # two armies: the chief says
    assert whose(attacking, "join ge-inf-xx-1gr", GERMANY) == [GERMANY]


@pytest.mark.rule("14-2")
def test_the_defenders_are_asked_through_their_own_commander() -> None:
    attacking = at("combat")
    for words in ("attack 0202", "join ge-inf-xx-3", "pass", "pass"):
        attacking.play_words(words)
    while attacking.decision.kind != "stand":
        attacking.play(attacking.decision.choices()[0])
    assert attacking.decision.side == "entente"
    assert whose(attacking, "stand") == [FRENCH]


def test_who_commands_more_may_answer_too_the_smallest_command_first() -> None:
    assert whose(at("movement"), "pick ge-inf-xx-3", GERMANY, FIRST) == [FIRST, GERMANY]


@pytest.mark.rule("13-3")
def test_the_defenders_choose_their_ground() -> None:
    attacking = at("combat", "side 0202-0302 woods\nside 0202-0303 rough\n")
    for words in ("attack 0202", "join ge-inf-xx-3", "join ge-inf-xx-1gr", "pass"):
        attacking.play_words(words)
    while attacking.decision.kind != "terrain":
        attacking.play(attacking.decision.choices()[0])
    assert whose(attacking, "terrain rough") == [FRENCH]


@pytest.mark.rule("22-1")
def test_a_trench_is_dug_by_those_who_stand_there() -> None:
    digging = at("combat")
    acting = digging.title.acting(digging.position, digging.decision, digging.read_action("dig 0302"))
    assert acting == ["ge-inf-xx-3"]
