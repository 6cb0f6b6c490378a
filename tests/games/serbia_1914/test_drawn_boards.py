"""Positions on boards drawn in place, and with units described in place, are played like any other."""

from __future__ import annotations

import random

import pytest

from hexfront.games.serbia_1914.orders import Raise
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.errors import DataError
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.games.serbia_1914.builders import FIELD, game

DIVISION = "values=7-8-4-2 effectiveness=10"


@pytest.mark.rule("16.1")
def test_reinforcements_that_have_no_hex_to_enter_wait() -> None:
    of = game(
        FIELD
        + "turn 0 finishing austria-hungary\n"
        + f"unit A 20.10 nation=serbia {DIVISION}\nunit Z 26.14 nation=austria-hungary {DIVISION}\n"
    )
    draw = random.Random(1)
    while not of.over:
        of.play(draw.choice([*of.decision.choices()]), of.decision.side)
    assert of.position.waiting


@pytest.mark.rule("16.6.3")
def test_a_described_marsch_unit_comes_back() -> None:
    of = game(
        FIELD
        + "turn 3 inter-phase austria-hungary\nreplacements austria-hungary 1\n"
        + "unit ah-depot-fifth-1 20.14\nunit A 26.10 nation=serbia values=7-8-4-2\n"
        + "lost M nation=austria-hungary kind=marsch size=x values=4-4-2-0 reduced=2-2-0 army=FIFTH\n"
    )
    of.play(Raise("M", "20.14", 1))
    unit = of.position.units["M"]
    assert (of.position.piece(unit).attack, unit.reductions) == (4, 1)


@pytest.mark.rule("8.5.3", "8.5")
def test_a_described_fort_has_infantry_on_its_back() -> None:
    of = game(
        FIELD
        + "dice 6\nturn 3 movement serbia\n"
        + "unit F 22.12 nation=austria-hungary kind=fort values=0-3-2-2 abandonment=1\n"
        + f"unit A 24.12 nation=serbia {DIVISION}\n"
    )
    of.play_words("pick A")
    of.play_words("go 23.12")
    garrison = of.position.units["F"]
    piece = of.position.piece(garrison)
    assert (piece.fort, piece.infantry, piece.formation, piece.attack) == (False, True, False, 1)
    while of.decision.side == "austria-hungary":
        of.play(of.decision.default() or of.decision.choices()[0])
    again = game_from_text(TITLE, parse(of.position_text().text()))
    assert again.position.units["F"] == of.position.units["F"]
    assert again.position.piece(again.position.units["F"]) == of.position.piece(of.position.units["F"])


@pytest.mark.rule("5.1.1")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("boundary FIFTH/SIXTH 15.15 13.15 08.13", "13.15 and 08.13 are not on a straight line"),
        ("boundary FIFTH/SIXTH 15.15 15.15", "not on a straight line"),
        ("boundary FIFTH/SIXTH 15.15", "at least two hexes"),
        ("boundary SIXTH/FIFTH 15.15 08.15", "in this order"),
        ("boundary FIFTH 15.15 08.15", "between two of"),
        ("boundary FIFTH/SIXTH 15.15 brod", "through hexes of the map"),
    ],
)
def test_a_boundary_that_cannot_be_drawn_is_refused_with_its_line(line: str, says: str) -> None:
    with pytest.raises(DataError, match=says) as wrong:
        game(f"turn 2 attachment austria-hungary\n{line}\n")
    assert [fault.line for fault in wrong.value.faults] == [4]
