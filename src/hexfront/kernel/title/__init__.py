"""The seam: what the kernel, and every tool above it, needs to know of a title.

Server, players, command line, fuzzer and research tools know a title only through `Title`. It is cut by who
asks: `edition` for those who read and check it, `playing` for the game itself, `table` for those who sit at
it, `study` for those who look at many games, `staff` for computer players. To add a game, write a subclass
(docs/adding-a-title.md walks through a small one) and let it pass the fuzzer.
"""

from __future__ import annotations

from hexfront.kernel.position import P
from hexfront.kernel.title.edition import Edition
from hexfront.kernel.title.playing import (
    EVERYBODY,
    NO_ARRIVALS,
    NO_DUTIES,
    NO_END,
    OBSERVER,
    REFEREE,
    Option,
    Playing,
    Premised,
    Procedure,
    S,
    Scenario,
    Setting,
    TourStep,
    premise_fault,
)
from hexfront.kernel.title.staff import Staffed
from hexfront.kernel.title.study import Studied
from hexfront.kernel.title.table import AtTable


class Title(Studied[P, S], Staffed[P, S]):
    """A game system, as everything outside it sees it: of positions ``P``, played in settings ``S``."""


__all__ = [
    "EVERYBODY",
    "NO_ARRIVALS",
    "NO_DUTIES",
    "NO_END",
    "OBSERVER",
    "REFEREE",
    "AtTable",
    "Edition",
    "Option",
    "Playing",
    "Premised",
    "Procedure",
    "S",
    "Scenario",
    "Setting",
    "Staffed",
    "Studied",
    "Title",
    "TourStep",
    "premise_fault",
]
