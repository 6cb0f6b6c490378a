"""Serbia 1914 as the kernel sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from hexfront.games.serbia_1914 import compound_orders, matters, orders, position_text, secrecy, sequence
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.premises import PREMISES
from hexfront.games.serbia_1914.printed import forces as counters
from hexfront.games.serbia_1914.printed import list_checks
from hexfront.games.serbia_1914.printed import scenario_lists as lists
from hexfront.games.serbia_1914.printed.forces import Forces
from hexfront.games.serbia_1914.printed.pieces import Piece, make_pieces
from hexfront.games.serbia_1914.printed.scenario_lists import ScenarioLists
from hexfront.games.serbia_1914.printed.tables import Tables, load_tables
from hexfront.games.serbia_1914.rules import out_of_place, victory_points
from hexfront.games.serbia_1914.scenarios import set_up
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.staff import appeal as staff_appeal
from hexfront.games.serbia_1914.staff import planner as staff_planner
from hexfront.games.serbia_1914.status import findings
from hexfront.games.serbia_1914.table import (
    assumptions,
    chronicle,
    explanations,
    faces,
    forecast,
    guessing,
    preferences,
    topics,
    wording,
)
from hexfront.games.serbia_1914.table.layers import LAYERS
from hexfront.games.serbia_1914.table.looks import LOOKS
from hexfront.games.serbia_1914.table.portrait import portrait
from hexfront.games.serbia_1914.table.report import report, tracks
from hexfront.games.serbia_1914.table.sightings import sightings
from hexfront.games.serbia_1914.vocabulary import SIDE_NAMES, SIDES, day
from hexfront.kernel.actions import Action
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.planning import Planner, Role, Sight
from hexfront.kernel.position import Finding
from hexfront.kernel.postext import PositionText
from hexfront.kernel.preferences import Preference
from hexfront.kernel.scripts import FOLDER, Script, load_scripts
from hexfront.kernel.showing import Face, Forecast, Question, Report, Sightings, Supposition, Topic, Track
from hexfront.kernel.table import Table
from hexfront.kernel.title import (
    NO_ARRIVALS,
    NO_DUTIES,
    NO_END,
    Option,
    Premised,
    Procedure,
    Scenario,
)
from hexfront.shared.portraits import looks_of
from hexfront.shared.position_text import Words, Written
from hexfront.shared.reading import Shelf, board_figures, proved
from hexfront.shared.suppositions import with_more_points, without_enemies
from hexfront.shared.tours import tour_of

HERE = Path(__file__).parent


def _read(data: DataFolder) -> tuple[Tables, Forces, ScenarioLists, dict[str, Piece]]:
    """Charts, counters, scenarios and pieces."""
    forces = counters.load(data)
    return load_tables(data), forces, lists.load(data), make_pieces(forces)


class Serbia1914(Written[SerbiaPosition, SerbiaSetting]):
    """1914 Serbien muß sterbien."""

    name = "serbia-1914"
    caption = "1914: Serbien muß sterbien"
    version = "2"  # raised when rules change, so that whoever loads an older game is told
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    side_colours: ClassVar[Mapping[str, str]] = {"serbia": "#7d6a2f", "austria-hungary": "#3f7396"}
    losses_in: ClassVar[str] = "reductions"
    layers: ClassVar[Mapping[str, str]] = LAYERS.meanings
    preferences: ClassVar[Sequence[Preference]] = preferences.PREFERENCES
    passing: ClassVar[Mapping[str, str]] = wording.PASSING
    deployment: ClassVar[Collection[str]] = ("reinforcement", "attach", "split", "guns")
    sandbox: ClassVar[Mapping[str, str]] = {
        NO_END: "the game goes on after the last game turn of the scenario",
        NO_ARRIVALS: "nothing enters, leaves or is substituted by the schedule",
        NO_DUTIES: "strategic plans [26.0] bind no army",
    }
    premises: ClassVar[Mapping[str, Premised]] = PREMISES
    actions = orders.SerbiaAction
    questions = explanations.SerbiaQuestion
    matters = matters.SerbiaMatter
    position_type = SerbiaPosition
    glyphs: ClassVar[Mapping[str, str]] = {
        ".": "lowland",
        "b": "bottomland",
        "B": "bottomland with river",
        "u": "upland",
        "r": "rough",
        "c": "drina canyon",
        "f": "foothills",
        "m": "low mountain",
        "M": "high mountain",
        "p": "plateau",
    }

    parts = position_text.PARTS
    meanings: ClassVar[Mapping[str, str]] = position_text.MEANINGS
    known_words: ClassVar[Mapping[str, Words]] = position_text.VOCABULARY

    folder = HERE
    shelf = Shelf(HERE / "data", _read)

    def scenarios(self) -> Sequence[Scenario]:
        _, _, found, _ = self.shelf.printed
        dates = {turn.turn: turn for turn in found.calendar}
        return [
            Scenario(
                each.name,
                each.head.title,
                " ".join(each.head.notes.split()),
                f"Game turn {each.head.first_turn}, {day(dates[each.head.first_turn].first_day)}",
                f"Game turn {each.head.last_turn}, {day(dates[each.head.last_turn].last_day)}",
                *tour_of(HERE, SIDES, each.name),
            )
            for each in found.scenarios.values()
        ]

    def options(self, scenario: str) -> Sequence[Option]:
        return sequence.OPTIONS

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """Board, charts, counters and scenarios, with the size of each; every fault at once."""
        data = DataFolder(HERE / "data", overlays)
        found = list_checks.check(data)
        board = proved(data, [partial(load_tables, data)], Faults(found.faults))
        return {**board_figures(board), **found.figures, **super().check_data(overlays)}

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> SerbiaSetting:
        data, laid_out, (tables, forces, scenarios, pieces) = self.shelf.laid_out(overlays, board)
        made = SerbiaSetting(
            self,
            scenario,
            options,
            data=data,
            board=laid_out,
            tables=tables,
            forces=forces,
            lists=scenarios,
            pieces=pieces,
        )
        if overlays:
            looks_of(made)  # what no map can be drawn with is refused here, and not when somebody looks
        return made

    def read_position(self, setting: SerbiaSetting, text: PositionText) -> SerbiaPosition:
        position = super().read_position(setting, text)
        victory_points.discount(position)  # whoever stands in a place has come there before [27.3] [27.7]
        position_text.stand(position, text)
        return position

    def set_up(self, setting: SerbiaSetting, seed: int) -> SerbiaPosition:
        position = set_up.empty_position(setting, seed)
        set_up.place_all(setting, position)
        self.adopt(setting, position)
        victory_points.discount(position)
        return position

    def status(self, position: SerbiaPosition) -> Iterable[Finding]:
        return findings(position)

    def play(self, table: Table[SerbiaPosition]) -> Procedure:
        position = table.position
        return sequence.play(table, position)

    def expand(self, game: Game[SerbiaPosition], order: Action) -> Iterable[Action] | None:
        return compound_orders.expanded(game, order)

    def heard(self, game: Game[SerbiaPosition], line: str) -> str:
        return compound_orders.EAR.heard(game.setting.board, game.position.units, line)

    def out_of_place(self, position: SerbiaPosition, decision: Decision, action: Action) -> Refusal | None:
        return out_of_place.why(position, self.redact(position, decision.side), action)

    def view(self, position: SerbiaPosition, viewer: str) -> dict[str, Any]:
        """[3.1.6] What a viewer may know."""
        return secrecy.view(position, viewer)

    def redact(
        self, position: SerbiaPosition, side: str, now: SerbiaPosition | None = None
    ) -> SerbiaPosition:
        return secrecy.redacted(position, side, now)

    def suppose(self, position: SerbiaPosition, side: str, number: int) -> SerbiaPosition:
        return guessing.supposed(position, side, number)

    def journeys(self, pieces: Sequence[str], to: str) -> Sequence[Action]:
        return (orders.March(tuple(pieces), to),)

    def passable(self, setting: SerbiaSetting, node: int) -> Sequence[int]:
        return setting.beside[node]

    def whereabouts(self, position: SerbiaPosition, side: str) -> Mapping[str, str]:
        return position.whereabouts(side)

    def held(self, position: SerbiaPosition, side: str) -> Iterable[str]:
        return {position.setting.board.label(node) for node in position.hexes_held(side)}

    def roles(self, position: SerbiaPosition, side: str) -> Mapping[str, Role]:
        return chronicle.roles(position, side)

    def suppositions(
        self, position: SerbiaPosition, side: str, pieces: Sequence[str], to: str
    ) -> Iterable[Supposition[SerbiaPosition]]:
        yield from with_more_points(position, pieces, point=1)
        yield from without_enemies(position, side, to)

    def picture(self, position: SerbiaPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
        return portrait(position, viewer, overlays)

    def describe(self, position: SerbiaPosition, action: Action) -> str:
        return faces.described(position, action)

    def face(self, position: SerbiaPosition, decision: Decision, action: Action) -> Face:
        return LOOKS.face(position, decision, action)

    def topic(self, position: SerbiaPosition, decision: Decision) -> Topic:
        return topics.topic(position, decision)

    def report(self, position: SerbiaPosition, viewer: str) -> Report:
        return report(position, viewer)

    def tracks(self, position: SerbiaPosition, viewer: str) -> Sequence[Track]:
        return tracks(position, viewer)

    def sightings(self, position: SerbiaPosition, viewer: str) -> Sightings:
        return sightings(position, viewer)

    def questions_about(self, position: SerbiaPosition, viewer: str, subject: str) -> Sequence[Question]:
        return explanations.questions_about(position, viewer, subject)

    def explain(self, position: SerbiaPosition, question: Action) -> Ledger:
        return explanations.explain(position, question)

    def odds(self, game: Game[SerbiaPosition], action: Action) -> Distribution[str]:
        return forecast.odds(game, action)

    def forecast(self, game: Game[SerbiaPosition], action: Action) -> Forecast:
        return forecast.outlook(game, action)

    def preferred(
        self, position: SerbiaPosition, decision: Decision, chosen: Mapping[str, str]
    ) -> Action | None:
        return preferences.HABITS.preferred(position, decision, chosen)

    def planner(self, side: str, level: str) -> Planner[SerbiaPosition] | None:
        return staff_planner(side, level)

    def scripts(self) -> Sequence[Script]:
        return load_scripts(HERE / "staff" / FOLDER, tuple(self.sides))

    def appeal(self, sight: Sight[SerbiaPosition], action: Action) -> float | None:
        return staff_appeal(sight, action)

    def acting(self, position: SerbiaPosition, decision: Decision, action: Action) -> Collection[str]:
        """[9.1] Those on both sides of a battle, where it is named by its hex or not at all."""
        about = decision.about
        if isinstance(about, matters.Intensity):
            return (*about.attackers, *about.defenders)
        if isinstance(action, orders.Fight):
            at = action.at
        elif isinstance(about, matters.Support):
            at = about.at
        else:
            return ()
        node = position.setting.board[at]
        attackers = [unit for unit in position.of_side(position.mover) if unit.aim == node]
        return [unit.name for unit in (*attackers, *position.units_at(node))]

    def moment(self, position: SerbiaPosition) -> Moment:
        return chronicle.moment(position)

    def chronicle(self, position: SerbiaPosition) -> Chronicle:
        return chronicle.chronicle(position)

    def verdict(self, position: SerbiaPosition, outcome: str | None) -> Verdict:
        return chronicle.verdict(position)

    def annals(self, setting: SerbiaSetting) -> Annals:
        return chronicle.annals(setting)

    def vocabulary(self, setting: SerbiaSetting) -> Sequence[str]:
        return chronicle.vocabulary(setting)

    def empty_position(self, setting: SerbiaSetting, seed: int) -> SerbiaPosition:
        return set_up.empty_position(setting, seed)

    def assumed(self, position: SerbiaPosition, text: PositionText) -> Iterable[str]:
        return assumptions.assumed(position, text)


TITLE = Serbia1914()
