"""Whether things are as they should be: ``check``, ``replay`` and ``verify``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

import hexfront
from hexfront.cli.common import (
    FORBIDDEN,
    command,
    file_argument,
    load_game,
    names_file,
    notify,
    print_json,
    read_text,
)
from hexfront.cli.showing import game_lines
from hexfront.kernel import save as saves
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.errors import DataError, Malformed
from hexfront.kernel.fairness import Stretch, share_fault, stretches
from hexfront.kernel.game import Game
from hexfront.kernel.start import check_options, fitting, is_position, new_game, strange_files
from hexfront.kernel.title import REFEREE, Edition, Title
from hexfront.seam import find_edition, find_title


@command("check")
@click.argument("what", metavar="TITLE|FILE|DIR")
@click.option("--title", "title_name", help="The title a folder of own data belongs to.")
def check(what: str, title_name: str | None, as_json: bool) -> None:
    """Check a title's data, a saved game, or a folder of own data.

    A file may also be a position text. A folder needs --title.
    """
    path = Path(what)
    if title_name is not None:
        report = check_title(find_edition(title_name), [Overlay.from_folder(path)])
    elif names_file(what):
        report = check_file(path)
    elif path.is_dir() and what not in hexfront.title_names():
        raise Malformed(f"{path.name} is a folder: say --title to name the title it belongs to")
    else:
        report = check_title(find_edition(what), [])
    if as_json:
        print_json(report)
        return
    findings = report.pop("findings")
    for key, value in report.items():
        click.echo(f"{key}: {value}")
    for finding in findings:
        click.echo(f"illegal: {finding}")
    if not findings:
        click.echo("nothing is wrong")


def check_file(path: Path) -> dict[str, Any]:
    """A saved game, or a position text: that it can be read, and whether its position is legal."""
    saved = path.suffix == saves.SUFFIX or read_text(path).lstrip().startswith("{")
    game = load_game(path) if saved else hexfront.position(read_text(path))
    findings = [] if game.mail else [str(finding) for finding in game.position.status()]
    if game.mail:  # of enemies whom its reader does not see, it can hold more in a hex than may stand there
        notify([f"it holds what {game.mail.side} knows; whether all of it is legal is seen in the true game"])
    if not saved:
        notify(notice for notice in game.notices if notice not in findings)
    return {
        "game": f"{game.origin.title}/{game.origin.scenario}",
        "step": game.step,
        "digest": game.position.digest(),
        "events": len(game.events),
        "outcome": game.outcome or "open",
        "findings": findings,
    }


def check_title(title: Edition, overlays: Sequence[Overlay]) -> dict[str, Any]:
    """A title's data with overlays: every file of every scenario, faults of all of them together.

    Of a title that cannot be played yet, the files and what it proves of them.
    """
    faults = Faults()
    data = DataFolder(title.data.root, overlays, title.data.under)
    notify(strange_files(title, overlays))
    for name in data.names():
        if name.endswith(".csv"):
            data.table(name, faults)
        else:
            data.toml(name, dict, faults)
    played: dict[str, object] = {"scenarios": "none can be played yet"}
    findings: list[str] = []
    if isinstance(title, Title):
        played = _check_scenarios(title, overlays, faults, findings)
        _check_positions(title, overlays, faults)
    figures: Mapping[str, object] = {}
    try:
        figures = title.check_data(overlays)
    except DataError as wrong:
        faults.found.extend(fault for fault in wrong.faults if fault not in faults.found)
    faults.raise_if_any()
    return {
        "title": f"{title.name}, version {title.version}",
        "data files": len(data.names()),
        "digest of the data": data.digest(),
        **played,
        "sides": ", ".join(title.sides),
        **figures,
        "findings": findings,
    }


def _check_positions(title: Title, overlays: Sequence[Overlay], faults: Faults) -> None:
    """Begin every scenario that overlays make of a position."""
    for name in (Path(file).stem for each in overlays for file in each.files if is_position(file)):
        try:
            new_game(title, name, overlays=overlays)
        except DataError as wrong:
            faults.found.extend(wrong.faults)


def _check_scenarios(
    title: Title, overlays: Sequence[Overlay], faults: Faults, findings: list[str]
) -> dict[str, object]:
    """Set every scenario up; what is illegal about their first positions goes to ``findings``."""
    hexes = hexsides = 0
    for scenario in title.scenarios():
        try:
            with fitting(title, overlays):
                setting = title.setting(scenario.name, check_options(title, scenario.name, {}), overlays)
                hexes = max(hexes, len(setting.board))
                hexsides = max(hexsides, len(setting.board.sides))
                position = title.set_up(setting, 0)
                found = [*position.status()]
        except DataError as wrong:
            faults.found.extend(fault for fault in wrong.faults if fault not in faults.found)
            continue
        findings += [f"{scenario.name}: {finding}" for finding in found]
    return {"scenarios": len(title.scenarios()), "hexes and areas": hexes, "hexsides": hexsides}


class _Reached(Exception):
    """The step asked for is on the table."""


@command("replay")
@file_argument
@click.option("--step", type=click.IntRange(min=0), help="Stop at a step and show the game there.")
def replay(file: Path, step: int | None, as_json: bool) -> None:
    """Play a saved game again from its start.

    Dice are compared at every step, positions where the file holds a fingerprint of them: every so many
    steps and where the game was saved. The first step that differs is named.
    """
    reached: list[Game] = []

    def watch(game: Game) -> None:
        if game.step == step:
            reached.append(game)
            raise _Reached

    try:
        game = saves.replay(file, find_title, watch)
    except _Reached:
        game = reached[0]
    if step is not None and game.step != step:
        raise Malformed(f"there is no step {step}; the game has {game.step}")
    compared = sum(1 for entry in game.journal if entry.digest)
    if as_json:
        data: dict[str, Any] = {
            "steps": game.step,
            "positions": compared,
            "digest": game.position.digest(),
            "outcome": game.outcome,
        }
        if step is not None:
            data["view"] = game.view(REFEREE)
        print_json(data)
        return
    click.echo(f"{game.step} steps agree, digest {game.position.digest()}")
    click.echo(f"dice were compared at every step, positions at {compared}")
    if step is not None:
        for line in game_lines(game, REFEREE):
            click.echo(line)


@command("verify")
@file_argument
@click.option(
    "--share",
    "shares",
    multiple=True,
    metavar="PARTY=SECRET",
    help="A secret that you gave: dice must have been made of it.",
)
@click.pass_context
def verify(context: click.Context, file: Path, shares: Sequence[str], as_json: bool) -> None:
    """Check that nobody chose the dice of a game between people.

    The whole game is played again. Then every key of its dice that was made of secrets is made again, and
    compared with what each party had promised before it knew another's secret.
    """
    given = [share.partition("=") for share in shares]
    if unread := [share for share, (_, equals, _) in zip(shares, given, strict=True) if not equals]:
        raise Malformed(f'"{unread[0]}" is not PARTY=SECRET')
    game = saves.replay(file, find_title)
    found = stretches(game)
    faults = [fault for stretch in found for fault in stretch.faults]
    faults += [wrong for party, _, secret in given if (wrong := share_fault(found, party, secret))]
    if as_json:
        print_json({"steps": game.step, "stretches": found, "faults": faults})
    else:
        click.echo(f"{game.step} steps agree")
        for stretch in found:
            if stretch.dice or stretch.pledges:
                click.echo(_dice_line(stretch))
        for fault in faults:
            click.echo(f"wrong: {fault}")
    if faults:
        context.exit(FORBIDDEN)


def _dice_line(stretch: Stretch) -> str:
    since = f"from step {stretch.since + 1}: {stretch.dice} dice"
    if not stretch.pledges:
        return f"{since} of one who could choose them"
    absent = f", without {', '.join(stretch.absent)}" if stretch.absent else ""
    made = f"{since} made of secrets of {', '.join(stretch.pledges)}{absent}"
    return made if stretch.is_proven else f"{made}: not as promised"
