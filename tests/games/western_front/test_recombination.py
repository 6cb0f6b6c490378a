"""Chapters 23 and 31: who may recombine where, with whom, and how far."""

from __future__ import annotations

import random

import pytest

from hexfront.games.western_front.orders import Draw, Place, Rebuild, Strengthen
from hexfront.games.western_front.rules.recombination import rate
from hexfront.games.western_front.rules.replacement import choices, phase, why_not
from hexfront.games.western_front.rules.stacking import is_overfull
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.western_front import played
from tests.games.western_front.builders import Play, game, node, position, table

BOARD = """
board corner=0101
| . . . .
| . . . .
| . . . .
| . . . .
"""
GERMAN = "date 1914-10-3 recombination central-powers\n" + BOARD
FRENCH = "date 1916-03-3 recombination entente\n" + BOARD
HQ = "unit ge-hq-xxxx-1 0202\n"
WEAK = "unit ge-inf-xx-3 0202 strength=5\n"
RPL = "unit rpl-1 0202 piece=ge-rpl-xx-rpl\n"


def orders(text: str, side: str = CENTRAL_POWERS) -> list[object]:
    return list(choices(position(text), side))


def refused(text: str, order: Strengthen | Rebuild, side: str = CENTRAL_POWERS) -> tuple[str, ...]:
    placed = position(text)
    assert order not in choices(placed, side)
    refusal = why_not(placed, side, order)
    assert refusal is not None
    return refusal.rules


@pytest.mark.rule("23-1", "23-2", "23-3", "23-4")
def test_replacements_bring_a_weakened_division_up_to_its_full_strength_and_no_further() -> None:
    listed = orders(GERMAN + HQ + WEAK + RPL)
    assert [order for order in listed if isinstance(order, Strengthen)] == [
        Strengthen("ge-inf-xx-3", points) for points in (1, 2, 3)
    ]
    assert refused(GERMAN + HQ + WEAK + RPL, Strengthen("ge-inf-xx-3", 4)) == ("23-4",)


@pytest.mark.rule("23-4")
def test_the_lower_of_front_side_and_full_strength_symbol_is_the_limit() -> None:
    # The British 9-5 of 1914 has a 7 in its symbol.
    british = (
        "date 1914-10-3 recombination entente\n" + BOARD + "unit gb-hq-xxxx-bef 0202\n"
        "unit gb-inf-xx-1 0202 strength=5\nunit rpl-1 0202 piece=gb-rpl-xx-rpl\n"
    )
    listed = orders(british, ENTENTE)
    assert Strengthen("gb-inf-xx-1", 2) in listed
    assert Strengthen("gb-inf-xx-1", 3) not in listed


@pytest.mark.rule("23-1")
def test_other_colours_and_other_kinds_give_nothing() -> None:
    marine = "unit ge-mar-xx-1 0202\n"
    cavalry = "unit ge-cav-xx-2 0202\n"
    assert orders(GERMAN + HQ + WEAK + marine + cavalry) == [PASS]
    assert "23-1" in refused(GERMAN + HQ + WEAK + marine, Strengthen("ge-inf-xx-3", 1))


@pytest.mark.rule("23-1")
def test_kinds_are_kept_apart_even_where_their_symbols_have_the_same_colours() -> None:
    placed = position(FRENCH)
    infantry, marines = (placed.setting.pieces[key] for key in ("us-inf-x-3", "us-mar-x-4"))
    assert infantry.colour == marines.colour
    assert rate(placed, marines, infantry) == 0
    assert rate(placed, infantry, infantry) == 1


@pytest.mark.rule("23-1", "37-9")
def test_german_infantry_of_all_kingdoms_recombines() -> None:
    bavarian = "unit ge-inf-x-1blw 0202\n"
    assert Strengthen("ge-inf-xx-3", 2) in orders(GERMAN + HQ + WEAK + bavarian)


@pytest.mark.rule("23-2")
@pytest.mark.parametrize("mark", ["moved", "rode", "attacked", "retreated", "fought", "shifted"])
def test_who_moved_or_fought_in_the_turn_does_not_recombine(mark: str) -> None:
    tired = f"unit ge-inf-xx-3 0202 strength=5 {mark}\n"
    assert Strengthen("ge-inf-xx-3", 1) not in orders(GERMAN + HQ + tired + RPL)
    assert refused(GERMAN + HQ + tired + RPL, Strengthen("ge-inf-xx-3", 1)) == ("23-2",)
    worn = f"unit ge-inf-x-1blw 0202 {mark}\n"
    assert orders(GERMAN + HQ + WEAK + worn) == [PASS]
    hurried = f"unit ge-hq-xxxx-1 0202 {mark}\n"
    assert Strengthen("ge-inf-xx-3", 1) not in orders(GERMAN + hurried + WEAK + RPL)


