"""A title of ten lines: whatever procedure a test writes, played by red and blue with words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexfront.kernel import start
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.decisions import Ask, Matter
from hexfront.kernel.dice import dice_from
from hexfront.kernel.game import Game
from hexfront.kernel.position import Position
from hexfront.kernel.postext import PositionText
from hexfront.kernel.rulebook import Rulebook
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure, Scenario, Setting, Title
from hexfront.seam import find_title


class Say(Action, frozen=True, tag="say"):
    """The only thing to do: say a word."""

    word: str


class Chorus(Action, frozen=True, tag="chorus"):
    """A compound order: say these words, one after the other."""

    words: tuple[str, ...]


class Talk(Matter, frozen=True, tag="talk"):
    """What all questions of this game are about."""


class Spoken(Position):
    """What was said so far."""

    said: list[str]
    stage: int = 0


class Tiny(Title[Spoken, Setting]):
    """Plays the procedure it is given."""

    name = "tiny"
    caption = "Tiny"
    version = "1"
    sides = ("red", "blue")
    actions = Say | Chorus | Pass
    questions = Say
    matters = Talk
    position_type = Spoken

    def __init__(self, procedure: Callable[[Table, Spoken], Procedure]) -> None:
        self.procedure = procedure

    @property
    def data(self) -> DataFolder:
        return find_title("outpost").data

    @property
    def rulebook(self) -> Rulebook:
        return find_title("outpost").rulebook

    def scenarios(self) -> Sequence[Scenario]:
        return [Scenario("only", "The only one")]

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> Setting:
        borrowed = find_title("outpost").setting("skirmish", {"fog": "on"})
        return Setting(self, scenario, options, borrowed.data, borrowed.board)

    def set_up(self, setting: Setting, seed: int) -> Spoken:
        return self.adopt(setting, Spoken(dice_from(seed), []))

    def play(self, table: Table[Spoken]) -> Procedure:
        return self.procedure(table, table.position)

    def view(self, position: Spoken, viewer: str) -> dict[str, Any]:
        return {"said": list(position.said)}

    def expand(self, game: Game[Spoken], order: Action) -> Sequence[Action] | None:
        return [Say(word) for word in order.words] if isinstance(order, Chorus) else None

    def read_position(self, setting: Setting, text: PositionText) -> Spoken:
        said = [word for statement in text.of("said") for word in statement.words]
        return self.adopt(setting, Spoken(dice_from(text.seed), said))

    def write_position(self, position: Spoken, text: PositionText) -> None:
        text.add("said", *position.said)


def ask(side: str, *words: str, station: bool = False, always: bool = False, may_pass: bool = False) -> Ask:
    """Ask a side to say one of some words."""
    options: list[Action] = [*map(Say, words), *([PASS] if may_pass else [])]
    return Ask(side, "say", "Say a word", "1", lambda: list(options), Talk(), station=station, always=always)


def tiny(procedure: Callable[[Table, Spoken], Procedure], seed: int = 1) -> Game:
    """A game of a procedure."""
    return start.new_game(Tiny(procedure), "only", seed)


def said(game: Game[Spoken]) -> list[str]:
    assert isinstance(game.position, Spoken)
    return game.position.said
