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


class Admiralty(Matter, frozen=True, tag="admiralty"):
    """[3.2-3b] What is undertaken at sea: engagements, or missions."""

    step: str


class Squadron(Matter, frozen=True, tag="squadron"):
    """[25.31] Ships that are chosen in secret: for what, in which sea, how many at most, and who so far."""

    mission: str
    sea: str
    units: tuple[str, ...]
    most: int


class Sighted(Matter, frozen=True, tag="sighted"):
    """[25.31] [25.32] An enemy fleet at sea, and what it is about; what it is made of is not known."""

    mission: str
    sea: str
    at: str = ""


class Encounter(Matter, frozen=True, tag="encounter"):
    """[26.31] Fleets that have met: who attacks, with which ships, and against which."""

    mission: str
    sea: str
    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Beach(Matter, frozen=True, tag="beach"):
    """[25.42] A landing: the port, who lands, and the ships that support it so far."""

    at: str
    units: tuple[str, ...]
    ships: tuple[str, ...] = ()


class Sinking(Matter, frozen=True, tag="sinking"):
    """[26.33] Protection factors that a fleet has still to lose, and the ships that can be lost."""

    sea: str
    units: tuple[str, ...]
    points: int


class Battle(Matter, frozen=True, tag="battle"):
    """[14.1] An attack: the hex, and those that attack it so far; of a landing also the columns that the guns
    of the fleet have won [25.42]."""

    at: str
    units: tuple[str, ...] = ()
    guns: int | None = None


class Gas(Matter, frozen=True, tag="gas"):
    """[33.2] An attack before which gas may be used: the hex, who attacks it, and the table."""

    at: str
    units: tuple[str, ...]
    table: str


class Gassed(Matter, frozen=True, tag="gassed"):
    """[33.2] Entrenched units of a hex, one of which gas drives out."""

    at: str
    units: tuple[str, ...]


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


class AirOrders(Matter, frozen=True, tag="air-orders"):
    """[30.71] Missions that are declared when the movement segment begins."""


class InFlight(Matter, frozen=True, tag="in-flight"):
    """[30.51] The air units in hand."""

    units: tuple[str, ...]


class Intruders(Matter, frozen=True, tag="intruders"):
    """[30.54] Enemy air units over a hex, and the bases whose units may attack them."""

    at: str
    units: tuple[str, ...]
    bases: tuple[str, ...]


class AirLosses(Matter, frozen=True, tag="air-losses"):
    """[30.61] Air units of which some are lost."""

    at: str
    units: tuple[str, ...]
    number: int


class Support(Matter, frozen=True, tag="support"):
    """[30.56] An attack on a hex, the attackers, and the air units that support the defence so far."""

    at: str
    attackers: tuple[str, ...]
    units: tuple[str, ...] = ()


class AirLanding(Matter, frozen=True, tag="air-landing"):
    """[30.52] Air units that return to their bases."""

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


class Motorizing(Matter, frozen=True, tag="motorizing"):
    """[41.2] Motorization markers that are to be placed."""

    markers: int


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


class Deception(Matter, frozen=True, tag="deception"):
    """[23.1] A dummy that is placed."""


class Reconnaissance(Matter, frozen=True, tag="reconnaissance"):
    """[23.3] A headquarters that looks at an enemy stack."""

    unit: str


SteelMatter = (
    Segment
    | InHand
    | OnTrain
    | AtSea
    | Harbour
    | Admiralty
    | Squadron
    | Sighted
    | Encounter
    | Sinking
    | Beach
    | Battle
    | Gas
    | Gassed
    | Owed
    | Withdrawal
    | Pursuit
    | Crowd
    | Deception
    | Reconnaissance
    | AirOrders
    | InFlight
    | Intruders
    | AirLosses
    | Support
    | AirLanding
    | Hand
    | Assignment
    | Mission
    | CardPlay
    | Joining
    | Motorizing
    | Uprising
    | Event
    | Raising
    | Development
    | Desk
)
