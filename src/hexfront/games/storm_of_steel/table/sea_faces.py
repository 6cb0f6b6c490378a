"""How orders of the war at sea look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.storm_of_steel import sea_orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import fleets, landings, sea_control
from hexfront.games.storm_of_steel.table.names import hex_name, unit_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES
from hexfront.kernel.actions import Action
from hexfront.kernel.showing import Face


def sea_item(sea: str) -> str:
    """The item of a sea area on the naval display."""
    return f"sea:{sea}"


def base_item(label: str) -> str:
    """The item of a base on the naval display."""
    return f"base:{label}"


def ship_item(name: str) -> str:
    """The item of a ship that can be chosen."""
    return f"ship:{name}"


def ratings(position: SteelPosition, name: str) -> str:
    """The figures of a ship in words."""
    ship = fleets.ship_of(position, name)
    return f"{ship.kind}: combat {ship.combat}, protection {ship.protection}, contact {ship.contact}"


def _held(position: SteelPosition, sea: str) -> str:
    holder = sea_control.dominated_by(position, sea)
    return f"dominated by the {SIDE_NAMES[holder]}" if holder else "contested"


def _seek(position: SteelPosition, order: sea_orders.Seek) -> Face:
    text = f"Seek an engagement in the {fleets.sea_name(order.sea)}"
    effects = (_held(position, order.sea), "if nobody comes out, it goes one step to you")
    return Face(text, "Engage", effects=effects, item=sea_item(order.sea))


def _shell(position: SteelPosition, order: sea_orders.Shell) -> Face:
    text = f"Bombard the {order.aim} of {hex_name(position, order.at)} from the {fleets.sea_name(order.sea)}"
    effects = ("only capital ships",) if order.aim == "fort" else ("a point of morale, once a turn",)
    return Face(text, "Bombard", hex=order.at, effects=effects)


def _send_raiders(position: SteelPosition, order: sea_orders.SendRaiders) -> Face:
    text = f"Send raiders out by the {fleets.sea_name(order.sea)}"
    return Face(text, "Raid", effects=("to the trade routes",), item=sea_item(order.sea))


def _muster(position: SteelPosition, order: sea_orders.Muster) -> Face:
    if order.unit not in position.units:
        return Face(f"{unit_name(position, order.unit)} sails", "Choose")
    at = hex_name(position, position.setting.board.label(position.units[order.unit].at))
    text = f"{unit_name(position, order.unit)} sails from {at}"
    return Face(
        text, "Choose", order.unit, effects=(ratings(position, order.unit),), item=ship_item(order.unit)
    )


def _dismiss(position: SteelPosition, order: sea_orders.Dismiss) -> Face:
    unit = order.unit if order.unit in position.units else ""
    text = f"{unit_name(position, order.unit)} stays behind"
    return Face(text, "Leave behind", unit, item=ship_item(order.unit))


def _sail(position: SteelPosition, order: sea_orders.Sail) -> Face:
    return Face(f"Sail with {', '.join(unit_name(position, name) for name in order.units)}", "Sail")


def _intercept(position: SteelPosition, order: sea_orders.Intercept) -> Face:
    return Face("Go out against them", "Go out", effects=("with which ships is said next",))


def _signal(position: SteelPosition, order: sea_orders.Signal) -> Face:
    return Face("See who brings a second fleet", "Signal")


def _turn_up(position: SteelPosition, order: sea_orders.TurnUp) -> Face:
    return Face("Turn up the ships", "Turn up")


def _open_fire(position: SteelPosition, order: sea_orders.OpenFire) -> Face:
    return Face("Fire first", "Fire", effects=("only what is left fires back",), chance=True)


def _convoy(position: SteelPosition, order: sea_orders.Convoy) -> Face:
    unit = order.unit if order.unit in position.units else ""
    text = f"{unit_name(position, order.unit)} escorts convoys"
    effects = (ratings(position, order.unit),) if unit else ()
    return Face(text, "Escort", unit, effects=effects)


def _land(position: SteelPosition, order: sea_orders.Land) -> Face:
    board = position.setting.board
    effects: tuple[str, ...] = ()
    if order.to in board and board[order.to] in position.setting.city_at:
        effects = (f"against {landings.defence(position, board[order.to])}; lost unless DE or DD",)
    return Face(f"Land in {hex_name(position, order.to)} by assault", "Land", hex=order.to, effects=effects)


def _lie_off(position: SteelPosition, order: sea_orders.LieOff) -> Face:
    text = f"Lie off {hex_name(position, order.to)}"
    effects = ("whoever is aboard stays aboard",)
    return Face(text, "Lie off", hex=order.to, effects=effects, aside=True)


FACES: dict[type[Action], Callable[[SteelPosition, Any], Face]] = {
    sea_orders.Seek: _seek,
    sea_orders.Shell: _shell,
    sea_orders.SendRaiders: _send_raiders,
    sea_orders.Muster: _muster,
    sea_orders.Dismiss: _dismiss,
    sea_orders.Sail: _sail,
    sea_orders.Intercept: _intercept,
    sea_orders.Signal: _signal,
    sea_orders.TurnUp: _turn_up,
    sea_orders.OpenFire: _open_fire,
    sea_orders.Convoy: _convoy,
    sea_orders.Land: _land,
    sea_orders.LieOff: _lie_off,
}
