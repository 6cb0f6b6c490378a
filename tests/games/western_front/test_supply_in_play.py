"""Chapter 19 as it is met in combat: what distance, enemies and cut off headquarters leave of a strength.

The hexes lie in a row. The French hold 0401, and the Germans attack from 0501. Both sides have a rail line at
their end of the row, so that no headquarters is cut off unless a test says so. 0501 is German and lies on the
edge of the map, so that nobody there is surrounded.
"""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Assault, Attack, Join, Stand, Supply
from hexfront.games.western_front.vocabulary import ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.ways import Inquiry
from tests.games.western_front.builders import game
from tests.games.western_front.played import Fought, fight, listed, refusal

COLUMNS = 18
ROW = f"""
date 1914-09-3 combat central-powers
board corner=0101 shifted=even
| {" ".join("." * COLUMNS)}
place 0401 Town kinds=city
side 0101-0201 rail=double
side 1701-1801 rail=double
hex 0101 country=france
hex 0501 country=germany
rail 0101 0201 fr
rail 1701 1801 ge
"""
TWO_ROWS = ROW.replace(f"| {' '.join('.' * COLUMNS)}\n", f"| {' '.join('.' * COLUMNS)}\n" * 2)
FRENCH = "unit X 0401 nation=fr kind=inf values=6-4\nunit FH 0301 nation=fr kind=hq size=xxxx supply=60\n"
GERMAN = "unit G 0501 nation=ge kind=inf values=8-5\n"


def headquarters(at: str, supply: int = 60) -> str:
    return f"unit GH {at} nation=ge kind=hq size=xxxx supply={supply}\n"


def fought(text: str, *names: str, board: str = ROW) -> Fought:
    """The attack on 0401 with low dice, held against."""
    return fight(game("dice 1 1\n" + board + text), "0401", *(names or ("G",)), stand=Stand())


def attacks_with(text: str, *names: str, board: str = ROW) -> int:
    strength: int = fought(text, *names, board=board).attack["strength"]
    return strength


# Supplied or not


@pytest.mark.rule("19-1", "19-11", "19-12")
def test_without_supply_attack_and_counterattack_are_made_at_half_strength() -> None:
    told = fought(FRENCH + GERMAN + headquarters("0601"))
    assert (told.attack["strength"], told.answer["strength"]) == (8, 18)
    poor = fought(FRENCH.replace("=60", "=0") + GERMAN + headquarters("0601", 0))
    assert (poor.attack["strength"], poor.answer["strength"]) == (4, 9)


@pytest.mark.rule("19-1")
def test_whoever_refuses_to_pay_fights_at_half_strength_too() -> None:
    playing = game("dice 1 1\n" + ROW + FRENCH + GERMAN + headquarters("0601"))
    told = fight(playing, "0401", "G", supply=Supply("G"), stand=Stand())
    assert told.attack["strength"] == 4
    assert told.said("19-3") == ["French FH expends 3 supply points for the counterattack"]


@pytest.mark.rule("30-1")
@pytest.mark.parametrize(
    ("nation", "values", "full", "strength"),
    [("ge", "2-6", 2, 2), ("ge", "4-6", 4, 2), ("gb", "2-6", 2, 2), ("fr", "1-6", 1, 1), ("fr", "2-6", 2, 1)],
)
def test_light_cavalry_needs_no_supply(nation: str, values: str, full: int, strength: int) -> None:
    """Strengthened cavalry, and any but German and British of more than one point, is halved without it."""
    described = f"nation={nation} kind=cav values={values} full={full}"
    if nation == "ge":
        text = f"{ROW}{FRENCH}unit A 0501 {described}\n"
    else:
        text = ROW.replace("central-powers", "entente") + GERMAN.replace("0501", "0401")
        text += f"hex 0301 country=france\nunit A 0301 {described}\n"
    told = fight(game("dice 1 1\n" + text), "0401", "A", stand=Stand())
    assert told.attack["strength"] == strength


@pytest.mark.rule("30-1")
def test_light_cavalry_answers_in_full_without_supply_and_costs_nothing() -> None:
    horse = "unit X 0401 nation=fr kind=cav values=1-6 full=1\n"
    playing = game("dice 1 1\n" + ROW + horse + GERMAN + headquarters("0601"))
    told = fight(playing, "0401", "G", evade=PASS, stand=Stand())
    assert told.answer["strength"] == 3
    assert [text for text in told.said("19-3") if "counterattack" in text] == []


# Distance


@pytest.mark.rule("19-9")
@pytest.mark.parametrize(
    ("at", "strength"), [("0801", 8), ("0901", 8), ("1001", 7), ("1101", 6), ("1201", 5)]
)
def test_an_attacker_loses_a_point_for_each_point_of_length_over_four(at: str, strength: int) -> None:
    assert attacks_with(FRENCH + GERMAN + headquarters(at)) == strength


