"""Chapter 30 in the combat segment: ground support of both kinds, bombing, attacks on ships, cruisers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.storm_of_steel.air_orders import (
    AirBattle,
    Bomb,
    Fly,
    OrderMission,
    Scramble,
    StrikeShips,
    TouchDown,
)
from hexfront.games.storm_of_steel.matters import Sinking, Support
from hexfront.games.storm_of_steel.orders import (
    Add,
    Advance,
    Assault,
    Attack,
    Join,
    LeaveTrench,
    Lose,
    Pick,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Shift
from hexfront.games.storm_of_steel.rules import card_shifts
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, listed, on_field, on_map, refused, told
from tests.games.storm_of_steel.sky import COMBAT, NEAR, STAFFS, flown, in_the_sky, levels, missions, ordered

TWO = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n"


def over(unit: str, hex_: str, mission: str, base: str = "1213") -> str:
    """An air unit in the air, with its mission."""
    return f"unit {unit} {hex_} moved\naloft {unit}\nair-mission {unit} {mission} {base}\n"


def supported(*names: str) -> str:
    return "".join(over(name, "1412", "offensive-ground-support") for name in names)


def column_of(game: Game[SteelPosition]) -> str:
    return str([event.data["column"] for event in game.events if event.kind == "battle"][-1])


def until_landing(game: Game[SteelPosition]) -> None:
    """End the combat segment, whatever is still asked in it."""
    for _ in range(9):
        if game.decision.kind == "air landing":
            return
        choices = game.decision.choices()
        game.play(PASS if PASS in choices else choices[0])
    raise AssertionError(game.decision.kind)


# Ground support


@pytest.mark.rule("30.62")
@pytest.mark.parametrize(("die", "column"), [(4, "2:1"), (5, "3:1")])
def test_support_over_the_attacked_hex_shifts_the_column(die: int, column: str) -> None:
    # Two units of the first years bombard with 4: in the column of 4 to 6 a five is one column.
    game = in_the_sky(TWO + supported("ge-ta-1", "ge-ta-2"), (2, 2), COMBAT, dice=f"{die} 1")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("probe"))
    assert column_of(game) == column
    assert all(game.position.units[name].attacked for name in ("ge-ta-1", "ge-ta-2"))


@pytest.mark.rule("30.62")
def test_support_is_given_only_with_an_attack_on_the_hex() -> None:
    game = in_the_sky(TWO + supported("ge-ta-1"), (2, 2), COMBAT)
    assert not listed(game, AirBattle) | listed(game, Bomb)
    game.play(PASS)
    game.play(PASS)
    assert not told(game, "air attack")
    assert at(game, "ge-ta-1") == "1213"


@pytest.mark.rule("30.62")
def test_a_great_bombardment_drives_a_unit_of_the_owners_choice_from_its_trenches() -> None:
    names = ("ge-st-1", "ge-st-2")  # eight
    units = TWO.replace("1412\n", "1412 entrenched\n") + "unit fr-2a-ii 1412 entrenched\n"
    game = in_the_sky(units + supported(*names), (2, 2), COMBAT, dice="6 1")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("assault"))
    assert (game.decision.kind, game.decision.side) == ("gassed", "entente")
    assert set(game.decision.choices()) == {LeaveTrench("fr-2a-i"), LeaveTrench("fr-2a-ii")}
    game.play(LeaveTrench("fr-2a-ii"))
    assert "12 is " not in "".join(told(game, "battle"))
    assert "against 12" in told(game, "battle")[-1]  # 8 and 4, and no longer 16


@pytest.mark.rule("30.56", "30.62")
def test_the_defender_is_asked_for_support_from_bases_a_hex_away_from_an_attacker() -> None:
    units = TWO + "unit fr-ta-1 1412\nunit fr-ta-2 1413\nunit fr-ta-3 1512\n"
    game = in_the_sky(units, (2, 3), COMBAT, dice="5 1")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("probe"))
    assert game.decision.about == Support("1412", ("ge-2a-ii", "ge-2a-iii"), ())
    assert listed(game, Join) == {"fr-ta-1", "fr-ta-2"}  # 1512 is two hexes from 1312
    game.play(Join("fr-ta-1"))
    game.play(Join("fr-ta-2"))
    assert column_of(game) == "1:1"


@pytest.mark.rule("30.56", "30.71")
@pytest.mark.parametrize(("level", "mission"), [(2, ""), (3, "air-mission fr-ta-1 interception 1412\n")])
def test_defensive_support_needs_level_three_and_no_other_mission(level: int, mission: str) -> None:
    game = in_the_sky(TWO + "unit fr-ta-1 1412\n" + mission, (2, level), COMBAT, dice="1")
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("probe"))
    assert game.decision.kind != "air support"
    assert not told(game, "air attack")


@pytest.mark.rule("30.33", "30.56")
def test_those_that_support_the_defence_are_in_the_air_when_their_base_falls() -> None:
    head = "premise land-combat DE"
    units = TWO + "unit fr-ta-1 1412\n" + levels(2, 3)
    game = on_field(units, COMBAT, head=head, staffs=STAFFS)
    game.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
    game.play(UseTable("probe"))
    game.play(Join("fr-ta-1"))
    for name in ("ge-2a-ii", "ge-2a-iii"):
        game.play(Advance(name, "1412"))
    assert at(game, "fr-ta-1") == "1412"
    until_landing(game)
    assert (game.decision.kind, game.decision.side) == ("air landing", "entente")
    game.play(PASS)
    assert game.decision.kind == "land aircraft"
    game.play(TouchDown("fr-ta-1", "1612"))
    assert at(game, "fr-ta-1") == "1612"


@pytest.mark.rule("14.21", "30.62")
def test_the_forecast_reckons_with_support_and_with_that_of_the_enemy() -> None:
    game = in_the_sky(TWO + supported("ge-ta-1", "ge-ta-2"), (2, 2), COMBAT)
    order = Assault("1412", ("ge-2a-ii", "ge-2a-iii"))
    shown = game.forecast(order).prospects[0]
    assert shown.name == "Probe at 2:1 or 3:1"
    land = game.position.setting.printed.land
    probe = land.combat["probe"].cells
    for result in {probe[die, column] for die in range(1, 7) for column in ("2:1", "3:1")}:
        at_two = sum(probe[die, "2:1"] == result for die in range(1, 7))
        at_three = sum(probe[die, "3:1"] == result for die in range(1, 7))
        expected = Fraction(4, 6) * Fraction(at_two, 6) + Fraction(2, 6) * Fraction(at_three, 6)
        found = sum(each.probability for each in shown.endings if each.short == result)
        assert found == pytest.approx(float(expected))
        assert game.odds(order)[f"probe table: {result}"] == expected
    game = in_the_sky(TWO + "unit fr-ta-1 1412\nunit fr-ta-2 1413\n", (2, 3), COMBAT)
    names = [each.name for each in game.forecast(order).prospects]
    assert names[:2] == ["Probe at 2:1", "Assault at 2:1"]
    assert "Probe at 2:1 or 1:1, supported from the air" in names


@pytest.mark.rule("4.6-Combat-2", "30.62")
def test_a_shift_for_air_needs_an_air_unit_in_the_attack() -> None:
    game = in_the_sky(TWO + supported("ge-ta-1"), (2, 2), COMBAT)
    units = game.position.units
    shift = Shift(1, "air")
    assert not card_shifts.fits(game.position, shift, [units["ge-2a-ii"]], [units["fr-2a-i"]])
    assert card_shifts.fits(game.position, shift, [units["ge-2a-ii"], units["ge-ta-1"]], [units["fr-2a-i"]])


# Bombing


@pytest.mark.rule("30.62", "34.22")
@pytest.mark.parametrize(("die", "falls"), [(5, False), (6, True)])
def test_bombs_devastate_an_industrial_city_and_cost_a_point_of_morale(die: int, falls: bool) -> None:
    game = in_the_sky(NEAR + over("ge-st-1", "1813", "strategic-bombing"), (2, 2), COMBAT, dice=str(die))
    before = game.position.morale["entente"]
    paris = game.position.setting.board["1813"]
    assert listed(game, Bomb) == {"1813"}
    game.play(Bomb("1813"))
    assert (paris in game.position.devastated) is falls
    assert game.position.morale["entente"] == before - falls
    assert refused(game, Bomb("1813")) == "30.62"  # one operation an impulse


@pytest.mark.rule("5.32", "30.62")
def test_bombs_that_break_the_last_morale_end_the_war_at_once() -> None:
    text = NEAR + over("ge-st-1", "1813", "strategic-bombing") + "morale entente 1\n"
    game = in_the_sky(text, (2, 2), COMBAT, dice="6")
    game.play(Bomb("1813"))
    assert game.over
    assert "the Entente have surrendered" in str(game.outcome)


@pytest.mark.rule("30.62", "30.71")
def test_bombers_fly_to_industrial_cities_of_the_enemy() -> None:
    game = in_the_sky(NEAR + "unit ge-st-1 1213\n", (2, 2))
    ordered(game, ("ge-st-1", "strategic-bombing"))
    game.play(Pick("ge-st-1"))
    assert listed(game, Fly) == {"1813"}
    assert refused(game, Fly("1412")) == "30.71"


# Ships


def harbour(units: str, die: str = "") -> Game[SteelPosition]:
    """British bombers over Wilhelmshaven in the combat segment."""
    head = f"dice {die}\n" if die else ""
    return on_map(
        f"{head}turn 12 combat entente impulse=1\nunit gb-hq-1 1918\n{levels(4, 4)}{units}"
        + over("gb-st-1", "3017", "air-naval-attack", "1918")
        + over("gb-st-2", "3017", "air-naval-attack", "1918")
    )


@pytest.mark.rule("26.3", "26.33", "30.62")
def test_ships_lose_protection_to_an_attack_from_the_air_by_choice_of_their_owner() -> None:
    game = harbour("unit ge-bb-1 3017\nunit ge-ca-1 3017\n", "5")  # ten: two factors
    assert listed(game, StrikeShips) == {"3017"}
    game.play(StrikeShips("3017"))
    assert game.decision.side == "central-powers"
    assert isinstance(game.decision.about, Sinking)
    assert listed(game, Lose) == {"ge-bb-1", "ge-ca-1"}
    game.play(Lose("ge-ca-1"))
    assert "ge-ca-1" in game.position.dead
    assert "ge-bb-1" in game.position.units


@pytest.mark.rule("26.3", "30.71")
@pytest.mark.parametrize(("level", "may"), [(3, False), (4, True)])
def test_ships_are_attacked_from_level_four_on(level: int, may: bool) -> None:
    game = on_map(
        "turn 12 movement entente impulse=1\nunit gb-hq-1 1918\nunit gb-st-1 1918\nunit ge-bb-1 3017\n"
        f"unit ge-bb-2 3017\n{levels(1, level)}"
    )
    assert ("air-naval-attack" in missions(game, "gb-st-1")) is may
    if may:
        flown(game, "gb-st-1", "air-naval-attack", "3017")
        assert at(game, "gb-st-1") == "3017"


@pytest.mark.rule("23.42", "26.3")
def test_airmen_know_of_ships_under_a_fleet_marker_that_there_are_some() -> None:
    game = on_map(
        "turn 12 movement entente impulse=1\nunit gb-hq-1 1918\nunit gb-st-1 1918\nunit ge-bb-1 3017\n"
        + levels(1, 4)
    )
    known = Game(game.title, game.setting, game.position_known(ENTENTE), game.origin)
    assert "ge-bb-1" not in known.position.units
    assert [*known.decision.choices()] == [*game.decision.choices()]
    assert "air-naval-attack" in missions(known, "gb-st-1")
    striking = harbour("unit ge-bb-1 3017\n")
    blind = Game(striking.title, striking.setting, striking.position_known(ENTENTE), striking.origin)
    assert listed(blind, StrikeShips) == {"3017"}


@pytest.mark.rule("23.42", "30.62")
def test_an_attack_on_ships_does_not_tell_how_many_there_are() -> None:
    order, faces = StrikeShips("3017"), []
    for units in ("unit ge-bb-1 3017\n", "unit ge-bb-1 3017\nunit ge-ca-1 3017\n"):
        game = harbour(units)
        faces.append(TITLE.face(game.position, game.decision, order))
    assert faces[0] == faces[1]
    assert faces[0].effects == ("with 10",)


# Naval aviation


CRUISER = "turn 18 movement entente impulse=1\nunit gb-hq-1 1918\nunit gb-ca-1 1918\nunit gb-ta-1 1918\n"


@pytest.mark.rule("30.34")
@pytest.mark.parametrize(("level", "may"), [(4, False), (5, True)])
def test_tactical_units_are_based_on_cruisers_at_level_five_one_each(level: int, may: bool) -> None:
    game = on_map(CRUISER + "unit gb-ta-2 1918\nunit gb-st-1 1918\n" + levels(4, level))
    ordered(game, *((name, "transit") for name in ("gb-ta-1", "gb-ta-2", "gb-st-1")))
    game.play(Pick("gb-ta-1"))
    assert ("gb-ca-1" in listed(game, Fly)) is may
    if not may:
        return
    game.play(Fly("gb-ca-1"))
    assert game.position.aboard == {"gb-ta-1": "gb-ca-1"}
    game.play(Pick("gb-ta-2"))
    assert "gb-ca-1" not in listed(game, Fly)
    game.play(PASS)
    game.play(Pick("gb-st-1"))
    assert "gb-ca-1" not in listed(game, Fly)


@pytest.mark.rule("30.34")
def test_an_air_unit_goes_where_its_cruiser_goes_and_is_lost_with_it() -> None:
    text = "turn 18 combat entente impulse=1\nunit gb-hq-1 1924\nunit gb-ca-1 1918\nunit gb-ta-1 1918\n"
    game = on_map(text + "aboard gb-ta-1 gb-ca-1\nunit gb-ca-2 1918\n" + levels(4, 5))
    position = game.position
    position.change("gb-ca-1", at=position.setting.board["1802"])
    assert at(game, "gb-ta-1") == "1802"


@pytest.mark.rule("30.34")
def test_bombs_on_a_cruiser_take_its_air_unit_along() -> None:
    game = on_map(
        f"dice 5\nturn 18 combat entente impulse=1\nunit gb-hq-1 1918\n{levels(5, 5)}"
        "unit ge-ca-1 3017\nunit ge-ta-1 3017\naboard ge-ta-1 ge-ca-1\n"
        + over("gb-st-1", "3017", "air-naval-attack", "1918")
        + over("gb-st-2", "3017", "air-naval-attack", "1918")
    )
    game.play(StrikeShips("3017"))
    assert {"ge-ca-1", "ge-ta-1"} <= game.position.dead.keys()
    assert not game.position.aboard


# At the table


def preferred(game: Game[SteelPosition], **chosen: str) -> Action | None:
    wishes = {key.replace("_", " "): each for key, each in chosen.items()}
    return TITLE.preferred(game.position, game.decision, wishes)


@pytest.mark.rule("30.54")
@pytest.mark.parametrize(
    ("mine", "answer"),
    [
        ("unit fr-ta-1 1412\nunit fr-ta-2 1412\nunit fr-ta-3 1412\n", Scramble("1412")),
        ("unit fr-st-1 1412\n", PASS),
    ],
)
def test_nobody_need_be_asked_to_intercept_at_odds_below_even(mine: str, answer: Action) -> None:
    game = in_the_sky(NEAR + mine + "unit ge-ta-1 1213\nunit ge-ta-2 1213\n", (4, 4))
    ordered(game, *((name, "offensive-ground-support") for name in ("ge-ta-1", "ge-ta-2")))
    game.play(Pick("ge-ta-1"))
    game.play(Add("ge-ta-2"))
    game.play(Fly("1412"))
    assert preferred(game) is None
    assert preferred(game, interception="at even odds or better") == answer
    assert preferred(game, interception="never") == PASS
    assert preferred(game, interception="always") == Scramble("1412")


@pytest.mark.rule("30.52", "30.56")
def test_support_and_landing_may_be_left_to_habit() -> None:
    game = in_the_sky(TWO + supported("ge-ta-1") + "unit fr-ta-1 1412\n", (2, 3), COMBAT)
    game.play(Attack("1412"))
    game.play(Join("ge-2a-ii"))
    game.play(PASS)
    game.play(UseTable("probe"))
    assert preferred(game, air_support="all that can") == Join("fr-ta-1")
    assert preferred(game, air_support="never") == PASS
    game.play(PASS)
    until_landing(game)
    assert preferred(game, landing="in the base they came from") == PASS


@pytest.mark.rule("30.61")
def test_a_fight_in_the_air_is_foretold_exactly() -> None:
    text = over("ge-ta-1", "1512", "air-superiority") + "unit fr-ta-1 1512\n"
    game = in_the_sky(NEAR + text, (3, 3), COMBAT)
    shown = game.forecast(AirBattle("1512"))
    chances = {each.short: each.probability for each in shown.prospects[0].endings}
    assert chances == pytest.approx({"0:0": 25 / 36, "1:0": 5 / 36, "0:1": 5 / 36, "1:1": 1 / 36})
    assert game.odds(AirBattle("1512"))["1 lost for 1"] == Fraction(1, 36)
    text = over("ge-st-1", "1813", "strategic-bombing")
    game = in_the_sky(NEAR + text, (2, 2), COMBAT)
    assert game.odds(Bomb("1813"))["devastated"] == Fraction(1, 6)


def test_every_order_of_the_air_has_a_face_and_words() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit ge-ta-2 1213\nunit fr-ta-1 1512\nunit ge-st-1 1113\n"
    game = in_the_sky(units, (4, 4), dice="1 1")
    shown = game.face(game.decision, OrderMission("ge-ta-1", "air-superiority"))
    assert (shown.unit, shown.verb, shown.item) == (
        "ge-ta-1",
        "Air superiority",
        "mission:ge-ta-1:air-superiority",
    )
    ordered(game, ("ge-ta-1", "air-superiority"))
    game.play(Pick("ge-ta-1"))
    flight = game.face(game.decision, Fly("1512"))
    assert (flight.cost, flight.path[0], flight.path[-1]) == ("3", "1213", "1512")
    assert any("may be attacked from" in effect and "with 4" in effect for effect in flight.effects)
    game.play(Fly("1512"))
    attack = game.face(game.decision, game.decision.choices()[0])
    assert attack.chance
    assert "4 against 4" in attack.effects
    assert game.forecast(game.decision.choices()[0]).losses is not None
    for _ in range(2):
        game.play(PASS)
    game.play(PASS)
    battle = game.face(game.decision, AirBattle("1512"))
    assert (battle.hex, battle.effects[0]) == ("1512", "4 against 4")
    game.play(PASS)
    assert game.face(game.decision, PASS).text == "All return to the bases they came from"


def test_the_air_panel_shows_bases_ranges_missions_and_why_not() -> None:
    units = NEAR + "unit ge-ta-1 1213\nunit fr-ta-1 1512\nunit ge-ta-2 1010\n"
    game = in_the_sky(units, (2, 4))
    assert game.topic(game.decision).display == "air"
    shown = game.display(CENTRAL_POWERS, "air")
    items = {item.key: item for section in shown.sections for item in section.items}
    assert items["doctrine:central-powers"].value == 2
    assert (items["card:air-superiority"].state, items["card:air-superiority"].why) == (
        "closed",
        "needs level 3",
    )
    assert dict(items["air:ge-ta-1"].figures) == {
        "Superiority": "3",
        "Bombardment": "2",
        "Range": "4",
        "Transit": "12",
    }
    assert items["mission:ge-ta-1:offensive-ground-support"].state == "open"
    assert items["mission:ge-ta-1:strategic-bombing"].why == "nothing for strategic bombing is in range"
    assert "in no base" in items["air:ge-ta-2"].lines[0]
    assert dict(items["air:fr-ta-1"].figures)["Superiority"] == "4"  # later counters
    theirs = {item.key for section in game.display(ENTENTE, "air").sections for item in section.items}
    assert not any(key.startswith("mission:") for key in theirs)
    for action in game.decision.choices():
        if item := game.face(game.decision, action).item:
            assert items[item].state == "open"


def test_a_layer_shows_bases_and_where_the_enemy_may_attack() -> None:
    game = in_the_sky(NEAR + "unit fr-ta-1 1512\nunit ge-ta-1 1213\n", (3, 3))
    drawn = game.picture(CENTRAL_POWERS, ("air",))
    labels = [each.text for each in drawn.overlays if hasattr(each, "text")]  # type: ignore[attr-defined]
    assert "interception" in labels
    assert "patrol" not in labels
