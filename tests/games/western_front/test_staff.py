"""The staff of The Western Front: it plays by the rules, knows no secrets, and says why."""

from __future__ import annotations

import re
import time
from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront.ai import Order, player
from hexfront.games.western_front import staff
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.staff.answers import ANSWERS
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT, SIDES
from hexfront.kernel.actions import Pass
from tests.games.western_front.builders import FRONTIER, game
from tests.games.western_front.campaigns import SCENARIO, until

PLANNED = {"move", "attack", "join", "supply"}
USUAL = {
    *("go", "administer", "corps", "break-down", "combine"),
    *("draft", "train", "fourth regiments", "news"),
    *("deploy", "reserve", "supply points", "station", "take back", "weaken", "allot"),
}
"""Questions to which the title's own advice is taken: the staff's orders do not raise them of themselves."""


class Record(msgspec.Struct):
    """What happened at one question."""

    turn: str
    side: str
    kind: str
    order: Order


class Campaign:
    """A few turns, played staff against staff."""

    def __init__(self, names: dict[str, str], turns: int, seed: int = 7) -> None:
        self.game = hexfront.new(SCENARIO, seed=seed)
        self.game.digest_every = 0
        self.players = {side: player(name, self.game.title, side, seed) for side, name in names.items()}
        self.records: list[Record] = []
        self.seconds: dict[tuple[str, str], float] = {}
        self.play(turns)

    def play(self, turns: int) -> None:
        seen = {self.date}
        while not self.game.over:
            seen.add(self.date)
            if len(seen) > turns:
                return
            side, kind, turn = self.game.decision.side, self.game.decision.kind, self.date
            begun = time.process_time()
            order = self.players[side].choose(self.game, side)
            self.game.play(order.action, side)  # raises if the order is not legal
            spent = time.process_time() - begun
            self.seconds[turn, side] = self.seconds.get((turn, side), 0.0) + spent
            self.records.append(Record(turn, side, kind, order))

    @property
    def date(self) -> str:
        assert isinstance(self.game.position, WesternFrontPosition)
        return str(self.game.position.date)


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign({CENTRAL_POWERS: "general", ENTENTE: "officer"}, turns=8)


def test_the_staff_is_offered_at_three_levels() -> None:
    assert all(staff.planner(side, level) for side in SIDES for level in ("cadet", "officer", "general"))
    assert staff.planner(SIDES[0], "private") is None


def test_every_order_of_two_staffs_is_legal_and_none_falls_back(campaign: Campaign) -> None:
    assert len(campaign.records) > 300
    assert not [record for record in campaign.records if "not possible" in record.order.reason]


def test_every_order_has_a_reason_in_a_sentence(campaign: Campaign) -> None:
    for record in campaign.records:
        assert re.fullmatch(r"[A-Z0-9].*[.]", record.order.reason), record


def test_attacks_are_explained_with_their_odds(campaign: Campaign) -> None:
    attacks = [
        record.order.reason
        for record in campaign.records
        if record.kind == "attack" and not isinstance(record.order.action, Pass)
    ]
    assert attacks
    assert all(re.search(r"\d+ points|nobody there can resist", reason) for reason in attacks)


def test_both_sides_attack_and_march(campaign: Campaign) -> None:
    for side in SIDES:
        kinds = {record.kind for record in campaign.records if record.side == side}
        assert {"move", "attack"} <= kinds


def test_liege_is_german_by_the_end_of_august(campaign: Campaign) -> None:
    position = campaign.game.position
    assert isinstance(position, WesternFrontPosition)
    assert position.holder(position.setting.board["2107"]) == CENTRAL_POWERS


def test_a_turn_does_not_take_long(campaign: Campaign) -> None:
    # Five seconds are allowed for a general on a free core; a loaded machine gets four times that.
    assert max(campaign.seconds.values()) < 20


def test_a_position_after_a_staff_s_turn_is_legal(campaign: Campaign) -> None:
    assert not list(campaign.game.position.status())


def test_the_notes_show_value_threat_and_front(campaign: Campaign) -> None:
    for side in SIDES:
        notes = campaign.players[side].notes()
        assert notes.sentences
        overlays = {overlay.name: overlay for overlay in notes.overlays}
        assert set(overlays) == {"value", "threat", "front"}
        assert len(overlays["front"].line) > 10
        assert max(overlays["threat"].figures.values()) > 0


def test_the_same_seed_gives_the_same_orders() -> None:
    names = {CENTRAL_POWERS: "officer", ENTENTE: "cadet"}
    first, again = Campaign(names, turns=3), Campaign(names, turns=3)
    assert [record.order for record in first.records] == [record.order for record in again.records]


@pytest.mark.parametrize("side", SIDES)
def test_hidden_supply_of_the_enemy_changes_no_order(side: str) -> None:
    """[17-5] What the other side holds in its headquarters is not known."""
    turn = 4
    orders = []
    for supply in (None, 1):
        made = until(MOVEMENT, side, turn)
        position = made.position
        assert isinstance(position, WesternFrontPosition)
        if supply is not None:
            for unit in position.headquarters_of(SIDES[1] if side == SIDES[0] else SIDES[0]):
                position.change(unit.name, supply=supply)
        planner = player("general", made.title, side, 7)
        given = []
        while made.decision.side == side and made.decision.kind in ("move", "go"):
            order = planner.choose(made)
            given.append(order)
            made.play(order.action)
        given.append(planner.choose(made) if made.decision.side == side else Order(Pass()))
        orders.append(given)
    assert orders[0] == orders[1]
    assert len(orders[0]) > 10


def test_every_kind_of_question_has_its_answer() -> None:
    """Whatever the chapters ask is planned, answered, or left to the title's advice on purpose."""
    chapters = Path(staff.__file__).parents[1].rglob("*.py")
    asked = {
        kind
        for chapter in chapters
        for kind in re.findall(r'Ask\(\s*[\w.\[\]]+,\s*"([\w -]+)"', chapter.read_text(encoding="utf-8"))
    }
    assert len(asked) > 20
    assert asked <= ANSWERS.keys() | PLANNED | USUAL


def test_the_staff_deploys_with_the_quick_set_up() -> None:
    made = hexfront.new(SCENARIO, seed=7, options={"quick-set-up": "on"})
    table = {side: player("cadet", made.title, side) for side in SIDES}
    while made.decision.kind == "set up":
        made.play(table[made.decision.side].choose(made).action)
    assert made.step > 100


def test_the_staff_plays_on_a_board_without_a_front() -> None:
    made = game(
        f"""{FRONTIER}
date 1914-09-1 movement central-powers
unit G 0502 nation=ge kind=inf values=8-5
unit H 0503 nation=ge kind=hq size=xxxx values=0-4 supply=20
unit F 0202 nation=fr kind=inf values=6-4
unit K 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""
    )
    table = {side: player("general", made.title, side) for side in SIDES}
    for _ in range(20):
        if made.over:
            break
        made.play(table[made.decision.side].choose(made).action)
    assert made.step > 0
