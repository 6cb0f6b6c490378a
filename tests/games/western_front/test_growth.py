"""Lists that are made at every decision: what they cost for twice as many units, counted and not timed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.rules.organization import replacement_choices
from hexfront.games.western_front.scenarios.deployment import limits, stages
from hexfront.games.western_front.scenarios.deployment.phase import choices
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.counting import instructions
from tests.games.western_front.builders import position

SIDE = 12  # hexes of the board, each way


def waiting(units: int) -> int:
    """What it takes to list what replacements that wait in as many hexes can do."""
    board = "board corner=0101\n" + ("| " + " ".join("." * SIDE) + "\n") * SIDE
    placed = "".join(
        f"unit rpl-{at} {at % SIDE + 1:02}{at // SIDE + 1:02} piece=ge-rpl-xx-rpl\n" for at in range(units)
    )
    text = "date 1914-10-3 recombination central-powers\n" + board + placed
    laid_out = position(text)
    assert len(laid_out.units) == units
    listed = list(replacement_choices(laid_out, CENTRAL_POWERS))  # what is worked out once is not counted
    assert len(listed) >= units
    return instructions(lambda: list(replacement_choices(laid_out, CENTRAL_POWERS)))


@pytest.mark.rule("24-3")
def test_replacements_that_wait_in_many_hexes_are_not_paired_with_each_other() -> None:
    assert waiting(80) < 2.3 * waiting(40)


@pytest.mark.rule("WF 14-1")
def test_what_a_nation_owes_is_added_up_once_for_all_its_units(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new("western-front/verdun", seed=2)
    asked: list[str] = []
    added_up = limits.struck_off

    def counted(position: WesternFrontPosition, nation: str) -> int:
        asked.append(nation)
        return added_up(position, nation)

    monkeypatch.setattr(limits, "struck_off", counted)
    stage = stages.stage(game.position)
    assert stage is not None
    assert len(choices(game.position, stage)) > 20
    assert len(asked) < 10  # there are two nations; units that could lose strength are dozens


@pytest.mark.rule("WF 12-5")
def test_sectors_are_drawn_when_the_line_has_changed_and_guests_counted_once_for_all_hexes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = hexfront.new("western-front/western-front-1918", seed=2)
    draw = random.Random(2)
    done: list[str] = []
    for name in ("_read_flags", "_layout", "guests"):
        true = getattr(sectors, name)

        def counted(*given: Any, true: Any = true, name: str = name, **more: Any) -> Any:
            done.append(name)
            return true(*given, **more)

        monkeypatch.setattr(sectors, name, counted)
    marches = 0
    while marches < 60:
        decision = game.decision
        listed = decision.choices()
        marches += decision.kind == "go" and decision.side == ENTENTE
        if not marches:
            done.clear()  # the deployment is another matter
        game.play(listed[draw.randrange(len(listed))], decision.side)
    assert max(done.count(name) for name in ("_read_flags", "_layout")) < 40
    assert done.count("guests") < 60
