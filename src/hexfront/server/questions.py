"""Asking about a game without changing it: views, the past, layers, "why?", forecasts, advice."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hexfront.drawing import draw_svg
from hexfront.drawing.picture import Highlight, Line, NetworkTint, Zone
from hexfront.kernel import actions, ways
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_ahead, known_forecast, known_refusal
from hexfront.kernel.showing import Display, Forecast
from hexfront.kernel.title import OBSERVER
from hexfront.server import views
from hexfront.server.live import Live
from hexfront.server.lobby import past_game
from hexfront.server.opponents import Opponents
from hexfront.server.people import User, check_viewer
from hexfront.server.playing import hold
from hexfront.server.problems import Problem, Trouble, errors, trouble_of
from hexfront.server.service import Service
from hexfront.server.shapes import DecisionShown, View
from hexfront.server.thinking import Thought

Viewer = Annotated[str, QueryParameter(name="as", max_length=64)]
SideWord = Annotated[str, msgspec.Meta(max_length=64)]
ActionData = dict[str, Any]
PieceKeys = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=120)], ...], msgspec.Meta(max_length=2000)]


class LayerShown(msgspec.Struct, frozen=True):
    """What one overlay lays over the map; hexes by their labels."""

    highlights: tuple[dict[str, Any], ...]
    zones: tuple[dict[str, Any], ...]
    lines: tuple[dict[str, Any], ...]
    networks: tuple[dict[str, Any], ...]


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """An action asked about."""

    side: SideWord
    action: ActionData


class Foretelling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """An action whose outcomes are asked for, and the revision of the game it was thought of in."""

    side: SideWord
    action: ActionData
    expect: int | None = None


class LookingAhead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Orders a player thinks of, one after the other, before he gives the next."""

    side: SideWord
    actions: Annotated[list[ActionData], msgspec.Meta(min_length=1, max_length=50)]


