"""Transports and who is aboard: staying at sea, going ashore, open coasts, lost ships, and garrisons."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Attack,
    Detrain,
    Disembark,
    Embark,
    Entrain,
    Go,
    GoOff,
    Join,
    Pick,
    UseTable,
)
from hexfront.games.storm_of_steel.sea_orders import Land, LieOff, Muster
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import MORALE, ships
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state, texts

FLEET = "unit gb-bb-1 1802\n"  # keeps the North Sea and the Channel
BELGIUM = "country belgium entente\n"
PORTSMOUTH, CALAIS, HAVRE, LIVERPOOL = "1519", "1920", "1623", "1414"
ALEXANDRIA, OSTEND, HARWICH = "6964", "2120", "1918"
CORPS = f"unit gb-2a-i {PORTSMOUTH}\nunit gb-tr-1 {PORTSMOUTH}\nunit fr-2a-i 1924\n"


def moving(text: str, side: str = EN, impulse: int = 1, turn: int = 4) -> Game:
    return game(f"turn {turn} movement {side} impulse={impulse}\n{MORALE}{FLEET}{BELGIUM}{text}")


def at(of: Game, unit: str) -> str:
    return state(of).setting.board.label(state(of).units[unit].at)


def ashore(of: Game, unit: str) -> bool:
    """Whether a unit stands on the ground."""
    return unit in state(of).troops[state(of).units[unit].at]


def on_to(of: Game, impulse: int, side: str = EN, step: str = "movement") -> None:
    """Pass until a segment."""
    while (state(of).impulse, state(of).active, state(of).step) != (impulse, side, step):
        decision = of.decisions[0]
        of.play(Pass() if Pass() in decision.choices() else decision.choices()[0], decision.side)


# Going ashore, and staying aboard


@pytest.mark.rule("29.12", "29.13")
def test_units_go_ashore_when_the_movement_segment_ends() -> None:
    of = moving(CORPS)
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark(CALAIS))
    assert at(of, "gb-2a-i") == at(of, "gb-tr-1") == CALAIS
    assert not ashore(of, "gb-2a-i")
    assert refused(of, Pick("gb-2a-i"), EN) == ("29.12",)
    assert refused(of, Pick("gb-tr-1"), EN) == ("29.15",)
    play(of, EN, PASS)
    assert ashore(of, "gb-2a-i")
    assert not state(of).aboard


@pytest.mark.rule("29.12")
def test_who_finds_the_port_full_at_the_end_stays_aboard() -> None:
    near = "".join(f"unit fr-2a-{each} 1921\n" for each in ("ii", "iii", "ix"))
    of = moving(CORPS + near + "unit fr-hq-1 2022\n")
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark(CALAIS))
    for each in ("ii", "iii", "ix"):
        play(of, EN, Pick(f"fr-2a-{each}"), Go(CALAIS), PASS)
    told = play(of, EN, PASS)
    assert "Nobody can go ashore in 1920" in texts(told, "move")
    assert state(of).aboard == {"gb-2a-i": "gb-tr-1"}
    assert [str(each) for each in state(of).status()] == []


@pytest.mark.rule("29.12", "31.41")
def test_units_remain_at_sea_as_long_as_their_owner_likes_and_need_no_supply_there() -> None:
    of = moving(f"{CORPS}shown entente 62\n", turn=9)
    play(of, EN, Pick("gb-2a-i"), Embark(), LieOff(LIVERPOOL), PASS)
    assert state(of).aboard == {"gb-2a-i": "gb-tr-1"}
    assert at(of, "gb-2a-i") == LIVERPOOL
    on_to(of, 2)
    play(of, EN, Pick("gb-2a-i"))
    assert f"disembark {LIVERPOOL}" in listed(of, EN)  # where it lies
    play(of, EN, LieOff(HAVRE), PASS)
    while state(of).turn == 9:
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    assert state(of).aboard == {"gb-2a-i": "gb-tr-1"}  # the quarter is over, and it is where it was
    assert at(of, "gb-2a-i") == HAVRE


@pytest.mark.rule("29.12", "11.634")
def test_who_has_come_ashore_neither_moves_nor_attacks_in_that_segment() -> None:
    front = "unit ge-2a-i 2021 entrenched\nunit gb-2a-ii 2022\nunit gb-hq-bef 1921\n"
    of = moving(f"aboard gb-2a-i gb-tr-1\nunit gb-2a-i {CALAIS}\nunit gb-tr-1 {CALAIS}\n{front}")
    play(of, EN, Pick("gb-2a-i"), Disembark(CALAIS), PASS)
    assert state(of).step == "combat"
    assert ashore(of, "gb-2a-i")
    play(of, EN, Attack("2021"))
    assert "join gb-2a-i" not in listed(of, EN)


@pytest.mark.rule("29.12", "14.1")
def test_nobody_fights_from_aboard() -> None:
    front = "unit ge-2a-i 2021\nunit gb-2a-ii 2022\nunit gb-hq-bef 1921\nunit gb-2a-iii 1920\n"
    of = moving(f"aboard gb-2a-i gb-tr-1\nunit gb-2a-i {CALAIS}\nunit gb-tr-1 {CALAIS}\n{front}")
    play(of, EN, PASS, Attack("2021"))
    assert {"join gb-2a-ii", "join gb-2a-iii"} & {*listed(of, EN)}
    assert "join gb-2a-i" not in listed(of, EN)


@pytest.mark.rule("29.15")
def test_a_transport_with_a_unit_aboard_takes_no_other() -> None:
    of = moving(f"{CORPS}unit gb-2a-ii {PORTSMOUTH}\n")
    play(of, EN, Pick("gb-2a-i"), Embark(), LieOff(PORTSMOUTH))
    play(of, EN, Pick("gb-2a-ii"))
    assert "embark" not in listed(of, EN)


@pytest.mark.rule("29.15", "30.57")
def test_an_air_unit_aboard_flies_no_mission() -> None:
    of = game(
        f"turn 8 movement {EN} impulse=1\n{MORALE}{FLEET}{BELGIUM}air entente 3\naboard gb-ta-1 gb-tr-1\n"
        f"unit gb-ta-1 {CALAIS}\nunit gb-tr-1 {CALAIS}\nunit gb-hq-bef 2022\nunit fr-2a-i 1924\n"
    )
    if of.decision.kind == "air orders":
        assert not any("gb-ta-1" in words for words in listed(of, EN))
        play(of, EN, PASS)
    play(of, EN, Pick("gb-ta-1"), Disembark(CALAIS), PASS)
    assert "gb-ta-1" not in state(of).aboard


# Transports without cargo


@pytest.mark.rule("29.1", "29.11")
def test_an_empty_transport_sails_to_another_port_and_fetches_nobody_more_in_that_impulse() -> None:
    of = moving(f"unit gb-tr-1 {ALEXANDRIA}\nunit gb-2a-i {PORTSMOUTH}\nunit gb-tr-2 {ALEXANDRIA}\n")
    play(of, EN, Pick("gb-2a-i"))
    assert "embark" not in listed(of, EN)
    play(of, EN, PASS, Pick("gb-tr-1"), LieOff(PORTSMOUTH))
    assert at(of, "gb-tr-1") == PORTSMOUTH
    play(of, EN, Pick("gb-2a-i"))
    assert "embark" not in listed(of, EN)
    play(of, EN, PASS)
    assert refused(of, Pick("gb-tr-1"), EN) == ("29.12",)


@pytest.mark.rule("29.1")
def test_a_transport_that_comes_to_a_map_without_an_impulse_does_nothing_more_this_turn() -> None:
    of = moving(f"{CORPS}shown entente 62\ncountry ottoman-empire central-powers\n", impulse=2, turn=9)
    play(of, EN, Pick("gb-2a-i"), Embark(), LieOff(ALEXANDRIA))
    assert state(of).units["gb-tr-1"].crossed  # the Middle East has no second impulse
    near = moving(f"{CORPS}shown entente 62\n", impulse=2, turn=9)
    play(near, EN, Pick("gb-2a-i"), Embark(), LieOff(HAVRE))
    assert not state(near).units["gb-tr-1"].crossed


@pytest.mark.rule("31.12", "29.1")
def test_a_transport_does_not_leave_if_units_would_be_out_of_supply() -> None:
    text = f"unit gb-hq-bef {CALAIS}\nunit gb-2a-i 2022\nunit gb-tr-1 {CALAIS}\n"
    of = moving(text)
    play(of, EN, Pick("gb-tr-1"))
    assert listed(of, EN) == ["pass"]
    assert refused(of, LieOff(HAVRE), EN) == ("31.12",)
    spare = moving(f"{text}unit gb-tr-2 {CALAIS}\n")
    play(spare, EN, Pick("gb-tr-1"), LieOff(HAVRE))
    assert at(spare, "gb-tr-1") == HAVRE


# Open coasts


GALLIPOLI_COAST = "6046"
STRAITS = "country ottoman-empire central-powers\nunit gb-bb-2 6964\nunit fr-2a-i 1924\n"


@pytest.mark.rule("29.11")
def test_an_emergency_takes_one_unit_a_hex_off_a_coast_without_a_port_and_ends_its_turn() -> None:
    troops = "".join(f"unit gb-2a-{each} {GALLIPOLI_COAST}\n" for each in ("i", "ii"))
    lift = ships(ALEXANDRIA, "gb-tr-1", "gb-tr-2", "gb-tr-3")
    of = moving(STRAITS + troops + lift)
    play(of, EN, Pick("gb-2a-i"), Embark())
    assert refused(of, Land("8057"), EN)  # nobody goes from an open coast to an assault
    play(of, EN, Disembark(ALEXANDRIA))
    assert state(of).units["gb-2a-i"].crossed
    assert state(of).units["gb-tr-1"].crossed
    play(of, EN, Pick("gb-2a-ii"))
    assert "embark" not in listed(of, EN)  # one unit a hex
    play(of, EN, PASS, PASS)
    assert ashore(of, "gb-2a-i")


@pytest.mark.rule("29.11")
def test_nobody_leaves_a_coast_without_a_transport_on_its_sea() -> None:
    of = moving(f"{STRAITS}unit gb-2a-i {GALLIPOLI_COAST}\nunit gb-tr-1 {PORTSMOUTH}\n")
    play(of, EN, Pick("gb-2a-i"))
    assert "embark" not in listed(of, EN)
    inland = moving(f"{STRAITS}unit gb-2a-i 7366\nunit gb-tr-1 {ALEXANDRIA}\n")  # Cairo
    play(inland, EN, Pick("gb-2a-i"))
    assert "embark" not in listed(inland, EN)


# Lost with its ship


@pytest.mark.rule("29.14")
@pytest.mark.parametrize("die", [1, 2])
def test_a_unit_is_lost_with_its_transport(die: int) -> None:
    of = game(
        f"dice 2 6 {die}\nturn 16 movement {EN} impulse=1\n{MORALE}"
        f"country united-states entente\nholder {OSTEND} central-powers\n{ships('3017', 'ge-ss-2')}"
        "country belgium entente\nshown entente 50\nunit gb-2a-iii 1718\n"
        + "".join(f"unit us-4a-{each} {HARWICH}\n" for each in ("i", "ii"))
        + ships(HARWICH, "gb-tr-1", "gb-tr-2", "gb-bb-1", "gb-bb-2")
        + ships(OSTEND, "ge-tr-1")
        + f"unit ge-2a-i {OSTEND}\naboard ge-2a-i ge-tr-1\n"
    )
    play(of, EN, Pick("us-4a-i"), Embark(), Land(OSTEND), Join("us-4a-ii"))
    play(of, EN, Muster("gb-bb-1"), Muster("gb-bb-2"), PASS)
    assert at(of, "us-4a-i") == OSTEND  # nobody aboard defends the port
    if die == 1:
        assert {"ge-tr-1", "ge-2a-i"} <= {*state(of).dead}
        assert state(of).aboard == {}
    else:
        assert at(of, "ge-2a-i") == at(of, "ge-tr-1") != OSTEND
        assert state(of).aboard == {"ge-2a-i": "ge-tr-1"}


@pytest.mark.rule("25.41", "25.42", "29.12")
def test_a_unit_that_lay_off_a_port_goes_from_aboard_to_the_assault() -> None:
    war = "country ottoman-empire central-powers\nunit gb-2a-iii 1718\n"
    text = f"{war}{ships('india', 'gb-tr-1')}unit gb-4a-i india\naboard gb-4a-i gb-tr-1\n"
    of = game(f"dice 5\nturn 6 movement {EN} impulse=1\n{MORALE}{text}")
    play(of, EN, Pick("gb-4a-i"), Land("10857"))  # Basra
    if of.decisions[0].kind == "table":
        of.play(of.decisions[0].choices()[0], EN)
    assert at(of, "gb-4a-i") == at(of, "gb-tr-1") == "10857"
    assert ashore(of, "gb-4a-i")
    assert state(of).aboard == {}


# What the enemy sees


@pytest.mark.rule("23.0", "29.11")
def test_the_enemy_sees_that_a_transport_carries_a_unit_and_not_which() -> None:
    of = moving(f"{CORPS}unit gb-4a-i {PORTSMOUTH}\nunit gb-3a-i {PORTSMOUTH}\n")
    told = play(of, EN, Pick("gb-2a-i"), Embark(), LieOff(HAVRE))
    name = state(of).piece(state(of).units["gb-2a-i"]).name
    assert not [event for event in told if name in event.text and event.seen_by(CP)]
    assert [event for event in told if name in event.text and event.seen_by(EN)]
    shown = {each["unit"]: each for each in of.view(CP)["position"]["units"]}
    assert "gb-2a-i" not in shown
    assert any(each.get("aboard") == "gb-tr-1" for each in of.view(CP)["position"]["units"])
    own = {each["unit"]: each for each in of.view(EN)["position"]["units"]}
    assert own["gb-2a-i"]["aboard"] == "gb-tr-1"


# Garrisons off the map


def uprising(text: str, area: str = "british-africa", turns: int = 2) -> Game:
    """An uprising, and so many political phases."""
    of = game(f"turn 6 political-events central-powers\n{MORALE}uprising {area} 0\n{text}")
    for _ in range(turns * 3000):
        if state(of).turn > 5 + turns:
            break
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    return of


@pytest.mark.rule("25.71")
@pytest.mark.parametrize(
    ("units", "quiet"),
    [
        ("unit gb-2a-i british-africa\n", True),
        ("unit fr-2a-i british-africa\n", False),
        ("unit fr-2a-i british-africa\nunit gb-tr-1 british-africa\n", False),
        ("unit fr-2a-i british-africa\nunit fr-tr-1 british-africa\n", True),
    ],
)
def test_foreign_garrisons_put_down_uprisings_only_with_a_transport_of_their_own(
    units: str, quiet: bool
) -> None:
    of = uprising(units)
    assert ("british-africa" not in state(of).uprisings) is quiet


def lost(text: str) -> set[str]:
    """Who falls to attrition when every die kills."""
    of = game(f"turn 3 movement entente impulse=1\n{MORALE}unit ru-2a-x 7110\n{text}")
    of.fix_dice(*[1] * 4)
    before = {*state(of).units}
    while state(of).impulse or state(of).step == "attrition":
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    return before - {*state(of).units}


@pytest.mark.rule("25.71", "31.4", "31.41")
def test_in_china_each_country_but_japan_needs_a_transport_in_hong_kong() -> None:
    at_home = "unit gb-tr-2 1414\nunit fr-tr-2 2238\n"
    assert lost(f"{at_home}unit gb-2a-i china\n") == {"gb-2a-i"}
    assert lost(f"{at_home}unit gb-2a-i china\nunit gb-tr-1 china\n") == set()
    assert lost(f"{at_home}unit gb-2a-i china\nunit fr-tr-1 china\n") == {"gb-2a-i"}
    assert lost("unit ja-2a-i china\n") == set()
    assert lost("unit ja-2a-i philippines\n") == set()  # the Pacific is Japanese enough


# The four impulses of the example


@pytest.mark.rule("11.6", "21.44", "29.1", "4.71")
def test_by_rail_by_sea_by_rail_and_into_the_attack_in_four_impulses() -> None:
    """[11.6] From Birmingham by rail to Portsmouth, by sea to Alexandria, by rail to the headquarters in the
    Sinai, and to Gaza."""
    cards = "shown entente 62 76\ngranted entente middle-east 4\n"  # two impulses in the west, four there
    sinai = "holder 7664 7763 entente\nrails 7664 7763 entente\nunit gb-hq-eef 7763\nunit ot-2r-smyrna 7962\n"
    lift = f"unit gb-tr-1 {PORTSMOUTH}\nunit gb-tr-2 {PORTSMOUTH}\nunit gb-tr-3 {ALEXANDRIA}\n"
    war = "country ottoman-empire central-powers\nunit gb-2a-i 1515\n"
    of = moving(cards + sinai + lift + war, turn=18)
    play(of, EN, Pick("gb-2a-i"), Entrain(), Detrain(PORTSMOUTH), PASS)
    on_to(of, 2)
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark(ALEXANDRIA), PASS)
    on_to(of, 3)
    assert refused(of, Pick("gb-tr-2"), EN) == ("29.1",)  # no third impulse in the west
    play(of, EN, Pick("gb-2a-i"), Entrain(), Detrain("7763"), PASS)
    on_to(of, 4)
    play(of, EN, Pick("gb-2a-i"), Go("7863"), PASS)
    told = play(of, EN, Attack("7962"), UseTable("assault"))
    assert any("7962" in text for text in texts(told, "battle"))


# Rails


@pytest.mark.rule("11.62", "21.34")
def test_who_goes_to_siberia_by_rail_counts_against_the_limit_of_the_russian_net() -> None:
    corps = ("i", "ii", "iii", "iv", "v", "vi", "vii")
    troops = "".join(
        f"unit ru-2a-{each} {hex_}\n"
        for each, hex_ in zip(corps, ("7110",) * 3 + ("7213",) * 3 + ("7322",), strict=True)
    )
    of = moving(f"{troops}unit fr-2a-i 1924\n")
    for each in corps[:6]:
        play(of, EN, Pick(f"ru-2a-{each}"), GoOff(f"ru-2a-{each}", "siberia"))
    assert state(of).hauled["russia"] == 12
    play(of, EN, Pick("ru-2a-vii"))
    assert "go-off ru-2a-vii siberia" not in listed(of, EN)
    assert "entrain" not in listed(of, EN)
