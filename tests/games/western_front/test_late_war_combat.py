"""Combats of 1915 to 1918 as they are played: the Line, gas, tanks and assault units, with told results."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.orders import (
    Advance,
    ArtilleryNeeded,
    Assault,
    Attack,
    Breakdown,
    ChooseTerrain,
    ColumnAttack,
    DieModifiers,
    ForcedRetreat,
    GasChances,
    Join,
    March,
    Pick,
    ReleaseGas,
    Stand,
    Transport,
)
from hexfront.games.western_front.vocabulary import DEVASTATION, HINDENBURG_LINE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, later, node
from tests.games.western_front.played import Fought, at, fight, listed, marches, refusal, state, until

SCENARIOS = {
    "1915": "second-ypres-and-artois",
    "1916": "somme",
    "1917": "nivelle-offensive",
    "1918": "western-front-1918",
}
HELD = "holder 0302 0202 0201 0203 0301 0303 0304 entente\nholder 0402 0401 0403 0404 central-powers\n"
STAFFS = """
unit FH 0202 nation=fr kind=hq size=xxxx values=0-4 supply=60
unit BH 0202 nation=gb kind=hq size=xxxx values=0-4 supply=60
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=60
"""


def field(text: str, date: str, phase: str = "combat", side: str = "entente", board: str = FRONTIER) -> Game:
    scenario = SCENARIOS["1918" if date.startswith("1917-11") else date[:4]]
    return later(scenario, f"{board}date {date} {phase} {side}\n{STAFFS}{HELD}{text}")


def kind_at(of: Game, label: str) -> str:
    marker = state(of).markers.get(node(state(of), label))
    return marker.kind if marker else ""


# The Hindenburg Line

LINE = """
unit F1 0302 nation=fr kind=inf values=6-4
unit F2 0302 nation=fr kind=inf values=6-4
unit A 0302 nation=fr kind=art size=x values=12-4
unit G 0402 nation=ge kind=inf values=8-5 reduced=6
marker {} 0402 central-powers
"""


@pytest.mark.rule("WF 8-5", "22-7")
@pytest.mark.parametrize(
    ("kind", "taken", "rule"), [("hindenburg line", -3, "WF 8-5"), ("trench", -2, "22-7")]
)
def test_the_line_takes_three_off_the_attack_and_adds_nothing_to_the_answer(
    kind: str, taken: int, rule: str
) -> None:
    game = field(LINE.format(kind), "1917-5-3")
    why = game.explain(DieModifiers("0402", ("F1", "F2", "A"), "clear", "attack"))
    assert [(term.rule, term.value) for term in why.terms if term.value] == [(rule, taken)]
    fought = fight(game, "0402", "F1", "F2", "A")
    assert fought.attack["modifier"] == taken
    assert fought.answer["modifier"] == 0


@pytest.mark.rule("WF 8-6")
def test_the_line_becomes_devastation_when_the_enemy_is_in_it() -> None:
    game = field("premise attack 8\npremise counterattack 0\n" + LINE.format("hindenburg line"), "1917-5-3")
    fought = fight(game, "0402", "F1", "F2", "A")
    assert at(game, "F1") == "0402" or at(game, "F2") == "0402"
    assert kind_at(game, "0402") == DEVASTATION
    assert fought.said("WF 8-6") == ["0402 is devastated"]


@pytest.mark.rule("WF 8-6", "22-11")
def test_empty_and_behind_the_front_the_line_stays_where_a_trench_does_not() -> None:
    text = """
