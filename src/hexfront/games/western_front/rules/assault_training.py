"""Scenario book, WF 12-14 to 12-17: how Germany makes masses of assault units in 1918.

As the trench construction of February 1918 begins, the divisions that may be converted are drawn by lot. In
this and every later initiation phase those that rest with a headquarters may begin: others give them strength
until they are full divisions, a month passes, and as the next one begins they are assault units. Who moves,
attacks or is attacked meanwhile begins again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.matters import Leaving, Training
from hexfront.games.western_front.orders import SendAway, Train
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Candidate
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import stacking, surrender
from hexfront.games.western_front.rules.allowances import STRIPPED
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

AT_NEW_YEAR = "demoralization of germany as 1918 began"
STRONG, WEAK = 12, 10
FIRST = TurnDate(1918, 2, 0)  # when trenches are dug before the turns of that month
_DRAWN = "drawn for assault: "  # flag of a division: the strength it will have
_TRAINING = "in training: "  # flag of a division: the hex where it is converted
_DONORS = ("inf", "mtn")


def note_new_year(position: WesternFrontPosition) -> None:
    """[WF 12-15] What Germany has suffered as 1918 begins decides how many units are converted."""
    if (position.date.year, position.date.month) == (FIRST.year, 1) and AT_NEW_YEAR not in position.flags:
        position.flags[AT_NEW_YEAR] = position.demoralization.get("ge", 0)


def catch_up(position: WesternFrontPosition) -> None:
    """[WF 12-15] [WF 12-16] What a text of 1918 need not say: before the draw, Germany's points at New Year;
    after it, that fit men have been taken from weak infantry, unless those points allow no conversion."""
    flags = position.flags
    if position.date.year < FIRST.year:
        return
    if position.date <= FIRST:
        flags.setdefault(AT_NEW_YEAR, position.demoralization.get("ge", 0))
        return
    begun = AT_NEW_YEAR not in flags or any(
        position.setting.tables.conversions_allowed(flags[AT_NEW_YEAR]).values()
    )
    if not flags.setdefault(STRIPPED, int(begun)):
        del flags[STRIPPED]


# The draw


def draw(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-15] [WF 12-16] [WF 12-17] Draw the divisions that may be converted; the first drawn become the
    strong ones (decision WF-R160)."""
    if AT_NEW_YEAR not in position.flags or STRIPPED in position.flags or position.date < FIRST:
        return
    allowed = position.setting.tables.conversions_allowed(position.flags[AT_NEW_YEAR])
    bowl = [row.old for row in position.setting.orders.candidates]
    strengths = [STRONG] * allowed[STRONG] + [WEAK] * allowed[WEAK]
    if not strengths:  # nobody is drawn, so nobody is stripped of his fit men
        return
    drawn = []
    for strength in strengths[: len(bowl)]:
        at = table.roll("assault draw", "WF 12-17", faces=len(bowl), words="a division for conversion") - 1
        name = bowl.pop(at)
        position.flags[_DRAWN + name] = strength
        drawn.append(position.setting.pieces[name].label)
    position.flags[STRIPPED] = 1
    told = f"{len(drawn)} divisions are drawn for conversion to assault units: {', '.join(drawn)}"
    table.tell(told, "WF 12-17", kind="training")


def drawn_strength(position: WesternFrontPosition, name: str) -> int:
    """[WF 12-17] The strength a division will have as an assault unit; 0 if it was not drawn."""
    return position.flags.get(_DRAWN + name, 0)


def is_training(position: WesternFrontPosition, name: str) -> bool:
    return _TRAINING + name in position.flags


# Beginning


