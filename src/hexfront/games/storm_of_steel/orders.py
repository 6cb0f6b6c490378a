"""The orders of Storm of Steel: every action a player may take, and every question he may ask.

An order is declared here, beside its fellows, and carried out by the chapter that knows its rule. Hexes are
written by their numbers, such as 2425; a unit by the key of its counter.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.air_orders import AirAction, AirQuestion
from hexfront.games.storm_of_steel.sea_orders import SeaAction, SeaQuestion
from hexfront.kernel.actions import Action, Pass
from hexfront.shared import hands, secret_hands

# [11.1] [14.1] The group in hand, and who joins an attack: these orders are the same in every title.
Pick = hands.Pick
Add = hands.Add
Go = hands.Go
March = hands.March
Attack = hands.Attack
Join = hands.Join
Assault = hands.Assault
# [3.2-1] Cards chosen in secret.
Draw = secret_hands.Draw
Discard = secret_hands.Discard

# Reorganization (chapters 9 and 12)


class Entrench(Action, frozen=True, tag="entrench"):
    """[12.0] Turn a unit to its entrenched side."""

    unit: str


class LeaveTrench(Action, frozen=True, tag="leave-trench"):
    """[12.0] Turn an entrenched unit to its mobile side."""

    unit: str


class EntrenchLine(Action, frozen=True, tag="entrench-line"):
    """[12.0] Entrench every unit that faces the enemy, on one front or on all; a compound order."""

    front: str = ""


class HoldHere(Action, frozen=True, tag="hold-here"):
    """[8.22] Do nothing more in this impulse: pass in every segment that is left; a compound order."""


class Armistice(Action, frozen=True, tag="armistice"):
    """[45.5] Offer an armistice for this quarter, or agree to that of the enemy; it is listed nowhere."""


class ReinforceFront(Action, frozen=True, tag="reinforce-front"):
    """[11.62] Send all corps that are far from the enemy by rail behind the line of a front; a compound
    order."""

    front: str


class Reorganize(Action, frozen=True, tag="reorganize"):
    """[9.1] Exchange corps of one hex for others of the same kind with as many divisions."""

    units: tuple[str, ...]
    into: tuple[str, ...]


# Movement (chapter 11)


class ForceMarch(Action, frozen=True, tag="force-march"):
    """[11.61] March up to three times the movement allowance over friendly ground."""

    to: str


class Infiltrate(Action, frozen=True, tag="infiltrate"):
    """[10.32] Go from one enemy zone straight into another."""

    to: str


class Entrain(Action, frozen=True, tag="entrain"):
    """[11.62] Go by rail; where to is said next."""


class Detrain(Action, frozen=True, tag="detrain"):
    """[11.62] Leave the train in a hex."""

    to: str


class Embark(Action, frozen=True, tag="embark"):
    """[11.63] Go aboard a transport; where to is said next."""


class Disembark(Action, frozen=True, tag="disembark"):
    """[11.63] Land in a friendly port, or in an off-map area that has one."""

    to: str


class Rebase(Action, frozen=True, tag="rebase"):
    """[3.2-7f] [21.42] Let a ship go to another base or port."""

    unit: str
    to: str


class Raid(Action, frozen=True, tag="raid"):
    """[27.3] Attack shipping with all raiders in the zone."""


class Deceive(Action, frozen=True, tag="deceive"):
    """[23.1] Place a fog of war marker; where is asked next."""


class PlaceDummy(Action, frozen=True, tag="place-dummy"):
    """[23.1] Place a dummy with a stack: on top of it, or below."""

    at: str
    how: str


class Reconnoitre(Action, frozen=True, tag="reconnoitre"):
    """[23.3] Let a headquarters look at an enemy stack; which is asked next."""

    unit: str


class Examine(Action, frozen=True, tag="examine"):
    """[23.3] Look at the enemy stack in a hex."""

    at: str


class MobileAssault(Action, frozen=True, tag="mobile-assault"):
    """[11.7] Overrun a weak enemy hex instead of moving: with units of one hex, or with those in hand."""

    at: str
    units: tuple[str, ...] = ()


class Drop(Action, frozen=True, tag="drop"):
    """[40.1] Drop paratroops on a hex."""

    to: str


# Combat (chapters 14 and 17)


class Bombard(Action, frozen=True, tag="bombard"):
    """[17.2] Fire a siege gun at an adjacent fort."""

    unit: str
    at: str


class Devastate(Action, frozen=True, tag="devastate"):
    """[34.2] Lay waste a hex with a unit that neither moves nor attacks."""

    at: str


class UseTable(Action, frozen=True, tag="use-table"):
    """[14.3] The combat results table of an attack: probe, assault or infiltration."""

    table: str


class ReleaseGas(Action, frozen=True, tag="release-gas"):
    """[33.2] Use a gas marker of a country before an attack."""

    country: str


class Lose(Action, frozen=True, tag="lose"):
    """[14.21] Take a unit as a loss."""

    unit: str


class Retreat(Action, frozen=True, tag="retreat"):
    """[12.1] Let a unit fall back to a hex."""

    unit: str
    to: str


class Advance(Action, frozen=True, tag="advance"):
    """[11.7] Let a unit advance after combat."""

    unit: str
    to: str


class SendHome(Action, frozen=True, tag="send-home"):
    """[13.2] Send a unit that is too many in its hex to the nearest mobilization centre."""

    unit: str


# Agents (chapter 32)


class Assign(Action, frozen=True, tag="assign"):
    """[3.2-3a1] Assign an agent to a mission, or to counter-intelligence."""

    mission: str


class Recall(Action, frozen=True, tag="recall"):
    """[3.2-3a1] Take an agent off a mission."""

    mission: str


class RevealMissions(Action, frozen=True, tag="reveal-missions"):
    """[3.2-3a2] Turn up the missions of one's agents."""


