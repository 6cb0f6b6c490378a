"""Chapter 36 in play: partisans in the open and underground, and atrocities against them."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Atrocity, ComeUp, Deploy, Entrench, Go, GoUnderground, Pick
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import goes, on_field
from tests.games.storm_of_steel.nations import CP, EN, changes, game, listed, play, refused, state

MOVE = "turn 2 movement entente impulse=1"
TURN = "turn 2 reorganization entente impulse=1"
FIGHT = "turn 2 combat central-powers impulse=1"
REBELS = "unit pa-en-1 1213\n"
MORALE = "morale central-powers 80\nmorale entente 80\n"


def on_ground(units: str, turn: str = MOVE, *board: str, **terrain: str) -> Game:
    return on_field(
        f"{MORALE}{units}", turn, *board, terrain={key[1:]: word for key, word in terrain.items()}
    )


@pytest.mark.rule("36.1")
def test_partisans_pay_a_point_for_any_land_and_stay_in_their_country() -> None:
    of = on_ground("unit pa-en-1 1213\nunit fr-2a-i 1615\n", h1212="mountain", h1211="mountain")
    reached = goes(of, "pa-en-1")
    assert {"1212", "1211"} <= reached  # two mountain hexes
    of = on_ground("unit pa-en-1 1313\nunit fr-2a-i 1615\n")
    assert "1413" not in goes(of, "pa-en-1")  # in France


@pytest.mark.rule("36.1")
def test_partisans_cross_lakes() -> None:
    def steps(unit: str) -> set[str]:
        italy = "country italy entente\nunit it-hq-1 3234\nunit it-2a-v 3035\n"  # Verona on Lake Garda
        return goes(game(f"turn 8 movement entente impulse=1\n{MORALE}{italy}unit {unit} 3234\n"), unit)

    assert "3133" in steps("pa-en-1")
    assert "3133" not in steps("it-2a-i")


@pytest.mark.rule("36.12")
def test_no_headquarters_commands_them() -> None:
    second = "turn 2 movement entente impulse=2\nshown entente 49"
    of = on_ground("unit pa-en-1 1613\nunit fr-2a-i 1613\n", second)
    assert not refused(of, Pick("fr-2a-i"), EN)
    assert refused(of, Pick("pa-en-1"), EN) == ("15.71",)


@pytest.mark.rule("36.14")
def test_they_block_no_lines_and_need_none() -> None:
    second = "turn 2 movement central-powers impulse=2\nshown central-powers 6"
    wall = dict.fromkeys(("h1211", "h1212", "h1214", "h1215"), "sea")
    far = "unit ge-2a-ii 1313\nunit ge-2a-iii 1112\n"

    def moves(between: str) -> bool:
        return not refused(on_ground(f"{far}{between}", second, **wall), Pick("ge-2a-ii"), CP)

    assert moves("")
    assert moves("unit pa-en-1 1213\n")
    assert not moves("unit fr-2a-i 1213\n")
    of = on_ground(f"{REBELS}unit fr-2a-i 1615\n", "turn 2 attrition central-powers")
    assert "pa-en-1" in state(of).units


@pytest.mark.rule("36.15")
def test_they_block_the_hex_they_are_in_and_no_other() -> None:
    of = on_ground(f"{REBELS}unit ge-2a-ii 1113\n", "turn 2 movement central-powers impulse=1")
    reached = goes(of, "ge-2a-ii")
    assert "1213" not in reached
    assert "1314" in reached or "1312" in reached  # past them: they have no zone


@pytest.mark.rule("36.2", "36.0", "2.8-Underground", "2.5")
def test_underground_they_are_in_nobodys_way_and_go_into_enemy_hexes() -> None:
    of = on_ground(f"{REBELS}unit ge-2a-ii 1113\nunit fr-2a-i 1615\n", TURN)
    play(of, EN, GoUnderground("pa-en-1"))
    position = state(of)
    assert position.occupant[position.setting.board["1213"]] == ""
    play(of, EN, PASS)
    assert refused(of, Pick("pa-en-1"), EN) == ("36.2",)  # it has taken the whole impulse
    hidden = on_ground("unit pa-en-1 1213 entrenched\nunit ge-2a-ii 1113\nunit fr-2a-i 1615\n")
    play(hidden, EN, Pick("pa-en-1"), Go("1113"))
    position = state(hidden)
    assert position.occupant[position.setting.board["1113"]] == CP
    assert [str(each) for each in position.status()] == []
    through = on_ground(
        "unit pa-en-1 1213 entrenched\nunit ge-2a-ii 1113\n", "turn 2 movement central-powers impulse=1"
    )
    assert "1213" in goes(through, "ge-2a-ii")


@pytest.mark.rule("36.22")
def test_they_come_up_where_no_enemy_is() -> None:
    of = on_ground("unit pa-en-1 1113 entrenched\nunit pa-en-2 1214 entrenched\nunit ge-2a-ii 1113\n", TURN)
    assert refused(of, ComeUp("pa-en-1"), EN) == ("36.22",)
    play(of, EN, ComeUp("pa-en-2"))
    position = state(of)
    assert position.occupant[position.setting.board["1214"]] == EN
    assert position.units["pa-en-2"].moved
    assert refused(of, Entrench("pa-en-2"), EN)


@pytest.mark.rule("36.3", "36.2", "36.13")
def test_an_atrocity_gives_their_owner_a_point_whatever_comes_of_it() -> None:
    prey = "unit pa-en-1 1113 entrenched\nunit ge-2a-ii 1113\nunit ge-2a-iii 1213\n"
    of = on_ground(f"{prey}unit fr-2a-i 1615\n", FIGHT)
    assert "atrocity 1113" in listed(of, CP)
    assert not any(words.startswith("attack 1113") for words in listed(of, CP))
    assert refused(of, Atrocity("1213"), CP) == ("36.3",)
    of.fix_dice(6)
    play(of, CP, Atrocity("1113"))
    assert changes(of, EN) == {"an atrocity": 1}
    assert state(of).morale[EN] == 81
    assert "pa-en-1" in state(of).dead
    assert state(of).dead["pa-en-1"].strength == 0  # [36.13]


def raised(option: str) -> Game:
    text = "picked entente 64\ncountry ottoman-empire central-powers\n"
    return game(f"turn 9 revelation entente impulse=1\n{MORALE}{text}", partisans=option)


@pytest.mark.rule("36.0", "4.6-Special")
def test_the_arab_revolt_raises_two_partisans_if_the_chapter_is_in_use() -> None:
    of = raised("on")
    places = [words for words in listed(of, EN) if words.startswith("deploy pa-en-1")]
    assert any("8364" in words for words in places)  # Maan
    assert not any("6443" in words for words in places)
    play(of, EN, Deploy("pa-en-1", "8364"), Deploy("pa-en-2", "8365"))
    assert {"pa-en-1", "pa-en-2"} <= set(state(of).units)
    assert not any(name.startswith("pa-") for name in state(raised("off")).units)
