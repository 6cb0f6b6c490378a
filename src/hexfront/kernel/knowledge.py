"""Games as a side knows them: for asking "what if" without asking the truth."""

from __future__ import annotations

from hexfront.kernel.actions import Action
from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.position import P
from hexfront.kernel.showing import Forecast
from hexfront.kernel.title import REFEREE


def known_game(game: Game[P], side: str, guess: int | None = None) -> Game[P]:
    """The game as a side knows it, with dice that will not fall as the true ones do.

    As in a game sent by mail, it begins at the last station and repeats what the side has seen since. With a
    guess, what the side cannot know is filled in (`Title.suppose`), so that the game can be played on.
    """
    title = game.title
    station = game.stations[-1]
    since = game.journal[station.step :]
    seen = [
        entry for entry in since if entry.by == side or (entry.by != REFEREE and not game.is_secret(entry))
    ]
    position = title.redact(station.position, side, game.position)
    fallen = tuple(roll.value for entry in seen for roll in entry.rolls)
    if guess is not None:
        position = title.suppose(position, side, guess)
    position.dice = unknown_dice(station.position.dice, fallen, guess)
    twin = Game(title, game.setting, position, game.origin)
    twin.digest_every = 0
    for entry in seen:
        twin.play_recorded(entry.action, entry.by, entry.order)
    return twin


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
