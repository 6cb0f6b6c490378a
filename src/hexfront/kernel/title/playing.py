"""What a title must say to be played: its scenarios, its sequence of play, and what is hidden."""

from __future__ import annotations

import copy
import re
from abc import abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

import msgspec

from hexfront.kernel.actions import Action, Premise
from hexfront.kernel.board import Board, Side, board_in
from hexfront.kernel.datafiles import DataFolder, Overlay, suggest
from hexfront.kernel.decisions import Ask, Decision, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.forms import Form, Placeable
from hexfront.kernel.position import Finding, P
from hexfront.kernel.postext import PositionText
from hexfront.kernel.title.edition import Edition

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from hexfront.kernel.game import Game
    from hexfront.kernel.records import Event
    from hexfront.kernel.table import Table
    from hexfront.kernel.title import Title

    S = TypeVar("S", bound="Setting", default=Any)
else:  # typing_extensions is a name for the type checker alone
    from typing import TypeVar

    S = TypeVar("S")

OBSERVER = "observer"  # sees what everybody may know
REFEREE = "referee"  # sees everything
EVERYBODY = "everybody"  # to whom something is told although the step that tells it is under seal

# Parts of a scenario that a sandbox may leave away; a title says which it has (`Playing.sandbox`).
NO_END = "no-end"
NO_ARRIVALS = "no-arrivals"
NO_DUTIES = "no-duties"

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
    guided_options: Mapping[str, str] = {}  # what is chosen for a game that is begun for its tour


class Option(msgspec.Struct, frozen=True):
    """A choice between readings or optional rules; the first value is the default."""

    name: str
    values: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...] = ()


class Premised(msgspec.Struct, frozen=True):
    """A table whose next result a referee may tell: what a result says, how it is written, and an example."""

    meaning: str
    form: str  # a regular expression
    example: str


def premise_fault(premise: Premise, tables: Mapping[str, Premised]) -> str:
    """What is wrong with a premise, in a sentence; nothing if the title can use it."""
    table = tables.get(premise.table)
    if table is None:
        hint = suggest(premise.table, tables) or f"known: {', '.join(tables) or 'none'}"
        return f'there is no table "{premise.table}" to tell a result of ({hint})'
    if not re.fullmatch(table.form, premise.result):
        return f'"{premise.result}" is not {table.meaning}, such as "{table.example}"'
    return ""


