"""What a question is about, in words that every client knows."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import (
    Admiralty,
    AirLosses,
    AirOrders,
    Assignment,
    CardPlay,
    Desk,
    Development,
    Encounter,
    Event,
    Joining,
    Mission,
    Owed,
    Raising,
    Sighted,
    Sinking,
    Squadron,
    Uprising,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.table.wording import STAGES
from hexfront.kernel.actions import tag_of
from hexfront.kernel.decisions import Decision
from hexfront.kernel.showing import Topic
from hexfront.shared.secret_hands import Hand

# The display on which questions about something are answered.
DISPLAYS = {
    Hand: "cards",
    CardPlay: "cards",
    Development: "cards",
    Desk: "mobilization",
    Event: "politics",
    Uprising: "world",
    AirOrders: "air",
    Assignment: "agents",
    Mission: "agents",
    Admiralty: "naval",
    Squadron: "naval",
    Sighted: "naval",
    Encounter: "naval",
    Sinking: "naval",
}


def topic(position: SteelPosition, decision: Decision) -> Topic:
    """The pieces and the hex of a question, the strength that is owed, and where it is answered."""
    about = decision.about
    pieces = tuple(getattr(about, "units", ()) or filter(None, (getattr(about, "unit", ""),)))
    at = str(getattr(about, "at", ""))
    stage = STAGES.get(decision.kind, "choose")
    if isinstance(about, Joining | Raising):
        stage = "choose"  # a unit that is placed joins no fight
    points = about.points if isinstance(about, Owed | Sinking) else None
    if isinstance(about, AirLosses):
        points = about.number
    hexes = (at,) if at else ()
    on_map = isinstance(about, Mission) and not about.agents  # a city to sabotage is clicked there
    display = "" if on_map else DISPLAYS.get(type(about), "")
    return Topic(tag_of(about), stage, pieces, hexes, points, display)
