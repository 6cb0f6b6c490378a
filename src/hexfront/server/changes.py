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

    Pieces that are gone are null; markers and rollback are left out if they are the same. Of the report only
    the parts are sent that are not the same. If the step is lower than before the game went back: then what
    was told of later steps is gone.
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
    report: dict[str, Any] = {}


def pieces_changed(before: Shown, after: Shown) -> dict[str, Piece | None]:
    """The pieces that came or changed since a view; null for those that are gone."""
    pieces: dict[str, Piece | None] = {
        key: piece for key, piece in after.pieces.items() if before.pieces.get(key) is not piece
    }
    pieces.update((key, None) for key in before.pieces if key not in after.pieces)
    return pieces


def _parts_changed(before: Report, after: Report) -> dict[str, Any]:
    """The parts of a report that are not as they were."""
    if before is after:
        return {}
    parts = ((name, getattr(after, name)) for name in Report.__struct_fields__)
    return {name: part for name, part in parts if part != getattr(before, name)}


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
        report=_parts_changed(before.report, after.report),
    )


def message(live: Live, viewer: str) -> bytes | None:
    """The change since what a viewer was shown last; the whole view if that is no longer the past.

    None if nothing has changed as far as he may know: that there is a message would tell that something has.
    """
    before = live.shown.get(viewer)
    if before is None or not _follows(live, before):
        return whole(live, viewer)
    after = show(live, viewer)
    change = difference(before, after, events_since(live.game, viewer, before.told))
    if before.revision == after.revision and change == difference(before, before, ()):
        return None
    return msgspec.json.encode(change)


def _follows(live: Live, before: Shown) -> bool:
    """Whether a game has only gone on, or only gone back, since a view of it was made."""
    step = before.made_of[0]
    if before.undone == live.undone:
        # If something was opened he may know steps of the past that he could not know then.
        return not any(entry.opened for entry in live.game.journal[step:])
    return before.undone + 1 == live.undone and live.game.step == live.back_to < step


def whole(live: Live, viewer: str) -> bytes:
    """The whole view as a message."""
    return msgspec.json.encode(ViewMessage(whole_view(live, viewer)))


def plain(kind: str, **fields: Any) -> bytes:
    """Any other message."""
    return msgspec.json.encode({"type": kind, **fields})
