"""What the chapters of a rulebook are written with, to be imported at one go.

A chapter is made of procedures that yield an `Ask` where somebody decides, receive an `Action`, throw dice
and tell what happened at the `Table`, and refuse with a `Refusal`. Each name is explained where it is made.
"""

from __future__ import annotations

from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Decision, Matter, Together
from hexfront.kernel.errors import Refusal, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger, Note, explained, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

__all__ = [
    "PASS",
    "Action",
    "Ask",
    "Decision",
    "Game",
    "Ledger",
    "Matter",
    "Note",
    "Pass",
    "Procedure",
    "Refusal",
    "Sealed",
    "Table",
    "Together",
    "explained",
    "unexplained",
]
