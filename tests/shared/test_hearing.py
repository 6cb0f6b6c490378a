"""Orders in other words."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.shared.hearing import Ear

EAR = Ear(
    known=("march", "assault", "column-attack", "pass"),
    verbs={"move": "march"},
    with_units={"attack": "assault"},
    hex_first=("assault", "column-attack"),
    hex_last=("march",),
)
TEXT = """
title western-front
board corner=0101
| . . .
place 0201 Ville kinds=town
"""


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("attack 0201", "attack 0201"),
        ("attack 0201 A", "assault 0201 A"),
        ("attack A 0201", "assault 0201 A"),
        ("assault ville with A, B and C", "assault 0201 A,B,C"),
        ("column attack 0201 A", "column-attack 0201 A"),
        ("Move A to 0301", "march A 0301"),
        ("march A 0201 0301", "march A 0201 0301"),  # by way of a hex: nothing is put in order
        ("march A 0301 0101,0201", "march A 0301 0101,0201"),
        ("march A 0301 0201,", "march A 0301 0201,"),
        ("march at 0201", "march at 0201"),  # a unit may be called like a word that only fills
        ("march A nowhere", "march A nowhere"),
        ('{"do": "pass"}', '{"do": "pass"}'),
        ('march "A', 'march "A'),
        ("", ""),
    ],
)
def test_what_is_heard_in_an_order(said: str, meant: str) -> None:
    board = hexfront.position(TEXT).setting.board
    assert EAR.heard(board, ("A", "B", "C", "at"), said) == meant
