"""What politics has still to ask for: tasks in the position, done one after the other.

An event may leave several choices: a region to be named, units to be placed one by one. They are written down
as tasks, so that whoever comes back to the game in the middle of them finds it as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.play import Procedure, Table

Task = Callable[[Table[SteelPosition], str], Procedure]


def work_off(table: Table[SteelPosition], tasks: Mapping[str, Task]) -> Procedure:
    """Do everything that is on the agenda; a task is a word and what it is about."""
    agenda = table.position.agenda
    while agenda:
        word, _, about = agenda[0].partition(" ")
        left = len(agenda)
        yield from tasks[word](table, about)
        assert len(agenda) >= left - 1, word
    return None


def done(position: SteelPosition, *more: str) -> None:
    """The first task is done; others that follow from it come before the rest."""
    position.agenda[:1] = more
