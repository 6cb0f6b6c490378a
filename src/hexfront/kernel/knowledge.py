"""Games as a side knows them: for asking "what if", and for sending by mail, without telling the truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

import msgspec

from hexfront.kernel.actions import Action, FreshDice, Premise
from hexfront.kernel.dice import unknown_dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.letters import letter_of, question_of
from hexfront.kernel.position import P
from hexfront.kernel.records import Entry, Event, Letter
from hexfront.kernel.showing import Forecast
from hexfront.kernel.title import OBSERVER, REFEREE


class Known(msgspec.Struct, Generic[P], frozen=True):
    """What a side knows of the order under way: the position it began in, its steps, and how many it tells.

    ``position`` has no dice of its own but those that have fallen in the steps. Where the steps cannot be
    told it is the position now, and ``letter`` is the question that is to be answered.
    """

    position: P
    steps: tuple[Entry, ...]
    events: int
    letter: Letter | None = None


def known_order(game: Game[P], side: str) -> Known[P]:
    """The last station as a side may know it, and the steps since then that it may know.

    Steps of others are needed by whoever is asked in the middle of their order, to understand it. To all
    others they would tell what is hidden, such as the name of the piece another has in hand: they begin
    before the order, and of what has happened in it they have what was told. Whoever comes to his question by
    his own steps alone has nothing but them, and the station as he knew it then. When the game is over
    nothing is left to hide, and all see how it ended.
    """
    if (own := _own_way(game, side)) is not None:
        return own
    upto = game.step
    if game.decision_of(side) is None and not game.over:
        upto = min(_steps_of_others(game, side), default=game.step)
    return _since_station(
        game, side, upto, game.position if upto == game.step else game.branch(upto).position
    )


def sent_order(game: Game[P], side: str) -> Known[P]:
    """The same for a file that goes out, in which there is nothing that its reader may not know.

    He begins at the last station as it was known then, and repeats the steps of his own. If another is asked
    in the middle of his order he begins before it, since what the other is asked about may be hidden. If he
    himself is asked and his steps alone do not lead there, because others have taken some or because
    something hidden came to light, he has the position as it is now, and the question is a ``letter``.
    """
    if game.over:
        return known_order(game, side)
    decision = game.decision_of(side)
    if decision is None:
        since = range(game.station_step, game.step)
        shown = [at for at in since if game.is_known(at, OBSERVER)]
        return _since_station(game, side, min((*_steps_of_others(game, side), *shown), default=game.step))
    if (own := _own_way(game, side)) is not None:
        return own
    position = game.title.redact(game.position, side)
    position.premises = ()
    position.dice = unknown_dice(game.position.dice)
    position.dice.thrown -= _thrown_under_seal(game, side, game.step)
    return Known(position, (), len(game.events), letter_of(decision))


def _own_way(game: Game[P], side: str) -> Known[P] | None:
    """The last station as a side knew it then, and its own steps, if by them it comes to its question.

    The game keeps it until something is played; whoever asks gets a copy.
    """
    if game.over or game.decision_of(side) is None:
        return None
    if game._followed is None or game._followed[0] != side:
        game._followed = side, _worked_out(game, side)
    own: Known[P] | None = game._followed[1]
    return own and msgspec.structs.replace(own, position=own.position.copy())


def _worked_out(game: Game[P], side: str) -> Known[P] | None:
    if any(game.journal[at].by != REFEREE for at in _steps_of_others(game, side)):
        return None
    known = _since_station(game, side, game.step)
    return known if not known.steps or _leads_here(game, known, side) else None


def _steps_of_others(game: Game[P], side: str) -> list[int]:
    """The steps since the last station that others have taken and a side knows of."""
    since = range(game.station_step, game.step)
    return [at for at in since if game.journal[at].by != side and game.is_known(at, side)]


def _leads_here(game: Game[P], known: Known[P], side: str) -> bool:
    """Whether a side comes to the question it is asked by what it knows, and sees the same then.

    Everything that is looked at here is known to it.
    """
    position = known.position.copy()
    position.dice.sealed = True
    try:
        twin = _played(game, Known(position, known.steps, known.events))
    except Exception:  # noqa: BLE001 - what a procedure does with the half of a position can be anything
        return False
    there, here = twin.decision_of(side), game.decision_of(side)
    if there is None or here is None or letter_of(there) != letter_of(here):
        return False
    if _told(twin, side, 0) != _told(game, side, known.events):
        return False
    return bool(twin.title.view(twin.position, side) == game.title.view(game.position, side))


def _told(game: Game[P], side: str, since: int) -> list[Event]:
    return [event for event in game.events[since:] if event.seen_by(side)]


def _since_station(game: Game[P], side: str, upto: int, now: P | None = None) -> Known[P]:
    """The last station as a side may know it, with what came to light until ``now``, and steps up to one."""
    station = game.stations[-1]
    seen = [at for at in range(station.step, upto) if game.over or game.is_known(at, side)]
    steps = tuple(entry for at in seen if (entry := game.journal[at]).by != REFEREE)
    position = station.position.copy() if game.over else game.title.redact(station.position, side, now)
    fallen = tuple(roll.value for entry in steps for roll in entry.rolls)
    then = game.position if upto == game.step else game.branch(upto).position
    left = (*then.premises, *_put_away(game, station.step, upto))
    position.premises = _used(game.premises_told(upto), left)
    position.dice = unknown_dice(station.position.dice, fallen)
    position.dice.thrown -= _thrown_under_seal(game, side, station.step)
    return Known(position, steps, station.events)


def _thrown_under_seal(game: Game[P], side: str, step: int) -> int:
    """How many dice were thrown before a step of which a side may not know."""
    return sum(len(game.journal[at].rolls) for at in game.steps_withheld(side) if at < step)


def _played(game: Game[P], known: Known[P]) -> Game[P]:
    """A game from what somebody knows, played up to where he stands."""
    twin = Game(game.title, game.setting, known.position, game.origin, letter=game.letter)
    twin.digest_every = 0
    for entry in known.steps:
        twin.play_recorded(entry.action, entry.by, entry.order)
    return twin


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
    Whoever is asked in the middle of another's order may know too little to repeat it: then it has the
    question alone (`sent_order`), and with a guess a Refusal says so.
    """
    known = known_order(game, side)
    position = known.position
    if guess is not None:
        position = game.title.suppose(position, side, guess)
        position.dice = unknown_dice(known.position.dice, known.position.dice.fixed, guess)
    here = game.decision_of(side)
    try:
        twin = _played(game, Known(position, known.steps, known.events))
    except Exception as trouble:
        if not _steps_of_others(game, side):
            raise
        if guess is not None or here is None:
            raise Refusal((), "this cannot be foreseen: it hangs on what others know") from trouble
        return _in_a_letter(game, side)
    if guess is None and here is not None and _steps_of_others(game, side):
        there = twin.decision_of(side)
        if there is None or letter_of(there) != letter_of(here):
            return _in_a_letter(game, side)
    return twin


