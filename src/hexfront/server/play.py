"""Playing: actions, taking back, going back by consent, and what a player sets for himself."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hexfront.kernel import actions
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import OBSERVER
from hexfront.server import playing, standing
from hexfront.server.changes import Change, ViewMessage
from hexfront.server.live import Live
from hexfront.server.people import User, check_viewer, holds, sits
from hexfront.server.playing import Carried, ToWhom, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import SideWord, Viewer, viewed
from hexfront.server.service import Service
from hexfront.server.shapes import ProposalShown
from hexfront.server.standing import Settings
from hexfront.server.views import proposal_shown

StepNumber = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Revision = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Actions of a side as one order; ``expect`` is the step the player saw.

    If one is refused, none is played, unless those before it can no longer be taken back: these stand.
    With ``show``, the answer says what has changed for him, as his socket does.
    """

    side: SideWord
    expect: StepNumber
    actions: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1, max_length=500)]
    revision: Revision | None = None
    show: bool = False


class Undoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Take back the last order."""

    side: SideWord
    expect: StepNumber | None = None
    show: bool = False


class GoingBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Go back to a step, if the others agree."""

    side: SideWord
    step: StepNumber
    show: bool = False


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """Whether a side agrees to go back."""

    side: SideWord
    accept: bool
    show: bool = False


class Done(msgspec.Struct, frozen=True):
    """Where the game is now, and what has changed for the player if he wants to be shown it.

    That is the message which his socket brings too: whichever comes second says nothing new.
    """

    step: int
    revision: int
    shown: Change | ViewMessage | None


class Proposed(msgspec.Struct, frozen=True):
    """What came of a wish to go back: it was done, or it waits for the others."""

    step: int
    revision: int
    shown: Change | ViewMessage | None
    done: bool
    proposal: ProposalShown | None


def _answer(carried: Carried, **more: object) -> Response[bytes]:
    shown = None if carried.shown is None else msgspec.Raw(carried.shown)
    body = {"step": carried.step, "revision": carried.revision, "shown": shown, **more}
    return Response(msgspec.json.encode(body), media_type="application/json")


async def seated(service: Service, user: User, game_id: str, side: str) -> Live:
    """A game in which a user plays a side, as its chief."""
    live = await serving(service, user, game_id, side)
    if not holds(user, live.seats, side):
        raise Problem(403, "command", f"this is for {live.seats[side].name} to say, who leads the side")
    return live


async def serving(service: Service, user: User, game_id: str, side: str) -> Live:
    """A game in which a user plays a side, as its chief or as one of its commanders."""
    live = await service.game(game_id, user)
    if not sits(user.id, live.seats, side):
        raise Problem(403, "seat", f'you do not play "{side}" in this game')
    return live


@post("/api/games/{game_id:str}/actions", status_code=200, responses=errors(409, 422))
async def post_actions(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Orders],
) -> Response[Done]:
    """Play actions as one order. When the answer comes, they are safely written."""
    live = await serving(service, user, game_id, data.side)
    order = [actions.from_data(each, live.game.title.actions) for each in data.actions]
    carried = await playing.carry_out(
        service,
        live,
        data.side,
        order,
        expect=data.expect,
        revision=data.revision,
        user=user.id,
        show=data.show,
    )
    return cast("Response[Done]", _answer(carried))


@post("/api/games/{game_id:str}/undo", status_code=200, responses=errors(409, 422))
async def post_undo(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Undoing],
) -> Response[Done]:
    """Take back the last order, if nobody has seen anything new since; a commander only one of his own."""
    live = await serving(service, user, game_id, data.side)
    carried = await playing.undo(service, live, data.side, data.expect, user.id, show=data.show)
    return cast("Response[Done]", _answer(carried))


