"""Results of tables that a referee tells instead of throwing dice."""

from __future__ import annotations

import re

import pytest

from hexfront.games.western_front import premises
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import danube, flotillas, fortresses
from hexfront.games.western_front.rules.combat import fight
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import FRONTIER, Play, node, position, table

DATE = "date 1914-09-3 combat central-powers\n"
UNITS = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""


def test_every_example_is_written_as_its_table_wants_it() -> None:
    for each in premises.PREMISES.values():
        assert re.fullmatch(each.form, each.example), each


@pytest.mark.rule("13-13", "13-15")
@pytest.mark.parametrize(("loss", "answer"), [(0, 0), (2, 1), (1, 5)])
def test_both_results_of_a_combat_can_be_told(loss: int, answer: int) -> None:
    here = position(f"premise attack {loss}\npremise counterattack {answer}\n{DATE}{FRONTIER}{UNITS}")
    voice = table(here)
    Play(fight(voice, here, Battle(CENTRAL_POWERS, node(here, "0202"), ("A", "B")))).defaults()
    told = [event.data["loss"] for event in voice.events if "loss" in event.data]
    assert told == [loss, answer]
    assert voice.rolls == []
    assert here.premises == ()
    assert sum(here.units[name].strength for name in "AB") == 16 - answer


def test_a_premise_of_another_table_leaves_the_dice_alone() -> None:
    here = position(f"premise siege holds\n{DATE}{FRONTIER}{UNITS}")
    voice = table(here)
    Play(fight(voice, here, Battle(CENTRAL_POWERS, node(here, "0202"), ("A", "B")))).defaults()
    assert len(voice.rolls) == 2
    assert [each.table for each in here.premises] == ["siege"]


def besieged(premise: str) -> WesternFrontPosition:
    ring = "".join(
        f"unit G{at} {at} nation=ge kind=inf values=8-5\n"
        for at in ("0201", "0301", "0102", "0302", "0203", "0303")
    )
    fort = "unit F 0202 nation=be kind=fortress size=- values=9-0 full=9 siege_strength=9 besieged=20\n"
    return position(f"premise siege {premise}\ndate 1915-05-1 combat central-powers\n{FRONTIER}{fort}{ring}")


@pytest.mark.rule("21-11")
@pytest.mark.parametrize(("premise", "stands"), [("holds", True), ("surrenders", False)])
def test_a_siege_ends_as_it_is_told(premise: str, stands: bool) -> None:
    here = besieged(premise)
    voice = table(here)
    fortresses.siege_rolls(voice, here)
    assert ("F" in here.units) is stands
    assert voice.rolls == []


RIVER = (
    DATE
    + """
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
side 0202-0203 'major river' danube
side 0202-0303 'major river' danube
side 0302-0303 'major river' danube
"""
)


@pytest.mark.rule("36-7")
def test_interdiction_takes_what_is_told() -> None:
    here = position(
        f"premise interdiction 2\n{RIVER}unit A 0202 nation=ah kind=inf values=8-5\n"
        "unit M 0303 nation=se kind=flotilla values=4-0\n"
    )
    voice = table(here)
    danube.interdict(voice, here, ["A"], node(here, "0202"), node(here, "0203"))
    assert (here.units["A"].strength, voice.rolls) == (6, [])


@pytest.mark.rule("36-9")
def test_flotillas_lose_what_is_told() -> None:
    here = position(
        f"premise duel 1\npremise duel 0\n{RIVER}unit M 0202 nation=ah kind=flotilla values=6-0\n"
        "unit N 0203 nation=se kind=flotilla values=5-0\n"
    )
    voice = table(here)
    Play(flotillas.duel(voice, here, ["M"], node(here, "0203"))).defaults()
    assert (here.units["M"].strength, here.units["N"].strength, voice.rolls) == (6, 4, [])
