"""The first turn of The Schlieffen Plan, played by hand: docs/a-first-turn.md tells it rule by rule.

What is compared was worked out on paper from the rulebook and the dice that fell, not taken from the program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import hexfront
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tests/journeys/first_turn.txt"
SAVED = ROOT / "tests/journeys/first_turn.hexfront"
PAGE = ROOT / "docs/a-first-turn.md"
SEED = 3
ATTACK_DIE, COUNTERATTACK_DIE = 2, 6


@cache
def actions() -> tuple[str, ...]:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def played(until: str = "") -> tuple[Game, Sequence[Event]]:
    """The turn as far as the first action with this text, which is not played, and all that was told."""
    game = hexfront.new("western-front/schlieffen-plan", seed=SEED)
    told: list[Event] = []
    for line in actions()[: actions().index(until) if until else None]:
        told += game.play_words(line)
    return game, told


@pytest.fixture(scope="module")
def turn() -> tuple[Game, Sequence[Event]]:
    return played()


def position_of(game: Game) -> WesternFrontPosition:
    assert isinstance(game.position, WesternFrontPosition)
    return game.position


def unit_of(game: Game, name: str) -> Unit:
    return position_of(game).units[name]


def place(game: Game, name: str) -> str:
    return game.setting.board.label(unit_of(game, name).at)


def texts(told: Sequence[Event], word: str) -> list[str]:
    return [event.text for event in told if word in event.text]


@pytest.mark.rule("5")
def test_the_turn_ends_with_the_arrival_phase_of_the_next(turn: tuple[Game, Sequence[Event]]) -> None:
    game, _ = turn
    assert position_of(game).date_text == "August 1914, turn 2"
    assert position_of(game).phase == "arrival"
    assert game.decision.side == "central-powers"


@pytest.mark.rule("WF 3-2", "6-6", "10-7")
def test_everybody_stands_where_he_marched(turn: tuple[Game, Sequence[Event]]) -> None:
    game, _ = turn
    assert {
        name: place(game, name)
        for name in (
            "ge-inf-xx-18",
            "ge-inf-xx-19",
            "ge-cav-xx-2",
            "ge-cav-xx-9",
            "ge-siege-i-2",
            "ah-siege-i-5",
            "ah-siege-i-4",
            "be-inf-xx-3",
            "be-inf-x-14",
            "fr-cav-xx-1",
        )
    } == {
        "ge-inf-xx-18": "2206",
        "ge-inf-xx-19": "2207",
        "ge-cav-xx-2": "2106",
        "ge-cav-xx-9": "2208",
        "ge-siege-i-2": "2405",
        "ah-siege-i-5": "2506",
        "ah-siege-i-4": "2604",
        "be-inf-xx-3": "1706",
        "be-inf-x-14": "1706",
        "fr-cav-xx-1": "1810",
    }


@pytest.mark.rule("13-13", "13-15", "13-19", "14-13")
def test_the_dice_and_the_table_say_what_is_lost(turn: tuple[Game, Sequence[Event]]) -> None:
    """Attack: 8 + 2 in column 10, die 2 - 2 = 0: 1. Counterattack: 36 x 3 + 8 x 2 = 124, die 6 + 1 = 7:
    twice 13 in column 50 and 6 in column 24."""
    _, told = turn
    (attack,) = texts(told, "Attack on 2107 with")
    assert f"with 10: die {ATTACK_DIE}-2, 1 to lose" in attack
    (counterattack,) = texts(told, "Counterattack from 2107 with")
    assert f"with 124: die {COUNTERATTACK_DIE}+1, 32 to lose" in counterattack


@pytest.mark.rule("13-18", "13-23", "21-5")
def test_losses_fall_on_the_attackers_and_on_the_fortress(turn: tuple[Game, Sequence[Event]]) -> None:
    game, _ = turn
    assert {"ge-inf-xx-17", "ge-cav-xx-4"} == set(position_of(game).lost)
    assert unit_of(game, "be-fortress-2107").strength == 36 - 1
    assert unit_of(game, "be-inf-xx-3").strength == 6
    assert unit_of(game, "be-inf-x-14").strength == 2
    assert unit_of(game, "ge-inf-xx-18").strength == 8


@pytest.mark.rule("19-2", "21-3", "30-1")
def test_supply_points_are_spent_for_infantry_only(turn: tuple[Game, Sequence[Event]]) -> None:
    """8 by 4 for the attack, 8 by 2 for the counterattack; nothing for cavalry and fortress."""
    game, _ = turn
    assert unit_of(game, "ge-hq-xxxx-1").supply == 100 - 2
    assert unit_of(game, "ge-hq-xxxx-2").supply == 100
    assert unit_of(game, "be-hq-xxxx-bel").supply == 30 - 4


@pytest.mark.rule("26-2", "26-3")
def test_demoralization(turn: tuple[Game, Sequence[Event]]) -> None:
    """One for each point of infantry, two for each of cavalry; Belgium counts none."""
    game, _ = turn
    assert {nation: points for nation, points in position_of(game).demoralization.items() if points} == {
        "ge": 8 * 1 + 2 * 2
    }


@pytest.mark.rule("WF 3-10", "14-8")
def test_the_belgians_leave_liege_for_the_free_hex_near_brussels() -> None:
    game, _ = played(until="pick be-inf-xx-3")
    assert place(game, "be-inf-xx-3") == place(game, "be-inf-x-14") == "2007"


@pytest.mark.rule("9-3")
def test_divisions_cut_the_lines_they_enter_and_cavalry_does_not(turn: tuple[Game, Sequence[Event]]) -> None:
    _, told = turn
    assert texts(told, "is cut") == ["The rail line in 2206 is cut", "The rail line in 2207 is cut"]


REFUSALS = [
    ("pick ge-inf-xx-17", "pick ge-inf-xx-5", "WF 6"),
    ("pick ge-inf-xx-17", "march ge-inf-xx-17 2306", "WF 3-2"),
    ("pick ge-inf-xx-17", "pass", "WF 3-2"),
    ("pick ge-cav-xx-2", "march ge-cav-xx-2 2006", "6-11"),
    ("pick ge-cav-xx-2", "march ge-cav-xx-2 2105", "6-9"),
    ("pick ge-siege-i-2", "transport ge-siege-i-2 2306", "8-1"),
    ("attack 2107", "assault 2107 ge-siege-i-2", "12-4"),
    ("terrain hilly", "terrain urban", "21-4"),
    ("pick be-inf-xx-3", "pick be-cav-xx-1", "WF 6"),
    ("pick be-inf-xx-3", "pass", "WF 3-10"),
    ("pick fr-cav-xx-1", "march fr-cav-xx-1 1809", "6-9"),
]


@pytest.mark.parametrize(("until", "wrong", "rule"), REFUSALS, ids=[each[1] for each in REFUSALS])
def test_what_the_rules_forbid(until: str, wrong: str, rule: str) -> None:
    game, _ = played(until)
    refusal = game.check(game.read_action(wrong))
    assert isinstance(refusal, Refusal)
    assert rule in refusal.rules


def test_the_saved_game_is_the_same_turn(turn: tuple[Game, Sequence[Event]]) -> None:
    game, _ = turn
    saved = hexfront.load(SAVED)
    assert [as_words(entry.action) for entry in saved.journal] == list(actions())
    assert position_of(saved).demoralization == position_of(game).demoralization
    assert position_of(saved).lost == position_of(game).lost


def test_the_page_tells_these_actions_in_this_order() -> None:
    """Every action of the script stands on the page after the one before it."""
    commands = re.findall(
        r"^\$ hexfront do game\.hexfront (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = iter([part for command in commands for part in command.split(" / ")])
    assert [action for action in actions() if action not in told] == []
