"""Chapters 1 and 2 of Outpost: the course of play, victory, stacking."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.drawing import Picture
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Topic
from outpost.orders import Attack, Go, Pick, Plan
from outpost.position import BLUE, LAST_TURN, RED, SIDES
from tests.outpost.skirmish import outpost, position_of, texts, unit, where, words


def plans(game: Game, red: str, blue: str) -> Game:
    game.play(Plan(red), RED)
    game.play(Plan(blue), BLUE)
    return game


def pass_to(game: Game, kind: str, side: str = "") -> Game:
    """Pass until a side is asked something."""
    while game.decision.kind != kind or side not in ("", game.decision.side):
        game.play(PASS)
    return game


@pytest.mark.rule("1.1")
def test_1_1_red_and_blue_fight_over_0404_for_six_turns() -> None:
    game = hexfront.new("outpost/skirmish")
    assert game.title.sides == ("red", "blue")
    setting = position_of(game).setting
    assert setting.board.label(setting.objective) == "0404"
    for turn in range(1, LAST_TURN + 1):
        assert position_of(game).turn == turn
        plans(game, "hold", "hold")
        while not game.over and game.decision.kind != "plan":
            game.play(PASS)
    assert game.over


@pytest.mark.rule("1.2")
def test_1_2_plans_are_chosen_in_secret_and_shown_together() -> None:
    game = hexfront.new("outpost/skirmish")
    assert [decision.side for decision in game.decisions] == list(SIDES)
    assert words(game) == {"plan raid", "plan press", "plan hold"}
    with pytest.raises(Refusal):
        game.play(Plan("flee"), RED)
    game.play(Plan("raid"), BLUE)
    assert position_of(game).plans == {}
    assert texts(game) == []
    game.play(Plan("hold"), RED)
    assert position_of(game).plans == {RED: "hold", BLUE: "raid"}
    assert texts(game) == ["Turn 1: red will hold and blue will raid; blue goes first"]


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    ("red", "blue", "first"),
    [
        ("raid", "press", RED),
        ("raid", "hold", RED),
        ("press", "hold", RED),
        ("press", "raid", BLUE),
        ("hold", "press", BLUE),
        ("hold", "hold", RED),  # blue is taken to have gone first before turn 1
    ],
)
def test_1_3_the_quicker_plan_goes_first(red: str, blue: str, first: str) -> None:
    game = plans(hexfront.new("outpost/skirmish"), red, blue)
    assert (game.decision.side, game.decision.kind) == (first, "move")


@pytest.mark.rule("1.3")
def test_1_3_of_equal_plans_the_side_that_went_second_goes_first() -> None:
    game = plans(hexfront.new("outpost/skirmish"), "raid", "hold")
    firsts = []
    for _ in range(3):
        firsts.append(position_of(game).first)
        pass_to(game, "plan")
        plans(game, "press", "press")
    assert firsts == [RED, BLUE, RED]


@pytest.mark.rule("1.4")
def test_1_4_a_side_moves_and_then_attacks() -> None:
    game = outpost("unit red a foot 0404", "unit blue b foot 0405")
    seen = [(game.decision.side, game.decision.kind)]
    while game.decision.kind != "plan":
        game.play(PASS)
        if (game.decision.side, game.decision.kind) != seen[-1]:
            seen.append((game.decision.side, game.decision.kind))
    assert seen[:4] == [(RED, "move"), (RED, "attack"), (BLUE, "move"), (BLUE, "attack")]
    with pytest.raises(Refusal):
        outpost("unit red a foot 0404", "unit blue b foot 0405").play(Attack("0405"))


def end(*lines: str) -> str:
    """The outcome when the last turn ends with units standing so."""
    game = outpost(*lines, turn=f"{LAST_TURN} move blue")
    while not game.over:
        game.play(PASS)
    assert game.outcome
    return game.outcome


@pytest.mark.rule("1.5")
def test_1_5_who_stands_in_the_outpost_wins() -> None:
    assert end("unit blue b horse 0404 steps=1", "unit red a foot 0403") == "blue wins: it holds the outpost"


@pytest.mark.rule("1.5")
def test_1_5_else_who_is_stronger_beside_it() -> None:
    near = ("unit blue b horse 0403", "unit red a foot 0405")
    assert end(*near) == "red wins: it is stronger beside the outpost"
    assert end(*near, "unit blue c foot 0303") == "blue wins: it is stronger beside the outpost"


@pytest.mark.rule("1.5")
def test_1_5_else_nobody() -> None:
    assert end() == "drawn: nobody holds the outpost"
    assert end("unit blue b foot 0403", "unit red a foot 0405") == "drawn: nobody holds the outpost"


@pytest.mark.rule("1.5")
def test_1_5_a_side_without_fighting_units_has_lost() -> None:
    game = outpost("unit red a foot 0404", "unit blue bd depot 0706", "unit blue d dummy 0707", far=False)
    assert game.outcome == "red wins: blue has no fighting units left"


def last_stand() -> Game:
    """Red destroys blue's last fighting unit while a depot could still be attacked."""
    game = outpost(
        "unit red a foot 0404",
        "unit red c foot 0403",
        "unit red rd depot 0303",
        "unit blue b horse 0405 steps=1",
        "unit blue bd depot 0402",
        turn="1 attack red",
        far=False,
    )
    game.fix_dice(6)
    game.play(Attack("0405"))
    assert "b" not in position_of(game).units
    if not game.over and game.decision.kind == "advance":
        game.play(PASS)
    return game


