"""How events speak of those who act."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.rules import wording
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.western_front.test_said_cases import said


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("marches", "march"),
        ("rides", "ride"),
        ("loses", "lose"),
        ("has a counter", "have a counter"),
        ("is lost", "are lost"),
        ("gives up", "give up"),
        ("may lose", "may lose"),
        ("passes", "pass"),
    ],
)
def test_what_several_do(one: str, many: str) -> None:
    assert wording.several(one) == many


def test_sides_and_nations_are_one_or_many() -> None:
    assert wording.side_does(CENTRAL_POWERS, "has") == "The Central Powers have"
    assert wording.side_does(ENTENTE, "has") == "The Entente has"
    assert wording.nation_does("United States", "receives") == "The United States receive"
    assert wording.nation_does("France", "receives") == "France receives"


def test_one_marches_and_several_march() -> None:
    text = "unit A 0502 nation=ge values=8-5\nunit B 0502 nation=ge values=8-5\n"
    text += (
        "unit C 0501 nation=ge values=8-5\nunit R 0503 nation=ge kind=rpl values=5-4 called=replacements\n"
    )
    game = said("1914-09-3", "movement central-powers", text, "schlieffen-plan")
    for words in ("march A,B 0402", "march C 0401", "march R 0502"):
        game.play_words(words)
    told = [event.text for event in game.events if event.kind == "move"]
    assert told == [
        "German A 8-5, German B 8-5 march from 0502 to 0402",
        "German C 8-5 marches from 0501 to 0401",
        "German replacements 5-4 march from 0503 to 0502",
    ]
