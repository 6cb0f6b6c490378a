"""Secrets: passwords as they are kept, and tokens for cookies and links."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

HASHING_AT_ONCE = 2  # each takes 64 MiB for a moment

_hasher = PasswordHasher()


# Tokens


def new_token() -> str:
    """A secret nobody can guess, for a cookie or a link."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What the database keeps of a token. A token is long and random: a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


# Passwords


class Passwords:
    """Hashing on other threads, a few at a time: it is slow and takes memory on purpose."""

    def __init__(self, at_once: int = HASHING_AT_ONCE) -> None:
        self._turn = asyncio.Semaphore(at_once)

    async def hash(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(_hasher.hash, password)

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether a password is the one that was hashed; as slow if there is no such account."""
        async with self._turn:
            return await asyncio.to_thread(_fits, hashed, password)


def is_weaker(hashed: str) -> bool:
    """Whether a hash was made with less effort than we make now."""
    return _hasher.check_needs_rehash(hashed)


def _fits(hashed: str | None, password: str) -> bool:
    try:
        _hasher.verify(hashed or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


@cache
def _nobodys() -> str:
    return _hasher.hash(secrets.token_urlsafe(16))
