"""A staff in charge of an army: who may ask, what it plays, that it stops, and who hears of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.server.settings import Settings
from tests.server.running import Person, RunningServer, hosted, local

WEST = {"title": "western-front", "scenario": "schlieffen-plan"}
GERMANY = "central-powers"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("charges"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def until(check: Callable[[], Any], seconds: float = 30) -> Any:
    end = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < end, "it never was"
        time.sleep(0.02)
    return found


def charges(me: Person, game: str, side: str) -> list[dict[str, Any]]:
    answer = me.get(f"/api/games/{game}/charges", params={"as": side})
    assert answer.is_success, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def put_in_charge(me: Person, game: str, side: str, **more: Any) -> dict[str, Any]:
    answer = me.post(f"/api/games/{game}/charges", json={"as": side, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def settled(me: Person, game: str, side: str) -> dict[str, Any]:
    """The newest charge, when it has stopped."""
    found: dict[str, Any] = until(
        lambda: (found := charges(me, game, side)[-1])["state"] != "working" and found
    )
    return found


def pieces_of(view: dict[str, Any], name: str) -> list[str]:
    """The pieces of a branch of the order of battle."""

    def find(branch: dict[str, Any]) -> list[str] | None:
        if branch["name"] == name:
            return [*branch.get("units", ())]
        return next((found for each in branch.get("under", ()) if (found := find(each)) is not None), None)

    found = next((found for each in view["report"]["muster"] if (found := find(each)) is not None), None)
    assert found
    return found


def moving(me: Person) -> str:
    """A game of The Schlieffen Plan in which the staff has done the mobilization."""
    game: str = me.start(**WEST)["id"]
    put_in_charge(me, game, GERMANY, until="deployment")
    ended = settled(me, game, GERMANY)
    assert ended["state"] == "ended"
    assert ended["given"] == 3
    assert me.view(game, GERMANY)["decision"]["kind"] == "move"
    return game


def outpost(me: Person, **more: Any) -> str:
    game: str = me.start(**more)["id"]
    me.play(game, "red", 0)
    me.play(game, "blue", 2)
    return game


def test_titles_say_which_questions_are_a_deployment(me: Person) -> None:
    kinds = {each["name"]: each["deployment"] for each in me.get("/api/titles").json()}
    assert "mobilize" in kinds["western-front"]
    assert "attach" in kinds["serbia-1914"]


def test_advice_for_an_army_and_for_a_stack(me: Person) -> None:
    game = moving(me)
    before = me.view(game, GERMANY)
    army = pieces_of(before, "German 1st Army")
    wish = {"as": GERMANY, "scope": "phase", "pieces": army}
    found = me.post(f"/api/games/{game}/suggest", json=wish).json()
    assert found
    for each in found:
        assert each["reason"]
        assert not set(each["pieces"]).isdisjoint(army)
        for move in each["moves"]:
            assert before["pieces"][move["piece"]]["at"] == move["from"] != move["to"]
    first = found[0]["pieces"][0]
    stack = [key for key, piece in before["pieces"].items() if piece["at"] == before["pieces"][first]["at"]]
    fewer = me.post(f"/api/games/{game}/suggest", json={**wish, "pieces": stack}).json()
    assert 0 < len(fewer) <= len(me.post(f"/api/games/{game}/suggest", json={**wish, "pieces": []}).json())
    assert me.view(game, GERMANY) == before
    order = {"as": GERMANY, "expect": before["step"], "actions": found[0]["actions"]}
    assert me.post(f"/api/games/{game}/actions", json=order).is_success


def test_a_staff_moves_an_army_with_its_reasons_and_is_taken_back(me: Person) -> None:
    game = moving(me)
    before = me.view(game, GERMANY)
    army = pieces_of(before, "German 1st Army")
    with me.watch(game, GERMANY) as screen, me.watch(game) as public:
        screen.wait("view")
        put_in_charge(me, game, GERMANY, name="German 1st Army", pieces=army)
        told = screen.wait("charges")
        assert told["side"] == GERMANY
        assert told["charges"][-1]["name"] == "German 1st Army"
        ended = settled(me, game, GERMANY)
        public.nothing("charges")
    assert ended["state"] == "ended"
    assert ended["given"] > 1
    after = me.view(game, GERMANY)
    moved = {key for key, piece in before["pieces"].items() if after["pieces"][key]["at"] != piece["at"]}
    assert moved
    assert moved <= set(army)
    assert after["decision"]["kind"] == "move"
    history = me.get(f"/api/games/{game}/history", params={"as": GERMANY}).json()
    assert all(entry["reason"] for entry in history[before["step"] :])
    hidden = me.get(f"/api/games/{game}/history", params={"as": "entente"}).json()
    assert not any(entry["reason"] for entry in hidden)
    orders = 0
    while me.view(game, GERMANY)["step"] > before["step"]:
        assert me.post(f"/api/games/{game}/undo", json={"as": GERMANY}).is_success
        orders += 1
    assert orders == ended["given"]


def test_what_a_limit_forbids_is_left_and_said(me: Person) -> None:
    game = moving(me)
    army = pieces_of(me.view(game, GERMANY), "German 1st Army")
    put_in_charge(me, game, GERMANY, pieces=army, within=1, attacks="none")
    ended = settled(me, game, GERMANY)
    assert ended["left"]
    assert all("your limit" in each["why"] for each in ended["left"])


def test_a_standing_charge_goes_on_in_the_next_phase_until_it_is_stopped(me: Person) -> None:
    game = outpost(me)
    made = put_in_charge(me, game, "red", name="some", pieces=["r1", "r2"], until="stopped")
    assert settled(me, game, "red")["state"] == "waiting"
    given = charges(me, game, "red")[-1]["given"]
    assert given
    for _ in range(60):
        view = me.view(game, "observer")
        side = view["waiting"][0] if view["waiting"] else ""
        if not side or charges(me, game, "red")[-1]["given"] > given:
            break
        until(lambda: charges(me, game, "red")[-1]["state"] != "working")
        choices = me.view(game, side)["decision"]["choices"]
        passing = [n for n, each in enumerate(choices) if each["action"]["do"] == "pass"]
        me.play(game, side, passing[0] if passing else 0)
    assert charges(me, game, "red")[-1]["given"] > given
    assert me.delete(f"/api/games/{game}/charges/{made['id']}", params={"as": "red"}).is_success
    assert charges(me, game, "red")[-1]["why"] == "You stopped it."
    assert me.delete(f"/api/games/{game}/charges/{made['id']}", params={"as": "red"}).is_success
    assert charges(me, game, "red") == []


def test_both_sides_may_be_run_and_play_the_turn_between_them(me: Person) -> None:
    game: str = me.start(**WEST)["id"]
    turn = me.view(game, "observer")["turn"]
    for side in (GERMANY, "entente"):
        put_in_charge(me, game, side, until="turn")
    until(lambda: me.view(game, "observer")["turn"] != turn, 60)
    until(lambda: charges(me, game, GERMANY)[-1]["why"].startswith("The turn is over."))


def test_strange_wishes_are_refused(me: Person) -> None:
    game = outpost(me)
    address = f"/api/games/{game}/charges"
    assert me.post(address, json={"as": "red", "pieces": ["b1"]}).status_code == 400
    assert me.post(address, json={"as": "red", "pieces": ["r1"], "until": "deployment"}).status_code == 400
    assert me.post(address, json={"as": "red", "player": "nobody"}).status_code == 400
    assert me.post(address, json={"as": "red", "until": "doomsday"}).status_code == 400
    assert me.post(address, json={"as": "observer"}).status_code == 403
    assert me.delete(f"{address}/nothing", params={"as": "red"}).status_code == 404


def test_only_the_player_of_a_side_has_its_staff_and_hears_of_it(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as server:
        anna, bertha = server.person("Anna"), server.person("Bertha")
        game = anna.start(seats={"red": "me", "blue": "open"})["id"]
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        anna.play(game, "red", 0)
        bertha.play(game, "blue", 2)
        for wish in ({"as": "red"}, {"as": "red", "pieces": ["r1"]}):
            assert bertha.post(f"/api/games/{game}/charges", json=wish).status_code == 403
        with bertha.watch(game, "blue") as screen:
            screen.wait("view")
            charge = put_in_charge(anna, game, "red", pieces=["r1"])
            settled(anna, game, "red")
            screen.nothing("charges")
        assert bertha.get(f"/api/games/{game}/charges", params={"as": "red"}).status_code == 403
        assert bertha.get(f"/api/games/{game}/charges", params={"as": "blue"}).json() == []
        gone = bertha.delete(f"/api/games/{game}/charges/{charge['id']}", params={"as": "blue"})
        assert gone.status_code == 404


def test_a_charge_outlives_the_server(database: str) -> None:
    settings = Settings(database=database)
    with RunningServer(settings) as server:
        me = server.person()
        game = outpost(me)
        put_in_charge(me, game, "red", name="some", pieces=["r1", "r2"], until="stopped")
        given = settled(me, game, "red")["given"]
    with RunningServer(settings) as server:
        me = server.person()
        (held,) = until(lambda: charges(me, game, "red"))
        assert (held["name"], held["given"], held["until"]) == ("some", given, "stopped")
