"""What has changed for a viewer since the view before, as it is sent over his socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.kernel.showing import Report
from hexfront.server.shapes import (
    Asked,
    DecisionShown,
    EventShown,
    MailShown,
    MarkerShown,
    Piece,
    ProposalShown,
    Undo,
    View,
)
from hexfront.server.views import Shown, events_since, show, whole_view

if TYPE_CHECKING:
    from hexfront.server.live import Live


class ViewMessage(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """The whole view, at first and whenever somebody asks for it."""

    view: View


class Change(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """The difference to the view at step ``since`` and revision ``after``.

    Pieces that are gone are null; markers, report and rollback are left out if they are the same.
    """

    step: int
    since: int
    revision: int
    after: int
    outcome: str | None
    turn: str
    waiting: tuple[str, ...]
    asked: tuple[Asked, ...]
    decision: DecisionShown | None
    pieces: dict[str, Piece | None]
    events: tuple[EventShown, ...]
    undo: Undo
    rollback: ProposalShown | None
    mail: MailShown | None
    markers: tuple[MarkerShown, ...] | msgspec.UnsetType = msgspec.UNSET
    report: Report | msgspec.UnsetType = msgspec.UNSET


def pieces_changed(before: Shown, after: Shown) -> dict[str, Piece | None]:
    """The pieces that came or changed since a view; null for those that are gone."""
    pieces: dict[str, Piece | None] = {
        key: piece for key, piece in after.pieces.items() if before.pieces.get(key) is not piece
    }
    pieces.update((key, None) for key in before.pieces if key not in after.pieces)
    return pieces


def difference(before: Shown, after: Shown, events: tuple[EventShown, ...]) -> Change:
    """What leads from one view to the next."""
    return Change(
        step=after.step,
        since=before.step,
        revision=after.revision,
        after=before.revision,
        outcome=after.outcome,
        turn=after.report.turn,
        waiting=after.waiting,
        asked=after.asked,
        decision=after.decision,
        pieces=pieces_changed(before, after),
        events=events,
        undo=after.undo,
        rollback=after.rollback,
        mail=after.mail,
        markers=msgspec.UNSET if before.markers == after.markers else after.markers,
        report=msgspec.UNSET if before.report == after.report else after.report,
    )


def message(live: Live, viewer: str) -> bytes | None:
    """The change since what a viewer was shown last; the whole view if that is no longer the past.

    None if nothing has changed as far as he may know: that there is a message would tell that something has.
    """
    before = live.shown.get(viewer)
    if before is None or before.undone != live.undone:
        return whole(live, viewer)
    since = live.game.journal[before.made_of[0] :]
    if any(entry.opened for entry in since):
        return whole(live, viewer)  # he may know steps of the past that he could not know then
    after = show(live, viewer)
    change = difference(before, after, events_since(live.game, viewer, before.told))
    if before.revision == after.revision and change == difference(before, before, ()):
        return None
    return msgspec.json.encode(change)


def whole(live: Live, viewer: str) -> bytes:
    """The whole view as a message."""
    return msgspec.json.encode(ViewMessage(whole_view(live, viewer)))


def plain(kind: str, **fields: Any) -> bytes:
    """Any other message."""
    return msgspec.json.encode({"type": kind, **fields})
