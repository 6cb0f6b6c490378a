"""Chapter 25 and scenario book chapters 7 and 23: reinforcements, supply points, withdrawals."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Deliver, Place, SendAway
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import allowances, arrivals, withdrawals
from hexfront.games.western_front.scenarios import eastern_front
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import Play, game_at, node, table
from tests.games.western_front.played import listed, state, until


def start(
    date: tuple[int, int, int] = (1914, 8, 1), side: str = ENTENTE, **options: str
) -> WesternFrontPosition:
    """The set-up with everybody mobilized, at the arrival phase of a side."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    begun = TITLE.set_up(TITLE.setting("schlieffen-plan", chosen), 1)
    assert isinstance(begun, WesternFrontPosition)
    begun.date, begun.active = TurnDate(*date), side
    for name in list(begun.units):
        begun.change(name, mobilized=True)
    return begun


def arrival(of: WesternFrontPosition) -> Play:
    arrivals.begin(table(of), of)
    return Play(arrivals.phase(table(of), of))


def refused(play: Play, action: Place | Deliver) -> Refusal:
    assert play.asked is not None
    refusal = play.asked.why_not(action)
    assert refusal is not None
    return refusal


# Units


@pytest.mark.rule("25-1", "25-2")
def test_reinforcements_appear_in_their_hex_in_their_turn() -> None:
    of = start((1914, 8, 3))
    assert arrival(of).over
    assert of.setting.board.label(of.units["fr-mtn-xx-44m"].at) == "2325"
    of = start((1914, 8, 4))
    assert arrival(of).over
    arrived = {
        name: of.setting.board.label(unit.at) for name, unit in of.units.items() if unit.home == OFF_MAP
    }
    assert arrived == {
        "fr-inf-xx-37al": "1925",
        "fr-inf-xx-38al": "1925",
        "fr-inf-xx-64r": "2325",
        "fr-inf-xx-65r": "2325",
        "fr-inf-xx-74r": "2325",
        "fr-inf-xx-75r": "2325",
        "fr-inf-xx-76r": "0717",
    }


@pytest.mark.rule("25-1")
def test_each_side_receives_only_its_own() -> None:
    of = start((1914, 8, 4), CENTRAL_POWERS)
    assert arrival(of).over
    assert "fr-inf-xx-37al" not in of.units


@pytest.mark.rule("25-4", "25-5")
def test_reinforcements_are_mobilized_and_may_march_in_column() -> None:
    of = start((1914, 8, 4))
    arrival(of)
    unit = of.units["fr-inf-xx-37al"]
    assert unit.mobilized
    assert allowances.why_no_column(of, unit) is None


@pytest.mark.rule("25-3")
@pytest.mark.parametrize("trouble", ["occupied", "controlled", "cut", "full"])
def test_a_closed_hex_is_replaced_by_the_nearest_open_rail_hex(trouble: str) -> None:
    of = start((1914, 8, 3))
    board = of.setting.board
    hexes = {trouble: node(of, "2325")}
    for name in of.standing[hexes[trouble]]:
        of.remove(name)
    if trouble == "occupied":
        of.change("ge-eng-iii-20", at=hexes[trouble])
    elif trouble == "controlled":
        of.change("ge-inf-xx-26r", at=node(of, "2324"))
    elif trouble == "cut":
        of.rail[hexes[trouble]] = ""
    else:
        for number, name in enumerate(list(of.units)):
            if of.piece(of.units[name]).infantry and of.side_of(of.units[name]) == ENTENTE and number < 60:
                of.change(name, at=hexes[trouble])
    play = arrival(of)
    if play.asked is not None:
        assert all(isinstance(choice, Place) for choice in play.choices)
        assert refused(play, Place("fr-mtn-xx-44m", "2325")).rules[0] in ("25-3", "11-1")
        play.defaults()
    at = of.units["fr-mtn-xx-44m"].at
    piece = of.piece(of.units["fr-mtn-xx-44m"])
    assert at != hexes[trouble]
    twin = of.copy()
    twin.remove("fr-mtn-xx-44m")
    distance = board.distance(hexes[trouble], at)
    assert distance is not None
    nearer = [
        other for other in board.within(hexes[trouble], distance - 1) if arrivals.is_open(twin, other, piece)
    ]
    assert nearer == []
    assert arrivals.is_open(twin, at, piece)


@pytest.mark.rule("25-6")
def test_a_headquarters_arrives_without_supply() -> None:
    of = start((1914, 8, 6))
    arrival(of).defaults()
    assert of.units["fr-hq-xxxx-6"].supply == 0
    assert of.setting.board.label(of.units["fr-hq-xxxx-6"].at) == "0811"


