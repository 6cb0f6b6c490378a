"""Names of people: how they are shown, when two are the same, and which nobody can have."""

from __future__ import annotations

import unicodedata

from hexfront.ai import players
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.server.likeness import likeness
from hexfront.server.people import LOCAL
from hexfront.server.problems import Problem

SIGNS = " -_.'"
LONGEST = 60  # of a game's name


def shown_name(name: str) -> str:
    """A name as it is shown; Problem if it cannot be one."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(name) <= 40:
        raise Problem(422, "name", "a name has 2 to 40 characters")
    if not all(sign.isalnum() or sign in SIGNS for sign in name) or not name[0].isalnum():
        raise Problem(422, "name", f"a name is made of letters, digits and {SIGNS.strip()}")
    if likeness(name) in RESERVED:
        raise Problem(422, "name", f'nobody can be called "{name}"')
    return name


def game_name(name: str) -> str:
    """The name of a game as it is shown, which may be empty; Problem if it cannot be one."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if len(name) > LONGEST or not name.isprintable():
        raise Problem(422, "name", f"the name of a game has at most {LONGEST} printable characters")
    return name


def login_name(name: str) -> str:
    """What makes names the same: letters in one size, spaces in one kind."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:80]


RESERVED = frozenset(
    likeness(word)
    for word in (
        *(REFEREE, OBSERVER, LOCAL.name, "Hexfront", "Server", "Computer", "Admin", "Administrator"),
        *(kind.caption for kind in players()),
    )
)
"""What the server itself calls somebody at a table."""
