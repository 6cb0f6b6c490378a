"""Questions that every title answers; and what a question names, or why there is no such thing."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hexfront.kernel.actions import Action
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.paths import Route
from hexfront.shared.register import UnitOf, Units


class Crossing(Action, frozen=True, tag="crossing"):
    """What does a step cost this unit?"""

    unit: str
    here: str
    there: str


class Allowance(Action, frozen=True, tag="allowance"):
    """How far may this unit move?"""

    unit: str


class Surrounded(Action, frozen=True, tag="surrounded"):
    """Is this unit surrounded, and by what?"""

    unit: str


def named(what: str, word: str, known: Iterable[str]) -> str:
    """A word that must be one of some; Malformed with the one that may have been meant."""
    known = [*known]
    if word not in known:
        hint = suggest(word, known)
        raise Malformed(f'there is no {what} "{word}"' + (f" ({hint})" if hint else ""))
    return word


def unit_named(
    position: Units[UnitOf], name: str, elsewhere: Mapping[str, Container[str]] | None = None
) -> UnitOf:
    """A unit on the map; Malformed says where else it is, or what may have been meant.

    ``elsewhere`` are units that are not on the map, by what is said of them, such as those destroyed.
    """
    unit = position.units.get(name)
    if unit is not None and unit.at >= 0:
        return unit
    for where, names in (elsewhere or {}).items():
        if name in names:
            raise Malformed(f'"{name}" {where}')
    return position.units[named("unit", name, position.units)]


def hex_named(position: Units[Any], label: str) -> int:
    """A hex of the board; Malformed if there is none of this number."""
    board = position.setting.board
    found: int = board[named("hex", label, board.labels)]
    return found


def pairs_named(pairs: Sequence[str], form: str) -> dict[str, str]:
    """Words in pairs such as ``A=HQ``; Malformed if they are none."""
    found = {}
    for pair in pairs:
        one, equals, other = pair.partition("=")
        if not equals:
            raise Malformed(f'"{pair}" is not written like {form}')
        found[one] = other
    return found


def along(
    ledger: Ledger, route: Route, position: Units[Any], rule: str, cost: Callable[[int, int], int]
) -> Ledger:
    """What a way costs, step by step."""
    label = position.setting.board.label
    for here, there in pairwise(route.nodes):
        ledger.note(rule, f"{label(here)} to {label(there)}", cost(here, there))
    return ledger.close(route.cost)
