"""The naval examples of the rule book, with its numbers."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Disembark, Embark, Lose, Pick
from hexfront.games.storm_of_steel.rules import contact
from hexfront.games.storm_of_steel.rules.contact import Meeting
from hexfront.games.storm_of_steel.sea_orders import Intercept, Seek, Signal
from hexfront.kernel.ledger import Ledger
from tests.games.storm_of_steel.harbour import (
    MORALE,
    NORTH_SEA,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    control,
    meet,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, changes, game, listed, play, state, texts


@pytest.mark.rule("26.32")
def test_a_battleship_and_a_cruiser_against_a_battlecruiser_and_a_submarine_is_minus_one() -> None:
    of = control(
        ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1") + ships(SCAPA, "gb-bc-1", "gb-ss-1", "gb-bb-1", "gb-bb-2")
    )
    meeting = Meeting(NORTH_SEA, CP, ("ge-bb-1", "ge-ca-1"), ("gb-bc-1", "gb-ss-1"))
    ledger = Ledger("contact")
    assert ledger.close(contact.differential(state(of), meeting, ledger.note)).total == -1


@pytest.mark.rule("26.33")
@pytest.mark.parametrize(("die", "lost", "may_go"), [(3, 2, ["lose ge-bb-1", "lose ge-ca-1"]), (4, 4, [])])
def test_two_factors_may_take_the_cruiser_and_three_or_more_the_battleship(
    die: int, lost: int, may_go: list[str]
) -> None:
    # A pair of British battlecruisers fires with 16, then a lone one with 8 in the column of 6 to 15.
    of = control(
        ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1") + ships(SCAPA, "gb-bc-1", "gb-bb-1", "gb-bb-2"),
        *(6, 6, 6, 6, 4, 1, die),
    )
    told = meet(of, ("ge-bb-1", "ge-ca-1"), ("gb-bc-1",))
    assert f"the enemy loses {lost} protection factors" in texts(told, "sea-battle")[-1]
    if may_go:
        assert listed(of, CP) == may_go
        play(of, CP, Lose("ge-ca-1"))
        assert {*state(of).dead} == {"ge-ca-1"}
    else:
        assert {*state(of).dead} == {"ge-bb-1"}  # the cruiser alone is not enough, and need not go as well


@pytest.mark.rule("25.31")
def test_with_jutland_revealed_the_british_need_nine_or_less_for_a_second_fleet() -> None:
    fleets = ships(WILHELMSHAVEN, "ge-bb-1", *(f"ge-ss-{at}" for at in range(1, 11)))
    fleets += ships(SCAPA, "gb-bb-1", "gb-bb-2")

    def coming(*dice: int) -> list[str]:
        of = control(f"{fleets}picked central-powers 18\n", *dice)
        play(of, CP, Seek(NORTH_SEA))
        choose(of, CP, "ge-bb-1")
        play(of, EN, Intercept())
        choose(of, EN, "gb-bb-1")
        play(of, CP, Signal())
        return [each.side for each in of.decisions if each.kind == "squadron"]

    assert coming(4, 5) == [CP, EN]
    assert coming(4, 6) == [CP]


@pytest.mark.rule("28.2", "3.2-6b")
def test_the_blockade_costs_56_points_over_sixteen_turns_in_the_mean() -> None:
    fleets = ships(SCAPA, "gb-bb-1") + "developed 92\nflag 'blockade since' 1\n"
    lost = []
    for die in range(1, 7):
        of = game(f"dice {die}\nturn 5 morale central-powers\n{MORALE}{fleets}")
        lost.append(-changes(of, CP)["the blockade"])
    assert lost == [1, 2, 3, 4, 5, 6]
    assert 16 * sum(lost) / 6 == 56


@pytest.mark.rule("29.21", "29.2")
def test_a_corps_in_australia_goes_to_india_and_one_in_america_to_any_atlantic_port() -> None:
    head = f"turn 6 movement entente impulse=1\n{MORALE}"
    of = game(f"{head}unit gb-2a-i australia\nunit gb-tr-1 australia\nunit gb-2a-iii 1718\n")
    play(of, EN, Pick("gb-2a-i"), Embark())
    assert "disembark india" in listed(of, EN)
    war = "country united-states entente\n"
    of = game(f"{head}{war}unit us-4a-i united-states\nunit gb-tr-1 united-states\nunit gb-2a-iii 1718\n")
    play(of, EN, Pick("us-4a-i"), Embark())
    assert {"disembark canada", "disembark 1414", "disembark 0823"} <= {*listed(of, EN)}


@pytest.mark.rule("29.23", "29.22", "29.24", "29.25", "29.13")
def test_the_american_east_coast_has_two_ports_and_embarks_four_units_once_america_is_at_war() -> None:
    names = [f"us-4a-{each}" for each in ("i", "ii", "iii", "iv")]
    units = "".join(f"unit {name} united-states\n" for name in names)
    fleet = "".join(f"unit gb-tr-{at} united-states\n" for at in range(1, 7))
    text = f"turn 12 movement entente impulse=1\n{MORALE}{units}{fleet}unit gb-2a-iii 1718\n"
    neutral = game(text)
    assert f"pick {names[0]}" not in listed(neutral, EN)
    of = game(f"{text}country united-states entente\n")
    for name, port in zip(names, ("1414", "1414", "0823", "0823"), strict=True):
        play(of, EN, Pick(name), Embark(), Disembark(port))  # embarked and put ashore in one segment
        assert state(of).setting.board.label(state(of).units[name].at) == port


@pytest.mark.rule("29.0", "7.62")
def test_every_coastal_city_is_a_port_and_only_bases_hold_fleets() -> None:
    of = game(f"turn 8 reinforcements central-powers\n{MORALE}{ships(SCAPA, 'gb-ca-1')}")
    offered = listed(of, EN)
    assert "rebase gb-ca-1 1918" in offered  # Harwich is a base
    assert "rebase gb-ca-1 1814" not in offered  # Hull is a port
