"""How choices look on a map table: what one clicks, in words, with what will come of it.

Every order has a face here. Where the question is about something that says more of its answers (the march in
hand, the battle that is fought), `looks` finds their faces in `march_faces` or `combat_faces`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.games.western_front import orders as given
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import other_fronts
from hexfront.games.western_front.scenarios import linked_game
from hexfront.games.western_front.table import deployment_faces
from hexfront.games.western_front.table.effects import arrival_effects, garrison, strength_of
from hexfront.games.western_front.table.names import called, described, find, name_of, place, place_labelled
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted


def face(position: WesternFrontPosition, action: Action) -> Face:
    """How an order is shown and clicked."""
    look = _FACES.get(type(action))
    return look(position, action) if look else Face(described(position, action))


# What one clicks


def unit_click(position: WesternFrontPosition, name: str) -> tuple[str, str]:
    """What one clicks to name a unit: its counter, or the hex of a fortress; nothing if it is not there."""
    unit = position.units.get(name)
    if unit is None:
        return "", ""
    if position.piece(unit).fortress:
        return "", position.setting.board.label(unit.at)
    return name, ""


def _about(
    position: WesternFrontPosition, name: str, text: str, verb: str, *effects: str, cost: str = ""
) -> Face:
    unit, node = unit_click(position, name)
    return Face(text, verb, unit, node, cost, effects=effects)


def _where(position: WesternFrontPosition, name: str) -> str:
    unit = position.units.get(name)
    return place(position, unit.at) if unit is not None else "the map's edge"


# Movement


def _pick(position: WesternFrontPosition, order: given.Pick) -> Face:
    text = f"Move the {name_of(position, order.unit)} in {_where(position, order.unit)}"
    return _about(position, order.unit, text, "Move")


def _add(position: WesternFrontPosition, order: given.Add) -> Face:
    return _about(position, order.unit, f"Take the {name_of(position, order.unit)} along", "Take along")


def _go(position: WesternFrontPosition, order: given.Go) -> Face:
    return Face(f"March to {place_labelled(position, order.to)}", "March", hex=order.to)


def _entrain(position: WesternFrontPosition, order: given.Entrain) -> Face:
    return Face("Board the trains", "Entrain")


def _ride(position: WesternFrontPosition, order: given.Ride) -> Face:
    return Face(f"Ride to {place_labelled(position, order.to)}", "Ride", hex=order.to)


def _detrain(position: WesternFrontPosition, order: given.Detrain) -> Face:
    return Face("Leave the trains", "Detrain")


def _column_attack(position: WesternFrontPosition, order: given.ColumnAttack) -> Face:
    where = place_labelled(position, order.at)
    return Face(f"Attack {where} out of the march", "Column attack", hex=order.at)


def _wreck(position: WesternFrontPosition, order: given.Wreck) -> Face:
    return Face("Cut the enemy's rail line here", "Wreck")


def _convert(position: WesternFrontPosition, order: given.Convert) -> Face:
    text = f"The {name_of(position, order.engineer)} changes the gauge in {_where(position, order.engineer)}"
    return _about(position, order.engineer, text, "Change the gauge", "its whole movement")


def _sail(position: WesternFrontPosition, order: given.Sail) -> Face:
    text = f"The {name_of(position, order.unit)} sails to {place_labelled(position, order.to)}"
    return Face(text, "Sail", unit=order.unit, hex=order.to)


def _exchange(position: WesternFrontPosition, order: given.Exchange) -> Face:
    text = f"Exchange the {name_of(position, order.unit)} for those of an ally"
    return _about(position, order.unit, text, "Exchange")


def _leave(position: WesternFrontPosition, order: given.Leave) -> Face:
    text = f"The {name_of(position, order.unit)} leaves for {other_fronts.NAMES.get(order.to, order.to)}"
    return _about(position, order.unit, text, "Send away")


def _call_back(position: WesternFrontPosition, order: given.CallBack) -> Face:
    piece = position.setting.pieces.get(order.unit.partition("#")[0])
    name = called(piece) if piece else order.unit
    return Face(f"The {name} is called back to this front", "Call back")


def _news(position: WesternFrontPosition, order: given.News) -> Face:
    event = linked_game.EVENTS.get(order.event)
    return Face(event.text if event else order.event, "Report")


def _hold(position: WesternFrontPosition, order: given.Hold) -> Face:
    name = position.setting.tables.nations[order.nation].name
    return Face(
        f"{place_labelled(position, order.at)} becomes a part of the sector of {name}", "Sector", hex=order.at
    )


def _release_gas(position: WesternFrontPosition, order: given.ReleaseGas) -> Face:
    return Face("Release gas before the attack", "Gas")


def _fortify(position: WesternFrontPosition, order: given.Fortify) -> Face:
    return Face(f"Begin the Hindenburg Line in {place_labelled(position, order.at)}", "Build", hex=order.at)


def _train(position: WesternFrontPosition, order: given.Train) -> Face:
    name = position.setting.pieces[order.unit].name
    text = f"Convert the {name} to an assault unit in {place_labelled(position, order.at)}"
    return Face(text, "Train", unit=order.unit, hex=order.at)


def _draft(position: WesternFrontPosition, order: given.Draft) -> Face:
    return Face(f"{position.setting.pieces[order.unit].name} arrive", "Raise")


def _administer(position: WesternFrontPosition, order: given.Administer) -> Face:
    return Face("See to supply, fortresses, and divisions to divide or form", "Administer")


def _transfer(position: WesternFrontPosition, order: given.Transfer) -> Face:
    unit = position.units.get(order.headquarters)
    left = f"{unit.supply - order.points} of {unit.supply} stay" if unit else ""
    text = (
        f"Ship {counted(order.points, 'supply point')} from the {name_of(position, order.headquarters)} "
        f"in {_where(position, order.headquarters)}"
    )
    return _about(position, order.headquarters, text, "Ship supply", left, cost=str(order.points))


def _take_in(position: WesternFrontPosition, order: given.TakeIn) -> Face:
    shipment, taker = position.units.get(order.shipment), position.units.get(order.headquarters)
    load = counted(shipment.supply, "supply point") if shipment else "the shipment"
    effects = (f"holds {taker.supply} now",) if taker else ()
    text = f"The {name_of(position, order.headquarters)} takes in {load}"
    return _about(position, order.headquarters, text, "Take in", *effects)


def _abandon(position: WesternFrontPosition, order: given.Abandon) -> Face:
    unit = position.units.get(order.fortress)
    effects = (f"its strength of {unit.strength} is lost",) if unit else ()
    text = f"Give up the {_fortress(position, order.fortress)}"
    return _about(position, order.fortress, text, "Give up a fortress", *effects)


def _fortress(position: WesternFrontPosition, name: str) -> str:
    unit = position.units.get(name)
    called_so = name_of(position, name)
    return f"{called_so} ({position.setting.board.label(unit.at)})" if unit else called_so


def _drain(position: WesternFrontPosition, order: given.Drain) -> Face:
    unit = position.units.get(order.fortress)
    effects = (f"strength {unit.strength - order.points} stays",) if unit else ()
    text = f"Take {order.points} strength from the {_fortress(position, order.fortress)} as replacements"
    return _about(position, order.fortress, text, "Drain a fortress", *effects)


def _break_down(position: WesternFrontPosition, order: given.BreakDown) -> Face:
    parts = " and ".join(name_of(position, name) for name in order.into)
    if order.unit not in position.units:
        return Face(f"Put strength into the {parts}", "Divide")
    text = f"Divide the {name_of(position, order.unit)} in {_where(position, order.unit)} into {parts}"
    return _about(position, order.unit, text, "Divide")


def _combine(position: WesternFrontPosition, order: given.Combine) -> Face:
    first = find(position, order.units[0]) if order.units else None
    parts = " and ".join(name_of(position, name) for name in order.units)
    if first is not None and position.piece(first).replacement:
        return _about(position, order.units[0], f"Merge {parts} in {place(position, first.at)}", "Merge")
    text = f"Form the {name_of(position, order.into)} of {parts}"
    return _about(position, order.units[0] if order.units else "", text, "Form a division")


# Combat


def _attack(position: WesternFrontPosition, order: given.Attack) -> Face:
    effects: tuple[str, ...] = ()
    if order.at in position.setting.board:
        effects = garrison(position, position.setting.board[order.at])
    return Face(f"Attack {place_labelled(position, order.at)}", "Attack", hex=order.at, effects=effects)


def _join(position: WesternFrontPosition, order: given.Join) -> Face:
    unit = position.units.get(order.unit)
    effects = (strength_of(unit),) if unit else ()
    text = f"The {name_of(position, order.unit)} in {_where(position, order.unit)} attacks too"
    return _about(position, order.unit, text, "Join", *effects)


def _duel(position: WesternFrontPosition, order: given.Duel) -> Face:
    text = f"Attack the flotillas in {place_labelled(position, order.at)} with flotillas"
    return Face(text, "Duel", hex=order.at)


def _aim(position: WesternFrontPosition, order: given.Aim) -> Face:
    text = "Fire at all units" if order.at == "all" else "Fire at the fortress and the artillery only"
    return Face(text, "Aim")


def _terrain(position: WesternFrontPosition, order: given.ChooseTerrain) -> Face:
    ground = position.setting.tables.terrain.get(order.terrain)
    effects = []
    if ground is not None:
        effects.append(f"{ground.attack_die:+d} to the attack die")
        effects.append(f"{ground.counterattack_die:+d} to the counterattack die")
        if ground.attack_strength == "half":
            effects.append("halves the attack")
    return Face(f"Fight on {order.terrain} terrain", "Terrain", effects=tuple(effects))


def _supply(position: WesternFrontPosition, order: given.Supply) -> Face:
    name = name_of(position, order.unit)
    if not order.headquarters:
        return _about(position, order.unit, f"No supply for the {name}", "Supply")
    text = f"The {name_of(position, order.headquarters)} supplies the {name}"
    return _about(position, order.unit, text, "Supply")


def _stand(position: WesternFrontPosition, order: given.Stand) -> Face:
    return Face("Hold the hex", "Stand")


def _withdraw(position: WesternFrontPosition, order: given.Withdraw) -> Face:
    return Face("Retreat", "Retreat")


def _lose(position: WesternFrontPosition, order: given.Lose) -> Face:
    unit = position.units.get(order.unit)
    name = name_of(position, order.unit)
    if unit is None:
        return Face(f"The {name} loses {order.points}", "Lose")
    piece = position.piece(unit)
    has = 1 if piece.headquarters else unit.strength
    left = has - order.points
    effects = []
    if left <= 0:
        effects.append("it is destroyed")
    else:
        effects.append(f"{left} left")
        if piece.reduced is not None and unit.strength > piece.reduced >= left:
            effects.append("turned to its reduced side")
    text = f"The {name} in {place(position, unit.at)} loses {order.points} of {has}"
    return _about(position, order.unit, text, "Lose", *effects)


def _retreat(position: WesternFrontPosition, order: given.RetreatTo) -> Face:
    unit = position.units.get(order.unit)
    text = f"The {name_of(position, order.unit)} retreats to {place_labelled(position, order.to)}"
    effects: list[str] = []
    if unit is not None and order.to in position.setting.board:
        effects = arrival_effects(position, [unit], position.setting.board[order.to])
    shown = _about(position, order.unit, text, "Retreat", *effects)
    return msgspec.structs.replace(shown, hex=order.to)


def _advance(position: WesternFrontPosition, order: given.Advance) -> Face:
    unit = position.units.get(order.unit)
    text = f"The {name_of(position, order.unit)} in {_where(position, order.unit)} advances"
    return _about(position, order.unit, text, "Advance", *filter(None, (strength_of(unit),)))


def _give_up(position: WesternFrontPosition, order: given.GiveUp) -> Face:
    unit = position.units.get(order.unit)
    text = f"Give up the {name_of(position, order.unit)} in {_where(position, order.unit)}"
    return _about(position, order.unit, text, "Give up", *filter(None, (strength_of(unit),)))


# Arrival, trenches, recombination


def _place(position: WesternFrontPosition, order: given.Place) -> Face:
    unit = find(position, order.unit)
    name = name_of(position, order.unit)
    effects: list[str] = []
    if unit is not None and order.at in position.setting.board:
        effects = arrival_effects(position, [unit], position.setting.board[order.at])
    text = f"Place the {name} in {place_labelled(position, order.at)}"
    return Face(text, "Place", hex=order.at, effects=tuple(effects))


def _deliver(position: WesternFrontPosition, order: given.Deliver) -> Face:
    load = counted(order.points, "supply point")
    unit = position.units.get(order.to)
    if order.to in position.setting.campaign.stores(position, "us"):
        return Face(f"{load} laid up for the {called(position.setting.pieces[order.to])}", "Deliver")
    if unit is None:
        text = f"{load} to {place_labelled(position, order.to)} as a shipment"
        return Face(text, "Deliver", hex=order.to, cost=str(order.points))
    text = f"{load} to the {name_of(position, order.to)} in {place(position, unit.at)}"
    effects = f"it will hold {unit.supply + order.points}"
    return _about(position, order.to, text, "Deliver", effects, cost=str(order.points))


def _mobilize(position: WesternFrontPosition, order: given.Mobilize) -> Face:
    unit = position.units.get(order.unit)
    effects = [strength_of(unit)]
    if unit is not None and unit.army:
        effects.append(army_name(position, unit.army))
    text = f"The {name_of(position, order.unit)} in {_where(position, order.unit)} completes its mobilization"
    return _about(position, order.unit, text, "Mobilize", *filter(None, effects))


def army_name(position: WesternFrontPosition, army: str) -> str:
    """What the headquarters a unit was set up under is called; garrisons have names of their own."""
    piece = position.setting.pieces.get(army)
    return called(piece) if piece is not None else army


def _send_away(position: WesternFrontPosition, order: given.SendAway) -> Face:
    unit = position.units.get(order.unit)
    name, where = name_of(position, order.unit), _where(position, order.unit)
    if order.points:
        text = f"The {name} in {where} gives up {counted(order.points, 'strength point')}"
    else:
        text = f"The {name} in {where} leaves the front"
    return _about(position, order.unit, text, "Send away", *filter(None, (strength_of(unit),)))


def _dig(position: WesternFrontPosition, order: given.Dig) -> Face:
    effects = []
    if order.at in position.setting.board:
        node = position.setting.board[order.at]
        units = position.units_at(node)
        if units:
            effects.append(counted(len(units), "unit") + " there")
        side = position.occupier(node) or position.holder(node)
        if side and position.enemy_controlled(node, side):
            effects.append("in an enemy zone")
    text = f"Begin a trench in {place_labelled(position, order.at)}"
    return Face(text, "Dig", hex=order.at, effects=tuple(effects))


def _draw(position: WesternFrontPosition, order: given.Draw) -> Face:
    unit = position.units.get(order.unit)
    effects = []
    if unit is not None:
        left = unit.strength - order.points
        effects.append(f"{left} left" if left > 0 else "it is used up")
    text = f"The {name_of(position, order.unit)} gives {counted(order.points, 'strength point')}"
    return _about(position, order.unit, text, "Draw", *effects)


def _strengthen(position: WesternFrontPosition, order: given.Strengthen) -> Face:
    unit = position.units.get(order.unit)
    effects = []
    if unit is not None:
        effects.append(f"strength {unit.strength + order.points} instead of {unit.strength}")
    text = (
        f"Strengthen the {name_of(position, order.unit)} in {_where(position, order.unit)} by {order.points}"
    )
    return _about(position, order.unit, text, "Strengthen", *effects, cost=str(order.points))


def _rebuild(position: WesternFrontPosition, order: given.Rebuild) -> Face:
    text = f"Bring the {name_of(position, order.unit)} back with strength {order.points}"
    return Face(text, "Rebuild", cost=str(order.points))


def _split(position: WesternFrontPosition, order: given.Split) -> Face:
    unit = position.units.get(order.unit)
    effects = (f"{unit.strength - order.points} stay",) if unit else ()
    text = f"Split {order.points} off the {name_of(position, order.unit)} in {_where(position, order.unit)}"
    return _about(position, order.unit, text, "Split", *effects)


# Orders made of several, and the end of something


def _names(position: WesternFrontPosition, units: tuple[str, ...]) -> str:
    return ", ".join(name_of(position, name) for name in units)


def _march(position: WesternFrontPosition, order: given.March) -> Face:
    text = f"March {_names(position, order.units)} to {place_labelled(position, order.to)}"
    if order.via:
        text += " by way of " + ", ".join(place_labelled(position, label) for label in order.via)
    return Face(text, "March", unit=order.units[0] if order.units else "", hex=order.to)


def _transport(position: WesternFrontPosition, order: given.Transport) -> Face:
    text = f"Carry {_names(position, order.units)} by rail to {place_labelled(position, order.to)}"
    return Face(text, "Ride", unit=order.units[0] if order.units else "", hex=order.to)


def _assault(position: WesternFrontPosition, order: given.Assault) -> Face:
    where = place_labelled(position, order.at)
    effects: tuple[str, ...] = ()
    if order.at in position.setting.board:
        effects = garrison(position, position.setting.board[order.at])
    text = f"Attack {where} with {_names(position, order.units)}"
    return Face(text, "Attack", hex=order.at, effects=effects)


def _pass(position: WesternFrontPosition, order: Pass) -> Face:
    return Face("Pass", "Pass")


_FACES: dict[type[Action], Callable[[WesternFrontPosition, Any], Face]] = {
    given.Pick: _pick,
    given.Add: _add,
    given.Go: _go,
    given.Entrain: _entrain,
    given.Ride: _ride,
    given.Detrain: _detrain,
    given.ColumnAttack: _column_attack,
    given.Wreck: _wreck,
    given.Convert: _convert,
    given.Sail: _sail,
    given.Exchange: _exchange,
    given.Hold: _hold,
    given.Leave: _leave,
    given.CallBack: _call_back,
    given.News: _news,
    given.ReleaseGas: _release_gas,
    given.Fortify: _fortify,
    given.Draft: _draft,
    given.Train: _train,
    given.Administer: _administer,
    given.Transfer: _transfer,
    given.TakeIn: _take_in,
    given.Abandon: _abandon,
    given.Drain: _drain,
    given.BreakDown: _break_down,
    given.Combine: _combine,
    given.Attack: _attack,
    given.Join: _join,
    given.Duel: _duel,
    given.Aim: _aim,
    given.ChooseTerrain: _terrain,
    given.Supply: _supply,
    given.Stand: _stand,
    given.Withdraw: _withdraw,
    given.Lose: _lose,
    given.RetreatTo: _retreat,
    given.Advance: _advance,
    given.GiveUp: _give_up,
    given.Place: _place,
    given.Deliver: _deliver,
    given.Mobilize: _mobilize,
    given.SendAway: _send_away,
    given.Dig: _dig,
    given.Draw: _draw,
    given.Strengthen: _strengthen,
    given.Rebuild: _rebuild,
    given.Split: _split,
    given.March: _march,
    given.Transport: _transport,
    given.Assault: _assault,
    **deployment_faces.FACES,
    Pass: _pass,
}
