"""The printed map of a game and the looks of its pieces: drawn once for each board, then kept."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from hexfront.drawing.sheet import Sheet, SheetHex, ground_svg, sheet_of, symbols_svg
from hexfront.drawing.style import Style
from hexfront.drawing.symbols import definitions
from hexfront.kernel.board import Board
from hexfront.kernel.game import Game
from hexfront.kernel.start import check_options
from hexfront.kernel.title import OBSERVER
from hexfront.server.lobby import title_called
from hexfront.server.people import User
from hexfront.server.problems import Problem, errors
from hexfront.server.service import Service
from hexfront.server.views import picture_of
from hexfront.server.workers import WorkerLost

MOST_KEPT = 8
FOREVER = "private, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class BoardShown(msgspec.Struct, frozen=True):
    """A map: its measures, its hexes, and where to get it drawn."""

    digest: str
    size: tuple[float, float]
    hex: float
    hexes: tuple[SheetHex, ...]
    neighbours: dict[str, tuple[str, ...]]
    svg: str


class Printed(msgspec.Struct, frozen=True):
    """A board as it was drawn; the board itself is kept so that its identity stays its own."""

    board: Board
    style: Style
    sheet: Sheet
    svg: bytes
    digest: str


_printed: OrderedDict[int, Printed] = OrderedDict()
_drawing = asyncio.Semaphore(1)


async def printed(game: Game) -> Printed:
    """The map of a game, drawn in a thread when it is asked for the first time."""

    def style() -> Style:
        picture = picture_of(game, OBSERVER)
        return picture.style if picture is not None else Style()

    return await printed_board(game.setting.board, style)


async def printed_board(board: Board, style: Callable[[], Style]) -> Printed:
    """A board in its style, drawn in a thread when it is asked for the first time."""
    found = _printed.get(id(board))
    if found is None or found.board is not board:
        async with _drawing:
            found = _printed.get(id(board))
            if found is None or found.board is not board:
                found = await asyncio.to_thread(_print, board, style())
    _printed[id(board)] = found
    _printed.move_to_end(id(board))
    while len(_printed) > MOST_KEPT:
        _printed.popitem(last=False)
    return found


def _print(board: Board, style: Style) -> Printed:
    svg = ground_svg(board, style).encode()
    digest = hashlib.blake2b(svg, digest_size=12).hexdigest()
    return Printed(board, style, sheet_of(board, style), svg, digest)


@get("/api/games/{game_id:str}/board", responses=errors())
async def get_board(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> BoardShown:
    """The hexes of the map and where they lie."""
    live = await service.game(game_id, user)
    return board_shown(await printed(live.game), f"/api/games/{game_id}/map.svg")


def board_shown(found: Printed, address: str) -> BoardShown:
    """A map that is drawn at an address."""
    sheet = found.sheet
    drawn = f"{address}?digest={found.digest}"
    return BoardShown(found.digest, sheet.size, sheet.hex, sheet.hexes, sheet.neighbours, drawn)


@get("/api/games/{game_id:str}/map.svg", media_type="image/svg+xml", responses=errors())
async def get_map(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    request: Request[Any, Any, Any],
    game_id: FromPath[str],
    digest: Annotated[str, QueryParameter(max_length=64)] = "",
) -> Response[bytes]:
    """The printed map, its layers in groups; it may be kept for ever under its digest."""
    live = await service.game(game_id, user)
    return map_shown(await printed(live.game), request, digest)


def map_shown(found: Printed, request: Request[Any, Any, Any], digest: str) -> Response[bytes]:
    """A map as it was drawn, unless whoever asks has it already."""
    tag = f'"{found.digest}"'
    headers = {"cache-control": FOREVER if digest == found.digest else ASK_AGAIN, "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type="image/svg+xml")
    return Response(found.svg, headers=headers, media_type="image/svg+xml")


@get("/api/games/{game_id:str}/symbols.svg", media_type="image/svg+xml", responses=errors())
async def get_symbols(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> Response[bytes]:
    """The symbols of all kinds of units."""
    await service.game(game_id, user)
    return symbols_shown()


def symbols_shown() -> Response[bytes]:
    """The symbols, which are the same in all titles."""
    return Response(symbols_svg().encode(), media_type="image/svg+xml", headers={"cache-control": ASK_AGAIN})


@get("/api/games/{game_id:str}/style", responses=errors())
async def get_style(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> dict[str, Any]:
    """The colours of nations, the signs of states and markers, and the measures of the drawing."""
    live = await service.game(game_id, user)
    return definitions((await printed(live.game)).style)


@get(
    "/api/titles/{title:str}/scenarios/{scenario:str}/picture.svg",
    media_type="image/svg+xml",
    responses=errors(422),
)
async def get_picture(
    service: NamedDependency[Service], title: FromPath[str], scenario: FromPath[str]
) -> Response[bytes]:
    """The set-up of a scenario, drawn small."""
    found = title_called(title)
    check_options(found, scenario, {})
    try:
        svg = await service.sketcher.sketch(found, scenario)
    except WorkerLost:
        raise Problem(503, "busy", "the picture could not be drawn in time") from None
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


handlers = [get_board, get_map, get_symbols, get_style, get_picture]
