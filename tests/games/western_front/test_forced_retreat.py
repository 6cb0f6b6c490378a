"""Chapter 14: the loss that forces defenders back, with the rules of other chapters and nations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import forced_retreat, outcomes, retreat
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import node
from tests.games.western_front.retreats import attack, scene


def least_loss(of: WesternFrontPosition, *, most: int = 40, **battle: object) -> int | None:
    """The smallest loss that forces the units in 0404 to retreat; None if none up to `most` does."""
    fight = attack(of, **battle)  # type: ignore[arg-type]
    return next((loss for loss in range(most) if retreat.is_forced(of, fight, loss)), None)


def defended_by(*units: str, more: str = "", date: str = "1914-09-3") -> WesternFrontPosition:
    """0404 held by units that are told as `nation=.. kind=.. values=..`."""
    told = "".join(f"unit d{number} 0404 {unit}\n" for number, unit in enumerate(units))
    return scene(more, french=told, date=f"date {date} combat central-powers\n")


@pytest.mark.rule("14-4")
def test_a_loss_of_half_the_strength_forces_a_retreat() -> None:
    assert least_loss(defended_by("nation=fr kind=inf values=6-4")) == 3
    assert least_loss(defended_by("nation=fr kind=inf values=7-4")) == 4
    assert least_loss(defended_by("nation=fr kind=inf values=6-4", "nation=fr kind=cav values=1-7")) == 4


@pytest.mark.rule("14-4")
def test_reduced_units_count_with_what_is_left() -> None:
    assert least_loss(defended_by("nation=fr kind=inf values=6-4 strength=2")) == 1


@pytest.mark.rule("14-4")
def test_the_test_explains_itself() -> None:
    of = defended_by("nation=fr kind=inf values=6-4")
    ledger = Ledger("forced to retreat")
    assert retreat.is_forced(of, attack(of), 3, ledger.note)
    assert any(term.value == 6 for term in ledger.terms)


@pytest.mark.rule("14-4")
@pytest.mark.parametrize("kind", ["city", "port"])
def test_nobody_is_forced_out_of_a_city_or_port(kind: str) -> None:
    assert (
        least_loss(defended_by("nation=fr kind=inf values=6-4", more=f"place 0404 Town kinds={kind}\n"))
        is None
    )


@pytest.mark.rule("14-4")
def test_urban_terrain_protects_if_the_defender_has_named_it() -> None:
    of = defended_by("nation=fr kind=inf values=6-4")
    assert least_loss(of, terrain="urban") is None
    assert least_loss(of, terrain="broken") == 3


@pytest.mark.rule("14-4", "21-5")
def test_units_with_a_fortress_are_never_forced_back() -> None:
    of = defended_by("nation=fr kind=inf values=6-4", "nation=fr kind=fortress values=3-0")
    assert least_loss(of) is None


@pytest.mark.rule("29-14", "14-4")
def test_artillery_engineers_and_replacements_do_not_count() -> None:
    of = defended_by(
        "nation=fr kind=inf values=6-4",
        "nation=fr kind=art size=iii values=3-4",
        "nation=fr kind=eng size=iii values=0-3",
        "nation=fr kind=rpl values=4-4",
    )
    assert forced_retreat.counted_strength(of, attack(of)) == 6


@pytest.mark.rule("18-15", "14-4")
def test_a_headquarters_counts_one_if_it_is_alone() -> None:
    alone = defended_by("nation=fr kind=hq size=xxxx values=0-4")
    held = defended_by("nation=fr kind=hq size=xxxx values=0-4", "nation=fr kind=inf values=6-4")
    assert forced_retreat.counted_strength(alone, attack(alone)) == 1
    assert forced_retreat.counted_strength(held, attack(held)) == 6


@pytest.mark.rule("14-17")
def test_where_only_earlier_refugees_stand_any_loss_forces_them_on() -> None:
    assert least_loss(defended_by("nation=fr kind=inf values=6-4 retreated")) == 1


@pytest.mark.rule("14-18")
def test_mountains_within_reach_protect_even_if_not_named() -> None:
    of = defended_by("nation=fr kind=inf values=6-4", more="side 0404-0403 mountain\n")
    assert least_loss(of, terrain="clear") is None
    plain = defended_by("nation=fr kind=inf values=6-4", more="side 0404-0304 mountain\n")
    assert least_loss(plain, terrain="clear") == 3


# Surrounded


RING = "".join(
    f"unit r{place} {place} nation=ge kind=inf values=4-4\n" for place in ("0303", "0305", "0403", "0405")
)


@pytest.mark.rule("20-7")
def test_surrounded_units_are_forced_back_by_a_quarter() -> None:
    assert least_loss(defended_by("nation=fr kind=inf values=8-4", more=RING)) == 2


@pytest.mark.rule("20-7", "14-18", "20-12")
@pytest.mark.parametrize(
    "shelter", ["place 0404 Town kinds=city\n", "side 0404-0504 mountain\n", "marker trench 0404 entente\n"]
)
def test_nothing_protects_surrounded_units(shelter: str) -> None:
    assert least_loss(defended_by("nation=fr kind=inf values=8-4", more=RING + shelter)) == 2


@pytest.mark.rule("20-7", "14-4")
def test_by_the_option_cities_protect_surrounded_units() -> None:
    town = "place 0404 Town kinds=city\noption surrounded-keep-city=on\n"
    assert least_loss(defended_by("nation=fr kind=inf values=8-4", more=RING + town)) is None
    field = "option surrounded-keep-city=on\n"
    assert least_loss(defended_by("nation=fr kind=inf values=8-4", more=RING + field)) == 2


# Trenches and good ground


@pytest.mark.rule("22-8", "14-4")
def test_trenches_are_held_to_the_last_point() -> None:
    of = defended_by("nation=fr kind=inf values=6-4", more="marker trench 0404 entente\n")
    enemy = defended_by("nation=fr kind=inf values=6-4", more="marker trench 0404 central-powers\n")
    assert least_loss(of) == 6
    assert least_loss(enemy) == 3


@pytest.mark.rule("22-16", "14-4")
@pytest.mark.parametrize(
    ("date", "terrain", "loss"),
    [
        ("1914-12-1", "rough", 3),
        ("1915-01-1", "rough", 6),
        ("1915-01-1", "woods", 3),
        ("1916-01-1", "woods", 6),
        ("1916-01-1", "broken", 3),
    ],
)
def test_good_ground_is_held_to_the_last_point_from_1915(date: str, terrain: str, loss: int) -> None:
    of = defended_by("nation=fr kind=inf values=6-4", date=date)
    assert least_loss(of, terrain=terrain) == loss


RIVERS = "side 0404-0504 clear {0}\nside 0404-0505 clear {0}\n"


@pytest.mark.rule("22-16", "13-5")
@pytest.mark.parametrize(
    ("date", "terrain", "river", "loss"),
    [
        ("1915-01-1", "broken", "river", 6),  # -1 and -2
        ("1915-01-1", "clear", "river", 3),
        ("1915-01-1", "clear", "'major river'", 6),
        ("1916-01-1", "clear", "river", 6),
        ("1914-12-1", "rough", "'major river'", 3),
    ],
)
def test_a_river_that_all_attackers_cross_adds_to_good_ground(
    date: str, terrain: str, river: str, loss: int
) -> None:
    of = defended_by("nation=fr kind=inf values=6-4", more=RIVERS.format(river), date=date)
    assert least_loss(of, terrain=terrain) == loss
    option = "option terrain-only-stiffening=on\n"
    only = defended_by("nation=fr kind=inf values=6-4", more=RIVERS.format(river) + option, date=date)
    assert least_loss(only, terrain=terrain) == 3
    partly = defended_by(
        "nation=fr kind=inf values=6-4", more=RIVERS.format(river).splitlines()[0] + "\n", date=date
    )
    assert least_loss(partly, terrain=terrain, attackers=("G", "H")) == 3


# Assault units and tanks


ASSAULT = "unit T 0504 nation=ge kind=assault values=12-5 reduced=10 full=8\n"


@pytest.mark.rule("33-3")
@pytest.mark.parametrize("shelter", ["place 0404 Town kinds=city\n", "marker trench 0404 entente\n", ""])
def test_the_first_assault_breaks_trench_and_city(shelter: str) -> None:
    of = defended_by("nation=fr kind=inf values=6-4", more=ASSAULT + shelter, date="1918-03-3")
    assert least_loss(of, attackers=("T",)) == 3
    assert least_loss(of, attackers=("T",), terrain="urban") is None


@pytest.mark.rule("33-8", "21-5")
def test_assault_units_force_units_out_of_a_fortress() -> None:
    fort = "unit V 0404 nation=fr kind=fortress values=3-0\n"
    used = "flag 'first assault on: fr' 1917113\n"
    of = defended_by("nation=fr kind=inf values=6-4", more=ASSAULT + fort + used, date="1918-03-3")
    assert least_loss(of, attackers=("T",)) == 3
    assert least_loss(of, attackers=("H",)) is None
    trench = "marker trench 0404 entente\n"
    dug_in = defended_by(
        "nation=fr kind=inf values=6-4", more=ASSAULT + fort + used + trench, date="1918-03-3"
    )
    assert least_loss(dug_in, attackers=("T",)) is None


@pytest.mark.rule("33-9", "22-16")
def test_many_assault_points_undo_good_ground() -> None:
    used = "flag 'first assault on: fr' 1917113\n"
    weak = defended_by("nation=fr kind=inf values=3-4", more=ASSAULT + used, date="1918-03-3")
    strong = defended_by("nation=fr kind=inf values=6-4", more=ASSAULT + used, date="1918-03-3")
    assert least_loss(weak, attackers=("T",), terrain="woods") == 2
    assert least_loss(strong, attackers=("T",), terrain="woods") == 6


@pytest.mark.rule("WF 10-9", "WF 10-12")
def test_tanks_force_the_infantry_back() -> None:
    tank = "unit T 0504 nation=ge kind=tank size=ii values=4-3\n"
    of = defended_by(
        "nation=fr kind=inf values=6-4", more=tank + "place 0404 Town kinds=city\n", date="1918-03-3"
    )
    assert least_loss(of, attackers=("T",)) == 3  # 3 and 4 tanks are more than 6
    assert least_loss(of, attackers=("H",)) is None
    assert least_loss(of, attackers=("T",), terrain="urban") is None
    own = defended_by(
        "nation=fr kind=inf values=6-4", "nation=fr kind=tank size=ii values=4-3", date="1918-03-3"
    )
    assert forced_retreat.counted_strength(own, attack(own)) == 8


# Nations


@pytest.mark.rule("40-4", "41-2", "42-2", "47-2")
@pytest.mark.parametrize(
    ("nation", "date", "loss"),
    [
        ("ah", "1915-06-1", 2),
        ("ah", "1916-06-1", 3),
        ("ru", "1915-06-1", 2),
        ("ru", "1916-06-1", 3),
        ("it", "1917-06-1", 2),
        ("it", "1918-06-1", 3),
        ("ro", "1918-06-1", 2),
        ("fr", "1914-09-1", 3),
    ],
)
def test_some_nations_are_forced_back_by_a_third(nation: str, date: str, loss: int) -> None:
    of = defended_by(f"nation={nation} kind=inf values=6-4", date=date)
    side = of.side_of(of.units["d0"])
    fight = attack(of)
    if side == CENTRAL_POWERS:
        fight = type(fight)("entente", fight.node, (), terrain="clear")
        of.change("G", at=node(of, "0701"))
        of.change("H", at=node(of, "0702"))
    assert next(points for points in range(9) if retreat.is_forced(of, fight, points)) == loss


@pytest.mark.rule("40-5")
def test_austro_hungarians_beside_germans_are_as_steady_as_they() -> None:
    of = defended_by("nation=ah kind=inf values=6-4", "nation=ge kind=inf values=2-4", date="1915-06-1")
    fight = type(attack(of))("entente", node(of, "0404"), (), terrain="clear")
    assert forced_retreat.limit_of(of, fight) == (Fraction(1, 2), "14-4")
    alone = defended_by("nation=ah kind=inf values=6-4", date="1915-06-1")
    assert forced_retreat.limit_of(alone, fight) == (Fraction(1, 3), "40-4")


@pytest.mark.rule("42-2", "14-4")
@pytest.mark.parametrize(
    ("italians", "others", "loss"),
    [
        ("values=4-4", "nation=fr kind=inf values=3-4", 3),  # the greater part: a third of 7
        ("values=3-4", "nation=fr kind=inf values=3-4", 3),  # half is not more than half: half of 6
        ("values=3-4", "nation=fr kind=rpl values=4-4", 1),  # replacements have no voice
        ("values=3-4", "nation=fr kind=inf values=6-4 retreated", 1),  # nor have those that fled here
        ("values=3-4", "nation=fr kind=cav values=4-6", 4),
    ],
)
def test_the_limit_of_a_nation_holds_where_it_has_more_than_half_the_strength(
    italians: str, others: str, loss: int
) -> None:
    of = defended_by(f"nation=it kind=inf {italians}", others, date="1917-06-1")
    assert least_loss(of) == loss


@pytest.mark.rule("22-18", "22-8", "22-16")
@pytest.mark.parametrize("shelter", ["marker trench 0404 entente\n", ""])
def test_attacked_from_front_and_rear_nobody_holds_to_the_last(shelter: str) -> None:
    west = "unit W 0305 nation=ge kind=inf values=8-5\nunit Z 0304 nation=fr kind=inf values=6-4\n"
    of = defended_by("nation=fr kind=inf values=6-4", more=shelter + west, date="1915-06-1")
    assert least_loss(of, attackers=("G",), terrain="rough") == 6
    assert least_loss(of, attackers=("G", "W"), terrain="rough") == 3


@pytest.mark.rule("42-2", "22-8", "47-2")
def test_trenches_steady_italians_but_not_romanians() -> None:
    trench = "marker trench 0404 entente\n"
    italians = defended_by("nation=it kind=inf values=6-4", more=trench, date="1917-06-1")
    romanians = defended_by("nation=ro kind=inf values=6-4", more=trench, date="1917-06-1")
    assert least_loss(italians) == 6
    assert least_loss(romanians) == 2


@pytest.mark.rule("41-3")
def test_russians_are_steadied_for_good_by_the_loss_of_poland() -> None:
    towns = ("Warsaw", "Kovno", "Grodno", "Kowel", "Lemberg")
    places = "".join(f"place 060{row} {town} kinds=city\n" for row, town in enumerate(towns, 1))
    of = defended_by("nation=ru kind=inf values=6-4", more=places, date="1915-09-1")
    for row in range(1, 5):
        of.holders[node(of, f"060{row}")] = CENTRAL_POWERS
    forced_retreat.watch_russian_cities(of)
    assert least_loss(of) == 2
    of.holders[node(of, "0605")] = CENTRAL_POWERS
    forced_retreat.watch_russian_cities(of)
    of.holders[node(of, "0605")] = "entente"
    assert least_loss(of) == 3


@pytest.mark.rule("41-3")
def test_without_warsaw_they_are_not_and_others_never_are() -> None:
    towns = ("Bialystok", "Kovno", "Grodno", "Kowel", "Lemberg")
    places = "".join(f"place 060{row} {town} kinds=city\n" for row, town in enumerate(towns, 1))
    of = defended_by("nation=ru kind=inf values=6-4", more=places, date="1915-09-1")
    for row in range(1, 6):
        of.holders[node(of, f"060{row}")] = CENTRAL_POWERS
    forced_retreat.watch_russian_cities(of)
    assert least_loss(of) == 2
    italians = defended_by("nation=it kind=inf values=6-4", date="1915-09-1")
    italians.flags[forced_retreat.STEADIED] = 1
    assert least_loss(italians) == 2


@pytest.mark.rule("14-3", "40-6", "42-3")
@pytest.mark.parametrize(("nation", "loss"), [("fr", 5), ("ah", 7), ("it", 7)])
def test_retreat_cuts_losses_by_a_third_but_not_of_every_nation(nation: str, loss: int) -> None:
    of = defended_by(f"nation={nation} kind=inf values=9-4", date="1918-06-1")
    fight = attack(of)
    if nation == "ah":
        fight = type(fight)("entente", fight.node, ())
    assert outcomes.reduced_loss(of, fight, 7, [fight.node]) == loss
