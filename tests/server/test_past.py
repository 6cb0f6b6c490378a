"""Looking back: steps in words, views of the past, figures over the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, local

SAVES = Path(__file__).parents[1] / "saves"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("past"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


@pytest.fixture(scope="module")
def game(me: Person) -> str:
    """A game of some steps, with the views both sides had at each of them."""
    made: str = me.start()["id"]
    return made


@pytest.fixture(scope="module")
def seen(me: Person, game: str) -> list[dict[str, dict[str, Any]]]:
    """What each viewer saw at each step of the game."""
    found = [everything(me, game)]
    for number in (0, 2, *range(12)):
        side = found[-1]["red"]["waiting"][0]
        choices = len(found[-1][side]["decision"]["choices"])
        assert me.play(game, side, number % choices).is_success
        found.append(everything(me, game))
    return found


def everything(me: Person, game: str) -> dict[str, dict[str, Any]]:
    return {viewer: me.view(game, viewer) for viewer in ("red", "blue", "observer")}


@pytest.mark.parametrize("viewer", ["red", "blue", "observer"])
def test_the_past_is_shown_as_it_was_seen_then(
    me: Person, game: str, seen: list[dict[str, dict[str, Any]]], viewer: str
) -> None:
    for step, then in enumerate(seen[:-1]):
        past = me.get(f"/api/games/{game}/view", params={"as": viewer, "step": step}).json()
        for part in ("step", "turn", "pieces", "markers", "events", "waiting", "report"):
            assert past[part] == then[viewer][part]
        assert past["decision"] is None
        assert past["undo"]["possible"] is False
    assert me.view(game, viewer) == seen[-1][viewer]


def test_a_past_that_was_played_by_other_rules_is_not_shown_otherwise(me: Person) -> None:
    old = (SAVES / "serbia-drina-middle.hexfront").read_bytes()
    made = me.post("/api/import", content=old, headers={"content-type": "application/octet-stream"})
    assert made.is_success, made.text
    game = made.json()["id"]
    now = me.view(game, "observer")
    answer = me.get(f"/api/games/{game}/view", params={"as": "observer", "step": 211})
    assert answer.status_code == 422
    assert "the rules or data have changed" in answer.text
    assert me.view(game, "observer") == now


def test_there_is_no_view_of_the_future(me: Person, game: str, seen: list[Any]) -> None:
    answer = me.get(f"/api/games/{game}/view", params={"as": "red", "step": len(seen)})
    assert answer.status_code == 404


def test_history_tells_ones_own_steps_and_what_came_of_the_others(
    me: Person, game: str, seen: list[Any]
) -> None:
    own = me.get(f"/api/games/{game}/history", params={"as": "red"}).json()
    assert [entry["step"] for entry in own] == list(range(1, len(seen)))
    assert own[0]["text"] == "plan raid"
    other = me.get(f"/api/games/{game}/history", params={"as": "blue"}).json()
    # That red chose is known; what it chose was told when both had chosen.
    assert (other[0]["by"], other[0]["text"], other[0]["kind"]) == ("red", "", "")
    assert "red will raid" in other[1]["told"][0]
    assert {entry["turn"] for entry in own} == {"Turn 1"}
    tail = me.get(f"/api/games/{game}/history", params={"as": "red", "since": 5}).json()
    assert tail == own[5:]


def test_curves_hold_only_what_the_viewer_knows(me: Person, game: str, seen: list[Any]) -> None:
    curves = me.get(f"/api/games/{game}/curves", params={"as": "red"}).json()
    assert curves["names"] == [{"name": "red", "group": "Points", "side": "red"}]
    steps = [point["step"] for point in curves["points"]]
    assert steps == sorted(set(steps))
    assert steps[-1] == len(seen) - 1
    assert all(len(point["values"]) == 1 for point in curves["points"])
    assert me.get(f"/api/games/{game}/curves").json()["names"] == []
