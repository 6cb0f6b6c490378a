"""Chapters 23 to 31 as they are played: what armies receive, what wears them down, what it costs them."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Deliver, March, Place, SendAway, Stand, Strengthen
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.vocabulary import ARRIVAL, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game, game_at, later, node
from tests.games.western_front.played import at, fight, marches, refusal, state, until
from tests.games.western_front.test_arrivals import start
from tests.games.western_front.test_duration_game import field

DEPOT = """
unit ge-hq-xxxx-1 0502
unit ge-inf-xx-3 0502 strength=5
unit X 0101 nation=fr kind=inf values=6-4
"""


def resting(more: str, depot: str = DEPOT) -> Game:
    return game(f"{FRONTIER}date 1914-09-3 recombination central-powers\n{depot}{more}")


def gains(of: Game) -> set[str]:
    """Who may be given strength."""
    return {each.unit for each in of.decision.choices() if isinstance(each, Strengthen)}


@pytest.mark.rule("23-1")
def test_only_units_of_one_kind_and_colour_recombine() -> None:
    assert "ge-inf-xx-3" in gains(resting("unit ge-inf-x-1blw 0502\n"))
    for stranger in ("ge-mar-xx-1", "ge-cav-xx-2", "ge-art-iii-1"):
        assert "ge-inf-xx-3" not in gains(resting(f"unit {stranger} 0502\n"))


@pytest.mark.rule("23-2")
@pytest.mark.parametrize("mark", ["", "moved", "fought"])
def test_neither_headquarters_nor_units_may_have_moved_or_fought(mark: str) -> None:
    giver = "unit ge-inf-x-1blw 0502\n"
    assert ("ge-inf-xx-3" in gains(resting(giver, DEPOT.replace("strength=5", f"strength=5 {mark}")))) == (
        not mark
    )
    staff = DEPOT.replace("ge-hq-xxxx-1 0502", f"ge-hq-xxxx-1 0502 {mark}")
    assert ("ge-inf-xx-3" in gains(resting(giver, staff))) == (not mark)


@pytest.mark.rule("25-3", "25-2")
@pytest.mark.parametrize("trouble", ["", "controlled", "cut"])
def test_reinforcements_whose_hex_is_closed_come_by_the_nearest_open_rail_hex(trouble: str) -> None:
    of = start((1914, 8, 3))
    of.phase, of.active, of.begun, of.date = ARRIVAL, ENTENTE, False, TurnDate(1914, 8, 3)
    listed = node(of, "2325")
    for name in list(of.standing[listed]):
        of.remove(name)
    if trouble == "controlled":
        of.change("ge-inf-xx-26r", at=node(of, "2324"))
    elif trouble == "cut":
        of.rail[listed] = ""
    playing = game_at(of)
    if trouble and playing.decision.kind == "place":
        assert "25-3" in refusal(playing, Place("fr-mtn-xx-44m", "2325"))
    until(playing, "movement", ENTENTE)
    assert (at(playing, "fr-mtn-xx-44m") == "2325") == (not trouble)
    assert state(playing).rail_network(state(playing).units["fr-mtn-xx-44m"].at) == "fr"


@pytest.mark.rule("25-7")
def test_arriving_supply_goes_to_headquarters_on_a_rail_line_only() -> None:
    away = "unit ge-hq-xxxx-2 0402 supply=5\n"
    playing = field("1916-3-1 arrival central-powers begun=no", away, ge=20, fr=20)
    while playing.decision.kind != "deliver":
        advised = playing.decision.default()
        assert advised is not None
        playing.play(advised)
    to = {each.to for each in playing.decision.choices() if isinstance(each, Deliver)}
    assert "ge-hq-xxxx-1" in to
    assert "ge-hq-xxxx-2" not in to
    refused = playing.check(Deliver(5, "ge-hq-xxxx-2"))
    assert refused is not None
    assert "25-7" in refused.rules


@pytest.mark.rule("25-8")
def test_what_a_withdrawn_unit_lacks_is_made_up_by_others() -> None:
    units = "unit ge-inf-xx-208 0401 strength=3\nunit ge-inf-xx-4 0502\n"
    playing = field("1917-11-6 arrival central-powers begun=no", units, ge=20, fr=20)
    while playing.decision.kind != "make up withdrawal":
        advised = playing.decision.default()
        assert advised is not None
        playing.play(advised)
    assert {each.unit for each in playing.decision.choices() if isinstance(each, SendAway)} == {"ge-inf-xx-4"}
    playing.play(SendAway("ge-inf-xx-4", 2))
    assert state(playing).units["ge-inf-xx-4"].strength == 6
    assert playing.decision.kind != "make up withdrawal"  # five is what the schedule asks for


@pytest.mark.rule("31-4", "31-2", "23-1")
def test_infantry_replacements_do_nothing_for_plain_cavalry() -> None:
    depot = DEPOT.replace("ge-inf-xx-3 0502 strength=5", "ge-cav-xx-2 0502 strength=1")
    assert "ge-cav-xx-2" not in gains(resting("unit rpl-1 0502 piece=ge-rpl-xx-rpl strength=5\n", depot))
    infantry = DEPOT + "unit rpl-1 0502 piece=ge-rpl-xx-rpl strength=5\n"
    assert "ge-inf-xx-3" in gains(resting("", infantry))


# Supply lines and fodder

ROAD = """
board corner=0101 shifted=even
| . . . . . . . . . . . . . . . . . . . . . . . .
hex 0101 country=germany
hex 0201 country=germany
hex 2401 country=france
side 0101-0201 rail=double
unit GH 0101 nation=ge kind=hq size=xxxx values=0-4 supply=60
unit FH 2401 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""


