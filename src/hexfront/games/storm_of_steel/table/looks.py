"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import (
    Battle,
    CardPlay,
    Desk,
    Development,
    InHand,
    OnTrain,
    Pursuit,
    Segment,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.table import faces, nation_faces
from hexfront.games.storm_of_steel.table.march_faces import GroupFaces, TrainFaces
from hexfront.games.storm_of_steel.table.nation_faces import DeskFaces, HandFaces
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face
from hexfront.shared.looks import Look, Looks
from hexfront.shared.secret_hands import Hand


def _segment(position: SteelPosition, about: Segment) -> Look:
    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            return faces.ending(position, about.step)
        return faces.face(position, action)

    return look


LOOKS: Looks[SteelPosition] = Looks(
    {
        Segment: _segment,
        InHand: GroupFaces,
        OnTrain: TrainFaces,
        Hand: HandFaces,
        Desk: DeskFaces,
    },
    {
        Battle: "Attack with these",
        Pursuit: "Nobody more advances",
        CardPlay: "Play no card",
        Development: "Develop nothing now",
    },
    nation_faces.face,
)
