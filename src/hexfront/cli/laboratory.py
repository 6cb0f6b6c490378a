"""The laboratory: ``simulate``, ``report``, ``compare``, ``vary``, ``whatif``, ``smoke``."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from hexfront.cli.common import (
    FORBIDDEN,
    Span,
    check_reader,
    command,
    counted,
    file_argument,
    folder_type,
    load_game,
    notify,
    print_json,
    scenario_of,
    seed_type,
)
from hexfront.cli.games import read_options
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title

if TYPE_CHECKING:
    from hexfront.sim import Folder
    from hexfront.sim.running import Engine
    from hexfront.sim.summary import Summary
    from hexfront.sim.writing import Written

MOST_GAMES = 1_000_000  # of one run: more are no use, and a list of them would not fit into memory
Watch = Callable[[int, int], None]
Decorator = Callable[[Callable[..., None]], Callable[..., None]]

seed_option = click.option(
    "--seed", type=seed_type, default=1, show_default=True, help="Of the first game; the next has one more."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes to play in.",
)
cluster_option = click.option(
    "--cluster", default="", metavar="ADDRESS", help="Play on a Ray cluster; local starts Ray here."
)
shard_option = click.option(
    "--shard", default="1/1", metavar="I/N", help="Play the I-th of N parts, for several machines."
)
turns_option = click.option(
    "--turns", type=click.IntRange(min=0), default=0, help="Leave each game after so many turns."
)
players_option = click.option(
    "--players",
    default="staff",
    show_default=True,
    metavar="NAME,NAME",
    help="Who plays the sides, in their order; staff is the best a title has.",
)
option_option = click.option(
    "--option", "--options", "options", multiple=True, metavar="NAME=VALUE", help="Choose an option."
)
overlay_option = click.option(
    "--overlay", "overlays", type=folder_type, multiple=True, help="A folder with files of your own."
)


@contextmanager
def progress(label: str) -> Iterator[Watch]:
    """A bar on stderr, if somebody sits there."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, show_pos=True) as bar:

        def watch(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield watch


def engine_of(workers: int, cluster: str) -> Engine:
    """What plays the games."""
    if not cluster:
        from hexfront.sim.running import local

        return local(workers)
    try:
        from hexfront.sim.cluster import cluster as on_cluster
    except ModuleNotFoundError as missing:
        if missing.name != "ray":
            raise
        raise Malformed('Ray is not installed, which --cluster needs: install "hexfront[cluster]"') from None
    return on_cluster(cluster)


@command("simulate")
@click.argument("scenario", metavar="TITLE/SCENARIO")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=10, show_default=True, help="How many.")
@players_option
@workers_option
@click.option("--out", type=folder_type, required=True, help="The folder for results and report.")
@option_option
@overlay_option
@seed_option
@turns_option
@shard_option
@cluster_option
@click.option("--keep", is_flag=True, help="Keep every game as a file that can be opened and replayed.")
@click.option("--orders", is_flag=True, help="Write down every order with its reason.")
@click.option(
    "--calibration", is_flag=True, help="Watch what attacks promise and bring, idle troops, lost guns."
)
@click.option("--no-report", is_flag=True, help="Only play; make the report later with `hexfront report`.")
def simulate(
    *,
    scenario: str,
    games: int,
    players: str,
    workers: int,
    out: Path,
    options: tuple[str, ...],
    overlays: tuple[Path, ...],
    seed: int,
    turns: int,
    shard: str,
    cluster: str,
    keep: bool,
    orders: bool,
    calibration: bool,
    no_report: bool,
    as_json: bool,
) -> None:
    """Let computer players play many games, and report.

    Stopped at any moment and started again with the same words, the run goes on where it was. A larger
    --games adds games to it. The exit code is 1 if a game broke off or came to an illegal position.
    """
    from hexfront.sim import Folder, Shard, make_series, run
    from hexfront.sim.series import make_arm

    part = Shard.read(shard)
    engine = engine_of(workers, cluster)
    title = find_title(scenario.partition("/")[0])
    laid = [Overlay.from_folder(folder) for folder in overlays]
    arm = make_arm(title, players, read_options(options), laid)
    series = make_series(
        scenario,
        [arm],
        first_seed=seed,
        turns=turns,
        keep_games=keep,
        keep_orders=orders,
        watch=calibration,
    )
    folder = Folder(out)
    with progress("games") as watch:
        run(series, games, folder, engine=engine, shard=part, watch=watch)
    if no_report or part.of > 1:
        records = folder.records()
        say(as_json, {"games": len(records)}, [f"{counted(len(records), 'game')} in {out}"])
        if any(record.broken or record.findings for record in records):
            sys.exit(FORBIDDEN)
        return
    tell(folder, as_json)


@command("report")
@click.argument("folder", type=folder_type)
def report(folder: Path, as_json: bool) -> None:
    """Make the report of a simulation anew, or of joined shards."""
    from hexfront.sim import Folder

    found = Folder(folder)
    if len(found.series().arms) > 1:
        raise Malformed(f"{folder} holds a comparison: give its `hexfront compare` again")
    tell(found, as_json)


