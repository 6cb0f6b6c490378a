"""A mission of agents before its die is thrown: how likely it succeeds, and what it brings."""

from __future__ import annotations

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.matters import Mission
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import agents
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast
from hexfront.shared.forecasts import prospect
from hexfront.shared.words import counted

OWN, ENEMY = "morale of those who act", "morale of the others"
SUCCESS, AGENT_LOST = "success", "agents lost"
MEASURES = (SUCCESS, OWN, ENEMY, AGENT_LOST)
FAILS, LOSES = "it fails", "it fails, and an agent is lost"


def is_of_agents(action: Action) -> bool:
    """[32.3] Whether an order sends agents out or guards against them."""
    return isinstance(action, orders.Conduct | orders.Guard)


def odds(position: SteelPosition, decision: Decision | None, action: Action) -> Distribution[str]:
    """[32.3] How a mission ends; one that is not guarded yet, against no guards."""
    mission, count, against = _case(position, decision, action)
    return _outcomes(position, mission, count - against[0]).map(lambda outcome: outcome[0])


def outlook(position: SteelPosition, decision: Decision | None, action: Action) -> Forecast:
    """[32.3] [32.4] How a mission may end, a prospect for each number of agents that may guard against it."""
    mission, count, against = _case(position, decision, action)
    prospects = tuple(
        prospect(
            f"Against {counted(guards, 'guard')}",
            [
                Ending(text, float(chance), dict(zip(MEASURES, values, strict=True)))
                for (text, values), chance in _outcomes(position, mission, count - guards).items()
            ],
        )
        for guards in against
    )
    return Forecast(
        f"{mission.capitalize()} with {counted(count, 'agent')}",
        prospects,
        MEASURES,
        rules=("32.3", "32.4"),
        goal=SUCCESS,
    )


def chance(position: SteelPosition, differential: int) -> str:
    """[32.3] The least die that succeeds by a difference of agents, with its chance."""
    least = agents.least(position, differential)
    return f"succeeds with {least}{' or more' if least < agents.BEST else ''}: {(7 - least) / 6:.0%}"


def _case(
    position: SteelPosition, decision: Decision | None, action: Action
) -> tuple[str, int, tuple[int, ...]]:
    """The mission, the agents who conduct it, and the numbers that may guard against it."""
    if decision is not None:
        about, side = decision.about, decision.side
        if isinstance(action, orders.Guard) and isinstance(about, Mission) and about.agents:
            return about.mission, about.agents, (action.agents,)
        if isinstance(action, orders.Conduct) and action.mission in agents.attacks(position, side):
            count = position.missions[side].count(action.mission)
            guards = position.missions.get(other_side(side), ()).count(agents.GUARDS)
            return action.mission, count, tuple(range(guards + 1))
    raise Refusal((), "nothing here depends on dice")


def _outcomes(
    position: SteelPosition, mission: str, differential: int
) -> Distribution[tuple[str, tuple[float, ...]]]:
    """[32.3] The outcomes of the die, each with what is measured."""
    return Distribution.evenly(_outcome(position, mission, differential, die) for die in range(1, 7))


def _outcome(
    position: SteelPosition, mission: str, differential: int, die: int
) -> tuple[str, tuple[float, ...]]:
    """[32.3] [32.4] What a die brings: a natural one loses an agent, a natural six does best."""
    if die < agents.least(position, differential):
        return (LOSES, (0.0, 0.0, 0.0, 1.0)) if die == 1 else (FAILS, (0.0, 0.0, 0.0, 0.0))
    row = position.setting.printed.politics.missions[mission]
    best = die == agents.BEST
    own, enemy = (row.best_own, row.best_enemy) if best else (row.own, row.enemy)
    changes = ((own, "own morale"), (enemy, "enemy morale"))
    told = ", ".join(f"{change:+d} {whose}" for change, whose in changes if change)
    return f"it succeeds: {told}" if told else "it succeeds", (1.0, float(own), float(enemy), 0.0)
