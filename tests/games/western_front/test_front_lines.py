"""Who holds what where a scenario of the trench war begins, and what was paid for in 1914."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.forces import LATER
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.scenarios import front_lines
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, DEVASTATION, ENTENTE, HINDENBURG_LINE
from hexfront.kernel.start import check_options
from tests.games.western_front.builders import node, table


def start(scenario: str, **options: str) -> WesternFrontPosition:
    """A later scenario with its armies deployed, before anything has happened."""
    chosen = {"ready-deployed": "on", **options}
    return TITLE.set_up(TITLE.setting(scenario, check_options(TITLE, scenario, chosen)), 1)


@pytest.mark.rule("WF 12")
@pytest.mark.parametrize("scenario", LATER)
def test_every_hex_of_france_belgium_and_germany_is_behind_one_line(scenario: str) -> None:
    setting = TITLE.setting(scenario, {})
    held = front_lines.held(setting)
    countries = {"france", "belgium", "germany", "luxembourg"}
    land = {
        each
        for each in range(len(setting.board))
        if setting.board.country[each] in countries and not setting.closed[each]
    }
    assert set(held) == land
    assert held[setting.board["1107"]] == CENTRAL_POWERS
    assert held[setting.board["1006"]] == ENTENTE


@pytest.mark.rule("WF 12")
def test_rail_lines_belong_to_the_side_that_holds_them() -> None:
    of = start("verdun")
    assert of.rail_network(node(of, "1107")) == "ge"  # Lille
    assert of.rail_network(node(of, "1606")) == "ge"  # Brussels
    assert of.rail_network(node(of, "0905")) == "fr"  # the corner of Belgium
    assert of.rail_network(node(of, "2015")) == "fr"
    assert of.setting.rail_capacity("ge", of.date) == of.setting.rail_capacity("fr", of.date) == 15


@pytest.mark.rule("26-4")
@pytest.mark.parametrize("scenario", LATER)
@pytest.mark.parametrize("label", ["1107", "1305", "1204", "1604", "1211"])
def test_nobody_is_charged_again_for_what_was_lost_in_1914(scenario: str, label: str) -> None:
    of = start(scenario)
    before = dict(of.demoralization)
    for hex_ in (node(of, label), *of.setting.urban_beside.get(node(of, label), ())):
        morale.hex_taken(table(of), of, hex_, CENTRAL_POWERS)
    assert of.demoralization == before


@pytest.mark.rule("26-4", "WF 23-17")
def test_amiens_and_reims_still_cost_points_in_a_single_scenario() -> None:
    of = start("verdun")
    for label in ("0811", "1515"):
        before = of.demoralization["fr"]
        morale.hex_taken(table(of), of, node(of, label), CENTRAL_POWERS)
        assert of.demoralization["fr"] > before


@pytest.mark.rule("WF 23-17", "WF 21 victory")
def test_in_1918_three_cities_that_were_retaken_are_free() -> None:
    of = start("western-front-1918")
    before = dict(of.demoralization)
    for label, by in (("0811", CENTRAL_POWERS), ("1515", CENTRAL_POWERS), ("2923", ENTENTE)):
        morale.hex_taken(table(of), of, node(of, label), by)
    assert of.demoralization == before


@pytest.mark.rule("WF 20 set-up", "WF 8-4")
def test_1917_begins_with_the_line_and_the_devastated_belt_before_it() -> None:
    of = start("nivelle-offensive")
    kinds = {of.setting.board.label(each): marker.kind for each, marker in of.markers.items()}
    line = {label for label, kind in kinds.items() if kind == HINDENBURG_LINE}
    assert line == {"1110", "1210", "1211", "1212", "1313"}
    belt = {label for label, kind in kinds.items() if kind == DEVASTATION}
    assert belt == {
        "0911",
        "0912",
        "0913",
        "0914",
        "1011",
        "1012",
        "1013",
        "1014",
        "1114",
        "1115",
        "1214",
        "1315",
    }


@pytest.mark.rule("WF 21-1", "WF 23-18", "WF 23-19")
def test_1918_begins_with_the_points_and_the_morale_of_four_years() -> None:
    of = start("western-front-1918")
    assert of.demoralization == {"ge": 1966, "fr": 975, "gb": 912, "us": 0}
    assert morale.is_shaken(of, "ge")
    assert morale.is_shaken(of, "fr")
    assert not morale.is_shaken(of, "gb")
    assert not morale.is_collapsed(of, "ge")


@pytest.mark.parametrize("scenario", [each for each in LATER if each != "western-front-1918"])
def test_other_scenarios_begin_without_points_and_with_nobody_shaken(scenario: str) -> None:
    of = start(scenario)
    assert set(of.demoralization.values()) == {0}
    assert not any(morale.is_shaken(of, nation) for nation in ("ge", "fr", "gb"))
