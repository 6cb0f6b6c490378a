"""What is offered in place of a choice that is not possible is possible."""

from __future__ import annotations

import random

from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import Refusal, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.ways import Answer, Inquiry
from hexfront.proof.invariants import Broken

NEAR = 6
"""How far from a piece somebody might mean it to go."""


def ways_lead(game: Game, draw: random.Random) -> int:
    """Ask about a hex and a piece that somebody could mean, and play every way that is offered.

    What a side cannot know may stand in its way; but in the game as it knows it, it must be possible. How
    many ways were played is given back.
    """
    played = 0
    for decision in game.decisions:
        inquiry = Inquiry(game, decision.side)
        board, known = game.setting.board, game.position_known(decision.side)
        pieces = sorted(game.title.whereabouts(known, decision.side).items())
        asked = [inquiry.about_hex(draw.choice(board.labels))]
        if pieces:
            piece, at = draw.choice(pieces)
            near = draw.choice(board.within(board[at], NEAR))
            asked += [inquiry.about_piece(piece), inquiry.about_hex(board.label(near))]
        played += sum(_played(game, inquiry, answer) for answer in asked)
    return played


def _played(game: Game, inquiry: Inquiry, answer: Answer) -> int:
    side, count = inquiry.side, 0
    for way in answer.ways:
        if way.kind == "take-back":
            game.before_last_order(side)
        if not way.actions:
            continue
        count += 1
        for copy, must in ((inquiry.known, True), (game, _knows_all(game, side))):
            try:
                copy.branch().play_all(way.actions, side)
            except Refusal as refusal:
                if must and not isinstance(refusal, Sealed):  # only the true game knows how that goes on
                    orders = ", ".join(as_words(each) for each in way.actions)
                    raise Broken("ways lead", f"{orders} was offered, and refused: {refusal}") from None
    return count


def _knows_all(game: Game, side: str) -> bool:
    """Whether nothing in a game is hidden from a side but the dice to come."""
    known = game.title.redact(game.position, side)
    known.dice = game.position.dice
    return bool(known.digest() == game.position.digest())
