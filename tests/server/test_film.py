"""Films: what happened since a step, shot by shot, as far as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running import Person, RunningServer, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("film"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


@pytest.fixture(scope="module")
def game(me: Person) -> str:
    made: str = me.start()["id"]
    for number in (0, 2, *range(30)):
        side = me.view(made, "red")["waiting"][0]
        choices = len(me.view(made, side)["decision"]["choices"])
        assert me.play(made, side, number % choices).is_success
    return made


def film(me: Person, game: str, viewer: str, since: int) -> dict[str, Any]:
    answer = me.get(f"/api/games/{game}/film", params={"as": viewer, "since": since})
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def played(shown: dict[str, Any]) -> dict[str, Any]:
    """The pieces after the last shot."""
    pieces = dict(shown["begins"]["pieces"])
    for shot in shown["shots"]:
        for key, piece in shot["pieces"].items():
            if piece is None:
                del pieces[key]
            else:
                pieces[key] = piece
    return pieces


@pytest.mark.parametrize("viewer", ["red", "blue", "observer"])
@pytest.mark.parametrize("since", [0, 7])
def test_a_film_leads_from_then_to_now(me: Person, game: str, viewer: str, since: int) -> None:
    shown, now = film(me, game, viewer, since), me.view(game, viewer)
    then = me.get(f"/api/games/{game}/view", params={"as": viewer, "step": since}).json()
    assert shown["begins"]["pieces"] == then["pieces"]
    assert played(shown) == now["pieces"]
    assert [event for shot in shown["shots"] for event in shot["events"]] == [
        event for event in now["events"] if event["step"] > since
    ]
    steps = [shot["step"] for shot in shown["shots"]]
    assert steps == sorted(set(steps))
    assert steps[0] > since
    assert steps[-1] == now["step"]


def test_a_film_of_nothing_has_no_shots(me: Person, game: str) -> None:
    assert film(me, game, "red", me.view(game, "red")["step"])["shots"] == []


def test_there_is_no_film_of_the_future(me: Person, game: str) -> None:
    answer = me.get(f"/api/games/{game}/film", params={"as": "red", "since": 9000})
    assert answer.status_code == 404
    assert "there is no step 9000" in answer.json()["error"]["reason"]


def test_nobody_sees_the_film_of_another_side(tmp_path: Any) -> None:
    with RunningServer(local(tmp_path)) as alone:
        person = alone.person()
        made = person.start()["id"]
        answer = person.get(f"/api/games/{made}/film", params={"as": "nobody", "since": 0})
        assert answer.status_code in (403, 404)
