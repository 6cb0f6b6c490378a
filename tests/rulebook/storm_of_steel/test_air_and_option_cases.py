"""Cases from the book on the air (chapter 30) and on the optional chapters 32 to 43."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.air_orders import AirBattle, Fly, Scramble
from hexfront.games.storm_of_steel.matters import Owed
from hexfront.games.storm_of_steel.orders import (
    Allowance,
    Assault,
    Assign,
    Atrocity,
    Attack,
    AttackOdds,
    Build,
    Conduct,
    Devastate,
    ForceMarch,
    GoUnderground,
    Guard,
    Lose,
    MobilizeFor,
    Pick,
    Rebuild,
    RevealMissions,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import air_combat, headquarters, moving
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import goes, listed, on_field, on_map, refused
from tests.games.storm_of_steel.nations import CP, EN, changes, game, laid, play
from tests.games.storm_of_steel.nations import listed as listed_for
from tests.games.storm_of_steel.nations import refused as told_refused
from tests.games.storm_of_steel.sky import NEAR, flown, in_the_sky, missions, ordered

MORALE = "morale central-powers 80\nmorale entente 80\n"
FIGHT = "turn 2 combat central-powers impulse=1"
MARCH = "turn 2 movement central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


# Doctrine [30.2]


@pytest.mark.rule("30.23")
@pytest.mark.parametrize(
    ("turn", "text", "possible"),
    [
        (2, "", False),  # 1914
        (4, "", True),  # level two from 1915 on
        (5, "flag 'air year central-powers' 1915\nair central-powers 2\n", False),  # once a year
        (7, "flag 'air year central-powers' 1915\nair central-powers 2\n", True),
    ],
)
def test_one_level_a_year_from_1915_on(turn: int, text: str, possible: bool) -> None:
    of = game(f"turn {turn} cards central-powers\n{MORALE}unit ge-2a-i 3719\nunit fr-2a-i 1924\n{text}")
    assert ("draw 37" in listed_for(of, CP)) is possible  # Air Doctrine


@pytest.mark.rule("30.71", "30.61")
@pytest.mark.parametrize(
    ("level", "yes", "no"),
    [
        (1, "reconnaissance", "offensive-ground-support"),
        (2, "strategic-bombing", "air-superiority"),
        (3, "air-superiority", "air-naval-attack"),
        (5, "reconnaissance", "interception"),
    ],
)
def test_missions_by_level(level: int, yes: str, no: str) -> None:
    units = NEAR + "unit ge-st-1 1213\nunit fr-ta-1 1513\n"
    of = in_the_sky(units, (level, 5))
    found = missions(of, "ge-st-1")
    assert yes in found
    assert no not in found


# Bases and flights [30.3-30.5]


@pytest.mark.rule("30.3")
@pytest.mark.parametrize(
    ("terrain", "base"),
    [
        ("clear", True),
        ("desert", True),
        ("rough", True),
        ("forest", False),
        ("marsh", False),
        ("mountain", False),
    ],
)
def test_what_ground_is_a_base(terrain: str, base: bool) -> None:
    of = in_the_sky(NEAR + "unit ge-ta-1 1213\n", (2, 2), terrain={"1112": terrain})
    ordered(of, ("ge-ta-1", "transit"))
    of.play(Pick("ge-ta-1"))
    assert ("1112" in listed(of, Fly)) is base


@pytest.mark.rule("30.51")
def test_a_tactical_unit_flies_four_hexes_and_one_of_level_four_five() -> None:
    far = "unit fr-2a-ii 1712\n"
    near = in_the_sky(NEAR + far + "unit ge-ta-1 1213\n", (2, 2))
    ordered(near, ("ge-ta-1", "offensive-ground-support"))
    near.play(Pick("ge-ta-1"))
    assert "1712" not in listed(near, Fly)  # five hexes away
    late = in_the_sky(NEAR + far + "unit ge-ta-1 1213\n", (4, 2))
    ordered(late, ("ge-ta-1", "offensive-ground-support"))
    late.play(Pick("ge-ta-1"))
    assert "1712" in listed(late, Fly)


@pytest.mark.rule("30.54")
@pytest.mark.parametrize(("level", "asked"), [(3, False), (4, True)])
def test_a_patrol_beside_the_base_needs_level_four(level: int, asked: bool) -> None:
    of = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\n", (3, level))
    flown(of, "ge-ta-1", "offensive-ground-support", "1412")  # next to the French base
    assert (of.decision.kind == "intercept flight" or of.decision.side == EN) is asked


@pytest.mark.rule("30.61")
@pytest.mark.parametrize(("own", "theirs", "fires"), [(3, 2, False), (3, 3, True), (2, 3, True)])
def test_below_level_three_nobody_fires_in_the_air(own: int, theirs: int, fires: bool) -> None:
    """Whether the French, who are attacked or attack, fire."""
    of = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1412\n", (own, theirs), dice="6 6")
    if own >= 3:
        flown(of, "ge-ta-1", "air-superiority", "1412")
        if of.decision.side == EN and of.decision.kind != "move":
            of.play(PASS)
        of.play(PASS)
        of.play(AirBattle("1412"))
    else:
        flown(of, "ge-ta-1", "offensive-ground-support", "1412")
        of.play(Scramble("1412"))
    assert ("ge-ta-1" in of.position.dead) is fires


@pytest.mark.rule("30.61")
def test_a_level_more_is_a_column_to_the_right() -> None:
    of = in_the_sky(NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1412\n", (5, 3))
    position = of.position
    mine, other = [position.units["ge-ta-1"]], [position.units["fr-ta-1"]]
    assert air_combat.balance(position, mine, other) > air_combat.balance(position, other, mine)


# Agents [32]


def spies(own: tuple[str, ...], theirs: tuple[str, ...], *dice: int) -> Game:
    staff = "unit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    four = "agents central-powers 4\nagents entente 4\n"
    of = game(f"{thrown}turn 4 agents central-powers\n{MORALE}{staff}{laid(4)}{four}")
    for side, chosen in ((CP, own), (EN, theirs)):
        play(of, side, *(Assign(each) for each in chosen), PASS)
    play(of, CP, RevealMissions())
    play(of, EN, RevealMissions())
    return of


@pytest.mark.rule("32.1", "32.3")
def test_a_guard_defends_once_a_turn() -> None:
    of = spies(("subversion", "propaganda"), ("counter-intelligence",), 1, 1)
    play(
        of,
        CP,
        Conduct("subversion"),
    )
    assert listed_for(of, EN) == ["guard 0", "guard 1"]
    play(of, EN, Guard(1))
    play(of, CP, Conduct("propaganda"))
    assert of.decisions[0].kind != "guard" or listed_for(of, EN) == ["guard 0"]


@pytest.mark.rule("32.1", "32.3")
def test_propaganda_raises_the_own_morale_and_subversion_lowers_the_enemys() -> None:
    of = spies(("propaganda", "propaganda", "subversion", "subversion"), (), 6, 6)
    play(of, CP, Conduct("propaganda"))
    play(of, CP, Conduct("subversion"))
    assert changes(of, CP)["propaganda"] > 0
    assert changes(of, EN)["subversion"] < 0


@pytest.mark.rule("32.2", "32.3")
def test_agents_of_a_text_are_where_it_assigns_them() -> None:
    text = f"turn 4 agents central-powers\n{MORALE}unit ge-2a-i 3719\nunit fr-2a-i 1924\n{laid(4)}"
    of = game(
        f"dice 2\n{text}agents central-powers 3\nagents entente 1\n"
        "missions central-powers subversion subversion\nmissions entente counter-intelligence\n"
    )
    play(of, CP, PASS)
    play(of, EN, PASS, RevealMissions())
    play(of, CP, RevealMissions(), Conduct("subversion"))
    told = play(of, EN, Guard(1))  # two against one: from a four on
    assert any("2 against 1: fails" in event.text for event in told)


# Gas [33]


@pytest.mark.rule("33.2", "33.3")
def test_the_defender_uses_no_gas() -> None:
    text = TWO + "unit fr-2a-i 1412 entrenched\ndeveloped 93\nshown entente 62\ngas france 2\n"
    of = on_field(text, FIGHT)
    of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    of.play(UseTable("assault"))
    assert of.decision.kind != "gas"
    assert of.position.gas == {"france": 2}


# Devastation [34]


@pytest.mark.rule("34.1", "34.2")
def test_who_has_moved_or_attacked_lays_nothing_waste() -> None:
    fresh = on_field("unit ge-2a-ii 1013\n", FIGHT)
    assert fresh.check(Devastate("1013")) is None
    moved = on_field("unit ge-2a-ii 1013 moved\n", FIGHT)
    assert moved.check(Devastate("1013")) is not None


# Partisans [36]


def partisans(units: str, turn: str = FIGHT, dice: str = "") -> Game[SteelPosition]:
    return on_field(f"{MORALE}{units}", turn, head=f"dice {dice}" if dice else "")


@pytest.mark.rule("36.13", "5.12", "36.3")
def test_troops_lost_in_reprisals_cost_no_morale() -> None:
    """Sixteen against four partisans, a one: half of the attackers are lost, and nobody's morale minds."""
    prey = "".join(f"unit pa-en-{number} 1113 entrenched\n" for number in range(1, 5))
    of = partisans(prey + "unit ge-4a-i 1113\nunit ge-4a-ii 1113\nunit fr-2a-i 1615\n", dice="1")
    of.play(Atrocity("1113"))
    while of.decision.kind == "lose":  # two partisans, and one of the corps
        of.play(of.decision.choices()[0])
    assert {loss.strength for loss in of.position.dead.values()} == {0}
    assert any(name.startswith("ge-") for name in of.position.dead)


