"""Starting and looking: ``new``, ``show``, ``choices``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import hexfront
from hexfront.cli import pictures, showing
from hexfront.cli.common import (
    OUTPUT,
    SCALE,
    acting_side,
    check_reader,
    command,
    decision_lines,
    decisions_data,
    described,
    file_argument,
    folder_type,
    fresh_game,
    load_game,
    notify,
    open_game,
    print_json,
    read_text,
    seed_type,
    state_data,
    viewer_of,
)
from hexfront.kernel.actions import as_words
from hexfront.kernel.datafiles import Overlay, suggest
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Malformed, Refusal, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text


def read_options(words: Sequence[str]) -> dict[str, str]:
    """Options written ``name=value``."""
    options: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Malformed(f'an option is written name=value, not "{word}"')
        if options.setdefault(name, value) != value:
            raise Malformed(f'option "{name}" cannot be both {options[name]} and {value}')
    return options


@command("new")
@click.argument("title")
@click.option("--seed", type=seed_type, help="What the dice begin from.  [default: 0]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Choose an option.")
@click.option(
    "--overlay", "overlays", type=folder_type, multiple=True, help="A folder with files of your own."
)
@click.option("--position", type=click.Path(path_type=Path), help="Start from a position text.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def new(
    *,
    title: str,
    seed: int | None,
    options: tuple[str, ...],
    overlays: tuple[Path, ...],
    position: Path | None,
    output: Path,
    force: bool,
    as_json: bool,
) -> None:
    """Start a game and write it to a file.

    TITLE is a title or TITLE/SCENARIO; without a scenario the title's first one is taken.
    """
    if output.exists() and not force:
        raise SaveError(f"{output.name} exists already: choose another name, or say --force")
    chosen = read_options(options)
    if position is None:
        game = fresh_game(title, seed or 0, chosen, overlays)
    else:
        game = from_position(title, read_text(position), seed, chosen, overlays)
    hexfront.save(game, output)
    if as_json:
        print_json({"file": str(output), **state_data(game)})
        return
    click.echo(f"{game.origin.title}/{game.origin.scenario} is in {output}")
    for line in decision_lines(game):
        click.echo(line)


def from_position(
    name: str, text: str, seed: int | None, options: dict[str, str], overlays: Sequence[Path]
) -> Game:
    """A game from a position text. What is illegal about the position is said, but does not forbid it."""
    read = parse(text)
    title_name, _, scenario = name.partition("/")
    if title_name != read.title or (scenario and scenario != read.scenario):
        raise Malformed(f"the position is one of {read.title}/{read.scenario}, not of {name}")
    read.seed = read.seed if seed is None else seed
    read.options.update(options)
    laid = [Overlay.from_folder(folder) for folder in overlays]
    game = game_from_text(hexfront.find_title(title_name), read, laid)
    notify(game.notices)
    return game


@command("show")
@click.argument("what", metavar="FILE|TITLE/SCENARIO")
@click.option("--view", help="A side, observer or referee.  [default: the side that decides]")
@click.option("--around", metavar="HEX", help="Only what is near a hex.")
@click.option("--radius", type=click.IntRange(min=0), default=3, show_default=True, help="How near.")
@click.option("--position", is_flag=True, help="Print the position text, from which a game can be started.")
@click.option("--svg", type=OUTPUT, help="Draw an SVG picture.")
@click.option("--png", type=OUTPUT, help="Draw a PNG picture.")
@click.option("--pdf", type=OUTPUT, help="Draw a PDF.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Draw this over the map, e.g. zones.")
@click.option("--scale", type=SCALE, default=64, show_default=True, help="Pixels per hex.")
def show(
    *,
    what: str,
    view: str | None,
    around: str | None,
    radius: int,
    position: bool,
    svg: Path | None,
    png: Path | None,
    pdf: Path | None,
    layers: tuple[str, ...],
    scale: float,
    as_json: bool,
) -> None:
    """Show a game or the start of a scenario, in words or as a picture."""
    game = open_game(what)
    viewer = view or viewer_of(game)
    check_reader(game, viewer)
    for name in layers:
        if name not in game.title.layers:
            known = suggest(name, game.title.layers) or ", ".join(game.title.layers) or "it has none"
            raise Malformed(f'there is no layer "{name}" ({known})')
    drawn = [path for path in (svg, png, pdf) if path is not None]
    if drawn:
        picture = pictures.picture_of(game, viewer, layers, around=around, radius=radius, scale=scale)
        for path, suffix in zip(drawn, _suffixes(svg, png, pdf), strict=True):
            pictures.draw(picture, path, suffix)
        if as_json:
            print_json({"drawn": [str(path) for path in drawn]})
        else:
            click.echo("drawn: " + ", ".join(str(path) for path in drawn))
    elif position:
        text = game.position_text().text()
        if as_json:
            print_json({"position": text})
        else:
            click.echo(text, nl=False)
    elif as_json:
        print_json(game.view(viewer))
    else:
        only = showing.near(game, around, radius) if around else None
        for line in showing.game_lines(game, viewer, only):
            click.echo(line)


def _suffixes(svg: Path | None, png: Path | None, pdf: Path | None) -> list[str]:
    return [name for name, path in (("svg", svg), ("png", png), ("pdf", pdf)) if path is not None]


def decision_for(game: Game, side: str | None) -> Decision:
    """What a side has to decide now, or whoever is first; Refusal if nothing."""
    if game.over:
        raise Refusal((), f"the game is over: {game.outcome}")
    asked = side or (game.mail.side if game.mail else acting_side(game)) or game.decision.side
    check_reader(game, asked)
    found = game.decision_of(asked)
    if found is None:
        game.view(asked)  # refuses what is no side at all
        waiting = ", ".join(each.side for each in game.decisions)
        raise Refusal(game.decision.rule, f"it is not for {asked} to decide now, but for {waiting}")
    return found


def choice_lines(game: Game, decision: Decision, most: int | None = None) -> list[str]:
    """The legal actions, numbered, each in the words to type and in the title's own words."""
    listed = [*decision.choices()][:most]
    width = len(str(len(listed)))
    lines: list[str] = []
    for number, action in enumerate(listed, 1):
        typed, told = as_words(action), described(game, action)
        lines.append(f"{number:>{width}}  {typed}" + (f"  {told}" if told != typed else ""))
    return lines


@command("choices")
@file_argument
@click.option("--side", help="Whose choices, where several sides decide at once.")
def choices(file: Path, side: str | None, as_json: bool) -> None:
    """List the legal actions, numbered."""
    game = load_game(file)
    if side is None and len(game.decisions) > 1 and as_json and not game.mail:
        print_json({"step": game.step, "decisions": decisions_data(game, choices=True)})
        return
    decision = decision_for(game, side)
    if as_json:
        data = decision.as_data(choices=True)
        data["words"] = [as_words(action) for action in decision.choices()]
        data["described"] = [described(game, action) for action in decision.choices()]
        print_json({"step": game.step, **data})
        return
    click.echo(f"{decision.side}: {decision.prompt} [{decision.rule}]")
    for line in choice_lines(game, decision):
        click.echo(line)
    if (default := decision.default()) is not None:
        click.echo(f"default: {as_words(default)}")