@pytest.mark.rule("19-9", "19-11")
def test_half_strength_is_open_to_whom_distance_would_leave_less() -> None:
    """At 1601 supply would leave one point of eight; it may be bought but is not advised."""
    playing = game("dice 1 1\n" + ROW + FRENCH + GERMAN + headquarters("1601"))
    told = fight(playing, "0401", "G", supply=Supply("G", "GH"), stand=Stand())
    assert told.attack["strength"] == 1
    assert attacks_with(FRENCH + GERMAN + headquarters("1601")) == 4
    too_far = game(ROW + FRENCH + GERMAN + headquarters("1701"))
    assert refusal(too_far, Attack("0401"), Join("G"), PASS, Supply("G", "GH")) != ()


@pytest.mark.rule("19-10")
@pytest.mark.parametrize(("at", "strength"), [("0601", 18), ("0501", 18), ("0401", 15), ("0301", 12)])
def test_a_defender_loses_a_point_for_each_point_of_length_over_eight(at: str, strength: int) -> None:
    """X holds 1301, eight hexes from 0501; what distance takes is tripled with the rest."""
    board = ROW.replace("place 0401", "place 1301")
    text = f"unit X 1301 nation=fr kind=inf values=6-4\nunit FH {at} nation=fr kind=hq size=xxxx supply=60\n"
    text += "unit G 1401 nation=ge kind=inf values=8-5\n" + headquarters("1501")
    told = fight(game("dice 1 1\n" + board + text), "1301", "G", stand=Stand())
    assert told.answer["strength"] == strength


@pytest.mark.rule("19-8", "22-15")
@pytest.mark.parametrize(
    ("ground", "strength"),
    [
        ("", 8),
        ("side 0601-0701 woods\n", 7),
        ("side 0601-0701 river\n", 7),
        ("side 0601-0701 'wooded rough'\n", 5),
        ("side 0601-0701 'wooded rough' rail=double\n", 6),
        ("marker trench 0701 central-powers\nunit K 0701 nation=ge kind=inf values=1-5\n", 6),
        ("marker devastation 0701 entente\n", 6),
    ],
)
def test_a_supply_line_is_as_long_as_the_march_along_it(ground: str, strength: int) -> None:
    """Four hexes are free; every point more takes one of eight."""
    assert attacks_with(FRENCH + GERMAN + headquarters("0901") + ground) == strength


@pytest.mark.rule("19-8")
def test_enemy_zones_make_a_supply_line_no_longer() -> None:
    """G leaves a zone and goes through others that its friends hold: four points all the same."""
    text = FRENCH + GERMAN + headquarters("0901") + "unit Y 0702 nation=fr kind=inf values=6-4\n"
    friends = "".join(f"unit K{at} {at} nation=ge kind=inf values=1-5\n" for at in ("0601", "0701", "0801"))
    assert attacks_with(text + friends, board=TWO_ROWS) == 8


@pytest.mark.rule("19-13")
def test_next_to_its_headquarters_an_attacker_loses_nothing_whatever_lies_between() -> None:
    mountain = "side 0501-0601 mountain\n"
    assert attacks_with(FRENCH + GERMAN + headquarters("0601") + mountain) == 8
    assert attacks_with(FRENCH + GERMAN + headquarters("0701") + mountain) == 5  # 7 points, 3 over


@pytest.mark.rule("19-13")
def test_a_defender_has_no_such_help() -> None:
    """A mountain and a major river lie between X and its headquarters next to it: 9 points, 1 over."""
    text = FRENCH + GERMAN + headquarters("0601") + "side 0301-0401 mountain 'major river'\n"
    assert fought(text).answer["strength"] == 3 * (6 - 1)


@pytest.mark.rule("19-14")
def test_guns_next_to_their_headquarters_fire_across_a_mountain() -> None:
    guns = "unit G 0501 nation=ge kind=art size=iii values=3-4\n"
    mountain = "side 0501-0601 mountain\n"
    assert attacks_with(FRENCH + guns + headquarters("0601") + mountain) == 3
    two_away = game(ROW + FRENCH + guns + GERMAN.replace("G", "I") + headquarters("0701") + mountain)
    assert refusal(two_away, Attack("0401"), Join("G")) == ("29-4", "29-6")
    near = game(ROW + FRENCH + guns + headquarters("0901"))
    assert refusal(near, Attack("0401"), Join("G")) == ()
    far = game(ROW + FRENCH + guns + GERMAN.replace("G", "I") + headquarters("1001"))
    assert refusal(far, Attack("0401"), Join("G")) == ("29-4", "29-6")


