"""What the questions of Serbia 1914 are about.

A matter holds what the procedure that asks knows of the order it carries out and the position does not say:
the Force in hand, who fights for a hex, the reductions owed. Hexes are written by their numbers and units by
their keys, as in orders. Of the enemy a matter names only those the side has been told of [3.1.6].
"""

from __future__ import annotations

from hexfront.kernel.decisions import Matter

# What to do next in a phase: all that counts is in the position


class Plans(Matter, frozen=True, tag="plans"):
    """[26.3] Whether a strategic plan is given up."""


class Attachment(Matter, frozen=True, tag="attachment"):
    """[5.1.2] [5.2] Areas and corps."""


class Extension(Matter, frozen=True, tag="extension"):
    """[15.6.1] Which supply units show their backs, because Forces are out of supply."""


class Division(Matter, frozen=True, tag="division"):
    """[16.4.1] Which Formation is divided into its brigades."""


class Movement(Matter, frozen=True, tag="movement"):
    """[7.1.2] Which unit moves next, or whether the phase is over."""


class Combination(Matter, frozen=True, tag="combination"):
    """[16.3.1] [21.1] Which units are put together."""


class Indication(Matter, frozen=True, tag="indication"):
    """[9.1] Which attacks are made."""


class Resolution(Matter, frozen=True, tag="resolution"):
    """[9.1] Which of the indicated attacks is resolved next."""


class Retirement(Matter, frozen=True, tag="retirement"):
    """[8.3] Which cavalry next to the enemy retires."""


class Bridges(Matter, frozen=True, tag="bridges"):
    """[21.2.1] Which pontoon bridges are begun and taken up."""


class Komitadji(Matter, frozen=True, tag="komitadji"):
    """[23.1] Where irregulars are placed."""


class Replacements(Matter, frozen=True, tag="replacements"):
    """[16.6] Who is given a replacement."""


# Single units and markers


class Entry(Matter, frozen=True, tag="entry"):
    """[16.1] Where a unit enters the game."""

    unit: str


class Refitting(Matter, frozen=True, tag="refitting"):
    """[25.1.2] Whether the naval replacement is used."""


class FrenchGuns(Matter, frozen=True, tag="french-guns"):
    """[25.1.4] Whether the French naval guns are placed now."""

    at: str


class Syrmien(Matter, frozen=True, tag="syrmien"):
    """[27.6] Whether the award for Syrmien is taken now: so many points for the hexes that are held."""

    points: int
    hexes: tuple[str, ...]


class Displacement(Matter, frozen=True, tag="displacement"):
    """[15.6.2a] [15.6.2b] Where a supply unit goes that has to leave its place."""

    unit: str


class Crowding(Matter, frozen=True, tag="crowding"):
    """[3.1.3] Who is eliminated in a hex that holds too many units."""

    at: str
    units: tuple[str, ...]


class Recovery(Matter, frozen=True, tag="recovery"):
    """[7.7] Whether a unit that recovers takes in Marsch replacements."""

    unit: str


class Absorption(Matter, frozen=True, tag="absorption"):
    """[7.7.1] How many reductions a unit makes good out of a Marsch unit."""

    unit: str
    marsch: str
    most: int


# Movement


class ForceInHand(Matter, frozen=True, tag="force-in-hand"):
    """[7.1.2] The units that are being moved.

    ``stuck`` says that a Repulse has failed [7.4.5], ``with_infantry`` that infantry asset units have marched
    along with cavalry [7.2.2a].
    """

    units: tuple[str, ...]
    started: bool = False
    stuck: bool = False
    with_infantry: bool = False


class Flight(Matter, frozen=True, tag="flight"):
    """[15.6.2a] Whether trains leave before the cavalry reacts to a step of the enemy."""

    units: tuple[str, ...]
    enemy_at: str


class Reaction(Matter, frozen=True, tag="reaction"):
    """[8.2] Whether cavalry evades when the enemy steps next to it."""

    unit: str
    enemy_at: str


# Combat; ``attacking`` says for whom the side that is asked fights


class Corps(Matter, frozen=True, tag="corps"):
    """[9.2.2] [9.2.5] Which of several corps fights for a hex."""

    at: str
    attacking: bool
    units: tuple[str, ...]


class Withholding(Matter, frozen=True, tag="withholding"):
    """[3.1.2] [9.2.5] Who of those that take part is withheld; somebody ``must`` where there are too many."""

    at: str
    attacking: bool
    units: tuple[str, ...]
    must: bool = False


class Assignment(Matter, frozen=True, tag="assignment"):
    """[5.5.1] With which Formation the asset units of an attacked hex go."""

    at: str


class Provision(Matter, frozen=True, tag="provision"):
    """[9.4.1] [23.2.1] Ammunition and shells as they are planned so far, for each Force by its leader.

    ``sources`` names who serves it, nobody if it has none; ``shells`` are the Forces that fire.
    """

    at: str
    attacking: bool
    sources: tuple[tuple[str, str], ...]
    shells: tuple[str, ...]


class Support(Matter, frozen=True, tag="support"):
    """[10.1.1] [25.1] Whose guns help in a combat: so many points fire so far, at an enemy of such a size."""

    at: str
    attacking: bool
    guns: int
    target: int
    chosen: tuple[str, ...] = ()


class Intensity(Matter, frozen=True, tag="intensity"):
    """[9.8] With what intensity a side fights. The attacker declares first: the defender knows what he said.

    ``place`` is that of the odds column.
    """

    at: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    place: int
    attacker_intense: bool | None = None


class Reductions(Matter, frozen=True, tag="reductions"):
    """[9.10] Strength reductions that are still owed, and the units that share them."""

    units: tuple[str, ...]
    owed: int


class Retreat(Matter, frozen=True, tag="retreat"):
    """[11.1.1] [7.4] [19.1.7] Where a stack goes that must retreat so many hexes more, or whom it repulses.

    ``half`` says that only the half of a two-hex Force retreats.
    """

    units: tuple[str, ...]
    at: str
    hexes: int
    half: bool = False


class Repulser(Matter, frozen=True, tag="repulser"):
    """[7.4.1] Which Force of a retreating stack tries to repulse the enemy from a hex, by their leaders."""

    units: tuple[str, ...]
    at: str


class Advance(Matter, frozen=True, tag="advance"):
    """[11.2] Who of those that attacked enters a vacated hex."""

    at: str
    units: tuple[str, ...]


SerbiaMatter = (
    Plans
    | Attachment
    | Extension
    | Division
    | Movement
    | Combination
    | Indication
    | Resolution
    | Retirement
    | Bridges
    | Komitadji
    | Replacements
    | Entry
    | Refitting
    | FrenchGuns
    | Syrmien
    | Displacement
    | Crowding
    | Recovery
    | Absorption
    | ForceInHand
    | Flight
    | Reaction
    | Corps
    | Withholding
    | Assignment
    | Provision
    | Support
    | Intensity
    | Reductions
    | Retreat
    | Repulser
    | Advance
)
