"""Dice that the people of a shared game make together, so that nobody has chosen them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hexfront.kernel import fairness, save
from hexfront.kernel.actions import FreshDice
from hexfront.kernel.fairness import HOST, commitment, new_secret
from hexfront.kernel.game import FRESH_DICE, Game
from hexfront.kernel.scroll import Scroll
from hexfront.seam import find_title
from hexfront.server import journal, pledges
from hexfront.server.settings import Settings
from tests.server.postgres import Postgres
from tests.server.running import Person, RunningServer, hosted

BOTH = {"red", "blue"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("pledges"), rate=0)) as running:
        yield running


class Sharer:
    """Somebody at a side who takes part as a browser does."""

    def __init__(self, person: Person, game: str, side: str) -> None:
        self.person, self.game, self.side = person, game, side
        self.secret = new_secret()

    @property
    def promise(self) -> str:
        return commitment(self.side, self.secret)

    def send(self, **more: Any) -> dict[str, Any]:
        body = {"as": self.side, "promise": self.promise, **more}
        answer = self.person.post(f"/api/games/{self.game}/dice", json=body)
        assert answer.is_success, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def reveal(self) -> dict[str, Any]:
        return self.send(secret=self.secret, round=self.look()["round"])

    def look(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.person.get(f"/api/games/{self.game}/dice").json()
        return shown


@pytest.fixture(scope="module")
def people(server: RunningServer) -> tuple[Person, Person]:
    return server.person("Ada"), server.person("Bertha")


@pytest.fixture
def two(people: tuple[Person, Person]) -> tuple[Sharer, Sharer]:
    """Ada at red and Bertha at blue, in a new game."""
    ada, bertha = people
    game = ada.start(seats={"red": "me", "blue": "open"})["id"]
    assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
    return Sharer(ada, game, "red"), Sharer(bertha, game, "blue")


def true_game(server: RunningServer, game: str) -> Game:
    live = server.service.hall.known(game)
    assert live is not None
    return live.game


def play_out(red: Sharer, blue: Sharer) -> None:
    """Play a game to its end."""
    for _ in range(400):
        view = red.person.view(red.game, "red")
        if view["outcome"] is not None:
            return
        side = view["waiting"][0]
        assert (red if side == "red" else blue).person.play(red.game, side).is_success
    raise AssertionError("it does not end")


def test_two_people_make_dice_and_check_them_at_the_end(
    server: RunningServer, two: tuple[Sharer, Sharer]
) -> None:
    red, blue = two
    assert set(red.look()["wanted"]) == BOTH
    assert red.look()["made"] == []
    assert set(red.send()["promises"]) == {HOST, "red"}
    assert red.send()["wait"] > 0
    seen = blue.send()
    assert (seen["wait"], set(seen["promises"])) == (0, {HOST, *BOTH})
    assert red.reveal()["given"] == ["red"]
    made = blue.reveal()
    assert (set(made["made"]), made["wanted"]) == ({HOST, *BOTH}, [])
    told = [event["text"] for event in blue.person.view(blue.game, "blue")["events"]]
    assert told[-1].startswith("The dice are made of secrets of blue, the host and red")
    play_out(red, blue)
    whole = save.from_text(blue.person.get(f"/api/games/{blue.game}/export").text, find_title)
    found = fairness.stretches(whole)
    assert fairness.faults(whole) == []
    assert found[-1].is_proven
    assert found[-1].dice > 0
    for each in two:
        assert fairness.share_fault(found, each.side, each.secret, seen["promises"]) == ""


def _rewrite(game: Game, at: int, action: FreshDice) -> None:
    """Let an entry of the journal be another."""
    changed = msgspec.structs.replace(game.journal[at], action=action)
    game.journal = Scroll([*game.journal[:at], changed, *game.journal[at + 1 :]])


def test_a_host_who_cheats_is_found(server: RunningServer, two: tuple[Sharer, Sharer]) -> None:
    red, blue = two
    for each in two:
        each.send()
    seen = red.look()["promises"]
    for each in two:
        each.reveal()
    play_out(red, blue)
    text = red.person.get(f"/api/games/{red.game}/export").text
    whole = save.from_text(text, find_title)
    at = next(at for at, entry in enumerate(whole.journal) if getattr(entry.action, "pledges", ()))
    action = whole.journal[at].action
    assert isinstance(action, FreshDice)
    # He says that another secret was his, with a commitment to fit it, and lets the dice follow from it.
    secrets = dict(each.split("=") for each in action.secrets) | {HOST: new_secret()}
    promises = seen | {HOST: commitment(HOST, secrets[HOST])}
    _rewrite(whole, at, fairness.fresh_dice(promises, secrets))
    found = fairness.stretches(whole)
    assert any("does not follow from the key" in fault for fault in fairness.faults(whole))
    assert "others had promised" in fairness.share_fault(found, "red", red.secret, seen)
    # He leaves a share out.
    del secrets["red"], promises["red"]
    _rewrite(whole, at, fairness.fresh_dice(promises, secrets))
    assert "no dice were made" in fairness.share_fault(fairness.stretches(whole), "red", red.secret)


def test_nothing_secret_is_told_before_the_end(server: RunningServer, two: tuple[Sharer, Sharer]) -> None:
    red, blue = two
    for each in two:
        each.send()
    red.reveal()
    assert red.secret not in str(blue.look())
    blue.reveal()
    action = fairness.made_by(true_game(server, red.game))
    assert action is not None
    secrets = [action.key, *(each.partition("=")[2] for each in action.secrets)]
    for each in two:
        for path in ("", "/dice", "/view", "/history", "/export", "/curves"):
            answer = each.person.get(f"/api/games/{red.game}{path}", params={"as": each.side})
            assert [secret for secret in secrets if secret in answer.text] == [], path


def test_who_does_not_answer_is_left_out_and_asked_again(
    server: RunningServer, two: tuple[Sharer, Sharer], monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = two
    blue.send()
    assert blue.reveal()["given"] == []  # red may still come
    monkeypatch.setattr(pledges, "WAIT", 0.0)
    shown = blue.reveal()
    assert (set(shown["made"]), shown["absent"]) == ({HOST, "blue"}, ["red"])
    assert set(shown["wanted"]) == BOTH  # for the next dice
    told = [event["text"] for event in red.person.view(red.game, "red")["events"]]
    assert told[-1].endswith("Without a share in them: red.")
    # Now that there are dice which somebody had a share in, nobody is left out of the next ones.
    red.send()
    assert red.reveal()["given"] == []
    assert red.look()["wait"] is None
    blue.secret = new_secret()
    assert blue.send()["wait"] == 0
    red.reveal()
    assert set(blue.reveal()["made"]) == {HOST, *BOTH}


def test_play_goes_on_meanwhile(server: RunningServer, two: tuple[Sharer, Sharer]) -> None:
    red, blue = two
    red.send()
    assert red.person.play(red.game, "red").is_success
    assert set(red.look()["promises"]) == {HOST, "red"}  # the round stays open
    view = blue.person.view(blue.game, "blue")
    blue.send()
    order = {"as": "blue", "expect": view["step"], "revision": view["revision"]}
    order |= {"actions": [view["decision"]["choices"][0]["action"]]}
    assert blue.person.post(f"/api/games/{blue.game}/actions", json=order).is_success  # it is not stale


def test_an_order_is_not_stale_because_dice_were_made_meanwhile(two: tuple[Sharer, Sharer]) -> None:
    red, _ = two
    view = red.person.view(red.game, "red")
    for each in two:
        each.send()
    for each in two:
        each.reveal()
    order = {"as": "red", "expect": view["step"], "actions": [view["decision"]["choices"][0]["action"]]}
    path = f"/api/games/{red.game}/actions"
    assert red.person.post(path, json={**order, "expect": view["step"] + 2}).status_code == 409
    answer = red.person.post(path, json=order)
    assert (answer.status_code, answer.json()["step"]) == (200, view["step"] + 2)
    assert red.person.post(path, json=order).status_code == 409


def test_only_what_was_promised_is_taken(two: tuple[Sharer, Sharer]) -> None:
    red, blue = two
    path = f"/api/games/{red.game}/dice"
    red.send()
    other = {"as": "red", "promise": commitment("red", new_secret())}
    assert red.person.post(path, json=other).status_code == 409
    blue.send()
    wrong = {"as": "red", "promise": red.promise, "secret": new_secret(), "round": red.look()["round"]}
    assert red.person.post(path, json=wrong).status_code == 422
    old = {"as": "red", "promise": red.promise, "secret": red.secret, "round": commitment(HOST, "another")}
    assert red.person.post(path, json=old).json()["given"] == []
    assert red.person.post(path, json={**old, "as": "blue"}).status_code == 403
    assert red.person.post(path, json={"as": "red", "promise": "x"}).status_code == 400


def test_who_has_lost_his_secret_begins_anew(two: tuple[Sharer, Sharer]) -> None:
    red, blue = two
    red.send()
    first = blue.send()
    red.reveal()
    blue.secret = new_secret()
    again = blue.send(anew=True)
    assert again["round"] != first["round"]
    assert (set(again["promises"]), again["given"]) == ({HOST, "blue"}, [])


def test_other_people_and_other_dice_need_another_round(
    server: RunningServer, two: tuple[Sharer, Sharer]
) -> None:
    red, blue = two
    first = red.send()
    blue.person.post(f"/api/games/{blue.game}/seats/blue", json={"player": "open"})
    clara = Sharer(server.person("Clara"), red.game, "blue")
    assert clara.person.post(f"/api/games/{red.game}/seats/blue/claim", json={}).is_success
    assert (red.look()["round"], set(red.look()["wanted"])) == ("", BOTH)
    assert red.send()["round"] != first["round"]
    clara.send()
    red.reveal()
    assert set(clara.reveal()["made"]) == {HOST, *BOTH}
    # Going back behind the dice brings some of the server's own, and all are asked again.
    assert red.person.post(f"/api/games/{red.game}/rollback", json={"as": "red", "step": 0}).is_success
    agreed = clara.person.post(f"/api/games/{red.game}/rollback/answer", json={"as": "blue", "accept": True})
    assert agreed.json()["done"]
    assert (red.look()["made"], set(red.look()["wanted"])) == ([], BOTH)


def test_those_at_the_table_are_told_when_a_share_is_wanted(people: tuple[Person, Person]) -> None:
    ada, bertha = people
    game = ada.start(seats={"red": "me", "blue": "open"})["id"]
    assert Sharer(ada, game, "red").look()["wanted"] == []  # who plays alone needs none
    with ada.watch(game, "red") as screen:
        screen.wait("view")
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        screen.wait("dice")
        blue = Sharer(bertha, game, "blue")
        blue.send()
        screen.wait("dice")
        red = Sharer(ada, game, "red")
        red.send()
        red.reveal()
        blue.reveal()
        while "made of secrets" not in str(screen.wait("change")["events"]):
            pass
        screen.wait("dice")
        screen.nothing("dice")


def test_dice_that_cannot_be_written_are_not_made(
    server: RunningServer, two: tuple[Sharer, Sharer], monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = two
    for each in two:
        each.send()
    red.reveal()

    async def broken(*_: Any) -> None:
        raise OSError("the disk is full")

    body = {"as": "blue", "promise": blue.promise, "secret": blue.secret, "round": blue.look()["round"]}
    with monkeypatch.context() as patch:
        patch.setattr(journal, "append_within", broken)
        assert blue.person.post(f"/api/games/{blue.game}/dice", json=body).status_code == 503
    assert [event.text for event in true_game(server, red.game).events][-1] == FRESH_DICE
    assert blue.look()["given"] == ["red"]
    assert set(blue.reveal()["made"]) == {HOST, *BOTH}


def test_two_make_dice_at_two_processes_of_a_server(postgres: Postgres) -> None:
    settings = Settings(hosted=True, rate=0, database=asyncio.run(postgres.new_database()))
    with RunningServer(settings) as here, RunningServer(settings) as there:
        ada, bertha = here.person("Ada"), there.person("Bertha")
        game = ada.start(seats={"red": "me", "blue": "open"})["id"]
        red, blue = Sharer(ada, game, "red"), Sharer(bertha, game, "blue")
        with ada.watch(game, "red") as screen:
            screen.wait("view")
            assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
            screen.wait("dice")
            blue.send()
            screen.wait("dice")
            red.send()
            blue.reveal()
            assert set(red.reveal()["made"]) == {HOST, *BOTH}
        assert set(blue.look()["made"]) == {HOST, *BOTH}
        assert bertha.view(game, "blue")["step"] == 2
