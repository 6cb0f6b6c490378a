"""Scenario book, chapters 12 to 22: the scenarios of the trench war, from 1915 to 1918.

What they have in common: the front lines they begin with, sectors, the schedules of chapters 23 and 24, and
the ban on Belgian attacks. Verdun has a ban of its own. They are won by a difference of demoralization points
or, in 1918, by the fate of nations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hexfront.games.western_front.campaign import Campaign, Ceiling
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import NationalSchedules
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.games.western_front.rules import assault_training, gas, sectors
from hexfront.games.western_front.rules.allowances import STRIPPED
from hexfront.games.western_front.scenarios import (
    annual_fronts,
    belgian_recruits,
    ceilings,
    collapse,
    front_lines,
    income,
    linked_game,
    shell_debt,
    victory,
)
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.board import Board
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

COLLAPSE = "national collapse"
COUNTED = "counted"
HOME_FRONT = "home-front-demoralization"
LAID_UP = "us_first_headquarters_supply"


class WarOfNerves(Campaign, frozen=True):
    """[WF 12] The trench war of those whom nothing binds: schedules, morale and victory are left."""

    schedules: NationalSchedules
    counts_morale: bool  # whether the state of morale follows from demoralization [WF 23-18]
    by_collapse: bool  # whether the fate of nations decides [WF 21 victory]
    linked: bool  # whether the other fronts are part of the game [WF 25-1]

    @property
    def national_schedules(self) -> NationalSchedules | None:
        return self.schedules

    def outcome(self, position: WesternFrontPosition) -> str | None:
        return collapse.outcome(position) if self.by_collapse else victory.outcome(position)

    def begin(self, position: WesternFrontPosition) -> None:
        victory.note_trenches(position)
        if position.setting.parameters.duration_rules.retaken_cities_free:
            collapse.spare_retaken_cities(position, self.schedules)
        if position.date >= assault_training.FIRST:
            position.flags[STRIPPED] = 1  # the conversions of 1918 have begun (decision WF-R221)
        parameters = position.setting.parameters
        if parameters.has(LAID_UP):
            income.lay_up(position, parameters.whole(LAID_UP))
        if self.counts_morale:
            collapse.set_states(position, self.schedules)
        if self.linked:
            linked_game.begin(position)

    def catch_up(self, position: WesternFrontPosition, *, printed: bool) -> None:
        if printed and position.setting.parameters.front is not None:
            front_lines.fill_in(position)
        if position.setting.parameters.duration_rules.retaken_cities_free:
            collapse.spare_retaken_cities(position, self.schedules)
        if self.counts_morale:
            collapse.set_states(position, self.schedules)

    def without_duties(self) -> Campaign:
        return self

    def points_to_next_state(self, position: WesternFrontPosition, nation: str) -> int | None:
        if not self.counts_morale:
            return None
        return self.schedules.points_to_next_state(
            nation, position.date.year, position.demoralization.get(nation, 0)
        )

    def supply_limit(self, position: WesternFrontPosition, nation: str) -> int | None:
        return self.schedules.supply_limit(nation, position.date.year)

    def reinforce(self, table: Table, position: WesternFrontPosition) -> None:
        victory.note_trenches(position)
        if position.setting.parameters.duration_rules.supply_and_replacements:
            income.receive(table, position, self.schedules)
            belgian_recruits.receive(table, position)
        if self.linked:
            if linked_game.by_history(position):
                linked_game.told_by_history(table, position)
            linked_game.reinforce(table, position)
            linked_game.supply_the_east(table, position, self.schedules)

    def drafts(self, position: WesternFrontPosition, unit: str, place: int) -> bool:
        return income.drafts(position, unit, place)

    def stores(self, position: WesternFrontPosition, nation: str) -> Mapping[str, int]:
        return income.stores(position, nation)

    def lay_up(self, position: WesternFrontPosition, name: str, points: int) -> None:
        income.lay_up(position, points)

    def choose_reinforcements(self, table: Table, position: WesternFrontPosition) -> Procedure:
        yield from income.choose(table, position)
        if self.linked:
            yield from linked_game.send(table, position)
        return None

    def hear_news(self, table: Table, position: WesternFrontPosition, side: str) -> Procedure:
        if self.linked:
            yield from linked_game.hear(table, position, side)
        return None

    def why_not_recall(self, position: WesternFrontPosition, name: str, front: str) -> Refusal | None:
        return linked_game.why_not_recall(position, name, front) if self.linked else None

    def monthly_turn(self, table: Table, position: WesternFrontPosition) -> None:
        ceilings.check(table, position, self.schedules)
        if self.breaks_off(position):
            return
        if position.setting.parameters.duration_rules.supply_limits:
            annual_fronts.note(position)
        gas.monthly_turn(table, position)
        rules, setting = position.setting.parameters.duration_rules, position.setting
        if rules.monthly_demoralization or setting.option(HOME_FRONT):
            collapse.weary(table, position, self.schedules)

    def ceilings(self, position: WesternFrontPosition) -> Sequence[Ceiling]:
        return ceilings.ahead(position, self.schedules)

    def begin_movement(self, table: Table, position: WesternFrontPosition) -> None:
        victory.note_trenches(position)

    def end_movement(self, table: Table, position: WesternFrontPosition) -> None:
        victory.note_trenches(position)
        income.note_destroyed(position)

    def attacked(self, table: Table, position: WesternFrontPosition, node: int) -> None:
        victory.note_trenches(position, [node])

    def end_combat(self, position: WesternFrontPosition) -> None:
        victory.note_trenches(position)
        income.note_destroyed(position)

    def holds_back(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        return shell_debt.holds_back(position, unit)

    def expended(
        self, table: Table, position: WesternFrontPosition, nation: str, *, guns: int, infantry: int
    ) -> None:
        shell_debt.expended(table, position, nation, guns, infantry)

    def demoralized(self, table: Table, position: WesternFrontPosition, nation: str) -> None:
        if self.counts_morale:
            collapse.demoralized(table, position, self.schedules, nation)
        if self.linked:
            linked_game.demoralized(table, position)

    def breaks_off(self, position: WesternFrontPosition) -> bool:
        return self.by_collapse and collapse.has_ended(position)

    def end(self, table: Table, position: WesternFrontPosition) -> None:
        collapse.dismiss(table, position)


class TrenchWar(WarOfNerves, frozen=True):
    """[WF 12] The trench war with what its players are bound to."""

    belgians: tuple[str, bool]  # the rule on Belgian attacks, and whether it allows them
    west_bank: frozenset[int]  # hexes that Germany may not attack [WF 15-4]
    west_bank_from: TurnDate | None  # until this turn

    def without_duties(self) -> Campaign:
        return WarOfNerves(self.schedules, self.counts_morale, self.by_collapse, self.linked)

    def begin_movement(self, table: Table, position: WesternFrontPosition) -> None:
        super().begin_movement(table, position)
        if position.active == ENTENTE:
            sectors.renew(table, position)

    def end_movement(self, table: Table, position: WesternFrontPosition) -> None:
        super().end_movement(table, position)
        if position.active == ENTENTE:
            sectors.name_trespassers(table, position)

    def stops(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        """[WF 12-7] [WF 12-8] [WF 12-9] [WF 12-10] Nobody stops in a sector in which he may not stay, and
        Belgians without one stop in Belgium or as near to it as they can."""
        if position.active != ENTENTE or position.side_of(units[0]) != ENTENTE:
            return reachable
        drawn = sectors.layout(position)
        if not drawn.sectors:
            return reachable
        pieces = [position.piece(unit) for unit in units]
        homes = {unit.at for unit in units}
        if sectors.are_homeless(position, pieces):
            near = set(sectors.near_belgium(position, {*reachable, *homes}))
            return [node for node in reachable if node in near]
        closed = sectors.closed_to(position, pieces, reachable, drawn)
        return [node for node in reachable if node in homes or node not in closed] if closed else reachable

    def rides(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        return self.stops(position, units, reachable)

    def why_not_stop(
        self, position: WesternFrontPosition, units: Sequence[Unit], node: int
    ) -> Refusal | None:
        if position.side_of(units[0]) != ENTENTE:
            return None
        pieces = [position.piece(unit) for unit in units]
        if sectors.are_homeless(position, pieces):
            return Refusal(
                "WF 12-8", "without a sector Belgians stay in Belgium, or as near to it as they can"
            )
        return sectors.why_not(position, pieces, node)

    def holds_back(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        """[WF 13-2] [WF 15-2] [WF 17-2] [WF 19-2] [WF 21-3] Belgian units do not attack."""
        rule, allowed = self.belgians
        piece = position.piece(unit)
        if allowed or piece.nation != "be":
            return super().holds_back(position, unit)
        return Refusal(rule, f"{piece.label} does not attack in this scenario")

    def barred_hexes(self, position: WesternFrontPosition, side: str) -> Mapping[int, Refusal]:
        """[WF 15-4] Germany does not attack the west bank of the Meuse before March 1916."""
        if side != CENTRAL_POWERS or self.west_bank_from is None or position.date >= self.west_bank_from:
            return {}
        refusal = Refusal(
            "WF 15-4", f"the west bank of the Meuse is not attacked before {self.west_bank_from}"
        )
        return dict.fromkeys(self.west_bank, refusal)


def trench_war(
    board: Board, parameters: Scenario, schedules: NationalSchedules, *, linked: bool = False
) -> TrenchWar:
    """The campaign that the parameters of a later scenario describe."""
    belgian = parameters.parameter("belgian_attacks")
    bank = parameters.words("west_bank") if parameters.has("west_bank") else ()
    return TrenchWar(
        schedules=linked_game.rates(schedules) if linked else schedules,
        linked=linked,
        counts_morale=parameters.duration_rules.morale == COUNTED,
        by_collapse=parameters.victory.method == COLLAPSE,
        belgians=(belgian.rule, parameters.allowed("belgian_attacks")),
        west_bank=frozenset(board[label] for label in bank if label in board),
        west_bank_from=parameters.dates("west_bank_from")[0] if bank else None,
    )
