"""How the orders of a deployment look: the kind to take up, the hex to put it in, points and presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexfront.games.western_front import orders as given
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios.deployment import limits, presets, stages
from hexfront.games.western_front.scenarios.deployment.lots import lots
from hexfront.games.western_front.table.names import name_of, place_labelled
from hexfront.games.western_front.table.tray import lot_name
from hexfront.kernel.actions import Action
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted

_NAMED = 3  # units that are named one by one


def _deploy(position: WesternFrontPosition, order: given.Deploy) -> Face:
    waiting = lots(position, stages.unplaced(position, position.active))
    lot = next((each for each in waiting if each.key == order.kind), None)
    if lot is None:
        return Face(f"Place a unit of the kind {order.kind}", "Deploy")
    first = lot.units[0]
    text = f"Place a {lot_name(position, first)}"
    return Face(text, "Deploy", unit=first.name, effects=(f"{len(lot.units)} left",))


def _group(position: WesternFrontPosition, words: tuple[str, ...]) -> str:
    if len(words) > _NAMED:
        return counted(len(words), "unit")
    return ", ".join(name_of(position, word) for word in words)


def _hexes(position: WesternFrontPosition, labels: tuple[str, ...]) -> str:
    if len(labels) > _NAMED:
        return counted(len(labels), "hex", "hexes")
    return ", ".join(place_labelled(position, label) for label in labels)


def _station(position: WesternFrontPosition, order: given.Station) -> Face:
    where = place_labelled(position, order.at)
    return Face(f"Place {_group(position, order.units)} in {where}", "Place", hex=order.at)


def _spread(position: WesternFrontPosition, order: given.Spread) -> Face:
    over = _hexes(position, order.hexes)
    return Face(f"Spread {_group(position, order.units)} evenly over {over}", "Spread")


def _line_up(position: WesternFrontPosition, order: given.LineUp) -> Face:
    start, end = (place_labelled(position, label) for label in (order.start, order.end))
    each = f"{order.each} a hex"
    return Face(f"Line up {_group(position, order.units)}, {each}, from {start} to {end}", "Line up")


def _behind(position: WesternFrontPosition, order: given.Behind) -> Face:
    where = _hexes(position, order.hexes)
    return Face(f"Place {_group(position, order.units)} in reserve behind {where}", "Reserve")


def _hold_back(position: WesternFrontPosition, order: given.HoldBack) -> Face:
    return Face(f"Hold {_group(position, order.units)} back until the enemy stands", "Hold back")


def _take_back(position: WesternFrontPosition, order: given.TakeBack) -> Face:
    board = position.setting.board
    if len(order.units) == 1:
        (word,) = order.units
        if word in board:
            text = f"Take all units in {place_labelled(position, word)} back"
            return Face(text, "Take back", hex=word)
        text = f"Let the {name_of(position, word)} be as it was"
        return Face(text, "Take back", unit=word)
    return Face(f"Take {_group(position, order.units)} back", "Take back")


def _recall(position: WesternFrontPosition, order: given.Recall) -> Face:
    return Face("Take something back", "Take back")


def _strike_off(position: WesternFrontPosition, order: given.StrikeOff) -> Face:
    points = counted(order.points, "strength point")
    text = f"Strike {points} off {_group(position, order.units)}"
    effects: tuple[str, ...] = ()
    unit = ""
    if len(order.units) == 1 and (found := position.find(order.units[0])) is not None:
        unit, effects = found.name, (f"{found.strength - order.points} left",)
    return Face(text, "Weaken", unit=unit, effects=effects)


def _weaken(position: WesternFrontPosition, order: given.Weaken) -> Face:
    name, owed = _owed(position, order.nation)
    return Face(f"Choose a unit of {name} to be weakened", "Weaken", effects=(f"{owed} to be struck off",))


def _reduce(position: WesternFrontPosition, order: given.Reduce) -> Face:
    name, owed = _owed(position, order.nation)
    how = presets.REDUCTIONS.get(order.preset, order.preset)
    return Face(f"Strike {owed} off {name}: {how}", "Strike off")


def _owed(position: WesternFrontPosition, nation: str) -> tuple[str, int]:
    forces = {force.nation: force for force in position.setting.parameters.forces}
    people = position.setting.tables.nations.get(nation)
    owed = limits.still_owed(position, forces[nation]) if nation in forces else 0
    return (people.name if people else nation), owed


def _stock(position: WesternFrontPosition, order: given.Stock) -> Face:
    unit = position.units.get(order.headquarters)
    name = name_of(position, order.headquarters)
    effects = (f"holds {unit.supply}",) if unit else ()
    return Face(
        f"Say how many supply points the {name} has", "Supply", unit=order.headquarters, effects=effects
    )


def _allot(position: WesternFrontPosition, order: given.Allot) -> Face:
    points = counted(order.points, "supply point")
    return Face(f"{points} to the {name_of(position, order.headquarters)}", "Supply", cost=str(order.points))


def _divide(position: WesternFrontPosition, order: given.Divide) -> Face:
    people = position.setting.tables.nations.get(order.nation)
    how = presets.DIVISIONS.get(order.preset, order.preset)
    return Face(f"Divide the supply points of {people.name if people else order.nation}: {how}", "Divide")


def _deploy_all(position: WesternFrontPosition, order: given.DeployAll) -> Face:
    stage = stages.stage(position)
    if stage is not None and stage.what == stages.SUPPLY:
        return Face("Divide all supply points for me", "Deploy for me")
    return Face("Deploy all that is left for me", "Deploy for me")


FACES: Mapping[type[Action], Callable[[WesternFrontPosition, Any], Face]] = {
    given.Deploy: _deploy,
    given.Station: _station,
    given.Spread: _spread,
    given.LineUp: _line_up,
    given.Behind: _behind,
    given.HoldBack: _hold_back,
    given.TakeBack: _take_back,
    given.Recall: _recall,
    given.StrikeOff: _strike_off,
    given.Weaken: _weaken,
    given.Reduce: _reduce,
    given.Stock: _stock,
    given.Allot: _allot,
    given.Divide: _divide,
    given.DeployAll: _deploy_all,
}
