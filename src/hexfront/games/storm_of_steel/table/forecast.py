"""An attack before it is made: how likely each result is on each table, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.matters import Battle as BattleMatter
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles, columns, combat, siege
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.table.explanations import explain
from hexfront.games.storm_of_steel.table.names import hex_name
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast, Target
from hexfront.shared.forecasts import prospect

MINE, THEIRS, GROUND = "own losses", "enemy losses", "defenders gone"
BETWEEN = "Combat results table"
_DICE = range(1, 7)


def odds(game: Game[SteelPosition], action: Action) -> Distribution[str]:
    """How likely each result of an attack or bombardment is; of several tables the first that may be used."""
    position = game.position
    if isinstance(action, orders.Bombard):
        return Distribution.evenly(
            row.result
            for die in _DICE
            for row in position.setting.printed.land.siege
            if (row.low or 1) <= die <= (row.high or 6)
        )
    battle, names = _battle(game, action)
    return results(position, battle, names[0])


def results(position: SteelPosition, battle: Battle, table: str) -> Distribution[str]:
    """[14.21] The results of an attack on a table."""
    column = columns.column(position, battle, table)
    cells = position.setting.printed.land.combat[table].cells
    return Distribution.evenly(cells[die, column] for die in _DICE)


def outlook(game: Game[SteelPosition], action: Action) -> Forecast:
    """How an attack may end, a prospect for each table that may be used."""
    position = game.position
    if isinstance(action, orders.Bombard):
        fort = (
            siege.fort_at(position, position.setting.board[action.at])
            if action.at in position.setting.board
            else None
        )
        subject = position.piece(fort).name if fort else action.at
        endings = [Ending(text, float(chance)) for text, chance in odds(game, action).items()]
        return Forecast(f"Bombardment of {subject}", (prospect("", endings),), rules=("17.2",))
    battle, names = _battle(game, action)
    label = position.setting.board.label(battle.at)
    found = []
    for name in names:
        column = columns.column(position, battle, name)
        endings = [
            _ending(position, battle, result, chance)
            for result, chance in results(position, battle, name).items()
        ]
        units = tuple(unit.name for unit in battle.attackers)
        ledger = explain(position, orders.AttackOdds(label, units, name)).as_data()
        found.append(prospect(f"{name.title()} at {column}", endings, ledgers=[ledger]))
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    return Forecast(
        f"Attack on {hex_name(position, label)}: {attack} against {defence}",
        tuple(found),
        (GROUND, MINE, THEIRS),
        rules=("14.2", "14.21"),
        losses=(MINE, THEIRS),
        between=BETWEEN,
        goal=GROUND,
    )


def _ending(position: SteelPosition, battle: Battle, result: str, chance: Fraction) -> Ending:
    """[14.21] What a result means: strength that is lost, and whether the hex is free afterwards."""
    meaning = position.setting.printed.land.results[result]
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    mine, theirs = combat.owed_losses(meaning.attacker, meaning.defender, attack, defence)
    flee = meaning.retreat == "defender" and _all_leave(position, battle, result)
    gone = flee or meaning.defender == "all"
    values = {GROUND: float(gone), MINE: float(mine), THEIRS: float(theirs)}
    return Ending(f"{result}: {meaning.text}", float(chance), values, result)


def _all_leave(position: SteelPosition, battle: Battle, result: str) -> bool:
    """[12.4] [17.1] Whether nobody of the defenders stands fast when they have to fall back."""
    turned = position.setting.printed.land.results[result].entrenched == "turn mobile"
    return not any(position.piece(unit).fort or (unit.entrenched and not turned) for unit in battle.defenders)


def targets(position: SteelPosition, decision: Decision) -> Iterator[Target]:
    """[14.1] [17.2] The hexes that can be attacked, each with those who may, the strongest first."""
    board = position.setting.board
    for action in decision.choices():
        if isinstance(action, orders.Attack):
            able = combat.able(position, board[action.at])
            able.sort(key=lambda unit: -position.piece(unit).strength)
            yield Target(action.at, action, tuple(unit.name for unit in able))
        elif isinstance(action, orders.Bombard):
            yield Target(action.at, action)


def _battle(game: Game[SteelPosition], action: Action) -> tuple[Battle, Sequence[str]]:
    """The attack an order is part of, and the tables in question."""
    position, board = game.position, game.setting.board
    about = None if game.over else game.decision.about
    if isinstance(action, orders.UseTable) and isinstance(about, BattleMatter):
        battle = battles.battle_of(position, board[about.at], [position.units[name] for name in about.units])
        return battle, [action.table]
    if isinstance(action, orders.Join | Pass) and isinstance(about, BattleMatter):
        names = (*about.units, *([action.unit] if isinstance(action, orders.Join) else []))
        joined = [position.units[name] for name in names if name in position.units]
        if joined:
            battle = battles.battle_of(position, board[about.at], joined)
            return battle, battles.tables(position, battle)
    if isinstance(action, orders.Assault | orders.Attack) and action.at in board:
        node = board[action.at]
        able = combat.able(position, node)
        if isinstance(action, orders.Assault):
            able = [unit for unit in able if unit.name in action.units]
        if able and battles.enemy_at(position, node, position.active):
            battle = battles.battle_of(position, node, able)
            return battle, battles.tables(position, battle)
    raise Refusal((), "nothing here depends on dice")
