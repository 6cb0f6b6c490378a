"""Dice of a hosted game that people share: nobody knows them before they fall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.kernel import save
from hexfront.kernel.actions import FreshDice, Premise
from hexfront.kernel.game import FRESH_DICE, Game
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title
from hexfront.server import journal
from tests.outpost.skirmish import outpost
from tests.server.running import Person, RunningServer, hosted

COMPUTER = "random"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("dice"), rate=0)) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: RunningServer) -> Person:
    return server.person("Ada")


@pytest.fixture(scope="module")
def bertha(server: RunningServer) -> Person:
    return server.person("Bertha")


def offer(owner: Person, game: str, side: str, player: str) -> None:
    answer = owner.post(f"/api/games/{game}/seats/{side}", json={"player": player})
    assert answer.is_success, answer.text


def sit(person: Person, game: str, side: str) -> None:
    answer = person.post(f"/api/games/{game}/seats/{side}/claim", json={})
    assert answer.is_success, answer.text


def together(ada: Person, bertha: Person) -> str:
    game: str = ada.start(seats={"red": "me", "blue": "open"})["id"]
    sit(bertha, game, "blue")
    return game


def keys(server: RunningServer, game: str) -> list[str]:
    """The keys that a game was given, one after the other."""
    lines = server.sql(f"SELECT body FROM entry WHERE game = '{game}' ORDER BY seq")
    steps = [msgspec.json.decode(body)["action"] for (body,) in lines]
    return [step["key"] for step in steps if step["do"] == "fresh-dice"]


def true_game(server: RunningServer, game: str) -> Game:
    live = server.service.hall.known(game)
    assert live is not None
    return live.game


def test_a_second_person_brings_dice_that_no_seed_tells(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    games = [ada.start(seats={"red": "me", "blue": "open"})["id"] for _ in range(2)]
    assert [keys(server, game) for game in games] == [[], []]
    for game in games:
        sit(bertha, game, "blue")
    (one,), (other,) = (keys(server, game) for game in games)
    assert one != other
    for person, side in ((ada, "red"), (bertha, "blue"), (ada, "observer")):
        assert FRESH_DICE in [event["text"] for event in person.view(games[0], side)["events"]]
    assert true_game(server, games[0]).position.dice.key == one
    sit(bertha, games[0], "blue")  # she sits there already
    assert keys(server, games[0]) == [one]


def test_who_plays_alone_keeps_the_dice_of_his_seed(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": COMPUTER})["id"]
    offer(ada, game, "blue", "me")
    offer(ada, game, "red", "open")
    sit(ada, game, "red")
    assert keys(server, game) == []
    assert b'"seed":7' in ada.get(f"/api/games/{game}/export").content


def test_everybody_who_comes_later_brings_fresh_dice_too(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    game = together(ada, bertha)
    offer(bertha, game, "blue", "open")
    assert len(keys(server, game)) == 1
    sit(server.person("Clara"), game, "blue")
    assert len(keys(server, game)) == 2
    offer(ada, game, "red", COMPUTER)
    offer(ada, game, "red", "me")
    assert len(set(keys(server, game))) == 3


def test_dice_and_premises_of_a_file_are_put_away(server: RunningServer, ada: Person, bertha: Person) -> None:
    made = outpost("unit red a foot 0404", "unit blue b foot 0405", turn="1 attack red", seed=3)
    made.fix_dice(6, 6, 6)
    made.assume("results", "9")
    taken = ada.post("/api/import", content=save.as_text(made).encode())
    assert taken.is_success, taken.text
    game = taken.json()["id"]
    assert true_game(server, game).position.premises == (Premise("results", "9"),)
    assert true_game(server, game).position.dice.fixed == (6, 6, 6)
    offer(ada, game, "blue", "open")
    sit(bertha, game, "blue")
    assert true_game(server, game).position.premises == ()
    assert true_game(server, game).position.dice.fixed == ()


def test_nobody_sits_down_if_the_dice_cannot_be_renewed(
    server: RunningServer, ada: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.start(seats={"red": "me", "blue": "open"})["id"]

    async def broken(*_: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "append_within", broken)
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).status_code == 503
    assert ada.get(f"/api/games/{game}").json()["seats"]["blue"]["kind"] == "open"
    assert ada.view(game, "red")["step"] == 0
    sit(bertha, game, "blue")
    assert true_game(server, game).position.dice.key == keys(server, game)[0]


def test_a_shared_game_gives_no_whole_file_whoever_sits_there_now(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    game = together(ada, bertha)
    offer(bertha, game, "blue", COMPUTER)  # so that the other may export
    for step in (0, 1):
        assert ada.post(f"/api/games/{game}/branch", json={"step": step}).status_code == 403
    assert ada.get(f"/api/games/{game}/export").status_code == 403
    sent = ada.get(f"/api/games/{game}/export", params={"as": "red"})
    assert b'"for":"red"' in sent.content
    assert keys(server, game)[0].encode() not in sent.content
    assert b'"seed":7' not in sent.content
    offer(ada, game, "blue", "me")
    assert ada.get(f"/api/games/{game}/export").status_code == 403


def test_that_a_game_was_shared_is_remembered(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        game = together(ada, bertha)
        old = together(ada, bertha)
        offer(bertha, game, "blue", COMPUTER)
        mailed = ada.start(seats={"red": "me", "blue": "mail"})["id"]
        alone = ada.start()["id"]
        cookies = dict(ada.cookies)
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        again = server.person()
        again.cookies.update(cookies)
        assert again.get(f"/api/games/{game}/export").status_code == 403
        server.sql("ALTER TABLE game DROP COLUMN shared")
        server.sql("ALTER TABLE game DROP COLUMN withheld")
        server.sql("ALTER TABLE game DROP COLUMN name")
        server.sql("UPDATE schema SET version = 5")
    with RunningServer(hosted(tmp_path, rate=0)) as server:  # from a database that did not know it
        marked = dict(server.sql("SELECT id, shared FROM game"))
        assert (marked[old], marked[mailed], marked[alone]) == (1, 1, 0)


def test_no_key_is_told_before_the_end_and_all_of_it_then(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    game = together(ada, bertha)
    (key,) = keys(server, game)
    for person, side in ((ada, "red"), (bertha, "blue"), (ada, "observer")):
        for path in ("history", "view", "export", "curves"):
            answer = person.get(f"/api/games/{game}/{path}", params={"as": side})
            assert key not in answer.text, (side, path)
        told = person.get(f"/api/games/{game}/history", params={"as": side}).json()[0]
        assert (told["by"], told["text"]) == (REFEREE, FRESH_DICE)
    for _ in range(400):
        view = ada.view(game, "red")
        if view["outcome"] is not None:
            break
        side = view["waiting"][0]
        (ada if side == "red" else bertha).play(game, side)
    assert ada.view(game, "red")["outcome"] is not None
    whole = bertha.get(f"/api/games/{game}/export", params={"as": "blue"})
    read = save.from_text(whole.text, find_title)
    assert isinstance(read.journal[0].action, FreshDice)
    assert read.journal[0].action.key == key


@pytest.mark.parametrize(
    "action", [{"do": "fix-dice", "values": [6]}, {"do": "premise", "table": "results", "result": "9"}]
)
def test_fixed_dice_and_premises_are_refused(ada: Person, bertha: Person, action: dict[str, Any]) -> None:
    game = together(ada, bertha)
    for side, status in (("red", 400), (REFEREE, 403)):  # no order of a side; and nobody sits as the referee
        order = {"as": side, "expect": 1, "actions": [action]}
        assert ada.post(f"/api/games/{game}/actions", json=order).status_code == status
    assert ada.view(game, "red")["step"] == 1


def test_going_back_together_never_brings_known_dice_back(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    game = together(ada, bertha)
    (first,) = keys(server, game)
    assert ada.play(game, "red").is_success
    assert ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 0}).is_success
    agreed = bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": True})
    assert agreed.json()["done"]
    (second,) = keys(server, game)
    assert second != first
    assert true_game(server, game).position.dice.key == second


def test_going_back_where_no_die_fell_keeps_the_dice(
    server: RunningServer, ada: Person, bertha: Person
) -> None:
    game = together(ada, bertha)
    before = keys(server, game)
    assert ada.play(game, "red").is_success
    assert ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 1}).is_success
    agreed = bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": True})
    assert agreed.json()["done"]
    assert ada.view(game, "red")["step"] == 1
    assert keys(server, game) == before


@pytest.mark.parametrize("at_once", [True, False])
def test_a_side_that_is_played_by_mail_counts_like_a_person(
    server: RunningServer, ada: Person, at_once: bool
) -> None:
    game = ada.start(seats={"red": "me", "blue": "mail" if at_once else "me"})["id"]
    if not at_once:
        assert b'"seed":7' in ada.get(f"/api/games/{game}/export").content
        offer(ada, game, "blue", "mail")
    (key,) = keys(server, game)
    assert true_game(server, game).position.dice.key == key
    assert ada.view(game, "red")["events"][-1]["text"] == FRESH_DICE
    offer(ada, game, "blue", "me")  # for a moment, to have the file
    assert ada.get(f"/api/games/{game}/export").status_code == 403
    assert ada.post(f"/api/games/{game}/branch", json={"step": 0}).status_code == 403
    mine = ada.get(f"/api/games/{game}/export", params={"as": "red"}).content
    assert key.encode() not in mine
    offer(ada, game, "blue", "mail")
    assert len(set(keys(server, game))) >= 2
    assert ada.get(f"/api/games/{game}/export", params={"as": "blue"}).is_success


def test_a_copy_that_is_given_to_the_mail_has_dice_of_its_own(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "me"})["id"]
    assert ada.play(game, "red").is_success
    twin = ada.post(f"/api/games/{game}/branch", json={"step": 1, "seats": {"blue": "mail"}}).json()
    assert (twin["step"], len(keys(server, twin["id"]))) == (2, 1)
    offer(ada, twin["id"], "blue", "me")
    assert ada.get(f"/api/games/{twin['id']}/export").status_code == 403


def test_the_file_of_one_who_is_sent_his_side_is_not_touched(server: RunningServer, ada: Person) -> None:
    game = ada.start(seats={"red": "me", "blue": "mail"})["id"]
    letter = ada.get(f"/api/games/{game}/export", params={"as": "blue"}).content
    copy = server.person("Otto").post("/api/import", content=letter).json()
    assert keys(server, copy["id"]) == []
    assert server.sql(f"SELECT shared FROM game WHERE id = '{copy['id']}'") == [(0,)]
