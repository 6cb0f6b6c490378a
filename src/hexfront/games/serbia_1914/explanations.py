"""Why a number is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Malformed
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.showing import Question

SerbiaQuestion: Any = None


def questions_about(position: SerbiaPosition, viewer: str, subject: str) -> Sequence[Question]:
    return ()


def explain(position: SerbiaPosition, question: Action) -> Ledger:
    raise Malformed("nothing to explain")