unit F 0102 nation=fr kind=inf values=6-4
unit G 0401 nation=ge kind=inf values=8-5
marker hindenburg line 0503 central-powers
marker trench 0504 central-powers
"""
    game = field(text, "1917-5-3", "movement", "central-powers")
    while state(game).date.turn == 3:
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    assert kind_at(game, "0503") == HINDENBURG_LINE
    assert kind_at(game, "0504") == DEVASTATION


# Gas

GASSED = """
unit G1 0402 nation=ge kind=inf values=8-5 reduced=6
unit G2 0402 nation=ge kind=inf values=8-5 reduced=6
unit G3 0402 nation=ge kind=inf values=8-5 reduced=6
unit GA 0402 nation=ge kind=art size=x values=8-4
unit X 0302 nation=fr kind=inf values=6-4 reduced=4
unit FA 0302 nation=fr kind=art size=iii values=3-4
marker trench 0302 entente
flag 'gas counters: central-powers' 1
"""


def gas_attack(dice: str, more: str = "", loss: int | None = None) -> tuple[Game, Fought]:
    told = f"premise attack {loss}\npremise counterattack 0\n" if loss is not None else ""
    text = f"{told}{GASSED}{more}dice {dice}\n"
    game = field(text, "1915-4-6", side="central-powers")
    return game, fight(game, "0302", "G1", "G2", "G3", "GA", gas=ReleaseGas(), stand=Stand())


@pytest.mark.rule("WF 9-4")
@pytest.mark.parametrize(
    ("dice", "attack", "answer", "guns"),
    [
        ("1 3 1 1", -4, 2, True),  # -2 for the trench
        ("2 3 1 1", -4, 2, True),
        ("3 3 1 1", 0, -2, True),
        ("4 4 1 1", 0, -2, True),
        ("4 5 1 1", 0, -2, False),
        ("5 5 1 1", 0, -2, False),
        ("5 6 1 1", 0, -2, False),
        ("6 6 1 1", 0, -2, False),
    ],
)
def test_what_two_dice_of_gas_do_to_both_dice_and_to_the_guns(
    dice: str, attack: int, answer: int, guns: bool
) -> None:
    _, fought = gas_attack(dice)
    assert fought.attack["modifier"] == attack
    assert fought.answer["modifier"] == answer
    assert fought.answer["strength"] >= 3 * 4 + (2 * 3 if guns else 0)
    assert (fought.answer["strength"] % 6 == 0) == guns or not guns


@pytest.mark.rule("WF 9-4")
@pytest.mark.parametrize(
    ("dice", "loss", "driven"),
    [
        ("4 4", 5, False),  # minor effect: a trench is held to the last
        ("4 5", 3, False),  # half of six is not more than half
        ("4 5", 4, True),
        ("6 6", 1, True),
        ("6 6", 0, False),
    ],
)
def test_how_much_drives_gassed_defenders_out(dice: str, loss: int, driven: bool) -> None:
    _, fought = gas_attack(dice, loss=loss)
    assert fought.said("WF 9-4")[-1].endswith("must retreat") == driven


@pytest.mark.rule("WF 9-4", "31-4")
def test_strengthened_cavalry_is_infantry_against_gas() -> None:
    rider = "unit C 0302 nation=fr kind=cav values=3-6 full=3\n"
    for more, driven in (("", True), (rider, False)):  # 4 of 6, or 4 of 9
        game, fought = gas_attack("4 5", more, loss=4)
        assert ("C" in state(game).units) == bool(more)
        assert fought.said("WF 9-4")[-1].endswith("must retreat") == driven


@pytest.mark.rule("WF 9-3")
@pytest.mark.parametrize(
    ("change", "board"),
    [
        (("gas counters: central-powers' 1", "gas counters: entente' 1"), FRONTIER),
        (("marker trench 0302 entente", "marker devastation 0302 entente"), FRONTIER),
        (("", ""), FRONTIER + "side 0302-0402 rough\n"),
        (("", ""), FRONTIER + "side 0302-0303 rough\n"),  # next to the side attacked through
    ],
)
def test_gas_is_refused_with_its_reason(change: tuple[str, str], board: str) -> None:
    game = field(GASSED.replace(*change), "1915-4-6", side="central-powers", board=board)
    game.play(Attack("0302"))
    game.play(Join("G1"))
    game.play(PASS)
    assert game.decision.kind != "gas"
    with pytest.raises(Refusal) as refused:
        game.branch(0).explain(GasChances("0302", ("G1",)))
    assert refused.value.rules == ("WF 9-3",)


# Tanks

TANKS = """
unit T 0302 nation=gb kind=tank size=x values=12-4
unit B 0303 nation=gb kind=tank size=ii values=4-3
unit I 0302 nation=gb kind=inf values=7-4 reduced=5
unit G 0402 nation=ge kind=inf values=8-5 reduced=6
"""


@pytest.mark.rule("WF 10-2")
def test_tanks_neither_march_nor_attack_in_column() -> None:
    text = TANKS.replace("G 0402", "G 0504")
    game = field(text, "1918-5-3", "movement")
    assert "0102" in marches(game, "I")  # two hexes; an infantry division of 4 goes on in column
    far = marches(game, "T")
    assert far
    near = field(TANKS, "1918-5-3", "movement")
    assert refusal(near, Pick("T"), ColumnAttack("0402")) == ("WF 10-2",)
    assert ColumnAttack("0402") not in near.decision.choices()


RAILS = FRONTIER + "".join(
    f"side 0101-0102 rail=double\nside 010{row}-010{row + 1} rail=double\n" for row in (2, 3)
)


@pytest.mark.rule("WF 10-4", "WF 10-5")
@pytest.mark.parametrize(("size", "divisions"), [("ii", 1), ("x", 3)])
def test_what_tanks_take_of_the_rail_capacity(size: str, divisions: int) -> None:
    text = (
        f"unit T 0101 nation=fr kind=tank size={size} values=6-3\nunit G 0504 nation=ge kind=inf values=8-5\n"
    )
    game = field(text, "1917-5-3", "movement", board=RAILS)
    game.play(Transport(("T",), "0104"))
    assert at(game, "T") == "0104"
    assert state(game).rail_used == {"fr": divisions}


@pytest.mark.rule("WF 10-7")
def test_one_brigade_in_a_hex_and_two_with_a_headquarters() -> None:
    text = """
