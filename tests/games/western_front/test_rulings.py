"""What adjudicators ask, with the numbers of the book's own figures where it gives some."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import retreat, surrender
from hexfront.games.western_front.table.explanations import explain
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.actions import from_words
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import FRONTIER, position
from tests.games.western_front.retreats import attack, scene
from tests.games.western_front.test_explanations import added
from tests.rulebook.western_front import test_figure_9 as figure_9
from tests.rulebook.western_front import test_figure_10 as figure_10
from tests.rulebook.western_front import test_figure_11 as figure_11
from tests.rulebook.western_front import test_rule_14_17 as rule_14_17

ATTACKERS = ",".join(figure_9.ATTACKERS)


def asked(of: WesternFrontPosition, words: str) -> Ledger:
    return explain(of, from_words(words, TITLE.questions))


def terms(ledger: Ledger) -> list[tuple[str, str, Fraction]]:
    return [(term.rule, term.label, Fraction(term.value)) for term in ledger.terms]


# Dice


@pytest.mark.rule("13-9", "13-15")
def test_the_dice_of_figure_9_are_changed_as_the_book_has_them() -> None:
    of = position("option figure-9-rough=on\n" + figure_9.FIGURE)
    first = asked(of, f"die-modifiers 2817 {ATTACKERS} rough")
    assert (terms(first), first.total) == ([("13-9", "rough", Fraction(-3))], -3)
    answer = asked(of, f"die-modifiers 2817 {ATTACKERS} rough counterattack")
    assert answer.total == added(answer) == 3
    assert asked(position(figure_9.FIGURE), f"die-modifiers 2817 {ATTACKERS} rough counterattack").total == 1


@pytest.mark.rule("13-25")
def test_the_limit_of_an_adjustment_is_a_term() -> None:
    deep = (
        FRONTIER
        + """
