"""The turn that cost the game: how it stood before and after each."""

from __future__ import annotations

import hexfront
from hexfront.ai import player
from hexfront.ai.branching import Branch
from hexfront.ai.review import Start, finished, lines, reviewed, starts
from hexfront.kernel.game import Game
from hexfront.sim.whatif import branches, wish_of

NAMES = {"red": "random", "blue": "random"}


def played(seed: int = 5, to: int | None = None) -> Game:
    """A game by lot, to its end or some steps on."""
    game = hexfront.new("outpost/skirmish", seed=seed)
    while not game.over and (to is None or game.step < to):
        side = game.decision.side
        game.play(player("random", game.title, side, seed).choose(game, side).action, side)
    return game


def test_turns_begin_where_the_moment_changes() -> None:
    game = played()
    slow = [Start(0, game.title.moment(game.branch(0).position).turn)]
    for step in range(1, game.step + 1):
        turn = game.title.moment(game.branch(step).position).turn
        if turn != slow[-1].turn:
            slow.append(Start(step, turn))
    if slow[-1].step != game.step:
        slow.append(Start(game.step, ""))
    assert len(slow) > 3
    assert starts(game) == slow
    part = played(to=slow[2].step - 1)
    assert starts(part) == [*slow[:2], Start(part.step, "")]


def won(winner: str, score: float, games: int) -> list[Branch]:
    return [Branch(number, "without", winner, "", score + number % 2) for number in range(1, games + 1)]


def test_the_turn_that_cost_most_is_the_one_after_which_fewer_games_were_won() -> None:
    game = played(to=60)
    at = [Start(0, "Turn 1"), Start(20, "Turn 2"), Start(40, "Turn 3"), Start(60, "")]
    even = [*won("red", 1, 6), *(each for each in won("blue", -1, 12) if each.number > 6)]
    found = [won("red", 3, 12), [*won("red", 3, 11), Branch(12, "without", "blue", "", -1)], even, even]
    review = reviewed(game, "red", NAMES, at, found)
    assert [round(each.before.value, 2) for each in review.turns] == [1.0, 0.92, 0.5]
    assert [round(each.change.value, 2) for each in review.turns] == [-0.08, -0.42, 0.0]
    assert review.costliest == review.turns[1]  # one game in twelve tells nothing
    assert review.best is None
    other = reviewed(game, "blue", NAMES, at, found)
    assert other.best == other.turns[1]
    assert other.turns[1].points is not None
    assert review.turns[1].points is not None
    assert other.turns[1].points.value == -review.turns[1].points.value
    assert any("cost red most in Turn 2" in line for line in lines(game.title, review))


def test_branches_that_broke_off_are_told_and_count_in_no_pair() -> None:
    game = played(to=40)
    at = [Start(0, "Turn 1"), Start(20, "Turn 2")]
    whole = won("red", 1, 4)
    broken = [*whole[:3], Branch(4, "without", broken="it stopped")]
    review = reviewed(game, "red", NAMES, at, [whole, broken])
    assert review.turns[0].before.of == 3
    assert review.broken == ("it stopped",)


def test_a_finished_game_ends_as_it_did_and_the_turns_add_up() -> None:
    game = played()
    at = starts(game)[-4:]
    found = [
        finished(game, 6) if each.step == game.step else branches(wish_of(game, each.step, NAMES), 6)
        for each in at
    ]
    review = reviewed(game, "blue", NAMES, at, found)
    total = sum(each.change.value for each in review.turns)
    assert abs(review.turns[0].before.value + total - review.turns[-1].after.value) < 1e-9
    end = {"red": 0.0, "blue": 1.0}.get(found[-1][0].winner, 0.5)
    assert review.turns[-1].after.value == end
