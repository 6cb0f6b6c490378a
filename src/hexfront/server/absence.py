"""Players who stay away: when they are reminded, and when the others may hand their seat on.

As with a clock, nothing ticks: what is kept is since when somebody is waited for, and what has been done
about it. Who looks later finds what is due. Being away ends nothing by itself: the others decide together,
and may as well go on waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

SHORTEST, LONGEST = 60, 366 * 24 * 3600  # seconds
GRAIN = 30.0  # seconds that may be missing from how long somebody is waited for
NEVER = 1e12
WAIT, LINK = "wait", "link"


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many seconds somebody who does not decide is reminded, and how long after that the others
    may hand his seat on."""

    remind: Annotated[float, msgspec.Meta(ge=SHORTEST, le=LONGEST)]
    replace: Annotated[float, msgspec.Meta(ge=SHORTEST, le=LONGEST)]


class Wished(msgspec.Struct, frozen=True):
    """Other terms that somebody wants, or none; who agrees, by their accounts."""

    terms: Terms | None
    by: str  # a side
    agreed: tuple[str, ...]


class Waiting(msgspec.Struct, frozen=True):
    """A side that is waited for: who plays it, since when, and what was done about it."""

    user: str
    since: float
    reminded: float = 0.0
    open: float = 0.0  # since when the others may hand the seat on
    votes: dict[str, str] = {}  # what each of them wants, by account


class Replaced(msgspec.Struct, frozen=True):
    """Whose seat was handed on: when, at which step, to whom, and who agrees that he has it back."""

    user: str
    name: str
    at: float
    step: int
    how: str  # "link", or a kind of computer player
    asks: float = 0.0  # since when he asks to have it back
    agreed: tuple[str, ...] = ()


class Absence(msgspec.Struct, frozen=True):
    """What is kept of all this with a game."""

    terms: Terms | None = None
    wished: Wished | None = None
    waiting: dict[str, Waiting] = {}
    replaced: dict[str, Replaced] = {}


def looked(absence: Absence, asked: Mapping[str, str], moved: str, now: float) -> Absence:
    """What is known after something happened: ``asked`` are the accounts of the people who have to decide,
    by side, and ``moved`` is the side that has just done something."""
    waiting = {}
    for side, user in asked.items():
        was = absence.waiting.get(side)
        late = was is not None and (was.reminded or was.open or now - was.since >= GRAIN)
        if was is None or was.user != user or (moved == side and late):
            was = Waiting(user, now)
        waiting[side] = was
    return absence if waiting == absence.waiting else msgspec.structs.replace(absence, waiting=waiting)


def next_due(absence: Absence) -> float:
    """When there is something to be done; `NEVER` if nothing will be."""
    if absence.terms is None:
        return NEVER
    return min((_due(each, absence.terms) for each in absence.waiting.values()), default=NEVER)


def _due(waiting: Waiting, terms: Terms) -> float:
    if waiting.open:
        return NEVER
    return waiting.since + terms.remind + (terms.replace if waiting.reminded else 0.0)


def fallen_due(absence: Absence, now: float) -> tuple[Absence, list[str], list[str]]:
    """What is known after all that is due was done: who is reminded now, and whose seats are open now."""
    if absence.terms is None:
        return absence, [], []
    waiting, reminded, opened = dict(absence.waiting), [], []
    for side, each in absence.waiting.items():
        if each.open or now < _due(each, absence.terms):
            continue
        if not each.reminded:
            # A server that was down has reminded nobody: the further time begins with the reminder.
            waiting[side] = msgspec.structs.replace(each, reminded=now, since=now - absence.terms.remind)
            reminded.append(side)
        else:
            waiting[side] = msgspec.structs.replace(each, open=now)
            opened.append(side)
    return msgspec.structs.replace(absence, waiting=waiting), reminded, opened


def voted(absence: Absence, side: str, user: str, choice: str, voters: Iterable[str]) -> tuple[Absence, str]:
    """After somebody has said what is to become of a seat; also what all want, if they want the same."""
    was = absence.waiting[side]
    here = set(voters)
    votes = {each: wish for each, wish in {**was.votes, user: choice}.items() if each in here}
    waiting = {**absence.waiting, side: msgspec.structs.replace(was, votes=votes)}
    agreed = choice if set(votes) == here and set(votes.values()) == {choice} else ""
    return msgspec.structs.replace(absence, waiting=waiting), agreed


def patient(absence: Absence, side: str, now: float) -> Absence:
    """The others go on waiting: the time begins anew."""
    was = absence.waiting[side]
    return msgspec.structs.replace(absence, waiting={**absence.waiting, side: Waiting(was.user, now)})


def handed_on(absence: Absence, side: str, replaced: Replaced) -> Absence:
    """Somebody was replaced."""
    waiting = {each: one for each, one in absence.waiting.items() if each != side}
    return msgspec.structs.replace(absence, waiting=waiting, replaced={**absence.replaced, side: replaced})


def given_back(absence: Absence, side: str) -> Absence:
    """Somebody has his seat again."""
    left = {each: one for each, one in absence.replaced.items() if each != side}
    return msgspec.structs.replace(absence, replaced=left)


def read(text: str) -> Absence:
    return msgspec.json.decode(text, type=Absence)


def write(absence: Absence) -> str:
    return msgspec.json.encode(absence).decode()