@pytest.mark.rule("36.13", "5.12")
def test_troops_lost_in_an_attack_on_partisans_cost_no_morale_and_others_do() -> None:
    against = partisans("premise land-combat AE\nunit pa-en-1 1313\nunit ge-2a-ii 1312\nunit fr-2a-i 1615\n")
    against.play(Attack("1313"))
    against.play(UseTable("assault"))
    assert against.position.dead["ge-2a-ii"].strength == 0
    army = partisans("premise land-combat AE\nunit fr-2a-i 1412\nunit ge-2a-ii 1312\n")
    army.play(Attack("1412"))
    army.play(UseTable("assault"))
    assert army.position.dead["ge-2a-ii"].strength == 4


@pytest.mark.rule("36.15", "36.2")
def test_a_partisan_bars_its_hex_and_underground_it_does_not() -> None:
    above = on_field("unit pa-en-1 1213\nunit ge-2a-ii 1112\nunit fr-2a-i 1615\n")
    assert "1213" not in goes(above, "ge-2a-ii")
    below = on_field("unit pa-en-1 1213 entrenched\nunit ge-2a-ii 1112\nunit fr-2a-i 1615\n")
    assert "1213" in goes(below, "ge-2a-ii")


@pytest.mark.rule("36.2")
def test_who_goes_underground_does_nothing_else_in_the_impulse() -> None:
    turn = "turn 2 reorganization entente impulse=1"
    of = on_field("unit pa-en-1 1213\nunit fr-2a-i 1615\nunit fr-2a-ii 1616\n", turn)
    of.play(GoUnderground("pa-en-1"), EN)
    assert of.position.units["pa-en-1"].entrenched
    while of.position.step == "reorganization":
        of.play(PASS)
    assert refused(of, Pick("pa-en-1")) != ""