date 1916-07-1 combat central-powers
unit X 0202 nation=fr kind=inf values=6-4
unit A 0302 nation=ge kind=inf values=8-5
side 0202-0302 rough river
marker trench 0202 entente
"""
    )
    ledger = asked(position(deep), "die-modifiers 0202 A rough")
    assert ledger.total == added(ledger) == -4
    assert ledger.terms[-1].rule == "13-25"


def test_a_die_that_is_none_is_named() -> None:
    with pytest.raises(Malformed, match="neither attack nor counterattack"):
        asked(position(figure_9.FIGURE), f"die-modifiers 2817 {ATTACKERS} rough morale")


# Supply


@pytest.mark.rule("19-2", "13-2")
def test_supply_of_figure_9_costs_5_and_4_points() -> None:
    of = position(figure_9.FIGURE)
    assert asked(of, f"supply-cost 2817 {ATTACKERS}").total == 5
    assert asked(of, f"supply-cost 2817 {ATTACKERS} - counterattack").total == 4


@pytest.mark.rule("19-2", "19-9")
def test_distance_changes_no_cost_in_figure_11_and_who_pays_is_said() -> None:
    of = position(figure_11.FIGURE)
    plan = ",".join(f"{name}=second-army" for name in figure_11.FIRST)
    ledger = asked(of, f"supply-cost 1609 {','.join(figure_11.FIRST)} {plan}")
    assert ledger.total == added(ledger) == 5
    (term,) = ledger.terms
    assert term.label.startswith("German second-army for German west")
    assert "19 strength points, one point for 4" in term.label


@pytest.mark.rule("19-2")
def test_whoever_is_left_out_of_a_plan_costs_nothing() -> None:
    of = position(figure_9.FIGURE)
    assert asked(of, f"supply-cost 2817 {ATTACKERS} full=GH").total == 2


@pytest.mark.rule("19-2")
def test_a_plan_that_cannot_be_paid_says_why() -> None:
    of = position(figure_9.FIGURE.replace("xxxx supply=50\nunit FH", "xxxx supply=1\nunit FH"))
    with pytest.raises(Refusal, match="too few supply points"):
        asked(of, f"supply-cost 2817 {ATTACKERS} full=GH,third=GH")


@pytest.mark.rule("19-6")
@pytest.mark.parametrize(
    ("plan", "error", "sentence"),
    [
        ("full=FH", Refusal, "may not supply"),
        ("full", Malformed, "UNIT=HEADQUARTERS"),
        ("full=HG", Malformed, "there is no unit"),
        ("88T=GH", Refusal, "takes no part"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(plan: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        asked(position(figure_9.FIGURE), f"supply-cost 2817 {ATTACKERS} {plan}")


@pytest.mark.rule("13-15", "19-12")
def test_the_counterattack_of_figure_9_under_a_chosen_plan() -> None:
    of = position(figure_9.FIGURE)
    assert asked(of, "counterattack-strength 2817").total == 24
    one = asked(of, "counterattack-strength 2817 88T=FH")
    assert one.total == added(one) == 12 + 3 * 2
    assert asked(of, "counterattack-strength 2817 88T=").total == 2 * 3 * 2


# Retreat


@pytest.mark.rule("14-4", "14-17")
def test_the_loss_that_forces_a_retreat_in_rule_14_17_is_two() -> None:
    of = scene(french=rule_14_17.STACK)
    fight = attack(of)
    where = of.setting.board.label(fight.node)
    ledger = asked(of, f"forced-retreat {where} {','.join(fight.attackers)}")
    assert ledger.total == added(ledger) == 2
    assert retreat.is_forced(of, fight, 2)


@pytest.mark.rule("14-4")
def test_where_nothing_forces_a_retreat_that_is_said() -> None:
    of = position(
        FRONTIER + "date 1914-09-3 combat central-powers\nplace 0202 Town kinds=city\n"
        "unit X 0202 nation=fr kind=inf values=6-4\nunit A 0302 nation=ge kind=inf values=8-5\n"
    )
    with pytest.raises(Refusal, match="no loss forces"):
        asked(of, "forced-retreat 0202 A")


@pytest.mark.rule("WF 10-9", "WF 10-15")
def test_tanks_count_toward_the_loss_that_forces_a_retreat() -> None:
    tanks = (
        FRONTIER + "date 1918-05-3 combat entente\nunit X 0302 nation=ge kind=inf values=8-5\n"
        "unit A 0202 nation=fr kind=inf values=6-4\nunit T 0202 nation=fr kind=tank size=ii values=6-4\n"
    )
    of = position(tanks + "unit H 0102 nation=fr kind=hq size=xxxx supply=40\n")
    ledger = asked(of, "forced-retreat 0302 A,T")
    assert ledger.total == added(ledger) == 3
    assert ledger.terms[-1].rule == "WF 10-9"
    with pytest.raises(Refusal, match="no headquarters is near enough"):
        asked(position(tanks), "forced-retreat 0302 A,T")


@pytest.mark.rule("14-8")
@pytest.mark.parametrize("board", [figure_10.PLAIN, figure_10.PRINTED], ids=["plain", "printed"])
def test_the_ranks_of_figure_10_are_told_with_their_cases(board: str) -> None:
    of = position(board + figure_10.UNITS)
    ledger = asked(of, "retreat-ranks A fr-hq-5")
    found = [(term.label.split(":")[0], term.value) for term in ledger.terms if term.value]
    assert found == [("1510", 1), ("1509", 2), ("1610", 3)]
    assert ledger.total == 3
    first, second, third = (term.label for term in ledger.terms[:3])
    assert "case 2, free of enemy zones, as near" in first
    assert "case 3, in an enemy zone with friends, nearer" in second
    assert "case 7, in an enemy zone and alone" in third
    closed = [term for term in ledger.terms if not term.value]
    assert {term.label.split()[0] for term in closed} >= {"1608", "1709"}


@pytest.mark.rule("19-6")
def test_nobody_falls_back_on_headquarters_that_cannot_have_paid() -> None:
    of = position(
        FRONTIER + "unit A 0202 nation=fr kind=inf values=6-4\nunit B 0202 nation=fr kind=hq size=xxxx\n"
        "unit C 0102 nation=fr kind=hq size=xxxx\nunit E 0402 nation=ge kind=hq size=xxxx\n"
    )
    assert "toward French C" in asked(of, "retreat-ranks A C").text
    assert "toward French C" in asked(of, "retreat-ranks B C").text
    with pytest.raises(Refusal, match="may not supply"):
        asked(of, "retreat-ranks A E")
    with pytest.raises(Refusal, match="is no headquarters"):
        asked(of, "retreat-ranks B A")


@pytest.mark.rule("29-13")
def test_what_does_not_retreat_is_refused() -> None:
    of = position(FRONTIER + "unit G 0202 nation=fr kind=art size=iii values=3-4\n")
    with pytest.raises(Refusal, match="does not retreat"):
        asked(of, "retreat-ranks G")


# Pockets


RING = (
    FRONTIER
    + """
