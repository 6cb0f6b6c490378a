"""The orders of The Western Front: every action a player may take, and every question he may ask.

An order is declared here, beside its fellows, and carried out by the chapter that knows its rule.
"""

from __future__ import annotations

from hexfront.kernel.actions import Action, Pass
from hexfront.shared import hands, questions

# [6-4] [6-5] [6-6] The group in hand: these orders are the same in every title.
Pick = hands.Pick
Add = hands.Add
Go = hands.Go
March = hands.March
# [12-2] [12-6] So are those of an attack.
Attack = hands.Attack
Join = hands.Join
Assault = hands.Assault

# Movement (chapters 6 to 9, 16, 18, 21, 27)


class Entrain(Action, frozen=True, tag="entrain"):
    """[7-3] Board the trains."""


class Ride(Action, frozen=True, tag="ride"):
    """[7-5] Ride to a hex."""

    to: str


class Detrain(Action, frozen=True, tag="detrain"):
    """[7-7] Leave the trains."""


class ColumnAttack(Action, frozen=True, tag="column-attack"):
    """[16-4] Attack a hex with the units in hand, or with units that are picked for it."""

    at: str
    units: tuple[str, ...] = ()


class Wreck(Action, frozen=True, tag="wreck"):
    """[summary 16-d] Cut the enemy's rail line in the hex of the units in hand, for movement points."""


class Administer(Action, frozen=True, tag="administer"):
    """See to what is not marching: supply, fortresses, divisions to divide or to form, flotillas."""


class Transfer(Action, frozen=True, tag="transfer"):
    """[18-7] Make up a shipment of supply points at a headquarters."""

    headquarters: str
    points: int


class TakeIn(Action, frozen=True, tag="take-in"):
    """[18-10] Let a headquarters take in a shipment in its hex."""

    shipment: str
    headquarters: str


class Abandon(Action, frozen=True, tag="abandon"):
    """[21-8] Give up a fortress."""

    fortress: str


class Drain(Action, frozen=True, tag="drain"):
    """[21-9] Take strength from a fortress to make replacements."""

    fortress: str
    points: int


class BreakDown(Action, frozen=True, tag="break-down"):
    """[27-1] Divide a division into brigades or regiments."""

    unit: str
    into: tuple[str, ...]


class Combine(Action, frozen=True, tag="combine"):
    """[27-2] Make brigades or regiments of a hex into a division."""

    units: tuple[str, ...]
    into: str


class Convert(Action, frozen=True, tag="convert"):
    """[9-12] Let an engineer spend its movement on changing the gauge of the line in its hex."""

    engineer: str


class Sail(Action, frozen=True, tag="sail"):
    """[36-2] Move a flotilla along the Danube."""

    unit: str
    to: str


class Exchange(Action, frozen=True, tag="exchange"):
    """[45-4] [47-3] Exchange replacements for those of an ally."""

    unit: str


class Hold(Action, frozen=True, tag="hold"):
    """[WF 12-6] Let a nation take a front line hex into its sector."""

    at: str
    nation: str


class Leave(Action, frozen=True, tag="leave"):
    """[WF 25-8] [WF 25-10] Let a unit leave the map by rail for another front: east or italy."""

    unit: str
    to: str


class CallBack(Action, frozen=True, tag="call-back"):
    """[WF 25-8] [WF 25-10] Call a unit back from another front."""

    unit: str


class News(Action, frozen=True, tag="news"):
    """[WF 25-2] Say what has happened on a front that is played elsewhere."""

    event: str


# Combat (chapters 12 to 15, 29, 30, 36)


class Duel(Action, frozen=True, tag="duel"):
    """[36-9] Let flotillas attack the enemy flotillas in a hex; which ones is said next."""

    at: str


class Aim(Action, frozen=True, tag="aim"):
    """[29-7] Say what an attack of artillery alone is directed at: ``all`` or ``fortress``."""

    at: str


class ReleaseGas(Action, frozen=True, tag="release-gas"):
    """[WF 9-3] Use a gas counter in an attack."""


class ChooseTerrain(Action, frozen=True, tag="terrain"):
    """[13-3] Say which terrain influences the combat."""

    terrain: str


class Supply(Action, frozen=True, tag="supply"):
    """[13-7] [19-6] Let a headquarters supply a unit, or none."""

    unit: str
    headquarters: str = ""


class Stand(Action, frozen=True, tag="stand"):
    """[14-2] Hold the hex."""


class Withdraw(Action, frozen=True, tag="withdraw"):
    """[14-2] Declare that the units will retreat."""


class Lose(Action, frozen=True, tag="lose"):
    """[13-21] Take strength points off a unit."""

    unit: str
    points: int = 1


class RetreatTo(Action, frozen=True, tag="retreat"):
    """[14-6] Retreat a unit to a hex."""

    unit: str
    to: str


