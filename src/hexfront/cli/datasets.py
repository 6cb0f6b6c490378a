"""For learning: ``dataset``, games as arrays, and ``sheet``, the figures of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
import msgspec

from hexfront.cli.common import command, counted, folder_type, print_json
from hexfront.cli.games import read_options
from hexfront.cli.laboratory import (
    MOST_GAMES,
    option_option,
    overlay_option,
    players_option,
    progress,
    seed_option,
    turns_option,
    workers_option,
)
from hexfront.cli.proving import scenarios_named
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.seam import find_title


@contextmanager
def needs_rl() -> Iterator[None]:
    """Around imports of the environments: SaveError says what to install if it is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "hexfront":
            raise
        raise SaveError(f'{missing.name} is missing: install "hexfront[rl]"') from None


@command("dataset")
@click.argument("scenario", metavar="TITLE/SCENARIO")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=10, show_default=True, help="How many.")
@players_option
@workers_option
@click.option("--out", type=folder_type, required=True, help="The folder to write to.")
@option_option
@overlay_option
@seed_option
@turns_option
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Write down every so-manieth decision.",
)
@click.option(
    "--orders", is_flag=True, help="Write only which choices were taken; positions are made anew on reading."
)
def dataset(
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
    every: int,
    orders: bool,
    as_json: bool,
) -> None:
    """Write positions, decisions and outcomes for learning.

    Games that are in the folder already are not played again. Needs the extra "rl".
    """
    from hexfront.ai import seated

    with needs_rl():
        from hexfront.env.dataset import write_encoding
        from hexfront.env.table import GameTable

    if orders and every > 1:
        raise Malformed("orders alone are written whole: leave --every out")
    names = seated(players, find_title(scenario.partition("/")[0]))
    chosen = read_options(options)
    table = GameTable(scenario, chosen, overlays)
    made = {
        "players": names,
        "every": every,
        "turns": turns,
        "options": dict(table.game.origin.options),
        "data": table.game.setting.data_digest,
    }
    write_encoding(out, table, orders=orders, made=made)
    jobs = [
        (str(out), scenario, chosen, [str(each) for each in overlays], names, number, every, turns, orders)
        for number in range(seed, seed + games)
    ]
    written = 0
    with progress("games") as watch:
        if workers == 1:
            for done, job in enumerate(jobs, 1):
                written += write_one(job)
                watch(done, games)
        else:
            from hexfront.sim.running import spread

            with closing(spread(write_one, jobs, workers)) as coming:
                for done, fresh in enumerate(coming, 1):
                    written += fresh
                    watch(done, games)
    size = sum(path.stat().st_size for path in out.iterdir())
    if as_json:
        print_json({"games": games, "written": written, "bytes": size})
    else:
        click.echo(f"{counted(written, 'game')} written to {out}, {size / 1e6:,.1f} MB in all")


Job = tuple[str, str, dict[str, str], list[str], dict[str, str], int, int, int, bool]


def write_one(job: Job) -> bool:
    """Write one game, in whatever process."""
    from hexfront.env.dataset import write_game
    from hexfront.env.table import GameTable

    out, scenario, options, overlays, names, seed, every, turns, orders = job
    table = GameTable(scenario, options, overlays)
    return write_game(Path(out), table, names, seed, every=every, turns=turns, orders=orders)


@command("sheet")
@click.argument("names", metavar="[TITLE[/SCENARIO]]...", nargs=-1)
@click.option("--games", type=click.IntRange(min=1), default=3, show_default=True, help="By lot, of each.")
@click.option(
    "--longest", type=click.IntRange(min=0), default=0, help="Leave each game after so many decisions."
)
@click.option("--table", "as_table", is_flag=True, help="Side by side, as a table of Markdown.")
@seed_option
def sheet(
    *, names: tuple[str, ...], games: int, longest: int, as_table: bool, seed: int, as_json: bool
) -> None:
    """Say how a scenario is to learn: choices, length, secrets, speed.

    Everything is seen in games by lot: how many orders a decision has and how long a game is, what is hidden
    from each side, what is rewarded, and how many decisions a second one core has. Without a name, of all
    scenarios of all titles. Needs the extra "rl".
    """
    with needs_rl():
        from hexfront.env.sheet import figure_sheet, lines, table_lines

    wanted = [each for name in names or (None,) for each in scenarios_named(name)]
    found = []
    for each in wanted:
        found.append(figure_sheet(each, games, seed, longest))
        if not as_json and not as_table:
            click.echo("\n".join(lines(found[-1])))
    if as_json:
        print_json([msgspec.to_builtins(each) for each in found])
    elif as_table:
        click.echo("\n".join(table_lines(found)))
