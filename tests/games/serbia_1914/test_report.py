"""Tracks, order of battle, what is due, and who would have won."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.showing import Muster, Track
from hexfront.kernel.title import OBSERVER, REFEREE
from tests.games.serbia_1914.builders import FIELD, position

SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"
AUSTRIAN = "nation=austria-hungary values=7-7-3-2 army=FIFTH"


def set_up(scenario: str) -> SerbiaPosition:
    of = TITLE.set_up(TITLE.setting(scenario, {}), 1)
    assert isinstance(of, SerbiaPosition)
    return of


def track(of: SerbiaPosition, group: str, viewer: str = REFEREE, name: str = "") -> Track | None:
    return next(
        (each for each in TITLE.report(of, viewer).tracks if each.group == group and name in each.name), None
    )


def names_in(branches: tuple[Muster, ...]) -> list[str]:
    """Every unit of some branches."""
    return [name for each in branches for name in (*each.units, *names_in(each.under))]


@pytest.mark.rule("4.1")
def test_the_report_says_when_it_is_and_whose_phase() -> None:
    found = TITLE.report(position(FIELD + "turn 9 counter movement serbia\n"), SERBIA)
    assert found.turn == "Game turn 9, 30 to 31 August 1914"
    assert found.phase == "Austria-Hungary, counter movement"


@pytest.mark.rule("26.3.1", "23.2", "16.6.1")
def test_tracks_lie_open_for_everybody() -> None:
    of = set_up("grand-campaign")
    for viewer in (SERBIA, AUSTRIA_HUNGARY, OBSERVER):
        plan = track(of, "Plans", viewer, "Fifth")
        assert plan is not None
        assert plan.text == "bound: Valjevo (23.16), 0 of 5 mandated attacks"
        shells = track(of, "Supply", viewer)
        assert shells is not None
        assert shells.value == 125


@pytest.mark.rule("3.1.6", "6.1.1")
def test_only_the_owner_is_told_of_reductions_and_effectiveness() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB} reductions=2 status=4\nunit B 22.12 {SERB} status=5\n")
    found = track(of, "Effectiveness", SERBIA, "Serbia")
    assert found is not None
    assert found.text == "1 combat ineffective, 1 demoralized, of 2 Formations"
    lost = track(of, "Strength reductions", SERBIA)
    assert lost is not None
    assert lost.value == 2
    for viewer in (AUSTRIA_HUNGARY, OBSERVER):
        assert track(of, "Effectiveness", viewer, "Serbia") is None
        assert track(of, "Strength reductions", viewer, "Serbia") is None


def test_the_order_of_battle_goes_from_army_to_corps_to_formation() -> None:
    _, theirs = TITLE.report(set_up("grand-campaign"), AUSTRIA_HUNGARY).muster
    armies = {each.name: each for each in theirs.under}
    assert [*armies][:3] == ["Second Army", "Fifth Army", "Sixth Army"]
    corps = {each.name: each for each in armies["Fifth Army"].under}
    assert corps["8th Corps"].units == ("ah-inf-xx-9", "ah-inf-xx-21", "ah-train-8")


@pytest.mark.rule("3.1.6")
def test_of_the_enemy_it_lists_only_what_is_seen() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB}\nunit B 22.12 {SERB}\nunit Z 22.11 {AUSTRIAN}\n")
    mine, theirs = TITLE.report(of, AUSTRIA_HUNGARY).muster
    assert names_in(mine.under) == ["A"]
    assert names_in(theirs.under) == ["Z"]
    assert names_in(TITLE.report(of, SERBIA).muster[:1]) == ["A", "B"]


@pytest.mark.rule("16.1", "16.5", "4.2.1a")
def test_what_is_due_comes_in_order_and_goes_when_it_is_over() -> None:
    of = set_up("grand-campaign")
    due = TITLE.report(of, SERBIA).arrivals
    assert due[0].what == "13 inactive units may move"
    assert any(each.what == "23rd Honvéd Division leaves" and each.rule == "16.5" for each in due)
    assert any(each.what == "Begins: low water on the Sava" for each in due)
    of.turn = 4
    later = TITLE.report(of, SERBIA).arrivals
    assert not any(each.what == "23rd Honvéd Division leaves" for each in later)


@pytest.mark.rule("27.0")
@pytest.mark.parametrize(
    ("lead", "text"),
    [
        (7, "Draw"),  # Šabac for six turns, one or two columns after turn 3, none after turn 6: history
        (8, "Draw"),
        (11, "Austria-Hungary marginal victory"),
        (21, "Austria-Hungary decisive victory"),
        (5, "Serbia marginal victory"),
        (-5, "Serbia decisive victory"),
    ],
)
def test_standing_says_who_would_have_won(lead: int, text: str) -> None:
    of = set_up("battle-in-the-macva")
    of.lead = lead
    found = TITLE.report(of, OBSERVER).standing
    assert found.text == text
    assert ("Austria-Hungary decisive victory", "21 or more") in found.terms
    assert ("Austria-Hungary enters Valjevo (23.16) [27.3]", "5") in found.terms
