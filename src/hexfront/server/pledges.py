"""Dice that nobody chose: how the people of a shared game make them, each with a secret from his browser.

A game gets fresh dice of the server's own whenever somebody sits down in it (`hexfront.server.fresh`). Then
everybody who plays is asked for a share in the next ones, and the server gives one, too:

1. each browser draws a secret and promises it by its commitment; the first promise opens a round, for which
   the server promises a secret of its own;
2. when all have promised, each sees the promises of all and gives his secret to the server;
3. with the last secret the dice are made of all of them (`hexfront.kernel.fairness`): a step of the referee.

Nobody waits for this: play goes on with the dice there are. While these are the server's own, those who have
not promised in time are left out of the round; they are asked again for the next one, and until that is done
the dice of the others are used. Who promised and does not give his secret is waited for.

A round belongs to one key and to certain people. With other dice or other people it is worth nothing.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Litestar, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.kernel import fairness
from hexfront.kernel.dice import derived
from hexfront.kernel.fairness import HOST, JOINT
from hexfront.kernel.title import REFEREE
from hexfront.server import fresh, journal
from hexfront.server import store as tables
from hexfront.server.journal import Conflict, Step
from hexfront.server.live import Live
from hexfront.server.people import User
from hexfront.server.play import seated
from hexfront.server.playing import amending, changed, hold
from hexfront.server.problems import Problem, errors
from hexfront.server.questions import SideWord
from hexfront.server.service import Service
from hexfront.server.store import now

WAIT = 15.0  # seconds until those who have not promised are left out

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$(?!\\n)")]


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"side": "as"}):
    """A promise, and the secret when all have promised; ``round`` is the server's promise in that round.

    Who has lost a secret begins the round ``anew`` with another promise.
    """

    side: SideWord
    promise: Hash
    secret: Hash | None = None
    round: Hash | None = None
    anew: bool = False


class DiceShown(msgspec.Struct, frozen=True):
    """Who made the dice of a game, and how far the next ones are.

    ``made`` and ``absent`` tell who had a share in those that are used now, by sides and ``host``. ``wanted``
    are the sides that are asked for a share, if any are; ``promises`` what each has promised, ``round`` that
    of the server; ``given`` who has given his secret. ``wait`` is in how many seconds the secrets are asked
    for: 0 if now, none if only when all have promised.
    """

    made: tuple[str, ...]
    absent: tuple[str, ...]
    wanted: tuple[str, ...]
    round: str
    promises: dict[str, str]
    given: tuple[str, ...]
    wait: float | None


class Round(msgspec.Struct):
    """The promises for one key, and the secrets given so far; ``basis`` says for which dice and people."""

    game: str
    basis: str
    begun: float
    promises: dict[str, str] = {}
    secrets: dict[str, str] = {}

    @property
    def people(self) -> list[str]:
        return [party for party in self.promises if party != HOST]

    @property
    def is_open(self) -> bool:
        """Whether one can still promise: nobody has given a secret but the server."""
        return not any(party in self.secrets for party in self.people)

    @property
    def is_complete(self) -> bool:
        return bool(self.people) and self.promises.keys() == self.secrets.keys()


# Who is asked


def wanted(service: Service, live: Live) -> tuple[str, ...]:
    """The sides that are asked for a share in the next dice, one for each person; none if all have one."""
    if not service.settings.hosted or not live.shared or live.outcome is not None:
        return ()
    people: dict[str, str] = {}
    for side, seat in sorted(live.seats.items()):
        if seat.kind == "human":
            people.setdefault(seat.user, side)
    sides = tuple(people.values())
    made = fairness.made_by(live.game)
    have = fairness.parties(made) if made else ()
    return () if set(sides) <= set(have) else sides


def _basis(live: Live, sides: tuple[str, ...]) -> str:
    """What a round belongs to: the dice that are used now, and who is asked."""
    people = " ".join(f"{side}:{live.seats[side].user}" for side in sides)
    return derived(str(live.game.position.dice.key), f"shares of {people}")


def _wait(live: Live, sides: tuple[str, ...], found: Round) -> float | None:
    """In how many seconds the secrets are asked for; None if only when all have promised."""
    if not found.is_open or set(sides) <= set(found.promises):
        return 0.0
    made = fairness.made_by(live.game)
    if made is not None and made.source == JOINT:
        return None
    return max(0.0, WAIT - (now() - found.begun))


def _shown(live: Live, sides: tuple[str, ...], found: Round | None) -> DiceShown:
    made = fairness.made_by(live.game)
    parties = fairness.parties(made) if made else ()
    absent = made.absent if made else ()
    if not sides or found is None:
        return DiceShown(parties, absent, sides, "", {}, (), None)
    given = tuple(side for side in found.people if side in found.secrets)
    wait = _wait(live, sides, found)
    return DiceShown(parties, absent, sides, found.promises[HOST], found.promises, given, wait)


# Rounds in the database


async def _read(connection: AsyncConnection, live: Live, sides: tuple[str, ...]) -> Round | None:
    """The round that is open for the dice and people there are; None if there is none."""
    pledge, basis = tables.pledge, _basis(live, sides)
    rows = await connection.execute(select(pledge).where(pledge.c.game == live.id, pledge.c.basis == basis))
    found: Round | None = None
    for row in sorted(rows.mappings(), key=lambda row: row["party"] != HOST):  # who opened it comes first
        if found is None:
            found = Round(live.id, basis, row["at"])
        found.promises[row["party"]] = row["promise"]
        if row["secret"]:
            found.secrets[row["party"]] = row["secret"]
    return found


async def _begin(connection: AsyncConnection, live: Live, sides: tuple[str, ...]) -> Round:
    """Open a round with a promise of the server, in place of any other."""
    await _forget(connection, live.id)
    found = Round(live.id, _basis(live, sides), now())
    secret = fairness.new_secret()
    await _promise(connection, found, HOST, fairness.commitment(HOST, secret))
    await _give(connection, found, HOST, secret)
    return found


async def _promise(connection: AsyncConnection, found: Round, party: str, promise: str) -> None:
    row = {"game": found.game, "party": party, "basis": found.basis, "promise": promise, "at": now()}
    await connection.execute(insert(tables.pledge), row)
    found.promises[party] = promise


async def _give(connection: AsyncConnection, found: Round, party: str, secret: str) -> None:
    pledge = tables.pledge
    here = pledge.c.game == found.game, pledge.c.party == party
    await connection.execute(update(pledge).where(*here).values(secret=secret))
    found.secrets[party] = secret


async def _forget(connection: AsyncConnection, game_id: str) -> None:
    await connection.execute(delete(tables.pledge).where(tables.pledge.c.game == game_id))


# Taking part


@get("/api/games/{game_id:str}/dice", responses=errors())
async def get_dice(
    service: NamedDependency[Service], user: NamedDependency[User], game_id: FromPath[str]
) -> DiceShown:
    """Who made the dice of a game, and who is asked for a share in the next ones."""
    live = await service.game(game_id, user)
    async with hold(service, live):
        sides = wanted(service, live)
        async with service.store.reading() as connection:
            return _shown(live, sides, await _read(connection, live, sides) if sides else None)


@post("/api/games/{game_id:str}/dice", status_code=200, responses=errors(409, 422))
async def post_share(
    service: NamedDependency[Service],
    user: NamedDependency[User],
    game_id: FromPath[str],
    data: JSONBody[Share],
) -> DiceShown:
    """Promise a secret for the next dice, or give the one that was promised."""
    live = await seated(service, user, game_id, data.side)
    service.limiter.count("dice", user.id)
    async with hold(service, live):
        sides = wanted(service, live)
        if data.side not in sides:  # the dice are made, or one speaks for another side
            return _shown(live, sides, None)
        before, committed = live.game.step, None
        async with amending(live), service.store.writing() as connection:
            await _alone(connection, live)
            found = None if data.anew else await _read(connection, live, sides)
            found = found or await _begin(connection, live, sides)
            await _take(connection, live, sides, found, data)
            if found.is_complete:
                revision = await journal.touch(service.store, live, connection)
                step = _make(live, sides, found)
                committed = await journal.append_within(connection, live, revision, before, [step])
                await _forget(connection, live.id)
            await service.store.notify(connection, f"dice:{live.id}:0")
        if committed is None:
            service.exchange.tell(live.id, {"type": "dice"})
            return _shown(live, sides, found)
        committed()
        live.revision = revision
        service.exchange.show_change(live)
        shown = _shown(live, wanted(service, live), None)
    await changed(service, live)
    return shown


async def _alone(connection: AsyncConnection, live: Live) -> None:
    """Keep other processes from the round for this transaction; Conflict if one has moved the game on."""
    game = tables.game
    row = await connection.execute(select(game.c.revision).where(game.c.id == live.id).with_for_update())
    if row.scalar() != live.revision:
        raise Conflict("the game was changed by another process")


async def _take(
    connection: AsyncConnection, live: Live, sides: tuple[str, ...], found: Round, data: Share
) -> None:
    """Write down a promise or a secret."""
    promised = found.promises.get(data.side)
    if promised is None:
        if found.is_open:  # else he is asked for the next dice
            await _promise(connection, found, data.side, data.promise)
        return
    if promised != data.promise:
        raise Problem(409, "promise", "you have promised another secret, perhaps from another browser")
    if data.secret is None or data.round != found.promises[HOST] or _wait(live, sides, found) != 0.0:
        return
    if fairness.commitment(data.side, data.secret) != promised:
        raise Problem(422, "promise", "this is not the secret that was promised")
    await _give(connection, found, data.side, data.secret)


def _make(live: Live, sides: tuple[str, ...], found: Round) -> Step:
    """Give the game the dice that all secrets make; what is written beside the step."""
    turn = live.turn
    absent = [side for side in sides if side not in found.promises]
    live.game.play(fairness.fresh_dice(found.promises, found.secrets, absent), REFEREE)
    return Step(fresh.WORDS, turn)


# Telling


def set_up(app: Litestar, service: Service) -> None:
    """Tell those at a table whenever a share of somebody is wanted, or no longer."""

    def nudge(live: Live) -> None:
        if not live.shared:
            return
        sides = wanted(service, live)
        basis = _basis(live, sides) if sides else ""
        if basis != live.shares:
            live.shares = basis
            service.exchange.tell(live.id, {"type": "dice"})

    async def heard(game_id: str, _: int) -> None:
        service.exchange.tell(game_id, {"type": "dice"})

    service.after_change.append(nudge)
    if service.listener is not None:
        service.listener.after.append(nudge)
        service.listener.others["dice"] = heard


handlers = [get_dice, post_share]
