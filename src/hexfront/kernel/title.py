"""The seam: what the kernel, and every tool above it, needs to know of a title.

Server, players, command line, fuzzer and research tools know a title only through `Title`. To add a
game, write a subclass (docs/adding-a-title.md walks through a small one) and let it pass the fuzzer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from hexfront.kernel.actions import Action, as_data, as_words, tag_of
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict, figures_of, verdict_of
from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.decisions import Ask, Decision, Together
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.position import Finding, Position
from hexfront.kernel.postext import PositionText
from hexfront.kernel.preferences import Preference
from hexfront.kernel.rulebook import Rulebook
from hexfront.kernel.showing import Ending, Face, Forecast, Prospect, Question, Report

if TYPE_CHECKING:
    from hexfront.kernel.game import Game, Table
    from hexfront.kernel.odds import Distribution
    from hexfront.kernel.planning import Planner, Sight

OBSERVER = "observer"  # sees what everybody may know
REFEREE = "referee"  # sees everything

Procedure = Generator[Ask | Together, Any, str | None]
"""Yields questions, receives answers (an action; for `Together`, a dict by side), returns the outcome."""


class TourStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a guided first turn.

    ``focus`` says what to bring out: ``hex:LABEL``, ``piece:KEY`` or ``panel:NAME``; ``until`` what a player
    does to end the step, in the words of the client. Without it, he goes on when he has read enough.
    """

    title: str
    text: str
    focus: str = ""
    until: str = ""


class Scenario(msgspec.Struct, frozen=True):
    """A game that can be started."""

    name: str
    caption: str
    notes: str = ""
    first_turn: str = ""
    last_turn: str = ""
    tour: tuple[TourStep, ...] = ()
    guided: str = ""  # the side the tour speaks to


class Option(msgspec.Struct, frozen=True):
    """A choice between readings or optional rules; the first value is the default."""

    name: str
    values: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...] = ()


class Setting:
    """What is fixed for one game: its title, scenario, options, data and board.

    A title may derive its own to hold tables and counters. A position reaches it as ``position.setting``.
    """

    def __init__(
        self, title: Title, scenario: str, options: Mapping[str, str], data: DataFolder, board: Board
    ) -> None:
        # Attributes of one object alone are read faster than those whose names are shared by a whole class,
        # once a cached property has been added to them; and these here are read all the time.
        self.__dict__ = {}
        self.title = title
        self.scenario = scenario
        self.options = dict(options)
        self.data = data
        self.board = board

    @cached_property
    def data_digest(self) -> str:
        """The fingerprint of all data, read once."""
        return self.data.digest()


