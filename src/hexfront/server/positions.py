"""Positions set up by hand: what can be placed, what a text shows, and games, puzzles and scenarios of it.

The text is the position (`hexfront.kernel.postext`); an editor is a view of it. Nothing is kept here: whoever
edits sends the text, and gets back what it shows, with every fault and its line. What is faulty is left out
of the picture, so that one line that is not finished yet does not empty the map.
"""

from __future__ import annotations

import asyncio
import io
import re
import secrets
import time
import zipfile
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import update

from hexfront.drawing.picture import Picture
from hexfront.drawing.style import Style
from hexfront.drawing.symbols import definitions
from hexfront.kernel.datafiles import Faults
from hexfront.kernel.errors import DataError, HexfrontError, Malformed, Refusal
from hexfront.kernel.forms import HEX, NAME, Form
from hexfront.kernel.mail import known_text
from hexfront.kernel.position import Position
from hexfront.kernel.postext import FILE, PositionText, parse
from hexfront.kernel.puzzles import ABOUT, Puzzle
from hexfront.kernel.showing import Track
from hexfront.kernel.start import (
    POSITIONS,
    check_options,
    check_puzzle,
    new_game,
    position_from_text,
    setting_from_text,
    setting_of,
)
from hexfront.kernel.title import OBSERVER, REFEREE, Option, Premised, Setting, Title
from hexfront.seam import find_title, title_names
from hexfront.server import journal
from hexfront.server import store as tables
from hexfront.server.files import told_steps
from hexfront.server.fresh import is_mailed, may_have_whole, renew
from hexfront.server.lobby import Word, info, seats_for, title_called
from hexfront.server.maps import (
    BoardShown,
    Printed,
    board_shown,
    map_shown,
    printed_board,
    symbols_shown,
)
from hexfront.server.names import game_name
from hexfront.server.people import User, check_viewer
from hexfront.server.playing import changed, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.shapes import GameInfo, MarkerShown, Piece
from hexfront.server.views import laid_out

LONGEST = 200_000  # characters of a position text
MOST_ROUNDS = 12  # in which faulty lines are left out until the rest can be read
MOST_SECONDS = 3.0  # after which no further round is begun
MOST_KEPT = 8
UNFIT = "the parts of this position do not fit together"
PLACE = "/api/titles/{title:str}/scenarios/{scenario:str}"
Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Counter(msgspec.Struct, frozen=True):
    """Something in the tray: how it looks, and what is written to place it."""

    pattern: str
    name: str
    repeated: bool
    piece: Piece


class Workshop(msgspec.Struct, frozen=True):
    """All that a position of a scenario can be made of."""

    title: str
    scenario: str
    forms: tuple[Form, ...]
    tray: tuple[Counter, ...]
    options: tuple[Option, ...]
    sandbox: dict[str, str]
    premises: dict[str, Premised]
    goals: dict[str, str]  # the kinds of goals of a puzzle, and what each is about
    start: str  # the position in which the scenario begins


class TextSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position text."""

    text: Text


class FaultShown(msgspec.Struct, frozen=True):
    """What is wrong in a line; line 0 is the whole."""

    line: int
    what: str
    hint: str = ""


class PositionShown(msgspec.Struct, frozen=True):
    """What a text shows."""

    title: str
    scenario: str
    pieces: dict[str, Piece]
    markers: tuple[MarkerShown, ...]
    faults: tuple[FaultShown, ...]
    assumed: tuple[str, ...]
    findings: tuple[str, ...]  # what no legal play could have brought about
    turn: str
    tracks: tuple[Track, ...]
    puzzle: Puzzle
    place: str  # where its map is to be had


class Tried(msgspec.Struct, frozen=True):
    """How a game would go on from a position: who is asked what, or how it would end at once."""

    asked: dict[str, str]
    outcome: str | None
    notices: tuple[str, ...]
    error: str = ""


class GameOfText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that begins from a position. A seat is as for other new games."""

    text: Text
    seats: dict[Word, Word] = {}
    name: Annotated[str, msgspec.Meta(max_length=300)] = ""


