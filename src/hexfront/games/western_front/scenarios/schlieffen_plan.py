"""Scenario book, chapter 3: The Schlieffen Plan, the campaign of August 1914."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexfront.games.western_front.campaign import Campaign
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.games.western_front.scenarios import duties, eastern_front, lorraine, victory
from hexfront.games.western_front.scenarios.directives import Directives
from hexfront.kernel.board import Board
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


class Unbound(Campaign, frozen=True):
    """[WF 3] The campaign of those who are bound to nothing: only who has won is asked."""

    def outcome(self, position: WesternFrontPosition) -> str | None:
        return victory.outcome(position)

    def came_to(self, position: WesternFrontPosition, side: str, node: int) -> None:
        victory.came_to(position, side, node)


class SchlieffenPlan(Directives, frozen=True):
    """[WF 3] What both sides are bound to, and who has won."""

    @property
    def counts_line(self) -> bool:
        return True

    def outcome(self, position: WesternFrontPosition) -> str | None:
        return victory.outcome(position)

    def without_duties(self) -> Campaign:
        return Unbound()

    def may_mobilize(self, position: WesternFrontPosition, units: Sequence[Unit]) -> Sequence[Unit]:
        return duties.able_to_march(position, units)

    def withdraw(self, table: Table, position: WesternFrontPosition) -> Procedure:
        return eastern_front.withdraw(table, position)

    def begin_movement(self, table: Table, position: WesternFrontPosition) -> None:
        lorraine.look_at_line(position)

    def end_movement(self, table: Table, position: WesternFrontPosition) -> None:
        duties.remember_errands(position)

    def may_move(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        return duties.may_move(position, unit)

    def kept_units(self, position: WesternFrontPosition, side: str) -> Collection[str]:
        return duties.kept_units(position, side)

    def bound(self, position: WesternFrontPosition, unit: Unit) -> str:
        return duties.bound(position, unit)

    def stops(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        return duties.stops(position, units, reachable)

    def rides(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        return duties.rides(position, units, reachable)

    def why_not_stop(
        self, position: WesternFrontPosition, units: Sequence[Unit], node: int
    ) -> Refusal | None:
        return duties.why_not_stop(position, units, node)

    def may_end_movement(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        return duties.may_end_movement(position, side)

    def is_bound_to_go_on(self, position: WesternFrontPosition, side: str) -> bool:
        return duties.is_bound_to_go_on(position, side)

    def owed_march(self, position: WesternFrontPosition, side: str) -> Unit | None:
        return duties.owed_march(position, side)

    def has_errand(self, position: WesternFrontPosition, unit: Unit) -> bool:
        return duties.has_errand(position, unit)

    def advised_march(self, position: WesternFrontPosition, names: Collection[str]) -> int | None:
        mended = lorraine.repair(position, names)
        return None if mended is None else mended[1]

    def rides_free(self, position: WesternFrontPosition, unit: Unit) -> bool:
        return duties.siege_rail(position, unit)

    def holds_back(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        return duties.holds_back(position, unit)

    def begin_attack(self, position: WesternFrontPosition, names: Sequence[str]) -> None:
        duties.begin_attack(position, names)

    def why_not_leave_out(
        self, position: WesternFrontPosition, node: int, able: Sequence[Unit], joined: Sequence[str]
    ) -> Refusal | None:
        return duties.why_not_leave_out(position, node, able, joined)

    def owed_attack(self, position: WesternFrontPosition, side: str) -> tuple[Unit, int] | None:
        return duties.owed_attack(position, side)

    def may_end_combat(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        return duties.may_end_combat(position, side)

    def attacked(self, table: Table, position: WesternFrontPosition, node: int) -> None:
        duties.attacked(table, position, node)

    def must_retreat(self, position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
        return duties.must_retreat(position, battle, loss)

    def may_advance(self, position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
        return duties.may_advance(position, unit, node)

    def after_combat(self, position: WesternFrontPosition) -> None:
        duties.after_combat(position)

    def end_combat(self, position: WesternFrontPosition) -> None:
        duties.end_combat(position)

    def came_to(self, position: WesternFrontPosition, side: str, node: int) -> None:
        victory.came_to(position, side, node)

    def sea_havens(self, position: WesternFrontPosition, side: str) -> Collection[int]:
        return duties.sea_havens(position, side)

    def is_sea_open(self, position: WesternFrontPosition) -> bool:
        return duties.antwerp_open(position)

    def may_supply(self, position: WesternFrontPosition, headquarters: Piece, unit: Piece) -> bool:
        return duties.may_supply(position, headquarters, unit)


def schlieffen_plan(board: Board, parameters: Scenario) -> SchlieffenPlan:
    """[WF 3-1] The campaign on a board. Hexes that a drawn board lacks are left out."""

    def nodes(name: str) -> list[int]:
        return [board[label] for label in parameters.words(name) if label in board]

    def date(name: str) -> TurnDate:
        return parameters.dates(name)[0]

    liege = nodes("liege")
    beside = frozenset(other for node in liege for other in board.adjacent[node])
    reach = parameters.whole("belgian_watch_range")
    return SchlieffenPlan(
        first_turn=parameters.first_turn,
        liege=frozenset(liege),
        beside_liege=beside,
        near_liege=beside | frozenset(nodes("liege_retreat")),
        lorraine_line=tuple(nodes("lorraine_line")),
        lorraine_line_until=date("lorraine_line_until"),
        siege_rail_turns=parameters.dates("siege_rail_turns"),
        offensive_armies=tuple(f"fr-hq-xxxx-{each}" for each in parameters.words("french_offensive_armies")),
        offensive_values=parameters.words("french_offensive_values"),
        offensive_by=date("french_offensive_by"),
        offensive_fortress=parameters.whole("french_offensive_fortress"),
        refuge=frozenset(nodes("belgian_refuge")),
        refuge_turn=date("belgian_refuge_turn"),
        release=date("belgian_release"),
        namur=frozenset(nodes("namur")),
        around_brussels=frozenset(
            near for node in nodes("belgian_watch_hex") for near in board.within(node, reach)
        ),
        watch_strength=parameters.whole("belgian_watch_strength"),
        antwerp=tuple(nodes("antwerp")),
        scheldt=tuple(nodes("scheldt")),
    )
