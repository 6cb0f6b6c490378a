"""What is followed from look to look."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.games.western_front.table import report, sightings
from hexfront.shared.following import Gallery, Ranks, Remembered, Tally, changes


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


class _Unit:
    """Something that is the same as another only if it is that one."""

    def __init__(self, rank: int) -> None:
        self.rank = rank


def _altered(units: list[_Unit], draw: random.Random) -> list[_Unit]:
    """Some of a list changed in their place, taken out, put in, or moved elsewhere."""
    now = units[:]
    for _ in range(draw.choice((0, 1, 1, 2, 12))):
        at = draw.randrange(len(now) + 1)
        match draw.randrange(4):
            case 0:
                now.insert(at, _Unit(draw.randrange(10**9)))
            case 1 if now[at:]:
                del now[at]
            case 2 if now[at:]:
                now[at] = _Unit(draw.randrange(10**9))
            case 3 if now[at:]:
                now.insert(draw.randrange(len(now)), now.pop(at))
    return now


def test_what_is_followed_is_what_is_worked_out_anew() -> None:
    draw = random.Random(8)
    sums: list[int] = [0]

    def count(unit: _Unit, change: int) -> None:
        sums[0] += change * unit.rank

    def make(unit: _Unit) -> str | None:
        return str(unit.rank) if unit.rank % 7 else None

    tally, gallery = Tally(count), Gallery(make)
    ranks: Ranks[_Unit, int] = Ranks(lambda unit: (unit.rank, -unit.rank) if unit.rank % 5 else None)
    units = [_Unit(draw.randrange(10**9)) for _ in range(40)]
    for _ in range(400):
        before, units = units, _altered(units, draw)
        gone, come = changes(before, units)
        left = {*before} - {*gone} | {*come}
        assert left == {*units}
        assert len(gone) + len(come) <= 2 * len({*before} ^ {*units}) + 16  # and not half of the list
        tally.follow(units)
        assert sums[0] == sum(unit.rank for unit in units)
        assert gallery.of(units) == tuple(map(make, units))
        assert ranks.of(units) == [-rank for rank in sorted(each.rank for each in units) if rank % 5]
