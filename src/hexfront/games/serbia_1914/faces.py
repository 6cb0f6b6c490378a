"""How choices are shown."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import Action, as_words, tag_of
from hexfront.kernel.showing import Face


def described(position: SerbiaPosition, action: Action) -> str:
    return as_words(action)


def face(position: SerbiaPosition, action: Action) -> Face:
    return Face(described(position, action), verb=tag_of(action))
