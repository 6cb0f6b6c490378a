"""Notices that players set for themselves: by mail and by webhook, to real servers on this machine."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexfront.kernel.errors import Malformed
from hexfront.server import news, webhooks
from hexfront.server.news_pages import CODE_TRIES
from hexfront.server.notice_texts import TEXTS
from hexfront.server.postman import Postman, smtp_in
from hexfront.server.webhooks import Undelivered, check_address, deliver, is_open
from tests.server.running import Person, RunningServer, hosted
from tests.server.sinks import MailSink, WebSink, running

HOME = ("127.0.0.0/8",)


@pytest.fixture
def mail() -> Iterator[MailSink]:
    with running(MailSink) as sink:
        yield sink


@pytest.fixture
def web() -> Iterator[WebSink]:
    with running(WebSink) as sink:
        yield sink


@pytest.fixture
def server(tmp_path: Path, mail: MailSink) -> Iterator[RunningServer]:
    told = {"smtp": mail.address, "mail_from": "table@example.org", "webhook_nets": HOME}
    with RunningServer(hosted(tmp_path, rate=0, **told)) as started:
        yield started


def until(there: Callable[[], Any], seconds: float = 10) -> Any:
    """What comes within some time; AssertionError if nothing does."""
    end = time.monotonic() + seconds
    while not (found := there()):
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.02)
    return found


def name_webhook(person: Person, web: WebSink, language: str = "en") -> None:
    answer = person.put("/api/me/notices/webhook", json={"address": web.address, "language": language})
    assert answer.status_code == 200, answer.text


def confirm_mail(person: Person, mail: MailSink, address: str, language: str = "en") -> None:
    before = len(mail.letters)
    answer = person.put("/api/me/notices/mail", json={"address": address, "language": language})
    assert answer.status_code == 200, answer.text
    assert [each["confirmed"] for each in answer.json()["ways"] if each["kind"] == "mail"] == [False]
    letter = until(lambda: mail.letters[before:])[0]
    code = re.search(r"\b\d{6}\b", letter.get_content())
    assert code is not None
    answer = person.post("/api/me/notices/mail/confirm", json={"code": code.group()})
    assert answer.status_code == 200, answer.text


def of_games(mail: MailSink) -> list[EmailMessage]:
    return [each for each in mail.letters if "#/game/" in each.get_content()]


def at_a_table(server: RunningServer) -> tuple[Person, Person, str]:
    """Ada plays red and Bertha blue; it is for both to plan in secret."""
    ada, bertha = server.person("Ada"), server.person("Bertha")
    info = ada.start(seats={"red": "me", "blue": "invite"})
    link = ada.post(f"/api/games/{info['id']}/seats/blue/invite").json()["link"]
    claim = bertha.post(f"/api/games/{info['id']}/seats/blue/claim", json={"token": link.split("/")[-1]})
    assert claim.status_code == 200, claim.text
    return ada, bertha, info["id"]


def hand_to(ada: Person, bertha: Person, game: str, side: str) -> None:
    """Play until the decision passes to a side, of which it can know."""
    people = {"red": ada, "blue": bertha}
    mover, before = "", [""]
    for _ in range(60):
        waiting = ada.get(f"/api/games/{game}").json()["waiting"]
        if waiting == [side] and mover and mover != side and len(before) == 1:
            return
        before, mover = waiting, next((each for each in waiting if each != side), side)
        choices = people[mover].view(game, mover)["decision"]["choices"]
        number = next((at for at, each in enumerate(choices) if each["action"]["do"] == "pass"), 0)
        people[mover].play(game, mover, number)
    raise AssertionError("the decision never passed on")


def test_a_player_is_told_by_mail_when_it_is_for_him_to_decide(server: RunningServer, mail: MailSink) -> None:
    ada, bertha, game = at_a_table(server)
    confirm_mail(bertha, mail, "bertha@example.org", "de")
    hand_to(ada, bertha, game, "blue")
    letter = until(lambda: of_games(mail))[0]
    assert (letter["To"], letter["From"]) == ("bertha@example.org", "table@example.org")
    text = letter.get_content()
    assert f"/#/game/{game}" in text
    assert "ist am Zug" in text or "gefragt" in text
    assert letter["List-Unsubscribe"].strip("<> ") in text


def test_by_the_link_under_a_letter_nobody_gets_more_and_needs_no_login(
    server: RunningServer, mail: MailSink
) -> None:
    ada, bertha, game = at_a_table(server)
    confirm_mail(bertha, mail, "bertha@example.org")
    hand_to(ada, bertha, game, "blue")
    letter = until(lambda: of_games(mail))[0]
    token = letter["List-Unsubscribe"].strip("<> ").rpartition("/")[2]
    stranger = server.person()
    assert stranger.post("/api/notices/leave", json={"token": "x" * 32}).json()["done"]  # tells nothing
    assert bertha.get("/api/me/notices").json()["ways"] != []
    assert stranger.post("/api/notices/leave", json={"token": token}).status_code == 200
    assert bertha.get("/api/me/notices").json()["ways"] == []


def test_an_address_is_not_used_before_its_code_came_back(server: RunningServer, mail: MailSink) -> None:
    ada, bertha, game = at_a_table(server)
    bertha.put("/api/me/notices/mail", json={"address": "victim@example.org"})
    hand_to(ada, bertha, game, "blue")
    assert bertha.post("/api/me/notices/mail/test").status_code == 422
    wrong = [bertha.post("/api/me/notices/mail/confirm", json={"code": "no"}) for _ in range(CODE_TRIES + 1)]
    assert [each.status_code for each in wrong] == [422] * CODE_TRIES + [409]
    code = re.search(r"\b\d{6}\b", mail.letters[0].get_content())
    assert code is not None  # too late: it has been guessed at too often
    assert bertha.post("/api/me/notices/mail/confirm", json={"code": code.group()}).status_code == 409
    asyncio.run(asyncio.sleep(0.3))
    assert len(mail.letters) == 1  # the code, and nothing else


def test_a_code_is_good_for_its_own_account_and_not_for_ever(server: RunningServer, mail: MailSink) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    ada.put("/api/me/notices/mail", json={"address": "ada@example.org"})
    eve.put("/api/me/notices/mail", json={"address": "eve@example.org"})
    code = re.search(r"\b\d{6}\b", until(lambda: mail.letters)[0].get_content())
    assert code is not None
    assert eve.post("/api/me/notices/mail/confirm", json={"code": code.group()}).status_code == 422
    server.sql("UPDATE notice_way SET code_until = 1")
    assert ada.post("/api/me/notices/mail/confirm", json={"code": code.group()}).status_code == 409


def test_a_webhook_gets_words_and_data_and_a_test_on_demand(server: RunningServer, web: WebSink) -> None:
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web, "fr")
    assert bertha.post("/api/me/notices/webhook/test").json() == {"done": True, "reason": ""}
    assert web.got.pop()["text"].startswith(TEXTS["fr"]["test"])
    hand_to(ada, bertha, game, "blue")
    told = until(lambda: web.got)[0]
    (notice,) = told["notices"]
    assert (notice["game"], notice["side"]) == (game, "blue")
    assert notice["what"] in ("turn", "asked")
    assert notice["text"] in told["text"] == told["content"]


def test_who_looks_at_the_game_is_told_nothing(server: RunningServer, web: WebSink) -> None:
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    with bertha.watch(game, "blue") as screen:
        screen.wait("view")
        hand_to(ada, bertha, game, "blue")
        time.sleep(0.4)
    assert web.got == []


@pytest.mark.parametrize("choice", [{"quiet": True}, {"turn": False, "asked": False}])
def test_of_a_game_one_is_told_what_one_has_chosen_for_it(
    server: RunningServer, web: WebSink, choice: dict[str, bool]
) -> None:
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    assert bertha.put(f"/api/games/{game}/notices", json={"choice": choice}).status_code == 200
    assert bertha.get(f"/api/games/{game}/notices").json()["choice"]["quiet"] == ("quiet" in choice)
    hand_to(ada, bertha, game, "blue")
    time.sleep(0.4)
    assert web.got == []
    assert bertha.put(f"/api/games/{game}/notices", json={}).status_code == 200
    assert bertha.get(f"/api/games/{game}/notices").json()["choice"] is None


def test_chat_is_told_to_those_who_want_it_and_not_to_the_speaker(
    server: RunningServer, web: WebSink
) -> None:
    ada, bertha, game = at_a_table(server)
    for person in (ada, bertha):
        name_webhook(person, web)
        person.put("/api/me/notice-choice", json={"turn": False, "asked": False, "chat": True})
    ada.post(f"/api/games/{game}/chat", json={"text": "my plan is a secret"})
    told = until(lambda: web.got)
    time.sleep(0.2)
    assert [each["notices"][0]["what"] for each in told] == ["chat"]
    assert "my plan" not in str(told)  # that something was said, not what


def test_the_end_is_told_once(server: RunningServer, web: WebSink) -> None:
    _, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    bertha.put("/api/me/notice-choice", json={"turn": False, "asked": False})
    service = server.service

    async def end() -> None:
        found = await service.hall.live(game)
        found.game.outcome = "Red wins"
        for call in (*service.after_change, *service.after_change):
            if (work := call(found)) is not None and hasattr(work, "__await__"):
                await work

    _in(server, end)
    told = until(lambda: web.got)
    time.sleep(0.3)
    assert [each["notices"][0]["text"] for each in told] == ["Skirmish at the outpost is over: Red wins."]


def _in(server: RunningServer, work: Callable[[], Any]) -> None:
    """Do something in the loop of the server."""
    loop = server.service.news.loop._task.get_loop()  # type: ignore[union-attr]
    asyncio.run_coroutine_threadsafe(work(), loop).result(20)


def test_a_digest_waits_and_brings_all_at_once(server: RunningServer, web: WebSink) -> None:
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    bertha.put("/api/me/notice-choice", json={"digest": 6, "chat": True})
    ada.post(f"/api/games/{game}/chat", json={"text": "Are you there?"})
    hand_to(ada, bertha, game, "blue")
    until(lambda: len(server.sql("SELECT id FROM notice")) >= 2)
    time.sleep(0.3)
    assert web.got == []
    server.sql("UPDATE notice SET due = 1")
    _in(server, server.service.news.send_due)
    (told,) = web.got
    assert {each["what"] for each in told["notices"]} >= {"chat"}
    assert len(told["notices"]) >= 2


def test_who_has_decided_meanwhile_is_not_called_any_more(server: RunningServer, web: WebSink) -> None:
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    bertha.put("/api/me/notice-choice", json={"digest": 1})
    hand_to(ada, bertha, game, "blue")
    until(lambda: server.sql("SELECT id FROM notice"))
    hand_to(ada, bertha, game, "red")
    server.sql("UPDATE notice SET due = 1")
    _in(server, server.service.news.send_due)
    assert web.got == []
    assert server.sql("SELECT id FROM notice") == []


def test_what_fails_is_tried_again_and_an_address_where_all_fails_is_switched_off(
    server: RunningServer, web: WebSink, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    web.answer = 500
    told = server.service.news
    bertha.put("/api/me/notice-choice", json={"turn": False, "asked": False, "chat": True})
    for number in range(news.MOST_FAILURES):
        ada.post(f"/api/games/{game}/chat", json={"text": f"number {number}"})
        for tries in range(len(told.pauses) + 1):
            until(lambda: server.sql("SELECT id FROM notice"))
            server.sql("UPDATE notice SET due = 1")
            _in(server, told.send_due)
            until(partial(_was_tried, server, tries + 1))  # the watch of the server may have been first
    (way,) = bertha.get("/api/me/notices").json()["ways"]
    assert way["off"]
    assert way["trouble"] == "the webhook answers 500"
    assert "secret-path" not in caplog.text
    asked = len(web.paths)
    ada.post(f"/api/games/{game}/chat", json={"text": "and now?"})
    time.sleep(0.2)
    assert len(web.paths) == asked
    web.answer = 204
    assert bertha.post("/api/me/notices/webhook/test").json()["done"]
    (way,) = bertha.get("/api/me/notices").json()["ways"]
    assert (way["off"], way["trouble"]) == (False, "")


def _was_tried(server: RunningServer, times: int) -> bool:
    """Whether a notice was tried so often, or given up."""
    return _tried(server) in (times, None)


def _tried(server: RunningServer) -> int | None:
    found = server.sql("SELECT tries FROM notice")
    return int(found[0][0]) if found else None


def test_several_processes_send_each_notice_once(server: RunningServer, web: WebSink) -> None:
    """Whoever takes a notice up puts it off for the others, in one statement."""
    ada, bertha, game = at_a_table(server)
    name_webhook(bertha, web)
    bertha.put("/api/me/notice-choice", json={"digest": 24, "chat": True})
    ada.post(f"/api/games/{game}/chat", json={"text": "once"})
    until(lambda: server.sql("SELECT id FROM notice"))
    server.sql("UPDATE notice SET due = 1")
    service = server.service

    async def race() -> None:
        others = [news.News(service.store, service.postman, HOME, "http://x") for _ in range(6)]
        await asyncio.gather(*(each.send_due() for each in (service.news, *others)))

    _in(server, race)
    assert len(web.got) == 1


def test_no_webhook_leads_into_the_nets_of_the_host(tmp_path: Path, web: WebSink, mail: MailSink) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as closed:
        ada = closed.person("Ada")
        for address in (
            web.address,
            web.address.replace("127.0.0.1", "localhost"),
            web.address.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
            web.address.replace("127.0.0.1", "2130706433"),
            "http://169.254.169.254/latest/meta-data",
        ):
            assert ada.put("/api/me/notices/webhook", json={"address": address}).status_code == 200
            tried = ada.post("/api/me/notices/webhook/test").json()
            assert not tried["done"], address
            assert "net that this server does not send to" in tried["reason"], (address, tried)
        assert web.paths == []
        assert ada.get("/api/me/notices").json()["mail"] is False
        refused = ada.put("/api/me/notices/mail", json={"address": "ada@example.org"})
        assert refused.status_code == 409
        assert "no mail" in refused.json()["error"]["reason"]


@pytest.mark.parametrize(
    "number",
    ["10.1.2.3", "127.0.0.1", "192.168.0.1", "172.16.0.9", "169.254.169.254", "0.0.0.0", "100.64.0.1",
     "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
     "2002:a00:1::", "2001:0:a00:1::", "ff02::1", "fec0::1"],
)  # fmt: skip
def test_addresses_that_are_not_open_to_all_are_refused(number: str) -> None:
    assert not is_open(ipaddress.ip_address(number))


def test_open_addresses_and_those_the_host_allows_are_not() -> None:
    assert is_open(ipaddress.ip_address("93.184.216.34"))
    assert is_open(ipaddress.ip_address("2606:2800:220:1::1"))
    assert is_open(ipaddress.ip_address("10.1.2.3"), webhooks.nets_in(["10.0.0.0/8"]))


def test_a_name_with_one_address_inside_is_refused_and_the_one_looked_at_is_called(
    web: WebSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the call a name may change its mind: it is asked once."""
    asked: list[str] = []

    def resolve(host: str, port: int, **_: object) -> list[Any]:
        asked.append(host)
        numbers = ["127.0.0.1"] if host == "home.test" else ["93.184.216.34", "10.0.0.5"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(Undelivered, match="net"):
        deliver("http://mixed.test/hook", b"{}")
    monkeypatch.setattr(socket, "create_connection", _plain_connection)
    deliver(web.address.replace("127.0.0.1", "home.test"), b"{}", webhooks.nets_in(HOME))
    assert asked == ["mixed.test", "home.test"]
    assert web.got == [{}]


def _plain_connection(place: tuple[str, int], timeout: float) -> socket.socket:
    line = socket.socket(socket.AF_INET)
    line.settimeout(timeout)
    line.connect(place)  # a number: nobody is asked for a name again
    return line


def test_no_redirect_is_followed(web: WebSink) -> None:
    web.answer = 307
    with pytest.raises(Undelivered, match="307 and would lead elsewhere"):
        deliver(web.address, b"{}", webhooks.nets_in(HOME))
    assert web.paths == ["/hook/secret-path"]


def test_a_server_that_trickles_or_says_nothing_costs_no_more_than_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def trickle() -> None:
            line, _ = listening.accept()
            with line:
                while not done.wait(0.05):
                    try:
                        line.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=trickle)
        thread.start()
        began = time.monotonic()
        with pytest.raises(Undelivered, match="in time"):
            deliver(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"{}", webhooks.nets_in(HOME), 0.4)
        assert time.monotonic() - began < 3
        done.set()
        thread.join()


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org", "http://", "http://a:b@example.org/", "http://x.org:0/", "http://x.org:99999/",
     "http://x.org/a b", "http://x.org/\r\nHost: y", "javascript:alert(1)", "http://[::1", "http://ü.org/"],
)  # fmt: skip
def test_only_web_addresses_are_webhooks(address: str) -> None:
    with pytest.raises(ValueError, match=r"webhook|web address"):
        check_address(address)


