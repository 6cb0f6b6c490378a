"""Chapter 21: fortresses given up, drained and besieged, and open cities."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Abandon, Administer, Attack, Drain, Pick, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import fortresses, headquarters, occupation, stacking, surrender
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import Action
from tests.games.western_front.builders import Play, game, node, position, table
from tests.games.western_front.played import fight, listed, refusal, state, until

BOARD = """
date {date} {phase}
board corner=0101
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=germany
hex 0701 country=france
hex 0403 country=france
hex 0703 country=france
place 0703 Paris kinds=city,capital
"""
RING = "".join(
    f"unit G{at} {at} nation=ge kind=inf values=8-5\n" for at in ("0302", "0402", "0503", "0404", "0304")
)


def fort(
    strength: int = 9, date: str = "1914-11-1", phase: str = "movement entente", more: str = ""
) -> WesternFrontPosition:
    text = BOARD.format(date=date, phase=phase)
    return position(text + f"unit fort 0403 nation=fr kind=fortress values=40-0 strength={strength}\n" + more)


def choices(of: WesternFrontPosition, side: str = ENTENTE) -> list[Action]:
    return list(fortresses.movement_choices(of, side))


# What a fortress is


@pytest.mark.rule("21-1")
def test_a_fortress_is_never_picked_up_to_move() -> None:
    from hexfront.games.western_front.rules import movement

    assert Pick("fort") not in list(movement.movement_choices(fort(), ENTENTE))


@pytest.mark.rule("21-2", "21-6")
def test_a_fortress_has_no_zone_cancels_none_and_takes_no_room() -> None:
    placed = fort(more="unit G 0402 nation=ge kind=inf values=8-5\n")
    at = node(placed, "0403")
    assert not any(placed.controlled(beside, ENTENTE) for beside in range(len(placed.setting.board)))
    assert placed.enemy_controlled(at, ENTENTE)
    assert stacking.load(placed, at) == (0, 0, 0)


# Giving up and draining


@pytest.mark.rule("21-8")
def test_its_owner_may_give_up_a_fortress_that_is_not_surrounded() -> None:
    placed = fort(date="1914-08-3")
    assert choices(placed) == [Abandon("fort")]
    assert choices(placed, CENTRAL_POWERS) == []
    Play(fortresses.order_abandon(table(placed), placed, Abandon("fort")))
    assert "fort" not in placed.units
    assert placed.demoralization["fr"] == 0


@pytest.mark.rule("21-8", "21-9")
def test_a_surrounded_fortress_is_neither_given_up_nor_drained() -> None:
    placed = fort(more=RING)
    assert choices(placed) == []
    for order in (Abandon("fort"), Drain("fort", 3)):
        refusal = fortresses.why_not_in_movement(placed, ENTENTE, order)
        assert refusal is not None
        assert "20-1" in refusal.rules


@pytest.mark.rule("21-4", "21-8")
def test_under_attack_it_may_be_given_up_if_other_units_stay_to_fight() -> None:
    beside = "unit G 0402 nation=ge kind=inf values=8-5\n"
    garrison = "unit F 0403 nation=fr kind=inf values=6-4\n"
    at = node(fort(), "0403")
    assert not fortresses.may_abandon_under_attack(fort(more=beside), at)
    assert fortresses.may_abandon_under_attack(fort(more=beside + garrison), at)
    assert not fortresses.may_abandon_under_attack(fort(more=RING + garrison), at)
    assert not fortresses.may_abandon_under_attack(
        fort(more="option abandon-in-movement-only=on\n" + beside + garrison), at
    )


@pytest.mark.rule("21-9")
def test_fortresses_are_drained_from_november_1914_on() -> None:
    assert choices(fort(9, "1914-10-7")) == [Abandon("fort")]
    assert choices(fort(9)) == [Abandon("fort"), Drain("fort", 3), Drain("fort", 6), Drain("fort", 9)]
    assert choices(fort(10))[-1] == Drain("fort", 10)


@pytest.mark.rule("21-9")
def test_a_third_of_what_is_taken_off_becomes_replacements_in_the_hex() -> None:
    placed = fort(20)
    Play(fortresses.order_drain(table(placed), placed, Drain("fort", 18)))
    assert placed.units["fort"].strength == 2
    made = [unit for unit in placed.units_at(node(placed, "0403")) if placed.piece(unit).replacement]
    assert [unit.strength for unit in made] == [4, 2]
    assert {placed.piece(unit).nation for unit in made} == {"fr"}


@pytest.mark.rule("21-9")
def test_a_fortress_drained_of_everything_is_gone() -> None:
    placed = fort(10)
    Play(fortresses.order_drain(table(placed), placed, Drain("fort", 10)))
    assert "fort" not in placed.units
    assert sum(unit.strength for unit in placed.units_at(node(placed, "0403"))) == 3


@pytest.mark.rule("21-9", "11-1")
def test_replacements_need_room_in_the_hex() -> None:
    full = "".join(f"unit D{i} 0403 nation=fr kind=inf values=6-4\n" for i in range(6))
    assert choices(fort(9, more=full)) == [Abandon("fort")]


@pytest.mark.rule("21-9")
def test_russian_fortresses_are_not_drained() -> None:
    text = BOARD.format(date="1914-11-1", phase="movement entente")
    placed = position(text + "unit fort 0403 nation=ru kind=fortress values=9-0\n")
    assert choices(placed) == [Abandon("fort")]
    refusal = fortresses.why_not_in_movement(placed, ENTENTE, Drain("fort", 3))
    assert refusal is not None
    assert "Russian" in refusal.reason


# Sieges


def besieged(strength: int, **marks: int) -> WesternFrontPosition:
    placed = fort(strength, "1915-05-1", "combat central-powers", RING)
    placed.change("fort", **marks)
    return placed


@pytest.mark.rule("21-10")
@pytest.mark.parametrize(("strength", "turns"), [(12, 7), (13, 14), (23, 14), (24, 28), (36, 28)])
def test_how_long_a_fortress_holds_out_depends_on_its_strength(strength: int, turns: int) -> None:
    holding = besieged(strength, siege_strength=strength, besieged=turns)
    assert fortresses.turns_prone(holding, holding.units["fort"]) == 0
    prone = besieged(strength, siege_strength=strength, besieged=turns + 1)
    assert fortresses.turns_prone(prone, prone.units["fort"]) == 1


@pytest.mark.rule("21-10")
def test_strength_lost_in_the_siege_does_not_shorten_it() -> None:
    placed = besieged(3, siege_strength=24, besieged=20)
    assert fortresses.turns_prone(placed, placed.units["fort"]) < 0
    by_option = fort(3, more="option siege-clock-present-strength=on\n" + RING)
    worn = by_option.change("fort", siege_strength=24, besieged=20)
    assert fortresses.turns_prone(by_option, worn) == 13


@pytest.mark.rule("21-10")
def test_a_turn_is_counted_from_the_end_of_one_enemy_combat_phase_to_the_start_of_the_next() -> None:
    placed = besieged(9)
    fortresses.siege_rolls(table(placed), placed)
    assert placed.units["fort"].besieged == 0
    surrender.end_half_turn(table(placed), placed)
    assert placed.units["fort"].siege_strength == 9
    fortresses.siege_rolls(table(placed), placed)
    assert placed.units["fort"].besieged == 1


@pytest.mark.rule("21-10")
def test_an_open_line_ends_the_siege() -> None:
    placed = besieged(9, siege_strength=9, besieged=6)
    for name in ("G0503", "G0404", "G0304"):
        placed.remove(name)
    fortresses.siege_rolls(table(placed), placed)
    assert (placed.units["fort"].besieged, placed.units["fort"].siege_strength) == (0, 0)


@pytest.mark.rule("41-4")
def test_a_surrounded_russian_fortress_loses_6_each_turn_and_falls_below_4() -> None:
    text = BOARD.format(date="1915-05-1", phase="recombination entente") + RING
    placed = position(text + "unit fort 0403 nation=ru kind=fortress values=12-0\n")
    surrender.end_half_turn(table(placed), placed)
    assert placed.units["fort"].strength == 6
    surrender.end_half_turn(table(placed), placed)
    assert "fort" not in placed.units


# Open cities


CITY = BOARD.format(date="1914-08-7", phase="movement central-powers") + (
    "place 0403 Reims kinds=city\nunit fort 0403 nation=fr kind=fortress values=8-0\n"
)


def city(*lines: str) -> WesternFrontPosition:
    return position(CITY + "\n".join(lines) + "\n")


def entered(placed: WesternFrontPosition, name: str) -> Play:
    unit = placed.units[name]
    return Play(occupation.entered(table(placed), placed, [name], unit.at))


GARRISON = "unit F 0403 nation=fr kind=inf values=2-4"


@pytest.mark.rule("21-12")
def test_more_than_three_times_the_garrison_next_to_it_opens_a_city() -> None:
    weak = city(GARRISON, "unit G 0402 nation=ge kind=inf values=6-5")
    entered(weak, "G").defaults()
    assert "fort" in weak.units
    strong = city(GARRISON, "unit G 0402 nation=ge kind=inf values=7-5")
    entered(strong, "G").defaults()
    assert "fort" not in strong.units
    assert strong.demoralization["fr"] == 0


@pytest.mark.rule("21-12")
def test_the_garrison_leaves_an_open_city_without_loss() -> None:
    placed = city(GARRISON, "unit G 0402 nation=ge kind=inf values=7-5")
    entered(placed, "G").defaults()
    assert placed.units["F"].strength == 2
    assert placed.units["F"].at != node(placed, "0403")


@pytest.mark.rule("21-12")
def test_siege_artillery_next_to_it_opens_a_city() -> None:
    guns = "unit S 0402 nation=ge kind={kind} size=i values=1-3"
    placed = city(GARRISON, guns.format(kind="siege"))
    entered(placed, "S").defaults()
    assert "fort" not in placed.units
    field = city(GARRISON, guns.format(kind="art"))
    entered(field, "S").defaults()
    assert "fort" in field.units


@pytest.mark.rule("21-12")
def test_a_city_cut_off_from_the_capital_is_open_wherever_the_line_is_cut() -> None:
    wall = ["unit G 0601 nation=ge kind=inf values=8-5", "unit H 0603 nation=ge kind=inf values=8-5"]
    cut = city(*wall)
    entered(cut, "H").defaults()
    assert "fort" not in cut.units
    open_road = city(wall[0])
    entered(open_road, "G").defaults()
    assert "fort" in open_road.units


@pytest.mark.rule("21-12")
@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("1914-08-7", "1914-10-1"),
        ("values=8-0", "values=9-0"),
        ("place 0403 Reims kinds=city", "place 0403 Reims kinds=town"),
    ],
)
def test_later_stronger_or_outside_a_city_center_it_stands(change: str, to: str) -> None:
    placed = position(CITY.replace(change, to) + "unit G 0402 nation=ge kind=inf values=8-5\n")
    entered(placed, "G").defaults()
    assert "fort" in placed.units


@pytest.mark.rule("21-12")
def test_a_city_that_its_garrison_has_left_is_open_when_the_movement_phase_ends() -> None:
    text = CITY.replace("movement central-powers", "movement entente")
    placed = position(text + "unit G 0402 nation=ge kind=inf values=2-5\n" + GARRISON + "\n")
    Play(headquarters.end_of_movement(table(placed), placed))
    assert "fort" in placed.units
    placed.change("F", at=node(placed, "0701"))
    Play(headquarters.end_of_movement(table(placed), placed))
    assert "fort" not in placed.units


@pytest.mark.rule("21-12")
def test_by_the_option_the_owner_may_keep_the_fortress() -> None:
    text = "option open-city-by-choice=on\n" + CITY + "unit G 0402 nation=ge kind=inf values=8-5\n"
    kept = position(text)
    entered(kept, "G").answer(Stand())
    assert "fort" in kept.units
    opened = position(text)
    entered(opened, "G").answer(Abandon("fort"))
    assert "fort" not in opened.units


# In play

OUTSIDE = "unit G 0304 nation=ge kind=inf values=8-5\nunit Q 0204 nation=ge kind=hq size=xxxx supply=40\n"


def fortified(strength: int, more: str = "", date: str = "1914-11-1", phase: str = "movement entente") -> str:
    fortress = f"unit fort 0403 nation=fr kind=fortress values=40-0 strength={strength}\n"
    return BOARD.format(date=date, phase=phase) + fortress + more


@pytest.mark.rule("21-3")
def test_a_fortress_answers_threefold_without_supply_and_never_attacks() -> None:
    text = fortified(9, OUTSIDE, phase="combat central-powers")
    told = fight(game("dice 1 1\n" + text), "0403", "G")
    assert told.answer["strength"] == 27
    assert [each for each in told.said("19-3") if "counterattack" in each] == []
    attacking = game(
        fortified(9, OUTSIDE + "unit F 0303 nation=fr kind=inf values=6-4\n", phase="combat entente")
    )
    attacking.play(Attack("0304"))
    assert listed(attacking) == ["join F"]


@pytest.mark.rule("21-9")
@pytest.mark.parametrize("date", ["1914-10-7", "1914-11-1"])
def test_from_november_a_fortress_gives_a_third_of_what_it_loses_as_replacements(date: str) -> None:
    playing = game(fortified(9, date=date))
    if date < "1914-11":
        assert refusal(playing, Administer(), Drain("fort", 6)) == ("21-9",)
        return
    assert refusal(playing, Administer(), Drain("fort", 5)) == ("21-9",)  # a third of 5 is no whole number
    assert refusal(playing, Administer(), Drain("fort", 12)) == ("21-9",)
    playing.play_all([Administer(), Drain("fort", 6)])
    (made,) = [unit for unit in state(playing).units.values() if state(playing).piece(unit).replacement]
    assert (made.strength, made.at) == (2, node(state(playing), "0403"))
    assert state(playing).units["fort"].strength == 3
    assert Pick(made.name) in playing.decision.choices()  # at once
    assert state(playing).demoralization["fr"] == 0


@pytest.mark.rule("21-9")
def test_a_surrounded_fortress_is_not_drained() -> None:
    playing = game(fortified(9, RING + "unit G0303 0303 nation=ge kind=inf values=8-5\n"))
    assert refusal(playing, Administer(), Drain("fort", 3)) == ("21-9", "20-1")


SIEGE = RING + "unit G0303 0303 nation=ge kind=inf values=8-5\nunit X 0403 nation=fr kind=inf values=6-4\n"


def siege_told(strength: int, turns: int, dice: str) -> list[str]:
    """What is told of a siege as the German combat phase begins."""
    text = fortified(strength, SIEGE, date="1914-10-3", phase="movement central-powers")
    clock = f"strength={strength} besieged={turns} siege_strength={strength}"
    playing = game(f"dice {dice}\n" + text.replace(f"strength={strength}", clock))
    return until(playing, "combat", "central-powers").said("21-11")


HOLDS = "The fortress in 0403 holds out: {}"


@pytest.mark.rule("21-10")
@pytest.mark.parametrize(("strength", "turns"), [(1, 7), (12, 7), (13, 14), (23, 14), (24, 28), (40, 28)])
def test_a_fortress_holds_out_the_longer_the_stronger_it_is(strength: int, turns: int) -> None:
    """Dice are thrown for it when it has been surrounded for one turn more than its time."""
    assert siege_told(strength, turns - 1, "6 6") == []
    assert siege_told(strength, turns, "6 6") == [HOLDS.format("11 is more than 1")]


@pytest.mark.rule("21-11")
@pytest.mark.parametrize(
    ("turns", "dice", "yields"),
    [
        (7, "1 1", True),
        (7, "1 2", False),
        (8, "1 2", True),
        (8, "2 2", False),
        (12, "3 4", True),
        (17, "6 6", True),
    ],
)
def test_the_longer_it_is_prone_the_more_dice_make_it_surrender(turns: int, dice: str, yields: bool) -> None:
    first, *rest = siege_told(9, turns, dice)
    assert first.startswith("The fortress in 0403 " + ("gives up" if yields else "holds out"))
    assert len(rest) == (2 if yields else 0)  # with it goes the division in its hex


@pytest.mark.rule("21-10")
def test_the_clock_counts_the_turns_in_which_the_ring_stays_closed() -> None:
    playing = game(fortified(9, SIEGE, date="1914-10-3", phase="combat central-powers"))
    until(playing, "movement", "entente")
    for turns in (0, 1, 2):
        fortress = state(playing).units["fort"]
        assert (fortress.besieged, fortress.siege_strength) == (turns, 9)
        until(playing, "movement", "central-powers")
        until(playing, "movement", "entente")


@pytest.mark.rule("21-10")
def test_the_clock_starts_anew_when_the_ring_is_open() -> None:
    relieved = "unit G 0304 nation=ge kind=inf values=8-5\n"
    text = fortified(9, relieved, date="1914-10-3", phase="movement central-powers")
    playing = game(text.replace("strength=9", "strength=9 besieged=5 siege_strength=9"))
    until(playing, "movement", "entente")
    assert state(playing).units["fort"].besieged == 0
