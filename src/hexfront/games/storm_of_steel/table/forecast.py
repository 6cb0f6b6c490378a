"""An attack before it is made: how likely each result is on each table, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from hexfront.games.storm_of_steel import orders, secrecy
from hexfront.games.storm_of_steel.matters import Battle as BattleMatter
from hexfront.games.storm_of_steel.matters import Gas
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles, columns, combat, ground_support, poison_gas, siege
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.table import (
    agents_forecast,
    air_forecast,
    landing_forecast,
    sea_forecast,
    single_dice,
)
from hexfront.games.storm_of_steel.table.explanations import explain
from hexfront.games.storm_of_steel.table.names import hex_name
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast, Lookup, Prospect, Target
from hexfront.shared.forecasts import prospect
from hexfront.shared.words import counted

MINE, THEIRS, GROUND = "own losses", "enemy losses", "defenders gone"
BETWEEN = "Combat results table"
LEFT = "left"  # the hex is left before a second die is thrown
GAS_POLICY = "Of entrenched units the one with which least strength goes is driven out."
NO_DICE = "nothing here depends on dice"
WITHOUT_DICE = (
    *(orders.Pick, orders.Entrain, orders.Detrain, orders.Entrench, orders.LeaveTrench),
    *(orders.MobilizeFor, orders.Build, orders.Lose, orders.Retreat, orders.Advance, orders.Deploy),
)
_DICE = range(1, 7)
Outcome = tuple[str, float, float, bool]  # a result, what each side loses by it, whether the hex is left


def odds(game: Game[SteelPosition], action: Action) -> Distribution[str]:
    """How likely each result of an attack or bombardment is; of several tables that may be used it is told
    for the first, and named with each result."""
    position = _seen(game, action)
    if air_forecast.is_of_the_air(action):
        return air_forecast.odds(position, None if game.over else game.decision, action)
    if agents_forecast.is_of_agents(action):
        return agents_forecast.odds(position, _question(game, action), action)
    if (at_sea := sea_forecast.endings(game, position, action)) is not None:
        return sea_forecast.odds(at_sea)
    if (landing := landing_forecast.plan(position, _question(game, action), action)) is not None:
        return landing_forecast.odds(position, landing)
    if (plain := single_dice.odds(position, _question(game, action), action)) is not None:
        return plain
    if isinstance(action, orders.Bombard):
        return Distribution.evenly(
            row.result
            for die in _DICE
            for row in position.setting.printed.land.siege
            if (row.low or 1) <= die <= (row.high or 6)
        )
    battle, names = _battle(game, position, action)
    on = f"{names[0]} table: " if len(names) > 1 else ""
    gas = isinstance(action, orders.ReleaseGas)
    dice = _after_gas(position, battle, names[0]) if gas else _second_die(position, battle, names[0])
    return dice.map(lambda each: on + each[0])


def results(position: SteelPosition, battle: Battle, table: str) -> Distribution[str]:
    """[14.21] The results of an attack on a table."""
    column = columns.column(position, battle, table)
    cells = position.setting.printed.land.combat[table].cells
    return Distribution.evenly(cells[die, column] for die in _DICE)


def outlook(game: Game[SteelPosition], action: Action) -> Forecast:
    """How an attack may end, a prospect for each table that may be used; at sea, how a meeting may end."""
    if isinstance(action, WITHOUT_DICE):  # the commonest: nothing need be hidden for them
        raise Refusal((), NO_DICE)
    position = _seen(game, action)
    if air_forecast.is_of_the_air(action):
        return air_forecast.outlook(position, None if game.over else game.decision, action)
    if agents_forecast.is_of_agents(action):
        return agents_forecast.outlook(position, _question(game, action), action)
    if (at_sea := sea_forecast.outlook(game, position, action)) is not None:
        return at_sea
    if (landing := landing_forecast.plan(position, _question(game, action), action)) is not None:
        return landing_forecast.outlook(position, landing)
    if isinstance(action, orders.Bombard):
        fort = (
            siege.fort_at(position, position.setting.board[action.at])
            if action.at in position.setting.board
            else None
        )
        subject = position.piece(fort).name if fort else action.at
        endings = [Ending(text, float(chance)) for text, chance in odds(game, action).items()]
        return Forecast(f"Bombardment of {subject}", (prospect("", endings),), rules=("17.2",))
    battle, names = _battle(game, position, action)
    label = position.setting.board.label(battle.at)
    found = []
    if not isinstance(action, orders.ReleaseGas):
        found = [_plain(position, battle, name) for name in names]
    if _may_gas(game, action) and poison_gas.users(position, battle):
        found += [_gassed(position, battle, name) for name in names]
    if air_forecast.may_answer(position, battle):
        found += [_plain(position, battle, name, answered=True) for name in names]
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    unseen = sum(position.piece(unit).unknown for unit in battle.defenders)
    reckoned = f" or so, {counted(unseen, 'unit')} not seen" if unseen else ""
    return Forecast(
        f"Attack on {hex_name(position, label)}: {attack} against {defence}{reckoned}",
        tuple(found),
        (GROUND, MINE, THEIRS),
        rules=("14.2", "14.21"),
        losses=(MINE, THEIRS),
        between=BETWEEN,
        goal=GROUND,
    )


def _may_gas(game: Game[SteelPosition], action: Action) -> bool:
    """[33.2] Whether gas may still be used after an order: it is declared last, and not without it."""
    about = None if game.over else game.decision.about
    return isinstance(action, orders.ReleaseGas) or not isinstance(about, Gas)


def _plain(position: SteelPosition, battle: Battle, name: str, *, answered: bool = False) -> Prospect:
    """[14.21] [30.62] How an attack on a table may end, with all support from the air that waits over the
    hex; ``answered`` if the defender uses all air units that can support him."""
    columns_ = dict.fromkeys(
        columns.column(position, form, name)
        for form, _ in ground_support.forms(position, battle, answered=answered)
    )
    endings = [
        _shown(position, outcome, chance)
        for outcome, chance in _second_die(position, battle, name, answered=answered).items()
    ]
    said = f"{name.title()} at {' or '.join(columns_)}"
    if answered:
        said += ", supported from the air"
    lookup = Lookup(name, tuple(columns_), tuple(map(str, _DICE)))
    return prospect(said, endings, ledgers=[_ledger(position, battle, name)], lookups=[lookup])


def _ledger(position: SteelPosition, battle: Battle, name: str) -> dict[str, Any]:
    label, units = position.setting.board.label(battle.at), tuple(unit.name for unit in battle.attackers)
    return explain(position, orders.AttackOdds(label, units, name)).as_data()


# With gas


def _after_gas(position: SteelPosition, battle: Battle, name: str) -> Distribution[Outcome]:
    """[33.2] Both dice of an attack with gas: the result, what each side loses, and whether the hex is left.

    A result of the gas table changes who defends, and so what a result of the other costs.
    """
    return Distribution.evenly(poison_gas.rows(position, battle)).then(
        lambda row: _second_die(position, poison_gas.supposed(position, battle, row), name)
    )


def _second_die(
    position: SteelPosition, battle: Battle | None, name: str, *, answered: bool = False
) -> Distribution[Outcome]:
    """[14.21] [30.62] The dice of ground support, and then the die of the attack."""
    if battle is None:
        return Distribution.certain((LEFT, 0.0, 0.0, True))
    forms = ground_support.forms(position, battle, answered=answered)

    def fought(at: int) -> Distribution[Outcome]:
        form = forms[at][0]
        return results(position, form, name).map(lambda result: (result, *_costs(position, form, result)))

    return Distribution(dict(enumerate(chance for _, chance in forms))).then(fought)


def _gassed(position: SteelPosition, battle: Battle, name: str) -> Prospect:
    """[33.2] How an attack with gas may end."""
    endings = [
        _shown(position, outcome, chance) for outcome, chance in _after_gas(position, battle, name).items()
    ]
    label, units = position.setting.board.label(battle.at), tuple(unit.name for unit in battle.attackers)
    ledgers = [
        explain(position, orders.GasOdds(label, units)).as_data(),
        _ledger(position, battle, name),
    ]
    return prospect(f"{name.title()} with gas", endings, [GAS_POLICY], ledgers)


def _shown(position: SteelPosition, outcome: Outcome, chance: Fraction) -> Ending:
    """[14.21] What a result means: strength that is lost, and whether the hex is free afterwards."""
    result, mine, theirs, gone = outcome
    values = {GROUND: float(gone), MINE: mine, THEIRS: theirs}
    if result == LEFT:
        return Ending("Gas drives everybody out", float(chance), values, "gas")
    text = position.setting.printed.land.results[result].text
    return Ending(f"{result}: {text}", float(chance), values, result)


def _costs(position: SteelPosition, battle: Battle, result: str) -> tuple[float, float, bool]:
    """[14.21] The strength that each side loses by a result, and whether the hex is left."""
    fortune = combat.brought(position, battle, result)
    return fortune.ours, fortune.theirs, bool(fortune.ground)


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


def _question(game: Game[SteelPosition], action: Action) -> Decision | None:
    """The question an order answers."""
    return None if game.over else sea_forecast.asked(game, action)


def _seen(game: Game[SteelPosition], action: Action) -> SteelPosition:
    """[23.0] The position as the side knows it that gives the order."""
    if game.over:
        return game.position
    return secrecy.as_known(game.position, sea_forecast.asked(game, action).side)


def _battle(
    game: Game[SteelPosition], position: SteelPosition, action: Action
) -> tuple[Battle, Sequence[str]]:
    """The attack an order is part of, and the tables in question."""
    board = game.setting.board
    about = None if game.over else game.decision.about
    if isinstance(action, orders.ReleaseGas | Pass) and isinstance(about, Gas):
        battle = battles.battle_of(position, board[about.at], [position.units[name] for name in about.units])
        return battle, [about.table]
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
    raise Refusal((), NO_DICE)
