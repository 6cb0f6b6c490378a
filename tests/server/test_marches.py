"""Marches to goals that are several turns away: led on in every movement phase, and stopped with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hexfront.games.western_front.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.server.running import Person, RunningServer, local

GERMANY, FRANCE = "central-powers", "entente"
ADVANCE = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2505
unit fr-inf-xx-1 1515
"""


@pytest.fixture(scope="module")
def me(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with RunningServer(local(tmp_path_factory.mktemp("marches"))) as running:
        yield running.person()


def begun(me: Person, text: str = ADVANCE) -> str:
    file = save.as_text(game_from_text(TITLE, parse(text)))
    made = me.post("/api/import", content=file, headers={"content-type": "application/octet-stream"})
    game: str = made.json()["id"]
    return game


def send(me: Person, game: str, pieces: list[str], goal: str) -> list[dict[str, Any]]:
    answer = me.post(f"/api/games/{game}/marches", json={"as": GERMANY, "pieces": pieces, "goal": goal})
    assert answer.is_success, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def where(me: Person, game: str, piece: str) -> str:
    at: str = me.view(game, GERMANY)["pieces"][piece]["at"]
    return at


def play(me: Person, game: str, side: str, *actions: dict[str, Any]) -> None:
    step = me.view(game, side)["step"]
    answer = me.post(f"/api/games/{game}/actions", json={"as": side, "expect": step, "actions": [*actions]})
    assert answer.is_success, answer.text


def until_next_movement(me: Person, game: str) -> None:
    """Everybody passes until Germany moves again."""
    for number in range(40):
        side = me.view(game, "observer")["waiting"][0]
        decision = me.view(game, side)["decision"]
        if number and side == GERMANY and decision["kind"] == "move":
            return
        offered = [each["action"] for each in decision["choices"]]
        play(
            me, game, side, {"do": "pass"} if {"do": "pass"} in offered else offered[decision["default"] or 0]
        )
    raise AssertionError("Germany does not move again")


def on(me: Person, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = me.post(f"/api/games/{game}/marches/on", json={"as": GERMANY}).json()
    return found


def test_a_group_marches_on_in_the_next_turn_and_arrives(me: Person) -> None:
    game = begun(me)
    (march,) = send(me, game, ["ge-inf-xx-17"], "2310")
    assert (len(march["way"]), march["way"][-1], march["due"]) == (3, "2310", False)
    assert on(me, game)[0]["at"] == march["at"] == where(me, game, "ge-inf-xx-17")  # once in a phase
    until_next_movement(me, game)
    assert me.get(f"/api/games/{game}/marches", params={"as": GERMANY}).json()[0]["due"]
    assert on(me, game) == []
    assert where(me, game, "ge-inf-xx-17") == "2310"


def test_a_leg_is_taken_back_like_any_order(me: Person) -> None:
    game = begun(me)
    send(me, game, ["ge-inf-xx-17"], "2310")
    assert me.post(f"/api/games/{game}/undo", json={"as": GERMANY}).is_success
    assert where(me, game, "ge-inf-xx-17") == "2305"


def test_a_march_stops_before_enemies_and_says_which(me: Person) -> None:
    game = begun(me, ADVANCE.replace("fr-inf-xx-1 1515", "fr-inf-xx-1 2307"))
    (march,) = send(me, game, ["ge-inf-xx-17"], "2310")
    assert "2307" not in march["way"]
    assert where(me, game, "ge-inf-xx-17") not in ("2306", "2207", "2407")


def test_a_group_that_was_led_elsewhere_by_hand_does_not_go_on(me: Person) -> None:
    game = begun(me)
    send(me, game, ["ge-inf-xx-17"], "2312")
    me.post(f"/api/games/{game}/undo", json={"as": GERMANY})
    play(me, game, GERMANY, {"do": "march", "units": ["ge-inf-xx-17"], "to": "2306"})
    until_next_movement(me, game)
    (march,) = on(me, game)
    assert march["why"] == "they have gone elsewhere since: 2306"
    assert where(me, game, "ge-inf-xx-17") == "2306"


def test_marches_are_given_up(me: Person) -> None:
    game = begun(me)
    send(me, game, ["ge-inf-xx-17"], "2312")
    both = send(me, game, ["ge-inf-xx-19"], "2512")
    assert len(both) == 2
    stop = {"as": GERMANY, "numbers": [both[0]["number"]]}
    assert len(me.post(f"/api/games/{game}/marches/stop", json=stop).json()) == 1
    assert me.post(f"/api/games/{game}/marches/stop", json={"as": GERMANY}).json() == []


def test_setting_preferences_keeps_marches_and_does_not_show_them(me: Person) -> None:
    game = begun(me)
    send(me, game, ["ge-inf-xx-17"], "2312")
    path, side = f"/api/games/{game}/preferences", {"as": GERMANY}
    assert me.put(path, params=side, json={"notes": "x"}).is_success
    assert me.get(path, params=side).json() == {"notes": "x"}
    assert len(me.get(f"/api/games/{game}/marches", params=side).json()) == 1


def test_an_unknown_goal_is_refused(me: Person) -> None:
    game = begun(me)
    answer = me.post(f"/api/games/{game}/marches", json={"as": GERMANY, "pieces": ["x"], "goal": "nowhere"})
    assert answer.status_code == 400


def test_marches_sent_at_the_same_moment_are_all_kept(me: Person) -> None:
    game = begun(me)
    with ThreadPoolExecutor(2) as pool:
        sent = [pool.submit(send, me, game, [piece], "2310") for piece in ("ge-inf-xx-17", "ge-inf-xx-19")]
    assert all(each.result() for each in sent)
    kept = me.get(f"/api/games/{game}/marches?as={GERMANY}").json()
    assert {piece for march in kept for piece in march["pieces"]} == {"ge-inf-xx-17", "ge-inf-xx-19"}


def test_preferences_cannot_make_up_marches(me: Person) -> None:
    game = begun(me)
    set_ = me.put(f"/api/games/{game}/preferences?as={GERMANY}", json={"marches": "nonsense", "sound": "on"})
    assert (set_.status_code, set_.json()) == (200, {"sound": "on"})
    assert me.get(f"/api/games/{game}/marches?as={GERMANY}").json() == []