@pytest.mark.rule("23-2")
def test_a_headquarters_of_the_nation_must_be_in_the_hex() -> None:
    elsewhere = "unit ge-hq-xxxx-1 0303\n"
    allied = "unit ah-hq 0202 nation=ah kind=hq size=xxxx\n"
    for other in ("", elsewhere, allied):
        assert refused(GERMAN + other + WEAK + RPL, Strengthen("ge-inf-xx-3", 1)) == ("23-2",)


@pytest.mark.rule("23-6")
def test_not_in_an_enemy_zone_of_control() -> None:
    enemy = "unit fr-inf-xx-1 0303\n"
    near = "unit fr-inf-xx-1 0203\n"
    assert Strengthen("ge-inf-xx-3", 1) in orders(GERMAN + HQ + WEAK + RPL + "unit fr-inf-xx-1 0404\n")
    assert refused(GERMAN + HQ + WEAK + RPL + near, Strengthen("ge-inf-xx-3", 1)) == ("23-6",)
    assert position(GERMAN + HQ + enemy).enemy_controlled(node(position(GERMAN), "0202"), CENTRAL_POWERS) == (
        Strengthen("ge-inf-xx-3", 1) not in orders(GERMAN + HQ + WEAK + RPL + enemy)
    )


@pytest.mark.rule("23-4")
def test_a_unit_that_is_used_up_leaves_the_map_and_may_come_back_later() -> None:
    placed = position(GERMAN + HQ + WEAK + "unit ge-inf-x-1blw 0202\n")
    assert Play(phase(table(placed), placed)).answer(Strengthen("ge-inf-xx-3", 2)).over
    assert placed.units["ge-inf-xx-3"].strength == 7
    assert "ge-inf-x-1blw" not in placed.units
    assert "ge-inf-x-1blw" in placed.lost
    assert placed.demoralization["ge"] == 0
    assert not placed.flags


@pytest.mark.rule("23-4")
def test_the_owner_says_who_gives() -> None:
    placed = position(GERMAN + HQ + WEAK + RPL + "unit ge-inf-x-1blw 0202\n")
    play = Play(phase(table(placed), placed)).answer(Strengthen("ge-inf-xx-3", 3))
    assert set(play.choices) == {
        *(Draw("rpl-1", points) for points in (1, 2, 3)),
        *(Draw("ge-inf-x-1blw", points) for points in (1, 2)),
    }
    play.answer(Draw("ge-inf-x-1blw", 1))
    assert placed.units["ge-inf-x-1blw"].strength == 1
    assert placed.units["rpl-1"].strength == 3


@pytest.mark.rule("23-4", "23-5")
def test_a_unit_that_is_used_up_does_not_come_back_in_the_same_phase() -> None:
    placed = position(GERMAN + HQ + WEAK + RPL + "unit ge-inf-x-1blw 0202\n")
    play = Play(phase(table(placed), placed)).answer(Strengthen("ge-inf-xx-3", 2), Draw("ge-inf-x-1blw", 2))
    assert not [order for order in play.choices if isinstance(order, Rebuild)]
    play.answer(PASS)
    assert Rebuild("ge-inf-x-1blw", 2) in choices(placed, CENTRAL_POWERS)


@pytest.mark.rule("23-5", "20-6")
def test_eliminated_units_come_back_and_surrendered_ones_do_not() -> None:
    text = GERMAN + HQ + RPL + "lost ge-inf-xx-3 strength=0\ngone ge-inf-xx-4\n"
    listed = orders(text)
    assert [order for order in listed if isinstance(order, Rebuild)] == [
        Rebuild("ge-inf-xx-3", points) for points in range(1, 6)
    ]
    assert refused(text, Rebuild("ge-inf-xx-4", 1)) == ("20-6",)


@pytest.mark.rule("23-5")
def test_the_owner_says_where_a_unit_comes_back() -> None:
    second = "unit ge-hq-xxxx-2 0404\nunit rpl-2 0404 piece=ge-rpl-xx-rpl\n"
    placed = position(GERMAN + HQ + RPL + second + "lost ge-inf-xx-3 strength=0\n")
    play = Play(phase(table(placed), placed)).answer(Rebuild("ge-inf-xx-3", 5))
    assert play.choices == [Place("ge-inf-xx-3", "0202"), Place("ge-inf-xx-3", "0404")]
    play.answer(Place("ge-inf-xx-3", "0404"))
    assert placed.units["ge-inf-xx-3"].at == node(placed, "0404")
    assert "rpl-2" not in placed.units


