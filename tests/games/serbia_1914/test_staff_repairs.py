"""What the staff of Serbia 1914 once did wrong, each on a small position."""

from __future__ import annotations

import msgspec

import hexfront
from hexfront.ai.veto import looked_over
from hexfront.games.serbia_1914.orders import Aim, Go, Recover
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.staff.aims import Aims, over_turns
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.levels import LEVELS
from hexfront.games.serbia_1914.staff.logistics import supply_tasks
from hexfront.games.serbia_1914.staff.marches import Planning
from hexfront.games.serbia_1914.staff.outlooks import Placing, Prize, best, doubted, outlooks
from hexfront.games.serbia_1914.staff.scouts import Scouts
from hexfront.games.serbia_1914.staff.strikes import prize_of
from hexfront.games.serbia_1914.staff.survey import Survey, ways_to
from hexfront.games.serbia_1914.table import guessing
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Order, Sight, is_ruinous
from tests.games.serbia_1914.builders import FIELD, game, node, position
from tests.games.serbia_1914.test_staff import DEPOT, FOE, OWN, answers

GENERAL = LEVELS["general"]
STRONG = FOE.replace("6-6-3-2", "14-14-3-5").replace("3-3-1", "10-10-1").replace("size=x ", "")


def macva() -> SerbiaPosition:
    start = hexfront.new("serbia-1914/battle-in-the-macva", seed=1).position
    assert isinstance(start, SerbiaPosition)
    return start


def ground_of(of: SerbiaPosition, side: str = "serbia") -> Ground:
    survey = Survey(of, side, apart=True)
    return Ground(survey, Aims(survey), GENERAL)


def test_an_attack_is_reckoned_against_the_best_answer_of_the_defender() -> None:
    placed = position(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 22.13 {FOE}\n"
    )
    target, here = node(placed, "22.13"), node(placed, "22.12")
    both = [Placing(("A",), here, 0), Placing(("B",), here, 0)]
    honest = best(outlooks(placed, "serbia", target, both), Prize(3.0))
    rosy = best(outlooks(placed, "serbia", target, both, reply=False), Prize(3.0))
    assert honest is not None
    assert rosy is not None
    assert honest[1].answered
    assert honest[1].taken < rosy[1].taken - 0.2
    assert "who is Intense leaves it" in honest[1].told


