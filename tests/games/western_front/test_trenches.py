"""Chapter 22: digging, and what becomes of trenches."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Dig
from hexfront.games.western_front.position import Marker, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import occupation, trenches
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    CONSTRUCTION,
    DEVASTATION,
    ENTENTE,
    POINT,
    TRENCH,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.postext import PositionText
from tests.games.western_front.builders import Play, game, node, position, table

BOARD = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0103 country=france
hex 0703 country=germany
"""
MONTHLY = "date 1914-11-0 trench initiation central-powers\n" + BOARD
GERMAN = "unit G 0403 nation=ge kind=inf values=8-5\n"
FRENCH = "unit F 0303 nation=fr kind=inf values=6-4\n"


def diggable(text: str, side: str = CENTRAL_POWERS) -> list[object]:
    placed = position(text)
    play = Play(trenches.initiation(table(placed), placed, side))
    return [] if play.over else [choice for choice in play.choices if choice != PASS]


def refusal(text: str, label: str, side: str = CENTRAL_POWERS) -> tuple[str, ...]:
    placed = position(text)
    found = trenches.why_not_dig(placed, side, node(placed, label))
    assert found is not None
    return found.rules


def kind_at(placed: WesternFrontPosition, label: str) -> str:
    marker = placed.markers.get(node(placed, label))
    return marker.kind if marker else ""


@pytest.mark.rule("22-1")
def test_infantry_and_its_like_dig_where_they_stand() -> None:
    for kind in ("inf", "mtn", "mar", "assault"):
        assert diggable(MONTHLY + GERMAN.replace("kind=inf", f"kind={kind}")) == [Dig("0403")]


@pytest.mark.rule("22-1", "31-4")
def test_cavalry_digs_only_when_strengthened_and_nobody_without_strength() -> None:
    assert diggable(MONTHLY + "unit C 0403 nation=ge kind=cav values=2-6 full=2\n") == []
    assert diggable(MONTHLY + "unit C 0403 nation=ge kind=cav values=4-6 full=4\n") == [Dig("0403")]
    assert refusal(MONTHLY + "unit E 0403 nation=ge kind=eng size=iii values=0-3\n", "0403") == ("22-1",)
    assert refusal(MONTHLY + FRENCH, "0303") == ("22-1",)


@pytest.mark.rule("22-1")
def test_there_is_one_marker_in_a_hex() -> None:
    for kind in ("trench", "construction", "hindenburg line"):
        assert refusal(MONTHLY + GERMAN + f"marker {kind} 0403 central-powers\n", "0403") == ("22-1",)


@pytest.mark.rule("22-2")
@pytest.mark.parametrize("terrain", ["mountain", "swamp"])
def test_no_trench_where_only_mountain_or_marsh_faces_the_enemy(terrain: str) -> None:
    side = f"side 0303-0403 {terrain}\n"
    assert refusal(MONTHLY + side + GERMAN + FRENCH, "0403") == ("22-2",)
    assert diggable(MONTHLY + side + GERMAN) == [Dig("0403")]
    second = "unit H 0402 nation=fr kind=inf values=6-4\n"
    assert diggable(MONTHLY + side + GERMAN + FRENCH + second) == [Dig("0403")]


@pytest.mark.rule("22-2", "22-6", "22-13", "22-15")
@pytest.mark.parametrize("kind", ["trench", "devastation", "hindenburg line"])
def test_entry_costs_two_more_for_everybody_but_not_over_mountain_or_marsh(kind: str) -> None:
    marker = f"marker {kind} 0403 central-powers\nside 0402-0403 swamp\n"
    plain, dug = position(MONTHLY + "side 0402-0403 swamp\n"), position(MONTHLY + marker)
    there = node(dug, "0403")
    for origin, extra in (("0303", 2 * POINT), ("0402", 0)):
        here = node(dug, origin)
        before, after = plain.terrain_cost(here, there), dug.terrain_cost(here, there)
        assert before is not None
        assert after == before + extra


