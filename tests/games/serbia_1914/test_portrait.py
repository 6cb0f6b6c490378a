"""Counters, markers and layers, for each viewer what he may see."""

from __future__ import annotations

import pytest

from hexfront.drawing import Counter, Highlight, Line, Picture, Zone, draw_svg
from hexfront.drawing.style import missing
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.table import layers
from hexfront.games.serbia_1914.table.layers import LAYERS
from hexfront.games.serbia_1914.table.portrait import portrait
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.errors import Malformed
from hexfront.kernel.title import OBSERVER, REFEREE
from tests.games.serbia_1914.builders import FIELD, node, position

SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"
ENEMY = "unit Z 22.11 nation=austria-hungary values=7-7-3-2\n"


def counter(of: SerbiaPosition, key: str, viewer: str = SERBIA) -> Counter:
    return next(each for each in portrait(of, viewer).counters if each.key == key)


def kinds(of: SerbiaPosition) -> list[tuple[str, str]]:
    label = of.setting.board.label
    return [(label(each.node), each.kind) for each in portrait(of, OBSERVER).markers]


def test_an_own_counter_shows_what_it_is_worth_now() -> None:
    found = counter(position(FIELD + f"unit A 22.12 {SERB} reductions=2 status=4\n"), "A")
    assert (found.strength, found.movement) == ("2", "3 (3)")
    assert found.states == ("CI", "reduced")
    assert ("effectiveness", "7 of 10, CI") in found.facts


@pytest.mark.rule("3.1.6")
def test_an_enemy_counter_shows_only_its_proficiency() -> None:
    of = position(FIELD + ENEMY + f"unit A 22.12 {SERB} reductions=2 status=4\nunit B 22.12 {SERB}\n")
    shown = [each for each in portrait(of, AUSTRIA_HUNGARY).counters if each.side == SERBIA]
    assert [each.key for each in shown] == ["A"]
    assert (shown[0].strength, shown[0].movement, shown[0].states) == ("", "(3)", ())
    assert shown[0].facts == (("kind", "infantry division"), ("proficiency", "3"))


@pytest.mark.rule("3.1.5")
def test_the_top_unit_is_drawn_last() -> None:
    brigade = "nation=serbia size=x values=3-4-4-1 corps=first"
    of = position(FIELD + ENEMY + f"unit A 22.12 {SERB}\nunit B 22.12 {brigade}\n")
    assert [each.key for each in portrait(of, SERBIA).counters if each.side == SERBIA] == ["B", "A"]


@pytest.mark.rule("19.0")
def test_a_two_hex_unit_lies_in_both_hexes() -> None:
    of = position(FIELD + f"unit A 22.12+23.13 {SERB}\n")
    found = [each for each in portrait(of, SERBIA).counters if each.key == "A"]
    assert [of.setting.board.label(each.node) for each in found] == ["22.12", "23.13"]
    assert all("two-hex" in each.states for each in found)


@pytest.mark.rule("3.1.6a")
def test_markers_lie_open() -> None:
    of = position(
        FIELD
        + "side 22.11-22.12 sava\n"
        + "improved 22.12 serbia\nkomitadji 24.12\npontoon 22.11/22.12 austria-hungary built\n"
        + f"unit A 22.12 {SERB}\nunit B 23.14 {SERB} task=position progress=4\n"
    )
    assert kinds(of) == [
        ("22.12", "position"),
        ("23.14", "works"),
        ("24.12", "komitadji"),
        ("22.11", "pontoon"),
    ]


@pytest.mark.rule("7.3", "9.1")
def test_prepared_attacks_and_aims_are_arrows() -> None:
    of = position(FIELD + ENEMY + f"unit A 22.12 {SERB} prepared=22.11\nunit B 22.12 {SERB} prepared=22.11\n")
    found = [each for each in portrait(of, AUSTRIA_HUNGARY).overlays if isinstance(each, Line)]
    assert [(each.nodes, each.form, each.text) for each in found] == [
        ((node(of, "22.12"), node(of, "22.11")), "arrow", "2")
    ]


def test_every_scenario_can_be_drawn_with_every_layer() -> None:
    for scenario in TITLE.scenarios():
        of = TITLE.set_up(TITLE.setting(scenario.name, {}), 1)
        picture = TITLE.picture(of, REFEREE, [*TITLE.layers])
        assert isinstance(picture, Picture)
        assert missing(picture.style, picture.board) == []
        for each in picture.counters:
            assert each.nation in picture.style.nations
            assert each.symbol in picture.style.symbols
            assert all(word in picture.style.states for word in each.states)
        for marker in picture.markers:
            assert marker.kind in picture.style.markers
        assert "Šabac" in draw_svg(picture)


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(Malformed, match="zones"):
        portrait(position(FIELD), SERBIA, ["zone"])


# Layers


@pytest.mark.rule("3.3")
def test_zones_of_both_sides_are_hatched() -> None:
    of = position(FIELD + ENEMY + f"unit A 24.13 {SERB}\n")
    mine, theirs = (each for each in LAYERS.draw(of, SERBIA, ["zones"]) if isinstance(each, Zone))
    assert set(mine.nodes) == set(of.setting.zone_reach[node(of, "24.13")])
    assert set(theirs.nodes) == set(of.setting.zone_reach[node(of, "22.11")])


@pytest.mark.rule("15.3", "15.4")
def test_the_supply_layer_marks_who_is_without_and_only_for_the_owner() -> None:
    of = position(FIELD + f"unit A 24.13 {SERB}\n")
    found = [each for each in LAYERS.draw(of, SERBIA, ["supply"]) if isinstance(each, Highlight)]
    assert [(each.node, each.text) for each in found] == [(node(of, "24.13"), "isolated")]
    assert LAYERS.draw(of, AUSTRIA_HUNGARY, ["supply"])[0] == Zone((), "#2e5a86", falling=False)
    assert LAYERS.draw(of, OBSERVER, ["supply"]) == []


@pytest.mark.rule("3.4")
def test_control_beyond_the_border_is_hatched() -> None:
    of = TITLE.set_up(TITLE.setting("grand-campaign", {}), 1)
    assert isinstance(of, SerbiaPosition)
    of.holders[of.setting.board["21.10"]] = AUSTRIA_HUNGARY
    zones = [each for each in LAYERS.draw(of, OBSERVER, ["control"]) if isinstance(each, Zone)]
    assert of.setting.board["21.10"] in zones[1].nodes


@pytest.mark.rule("3.6")
def test_heights_show_the_level_of_hexes_above_the_plain() -> None:
    of = position("board corner=20.10 shifted=even\n| . m M\n")
    found = [each for each in LAYERS.draw(of, OBSERVER, ["heights"]) if isinstance(each, Highlight)]
    levels = [of.setting.elevation[node(of, label)] for label in ("21.10", "22.10")]
    assert [each.text for each in found] == [str(level) for level in levels]


@pytest.mark.rule("3.1.6")
def test_the_threat_counts_stacks_in_sight_and_not_what_lies_under_them() -> None:
    one = FIELD + f"unit A 24.13 {SERB}\n" + ENEMY
    assert layers.threat(position(one), SERBIA) == {node(position(one), "24.13"): 1}
    two = one + "unit Y 22.11 nation=austria-hungary values=9-9-2-2\n"
    assert layers.threat(position(two), SERBIA) == layers.threat(position(one), SERBIA)
