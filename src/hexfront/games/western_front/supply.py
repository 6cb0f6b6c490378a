"""Chapters 17 and 19: supply - who can be supplied by whom, what that makes of a unit, and who pays.

A plan says for each unit which headquarters pays for it; the empty name means none.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hexfront.games.western_front import duties, fodder, morale, surrender
from hexfront.games.western_front.expenditure import Bill, Counted, bill_of, cost, pay, rate
from hexfront.games.western_front.fodder import is_hungry, starve_cavalry
from hexfront.games.western_front.lines import Lines, excess, is_cut_off, longest_line, may_expend
from hexfront.games.western_front.orders import Supply
from hexfront.games.western_front.pieces import Piece
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.paths import Route
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = ()

Plan = dict[str, str]
Planning = Generator[Ask | Together, Any, Plan]
HALF = Fraction(1, 2)
NEAR, FAR = 8, 10_000  # movement points: how far headquarters are looked for at first, and at last


# Who may supply whom


def may_supply(position: WesternFrontPosition, headquarters: Unit, unit: Unit) -> bool:
    """[19-6] [18-13] [18-14] [WF 3-12] Whether a headquarters may expend supply points for a unit.

    It does for its own nation and those its nation may supply: [37-8] [38-3] [39-2] [40-7] [41-6] [42-4]
    [43-4] [45-3] [46-4] [WF 11-1]. Some nations count as another on this front [WF 23-2] [WF 23-3]
    [WF 23-4]. Whether the headquarters is mobilized does not matter.
    """
    payer, paid = position.piece(headquarters), position.piece(unit)
    if payer.side != paid.side or not duties.may_supply(position, headquarters, unit):
        return False
    if paid.nation == payer.nation:
        return True
    nations = position.setting.tables.nations
    nation = nations[paid.nation].counted_as or paid.nation
    if nation == payer.nation:
        return True
    if nation in nations[payer.nation].supplies:
        return is_free_for_allies(paid) or payer.nation == "fr"
    if nation in nations[payer.nation].supplies_if_italy_shaken and morale.is_shaken(position, nation):
        return True
    return payer.nation == main_nation(payer.side) and is_small_contingent(position, paid.nation)


def is_free_for_allies(piece: Piece) -> bool:
    """[WF 11-2] The United States 93rd Provisional division is supplied by the French alone."""
    return (piece.nation, piece.designation) != ("us", "93P")


def main_nation(side: str) -> str:
    """[18-13] The main nation of a side on this front (decision WF-R065)."""
    return "ge" if side == CENTRAL_POWERS else "fr"


def is_small_contingent(position: WesternFrontPosition, nation: str) -> bool:
    """[18-13] Whether a nation has fewer than two divisions on the map, and no headquarters."""
    halves = 0
    for unit in position.units.values():
        piece = position.piece(unit)
        if piece.nation == nation and unit.at != OFF_MAP:
            if piece.headquarters:
                return False
            halves += piece.halves if piece.ground_combat else 0
    return halves < 2 * position.setting.tables.whole("supply_by_others_divisions")


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
    position: WesternFrontPosition, headquarters: Unit, mountain: bool, lines: Lines | None = None
) -> dict[int, int]:
    """[19-8] The length of a supply line from every hex that has one to a headquarters, in thirtieths.

    Where the lines avoid a hex, only that hex and those round it are sure to be found: it is from there
    that units look for another way [14-8].
    """
    lines = lines or Lines(position, position.side_of(headquarters))
    crossable = position.setting.crossable
    wanted = {beside for node in lines.avoid for beside in (node, *crossable[node])}
    return lines.lengths_to(headquarters.at, mountain, wanted)


def candidates(
    position: WesternFrontPosition, unit: Unit, points: int | None = None, lines: Lines | None = None
) -> list[tuple[Unit, Route]]:
    """[19-4] [19-6] Headquarters that could supply a unit, nearest first, with their supply lines.

    ``points`` leaves out those with a longer line, except next to the unit [19-13]; without it the search
    goes as far as it must to find any. Whether they have supply points left is not asked.
    """
    lines = lines or Lines(position, position.side_of(unit))
    if points is None:
        return _reached(position, unit, NEAR, lines) or _reached(position, unit, FAR, lines)
    return _reached(position, unit, points, lines)


def _reached(
    position: WesternFrontPosition, unit: Unit, points: int, lines: Lines
) -> list[tuple[Unit, Route]]:
    board = position.setting.board
    found = []
    for payer in lines.headquarters:
        hexes = board.distance(unit.at, payer.at)
        if hexes is None or hexes > points or not may_supply(position, payer, unit):
            continue  # a line costs a point for every hex, or more
        route = lines.route(unit, payer.at, None if hexes == 1 else points)
        if route is not None:
            found.append((payer, route))
    found.sort(key=lambda each: (each[1].cost, each[0].name))
    return found


# What a unit is worth


def attack_strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note = unexplained,
    lines: Lines | None = None,
) -> Fraction:
    """[19-1] [19-9] [19-11] What a unit attacks with, supplied by a headquarters or by none."""
    lines = lines or Lines(position, position.side_of(unit))
    if note is unexplained:
        return _remembered(position, unit, headquarters, lines=lines, attack=True)
    return _strength(position, unit, headquarters, note, lines=lines, attack=True)


def counterattack_strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note = unexplained,
    lines: Lines | None = None,
) -> Fraction:
    """[19-1] [19-10] [19-12] What a unit counterattacks with, before it is multiplied."""
    lines = lines or Lines(position, position.side_of(unit))
    if note is unexplained:
        return _remembered(position, unit, headquarters, lines=lines, attack=False)
    return _strength(position, unit, headquarters, note, lines=lines, attack=False)


def _remembered(
    position: WesternFrontPosition, unit: Unit, headquarters: Unit | None, *, lines: Lines, attack: bool
) -> Fraction:
    """A strength that nobody wants explained is counted once for a decision."""
    key = unit.name, unit.strength, headquarters.name if headquarters else "", attack
    known = lines.worth.get(key)
    if known is None:
        known = _strength(position, unit, headquarters, unexplained, lines=lines, attack=attack)
        lines.worth[key] = known
    return known


def _strength(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit | None,
    note: Note,
    *,
    lines: Lines,
    attack: bool,
) -> Fraction:
    piece = position.piece(unit)
    strength = note("13-2" if attack else "13-15", piece.label, unit.strength)
    if piece.cavalry:
        strength = fodder.strength_left(position, unit, note, lines)
    if rate(position, unit, attack=attack) is None:
        return Fraction(strength)
    if headquarters is None:
        return _unsupplied(position, unit, strength, note, lines=lines, attack=attack)
    if piece.artillery:
        return _fire(position, unit, headquarters, strength, note, lines=lines, attack=attack)
    extra, rule = excess(position, unit, headquarters, attack=attack, lines=lines)
    if extra is None:
        return Fraction(strength + note("19-4", "no supply line short enough", -strength))
    if piece.tank and extra:
        return Fraction(strength + note("WF 10-15", "supply line too long for tanks", -strength))
    return Fraction(strength + note(rule, "length of the supply line", -min(extra, strength)))


def _fire(
    position: WesternFrontPosition,
    unit: Unit,
    headquarters: Unit,
    strength: int,
    note: Note,
    *,
    lines: Lines,
    attack: bool,
) -> Fraction:
    """[29-4] [19-14] Artillery fires with all its strength or not at all (decisions WF-R071, WF-R117)."""
    if attack and headquarters.at in position.setting.board.adjacent[unit.at]:
        if lines.route(unit, headquarters.at) is not None:
            return Fraction(strength)
    longest = position.setting.tables.whole("artillery_supply_line")
    if lines.route(unit, headquarters.at, longest) is None:
        strength += note("29-4", "supply line too long for artillery", -strength)
    return Fraction(strength)


def _unsupplied(
    position: WesternFrontPosition, unit: Unit, strength: int, note: Note, *, lines: Lines, attack: bool
) -> Fraction:
    """[19-11] [19-12] [20-2] [29-4] [WF 10-15] What a unit is worth without supply points."""
    piece = position.piece(unit)
    tables = position.setting.tables
    if piece.artillery:
        return Fraction(strength + note("29-4", "artillery without supply", -strength))
    if piece.tank and not _within_free_length(position, unit, lines, attack):
        return Fraction(strength + note("WF 10-15", "no supply line short enough for tanks", -strength))
    if attack and is_surrounded(position, unit, lines):
        part = note("20-2", "surrounded and without supply", tables.number("breakout_factor"), "×")
        whole = math.floor(strength * part + HALF)
        note("20-2", "nearest whole number", whole - strength * part)
        return Fraction(whole)
    part = note("19-11", "without supply", tables.number("unsupplied_factor"), "×")
    whole = math.floor(strength * part)
    note("19-11", "fractions dropped", whole - strength * part)
    return Fraction(whole)


def _within_free_length(position: WesternFrontPosition, unit: Unit, lines: Lines, attack: bool) -> bool:
    """[WF 10-15] Whether some headquarters could supply tanks at full effect (decision WF-R171)."""
    return any(
        excess(position, unit, headquarters, attack=attack, lines=lines)[0] == 0
        for headquarters in lines.headquarters
        if may_supply(position, headquarters, unit)
    )


def is_surrounded(position: WesternFrontPosition, unit: Unit, lines: Lines) -> bool:
    """[20-1] Whether a unit is surrounded, asked once for a decision."""
    known = lines.surrounded.get(unit.name)
    if known is None:
        known = lines.surrounded[unit.name] = surrender.is_unit_surrounded(position, unit)
    return known


# The plan


def payers_for(position: WesternFrontPosition, unit: Unit, *, attack: bool, lines: Lines) -> list[str]:
    """[19-4] [19-6] [20-11] The headquarters a player may choose to pay for a unit, nearest first.

    Only those that have points and whose line leaves the unit some strength. A surrounded defender has no
    choice: the nearest one in the pocket pays.
    """
    if rate(position, unit, attack=attack) is None or not unit.strength:
        return []
    found = []
    strength = attack_strength if attack else counterattack_strength
    for headquarters, _ in candidates(position, unit, longest_line(position, unit, attack), lines):
        if headquarters.supply and may_expend(position, headquarters, lines):
            if strength(position, unit, headquarters, lines=lines) > 0:
                found.append(headquarters.name)
    if found and not attack and is_surrounded(position, unit, lines):
        return found[:1]
    return found


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
    options = {unit.name: payers_for(position, unit, attack=attack, lines=lines) for unit in units}
    return _advised(position, units, options, Bill(position, attack, counted), lines)


def _advised(
    position: WesternFrontPosition,
    units: Sequence[Unit],
    options: Mapping[str, Sequence[str]],
    bill: Bill,
    lines: Lines,
) -> Plan:
    strength = attack_strength if bill.attack else counterattack_strength
    gains: list[tuple[Fraction, str, str]] = []
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
    *,
    side: str,
    names: Sequence[str],
    attack: bool,
    counted: Counted | None = None,
) -> Planning:
    """[13-7] [19-3] [19-6] [19-12] The owner says who is supplied by whom, and pays.

    He starts from a sensible plan and changes it unit by unit. A plan may be overdrawn on the way but not
    when it is paid.
    """
    lines = Lines(position, side)
    units = [position.units[name] for name in names if name in position.units]
    options = {unit.name: payers_for(position, unit, attack=attack, lines=lines) for unit in units}
    plan = _advised(position, units, options, Bill(position, attack, counted), lines)
    changed: set[str] = set()
    while any(options.values()):
        question = _Question(
            position,
            lines,
            side=side,
            options=options,
            plan=plan,
            changed=frozenset(changed),
            attack=attack,
            counted=counted,
        )
        answer = yield _ask(question)
        if isinstance(answer, Pass):
            break
        plan = {**plan, answer.unit: answer.headquarters}
        changed.add(answer.unit)
    if not attack:
        plan = _with_compulsory(position, options, plan, counted, lines)
    pay(table, position, plan, attack, counted=counted)
    return plan


class _Question:
    """One step of planning: the plan as it is, and how it may be changed."""

    def __init__(
        self,
        position: WesternFrontPosition,
        lines: Lines,
        *,
        side: str,
        options: Mapping[str, Sequence[str]],
        plan: Plan,
        changed: frozenset[str],
        attack: bool,
        counted: Counted | None,
    ) -> None:
        self.position, self.lines, self.side = position, lines, side
        self.options, self.plan, self.changed = options, plan, changed
        self.attack, self.counted = attack, counted

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
            if name not in self.changed:
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
        if not may_supply(self.position, payer, unit):
            return Refusal("19-6", f"{payer.name} may not supply {unit.name}")
        if self.lines.route(unit, payer.at) is None:
            return Refusal("19-7", f"there is no supply line from {unit.name} to {payer.name}")
        if action.headquarters not in self.options[action.unit]:
            return Refusal("19-9", f"{payer.name} has no points, or is too far away to supply {unit.name}")
        return None

    def default(self) -> Action:
        """Pay if the plan can be paid, else take the weakest unit off it."""
        if self.why_not_pay() is None:
            return PASS
        paid = [name for name, payer in self.plan.items() if payer]
        return Supply(min(paid, key=lambda name: (self.position.units[name].strength, name)))

    def prompt(self) -> str:
        bill = bill_of(self.position, self.plan, attack=self.attack, counted=self.counted)
        owed = sum(bill.points(name) for name in bill.payers())
        kind = "attack" if self.attack else "counterattack"
        return f"Supply for the {kind}: pass to expend {owed} supply points as planned, or change the plan"


def _ask(question: _Question) -> Ask:
    return Ask(
        question.side,
        "supply",
        question.prompt(),
        "19-3",
        options=question.choices,
        why_not=question.why_not,
        default=question.default,
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
        if payers and not plan[name] and is_surrounded(position, unit, lines):
            bill.change(unit, payers[0])
            if bill.why_not(lines) is None:
                plan = {**plan, name: payers[0]}
            else:
                bill.change(unit, payers[0], -1)
    return plan


__all__ = [
    "OPTIONS",
    "attack_strength",
    "candidates",
    "cost",
    "counterattack_strength",
    "default_plan",
    "is_cut_off",
    "is_hungry",
    "lengths_to",
    "may_supply",
    "pay",
    "plan_supply",
    "starve_cavalry",
    "supply_line",
]
