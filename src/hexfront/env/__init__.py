"""Hexfront for research: environments with action masks, and datasets. Needs the extra ``rl``.

>>> from hexfront.env import hexfront_v0
>>> env = hexfront_v0.env("outpost/skirmish")       # a PettingZoo AEC environment for any scenario
>>> env.reset(seed=1)
>>> env.agent_selection
'red'

`hexfront.env.single.SingleSide` is a Gymnasium environment for one side, with a computer player as opponent.
What observations and actions mean is told in ``docs/laboratory.md``.
"""
