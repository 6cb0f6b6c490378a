"""Scenario book, chapters 14, 16, 18, 20 and 22: the deployment as it is played.

Each stage is one question, asked until the side is done. Its answers are few: the kinds that wait, what is
to be struck off, something to take back, all at once, and the end. A kind is placed by saying where; whole
groups are placed, weakened or taken back at one stroke (`group_orders`).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from hexfront.games.western_front.matters import Deploying, Recalling, Stationing, Stocking, Weakening
from hexfront.games.western_front.orders import (
    Allot,
    Deploy,
    DeployAll,
    Divide,
    HoldBack,
    Place,
    Recall,
    Reduce,
    Stock,
    StrikeOff,
    TakeBack,
    Weaken,
)
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.rules import headquarters, sectors, wording
from hexfront.games.western_front.scenarios.deployment import checks, group_orders, limits, presets, stages
from hexfront.games.western_front.scenarios.deployment.lots import lots
from hexfront.games.western_front.scenarios.deployment.placing import changeable, why_not_settle
from hexfront.games.western_front.scenarios.front_lines import held
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

DEPLOY_ALL = DeployAll()
KINDS = ("deploy", "reserve", "supply points", "station", "take back", "weaken", "allot")
"""The kinds of questions by which a side deploys."""
_KIND = {stages.TROOPS: "deploy", stages.RESERVE: "reserve", stages.SUPPLY: "supply points"}
_PROMPTS = {
    stages.TROOPS: "Deploy your units; pass when everything is in order",
    stages.RESERVE: "Place the divisions that were held back; pass when all of them stand",
    stages.SUPPLY: "Divide your supply points among headquarters; pass when none is left",
}
_DONE = {
    stages.TROOPS: "is deployed",
    stages.RESERVE: "has placed its reserve",
    stages.SUPPLY: "has divided its supply points",
}


def play(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 14 set-up] [WF 16 set-up] [WF 18 set-up] [WF 20 set-up] [WF 22 set-up] From the first unit that is
    placed to the last supply point that is divided."""
    stage = stages.stage(position)
    while stage is not None:
        chosen = yield _ask(position, stage)
        if isinstance(chosen, Pass):
            _finish(table, position, stage)
            stage = stages.stage(position)
            continue
        order = yield from _spelled_out(position, stage.side, chosen)
        if order is not None:
            words = group_orders.carry_out(position, stage.side, order)
            table.tell(words, limits.set_up_rule(position.setting), kind="set-up", to=(stage.side,))
    return None


def _finish(table: Table, position: WesternFrontPosition, stage: stages.Stage) -> None:
    """A side is done with a stage; after the last the first turn begins."""
    rule = limits.set_up_rule(position.setting)
    held_back = len(stages.held_back(position, stage.side)) if stage.what == stages.TROOPS else 0
    more = f"; {held_back} held back" if held_back else ""
    table.tell(f"{wording.side_does(stage.side, _DONE[stage.what])}{more}", rule, kind="set-up")
    if not stages.advance(position):
        stages.end(position)


def _ask(position: WesternFrontPosition, stage: stages.Stage) -> Ask:
    side = stage.side
    return Ask(
        side,
        _KIND[stage.what],
        _PROMPTS[stage.what],
        limits.set_up_rule(position.setting),
        options=lambda: choices(position, stage),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: PASS if checks.may_end(position, side) else DEPLOY_ALL,
        groups=lambda action: _why_not_group(position, side, action),
        about=Deploying(stage.what),
        station=True,
        always=True,
    )


def choices(position: WesternFrontPosition, stage: stages.Stage) -> list[Action]:
    """[WF 14 set-up] What a side may do next, groups apart."""
    side = stage.side
    found: list[Action] = [DEPLOY_ALL]
    if stage.what == stages.SUPPLY:
        for force in stages.to_divide(position):
            found += [Divide(force.nation, preset) for preset in presets.DIVISIONS]
            found += [Stock(unit.name) for unit in stages.headquarters_of(position, force.nation)]
    else:
        found += [Deploy(lot.key) for lot in lots(position, stages.unplaced(position, side))]
        if _recallable(position, side):
            found.append(Recall())
    if stage.what == stages.TROOPS:
        for force in stages.forces_of(position, side):
            if limits.still_owed(position, force) > 0 and _weakened(position, side, force):
                found += [Reduce(force.nation, preset) for preset in presets.REDUCTIONS]
                found.append(Weaken(force.nation))
    if checks.may_end(position, side):
        found.append(PASS)
    return found


