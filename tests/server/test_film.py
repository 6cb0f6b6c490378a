"""Films: what happened since a step, shot by shot, as far as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.server import film as film_module
from tests.server.running import Person, RunningServer, hosted, local


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
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        ada, bertha, carl = (running.person(name) for name in ("Ada", "Bertha", "Carl"))
        made = ada.start(seats={"red": "me", "blue": "open"})["id"]
        assert bertha.post(f"/api/games/{made}/seats/blue/claim", json={}).is_success
        status = {
            (who, viewer): who.get(f"/api/games/{made}/film", params={"as": viewer, "since": 0}).status_code
            for who in (ada, bertha, carl)
            for viewer in ("red", "blue", "referee", "nobody")
        }
        assert {viewer for (who, viewer), code in status.items() if who is ada and code == 200} == {"red"}
        assert {viewer for (who, viewer), code in status.items() if who is bertha and code == 200} == {"blue"}
        assert not [viewer for (who, viewer), code in status.items() if who is carl and code == 200]


def test_a_film_that_takes_too_long_ends_with_one_shot_of_the_rest(
    me: Person, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = film(me, game, "red", 0)
    monkeypatch.setattr(film_module, "MOST_SECONDS", -1.0)
    short = film(me, game, "red", 0)
    assert [shot["step"] for shot in short["shots"]] == [whole["shots"][-1]["step"]]
    assert played(short) == played(whole)
    texts = [event["text"] for shot in whole["shots"] for event in shot["events"]]
    assert [event["text"] for event in short["shots"][0]["events"]] == texts


def test_nobody_asks_for_films_without_end(tmp_path: Any) -> None:
    with RunningServer(hosted(tmp_path, rate=0.1)) as running:
        ada = running.person("Ada")
        made = ada.start()["id"]
        codes = [
            ada.get(f"/api/games/{made}/film", params={"as": "red", "since": 0}).status_code for _ in range(5)
        ]
    assert codes == [200, 200, 200, 429, 429]
