"""The sequence of play: steps in the order of the book, and both sides in each impulse."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel import sequence
from hexfront.games.storm_of_steel.orders import Lose, Raid, Rebase
from hexfront.games.storm_of_steel.rules import commerce
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, changes, game, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"
# Enemies next to each other in Lorraine, each with a headquarters and somebody who can still entrench.
LORRAINE = (
    "unit ge-hq-5 2525\nunit ge-2a-i 2525\nunit ge-2a-ii 2525\nunit fr-hq-1 2325\nunit fr-2a-i 2425\n"
    "unit fr-2a-ii 2425\n"
)
STEPS = (
    "cards diplomacy agents sea-control naval-operations "
    "revelation reorganization movement combat revelation reorganization movement combat "
    "contested-seas attrition morale development raiding shipping capacity allocation reinforcements "
    "home-reorganization discard political-events"
)
BOOK = STEPS.split()


@pytest.mark.rule("3.1", "3.2", "3.2-3", "3.2-3b", "3.2-4", "3.2-5", "3.2-7", "3.2-8")
def test_the_steps_of_a_turn_come_in_the_order_of_the_book() -> None:
    position = state(game(f"turn 4 cards central-powers\n{MORALE}{LORRAINE}"))
    seen = [position.step]
    while position.turn == 4:
        sequence.next_step(position)
        seen.append(position.step)
    assert seen[:-1] == BOOK
    assert set(BOOK) == set(sequence.STEPS)


@pytest.mark.rule(
    "3.2-4aCP2", "3.2-4aCP3", "3.2-4aCP4", "3.2-4aEN2", "3.2-4aEN3", "3.2-4aEN4", "3.2-4a", "8.3", "14.0"
)
def test_each_side_reorganizes_moves_and_fights_central_powers_first() -> None:
    of = game(f"turn 4 reorganization central-powers impulse=1\n{MORALE}{LORRAINE}")
    asked = []
    while state(of).impulse:
        decision = of.decisions[0]
        asked.append((decision.side, decision.kind))
        of.play(PASS, decision.side)
    kinds = ("reorganize", "move", "attack")
    assert asked == [*((CP, kind) for kind in kinds), *((EN, kind) for kind in kinds)]


# Ships at the end of a turn


def harbours(text: str) -> Game:
    of = game(f"turn 4 reinforcements central-powers\n{MORALE}{text}")
    while of.decisions[0].kind != "rebase":
        of.play(of.decisions[0].choices()[0], of.decisions[0].side)
    return of


@pytest.mark.rule("3.2-7f", "25.34", "10.35")
def test_ships_change_their_base_and_transports_do_not() -> None:
    front = "unit fr-2a-i 3117\n"  # next to Wilhelmshaven; zones are nothing to ships
    of = harbours(f"{front}unit ge-bb-1 3017\nunit ge-tr-1 3017\nunit ge-ca-1 3315\n")
    orders = listed(of, CP)
    assert "rebase ge-bb-1 3315" in orders
    assert not any("ge-tr-1" in words for words in orders)
    play(of, CP, Rebase("ge-bb-1", "3315"))
    assert state(of).setting.board.label(state(of).units["ge-bb-1"].at) == "3315"
    assert refused(of, Rebase("ge-bb-1", "3017"), CP) == ("3.2-7f",)  # once a turn


@pytest.mark.rule("25.34")
def test_nobody_sails_through_seas_the_enemy_dominates() -> None:
    fleet = "".join(f"unit gb-bb-{at} 1802\n" for at in range(1, 4))
    of = harbours(f"{fleet}unit ge-bb-1 3017\nunit ge-ca-1 4515\n")
    assert refused(of, Rebase("ge-bb-1", "3315"), CP) == ("25.34",)
    assert "rebase ge-ca-1 3315" in listed(of, CP)  # over the Baltic


@pytest.mark.rule("21.22", "21.32", "21.42", "21.45", "21.24")
def test_ships_of_the_entente_leave_the_map_into_the_next_sea_and_come_back() -> None:
    of = harbours("unit gb-ca-1 1019\nunit gb-ca-2 canada\nunit gb-ca-3 australia\nunit ge-ca-1 4515\n")
    play(of, CP, PASS)
    orders = listed(of, EN)
    assert "rebase gb-ca-1 india" in orders  # from Devonport over the Atlantic into the Indian Ocean
    assert "rebase gb-ca-2 1019" in orders
    assert "rebase gb-ca-2 1802" in orders  # into the North Sea
    assert "rebase gb-ca-3 1802" not in orders  # Indian Ocean, Atlantic, North Sea
    enemy = harbours("unit ge-ca-1 3315\nunit ge-ca-2 3017\n")
    assert refused(enemy, Rebase("ge-ca-1", "canada"), CP) == ("21.6",)


@pytest.mark.rule("21.14")
def test_an_entente_warship_drives_the_dutch_from_the_indies() -> None:
    text = "country netherlands central-powers\nunit ne-ca-1 dutch-east-indies\nunit gb-ca-1 india\n"
    of = harbours(f"{text}unit gb-esc-1 india\nunit ge-ca-1 3315\n")
    play(of, CP, PASS)
    assert "rebase gb-esc-1 dutch-east-indies" not in listed(of, EN)  # an escort does not
    play(of, EN, Rebase("gb-ca-1", "dutch-east-indies"))
    assert "ne-ca-1" not in state(of).units
    assert "ne-ca-1" in state(of).removed


@pytest.mark.rule("28.1")
def test_the_austrian_fleet_is_shut_in_by_the_blockade() -> None:
    text = "unit ah-ca-1 3735\nunit ah-ss-1 4541\nholder 2936 central-powers\n"
    free = listed(harbours(text), CP)
    assert "rebase ah-ca-1 4541" in free
    assert "rebase ah-ca-1 2936" in free  # La Spezia in the West Mediterranean
    shut = listed(harbours(f"{text}developed 92\n"), CP)
    assert "rebase ah-ca-1 4541" in shut
    assert "rebase ah-ca-1 2936" not in shut


# Raiders and shipping


def raiding(text: str) -> Game:
    return game(f"turn 8 raiding central-powers\n{MORALE}points germany 50\n{text}")


@pytest.mark.rule("3.2-7b", "31.2", "31.5", "21.9")
def test_raiders_cost_a_die_of_points_whether_they_attack_or_not() -> None:
    of = raiding("dice 5\nunit ge-ss-1 commerce-raiding\nunit ge-2a-i 3719\n")
    assert state(of).expenses == {"germany": 5}
    play(of, CP, PASS)
    before = game(f"turn 8 capacity central-powers\n{MORALE}points germany 50\nunit ge-2a-i 3719\n")
    assert state(before).points["germany"] - state(of).points["germany"] == 5
    nobody = raiding("unit ge-ss-1 3017\n")
    assert not state(nobody).expenses


@pytest.mark.rule("3.2-7b", "27.3", "27.4")
def test_raiders_sink_shipping_and_twice_as_much_without_restriction() -> None:
    zone = "".join(f"unit ge-ss-{at} commerce-raiding\n" for at in range(1, 7))  # combat 18
    of = raiding(f"dice 1 5\nshipping 90\n{zone}")
    assert commerce.strength(state(of)) == 18
    play(of, CP, Raid())
    assert state(of).shipping == 85
    unrestricted = raiding(f"dice 1 5\nshipping 90\ndeveloped 40\nflag 'submarine war' 1\n{zone}")
    play(unrestricted, CP, Raid())
    assert state(unrestricted).shipping == 80


@pytest.mark.rule("27.7", "27.6", "31.51")
def test_convoys_weaken_raiders_and_sink_them() -> None:
    zone = "unit ge-ss-1 commerce-raiding\nunit ge-ca-1 commerce-raiding\nunit gb-esc-1 commerce-raiding\n"
    assert commerce.strength(state(raiding(zone))) > commerce.strength(
        state(raiding(f"developed 97\n{zone}"))
    )
    of = raiding(f"dice 1 2\ndeveloped 97\n{zone}")
    play(of, CP, Raid(), Lose("ge-ss-1"))
    assert "ge-ss-1" in state(of).dead


@pytest.mark.rule("3.2-7c", "27.10")
def test_strained_shipping_costs_britain_points_and_the_entente_morale() -> None:
    def outcome(level: int, die: int) -> tuple[int, int]:
        head = f"turn 8 shipping central-powers\n{MORALE}dice {die}\nshipping {level}\n"
        units = "unit gb-2a-i 1718\nunit ge-2a-i 3719\npicked central-powers 34\n"
        of = game(f"{head}{units}points great-britain 0\n")
        spent = game(f"turn 8 capacity central-powers\n{MORALE}{units}points great-britain 0\n")
        lost = state(spent).points["great-britain"] - state(of).points["great-britain"]
        return lost, changes(of, EN).get("strained shipping", 0)

    assert outcome(90, 6) == (0, 0)
    assert outcome(70, 3) == (5, 0)
    assert outcome(70, 6) == (0, -1)
    assert outcome(50, 4) == (10, -1)
