"""Amphibious assaults: where one may land, forts, shifts, the fight, and what becomes of ships in port."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Disembark, Embark, Join, Lose, Pick, UseTable
from hexfront.games.storm_of_steel.rules import landings
from hexfront.games.storm_of_steel.sea_orders import Land, Muster
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.storm_of_steel.harbour import MORALE, ships
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state, texts

ALEXANDRIA, BEIRUT, GALLIPOLI, SMYRNA, VALONA = "6964", "8057", "6045", "6249", "4745"
WAR = "country ottoman-empire central-powers\n"
FLEET = ships(ALEXANDRIA, *(f"gb-pd-{at}" for at in range(1, 7)))
OTHERS = "unit gb-2a-iii 1718\n"  # who stays at home, so that the segment goes on
TROOPS = f"unit gb-2a-i {ALEXANDRIA}\nunit gb-tr-1 {ALEXANDRIA}\n{OTHERS}"
BASRA, HARWICH, OSTEND = "10857", "1918", "2120"
CONSTANTINOPLE, TREBIZOND = "6443", "8440"


def aboard(text: str, *dice: int, unit: str = "gb-2a-i", side: str = EN, turn: int = 6) -> Game:
    """A unit that has gone aboard a transport."""
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    of = game(f"{thrown}turn {turn} movement {side} impulse=1\n{MORALE}{text}")
    play(of, side, Pick(unit), Embark())
    return of


def landed(
    text: str, *dice: int, at: str = BEIRUT, guns: int = 0, table: str = "assault"
) -> tuple[Game, list[Event]]:
    """British from Alexandria land with some guns."""
    of = aboard(WAR + FLEET + TROOPS + text, *dice)
    told = play(of, EN, Land(at), *(Muster(f"gb-pd-{number}") for number in range(1, guns + 1)))
    if of.decisions[0].kind == "gunfire":
        told += play(of, EN, PASS)
    if of.decisions[0].kind == "table":
        told += play(of, EN, UseTable(table))
    return of, told


def at_basra(text: str, *dice: int, guns: int = 0) -> tuple[Game, list[Event]]:
    """A strong corps lands at Basra, which defends with nothing: 7:1 and two columns to the left."""
    fleet = ships("india", *(f"gb-pd-{at}" for at in range(1, 7)))
    of = aboard(f"{WAR}{fleet}unit gb-4a-i india\nunit gb-tr-1 india\n{OTHERS}{text}", *dice, unit="gb-4a-i")
    told = play(of, EN, Land(BASRA), *(Muster(f"gb-pd-{number}") for number in range(1, guns + 1)), PASS)
    if of.decisions[0].kind == "table":
        told += play(of, EN, UseTable("assault"))
    return of, told


def fight(told: list[Event]) -> str:
    """The column and the result of a landing."""
    text = next(text for text in texts(told, "landing") if " against " in text)
    return text.rpartition(" at ")[2]


# Where


@pytest.mark.rule("25.4", "25.41", "3.2-3b1a")
def test_landings_are_made_in_movement_segments_against_unfriendly_ports_on_seas_one_dominates() -> None:
    of = aboard(WAR + FLEET + TROOPS)
    assert f"land {BEIRUT}" in listed(of, EN)
    assert refused(of, Land(ALEXANDRIA), EN) == ("25.41",)
    lost = aboard(WAR + TROOPS + "sea east-mediterranean nobody\n")
    assert refused(lost, Land(BEIRUT), EN) == ("25.41",)


@pytest.mark.rule("25.41")
@pytest.mark.parametrize(
    ("held", "open_"), [((), False), (("gallipoli",), False), (("constantinople",), True)]
)
def test_landings_in_the_black_sea_from_without_need_constantinople_alone(
    held: tuple[str, ...], open_: bool
) -> None:
    places = {"gallipoli": GALLIPOLI, "constantinople": CONSTANTINOPLE}
    taken = "".join(f"holder {places[name]} entente\n" for name in held)
    of = aboard(f"{WAR}{FLEET}{TROOPS}{taken}sea black-sea entente\n")
    assert (f"land {TREBIZOND}" in listed(of, EN)) is open_
    assert f"land {BEIRUT}" in listed(of, EN)


@pytest.mark.rule("25.43")
def test_nobody_lands_behind_a_black_line() -> None:
    of = aboard(WAR + FLEET + TROOPS)
    assert refused(of, Land(SMYRNA), EN) == ("25.43",)
    assert f"land {GALLIPOLI}" in listed(of, EN)


@pytest.mark.rule("25.44")
def test_tirana_and_fao_need_no_assault() -> None:
    of = aboard(WAR + FLEET + "unit gb-2a-i india\nunit gb-tr-1 india\n")
    assert "disembark 11058" in listed(of, EN)
    assert refused(of, Land("11058"), EN) == ("25.44",)
    play(of, EN, Disembark("11058"))
    assert state(of).controller(state(of).setting.board["11058"]) == EN


@pytest.mark.rule("25.41")
def test_basra_and_three_others_defend_with_nothing_but_must_be_assaulted() -> None:
    of = aboard(WAR + "unit gb-2a-i india\nunit gb-tr-1 india\n")
    assert "land 10857" in listed(of, EN)
    assert "disembark 10857" not in listed(of, EN)
    position = state(of)
    assert landings.defence(position, position.setting.board["10857"]) == 1
    assert landings.defence(position, position.setting.board[BEIRUT]) == 5


@pytest.mark.rule("25.41")
def test_the_central_powers_land_within_the_baltic_or_the_black_sea_only() -> None:
    text = "unit ge-2a-i 4515\nunit ge-tr-1 4515\n" + ships("4515", "ge-bb-1") + ships("3017", "ge-bb-2")
    of = aboard(text, unit="ge-2a-i", side=CP)
    assert "land 4911" in listed(of, CP)  # Libau
    north = aboard(
        "unit ge-2a-i 3017\nunit ge-tr-1 3017\n" + ships("3017", "ge-bb-1"), unit="ge-2a-i", side=CP
    )
    assert not listed(north, CP, Land)


@pytest.mark.rule("25.41", "25.3")
def test_one_landing_an_impulse_and_its_transport_is_done_for_the_turn() -> None:
    of, _ = landed("unit gb-2a-ii 6964\nunit gb-tr-2 6964\n", 6, guns=6)
    play(of, EN, Pick("gb-2a-ii"), Embark())
    assert refused(of, Land(GALLIPOLI), EN) == ("25.41",)
    assert state(of).units["gb-tr-1"].mission == "landing"


# The fight


@pytest.mark.rule("25.42", "25.43")
def test_an_empty_port_must_be_won_or_the_unit_is_lost() -> None:
    lost, told = at_basra("", 4)
    assert fight(told) == "5:1: HX"
    assert "gb-4a-i" in state(lost).dead  # neither DE nor DD
    assert state(lost).controller(state(lost).setting.board[BASRA]) == CP
    won, told = at_basra("", 5)
    assert fight(told) == "5:1: DD"
    node = state(won).setting.board[BASRA]
    assert state(won).controller(node) == EN
    assert state(won).units["gb-4a-i"].at == state(won).units["gb-tr-1"].at == node
    assert refused(won, Pick("gb-4a-i"), EN)  # it goes no farther
    empty, told = landed("", 6)
    assert fight(told) == "1:3: BB"  # four against five, two to the left
    assert "gb-2a-i" in state(empty).dead


@pytest.mark.rule("25.42")
def test_columns_of_port_naval_base_gunfire_and_naval_cards() -> None:
    of = aboard(WAR + FLEET + TROOPS)
    position = state(of)
    node = position.setting.board
    beirut = landings.landing_of(position, ["gb-2a-i"], node[BEIRUT])
    assert landings.shift(position, beirut, 0) == -2
    assert landings.shift(position, beirut, 1) == -1
    base = landings.landing_of(position, ["gb-2a-i"], node["5550"])  # Athens
    assert landings.shift(position, base, 1) == -2  # three left eat one more to the right
    carded = aboard(WAR + FLEET + TROOPS + "shown entente 54\n")  # Dardanelles: two to the right
    position = state(carded)
    assert landings.shift(position, landings.landing_of(position, ["gb-2a-i"], node[BEIRUT]), 1) == 1


@pytest.mark.rule("25.42")
def test_fewer_than_six_ships_need_a_die_no_higher_than_they_are() -> None:
    assert fight(at_basra("", 1, guns=6)[1]).startswith("6:1")
    assert fight(at_basra("", 3, 1, guns=3)[1]).startswith("6:1")
    assert fight(at_basra("", 4, 1, guns=3)[1]).startswith("5:1")
    assert fight(at_basra("", 1, guns=0)[1]).startswith("5:1")


@pytest.mark.rule("25.42", "26.51", "25.3")
def test_a_fort_must_fall_to_the_fleet_first() -> None:
    fort = "unit fort-gallipoli 6045\n"
    stands, told = landed(fort, 2, at=GALLIPOLI, guns=6)
    assert "called off" in texts(told, "landing")[0]
    unit = state(stands).units["gb-2a-i"]
    assert unit.at == state(stands).setting.board[ALEXANDRIA]
    assert unit.crossed  # it does nothing more this turn
    falls, told = landed(fort, 6, 1, at=GALLIPOLI, guns=6)
    assert "fort-gallipoli" in state(falls).dead
    assert any("against" in text for text in texts(told, "landing"))
    assert state(falls).units["gb-pd-1"].mission == "landing"


@pytest.mark.rule("25.3", "25.42")
def test_capital_ships_support_a_landing_after_an_engagement_without_combat() -> None:
    fleet = "".join(
        f"unit gb-pd-{at} {ALEXANDRIA} mission={mission}\n"
        for at, mission in enumerate(("engagement", "combat", "bombardment"), 1)
    )
    of = aboard(WAR + TROOPS + fleet + f"unit gb-pd-4 {ALEXANDRIA}\nunit gb-ca-1 {ALEXANDRIA}\n")
    play(of, EN, Land(BEIRUT))
    assert listed(of, EN) == ["pass", "muster gb-pd-1", "muster gb-pd-4"]


@pytest.mark.rule("25.42")
def test_motorized_and_tank_units_do_not_land_by_assault() -> None:
    text = WAR + FLEET + f"unit gb-2a-i {ALEXANDRIA} motorized=1\nunit gb-tr-1 {ALEXANDRIA}\n"
    of = aboard(text)
    assert refused(of, Land(BEIRUT), EN) == ("25.42",)


@pytest.mark.rule("15.2", "25.42")
def test_headquarters_land_by_assault_like_other_units() -> None:
    text = f"{WAR}unit gb-hq-mef india\nunit gb-tr-1 india\n{OTHERS}"
    of = aboard(text, 6, unit="gb-hq-mef")
    assert f"land {BASRA}" in listed(of, EN)
    told = play(of, EN, Land(BASRA), UseTable("assault"))
    assert fight(told).startswith("1:3")  # one against one, two columns to the left
    carried = aboard(text.replace("gb-hq-mef india", "gb-hq-mef india motorized=2"), unit="gb-hq-mef")
    assert refused(carried, Land(BASRA), EN) == ("25.42",)


@pytest.mark.rule("25.42")
def test_defenders_add_to_the_strength_of_the_port_and_leave_it_when_it_is_won() -> None:
    of = aboard(WAR + FLEET + TROOPS + "unit ot-2a-i 8057\n")
    position = state(of)
    corps = position.piece(position.units["ot-2a-i"]).strength
    assert landings.defence(position, position.setting.board[BEIRUT]) == 5 + corps
    both = "country united-states entente\nshown entente 54\nunit gb-4a-i india\nunit us-4a-i india\n"
    text = (
        WAR
        + OTHERS
        + both
        + ships("india", "gb-tr-1", "gb-tr-2")
        + f"unit ot-2a-i {BASRA}\nunit ot-2a-ii 10254\n"
    )
    won = aboard(text, 6, unit="gb-4a-i")
    told = play(won, EN, Land(BASRA), Join("us-4a-i"))
    if won.decisions[0].kind == "table":
        told += play(won, EN, UseTable("assault"))
    assert fight(told) == "4:1: DD"
    node = state(won).setting.board[BASRA]
    assert {unit.name for unit in state(won).troops_at(node)} == {"gb-4a-i", "us-4a-i"}


@pytest.mark.rule("25.42", "25.1")
def test_ships_in_a_base_that_is_taken_flee_or_sink_on_a_one() -> None:
    def fled(die: int) -> Game:
        of = aboard(
            f"country united-states entente\nholder {OSTEND} central-powers\n{ships('3017', 'ge-ss-2')}"
            "country belgium entente\nshown entente 50\n"
            + "".join(f"unit us-4a-{each} {HARWICH}\n" for each in ("i", "ii"))
            + ships(HARWICH, "gb-tr-1", "gb-tr-2", "gb-bb-1", "gb-bb-2")
            + ships(OSTEND, "ge-ca-1")
            + OTHERS,
            *(2, 6, die),
            unit="us-4a-i",
        )
        play(of, EN, Land(OSTEND), Join("us-4a-ii"), Muster("gb-bb-1"), Muster("gb-bb-2"), PASS)
        assert {unit.name for unit in state(of).troops_at(state(of).setting.board[OSTEND])} == {
            "us-4a-i",
            "us-4a-ii",
        }
        return of

    sunk = fled(1)
    assert "ge-ca-1" in state(sunk).dead
    safe = fled(2)
    assert state(safe).units["ge-ca-1"].at == state(safe).setting.board["3017"]


@pytest.mark.rule("26.2", "25.1")
def test_ships_leave_a_base_that_falls_to_troops_unharmed() -> None:
    of = game(
        f"turn 6 movement central-powers impulse=4\n{MORALE}unit ge-2a-i 2120\nholder 2120 central-powers\n"
        + ships("2120", "gb-ca-1")
        + ships("1918", "gb-bb-1")
    )
    play(of, CP, PASS)
    board = state(of).setting.board
    assert state(of).units["gb-ca-1"].at == board["1918"]  # Harwich is nearest to Ostend


# Americans


@pytest.mark.rule("25.45")
def test_with_america_at_war_two_units_land_if_one_is_american() -> None:
    text = f"country united-states entente\nunit us-4a-i {ALEXANDRIA}\nunit gb-tr-2 {ALEXANDRIA}\n"
    of = aboard(WAR + FLEET + TROOPS + text)
    play(of, EN, Land(BEIRUT))
    assert listed(of, EN) == ["pass", "join us-4a-i"]
    neutral = aboard(WAR + FLEET + TROOPS + f"unit gb-2a-ii {ALEXANDRIA}\nunit gb-tr-2 {ALEXANDRIA}\n")
    play(neutral, EN, Land(BEIRUT))
    assert neutral.decisions[0].kind == "gunfire"


@pytest.mark.rule("25.45")
def test_a_half_exchange_is_paid_with_one_of_two_units_and_the_other_lands() -> None:
    of = aboard(
        f"{WAR}country united-states entente\nunit gb-4a-i india\nunit us-4a-i india\n{OTHERS}"
        + ships("india", "gb-tr-1", "gb-tr-2"),
        4,
        unit="gb-4a-i",
    )
    told = play(of, EN, Land(BASRA), Join("us-4a-i"))
    if of.decisions[0].kind == "table":
        told += play(of, EN, UseTable("assault"))
    assert fight(told) == "5:1: HX"
    play(of, EN, Lose("gb-4a-i"))
    assert {*state(of).dead} == {"gb-4a-i"}
    assert state(of).units["us-4a-i"].at == state(of).setting.board[BASRA]


@pytest.mark.rule("39.1", "39.0")
@pytest.mark.parametrize(
    ("unit", "option", "column"),
    [("us-2us-usmc", "on", "3:1"), ("us-2us-usmc", "off", "2:1"), ("us-2a-i", "on", "2:1")],
)
def test_marines_bring_a_column_to_the_right(unit: str, option: str, column: str) -> None:
    troops = f"unit {unit} india\nunit gb-tr-1 india\n{OTHERS}country united-states entente\n"
    of = game(f"turn 16 movement entente impulse=1\n{MORALE}{WAR}{troops}", marines=option)
    play(of, EN, Pick(unit), Embark())
    told = play(of, EN, Land(BASRA), UseTable("assault"))  # four against nobody, and two columns left
    assert fight(told).startswith(column)
