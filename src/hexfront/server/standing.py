"""Standing preferences of players: what the title can answer for them is answered without asking.

A player's preferences for a game and side are kept as one JSON object. Its part ``standing`` holds values
of the title's own preferences, which the server follows; the rest is the client's business.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from hexfront.kernel import preferences
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Title
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.store import Store

STANDING = "standing"

Settings = dict[str, Any]


def checked(title: Title, settings: Settings) -> Settings:
    """Settings with their standing part proved; Malformed names what the title does not know."""
    if STANDING not in settings:
        return settings
    chosen = settings[STANDING]
    if not isinstance(chosen, dict) or not all(isinstance(value, str) for value in chosen.values()):
        raise Malformed(f'"{STANDING}" must hold a value for each preference, by its name')
    return {**settings, STANDING: preferences.checked(title, chosen)}


async def answer_for(store: Store, live: Live) -> tuple[str, Action] | None:
    """A side and what its preferences answer to its decision now; None if somebody has to be asked."""
    if live.outcome is not None or not live.game.title.preferences:
        return None
    for decision in live.game.decisions:
        seat = live.seats.get(decision.side)
        if seat is None or seat.kind != "human" or not seat.user:
            continue
        chosen = await chosen_by(store, live.id, seat.user, decision.side)
        found = preferences.answer(live.game, decision, chosen)
        if found is not None:
            return decision.side, found
    return None


async def chosen_by(store: Store, game: str, user: str, side: str) -> dict[str, str]:
    """The standing preferences of a player for a side of a game."""
    settings = await read(store, game, user, side)
    chosen = settings.get(STANDING, {})
    return {str(name): str(value) for name, value in chosen.items()} if isinstance(chosen, dict) else {}


async def read(store: Store, game: str, user: str, side: str) -> Settings:
    """All that a player has set for a side of a game."""
    table = tables.preference
    row = await store.one(
        select(table.c.body).where(table.c.game == game, table.c.user == user, table.c.side == side)
    )
    return msgspec.json.decode(row["body"], type=Settings) if row else {}