def tell(folder: Folder, as_json: bool) -> None:
    """Write the report and say the most important of it."""
    from hexfront.ai.conduct import calibrated
    from hexfront.ai.conduct import lines as conduct_lines
    from hexfront.sim.writing import write_report

    summary, written = write_report(folder)
    data = {**msgspec.to_builtins(summary), "files": written.files}
    told = summary_lines(summary, written)
    title = folder.series().title
    seen = [record.conduct for record in folder.records() if record.conduct is not None]
    if seen:
        judged = calibrated(title.sides, seen)
        data["calibration"] = msgspec.to_builtins(judged)
        told += conduct_lines(title.side_names, judged)
    say(as_json, data, told)
    if written.missing:
        notify([written.missing])
    if summary.broken or summary.findings:
        sys.exit(FORBIDDEN)


def summary_lines(summary: Summary, written: Written) -> list[str]:
    found = [f"{summary.caption}: {counted(summary.games, 'game')}. {summary.played}"]
    found += [f"  {each.text}: {each.games}, {each.share.percent()}" for each in summary.levels if each.games]
    if summary.score is not None:
        found.append(f"  {summary.score_of or 'score'}: {summary.score.plain(1)}")
    for curve in summary.curves_of(summary.groups()[0]) if summary.curves else ():
        found.append(f"  {curve.group}, {curve.name}: {curve.final.plain()}")
    found += [f"  broke off: {text}" for text in summary.broken]
    found += [f"  illegal: {text}" for text in summary.findings]
    found.append(f"written: {', '.join(written.files)}")
    return found


def say(as_json: bool, data: object, lines: Sequence[str]) -> None:
    if as_json:
        print_json(data)
        return
    for line in lines:
        click.echo(line)


