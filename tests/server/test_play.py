"""Playing over HTTP: actions, refusals, taking back, asking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.kernel import save
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from hexfront.seam import find_title
from outpost.orders import Attack
from tests.games.western_front import builders
from tests.outpost.skirmish import outpost
from tests.server.running import Person, RunningServer, hosted, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("play"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def planned(me: Person) -> tuple[str, str]:
    """A game in which the plans are made, and the side that moves first: red, by its raid."""
    game: str = me.start(options={"fog": "off"})["id"]
    assert me.play(game, "red", 0).is_success
    assert me.play(game, "blue", 2).is_success
    assert me.view(game, "red")["waiting"] == ["red"]
    return game, "red"


def order(me: Person, game: str, side: str, *actions: Any, expect: int | None = None, **more: Any) -> Any:
    step = me.get(f"/api/games/{game}").json()["step"] if expect is None else expect
    return me.post(
        f"/api/games/{game}/actions", json={"as": side, "expect": step, "actions": actions, **more}
    )


def test_an_action_changes_the_game_and_is_written(server: RunningServer, me: Person) -> None:
    game, side = planned(me)
    before = me.view(game, side)
    answer = order(me, game, side, {"do": "march", "units": ["r1"], "to": "0202"})
    assert answer.status_code == 200, answer.text
    after = me.view(game, side)
    assert after["step"] == answer.json()["step"] > before["step"]
    assert before["pieces"]["r1"]["at"] != after["pieces"]["r1"]["at"] == "0202"
    written = server.sql(f"SELECT seq FROM entry WHERE game = '{game}' ORDER BY seq")
    assert [number for (number,) in written] == list(range(1, after["step"] + 1))


def test_an_order_is_answered_with_the_change_that_the_socket_brings(me: Person) -> None:
    game, side = planned(me)
    march = {"do": "march", "units": ["r1"], "to": "0202"}
    with me.watch(game, side) as screen:
        view = screen.wait("view")["view"]
        shown = order(me, game, side, march, show=True).json()["shown"]
        assert shown == screen.wait("change")
        assert (shown["since"], shown["after"]) == (view["step"], view["revision"])
        assert shown["pieces"]["r1"]["at"] == "0202"
        back = me.post(f"/api/games/{game}/undo", json={"as": side, "show": True}).json()["shown"]
        assert back == screen.wait("change")
        assert (back["since"], back["step"]) == (shown["step"], view["step"])
        assert back["pieces"]["r1"] == view["pieces"]["r1"]


def test_who_has_no_socket_is_answered_with_the_whole_view_and_only_if_he_wants_it(me: Person) -> None:
    game, side = planned(me)
    march = {"do": "march", "units": ["r1"], "to": "0202"}
    shown = order(me, game, side, march, show=True).json()["shown"]
    assert shown == {"type": "view", "view": me.view(game, side)}
    assert me.post(f"/api/games/{game}/undo", json={"as": side}).json()["shown"] is None


def test_a_refusal_gives_its_rule_and_changes_nothing(me: Person) -> None:
    game, side = planned(me)
    before = me.view(game, side)
    answer = order(me, game, side, {"do": "march", "units": ["r1"], "to": "0707"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["kind"] == "refusal"
    assert error["rules"]
    assert error["reason"]
    assert me.view(game, side) == before


def test_an_order_is_played_whole_or_not_at_all(me: Person) -> None:
    game, side = planned(me)
    before = me.view(game, side)
    good = {"do": "march", "units": ["r1"], "to": "0202"}
    answer = order(me, game, side, good, {"do": "pass"}, {"do": "march", "units": ["r9"], "to": "0202"})
    assert answer.status_code == 422
    assert me.view(game, side) == before
    assert order(me, game, side, good).is_success


def test_who_has_not_seen_the_last_step_is_told_so(me: Person) -> None:
    game, side = planned(me)
    answer = order(me, game, side, {"do": "pass"}, expect=1)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["kind"], error["step"]) == ("stale", 2)
    assert me.view(game, side)["step"] == 2


def test_a_step_that_was_replaced_by_another_is_noticed_by_the_revision(me: Person) -> None:
    game, side = planned(me)
    seen = order(me, game, side, {"do": "pick", "unit": "r1"}).json()
    assert me.post(f"/api/games/{game}/undo", json={"as": side}).is_success
    now = order(me, game, side, {"do": "pick", "unit": "r2"}).json()
    assert seen["step"] == now["step"]
    assert seen["revision"] < now["revision"]
    answer = order(me, game, side, {"do": "pass"}, expect=now["step"], revision=seen["revision"])
    assert (answer.status_code, answer.json()["error"]["revision"]) == (409, now["revision"])


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [{}],
        [{"do": "fly"}],
        [{"do": "march", "units": ["r1"]}],
        [{"do": "march", "unit": 7, "to": "0202"}],
        [{"do": "fix-dice", "values": [6]}],
        [{"do": "stir-dice", "salt": 1}],
    ],
)
def test_what_is_no_action_is_malformed(me: Person, actions: list[Any]) -> None:
    game, side = planned(me)
    answer = order(me, game, side, *actions)
    assert answer.status_code == 400
    assert me.view(game, side)["step"] == 2


def test_nobody_answers_for_another_side(me: Person) -> None:
    game, _ = planned(me)
    answer = order(me, game, "blue", {"do": "pass"})
    assert answer.status_code == 422
    assert "not for blue" in answer.json()["error"]["reason"]
    assert order(me, game, "referee", {"do": "pass"}).status_code == 403
    assert order(me, game, "observer", {"do": "pass"}).status_code == 403


def test_an_order_is_taken_back_whole(server: RunningServer, me: Person) -> None:
    game, side = planned(me)
    before = me.view(game, side)
    step = order(me, game, side, {"do": "march", "units": ["r1"], "to": "0202"}).json()["step"]
    assert me.view(game, side)["undo"] == {"possible": True, "reason": ""}
    assert me.view(game, "blue")["undo"]["possible"] is False
    assert me.post(f"/api/games/{game}/undo", json={"as": "blue", "expect": step}).status_code == 422
    answer = me.post(f"/api/games/{game}/undo", json={"as": side, "expect": step})
    assert answer.json()["step"] == before["step"]
    after = me.view(game, side)
    assert after["revision"] > before["revision"]
    assert {**after, "revision": 0} == {**before, "revision": 0}
    assert server.sql(f"SELECT max(seq) FROM entry WHERE game = '{game}'") == [(before["step"],)]


def test_what_was_seen_is_not_taken_back(me: Person) -> None:
    game, side = planned(me)
    assert me.view(game, "blue")["undo"]["reason"]
    answer = me.post(f"/api/games/{game}/undo", json={"as": "blue", "expect": 2})
    assert answer.status_code == 422
    assert "cannot be taken back" in answer.json()["error"]["reason"]
    assert me.view(game, side)["step"] == 2


def test_at_one_screen_one_goes_back_without_asking(me: Person) -> None:
    game, side = planned(me)
    order(me, game, side, {"do": "pass"})
    answer = me.post(f"/api/games/{game}/rollback", json={"as": side, "step": 1})
    assert answer.json()["done"]
    assert me.view(game, side)["step"] == 1
    assert me.view(game, "blue")["waiting"] == ["blue"]
    assert me.post(f"/api/games/{game}/rollback", json={"as": side, "step": 99}).status_code == 400


def test_two_go_back_only_if_both_want_to(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        game = ada.start(seats={"red": "me", "blue": "open"}, options={"fog": "off"})["id"]
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success  # with fresh dice
        ada.play(game, "red", 0)
        bertha.play(game, "blue", 2)
        ada.play(game, "red", 0)
        with bertha.watch(game, "blue") as screen:
            screen.wait("view")
            asked = ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 2}).json()
            assert not asked["done"]
            assert screen.wait("change")["rollback"]["step"] == 2
            own = ada.post(f"/api/games/{game}/rollback/answer", json={"as": "red", "accept": True})
            assert own.status_code == 403
            assert bertha.view(game, "blue")["rollback"]["side"] == "red"
            no = bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": False})
            assert no.json()["done"] is False
            assert ada.view(game, "red")["rollback"] is None
            assert ada.view(game, "red")["step"] == 4
            ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 2})
            yes = bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": True})
            assert yes.json()["done"]
            while screen.wait("change")["step"] != 2:
                pass
        assert ada.view(game, "red")["step"] == 2
        late = bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": True})
        assert late.status_code == 409


DUEL = ("unit red a foot 0404", "unit blue b foot 0405", "unit red rd depot 0402", "unit blue bd depot 0406")


def duel(me: Person) -> str:
    """A game in which red can attack 0405 with one unit, brought in from a file; all its sides are mine."""
    return brought(me, outpost(*DUEL, turn="1 attack red"))


def brought(me: Person, game: Game) -> str:
    """A game that was brought in from a file."""
    answer = me.post(
        "/api/import", content=save.as_text(game), headers={"content-type": "application/octet-stream"}
    )
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


ASSAULT = {"do": "assault", "at": "0405", "units": ["a"]}


def test_a_proposal_lists_the_dice_it_would_cancel(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        game = duel(ada)
        assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "open"}).is_success
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        assert order(ada, game, "red", ASSAULT, expect=1).is_success
        history = ada.get(f"/api/games/{game}/history", params={"as": "red"}).json()
        rolls = [roll for entry in history for roll in entry["rolls"]]
        assert len(rolls) == 1
        undo = ada.post(f"/api/games/{game}/undo", json={"as": "red"})
        assert "dice were thrown" in undo.json()["error"]["reason"]
        asked = ada.post(f"/api/games/{game}/rollback", json={"as": "red", "step": 1}).json()
        assert asked["proposal"]["rolls"] == rolls
        assert bertha.view(game, "blue")["rollback"]["rolls"] == rolls
        bertha.post(f"/api/games/{game}/rollback/answer", json={"as": "blue", "accept": True})
        # Nobody throws the same again: the referee has brought fresh dice again, which is a step.
        history = ada.get(f"/api/games/{game}/history", params={"as": "red"}).json()
        assert [entry["by"] for entry in history] == ["referee", "referee"]


def test_nobody_learns_by_an_order_that_cannot_be_played_how_the_dice_would_fall(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        game = duel(ada)
        assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "open"}).is_success
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        with bertha.watch(game, "blue") as screen:
            screen.wait("view")
            answer = order(ada, game, "red", ASSAULT, {"do": "pick", "unit": "nobody"}, expect=1)
            assert answer.status_code == 422
            assert "the first part of the order stands" in answer.json()["error"]["reason"]
            assert screen.wait("change")["events"]
        history = ada.get(f"/api/games/{game}/history", params={"as": "red"}).json()
        assert len([roll for entry in history for roll in entry["rolls"]]) == 1
        written = server.sql(f"SELECT seq FROM entry WHERE game = '{game}' ORDER BY seq")
        assert len(written) == ada.view(game, "red")["step"] == len(history) > 1


def test_nobody_learns_by_a_fault_of_the_server_how_the_dice_would_fall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> Iterator[Action]:
        yield Attack("0405")
        raise ZeroDivisionError

    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada = server.person("Ada")
        game = duel(ada)
        monkeypatch.setattr(type(find_title("outpost")), "expand", failing)
        answer = order(ada, game, "red", ASSAULT)
        monkeypatch.undo()
        assert answer.status_code == 500
        assert "the first part of the order stands (1 steps)" in answer.json()["error"]["reason"]
        history = ada.get(f"/api/games/{game}/history", params={"as": "red"}).json()
        assert len([roll for entry in history for roll in entry["rolls"]]) == 1
        server.service.hall.forget(game)  # and it is kept
        assert ada.view(game, "red")["step"] == len(history)


def test_why_an_order_is_not_possible_tells_nothing_of_the_dice_in_it(tmp_path: Path) -> None:
    doubled = {"as": "red", "action": {**ASSAULT, "units": ["a", "a"]}}  # one joins when they have fallen
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada = server.person("Ada")
        told = set()
        for seed in range(12):
            game = brought(ada, outpost(*DUEL, turn="1 attack red", seed=seed))
            told.add(ada.post(f"/api/games/{game}/why", json=doubled).text)
        assert len(told) == 1


def test_why_an_action_is_not_possible_can_be_asked(me: Person) -> None:
    game, side = planned(me)
    far = {"as": side, "action": {"do": "march", "units": ["r1"], "to": "0707"}}
    refusal = me.post(f"/api/games/{game}/why", json=far).json()["refusal"]
    assert refusal["rules"]
    near = {"as": side, "action": {"do": "march", "units": ["r1"], "to": "0202"}}
    assert me.post(f"/api/games/{game}/why", json=near).json() == {"refusal": None}
    assert me.view(game, side)["step"] == 2


def test_a_number_can_be_explained(me: Person) -> None:
    game, side = planned(me)
    at = me.view(game, side)["pieces"]["b1"]["at"]
    asked = {"as": side, "question": {"do": "defence-strength", "at": at}}
    ledger = me.post(f"/api/games/{game}/explain", json=asked).json()
    assert ledger["terms"]
    assert all(term["rule"] for term in ledger["terms"])
    wrong = {"as": side, "question": {"do": "weather"}}
    assert me.post(f"/api/games/{game}/explain", json=wrong).status_code == 400


def test_an_attack_is_forecast_without_a_die_thrown(me: Person) -> None:
    game = duel(me)
    before = me.view(game, "red")
    answer = me.post(
        f"/api/games/{game}/forecast", json={"as": "red", "action": {"do": "attack", "at": "0405"}}
    )
    (prospect,) = answer.json()["prospects"]
    assert sum(ending["probability"] for ending in prospect["endings"]) == pytest.approx(1)
    assert len(prospect["endings"]) > 1
    assert me.view(game, "red") == before
    other = me.post(f"/api/games/{game}/forecast", json={"as": "blue", "action": {"do": "pass"}})
    assert "not for blue" in other.json()["error"]["reason"]
    wrong = me.post(
        f"/api/games/{game}/forecast", json={"as": "red", "action": {"do": "attack", "at": "0101"}}
    )
    assert wrong.status_code == 422


def test_where_nothing_is_left_to_chance_the_forecast_is_empty(me: Person) -> None:
    made = me.post("/api/games", json={"title": "western-front", "scenario": "schlieffen-plan", "seed": 1})
    game, side = made.json()["id"], made.json()["waiting"][0]
    action = me.view(game, side)["decision"]["choices"][0]["action"]
    answer = me.post(f"/api/games/{game}/forecast", json={"as": side, "action": action})
    assert (answer.status_code, answer.json()) == (200, None)


def test_a_forecast_asked_for_when_the_game_has_gone_on_is_empty(me: Person) -> None:
    game = duel(me)
    address = f"/api/games/{game}/forecast"
    revision = me.view(game, "red")["revision"]
    attack = {"as": "red", "action": {"do": "attack", "at": "0405"}}
    assert me.post(address, json={**attack, "expect": revision}).json()["prospects"]
    impossible = {"as": "red", "action": {"do": "attack", "at": "0101"}}
    assert me.post(address, json={**impossible, "expect": revision}).status_code == 422
    gone = me.post(address, json={**impossible, "expect": revision - 1})
    assert (gone.status_code, gone.content) == (204, b"")


BESIDE = """date 1914-09-3 combat central-powers
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
hex 0401 country=germany
hex 0101 country=france
unit A 0201 nation=ge kind=inf values=8-5
unit B 0302 nation=ge kind=inf values=8-5
unit GH 0301 nation=ge kind=hq size=xxxx supply=90
unit X 0202 nation=fr kind=inf values=6-4
"""


def test_attacks_are_shown_with_their_odds_and_nothing_is_played(me: Person) -> None:
    game, side = brought(me, builders.game(BESIDE)), "central-powers"
    before = me.view(game, side)
    address = f"/api/games/{game}/attack"
    (best,) = me.get(f"{address}s", params={"as": side}).json()
    assert best["hex"] == "0202"
    assert best["able"] == ["A", "B"]
    alone = me.post(address, json={"as": side, "hex": "0202", "pieces": ["B"]}).json()
    assert alone["action"] == {"do": "assault", "at": "0202", "units": ["B"]}
    assert alone["losses"][0] > 0
    ladder = me.post(f"{address}/ladder", json={"as": side, "hex": "0202"}).json()
    assert [rung["pieces"] for rung in ladder] == [["A"], ["A", "B"]]
    nobody = {"as": side, "hex": "0303"}
    assert me.post(address, json={**nobody, "expect": before["revision"]}).status_code == 422
    assert me.post(address, json={**nobody, "expect": before["revision"] - 1}).status_code == 204
    assert me.post(address, json={"as": "entente", "hex": "0202"}).status_code == 422
    assert me.get(f"{address}s", params={"as": "observer"}).status_code == 403
    assert me.view(game, side) == before


def test_who_is_asked_is_told_whose_order_it_is(me: Person) -> None:
    game, side = brought(me, builders.game(BESIDE)), "central-powers"
    assert [(each["side"], each["by"]) for each in me.view(game, side)["asked"]] == [(side, side)]
    order = {"as": side, "expect": 0, "actions": [{"do": "assault", "at": "0202", "units": ["A"]}]}
    assert me.post(f"/api/games/{game}/actions", json=order).is_success
    asked = me.view(game, side)["asked"]
    assert [each["by"] for each in asked] == [side]
    assert asked[0]["since"] == 0


WAYPOINT = [{"do": "pick", "unit": "A"}, {"do": "go", "to": "0203"}]


def test_what_can_be_chosen_after_the_first_leg_of_a_march_can_be_asked(me: Person) -> None:
    field = "board corner=0101 shifted=even\n" + "| . . . . .\n" * 5
    start = f"date 1914-08-3 movement central-powers\n{field}"
    game = brought(me, builders.game(f"{start}unit A 0303 nation=ge kind=inf values=8-5\n"))
    side = "central-powers"
    before = me.view(game, side)
    ahead = me.post(f"/api/games/{game}/ahead", json={"as": side, "actions": WAYPOINT})
    faces = {choice["action"].get("to"): choice["face"] for choice in ahead.json()["choices"]}
    assert faces["0202"]["path"] == ["0203", "0202"]
    assert me.view(game, side) == before
    assert order(me, game, side, *WAYPOINT, {"do": "go", "to": "0202"}).is_success
    assert me.view(game, side)["pieces"]["A"]["at"] == "0202"


def test_nothing_is_foreseen_that_could_not_be_taken_back(me: Person) -> None:
    game = duel(me)
    attack = [{"do": "attack", "at": "0405"}]
    answer = me.post(f"/api/games/{game}/ahead", json={"as": "red", "actions": attack})
    assert answer.status_code == 422
    other = me.post(f"/api/games/{game}/ahead", json={"as": "blue", "actions": [{"do": "pass"}]})
    assert "not for blue" in other.json()["error"]["reason"]


def test_settings_of_a_player_are_kept_for_each_side(me: Person) -> None:
    game, side = planned(me)
    address = f"/api/games/{game}/preferences"
    assert me.get(address, params={"as": side}).json() == {}
    me.put(address, params={"as": side}, json={"losses": "weakest first"})
    me.put(address, params={"as": side}, json={"losses": "strongest first"})
    assert me.get(address, params={"as": side}).json() == {"losses": "strongest first"}
    assert me.get(address, params={"as": "blue"}).json() == {}


def test_a_view_says_what_is_asked_about_and_which_dice_fell(me: Person) -> None:
    made = me.post("/api/games", json={"title": "serbia-1914", "scenario": "battle-in-the-macva", "seed": 1})
    view = me.view(made.json()["id"], made.json()["waiting"][0])
    assert view["decision"]["about"]["stage"] == view["asked"][0]["stage"] == "order"
    assert view["asked"][0]["since"] == view["step"]
    fight = duel(me)
    while not any(event["rolls"] for event in me.view(fight, "red")["events"]):
        (side,) = me.view(fight, "red")["waiting"]
        me.play(fight, side)
    view = me.view(fight, "red")
    (thrown,) = [event["rolls"] for event in view["events"] if event["rolls"]]
    entries = me.get(f"/api/games/{fight}/history", params={"as": "red"}).json()
    assert thrown == [roll for entry in entries for roll in entry["rolls"]]
    assert view["asked"][0]["since"] <= view["step"]
