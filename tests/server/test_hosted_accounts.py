"""Accounts and sessions of a hosted server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from hexfront.server.limits import TooOften, Tries
from tests.server.running import SECRET, Person, RunningServer, hosted


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("hosted"), rate=50)) as running:
        yield running


def test_nobody_is_known_at_first(server: RunningServer) -> None:
    person = server.person()
    assert person.get("/api/me").json() == {"mode": "hosted", "name": None, "guest": False, "mail": ""}
    answer = person.get("/api/games")
    assert answer.status_code == 401
    assert answer.json()["error"]["kind"] == "login"


def test_who_signs_up_is_logged_in(server: RunningServer) -> None:
    ada = server.person("Ada")
    assert ada.get("/api/me").json()["name"] == "Ada"
    assert ada.get("/api/games").json() == []


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: RunningServer) -> None:
    answer = server.person().post("/api/accounts", json={"name": "Cookie", "password": SECRET})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # this server is reached over http


def test_over_https_the_cookie_is_secure_and_bound_to_the_host(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, origin="https://play.example.org")) as server:
        person = server.person()
        person.headers["Host"] = "play.example.org"
        answer = person.post("/api/accounts", json={"name": "Ada", "password": SECRET})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-hexfront=")
        assert "; Secure" in cookie
        assert "Path=/" in cookie


def test_the_database_holds_neither_passwords_nor_tokens(server: RunningServer) -> None:
    kept = server.person("Keeper")
    token = next(each.value for each in kept.cookies.jar)
    everything = "".join(map(str, server.sql("SELECT * FROM user") + server.sql("SELECT * FROM session")))
    assert "$argon2id$" in everything
    assert SECRET not in everything
    assert token
    assert token not in everything


def test_log_in_and_out(server: RunningServer) -> None:
    server.person("Bertha")
    person = server.person()
    wrong = person.post("/api/login", json={"name": "Bertha", "password": "not the right secret"})
    unknown = person.post("/api/login", json={"name": "Nobody here", "password": "not the right secret"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()  # it does not tell whether there is such an account
    assert person.post("/api/login", json={"name": " bertha ", "password": SECRET}).is_success
    assert person.get("/api/games").status_code == 200
    thief = server.person()
    thief.cookies.update(person.cookies)
    assert thief.get("/api/games").status_code == 200
    assert person.post("/api/logout").is_success
    assert thief.get("/api/games").status_code == 401, "the session lives on after logging out"
    assert person.get("/api/games").status_code == 401


@pytest.mark.parametrize("token", ["x", "a" * 43, "", "../../etc", "%00", '"quoted"'])
def test_an_invented_token_opens_nothing(server: RunningServer, token: str) -> None:
    person = server.person()
    person.headers["Cookie"] = f"hexfront={token}"
    assert person.get("/api/games").status_code == 401


def test_a_session_ends_by_itself(server: RunningServer) -> None:
    person = server.person("Cinderella")
    server.sql("UPDATE session SET expires = 1 WHERE user IN (SELECT id FROM user WHERE name = 'Cinderella')")
    assert person.get("/api/games").status_code == 401


def test_names_are_unique_whatever_the_letters(server: RunningServer) -> None:
    server.person("Dora")
    for name in ("Dora", "dora", " DORA ", "ＤＯＲＡ"):
        answer = server.person().post("/api/accounts", json={"name": name, "password": SECRET})
        assert answer.status_code == 409, name


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("x", SECRET, 400),
        ("<script>", SECRET, 422),
        ("a\u202eb", SECRET, 422),
        ("   ", SECRET, 422),
        ("Emil", "short", 400),
        ("Emil", "x" * 500, 400),
        ("Emilia", "my name is emilia", 422),
    ],
)
def test_names_and_passwords_have_rules(server: RunningServer, name: str, password: str, status: int) -> None:
    answer = server.person().post("/api/accounts", json={"name": name, "password": password})
    assert answer.status_code == status
    assert answer.json()["error"]["reason"]


@pytest.mark.parametrize(
    "mail", ["a@example.org\nBcc: b@example.org", "no address", "a@b@example.org", "<a@b.c>"]
)
def test_a_mail_address_cannot_smuggle_anything(server: RunningServer, mail: str) -> None:
    wish = {"name": f"Mailer {abs(hash(mail)) % 1000}", "password": SECRET, "mail": mail}
    assert server.person().post("/api/accounts", json=wish).status_code == 422


def test_notices_can_be_turned_on_and_off(server: RunningServer) -> None:
    person = server.person("Frieda")
    assert person.put("/api/me", json={"mail": "frieda@example.org"}).json()["mail"] == "frieda@example.org"
    assert person.get("/api/me").json()["mail"] == "frieda@example.org"
    assert person.put("/api/me", json={"mail": ""}).json()["mail"] == ""


def guess(person: Person, name: str) -> int:
    return person.post("/api/login", json={"name": name, "password": "a wrong secret"}).status_code


def test_guessing_passwords_is_slowed_down_and_keeps_nobody_else_out(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as server:
        server.person("Gerta")
        server.service.tries = Tries(now=lambda: 0.0)  # however slow this machine is
        person = server.person()
        found = [guess(person, "Gerta") for _ in range(12)]
        assert found[:3] == [401] * 3
        assert found[3:] == [429] * 9
        assert guess(person, "Somebody else") == 401
        right = {"name": "Gerta", "password": SECRET}
        slowed = person.post("/api/login", json=right)
        assert slowed.status_code == 429
        assert 0 < int(slowed.headers["retry-after"]) <= 2
        home = httpx.HTTPTransport(local_address="127.0.0.2")  # its owner, who is at home
        with httpx.Client(transport=home, base_url=server.address, headers={"X-Hexfront": "1"}) as owner:
            assert owner.post("/api/login", json=right).is_success


def test_each_wrong_try_lets_one_wait_longer_up_to_some_minutes() -> None:
    at = [0.0]
    tries = Tries(now=lambda: at[0])
    waits = []
    for _ in range(20):
        tries.failed("a")
        try:
            tries.check("a")
            waits.append(0)
        except TooOften as often:
            waits.append(often.wait)
    assert waits[:6] == [0, 0, 1, 2, 4, 8]
    assert waits[-1] == 300
    tries.check("b")
    at[0] += 301
    tries.check("a")
    tries.failed("a")
    tries.clear("a")
    tries.check("a")


@pytest.mark.parametrize(
    "name",
    [
        "Аda Lovelace",
        "ADA LOVELACE",
        "Ａｄａ Lovelace",
        "Ada_Lovelace",
        "AdaLovelace",
        "Ada L0velace",
        "Àda Lovelace",
    ],
)
def test_a_name_that_could_be_taken_for_anothers_is_taken(tmp_path: Path, name: str) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada = server.person("Ada Lovelace")
        answer = server.person().post("/api/accounts", json={"name": name, "password": SECRET})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "name")
        game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
        link = ada.post(f"/api/games/{game}/seats/blue/invite", json={}).json()["link"]
        guest = {"token": link.rsplit("/", 1)[1], "name": name}
        assert server.person().post(f"/api/games/{game}/seats/blue/claim", json=guest).status_code == 409


@pytest.mark.parametrize(
    "name", ["referee", "Observer", "Player", "P1ayer", "General", "оbserver", "Re feree"]
)
def test_nobody_is_called_what_the_server_calls_somebody(server: RunningServer, name: str) -> None:
    answer = server.person().post("/api/accounts", json={"name": name, "password": SECRET})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "name")


def test_a_password_can_be_changed_and_ends_all_other_sessions(server: RunningServer) -> None:
    here, elsewhere = server.person("Changer"), server.person()
    assert elsewhere.post("/api/login", json={"name": "Changer", "password": SECRET}).is_success
    wrong = here.put("/api/me/password", json={"old": "not the old one", "new": "another long secret"})
    assert wrong.status_code == 401
    named = here.put("/api/me/password", json={"old": SECRET, "new": "changer changer"})
    assert named.status_code == 422
    assert here.put("/api/me/password", json={"old": SECRET, "new": "short"}).status_code == 400
    assert elsewhere.get("/api/me").json()["name"] == "Changer"
    assert here.put("/api/me/password", json={"old": SECRET, "new": "another long secret"}).is_success
    assert here.get("/api/me").json()["name"] == "Changer"
    assert elsewhere.get("/api/me").json()["name"] is None
    assert elsewhere.post("/api/login", json={"name": "Changer", "password": SECRET}).status_code == 401
    new = {"name": "Changer", "password": "another long secret"}
    assert elsewhere.post("/api/login", json=new).is_success
    assert server.person().put("/api/me/password", json={"old": "x", "new": "y" * 12}).status_code == 401


def test_accounts_are_not_made_by_the_hundred(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0.2)) as server:
        answers = [
            server.person().post("/api/accounts", json={"name": f"Bot {n}", "password": SECRET})
            for n in range(3)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
