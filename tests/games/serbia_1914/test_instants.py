"""What happens the instant an enemy comes near."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Displace, RetreatTo
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import effectiveness, instants
from hexfront.games.serbia_1914.vocabulary import STATUS_NAMES
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, game, node, position, table

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . .\n" * 9
MOVING = "turn 5 movement austria-hungary\n"
SERB = "nation=serbia values=7-8-4-2 effectiveness=10 reduced=4-5-1 corps=first"
ENEMY = "nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH"
RING = ("25.13", "26.13", "26.14", "25.15", "24.14", "24.13")  # around 25.14


def settled(text: str, board: str = PLAIN) -> tuple[SerbiaPosition, Play]:
    of = position(board + MOVING + text)
    return of, Play(instants.settle(table(of), of))


def at(of: SerbiaPosition, name: str) -> str:
    return of.setting.board.label(of.units[name].at)


# Demoralized Formations


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("status", [5, 6])
def test_a_demoralized_formation_in_an_enemy_zone_retreats_three_hexes_and_is_reduced(status: int) -> None:
    of, play = settled(f"unit A 25.14 {SERB} status={status}\nunit E 24.13 {ENEMY}\n")
    play.defaults()
    unit = of.units["A"]
    assert of.setting.board.distance(node(of, "25.14"), unit.at) == 3
    assert (unit.reductions, unit.status) == (1, status)
    assert not of.in_enemy_zone(unit.at, "serbia")


@pytest.mark.rule("6.4", "6.3")
def test_a_combat_ineffective_formation_stays() -> None:
    of, play = settled(f"unit A 25.14 {SERB} status=4\nunit E 24.13 {ENEMY}\n")
    assert play.over
    assert at(of, "A") == "25.14"


@pytest.mark.rule("6.4")
def test_friends_in_its_hex_do_not_keep_a_demoralized_formation_there() -> None:
    of, play = settled(f"unit A 25.14 {SERB} status=5\nunit B 25.14 {SERB}\nunit E 24.13 {ENEMY}\n")
    play.defaults()
    assert at(of, "A") != "25.14"
    assert at(of, "B") == "25.14"


@pytest.mark.rule("6.4")
def test_a_demoralized_retreat_passes_enemy_zones_only_where_friends_stand() -> None:
    # One hex is free, and it is in the zones of both neighbours.
    walls = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(RING[1:]))
    of, play = settled(f"unit A 25.14 {SERB} status=5\n" + walls)
    play.defaults()
    assert "A" in of.lost
    of, play = settled(f"unit A 25.14 {SERB} status=5\nunit B 25.13 {SERB}\n" + walls)
    play.defaults()
    assert "A" in of.units
    assert at(of, "B") == "25.13"


@pytest.mark.rule("6.4")
def test_a_demoralized_formation_surrounded_by_enemy_zones_is_eliminated_with_its_asset_units() -> None:
    walls = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(RING))
    text = f"unit A 25.14 {SERB} status=6\nunit R 25.14 asset {SERB} size=iii\n"
    of, play = settled(text + walls)
    assert play.over
    assert {"A", "R"} <= of.lost.keys()


@pytest.mark.rule("6.4", "11.1.5")
def test_hexes_that_lead_nowhere_are_paid_for_like_any_retreat_that_fails() -> None:
    # Beside 06.26 only 06.25 is quiet, and from there nothing leads on.
    walls = "".join(
        f"unit W{i} {label} nation=serbia values=4-4-3-1\n"
        for i, label in enumerate(("06.27", "08.26", "07.24"))
    )
    of, play = settled(f"unit A 06.26 {ENEMY} reduced=4-5-1 status=5\n" + walls, "")
    play.defaults()
    unit = of.units["A"]
    # A reduction for the retreat, and for two missing hexes each a level and a reduction; one of the levels
    # is beyond D2 and so a reduction too.
    assert at(of, "A") == "06.25"
    assert (STATUS_NAMES[unit.status], unit.reductions) == ("D2", 3)
    assert of.replacements["austria-hungary"] == -1


@pytest.mark.rule("6.4", "25.3")
def test_a_demoralized_austro_hungarian_need_not_leave_vogosca() -> None:
    enemy = "unit S 07.20 nation=serbia values=4-4-3-1\n"
    of, play = settled(f"unit A 06.20 {ENEMY} status=5\n" + enemy, "")
    assert play.over
    assert at(of, "A") == "06.20"
    assert of.units["A"].reductions == 0


@pytest.mark.rule("6.4")
def test_a_retreat_that_comes_to_vogosca_may_end_there() -> None:
    enemy = "unit S 08.22 nation=serbia values=4-4-3-1\n"
    of, play = settled(f"unit A 07.22 {ENEMY} status=5\n" + enemy, "")
    while play.asked is not None and at(of, "A") != "06.20":
        labels = [choice.hexes[0] for choice in play.choices if isinstance(choice, RetreatTo)]
        nearest = min(
            labels, key=lambda label: of.setting.board.distance(node(of, label), node(of, "06.20")) or 0
        )
        play.answer(RetreatTo((nearest,)))
    assert at(of, "A") == "06.20"
    assert play.asked is None or PASS in play.choices


@pytest.mark.rule("6.4")
def test_while_a_combat_is_resolved_demoralized_formations_wait() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB} status=5\nunit E 24.13 {ENEMY}\n")
    assert Play(instants.settle(table(of), of, resolving=True)).over
    assert at(of, "A") == "25.14"
    Play(instants.settle(table(of), of)).defaults()
    assert at(of, "A") != "25.14"


# Guns, trains, depots


@pytest.mark.rule("8.8.1")
@pytest.mark.parametrize(
    ("company", "lost"),
    [
        ("", True),
        (f"unit B 25.14 asset {SERB} size=iii\n", False),
        ("unit T 25.14 kind=fort nation=serbia\n", True),
    ],
)
def test_guns_in_an_enemy_zone_without_a_combat_unit_are_eliminated(company: str, lost: bool) -> None:
    guns = "unit G 25.14 kind=artillery nation=serbia values=1-1-0-3\n"
    of, play = settled(guns + company + f"unit E 24.13 {ENEMY}\n")
    play.defaults()
    assert ("G" in of.lost) is lost


@pytest.mark.rule("15.6.2", "15.6.2a", "15.6.1")
def test_a_train_alone_in_an_enemy_zone_retreats_three_hexes_and_is_extended() -> None:
    of, play = settled(f"unit sr-train-first 25.14 army=SERBIA\nunit E 24.13 {ENEMY}\n")
    assert all(isinstance(choice, RetreatTo) for choice in play.choices)
    play.defaults()
    unit = of.units["sr-train-first"]
    assert of.setting.board.distance(node(of, "25.14"), unit.at) == 3
    assert unit.extended


@pytest.mark.rule("15.6.2a")
def test_a_train_with_a_combat_unit_stays() -> None:
    of, play = settled(f"unit sr-train-first 25.14 army=SERBIA\nunit A 25.14 {SERB}\nunit E 24.13 {ENEMY}\n")
    assert play.over
    assert at(of, "sr-train-first") == "25.14"


@pytest.mark.rule("15.6.2", "15.6.2a")
@pytest.mark.parametrize(
    ("company", "safe"),
    [(f"unit A 24.10 {SERB}\n", True), ("unit G 24.10 kind=artillery nation=serbia\n", False)],
)
def test_a_train_ends_its_retreat_in_an_enemy_zone_only_beside_a_combat_unit(
    company: str, safe: bool
) -> None:
    row = "board corner=20.10 shifted=even\n| . . . . . .\n"
    text = f"unit sr-train-first 21.10 army=SERBIA\nunit E 20.10 {ENEMY}\nunit F 25.10 {ENEMY}\n"
    of, _ = settled(company + text, row)
    assert ("sr-train-first" in of.units) is safe


@pytest.mark.rule("15.6.2a")
def test_a_train_that_cannot_retreat_three_hexes_flies_to_a_depot_of_its_army() -> None:
    walls = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(RING[1:]))
    text = "unit sr-train-first 25.14 army=SERBIA\nunit sr-depot-1 30.10 army=SERBIA\n"
    of, play = settled(text + walls)
    assert play.over
    assert (at(of, "sr-train-first"), of.units["sr-train-first"].extended) == ("30.10", True)
    of, play = settled(text + "unit sr-depot-2 20.18 army=SERBIA\n" + walls)
    assert len(play.choices) == 2
    assert Displace("sr-train-first", "20.18") in play.choices


@pytest.mark.rule("15.6.2b")
def test_a_depot_alone_in_an_enemy_zone_is_displaced() -> None:
    of, play = settled("unit sr-depot-2 23.16 army=SERBIA\nunit E 22.15 " + ENEMY + "\n", "")
    play.defaults()
    depot = of.units.get("sr-depot-2")
    assert depot is None or (at(of, "sr-depot-2") != "23.16" and depot.extended)


# Forts


@pytest.mark.rule("8.5", "8.5.3")
@pytest.mark.parametrize(("die", "stays"), [(1, True), (2, False), (6, False)])
def test_a_fort_without_a_combat_unit_is_abandoned_on_a_die_above_its_number(die: int, stays: bool) -> None:
    of, play = settled(f"dice {die}\nunit sr-fort-beograd 30.09\nunit E 29.10 {ENEMY}\n", "")
    play.defaults()
    fort = of.units["sr-fort-beograd"]
    assert of.piece(fort).fort is stays
    assert of.setting.board.distance(node(of, "30.09"), fort.at) == (0 if stays else 3)


@pytest.mark.rule("8.5.3")
def test_a_fort_is_tested_only_once() -> None:
    of, play = settled(f"dice 1 6\nunit sr-fort-beograd 30.09\nunit E 29.10 {ENEMY}\n", "")
    assert play.over
    of.change("E", at=node(of, "30.10"))
    assert Play(instants.settle(table(of), of)).over
    assert of.dice.fixed == (6,)


@pytest.mark.rule("8.5.3")
@pytest.mark.parametrize(
    "company", ["unit A 30.09 " + SERB + "\n", "unit A 30.09 kind=cavalry nation=serbia values=3-3-3-1\n"]
)
def test_a_combat_unit_in_its_hex_keeps_a_fort_from_the_test(company: str) -> None:
    of, play = settled(f"dice 6\nunit sr-fort-beograd 30.09\n{company}unit E 29.10 {ENEMY}\n", "")
    assert play.over
    assert not of.units["sr-fort-beograd"].tested


@pytest.mark.rule("8.5.3")
def test_a_fort_with_an_asterisk_is_never_abandoned() -> None:
    of, play = settled("dice 6\nunit ah-fort-sarajevo 07.21\nunit S 08.21 nation=serbia values=4-4-3-1\n", "")
    assert play.over
    assert of.dice.fixed == (6,)


@pytest.mark.rule("8.5.3", "3.3.1")
def test_no_zone_reaches_beograd_over_the_sava() -> None:
    of, play = settled(f"dice 6\nunit sr-fort-beograd 30.09\nunit E 29.09 {ENEMY}\n", "")
    assert play.over
    assert of.dice.fixed == (6,)


@pytest.mark.rule("25.4", "8.5.3")
def test_3_gb_is_in_kalinovik_before_the_fort_is_tested() -> None:
    of, play = settled(
        "dice 6\nunit ah-fort-kalinovik 06.25\nunit S 06.26 nation=serbia values=4-4-3-1\n", ""
    )
    assert play.over
    assert at(of, "ah-inf-x-3-gb") == "06.25"
    assert of.dice.fixed == (6,)


# Sleepers, recovery, and the rest


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(("enemy", "sleeps"), [("24.13", False), ("23.13", True)])
def test_an_enemy_that_comes_adjacent_wakes_an_inactive_unit(enemy: str, sleeps: bool) -> None:
    of, play = settled(f"unit A 25.14 {SERB} inactive\nunit E {enemy} {ENEMY}\n")
    assert play.over
    assert of.units["A"].inactive is sleeps


@pytest.mark.rule("1.1")
def test_the_enemy_wakes_them_over_the_sava_too() -> None:
    board = PLAIN + "side 25.14-24.13 sava\n"
    of, _ = settled(f"unit A 25.14 {SERB} inactive\nunit E 24.13 {ENEMY}\n", board)
    assert not of.units["A"].inactive


@pytest.mark.rule("7.8.3")
@pytest.mark.parametrize(
    ("task", "left"),
    [
        ("recovery", ("", 0)),
        ("'recovery and marsch'", ("marsch", 5)),
        ("marsch", ("marsch", 5)),
        ("position", ("position", 5)),
    ],
)
def test_an_enemy_that_comes_adjacent_ends_recovery_but_no_other_task(
    task: str, left: tuple[str, int]
) -> None:
    of, _ = settled(f"unit A 25.14 {SERB} task={task} progress=5\nunit E 24.13 {ENEMY}\n")
    assert (of.units["A"].task, of.units["A"].progress) == left


@pytest.mark.rule("21.2.2")
def test_an_enemy_in_one_of_its_hexes_removes_a_pontoon_bridge() -> None:
    board = PLAIN + "side 25.14-26.14 sava\n"
    of, _ = settled(f"pontoon 25.14/26.14 serbia built\nunit E 25.14 {ENEMY}\n", board)
    assert not of.pontoons


@pytest.mark.rule("27.3", "27.7")
def test_points_for_towns_are_given_at_once() -> None:
    of = position(f"{MOVING}unit E 30.09 {ENEMY}\n")
    assert of.awarded  # whoever stands there when a text begins earns nothing by it
    of.awarded.clear()
    Play(instants.settle(table(of), of))
    assert of.lead == 10


@pytest.mark.rule("25.1.4")
def test_the_french_guns_are_lost_when_beograd_is_entered() -> None:
    of, _ = settled(f"flag 'french naval artillery' 1\nunit E 30.09 {ENEMY}\n", "")
    assert of.flags["french naval artillery"] == 0


@pytest.mark.rule("6.4")
def test_a_demoralized_formation_in_sarajevo_need_go_no_further_than_vogosca() -> None:
    of = game(
        "turn 5 movement serbia\n"
        f"unit D 07.21 {ENEMY.replace('FIFTH', 'SIXTH')} reduced=4-5-1 corps=15 status=5\n"
        f"unit A 10.22 {SERB}\n"
    )
    of.play_words("pick A")
    of.play_words("go 08.21")
    assert of.decision.side == "austria-hungary"
    assert RetreatTo(("06.20",)) in of.decision.choices()
    of.play(RetreatTo(("06.20",)))
    assert PASS in of.decision.choices()
    of.play(PASS)
    assert of.setting.board.label(of.position.units["D"].at) == "06.20"


# What is due follows from the position alone


@pytest.mark.rule("15.6.2a")
def test_a_train_leaves_at_once_when_its_guard_has_marched_far_away() -> None:
    of = game(
        PLAIN
        + "turn 5 movement serbia\n"
        + f"unit A 25.14 {SERB}\nunit B 29.16 {SERB}\nunit sr-train-first 25.14\nunit E 24.13 {ENEMY}\n"
    )
    for words in ("pick B", "go 30.16", "pass", "pick A", "go 28.14"):
        of.play_words(words)
    while (step := of.decision.default()) is not None and isinstance(step, RetreatTo):
        of.play(step)
    train = of.position.units["sr-train-first"]
    assert train.extended
    assert of.setting.board.distance(of.setting.board["25.14"], train.at) == 3


@pytest.mark.rule("6.4")
def test_who_is_demoralized_leaves_when_the_enemy_comes() -> None:
    of, play = settled(f"unit A 25.14 {SERB} status=5\nunit E 20.10 {ENEMY}\n")
    assert play.over
    of.change("E", at=node(of, "24.13"))
    Play(instants.settle(table(of), of)).defaults()
    assert at(of, "A") != "25.14"


@pytest.mark.rule("6.4")
def test_who_becomes_demoralized_where_he_stands_is_seen_too() -> None:
    of, _ = settled(f"unit A 25.14 {SERB} status=4\nunit E 24.13 {ENEMY}\n")
    Play(effectiveness.lose_levels(table(of), of, ["A"], 1, "15.4")).defaults()
    Play(instants.settle(table(of), of)).defaults()
    assert at(of, "A") != "25.14"