class ScenarioOfText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that is to be made of a position."""

    text: Text
    name: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$(?!\\n)", max_length=60)]
    caption: Annotated[str, msgspec.Meta(max_length=120, min_length=1)]
    notes: Annotated[str, msgspec.Meta(max_length=4000)] = ""


class TextShown(msgspec.Struct, frozen=True):
    """A position of a game as text; ``whole`` unless there may be secrets that it does not tell."""

    text: str
    whole: bool


# What can be placed


@get(f"{PLACE}/workshop", responses=errors(422))
async def get_workshop(title: FromPath[str], scenario: FromPath[str]) -> Workshop:
    """What a position can be made of: counters, statements with their words, options."""
    found = _scenario(title, scenario)
    return await asyncio.to_thread(_workshop, found, scenario)


def _scenario(title: str, scenario: str) -> Title:
    found = title_called(title)
    if scenario not in {each.name for each in found.scenarios()}:
        raise Problem(404, "unknown", f'{found.caption} has no scenario "{scenario}"')
    return found


_workshops: OrderedDict[tuple[str, str], Workshop] = OrderedDict()


def _workshop(title: Title, scenario: str) -> Workshop:
    key = (title.name, scenario)
    if key not in _workshops:
        setting = _usual(title, scenario)
        _workshops[key] = Workshop(
            title.name,
            scenario,
            tuple(title.forms(setting)),
            tuple(_tray(title, setting)),
            tuple(title.options(scenario)),
            dict(title.sandbox),
            dict(title.premises),
            dict(ABOUT),
            _start_of(title, scenario),
        )
        while len(_workshops) > MOST_KEPT:
            _workshops.popitem(last=False)
    return _workshops[key]


def _start_of(title: Title, scenario: str) -> str:
    """The start of a scenario, without what goes without saying: usual options, and dice that are drawn."""
    text = new_game(title, scenario).position_text()
    text.options = {}
    return "".join(line for line in text.text().splitlines(keepends=True) if not line.startswith("seed "))


def _usual(title: Title, scenario: str) -> Setting:
    return setting_of(title, scenario, check_options(title, scenario, {}))


def _tray(title: Title, setting: Setting) -> list[Counter]:
    """Everything that can be placed, as the title draws it: each is put somewhere, and the map looked at."""
    board = setting.board
    hexes = [board.label(node) for node in range(len(board)) if not board.is_area(node)]
    placed = {}
    lines = [f"title {title.name}", f"scenario {setting.scenario}"]
    for number, each in enumerate(title.placeable(setting)):
        name = each.name or f"sample-{number}"
        lines.append(each.pattern.replace(NAME, name).replace(HEX, hexes[number % len(hexes)]))
        placed[name] = each
    shown = _read("\n".join(lines))
    if shown.picture is None:
        return []
    pieces, _ = laid_out(shown.picture)
    return [
        Counter(each.pattern, each.name, each.repeated, _bare(pieces[name]))
        for name, each in placed.items()
        if name in pieces
    ]


def _bare(piece: Piece) -> Piece:
    """A piece that stands nowhere, and of which nothing is known but what is printed on it."""
    return msgspec.structs.replace(piece, at="", order=0, states=())


# What a text shows


class _Seen(msgspec.Struct):
    """A text as far as it can be read."""

    faults: list[FaultShown]
    text: PositionText | None = None
    title: Title | None = None
    position: Any = None
    picture: Picture | None = None


def _read(text: str) -> _Seen:
    """Read a text; lines that are faulty are left out, until the rest can be read or nothing is left."""
    lines = text.splitlines()
    found: list[FaultShown] = []
    until = time.monotonic() + MOST_SECONDS
    for _ in range(MOST_ROUNDS):
        try:
            return _understood("\n".join(lines), found)
        except DataError as wrong:
            fresh = [FaultShown(each.line, each.what, each.hint) for each in wrong.faults]
        except Malformed as wrong:
            fresh = [FaultShown(_line_of(lines, str(wrong)), str(wrong))]
        except HexfrontError as wrong:
            fresh = [FaultShown(0, str(wrong))]
        except Exception:  # noqa: BLE001 - written by hand, its parts can be sound and not fit together
            fresh = [FaultShown(0, UNFIT)]
        found += fresh
        faulty = {each.line for each in fresh if 0 < each.line <= len(lines) and lines[each.line - 1].strip()}
        if not faulty or time.monotonic() > until:
            break
        for line in faulty:
            lines[line - 1] = ""
    return _Seen(found)


def _understood(text: str, found: list[FaultShown]) -> _Seen:
    read = parse(text)
    if read.title not in title_names():
        faults = Faults()
        line = _line_of(text.splitlines(), "title")
        faults.unknown(FILE, line, "title", read.title, title_names())
        faults.raise_if_any()
    title = find_title(read.title)
    scenario = read.scenario or title.scenarios()[0].name
    chosen = check_options(title, scenario, read.options)
    setting = setting_from_text(title, read, scenario, chosen)
    position: Position = position_from_text(title, setting, read)
    check_puzzle(title, setting, read)
    try:
        picture = title.picture(position, REFEREE)
    except Refusal:
        picture = None
    assert picture is None or isinstance(picture, Picture)
    return _Seen(found, read, title, position, picture)


def _line_of(lines: Sequence[str], said: str) -> int:
    """The line that a complaint about the head means: the last of the option, scenario or title it names."""
    option = re.search(r'option "([^"]+)"', said)
    word = next((each for each in ("scenario", "title") if each in said), "")
    wanted = re.compile(rf"option\s+{re.escape(option[1])}=" if option else rf"{word}\s" if word else r"(?!)")
    return max((number for number, line in enumerate(lines, 1) if wanted.match(line.strip())), default=0)


@post("/api/positions/check", status_code=200, responses=errors(422))
async def post_check(
    service: NamedDependency[Service], user: NamedDependency[User], data: JSONBody[TextSent]
) -> PositionShown:
    """What a position text shows, what is wrong with it, and what it takes for granted."""
    service.limiter.count("draft", user.id)
    seen = await asyncio.to_thread(_read, data.text)
    place = ""
    if seen.picture is not None and seen.text is not None and seen.text.board:
        place = await _keep(seen.picture)
    return await asyncio.to_thread(_shown, seen, place)


def _shown(seen: _Seen, place: str) -> PositionShown:
    text, title, position = seen.text, seen.title, seen.position
    faults = sorted(dict.fromkeys(seen.faults), key=lambda each: each.line)
    if text is None or title is None:
        return PositionShown("", "", {}, (), tuple(faults), (), (), "", (), Puzzle(), "")
    pieces, markers = laid_out(seen.picture) if seen.picture is not None else ({}, ())
    report = title.report(position, REFEREE)
    scenario = position.setting.scenario
    faults += _strange_goals(text, pieces, [figure_name(each) for each in report.tracks])
    return PositionShown(
        title.name,
        scenario,
        pieces,
        markers,
        tuple(faults),
        tuple(title.assumed(position, text)),
        tuple(str(each) for each in title.status(position)),
        report.turn,
        tuple(each for each in report.tracks if each.value is not None),
        text.puzzle,
        place or f"/titles/{title.name}/scenarios/{scenario}",
    )


def _strange_goals(
    text: PositionText, pieces: Mapping[str, object], figures: Sequence[str]
) -> list[FaultShown]:
    known: Mapping[str, tuple[Any, str]] = {
        "unit": (pieces, "stands nowhere on the map"),
        "figure": (figures, "is no figure of the report"),
    }
    found = []
    for goal in text.puzzle.goals:
        names, what = known.get(ABOUT[goal.kind], ((goal.what,), ""))
        if goal.what not in names:
            found.append(FaultShown(text.lines.get(goal, 0), f'"{goal.what}" {what}'))
    return found


def figure_name(track: Track) -> str:
    """How a goal names a figure of the report."""
    return ", ".join(filter(None, (track.group, track.side, track.name)))


# Maps


@get(f"{PLACE}/board", responses=errors(422))
async def get_scenario_board(title: FromPath[str], scenario: FromPath[str]) -> BoardShown:
    """The hexes of a scenario's map and where they lie."""
    return board_shown(await _map_of(title, scenario), f"/api/titles/{title}/scenarios/{scenario}/map.svg")