@pytest.mark.rule("27-3", "19-9")
def test_four_regiments_lose_to_distance_once_and_a_fifth_again() -> None:
    names = [f"R{number}" for number in range(5)]
    regiments = "".join(f"unit {name} 0501 nation=ge kind=inf size=iii values=2-5 full=8\n" for name in names)
    text = FRENCH + regiments + headquarters("1001")  # 5 points, 1 over
    assert attacks_with(text, *names[:4]) == 7
    assert attacks_with(text, *names) == 8
    assert attacks_with(text, "R0") == 1


# What stops a line


@pytest.mark.rule("19-7")
@pytest.mark.parametrize(
    ("obstacle", "open_to_it"),
    [
        ("side 0501-0601 ocean\n", False),
        ("side 0501-0601 lake\n", False),
        ("side 0501-0601 alpine\n", False),
        ("side 0501-0601 mountain\n", True),
        ("unit Y 0601 nation=fr kind=eng size=iii values=0-3\n", False),
        ("unit Y 0601 nation=fr kind=hq size=xxxx\n", False),
        ("unit Y 0601 nation=fr kind=fortress values=4-0\n", False),
    ],
)
def test_sea_alps_and_enemies_stop_a_supply_line(obstacle: str, open_to_it: bool) -> None:
    told = fought(FRENCH + GERMAN + headquarters("0701") + obstacle)
    assert (told.said("19-3")[0].startswith("German GH")) == open_to_it


ZONE = "unit Y 0702 nation=fr kind=inf values=6-4\n"  # covers 0601 (with 0602), 0701 and 0801


@pytest.mark.rule("19-7", "21-2")
@pytest.mark.parametrize(
    ("holder", "held", "supplied"),
    [
        ("", (), False),
        ("kind=inf values=1-5", ("0601", "0701", "0801"), True),
        ("kind=cav values=1-6", ("0601", "0701", "0801"), True),
        ("kind=inf values=1-5", ("0601", "0801"), False),
        ("kind=fortress values=4-0", ("0601", "0701", "0801"), True),
        ("kind=hq size=xxxx", ("0601", "0701", "0801"), False),
        ("kind=rpl values=4-4", ("0601", "0701", "0801"), False),
    ],
)
def test_a_line_enters_an_enemy_zone_only_where_friends_fight_or_a_fortress_stands(
    holder: str, held: tuple[str, ...], supplied: bool
) -> None:
    friends = "".join(f"unit K{at} {at} nation=ge {holder}\n" for at in held)
    text = FRENCH + GERMAN + headquarters("0901") + ZONE + friends
    assert attacks_with(text, board=TWO_ROWS) == (8 if supplied else 4)


@pytest.mark.rule("21-2")
def test_a_fortress_does_not_take_away_the_enemys_zone() -> None:
    """Headquarters hold nothing open; where a fortress stands instead, only its own hex is open."""
    text = FRENCH + GERMAN + headquarters("0901") + ZONE
    text += "unit K 0701 nation=ge kind=fortress values=4-0\n"
    assert attacks_with(text, board=TWO_ROWS) == 4


# Cut off

NO_RAIL = ROW.replace("rail 1701 1801 ge", "rail 1701 1801 cut")


@pytest.mark.rule("19-15")
@pytest.mark.parametrize(("at", "strength"), [("0701", 8), ("0801", 7), ("0901", 6)])
def test_a_headquarters_without_a_rail_line_serves_attackers_two_points_far(at: str, strength: int) -> None:
    assert attacks_with(FRENCH + GERMAN + headquarters(at), board=NO_RAIL) == strength
    assert attacks_with(FRENCH + GERMAN + headquarters(at)) == 8


@pytest.mark.rule("19-15")
def test_next_to_it_attackers_suffer_all_the_same() -> None:
    text = FRENCH + GERMAN + headquarters("0601") + "side 0501-0601 rough\n"
    assert attacks_with(text, board=NO_RAIL) == 7
    assert attacks_with(text) == 8


@pytest.mark.rule("19-15")
@pytest.mark.parametrize(("at", "strength"), [("0301", 18), ("0201", 18), ("0101", 18)])
def test_it_serves_defenders_three_points_far(at: str, strength: int) -> None:
    """One more point between 0301 and 0401 takes one of six from those who have four points to go."""
    board = ROW.replace("rail 0101 0201 fr", "rail 0101 0201 cut")
    text = f"unit X 0401 nation=fr kind=inf values=6-4\nunit FH {at} nation=fr kind=hq size=xxxx supply=60\n"
    told = fought(text + GERMAN + headquarters("0601"), board=board)
    assert told.answer["strength"] == strength
    woods = fought(text + GERMAN + headquarters("0601") + "side 0301-0401 woods\n", board=board)
    assert woods.answer["strength"] == (15 if at == "0101" else 18)


