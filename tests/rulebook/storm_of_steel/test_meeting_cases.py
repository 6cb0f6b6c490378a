"""Cases from the book in which two rules meet: sea, air, supply, and chapters that are on or off."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.air_orders import Bomb
from hexfront.games.storm_of_steel.orders import (
    Assault,
    AttackOdds,
    Build,
    CommandOf,
    Conduct,
    Deploy,
    Disembark,
    Embark,
    LineOf,
    MobileAssault,
    MobilizeFor,
    Pick,
    Play,
    RevealMissions,
    SupplyOf,
    UseTable,
)
from hexfront.games.storm_of_steel.sea_orders import Convoy, Muster, SendRaiders, Shell
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import STAFFS, on_field
from tests.games.storm_of_steel.harbour import (
    HARWICH,
    KIEL,
    NORTH_SEA,
    SCAPA,
    WILHELMSHAVEN,
    operations,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, game, laid, listed, play, refused, state, texts

MORALE = "morale central-powers 80\nmorale entente 80\n"
BELGIUM = "country belgium entente\n"
TURKS = "country ottoman-empire central-powers\n"
ITALY = "country italy entente\n"
HULL, OSTEND, CALAIS, BRUSSELS = "1814", "2120", "1920", "2321"
FIGHT = "turn 6 combat central-powers impulse=1"
HOMES = "unit ge-2a-i 3719\nunit gb-2a-iii 1718\n"


def shelled(fleet: tuple[str, ...], die: int, **options: str) -> Game:
    """German ships bombard Hull, and nobody comes out against them."""
    thrown = f"dice {die}\nturn 5 naval-operations central-powers\n{MORALE}"
    of = game(f"{thrown}{ships(WILHELMSHAVEN, *fleet)}{ships(SCAPA, 'gb-ca-1')}", **options)
    play(of, CP, Shell(NORTH_SEA, HULL, "city"), *map(Muster, fleet), PASS)
    play(of, EN, PASS)
    return of


def moving(text: str, side: str = EN, turn: int = 6, impulse: int = 1) -> Game:
    return game(f"turn {turn} movement {side} impulse={impulse}\n{MORALE}{HOMES}{text}")


def asked(of: Game, question: SupplyOf | CommandOf | LineOf | AttackOdds) -> str:
    return str(of.explain(question))


# At sea


@pytest.mark.rule("24.1", "26.5")
def test_submarines_and_transports_bombard_nothing() -> None:
    of = operations(
        ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1", "ge-ss-1", "ge-tr-1") + ships(SCAPA, "gb-ca-1")
    )
    play(of, CP, Shell(NORTH_SEA, HULL, "city"))
    assert listed(of, CP, Muster) == ["muster ge-bb-1", "muster ge-ca-1"]
    assert refused(of, Muster("ge-ss-1"), CP) == ("25.32",)
    assert refused(of, Muster("ge-tr-1"), CP) == ("24.1",)


@pytest.mark.rule("26.5", "26.52")
@pytest.mark.parametrize(
    ("fleet", "morale"),
    [
        (("ge-bb-1", "ge-ca-1"), 80),  # one and a half: the column of one, where a four is nothing
        (("ge-bb-1", "ge-ca-1", "ge-ca-2"), 79),
        (("ge-ca-1", "ge-ca-2", "ge-esc-1"), 80),
        (("ge-ca-1", "ge-ca-2", "ge-esc-1", "ge-esc-2"), 79),
    ],
)
def test_lesser_ships_count_half_and_halves_are_dropped(fleet: tuple[str, ...], morale: int) -> None:
    assert state(shelled(fleet, 4)).morale[EN] == morale


@pytest.mark.rule("26.5")
@pytest.mark.parametrize(
    ("fleet", "lost"), [(("ge-ca-1", "ge-ca-2"), "ge-ca-"), (("ge-bb-1", "ge-pd-1", "ge-ca-1"), "ge-pd-1")]
)
def test_a_one_costs_a_ship_of_those_that_fire(fleet: tuple[str, ...], lost: str) -> None:
    gone = set(fleet) - set(state(shelled(fleet, 1)).units)
    assert len(gone) == 1
    assert gone.pop().startswith(lost)


@pytest.mark.rule("26.52", "34.22")
@pytest.mark.parametrize(("option", "wasted"), [("on", True), ("off", False)])
def test_without_devastation_a_good_shot_costs_a_point_and_nothing_more(option: str, wasted: bool) -> None:
    of = shelled(("ge-bb-1", "ge-bb-2", "ge-bb-3", "ge-bc-1", "ge-bc-2"), 6, devastation=option)
    assert state(of).morale[EN] == 79
    assert bool(state(of).devastated) is wasted


@pytest.mark.rule("26.52", "25.32")
def test_who_holds_a_city_loses_the_point_when_it_is_bombarded() -> None:
    held = f"{BELGIUM}holder {OSTEND} central-powers\nunit ge-2a-ii {OSTEND}\n"
    fleets = ships(HARWICH, "gb-bb-1", "gb-bb-2") + ships(WILHELMSHAVEN, "ge-ca-1")
    of = operations(held + fleets, 4)
    play(of, CP, PASS)
    play(of, EN, Shell(NORTH_SEA, OSTEND, "city"), Muster("gb-bb-1"), Muster("gb-bb-2"), PASS)
    play(of, CP, PASS)
    assert state(of).morale == {CP: 79, EN: 80}


@pytest.mark.rule("25.33", "25.2")
def test_raiders_leave_for_the_north_sea_from_kiel_and_not_from_danzig() -> None:
    of = operations(ships("4515", "ge-ss-1") + ships(KIEL, "ge-ss-2") + ships(SCAPA, "gb-ca-1"))
    play(of, CP, SendRaiders(NORTH_SEA))
    assert listed(of, CP, Muster) == ["muster ge-ss-2"]
    assert refused(of, Muster("ge-ss-1"), CP) == ("25.33",)


@pytest.mark.rule("30.34", "27.7")
def test_a_cruiser_takes_its_aircraft_along_to_the_convoys() -> None:
    carrier = f"{ships(SCAPA, 'gb-ca-1', 'gb-ta-1')}aboard gb-ta-1 gb-ca-1\n"
    of = moving(f"developed 97 40\nair entente 5\n{carrier}{ships(WILHELMSHAVEN, 'ge-ss-1')}", turn=15)
    play(of, EN, PASS, Convoy("gb-ca-1"))
    units = state(of).units
    assert units["gb-ca-1"].at == units["gb-ta-1"].at == state(of).setting.board["commerce-raiding"]


# Over the sea


@pytest.mark.rule("11.632", "25.2")
@pytest.mark.parametrize(
    ("text", "unit", "goals"),
    [
        (f"unit ru-2a-i 5310\n{ships('5310', 'ru-tr-1')}{ships('5903', 'ru-pd-1')}", "ru-2a-i", set()),
        (f"{ITALY}unit it-2a-i 3434\n{ships('3434', 'it-tr-1')}{ships('4245', 'it-bb-1')}", "it-2a-i", set()),
        (
            f"{TURKS}unit ru-2a-i 7134\n{ships('7134', 'ru-tr-1', 'ru-pd-1')}{ships('6443', 'ot-pd-1')}",
            "ru-2a-i",
            {"6531", "8737"},
        ),
        (f"{TURKS}unit ru-2a-i 7134\n{ships('7134', 'ru-tr-1')}{ships('6443', 'ot-bc-1')}", "ru-2a-i", set()),
    ],
    ids=["Baltic", "Adriatic", "contested Black Sea", "Black Sea of the enemy"],
)
def test_seas_that_are_not_on_the_list_carry_nobody(text: str, unit: str, goals: set[str]) -> None:
    of = moving(text)
    play(of, EN, Pick(unit), Embark())
    found = {words.split()[1] for words in listed(of, EN, Disembark)}
    assert goals <= found
    assert bool(goals) is bool(found)


@pytest.mark.rule("29.16", "29.11")
def test_a_third_unit_does_not_embark_though_a_third_transport_is_there() -> None:
    units = "".join(
        f"unit gb-2a-{name} 1519\nunit gb-tr-{at} 1519\n" for at, name in ((1, "i"), (2, "ii"), (3, "iv"))
    )
    of = moving(f"{BELGIUM}{units}{ships(SCAPA, 'gb-bb-1')}")
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark("1623"))
    play(of, EN, Pick("gb-2a-ii"), Embark(), Disembark(CALAIS))
    play(of, EN, Pick("gb-2a-iv"))
    assert refused(of, Embark(), EN) == ("29.16",)


@pytest.mark.rule("15.41", "15.6", "25.7")
@pytest.mark.parametrize(
    ("transport", "line"), [("unit gb-tr-1 1920\n", True), ("unit fr-tr-1 1920\n", True), ("", False)]
)
def test_the_belgian_army_lives_on_british_cities_beyond_the_sea(transport: str, line: bool) -> None:
    lost = f"holder {BRUSSELS} 2320 2221 2522 central-powers\n"
    lost += "".join(
        f"unit ge-2a-{name} {at}\n"
        for name, at in (("ii", BRUSSELS), ("iii", "2320"), ("iv", "2221"), ("v", "2522"))
    )
    army = f"unit be-hq-belgian {CALAIS}\nunit be-2a-i {CALAIS}\n"
    of = moving(f"{BELGIUM}{lost}{army}{transport}{ships(SCAPA, 'gb-bb-1')}")
    assert ("has a line" in asked(of, LineOf("be-hq-belgian"))) is line
    assert ("is in supply" in asked(of, SupplyOf("be-2a-i"))) is line


# Supply and command


@pytest.mark.rule("15.6", "31.1")
def test_a_french_army_feeds_the_british_and_does_not_command_them() -> None:
    of = moving("unit gb-2a-i 2325\nunit fr-hq-1 2324\n", turn=15)
    assert "is in supply" in asked(of, SupplyOf("gb-2a-i"))
    assert "not in command" in asked(of, CommandOf("gb-2a-i"))
    americans = moving("country united-states entente\nunit us-2a-i 2325\nunit fr-hq-1 2324\n", turn=15)
    assert "is in command" in asked(americans, CommandOf("us-2a-i"))


@pytest.mark.rule("11.6", "15.72")
@pytest.mark.parametrize(("mark", "column"), [("", "3:1"), (" strategic", "2:1")])
def test_headquarters_on_the_train_feed_and_do_not_command(mark: str, column: str) -> None:
    units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\nshown central-powers 6\n"
    staffs = f"unit ge-hq-1 1113{mark}\nunit fr-hq-1 1613\n"
    of = on_field(units, "turn 2 combat central-powers impulse=1", staffs=staffs)
    assert column in asked(of, AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "probe"))
    assert "is in supply" in asked(of, SupplyOf("ge-2a-ii"))


@pytest.mark.rule("31.1", "41.5")
@pytest.mark.parametrize(("markers", "supplied"), [("", False), (" motorized=2", True)])
def test_a_motorized_headquarters_feeds_twice_three_hexes(markers: str, supplied: bool) -> None:
    ground = "holder 1213 1313 1413 1513 1613 1713 central-powers\n"
    units = f"unit ge-2a-ii 1713\nunit ge-hq-2 1113{markers}\nunit fr-2a-i 1816\n{ground}"
    of = on_field(units, staffs="unit fr-hq-1 1812\n")
    assert ("is in supply" in asked(of, SupplyOf("ge-2a-ii"))) is supplied
    assert "not in command" in asked(of, CommandOf("ge-2a-ii"))


@pytest.mark.rule("15.41", "34.3")
@pytest.mark.parametrize(("option", "line"), [("on", False), ("off", True)])
def test_ruins_are_no_source_only_while_their_chapter_is_in_use(option: str, line: bool) -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\ndevastated 1013\n"
    of = on_field(units, head=f"option devastation={option}")
    assert ("has a line" in asked(of, LineOf("ge-hq-1"))) is line


@pytest.mark.rule("11.7", "15.71")
def test_nobody_overruns_without_command_in_the_second_impulse() -> None:
    units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-hq-2 1412\nshown central-powers 6\n"
    second = "turn 2 movement central-powers impulse=2"
    of = on_field(units, second, staffs="unit ge-hq-1 1011\nunit fr-hq-1 1713\n")
    assert refused(of, Pick("ge-2a-ii"), CP) == ("15.71",)
    led = on_field(units, second, staffs=STAFFS)
    assert refused(led, MobileAssault("1412", ("ge-2a-ii", "ge-2a-iii")), CP) == ()


# Combat


@pytest.mark.rule("14.3")
@pytest.mark.parametrize(
    ("kinds", "tables"),
    [
        ("capital", {"probe", "assault", "infiltration"}),
        ("city", {"probe", "assault", "infiltration"}),
        ("fort-site", {"probe", "assault", "infiltration"}),
        ("petroleum", {"probe", "assault", "infiltration"}),
        ("port", {"probe", "assault", "infiltration"}),
        ("industrial", {"assault"}),
        ("naval-base", {"assault"}),
    ],
)
def test_which_towns_must_be_stormed(kinds: str, tables: set[str]) -> None:
    units = "unit ge-2k-stoss-1 1312\nunit fr-2a-i 1412\n"
    of = on_field(
        units, FIGHT, f"place 1412 Town kinds={kinds}", head="sandbox no-end\npremise land-combat BB"
    )
    play(of, CP, Assault("1412", ("ge-2k-stoss-1",)))
    found = {words.split()[1] for words in listed(of, CP, UseTable)} if len(tables) > 1 else {"assault"}
    assert found == tables
    if len(tables) == 1:  # with one table nothing is asked
        assert "assault" in texts(of.events, "battle")[-1]


@pytest.mark.rule("14.3", "14.21")
@pytest.mark.parametrize(
    ("terrain", "columns"), [("clear", 1), ("rough", 1), ("forest", 0), ("mountain", -1), ("desert", 0)]
)
def test_tanks_that_infiltrate_have_a_column_in_clear_and_rough_ground(terrain: str, columns: int) -> None:
    units = "unit ge-tb-1 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    of = on_field(
        units, "turn 15 combat central-powers impulse=1", terrain={"1412": terrain}, head="sandbox no-end"
    )
    told = asked(of, AttackOdds("1412", ("ge-tb-1", "ge-2a-ii"), "infiltration"))
    assert f"columns to the right: {columns}" in told


@pytest.mark.rule("30.62", "34.22")
def test_who_holds_a_city_loses_the_point_when_it_is_bombed() -> None:
    held = f"{BELGIUM}holder {BRUSSELS} central-powers\nunit ge-2a-ii {BRUSSELS}\n"
    bomber = f"air entente 4\nunit gb-st-1 {BRUSSELS} moved\naloft gb-st-1\n"
    bomber += f"air-mission gb-st-1 strategic-bombing {CALAIS}\n"
    harbour = f"unit gb-hq-bef 2021\nunit gb-tr-1 {CALAIS}\n{ships(SCAPA, 'gb-bb-1')}"
    of = game(f"dice 6\nturn 12 combat entente impulse=1\n{MORALE}{HOMES}{held}{bomber}{harbour}")
    play(of, EN, Bomb(BRUSSELS))
    assert state(of).morale == {CP: 79, EN: 80}
    assert state(of).devastated == {state(of).setting.board[BRUSSELS]}


# Agents, irregulars and politics


@pytest.mark.rule("32.1", "36.0")
@pytest.mark.parametrize(("option", "rises"), [("on", True), ("off", False)])
def test_a_six_in_subversion_raises_partisans_only_with_their_chapter(option: str, rises: bool) -> None:
    agents = "agents central-powers 3\nmissions central-powers subversion subversion subversion\n"
    of = game(f"dice 6\nturn 8 agents central-powers\n{MORALE}{agents}{HOMES}", partisans=option)
    play(of, CP, PASS, RevealMissions(), Conduct("subversion"))
    assert state(of).morale[EN] == 78
    decision = of.decision_of(CP)
    assert decision is not None
    assert (decision.kind == "raise") is rises
    if rises:
        assert all(words.startswith("deploy pa-cp-") for words in listed(of, CP, Deploy))


@pytest.mark.rule("32.1", "3.2-7e4")
@pytest.mark.parametrize(("agents", "may"), [(6, 2), (7, 1), (8, 0)])
def test_a_side_has_eight_agents(agents: int, may: int) -> None:
    means = f"points germany 100\nagents central-powers {agents}\n"
    of = game(f"turn 8 allocation central-powers\n{MORALE}{HOMES}{means}")
    play(of, CP, MobilizeFor("germany"))
    for _ in range(may):
        play(of, CP, Build("agent"))
    assert refused(of, Build("agent"), CP) == ("32.1",)


@pytest.mark.rule("36.2", "16.42")
@pytest.mark.parametrize(("mark", "wrecked"), [("", True), (" entrenched", False)])
def test_partisans_underground_leave_a_railway_whole(mark: str, wrecked: bool) -> None:
    of = moving(f"{TURKS}unit pa-en-1 8357{mark}\nunit ot-2a-i 8057\nunit gb-2a-ii 7366\n", turn=12)
    of.play_words("march pa-en-1 8258", by=EN)
    assert (state(of).railways.get(state(of).setting.board["8258"]) == "") is wrecked


@pytest.mark.rule("6.11", "19.24")
@pytest.mark.parametrize(
    ("card", "country", "rules"),
    [
        (27, "sweden", ("19.24",)),
        (27, "united-states", ("6.11",)),
        (27, "switzerland", ("6.11",)),
        (28, "sweden", ("6.11",)),
        (28, "switzerland", ("6.11",)),
        (28, "denmark", ()),
    ],
)
def test_whom_a_note_of_the_central_powers_may_go_to(card: int, country: str, rules: tuple[str, ...]) -> None:
    of = game(f"turn 6 diplomacy central-powers\n{MORALE}{laid(6)}picked central-powers {card}\n{HOMES}")
    while of.decisions[0].side != CP:
        of.play(PASS, of.decisions[0].side)
    assert refused(of, Play(card, country), CP) == rules
