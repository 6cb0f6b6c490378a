"""How events speak of units and sides: one advances, several advance."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS

_MANY = ("replacements", "supply points")
_SEVERAL = {"is": "are", "has": "have"}
_HISSING = ("ch", "sh", "ss", "x")


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]


def does(piece: Piece, verb: str) -> str:
    """A unit and what it does, ``verb`` as of one: replacements and supply points are many."""
    many = any(word in piece.label for word in _MANY)
    return f"{capital(piece.label)} {several(verb) if many else verb}"


def do(position: WesternFrontPosition, names: Sequence[str], verb: str) -> str:
    """Units and what they do, ``verb`` as of one."""
    units, pieces = position.units, position.setting.pieces
    if len(names) == 1:
        return does(pieces[units[names[0]].piece], verb)
    return f"{', '.join([pieces[units[name].piece].label for name in names])} {several(verb)}"


def several(verb: str) -> str:
    """What several do, where one ``marches``, ``gives up`` or ``is destroyed``."""
    word, *rest = verb.split(" ", 1)
    if word in _SEVERAL:
        many = _SEVERAL[word]
    else:
        bare = word.removesuffix("es")
        many = bare if bare.endswith(_HISSING) and word.endswith("es") else word.removesuffix("s")
    return " ".join([many, *rest])


def nation_does(name: str, verb: str) -> str:
    """A nation and what it does, ``verb`` as of one: the United States are many."""
    return f"The {name} {several(verb)}" if name.endswith("States") else f"{name} {verb}"


def side_does(side: str, verb: str) -> str:
    """A side and what it does, ``verb`` as of one: the Central Powers are many, the Entente is one."""
    return f"The Central Powers {several(verb)}" if side == CENTRAL_POWERS else f"The Entente {verb}"
