"""Plans that are tried out: what is compared, what is taken, and that nobody learns the truth from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import hexfront
from hexfront.ai import player, players, search
from hexfront.ai.players import known_name
from hexfront.ai.search import Budget, Found, searched
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.planning import Sight
from hexfront.kernel.plans import Plan, WeighsPlans

SMALL = Budget(plans=3, rounds=(1, 1), cycles=1)


@pytest.fixture(scope="module")
def macva() -> Game:
    """The Mačva, when the first side looks its plan over."""
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=5)
    start = game.title.moment(game.position)
    mind = {side: player("cadet", game.title, side) for side in game.title.sides}
    while game.decision.kind != "move" or game.title.moment(game.position) == start:
        game.play(mind[game.decision.side].choose(game, game.decision.side).action)
    return game


def planner_of(game: Game, side: str) -> WeighsPlans:
    planner: object = player("general", game.title, side).planner
    assert isinstance(planner, WeighsPlans)
    return planner


def look(game: Game, budget: Budget = SMALL, kept: Plan | None = None) -> Found:
    side = game.decision.side
    planner = planner_of(game, side)
    planner.plan = kept
    return searched(game, side, planner, Sight(game, side, game.decision), budget)


class Worths:
    """Trials that end as they are told to, by the name of the plan and the number of the trial."""

    def __init__(self, worths: Mapping[str, Sequence[float]]) -> None:
        self.worths = worths
        self.asked: dict[str, int] = {}

    def __call__(
        self, supposed: Game, side: str, plan: Plan | None, stance: Mapping[str, Plan | None], cycles: int
    ) -> float:
        name = plan.name if plan is not None else search.OWN
        at = self.asked[name] = self.asked.get(name, -1) + 1
        return self.worths.get(name, [-9.0])[min(at, len(self.worths.get(name, [-9.0])) - 1)]


def names_of(game: Game) -> list[str]:
    side = game.decision.side
    return [plan.name for plan in planner_of(game, side).candidates(Sight(game, side, game.decision))]


def test_a_plan_that_is_clearly_better_is_taken_and_what_was_given_up_is_told(
    macva: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third, *_ = names_of(macva)
    worths = {search.OWN: [1.0, 2.0, 1.0, 2.0], first: [0.0], second: [4.0, 5.0, 5.0, 5.5], third: [1.5]}
    monkeypatch.setattr(search, "trial", Worths(worths))
    found = look(macva, Budget(plans=4, rounds=(1, 1, 2)))
    assert found.plan is not None
    assert found.plan.name == second
    told = " ".join(found.plan.sentences())
    assert "better in 4 of 4 supposed courses" in told
    assert all(name in told for name in (first, third, search.OWN))


def test_the_worse_half_is_tried_no_further(macva: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third, *_ = names_of(macva)
    worths = Worths({search.OWN: [1.0], first: [0.0], second: [4.0], third: [0.5]})
    monkeypatch.setattr(search, "trial", worths)
    found = look(macva, Budget(plans=4, rounds=(1, 3)))
    tried = {each.name: len(each.values) for each in found.trials}
    assert tried == {second: 4, search.OWN: 4, first: 1, third: 1}
    assert found.played == 10


@pytest.mark.parametrize("rival", [[1.3, 1.3, 1.3, 1.3], [9.0, -5.0, 6.0, -4.0]], ids=["little", "chance"])
def test_what_is_kept_gives_way_neither_to_a_little_nor_to_chance(
    macva: Game, monkeypatch: pytest.MonkeyPatch, rival: list[float]
) -> None:
    first = names_of(macva)[0]
    monkeypatch.setattr(search, "trial", Worths({search.OWN: [1.0], first: rival}))
    found = look(macva, Budget(plans=2, rounds=(1, 3)))
    assert found.plan is not None
    assert found.plan.name == search.OWN
    assert not found.plan.sectors


def test_the_plan_that_is_kept_is_among_those_tried(macva: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    side = macva.decision.side
    kept = planner_of(macva, side).candidates(Sight(macva, side, macva.decision))[-1]
    monkeypatch.setattr(search, "trial", Worths({kept.name: [3.0], search.OWN: [2.9]}))
    found = look(macva, Budget(plans=3, rounds=(1, 2)), kept)
    assert found.plan is not None
    assert found.plan.sectors == kept.sectors


def test_a_search_is_the_same_each_time_and_changes_nothing(macva: Game) -> None:
    before = macva.position.digest(), macva.step
    first, again = look(macva), look(macva)
    assert first == again
    assert first.played >= 3
    assert all(each.values for each in first.trials)
    assert (macva.position.digest(), macva.step) == before


def test_a_search_finds_the_same_whatever_is_hidden(macva: Game) -> None:
    side = macva.decision.side
    others = [known_game(macva, side, guess) for guess in (11, 12)]
    assert len({game.position.digest() for game in others}) == 2  # what is hidden differs
    assert look(others[0]).trials == look(others[1]).trials


def test_a_field_marshal_plays_by_a_plan_that_he_has_tried_out(
    macva: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = names_of(macva)[0]
    monkeypatch.setattr(search, "trial", Worths({search.OWN: [1.0], first: [5.0]}))
    marshal = player("marshal", macva.title, macva.decision.side)
    marshal.choose(macva)
    assert marshal.plan is not None
    assert marshal.plan.name == first
    found = marshal.found
    marshal.choose(macva)
    assert marshal.found is found  # once a turn is enough
    assert any("Weighed and not taken" in sentence for sentence in marshal.notes().sentences)


def test_field_marshals_are_offered_where_there_are_plans_to_try(macva: Game) -> None:
    assert players(macva.title)[-1].name == "marshal"
    others = hexfront.new("storm-of-steel/guns-of-august", seed=1).title
    assert players(others)[-1].name == "general"
    assert player("marshal", others, others.sides[0]).planner is not None  # there he is a general
    assert known_name("staff", macva.title) == "general"  # who needs no seconds for a turn