@pytest.mark.rule("23-5", "11-1")
def test_in_a_full_hex_units_must_be_used_up_to_make_room() -> None:
    full = "".join(f"unit ge-inf-xx-{number} 0202 strength=8\n" for number in (4, 17, 18, 35, 36))
    text = GERMAN + HQ + full + RPL + "lost ge-inf-xx-3 strength=0\n"
    listed = orders(text)
    # Five divisions and the replacements fill the hex; only all five points of these make room.
    assert Rebuild("ge-inf-xx-3", 4) not in listed
    assert Rebuild("ge-inf-xx-3", 5) in listed
    placed = position(text)
    play = Play(phase(table(placed), placed)).answer(Rebuild("ge-inf-xx-3", 6))
    assert play.choices == [Draw("rpl-1", 5)] or "rpl-1" not in placed.units


@pytest.mark.rule("33-6")
def test_assault_units_come_back_as_ordinary_ones_and_jaeger_never() -> None:
    text = (
        "date 1918-04-3 recombination central-powers\n"
        + BOARD
        + HQ
        + RPL
        + "unit rpl-2 0202 piece=ge-rpl-xx-rpl\n"
    )
    text += "lost ge-assault-xx-1 strength=0\nlost ge-assault-xx-jgr strength=0\n"
    placed = position(text)
    listed = choices(placed, CENTRAL_POWERS)
    assert Rebuild("ge-assault-xx-1", 8) in listed
    assert Rebuild("ge-assault-xx-1", 9) not in listed
    assert refused(text, Rebuild("ge-assault-xx-jgr", 1)) == ("33-6",)
    Play(phase(table(placed), placed)).answer(Rebuild("ge-assault-xx-1", 5)).defaults()
    assert placed.piece(placed.units["ge-assault-xx-1"]).kind == "inf"
    worn = "unit ge-assault-xx-1 0202 strength=9\n"
    assert refused(GERMAN + HQ + RPL + worn, Strengthen("ge-assault-xx-1", 1)) == ("33-6",)


@pytest.mark.rule("23-1", "24-4", "WF 23-6", "WF 23-7")
@pytest.mark.parametrize(
    ("donor", "receiver", "points"),
    [
        ("fr-rpl-xx-rpl", "fr-inf-xx-1", 1),
        ("fr-rpl-xx-rpl", "fr-inf-xx-2col", 0),
        ("fr-rpl-xx-rpl-colonial", "fr-inf-xx-2col", 1),
        ("fr-rpl-xx-rpl-colonial", "fr-mtn-xx-47m", 0),
        ("fr-rpl-xx-rpl", "fr-mtn-xx-47m", 1),
        ("fr-rpl-xx-rpl", "fr-mar-x-mar", 1),
        ("fr-rpl-xx-rpl", "fr-art-x-a", 2),
        ("fr-rpl-x-tank", "fr-art-x-a", 0),
        ("fr-rpl-x-tank", "fr-inf-xx-1", 0),
        ("gb-rpl-x-tank", "gb-tank-x-1rtc", 1),
        ("gb-rpl-xx-rpl", "gb-tank-x-1rtc", 0),
        ("gb-rpl-xx-rpl", "gb-inf-xx-16", 1),
        ("gb-rpl-xx-rpl", "gb-inf-xx-lhr", 1),
        ("gb-rpl-xx-rpl-canadian", "gb-inf-xx-1", 0),
        ("gb-rpl-xx-rpl", "fr-inf-xx-1", 0),
        ("fr-rpl-xx-rpl", "fr-cav-xx-1", 0),
    ],
)
def test_which_replacements_rebuild_what(donor: str, receiver: str, points: int) -> None:
    placed = position(FRENCH)
    pieces = placed.setting.pieces
    assert rate(placed, pieces[donor], pieces[receiver]) == points


@pytest.mark.rule("WF 23-6")
def test_artillery_costs_two_infantry_replacement_points_each() -> None:
    text = (
        FRENCH
        + "unit fr-hq-xxxx-1 0202\nunit fr-art-x-a 0202 strength=2\nunit rpl-1 0202 piece=fr-rpl-xx-rpl\n"
    )
    placed = position(text)
    listed = choices(placed, ENTENTE)
    assert Strengthen("fr-art-x-a", 2) in listed
    assert Strengthen("fr-art-x-a", 3) not in listed
    Play(phase(table(placed), placed)).answer(Strengthen("fr-art-x-a", 1))
    assert placed.units["fr-art-x-a"].strength == 3
    assert placed.units["rpl-1"].strength == 2