date 1914-09-3 combat entente
unit X 0302 nation=fr kind=inf values=6-4
unit A 0201 nation=ge kind=inf values=8-5
unit B 0203 nation=ge kind=inf values=8-5
unit C 0402 nation=ge kind=inf values=8-5
unit D 0303 nation=ge kind=inf values=8-5
"""
)


@pytest.mark.rule("20-1")
def test_a_surrounded_unit_is_told_what_bars_its_lines() -> None:
    ledger = asked(position(RING), "surrounded X")
    assert "is surrounded" in ledger.subject
    assert ledger.total == added(ledger) == len(ledger.terms) > 0
    labels = [term.label for term in ledger.terms]
    assert "0402: enemy units" in labels
    assert "0202: enemy zone of control" in labels


@pytest.mark.rule("20-1")
def test_a_line_of_communication_is_told_hex_by_hex() -> None:
    of = position(RING)
    of.remove("A")
    of.remove("B")
    of.remove("D")
    ledger = asked(of, "surrounded X")
    assert "is not surrounded" in ledger.subject
    assert ledger.terms[0].label == "0302"
    last = of.setting.board[ledger.terms[-1].label]
    assert of.setting.board.country[last] == "france"


@pytest.mark.rule("20-9")
def test_a_fortress_keeps_units_from_being_surrounded() -> None:
    of = position(RING + "unit F 0302 nation=fr kind=fortress values=9-0\n")
    assert asked(of, "surrounded X").terms[0].rule == "20-9"


@pytest.mark.rule("20-1")
@pytest.mark.parametrize("seed", range(6))
def test_lines_and_barriers_agree_with_what_the_rules_find(seed: int) -> None:
    """The search that explains is a plain one; the one that plays remembers and looks home first."""
    chance = random.Random(seed)
    of = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1)
    nodes = [node for node in range(len(of.setting.board)) if not of.setting.closed[node]]
    for unit in list(of.units.values()):
        if chance.random() < 0.7:
            of.change(unit.name, at=chance.choice(nodes))
    for unit in chance.sample(list(of.units.values()), 60):
        piece = of.piece(unit)
        search = surrender.Communication(of, piece.side)
        assert bool(search.line(unit.at, piece.nation)) == search.is_open(unit.at, piece.nation)


# Marches


@pytest.mark.rule("6-2", "6-10")
def test_the_allowance_in_column_adds_half_in_whole_points() -> None:
    of = position(FRONTIER + "unit A 0302 nation=ge kind=inf values=8-5\n")
    ledger = asked(of, "column-allowance A")
    assert ledger.subject == "movement allowance of German A 8-5 in column is"
    assert terms(ledger) == [
        ("6-1", "printed allowance", Fraction(5 * POINT)),
        ("6-10", "column movement", Fraction(2 * POINT)),
    ]
    assert ledger.total == 7 * POINT


@pytest.mark.rule("6-10")
def test_artillery_has_no_allowance_in_column() -> None:
    of = position(FRONTIER + "unit G 0202 nation=fr kind=art size=iii values=3-4\n")
    with pytest.raises(Refusal, match="cannot use column movement"):
        asked(of, "column-allowance G")
