"""Chapter 22: trenches and solid defenses in combat."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import forced_retreat, strengths, surrender, trenches
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import game, node, position
from tests.games.western_front.played import Fought, fight

BOARD = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0104 country=france
hex 0704 country=germany
"""
TRENCH = "marker trench 0404 entente\n"
FRENCH = "unit X 0404 nation=fr kind=inf values=6-4\n"
GERMANS = "unit G 0504 nation=ge kind=inf values=8-5\nunit H 0505 nation=ge kind=inf values=8-5\n"
GUNS = "unit A 0504 nation=ge kind=art size=x values={}-4\n"


def scene(more: str = TRENCH, *, year: int = 1915, french: str = FRENCH) -> WesternFrontPosition:
    return position(f"date {year}-06-3 combat central-powers\n" + BOARD + french + GERMANS + more)


def attack(of: WesternFrontPosition, *attackers: str, column: bool = False, terrain: str = "clear") -> Battle:
    names = attackers or ("G",)
    return Battle(CENTRAL_POWERS, node(of, "0404"), names, column=column, terrain=terrain)


@pytest.mark.rule("22-7", "13-10")
def test_a_trench_takes_two_off_the_attack_die_and_nothing_off_the_counterattack() -> None:
    dug, open_field = scene(year=1914), scene("", year=1914)
    for of, die in ((dug, -2), (open_field, 0)):
        ledger = Ledger("attack die")
        assert strengths.attack_modifier(of, attack(of), "clear", ledger.note) == die
        assert ("22-7" in {term.rule for term in ledger.terms}) == (die != 0)
    usual = strengths.counterattack_modifier(open_field, attack(open_field), "clear")
    assert strengths.counterattack_modifier(dug, attack(dug), "clear") == usual


@pytest.mark.rule("22-7")
def test_trenches_work_against_column_attacks_too() -> None:
    of = scene(year=1914)
    assert trenches.attack_die(of, attack(of, column=True)) == -2


@pytest.mark.rule("WF 8-5")
def test_the_hindenburg_line_takes_three_off_but_serves_its_builders_only() -> None:
    of = scene("marker hindenburg line 0404 entente\n", year=1917)
    assert trenches.attack_die(of, attack(of)) == -3
    foreign = scene("marker hindenburg line 0404 central-powers\n", year=1917)
    assert trenches.attack_die(foreign, attack(foreign)) == 0


@pytest.mark.rule("22-13", "22-1")
@pytest.mark.parametrize("kind", ["devastation", "construction"])
def test_devastation_and_construction_protect_nobody(kind: str) -> None:
    of = scene(f"marker {kind} 0404 entente\n")
    assert trenches.attack_die(of, attack(of)) == 0
    assert not trenches.solid(of, attack(of))


@pytest.mark.rule("22-2")
def test_no_trench_lies_in_mountain_or_marsh_hexsides() -> None:
    of = scene(TRENCH + "side 0404-0504 swamp\n")
    assert trenches.attack_die(of, attack(of)) == 0
    assert trenches.attack_die(of, attack(of, "G", "H")) == -2


@pytest.mark.rule("20-12")
def test_surrounded_units_have_no_use_of_a_trench() -> None:
    ring = "unit B 0304 nation=ge kind=inf values=8-5\nunit C 0403 nation=ge kind=inf values=8-5\n"
    ring += "unit D 0405 nation=ge kind=inf values=8-5\n"
    of = scene(TRENCH + ring)
    assert surrender.is_surrounded(of, node(of, "0404"), ENTENTE)
    assert trenches.attack_die(of, attack(of)) == 0
    assert trenches.negated(of, attack(of))


@pytest.mark.rule("22-8", "22-18")
def test_in_a_trench_only_the_loss_of_everything_forces_a_retreat_unless_it_is_negated() -> None:
    of = scene(year=1914)
    assert not forced_retreat.is_forced(of, attack(of), 5)
    assert forced_retreat.is_forced(of, attack(of), 6)
    behind = scene(TRENCH + "unit B 0305 nation=ge kind=art size=x values=6-4\n", year=1914)
    assert forced_retreat.is_forced(behind, attack(behind, "G", "B"), 3)


@pytest.mark.rule("22-19")
@pytest.mark.parametrize(
    ("strength", "attackers", "is_solid"),
    [(5, "G", True), (4, "G", False), (6, "GH", False), (10, "GH", True), (9, "GH", False)],
)
def test_five_strength_points_for_each_hexside_make_a_solid_defense(
    strength: int, attackers: str, is_solid: bool
) -> None:
    of = scene(french=f"unit X 0404 nation=fr kind=inf values={strength}-4 full=6\n")
    assert trenches.solid(of, attack(of, *attackers)) is is_solid


