"""What the questions of The Western Front are about.

A matter holds what the procedure that asks knows and the position does not say: the group in hand, the battle
so far, what is still owed. It is plain data, hexes by their numbers on the board, and holds nothing that the
side asked may not know.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfront.games.western_front.vocabulary import ALL_UNITS, other_side
from hexfront.kernel.decisions import Matter

# What to do next


class Moving(Matter, frozen=True, tag="moving"):
    """[6-3] A movement phase: who moves next."""


class Administering(Matter, frozen=True, tag="administering"):
    """[18-6] [21-8] [27-1] What is seen to besides marching."""


class Attacking(Matter, frozen=True, tag="attacking"):
    """[12-2] A combat phase: which hex is attacked next."""


class Recombining(Matter, frozen=True, tag="recombining"):
    """[23-3] A recombination phase: who is strengthened next."""


class Digging(Matter, frozen=True, tag="digging"):
    """[22-1] Trenches: where one is begun next."""


class Fortifying(Matter, frozen=True, tag="fortifying"):
    """[WF 8-2] The Hindenburg Line: where it is begun next."""


class CreatingCorps(Matter, frozen=True, tag="creating-corps"):
    """[18-17] Corps headquarters: where one is created next."""


# The group in hand


class InHand(Matter, frozen=True, tag="in-hand"):
    """[6-4] [6-5] A group in hand: who is in it, and what it has done since it was picked."""

    units: tuple[str, ...]
    start: int  # where it was picked
    legs: int = 0
    entered_zone: bool = False
    on_track: bool = False
    repaired: bool = False
    charged: tuple[str, ...] = ()  # networks it has ridden on


# A combat


class Battle(Matter, frozen=True, tag="battle"):
    """One combat, from its declaration to its end.

    ``targets`` holds all attacked hexes where there are several [14-9]; ``node`` is then the first. The
    plans say which headquarters pays for which unit, and are empty until supply has been expended.
    ``unready`` are the defenders that had not completed mobilization when the attack was declared,
    ``on_trains`` those that were caught entrained [7-11]. ``flotillas`` support the attack [36-6]. ``gas``
    says that gas is used, and ``gas_dice`` is the sum of its two dice once they have fallen [WF 9-4].
    """

    side: str
    node: int
    attackers: tuple[str, ...]
    column: bool = False
    forced: bool = False
    targets: tuple[int, ...] = ()
    aim: str = ALL_UNITS
    may_supply: bool = True
    terrain: str = ""
    attack_plan: Mapping[str, str] = {}
    counterattack_plan: Mapping[str, str] = {}
    unready: tuple[str, ...] = ()
    on_trains: tuple[str, ...] = ()
    flotillas: tuple[str, ...] = ()
    gas: bool = False
    gas_dice: int = 0

    @property
    def enemy(self) -> str:
        """The defending side."""
        return other_side(self.side)

    @property
    def hexes(self) -> tuple[int, ...]:
        """Every hex under attack."""
        return self.targets or (self.node,)

    def on(self, terrain: str) -> Battle:
        """The same battle on chosen ground."""
        return self if terrain == self.terrain else msgspec.structs.replace(self, terrain=terrain)

    def known_to(self, side: str) -> Battle:
        """[17-5] The battle as a side may know it: who supplies whom is its owner's affair."""
        if side == self.side:
            return msgspec.structs.replace(self, counterattack_plan={}) if self.counterattack_plan else self
        return msgspec.structs.replace(self, attack_plan={}) if self.attack_plan else self


class Joining(Matter, frozen=True, tag="joining"):
    """[12-6] [16-4] Who takes part in an attack: the battle with all that have joined so far."""

    battle: Battle


class Supporting(Matter, frozen=True, tag="supporting"):
    """[36-6] Which flotillas support an attack; those named so far are in the battle."""

    battle: Battle


class Dueling(Matter, frozen=True, tag="dueling"):
    """[36-9] Which flotillas attack those in a hex, and who has been named so far."""

    node: int
    units: tuple[str, ...]


class Aiming(Matter, frozen=True, tag="aiming"):
    """[29-7] What artillery alone is directed at."""

    battle: Battle


class ReleasingGas(Matter, frozen=True, tag="releasing-gas"):
    """[WF 9-3] Whether gas is used in an attack."""

    battle: Battle


class ChoosingTerrain(Matter, frozen=True, tag="choosing-terrain"):
    """[13-3] On which ground the defender fights."""

    battle: Battle


class Supplying(Matter, frozen=True, tag="supplying"):
    """[13-7] [19-6] Who is supplied by whom: the plan as it is, and whose supplier has been changed.

    ``attack`` says whether it is for the attack or for the counterattack.
    """

    battle: Battle
    attack: bool
    plan: Mapping[str, str]
    changed: tuple[str, ...] = ()


class Standing(Matter, frozen=True, tag="standing"):
    """[14-2] Whether the defenders hold ``battle.node``, with so many strength points to lose."""

    battle: Battle
    loss: int