@pytest.mark.rule("22-1", "22-3", "22-5")
def test_a_trench_takes_from_one_monthly_turn_to_the_next() -> None:
    placed = position(MONTHLY + GERMAN)
    Play(trenches.initiation(table(placed), placed, CENTRAL_POWERS)).answer(Dig("0403"))
    assert kind_at(placed, "0403") == CONSTRUCTION
    trenches.completion(table(placed), placed)
    assert kind_at(placed, "0403") == TRENCH


@pytest.mark.rule("22-1")
def test_both_sides_dig_in_the_monthly_turn_of_a_game() -> None:
    played = game(MONTHLY + GERMAN + FRENCH)
    assert played.decision is not None
    assert played.decision.side == CENTRAL_POWERS
    played.play(Dig("0403"))
    assert played.decision.side == ENTENTE
    played.play(Dig("0303"))
    assert isinstance(played.position, WesternFrontPosition)
    assert {marker.side for marker in played.position.markers.values()} == {CENTRAL_POWERS, ENTENTE}


@pytest.mark.rule("22-4")
@pytest.mark.parametrize("kind", [TRENCH, CONSTRUCTION])
def test_what_nobody_able_to_dig_occupies_is_removed_at_once(kind: str) -> None:
    text = (
        "date 1914-11-1 movement central-powers\n" + BOARD + GERMAN + f"marker {kind} 0403 central-powers\n"
    )
    placed = position(text + "unit C 0403 nation=ge kind=cav values=2-6 full=2\n")
    trenches.check(table(placed), placed)
    assert kind_at(placed, "0403") == kind
    placed.change("G", at=node(placed, "0503"))
    Play(occupation.entered(table(placed), placed, ["G"], node(placed, "0503")))
    assert kind_at(placed, "0403") == ""


STATIC = "date 1915-06-1 movement central-powers\n" + BOARD
FRONT = "holder 0303 0203 0103 entente\nholder 0403 0503 0603 0703 central-powers\n"


@pytest.mark.rule("22-9")
def test_from_april_1915_trenches_are_dug_on_the_front_line_only() -> None:
    behind = "unit B 0603 nation=ge kind=inf values=8-5\n"
    early = "date 1915-04-0 trench initiation central-powers\n" + BOARD + FRONT + GERMAN + behind
    late = early.replace("1915-04-0", "1915-05-0")
    assert diggable(early) == [Dig("0403"), Dig("0603")]
    assert diggable(late) == [Dig("0403")]
    assert refusal(late, "0603") == ("22-9",)


@pytest.mark.rule("22-9")
def test_as_april_1915_begins_trenches_behind_the_front_are_removed() -> None:
    markers = "marker trench 0403 central-powers\nmarker trench 0603 central-powers\n"
    units = GERMAN + "unit B 0603 nation=ge kind=inf values=8-5\n"
    placed = position("date 1915-04-1 arrival central-powers\n" + BOARD + FRONT + units + markers)
    trenches.check(table(placed), placed)
    assert (kind_at(placed, "0403"), kind_at(placed, "0603")) == (TRENCH, "")


@pytest.mark.rule("22-11")
def test_later_a_trench_that_is_left_behind_the_front_is_devastation() -> None:
    for more, left in (
        ("", DEVASTATION),
        ("holder 0302 entente\n", DEVASTATION),
        ("holder 0402 entente\n", TRENCH),
    ):
        placed = position(STATIC + FRONT + more + GERMAN + "marker trench 0403 central-powers\n")
        placed.change("G", at=node(placed, "0303"))
        Play(occupation.entered(table(placed), placed, ["G"], node(placed, "0303")))
        assert kind_at(placed, "0403") == left


@pytest.mark.rule("22-9")
def test_construction_behind_the_front_ends_as_its_owner_begins_to_move() -> None:
    units = "unit B 0603 nation=ge kind=inf values=8-5\n"
    marker = "marker construction 0603 central-powers\n"
    for phase, active, left in (
        ("movement", CENTRAL_POWERS, ""),
        ("movement", ENTENTE, CONSTRUCTION),
        ("arrival", CENTRAL_POWERS, CONSTRUCTION),
    ):
        placed = position(f"date 1915-06-1 {phase} {active}\n" + BOARD + FRONT + units + marker)
        trenches.check(table(placed), placed)
        assert kind_at(placed, "0603") == left


