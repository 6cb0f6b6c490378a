"""What adjudicators ask, with positions of the book's own examples where there are some."""

from __future__ import annotations

import random

import pytest

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import marches, retreat_hexes, supply
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import from_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from tests.games.serbia_1914.battlefield import field
from tests.games.serbia_1914.builders import FIELD, position
from tests.rulebook.serbia_1914 import test_comprehensive_combat as comprehensive
from tests.rulebook.serbia_1914 import test_supply_examples as examples

A = "unit A 21.12 nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=12\n"
D = "unit D 22.12 nation=serbia values=6-8-3-2 corps=First effectiveness=12\n"


def asked(of: SerbiaPosition, words: str) -> Ledger:
    return TITLE.explain(of, from_words(words, TITLE.questions))


@pytest.fixture
def battle() -> SerbiaPosition:
    return position(comprehensive.TEXT)


@pytest.mark.rule("9.7")
def test_the_white_die_of_the_comprehensive_example_is_modified_by_one(battle: SerbiaPosition) -> None:
    ledger = asked(battle, "die-modifiers 43.40")
    assert ledger.total == 1  # white 6, modified to 7
    assert [(term.rule, term.value) for term in ledger.terms] == [("9.7", 4), ("9.7", -3)]


@pytest.mark.rule("9.4.1", "23.2.1")
def test_a_depot_on_its_front_side_gives_ammunition_for_nothing(battle: SerbiaPosition) -> None:
    ledger = asked(battle, "supply-cost 43.40")
    assert ledger.total == 0
    assert "9th Division is served by Fifth Army Depot 1 without limit" in ledger.subject


@pytest.mark.rule("9.4.2")
def test_a_source_on_its_extended_side_gives_increments() -> None:
    of = field(A + D)
    of.change("ah-depot-fifth-1", extended=True)
    ledger = asked(of, "supply-cost 22.12")
    assert [(term.rule, term.value) for term in ledger.terms] == [("9.4.2", 1)]
    assert ledger.total == 1
    none = asked(of, "supply-cost 22.12 A=")
    assert (none.total, "A has no ammunition" in none.subject) == (0, True)


@pytest.mark.rule("9.4.1")
@pytest.mark.parametrize(
    ("plan", "error", "sentence"),
    [
        ("A=sr-depot-1", Refusal, "cannot provide"),
        ("D=sr-depot-1", Refusal, "leads no Force"),
        ("A", Malformed, "LEADER=SOURCE"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(plan: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        asked(field(A + D), f"supply-cost 22.12 {plan}")


@pytest.mark.rule("23.2.1")
def test_shells_of_the_defender_are_counted() -> None:
    of = field(A + D.replace("8-3-2", "8-3-6"))
    of.shells = 5
    ledger = asked(of, "supply-cost 22.12 - false")
    assert ledger.total == sum(int(term.value) for term in ledger.terms)
    assert "23.2.1" in {term.rule for term in ledger.terms}


@pytest.mark.rule("11.1.1")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_the_ends_of_a_retreat_are_those_of_the_ways_that_are_open(
    battle: SerbiaPosition, hexes: int
) -> None:
    ledger = asked(battle, f"retreat-ranks {comprehensive.MORAVA} {hexes}")
    unit = battle.units[comprehensive.MORAVA]
    bound = retreat_hexes.retreat_of(battle, force_of(battle, unit).units, unit.at)
    ways = retreat_hexes.open_ways(battle, bound, unit.at, hexes)
    ends = {battle.setting.board.label(way.hexes[-1]) for way in ways}
    assert {term.label[:5] for term in ledger.terms if term.value == 1} == ends
    assert ledger.total == len(ends)
    assert [term.value for term in ledger.terms] == sorted(term.value for term in ledger.terms)
    assert all(f"{hexes} from the combat" in term.label for term in ledger.terms)


@pytest.mark.rule("11.1.1", "11.1.1a")
def test_what_a_hex_lacks_is_said(battle: SerbiaPosition) -> None:
    ledger = asked(battle, f"retreat-ranks {comprehensive.MORAVA} 1")
    by_hex = {term.label[:5]: term.label for term in ledger.terms}
    assert "nearer to supply" in by_hex["44.39"]
    assert "farther from supply" in by_hex["42.39"] or "as far from supply" in by_hex["42.39"]
    assert "1 open enemy zones" in by_hex["44.40"]
    for hexes, compared in ((0, "needs 1, has 0"), (9, "at most 8, has 9")):
        with pytest.raises(Refusal, match=compared):
            asked(battle, f"retreat-ranks {comprehensive.MORAVA} {hexes}")


@pytest.mark.rule("15.5")
def test_an_isolated_unit_is_told_what_bars_its_paths() -> None:
    of = position(examples.PLAIN + examples.SURROUNDED)
    ledger = asked(of, "surrounded 22/11")
    assert "is isolated" in ledger.subject
    assert ledger.total == len(ledger.terms) > 0
    assert {"enemy units", "enemy zone of control"} >= {term.label.split(": ")[1] for term in ledger.terms}


@pytest.mark.rule("15.5")
def test_a_unit_that_is_not_isolated_is_told_how_far_its_source_is(battle: SerbiaPosition) -> None:
    ledger = asked(battle, f"surrounded {comprehensive.MORAVA}")
    assert (ledger.total, "is not isolated" in ledger.subject) == (2, True)


@pytest.mark.rule("15.5")
@pytest.mark.parametrize("seed", range(4))
def test_every_unit_has_an_answer_that_agrees_with_the_rule(seed: int) -> None:
    chance = random.Random(seed)
    of = TITLE.set_up(TITLE.setting("grand-campaign", {}), 1)
    hexes = sorted(of.setting.hexes & of.setting.in_play)
    for unit in list(of.units.values()):
        if chance.random() < 0.5 and not of.setting.board.is_area(unit.at):
            of.change(unit.name, at=chance.choice(hexes), also=-1)
    for unit in list(of.units.values()):
        if unit.at in of.setting.hexes and of.piece(unit).combat:
            said = "is isolated" in asked(of, f"surrounded {unit.name}").subject
            assert said is supply.is_isolated(of, unit)


@pytest.mark.rule("7.1.1", "7.2.1")
def test_the_allowance_has_the_points_of_a_forced_march() -> None:
    of = position(
        f"{FIELD}turn 3 movement austria-hungary\n{A.replace('effectiveness', 'spent=2 effectiveness')}"
    )
    ledger = asked(of, "allowance A")
    assert ledger.total == marches.points_left(of, ["A"]) == sum(int(term.value) for term in ledger.terms)
    assert [term.label for term in ledger.terms] == ["allowance of the phase", "spent", "forced march"]
    with pytest.raises(Refusal, match="nobody marches"):
        asked(position(f"{FIELD}turn 3 attack austria-hungary\n{A}"), "allowance A")