class Losing(Matter, frozen=True, tag="losing"):
    """[13-21] Strength points still to be lost, and the units of which one loses the next."""

    points: int
    units: tuple[str, ...]
    attacking: bool


class BreakingOut(Matter, frozen=True, tag="breaking-out"):
    """[20-3] Which of two small units pays for breaking out without supply."""

    units: tuple[str, ...]


class WayBack(msgspec.Struct, frozen=True):
    """[14-8] How a unit may retreat: the case of its hexes, and whether half of it is lost on the way."""

    unit: str
    case: int
    difficult: bool = False


class Retreating(Matter, frozen=True, tag="retreating"):
    """[14-6] Where units go that leave a hex; several where they compete for room."""

    node: int
    ways: tuple[WayBack, ...]


class Evading(Matter, frozen=True, tag="evading"):
    """[30-2] Which cavalry leaves a hex before the combat."""

    node: int
    units: tuple[str, ...]


class Advancing(Matter, frozen=True, tag="advancing"):
    """[15-1] Who of those still waiting follows into a hex that was won."""

    node: int
    units: tuple[str, ...]


class GivingUp(Matter, frozen=True, tag="giving-up"):
    """[11-3] Who is given up because there is no room in a hex."""

    node: int


class OpeningCity(Matter, frozen=True, tag="opening-city"):
    """[21-12] Whether a city is declared open and its fortress given up."""

    fortress: str


# Coming and going


class Deploying(Matter, frozen=True, tag="deploying"):
    """[WF 14 set-up] A deployment: what is placed, held back, taken back or struck off next."""

    stage: str


class Stationing(Matter, frozen=True, tag="stationing"):
    """[WF 14 set-up] Where a unit begins."""

    unit: str


class Recalling(Matter, frozen=True, tag="recalling"):
    """[WF 14 set-up] What is taken back."""


class Weakening(Matter, frozen=True, tag="weakening"):
    """[WF 14-1] Which unit of a nation loses a strength point at set-up."""

    nation: str
    points: int  # still owed


class Stocking(Matter, frozen=True, tag="stocking"):
    """[WF 14 set-up] How many supply points a headquarters begins with."""

    unit: str
    points: int  # still to be divided


class SettingUp(Matter, frozen=True, tag="setting-up"):
    """[WF 5-1] Where a unit begins."""

    unit: str


class Mobilizing(Matter, frozen=True, tag="mobilizing"):
    """[WF 6] Which of some units completes its mobilization."""

    units: tuple[str, ...]


class Arriving(Matter, frozen=True, tag="arriving"):
    """[25-2] Where a unit arrives."""

    unit: str


class Delivering(Matter, frozen=True, tag="delivering"):
    """[25-7] Where the supply points of a nation go that are left to deliver."""

    nation: str
    points: int


class Training(Matter, frozen=True, tag="training"):
    """[WF 12-14] Which division begins its conversion to an assault unit next."""


class Drafting(Matter, frozen=True, tag="drafting"):
    """[WF 23-39] Of which kind replacements are."""


class HearingNews(Matter, frozen=True, tag="hearing-news"):
    """[WF 25-2] What has happened on fronts that are played elsewhere."""


class Leaving(Matter, frozen=True, tag="leaving"):
    """[25-8] [WF 3-5] Who leaves the map, with strength points still owed."""

    points: int


class TakingIn(Matter, frozen=True, tag="taking-in"):
    """[18-10] Which headquarters takes a shipment in."""

    shipment: str


# Dividing, forming, strengthening


class BreakingDown(Matter, frozen=True, tag="breaking-down"):
    """[27-1] Into what the strength points go that are left of a division."""

    unit: str
    node: int
    points: int


class Forming(Matter, frozen=True, tag="forming"):
    """[27-2] Who else joins a division that is formed."""

    division: str
    units: tuple[str, ...]


class Rebuilding(Matter, frozen=True, tag="rebuilding"):
    """[23-5] Where an eliminated unit comes back with so many strength points."""

    unit: str
    points: int


class Drawing(Matter, frozen=True, tag="drawing"):
    """[23-4] Who gives a unit the strength points it still needs, after those who have given."""

    unit: str
    points: int
    given: tuple[str, ...]


WesternFrontMatter = (
    Moving
    | Administering
    | Attacking
    | Recombining
    | Digging
    | Fortifying
    | CreatingCorps
    | InHand
    | Joining
    | Supporting
    | Dueling
    | Aiming
    | ReleasingGas
    | ChoosingTerrain
    | Supplying
    | Standing
    | Losing
    | BreakingOut
    | Retreating
    | Evading
    | Advancing
    | GivingUp
    | OpeningCity
    | Deploying
    | Stationing
    | Recalling
    | Weakening
    | Stocking
    | SettingUp
    | Mobilizing
    | Arriving
    | Delivering
    | Training
    | Drafting
    | HearingNews
    | Leaving
    | TakingIn
    | BreakingDown
    | Forming
    | Rebuilding
    | Drawing
)
