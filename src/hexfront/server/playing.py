"""Playing in a game that is kept in a database: all or nothing, in memory and on disk.

People and computer players go the same way. Every change is first made in memory, where the engine
checks it, then written in one transaction, then shown. If it cannot be written, the game in memory goes
back to where it was.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import takewhile

import msgspec
from sqlalchemy import delete, insert
from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel import actions, preferences
from hexfront.kernel.actions import Action, FreshDice
from hexfront.kernel.errors import HexfrontError, Malformed, Refusal, Sealed, Stale
from hexfront.kernel.game import Game, Watch
from hexfront.kernel.mail import mail_in_bytes
from hexfront.kernel.preferences import Chosen
from hexfront.kernel.title import REFEREE
from hexfront.server import changes, commands, fresh, journal, standing
from hexfront.server import store as tables
from hexfront.server.commands import Judge
from hexfront.server.journal import Conflict, Proposal, Step
from hexfront.server.live import Live
from hexfront.server.mail import before_last_order, check_reach
from hexfront.server.problems import Problem
from hexfront.server.service import Service
from hexfront.server.store import now, said_by

log = logging.getLogger("hexfront.server")


@asynccontextmanager
async def hold(service: Service, live: Live, fresh: bool = False) -> AsyncIterator[None]:
    """Hold a game, and make sure that it is as the database says where another process may have written."""
    async with live.lock:
        if live.doubtful or fresh or not service.store.is_sqlite:
            if await service.hall.refresh(live):
                service.exchange.show_change(live)
        yield


class ToWhom(msgspec.Struct, frozen=True):
    """Who is answered: the side by whose count of steps, and whether it is shown what has changed."""

    side: str = REFEREE
    show: bool = False


NOBODY = ToWhom()


class Carried(msgspec.Struct, frozen=True):
    """What came of a change, as who is answered counts: the step and the revision then, and what is shown."""

    step: int
    revision: int
    shown: bytes | None


def _show(service: Service, live: Live, to: ToWhom) -> Carried:
    """Show a change to all who follow the game, and to who wants it in the answer; hold the lock."""
    sent = service.exchange.show_change(live)
    shown = (sent.get(to.side) or changes.whole(live, to.side)) if to.show else None
    return Carried(live.game.steps_known(to.side), live.revision_for(to.side), shown)


class _Minutes:
    """Takes down what is played, each step in words before it is done."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.game = live.game
        self.before = live.game.step
        self._taken: list[Step] = []

    def watch(self, reasons: Sequence[str] = (), user: str = "", judge: Judge | None = None) -> Watch:
        """Something that hears the steps of an order; ``reasons`` are those of its actions.

        ``judge`` hears each first, and refuses the order if somebody else should have given it.
        """
        turn = self.live.turn

        def heard(number: int, atom: Action) -> None:
            if judge is not None:
                judge(atom)
            reason = reasons[number] if number < len(reasons) else ""
            del self._taken[self.game.step - self.before :]  # what was heard and then refused
            words = self.game.title.describe(self.game.position, atom)
            self._taken.append(Step(words, turn, reason, user))

        return heard

    def steps(self) -> list[Step]:
        """One for each step that the game has made."""
        return self._taken[: self.game.step - self.before]


async def carry_out(
    service: Service,
    live: Live,
    side: str,
    order: Sequence[Action],
    *,
    expect: int | None = None,
    revision: int | None = None,
    user: str = "",
    show: bool = False,
) -> Carried:
    """Play actions of a side as one order, and what standing preferences then answer; write and show it.

    ``expect`` and ``revision`` say what the player saw; if the game has moved on since, nothing is done. If
    a part of the order is refused, those before it stand if they can no longer be taken back, and the refusal
    is passed on.
    """
    if not order:
        raise Malformed("an order needs at least one action")
    ahead = expect is not None and expect > live.game.steps_known(side)
    async with hold(service, live, fresh=ahead):
        check_stale(live, side, expect, revision)
        chosen = await standing.in_force(service.store, live)
        game, minutes = live.game, _Minutes(live)
        if game.outbox:
            raise Refusal((), "an order waits for dice: send your reply, or take the order back")
        judge = commands.judge(live, side, user)
        refused: HexfrontError | None = None
        try:
            game.play_all(order, side, minutes.watch(user=user, judge=judge), stand=True)
        except Sealed:  # in a game that came by mail it is played as far as it needs no dice, and waits
            if game.mail is None or not game.outbox:
                game.forget(minutes.before)
                raise
        except Exception as wrong:
            if game.step == minutes.before:
                raise
            if not isinstance(wrong, HexfrontError):
                log.exception("an order in game %s", live.id)
            refused = _in_part(wrong, game.step - minutes.before)
        _settle(live, chosen, minutes)
        await _write_down(service, live, minutes)
        carried = _show(service, live, ToWhom(side, show))
    await changed(service, live)
    if refused is not None:
        raise refused
    return carried


