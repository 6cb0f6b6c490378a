"""How the answers to a question look, by what the question is about."""

from __future__ import annotations

import msgspec

from hexfront.games.storm_of_steel.matters import (
    AirLanding,
    AirOrders,
    Assignment,
    AtSea,
    Battle,
    CardPlay,
    Deception,
    Desk,
    Development,
    Gas,
    Harbour,
    InFlight,
    InHand,
    Intruders,
    Mission,
    OnTrain,
    Pursuit,
    Reconnaissance,
    Segment,
    Support,
)
from hexfront.games.storm_of_steel.orders import Join
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import combat
from hexfront.games.storm_of_steel.table import agents_display, air_faces, faces
from hexfront.games.storm_of_steel.table.air_faces import (
    FlightFaces,
    intruder_face,
    landing_face,
    support_face,
)
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
        return air_faces.face(position, action)

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


def _gas(position: SteelPosition, about: Gas) -> Look:
    """[33.2] Whether gas is used; without it the dice fall as well."""

    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("Attack without gas", "Attack", chance=True)
        return faces.face(position, action)

    return look


LOOKS: Looks[SteelPosition] = Looks(
    {
        Segment: _segment,
        Battle: _battle,
        Gas: _gas,
        InHand: GroupFaces,
        OnTrain: TrainFaces,
        Hand: HandFaces,
        Desk: DeskFaces,
        InFlight: FlightFaces,
        Intruders: intruder_face,
        Support: support_face,
        AirLanding: landing_face,
        Assignment: agents_display.assigning,
        Mission: agents_display.guarding,
    },
    {
        Deception: "Place no dummy now",
        Pursuit: "Nobody more advances",
        Reconnaissance: "Look at nothing now",
        CardPlay: "Play no card",
        Development: "Develop nothing now",
        AtSea: "Stay in port",
        Harbour: "All other ships stay",
        AirOrders: "The others stay on the ground",
    },
    air_faces.face,
)