# Alpine troops [37]


@pytest.mark.rule("37.2")
@pytest.mark.parametrize(
    ("terrain", "option", "shift"),
    [("rough", "on", 0), ("rough", "off", -1), ("mountain", "on", -1), ("clear", "on", 0)],
)
def test_an_alpine_attacker_is_worth_a_column_in_rough_and_mountain(
    terrain: str, option: str, shift: int
) -> None:
    """Rough ground is one column left on the assault table and mountains two."""
    units = "unit ge-2m-alp-k 1312\nunit fr-2a-i 1412\n"
    of = on_field(units, FIGHT, terrain={"1412": terrain}, head=f"option alpine-units={option}")
    assert int(of.explain(AttackOdds("1412", ("ge-2m-alp-k",), "assault")).total) == shift


@pytest.mark.rule("37.2", "37.0")
@pytest.mark.parametrize("option", ["on", "off"])
def test_alpine_units_are_lost_first_only_with_their_chapter(option: str) -> None:
    units = "unit ge-2m-alp-k 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    of = on_field(units, FIGHT, head=f"option alpine-units={option}\npremise land-combat AD")
    of.play(Assault("1412", ("ge-2a-ii", "ge-2m-alp-k")))
    of.play(UseTable("assault"))
    if option == "on":
        assert "ge-2m-alp-k" in of.position.dead
    else:
        assert isinstance(of.decision.about, Owed)
        assert {*of.decision.about.units} == {"ge-2a-ii", "ge-2m-alp-k"}
        of.play(Lose("ge-2a-ii"))
        assert "ge-2m-alp-k" in of.position.units