def test_the_address_of_a_mail_server_tells_all_and_is_never_repeated() -> None:
    found = smtp_in("smtp://ada:p%40ss@mail.example.org:587")
    assert (found.host, found.port, found.user, found.password) == ("mail.example.org", 587, "ada", "p@ss")
    assert (found.starttls, found.secure) == (True, False)
    assert smtp_in("smtps://mail.example.org").secure
    for wrong in (
        "mail.example.org",
        "http://ada:secret@mail",
        "smtp://h?tls=perhaps",
        "smtp://ada:secret@h:x",
    ):
        with pytest.raises(Malformed) as told:
            smtp_in(wrong)
        assert "secret" not in str(told.value)


def test_an_address_that_the_mail_server_does_not_know_is_told(server: RunningServer, mail: MailSink) -> None:
    mail.refuses = "550 nobody here"
    ada = server.person("Ada")
    answer = ada.put("/api/me/notices/mail", json={"address": "nobody@example.org"})
    assert answer.status_code == 422
    assert answer.json()["error"]["reason"] == "the mail server does not know this address"
    for wrong in ("ada", "a@b", "a@example.org\nBcc: all@example.org", "a@example.org, b@example.org"):
        assert ada.put("/api/me/notices/mail", json={"address": wrong}).status_code == 422, wrong


