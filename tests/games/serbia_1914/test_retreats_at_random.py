"""Random crowds on the map of the game: checks, retreats, advances and instants leave legal positions."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.serbia_1914.force import forces_in
from hexfront.games.serbia_1914.orders import Reduce
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import advance, effectiveness, instants, retreat
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA, SIDES, other_side
from hexfront.kernel.decisions import Ask, Decision
from hexfront.kernel.title import Procedure
from tests.games.serbia_1914.builders import node, position, table

CENTRES = ("20.10", "30.09", "23.16", "07.22", "17.20", "22.28", "14.13")
SORTS = (
    "values=7-8-4-2 effectiveness=10 reduced=4-5-1 status={status} reductions={reductions}",
    "values=7-8-4-2 effectiveness=9 reduced=4-5-1 status={status}",
    "size=x values=4-4-3-1 effectiveness=9 reduced=2-2-0 status={status}",
    "kind=cavalry values=3-3-3-1 effectiveness=9 reduced=2-2-0 status={status}",
    "asset size=iii values=1-2-2-0 effectiveness=9",
    "asset size=iii values=2-3-2-0 effectiveness=9 reduced=1-1-0",
    "kind=artillery values=1-1-0-3",
)
SUPPLY = {
    SERBIA: ("sr-train-first", "sr-train-third", "sr-depot-1", "sr-depot-2"),
    AUSTRIA_HUNGARY: ("ah-train-8", "ah-train-13", "ah-depot-fifth-1"),
}


def crowd(dice: random.Random) -> SerbiaPosition:
    """Both sides mixed up around a hex."""
    centre = dice.choice(CENTRES)
    bare = position("")
    near = [bare.setting.board.label(each) for each in bare.setting.board.within(node(bare, centre), 3)]
    owner = {label: dice.choice(SIDES) for label in near}
    lines = [f"turn 5 {dice.choice(('attack', 'movement', 'counter attack'))} {dice.choice(SIDES)}"]
    for at in range(24):
        label = dice.choice(near)
        sort = dice.choice(SORTS).format(status=dice.randrange(7), reductions=dice.randrange(4))
        nation = owner[label]
        beside = [
            other
            for each in bare.setting.beside[node(bare, label)]
            if owner.get(other := bare.setting.board.label(each)) == nation
        ]
        place = label
        if (
            beside
            and "artillery" not in sort
            and dice.random() < 0.1
            and not any("+" in line for line in lines)
        ):
            place = f"{label}+{dice.choice(beside)}"
        army = "SERBIA" if nation == SERBIA else "FIFTH"
        lines.append(f"unit U{at} {place} nation={nation} {sort} army={army}")
    for side, names in SUPPLY.items():
        mine = [label for label in near if owner[label] == side]
        army = "SERBIA" if side == SERBIA else "FIFTH"
        lines += [f"unit {name} {dice.choice(mine)} army={army}" for name in names if mine]
    return position("\n".join(lines) + "\n")


def played(procedure: Procedure, dice: random.Random) -> None:
    answer = None
    for _ in range(1000):
        try:
            asked = procedure.send(answer)
        except StopIteration:
            return
        assert isinstance(asked, Ask)
        choices = Decision(asked).choices()
        assert len(choices) > 0
        assert Decision(asked).default() in choices
        answer = dice.choice(list(choices))
    pytest.fail("the retreats go round in circles")


@pytest.mark.parametrize("seed", range(60))
def test_random_retreats_checks_and_advances_end_and_leave_nothing_due(seed: int) -> None:
    dice = random.Random(seed)
    of = crowd(dice)
    at = table(of)
    played(instants.settle(at, of), dice)
    for _ in range(6):
        held = [each for each, names in enumerate(of.standing) if names and of.occupier(each)]
        here = dice.choice(held)
        side = of.occupier(here)
        assert side is not None
        forces = [force.units for force in forces_in(of, here, side)]
        if forces and dice.random() < 0.5:
            due = {names: dice.randint(1, 3) for names in forces}
            rule = dice.choice(("9.9.2", "10.3", "7.4.4"))
            played(retreat.retreat_stack(at, of, due, rule=rule, origin=here), dice)
        elif forces:
            checks = effectiveness.post_combat(
                at,
                of,
                side=side,
                forces={here: forces[:2]},
                modifier=dice.randint(-2, 6),
                withheld=forces[2:],
            )
            played(checks, dice)  # type: ignore[arg-type]
        if of.occupier(here) is None:
            enemies = [
                unit.name
                for each in of.setting.beside[here]
                for unit in of.units_at(each)
                if of.side_of(unit) == other_side(side)
            ]
            played(advance.advance(at, of, dict.fromkeys(enemies), here), dice)
        played(instants.settle(at, of), dice)
        # The crowd is in no corps, so attachment is left out.
        assert not [finding for finding in of.status() if not finding.rules[0].startswith("5.")]
        assert instants.first_due(of, resolving=False) is None


@pytest.mark.rule("10.0", "10.3")
def test_a_force_that_goes_down_with_another_makes_no_check_any_more() -> None:
    """In this game the reductions of one Force destroy the last unit of the next that is to be tested."""
    draw, game = random.Random(2059), hexfront.new("serbia-1914/conrads-case-b", 2059)
    while game.step < 322:
        decision = draw.choice(game.decisions)
        game.play(draw.choice(decision.choices()), decision.side)
    assert game.journal[319].action == Reduce("sr-gar-iii-beograd-1")
