"""Orders of a deployment: each places, holds back, takes back or weakens a whole group, or nobody.

A group order does what its units, one after the other, could have been ordered to do: each is placed by
`limits.why_not_place` as the others before it stand then. `why_not` tries an order on a copy, `carry_out`
gives it; nothing but refusals is raised, and words for the log come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.games.western_front.orders import (
    Allot,
    Behind,
    DeployAll,
    Divide,
    HoldBack,
    LineUp,
    Place,
    Reduce,
    Spread,
    Station,
    StrikeOff,
    TakeBack,
)
from hexfront.games.western_front.position import HELD_BACK, OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import headquarters
from hexfront.games.western_front.scenarios.deployment import automatic, checks, limits, presets, stages
from hexfront.games.western_front.scenarios.deployment.lots import Selection, may_be_held_back
from hexfront.games.western_front.scenarios.deployment.placing import (
    changeable,
    halves_held_back,
    reserve_limit,
    settle,
    strike,
    take_off,
)
from hexfront.games.western_front.scenarios.deployment.plans import along_front
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.shared.words import counted

MOST_IN_HEX = 20  # units that anybody wants in one hex


def why_not(position: WesternFrontPosition, side: str, order: Action) -> Refusal | None:
    """[WF 14 set-up] Why an order may not be given: it is tried on a copy of the position."""
    try:
        carry_out(position.copy(), side, order)
    except Refusal as refusal:
        return refusal
    return None


def carry_out(position: WesternFrontPosition, side: str, order: Action) -> str:
    """[WF 14 set-up] Give an order, and say what was done. Refusal leaves the position half changed."""
    stage = stages.stage(position)
    assert stage is not None
    perform = _ORDERS[stage.what].get(type(order))
    if perform is None:
        raise Refusal(limits.set_up_rule(position.setting), _NOT_NOW[stage.what])
    return perform(_Orders(position, side), order)


class _Orders:
    """The orders of a side in a position."""

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position, self.side, self.setting = position, side, position.setting
        self.rule = limits.set_up_rule(position.setting)
        self.selection = Selection(position, side, self.rule)

    # Placing

    def place(self, order: Place) -> str:
        units = self.selection.units((order.unit,))
        if len(units) != 1:
            raise Refusal(self.rule, f'"{order.unit}" names {len(units)} units, and one is placed')
        self._settle(units[0], self._node(order.at))
        return f"{self.position.piece(units[0]).label} is placed in {order.at}"

    def station(self, order: Station) -> str:
        units, node = self.selection.units(order.units), self._node(order.at)
        for unit in units:
            self._settle(unit, node)
        return f"{counted(len(units), 'unit')} placed in {order.at}"

    def spread(self, order: Spread) -> str:
        units, hexes = self.selection.units(order.units), self._nodes(order.hexes)
        given = dict.fromkeys(hexes, 0)
        for unit in units:
            self._settle_in_first(unit, sorted(hexes, key=lambda node: (given[node], hexes.index(node))))
            given[self.position.units[unit.name].at] += 1
        return f"{counted(len(units), 'unit')} spread over {counted(len(hexes), 'hex', 'hexes')}"

    def line_up(self, order: LineUp) -> str:
        units = self.selection.units(order.units)
        if not 1 <= order.each <= MOST_IN_HEX:
            raise Refusal(self.rule, "that is no number of units for a hex", MOST_IN_HEX, order.each)
        run = self._run(order.start, order.end)
        coming = iter(units)
        placed = 0
        for node in run:
            for _, unit in zip(range(order.each), coming, strict=False):
                self._settle(unit, node)
                placed += 1
        return f"{counted(placed, 'unit')} placed from {order.start} to {order.end}"

    def _run(self, start: str, end: str) -> Sequence[int]:
        """The front line hexes from one to another."""
        line = along_front(self.setting, self.side)
        ends = []
        for label in (start, end):
            node = self._node(label)
            if node not in line:
                raise Refusal(self.rule, f"{label} is not a front line hex")
            ends.append(line.index(node))
        first, last = ends
        return line[first : last + 1] if first <= last else line[last : first + 1][::-1]

    def behind(self, order: Behind) -> str:
        units, front = self.selection.units(order.units), self._nodes(order.hexes)
        places = automatic.Rear(self.position, self.side, front)
        for unit in units:
            self._settle_in_first(unit, places.ranked())
        return f"{counted(len(units), 'unit')} placed behind the front as a reserve"

    def _node(self, label: str) -> int:
        if label not in self.setting.board:
            raise Refusal(self.rule, f'there is no hex "{label}"')
        return self.setting.board[label]

    def _nodes(self, labels: Iterable[str]) -> list[int]:
        found = list(dict.fromkeys(self._node(label) for label in labels))
        if not found:
            raise Refusal(self.rule, "no hex is named")
        return found

    def _settle(self, unit: Unit, node: int) -> None:
        self._lift(unit)
        refusal = settle(self.position, self.position.waiting[unit.name], node)
        if refusal is not None:
            raise refusal

    def _settle_in_first(self, unit: Unit, hexes: Iterable[int]) -> None:
        """Place a unit in the first hex that may take it; if none may, for the reason of the first."""
        self._lift(unit)
        refusal: Refusal | None = None
        for node in hexes:
            why = settle(self.position, self.position.waiting[unit.name], node)
            if why is None:
                return
            refusal = refusal or why
        raise refusal or Refusal(self.rule, f"there is no hex for {self.position.piece(unit).label}")

    def _lift(self, unit: Unit) -> None:
        """Have a unit beside the map, wherever it was, to be placed."""
        if unit.name in self.position.units:
            if stages.is_fixed(self.position, unit):
                raise Refusal(self.rule, f"{self.position.piece(unit).label} stays where it is")
            removed = self.position.remove(unit.name)
            self.position.waiting[unit.name] = msgspec.structs.replace(removed, at=OFF_MAP, supply=0)
        elif unit.name in self.position.lost:
            raise Refusal(self.rule, f"{self.position.piece(unit).label} has been struck off")
        if self._is_choosing_reserve():
            self.position.flags.pop(HELD_BACK + unit.name, None)

    def _is_choosing_reserve(self) -> bool:
        stage = stages.stage(self.position)
        return stage is not None and stage.what == stages.TROOPS

    # Holding back, taking back

    def hold_back(self, order: HoldBack) -> str:
        most = reserve_limit(self.setting)
        for unit in self.selection.units(order.units):
            piece = self.position.piece(unit)
            if not most or not may_be_held_back(piece):
                rule = "WF 22 option 1" if limits.is_historical(self.setting) else self.rule
                raise Refusal(rule, f"{piece.label} cannot be held back")
            self._lift(unit)
            self.position.flags[HELD_BACK + unit.name] = 1
        halves = halves_held_back(self.position, self.side)
        if halves > 2 * most:
            raise Refusal(self.rule, "so many divisions cannot be held back", most, (halves + 1) // 2)
        return f"{counted(len(order.units), 'choice')} held back"

    def take_back(self, order: TakeBack) -> str:
        units = self.selection.units(order.units, hexes=True)
        for unit in units:
            take_off(self.position, unit)
        return f"{counted(len(units), 'unit')} taken back"

    # Strength

    def strike_off(self, order: StrikeOff) -> str:
        units = self.selection.units(order.units)
        for unit in units:
            strike(self.position, unit.name, order.points)
        return f"{counted(order.points, 'strength point')} struck off {counted(len(units), 'unit')}"

    def reduce(self, order: Reduce) -> str:
        force = next((each for each in self._forces() if each.nation == order.nation), None)
        if force is None or order.preset not in presets.REDUCTIONS:
            known = ", ".join(presets.REDUCTIONS)
            raise Refusal(self.rule, f"strength of a nation of this side is struck off {known}, not so")
        owed = limits.still_owed(self.position, force)
        if owed <= 0:
            raise Refusal(force.rule, "nothing is left to be struck off")
        presets.reduce(self.position, self.side, force, order.preset)
        return f"{counted(owed, 'strength point')} struck off"

    def _forces(self) -> list[Any]:
        return stages.forces_of(self.position, self.side)

    # Supply

    def allot(self, order: Allot) -> str:
        unit = self.position.units.get(order.headquarters)
        force = None
        if unit is not None:
            nation = self.position.piece(unit).nation
            force = next((each for each in stages.to_divide(self.position) if each.nation == nation), None)
        if unit is None or force is None or not self.position.piece(unit).headquarters:
            raise Refusal(
                self.rule, f'"{order.headquarters}" is no headquarters to divide supply points with'
            )
        most = headquarters.limit(self.position, unit)
        if not 0 <= order.points <= most:
            raise Refusal("17-4", "a headquarters cannot hold so many supply points", most, order.points)
        left = stages.undivided(self.position, force) + unit.supply
        if order.points > left:
            raise Refusal(force.rule, "there are not so many supply points left", left, order.points)
        self.position.change(unit.name, supply=order.points)
        return f"{self.position.piece(unit).label} begins with {counted(order.points, 'supply point')}"

    def divide(self, order: Divide) -> str:
        force = next((each for each in stages.to_divide(self.position) if each.nation == order.nation), None)
        if force is None or order.preset not in presets.DIVISIONS:
            known = ", ".join(presets.DIVISIONS)
            raise Refusal(self.rule, f"supply points of a nation of this side are divided {known}, not so")
        presets.divide(self.position, self.side, force, order.preset)
        return f"{counted(force.supply, 'supply point')} divided"

    # All at once

    def deploy_all(self, order: DeployAll) -> str:
        stage = stages.stage(self.position)
        assert stage is not None
        if stage.what == stages.SUPPLY:
            for force in stages.to_divide(self.position):
                if stages.undivided(self.position, force):
                    presets.divide(self.position, self.side, force, presets.BALANCED)
            return "The supply points are divided"
        again = lay_out(self.position, self.side)
        return "Everybody is laid out anew" if again else "All the others are laid out"


def lay_out(position: WesternFrontPosition, side: str) -> bool:
    """[WF 14 set-up] Lay out all that is unplaced; anew if that cannot be done beside what stands: True then.

    What is held back stays held back, unless there is no other way.
    """
    trials: Sequence[Callable[[WesternFrontPosition], None]] = (
        lambda trial: None,
        lambda trial: _take_all_off(trial, side),
        lambda trial: _take_all_off(trial, side, reserve=True),
    )
    for number, prepare in enumerate(trials):
        trial = position.copy()
        prepare(trial)
        try:
            automatic.deploy(trial, side)
        except automatic.NoRoom:
            continue
        if checks.may_end(trial, side):
            _become(position, trial, side)
            return number > 0
    raise AssertionError(f"{side} cannot be deployed")


def _become(position: WesternFrontPosition, trial: WesternFrontPosition, side: str) -> None:
    """Let the units of a side be where they are in another position."""
    for unit in position.of_side(side):
        if unit.name not in trial.units:
            position.remove(unit.name)
    for unit in trial.of_side(side):
        position.put(unit)
    position.waiting, position.lost = dict(trial.waiting), dict(trial.lost)
    position.flags = dict(trial.flags)


def _take_all_off(position: WesternFrontPosition, side: str, *, reserve: bool = False) -> None:
    for unit in changeable(position, side):
        if reserve or unit.name in position.units or not stages.is_held_back(position, unit.name):
            take_off(position, unit)


_NOT_NOW = {
    stages.TROOPS: "troops are deployed now",
    stages.RESERVE: "the divisions held back are placed now",
    stages.SUPPLY: "supply points are divided now",
}
_PLACING: Mapping[type[Action], Callable[[_Orders, Any], str]] = {
    Place: _Orders.place,
    Station: _Orders.station,
    Spread: _Orders.spread,
    LineUp: _Orders.line_up,
    Behind: _Orders.behind,
    TakeBack: _Orders.take_back,
    DeployAll: _Orders.deploy_all,
}
_ORDERS: Mapping[str, Mapping[type[Action], Callable[[_Orders, Any], str]]] = {
    stages.TROOPS: {
        **_PLACING,
        HoldBack: _Orders.hold_back,
        StrikeOff: _Orders.strike_off,
        Reduce: _Orders.reduce,
    },
    stages.RESERVE: _PLACING,
    stages.SUPPLY: {Allot: _Orders.allot, Divide: _Orders.divide, DeployAll: _Orders.deploy_all},
}
GROUP_ORDERS = (Station, Spread, LineUp, Behind, HoldBack, TakeBack, StrikeOff, Allot)
"""Those that are too many to be listed."""
