"""Seats of a hosted server: links, guests, open seats, observers, and what strangers learn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import Person, RunningServer, Screen, hosted


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("seats"), rate=50)) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: RunningServer) -> Person:
    return server.person("Ada")


@pytest.fixture(scope="module")
def mallory(server: RunningServer) -> Person:
    return server.person("Mallory")


def link_for(owner: Person, game: str, side: str) -> str:
    answer = owner.post(f"/api/games/{game}/seats/{side}/invite")
    assert answer.status_code == 201, answer.text
    link: str = answer.json()["link"]
    return link


def follow(person: Person, link: str, **more: Any) -> Any:
    """Do what the page behind a link does."""
    game, side, token = link.partition("#/join/")[2].split("/")
    return person.post(f"/api/games/{game}/seats/{side}/claim", json={"token": token, **more})


def test_a_link_lets_somebody_without_an_account_play(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    link = link_for(ada, game, "blue")
    assert link.startswith(f"{server.address}/#/join/{game}/blue/")
    guest = server.person()
    answer = follow(guest, link, name="Bertha")
    assert answer.status_code == 200, answer.text
    assert answer.json()["seats"]["blue"] | {"online": False} == {
        "name": "Bertha",
        "kind": "human",
        "player": "",
        "you": True,
        "online": False,
    }
    assert guest.get("/api/me").json() | {"mail": ""} == {
        "mode": "hosted",
        "name": "Bertha",
        "guest": True,
        "mail": "",
    }
    assert guest.play(game, "blue").status_code == 200
    assert ada.play(game, "red").status_code == 200
    assert [each["id"] for each in guest.get("/api/games").json()] == [game]


def test_the_token_is_neither_sent_nor_kept(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    link = link_for(ada, game, "blue")
    token = link.rpartition("/")[2]
    assert len(token) >= 40
    assert token not in link.partition("#")[0]
    assert token not in str(server.sql("SELECT * FROM invitation"))


def test_a_link_works_once(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    link = link_for(ada, game, "blue")
    first, second = server.person(), server.person()
    assert follow(first, link, name="First").status_code == 200
    assert follow(first, link, name="First").status_code == 200  # again, by the same person: nothing happens
    answer = follow(second, link, name="Second")
    assert answer.status_code == 409
    assert second.get("/api/me").json()["name"] is None


def test_a_revoked_link_is_worth_nothing(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    link = link_for(ada, game, "blue")
    assert ada.delete(f"/api/games/{game}/seats/blue/invite").status_code == 204
    answer = follow(server.person(), link)
    assert answer.status_code == 403
    assert answer.json()["error"]["kind"] == "link"
    assert ada.get(f"/api/games/{game}").json()["seats"]["blue"]["kind"] == "open"


def test_a_new_link_makes_the_old_one_worthless(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    old, new = link_for(ada, game, "blue"), link_for(ada, game, "blue")
    assert follow(server.person(), old).status_code == 403
    assert follow(server.person(), new).status_code == 200


def test_a_link_for_one_game_opens_no_other(server: RunningServer, ada: Person) -> None:
    one = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    other = ada.start(seats={"red": "invite", "blue": "invite"})["id"]
    token = link_for(ada, one, "blue").rpartition("/")[2]
    person = server.person()
    for game, side in ((other, "blue"), (one, "red"), (other, "red"), (one, "observer")):
        answer = person.post(f"/api/games/{game}/seats/{side}/claim", json={"token": token})
        assert answer.status_code == 404, (game, side)


def test_only_the_owner_makes_and_revokes_links(server: RunningServer, ada: Person, mallory: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    assert mallory.post(f"/api/games/{game}/seats/blue/invite").status_code == 404
    guest = server.person()
    follow(guest, link_for(ada, game, "blue"), name="Bertha")
    assert guest.post(f"/api/games/{game}/seats/red/invite").status_code == 403
    assert guest.delete(f"/api/games/{game}/seats/observer/invite").status_code == 403


def test_a_player_cannot_be_put_out_of_his_seat(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    guest = server.person()
    follow(guest, link_for(ada, game, "blue"), name="Bertha")
    assert ada.post(f"/api/games/{game}/seats/blue/invite").status_code == 409
    assert ada.delete(f"/api/games/{game}/seats/blue/invite").status_code == 409
    assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "me"}).status_code == 403
    assert guest.get(f"/api/games/{game}").json()["seats"]["blue"]["you"]


def test_strangers_cannot_tell_a_game_from_none(ada: Person, mallory: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "me"})["id"]
    invented = "AAAAAAAAAAAAAAAA"
    ways = [
        ("GET", "", None),
        ("GET", "/view?as=red", None),
        ("GET", "/view?as=observer", None),
        ("GET", "/history?as=observer", None),
        ("GET", "/board", None),
        ("GET", "/chat", None),
        ("GET", "/notes", None),
        ("GET", "/export?as=red", None),
        ("POST", "/actions", {"as": "red", "expect": 0, "actions": [{"do": "pass"}]}),
        ("POST", "/undo", {"as": "red"}),
        ("POST", "/branch", {"step": 0}),
        ("POST", "/chat", {"text": "hello"}),
        ("POST", "/seats/red", {"player": "me"}),
        ("POST", "/seats/red/claim", {}),
        ("POST", "/seats/observer/claim", {}),
        ("POST", "/seats/observer/claim", {"token": "x" * 43}),
        ("POST", "/seats/red/invite", None),
        ("POST", "/clock/claim", {"as": "red"}),
        ("DELETE", "", None),
        ("DELETE", "/seats/red/invite", None),
    ]
    for method, path, body in ways:
        real = mallory.request(method, f"/api/games/{game}{path}", json=body)
        none = mallory.request(method, f"/api/games/{invented}{path}", json=body)
        assert real.status_code == none.status_code == 404, (method, path, real.text, none.text)
        assert real.json() == none.json(), (method, path)
    assert mallory.get("/api/games").json() == []
    assert game not in mallory.get("/api/open-games").text
    with mallory.watch(game) as screen:
        assert screen.wait("error")["status"] == 404


def test_open_seats_are_listed_and_taken_only_if_offered(server: RunningServer, ada: Person) -> None:
    offered = ada.start(seats={"red": "me", "blue": "open"})["id"]
    private = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    bertha = server.person("Bertha Open")
    listed = [each["id"] for each in bertha.get("/api/open-games").json()]
    assert offered in listed
    assert private not in listed
    assert server.person().get("/api/open-games").status_code == 401
    assert bertha.post(f"/api/games/{private}/seats/blue/claim", json={}).status_code == 404
    assert server.person().post(f"/api/games/{offered}/seats/blue/claim", json={}).status_code == 401
    assert bertha.post(f"/api/games/{offered}/seats/blue/claim", json={}).status_code == 200
    assert offered not in bertha.get("/api/open-games").text
    late = server.person("Late")
    assert late.post(f"/api/games/{offered}/seats/blue/claim", json={}).status_code == 404


def test_nobody_plays_against_himself_by_taking_the_other_seat(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "open", "blue": "open"})["id"]
    bertha = server.person("Bertha Both")
    assert bertha.post(f"/api/games/{game}/seats/red/claim", json={}).status_code == 200
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).status_code == 409


def test_observers_come_by_link_and_see_what_all_may_see(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    link = link_for(ada, game, "observer")
    one, two = server.person(), server.person()
    assert follow(one, link, name="Ob One").status_code == 200
    assert follow(two, link, name="Ob Two").status_code == 200  # many may watch by one link
    assert one.view(game, "observer")["decision"] is None
    assert one.get(f"/api/games/{game}/view", params={"as": "red"}).status_code == 403
    order = {"as": "red", "expect": 0, "actions": [{"do": "plan", "plan": "raid"}]}
    assert one.post(f"/api/games/{game}/actions", json=order).status_code == 403
    assert one.get(f"/api/games/{game}/export", params={"as": "observer"}).status_code == 403
    with one.watch(game) as screen:
        screen.wait("view")
        assert ada.delete(f"/api/games/{game}/seats/observer/invite").status_code == 204
        with pytest.raises(ConnectionClosed):
            wait_for_ever(screen)
    assert one.get(f"/api/games/{game}").status_code == 404


def wait_for_ever(screen: Screen) -> None:
    while True:
        screen.wait("never", 5)


def test_a_side_that_is_given_away_is_no_longer_shown(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "me"})["id"]
    with ada.watch(game, "blue") as screen:
        screen.wait("view")
        assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "open"}).is_success
        with pytest.raises(ConnectionClosed):
            wait_for_ever(screen)
    assert ada.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code == 403
    with ada.watch(game, "blue") as screen:
        assert screen.wait("error")["status"] == 403


def test_a_side_can_be_handed_to_the_computer_and_taken_back(ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "me"})["id"]
    answer = ada.post(f"/api/games/{game}/seats/blue", json={"player": "random"})
    assert answer.json()["seats"]["blue"]["kind"] == "computer"
    assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "me"}).json()["seats"]["blue"]["you"]
    assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "nonsense"}).status_code == 400
    assert ada.post(f"/api/games/{game}/seats/green", json={"player": "me"}).status_code == 404


def test_a_player_does_not_see_what_the_other_side_hides(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    guest = server.person()
    follow(guest, link_for(ada, game, "blue"), name="Bertha")
    assert guest.get(f"/api/games/{game}/view", params={"as": "red"}).status_code == 403
    assert guest.get(f"/api/games/{game}/export", params={"as": "red"}).status_code == 403
    assert guest.post(f"/api/games/{game}/branch", json={"step": 0}).status_code == 403
    assert guest.get(f"/api/games/{game}").json()["seed"] is None
    with guest.watch(game, "red") as screen:
        assert screen.wait("error")["status"] == 403


def test_a_reply_by_mail_is_taken_only_for_ones_own_side(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
    guest = server.person()
    follow(guest, link_for(ada, game, "blue"), name="Bertha")
    blues = guest.get(f"/api/games/{game}/export", params={"as": "blue"})
    assert blues.status_code == 200
    headers = {"content-type": "application/octet-stream"}
    forged = ada.post(f"/api/games/{game}/mail-in", content=blues.content, headers=headers)
    assert forged.status_code == 403


def test_a_game_won_on_time_can_be_thrown_away(
    server: RunningServer, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.start(seats={"red": "me", "blue": "open"}, clock={"seconds": 10})["id"]
    bertha = server.person("Bertha on time")
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    if len(ada.get(f"/api/games/{game}").json()["waiting"]) > 1:
        assert ada.play(game, "red").is_success  # what both choose at once
    late = ada.get(f"/api/games/{game}").json()["waiting"]
    winner, side = (bertha, "blue") if late == ["red"] else (ada, "red")
    assert ada.delete(f"/api/games/{game}").status_code == 409
    later = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: later)
    assert winner.post(f"/api/games/{game}/clock/claim", json={"as": side}).is_success
    assert ada.delete(f"/api/games/{game}").status_code == 204
    assert ada.get(f"/api/games/{game}").status_code == 404
