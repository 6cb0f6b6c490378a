"""Many games at once, each in a process of its own, as Gymnasium's vector environments.

>>> from hexfront.env.many import many_sides
>>> envs = many_sides("outpost/skirmish", 2, side="red", opponent="random")
>>> observations, infos = envs.reset(seed=3)
>>> observations["action_mask"].shape[0]
2
>>> envs.close()

Observations lie in memory that the processes share. A game that is over is begun anew at the next step, as
Gymnasium has it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from hexfront.env.single import SingleSide


def many_sides(
    scenario: str, number: int, *, processes: bool = True, **settings: Any
) -> VectorEnv[Any, Any, Any]:
    """So many games of one side each; ``settings`` are those of `SingleSide`.

    Without processes they are played one after the other in this one, which is quicker for a few short games.
    """
    made = [partial(SingleSide, scenario, **settings) for _ in range(number)]
    return AsyncVectorEnv(made) if processes else SyncVectorEnv(made)
