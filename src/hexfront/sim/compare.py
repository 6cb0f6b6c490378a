"""Which of two is better, and by how much: players, option sets, or data.

Two *players* meet: every seed is played twice, with sides swapped, and what counts is how the first fared
against the second. Two sets of *options* or *data* do not meet: every seed is played under each, by the
same players, and what counts is how the first side of the title fared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from hexfront.ai import STAFF, known_name, players
from hexfront.ai.estimates import Estimate, effect, mean, share
from hexfront.ai.outcomes import worth
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Title
from hexfront.sim import sequential
from hexfront.sim.blocks import Block, Drawing, Heading, Listing, Table, Text
from hexfront.sim.charts import Bar, intervals
from hexfront.sim.report import FIRST, NOBODY, SECOND
from hexfront.sim.results import GameRecord
from hexfront.sim.series import Arm, Series, make_arm
from hexfront.sim.working import Played

DEFAULT = "default"  # the scenario as it is, to compare options or data with
Sort = Literal["player", "rules"]


class Contender(msgspec.Struct, frozen=True):
    """One of those compared, as it was written."""

    name: str
    sort: Sort
    player: str = ""
    options: dict[str, str] = {}
    overlay: Overlay | None = None


class Result(msgspec.Struct, frozen=True):
    """How one fared beside another, over pairs of games of one seed.

    ``value`` is the mean result of the first: a victory counts 1, a draw 1/2. For rules it is the mean
    difference between the two. ``effect`` is that in standard deviations of the pairs.
    """

    first: str
    second: str
    games: int
    won: Estimate
    drawn: int
    lost: int
    value: Estimate
    effect: float | None
    score: Estimate | None  # how many points better
    score_effect: float | None
    by_side: tuple[tuple[str, Estimate], ...]  # victories of the first on each side, or of each rules
    broken: tuple[str, ...]
    sort: Sort
    pairs: tuple[float, ...] = ()  # of each pair, by seeds, up to the first that is missing


def read_contender(text: str, title: Title) -> Contender:
    """A player by name, options as ``NAME=VALUE,...``, or a folder with data; ``default`` for neither."""
    if text == DEFAULT:
        return Contender(text, "rules")
    if "=" in text:
        options = dict(part.split("=", 1) for part in text.split(",") if "=" in part)
        if len(options) != len(text.split(",")):
            raise Malformed(f'options are written NAME=VALUE,NAME=VALUE; not "{text}"')
        return Contender(text, "rules", options=options)
    if text == STAFF or text in [kind.name for kind in players()]:
        return Contender(text, "player", player=known_name(text, title))
    if Path(text).is_dir():
        return Contender(Path(text).name, "rules", overlay=Overlay.from_folder(Path(text)))
    raise Malformed(f'"{text}" is neither a player, nor NAME=VALUE, nor a folder with data, nor "{DEFAULT}"')


def arms_of(
    title: Title, first: Contender, others: Sequence[Contender], players_text: str = STAFF
) -> list[Arm]:
    """All that has to be played to compare one with several others."""
    if any(each.sort != first.sort for each in others):
        raise Malformed("compare players with players, and rules or data with rules or data")
    if first.sort == "rules":
        return [_rules(title, each, players_text) for each in (first, *others)]
    if len(title.sides) != 2:
        raise Malformed(f"{title.caption} does not have two sides that could be swapped")
    one, two = title.sides
    found = []
    for other in others:
        for side, names in (
            (one, {one: first.player, two: other.player}),
            (two, {one: other.player, two: first.player}),
        ):
            found.append(Arm(_meeting(first, other, side), names))
    return found


def _meeting(first: Contender, other: Contender, side: str) -> str:
    return f"{first.name} as {side} against {other.name}"


def _rules(title: Title, each: Contender, players_text: str) -> Arm:
    overlays = [each.overlay] if each.overlay else []
    return make_arm(title, players_text, each.options, overlays, each.name)


def compared(
    series: Series, records: Sequence[GameRecord], first: Contender, others: Sequence[Contender]
) -> list[Result]:
    """How the first fared beside each of the others, as far as games have been played."""
    by_arm: dict[str, dict[int, GameRecord]] = {arm.name: {} for arm in series.arms}
    for record in records:
        by_arm.setdefault(record.arm, {})[record.seed] = record
    find = _met if first.sort == "player" else _under
    return [find(series, by_arm, first, other) for other in others]


def _met(
    series: Series, by_arm: dict[str, dict[int, GameRecord]], first: Contender, other: Contender
) -> Result:
    """Players: each pair is one seed with both ways of taking sides."""
    sides = series.title.sides
    arms = [by_arm[_meeting(first, other, side)] for side in sides]
    seeds = sorted(set(arms[0]) & set(arms[1]))
    pairs = [[arm[seed] for arm in arms] for seed in seeds]
    whole = [pair for pair in pairs if not any(record.broken for record in pair)]
    wins = {side: [pair[at].winner == side for pair in whole] for at, side in enumerate(sides)}
    played = [record for pair in whole for record in pair]
    won = sum(map(sum, wins.values()))
    drawn = sum(not record.winner for record in played)
    values = [sum(worth(pair[at].winner, side) for at, side in enumerate(sides)) / 2 for pair in whole]
    points: list[float] = []
    for pair in whole:
        scores = [record.score for record in pair]
        if scores[0] is not None and scores[1] is not None:
            points.append((scores[0] - scores[1]) / 2)  # more is better for the first side of the title
    return Result(
        first.name,
        other.name,
        len(played),
        share(won, len(played)),
        drawn,
        len(played) - won - drawn,
        mean(values),
        effect([value - 0.5 for value in values]),
        mean(points) if points else None,
        effect(points),
        tuple((side, share(sum(wins[side]), len(wins[side]))) for side in sides),
        tuple(f"seed {r.seed}: {r.broken}" for pair in pairs for r in pair if r.broken),
        "player",
        _in_a_row(series, seeds, values, whole),
    )


def _under(
    series: Series, by_arm: dict[str, dict[int, GameRecord]], first: Contender, other: Contender
) -> Result:
    """Rules: each pair is one seed under both; what counts is the first side of the title."""
    side = series.title.sides[0]
    here, there = by_arm[first.name], by_arm[other.name]
    seeds = sorted(set(here) & set(there))
    pairs = [(here[seed], there[seed]) for seed in seeds]
    whole = [pair for pair in pairs if not (pair[0].broken or pair[1].broken)]
    differences = [worth(a.winner, side) - worth(b.winner, side) for a, b in whole]
    points = [a.score - b.score for a, b in whole if a.score is not None and b.score is not None]
    shares = [share(sum(pair[at].winner == side for pair in whole), len(whole)) for at in range(2)]
    return Result(
        first.name,
        other.name,
        2 * len(whole),
        share(sum(each > 0 for each in differences), len(whole)),
        sum(each == 0 for each in differences),
        sum(each < 0 for each in differences),
        mean(differences),
        effect(differences),
        mean(points) if points else None,
        effect(points),
        ((first.name, shares[0]), (other.name, shares[1])),
        tuple(f"seed {r.seed}: {r.broken}" for pair in pairs for r in pair if r.broken),
        "rules",
        _in_a_row(series, seeds, differences, whole),
    )


def _in_a_row(
    series: Series, seeds: Sequence[int], values: Sequence[float], whole: Sequence[Sequence[GameRecord]]
) -> tuple[float, ...]:
    """The results of pairs in the order of seeds as far as none is missing.

    Quick games end first when several are played at once; to judge by those that happen to be there would
    favour whoever wins quickly.
    """
    row = {seed for at, seed in enumerate(seeds) if seed == series.first_seed + at}
    return tuple(value for value, pair in zip(values, whole, strict=True) if pair[0].seed in row)


class Judge:
    """Says after each game of a comparison whether enough has been played to decide about everybody."""

    def __init__(
        self,
        series: Series,
        first: Contender,
        others: Sequence[Contender],
        records: Sequence[GameRecord],
        margin: float = 0.0,
    ) -> None:
        self._series, self._first, self._others = series, first, others
        self._records = list(records)
        self._margin = margin

    def enough(self, played: Played) -> bool:
        """Take a result in, and look at all of them."""
        self._records.append(msgspec.json.decode(played.line, type=GameRecord))
        return self.decided()

    def decided(self) -> bool:
        results = compared(self._series, self._records, self._first, self._others)
        return all(sequential.is_decided(*terms) for terms in _terms(results, self._margin))


def verdicts(results: Sequence[Result], margin: float = 0.0) -> list[sequential.Verdict]:
    """What may be said of each at any time. Several share the error among them."""
    return [sequential.judged(*terms) for terms in _terms(results, margin)]


def _terms(results: Sequence[Result], margin: float) -> Iterator[tuple[Sequence[float], float, float, float]]:
    """Pairs between 0 and 1, what they are where nobody is better, the margin, and the error of each."""
    for each in results:
        values = each.pairs if each.sort == "player" else [(value + 1) / 2 for value in each.pairs]
        part = margin if each.sort == "player" else margin / 2
        yield values, 0.5, part, sequential.ERROR / len(results)


def verdict_lines(results: Sequence[Result], margin: float = 0.0) -> list[str]:
    """The same in words."""
    told = []
    for result, verdict in zip(results, verdicts(results, margin), strict=True):
        ends = verdict.low, verdict.high
        if result.sort == "rules":
            ends = 2 * verdict.low - 1, 2 * verdict.high - 1
        said = "they differ" if verdict.differs else "they are alike" if verdict.alike else "undecided"
        told.append(
            f"{result.first} and {result.second}: {said} after {verdict.pairs} pairs; at any time between "
            f"{ends[0]:.2f} and {ends[1]:.2f}"
        )
    return told


def lines(series: Series, results: Sequence[Result]) -> list[str]:
    """The results in words."""
    names = {side: series.title.side_names.get(side, side) for side in series.title.sides}
    side = next(iter(names.values()))
    found = []
    for each in results:
        if not each.games:
            found.append(f"{each.first} and {each.second}: no pair of games is complete")
            continue
        if each.sort == "player":
            found.append(
                f"{each.first} against {each.second}, {each.games} games, sides swapped: won "
                f"{each.won.percent()}, drawn {each.drawn}, lost {each.lost}"
            )
            found += [f"  as {names[key]}: won {won.percent()}" for key, won in each.by_side]
        else:
            found.append(f"{each.first} and {each.second}, {each.games // 2} seeds each:")
            found += [f"  {key}: {side} won {won.percent()}" for key, won in each.by_side]
        found.append(f"  {_value(each)}; effect {_size(each.effect)}")
        if each.score is not None:
            found.append(f"  points per game: {each.score.plain(1)}; effect {_size(each.score_effect)}")
        found += [f"  broke off: {text}" for text in each.broken]
    return found


def _value(result: Result) -> str:
    if result.sort == "player":
        return f"mean result {result.value.plain(2)} (1 always wins, 0.5 equals)"
    return f"mean difference {result.value.plain(2)} (a victory counts 1)"


def _size(size: float | None) -> str:
    return "cannot be told" if size is None else f"{size:+.2f} standard deviations"


def blocks_of(series: Series, results: Sequence[Result], command: str) -> list[Block]:
    """The same as a report."""
    names = series.title.side_names
    players_met = results[0].sort == "player"
    rows = []
    for each in results:
        middle = 0.5 if players_met else 0.0
        value = each.value
        shifted = [None if end is None else end - middle for end in (value.low, value.high)]
        telling = shifted[0] is not None and shifted[1] is not None and shifted[0] * shifted[1] > 0
        colour = NOBODY[1] if not telling else FIRST[0] if value.value > middle else SECOND[0]
        rows.append(
            Bar(
                f"{each.first} – {each.second}",
                value.value - middle,
                shifted[0],
                shifted[1],
                f"{each.games} games",
                colour,
            )
        )
    told = (
        "Every seed is played twice, with sides swapped. The chart shows by how much the mean result of the "
        "first lies above one half; a victory counts 1, a draw 1/2."
        if players_met
        else "Every seed is played under both by the same players. The chart shows how much better the first "
        "side of the title fares under the first than under the second; a victory counts 1, a draw 1/2."
    )
    table = Table(
        ("", "games", "won", "drawn", "lost", "mean", "effect", "points per game"),
        tuple(
            (
                f"{each.first} – {each.second}",
                str(each.games),
                each.won.percent(),
                str(each.drawn),
                str(each.lost),
                each.value.plain(2),
                "" if each.effect is None else f"{each.effect:+.2f}",
                each.score.plain(1) if each.score else "",
            )
            for each in results
        ),
    )
    sides = Table(
        ("", "", "won"),
        tuple(
            (f"{each.first} – {each.second}", names.get(key, key), won.percent())
            for each in results
            for key, won in each.by_side
        ),
        left=2,
    )
    return [
        Heading("Compared", 1),
        Text(f"{series.title.caption}, {series.scenario.partition('/')[2]}. {told}"),
        Text(
            "Intervals of 95 percent in brackets: Wilson's for shares, Student's over the pairs for means. "
            "Effects are means in standard deviations of the pairs.",
            small=True,
        ),
        Drawing(intervals(rows, "How much better the first is", "%")),
        table,
        Heading("By side" if players_met else "Victories of the first side", 3),
        sides,
        Heading("To repeat it", 3),
        Listing((command,)),
    ]