unit T1 0102 nation=gb kind=tank size=x values=8-4
unit T2 0101 nation=gb kind=tank size=x values=8-4
unit T3 0101 nation=gb kind=tank size=ii values=2-4
unit G 0504 nation=ge kind=inf values=8-5
"""

    def ended(text: str, name: str, label: str) -> tuple[str, ...]:
        """Why the phase cannot end once a unit has come to a hex."""
        return refusal(field(text, "1918-5-3", "movement"), March((name,), label), PASS)

    assert ended(text, "T2", "0102") == ("WF 10-7",)
    assert ended(text, "T3", "0102") == ("WF 10-7",)
    assert ended(text, "T2", "0103") == ()
    resting = text.replace("T1 0102", "T1 0202")
    assert ended(resting, "T2", "0202") == ()  # with a headquarters
    threatened = resting.replace("G 0504", "G 0402").replace("T2 0101", "T2 0201")
    assert ended(threatened, "T2", "0202") == ()
    threatened = threatened.replace("G 0402", "G 0302")
    assert ended(threatened, "T2", "0202") == ("WF 10-7",)  # in an enemy zone


@pytest.mark.rule("WF 10-8")
def test_tanks_add_their_strength_to_the_attack() -> None:
    game = field(
        "unit I 0302 nation=gb kind=inf values=7-4\n"
        + TANKS.partition("unit I")[0]
        + "unit G 0402 nation=ge kind=inf values=8-5\n",
        "1918-5-3",
    )
    alone = fight(game.branch(), "0402", "I").attack["strength"]
    assert fight(game, "0402", "I", "T").attack["strength"] == alone + 12


@pytest.mark.rule("WF 10-9", "31-4")
@pytest.mark.parametrize(
    ("loss", "more", "board", "driven"),
    [
        (0, "", FRONTIER, True),  # 12 tanks against 8, in a trench
        (0, "unit H 0402 nation=ge kind=inf values=4-5\n", FRONTIER, False),  # 12 do not exceed 12
        (1, "unit H 0402 nation=ge kind=inf values=4-5\n", FRONTIER, True),
        (0, "unit H 0402 nation=ge kind=cav values=4-6 full=4\n", FRONTIER, False),  # strengthened
        (0, "unit H 0402 nation=ge kind=cav values=2-6 full=2\n", FRONTIER, True),  # cavalry is no infantry
        (0, "unit H 0402 nation=ge kind=fortress size=- values=9-0\n", FRONTIER, True),
        (3, "", FRONTIER + "side 0302-0402 urban\nside 0402-0403 urban\n", False),
        (3, "", FRONTIER + "side 0302-0402 mountain\n", False),
        (0, "", FRONTIER + "side 0302-0402 rough\n", True),
    ],
)
def test_tanks_and_loss_together_drive_infantry_out(loss: int, more: str, board: str, driven: bool) -> None:
    text = f"premise attack {loss}\npremise counterattack 0\n{TANKS}marker trench 0402 central-powers\n{more}"
    game = field(text, "1918-5-3", board=board)
    fought = fight(game, "0402", "T", "I", stand=Stand())
    assert bool(fought.said("WF 10-9")) == driven
    assert ("G" in state(game).units and at(game, "G") == "0402") == (not driven)


@pytest.mark.rule("WF 10-10", "WF 10-3")
def test_tanks_advance_and_break_down_in_doing_so() -> None:
    text = f"premise attack 2\npremise counterattack 0\n{TANKS}dice 1 1 1 2 2 2 2 2 2 2 2 2\n"
    game = field(text, "1918-5-3")
    fought = fight(game, "0402", "T", "I", advance=Advance("T"))
    assert at(game, "T") == "0402"
    assert state(game).units["T"].strength == 9
    assert any("break down" in text for text in fought.said("WF 10-3"))


@pytest.mark.rule("WF 10-11")
@pytest.mark.parametrize(("answer", "infantry", "tanks"), [(8, 8, 2), (2, 2, 0), (3, 3, 1)])
def test_the_example_of_nine_divisions_with_a_brigade(answer: int, infantry: int, tanks: int) -> None:
    divisions = "".join(
        f"unit D{each} {'0302' if each < 6 else '0303'} nation=gb kind=inf values=7-4 reduced=5\n"
        for each in range(9)
    )
    text = f"premise attack 0\npremise counterattack {answer}\n{divisions}"
    text += "unit T 0302 nation=gb kind=tank size=x values=12-4\nunit G 0402 nation=ge kind=inf values=14-5\n"
    game = field(text, "1918-5-3")
    fight(game, "0402", *(f"D{each}" for each in range(9)), "T", stand=Stand(), advance=PASS)
    of = state(game)
    assert sum(of.units[f"D{each}"].strength for each in range(9)) == 63 - infantry
    assert of.units["T"].strength == 12 - tanks


DUG_IN = """
unit F 0302 nation=gb kind=inf values=7-4 reduced=5
unit T 0302 nation=gb kind=tank size=x values=12-4
unit G 0402 nation=ge kind=inf values=8-5 reduced=6
marker trench 0302 entente
"""


@pytest.mark.rule("WF 10-12", "22-8")
@pytest.mark.parametrize(("loss", "driven"), [(13, False), (14, True)])
def test_the_example_of_a_division_and_a_brigade_that_must_lose_more_than_13(loss: int, driven: bool) -> None:
    text = f"premise attack {loss}\npremise counterattack 0\n{DUG_IN}dice 6 6 6 6 6 6 6 6 6 6 6 6\n"
    game = field(text, "1918-5-3", side="central-powers")
    why = game.explain(ForcedRetreat("0302", ("G",), "clear"))
    assert why.total == 14
    assert "WF 10-12" in {term.rule for term in why.terms}
    fought = fight(game, "0302", "G", stand=Stand(), advance=PASS)
    assert any("must retreat" in text for text in fought.told) == driven


@pytest.mark.rule("WF 10-12")
def test_defending_tanks_answer_with_three_times_their_strength() -> None:
    game = field(DUG_IN, "1918-5-3", side="central-powers")
    assert fight(game, "0302", "G", stand=Stand()).answer["strength"] == 3 * (7 + 12)


@pytest.mark.rule("WF 10-13")
@pytest.mark.parametrize(("loss", "infantry", "tanks"), [(5, 2, 12), (7, 0, 12), (9, 0, 10)])
def test_defending_tanks_lose_only_when_the_infantry_is_gone(loss: int, infantry: int, tanks: int) -> None:
    text = f"premise attack {loss}\npremise counterattack 0\n{DUG_IN}"
    game = field(text, "1918-5-3", side="central-powers")
    fight(game, "0302", "G", stand=Stand())
    units = state(game).units
    assert (units["F"].strength if "F" in units else 0, units["T"].strength) == (infantry, tanks)


@pytest.mark.rule("WF 10-14")
def test_tanks_against_tanks_are_answered_twice_and_the_second_time_tanks_alone_pay() -> None:
    text = DUG_IN + "unit GT 0402 nation=ge kind=tank size=ii values=2-3\n"
    text = f"premise attack 0\npremise counterattack 1\npremise counterattack 9\n{text}"
    game = field(text, "1918-5-3", side="central-powers")
    fought = fight(game, "0302", "G", "GT", stand=Stand())
    answers = [
        each.data
        for each in fought.events
        if each.text.startswith("Counterattack") and "strength" in each.data
    ]
    assert [each["strength"] for each in answers] == [3 * 7, 3 * 12]
    units = state(game).units
    assert "GT" not in units  # one by the formula, the rest of it by the duel
    assert units["G"].strength == 7  # what is too much for the tanks falls on nobody


@pytest.mark.rule("WF 10-15")
def test_tanks_beyond_the_free_length_of_supply_neither_attack_nor_answer() -> None:
    board = """
