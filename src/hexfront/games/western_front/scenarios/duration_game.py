"""Scenario book, chapter 23: The Western Front Duration Game, from the march on Liege to November 1918.

It is one game. Begun in August 1914 it is The Schlieffen Plan, whose duties bind by their own dates, and from
January 1915 the trench war with its sectors (decision WF-R175); income, morale and ceilings run through all
of it. A game may also begin with the set-up of a later scenario [WF 13-1]: then it is the trench war from the
first turn, with the demoralization points that the book gives for that day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from hexfront.games.western_front.campaign import Campaign, Ceiling
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import NationalSchedules
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.games.western_front.rules import headquarters, sectors
from hexfront.games.western_front.scenarios.schlieffen_plan import SchlieffenPlan, schlieffen_plan
from hexfront.games.western_front.scenarios.trench_war import TrenchWar, trench_war
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.board import Board
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

SLUG = "duration-game"
BEGINS = "begins"
SIEGE_HEADQUARTERS = "ge-hq-xxxx-siege"
_STARTS = "starts"
# What single scenarios say and the long game does not [WF 13-2] [WF 15-4]; decision WF-R175.
_OF_SINGLE_SCENARIOS = ("west_bank", "west_bank_from")
_OF_THE_LONG_GAME = (
    "belgian_attacks",
    "gas_counters_gained",
    "gas_counters_lost",
    "italy_shaken",
    "romania_joins",
    "russia_surrenders",
    "warsaw_falls",
    _STARTS,
)


# Where it begins


def start_of(parameters: Scenario, options: Mapping[str, str]) -> str:
    """[WF 13-1] [WF 15-1] [WF 17-1] [WF 19-1] [WF 21-1] The scenario with whose set-up a game begins."""
    choices = next(each.choices for each in parameters.options if each.name == BEGINS)
    chosen = options.get(BEGINS, choices[0])
    return parameters.words(_STARTS)[choices.index(chosen)]


def begun_with(parameters: Scenario, start: Scenario) -> Scenario:
    """[WF 13-1] The duration game as it is when it begins with a later scenario: its date, its front, its
    forces and rail lines, and the demoralization of that day; everything else is the long game's."""
    own = [each for each in parameters.parameters if each.name in _OF_THE_LONG_GAME]
    left_out = {*_OF_SINGLE_SCENARIOS, *(each.name for each in own)}
    demoralization = msgspec.structs.replace(
        parameters.demoralization,
        historical=start.demoralization.historical,
        historical_rule=start.demoralization.historical_rule,
        begins_with_historical=True,
    )
    return msgspec.structs.replace(
        parameters,
        first_turn=start.first_turn,
        rail=start.rail,
        forces=start.forces,
        front=start.front,
        duration_rules=msgspec.structs.replace(parameters.duration_rules, retaken_cities_free=True),
        demoralization=demoralization,
        parameters=(*own, *(each for each in start.parameters if each.name not in left_out)),
    )


# The game of August 1914