@pytest.mark.rule("19-15")
@pytest.mark.parametrize(
    ("ground", "cut_off"),
    [
        ("side 1001-1101 mountain\n", False),
        ("side 1001-1101 mountain\nside 1201-1301 mountain\n", True),
        ("side 1001-1101 ocean\n", True),
        ("rail 1701 1801 fr\n", True),
    ],
)
def test_the_way_to_the_rails_crosses_one_mountain_side_at_most(ground: str, cut_off: bool) -> None:
    """With its headquarters three points away, an attacker tells whether that is cut off."""
    assert attacks_with(FRENCH + GERMAN + headquarters("0801") + ground) == (7 if cut_off else 8)


@pytest.mark.rule("19-15")
def test_cut_off_in_an_enemy_zone_a_headquarters_expends_nothing() -> None:
    text = FRENCH + GERMAN + headquarters("0501")
    playing = game("dice 1 1\n" + NO_RAIL + text)
    told = fight(playing, "0401", "G", stand=Stand())
    assert told.attack["strength"] == 4
    assert all("French" in each for each in told.said("19-3"))
    assert attacks_with(text) == 8


@pytest.mark.rule("19-15")
def test_it_is_not_even_offered_there() -> None:
    playing = game(NO_RAIL + FRENCH + GERMAN + headquarters("0501"))
    playing.play_all([Attack("0401"), Join("G"), PASS])
    assert not any("GH" in choice for choice in listed(playing))


# In winter and in later years


def dated(board: str, date: str) -> str:
    """A board at another time; in a sandbox, for the scenario ends in November 1914."""
    return "sandbox\n" + board.replace("1914-09-3", date)


@pytest.mark.rule("34-2")
@pytest.mark.parametrize(
    ("date", "strength"), [("1914-12-1", 7), ("1915-02-7", 7), ("1914-11-5", 8), ("1915-03-1", 8)]
)
def test_in_winter_attackers_are_served_three_points_far(date: str, strength: int) -> None:
    """The headquarters is four points away."""
    assert attacks_with(FRENCH + GERMAN + headquarters("0901"), board=dated(ROW, date)) == strength


@pytest.mark.rule("34-3")
@pytest.mark.parametrize(("date", "strength"), [("1915-01-3", 15), ("1914-11-5", 18)])
def test_in_winter_defenders_are_served_six_points_far(date: str, strength: int) -> None:
    """X holds 1301, and its headquarters is seven points away."""
    board = dated(ROW.replace("place 0401", "place 1301"), date)
    text = "unit X 1301 nation=fr kind=inf values=6-4\nunit FH 0601 nation=fr kind=hq size=xxxx supply=60\n"
    text += "unit G 1401 nation=ge kind=inf values=8-5\n" + headquarters("1501")
    told = fight(game("dice 1 1\n" + board + text), "1301", "G", stand=Stand())
    assert told.answer["strength"] == strength


@pytest.mark.rule("34-4")
@pytest.mark.parametrize(
    ("date", "trenches", "modifier"),
    [("1914-12-3", "", 1), ("1914-11-3", "", 0), ("1914-12-3", "marker trench 0501 central-powers\n", 0)],
)
def test_in_winter_the_answer_adds_one_unless_all_attackers_come_out_of_trenches(
    date: str, trenches: str, modifier: int
) -> None:
    told = fought(FRENCH + GERMAN + headquarters("0601") + trenches, board=dated(ROW, date))
    assert told.answer["modifier"] == modifier


@pytest.mark.rule("13-26")
def test_from_1917_combat_is_bloodier() -> None:
    """20 points and a four cost 4 points by the first table and 5 by the second."""
    text = FRENCH + GERMAN.replace("8-5", "20-5") + headquarters("0601")
    for date, loss in (("1916-12-7", 4), ("1917-01-1", 5)):
        playing = game("dice 4 1\n" + dated(ROW, date) + text)
        assert fight(playing, "0401", "G", stand=Stand()).attack["loss"] == loss


# Who may know what


@pytest.mark.rule("17-5")
def test_a_defender_asked_for_supply_has_his_question_though_the_attacker_was_not_asked() -> None:
    """For all he knows the attacker has points enough, and would have been asked first."""
    playing = game("dice 1 1\n" + ROW + FRENCH + GERMAN + headquarters("0601", 0))
    playing.play(Assault("0401", ("G",)))
    while playing.decision.kind != "supply":
        playing.play(playing.decision.default() or PASS)
    assert playing.decision.side == ENTENTE
    known = known_game(playing, ENTENTE)
    assert [*known.decision.choices()] == [*playing.decision.choices()]
    assert known.decision.side == ENTENTE
    playing.play(Supply("X"))  # from here on the attacker's answer would be missing
    assert [*known_game(playing, ENTENTE).decision.choices()] == [*playing.decision.choices()]
    assert Inquiry(playing, ENTENTE).about_piece("FH").ways == ()
    with pytest.raises(Refusal, match="hangs on what others know"):
        known_game(playing, ENTENTE, guess=1)
