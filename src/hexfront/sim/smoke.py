"""Every scenario of every title, played by staff against staff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from hexfront.ai import STAFF
from hexfront.seam import find_title, title_names
from hexfront.sim.results import GameRecord
from hexfront.sim.running import Engine, here
from hexfront.sim.series import Series, make_arm, make_series


def scenarios() -> list[str]:
    """All that can be started."""
    return [f"{name}/{each.name}" for name in title_names() for each in find_title(name).scenarios()]


def smoke(
    names: Sequence[str], *, seed: int = 1, turns: int = 0, longest: int = 0, engine: Engine = here
) -> Iterator[tuple[Series, GameRecord]]:
    """One game of each scenario; to its end, unless turns are told."""
    for name in names:
        arm = make_arm(find_title(name.partition("/")[0]), STAFF)
        series = make_series(name, [arm], first_seed=seed, turns=turns, longest=longest)
        for played in engine(msgspec.json.encode(series), series.tasks(1)):
            yield series, msgspec.json.decode(played.line, type=GameRecord)
