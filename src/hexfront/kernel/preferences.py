"""Standing preferences: questions that a player need not be asked every time.

A title offers `Preference` objects; a player chooses values by name. `Title.preferred` then gives the answer
to a decision that a preference covers, and `settle` plays such answers until somebody has to be asked. An
answer is only ever one of the listed choices, and only for the side whose preference it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from hexfront.kernel.actions import Action
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed, Sealed

if TYPE_CHECKING:
    from hexfront.kernel.decisions import Decision
    from hexfront.kernel.game import Game, Watch
    from hexfront.kernel.records import Event
    from hexfront.kernel.title import Title

MOST_ANSWERS = 1000  # in a row; no title needs so many

Chosen = Mapping[str, str]
"""The values a side has chosen, by the names of the preferences."""


class Preference(msgspec.Struct, frozen=True):
    """A question and how a player may have it answered; the first value is to be asked every time."""

    name: str
    values: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...] = ()


def checked(title: Title, chosen: Chosen) -> dict[str, str]:
    """Chosen values without those that mean to be asked; Malformed names what is unknown."""
    known = {each.name: each for each in title.preferences}
    kept: dict[str, str] = {}
    for name, value in chosen.items():
        if name not in known:
            hint = suggest(name, known) or f"known: {', '.join(known) or 'none'}"
            raise Malformed(f'{title.name} has no preference "{name}" ({hint})')
        values = known[name].values
        if value not in values:
            hint = suggest(value, values)
            may = f'preference "{name}" may be {", ".join(values)}; not "{value}"'
            raise Malformed(f"{may} ({hint})" if hint else may)
        if value != values[0]:
            kept[name] = value
    return kept


def answer(game: Game, decision: Decision, chosen: Chosen) -> Action | None:
    """The answer that a side's preferences give to its decision; None if it has to be asked."""
    if not chosen:
        return None
    found = game.title.preferred(game.position, decision, chosen)
    return found if found is not None and found in decision.choices() else None


def settle(
    game: Game, by_side: Mapping[str, Chosen], watch: Callable[[str], Watch] | None = None
) -> tuple[Event, ...]:
    """Play what preferences answer, until a decision is left that none does. Returns what happened.

    Answers of one side in a row are one order, so that they are taken back together; ``watch`` gives for a
    side what hears its answers before they are played. Where dice are needed that are elsewhere, the answer
    waits for them in the outbox.
    """
    told: list[Event] = []
    for _ in range(MOST_ANSWERS):
        side = _answered_side(game, by_side)
        if side is None:
            break
        try:
            heard = None if watch is None else watch(side)
            told.extend(game.play_all(_answers(game, side, by_side[side]), side, heard))
        except Sealed:
            break
    return tuple(told)


def _answered_side(game: Game, by_side: Mapping[str, Chosen]) -> str | None:
    if game.over or game.outbox:
        return None
    for decision in game.decisions:
        if answer(game, decision, by_side.get(decision.side, {})) is not None:
            return decision.side
    return None


def _answers(game: Game, side: str, chosen: Chosen) -> Iterator[Action]:
    """What a side answers, decision by decision as they come up."""
    for _ in range(MOST_ANSWERS):
        decision = None if game.over or game.outbox else game.decision_of(side)
        found = None if decision is None else answer(game, decision, chosen)
        if found is None:
            return
        yield found


def listed(title: Title, chosen: Chosen) -> Sequence[tuple[Preference, str]]:
    """Every preference of a title with the value chosen for it."""
    return [(each, chosen.get(each.name, each.values[0])) for each in title.preferences]
