"""Answers under seal, through the doors of the server: nobody learns what another chose, nor how often."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, hosted

LONG = ("draw guns", "discard guns", "draw charge", "draw guides", "draw horses", "pass")
SHORT = ("draw charge", "draw guns", "draw signals", "pass")
BLUE = ("draw guns", "draw horses", "draw signals", "pass")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, Person]]:
    with RunningServer(hosted(tmp_path_factory.mktemp("sealed"), rate=0)) as server:
        yield server.person("Ada"), server.person("Bertha")


def order(person: Person, game: str, side: str, words: str, **more: Any) -> dict[str, Any]:
    tag, *rest = words.split()
    action = {"do": tag, **({"card": rest[0]} if rest else {})}
    wanted = {"as": side, "expect": person.view(game, side)["step"], "actions": [action], **more}
    answer = person.post(f"/api/games/{game}/actions", json=wanted)
    assert answer.is_success, answer.text
    done: dict[str, Any] = answer.json()
    return done


def two(people: tuple[Person, Person]) -> str:
    """A game of Ada's, with Bertha at blue."""
    ada, bertha = people
    game: str = ada.start(seats={"red": "me", "blue": "open"}, options={"cards": "on"})["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    return game


def through_every_door(person: Person, game: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = {"view": person.view(game, side)}
    for door in ("history", "curves"):
        found[door] = person.get(f"/api/games/{game}/{door}", params={"as": side}).json()
    found["film"] = person.get(f"/api/games/{game}/film", params={"as": side, "since": 0}).json()
    sent = person.get(f"/api/games/{game}/export", params={"as": side})
    found["name"] = sent.headers["content-disposition"]
    found["file"] = [json.loads(line) for line in sent.text.replace(game, "a game").splitlines()][:-1]
    info = person.get(f"/api/games/{game}").json()
    found["info"] = {part: info[part] for part in ("step", "revision", "turn", "waiting")}
    return found


@pytest.mark.parametrize("done", [2, 4])
def test_another_choice_under_seal_makes_no_difference(people: tuple[Person, Person], done: int) -> None:
    ada, bertha = people
    found = []
    for red in (SHORT[:2] if done == 2 else SHORT, LONG[:5] if done == 2 else LONG):
        game = two(people)
        for words in red:
            order(ada, game, "red", words)
        for words in BLUE[:done]:
            order(bertha, game, "blue", words)
        found.append(through_every_door(bertha, game, "blue"))
        del found[-1]["file"][0]["mail"]["state"]  # each game makes it with a secret key of its own
    assert found[0] == found[1]
    assert found[0]["view"]["step"] == 1 + done  # after the fresh dice


def test_no_message_tells_that_another_is_choosing(people: tuple[Person, Person]) -> None:
    ada, bertha = people
    game = two(people)
    with bertha.watch(game, "blue") as screen:
        view = screen.wait("view")["view"]
        for words in LONG[:-1]:
            order(ada, game, "red", words)
        screen.nothing("change")
        # What Bertha saw still stands, so that her order is not stale.
        seen = {"expect": view["step"], "revision": view["revision"]}
        mine = order(bertha, game, "blue", BLUE[0], **seen)
        change = screen.wait("change")
        assert (change["since"], change["after"]) == (view["step"], view["revision"])
        assert (change["step"], change["revision"]) == (mine["step"], mine["revision"])
        order(ada, game, "red", "pass")  # that Ada is done is seen
        assert screen.wait("change")["waiting"] == ["blue"]


def test_choices_under_seal_are_not_taken_back(people: tuple[Person, Person]) -> None:
    ada, bertha = people
    game = two(people)
    order(bertha, game, "blue", BLUE[0])
    for words in ("", *LONG[:2]):
        if words:
            order(ada, game, "red", words)
        undo = bertha.view(game, "blue")["undo"]
        assert undo == {"possible": False, "reason": "this cannot be taken back: it is under seal"}
        answer = bertha.post(f"/api/games/{game}/undo", json={"as": "blue", "expect": 2})
        assert answer.status_code == 422
        assert "under seal" in answer.text


def test_the_past_is_counted_as_a_side_knows_it(people: tuple[Person, Person]) -> None:
    ada, bertha = people
    game = two(people)
    for words in LONG:
        order(ada, game, "red", words)
    for words in BLUE:
        order(bertha, game, "blue", words)
    for step in range(6):  # the first are the fresh dice
        past = bertha.get(f"/api/games/{game}/view", params={"as": "blue", "step": step}).json()
        assert past["step"] == step
    future = bertha.get(f"/api/games/{game}/view", params={"as": "blue", "step": 6})
    assert future.status_code == 404
    told = bertha.get(f"/api/games/{game}/history?as=blue").json()
    assert [each["by"] for each in told] == ["referee"] + ["blue"] * 4
