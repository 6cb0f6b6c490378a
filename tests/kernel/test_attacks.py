"""Sheets of attacks: the best on each hex, what it would take, and nothing that is hidden."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.title import TITLE as SERBIA
from hexfront.games.western_front.orders import Assault, Attack
from hexfront.games.western_front.title import TITLE as WEST
from hexfront.kernel.attacks import Sheet
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text

GERMANS, FRENCH = "central-powers", "entente"
WESTERN = """title western-front
scenario schlieffen-plan
date 1914-09-3 combat central-powers
unit ge-inf-xx-17 1010
unit ge-inf-xx-18 1010
unit ge-inf-xx-19 0911
unit ge-inf-xx-20 1310
unit ge-hq-xxxx-2 1109 supply=30
unit fr-inf-xx-1 1011
unit fr-inf-xx-2 1111
unit fr-hq-xxxx-5 1013 supply={supply}
"""


def western(supply: int = 20) -> Game:
    return game_from_text(WEST, parse(WESTERN.format(supply=supply)))


def test_a_sheet_has_the_best_attack_on_each_hex_first() -> None:
    sheet = Sheet(western(), GERMANS)
    attacks = sheet.attacks()
    assert sorted(each.hex for each in attacks) == ["1011", "1111"]
    balances = [losses[1] - losses[0] for each in attacks if (losses := each.forecast.expected_losses)]
    assert balances == sorted(balances, reverse=True)
    for each in attacks:
        assert each.forecast.chance is not None
        assert not each.forecast.between
        assert each.action == Assault(each.hex, each.pieces)
        assert set(each.pieces) <= set(each.able)
        others = [rung.forecast.expected_losses for rung in sheet.ladder(each.hex)]
        mine = each.forecast.expected_losses
        assert mine is not None
        assert all(mine[1] - mine[0] >= other[1] - other[0] for other in others if other) or len(others) > 4


def test_nobody_is_asked_to_attack_who_is_not_beside_the_hex() -> None:
    target = Sheet(western(), GERMANS).target("1011")
    assert target.action == Attack("1011")
    assert sorted(target.able) == ["ge-inf-xx-17", "ge-inf-xx-18", "ge-inf-xx-19"]


def test_an_attack_of_some_is_refused_with_the_rule_that_forbids_it() -> None:
    sheet = Sheet(western(), GERMANS)
    alone = sheet.attack("1011", ["ge-inf-xx-19"])
    assert alone.pieces == ("ge-inf-xx-19",)
    with pytest.raises(Refusal, match="not next to") as refused:
        sheet.attack("1011", ["ge-inf-xx-20"])
    assert refused.value.rules == ("12-4",)
    with pytest.raises(Refusal, match="cannot be attacked"):
        sheet.attack("1310")


def test_the_odds_that_were_seen_are_those_of_what_is_played() -> None:
    game = western()
    attack = Sheet(game, GERMANS).attack("1011")
    assert game.check(attack.action, GERMANS) is None
    assert game.forecast(attack.action) == attack.forecast


def test_a_ladder_adds_one_piece_after_the_other() -> None:
    rungs = list(Sheet(western(), GERMANS).ladder("1011"))
    assert [len(each.pieces) for each in rungs] == [1, 2, 3]
    chances = [each.forecast.chance for each in rungs]
    assert chances == sorted(chances, key=lambda chance: chance or 0.0)


def test_a_sheet_does_not_depend_on_what_is_hidden() -> None:
    """[17-5] The attacker does not know the supply points of the defender."""
    assert Sheet(western(1), GERMANS).attacks() == Sheet(western(60), GERMANS).attacks()


def test_who_is_not_asked_has_no_sheet() -> None:
    with pytest.raises(Refusal, match="not for entente"):
        Sheet(western(), FRENCH)


def test_where_attackers_are_indicated_one_by_one_each_is_on_the_sheet() -> None:
    text = """title serbia-1914
scenario grand-campaign
turn 3 attack serbia
unit sr-inf-xx-drina-1 23.16 corps=third
unit sr-inf-xx-morava-1 23.16 corps=third
unit ah-inf-xx-9 22.16 army=FIFTH corps=8 reductions=1
"""
    sheet = Sheet(game_from_text(SERBIA, parse(text)), "serbia")
    attacks = sheet.attacks()
    assert {each.hex for each in attacks} == {"22.16"}
    assert all(not each.able and not each.pieces for each in attacks)
    assert all(each.forecast.chance is not None for each in attacks)
    with pytest.raises(Refusal, match="not chosen by one order"):
        sheet.attack("22.16", ["sr-inf-xx-drina-1"])
