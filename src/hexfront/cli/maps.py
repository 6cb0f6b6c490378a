"""``hexfront map``: boards made from geography."""

from __future__ import annotations

import tempfile
from importlib.resources import files
from pathlib import Path

import click

from hexfront.cli.common import OUTPUT, SCALE, command, print_json
from hexfront.kernel.errors import Malformed
from hexfront.seam import find_title, title_names


@click.group("map")
def maps() -> None:
    """Make boards from geography."""


def geography_of(name: str) -> Path:
    """The folder with a title's geography."""
    folder = Path(str(files("hexfront.mapmaker"))) / name.replace("-", "_")
    if not name.replace("-", "_").isidentifier() or not folder.is_dir():
        raise Malformed(f"there is no geography for {name}")
    return folder


def board_of(name: str) -> Path:
    """The folder of a title's board. A board may be there before the title can be played."""
    if name in title_names():
        return find_title(name).data.root / "board"
    geography_of(name)
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


@command("draw")
@click.argument("title_name", metavar="TITLE")
@click.option("--svg", type=OUTPUT, help="Draw an SVG picture.")
@click.option("--png", type=OUTPUT, help="Draw a PNG picture.")
@click.option("--pdf", type=OUTPUT, help="Draw a PDF.")
@click.option("--around", metavar="HEX", help="Only what is near a hex.")
@click.option("--radius", type=click.IntRange(min=0), default=6, show_default=True, help="How near.")
@click.option("--part", default="", metavar="REGION", help='Only what is around a region, or "areas".')
@click.option("--scale", type=SCALE, default=64, show_default=True, help="Pixels per hex.")
@click.option("--legend/--no-legend", default=True, show_default=True, help="With a legend beside the map.")
def draw_map(
    title_name: str,
    *,
    svg: Path | None,
    png: Path | None,
    pdf: Path | None,
    around: str | None,
    radius: int,
    part: str,
    scale: float,
    legend: bool,
    as_json: bool,
) -> None:
    """Draw the printed map of a title, whole or in part, without anything on it."""
    from hexfront.cli.pictures import draw, map_picture

    wanted = [(kind, path) for kind, path in (("svg", svg), ("png", png), ("pdf", pdf)) if path is not None]
    if not wanted:
        raise Malformed("say --svg, --png or --pdf and a file")
    picture = map_picture(
        board_of(title_name).parent, around=around, radius=radius, part=part, scale=scale, legend=legend
    )
    for kind, path in wanted:
        draw(picture, path, kind)
    if as_json:
        print_json({"files": [path.name for _, path in wanted]})
    else:
        click.echo("drawn: " + ", ".join(path.name for _, path in wanted))


maps.add_command(build_map)
maps.add_command(draw_map)