class Title(ABC):
    """A game system, as everything outside it sees it."""

    name: str
    """How commands and saves call it, in small letters with hyphens."""
    caption: str
    version: str
    """Raised whenever a change of rules changes what an old journal leads to."""
    sides: tuple[str, ...]
    actions: Any
    """The union of its action types."""
    questions: Any = None
    """The union of the things it can explain, or None."""
    position_type: type[Position]
    glyphs: ClassVar[Mapping[str, str]] = {}
    """How a board drawn in place writes hex terrain: one sign to a word."""
    side_glyphs: ClassVar[Mapping[str, str]] = {}
    """The same for hexside terrain."""
    side_names: ClassVar[Mapping[str, str]] = {}
    """How sides are called where people read them; their keys unless told."""
    preferences: ClassVar[Sequence[Preference]] = ()
    """What a player may have answered for him; `preferred` does."""
    passing: ClassVar[Mapping[str, str]] = {}
    """What it means to pass, by the kind of question: "End the movement phase" instead of a bare "Pass"."""
    deployment: ClassVar[Collection[str]] = ()
    """The kinds of questions by which troops are set up, mobilized, brought in or put under commands."""
    layers: ClassVar[Mapping[str, str]] = {}
    """What `picture` can lay over a map: the name of each overlay, and what it shows."""

    @property
    @abstractmethod
    def data(self) -> DataFolder:
        """Its data files, without overlays."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The index of its numbered rules."""

    @abstractmethod
    def scenarios(self) -> Sequence[Scenario]:
        """What can be started."""

    def options(self, scenario: str) -> Sequence[Option]:
        """What can be chosen when starting a scenario."""
        return ()

    @abstractmethod
    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> Setting:
        """Load and check everything a game needs. DataError carries every fault.

        ``board`` replaces the title's own, for positions drawn on a tiny board.
        """

    @abstractmethod
    def set_up(self, setting: Setting, seed: int) -> Position:
        """The position a scenario starts from, with ``setting`` attached and derived things computed."""

    def adopt(self, setting: Setting, position: Position) -> Position:
        """Attach a setting to a position that was loaded, and compute what is kept beside its fields."""
        position.__dict__["setting"] = setting
        position.derive()
        return position

    def status(self, position: Position) -> Iterable[Finding]:
        """What is illegal about a position: all that no sequence of legal moves could have brought about."""
        return ()

    @abstractmethod
    def play(self, table: Table) -> Procedure:
        """The rest of the game, from the position on the table to its end.

        Everything the procedure knows between two stations must be in the position: started afresh at a
        station, it must ask the same question without having changed, thrown or told anything. Dice are
        thrown with ``table.roll``; what happened is said with ``table.tell``; what one side learns of
        the other's secrets is announced with ``table.reveal``. The value returned is the outcome.
        """

    @abstractmethod
    def view(self, position: Position, viewer: str) -> dict[str, Any]:
        """What a side, `OBSERVER` or `REFEREE` may know of a position, as plain data."""

    def redact(self, position: Position, side: str, now: Position | None = None) -> Position:
        """A copy of a position from which all that a side may not know is gone, yet playable by it.

        ``now`` is the position a few steps later, if there were any: what a side has learnt in these
        steps stays.
        """
        return position.copy()

    def suppose(self, position: Position, side: str, number: int) -> Position:
        """A redacted position with what the side cannot know filled in as it might be, by lot.

        For playing on from what a side knows; the same number gives the same guess. A title whose redacted
        positions can be played to their end need not do anything.
        """
        return position

    def describe(self, position: Position, action: Action) -> str:
        """An action in a few words for a player."""
        return as_words(action)

    def face(self, position: Position, action: Action) -> Face:
        """How a choice is shown and clicked."""
        board = position.__dict__["setting"].board
        hexes = [value for value in _values(action) if value in board]
        return Face(self.describe(position, action), verb=tag_of(action), hex=hexes[-1] if hexes else "")

    def report(self, position: Position, viewer: str) -> Report:
        """How the war stands: tracks, order of battle, arrivals, and who is winning."""
        return Report()

    def questions_about(self, position: Position, viewer: str, subject: str) -> Sequence[Question]:
        """What can be asked about a piece (by its key) or a hex (by its label)."""
        return ()

    def forecast(self, game: Game, action: Action) -> Forecast:
        """How an action may end, for the eyes of the player; `odds` as figures one can plot."""
        found = self.odds(game, action)
        endings = tuple(Ending(text, float(probability)) for text, probability in found.items())
        return Forecast(self.describe(game.position, action), (Prospect("", endings),))

    def picture(self, position: Position, viewer: str, overlays: Sequence[str] = ()) -> object:
        """A position as `hexfront.drawing` draws it, with named overlays; Refusal if there is no picture."""
        raise Refusal((), f"{self.caption} has no pictures")

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """Prove what loading alone does not; the figures are for people. DataError carries every fault."""
        return {"rules": len(self.rulebook)}

    def expand(self, game: Game, order: Action) -> Iterable[Action] | None:
        """The atomic actions a compound order stands for; None if it is an atomic action itself.

        They may be generated one by one, looking at the game as it then is. An action that is listed as an
        answer is played as it is, and not asked about here.
        """
        return None

    def explain(self, position: Position, question: Action) -> Ledger:
        """Why a number is what it is."""
        raise Malformed(f"{self.caption} has no questions to explain")

    def odds(self, game: Game, action: Action) -> Distribution[str]:
        """How likely each outcome of an action is. Refusal if the action throws no dice."""
        raise Refusal((), "nothing here depends on dice")

    def preferred(self, game: Game, decision: Decision, chosen: Mapping[str, str]) -> Action | None:
        """The listed choice that a side's standing preferences give for its decision; None to ask it.

        ``chosen`` are values by the names of `preferences`. What the side may not know must not matter.
        """
        return None

    def planner(self, side: str, level: str) -> Planner | None:
        """A computer player that plans, if there is one; level is ``cadet``, ``officer`` or ``general``."""
        return None

    def appeal(self, sight: Sight, action: Action) -> float | None:
        """How good an answer looks by itself, for players that do not plan; None if nothing can be said."""
        return None

    def acting(self, position: Position, action: Action) -> Collection[str]:
        """The pieces that an action lets act or that it decides about, where its words do not name them."""
        return ()

    def moment(self, position: Position) -> Moment:
        """When it is. Asked after every step of a simulation, so it should take no time."""
        return Moment(self.report(position, REFEREE).turn)

    def chronicle(self, position: Position) -> Chronicle:
        """How the war stands, for those who study many games."""
        return Chronicle(figures_of(self.report(position, REFEREE).tracks))

    def verdict(self, position: Position, outcome: str | None) -> Verdict:
        """Who has won and by how much; if there is no outcome yet, who would have if the game ended now."""
        return verdict_of(outcome or "", self.sides, self.side_names)

    def annals(self, setting: Setting) -> Annals:
        """What is the same for every game of a setting: landmarks, levels of victory, history."""
        return Annals()

    def vocabulary(self, setting: Setting) -> Sequence[str]:
        """The words of actions that are neither a tag nor a hex, such as the keys of pieces.

        Research environments number them. Words that are missing here are numbered by a hash.
        """
        return ()

    @abstractmethod
    def read_position(self, setting: Setting, text: PositionText) -> Position:
        """A position from its text; DataError carries every fault with its line."""

    @abstractmethod
    def write_position(self, position: Position, text: PositionText) -> None:
        """Add to a text everything `read_position` needs to set the position up again."""


def _values(action: Action) -> list[str]:
    """The single words an action holds."""
    return [value for value in as_data(action).values() if isinstance(value, str)]
