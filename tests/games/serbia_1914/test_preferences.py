"""Standing preferences: each answers its question, and never with what is not listed."""

from __future__ import annotations

import random

import pytest

from hexfront.games.serbia_1914.matters import Intensity, Movement
from hexfront.games.serbia_1914.orders import (
    Advance,
    Declare,
    Fire,
    React,
    Reduce,
    Replace,
    RetreatTo,
    Support,
)
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.table import preferences
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask, Decision, Matter
from hexfront.kernel.start import new_game
from tests.games.serbia_1914.builders import FIELD, position

SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"


ATTACKS = Intensity("22.12", ("Z",), ("A",), 0)
DEFENDS = Intensity("22.12", ("Z",), ("A",), 0, attacker_intense=False)


MOVING = Movement()


def answer(
    of: SerbiaPosition,
    kind: str,
    choices: list[Action],
    chosen: dict[str, str],
    *,
    side: str = SERBIA,
    about: Matter = MOVING,
) -> Action | None:
    """What preferences answer to a question; its advice is the last choice."""
    ask = Ask(side, kind, "", "", options=lambda: choices, default=lambda: choices[-1], about=about)
    return preferences.HABITS.preferred(of, Decision(ask), chosen)


def test_nothing_is_answered_without_a_preference() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB}\nunit B 22.12 {SERB}\n")
    assert answer(of, "reduce", [Reduce("A"), Reduce("B")], {}) is None
    assert answer(of, "move", [PASS], {"losses": "advised"}) is None


@pytest.mark.rule("9.10.2")
@pytest.mark.parametrize(("habit", "loser"), [("advised", "C"), ("freshest", "B"), ("weakest", "A")])
def test_losses(habit: str, loser: str) -> None:
    of = position(
        FIELD
        + f"unit A 22.12 {SERB} reductions=2\nunit B 22.12 {SERB}\n"
        + "unit C 22.12 nation=serbia size=iii values=1-9-2-0 asset\n"
    )
    choices: list[Action] = [Reduce("A"), Reduce("B"), Reduce("C")]
    assert answer(of, "reduce", choices, {"losses": habit}) == Reduce(loser)


@pytest.mark.rule("23.2.1")
def test_shells_are_spared_one_force_after_the_other() -> None:
    of = position(FIELD)
    given = {"ammunition": "spare-shells"}
    assert answer(of, "ammunition", [Fire("A", shells=False), PASS], given) == Fire("A", shells=False)
    assert answer(of, "ammunition", [Fire("A", shells=True), PASS], given) == PASS
    assert answer(of, "ammunition", [Fire("A", shells=False), PASS], {"ammunition": "advised"}) == PASS


@pytest.mark.rule("9.8")
def test_intensity_is_told_apart_for_attack_and_defense() -> None:
    of = position(FIELD + "turn 3 attack austria-hungary\n")
    both: list[Action] = [Declare(True), Declare(False)]
    habits = {"attack-intensity": "always", "defense-intensity": "never"}
    assert answer(of, "intensity", both, habits, side=AUSTRIA_HUNGARY, about=ATTACKS) == Declare(True)
    assert answer(of, "intensity", both, habits, about=DEFENDS) == Declare(False)
    assert answer(of, "intensity", both, {"attack-intensity": "always"}, about=DEFENDS) is None


@pytest.mark.rule("9.8", "14.1")
def test_a_position_is_defended_with_intensity_if_wished() -> None:
    both: list[Action] = [Declare(True), Declare(False)]
    text = FIELD + f"turn 3 attack austria-hungary\nunit A 22.12 {SERB}\nimproved 22.13 serbia\n"
    habit = {"defense-intensity": "in-positions"}
    open_field, dug_in = position(text), position(text + "improved 22.12 serbia\n")
    assert answer(open_field, "intensity", both, habit, about=DEFENDS) == Declare(False)
    assert answer(dug_in, "intensity", both, habit, about=DEFENDS) == Declare(True)


@pytest.mark.rule("8.2")
def test_cavalry_evades_or_stays() -> None:
    riders = "unit A 22.12 nation=serbia kind=cavalry values=4-3-4-1\n"
    enemy = "unit Z 22.11 nation=austria-hungary values=7-7-3-2\n"
    moves: list[Action] = [React("A", ("23.12",)), React("A", ("22.13",)), PASS]
    alone = position(FIELD + riders + enemy)
    assert answer(alone, "react", moves, {"cavalry": "stays"}) == PASS
    assert answer(alone, "react", moves, {"cavalry": "evades"}) == React("A", ("22.13",))
    backed = position(FIELD + riders + enemy + f"unit B 22.12 {SERB}\n")
    assert answer(backed, "react", moves, {"cavalry": "evades-alone"}) == PASS
    assert answer(alone, "react", moves, {"cavalry": "evades-alone"}) == React("A", ("22.13",))


@pytest.mark.rule("11.2", "10.1.1", "16.6.2")
def test_advance_support_and_replacements() -> None:
    of = position(FIELD + f"unit A 22.12 {SERB} reductions=1\nunit B 22.12 {SERB} reductions=2\n")
    ahead: list[Action] = [Advance("A", spread=True), Advance("A"), PASS]
    assert answer(of, "advance", ahead, {"advance": "all"}) == Advance("A")
    assert answer(of, "advance", ahead, {"advance": "nobody"}) == PASS
    assert answer(of, "support", [Support("A"), PASS], {"support": "all"}) == Support("A")
    assert answer(of, "support", [Support("A"), PASS], {"support": "none"}) == PASS
    men: list[Action] = [Replace("A"), Replace("B")]
    assert answer(of, "replacement", men, {"replacements": "weakest"}) == Replace("B")


@pytest.mark.rule("11.1.1")
def test_a_retreat_goes_the_advised_way() -> None:
    ways: list[Action] = [RetreatTo(("22.11",)), RetreatTo(("22.13",))]
    assert answer(position(FIELD), "retreat", ways, {"retreat": "advised"}) == RetreatTo(("22.13",))


def test_an_answer_that_is_not_listed_is_not_given() -> None:
    of = position(FIELD)
    assert answer(of, "bridges", [Support("A")], {"finishing": "nothing"}) is None


def test_a_game_with_all_preferences_asks_little_and_runs_to_its_end() -> None:
    chosen = {each.name: each.values[1] for each in TITLE.preferences}
    game = new_game(TITLE, "battle-in-the-macva", 5, {})
    game.digest_every = 0
    draw = random.Random(5)
    asked = set()
    while not game.over and game.step < 3000:
        decision = game.decision
        found = TITLE.preferred(game.position, decision, chosen)
        if found is None:
            asked.add(decision.kind)
            choices = decision.choices()
            found = choices[draw.randrange(len(choices))]
        game.play(found, decision.side)
    assert game.over
    assert not asked & {
        "attach",
        "bridges",
        "komitadji",
        "reduce",
        "intensity",
        "retreat",
        "advance",
        "support",
    }
