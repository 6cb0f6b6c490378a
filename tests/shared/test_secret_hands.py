"""Hands of cards that are chosen in secret."""

from __future__ import annotations

import random

import msgspec
import pytest

from hexfront.kernel.actions import PASS, as_words
from hexfront.kernel.decisions import Decision, Together
from hexfront.kernel.title import REFEREE
from hexfront.shared.secret_hands import UNKNOWN, Deal, Discard, Draw, known, seen, without

DEAL = Deal(size=2, rule="8.1", seal="hands")
DECK = ("drums", "guns", "horses")


class Held(msgspec.Struct):
    """As much of a position as hands need."""

    hands: dict[str, tuple[str, ...]]
    choosing: bool = False
    ready: set[str] = msgspec.field(default_factory=set)
    played: dict[str, str] = msgspec.field(default_factory=dict)


def test_sides_add_and_put_back_cards_until_all_are_content() -> None:
    held = Held({"red": (), "blue": ()}, choosing=True)
    choosing = DEAL.choose(held, DECK)
    asked = next(choosing)
    assert isinstance(asked, Together)
    assert [(ask.side, ask.sealed) for ask in asked.asks] == [("red", "hands"), ("blue", "hands")]
    for side, card in (("red", Draw("guns")), ("blue", Draw("drums")), ("red", Draw("drums"))):
        asked = choosing.send({side: card})
    assert isinstance(asked, Together)
    assert {as_words(each) for each in Decision(asked.asks[0]).choices()} == {
        "pass",
        "discard drums",
        "discard guns",
    }
    for answer in ({"red": Discard("guns")}, {"red": Draw("horses")}, {"red": PASS}, {"blue": Draw("guns")}):
        asked = choosing.send(answer)
    assert isinstance(asked, Together)
    assert [ask.side for ask in asked.asks] == ["blue"]
    assert held.ready == {"red"}
    with pytest.raises(StopIteration):
        choosing.send({"blue": PASS})
    assert held.hands == {"red": ("drums", "horses"), "blue": ("drums", "guns")}
    assert not held.ready


def test_others_know_how_many_cards_there_are_and_which_was_shown() -> None:
    held = Held({"red": ("drums", "guns"), "blue": ("horses",)})
    assert known(held, "red") == (UNKNOWN, UNKNOWN)
    later = Held({"red": ("drums",)}, played={"red": "guns"})
    assert known(held, "red", later) == (UNKNOWN, "guns")
    assert seen(held, "blue") == {"red": (UNKNOWN, UNKNOWN), "blue": ("horses",)}
    assert seen(held, REFEREE) == held.hands
    held.choosing = True
    assert known(held, "red") == ()
    held.ready.add("red")
    assert known(held, "red") == (UNKNOWN, UNKNOWN)
    assert without(("drums", "guns"), "guns") == ("drums",)


def test_a_guess_keeps_what_is_known_and_takes_no_card_twice() -> None:
    for number in range(20):
        hand = DEAL.guessed(Held({"red": ("guns", UNKNOWN)}), "red", DECK, random.Random(number))
        assert "guns" in hand
        assert len({*hand}) == 2
        assert {*hand} <= {*DECK}


def test_a_guess_leaves_out_the_card_that_lies_open() -> None:
    held = Held({"red": (UNKNOWN, UNKNOWN)}, played={"red": "guns"})
    assert DEAL.guessed(held, "red", DECK, random.Random(1)) == ("drums", "horses")
