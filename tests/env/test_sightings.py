"""What environments are told at every step, against the same read off the picture and the report."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import hexfront
from hexfront.drawing.picture import Picture
from hexfront.env.observing import Map, Observer, read_off
from hexfront.games.serbia_1914.table import sightings as stacks_of_serbia
from hexfront.kernel.title import REFEREE

SCENARIOS = [
    "outpost/skirmish",
    "serbia-1914/battle-in-the-macva",
    "serbia-1914/grand-campaign",
    "western-front/schlieffen-plan",
    "western-front/western-front-1918",
    "storm-of-steel/guns-of-august",
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sightings_and_tracks_are_those_of_picture_and_report(scenario: str) -> None:
    game = hexfront.new(scenario, seed=11)
    draw = random.Random(11)
    observer = Observer(game)
    for step in range(400):
        if game.over:
            break
        decision = game.decision
        game.play(draw.choice(list(decision.choices())), decision.side)
        if step % 10:
            continue
        for viewer in (*game.title.sides, REFEREE):
            picture = game.picture(viewer)
            assert isinstance(picture, Picture)
            told = game.title.sightings(game.position, viewer)
            if told is not None:
                literal = read_off(picture)
                assert Counter(told.counters) == Counter(literal.counters)
                whose = {mark: observer.nations.get(mark.nation) for mark in (*told.marks, *literal.marks)}
                assert Counter((m.node, m.kind, m.value, whose[m]) for m in told.marks) == Counter(
                    (m.node, m.kind, m.value, whose[m]) for m in literal.marks
                )
            assert list(game.title.tracks(game.position, viewer)) == list(game.report(viewer).tracks)


@pytest.mark.parametrize("scenario", ["serbia-1914/grand-campaign", "storm-of-steel/campaign-1916"])
def test_figures_told_before_make_no_difference(scenario: str) -> None:
    game = hexfront.new(scenario, seed=17)
    draw = random.Random(17)
    told = set()
    for _ in range(1200):
        if game.over:
            break
        decision = draw.choice(game.decisions)
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        if draw.random() > 0.3:
            continue
        viewer = draw.choice((*game.title.sides, REFEREE))
        fresh = game.position.copy()
        for name in ("_ledgers", "_marks_seen"):
            fresh.__dict__.pop(name, None)
        tracks = game.title.tracks(game.position, viewer)
        assert tracks == game.title.tracks(fresh, viewer)
        kept, anew = (game.title.sightings(each, viewer) for each in (game.position, fresh))
        assert kept is not None
        assert anew is not None
        assert list(kept.marks) == list(anew.marks)
        told.add((viewer, tracks))
    assert len(told) > 50


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_map_kept_up_to_date_is_the_map_drawn_anew(scenario: str) -> None:
    game = hexfront.new(scenario, seed=12)
    draw = random.Random(12)
    observer = Observer(game)
    for step in range(200):
        if game.over:
            break
        decision = game.decision
        game.play(draw.choice(list(decision.choices())), decision.side)
        side = game.title.sides[step % 2]
        kept = observer.observe(game, side)["board"]
        if step % 20 < 16:
            continue  # a hex that was not followed stays as it was, and drawing all anew takes long
        picture = game.picture(side)
        assert isinstance(picture, Picture)
        assert np.array_equal(kept, Map(observer, side).drawn(read_off(picture)))


def test_a_map_follows_from_one_game_to_another_and_back() -> None:
    games = [hexfront.new("western-front/schlieffen-plan", seed=seed) for seed in (1, 2)]
    observer = Observer(games[0])
    draw = random.Random(1)
    for step in range(60):
        game = games[step % 2]
        game.play(draw.choice(list(game.decision.choices())), game.decision.side)
        kept = observer.observe(game, "entente")["board"]
        picture = game.picture("entente")
        assert isinstance(picture, Picture)
        assert np.array_equal(kept, Map(observer, "entente").drawn(read_off(picture)))


def test_fortresses_are_listed_by_name_and_not_by_their_history() -> None:
    """The order of a set depends on what was in it once, and on the process: an observation may not."""
    game = hexfront.new("western-front/western-front-1918", seed=1)
    position: Any = game.position
    seen = game.title.sightings(position, "entente")
    assert seen is not None
    listed = [mark.node for mark in seen.marks if mark.kind == "fortress"]
    names = [name for each in position.fortresses.values() for name in sorted(each)]
    assert listed == [position.units[name].at for name in names]
    assert len(names) > 10


@pytest.mark.parametrize(
    "scenario",
    ["serbia-1914/grand-campaign", "western-front/schlieffen-plan", "storm-of-steel/guns-of-august"],
)
def test_a_word_draws_only_what_has_changed(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: hexes drawn, enemy stacks looked through, figures read off."""
    work: Counter[str] = Counter()
    for of, name in ((Map, "_draw"), (stacks_of_serbia._Stacks, "_seen_in"), (Observer, "_read")):
        method = getattr(of, name)

        def counted(self: Any, *given: Any, name: str = name, true: Any = method) -> Any:
            work[name] += 1
            return true(self, *given)

        monkeypatch.setattr(of, name, counted)
    game = hexfront.new(scenario, seed=4)
    observer = Observer(game)
    draw = random.Random(4)
    for side in game.title.sides:
        observer.observe(game, side)
    at_first = sum(work.values())
    work.clear()
    steps = 300
    for _ in range(steps):
        decision = draw.choice(game.decisions)
        listed = decision.choices()
        game.play(listed[draw.randrange(len(listed))], decision.side)
        observer.observe(game, game.decision.side)
    assert at_first > 60
    assert sum(work.values()) < 4 * steps, work