@pytest.mark.rule("WF 7")
def test_the_whole_schedule_of_1914_can_be_received() -> None:
    of = start()
    for month in (8, 9, 10, 11):
        for turn in range(1, 8):
            if (month, turn) > (11, 5):
                continue
            for side in (CENTRAL_POWERS, ENTENTE):
                of.date, of.active = TurnDate(1914, month, turn), side
                arrival(of).defaults()
    due = {
        row.unit
        for row in of.setting.orders.arrivals
        if row.unit and not row.struck and (row.year, row.month, row.turn) <= (1914, 11, 5)
        if not of.setting.orders.is_replacement(row.unit)
    }
    assert due <= of.units.keys()
    assert not of.waiting
    assert not of.supply_due


@pytest.mark.rule("WF 24-5")
def test_an_arrival_of_men_already_in_play_is_passed_over() -> None:
    of = start((1914, 8, 3))
    of.put(Unit("fr-mtn-xx-44m", "fr-mtn-xx-44m", node(of, "0717"), 2))
    arrival(of)
    assert of.units["fr-mtn-xx-44m"].strength == 2


# British arrivals


@pytest.mark.rule("WF 23-40")
def test_british_units_come_by_any_entente_port_or_the_western_edge() -> None:
    of = start((1914, 8, 5))
    play = arrival(of)
    offered = {choice.at for choice in play.choices if isinstance(choice, Place)}
    assert {"0311", "0507", "0605", "0805", "1004", "1604"} <= offered
    assert {of.setting.board.label(each) for each in arrivals.western_rails(of)} <= offered
    assert refused(play, Place("gb-cav-xx-2", "1515")).rules == ("25-2",)
    play.answer(Place("gb-cav-xx-2", "0507"))
    assert of.setting.board.label(of.units["gb-cav-xx-2"].at) == "0507"
    assert not of.units["gb-cav-xx-2"].entrained


@pytest.mark.rule("WF 23-40")
def test_a_port_in_german_hands_is_closed_to_the_british() -> None:
    of = start((1914, 8, 5))
    of.holders[node(of, "0507")] = CENTRAL_POWERS
    of.rail[node(of, "0507")] = "ge"
    assert Place("gb-cav-xx-2", "0507") not in arrival(of).choices


@pytest.mark.rule("WF 23-40")
def test_who_comes_over_the_edge_is_there_two_turns_later_on_a_train() -> None:
    of = start((1914, 8, 5))
    edge = of.setting.board.label(arrivals.western_rails(of)[0])
    play = arrival(of).answer(Place("gb-cav-xx-2", edge))
    assert play.over
    assert "gb-cav-xx-2" in of.waiting
    of.date = TurnDate(1914, 8, 6)
    Play(arrivals.place_units(table(of), of)).defaults()
    assert "gb-cav-xx-2" not in of.units
    of.date = TurnDate(1914, 8, 7)
    assert Play(arrivals.place_units(table(of), of)).over
    arrived = of.units["gb-cav-xx-2"]
    assert (of.setting.board.label(arrived.at), arrived.entrained) == (edge, True)


def test_delays_count_over_the_end_of_a_month() -> None:
    assert arrivals.turn_count(TurnDate(1914, 9, 1)) - arrivals.turn_count(TurnDate(1914, 8, 7)) == 1
    assert arrivals.turn_count(TurnDate(1915, 1, 1)) - arrivals.turn_count(TurnDate(1914, 12, 7)) == 1


@pytest.mark.rule("WF 23-23", "WF 23-33", "WF 23-51", "WF 23-55")
@pytest.mark.parametrize(
    ("piece", "open_hexes", "closed_hexes"),
    [
        ("ge-inf-xx-26r", ("2415", "3018"), ("0717", "1606")),
        ("fr-inf-xx-25", ("0717", "1515", "0113"), ("2415", "1606")),
        ("be-inf-xx-1", ("1604", "0717"), ("2415",)),
    ],
)
def test_units_without_a_place_come_where_their_nation_may(
    piece: str, open_hexes: tuple[str, ...], closed_hexes: tuple[str, ...]
) -> None:
    of = start()
    unit = Unit("new", piece, OFF_MAP, 6)
    offered = {of.setting.board.label(each) for each in arrivals.arrival_hexes(of, unit)}
    assert set(open_hexes) <= offered
    assert not set(closed_hexes) & offered


