"""What is written down of games of Storm of Steel."""

from __future__ import annotations

import msgspec

import hexfront
from hexfront.ai import army
from hexfront.games.storm_of_steel.table import chronicle
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.chronicle import Chronicle


def line(found: Chronicle, side: str) -> dict[str, float]:
    return {
        each.name: each.value for each in found.figures if each.group == chronicle.WEST and each.side == side
    }


def test_the_western_line_of_a_trench_year_is_held_and_dug_in() -> None:
    position = hexfront.new("storm-of-steel/verdun-and-somme", seed=1).position
    found = TITLE.chronicle(position)
    for side in (CENTRAL_POWERS, ENTENTE):
        told = line(found, side)
        assert told["Hexes"] >= 10
        assert told["Held"] == told["Hexes"]
        assert told["Dug in"] >= 0.6 * told["Hexes"]
    assert chronicle.at_rest(found, found, position.setting)


def test_a_front_at_which_ground_changes_hands_is_not_at_rest() -> None:
    position = hexfront.new("storm-of-steel/verdun-and-somme", seed=1).position
    found = TITLE.chronicle(position)
    labels = [position.setting.board.label(node) for node in chronicle.the_west(position.setting)]
    taken = [label for label in labels if found.ground[label] == ENTENTE][: chronicle.FEW + 1]
    moved = msgspec.structs.replace(found, ground=found.ground | dict.fromkeys(taken, CENTRAL_POWERS))
    assert chronicle.changed_hands(found, moved, position.setting) == chronicle.FEW + 1
    assert not chronicle.at_rest(found, moved, position.setting)


def test_a_front_without_trenches_is_not_at_rest() -> None:
    position = hexfront.new("storm-of-steel/guns-of-august", seed=1).position
    found = TITLE.chronicle(position)
    assert not chronicle.at_rest(found, found, position.setting)


def test_the_verdict_names_winner_and_level_and_counts_morale() -> None:
    position = hexfront.new("storm-of-steel/guns-of-august", seed=1).position
    assert TITLE.verdict(position, "Entente: National Victory").winner == ENTENTE
    told = TITLE.verdict(position, "Central Powers: Worldwide Victory; the Entente have surrendered")
    assert (told.winner, told.level) == (CENTRAL_POWERS, "Worldwide Victory")
    assert told.score == position.morale[CENTRAL_POWERS] - position.morale[ENTENTE]
    assert TITLE.verdict(position, "Mutual Exhaustion").winner == ""


def test_a_whole_front_can_be_given_to_a_staff() -> None:
    game = hexfront.new("storm-of-steel/campaign-1915", seed=1)
    west = army(game, CENTRAL_POWERS, "Western front")
    setting = game.position.setting
    assert len(west.pieces) > 20
    assert all(setting.front_of[game.position.units[name].at] == "west" for name in west.pieces)
