"""Cases from the book on cards, morale, mobilization and politics (chapters 4 to 7, 19 to 22, 35, 44-46)."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import (
    AttackOdds,
    Build,
    Develop,
    Draw,
    MobilizeFor,
    Play,
    Transfer,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import (
    CP,
    EN,
    changes,
    game,
    laid,
    listed,
    play,
    play_on,
    refused,
    state,
)

MORALE = "morale central-powers 80\nmorale entente 80\n"
CHEST = (
    "points germany 300\npoints austria-hungary 300\npoints great-britain 300\n"
    "points russia 300\npoints france 300\n"
)


def offered(turn: int, side: str, text: str = "", morale: str = MORALE) -> set[int]:
    """The cards that a side may select."""
    of = game(f"turn {turn} cards central-powers\n{morale}{text}")
    if of.decision_of(side) is None:  # submarine war goes up or down first
        play(of, CP, PASS)
    return {int(words.split()[1].partition("-")[0]) for words in listed(of, side, Draw)}


# Cards


@pytest.mark.rule("4.6-Prerequisite")
@pytest.mark.parametrize(
    ("turn", "side", "card", "without", "needed"),
    [
        (4, CP, 12, "unit ge-hq-1 4322\nunit ah-hq-1 5425\n", "unit ge-hq-1 4722\nunit ah-hq-1 4724\n"),
        (6, CP, 14, "", "country bulgaria central-powers\n"),
        (8, EN, 56, "country italy neutral\n", "country italy entente\n"),
        (10, CP, 19, "country romania neutral\n", "country romania entente\n"),
        (1, EN, 47, "unit ge-2a-i 2525\n", "unit ge-2a-i 2123\n"),
        (13, CP, 22, "", "developed 38\n"),
        (14, CP, 23, "country italy entente\n", "country italy entente\ndeveloped 38\n"),
        (17, EN, 72, "", "developed 96\n"),
        (17, EN, 73, "country united-states neutral\n", "country united-states entente\n"),
        (17, EN, 75, "unit gb-hq-1 2022\n", "unit gb-hq-1 5344\n"),
        (12, EN, 66, "", "revolution russia\n"),
        (2, CP, 10, "country ottoman-empire neutral\n", "country ottoman-empire central-powers\n"),
    ],
)
def test_what_a_campaign_needs(turn: int, side: str, card: int, without: str, needed: str) -> None:
    assert card not in offered(turn, side, without)
    assert card in offered(turn, side, needed)


@pytest.mark.rule("4.6-Prerequisite", "5.21")
def test_brusilov_needs_a_morale_that_is_not_low() -> None:
    assert 61 in offered(9, EN, morale="morale central-powers 80\nmorale entente 31\n")
    assert 61 not in offered(9, EN, morale="morale central-powers 80\nmorale entente 30\n")


@pytest.mark.rule("4.6-Prerequisite")
def test_hindenburg_and_ludendorff_come_after_tannenberg_or_in_autumn_1916() -> None:
    assert 30 not in offered(4, CP)
    assert 30 in offered(4, CP, "objective-met 4\n")
    assert 30 in offered(10, CP)


@pytest.mark.rule("4.6-Prerequisite", "27.6")
def test_convoys_need_submarine_war_or_shipping_of_sixty() -> None:
    assert 97 not in offered(11, EN, "shipping 61\n")
    assert 97 in offered(11, EN, "shipping 60\n")
    assert 97 in offered(11, EN, "shipping 90\ndeveloped 40\n")


@pytest.mark.rule("4.21", "4.41")
def test_the_reusable_card_takes_the_place_of_its_front() -> None:
    of = game(f"turn 4 cards central-powers\n{MORALE}")
    play(of, CP, Draw("8-west"))
    words = listed(of, CP, Draw)
    # one card has one front
    assert not [each for each in words if each.split()[1] in ("6", "8-east", "18", "21")]
    assert "draw 9" in words


@pytest.mark.rule("4.21", "5.21")
@pytest.mark.parametrize(("morale", "most"), [(71, 3), (70, 2), (31, 2), (30, 1), (1, 1)])
def test_campaign_cards_by_the_edges_of_the_bands(morale: int, most: int) -> None:
    of = game(
        f"turn 4 cards central-powers\nmorale central-powers {morale}\nmorale entente 80\n"
        "country ottoman-empire central-powers\n"
    )
    taken = 0
    for card in ("6", "9", "11"):  # west, east, Middle East
        if f"draw {card}" in listed(of, CP, Draw):
            play(of, CP, Draw(card))
            taken += 1
    assert taken == most


@pytest.mark.rule("4.3", "4.33")
def test_a_weapon_left_open_does_not_take_the_place_of_another_card() -> None:
    cards = offered(4, CP, "developing 36\n")
    assert 28 in cards
    assert 38 in cards


@pytest.mark.rule("3.2-4aCP1", "4.6-Combat-1")
def test_ypres_of_the_entente_is_shown_early_for_its_defence() -> None:
    of = game(
        f"turn 2 revelation central-powers impulse=1\n{MORALE}{laid(2)}picked entente 49\n"
        "unit ge-2a-i 2122\nunit ge-hq-1 2222\n"
    )
    assert state(of).shown[EN] == (49,)


@pytest.mark.rule("4.6-Combat-1", "4.6-Combat-2", "4.6-Combat-4", "14.21")
@pytest.mark.parametrize(
    ("cards", "columns"),
    [
        ("shown central-powers 25\n", 2),
        ("shown central-powers 25 29\nplayed-on 29 west\n", 2),  # 3R are cut to two
        # 3R less 2L, then the limit
        ("shown central-powers 25 29\nplayed-on 29 west\nshown entente 70\n", 1),
        ("shown central-powers 25\nshown entente 70\n", 0),
        ("shown entente 70\n", -2),
        ("shown central-powers 16\nshown entente 60\n", -1),  # 1R German less 2L French
        ("shown central-powers 1\n", 2),
    ],
)
def test_card_shifts_are_netted_then_cut(cards: str, columns: int) -> None:
    units = "unit ge-hq-5 2525\nunit ge-2a-i 2525\nunit fr-2a-i 2425\nunit fr-hq-1 2325\n"
    of = game(f"turn 16 combat central-powers impulse=1\n{MORALE}{units}{cards}")
    text = of.explain(AttackOdds("2425", ("ge-2a-i",), "assault"))
    cards_only = sum(int(term.value) for term in text.terms if term.rule.startswith("4.6"))
    assert cards_only == columns


# Objectives and morale


def after_morale(text: str, turn: int = 4, morale: str = MORALE) -> Game:
    return game(f"turn {turn} morale central-powers\n{morale}{text}")


@pytest.mark.rule("4.6-Objective", "5.11")
def test_a_failed_and_a_met_objective_cost_and_gain_the_same() -> None:
    lost = after_morale("shown central-powers 12\n")
    assert changes(lost, CP) == {"Gorlice-Tarnow missed its objective": -6}
    won = after_morale(
        "shown central-powers 12\nunit ge-2a-i 4920\nunit ge-2a-ii 4721\nholder 4920 4721 central-powers\n"
    )
    assert changes(won, CP)["Gorlice-Tarnow met its objective"] == 6


@pytest.mark.rule("4.6-Objective-1", "16.21")
def test_a_city_that_was_taken_and_left_is_no_objective() -> None:
    of = after_morale(
        "shown central-powers 12\nunit ge-2a-i 4920\nholder 4920 central-powers\nholder 4721 nobody\n"
    )
    assert changes(of, CP)["Gorlice-Tarnow missed its objective"] == -6


@pytest.mark.rule("4.6-Objective-2", "5.12")
def test_units_lost_in_their_own_attack_count_for_the_enemys_objective() -> None:
    dead = "".join(f"dead ru-2a-{name} entente east russia 4\n" for name in ("i", "ii", "iii"))
    of = after_morale(f"shown central-powers 9\n{dead}")
    assert changes(of, CP)["Masuria met its objective"] == 2
    assert changes(of, EN) == {"12 strength points lost": -1}
    elsewhere = after_morale("shown central-powers 9\n" + dead.replace("east", "west"))
    assert changes(elsewhere, CP)["Masuria missed its objective"] == -2


@pytest.mark.rule("4.6-Objective-2")
def test_headquarters_forts_and_brigades_are_no_units_to_eliminate() -> None:
    dead = (
        "dead ru-2a-i entente east russia 4\ndead ru-2a-ii entente east russia 4\n"
        "dead ru-hq-1 entente east russia 1\n"
    )
    of = after_morale(f"shown central-powers 9\n{dead}dead fort-warsaw entente east russia 0\n")
    assert changes(of, CP)["Masuria missed its objective"] == -2


@pytest.mark.rule("5.12")
@pytest.mark.parametrize(("strength", "points"), [(11, 0), (12, 1), (23, 1), (24, 2)])
def test_twelve_strength_points_are_a_point(strength: int, points: int) -> None:
    of = after_morale(f"dead ru-2a-i entente east russia {strength}\n")
    assert sum(changes(of, EN).values()) == -points


@pytest.mark.rule("5.22")
def test_at_a_hundred_gains_and_losses_of_one_phase_are_one_sum() -> None:
    # Warsaw and Lodz gain 2 + 1, twelve points lost cost 1: 99 + 3 - 1 is cut to 100
    text = (
        "unit ge-2a-i 4920\nunit ge-2a-ii 4721\nholder 4920 4721 central-powers\n"
        "dead ge-2a-iii central-powers east germany 12\n"
    )
    of = after_morale(text, morale="morale central-powers 99\nmorale entente 80\n")
    assert state(of).morale[CP] == 100
    low = after_morale(text, morale="morale central-powers 97\nmorale entente 80\n")
    assert state(low).morale[CP] == 99


@pytest.mark.rule("5.13", "5.12")
def test_a_city_in_a_country_that_has_not_been_ones_own_is_recaptured_for_its_points() -> None:
    # Brussels stands captured when the scenario begins; the Entente comes back
    text = (
        "country belgium entente\ncredited 2321 central-powers\n"
        "first-held 2321 central-powers\nunit be-2a-i 2321\n"
    )
    of = after_morale(text, turn=7)
    assert changes(of, EN) == {"Brussels taken": 3}
    assert changes(of, CP) == {"Brussels lost": -3}


# Mobilization


def output(turn: int, text: str = "") -> dict[str, int]:
    return dict(state(game(f"turn {turn} capacity central-powers\n{MORALE}{text}", to_1919="on")).income)


@pytest.mark.rule("7.11")
@pytest.mark.parametrize(
    ("turn", "country", "points"),
    [
        (1, "germany", 72),
        (3, "france", 44),
        (7, "germany", 90),
        (11, "france", 66),
        (15, "germany", 72),
        (19, "germany", 54),
    ],
)
def test_multiples_of_the_years(turn: int, country: str, points: int) -> None:
    assert output(turn)[country] == points


@pytest.mark.rule("7.11")
def test_russia_has_one_less_from_1916_on() -> None:
    assert output(6)["russia"] == 10 * 4
    assert output(7)["russia"] == 10 * 4  # five less one
    assert output(11)["russia"] == 10 * 5


@pytest.mark.rule("7.12")
def test_halves_are_summed_before_they_are_rounded_down() -> None:
    # three captured centres at five are seven and a half
    cities = ("2321", "2221", "2320")
    units = "".join(f"unit ge-2a-{name} {at}\n" for name, at in zip(("i", "ii", "iii"), cities, strict=True))
    rails = (
        "rails 2321 2221 2320 2522 2422 2421 2322 2521 central-powers\n"
        "holder 2321 2221 2320 2522 2422 2421 2322 central-powers\n"
    )
    of = output(7, f"country belgium entente\n{units}{rails}unit ge-2r-i-res 2422\n")
    assert of["germany"] == 90 + 7


@pytest.mark.rule("7.12", "10.33")
def test_an_enemy_zone_on_an_empty_centre_at_home_stops_it() -> None:
    # Saarbrucken
    assert output(4)["germany"] - output(4, "unit fr-2a-i 2625\nholder 2625 entente\n")["germany"] == 4


@pytest.mark.rule("7.23", "7.24")
def test_five_points_a_quarter_to_russia_from_all_together() -> None:
    lines = (
        "unit gb-tr-1 1718\nunit gb-tr-2 1414\nunit fr-tr-1 2238\nunit ru-tr-1 siberia\nunit gb-tr-3 india\n"
    )
    of = game(f"turn 4 capacity central-powers\n{MORALE}{lines}")
    while state(of).step == "capacity":
        of.play(PASS, of.decisions[0].side)
    play(of, EN, MobilizeFor("great-britain"), Transfer("russia", 3), PASS)
    play(of, EN, MobilizeFor("france"))
    assert refused(of, Transfer("russia", 3), EN)[0] == "7.23"
    assert refused(of, Transfer("russia", 2), EN) == ()


def books(turn: int, country: str, text: str = "") -> Game:
    of = game(f"turn {turn} allocation central-powers\n{MORALE}{CHEST}{text}")
    side = CP if country in ("germany", "austria-hungary", "ottoman-empire") else EN
    play(of, side, MobilizeFor(country))
    return of


def price(turn: int, country: str, kind: str, divisions: int = 0, text: str = "") -> tuple[int, int]:
    """What a unit costs, and after how many quarters it comes."""
    of = books(turn, country, text)
    side = CP if country in ("germany", "austria-hungary", "ottoman-empire") else EN
    play(of, side, Build(kind, divisions))
    (draft,) = state(of).drafts.values()
    return draft.points, draft.quarters


@pytest.mark.rule("7.51", "7.52", "7.81", "7.82")
@pytest.mark.parametrize(
    ("country", "kind", "divisions", "points", "quarters"),
    [
        ("germany", "active", 2, 16, 1),
        ("germany", "active", 3, 24, 1),
        ("germany", "reserve", 2, 8, 0),
        ("russia", "reserve", 2, 6, 0),
        ("great-britain", "reserve", 2, 8, 2),
        ("russia", "cavalry", 2, 8, 1),
        ("germany", "cavalry", 2, 12, 1),
        ("germany", "headquarters", 0, 24, 1),
        ("germany", "siege", 0, 12, 1),
        ("germany", "fort", 0, 15, 1),
    ],
)
def test_what_units_cost(country: str, kind: str, divisions: int, points: int, quarters: int) -> None:
    assert price(5, country, kind, divisions) == (points, quarters)


@pytest.mark.rule("9.3", "22.1", "42.2", "7.7")
@pytest.mark.parametrize(
    ("turn", "country", "kind", "divisions", "rule"),
    [
        (2, "germany", "active", 3, "9.3"),  # from Winter 1915 on
        (6, "germany", "active", 4, "9.3"),  # from Winter 1916 on
        (7, "germany", "shock", 2, "22.1"),
        (9, "great-britain", "tank-brigade", 0, "22.1"),
    ],
)
def test_what_cannot_be_built_yet(turn: int, country: str, kind: str, divisions: int, rule: str) -> None:
    side = CP if country == "germany" else EN
    assert refused(books(turn, country), Build(kind, divisions), side)[0] == rule


@pytest.mark.rule("7.7", "7.72")
def test_a_tank_brigade_takes_a_petroleum_point_and_there_may_be_none() -> None:
    text = "developed 39\n"
    assert price(9, "germany", "tank-brigade", 0, text) == (16, 1)  # from Drohobycz
    lost = "holder 5326 entente\nunit ru-2a-i 5326\n"
    assert refused(books(9, "germany", text + lost), Build("tank-brigade"), CP)[0].startswith("7.7")


# Development


@pytest.mark.rule("22.11", "22.2", "4.6-Discard")
@pytest.mark.parametrize(
    ("text", "die", "developed"),
    [
        ("", 3, True),
        ("", 4, False),
        ("developed 93\n", 4, True),  # the enemy has it
        ("developed 93\n", 5, False),
    ],
)
def test_gas_is_developed_on_three_and_imitated_on_four(text: str, die: int, developed: bool) -> None:
    of = game(f"turn 4 development central-powers\n{MORALE}{CHEST}{text}picked central-powers 36\n")
    of.fix_dice(die)
    play(of, CP, Develop(36, "germany"))
    assert (36 in state(of).developed) is developed


# Politics


def events(text: str, *dice: int, turn: int = 5, morale: str = MORALE) -> Game:
    return game(
        f"dice {' '.join(map(str, dice))}\nturn {turn} political-events central-powers\n{morale}{text}"
    )


@pytest.mark.rule("6.21", "5.31")
def test_low_morale_and_the_years_turn_a_three_into_a_revolution() -> None:
    # 3 less 1 for low morale less 2 in 1918: 0, a check for the power with most losses
    of = events(
        "strength-lost austria-hungary 12\n",
        3,
        6,
        5,
        5,
        turn=16,
        morale=("morale central-powers 25\nmorale entente 60\n"),
    )
    assert any("Revolution" in event.text or "revolution" in event.text for event in of.events)


@pytest.mark.rule("6.22")
def test_without_losses_nobody_mutinies() -> None:
    of = events("", 1, 5, morale="morale central-powers 60\nmorale entente 60\n")
    assert not state(of).mutinies


@pytest.mark.rule("19.32", "19.33", "5.13")
def test_russia_surrenders_for_eight_and_gives_the_enemy_four() -> None:
    # 1917, low morale: the die of 2 is a check; then 2 - 1 - 1, and 1 for a capital never taken
    text = "strength-lost russia 30\nunit ru-2a-i 5816\n"
    of = events(text, 5, 2, 2, 1, 1, 1, 1, turn=14, morale="morale central-powers 60\nmorale entente 25\n")
    assert "russia" in state(of).surrendered
    assert changes(of, EN)["Russia surrendered"] == -8
    assert changes(of, CP)["Russia surrendered"] == 4


@pytest.mark.rule("16.1", "19.33")
def test_what_allies_stand_on_is_theirs_when_a_country_surrenders_and_the_rest_is_nobodys() -> None:
    text = (
        "strength-lost russia 30\nunit ru-2a-i Moscow\nunit gb-2a-i Odessa\nunit gb-2a-ii 6530\n"
        "unit ge-2a-i Kiev\n"
    )
    of = events(text, 5, 2, 2, 1, 1, 1, 1, turn=14, morale="morale central-powers 60\nmorale entente 25\n")
    assert "russia" in state(of).surrendered
    board, controller = state(of).setting.board, state(of).controller
    holders = {label: controller(board[label]) for label in ("6531", "6530", "6423", "7110", "7209")}
    assert holders == {"6531": EN, "6530": EN, "6423": CP, "7110": "", "7209": ""}


@pytest.mark.rule("19.32", "19.33")
def test_a_country_does_not_surrender_while_a_unit_of_it_stands_at_home_or_a_city_is_free() -> None:
    cities = (
        "holder 4836 4937 5139 5042 central-powers\nunit ah-2a-i 4836\nunit ah-2a-ii 4937\n"
        "unit ah-2a-iii 5139\nunit ah-2a-iv 5042\n"
    )
    head = f"turn 6 attrition central-powers\n{MORALE}"
    gone = game(f"sandbox no-end\n{head}{cities}")
    assert "serbia" in state(gone).surrendered
    army = game(f"sandbox no-end\n{head}{cities}unit se-2a-drina 5041\nunit se-hq-1 5041\n")
    assert "serbia" not in state(army).surrendered
    free = game(
        f"sandbox no-end\n{head}{cities}".replace(
            "holder 4836 4937 5139 5042", "holder 4836 4937 5139"
        ).replace("unit ah-2a-iv 5042\n", "")
    )
    assert "serbia" not in state(free).surrendered


@pytest.mark.rule("6.11", "19.24")
def test_nobody_threatens_sweden_or_a_country_he_does_not_border_in_strength() -> None:
    of = game(
        f"turn 4 diplomacy central-powers\n{laid(4)}{MORALE}picked central-powers 27\nunit ge-2a-i 2618\n"
    )
    words = listed(of, CP, Play)
    assert not any("sweden" in each or "norway" in each or "netherlands" in each for each in words)


@pytest.mark.rule("44.1", "6.11")
def test_one_peace_card_alone_does_nothing() -> None:
    of = game(
        f"turn 8 diplomacy central-powers\n{laid(8)}morale central-powers 50\n"
        "morale entente 40\npicked central-powers 26\n"
    )
    play(of, CP, Play(26))
    while state(of).turn == 8:
        decision = of.decisions[0]
        of.play(PASS if PASS in decision.choices() else decision.choices()[0], decision.side)
    assert not of.over
    assert state(of).flags.get("armistice") is None


@pytest.mark.rule("35.11")
@pytest.mark.parametrize(("die", "holder"), [(1, CP), (2, CP), (3, ""), (4, EN), (5, EN), (6, EN)])
def test_who_has_the_bolsheviks(die: int, holder: str) -> None:
    red = (
        "country russia entente surrendered\ncontroller bolshevik entente\nunit bo-2r-1 5816\n"
        "flag 'red terror in russia' 14\n"
    )
    of = game(f"dice {die}\nturn 15 cards central-powers\n{MORALE}{red}")
    now = state(of)
    assert now.side_of(now.units["bo-2r-1"]) == (holder or EN)  # of nobody: they count as their last master's
    assert bool(now.flags.get("bolsheviks idle")) is (not holder)


@pytest.mark.rule("45.42")
@pytest.mark.parametrize(
    ("scenario", "developed"),
    [
        ("campaign-1914", set()),
        ("campaign-1915", {92, 36, 93}),
        ("campaign-1916", {92, 36, 93, 38}),
        ("campaign-1917", {92, 36, 93, 38, 96, 40}),
        ("campaign-1918", {92, 36, 93, 38, 96, 40, 97}),
        ("campaign-1919", {92, 36, 93, 38, 96, 40, 97, 98}),
    ],
)
def test_what_is_developed_when_a_year_begins(scenario: str, developed: set[int]) -> None:
    of = hexfront.new(f"storm-of-steel/{scenario}", seed=1)
    assert state(of).developed - {37, 94, 41} >= developed
    assert state(of).developed - {37, 94} <= developed
    air = {
        "campaign-1914": 1,
        "campaign-1915": 1,
        "campaign-1916": 2,
        "campaign-1917": 3,
        "campaign-1918": 4,
        "campaign-1919": 4,
    }
    assert state(of).air[CP] == air[scenario]


@pytest.mark.rule("46.4", "19.31", "5.32")
def test_morale_of_nothing_ends_the_war() -> None:
    of = after_morale(
        "dead ge-2a-i central-powers west germany 12\n", morale="morale central-powers 1\nmorale entente 60\n"
    )
    assert of.over
    held = after_morale(
        "dead ge-2a-i central-powers west germany 11\n", morale="morale central-powers 1\nmorale entente 60\n"
    )
    assert not held.over


@pytest.mark.rule("4.6-Special", "3.2-8b")
def test_cards_of_political_events_are_played_before_either_side_rolls() -> None:
    of = game(
        "dice 4 3 4\nturn 14 political-events central-powers\npicked entente 90\n"
        "morale entente 60\nmorale central-powers 60\n"
    )
    assert of.decision.side == "entente"
    assert not list(of.events)  # nothing has been rolled
    of.play_words("play 90")
    assert of.position.morale["entente"] == 64  # the first die is The Tiger's


@pytest.mark.rule("4.6-Objective-1")
@pytest.mark.parametrize(("held", "won"), [("", -3), ("held 2123 central-powers\n", 3)])
def test_ground_without_a_city_that_was_held_when_the_turn_began_is_not_taken(held: str, won: int) -> None:
    """Artois-Champagne asks for Lille or the ground around Laon."""
    of = game(f"turn 10 morale central-powers\n{MORALE}{held}shown entente 55\nunit fr-2a-ii 2123\n")
    assert sum(change for reason, change in changes(of, EN).items() if "Artois" in reason) == won
    turn = game(f"turn 9 discard central-powers\n{MORALE}unit fr-2a-ii 2123\nunit ge-2a-i 3719\n")
    play_on(turn, "cards")
    assert state(turn).held[state(turn).setting.board["2123"]] == EN


@pytest.mark.rule("22.2", "4.3")
def test_a_weapon_that_lies_open_and_a_contingency_card_are_both_for_one_mobilization_phase() -> None:
    text = f"{MORALE}unit ge-2a-i 3719\nunit fr-2a-i 1924\npoints germany 50\ndeveloping 36\n"
    start = f"turn 5 development central-powers\n{text}picked central-powers 34\n"
    first = game(f"dice 3\n{start}")
    play(first, CP, Play(34))
    assert listed(first, CP) == ["pass", "develop 36 austria-hungary", "develop 36 germany"]
    play(first, CP, Develop(36, "germany"))
    assert 36 in state(first).developed
    after = game(f"dice 6\n{start}")
    play(after, CP, Develop(36, "germany"), PASS)  # it failed and stays open
    assert listed(after, CP) == ["play 34", "pass"]
    again = hexfront.position(after.position_text().text())
    assert listed(again, CP) == ["play 34", "pass"]  # one try a turn
    play(after, CP, Play(34))
    assert state(after).shown[CP] == (34,)
    assert state(after).step != "development"


@pytest.mark.rule("27.8")
def test_merchant_points_are_britains_to_build() -> None:
    of = game(f"turn 12 allocation central-powers\n{MORALE}shipping 70\npoints france 50\n")
    play(of, EN, MobilizeFor("france"))
    assert refused(of, Build("merchant point"), EN) == ("27.8",)


BOTH = "unit ge-2a-i 3719\nunit fr-2a-i 1924\nunit ah-2a-i 4128\nunit ru-2a-i 7110\n"


@pytest.mark.rule("6.2", "6.22", "7.83", "5.14")
@pytest.mark.parametrize(
    ("die", "mutinies", "strikes", "due", "morale"),
    [
        (1, {"france", "germany"}, set(), (7, 8), 50),
        (2, set(), {"france", "germany"}, (7, 8), 50),
        (3, set(), set(), (8, 9), 50),
        (4, set(), set(), (7, 8), 50),
        (5, set(), set(), (7, 8), 50),
        (6, set(), set(), (7, 8), 52),
    ],
)
def test_which_event_follows_a_die(
    die: int, mutinies: set[str], strikes: set[str], due: tuple[int, int], morale: int
) -> None:
    lost = "strength-lost germany 20\nstrength-lost france 30\ndue ge-2a-v 7\ndue fr-2a-v 8\n"
    start = "turn 6 political-events central-powers\nmorale central-powers 50\nmorale entente 50\n"
    of = game(f"dice {die} {die}\n{start}{BOTH}{lost}")
    found = state(of)
    assert (found.mutinies, found.strikes) == (mutinies, strikes)
    assert (found.due["ge-2a-v"].turn, found.due["fr-2a-v"].turn) == due
    assert found.morale == {CP: morale, EN: morale}


@pytest.mark.rule("46.1", "46.2", "46.3", "46.4")
@pytest.mark.parametrize(
    ("scenario", "turn", "text", "outcome"),
    [
        (
            "great-war",
            18,
            "morale CP 50\nmorale EN 20\ncountry france EN surrendered\n",
            "Central Powers: National",
        ),
        (
            "great-war",
            18,
            "morale CP 50\nmorale EN 20\ncountry france EN surrendered\ncountry italy EN surrendered\n",
            "Central Powers: Continental Victory",
        ),
        ("great-war", 18, "morale CP 20\nmorale EN 20\n", "Mutual Exhaustion"),
        ("great-war", 18, "morale CP 50\nmorale EN 50\n", "drawn"),
        (
            "great-war",
            18,
            "morale CP 20\nmorale EN 50\ncountry germany CP surrendered\ncountry belgium EN\n",
            "Entente: Worldwide Victory",
        ),
        ("great-war", 10, "morale CP 0\nmorale EN 50\n", "the Central Powers have surrendered"),
        (
            "schlieffen-and-race-to-the-sea",
            5,
            "morale CP 50\nmorale EN 70\nholder Paris CP\nunit ge-2a-v Paris\n",
            "National",
        ),
    ],
)
def test_levels_of_victory(scenario: str, turn: int, text: str, outcome: str) -> None:
    home = "unit ge-2a-i 3719\nunit gb-2a-iii 1718\nunit ah-2a-i 4128\nunit ru-2a-i 7110\n"
    of = game(f"dice 4 4 4 4 4 4\nturn {turn} political-events CP\n{text}{home}", scenario)
    assert of.over
    assert outcome in str(of.outcome)
