"""Playing a game out, and writing down its course."""

from __future__ import annotations

import hexfront
from hexfront.ai import Player, seated
from hexfront.ai.course import play_out, table_of
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Notes, Order, Sight


def outpost(seed: int = 1) -> Game:
    return hexfront.new("outpost/skirmish", seed=seed)


def test_every_turn_is_written_down_as_it_ended() -> None:
    game = outpost()
    course = play_out(game, table_of(game, seated("random", game.title), 1))
    assert course.turns[0].turn == ""
    turns = [turn.turn for turn in course.turns[1:]]
    assert turns == [f"Turn {number}" for number in range(1, len(turns) + 1)]
    assert course.turns[-1].step == course.steps == game.step
    final = course.final()
    told = game.title.chronicle(game.position)
    assert final == {figure.key: figure.value for figure in told.figures}
    assert course.verdict == game.title.verdict(game.position, game.outcome)
    assert (course.broken, course.findings, course.corrected) == ("", (), 0)


def test_ground_can_be_put_together_from_the_changes() -> None:
    game = outpost(4)
    course = play_out(game, table_of(game, seated("random", game.title), 4))
    ground: dict[str, str] = {}
    for turn in course.turns:
        ground.update(turn.ground)
    held = {label: side for label, side in ground.items() if side}
    assert held == game.title.chronicle(game.position).ground
    assert any(not side for turn in course.turns for side in turn.ground.values())  # somebody left a hex


def test_a_game_can_be_left_after_some_turns() -> None:
    game = outpost()
    course = play_out(game, table_of(game, seated("random", game.title), 1), turns=2)
    assert [turn.turn for turn in course.turns] == ["", "Turn 1", "Turn 2"]
    assert not game.over
    assert course.outcome == ""


class Mad:
    """A planner that breaks off in the middle of a game."""

    def order(self, sight: Sight) -> Order:
        if sight.step > 20:
            raise ZeroDivisionError("I cannot reckon any more")
        return Order(sight.decision.choices()[0], "The first.")

    def notes(self) -> Notes:
        return Notes()


def test_whatever_breaks_a_game_is_told_in_its_course() -> None:
    game = outpost()
    course = play_out(game, {side: Player("mad", side, Mad()) for side in game.title.sides})
    assert course.broken.endswith("ZeroDivisionError: I cannot reckon any more")
    assert course.winner == course.level == ""
    assert course.turns[-1].step == game.step


def test_orders_are_heard_before_they_are_played() -> None:
    game = outpost()
    heard: list[tuple[int, str]] = []

    def hear(now: Game, side: str, order: Order) -> None:
        assert now.check(order.action, side) is None
        heard.append((now.step, side))

    course = play_out(game, table_of(game, seated("greedy", game.title), 1), turns=1, heard=hear)
    assert len(heard) == course.orders > 0
