"""Chapters 11.7, 12, 13, 14 and 17 in play: attacks, their results, sieges."""

from __future__ import annotations

import pytest

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
from hexfront.games.storm_of_steel.rules import combat
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, listed, on_field, refused, told

COMBAT = "turn 2 combat central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


def fought(
    units: str, result: str, table: str = "probe", terrain: dict[str, str] | None = None, turn: str = COMBAT
) -> Game[SteelPosition]:
    """An attack of everybody who can on 1412, with a result told beforehand."""
    game = on_field(units, turn, terrain=terrain, head=f"premise land-combat {result}")
    names = [unit.name for unit in combat.able(game.position, game.position.setting.board["1412"])]
    game.play(Assault("1412", tuple(names)))
    if not game.over and game.decision.kind == "table":
        game.play(UseTable(table))
    return game


@pytest.mark.rule("14.2")
def test_odds_are_dropped_to_whole_numbers_in_favour_of_the_defender() -> None:
    assert [odds(7, 2), odds(4, 4), odds(3, 4), odds(4, 9)] == ["3:1", "1:1", "1:2", "1:3"]
    game = on_field(TWO + "unit fr-2r-1-res 1412\n", COMBAT)
    ledger = game.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "probe"))
    assert ledger.subject.startswith("8 against 2 on 1412, probe at 4:1")


@pytest.mark.rule("14.1", "14.11", "14.12")
def test_units_attack_one_hex_and_a_hex_is_attacked_once() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1413\n"
    game = on_field(units, COMBAT, head="dice 3 3")
    assert listed(game, Attack) == {"1412", "1413"}
    game.play(Attack("1412"))
    game.play(Join("ge-2a-ii"))
    game.play(PASS)
    game.play(UseTable("probe"))
    while game.decision.kind != "attack":
        game.play(game.decision.choices()[0])
    assert refused(game, Attack("1412")) == "14.12"
    if game.position.units["ge-2a-iii"].at == game.position.setting.board["1312"]:
        game.play(Attack("1413"))
        assert game.decision.kind == "table"  # only the unit that has not attacked can


@pytest.mark.rule("14.3")
def test_infiltration_needs_shock_or_tanks_and_towns_and_forts_an_assault() -> None:
    game = on_field(TWO + "unit fr-2a-i 1412\n", COMBAT)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    assert refused(game, UseTable("infiltration")) == "14.3"
    game = on_field("unit ge-2k-stoss-1 1312\n" + TWO + "unit fr-2a-i 1412\n", COMBAT)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2k-stoss-1")))
    tables = ("probe", "assault", "infiltration")
    assert list(game.decision.choices()) == [UseTable(table) for table in tables]
    game = on_field("unit ge-2k-stoss-1 1312\n" + TWO + "unit fr-2a-i 1412\nunit fort-verdun 1412\n", COMBAT)
    before = game.position.copy()
    game.play(Assault("1412", ("ge-2a-ii", "ge-2k-stoss-1")))
    assert before.units != game.position.units or game.decision.kind != "table"  # assault, and nothing else
    assert "assault" in told(game, "battle")[0]


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
    dug_in = on_field("unit ge-2a-ii 1312 entrenched\nunit fr-2a-i 1412\n", COMBAT)
    assert listed(dug_in, Attack) == set() if dug_in.decision.kind == "attack" else True
    assert dug_in.position.step != "combat"  # nobody can attack, and the segment is over


@pytest.mark.rule("12.1", "10.34")
def test_mobile_defenders_fall_back_and_attackers_may_enter() -> None:
    game = fought(TWO + "unit fr-2a-i 1412\n", "DR")
    assert game.decision.kind in ("retreat", "advance")
    if game.decision.kind == "retreat":
        assert game.decision.side == "entente"
        game.play(game.decision.choices()[0])
    assert at(game, "fr-2a-i") in {"1511", "1512"}  # nearer to their headquarters
    game.play(Advance("ge-2a-ii", "1412"))
    assert at(game, "ge-2a-ii") == "1412"
    assert game.position.controller(game.position.setting.board["1412"]) == "central-powers"


@pytest.mark.rule("12.1")
def test_entrenched_defenders_ignore_retreats_and_those_beside_them_do_not() -> None:
    game = fought(TWO + "unit fr-2a-i 1412 entrenched\nunit fr-2a-ii 1412\n", "DR")
    if game.decision.kind == "retreat":
        assert listed(game, Retreat)
        game.play(game.decision.choices()[0])
    assert at(game, "fr-2a-i") == "1412"
    assert at(game, "fr-2a-ii") != "1412"