class Advance(Action, frozen=True, tag="advance"):
    """[15-1] Advance a unit into the hex that was won."""

    unit: str


class GiveUp(Action, frozen=True, tag="give-up"):
    """[11-3] Give up a unit that has no room."""

    unit: str


# Deployment (scenario book, chapters 14, 16, 18, 20 and 22)
#
# ``units`` of an order for a group are names of units, kinds of those not placed yet (``fr-inf-xx-6-4``: all
# of them, ``fr-inf-xx-6-4:12``: so many), or both.


class Deploy(Action, frozen=True, tag="deploy"):
    """[WF 14 set-up] Take up the next unit of a kind; where it goes is said next."""

    kind: str


class Station(Action, frozen=True, tag="station"):
    """[WF 14 set-up] Place these units in a hex."""

    units: tuple[str, ...]
    at: str


class Spread(Action, frozen=True, tag="spread"):
    """[WF 14 set-up] Spread these units evenly over some hexes."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]


class LineUp(Action, frozen=True, tag="line-up"):
    """[WF 14 set-up] Fill the front line from one hex to another with so many units a hex."""

    units: tuple[str, ...]
    start: str
    end: str
    each: int = 1


class Behind(Action, frozen=True, tag="behind"):
    """[WF 14 set-up] Place these units on rail lines behind some front line hexes, as a reserve."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]


class HoldBack(Action, frozen=True, tag="hold-back"):
    """[WF 14 set-up] Hold these divisions back until the enemy stands."""

    units: tuple[str, ...]


class TakeBack(Action, frozen=True, tag="take-back"):
    """[WF 14 set-up] Take units, or all in some hexes, off the map again, with the strength of the list."""

    units: tuple[str, ...]


class Recall(Action, frozen=True, tag="recall"):
    """[WF 14 set-up] Take something back; what, is said next."""


class StrikeOff(Action, frozen=True, tag="strike-off"):
    """[WF 14-1] Take strength points off each of these units."""

    units: tuple[str, ...]
    points: int = 1


class Weaken(Action, frozen=True, tag="weaken"):
    """[WF 14-1] Take strength off units of a nation, one by one."""

    nation: str


class Reduce(Action, frozen=True, tag="reduce"):
    """[WF 14-1] Take all strength off that a nation still has to: ``evenly``, ``quiet``, or ``weakest``."""

    nation: str
    preset: str


class Stock(Action, frozen=True, tag="stock"):
    """[WF 14 set-up] Say how many supply points a headquarters begins with; the number is said next."""

    headquarters: str


class Allot(Action, frozen=True, tag="allot"):
    """[WF 14 set-up] Let a headquarters begin with so many supply points."""

    headquarters: str
    points: int


class Divide(Action, frozen=True, tag="divide"):
    """[WF 14 set-up] Divide a nation's supply points: ``balanced``, ``evenly``, ``troops``, ``attack``."""

    nation: str
    preset: str


class DeployAll(Action, frozen=True, tag="deploy-all"):
    """[WF 14 set-up] Lay out all that is left to be laid out, as history would have had it."""


# Arrival, trenches, recombination (chapters 22 to 25, scenario book 5 and 6)


class Place(Action, frozen=True, tag="place"):
    """[25-2] [WF 5-1] Place a unit in a hex."""

    unit: str
    at: str


class Deliver(Action, frozen=True, tag="deliver"):
    """[25-7] Deliver arriving supply points to a headquarters, or to a hex as a shipment."""

    points: int
    to: str


class Mobilize(Action, frozen=True, tag="mobilize"):
    """[WF 6] Choose a unit that completes its mobilization."""

    unit: str


class SendAway(Action, frozen=True, tag="send-away"):
    """[25-8] [WF 3-5] Withdraw a unit, or some of its strength."""

    unit: str
    points: int = 0


class Dig(Action, frozen=True, tag="dig"):
    """[22-1] Begin a trench in a hex."""

    at: str


class Fortify(Action, frozen=True, tag="fortify"):
    """[WF 8-2] Begin the Hindenburg Line in a hex."""

    at: str


class Train(Action, frozen=True, tag="train"):
    """[WF 12-14] Let a division begin its conversion to an assault unit, where a headquarters is."""

    unit: str
    at: str


class Draft(Action, frozen=True, tag="draft"):
    """[WF 23-39] Let replacements be of a kind."""

    unit: str


class Draw(Action, frozen=True, tag="draw"):
    """[23-4] Take strength points out of a unit for recombination."""

    unit: str
    points: int


class Strengthen(Action, frozen=True, tag="strengthen"):
    """[23-4] [31-2] Give strength points to a unit."""

    unit: str
    points: int


class Rebuild(Action, frozen=True, tag="rebuild"):
    """[23-5] Bring an eliminated unit back with so many strength points."""

    unit: str
    points: int