@post("/api/games/{game_id:str}/rollback", status_code=200, responses=errors(409, 422))
async def post_rollback(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[GoingBack],
) -> Response[Proposed]:
    """Go back to a step: at once if all people at the table are one, else by proposal."""
    live = await seated(service, user, game_id, data.side)
    to = ToWhom(data.side, data.show)
    async with hold(service, live):
        playing.check_stale(live, data.side, None, None)
        known = live.game.steps_known(data.side)
        if data.step >= known:
            raise Malformed(f"the game is at step {known}; one can only go back")
        step = live.game.true_step(data.step, data.side)
        if _alone(live, user):
            carried = await playing.roll_back(service, live, step, user.id, to)
        else:
            carried = await playing.propose(service, live, data.side, step, to=to)
        found = _proposed(live, carried, data.side, done=live.proposal is None)
    await playing.changed(service, live)
    return found


def _proposed(live: Live, carried: Carried, side: str, done: bool) -> Response[Proposed]:
    proposal = proposal_shown(live.game, live.proposal, side)
    return cast("Response[Proposed]", _answer(carried, done=done, proposal=proposal))


def _alone(live: Live, user: User) -> bool:
    """Whether no other person plays in a game. A computer player has no say in this."""
    return all(seat.user in ("", user.id) for seat in live.seats.values())


@post("/api/games/{game_id:str}/rollback/answer", status_code=200, responses=errors(409, 422))
async def post_answer(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Consent],
) -> Response[Proposed]:
    """Agree or refuse to go back; who proposed it can take it back by refusing."""
    live = await seated(service, user, game_id, data.side)
    to = ToWhom(data.side, data.show)
    async with hold(service, live):
        proposal = live.proposal
        if proposal is None:
            raise Problem(409, "stale", "nothing is proposed", step=live.game.steps_known(data.side))
        proposer = live.seats.get(proposal.side)
        if data.accept and proposer is not None and proposer.user == user.id:
            raise Problem(403, "seat", "the other side has to agree")
        if data.accept:
            playing.check_stale(live, data.side, None, None)
        agreed = {*proposal.agreed, data.side}
        people = {side for side, seat in live.seats.items() if seat.kind == "human"}
        if not data.accept:
            carried = await playing.withdraw(service, live, to)
        elif agreed >= people:
            carried = await playing.roll_back(service, live, proposal.step, user.id, to)
        else:
            carried = await playing.propose(
                service, live, proposal.side, proposal.step, tuple(sorted(agreed)), to=to
            )
        done = data.accept and live.proposal is None
        found = _proposed(live, carried, data.side, done=done)
    await playing.changed(service, live)
    return found


# What a player sets for himself

LARGEST = 64 * 1024


@get("/api/games/{game_id:str}/preferences", responses=errors())
async def get_preferences(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str], viewer: Viewer
) -> Settings:
    """What a player has set for this game and side."""
    live = await viewed(service, user, game_id, viewer)
    settings = await standing.read(service.store, live.id, user.id, viewer)
    return {key: value for key, value in settings.items() if key != standing.MARCHES}


@put("/api/games/{game_id:str}/preferences", responses=errors())
async def put_preferences(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    viewer: Viewer,
    data: JSONBody[Settings],
) -> Settings:
    """Set something for this game and side; all of it is replaced.

    ``standing`` holds values of the title's preferences; what they answer is answered from now on.
    """
    live = await service.game(game_id, user)
    check_viewer(user, live.seats, viewer)
    data = standing.checked(live.game.title, data)
    if viewer != OBSERVER and data.get(standing.STANDING) and not holds(user, live.seats, viewer):
        raise Problem(403, "command", "what is answered without asking is for the chief of the side to say")
    if len(msgspec.json.encode(data)) > LARGEST:
        raise Problem(413, "size", "too many settings")
    data.pop(standing.MARCHES, None)  # they have doors of their own
    async with live.private:
        kept = await standing.read(service.store, live.id, user.id, viewer)
        marches = {key: value for key, value in kept.items() if key == standing.MARCHES}
        await standing.write(service.store, live.id, user.id, viewer, {**data, **marches})
    await playing.follow_preferences(service, live)
    return data


handlers = [
    post_actions,
    post_undo,
    post_rollback,
    post_answer,
    get_preferences,
    put_preferences,
]
