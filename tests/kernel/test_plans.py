"""Plans kept over turns: when they are kept, when they are given up, and how they are told."""

from __future__ import annotations

import msgspec

from hexfront.kernel.plans import Plan, Premise, Rival, Sector, revised

HILL = Sector(
    "The north before the hill",
    "north",
    "attack",
    ("0101", "0102"),
    ("0201",),
    share=0.25,
    value=5.0,
    stage="is prepared",
    why="nobody is there",
    premises=(
        Premise("guns", "the guns are lost", least=2),
        Premise("enemies", "the enemy has come", most=10),
    ),
)
WOOD = msgspec.structs.replace(HILL, name="The north before the wood", objective=("0301",), value=7.0)
FACTS = {"guns": 3.0, "enemies": 10.0}


def test_whoever_has_no_plan_takes_one() -> None:
    assert revised(None, HILL, {}, 3.0) == HILL
    assert revised(None, None, {}, 3.0) is None


def test_a_plan_is_kept_while_it_holds_and_nothing_is_much_better() -> None:
    assert revised(HILL, WOOD, FACTS, 3.0) == HILL
    assert revised(HILL, None, FACTS, 3.0) == HILL


def test_a_rival_that_is_better_by_the_margin_takes_its_place() -> None:
    found = revised(HILL, WOOD, FACTS, 1.0)
    assert found is not None
    assert found.objective == ("0301",)
    assert found.instead == "It promises 7.0 points, The north before the hill only 5.0."


def test_a_plan_whose_premise_is_broken_is_given_up() -> None:
    for facts, why in (
        ({"guns": 1.0, "enemies": 0.0}, "the guns are lost"),
        ({"guns": 2.0, "enemies": 11.0}, "the enemy has come"),
        ({"guns": 2.0}, "the enemy has come"),  # what nobody knows any more does not hold
    ):
        found = revised(HILL, msgspec.structs.replace(WOOD, value=-1.0), facts, 99.0)
        assert found is not None
        assert found.instead == f"The last attack was given up: {why}."
        assert revised(HILL, None, facts, 99.0) is None


def test_a_plan_tells_its_main_effort_first_and_what_was_not_taken() -> None:
    quiet = Sector("The south", "south", "hold", ("0401",), share=0.5)
    plan = Plan("red", (quiet, HILL, WOOD), rivals=(Rival("0501", 1.25),))
    assert plan.main_effort == WOOD
    assert plan.at("0401") == quiet
    assert plan.at("0901") is None
    assert plan.of_force("north", "attack") == HILL
    told = plan.sentences()
    assert told[0] == (
        "The north before the wood attacks 0301 with 25% of the force, which is prepared: nobody is there."
    )
    assert told[-2:] == ("The south holds with 50% of the force.", "Weighed and not taken: 0501 (+1.2).")


def test_a_plan_is_plain_data() -> None:
    plan = Plan("red", (HILL,))
    assert msgspec.json.decode(msgspec.json.encode(plan), type=Plan) == plan


def test_sectors_that_join_a_plan_take_their_hexes_from_those_that_hold_them() -> None:
    rest = Sector("The south", "south", "hold", ("0401", "0402"))
    lone = Sector("The hill", "south", "hold", ("0403",))
    left = Sector("The salient", "south", "retire", ("0402", "0403"))
    plan = Plan("blue", (HILL, rest, lone)).joined([left])
    assert plan.with_stance("attack") == [HILL]
    assert [each.hexes for each in plan.with_stance("hold")] == [("0401",)]
    assert plan.with_stance("retire") == [left]
    assert "The salient retires." in plan.sentences()
