"""A question as it is sent by mail, to one who is asked in the middle of an order.

To come to such a question the procedure would have to be played from before the order, with all that it
needed on the way: others' steps, and what was hidden of them. So the question itself is sent, with every
answer to it. The reader gives one; what comes of it only the true game knows, where it is checked once more.
"""

from __future__ import annotations

import msgspec

from hexfront.kernel import actions
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask, Decision
from hexfront.kernel.errors import Malformed, Sealed
from hexfront.kernel.records import Letter
from hexfront.kernel.title import Procedure, Title


def letter_of(decision: Decision) -> Letter:
    """A decision as it is written in a file."""
    default = decision.default()
    return Letter(
        decision.kind,
        decision.prompt,
        decision.rule,
        msgspec.to_builtins(decision.about),
        tuple(actions.as_data(action) for action in decision.choices()),
        actions.as_data(default) if default else None,
    )


def question_of(letter: Letter, side: str, title: Title) -> Ask:
    """The question in a letter to a side; Malformed if it is none of this title."""
    try:
        about = msgspec.convert(letter.about, title.matters)
        choices: list[Action] = [actions.from_data(each, title.actions) for each in letter.choices]
        default = actions.from_data(letter.default, title.actions) if letter.default else None
    except (msgspec.ValidationError, Malformed) as wrong:
        raise Malformed(f"its question cannot be read: {wrong}") from None
    if not choices:
        raise Malformed("its question has no answer")
    return Ask(
        side,
        letter.kind,
        letter.prompt,
        letter.rule,
        options=choices,
        about=about,
        default=(lambda: default) if default is not None else None,
        station=True,
        always=True,
    )


def one_question(asked: Ask) -> Procedure:
    """The procedure of a game that consists of a letter: its answer waits to be sent back."""
    yield asked
    raise Sealed("what comes of this only the other player's game can tell: send the game back")
