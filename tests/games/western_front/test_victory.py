"""Scenario book, chapter 3: levels of victory, and the adjustments for Paris."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import FRONTIER, game, node

OVER = TurnDate(1914, 11, 6)
NEAR_ENOUGH = 6  # hexes from Paris at which no adjustment is made


def ended(fr: int = 0, gb: int = 0, ge: int = 0, nearest: int = NEAR_ENOUGH) -> WesternFrontPosition:
    """The set-up, as if the game had ended with so many points and so near an approach to Paris."""
    made = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1)
    assert isinstance(made, WesternFrontPosition)
    made.date = OVER
    made.demoralization.update(fr=fr, gb=gb, ge=ge)
    made.flags[victory.NEAREST] = nearest
    return made


def move(of: WesternFrontPosition, label: str) -> None:
    """Put a German division into a hex, whatever stands there."""
    at = node(of, label)
    for name in of.standing[at]:
        of.remove(name)
    of.change("ge-inf-xx-26r", at=at)
    victory.came_to(of, CENTRAL_POWERS, at)


@pytest.mark.rule("WF 3 victory")
@pytest.mark.parametrize(
    ("difference", "winner", "level"),
    [
        (151, CENTRAL_POWERS, "decisive"),
        (150, CENTRAL_POWERS, "decisive"),
        (149, CENTRAL_POWERS, "substantial"),
        (100, CENTRAL_POWERS, "substantial"),
        (99, CENTRAL_POWERS, "marginal"),
        (50, CENTRAL_POWERS, "marginal"),
        (49, "", "draw"),
        (30, "", "draw"),
        (29, ENTENTE, "marginal"),
        (0, ENTENTE, "marginal"),
        (-1, ENTENTE, "substantial"),
        (-29, ENTENTE, "substantial"),
        (-30, ENTENTE, "decisive"),
    ],
)
def test_the_difference_of_points_gives_the_level(difference: int, winner: str, level: str) -> None:
    band = victory.level(ended(fr=100 + difference, gb=20, ge=120))
    assert (band.winner, band.level) == (winner, level)


def test_french_and_british_points_add_up_and_belgian_ones_do_not_count() -> None:
    made = ended(fr=40, gb=25, ge=10)
    made.demoralization["be"] = 500
    ledger = Ledger("difference")
    assert victory.difference(made, ledger.note) == 55
    assert [term.value for term in ledger.terms] == [40, 25, -10]


def test_the_game_goes_on_until_the_fifth_turn_of_november_is_over() -> None:
    made = ended(fr=60)
    made.date = TurnDate(1914, 11, 5)
    assert victory.outcome(made) is None
    made.date = OVER
    assert victory.outcome(made) == (
        "Central Powers marginal victory (France and Britain ahead by 60 demoralization points)"
    )


def test_a_draw_and_an_entente_victory_are_told() -> None:
    assert str(victory.outcome(ended(fr=30))).startswith("draw")
    assert victory.outcome(ended(ge=30)) == (
        "Entente decisive victory (Germany ahead by 30 demoralization points)"
    )


@pytest.mark.parametrize(
    ("nearest", "shift"), [(11, -3), (10, -2), (9, -2), (8, -1), (7, -1), (6, 0), (5, 0), (1, 0)]
)
def test_germans_who_never_come_near_paris_lose_levels(nearest: int, shift: int) -> None:
    assert victory.shift(ended(nearest=nearest)) == shift


@pytest.mark.parametrize(
    ("label", "hexes", "shift"),
    [("0815", 1, 2), ("0814", 2, 2), ("0813", 3, 1), ("0812", 4, 1), ("0811", 5, 0)],
)
def test_germans_near_paris_at_the_end_gain_levels(label: str, hexes: int, shift: int) -> None:
    made = ended(nearest=99)
    move(made, label)
    assert victory.distance_to_paris(made) == hexes
    assert victory.shift(made) == shift


def test_only_combat_units_count_as_near() -> None:
    made = ended()
    made.change("ge-hq-xxxx-1", at=node(made, "0814"))
    assert victory.shift(made) == 0


def test_an_approach_is_remembered_after_the_retreat() -> None:
    made = ended(nearest=99)
    move(made, "0811")
    move(made, "2415")
    assert made.flags[victory.NEAREST] == 5
    assert victory.shift(made) == 0


def test_levels_shift_no_further_than_the_ends() -> None:
    made = ended(ge=100, nearest=99)
    assert victory.level(made).level == "decisive"
    assert victory.level(made).winner == ENTENTE


@pytest.mark.rule("WF 3 victory")
def test_paris_in_german_hands_is_worth_four_levels() -> None:
    made = ended(fr=10)
    assert victory.level(made).winner == ENTENTE
    for label in ("0717", "0816", "0817"):
        made.holders[node(made, label)] = CENTRAL_POWERS
    assert victory.shift(made) == 4
    assert (victory.level(made).winner, victory.level(made).level) == (CENTRAL_POWERS, "decisive")


def test_two_hexes_of_paris_are_not_paris() -> None:
    made = ended()
    for label in ("0717", "0816"):
        made.holders[node(made, label)] = CENTRAL_POWERS
    assert not victory.is_paris_lost(made)


@pytest.mark.rule("WF 3 victory")
def test_paris_is_isolated_by_units_and_by_zones_without_entente_units() -> None:
    made = ended()
    board = made.setting.board
    paris = set(victory.paris(made))
    ring = {beside for each in paris for beside in board.adjacent[each]} - paris
    outer = {beside for each in ring for beside in board.adjacent[each]} - paris - ring
    for at in ring | outer:
        for name in made.standing[at]:
            made.remove(name)
    assert not victory.is_paris_lost(made)
    germans = [unit.name for unit in made.of_side(CENTRAL_POWERS) if made.piece(unit).infantry]
    for name, at in zip(germans, sorted(ring), strict=False):
        made.change(name, at=at)
    assert victory.is_paris_lost(made)
    gap = next(at for at in sorted(ring) if len(set(board.adjacent[at]) & outer) >= 2)
    for name in made.standing[gap]:
        made.remove(name)
    assert victory.is_paris_lost(made)  # zones of control close the gap
    beyond = next(at for at in board.adjacent[gap] if at in outer)
    made.change("fr-inf-xx-25", at=gap)
    made.change("fr-inf-xx-26", at=beyond)
    assert not victory.is_paris_lost(made)  # but not where Entente combat units stand
    made.change("fr-hq-xxxx-1", at=gap)
    made.remove("fr-inf-xx-25")
    assert victory.is_paris_lost(made)  # a headquarters keeps nothing open


@pytest.mark.rule("WF 3 victory")
@pytest.mark.parametrize(
    ("lead", "told"),
    [("fr 400", "draw"), ("fr 99", "Entente substantial victory"), ("ge 50", "Entente decisive victory")],
)
def test_the_last_turn_ends_the_game_with_the_level_it_came_to(lead: str, told: str) -> None:
    # Germans never came near Paris, which costs them three levels.
    played = game(f"date 1914-11-5 recombination entente\n{FRONTIER}demoralization {lead}\n")
    while not played.over:
        played.play(PASS)
    assert str(played.outcome).startswith(told)