def why_not(position: WesternFrontPosition, order: Train) -> Refusal | None:
    """[WF 12-14] [WF 12-17] Why a division cannot begin its conversion at a place."""
    board, name = position.setting.board, order.unit
    if not drawn_strength(position, name):
        return Refusal("WF 12-17", f"{name} was not drawn for conversion")
    if is_training(position, name):
        return Refusal("WF 12-17", f"{name} is being converted already")
    if order.at not in board:
        return Refusal("WF 12-14", f'there is no hex "{order.at}"')
    node = board[order.at]
    unit = position.units.get(name)
    piece = position.setting.pieces[name]
    if unit is not None and unit.at != node:
        return Refusal("WF 12-14", f"{piece.label} is not in {order.at}")
    if unit is None and name not in position.lost and not is_scratch(position, name):
        return Refusal("WF 12-17", f"{piece.label} is not in play")
    if not headquarters_at(position, node):
        return Refusal("WF 12-14", f"no German headquarters is in {order.at}")
    if position.enemy_controlled(node, CENTRAL_POWERS):
        return Refusal("WF 12-14", f"{order.at} is in an enemy zone of control")
    if unit is None and not stacking.room(position, node, [piece]):
        return Refusal("11-1", f"there is no room in {order.at}")
    missing = base_strength(position, name) - (unit.strength if unit else 0)
    offered = sum(donor.strength for donor in donors(position, name))
    if missing > offered:
        return Refusal("WF 12-17", "the units that are not converted cannot give so much", missing, offered)
    return None


def is_scratch(position: WesternFrontPosition, name: str) -> bool:
    """[WF 12-17] Whether a division is made from nothing, and has not been yet."""
    rows: Sequence[Candidate] = position.setting.orders.candidates
    return name not in position.gone and any(row.old == name and row.scratch for row in rows)


def headquarters_at(position: WesternFrontPosition, node: int) -> bool:
    return any(
        (piece := position.piece(unit)).headquarters and piece.nation == "ge"
        for unit in position.units_at(node)
    )


def base_strength(position: WesternFrontPosition, name: str) -> int:
    """[WF 12-17] What a division is filled up to before it is converted, whatever its counter says."""
    mountain = position.setting.pieces[name].kind == "mtn"
    return position.setting.tables.whole(f"assault_base_{'mountain' if mountain else 'infantry'}")


def donors(position: WesternFrontPosition, name: str) -> list[Unit]:
    """[WF 12-17] The units that may be reduced for others: not converted, and not surrounded."""
    return [
        unit
        for unit in position.of_side(CENTRAL_POWERS)
        if unit.name != name
        and unit.strength > 0
        and position.piece(unit).nation == "ge"
        and position.kind_now(unit) in _DONORS
        and not is_training(position, unit.name)
        and not surrender.is_unit_surrounded(position, unit)
    ]


def phase(table: Table, position: WesternFrontPosition, side: str) -> Procedure:
    """[WF 12-14] [WF 12-17] In an initiation phase Germany says who begins, and who gives strength."""
    if side != CENTRAL_POWERS or STRIPPED not in position.flags:
        return None
    while offered := choices(position):
        chosen = yield _ask(position, offered)
        if isinstance(chosen, Pass):
            break
        yield from _begin(table, position, chosen)
    return None


def choices(position: WesternFrontPosition) -> list[Train]:
    """[WF 12-14] Every division that may begin, and where."""
    label = position.setting.board.label
    staffs = sorted(
        {unit.at for unit in position.headquarters_of(CENTRAL_POWERS) if position.piece(unit).nation == "ge"}
    )
    names = [key.removeprefix(_DRAWN) for key in position.flags if key.startswith(_DRAWN)]
    orders = [
        Train(name, label(node))
        for name in sorted(names)
        for node in ([position.units[name].at] if name in position.units else staffs)
    ]
    return [order for order in orders if why_not(position, order) is None]


def _ask(position: WesternFrontPosition, offered: Sequence[Train]) -> Ask:
    return Ask(
        CENTRAL_POWERS,
        "train",
        "Which division begins its conversion to an assault unit? Pass when no more do",
        "WF 12-14",
        options=lambda: [*offered, PASS],
        why_not=lambda action: why_not(position, action) if isinstance(action, Train) else None,
        default=lambda: offered[0],
        about=Training(),
        station=True,
    )


