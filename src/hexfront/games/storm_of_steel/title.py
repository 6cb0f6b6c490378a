"""Storm of Steel as the kernel sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from hexfront.games.storm_of_steel import (
    compound_orders,
    hearing,
    matters,
    orders,
    position_text,
    said,
    secrecy,
    sequence,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.premises import PREMISES
from hexfront.games.storm_of_steel.printed import board_agreement, everything
from hexfront.games.storm_of_steel.printed.board import Link, load_map
from hexfront.games.storm_of_steel.printed.everything import Everything
from hexfront.games.storm_of_steel.printed.pieces import Piece, make_pieces
from hexfront.games.storm_of_steel.printed.scenarios import KINDS
from hexfront.games.storm_of_steel.printed.scenarios import Scenario as Plan
from hexfront.games.storm_of_steel.rules import beginnings, combat, out_of_place
from hexfront.games.storm_of_steel.scenarios import set_up
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.staff import appeal as staff_appeal
from hexfront.games.storm_of_steel.staff import planner as staff_planner
from hexfront.games.storm_of_steel.status import findings
from hexfront.games.storm_of_steel.table import (
    assumptions,
    chronicle,
    displays,
    explanations,
    forecast,
    guessing,
    land_explanations,
    preferences,
    report,
    topics,
    wording,
)
from hexfront.games.storm_of_steel.table.layers import LAYERS
from hexfront.games.storm_of_steel.table.looks import LOOKS
from hexfront.games.storm_of_steel.table.portrait import portrait
from hexfront.games.storm_of_steel.table.sightings import sightings
from hexfront.games.storm_of_steel.vocabulary import FRONTS, SIDE_NAMES, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.planning import Planner, Sight
from hexfront.kernel.position import Finding
from hexfront.kernel.postext import PositionText
from hexfront.kernel.preferences import Preference
from hexfront.kernel.showing import (
    Display,
    Face,
    Forecast,
    Question,
    Report,
    Sightings,
    Stage,
    Supposition,
    Target,
    Topic,
    Track,
)
from hexfront.kernel.table import Table
from hexfront.kernel.title import NO_END, Option, Premised, Procedure, Scenario
from hexfront.shared.portraits import looks_of
from hexfront.shared.position_text import Words, Written
from hexfront.shared.reading import Shelf, board_figures
from hexfront.shared.suppositions import without_enemies
from hexfront.shared.tours import tour_of

HERE = Path(__file__).parent


def _read(data: DataFolder) -> tuple[Everything, Mapping[str, Piece], Sequence[Link]]:
    made, faults = everything.load(data), Faults()
    links = data.csv("board/links.csv", Link, faults)
    faults.raise_if_any()
    return made, make_pieces(made.counters), links


class StormOfSteel(Written[SteelPosition, SteelSetting]):
    """Storm of Steel: The First World War."""

    name = "storm-of-steel"
    caption = "Storm of Steel"
    version = "3"  # raised when rules change, so that whoever loads an older game is told
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    losses_in: ClassVar[str] = "points of strength"
    deployment: ClassVar[Collection[str]] = ("deploy", "raise")
    passing: ClassVar[Mapping[str, str]] = wording.PASSING
    stages: ClassVar[Mapping[str, Stage]] = wording.STAGES
    layers: ClassVar[Mapping[str, str]] = LAYERS.meanings
    preferences: ClassVar[Sequence[Preference]] = preferences.PREFERENCES
    displays: ClassVar[Mapping[str, str]] = displays.NAMES
    sandbox: ClassVar[Mapping[str, str]] = {NO_END: "the game goes on after the last turn of the scenario"}
    premises: ClassVar[Mapping[str, Premised]] = PREMISES
    actions = orders.SteelAction
    questions = orders.SteelQuestion
    matters = matters.SteelMatter
    position_type = SteelPosition
    parts = position_text.PARTS
    meanings: ClassVar[Mapping[str, str]] = position_text.MEANINGS
    known_words: ClassVar[Mapping[str, Words]] = position_text.VOCABULARY
    glyphs: ClassVar[Mapping[str, str]] = {
        ".": "clear",
        "r": "rough",
        "f": "forest",
        "m": "marsh",
        "M": "mountain",
        "d": "desert",
        "~": "sea",
    }
    board_words: ClassVar[Mapping[str, str]] = said.BOARD
    folder = HERE
    shelf = Shelf(HERE / "data", _read)

    def scenarios(self) -> Sequence[Scenario]:
        return self._scenarios

    @cached_property
    def _scenarios(self) -> Sequence[Scenario]:
        printed, _, _ = self.shelf.printed
        number = printed.calendar.number

        def in_order(plan: Plan) -> tuple[int, ...]:
            """Fronts before campaigns before the war, and by their turns: with the first one begins."""
            front = FRONTS.index(plan.fronts[0])
            return KINDS.index(plan.kind), number(plan.first_turn), front, number(plan.last_turn)

        return [
            Scenario(
                each.name,
                each.title,
                " ".join(each.notes.split()),
                each.first_turn.replace("-", " ").title(),
                each.last_turn.replace("-", " ").title(),
                *tour_of(HERE, SIDES, each.name),
            )
            for each in sorted(printed.scenarios.scenarios.values(), key=in_order)
        ]

    def options(self, scenario: str) -> Sequence[Option]:
        printed, _, _ = self.shelf.printed
        return [
            Option(
                each.option,
                (each.default, "off" if each.default == "on" else "on"),
                each.meaning,
                (each.rule,),
            )
            for each in printed.scenarios.options
        ]

    def check_data(self, overlays: Sequence[Overlay] = ()) -> Mapping[str, object]:
        """The board, and all lists against it and each other, with the size of each; every fault at once."""
        data = DataFolder(HERE / "data", overlays)
        faults = Faults()
        found = load_map(data, faults)
        made = everything.read(data, found.board if found else None, faults)
        if found is not None:
            board_agreement.check(made, found.board, data, faults)
        faults.raise_if_any()
        assert found is not None
        return {**board_figures(found.board), **everything.figures(made), **super().check_data(overlays)}

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> SteelSetting:
        data, laid_out, (printed, pieces, links) = self.shelf.laid_out(overlays, board)
        made = SteelSetting(
            self, scenario, options, data=data, board=laid_out, printed=printed, pieces=pieces, links=links
        )
        if overlays:
            looks_of(made)  # what no map can be drawn with is refused here, and not when somebody looks
        return made

    def empty_position(self, setting: SteelSetting, seed: int) -> SteelPosition:
        return set_up.empty_position(setting, seed)

    def read_position(self, setting: SteelSetting, text: PositionText) -> SteelPosition:
        position = super().read_position(setting, text)
        position_text.without_a_place(position, text).raise_if_any()
        beginnings.assume(position)
        return position

    def assumed(self, position: SteelPosition, text: PositionText) -> Iterable[str]:
        return assumptions.assumed(position, text)

    def set_up(self, setting: SteelSetting, seed: int) -> SteelPosition:
        return set_up.position_of(setting, seed)

    def status(self, position: SteelPosition) -> Iterable[Finding]:
        return findings(position)

    def play(self, table: Table[SteelPosition]) -> Procedure:
        return sequence.play(table, table.position)

    def expand(self, game: Game[SteelPosition], order: Action) -> Iterable[Action] | None:
        return compound_orders.expanded(game, order)

    def heard(self, game: Game[SteelPosition], line: str) -> str:
        return hearing.heard(game.position, [each.side for each in game.decisions], line)

    def out_of_place(self, position: SteelPosition, decision: Decision, action: Action) -> Refusal | None:
        return out_of_place.why(position, decision.side, action)

    def view(self, position: SteelPosition, viewer: str) -> dict[str, Any]:
        """[4.3] [23.0] What a viewer may know."""
        return secrecy.view(position, viewer)

    def as_seen(self, position: SteelPosition, viewer: str) -> SteelPosition:
        return secrecy.as_seen(position, viewer)

    def redact(self, position: SteelPosition, side: str, now: SteelPosition | None = None) -> SteelPosition:
        return secrecy.redacted(position, side, now)

    def suppose(self, position: SteelPosition, side: str, number: int) -> SteelPosition:
        return guessing.supposed(position, side, number)

    def journeys(self, pieces: Sequence[str], to: str) -> Sequence[Action]:
        return (orders.March(tuple(pieces), to),)

    def passable(self, setting: SteelSetting, node: int) -> Sequence[int]:
        return setting.ground.around[node]

    def whereabouts(self, position: SteelPosition, side: str) -> Mapping[str, str]:
        return position.whereabouts(side)

    def suppositions(
        self, position: SteelPosition, side: str, pieces: Sequence[str], to: str
    ) -> Iterable[Supposition[SteelPosition]]:
        return without_enemies(position, side, to)

    def picture(self, position: SteelPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
        return portrait(secrecy.as_known(position, viewer), viewer, overlays)

    def describe(self, position: SteelPosition, action: Action) -> str:
        return wording.described(position, action)

    def face(self, position: SteelPosition, decision: Decision, action: Action) -> Face:
        return LOOKS.face(position, decision, action)

    def topic(self, position: SteelPosition, decision: Decision) -> Topic:
        return topics.topic(position, decision)

    def report(self, position: SteelPosition, viewer: str) -> Report:
        return report.report(secrecy.as_known(position, viewer), viewer)

    def tracks(self, position: SteelPosition, viewer: str) -> Sequence[Track]:
        return report.tracks(position)  # nothing of this is hidden

    def sightings(self, position: SteelPosition, viewer: str) -> Sightings:
        return sightings(position, viewer)

    def display(self, position: SteelPosition, viewer: str, name: str) -> Display:
        return displays.display(secrecy.as_known(position, viewer), viewer, name)

    def questions_about(self, position: SteelPosition, viewer: str, subject: str) -> Sequence[Question]:
        return land_explanations.questions_about(position, viewer, subject)

    def explain(self, position: SteelPosition, question: Action) -> Ledger:
        return explanations.explain(position, question)

    def odds(self, game: Game[SteelPosition], action: Action) -> Distribution[str]:
        return forecast.odds(game, action)

    def forecast(self, game: Game[SteelPosition], action: Action) -> Forecast:
        return forecast.outlook(game, action)

    def planner(self, side: str, level: str) -> Planner[SteelPosition] | None:
        return staff_planner(side, level)

    def candidates(self, position: SteelPosition, decision: Decision, action: Action) -> Collection[str]:
        """[14.1] Those who could take part in an attack on a hex."""
        if not isinstance(action, orders.Attack):
            return ()
        return [unit.name for unit in combat.able(position, position.setting.board[action.at])]

    def appeal(self, sight: Sight[SteelPosition], action: Action) -> float | None:
        return staff_appeal(sight, action)

    def targets(self, position: SteelPosition, decision: Decision) -> Iterable[Target]:
        return forecast.targets(position, decision)

    def attack(self, at: str, pieces: Sequence[str]) -> Action | None:
        return orders.Assault(at, tuple(pieces))

    def preferred(
        self, position: SteelPosition, decision: Decision, chosen: Mapping[str, str]
    ) -> Action | None:
        return preferences.HABITS.preferred(position, decision, chosen)

    def moment(self, position: SteelPosition) -> Moment:
        quarter = position.quarter
        return Moment(f"{quarter.season.title()} {quarter.year}", str(quarter.year))

    def chronicle(self, position: SteelPosition) -> Chronicle:
        return chronicle.chronicle(position)

    def verdict(self, position: SteelPosition, outcome: str | None) -> Verdict:
        return chronicle.verdict(position, outcome)

    def annals(self, setting: SteelSetting) -> Annals:
        return chronicle.annals(setting)


TITLE = StormOfSteel()
