"""Grand diplomacy, political events, revolution, surrender, irregulars and peace."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Deploy, Draw, Hasten, Incite, LayDown, Play, Rise, Submarines
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field
from tests.games.storm_of_steel.nations import CP, EN, changes, game, laid, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 75\n"


def diplomacy(text: str, turn: int = 4, **options: str) -> Game:
    return game(f"turn {turn} diplomacy central-powers\n{laid(turn)}{MORALE}{text}", **options)


# Entries


@pytest.mark.rule("19.2", "19.22", "5.1")
def test_neutrals_join_in_the_diplomacy_phase_of_their_quarter() -> None:
    of = diplomacy("unit it-2a-i 3433\n", turn=4)
    assert state(of).alliances["italy"] == EN
    assert changes(of, EN) == {"Italy joins": 5}
    assert state(of).side_of(state(of).units["it-2a-i"]) == EN
    milan = state(of).setting.board["2933"]
    assert state(of).controller(milan) == EN
    assert state(of).is_open(milan, CP)
    assert not state(diplomacy("", free_diplomacy="on")).is_open(milan, CP)


@pytest.mark.rule("19.2")
def test_a_condition_or_free_diplomacy_keeps_a_neutral_out() -> None:
    low = game(laid(4) + "turn 4 diplomacy central-powers\nmorale central-powers 80\nmorale entente 30\n")
    assert "italy" not in state(low).alliances
    free = diplomacy("", free_diplomacy="on")
    assert "italy" not in state(free).alliances
    ottomans = diplomacy("", turn=2, free_diplomacy="on")
    assert state(ottomans).alliances["ottoman-empire"] == CP
    won = diplomacy("flag 'diplomacy entente ottoman-empire' 1\n", turn=2)
    assert "ottoman-empire" not in state(won).alliances


# Diplomacy


@pytest.mark.rule("3.2-2", "3.2-2.2", "3.2-2.3", "6.1")
def test_higher_morale_goes_first() -> None:
    of = diplomacy("picked central-powers 28\npicked entente 80\n")
    assert of.decision.side == CP
    other = game(
        laid(4) + "turn 4 diplomacy central-powers\nmorale central-powers 60\nmorale entente 80\n"
        "picked central-powers 28\npicked entente 80\n"
    )
    assert other.decision.side == EN
    play(other, EN, PASS)
    assert other.decision.side == CP


@pytest.mark.rule("3.2-2")
def test_morale_is_compared_before_anybody_joins() -> None:
    of = game(
        laid(4) + "turn 4 diplomacy central-powers\nmorale central-powers 78\nmorale entente 75\n"
        "picked central-powers 28\npicked entente 80\n"
    )
    assert state(of).morale[EN] == 80  # Italy has joined
    assert of.decision.side == CP


@pytest.mark.rule("6.11", "19.21")
@pytest.mark.parametrize(("die", "joins"), [(1, False), (3, False), (4, True)])
def test_bulgaria_is_won_with_a_four(die: int, joins: bool) -> None:
    of = diplomacy("picked central-powers 28\n")
    of.fix_dice(die)
    play(of, CP, Play(28, "bulgaria"))
    assert (state(of).alliances.get("bulgaria") == CP) is joins
    if die == 1:  # closed for four turns
        assert state(of).closed["central-powers bulgaria"] == 8


@pytest.mark.rule("6.11")
def test_what_bulgaria_needs_follows_belgrade_and_morale() -> None:
    belgrade = "holder 4836 central-powers\nunit ah-2a-i 4836\n"
    of = diplomacy(f"{belgrade}picked central-powers 28\n")
    of.fix_dice(2)  # with Belgrade three are needed, and an enemy capital adds one
    play(of, CP, Play(28, "bulgaria"))
    assert state(of).alliances["bulgaria"] == CP
    worse = game(
        laid(4) + "turn 4 diplomacy central-powers\nmorale central-powers 60\nmorale entente 80\n"
        "picked central-powers 28\n"
    )
    worse.fix_dice(4)
    play(worse, CP, Play(28, "bulgaria"))
    assert "bulgaria" not in state(worse).alliances  # a band below the enemy takes one off


@pytest.mark.rule("6.11", "19.24")
def test_who_cannot_be_courted_is_not_offered() -> None:
    of = diplomacy("picked central-powers 28\nclosed 'central-powers romania' 8\n")
    offered = {words.split()[2] for words in listed(of, CP, Play)}
    assert offered == {"ottoman-empire", "bulgaria", "netherlands", "denmark"}  # Italy has joined
    assert refused(of, Play(28, "sweden"), CP) == ("6.11",)


# Ultimatums


@pytest.mark.rule("5.15", "6.11", "19.24")
def test_belgium_refuses_in_summer_1914() -> None:
    of = game(
        laid(1) + "turn 1 diplomacy central-powers\nmorale central-powers 80\nmorale entente 90\n"
        "unit ge-2a-i 2622\nunit ge-2a-ii 2622\nunit ge-2a-iii 2622\nunit ge-2a-iv 2721\nunit ge-2a-v 2721\n"
        "unit ge-2a-vi 2623\npicked central-powers 27\n"
    )
    play(of, CP, Play(27, "belgium"))
    assert state(of).alliances["belgium"] == EN
    assert changes(of, CP) == {"an ultimatum": -2}
    assert changes(of, EN) == {"an ultimatum to Belgium": 2, "Belgium joins": 1}


@pytest.mark.rule("6.11")
def test_an_ultimatum_needs_as_much_strength_on_the_border() -> None:
    weak = diplomacy("unit ge-2a-i 2622\npicked central-powers 27\n", turn=1)
    assert "play 27 belgium -" not in listed(weak, CP)
    assert refused(weak, Play(27, "belgium"), CP) == ("6.11",)
    assert refused(weak, Play(27, "sweden"), CP) == ("19.24",)


DUTCH_BORDER = "".join(
    f"unit ge-2a-{name} {at}\n"
    for name, at in zip(("i", "ii", "iii", "iv", "v"), ("2719", "2719", "2719", "2720", "2720"), strict=True)
)


STRONG = ("guard", "i", "ii")


@pytest.mark.rule("19.24", "19.32")
@pytest.mark.parametrize(("die", "result"), [(3, "enemy"), (4, "refuses"), (5, "passage"), (6, "passage")])
def test_the_answers_to_an_ultimatum(die: int, result: str) -> None:
    of = diplomacy(f"{DUTCH_BORDER}picked central-powers 27\n", turn=9)
    of.fix_dice(die)  # the odds of 20 to 20 add one
    play(of, CP, Play(27, "netherlands"))
    position = state(of)
    assert (position.alliances.get("netherlands") == EN) is (result == "enemy")
    assert (position.passage.get("netherlands") == CP) is (result == "passage")
    assert sum(changes(of, CP).values()) == (-4 if result == "refuses" else -2)


@pytest.mark.rule("19.32", "19.33")
def test_a_small_country_surrenders_to_overwhelming_strength() -> None:
    more = "".join(
        f"unit ge-4a-{name} {at}\n" for name, at in zip(STRONG, ("2719", "2720", "2818"), strict=True)
    )
    fewer = DUTCH_BORDER.replace("unit ge-2a-iii 2719\n", "")
    of = diplomacy(f"{fewer}{more}unit ne-2a-i 2518\npicked central-powers 27\n", turn=10)
    of.fix_dice(6)  # the odds of 40 to 20 add two
    play(of, CP, Play(27, "netherlands"))
    position = state(of)
    assert "netherlands" in position.surrendered
    assert "ne-2a-i" not in position.units
    assert position.is_open(position.setting.board["2518"], CP)
    assert changes(of, EN) == {}


# America, minor powers, colonies


@pytest.mark.rule("6.11")
@pytest.mark.parametrize(("die", "result"), [(2, "none"), (3, "loans"), (4, "loans"), (5, "war")])
def test_americas_situation(die: int, result: str) -> None:
    of = game(
        laid(11)
        + "turn 11 diplomacy central-powers\nmorale central-powers 60\nmorale entente 60\nshipping 80\n"
        "picked entente 84\n"
    )
    of.fix_dice(die)  # four more: two for shipping, two for the year
    told = play(of, EN, Play(84))
    assert (state(of).alliances.get("united-states") == EN) is (result == "war")
    assert any("American loans: 10 points" in event.text for event in told) is (result == "loans")


@pytest.mark.rule("6.11")
def test_submarine_war_brings_america_nearer_without_a_card() -> None:
    text = "turn 11 cards central-powers\nmorale central-powers 61\nmorale entente 60\ndeveloped 40\n"
    of = game(text + "flag 'submarine war' 1\n")
    assert listed(of, CP) == ["pass", "submarines down"]
    called_off = of.branch()
    play(called_off, CP, Submarines("down"), PASS)
    play(called_off, EN, PASS)
    told = play(called_off, CP, LayDown(0)) + play(called_off, EN, LayDown(0))
    assert not any("United States" in event.text for event in told)
    play(of, CP, PASS, PASS)
    play(of, EN, PASS)
    play(of, CP, LayDown(0))
    of.fix_dice(5)  # two for submarines, two for the year
    play(of, EN, LayDown(0))
    assert state(of).alliances["united-states"] == EN
    assert changes(of, EN)["United States joins"] == 14


@pytest.mark.rule("20.1", "20.2", "20.3")
def test_portugal_sends_its_force_once() -> None:
    of = diplomacy("picked entente 83\n", turn=9)
    of.fix_dice(3)
    play(of, EN, Play(83))
    assert state(of).alliances["portugal"] == EN
    unit = state(of).units["po-2a-exp"]
    assert state(of).setting.board.label(unit.at) == "portugal"
    again = diplomacy("country portugal entente\nflag 'expedition portugal' 8\npicked entente 83\n", turn=9)
    again.fix_dice(4)
    play(again, EN, Play(83))
    assert "po-2a-exp" not in state(again).units


@pytest.mark.rule("20.3")
def test_spains_force_appears_in_the_cities_or_on_the_edge_that_the_entente_chooses() -> None:
    of = diplomacy("picked entente 83\nunit fr-2a-i 1540\nunit fr-2a-ii 1540\n", turn=9)
    of.fix_dice(6)
    play(of, EN, Play(83))
    offered = set(listed(of, EN))
    assert {"deploy sp-2a-exp-1 0339", "deploy sp-2a-exp-1 0938", "deploy sp-2a-exp-1 0140"} <= offered
    assert refused(of, Deploy("sp-2a-exp-1", "1924"), EN) == ("20.3",)  # Paris
    play(of, EN, Deploy("sp-2a-exp-1", "1540"))
    assert "deploy sp-2a-exp-2 1540" not in listed(of, EN)  # Barcelona is full
    play(of, EN, Deploy("sp-2a-exp-2", "0140"))
    where = {unit.name: state(of).setting.board.label(unit.at) for unit in state(of).units.values()}
    assert (where["sp-2a-exp-1"], where["sp-2a-exp-2"]) == ("1540", "0140")


@pytest.mark.rule("20.3")
def test_on_a_board_without_portugal_its_force_has_nowhere_to_be() -> None:
    lain = "flag 'laid down central-powers' 9\nflag 'laid down entente' 9\npicked entente 83\n"
    of = on_field(
        f"{lain}morale central-powers 80\nmorale entente 85\n",
        "turn 9 diplomacy entente",
        head="sandbox no-end",
    )
    of.fix_dice(3)
    play(of, EN, Play(83))
    assert state(of).alliances["portugal"] == EN
    assert "po-2a-exp" not in state(of).units


@pytest.mark.rule("20.1")
def test_brazil_waits_for_1917() -> None:
    of = diplomacy("picked entente 83\n", turn=9)
    of.fix_dice(5)
    play(of, EN, Play(83))
    assert "brazil" not in state(of).alliances


@pytest.mark.rule("6.11")
def test_an_uprising_kills_the_centres_of_an_area() -> None:
    of = diplomacy("picked central-powers 32\n", turn=9)
    of.fix_dice(3)
    play(of, CP, Play(32))
    assert "incite india" in listed(of, CP)
    play(of, CP, Incite("india"))
    while state(of).step != "allocation":
        of.play(PASS, of.decisions[0].side)
    assert not [purse for purse in state(of).income if "india" in purse]
    calm = game("turn 9 capacity central-powers\n" + MORALE)
    assert state(calm).income["great-britain/india"] == 10


@pytest.mark.rule("6.11")
def test_german_colonies_are_five() -> None:
    of = diplomacy("picked entente 82\n", turn=10)
    of.fix_dice(5)
    play(of, EN, Play(82))
    assert changes(of, EN) == {"the colonial campaign": 1}
    assert changes(of, CP) == {"the colonial campaign": -1}
    over = diplomacy("picked entente 82\nflag 'colonies taken' 5\n", turn=10)
    over.fix_dice(5)
    play(over, EN, Play(82))
    assert changes(over, EN) == {}


# Political events


def events(text: str, *dice: int, turn: int = 9, morale: str = MORALE) -> Game:
    """A game whose political events of a turn are rolled for with these dice."""
    of = game(f"turn {turn} allocation central-powers\n{morale}{text}")
    of.play(PASS, CP)
    of.fix_dice(*dice)
    of.play(PASS, EN)
    while state(of).step == "home-reorganization":
        of.play(PASS, of.decision.side)
    return of


MEDIUM = "morale central-powers 60\nmorale entente 60\n"


@pytest.mark.rule("6.2", "6.21", "5.14", "5.31", "3.2-8b")
def test_a_patriotic_wave() -> None:
    of = events("", 6, 4, morale=MEDIUM)
    assert changes(of, CP) == {"A patriotic wave": 2}
    assert changes(of, EN) == {}
    high = events("", 5, 4)  # high morale adds one
    assert changes(high, CP) == {"A patriotic wave": 2}


@pytest.mark.rule("6.22")
def test_mutiny_and_strike_strike_the_power_with_most_losses() -> None:
    lost = "strength-lost germany 20\nstrength-lost austria-hungary 30\nstrength-lost russia 8\n"
    of = events(lost, 1, 2, morale=MEDIUM)
    assert state(of).mutinies == {"austria-hungary"}
    assert state(of).strikes == {"russia"}
    quiet = events("", 1, 2, morale=MEDIUM)
    assert not state(quiet).mutinies  # without losses nobody mutinies
    assert not state(quiet).strikes


@pytest.mark.rule("7.83", "6.22")
def test_units_are_pushed_back_and_forward() -> None:
    track = "due ge-2a-i 11\ndue ru-2a-i 10\ndue ru-2a-ii 12\n"
    back = events(f"{track}strength-lost germany 4\n", 3, 4, morale=MEDIUM)
    assert state(back).due["ge-2a-i"].turn == 12
    forward = events(f"{track}due fr-2a-i 12\n", 4, 6)  # high morale makes seven of six
    play(forward, EN, Hasten("russia"))
    assert state(forward).due["ru-2a-ii"].turn == 11
    assert forward.decision.kind == "deploy"  # next turn's unit comes at once
    play(forward, EN, Deploy("ru-2a-i", "7110"))
    assert "ru-2a-i" in state(forward).units


@pytest.mark.rule("6.22", "6.21")
def test_eight_obliges_to_a_campaign() -> None:
    of = events(
        "",
        4,
        6,
        turn=9,
        morale="morale central-powers 60\nmorale entente 80\nholder 3719 entente\nunit gb-2a-i 3719\n",
    )
    assert "entente" in state(of).obliged  # high morale and Berlin taken this turn
    assert changes(of, EN)["The alliance must select a campaign card next turn if it can"] == 3


# Revolution and surrender


LOW = "morale central-powers 60\nmorale entente 20\n"


@pytest.mark.rule("19.32", "19.33", "6.22", "35.3")
def test_national_exhaustion_takes_a_country_out() -> None:
    text = (
        "strength-lost russia 40\nunit ru-2a-i 5310\nunit ru-2a-ii 5310\ndue ru-2a-iii 15\npoints russia 9\n"
        "flag 'capital taken St Petersburg' 8\n"
    )
    # 1917: events 2 -1 -1 = 0, revolution 3 -1 -1 = 1; then a die for each unit
    of = events(text, 4, 2, 3, 6, 1, turn=13, morale=LOW)
    position = state(of)
    assert "russia" in position.surrendered
    assert position.free_corps == {"ru-2a-i"}
    assert "ru-2a-ii" not in position.units
    assert "ru-2a-iii" not in position.due
    assert "russia" not in position.points
    assert changes(of, EN)["Russia surrendered"] == -8
    assert changes(of, CP)["Russia surrendered"] == 4


@pytest.mark.rule("35.1", "35.11", "35.14", "19.32")
def test_red_terror_raises_bolsheviks_for_the_enemy() -> None:
    text = "strength-lost russia 40\nflag 'capital taken St Petersburg' 8\n"
    # revolution 2 -1 -1 = 0; one Bolshevik corps
    of = events(text, 4, 2, 2, 1, turn=13, morale=LOW)
    assert of.decision.kind == "raise"
    assert of.decision.side == CP
    play(of, CP, Deploy("bo-2a-red-guard-1", "6010"))
    position = state(of)
    raised = [unit for unit in position.units.values() if position.piece(unit).force == "bolshevik"]
    assert len(raised) == 1
    assert position.controllers["bolshevik"] in (CP, EN)
    assert position.controller(raised[0].at) == ""  # of use to nobody [35.12]


@pytest.mark.rule("35.2", "35.21", "35.23", "19.5", "19.6")
def test_baltic_nationalists_belong_to_the_central_powers() -> None:
    text = "strength-lost russia 40\nflag 'capital taken St Petersburg' 8\n"
    of = events(text, 4, 2, 4, turn=13, morale=LOW)  # revolution 4 -1 -1 = 2
    assert of.decision.kind == "region"
    assert of.decision.side == EN
    assert set(listed(of, EN)) == {"rise finland", "rise poland", "rise baltic", "rise transcaucasia"}
    of.fix_dice(1)
    play(of, EN, Rise("baltic"))
    assert state(of).controllers["baltic"] == CP
    assert of.decision.side == CP  # who places them


@pytest.mark.rule("35.0", "35.3")
def test_without_chapter_35_all_go_home() -> None:
    of = game(
        "turn 13 allocation central-powers\nmorale central-powers 60\nmorale entente 20\n"
        "strength-lost russia 40\nunit ru-2a-i 5310\nflag 'capital taken St Petersburg' 8\n",
        bolsheviks="off",
    )
    of.play(PASS, CP)
    of.fix_dice(4, 2, 3)
    of.play(PASS, EN)
    while state(of).step == "home-reorganization":
        of.play(PASS, of.decision.side)
    assert "russia" in state(of).surrendered
    assert "ru-2a-i" not in state(of).units


@pytest.mark.rule("19.34")
def test_the_united_states_surrender_instead_of_rising() -> None:
    text = "country united-states entente\nstrength-lost united-states 40\n"
    of = events(text, 4, 2, 2, turn=13, morale=LOW)  # 2 -1 +1 +1 = 3: hinge of fate
    assert state(of).turn == 14
    rising = events(text, 4, 2, 1, turn=13, morale=LOW)  # 1 -1 +1 +1 = 2: a nationalist uprising
    assert "united-states" in state(rising).surrendered


@pytest.mark.rule("19.33", "35.3", "29.14")
def test_who_is_aboard_a_ship_of_a_country_that_gives_up_goes_ashore() -> None:
    lost = "country united-states entente\nstrength-lost united-states 40\n"
    british = "unit us-tr-1 1414\nunit gb-2a-i 1414\naboard gb-2a-i us-tr-1\n"
    american = "unit gb-tr-1 1519\nunit us-4a-i 1519\naboard us-4a-i gb-tr-1\n"
    of = events(lost + british + american, 4, 2, 1, *[1] * 9, turn=13, morale=LOW)
    position = state(of)
    assert "united-states" in position.surrendered
    assert not {"us-tr-1", "us-4a-i"} & {*position.units}
    assert "gb-2a-i" in position.troops[position.setting.board["1414"]]
    assert position.aboard == {}
    assert [str(each) for each in position.status()] == []


@pytest.mark.rule("19.32", "19.33")
def test_an_occupied_country_surrenders_and_its_army_abroad_fights_on() -> None:
    towns = "holder 4836 4937 5139 5042 central-powers\n"
    held = "".join(
        f"unit ah-2a-{name} {at}\n"
        for name, at in zip(("i", "ii", "iii", "iv"), ("4836", "4937", "5139", "5042"), strict=True)
    )
    of = game(
        f"turn 6 morale central-powers\n{MORALE}{towns}{held}unit se-2a-danube 5344\ncountry greece entente\n"
    )
    position = state(of)
    assert "serbia" in position.surrendered
    assert position.side_of(position.units["se-2a-danube"]) == EN
    assert changes(of, EN)["Serbia surrendered"] == -3
    at_home = game(f"turn 6 morale central-powers\n{MORALE}{towns}{held}unit se-2a-danube 5141\n")
    assert "serbia" not in state(at_home).surrendered


@pytest.mark.rule("19.32")
def test_a_country_returns_with_its_capital() -> None:
    of = game(
        f"turn 6 morale central-powers\n{MORALE}country serbia entente surrendered\n"
        "flag 'by occupation serbia' 1\nunit se-2a-danube 4836\nholder 4836 entente\n"
    )
    assert "serbia" not in state(of).surrendered
    assert changes(of, EN)["Serbia is back in the war"] == 3
    assert changes(of, CP)["Serbia is back in the war"] == -2


# Peace


@pytest.mark.rule("44.1", "44.2", "44.0")
@pytest.mark.parametrize(("die", "over"), [(1, False), (5, False)])
def test_both_cards_are_needed_for_peace(die: int, over: bool) -> None:
    of = events(
        "flag 'peace central-powers' 9\n", die, 4, 4, morale="morale central-powers 20\nmorale entente 20\n"
    )
    assert of.over is over


@pytest.mark.rule("44.1", "44.2")
def test_peace_armistice_or_war() -> None:
    both = "flag 'peace central-powers' 9\nflag 'peace entente' 9\n"
    low = "morale central-powers 20\nmorale entente 20\n"
    assert events(both, 2, 5, 5, morale=low).over
    truce = events(both, 3, 5, 5, morale=low)
    assert state(truce).flags["armistice"] == 10
    while state(truce).turn == 10 and state(truce).step != "allocation":
        assert truce.decisions[0].kind not in ("move", "attack")
        decision = truce.decisions[0]
        truce.play(decision.default() or decision.choices()[0], decision.side)
    war = events(both, 5, 5, 5, morale=low)
    assert changes(war, CP)["no peace was made"] == -2


@pytest.mark.rule("44.0")
def test_without_chapter_44_there_is_no_peace_card() -> None:
    text = f"turn 9 cards central-powers\n{MORALE}"
    assert refused(game(text), Draw("26"), CP) == ()
    assert refused(game(text, peace="off"), Draw("26"), CP) == ("44.0",)