@pytest.mark.rule("22-10", "22-12")
def test_an_empty_front_line_trench_stays_until_the_enemy_comes() -> None:
    text = STATIC + FRONT + FRENCH + "marker trench 0403 central-powers\n"
    placed = position(text)
    trenches.check(table(placed), placed)
    assert kind_at(placed, "0403") == TRENCH
    placed.change("F", at=node(placed, "0403"))
    Play(occupation.entered(table(placed), placed, ["F"], node(placed, "0403")))
    assert kind_at(placed, "0403") == DEVASTATION
    early = position(text.replace("1915-06-1", "1915-03-7"))
    trenches.entered(table(early), early, ENTENTE, node(early, "0403"))
    assert kind_at(early, "0403") == ""


@pytest.mark.rule("WF 8-6")
def test_the_hindenburg_line_stays_wherever_it_is_until_the_enemy_occupies_it() -> None:
    placed = position(STATIC.replace("1915", "1917") + FRONT + "marker hindenburg line 0603 central-powers\n")
    trenches.check(table(placed), placed)
    assert kind_at(placed, "0603") == "hindenburg line"
    trenches.entered(table(placed), placed, ENTENTE, node(placed, "0603"))
    assert kind_at(placed, "0603") == DEVASTATION


@pytest.mark.rule("22-14")
def test_a_trench_finished_in_devastation_replaces_it_and_one_given_up_does_not() -> None:
    text = "date 1915-06-0 trench initiation central-powers\n" + BOARD + FRONT + GERMAN
    for leaves, left in ((False, TRENCH), (True, DEVASTATION)):
        placed = position(text + "marker devastation 0403 entente\n")
        Play(trenches.initiation(table(placed), placed, CENTRAL_POWERS)).answer(Dig("0403"))
        if leaves:
            placed.remove("G")
            trenches.settle(table(placed), placed)
        else:
            trenches.completion(table(placed), placed)
        assert kind_at(placed, "0403") == left
        assert not placed.flags


@pytest.mark.rule("22-13")
def test_devastation_survives_a_position_text() -> None:
    placed = position(STATIC + FRONT + FRENCH + "marker trench 0403 central-powers\n")
    trenches.entered(table(placed), placed, ENTENTE, node(placed, "0403"))
    text = PositionText("western-front", "schlieffen-plan")
    TITLE.write_position(placed, text)
    again = TITLE.read_position(placed.setting, text)
    assert again.markers == placed.markers


@pytest.mark.rule("22-22")
def test_with_the_option_a_trench_takes_seven_turns_from_any_turn_on() -> None:
    text = "option trenches-in-any-turn=on\ndate 1914-10-5 arrival central-powers\n" + BOARD + GERMAN
    placed = position(text)
    Play(trenches.in_any_turn(table(placed), placed)).answer(Dig("0403"))
    assert placed.markers[node(placed, "0403")] == Marker(CONSTRUCTION, CENTRAL_POWERS, TurnDate(1914, 10, 5))
    trenches.completion(table(placed), placed)
    for date, kind in ((TurnDate(1914, 11, 4), CONSTRUCTION), (TurnDate(1914, 11, 5), TRENCH)):
        placed.date = date
        trenches.finish_in_any_turn(table(placed), placed)
        assert kind_at(placed, "0403") == kind
    assert Play(trenches.initiation(table(placed), placed, CENTRAL_POWERS)).over
    off = position(text.removeprefix("option trenches-in-any-turn=on\n"))
    assert Play(trenches.in_any_turn(table(off), off)).over


@pytest.mark.rule("22-1", "22-4")
def test_units_worn_to_nothing_dig_and_keep_no_trench() -> None:
    of = position(
        "date 1914-11-0 trench initiation central-powers\nboard corner=0101\n| . .\n| . .\n"
        "unit A 0101 nation=ge kind=inf values=8-5\nunit B 0202 nation=ge kind=inf values=8-5 strength=0\n"
    )
    assert trenches.can_dig(of, of.units["A"])
    assert not trenches.can_dig(of, of.units["B"])
    assert not trenches.has_diggers(of, node(of, "0202"), CENTRAL_POWERS)
