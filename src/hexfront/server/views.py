"""What a viewer may know of a game, as clients are sent it.

A view is made anew after each step, but only what changed is turned into data again: counters that are
equal to those of the view before keep their `Piece`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from hexfront.drawing.picture import Counter, Marker, Picture
from hexfront.drawing.symbols import symbol_name
from hexfront.kernel.board import Board
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Report
from hexfront.kernel.title import Title
from hexfront.server import commands
from hexfront.server.mail import before_last_order, mail_shown
from hexfront.server.shapes import (
    Asked,
    Choice,
    DecisionShown,
    EventShown,
    MarkerShown,
    Piece,
    ProposalShown,
    RollCancelled,
    RollShown,
    Undo,
    View,
)
from hexfront.shared.following import changes

if TYPE_CHECKING:
    from hexfront.server.journal import Proposal
    from hexfront.server.live import Live

LAST_EVENTS = 200


class Shown:
    """What a viewer has been shown at one step of a game, and from what it was made."""

    def __init__(
        self, game: Game, viewer: str, before: Shown | None = None, report: Report | None = None
    ) -> None:
        self.step = game.steps_known(viewer)  # as the viewer counts, and so the revision
        self.revision = 0
        self.made_of = game.step, 0  # the true ones
        self.undone = 0  # how often the game had gone back
        self.viewer = viewer
        self.told = len(game.events)
        self.report: Report = report or game.report(viewer)
        self.pieces: dict[str, Piece] = {}
        self.markers: tuple[MarkerShown, ...] = ()
        self._counters: list[Counter] = []
        self._laid: dict[str, tuple[Counter, int]] = {}  # by the keys of pieces, with the height in the stack
        self._keys: dict[int, tuple[str, ...]] = {}  # of the pieces in each hex, from the bottom to the top
        self._markers: Sequence[Marker] = ()
        picture = picture_of(game, viewer)
        if picture is not None:
            self._lay_out(picture, before)
        self.outcome = game.outcome
        self.waiting = tuple(decision.side for decision in game.decisions)
        self.asked = tuple(_asked(game, decision, viewer) for decision in game.decisions)
        self.mail = mail_shown(game)
        self.decision = (
            None if game.outbox else decision_shown(game, viewer)
        )  # what waits has to be sent first
        self.undo = undo_of(game, viewer)
        self.rollback: ProposalShown | None = None
        self.notices = tuple(game.notices)

    def _lay_out(self, picture: Picture, before: Shown | None) -> None:
        """Take over the pieces of the view before, and lay out anew the stacks in which one is another."""
        now = self._counters = list(picture.counters)
        lying = now
        if before is not None and len(before._laid) == len(before._counters):
            gone, come = changes(before._counters, now)
            nodes = {counter.node for counter in chain(gone, come)}
            self._keys, self._laid = before._keys.copy(), before._laid.copy()
            self.pieces = before.pieces.copy()
            for key in chain.from_iterable([self._keys.pop(node, ()) for node in nodes]):
                del self._laid[key], self.pieces[key]
            lying = [counter for counter in now if counter.node in nodes]
        self._stack(lying, picture, before)
        if len(self._laid) != len(now):  # one lies in two hexes, and what is said of it last counts
            self._keys, self._laid, self.pieces = {}, {}, {}
            self._stack(now, picture, before)
        board = picture.board
        self._markers = picture.markers
        if before is not None and before._markers == self._markers:
            self.markers = before.markers
        else:
            self.markers = tuple(_marker(board, marker) for marker in self._markers)

    def _stack(self, lying: Sequence[Counter], picture: Picture, before: Shown | None) -> None:
        """Put counters into their hexes, from the bottom to the top."""
        board, style = picture.board, picture.style
        known, pieces = (before._laid, before.pieces) if before else ({}, {})
        for counter in lying:
            keys = self._keys.get(counter.node, ())
            # A piece that is only seen from behind has no name to be called by, but a place.
            key = counter.key or f"{board.label(counter.node)}/{len(keys)}"
            self._keys[counter.node] = (*keys, key)
            laid = self._laid[key] = counter, len(keys)
            if known.get(key) == laid:
                self.pieces[key] = pieces[key]
            else:
                self.pieces[key] = _piece(board, counter, symbol_name(counter.symbol, style), len(keys))


def picture_of(game: Game, viewer: str, layers: Sequence[str] = ()) -> Picture | None:
    """The picture a title makes of a game; None if it makes none."""
    try:
        made = game.picture(viewer, layers)
    except Refusal:
        if layers:
            raise
        return None
    assert isinstance(made, Picture)
    return made


def laid_out(picture: Picture) -> tuple[dict[str, Piece], tuple[MarkerShown, ...]]:
    """All that lies on the map in a picture, of no game."""
    board, style = picture.board, picture.style
    pieces: dict[str, Piece] = {}
    height: dict[int, int] = {}
    for counter in picture.counters:
        order = height.get(counter.node, 0)
        height[counter.node] = order + 1
        key = counter.key or f"{board.label(counter.node)}/{order}"
        pieces[key] = _piece(board, counter, symbol_name(counter.symbol, style), order)
    return pieces, tuple(_marker(board, marker) for marker in picture.markers)


def _piece(board: Board, counter: Counter, symbol: str, order: int) -> Piece:
    return Piece(
        board.label(counter.node),
        counter.nation,
        counter.side,
        symbol,
        counter.size,
        counter.strength,
        counter.movement,
        counter.designation,
        counter.states,
        counter.name,
        counter.facts,
        order,
    )


def _marker(board: Board, marker: Marker) -> MarkerShown:
    toward = tuple(board.label(node) for node in marker.toward)
    return MarkerShown(board.label(marker.node), marker.kind, marker.text, marker.nation, toward)


def summary_of(title: Title, rule: str) -> str:
    """A rule in our own words, if the title has it."""
    return title.rulebook[rule].summary if rule in title.rulebook else ""


def _asked(game: Game, decision: Decision, viewer: str) -> Asked:
    return Asked(
        decision.side,
        decision.kind,
        decision.rule,
        summary_of(game.title, decision.rule),
        game.topic(decision).stage,
        game.known_step(game.station_step, viewer),
        _orderer(game, viewer) or decision.side,
    )


def _orderer(game: Game, viewer: str) -> str:
    """Whose order is being carried out, as far as a viewer may know; nothing if a new one is asked for."""
    at = game.station_step
    known = at < game.step and game.is_known(at, viewer) and game.journal[at].by in game.title.sides
    return game.journal[at].by if known else ""


def decision_shown(game: Game, viewer: str) -> DecisionShown | None:
    """What a viewer has to decide; nothing if he is not asked."""
    decision = game.decision_of(viewer)
    if decision is None:
        return None
    actions = list(decision.choices())
    default = decision.default()
    return DecisionShown(
        decision.side,
        decision.kind,
        decision.prompt,
        decision.rule,
        summary_of(game.title, decision.rule),
        game.topic(decision),
        tuple(Choice(action, game.face(decision, action)) for action in actions),
        actions.index(default) if default in actions else None,
    )


def undo_of(game: Game, viewer: str) -> Undo:
    """Whether a viewer can take back the last order."""
    if viewer not in game.title.sides:
        return Undo(False, "only those who play take back")
    try:
        before_last_order(game, viewer)
    except Refusal as refusal:
        return Undo(False, refusal.reason)
    return Undo(True)


def events_since(game: Game, viewer: str, told: int) -> tuple[EventShown, ...]:
    """The events a viewer may know of those told after the first so many, each with its step as he counts."""
    return tuple(
        EventShown(
            event.text,
            event.kind,
            event.rules,
            event.data,
            step,
            tuple(RollShown(roll.value, roll.faces, roll.purpose, roll.rule) for roll in event.rolls),
        )
        for step, event in game.heard(viewer, told)
    )


def last_events(game: Game, viewer: str, most: int = LAST_EVENTS) -> tuple[EventShown, ...]:
    """The newest events a viewer may know."""
    told = max(0, len(game.events) - most)
    found = events_since(game, viewer, told)
    while told and len(found) < most:
        told = max(0, told - most)
        found = events_since(game, viewer, told)
    return found[-most:]


def proposal_shown(game: Game, proposal: Proposal | None, viewer: str) -> ProposalShown | None:
    """A proposal with the dice it would cancel, as far as a viewer may know of them."""
    if proposal is None:
        return None
    rolls = tuple(
        RollCancelled(roll.value, roll.faces, roll.purpose, roll.rule)
        for at in range(proposal.step, game.step)
        if game.is_known(at, viewer)
        for roll in game.journal[at].rolls
    )
    return ProposalShown(proposal.side, game.known_step(proposal.step, viewer), rolls, proposal.agreed)


def show(live: Live, viewer: str) -> Shown:
    """What a viewer is shown of a game now; kept until the game changes. Hold the lock."""
    before = live.shown.get(viewer)
    if before is None or before.made_of[1] != live.revision:
        before = Shown(live.game, viewer, before, live.report(viewer))
        before.made_of = live.game.step, live.revision
        before.revision, before.undone = live.revision_for(viewer), live.undone
        before.rollback = proposal_shown(live.game, live.proposal, viewer)
        before.outcome = live.outcome
        before.decision = commands.marked(live, viewer, before.decision)
        live.shown[viewer] = before
    return before


def view_of(shown: Shown, events: tuple[EventShown, ...]) -> View:
    """The whole view."""
    return View(
        shown.step,
        shown.revision,
        shown.viewer,
        shown.outcome,
        shown.report.turn,
        shown.waiting,
        shown.asked,
        shown.decision,
        shown.pieces,
        shown.markers,
        shown.report,
        events,
        shown.undo,
        shown.rollback,
        shown.mail,
        shown.notices,
    )


def whole_view(live: Live, viewer: str) -> View:
    """The view of a game now."""
    return view_of(show(live, viewer), last_events(live.game, viewer))


def past_view(game: Game, viewer: str, revision: int, step: int) -> View:
    """The view of a game that was taken back to a step for looking at it: nothing can be done in it.

    ``step`` is what the viewer calls it now; he may have learnt of earlier steps since.
    """
    shown = Shown(game, viewer)
    shown.revision, shown.step = revision, step
    shown.decision = None
    shown.undo = Undo(False, "this is the past")
    return view_of(shown, last_events(game, viewer))


def encoded(message: msgspec.Struct | Mapping[str, object]) -> bytes:
    return msgspec.json.encode(message)
