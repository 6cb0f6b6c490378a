"""The part of Hexfront that knows hexes, dice, decisions and journals, and no history.

Read in this order: `grid` and `board` (where), `paths` (how far), `dice` and `odds` (chance), `ledger`
and `rulebook` (why), `play` (who decides what), `save` and `postext` (how it is written down).
"""