board corner=0101 shifted=even
| . . . . . . . . . . . .
hex 0101 country=france
hex 1201 country=germany
side 0101-0201 rail=double
side 1101-1201 rail=double
"""
    text = """
unit FH 0101 nation=fr kind=hq size=xxxx values=0-4 supply=60
unit GH 1201 nation=ge kind=hq size=xxxx values=0-4 supply=60
unit T {0} nation=fr kind=tank size=x values=6-3
unit I {0} nation=fr kind=inf values=6-4
unit G {1} nation=ge kind=inf values=8-5
"""

    def game(here: str, there: str, side: str) -> Game:
        return later("nivelle-offensive", f"{board}date 1917-5-3 combat {side}\n{text.format(here, there)}")

    near = game("0401", "0501", "entente")
    assert "join T" in listed(_declared(near, "0501"))
    far = game("0701", "0801", "entente")
    assert refusal(far, Attack("0801"), Join("T")) == ("WF 10-15",)
    assert "join I" in listed(_declared(far, "0801"))
    answered = fight(game("0701", "0801", "central-powers"), "0701", "G", stand=Stand()).answer["strength"]
    assert answered <= 3 * 12
    beyond = fight(game("1001", "1101", "central-powers"), "1001", "G", stand=Stand())
    assert beyond.answer["strength"] < 3 * 6  # the infantry alone, weakened


def _declared(of: Game, label: str) -> Game:
    branch = of.branch()
    branch.play(Attack(label))
    return branch


# Assault units

STORM = """
unit S 0402 nation=ge kind=assault values=12-5 reduced=8 full=8
unit I 0402 nation=ge kind=inf values=8-5 reduced=6
unit X 0302 nation=fr kind=inf values=6-4 reduced=4
marker trench 0302 entente
"""


def storm(
    text: str, loss: int, *names: str, board: str = FRONTIER, date: str = "1918-3-6"
) -> tuple[Game, Fought]:
    game = field(
        f"premise attack {loss}\npremise counterattack 0\n{text}", date, side="central-powers", board=board
    )
    return game, fight(game, "0302", *names, stand=Stand(), advance=PASS)


def driven(fought: Fought) -> bool:
    return any("must retreat" in text for text in fought.told)


USED = "flag 'first assault on: fr' 1918035\n"


@pytest.mark.rule("33-3")
@pytest.mark.parametrize(
    ("text", "names", "loss", "forced"),
    [
        (STORM, ("S", "I"), 3, True),  # half of six, out of a trench
        (STORM, ("S", "I"), 2, False),
        (STORM, ("I",), 3, False),  # no assault unit
        (STORM + USED, ("S", "I"), 3, False),  # another turn was the first
        (STORM.replace("full=8", "full=8 strength=11"), ("S", "I"), 3, False),  # not at full strength
        (STORM + USED + "unit Y 0302 nation=gb kind=inf values=8-5 reduced=6\n", ("S", "I"), 7, True),
        (
            STORM + "unit Y 0302 nation=gb kind=inf values=6-5 reduced=4\n",
            ("S", "I"),
            6,
            False,
        ),  # no majority
    ],
)
def test_the_first_turn_of_assault_units_against_a_country(
    text: str, names: tuple[str, ...], loss: int, forced: bool
) -> None:
    _, fought = storm(text, loss, *names)
    assert driven(fought) == forced


@pytest.mark.rule("33-3")
def test_the_first_use_is_counted_for_each_country_and_lasts_the_turn() -> None:
    text = (
        STORM
        + """
