"""One number for what a staff orders in fixed positions: it changes exactly when an order does.

The positions are reached by lot from a fixed seed, so that they depend on no staff. In each of them the
staff plays both sides for a turn. Whoever changes a staff names the number before and after; whoever only
tidies must not change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import msgspec

from hexfront.ai.course import play_out, table_of
from hexfront.kernel.actions import as_words
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title

SEED = 1914
LED_BY = "random"  # who leads to the positions


class Mark(msgspec.Struct, frozen=True):
    """What a staff did with a position: the number of its orders, and a number for what they were."""

    scenario: str
    turns: int  # after which the position was taken
    level: str
    orders: int
    number: str


def marks(title: Title, scenario: str, turns: Sequence[int], levels: Sequence[str]) -> Iterator[Mark]:
    """The marks of one scenario after so many turns."""
    game = new_game(title, scenario, SEED)
    game.digest_every = 0
    played = 0
    for after in sorted(turns):
        if after > played:
            play_out(game, table_of(game, dict.fromkeys(title.sides, LED_BY), SEED), turns=after - played)
            played = after
        if game.over:
            return
        for level in levels:
            orders, number = _orders(game.branch(), level)
            yield Mark(f"{title.name}/{scenario}", after, level, orders, number)


def _orders(game: Game, level: str) -> tuple[int, str]:
    game.digest_every = 0
    digest = blake2b(digest_size=6)
    given = 0

    def heard(game: Game, side: str, order: Order) -> None:
        nonlocal given
        given += 1
        digest.update(f"{side} {as_words(order.action)}\n".encode())

    course = play_out(
        game, table_of(game, dict.fromkeys(game.title.sides, level), SEED), turns=1, heard=heard
    )
    digest.update(course.broken.encode())
    return given, digest.hexdigest()


def number_of(found: Sequence[Mark]) -> str:
    """One number for all."""
    digest = blake2b(digest_size=4)
    for mark in found:
        digest.update(f"{mark.scenario} {mark.turns} {mark.level} {mark.number}\n".encode())
    return digest.hexdigest()