@pytest.mark.rule("1.5")
def test_1_5_a_side_without_fighting_units_loses_at_once() -> None:
    assert last_stand().outcome == "red wins: blue has no fighting units left"


def test_a_game_that_is_nearly_over_asks_the_same_after_branching() -> None:
    game = last_stand()
    twin = game.branch()
    assert twin.outcome == game.outcome
    assert [each.as_data() for each in twin.decisions] == [each.as_data() for each in game.decisions]


@pytest.mark.rule("2.1")
def test_2_1_two_units_may_share_a_hex_but_not_three() -> None:
    game = outpost("unit red a foot 0102", "unit red c foot 0103", "unit red e foot 0103")
    game.play(Pick("a"))
    assert "go 0103" not in words(game)
    with pytest.raises(Refusal, match="0103 is full") as refusal:
        game.play(Go("0103"))
    assert refusal.value.rules == ("2.1",)
    alone = outpost("unit red a foot 0102", "unit red c foot 0103")
    alone.play_all([Pick("a"), Go("0103")])
    assert where(alone, "a") == where(alone, "c") == "0103"


@pytest.mark.rule("2.1")
def test_2_1_units_may_pass_through_a_full_hex() -> None:
    game = outpost("unit red a foot 0302", "unit red c foot 0303", "unit red e foot 0303")
    game.play(Pick("a"))
    assert "go 0304" in words(game)


@pytest.mark.rule("2.1")
def test_2_1_a_reserve_box_holds_any_number() -> None:
    crowd = [f"unit red c{n} foot 'red reserve'" for n in range(5)]
    assert list(outpost(*crowd).position.status()) == []


@pytest.mark.rule("2.2")
def test_2_2_no_hex_is_shared_with_the_enemy() -> None:
    game = outpost("unit red a foot 0102", "unit blue b dummy 0103 hidden")
    game.play(Pick("a"))
    with pytest.raises(Refusal, match="the enemy stands in 0103") as refusal:
        game.play(Go("0103"))
    assert refusal.value.rules == ("2.2",)


@pytest.mark.rule("2.2")
def test_2_2_nor_passed_through() -> None:
    wall = [f"unit blue b{n} dummy 02{n:02} hidden" for n in range(1, 8)]
    game = outpost("unit red a horse 0104", *wall)
    game.play(Pick("a"))
    assert not any(word.startswith("go 03") for word in words(game))
    assert unit(game, "a").moved


def test_a_unit_is_moved_by_clicking_its_counter_and_then_a_hex() -> None:
    game = outpost("unit red a foot 0102")
    picture = game.title.picture(game.position, "red")
    assert isinstance(picture, Picture)
    faces = [game.face(game.decision, action) for action in game.decision.choices()]
    assert {face.unit for face in faces} - {""} <= {counter.key for counter in picture.counters}
    assert (faces[0].unit, faces[-1].text) == ("a", "End the movement")
    game.play(Pick("a"))
    assert game.topic(game.decision) == Topic("moving", "march", ("a",), ("0102",))
    assert {game.face(game.decision, Go("0103")).hex} == {"0103"}
