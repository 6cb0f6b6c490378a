"""Conditions are sentences: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import re

import pytest

from hexfront.games.storm_of_steel.printed.conditions import Condition, Known, understood
from tests.games.storm_of_steel.builders import KNOWN


def test_or_binds_less_than_and() -> None:
    text = "developed 38 and italy fights for entente or air level 5"
    found = understood(text, KNOWN)
    assert [[part.kind for part in way] for way in found] == [["developed", "fights"], ["air level"]]


def test_nothing_is_always_met() -> None:
    assert understood("", KNOWN) == ()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("take 2 of Lemberg, 2123", Condition("take", "", 2, ("Lemberg", "2123"))),
        ("hold 1 of cities of italy", Condition("hold", "", 1, ("cities of italy",))),
        ("eliminate 4 of russia in east", Condition("eliminate", "", 4, ("russia",), front="east")),
        ("Constantinople held by entente", Condition("held", "", side="entente", place="Constantinople")),
        (
            "North Sea not dominated by entente",
            Condition("not dominated", "", side="entente", place="North Sea"),
        ),
        ("North Sea dominated by entente", Condition("dominated", "", side="entente", place="North Sea")),
        ("morale of entente fallen by 20 more", Condition("morale fallen more", "", 20, side="entente")),
        ("morale of entente fallen by 25", Condition("morale fallen", "", 25, side="entente")),
        (
            "morale of entente at least medium",
            Condition("morale at least", "", side="entente", place="medium"),
        ),
        (
            "no industrial cities lost in west",
            Condition("lost none", "", of=("industrial cities",), front="west"),
        ),
        ("turn autumn-1916", Condition("turn", "", place="autumn-1916")),
        (
            "6 divisions of germany in hungary",
            Condition("divisions in", "", 6, country="germany", place="hungary"),
        ),
    ],
)
def test_a_sentence_is_understood(text: str, meant: Condition) -> None:
    (way,) = understood(text, KNOWN)
    (found,) = way
    assert found.text == text
    assert (found.kind, found.number, found.of, found.side, found.country, found.front, found.place) == (
        meant.kind,
        meant.number,
        meant.of,
        meant.side,
        meant.country,
        meant.front,
        meant.place,
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("take 1 of Pariss", 'unknown place "Pariss", did you mean "Paris"?'),
        ("take one of Paris", '"one" is no number'),
        ("developed 101", 'there is no card "101"'),
        ("ruritania fights for entente", 'unknown country "ruritania"'),
        ("entered hungry", 'unknown region "hungry", did you mean "hungary"?'),
        ("eliminate 4 of russia in south", 'unknown front "south"'),
        ("win the war", '"win the war" is no condition'),
        ("surrendered 1 of ruritania", 'unknown country "ruritania"'),
    ],
)
def test_what_is_wrong_with_a_sentence_is_said(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        understood(text, KNOWN)


def test_hexes_are_looked_up_where_there_is_a_board() -> None:
    known = Known(
        countries=KNOWN.countries,
        regions=KNOWN.regions,
        cities=KNOWN.cities,
        groups=KNOWN.groups,
        turns=KNOWN.turns,
        cards=KNOWN.cards,
        hexes=frozenset({"2123"}),
    )
    assert understood("take 1 of 2123", known)
    with pytest.raises(ValueError, match="hex 9999 is not on the board"):
        understood("take 1 of 9999", known)