@get(f"{PLACE}/map.svg", media_type="image/svg+xml", responses=errors(422))
async def get_scenario_map(
    request: Request[Any, Any, Any],
    title: FromPath[str],
    scenario: FromPath[str],
    digest: Annotated[str, QueryParameter(max_length=64)] = "",
) -> Response[bytes]:
    """A scenario's printed map."""
    return map_shown(await _map_of(title, scenario), request, digest)


@get(f"{PLACE}/symbols.svg", media_type="image/svg+xml", responses=errors(422))
async def get_scenario_symbols(title: FromPath[str], scenario: FromPath[str]) -> Response[bytes]:
    """The symbols of all kinds of units."""
    _scenario(title, scenario)
    return symbols_shown()


@get(f"{PLACE}/style", responses=errors(422))
async def get_scenario_style(title: FromPath[str], scenario: FromPath[str]) -> dict[str, Any]:
    """The colours of nations, the signs of states and markers, and the measures of the drawing."""
    return definitions((await _map_of(title, scenario)).style)


async def _map_of(title: str, scenario: str) -> Printed:
    found = _scenario(title, scenario)
    setting = await asyncio.to_thread(_usual, found, scenario)

    def style() -> Style:
        shown = _read(f"title {found.name}\nscenario {scenario}").picture
        return shown.style if shown is not None else Style()

    return await printed_board(setting.board, style)


