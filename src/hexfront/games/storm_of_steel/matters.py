"""What the questions of Storm of Steel are about, as far as the position does not say it."""

from __future__ import annotations

from hexfront.kernel.decisions import Matter
from hexfront.shared.secret_hands import Hand


class Segment(Matter, frozen=True, tag="segment"):
    """What to do next in a segment."""

    step: str


class InHand(Matter, frozen=True, tag="in-hand"):
    """[11.1] The group that moves, and the points it has spent."""

    units: tuple[str, ...]
    spent: int = 0


class OnTrain(Matter, frozen=True, tag="on-train"):
    """[11.62] The group that goes by rail."""

    units: tuple[str, ...]


class AtSea(Matter, frozen=True, tag="at-sea"):
    """[11.63] The units that go by sea."""

    units: tuple[str, ...]


class Harbour(Matter, frozen=True, tag="harbour"):
    """[3.2-7f] Ships that may change their base."""


class Battle(Matter, frozen=True, tag="battle"):
    """[14.1] An attack: the hex, and those that attack it so far."""

    at: str
    units: tuple[str, ...] = ()


class Owed(Matter, frozen=True, tag="owed"):
    """[14.21] Strength that a side must still lose, and the units that can be lost."""

    at: str
    units: tuple[str, ...]
    points: int


class Withdrawal(Matter, frozen=True, tag="withdrawal"):
    """[12.1] Units that must fall back from a hex."""

    at: str
    units: tuple[str, ...]


class Pursuit(Matter, frozen=True, tag="pursuit"):
    """[11.7] Units that may advance into a hex."""

    at: str
    units: tuple[str, ...]


class Crowd(Matter, frozen=True, tag="crowd"):
    """[13.2] A hex with too many units."""

    at: str
    units: tuple[str, ...]


class Assignment(Matter, frozen=True, tag="assignment"):
    """[3.2-3a1] The missions that one's agents are assigned to so far, one for each agent."""

    missions: tuple[str, ...]


class Mission(Matter, frozen=True, tag="mission"):
    """[32.3] A mission that is under way, and how many agents conduct it."""

    mission: str
    agents: int


class CardPlay(Matter, frozen=True, tag="card-play"):
    """[4.31] A time at which a contingency card may be played."""

    phase: str


class Joining(Matter, frozen=True, tag="joining"):
    """[7.6] A unit that arrives and is placed."""

    unit: str


class Uprising(Matter, frozen=True, tag="uprising"):
    """[6.11] An off-map area that is to rise."""


class Event(Matter, frozen=True, tag="event"):
    """[6.22] A political event that leaves a choice."""

    event: str


class Raising(Matter, frozen=True, tag="raising"):
    """[35.14] [35.23] Irregulars that rise."""

    unit: str


class Development(Matter, frozen=True, tag="development"):
    """[22.1] A weapon or tactic that is tried."""


class Desk(Matter, frozen=True, tag="desk"):
    """[7.41] The books of a country, and the points it has left; of none while one is chosen."""

    country: str
    points: int


SteelMatter = (
    Segment
    | InHand
    | OnTrain
    | AtSea
    | Harbour
    | Battle
    | Owed
    | Withdrawal
    | Pursuit
    | Crowd
    | Hand
    | Assignment
    | Mission
    | CardPlay
    | Joining
    | Uprising
    | Event
    | Raising
    | Development
    | Desk
)
