"""What belongs to a table of a hosted server beside the game: chat, notes, the clock, notices."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import Person, RunningServer, hosted


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("table"), rate=50)) as running:
        yield running


@pytest.fixture(scope="module")
def players(server: RunningServer) -> tuple[Person, Person]:
    return server.person("Ada"), server.person("Bertha")


def two_at_a_table(ada: Person, bertha: Person, **more: Any) -> str:
    """A game with red played by the first and blue by the second."""
    game: str = ada.start(seats={"red": "me", "blue": "open"}, **more)["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    return game


def test_what_is_said_reaches_all_at_the_table(players: tuple[Person, Person]) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha)
    with bertha.watch(game, "blue") as screen:
        screen.wait("view")
        assert ada.post(f"/api/games/{game}/chat", json={"text": "Good luck!"}).status_code == 201
        line = screen.wait("chat")
    assert (line["by"], line["side"], line["text"]) == ("Ada", "red", "Good luck!")
    (kept,) = bertha.get(f"/api/games/{game}/chat").json()
    assert kept["text"] == "Good luck!"
    assert bertha.get(f"/api/games/{game}/chat", params={"after": kept["id"]}).json() == []


@pytest.mark.parametrize("text", ["", "   \n", "\u0000\u0007", "x" * 2001])
def test_nothing_and_too_much_is_not_said(players: tuple[Person, Person], text: str) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha)
    assert ada.post(f"/api/games/{game}/chat", json={"text": text}).status_code in (400, 422)
    assert ada.get(f"/api/games/{game}/chat").json() == []


def test_chat_is_not_a_megaphone(server: RunningServer) -> None:
    limiter = server.service.limiter
    eve = server.person("Eve")
    game = eve.start()["id"]
    before, limiter._times = limiter._times, 0.1
    try:
        answers = [eve.post(f"/api/games/{game}/chat", json={"text": "!"}).status_code for _ in range(5)]
    finally:
        limiter._times = before
    assert answers == [201, 201, 201, 429, 429]


def test_notes_are_for_ones_own_eyes(players: tuple[Person, Person]) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha)
    assert ada.put(f"/api/games/{game}/notes", json={"text": "hold the hill\n"}).is_success
    assert ada.put(f"/api/games/{game}/notes", json={"text": "hold the hill, then raid\n"}).is_success
    assert ada.get(f"/api/games/{game}/notes").json() == {"text": "hold the hill, then raid\n"}
    assert bertha.get(f"/api/games/{game}/notes").json() == {"text": ""}


def test_the_clock_starts_when_everybody_is_here_and_is_shown_to_all(players: tuple[Person, Person]) -> None:
    ada, bertha = players
    info = ada.start(seats={"red": "me", "blue": "open"}, clock={"seconds": 600, "increment": 30})
    assert info["clock"]["running"] == []
    game = info["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    clock = ada.get(f"/api/games/{game}").json()["clock"]
    assert sorted(clock["running"]) == ["blue", "red"]  # both choose a plan in secret
    with bertha.watch(game, "blue") as screen:
        screen.wait("view")
        assert ada.play(game, "red").is_success
        told = screen.wait("clock")
    assert told["running"] == ["blue"]
    assert 600 < told["left"]["red"] <= 630  # what was used up, and the increment
    assert told["flags"] == {}


def test_a_flag_falls_and_the_opponent_may_claim(
    server: RunningServer, players: tuple[Person, Person]
) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha, clock={"seconds": 10})
    assert ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"}).status_code == 422
    assert ada.play(game, "red").is_success
    wind(server, game, 11)
    assert list(bertha.get(f"/api/games/{game}").json()["clock"]["flags"]) == ["blue"]
    own = bertha.post(f"/api/games/{game}/clock/claim", json={"as": "blue"})
    assert (own.status_code, own.json()["error"]["kind"]) == (422, "clock")
    with bertha.watch(game, "blue") as screen:
        assert screen.wait("view")["view"]["outcome"] is None
        assert ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"}).is_success
        assert screen.wait("change")["outcome"] == "red wins on time"
    assert bertha.get(f"/api/games/{game}").json()["outcome"] == "red wins on time"
    assert bertha.play(game, "blue").status_code == 422


@pytest.mark.parametrize("away", ["open", "invite", "mail"])
def test_giving_a_seat_away_and_taking_it_back_neither_stops_nor_refills_the_clock(
    server: RunningServer, players: tuple[Person, Person], away: str
) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha, clock={"seconds": 600, "increment": 60})
    for number, player in enumerate((away, "me", away, "me"), 1):
        assert ada.post(f"/api/games/{game}/seats/red", json={"player": player}).is_success
        wind(server, game, 100)
        clock = ada.get(f"/api/games/{game}").json()["clock"]
        assert "red" in clock["running"], player
        assert 590 - 100 * number < clock["left"]["red"] <= 600 - 100 * number, player


def test_a_game_won_on_time_is_not_taken_up_again(
    server: RunningServer, players: tuple[Person, Person]
) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha, clock={"seconds": 10})
    assert ada.play(game, "red").is_success
    assert bertha.post(f"/api/games/{game}/rollback", json={"as": "blue", "step": 1}).is_success
    wind(server, game, 11)
    assert ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"}).is_success
    agreed = ada.post(f"/api/games/{game}/rollback/answer", json={"as": "red", "accept": True})
    asked = ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 1})
    assert bertha.post(f"/api/games/{game}/seats/blue", json={"player": "random"}).is_success
    listed = next(each for each in ada.get("/api/games").json() if each["id"] == game)
    shown = ada.get(f"/api/games/{game}").json()
    assert (listed["outcome"], shown["outcome"]) == ("red wins on time",) * 2
    assert (agreed.status_code, asked.status_code) == (422, 422)


def test_one_may_go_on_after_a_flag_has_fallen(server: RunningServer, players: tuple[Person, Person]) -> None:
    ada, bertha = players
    game = two_at_a_table(ada, bertha, clock={"seconds": 10})
    assert ada.play(game, "red").is_success
    wind(server, game, 11)
    assert bertha.play(game, "blue").is_success
    assert list(ada.get(f"/api/games/{game}").json()["clock"]["flags"]) == ["blue"]


def wind(server: RunningServer, game: str, seconds: float) -> None:
    """Let time pass for the clock of a game."""
    live = server.service.hall.known(game)
    assert live is not None
    clock = msgspec.json.decode(live.clock)
    live.clock = msgspec.json.encode({**clock, "since": clock["since"] - seconds}).decode()


@pytest.mark.parametrize("clock", [{"seconds": 1}, {"seconds": 60, "increment": -1}, {}, {"minutes": 5}])
def test_impossible_clocks_are_refused(players: tuple[Person, Person], clock: dict[str, float]) -> None:
    wish = {"title": "outpost", "scenario": "skirmish", "clock": clock}
    assert players[0].post("/api/games", json=wish).status_code == 400


def test_logging_out_closes_the_screens(server: RunningServer) -> None:
    person = server.person("Gone Soon")
    game = person.start()["id"]
    with person.watch(game, "red") as screen:
        screen.wait("view")
        assert person.post("/api/logout").is_success
        with pytest.raises(ConnectionClosed):
            screen.wait("never", 5)
    with person.watch(game, "red") as screen:
        assert screen.wait("error")["status"] == 401


def test_a_player_who_is_away_is_told_that_he_has_to_decide(tmp_path_factory: pytest.TempPathFactory) -> None:
    told: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(msgspec.json.decode(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    hook = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=hook.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{hook.server_port}/"
    try:
        with RunningServer(hosted(tmp_path_factory.mktemp("hook"), webhook=address)) as server:
            ada, bertha = server.person("Ada"), server.person("Bertha")
            with ada.watch(two_at_a_table(ada, bertha), "red") as screen:
                game = screen.wait("view")["view"]
            game_id = ada.get("/api/games").json()[0]["id"]
            assert game["step"] == 1  # the dice were renewed
            assert ada.play(game_id, "red").is_success
            until = time.monotonic() + 5
            while not told and time.monotonic() < until:
                time.sleep(0.02)
    finally:
        hook.shutdown()
        thread.join()
        hook.server_close()
    assert (told[-1]["game"], told[-1]["side"]) == (game_id, "blue")
    assert "turn" in told[-1]
    assert told[-1]["link"].endswith(f"/#/game/{game_id}")
