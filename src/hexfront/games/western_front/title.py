"""The Western Front as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from hexfront.games.western_front import compound_orders, matters, orders, position_text, secrecy, sequence
from hexfront.games.western_front.balance import unbalanced
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.premises import PREMISES
from hexfront.games.western_front.printed.forces import LATER, OPENING, OrdersOfBattle
from hexfront.games.western_front.printed.forces import load as load_orders
from hexfront.games.western_front.printed.list_checks import check as check_lists
from hexfront.games.western_front.printed.national_schedules import NationalSchedules, load_national_schedules
from hexfront.games.western_front.printed.pieces import Piece, make_pieces
from hexfront.games.western_front.printed.scenario_lists import TurnDate, load_scenario, scenario_slugs
from hexfront.games.western_front.printed.tables import Tables, load_tables
from hexfront.games.western_front.rules import out_of_place
from hexfront.games.western_front.scenarios import duration_game, linked_game, set_up
from hexfront.games.western_front.scenarios.campaigns import campaign_of
from hexfront.games.western_front.scenarios.deployment import phase as deployment
from hexfront.games.western_front.scenarios.deployment import written
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.staff import appeal as staff_appeal
from hexfront.games.western_front.staff import planner as staff_planner
from hexfront.games.western_front.status import findings
from hexfront.games.western_front.table import (
    assumptions,
    chronicle,
    names,
    preferences,
    suppositions,
    topics,
)
from hexfront.games.western_front.table.explanations import explain
from hexfront.games.western_front.table.forecast import attack_odds, forecast
from hexfront.games.western_front.table.layers import LAYERS
from hexfront.games.western_front.table.looks import LOOKS
from hexfront.games.western_front.table.portrait import portrait
from hexfront.games.western_front.table.questions import questions_about
from hexfront.games.western_front.table.report import report, tracks
from hexfront.games.western_front.table.sightings import sightings
from hexfront.games.western_front.table.targets import targets
from hexfront.games.western_front.vocabulary import MONTHS, POINT, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.decisions import Decision
from hexfront.kernel.dice import dice_from
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger, shown_number
from hexfront.kernel.odds import Distribution
from hexfront.kernel.planning import Planner, Role, Sight
from hexfront.kernel.position import Finding
from hexfront.kernel.postext import PositionText
from hexfront.kernel.preferences import Preference
from hexfront.kernel.records import Event
from hexfront.kernel.scripts import FOLDER, Script, load_scripts
from hexfront.kernel.showing import (
    Face,
    Forecast,
    Question,
    Report,
    Sightings,
    Supposition,
    Target,
    Topic,
    Track,
)
from hexfront.kernel.table import Table
from hexfront.kernel.title import (
    NO_ARRIVALS,
    NO_DUTIES,
    NO_END,
    REFEREE,
    Option,
    Premised,
    Procedure,
    Scenario,
)
from hexfront.shared.portraits import looks_of
from hexfront.shared.position_text import Words, Written
from hexfront.shared.reading import Shelf, board_figures, proved
from hexfront.shared.tours import tour_of

HERE = Path(__file__).parent
PLAYABLE = ("schlieffen-plan", *LATER, duration_game.SLUG)


def _read(data: DataFolder) -> tuple[Tables, OrdersOfBattle, dict[str, Piece], NationalSchedules]:
    """Tables, lists, pieces and national schedules."""
    tables, lists = load_tables(data), load_orders(data)
    return tables, lists, make_pieces(lists, tables), load_national_schedules(data)


@lru_cache(maxsize=8)
def _start_of(setting: WesternFrontSetting) -> WesternFrontPosition:
    """The position in which every game of a setting begins; the games get copies."""
    position = position_text.empty_position(setting, seed=0)
    setting.title.adopt(setting, position)
    set_up.place_all(setting, position)
    setting.title.adopt(setting, position)
    for side in SIDES:
        position.ways(side, mountain=False, zones="normal")  # what is the same in the copies is shared
    return position


class WesternFront(Written[WesternFrontPosition, WesternFrontSetting]):
    """Der Weltkrieg: The Western Front 1914-1918."""

    name = "western-front"
    caption = "Der Weltkrieg: The Western Front 1914-1918"
    version = "3"  # raised when rules change, so that whoever loads an older game is told
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = names.SIDE_NAMES
    losses_in: ClassVar[str] = "strength points"
    layers: ClassVar[Mapping[str, str]] = LAYERS.meanings
    preferences: ClassVar[Sequence[Preference]] = preferences.PREFERENCES
    deployment: ClassVar[Collection[str]] = (
        *deployment.KINDS,
        *("set up", "mobilize", "place", "deliver", "corps"),
    )
    sandbox: ClassVar[Mapping[str, str]] = {
        NO_END: "the game goes on after the last turn of the scenario",
        NO_ARRIVALS: "nothing arrives, leaves or mobilizes by the schedules",
        NO_DUTIES: "the duties of the campaign of 1914 [WF 3-1 to 3-12] bind nobody",
    }
    premises: ClassVar[Mapping[str, Premised]] = PREMISES
    actions = orders.WesternFrontAction
    questions = orders.WesternFrontQuestion
    matters = matters.WesternFrontMatter
    position_type = WesternFrontPosition
    glyphs: ClassVar[Mapping[str, str]] = {"~": "sea"}
    side_glyphs: ClassVar[Mapping[str, str]] = {
        ".": "clear",
        "b": "broken",
        "h": "hilly",
        "w": "woods",
        "s": "swamp",
        "r": "rough",
        "W": "wooded rough",
        "m": "mountain",
        "u": "urban",
    }

    parts = position_text.PARTS
    meanings: ClassVar[Mapping[str, str]] = position_text.MEANINGS
    known_words: ClassVar[Mapping[str, Words]] = position_text.VOCABULARY

    folder = HERE
    shelf = Shelf(HERE / "data", _read)

    def scenarios(self) -> Sequence[Scenario]:
        return self._scenarios

    @cached_property
    def _scenarios(self) -> Sequence[Scenario]:
        """What can be started, read once: every new game asks for it."""
        return self._described(PLAYABLE)

    def _described(self, slugs: Iterable[str]) -> Sequence[Scenario]:
        known = scenario_slugs(self.data)
        found = [load_scenario(self.data, slug) for slug in slugs if slug in known]
        return [
            Scenario(
                each.slug,
                each.title,
                " ".join(each.notes.split()),
                _shown_date(each.first_turn),
                _shown_date(each.last_turn),
                *tour_of(HERE, SIDES, each.slug),
            )
            for each in found
        ]

    def options(self, scenario: str) -> Sequence[Option]:
        if scenario not in self._options:
            self._options[scenario] = self._read_options(scenario)
        return self._options[scenario]

    @cached_property
    def _options(self) -> dict[str, Sequence[Option]]:
        """The options of each scenario, read once."""
        return {}

    def _read_options(self, scenario: str) -> Sequence[Option]:
        parameters = load_scenario(self.data, scenario)
        own = [
            Option(
                each.name,
                (each.default, *(choice for choice in each.choices if choice != each.default)),
                each.meaning,
                (each.rule,),
            )
            for each in parameters.options
        ]
        return [*own, *sequence.OPTIONS]

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """Board, tables, lists and scenarios, with the size of each; every fault at once."""
        data = DataFolder(HERE / "data", overlays)
        report = check_lists(data)
        checks: list[Callable[[], object]] = [partial(load_tables, data)]
        checks += [partial(load_scenario, data, slug) for slug in scenario_slugs(data)]
        board = proved(data, checks, Faults(report.faults))
        _, lists, _, _ = _read(data)
        return {
            **board_figures(board),
            **report.figures,
            **{
                f"decision {each.id}": f"{each.subject}: {each.decision}" for each in lists.decisions.values()
            },
            **super().check_data(overlays),
        }

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> WesternFrontSetting:
        data, laid_out, (tables, lists, pieces, schedules) = self.shelf.laid_out(overlays, board)
        parameters = load_scenario(data, scenario)
        if scenario == duration_game.SLUG:
            start = duration_game.start_of(parameters, options)
            lists = msgspec.structs.replace(
                lists, scenarios={**lists.scenarios, scenario: lists.scenarios[start]}
            )
            if start != OPENING:
                parameters = duration_game.begun_with(parameters, load_scenario(data, start))
        linked = scenario == duration_game.SLUG and options.get(linked_game.OPTION) == "on"
        if linked:
            parameters = linked_game.linked(parameters)
        made = WesternFrontSetting(
            self,
            scenario,
            options,
            data=data,
            board=laid_out,
            tables=tables,
            orders=lists,
            parameters=parameters,
            pieces=pieces,
            campaign=campaign_of(laid_out, parameters, schedules, linked=linked),
        )
        if linked:
            made.orders = linked_game.combined(lists)
        if overlays:
            looks_of(made)  # what no map can be drawn with is refused here, and not when somebody looks
        return made

    def set_up(self, setting: WesternFrontSetting, seed: int) -> WesternFrontPosition:
        position = _start_of(setting).copy()
        position.dice = dice_from(seed)
        return position

    def status(self, position: WesternFrontPosition) -> Iterable[Finding]:
        return findings(position)

    def balance(
        self, before: WesternFrontPosition, after: WesternFrontPosition, told: Sequence[Event]
    ) -> Iterable[Finding]:
        return unbalanced(before, after, told)

    def play(self, table: Table[WesternFrontPosition]) -> Procedure:

        position = table.position
        return sequence.play(table, position)

    def view(self, position: WesternFrontPosition, viewer: str) -> dict[str, Any]:
        """[17-5] Everything but the supply points of the other side."""
        label = position.setting.board.label
        return {
            "date": str(position.date),
            "turn": position.date_text,
            "phase": position.phase,
            "active": position.active,
            "units": [_shown_unit(position, unit, viewer) for unit in position.units.values()],
            "lost": sorted(position.lost),
            "gone": sorted(position.gone),
            "markers": {
                label(node): msgspec.to_builtins(marker) for node, marker in position.markers.items()
            },
            "rail": {label(node): network for node, network in position.rail.items()},
            "rail used": dict(position.rail_used),
            "holders": {label(node): side for node, side in position.holders.items()},
            "demoralization": dict(position.demoralization),
        }

    def redact(
        self, position: WesternFrontPosition, side: str, now: WesternFrontPosition | None = None
    ) -> WesternFrontPosition:
        """[17-5] The enemy's supply points become unknown: his stocks are taken to be as large as can be."""
        return secrecy.redacted(position, side)

    def picture(self, position: WesternFrontPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
        return portrait(position, viewer, overlays)

    def describe(self, position: WesternFrontPosition, action: Action) -> str:
        return names.described(position, action)

    def topic(self, position: WesternFrontPosition, decision: Decision) -> Topic:
        return topics.topic(position, decision)

    def face(self, position: WesternFrontPosition, decision: Decision, action: Action) -> Face:
        return LOOKS.face(position, decision, action)

    def report(self, position: WesternFrontPosition, viewer: str) -> Report:
        return report(position, viewer)

    def tracks(self, position: WesternFrontPosition, viewer: str) -> Sequence[Track]:
        return tracks(position, viewer)

    def sightings(self, position: WesternFrontPosition, viewer: str) -> Sightings:
        return sightings(position, viewer)

    def laid_out(self, position: WesternFrontPosition, side: str) -> Sequence[Action]:
        return written.orders_of(position, side)

    def questions_about(
        self, position: WesternFrontPosition, viewer: str, subject: str
    ) -> Sequence[Question]:
        return questions_about(position, viewer, subject)

    def expand(self, game: Game[WesternFrontPosition], order: Action) -> Iterable[Action] | None:
        return compound_orders.expanded(game, order)

    def heard(self, game: Game[WesternFrontPosition], line: str) -> str:
        return compound_orders.EAR.heard(game.setting.board, game.position.units, line)

    def out_of_place(
        self, position: WesternFrontPosition, decision: Decision, action: Action
    ) -> Refusal | None:
        return out_of_place.why(position, decision, action)

    def explain(self, position: WesternFrontPosition, question: Action) -> Ledger:
        return explain(position, question)

    def odds(self, game: Game[WesternFrontPosition], action: Action) -> Distribution[str]:
        return attack_odds(game, action)

    def preferred(
        self, position: WesternFrontPosition, decision: Decision, chosen: Mapping[str, str]
    ) -> Action | None:
        return preferences.HABITS.preferred(position, decision, chosen)

    def forecast(self, game: Game[WesternFrontPosition], action: Action) -> Forecast:
        return forecast(game, action)

    def targets(self, position: WesternFrontPosition, decision: Decision) -> Iterable[Target]:
        if isinstance(decision.about, matters.Attacking):
            return targets(position, decision.side)
        return super().targets(position, decision)

    def attack(self, at: str, pieces: Sequence[str]) -> Action | None:
        return orders.Assault(at, tuple(pieces))

    def journeys(self, pieces: Sequence[str], to: str) -> Sequence[Action]:
        return (orders.March(tuple(pieces), to), orders.Transport(tuple(pieces), to))

    def passable(self, setting: WesternFrontSetting, node: int) -> Sequence[int]:
        return setting.crossable[node]

    def whereabouts(self, position: WesternFrontPosition, side: str) -> Mapping[str, str]:
        return position.whereabouts(side)

    def roles(self, position: WesternFrontPosition, side: str) -> Mapping[str, Role]:
        return chronicle.roles(position, side)

    def suppositions(
        self, position: WesternFrontPosition, side: str, pieces: Sequence[str], to: str
    ) -> Iterable[Supposition[WesternFrontPosition]]:
        return suppositions.suppositions(position, side, pieces, to)

    def planner(self, side: str, level: str) -> Planner[WesternFrontPosition] | None:
        return staff_planner(side, level)

    def scripts(self) -> Sequence[Script]:
        return load_scripts(HERE / "staff" / FOLDER, tuple(self.sides))

    def appeal(self, sight: Sight[WesternFrontPosition], action: Action) -> float | None:
        return staff_appeal(sight, action)

    def acting(self, position: WesternFrontPosition, decision: Decision, action: Action) -> Collection[str]:
        return topics.acting(position, decision, action)

    def candidates(
        self, position: WesternFrontPosition, decision: Decision, action: Action
    ) -> Collection[str]:
        return topics.candidates(position, decision.side, action)

    def moment(self, position: WesternFrontPosition) -> Moment:
        return chronicle.moment(position)

    def chronicle(self, position: WesternFrontPosition) -> Chronicle:
        return chronicle.chronicle(position)

    def verdict(self, position: WesternFrontPosition, outcome: str | None) -> Verdict:
        return chronicle.verdict(position)

    def annals(self, setting: WesternFrontSetting) -> Annals:
        return chronicle.annals(setting)

    def vocabulary(self, setting: WesternFrontSetting) -> Sequence[str]:
        return sorted(setting.pieces)

    def empty_position(self, setting: WesternFrontSetting, seed: int) -> WesternFrontPosition:
        return position_text.empty_position(setting, seed)

    def read_position(self, setting: WesternFrontSetting, text: PositionText) -> WesternFrontPosition:
        position = super().read_position(setting, text)
        position_text.catch_up(position, text)
        return position

    def assumed(self, position: WesternFrontPosition, text: PositionText) -> Iterable[str]:
        return assumptions.assumed(position, text)


def _shown_date(date: TurnDate) -> str:
    return f"{MONTHS[date.month - 1]} {date.year}, turn {date.turn}"


def _shown_unit(position: WesternFrontPosition, unit: Unit, viewer: str) -> dict[str, Any]:
    """A unit as plain data, hexes by their numbers and movement in points."""
    shown = msgspec.to_builtins(unit)
    assert isinstance(shown, dict)
    label = position.setting.board.label
    shown["at"] = label(unit.at)
    if unit.home != OFF_MAP:
        shown["home"] = label(unit.home)
    if unit.spent:
        shown["spent"] = shown_number(unit.spent, POINT)
    if viewer not in (position.side_of(unit), REFEREE):
        shown.pop("supply", None)
        shown.pop("transferred", None)
    return shown


TITLE = WesternFront()
