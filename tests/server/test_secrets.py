"""Nothing hidden leaves the server: every byte that the other side is sent is looked through."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import hexfront
from hexfront.kernel import save
from tests.server.running import Person, RunningServer, Screen, hosted, local

GERMANY, FRANCE = "central-powers", "entente"
# No headquarters holds as much: wherever it is found, it is this stock, or what is left of it.
STOCK = 614_000
TOLD = re.compile(rb"61[34],?\d{3}")


class Eavesdropper(Person):
    """Somebody who keeps every byte he is sent."""

    def __init__(self, person: Person) -> None:
        super().__init__(str(person.base_url))
        self.cookies = person.cookies
        self.heard: list[tuple[str, bytes]] = []
        self.event_hooks = {"response": [self._hear]}

    def _hear(self, answer: httpx.Response) -> None:
        answer.read()
        self.heard.append((str(answer.url), answer.content))


def listen(screen: Screen, name: str, heard: list[tuple[str, bytes]]) -> None:
    """Keep what has come over a connection."""
    while True:
        try:
            message = screen.line.recv(0.05)
        except TimeoutError:
            return
        heard.append((name, message.encode() if isinstance(message, str) else message))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("secrets"), rate=0)) as running:
        yield running


def stocked() -> str:
    """The Schlieffen Plan as a file, with an unmistakable number of supply points in one headquarters."""
    text = hexfront.new("western-front/schlieffen-plan", seed=4).position_text().text()
    changed, count = re.subn(r"(unit ge-hq-xxxx-1 .*? supply=)\d+", rf"\g<1>{STOCK}", text)
    assert count == 1
    return save.as_text(hexfront.position(changed))


def ask_everything(person: Person, game: str, side: str, layers: list[str]) -> None:
    """Everything a player can ask, whether it is answered or not."""
    at = {"as": side}
    for path in (
        "",
        "/view",
        "/history",
        "/curves",
        "/board",
        "/style",
        "/export",
        "/chat",
        "/notes",
        "/attacks",
    ):
        person.get(f"/api/games/{game}{path}", params=at)
    for layer in layers:
        person.get(f"/api/games/{game}/layers/{layer}", params=at)
    for step in (0, 20):
        person.get(f"/api/games/{game}/view", params={**at, "step": step})
    for about in ("ge-hq-xxxx-1", "2405"):
        questions = person.get(f"/api/games/{game}/questions", params={**at, "about": about})
        for each in questions.json() if questions.is_success else ():
            person.post(f"/api/games/{game}/explain", json={**at, "question": each["question"]})
    supply = {"do": "transfer", "headquarters": "ge-hq-xxxx-1", "points": 1}
    for what in ("why", "forecast"):
        person.post(f"/api/games/{game}/{what}", json={**at, "action": supply})
    for what in ("attack", "attack/ladder"):
        person.post(f"/api/games/{game}/{what}", json={**at, "hex": "2107"})
    person.get("/api/games")


def test_a_hidden_supply_figure_never_reaches_the_other_side(server: RunningServer) -> None:
    chance = random.Random(3)
    ada, bertha = server.person("Ada"), server.person("Bertha")
    made = ada.post("/api/import", content=stocked(), headers={"content-type": "application/octet-stream"})
    game = made.json()["id"]
    assert ada.post(f"/api/games/{game}/seats/{FRANCE}", json={"player": "open"}).is_success
    assert bertha.post(f"/api/games/{game}/seats/{FRANCE}/claim", json={}).is_success
    titles = {each["name"]: each for each in ada.get("/api/titles").json()}
    layers = list(titles["western-front"]["layers"])
    with Eavesdropper(ada) as owner, Eavesdropper(bertha) as other:
        with (
            ada.watch(game, GERMANY, max_size=None) as mine,
            bertha.watch(game, FRANCE, max_size=None) as theirs,
            bertha.watch(game, max_size=None) as open_to_all,
        ):
            for number in range(30):
                side = ada.get(f"/api/games/{game}").json()["waiting"][0]
                person = ada if side == GERMANY else bertha
                choices = person.view(game, side)["decision"]["choices"]
                # The secret must be at work: what ships or spends it comes first.
                about = [n for n, each in enumerate(choices) if "ge-hq-xxxx-1" in str(each["action"])]
                chosen = chance.choice(about) if about else chance.randrange(len(choices))
                assert person.play(game, side, chosen).is_success
                if number % 10 == 9:
                    listen(mine, GERMANY, owner.heard)
                    listen(theirs, FRANCE, other.heard)
                    listen(open_to_all, "observer", other.heard)
            ada.post(f"/api/games/{game}/undo", json={"as": GERMANY})
            theirs.line.send('{"type": "resync"}')
            listen(theirs, FRANCE, other.heard)
        ask_everything(owner, game, GERMANY, layers)
        ask_everything(other, game, FRANCE, layers)
        ask_everything(other, game, "observer", layers)
        ask_everything(other, game, GERMANY, layers)
        told = [name for name, content in owner.heard if TOLD.search(content)]
        assert GERMANY in told, "its owner must see it, or this test shows nothing"
        assert any("/view" in name for name in told)
        assert len(other.heard) > 100
        assert [name for name, content in other.heard if TOLD.search(content)] == []


def test_the_whole_file_is_only_for_who_has_nobody_to_hide_from(server: RunningServer) -> None:
    ada, bertha = server.person("Clara"), server.person("Dora")
    game = ada.start(seats={"red": "me", "blue": "open"})["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    sent = bertha.get(f"/api/games/{game}/export", params={"as": "blue"})
    assert b'"for":"blue"' in sent.content
    assert b'"seed":7' not in sent.content
    assert "-blue.hexfront" in sent.headers["content-disposition"]
    assert bertha.get(f"/api/games/{game}/export", params={"as": "red"}).status_code == 403
    assert bertha.get(f"/api/games/{game}/export").status_code == 403
    assert bertha.post(f"/api/games/{game}/branch", json={"step": 0}).status_code == 403
    assert bertha.get(f"/api/games/{game}").json()["seed"] is None


def test_of_a_hidden_unit_only_its_back_is_seen(tmp_path: Any) -> None:
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = me.start()["id"]
        own, others = me.view(game, "blue")["pieces"], me.view(game, "red")["pieces"]
        hidden = [key for key, piece in others.items() if "hidden" in piece["states"]]
        assert hidden
        for key in hidden:
            assert own[key]["side"] == "blue"
            assert own[key]["strength"]
            assert (others[key]["strength"], others[key]["symbol"], others[key]["facts"]) == ("", "unit", [])
            assert others[key]["name"] == key


def test_a_secret_choice_is_not_told_before_all_have_chosen(tmp_path: Any) -> None:
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        game = me.start()["id"]
        with me.watch(game, "blue") as screen:
            screen.wait("view")
            assert me.play(game, "red", 0).is_success
            heard: list[tuple[str, bytes]] = []
            listen(screen, "blue", heard)
        assert heard
        paths = {path: f"/api/games/{game}/{path}" for path in ("view", "history", "curves")}
        heard += [(path, me.get(where, params={"as": "blue"}).content) for path, where in paths.items()]
        decision = me.view(game, "blue")["decision"]["choices"]
        assert [each["action"]["plan"] for each in decision] == ["raid", "press", "hold"]
        for name, content in heard:
            assert content.count(b'"plan":"raid"') <= (1 if name in ("blue", "view") else 0), name
            assert b"plan raid" not in content.replace(b'"text":"plan raid"', b"", 1), name


def test_the_file_of_one_who_is_asked_in_another_s_order_tells_nothing_of_it(server: RunningServer) -> None:
    people = dict(zip(("red", "blue"), (server.person("Emma"), server.person("Fritz")), strict=True))
    game = people["red"].start(seats={"red": "me", "blue": "open"})["id"]
    assert people["blue"].post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    chance = random.Random(2)
    for _ in range(400):
        side = people["red"].get(f"/api/games/{game}").json()["waiting"][0]
        seen = people[side].view(game, side)
        if seen["decision"]["kind"] in ("react", "give ground"):
            break
        assert people[side].play(game, side, chance.randrange(len(seen["decision"]["choices"]))).is_success
    file = people[side].get(f"/api/games/{game}/export", params={"as": side}).content
    assert seen["decision"]["kind"] in ("react", "give ground")
    assert b'"by"' not in file  # not a step of the order