@pytest.mark.rule("WF 23-23")
def test_germans_arrive_in_brussels_once_its_line_is_theirs() -> None:
    of = start()
    brussels = node(of, "1606")
    for each in (brussels, *of.setting.board.adjacent[brussels]):
        for name in of.standing[each]:
            of.remove(name)
    of.holders[brussels], of.rail[brussels] = CENTRAL_POWERS, "ge"
    assert brussels in arrivals.arrival_hexes(of, Unit("new", "ge-inf-xx-26r", OFF_MAP, 6))


# Supply points


@pytest.mark.rule("25-7")
def test_supply_points_go_to_headquarters_on_rail_lines_or_to_the_edge() -> None:
    of = start((1914, 10, 1), CENTRAL_POWERS)
    play = arrival(of)
    assert of.supply_due == {"ge": 60}
    to = {choice.to for choice in play.choices if isinstance(choice, Deliver)}
    headquarters = {name for name in to if name in of.units}
    on_rails = {
        unit.name
        for unit in of.of_side(CENTRAL_POWERS)
        if of.piece(unit).headquarters and of.rail_network(unit.at) == "ge" and unit.supply < 100
    }
    assert headquarters == on_rails
    assert to - headquarters == {of.setting.board.label(each) for each in arrivals.edge_rails(of, "ge")}
    assert all(
        choice.points <= 10
        for choice in play.choices
        if isinstance(choice, Deliver) and choice.to not in of.units
    )


@pytest.mark.rule("25-7", "17-4")
def test_supply_points_may_be_split_and_no_headquarters_holds_more_than_100() -> None:
    of = start((1914, 10, 1), CENTRAL_POWERS)
    of.change("ge-hq-xxxx-7", supply=70)
    play = arrival(of)
    most = max(
        choice.points
        for choice in play.choices
        if isinstance(choice, Deliver) and choice.to == "ge-hq-xxxx-7"
    )
    assert most == 30
    edge = of.setting.board.label(arrivals.edge_rails(of, "ge")[0])
    play.answer(
        Deliver(25, "ge-hq-xxxx-7"), Deliver(10, edge), Deliver(10, edge), Deliver(10, edge), Deliver(5, edge)
    )
    assert play.over
    assert of.units["ge-hq-xxxx-7"].supply == 95
    shipments = [unit for unit in of.units.values() if of.piece(unit).supply]
    assert [unit.supply for unit in shipments] == [10, 10, 10, 5]
    assert {of.setting.board.label(unit.at) for unit in shipments} == {edge}
    assert not of.supply_due


@pytest.mark.rule("18-18", "25-7")
def test_a_corps_headquarters_takes_no_more_than_ten_arriving_points() -> None:
    of = start((1914, 10, 1), CENTRAL_POWERS)
    of.put(Unit("ge-hq-xxx-kraft", "ge-hq-xxx-kraft", of.units["ge-hq-xxxx-7"].at, 0, supply=4))
    offered = [
        choice.points
        for choice in arrival(of).choices
        if isinstance(choice, Deliver) and choice.to == "ge-hq-xxx-kraft"
    ]
    assert max(offered) == 6


@pytest.mark.rule("25-7")
def test_supply_points_that_nobody_can_take_are_lost() -> None:
    of = start((1914, 10, 1), CENTRAL_POWERS)
    for unit in list(of.of_side(CENTRAL_POWERS)):
        if of.piece(unit).headquarters:
            of.remove(unit.name)
    for each in arrivals.edge_rails(of, "ge"):
        of.rail[each] = ""
    of.supply_due["ge"] = 60
    assert Play(arrivals.deliver_supply(table(of), of)).over
    assert not of.supply_due


@pytest.mark.rule("WF 3-12")
def test_the_siege_headquarters_costs_the_supply_of_september_and_receives_none() -> None:
    without, with_it = (start((1914, 9, 1), CENTRAL_POWERS, siege_headquarters=on) for on in ("off", "on"))
    for of in (without, with_it):
        arrivals.begin(table(of), of)
    assert without.supply_due == {"ge": 50}
    assert with_it.supply_due == {}
    with_it.supply_due["ge"] = 50
    with_it.change("ge-hq-xxxx-siege", supply=10, at=with_it.units["ge-hq-xxxx-7"].at)
    offered = Play(arrivals.deliver_supply(table(with_it), with_it)).choices
    assert "ge-hq-xxxx-siege" not in {choice.to for choice in offered if isinstance(choice, Deliver)}


# Withdrawals


