"""Through every door of a game under way: what somebody may not know changes nothing, not even a time."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.server import journal
from tests.server.running import Person, RunningServer, hosted

PLAIN = ("me", "games", "open-games")
HIDDEN = ("draw guns", "discard guns", "draw charge", "draw guides")
LONG = ("draw guns", "discard guns", "draw charge", "draw guides", "draw horses", "pass")
SHORT = ("draw charge", "draw guns", "draw signals", "pass")
BLUE = ("draw guns", "draw horses", "draw signals", "pass")
ANYTHING = {"side": "blue", "job_id": "none"}
WHERE, NOBODY = {"hex": "0203"}, {"do": "pass"}
ASKING: dict[str, dict[str, Any]] = {
    "why": {"action": {"do": "march", "units": ["b1", "b1"], "to": "0203"}},
    "why-not": {**WHERE, "piece": "b1"},
    "explain": {"question": {"do": "defence-strength", "at": "0203"}},
    "forecast": {"action": NOBODY},
    "ahead": {"actions": [NOBODY]},
    "attack": WHERE,
    "attack/ladder": WHERE,
}
"""What can be asked about a game without changing it, by the ends of the addresses."""
OTHERWISE = {
    *("actions", "undo", "rollback", "rollback/answer", "branch", "mail-in"),  # what they do is looked at
    *("plans", "plans/give", "marches", "marches/on", "marches/stop", "charges", "charges/{charge_id}"),
    *("whatif", "whatif/{job_id}", "suggest"),  # played ahead in what is proved to hold nothing: `known_game`
    *("chat", "notes", "name", "preferences", "dice", "clock/claim"),  # what somebody says himself
    *("notices", "absence", "absence/vote", "absence/link", "absence/back"),
    *("seats/{side}", "seats/{side}/claim", "seats/{side}/commands", "seats/{side}/invite"),
    "",
}
"""All other doors by which something is changed."""
FOR_PLAYERS = (
    *("/attacks", "/marches", "/plans", "/charges", "/commands", "/position", "/export", "/set-up"),
    "/{job_id}",
)
"""What can be looked at only by those who play, or have asked for it."""
STATE = re.compile(r'"state":"[0-9a-f]{16}"')


class Clock:
    """The time of the whole process, which passes when it is told to."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("doors"), rate=0)) as running:
        yield running


@pytest.fixture
def people(server: RunningServer) -> tuple[Person, Person, Person]:
    return server.person("Ada"), server.person("Bertha"), server.person("Clara")


