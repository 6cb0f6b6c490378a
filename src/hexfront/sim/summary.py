"""What many games have in common: results, curves, the fate of places, and what went with victory."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, variance

import msgspec

from hexfront.ai.course import FigureName
from hexfront.ai.estimates import Estimate, mean, quantile, share, student
from hexfront.ai.outcomes import verdict_text, worth
from hexfront.kernel.chronicle import Annals, Landmark, Verdict
from hexfront.sim.results import GameRecord
from hexfront.sim.series import Series, Task, described

LEAST_SHARE = 0.1  # of the games on each side of a comparison, for it to be made
LEAST_GAMES = 5


class LevelShare(msgspec.Struct, frozen=True):
    """How often a result occurred."""

    winner: str
    text: str
    games: int
    share: Estimate


class Point(msgspec.Struct, frozen=True):
    """A figure at the end of a turn: its mean, and where eight of ten games lie."""

    turn: int
    mean: float
    low: float
    high: float
    games: int


class Curve(msgspec.Struct, frozen=True):
    """A figure over the turns."""

    group: str
    side: str
    name: str
    points: tuple[Point, ...]
    periods: tuple[tuple[str, Estimate], ...]  # at the end of each period
    final: Estimate


class Comparison(msgspec.Struct, frozen=True):
    """A figure beside what it was in history."""

    group: str
    name: str
    period: str
    history: float
    source: str
    simulated: Estimate
    when: str
    reached: bool  # whether games run that far; if not, their end is taken

    @property
    def ratio(self) -> float | None:
        return self.simulated.value / self.history if self.history else None


class Fate(msgspec.Struct, frozen=True):
    """When a place fell, if it did."""

    place: Landmark
    fell: Estimate
    games: int
    by_turn: tuple[int, ...]  # how many games in which it first fell in each turn
    first: str
    median: str
    last: str
    regained: int  # games in which it was its own side's again at the end


class Bearing(msgspec.Struct, frozen=True):
    """How results differ between games in which a place fell and the others.

    Results count 1 for a victory of the first side, 1/2 for a draw, 0 for a defeat.
    """

    place: Landmark
    fallen: Estimate
    held: Estimate
    difference: Estimate


class Summary(msgspec.Struct, frozen=True):
    """All that the report tells of one arm of a series."""

    scenario: str
    caption: str
    played: str
    games: int
    seconds: float
    steps: float
    corrected: int
    sides: dict[str, str]
    turns: tuple[str, ...]
    periods: tuple[str, ...]
    winners: tuple[LevelShare, ...]
    levels: tuple[LevelShare, ...]
    score_of: str
    score: Estimate | None
    scores: tuple[float, ...]
    curves: tuple[Curve, ...]
    history: tuple[Comparison, ...]
    fates: tuple[Fate, ...]
    bearings: tuple[Bearing, ...]
    broken: tuple[str, ...]
    findings: tuple[str, ...]

    def groups(self) -> list[str]:
        """The groups of figures, in their order."""
        return list(dict.fromkeys(curve.group for curve in self.curves))

    def curves_of(self, group: str) -> list[Curve]:
        return [curve for curve in self.curves if curve.group == group]


def turn_order(records: Sequence[GameRecord]) -> tuple[list[str], list[str]]:
    """All turns in the order in which they come, and the period of each."""
    periods: dict[str, str] = {}
    for record in sorted(records, key=lambda each: -len(each.turns)):
        for turn in record.turns[1:]:
            periods.setdefault(turn.turn, turn.period)
    return list(periods), list(periods.values())


def summarize(series: Series, records: Sequence[GameRecord], arm: int = 0) -> Summary:
    """What can be said of the games of one arm."""
    own = series.arms[arm]
    every = [record for record in records if record.arm == own.name]
    whole = [record for record in every if not record.broken]
    title = series.title
    slug = series.scenario.partition("/")[2]
    names = {side: title.side_names.get(side, side) for side in title.sides}
    annals = title.annals(series.start(Task(arm, series.first_seed)).setting)
    turns, periods = turn_order(whole)
    curves = tuple(_curves(whole, turns, periods, annals))
    falls = falls_of(whole, annals.landmarks)
    scores = [record.score for record in whole if record.score is not None]
    return Summary(
        series.scenario,
        next((each.caption for each in title.scenarios() if each.name == slug), slug),
        list(described(series))[arm],
        len(every),
        sum(record.seconds for record in every),
        fmean([record.steps for record in every]) if every else 0.0,
        sum(record.corrected for record in every),
        names,
        tuple(turns),
        tuple(periods),
        _winners(whole, names),
        _levels(whole, names, annals),
        annals.score,
        mean(scores) if scores else None,
        tuple(scores),
        curves,
        tuple(_history(curves, periods, annals)),
        tuple(_fates(whole, turns, annals.landmarks, falls)),
        tuple(_bearings(whole, annals.landmarks, falls, title.sides[0])),
        tuple(f"seed {record.seed}: {record.broken}" for record in every if record.broken),
        tuple(f"seed {record.seed}: {finding}" for record in every for finding in record.findings),
    )


def _winners(records: Sequence[GameRecord], names: Mapping[str, str]) -> tuple[LevelShare, ...]:
    first, *others = names
    found = []
    for side, text in ((first, names[first]), ("", "Draw"), *((each, names[each]) for each in others)):
        number = sum(record.winner == side for record in records)
        found.append(LevelShare(side, text, number, share(number, len(records))))
    return tuple(found)


def _levels(
    records: Sequence[GameRecord], names: Mapping[str, str], annals: Annals
) -> tuple[LevelShare, ...]:
    known = [(each.winner, each.level) for each in annals.levels]
    seen = dict.fromkeys((record.winner, record.level) for record in records)
    order = [*known, *sorted(key for key in seen if key not in known)]
    found = []
    for winner, level in order:
        number = sum((record.winner, record.level) == (winner, level) for record in records)
        text = verdict_text(Verdict(winner, level), names)
        found.append(LevelShare(winner, text, number, share(number, len(records))))
    return tuple(found)


# Figures


def _values(record: GameRecord) -> Iterator[tuple[str, Mapping[FigureName, float]]]:
    for turn in record.turns:
        pairs = zip(record.names, turn.values, strict=False)
        yield turn.turn, {name: value for name, value in pairs if value is not None}


def _curves(
    records: Sequence[GameRecord], turns: Sequence[str], periods: Sequence[str], annals: Annals
) -> Iterator[Curve]:
    at = {turn: number for number, turn in enumerate(turns)}
    table: dict[FigureName, dict[int, list[float]]] = {}
    ends: dict[FigureName, dict[str, list[float]]] = {}
    finals: dict[FigureName, list[float]] = {}
    for record in records:
        last: dict[tuple[FigureName, str], float] = {}
        values: Mapping[FigureName, float] = {}
        for turn, values in _values(record):
            number = at.get(turn)
            for name, value in values.items():
                if number is None:
                    continue
                table.setdefault(name, {}).setdefault(number, []).append(value)
                last[name, periods[number]] = value
        for (name, period), value in last.items():
            ends.setdefault(name, {}).setdefault(period, []).append(value)
        for name, value in values.items():
            finals.setdefault(name, []).append(value)
    groups = annals.groups or tuple(dict.fromkeys(name[0] for name in table))
    in_order = dict.fromkeys(periods)
    for group in groups:
        for name, cells in table.items():
            if name[0] != group:
                continue
            points = tuple(
                Point(number, fmean(values), quantile(values, 0.1), quantile(values, 0.9), len(values))
                for number, values in sorted(cells.items())
            )
            by_period = tuple((each, mean(ends[name][each])) for each in in_order if each in ends[name])
            yield Curve(*name, points, by_period, mean(finals.get(name, ())))


def _history(curves: Sequence[Curve], periods: Sequence[str], annals: Annals) -> Iterator[Comparison]:
    """Every historical figure that games reach, and of the later ones the next."""
    reached = dict.fromkeys(periods)
    later = next((each.period for each in annals.history if each.period not in reached), None)
    for known in annals.history:
        if known.period not in reached and known.period != later:
            continue
        curve = next((each for each in curves if (each.group, each.name) == (known.group, known.name)), None)
        if curve is None:
            continue
        within = known.period in reached
        simulated = dict(curve.periods).get(known.period, curve.final) if within else curve.final
        when = known.period if within else f"at the end of the game ({periods[-1] if periods else ''})"
        yield Comparison(
            known.group, known.name, known.period, known.value, known.source, simulated, when, within
        )


# Places


Falls = Sequence[Mapping[str, tuple[str, bool]]]
"""For each game, by the name of each place that fell: the turn, and whether it was regained by the end."""


def falls_of(records: Sequence[GameRecord], landmarks: Sequence[Landmark]) -> Falls:
    """When places were first lost by the side whose they were."""
    own = {place.name: place.side for place in landmarks}
    found = []
    for record in records:
        fell: dict[str, str] = {}
        now: dict[str, str] = {}
        for turn in record.turns:
            now.update(turn.places)
            if turn.turn:
                for name, holder in turn.places.items():
                    if name in own and holder not in ("", own[name]):
                        fell.setdefault(name, turn.turn)
        found.append({name: (turn, now[name] == own[name]) for name, turn in fell.items()})
    return found


def _fates(
    records: Sequence[GameRecord], turns: Sequence[str], landmarks: Sequence[Landmark], falls: Falls
) -> Iterator[Fate]:
    at = {turn: number for number, turn in enumerate(turns)}
    found = []
    for place in landmarks:
        known = [each[place.name] for each in falls if place.name in each]
        when = sorted(at[turn] for turn, _ in known)
        if not when:
            continue
        by_turn = [0] * len(turns)
        for number in when:
            by_turn[number] += 1
        found.append(
            Fate(
                place,
                share(len(when), len(records)),
                len(when),
                tuple(by_turn),
                turns[when[0]],
                turns[when[(len(when) - 1) // 2]],
                turns[when[-1]],
                sum(again for _, again in known),
            )
        )
    sides = {place.side: number for number, place in enumerate(landmarks)}
    yield from sorted(found, key=lambda fate: (sides[fate.place.side], -fate.games, fate.place.name))


def _bearings(
    records: Sequence[GameRecord], landmarks: Sequence[Landmark], falls: Falls, first: str
) -> Iterator[Bearing]:
    """The places whose fall went with another result, the farthest apart first."""
    least = max(LEAST_GAMES, math.ceil(LEAST_SHARE * len(records)))
    found = []
    for place in landmarks:
        fallen: list[float] = []
        held: list[float] = []
        for record, fell in zip(records, falls, strict=True):
            (fallen if place.name in fell else held).append(worth(record.winner, first))
        if len(fallen) < least or len(held) < least:
            continue
        found.append(Bearing(place, mean(fallen), mean(held), difference(fallen, held)))
    yield from sorted(found, key=lambda each: -abs(each.difference.value))


def difference(some: Sequence[float], others: Sequence[float]) -> Estimate:
    """The difference of two means of independent samples (Welch)."""
    apart = fmean(some) - fmean(others)
    number = len(some) + len(others)
    if len(some) < 2 or len(others) < 2:
        return Estimate(apart, of=number)
    one, two = variance(some) / len(some), variance(others) / len(others)
    if one + two == 0:
        return Estimate(apart, of=number)
    freedom = (one + two) ** 2 / (one**2 / (len(some) - 1) + two**2 / (len(others) - 1))
    half = student(max(1, int(freedom))) * math.sqrt(one + two)
    return Estimate(apart, apart - half, apart + half, number)