@pytest.mark.rule("25-8", "WF 24-5")
def test_historical_withdrawals_leave_whatever_their_strength_and_owe_the_rest() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS, historical_withdrawals="on")
    of.change("ge-inf-xx-22", strength=5)
    withdrawals.withdraw(table(of), of)
    assert {"ge-cav-xx-8", "ge-inf-xx-3gd", "ge-inf-xx-1gr", "ge-inf-xx-22", "ge-inf-xx-38"} <= of.gone
    play = Play(withdrawals.make_up(table(of), of))
    offered = [choice for choice in play.choices if isinstance(choice, SendAway)]
    assert max(choice.points for choice in offered) == 3
    assert all(of.piece(of.units[choice.unit]).infantry for choice in offered)
    assert all(of.piece(of.units[choice.unit]).nation == "ge" for choice in offered)
    play.answer(SendAway("ge-inf-xx-26r", 1), SendAway("ge-inf-xx-39", 2))
    assert play.over
    assert of.units["ge-inf-xx-26r"].strength == of.setting.pieces["ge-inf-xx-26r"].strength - 1
    assert not [key for key in of.flags if key.startswith("withdrawal owed")]


@pytest.mark.rule("25-8")
def test_replacements_or_other_units_make_up_what_is_owed_as_the_owner_likes() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS, historical_withdrawals="on")
    of.change("ge-inf-xx-22", strength=5)
    rpl = next(key for key, piece in of.setting.pieces.items() if piece.replacement and piece.nation == "ge")
    of.put(Unit("rpl#1", rpl, node(of, "3018"), 2))
    withdrawals.withdraw(table(of), of)
    play = Play(withdrawals.make_up(table(of), of))
    offered = {choice.unit for choice in play.choices if isinstance(choice, SendAway)}
    assert {"rpl#1", "ge-inf-xx-27"} <= offered
    assert play.asked is not None
    assert play.asked.default is not None
    assert play.asked.default() == SendAway("rpl#1", 2)  # replacements are advised
    play.answer(SendAway("rpl#1", 2))
    assert "rpl#1" not in of.units
    assert "rpl#1" not in of.lost
    assert {choice.points for choice in play.choices if isinstance(choice, SendAway)} == {1}  # of other units


@pytest.mark.rule("25-8")
def test_a_destroyed_or_surrendered_unit_owes_all_its_strength_one_sent_away_before_nothing() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS, historical_withdrawals="on")
    of.lost["ge-inf-xx-22"] = of.remove("ge-inf-xx-22")
    of.remove("ge-inf-xx-38")
    of.gone.add("ge-inf-xx-38")
    of.remove("ge-inf-xx-1gr")
    of.gone.add("ge-inf-xx-1gr")
    of.flags[withdrawals.SENT_AWAY + "ge-inf-xx-1gr"] = 1
    withdrawals.withdraw(table(of), of)
    owed = {
        key.removeprefix("withdrawal owed: "): points for key, points in of.flags.items() if "owed" in key
    }
    assert owed == {"ge-inf-xx-22": 8, "ge-inf-xx-38": 8}
    assert "ge-inf-xx-22" not in of.lost


@pytest.mark.rule("25-8")
def test_surrounded_units_make_up_nothing() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS)
    piece = of.setting.pieces["ge-inf-xx-22"]
    assert "ge-inf-xx-26r" in {unit.name for unit in withdrawals.payers(of, piece)}
    of.change("ge-inf-xx-26r", at=node(of, "0816"))  # in Paris, among the French
    garrison = [unit.name for unit in of.of_side(ENTENTE) if of.piece(unit).infantry][:12]
    for name, at in zip(garrison, of.setting.board.adjacent[node(of, "0816")], strict=False):
        of.change(name, at=at)
    assert "ge-inf-xx-26r" not in {unit.name for unit in withdrawals.payers(of, piece)}


@pytest.mark.rule("WF 3-5")
def test_germany_sends_26_infantry_and_2_cavalry_points_near_the_2nd_army() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS)
    headquarters = of.units["ge-hq-xxxx-2"].at
    play = Play(eastern_front.withdraw(table(of), of))
    sent: list[str] = []
    while play.asked is not None:
        for choice in play.choices:
            assert isinstance(choice, SendAway)
            unit = of.units[choice.unit]
            assert (of.setting.board.distance(unit.at, headquarters) or 0) <= 5
            assert of.piece(unit).cavalry or of.piece(unit).movement == 5
        choice = play.choices[0]
        assert isinstance(choice, SendAway)
        sent.append(choice.unit)
        play.answer(choice)
    pieces = [of.setting.pieces[name] for name in sent]
    infantry = [piece.strength for piece in pieces if piece.infantry]
    assert sum(infantry) >= 26 > sum(infantry) - infantry[-1]
    assert of.gone >= set(sent)
    assert of.flags[eastern_front.CAVALRY_SENT] >= 2


