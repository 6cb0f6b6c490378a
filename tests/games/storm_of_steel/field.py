"""A small field for the tests of the land war, and what is asked on it.

Nine columns from 10 by seven rows from 10: Germany in the west up to column 13, France from column 14 on. The
German army has its line to Berlin in 1013, the French to Paris in 1813. It is Autumn 1914 unless told.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.storm_of_steel.orders import Detrain, ForceMarch, Go, Infiltrate, Pick
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text

COLUMNS, ROWS = range(10, 19), range(10, 17)
BERLIN = "place 1013 Berlin kinds=capital,industrial"
PARIS = "place 1813 Paris kinds=capital,industrial"
STAFFS = "unit ge-hq-1 1113\nunit fr-hq-1 1713\n"


def drawn(terrain: Mapping[str, str] | None = None, *further: str) -> str:
    """The field with some hexes of other terrain and further statements of the board."""
    lines = ["board corner=1010 shifted=odd"]
    lines += [f"| {' '.join('.' for _ in COLUMNS)}" for _ in ROWS]
    for column in COLUMNS:
        for row in ROWS:
            label, country = f"{column}{row}", "germany" if column < 14 else "france"
            ground = (terrain or {}).get(label, "clear")
            lines.append(f"hex {label} country={country} terrain={ground}")
    return "\n".join([*lines, BERLIN, PARIS, *further])


def on_map(text: str, scenario: str = "great-war") -> Game[SteelPosition]:
    """A game on the map of Europe."""
    return game_from_text(TITLE, parse(f"title storm-of-steel\nscenario {scenario}\n{text}"))


def on_field(
    units: str,
    turn: str = "turn 2 movement central-powers impulse=1",
    *board: str,
    terrain: Mapping[str, str] | None = None,
    head: str = "",
    staffs: str = STAFFS,
    scenario: str = "guns-of-august",
) -> Game[SteelPosition]:
    """A game on the field, by default in the movement segment of the Central Powers in Autumn 1914."""
    top = f"title storm-of-steel\nscenario {scenario}\n{head}\n"
    return game_from_text(TITLE, parse(f"{top}{drawn(terrain, *board)}\n{turn}\n{staffs}{units}"))


def node(game: Game[SteelPosition], label: str) -> int:
    return game.position.setting.board[label]


def at(game: Game[SteelPosition], unit: str) -> str:
    """The hex of a unit."""
    return game.position.setting.board.label(game.position.units[unit].at)


def listed(game: Game[SteelPosition], kind: type[Action]) -> set[str]:
    """What the choices of a kind name: their hexes, else their units."""
    found = [choice for choice in game.decision.choices() if isinstance(choice, kind)]
    return {
        str(getattr(each, "to", "") or getattr(each, "at", "") or getattr(each, "unit", "")) for each in found
    }


def goes(game: Game[SteelPosition], unit: str) -> set[str]:
    """Where a unit can go by normal movement, once it is in hand."""
    game.play(Pick(unit))
    return listed(game, Go)


def marches(game: Game[SteelPosition], unit: str) -> set[str]:
    game.play(Pick(unit))
    return listed(game, ForceMarch)


def infiltrates(game: Game[SteelPosition], unit: str) -> set[str]:
    game.play(Pick(unit))
    return listed(game, Infiltrate)


def trains(game: Game[SteelPosition]) -> set[str]:
    return listed(game, Detrain)


def refused(game: Game[SteelPosition], action: Action) -> str:
    """The rule by which an action is refused."""
    found = game.check(action)
    assert found is not None, f"{action} is legal"
    return found.rules[0]


def told(game: Game[SteelPosition], kind: str) -> list[str]:
    """What was said of a kind of event."""
    return [event.text for event in game.events if event.kind == kind]