def two(people: tuple[Person, Person, Person], **more: Any) -> str:
    """A game with Ada at red and Bertha at blue, at which Clara looks on."""
    ada, bertha, clara = people
    game: str = ada.start(seats={"red": "me", "blue": "open"}, clock={"seconds": 1000}, **more)["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    link = ada.post(f"/api/games/{game}/seats/observer/invite", json={}).json()["link"]
    token = {"token": link.rpartition("/")[2]}
    assert clara.post(f"/api/games/{game}/seats/observer/claim", json=token).is_success
    return game


def doors(person: Person) -> list[str]:
    """Every address at which something can be looked at in a game, by the server's own description."""
    described = person.get("/api/openapi.json").json()["paths"]
    found = [path for path, methods in described.items() if "get" in methods and "{game_id}" in path]
    assert len(found) > 12
    title = next(each for each in person.get("/api/titles").json() if each["name"] == "outpost")
    assert title["layers"]
    for kind in ("layers", "displays"):
        found.remove(pattern := f"/api/games/{{game_id}}/{kind}/{{name}}")
        found += [pattern.replace("{name}", name) for name in title[kind]]
    return found


def test_every_door_is_looked_through_or_named(people: tuple[Person, Person, Person]) -> None:
    """Whoever adds a door says here what may go through it."""
    described = people[0].get("/api/openapi.json").json()["paths"]
    game = "/api/games/{game_id}"
    changing = {
        path.removeprefix(game).removeprefix("/")
        for path, methods in described.items()
        if path.startswith(game) and methods.keys() - {"get"}
    }
    assert changing == ASKING.keys() | OTHERWISE


def asked(person: Person, path: str, game: str, viewer: str) -> tuple[int, str, dict[str, str]]:
    """What a door answers."""
    at = path.format(game_id=game, **ANYTHING)
    # Packed, an answer is as long as the random name of its game makes it.
    plain = {"accept-encoding": "identity"}
    answer = person.get(at, params={"as": viewer, "about": "r1", "since": 0}, headers=plain)
    text = answer.text.replace(game, "GAME")
    if path.endswith("/export"):  # its last line is a checksum of all before it, the id included
        text = text.rpartition('{"end"')[0]
    return answer.status_code, text, {**answer.headers, "date": ""}


def on_a_plan(person: Person, game: str, viewer: str) -> dict[str, Any]:
    """What somebody is told of a plan that he makes of a game, if he can."""
    answer = person.post(f"/api/games/{game}/plans", json={"as": viewer})
    if not answer.is_success:
        return {"plan": (answer.status_code, answer.text)}
    plan = answer.json()["id"]
    told = {
        f"plan {path}": [
            each.replace(game, "THE GAME") if isinstance(each, str) else each
            for each in asked(person, path, plan, viewer)
        ]
        for path in doors(person)
        if path.endswith(("{game_id}", "/view", "/export", "/history"))
    }
    assert person.delete(f"/api/games/{plan}").is_success
    return told


def through_every_door(person: Person, game: str, viewer: str) -> dict[str, Any]:
    """All that somebody is told, by door."""
    told: dict[str, Any] = {}
    for path in [*doors(person), *(f"/api/{each}" for each in PLAIN)]:
        told[path] = asked(person, path, game, viewer)
        assert told[path][0] == 200 or path.endswith(FOR_PLAYERS), (path, told[path])
    for question, body in ASKING.items():
        answer = person.post(f"/api/games/{game}/{question}", json={"as": viewer, **body})
        assert answer.status_code != 400, answer.text
        told[question] = answer.status_code, answer.text
    told |= on_a_plan(person, game, viewer)
    for step in range(20):
        answer = person.get(f"/api/games/{game}/view", params={"as": viewer, "step": step})
        told[f"view at {step}"] = answer.text.replace(game, "GAME")
    for what in ("undo", "rollback", "branch"):
        body = {"as": viewer, "step": 99} if what != "branch" else {"step": 99}
        answer = person.post(f"/api/games/{game}/{what}", json=body if what != "undo" else {"as": viewer})
        told[what] = answer.status_code, answer.text
    return told


def forget_fingerprints(told: dict[str, Any]) -> None:
    """Leave out of files what each game makes with a secret key of its own."""
    for door in [door for door in told if door.endswith("/export")]:
        status, text, *rest = told[door]
        told[door] = status, STATE.sub("its state", text), *rest


def assert_same(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert before.keys() == after.keys()
    assert [door for door in before if before[door] != after[door]] == []


def order(person: Person, game: str, side: str, words: str) -> None:
    tag, *rest = words.split()
    action = {"do": tag, **({"card": rest[0]} if rest else {})}
    wanted = {"as": side, "expect": person.view(game, side)["step"], "actions": [action]}
    answer = person.post(f"/api/games/{game}/actions", json=wanted)
    assert answer.is_success, answer.text


def test_nothing_anywhere_tells_that_another_chooses_under_seal(
    people: tuple[Person, Person, Person], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bertha, clara = people
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 2)  # positions of the past, as in a long game
    game = two(people, options={"cards": "on"})
    order(bertha, game, "blue", "draw guns")
    clock.now += 60
    eyes = ((bertha, "blue"), (bertha, "observer"), (clara, "observer"))
    before = [through_every_door(person, game, viewer) for person, viewer in eyes]
    own = ada.get("/api/games").json()[0]
    for words in HIDDEN:
        order(ada, game, "red", words)
    after = [through_every_door(person, game, viewer) for person, viewer in eyes]
    for told, now in zip(before, after, strict=True):
        assert_same(told, now)
    mine = ada.get("/api/games").json()[0]  # who chose knows it
    assert (mine["step"], mine["revision"]) == (own["step"] + 4, own["revision"] + 4)
    assert mine["touched"] == own["touched"] + 60


def test_the_lobby_counts_anew_when_something_is_known(
    people: tuple[Person, Person, Person], clock: Clock
) -> None:
    ada, bertha, _ = people
    game = two(people, options={"cards": "on"})
    order(ada, game, "red", HIDDEN[0])
    clock.now += 60
    order(bertha, game, "blue", "draw guns")
    shown = bertha.get("/api/games").json()[0]
    assert shown == bertha.get(f"/api/games/{game}").json()
    assert (shown["step"], shown["touched"]) == (2, clock.now)
    assert ada.get("/api/games").json()[0]["step"] == 2  # without Bertha's
    clock.now += 60
    order(ada, game, "red", HIDDEN[1])
    assert bertha.get("/api/games").json()[0]["touched"] == clock.now - 60


def pass_by(person: Person, game: str, side: str) -> None:
    """Do as little as possible, so that no dice fall."""
    choices = person.view(game, side)["decision"]["choices"]
    passes = [number for number, each in enumerate(choices) if each["action"]["do"] == "pass"]
    assert person.play(game, side, passes[0] if passes else 0).is_success


@pytest.mark.parametrize("every", [2, 3, 5])
def test_nothing_anywhere_tells_later_how_often_another_has_chosen(
    people: tuple[Person, Person, Person], clock: Clock, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    ada, bertha, clara = people
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", every)
    told = []
    for red in (SHORT, LONG):
        game = two(people, options={"cards": "on"})
        for person, side, choices in ((ada, "red", red), (bertha, "blue", BLUE)):
            for words in choices:
                order(person, game, side, words)
        for _ in range(8):
            side = bertha.view(game, "blue")["waiting"][0]
            assert (ada if side == "red" else bertha).play(game, side).is_success
        told.append(
            [through_every_door(*eyes) for eyes in ((bertha, game, "blue"), (clara, game, "observer"))]
        )
        for each in told[-1]:
            each["one"] = [info for info in json.loads(each.pop("/api/games")[1]) if info["id"] == "GAME"]
            forget_fingerprints(each)
    for first, second in zip(*told, strict=True):
        assert_same(first, second)


def picks(person: Person, game: str, side: str) -> list[dict[str, Any]]:
    choices = person.view(game, side)["decision"]["choices"]
    return [each["action"] for each in choices if each["action"]["do"] == "pick"]


def test_nothing_anywhere_tells_which_hidden_piece_another_has_in_hand(
    people: tuple[Person, Person, Person], clock: Clock
) -> None:
    ada, bertha, clara = people
    told = []
    for number in range(2):
        game = two(people)
        for person, side in ((ada, "red"), (bertha, "blue")):
            assert person.play(game, side).is_success
        mover = ada.view(game, "red")["waiting"][0]
        assert mover == "red"
        seen = bertha.view(game, "blue")["pieces"]
        hidden = [each for each in picks(ada, game, "red") if "hidden" in seen[each["unit"]]["states"]]
        assert len(hidden) >= 2
        wanted = {"as": "red", "expect": ada.view(game, "red")["step"], "actions": [hidden[number]]}
        assert ada.post(f"/api/games/{game}/actions", json=wanted).is_success
        eyes = ((bertha, "blue"), (clara, "observer"))
        told.append([through_every_door(person, game, viewer) for person, viewer in eyes])
        for each in told[-1]:  # the list of games has the other game in it, too
            one = [info for info in json.loads(each.pop("/api/games")[1]) if info["id"] == "GAME"]
            each["one"] = one
            forget_fingerprints(each)
    for first, second in zip(*told, strict=True):
        assert_same(first, second)


def test_a_game_won_on_time_is_over_at_every_door(
    people: tuple[Person, Person, Person], clock: Clock
) -> None:
    ada, bertha, _ = people
    game = two(people)
    order = {"as": "red", "expect": 0, "actions": [{"do": "plan", "plan": "raid"}]}
    assert ada.post(f"/api/games/{game}/actions", json=order).is_success
    clock.now += 2000
    assert ada.delete(f"/api/games/{game}").status_code == 409
    assert ada.post(f"/api/games/{game}/clock/claim", json={"as": "red"}).is_success
    before = bertha.view(game, "blue")
    tries = {
        "actions": {"as": "blue", "expect": before["step"], "actions": [{"do": "plan", "plan": "hold"}]},
        "undo": {"as": "red"},
        "rollback": {"as": "red", "step": 0},
        "clock/claim": {"as": "blue"},
    }
    for what, body in tries.items():
        person = bertha if body["as"] == "blue" else ada
        answer = person.post(f"/api/games/{game}/{what}", json=body)
        assert answer.status_code in (400, 422), (what, answer.text)
        assert "over" in answer.text or "claimed" in answer.text, (what, answer.text)
    assert bertha.view(game, "blue")["step"] == before["step"]
    assert ada.delete(f"/api/games/{game}").status_code == 204
    assert bertha.get(f"/api/games/{game}").status_code == 404