def why_not(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """Why an order cannot be given in a deployment."""
    rule = limits.set_up_rule(position.setting)
    match action:
        case Pass():
            return checks.why_not_end(position, side)
        case Deploy(kind):
            return Refusal(rule, f'no unit of the kind "{kind}" is waiting')
        case Weaken(nation):
            return Refusal(rule, f'nothing is left to be struck off "{nation}"')
        case Stock(name):
            return Refusal(rule, f'"{name}" is no headquarters to divide supply points with now')
        case Recall():
            return Refusal(rule, "there is nothing to take back")
    return group_orders.why_not(position, side, action)


def _why_not_group(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    if isinstance(action, (Place, *group_orders.GROUP_ORDERS)):
        return group_orders.why_not(position, side, action)
    return Refusal(limits.set_up_rule(position.setting), "that is no order for a group")


# Orders that are spelled out in a second question


def _spelled_out(
    position: WesternFrontPosition, side: str, chosen: Action
) -> Generator[Ask | Together, Any, Action | None]:
    """The order that an answer leads to; None if it was thought better of."""
    match chosen:
        case Deploy(kind):
            lot = next(each for each in lots(position, stages.unplaced(position, side)) if each.key == kind)
            order = yield _ask_where(position, side, lot.units[0])
        case Recall():
            order = yield _ask_what_back(position, side)
        case Weaken(nation):
            force = next(each for each in stages.forces_of(position, side) if each.nation == nation)
            order = yield _ask_who_is_weakened(position, side, force)
        case Stock(name):
            order = yield _ask_how_many(position, side, position.units[name])
        case _:
            return chosen
    return None if isinstance(order, Pass) else order


def _ask_where(position: WesternFrontPosition, side: str, unit: Unit) -> Ask:
    label = position.setting.board.label
    return Ask(
        side,
        "station",
        f"Where does {position.piece(unit).label} begin? Pass to leave it beside the map",
        limits.set_up_rule(position.setting),
        options=lambda: [
            *(Place(unit.name, label(node)) for node in open_hexes(position, unit)),
            *([HoldBack((unit.name,))] if _may_hold_back(position, side, unit) else ()),
            PASS,
        ],
        why_not=lambda action: group_orders.why_not(position, side, action),
        default=lambda: PASS,
        about=Stationing(unit.name),
        always=True,
    )


def open_hexes(position: WesternFrontPosition, unit: Unit) -> list[int]:
    """[WF 14 set-up] Every hex in which a unit beside the map may begin now."""
    side = position.side_of(unit)
    ground = sorted(node for node, whose in held(position.setting).items() if whose == side)
    layout = sectors.layout(position)
    return [node for node in ground if why_not_settle(position, unit, node, layout) is None]


def _may_hold_back(position: WesternFrontPosition, side: str, unit: Unit) -> bool:
    return group_orders.why_not(position, side, HoldBack((unit.name,))) is None


def _recallable(position: WesternFrontPosition, side: str) -> list[str]:
    """Hexes that can be cleared, and units beside the map or in printed hexes that can be as they were."""
    label = position.setting.board.label
    hexes, units = set(), set()
    for unit in changeable(position, side):
        if unit.name in position.units and not stages.is_fixed(position, unit):
            hexes.add(label(unit.at))
        else:
            units.add(unit.name)
    return [*sorted(hexes), *sorted(units)]


def _ask_what_back(position: WesternFrontPosition, side: str) -> Ask:
    return Ask(
        side,
        "take back",
        "What is taken back: all units of a hex, or a unit that was held back or weakened?",
        limits.set_up_rule(position.setting),
        options=lambda: [*(TakeBack((word,)) for word in _recallable(position, side)), PASS],
        why_not=lambda action: group_orders.why_not(position, side, action),
        default=lambda: PASS,
        about=Recalling(),
    )


def _weakened(position: WesternFrontPosition, side: str, force: Force) -> list[str]:
    """The units of a nation that may lose strength now."""
    units = (*position.of_side(side), *stages.waiting(position, side))
    accounts, owed = limits.account_of(position.setting), limits.still_owed(position, force)
    return sorted(
        unit.name
        for unit in units
        if accounts.get(unit.piece) is force and limits.why_not_strike(position, unit, 1, owed) is None
    )


def _ask_who_is_weakened(position: WesternFrontPosition, side: str, force: Force) -> Ask:
    return Ask(
        side,
        "weaken",
        "Which unit loses a strength point?",
        force.rule,
        options=lambda: [*(StrikeOff((name,), 1) for name in _weakened(position, side, force)), PASS],
        why_not=lambda action: group_orders.why_not(position, side, action),
        default=lambda: PASS,
        about=Weakening(force.nation, limits.still_owed(position, force)),
    )


def _ask_how_many(position: WesternFrontPosition, side: str, unit: Unit) -> Ask:
    nation = position.piece(unit).nation
    force = next(each for each in stages.to_divide(position) if each.nation == nation)
    left = stages.undivided(position, force) + unit.supply
    most = min(left, headquarters.limit(position, unit))
    return Ask(
        side,
        "allot",
        f"How many of {left} supply points has {position.piece(unit).label}?",
        limits.set_up_rule(position.setting),
        options=lambda: [*(Allot(unit.name, points) for points in range(most + 1)), PASS],
        why_not=lambda action: group_orders.why_not(position, side, action),
        default=lambda: PASS,
        about=Stocking(unit.name, left),
    )
