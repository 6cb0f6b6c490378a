"""Games that staffs have played for a while."""

from __future__ import annotations

import hexfront
from hexfront.ai import player
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.vocabulary import SIDES
from hexfront.kernel.game import Game

SCENARIO = "western-front/schlieffen-plan"


def until(phase: str, side: str, turn: int) -> Game:
    """A game played by cadets up to a phase of August."""
    made = hexfront.new(SCENARIO, seed=7)
    table = {each: player("cadet", made.title, each, 7) for each in SIDES}
    while True:
        position = made.position
        assert isinstance(position, WesternFrontPosition)
        if (position.date.turn, position.phase, made.decision.side) == (turn, phase, side):
            return made
        made.play(table[made.decision.side].choose(made).action)
