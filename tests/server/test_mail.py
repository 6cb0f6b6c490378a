"""Play by mail between two servers: what is sent, what its reader can do, and what comes back."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

from sqlalchemy import text

import hexfront
from hexfront.kernel import save
from hexfront.kernel.mail import mail_text
from hexfront.server.settings import Settings
from hexfront.server.store import VERSION, Store
from tests.outpost.skirmish import outpost
from tests.server.letters import (
    REACT,
    REACTION,
    Correspondents,
    apart,
    brought,
    fault,
    halfway,
    near,
    play,
    play_as_far,
    sent,
    taken,
    true_game,
    writing,
)
from tests.server.postgres import Postgres
from tests.server.running import Person, RunningServer, hosted, local

ON = {"do": "go", "to": "0703"}  # with the march that is halfway

# A game from beginning to end


def test_a_whole_game_is_played_by_mail(database: str, tmp_path: Path) -> None:
    chance = random.Random(5)
    there = Settings(database=database)
    with writing(local(apart(tmp_path, "here")), there) as (here, _, ada, bertha):
        game = ada.start(seats={"red": "me", "blue": "mail"})["id"]
        row, letters, waited = "", 0, 0
        for _ in range(400):
            if ada.get(f"/api/games/{game}").json()["outcome"]:
                break
            if "red" in ada.get(f"/api/games/{game}").json()["waiting"]:
                play_as_far(ada, game, "red", chance)
                continue
            info = brought(bertha, sent(ada, game, "blue"))
            assert row in ("", info["id"]), "all letters of a game belong to one game of their reader"
            row = info["id"]
            view = bertha.view(row, "blue")
            known = true_game(here, game).view("blue")
            assert view["decision"]["prompt"] == known["decision"]["prompt"]
            play_as_far(bertha, row, "blue", chance)
            waited += bertha.view(row, "blue")["mail"]["waits"]
            assert brought(ada, sent(bertha, row, "blue"))["id"] == game
            letters += 1
        assert letters > 4
        assert waited > 0
        end = brought(bertha, sent(ada, game, "blue"))
        outcome = ada.get(f"/api/games/{game}").json()["outcome"]
        assert (end["id"], end["outcome"]) == (row, outcome)
        whole = sent(ada, game, "red")
        assert b'"mail"' not in whole
    with RunningServer(there) as server:
        again = server.person().get("/api/games").json()
        assert [(each["id"], each["outcome"]) for each in again] == [(row, outcome)]


def test_the_reader_sees_what_he_would_see_at_the_table(post: Correspondents) -> None:
    game = post.ada.start(seats={"red": "me", "blue": "mail"})["id"]
    assert post.ada.play(game, "red", 1).is_success
    info = brought(post.bertha, sent(post.ada, game, "blue"))
    assert {side: seat["kind"] for side, seat in info["seats"].items()} == {"red": "mail", "blue": "human"}
    assert info["mail"] == {"side": "blue", "step": 2, "known": 0, "orders": 0, "waits": False}
    assert info["seed"] is None
    copy = true_game(post.there, info["id"])
    true = true_game(post.here, game)
    assert copy.view("blue")["position"] == true.view("blue")["position"]
    seen = post.bertha.view(info["id"], "blue")
    assert [each["face"]["text"] for each in seen["decision"]["choices"]]
    assert seen["undo"]["possible"] is False
    assert post.bertha.get(f"/api/games/{info['id']}/board").is_success
    for part in ("history", "curves"):
        assert post.bertha.get(f"/api/games/{info['id']}/{part}", params={"as": "blue"}).is_success
    other = post.bertha.get(f"/api/games/{info['id']}/view", params={"as": "red"})
    assert other.status_code == 403


def test_nothing_hidden_is_in_what_the_reader_keeps(tmp_path: Path) -> None:
    stock = "614000"
    plan = hexfront.new("western-front/schlieffen-plan", seed=918273645).position_text().text()
    plan, count = re.subn(r"(unit ge-hq-xxxx-1 .*? supply=)\d+", rf"\g<1>{stock}", plan)
    assert count == 1
    with writing(local(apart(tmp_path, "here")), local(apart(tmp_path, "there"))) as (here, _, ada, bertha):
        game = brought(ada, save.as_text(hexfront.position(plan)))["id"]
        assert ada.post(f"/api/games/{game}/seats/entente", json={"player": "mail"}).is_success
        letter = sent(ada, game, "entente")
        row = brought(bertha, letter)["id"]
        bertha.view(row, "entente")
        dice = str(true_game(here, game).position.dice.key)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "there").iterdir())
    assert row.encode() in kept
    own = (tmp_path / "here" / "games.sqlite").read_bytes()
    for secret in (stock, "918273645", dice):
        assert secret.encode() not in letter
        assert secret.encode() not in kept
    assert stock.encode() in own, "its owner must have it, or this test shows nothing"


# Playing in a game that came by mail


def test_an_order_that_needs_dice_waits_for_them(post: Correspondents) -> None:
    game = near(post.ada)
    row = brought(post.bertha, sent(post.ada, game, "blue"))["id"]
    with post.bertha.watch(row, "blue") as screen:
        screen.wait("view")
        step = post.bertha.view(row, "blue")["step"]
        answer = play(post.bertha, row, "blue", REACT)
        assert (answer.status_code, answer.json()["step"]) == (200, step)
        change = screen.wait("change")
        assert change["mail"]["waits"] is True
        assert (change["decision"], change["undo"]["possible"]) == (None, True)
    again = play(post.bertha, row, "blue", {"do": "pass"})
    assert fault(again) == (422, "an order waits for dice: send your reply, or take the order back")
    listed = {each["id"]: each["mail"] for each in post.bertha.get("/api/games").json()}
    assert listed[row] == {"side": "blue", "step": 3, "known": 0, "orders": 1, "waits": True}
    undone = post.bertha.post(f"/api/games/{row}/undo", json={"as": "blue", "expect": step})
    assert (undone.status_code, undone.json()["step"]) == (200, step)
    view = post.bertha.view(row, "blue")
    assert view["mail"]["waits"] is False
    assert view["decision"] is not None
    assert play(post.bertha, row, "blue", REACT).is_success
    assert brought(post.ada, sent(post.bertha, row, "blue"))["id"] == game
    assert true_game(post.here, game).journal[-1].rolls


def test_only_what_was_not_sent_is_taken_back(post: Correspondents) -> None:
    _, row = halfway(post)
    undo = {"as": "blue"}
    too_far = post.bertha.post(f"/api/games/{row}/undo", json=undo)
    assert too_far.status_code == 422
    assert play(post.bertha, row, "blue", ON).is_success
    assert post.bertha.view(row, "blue")["undo"]["possible"] is True
    assert post.bertha.post(f"/api/games/{row}/undo", json=undo).is_success
    assert post.bertha.view(row, "blue")["pieces"]["h"]["at"] == "0702"
    assert play(post.bertha, row, "blue", ON).is_success
    back = post.bertha.post(f"/api/games/{row}/rollback", json={"as": "blue", "step": 1})
    assert fault(back) == (422, "the first 2 steps came with the file: they stay as they are")
    branch = post.bertha.post(f"/api/games/{row}/branch", json={"step": 1})
    assert fault(branch) == (422, "the first 2 steps came with the file: they stay as they are")
    whole = post.bertha.post(f"/api/games/{row}/rollback", json={"as": "blue", "step": 2})
    assert whole.json()["step"] == 2


def test_what_hands_the_decision_over_can_be_taken_back_until_it_is_sent(post: Correspondents) -> None:
    """In the true game it could not, since red has the decision then. But nobody has seen it yet."""
    _, row = halfway(post)
    for _ in range(9):
        if post.bertha.view(row, "blue")["waiting"] != ["blue"]:
            break
        assert play(post.bertha, row, "blue", {"do": "pass"}).is_success
    view = post.bertha.view(row, "blue")
    assert "red" in view["waiting"]
    assert view["undo"]["possible"] is True
    assert post.bertha.post(f"/api/games/{row}/undo", json={"as": "blue"}).is_success
    assert post.bertha.view(row, "blue")["waiting"] == ["blue"]


def test_the_reader_looks_back_and_tries_things_out(post: Correspondents) -> None:
    game, row = halfway(post)
    assert play(post.bertha, row, "blue", ON).is_success
    at = {"as": "blue"}
    steps = post.bertha.get(f"/api/games/{row}/history", params=at).json()
    assert [(each["step"], each["by"]) for each in steps] == [(1, "blue"), (2, "blue"), (3, "blue")]
    first = post.bertha.get(f"/api/games/{row}/view", params={**at, "step": 0}).json()
    assert first["pieces"]["h"]["at"] == "0701"
    assert post.bertha.view(row, "blue")["pieces"]["h"]["at"] == ON["to"]
    twin = post.bertha.post(f"/api/games/{row}/branch", json={"step": 2}).json()
    assert twin["mail"]["orders"] == 0
    assert play(post.bertha, twin["id"], "blue", {"do": "pass"}).is_success
    # The next letter goes on with the first of them, not with what was tried out.
    assert brought(post.ada, sent(post.bertha, row, "blue"))["id"] == game
    assert brought(post.bertha, sent(post.ada, game, "blue"))["id"] == row


def test_what_cannot_be_done_in_it_is_said(post: Correspondents) -> None:
    row = brought(post.bertha, sent(post.ada, near(post.ada), "blue"))["id"]
    stay = "this game came by mail: its other sides are played elsewhere, and the seats stay as they are"
    for side in ("red", "blue"):
        given = post.bertha.post(f"/api/games/{row}/seats/{side}", json={"player": "random"})
        assert fault(given) == (409, stay)
        assert fault(post.bertha.post(f"/api/games/{row}/seats/{side}/invite")) == (409, stay)
    seats = {"red": "me"}
    assert fault(post.bertha.post(f"/api/games/{row}/branch", json={"step": 0, "seats": seats})) == (
        409,
        stay,
    )
    for side in ("red", "observer"):
        answer = post.bertha.get(f"/api/games/{row}/export", params={"as": side})
        assert answer.status_code == 403


def whole(person: Person, game: str) -> tuple[Any, Any, bytes]:
    """All that a reader has of a game."""
    return person.get(f"/api/games/{game}").json(), person.view(game, "blue"), sent(person, game, "blue")


def test_a_restart_keeps_a_letter_and_what_waits_in_it(database: str, tmp_path: Path) -> None:
    there = Settings(database=database)
    with RunningServer(local(apart(tmp_path, "here"))) as here:
        ada = here.person()
        game = near(ada)
        letter = sent(ada, game, "blue")
        with RunningServer(there) as server:
            bertha = server.person()
            row = brought(bertha, letter)["id"]
            assert play(bertha, row, "blue", REACT).is_success
            before = whole(bertha, row)
        with RunningServer(there) as server:
            bertha = server.person()
            assert bertha.get("/api/games").json() == [before[0]]
            assert whole(bertha, row) == before
            assert bertha.post(f"/api/games/{row}/undo", json={"as": "blue"}).is_success
            assert play(bertha, row, "blue", {"do": "pass"}).is_success
            reply = sent(bertha, row, "blue")
        assert brought(ada, reply)["waiting"] == ["red"]


def test_two_processes_hold_a_letter_together(postgres: Postgres, tmp_path: Path) -> None:
    there = Settings(database=asyncio.run(postgres.new_database()))
    with RunningServer(local(apart(tmp_path, "here"))) as here, writing(there, there) as (_, _, one, two):
        ada = here.person()
        game = near(ada)
        row = brought(one, sent(ada, game, "blue"))["id"]
        assert two.view(row, "blue") == one.view(row, "blue")
        assert play(one, row, "blue", REACT).is_success
        stale = play(two, row, "blue", {"do": "pass"})
        assert stale.status_code in (409, 422)
        assert two.view(row, "blue") == one.view(row, "blue")


def test_staff_and_forecasts_serve_the_reader(post: Correspondents) -> None:
    row = brought(post.bertha, sent(post.ada, near(post.ada), "blue"))["id"]
    advice = post.bertha.post(f"/api/games/{row}/suggest", json={"as": "blue", "player": "random"})
    assert advice.is_success, advice.text
    assert len(advice.json()) == 1
    why = post.bertha.post(f"/api/games/{row}/why", json={"as": "blue", "action": REACT})
    assert why.json() == {"refusal": None}
    asked = post.bertha.post(f"/api/games/{row}/forecast", json={"as": "blue", "action": REACT})
    assert asked.is_success, asked.text


# On a server with accounts


def test_with_accounts_only_a_seat_given_to_the_mail_is_sent(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha, clara = (server.person(name) for name in ("Ada", "Bertha", "Clara"))
        game = ada.start(seats={"red": "me", "blue": "open"})["id"]
        assert ada.get(f"/api/games/{game}/export", params={"as": "blue"}).status_code == 403
        assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "mail"}).is_success
        letter = sent(ada, game, "blue")
        assert json.loads(letter.splitlines()[0])["mail"]["game"] == game
        row = brought(bertha, letter)["id"]
        assert row != game
        assert bertha.play(row, "blue", 0).is_success
        reply = sent(bertha, row, "blue")
        assert taken(clara, game, reply).status_code == 404
        assert clara.get(f"/api/games/{row}").status_code == 404
        # For somebody who has nothing to do with the game the reply is a letter like any other.
        assert brought(clara, reply)["id"] not in (game, row)
        assert brought(ada, reply)["id"] == game
        assert ada.get(f"/api/games/{game}").json()["step"] == 2  # with fresh dice


# Preferences


def test_standing_preferences_travel_with_the_letters(tmp_path: Path) -> None:
    plan = hexfront.new("western-front/schlieffen-plan", seed=4).position_text().text()
    with writing(local(apart(tmp_path, "here")), local(apart(tmp_path, "there"))) as (_, _, ada, bertha):
        game = brought(ada, save.as_text(hexfront.position(plan)))["id"]
        assert ada.post(f"/api/games/{game}/seats/central-powers", json={"player": "mail"}).is_success
        row = brought(bertha, sent(ada, game, "central-powers"))["id"]
        at = {"as": "central-powers"}
        title = next(each for each in bertha.get("/api/titles").json() if each["name"] == "western-front")
        wanted = title["preferences"][0]
        chosen = {"standing": {wanted["name"]: wanted["values"][1]}}
        assert bertha.put(f"/api/games/{row}/preferences", params=at, json=chosen).is_success
        if bertha.view(row, "central-powers")["mail"]["orders"] == 0:
            assert bertha.play(row, "central-powers", 0).is_success
        assert brought(ada, sent(bertha, row, "central-powers"))["id"] == game
        letter = json.loads(sent(ada, game, "central-powers").splitlines()[0])
        assert letter["preferences"]["sides"] == {"central-powers": chosen["standing"]}


def test_an_older_database_is_brought_up_to_date(database: str) -> None:
    settings = Settings(database=database)
    with RunningServer(settings) as server:
        game = server.person().start()["id"]

    async def make_older() -> None:
        store = Store(settings.database_url)
        async with store.writing() as connection:
            for statement in (
                "DROP TABLE mail",
                "ALTER TABLE game DROP COLUMN shared",
                "ALTER TABLE game DROP COLUMN withheld",
                "ALTER TABLE game DROP COLUMN name",
                "DROP INDEX user_likeness",
                'ALTER TABLE "user" DROP COLUMN likeness',
                """ALTER TABLE "user" ADD COLUMN hook TEXT NOT NULL DEFAULT ''""",
                "ALTER TABLE session ADD COLUMN csrf TEXT NOT NULL DEFAULT ''",
                "UPDATE schema SET version = 1",
            ):
                await connection.execute(text(statement))
        await store.close()

    async def found() -> tuple[int, set[str]]:
        store = Store(settings.database_url)
        async with store.reading() as connection:
            version = (await connection.execute(text("SELECT version FROM schema"))).scalar_one()
            columns = (await connection.execute(text('SELECT * FROM "user"'))).keys()
        await store.close()
        return version, set(columns)

    asyncio.run(make_older())
    with RunningServer(settings) as server:
        me = server.person()
        assert [each["id"] for each in me.get("/api/games").json()] == [game]
        assert brought(me, mail_text(outpost(*REACTION), "red"))["mail"]["side"] == "red"
    version, columns = asyncio.run(found())
    assert version == VERSION
    assert "hook" not in columns