def _begin(table: Table, position: WesternFrontPosition, order: Train) -> Procedure:
    """[WF 12-17] Fill a division up to full strength with the points of others; then its month begins."""
    name, node = order.unit, position.setting.board[order.at]
    if name not in position.units:
        position.lost.pop(name, None)
        position.put(Unit(name, name, node, 0))
    while (missing := base_strength(position, name) - position.units[name].strength) > 0:
        chosen = yield _ask_donor(position, name, missing)
        giver = position.units[chosen.unit]
        position.change(name, strength=position.units[name].strength + chosen.points)
        whom = position.setting.pieces[name].label
        told = f"{position.piece(giver).label} gives {chosen.points} strength to {whom}"
        table.tell(told, "WF 12-17", kind="training")
        if giver.strength > chosen.points:
            position.change(giver.name, strength=giver.strength - chosen.points)
        else:
            position.remove(giver.name)
            position.lost[giver.name] = msgspec.structs.replace(giver, strength=0)
    position.flags[_TRAINING + name] = node
    label = position.setting.pieces[name].label
    table.tell(f"{label} is taken out of the line for training in {order.at}", "WF 12-17", kind="training")
    return None


def _ask_donor(position: WesternFrontPosition, name: str, missing: int) -> Ask:
    able = donors(position, name)
    spared = [unit for unit in able if not drawn_strength(position, unit.name)] or able
    weak = position.setting.tables.whole("stripped_infantry_strength")
    advised = max(spared, key=lambda unit: (unit.strength <= weak, unit.strength, unit.name))

    def options() -> list[Action]:
        return [
            SendAway(unit.name, points)
            for unit in able
            for points in range(1, min(missing, unit.strength) + 1)
        ]

    return Ask(
        CENTRAL_POWERS,
        "donate",
        f"Who gives strength to {position.setting.pieces[name].label}? {missing} points are missing",
        "WF 12-17",
        options=options,
        default=lambda: SendAway(advised.name, min(missing, max(1, advised.strength // 2))),
        about=Leaving(missing),
    )


# The month


def interrupted(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-17] Who has moved, attacked or gone begins again next month."""
    for key in [key for key in position.flags if key.startswith(_TRAINING)]:
        name = key.removeprefix(_TRAINING)
        unit = position.units.get(name)
        if unit is None or unit.at != position.flags[key] or unit.attacked or unit.fought:
            _interrupt(table, position, name)


def attacked(table: Table, position: WesternFrontPosition, node: int) -> list[str]:
    """[WF 12-17] An attack on their hex ends the training of those in it; they take no part in the combat
    (decision WF-R161). Their names."""
    found = [
        key.removeprefix(_TRAINING)
        for key, hex_ in position.flags.items()
        if key.startswith(_TRAINING) and hex_ == node
    ]
    for name in found:
        _interrupt(table, position, name)
    return found


def _interrupt(table: Table, position: WesternFrontPosition, name: str) -> None:
    del position.flags[_TRAINING + name]
    label = position.setting.pieces[name].label
    table.tell(f"The training of {label} is interrupted", "WF 12-17", kind="training")


def complete(table: Table, position: WesternFrontPosition) -> None:
    """[WF 12-17] As the next month begins, divisions in training are assault units of the strength drawn."""
    for key in [key for key in position.flags if key.startswith(_TRAINING)]:
        name = key.removeprefix(_TRAINING)
        strength = position.flags.pop(_DRAWN + name)
        del position.flags[key]
        row = next(row for row in position.setting.orders.candidates if row.old == name)
        new = row.strong if strength == STRONG else row.weak
        unit = position.remove(name)
        position.put(Unit(new, new, unit.at, position.setting.pieces[new].strength, home=unit.home))
        label = position.setting.pieces[new].label
        table.tell(f"{label} has been trained", "WF 12-17", kind="training", data={"unit": new})
