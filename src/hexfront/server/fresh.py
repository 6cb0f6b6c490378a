"""Dice of games that people share: nobody knows them beforehand.

Whoever began a game may know its dice: he gave its seed, brought it in from a file, or took a file of it
while he was alone. So a game gets fresh dice whenever a person sits down in it who is not alone in it; and
from then on nobody gets a file that holds them until the game is over, whoever sits where.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.kernel.actions import FreshDice, RefereeAction
from hexfront.kernel.fairness import HOST, new_secret
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from hexfront.server.journal import Step
from hexfront.server.live import Live
from hexfront.server.people import Seat, User, arrived, holds_all
from hexfront.server.problems import Problem

WORDS = "fresh dice"


def is_shared(live: Live, seats: Mapping[str, Seat]) -> bool:
    """Whether others than its owner have ever played in a game, or do so in these seats, here or by mail."""
    others = (seat.kind == "human" and seat.user != live.owner for seat in seats.values())
    return live.shared or any(others) or is_mailed(live.game, seats)


def is_mailed(game: Game, seats: Mapping[str, Seat]) -> bool:
    """Whether a true game is one of which somebody is sent files."""
    return game.mail is None and any(seat.kind == "mail" for seat in seats.values())


def are_due(live: Live, seats: Mapping[str, Seat]) -> bool:
    """Whether a game needs fresh dice because of who sits down in these seats."""
    return live.outcome is None and is_shared(live, seats) and bool(arrived(live.seats, seats))


def may_be_known(live: Live, back: int) -> bool:
    """Whether somebody may know the dice a game would have if it went back to a step.

    Some may have fallen since, or they may be those from before all were here, or the game was over and its
    dice could be read.
    """
    since = live.game.journal[back:]
    fell = any(entry.rolls or isinstance(entry.action, RefereeAction) for entry in since)
    return fell or live.outcome is not None


def renew(game: Game, turn: str = "") -> Step:
    """Give a game dice that nobody knows; what is written beside the step."""
    game.play(FreshDice(new_secret(), HOST), REFEREE)
    return Step(WORDS, turn)


def may_have_whole(live: Live, user: User) -> bool:
    """Whether a user may have the whole of a game: its dice, and the secrets of all sides."""
    return live.outcome is not None or (not live.shared and holds_all(user, live.seats))


def check_whole(live: Live, user: User) -> None:
    """Problem 403 unless a user may have the whole of a game."""
    if may_have_whole(live, user):
        return
    if live.shared:
        raise Problem(403, "secret", "several people have played in this game; wait until it is over")
    raise Problem(403, "secret", "the whole game holds the other side's secrets; wait until it is over")
