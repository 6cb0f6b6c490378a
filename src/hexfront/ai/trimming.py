"""What an army can do alone of an order that a staff would give to more than the army."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from hexfront.ai.armies import Field
from hexfront.ai.foresight import Intent, forecast_of
from hexfront.kernel.actions import Action, as_data, from_data
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game


def losses_of(game: Game, action: Action) -> tuple[float, float] | None:
    """What an attack is expected to cost its side and the other, if the title tells."""
    forecast = forecast_of(game, action)
    return forecast.expected_losses if forecast else None


def own_part(game: Game, side: str, intent: Intent, pieces: Collection[str], seed: int) -> Intent | None:
    """An order without the pieces of others; None if nothing sensible is left of it.

    An attack is worth making alone if the enemy is expected to lose at least as much. The staff's own
    reckoning was for all of them, so the reason is a new one.
    """
    others = {key for key in intent.pieces if key not in pieces}
    actions = _without(game, intent.actions, others)
    if not actions or len(others) == len(intent.pieces):
        return None
    twin = known_game(game, side, seed)
    field = Field(twin, side)
    losses = None
    try:
        for action in actions:
            losses = losses_of(twin, action) or losses
            twin.play(action, side)
    except Refusal:
        return None
    if intent.attack and (losses is None or losses[0] > losses[1]):
        return None
    mine = tuple(key for key in intent.pieces if key not in others)
    if any(key not in pieces for action in actions for key in field.named(action)):
        return None
    without = f"Without {field.called(sorted(others))}"
    reason = f"{without}. {intent.reason}"
    if losses is not None:
        reason = f"{without}: expected losses {losses[0]:.1f} against {losses[1]:.1f}."
    where = ", ".join(
        field.place(label) for label in intent.targets or sorted({to for *_, to in intent.moves})
    )
    return msgspec.structs.replace(
        intent,
        actions=actions,
        reasons=(reason,) * len(actions),
        text=f"{field.called(mine)}: {'against' if intent.attack else 'to'} {where}",
        pieces=mine,
        moves=tuple(each for each in intent.moves if each[0] in mine),
    )


def _without(game: Game, actions: Collection[Action], others: Collection[str]) -> tuple[Action, ...]:
    """Actions that no longer name some pieces; nothing if the first was about one of them."""
    found: list[Action] = []
    for action in actions:
        data = as_data(action)
        named = any(value in others for value in data.values() if isinstance(value, str))
        for key, value in data.items():
            if isinstance(value, (list, tuple)):
                data[key] = [each for each in value if each not in others]
                named = named or (bool(value) and not data[key])
        if not named:
            try:
                found.append(from_data(data, game.title.actions))
            except Malformed:
                return ()
        elif not found:
            return ()
    return tuple(found)
