"""Decisions: answers listed only as far as somebody looks, and refusals that say why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec
import pytest

from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask, Choices, Decision
from hexfront.kernel.errors import Refusal
from tests.kernel.tiny import Talk


class Step(Action, frozen=True, tag="step"):
    to: int


class Lister:
    """Lists steps and counts how many somebody has looked at."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pulled = 0
        self.started = 0

    def __call__(self) -> Iterator[Action]:
        self.started += 1
        for to in range(self.count):
            self.pulled += 1
            yield Step(to)


def ask(
    lister: Callable[[], Iterator[Action]],
    why_not: Callable[[Action], Refusal | None] | None = None,
    default: Callable[[], Action] | None = None,
) -> Ask:
    if why_not is None:
        return Ask("red", "step", "Where to?", "6-1", lister, Talk(), default=default)
    return Ask("red", "step", "Where to?", "6-1", lister, Talk(), why_not, default)


@pytest.mark.parametrize(
    ("look", "pulled"),
    [
        (lambda choices: Step(0) in choices, 1),
        (lambda choices: Step(3) in choices, 4),
        (lambda choices: PASS in choices, 10),
        (lambda choices: next(iter(choices)), 1),
        (lambda choices: choices.only(), 2),
        (lambda choices: choices.several(), 2),
        (len, 10),
        (list, 10),
        (lambda choices: choices[4], 10),
        (lambda choices: (Step(5) in choices, Step(2) in choices, choices.only()), 6),
        (lambda choices: None, 0),
    ],
    ids=["first", "fourth", "absent", "next", "only", "several", "len", "list", "index", "again", "none"],
)
def test_choices_are_listed_only_as_far_as_somebody_looks(
    look: Callable[[Choices], object], pulled: int
) -> None:
    lister = Lister(10)
    look(Choices(lister))
    assert lister.pulled == pulled
    assert lister.started == min(pulled, 1)


@pytest.mark.parametrize(
    ("look", "pulled"),
    [
        (lambda choices: PASS in choices, 0),
        (lambda choices: choices.any(), 0),
        (lambda choices: choices.several(), 2),
        (lambda choices: Step(3) in choices, 4),
        (len, 10),
    ],
    ids=["pass", "any", "several", "fourth", "len"],
)
def test_that_to_pass_is_possible_is_known_without_listing(
    look: Callable[[Choices], object], pulled: int
) -> None:
    lister = Lister(10)
    assert look(Choices(lister, passes=True))
    assert lister.pulled == pulled


def test_to_pass_is_listed_last_and_once() -> None:
    given: list[Action] = [Step(0), Step(1)]
    for options in (given, Lister(2)):
        choices = Choices(options, passes=True)
        assert PASS in choices
        assert [*choices] == [Step(0), Step(1), PASS]
        assert (len(choices), choices[-1], choices.only()) == (3, PASS, None)
    assert given == [Step(0), Step(1)]
    assert Choices(Lister(0), passes=True).only() == PASS


def test_choices_are_a_collection() -> None:
    lister = Lister(4)
    choices = Choices(lister)
    assert Step(2) in choices
    assert Step(4) not in choices
    assert "step 2" not in choices
    assert len(choices) == 4
    assert list(choices) == [Step(0), Step(1), Step(2), Step(3)]
    assert list(choices) == list(choices)
    assert (choices[0], choices[-1]) == (Step(0), Step(3))
    assert lister.pulled == 4


def test_two_readers_of_the_same_choices_do_not_disturb_each_other() -> None:
    choices = Choices(Lister(3))
    one, two = iter(choices), iter(choices)
    seen = [next(one), next(two), next(two), next(one), next(one), next(two)]
    assert seen == [Step(0), Step(0), Step(1), Step(1), Step(2), Step(2)]
    assert next(one, None) is None
    assert len(choices) == 3


@pytest.mark.parametrize(("count", "only"), [(0, None), (1, Step(0)), (2, None)])
def test_only_is_the_single_answer(count: int, only: Action | None) -> None:
    assert Choices(Lister(count)).only() == only
    assert Choices(Lister(count)).several() is (count > 1)


def test_a_decision_lists_its_choices_once() -> None:
    lister = Lister(3)
    decision = Decision(ask(lister))
    assert lister.started == 0
    assert decision.choices() is decision.choices()
    assert list(decision.choices()) == list(decision.choices())
    assert (lister.started, lister.pulled) == (1, 3)


