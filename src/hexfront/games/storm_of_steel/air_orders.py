"""The orders of the war in the air (chapter 30)."""

from __future__ import annotations

from hexfront.kernel.actions import Action


class OrderMission(Action, frozen=True, tag="order-mission"):
    """[30.71] Order an air unit to a mission of this impulse."""

    unit: str
    mission: str


class Fly(Action, frozen=True, tag="fly"):
    """[30.51] Let the air units in hand fly to a hex, or in transit to a base, which may be a cruiser."""

    to: str


class Scramble(Action, frozen=True, tag="scramble"):
    """[30.54] Let the air units of a base attack those that come near."""

    at: str


class AirBattle(Action, frozen=True, tag="air-battle"):
    """[30.61] Attack the enemy air units in a hex."""

    at: str


class Bomb(Action, frozen=True, tag="bomb"):
    """[30.62] Bomb an industrial city."""

    at: str


class StrikeShips(Action, frozen=True, tag="strike-ships"):
    """[26.3] [30.62] Attack the ships in a hex from the air."""

    at: str


class TouchDown(Action, frozen=True, tag="touch-down"):
    """[30.52] Let an air unit land in a base, or on a cruiser."""

    unit: str
    at: str


AirAction = OrderMission | Fly | Scramble | AirBattle | Bomb | StrikeShips | TouchDown


# Questions


class AirOdds(Action, frozen=True, tag="air-odds"):
    """[30.61] The column of the air superiority table for some air units against others."""

    units: tuple[str, ...]
    against: tuple[str, ...]


class MissionsOf(Action, frozen=True, tag="missions-of"):
    """[30.2] The air doctrine level of a side, and the level that a mission needs."""

    side: str
    mission: str


AirQuestion = AirOdds | MissionsOf
