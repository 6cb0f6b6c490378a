"""What a single choice is worth by itself, for players that do not plan.

A march is worth what its hex is nearer to enemy cities, an attack what its exact odds promise, a unit what it
costs the enemy to meet it. Nothing is weighed against anything else, so that whoever plays by this alone has
neither a front nor reserves.
"""

from __future__ import annotations

from collections.abc import Collection

from hexfront.games.storm_of_steel import air_orders, orders, sea_orders
from hexfront.games.storm_of_steel.matters import Battle, InHand, Intruders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    air_combat,
    air_missions,
    aircraft,
    battles,
    combat,
    deck,
    flights,
    mobilization,
    moving,
    naval_transport,
)
from hexfront.games.storm_of_steel.staff import fights, politics
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CORPS
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.planning import Sight

PICKED = 0.1
WORTHLESS = -1.0
STAYING = 0.02  # a march of less than this is not worth the trouble
CLOSE = 1  # hexes from an enemy at which one digs in
FAR = 3  # hexes from the nearest enemy at which one comes out
_last: list[tuple[Sight, Survey]] = []


def appeal(sight: Sight, action: Action) -> float | None:
    """How good a choice looks; None where the usual answer will do."""
    position = sight.position
    assert isinstance(position, SteelPosition)
    survey = _look(sight, position)
    match action:
        case Pass():
            return 0.0
        case orders.Pick(unit):
            return _pick(survey, unit)
        case orders.Go(to) | orders.ForceMarch(to) | orders.Infiltrate(to):
            return _march(sight, survey, to)
        case orders.MobileAssault():
            return 5.0
        case orders.Attack(at):
            node = survey.board[at]
            return _value(survey, node, [unit.name for unit in combat.able(position, node)])
        case orders.Bombard() | orders.Join() | orders.Advance():
            return 1.0
        case orders.UseTable(table):
            return _table(sight, survey, table)
        case orders.Lose(unit):
            return -float(position.piece(position.units[unit]).strength)
        case orders.Retreat(_, to):
            return survey.peril.get(survey.board[to], 0.0)
        case orders.Deploy(_, at):
            node = survey.board[at]
            return survey.pull.get(node, 0.0) + survey.threat.get(node, 0.0)
    return _in_the_air(sight, survey, action)


MISSIONS = {aircraft.BOMBING: 0.3, aircraft.GROUND_SUPPORT: 0.2, aircraft.SUPERIORITY: 0.1}


def _in_the_air(sight: Sight, survey: Survey, action: Action) -> float | None:
    """Bombers bomb, others support; nobody looks at what may come on the way."""
    position = survey.position
    match action:
        case air_orders.OrderMission(_, mission):
            return MISSIONS.get(mission, WORTHLESS)
        case air_orders.Fly(to):
            return PICKED + (survey.worth(survey.board[to]) if to in survey.board else 0.0)
        case air_orders.Scramble(at):
            about = sight.decision.about
            assert isinstance(about, Intruders)
            force = flights.interceptors(position, sight.side, survey.board[at])
            coming = [position.units[name] for name in about.units]
            return float(air_combat.balance(position, force, coming)) + STAYING
        case air_orders.AirBattle() | air_orders.Bomb() | air_orders.StrikeShips():
            return 1.0
        case air_orders.TouchDown(_, at):
            ship = position.units.get(at)
            node = ship.at if ship is not None else survey.board[at]
            return -survey.threat.get(node, 0.0)
    return _in_the_rear(survey, action)


def _take_off(survey: Survey, unit: Unit) -> float:
    """Air units that have a mission and somewhere to fly."""
    position = survey.position
    if unit.name not in position.air_missions or unit.name in position.aloft or unit.moved:
        return WORTHLESS
    return PICKED if air_missions.destinations(position, [unit]) else WORTHLESS


