"""Accounts and sessions of a hosted server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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


def test_guessing_passwords_is_slowed_down(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0.3)) as server:
        server.person("Gerta")
        person = server.person()
        assert [guess(person, "Gerta") for _ in range(4)] == [401] * 3 + [429]
        # Nobody gets in under this name now, from wherever he comes; other names are not touched.
        right = person.post("/api/login", json={"name": "Gerta", "password": SECRET})
        assert right.status_code == 429
        assert int(right.headers["retry-after"]) > 0
        assert guess(person, "Heinrich") == 401


def test_accounts_are_not_made_by_the_hundred(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0.2)) as server:
        answers = [
            server.person().post("/api/accounts", json={"name": f"Bot {n}", "password": SECRET})
            for n in range(3)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
