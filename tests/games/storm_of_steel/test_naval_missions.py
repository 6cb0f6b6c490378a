"""Coastal bombardment, raiders on their way, interception, convoys, and lines over contested seas."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Lose, Raid, Rebase
from hexfront.games.storm_of_steel.rules import commerce, contact
from hexfront.games.storm_of_steel.sea_orders import (
    Convoy,
    Dismiss,
    Intercept,
    Muster,
    OpenFire,
    Sail,
    SendRaiders,
    Shell,
    TurnUp,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.storm_of_steel.harbour import (
    HARWICH,
    MORALE,
    NORTH_SEA,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    operations,
    ships,
)
from tests.games.storm_of_steel.nations import (
    CP,
    EN,
    changes,
    game,
    listed,
    play,
    play_on,
    refused,
    state,
    texts,
)

HULL = "1814"
ZONE = "commerce-raiding"


def shelled(own: tuple[str, ...], *dice: int, at: str = HULL, aim: str = "city", text: str = "") -> Game:
    """Germans bombard a coast, and nobody comes out."""
    of = operations(ships(WILHELMSHAVEN, *own) + ships(SCAPA, "gb-bb-1") + text, *dice)
    play(of, CP, Shell(NORTH_SEA, at, aim))
    choose(of, CP, *own)
    play(of, EN, PASS)
    return of


# Bombardment


@pytest.mark.rule("3.2-3b2", "25.32")
def test_sides_take_turns_with_missions_and_may_repeat_area_and_kind() -> None:
    of = operations(ships(WILHELMSHAVEN, "ge-bc-1", "ge-bc-2", "ge-pd-1") + ships(SCAPA, "gb-pd-1"), 2, 2)
    assert f"shell {NORTH_SEA} {HULL} city" in listed(of, CP)
    play(of, CP, Shell(NORTH_SEA, HULL, "city"))
    choose(of, CP, "ge-bc-1")
    play(of, EN, PASS)
    assert f"shell {NORTH_SEA} {WILHELMSHAVEN} fort" not in listed(of, EN)  # no fort stands there
    play(of, EN, PASS)
    play(of, CP, Shell(NORTH_SEA, HULL, "city"))
    assert refused(of, Muster("ge-bc-1"), CP) == ("25.3",)
    choose(of, CP, "ge-bc-2")
    play(of, EN, PASS)
    assert state(of).step == "naval-operations"
    play(of, EN, PASS)
    play(of, CP, PASS)
    assert state(of).step != "naval-operations"


@pytest.mark.rule("25.32")
def test_one_to_five_ships_bombard() -> None:
    names = tuple(f"ge-pd-{at}" for at in range(1, 6))
    of = operations(ships(WILHELMSHAVEN, *names, "ge-bc-1") + ships(SCAPA, "gb-bb-1"))
    play(of, CP, Shell(NORTH_SEA, HULL, "city"), *map(Muster, names))
    assert refused(of, Muster("ge-bc-1"), CP) == ("25.32",)


@pytest.mark.rule("26.52", "26.5")
def test_a_frightened_city_costs_a_point_of_morale_once_a_turn() -> None:
    of = shelled(("ge-bc-1",), 6, text=ships(WILHELMSHAVEN, "ge-bc-2"))
    assert changes(of, EN) == {"Hull is bombarded": -1}
    play(of, EN, PASS)
    play(of, CP, Shell(NORTH_SEA, HULL, "city"))
    choose(of, CP, "ge-bc-2")
    play(of, EN, PASS)
    assert state(of).morale[EN] == 79


@pytest.mark.rule("26.52", "26.5")
def test_other_surface_ships_count_half_and_only_against_cities() -> None:
    of = shelled(("ge-ca-1", "ge-ca-2", "ge-esc-1"), 6)  # one column
    assert changes(of, EN) == {"Hull is bombarded": -1}
    alone = shelled(("ge-ca-1",))
    assert not changes(alone, EN)  # half a ship is none, and no die is thrown
    submarines = operations(ships(WILHELMSHAVEN, "ge-ss-1") + ships(SCAPA, "gb-bb-1"))
    assert f"shell {NORTH_SEA} {HULL} city" not in listed(submarines, CP)


@pytest.mark.rule("25.32", "34.22")
def test_a_city_is_devastated_by_a_good_shot() -> None:
    names = tuple(f"ge-pd-{at}" for at in range(1, 6))
    newcastle = "1710"
    of = shelled(names, 6, at=newcastle)
    assert [state(of).setting.board.label(node) for node in state(of).devastated] == [newcastle]


@pytest.mark.rule("26.51")
def test_only_capital_ships_bombard_forts_and_an_x_eliminates_one() -> None:
    fort = "unit fort-scapa-flow 1802\n"
    names = tuple(f"ge-pd-{at}" for at in range(1, 6))
    light = operations(ships(WILHELMSHAVEN, "ge-ca-1") + ships(SCAPA, "gb-bb-1") + fort)
    assert refused(light, Shell(NORTH_SEA, SCAPA, "fort"), CP) == ("26.51",)
    of = shelled(names, 6, at=SCAPA, aim="fort", text=fort)
    assert "fort-scapa-flow" in state(of).dead
    shaken = shelled(names, 5, at=SCAPA, aim="fort", text=fort)
    assert "fort-scapa-flow" in state(shaken).units
    assert not changes(shaken, EN)


@pytest.mark.rule("4.6-Combat-2", "26.5")
def test_a_naval_card_that_lies_open_shifts_a_bombardment_on_its_front() -> None:
    names = ("ge-pd-1", "ge-pd-2", "ge-pd-3")
    newcastle = "1710"
    plain = shelled(names, 6, at=newcastle)  # three ships: a frightened city
    assert not state(plain).devastated
    jutland = shelled(names, 6, at=newcastle, text="shown central-powers 18\n")  # two columns to the right
    assert state(jutland).devastated
    theirs = shelled(names, 6, at=newcastle, text="shown entente 50\n")  # the enemy's card is for his attacks
    assert not state(theirs).devastated


@pytest.mark.rule("25.6", "26.2")
def test_guns_of_the_coast_sink_a_ship_that_bombards_a_pre_dreadnought_first() -> None:
    of = shelled(("ge-bb-1", "ge-pd-1", "ge-ca-1"), 1)
    assert {*state(of).dead} == {"ge-pd-1"}
    # Land units that come to a base do nothing to the ships there.
    near = game(
        f"turn 5 movement central-powers impulse=1\n{MORALE}unit ge-2a-i 2221\nunit gb-ca-1 2120\n"
        "holder 2120 2221 entente\n"
    )
    assert "gb-ca-1" in state(near).units


# Interception


def intercepted(*dice: int, hunters: tuple[str, ...] = ("gb-bc-1",)) -> tuple[Game, list[Event]]:
    of = operations(ships(WILHELMSHAVEN, "ge-bc-1") + ships(SCAPA, "gb-bc-1", "gb-bb-1"), *dice)
    play(of, CP, Shell(NORTH_SEA, HULL, "city"))
    choose(of, CP, "ge-bc-1")
    play(of, EN, Intercept())
    choose(of, EN, *hunters)
    return of, play(of, EN, TurnUp())


@pytest.mark.rule("25.32", "26.31")
def test_two_finds_ships_before_they_fire_three_afterwards_and_more_not_at_all() -> None:
    def order(told: list[Event]) -> list[str]:
        return [event.kind for event in told if event.kind in ("bombardment", "sea-battle")]

    missed, told = intercepted(2, 2, 2)
    assert order(told) == ["sea-battle", "bombardment"]  # the dice, and then the guns
    assert "miss" in texts(told, "sea-battle")[0]
    assert missed.decisions[0].kind == "naval mission"
    before, told = intercepted(1, 1, 1, 2)
    assert order(told) == ["sea-battle", "sea-battle", "bombardment"]
    assert before.decisions[0].kind == "naval mission"
    after, told = intercepted(1, 2, 2, 1)
    assert order(told) == ["sea-battle", "bombardment", "sea-battle"]
    assert state(after).units["gb-bc-1"].mission == state(after).units["ge-bc-1"].mission == "bombardment"


@pytest.mark.rule("26.32", "26.31")
def test_who_is_caught_off_a_coast_fights_in_a_worse_column() -> None:
    # British attackers +1, a German defender -1, off a coast +1: in the column +1 a five is A, else C.
    of, _ = intercepted(1, 1, 5)
    assert listed(of, EN) == ["open-fire", "pass"]
    play(of, EN, OpenFire())
    assert of.decisions[0].kind in ("naval mission", "ship lost")


@pytest.mark.rule("25.32")
def test_faster_ships_intercept_more_easily_and_submarines_less() -> None:
    of = operations(
        ships(WILHELMSHAVEN, "ge-bb-1", "ge-bc-1", "ge-ss-1") + ships(SCAPA, "gb-bc-1", "gb-bb-1")
    )
    position = state(of)
    assert contact.interception(position, EN, ["gb-bc-1"], ["ge-bb-1"]) == -1
    assert contact.interception(position, EN, ["gb-bb-1"], ["ge-bc-1"]) == 1
    assert contact.interception(position, EN, ["gb-bb-1"], ["ge-ss-1"]) == 2
    position.air.update({EN: 4, CP: 5})
    assert contact.interception(position, EN, ["gb-bc-1"], ["ge-bc-1"]) == 0


@pytest.mark.rule("25.2")
def test_the_channel_is_safe_for_the_entente_until_cherbourg_falls() -> None:
    channel = ships("1519", "gb-bb-1") + "holder 1920 central-powers\n"
    enemy = "holder 1623 central-powers\n" + ships("1623", "ge-bb-1")  # at Le Havre
    of = operations(channel + enemy)
    if of.decisions[0].side == CP:
        play(of, CP, PASS)
    play(of, EN, Shell("english-channel", "1623", "city"))
    choose(of, EN, "gb-bb-1")
    assert of.decisions[0].kind == "turn up"
    fallen = operations(channel + enemy + "holder 1321 central-powers\n")
    if fallen.decisions[0].side == CP:
        play(fallen, CP, PASS)
    play(fallen, EN, Shell("english-channel", "1623", "city"))
    choose(fallen, EN, "gb-bb-1")
    assert fallen.decisions[0].kind == "intercept"


# Raiders


@pytest.mark.rule("25.33", "27.2", "3.2-3b2")
def test_german_cruisers_and_submarines_reach_the_trade_routes_by_the_north_sea() -> None:
    own = ("ge-ca-1", "ge-ss-1", "ge-bc-1")
    of = operations(ships(WILHELMSHAVEN, *own) + ships(SCAPA, "gb-bb-1"))
    play(of, CP, SendRaiders(NORTH_SEA))
    assert listed(of, CP) == ["muster ge-ca-1", "muster ge-ss-1"]
    choose(of, CP, "ge-ca-1", "ge-ss-1")
    play(of, EN, PASS)
    board = state(of).setting.board
    assert {board.label(state(of).units[name].at) for name in own[:2]} == {ZONE}
    assert refused(of, SendRaiders(NORTH_SEA), EN) == ("25.33",) or of.decisions[0].side == CP


@pytest.mark.rule("25.33", "26.31")
def test_british_ships_hunt_raiders_and_survivors_go_on() -> None:
    own = ("ge-ca-1", "ge-ca-2")
    text = ships(WILHELMSHAVEN, *own) + ships(SCAPA, "gb-bb-1") + ships(HARWICH, "gb-ca-1", "fr-ca-1")
    # Found with a two; contact 3 in the column +0 is C; four factors roll 5: two factors lost.
    of = operations(text, 1, 1, 3, 5, 1)
    play(of, CP, SendRaiders(NORTH_SEA))
    choose(of, CP, *own)
    play(of, EN, Intercept())
    assert "muster fr-ca-1" not in listed(of, EN)
    choose(of, EN, "gb-ca-1")
    play(of, EN, TurnUp())
    assert of.decisions[0].kind == "ship lost"
    play(of, CP, Lose("ge-ca-2"))
    board = state(of).setting.board
    assert board.label(state(of).units["ge-ca-1"].at) == ZONE
    assert "ge-ca-2" in state(of).dead


@pytest.mark.rule("25.33", "28.1")
def test_one_or_two_submarines_leave_austrian_bases_and_austrians_not_under_the_blockade() -> None:
    text = ships("3735", "ah-ss-1", "ge-ss-1", "ge-ss-2", "ge-ss-3") + ships("2238", "fr-ca-1", "gb-ca-1")
    of = operations(text)
    play(of, CP, SendRaiders("west-mediterranean"))
    assert "muster ah-ss-1" in listed(of, CP)
    choose(of, CP, "ge-ss-1", "ge-ss-2")
    assert state(of).fleets[CP] == ("ge-ss-1", "ge-ss-2")
    play(of, EN, Intercept(), Muster("fr-ca-1"))
    assert listed(of, EN) == ["pass", "dismiss fr-ca-1"]  # of one nation
    shut = operations(f"{text}developed 92\n")
    play(shut, CP, SendRaiders("west-mediterranean"))
    assert listed(shut, CP) == ["muster ge-ss-1", "muster ge-ss-2", "muster ge-ss-3"]


@pytest.mark.rule("27.2", "25.34")
def test_raiders_come_home_when_ships_change_their_bases() -> None:
    of = game(f"turn 8 reinforcements central-powers\n{MORALE}{ships(ZONE, 'ge-ss-1', 'ge-ca-1')}")
    assert f"rebase ge-ss-1 {WILHELMSHAVEN}" in listed(of, CP)
    assert "rebase ge-ss-1 3735" not in listed(of, CP)
    play(of, CP, Rebase("ge-ss-1", WILHELMSHAVEN))
    assert state(of).setting.board.label(state(of).units["ge-ss-1"].at) == WILHELMSHAVEN


@pytest.mark.rule("27.3", "27.0")
def test_some_raiders_may_be_held_back() -> None:
    of = game(
        f"dice 1 5 5\nturn 8 raiding central-powers\n{MORALE}shipping 90\npoints germany 50\n"
        + ships(ZONE, *(f"ge-ss-{at}" for at in range(1, 7)))
    )
    assert commerce.strength(state(of)) == 18
    play(of, CP, Dismiss("ge-ss-1"), Dismiss("ge-ss-2"), Muster("ge-ss-1"))
    assert commerce.strength(state(of)) == 15
    play(of, CP, Raid())
    assert state(of).shipping == 86
    assert state(of).step != "raiding"  # one attack a turn


@pytest.mark.rule("27.1")
def test_shipping_never_falls_below_one_point() -> None:
    of = game(
        f"dice 1 6\nturn 8 raiding central-powers\n{MORALE}shipping 3\npoints germany 50\ndeveloped 40\n"
        "flag 'submarine war' 1\n" + ships(ZONE, *(f"ge-ss-{at}" for at in range(1, 7)))
    )
    play(of, CP, Raid())
    assert state(of).shipping == 1


@pytest.mark.rule("27.5", "27.4")
def test_cruisers_take_part_in_unrestricted_submarine_warfare() -> None:
    def sunk(text: str) -> int:
        of = game(
            f"dice 1 6\nturn 8 raiding central-powers\n{MORALE}shipping 90\npoints germany 50\n{text}"
            + ships(ZONE, "ge-ca-1", "ge-ca-2")
        )
        play(of, CP, Raid())
        return 90 - state(of).shipping

    assert sunk("developed 40\nflag 'submarine war' 1\n") == 2 * sunk("")


# Convoys


def escorting(text: str) -> Game:
    return game(f"turn 12 movement entente impulse=1\n{MORALE}{text}")


@pytest.mark.rule("27.6", "27.7", "27.2")
def test_convoys_are_made_in_a_movement_segment_of_the_entente_with_their_card() -> None:
    fleet = ships(SCAPA, "gb-bb-1", "gb-bc-1", "gb-esc-1", "gb-pd-1") + "unit gb-2a-i 1718\n"
    without = escorting(fleet)
    assert refused(without, Convoy("gb-esc-1"), EN) == ("27.6",)
    of = escorting(f"{fleet}developed 97\n")
    assert listed(of, EN, Convoy) == ["convoy gb-bc-1", "convoy gb-esc-1"]
    assert refused(of, Convoy("gb-bb-1"), EN) == ("27.2",)
    play(of, EN, Convoy("gb-esc-1"))
    assert state(of).setting.board.label(state(of).units["gb-esc-1"].at) == ZONE
    play_on(of, "reinforcements")
    assert not [
        words for words in listed(of, EN) if words.startswith("rebase gb-esc-1")
    ]  # it had its mission


# Lines over contested seas

LINE = (
    "shown entente 62\nunit gb-hq-bef 2022\nunit gb-2a-i 2022\nunit gb-tr-1 1920\n"
    + ships(SCAPA, "gb-bb-1", "gb-ca-1", "gb-esc-1")
    + ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1", "ge-ca-2", "ge-ss-1")
)


def crossing(text: str = "", *dice: int) -> Game:
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    seas = f"sea {NORTH_SEA} nobody\nsea english-channel central-powers\n"
    return game(f"{thrown}turn 9 contested-seas central-powers\n{MORALE}{seas}{LINE}{text}")


@pytest.mark.rule("3.2-5a", "25.7", "3.2-7e2")
def test_lines_over_a_contested_sea_may_cost_points() -> None:
    of = crossing("", 4)
    assert [each.side for each in of.decisions] == [CP, EN]
    assert "muster ge-bb-1" not in listed(of, CP)  # cruisers, escorts and submarines
    choose(of, CP, "ge-ca-1", "ge-ca-2", "ge-ss-1")
    choose(of, EN, "gb-esc-1")
    told = play(of, CP, TurnUp())  # 11 less 2: the die less one
    assert "Great Britain loses 3 mobilization points at sea" in texts(told, "seas")
    assert state(of).units["ge-ca-1"].mission == "interdiction"
    calm = crossing()
    choose(calm, CP)
    choose(calm, EN)
    play(calm, CP, TurnUp())
    play_on(of, "allocation")
    play_on(calm, "allocation")
    assert state(calm).points["great-britain"] - state(of).points["great-britain"] == 3


@pytest.mark.rule("3.2-5a", "25.31", "25.8")
def test_a_fleet_chosen_at_a_stroke_leaves_the_enemys_alone_and_tells_nothing_of_it() -> None:
    """Both sides choose at once."""
    of, calm = crossing(), crossing()
    play(of, CP, Muster("ge-ca-1"), Muster("ge-ss-1"))
    for each in (of, calm):
        assert refused(each, Sail(("gb-pd-9",)), EN) == ("24.1",)
        play(each, EN, Muster("gb-ca-1"), Sail(("gb-esc-1",)))
        assert state(each).fleets[EN] == ("gb-esc-1",)
    assert state(of).fleets[CP] == ("ge-ca-1", "ge-ss-1")


@pytest.mark.rule("3.2-5a")
def test_a_strong_escort_keeps_the_line_safe_and_nobody_must_interdict() -> None:
    of = crossing()
    choose(of, CP, "ge-ss-1")
    choose(of, EN, "gb-ca-1")
    assert "The lines are well protected" in texts(play(of, CP, TurnUp()), "seas")
    idle = crossing()
    choose(idle, CP)
    choose(idle, EN)
    assert not texts(play(idle, CP, TurnUp()), "seas")


@pytest.mark.rule("3.2-5a", "25.31")
def test_a_six_leads_to_a_general_engagement_with_the_escort() -> None:
    of = crossing("", 6, 1)
    choose(of, CP, "ge-ca-1", "ge-ca-2")
    choose(of, EN, "gb-esc-1")
    told = play(of, CP, TurnUp())
    assert "they miss each other" in texts(told, "sea-battle")[-1]
    assert not texts(told, "seas")
    once = crossing(f"flag 'engaged {NORTH_SEA}' 9\n", 6)
    choose(once, CP, "ge-ca-1", "ge-ca-2")
    choose(once, EN, "gb-esc-1")
    told = play(once, CP, TurnUp())  # 8 less 2: the die less one
    assert "Great Britain loses 5 mobilization points at sea" in texts(told, "seas")


@pytest.mark.rule("3.2-5a")
def test_where_no_line_crosses_or_another_sea_is_safe_nobody_is_asked() -> None:
    seas = f"sea {NORTH_SEA} nobody\nsea english-channel entente\n"
    by_the_channel = game(f"turn 9 contested-seas central-powers\n{MORALE}{seas}{LINE}")
    assert state(by_the_channel).step != "contested-seas"
    of = game(
        f"turn 9 contested-seas central-powers\n{MORALE}sea {NORTH_SEA} nobody\n"
        + ships(SCAPA, "gb-bb-1")
        + ships(WILHELMSHAVEN, "ge-ca-1")
    )
    assert state(of).step != "contested-seas"