_drawn: OrderedDict[str, Printed] = OrderedDict()  # boards that texts have drawn in place, by their digest


async def _keep(picture: Picture) -> str:
    """Print a board that a text draws; where it is to be had."""
    found = await printed_board(picture.board, lambda: picture.style)
    _drawn[found.digest] = found
    _drawn.move_to_end(found.digest)
    while len(_drawn) > MOST_KEPT:
        _drawn.popitem(last=False)
    return f"/drawn/{found.digest}"


def _drawn_board(digest: str) -> Printed:
    if digest not in _drawn:
        raise Problem(404, "unknown", "this map is not kept any more; check the position again")
    return _drawn[digest]


@get("/api/drawn/{board:str}/board", responses=errors())
async def get_drawn_board(board: FromPath[str]) -> BoardShown:
    """The hexes of a map that a text has drawn."""
    return board_shown(_drawn_board(board), f"/api/drawn/{board}/map.svg")


@get("/api/drawn/{board:str}/map.svg", media_type="image/svg+xml", responses=errors())
async def get_drawn_map(
    request: Request[Any, Any, Any],
    board: FromPath[str],
    digest: Annotated[str, QueryParameter(max_length=64)] = "",
) -> Response[bytes]:
    """A map that a text has drawn."""
    return map_shown(_drawn_board(board), request, digest)


@get("/api/drawn/{board:str}/symbols.svg", media_type="image/svg+xml", responses=errors())
async def get_drawn_symbols(board: FromPath[str]) -> Response[bytes]:
    """The symbols of all kinds of units."""
    _drawn_board(board)
    return symbols_shown()


@get("/api/drawn/{board:str}/style", responses=errors())
async def get_drawn_style(board: FromPath[str]) -> dict[str, Any]:
    """The looks of what lies on a map that a text has drawn."""
    return definitions(_drawn_board(board).style)


# Playing it


@post("/api/positions/try", status_code=200, responses=errors(422))
async def post_try(
    service: NamedDependency[Service], user: NamedDependency[User], data: JSONBody[TextSent]
) -> Tried:
    """How a game would go on from a position."""
    service.limiter.count("draft", user.id)
    try:
        parse(data.text)  # what is no position would be taken for a saved game
        async with service.reader.turn:
            game = await service.reader.read(data.text.encode())
    except (HexfrontError, UnicodeError) as wrong:
        return Tried({}, None, (), str(wrong))
    asked = {decision.side: decision.prompt for decision in game.decisions}
    return Tried(asked, game.outcome, tuple(game.notices))


