"""What titles are put together from: mechanisms of games with counters on hexes, which know no history.

The kernel plays any game. What lies here is for titles alone, and nobody but titles uses it.
"""
