"""The orders of the war at sea (chapters 25 to 27)."""

from __future__ import annotations

from hexfront.kernel.actions import Action


class Seek(Action, frozen=True, tag="seek"):
    """[3.2-3b1c] [25.31] Seek a general engagement in a sea area."""

    sea: str


class Shell(Action, frozen=True, tag="shell"):
    """[25.32] Send ships to bombard a coastal city, or its fort."""

    sea: str
    at: str
    aim: str


class SendRaiders(Action, frozen=True, tag="send-raiders"):
    """[25.33] Send cruisers or submarines through a sea area into the Commerce Raiding Zone."""

    sea: str


class Muster(Action, frozen=True, tag="muster"):
    """[25.31] Choose a ship for what is planned."""

    unit: str


class Dismiss(Action, frozen=True, tag="dismiss"):
    """[25.31] Leave a ship behind after all."""

    unit: str


class Sail(Action, frozen=True, tag="sail"):
    """[25.31] Choose these ships and no others; a compound order."""

    units: tuple[str, ...]


class Intercept(Action, frozen=True, tag="intercept"):
    """[25.31] Go out against an enemy fleet; with which ships is said next."""


class Signal(Action, frozen=True, tag="signal"):
    """[25.31] Let it be seen who brings a second fleet."""


class TurnUp(Action, frozen=True, tag="turn-up"):
    """[25.8] Turn up the ships of both sides and see what comes of it."""


class OpenFire(Action, frozen=True, tag="open-fire"):
    """[26.32] Fire first, which who has the advantage may decline."""


class Convoy(Action, frozen=True, tag="convoy"):
    """[27.7] Send a ship to escort convoys."""

    unit: str


class Land(Action, frozen=True, tag="land"):
    """[25.41] Assault an unfriendly port from the sea."""

    to: str


class LieOff(Action, frozen=True, tag="lie-off"):
    """[29.12] [29.1] Let a transport lie off a friendly port, with whoever is aboard or empty."""

    to: str


SeaAction = (
    Seek
    | Shell
    | SendRaiders
    | Muster
    | Dismiss
    | Sail
    | Intercept
    | Signal
    | TurnUp
    | OpenFire
    | Convoy
    | Land
    | LieOff
)


# Questions


class Domination(Action, frozen=True, tag="domination"):
    """[3.2-3b1b] The battleships and battlecruisers of both sides on a sea: three to two is domination."""

    sea: str


class ContactColumn(Action, frozen=True, tag="contact-column"):
    """[26.32] The column in which a fleet seeks contact with another."""

    sea: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class RaidingStrength(Action, frozen=True, tag="raiding-strength"):
    """[27.3] [27.7] The strength with which raiders attack shipping."""


SeaQuestion = Domination | ContactColumn | RaidingStrength