class Split(Action, frozen=True, tag="split"):
    """[24-3] Split replacements."""

    unit: str
    points: int


# Orders made of several


class Transport(Action, frozen=True, tag="transport"):
    """Pick units of one hex that stand on a rail line, entrain, ride to another hex, and detrain."""

    units: tuple[str, ...]
    to: str


WesternFrontAction = (
    Pick
    | Add
    | Go
    | Entrain
    | Ride
    | Detrain
    | ColumnAttack
    | Wreck
    | Administer
    | Transfer
    | TakeIn
    | Abandon
    | Drain
    | BreakDown
    | Combine
    | Convert
    | Sail
    | Exchange
    | Hold
    | Leave
    | CallBack
    | News
    | Attack
    | Join
    | Duel
    | Aim
    | ReleaseGas
    | ChooseTerrain
    | Supply
    | Stand
    | Withdraw
    | Lose
    | RetreatTo
    | Advance
    | GiveUp
    | Deploy
    | Station
    | Spread
    | LineUp
    | Behind
    | HoldBack
    | TakeBack
    | Recall
    | StrikeOff
    | Weaken
    | Reduce
    | Stock
    | Allot
    | Divide
    | DeployAll
    | Place
    | Deliver
    | Mobilize
    | SendAway
    | Dig
    | Fortify
    | Train
    | Draft
    | Draw
    | Strengthen
    | Rebuild
    | Split
    | March
    | Transport
    | Assault
    | Pass
)


# These questions are the same in every title.
Crossing = questions.Crossing
Allowance = questions.Allowance
Surrounded = questions.Surrounded


class SupplyLine(Action, frozen=True, tag="supply-line"):
    """How long is the supply line from this unit to a headquarters?"""

    unit: str
    headquarters: str


class AttackStrength(Action, frozen=True, tag="attack-strength"):
    """What is an attack of these units worth against the terrain the defender would choose?"""

    at: str
    units: tuple[str, ...]
    terrain: str = ""


class CounterattackStrength(Action, frozen=True, tag="counterattack-strength"):
    """What is the answer of the units in a hex worth, if they hold it?

    ``plan`` says who is supplied by whom, as UNIT=HEADQUARTERS; whoever is left out is not. Without it supply
    is expended as advised.
    """

    at: str
    plan: tuple[str, ...] = ()


class DieModifiers(Action, frozen=True, tag="die-modifiers"):
    """What is added to the die of an attack of these units, or of the answer to it (``counterattack``)?"""

    at: str
    units: tuple[str, ...] = ()
    terrain: str = ""
    die: str = "attack"


class SupplyCost(Action, frozen=True, tag="supply-cost"):
    """Which headquarters pays what for an attack of these units, or for the answer to it, under a plan?"""

    at: str
    units: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    die: str = "attack"


class ForcedRetreat(Action, frozen=True, tag="forced-retreat"):
    """By which loss does an attack of these units force the defenders of a hex to retreat?"""

    at: str
    units: tuple[str, ...] = ()
    terrain: str = ""


class RetreatRanks(Action, frozen=True, tag="retreat-ranks"):
    """Where may this unit retreat to, and why there, if a headquarters has paid for it?"""

    unit: str
    headquarters: str = ""


class ColumnAllowance(Action, frozen=True, tag="column-allowance"):
    """How far may this unit move in column?"""

    unit: str


class RailCapacity(Action, frozen=True, tag="rail-capacity"):
    """How much of a nation's rail capacity is left in this turn?"""

    nation: str


class StackingRoom(Action, frozen=True, tag="stacking"):
    """How much stands in a hex, and how much may?"""

    at: str


class ArtilleryNeeded(Action, frozen=True, tag="artillery-needed"):
    """How much artillery does an attack of these units lack against a solid defense?"""

    at: str
    units: tuple[str, ...] = ()


class GasChances(Action, frozen=True, tag="gas-chances"):
    """What would gas do in an attack of these units, and how likely is it?"""

    at: str
    units: tuple[str, ...] = ()


class Breakdown(Action, frozen=True, tag="breakdown"):
    """How many points of a tank unit are likely to break down when it moves by itself?"""

    unit: str


class SectorGuests(Action, frozen=True, tag="sector-guests"):
    """How many divisions of a nation may still be in the sectors of others?"""

    nation: str


WesternFrontQuestion = (
    Crossing
    | Allowance
    | ColumnAllowance
    | SupplyLine
    | AttackStrength
    | CounterattackStrength
    | DieModifiers
    | SupplyCost
    | ForcedRetreat
    | RetreatRanks
    | Surrounded
    | RailCapacity
    | StackingRoom
    | ArtilleryNeeded
    | GasChances
    | Breakdown
    | SectorGuests
)
