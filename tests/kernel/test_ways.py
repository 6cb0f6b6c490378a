"""Why something cannot be chosen, and what would make it possible."""

from __future__ import annotations

import random

import pytest

from hexfront.games.serbia_1914.title import TITLE as SERBIA
from hexfront.games.western_front.orders import March
from hexfront.games.western_front.title import TITLE as WEST
from hexfront.kernel.actions import PASS, as_words
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from hexfront.kernel.ways import Inquiry, Way
from hexfront.proof.invariants import Broken
from hexfront.proof.ways import ways_lead

FRONTIER = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-cav-x-5 2305
unit ge-inf-xx-19 2505
unit be-inf-xx-1 2108
"""
DRINA = """title serbia-1914
scenario grand-campaign
turn 3 movement serbia
unit sr-inf-xx-drina-1 24.17 corps=third
unit sr-inf-xx-morava-1 30.16 corps=third
unit ah-inf-xx-9 15.16 army=FIFTH corps=8
"""


def western(*played: str, text: str = FRONTIER) -> Game:
    game = game_from_text(WEST, parse(text))
    for words in played:
        game.play_words(words)
    return game


def of_kind(ways: tuple[Way, ...], kind: str) -> list[Way]:
    return [way for way in ways if way.kind == kind]


def played(way: Way) -> list[str]:
    return [as_words(action) for action in way.actions]


def test_a_hex_that_is_too_far_says_by_how_much_and_how_far_one_comes() -> None:
    found = Inquiry(western("pick ge-inf-xx-17"), "central-powers").about_hex("2309")
    assert [no.text for no in found.refusals] == ["2309 is too far (needs 9, has 5) [6-9]"]
    assert [way.text for way in of_kind(found.ways, "if")] == ["2 movement points more"]
    assert [played(way) for way in of_kind(found.ways, "part")] == [["go 2308"]]


def test_a_listed_hex_is_not_refused() -> None:
    inquiry = Inquiry(western("pick ge-inf-xx-17"), "central-powers")
    assert inquiry.about_hex("2308").refusals == ()
    assert inquiry.about_hex("2308").ways == ()


def test_without_a_unit_in_hand_those_are_named_who_can_go_there() -> None:
    found = Inquiry(western(), "central-powers").about_hex("2406")
    assert ["march ge-inf-xx-19 2406"] in [played(way) for way in of_kind(found.ways, "pieces")]


def test_without_a_unit_in_hand_the_nearest_says_why_nobody_can() -> None:
    found = Inquiry(western(), "central-powers").about_hex("2310")
    assert [no.rules for no in found.refusals] == [("6-9",)]
    (part,) = of_kind(found.ways, "part")
    assert played(part) == [f"pick {part.pieces[0]}", f"go {part.hex}"]


def test_a_hex_of_the_enemy_says_from_where_it_can_be_attacked() -> None:
    found = Inquiry(western("pick ge-inf-xx-17"), "central-powers").about_hex("2108")
    assert [no.rules for no in found.refusals] == [("6-11",)]
    (way,) = of_kind(found.ways, "from")
    assert way.actions == (PASS, March(("ge-inf-xx-17",), way.hex))


def test_those_who_stand_beside_the_enemy_attack_later_in_the_turn() -> None:
    text = FRONTIER.replace("unit ge-inf-xx-17 2305", "unit ge-inf-xx-17 2208")
    found = Inquiry(western(text=text), "central-powers").about_hex("2108")
    (later,) = of_kind(found.ways, "later")
    assert later.pieces == ("ge-inf-xx-17",)


def test_a_unit_that_has_moved_moves_again_next_turn_or_if_the_order_is_taken_back() -> None:
    game = western("march ge-inf-xx-17 2306")
    found = Inquiry(game, "central-powers").about_piece("ge-inf-xx-17")
    assert [no.rules for no in found.refusals] == [("6-4", "6-8")]
    assert [(way.kind, way.text) for way in found.ways] == [
        ("take-back", ""),
        ("later", "August 1914, turn 4"),
    ]


def test_serbian_marches_say_what_is_missing() -> None:
    game = game_from_text(SERBIA, parse(DRINA))
    game.play_words("pick sr-inf-xx-drina-1")
    found = Inquiry(game, "serbia").about_hex("20.17")
    assert [way.text for way in of_kind(found.ways, "if")] == ["1 movement point more"]
    assert [way.hex for way in of_kind(found.ways, "part")] == ["21.18"]


def test_asking_changes_nothing() -> None:
    game = western("pick ge-inf-xx-17")
    before = game.position.digest(), game.step
    Inquiry(game, "central-powers").about_hex("2108")
    assert (game.position.digest(), game.step) == before


def test_every_way_that_is_offered_can_be_played() -> None:
    assert sum(ways_lead(western("pick ge-inf-xx-17"), random.Random(seed)) for seed in range(8)) > 8


def test_a_way_that_cannot_be_played_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = western("pick ge-inf-xx-17")
    monkeypatch.setattr(Inquiry, "_part", lambda *_: iter([Way("part", (March(("nobody",), "2309"),))]))
    with pytest.raises(Broken, match="was offered, and refused"):
        sum(ways_lead(game, random.Random(seed)) for seed in range(8))
