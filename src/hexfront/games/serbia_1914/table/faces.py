"""How choices look on a map table: what one clicks, in words, with what will come of it.

Every order has a face here. What the Force in hand may do is shown by `march_faces`, which knows that Force.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.games.serbia_1914 import orders
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import attachment, naval, plans
from hexfront.games.serbia_1914.rules.tasks import COSTS
from hexfront.games.serbia_1914.table.effects import (
    arrival_effects,
    defenders_seen,
    reduction_effects,
    strength_of,
)
from hexfront.games.serbia_1914.table.names import army_name, corps_name, find, name_of, place, place_labelled
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT, POSITION_TASK, RECOVERY
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted

MOST_TOLD = 6  # units named that a boundary moves to another army


def face(position: SerbiaPosition, action: Action) -> Face:
    """How an order is shown and clicked."""
    return _FACES[type(action)](position, action)


def described(position: SerbiaPosition, action: Action) -> str:
    """An order in a few words."""
    return face(position, action).text


# What one clicks


def _about(position: SerbiaPosition, name: str, text: str, verb: str, *effects: str, cost: str = "") -> Face:
    """A choice made by clicking a counter, or a button if the unit is not on the map."""
    clicked = name if name in position.units else ""
    return Face(text, verb, clicked, cost=cost, effects=tuple(filter(None, effects)))


def _toward(shown: Face, label: str) -> Face:
    return msgspec.structs.replace(shown, hex=label)


def _where(position: SerbiaPosition, name: str) -> str:
    unit = position.units.get(name)
    if unit is None:
        return "the map's edge"
    return " and ".join(place(position, node) for node in position.hexes_of(unit)) or "the map's edge"


def _named(position: SerbiaPosition, name: str) -> str:
    """A unit with its hex."""
    return f"{name_of(position, name)} in {_where(position, name)}"


# Preliminary phase and Inter-Phase


def _abandon_plan(position: SerbiaPosition, order: orders.AbandonPlan) -> Face:
    plan = plans.plan_of(position, order.army)
    effects: tuple[str, ...] = ()
    if plan is not None:
        effects = (f"{counted(plans.abandonment_points(position, plan), 'victory point')} to Serbia",)
    return Face(f"Give up the plan of the {army_name(order.army)}", "Give up a plan", effects=effects)


def _enter(position: SerbiaPosition, order: orders.Enter) -> Face:
    text = f"Place {name_of(position, order.unit)} in {place_labelled(position, order.at)}"
    unit = find(position, order.unit)
    effects: list[str] = []
    if unit is not None and order.at in position.setting.board:
        effects = arrival_effects(position, [unit], position.setting.board[order.at])
    return Face(text, "Place", hex=order.at, effects=tuple(effects))


def _split(position: SerbiaPosition, order: orders.Split) -> Face:
    return _about(position, order.unit, f"Divide {_named(position, order.unit)}", "Divide")


def _combine(position: SerbiaPosition, order: orders.Combine) -> Face:
    made = position.setting.forces.combinations
    parts = next((each.parts for each in made if each.whole == order.whole), ())
    there = next((name for name in parts if name in position.units), "")
    text = (
        f"Form {name_of(position, order.whole)} of {' and '.join(name_of(position, name) for name in parts)}"
    )
    return _about(position, there, text, "Form a division")


def _integrate(position: SerbiaPosition, order: orders.Integrate) -> Face:
    piece = position.setting.pieces.get(order.unit)
    parent = name_of(position, piece.parent) if piece is not None and piece.parent else "its division"
    return _about(position, order.unit, f"{_named(position, order.unit)} rejoins {parent}", "Rejoin")


def _replace(position: SerbiaPosition, order: orders.Replace) -> Face:
    unit = position.units.get(order.unit)
    effects = [strength_of(position, unit)] if unit is not None else []
    if unit is not None:
        effects.append(f"{counted(unit.reductions, 'reduction')} now")
    text = f"A replacement for {_named(position, order.unit)}"
    return _about(position, order.unit, text, "Replacement", *effects, cost="1")


def _raise(position: SerbiaPosition, order: orders.Raise) -> Face:
    cost = counted(order.replacements, "replacement")
    text = f"Bring {name_of(position, order.unit)} to {place_labelled(position, order.at)} for {cost}"
    return Face(text, "Raise", hex=order.at, cost=str(order.replacements))


def _refit(position: SerbiaPosition, order: orders.Refit) -> Face:
    left = naval.replacements_left(position)
    text = f"{name_of(position, order.unit)} takes the naval replacement"
    return _about(position, order.unit, text, "Refit", f"{left} left")


# Attachment and supply


def _attach(position: SerbiaPosition, order: orders.Attach) -> Face:
    unit = position.units.get(order.unit)
    name = name_of(position, order.unit)
    if order.corps == INDEPENDENT:
        text = f"{name} becomes independent"
    else:
        text = f"{name} joins the {corps_name(order.corps)}"
    now = f"now: {corps_name(unit.corps)}" if unit is not None else ""
    return _about(position, order.unit, text, "Attach", now)


def _boundary(position: SerbiaPosition, order: orders.Boundary) -> Face:
    armies = " and ".join(army_name(each) for each in order.between.split("/"))
    text = f"Boundary of {armies}: {' - '.join(order.hexes)}"
    moved = [
        f"{name_of(position, name)} joins the {army_name(army)}"
        for name, army in sorted(attachment.changes(position, order).items())
    ]
    if len(moved) > MOST_TOLD:
        moved = [*moved[:MOST_TOLD], f"and {len(moved) - MOST_TOLD} more"]
    front = order.hexes[0] if order.hexes else ""
    return Face(text, "Draw a boundary", hex=front, path=order.hexes, effects=tuple(moved))


def _extend(position: SerbiaPosition, order: orders.Extend) -> Face:
    text = f"Extend {_named(position, order.unit)}"
    return _about(position, order.unit, text, "Extend", "reaches farther, gives little ammunition")


def _displace(position: SerbiaPosition, order: orders.Displace) -> Face:
    text = f"{name_of(position, order.unit)} goes to {place_labelled(position, order.to)}"
    return Face(text, "Displace", hex=order.to)


def _provide(position: SerbiaPosition, order: orders.Provide) -> Face:
    name = name_of(position, order.unit)
    if not order.source:
        return _about(position, order.unit, f"No ammunition for {name}", "Ammunition", "half strength")
    source = name_of(position, order.source)
    return _about(position, order.unit, f"{source} gives {name} ammunition", "Ammunition")


def _fire(position: SerbiaPosition, order: orders.Fire) -> Face:
    name = name_of(position, order.unit)
    if order.shells:
        return _about(position, order.unit, f"Shells for {name}", "Shells", f"{position.shells} left")
    return _about(position, order.unit, f"No shells for {name}", "Shells", "its artillery is silent")


# Movement


def _pick(position: SerbiaPosition, order: orders.Pick) -> Face:
    unit = position.units.get(order.unit)
    effects = [strength_of(position, unit)] if unit is not None else []
    if unit is not None and unit.spent:
        effects.append(f"{unit.spent} points spent")
    return _about(position, order.unit, f"Move {_named(position, order.unit)}", "Move", *effects)


def _add(position: SerbiaPosition, order: orders.Add) -> Face:
    return _about(position, order.unit, f"Take {name_of(position, order.unit)} along", "Take along")


def _drop(position: SerbiaPosition, order: orders.Drop) -> Face:
    text = f"Leave {name_of(position, order.unit)} here"
    return _about(position, order.unit, text, "Leave behind", "it moves no further")


def _go(position: SerbiaPosition, order: orders.Go) -> Face:
    return Face(f"March to {place_labelled(position, order.to)}", "March", hex=order.to)


def _march(position: SerbiaPosition, order: orders.March) -> Face:
    units = ", ".join(name_of(position, name) for name in order.units)
    text = f"March {units} to {place_labelled(position, order.to)}"
    if order.via:
        text += " by way of " + ", ".join(place_labelled(position, label) for label in order.via)
    return Face(text, "March", unit=order.units[0] if order.units else "", hex=order.to)


def _spread(position: SerbiaPosition, order: orders.Spread) -> Face:
    where = " and ".join(place_labelled(position, label) for label in order.hexes)
    return Face(
        f"Stand in {where}", "Spread", hex=order.hexes[-1], effects=("half its strength in each hex",)
    )


def _close(position: SerbiaPosition, order: orders.Close) -> Face:
    return Face(f"Close up in {place_labelled(position, order.to)}", "Close up", hex=order.to)


def _prepare(position: SerbiaPosition, order: orders.Prepare) -> Face:
    effects = ["its move is over", *defenders_seen(position, order.at)]
    text = f"Prepare an attack on {place_labelled(position, order.at)}"
    return Face(text, "Prepare an attack", hex=order.at, effects=tuple(effects), chance=True)


def _repulse(position: SerbiaPosition, order: orders.Repulse) -> Face:
    text = f"Try to repulse the enemy from {place_labelled(position, order.at)}"
    return Face(text, "Repulse", hex=order.at, effects=defenders_seen(position, order.at), chance=True)


def _recover(position: SerbiaPosition, order: orders.Recover) -> Face:
    return Face("Rest to regain effectiveness", "Recover", cost=str(COSTS[RECOVERY]))


def _absorb(position: SerbiaPosition, order: orders.Absorb) -> Face:
    text = f"Take in the men of {name_of(position, order.marsch)}"
    return _about(position, order.marsch, text, "Take in Marsch men")


def _dig(position: SerbiaPosition, order: orders.Dig) -> Face:
    text = f"Build a position in {place_labelled(position, order.at)}"
    return Face(text, "Dig in", hex=order.at, cost=str(COSTS[POSITION_TASK]))


def _evade(position: SerbiaPosition, unit: str, hexes: tuple[str, ...], word: str) -> Face:
    where = " and ".join(place_labelled(position, label) for label in hexes)
    rider = position.units.get(unit)
    board = position.setting.board
    effects: list[str] = []
    if rider is not None and hexes and hexes[0] in board:
        effects = arrival_effects(position, [rider], board[hexes[0]])
    effects.append("its points come off its next movement phase")
    shown = _about(position, unit, f"{name_of(position, unit)} {word} to {where}", word.title(), *effects)
    return _toward(shown, hexes[-1]) if hexes else shown


def _react(position: SerbiaPosition, order: orders.React) -> Face:
    return _evade(position, order.unit, order.hexes, "evades")


def _flee(position: SerbiaPosition, order: orders.Flee) -> Face:
    text = f"{position.label(order.unit)} leaves before the cavalry reacts"
    return Face(text, "Leave first", unit=order.unit)


def _retire(position: SerbiaPosition, order: orders.Retire) -> Face:
    return _evade(position, order.unit, order.hexes, "retires")


def _give_up(position: SerbiaPosition, order: orders.GiveUp) -> Face:
    unit = position.units.get(order.unit)
    text = f"Give up {_named(position, order.unit)}"
    return _about(position, order.unit, text, "Give up", strength_of(position, unit) if unit else "")


# Combat


def _assign(position: SerbiaPosition, order: orders.Assign) -> Face:
    text = f"{name_of(position, order.unit)} goes with {name_of(position, order.formation)}"
    return _about(position, order.unit, text, "Assign")


def _aim(position: SerbiaPosition, order: orders.Aim) -> Face:
    unit = position.units.get(order.unit)
    effects = [strength_of(position, unit)] if unit is not None else []
    text = f"{name_of(position, order.unit)} will attack {place_labelled(position, order.at)}"
    shown = _about(position, order.unit, text, "Attack", *effects, *defenders_seen(position, order.at))
    return msgspec.structs.replace(shown, hex=order.at, chance=True)


def _assault(position: SerbiaPosition, order: orders.Assault) -> Face:
    units = ", ".join(name_of(position, name) for name in order.units)
    text = f"{units}: attack {place_labelled(position, order.at)}"
    first = order.units[0] if order.units else ""
    return Face(
        text, "Attack", unit=first, hex=order.at, effects=defenders_seen(position, order.at), chance=True
    )


def _fight(position: SerbiaPosition, order: orders.Fight) -> Face:
    text = f"Resolve the attack on {place_labelled(position, order.at)}"
    return Face(text, "Resolve", hex=order.at, effects=defenders_seen(position, order.at), chance=True)


def _corps(position: SerbiaPosition, order: orders.ChooseCorps) -> Face:
    return Face(f"The {corps_name(order.corps)} fights", "Corps")


def _withhold(position: SerbiaPosition, order: orders.Withhold) -> Face:
    return _about(position, order.unit, f"Keep {_named(position, order.unit)} out", "Withhold")


def _support(position: SerbiaPosition, order: orders.Support) -> Face:
    return _about(position, order.unit, f"The guns of {_named(position, order.unit)} help", "Support")


def _declare(position: SerbiaPosition, order: orders.Declare) -> Face:
    if order.intense:
        return Face("Fight Intense", "Intensity", effects=("more losses, more is won or held",), chance=True)
    return Face("Do not fight Intense", "Intensity", chance=True)


def _reduce(position: SerbiaPosition, order: orders.Reduce) -> Face:
    text = f"{_named(position, order.unit)} loses strength"
    return _about(position, order.unit, text, "Lose", *reduction_effects(position, order.unit))


def _retreat(position: SerbiaPosition, order: orders.RetreatTo) -> Face:
    where = " and ".join(place_labelled(position, label) for label in order.hexes)
    return Face(f"Retreat to {where}", "Retreat", hex=order.hexes[-1] if order.hexes else "")


def _advance(position: SerbiaPosition, order: orders.Advance) -> Face:
    unit = position.units.get(order.unit)
    text = f"{_named(position, order.unit)} advances"
    if order.spread:
        text += " and keeps its old hex too"
    return _about(position, order.unit, text, "Advance", strength_of(position, unit) if unit else "")


# Finishing


def _bridge(position: SerbiaPosition, order: orders.Bridge) -> Face:
    here, there = (place_labelled(position, label) for label in order.hexes)
    text = f"Begin a pontoon bridge from {here} to {there}"
    return Face(text, "Build a bridge", hex=order.hexes[-1], path=order.hexes, effects=("ready in the next",))


def _strike(position: SerbiaPosition, order: orders.Strike) -> Face:
    here, there = (place_labelled(position, label) for label in order.hexes)
    return Face(f"Take up the bridge from {here} to {there}", "Take up a bridge", hex=order.hexes[-1])


def _infiltrate(position: SerbiaPosition, order: orders.Infiltrate) -> Face:
    effects = []
    board = position.setting.board
    if order.at in board and position.standing[board[order.at]]:
        effects = list(defenders_seen(position, order.at))
    text = f"Komitadji in {place_labelled(position, order.at)}"
    return Face(text, "Komitadji", hex=order.at, effects=tuple(effects))


def _place_guns(position: SerbiaPosition, order: orders.PlaceGuns) -> Face:
    return Face("Place the French naval guns in Beograd", "French guns", effects=("they close the Donau",))


def _claim(position: SerbiaPosition, order: orders.ClaimSyrmien) -> Face:
    return Face("Take the points for Syrmien now", "Syrmien", effects=("only once in the game",))


def _pass(position: SerbiaPosition, order: Pass) -> Face:
    return Face("Pass", "Pass")


_FACES: dict[type[Action], Callable[[SerbiaPosition, Any], Face]] = {
    orders.AbandonPlan: _abandon_plan,
    orders.Enter: _enter,
    orders.Split: _split,
    orders.Combine: _combine,
    orders.Integrate: _integrate,
    orders.Replace: _replace,
    orders.Raise: _raise,
    orders.Refit: _refit,
    orders.Attach: _attach,
    orders.Boundary: _boundary,
    orders.Extend: _extend,
    orders.Displace: _displace,
    orders.Provide: _provide,
    orders.Fire: _fire,
    orders.Pick: _pick,
    orders.Add: _add,
    orders.Drop: _drop,
    orders.Go: _go,
    orders.Spread: _spread,
    orders.Close: _close,
    orders.Prepare: _prepare,
    orders.Repulse: _repulse,
    orders.Recover: _recover,
    orders.Absorb: _absorb,
    orders.Dig: _dig,
    orders.React: _react,
    orders.Flee: _flee,
    orders.Retire: _retire,
    orders.GiveUp: _give_up,
    orders.Assign: _assign,
    orders.Aim: _aim,
    orders.Assault: _assault,
    orders.Fight: _fight,
    orders.ChooseCorps: _corps,
    orders.Withhold: _withhold,
    orders.Support: _support,
    orders.Declare: _declare,
    orders.Reduce: _reduce,
    orders.RetreatTo: _retreat,
    orders.Advance: _advance,
    orders.Bridge: _bridge,
    orders.Strike: _strike,
    orders.Infiltrate: _infiltrate,
    orders.PlaceGuns: _place_guns,
    orders.ClaimSyrmien: _claim,
    orders.March: _march,
    Pass: _pass,
}
