"""The odds of an attack before it is made, for players and tools.

The reckoning itself is in `prospects`. Here an order is turned into the battle it would begin.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.western_front.orders import Add, Assault, Attack, ColumnAttack, Join, Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import column_attack, combat
from hexfront.games.western_front.rules.battle import Battle, defending_units
from hexfront.games.western_front.rules.prospects import Forecast, Outcome, forecast, forecasts
from hexfront.kernel.actions import Action, FixDice, FreshDice, Pass, StirDice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution

__all__ = ["Forecast", "Outcome", "attack_odds", "battle_of", "forecast", "forecasts"]


def attack_odds(game: Game, action: Action) -> Distribution[str]:
    """How an attack may end, if the defender takes his best terrain and holds where he may.

    The action is an attack on a hex (with every unit that can join), an attack with named units, a column
    attack of the group in hand, or the pass that closes the joining of either. No die is thrown. The
    attacker does not know the defender's supply points [17-5], so the defender is reckoned to have enough.
    """
    position = game.position
    assert isinstance(position, WesternFrontPosition)
    battle = battle_of(game, position, action)
    if not defending_units(position, battle):
        return Distribution.certain("nobody can resist")
    known = game.title.redact(position, battle.side)
    assert isinstance(known, WesternFrontPosition)
    return forecasts(known, battle)[0].standing.map(Outcome.text)


def battle_of(game: Game, position: WesternFrontPosition, action: Action) -> Battle:
    """The battle an order would begin. Refusal if it begins none."""
    match action:
        case Attack(at):
            return _declared(position, at, ())
        case Assault(at, units):
            return _declared(position, at, units)
        case ColumnAttack(at) if game.decision.kind == "go":
            return _in_column(position, at, _in_hand(game, game.step))
        case Pass() if game.decision.kind == "join":
            return _joining(game, position)
    raise Refusal((), "nothing here depends on dice")


def _joining(game: Game, position: WesternFrontPosition) -> Battle:
    """The attack that is being put together: its hex, and who has joined so far."""
    joined: list[str] = []
    for step in range(game.step, 0, -1):
        match game.journal[step - 1].action:
            case Join(unit):
                joined.insert(0, unit)
            case Attack(at):
                return _declared(position, at, joined)
            case ColumnAttack(at):
                return _in_column(position, at, _in_hand(game, step - 1), joined)
            case FixDice() | StirDice() | FreshDice():
                continue
            case _:
                break
    raise Refusal("12-6", "no attack is being put together")


def _in_hand(game: Game, step: int) -> list[str]:
    """[6-4] [6-5] The group that was in hand after so many steps: who was picked and added, and still is."""
    names: list[str] = []
    for entry in reversed(game.journal[:step]):
        match entry.action:
            case Add(unit):
                names.insert(0, unit)
            case Pick(unit):
                names.insert(0, unit)
                break
    position = game.position
    assert isinstance(position, WesternFrontPosition)
    return [name for name in names if name in position.units]


def _in_column(
    position: WesternFrontPosition, at: str, group: Sequence[str], joined: Sequence[str] = ()
) -> Battle:
    """[16-4] The column attack of a group, and of those who stay in its hex for it."""
    node = position.setting.board[at]
    names = [unit.name for unit in column_attack.attackers(position, group)]
    unready = tuple(unit.name for unit in position.units_at(node) if not unit.mobilized)
    return Battle(position.active, node, (*names, *joined), column=True, unready=unready)


def _declared(position: WesternFrontPosition, at: str, units: Sequence[str]) -> Battle:
    side = position.active
    if at not in position.setting.board:
        raise Refusal("12-4", f'"{at}" is not on the board')
    node = position.setting.board[at]
    if node in position.fought_over:
        raise Refusal("12-7", f"{at} has already been attacked in this phase")
    for name in units:
        unit = position.units.get(name)
        if unit is None or position.side_of(unit) != side:
            raise Refusal("12-6", f'you have no unit "{name}"')
        if (refusal := combat.why_not_join(position, unit, node)) is not None:
            raise refusal
    names = tuple(units) or tuple(unit.name for unit in combat.able_to_attack(position, side, node))
    if not names:
        raise Refusal("12-4", f"no unit that could attack is next to {at}")
    unready = tuple(unit.name for unit in position.units_at(node) if not unit.mobilized)
    return Battle(side, node, names, unready=unready)
