"""The report of a run: what the games came to, in words, tables, charts and maps."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from hexfront.ai.estimates import Estimate
from hexfront.drawing.svg import element
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Annals
from hexfront.sim.blocks import Block, Drawing, Film, Heading, Listing, Sheets, Table, Text
from hexfront.sim.charts import Bar, Chart, Drawn, Mark, Row, bars, calendar, curves, histogram, intervals
from hexfront.sim.maps import (
    LEVELS,
    Ground,
    Sheet,
    ground_of,
    heat_map,
    held_colour,
    level_of,
    moment_map,
)
from hexfront.sim.results import Folder, GameRecord
from hexfront.sim.series import Series, Task
from hexfront.sim.summary import Comparison, Curve, Summary, summarize

FIRST = ("#9a4a32", "#c98a5b", "#6b2d1f", "#d9a441")
SECOND = ("#2f5d8a", "#4d8f86", "#6f5c9c", "#7fa8cf", "#1c3a57")
NOBODY = ("#5f6b5a", "#8d8577", "#3f3d38")
MOST_PLACES = 40
MOST_BEARINGS = 12
MOST_STILLS = 6
MOST_CURVES = 8
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def colour_of(sides: Sequence[str], side: str, number: int = 0) -> str:
    """The colour of the so-manieth thing of a side."""
    shades = NOBODY if side not in sides else FIRST if sides.index(side) == 0 else SECOND
    return shades[number % len(shades)]


def make_report(folder: Folder, arm: int = 0) -> tuple[Summary, list[Block]]:
    """The summary of a run and its report."""
    series, records = folder.series(), folder.records()
    summary = summarize(series, records, arm)
    return summary, list(_blocks(series, records, summary, arm))


def _blocks(series: Series, records: Sequence[GameRecord], summary: Summary, arm: int) -> Iterator[Block]:
    own = [record for record in records if record.arm == series.arms[arm].name]
    whole = [record for record in own if not record.broken]
    title = series.title
    setting = series.start(Task(arm, series.first_seed)).setting
    annals = title.annals(setting)
    yield Heading(summary.caption, 1)
    yield from _head(series, summary, own)
    if not whole:
        return
    yield from _results(summary)
    yield from _figures(summary)
    yield from _history(summary)
    yield from _front(setting.board, whole, summary, annals)
    yield from _places(summary)
    yield from _bearings(summary)
    yield from _games(series, summary, own)


def _head(series: Series, summary: Summary, own: Sequence[GameRecord]) -> Iterator[Block]:
    title = series.title
    each = summary.seconds / len(own) if own else 0.0
    last = max((record.seed for record in own), default=series.first_seed)
    turns = f", {series.turns} turns each" if series.turns else ""
    yield Text(
        f"{len(own)} games of {title.caption}{turns}. {summary.played}. Seeds {series.first_seed} to {last}; "
        f"on average {summary.steps:,.0f} steps and {each:.1f} seconds of one core for a game."
    )
    yield Text(
        "Figures in brackets, and lines with ends in charts, are intervals of 95 percent: Wilson's for "
        "shares, Student's for means. They tell how far chance may have moved a figure in so few games, and "
        "nothing of how good the players are.",
        small=True,
    )
    if summary.broken:
        yield Text(
            f"{len(summary.broken)} games broke off and are left out below: {'; '.join(summary.broken)}"
        )
    else:
        yield Text("Every game came to its end." if not series.turns else "No game broke off.", small=True)
    if summary.findings:
        yield Text(f"Illegal positions: {'; '.join(summary.findings[:20])}")
    if summary.corrected:
        yield Text(f"Orders of computer players that were not legal and were replaced: {summary.corrected}.")


def _results(summary: Summary) -> Iterator[Block]:
    sides = list(summary.sides)
    yield Heading("Results")
    rows = [
        Bar(
            level.text,
            level.share.value,
            level.share.low,
            level.share.high,
            f"{level.games} of {level.share.of}",
            colour_of(sides, level.winner),
        )
        for level in summary.levels
    ]
    yield Drawing(bars(rows, "How often each result occurred"))
    said = [f"{each.text} {each.share.percent()}" for each in summary.winners]
    yield Text(f"By winner: {'; '.join(said)}.")
    if summary.score is not None and len(summary.scores) > 1:
        yield Text(f"Score ({summary.score_of or 'points'}): mean {summary.score.plain()}.")
        yield Drawing(histogram(summary.scores, "Scores", (FIRST[0], SECOND[0])))


# Figures over time


def _figures(summary: Summary) -> Iterator[Block]:
    sides = list(summary.sides)
    for group in summary.groups():
        found = summary.curves_of(group)
        if len(summary.turns) < 2 or all(
            point.high == 0 == point.low for each in found for point in each.points
        ):
            continue
        yield Heading(group or "Figures", 3)
        compared = [each for each in summary.history if each.group == group]
        yield Drawing(_curves(summary, found[:MOST_CURVES], compared, sides))
        table = _by_period(found)
        if table is not None:
            yield table


def _curves(
    summary: Summary, found: Sequence[Curve], compared: Sequence[Comparison], sides: Sequence[str]
) -> Chart:
    lines, colours = [], {}
    counts: dict[str, int] = {}
    for curve in found:
        colour = colour_of(sides, curve.side, counts.get(curve.side, 0))
        counts[curve.side] = counts.get(curve.side, 0) + 1
        colours[curve.name] = colour
        points = tuple((point.turn, point.mean, point.low, point.high) for point in curve.points)
        lines.append(Drawn(_named(curve, summary, found), colour, points, dashed=not curve.side))
    ends = {period: number for number, period in enumerate(summary.periods)}
    after = next((each.period for each in compared if not each.reached), "")
    marks = [
        Mark(
            ends[each.period] if each.reached else len(summary.turns),
            each.history,
            colours.get(each.name, NOBODY[0]),
            f"{each.history:,.0f}",
        )
        for each in compared
    ]
    name = found[0].group or "Figures"
    return curves(lines, summary.turns, f"{name} by turn", marks=marks, after=after)


def _named(curve: Curve, summary: Summary, found: Sequence[Curve]) -> str:
    """A curve by name, and by side where the name alone would not tell."""
    twice = sum(each.name == curve.name for each in found) > 1
    return f"{curve.name} ({summary.sides.get(curve.side, curve.side)})" if twice else curve.name


def _by_period(found: Sequence[Curve]) -> Table | None:
    """Means at the end of each period."""
    periods = list(dict.fromkeys(period for curve in found for period, _ in curve.periods))
    if len(periods) < 2 or not all(periods):
        return None
    rows = []
    for curve in found:
        known = dict(curve.periods)
        cells = [known[period].plain() if period in known else "" for period in periods]
        rows.append((curve.name, *cells))
    return Table(("At the end of", *periods), tuple(rows))


def _history(summary: Summary) -> Iterator[Block]:
    if not summary.history:
        return
    yield Heading("Beside history", 3)
    rows = []
    for each in summary.history:
        ratio = each.ratio
        rows.append(
            (
                f"{each.name}, {each.group.lower()}",
                f"{each.history:,.0f} ({each.period}, {each.source})",
                f"{each.simulated.plain()}",
                each.when,
                f"{ratio:.2f}" if ratio is not None else "",
            )
        )
    yield Table(("", "in the book", "in these games", "when", "ratio"), tuple(rows))
    if any(not each.reached for each in summary.history):
        yield Text(
            "These games end before the first date for which the book has figures, so that their end stands "
            "beside the next later figure. What was suffered in between is not in them.",
            small=True,
        )


# The map


def _front(board: Board, records: Sequence[GameRecord], summary: Summary, annals: Annals) -> Iterator[Block]:
    places = {board[mark.hex] for mark in annals.landmarks}
    ground = ground_of(records, board, summary.turns, list(summary.sides), places)
    if not ground.nodes:
        return
    sheet = _sheet(board, ground, summary, annals)
    names = list(summary.sides.values())
    yield Heading("The front")
    if ground.front:
        yield Text(
            "How often each hex lay in the front line: held by one side, with a hex of the other beside it, "
            "at the end of a turn, over all turns of all games. Ground that nobody has entered since counts "
            "for whoever passed last; a hex or two that everybody went round are left out."
        )
        yield Drawing(heat_map(sheet), 0.86)
    yield Text(
        f"Whose the ground was: the stronger the colour, the more games in which {names[0]} (red) or "
        f"{names[-1]} (blue) held it. The line divides what each held in more games than the other."
    )
    yield _film(sheet, summary)


def _sheet(board: Board, ground: Ground, summary: Summary, annals: Annals) -> Sheet:
    """The board, with the names of places that fell before those of others."""
    fallen = {fate.place.name: -fate.games for fate in summary.fates}
    marks = sorted(annals.landmarks, key=lambda place: fallen.get(place.name, 0))
    return Sheet(board, ground, marks)


def _film(sheet: Sheet, summary: Summary) -> Film:
    colours = (FIRST[0], SECOND[0])
    ground = sheet.ground
    palette = tuple(held_colour(level * 2 / LEVELS - 1, colours) for level in range(LEVELS + 1))
    shift = f"translate({-sheet.left:.0f} {-sheet.top:.0f})"
    bare = [element("path", d=sheet.outline(node), fill=sheet.bare(node)) for node in sheet.layout.hexes]
    frames = tuple(
        (turn, "".join(LETTERS[level_of(each)] for each in held), sheet.front(held))
        for turn, held in zip(ground.turns, ground.held, strict=True)
    )
    chosen = _stills(summary)
    stills = Sheets(
        tuple(moment_map(sheet, frame, colours, names=False) for frame in chosen),
        tuple(ground.turns[frame] for frame in chosen),
    )
    return Film(
        sheet.width,
        sheet.height,
        element("g", "".join(bare), transform=shift),
        element("g", sheet.borders() + sheet.names(), transform=shift),
        tuple(sheet.outline(node) for node in ground.nodes),
        palette,
        frames,
        stills,
    )


def _stills(summary: Summary) -> list[int]:
    """A few turns that show the course: the last of each period, or some at equal distances."""
    last = len(summary.turns)
    ends = {period: number + 1 for number, period in enumerate(summary.periods)}
    chosen = sorted(set(ends.values()))
    if not 2 <= len(chosen) <= MOST_STILLS:
        chosen = sorted({round(last * each / (MOST_STILLS - 1)) for each in range(MOST_STILLS)})
    return chosen


# Places


def _places(summary: Summary) -> Iterator[Block]:
    if not summary.fates:
        return
    sides = list(summary.sides)
    yield Heading("When places fell")
    yield Text(
        "The turn in which each place was first lost by the side whose it was, in the colour of that side; "
        "the larger a square, the more games. Places that fell in no game are left out."
    )
    shown = summary.fates[:MOST_PLACES]
    rows = [
        Row(
            fate.place.name,
            fate.by_turn,
            f"{fate.games} of {fate.fell.of}",
            colour_of(sides, fate.place.side),
        )
        for fate in shown
    ]
    yield Drawing(calendar(rows, summary.turns, shown[0].fell.of, "Turns in which places fell"))
    yield Table(
        ("Place", "kind", "fell in", "first", "median", "last", "regained"),
        tuple(
            (
                fate.place.name,
                fate.place.kind,
                fate.fell.percent(),
                fate.first,
                fate.median,
                fate.last,
                str(fate.regained) if fate.regained else "",
            )
            for fate in shown
        ),
        left=2,
    )


def _bearings(summary: Summary) -> Iterator[Block]:
    first = next(iter(summary.sides.values()))
    yield Heading("Decisive places", 3)
    if not summary.bearings:
        yield Text(
            "To compare games in which a place fell with games in which it held, at least five of each are "
            "needed; there are too few here for any place.",
            small=True,
        )
        return
    yield Text(
        f"By how much the results of {first} were better, in games in which a place fell, than in those in "
        "which it held; a victory counts 1, a draw 1/2. This tells what went together, not what caused what: "
        "a side that is winning anyway also takes places."
    )
    shown = summary.bearings[:MOST_BEARINGS]
    rows = [
        Bar(
            each.place.name,
            each.difference.value,
            each.difference.low,
            each.difference.high,
            f"{each.fallen.of} fell, {each.held.of} held",
            _telling(each.difference),
        )
        for each in shown
    ]
    yield Drawing(intervals(rows, "Results with and without the fall of a place", "%"))


def _telling(difference: Estimate) -> str:
    """Dark where the interval leaves out zero."""
    if difference.low is None or difference.high is None or difference.low <= 0 <= difference.high:
        return NOBODY[1]
    return FIRST[0] if difference.value > 0 else SECOND[0]


def _games(series: Series, summary: Summary, own: Sequence[GameRecord]) -> Iterator[Block]:
    yield Heading("The games")
    yield Text("Each game can be played again by its seed alone:")
    yield Listing((again(series, own[0].seed),))
    yield Table(
        ("Seed", "result", "score", "steps"),
        tuple(
            (
                str(record.seed),
                record.broken or record.outcome or record.level,
                "" if record.score is None else f"{record.score:,.4g}",
                f"{record.steps:,}",
            )
            for record in own
        ),
        left=2,
    )


def again(series: Series, seed: int, arm: int = 0) -> str:
    """The command that plays one game of a series again."""
    own = series.arms[arm]
    parts = ["hexfront", "simulate", series.scenario, "--games", "1", "--seed", str(seed)]
    parts += ["--players", ",".join(own.players.values())]
    defaults = {
        option.name: option.values[0] for option in series.title.options(series.scenario.partition("/")[2])
    }
    for name, value in own.options.items():
        if defaults.get(name) != value:
            parts += ["--option", f"{name}={value}"]
    for overlay in own.overlays:
        parts += ["--overlay", overlay.name]
    if series.turns:
        parts += ["--turns", str(series.turns)]
    return shlex.join([*parts, "--keep", "--out", f"game-{seed}"])
