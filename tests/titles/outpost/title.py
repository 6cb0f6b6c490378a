"""Outpost as the kernel sees it: sequence of play, views, position text."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.chronicle import Annals, Chronicle, Moment, Verdict
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.decisions import Ask, Decision, Together
from hexfront.kernel.dice import dice_from
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game, Table
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.postext import PositionText, Statement, read_statements
from hexfront.kernel.rulebook import Rulebook, load_rulebook
from hexfront.kernel.showing import Face, Report, Stage, Topic
from hexfront.kernel.title import NO_END, REFEREE, Option, Premised, Procedure, Scenario, Title
from hexfront.shared.hands import led
from outpost import annals, cards, combat, movement, orders
from outpost.orders import Assault, Attack, Join, March, Phase, Plan
from outpost.portrait import portrait, report
from outpost.position import BLUE, HALF, PLANS, RED, SIDES, UNKNOWN, OutpostPosition, Unit, enemy_of
from outpost.setting import OutpostSetting
from outpost.victory import victory

HERE = Path(__file__).parent
FIRST_POINTS = 4
STATES = ("hidden", "moved", "attacked", "reacted")


class SetUpRow(msgspec.Struct, frozen=True):
    """A row of setup.csv."""

    unit: str
    side: str
    kind: str
    at: str
    tail: str = ""
    hidden: bool = False
    line: int = 0


class Outpost(Title[OutpostPosition, OutpostSetting]):
    """The title object."""

    name = "outpost"
    caption = "Outpost"
    version = "1"
    sides = SIDES
    sandbox: ClassVar = {NO_END: "the game goes on after its last turn"}
    premises: ClassVar = {combat.RESULTS: Premised("a row of the results table", r"-[12]|\d", "4")}
    actions = orders.OutpostAction
    questions = orders.OutpostQuestion
    matters = orders.OutpostMatter
    passing: ClassVar = {"move": "End the movement", "attack": "End the attacks", "hand": "Keep this hand"}
    position_type = OutpostPosition
    layers: ClassVar = {"held": "hexes with units"}
    glyphs: ClassVar = {".": "clear", "w": "woods", "h": "hill", "m": "marsh", "o": "outpost"}

    @property
    def data(self) -> DataFolder:
        return DataFolder(HERE / "data")

    @property
    def rulebook(self) -> Rulebook:
        return load_rulebook(HERE)

    def scenarios(self) -> Sequence[Scenario]:
        return [Scenario("skirmish", "Skirmish at the outpost", "Six turns for one hill.", "1", "6")]

    def options(self, scenario: str) -> Sequence[Option]:
        return [
            Option("fog", ("on", "off"), "whether units may be hidden at the start", ("5.1",)),
            Option("cards", ("off", "on"), "whether both sides have hands of cards", ("8.1",)),
        ]

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str],
        overlays: Sequence[Overlay] = (),
        board: Board | None = None,
    ) -> OutpostSetting:
        data = DataFolder(HERE / "data", overlays)
        faults = Faults()
        printed = board or load_board(data.subfolder("board"), faults)
        faults.raise_if_any()
        assert printed is not None
        return OutpostSetting(self, scenario, options, data, printed)

    def set_up(self, setting: OutpostSetting, seed: int) -> OutpostPosition:
        faults = Faults()
        units: dict[str, Unit] = {}
        foggy = setting.options["fog"] == "on"
        for row in setting.data.csv("setup.csv", SetUpRow, faults):
            if row.kind not in setting.kinds:
                faults.unknown("setup.csv", row.line, "kind", row.kind, setting.kinds)
            elif row.at not in setting.board:
                faults.add("setup.csv", row.line, f'"{row.at}" is not on the board')
            elif foggy or row.kind != "dummy":
                tail = setting.board[row.tail] if row.tail else None
                steps, at = setting.kinds[row.kind].steps, setting.board[row.at]
                units[row.unit] = Unit(row.unit, row.side, row.kind, steps, at, tail, row.hidden and foggy)
        faults.raise_if_any()
        points = dict.fromkeys(SIDES, FIRST_POINTS)
        position = OutpostPosition(dice_from(seed), 1, "plan", RED, BLUE, units, points, {}, set())
        if setting.options["cards"] == "on":
            cards.begin(position)
        return self.adopt(setting, position)

    def play(self, table: Table[OutpostPosition]) -> Procedure:
        position = table.position
        while (outcome := victory(position)) is None:
            if position.phase == "cards":
                yield from cards.choose_hands(table, position)
            elif position.phase == "plan":
                yield from plan_phase(table, position)
            elif position.phase == "move":
                yield from movement.movement_phase(table, position)
                position.phase = "attack"
            else:
                yield from combat.attack_phase(table, position)
                end_side(table, position)
        cards.lay_open(table, position)
        return outcome

    def view(self, position: OutpostPosition, viewer: str) -> dict[str, Any]:
        board = position.setting.board
        return {
            "turn": position.turn,
            "phase": position.phase,
            "active": position.active,
            "plans": position.plans,
            "points": {side: n for side, n in position.points.items() if viewer in (side, REFEREE)},
            **cards.view(position, viewer),
            "units": [
                {
                    "unit": unit.name,
                    "side": unit.side,
                    "at": [board.label(node) for node in unit.hexes],
                    "moved": unit.moved,
                    **(
                        {"kind": unit.kind, "steps": unit.steps}
                        if may_know(unit, viewer)
                        else {"hidden": True}
                    ),
                }
                for unit in position.units.values()
            ],
        }

    def topic(self, position: OutpostPosition, decision: Decision) -> Topic:
        match decision.about:
            case orders.Phase():
                return Topic("phase", "order")
            case orders.Moving(unit, at):
                return Topic("moving", "march", (unit,), (at,))
            case orders.Battle(at, units):
                stages: dict[str, Stage] = {"join": "gather", "retreat": "retreat", "advance": "advance"}
                return Topic("battle", stages.get(decision.kind, "losses"), units, (at,))
        return super().topic(position, decision)

    def face(self, position: OutpostPosition, decision: Decision, action: Action) -> Face:
        """A choice that names a unit is made by clicking it."""
        found = super().face(position, decision, action)
        return msgspec.structs.replace(found, unit=getattr(action, "unit", ""))

    def picture(self, position: OutpostPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
        return portrait(position, viewer, overlays)

    def report(self, position: OutpostPosition, viewer: str) -> Report:
        return report(position, viewer)

    def redact(
        self, position: OutpostPosition, side: str, now: OutpostPosition | None = None
    ) -> OutpostPosition:
        """[5.1] [5.3] Enemy units that are still hidden become unknown, enemy points a single one."""
        later = now or position
        twin = position.copy()
        for unit in position.of_side(enemy_of(side)):
            if unit.hidden and unit.name in later.units and later.units[unit.name].hidden:
                twin.put(msgspec.structs.replace(unit, kind=UNKNOWN, steps=1))
        twin.points[enemy_of(side)] = 1
        if position.hands:
            twin.hands[enemy_of(side)] = cards.known_hand(position, later, enemy_of(side))
        return twin

    def moment(self, position: OutpostPosition) -> Moment:
        return Moment(f"Turn {position.turn}", f"Half {(position.turn + 2) // 3}")

    def chronicle(self, position: OutpostPosition) -> Chronicle:
        return annals.chronicle(position)

    def verdict(self, position: OutpostPosition, outcome: str | None) -> Verdict:
        return annals.verdict(position, outcome or victory(position) or "")

    def annals(self, setting: OutpostSetting) -> Annals:
        return annals.annals(setting)

    def vocabulary(self, setting: OutpostSetting) -> Sequence[str]:
        return [*PLANS, *SIDES, *setting.cards]

    def suppose(self, position: OutpostPosition, side: str, number: int) -> OutpostPosition:
        """[5.1] Hidden units of the enemy are those he began with, in any order."""
        twin = position.copy()
        rows = {row.unit: row for row in twin.setting.data.csv("setup.csv", SetUpRow, Faults())}
        unknown = sorted(unit.name for unit in twin.of_side(enemy_of(side)) if unit.kind == UNKNOWN)
        kinds = [rows[name].kind for name in unknown]
        chance = random.Random(number)
        chance.shuffle(kinds)
        for name, kind in zip(unknown, kinds, strict=True):
            steps = twin.setting.kinds[kind].steps
            twin.put(msgspec.structs.replace(twin.units[name], kind=kind, steps=steps))
        if twin.hands:
            twin.hands[enemy_of(side)] = cards.guessed_hand(twin, enemy_of(side), chance)
        return twin

    def expand(self, game: Game[OutpostPosition], order: Action) -> Iterable[Action] | None:
        if isinstance(order, March) and order.units:
            return led(game, order, rule="3.1")
        if isinstance(order, Assault):
            joining: list[Action] = [Join(unit) for unit in order.units]
            position = game.position
            assert isinstance(position, OutpostPosition)
            board = position.setting.board
            side = position.active
            able = (
                [unit.name for unit in combat.able(position, side, board[order.at])]
                if order.at in board
                else []
            )
            if able == list(order.units) and len(able) == 1:
                return [Attack(order.at)]  # the only unit that can joins by itself
            return [Attack(order.at), *joining, *([] if len(able) == len(joining) else [PASS])]
        return None

    def explain(self, position: OutpostPosition, question: Action) -> Ledger:
        board = position.setting.board
        match question:
            case orders.Crossing(unit, here, there):
                ledger = Ledger(f"{here} to {there} costs", HALF)
                mover = known_unit(position, unit)
                pair = known_node(position, here), known_node(position, there)
                if board.side(*pair) is None:
                    raise Refusal("3.1", f"{here} and {there} are not adjacent")
                return ledger.close(movement.step_cost(position, mover, *pair, ledger.note))
            case orders.AttackStrength(at, names):
                ledger = Ledger(f"the attack on {at} is worth")
                units = [known_unit(position, name) for name in names]
                return ledger.close(combat.attack_strength(position, units, ledger.note))
            case orders.DefenceStrength(at):
                ledger = Ledger(f"the defence of {at} is worth")
                return ledger.close(combat.defence_strength(position, known_node(position, at), ledger.note))
            case orders.SupplyLine(unit):
                line = combat.supply_line(position, known_unit(position, unit))
                if line is None:
                    raise Refusal("6.1", f"{unit} is out of supply")
                ledger = Ledger(f"{' to '.join(map(board.label, line.nodes))} costs", HALF)
                for a, b in pairwise(line.nodes):
                    cost = position.setting.crossing(a, b)
                    ledger.note("6.1", f"{board.label(a)}-{board.label(b)}", cost)
                return ledger.close(line.cost)
        raise Refusal((), "that is not a question of Outpost")

    def odds(self, game: Game[OutpostPosition], action: Action) -> Distribution[str]:
        """[7.4] The result of an attack, the defender choosing what he is advised."""

        def result(twin: Game) -> str:
            events = twin.play(action)
            told = [str(event.data["result"]) for event in events if event.kind == "result"]
            return told[0] if told else "no die is thrown"

        return game.outcomes(result)

    def read_position(self, setting: OutpostSetting, text: PositionText) -> OutpostPosition:
        faults = Faults()
        points = dict.fromkeys(SIDES, FIRST_POINTS)
        position = OutpostPosition(dice_from(text.seed), 1, "move", RED, RED, {}, points, {}, set())
        self.adopt(setting, position)
        Reader(position, text, faults).read()
        if position.phase == "cards":
            position.hands = {**dict.fromkeys(SIDES, ()), **position.hands}
        faults.raise_if_any()
        return position

    def write_position(self, position: OutpostPosition, text: PositionText) -> None:
        board = position.setting.board
        text.add("turn", position.turn, position.phase, position.active, first=position.first)
        for side in SIDES:
            text.add("points", side, supply=position.points[side], plan=position.plans.get(side))
            if side in position.hands:
                done = ["ready"] if side in position.ready else []
                text.add("hand", side, *position.hands[side], *done, played=position.played.get(side))
        for node in sorted(position.fought_over):
            text.add("fought", board.label(node))
        for unit in position.units.values():
            tail = None if unit.tail is None else board.label(unit.tail)
            states = [word for word in STATES if getattr(unit, word)]
            text.add(
                "unit",
                unit.side,
                unit.name,
                unit.kind,
                board.label(unit.at),
                *states,
                steps=unit.steps,
                tail=tail,
            )


class Reader:
    """Reads the statements of a position text."""

    def __init__(self, position: OutpostPosition, text: PositionText, faults: Faults) -> None:
        self.position = position
        self.text = text
        self.faults = faults

    def read(self) -> None:
        readers = {"turn": self.turn, "points": self.points, "fought": self.fought, "unit": self.unit}
        read_statements(self.text, {**readers, "hand": self.hand}, self.faults)

    def turn(self, statement: Statement) -> None:
        turn, phase, active = statement.words
        first = statement.attributes.get("first", active)
        if phase not in ("cards", "plan", "move", "attack") or not {active, first} <= set(SIDES):
            raise ValueError(f"turn NUMBER cards|plan|move|attack red|blue, not: {statement.text()}")
        self.position.turn, self.position.phase, self.position.active = int(turn), phase, active
        self.position.first = first

    def points(self, statement: Statement) -> None:
        (side,) = statement.words
        if side not in SIDES:
            raise ValueError(f'there is no side "{side}"')
        self.position.points[side] = int(statement.attributes.get("supply", str(FIRST_POINTS)))
        if plan := statement.attributes.get("plan"):
            if plan not in PLANS:
                raise ValueError(f'there is no plan "{plan}"; plans: {", ".join(PLANS)}')
            self.position.plans[side] = plan

    def hand(self, statement: Statement) -> None:
        side, *found = statement.words
        played = statement.attributes.get("played", "")
        names = [card for card in found if card != "ready"]
        deck = self.position.setting.cards
        if side not in SIDES or not {*names, played or "guns"} <= {*deck}:
            raise ValueError(f"hand SIDE CARD..., of {', '.join(deck)}, not: {statement.text()}")
        self.position.hands[side] = tuple(names)
        if "ready" in found:
            self.position.ready.add(side)
        if played:
            self.position.played[side] = played

    def fought(self, statement: Statement) -> None:
        for label in statement.words:
            self.position.fought_over.add(self.node(label))

    def unit(self, statement: Statement) -> None:
        if len(statement.words) < 4:
            raise ValueError(f"unit SIDE NAME KIND HEX, not: {statement.text()}")
        side, name, kind, at, *states = statement.words
        kinds = self.position.setting.kinds
        if side not in SIDES or kind not in kinds:
            raise ValueError(f'no side "{side}" with a unit of kind "{kind}"; kinds: {", ".join(kinds)}')
        if name in self.position.units:
            raise ValueError(f'unit "{name}" stands twice')
        if strange := [word for word in states if word not in STATES]:
            raise ValueError(f'unknown state "{strange[0]}"; states: {", ".join(STATES)}')
        steps = int(statement.attributes.get("steps", str(kinds[kind].steps)))
        tail = statement.attributes.get("tail")
        node = self.node(at)
        behind = self.node(tail) if tail else None
        self.position.put(Unit(name, side, kind, steps, node, behind, **dict.fromkeys(states, True)))

    def node(self, label: str) -> int:
        if label not in self.position.setting.board:
            raise ValueError(f'there is no hex "{label}"')
        return self.position.setting.board[label]


def known_node(position: OutpostPosition, label: str) -> int:
    if label not in position.setting.board:
        raise Refusal("3.1", f'there is no hex "{label}"')
    return position.setting.board[label]


def known_unit(position: OutpostPosition, name: str) -> Unit:
    if name not in position.units:
        raise Refusal("3.1", f'there is no unit "{name}"')
    return position.units[name]


def may_know(unit: Unit, viewer: str) -> bool:
    """[5.1] Whether somebody may know what a unit is."""
    return not unit.hidden or viewer in (unit.side, REFEREE)


def plan_phase(table: Table[OutpostPosition], position: OutpostPosition) -> Procedure:
    """[1.2] [1.3] Both sides choose a plan in secret; the quicker plan goes first."""
    asks = tuple(
        Ask(
            side,
            "plan",
            "Choose a plan in secret: raid, press or hold",
            "1.2",
            options=lambda: [Plan(plan) for plan in PLANS],
            default=lambda: Plan("press"),
            about=Phase(),
        )
        for side in SIDES
    )
    answers = yield Together(asks, station=True)
    position.plans = {side: answers[side].plan for side in SIDES}
    speed = {side: PLANS.index(position.plans[side]) for side in SIDES}
    second_last_turn = enemy_of(position.first)
    if speed[RED] == speed[BLUE]:
        position.first = second_last_turn
    else:
        position.first = min(SIDES, key=speed.__getitem__)
    position.active = position.first
    position.phase = "move"
    chosen = " and ".join(f"{side} will {position.plans[side]}" for side in SIDES)
    table.tell(f"Turn {position.turn}: {chosen}; {position.first} goes first", "1.3", kind="plan")
    return None


def end_side(table: Table[OutpostPosition], position: OutpostPosition) -> None:
    """[1.4] The other side's turn, or the next turn."""
    position.fought_over.clear()
    position.played.clear()
    for unit in list(position.units.values()):
        position.put(msgspec.structs.replace(unit, moved=False, attacked=False, reacted=False))
    if position.active == position.first:
        position.active = enemy_of(position.first)
        position.phase = "move"
    else:
        position.turn += 1
        position.phase = "plan"
        if position.hands and position.turn in cards.CHOOSING_TURNS:
            cards.lay_open(table, position)
            cards.begin(position)


TITLE = Outpost()
