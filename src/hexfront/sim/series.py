"""Which games are to be played: a scenario, who plays it under which rules, and seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from hexfront.ai import seated
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.start import check_options, new_game, setting_of
from hexfront.kernel.title import Title
from hexfront.seam import find_title


class Arm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way of playing the scenario: who plays each side, under which options, with which own data.

    ``data`` is the fingerprint of all data, so that a run is not continued with other tables.
    """

    name: str
    players: dict[str, str]
    options: dict[str, str] = {}
    overlays: tuple[Overlay, ...] = ()
    data: str = ""


class Task(msgspec.Struct, frozen=True, order=True):
    """One game: the number of its arm, and its seed."""

    arm: int
    seed: int


class Shard(msgspec.Struct, frozen=True):
    """A part of a run that one machine plays: the first of four is ``1/4``."""

    number: int = 1
    of: int = 1

    @classmethod
    def read(cls, text: str) -> Shard:
        number, _, of = text.partition("/")
        if number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of):
            return cls(int(number), int(of))
        raise Malformed(f'a shard is written i/n with i from 1 to n, such as 2/4; not "{text}"')


class Series(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games of one scenario. Each arm is played with the same seeds."""

    scenario: str
    arms: tuple[Arm, ...]
    first_seed: int = 1
    turns: int = 0  # after so many turns a game is left; 0 plays it to its end
    longest: int = 0
    title_version: str = ""
    keep_games: bool = False
    keep_orders: bool = False
    watch: bool = False  # the conduct of the players

    @property
    def title(self) -> Title:
        return find_title(self.scenario.partition("/")[0])

    def tasks(self, seeds: int, shard: Shard = Shard()) -> list[Task]:  # noqa: B008 - frozen
        """The games of so many seeds, seed by seed; of a shard every so-manieth."""
        every = [
            Task(arm, seed)
            for seed in range(self.first_seed, self.first_seed + seeds)
            for arm in range(len(self.arms))
        ]
        return every[shard.number - 1 :: shard.of]

    def start(self, task: Task) -> Game:
        """The game of a task at its beginning."""
        arm = self.arms[task.arm]
        scenario = self.scenario.partition("/")[2]
        return new_game(self.title, scenario, task.seed, arm.options, arm.overlays)


def make_series(
    scenario: str,
    arms: Sequence[Arm],
    *,
    first_seed: int = 1,
    turns: int = 0,
    longest: int = 0,
    keep_games: bool = False,
    keep_orders: bool = False,
    watch: bool = False,
) -> Series:
    """A series whose names, options and data are checked, so that nothing fails after hours."""
    name, _, slug = scenario.partition("/")
    title = find_title(name)
    known = [each.name for each in title.scenarios()]
    slug = slug or next(iter(known), "")
    checked = []
    for arm in arms:
        options = check_options(title, slug, arm.options)
        setting = setting_of(title, slug, options, arm.overlays)
        digest = setting.data_digest
        checked.append(msgspec.structs.replace(arm, options=options, data=digest))
    return Series(
        f"{name}/{slug}",
        tuple(checked),
        first_seed,
        turns,
        longest,
        title.version,
        keep_games,
        keep_orders,
        watch,
    )


def make_arm(
    title: Title,
    players: str,
    options: Mapping[str, str] | None = None,
    overlays: Sequence[Overlay] = (),
    name: str = "",
) -> Arm:
    """One way of playing; players as in ``general,greedy``."""
    return Arm(name, seated(players, title), dict(options or {}), tuple(overlays))


def shown_players(series: Series, arm: Arm) -> str:
    """Who plays, in words."""
    names = series.title.side_names
    return ", ".join(f"{names.get(side, side)}: {player}" for side, player in arm.players.items())


def described(series: Series) -> Iterator[str]:
    """What is played, a line for each arm."""
    for arm in series.arms:
        parts = [shown_players(series, arm)]
        parts += [f"{name}={value}" for name, value in arm.options.items() if _is_chosen(series, name, value)]
        parts += [f"data of {overlay.name}" for overlay in arm.overlays]
        yield f"{arm.name}: {'; '.join(parts)}" if arm.name else "; ".join(parts)


def _is_chosen(series: Series, name: str, value: str) -> bool:
    """Whether an option is not at its default."""
    options = series.title.options(series.scenario.partition("/")[2])
    return any(option.name == name and option.values[0] != value for option in options)
