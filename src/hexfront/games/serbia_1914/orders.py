"""The orders of Serbia 1914: every action a player may take, and every question he may ask.

An order is declared here, beside its fellows, and carried out by the chapter that knows its rule. Hexes are
written by their numbers, such as 23.16; a unit by its key. In most cases a whole Force acts: it is named by
one of its units, the Formation if it has one.
"""

from __future__ import annotations

from hexfront.kernel.actions import Action, Pass
from hexfront.shared import hands

# [7.1.2] The group in hand: these orders are the same in every title.
Pick = hands.Pick
Add = hands.Add
Go = hands.Go
March = hands.March
# [9.1] So is an attack of several Forces.
Assault = hands.Assault

# Preliminary phase and Inter-Phase (chapters 16, 21, 24, 26)


class AbandonPlan(Action, frozen=True, tag="abandon-plan"):
    """[26.3] Give up an army's strategic plan."""

    army: str


class Enter(Action, frozen=True, tag="enter"):
    """[16.1] Place a unit that enters the game in a hex."""

    unit: str
    at: str


class Split(Action, frozen=True, tag="split"):
    """[16.4.1] Divide a Formation into the two it was made of."""

    unit: str


class Combine(Action, frozen=True, tag="combine"):
    """[16.3.1] [16.4.1] Let units that stand together become the unit they are parts of."""

    whole: str


class Integrate(Action, frozen=True, tag="integrate"):
    """[21.1] Let a detachment rejoin its division."""

    unit: str


class Replace(Action, frozen=True, tag="replace"):
    """[16.6.2] Give a replacement to a reduced unit."""

    unit: str


class Raise(Action, frozen=True, tag="raise"):
    """[16.6.3] [24.1] Bring back a Marsch unit, or create a Montenegrin unit, with so many replacements."""

    unit: str
    at: str
    replacements: int = 1


class Refit(Action, frozen=True, tag="refit"):
    """[25.1.2] Let a squadron in refit take the naval replacement."""

    unit: str


# Attachment (chapter 5)


class Attach(Action, frozen=True, tag="attach"):
    """[5.2] Put a Formation's marker into the box of a corps, or among the independent ones."""

    unit: str
    corps: str


class Boundary(Action, frozen=True, tag="boundary"):
    """[5.1.1] Draw the boundary between two armies anew: the hexes it runs through, front to rear."""

    between: str
    hexes: tuple[str, ...]


# Supply (chapter 15)


class Extend(Action, frozen=True, tag="extend"):
    """[15.6.1] Turn a supply unit to its extended side."""

    unit: str


class Displace(Action, frozen=True, tag="displace"):
    """[15.6.2b] Place a depot that must leave on another railway hex."""

    unit: str
    to: str


class Provide(Action, frozen=True, tag="provide"):
    """[9.4.1] Let a source give ammunition to a Force; no source leaves it without."""

    unit: str
    source: str = ""


class Fire(Action, frozen=True, tag="fire"):
    """[23.2.1] Let a Serbian Force have artillery shells, or not."""

    unit: str
    shells: bool = True


# Movement (chapters 7, 8, 14, 19)


class Drop(Action, frozen=True, tag="drop"):
    """[7.1.2] Leave a unit of the moving Force behind; it moves no further."""

    unit: str


class Spread(Action, frozen=True, tag="spread"):
    """[19.1.1] [19.1.4] Come to stand in two hexes: extend, wheel or move sideways."""

    hexes: tuple[str, str]


class Close(Action, frozen=True, tag="close"):
    """[19.1.1] Draw a Force that stands in two hexes together into one."""

    to: str


class Prepare(Action, frozen=True, tag="prepare"):
    """[7.3] Prepare an attack on a hex, with the units in hand or with some that are picked for it."""

    at: str
    units: tuple[str, ...] = ()


class Repulse(Action, frozen=True, tag="repulse"):
    """[7.4] Try to repulse the enemy from a hex, with the units in hand or with some picked for it."""

    at: str
    units: tuple[str, ...] = ()


class Recover(Action, frozen=True, tag="recover"):
    """[7.5] Spend movement points on regaining combat effectiveness; units not in hand are picked."""

    units: tuple[str, ...] = ()


