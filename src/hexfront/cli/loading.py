"""The command ``load``: many games at once on a real server, or a server that is killed again and again."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from hexfront.cli.common import FORBIDDEN, Span, command, print_json, scenario_of, seed_type
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.seam import find_title, title_names


def first_scenario() -> str:
    """The first scenario there is."""
    for name in title_names():
        for scenario in find_title(name).scenarios():
            return f"{name}/{scenario.name}"
    raise Malformed("there is no scenario to play")


@command("load")
@click.argument("name", metavar="[TITLE/SCENARIO]", required=False)
@click.option(
    "--games",
    type=click.IntRange(1, 1000),
    help="Played at once.  [default: 50; with --kill 3, with --soak 300, with --idle 1000]",
)
@click.option(
    "--screens", type=click.IntRange(2, 20), default=4, show_default=True, help="Connections to each game."
)
@click.option("--seconds", type=Span(1), default=30.0, show_default=True, help="How long.")
@click.option("--every", type=Span(0.01), default=1.0, show_default=True, help="Seconds between orders.")
@click.option("--kill", "kills", type=click.IntRange(1), help="Kill the server so many times instead.")
@click.option(
    "--soak", "soaking", is_flag=True, help="See whether the server's memory comes to rest instead."
)
@click.option(
    "--idle", "idling", is_flag=True, help="See what memory games take in which nobody plays instead."
)
@click.option(
    "--mutants",
    "mutated",
    type=click.IntRange(1),
    help="Send so many mutated orders instead, and see that each is refused and changes nothing.",
)
@click.option("--database", help="A file or the URL of an empty database.  [default: a new SQLite file]")
@click.option(
    "--servers",
    type=click.IntRange(1, 16),
    default=1,
    show_default=True,
    help="Processes that share the games; more than one need a database of PostgreSQL.",
)
@click.option("--seed", type=seed_type, default=1914, show_default=True, help="Of what is played.")
@click.option("--port", type=click.IntRange(1, 65535), help="Of a server that runs already.")
def load(
    *,
    name: str | None,
    games: int | None,
    screens: int,
    seconds: float,
    every: float,
    kills: int | None,
    soaking: bool,
    idling: bool,
    mutated: int | None,
    database: str | None,
    servers: int,
    seed: int,
    port: int | None,
    as_json: bool,
) -> None:
    """Measure a server under load, kill it at random moments, soak it, or send it nonsense.

    A real server is started for it. Exit code 1: something was lost, memory does not come to rest, or a
    mutated order was not refused as it should be.
    """
    try:
        from hexfront.proof import killing, mutants, serving, soak
        from hexfront.proof import load as loading
    except ImportError:
        raise SaveError("the server is not installed: pip install hexfront[web]") from None
    if sum(map(bool, (kills, soaking, idling, mutated))) > 1:
        raise Malformed("a server is killed, soaked, left idle or sent mutants: one at a time")
    if (kills or soaking or idling or mutated) and port:
        raise Malformed("only a server that was started for it is treated like this: leave --port out")
    if servers > 1 and (port or kills or soaking or idling or mutated or "://" not in (database or "")):
        raise Malformed(
            "several servers share games in a PostgreSQL: name one with --database postgresql://..."
        )
    title, _, wanted = (name or first_scenario()).partition("/")
    scenario = f"{title}/{scenario_of(find_title(title), wanted)[0]}"
    watch = progress if sys.stderr.isatty() else None
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="hexfront-load-"))
        arguments = ["--database", database or str(Path(folder) / "games.sqlite")]
        if kills:
            server = serving.ServerProcess(arguments)
            stack.callback(server.kill)
            work = killing.kill_often(
                server, scenario, kills, find_title, games=games or 3, seed=seed, watch=watch
            )
            killed = asyncio.run(work)
            found: killing.Kills | loading.Figures | soak.Soaked | soak.Resting | mutants.Mutants = killed
            failed = bool(killed.faults)
        elif soaking:
            started = stack.enter_context(serving.ServerProcess(arguments))
            soaked = asyncio.run(
                soak.soak(
                    started.port,
                    started.pid,
                    scenario,
                    games=games or 300,
                    seconds=seconds,
                    seed=seed,
                    watch=watch,
                )
            )
            found, failed = soaked, bool(soaked.failed) or not soaked.is_flat
        elif idling:
            started = stack.enter_context(serving.ServerProcess(arguments))
            work_of_rest = soak.rest(
                started.port, started.pid, scenario, games=games or 1000, seed=seed, watch=watch
            )
            rested = asyncio.run(work_of_rest)
            found, failed = rested, not rested.is_small
        elif mutated:
            started = stack.enter_context(serving.ServerProcess(arguments))
            found = asyncio.run(
                mutants.send_mutants(started.port, scenario, mutated, find_title, seed=seed, watch=watch)
            )
            failed = bool(found.faults)
        else:
            all_started = [
                stack.enter_context(serving.ServerProcess(arguments))
                for _ in range(servers if port is None else 0)
            ]
            ports = [port] if port is not None else [each.port for each in all_started]
            options = loading.Options(scenario, games or 50, screens, seconds, every, seed)
            pids = [each.pid for each in all_started]
            figures = asyncio.run(loading.measure(ports, options, watch, pids))
            found, failed = figures, figures.lost > 0
    if watch:
        click.echo(err=True)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(found))
    else:
        for line in (scenario, *found.lines()):
            click.echo(line)
    if failed:
        sys.exit(FORBIDDEN)


def progress(line: str) -> None:
    click.echo(f"\r{line} ", nl=False, err=True)
