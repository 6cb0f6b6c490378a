"""``hexfront map``: boards made from geography."""

from __future__ import annotations

import tempfile
from importlib.resources import files
from pathlib import Path

import click

from hexfront.cli.common import command, print_json
from hexfront.kernel.errors import Malformed
from hexfront.seam import find_title, title_names


@click.group("map")
def maps() -> None:
    """Make boards from geography."""


def geography_of(name: str) -> Path:
    """The folder with a title's geography."""
    folder = Path(str(files("hexfront.mapmaker"))) / name.replace("-", "_")
    if not folder.is_dir():
        raise Malformed(f"there is no geography for {name}")
    return folder


def board_of(name: str) -> Path:
    """The folder of a title's board. A board may be there before the title can be played."""
    if name in title_names():
        return find_title(name).data.root / "board"
    return Path(str(files("hexfront"))) / "games" / name.replace("-", "_") / "data" / "board"


def _differ(old: Path, new: Path) -> bool:
    return not old.is_file() or old.read_bytes() != new.read_bytes()


@command("build")
@click.argument("title_name", metavar="TITLE")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to put the board.  [default: over the title's own]",
)
@click.option(
    "--check", is_flag=True, help="Write nothing; say whether the board is as the geography makes it."
)
def build_map(title_name: str, out: Path | None, check: bool, as_json: bool) -> None:
    """Build the board of a title from its geography. The same geography always gives the same files."""
    from hexfront.mapmaker import build

    geography = geography_of(title_name)
    own = board_of(title_name)
    with tempfile.TemporaryDirectory() as made:
        target = Path(made) if check else out or own
        target.mkdir(parents=True, exist_ok=True)
        build(geography, target)
        names = sorted(path.name for path in target.iterdir() if path.suffix in (".csv", ".toml"))
        changed = [name for name in names if check and _differ(own / name, target / name)]
    if as_json:
        print_json({"files": names, "changed": changed})
    elif check:
        click.echo("differs: " + ", ".join(changed) if changed else "the board is as its geography makes it")
    else:
        click.echo(f"{len(names)} files in {out or own.name}")
    if changed:
        raise SystemExit(1)


maps.add_command(build_map)
