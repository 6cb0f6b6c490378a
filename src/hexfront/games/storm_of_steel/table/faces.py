"""How choices look at the table: what one clicks, in words, with what will come of it.

Every order has a face here. What the group in hand may do is shown by `march_faces`, which knows that group;
cards and the books of countries by `card_faces` and `desk_faces`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import card_effects, devastation, fog, impulses
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.table import sea_faces, wording
from hexfront.games.storm_of_steel.table.effects import defenders, loss_effects, next_to_enemy
from hexfront.games.storm_of_steel.table.names import FRONT_NAMES, figures, hex_name, unit_name
from hexfront.kernel.actions import Action, Pass, tag_of
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted

Shown = Callable[[SteelPosition, Any], Face]


def face(position: SteelPosition, action: Action) -> Face:
    """How an order is shown and clicked; one without a face of its own by the unit and the hex it names."""
    made = _FACES.get(type(action))
    return made(position, action) if made else plain(position, action)


def plain(position: SteelPosition, action: Action) -> Face:
    """An order in words, clicked by its unit and its hex."""
    unit = str(getattr(action, "unit", ""))
    hexes = [str(getattr(action, field, "")) for field in ("at", "to")]
    here = next((label for label in hexes if label in position.setting.board), "")
    verb = tag_of(action).replace("-", " ").capitalize()
    text = wording.described(position, action)
    return Face(text, verb, unit=unit if unit in position.units else "", hex=here)


def _about(position: SteelPosition, name: str, text: str, verb: str, *effects: str) -> Face:
    """A choice made by clicking a counter."""
    unit = name if name in position.units else ""
    return Face(text, verb, unit, effects=tuple(filter(None, effects)))


def _named(position: SteelPosition, name: str) -> str:
    """A unit with its hex."""
    unit = position.units.get(name)
    if unit is None:
        return unit_name(position, name)
    return f"{unit_name(position, name)} in {hex_name(position, position.setting.board.label(unit.at))}"


# Reorganization


def _entrench(position: SteelPosition, order: orders.Entrench) -> Face:
    unit = position.units.get(order.unit)
    effects = []
    if unit is not None:
        effects.append(f"defends with {position.piece(unit).entrenched}; neither moves nor attacks")
        if next_to_enemy(position, unit):
            effects.append("next to the enemy")
    return _about(position, order.unit, f"Entrench {_named(position, order.unit)}", "Entrench", *effects)


def _leave_trench(position: SteelPosition, order: orders.LeaveTrench) -> Face:
    unit = position.units.get(order.unit)
    effects = []
    if unit is not None:
        piece = position.piece(unit)
        effects.append(f"then {piece.strength}-{piece.movement}: may move and attack")
        if next_to_enemy(position, unit):
            effects.append("next to the enemy")
    text = f"{_named(position, order.unit)} leaves its trenches"
    return _about(position, order.unit, text, "Leave trenches", *effects)


def _reorganize(position: SteelPosition, order: orders.Reorganize) -> Face:
    text = wording.described(position, order)
    first = order.units[0] if order.units else ""
    return _about(position, first, text, "Exchange corps", "as many divisions as before")


def _entrench_line(position: SteelPosition, order: orders.EntrenchLine) -> Face:
    where = f" in the {FRONT_NAMES[order.front]}" if order.front in FRONT_NAMES else ""
    return Face(f"Entrench the line{where}", "Entrench", effects=("everybody next to the enemy",))


def _armistice(position: SteelPosition, order: orders.Armistice) -> Face:
    return Face("Armistice", "Armistice", effects=("the game is drawn if both offer it in this quarter",))


def _hold_here(position: SteelPosition, order: orders.HoldHere) -> Face:
    return Face("Hold here", "Hold", effects=("nothing more in this impulse",))


def _reinforce(position: SteelPosition, order: orders.ReinforceFront) -> Face:
    where = FRONT_NAMES.get(order.front, order.front)
    return Face(f"Reinforce the {where} by rail", "Reinforce", effects=("corps far from the enemy",))


# Movement


def _pick(position: SteelPosition, order: orders.Pick) -> Face:
    unit = position.units.get(order.unit)
    effects = [figures(position, unit)] if unit is not None else []
    return _about(position, order.unit, f"Move {_named(position, order.unit)}", "Move", *effects)


def _add(position: SteelPosition, order: orders.Add) -> Face:
    return _about(position, order.unit, f"Take {unit_name(position, order.unit)} along", "Take along")


def _toward(verb: str, *effects: str) -> Shown:
    def made(position: SteelPosition, order: Any) -> Face:
        return Face(f"{verb} to {hex_name(position, order.to)}", verb, hex=order.to, effects=effects)

    return made


def _march(position: SteelPosition, order: orders.March) -> Face:
    units = ", ".join(unit_name(position, name) for name in order.units)
    text = f"March {units} to {hex_name(position, order.to)}"
    if order.via:
        text += " by way of " + ", ".join(hex_name(position, label) for label in order.via)
    return Face(text, "March", unit=order.units[0] if order.units else "", hex=order.to)


def _entrain(position: SteelPosition, order: orders.Entrain) -> Face:
    return Face("Go by rail", "Go by rail", effects=("to any joined friendly rail hex; no attack after it",))


def _mobile_assault(position: SteelPosition, order: orders.MobileAssault) -> Face:
    text = f"Overrun {hex_name(position, order.at)}"
    return Face(text, "Overrun", hex=order.at, effects=defenders(position, order.at))


def _deceive(position: SteelPosition, order: orders.Deceive) -> Face:
    left = len(fog.in_store(position, position.active))
    return Face("Place a dummy", "Place a dummy", effects=(f"{left} left in this quarter",))


def _place_dummy(position: SteelPosition, order: orders.PlaceDummy) -> Face:
    on_top = order.how == fog.TOP
    where = hex_name(position, order.at)
    text = f"A dummy on top in {where}" if on_top else f"A dummy under the stack in {where}"
    effect = "hides who is there" if on_top else "one counter more to be seen"
    return Face(text, "Cover" if on_top else "Add a dummy", hex=order.at, effects=(effect,))


def _reconnoitre(position: SteelPosition, order: orders.Reconnoitre) -> Face:
    unit = position.units.get(order.unit)
    effects = []
    if unit is not None:
        far, cadre = fog.in_reach(position, unit), card_effects.cadre(position, unit)
        effects = [f"within {far} hexes, with a die of {cadre} or less"]
    text = f"{_named(position, order.unit)} looks at an enemy stack"
    return _about(position, order.unit, text, "Intelligence", *effects)


def _examine(position: SteelPosition, order: orders.Examine) -> Face:
    shown = defenders(position, order.at)
    return Face(f"Look at {hex_name(position, order.at)}", "Look", hex=order.at, effects=shown, chance=True)


def _go_off(position: SteelPosition, order: orders.GoOff) -> Face:
    text = f"{unit_name(position, order.unit)} leaves the map for {area_name(position, order.area)}"
    return _about(position, order.unit, text, "Leave the map", "that is all it does in this impulse")


def _come_in(position: SteelPosition, order: orders.ComeIn) -> Face:
    text = f"{unit_name(position, order.unit)} comes in at {hex_name(position, order.to)}"
    unit = order.unit if order.unit in position.units else ""
    return Face(text, "Come in", unit=unit, hex=order.to)


def area_name(position: SteelPosition, area: str) -> str:
    """An off-map area as people call it."""
    board = position.setting.board
    return board.name_of(board[area]) if area in board else area


# Combat


def _attack(position: SteelPosition, order: orders.Attack) -> Face:
    text = f"Attack {hex_name(position, order.at)}"
    return Face(text, "Attack", hex=order.at, effects=defenders(position, order.at)[:1], chance=True)


def _assault(position: SteelPosition, order: orders.Assault) -> Face:
    units = ", ".join(unit_name(position, name) for name in order.units)
    text = f"Attack {hex_name(position, order.at)} with {units}"
    return Face(text, "Attack", hex=order.at, effects=defenders(position, order.at), chance=True)


def _join(position: SteelPosition, order: orders.Join) -> Face:
    unit = position.units.get(order.unit)
    strength = f"strength {position.piece(unit).strength}" if unit is not None else ""
    return _about(position, order.unit, f"{_named(position, order.unit)} attacks", "Attack with", strength)


TABLES = {
    "probe": "few losses on either side, ground only from a weak enemy",
    "assault": "decides, and costs both sides dearly; the only table against forts and industrial cities",
    "infiltration": "trades ground for few losses; only with shock troops or tanks",
}


def _use_table(position: SteelPosition, order: orders.UseTable) -> Face:
    meaning = TABLES.get(order.table, "")
    return Face(order.table.capitalize(), "Table", effects=(meaning,) if meaning else (), chance=True)


def _release_gas(position: SteelPosition, order: orders.ReleaseGas) -> Face:
    left = position.gas.get(order.country, 0)
    text = f"Use gas of {country_name(position.setting, order.country)}"
    effects = (f"{counted(left, 'marker')} in store", "a die before the attack, which cannot be called off")
    return Face(text, "Gas", effects=effects, chance=True)


def _bombard(position: SteelPosition, order: orders.Bombard) -> Face:
    text = f"{unit_name(position, order.unit)} bombards {hex_name(position, order.at)}"
    shown = _about(position, order.unit, text, "Bombard", *defenders(position, order.at)[:1])
    return msgspec.structs.replace(shown, hex=order.at, chance=True)


def _devastate(position: SteelPosition, order: orders.Devastate) -> Face:
    board = position.setting.board
    unit = devastation.pioneer(position, board[order.at]) if order.at in board else None
    who = f"{unit_name(position, unit.name)} does not attack" if unit is not None else ""
    effects = [who, "neither side has the use of it until it is rebuilt"]
    text = f"Lay waste {hex_name(position, order.at)}"
    named = unit.name if unit is not None else ""
    return Face(text, "Lay waste", named, order.at, effects=tuple(filter(None, effects)), aside=True)


def _lose(position: SteelPosition, order: orders.Lose) -> Face:
    text = f"Lose {unit_name(position, order.unit)}"
    return _about(position, order.unit, text, "Lose", *loss_effects(position, order.unit))


def _retreat(position: SteelPosition, order: orders.Retreat) -> Face:
    unit = position.units.get(order.unit)
    text = f"{unit_name(position, order.unit)} falls back to {hex_name(position, order.to)}"
    board, effects = position.setting.board, []
    if unit is not None and order.to in board:
        if position.in_enemy_zone(board[order.to], position.side_of(unit)):
            effects.append("still in an enemy zone")
    named = order.unit if unit is not None else ""
    return Face(text, "Fall back", unit=named, hex=order.to, effects=tuple(effects))


def _advance(position: SteelPosition, order: orders.Advance) -> Face:
    text = f"{unit_name(position, order.unit)} advances to {hex_name(position, order.to)}"
    unit = order.unit if order.unit in position.units else ""
    return Face(text, "Advance", unit=unit, hex=order.to)


def _send_home(position: SteelPosition, order: orders.SendHome) -> Face:
    text = f"Send {unit_name(position, order.unit)} home"
    return _about(position, order.unit, text, "Send home", "to the nearest mobilization centre")


def _motorize(position: SteelPosition, order: orders.Motorize) -> Face:
    unit = position.units.get(order.unit)
    staff = unit is not None and position.piece(unit).headquarters
    effects = ("two markers", "one hex more of movement and of command") if staff else ("one point more",)
    return _about(position, order.unit, f"Motorize {_named(position, order.unit)}", "Motorize", *effects)


def _deploy(position: SteelPosition, order: orders.Deploy) -> Face:
    text = f"Place {unit_name(position, order.unit)} in {hex_name(position, order.at)}"
    return Face(text, "Place", hex=order.at)


def _passed(position: SteelPosition, order: Pass) -> Face:
    return Face("Pass", "Pass")


def ending(position: SteelPosition, step: str) -> Face:
    """[8.4] To end a segment, with what comes next."""
    words = wording.SEGMENTS.get(step, "Pass")
    left = [FRONT_NAMES[front] for front in impulses.active_fronts(position)] if position.impulse else []
    return Face(words, "End", effects=(f"impulse {position.impulse}: {', '.join(left)}",) if left else ())


_FACES: dict[type[Action], Shown] = {
    orders.Entrench: _entrench,
    orders.LeaveTrench: _leave_trench,
    orders.Reorganize: _reorganize,
    orders.EntrenchLine: _entrench_line,
    orders.Armistice: _armistice,
    orders.HoldHere: _hold_here,
    orders.ReinforceFront: _reinforce,
    orders.Pick: _pick,
    orders.Add: _add,
    orders.Go: _toward("March"),
    orders.March: _march,
    orders.ForceMarch: _toward("Force march"),
    orders.Infiltrate: _toward("Infiltrate"),
    orders.Entrain: _entrain,
    orders.Detrain: _toward("Go by rail", "does not attack after it"),
    orders.Drop: _toward("Jump", "lost on a die of one or two"),
    orders.MobileAssault: _mobile_assault,
    orders.Deceive: _deceive,
    orders.PlaceDummy: _place_dummy,
    orders.Reconnoitre: _reconnoitre,
    orders.Examine: _examine,
    orders.GoOff: _go_off,
    orders.ComeIn: _come_in,
    orders.Attack: _attack,
    orders.Assault: _assault,
    orders.Join: _join,
    orders.UseTable: _use_table,
    orders.Bombard: _bombard,
    orders.ReleaseGas: _release_gas,
    orders.Devastate: _devastate,
    orders.Lose: _lose,
    orders.Retreat: _retreat,
    orders.Advance: _advance,
    orders.SendHome: _send_home,
    orders.Motorize: _motorize,
    orders.Deploy: _deploy,
    **sea_faces.FACES,
    Pass: _passed,
}
