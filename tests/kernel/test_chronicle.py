"""What a title tells of a game for those who study many, if it says nothing itself."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Moment, Verdict, verdict_of
from hexfront.kernel.title import Title

NAMES = {"central-powers": "Central Powers"}
SIDES = ("central-powers", "entente")


@pytest.mark.parametrize(
    ("outcome", "winner", "level"),
    [
        ("Central Powers decisive victory (ahead by 3)", "central-powers", "decisive victory"),
        ("entente wins: it holds the hill", "entente", "wins"),
        ("drawn: nobody holds it", "", "drawn"),
        ("", "", ""),
    ],
)
def test_the_winner_is_read_from_the_outcome(outcome: str, winner: str, level: str) -> None:
    assert verdict_of(outcome, SIDES, NAMES) == Verdict(winner, level)


def test_by_default_the_report_is_the_chronicle() -> None:
    game = hexfront.new("outpost/skirmish", seed=1)
    told = Title.chronicle(game.title, game.position)
    assert told == Chronicle((Figure("red", 4, "Points", "red"), Figure("blue", 4, "Points", "blue")))
    assert Title.moment(game.title, game.position) == Moment("Turn 1")
    assert Title.annals(game.title, game.setting) == Annals()
    assert Title.vocabulary(game.title, game.setting) == ()