STRENGTHENING = BOARD + "unit fr-hq-xxxx-1 0202\nunit fr-cav-xx-1 0202\nunit rpl-1 0202 piece=fr-rpl-xx-rpl\n"


@pytest.mark.rule("31-1")
def test_cavalry_is_not_strengthened_before_1916() -> None:
    text = "date 1915-12-7 recombination entente\n" + STRENGTHENING
    assert Strengthen("fr-cav-xx-1", 1) not in orders(text, ENTENTE)


@pytest.mark.rule("31-1", "31-2")
def test_from_1916_infantry_replacements_raise_cavalry_to_its_strengthened_counter() -> None:
    placed = position("date 1916-01-1 recombination entente\n" + STRENGTHENING)
    play = Play(phase(table(placed), placed)).answer(Strengthen("fr-cav-xx-1", 2))
    unit = placed.units["fr-cav-xx-1"]
    assert unit.strength == 3
    assert placed.piece(unit).strengthened
    assert Strengthen("fr-cav-xx-1", 1) not in play.choices


@pytest.mark.rule("31-3")
def test_cavalry_without_a_strengthened_counter_stays_as_it_is() -> None:
    text = FRENCH + "unit fr-hq-xxxx-1 0202\nunit fr-cav-xx-9 0202\nunit rpl-1 0202 piece=fr-rpl-xx-rpl\n"
    assert Strengthen("fr-cav-xx-9", 1) not in orders(text, ENTENTE)


@pytest.mark.rule("31-4")
def test_strengthened_cavalry_recombines_only_with_its_like_and_with_replacements() -> None:
    placed = position(FRENCH)
    pieces = placed.setting.pieces
    strong, plain = pieces["fr-cav-xx-2-strengthened"], pieces["fr-cav-xx-1"]
    assert rate(placed, plain, strong) == 0
    assert rate(placed, strong, plain) == 0
    assert rate(placed, pieces["fr-cav-xx-1-strengthened"], strong) == 1
    assert rate(placed, pieces["fr-rpl-xx-rpl"], strong) == 1


@pytest.mark.rule("WF 11-1")
def test_two_united_states_units_a_month_recombine_at_a_british_headquarters() -> None:
    text = "date 1918-06-3 recombination entente\n" + BOARD + "unit gb-hq-xxxx-1 0202\n"
    text += "".join(f"unit us-inf-xx-{number} 0202 strength=6\n" for number in (1, 3))
    text += "unit rpl-1 0202 piece=us-rpl-xx-rpl\n"
    placed = position(text)
    play = Play(phase(table(placed), placed))
    play.answer(Strengthen("us-inf-xx-1", 1), Draw("rpl-1", 1))
    assert Strengthen("us-inf-xx-3", 1) in play.choices
    play.answer(Strengthen("us-inf-xx-3", 1))
    assert not [order for order in play.choices if isinstance(order, Strengthen)]
    play.answer(PASS)
    next_month = position(text.replace("1918-06-3", "1918-07-1"))
    next_month.flags.update(placed.flags)
    assert Strengthen("us-inf-xx-1", 1) in choices(next_month, ENTENTE)


@pytest.mark.rule("23-4")
def test_who_has_given_strength_in_a_phase_does_not_gain_any() -> None:
    placed = position(GERMAN + HQ + WEAK + "unit ge-inf-xx-4 0202 strength=6\n")
    play = Play(phase(table(placed), placed)).answer(Strengthen("ge-inf-xx-3", 1))
    assert play.choices == [Strengthen("ge-inf-xx-3", 1), Strengthen("ge-inf-xx-3", 2), PASS]
    refusal = why_not(placed, CENTRAL_POWERS, Strengthen("ge-inf-xx-4", 1))
    assert refusal is not None
    assert refusal.rules == ("23-4",)


DIVISIONS = ("ge-inf-xx-3", "ge-inf-xx-4", "ge-inf-xx-17", "ge-inf-xx-105", "ge-mar-xx-1", "ge-cav-xx-2")
SMALL = ("ge-inf-x-1blw", "ge-inf-x-2blw", "ge-inf-x-5blw")
WEAKEST = (*SMALL, "ge-cav-xx-2")
LOST = ("ge-inf-xx-18", "ge-inf-xx-35", "ge-inf-x-10lw", "ge-mar-xx-2", "ge-cav-xx-4", "ge-assault-xx-1")