unit S2 0403 nation=ge kind=assault values=12-5 reduced=8 full=8
unit S3 0404 nation=ge kind=assault values=12-5 reduced=8 full=8
unit Y 0304 nation=gb kind=inf values=8-5 reduced=6
marker trench 0304 entente
"""
    )
    game = field(
        f"premise attack 0\npremise counterattack 0\npremise attack 4\npremise counterattack 0\n{text}",
        "1918-3-6",
        side="central-powers",
    )
    fight(game, "0302", "S", stand=Stand())
    assert "first assault on: gb" not in state(game).flags
    second = fight(game, "0304", "S3", stand=Stand(), advance=PASS)
    assert driven(second)
    flags = state(game).flags
    assert flags["first assault on: fr"] == flags["first assault on: gb"] == 1918036


@pytest.mark.rule("33-4", "33-5", "33-6")
def test_alpine_corps_and_jaegers_are_assault_points_to_the_last() -> None:
    text = STORM.replace(
        "unit S 0402 nation=ge kind=assault values=12-5 reduced=8 full=8", "unit ge-assault-xx-jgr 0402"
    )
    game = field(f"premise attack 0\npremise counterattack 4\n{text}", "1918-3-6", side="central-powers")
    full = state(game).units["ge-assault-xx-jgr"].strength
    fight(game, "0302", "ge-assault-xx-jgr", "I", stand=Stand())
    unit = state(game).units["ge-assault-xx-jgr"]
    assert unit.strength == full - 4  # all four fall on it
    assert state(game).units["I"].strength == 8
    assert unit.piece == "ge-assault-xx-jgr"
    ordinary = field(f"premise attack 0\npremise counterattack 6\n{STORM}", "1918-3-6", side="central-powers")
    fight(ordinary, "0302", "S", "I", stand=Stand())
    units = state(ordinary).units
    assert units["S"].strength + units["I"].strength == 14
    assert units["S"].strength <= 8  # four assault points first, two as units of one kind lose them


FORT = STORM.replace("marker trench 0302 entente", "unit K 0302 nation=fr kind=fortress size=- values=4-0")


@pytest.mark.rule("33-8")
@pytest.mark.parametrize(
    ("text", "names", "board", "forced"),
    [
        (FORT + USED, ("S", "I"), FRONTIER, True),
        (FORT + USED, ("I",), FRONTIER, False),
        (FORT + USED + "marker trench 0302 entente\n", ("S", "I"), FRONTIER, False),
        (FORT + USED, ("S", "I"), FRONTIER + "side 0302-0402 woods\n", False),  # 22-16
    ],
)
def test_a_fortress_does_not_hold_its_units_against_assault(
    text: str, names: tuple[str, ...], board: str, forced: bool
) -> None:
    _, fought = storm(text, 3 if forced else 5, *names, board=board)
    assert driven(fought) == forced


@pytest.mark.rule("33-9", "22-16")
@pytest.mark.parametrize(("strength", "forced"), [(3, True), (4, False)])
def test_more_assault_points_than_defenders_undo_good_ground(strength: int, forced: bool) -> None:
    text = (
        STORM.replace("marker trench 0302 entente\n", USED)
        .replace("values=6-4", f"values={strength}-4 reduced=2")
        .replace(" reduced=2 reduced=4", " reduced=2")
    )
    _, fought = storm(text, strength - 1, "S", "I", board=FRONTIER + "side 0302-0402 woods\n")
    assert driven(fought) == forced


# Cambrai

CAMBRAI = """
unit T 0302 nation=gb kind=tank size=x values=12-4
unit Y 0302 nation=gb kind=inf values=7-4 reduced=5
unit Z 0303 nation=gb kind=inf values=7-4 reduced=5
unit G 0402 nation=ge kind=inf values=5-5 reduced=3
unit S 0502 nation=ge kind=assault values=12-5 reduced=8 full=8
marker trench 0402 central-powers
marker trench 0303 entente
"""


def struck(turns: int) -> tuple[Game, Fought]:
    """A trench is lost to Britain, and so many turns later assault units strike at it."""
    told = "premise attack 5\npremise counterattack 0\npremise attack 4\npremise counterattack 0\n"
    calm = "dice " + "6 " * 60 + "\n"
    game = field(told + CAMBRAI + calm, "1917-11-3")
    fight(game, "0402", "T", "Y", advance=Advance("Y"))
    assert at(game, "Y") == "0402"
    while not (
        state(game).phase == "combat"
        and state(game).active == "central-powers"
        and state(game).date.turn == 3 + turns
        and game.decision.kind == "attack"
    ):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    return game, fight(game, "0402", "S", stand=Stand(), advance=PASS)


@pytest.mark.rule("WF 12-18", "33-3")
def test_the_counterattack_of_cambrai_is_no_first_use_and_no_surprise() -> None:
    game, fought = struck(3)
    assert fought.said("WF 12-18") == ["Assault units strike back at 0402: no first use"]
    assert not fought.said("33-3")
    assert "first assault on: gb" not in state(game).flags


@pytest.mark.rule("WF 12-18", "33-3")
def test_after_three_turns_it_is_the_first_use() -> None:
    _, fought = struck(4)
    assert not fought.said("WF 12-18")
    assert fought.said("33-3") == ["Assault units attack units of Great Britain for the first time"]


# The odds of a combat with gas or tanks are what such combats come to


def come_to(
    game: Game, order: Assault, ours: tuple[str, ...], theirs: tuple[str, ...], **answers: Action
) -> dict[tuple[int, int, bool], float]:
    """Losses of both sides and whether the hex was left, over all ways the dice of a combat can fall."""

    def fought(twin: Game) -> tuple[int, int, bool]:
        before = {name: unit.strength for name, unit in state(twin).units.items()}
        told = len(twin.events)
        twin.play(order)
        while not twin.over and twin.decision.kind not in ("attack", "advance", "move", "retreat"):
            twin.play(answers.get(twin.decision.kind) or twin.decision.default() or PASS)
        left = any("retreat" in event.text for event in twin.events[told:] if event.kind == "combat")
        after = state(twin).units
        lost = {name: before[name] - (after[name].strength if name in after else 0) for name in before}
        return sum(map(lost.__getitem__, ours)), sum(map(lost.__getitem__, theirs)), left

    return {key: float(chance) for key, chance in game.outcomes(fought).items()}


def foretold(game: Game, order: Action, name: str) -> dict[tuple[int, int, bool], float]:
    """The same from the forecast."""
    (found,) = [each for each in game.forecast(order).prospects if each.name == name]
    chances: dict[tuple[int, int, bool], float] = {}
    for ending in found.endings:
        figures = ending.values
        key = int(figures["attacker losses"]), int(figures["defender losses"]), bool(figures["retreat"])
        chances[key] = chances.get(key, 0) + ending.probability
    return chances


@pytest.mark.rule("WF 9-4")
def test_the_dice_of_gas_are_part_of_the_odds() -> None:
    text = (
        GASSED.replace("reduced=6", "")
        .replace("reduced=4", "")
        .replace("unit FA 0302 nation=fr kind=art size=iii values=3-4\n", "")
    )
    game = field(text, "1915-4-6", side="central-powers")
    order = Assault("0302", ("G1", "GA"))
    played = come_to(game, order, ("G1", "GA"), ("X",), gas=ReleaseGas(), stand=Stand())
    assert foretold(game, order, "With gas: clear, the defender holds") == pytest.approx(played)
    plain = come_to(game, order, ("G1", "GA"), ("X",), gas=PASS, stand=Stand())
    assert foretold(game, order, "clear, the defender holds") == pytest.approx(plain)
    game.play_all([Attack("0302"), Join("G1"), Join("GA"), PASS])
    assert game.decision.kind == "gas"
    assert foretold(game, ReleaseGas(), "clear, the defender holds") == pytest.approx(played)
    assert foretold(game, PASS, "clear, the defender holds") == pytest.approx(plain)


@pytest.mark.rule("WF 10-11", "WF 10-9", "WF 10-14")
def test_the_losses_of_tanks_are_part_of_the_odds() -> None:
    text = TANKS + "unit GT 0402 nation=ge kind=tank size=ii values=2-3\nmarker trench 0402 central-powers\n"
    game = field(
        text.replace("values=12-4", "values=5-4").replace("reduced=6", "").replace("reduced=5", ""),
        "1918-5-3",
    )
    order = Assault("0402", ("T", "I"))
    played = come_to(game, order, ("T", "I"), ("G", "GT"), stand=Stand())
    assert foretold(game, order, "clear, the defender holds") == pytest.approx(played)
    assert any("WF 10-3" in note for note in game.forecast(order).prospects[0].notes)


@pytest.mark.rule("22-20", "22-19", "29-15")
def test_the_forecast_says_whether_the_guns_are_enough() -> None:
    text = LINE.format("trench").replace("kind=art size=x values=12-4", "kind=siege size=i values=8-2")
    game = field(text, "1917-5-3")
    (note,) = [each for each in game.forecast(Attack("0402")).prospects[0].notes if "22-20" in each]
    assert note == "Solid defense: artillery 4 of 9, too little [22-20]"
    why = game.explain(ArtilleryNeeded("0402"))
    assert why.total == 5
    assert {"22-19", "22-20", "29-15"} <= {term.rule for term in why.terms}
    weak = field(text.replace("values=8-5 reduced=6", "values=8-5 strength=4"), "1917-5-3")
    assert weak.explain(ArtilleryNeeded("0402")).total == 0
    assert "not solid" in weak.explain(ArtilleryNeeded("0402")).subject


def test_chances_of_gas_and_breakdown_are_explained() -> None:
    game = field(GASSED, "1915-4-6", side="central-powers")
    why = game.explain(GasChances("0302"))
    assert why.total == Fraction(26, 36)
    assert [term.value for term in why.terms] == [Fraction(n, 36) for n in (3, 7, 16, 7, 3)]
    tanks = field(TANKS, "1917-5-3")
    assert tanks.explain(Breakdown("T")).total == Fraction(12, 3)
    with pytest.raises(Refusal):
        tanks.explain(Breakdown("I"))


# Chapters 22, 29 and 34 in the years that they are about

HOLDING = """
unit X 0302 nation=fr kind=inf values=6-4 reduced=4
unit G1 0402 nation=ge kind=inf values=8-5 reduced=6
unit G2 0402 nation=ge kind=inf values=8-5 reduced=6
"""


@pytest.mark.rule("22-16")
@pytest.mark.parametrize(
    ("date", "terrain", "forced"),
    [
        ("1915-5-3", "broken", True),
        ("1915-5-3", "woods", True),  # two off the die is not enough yet
        ("1915-5-3", "rough", False),  # three are
        ("1916-7-3", "woods", False),
        ("1916-7-3", "rough", False),
        ("1916-7-3", "broken", True),
        ("1918-5-3", "woods", False),
    ],
)
def test_good_ground_is_held_to_the_last_the_more_so_the_later_it_is(
    date: str, terrain: str, forced: bool
) -> None:
    board = FRONTIER + f"side 0302-0402 {terrain}\n"
    text = f"premise attack 5\npremise counterattack 0\n{HOLDING}"
    game = field(text, date, side="central-powers", board=board)
    fought = fight(game, "0302", "G1", "G2", terrain=ChooseTerrain(terrain), stand=Stand(), advance=PASS)
    assert driven(fought) == forced


TRENCHED = HOLDING + "marker trench 0302 entente\n"
BRITISH = "unit Y 0302 nation=gb kind=inf values=7-4 reduced=5\n"


@pytest.mark.rule("22-19", "22-20", "22-21")
@pytest.mark.parametrize(
    ("date", "more", "guns", "attack", "answer"),
    [
        ("1915-5-3", "", (), -3, 2),  # a trench, and no gun
        ("1915-5-3", "unit A 0402 nation=ge kind=art size=iii values=3-4\n", ("A",), -2, 0),
        ("1916-7-3", "unit A 0402 nation=ge kind=art size=iii values=3-4\n", ("A",), -3, 2),
        ("1916-7-3", "unit A 0402 nation=ge kind=art size=x values=6-4\n", ("A",), -2, 0),
        ("1917-5-3", "unit A 0402 nation=ge kind=art size=x values=8-4\n", ("A",), -3, 2),
        ("1918-5-3", "unit A 0402 nation=ge kind=art size=x values=12-4\n", ("A",), -2, 0),
        ("1916-7-3", "unit S 0402 nation=ge kind=siege size=i values=8-2\n", ("S",), -3, 2),  # counts 4
        (
            "1916-7-3",
            (
                "unit S 0402 nation=ge kind=siege size=i values=8-2\n"
                "unit A 0402 nation=ge kind=art size=iii values=3-4\n"
            ),
            ("S", "A"),
            -2,
            0,
        ),
    ],
)
def test_a_solid_defense_asks_for_more_guns_every_year(
    date: str, more: str, guns: tuple[str, ...], attack: int, answer: int
) -> None:
    game = field(TRENCHED + BRITISH + more, date, side="central-powers")
    fought = fight(game, "0302", "G1", *guns, stand=Stand(), advance=PASS)
    assert fought.attack["modifier"] == attack
    assert fought.answer["modifier"] == answer


@pytest.mark.rule("22-19")
def test_infantry_must_be_enough_for_every_hexside_whatever_its_nation() -> None:
    text = TRENCHED + "unit G3 0401 nation=ge kind=inf values=8-5\n"
    for more, modifier in (("", -2), (BRITISH, -3)):  # 6 for two hexsides, or 13
        game = field(text + more, "1916-7-3", side="central-powers")
        fought = fight(game, "0302", "G1", "G3", stand=Stand(), advance=PASS)
        assert fought.attack["modifier"] == modifier


@pytest.mark.rule("29-15", "29-2")
def test_siege_guns_fire_at_trenches_with_half_their_strength_and_half_the_supply() -> None:
    gun = "unit S 0402 nation=ge kind=siege size=i values=8-2\n"
    game = field(TRENCHED + gun, "1915-5-3", side="central-powers")
    alone = fight(game.branch(), "0302", "G1", stand=Stand()).attack["strength"]
    fought = fight(game, "0302", "G1", "S", stand=Stand(), advance=PASS)
    assert fought.attack["strength"] == alone + 4
    open_field = field(HOLDING + gun, "1915-5-3", side="central-powers")
    assert refusal(open_field, Attack("0302"), Join("S")) == ("29-15",)


@pytest.mark.rule("34-4")
@pytest.mark.parametrize(
    ("date", "more", "answer"),
    [
        ("1916-12-1", "", 1),
        ("1917-2-7", "", 1),
        ("1916-11-7", "", 0),
        ("1917-3-1", "", 0),
        ("1916-12-1", "marker trench 0402 central-powers\n", 0),
    ],
)
def test_winter_helps_the_answer_unless_all_attack_out_of_trenches(date: str, more: str, answer: int) -> None:
    text = f"{FRONTIER}date {date} combat central-powers\n{STAFFS}{HELD}{HOLDING}{more}"
    assert fight(later("duration-game", text), "0302", "G1", stand=Stand()).answer["modifier"] == answer


SNOW = """
board corner=0101 shifted=even
| . . . . . . . . . . . .
hex 0101 country=france
hex 1201 country=germany
side 0101-0201 rail=double
side 1101-1201 rail=double
"""


@pytest.mark.rule("34-2", "34-3")
def test_winter_shortens_supply_lines() -> None:
    def worth(date: str, side: str, here: str, there: str) -> int:
        text = f"""{SNOW}date {date} combat {side}