# Motorization [41] and breakthrough [43]


@pytest.mark.rule("41.5", "41.3")
def test_the_example_two_becomes_three_and_headquarters_command_one_hex_more() -> None:
    of = on_field("unit ge-2a-ii 1113 motorized=1\nunit ge-2a-iii 1113\nunit ge-hq-2 1213 motorized=2\n")
    position = of.position
    assert moving.allowance(position, position.units["ge-2a-iii"]) == 2
    assert moving.allowance(position, position.units["ge-2a-ii"]) == 3
    plain = headquarters.radius(position, position.units["ge-hq-1"])
    assert headquarters.radius(position, position.units["ge-hq-2"]) == plain + 1
    said = on_field("unit ge-hq-2 1213 motorized\n").position  # never one marker alone
    assert headquarters.radius(said, said.units["ge-hq-2"]) == plain + 1


@pytest.mark.rule("43.0")
def test_a_breakthrough_is_made_once_a_turn_and_only_with_a_card() -> None:
    far = "unit ge-hq-1 1010\nunit fr-hq-1 1713\n"
    text = "unit ge-2k-stoss-6 1312\nunit ge-2a-ii 1312\n"
    second = "turn 2 movement central-powers impulse=2\nshown central-powers 6"
    of = on_field(text, second, staffs=far)
    assert of.check(Pick("ge-2k-stoss-6")) is None
    assert refused(of, Pick("ge-2a-ii")) == "15.71"
    again = on_field(text.replace("1312\n", "1312 broke_through\n", 1), second, staffs=far)
    assert refused(again, Pick("ge-2k-stoss-6")) == "43.0"


# Found by reading the chapters once more


@pytest.mark.rule("36.3", "9.2")
def test_who_loses_troops_in_reprisals_chooses_which() -> None:
    """Thirteen against four, half to be lost: the corps of eight alone is enough, and nobody else need go."""
    prey = "".join(f"unit pa-en-{number} 1113 entrenched\n" for number in range(1, 5))
    hunters = "unit ge-4a-i 1113\nunit ge-2a-ii 1113\nunit ge-hq-2 1113\nunit fr-2a-i 1615\n"
    of = partisans("premise land-combat AD\n" + prey + hunters)
    of.play(Atrocity("1113"))
    assert isinstance(of.decision.about, Owed)
    assert (of.decision.side, of.decision.about.points) == (CP, 7)
    of.play(Lose("ge-4a-i"))
    assert {*of.position.dead} == {"ge-4a-i"}


