"""What if: branches of a game, with and without an order."""

from __future__ import annotations

from typing import Any

import pytest

import hexfront
from hexfront.ai import branching, player
from hexfront.ai.branching import Branch, arms, branch, check_order, trunk
from hexfront.ai.course import Course, play_out
from hexfront.ai.outcomes import gathered, lines
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from hexfront.sim.whatif import branches, wish_of

NAMES = {"red": "random", "blue": "random"}


def begun(words: int = 30) -> Game:
    """A game some steps on."""
    game = hexfront.new("outpost/skirmish", seed=5)
    while game.step < words:
        side = game.decision.side
        game.play(player("random", game.title, side, 5).choose(game, side).action, side)
    return game


def at_plans(turn: int = 3) -> Game:
    """A game in which both sides are asked for their plans."""
    game = begun()
    while game.position.turn < turn or {each.kind for each in game.decisions} != {"plan"}:
        side = game.decision.side
        game.play(player("random", game.title, side, 5).choose(game, side).action, side)
    assert [each.side for each in game.decisions] == ["red", "blue"]
    return game


def test_branches_have_dice_of_their_own_and_leave_the_game_alone() -> None:
    game = begun()
    before = game.position.digest(), game.step
    found = [branch(trunk(game, None), number, NAMES) for number in range(1, 7)]
    assert not any(each.broken for each in found)
    assert len({(each.winner, each.score) for each in found}) > 1
    assert (game.position.digest(), game.step) == before
    again = branch(trunk(game, None), 3, NAMES)
    assert again == found[2]


def test_a_branch_goes_to_the_end_or_so_many_turns_on() -> None:
    game = begun()
    whole, part = (branch(trunk(game, 10), 1, NAMES, turns=turns) for turns in (0, 1))
    assert whole.over
    assert not part.over
    assert part.turn == "Turn 1"


def test_from_what_a_side_knows_secrets_do_not_matter() -> None:
    """[5.1] Two games that differ only in what blue has hidden give red the same branches."""
    import msgspec

    game = hexfront.new("outpost/skirmish", seed=5)
    hidden = [unit for unit in game.position.of_side("blue") if unit.hidden]
    assert len(hidden) >= 2
    other = hexfront.new("outpost/skirmish", seed=99)
    kinds = [unit.kind for unit in hidden]
    for unit, kind in zip(hidden, [*kinds[1:], kinds[0]], strict=True):
        steps = other.position.setting.kinds[kind].steps
        changed = msgspec.structs.replace(unit, kind=kind, steps=steps)
        other.position.put(changed)
    other = Game(other.title, other.setting, other.position, other.origin)
    for number in (1, 2, 3):
        mine = branch(game, number, NAMES, viewer="red")
        assert mine == branch(other, number, NAMES, viewer="red")
        assert not mine.broken


def test_an_order_is_compared_pair_by_pair() -> None:
    game = hexfront.new("outpost/skirmish", seed=5)
    order = game.read_action("plan hold")
    assert check_order(trunk(game, 0), order) == "red"
    found = branches(wish_of(game, 0, NAMES, order=order), games=6)
    assert [(each.number, each.arm) for each in found][:2] == [(1, "with"), (1, "without")]
    answer = gathered(game.title, "red", found)
    assert [each.games for each in answer.arms] == [6, 6]
    assert answer.score_difference is not None
    assert answer.score_difference.of == 6
    itself = answer.arms[0].by_itself
    for number in range(1, 7):
        pair = [each for each in found if each.number == number]
        if any(each.by_itself for each in pair):
            assert pair[0].score == pair[1].score  # the same order, the same dice
    assert sum("by itself" in line for line in lines(game.title, answer, "plan hold")) == bool(itself)


@pytest.mark.parametrize("viewer", [REFEREE, "red"])
def test_what_happens_with_and_without_an_order_is_thrown_with_the_same_dice(
    viewer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Game] = []

    def watched(game: Game, *rest: Any, **more: Any) -> Course:
        played.append(game)
        return play_out(game, *rest, **more)

    monkeypatch.setattr(branching, "play_out", watched)
    game = at_plans()
    order = game.read_action("plan hold")
    in_common: list[tuple[int, int]] = []
    in_others: list[tuple[int, int]] = []
    dice: list[dict[str, int]] = []
    for number in range(1, 41):
        for arm in arms(with_order=True):
            branch(trunk(game, None), number, NAMES, order=order, arm=arm, viewer=viewer)
            later = played[-1].journal[game.step if viewer == REFEREE else 0 :]
            dice.append({roll.label: roll.value for entry in later for roll in entry.rolls})
        without, with_order = dice[-2:]
        in_common += [(without[label], with_order[label]) for label in without.keys() & with_order.keys()]
        if number > 1:
            earlier = dice[-4]
            in_others += [(earlier[label], without[label]) for label in earlier.keys() & without.keys()]
    assert len(in_common) > 40  # one in a pair of games, though they soon part
    assert all(one == other for one, other in in_common)
    assert any(one != other for one, other in in_others)


def test_a_side_asks_about_its_own_orders_and_about_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Game] = []

    def watched(game: Game, *rest: Any, **more: Any) -> Course:
        played.append(game)
        return play_out(game, *rest, **more)

    monkeypatch.setattr(branching, "play_out", watched)
    game = at_plans()
    order = game.read_action("plan hold")
    for viewer in ("red", "blue"):
        assert check_order(game, order, viewer) == viewer
        branch(game, 1, NAMES, order=order, arm="with", viewer=viewer)
        given = next(entry for entry in played[-1].journal if entry.by != REFEREE)
        assert (given.by, given.action) == (viewer, order)
    game.play(order, "red")
    with pytest.raises(Refusal):
        check_order(game, order, "red")


def test_worth_is_counted_for_the_side_that_asks() -> None:
    title = hexfront.find_title("outpost")
    found = [Branch(1, "without", "red", "victory", 4.0), Branch(1, "with", "blue", "victory", -3.0)]
    for side, worth, victories in (("red", -7.0, -1.0), ("blue", 7.0, 1.0)):
        answer = gathered(title, side, found)
        assert answer.score_difference is not None
        assert answer.score_difference.value == worth
        assert answer.difference is not None
        assert answer.difference.value == victories


def test_processes_give_the_same_branches() -> None:
    game = begun()
    wish = wish_of(game, 20, NAMES, turns=1)
    assert branches(wish, 3) == branches(wish, 3, workers=2)


def test_what_cannot_be_branched_is_refused() -> None:
    game = begun()
    with pytest.raises(Malformed, match="no step 9999"):
        trunk(game, 9999)
    with pytest.raises(Refusal):
        check_order(trunk(game, 0), game.read_action("pick r1"))
