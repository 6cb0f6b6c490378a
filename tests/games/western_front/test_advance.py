"""Chapter 15: who may advance into a hex that was won, and in which order."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Advance
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import advance
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import Play, node, table
from tests.games.western_front.retreats import at, scene

EMPTY = "unit F 0104 nation=fr kind=hq size=xxxx supply=20\n"


def after(
    of: WesternFrontPosition, *names: str, before: dict[str, int] | None = None, retreated: bool = True
) -> Play:
    """The attackers of 0404 after a combat that emptied it."""
    return Play(
        advance.advance(
            table(of),
            of,
            names=names or ("G", "H"),
            before=before or {},
            node=node(of, "0404"),
            retreated=retreated,
        )
    )


@pytest.mark.rule("15-1")
def test_attackers_may_advance_into_a_vacated_hex_or_stay() -> None:
    of = scene(french=EMPTY)
    play = after(of)
    assert play.choices == [Advance("G"), Advance("H"), PASS]
    play.answer(Advance("H"), PASS)
    assert (at(of, "G"), at(of, "H")) == ("0504", "0404")
    assert of.units["H"].shifted
    assert not of.units["G"].shifted


@pytest.mark.rule("15-1")
def test_the_hex_changes_hands() -> None:
    of = scene(french=EMPTY)
    after(of).answer(Advance("G"), PASS)
    assert of.holder(node(of, "0404")) == CENTRAL_POWERS


@pytest.mark.rule("15-1", "6-11")
def test_units_without_strength_left_in_the_hex_are_overrun() -> None:
    crowd = "".join(f"unit l{number} 0404 nation=fr kind=rpl values=3-4\n" for number in range(6))
    of = scene(crowd, french=EMPTY)
    play = after(of).answer(Advance("G"))
    assert "l0" not in of.units
    play.answer(Advance("H"))
    assert at(of, "H") == "0404"


@pytest.mark.rule("15-2")
def test_no_more_units_advance_than_may_stand_there() -> None:
    full = "".join(f"unit g{number} 0404 nation=ge kind=inf values=4-4\n" for number in range(5))
    of = scene(full, french=EMPTY)
    play = after(of).answer(Advance("G"))
    assert play.over
    assert at(of, "H") == "0505"


@pytest.mark.rule("15-3")
def test_artillery_does_not_advance() -> None:
    of = scene("unit A 0504 nation=ge kind=art size=iii values=3-4\n", french=EMPTY)
    play = after(of, "G", "A")
    assert play.choices == [Advance("G"), PASS]
    with pytest.raises(Refusal) as refused:
        play.answer(Advance("A"))
    assert refused.value.rules == ("15-3",)


@pytest.mark.rule("15-4")
def test_who_lost_the_greater_share_goes_first() -> None:
    of = scene(french=EMPTY)
    of.change("H", strength=5)
    play = after(of, before={"G": 8, "H": 8})
    assert play.choices == [Advance("H"), PASS]
    with pytest.raises(Refusal) as refused:
        play.answer(Advance("G"))
    assert refused.value.rules == ("15-4",)


@pytest.mark.rule("15-4")
def test_who_cannot_advance_holds_nobody_up() -> None:
    of = scene("unit A 0504 nation=ge kind=art size=iii values=3-4 strength=1\n", french=EMPTY)
    play = after(of, "G", "A", "lost", before={"G": 8, "A": 3, "lost": 4})
    assert Advance("G") in play.choices


@pytest.mark.rule("15-4", "15-2")
def test_if_the_next_unit_has_no_room_the_advance_ends() -> None:
    full = "".join(f"unit g{number} 0404 nation=ge kind=inf values=4-4\n" for number in range(5))
    of = scene(
        full
        + "unit B 0504 nation=ge kind=inf size=x values=2-4\n"
        + "unit g5 0404 nation=ge kind=inf size=x values=2-4\n",
        french=EMPTY,
    )
    of.change("G", strength=4)
    # Half a division of room is left: the brigade would fit, but the division that bled more would not.
    play = after(of, "G", "B", before={"G": 8, "B": 2})
    assert play.over
    assert at(of, "B") == "0504"


@pytest.mark.rule("30-3")
def test_who_advances_without_a_fight_has_used_its_attack() -> None:
    of = scene(french=EMPTY)
    after(of).answer(Advance("G"), PASS)
    assert of.units["G"].attacked
    assert of.units["G"].fought
    assert not of.units["H"].attacked


@pytest.mark.rule("15-1")
def test_by_the_option_nobody_advances_when_all_defenders_died() -> None:
    of = scene("option no-advance-after-elimination=on\n", french=EMPTY)
    assert after(of, retreated=False).over
    assert not after(of, retreated=True).over
    plain = scene(french=EMPTY)
    assert not after(plain, retreated=False).over


@pytest.mark.rule("16-9")
def test_the_advance_after_a_column_attack_costs_no_movement() -> None:
    of = scene(french=EMPTY, date="date 1914-09-3 movement central-powers\n")
    of.change("G", spent=120)
    after(of).answer(Advance("G"), PASS)
    assert of.units["G"].spent == 120
    assert not of.units["G"].attacked


@pytest.mark.rule("15-1", "12-5")
def test_nobody_advances_across_a_hexside_that_cannot_be_crossed() -> None:
    of = scene("side 0404-0504 lake\n", french=EMPTY)
    assert not advance.can_advance(of, "G", node(of, "0404"))
    assert advance.can_advance(of, "H", node(of, "0404"))
