"""Outpost as the kernel sees it: sequence of play, views, explanations."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.dice import dice_from
from hexfront.kernel.errors import Refusal
from hexfront.kernel.forms import HEX, NAME, Placeable
from hexfront.kernel.odds import Distribution
from hexfront.kernel.play import PASS, Action, Ask, Game, Ledger, Procedure, Table, Together, explained
from hexfront.kernel.showing import Stage
from hexfront.kernel.title import NO_END, REFEREE, Option, Premised, Scenario
from hexfront.shared import secret_hands
from hexfront.shared.hands import led
from hexfront.shared.position_text import Written
from hexfront.shared.questions import along, hex_named, unit_named
from outpost import cards, combat, movement, orders
from outpost.orders import Assault, Attack, Join, March, Phase, Plan
from outpost.portrait import Portrayed
from outpost.position import BLUE, HALF, PLANS, RED, SIDES, UNKNOWN, OutpostPosition, Unit, enemy_of, victory
from outpost.position_text import FIRST_POINTS, PARTS
from outpost.setting import OutpostSetting


class SetUpRow(msgspec.Struct, frozen=True):
    """A row of setup.csv."""

    unit: str
    side: str
    kind: str
    at: str
    tail: str = ""
    hidden: bool = False
    line: int = 0


class Outpost(Portrayed, Written[OutpostPosition, OutpostSetting]):
    """The title object."""

    name = "outpost"
    caption = "Outpost"
    version = "1"
    sides = SIDES
    folder = Path(__file__).parent
    sandbox: ClassVar = {NO_END: "the game goes on after its last turn"}
    premises: ClassVar = {combat.RESULTS: Premised("a row of the results table", r"-[12]|\d", "4")}
    actions = orders.OutpostAction
    questions = orders.OutpostQuestion
    matters = orders.OutpostMatter
    passing: ClassVar = {"move": "End the movement", "attack": "End the attacks", "hand": "Keep this hand"}
    stages: ClassVar[Mapping[str, Stage]] = {
        **dict.fromkeys(("plan", "move", "attack"), "order"),
        **dict.fromkeys(("go", "react"), "march"),
        "join": "gather",
        "give ground": "losses",
        "advance": "advance",
    }
    parts = PARTS
    meanings: ClassVar = {"unit": "a unit on the map"}
    position_type = OutpostPosition
    setting_type = OutpostSetting
    glyphs: ClassVar = {".": "clear", "w": "woods", "h": "hill", "m": "marsh", "o": "outpost"}

    def scenarios(self) -> Sequence[Scenario]:
        return [Scenario("skirmish", "Skirmish at the outpost", "Six turns for one hill.", "1", "6")]

    def options(self, scenario: str) -> Sequence[Option]:
        fog = Option("fog", ("on", "off"), "whether units may be hidden at the start", ("5.1",))
        return [fog, Option("cards", ("off", "on"), "whether both sides have hands of cards", ("8.1",))]

    def placeable(self, setting: OutpostSetting) -> Iterable[Placeable]:
        made = [(side, kind) for side in SIDES for kind in setting.kinds if kind != UNKNOWN]
        return [Placeable(f"unit {side} {NAME} {kind} {HEX}", repeated=True) for side, kind in made]

    def set_up(self, setting: OutpostSetting, seed: int) -> OutpostPosition:
        faults, board, foggy = Faults(), setting.board, setting.option("fog")
        position = self.empty_position(setting, seed)
        position.phase, position.first = "plan", BLUE
        for row in setting.data.csv("setup.csv", SetUpRow, faults):
            if row.kind not in setting.kinds:
                faults.unknown("setup.csv", row.line, "kind", row.kind, setting.kinds)
            elif row.at not in board:
                faults.add("setup.csv", row.line, f'"{row.at}" is not on the board')
            elif foggy or row.kind != "dummy":
                steps, tail = setting.kinds[row.kind].steps, board[row.tail] if row.tail else None
                unit = Unit(row.unit, row.side, row.kind, steps, board[row.at], tail, row.hidden and foggy)
                position.units[row.unit] = unit
        faults.raise_if_any()
        if setting.option("cards"):
            cards.begin(position)
        return self.adopt(setting, position)

    def play(self, table: Table[OutpostPosition]) -> Procedure:
        position = table.position
        while (outcome := victory(position)) is None:
            match position.phase:
                case "cards":
                    yield from cards.choose_hands(table, position)
                case "plan":
                    yield from plan_phase(table, position)
                case "move":
                    yield from movement.movement_phase(table)
                    position.phase = "attack"
                case _:
                    yield from combat.attack_phase(table)
                    end_side(table, position)
        cards.DEAL.lay_open(table, position, "8.3")
        return outcome

    def view(self, position: OutpostPosition, viewer: str) -> dict[str, Any]:
        units, label = [], position.setting.board.label
        for unit in position.units.values():
            known = unit.is_known_to(viewer)
            what = {"kind": unit.kind, "steps": unit.steps} if known else {"hidden": True}
            at = [label(node) for node in position.hexes_of(unit)]
            units.append({"unit": unit.name, "side": unit.side, "at": at, "moved": unit.moved, **what})
        shown = {name: getattr(position, name) for name in ("turn", "phase", "active", "plans")}
        if position.hands:
            shown |= {"hands": secret_hands.seen(position, viewer), "played": dict(position.played)}
        points = {side: left for side, left in position.points.items() if viewer in (side, REFEREE)}
        return {**shown, "points": points, "units": units}

    def redact(
        self, position: OutpostPosition, side: str, now: OutpostPosition | None = None
    ) -> OutpostPosition:
        """[5.1] [5.3] Enemy units that are still hidden become unknown, enemy points a single one."""
        later, enemy, twin = now or position, enemy_of(side), position.copy()
        for unit in position.of_side(enemy):
            if unit.hidden and unit.name in later.units and later.units[unit.name].hidden:
                twin.change(unit.name, kind=UNKNOWN, steps=1)
        twin.points[enemy] = 1
        if position.hands:
            twin.hands[enemy] = secret_hands.known(position, enemy, later)
        return twin

    def suppose(self, position: OutpostPosition, side: str, number: int) -> OutpostPosition:
        """[5.1] Hidden units of the enemy are those he began with, in any order."""
        twin, enemy, chance = position.copy(), enemy_of(side), random.Random(number)
        rows = {row.unit: row for row in twin.setting.data.csv("setup.csv", SetUpRow, Faults())}
        unknown = sorted(unit.name for unit in twin.of_side(enemy) if unit.kind == UNKNOWN)
        kinds = [rows[name].kind for name in unknown]
        chance.shuffle(kinds)
        for name, kind in zip(unknown, kinds, strict=True):
            twin.change(name, kind=kind, steps=twin.setting.kinds[kind].steps)
        if twin.hands:
            twin.hands[enemy] = cards.DEAL.guessed(twin, enemy, twin.setting.cards, chance)
        return twin

    def vocabulary(self, setting: OutpostSetting) -> Sequence[str]:
        return [*PLANS, *SIDES, *setting.cards]

    def expand(self, game: Game[OutpostPosition], order: Action) -> Iterable[Action] | None:
        if isinstance(order, March) and order.units:
            return led(game, order, rule="3.1")
        if isinstance(order, Assault):
            joining, position, board = [Join(unit) for unit in order.units], game.position, game.setting.board
            found = combat.able(position, position.active, board[order.at]) if order.at in board else []
            if [unit.name for unit in found] == [*order.units] and len(found) == 1:
                return [Attack(order.at)]  # the only unit that can joins by itself
            return [Attack(order.at), *joining, *([PASS] if len(found) != len(joining) else [])]
        return None

    def explain(self, position: OutpostPosition, question: Action) -> Ledger:
        board = position.setting.board
        match question:
            case orders.Crossing(unit, here, there):
                step = unit_named(position, unit), hex_named(position, here), hex_named(position, there)
                if board.side(*step[1:]) is None:
                    raise Refusal("3.1", f"{here} and {there} are not adjacent")
                return explained(f"{here} to {there} costs", movement.step_cost, position, *step, scale=HALF)
            case orders.AttackStrength(at, names):
                units = [unit_named(position, name) for name in names]
                return explained(f"the attack on {at} is worth", combat.attack_strength, position, units)
            case orders.DefenceStrength(at):
                node = hex_named(position, at)
                return explained(f"the defence of {at} is worth", combat.defence_strength, position, node)
            case orders.SupplyLine(unit):
                line = combat.supply_line(position, unit_named(position, unit))
                if line is None:
                    raise Refusal("6.1", f"{unit} is out of supply")
                ledger = Ledger(f"{' to '.join(map(board.label, line.nodes))} costs", HALF)
                return along(ledger, line, position, "6.1", position.setting.crossing)
        raise Refusal((), "that is not a question of Outpost")

    def odds(self, game: Game[OutpostPosition], action: Action) -> Distribution[str]:
        """[7.4] The result of an attack, the defender choosing what he is advised."""

        def result(twin: Game) -> str:
            told = [str(event.data["result"]) for event in twin.play(action) if event.kind == "result"]
            return told[0] if told else "no die is thrown"

        return game.outcomes(result)

    def empty_position(self, setting: OutpostSetting, seed: int) -> OutpostPosition:
        """A position without units, at the beginning of red's movement."""
        points = dict.fromkeys(SIDES, FIRST_POINTS)
        dice, board = dice_from(seed), dict[str, Unit]()
        return OutpostPosition(dice, turn=1, phase="move", active=RED, first=RED, units=board, points=points)


