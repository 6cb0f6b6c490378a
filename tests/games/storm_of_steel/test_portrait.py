"""Counters on the map: each in the colour of its nation, with a symbol of its kind."""

from __future__ import annotations

from hexfront.drawing import Picture
from hexfront.kernel.title import OBSERVER
from hexfront.shared.portraits import looks_of
from tests.games.storm_of_steel.field import on_field, on_map


def test_counters_have_the_colour_and_the_symbol_of_what_they_are() -> None:
    game = on_map(
        "turn 2 movement central-powers impulse=1\nunit ge-2a-ii 2721\nunit fr-2a-i 2425 entrenched\n"
    )
    picture = game.picture(OBSERVER)
    assert isinstance(picture, Picture)
    style, _ = looks_of(game.position.setting)
    shown = {counter.key: counter for counter in picture.counters}
    assert shown["ge-2a-ii"].nation in style.nations
    assert shown["ge-2a-ii"].nation != shown["fr-2a-i"].nation
    assert shown["ge-2a-ii"].symbol in style.symbols
    assert (shown["ge-2a-ii"].strength, shown["ge-2a-ii"].movement) == ("4", "2")
    assert (shown["fr-2a-i"].strength, shown["fr-2a-i"].movement) == ("8", "E")
    assert shown["fr-2a-i"].states == ("entrenched",)


def test_broken_and_repaired_railways_are_marked() -> None:
    game = on_field(
        "rails 1313 nobody\nrails 1413 central-powers\n", "turn 2 movement central-powers impulse=1"
    )
    picture = game.picture(OBSERVER)
    assert isinstance(picture, Picture)
    assert {marker.kind for marker in picture.markers} == {"broken rail", "railhead"}
