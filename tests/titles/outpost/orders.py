"""The actions of Outpost, the questions it answers, and what its questions to players are about."""

from __future__ import annotations

from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Matter
from hexfront.shared import hands, questions, secret_hands

# [3.1] The unit in hand: these orders are the same in every title.
Pick = hands.Pick
Go = hands.Go
March = hands.March
# [7.1] So are those of an attack,
Attack = hands.Attack
Join = hands.Join
Assault = hands.Assault
# [8.1] and those by which a hand of cards is chosen.
Draw = secret_hands.Draw
Discard = secret_hands.Discard
Hand = secret_hands.Hand


class Plan(Action, frozen=True, tag="plan"):
    """[1.2] Choose a plan in secret."""

    plan: str


class React(Action, frozen=True, tag="react"):
    """[4.1] Let a horse react: to a hex by falling back, or without one by ambush."""

    unit: str
    to: str = ""


class Lose(Action, frozen=True, tag="lose"):
    """[7.5] Lose a step rather than retreat."""


class Retreat(Action, frozen=True, tag="retreat"):
    """[7.6] Retreat to a hex."""

    to: str


class Advance(Action, frozen=True, tag="advance"):
    """[7.8] Advance into the hex that was won."""

    unit: str


class Play(Action, frozen=True, tag="play"):
    """[8.2] Lay a card open."""

    card: str


Fighting = Attack | Join | Lose | Retreat | Advance | Assault
OutpostAction = Plan | Pick | Go | React | March | Fighting | Draw | Discard | Play | Pass


# [3.2] What a step costs is asked in the same way in every title.
Crossing = questions.Crossing


class AttackStrength(Action, frozen=True, tag="attack-strength"):
    """What is the attack of these units worth?"""

    at: str
    units: tuple[str, ...]


class DefenceStrength(Action, frozen=True, tag="defence-strength"):
    """What is the defence of a hex worth?"""

    at: str


class SupplyLine(Action, frozen=True, tag="supply-line"):
    """How long is the way from this unit to a depot?"""

    unit: str


OutpostQuestion = Crossing | AttackStrength | DefenceStrength | SupplyLine


class Phase(Matter, frozen=True, tag="phase"):
    """What to do next in a phase."""


class Moving(Matter, frozen=True, tag="moving"):
    """A unit in hand, and the hex it has got to."""

    unit: str
    at: str


class Battle(Matter, frozen=True, tag="battle"):
    """An attack on a hex, and who takes part in it."""

    at: str
    units: tuple[str, ...] = ()


OutpostMatter = Phase | Moving | Battle | Hand
