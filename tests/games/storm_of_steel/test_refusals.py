"""Refusals name the rule and the reason, as a player would ask for them."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Deploy, Draw, Play, Reorganize
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, game, laid

MORALE = "morale central-powers 80\nmorale entente 80\n"


def said(of: Game, action: Action) -> str:
    refusal = of.check(action, CP)
    assert refusal is not None, f"{action} is legal"
    return str(refusal)


@pytest.mark.rule("4.41", "4.1")
def test_a_card_for_several_fronts_says_how_it_is_taken() -> None:
    of = game(f"turn 4 cards central-powers\n{MORALE}")
    assert said(of, Draw("8")) == "Watch on the Rhine is taken as 8-west, 8-east, 8-middle-east [4.41]"
    assert said(of, Draw("6-east")) == "Ypres is taken as 6 [4.41]"


@pytest.mark.rule("6.11", "19.24", "19.3")
@pytest.mark.parametrize(
    ("card", "country", "words"),
    [
        (28, "switzerland", "no diplomacy of the Central Powers wins Switzerland [6.11]"),
        (28, "france", "France is not neutral [19.3]"),
        (28, "bulgaria", "Bulgaria is closed to the Central Powers until turn 7 [6.11]"),
        (27, "sweden", "Sweden is never threatened [19.24]"),
    ],
)
def test_diplomacy_and_ultimatum_say_why_not(card: int, country: str, words: str) -> None:
    closed = "closed 'central-powers bulgaria' 7\n"
    of = game(f"turn 4 diplomacy central-powers\n{laid(4)}{MORALE}{closed}picked central-powers {card}\n")
    assert said(of, Play(card, country)) == words


@pytest.mark.rule("6.11")
def test_an_ultimatum_says_how_much_strength_is_wanting() -> None:
    text = f"turn 4 diplomacy central-powers\n{laid(4)}{MORALE}picked central-powers 27\nunit ge-2a-i 2720\n"
    refusal = game(text).check(Play(27, "netherlands"), CP)
    assert refusal is not None
    assert (refusal.rules, refusal.needed, refusal.had) == (("6.11",), 20, 4)


@pytest.mark.rule("9.1", "9.3", "9.0")
@pytest.mark.parametrize(
    ("given", "taken", "words"),
    [
        (("ge-2a-i", "ge-2a-ii"), ("ge-4a-i",), "corps of 4 divisions are formed from winter-1916 on [9.3]"),
        (("ge-2a-i", "ge-2r-i-res"), ("ge-4a-i",), "only units of one kind and country are exchanged [9.1]"),
        (("ge-2a-i",), ("ge-3a-i",), "as many divisions are taken as are given"),
        (("ge-2a-i", "ge-2a-iv"), ("ge-4a-i",), "only units of one hex are exchanged [9.1]"),
        (("ge-2c-hkk-1",), ("ge-2c-hkk-2",), "only infantry corps are reorganized [9.0]"),
        (("fr-2a-i",), ("fr-3a-i",), "must be yours"),
    ],
)
def test_exchanges_say_why_not(given: tuple[str, ...], taken: tuple[str, ...], words: str) -> None:
    units = "unit ge-2a-i 2525\nunit ge-2a-ii 2525\nunit ge-2a-iv 2625\nunit ge-2r-i-res 2525\n"
    text = (
        "turn 4 reorganization central-powers impulse=1\n"
        f"{MORALE}{units}unit ge-2c-hkk-1 2625\nunit fr-2a-i 2425\n"
    )
    assert words in said(game(text), Reorganize(given, taken))


@pytest.mark.rule("7.6", "7.61", "7.64")
def test_places_of_arrival_say_why_not() -> None:
    full = "unit ge-2a-ii 3719\nunit ge-2a-iii 3719\nunit ge-2a-iv 3719\n"
    of = game(f"turn 4 reinforcements central-powers\n{MORALE}{full}due ge-2a-i 4\n")
    assert said(of, Deploy("ge-2a-i", "3719")) == "3719 has no room [7.61]"
    assert said(of, Deploy("ge-2a-i", "1924")) == "1924 is no city of its country [7.6]"
    assert said(of, Deploy("ge-2a-i", "2525")) == "I Corps appears in an industrial city of its country [7.6]"
