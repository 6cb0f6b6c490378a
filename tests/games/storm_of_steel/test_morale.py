"""Morale: what changes it, in which order, and that its ledger adds up."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.storm_of_steel.rules.morale import unbalanced
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, changes, game, state


def morale_phase(text: str, cp: int = 80, en: int = 80, turn: int = 9) -> Game:
    """A game in which the Morale Phase of a turn has just been played."""
    of = game(f"turn {turn} morale central-powers\nmorale central-powers {cp}\nmorale entente {en}\n{text}")
    assert not unbalanced(state(of))
    return of


@pytest.mark.rule("5.12", "3.2-6", "3.2-6c")
@pytest.mark.parametrize(("corps", "points"), [(2, 0), (3, -1), (5, -1), (6, -2)])
def test_twelve_strength_points_lost_cost_a_point(corps: int, points: int) -> None:
    names = ("i", "ii", "iii", "iv", "v", "vi")[:corps]
    of = morale_phase("".join(f"dead ge-2a-{name} central-powers west germany 4\n" for name in names))
    assert changes(of, CP) == ({f"{4 * corps} strength points lost": points} if points else {})
    assert changes(of, EN) == {}  # nobody wins morale by killing
    assert not state(of).dead
    assert state(of).in_pool("ge-2a-i")  # back in the force pool


@pytest.mark.rule("5.12", "23.1")
def test_what_only_veiled_a_stack_is_no_loss_of_any_country() -> None:
    of = morale_phase("dead fog-entente-01 entente east '' 0\ndead ru-4a-i entente east russia 4\n")
    assert set(state(of).strength_lost) == {"russia"}
    assert state(hexfront.position(of.position_text().text())).strength_lost == {"russia": 4}


@pytest.mark.rule("5.12")
def test_ships_and_aircraft_cost_a_point_and_battleships_two() -> None:
    of = morale_phase(
        "dead gb-bb-1 entente nobody great-britain 0\ndead gb-ca-1 entente nobody great-britain 0\n"
        "dead gb-ta-1 entente west great-britain 0\n"
    )
    assert sum(changes(of, EN).values()) == -2 - 1 - 1


@pytest.mark.rule("5.13", "4.6-Objective-3", "4.6-Objective", "4.6-Objective-1", "5.11")
def test_jerusalem_with_its_card_is_ten_for_the_entente_and_five_off_the_enemy() -> None:
    of = morale_phase(
        "country ottoman-empire central-powers\nholder 8161 entente\nunit gb-2a-i 8161\nshown entente 63\n",
        en=60,
    )
    assert changes(of, EN) == {"Jerusalem taken": 5, "Jerusalem met its objective": 5}
    assert changes(of, CP) == {"Jerusalem lost": -5}
    assert (state(of).morale[CP], state(of).morale[EN]) == (75, 70)


@pytest.mark.rule("5.13")
def test_a_city_that_is_taken_back_gives_its_points_back() -> None:
    of = morale_phase("credited 2525 entente\nunit ge-2a-i 2525\n")  # Metz
    assert changes(of, CP) == {"Metz taken": 2}
    assert changes(of, EN) == {"Metz lost": -2}


@pytest.mark.rule("5.13", "16.21")
def test_a_city_that_was_left_is_not_recaptured_before_somebody_enters() -> None:
    of = morale_phase("credited 1924 central-powers\nholder 1924 nobody\n")
    assert changes(of, EN) == {}
    entered = morale_phase("credited 1924 central-powers\nunit fr-2a-i 1924\n")
    assert changes(entered, EN) == {"Paris taken": 10}
    assert changes(entered, CP) == {"Paris lost": -10}


@pytest.mark.rule("4.6-Objective-1", "4.6-Objective")
def test_a_capital_held_before_is_no_objective() -> None:
    held = "holder 1924 central-powers\nunit ge-2a-i 1924\ncredited 1924 central-powers\n"
    before = morale_phase(f"{held}held 1924 central-powers\nshown central-powers 25\n", turn=15)
    assert changes(before, CP)["Kaiserschlacht missed its objective"] == -7
    now = morale_phase(f"{held}shown central-powers 25\n", turn=15)
    assert changes(now, CP)["Kaiserschlacht met its objective"] == 7
    russia = "holder 6003 central-powers\nunit ge-2a-ii 6003\ncredited 6003 central-powers\n"
    other = morale_phase(f"{held}{russia}held 1924 central-powers\nshown central-powers 25\n", turn=15)
    assert changes(other, CP)["Kaiserschlacht met its objective"] == 7  # St Petersburg


@pytest.mark.rule("4.6-Objective-2")
def test_units_to_eliminate_count_however_they_were_lost_but_on_their_front() -> None:
    dead = "".join(f"dead ru-2a-{name} entente {{}} russia 4\n" for name in ("i", "ii", "iii"))
    met = morale_phase(dead.replace("{}", "east") + "shown central-powers 4\n", turn=1)
    assert changes(met, CP) == {"Tannenberg met its objective": 3}
    elsewhere = morale_phase(dead.replace("{}", "middle-east") + "shown central-powers 4\n", turn=1)
    assert changes(elsewhere, CP) == {"Tannenberg missed its objective": -3}
    brigades = morale_phase(
        "dead ru-hq-1 entente east russia 1\ndead ru-2a-i entente east russia 4\n"
        "dead ru-2a-ii entente east russia 4\n"
        "shown central-powers 4\n",
        turn=1,
    )
    assert changes(brigades, CP) == {"Tannenberg missed its objective": -3}  # a headquarters is no corps


@pytest.mark.rule("4.6-Objective")
def test_a_card_without_objective_moves_nothing() -> None:
    of = morale_phase("shown central-powers 8\nplayed-on 8 west\n")
    assert changes(of, CP) == {}


@pytest.mark.rule("5.16")
def test_grain_hexes_feed_the_central_powers() -> None:
    of = morale_phase("holder 5637 6032 central-powers\ncountry romania entente\n")
    assert changes(of, CP) == {"2 grain hexes": 2}


@pytest.mark.rule("28.2", "3.2-6b", "28.0")
def test_the_blockade_takes_a_die() -> None:
    fleet = "unit gb-bb-1 1802\nunit gb-bb-2 1802\n"
    of = game(
        "turn 9 contested-seas central-powers\nmorale central-powers 80\nmorale entente 80\n"
        f"{fleet}developed 92\n"
    )
    taken = -changes(of, CP)["the blockade"]
    assert 1 <= taken <= 6
    assert state(of).morale[CP] == 80 - taken
    assert not changes(morale_phase(fleet), CP)  # without the card
    new = morale_phase(f"{fleet}developed 92\nflag 'blockade since' 9\n")
    assert not changes(new, CP)  # the card was turned up in this turn (SS-D06)


@pytest.mark.rule("28.4", "3.2-3b1b")
def test_the_blockade_is_broken_when_the_north_sea_is_lost() -> None:
    fleets = "unit gb-bb-1 1802\nunit gb-bb-2 1802\nunit ge-bb-1 3017\nunit ge-bb-2 3017\n"
    of = morale_phase(f"{fleets}developed 92\n")
    assert changes(of, CP) == {}
    assert changes(of, EN) == {"the North Sea is lost": -5}
    again = morale_phase(f"{fleets}developed 92\nflag 'blockade broken' 1\n")
    assert changes(again, EN) == {}  # only in the turn in which it is lost
    three_to_two = f"{fleets}unit gb-bb-3 1608\n"
    assert "the blockade" in changes(morale_phase(f"{three_to_two}developed 92\n"), CP)


@pytest.mark.rule("5.22")
def test_morale_is_cut_at_a_hundred_after_gains_and_losses() -> None:
    text = "country ottoman-empire central-powers\nholder 8161 entente\nunit gb-2a-i 8161\nshown entente 63\n"
    of = morale_phase(text, en=98)
    assert state(of).morale[EN] == 100
    assert changes(of, EN)["no higher than 100"] == -8
    with_losses = "".join(f"dead gb-2a-{name} entente west great-britain 4\n" for name in ("ii", "iii", "iv"))
    assert state(morale_phase(text + with_losses, en=91)).morale[EN] == 100  # 91 + 10 - 1


@pytest.mark.rule("5.32", "19.31", "46.4")
def test_gains_count_before_losses_when_an_alliance_is_about_to_break() -> None:
    names = ("i", "ii", "iii", "iv", "v", "vi")
    losses = "".join(f"dead ge-2a-{name} central-powers west germany 4\n" for name in names)
    saved = morale_phase(f"{losses}credited 2525 entente\nunit ge-2a-viii 2525\n", cp=1)
    assert not saved.over
    assert state(saved).morale[CP] == 1  # +2 for Metz, -2 for losses
    broken = game(f"turn 9 morale central-powers\nmorale central-powers 2\nmorale entente 80\n{losses}")
    assert broken.over
    assert state(broken).morale[CP] == 0
    assert "the Central Powers have surrendered" in str(broken.outcome)


@pytest.mark.rule("5.1")
def test_the_ledger_adds_up_in_random_play() -> None:
    of = hexfront.new("storm-of-steel/guns-of-august", seed=3)
    draw = random.Random(3)
    while not of.over and of.step < 1200:
        decision = draw.choice(of.decisions)
        choices = decision.choices()
        of.play(choices[draw.randrange(len(choices))], decision.side)
        assert not unbalanced(state(of))
    assert state(of).causes


@pytest.mark.rule("4.6-Discard", "4.5", "3.2-8a")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True), (6, True)])
def test_cards_go_for_good_by_their_die(die: int, gone: bool) -> None:
    of = game(
        "turn 9 allocation central-powers\nmorale central-powers 80\nmorale entente 80\n"
        "shown central-powers 5 16 27\n"
    )
    of.play(PASS, CP)
    of.fix_dice(die)
    of.play(PASS, EN)
    position = state(of)
    assert (5 in position.discarded) is gone  # its range is 4-6
    assert 16 in position.discarded
    assert 27 not in position.discarded
    assert position.turn == 10
