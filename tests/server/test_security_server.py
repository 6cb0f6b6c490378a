"""What the gate promises holds for the whole server, as a browser and a stranger meet it."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import sync_playwright
from websockets.exceptions import InvalidStatus

import hexfront
from hexfront.cli import main
from hexfront.kernel import save
from hexfront.server.settings import Limits, Settings
from tests.e2e.tables import FLAGS, browser_path
from tests.outpost.skirmish import wander
from tests.server.running import SCENARIO, Person, RunningServer, hosted, local

FILE = {"content-type": "application/octet-stream"}
EVIL = "http://evil.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    database = str(tmp_path_factory.mktemp("local") / "games.sqlite")
    with RunningServer(Settings(database=database, limits=Limits(file=2_000_000))) as running:
        yield running


@pytest.fixture(scope="module")
def person(server: RunningServer) -> Person:
    return server.person()


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/games", "/assets/x.js", "/nowhere", "/api/nowhere"])
def test_a_name_made_to_point_here_gets_nothing(person: Person, path: str) -> None:
    answer = person.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 403
    assert "not known by that name" in answer.text


def test_a_foreign_page_starts_no_game_and_reads_no_answer(person: Person) -> None:
    before = len(person.get("/api/games").json())
    for headers in ({"Origin": EVIL}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = person.post("/api/games", json=SCENARIO, headers=headers)
        assert answer.status_code == 403, headers
        assert "access-control-allow-origin" not in answer.headers
    form = httpx.post(f"{person.base_url}/api/games", data=SCENARIO)
    assert form.status_code == 403
    asked = person.options("/api/games", headers={"Origin": EVIL, "Access-Control-Request-Method": "POST"})
    assert "access-control-allow-origin" not in asked.headers
    assert len(person.get("/api/games").json()) == before


def test_a_foreign_page_opens_no_connection(person: Person) -> None:
    game = person.start()["id"]
    with pytest.raises(InvalidStatus), person.watch(game, "red", origin=EVIL):
        pass
    with person.watch(game, "red", origin=str(person.base_url).rstrip("/")) as screen:
        assert screen.wait("view")["view"]["viewer"] == "red"


def test_every_answer_carries_the_headers(person: Person) -> None:
    game = person.start()["id"]
    for path in (
        "/",
        "/nowhere.js",
        "/api/me",
        "/api/nowhere",
        f"/api/games/{game}",
        f"/api/games/{game}/board",
    ):
        headers = person.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["x-frame-options"] == "DENY", path
    for path in ("/api/me", "/api/games", f"/api/games/{game}", f"/api/games/{game}/view?as=red"):
        assert person.get(path).headers["cache-control"] == "no-store", path


def test_nobody_is_asked_for_a_file_before_it_is_known_who_he_is(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as server:
        where = httpx.URL(server.address)
        head = (
            f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:{where.port}\r\nX-Hexfront: 1\r\n"
            "Content-Type: application/octet-stream\r\nContent-Length: 15000000\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", where.port or 80), timeout=10) as line:
            line.sendall(head.encode() + b"x" * 1000)  # and the rest is never sent
            assert line.recv(1000).startswith(b"HTTP/1.1 401 ")


def saved(seed: int = 1) -> bytes:
    game = hexfront.new("outpost/skirmish", seed=seed)
    return save.as_text(wander(game, random.Random(seed), 40)).encode()


@pytest.mark.parametrize(
    ("limits", "status", "words"),
    [
        (Limits(file=2000), 413, "2000 bytes"),
        (Limits(file_steps=30), 422, "more than 30 steps"),
        (Limits(file_seconds=0.001), 422, "within 0.001 seconds"),
        (Limits(), 201, ""),
    ],
)
def test_a_file_has_limits_of_size_steps_and_time(
    tmp_path: Path, limits: Limits, status: int, words: str
) -> None:
    with RunningServer(local(tmp_path, limits=limits)) as server:
        me = server.person()

        def file() -> Iterator[bytes]:  # it does not say how large it is
            yield saved()

        for _ in range(2):  # a reader that was ended is started again
            answer = me.post("/api/import", content=file(), headers=FILE)
            assert (answer.status_code, words in answer.text) == (status, True), answer.text


def test_an_imported_game_tells_who_sits_down_later_where_it_comes_from(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        game = ada.post("/api/import", content=saved(), headers=FILE).json()["id"]
        assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "open"}).is_success
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        notices = bertha.view(game, "blue")["notices"]
        assert any("Ada brought this game in from a file at step 40" in each for each in notices)
        server.service.hall.forget(game)  # and it is kept
        assert bertha.view(game, "blue")["notices"] == notices


@pytest.mark.parametrize("text", [b"\xff\xfe", b"a\xed\xa0\x80", b"\\ud800", b"\xf0\x28\x8c\x28"])
def test_what_is_not_written_in_utf_8_is_a_bad_request(person: Person, text: bytes) -> None:
    game = person.start()["id"]
    json = {"content-type": "application/json"}
    for path in ("/api/games", f"/api/games/{game}/actions", f"/api/games/{game}/chat"):
        body = b'{"title": "%s", "text": "%s", "as": "%s"}' % (text, text, text)
        answer = person.post(path, content=body, headers=json)
        assert answer.status_code == 400, (path, answer.text)
    answer = person.post(f"/api/games/{game}/chat", content=b'{"text": "%s"}' % text, headers=json)
    assert answer.status_code == 400, answer.text


def test_too_large_requests_are_turned_away(person: Person) -> None:
    game = person.start()["id"]
    assert person.post(f"/api/games/{game}/chat", json={"text": "x" * 300_000}).status_code == 413
    file = {"content-type": "application/octet-stream"}
    assert person.post("/api/import", content=b"x" * 2_100_000, headers=file).status_code == 413
    small = person.post("/api/import", content=b"x" * 1_900_000, headers=file)
    assert (small.status_code, small.json()["error"]["kind"]) == (422, "file")


@pytest.mark.parametrize(
    "path",
    [
        *("/../../pyproject.toml", "/..%2f..%2fpyproject.toml", "/assets/..%2f..%2fserver/app.py", "/%00"),
        *(f"/{'a' * 300}", f"/assets/{'a' * 5000}.js"),
    ],
)
def test_no_file_outside_the_client_is_served(person: Person, path: str) -> None:
    answer = person.get(path)
    assert "hatchling" not in answer.text
    assert "Litestar" not in answer.text
    assert answer.status_code < 500


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"as": 1}', b"\xff\xfe", b"[" * 100_000])
def test_nonsense_is_answered_not_suffered(person: Person, body: bytes) -> None:
    game = person.start()["id"]
    json = {"content-type": "application/json"}
    answer = person.post(f"/api/games/{game}/actions", content=body, headers=json)
    assert answer.status_code == 400
    assert set(answer.json()["error"]) >= {"kind", "reason", "rules", "needed", "had"}


def test_nonsense_on_a_connection_is_answered_not_suffered(person: Person) -> None:
    game = person.start()["id"]
    with person.watch(game, "red") as screen:
        screen.wait("view")
        for nonsense in ("", "{", "[1]", '{"type": "hack"}', "x" * 5000, "[" * 4000):
            screen.line.send(nonsense)
            assert screen.wait("error")["status"] == 400
        screen.line.send('{"type": "ping"}')
        screen.wait("pong")


def test_errors_of_a_hosted_server_tell_nothing_of_its_inside(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as server:
        ada = server.person("Ada")
        game = ada.start()["id"]
        server.sql("DROP TABLE chat")
        answer = ada.get(f"/api/games/{game}/chat")
        assert answer.status_code == 503
        assert "chat" not in answer.json()["error"]["reason"]
        assert "sqlite" not in answer.text.lower()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--host", "0.0.0.0"], "without --hosted"),
        (["--host", "0.0.0.0", "--hosted"], "needs --origin"),
        (["--hosted", "--origin", "play.example.org"], "--origin is an address"),
        (["--hosted", "--origin", "https://play.example.org/path"], "--origin is an address"),
        (["--webhook", "file:///etc/passwd"], "a webhook is an address"),
    ],
)
def test_a_server_that_would_be_open_to_all_does_not_start(arguments: list[str], reason: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--port", "0", *arguments])
    assert done.exit_code == 2
    assert reason in done.output


def test_the_client_lives_within_the_content_policy(server: RunningServer, person: Person) -> None:
    game = person.start(title="western-front", scenario="schlieffen-plan")["id"]
    complaints: list[str] = []
    elsewhere: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        page = browser.new_page()
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.on(
            "request",
            lambda request: None if request.url.startswith(server.address) else elsewhere.append(request.url),
        )
        for path in ("/", f"/#/game/{game}"):
            page.goto(server.address + path)
            page.wait_for_load_state("networkidle")
        page.wait_for_selector("svg")
        browser.close()
    assert complaints == []
    assert [address for address in elsewhere if not address.startswith(("data:", "blob:"))] == []
