"""Actions as structs, as JSON and as words: the same thing three times."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.actions import (
    PASS,
    Action,
    FixDice,
    Pass,
    StirDice,
    as_data,
    as_words,
    from_data,
    from_words,
    kinds_of,
    tag_of,
)
from hexfront.kernel.errors import Malformed, Refusal


class Move(Action, frozen=True, tag="move"):
    unit: str
    to: str
    via: tuple[str, ...] = ()


class Attack(Action, frozen=True, tag="attack"):
    units: tuple[str, ...]
    shells: int = 0
    gas: bool = False
    label: str = ""
    reserve: int | None = None


class Retreat(Action, frozen=True, tag="retreat"):
    to: str | None


class Rest(Action, frozen=True, tag="rest"):
    turns: int | None = 3
    where: str = "camp"


class Screen(Action, frozen=True, tag="screen"):
    units: frozenset[str]


Orders = Move | Attack | Retreat | Rest | Screen | Pass | FixDice | StirDice

# Names of units and hexes may hold anything but the signs that the words themselves use.
NAMES = st.text(min_size=1).filter(lambda name: name != "-")
ITEMS = st.text(min_size=1).filter(lambda name: name != "-" and "," not in name)
LISTS = st.lists(ITEMS, max_size=4).map(tuple)
NUMBERS = st.integers(-(2**40), 2**40)
ACTIONS = st.one_of(
    st.builds(Move, NAMES, NAMES, LISTS),
    st.builds(Attack, LISTS, NUMBERS, st.booleans(), st.just("") | NAMES, st.none() | NUMBERS),
    st.builds(Retreat, NAMES),
    st.builds(Rest, NUMBERS, NAMES),
    st.just(PASS),
    st.builds(FixDice, st.lists(st.integers(0, 99), max_size=4).map(tuple)),
    st.builds(StirDice, NUMBERS),
)


@given(ACTIONS)
def test_an_action_survives_words(action: Action) -> None:
    assert from_words(as_words(action), Orders) == action


@given(ACTIONS)
def test_an_action_survives_data_and_json(action: Action) -> None:
    data = as_data(action)
    assert data["do"] == tag_of(action)
    assert from_data(data, Orders) == action
    line = msgspec.json.encode(data).decode()
    assert from_words(line, Orders) == action
    assert from_words("  " + line, Orders) == action


@given(st.text())
def test_any_line_is_an_action_or_malformed(line: str) -> None:
    with suppress(Malformed):
        assert tag_of(from_words(line, Orders)) in line


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (PASS, "pass"),
        (Move("a", "0304"), "move a 0304"),
        (Move("1st Guards", "0304", ("0302", "0303")), "move '1st Guards' 0304 0302,0303"),
        (Attack(("a", "b")), "attack a,b 0 False"),
        (Attack((), 2, True, "", 4), "attack - 2 True - 4"),
        (Attack((), 0, False), "attack - 0 False"),
        (FixDice((4, 2)), "fix-dice 4,2"),
        (FixDice(()), "fix-dice"),
        (StirDice(-3), "stir-dice -3"),
    ],
)
def test_words_are_the_tag_and_the_fields_in_order(action: Action, words: str) -> None:
    assert as_words(action) == words
    assert from_words(words, Orders) == action


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("  move   a\t0304  ", Move("a", "0304")),
        ('move "a" 0304 -', Move("a", "0304")),
        ("attack a", Attack(("a",))),
        ("attack a - yes-not", None),
        ("attack a 1 true", Attack(("a",), 1, True)),
        ("attack a 1 0 - -", Attack(("a",), 1)),
        ("attack", Attack(())),
        ('{"do": "pass"}', PASS),
    ],
)
def test_words_may_be_written_freely(words: str, action: Action | None) -> None:
    if action is None:
        with pytest.raises(Malformed):
            from_words(words, Orders)
    else:
        assert from_words(words, Orders) == action


@pytest.mark.parametrize(
    "action",
    [Retreat(None), Rest(None), Rest(1, ""), Rest(None, "")],
    ids=repr,
)
def test_an_empty_field_survives_words(action: Action) -> None:
    assert from_words(as_words(action), Orders) == action


@pytest.mark.parametrize("units", [(), ("a",), ("a", "b")])
def test_a_set_survives_words(units: tuple[str, ...]) -> None:
    action = Screen(frozenset(units))
    assert from_words(as_words(action), Orders) == action


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "",
            'no action is called "" (known: attack, fix-dice, move, pass, rest, retreat, screen, stir-dice)',
        ),
        ("   ", 'no action is called "" (known: '),
        ("mvoe a 0304", 'no action is called "mvoe" (did you mean "move"?)'),
        ("pass now", '"pass" takes nothing; 1 words are too many'),
        ("move a b c d e", '"move" takes unit, to, via; 5 words are too many'),
        ("move a", '"move" needs to'),
        ("move - b", '"move" needs unit'),
        ("stir-dice", '"stir-dice" needs salt'),
        ("stir-dice x", "not an action: Expected `int`"),
        ("fix-dice 4,x", "not an action: Expected `int`"),
        ("fix-dice 4,", "not an action: Expected `int`"),
        ("attack a 1.5", "not an action: Expected `int`"),
        ("attack a 1 perhaps", "not an action: Expected `bool`"),
        ("move 'a b", "cannot be read: No closing quotation"),
        ("move a\\", "cannot be read: No escaped character"),
        ('{"do": "move"', "not JSON: "),
        ('{"do": ' + "[" * 200_000, "not JSON: it is nested too deeply"),
        ("{}", "no action is called"),
        ('{"do": "mvoe"}', 'no action is called "mvoe" (did you mean "move"?)'),
        ('{"do": "move", "unit": "a"}', "not an action: Object missing required field `to`"),
        ('{"do": "pass", "why": 1}', "not an action: Object contains unknown field `why`"),
        ('{"do": "move", "unit": 1, "to": "b"}', "not an action: Expected `str`, got `int` - at `$.unit`"),
        ('{"do": "stir-dice", "salt": "3"}', "not an action: Expected `int`, got `str` - at `$.salt`"),
        ('{"do": ["move"]}', "no action is called"),
        ('{"do": {}}', "no action is called"),
        ('{"do": "\ud800"}', ""),
    ],
)
def test_what_is_no_action_is_refused_with_help(line: str, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        from_words(line, Orders)
    assert refused.value.reason.startswith(reason)
    assert isinstance(refused.value, Refusal)
    assert refused.value.rules == ()


@pytest.mark.parametrize(
    "data", [None, 3, "move", [], ["do"], {"do": None}, {"do": 3}, {3: "do"}, {"do": []}]
)
def test_data_that_is_no_action_is_refused(data: object) -> None:
    with pytest.raises(Malformed):
        from_data(data, Orders)


def test_words_alone_do_not_turn_numbers_into_names() -> None:
    assert from_words("move 12 0304", Orders) == Move("12", "0304")
    assert from_words("retreat null", Orders) == Retreat("null")


def test_kinds_of_a_union_and_of_a_single_type() -> None:
    assert kinds_of(Move | Pass) == {"move": Move, "pass": Pass}
    assert kinds_of(Move) == {"move": Move}
    assert from_words("move a b", Move) == Move("a", "b")
    with pytest.raises(Malformed, match="known: move"):
        from_words("pass", Move)
    assert (tag_of(Move), tag_of(Move("a", "b"))) == ("move", "move")
