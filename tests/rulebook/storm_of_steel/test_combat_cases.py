"""Cases from the book on combat, sieges, retreats and advances, where two rules meet (chapters 12 to 17)."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.matters import Battle, Owed
from hexfront.games.storm_of_steel.orders import (
    Advance,
    Assault,
    Attack,
    AttackOdds,
    Bombard,
    Lose,
    SendHome,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.status import findings
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import STAFFS, at, listed, on_field, on_map, refused

COMBAT = "turn 2 combat central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


def shift(
    units: str,
    *attackers: str,
    table: str = "assault",
    board: tuple[str, ...] = (),
    turn: str = COMBAT,
    terrain: dict[str, str] | None = None,
    staffs: str = STAFFS,
) -> int:
    game = on_field(units, turn, *board, terrain=terrain, staffs=staffs, head="sandbox no-end")
    return int(game.explain(AttackOdds("1412", attackers or ("ge-2a-ii",), table)).total)


def column(
    units: str,
    *attackers: str,
    table: str = "assault",
    turn: str = COMBAT,
    board: tuple[str, ...] = (),
    terrain: dict[str, str] | None = None,
) -> str:
    game = on_field(units, turn, *board, terrain=terrain, head="sandbox no-end")
    text = game.explain(AttackOdds("1412", attackers, table)).subject
    return text.split(" at ")[1].split(";")[0]


# Odds and shifts


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (("ge-4a-i", "ge-2a-ii"), "fr-2a-i 1412", "3:1"),  # 12 against 4
        (("ge-2a-ii",), "fr-2a-i 1412", "1:1"),
        (("ge-2r-i-res",), "fr-2a-i 1412", "1:2"),
        (("ge-2r-i-res",), "fr-3a-i 1412", "1:3"),  # 2 against 6
        (("ge-2r-i-res",), "fr-4a-i 1412 entrenched", "1:3"),  # 2 against 16: nothing is worse than 1:3
        (("ge-4a-i", "ge-2a-ii"), "fr-hq-2 1412", "7:1"),  # 12 against 1
    ],
)
def test_odds_columns(attackers: tuple[str, ...], defenders: str, odds: str) -> None:
    units = "".join(f"unit {name} 1312\n" for name in attackers)
    assert column(units + f"unit {defenders}\n", *attackers) == odds


@pytest.mark.rule("14.2", "15.2", "17.1", "12-note")
def test_a_headquarters_a_fort_and_trenches_all_count_in_the_defence() -> None:
    units = TWO + "unit fr-hq-2 1412\nunit fr-2r-1-res 1412 entrenched\nunit fort-verdun 1412\n"
    game = on_field(units, COMBAT)
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "assault"))
    assert "8 against 13" in ledger.subject  # 1 and 4 and 8


@pytest.mark.rule("14.21")
def test_a_river_helps_only_if_all_attackers_cross_it() -> None:
    units = TWO + "unit ge-2a-iv 1311\nunit fr-2a-i 1412\n"
    river = ("side 1312-1412 river",)
    assert shift(units, "ge-2a-ii", board=river) == -1
    assert shift(units, "ge-2a-ii", "ge-2a-iv", board=river) == 0


@pytest.mark.rule("14.21")
@pytest.mark.parametrize(
    ("terrain", "assault", "infiltration"),
    [
        ("clear", 0, 0),
        ("rough", -1, 0),
        ("forest", -1, 0),
        ("marsh", -1, -1),
        ("mountain", -2, -1),
        ("desert", 0, 0),
    ],
)
def test_terrain_on_each_table(terrain: str, assault: int, infiltration: int) -> None:
    units = "unit ge-2k-stoss-1 1312\nunit fr-2a-i 1412\n"
    for table, expected in (("probe", assault), ("assault", assault), ("infiltration", infiltration)):
        assert shift(units, "ge-2k-stoss-1", table=table, terrain={"1412": terrain}) == expected


@pytest.mark.rule("14.21", "34.3")
def test_a_city_in_rough_ground_is_two_columns_and_a_ruined_one_too() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    city = ("place 1412 Verdun kinds=city",)
    assert shift(units, board=city) == -1
    assert shift(units, board=city, terrain={"1412": "rough"}) == -2
    assert shift(units + "devastated 1412\n", board=city) == -1


@pytest.mark.rule("14.21", "4.6-Combat-4")
def test_all_shifts_are_netted_before_the_limit() -> None:
    # 2R of Kaiserschlacht against a mountain, a river and a city: 2 - 2 - 1 - 1 = -2
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\nshown central-powers 25\n"
    hard = ("side 1312-1412 river", "place 1412 Verdun kinds=city")
    assert (
        shift(units, board=hard, terrain={"1412": "mountain"}, turn="turn 16 combat central-powers impulse=1")
        == -2
    )
    # one of them less: -1
    assert (
        shift(
            units,
            board=hard[:1],
            terrain={"1412": "mountain"},
            turn="turn 16 combat central-powers impulse=1",
        )
        == -1
    )


@pytest.mark.rule("14.42", "15.72")
def test_one_attacker_out_of_command_loses_the_card_for_all() -> None:
    units = (
        "unit ge-2a-ii 1312\nunit ge-2a-iii 1413\nunit fr-2a-i 1412\nunit fr-hq-2 1412\n"
        "unit fr-hq-3 1611\nshown central-powers 6\n"
    )
    assert shift(units, "ge-2a-ii") == 1
    assert shift(units, "ge-2a-ii", "ge-2a-iii") == 0


@pytest.mark.rule("14.43", "15.72")
def test_defenders_have_their_card_only_in_command() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\nshown entente 60\n"
    turn = "turn 7 combat central-powers impulse=1"
    near = "unit ge-hq-1 1113\nunit fr-hq-1 1612\nunit fr-hq-2 1712\n"
    assert shift(units, turn=turn, staffs=near) == -2
    assert shift(units, turn=turn) == 0  # three hexes from their headquarters: in supply, not in command


@pytest.mark.rule("14.44", "36.14", "35.13")
def test_units_that_need_no_supply_are_never_out_of_it() -> None:
    units = "controller bolshevik entente\nunit bo-2r-1 1412\nunit ge-2a-ii 1312\n"
    assert shift(units, staffs="unit ge-hq-1 1113\n") == 0


@pytest.mark.rule("14.44", "31.1")
def test_a_garrison_that_is_cut_off_fights_a_column_worse_though_it_makes_no_check() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    city = ("place 1412 Verdun kinds=city",)
    assert shift(units, board=city, staffs="unit ge-hq-1 1113\n") == 0  # 1R and the city's 1L


@pytest.mark.rule("4.72")
def test_an_attack_over_the_border_of_fronts_has_the_card_of_the_front_the_attackers_are_on() -> None:
    # 3823 (Dresden) lies in the west, 3923 in the east: Austrians in the east attack a foe in the west
    head = "turn 4 combat central-powers impulse=1\nmorale central-powers 80\nmorale entente 80\n"
    units = "unit ge-2a-i 3923\nunit ge-hq-1 3924\nunit ru-2a-i 3823\n"
    west = on_map(f"{head}{units}shown central-powers 6\n")
    east = on_map(f"{head}{units}shown central-powers 12\n")
    question = AttackOdds("3823", ("ge-2a-i",), "assault")
    assert "Ypres" not in west.explain(question).text
    assert "Gorlice" in east.explain(question).text


# Tables


@pytest.mark.rule("14.3", "17.1", "17.2")
def test_when_the_fort_has_fallen_to_siege_guns_the_rest_may_be_infiltrated() -> None:
    units = (
        "unit ge-2k-stoss-1 1312\nunit ge-sg-1 1312\nunit fr-2a-i 1412 entrenched\nunit fort-verdun 1412\n"
    )
    game = on_field(units, COMBAT, head="dice 5")
    game.play(Bombard("ge-sg-1", "1412"))
    assert "fort-verdun" not in game.position.units
    game.play(Assault("1412", ("ge-2k-stoss-1", "ge-sg-1")))
    assert UseTable("infiltration") in game.decision.choices()


@pytest.mark.rule("17.2")
def test_two_guns_that_shake_a_fort_halve_it_once() -> None:
    units = "unit ge-2a-ii 1312\nunit ge-sg-1 1312\nunit ge-sg-2 1312\nunit fort-verdun 1412\n"
    game = on_field(units, COMBAT, head="dice 3 4")
    game.play(Bombard("ge-sg-1", "1412"))
    game.play(Bombard("ge-sg-2", "1412"))
    assert "against 4" in game.explain(AttackOdds("1412", ("ge-2a-ii",), "assault")).subject
    assert refused(game, Bombard("ge-sg-1", "1412")) == "17.2"


@pytest.mark.rule("17.2", "11.64")
def test_a_gun_that_came_by_rail_does_not_fire_and_one_that_marched_does() -> None:
    units = "unit ge-sg-1 1312 strategic\nunit ge-sg-2 1312 moved\nunit fort-verdun 1412\n"
    game = on_field(units, COMBAT)
    assert refused(game, Bombard("ge-sg-1", "1412")) == "11.64"
    assert game.check(Bombard("ge-sg-2", "1412")) is None


# Results


def fought(
    units: str,
    result: str,
    *attackers: str,
    table: str = "assault",
    terrain: dict[str, str] | None = None,
    board: tuple[str, ...] = (),
    staffs: str = STAFFS,
) -> Game[SteelPosition]:
    game = on_field(
        units, COMBAT, *board, head=f"premise land-combat {result}", terrain=terrain, staffs=staffs
    )
    game.play(Assault("1412", attackers or ("ge-2a-ii", "ge-2a-iii")))
    if not game.over and game.decision.kind == "table":
        game.play(UseTable(table))
    return game


@pytest.mark.rule("14.21", "12.1")
def test_whole_units_are_lost_until_half_is_paid() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1412 entrenched\nunit fr-2r-1-res 1412\n"  # 4 + 8 + 2
    game = fought(units, "DD")
    assert isinstance(game.decision.about, Owed)
    assert game.decision.about.points == 7
    game.play(Lose("fr-2a-i"))
    assert game.decision.about.points == 3
    game.play(Lose("fr-2r-1-res"))  # one more is owed, and the last unit that is left pays it
    assert "fr-2a-ii" in game.position.dead


@pytest.mark.rule("14.21", "12.1")
def test_dd_takes_half_and_the_trenches_hold_the_hex() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1412 entrenched\n"  # 4 + 8: six are owed
    game = fought(units, "DD")
    game.play(Lose("fr-2a-ii"))  # eight: more than enough
    assert game.decision.kind in ("retreat", "advance")
    assert "fr-2a-i" in game.position.units
    assert at(game, "fr-2a-i") != "1412" or game.decision.kind == "retreat"


@pytest.mark.rule("10.34", "10.23")
def test_a_retreat_into_a_zone_is_death_beside_mobile_friends_and_safe_beside_trenches() -> None:
    # every hex behind 1412 but 1513 is barred by the sea; a German in 1612 covers 1512 and 1513
    sea = dict.fromkeys(("1411", "1413", "1511"), "sea")
    units = TWO + "unit fr-2a-i 1412\nunit ge-2a-iv 1612\n"
    killed = fought(units + "unit fr-2a-ii 1512\n", "DR", table="probe", terrain=sea)
    assert "fr-2a-i" not in killed.position.units
    saved = fought(units + "unit fr-2a-ii 1512 entrenched\n", "DR", table="probe", terrain=sea)
    assert at(saved, "fr-2a-i") == "1512"


@pytest.mark.rule("13.2", "13.14")
def test_the_owner_chooses_which_headquarters_goes_home_where_two_meet() -> None:
    sea = dict.fromkeys(("1411", "1413", "1511"), "sea")
    units = TWO + "unit fr-hq-2 1412\nunit fr-hq-3 1512\n"
    game = fought(units, "DR", table="probe", terrain=sea)
    while game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    assert game.decision.kind == "excess"
    assert game.decision.side == "entente"
    assert not [*findings(game.position)]  # both may stand there while the owner is asked
    game.play(SendHome("fr-hq-2"))
    assert at(game, "fr-hq-2") == "1813"
    assert at(game, "fr-hq-3") == "1512"


@pytest.mark.rule("13.2")
def test_the_excess_without_a_line_home_is_lost() -> None:
    sea = dict.fromkeys(("1411", "1413", "1511"), "sea")
    full = "unit fr-2a-ii 1512\nunit fr-2a-iii 1512\nunit fr-2a-iv 1512\n"
    game = fought(
        TWO + "unit fr-2a-i 1412\n" + full, "DR", table="probe", terrain=sea, staffs="unit ge-hq-1 1113\n"
    )
    game.play(SendHome("fr-2a-iv"))
    assert "fr-2a-iv" in game.position.dead


@pytest.mark.rule("11.7", "10.34", "13.1")
def test_attackers_enter_the_emptied_hex_up_to_three_corps_whatever_zones_lie_on_it() -> None:
    units = TWO + (
        "unit ge-2a-i 1311\nunit ge-2a-iv 1311\nunit ge-sg-1 1312\nunit fr-2r-1-res 1412\n"
        "unit fr-2a-ii 1512\n"
    )
    game = fought(units, "DE", "ge-2a-ii", "ge-2a-iii", "ge-2a-i", "ge-2a-iv", "ge-sg-1")
    for name in ("ge-2a-ii", "ge-2a-iii", "ge-2a-i"):
        game.play(Advance(name, "1412"))
    assert refused(game, Advance("ge-2a-iv", "1412")) == "13.1"
    game.play(Advance("ge-sg-1", "1412"))  # brigades always find room
    assert at(game, "ge-sg-1") == "1412"


@pytest.mark.rule("11.7")
@pytest.mark.parametrize(("result", "further"), [("DE", True), ("HX", False), ("DR", False)])
def test_only_cadre_four_goes_on_and_only_after_de_and_di(result: str, further: bool) -> None:
    units = "unit ge-2a-guard 1312\nunit ge-2a-iii 1312\nunit ge-2a-iv 1312\nunit fr-2r-1-res 1412\n"
    table = "probe"
    game = fought(units, result, "ge-2a-guard", "ge-2a-iii", "ge-2a-iv", table=table)
    if game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    if game.decision.kind == "lose":
        game.play(Lose("ge-2a-iv"))
    game.play(Advance("ge-2a-guard", "1412"))
    game.play(Advance("ge-2a-iii", "1412"))
    if Advance("ge-2a-iv", "1412") in game.decision.choices():
        game.play(PASS)
    ends = {
        choice.to
        for choice in game.decision.choices()
        if isinstance(choice, Advance) and choice.unit == "ge-2a-guard"
    }
    assert bool(ends - {"1412"}) is further
    assert not any(
        isinstance(choice, Advance) and choice.unit == "ge-2a-iii" and choice.to != "1412"
        for choice in game.decision.choices()
    )


@pytest.mark.rule("12.4", "17.1")
def test_di_leaves_nobody_in_the_trenches() -> None:
    units = (
        "unit ge-2k-stoss-1 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412 entrenched\n"
        "unit fr-2a-ii 1412 entrenched\n"
    )
    game = fought(units, "DI", "ge-2a-ii", "ge-2k-stoss-1", table="infiltration")
    while game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    assert not game.position.units["fr-2a-i"].entrenched
    assert at(game, "fr-2a-i") != "1412"
    assert at(game, "fr-2a-ii") != "1412"


@pytest.mark.rule("14.11", "8.4")
def test_a_defender_that_fell_back_next_to_others_may_be_attacked_there() -> None:
    units = TWO + "unit ge-2a-iv 1413\nunit fr-2a-i 1412\n"
    sea = dict.fromkeys(("1411", "1511"), "sea")
    game = fought(units, "DR", table="probe", terrain=sea)
    while game.decision.kind in ("retreat", "advance"):
        game.play(PASS if PASS in game.decision.choices() else game.decision.choices()[0])
    where = at(game, "fr-2a-i") if "fr-2a-i" in game.position.units else ""
    assert where in ("", "1512")
    if where:
        assert where in listed(game, Attack)


@pytest.mark.rule("14.21")
def test_attackers_without_trenches_near_fall_back_and_with_them_stay() -> None:
    units = TWO + "unit fr-2a-i 1412\n"
    game = fought(units, "AR", table="probe")
    while game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    assert at(game, "ge-2a-ii") != "1312"
    covered = fought(units + "unit ge-2r-i-res 1311 entrenched\n", "AR", table="probe")
    assert at(covered, "ge-2a-ii") == "1312"


@pytest.mark.rule("14.21", "34.21")
def test_both_bleed_half_the_defence_and_the_attacker_at_most_half_his_own() -> None:
    units = (
        TWO + "unit ge-2r-i-res 1312\nunit fr-4a-i 1412 entrenched\nunit fr-2r-1-res 1412 entrenched\n"
    )  # 10 against 20
    game = fought(units, "BB", "ge-2a-ii", "ge-2a-iii", "ge-2r-i-res")
    assert isinstance(game.decision.about, Owed)
    assert game.decision.about.points == 10  # half of twenty
    game.play(Lose("fr-4a-i"))
    assert game.decision.side == "central-powers"
    assert game.decision.about.points == 5  # half of ten
    game.play(Lose("ge-2a-ii"))
    assert game.decision.about.points == 1


@pytest.mark.rule("37.2", "14.21")
def test_an_alpine_corps_is_lost_before_others_also_in_the_attack() -> None:
    units = "unit ge-2m-alp-k 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    game = fought(units, "AD", "ge-2a-ii", "ge-2m-alp-k", terrain={"1412": "rough"})
    assert "ge-2m-alp-k" in game.position.dead
    assert "ge-2a-ii" in game.position.units


@pytest.mark.rule("6.22", "14.1")
def test_a_mutinous_army_does_not_attack_and_its_allies_do() -> None:
    units = "mutiny germany\nunit ge-2a-ii 1312\nunit ah-2a-i 1311\nunit fr-2a-i 1412\n"
    game = on_field(units, COMBAT)
    game.play(Attack("1412"))
    assert game.decision.about == Battle("1412", ("ah-2a-i",))


@pytest.mark.rule("15.71", "8.4")
def test_in_the_second_impulse_only_units_in_command_attack_and_the_refusal_says_so() -> None:
    turn = "turn 2 combat central-powers impulse=2\nshown central-powers 6"
    far = "unit ge-2a-ii 1413\nunit fr-2a-i 1512\nunit ge-2a-iii 1312\nunit fr-2a-ii 1412\n"
    game = on_field(far, turn)
    found = game.check(Attack("1512"))
    assert found is not None
    assert found.rules[0] == "15.71"


@pytest.mark.rule("12.1", "14.1")
def test_attacks_by_units_that_cannot_are_refused_with_the_reason() -> None:
    other = "unit ge-2a-iv 1416\nunit fr-2a-ii 1515\nunit ge-hq-2 1315\n"
    for state, rule in (("entrenched", "12.1"), ("strategic", "11.64"), ("attacked", "14.11")):
        game = on_field(f"unit ge-2a-ii 1312 {state}\nunit fr-2a-i 1412\n{other}", COMBAT)
        found = game.check(Attack("1412"))
        assert found is not None
        assert found.rules[0] == rule, state


@pytest.mark.rule("5.12", "14.21")
def test_entrenched_losses_are_counted_mobile_for_morale() -> None:
    units = TWO + "unit fr-2a-i 1412 entrenched\n"
    game = fought(units, "EX")
    assert game.position.dead["fr-2a-i"].strength == 4


@pytest.mark.rule("14.1")
def test_an_attack_is_made_by_those_who_are_named_or_by_nobody() -> None:
    game = on_field("unit ge-2a-ii 1212\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n", COMBAT)
    assert refused(game, Assault("1412", ("ge-2a-ii",))) == "14.1"  # it is not next to the hex
    assert refused(game, Assault("1412", ("ge-2a-ii", "ge-2a-iii"))) == "14.1"
    assert game.check(Assault("1412", ("ge-2a-iii",))) is None


@pytest.mark.rule("14.3", "17.1")
@pytest.mark.parametrize(
    ("units", "board", "table", "rule"),
    [
        ("unit fr-2a-i 1412\n", ("place 1412 Lille kinds=city,industrial",), "probe", "14.3"),
        ("unit fr-2a-i 1412\n", ("place 1412 Lille kinds=city,industrial",), "infiltration", "14.3"),
        ("unit fr-2a-i 1412\n", ('place 1412 Brest "kinds=naval base"',), "probe", "14.3"),
        ("unit fort-verdun 1412\n", (), "infiltration", "17.1"),
        ("unit fort-verdun 1412\n", (), "probe", "14.3"),
    ],
)
def test_odds_are_told_only_for_tables_that_may_be_used(
    units: str, board: tuple[str, ...], table: str, rule: str
) -> None:
    game = on_field(f"unit ge-2k-stoss-1 1312\n{units}", COMBAT, *board, head="sandbox no-end")
    with pytest.raises(Refusal) as refusal:
        game.explain(AttackOdds("1412", ("ge-2k-stoss-1",), table))
    assert refusal.value.rules == (rule,)
    assert "assault at" in game.explain(AttackOdds("1412", ("ge-2k-stoss-1",), "assault")).subject


@pytest.mark.rule("11.7", "17.2")
def test_a_gun_that_overran_somebody_bombards_only_in_command() -> None:
    def fires(at: str) -> bool:
        game = on_field(f"unit ge-sg-1 {at} overran\nunit fort-verdun 1412\nunit fr-2a-i 1412\n", COMBAT)
        return game.check(Bombard("ge-sg-1", "1412")) is None

    assert fires("1312")  # two hexes from its headquarters
    assert not fires("1411")