class Explaining(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """A question about a number."""

    side: SideWord
    question: ActionData


class Advising(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """A wish for advice: on this decision, or on what remains of the phase, perhaps for some pieces only."""

    side: SideWord
    scope: Literal["one", "phase"] = "one"
    player: SideWord = ""
    pieces: PieceKeys = ()


class Why(msgspec.Struct, frozen=True):
    """Why an action may not be played; nothing if it may."""

    refusal: Trouble | None


class AskingWhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """A hex or a piece that cannot be chosen; with both, the hex for the piece in hand."""

    side: SideWord
    hex: Annotated[str, msgspec.Meta(max_length=64)] = ""
    piece: Annotated[str, msgspec.Meta(max_length=120)] = ""


class WayShown(msgspec.Struct, frozen=True):
    """What would make it possible (`hexfront.kernel.ways.Way`); its actions can be played as one order."""

    kind: ways.Kind
    actions: tuple[ActionData, ...]
    pieces: tuple[str, ...]
    hex: str
    text: str
    cost: str


class WhyNot(msgspec.Struct, frozen=True):
    """Why something cannot be chosen now, and what would make it possible."""

    refusals: tuple[Trouble, ...]
    ways: tuple[WayShown, ...]


class QuestionShown(msgspec.Struct, frozen=True):
    """A question that can be asked, in words and as it is sent."""

    text: str
    question: ActionData


class MoveShown(msgspec.Struct, frozen=True, rename={"start": "from"}):
    """Where an order sends a piece."""

    piece: str
    start: str
    to: str


class Suggestion(msgspec.Struct, frozen=True):
    """An order that a computer player would give, and why.

    ``dice`` says that dice fall in it, ``supposed`` that it comes after such an order, ``others`` who else
    takes part in it if it was asked for some pieces only.
    """

    action: ActionData
    actions: tuple[ActionData, ...]
    text: str
    reason: str
    pieces: tuple[str, ...]
    moves: tuple[MoveShown, ...]
    targets: tuple[str, ...]
    attack: bool
    dice: bool
    supposed: bool
    others: str


async def viewed(service: Service, user: User, game_id: str, viewer: str) -> Live:
    """A game, if a user may look at it with these eyes."""
    live = await service.game(game_id, user)
    check_viewer(user, live.seats, viewer)
    return live


def json_of(value: object) -> Response[bytes]:
    return Response(msgspec.json.encode(value, enc_hook=str), media_type="application/json")


@get("/api/games/{game_id:str}/view", responses=errors())
async def get_view(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
    step: Annotated[int | None, QueryParameter(ge=0, le=10_000_000)] = None,
) -> Response[View]:
    """All that a viewer may know, now or at a past step."""
    live = await viewed(service, user, game_id, viewer)
    async with hold(service, live):
        known = live.game.steps_known(viewer)
        if step is None or step == known:
            return cast("Response[View]", json_of(views.whole_view(live, viewer)))
        if step > known:
            raise Problem(404, "unknown", f"there is no step {step}; the game is at step {known}")
        twin = await past_game(service, live, live.game.true_step(step, viewer))
    found = await asyncio.to_thread(views.past_view, twin, viewer, live.revision_for(viewer), step)
    return cast("Response[View]", json_of(found))


@get("/api/games/{game_id:str}/layers/{name:str}", responses=errors(422))
async def get_layer(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    name: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[LayerShown]:
    """One overlay, as far as the viewer may know it."""
    live = await viewed(service, user, game_id, viewer)
    if name not in live.game.title.layers:
        raise Problem(404, "unknown", f'there is no layer "{name}"')
    async with hold(service, live):
        twin = live.game.branch()
    found = await asyncio.to_thread(_layer, twin, viewer, name)
    return cast("Response[LayerShown]", json_of(found))


@get("/api/games/{game_id:str}/picture.svg", media_type="image/svg+xml", responses=errors(422))
async def get_game_picture(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[bytes]:
    """The map with all that the viewer may see on it and its letters, to be kept or printed."""
    live = await viewed(service, user, game_id, viewer)
    async with hold(service, live):
        twin = live.game.branch()
    drawn = await asyncio.to_thread(_drawn, twin, viewer)
    headers = {"cache-control": "no-store"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def _drawn(game: Game, viewer: str) -> bytes:
    picture = views.picture_of(game, viewer)
    if picture is None:
        raise Problem(422, "refused", "this title draws no pictures")
    return draw_svg(picture, embed_fonts=True).encode()


@get("/api/games/{game_id:str}/displays/{name:str}", responses=errors(422))
async def get_display(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    name: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> Response[Display]:
    """What lies beside the map, as far as the viewer may know it."""
    live = await viewed(service, user, game_id, viewer)
    if name not in live.game.title.displays:
        raise Problem(404, "unknown", f'there is no display "{name}"')
    async with hold(service, live):
        twin = live.game.branch()
    found = await asyncio.to_thread(twin.display, viewer, name)
    return cast("Response[Display]", json_of(found))


def _layer(game: Game, viewer: str, name: str) -> LayerShown:
    picture = views.picture_of(game, viewer, (name,))
    label = game.setting.board.label
    highlights: list[dict[str, Any]] = []
    zones: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    networks: list[dict[str, Any]] = []
    for each in picture.overlays if picture else ():
        if isinstance(each, Highlight):
            highlights.append({"at": label(each.node), "text": each.text, "colour": each.colour})
        elif isinstance(each, Zone):
            nodes = [label(node) for node in each.nodes]
            zones.append({"hexes": nodes, "colour": each.colour, "falling": each.falling})
        elif isinstance(each, Line):
            nodes = [label(node) for node in each.nodes]
            lines.append({"hexes": nodes, "form": each.form, "colour": each.colour, "text": each.text})
        elif isinstance(each, NetworkTint):
            pairs = [[label(a), label(b)] for a, b in each.pairs]
            networks.append({"pairs": pairs, "colour": each.colour})
    return LayerShown(tuple(highlights), tuple(zones), tuple(lines), tuple(networks))


def read_action(game: Game, data: ActionData) -> Action:
    """An action of a title from what a client sent; Malformed if it is none."""
    return actions.from_data(data, game.title.actions)


@post("/api/games/{game_id:str}/why", status_code=200, responses=errors(422))
async def post_why(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Asking],
) -> Response[Why]:
    """Why an action may not be played now."""
    live = await viewed(service, user, game_id, data.side)
    action = read_action(live.game, data.action)
    if data.side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    async with hold(service, live):
        twin = live.game.branch()
    refusal = await asyncio.to_thread(known_refusal, twin, action, data.side)
    found = Why(None if refusal is None else trouble_of(refusal)[1])
    return cast("Response[Why]", json_of(found))


@post("/api/games/{game_id:str}/why-not", status_code=200, responses=errors(422))
async def post_why_not(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[AskingWhyNot],
) -> Response[WhyNot]:
    """Why a hex or a piece cannot be chosen now, and what would make it possible; nothing is played."""
    live = await viewed(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    if data.side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    async with hold(service, live):
        twin = live.game.branch()
    found = await asyncio.to_thread(_why_not, twin, data)
    return cast("Response[WhyNot]", json_of(found))


def _why_not(game: Game, data: AskingWhyNot) -> WhyNot:
    if game.decision_of(data.side) is None:
        return WhyNot((), ())
    inquiry = ways.Inquiry(game, data.side)
    found = inquiry.about_hex(data.hex, data.piece) if data.hex else inquiry.about_piece(data.piece)
    return WhyNot(
        tuple(trouble_of(each)[1] for each in found.refusals),
        tuple(
            WayShown(
                each.kind,
                tuple(actions.as_data(action) for action in each.actions),
                each.pieces,
                each.hex,
                each.text,
                each.cost,
            )
            for each in found.ways
        ),
    )


@get("/api/games/{game_id:str}/questions", responses=errors(422))
async def get_questions(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    about: Annotated[str, QueryParameter(max_length=120)],
    viewer: Viewer = OBSERVER,
) -> list[QuestionShown]:
    """What can be asked about a piece or a hex."""
    live = await viewed(service, user, game_id, viewer)
    async with hold(service, live):
        found = live.game.questions_about(about, viewer)
        return [QuestionShown(each.text, actions.as_data(each.question)) for each in found]


@get("/api/games/{game_id:str}/set-up", responses=errors(422))
async def get_set_up(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer = OBSERVER,
) -> list[dict[str, Any]]:
    """The orders by which what a side has laid out so far can be laid out again, in this game or another."""
    live = await viewed(service, user, game_id, viewer)
    async with hold(service, live):
        if viewer not in live.game.title.sides:
            raise Malformed("only a side lays anything out")
        return [actions.as_data(each) for each in live.game.laid_out(viewer)]


@post("/api/games/{game_id:str}/explain", status_code=200, responses=errors(422))
async def post_explain(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Explaining],
) -> Response[dict[str, Any]]:
    """Why a number is what it is: its terms, each with its rule."""
    live = await viewed(service, user, game_id, data.side)
    kinds = live.game.title.questions
    if kinds is None:
        raise Malformed(f"{live.game.title.caption} has no questions to explain")
    question = actions.from_data(data.question, kinds)
    async with hold(service, live):
        twin = live.game.branch()
    ledger = await asyncio.to_thread(twin.explain, question, data.side)
    return cast("Response[dict[str, Any]]", json_of(ledger.as_data()))


@post("/api/games/{game_id:str}/forecast", status_code=200, responses=errors(422))
async def post_forecast(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Foretelling],
) -> Response[Forecast | None]:
    """How an action may end, as far as the side can know; null if nothing about it is left to chance.

    Nothing (204) if the action is no longer possible, the game having changed since the expected revision.
    """
    live = await viewed(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    action = read_action(live.game, data.action)
    if data.side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    async with hold(service, live):
        changed = data.expect not in (None, live.revision_for(data.side))
        twin = live.game.branch()
    try:
        found = await asyncio.to_thread(known_forecast, twin, action, data.side)
    except Refusal:
        if changed:
            return Response(None, status_code=204)
        raise
    return cast("Response[Forecast | None]", json_of(found))


@post("/api/games/{game_id:str}/ahead", status_code=200, responses=errors(422))
async def post_ahead(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[LookingAhead],
) -> Response[DecisionShown]:
    """What a side could choose after orders that bring it nothing new, such as the first legs of a march.

    Nothing is played, and nothing is told that the side could not find out by playing and taking back.
    """
    live = await viewed(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    orders = [read_action(live.game, each) for each in data.actions]
    if data.side == OBSERVER:
        raise Problem(403, "seat", "only those who play may ask this")
    async with hold(service, live):
        twin = live.game.branch()
    found = await asyncio.to_thread(_ahead, twin, orders, data.side)
    return cast("Response[DecisionShown]", json_of(found))


def _ahead(game: Game, orders: list[Action], side: str) -> DecisionShown | None:
    return views.decision_shown(known_ahead(game, orders, side), side)


@post("/api/games/{game_id:str}/suggest", status_code=200, responses=errors(422))
async def post_suggest(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Advising],
) -> Response[list[Suggestion]]:
    """What a computer player would do in this place; nothing is played."""
    live = await viewed(service, user, game_id, data.side)
    service.limiter.count("think", user.id)
    if data.side == OBSERVER or live.game.decision_of(data.side) is None:
        raise Refusal((), f"it is not for {data.side} to decide now")
    opponents: Opponents = service.opponents
    thoughts = await opponents.advice(live, data.side, data.scope, data.player, data.pieces)
    found = [_suggestion(each) for each in thoughts]
    return cast("Response[list[Suggestion]]", json_of(found))


def _suggestion(thought: Thought) -> Suggestion:
    given = tuple(msgspec.json.decode(each) for each in thought.actions)
    return Suggestion(
        given[0],
        given,
        thought.text,
        thought.reasons[0],
        thought.pieces,
        tuple(MoveShown(*each) for each in thought.moves),
        thought.targets,
        thought.attack,
        thought.dice,
        thought.supposed,
        thought.others,
    )


handlers = [
    get_view,
    get_display,
    get_layer,
    get_game_picture,
    post_why,
    post_why_not,
    get_questions,
    get_set_up,
    post_explain,
    post_forecast,
    post_ahead,
    post_suggest,
]
