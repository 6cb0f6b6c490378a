"""The lobby: what can be played, starting games, copies, and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.kernel.mail import mail_out
from hexfront.server import pages
from tests.server.running import Person, RunningServer, local

FILE = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("lobby"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def test_titles_come_with_sides_layers_and_scenarios(me: Person) -> None:
    titles = {each["name"]: each for each in me.get("/api/titles").json()}
    assert set(titles) >= {"outpost", "western-front"}
    assert titles["outpost"]["sides"] == {"red": "red", "blue": "blue"}
    assert titles["outpost"]["layers"] == {"held": "hexes with units"}
    (scenario,) = titles["outpost"]["scenarios"]
    assert (scenario["name"], scenario["first_turn"], scenario["last_turn"]) == ("skirmish", "1", "6")


def test_a_fixed_plan_is_offered_and_sits_down_on_its_own_side_only(me: Person) -> None:
    titles = {each["name"]: each for each in me.get("/api/titles").json()}
    plans = {each["name"]: each for each in titles["serbia-1914"]["plans"]}
    assert titles["outpost"]["plans"] == []
    waits = plans["putnik"]
    assert (waits["side"], waits["scenarios"]) == ("serbia", ["battle-in-the-macva"])
    wanted = {"title": "serbia-1914", "scenario": "battle-in-the-macva", "seed": 1}
    seats = {"serbia": "putnik", "austria-hungary": "me"}
    made = me.post("/api/games", json={**wanted, "seats": seats}).json()
    assert made["seats"]["serbia"]["name"] == waits["caption"]
    wrong = {"serbia": "me", "austria-hungary": "putnik"}
    refused = me.post("/api/games", json={**wanted, "seats": wrong})
    assert refused.status_code in (400, 422)
    assert "putnik" in refused.text


def test_a_scenario_has_options_a_picture_and_rules(me: Person) -> None:
    scenario = me.get("/api/titles/outpost/scenarios/skirmish").json()
    assert [(each["name"], each["values"]) for each in scenario["options"]] == [
        ("fog", ["on", "off"]),
        ("cards", ["off", "on"]),
    ]
    picture = me.get("/api/titles/outpost/scenarios/skirmish/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    rules = {each["number"]: each for each in me.get("/api/titles/outpost/rules").json()}
    assert rules["5.1"]["summary"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/titles/nothing/rules",
        "/api/titles/outpost/scenarios/nothing",
        "/api/titles/outpost/scenarios/nothing/picture.svg",
        "/api/games/nothing",
        "/api/games/nothing/view",
        "/api/nothing",
    ],
)
def test_what_is_not_there_is_an_error_in_words(me: Person, path: str) -> None:
    answer = me.get(path)
    assert answer.status_code in (400, 404)
    error = answer.json()["error"]
    assert error["kind"]
    assert error["reason"]
    assert error["rules"] == []


def test_a_new_game_is_told_and_listed(me: Person) -> None:
    info = me.start(options={"fog": "off"}, seats={"red": "me", "blue": "random"})
    assert (info["title"], info["scenario"], info["seed"]) == ("outpost", "skirmish", 7)
    assert info["options"] == {"fog": "off", "cards": "off"}
    assert info["caption"] == "Skirmish at the outpost"
    assert info["turn"] == "Turn 1"
    assert info["seats"]["red"]["you"]
    assert (info["seats"]["blue"]["kind"], info["seats"]["blue"]["name"]) == ("computer", "Random")
    listed = me.get("/api/games").json()
    assert listed[0]["id"] == info["id"]
    assert listed[0]["options"] == {"fog": "off", "cards": "off"}


def test_without_a_seed_games_differ(me: Person) -> None:
    seeds = {me.start(seed=None)["seed"] for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"title": "outpist"}, "outpost"),
        ({"scenario": "skirmisch"}, "skirmish"),
        ({"options": {"fogg": "on"}}, "fog"),
        ({"options": {"fog": "thick"}}, "on, off"),
        ({"seats": {"green": "me"}}, "red, blue"),
        ({"seats": {"red": "rendom"}}, "random"),
        ({"seed": -1}, "seed"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_hint(me: Person, wish: dict[str, Any], word: str) -> None:
    before = len(me.get("/api/games").json())
    answer = me.post("/api/games", json={"title": "outpost", "scenario": "skirmish", **wish})
    assert answer.status_code == 400
    assert word in answer.json()["error"]["reason"]
    assert len(me.get("/api/games").json()) == before


def test_a_game_can_be_thrown_away(me: Person) -> None:
    game = me.start()["id"]
    assert me.delete(f"/api/games/{game}").status_code == 204
    assert me.get(f"/api/games/{game}").status_code == 404
    assert game not in [each["id"] for each in me.get("/api/games").json()]


def played(me: Person, steps: int) -> str:
    """A game in which both sides have played so many steps."""
    game: str = me.start()["id"]
    for _ in range(steps):
        side = me.get(f"/api/games/{game}").json()["waiting"][0]
        assert me.play(game, side).is_success
    return game


def test_a_game_goes_out_and_comes_in_the_same(me: Person, tmp_path: Path) -> None:
    game = played(me, 9)
    sent = me.get(f"/api/games/{game}/export", params={"as": "red"})
    assert sent.headers["content-disposition"] == 'attachment; filename="skirmish-9.hexfront"'
    path = tmp_path / "game.hexfront"
    path.write_bytes(sent.content)
    assert hexfront.load(path).step == 9
    info = me.post("/api/import", content=sent.content, headers=FILE).json()
    assert info["id"] != game
    assert info["step"] == 9
    for side in ("red", "blue"):
        one, two = me.view(game, side), me.view(info["id"], side)
        assert {**one, "revision": 0, "notices": two["notices"]} == {**two, "revision": 0}
    again = me.get(f"/api/games/{info['id']}/export", params={"as": "red"})
    assert again.content == sent.content


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda file: b"", "not a Hexfront game"),
        (lambda file: b"\xff\xfe\x00", "not a Hexfront game"),
        (lambda file: b"{}\n", "not a Hexfront game"),
        (lambda file: file[: len(file) // 2], "cut off"),
        (lambda file: file.replace(b'"raid"', b'"hold"', 1), "damaged"),
        (lambda file: file.replace(b'"title":"outpost"', b'"title":"nowhere"', 1), ""),
    ],
)
def test_a_file_that_is_no_game_is_refused(me: Person, change: Any, word: str) -> None:
    file = me.get(f"/api/games/{played(me, 3)}/export", params={"as": "red"}).content
    answer = me.post("/api/import", content=change(file), headers=FILE)
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "file"
    assert word in answer.json()["error"]["reason"]


def test_a_branch_has_the_same_past_and_its_own_future(me: Person) -> None:
    game = played(me, 6)
    info = me.post(f"/api/games/{game}/branch", json={"step": 4}).json()
    assert (info["step"], info["branch_of"], info["branch_step"]) == (4, game, 4)
    past = me.get(f"/api/games/{game}/view", params={"as": "red", "step": 4}).json()
    assert me.view(info["id"], "red")["pieces"] == past["pieces"]
    side = info["waiting"][0]
    assert me.play(info["id"], side, number=-1).json()["step"] == 5
    assert me.get(f"/api/games/{game}").json()["step"] == 6
    texts = [each["text"] for each in me.get(f"/api/games/{info['id']}/history?as=red").json()]
    assert texts[:4] == [each["text"] for each in me.get(f"/api/games/{game}/history?as=red").json()][:4]


def test_there_is_no_branch_from_the_future(me: Person) -> None:
    answer = me.post(f"/api/games/{me.start()['id']}/branch", json={"step": 1})
    assert answer.status_code == 400
    assert "no step 1" in answer.json()["error"]["reason"]


def test_a_reply_by_mail_is_played(me: Person, tmp_path: Path) -> None:
    game = played(me, 2)
    side = me.get(f"/api/games/{game}").json()["waiting"][0]
    path = tmp_path / "whole.hexfront"
    path.write_bytes(me.get(f"/api/games/{game}/export", params={"as": side}).content)
    mail_out(hexfront.load(path), side, tmp_path / "sent.hexfront")
    mailed = hexfront.load(tmp_path / "sent.hexfront")
    mailed.play(mailed.decision.choices()[0], side)
    hexfront.save(mailed, tmp_path / "reply.hexfront")
    reply = (tmp_path / "reply.hexfront").read_bytes()
    info = me.post(f"/api/games/{game}/mail-in", content=reply, headers=FILE)
    assert info.is_success, info.text
    assert info.json()["step"] == 3
    again = me.post(f"/api/games/{game}/mail-in", content=reply, headers=FILE)
    assert (again.status_code, again.json()["error"]["kind"]) == (409, "stale")
    assert me.post(f"/api/games/{game}/mail-in", content=path.read_bytes(), headers=FILE).status_code == 422


def test_the_api_describes_itself(me: Person) -> None:
    described = me.get("/api/openapi.json").json()
    assert described["info"]["title"] == "Hexfront"
    answers = described["paths"]["/api/games/{game_id}/actions"]["post"]["responses"]
    assert {"200", "400", "403", "404", "409", "422", "503"} <= set(answers)


def test_pages_of_the_client_are_served_or_how_to_build_them_is_said(me: Person) -> None:
    for path in ("/", "/game/abc"):
        answer = me.get(path)
        assert answer.status_code == 200
        assert "text/html" in answer.headers["content-type"]
        assert answer.headers["cache-control"] == "no-cache"
    assert me.get("/nothing.js").status_code == 404


def test_nothing_outside_the_client_is_served() -> None:
    inside = pages.HERE.parent / "__init__.py"
    assert inside.is_file()
    for wanted in ("../__init__.py", "assets/../../__init__.py", str(inside), "..", ""):
        assert pages._file(wanted) is None


def test_what_is_not_released_is_neither_offered_nor_started(
    me: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = hexfront.find_title("western-front")
    held_back = [each for each in title.scenarios() if each.name == "duration-game"]
    released = [each for each in title.scenarios() if each.name != "duration-game"]
    monkeypatch.setattr(type(title), "scenarios", lambda _: released)
    monkeypatch.setattr(type(title), "unreleased", lambda _: held_back)
    titles = {each["name"]: each for each in me.get("/api/titles").json()}
    offered = [each["name"] for each in titles["western-front"]["scenarios"]]
    assert "verdun" in offered
    assert "duration-game" not in offered
    for scenario, started in (("duration-game", False), ("verdun", True)):
        answer = me.post("/api/games", json={"title": "western-front", "scenario": scenario})
        assert (answer.status_code < 400) == started


def test_a_game_has_the_name_its_owner_gives_it(me: Person) -> None:
    game = me.post("/api/games", json={"title": "outpost", "scenario": "skirmish"}).json()
    assert game["name"] == ""
    named = me.put(f"/api/games/{game['id']}/name", json={"name": "  Sunday   with Ada "})
    assert named.json()["name"] == "Sunday with Ada"
    (listed,) = [each for each in me.get("/api/games").json() if each["id"] == game["id"]]
    assert listed["name"] == "Sunday with Ada"
    for wrong in ("x" * 61, "a\u202eb", "a\x00b"):
        assert me.put(f"/api/games/{game['id']}/name", json={"name": wrong}).status_code == 422
    assert me.put(f"/api/games/{game['id']}/name", json={"name": 7}).status_code == 400
    assert me.get(f"/api/games/{game['id']}").json()["name"] == "Sunday with Ada"
    assert me.put(f"/api/games/{game['id']}/name", json={"name": ""}).json()["name"] == ""
