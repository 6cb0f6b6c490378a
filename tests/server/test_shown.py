"""What is shown after an order: the same as to somebody who comes anew, and little of it made again."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.kernel.title import OBSERVER
from hexfront.server import views
from hexfront.server.views import Shown

SCENARIOS = [
    "outpost/skirmish",
    "serbia-1914/battle-in-the-macva",
    "storm-of-steel/guns-of-august",
    "western-front/schlieffen-plan",
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_view_made_from_the_one_before_is_the_view_made_anew(scenario: str) -> None:
    game: Any = hexfront.new(scenario, seed=21)
    draw = random.Random(21)
    shown: dict[str, Shown | None] = dict.fromkeys((*game.title.sides, OBSERVER))
    for _ in range(150):
        if game.over:
            break
        decision = draw.choice(game.decisions)
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        viewer = draw.choice([*shown])  # others fall behind by some orders
        now = Shown(game, viewer, shown[viewer], game.report(viewer))
        anew = Shown(game, viewer, None, game.report(viewer))
        assert now.pieces == anew.pieces
        assert now.markers == anew.markers
        shown[viewer] = now


def test_an_order_makes_the_pieces_of_its_stacks_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = hexfront.new("western-front/schlieffen-plan", seed=22)
    draw = random.Random(22)
    made: list[str] = []
    piece = views._piece

    def counted(*given: Any) -> Any:
        made.append(given[1].key)
        return piece(*given)

    monkeypatch.setattr(views, "_piece", counted)
    shown = Shown(game, "entente", None, game.report("entente"))
    at_first = len(made)
    made.clear()
    orders = 150
    for _ in range(orders):
        decision = game.decision
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        shown = Shown(game, "entente", shown, game.report("entente"))
    assert at_first > 200
    assert len(shown.pieces) > 200
    assert len(made) < 4 * orders
