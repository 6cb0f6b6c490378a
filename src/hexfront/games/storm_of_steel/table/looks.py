"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

import msgspec

from hexfront.games.storm_of_steel.matters import (
    Assignment,
    AtSea,
    Battle,
    CardPlay,
    Desk,
    Development,
    Harbour,
    InHand,
    OnTrain,
    Pursuit,
    Segment,
)
from hexfront.games.storm_of_steel.orders import Join
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import combat
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


def _battle(position: SteelPosition, about: Battle) -> Look:
    """[14.11] Who joins an attack; with the last who can the dice fall, and so with those who have joined."""
    board = position.setting.board
    able = [unit.name for unit in combat.able(position, board[about.at])] if about.at in board else []

    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("Attack with these", "Attack", chance=True)
        shown = faces.face(position, action)
        if isinstance(action, Join) and able and action.unit == able[-1]:
            return msgspec.structs.replace(shown, chance=True)
        return shown

    return look


LOOKS: Looks[SteelPosition] = Looks(
    {
        Segment: _segment,
        Battle: _battle,
        InHand: GroupFaces,
        OnTrain: TrainFaces,
        Hand: HandFaces,
        Desk: DeskFaces,
    },
    {
        Pursuit: "Nobody more advances",
        CardPlay: "Play no card",
        Development: "Develop nothing now",
        AtSea: "Stay in port",
        Harbour: "All other ships stay",
        Assignment: "The others stay inactive",
    },
    nation_faces.face,
)
