"""Several people lay out one side: units named by kind, by number and by hex are their commanders'."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import hexfront
from hexfront.kernel.command import Staffing
from hexfront.kernel.game import Game

BRITISH = "Entente/Great Britain"
HERS: Sequence[str] = ()  # the chief's


@pytest.fixture(scope="module")
def game() -> Game:
    return hexfront.new("western-front/somme", seed=1)


def whose(game: Game, line: str) -> Sequence[str]:
    return Staffing(game, "entente", (BRITISH,)).whose(game.decision, game.read_action(line))


@pytest.mark.rule("WF 18 set-up")
@pytest.mark.parametrize(
    ("line", "belongs"),
    [
        ("deploy gb-hq-xxxx-1", [BRITISH]),
        ("deploy gb-inf-xx-7-5", [BRITISH]),
        ("deploy fr-inf-xx-6-4", HERS),
        ("station gb-inf-xx-7-5:2 0908", [BRITISH]),
        ("station gb-inf-xx-31,gb-inf-xx-7-5:2 0908", [BRITISH]),
        ("station gb-inf-xx-31,fr-inf-xx-6-4:1 0908", HERS),
        ("spread gb-inf-xx-31,fr-inf-xx-6-4 0908,0909", HERS),
        ("line-up gb-inf-xx-31,fr-inf-xx-6-4 0908 0910", HERS),
        ("behind gb-inf-xx-31,fr-inf-xx-6-4 0908", HERS),
        ("hold-back gb-inf-xx-31,fr-inf-xx-6-4:1", HERS),
        ("strike-off gb-inf-xx-31,fr-inf-xx-6-4:1", HERS),
        ("deploy nobody", HERS),
        ("deploy-all", HERS),
        ("pass", HERS),
    ],
)
def test_a_kind_of_units_is_laid_out_by_who_commands_them(
    game: Game, line: str, belongs: Sequence[str]
) -> None:
    assert list(whose(game, line)) == list(belongs)


@pytest.mark.rule("WF 18 set-up")
def test_who_stands_in_a_hex_is_taken_back_by_who_commands_them_all() -> None:
    game = hexfront.new("western-front/somme", seed=1)
    game.play_words("station gb-inf-xx-7-5:1 0908")
    assert list(whose(game, "take-back 0908")) == [BRITISH]
    game.play_words("station fr-inf-xx-6-4:1 2016")
    assert list(whose(game, "take-back 0908,2016")) == list(HERS)