@command("compare")
@click.argument("first", metavar="A")
@click.argument("others", metavar="B...", nargs=-1, required=True)
@click.option("--scenario", required=True, metavar="TITLE/SCENARIO", help="What is played.")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=40,
    show_default=True,
    help="How many with each B; half of them each way.",
)
@players_option
@workers_option
@click.option("--out", type=folder_type, required=True, help="The folder for results and report.")
@seed_option
@turns_option
@shard_option
@cluster_option
@click.option(
    "--sequential",
    is_flag=True,
    help="Stop as soon as it is decided; --games is then the most that is played.",
)
@click.option(
    "--margin",
    type=Span(0, 1),
    default=0.0,
    help="With --sequential: stop, too, when the mean result is shown to differ by less than this.",
)
def compare(
    *,
    first: str,
    others: tuple[str, ...],
    scenario: str,
    games: int,
    players: str,
    workers: int,
    out: Path,
    seed: int,
    turns: int,
    shard: str,
    cluster: str,
    sequential: bool,
    margin: float,
    as_json: bool,
) -> None:
    """Say which of two players, option sets or tables is better.

    A and B are players (general, greedy ...), which then meet with sides swapped; or option sets
    (NAME=VALUE,NAME=VALUE) or folders with data of your own, under which --players play the same seeds;
    "default" is the scenario as it is. Several B are each compared with A.
    """
    from hexfront.sim import Folder, Shard, make_series, run
    from hexfront.sim import compare as comparing
    from hexfront.sim.writing import write_blocks

    title = find_title(scenario.partition("/")[0])
    one = comparing.read_contender(first, title)
    rest = [comparing.read_contender(each, title) for each in others]
    arms = comparing.arms_of(title, one, rest, players)
    series = make_series(scenario, arms, first_seed=seed, turns=turns)
    folder = Folder(out)
    engine = engine_of(workers, cluster)
    part = Shard.read(shard)
    if sequential and part.of > 1:
        raise Malformed("a shard sees a part of the pairs only: --sequential needs all of them")
    judge = None
    if sequential:
        before = folder.records() if (out / "series.json").exists() else []
        judge = comparing.Judge(series, one, rest, before, margin)
    if judge is None or not judge.decided():
        with progress("games") as watch:
            enough = judge.enough if judge else None
            run(series, games // 2, folder, engine=engine, shard=part, watch=watch, enough=enough)
    if part.of > 1:
        say(as_json, {"games": len(folder.records())}, [f"{len(folder.records())} games in {out}"])
        return
    results = comparing.compared(series, folder.records(), one, rest)
    again = ["hexfront", "compare", first, *others, "--scenario", scenario, "--games", str(games)]
    again += ["--seed", str(seed), *(["--turns", str(turns)] if turns else [])]
    again += ["--players", players] if one.sort == "rules" else []
    again += ["--sequential", *(["--margin", str(margin)] if margin else [])] if sequential else []
    blocks = comparing.blocks_of(series, results, shlex.join([*again, "--out", str(out)]))
    data = msgspec.json.format(msgspec.json.encode(results), indent=1)
    written = write_blocks(folder, f"{first} and {', '.join(others)}", blocks, data)
    told = comparing.lines(series, results)
    told += comparing.verdict_lines(results, margin) if sequential else []
    say(as_json, results, [*told, f"written: {', '.join(written.files)}"])
    if any(result.broken for result in results):
        sys.exit(FORBIDDEN)


@command("vary")
@click.argument("scenario", metavar="TITLE/SCENARIO")
@click.option(
    "--factor",
    "factors",
    multiple=True,
    required=True,
    metavar="NAME=VALUE|VALUE",
    help="An option with values to vary; data=default|FOLDER varies tables.",
)
@click.option(
    "--seeds", type=click.IntRange(2, MOST_GAMES), default=20, show_default=True, help="Under each arm."
)
@players_option
@workers_option
@click.option("--out", type=folder_type, required=True, help="The folder for results.")
@seed_option
@turns_option
@shard_option
@cluster_option
def vary(
    *,
    scenario: str,
    factors: tuple[str, ...],
    seeds: int,
    players: str,
    workers: int,
    out: Path,
    seed: int,
    turns: int,
    shard: str,
    cluster: str,
    as_json: bool,
) -> None:
    """Vary several options or tables at once, and say what each brings.

    Every seed is played under all combinations, or under a balanced part of them if they are many. The effect
    of each value is told with its interval, for the first side of the title.
    """
    from hexfront.sim import Folder, Shard, make_series, run
    from hexfront.sim import factors as varying

    chosen = [varying.read_factor(each) for each in factors]
    title = find_title(scenario.partition("/")[0])
    series = make_series(scenario, varying.arms_of(title, chosen, players), first_seed=seed, turns=turns)
    folder, part = Folder(out), Shard.read(shard)
    with progress("games") as watch:
        run(series, seeds, folder, engine=engine_of(workers, cluster), shard=part, watch=watch)
    records = folder.records()
    found = varying.effects(series, chosen, records)
    head = f"{counted(len(series.arms), 'arm')}, {counted(len(records), 'game')}"
    say(as_json, found, [head, *varying.lines(series, found)])
    if any(record.broken for record in records):
        sys.exit(FORBIDDEN)


@command("whatif")
@file_argument
@click.option(
    "--at", "step", type=click.IntRange(min=0), help="The step to branch from.  [default: the last]"
)
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=20, show_default=True, help="How many branches."
)
@click.option("--order", default="", metavar="ACTION", help="Compare with and without this order, in words.")
@click.option("--as", "viewer", help="Branch from what a side knows.  [default: all that is in the file]")
@players_option
@turns_option
@workers_option
def whatif(
    *,
    file: Path,
    step: int | None,
    games: int,
    order: str,
    viewer: str | None,
    players: str,
    turns: int,
    workers: int,
    as_json: bool,
) -> None:
    """Play a saved game on many times, with and without an order.

    Each branch has dice of its own; with and without the order they are the same, so that pairs can be
    compared. Without --turns every branch is played to the end of the game.
    """
    from hexfront.ai import seated
    from hexfront.ai.branching import check_order, giver, trunk
    from hexfront.ai.outcomes import gathered, lines
    from hexfront.sim import whatif as branching

    game = load_game(file)
    viewer = viewer or (game.mail.side if game.mail else REFEREE)
    if viewer not in (REFEREE, *game.title.sides):
        raise Malformed(f'there is no side "{viewer}" ({", ".join(game.title.sides)})')
    check_reader(game, viewer)
    names = seated(players, game.title)
    at = game.step if step is None else step
    start = trunk(game, at)
    action = start.read_action(order) if order else None
    side = check_order(start, action, viewer) if action is not None else giver(start, viewer)
    wish = branching.wish_of(game, at, names, viewer=viewer, order=action, turns=turns)
    with progress("branches") as watch:
        found = branching.branches(wish, games, workers, watch)
    answer = gathered(game.title, side, found)
    say(as_json, answer, lines(game.title, answer, order))
    if answer.broken:
        sys.exit(FORBIDDEN)


@command("smoke")
@click.argument("name", metavar="[TITLE[/SCENARIO]]", required=False)
@turns_option
@seed_option
def smoke(name: str | None, turns: int, seed: int, as_json: bool) -> None:
    """Play every scenario once by staff against staff.

    A title that has no staff is played by greedy. The exit code is 1 if a game broke off or came to an
    illegal position.
    """
    from hexfront.sim.smoke import scenarios
    from hexfront.sim.smoke import smoke as played

    names = scenarios()
    if name:
        title, _, scenario = name.partition("/")
        names = [f"{title}/{each}" for each in scenario_of(find_title(title), scenario)]
    results: list[dict[str, Any]] = []
    failed = False
    for series, record in played(names, seed=seed, turns=turns):
        failed = failed or bool(record.broken or record.findings)
        end = record.broken or record.outcome or f"left after {counted(turns, 'turn')}"
        results.append(
            {
                "scenario": series.scenario,
                "players": record.players,
                "outcome": end,
                "steps": record.steps,
                "seconds": record.seconds,
                "findings": record.findings,
                "corrected": record.corrected,
            }
        )
        if not as_json:
            who = ", ".join(record.players.values())
            click.echo(f"{series.scenario} ({who}): {end}; {record.steps:,} steps, {record.seconds:.1f} s")
            notify(record.findings)
    if as_json:
        print_json(results)
    if failed:
        sys.exit(FORBIDDEN)
