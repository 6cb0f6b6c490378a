"""Hands of cards that are chosen in secret."""

from __future__ import annotations

import random

import pytest

from hexfront.kernel.actions import PASS, as_words
from hexfront.kernel.decisions import Decision, Together
from hexfront.shared.secret_hands import UNKNOWN, Deal, Discard, Draw, known, without

DEAL = Deal(size=2, rule="8.1", seal="hands")
DECK = ("drums", "guns", "horses")


def test_sides_add_and_put_back_cards_until_all_are_content() -> None:
    hands: dict[str, tuple[str, ...]] = {"red": (), "blue": ()}
    ready: set[str] = set()
    choosing = DEAL.choose(hands, ready, DECK)
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
    with pytest.raises(StopIteration):
        choosing.send({"blue": PASS})
    assert hands == {"red": ("drums", "horses"), "blue": ("drums", "guns")}
    assert ready == {"red", "blue"}


def test_others_know_how_many_cards_there_are_and_which_was_shown() -> None:
    assert known(("drums", "guns"), "guns", choosing=False) == (UNKNOWN, "guns")
    assert known(("drums", "guns"), None, choosing=True) == ()
    assert without(("drums", "guns"), "guns") == ("drums",)


def test_a_guess_keeps_what_is_known_and_takes_no_card_twice() -> None:
    for number in range(20):
        hand = DEAL.guessed(("guns", UNKNOWN), DECK, random.Random(number), choosing=False)
        assert "guns" in hand
        assert len({*hand}) == 2
        assert {*hand} <= {*DECK}