unit FH 0101 nation=fr kind=hq size=xxxx values=0-4 supply=60
unit GH 1201 nation=ge kind=hq size=xxxx values=0-4 supply=60
unit I {here} nation=fr kind=inf values=6-4
unit G {there} nation=ge kind=inf values=8-5
"""
        fought = fight(
            later("duration-game", text), *((there, "I") if side == "entente" else (here, "G")), stand=Stand()
        )
        strength: int = (fought.attack if side == "entente" else fought.answer)["strength"]
        return strength

    assert worth("1916-11-7", "entente", "0501", "0601") == 6  # four points
    assert worth("1916-12-1", "entente", "0501", "0601") == 5  # one more than three
    assert worth("1916-11-7", "central-powers", "0901", "1001") == 3 * 6  # eight points
    assert worth("1916-12-1", "central-powers", "0901", "1001") == 3 * 4  # two more than six


@pytest.mark.rule("13-26")
def test_the_second_table_is_used_from_january_1917_in_a_running_game() -> None:
    text = f"{FRONTIER}date 1916-12-7 combat central-powers\n{STAFFS}{HELD}{HOLDING}dice 4 1\n".replace(
        "6-4", "20-4"
    )
    game = later("duration-game", text)
    tables = state(game).setting.tables
    first = fight(game, "0302", "G1", "G2", stand=Stand(), advance=PASS).attack
    assert first["loss"] == tables.combat_result(1916, first["strength"], first["die"] + first["modifier"])
    until(game, "combat", "central-powers", dig=PASS)
    strengths = state(game).units["G1"].strength + state(game).units["G2"].strength
    assert (state(game).date.year, state(game).date.month) == (1917, 1)
    second = fight(game, "0302", "G1", "G2", stand=Stand(), advance=PASS).attack
    assert second["strength"] == strengths
    now = second["strength"], second["die"] + second["modifier"]
    assert second["loss"] == tables.combat_result(1917, *now)
    assert any(
        tables.combat_result(1917, second["strength"], die)
        != tables.combat_result(1916, second["strength"], die)
        for die in range(1, 7)
    )


RING = """
unit X 0302 nation=fr kind=inf values=6-4 reduced=4
unit N 0301 nation=ge kind=inf values=8-5
unit S 0303 nation=ge kind=inf values=8-5
unit E 0402 nation=ge kind=inf values=8-5
unit A 0402 nation=ge kind=art size=x values=12-4
unit W1 {} nation=fr kind=inf values=6-4
unit W2 {} nation=fr kind=inf values=6-4
marker trench 0302 entente
"""


@pytest.mark.rule("22-18", "22-8")
@pytest.mark.parametrize(
    ("friends", "names", "trench"),
    [
        (("0201", "0101"), ("E", "A"), -2),  # from one side
        (("0101", "0102"), ("N", "S", "A"), 0),  # from front and rear, nobody near
        (("0201", "0202"), ("N", "S", "A"), -2),  # two friends on one flank, next to each other
        (("0201", "0101"), ("N", "S", "A"), 0),  # one is not enough
    ],
)
def test_a_trench_attacked_from_front_and_rear_needs_two_friends_on_one_flank(
    friends: tuple[str, str], names: tuple[str, ...], trench: int
) -> None:
    told = "premise counterattack 0\n"
    game = field(told + RING.format(*friends), "1915-4-6", side="central-powers")
    fought = fight(game, "0302", *names, stand=Stand(), advance=PASS)
    assert fought.attack["modifier"] == trench
    told += "premise attack 4\n"
    game = field(told + RING.format(*friends), "1915-4-6", side="central-powers")
    assert driven(fight(game, "0302", *names, stand=Stand(), advance=PASS)) == (trench == 0)


@pytest.mark.rule("22-18")
def test_attacked_from_three_opposite_directions_no_friends_save_a_trench() -> None:
    text = RING.format("0202", "0101") + "unit T 0201 nation=ge kind=inf values=8-5\n"
    for names, trench in ((("S", "E"), -2), (("S", "T", "E"), 0)):
        game = field(text.replace("E 0402", "E 0401"), "1915-4-6", side="central-powers")
        fought = fight(game, "0302", *names, stand=Stand(), advance=PASS)
        assert fought.attack["modifier"] == trench
