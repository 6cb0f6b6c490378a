"""Who is asked what, and every legal answer.

A procedure of a title yields an `Ask` where a player decides, or a `Together` where several sides decide
in secret and reveal at the same time. What stays secret for longer is put under seal (`Ask.sealed`).
Players and tools see it as a `Decision`, whose `Choices` are all legal actions, listed as far as somebody
looks.

Legality has one source, the list. ``why_not`` only finds words for what the list leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from hexfront.kernel.actions import PASS, Action, as_data, as_words
from hexfront.kernel.errors import Malformed, Refusal

Options = Callable[[], Iterable[Action]] | list[Action]
WhyNot = Callable[[Action], Refusal | None]


def _no_reason(action: Action) -> Refusal | None:
    return None


class Matter(msgspec.Struct, frozen=True, tag_field="matter"):
    """The base of what questions are about: the battle that is fought, the group in hand, the points owed.

    A title declares each of its matters as a frozen struct of plain data, with a tag. It holds what the
    procedure knows of the order it carries out and the position does not say, and nothing that the side asked
    may not know. Whoever answers, shows, advises or foretells reads it instead of guessing.
    """


class Ask(msgspec.Struct, frozen=True):
    """A question to one side.

    ``options`` lists every legal answer, or makes the list when somebody looks. ``why_not`` says why an
    action is not among them. ``default`` is a sensible answer, for players in a hurry. ``about`` is what the
    question is about. A ``station`` is a question that the procedure, started afresh on the same position,
    would ask again at once without doing anything before. ``always`` asks even where only one answer is
    possible, because answering silently would betray something.

    ``sealed`` is the name of an envelope: only the side itself knows what it answered, and that it answered,
    until the title opens the envelope (`Table.open_seal`). Such a question is asked always, and the next one
    must be a station, so that what the others may know of the answer is what they may know of the position.

    ``passes`` says that to pass is possible as well; it is listed last. That is known without listing all the
    rest, which many need who want nothing: players who are done, and whoever looks what comes later.

    ``groups`` is for orders that do at one stroke what many listed answers do one after the other, such as
    placing forty units: there are far too many of them to list. It says why such an order may not be given,
    and None if it may, by trying what it stands for piece by piece; what is no such order is a refusal, too.
    """

    side: str
    kind: str
    prompt: str | Callable[[], str]  # a function where putting the words together takes time
    rule: str
    options: Options
    about: Matter
    why_not: WhyNot = _no_reason
    default: Callable[[], Action] | None = None
    station: bool = False
    always: bool = False
    sealed: str = ""
    groups: WhyNot | None = None
    passes: bool = False


class Together(msgspec.Struct, frozen=True):
    """Questions to several sides at once. No answer is shown before all are given.

    An ``eager`` one hands each answer to the procedure at once, as a dict of this one side; the procedure
    puts it into the position and asks again. So sides choose at the same time in many steps of their own
    (add, remove, done), each under its seal.
    """

    asks: tuple[Ask, ...]
    station: bool = False
    eager: bool = False


_NOTHING: Iterator[Action] = iter(())


class Choices:
    """The legal answers to a question: iterate, count, or ask whether an action is ``in`` them.

    They are computed one by one as they are looked at, and then remembered. Orders for whole groups are
    ``in`` them as well, though they are not listed (`Ask.groups`).
    """

    __slots__ = ("_given", "_groups", "_known", "_passes", "_rest")

    def __init__(self, options: Options, groups: WhyNot | None = None, passes: bool = False) -> None:
        listed = options() if callable(options) else options
        self._groups = groups
        self._passes = passes
        self._given: Action | None = None  # the last that was handed out by its number
        self._known: list[Action]
        if type(listed) is list:
            self._known = [*listed, PASS] if passes else listed
            self._rest = _NOTHING
        else:
            self._known = []
            self._rest = chain(listed, (PASS,)) if passes else iter(listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._known) if self._rest is _NOTHING else self._looked_at()

    def _looked_at(self) -> Iterator[Action]:
        at = 0
        while at < len(self._known) or self._look():
            yield self._known[at]
            at += 1

    def __contains__(self, action: object) -> bool:
        if action in self._known or (self._passes and action == PASS):
            return True
        while self._look():
            if self._known[-1] == action:
                return True
        return self._groups is not None and isinstance(action, Action) and self._groups(action) is None

    def __len__(self) -> int:
        if self._rest is not _NOTHING:
            self._look_at_all()
        return len(self._known)

    def __getitem__(self, at: int) -> Action:
        if self._rest is not _NOTHING:
            self._look_at_all()
        given = self._given = self._known[at]
        return given

    def _look(self) -> bool:
        """Compute one answer more; False if there is none."""
        for action in self._rest:
            self._known.append(action)
            return True
        return False

    def _look_at_all(self) -> None:
        self._known.extend(self._rest)
        self._rest = _NOTHING

    def any(self) -> bool:
        """Whether there is any answer."""
        return self._passes or bool(self._known) or self._look()

    def several(self) -> bool:
        """Whether there is more than one answer."""
        while len(self._known) < 2:
            if not self._look():
                return False
        return True

    def only(self) -> Action | None:
        """The answer, if there is just one."""
        return None if self.several() or not self._known else self._known[0]


class Decision:
    """A question as players and tools see it."""

    __slots__ = ("_choices", "ask", "side")

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.side = ask.side
        self._choices: Choices | None = None

    @property
    def kind(self) -> str:
        """What kind of question it is, as titles call it."""
        return self.ask.kind

    @property
    def rule(self) -> str:
        """The rule by which it is asked."""
        return self.ask.rule

    @property
    def prompt(self) -> str:
        """What is asked, for the player."""
        return self.ask.prompt if isinstance(self.ask.prompt, str) else self.ask.prompt()

    @property
    def about(self) -> Matter:
        """What it is about: the battle, the group in hand, what is owed."""
        return self.ask.about

    def choices(self) -> Choices:
        """Every legal answer."""
        choices = self._choices
        if choices is None:
            choices = self._choices = Choices(self.ask.options, self.ask.groups, self.ask.passes)
        return choices

    def default(self) -> Action | None:
        """A sensible answer, where the title has one."""
        return self.ask.default() if self.ask.default else self.choices().only()

    def offers(self, action: Action, by: str | None) -> bool:
        """Whether an action of a side is among the legal answers that have been looked at so far."""
        choices = self._choices
        if choices is None or (by is not None and by != self.side):
            return False
        given = choices._given
        return (given is not None and action is given) or action in choices._known

    def refusal(self, action: Action) -> Refusal | None:
        """None if an action is legal, else why it is not."""
        if action in self.choices():
            return None
        given: object = action  # programs without types may hand on a default that there is not
        if not isinstance(given, Action):
            return Malformed(f"{given!r} is no action")
        refusal = self.ask.why_not(action)
        if refusal is not None:
            return refusal
        refusal = Refusal(self.rule, f'"{as_words(action)}" is not possible here: {self.prompt}')
        refusal.misplaced = True
        return refusal

    def as_data(self, choices: bool = False) -> dict[str, Any]:
        """The question as plain data, with its answers if wanted."""
        data: dict[str, Any] = {
            "side": self.side,
            "kind": self.kind,
            "prompt": self.prompt,
            "rule": self.rule,
        }
        if choices:
            data["choices"] = [as_data(action) for action in self.choices()]
            default = self.default()
            data["default"] = as_data(default) if default else None
        return data

    def __repr__(self) -> str:
        return f"Decision(side={self.side!r}, kind={self.kind!r}, prompt={self.prompt!r}, rule={self.rule!r})"