def test_who_has_no_more_men_to_lose_is_not_reckoned_to_be_intense() -> None:
    placed = position(FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit E 22.13 {FOE}\n")
    placed.change("E", reductions=placed.piece(placed.units["E"]).most_reductions)
    target, here = node(placed, "22.13"), node(placed, "22.12")
    seen = outlooks(placed, "serbia", target, [Placing(("A",), here, 0)])
    assert seen
    assert not any(each.answered for each in seen)


def test_ground_is_paid_for_only_if_somebody_would_enter_it() -> None:
    placed = position(FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit E 22.13 {FOE}\n")
    ground = ground_of(placed)
    stack = ground.survey.stacks[node(placed, "22.13")]
    body = next(each for each in ground.survey.bodies if each.leader == "A")
    nobody = prize_of(ground, stack)
    assert ground.entering(body, body.at, stack.at) >= 0
    somebody = prize_of(ground, stack, [(body, body.at)])
    assert somebody.ground == nobody.ground + ground.spoils(stack.at)


def test_who_would_be_struck_too_hard_in_a_hex_is_not_paid_for_it() -> None:
    many = "".join(f"unit F{number} 23.1{number} {STRONG}\n" for number in (2, 3, 4))
    placed = position(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN} reductions=2\nunit E 22.13 {FOE}\n{many}"
    )
    ground = ground_of(placed)
    body = next(each for each in ground.survey.bodies if each.leader == "A")
    weak = msgspec.structs.replace(body, defense=1.0)
    target = node(placed, "22.13")
    ground.front[body.at] = 40.0  # friends hold the line where it stands
    assert ground.entering(weak, body.at, target) < 0
    assert (
        prize_of(ground, ground.survey.stacks[target], [(weak, body.at)]).ground
        == prize_of(ground, ground.survey.stacks[target]).ground
    )


def test_a_division_that_is_nowhere_in_sight_is_looked_for_under_a_brigade_near_its_last_place() -> None:
    start = macva()
    brigade, division = "ah-inf-x-13", "ah-inf-xx-42"
    assert start.units[brigade].at == start.units[division].at
    known = TITLE.redact(start, "serbia")
    shown = [name for name in (brigade, division) if name in known.units]
    assert len(shown) == 1
    before = Survey(known, "serbia").stacks[start.units[brigade].at].defense
    scouts = Scouts("austria-hungary")
    scouts.search(known)
    scouts.show(known)
    hidden = next(name for name in (brigade, division) if name not in shown)
    assert known.units[hidden].at == start.units[division].at
    assert Survey(known, "serbia").stacks[start.units[brigade].at].defense > before


def test_an_attack_on_who_may_be_elsewhere_promises_what_lies_between() -> None:
    """A brigade is seen, and another is taken to lie under it."""
    seen = (
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 22.13 {FOE}\n"
    )
    alone, together = position(seen), position(f"{seen}unit F 22.13 {FOE}\n")
    target, here = node(alone, "22.13"), node(alone, "22.12")
    both = [Placing(("A",), here, 0), Placing(("B",), here, 0)]
    least, most = (outlooks(each, "serbia", target, both) for each in (together, alone))
    assert least[0].taken < most[0].taken - 0.1
    before = together.digest()
    for chance in (1.0, 0.5, 0.0):
        (found, *_) = doubted(together, "serbia", target, both, {"F": chance})
        expected = chance * least[0].taken + (1 - chance) * most[0].taken
        assert abs(found.taken - expected) < 1e-9
    assert together.digest() == before
    assert doubted(together, "serbia", target, both, {}) == least


def test_scouts_are_surer_of_a_stack_the_farther_the_others_are() -> None:
    start = macva()
    known = TITLE.redact(start, "serbia")
    scouts = Scouts("austria-hungary")
    scouts.search(known)
    hidden = next(name for name in ("ah-inf-x-13", "ah-inf-xx-42") if name not in known.units)
    shown = scouts.show(known)
    assert shown.keys() == {unit.name for unit in scouts.hidden}
    assert 0.5 < shown[hidden] < 0.9
    brigade = start.units[hidden]
    tops = {unit.at for unit in known.of_side("austria-hungary")} & known.setting.hexes
    possible = [at for at in tops if guessing.may_lie_in(known, brigade, at, "austria-hungary")]

    def farther(at: int) -> int:
        """How much farther the second stack is than the nearest."""
        nearest, second, *_ = sorted(
            ways_to(known.setting, "austria-hungary", stack, known.autumn)[at] for stack in possible
        )
        return second - nearest

    gaps = {at: farther(at) for at in sorted(known.setting.hexes)[:400]}
    for at in (min(gaps, key=lambda each: gaps[each]), max(gaps, key=lambda each: gaps[each])):
        scouts.seen[hidden] = at
        scouts.search(TITLE.redact(start, "serbia"))
        assert (scouts.chances[hidden] > shown[hidden]) == (gaps[at] > 0)


def test_scouts_know_nothing_that_is_hidden() -> None:
    start = macva()
    other = start.copy()
    division = next(
        name for name in ("ah-inf-x-13", "ah-inf-xx-42") if name not in TITLE.redact(start, "serbia").units
    )
    elsewhere = next(
        unit.at
        for unit in other.of_side("austria-hungary")
        if unit.name == "ah-inf-xx-9" and unit.at != start.units[division].at
    )
    other.change(division, at=elsewhere)  # under another top unit: nobody can see it
    seen = [TITLE.redact(each, "serbia") for each in (start, other)]
    found = []
    for known in seen:
        scouts = Scouts("austria-hungary")
        scouts.search(known)
        found.append(scouts.hidden)
    assert found[0] == found[1]


def test_garrisons_and_river_guards_make_no_forced_marches() -> None:
    start = macva()
    start.phase = "movement"
    planning = Planning(Survey(start, "serbia", apart=True), Aims(Survey(start, "serbia")), GENERAL)
    bodies = {body.leader: body for body in planning.survey.bodies}
    guard = bodies["sr-rp-iii-macva"]
    assert not guard.formation
    assert max(planning._reach(guard).values()) <= start.allowance
    division = bodies["sr-inf-xx-drina-1"]
    assert max(planning._reach(division).values()) > start.allowance


def test_a_tired_formation_rests_only_if_nothing_pays() -> None:
    tired = f"turn 5 movement serbia\n{DEPOT}unit A 26.10 {OWN} status=2\nunit E 20.14 {STRONG}\n"
    quiet = game(FIELD + tired + f"unit B 21.10 {OWN}\nunit C 21.10 {OWN}\n")
    assert Recover() in answers(quiet, "serbia")
    given = answers(game(FIELD + tired), "serbia")
    assert Recover() not in given
    assert Go("22.10") in given  # to Šabac, which lies open and pays every turn


def test_a_depot_does_not_go_to_troops_that_cannot_march_yet() -> None:
    start = macva()
    start.phase = "movement"
    survey = Survey(start, "serbia", apart=True)
    planning = Planning(survey, Aims(survey), GENERAL)
    tasks = {task.units[0]: task.to for task in supply_tasks(survey, planning)}
    board = start.setting.board
    third = board["22.15"]  # Drina I, which fights first
    before = board.distance(start.units["sr-depot-2"].at, third) or 0
    after = board.distance(tasks.get("sr-depot-2", start.units["sr-depot-2"].at), third) or 0
    assert after <= before


def test_a_point_every_turn_is_worth_what_the_turns_left_bring() -> None:
    assert over_turns(0) == 0
    assert over_turns(1) == 1
    assert over_turns(7) > 5
    assert over_turns(37) > 11
    assert over_turns(37) < 37


def test_columns_are_guarded_as_far_east_as_the_enemy_may_come() -> None:
    start = macva()
    near = ground_of(start).cover.cares
    start.change("ah-inf-xx-9", at=start.setting.board["30.14"])
    far = ground_of(start).cover.cares
    assert len(far) > len(near)


def test_an_attack_that_is_ruin_is_not_ordered() -> None:
    placed = game(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN} reductions=2\nunit E 22.13 {STRONG}\n"
        f"unit F 22.13 {STRONG}\n"
    )
    decision = placed.decision_of("serbia")
    assert decision is not None
    sight = Sight(placed, "serbia", decision)
    foretold = sight.forecast(Aim("A", "22.13"))
    assert foretold.expected_losses is not None
    assert is_ruinous(*foretold.expected_losses, foretold.bearable)
    order = looked_over(sight, Order(Aim("A", "22.13"), "At them."))
    assert order.action == PASS
    assert "expected losses are" in order.reason
    others = looked_over(sight, Order(Aim("A", "22.13"), "At them.", "two more join it."))
    assert others.action == Aim("A", "22.13")