def test_a_legal_action_is_not_refused_and_nobody_asks_why() -> None:
    def never(action: Action) -> Refusal | None:
        raise AssertionError("asked why of a legal action")

    decision = Decision(ask(Lister(3), never))
    assert decision.refusal(Step(2)) is None


def test_a_refusal_uses_the_words_of_the_title() -> None:
    reason = Refusal(("6-4", "6-7"), "the river is too wide", needed=3, had=2)
    refusal = Decision(ask(Lister(3), lambda action: reason)).refusal(Step(7))
    assert refusal is reason
    assert refusal.text == "the river is too wide (needs 3, has 2) [6-4, 6-7]"


@pytest.mark.parametrize("why_not", [None, lambda action: None])
def test_a_refusal_without_words_names_question_and_rule(
    why_not: Callable[[Action], Refusal | None] | None,
) -> None:
    refusal = Decision(ask(Lister(3), why_not)).refusal(Step(7))
    assert refusal is not None
    assert refusal.text == '"step 7" is not possible here: Where to? [6-1]'
    assert refusal.as_data() == {
        "refused": "refusal",
        "rules": ["6-1"],
        "reason": '"step 7" is not possible here: Where to?',
        "needed": None,
        "had": None,
        "compared": "",
    }


@pytest.mark.parametrize(
    ("needed", "had", "compared"),
    [
        (3, 2, "needs 3, has 2"),
        (6.0, 7.0, "at most 6, has 7"),
        (Fraction(5, 2), 2, "needs 2 1/2, has 2"),
        (4, None, "needs 4"),
        (None, Fraction(1, 2), "has 1/2"),
        ("5 hexes", 3, "needs 5 hexes, has 3"),
        (None, None, ""),
    ],
)
def test_a_refusal_writes_the_numbers_compared_as_a_rulebook_does(
    needed: object, had: object, compared: str
) -> None:
    refusal = Refusal("6-4", "no", needed, had)
    assert refusal.compared == refusal.as_data()["compared"] == compared
    assert refusal.text == (f"no ({compared}) [6-4]" if compared else "no [6-4]")
    assert msgspec.json.encode(refusal.as_data())


def test_the_list_decides_even_where_the_title_finds_no_fault() -> None:
    # Legality has one source: an action that is not listed is refused whatever why_not thinks of it.
    assert Decision(ask(Lister(0))).refusal(PASS) is not None


def test_the_default_is_the_title_s_or_the_only_answer() -> None:
    assert Decision(ask(Lister(3), default=lambda: Step(1))).default() == Step(1)
    assert Decision(ask(Lister(3))).default() is None
    assert Decision(ask(Lister(1))).default() == Step(0)


def test_a_decision_as_data() -> None:
    lister = Lister(2)
    decision = Decision(ask(lister, default=lambda: Step(1)))
    plain = {"side": "red", "kind": "step", "prompt": "Where to?", "rule": "6-1"}
    assert decision.as_data() == plain
    assert lister.started == 0
    assert decision.as_data(choices=True) == {
        **plain,
        "choices": [{"do": "step", "to": 0}, {"do": "step", "to": 1}],
        "default": {"do": "step", "to": 1},
    }
    assert Decision(ask(Lister(2))).as_data(choices=True)["default"] is None
    assert repr(decision) == "Decision(side='red', kind='step', prompt='Where to?', rule='6-1')"


def in_one_go(action: Action) -> Refusal | None:
    """A leap is a step of ten and more; it may not be longer than twenty."""
    if not isinstance(action, Step) or action.to < 10:
        return Refusal("6-2", "that is no leap")
    return Refusal("6-2", "too far", 20, action.to) if action.to > 20 else None


def test_orders_for_groups_are_legal_though_they_are_not_listed() -> None:
    decision = Decision(
        Ask("red", "step", "Where to?", "6-1", Lister(3), Talk(), in_one_go, groups=in_one_go)
    )
    assert list(decision.choices()) == [Step(0), Step(1), Step(2)]
    assert Step(12) in decision.choices()
    assert decision.refusal(Step(12)) is None
    assert Step(21) not in decision.choices()
    refusal = decision.refusal(Step(21))
    assert refusal is not None
    assert str(refusal) == "too far (at most 20, has 21) [6-2]"
    assert Step(5) not in decision.choices()
    assert "twelve" not in decision.choices()