class Setting:
    """What is fixed for one game: its title, scenario, options, data and board.

    A title may derive its own to hold tables and counters. A position reaches it as ``position.setting``.
    """

    def __init__(
        self,
        title: Title,
        scenario: str,
        options: Mapping[str, str],
        data: DataFolder,
        board: Board,
    ) -> None:
        # Attributes of one object alone are read faster than those whose names are shared by a whole class,
        # once a cached property has been added to them; and these here are read all the time.
        self.__dict__ = {}
        self.title = title
        self.scenario = scenario
        self.options = dict(options)
        self.data = data
        self.board = board
        self.sandbox: frozenset[str] = frozenset()

    def open_up(self, parts: Iterable[str]) -> None:
        """Leave parts of the scenario away, as a position text says (`Playing.sandbox`)."""
        self.sandbox = frozenset(parts)

    def own(self) -> Self:
        """A setting like this one to which pieces can be added, as a position text may do."""
        twin = copy.copy(self)
        twin.__dict__ = {
            name: value.copy() if type(value) in (dict, list, set) else value
            for name, value in self.__dict__.items()
            # What is worked out on demand may depend on the pieces; the data do not.
            if name == "data_digest" or not isinstance(getattr(type(self), name, None), cached_property)
        }
        return twin

    def option(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.options.get(name) == "on"

    def side(self, a: int, b: int) -> Side:
        """The hexside between two neighbouring hexes."""
        side = self.board.side(a, b)
        assert side is not None, (self.board.label(a), self.board.label(b))
        return side

    @cached_property
    def data_digest(self) -> str:
        """The fingerprint of all data, read once."""
        return self.data.digest()


class Playing(Edition, Generic[P, S]):
    """The rules of a title, as the game that is played by them sees them."""

    actions: Any
    """The union of its action types."""
    questions: Any = None
    """The union of the things it can explain, or None."""
    matters: Any = None
    """The union of what its questions are about (`Ask.about`)."""
    sandbox: ClassVar[Mapping[str, str]] = {}
    """The parts of a scenario that a position text may leave away, with what is then different."""
    premises: ClassVar[Mapping[str, Premised]] = {}
    """The tables whose next result a referee may tell instead of throwing dice (`Table.premise`)."""
    position_type: type[P]
    setting_type: type[S]
    glyphs: ClassVar[Mapping[str, str]] = {}
    """How a board drawn in place writes hex terrain: one sign to a word."""
    side_glyphs: ClassVar[Mapping[str, str]] = {}
    """The same for hexside terrain."""
    board_words: ClassVar[Mapping[str, str]] = {}
    """Other words for those of a board drawn in place, in small letters with spaces for hyphens; of a network
    with its kind, ``rail=open``."""

    @abstractmethod
    def scenarios(self) -> Sequence[Scenario]:
        """What can be started."""

    def unreleased(self) -> Sequence[Scenario]:
        """What can be started by those who know its name, and is not offered to anybody yet."""
        return ()

    def options(self, scenario: str) -> Sequence[Option]:
        """What can be chosen when starting a scenario."""
        return ()

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> S:
        """Load and check everything a game needs. DataError carries every fault.

        ``board`` replaces the title's own, for positions drawn on a tiny board. Unless a title reads more
        than its setting does by itself, its data and its board are enough.
        """
        data = DataFolder(self.folder / "data", overlays)
        title = cast("Title[P, S]", self)  # nobody is played by half a title
        return self.setting_type(title, scenario, options, data, board or board_in(data))

    @abstractmethod
    def set_up(self, setting: S, seed: int) -> P:
        """The position a scenario starts from, with ``setting`` attached and derived things computed."""

    def adopt(self, setting: S, position: P) -> P:
        """Attach a setting to a position that was loaded, and compute what is kept beside its fields."""
        position.__dict__["setting"] = setting
        position.derive()
        return position

    def status(self, position: P) -> Iterable[Finding]:
        """What is illegal about a position: all that no sequence of legal moves could have brought about."""
        return ()

    def balance(self, before: P, after: P, told: Sequence[Event]) -> Iterable[Finding]:
        """What does not add up between two positions of a game and what was told between them: something has
        vanished, or has come from nowhere. The fuzzer asks at every decision."""
        return ()

    @abstractmethod
    def play(self, table: Table[P]) -> Procedure:
        """The rest of the game, from the position on the table to its end.

        Everything the procedure knows between two stations must be in the position: started afresh at a
        station, it must ask the same question without having changed, thrown or told anything. Dice are
        thrown with ``table.roll``; what happened is said with ``table.tell``; what one side learns of
        the other's secrets is announced with ``table.reveal``, and answers under seal are shown with
        ``table.open_seal``. The value returned is the outcome.
        """

    @abstractmethod
    def view(self, position: P, viewer: str) -> dict[str, Any]:
        """What a side, `OBSERVER` or `REFEREE` may know of a position, as plain data."""

    def as_seen(self, position: P, viewer: str) -> P:
        """A position of which a viewer is shown the same as of this one, for those who look at it more than
        once; never to be changed. A title whose `view`, `picture`, `report`, `display`, `tracks` and
        `sightings` begin by taking away what the viewer may not know does that here, and not again.
        """
        return position

    def redact(self, position: P, side: str, now: P | None = None) -> P:
        """A copy of a position from which all that a side may not know is gone, yet playable by it.

        ``now`` is the position a few steps later, if there were any: what a side has learnt in these
        steps stays.
        """
        return position.copy()

    def suppose(self, position: P, side: str, number: int) -> P:
        """A redacted position with what the side cannot know filled in as it might be, by lot.

        For playing on from what a side knows; the same number gives the same guess. A title whose redacted
        positions can be played to their end need not do anything.
        """
        return position

    def expand(self, game: Game[P], order: Action) -> Iterable[Action] | None:
        """The atomic actions a compound order stands for; None if it is an atomic action itself.

        They may be generated one by one, looking at the game as it then is. An action that is listed as an
        answer is played as it is, and not asked about here.
        """
        return None

    def heard(self, game: Game[P], line: str) -> str:
        """An order in words as the title writes it, where it was said in other words that mean the same."""
        return line

    def out_of_place(self, position: P, decision: Decision, action: Action) -> Refusal | None:
        """Why an action that has nothing to do with what is asked may not be given now, by its own rule; None
        where that it does not answer the question is all there is to say. What the side that gives it may not
        know must not matter."""
        return None

    @abstractmethod
    def read_position(self, setting: S, text: PositionText) -> P:
        """A position from its text; DataError carries every fault with its line."""

    def assumed(self, position: P, text: PositionText) -> Iterable[str]:
        """What a position takes for granted that its text does not say, in sentences for its author."""
        return ()

    @abstractmethod
    def write_position(self, position: P, text: PositionText) -> None:
        """Add to a text everything `read_position` needs to set the position up again."""

    def forms(self, setting: S) -> Sequence[Form]:
        """The statements that a position text of this title may have, for those who write one by clicking."""
        return ()

    def placeable(self, setting: S) -> Iterable[Placeable]:
        """What can be put on the map by a statement: the counters of its lists, and samples of others."""
        return ()
