"""Odds that can be asked before a die falls: landings, politics, developments, intelligence, reprisals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.storm_of_steel.orders import AttackOdds
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import diplomacy
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field, on_map

CP, EN = "central-powers", "entente"
SIXTH = Fraction(1, 6)
DIPLOMACY = "turn 5 diplomacy central-powers\nmorale central-powers 60\nmorale entente 50\n"
LEVANT = (
    "turn 4 movement entente impulse=1\ncountry ottoman-empire central-powers\n"
    "sea east-mediterranean entente\n"
    "unit gb-tr-1 6964\nunit gb-2a-i 6964\n"
)


def chances(game: Game[SteelPosition], words: str) -> dict[str, Fraction]:
    return dict(game.odds(game.read_action(words)).items())


@pytest.mark.rule("6.11", "19.21")
def test_diplomacy_by_its_die_and_the_condition_that_makes_it_easier() -> None:
    game = on_map(f"{DIPLOMACY}picked central-powers 28\n")
    expected = {"Bulgaria is closed for 4 turns": SIXTH, "Bulgaria stays neutral": 2 * SIXTH}
    assert chances(game, "play 28 bulgaria") == {**expected, "Bulgaria joins": 3 * SIXTH}
    fallen = on_map(
        f"{DIPLOMACY}picked central-powers 28\nunit ah-2a-i 4836\n"
    )  # Belgrade: 3 will do, and +1
    assert chances(fallen, "play 28 bulgaria")["Bulgaria joins"] == 5 * SIXTH
    with pytest.raises(Refusal):
        game.odds(game.read_action("play 28 switzerland"))


@pytest.mark.rule("6.11")
def test_an_ultimatum_by_its_die_and_the_odds_on_the_border() -> None:
    corps = "".join(f"unit ge-2a-{name} 3313\n" for name in ("ii", "iii", "iv"))
    game = on_map(f"{DIPLOMACY}picked central-powers 27\n{corps}")
    expected = {"joins the enemy": 3 * SIXTH, "refuses": SIXTH, "grants passage": 2 * SIXTH}
    assert chances(game, "play 27 denmark") == expected


@pytest.mark.rule("22.11", "22.2")
@pytest.mark.parametrize(
    ("more", "sixths"), [("", 3), ("developed 93\n", 4), ("developing 36\ndeveloped 93\n", 5)]
)
def test_a_development_by_its_range_and_modifiers(more: str, sixths: int) -> None:
    game = on_map(f"turn 4 development central-powers\npicked central-powers 36\npoints germany 40\n{more}")
    assert chances(game, "develop 36 germany")["developed"] == sixths * SIXTH


@pytest.mark.rule("23.3")
def test_a_headquarters_sees_a_stack_by_its_cadre() -> None:
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1412\nunit fr-2a-ii 1412\n")
    game.play_words("reconnoitre ge-hq-1")
    assert chances(game, "examine 1412") == {"seen": Fraction(1, 2), "nothing is learnt": Fraction(1, 2)}


@pytest.mark.rule("25.42", "25.41")
def test_a_landing_is_reckoned_against_the_port_and_not_as_an_attack_over_land() -> None:
    game = on_map(f"{LEVANT}unit ot-2r-redif-5 8057\nunit gb-bb-1 6964\n")
    ledger = game.explain(AttackOdds("8057", ("gb-2a-i",), "assault"))
    assert ledger.subject.startswith("4 against 7 in a landing at 8057, assault at 1:3")
    assert ledger.total == -2
    game.play_words("pick gb-2a-i")
    game.play_words("embark")
    alone = chances(game, "land 8057")
    assert alone == {"probe table: AD": 2 * SIXTH, "probe table: AR": 3 * SIXTH, "probe table: -": SIXTH}
    game.play_words("land 8057")
    # One ship wins a column on a one: 1:3 becomes 1:2 less two and one more, 1:3 still.
    assert chances(game, "pass") == alone
    game.play_words("pass")
    assault = {"AE": 2 * SIXTH, "AD": 3 * SIXTH, "BB": SIXTH}
    assert chances(game, "use-table assault") == assault
    (only,) = game.forecast(game.read_action("use-table assault")).prospects
    assert only.means["port taken"] == 0


@pytest.mark.rule("25.42", "26.51")
def test_a_landing_on_a_fort_waits_for_the_guns_of_the_fleet() -> None:
    ships = "".join(f"unit gb-pd-{number} 6964\n" for number in range(1, 6))
    game = on_map(f"{LEVANT}unit fort-gallipoli 6045\n{ships}")
    game.play_words("pick gb-2a-i")
    game.play_words("embark")
    stopped = "the fort stands, and the landing is called off"
    assert chances(game, "land 6045") == {stopped: Fraction(1)}  # without ships
    game.play_words("land 6045")
    for number in range(1, 5):
        game.play_words(f"muster gb-pd-{number}")
    assert chances(game, "pass") == {stopped: Fraction(1)}  # four only shake it
    found = chances(game, "muster gb-pd-5")
    assert found[stopped] == 5 * SIXTH
    assert sum(found.values()) == 1


@pytest.mark.rule("26.5", "26.52", "25.32")
def test_a_bombardment_by_the_number_of_capital_ships() -> None:
    game = on_map(
        "turn 2 naval-operations central-powers\nunit ge-bb-1 3017\nunit ge-bb-2 3017\nunit gb-bb-1 1802\n"
    )
    game.play_words("shell north-sea 1918 city")
    one = {text.partition(":")[0]: chance for text, chance in chances(game, "muster ge-bb-1").items()}
    assert one == {"-*": SIXTH, "-": 3 * SIXTH, "B": 2 * SIXTH}
    game.play_words("muster ge-bb-1", by="central-powers")
    two = {text.partition(":")[0]: chance for text, chance in chances(game, "muster ge-bb-2").items()}
    assert two == {"-*": SIXTH, "-": 2 * SIXTH, "B": 3 * SIXTH}


@pytest.mark.rule("25.42", "25.45")
@pytest.mark.parametrize(
    ("result", "second", "ashore"),
    [("DE", False, 1), ("HX", False, 0), ("HX", True, 1), ("BB", True, 0), ("DE", True, 2)],
)
def test_a_premise_holds_for_landings_and_one_of_two_units_pays_for_hx(
    result: str, second: bool, ashore: int
) -> None:
    game = on_map(
        f"premise land-combat {result}\nturn 14 movement entente impulse=1\n"
        "country united-states entente\ncountry ottoman-empire central-powers\n"
        "sea east-mediterranean entente\n"
        "unit gb-tr-1 6964\nunit gb-tr-2 6964\nunit us-2a-i 6964\nunit gb-2a-i 6964\n"
    )
    for words in ("pick us-2a-i", "embark", "land 8057", "join gb-2a-i" if second else "pass"):
        game.play_words(words)
    game.play_words("use-table assault")
    while game.decision.kind == "lose":
        game.play(next(iter(game.decision.choices())))
    label, units = game.position.setting.board.label, game.position.units
    there = [name for name in ("us-2a-i", "gb-2a-i") if name in units and label(units[name].at) == "8057"]
    assert len(there) == ashore


@pytest.mark.rule("36.3")
def test_a_premise_holds_for_reprisals() -> None:
    game = on_map(
        "premise land-combat DE\nturn 8 combat central-powers impulse=1\nmorale entente 60\n"
        "country serbia entente surrendered\nunit pa-en-1 5040 entrenched\nunit ah-2a-i 5040\n"
        "unit ah-2a-ii 5139\nunit ah-hq-1 5040\n"
    )
    game.play_words("atrocity 5040")
    assert "pa-en-1" not in game.position.units
    assert game.position.morale["entente"] == 61


@pytest.mark.rule("6.11")
@pytest.mark.parametrize(
    ("turn", "side", "country", "more", "needs"),
    [
        (2, EN, "italy", "", 4),
        (3, EN, "italy", "", 3),  # from 1915 on
        (2, CP, "italy", "", 6),
        (4, CP, "bulgaria", "", 4),
        (4, CP, "bulgaria", "holder 4836 central-powers\nunit ge-2a-v 4836\n", 3),  # Belgrade
        (4, EN, "bulgaria", "", 6),
        (4, EN, "romania", "", 5),
        (4, EN, "romania", "holder 5425 entente\nunit ru-2a-i 5425\n", 4),  # Lemberg
        (4, CP, "romania", "", 6),
        (4, CP, "romania", "holder 6423 central-powers\nunit ge-2a-v 6423\n", 5),  # Kiev
        (4, EN, "greece", "", 5),
        (4, EN, "netherlands", "", 6),
        (4, CP, "denmark", "", 6),
        (4, EN, "spain", "", 6),
    ],
)
def test_what_each_neutral_asks_of_each_side(
    turn: int, side: str, country: str, more: str, needs: int
) -> None:
    even = "morale central-powers 60\nmorale entente 60\n"
    assert diplomacy.needed(on_map(f"turn {turn} cards\n{even}{more}").position, side, country) == needs
