"""What is followed from look to look."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.games.western_front.table import report, sightings
from hexfront.shared.following import Remembered


def test_what_is_remembered_is_made_anew_when_what_was_given_has_changed() -> None:
    made: list[int] = []
    remembered: Remembered[int] = Remembered()

    def make() -> int:
        made.append(len(made))
        return made[-1]

    flags = {"a": 1}
    assert [remembered.of(make, flags, 7) for _ in range(3)] == [0, 0, 0]
    flags["a"] = 2  # changed in place, as positions change
    assert remembered.of(make, flags, 7) == 1
    assert remembered.of(make, {"a": 2}, 7) == 1
    assert remembered.of(make, flags, 8) == 2
    assert made == [0, 1, 2]


def test_figures_are_told_anew_only_when_what_they_follow_from_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[WF 3] Environments ask for figures and markers at every word."""
    game: Any = hexfront.new("western-front/schlieffen-plan", seed=1914)
    for division in ("17", "18", "19"):
        game.play_words(f"mobilize ge-inf-xx-{division}")
    told: list[str] = []
    for module, name in ((report, "_demoralization"), (report, "_losses"), (sightings, "_marks")):
        true = getattr(module, name)

        def counted(*given: Any, true: Any = true, name: str = name) -> Any:
            told.append(name)
            return true(*given)

        monkeypatch.setattr(module, name, counted)

    def look() -> None:
        for side in game.title.sides:
            game.title.tracks(game.position, side)
            game.title.sightings(game.position, side)

    look()
    told.clear()
    draw = random.Random(1)
    for _ in range(100):
        decision = game.decision
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        look()
    counts = [told.count(name) for name in ("_demoralization", "_losses", "_marks")]
    assert max(counts) <= 20, counts
