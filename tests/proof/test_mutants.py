"""Mutated orders: each is refused with a reason, and whoever does not refuse one is found out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import hexfront
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.proof.invariants import Broken
from hexfront.proof.mutants import judged, send_mutants
from hexfront.seam import find_title
from tests.server.running import RunningServer, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("mutants"))) as running:
        yield running


def test_a_server_takes_mutants_as_the_game_does(server: RunningServer) -> None:
    port = server.service.settings.port
    found = asyncio.run(send_mutants(port, "outpost/skirmish", 250, find_title, seed=5))
    assert found.faults == []
    assert found.sent == 250 == found.refused + found.malformed + found.legal
    assert min(found.refused, found.malformed, found.legal) > 0
    assert {*found.answers} <= {200, 400, 422}


CROOKED = {"do": "boundary", "between": "SECOND/FIFTH", "hexes": ["21.10", "30.09", "28.11"]}


@pytest.mark.parametrize("order", [{"do": "flee", "unit": "24.13"}, CROOKED])
def test_nobody_looks_for_words_for_what_is_illegal(server: RunningServer, order: dict[str, Any]) -> None:
    me = server.person()
    scenario = {"title": "serbia-1914", "scenario": "battle-in-the-macva"}
    sides = ("austria-hungary", "serbia")
    game = me.start(**scenario, seats=dict.fromkeys(sides, "me"))["id"]
    side = next(each for each in sides if me.view(game, each)["decision"])
    wish: dict[str, Any] = {"as": side, "expect": 0, "actions": [order]}
    for answer in (
        me.post(f"/api/games/{game}/actions", json=wish),
        me.post(f"/api/games/{game}/whatif", json={"as": side, "games": 1, "action": order}),
    ):
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["rules"]


def skirmish() -> Game:
    return hexfront.new("outpost/skirmish", seed=1)


def test_a_game_that_refuses_without_a_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def rude(self: Game, action: Action, by: str | None = None) -> Refusal:
        return Refusal((), "no")

    monkeypatch.setattr(Game, "check", rude)
    with pytest.raises(Broken, match="without a rule"):
        judged(skirmish(), {"do": "pick", "unit": "r1"}, "red")


def test_a_game_of_two_minds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "check", lambda self, action, by=None: None)
    with pytest.raises(Broken, match="found legal, then refused"):
        judged(skirmish(), {"do": "pass"}, "red")


def test_a_refusal_that_changes_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Game.play

    def careless(self: Game, action: Action, by: str | None = None, expect: int | None = None) -> Any:
        if isinstance(action, Pass):
            self.position.dice.thrown += 1
        return true(self, action, by, expect)

    monkeypatch.setattr(Game, "play", careless)
    with pytest.raises(Broken, match="something has changed"):
        judged(skirmish(), {"do": "pass"}, "red")