class Conduct(Action, frozen=True, tag="conduct"):
    """[3.2-3a3] Conduct a mission with all agents that are assigned to it."""

    mission: str


class Guard(Action, frozen=True, tag="guard"):
    """[32.3] Defend against a mission with so many agents of counter-intelligence."""

    agents: int


class Sabotage(Action, frozen=True, tag="sabotage"):
    """[32.1] Put an industrial city or petroleum hex out of work for the turn."""

    at: str


# Partisans (chapter 36)


class GoUnderground(Action, frozen=True, tag="go-underground"):
    """[36.2] Turn a partisan to its underground side."""

    unit: str


class ComeUp(Action, frozen=True, tag="come-up"):
    """[36.22] Turn an underground partisan to its mobile side."""

    unit: str


class Atrocity(Action, frozen=True, tag="atrocity"):
    """[36.3] Attack the underground partisans of a hex in which one's units stand."""

    at: str


class CutRail(Action, frozen=True, tag="cut-rail"):
    """[4.6-Special] Cut a railway hex of the enemy, as a card allows."""

    at: str


# Cards and politics (chapters 4, 6, 22 and 35)


class Play(Action, frozen=True, tag="play"):
    """[4.31] Show a contingency card and have its effect: on a front or two, a country, or nothing."""

    card: int
    on: str = ""
    also: str = ""


class GoOff(Action, frozen=True, tag="go-off"):
    """[21.21] Let a unit leave the map for an off-map area."""

    unit: str
    area: str


class ComeIn(Action, frozen=True, tag="come-in"):
    """[21.31] Let a unit come from an off-map area to a hex at the edge of the map."""

    unit: str
    to: str


class LayDown(Action, frozen=True, tag="lay-down"):
    """[4.3] Lay one's cards face down, so many of them."""

    cards: int


class Submarines(Action, frozen=True, tag="submarines"):
    """[27.4] Turn unrestricted submarine warfare up or down."""

    state: str


class Incite(Action, frozen=True, tag="incite"):
    """[6.11] Choose the off-map area that rises."""

    area: str


class Hasten(Action, frozen=True, tag="hasten"):
    """[7.83] Choose the power whose units come a turn earlier."""

    country: str


class Rise(Action, frozen=True, tag="rise"):
    """[35.2] Name the region in which nationalists rise."""

    region: str


class Develop(Action, frozen=True, tag="develop"):
    """[22.1] Try to develop a weapon or tactic at the expense of a country."""

    card: int
    payer: str


class TakeBack(Action, frozen=True, tag="take-back"):
    """[22.2] Take a weapon or tactic that failed back into the deck."""

    card: int


# Mobilization (chapter 7)


class MobilizeFor(Action, frozen=True, tag="mobilize-for"):
    """[7.41] Open the books of a country."""

    country: str


class Build(Action, frozen=True, tag="build"):
    """[7.5] Order a unit of a kind, a corps by its divisions."""

    kind: str
    divisions: int = 0


class Transfer(Action, frozen=True, tag="transfer"):
    """[7.23] Give points to another country."""

    to: str
    points: int


class Withdraw(Action, frozen=True, tag="withdraw"):
    """[7.41] Take back an order of this phase: a unit, or a transfer."""

    item: str


