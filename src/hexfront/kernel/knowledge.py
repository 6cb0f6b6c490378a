"""Games as a side knows them: for asking "what if", and for sending by mail, without telling the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

import msgspec

from hexfront.kernel.actions import Action, FreshDice, Premise
from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.position import P
from hexfront.kernel.records import Entry
from hexfront.kernel.showing import Forecast
from hexfront.kernel.title import OBSERVER, REFEREE


class Known(msgspec.Struct, Generic[P], frozen=True):
    """What a side knows of the order under way: the position it began in, its steps, and how many it tells.

    ``position`` has no dice of its own but those that have fallen in the steps.
    """

    position: P
    steps: tuple[Entry, ...]
    events: int


def known_order(game: Game[P], side: str, *, own: bool = True, answering: bool = True) -> Known[P]:
    """The last station as a side may know it, and the steps since then that it may know.

    Steps of others are needed by whoever is asked in the middle of their order, to understand it. To all
    others they would tell what is hidden, such as the name of the piece another has in hand: they begin
    before the order, and of what has happened in it they have what was told. If another is asked in the
    middle of an order of one's own, what he is asked about may be hidden, too: without ``own`` steps one
    begins before that order as well. When the game is over nothing is left to hide, and all see how it ended.

    Not ``answering``, nobody needs another's order: he answers elsewhere, and begins before it although he
    is asked.
    """
    station = game.stations[-1]
    upto, now = game.step, game.position
    since = range(station.step, game.step)
    follows = game.decision_of(side) is not None and (
        answering or all(game.journal[at].by == side for at in since)
    )
    if not follows and not game.over:
        shut = [at for at in since if game.journal[at].by != side and game.is_known(at, side)]
        if not own:
            shut += [at for at in since if game.is_known(at, OBSERVER)]
        upto = min(shut, default=game.step)
        if upto < game.step:
            now = game.branch(upto).position
    seen = [at for at in range(station.step, upto) if game.over or game.is_known(at, side)]
    steps = tuple(entry for at in seen if (entry := game.journal[at]).by != REFEREE)
    position = station.position.copy() if game.over else game.title.redact(station.position, side, now)
    fallen = tuple(roll.value for entry in steps for roll in entry.rolls)
    withheld = (game.journal[at] for at in game.steps_withheld(side) if at < station.step)
    left = (*now.premises, *_put_away(game, station.step, upto))
    position.premises = _used(game.premises_told(upto), left)
    position.dice = unknown_dice(station.position.dice, fallen)
    position.dice.thrown -= sum(len(entry.rolls) for entry in withheld)
    return Known(position, steps, station.events)


def _put_away(game: Game[P], since: int, upto: int) -> Iterator[Premise]:
    """The premises that fresh dice have made worth nothing between two steps."""
    for at in range(since, upto):
        if isinstance(game.journal[at].action, FreshDice):
            yield from game.branch(at).position.premises


def _used(told: Sequence[Premise], left: Iterable[Premise]) -> tuple[Premise, ...]:
    """Of the premises that were told, those that have been used; those to come are as secret as the dice."""
    used = list(told)
    for each in left:
        used.remove(each)
    return tuple(used)


def known_game(game: Game[P], side: str, guess: int | None = None) -> Game[P]:
    """The game as a side knows it, with dice that will not fall as the true ones do.

    As in a game sent by mail, it begins at the last station and repeats what the side has seen since. With a
    guess, what the side cannot know is filled in (`Title.suppose`), so that the game can be played on.
    """
    known = known_order(game, side)
    position = known.position
    if guess is not None:
        position = game.title.suppose(position, side, guess)
        position.dice = unknown_dice(known.position.dice, known.position.dice.fixed, guess)
    twin = Game(game.title, game.setting, position, game.origin)
    twin.digest_every = 0
    for entry in known.steps:
        twin.play_recorded(entry.action, entry.by, entry.order)
    return twin


def known_ahead(game: Game[P], orders: Iterable[Action], side: str) -> Game[P]:
    """The game as a side knows it, after orders of this side that bring it nothing new.

    Only what the side might play and take back again is foreseen: a Refusal says that an order cannot be
    given, or that dice, something hidden or another side have a say in it.
    """
    if game.decision_of(side) is None:
        raise Refusal((), f"it is not for {side} to decide now")
    known = known_game(game, side)
    for order in orders:
        before = known.step
        known.play(order, side)
        for entry in known.journal[before:]:
            if entry.seen:
                raise Refusal((), f"what comes after this cannot be foreseen: {entry.seen}")
    if known.decision_of(side) is None:
        raise Refusal((), f"after this it is not for {side} to decide")
    return known


def known_forecast(game: Game[P], action: Action, side: str) -> Forecast | None:
    """How an action of a side may end, as far as it can know; None if nothing about it is left to chance."""
    if game.decision_of(side) is None:
        raise Refusal((), f"it is not for {side} to decide now")
    known = known_game(game, side)
    refusal = known.check(action, side)
    if refusal is not None:
        raise refusal
    try:
        return known.title.forecast(known, action)
    except Refusal:  # the action may be played, and there is nothing to foretell
        return None