@pytest.mark.rule("27-3", "19-9")
def test_regiments_together_suffer_from_a_long_line_as_one_division_in_a_combat() -> None:
    names = [f"R{number}" for number in range(5)]
    text = "".join(f"unit {name} 0601 nation=ge kind=inf size=iii values=2-5 full=8\n" for name in names)
    playing = game(
        f"{ROAD}date 1914-09-3 combat central-powers\n{text}unit X 0701 nation=fr kind=inf values=6-4\n"
    )
    fought = fight(playing, "0701", *names, stand=Stand(), advance=PASS)
    # One point too long: four regiments are a division and lose one point together, the fifth loses its own.
    assert fought.attack["strength"] == 10 - 1 - 1


@pytest.mark.rule("30-4")
@pytest.mark.parametrize(("month", "reach"), [(10, 6 + 3), (11, 5 + 2)])
def test_cavalry_far_from_fodder_is_slow_from_november_on(month: int, reach: int) -> None:
    horse = "unit A 1201 nation=ge kind=cav values=2-6 full=2\n"
    playing = game(f"{ROAD}date 1914-{month}-3 movement central-powers begun=no\n{horse}")
    assert max(int(label[:2]) for label in marches(playing, "A")) == 12 + reach


@pytest.mark.rule("30-4")
@pytest.mark.parametrize(("place", "lives"), [("1001", True), ("1201", False)])
def test_cavalry_that_fodder_leaves_without_strength_is_gone_in_the_monthly_turn(
    place: str, lives: bool
) -> None:
    horse = f"unit A {place} nation=ge kind=cav values=2-6 full=2\n"  # eight points away, or ten
    playing = later("duration-game", f"{ROAD}date 1914-11-7 recombination entente\n{horse}")
    until(playing, "movement", "central-powers")
    assert ("A" in state(playing).units) == lives


# Cities


@pytest.mark.rule("26-4", "26-3")
def test_a_city_is_charged_for_once_however_often_it_is_entered() -> None:
    text = """
place 0202 Town kinds=city
hex 0202 country=france
unit G1 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=20
unit X 0104 nation=fr kind=inf values=1-4
"""
    playing = game(f"{FRONTIER}date 1914-09-3 movement central-powers\n{text}")
    playing.play(March(("G1",), "0202"))
    assert state(playing).demoralization["fr"] == 15
    playing.play(March(("G2",), "0202"))
    assert state(playing).demoralization["fr"] == 15