class RepeatQuarter(Action, frozen=True, tag="repeat-quarter"):
    """[7.41] Order again what was ordered last quarter; a compound order."""


class Rebuild(Action, frozen=True, tag="rebuild"):
    """[34.4] Clear a devastated hex for points."""

    at: str


class Motorize(Action, frozen=True, tag="motorize"):
    """[41.2] Place motorization on a unit: one marker, two for headquarters."""

    unit: str


class Deploy(Action, frozen=True, tag="deploy"):
    """[7.6] [4.6-Special] Place a unit that arrives."""

    unit: str
    at: str


SteelAction = (
    Pick
    | Add
    | Go
    | March
    | Attack
    | Join
    | Assault
    | Draw
    | Discard
    | Entrench
    | LeaveTrench
    | EntrenchLine
    | HoldHere
    | Armistice
    | ReinforceFront
    | Reorganize
    | ForceMarch
    | Infiltrate
    | Entrain
    | Detrain
    | Embark
    | Disembark
    | Rebase
    | Raid
    | MobileAssault
    | Drop
    | Deceive
    | PlaceDummy
    | Reconnoitre
    | Examine
    | Bombard
    | Devastate
    | UseTable
    | ReleaseGas
    | Lose
    | Retreat
    | Advance
    | SendHome
    | Assign
    | Recall
    | RevealMissions
    | Conduct
    | Guard
    | Sabotage
    | GoUnderground
    | ComeUp
    | Atrocity
    | CutRail
    | Play
    | GoOff
    | ComeIn
    | LayDown
    | Submarines
    | Incite
    | Hasten
    | Rise
    | Develop
    | TakeBack
    | MobilizeFor
    | Build
    | Transfer
    | Withdraw
    | RepeatQuarter
    | Rebuild
    | Motorize
    | Deploy
    | SeaAction
    | AirAction
    | Pass
)


# Questions


class Crossing(Action, frozen=True, tag="crossing"):
    """[11.2] What a step from a hex to the next costs a unit."""

    unit: str
    here: str
    there: str


class Allowance(Action, frozen=True, tag="allowance"):
    """[11.2] The movement points of a unit in this quarter."""

    unit: str


class AttackStrength(Action, frozen=True, tag="attack-strength"):
    """[14.2] What some units attack a hex with."""

    at: str
    units: tuple[str, ...]


class DefenceStrength(Action, frozen=True, tag="defence-strength"):
    """[14.12] What those in a hex defend with."""

    at: str


class SupplyOf(Action, frozen=True, tag="supply-of"):
    """[31.1] The headquarters that supply a unit."""

    unit: str


class CommandOf(Action, frozen=True, tag="command-of"):
    """[15.3] The headquarters that command a unit."""

    unit: str


class LineOf(Action, frozen=True, tag="line-of"):
    """[15.4] The line of communication of a headquarters."""

    unit: str


class AttritionOf(Action, frozen=True, tag="attrition-of"):
    """[31.11] The highest die by which a unit is lost in the attrition phase."""

    unit: str


class StackOf(Action, frozen=True, tag="stack-of"):
    """[13.1] What counts for stacking in a hex."""

    at: str


class ControlOf(Action, frozen=True, tag="control-of"):
    """[16.0] Who controls a hex, and whether he has the use of it."""

    at: str


class MoraleOf(Action, frozen=True, tag="morale-of"):
    """[5.1] How the morale of a side came about."""

    side: str


class ImpulsesOf(Action, frozen=True, tag="impulses-of"):
    """[8.2] The impulses of a side on a front."""

    side: str
    front: str


class OutputOf(Action, frozen=True, tag="output-of"):
    """[7.11] The mobilization points of a country, or of centres that are cut off, in this quarter."""

    purse: str


class AttackOdds(Action, frozen=True, tag="attack-odds"):
    """[14.2] The column of an attack with some units on a table."""

    at: str
    units: tuple[str, ...]
    table: str


class GasOdds(Action, frozen=True, tag="gas-odds"):
    """[33.2] What is added to the die for gas in an attack with some units."""

    at: str
    units: tuple[str, ...]


LandQuestion = (
    Allowance
    | AttackStrength
    | DefenceStrength
    | SupplyOf
    | CommandOf
    | LineOf
    | AttritionOf
    | StackOf
    | ControlOf
    | MoraleOf
    | ImpulsesOf
    | OutputOf
)
SteelQuestion = Crossing | AttackOdds | GasOdds | LandQuestion | AirQuestion | SeaQuestion