def test_the_mail_command_of_the_host_takes_letters_too(tmp_path: Path) -> None:
    out = tmp_path / "letter"
    script = tmp_path / "mail.py"
    script.write_text("import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())")
    postman = Postman(command=f"{sys.executable} {script} {out}", sender="table@example.org")
    asyncio.run(postman.send("ada@example.org", "Hexfront", "It is for you to decide."))
    assert "To: ada@example.org" in out.read_text()
    with pytest.raises(Undelivered, match="fails"):
        asyncio.run(Postman(command="false").send("ada@example.org", "Hexfront", "x"))
    with pytest.raises(ValueError, match=r"newline|linefeed"):
        Postman().letter("a@example.org\nBcc: all@example.org", "Hexfront", "x")


def test_notices_are_told_in_three_languages_with_the_same_words_to_fill_in() -> None:
    fields = {what: set(re.findall(r"{(\w+)}", text)) for what, text in TEXTS["en"].items()}
    for texts in TEXTS.values():
        assert {what: set(re.findall(r"{(\w+)}", text)) for what, text in texts.items()} == fields


def test_nobody_sees_or_changes_the_addresses_of_another(server: RunningServer, web: WebSink) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    name_webhook(ada, web)
    assert eve.get("/api/me/notices").json()["ways"] == []
    eve.delete("/api/me/notices/webhook")
    assert len(ada.get("/api/me/notices").json()["ways"]) == 1
    assert httpx.get(f"{server.address}/api/me/notices").status_code == 401
    assert ada.delete("/api/me/notices/webhook").status_code == 204
    assert ada.get("/api/me/notices").json()["ways"] == []
