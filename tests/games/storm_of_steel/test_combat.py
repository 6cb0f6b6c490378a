"""Chapters 11.7, 12, 13, 14 and 17 in play: attacks, their results, sieges."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.matters import Battle, Owed
from hexfront.games.storm_of_steel.orders import (
    Advance,
    Assault,
    Attack,
    AttackOdds,
    Bombard,
    Join,
    Lose,
    MobileAssault,
    Pick,
    Retreat,
    SendHome,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.land_tables import odds
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import STAFFS, at, listed, on_field, refused

COMBAT = "turn 2 combat central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


def fought(
    units: str,
    result: str,
    table: str = "probe",
    *board: str,
    attackers: tuple[str, ...] = ("ge-2a-ii", "ge-2a-iii"),
    terrain: dict[str, str] | None = None,
    staffs: str = STAFFS,
) -> Game[SteelPosition]:
    """An attack on 1412 with a result told beforehand; without a table where none is asked for."""
    head = f"premise land-combat {result}"
    game = on_field(units, COMBAT, *board, terrain=terrain, head=head, staffs=staffs)
    game.play(Assault("1412", attackers))
    if table:
        game.play(UseTable(table))
    return game


def pay(game: Game[SteelPosition], given: list[tuple[int, str]]) -> None:
    """Losses one by one, each with the strength that is still owed; nobody is asked for more."""
    for owed, unit in given:
        assert isinstance(game.decision.about, Owed)
        assert game.decision.about.points == owed
        game.play(Lose(unit))
    assert game.decision.kind != "lose"


@pytest.mark.rule("14.2")
def test_odds_are_dropped_to_whole_numbers_in_favour_of_the_defender() -> None:
    assert [odds(7, 2), odds(4, 4), odds(3, 4), odds(4, 9)] == ["3:1", "1:1", "1:2", "1:3"]
    game = on_field(TWO + "unit fr-2r-1-res 1412\n", COMBAT)
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "probe"))
    assert ledger.subject.startswith("8 against 2 on 1412, probe at 4:1")


@pytest.mark.rule("14.1", "14.11", "14.12")
def test_units_attack_one_hex_and_a_hex_is_attacked_once() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1413\n"
    game = on_field(units, COMBAT, head="premise land-combat -")
    assert listed(game, Attack) == {"1412", "1413"}
    game.play(Attack("1412"))
    game.play(Join("ge-2a-ii"))
    game.play(PASS)
    game.play(UseTable("probe"))
    assert refused(game, Attack("1412")) == "14.12"
    game.play(Attack("1413"))
    assert game.decision.about == Battle("1413", ("ge-2a-iii",))  # only the unit that has not attacked can


@pytest.mark.rule("14.3")
def test_infiltration_needs_shock_or_tanks() -> None:
    game = on_field(TWO + "unit fr-2a-i 1412\n", COMBAT)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    assert refused(game, UseTable("infiltration")) == "14.3"
    game = on_field("unit ge-2k-stoss-1 1312\n" + TWO + "unit fr-2a-i 1412\n", COMBAT)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2k-stoss-1")))
    tables = ("probe", "assault", "infiltration")
    assert list(game.decision.choices()) == [UseTable(table) for table in tables]


@pytest.mark.rule("14.3", "17.1")
@pytest.mark.parametrize(
    ("fort", "place"),
    [
        ("unit fort-verdun 1412\n", ()),
        ("", ("place 1412 Lille kinds=industrial",)),
        ("", ('place 1412 Calais kinds="naval base"',)),
    ],
)
def test_forts_industry_and_naval_bases_are_attacked_by_assault(fort: str, place: tuple[str, ...]) -> None:
    units = "unit ge-2k-stoss-1 1312\n" + TWO + "unit fr-2a-i 1412\n" + fort
    game = fought(units, "-", "", *place, attackers=("ge-2a-ii", "ge-2k-stoss-1"))
    assert [event.data["table"] for event in game.events if event.kind == "battle"] == ["assault"]


@pytest.mark.rule("14.21", "14.41")
def test_shifts_are_netted_and_at_most_two() -> None:
    game = on_field(TWO + "unit fr-2a-i 1412\n", COMBAT, "side 1312-1412 river", terrain={"1412": "mountain"})
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii",), "assault"))
    assert ledger.total == -2
    assert "mountain -2" in ledger.text
    assert "across a river -1" in ledger.text
    assert "the most of all shifts +1 [14.21]" in ledger.text


@pytest.mark.rule("14.44")
def test_being_out_of_supply_costs_a_column() -> None:
    units = TWO + "unit fr-2a-i 1412\n"
    question = AttackOdds("1412", ("ge-2a-ii",), "probe")
    assert on_field(units, COMBAT).explain(question).total == 0
    assert on_field(units, COMBAT, staffs="unit ge-hq-1 1113\n").explain(question).total == 1
    assert on_field(units, COMBAT, staffs="unit fr-hq-1 1613\n").explain(question).total == -1


@pytest.mark.rule("12-note", "2.8-Entrenched", "12.1")
def test_entrenched_units_fight_with_their_back_ottomans_with_three_times() -> None:
    pieces = on_field("").position.setting.pieces
    assert (pieces["ge-2a-ii"].strength, pieces["ge-2a-ii"].entrenched) == (4, 8)
    assert (pieces["ot-2a-i"].strength, pieces["ot-2a-i"].entrenched) == (4, 12)
    assert (pieces["ge-2k-stoss-1"].strength, pieces["ge-2k-stoss-1"].entrenched) == (6, 9)
    game = on_field(TWO + "unit fr-2a-i 1412 entrenched\n", COMBAT)
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "assault"))
    assert ledger.subject.startswith("8 against 8 on 1412, assault at 1:1")
    beside = "unit ge-2a-ii 1312 entrenched\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n"
    game = on_field(beside, COMBAT)
    game.play(Attack("1412"))
    assert game.decision.about == Battle("1412", ("ge-2a-iii",))  # who is dug in cannot join
    dug_in = on_field("unit ge-2a-ii 1312 entrenched\nunit fr-2a-i 1412\n", COMBAT)
    assert dug_in.position.step != "combat"  # nobody can attack, and the segment is over


@pytest.mark.rule("12.1", "10.34")
def test_mobile_defenders_fall_back_and_attackers_may_enter() -> None:
    game = fought(TWO + "unit fr-2a-i 1412\n", "DR")
    assert at(game, "fr-2a-i") == "1512"  # the only hex that is nearest to their headquarters
    game.play(Advance("ge-2a-ii", "1412"))
    assert at(game, "ge-2a-ii") == "1412"
    assert game.position.controller(game.position.setting.board["1412"]) == "central-powers"


@pytest.mark.rule("12.1", "10.34")
def test_the_owner_chooses_between_hexes_equally_near_to_headquarters() -> None:
    game = fought(TWO + "unit fr-2a-i 1412\n", "DR", staffs="unit ge-hq-1 1113\nunit fr-hq-1 1712\n")
    assert game.decision.side == "entente"
    assert listed(game, Retreat) == {"1511", "1512"}
    game.play(Retreat("fr-2a-i", "1511"))
    assert at(game, "fr-2a-i") == "1511"


@pytest.mark.rule("12.1")
def test_entrenched_defenders_ignore_retreats_and_those_beside_them_do_not() -> None:
    game = fought(TWO + "unit fr-2a-i 1412 entrenched\nunit fr-2a-ii 1412\n", "DR")
    assert at(game, "fr-2a-i") == "1412"
    assert at(game, "fr-2a-ii") == "1512"


@pytest.mark.rule("17.1", "2.8-Fortification", "2.5")
def test_everybody_with_a_fort_stands_fast() -> None:
    game = fought(TWO + "unit fort-verdun 1412\nunit fr-2a-ii 1412\n", "DR", "")
    assert at(game, "fr-2a-ii") == "1412"
    assert refused(on_field("unit fort-metz 1213\n"), Pick("fort-metz")) == "17.1"


@pytest.mark.rule("10.34")
def test_who_can_only_fall_back_into_an_enemy_zone_is_eliminated() -> None:
    ring = "unit ge-2a-iv 1611\nunit ge-2a-v 1613\nunit ge-2a-vi 1410\n"
    game = fought(TWO + ring + "unit fr-2a-i 1412\n", "DR")
    assert "fr-2a-i" in game.position.dead


@pytest.mark.rule("12.4")
def test_an_infiltration_breakthrough_turns_trenches_over_and_drives_everybody_out() -> None:
    units = "unit ge-2k-stoss-1 1312\n" + TWO + "unit fr-2a-i 1412 entrenched\n"
    game = fought(units, "DI", "infiltration", attackers=("ge-2a-ii", "ge-2k-stoss-1"))
    assert not game.position.units["fr-2a-i"].entrenched
    assert at(game, "fr-2a-i") == "1512"
    game.play(Advance("ge-2k-stoss-1", "1412"))
    assert at(game, "ge-2k-stoss-1") == "1412"


@pytest.mark.rule("14.21", "9.2")
def test_half_is_taken_in_whole_units_of_the_owners_choice() -> None:
    game = fought(TWO + "unit fr-2a-i 1412\n", "AD")
    assert game.decision.side == "central-powers"
    assert listed(game, Lose) == {"ge-2a-ii", "ge-2a-iii"}
    game.play(Lose("ge-2a-iii"))
    assert set(game.position.dead) == {"ge-2a-iii"}
    assert game.position.dead["ge-2a-iii"].strength == 4
    assert at(game, "ge-2a-ii") == "1312"


@pytest.mark.rule("14.21", "9.2")
@pytest.mark.parametrize(
    ("result", "given", "lost"),
    [
        ("-", [], set()),
        ("AD", [(5, "ge-2a-ii"), (1, "ge-2r-i-res")], set()),
        ("AE", [], {"ge-2a-ii", "ge-2a-iii", "ge-2r-i-res"}),
        ("DD", [(4, "fr-2a-i")], set()),
        ("DE", [], {"fr-2a-i", "fr-2a-ii"}),
        ("EX", [(8, "ge-2a-ii"), (4, "ge-2a-iii")], {"fr-2a-i", "fr-2a-ii"}),
        ("HX", [(4, "ge-2r-i-res"), (2, "ge-2a-ii")], {"fr-2a-i", "fr-2a-ii"}),
        ("BB", [(4, "fr-2a-ii"), (4, "ge-2a-iii")], set()),
    ],
)
def test_what_results_cost_ten_against_eight(
    result: str, given: list[tuple[int, str]], lost: set[str]
) -> None:
    units = TWO + "unit ge-2r-i-res 1312\nunit fr-2a-i 1412\nunit fr-2a-ii 1412\n"
    attackers = ("ge-2a-ii", "ge-2a-iii", "ge-2r-i-res")
    game = fought(units, result, "assault", attackers=attackers)
    pay(game, given)
    assert set(game.position.dead) == lost | {unit for _, unit in given}


@pytest.mark.rule("14.21")
@pytest.mark.parametrize(
    ("result", "attackers", "defenders", "given", "rest"),
    [
        ("AD", ("ge-1c-1-cav", "ge-2a-ii"), ("fr-2a-i",), [(3, "ge-1c-1-cav")], {"ge-2a-ii"}),
        ("DD", ("ge-2a-ii",), ("fr-ac-1", "fr-2a-i"), [(3, "fr-ac-1")], {"fr-2a-i"}),
        # Half of eight would be four, but the attacker never loses more than half of his own four.
        (
            "BB",
            ("ge-2r-i-res", "ge-2r-iii-res"),
            ("fr-2a-i", "fr-2a-ii"),
            [(4, "fr-2a-i"), (2, "ge-2r-i-res")],
            set(),
        ),
    ],
)
def test_half_is_rounded_up_and_both_bleed_within_measure(
    result: str,
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    given: list[tuple[int, str]],
    rest: set[str],
) -> None:
    units = "".join(f"unit {unit} 1312\n" for unit in attackers)
    units += "".join(f"unit {unit} 1412\n" for unit in defenders)
    game = fought(units, result, "assault", attackers=attackers)
    pay(game, given)
    assert set(game.position.dead) == rest | {unit for _, unit in given}


@pytest.mark.rule("34.21")
def test_both_bleeding_devastates_the_railways_of_the_hex() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1412\n"
    game = on_field(units, COMBAT, "side 1412-1512 rail=open", head="premise land-combat BB")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("assault"))
    game.play(Lose("fr-2a-i"))
    game.play(Lose("ge-2a-ii"))
    assert game.position.setting.board["1412"] in game.position.devastated
    assert len(game.position.dead) == 2


@pytest.mark.rule("37.2")
def test_alpine_troops_help_in_the_mountains_and_are_lost_first() -> None:
    units = "unit ge-2m-alp-k 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    hills = {"1412": "rough"}
    game = on_field(units, COMBAT, terrain=hills)
    assert game.explain(AttackOdds("1412", ("ge-2m-alp-k",), "probe")).total == 0
    assert game.explain(AttackOdds("1412", ("ge-2a-ii",), "probe")).total == -1
    lost = fought(units, "AD", terrain=hills, attackers=("ge-2a-ii", "ge-2m-alp-k"))
    assert set(lost.position.dead) == {"ge-2m-alp-k"}
    off = on_field(units, COMBAT, terrain=hills, head="option alpine-units=off")
    assert off.explain(AttackOdds("1412", ("ge-2m-alp-k",), "probe")).total == -1


def bombarded(die: int) -> Game[SteelPosition]:
    """A fort of strength 8 after one shot."""
    units = "unit ge-sg-1 1312\nunit ge-2a-ii 1312\nunit fort-verdun 1412\n"
    game = on_field(units, COMBAT, head=f"dice {die}")
    assert "against 8" in game.explain(AttackOdds("1412", ("ge-2a-ii",), "assault")).subject
    game.play(Bombard("ge-sg-1", "1412"))
    return game


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(("die", "strength"), [(2, 8), (3, 4)])
def test_a_siege_gun_does_nothing_or_halves_and_may_still_fight(die: int, strength: int) -> None:
    game = bombarded(die)
    assert f"against {strength}" in game.explain(AttackOdds("1412", ("ge-2a-ii",), "assault")).subject
    assert Bombard("ge-sg-1", "1412") not in game.decision.choices()  # once in a segment
    game.play(Attack("1412"))
    assert "ge-sg-1" in listed(game, Join)


@pytest.mark.rule("17.2")
def test_a_siege_gun_destroys_a_fort() -> None:
    assert "fort-verdun" not in bombarded(5).position.units


@pytest.mark.rule("11.7")
def test_eight_to_one_overruns_and_goes_on() -> None:
    stack = "unit ge-2a-guard 1312\nunit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit ge-2k-stoss-1 1313\n"
    units = stack + "unit fr-ac-1 1412\n"
    game = on_field(units)
    game.play(Pick("ge-2a-ii"))
    assert listed(game, MobileAssault) == set()  # four to one
    game = on_field(units)
    game.play(Pick("ge-2a-guard"))
    game.play_words("add ge-2a-ii")
    game.play_words("add ge-2a-iii")
    assert listed(game, MobileAssault) == {"1412"}  # twelve to one
    game.play(MobileAssault("1412"))
    assert "fr-ac-1" in game.position.dead
    game.play(Advance("ge-2a-guard", "1412"))
    game.play(PASS)
    assert listed(game, Advance) >= {"1512"}  # cadre 4 goes one hex more
    game.play(Advance("ge-2a-guard", "1512"))
    assert at(game, "ge-2a-guard") == "1512"
    assert refused(game, Pick("ge-2a-ii")) == "11.1"  # instead of moving


@pytest.mark.rule("13.2")
def test_the_excess_of_a_retreat_goes_home() -> None:
    crowd = "unit fr-2a-iii 1512\nunit fr-2a-iv 1512\nunit fr-2a-v 1512\n"
    game = fought(TWO + crowd + "unit fr-2a-i 1412\n", "DR")
    assert listed(game, SendHome) == {"fr-2a-i", "fr-2a-iii", "fr-2a-iv", "fr-2a-v"}
    assert list(game.position.status()) == []  # four stand there as long as it is asked
    game.play(SendHome("fr-2a-iii"))
    assert at(game, "fr-2a-iii") == "1813"  # Paris
    assert game.position.loads[game.position.setting.board["1512"]] == 3
    assert list(game.position.status()) == []
    four = on_field(crowd + "unit fr-2a-i 1512\n")
    assert [finding.rules for finding in four.position.status()] == [("13.1",)]  # nobody was asked


@pytest.mark.rule("8.24")
def test_defenders_defend_whosever_impulse_it_is() -> None:
    turn = "turn 2 combat central-powers impulse=2\nshown central-powers 6"
    game = on_field(TWO + "unit fr-2a-i 1412\n", turn)
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "probe"))
    assert ledger.subject.startswith("8 against 4 on 1412")


@pytest.mark.rule("14.21")
def test_the_odds_of_an_attack_are_exact() -> None:
    game = on_field(TWO + "unit fr-2a-i 1412\n", COMBAT)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    probe = game.odds(UseTable("probe"))  # 2:1
    assert {
        result: chance.numerator / chance.denominator for result, chance in probe.items()
    } == pytest.approx({"AR": 2 / 6, "-": 2 / 6, "DR": 2 / 6})
    forecast = on_field(TWO + "unit fr-2a-i 1412\n", COMBAT)
    shown = forecast.forecast(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    assert [prospect.name for prospect in shown.prospects] == ["Probe at 2:1", "Assault at 2:1"]
    told = forecast.odds(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))  # no table is chosen yet
    assert {result for result, _ in told.items()} == {"probe table: AR", "probe table: -", "probe table: DR"}


@pytest.mark.rule("14.21", "37.2")
def test_whole_units_are_lost_in_a_forecast_as_in_the_attack() -> None:
    """Half of a lone unit is the unit, and then the hex is left; of two units one may stay."""
    attack = Assault("1412", ("ge-2a-ii", "ge-2a-iii"))
    for defenders, gone in (
        ("unit fr-2a-i 1412\n", True),
        ("unit fr-2a-i 1412\nunit fr-2a-ii 1412\n", False),
    ):
        game = on_field(TWO + defenders, COMBAT)
        ends = [ending for prospect in game.forecast(attack).prospects for ending in prospect.endings]
        halves = [ending.values for ending in ends if ending.short == "BB"]  # both lose half
        assert halves
        assert all(bool(values["defenders gone"]) == gone for values in halves)
        assert all(values["enemy losses"] == 4 for values in halves)


@pytest.mark.rule("14.1", "17.1")
@pytest.mark.parametrize("further", ["", "unit ge-2a-v 1313\nunit fr-2a-v 1414\n"])
def test_one_unit_alone_storms_a_fort_with_one_order(further: str) -> None:
    text = f"unit ge-2a-ii 1312\nunit fr-2a-ii 1412\nunit fort-verdun 1412\n{further}"
    game = on_field(text, COMBAT, head="premise land-combat DR")
    game.play(Assault("1412", ("ge-2a-ii",)))
    assert [event.data["result"] for event in game.events if event.kind == "battle"] == ["DR"]
    assert at(game, "fr-2a-ii") == "1412"
