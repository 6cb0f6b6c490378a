"""General engagements: who may seek one, how ships are chosen in secret, what comes of it."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.sea_orders import (
    Dismiss,
    Intercept,
    Muster,
    OpenFire,
    Sail,
    Seek,
    Signal,
    TurnUp,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import (
    KIEL,
    NORTH_SEA,
    ROSYTH,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    control,
    meet,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, changes, listed, play, play_on, refused, state, texts

GRAND_FLEET = ships(SCAPA, "gb-bb-1", "gb-bb-2", "gb-bb-3", "gb-ca-1")
HIGH_SEAS_FLEET = ships(WILHELMSHAVEN, "ge-bb-1", "ge-bb-2", "ge-ca-1")
BOTH = GRAND_FLEET + HIGH_SEAS_FLEET


@pytest.mark.rule("3.2-3b1c", "26.1")
def test_only_who_does_not_dominate_may_seek_an_engagement_and_nobody_must() -> None:
    of = control(BOTH)
    assert state(of).seas[NORTH_SEA] == EN
    assert listed(of, CP) == ["pass", f"seek {NORTH_SEA}"]
    assert refused(of, Seek("baltic"), CP) == ("25.31",)
    play(of, CP, PASS)
    assert state(of).step != "sea-control"  # the Entente dominates, and is not asked


@pytest.mark.rule("3.2-3b1c", "25.31")
def test_one_engagement_an_area_and_turn_and_the_sides_take_turns() -> None:
    baltic = ships("5903", "ru-pd-1") + ships(KIEL, "ge-pd-1")
    of = control(BOTH + baltic)
    play(of, CP, Seek("baltic"))
    choose(of, CP, "ge-pd-1")
    play(of, EN, PASS)
    assert of.decisions[0].side == CP  # the Entente has nothing to seek: Baltic engaged, North Sea its own
    assert state(of).seas["baltic"] == CP
    assert listed(of, CP) == ["pass", f"seek {NORTH_SEA}"]
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    play(of, EN, PASS)
    assert state(of).seas[NORTH_SEA] == ""
    assert state(of).step != "sea-control"  # both seas have had their engagement: nobody is asked again


@pytest.mark.rule("25.31", "3.2-3b1c")
def test_who_does_not_come_out_leaves_the_sea_one_step_to_the_other() -> None:
    of = control(BOTH)
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    assert listed(of, EN) == ["pass", "intercept"]
    play(of, EN, PASS)
    assert state(of).seas[NORTH_SEA] == ""
    assert state(of).units["ge-bb-1"].mission == "engagement"
    assert not state(of).units["ge-bb-2"].mission
    even = control(ships(SCAPA, "gb-bb-1") + ships(WILHELMSHAVEN, "ge-bb-1"))
    assert state(even).seas[NORTH_SEA] == ""
    play(even, CP, Seek(NORTH_SEA))
    choose(even, CP, "ge-bb-1")
    play(even, EN, PASS)
    assert state(even).seas[NORTH_SEA] == CP


@pytest.mark.rule("25.31")
def test_one_to_ten_ships_come_from_one_base() -> None:
    more = ships(WILHELMSHAVEN, *(f"ge-ss-{at}" for at in range(1, 11))) + ships(KIEL, "ge-ca-2")
    of = control(BOTH + more)
    play(of, CP, Seek(NORTH_SEA))
    assert "pass" not in listed(of, CP)
    assert "muster ge-ca-2" in listed(of, CP)
    play(of, CP, Muster("ge-bb-1"))
    assert refused(of, Muster("ge-ca-2"), CP) == ("25.31",)
    play(of, CP, *(Muster(f"ge-ss-{at}") for at in range(1, 10)))
    assert refused(of, Muster("ge-ss-10"), CP) == ("25.31",)
    play(of, CP, Dismiss("ge-ss-1"), Muster("ge-ss-10"), PASS)
    assert len(state(of).fleets[CP]) == 10


@pytest.mark.rule("25.31")
def test_a_fleet_can_be_chosen_at_a_stroke() -> None:
    of = control(BOTH)
    play(of, CP, Seek(NORTH_SEA), Muster("ge-ca-1"), Sail(("ge-bb-1", "ge-bb-2")))
    assert state(of).fleets[CP] == ("ge-bb-1", "ge-bb-2")
    assert of.decisions[0].side == EN


@pytest.mark.rule("25.31", "25.8")
def test_ships_are_chosen_in_secret_until_they_meet() -> None:
    of = control(BOTH, 6, 6, 6, 6, 1)
    play(of, CP, Seek(NORTH_SEA), Muster("ge-bb-1"), Muster("ge-ca-1"))
    known = of.position_known(EN)
    assert known.fleets[CP] == ()
    assert of.steps_known(EN) == of.steps_known(CP) - 2
    play(of, CP, PASS)
    play(of, EN, Intercept())
    choose(of, EN, "gb-bb-1")
    assert of.position_known(CP).fleets[EN] == ()
    play(of, CP, Signal())
    told = play(of, CP, TurnUp())
    assert len(texts(told, "fleet")) == 2
    assert of.steps_known(EN) == of.steps_known(CP)


@pytest.mark.rule("25.31", "4.6-Special")
def test_jutland_brings_a_second_fleet_and_the_others_need_nine_or_less() -> None:
    def second(text: str, *dice: int) -> list[str]:
        of = control(BOTH + text, *dice)
        play(of, CP, Seek(NORTH_SEA))
        choose(of, CP, "ge-ca-1")
        play(of, EN, Intercept())
        choose(of, EN, "gb-ca-1")
        play(of, CP, Signal())
        return [each.side for each in of.decisions if each.kind == "squadron"]

    assert second("", 5, 5, 4, 5) == [EN]  # ten is too many, nine is enough
    assert second("picked central-powers 18\n", 5, 5) == [CP]  # shown, and only the Entente throws
    assert second("picked central-powers 18\npicked entente 50\n") == [CP, EN]
    assert second("shown central-powers 21\n", 5, 5, 5, 5) == []  # Otranto is for other seas


@pytest.mark.rule("25.31")
def test_a_second_fleet_comes_from_the_same_or_another_base() -> None:
    of = control(BOTH + ships(ROSYTH, "gb-pd-1") + "picked entente 50\n", 6, 6, 3)
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    play(of, EN, Intercept())
    choose(of, EN, "gb-bb-1")
    play(of, CP, Signal())
    offered = listed(of, EN)
    assert {"pass", "muster gb-bb-2", "muster gb-pd-1"} <= {*offered}
    assert "muster gb-bb-1" not in offered
    choose(of, EN, "gb-pd-1")
    told = play(of, CP, TurnUp())
    assert any("meet 2" in text for text in texts(told, "sea-battle"))


@pytest.mark.rule("25.31", "3.2-3b1c", "26.31", "26.33")
def test_after_an_engagement_the_ships_of_the_line_are_counted_again() -> None:
    # Two dice each for second fleets; the contact die, the fire of both; two British losses.
    of = control(BOTH, 6, 6, 6, 6, 5, 6, 1)
    meet(of, ("ge-bb-1", "ge-bb-2"), ("gb-bb-1", "gb-bb-2", "gb-ca-1"))
    assert of.decisions[0].kind == "open fire"  # all Germans against all British: 0, one to the right
    play(of, CP, OpenFire())
    assert [each.side for each in of.decisions] == [EN]
    assert listed(of, EN) == [
        "lose gb-bb-1",
        "lose gb-bb-2",
    ]  # twelve factors: nothing less than both will do
    play(of, EN, Lose("gb-bb-1"))
    assert {*state(of).dead} == {"gb-bb-1", "gb-bb-2"}
    assert state(of).seas[NORTH_SEA] == CP  # two to one that stayed at Scapa Flow


@pytest.mark.rule("26.32", "26.1")
def test_who_has_the_advantage_may_decline() -> None:
    of = control(BOTH, 6, 6, 6, 6, 6)
    meet(of, ("ge-ca-1",), ("gb-bb-1",))
    assert listed(of, CP) == ["open-fire", "pass"]
    play(of, CP, PASS)
    assert not state(of).dead
    assert state(of).units["ge-ca-1"].mission == "engagement"


@pytest.mark.rule("26.32")
def test_no_contact_no_combat() -> None:
    of = control(BOTH, 6, 6, 6, 6, 1)
    told = meet(of, ("ge-bb-1",), ("gb-bb-1",))
    assert "they miss each other" in texts(told, "sea-battle")[-1]
    assert not state(of).dead


def fought(own: tuple[str, ...], theirs: tuple[str, ...], *dice: int) -> Game:
    of = control(BOTH, 6, 6, 6, 6, *dice)
    meet(of, own, theirs)
    return of


@pytest.mark.rule("26.33", "26.32")
def test_both_fire_at_once_or_the_survivors_fire_back() -> None:
    # Contact 3 in the column +1 is C; ten factors each roll 6: six protection factors, a battleship each.
    of = fought(("ge-bb-1",), ("gb-bb-1",), 3, 6, 6)
    assert {*state(of).dead} == {"ge-bb-1", "gb-bb-1"}
    # Contact 5 there is A: who fires first is not fired at by what he sank.
    of = fought(("ge-bb-1",), ("gb-bb-1",), 5, 6)
    play(of, CP, OpenFire())
    assert {*state(of).dead} == {"gb-bb-1"}


@pytest.mark.rule("25.3")
def test_a_ship_has_one_mission_a_turn() -> None:
    more = ships("5903", "ru-pd-1") + ships(KIEL, "ge-pd-1")
    of = control(GRAND_FLEET + more + ships("4515", "ge-ca-2", "ge-ca-3"))
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-pd-1")
    play(of, EN, PASS)
    play(of, EN, PASS)  # nor does the Entente seek one in the Baltic
    play(of, CP, Seek("baltic"))
    assert refused(of, Muster("ge-pd-1"), CP) == ("25.3",)
    choose(of, CP, "ge-ca-2")
    play(of, EN, PASS)
    play_on(of, "reinforcements")
    assert not [words for words in listed(of, CP) if words.startswith("rebase ge-pd-1")]


@pytest.mark.rule("25.3", "25.31")
def test_silence_does_not_tell_that_no_ship_is_left() -> None:
    of = control(GRAND_FLEET + ships("5903", "ru-pd-1") + ships(KIEL, "ge-pd-1"))
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-pd-1")
    play(of, EN, PASS)
    play(of, EN, PASS)
    assert listed(of, CP) == ["pass"]  # it is asked even so: nobody need know that no ship is left
    assert refused(of, Seek("baltic"), CP) == ("25.31",)


@pytest.mark.rule("26.33", "5.12")
def test_lost_ships_cost_morale() -> None:
    of = fought(("ge-bb-1",), ("gb-bb-1",), 3, 6, 6)
    play_on(of, "allocation")
    assert changes(of, CP)["BB or BC eliminated (1)"] == -2


@pytest.mark.rule("28.4", "28.0", "28.1")
def test_an_engagement_that_is_not_accepted_breaks_the_blockade() -> None:
    text = BOTH + "developed 92\nflag 'blockade since' 1\n"
    held = control(text)
    play(held, CP, PASS)
    play_on(held, "allocation")
    assert -6 <= changes(held, CP)["the blockade"] <= -1
    broken = control(text)
    play(broken, CP, Seek(NORTH_SEA))
    choose(broken, CP, "ge-bb-1")
    play(broken, EN, PASS)
    play_on(broken, "allocation")
    assert "the blockade" not in changes(broken, CP)
    assert -5 in changes(broken, EN).values()


@pytest.mark.rule("4.6-Combat-2", "4.6-Combat-3", "26.33")
@pytest.mark.parametrize(
    ("card", "throwing", "lost"),
    [
        ("", 2, 4),
        ("shown central-powers 18\n", 1, 8),  # Jutland: 2R naval
        ("shown entente 50\n", 1, 4),  # Britannia Rules the Waves is for British attacks
        ("shown central-powers 16\n", 2, 4),  # Verdun: 1R on land
    ],
)
def test_a_naval_card_moves_the_fire_of_the_attacker_to_the_right(
    card: str, throwing: int, lost: int
) -> None:
    """Ten factors and a four cost the enemy four protection factors, and two columns further eight."""
    destroyers = tuple(f"gb-esc-{at}" for at in range(1, 11))
    text = ships(WILHELMSHAVEN, "ge-bb-1") + ships(SCAPA, "gb-bb-1", *destroyers)
    of = control(text + card, *(6, 6) * throwing, 6, 4, 1)
    meet(of, ("ge-bb-1",), destroyers)
    play(of, CP, OpenFire())
    told = [event.data for event in of.events if event.data.get("side") == CP and "lost" in event.data]
    assert (told[0]["strength"], told[0]["lost"]) == (10, lost)