@pytest.mark.rule("23-4", "11-1")
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_ordered_strength_never_grows_limits_hold_and_the_hex_does_not_overflow(
    seed: int,
) -> None:
    chance = random.Random(seed)
    text = GERMAN + HQ + RPL
    for name in (*chance.sample(DIVISIONS, 4), *chance.sample(SMALL, 2)):
        text += f"unit {name} 0202 strength={chance.randint(1, 2 if name in WEAKEST else 6)}\n"
    text += "".join(f"lost {name} strength=0\n" for name in LOST)
    placed = position(text)
    total = sum(unit.strength for unit in placed.units.values())
    play = Play(phase(table(placed), placed))
    for _ in range(500):
        if play.over:
            break
        assert play.choices, "a question without an answer"
        play.answer(chance.choice(play.choices))
    assert play.over
    assert sum(unit.strength for unit in placed.units.values()) == total
    for unit in placed.units.values():
        assert unit.strength <= placed.piece(unit).strength
    assert not is_overfull(placed, node(placed, "0202"))
    assert not placed.flags


# In play


def gains(text: str) -> list[str]:
    """What may be strengthened or rebuilt, and by how much at most."""
    playing = game(text)
    if playing.decision.kind != "recombine":
        return []
    orders = [each for each in playing.decision.choices() if isinstance(each, Strengthen | Rebuild)]
    most: dict[str, int] = {}
    for each in orders:
        most[each.unit] = max(each.points, most.get(each.unit, 0))
    return [f"{name} {points}" for name, points in sorted(most.items())]


@pytest.mark.rule("23-1", "37-9")
@pytest.mark.parametrize(
    ("donor", "receiver", "points"),
    [
        ("ge-rpl-xx-rpl", "ge-inf-xx-3", 3),
        ("ge-inf-xx-4", "ge-inf-xx-3", 3),
        ("ge-inf-xx-1ba", "ge-inf-xx-3", 3),  # Bavarians and Prussians are one kind
        ("ge-inf-xx-23", "ge-inf-xx-3", 3),  # Saxons too
        ("ge-cav-xx-9", "ge-inf-xx-3", 0),
        ("fr-inf-xx-19", "ge-inf-xx-3", 0),
    ],
)
def test_units_of_one_nation_and_kind_recombine(donor: str, receiver: str, points: int) -> None:
    text = GERMAN + HQ + f"unit {receiver} 0202 strength=5\n"
    if donor.startswith("fr"):
        text += f"unit {donor} 0404\n"
    elif "rpl" in donor:
        text += f"unit D 0202 piece={donor}\n"
    else:
        text += f"unit {donor} 0202\n"
    assert (f"{receiver} {points}" in gains(text)) == bool(points)


@pytest.mark.rule("23-1")
def test_symbols_of_different_colours_keep_units_apart() -> None:
    other = "unit D 0202 nation=ge kind=inf values=8-5 full=8 colour=ge-mountain\n"
    assert gains(GERMAN + HQ + WEAK + other) == []


@pytest.mark.rule("23-6")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        ("unit F 0203 nation=fr kind=inf values=6-4\n", False),
        ("unit F 0203 nation=fr kind=cav values=1-6\n", False),
        ("unit F 0203 nation=fr kind=art size=iii values=3-4\n", True),
        ("unit F 0404 nation=fr kind=inf values=6-4\n", True),
    ],
)
def test_nobody_recombines_in_an_enemy_zone(enemy: str, allowed: bool) -> None:
    assert bool(gains(GERMAN + HQ + WEAK + RPL + enemy)) == allowed


@pytest.mark.rule("23-6")
def test_the_refusal_names_the_zone() -> None:
    """Elsewhere another stack may recombine, so that the phase is played."""
    second = "unit ge-hq-xxxx-2 0404\nunit ge-inf-xx-4 0404 strength=5\nunit rpl-2 0404 piece=ge-rpl-xx-rpl\n"
    enemy = "unit F 0201 nation=fr kind=inf values=6-4\n"
    playing = game(GERMAN + HQ + WEAK + RPL + second + enemy)
    assert played.refusal(playing, Strengthen("ge-inf-xx-3", 1)) == ("23-6",)
    assert played.refusal(playing, Strengthen("ge-inf-xx-4", 1)) == ()