def _in_a_letter(game: Game[P], side: str) -> Game[P]:
    """The position as a side knows it now, with the question that it is asked and nothing before it."""
    sent = sent_order(game, side)
    assert sent.letter is not None, "whoever cannot repeat what led to his question is sent the question"
    question = question_of(sent.letter, side, game.title)
    twin = Game(game.title, game.setting, sent.position, game.origin, letter=question)
    twin.digest_every = 0
    return twin


def known_ahead(game: Game[P], orders: Iterable[Action], side: str) -> Game[P]:
    """The game as a side knows it, after orders of this side that bring it nothing new.

    Only what the side might play and take back again is foreseen: a Refusal says that an order cannot be
    given, or that dice, something hidden or another side have a say in it. In the middle of an order that is
    not its own nothing is foreseen.
    """
    if game.decision_of(side) is None:
        raise Refusal((), f"it is not for {side} to decide now")
    if _own_way(game, side) is None:
        raise Refusal((), "what comes after this cannot be foreseen: it hangs on what others know")
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


def known_refusal(game: Game[P], action: Action, side: str) -> Refusal | None:
    """Why a side may not play an action, as far as it can know; None if nothing it knows forbids it.

    To find out of a compound order it is played, so it is played in the game as the side knows it: in the
    true one it would tell what is hidden, and how the dice fall.
    """
    if game.over or game.title.expand(game, action) is None:
        return game.check(action, side)
    try:
        return known_game(game, side).check(action, side)
    except Refusal as refusal:
        return refusal


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
