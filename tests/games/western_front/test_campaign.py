"""The hooks by which general chapters ask the campaign of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from hexfront.games.western_front.campaign import Campaign
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, Go, Join, Pick
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import advance, outcomes, suppliers
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import FRONTIER, game, node, position

FIELD = f"""{FRONTIER}date 1914-09-3 movement central-powers
unit A 0402 nation=ge kind=inf values=8-5 reduced=6
unit B 0403 nation=ge kind=inf values=8-5 reduced=6
unit GH 0502 nation=ge kind=hq size=xxxx supply=20
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
"""


class Strict(Campaign, frozen=True):
    """A campaign that binds its players in every way."""

    def outcome(self, position: WesternFrontPosition) -> str | None:
        return "peace" if position.flags.get("came to 0302") else None

    def may_move(self, position: WesternFrontPosition, unit: Unit) -> Refusal | None:
        return Refusal("WF 3-9", "B stays") if unit.name == "B" else None

    def kept_units(self, position: WesternFrontPosition, side: str) -> Collection[str]:
        return {"B"} & position.units.keys()

    def stops(
        self, position: WesternFrontPosition, units: Sequence[Unit], reachable: Collection[int]
    ) -> Collection[int]:
        return [each for each in reachable if each == node(position, "0302")]

    def why_not_stop(
        self, position: WesternFrontPosition, units: Sequence[Unit], node: int
    ) -> Refusal | None:
        return Refusal("WF 3-2", "not there")

    def may_end_movement(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        owing = self.owed_march(position, side)
        return None if owing is None else Refusal("WF 3-2", f"{owing.name} must go on")

    def is_bound_to_go_on(self, position: WesternFrontPosition, side: str) -> bool:
        return self.may_end_movement(position, side) is not None

    def owed_march(self, position: WesternFrontPosition, side: str) -> Unit | None:
        unit = position.units.get("A")
        return unit if unit is not None and not unit.moved else None

    def may_end_combat(self, position: WesternFrontPosition, side: str) -> Refusal | None:
        return None if position.units["A"].attacked else Refusal("WF 3-6", "A must attack")

    def owed_attack(self, position: WesternFrontPosition, side: str) -> tuple[Unit, int] | None:
        return position.units["A"], node(position, "0202")

    def must_retreat(self, position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
        return True

    def may_advance(self, position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
        return Refusal("WF 3-7", "nobody advances")

    def came_to(self, position: WesternFrontPosition, side: str, node: int) -> None:
        position.flags[f"came to {position.setting.board.label(node)}"] = 1

    def may_supply(self, position: WesternFrontPosition, headquarters: object, unit: object) -> bool:
        return False


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set up has the strict campaign."""
    monkeypatch.setattr("hexfront.games.western_front.title.campaign_of", lambda *_, **__: Strict())


def test_a_campaign_without_directives_binds_nobody() -> None:
    bare = position(FIELD)
    bare.setting.campaign = Campaign()
    unit, free = bare.units["A"], Campaign()
    assert free.may_move(bare, unit) is None
    assert free.stops(bare, [unit], [1, 2]) == [1, 2]
    assert not free.is_bound_to_go_on(bare, CENTRAL_POWERS)
    assert free.outcome(bare) is None
    bare.date = bare.setting.parameters.last_turn
    assert free.outcome(bare) is None
    bare.date = type(bare.date)(1918, 12, 7)
    assert free.outcome(bare) == "the last turn is over"


@pytest.mark.usefixtures("strict")
def test_movement_asks_who_may_move_where_they_stop_and_what_is_owed() -> None:
    playing = game(FIELD)
    assert Pick("B") not in playing.decision.choices()
    refusal = playing.check(Pick("B"))
    assert refusal is not None
    assert refusal.rules == ("WF 3-9",)
    assert PASS not in playing.decision.choices()
    assert playing.decision.default() == Pick("A")
    playing.play(Pick("A"))
    assert [each for each in playing.decision.choices() if isinstance(each, Go)] == [Go("0302")]
    refusal = playing.check(Go("0401"))
    assert refusal is not None
    assert refusal.rules == ("WF 3-2",)
    playing.play(Go("0302"))
    while playing.decision.kind == "go":
        playing.play(PASS)
    assert PASS in playing.decision.choices()
    playing.play(PASS)
    assert playing.outcome == "peace"


@pytest.mark.usefixtures("strict")
def test_combat_asks_who_must_attack_who_goes_back_and_who_advances() -> None:
    playing = game(
        FIELD.replace("movement", "combat").replace("unit A 0402", "unit A 0302")
        + "unit Y 0301 nation=fr kind=inf values=6-4 reduced=4\n"
    )
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    assert playing.decision.default() == Attack("0202")
    refusal = playing.check(PASS)
    assert refusal is not None
    assert refusal.rules == ("WF 3-6",)
    battle = Battle(CENTRAL_POWERS, node(here, "0202"), ("A",))
    assert outcomes.must_retreat(here, battle, 0)
    assert not advance.can_advance(here, "A", node(here, "0202"))
    assert not suppliers.may_supply(here, here.units["GH"], here.units["A"])
    playing.play_all([Attack("0202"), Join("A"), PASS])
    assert playing.position.units["A"].attacked
