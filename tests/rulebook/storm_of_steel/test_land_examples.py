"""Worked examples of the book on land, played with its own numbers."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Attack, Draw, ForceMarch, Go, March, Pick, Play, Rise
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, listed, on_field, on_map, refused
from tests.games.storm_of_steel.nations import CP, EN, changes, game, laid, state
from tests.games.storm_of_steel.nations import listed as choices

MORALE = "morale central-powers 80\nmorale entente 80\n"


def passed(of: Game, step: str, impulse: int, side: str = CP) -> None:
    """Pass until a segment of a side begins, or the turn is over."""
    now = state(of)
    for _ in range(60):
        if of.over or (now.step, now.impulse, now.active) == (step, impulse, side):
            return
        decision = of.decisions[0]
        of.play(PASS if PASS in decision.choices() else decision.choices()[0], decision.side)
        now = state(of)


@pytest.mark.rule("4.71", "15.71")
def test_with_ypres_a_unit_that_goes_east_is_done_and_one_that_comes_west_goes_on() -> None:
    text = (
        f"turn 2 movement central-powers impulse=1\n{MORALE}shown central-powers 6\n"
        "unit ge-2a-ii 3822\nunit ge-2a-iii 3922\nunit ge-2a-iv 4018\nunit ge-hq-1 3721\nunit ge-hq-2 3821\n"
        "unit fr-2a-i 4021 entrenched\nunit fr-2a-ii 3719 entrenched\n"
    )
    of = on_map(text)
    of.play(March(("ge-2a-ii",), "3921"))  # completes its movement in the east
    of.play(March(("ge-2a-iii",), "3822"))  # from the east to the west
    passed(of, "combat", 1)
    assert refused(of, Attack("4021")) == "4.71"  # it may not fight either
    passed(of, "movement", 2)
    assert refused(of, Pick("ge-2a-ii")) == "4.71"
    assert of.check(Pick("ge-2a-iii")) is None
    assert refused(of, Pick("ge-2a-iv")) == "8.4"  # it begins the second impulse in the east


@pytest.mark.rule("4.71", "8.23")
@pytest.mark.parametrize(
    ("cards", "done"),
    [
        ("shown central-powers 29\nplayed-on 29 west\ngranted central-powers west 2\n", True),
        ("shown central-powers 6 29\nplayed-on 29 east\ngranted central-powers east 2\n", False),
        ("shown central-powers 6\n", True),
        ("", False),
    ],
)
def test_impulses_of_contingency_cards_count_for_who_crosses_fronts(cards: str, done: bool) -> None:
    of = on_map(
        f"turn 2 movement central-powers impulse=1\n{MORALE}{cards}unit ge-2a-ii 3822\nunit ge-hq-1 3721\n"
        "unit ge-hq-2 3821\nunit fr-2a-i 4021 entrenched\n"
    )
    of.play(March(("ge-2a-ii",), "3921"))  # from the west to the east
    assert of.position.units["ge-2a-ii"].crossed is done
    if not done:
        passed(of, "combat", 1)
        assert of.check(Attack("4021")) is None


@pytest.mark.rule("4.22", "4.21")
def test_in_summer_1916_medium_morale_takes_two_cards_and_a_fall_to_low_takes_none_away() -> None:
    of = game("turn 9 cards central-powers\nmorale central-powers 80\nmorale entente 50\n")
    for card in ("62", "61"):  # Somme and Brusilov
        of.play(Draw(card), EN)
    further = [words.split()[1].partition("-")[0] for words in choices(of, EN, Draw)]
    assert not [card for card in further if int(card) < 78]
    fallen = game(
        f"turn 9 revelation entente impulse=1\n{laid(9)}morale central-powers 80\nmorale entente 20\n"
        "picked entente 62 61\nunit fr-2a-i 2023\nunit fr-hq-1 2023\n"
    )
    assert state(fallen).shown[EN] == (62, 61)


@pytest.mark.rule("4.41")
def test_hindenburg_and_ludendorff_act_on_one_front_only() -> None:
    of = game(
        f"turn 10 revelation central-powers impulse=1\n{MORALE}{laid(10)}picked central-powers 30\n"
        "unit ge-2a-i 4719\nunit ge-hq-8 4719\nunit ge-2a-ii 2525\nunit ge-hq-5 2525\n"
    )
    assert set(choices(of, CP, Play)) == {"play 30 west", "play 30 east", "play 30 middle-east"}
    assert of.check(Play(30, "west", "east"), CP) is not None
    of.play(Play(30, "east"), CP)
    passed(of, "movement", 2)
    assert of.check(Pick("ge-2a-i"), CP) is None
    assert of.check(Pick("ge-2a-ii"), CP) is not None


@pytest.mark.rule("4.6-Objective-1")
def test_paris_held_before_is_no_objective_of_the_kaiserschlacht_and_st_petersburg_is() -> None:
    text = f"turn 15 morale central-powers\n{MORALE}shown central-powers 25\n"
    paris = "unit ge-2a-i 1924\nholder 1924 central-powers\ncredited 1924 central-powers\n"
    held = game(f"{text}{paris}held 1924 central-powers\n")
    assert changes(held, CP) == {"Kaiserschlacht missed its objective": -7}
    taken = game(f"{text}{paris}held 1924 central-powers\nunit ge-2a-ii 6003\nholder 6003 central-powers\n")
    assert changes(taken, CP)["Kaiserschlacht met its objective"] == 7


@pytest.mark.rule("4.6-Objective-3", "5.13")
def test_jerusalem_with_its_card_is_five_and_five_and_the_enemy_loses_five() -> None:
    of = game(
        f"turn 14 morale central-powers\n{MORALE}country ottoman-empire central-powers\nshown entente 63\n"
        "unit gb-2a-i 8161\nholder 8161 entente\n"
    )
    assert sum(changes(of, EN).values()) == 10
    assert sum(changes(of, CP).values()) == -5


@pytest.mark.rule("11.61", "15.31", "13.14")
def test_the_front_headquarters_of_the_chain_goes_back_through_the_other_and_two_hexes_more() -> None:
    # radius one, a railway to the industrial city in 1013; the chain stands in one line with it
    line = ("side 1012-1013 rail=open", "side 1011-1012 rail=open")
    staffs = "unit ah-hq-1 1016\nunit ah-hq-2 1015\n"
    rail = (*line, "side 1013-1014 rail=open")
    of = on_field("unit ah-2a-i 1116\n", "turn 2 movement central-powers impulse=1", *rail, staffs=staffs)
    of.play(Pick("ah-hq-1"))
    back = listed(of, ForceMarch)
    assert "1013" in back  # the hex of the other, and two more
    assert "1012" not in back  # four hexes
    assert refused(of, ForceMarch("1015")) == "13.14"
    of.play(ForceMarch("1013"))
    assert at(of, "ah-hq-1") == "1013"


@pytest.mark.rule("11.61")
def test_the_infantry_of_the_chain_goes_two_hexes_or_six_within_two_of_a_headquarters() -> None:
    staffs = "unit ah-hq-1 1213\nunit ah-hq-2 1113\n"
    of = on_field("unit ah-2a-i 1112\n", "turn 2 movement central-powers impulse=1", staffs=staffs)
    board = of.position.setting.board
    of.play(Pick("ah-2a-i"))
    for kind, far in ((Go, 2), (ForceMarch, 6)):
        ends = listed(of, kind)
        assert ends
        for label in ends:
            assert min(board.distance(board[label], board[staff]) or 0 for staff in ("1213", "1113")) <= 2
            assert (board.distance(board["1112"], board[label]) or 0) <= far


@pytest.mark.rule("35.21", "35.2")
@pytest.mark.parametrize(
    ("power", "side", "region", "holder"),
    [("russia", EN, "baltic", CP), ("austria-hungary", CP, "hungary", EN)],  # Transylvania lies in Hungary
)
def test_nationalists_belong_to_the_enemy(power: str, side: str, region: str, holder: str) -> None:
    low = {CP: 60, EN: 60} | {side: 25}
    dice = "2 2 2" if side == CP else "5 2 3"  # an event that calls for a check, and Nationalist Uprising
    of = game(
        f"dice {dice} 4 4 4 4\nturn 14 political-events central-powers\nmorale central-powers {low[CP]}\n"
        f"morale entente {low[EN]}\nstrength-lost {power} 30\n"
    )
    for _ in range(6):
        decision = of.decisions[0]
        rises = [each for each in decision.choices() if isinstance(each, Rise)]
        if rises:
            assert Rise(region) in rises
            of.play(Rise(region), decision.side)
            break
        of.play(decision.choices()[0], decision.side)
    assert state(of).controllers[region] == holder
