"""Chapters 17 and 19: supply - who can be supplied by whom, what that makes of a unit, and who pays.

A plan says for each unit which headquarters pays for it; the empty name means none.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import Any

from hexfront.games.western_front.matters import Battle, Supplying
from hexfront.games.western_front.orders import Supply
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import supplied_strength, suppliers
from hexfront.games.western_front.rules.expenditure import Bill, Counted, bill_of, cost, pay, rate
from hexfront.games.western_front.rules.fodder import is_hungry, starve_cavalry
from hexfront.games.western_front.rules.lines import Lines, is_cut_off, longest_line, may_expend
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.paths import Route
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = ()

Plan = dict[str, str]
Planning = Generator[Ask | Together, Any, Plan]
NEAR, FAR = 8, 10_000  # movement points: how far headquarters are looked for at first, and at last


# Supply lines


def supply_line(
    position: WesternFrontPosition, unit: Unit, headquarters: Unit, lines: Lines | None = None
) -> Route | None:
    """[19-4] [19-5] [19-7] [19-8] [22-15] The shortest supply line from a unit to a headquarters, or None.

    It is as long as the unit's own march along it would cost in terrain and markers, zones not counted
    (decision WF-R069).
    """
    lines = lines or Lines(position, position.side_of(unit))
    return lines.route(unit, headquarters.at)


def lengths_to(
    position: WesternFrontPosition,
    headquarters: Unit,
    mountain: bool,
    lines: Lines | None = None,
    wanted: Collection[int] = (),
) -> dict[int, int]:
    """[19-8] The length of a supply line from every hex that has one to a headquarters, in thirtieths.

    Where only some hexes are wanted, others may be missing.
    """
    lines = lines or Lines(position, position.side_of(headquarters))
    return lines.lengths_to(headquarters.at, mountain, wanted)


def candidates(
    position: WesternFrontPosition, unit: Unit, points: int | None = None, lines: Lines | None = None
) -> list[tuple[Unit, int]]:
    """[19-4] [19-6] Headquarters that could supply a unit, nearest first, with the length of their lines.

    ``points`` leaves out those with a longer line, except next to the unit [19-13]; without it the search
    goes as far as it must to find any. Whether they have supply points left is not asked.
    """
    lines = lines or Lines(position, position.side_of(unit))
    every = lines.headquarters
    if points is None:
        return _reached(position, unit, NEAR, lines, every) or _reached(position, unit, FAR, lines, every)
    return _reached(position, unit, points, lines, every)


def _reached(
    position: WesternFrontPosition, unit: Unit, points: int, lines: Lines, headquarters: Iterable[Unit]
) -> list[tuple[Unit, int]]:
    distance = position.setting.board.distance
    found = []
    for payer in headquarters:
        hexes = distance(unit.at, payer.at)
        if hexes is None or hexes > points or not suppliers.may_supply(position, payer, unit):
            continue  # a line costs a point for every hex, or more
        length = lines.length(unit, payer.at, None if hexes == 1 else points)
        if length is not None:
            found.append((payer, length))
    found.sort(key=lambda each: (each[1], each[0].name))
    return found


# The plan


def payers_for(
    position: WesternFrontPosition,
    unit: Unit,
    *,
    attack: bool,
    lines: Lines,
    counted: Counted | None = None,
) -> list[str]:
    """[19-2] [19-4] [19-6] [20-11] The headquarters a player may choose to pay for a unit, nearest first.

    Only those that have points enough for it and whose line leaves it some strength. A surrounded defender
    has no choice: the nearest one in the pocket pays, or none.
    """
    if rate(position, unit, attack=attack) is None or not unit.strength:
        return []
    found = []
    strength = supplied_strength.attack_strength if attack else supplied_strength.counterattack_strength
    longest = longest_line(position, unit, supplied_strength.division_strength(position, unit), attack)
    stocked = [payer for payer in lines.headquarters if payer.supply]
    for headquarters, _ in _reached(position, unit, longest, lines, stocked):
        if may_expend(position, headquarters, lines):
            if strength(position, unit, headquarters, lines=lines):
                found.append(headquarters.name)
    if found and not attack and supplied_strength.is_surrounded(position, unit, lines):
        found = found[:1]
    return [
        name
        for name in found
        if _why_not_alone(position, unit, name, lines=lines, attack=attack, counted=counted) is None
    ]


def _why_not_alone(
    position: WesternFrontPosition,
    unit: Unit,
    payer: str,
    *,
    lines: Lines,
    attack: bool,
    counted: Counted | None,
) -> Refusal | None:
    """[19-2] [18-18] Why a headquarters cannot pay for a unit even if it pays for no other."""
    return bill_of(position, {unit.name: payer}, attack=attack, counted=counted).why_not(lines)


def default_plan(
    position: WesternFrontPosition,
    names: Iterable[str],
    *,
    attack: bool,
    lines: Lines | None = None,
    counted: Counted | None = None,
) -> Plan:
    """[19-6] A sensible plan: the nearest headquarters that can pay, wherever supply gains strength.

    Artillery, which is worth nothing without, comes first, then whoever gains most.
    """
    units = [position.units[name] for name in names]
    if not units:
        return {}
    lines = lines or Lines(position, position.side_of(units[0]))
    options = {
        unit.name: payers_for(position, unit, attack=attack, lines=lines, counted=counted) for unit in units
    }
    return _advised(position, units, options, Bill(position, attack, counted), lines)


def _advised(
    position: WesternFrontPosition,
    units: Sequence[Unit],
    options: Mapping[str, Sequence[str]],
    bill: Bill,
    lines: Lines,
) -> Plan:
    strength = supplied_strength.attack_strength if bill.attack else supplied_strength.counterattack_strength
    gains: list[tuple[supplied_strength.Strength, str, str]] = []
    for unit in units:
        if not options[unit.name]:
            continue
        without = strength(position, unit, None, lines=lines)
        for payer in options[unit.name]:
            gain = strength(position, unit, position.units[payer], lines=lines) - without
            if gain > 0:
                gains.append((gain, unit.name, payer))
    gains.sort(key=lambda each: (not position.piece(position.units[each[1]]).artillery, -each[0]))
    plan = {unit.name: "" for unit in units}
    for _, name, payer in gains:
        if not plan[name]:
            bill.change(position.units[name], payer)
            if bill.why_not(lines) is None:
                plan[name] = payer
            else:
                bill.change(position.units[name], payer, -1)
    return plan


def plan_supply(
    table: Table,
    position: WesternFrontPosition,
    battle: Battle,
    *,
    names: Sequence[str],
    attack: bool,
    counted: Counted | None = None,
) -> Planning:
    """[13-7] [19-3] [19-6] [19-12] The owner says who is supplied by whom, and pays.

    He starts from a sensible plan and changes it unit by unit. A plan may be overdrawn on the way but not
    when it is paid.
    """
    side = battle.side if attack else battle.enemy
    known = battle.known_to(side)
    lines = Lines(position, side)
    units = [position.units[name] for name in names if name in position.units]
    options = {
        unit.name: payers_for(position, unit, attack=attack, lines=lines, counted=counted) for unit in units
    }
    plan = _advised(position, units, options, Bill(position, attack, counted), lines)
    changed: dict[str, None] = {}
    while any(options.values()):
        question = Question(
            position,
            lines,
            side=side,
            options=options,
            about=Supplying(known, attack, plan, tuple(changed)),
            counted=counted,
        )
        answer = yield _ask(question)
        if isinstance(answer, Pass):
            break
        plan = {**plan, answer.unit: answer.headquarters}
        changed[answer.unit] = None
    if not attack:
        plan = _with_compulsory(position, options, plan, counted, lines)
    pay(table, position, plan, attack, counted=counted)
    return plan


class Question:
    """One step of planning: the plan as it is, and how it may be changed."""

    def __init__(
        self,
        position: WesternFrontPosition,
        lines: Lines,
        *,
        side: str,
        options: Mapping[str, Sequence[str]],
        about: Supplying,
        counted: Counted | None,
    ) -> None:
        self.position, self.lines, self.side = position, lines, side
        self.options, self.about, self.counted = options, about, counted
        self.plan, self.attack = about.plan, about.attack

    def why_not_pay(self) -> Refusal | None:
        bill = bill_of(self.position, self.plan, attack=self.attack, counted=self.counted)
        return bill.why_not(self.lines)

    def choices(self) -> list[Action]:
        """Each unit may be given to another headquarters once, and to none at any time; so planning ends."""
        found: list[Action] = [] if self.why_not_pay() else [PASS]
        for name, payers in self.options.items():
            now = self.plan[name]
            if now:
                found.append(Supply(name))
            if name not in self.about.changed:
                found += [Supply(name, payer) for payer in payers if payer != now]
        return found

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return self.why_not_pay()
        if not isinstance(action, Supply):
            return None
        if action.unit not in self.options:
            return Refusal("19-3", f"{action.unit} takes no part in this combat")
        unit = self.position.units[action.unit]
        if rate(self.position, unit, attack=self.attack) is None:
            return Refusal("30-1", f"{self.position.piece(unit).label} needs no supply points")
        payer = self.position.units.get(action.headquarters)
        if payer is None:
            return None
        if (barred := suppliers.why_not_supply(self.position, payer, unit)) is not None:
            return barred
        if self.lines.route(unit, payer.at) is None:
            return Refusal("19-7", f"there is no supply line from {unit.name} to {payer.name}")
        if action.headquarters in self.options[action.unit]:
            if self.plan[action.unit] != action.headquarters:
                return None
            supplied = (
                f"{self.position.piece(payer).label} supplies {self.position.piece(unit).label} as planned"
            )
            return Refusal("19-3", f"{supplied}: pass to expend the points")
        alone = _why_not_alone(
            self.position, unit, payer.name, lines=self.lines, attack=self.attack, counted=self.counted
        )
        return alone or Refusal("19-9", f"{payer.name} is too far away to supply {unit.name}")

    def default(self) -> Action:
        """Pay if the plan can be paid, else take the weakest unit off it."""
        if self.why_not_pay() is None:
            return PASS
        paid = [name for name, payer in self.plan.items() if payer]
        return Supply(min(paid, key=lambda name: (self.position.units[name].strength, name)))

    def prompt(self) -> str:
        bill = bill_of(self.position, self.plan, attack=self.attack, counted=self.counted)
        owed = bill.total()
        kind = "attack" if self.attack else "counterattack"
        return f"Supply for the {kind}: pass to expend {owed} supply points as planned, or change the plan"


def _ask(question: Question) -> Ask:
    return Ask(
        question.side,
        "supply",
        question.prompt,
        "19-3",
        options=question.choices,
        why_not=question.why_not,
        default=question.default,
        about=question.about,
    )


def _with_compulsory(
    position: WesternFrontPosition,
    options: Mapping[str, Sequence[str]],
    plan: Plan,
    counted: Counted | None,
    lines: Lines,
) -> Plan:
    """[20-11] Surrounded defenders that can still be paid for are, wanted or not (decision WF-R078)."""
    bill = bill_of(position, plan, attack=False, counted=counted)
    for name, payers in options.items():
        unit = position.units[name]
        if payers and not plan[name] and supplied_strength.is_surrounded(position, unit, lines):
            bill.change(unit, payers[0])
            if bill.why_not(lines) is None:
                plan = {**plan, name: payers[0]}
            else:
                bill.change(unit, payers[0], -1)
    return plan


__all__ = [
    "OPTIONS",
    "candidates",
    "cost",
    "default_plan",
    "is_cut_off",
    "is_hungry",
    "lengths_to",
    "pay",
    "plan_supply",
    "starve_cavalry",
    "supply_line",
]
