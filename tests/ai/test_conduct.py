"""How players conduct a game, watched from outside, and the one number for what a staff orders."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player, yardstick
from hexfront.ai.conduct import Attempt, Conduct, Watcher, calibrated, lines
from hexfront.ai.course import play_out
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.planning import Order, Sight
from tests.games.serbia_1914.builders import FIELD, game
from tests.games.serbia_1914.test_staff import DEPOT, FOE, OWN
from tests.games.western_front.builders import game as western_game
from tests.games.western_front.test_staff_repairs import RAILWAY

SIDES = ("serbia", "austria-hungary")
BATTLE = f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 22.13 {FOE}\n"


def test_an_attack_is_settled_when_its_phase_is_over() -> None:
    played = game(FIELD + BATTLE)
    watcher = Watcher(played)
    staff = {side: player("general", TITLE, side) for side in SIDES}
    promised: list[float] = []
    while played.position.phase == "attack" and played.position.active == "serbia":
        side = played.decision.side
        order = staff[side].choose(played, side)
        if isinstance(order.action, Aim):
            assert order.promise is not None
            promised.append(order.promise)
        watcher.heard(played, side, order)
        played.play(order.action, side)
    (attempt,) = watcher.close().attempts
    assert attempt.promise == promised[-1]
    held = "22.13" in TITLE.whereabouts(played.position, "austria-hungary").values()
    assert attempt.gave_way is not held
    assert attempt.entered is ("22.13" in TITLE.whereabouts(played.position, "serbia").values())


def test_where_a_planner_says_nothing_the_odds_promise() -> None:
    played = game(FIELD + BATTLE)
    watcher = Watcher(played)
    watcher.heard(played, "serbia", Order(Aim("A", "22.13")))
    (attempt,) = watcher.close().attempts
    assert attempt.promise == played.forecast(Aim("A", "22.13")).chance
    assert not attempt.gave_way


def test_promises_are_set_beside_what_came_by_tenths() -> None:
    attempts = [Attempt("serbia", 0.95, number < 9, entered=number < 6, ground=True) for number in range(10)]
    attempts += [Attempt("serbia", 1.0, True), Attempt("serbia", 0.32, False)]
    seen = [Conduct(tuple(attempts), {"serbia": 4.0}, {"serbia": 1.0}), Conduct((), {"serbia": 0.0})]
    found, other = calibrated(SIDES, seen)
    assert found.attacks == 12
    assert [(tenth.least, tenth.had.of) for tenth in found.tenths] == [(0.3, 1), (0.9, 11)]
    assert found.tenths[1].had.value == pytest.approx(10 / 11)
    assert found.entered.value == pytest.approx(6 / 9)
    assert found.idle.value == 2.0
    assert found.lost.value == 0.5
    assert other.attacks == 0
    assert any("promised 95%" in line for line in lines({}, [found, other]))


def test_who_stands_far_off_for_turns_is_idle() -> None:
    played = hexfront.new("serbia-1914/battle-in-the-macva", seed=5)
    played.digest_every = 0
    table = {side: player("random", TITLE, side, seed=5) for side in SIDES}
    course = play_out(played, table, watch=True)
    assert course.conduct is not None
    assert set(course.conduct.idle) == set(SIDES)
    assert course.conduct.attempts


def test_the_number_changes_with_an_order_and_with_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list(yardstick.marks(TITLE, "battle-in-the-macva", (0,), ("cadet",)))
    assert yardstick.number_of(made) == yardstick.number_of(
        list(yardstick.marks(TITLE, "battle-in-the-macva", (0,), ("cadet",)))
    )
    from hexfront.games.serbia_1914.staff.staff import Staff

    think = Staff.order

    def reworded(self: Staff, sight: Sight) -> Order:
        order = think(self, sight)
        return Order(order.action, f"{order.reason} Indeed.")

    monkeypatch.setattr(Staff, "order", reworded)
    same = list(yardstick.marks(TITLE, "battle-in-the-macva", (0,), ("cadet",)))
    assert yardstick.number_of(same) == yardstick.number_of(made)

    def otherwise(self: Staff, sight: Sight) -> Order:
        order = think(self, sight)
        return Order(list(sight.decision.choices())[-1], "") if sight.decision.kind == "move" else order

    monkeypatch.setattr(Staff, "order", otherwise)
    other = list(yardstick.marks(TITLE, "battle-in-the-macva", (0,), ("cadet",)))
    assert yardstick.number_of(other) != yardstick.number_of(made)


def test_an_assault_that_is_ordered_at_a_stroke_is_watched_too() -> None:
    played = hexfront.new("western-front/schlieffen-plan", seed=2)
    played.digest_every = 0
    title = played.title
    table = {side: player("general", title, side, seed=2) for side in title.sides}
    course = play_out(played, table, turns=2, watch=True)
    assert course.conduct is not None
    assert course.conduct.attempts
    assert all(0 <= each.promise <= 1 for each in course.conduct.attempts)


@pytest.mark.parametrize(("mark", "idle"), [("", 12.0), (" unmobilized", 0.0)])
def test_who_cannot_move_yet_is_not_idle(mark: str, idle: float) -> None:
    """Six points stand nine hexes from the enemy for five turns; after three of them they count."""
    watcher = Watcher(
        western_game(
            f"{RAILWAY}date 1914-08-3 movement entente\nunit F 0101 nation=fr kind=inf values=6-4{mark}\n"
            "unit G 0901 nation=ge kind=inf values=8-5\n"
        )
    )
    for _ in range(5):
        watcher._end_turn()
    assert watcher.close().idle["entente"] == idle
