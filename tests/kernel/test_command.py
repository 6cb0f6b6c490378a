"""Commands: the branches of an order of battle that somebody can answer for."""

from __future__ import annotations

import pytest

from hexfront.kernel.actions import words_of
from hexfront.kernel.command import bodies, branches
from hexfront.kernel.showing import Muster
from hexfront.kernel.start import new_game
from hexfront.seam import find_title, title_names
from outpost.orders import Assault

ARMY = Muster("First Army", "red", ("a", "b"), under=(Muster("1st Corps", "red", ("c",)),))
FORTS = Muster("Forts", "red", under=(Muster("Metz, strength 4", "red", ("f",)),), listed=True)
MUSTER = (
    Muster("Reds", "red", under=(ARMY, FORTS, Muster("Empty", "red"))),
    Muster("Blues", "blue", ("x",)),
)
SCENARIOS = [(name, each.name) for name in title_names() for each in find_title(name).scenarios()]


def test_every_branch_with_pieces_is_listed_before_its_parts() -> None:
    found = [(each.key, each.pieces) for each in branches(MUSTER, "red")]
    assert found == [
        ("Reds", ("a", "b", "c", "f")),
        ("Reds/First Army", ("a", "b", "c")),
        ("Reds/First Army/1st Corps", ("c",)),
        ("Reds/Forts", ("f",)),
        ("Reds/Forts/Metz, strength 4", ("f",)),
    ]


def test_a_list_of_pieces_is_no_body_of_troops() -> None:
    assert [each.name for each in bodies(MUSTER, "red")] == ["Reds", "First Army", "1st Corps"]
    assert bodies(MUSTER, "red")[0].pieces == ("a", "b", "c", "f")


def test_branches_of_the_same_name_are_one_body() -> None:
    twice = [
        Muster("Reds", "red", under=(Muster("No army", "red", ("a",)), Muster("No army", "red", ("b",))))
    ]
    assert [(each.key, each.pieces) for each in bodies(twice, "red")] == [
        ("Reds", ("a", "b")),
        ("Reds/No army", ("a", "b")),
    ]


def test_the_words_of_an_action_are_those_of_its_fields() -> None:
    assert list(words_of(Assault("0302", ("r1", "r2")))) == ["0302", "r1", "r2"]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_commands_of_a_side_have_names_of_their_own_and_hold_its_order_of_battle(
    title: str, scenario: str
) -> None:
    game = new_game(find_title(title), scenario, 1)
    for side in game.title.sides:
        found = game.commands(side)
        keys = [each.key for each in found]
        assert len(keys) == len(set(keys))
        listed = {piece for each in branches(game.report(side).muster, side) for piece in each.pieces}
        assert {piece for each in found for piece in each.pieces} == listed