@pytest.mark.rule("WF 3-5")
def test_units_too_far_from_the_headquarters_go_only_if_nobody_is_nearer() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS)
    play = Play(eastern_front.withdraw(table(of), of))
    assert play.asked is not None
    far = "ge-inf-xx-28"  # with the 7th Army in Alsace
    assert eastern_front.distance(of, of.units[far]) > 5
    refusal = play.asked.why_not(SendAway(far))
    assert refusal is not None
    assert refusal.rules == ("WF 3-5",)
    for unit in list(of.of_side(CENTRAL_POWERS)):
        if of.piece(unit).infantry and eastern_front.distance(of, unit) <= 5:
            of.remove(unit.name)
    nearest = eastern_front.candidates(of, eastern_front.is_field_infantry)
    assert len({eastern_front.distance(of, unit) for unit in nearest}) == 1
    assert eastern_front.distance(of, nearest[0]) > 5


@pytest.mark.rule("WF 3-5")
def test_nobody_is_sent_east_in_other_turns_or_with_the_historical_option() -> None:
    for date, options in (((1914, 8, 5), {}), ((1914, 8, 6), {"historical_withdrawals": "on"})):
        of = start(date, CENTRAL_POWERS, **options)
        assert not eastern_front.is_due(of)
        assert Play(eastern_front.withdraw(table(of), of)).over


@pytest.mark.rule("WF 3-5")
def test_the_units_that_really_went_are_suggested() -> None:
    of = start((1914, 8, 6), CENTRAL_POWERS)
    play = Play(eastern_front.withdraw(table(of), of))
    assert play.asked is not None
    assert play.asked.default is not None
    near = {unit.name for unit in eastern_front.candidates(of, eastern_front.is_field_infantry)}
    advised = play.asked.default()
    assert isinstance(advised, SendAway)
    assert (advised.unit in eastern_front.historical(of)) == bool(near & eastern_front.historical(of))


# In play


def arriving(date: tuple[int, int, int], side: str, **options: str) -> dict[str, str]:
    """Who is there after the arrival phase of a side, and where, who was not there before."""
    of = start(date, side, **options)
    of.phase, of.begun = "arrival", False
    before = set(of.units)
    playing = game_at(of)
    until(playing, "movement", side)
    now = state(playing)
    return {
        name: now.setting.board.label(unit.at)
        for name, unit in now.units.items()
        if name not in before and now.side_of(unit) == side
    }


@pytest.mark.rule("WF 24-1", "WF 7")
@pytest.mark.parametrize(
    ("date", "there"),
    [
        ((1914, 8, 2), {}),
        ((1914, 8, 3), {"fr-mtn-xx-44m": "2325"}),
        (
            (1914, 8, 4),
            {
                "fr-inf-xx-37al": "1925",
                "fr-inf-xx-38al": "1925",
                "fr-inf-xx-64r": "2325",
                "fr-inf-xx-65r": "2325",
                "fr-inf-xx-74r": "2325",
                "fr-inf-xx-75r": "2325",
                "fr-inf-xx-76r": "0717",
            },
        ),
    ],
)
def test_french_reinforcements_of_1914_come_by_their_list(
    date: tuple[int, int, int], there: dict[str, str]
) -> None:
    assert arriving(date, ENTENTE) == there


@pytest.mark.rule("WF 24-2", "WF 7", "WF 23-40")
def test_british_reinforcements_of_1914_come_by_their_list_through_a_port() -> None:
    of = start((1914, 8, 5), ENTENTE)
    of.phase, of.begun = "arrival", False
    playing = game_at(of)
    assert playing.decision.kind == "place"
    ports = {of.setting.board.label(each) for each in of.setting.ports}
    offered = {each.rpartition(" ")[2] for each in listed(playing) if each.startswith("place gb-cav-xx-2 ")}
    assert offered
    assert offered & ports
    later = set(arriving((1914, 8, 6), ENTENTE))
    assert {"gb-inf-xx-4", "gb-inf-x-19"} <= later
    assert "gb-cav-xx-2" not in later


@pytest.mark.rule("40-8", "WF 24-5")
@pytest.mark.parametrize("waiting", ["off", "on"])
def test_austro_hungarian_siege_guns_come_to_the_west_while_germany_stands(waiting: str) -> None:
    """Even with the option by which others of their army wait for Germany's collapse."""
    there = arriving((1914, 10, 1), CENTRAL_POWERS, austro_hungarians_wait=waiting)
    assert there["ah-siege-i-2m"] == "3608"