@pytest.mark.rule("22-19")
def test_the_option_asks_for_a_full_division_of_the_nation() -> None:
    for strength, is_solid in ((5, False), (6, True)):
        text = f"unit X 0404 nation=fr kind=inf values={strength}-4 full=6\n"
        of = position(
            "option solid-defence-full-division=on\ndate 1915-06-3 combat central-powers\n"
            + BOARD
            + text
            + GERMANS
            + TRENCH
        )
        assert trenches.solid(of, attack(of)) is is_solid


@pytest.mark.rule("22-19")
def test_only_infantry_in_a_trench_is_solid() -> None:
    cavalry = (
        "unit X 0404 nation=fr kind=cav values=1-6 full=1\nunit Y 0404 nation=fr kind=art size=x values=6-4\n"
    )
    assert not trenches.solid(scene(french=cavalry), attack(scene(french=cavalry)))
    assert not trenches.solid(scene(""), attack(scene("")))
    strong = "unit X 0404 nation=fr kind=cav values=6-6 full=6\n"
    assert trenches.solid(scene(french=strong), attack(scene(french=strong)))


@pytest.mark.rule("22-20")
@pytest.mark.parametrize(("year", "needed"), [(1914, 0), (1915, 3), (1916, 6), (1917, 9), (1918, 12)])
def test_the_artillery_that_is_needed_grows_with_the_years(year: int, needed: int) -> None:
    for guns, is_solid in ((needed, False), (needed - 1, True)):
        if guns > 0:
            of = scene(TRENCH + GUNS.format(guns), year=year)
            assert trenches.solid(of, attack(of, "G", "A")) is is_solid
    bare = scene(year=year)
    assert trenches.solid(bare, attack(bare)) is (needed > 0)


@pytest.mark.rule("22-20", "29-15")
def test_siege_artillery_counts_half_and_unsupplied_artillery_not() -> None:
    siege = "unit S 0504 nation=ge kind=siege size=i values=4-4\n"
    of = scene(TRENCH + GUNS.format(1) + siege)
    fight = attack(of, "G", "A", "S")
    assert trenches.artillery_strength(of, fight) == Fraction(3)
    assert not trenches.solid(of, fight)
    paid = msgspec.structs.replace(fight, attack_plan={"G": "Q", "A": "Q", "S": ""})
    assert trenches.artillery_strength(of, paid) == Fraction(1)
    assert trenches.solid(of, paid)


@pytest.mark.rule("22-21")
@pytest.mark.parametrize(
    ("terrain", "attack_die", "counterattack_die"), [("clear", -1, 2), ("broken", 0, 2), ("rough", 0, 0)]
)
def test_too_little_artillery_costs_dice_in_clear_and_broken_terrain(
    terrain: str, attack_die: int, counterattack_die: int
) -> None:
    bare, gunned = scene(), scene(TRENCH + GUNS.format(3))
    weak, strong = attack(bare), attack(gunned, "G", "A")

    def change(modifier: object) -> int:
        assert callable(modifier)
        return int(modifier(bare, weak, terrain)) - int(modifier(gunned, strong, terrain))

    # Rough terrain and a trench already reach the limit of the attack die [13-25].
    assert change(strengths.attack_modifier) == attack_die
    assert change(strengths.counterattack_modifier) == counterattack_die


@pytest.mark.rule("22-21")
def test_a_column_attack_meets_no_solid_defense() -> None:
    of = scene()
    assert trenches.solid(of, attack(of))
    assert not trenches.solid(of, attack(of, column=True))


# In play, in the autumn of 1914

BEHIND = (
    "unit GH 0604 nation=ge kind=hq size=xxxx supply=60\nunit FH 0104 nation=fr kind=hq size=xxxx supply=60\n"
)


def fought(more: str, *origins: str, loss: int = 1, date: str = "1914-10-3") -> Fought:
    """The French trench in 0404 is attacked out of some hexes and held if it may be."""
    germans = "".join(f"unit G{label} {label} nation=ge kind=inf values=8-5\n" for label in origins)
    text = BOARD + FRENCH + BEHIND + germans + more
    playing = game(
        f"sandbox\npremise attack {loss}\npremise counterattack 0\ndate {date} combat central-powers\n" + text
    )
    return fight(playing, "0404", *(f"G{label}" for label in origins), stand=Stand())