def plan_phase(table: Table[OutpostPosition], position: OutpostPosition) -> Procedure:
    """[1.2] [1.3] Both sides choose a plan in secret; the quicker plan goes first."""
    plans, press = [Plan(plan) for plan in PLANS], Plan("press")
    prompt = "Choose a plan in secret: raid, press or hold"
    asks = [Ask(side, "plan", prompt, "1.2", [*plans], Phase(), default=lambda: press) for side in SIDES]
    answers = yield Together(tuple(asks), station=True)
    position.plans = {side: answers[side].plan for side in SIDES}
    speed = {side: PLANS.index(position.plans[side]) for side in SIDES}
    equal = speed[RED] == speed[BLUE]
    position.first = enemy_of(position.first) if equal else min(SIDES, key=speed.__getitem__)
    position.active, position.phase = position.first, "move"
    chosen = " and ".join(f"{side} will {position.plans[side]}" for side in SIDES)
    table.tell(f"Turn {position.turn}: {chosen}; {position.first} goes first", "1.3", kind="plan")
    return None


def end_side(table: Table[OutpostPosition], position: OutpostPosition) -> None:
    """[1.4] The other side's turn, or the next turn."""
    position.fought_over.clear()
    position.played.clear()
    for name in position.units:
        position.change(name, moved=False, attacked=False, reacted=False)
    if position.active == position.first:
        position.active, position.phase = enemy_of(position.first), "move"
        return
    position.turn += 1
    position.phase = "plan"
    if position.hands and position.turn in cards.CHOOSING_TURNS:
        cards.DEAL.lay_open(table, position, "8.3")
        cards.begin(position)


TITLE = Outpost()
