"""Chapters 23 and 25 as they are played: recombination, reinforcements, supply points that arrive."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Deliver, Place, SendAway, Strengthen
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.vocabulary import ARRIVAL, ENTENTE
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game, game_at, node
from tests.games.western_front.played import at, refusal, state, until
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
