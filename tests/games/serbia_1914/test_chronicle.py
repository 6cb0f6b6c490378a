"""What is written down of a game for those who study many."""

from __future__ import annotations

from hexfront.games.serbia_1914.table import chronicle
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from tests.games.serbia_1914.builders import position


def test_figures_count_steps_levels_and_the_advance() -> None:
    placed = position(
        "turn 5 movement serbia\nlead 4\nshells 90\nimproved 25.14 serbia\n"
        "unit ah-inf-xx-9 24.12 reductions=2 status=3\nunit sr-inf-xx-drina-1 25.14 reductions=1\n"
        "lost ah-gar-iii-tuzla 16.09\n"
    )
    found = {figure.key: figure.value for figure in chronicle.chronicle(placed).figures}
    assert found["Victory points", AUSTRIA_HUNGARY, "lead of Austria-Hungary"] == 4
    assert found["Steps lost", AUSTRIA_HUNGARY, "Austria-Hungary"] == 3
    assert found["Steps lost", SERBIA, "Serbia"] == 1
    assert found["Levels of effectiveness lost", AUSTRIA_HUNGARY, "Austria-Hungary"] == 3
    assert found["Stores", SERBIA, "Serbian shells"] == 90
    assert found["Advance", AUSTRIA_HUNGARY, "columns east of the twentieth"] == 4


def test_places_and_ground_follow_control() -> None:
    placed = position("turn 5 movement serbia\nholder 21.10 austria-hungary\n")
    found = chronicle.chronicle(placed)
    sabac = next(each for each in chronicle.landmarks(placed.setting) if each.hex == "21.10")
    assert found.places[sabac.name] == AUSTRIA_HUNGARY
    assert found.ground["21.10"] == AUSTRIA_HUNGARY
    assert found.ground["30.20"] == SERBIA


def test_the_verdict_is_for_the_leader_and_the_score_for_serbia() -> None:
    found = chronicle.verdict(position("turn 5 movement serbia\nlead -40\n"))
    assert (found.winner, found.score) == (SERBIA, 40)
    levels = chronicle.annals(position("turn 5 movement serbia\n").setting).levels
    assert levels[0].winner == SERBIA
    assert levels[-1].winner == AUSTRIA_HUNGARY


def test_moments_name_the_month() -> None:
    assert chronicle.moment(position("turn 19 movement serbia\n")).period == "October 1914"
