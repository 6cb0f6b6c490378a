"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexfront.games.western_front import matters
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table import combat_faces, faces, march_faces
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision, Matter
from hexfront.kernel.showing import Face

Look = Callable[[Action], Face]


def face(position: WesternFrontPosition, decision: Decision, action: Action) -> Face:
    """How an answer to a question is shown and clicked."""
    return _LATEST.look(position, decision)(action)


class _Latest:
    """The look of the question that was asked for last: its answers are shown one after the other, and share
    what has been searched for one of them."""

    def __init__(self) -> None:
        self._kept: tuple[WesternFrontPosition, Decision, Look] | None = None

    def look(self, position: WesternFrontPosition, decision: Decision) -> Look:
        kept = self._kept
        if kept is None or kept[0] is not position or kept[1] is not decision:
            kept = self._kept = position, decision, _look(position, decision.about)
        return kept[2]


_LATEST = _Latest()


def _look(position: WesternFrontPosition, about: Matter | None) -> Look:
    made = _LOOKS.get(type(about))
    return made(position, about) if made is not None else _Plain(position, _PASSING.get(type(about), ""))


class _Plain:
    """Answers that look the same whatever the question is about, except for what it means to pass."""

    def __init__(self, position: WesternFrontPosition, passing: str) -> None:
        self.position = position
        self.passing = passing

    def __call__(self, action: Action) -> Face:
        if self.passing and isinstance(action, Pass):
            return Face(self.passing, "Pass")
        return faces.face(self.position, action)


_LOOKS: Mapping[type, Callable[[WesternFrontPosition, Any], Look]] = {
    matters.InHand: march_faces.MarchFaces,
    matters.Attacking: combat_faces.AttackFaces,
    matters.Joining: combat_faces.JoinFaces,
    matters.ChoosingTerrain: combat_faces.TerrainFaces,
    matters.Supplying: combat_faces.SupplyFaces,
    matters.Standing: combat_faces.StandFaces,
    matters.Retreating: combat_faces.RetreatFaces,
    matters.Evading: combat_faces.EvadeFaces,
    matters.Advancing: combat_faces.AdvanceFaces,
    matters.OpeningCity: combat_faces.OpenCityFaces,
}

_PASSING: Mapping[type, str] = {
    matters.Moving: "End the movement phase",
    matters.Administering: "Back to the march",
    matters.Recombining: "End the recombination phase",
    matters.Digging: "Dig no more",
    matters.CreatingCorps: "Create no corps headquarters",
    matters.TakingIn: "Leave the shipment where it is",
    matters.BreakingDown: "Give the rest up",
    matters.Forming: "Nobody else joins",
}