@pytest.mark.rule("17.1", "2.8-Fortification", "2.5")
def test_everybody_with_a_fort_stands_fast() -> None:
    game = fought(TWO + "unit fort-verdun 1412\nunit fr-2a-ii 1412\n", "DR", "assault")
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
    game = fought(units, "DI", "infiltration")
    while game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    assert not game.position.units["fr-2a-i"].entrenched
    assert at(game, "fr-2a-i") != "1412"
    assert "ge-2k-stoss-1" in {
        choice.unit for choice in game.decision.choices() if isinstance(choice, Advance)
    }


@pytest.mark.rule("14.21", "9.2")
def test_half_is_taken_in_whole_units_of_the_owners_choice() -> None:
    game = fought(TWO + "unit fr-2a-i 1412\n", "AD")
    assert game.decision.side == "central-powers"
    assert listed(game, Lose) == {"ge-2a-ii", "ge-2a-iii"}
    game.play(Lose("ge-2a-iii"))
    assert set(game.position.dead) == {"ge-2a-iii"}
    assert game.position.dead["ge-2a-iii"].strength == 4
    assert at(game, "ge-2a-ii") == "1312"


@pytest.mark.rule("14.21")
@pytest.mark.parametrize(
    ("result", "mine", "theirs"),
    [
        ("AE", 10, 0),
        ("EX", 8, 8),
        ("HX", 4, 8),
        ("BB", 4, 4),
        ("DE", 0, 8),
        ("DD", 0, 4),
        ("-", 0, 0),
        ("AD", 5, 0),
    ],
)
def test_what_results_cost(result: str, mine: int, theirs: int) -> None:
    meaning = on_field("").position.setting.printed.land.results[result]
    assert combat.owed_losses(meaning.attacker, meaning.defender, 10, 8) == (mine, theirs)


@pytest.mark.rule("34.21")
def test_both_bleeding_devastates_the_railways_of_the_hex() -> None:
    units = TWO + "unit fr-2a-i 1412\nunit fr-2a-ii 1412\n"
    game = on_field(units, COMBAT, "side 1412-1512 rail=open", head="premise land-combat BB")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("assault"))
    while game.decision.kind == "lose":
        game.play(game.decision.choices()[0])
    assert game.position.setting.board["1412"] in game.position.devastated
    assert len(game.position.dead) == 2


@pytest.mark.rule("37.2")
def test_alpine_troops_help_in_the_mountains_and_are_lost_first() -> None:
    units = "unit ge-2m-alp-k 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    hills = {"1412": "rough"}
    game = on_field(units, COMBAT, terrain=hills)
    assert game.explain(AttackOdds("1412", ("ge-2m-alp-k",), "probe")).total == 0
    assert game.explain(AttackOdds("1412", ("ge-2a-ii",), "probe")).total == -1
    lost = fought(units, "AD", terrain=hills)
    assert "ge-2m-alp-k" in lost.position.dead
    off = on_field(units, COMBAT, terrain=hills, head="option alpine-units=off")
    assert off.explain(AttackOdds("1412", ("ge-2m-alp-k",), "probe")).total == -1


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(("die", "fort"), [(2, True), (3, True), (5, False)])
def test_a_siege_gun_does_nothing_halves_or_destroys(die: int, fort: bool) -> None:
    game = on_field(
        "unit ge-sg-1 1312\nunit ge-2a-ii 1312\nunit fort-verdun 1412\n", COMBAT, head=f"dice {die}"
    )
    question = AttackOdds("1412", ("ge-2a-ii",), "assault")
    assert "against 8" in game.explain(question).subject
    game.play(Bombard("ge-sg-1", "1412"))
    assert ("fort-verdun" in game.position.units) is fort
    if die == 3:
        assert "against 4" in game.explain(question).subject
    if fort:
        assert Bombard("ge-sg-1", "1412") not in game.decision.choices()  # once in a segment
        game.play(Attack("1412"))
        assert "ge-sg-1" in listed(game, Join)  # it may still fight


@pytest.mark.rule("11.7")
def test_eight_to_one_overruns_and_goes_on() -> None:
    stack = "unit ge-2a-guard 1312\nunit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit ge-2k-stoss-1 1313\n"
    units = stack + "unit fr-ac-1 1412\n"
    game = on_field(units)
    game.play(Pick("ge-2a-ii"))
    assert listed(game, MobileAssault) == set()  # four to one
    for unit in ("ge-2a-guard", "ge-2a-iii"):
        if game.check(game.read_action(f"add {unit}")) is None:
            game.play_words(f"add {unit}")
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
    side = "unit fr-2a-vi 1511\nunit fr-2a-vii 1511\nunit fr-2a-viii 1511\n"
    game = fought(TWO + crowd + side + "unit fr-2a-i 1412\n", "DR")
    while game.decision.kind == "retreat":
        game.play(Retreat("fr-2a-i", "1512"))
    assert game.decision.kind == "excess"
    game.play(SendHome("fr-2a-iii"))
    assert at(game, "fr-2a-iii") == "1813"  # Paris
    assert game.position.loads[game.position.setting.board["1512"]] == 3


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
