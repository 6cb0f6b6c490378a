"""Chapter 8: hands of cards, through every door by which somebody could look into another's hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.env.table import GameTable
from hexfront.kernel import save
from hexfront.kernel.actions import PASS, as_words
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.mail import mail_text
from hexfront.kernel.planning import Sight
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.seam import find_title
from outpost.orders import Attack, AttackStrength, Discard, Draw, Plan, Play
from tests.outpost.skirmish import outpost, position_of, texts, words

BLUE_HAND = (Draw("guns"), Draw("horses"), Draw("signals"), PASS)
# Red thinks long, or knows at once what it wants.
LONG = (Draw("guns"), Discard("guns"), Draw("charge"), Draw("guides"), Draw("horses"), PASS)
SHORT = (Draw("charge"), Draw("guns"), Draw("signals"), PASS)


def new() -> Game:
    return hexfront.new("outpost/skirmish", seed=5, options={"cards": "on"})


def chosen(red: tuple[Any, ...] = SHORT, blue: tuple[Any, ...] = BLUE_HAND) -> Game:
    game = new()
    for number in range(max(len(red), len(blue))):  # turn about
        for side, hand in (("red", red), ("blue", blue)):
            if number < len(hand):
                game.play(hand[number], side)
    return game


def planned(game: Game) -> Game:
    game.play(Plan("raid"), "red")
    game.play(Plan("hold"), "blue")
    return game


def half_turns(game: Game, count: int) -> Game:
    """Let nobody do anything for so many turns of a side."""
    for _ in range(count):
        if game.decision.kind == "plan":
            planned(game)
        while game.decision.kind != "attack":
            game.play(PASS)
        game.play(PASS)
    return game


# The rules


@pytest.mark.rule("8.1")
def test_8_1_a_hand_of_three_is_chosen_from_five_by_adding_and_putting_back() -> None:
    game = new()
    assert [decision.side for decision in game.decisions] == ["red", "blue"]
    assert words(game) == {f"draw {card}" for card in ("charge", "guns", "guides", "horses", "signals")}
    for card in ("guns", "charge", "guides"):
        game.play(Draw(card), "red")
    assert words(game) == {"pass", "discard charge", "discard guides", "discard guns"}
    game.play(Discard("guns"), "red")
    with pytest.raises(Refusal):
        game.play(PASS, "red")
    game.play(Draw("signals"), "red")
    game.play(PASS, "red")
    assert [decision.side for decision in game.decisions] == ["blue"]
    assert position_of(game).hands["red"] == ("charge", "guides", "signals")


@pytest.mark.rule("8.1")
def test_8_1_hands_are_chosen_anew_in_turn_four_and_not_before() -> None:
    game = half_turns(chosen(), 5)
    assert game.decision.kind == "move"
    half_turns(game, 1)
    assert (position_of(game).turn, game.decision.kind) == (4, "hand")
    assert position_of(game).hands == {"red": (), "blue": ()}


@pytest.mark.rule("8.2")
def test_8_2_one_card_a_turn_adds_to_every_attack_until_the_turn_ends() -> None:
    game = outpost(
        "hand red charge guns horses",
        "hand blue",
        "unit red a foot 0404",
        "unit red rd depot 0403",
        "unit blue b foot 0405",
        turn="1 attack red",
    )
    assert "play horses" not in words(game)  # of no use here
    game.play(Play("guns"))
    assert texts(game)[-1] == "red plays guns"
    assert not any(word.startswith("play") for word in words(game))
    assert game.explain(AttackStrength("0405", ("a",))).text.endswith("a +4 [7.3], guns +2 [8.2]")
    assert Attack("0405") in game.decision.choices()
    game.play(PASS)
    assert position_of(game).played == {}
    assert position_of(game).hands["red"] == ("charge", "horses")


@pytest.mark.rule("8.2")
def test_8_2_a_card_adds_to_every_allowance() -> None:
    game = outpost("hand red horses", "hand blue", "unit red a foot 0101")
    game.branch().play_words("pick a")
    near = reached(game)
    game.play(Play("horses"))
    with pytest.raises(Refusal, match="horses was played"):
        game.undo()
    assert near < reached(game)


def reached(game: Game) -> set[str]:
    twin = game.branch()
    twin.play_words("pick a")
    return words(twin)


@pytest.mark.rule("8.3")
def test_8_3_what_is_left_is_laid_open_after_turn_three() -> None:
    game = half_turns(chosen(LONG), 6)
    assert texts(game, "cards") == [
        "Both sides have chosen their cards",
        "red had charge, guides, horses left",
        "blue had guns, horses, signals left",
    ]


@pytest.mark.rule("8.3")
def test_8_3_and_at_the_end_of_the_game() -> None:
    game = outpost("hand red guns", "hand blue", "unit red far-red depot 0107", far=False)
    assert game.over
    assert texts(game)[-2:] == ["red had guns left", "blue had nothing left"]


# The doors


def through_every_door(game: Game, side: str) -> dict[str, Any]:
    sight = Sight(game, side, game.decisions[0])
    twin = known_game(game, side, guess=3)
    copy = save.from_text(mail_text(game, side), find_title)
    title = game.title
    return {
        "view": game.view(side),
        "picture": title.picture(game.position, side, tuple(title.layers)),
        "report": game.report(side),
        "mail": mail_text(game, side, "a game"),
        "copy": copy.view(side),
        "what if": twin.view(side),
        "planner": (sight.step, sight.given(), [*sight.heard()], title.view(sight.position, side)),
        "undo": _refused(game, side),
    }


def _refused(game: Game, side: str) -> str:
    try:
        return str(game.known_step(game.before_last_order(side), side))
    except Refusal as refusal:
        return refusal.text


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("later", [lambda game: game, planned, lambda game: half_turns(game, 4)])
def test_8_1_another_hand_chosen_in_another_way_makes_no_difference_to_the_enemy(
    later: Callable[[Game], Game],
) -> None:
    one, other = later(chosen(SHORT)), later(chosen(LONG))
    assert one.step != other.step
    assert through_every_door(one, "blue") == through_every_door(other, "blue")
    assert through_every_door(one, "red") != through_every_door(other, "red")
    assert one.view(OBSERVER) == other.view(OBSERVER)


@pytest.mark.rule("8.1")
def test_8_1_in_the_middle_of_choosing_the_enemy_sees_only_who_is_done() -> None:
    games = [chosen(SHORT[:count], BLUE_HAND[:2]) for count in range(4)]
    seen = [through_every_door(game, "blue") for game in games]
    assert all(each == seen[0] for each in seen)
    assert through_every_door(chosen(SHORT, BLUE_HAND[:2]), "blue")["view"]["waiting"] == ["blue"]


@pytest.mark.rule("8.1")
def test_8_1_a_research_environment_shows_the_enemy_nothing_of_it() -> None:
    found = []
    for red in (SHORT, LONG):
        table = GameTable("outpost/skirmish", {"cards": "on"})
        table.start(5, settle=False)
        for side, hand in (("red", red), ("blue", BLUE_HAND)):
            for action in hand:
                table.follow(side, action, ())
        found.append({name: array.tolist() for name, array in table.observe("blue").items()})
    assert found[0] == found[1]


@pytest.mark.rule("8.3")
def test_8_3_once_laid_open_the_steps_can_be_read_by_all(tmp_path: Path) -> None:
    game = half_turns(chosen(LONG), 6)
    hexfront.save(game, tmp_path / "game.hexfront")
    again = hexfront.load(tmp_path / "game.hexfront")
    read = [again.journal[at] for at in range(again.step) if again.is_known(at, "blue")]
    assert [as_words(entry.action) for entry in read if entry.by == "red"][:2] == [
        "draw guns",
        "discard guns",
    ]
    assert again.steps_known(OBSERVER) == again.step
    before = again.branch(again.step - 1)
    assert before.steps_known("blue") == before.step - len(LONG)
    assert before.steps_known(REFEREE) == before.step
    assert hexfront.replay(tmp_path / "game.hexfront").journal == game.journal


@pytest.mark.rule("8.2")
def test_8_2_a_copy_sent_in_the_middle_of_the_turn_shows_the_card_that_was_played() -> None:
    game = planned(chosen(SHORT))
    game.play(Play("signals"))
    copy = save.from_text(mail_text(game, "blue"), find_title)
    assert position_of(copy).played == {"red": "signals"}
    assert position_of(copy).hands["red"] == ("unknown", "unknown")


@pytest.mark.rule("8.2")
def test_8_2_a_side_is_asked_whether_or_not_it_has_a_card_that_is_of_use() -> None:
    far = ("unit red a depot 0101", "unit blue b foot 0701")
    for hand in ("horses", "guns"):
        game = outpost(f"hand red {hand}", "hand blue", *far, turn="1 attack red")
        assert (game.decision.side, game.decision.kind) == ("red", "attack")


def test_hands_are_written_into_a_position_text_and_read_back() -> None:
    game = chosen(SHORT, BLUE_HAND[:2])
    again = hexfront.position(game.position_text().text())
    assert position_of(again).hands == position_of(game).hands
    assert position_of(again).ready == {"red"}
