"""What one campaign binds its players to, beside the rules that hold in all of them.

The general chapters ask the campaign of the game at certain moments, and by default it has nothing to say. A
scenario with duties, limits or a victory of its own derives a campaign in `scenarios` and answers what it
must; the title hands it to the setting. The chapters know only this page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.printed.national_schedules import NationalSchedules
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

if TYPE_CHECKING:  # a position holds its setting, and the setting its campaign
    from hexfront.games.western_front.position import Unit, WesternFrontPosition


class Ceiling(msgspec.Struct, frozen=True):
    """[WF 23-13] What a nation holds, what it will still receive by the next monthly turn, and what it may
    hold then."""

    nation: str
    held: int
    coming: int
    most: int
    month: str
    rule: str

    @property
    def excess(self) -> int:
        """Supply points that must be expended until then."""
        return max(0, self.held + self.coming - self.most)


class Campaign(msgspec.Struct, frozen=True):
    """A campaign that binds nobody to anything and ends with its last turn."""

    # The whole

    @property
    def counts_line(self) -> bool:
        """[WF 3-3] Whether positions count which hexes German infantry holds or controls."""
        return False

    @property
    def national_schedules(self) -> NationalSchedules | None:
        """[WF 23-25] What nations receive and suffer month by month; None where the lists alone say it."""
        return None

    def outcome(self, position: WesternFrontPosition) -> str | None:
        """How the game has ended; None if it goes on."""
        last = position.setting.parameters.last_turn
        return None if position.date <= last else "the last turn is over"

    def begin(self, position: WesternFrontPosition) -> None:
        """When everybody stands where he begins."""

    def catch_up(self, position: WesternFrontPosition, *, printed: bool) -> None:
        """What a text need not say of a game that begins in its middle, because it follows from the rest; on
        the printed map the lines of the scenario among it."""

    def without_duties(self) -> Campaign:
        """The campaign as it is in a game in which it binds nobody: it keeps its end and its victory."""
        return self

    # Arrival

    def may_mobilize(self, position: WesternFrontPosition, units: Sequence[Unit]) -> Sequence[Unit]:
        """Of some units, those of which one may complete its mobilization."""
        return units

    def withdraw(self, table: Table, position: WesternFrontPosition) -> Procedure:
        """What leaves the front in an arrival phase by the owner's choice."""
        yield from ()
        return None

    def reinforce(self, table: Table, position: WesternFrontPosition) -> None:
        """What comes in an arrival phase besides the lists."""

    def drafts(self, position: WesternFrontPosition, unit: str, place: int) -> bool:
        """Whether the owner chooses what comes in the place of a replacement unit of the lists, and where it
        would have come."""
        return False

    def stores(self, position: WesternFrontPosition, nation: str) -> Mapping[str, int]:
        """Units not yet in play for which supply points of a nation may be laid up, and how many."""
        return {}

    def lay_up(self, position: WesternFrontPosition, name: str, points: int) -> None:
        """When supply points are laid up for a unit that is not yet in play."""

    def choose_reinforcements(self, table: Table, position: WesternFrontPosition) -> Procedure:
        """What the owner says about it."""
        yield from ()
        return None

    def supply_limit(self, position: WesternFrontPosition, nation: str) -> int | None:
        """[WF 23-8] The most supply points that a nation keeps in the long game; None without a limit."""
        return None

    def points_to_next_state(self, position: WesternFrontPosition, nation: str) -> int | None:
        """[WF 23-18] Demoralization points that are left before the morale of a nation fails further; None if
        it does not."""
        return None

    # The monthly turn

    def monthly_turn(self, table: Table, position: WesternFrontPosition) -> None:
        """As a monthly special turn begins."""

    def hear_news(self, table: Table, position: WesternFrontPosition, side: str) -> Procedure:
        """In a monthly turn, what a side says about fronts that are played elsewhere."""
        yield from ()
        return None

    def why_not_recall(self, position: WesternFrontPosition, name: str, front: str) -> Refusal | None:
        """Why a unit on another front may not be called back to this map."""
        return None

    def ceilings(self, position: WesternFrontPosition) -> Sequence[Ceiling]:
        """[WF 23-13] How nations stand toward what they may hold in the coming monthly turn."""
        return ()

    # Movement

    def begin_movement(self, table: Table, position: WesternFrontPosition) -> None:
        """As a movement phase begins."""

    def end_movement(self, table: Table, position: WesternFrontPosition) -> None:
        """As a movement phase ends."""

    def may_move(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        """Why a unit may not be moved at all."""
        return None

    def kept_units(self, position: WesternFrontPosition, side: str) -> Collection[str]:
        """The mobilized units of a side that `may_move` refuses."""
        return ()

    def bound(self, position: WesternFrontPosition, unit: Unit) -> str:
        """The directions a unit is limited to, as in "N NE SE"; empty if it is free."""
        return ""

    def stops(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        """Of the hexes some units can march to, those they may stop in."""
        return reachable

    def rides(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        """Of the hexes some units can ride to, those they may ride to."""
        return reachable

    def why_not_stop(
        self, position: WesternFrontPosition, units: Sequence[Unit], node: int
    ) -> Refusal | None:
        """What keeps units from stopping in a hex they could reach."""
        return None

    def may_end_movement(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        """What a side must still do before it ends its movement phase."""
        return None

    def is_bound_to_go_on(self, position: WesternFrontPosition, side: str) -> bool:
        """Whether `may_end_movement` refuses; asked at every move, so it should take no time."""
        return False

    def owed_march(self, position: WesternFrontPosition, side: str) -> Unit | None:
        """A unit that keeps its side from ending the movement phase."""
        return None

    def has_errand(self, position: WesternFrontPosition, unit: Unit) -> bool:
        """Whether a unit must make for somewhere else than where it stands."""
        return False

    def advised_march(self, position: WesternFrontPosition, names: Collection[str]) -> int | None:
        """The hex to which a duty of their side calls some units now."""
        return None

    def rides_free(self, position: WesternFrontPosition, unit: Unit) -> bool:
        """[8-2] Whether a unit does not count against the rail capacity."""
        return False

    # Combat

    def holds_back(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        """Why a unit that could attack may not, in a combat phase or by column attack."""
        return None

    def barred_hexes(self, position: WesternFrontPosition, side: str) -> Mapping[int, Refusal]:
        """The hexes that a side may not attack at all, and why."""
        return {}

    def begin_attack(self, position: WesternFrontPosition, names: Sequence[str]) -> None:
        """As units begin an attack of their own will."""

    def why_not_leave_out(
        self, position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str]
    ) -> Refusal | None:
        """Why an attack cannot be left to those who have joined it, while others still could."""
        return None

    def owed_attack(self, position: WesternFrontPosition, side: str) -> tuple[Unit, int] | None:
        """A unit that must still attack in a combat phase, and a hex it can attack."""
        return None

    def may_end_combat(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        """Who must still attack before a side ends its combat phase."""
        return None

    def attacked(self, table: Table, position: WesternFrontPosition, node: int) -> None:
        """As an attack on a hex is declared."""

    def expended(
        self, table: Table, position: WesternFrontPosition, nation: str, *, guns: int, infantry: int
    ) -> None:
        """When headquarters of a nation have expended supply points, on attacking guns and on infantry."""

    def must_retreat(self, position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
        """[14-4] Whether defenders go back although the rules would let them hold."""
        return False

    def may_advance(self, position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
        """Why a unit may not advance into a hex after combat."""
        return None

    def after_combat(self, position: WesternFrontPosition) -> None:
        """When the losses and retreats of a combat are over, and when all of it is."""

    def end_combat(self, position: WesternFrontPosition) -> None:
        """As a combat phase ends."""

    # Morale

    def demoralized(self, table: Table, position: WesternFrontPosition, nation: str) -> None:
        """When a nation has been charged with demoralization points."""

    def breaks_off(self, position: WesternFrontPosition) -> bool:
        """Whether the game is over although the phase is not."""
        return False

    def end(self, table: Table, position: WesternFrontPosition) -> None:
        """When the game is over."""

    # Ground and supply

    def came_to(self, position: WesternFrontPosition, side: str, node: int) -> None:
        """When ground combat units of a side come to stand in a hex."""

    def sea_havens(self, position: WesternFrontPosition, side: str) -> Collection[int]:
        """[20-1] Cities of a side that are joined with its rear by sea alone."""
        return ()

    def is_sea_open(self, position: WesternFrontPosition) -> bool:
        """[20-1] Whether ships still reach the sea havens."""
        return False

    def may_supply(self, position: WesternFrontPosition, headquarters: Piece, unit: Piece) -> bool:
        """[19-6] Whether nothing keeps a headquarters from expending supply for a unit."""
        return True
