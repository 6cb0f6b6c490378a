"""What the pictures of the Western Front keep."""

from __future__ import annotations

import hexfront
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.table.portrait import last_shown


def test_looking_at_orders_that_are_taken_back_keeps_nothing_more() -> None:
    game = hexfront.new("western-front/schlieffen-plan", seed=3)
    assert isinstance(game.setting, WesternFrontSetting)
    shown = last_shown(game.setting)
    side = game.decision.side
    kept = []
    for _ in range(4):
        for action in list(game.decision.choices())[:3]:
            game.play(action, side)
            game.picture(side)
            game.forget(0)
            game.picture(side)
        kept.append(len(shown))
    assert kept[0] == kept[-1]
