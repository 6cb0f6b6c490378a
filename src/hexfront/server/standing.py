"""Standing preferences of players: what the title can answer for them is answered without asking.

A player's preferences for a game and side are kept as one JSON object. Its part ``standing`` holds values
of the title's own preferences, which the server follows, its part ``marches`` those that are under way
(see `marches`); the rest is the client's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select

from hexfront.kernel import preferences
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import Title
from hexfront.server import store as tables
from hexfront.server.live import Live
from hexfront.server.store import Row, Store

STANDING = "standing"
MARCHES = "marches"

Settings = dict[str, Any]


DEEPEST = 16
"""How deeply settings are nested at most: every order of the game has to read them again."""


def checked(title: Title, settings: Settings) -> Settings:
    """Settings with their standing part proved; Malformed names what the title does not know."""
    if _is_deeper(settings, DEEPEST):
        raise Malformed(f"settings are nested at most {DEEPEST} deep")
    if STANDING not in settings:
        return settings
    chosen = settings[STANDING]
    if not isinstance(chosen, dict) or not all(isinstance(value, str) for value in chosen.values()):
        raise Malformed(f'"{STANDING}" must hold a value for each preference, by its name')
    return {**settings, STANDING: preferences.checked(title, chosen)}


def _is_deeper(value: Any, most: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not most or any(_is_deeper(part, most - 1) for part in parts)


async def in_force(store: Store, live: Live) -> dict[str, dict[str, str]]:
    """The standing preferences of every side that has somebody to keep them."""
    if not live.game.title.preferences:
        return {}
    rows = await _kept(store, live)
    return {
        row["side"]: _standing(msgspec.json.decode(row["body"], type=Settings))
        for row in rows
        if row["user"] == keeper(live, row["side"])
    }


async def _kept(store: Store, live: Live) -> list[Row]:
    """What is kept of all players of a game. It is asked for at every order, so a game in memory knows it.

    Where other processes write to the database as well, only the database knows.
    """
    changed = store.preferences_changed[live.id]
    if store.is_sqlite and live.preferences is not None and live.preferences[0] == changed:
        return live.preferences[1]
    table = tables.preference
    rows = await store.all(select(table.c.user, table.c.side, table.c.body).where(table.c.game == live.id))
    live.preferences = changed, rows
    return rows


def keeper(live: Live, side: str) -> str:
    """The user under whose name the preferences of a side are kept; empty if it has none."""
    seat = live.seats.get(side)
    if seat is None:
        return ""
    if seat.kind == "mail" and live.game.mail is None:
        return live.owner  # to whom they are sent with each reply
    return seat.user if seat.kind == "human" else ""


async def chosen_by(store: Store, game: str, user: str, side: str) -> dict[str, str]:
    """The standing preferences of a player for a side of a game."""
    return _standing(await read(store, game, user, side))


def _standing(settings: Settings) -> dict[str, str]:
    chosen = settings.get(STANDING, {})
    return {str(name): str(value) for name, value in chosen.items()} if isinstance(chosen, dict) else {}


async def read(store: Store, game: str, user: str, side: str) -> Settings:
    """All that a player has set for a side of a game."""
    table = tables.preference
    row = await store.one(
        select(table.c.body).where(table.c.game == game, table.c.user == user, table.c.side == side)
    )
    return msgspec.json.decode(row["body"], type=Settings) if row else {}


async def write(store: Store, game: str, user: str, side: str, settings: Settings) -> None:
    """Keep all that a player has set for a side of a game, in place of what was kept."""
    table = tables.preference
    body = msgspec.json.encode(settings).decode()
    async with store.writing() as connection:
        await connection.execute(
            delete(table).where(table.c.game == game, table.c.user == user, table.c.side == side)
        )
        await connection.execute(insert(table), {"game": game, "user": user, "side": side, "body": body})
    store.preferences_changed[game] += 1


async def choose_for(store: Store, game: str, user: str, side: str, chosen: Mapping[str, str]) -> None:
    """Keep standing preferences of a side, and leave what else is set."""
    settings = await read(store, game, user, side)
    if dict(chosen) != settings.get(STANDING, {}):
        await write(store, game, user, side, {**settings, STANDING: dict(chosen)})