def _in_part(wrong: Exception, steps: int) -> HexfrontError:
    """What is said of an order that was played in part."""
    stands = f"the first part of the order stands ({steps} steps)"
    if not isinstance(wrong, HexfrontError):
        return Problem(500, "bug", f"{stands}; then something went wrong in the server")
    if not isinstance(wrong, Refusal):
        return wrong
    return Refusal(wrong.rules, f"{stands}; the next was refused: {wrong.reason}", wrong.needed, wrong.had)


async def _write_down(service: Service, live: Live, minutes: _Minutes) -> None:
    """Write what was played; hold the lock. If it cannot be written, it was not played."""
    async with _written(service, live, minutes.before):
        await journal.append(service.store, live, minutes.before, minutes.steps())


def _settle(live: Live, chosen: Mapping[str, Chosen], minutes: _Minutes) -> None:
    """Answer for players what their standing preferences answer, until somebody has to be asked."""
    if live.outcome is not None:
        return
    try:
        preferences.settle(live.game, chosen, lambda side: minutes.watch(user=standing.keeper(live, side)))
    except Exception:  # what was played before stands: its player has done nothing wrong
        log.exception("standing preferences in game %s", live.id)


async def follow_preferences(service: Service, live: Live) -> None:
    """Answer what standing preferences answer now, as when somebody has just set them."""
    async with hold(service, live):
        minutes = _Minutes(live)
        _settle(live, await standing.in_force(service.store, live), minutes)
        if not minutes.steps() and not live.game.outbox:
            return
        await _write_down(service, live, minutes)
        service.exchange.show_change(live)
    await changed(service, live)


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

    Each is an order of its own, to be taken back by itself. One that cannot be played to its end stands as
    far as it was seen, as it does where it was thought of.
    """
    async with hold(service, live):
        if live.revision != revision:
            return False
        chosen = await standing.in_force(service.store, live)
        minutes = _Minutes(live)
        try:
            for order, reasons in orders:
                await asyncio.sleep(0)  # many orders together take a while: let others have their turn
                before = live.game.step
                try:
                    live.game.play_all(order, side, minutes.watch(reasons, user), stand=True)
                except Refusal:
                    if live.game.step == before:
                        raise
        except BaseException:
            live.game.forget(minutes.before)
            raise
        _settle(live, chosen, minutes)
        await _write_down(service, live, minutes)
        service.exchange.show_change(live)
    await changed(service, live)
    return True


async def take_mail(service: Service, live: Live, data: bytes, user: str) -> None:
    """Play the steps of a reply that came by mail; hold the lock.

    If the game refuses a step, those before it stand, and the refusal is passed on.
    """
    check_stale(live, "", None, None)
    game = live.game
    before = game.step
    refused: Refusal | None = None
    try:
        mail_in_bytes(game, data)
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
        steps = [Step(actions.as_words(entry.action), turn, user=user) for entry in game.journal[before:]]
        async with _written(service, live, before):
            await journal.append(service.store, live, before, steps)
        service.exchange.show_change(live)
    if refused is not None and game.step > before:
        played = f"{game.step - before} steps of the reply were played; the next was refused"
        raise Refusal(refused.rules, f"{played}: {refused.reason}", refused.needed, refused.had)
    if refused is not None:
        raise refused


def moved_on() -> Problem:
    """What is said to one whose change another process has overtaken; he asks anew how far the game is."""
    return Problem(409, "stale", "the game has changed since you looked")


def check_stale(live: Live, side: str, expect: int | None, revision: int | None) -> None:
    """Stale if a player has not seen the game as his side may know it; Refusal if it was claimed on time."""
    if live.outcome is not None and not live.game.over:
        raise Refusal((), f"the game is over: {live.outcome}")
    step = live.game.steps_known(side)
    if expect is not None and not step - _dice_since(live.game, side) <= expect <= step:
        raise Stale(expect, step)
    if revision is not None and revision != (current := live.revision_for(side)):
        raise Problem(409, "stale", "the game has changed since you looked", step=step, revision=current)


def _dice_since(game: Game, side: str) -> int:
    """How many of the last steps that a side knows have only brought fresh dice: its question is the same."""
    known = (at for at in range(game.step - 1, -1, -1) if game.is_known(at, side))
    fresh_dice = takewhile(lambda at: isinstance(game.journal[at].action, FreshDice), known)
    return sum(1 for _ in fresh_dice)


@asynccontextmanager
async def _written(service: Service, live: Live, before: int) -> AsyncIterator[None]:
    """If what is done in this block fails, the game in memory is again as it was after ``before`` steps."""
    try:
        yield
    except Conflict:
        live.game.forget(before)
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise moved_on() from None
    except BaseException as wrong:
        # Whether a commit that failed half way was done, only the database knows: look before going on.
        live.game.forget(before)
        live.doubtful = True
        if isinstance(wrong, SQLAlchemyError):
            log.warning("a step of game %s could not be written: %s", live.id, said_by(wrong))
        raise


@asynccontextmanager
async def amending(live: Live) -> AsyncIterator[None]:
    """Change a game otherwise than by playing; if that fails, it is in memory again as it was. Hold it."""
    before = live.game.step
    try:
        yield
    except BaseException as wrong:
        if live.game.step > before:
            live.game.forget(before)
            live.doubtful = True
        if not isinstance(wrong, Conflict):
            raise
        live.doubtful = True
        raise moved_on() from None


async def undo(
    service: Service, live: Live, side: str, expect: int | None, user: str = "", *, show: bool = False
) -> Carried:
    """Take back the last order of a side, if the rules of undoing allow it."""
    async with hold(service, live):
        game = live.game
        check_stale(live, side, expect, None)
        back = before_last_order(game, side)
        await commands.check_undo(service.store, live, side, user, back)
        carried = await _go_back(service, live, back, user, to=ToWhom(side, show), stir=False)
    await changed(service, live)
    return carried


async def roll_back(service: Service, live: Live, step: int, user: str = "", to: ToWhom = NOBODY) -> Carried:
    """Go back to a step whatever was seen since; hold the lock."""
    if not 0 <= step <= live.game.step:
        raise Malformed(f"there is no step {step}; the game is at step {live.game.step}")
    check_reach(live.game, step)
    return await _go_back(service, live, step, user, to=to, stir=True)


async def _go_back(service: Service, live: Live, back: int, user: str, *, to: ToWhom, stir: bool) -> Carried:
    twin = live.game.branch()  # the game itself stays as it is until the database agrees
    await journal.take_station(service.store, live, twin, back)
    steps: list[Step] = []
    if stir and live.shared:
        twin.forget(back)
        steps = [fresh.renew(twin)] if fresh.may_be_known(live, back) else []
    elif stir:
        twin.rollback(back)
        steps = [Step("the dice were stirred", user=user)] * (twin.step - back)
    else:
        twin.forget(back)
    before, live.game = live.game, twin
    opened = any(entry.opened for entry in before.journal[back:])  # then steps are counted in another way
    live.back_to = -1 if opened else back
    try:
        await journal.truncate(service.store, live, back, steps)
    except Conflict:
        live.game = before
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise moved_on() from None
    except BaseException:
        live.game = before
        live.doubtful = True
        raise
    return _show(service, live, to)


async def propose(
    service: Service, live: Live, side: str, step: int, agreed: tuple[str, ...] = (), *, to: ToWhom = NOBODY
) -> Carried:
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
    return await _put_proposal(service, live, proposal, row, to)


async def withdraw(service: Service, live: Live, to: ToWhom = NOBODY) -> Carried:
    """Drop what was proposed; hold the lock."""
    return await _put_proposal(service, live, None, None, to)


async def _put_proposal(
    service: Service, live: Live, proposal: Proposal | None, row: dict[str, object] | None, to: ToWhom
) -> Carried:
    try:
        async with service.store.writing() as connection:
            revision = await journal.touch(service.store, live, connection)
            await connection.execute(delete(tables.proposal).where(tables.proposal.c.game == live.id))
            if row is not None:
                await connection.execute(insert(tables.proposal), row)
    except Conflict:
        await service.hall.refresh(live)
        service.exchange.show_change(live)
        raise moved_on() from None
    live.revision, live.proposal = revision, proposal
    return _show(service, live, to)


async def changed(service: Service, live: Live) -> None:
    """Let everybody who waits for changes of a game know; what fails there is no fault of the change."""
    for call in service.after_change:
        try:
            found = call(live)
            if inspect.isawaitable(found):
                await found
        except Exception:
            log.exception("after a change of game %s", live.id)