class Absorb(Action, frozen=True, tag="absorb"):
    """[7.7] Spend movement points on incorporating the replacements of a Marsch unit.

    ``steps`` is asked for only as the task is done: how many reductions it makes good.
    """

    marsch: str
    steps: int = 0


class Dig(Action, frozen=True, tag="dig"):
    """[14.3] Spend movement points on an improved position; in one of the two hexes of a two-hex unit. Units
    that are not in hand are picked."""

    at: str
    units: tuple[str, ...] = ()


class React(Action, frozen=True, tag="react"):
    """[8.2] Let cavalry evade before the enemy goes on."""

    unit: str
    hexes: tuple[str, ...]


class Flee(Action, frozen=True, tag="flee"):
    """[15.6.2a] Let a train that must leave do so before the cavalry reacts."""

    unit: str


class Retire(Action, frozen=True, tag="retire"):
    """[8.3] Let cavalry next to the enemy retire."""

    unit: str
    hexes: tuple[str, ...]


class GiveUp(Action, frozen=True, tag="give-up"):
    """[3.1.3] Eliminate a unit that is too many in its hex."""

    unit: str


# Combat (chapters 9 to 11)


class Assign(Action, frozen=True, tag="assign"):
    """[5.5.1] Let an asset unit go with another Formation of its hex."""

    unit: str
    formation: str


class Aim(Action, frozen=True, tag="aim"):
    """[9.1] Indicate that a Force will attack a hex."""

    unit: str
    at: str


class Fight(Action, frozen=True, tag="fight"):
    """[9.1] Resolve the indicated attack on a hex."""

    at: str


class ChooseCorps(Action, frozen=True, tag="corps"):
    """[9.2.5] Say which corps' troops take part where several are stacked together."""

    corps: str


class Withhold(Action, frozen=True, tag="withhold"):
    """[9.2.5] Keep a Force out of a combat."""

    unit: str


class Support(Action, frozen=True, tag="support"):
    """[10.1.1] [25.1] Add the artillery of a neighbouring Force or a squadron to a combat."""

    unit: str


class Declare(Action, frozen=True, tag="declare"):
    """[9.8] Say with what intensity the battle is fought."""

    intense: bool


class Reduce(Action, frozen=True, tag="reduce"):
    """[9.10.2] Let a unit suffer a strength reduction."""

    unit: str


class RetreatTo(Action, frozen=True, tag="retreat"):
    """[11.1] Take the next hex of a retreat; two hexes for a unit that stays in two."""

    hexes: tuple[str, ...]


class Advance(Action, frozen=True, tag="advance"):
    """[11.2] Let a Force that attacked enter the vacated hex; ``spread`` also keeps its old one."""

    unit: str
    spread: bool = False


# Finishing (chapters 21, 23, 25, 27)


class Bridge(Action, frozen=True, tag="bridge"):
    """[21.2.1] Begin a pontoon bridge over the hexside between two hexes."""

    hexes: tuple[str, str]


class Strike(Action, frozen=True, tag="strike"):
    """[21.2.1] Take a pontoon bridge of one's own up again."""

    hexes: tuple[str, str]


class Infiltrate(Action, frozen=True, tag="infiltrate"):
    """[23.1] Place a Komitadji marker in a hex."""

    at: str


class PlaceGuns(Action, frozen=True, tag="place-guns"):
    """[25.1.4] Place the French naval artillery in Beograd."""


class ClaimSyrmien(Action, frozen=True, tag="claim-syrmien"):
    """[27.6] Take the award for Syrmien now."""


# Orders made of several


SerbiaAction = (
    Pass
    | AbandonPlan
    | Enter
    | Split
    | Combine
    | Integrate
    | Replace
    | Raise
    | Refit
    | Attach
    | Boundary
    | Extend
    | Displace
    | Provide
    | Fire
    | Pick
    | Add
    | Drop
    | Go
    | Spread
    | Close
    | Prepare
    | Repulse
    | Recover
    | Absorb
    | Dig
    | React
    | Flee
    | Retire
    | GiveUp
    | Assign
    | Aim
    | Fight
    | ChooseCorps
    | Withhold
    | Support
    | Declare
    | Reduce
    | RetreatTo
    | Advance
    | Bridge
    | Strike
    | Infiltrate
    | PlaceGuns
    | ClaimSyrmien
    | March
    | Assault
)