@pytest.mark.rule("22-8")
@pytest.mark.parametrize(
    ("marker", "loss", "forced"),
    [("", 2, False), ("", 3, True), (TRENCH, 3, False), (TRENCH, 5, False), (TRENCH, 6, True)],
)
def test_a_trench_is_held_until_the_loss_is_all_there_is(marker: str, loss: int, forced: bool) -> None:
    assert bool(fought(marker, "0504", loss=loss).said("14-4")) == forced


@pytest.mark.rule("22-8")
@pytest.mark.parametrize(
    "marker", ["marker construction 0404 entente\n", "marker trench 0404 central-powers\n"]
)
def test_neither_a_trench_in_the_making_nor_one_of_the_enemy_helps(marker: str) -> None:
    told = fought(marker, "0504", loss=3)
    assert told.said("14-4")
    assert told.attack["modifier"] == 0


def french(*labels: str) -> str:
    return "".join(f"unit F{label} {label} nation=fr kind=inf values=1-4\n" for label in labels)


@pytest.mark.rule("22-18", "22-7")
@pytest.mark.parametrize(
    ("origins", "friends", "keeps"),
    [
        (("0504", "0505"), (), True),
        (("0403", "0505"), (), True),
        (("0403", "0405"), (), False),
        (("0403", "0405"), ("0304", "0305"), True),
        (("0403", "0405"), ("0504", "0505"), True),
        (("0403", "0405"), ("0304", "0505"), False),
        (("0403", "0405"), ("0304",), False),
        (("0504", "0305"), ("0304", "0403"), True),
        (("0403", "0505", "0305"), (), False),
        (("0403", "0505", "0305"), ("0304", "0504", "0405"), False),
    ],
    ids=[
        "side by side",
        "one between",
        "opposite",
        "west flank held",
        "east flank held",
        "one on each flank",
        "half a flank",
        "another axis",
        "three alternate",
        "three with friends between",
    ],
)
def test_attacked_from_opposite_sides_a_trench_needs_two_friends_on_one_flank(
    origins: tuple[str, ...], friends: tuple[str, ...], keeps: bool
) -> None:
    """0304 and 0305 lie west of 0404, 0504 and 0505 east of it, 0403 north and 0405 south."""
    told = fought(TRENCH + french(*friends), *origins, loss=3)
    assert told.attack["modifier"] == (-2 if keeps else 0)
    assert bool(told.said("14-4")) != keeps


@pytest.mark.rule("22-18")
def test_who_has_no_strength_holds_no_flank() -> None:
    headquarters = (
        "unit P 0304 nation=fr kind=hq size=xxxx\nunit N 0305 nation=fr kind=eng size=iii values=0-3\n"
    )
    assert fought(TRENCH + headquarters, "0403", "0405").attack["modifier"] == 0


@pytest.mark.rule("22-16")
@pytest.mark.parametrize(
    ("date", "terrain", "holds"),
    [
        ("1914-10-3", "rough", False),
        ("1915-06-3", "rough", True),
        ("1915-06-3", "woods", False),
        ("1916-06-3", "woods", True),
        ("1916-06-3", "broken", False),
    ],
)
def test_from_1915_good_ground_is_held_like_a_trench(date: str, terrain: str, holds: bool) -> None:
    ground = "".join(f"side 0404-{other} {terrain}\n" for other in ("0403", "0504", "0505"))
    assert bool(fought(ground, "0504", loss=5, date=date).said("14-4")) != holds
    assert fought(ground, "0504", loss=6, date=date).said("14-4")


@pytest.mark.rule("22-19", "22-20", "22-21")
@pytest.mark.parametrize(
    ("date", "guns", "attack", "answer"),
    [
        ("1914-10-3", 0, -2, 0),
        ("1915-06-3", 0, -3, 2),
        ("1915-06-3", 2, -3, 2),
        ("1915-06-3", 3, -2, 0),
        ("1916-06-3", 3, -3, 2),
        ("1916-06-3", 6, -2, 0),
    ],
)
def test_a_solid_trench_asks_for_more_guns_each_year(date: str, guns: int, attack: int, answer: int) -> None:
    battery = f"unit A 0504 nation=ge kind=art size=iii values={guns}-4\n" if guns else ""
    text = (
        f"sandbox\npremise attack 1\ndice 1\ndate {date} combat central-powers\n"
        + BOARD
        + FRENCH
        + BEHIND
        + TRENCH
    )
    playing = game(text + "unit G 0504 nation=ge kind=inf values=8-5\n" + battery)
    told = fight(playing, "0404", *("GA" if guns else "G"), stand=Stand())
    assert (told.attack["modifier"], told.answer["modifier"]) == (attack, answer)