def _in_the_rear(survey: Survey, action: Action) -> float | None:
    """Trenches, cards, points."""
    position = survey.position
    match action:
        case orders.Entrench(unit):
            near = survey.from_enemy.get(position.units[unit].at, FAR + 1)
            return PICKED if near <= CLOSE and _is_idle(survey, unit) else WORTHLESS
        case orders.LeaveTrench(unit):
            return PICKED if survey.from_enemy.get(position.units[unit].at, FAR + 1) >= FAR else WORTHLESS
        case orders.Draw(key):
            card = deck.card_of(position, key)
            shifts = sum(max(shift.columns, 0) for shift in card.shifts)
            by_itself = 0.0 if card.kind == deck.CAMPAIGN else politics.value(survey, card)
            return 0.5 + card.impulses + shifts + by_itself
        case orders.Play():
            return politics.played(survey, action) if action.on in neutrals(survey) else PICKED
        case orders.Develop() | orders.ReleaseGas():
            return PICKED
        case orders.MobilizeFor(country):
            wanted = any(_build(*each) > 0 for each in mobilization.buildable(position, country))
            return PICKED if wanted else WORTHLESS
        case orders.Build(kind, divisions):
            return _build(kind, divisions)
        case (
            orders.Transfer()
            | orders.Withdraw()
            | orders.Discard()
            | orders.Reorganize()
            | orders.Entrain()
            | orders.Add()
            | orders.GoOff()
            | orders.TakeBack()
            | orders.Submarines()
            | orders.Devastate()
            | orders.Rebuild()
            | sea_orders.LieOff()
        ):
            return WORTHLESS
        case orders.Disembark(to):
            return PICKED + survey.pull.get(survey.board[to], 0.0)
    return None


def neutrals(survey: Survey) -> Collection[str]:
    """The countries that a card could be played on."""
    return survey.setting.printed.countries.countries.keys() - survey.position.alliances.keys()


def _build(kind: str, divisions: int) -> float:
    """Corps by their size; nothing else is wanted by somebody who does not plan."""
    return float(divisions) if kind in CORPS else WORTHLESS


def _look(sight: Sight, position: SteelPosition) -> Survey:
    """One survey for all choices of a question."""
    if not _last or _last[0][0] is not sight:
        _last[:] = [(sight, Survey(position, sight.side))]
    return _last[0][1]


def _pick(survey: Survey, name: str) -> float:
    """Units that fight and can come nearer to what can be won by an ordinary march."""
    position = survey.position
    unit = position.units[name]
    if position.is_cargo(name):
        return PICKED if naval_transport.destinations(position, unit) else WORTHLESS
    if position.piece(unit).air:
        return _take_off(survey, unit)
    if not survey.fights(unit):
        return WORTHLESS
    here = survey.pull.get(unit.at, 0.0) + STAYING
    ways = moving.ordinary(position, [unit], 0)
    near = any(
        survey.pull.get(node, 0.0) > here or _is_prize(survey, node)
        for node in moving.stops(position, [unit], ways)
    )
    return PICKED if near else WORTHLESS


def _is_prize(survey: Survey, node: int) -> bool:
    return node in survey.prizes and survey.position.controller(node) != survey.side


def _march(sight: Sight, survey: Survey, to: str) -> float:
    """How much nearer to what can be won a hex is, and what it is worth itself."""
    about = sight.decision.about
    assert isinstance(about, InHand)
    here, there = survey.position.units[about.units[0]].at, survey.board[to]
    gained = survey.pull.get(there, 0.0) - survey.pull.get(here, 0.0)
    if survey.position.controller(there) != survey.side:
        gained += survey.prizes.get(there, 0.0)
    return gained - STAYING


def _value(survey: Survey, node: int, names: list[str]) -> float:
    """What an attack with all that can join promises."""
    units = [survey.position.units[name] for name in names]
    if not units:
        return WORTHLESS
    found = fights.best(survey.position, node, units, survey.worth(node))
    return found[0] if found else WORTHLESS


def _table(sight: Sight, survey: Survey, table: str) -> float:
    about = sight.decision.about
    assert isinstance(about, Battle)
    position = survey.position
    node = survey.board[about.at]
    battle = battles.battle_of(position, node, [position.units[name] for name in about.units])
    found = {each.table: each.value(survey.worth(node)) for each in fights.outlooks(position, battle)}
    return found[table]


def _is_idle(survey: Survey, name: str) -> bool:
    """Whether no enemy beside a unit's hex could be attacked with profit from there."""
    position = survey.position
    at = position.units[name].at
    mates = [unit for unit in position.troops_at(at) if survey.fights(unit) and not unit.entrenched]
    for node in position.setting.ground.around[at]:
        if mates and node in survey.defence:
            found = fights.best(position, node, mates, survey.worth(node))
            if found and found[0] > 0:
                return False
    return True
