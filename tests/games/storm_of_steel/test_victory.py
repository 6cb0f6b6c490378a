"""How scenarios end, and levels of victory; reinforcements besides mobilization."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import Armistice
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field, refused
from tests.games.storm_of_steel.nations import CP, EN, game, play_on, state

LAST = {"schlieffen-and-race-to-the-sea": 5, "guns-of-august": 2}
MORALE = "morale central-powers 80\nmorale entente 80\n"


def ended(text: str, scenario: str = "schlieffen-and-race-to-the-sea", cp: int = 80, en: int = 80) -> Game:
    """A game whose last turn is over."""
    morale = f"morale central-powers {cp}\nmorale entente {en}\n"
    return game(f"turn {LAST[scenario] + 1} cards central-powers\n{morale}{text}", scenario)


PARIS = "holder 1924 central-powers\nunit ge-2a-i 1924\n"
CITIES = "holder 2121 2222 2526 1823 central-powers\n" + "".join(
    f"unit ge-2a-{name} {at}\n"
    for name, at in zip(("ii", "iii", "iv", "v"), ("2121", "2222", "2526", "1823"), strict=True)
)


@pytest.mark.rule("46.1", "46.2", "45.5", "46.11", "46.12", "46.13")
def test_each_objective_is_a_level_of_victory() -> None:
    lost_verdun = "holder 2425 central-powers\n"
    one = ended(f"{PARIS}{lost_verdun}")
    assert str(one.outcome) == "Central Powers: National Victory"
    two = ended(f"{PARIS}{lost_verdun}{CITIES}")  # and five industrial cities
    assert str(two.outcome) == "Central Powers: Continental Victory"
    three = ended(f"{PARIS}{lost_verdun}{CITIES}", en=59)
    assert str(three.outcome) == "Central Powers: Worldwide Victory"


@pytest.mark.rule("46.1", "46.2")
def test_the_entente_wins_by_its_own_objectives() -> None:
    held = ended("")  # Paris and Verdun; Brussels is neutral
    assert str(held.outcome) == "Entente: National Victory"
    more = ended("country belgium entente\n", cp=74)  # Brussels held, enemy morale below 75
    assert str(more.outcome) == "Entente: Worldwide Victory"


@pytest.mark.rule("46.1", "46.2")
def test_guns_of_august_has_the_objectives_of_the_longer_war_in_the_west() -> None:
    """SS-L15"""
    held = ended("", "guns-of-august", cp=80, en=95)  # Paris and Verdun
    assert str(held.outcome) == "Entente: National Victory"
    lorraine = ended("holder 2525 entente\n", "guns-of-august", cp=74, en=95)  # Metz
    assert str(lorraine.outcome) == "Entente: Worldwide Victory"
    small = ended("holder 2522 2526 central-powers\n", "guns-of-august", en=95)  # Liege and Nancy
    assert str(small.outcome) == "Entente: National Victory"
    swept = ended(f"{PARIS}{CITIES}", "guns-of-august", en=59)
    assert str(swept.outcome) == "Central Powers: Worldwide Victory"


@pytest.mark.rule("46.3", "46.1")
def test_without_more_objectives_nobody_wins() -> None:
    none = ended("holder 2425 central-powers\n")
    assert str(none.outcome) == "Mutual Exhaustion"
    equal = ended("holder 2425 central-powers\n", cp=74, en=59)
    assert str(equal.outcome) == "drawn: both have National Victory"


@pytest.mark.rule("45.5")
def test_the_game_goes_on_until_its_last_turn_is_over() -> None:
    of = game(f"turn 2 cards central-powers\n{MORALE}", "guns-of-august")
    steps = 0
    while not of.over:
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[0], decision.side)
        steps += 1
    assert steps >= 4  # cards and mobilization of both sides
    assert state(of).turn == 3


@pytest.mark.rule("45.5", "46.1", "46.2", "46.3")
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", "Entente: National Victory"),
        (f"{PARIS}holder 2425 central-powers\n", "Central Powers: National Victory"),
        (f"{PARIS}holder 2425 central-powers\n{CITIES}", "Central Powers: Continental Victory"),
        ("holder 2425 central-powers\n", "Mutual Exhaustion"),
    ],
)
def test_the_last_quarter_is_played_out_and_judged_by_its_objectives(text: str, outcome: str) -> None:
    scenario = "schlieffen-and-race-to-the-sea"
    of = game(f"turn {LAST[scenario]} home-reorganization central-powers\n{MORALE}{text}", scenario)
    while not of.over:
        decision = of.decisions[0]
        of.play(PASS if PASS in decision.choices() else decision.choices()[0], decision.side)
    assert state(of).turn == LAST[scenario] + 1
    assert str(of.outcome) == outcome


@pytest.mark.rule("45.5", "2.1")
@pytest.mark.parametrize(("scenario", "options"), [("campaign-1919", {}), ("great-war", {"to_1919": "on"})])
def test_a_game_that_ends_with_the_calendar_can_be_looked_at(scenario: str, options: dict[str, str]) -> None:
    of = game(f"turn 22 discard central-powers\n{MORALE}", scenario, **options)
    play_on(of, "cards")
    assert of.over
    for viewer in (CP, EN):
        report = of.report(viewer)
        assert report is not None
        assert report.turn == "Autumn 1919"
        assert of.picture(viewer)
        assert of.view(viewer)


@pytest.mark.rule("45.5")
def test_without_the_end_of_its_scenario_a_game_lasts_as_long_as_the_calendar() -> None:
    units = f"{MORALE}unit ge-2a-ii 1213\nunit fr-2a-i 1713\n"
    of = on_field(units, "turn 22 discard central-powers", head="sandbox no-end")
    play_on(of, "cards")
    assert str(of.outcome) == "Mutual Exhaustion"
    earlier = on_field(units, "turn 21 discard central-powers", head="sandbox no-end")
    play_on(earlier, "cards")
    assert not earlier.over
    assert earlier.decisions  # cards may be selected on a board without the regions and areas they speak of


@pytest.mark.rule("46.4")
def test_an_alliance_whose_countries_have_all_surrendered_has_lost() -> None:
    gone = "country germany central-powers surrendered\ncountry austria-hungary central-powers surrendered\n"
    of = game(
        f"turn 1 cards central-powers\nmorale central-powers 80\nmorale entente 80\n{gone}",
        "schlieffen-and-race-to-the-sea",
    )
    assert of.over
    assert "the Central Powers have surrendered" in str(of.outcome)
    assert str(of.outcome).startswith("Entente: National Victory")


@pytest.mark.rule("45.2")
def test_reinforcements_come_besides_mobilization() -> None:
    of = game(f"turn 2 reinforcements central-powers\n{MORALE}")
    position = state(of)
    label = position.setting.board.label
    assert label(position.units["ge-2r-xxii-res"].at) == "3719"
    assert label(position.units["gb-2a-iii"].at) == "1519"
    assert "gb-2a-canadian" not in position.units  # in Winter 1915
    west = game(
        f"turn 2 reinforcements central-powers\n{MORALE}",
        "guns-of-august",
    )
    assert "ru-hq-10" not in state(west).units
    play_on(of, "cards")


@pytest.mark.rule("45.2")
def test_a_country_out_of_the_war_sends_nobody() -> None:
    of = game(f"turn 2 reinforcements central-powers\n{MORALE}country russia entente surrendered\n")
    assert "ru-hq-10" not in state(of).units
    assert {CP, EN} == set(state(of).morale)


@pytest.mark.rule("45.5")
def test_both_sides_may_agree_to_an_armistice_at_any_time() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\nunit fr-hq-2 1511\n"
    game = on_field(units, "turn 2 movement central-powers impulse=1")
    game.play_words("pick ge-2a-ii")
    game.play(Armistice())  # with a unit in hand
    assert game.decision.kind == "go"
    assert refused(game, Armistice()) == "45.5"
    game.play_words("pass")
    game.play_words("pass")
    game.play_words("pass")
    assert game.decision.side == "entente"
    assert not game.over
    again = hexfront.position(game.position_text().text())
    for each in (game.branch(), again):
        each.play(Armistice())
        assert each.over
        assert each.outcome == "drawn: an armistice was agreed"


@pytest.mark.rule("45.5")
def test_an_offer_of_an_armistice_holds_for_its_quarter() -> None:
    game = on_field(
        "unit fr-2a-i 1412\nflag 'armistice of central-powers' 1\n", "turn 2 movement entente impulse=1"
    )
    game.play(Armistice())
    assert not game.over
