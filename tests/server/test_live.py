"""The live connection: the view at first, then changes from which every client can keep its own view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hexfront.server.settings import Limits
from tests.server.running import Person, RunningServer, Screen, hosted, local

SIDES = ("red", "blue")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("live"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def changed(view: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A view after a change, as a client works it out."""
    assert (change["since"], change["after"]) == (view["step"], view["revision"])
    pieces = {**view["pieces"], **change["pieces"]}
    whole = {key: value for key, value in change.items() if key not in ("type", "since", "after")}
    kept = [event for event in view["events"] if event["step"] <= change["step"]]
    return {
        **view,
        **whole,
        "pieces": {key: piece for key, piece in pieces.items() if piece is not None},
        "report": {**view["report"], **change["report"]},
        "events": [*kept, *change["events"]],
    }


def follow(screen: Screen, view: dict[str, Any], revision: int) -> dict[str, Any]:
    """The view of a client that follows until the game has a revision."""
    while view["revision"] < revision:
        message = screen.wait("change")
        view = changed(view, message)
    return view


@pytest.mark.parametrize(
    ("title", "scenario", "steps"), [("outpost", "skirmish", 110), ("western-front", "schlieffen-plan", 90)]
)
def test_who_follows_the_changes_knows_what_the_view_says(
    me: Person, title: str, scenario: str, steps: int
) -> None:
    chance = random.Random(11)
    game = me.start(title=title, scenario=scenario, options={})["id"]
    sides = list(me.get(f"/api/games/{game}").json()["seats"])
    with me.watch(game, sides[0], max_size=None) as one, me.watch(game, sides[1], max_size=None) as two:
        screens = {sides[0]: one, sides[1]: two}
        views = {side: screen.wait("view")["view"] for side, screen in screens.items()}
        taken_back = 0
        for _ in range(steps):
            waiting = views[sides[0]]["waiting"]
            if not waiting:
                break
            side = chance.choice(waiting)
            order: dict[str, Any] = {"as": side, "expect": views[side]["step"]}
            if views[side]["undo"]["possible"] and chance.random() < 0.2:
                taken_back += 1
                answer = me.post(f"/api/games/{game}/undo", json=order)
            else:
                action = chance.choice(views[side]["decision"]["choices"])["action"]
                answer = me.post(f"/api/games/{game}/actions", json={**order, "actions": [action]})
            assert answer.is_success, answer.text
            views = {
                each: follow(screen, views[each], answer.json()["revision"])
                for each, screen in screens.items()
            }
            assert all(view["step"] == answer.json()["step"] for view in views.values())
        for each in sides:
            now = me.view(game, each)
            views[each]["events"] = views[each]["events"][-200:]
            for part in now:
                assert views[each][part] == now[part], part
    assert taken_back > 2
    assert views[sides[0]]["step"] >= min(steps, 20)


def test_only_who_decides_is_sent_choices(me: Person) -> None:
    game = me.start()["id"]
    me.play(game, "red", 0)
    with me.watch(game, "red") as red, me.watch(game) as observer:
        for screen in (red, observer):
            view = screen.wait("view")["view"]
            assert view["decision"] is None
            assert [(each["side"], each["kind"]) for each in view["asked"]] == [("blue", "plan")]
        me.play(game, "blue", 2)
        assert red.wait("change")["decision"]["choices"]
        assert observer.wait("change")["decision"] is None


def test_a_client_that_asks_is_sent_the_whole_view(me: Person) -> None:
    game = me.start()["id"]
    with me.watch(game, "red") as screen:
        first = screen.wait("view")
        me.play(game, "red", 0)
        screen.wait("change")
        screen.line.send('{"type": "resync"}')
        again = screen.wait("view")
        assert again["view"]["step"] == first["view"]["step"] + 1
        assert again["view"] == me.view(game, "red")
        screen.line.send('{"type": "ping"}')
        screen.wait("pong")
        for nonsense in ("resync", "[]", '{"type": "order"}', "x" * 10_000):
            screen.line.send(nonsense)
            assert screen.wait("error")["status"] == 400


def test_going_back_is_a_change_to_an_earlier_step(me: Person) -> None:
    game = me.start(options={"fog": "off"})["id"]
    me.play(game, "red", 0)
    me.play(game, "blue", 2)
    with me.watch(game, "blue") as screen:
        before = screen.wait("view")["view"]
        me.play(game, "red", 0)
        screen.wait("change")
        assert me.post(f"/api/games/{game}/undo", json={"as": "red"}).is_success
        after = screen.wait("change")
        assert (after["since"], after["step"]) == (before["step"] + 1, before["step"])
        assert after["revision"] > before["revision"]
        me.play(game, "red", 1)
        assert screen.wait("change")["since"] == before["step"]


def test_who_is_there_is_shown(me: Person) -> None:
    game = me.start()["id"]
    with me.watch(game, "red") as screen:
        assert screen.wait("presence")["sides"] == {"red": True, "blue": True}
        with me.watch(game) as observer:
            observer.wait("view")
            while screen.wait("presence")["observers"] != 1:
                pass
        while screen.wait("presence")["observers"] != 0:
            pass
    assert not me.get(f"/api/games/{game}").json()["seats"]["red"]["online"]


@pytest.mark.parametrize(("game", "viewer", "status"), [("none", "red", 404), ("", "green", 403)])
def test_what_may_not_be_watched_is_said_and_closed(me: Person, game: str, viewer: str, status: int) -> None:
    with me.watch(game or me.start()["id"], viewer) as screen:
        message = screen.wait("error")
        assert message["status"] == status
        assert message["error"]["reason"]


def test_who_looks_on_never_takes_the_room_of_who_plays(tmp_path: Path) -> None:
    limits = Limits(sockets_of_game=3, sockets_of_user=2)
    with RunningServer(hosted(tmp_path, rate=0, limits=limits)) as running, ExitStack() as open_:
        ada = running.person("Ada")
        game = ada.start(seats={"red": "me", "blue": "open"})["id"]
        link = ada.post(f"/api/games/{game}/seats/observer/invite").json()["link"]
        told: list[dict[str, Any]] = []
        for name in ("Bertha", "Clara"):
            guest = running.person(name)
            claim = {"token": link.rpartition("/")[2]}
            assert guest.post(f"/api/games/{game}/seats/observer/claim", json=claim).is_success
            for _ in range(3):
                screen = open_.enter_context(guest.watch(game))
                told.append(screen.wait("view" if len(told) % 3 < 2 and len(told) < 4 else "error"))
        reasons = [each["error"]["reason"] for each in told if each["type"] == "error"]
        assert reasons[0] == "too many windows of yours follow this game"
        assert reasons[1:] == ["too many people follow this game"] * 2
        assert open_.enter_context(ada.watch(game, "red")).wait("view")
