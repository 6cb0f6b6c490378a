"""Chapter 33: poison gas before an attack."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hexfront.games.storm_of_steel.orders import (
    Advance,
    Assault,
    Build,
    GasOdds,
    LeaveTrench,
    MobilizeFor,
    ReleaseGas,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import STAFFS, at, on_field, told
from tests.games.storm_of_steel.nations import CP, game, play, state
from tests.games.storm_of_steel.nations import refused as refused_to
from tests.games.storm_of_steel.sky import COMBAT, in_the_sky, missions

FIGHT = "turn 2 combat central-powers impulse=1"
TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"
DUG_IN = "unit fr-2a-i 1412 entrenched\n"
READY = "developed 36\nshown central-powers 16\ngas germany 2\n"
MORALE = "morale central-powers 80\nmorale entente 80\n"


def declared(
    text: str = TWO + DUG_IN + READY,
    attackers: tuple[str, ...] = ("ge-2a-ii", "ge-2a-iii"),
    *board: str,
    option: str = "on",
    staffs: str = STAFFS,
) -> Game[SteelPosition]:
    """An assault on 1412 of which the table was chosen."""
    of = on_field(text, FIGHT, *board, head=f"option poison-gas={option}", staffs=staffs)
    of.play(Assault("1412", attackers))
    if of.decision.kind == "table":
        of.play(UseTable("assault"))
    return of


def column(of: Game[SteelPosition]) -> str:
    return next(str(event.data["column"]) for event in of.events if event.kind == "battle")


@pytest.mark.rule("33.0", "33.1", "33.2")
def test_gas_needs_its_card_a_campaign_with_a_shift_right_and_markers_of_a_country_that_attacks() -> None:
    of = declared()
    assert of.decision.kind == "gas"
    assert list(of.decision.choices()) == [ReleaseGas("germany"), PASS]
    for lack in ("developed 36\n", "shown central-powers 16\n", "gas germany 2\n"):
        assert declared(TWO + DUG_IN + READY.replace(lack, "")).decision.kind != "gas"
    for other in ("gas austria-hungary 2\n", "gas france 2\n"):
        assert declared(TWO + DUG_IN + READY.replace("gas germany 2\n", other)).decision.kind != "gas"
    for card in ("8", "18", "4"):  # a shift left, one at sea, one on another front
        text = READY.replace("shown central-powers 16", f"shown central-powers {card}\nplayed-on 8 west")
        assert declared(TWO + DUG_IN + text).decision.kind != "gas", card
    assert declared(option="off").decision.kind != "gas"


@pytest.mark.rule("33.1")
def test_a_shift_by_contingency_card_does_not_do() -> None:
    text = READY.replace("shown central-powers 16", "shown central-powers 30\nplayed-on 30 west")
    assert declared(TWO + DUG_IN + text).decision.kind != "gas"


@pytest.mark.rule("33.1")
def test_each_country_uses_its_own_gas_and_refusals_name_the_rule() -> None:
    of = declared()
    for country, rule in (("austria-hungary", "33.1"), ("france", "33.1"), ("nowhere", "33.1")):
        refusal = of.check(ReleaseGas(country))
        assert refusal is not None
        assert refusal.rules == (rule,)


@pytest.mark.rule("33.3")
def test_one_unit_in_command_is_enough_and_none_is_not() -> None:
    far = "unit ge-hq-1 1010\nunit fr-hq-1 1713\n"
    assert declared(staffs=far).decision.kind != "gas"
    near = "unit ge-hq-1 1113\nunit fr-hq-1 1713\n"
    austrian = "unit ah-2a-i 1311\n"  # German headquarters do not command it
    of = declared(TWO + austrian + DUG_IN + READY, ("ah-2a-i", "ge-2a-ii"), staffs=near)
    assert of.decision.kind == "gas"


@pytest.mark.rule("33.3")
def test_each_attack_takes_one_marker_and_the_last_is_the_last() -> None:
    text = TWO + DUG_IN + "unit fr-2a-ii 1413 entrenched\nunit ge-2a-iv 1313\n" + READY.replace("2\n", "1\n")
    of = declared(text)
    of.fix_dice(2, 3)
    of.play(ReleaseGas("germany"))
    assert of.position.gas == {}
    while of.decision.kind in ("lose", "retreat", "advance"):
        of.play(of.decision.choices()[0])
    of.play(Assault("1413", ("ge-2a-iv",)))
    of.play(UseTable("assault"))
    assert of.decision.kind != "gas"


@pytest.mark.rule("33.2")
@pytest.mark.parametrize(
    ("die", "enemy", "shown"),
    [
        (1, False, "1:1"),  # one column left of the two that the odds and the card give
        (2, False, "2:1"),
        (4, False, "3:1"),
        (1, True, "1:1"),
        (2, True, "1:1"),
        (4, True, "2:1"),
        (6, True, "3:1"),
    ],
)
def test_gas_shifts_the_column_and_less_against_a_side_that_has_it_too(
    die: int, enemy: bool, shown: str
) -> None:
    text = TWO + DUG_IN + READY + ("developed 36 93\n" if enemy else "")
    of = declared(text)
    of.fix_dice(die, 3)
    of.play(ReleaseGas("germany"))
    assert column(of) == shown
    assert declared(text).explain(GasOdds("1412", ("ge-2a-ii",))).total == -int(enemy)


@pytest.mark.rule("33.2")
def test_a_six_empties_the_hex_which_is_entered_without_a_second_die() -> None:
    of = declared()
    of.fix_dice(6)
    of.play(ReleaseGas("germany"))
    assert at(of, "fr-2a-i") != "1412"
    assert told(of, "battle") == []
    of.play(Advance("ge-2a-ii", "1412"))
    assert at(of, "ge-2a-ii") == "1412"
    assert of.position.units["ge-2a-ii"].attacked
    assert of.position.units["ge-2a-iii"].attacked


@pytest.mark.rule("33.2")
def test_the_owner_chooses_who_leaves_his_trenches_and_the_attack_goes_on_against_the_rest() -> None:
    text = TWO + DUG_IN + "unit fr-2r-1-res 1412 entrenched\n" + READY
    of = declared(text)
    of.fix_dice(6, 3)
    of.play(ReleaseGas("germany"))
    assert of.decision.kind == "gassed"
    assert of.decision.side == "entente"
    of.play(LeaveTrench("fr-2r-1-res"))
    assert at(of, "fr-2r-1-res") != "1412"
    battle = told(of, "battle")[0]
    assert battle.startswith("Attack on 1412, 8 against 8")


@pytest.mark.rule("33.2", "17.1")
def test_behind_a_fort_nobody_falls_back_from_gas() -> None:
    of = declared(TWO + DUG_IN + "unit fort-verdun 1412\n" + READY)
    of.fix_dice(6, 3)
    of.play(ReleaseGas("germany"))
    assert told(of, "battle")[0].startswith("Attack on 1412, 8 against 12")  # 4 mobile and a fort of 8
    assert told(of, "retreat") == []


@pytest.mark.rule("33.2")
@pytest.mark.parametrize(
    "defenders", [DUG_IN, DUG_IN + "unit fr-2a-ii 1412\nunit fr-2r-1-res 1412 entrenched\n"]
)
def test_the_forecast_is_what_all_thirty_six_pairs_of_dice_bring(defenders: str) -> None:
    of = declared(TWO + "unit ge-2a-iv 1312\n" + defenders + READY)
    expected = of.odds(ReleaseGas("germany"))
    seen: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=2):
        twin = of.branch()
        twin.fix_dice(*dice)
        twin.play(ReleaseGas("germany"))
        if twin.decision.kind == "gassed":
            twin.play(LeaveTrench("fr-2r-1-res"))
        found = [str(event.data["result"]) for event in twin.events if event.kind == "battle"]
        seen[found[0] if found else "left"] += 1
    assert {result: Fraction(number, 36) for result, number in seen.items()} == dict(expected.items())
    shown = of.forecast(ReleaseGas("germany"))
    assert [each.name for each in shown.prospects] == ["Assault with gas"]
    assert sum(each.probability for each in shown.prospects[0].endings) == pytest.approx(1.0)


def test_an_attack_shows_each_table_with_and_without_gas() -> None:
    of = on_field(TWO + DUG_IN + READY, FIGHT)
    shown = of.forecast(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    names = [each.name for each in shown.prospects]
    assert names == ["Probe at 2:1", "Assault at 2:1", "Probe with gas", "Assault with gas"]
    of = declared()
    assert [each.name for each in of.forecast(PASS).prospects] == ["Assault at 2:1"]


@pytest.mark.rule("33.1", "33.0")
def test_gas_markers_are_built_for_four_points_once_gas_is_developed_and_at_most_eight_a_side() -> None:
    def desk(text: str, option: str = "on") -> Game[SteelPosition]:
        head = f"turn 4 allocation central-powers\n{MORALE}points germany 20\npoints austria-hungary 20\n"
        of = game(head + text, poison_gas=option)
        play(of, CP, MobilizeFor("germany"))
        return of

    of = desk("developed 36\n")
    play(of, CP, Build("poison gas"), Build("poison gas"))
    while state(of).step == "allocation":
        of.play(PASS, of.decisions[0].side)
    assert state(of).gas == {"germany": 2}
    assert state(of).points["germany"] == 12
    assert refused_to(desk(""), Build("poison gas"), CP) == ("22.1",)
    assert refused_to(desk("developed 36\n", "off"), Build("poison gas"), CP) == ("33.1",)
    full = "developed 36\ngas germany 5\ngas austria-hungary 3\n"
    assert refused_to(desk(full), Build("poison gas"), CP) == ("33.1",)


def test_gas_in_store_is_kept_in_position_texts() -> None:
    of = on_field(TWO + DUG_IN + READY, FIGHT)
    assert "gas germany 2" in of.position_text().text()


# From the air

GERMAN_GAS = "developed 36\nshown central-powers 16\ngas germany 2\n"
AUSTRIANS = "unit ah-2a-i 1312\nunit ah-2a-ii 1312\nunit ah-hq-1 1212\nunit fr-2a-i 1412 entrenched\n"


def _over(unit: str, mission: str) -> str:
    return f"unit {unit} 1412 moved\naloft {unit}\nair-mission {unit} {mission} 1213\n"


@pytest.mark.rule("33.4")
def test_at_level_five_aircraft_bring_the_gas_of_their_country() -> None:
    def asked(text: str) -> Game[SteelPosition]:
        of = in_the_sky(AUSTRIANS + GERMAN_GAS + text, (5, 1), COMBAT)
        of.play(Assault("1412", ("ah-2a-i", "ah-2a-ii")))
        of.play(UseTable("probe"))
        return of

    assert asked("").decision.kind != "gas"  # no German takes part
    of = asked(_over("ge-st-1", "gas-bombing"))
    assert list(of.decision.choices()) == [ReleaseGas("germany"), PASS]
    of.fix_dice(2, 2)
    of.play(ReleaseGas("germany"))
    assert of.position.gas == {"germany": 1}
    assert told(of, "gas")


@pytest.mark.rule("33.4")
@pytest.mark.parametrize(
    ("level", "store", "offered"), [(5, GERMAN_GAS, True), (4, GERMAN_GAS, False), (5, "", False)]
)
def test_aircraft_are_ordered_to_bomb_with_gas_only_at_level_five_and_with_markers(
    level: int, store: str, offered: bool
) -> None:
    of = in_the_sky("unit ge-st-1 1213\nunit fr-2a-i 1412\n" + store, (level, 1))
    assert ("gas-bombing" in missions(of, "ge-st-1")) is offered
    shown = of.display("central-powers", "air")
    assert "gas bombing" in str(shown).lower()


@pytest.mark.rule("33.5")
def test_gas_comes_before_ground_support() -> None:
    text = TWO + DUG_IN + READY + _over("ge-ta-1", "offensive-ground-support")
    of = in_the_sky(text, (2, 1), COMBAT)
    of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    of.play(UseTable("probe"))
    of.fix_dice(4, 6, 1)
    of.play(ReleaseGas("germany"))
    kinds = [event.kind for event in of.events if event.kind in ("gas", "air attack", "battle")]
    assert kinds == ["gas", "air attack", "battle"]
