"""Odds."""

from __future__ import annotations

from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Forecast


def odds(game: Game, action: Action) -> Distribution[str]:
    raise Refusal((), "nothing here depends on dice")


def outlook(game: Game, action: Action) -> Forecast:
    raise Refusal((), "nothing here depends on dice")
