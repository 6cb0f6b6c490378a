"""The proving tools: ``fuzz``, ``golden``, ``bench``."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec

import hexfront
from hexfront.cli.common import (
    FORBIDDEN,
    Span,
    command,
    file_type,
    folder_type,
    print_json,
    scenario_of,
    seed_type,
    write_text,
)
from hexfront.cli.games import read_options
from hexfront.cli.laboratory import option_option
from hexfront.kernel.collector import collect_rarely
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.proof import bench as benches
from hexfront.proof import browser as browsers
from hexfront.proof import fuzz as fuzzing
from hexfront.proof import golden as playthroughs
from hexfront.proof import long_games, whole_games
from hexfront.proof import peers as engines
from hexfront.proof.sharing import Wish, fuzz_here, fuzz_in_processes
from hexfront.seam import find_title, title_names


def scenarios_named(name: str | None) -> list[str]:
    """TITLE/SCENARIO names: the one named, released or not, all of a title, or all there are."""
    titles = [name.partition("/")[0]] if name else title_names()
    scenario = name.partition("/")[2] if name else ""
    if name and scenario in {each.name for each in find_title(titles[0]).unreleased()}:
        return [name]
    return [f"{each}/{one}" for each in titles for one in scenario_of(find_title(each), scenario)]


@command("fuzz")
@click.argument("name", metavar="[TITLE[/SCENARIO]]", required=False)
@click.option(
    "--decisions", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many in all."
)
@click.option(
    "--seed", type=seed_type, default=1, show_default=True, help="Of the first game; the next has one more."
)
@click.option(
    "--out", type=folder_type, default=Path(), help="Where a game that breaks is written.  [default: here]"
)
@click.option(
    "--dear",
    type=click.IntRange(min=1),
    default=fuzzing.DEAR_EVERY,
    show_default=True,
    help="Decisions between two checks that take long; 1 checks everything at every decision.",
)
@click.option(
    "--longest",
    type=click.IntRange(min=1),
    default=fuzzing.LONGEST,
    show_default=True,
    help="Steps a game may take.",
)
@click.option(
    "--loads",
    type=click.IntRange(min=1),
    help="Instead of all checks: load so many times in each scenario, play on, and compare.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Processes that share the games; all stop when one finds something.",
)
def fuzz(
    *,
    name: str | None,
    decisions: int,
    seed: int,
    out: Path,
    dear: int,
    longest: int,
    loads: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Play random legal games and check what must always hold.

    A game that breaks an invariant is saved, and the exit code is 1; it is played again by naming the seed
    that is told, with one worker. With --loads, games are loaded at random steps, and each is played on for
    some steps beside the game that was not loaded.
    """
    names = scenarios_named(name)
    if not names:
        raise Malformed("there is no scenario to play")
    watch = progress if sys.stderr.isatty() else None
    wanted = loads or -(-decisions // len(names))
    wishes = [Wish(each, wanted, seed, out, dear, longest, bool(loads)) for each in names]
    reports = [
        fuzz_in_processes(wish, workers, watch) if workers > 1 else fuzz_here(wish, watch) for wish in wishes
    ]
    if watch:
        click.echo(err=True)
    if as_json:
        print_json([report.as_data() for report in reports])
    else:
        for report in reports:
            for line in report.lines():
                click.echo(line)
    if any(report.broken for report in reports):
        sys.exit(FORBIDDEN)


def progress(decisions: int, games: int, per_second: float) -> None:
    click.echo(f"\r{decisions:,} decisions, {games:,} games, {per_second:,.0f} a second ", nl=False, err=True)


@command("golden")
@click.argument("name", metavar="[TITLE[/SCENARIO]]", required=False)
@click.option("--write", is_flag=True, help="Write the playthroughs anew; then read the difference.")
@click.option(
    "--dir",
    "folder",
    type=folder_type,
    default=Path("tests/golden"),
    show_default=True,
    help="Where they are kept.",
)
@click.option(
    "--decisions",
    type=click.IntRange(min=1),
    help="How many a playthrough has at most.  [default: as recorded]",
)
def golden(name: str | None, write: bool, folder: Path, decisions: int | None, as_json: bool) -> None:
    """Compare recorded playthroughs, or write them anew."""
    results: dict[str, str] = {}
    differ = False
    for each in scenarios_named(name):
        path = folder / playthroughs.file_name(each)
        most = decisions or playthroughs.decisions_recorded(path)
        text = playthroughs.playthrough(each, most=most)
        difference = playthroughs.difference(path, text)
        if not difference:
            results[each] = "as recorded"
        elif write:
            write_text(path, text)
            results[each] = f"written to {path}"
        else:
            differ = True
            results[each] = "differs" if path.exists() else f"{path} is missing: write it with --write"
            for line in difference if path.exists() else ():
                click.echo(line, err=True)
    if as_json:
        print_json(results)
    else:
        for each, result in results.items():
            click.echo(f"{each}: {result}")
    if differ:
        sys.exit(FORBIDDEN)


def other_engines(chess: bool, rally: Sequence[Path]) -> dict[str, whole_games.Peer]:
    """Chess engines that are installed, if wanted, and modules of Rally the Troops."""
    found, missing = engines.installed() if chess else ({}, [])
    if missing:
        click.echo(f"not installed: {', '.join(missing)} (pip install hexfront[peers])", err=True)
    return {**found, **{folder.resolve().name: engines.Rally(folder) for folder in rally}}


def one_scenario(
    name: str, environment: bool, seconds: float, chess: bool, rally: Sequence[Path]
) -> whole_games.Row:
    """Whole games of one scenario, in a process that has played nothing before."""
    title, _, scenario = name.partition("/")
    played = partial(whole_games.play, find_title(title), scenario)
    if environment:
        from hexfront.env.sheet import episode

        played = partial(episode, name)
    collect_rarely()  # as every process that plays many games
    return whole_games.row(name, played, seconds, other_engines(chess, rally))


def every_scenario(
    names: Sequence[str], environment: bool, seconds: float, chess: bool, rally: Sequence[Path]
) -> Iterator[whole_games.Row]:
    """Whole games of scenarios one after the other, each in a process of its own."""
    context = multiprocessing.get_context("spawn")
    for name in names:
        with context.Pool(1) as pool:
            yield pool.apply(one_scenario, (name, environment, seconds, chess, rally))


@command("bench")
@click.option("--quick", is_flag=True, help="Fewer repeats and games.")
@click.option(
    "--title",
    metavar="TITLE[/SCENARIO]",
    help="What whole games are played of.  [default: outpost, else the first there is]",
)
@click.option("--peers", is_flag=True, help="Play chess engines in turns with it, if installed.")
@click.option(
    "--rally",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    metavar="DIR",
    help="Play a fetched module of Rally the Troops in turns with it, by Node; may be repeated.",
)
@click.option("--whole", is_flag=True, help="Only whole games, of every scenario, each in its own process.")
@click.option(
    "--environment",
    is_flag=True,
    help="With --whole: episodes of the research environment, with observation and mask at every word.",
)
@click.option(
    "--seconds",
    type=Span(0),
    default=20.0,
    show_default=True,
    help="With --whole: processor time of the games after the first of each scenario.",
)
@click.option(
    "--long", "steps", type=click.IntRange(min=1), help="Measure one game by lot of so many steps instead."
)
@option_option
@click.option("--file", type=file_type, help="Measure a game that was kept instead, as with --long.")
@click.option("--browser", is_flag=True, help="Measure the table in a Chromium instead.")
def bench(
    *,
    quick: bool,
    title: str | None,
    peers: bool,
    rally: tuple[Path, ...],
    whole: bool,
    environment: bool,
    seconds: float,
    steps: int | None,
    options: tuple[str, ...],
    file: Path | None,
    browser: bool,
    as_json: bool,
) -> None:
    """Measure speed: searches and copies against the plain way, and whole games by lot.

    With --browser, the table: until it is ready, from a click to the picture, zooming, bytes of an order.
    """
    if browser:
        measured = browsers.measure(scenarios_named(title or "western-front/schlieffen-plan")[0], quick)
        if as_json:
            print_json([msgspec.to_builtins(each) for each in measured])
        else:
            click.echo("\n".join(browsers.table(measured)))
        return
    if steps or file:
        if file:
            found = long_games.measure(hexfront.load(file))
        else:
            name = scenarios_named(title or "western-front/duration-game")[0]
            of, _, slug = name.partition("/")
            played, looks = long_games.play_long(find_title(of), slug, 1, steps or 1, read_options(options))
            found = long_games.measure(played, looks)
        if as_json:
            print_json(msgspec.to_builtins(found, str_keys=True))
        else:
            click.echo("\n".join(found.lines()))
        return
    if whole:
        if environment:
            try:
                from hexfront.env import hexfront_v0  # noqa: F401
            except ModuleNotFoundError as missing:
                raise SaveError(f'{missing.name} is missing: install "hexfront[rl]"') from None
        rows = every_scenario(scenarios_named(title), environment, seconds, peers, rally)
        if as_json:
            print_json([each.as_data() for each in rows])
        else:
            for line in whole_games.lines(rows):
                click.echo(line)
        return
    known = [each for each in title_names() if find_title(each).scenarios()]
    name = title or ("outpost" if "outpost" in known else next(iter(known), ""))
    if not name or not find_title(name.partition("/")[0]).scenarios():
        raise Malformed("there is no scenario to measure random play with")
    chosen = find_title(name.partition("/")[0])
    scenario = scenarios_named(name)[0].partition("/")[2]
    figures = benches.run(chosen, scenario, quick, other_engines(peers, rally))
    if as_json:
        print_json([figure.as_data() for figure in figures])
        return
    for line in benches.table(figures):
        click.echo(line)
