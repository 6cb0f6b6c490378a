"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

from hexfront.games.western_front import matters
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table import combat_faces, faces, march_faces
from hexfront.shared.looks import Looks

LOOKS: Looks[WesternFrontPosition] = Looks(
    {
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
    },
    {
        matters.Deploying: "Done",
        matters.Stationing: "Leave it beside the map",
        matters.Recalling: "Take nothing back",
        matters.Weakening: "Weaken nobody now",
        matters.Stocking: "Leave it as it is",
        matters.Moving: "End the movement phase",
        matters.Administering: "Back to the march",
        matters.Recombining: "End the recombination phase",
        matters.Digging: "Dig no more",
        matters.CreatingCorps: "Create no corps headquarters",
        matters.TakingIn: "Leave the shipment where it is",
        matters.BreakingDown: "Give the rest up",
        matters.Forming: "Nobody else joins",
    },
    faces.face,
)
