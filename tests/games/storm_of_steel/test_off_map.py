"""Over the edge of the map, supply off it, and irregulars that stay at home."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import ComeIn, GoOff, Pick
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"


def moving(text: str, side: str = EN, turn: int = 4) -> Game:
    return game(f"turn {turn} movement {side} impulse=1\n{MORALE}{text}")


@pytest.mark.rule("21.21", "21.35", "21.0")
def test_a_russian_unit_goes_off_the_eastern_edge_to_siberia() -> None:
    of = moving("unit ru-2a-i 8608\nunit ru-2a-ii 7110\nunit ru-2a-iii siberia\n")
    assert "go-off ru-2a-i siberia" in listed(of, EN)
    assert refused(of, GoOff("ru-2a-ii", "siberia"), EN) == ("21.21",)  # at Moscow
    play(of, EN, GoOff("ru-2a-i", "siberia"))
    position = state(of)
    assert position.setting.board.label(position.units["ru-2a-i"].at) == "siberia"
    assert refused(of, ComeIn("ru-2a-i", "8608"), EN) == ("21.35",)


@pytest.mark.rule("21.31", "21.7")
def test_a_unit_in_siberia_comes_in_over_the_eastern_edge() -> None:
    of = moving("unit ru-2a-i siberia\n")
    play(of, EN, ComeIn("ru-2a-i", "8608"))
    position = state(of)
    assert position.setting.board.label(position.units["ru-2a-i"].at) == "8608"
    assert refused(moving("unit ru-2a-i siberia\n"), ComeIn("ru-2a-i", "7110"), EN) == ("21.31",)


@pytest.mark.rule("21.24", "21.6")
def test_the_central_powers_stay_on_the_maps() -> None:
    of = moving("unit ge-2a-i 8608\nholder 8608 central-powers\n", side=CP)
    assert refused(of, GoOff("ge-2a-i", "siberia"), CP) == ("21.24",)


def lost(text: str) -> set[str]:
    """The units that attrition takes when every die kills, in the winter of 1915."""
    of = game(f"turn 3 movement entente impulse=1\n{MORALE}unit ru-2a-x 7110\n{text}")
    of.fix_dice(*[1] * 4)
    before = set(state(of).units)
    while state(of).impulse:
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    return before - set(state(of).units)


@pytest.mark.rule("31.4", "31.41")
def test_supply_off_the_map() -> None:
    assert lost("unit ru-2a-i siberia\nunit gb-2a-i india\nunit ja-2a-i siberia\n") == set()
    assert lost("unit gb-2a-i siberia\n") == {"gb-2a-i"}
    ships = "unit gb-tr-1 siberia\nunit gb-tr-2 india\nunit gb-tr-3 1414\n"
    assert lost(f"unit gb-2a-i siberia\n{ships}") == set()


@pytest.mark.rule("35.16", "35.22")
def test_irregulars_never_leave_their_country() -> None:
    text = "country russia entente surrendered\ncontroller bolshevik central-powers\n"
    rebels = "unit bo-2r-1 5113\nunit na-baltic-1 5113\ncontroller baltic central-powers\n"  # beside Germany
    of = moving(f"{text}flag 'red terror in russia' 3\n{rebels}", side=CP)
    setting = state(of).setting
    for rebel in ("bo-2r-1", "na-baltic-1"):
        branch = of.branch()
        play(branch, CP, Pick(rebel))
        goals = [words.split()[1] for words in listed(branch, CP) if words.startswith("go ")]
        assert {setting.country_of[setting.board[goal]] for goal in goals} == {"russia"}


@pytest.mark.rule("35.11")
def test_bolsheviks_of_nobody_do_not_move() -> None:
    text = "country russia entente surrendered\ncontroller bolshevik central-powers\nunit bo-2r-1 5310\n"
    idle = moving(
        f"{text}unit ge-2a-i 3719\nflag 'red terror in russia' 3\nflag 'bolsheviks idle' 1\n", side=CP
    )
    assert refused(idle, Pick("bo-2r-1"), CP) == ("35.11",)


@pytest.mark.rule("35.13", "35.22")
def test_irregulars_suffer_no_attrition() -> None:
    assert lost("unit ru-2a-i 6208\n") == {"ru-2a-i"}
    rebels = "controller bolshevik entente\ncontroller baltic entente\n"
    assert lost(f"{rebels}unit bo-2r-1 6208\nunit na-baltic-1 6209\n") == set()


@pytest.mark.rule("4.6-Special")
def test_the_carpathian_winter_spares_russians_in_the_mountains() -> None:
    assert lost("unit ru-2a-i 5334\n") == {"ru-2a-i"}
    assert lost("unit ru-2a-i 5334\nshown entente 51\n") == set()
    assert lost("unit gb-2a-i 5334\nshown entente 51\n") == {"gb-2a-i"}
