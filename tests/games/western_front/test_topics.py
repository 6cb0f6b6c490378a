"""What every question is about, for the rules' own readers and for any client."""

from __future__ import annotations

from typing import get_args

import pytest

from hexfront.games.western_front import matters
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, ChooseTerrain, ColumnAttack, Go, Join, Pick, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table.topics import STAGES
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Topic
from tests.games.western_front.builders import FRONTIER, game, node

FIELD = f"""{FRONTIER}date 1914-09-3 combat central-powers
side 0202-0302 woods
side 0202-0303 rough
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit Y 0202 nation=fr kind=inf values=5-4 reduced=3
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""


def asked(of: Game) -> Topic:
    return of.topic(of.decision)


def test_stages_are_given_to_declared_matters_alone() -> None:
    assert STAGES.keys() <= set(get_args(TITLE.matters))


def test_a_march_is_about_the_group_in_hand() -> None:
    playing = game(FIELD.replace("combat", "movement"))
    assert asked(playing) == Topic("moving", "order")
    playing.play(Pick("A"))
    assert playing.decision.about == matters.InHand(("A",), node(playing.position, "0302"))
    assert asked(playing) == Topic("in-hand", "march", ("A",), ("0302",))


def test_a_battle_is_what_every_question_of_it_is_about() -> None:
    playing = game(FIELD)
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    seen: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = []
    playing.play(Attack("0202"))
    playing.play(Join("A"))
    assert asked(playing) == Topic("joining", "gather", ("A",), ("0202",))
    playing.play(Join("B"))
    playing.play(PASS)
    assert playing.decision.about == matters.ChoosingTerrain(
        Battle(CENTRAL_POWERS, node(here, "0202"), ("A", "B"))
    )
    playing.play(ChooseTerrain("woods"))
    supply = asked(playing)
    assert (supply.matter, supply.stage, supply.pieces) == ("supplying", "prepare", ("A", "B"))
    assert supply.points == 4  # two for each division of strength 8
    assert f"expend {supply.points} supply points" in playing.decision.prompt
    playing.play(PASS)
    while not playing.over and playing.decision.kind != "attack":
        topic = asked(playing)
        seen.append((topic.matter, topic.stage, topic.pieces, topic.hexes))
        choices = playing.decision.choices()
        playing.play(Stand() if Stand() in choices else playing.decision.default() or choices[0])
    assert seen[0] == ("supplying", "prepare", ("X", "Y"), ("0202",))
    assert ("standing", "retreat", ("X", "Y"), ("0202",)) in seen


@pytest.mark.rule("17-5")
def test_17_5_the_defender_is_not_told_who_supplies_the_attackers() -> None:
    playing = game(FIELD)
    playing.play_all([Attack("0202"), Join("A"), Join("B"), PASS])
    playing.play(ChooseTerrain("woods"))
    playing.play(PASS)
    about = playing.decision.about
    assert playing.decision.side == ENTENTE
    assert isinstance(about, matters.Supplying)
    assert not about.attack
    assert about.battle.attackers == ("A", "B")
    assert about.battle.attack_plan == {}


def test_choices_that_throw_dice_are_those_that_can_be_foretold() -> None:
    """What says that dice are thrown has a forecast, and what has one with dice says so."""
    playing = game(FIELD.replace("combat", "movement"))
    compared = set()
    for order in (Pick("A"), Go("0302"), PASS, PASS, Attack("0202"), Join("A"), Join("B")):
        for action in playing.decision.choices():
            chance = playing.face(playing.decision, action).chance
            try:
                playing.forecast(action)
            except Refusal:
                assert not chance, action
            else:
                assert chance, action
                compared.add(type(action))
        if order in playing.decision.choices():
            playing.play(order)
    assert compared == {ColumnAttack, Attack, type(PASS)}
