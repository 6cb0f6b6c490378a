"""Players who stay away: reminded, and replaced by agreement; and how they come back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from hexfront.server import absence as terms_of
from hexfront.server.absence import NEVER, Absence, Terms, Waiting
from hexfront.server.absent import Absences, read
from hexfront.server.settings import Settings
from hexfront.server.store import absence
from tests.server.running import Person, RunningServer, hosted
from tests.server.sinks import WebSink, running
from tests.server.test_news import _in, at_a_table, hand_to, name_webhook, until

TERMS = {"remind": 86_400, "replace": 172_800}
LONG = 10**6

# The reckoning


def waited(since: float = 0.0, **more: Any) -> Absence:
    return Absence(Terms(100, 60), waiting={"red": Waiting("ada", since, **more)})


def test_somebody_is_reminded_and_later_his_seat_is_open() -> None:
    start = waited()
    assert terms_of.next_due(start) == 100
    assert terms_of.fallen_due(start, 99) == (start, [], [])
    reminded, who, opened = terms_of.fallen_due(start, 100)
    assert (who, opened, terms_of.next_due(reminded)) == (["red"], [], 160)
    again, who, opened = terms_of.fallen_due(reminded, 159)
    assert (again, who, opened) == (reminded, [], [])
    open_, who, opened = terms_of.fallen_due(reminded, 161)
    assert (who, opened, terms_of.next_due(open_)) == ([], ["red"], NEVER)
    assert terms_of.fallen_due(open_, 10_000)[1:] == ([], [])


def test_after_a_server_was_down_the_further_time_begins_with_the_reminder() -> None:
    reminded, who, opened = terms_of.fallen_due(waited(), 5000)
    assert (who, opened) == (["red"], [])
    assert terms_of.next_due(reminded) == 5060


def test_who_decides_is_waited_for_anew_and_who_is_not_asked_is_not_waited_for() -> None:
    late = waited(reminded=100.0, open=150.0, votes={"bea": "wait"})
    assert terms_of.looked(late, {"red": "ada"}, "blue", 200) == late
    assert terms_of.looked(late, {"red": "ada"}, "red", 200).waiting == {"red": Waiting("ada", 200)}
    assert terms_of.looked(late, {"red": "eve"}, "", 200).waiting == {"red": Waiting("eve", 200)}
    assert terms_of.looked(late, {}, "red", 200).waiting == {}


def test_all_others_have_to_want_the_same() -> None:
    start = waited(open=150.0)
    one, agreed = terms_of.voted(start, "red", "bea", "link", ("bea", "cem"))
    assert agreed == ""
    other, agreed = terms_of.voted(one, "red", "cem", "wait", ("bea", "cem"))
    assert agreed == ""
    _, agreed = terms_of.voted(other, "red", "cem", "link", ("bea", "cem"))
    assert agreed == "link"
    _, agreed = terms_of.voted(other, "red", "bea", "wait", ("bea",))  # Cem has left
    assert agreed == "wait"


def test_what_is_kept_is_read_again() -> None:
    kept = waited(open=150.0, votes={"bea": "wait"})
    assert terms_of.read(terms_of.write(kept)) == kept


# Over the interface


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path, rate=0, webhook_nets=("127.0.0.0/8",))) as started:
        yield started


def agree(ada: Person, bertha: Person, game: str, terms: object = TERMS) -> None:
    first = ada.put(f"/api/games/{game}/absence", json={"as": "red", "terms": terms})
    assert first.status_code == 200, first.text
    assert first.json()["terms"] is None  # one alone cannot
    assert first.json()["wished"]["agreed"] == ["Ada"]
    second = bertha.put(f"/api/games/{game}/absence", json={"as": "blue", "terms": terms})
    assert second.json()["terms"] == terms


def time_passes(server: RunningServer, game: str) -> None:
    """Somebody has not decided for longer than was agreed; what is due is done now."""
    ((body,),) = server.sql(f"SELECT body FROM absence WHERE game = '{game}'")
    kept = terms_of.read(body)
    waiting = {
        side: msgspec.structs.replace(
            each, since=each.since - LONG, reminded=each.reminded and each.reminded - LONG
        )
        for side, each in kept.waiting.items()
    }
    text = terms_of.write(msgspec.structs.replace(kept, waiting=waiting))
    server.sql(f"UPDATE absence SET body = '{text}', due = 1 WHERE game = '{game}'")
    assert server.service.absences is not None
    _in(server, server.service.absences.look)


@pytest.fixture
def table(server: RunningServer) -> tuple[Person, Person, str]:
    ada, bertha, game = at_a_table(server)
    agree(ada, bertha, game)
    hand_to(ada, bertha, game, "blue")
    return ada, bertha, game


def state(person: Person, game: str) -> dict[str, Any]:
    answer = person.get(f"/api/games/{game}/absence")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def vote(person: Person, game: str, choice: str, side: str = "red", seat: str = "blue") -> Any:
    return person.post(f"/api/games/{game}/absence/vote", json={"as": side, "for": seat, "choose": choice})


def test_one_who_stays_away_is_reminded_once_and_then_the_others_may_decide(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = table
    with running(WebSink) as web:
        name_webhook(bertha, web)
        assert "blue" in state(ada, game)["waiting"]
        assert "absence" in vote(ada, game, "wait").json()["error"]["kind"]  # not yet
        with ada.watch(game, "red") as screen:
            screen.wait("view")
            time_passes(server, game)
            screen.wait("absence")
        assert state(ada, game)["waiting"]["blue"]["reminded"] > 0
        assert state(ada, game)["waiting"]["blue"]["open"] == 0
        until(lambda: [each for each in web.got if each["notices"][0]["what"] == "reminder"])
        assert server.service.absences is not None
        _in(server, server.service.absences.look)
        time_passes(server, game)
        assert state(ada, game)["waiting"]["blue"]["open"] > 0
        until(lambda: [each for each in web.got if each["notices"][0]["what"] == "lapsed"])
        reminders = [each for each in web.got if each["notices"][0]["what"] == "reminder"]
        assert len(reminders) == 1


def open_seat(server: RunningServer, table: tuple[Person, Person, str]) -> tuple[Person, Person, str]:
    time_passes(server, table[2])
    time_passes(server, table[2])
    return table


def test_the_others_may_go_on_waiting_and_the_time_begins_anew(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    assert vote(bertha, game, "wait", "blue").status_code == 422  # about his own seat nobody votes
    assert vote(ada, game, "wait").status_code == 200
    waiting = state(ada, game)["waiting"]["blue"]
    assert (waiting["reminded"], waiting["open"], waiting["votes"]) == (0, 0, {})
    assert bertha.play(game, "blue").is_success


def test_who_comes_back_in_time_keeps_his_seat(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    assert bertha.play(game, "blue").is_success
    assert vote(ada, game, "link").status_code == 422
    assert state(ada, game)["waiting"].get("blue", {"open": 0})["open"] == 0


def test_the_computer_takes_over_and_who_was_away_looks_and_has_his_seat_back_if_all_agree(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    level = ada.get("/api/players").json()[0]["name"]
    assert vote(ada, game, "nobody").status_code in (400, 404, 422)
    assert vote(ada, game, level).status_code == 200
    until(lambda: ada.get(f"/api/games/{game}").json()["seats"]["blue"]["kind"] == "computer")
    # His own secrets are not for him any more; what everybody may know is.
    assert bertha.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code == 403
    assert bertha.get(f"/api/games/{game}/view", params={"as": "observer"}).status_code == 200
    told = state(bertha, game)["replaced"]["blue"]
    assert (told["you"], told["how"], told["name"]) == (True, level, "Bertha")
    # The owner cannot help himself to the seat.
    assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "me"}).status_code == 403
    assert ada.post(f"/api/games/{game}/seats/blue/invite").status_code == 403
    body = {"for": "blue", "as": "red"}
    assert ada.post(f"/api/games/{game}/absence/back", json=body).status_code == 422  # nobody has asked
    assert bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue"}).status_code == 200
    declined = ada.post(f"/api/games/{game}/absence/back", json={**body, "accept": False})
    assert declined.json()["replaced"]["blue"]["asks"] == 0
    bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue"})
    assert ada.post(f"/api/games/{game}/absence/back", json=body).status_code == 200
    seat = bertha.get(f"/api/games/{game}").json()["seats"]["blue"]
    assert (seat["kind"], seat["you"]) == ("human", True)
    assert state(ada, game)["replaced"] == {}
    assert bertha.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code == 200


def test_another_person_takes_over_by_a_new_link_and_the_old_one_is_worth_nothing(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    link = vote(ada, game, "link").json()["link"]
    newer = ada.post(f"/api/games/{game}/absence/link", json={"for": "blue"}).json()["link"]
    cem, eve = server.person("Cem"), server.person("Eve")

    def claim(person: Person, by: str) -> int:
        token = by.rsplit("/", maxsplit=1)[-1]
        return person.post(f"/api/games/{game}/seats/blue/claim", json={"token": token}).status_code

    assert claim(eve, link) == 403
    dice = server.sql(f"SELECT count(*) FROM entry WHERE game = '{game}' AND text = 'fresh dice'")
    assert claim(cem, newer) == 200
    fresh = server.sql(f"SELECT count(*) FROM entry WHERE game = '{game}' AND text = 'fresh dice'")
    assert fresh[0][0] == dice[0][0] + 1  # nobody knows the dice of the new table
    assert bertha.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code == 403
    assert cem.view(game, "blue")["viewer"] == "blue"
    assert cem.get(f"/api/games/{game}/notes").json()["text"] == ""  # her notes stay hers
    bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue"})
    said = ada.post(f"/api/games/{game}/absence/back", json={"for": "blue", "as": "red"}).json()
    assert said["replaced"]["blue"]["agreed"] == ["Ada"]  # Cem has the seat: he has to agree as well
    assert cem.get(f"/api/games/{game}").json()["seats"]["blue"]["you"]
    cem.post(f"/api/games/{game}/absence/back", json={"for": "blue", "as": "blue"})
    assert bertha.get(f"/api/games/{game}").json()["seats"]["blue"]["you"]
    assert cem.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code in (403, 404)


def test_a_replacement_has_the_whole_time_of_the_clock_and_no_fallen_flag(server: RunningServer) -> None:
    ada, bertha = server.person("Ada"), server.person("Bertha")
    start = {"seats": {"red": "me", "blue": "invite"}, "clock": {"seconds": 600}, "absence": TERMS}
    game = ada.start(**start)["id"]
    token = ada.post(f"/api/games/{game}/seats/blue/invite").json()["link"].split("/")[-1]
    bertha.post(f"/api/games/{game}/seats/blue/claim", json={"token": token})
    assert state(bertha, game)["terms"] == TERMS  # as agreed at the start
    hand_to(ada, bertha, game, "blue")
    ((clock,),) = server.sql(f"SELECT clock FROM game WHERE id = '{game}'")
    late = msgspec.json.decode(clock)
    late["since"] -= 10_000
    _in(server, lambda: _set_clock(server, game, msgspec.json.encode(late).decode()))
    assert "blue" in ada.get(f"/api/games/{game}").json()["clock"]["flags"]
    time_passes(server, game)
    time_passes(server, game)
    assert vote(ada, game, "link").status_code == 200
    shown = ada.get(f"/api/games/{game}").json()["clock"]
    assert shown["flags"] == {}
    assert shown["left"]["blue"] > 590
    assert ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"}).status_code == 422


def test_who_takes_a_seat_over_has_his_time_however_late_he_comes(server: RunningServer) -> None:
    ada, bertha, cem = (server.person(name) for name in ("Ada", "Bertha", "Cem"))
    start = {"seats": {"red": "me", "blue": "invite"}, "clock": {"seconds": 600}, "absence": TERMS}
    game = ada.start(**start)["id"]
    token = ada.post(f"/api/games/{game}/seats/blue/invite").json()["link"].split("/")[-1]
    bertha.post(f"/api/games/{game}/seats/blue/claim", json={"token": token})
    hand_to(ada, bertha, game, "blue")
    time_passes(server, game)
    time_passes(server, game)
    link = vote(ada, game, "link").json()["link"]
    ((clock,),) = server.sql(f"SELECT clock FROM game WHERE id = '{game}'")
    late = msgspec.json.decode(clock)
    late["since"] -= 10_000
    _in(server, lambda: _set_clock(server, game, msgspec.json.encode(late).decode()))
    assert "blue" in ada.get(f"/api/games/{game}").json()["clock"]["flags"]
    claimed = ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"})
    assert (claimed.status_code, "not come yet" in claimed.text) == (422, True)
    body = {"token": link.rsplit("/", maxsplit=1)[-1]}
    assert cem.post(f"/api/games/{game}/seats/blue/claim", json=body).status_code == 200
    shown = ada.get(f"/api/games/{game}").json()["clock"]
    assert shown["flags"] == {}
    assert shown["left"]["blue"] > 590


async def _set_clock(server: RunningServer, game: str, text: str) -> None:
    live = await server.service.hall.live(game)
    live.clock = text
    server.sql(f"UPDATE game SET clock = '{text}' WHERE id = '{game}'")


def test_terms_can_be_taken_away_by_all_and_by_nobody_alone(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = table
    bertha.put(f"/api/games/{game}/absence", json={"as": "blue", "terms": None})
    assert state(ada, game)["terms"] == TERMS
    assert state(ada, game)["wished"] == {"terms": None, "by": "blue", "agreed": ["Bertha"]}
    ada.put(f"/api/games/{game}/absence", json={"as": "red", "terms": None})
    assert state(ada, game)["terms"] is None
    for wrong in ({"remind": 1, "replace": 100}, {"remind": 100}, {"remind": 1e9, "replace": 1e9}):
        answer = ada.put(f"/api/games/{game}/absence", json={"as": "red", "terms": wrong})
        assert answer.status_code == 400, wrong
    assert ada.put(f"/api/games/{game}/absence", json={"as": "blue", "terms": None}).status_code == 403


def test_timers_survive_a_restart(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha, game = at_a_table(server)
        agree(ada, bertha, game)
        hand_to(ada, bertha, game, "blue")
        cookies = dict(ada.cookies)
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        time_passes(server, game)
        ada = server.person()
        ada.cookies.update(cookies)
        assert state(ada, game)["waiting"]["blue"]["reminded"] > 0


def test_nobody_else_sees_or_says_anything(server: RunningServer, table: tuple[Person, Person, str]) -> None:
    _, _, game = open_seat(server, table)
    eve = server.person("Eve")
    assert eve.get(f"/api/games/{game}/absence").status_code == 404
    assert vote(eve, game, "link").status_code == 404
    assert eve.post(f"/api/games/{game}/absence/back", json={"for": "blue"}).status_code == 404
    assert eve.post(f"/api/games/{game}/absence/link", json={"for": "blue"}).status_code == 404


def test_of_many_who_look_at_once_one_acts(database: str) -> None:
    """On both databases: every process looks for what is due, and it is done once."""
    with RunningServer(Settings(hosted=True, database=database, rate=0)) as server:
        ada, bertha, game = at_a_table(server)
        agree(ada, bertha, game)
        hand_to(ada, bertha, game, "blue")
        service = server.service
        asked = 0
        tell = service.news.tell

        async def counted(*words: Any, **more: Any) -> None:
            nonlocal asked
            asked += words[2] == "reminder"
            await tell(*words, **more)

        service.news.tell = counted  # type: ignore[method-assign]

        async def race() -> None:
            kept = await _kept(server, game)
            waiting = {
                side: msgspec.structs.replace(each, since=each.since - LONG)
                for side, each in kept.waiting.items()
            }
            await _keep(server, game, msgspec.structs.replace(kept, waiting=waiting))
            await asyncio.gather(*(Absences(service).do_due(game) for _ in range(6)))

        _in(server, race)
        assert asked == 1
        assert state(ada, game)["waiting"]["blue"]["reminded"] > 0


async def _kept(server: RunningServer, game: str) -> Absence:
    found = await read(server.service, game)
    assert found is not None
    return found


async def _keep(server: RunningServer, game: str, kept: Absence) -> None:
    change = update(absence).where(absence.c.game == game).values(body=terms_of.write(kept), due=1.0)
    await server.service.store.write(change)


def test_of_two_votes_at_once_the_seat_is_handed_on_once(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, _, game = open_seat(server, table)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: vote(ada, game, "link").status_code, range(4)))
    assert min(answers) == 200
    assert answers.count(200) == 1
    assert set(answers) <= {200, 409, 422}
    links = server.sql(f"SELECT count(*) FROM invitation WHERE game = '{game}' AND NOT revoked")
    assert links == [(1,)]


def test_whoever_plays_another_side_cannot_take_the_seat_by_its_link(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    """The owner of a game may else sit on both sides of it: here he would see what the other has hidden."""
    ada, _, game = open_seat(server, table)
    token = vote(ada, game, "link").json()["link"].rsplit("/", maxsplit=1)[-1]
    claimed = ada.post(f"/api/games/{game}/seats/blue/claim", json={"token": token})
    assert claimed.status_code == 409, claimed.text
    assert ada.get(f"/api/games/{game}/view", params={"as": "blue"}).status_code == 403


def test_the_owner_cannot_keep_who_was_replaced_from_asking_for_his_seat(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    clara = server.person("Clara")
    link = ada.post(f"/api/games/{game}/seats/observer/invite").json()["link"]
    clara.post(f"/api/games/{game}/seats/observer/claim", json={"token": link.rsplit("/", maxsplit=1)[-1]})
    vote(ada, game, "link")
    assert ada.delete(f"/api/games/{game}/seats/observer/invite").status_code == 204
    assert clara.get(f"/api/games/{game}").status_code == 404
    assert bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue"}).status_code == 200


def test_who_asks_for_his_seat_can_take_that_back(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, bertha, game = open_seat(server, table)
    vote(ada, game, "link")
    bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue"})
    back = bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue", "accept": False})
    assert back.json()["replaced"]["blue"]["asks"] == 0
    never = bertha.post(f"/api/games/{game}/absence/back", json={"for": "blue", "accept": False})
    assert never.json()["replaced"]["blue"]["asks"] == 0


def test_when_somebody_was_replaced_tells_nobody_how_often_another_has_chosen(server: RunningServer) -> None:
    told = []
    for drawn in ((), ("guns", "charge")):
        ada, bertha = server.person(f"Ada {len(drawn)}"), server.person(f"Bertha {len(drawn)}")
        start = {"seats": {"red": "me", "blue": "invite"}, "options": {"cards": "on"}, "absence": TERMS}
        game = ada.start(**start)["id"]
        token = ada.post(f"/api/games/{game}/seats/blue/invite").json()["link"].split("/")[-1]
        bertha.post(f"/api/games/{game}/seats/blue/claim", json={"token": token})
        for card in drawn:
            order = {
                "as": "red",
                "expect": ada.view(game, "red")["step"],
                "actions": [{"do": "draw", "card": card}],
            }
            assert ada.post(f"/api/games/{game}/actions", json=order).is_success
        time_passes(server, game)
        time_passes(server, game)
        assert vote(ada, game, "link").status_code == 200
        told.append(state(bertha, game)["replaced"]["blue"]["step"])
    assert told[0] == told[1]


def test_a_game_that_cannot_be_opened_does_not_hold_up_the_others(
    server: RunningServer, table: tuple[Person, Person, str]
) -> None:
    ada, _, game = table
    others = [ada.start()["id"] for _ in range(2)]
    kept = terms_of.write(Absence(Terms(**TERMS)))
    for other in others:
        server.sql(f"INSERT INTO absence (game, body, due) VALUES ('{other}', '{kept}', 0)")
        server.sql(f"UPDATE game SET origin = '[]' WHERE id = '{other}'")
        server.service.hall.forget(other)
    time_passes(server, game)
    assert state(ada, game)["waiting"]["blue"]["reminded"] > 0
    assert server.sql("SELECT count(*) FROM absence WHERE due < 100") == [(0,)]
