"""A guess at what lies hidden: the right units, hidden as the rules hide them, the same for the same lot."""

from __future__ import annotations

import random

import pytest

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import inter_phase, supply
from hexfront.games.serbia_1914.table import guessing
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import INTER_PHASE, other_side
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.start import new_game


def guess(of: SerbiaPosition, side: str, number: int = 1) -> SerbiaPosition:
    found = TITLE.suppose(TITLE.redact(of, side), side, number)
    assert isinstance(found, SerbiaPosition)
    return found


@pytest.mark.rule("3.1.5", "3.1.6")
@pytest.mark.parametrize("scenario", [each.name for each in TITLE.scenarios()])
def test_a_guess_has_all_units_of_the_set_up_and_looks_the_same(scenario: str) -> None:
    of = TITLE.set_up(TITLE.setting(scenario, {}), 1)
    assert isinstance(of, SerbiaPosition)
    for side in TITLE.sides:
        found = guess(of, side)
        assert found.by_side[other_side(side)] == of.by_side[other_side(side)]
        assert TITLE.view(found, side) == TITLE.view(of, side)
        assert list(found.status()) == []
        assert secrecy.SEALED not in found.flags


def test_the_lot_decides_and_the_truth_does_not() -> None:
    of = TITLE.set_up(TITLE.setting("grand-campaign", {}), 1)
    assert isinstance(of, SerbiaPosition)
    assert guess(of, "serbia", 1).digest() == guess(of, "serbia", 1).digest()
    assert guess(of, "serbia", 1).digest() != guess(of, "serbia", 2).digest()
    hidden = next(
        unit
        for unit in of.of_side("austria-hungary")
        if unit.name not in secrecy.shown(of, "austria-hungary") and of.piece(unit).gun
    )
    elsewhere = of.copy()
    host = next(unit for unit in of.of_side("austria-hungary") if unit.name == "ah-inf-xx-29")
    elsewhere.change(hidden.name, at=host.at)
    assert guess(of, "serbia").digest() == guess(elsewhere, "serbia").digest()


@pytest.mark.rule("16.1", "16.5")
def test_who_has_left_is_not_missed() -> None:
    of = TITLE.set_up(TITLE.setting("grand-campaign", {}), 1)
    assert isinstance(of, SerbiaPosition)
    known = TITLE.redact(of, "serbia")
    assert isinstance(known, SerbiaPosition)
    now = {unit.name for unit in guessing.missing(known, "austria-hungary")}
    known.turn = 7
    later = {unit.name for unit in guessing.missing(known, "austria-hungary")}
    leaving = {row.unit for turn in range(7) for row in of.setting.parameters.leaving(turn)}
    assert leaving & now
    assert not leaving & later


def test_a_game_can_be_played_on_from_a_guess() -> None:
    game = new_game(TITLE, "battle-in-the-macva", 3, {})
    game.digest_every = 0
    draw = random.Random(3)
    for _ in range(60):
        choices = game.decision.choices()
        game.play(choices[draw.randrange(len(choices))], game.decision.side)
    twin = known_game(game, game.decision.side, 5)
    for _ in range(200):
        if twin.over:
            break
        choices = twin.decision.choices()
        twin.play(choices[draw.randrange(len(choices))], twin.decision.side)
    assert list(twin.position.status()) == []


@pytest.mark.rule("15.4", "15.0")
def test_a_depot_is_supposed_to_be_on_a_railway_that_leads_home() -> None:
    """Else it would fly in the supply phase, and all would have seen it."""
    of = TITLE.set_up(TITLE.setting("conrads-case-b", {}), 1)
    assert isinstance(of, SerbiaPosition)
    known = TITLE.redact(of, "serbia")
    assert isinstance(known, SerbiaPosition)
    for depot in [unit for unit in known.of_side("austria-hungary") if known.piece(unit).depot]:
        known.remove(depot.name)  # as if each lay hidden somewhere
    placed = 0
    for number in range(1, 6):
        found = guessing.supposed(known, "serbia", number)
        depots = [unit for unit in found.of_side("austria-hungary") if found.piece(unit).depot]
        placed += len(depots)
        assert all(supply.has_line_of_communications(found, depot) for depot in depots)
    assert placed > 5


@pytest.mark.rule("16.6", "16.6.2")
def test_who_is_asked_to_use_replacements_is_supposed_to_have_losses() -> None:
    of = TITLE.set_up(TITLE.setting("crossing-of-the-drina", {}), 1)
    assert isinstance(of, SerbiaPosition)
    of.phase, of.active, of.begun = INTER_PHASE, "serbia", True
    of.replacements["serbia"] = 2
    assert inter_phase.replacement_choices(guess(of, "austria-hungary"), "serbia")
    assert not inter_phase.replacement_choices(guess(of, "serbia"), "austria-hungary")
    of.replacements["serbia"] = 0
    found = guess(of, "austria-hungary")
    assert not any(found.units[name].reductions for name in found.by_side["serbia"])
