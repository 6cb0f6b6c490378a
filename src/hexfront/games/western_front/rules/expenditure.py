"""Rules 19-2 and 29-6: how many supply points a combat costs, and paying them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.tables import SupplyRate
from hexfront.games.western_front.rules.lines import Lines, may_expend
from hexfront.games.western_front.vocabulary import ENTENTE
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.shared import words

Counted = Mapping[str, Fraction]
"""Strengths on which the cost is figured, for units that do not count with their current strength."""

CORPS = "xxx"
ALLIES_OF_THE_STATES = ("gb", "fr")
STATES_TURN = "us-turn"


def rate(position: WesternFrontPosition, unit: Unit, *, attack: bool) -> int | None:
    """[19-2] [29-6] [30-1] [21-3] [43-1] [43-2] [46-1] Strength points that one supply point supplies; None
    if the unit fights without any."""
    piece = position.setting.pieces[unit.piece]
    row: SupplyRate = position.setting.tables.supply_rate(kind_of_fire(piece), position.year, piece.nation)
    return row.attack if attack else row.counterattack


def kind_of_fire(piece: Piece) -> str:
    """The kind under which the table of supply expenditure lists a piece."""
    if piece.artillery:
        return "artillery"
    if piece.tank:
        return "tank"
    if piece.fortress:
        return "fortress"
    if piece.cavalry:
        return "strengthened cavalry" if piece.strengthened else "cavalry"
    return "infantry"


class Bill:
    """[19-2] [29-6] What each headquarters owes under a plan, kept up as the plan changes.

    Each headquarters rounds up for itself: its artillery by itself, all its other units together (decision
    WF-R068).
    """

    def __init__(self, position: WesternFrontPosition, attack: bool, counted: Counted | None = None) -> None:
        self.position = position
        self.attack = attack
        self.counted = counted or {}
        self._sums: dict[str, dict[tuple[bool, int], Fraction | int]] = {}
        self.states_halves = 0  # half divisions of the United States that allied headquarters supply

    def change(self, unit: Unit, headquarters: str, sign: int = 1) -> None:
        """Put a unit on the bill of a headquarters, or take it off with sign -1."""
        points_for = rate(self.position, unit, attack=self.attack)
        if not headquarters or points_for is None:
            return
        piece = self.position.piece(unit)
        sums = self._sums.setdefault(headquarters, {})
        key = piece.artillery, points_for
        strength = self.counted.get(unit.name, unit.strength)
        sums[key] = sums.get(key, 0) + sign * strength
        payer = self.position.piece(self.position.units[headquarters]).nation
        if piece.nation == "us" and piece.infantry and payer in ALLIES_OF_THE_STATES:
            self.states_halves += sign * states_halves(piece.size)

    def points(self, headquarters: str) -> int:
        """Supply points that a headquarters owes."""
        sums = self._sums.get(headquarters, {})
        return sum([-(-strength // per_point) for (_, per_point), strength in sums.items()])  # rounded up

    def total(self) -> int:
        """Supply points that all headquarters owe together."""
        return sum(self.points(name) for name in self.payers())

    def guns(self, headquarters: str) -> int:
        """[29-6] Of these, the points for artillery."""
        sums = self._sums.get(headquarters, {})
        return sum(-(-strength // per_point) for (guns, per_point), strength in sums.items() if guns)

    def terms(self, headquarters: str, note: Note) -> int:
        """The same, with its reasons."""
        total = 0
        for (artillery, per_point), strength in self._sums.get(headquarters, {}).items():
            label = f"{strength} strength points, one point for {per_point}"
            rule = "29-6" if artillery else "19-2"
            total += note(rule, label, -(-strength // per_point))
        return total

    def payers(self) -> list[str]:
        return [name for name, sums in self._sums.items() if any(sums.values())]

    def why_not(self, lines: Lines | None = None) -> Refusal | None:
        """[19-2] [18-18] [19-15] [WF 11-1] Why the bill cannot be paid."""
        position = self.position
        corps = 0
        for name in self.payers():
            payer = position.units[name]
            piece = position.piece(payer)
            owed = self.points(name)
            if owed > payer.supply:
                return Refusal("19-2", f"{piece.label} has too few supply points", owed, payer.supply)
            if owed and not may_expend(position, payer, lines):
                return Refusal("19-15", f"{piece.label} is cut off in an enemy zone of control")
            corps += owed if piece.size == CORPS else 0
        limit = corps_limit(position, self.attack)
        if corps > limit:
            return Refusal("18-18", "corps headquarters may not expend so much", limit, corps)
        left = states_halves_left(position, self.attack) if self.states_halves else 0
        if self.states_halves > left:
            return Refusal(
                "WF 11-1",
                "allied headquarters may not supply so many United States divisions in a turn",
                Fraction(left, 2),
                Fraction(self.states_halves, 2),
            )
        return None


def corps_limit(position: WesternFrontPosition, attack: bool) -> int:
    """[18-18] Supply points that all corps headquarters together may expend in a combat (WF-R067)."""
    return position.setting.tables.whole(f"corps_headquarters_{_kind(attack)}_limit")


def bill_of(
    position: WesternFrontPosition, plan: Mapping[str, str], *, attack: bool, counted: Counted | None = None
) -> Bill:
    """The bill of a whole plan."""
    bill = Bill(position, attack, counted)
    for name, headquarters in plan.items():
        bill.change(position.units[name], headquarters)
    return bill


def cost(
    position: WesternFrontPosition,
    plan: Mapping[str, str],
    *,
    attack: bool,
    note: Note = unexplained,
    counted: Counted | None = None,
) -> dict[str, int]:
    """[19-2] [29-6] Supply points that a plan costs each headquarters. Distance and terrain do not matter."""
    bill = bill_of(position, plan, attack=attack, counted=counted)
    return {name: bill.terms(name, note) for name in bill.payers()}


# United States units supplied by their allies


def states_halves(size: str) -> int:
    """[WF 11-1] Half divisions that a United States infantry unit counts (decision WF-R134)."""
    return 2 if size == "xx" else 1


def states_halves_left(position: WesternFrontPosition, attack: bool) -> int:
    """[WF 11-1] Half divisions of the United States that allied headquarters may still supply this turn."""
    this_turn = position.flags.get(STATES_TURN) == turn_number(position)
    used = position.flags.get(f"us-{_kind(attack)}", 0) if this_turn else 0
    return 2 * states_divisions(position, attack) - used


def states_divisions(position: WesternFrontPosition, attack: bool) -> int:
    """[WF 11-1] Divisions of the United States that allied headquarters may supply in a turn."""
    tables = position.setting.tables
    divisions = tables.number(f"us_{_kind(attack)}_divisions")
    if has_states_headquarters(position):
        divisions *= tables.number("us_allowance_after_headquarters")
    return int(divisions)


def _kind(attack: bool) -> str:
    return "attack" if attack else "counterattack"


def has_states_headquarters(position: WesternFrontPosition) -> bool:
    """[WF 11-1] [WF 23-60] Whether the United States have had a headquarters, whatever became of it."""
    if any(position.piece(unit).nation == "us" for unit in position.headquarters_of(ENTENTE)):
        return True
    pieces = position.setting.pieces
    gone = [pieces[name] for name in position.gone if name in pieces]
    return any(
        piece.headquarters and piece.nation == "us"
        for piece in (*gone, *(position.piece(unit) for unit in position.lost.values()))
    )


def _count_states(position: WesternFrontPosition, bill: Bill) -> None:
    """[WF 11-1] Remember what was used of the allowance in this turn."""
    if not bill.states_halves:
        return
    flags, now = position.flags, turn_number(position)
    if flags.get(STATES_TURN) != now:
        flags[STATES_TURN] = now
        flags["us-attack"] = flags["us-counterattack"] = 0
    flags[f"us-{_kind(bill.attack)}"] += bill.states_halves


def turn_number(position: WesternFrontPosition) -> int:
    """The turn as one number, to mark what was done in it: 1914093 for turn 3 of September 1914."""
    date = position.date
    return (date.year * 100 + date.month) * 10 + date.turn


def pay(
    table: Table,
    position: WesternFrontPosition,
    plan: Mapping[str, str],
    attack: bool,
    *,
    counted: Counted | None = None,
) -> None:
    """[19-3] [17-4] The headquarters of a plan expend their points; both sides see how many (WF-R060)."""
    bill = bill_of(position, plan, attack=attack, counted=counted)
    foot = bill_of(position, _infantry(position, plan), attack=attack, counted=counted)
    for name in bill.payers():
        points = bill.points(name)
        payer = position.units[name]
        if points:
            position.change(name, supply=payer.supply - points)
            paid = words.counted(points, "supply point")
            table.tell(
                f"{position.piece(payer).label} expends {paid} for the {_kind(attack)}",
                "19-3",
                kind="supply",
                data={"headquarters": name, "points": points},
            )
            guns = bill.guns(name) if attack else 0
            nation = position.piece(payer).nation
            position.setting.campaign.expended(table, position, nation, guns=guns, infantry=foot.points(name))
    _count_states(position, bill)


def _infantry(position: WesternFrontPosition, plan: Mapping[str, str]) -> dict[str, str]:
    """[WF 23-15] The part of a plan that supplies infantry."""
    return {name: payer for name, payer in plan.items() if position.piece(position.units[name]).infantry}
