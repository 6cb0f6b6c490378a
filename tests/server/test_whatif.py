"""What if in the browser: branches in a process of their own, from what a side knows."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, hosted, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("whatif"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def finished(me: Person, game: str, job: str) -> dict[str, Any]:
    """The branches when all are done."""
    until = time.monotonic() + 40
    while True:
        found: dict[str, Any] = me.get(f"/api/games/{game}/whatif/{job}").json()
        if found["finished"]:
            return found
        assert time.monotonic() < until, found
        time.sleep(0.05)


def test_branches_are_played_with_and_without_an_order_and_change_nothing(me: Person) -> None:
    game = me.start(seats={"red": "me", "blue": "me"})["id"]
    before = me.view(game, "red")
    order = before["decision"]["choices"][0]["action"]
    wish = {"as": "red", "games": 4, "turns": 1, "action": order, "player": "random"}
    begun = me.post(f"/api/games/{game}/whatif", json=wish)
    assert begun.status_code == 202, begun.text
    found = finished(me, game, begun.json()["job"])
    assert found["error"] == ""
    assert (found["done"], found["of"]) == (8, 8)
    assert [(arm["arm"], arm["games"]) for arm in found["arms"]] == [("without", 4), ("with", 4)]
    for arm in found["arms"]:
        assert sum(result["games"] for result in arm["results"]) == 4
    assert found["worth"]["of"] == 4
    assert found["turn"] == "Turn 1"
    assert me.view(game, "red")["step"] == before["step"]


def test_an_illegal_order_is_refused_with_its_rule(me: Person) -> None:
    game = me.start(seats={"red": "me", "blue": "me"})["id"]
    wish = {"as": "red", "games": 1, "action": {"do": "pick", "unit": "r1"}}
    refused = me.post(f"/api/games/{game}/whatif", json=wish)
    assert refused.status_code == 422
    assert refused.json()["error"]["rules"]


def test_a_new_wish_ends_the_one_before_and_its_process(me: Person) -> None:
    game = me.start(seats={"red": "me", "blue": "me"})["id"]
    wish = {"as": "red", "games": 40, "turns": 0, "player": "greedy"}
    first = me.post(f"/api/games/{game}/whatif", json=wish).json()["job"]
    second = me.post(f"/api/games/{game}/whatif", json={**wish, "games": 1, "turns": 1}).json()["job"]
    assert me.get(f"/api/games/{game}/whatif/{first}").json()["finished"]
    assert finished(me, game, second)["done"] == 1
    assert me.delete(f"/api/games/{game}/whatif/{second}").status_code == 204
    until = time.monotonic() + 10
    while any(each.name == "hexfront branches" for each in multiprocessing.active_children()):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_another_asked_is_nobody_elses_business(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as running:
        anna, otto = running.person(), running.person()
        anna.sign_up("anna")
        otto.sign_up("otto")
        game = anna.start(seats={"red": "me", "blue": "open"})["id"]
        assert otto.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        wish = {"as": "red", "games": 1, "turns": 1, "player": "random"}
        job = anna.post(f"/api/games/{game}/whatif", json=wish).json()["job"]
        assert otto.get(f"/api/games/{game}/whatif/{job}").status_code == 404
        assert otto.post(f"/api/games/{game}/whatif", json=wish).status_code == 403
        assert finished(anna, game, job)["done"] == 1
