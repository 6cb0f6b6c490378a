"""The laboratory: many games by computer players, and what can be learnt from them.

A `Series` says which games are to be played; each is known by its seed and can be played again by itself.
`run` plays them on the cores of this machine or on a cluster and keeps each result as soon as it is there.
"""

from __future__ import annotations

from hexfront.sim.results import Folder, GameRecord
from hexfront.sim.running import Lost, run
from hexfront.sim.series import Arm, Series, Shard, Task, make_series

__all__ = ["Arm", "Folder", "GameRecord", "Lost", "Series", "Shard", "Task", "make_series", "run"]
