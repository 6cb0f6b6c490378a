"""Luck is reckoned truly: by playing again, by what came of fights, and on the average."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import hexfront
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.game import Game
from hexfront.kernel.luck import KEY, Fortune, Throw, fortunes, luck_of, throw_of
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.proof import luck as proofs
from hexfront.proof.luck import Tally, tail
from hexfront.seam import find_title

GAMES = {
    "western-front": ("schlieffen-plan",),
    "serbia-1914": ("battle-in-the-macva", "crossing-of-the-drina"),
    "storm-of-steel": ("brusilov",),
    "outpost": ("skirmish",),
}


@pytest.mark.parametrize("title", GAMES)
def test_what_is_told_of_a_throw_is_what_comes_of_all_ways_its_dice_can_fall(title: str) -> None:
    found = proofs.prove(find_title(title), GAMES[title], range(31, 33), 500, 6)
    assert found.wrong == []
    assert found.played_again > 2
    for kind, tally in found.tallies.items():
        assert abs(tally.deviations) < 4, (title, kind)
        assert tally.chance > 0.0001, (title, kind)


def test_a_forecast_of_another_table_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told wrongly shows at once, and luck that is no luck shows in the mean."""
    game = next(each for each in _games("outpost", "skirmish") if [*proofs.throws(each)])
    step, number, throw = next(proofs.throws(game))
    other = Throw(
        throw.step,
        throw.side,
        throw.text,
        throw.kind,
        throw.dice,
        throw.hex,
        throw.came,
        ((1.0, throw.came),),
    )
    assert "played" in proofs.wrong_with(game, step, number, other)
    tally = Tally()
    for _ in range(200):  # the mean is told as 1, and nothing but 2 ever comes
        ways = ((0.5, Fortune(0)), (0.5, Fortune(2)))
        tally.add(Throw(1, "red", "", "", (1,), "", Fortune(2), ways))
    assert tally.deviations > 10
    assert tally.chance < 1e-6


def test_what_could_not_happen_is_not_counted_as_having_happened() -> None:
    impossible = Throw(1, "red", "an attack", "", (1,), "", Fortune(0, 0, 1), ((1.0, Fortune()),))
    with pytest.raises(AssertionError, match="could not be otherwise"):
        Tally().add(impossible)
    with pytest.raises(ValueError, match="none of the ways"):
        fortunes("red", [Fortune(1)], Fortune(2))


def test_the_tail_of_chi_square_is_that_of_the_tables() -> None:
    for square, freedom, chance in (
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (23.209, 10, 0.01),
        (9.342, 10, 0.5),
    ):
        assert tail(square, freedom) == pytest.approx(chance, abs=0.0005)


def _games(title: str, scenario: str, most: int = 900) -> Iterator[Game[Any]]:
    for seed in range(1, 30):
        yield proofs.played(find_title(title), scenario, seed, most)


def test_in_the_west_who_is_said_to_be_forced_back_must_retreat_and_nobody_else() -> None:
    """[14-4] The throw says whether the defenders are forced; what is told afterwards says it again."""
    seen = {0.0: 0, 1.0: 0}
    for game in _games("western-front", "schlieffen-plan"):
        hexes: dict[str, float] = {}
        for event in game.events:
            if event.text.startswith(("Attack on", "Column attack on")) and KEY not in event.data:
                hexes = {}
            if (throw := throw_of(event)) is not None and "Attack on" in event.text:
                hexes = {throw.hex: throw.came.ground}
            for at, ground in hexes.items():
                if event.text.startswith(f"The units in {at} "):
                    assert ("must retreat" in event.text) == bool(ground), event.text
                    seen[ground] += 1
        if min(seen.values()) > 2:
            return
    raise AssertionError(f"too few retreats: {seen}")


def test_in_storm_of_steel_nobody_is_left_where_the_throw_says_so() -> None:
    """[14.21] Whole units are lost: a lone defender who owes half of his strength is gone."""
    lone = gone = 0
    for seed in range(1, 40):
        draw, game = random.Random(seed), hexfront.new("storm-of-steel/brusilov", seed)
        waiting: tuple[Throw, tuple[str, ...]] | None = None
        while game.decisions and game.step < 700:
            position = game.position
            assert isinstance(position, SteelPosition)
            if waiting is not None and game.decision.kind == "attack":
                throw, names = waiting
                node = position.setting.board[throw.hex]
                left = [name for name in names if name in position.units and position.units[name].at == node]
                if throw.came.ground:
                    assert not left, throw.text
                    gone += 1
                elif len(names) == 1:
                    assert left, throw.text
                    lone += 1
                waiting = None
            before = {
                node: tuple(unit.name for unit in position.troops_at(node))
                for node in range(len(position.occupant))
                if position.occupant[node] == other_side(position.active)
            }
            decision = game.decisions[0]
            for event in game.play(draw.choice(decision.choices()), decision.side):
                if event.kind == "battle" and (found := throw_of(event)) is not None:
                    waiting = found, before.get(position.setting.board[found.hex], ())
        if lone > 2 and gone > 2:
            return
    raise AssertionError(f"too few fights: {lone}, {gone}")


def test_a_side_is_told_of_no_throw_it_has_not_heard_of() -> None:
    for title, scenario in (("storm-of-steel", "campaign-1914"), ("serbia-1914", "battle-in-the-macva")):
        game = proofs.played(find_title(title), scenario, 5, 900)
        whole = luck_of(game, REFEREE).throws
        assert whole
        for viewer in (*game.title.sides, OBSERVER):
            heard = {event.text for _, event in game.heard(viewer)}
            seen = luck_of(game, viewer).throws
            assert {each.text for each in seen} <= heard
            assert len(seen) == sum(each.text in heard for each in whole)
