"""Cases from the book on seas, engagements, raiding, blockade, transport and landings (chapters 23 to 29)."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Build,
    Develop,
    Disembark,
    Embark,
    Lose,
    MobilizeFor,
    Pick,
    Raid,
    Rebase,
    UseTable,
)
from hexfront.games.storm_of_steel.rules import contact
from hexfront.games.storm_of_steel.sea_orders import (
    Convoy,
    Intercept,
    Land,
    LieOff,
    Muster,
    OpenFire,
    Seek,
    SendRaiders,
    Shell,
    Signal,
    TurnUp,
)
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import (
    HARWICH,
    KIEL,
    MORALE,
    NORTH_SEA,
    ROSYTH,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    control,
    meet,
    operations,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, changes, game, listed, play, refused, state, texts

ALEXANDRIA, POLA, CATTARO, TARANTO, TOULON = "6964", "3735", "4541", "4245", "2238"
SEVASTOPOL, CONSTANTINOPLE, GALLIPOLI, ODESSA, VARNA = "7134", "6443", "6045", "6531", "6239"
DEVONPORT, LIVERPOOL, PORTSMOUTH, SUEZ, BASRA = "1019", "1414", "1519", "7666", "10857"
TURKS = "country ottoman-empire central-powers\n"
ITALY = "country italy entente\n"
OTHERS = "unit gb-2a-iii 1718\n"


def dominated(text: str) -> dict[str, str]:
    """Who dominates the seas when their status is determined."""
    return state(control(text)).seas


def shipped(text: str, unit: str, side: str = EN, turn: int = 6) -> Game:
    """A unit that has been ordered aboard."""
    of = game(f"turn {turn} movement {side} impulse=1\n{MORALE}{OTHERS}{text}")
    play(of, side, Pick(unit), Embark())
    return of


def in_port(text: str, turn: int = 8) -> Game:
    """Ships change their bases."""
    return game(f"turn {turn} reinforcements central-powers\n{MORALE}{text}")


# Bases and seas [25.1, 25.2]


@pytest.mark.rule("25.2", "3.2-3b1b")
def test_a_battleship_at_kiel_counts_in_two_seas() -> None:
    seas = dominated(ships(KIEL, "ge-bb-1"))
    assert (seas[NORTH_SEA], seas["baltic"]) == (CP, CP)
    seas = dominated(ships(WILHELMSHAVEN, "ge-bb-1"))
    assert (seas[NORTH_SEA], seas["baltic"]) == (CP, "")


@pytest.mark.rule("25.2")
def test_taranto_lies_on_the_mediterranean_and_the_adriatic() -> None:
    seas = dominated(ITALY + ships(TARANTO, "it-bb-1"))
    assert (seas["west-mediterranean"], seas["adriatic"]) == (EN, EN)


@pytest.mark.rule("3.2-3b1b")
@pytest.mark.parametrize(
    ("british", "german", "status"),
    [(3, 2, EN), (4, 3, ""), (5, 3, EN), (2, 2, ""), (2, 3, CP), (0, 1, CP)],
)
def test_half_as_many_ships_of_the_line_again_dominate(british: int, german: int, status: str) -> None:
    own = tuple(f"gb-bb-{at}" for at in range(1, british + 1))
    theirs = tuple(f"ge-bb-{at}" for at in range(1, german + 1))
    escorts = ships(HARWICH, "gb-esc-1") + ships(KIEL, "ge-esc-1")  # so that nobody is alone
    assert dominated(ships(SCAPA, *own) + ships(WILHELMSHAVEN, *theirs) + escorts)[NORTH_SEA] == status


@pytest.mark.rule("3.2-3b1b")
def test_pre_dreadnoughts_and_transports_do_not_count_for_three_to_two() -> None:
    old = ships(SCAPA, *(f"gb-pd-{at}" for at in range(1, 7)), "gb-bb-1") + ships(WILHELMSHAVEN, "ge-bb-1")
    assert dominated(old)[NORTH_SEA] == ""
    alone = ships(SCAPA, "gb-tr-1") + ships(WILHELMSHAVEN, "ge-ss-1")
    assert dominated(alone)[NORTH_SEA] == CP  # who alone has ships of war


@pytest.mark.rule("25.2")
def test_from_liverpool_and_devonport_two_areas_lead_to_the_indian_ocean_and_from_portsmouth_not() -> None:
    for port in (LIVERPOOL, DEVONPORT):
        of = shipped(f"unit gb-2a-i {port}\nunit gb-tr-1 {port}\n", "gb-2a-i")
        assert {"disembark india", "disembark australia"} <= {*listed(of, EN)}, port
    of = shipped(f"unit gb-2a-i {PORTSMOUTH}\nunit gb-tr-1 {PORTSMOUTH}\n", "gb-2a-i")
    assert refused(of, Disembark("india"), EN) == ("21.45",)


@pytest.mark.rule("25.2", "21.45")
def test_suez_lies_on_the_indian_ocean_and_basra_is_reached_from_india() -> None:
    of = shipped(f"{TURKS}holder {BASRA} entente\nunit gb-2a-i india\nunit gb-tr-1 india\n", "gb-2a-i")
    assert {f"disembark {SUEZ}", f"disembark {BASRA}"} <= {*listed(of, EN)}


@pytest.mark.rule("25.1", "25.34")
def test_a_warship_goes_to_bases_and_not_to_plain_ports() -> None:
    of = in_port(ships(SCAPA, "gb-ca-1"))
    assert not refused(of, Rebase("gb-ca-1", ROSYTH), EN)
    assert refused(of, Rebase("gb-ca-1", "1710"), EN) == ("25.34",)  # Newcastle


@pytest.mark.rule("25.34")
def test_a_base_on_two_seas_is_shut_only_if_the_enemy_dominates_both() -> None:
    baltic = "4515"  # Danzig
    one = in_port(ships(KIEL, "ge-ca-1") + f"sea {NORTH_SEA} entente\n")
    assert not refused(one, Rebase("ge-ca-1", baltic), CP)
    both = in_port(ships(KIEL, "ge-ca-1") + f"sea {NORTH_SEA} entente\nsea baltic entente\n")
    assert refused(both, Rebase("ge-ca-1", baltic), CP) == ("25.34",)
    assert refused(both, Rebase("ge-ca-1", WILHELMSHAVEN), CP) == ("25.34",)


@pytest.mark.rule("25.34", "25.3")
def test_who_has_had_a_mission_does_not_change_his_base() -> None:
    of = in_port(f"unit gb-ca-1 {SCAPA} mission=bombardment\nunit gb-ca-2 {SCAPA}\n")
    assert refused(of, Rebase("gb-ca-1", ROSYTH), EN) == ("25.34",)


@pytest.mark.rule("28.1", "25.34")
def test_under_the_blockade_the_austrian_fleet_stays_in_the_adriatic() -> None:
    far = "holder 5550 central-powers\ncountry greece entente\n"  # Athens in the hands of the Central Powers
    open_ = in_port(far + ships(POLA, "ah-ca-1"))
    assert not refused(open_, Rebase("ah-ca-1", CATTARO), CP)
    shut = in_port(far + ships(POLA, "ah-ca-1") + "developed 92\n")
    assert not refused(shut, Rebase("ah-ca-1", CATTARO), CP)
    assert refused(shut, Rebase("ah-ca-1", "5550"), CP) == ("25.34",)


@pytest.mark.rule("28.1", "28.4", "25.33")
def test_with_a_broken_blockade_the_austrian_fleet_is_free_again() -> None:
    far = "holder 5550 central-powers\ncountry greece entente\ndeveloped 92\n"
    for status, shut in ((EN, True), ("nobody", False)):
        of = in_port(far + ships(POLA, "ah-ca-1") + f"sea {NORTH_SEA} {status}\n")
        assert (refused(of, Rebase("ah-ca-1", "5550"), CP) == ("25.34",)) is shut
        text = ITALY + ships(CATTARO, "ge-ss-1", "ah-ss-1") + ships(TOULON, "fr-ca-1")
        of = operations(f"{text}developed 92\nsea {NORTH_SEA} {status}\n")
        play(of, CP, SendRaiders("west-mediterranean"))
        assert ("muster ah-ss-1" in listed(of, CP)) is not shut
        assert "muster ge-ss-1" in listed(of, CP)


# Engagements [25.31]


@pytest.mark.rule("25.31")
def test_ten_ships_of_one_base_and_not_eleven() -> None:
    names = tuple(f"gb-esc-{at}" for at in range(1, 12))
    of = control(ships(SCAPA, *names) + ships(WILHELMSHAVEN, "ge-bb-1", "ge-bb-2"))
    play(of, EN, Seek(NORTH_SEA), *map(Muster, names[:10]))  # the Germans dominate and are not asked
    assert refused(of, Muster(names[10]), EN) == ("25.31",)


@pytest.mark.rule("25.31")
def test_a_ship_of_another_base_does_not_join_the_first_fleet() -> None:
    of = control(ships(SCAPA, "gb-bb-1") + ships(ROSYTH, "gb-pd-1") + ships(WILHELMSHAVEN, "ge-bb-1"))
    play(of, CP, PASS)
    play(of, EN, Seek(NORTH_SEA), Muster("gb-bb-1"))
    assert refused(of, Muster("gb-pd-1"), EN) == ("25.31",)


@pytest.mark.rule("25.31")
def test_otranto_brings_a_second_fleet_in_the_adriatic_and_none_in_the_north_sea() -> None:
    text = ITALY + ships(TARANTO, "it-bb-1", "it-bb-2") + ships(POLA, "ah-bb-1", "ah-ca-1")
    of = control(f"{text}picked central-powers 21\n", 6, 6)  # the Entente throws twelve
    play(of, CP, Seek("adriatic"))
    choose(of, CP, "ah-bb-1")
    play(of, EN, Intercept())
    choose(of, EN, "it-bb-1")
    play(of, CP, Signal())
    assert [each.side for each in of.decisions if each.kind == "squadron"] == [CP]


@pytest.mark.rule("25.31")
def test_nobody_seeks_a_second_engagement_in_an_area_of_the_turn() -> None:
    of = control(ships(SCAPA, "gb-bb-1") + ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1"))
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-ca-1")
    play(of, EN, PASS)
    assert state(of).seas[NORTH_SEA] == CP  # contested before, and nobody came out
    assert state(of).step != "sea-control" or refused(of, Seek(NORTH_SEA), EN) == ("25.31",)


@pytest.mark.rule("8.21", "4.6-Combat-2")
def test_naval_cards_are_played_when_control_of_the_seas_is_determined_engagement_or_not() -> None:
    fleet = ships(WILHELMSHAVEN, "ge-bb-1") + ships(SCAPA, "gb-bb-1", "gb-bb-2")
    of = control(f"{fleet}picked central-powers 18\npicked entente 54 60\n", 3, 3)
    play(of, CP, PASS)
    assert state(of).step == "naval-operations"
    assert state(of).shown == {CP: (18,), EN: (54,)}  # Jutland and the Dardanelles
    assert state(of).picked == {CP: (), EN: ("60",)}  # a card for troops waits for the first impulse
    play(of, CP, Shell(NORTH_SEA, "1710", "city"))
    choose(of, CP, "ge-bb-1")
    told = play(of, EN, PASS)  # one ship, and two columns by card: a three frightens the city
    assert changes(of, EN) == {"Newcastle is bombarded": -1}
    assert texts(told, "bombardment")


@pytest.mark.rule("8.21", "25.31")
def test_a_card_with_naval_columns_for_the_front_is_shown_in_an_engagement_there() -> None:
    fleet = TURKS + ships(ALEXANDRIA, "gb-bb-1") + ships("5550", "ah-bb-1")
    far = "holder 5550 central-powers\ncountry greece entente\n"
    of = control(f"{far}{fleet}picked entente 54\n", 6, 6, 6, 6, 6)
    play(of, CP, PASS)
    play(of, EN, Seek("east-mediterranean"))
    choose(of, EN, "gb-bb-1")
    play(of, CP, Intercept())
    choose(of, CP, "ah-bb-1")
    assert state(of).shown[EN] == ()
    play(of, EN, Signal())
    assert state(of).shown[EN] == (54,)


@pytest.mark.rule("26.33")
@pytest.mark.parametrize(
    ("fleet", "die", "lost"),
    [
        (("ge-bb-1",), 1, 0),  # 10 factors: the column of 6 to 15
        (("ge-bb-1",), 6, 6),
        (("ge-bb-1", "ge-bb-2", "ge-bb-3"), 6, 12),  # 30: 16 to 30
        (("ge-bb-1", "ge-bb-2", "ge-bb-3", "ge-ca-1"), 4, 8),  # 34: 31 to 50
    ],
)
def test_fire_by_the_sum_of_combat_factors(fleet: tuple[str, ...], die: int, lost: int) -> None:
    enough = tuple(f"gb-bb-{at}" for at in range(1, 6))
    of = control(ships(WILHELMSHAVEN, *fleet) + ships(SCAPA, *enough), 6, 6, 6, 6, 6, die, 1)
    meet(of, fleet, enough)
    play(of, CP, OpenFire())
    told = [event.data for event in of.events if event.data.get("side") == CP and "lost" in event.data]
    assert told[0]["lost"] == lost


@pytest.mark.rule("26.32", "26.33")
def test_who_fires_second_fires_with_what_is_left() -> None:
    of = control(ships(WILHELMSHAVEN, "ge-bb-1") + ships(SCAPA, "gb-bb-1", "gb-ca-1"), 6, 6, 6, 6, 6, 6, 6)
    meet(of, ("ge-bb-1",), ("gb-bb-1", "gb-ca-1"))
    play(of, CP, OpenFire())  # six factors: the battleship, since the cruiser has two
    if of.decisions[0].kind == "lose ship":
        play(of, EN, Lose("gb-bb-1"))
    told = [event.data for event in of.events if event.data.get("side") == EN and "strength" in event.data]
    assert "gb-bb-1" in state(of).dead
    assert told[0]["strength"] == 4


# Bombardment [25.32, 26.5]


@pytest.mark.rule("25.32")
def test_five_ships_intercept_and_not_six() -> None:
    names = tuple(f"gb-ca-{at}" for at in range(1, 7))
    of = operations(ships(WILHELMSHAVEN, "ge-bc-1") + ships(SCAPA, *names))
    play(of, CP, Shell(NORTH_SEA, "1814", "city"))
    choose(of, CP, "ge-bc-1")
    play(of, EN, Intercept(), *map(Muster, names[:5]))
    assert refused(of, Muster(names[5]), EN) == ("25.32",)


@pytest.mark.rule("25.32", "34.22")
def test_a_city_is_devastated_once_however_many_missions_go_there() -> None:
    first = tuple(f"ge-pd-{at}" for at in range(1, 6))
    text = ships(WILHELMSHAVEN, *first, "ge-bb-1", "ge-bb-2", "ge-bb-3", "ge-bc-1", "ge-bc-2")
    of = operations(text + ships(SCAPA, "gb-bb-1"), 6, 6)
    for fleet in (first, ("ge-bb-1", "ge-bb-2", "ge-bb-3", "ge-bc-1", "ge-bc-2")):
        play(of, CP, Shell(NORTH_SEA, "1710", "city"))
        choose(of, CP, *fleet)
        play(of, EN, PASS)
        if state(of).step == "naval-operations" and of.decisions[0].side == EN:
            play(of, EN, PASS)
    assert len(state(of).devastated) == 1
    assert changes(of, EN) == {"Newcastle is bombarded": -1}


@pytest.mark.rule("25.2", "25.32")
def test_constantinople_is_not_bombarded_through_the_closed_dardanelles() -> None:
    fleet = TURKS + ships(ALEXANDRIA, "gb-pd-1") + ships(SEVASTOPOL, "ru-pd-1")
    for gate, seas in (
        ("", {"black-sea"}),
        (f"holder {GALLIPOLI} entente\n", {"black-sea", "east-mediterranean"}),
    ):
        of = operations(fleet + gate)
        if of.decision_of(EN) is None:
            play(of, CP, PASS)
        found = {words.split()[1] for words in listed(of, EN, Shell) if CONSTANTINOPLE in words}
        assert found == seas


@pytest.mark.rule("25.2", "25.32")
def test_nobody_is_intercepted_in_the_sea_of_marmora_while_constantinople_is_turkish() -> None:
    text = TURKS + ships(CONSTANTINOPLE, "ot-ca-1", "ot-pd-1") + ships(SEVASTOPOL, "ru-bb-1")
    of = operations(text)
    assert not [words for words in listed(of, CP) if words.startswith("shell marmara")]


# Raiding, convoys, shipping [25.33, 27]


@pytest.mark.rule("25.33", "27.2")
def test_only_german_cruisers_and_submarines_raid_by_the_north_sea() -> None:
    of = operations(
        ships(WILHELMSHAVEN, "ge-ca-1", "ge-ss-1", "ge-bc-1", "ge-esc-1") + ships(SCAPA, "gb-bb-1")
    )
    play(of, CP, SendRaiders(NORTH_SEA))
    assert {"muster ge-ca-1", "muster ge-ss-1"} <= {*listed(of, CP)}
    assert not {"muster ge-bc-1", "muster ge-esc-1"} & {*listed(of, CP)}


@pytest.mark.rule("25.33")
def test_in_the_mediterranean_hunters_are_of_one_nation_and_at_most_two() -> None:
    text = ITALY + ships(CATTARO, "ge-ss-1") + ships(TOULON, "fr-esc-1", "fr-esc-2", "gb-esc-1", "fr-esc-3")
    of = operations(text)
    play(of, CP, SendRaiders("west-mediterranean"))
    choose(of, CP, "ge-ss-1")
    play(of, EN, Intercept(), Muster("fr-esc-1"))
    assert "muster gb-esc-1" not in listed(of, EN)
    play(of, EN, Muster("fr-esc-2"))
    assert refused(of, Muster("fr-esc-3"), EN) == ("25.33",)


@pytest.mark.rule("25.33")
def test_in_the_north_sea_only_british_ships_hunt_raiders() -> None:
    text = (
        "country united-states entente\n"
        + ships(SCAPA, "us-bb-1", "gb-esc-1")
        + ships(WILHELMSHAVEN, "ge-ss-1")
    )
    of = operations(text)
    play(of, CP, SendRaiders(NORTH_SEA))
    choose(of, CP, "ge-ss-1")
    play(of, EN, Intercept())
    assert "muster us-bb-1" not in listed(of, EN)
    assert "muster gb-esc-1" in listed(of, EN)


def raid(text: str, *dice: int) -> Game:
    """The raiding of a mobilization phase."""
    of = game(f"dice {' '.join(map(str, dice))}\nturn 12 raiding central-powers\n{MORALE}shipping 90\n{text}")
    play(of, CP, Raid())
    return of


@pytest.mark.rule("27.3", "27.4", "31.2")
@pytest.mark.parametrize(
    ("number", "card", "left"),
    [(4, "", 87), (4, "flag 'submarine war' 1\ndeveloped 38\n", 84), (6, "", 86)],
)
def test_raiders_sink_by_their_strength_and_twice_as_much_without_restrictions(
    number: int, card: str, left: int
) -> None:
    """Four submarines have twelve factors: a four sinks three points. Six have eighteen: it sinks four."""
    raiders = ships("commerce-raiding", *(f"ge-ss-{at}" for at in range(1, number + 1)))
    of = raid(raiders + card, 5, 4)
    assert state(of).shipping == left
    assert any("Raiders cost 5 mobilization points" in event.text for event in of.events)


@pytest.mark.rule("27.7")
def test_convoys_take_their_contact_ratings_off_the_raiders_strength() -> None:
    """Four submarines have twelve; two escorts of contact four take eight off: a four sinks one point."""
    raiders = ships("commerce-raiding", *(f"ge-ss-{at}" for at in range(1, 5)), "gb-esc-1", "gb-esc-2")
    of = raid(raiders + "developed 97\n", 5, 4)
    assert state(of).shipping == 89


@pytest.mark.rule("27.6", "27.7", "27.2")
def test_battleships_and_submarines_are_no_convoys() -> None:
    text = f"turn 12 movement {EN} impulse=1\n{MORALE}developed 97\n{OTHERS}"
    of = game(
        text + ships(LIVERPOOL, "gb-tr-1") + ships(DEVONPORT, "gb-bb-1", "gb-ca-1", "gb-bc-1", "gb-ss-1")
    )
    assert refused(of, Convoy("gb-bb-1"), EN) == ("27.2",)
    assert refused(of, Convoy("gb-ss-1"), EN) == ("27.2",)
    assert not refused(of, Convoy("gb-bc-1"), EN)
    assert not refused(of, Convoy("gb-ca-1"), EN)


@pytest.mark.rule("27.2", "25.34")
def test_raiders_return_to_german_bases_only() -> None:
    of = in_port(ships("commerce-raiding", "ge-ss-1"))
    assert not refused(of, Rebase("ge-ss-1", WILHELMSHAVEN), CP)
    assert refused(of, Rebase("ge-ss-1", POLA), CP) == ("25.34",)


# The blockade [28]


def morale_phase(text: str, *dice: int) -> Game:
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    return game(
        f"{thrown}turn 5 morale central-powers\n{MORALE}developed 92\nflag 'blockade since' 1\n{text}"
    )


@pytest.mark.rule("28.2", "28.4")
def test_the_blockade_costs_a_die_while_the_entente_dominates_the_north_sea_and_nothing_else() -> None:
    held = morale_phase(ships(SCAPA, "gb-bb-1") + f"sea {NORTH_SEA} entente\n", 4)
    assert changes(held, CP)["the blockade"] == -4
    lost = morale_phase(
        ships(SCAPA, "gb-bb-1") + f"sea {NORTH_SEA} nobody\nlast-sea {NORTH_SEA} entente\n", 4
    )
    assert "the blockade" not in changes(lost, CP)
    assert [*changes(lost, EN).values()] == [-5]
    again = morale_phase(ships(SCAPA, "gb-bb-1") + f"sea {NORTH_SEA} nobody\nflag 'blockade broken' 1\n", 4)
    assert not changes(again, EN)  # only in the turn in which it is lost


@pytest.mark.rule("28.1", "28.4")
@pytest.mark.parametrize(("status", "cost"), [("entente", True), ("nobody", False)])
def test_a_blockade_of_a_sea_one_never_had_is_not_lost(status: str, cost: bool) -> None:
    fleets = ships(SCAPA, "gb-bb-1") + ships(WILHELMSHAVEN, "ge-bb-1")
    text = (
        f"picked entente 92\npoints france 60\nunit ge-2a-i 3719\n{OTHERS}{fleets}sea {NORTH_SEA} {status}\n"
    )
    of = game(f"turn 4 development central-powers\n{MORALE}{text}")
    play(of, EN, Develop(92, "france"))
    while state(of).turn == 4 or state(of).step in ("cards", "diplomacy", "agents", "sea-control"):
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[0], decision.side)
    assert state(of).seas[NORTH_SEA] == ""  # one battleship against one
    while state(of).turn == 5 and state(of).step not in ("development", "raiding"):
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    assert ("the North Sea is lost" in changes(of, EN)) is cost


# Landings [25.4]


@pytest.mark.rule("25.41")
def test_a_russian_corps_lands_within_the_black_sea_and_nobody_from_outside() -> None:
    fleet = TURKS + "country bulgaria central-powers\n" + ships(SEVASTOPOL, "ru-bb-1", "ru-tr-1")
    of = shipped(fleet + f"unit ru-2a-i {SEVASTOPOL}\n", "ru-2a-i")
    assert f"land {VARNA}" in listed(of, EN)
    outside = shipped(
        fleet + ships(ALEXANDRIA, "gb-bb-1", "gb-tr-1") + f"unit gb-2a-i {ALEXANDRIA}\n", "gb-2a-i"
    )
    assert refused(outside, Land(VARNA), EN) == ("25.41",)


@pytest.mark.rule("25.41")
def test_any_unit_of_the_entente_in_a_black_sea_port_lands_within_it() -> None:
    fleet = TURKS + "country bulgaria central-powers\n" + ships(SEVASTOPOL, "ru-bb-1", "ru-tr-1")
    of = shipped(fleet + f"unit gb-2a-i {SEVASTOPOL}\nunit ru-2a-i {SEVASTOPOL}\n", "gb-2a-i")
    assert f"land {VARNA}" in listed(of, EN)


@pytest.mark.rule("25.41", "25.3")
def test_transports_cross_a_contested_sea_and_landings_need_a_dominated_one() -> None:
    text = TURKS + f"sea east-mediterranean nobody\nholder 8057 entente\nunit gb-2a-i {ALEXANDRIA}\n"
    of = shipped(text + ships(ALEXANDRIA, "gb-tr-1"), "gb-2a-i")
    assert "disembark 8057" in listed(of, EN)
    assert refused(of, Land("8051"), EN) == ("25.41",)  # Alexandretta


@pytest.mark.rule("25.42")
@pytest.mark.parametrize(("guns", "column"), [(0, "5:1"), (6, "6:1"), (12, "7:1")])
def test_a_column_for_every_six_capital_ships(guns: int, column: str) -> None:
    """Eight against empty Basra are 7:1, two left for the port, one right for each six ships."""
    pds = [f"gb-pd-{at}" for at in range(1, 10)] + [f"gb-bb-{at}" for at in range(1, 4)]
    text = TURKS + ships("india", "gb-tr-1", *pds) + "unit gb-4a-i india\n"
    of = game(f"dice 1\nturn 6 movement {EN} impulse=1\n{MORALE}{OTHERS}{text}")
    play(of, EN, Pick("gb-4a-i"), Embark(), Land(BASRA), *map(Muster, pds[:guns]))
    if of.decisions[0].kind == "gunfire":
        play(of, EN, PASS)
    told = play(of, EN, UseTable("assault"))
    assert any(f"at {column}" in text for text in texts(told, "landing"))


@pytest.mark.rule("25.42", "25.41")
def test_a_failed_landing_loses_the_unit_and_not_its_transport() -> None:
    text = TURKS + ships("india", "gb-tr-1") + "unit gb-2a-i india\n"
    of = game(f"dice 1\nturn 6 movement {EN} impulse=1\n{MORALE}{OTHERS}{text}")
    play(of, EN, Pick("gb-2a-i"), Embark(), Land(BASRA), UseTable("assault"))
    assert "gb-2a-i" in state(of).dead
    assert state(of).units["gb-tr-1"].mission == "landing"
    assert not state(of).aboard


@pytest.mark.rule("25.3", "29.1")
def test_after_a_landing_a_transport_does_nothing_more_in_the_turn() -> None:
    text = TURKS + ships("india", "gb-tr-1") + "unit gb-4a-i india\nshown entente 63\n"
    of = game(f"dice 5\nturn 8 movement {EN} impulse=1\n{MORALE}{OTHERS}{text}")
    play(of, EN, Pick("gb-4a-i"), Embark(), Land(BASRA), UseTable("assault"), PASS)
    while (state(of).impulse, state(of).active, state(of).step) != (2, EN, "movement"):
        decision = of.decisions[0]
        of.play(Pass() if Pass() in decision.choices() else decision.choices()[0], decision.side)
    assert refused(of, Pick("gb-tr-1"), EN) == ("25.3",)


@pytest.mark.rule("19.23", "29.12", "11.64", "13.1", "21.11", "21.13", "21.14")
def test_why_nobody_comes_ashore_in_a_port() -> None:
    fleet = ships(HARWICH, "gb-tr-1", *(f"gb-bb-{at}" for at in range(1, 8)))
    text = f"{fleet}unit gb-2a-i {HARWICH}\ncountry belgium entente\nholder 2120 central-powers\n"
    full = "unit fr-2a-i 1920\nunit fr-2a-ii 1920\nunit fr-2a-iii 1920\n"
    of = shipped(text + full, "gb-2a-i")
    for order, rule in (
        (Land("2518"), "19.23"),  # Amsterdam
        (Disembark("2518"), "19.23"),
        (LieOff("3411"), "19.23"),  # Aarhus
        (Disembark("2120"), "29.12"),  # Ostend is the enemy's
        (Disembark("1920"), "13.1"),
    ):
        assert refused(of, order, EN) == (rule,), order
    flown = game(f"turn 6 movement {EN} impulse=1\n{MORALE}{OTHERS}{text.replace('gb-2a-i', 'gb-ta-1')}")
    play(flown, EN, PASS, Pick("gb-ta-1"), Embark())
    assert refused(flown, Disembark("1920"), EN) == ("30.3",)  # nobody commands there
    zone = shipped(text + "unit ge-2a-i 2021\n", "gb-2a-i")
    assert refused(zone, Disembark("1920"), EN) == ("11.64",)
    dutch = "country netherlands central-powers\nunit gb-2r-1-terr india\nunit gb-tr-1 india\n"
    for text, rule in ((dutch, "21.13"), (dutch + "unit ne-ca-1 dutch-east-indies\n", "21.14")):
        of = shipped(text, "gb-2r-1-terr")
        assert refused(of, Disembark("dutch-east-indies"), EN) == (rule,)
    india = shipped("unit gb-2a-i india\nunit gb-tr-1 india\n", "gb-2a-i")
    assert refused(india, Disembark("japan"), EN) == ("21.11",)


# Transport [29]


@pytest.mark.rule("29.16")
def test_a_port_takes_one_unit_out_and_one_in() -> None:
    text = (
        "country belgium entente\nunit gb-bb-1 1802\n"
        + ships("1920", "gb-tr-1")
        + ships(PORTSMOUTH, "gb-tr-2", "gb-tr-3")
    )
    units = f"unit gb-2a-i 1920\nunit gb-2a-ii {PORTSMOUTH}\nunit gb-2a-v {PORTSMOUTH}\n"
    of = game(f"turn 6 movement {EN} impulse=1\n{MORALE}{OTHERS}{text}{units}")
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark("1623"))
    play(of, EN, Pick("gb-2a-ii"), Embark(), Disembark("1920"))
    play(of, EN, Pick("gb-2a-v"), Embark())
    assert refused(of, Disembark("1920"), EN) == ("29.16",)
    assert "lie-off 1920" in listed(of, EN)  # lying off takes no berth


@pytest.mark.rule("29.24")
def test_ports_of_america_and_latin_america_are_open_only_to_allies() -> None:
    of = shipped("unit gb-2a-i canada\nunit gb-tr-1 canada\n", "gb-2a-i", turn=12)
    assert refused(of, Disembark("united-states"), EN) == ("29.24",)
    assert refused(of, LieOff("united-states"), EN) == ("29.24",)
    allies = "country united-states entente\n"
    of = shipped(f"{allies}unit gb-2a-i canada\nunit gb-tr-1 canada\n", "gb-2a-i", turn=12)
    assert "disembark united-states" in listed(of, EN)
    assert "disembark latin-america" not in listed(of, EN)
    brazil = shipped(f"{allies}country brazil entente\nunit gb-2a-i canada\nunit gb-tr-1 canada\n", "gb-2a-i")
    assert "disembark latin-america" in listed(brazil, EN)


@pytest.mark.rule("11.631", "25.41")
def test_the_central_powers_neither_leave_the_baltic_nor_go_off_the_map() -> None:
    of = shipped("unit ge-2a-i 4515\n" + ships("4515", "ge-tr-1", "ge-bb-1"), "ge-2a-i", CP)
    assert not {"disembark canada", f"disembark {CONSTANTINOPLE}"} & {*listed(of, CP)}


# Fog at sea [23.4, 25.8]


@pytest.mark.rule("23.41", "23.42", "25.8")
def test_ships_of_the_enemy_are_named_only_when_they_meet() -> None:
    of = control(
        ships(SCAPA, "gb-bb-1", "gb-bb-2") + ships(WILHELMSHAVEN, "ge-bb-1", "ge-ca-1"), 6, 6, 6, 6, 1
    )
    seen = {each["unit"] for each in of.view(EN)["position"]["units"]}
    assert not {"ge-bb-1", "ge-ca-1"} & seen
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    play(of, EN, Intercept())
    choose(of, EN, "gb-bb-1")
    play(of, CP, Signal())
    told = play(of, CP, TurnUp())
    heard = " ".join(event.text for event in told if event.seen_by(EN))
    name = state(of).piece(state(of).units["ge-bb-1"]).name
    other = state(of).piece(state(of).units["ge-ca-1"]).name
    assert name in heard
    assert other not in heard
    seen = {each["unit"] for each in of.view(EN)["position"]["units"]}
    assert not {"ge-bb-1", "ge-ca-1"} & seen  # and then they lie face down again


@pytest.mark.rule("24.1", "25.31")
def test_a_transport_is_sent_to_no_engagement() -> None:
    of = control(ships(SCAPA, "gb-bb-1", "gb-tr-1") + ships(WILHELMSHAVEN, "ge-bb-1"))
    play(of, CP, PASS)
    play(of, EN, Seek(NORTH_SEA))
    assert refused(of, Muster("gb-tr-1"), EN) == ("24.1",)


# Counts of the charts


@pytest.mark.rule("27.8")
@pytest.mark.parametrize(
    ("shipping", "points"), [(100, 0), (99, 1), (81, 1), (80, 2), (61, 2), (60, 3), (40, 3)]
)
@pytest.mark.parametrize("convoys", [False, True])
def test_merchant_points_by_the_level_of_shipping(shipping: int, points: int, convoys: bool) -> None:
    card = "developed 97\n" if convoys else ""
    of = game(
        f"turn 12 allocation central-powers\n{MORALE}{card}shipping {shipping}\npoints great-britain 99\n"
    )
    play(of, EN, MobilizeFor("great-britain"))
    built = 0
    while not refused(of, Build("merchant point"), EN):
        play(of, EN, Build("merchant point"))
        built += 1
    assert built == min(points + convoys, 100 - shipping)


@pytest.mark.rule("27.3", "27.7")
@pytest.mark.parametrize(
    ("die", "convoys", "lost"),
    [
        (1, False, ("ge-ss-1", "ge-ss-2")),
        (2, False, ("ge-ca-1",)),
        (3, False, ()),
        (6, False, ()),
        (1, True, ("ge-ca-1", "ge-ss-1", "ge-ss-2")),
        (3, True, ("ge-ca-1", "ge-ss-1", "ge-ss-2")),
        (4, True, ()),
        (6, True, ("gb-esc-1",)),
    ],
)  # fmt: skip
def test_who_may_be_lost_on_the_trade_routes(die: int, convoys: bool, lost: tuple[str, ...]) -> None:
    """Without convoys a one sinks a submarine and a two a cruiser; with them raiders, and a six an escort."""
    card = "developed 97\nunit gb-esc-1 commerce-raiding\n" if convoys else ""
    of = raid(ships("commerce-raiding", "ge-ss-1", "ge-ss-2", "ge-ca-1") + card, 3, die)
    if of.decisions[0].kind == "ship lost":
        assert listed(of, CP) == [f"lose {name}" for name in lost]
    else:
        assert tuple(state(of).dead) == lost


@pytest.mark.rule("25.32", "26.31")
@pytest.mark.parametrize(
    ("hunters", "hunted", "levels", "added"),
    [
        (("gb-bb-1",), ("ge-ss-1",), (3, 3), 2),  # only submarines, and faster than the hunters
        (("gb-ss-1",), ("ge-ca-1",), (3, 3), -1),  # the hunters are faster
        (("gb-ss-1",), ("ge-ca-1",), (3, 4), -2),  # and have seaplanes
        (("gb-esc-1",), ("ge-ss-1", "ge-ca-1"), (5, 5), -1),  # carriers on both sides: -1 and +1
        (("gb-bb-1",), ("ge-bb-1",), (4, 3), 0),  # level four alone hides nobody
    ],
)
def test_what_is_added_to_the_dice_of_interception(
    hunters: tuple[str, ...], hunted: tuple[str, ...], levels: tuple[int, int], added: int
) -> None:
    own, theirs = levels
    air = f"air central-powers {own}\nair entente {theirs}\n"
    of = operations(air + ships(SCAPA, *hunters) + ships(WILHELMSHAVEN, *hunted), turn=18)
    assert contact.interception(state(of), EN, hunters, hunted) == added
