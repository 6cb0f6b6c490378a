"""Plans: orders tried on a private sheet, compared by their odds, and given as far as reality agrees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, local
from tests.server.test_marches import GERMANY, begun, play, where

BORDER = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2306
unit be-inf-xx-1 2108
"""
MARCH = {"do": "march", "units": ["ge-inf-xx-17"], "to": "2107"}


@pytest.fixture(scope="module")
def me(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with RunningServer(local(tmp_path_factory.mktemp("plans"))) as running:
        yield running.person()


def plan(me: Person, game: str) -> dict[str, Any]:
    answer = me.post(f"/api/games/{game}/plans", json={"as": GERMANY})
    assert answer.is_success, answer.text
    made: dict[str, Any] = answer.json()
    return made


def plans(me: Person, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = me.get(f"/api/games/{game}/plans", params={"as": GERMANY}).json()
    return found


def give(me: Person, game: str, key: str) -> Any:
    return me.post(f"/api/games/{game}/plans/give", json={"as": GERMANY, "plan": key})


def test_a_plan_changes_nothing_until_it_is_given(me: Person) -> None:
    game = begun(me, BORDER)
    key = plan(me, game)["id"]
    play(me, key, GERMANY, MARCH)
    assert where(me, key, "ge-inf-xx-17") == "2107"
    assert where(me, game, "ge-inf-xx-17") == "2305"
    given = give(me, game, key).json()
    assert (given["played"], given["why"]) == (given["of"], "")
    assert where(me, game, "ge-inf-xx-17") == "2107"
    assert plans(me, game) == []


def test_plans_lie_side_by_side_with_the_odds_of_what_they_make_possible(me: Person) -> None:
    game = begun(me, BORDER)
    one, other = plan(me, game)["id"], plan(me, game)["id"]
    play(me, one, GERMANY, MARCH)
    play(me, other, GERMANY, MARCH)
    play(me, other, GERMANY, {"do": "march", "units": ["ge-inf-xx-19"], "to": "2207"})
    first, second = plans(me, game)
    assert (first["name"], second["name"]) == ("A", "B")
    assert (
        [each["hex"] for each in first["attacks"]] == [each["hex"] for each in second["attacks"]] == ["2108"]
    )
    assert len(second["attacks"][0]["pieces"]) == 2
    assert second["attacks"][0]["losses"] != first["attacks"][0]["losses"]
    assert any("2107" in words for words in first["orders"])


def test_a_plan_of_yesterday_is_refused_and_nothing_is_played(me: Person) -> None:
    game = begun(me, BORDER)
    key = plan(me, game)["id"]
    play(me, key, GERMANY, MARCH)
    play(me, game, GERMANY, {"do": "march", "units": ["ge-inf-xx-19"], "to": "2405"})
    assert plans(me, game)[0]["stale"]
    assert give(me, game, key).status_code == 409
    assert where(me, game, "ge-inf-xx-17") == "2305"


def test_there_are_at_most_three_plans_and_an_empty_one_cannot_be_given(me: Person) -> None:
    game = begun(me, BORDER)
    keys = [plan(me, game)["id"] for _ in range(3)]
    assert me.post(f"/api/games/{game}/plans", json={"as": GERMANY}).status_code == 409
    assert give(me, game, keys[0]).status_code == 422
    assert me.delete(f"/api/games/{keys[0]}").status_code == 204
    assert [each["name"] for each in plans(me, game)] == ["B", "C"]


def test_nobody_plans_for_a_side_that_is_not_asked(me: Person) -> None:
    game = begun(me, BORDER)
    assert me.post(f"/api/games/{game}/plans", json={"as": "entente"}).status_code == 422