@pytest.mark.rule("36.0", "36.2", "36.3")
def test_without_their_chapter_partisans_neither_hide_nor_are_hunted() -> None:
    off = "option partisans=off"
    text = "unit pa-en-1 1213\nunit fr-2a-i 1615\nunit fr-2a-ii 1616\n"
    of = on_field(text, "turn 2 reorganization entente impulse=1", head=off)
    assert refused(of, GoUnderground("pa-en-1")) == "36.0"
    below = "unit pa-en-1 1113 entrenched\nunit ge-2a-ii 1113\nunit fr-2a-i 1412\nunit ge-2a-iii 1312\n"
    assert refused(on_field(below, FIGHT, head=off), Atrocity("1113")) == "36.0"
    assert on_field(below, FIGHT).check(Atrocity("1113")) is None


@pytest.mark.rule("18.0", "41.5")
def test_mud_is_told_as_what_it_takes() -> None:
    of = on_map(
        "turn 4 movement central-powers impulse=1\nunit ge-2a-ii 4619 motorized=1\nunit ge-hq-8 4619\n"
    )
    ledger = of.explain(Allowance("ge-2a-ii"))
    assert (ledger.total, sum(term.value for term in ledger.terms)) == (2, 2)
    assert "mud -1" in ledger.text


@pytest.mark.rule("41.5", "11.61", "11.5")
def test_a_force_march_triples_the_point_that_motorization_adds() -> None:
    """From Posen eight hexes as far as the Masurian lakes, instead of five; headquarters six instead of
    three. In the mud of spring there is nothing of it."""
    staffs = "".join(f"unit ge-hq-{at}\n" for at in ("8 4219", "11 3719", "12 3519", "14 3919"))
    infantry = "unit ge-2a-ii 4319 motorized=1\nunit ge-2a-iii 4319\n"
    units = f"{infantry}unit ge-hq-9 5014 motorized=2\nunit ge-hq-10 5015\n"
    for turn, far in ((9, (8, 5, 6, 3)), (8, (5, 5, 3, 3))):
        of = on_map(f"turn {turn} movement central-powers impulse=1\n{units}{staffs}")
        board, found = of.position.setting.board, []
        for unit in ("ge-2a-ii", "ge-2a-iii", "ge-hq-9", "ge-hq-10"):
            of.play(Pick(unit))
            ends = [board[label] for label in listed(of, ForceMarch)]
            found.append(max(board.distance(of.position.units[unit].at, node) or 0 for node in ends))
            of.play(PASS)
        assert tuple(found) == far


@pytest.mark.rule("39.1", "40.2", "7.51")
def test_a_corps_that_has_one_size_is_ordered_without_it() -> None:
    text = f"turn 18 allocation central-powers\n{MORALE}unit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    allies = "country united-states entente\npoints united-states 100\n"
    for level, rules in ((4, ("40.2",)), (5, ())):
        of = game(f"{text}{allies}air entente {level}\n")
        play(of, EN, MobilizeFor("united-states"))
        assert told_refused(of, Build("paratroops"), EN) == rules
        assert told_refused(of, Build("marines"), EN) == ()
        assert told_refused(of, Build("active"), EN) == ("7.51",)  # of two, three or four


@pytest.mark.rule("34.4")
def test_clearing_is_ordered_by_its_hex() -> None:
    text = f"turn 9 allocation central-powers\n{MORALE}unit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    of = game(f"{text}points germany 50\ndevastated 2721\n")
    play(of, CP, MobilizeFor("germany"))
    assert told_refused(of, Build("clear devastation"), CP) == ("34.4",)
    assert told_refused(of, Rebuild("2721"), CP) == ()