class DurationGame(SchlieffenPlan, frozen=True):
    """[WF 23-1] The Schlieffen Plan, and the trench war that comes after it."""

    war: TrenchWar
    sectors_from: TurnDate  # when the nations of the Entente take up sectors

    @property
    def national_schedules(self) -> NationalSchedules | None:
        return self.war.schedules

    def outcome(self, position: WesternFrontPosition) -> str | None:
        return self.war.outcome(position)

    def begin(self, position: WesternFrontPosition) -> None:
        self.war.begin(position)

    def catch_up(self, position: WesternFrontPosition, *, printed: bool) -> None:
        self.war.catch_up(position, printed=printed)

    def without_duties(self) -> Campaign:
        return self.war.without_duties()

    def reinforce(self, table: Table, position: WesternFrontPosition) -> None:
        dissolve_siege_headquarters(table, position)
        self.war.reinforce(table, position)

    def drafts(self, position: WesternFrontPosition, unit: str, place: int) -> bool:
        return self.war.drafts(position, unit, place)

    def choose_reinforcements(self, table: Table, position: WesternFrontPosition) -> Procedure:
        return self.war.choose_reinforcements(table, position)

    def stores(self, position: WesternFrontPosition, nation: str) -> Mapping[str, int]:
        return self.war.stores(position, nation)

    def lay_up(self, position: WesternFrontPosition, name: str, points: int) -> None:
        self.war.lay_up(position, name, points)

    def monthly_turn(self, table: Table, position: WesternFrontPosition) -> None:
        self.war.monthly_turn(table, position)

    def hear_news(self, table: Table, position: WesternFrontPosition, side: str) -> Procedure:
        return self.war.hear_news(table, position, side)

    def why_not_recall(self, position: WesternFrontPosition, name: str, front: str) -> Refusal | None:
        return self.war.why_not_recall(position, name, front)

    def ceilings(self, position: WesternFrontPosition) -> Sequence[Ceiling]:
        return self.war.ceilings(position)

    def supply_limit(self, position: WesternFrontPosition, nation: str) -> int | None:
        return self.war.supply_limit(position, nation)

    def points_to_next_state(self, position: WesternFrontPosition, nation: str) -> int | None:
        return self.war.points_to_next_state(position, nation)

    def begin_movement(self, table: Table, position: WesternFrontPosition) -> None:
        super().begin_movement(table, position)
        if position.date >= self.sectors_from:
            if position.active == ENTENTE:
                sectors.take_up(table, position)
            self.war.begin_movement(table, position)

    def end_movement(self, table: Table, position: WesternFrontPosition) -> None:
        super().end_movement(table, position)
        self.war.end_movement(table, position)

    def stops(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        if position.date >= self.sectors_from:
            return self.war.stops(position, units, reachable)
        return super().stops(position, units, reachable)

    def rides(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        if position.date >= self.sectors_from:
            return self.war.rides(position, units, reachable)
        return super().rides(position, units, reachable)

    def why_not_stop(
        self, position: WesternFrontPosition, units: Sequence[Unit], node: int
    ) -> Refusal | None:
        if position.date >= self.sectors_from:
            return self.war.why_not_stop(position, units, node)
        return super().why_not_stop(position, units, node)

    def holds_back(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        return super().holds_back(position, unit) or self.war.holds_back(position, unit)

    def attacked(self, table: Table, position: WesternFrontPosition, node: int) -> None:
        super().attacked(table, position, node)
        self.war.attacked(table, position, node)

    def end_combat(self, position: WesternFrontPosition) -> None:
        super().end_combat(position)
        self.war.end_combat(position)

    def expended(
        self, table: Table, position: WesternFrontPosition, nation: str, *, guns: int, infantry: int
    ) -> None:
        self.war.expended(table, position, nation, guns=guns, infantry=infantry)

    def demoralized(self, table: Table, position: WesternFrontPosition, nation: str) -> None:
        self.war.demoralized(table, position, nation)

    def breaks_off(self, position: WesternFrontPosition) -> bool:
        return self.war.breaks_off(position)

    def end(self, table: Table, position: WesternFrontPosition) -> None:
        self.war.end(table, position)

    def came_to(self, position: WesternFrontPosition, side: str, node: int) -> None:
        """How near to Paris somebody has come decides nothing in this game."""


def dissolve_siege_headquarters(table: Table, position: WesternFrontPosition) -> None:
    """[WF 3-12] In January 1915 the siege headquarters passes its points to the nearest German headquarters
    with room, and to those after it (decision WF-R142)."""
    parameters = position.setting.parameters
    siege = position.units.get(SIEGE_HEADQUARTERS)
    if siege is None or position.active != CENTRAL_POWERS:
        return
    if position.date < parameters.dates("siege_headquarters_until")[0]:
        return
    hexes = position.setting.hexes_from(frozenset([siege.at]))
    position.remove(siege.name)
    position.gone.add(siege.name)
    left = siege.supply
    own = [unit for unit in position.headquarters_of(CENTRAL_POWERS) if position.piece(unit).nation == "ge"]
    for unit in sorted(own, key=lambda each: (hexes[each.at], each.name)):
        points = min(left, headquarters.room(position, unit))
        if points:
            position.change(unit.name, supply=unit.supply + points)
            told = f"{position.piece(unit).label} takes over {points} supply points of the siege headquarters"
            table.tell(told, "WF 3-12", kind="supply", to=(CENTRAL_POWERS,))
            left -= points
    table.tell("The siege headquarters is dissolved", "WF 3-12", kind="withdrawal")


def duration_game(
    board: Board, parameters: Scenario, schedules: NationalSchedules, *, linked: bool
) -> Campaign:
    """[WF 23-1] [WF 25-2] The campaign of a duration game: from August 1914, or of a later year."""
    war = trench_war(board, parameters, schedules, linked=linked)
    if parameters.front is not None:
        return war
    plan = schlieffen_plan(board, parameters)
    return DurationGame(
        **msgspec.structs.asdict(plan), war=war, sectors_from=parameters.dates("sectors_from")[0]
    )
