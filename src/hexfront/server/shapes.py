"""What clients are sent, as types: the source of the API's description."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.kernel.showing import Face, Report, Stage, Topic


class Piece(msgspec.Struct, frozen=True):
    """A counter on the map, as a viewer may see it."""

    at: str
    nation: str
    side: str
    symbol: str
    size: str
    strength: str
    movement: str
    designation: str
    states: tuple[str, ...]
    name: str
    facts: tuple[tuple[str, str], ...]
    order: int  # its place in the stack, 0 at the bottom


class MarkerShown(msgspec.Struct, frozen=True):
    """A marker on the map."""

    at: str
    kind: str
    text: str = ""
    nation: str = ""
    toward: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal answer, how it is shown and clicked, and the ``commands`` whose commanders may give it."""

    action: Any  # an action of the title: an object with the field "do"
    face: Face
    commands: tuple[str, ...] = ()


class DecisionShown(msgspec.Struct, frozen=True):
    """What a side has to decide, with every legal answer."""

    side: str
    kind: str
    prompt: str
    rule: str
    summary: str
    about: Topic
    choices: tuple[Choice, ...]
    default: int | None


class Asked(msgspec.Struct, frozen=True):
    """Who is to decide, and by which rule, as everybody may know.

    ``since`` is the step at which the order began that is carried out, ``by`` the side whose order it is.
    """

    side: str
    kind: str
    rule: str
    summary: str
    stage: Stage
    since: int
    by: str


class RollShown(msgspec.Struct, frozen=True):
    """A die as it fell."""

    value: int
    faces: int
    purpose: str
    rule: str


class EventShown(msgspec.Struct, frozen=True):
    """Something that happened."""

    text: str
    kind: str
    rules: tuple[str, ...]
    data: dict[str, Any]
    step: int
    rolls: tuple[RollShown, ...] = ()  # the dice it tells of


class Undo(msgspec.Struct, frozen=True):
    """Whether the viewer can take back his last order, and if not, why."""

    possible: bool
    reason: str = ""


class RollCancelled(msgspec.Struct, frozen=True):
    """A die that going back would cancel."""

    value: int
    faces: int
    purpose: str
    rule: str


class ProposalShown(msgspec.Struct, frozen=True):
    """A side asks to go back to a step."""

    side: str
    step: int
    rolls: tuple[RollCancelled, ...]
    agreed: tuple[str, ...]


class MailShown(msgspec.Struct, frozen=True):
    """Of a game that came by mail: to whom, and what there is to send back.

    ``step`` is where the game was from which it was sent, ``known`` how many steps came with it.
    """

    side: str
    step: int
    known: int
    orders: int  # steps to be sent back
    waits: bool  # whether the last of them waits for dice


class View(msgspec.Struct, frozen=True):
    """All that a viewer may know of a game at one step."""

    step: int
    revision: int
    viewer: str
    outcome: str | None
    turn: str
    waiting: tuple[str, ...]
    asked: tuple[Asked, ...]
    decision: DecisionShown | None
    pieces: dict[str, Piece]
    markers: tuple[MarkerShown, ...]
    report: Report
    events: tuple[EventShown, ...]
    undo: Undo
    rollback: ProposalShown | None
    mail: MailShown | None
    notices: tuple[str, ...]


class CommanderShown(msgspec.Struct, frozen=True):
    """Who answers for a part of a side, as others on it see it; without a name, somebody is invited."""

    command: str
    name: str
    you: bool
    online: bool


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a side, as others see it.

    ``commander`` says that you are not its chief, but answer for the commands among ``commanders`` that are
    yours.
    """

    name: str
    kind: str
    player: str
    you: bool
    online: bool
    commanders: tuple[CommanderShown, ...] = ()
    commander: bool = False


class GameInfo(msgspec.Struct, frozen=True):
    """A game as the lobby shows it; ``name`` is what its owner calls it, if he calls it anything."""

    id: str
    name: str
    title: str
    scenario: str
    caption: str
    seed: int | None
    options: dict[str, str]
    owner: str
    seats: dict[str, SeatShown]
    step: int
    revision: int
    outcome: str | None
    turn: str
    waiting: tuple[str, ...]
    clock: dict[str, Any] | None
    branch_of: str | None
    branch_step: int | None
    created: float
    touched: float
    notices: tuple[str, ...] = ()
    mail: MailShown | None = None


class HistoryEntry(msgspec.Struct, frozen=True):
    """A step of the past."""

    step: int
    by: str
    text: str
    kind: str
    turn: str
    rolls: tuple[RollShown, ...]
    told: tuple[str, ...]
    reason: str = ""  # why a computer player did it


class CurveName(msgspec.Struct, frozen=True):
    """A figure that is followed over the game."""

    name: str
    group: str
    side: str


class CurvePoint(msgspec.Struct, frozen=True):
    """What all figures were at a step; none where a figure did not exist."""

    step: int
    turn: str
    values: tuple[float | None, ...]


class Curves(msgspec.Struct, frozen=True):
    """Figures over the game."""

    names: tuple[CurveName, ...]
    points: tuple[CurvePoint, ...]
