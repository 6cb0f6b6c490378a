"""Playing in a game that is kept in a database: all or nothing, in memory and on disk.

People and computer players go the same way. Every change is first made in memory, where the engine
checks it, then written in one transaction, then shown. If it cannot be written, the game in memory goes
back to where it was.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager

import msgspec
from sqlalchemy import delete, insert
from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel import actions, save
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Malformed, Refusal, Sealed, Stale
from hexfront.kernel.game import Game
from hexfront.server import journal, standing
from hexfront.server import store as tables
from hexfront.server.journal import Conflict, Proposal, Step
from hexfront.server.live import Live
from hexfront.server.mail import before_last_order, check_reach
from hexfront.server.problems import Problem
from hexfront.server.service import Service
from hexfront.server.store import now

MOST_ANSWERS = 1000  # in a row that standing preferences give; no title needs so many
log = logging.getLogger("hexfront.server")


@asynccontextmanager
async def hold(service: Service, live: Live, fresh: bool = False) -> AsyncIterator[None]:
    """Hold a game, and make sure that it is as the database says where another process may have written."""
    async with live.lock:
        if live.doubtful or fresh or not service.store.is_sqlite:
            if await service.hall.refresh(live):
                service.exchange.show_change(live)
        yield


async def carry_out(
    service: Service,
    live: Live,
    side: str,
    order: Sequence[Action],
    *,
    expect: int | None = None,
    revision: int | None = None,
    user: str = "",
    reasons: Sequence[str] = (),
    follow: bool = True,
) -> int:
    """Play actions of a side as one order, write them down, and show what changed; its step then.

    ``expect`` and ``revision`` say what the player saw; if the game has moved on since, nothing is done.
    Then, unless told otherwise, standing preferences answer what comes up.
    """
    if not order:
        raise Malformed("an order needs at least one action")
    ahead = expect is not None and expect > live.game.steps_known(side)
    async with hold(service, live, fresh=ahead):
        game = live.game
        check_stale(live, side, expect, revision)
        before = game.step
        turn = live.turn
        steps: list[Step] = []
        _play_or_wait(game, _atoms(game, order, reasons, turn, steps), side)
        steps = steps[: game.step - before]
        async with _written(service, live, before):
            await journal.append(service.store, live, before, steps, user)
        step = game.steps_known(side)
        service.exchange.show_change(live)
    await changed(service, live)
    if follow:
        await follow_preferences(service, live)
    return step


def _play_or_wait(game: Game, atoms: Iterator[Action], side: str) -> None:
    """Play an order; in a game that came by mail as far as it needs no dice, and the rest waits for them."""
    if game.outbox:
        raise Refusal((), "an order waits for dice: send your reply, or take the order back")
    before = game.step
    try:
        game.play_all(atoms, side)
    except Sealed:
        if game.mail is None or not game.outbox:
            game.forget(before)
            raise
    except Exception:
        if game.step != before:
            game.forget(before)
        raise


async def follow_preferences(service: Service, live: Live) -> None:
    """Answer for players what their standing preferences answer, until somebody has to be asked."""
    for _ in range(MOST_ANSWERS):
        found = await standing.answer_for(service.store, live)
        if found is None:
            return
        side, action = found
        expect, user = live.game.steps_known(side), live.seats[side].user
        try:
            await carry_out(service, live, side, (action,), expect=expect, user=user, follow=False)
        except Stale:
            return  # somebody else was quicker, and what he did is followed up by him


async def carry_out_orders(
    service: Service,
    live: Live,
    side: str,
    orders: Sequence[tuple[Sequence[Action], Sequence[str]]],
    revision: int,
    *,
    user: str = "",
) -> bool:
    """Play several orders of a computer player, with their reasons; False if the game has moved on.

    Each is an order of its own, to be taken back by itself.
    """
    async with hold(service, live):
        if live.revision != revision:
            return False
        game = live.game
        before = game.step
        steps: list[Step] = []
        turn = live.turn
        try:
            for order, reasons in orders:
                await asyncio.sleep(0)  # many orders together take a while: let others have their turn
                start = len(steps)
                first = game.step
                game.play_all(_atoms(game, order, reasons, turn, steps), side)
                del steps[start + game.step - first :]
        except BaseException:
            game.forget(before)
            raise
        async with _written(service, live, before):
            await journal.append(service.store, live, before, steps, user)
        service.exchange.show_change(live)
    await changed(service, live)
    await follow_preferences(service, live)
    return True


async def take_mail(service: Service, live: Live, text: str, user: str) -> None:
    """Play the steps of a reply that came by mail; hold the lock.

    If the game refuses a step, those before it stand, and the refusal is passed on.
    """
    check_stale(live, "", None, None)
    game = live.game
    before = game.step
    refused: Refusal | None = None
    try:
        save.mail_in_text(game, text)
    except Stale as stale:
        raise Problem(
            409,
            "stale",
            f"the reply answers what you sent at step {stale.had}, and the game is at step {stale.needed}: "
            "it was taken in already, or the game went on without it",
            step=stale.needed,
        ) from None
    except Refusal as refusal:
        refused = refusal
    if game.step > before:
        turn = live.turn
        steps = [Step(actions.as_words(entry.action), turn) for entry in game.journal[before:]]
        async with _written(service, live, before):
            await journal.append(service.store, live, before, steps, user)
        service.exchange.show_change(live)
    if refused is not None and game.step > before:
        played = f"{game.step - before} steps of the reply were played; the next was refused"
        raise Refusal(refused.rules, f"{played}: {refused.reason}", refused.needed, refused.had)
    if refused is not None:
        raise refused


def check_stale(live: Live, side: str, expect: int | None, revision: int | None) -> None:
    """Stale if a player has not seen the game as his side may know it; Refusal if it was claimed on time."""
    if live.outcome is not None and not live.game.over:
        raise Refusal((), f"the game is over: {live.outcome}")
    step = live.game.steps_known(side)
    if expect is not None and expect != step:
        raise Stale(expect, step)
    if revision is not None and revision != (current := live.revision_for(side)):
        raise Problem(409, "stale", "the game has changed since you looked", step=step, revision=current)


def _atoms(
    game: Game, order: Iterable[Action], reasons: Sequence[str], turn: str, steps: list[Step]
) -> Iterator[Action]:
    """The atomic actions of an order, one by one as the game goes on, each put into words before."""
    for number, action in enumerate(order):
        reason = reasons[number] if number < len(reasons) else ""
        parts = game.title.expand(game, action) if not game.over else None
        for atom in (action,) if parts is None else parts:
            if game.over:
                raise Refusal((), f"the game is over: {game.outcome}")
            steps.append(Step(game.title.describe(game.position, atom), turn, reason))
            yield atom


@asynccontextmanager
async def _written(service: Service, live: Live, before: int) -> AsyncIterator[None]:
    """If what is done in this block fails, the game in memory is again as it was after ``before`` steps."""
    try:
        yield
    except Conflict:
        live.game.forget(before)
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise Stale(before, live.game.step) from None
    except BaseException as wrong:
        # Whether a commit that failed half way was done, only the database knows: look before going on.
        live.game.forget(before)
        live.doubtful = True
        if isinstance(wrong, SQLAlchemyError):
            log.warning("a step of game %s could not be written: %s", live.id, wrong)
        raise


async def undo(service: Service, live: Live, side: str, expect: int | None, user: str = "") -> int:
    """Take back the last order of a side, if the rules of undoing allow it; the step then."""
    async with hold(service, live):
        game = live.game
        check_stale(live, side, expect, None)
        back = before_last_order(game, side)
        await _go_back(service, live, back, user, stir=False)
        step = live.game.steps_known(side)
    await changed(service, live)
    return step


async def roll_back(service: Service, live: Live, step: int, user: str = "") -> int:
    """Go back to a step whatever was seen since; hold the lock. The step then."""
    if not 0 <= step <= live.game.step:
        raise Malformed(f"there is no step {step}; the game is at step {live.game.step}")
    check_reach(live.game, step)
    await _go_back(service, live, step, user, stir=True)
    return live.game.step


async def _go_back(service: Service, live: Live, back: int, user: str, stir: bool) -> None:
    await journal.station_before(service.store, live, back)
    twin = live.game.branch()  # the game itself stays as it is until the database agrees
    if stir:
        twin.rollback(back)
    else:
        twin.forget(back)
    steps = [Step("the dice were stirred")] * (twin.step - back)
    before, live.game = live.game, twin
    try:
        await journal.truncate(service.store, live, back, steps, user)
    except Conflict:
        live.game = before
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise Stale(before.step, live.game.step) from None
    except BaseException:
        live.game = before
        live.doubtful = True
        raise
    service.exchange.show_change(live)


async def propose(service: Service, live: Live, side: str, step: int, agreed: tuple[str, ...] = ()) -> None:
    """Ask the others to go back to a step, or write who agrees; hold the lock."""
    proposal = Proposal(side, step, live.revision + 1, agreed or (side,))
    row = {
        "game": live.id,
        "side": side,
        "step": step,
        "revision": proposal.revision,
        "agreed": msgspec.json.encode(proposal.agreed).decode(),
        "at": now(),
    }
    await _put_proposal(service, live, proposal, row)


async def withdraw(service: Service, live: Live) -> None:
    """Drop what was proposed; hold the lock."""
    await _put_proposal(service, live, None, None)


async def _put_proposal(
    service: Service, live: Live, proposal: Proposal | None, row: dict[str, object] | None
) -> None:
    try:
        async with service.store.writing() as connection:
            revision = await journal.touch(service.store, live, connection)
            await connection.execute(delete(tables.proposal).where(tables.proposal.c.game == live.id))
            if row is not None:
                await connection.execute(insert(tables.proposal), row)
    except Conflict:
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise Problem(409, "stale", "the game has changed since you looked", step=live.game.step) from None
    live.revision, live.proposal = revision, proposal
    service.exchange.show_change(live)


async def changed(service: Service, live: Live) -> None:
    """Let everybody who waits for changes of a game know; what fails there is no fault of the change."""
    for call in service.after_change:
        try:
            found = call(live)
            if inspect.isawaitable(found):
                await found
        except Exception:
            log.exception("after a change of game %s", live.id)
