"""Hard cases of chapters 8 to 25, decided from the book first and then looked at in play."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import (
    Attack,
    Fortify,
    Join,
    March,
    Rebuild,
    ReleaseGas,
    SendAway,
    Stand,
    Strengthen,
    Train,
)
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import gas
from hexfront.games.western_front.scenarios import collapse
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    ENTENTE,
    HINDENBURG_LINE,
    MOVEMENT,
)
from hexfront.kernel.game import Game
from tests.games.western_front import test_duration_game as duration
from tests.games.western_front import test_hindenburg_line as building
from tests.games.western_front import test_late_war_combat as combat
from tests.games.western_front.builders import FRONTIER, game_at, later, node
from tests.games.western_front.played import at, fight, refusal, state, until
from tests.games.western_front.test_duration_game import said
from tests.games.western_front.test_front_lines import start


def until_date(game: Game, date: str, phase: str, side: str) -> Game:
    """Answer as advised until a phase of a date begins."""
    wanted = TurnDate(*(int(part) for part in date.split("-")))
    while (state(game).date, state(game).phase, state(game).active) != (wanted, phase, side):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    return game


# Chapter 8


@pytest.mark.rule("WF 8-2")
def test_work_goes_on_from_march_to_the_last_turn_of_november() -> None:
    game = later(
        "duration-game",
        f"option supply-ceilings=off\n{FRONTIER}{building.RAILS}"
        f"date 1916-3-1 arrival central-powers begun=no\n{building.UNITS}",
    )
    game.play(Fortify("0502"))
    until_date(game, "1916-11-7", MOVEMENT, ENTENTE)
    assert node(state(game), "0502") not in state(game).markers
    until_date(game, "1916-12-1", MOVEMENT, CENTRAL_POWERS)
    assert state(game).markers[node(state(game), "0502")].kind == HINDENBURG_LINE


@pytest.mark.rule("WF 8-2")
def test_a_line_that_is_cut_is_not_active() -> None:
    game = building.field(more="rail 0502 cut\nrail 0503 cut\nrail 0402 cut\n")
    assert game.decision.kind != "fortify"


@pytest.mark.rule("WF 8-4", "WF 8-6")
def test_a_marker_that_the_enemy_has_taken_can_be_built_again() -> None:
    stands = "".join(f"marker hindenburg line 040{row} central-powers\n" for row in range(1, 5))
    full = building.field(more=stands + "marker hindenburg line 0501 central-powers\n")
    assert full.decision.kind != "fortify"
    lost = building.field(more=stands + "marker devastation 0501 central-powers\n")
    assert Fortify("0502") in lost.decision.choices()


# Chapter 9


@pytest.mark.rule("WF 9-2")
@pytest.mark.parametrize(
    ("side", "dice", "left"),
    [
        ("central-powers", "1 1", 0),
        ("central-powers", "1 2", 0),
        ("central-powers", "2 2", 1),
        ("central-powers", "5 6", 1),
        ("central-powers", "6 6", 0),
        ("entente", "1 1", 0),
        ("entente", "1 2", 0),
        ("entente", "2 2", 0),
        ("entente", "2 3", 1),
        ("entente", "5 5", 1),
        ("entente", "5 6", 0),
        ("entente", "6 6", 0),
    ],
)
def test_the_entente_finds_it_harder_to_keep_a_counter(side: str, dice: str, left: int) -> None:
    game = later(
        "second-ypres-and-artois",
        f"{FRONTIER}date 1915-5-0 trench completion central-powers begun=no\n"
        f"flag 'gas counters: {side}' 1\ndice {dice}\n",
    )
    assert gas.counters(state(game), side) == left


@pytest.mark.rule("WF 9-1", "WF 9-2")
@pytest.mark.parametrize(
    ("dice", "german", "entente"),
    [
        ("1 1 1 1", 1, 1),  # nobody has one: each rolls once, and gains
        ("6 6 6 6", 1, 0),  # 12 is Germany's alone
    ],
)
def test_who_has_no_counter_rolls_only_to_gain_one(dice: str, german: int, entente: int) -> None:
    game = duration.field(f"1914-9-0 trench completion central-powers begun=no\ndice {dice}", ge=9, fr=9)
    assert gas.counters(state(game), CENTRAL_POWERS) == german
    assert gas.counters(state(game), ENTENTE) == entente


@pytest.mark.rule("WF 9-2")
def test_a_counter_gained_in_this_month_is_not_rolled_for_at_once() -> None:
    text = "1915-3-0 trench completion central-powers begun=no\nflag 'gas counters: central-powers' 1\n"
    game = duration.field(text + "dice 1 1 1 1 3 3", ge=9, fr=9)  # lost, and another gained
    assert gas.counters(state(game), CENTRAL_POWERS) == 1
    assert len(said(game, "WF 9-2")) == 2  # the roll and the loss


@pytest.mark.rule("WF 9-4")
@pytest.mark.parametrize(("dice", "strength"), [("4 4 1 1", 3 * 6 + 3 * 4), ("4 5 1 1", 3 * 6)])
def test_a_fortress_is_silent_under_gas_of_major_effect(dice: str, strength: int) -> None:
    text = combat.GASSED.replace("unit FA 0302 nation=fr kind=art size=iii values=3-4\n", "")
    text += f"unit K 0302 nation=fr kind=fortress size=- values=4-0\ndice {dice}\n"
    game = combat.field(text, "1915-4-6", side="central-powers")
    fought = fight(game, "0302", "G1", "G2", "G3", "GA", gas=ReleaseGas(), stand=Stand())
    assert fought.answer["strength"] == strength


@pytest.mark.rule("WF 9-3", "WF 9-4")
def test_the_entente_has_gas_too_and_uses_it_on_the_line() -> None:
    text = combat.LINE.format("hindenburg line") + "flag 'gas counters: entente' 2\ndice 3 4 1 1\n"
    game = combat.field(text, "1917-5-3")
    fought = fight(game, "0402", "F1", "F2", "A", gas=ReleaseGas(), stand=Stand())
    assert fought.attack["modifier"] == -1  # -3 for the Line, +2 for the gas
    assert gas.counters(state(game), ENTENTE) == 1  # one for an attack


# Chapter 12


@pytest.mark.rule("WF 24-5")
def test_guards_are_spared_and_the_next_strongest_give_up_their_regiments() -> None:
    text = "unit ge-inf-xx-1gd 0502\nunit ge-inf-xx-6 0502 strength=7\nunit ge-inf-xx-111 0503\n"
    game = duration.field("1916-8-6 arrival central-powers begun=no", text, ge=20, fr=20)
    while game.decision.kind != "fourth regiments":
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    givers = {each.unit for each in game.decision.choices() if isinstance(each, SendAway)}
    assert givers == {"ge-inf-xx-6"}


@pytest.mark.rule("WF 24-5")
def test_nobody_is_dissolved_for_new_divisions() -> None:
    text = "unit ge-inf-xx-6 0502 strength=2\n"
    game = duration.field("1916-8-6 arrival central-powers begun=no", text, ge=20, fr=20)
    until(game, MOVEMENT, CENTRAL_POWERS)
    assert state(game).units["ge-inf-xx-6"].strength == 1  # the 208th asks for two


@pytest.mark.rule("WF 12-17")
def test_the_note_on_the_119th_division_does_not_apply_where_divisions_are_kept_apart() -> None:
    drawn = "flag 'fit men stripped' 1\nflag 'drawn for assault: ge-inf-xx-54' 10\n"
    units = "".join(f"unit ge-inf-xx-{each} 0502\n" for each in ("54", "119", "4"))
    text = f"{units}unit ge-hq-xxxx-2 0502 supply=10\nunit F 0101 nation=fr kind=inf values=6-4\n{drawn}"
    date = "date 1918-3-0 trench initiation central-powers\n"
    game = later("western-front-1918", f"{FRONTIER}{date}{text}")
    full = {state(game).piece(state(game).units[f"ge-inf-xx-{each}"]).strength for each in ("54", "119")}
    assert full == {5}  # both are 5-5 divisions at full strength
    assert Train("ge-inf-xx-54", "0502") in game.decision.choices()
    assert refusal(game, Train("ge-inf-xx-119", "0502")) == ("WF 12-17",)


# Chapters 13 to 19: who has won, hex by hex and point by point

LAST = {
    "second-ypres-and-artois": "1915-6-4",
    "verdun": "1916-4-5",
    "somme": "1916-11-4",
    "nivelle-offensive": "1917-6-3",
}
USUAL = (
    (150, "Central Powers decisive"),
    (149, "Central Powers substantial"),
    (100, "Central Powers substantial"),
    (99, "Central Powers marginal"),
    (50, "Central Powers marginal"),
)
LEVELS = {
    "second-ypres-and-artois": (
        *USUAL,
        (49, "draw"),
        (30, "draw"),
        (29, "Entente marginal"),
        (0, "Entente marginal"),
        (-1, "Entente substantial"),
        (-29, "Entente substantial"),
        (-30, "Entente decisive"),
    ),
    "verdun": (
        (120, "Central Powers decisive"),
        (119, "Central Powers substantial"),
        (70, "Central Powers substantial"),
        (69, "Central Powers marginal"),
        (40, "Central Powers marginal"),
        (39, "Entente marginal"),
        (0, "Entente marginal"),
        (-1, "Entente substantial"),
        (-34, "Entente substantial"),
        (-35, "Entente decisive"),
    ),
    "somme": (
        *USUAL,
        (49, "Entente marginal"),
        (0, "Entente marginal"),
        (-1, "Entente substantial"),
        (-49, "Entente substantial"),
        (-50, "Entente decisive"),
    ),
}
LEVELS["nivelle-offensive"] = LEVELS["somme"]


@pytest.mark.rule("WF 13 victory", "WF 15 victory", "WF 17 victory", "WF 19 victory")
@pytest.mark.parametrize(
    ("scenario", "points", "level"),
    [(scenario, points, level) for scenario, rows in LEVELS.items() for points, level in rows],
)
def test_a_scenario_ends_with_its_last_turn_at_the_level_of_its_difference(
    scenario: str, points: int, level: str
) -> None:
    suffered = f"demoralization {'fr' if points > 0 else 'ge'} {abs(points)}\n"
    game = later(scenario, f"{FRONTIER}date {LAST[scenario]} movement entente begun=yes\n{suffered}{TWO}")
    assert not game.over
    until_over(game)
    assert game.outcome is not None
    assert game.outcome.startswith(level if level == "draw" else f"{level} victory")


TWO = """
unit G 0504 nation=ge kind=inf values=8-5
unit F 0101 nation=fr kind=inf values=6-4
"""


def until_over(game: Game) -> None:
    while not game.over:
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)


@pytest.mark.rule("WF 17 victory")
def test_a_trench_hex_lost_in_the_last_combat_of_the_somme_counts_twenty() -> None:
    text = "premise attack 20\npremise counterattack 0\nmarker trench 0402 central-powers\n"
    text += "unit G 0402 nation=ge kind=inf values=2-5\nunit F 0302 nation=fr kind=inf values=6-4\n"
    game = later("somme", f"{FRONTIER}date 1916-11-4 combat entente\n{combat.STAFFS}{combat.HELD}{text}")
    fight(game, "0402", "F")
    assert at(game, "F") == "0402"
    until_over(game)
    # two points of the division, and the hex
    assert game.outcome == "Entente substantial victory (Germany ahead by 22 demoralization points)"


# Chapter 23

ENGINEER = """
unit fr-eng-iii-1 0302
unit ge-inf-xx-6 0402
unit fr-inf-xx-1 0101
place 0101 Town kinds=city
holder 0302 0301 0303 entente
holder 0402 central-powers
"""


@pytest.mark.rule("WF 23-5")
def test_the_example_of_a_unit_lost_on_3_september_and_back_on_4_december_in_play() -> None:
    more = f"option supply-ceilings=off\n{ENGINEER}"
    game = duration.field("1916-9-3 movement central-powers begun=yes", more, ge=20, fr=20)
    game.play(March(("ge-inf-xx-6",), "0302"))
    assert "fr-eng-iii-1" in state(game).lost
    until_date(game, "1916-12-3", MOVEMENT, ENTENTE)
    assert said(game, "WF 23-5") == []
    until_date(game, "1916-12-4", MOVEMENT, ENTENTE)
    assert said(game, "WF 23-5") == ["French 1st Engineer Regiment 0-3 is formed again"]
    assert at(game, "fr-eng-iii-1") == "0101"


DEPOTS = """
unit {nation}-hq-xxxx-1 {where}
unit R {where} piece={depot}
unit {worn} {where} strength=1
"""


@pytest.mark.rule("WF 23-7", "WF 23-6")
@pytest.mark.parametrize(
    ("depot", "worn", "most"),
    [
        ("fr-rpl-xx-rpl", "fr-mtn-xx-47m", 4),
        ("fr-rpl-xx-rpl", "fr-inf-xx-2col", 0),
        ("fr-rpl-xx-rpl", "fr-art-x-a", 2),
        ("ge-rpl-xx-rpl", "ge-mtn-xx-117", 5),
        ("ge-rpl-xx-rpl", "ge-mar-xx-1", 5),
        ("gb-rpl-xx-rpl", "gb-mar-xx-rn", 1),
        ("gb-rpl-xx-rpl", "gb-inf-xx-16", 5),
        ("gb-rpl-xx-rpl-canadian", "gb-inf-xx-16", 0),
        ("gb-rpl-xx-rpl", "gb-inf-xx-1can", 0),
    ],
)
def test_what_replacements_rebuild_in_play(depot: str, worn: str, most: int) -> None:
    nation = depot[:2]
    side = "central-powers" if nation == "ge" else "entente"
    text = DEPOTS.format(nation=nation, depot=depot, worn=worn, where="0501" if nation == "ge" else "0101")
    game = later("somme", f"{FRONTIER}date 1916-8-3 recombination {side}\n{text}")
    offered = [
        each.points
        for each in (game.decision.choices() if game.decision.kind == "recombine" else ())
        if isinstance(each, Strengthen | Rebuild) and each.unit == worn
    ]
    assert max(offered, default=0) == most
    if most:
        game.play(Strengthen(worn, most))
        assert state(game).units[worn].strength == 1 + most


@pytest.mark.rule("WF 23-17", "26-4")
@pytest.mark.parametrize(
    ("scenario", "options", "charged"),
    [
        ("duration-game", {"begins": "February 1916"}, 0),
        ("verdun", {}, 15),
        ("western-front-1918", {}, 0),
    ],
)
def test_amiens_taken_again_costs_points_in_single_scenarios_only(
    scenario: str, options: dict[str, str], charged: int
) -> None:
    of = start(scenario, **options)
    amiens = node(of, "0811")
    for near in (amiens, *of.setting.board.adjacent[amiens]):
        for unit in of.units_at(near):
            of.remove(unit.name)
    raider = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).kind == "inf")
    of.change(raider.name, at=node(of, "0812"))
    of.phase, of.active, of.begun = MOVEMENT, CENTRAL_POWERS, True
    before = of.demoralization["fr"]
    game = game_at(of)
    game.play(March((raider.name,), "0811"))
    assert state(game).demoralization["fr"] - before == charged


@pytest.mark.rule("WF 23-21", "WF 23-22")
@pytest.mark.parametrize(("nation", "counted"), [("be", 0), ("us", 2)])
def test_neither_belgians_nor_americans_lose_heart(nation: str, counted: int) -> None:
    had = "demoralization us 5000\n" if nation == "us" else ""
    text = "premise attack 0\npremise counterattack 2\n" + had
    text += f"unit D 0302 nation={nation} kind=inf values=6-4\nunit G 0402 nation=ge kind=inf values=8-5\n"
    game = later(
        "duration-game",
        f"{FRONTIER}date 1918-5-3 combat entente\n{combat.STAFFS}{combat.HELD}{text}flag 'shaken: fr' 1\n",
    )
    for name in ("FH", "BH"):
        state(game).change(name, supply=0)
    fought = fight(game, "0402", "D", stand=Stand())
    assert fought.said("26-6") == []  # they attack without supply, although France is shaken
    assert state(game).units["D"].strength == 4
    assert state(game).demoralization.get(nation, 0) == (5000 + counted if had else 0)
    assert collapse.state_of(state(game), nation) == "steady"
    assert not game.over


@pytest.mark.rule("26-7", "WF 25-4")
def test_russians_in_france_leave_play_when_russia_surrenders() -> None:
    more = "option linked=on\noption supply-ceilings=off\nunit ru-inf-xx-rus 0102\nunit fr-inf-xx-1 0102\n"
    game = duration.field("1917-12-4 arrival central-powers begun=no", more, ge=50, fr=20)
    assert "ru-inf-xx-rus" not in state(game).units
    assert said(game, "26-7") == ["All units of Russia leave play"]
    until_date(game, "1918-1-1", MOVEMENT, ENTENTE)  # when the list would have withdrawn them
    assert state(game).units["fr-inf-xx-1"].strength == 6


@pytest.mark.rule("26-7", "WF 23 victory")
def test_the_units_of_a_country_that_surrenders_leave_play() -> None:
    text = "premise attack 0\npremise counterattack 6\ndemoralization fr 1499\n"
    text += "unit F 0302 nation=fr kind=inf values=6-4\nunit G 0402 nation=ge kind=inf values=8-5\n"
    game = later(
        "duration-game", f"{FRONTIER}date 1918-5-3 combat entente\n{combat.STAFFS}{combat.HELD}{text}"
    )
    fight(game, "0402", "F", stand=Stand())
    assert game.over
    assert game.outcome == "Central Powers substantial victory"
    assert not [unit for unit in state(game).units.values() if state(game).piece(unit).nation == "fr"]
    assert "BH" in state(game).units


def test_attack_cannot_be_joined_by_belgians_of_a_single_scenario() -> None:
    text = "unit B 0302 nation=be kind=inf values=6-4\nunit G 0402 nation=ge kind=inf values=8-5\n"
    game = combat.field(text, "1916-8-3")
    assert refusal(game, Attack("0402")) or refusal(game, Attack("0402"), Join("B")) == ("WF 17-2",)
