"""What is followed from look to look, against a look through a whole position without what is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.games.storm_of_steel import secrecy
from hexfront.games.storm_of_steel.table import sightings
from hexfront.games.storm_of_steel.title import StormOfSteel
from hexfront.kernel.title import OBSERVER, REFEREE

SCENARIOS = {"guns-of-august": 900, "campaign-1917": 1200, "great-war": 900}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_seen_is_what_is_left_when_the_hidden_is_taken_away(scenario: str) -> None:
    game: Any = hexfront.new(f"storm-of-steel/{scenario}", seed=14)
    draw, when = random.Random(14), random.Random(15)
    covered = 0
    for _ in range(SCENARIOS[scenario]):
        if game.over:
            break
        decision = draw.choice(game.decisions)
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        viewer = when.choice((*game.title.sides, OBSERVER, REFEREE))
        if when.random() > 0.2:  # what was not looked at for some steps is followed, too
            continue
        known = secrecy.as_known(game.position, viewer)
        covered += known is not game.position and known.units.keys() != game.position.units.keys()
        fresh = sightings.looked_through(known)
        seen = game.title.sightings(game.position, viewer)
        assert (list(seen.counters), list(seen.marks)) == (list(fresh.counters), list(fresh.marks))
    assert covered > 20


def test_a_look_takes_up_only_the_hexes_in_which_something_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game: Any = hexfront.new("storm-of-steel/campaign-1916", seed=3)
    draw = random.Random(3)
    looked: list[int] = []
    lying = sightings._Watch._lying

    def counted(self: Any, position: Any, node: int) -> Any:
        looked.append(node)
        return lying(self, position, node)

    monkeypatch.setattr(sightings._Watch, "_lying", counted)
    monkeypatch.setattr(StormOfSteel, "as_seen", None)  # nothing is taken away from the whole map
    game.title.sightings(game.position, "entente")
    whole = len(looked)
    looked.clear()
    for _ in range(200):
        decision = draw.choice(game.decisions)
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        game.title.sightings(game.position, "entente")
    assert whole > 200
    assert len(looked) < 5 * 200
