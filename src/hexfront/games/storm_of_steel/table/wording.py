"""Orders in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.games.storm_of_steel import air_orders, orders, sea_orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import fleets
from hexfront.games.storm_of_steel.rules.deck import number_of
from hexfront.games.storm_of_steel.rules.mobilization import purse_name
from hexfront.games.storm_of_steel.rules.names import card_name
from hexfront.games.storm_of_steel.table.names import hex_name, unit_name
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.showing import Stage

PASSING: Mapping[str, str] = {
    "submarines": "Leave it as it is",
    "keep trying": "Leave the card in play",
    "engagement": "Seek no engagement",
    "naval mission": "Send nobody out",
    "intercept": "Stay in port",
    "open fire": "Decline to fight",
    "raid": "Do not attack shipping",
    "squadron": "These ships and no others",
    "gunfire": "These ships support the landing",
    "second wave": "It lands alone",
}
# To pass in a segment, by the step: the same kind of question comes at several times.
SEGMENTS: Mapping[str, str] = {
    "reorganization": "End the reorganization segment",
    "home-reorganization": "End reorganization at home",
    "movement": "End the movement segment",
    "combat": "End the combat segment",
}
STAGES: Mapping[str, Stage] = {
    "reorganize": "order",
    "move": "order",
    "attack": "order",
    "go": "march",
    "fly": "march",
    "air support": "gather",
    "air loss": "losses",
    "detrain": "march",
    "disembark": "march",
    "dummy": "order",
    "examine": "order",
    "join": "gather",
    "table": "prepare",
    "gas": "prepare",
    "gassed": "losses",
    "lose": "losses",
    "ship lost": "losses",
    "squadron": "gather",
    "gunfire": "gather",
    "retreat": "retreat",
    "advance": "advance",
}


# The words of an order: ``unit``, ``units`` and ``into`` are units, ``to`` and ``at`` hexes.
_WORDS: Mapping[type[Action], str] = {
    orders.Pick: "Move {unit}",
    orders.Add: "Take {unit} along",
    orders.Go: "March to {to}",
    orders.ForceMarch: "Force march to {to}",
    orders.Infiltrate: "Infiltrate {to}",
    orders.Entrain: "Go by rail",
    orders.Detrain: "By rail to {to}",
    orders.Drop: "Jump into {to}",
    orders.MobileAssault: "Overrun {at}",
    orders.Deceive: "Place a dummy",
    orders.PlaceDummy: "A dummy in {at}, {how}",
    orders.Reconnoitre: "{unit} looks at an enemy stack",
    orders.Examine: "Look at {at}",
    orders.Embark: "Go by sea",
    orders.Disembark: "By sea to {to}",
    orders.Rebase: "{unit} sails to {to}",
    orders.Raid: "Attack shipping",
    orders.Assign: "An agent for {mission}",
    orders.Recall: "Take an agent off {mission}",
    orders.RevealMissions: "Turn up the missions of your agents",
    air_orders.OrderMission: "{unit}: {mission}",
    air_orders.Fly: "Fly to {to}",
    air_orders.Scramble: "Attack them from {at}",
    air_orders.AirBattle: "Attack the aircraft in {at}",
    air_orders.Bomb: "Bomb {at}",
    air_orders.StrikeShips: "Attack the ships in {at}",
    air_orders.TouchDown: "{unit} lands in {at}",
    orders.Conduct: "Conduct {mission}",
    orders.Guard: "{agents} agents guard",
    orders.Sabotage: "Sabotage in {at}",
    orders.GoUnderground: "{unit} goes underground",
    orders.ComeUp: "{unit} comes up",
    orders.Atrocity: "Reprisals in {at}",
    orders.CutRail: "Cut the railway in {at}",
    orders.Entrench: "Entrench {unit}",
    orders.LeaveTrench: "{unit} leaves its trenches",
    orders.EntrenchLine: "Entrench the line {front}",
    orders.Armistice: "Offer an armistice, or agree to the enemy's",
    orders.HoldHere: "Hold here: nothing more in this impulse",
    orders.ReinforceFront: "Reinforce the {front} by rail",
    orders.Reorganize: "{units} become {into}",
    orders.March: "March {units} to {to}",
    orders.Attack: "Attack {at}",
    orders.Assault: "Attack {at} with {units}",
    orders.Join: "{unit} joins",
    orders.UseTable: "Use the table {table}",
    orders.Bombard: "{unit} bombards {at}",
    orders.ReleaseGas: "Use gas of {country}",
    orders.Devastate: "Lay waste {at}",
    orders.Lose: "Lose {unit}",
    orders.Retreat: "{unit} falls back to {to}",
    orders.Advance: "{unit} advances to {to}",
    orders.SendHome: "Send {unit} home",
    orders.Draw: "Select {card}",
    orders.Discard: "Put {card} back",
    orders.LayDown: "Lay {cards} cards face down",
    orders.Play: "Play {card} {on} {also}",
    orders.Submarines: "Unrestricted submarine warfare {state}",
    orders.Incite: "An uprising in {area}",
    orders.Hasten: "Hasten the units of {country}",
    orders.Rise: "Nationalists rise in {region}",
    orders.Develop: "Develop {card} at the expense of {payer}",
    orders.TakeBack: "Take {card} back into the deck",
    orders.MobilizeFor: "Mobilize for {country}",
    orders.Build: "Build {kind} {divisions}",
    orders.Transfer: "Give {to} {points} points",
    orders.Withdraw: "Take back {item}",
    orders.RepeatQuarter: "Order what was ordered last quarter",
    orders.Rebuild: "Rebuild {at}",
    orders.Motorize: "Motorize {unit}",
    orders.Deploy: "Place {unit} in {at}",
    orders.GoOff: "{unit} leaves the map for {area}",
    orders.ComeIn: "{unit} comes in at {to}",
    sea_orders.Seek: "Seek an engagement in the {sea}",
    sea_orders.Shell: "Bombard the {aim} of {at} from the {sea}",
    sea_orders.SendRaiders: "Send raiders out by the {sea}",
    sea_orders.Muster: "{unit} sails",
    sea_orders.Dismiss: "{unit} stays behind",
    sea_orders.Sail: "Sail with {units}",
    sea_orders.Intercept: "Go out against the enemy",
    sea_orders.Signal: "See who brings a second fleet",
    sea_orders.TurnUp: "Turn up the ships",
    sea_orders.OpenFire: "Fire first",
    sea_orders.Convoy: "{unit} escorts convoys",
    sea_orders.Land: "Land in {to} by assault",
    sea_orders.LieOff: "Lie off {to}",
}


def described(position: SteelPosition, action: Action) -> str:
    """An action in a few words for a player."""
    words = _WORDS.get(type(action))
    if words is None:
        return as_words(action)
    named = {field: _shown(position, field, getattr(action, field)) for field in action.__struct_fields__}
    return words.format(**named).strip()


def _shown(position: SteelPosition, field: str, value: Any) -> str:
    if field in ("unit", "units", "into"):
        units = (value,) if isinstance(value, str) else value
        return ", ".join(unit_name(position, unit) for unit in units)
    if field in ("to", "at") and str(value) in position.setting.board:
        return hex_name(position, value)
    if field == "sea":
        return fleets.sea_name(str(value))
    if field == "card":
        return (
            card_name(position.setting, number_of(str(value))) if str(value)[:1].isdecimal() else str(value)
        )
    if field == "divisions":
        return f"of {value} divisions" if value else ""
    return purse_name(position, value) if _is_country(position, value) else str(value)


def _is_country(position: SteelPosition, value: object) -> bool:
    return isinstance(value, str) and value.partition("/")[0] in position.setting.printed.countries.countries
