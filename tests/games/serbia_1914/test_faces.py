"""How choices look: words, what one clicks, cost, way, and what will come of it."""

from __future__ import annotations

import random
import typing

import pytest

from hexfront.games.serbia_1914 import orders
from hexfront.games.serbia_1914.orders import Add, Dig, Go, Pick, Prepare, Reduce, Repulse, SerbiaAction
from hexfront.games.serbia_1914.table.faces import described, face
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Face
from hexfront.kernel.start import new_game
from tests.games.serbia_1914.builders import FIELD, game, position
from tests.games.serbia_1914.builders import node as node_of

MOVE = "turn 3 movement serbia\n"
SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"
ENEMY = "unit Z 25.12 nation=austria-hungary values=7-7-3-2\n"


def picked(text: str, unit: str = "A") -> Game:
    """A game in which a unit has been taken in hand."""
    found = game(FIELD + MOVE + text)
    found.play(Pick(unit))
    return found


def shown(of: Game, action: Action) -> Face:
    assert action in of.decision.choices(), action
    return of.face(of.decision, action)


def test_every_order_has_a_face_of_its_own() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB}\n")
    samples: dict[str, object] = {
        "unit": "A",
        "units": ("A",),
        "at": "22.11",
        "to": "22.11",
        "hexes": ("22.11", "22.12"),
        "army": "FIFTH",
        "corps": "first",
        "between": "SECOND/FIFTH",
        "whole": "ah-inf-xx-31",
        "marsch": "A",
        "formation": "A",
        "intense": True,
    }
    texts = set()
    for kind in typing.get_args(SerbiaAction):
        needed = [name for name in kind.__struct_fields__ if name in samples]
        action = kind(**{name: samples[name] for name in needed})
        found = face(of, action)
        assert found.text
        assert found.verb
        assert described(of, action) == found.text
        texts.add(found.text)
    assert len(texts) == len(typing.get_args(SerbiaAction))


def test_a_march_shows_its_cost_and_way() -> None:
    found = shown(picked(f"unit A 20.12 {SERB}\n"), Go("22.12"))
    assert (found.text, found.hex, found.cost) == ("March to 22.12", "22.12", "4")
    assert found.path[0] == "20.12"
    assert found.path[-1] == "22.12"
    assert found.effects == ()


@pytest.mark.rule("7.1.6")
def test_a_march_says_what_it_does_with_enemy_zones() -> None:
    of = picked(ENEMY + f"unit A 23.12 {SERB}\n")
    assert "enters an enemy zone" in shown(of, Go("24.12")).effects
    near = picked(ENEMY + f"unit A 24.12 {SERB}\n")
    assert "leaves an enemy zone" in shown(near, Go("22.12")).effects
    assert "from enemy zone to enemy zone" in shown(near, Go("24.11")).effects


@pytest.mark.rule("7.2.1", "7.2.3")
def test_a_forced_march_says_what_has_to_be_thrown() -> None:
    of = picked(f"unit A 20.12 {SERB} effectiveness=10 spent=7\n")
    assert shown(of, Go("21.12")).effects == ()
    assert shown(of, Go("22.12")).effects == ("forced march of 2, check on 8 or less",)


@pytest.mark.rule("7.1.4b")
def test_a_march_across_the_sava_says_that_it_weakens() -> None:
    field = position(FIELD)
    banks = [field.setting.board.label(node) for node in field.setting.beside[node_of(field, "22.11")]]
    river = "".join(f"side 22.11-{label} sava\n" for label in banks)
    of = picked(f"{river}unit A 21.11 {SERB} began=21.11\n")
    assert "crosses the Sava: weakened" in shown(of, Go("22.11")).effects


@pytest.mark.rule("8.2")
def test_a_march_says_that_cavalry_in_sight_may_evade() -> None:
    riders = "unit Z 25.12 nation=austria-hungary kind=cavalry values=3-3-3-1\n"
    of = picked(riders + f"unit A 23.12 {SERB}\n")
    assert "enemy cavalry may evade" in shown(of, Go("24.12")).effects
    assert shown(of, Go("22.12")).effects == ()


@pytest.mark.rule("3.1.1")
def test_a_march_says_who_is_there_and_whether_there_is_room() -> None:
    three = "".join(f"unit {name} 22.12 {SERB}\n" for name in "BCD")
    found = shown(picked(three + f"unit A 20.12 {SERB}\n"), Go("22.12"))
    assert found.effects == ("joins 3 divisions there", "too many to stay there")


@pytest.mark.rule("7.3")
def test_a_prepared_attack_shows_its_price_and_who_is_seen() -> None:
    of = picked(ENEMY + f"unit A 24.12 {SERB}\n")
    found = shown(of, Prepare("25.12"))
    assert found.cost == "4"
    assert "Z on top, infantry division" in found.effects


@pytest.mark.rule("3.1.6")
def test_a_repulse_names_only_the_top_unit() -> None:
    hidden = "unit Y 25.12 nation=austria-hungary size=x values=3-3-3-1\n"
    of = picked(ENEMY + hidden + f"unit A 24.12 {SERB}\n")
    found = shown(of, Repulse("25.12"))
    assert found.cost == "1"
    assert "Z on top, infantry division" in found.effects
    assert not any("Y" in effect for effect in found.effects)


def test_who_can_be_taken_along_is_clicked() -> None:
    asset = "unit B 22.12 nation=serbia size=iii values=1-2-2-0 asset\n"
    found = shown(picked(f"unit A 22.12 {SERB}\n" + asset), Add("B"))
    assert (found.unit, found.hex) == ("B", "")


def test_passing_says_what_it_means() -> None:
    of = game(FIELD + MOVE + f"unit A 22.12 {SERB}\n")
    assert shown(of, PASS).text == "End the movement phase"
    assert shown(picked(f"unit A 22.12 {SERB}\n"), PASS).text == "Put back: A stays in 22.12"


@pytest.mark.rule("9.10.2")
def test_a_loss_says_what_is_left() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB} reductions=1\nunit B 22.12 {SERB} reductions=3\n")
    assert face(of, Reduce("A")).effects == ("4-5 (3)", "2 more possible")
    assert face(of, Reduce("B")).effects == ("it is eliminated",)


def test_digging_shows_its_price() -> None:
    assert face(position(FIELD), Dig("22.12")).cost == "13"


def test_every_choice_of_a_random_game_has_words_and_something_to_click() -> None:
    of = new_game(TITLE, "battle-in-the-macva", 11, {})
    of.digest_every = 0
    draw = random.Random(11)
    buttons = (orders.Recover, orders.Declare, orders.ChooseCorps, orders.PlaceGuns, orders.ClaimSyrmien)
    for _ in range(400):
        if of.over:
            break
        decision = of.decision
        choices = decision.choices()
        for action in choices:
            found = of.face(decision, action)
            assert found.text
            if action != PASS and not isinstance(action, buttons):
                assert found.unit or found.hex, action
        of.play(choices[draw.randrange(len(choices))], decision.side)