@post("/api/positions/games", responses=errors(422))
async def post_game_of_text(
    service: NamedDependency[Service], user: NamedDependency[User], data: JSONBody[GameOfText]
) -> GameInfo:
    """Begin a game from a position. Without a seed in its text, its dice are drawn."""
    service.limiter.count("game", user.id)
    text = parse(data.text)
    if "seed" not in text.lines:
        text.seed = secrets.randbelow(2**53)
    async with service.reader.turn:
        game = await service.reader.read(text.text().encode())
    if game.over:
        raise Problem(422, "file", f"the game would be over at once: {game.outcome}")
    # What its text takes for granted names hidden units: all at the table would read it. But whoever sits
    # down later is to know that one of them has set up what lies hidden, too.
    game.notices[:] = [f"{user.name} set up the position from which this game began."]
    seats = seats_for(game, data.seats, user)
    shared = is_mailed(game, seats)
    steps = await asyncio.to_thread(told_steps, game)
    if shared:
        steps.append(renew(game))
    game_id = await journal.create(service.store, game, user.id, seats, shared=shared, steps=steps)
    if name := game_name(data.name):
        await service.store.write(update(tables.game).where(tables.game.c.id == game_id).values(name=name))
    live = await service.hall.live(game_id)
    await changed(service, live)
    return info(service, live, user)


@get("/api/games/{game_id:str}/position", responses=errors())
async def get_position(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Annotated[str, QueryParameter(name="as", max_length=64)] = OBSERVER,
) -> TextShown:
    """A game as it stands, as a position text: the whole for who may have it, else what a side knows."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        check_viewer(user, live.seats, viewer)
        game = live.game
        whole = game.mail is None and may_have_whole(live, user)
        if whole:
            text = await asyncio.to_thread(game.position_text)
        elif viewer not in game.title.sides or (game.mail is not None and viewer != game.mail.side):
            raise Problem(403, "secret", "say as which of your sides the position is wanted")
        else:
            text = await asyncio.to_thread(known_text, game, viewer)
    return TextShown(text.text(), whole)


# A scenario of it


@post("/api/positions/scenario", status_code=200, media_type="application/zip", responses=errors(422))
async def post_scenario(
    service: NamedDependency[Service], user: NamedDependency[User], data: JSONBody[ScenarioOfText]
) -> Response[bytes]:
    """A folder, packed, that can be laid over a title to play a position as a scenario of it."""
    service.limiter.count("draft", user.id)
    parse(data.text)  # what is no position would be taken for a saved game
    async with service.reader.turn:
        game = await service.reader.read(data.text.encode())  # which says what is wrong
    packed = scenario_folder(data, game.title.name)
    headers = {"content-disposition": f'attachment; filename="{data.name}.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def scenario_folder(data: ScenarioOfText, title: str) -> bytes:
    """The overlay, with how it is used."""
    text = parse(data.text).text()
    lines = [
        'provenance = "reconstructed"',
        f"about = {_toml(f'A scenario of {title} made of a position.')}",
        f"caption = {_toml(data.caption)}",
        *([f"notes = {_toml(data.notes)}"] if data.notes else []),
        f"position = {_toml(text)}",
    ]
    play = f"hexfront new {title}/{data.name} --overlay {data.name} -o {data.name}.hexfront"
    readme = (
        f"{data.caption}\n\nUnpack this folder, then:\n\n    {play}\n    hexfront serve\n\n{data.notes}\n"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr(f"{data.name}/{POSITIONS}/{data.name}.toml", "\n".join(lines) + "\n")
        folder.writestr(f"{data.name}/README.txt", readme)
    return packed.getvalue()


def _toml(text: str) -> str:
    """A text as a TOML string; of several lines, one that people can edit."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "")
    kept = "".join(each if each >= " " or each == "\n" else f"\\u{ord(each):04x}" for each in escaped)
    kept = kept.replace("\x7f", "\\u007f")
    return f'"""\n{kept}"""' if "\n" in kept else f'"{kept}"'


handlers = [
    get_workshop,
    post_check,
    get_scenario_board,
    get_scenario_map,
    get_scenario_symbols,
    get_scenario_style,
    get_drawn_board,
    get_drawn_map,
    get_drawn_symbols,
    get_drawn_style,
    post_try,
    post_game_of_text,
    get_position,
    post_scenario,
]
