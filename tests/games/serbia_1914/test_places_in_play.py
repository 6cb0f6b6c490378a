"""Garrisons, depots, bridges, squadrons, boxes and places that bring points, as they are met in games."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Bridge, Go, Pick, Recover
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.board import Side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.manoeuvre import ENEMY, PLAIN, SERB

SERBIAN = "turn 10 movement serbia\n"
AUSTRIAN = "turn 10 movement austria-hungary\n"


def state(of: Game) -> SerbiaPosition:
    assert isinstance(of.position, SerbiaPosition)
    return of.position


def in_hand(text: str, name: str) -> Game:
    """A game in which a unit has been taken in hand."""
    playing = game(text)
    if playing.decision.kind == "split":
        playing.play(PASS)
    playing.play(Pick(name))
    return playing


def open_to(playing: Game) -> set[str]:
    """Where the unit in hand may go."""
    return {each.to for each in playing.decision.choices() if isinstance(each, Go)}


def refused(playing: Game, to: str) -> tuple[str, ...]:
    """The rules by which the unit in hand may not go somewhere."""
    refusal = playing.check(Go(to))
    assert refusal is not None, to
    return refusal.rules


def place(playing: Game, name: str) -> str:
    return playing.setting.board.label(state(playing).units[name].at)


def phase_through(playing: Game) -> None:
    """Play as advised until the phase is over."""
    begun = (state(playing).turn, state(playing).active, state(playing).phase)
    while (state(playing).turn, state(playing).active, state(playing).phase) == begun:
        playing.play(playing.decision.default() or PASS)


# Garrisons


@pytest.mark.rule("8.6.5", "23.3")
def test_serbian_garrisons_march_freely_once_beograd_is_lost() -> None:
    pieces = state(game(SERBIAN)).setting.pieces
    garrisons = {key: piece for key, piece in pieces.items() if piece.garrison and piece.nation == "serbia"}
    name = next(key for key, piece in garrisons.items() if piece.place != "30.09")
    home = f"unit {name} {pieces[name].place}\n"
    bound = in_hand(SERBIAN + home, name)
    free = in_hand(SERBIAN + "holder 30.09 austria-hungary\n" + home, name)
    beyond = open_to(free) - open_to(bound)
    assert beyond
    assert {refused(bound, to)[0] for to in beyond} == {"8.6.2"}


# Depots and railways


@pytest.mark.rule("15.6.3", "18.1")
def test_a_depot_rides_on_railways_and_nobody_else_does() -> None:
    playing = in_hand(SERBIAN + "unit sr-depot-2 23.16\nunit sr-inf-xx-drina-1 23.16\n", "sr-depot-2")
    rides = open_to(playing)
    assert {"24.15", "26.15"} <= rides
    assert "22.15" not in rides  # there is no railway
    assert refused(playing, "22.15") == ("15.6.3",)
    playing.play(Go("26.15"))
    assert state(playing).units["sr-depot-2"].spent == 3
    marching = in_hand(SERBIAN + "unit sr-inf-xx-drina-1 23.16\n", "sr-inf-xx-drina-1")
    assert rides - open_to(marching), "a division would get as far if it went by rail"


@pytest.mark.rule("15.6.3")
def test_a_depot_has_nine_points_and_five_in_counter_movement() -> None:
    board = game(SERBIAN).setting.board
    farthest = {}
    for phase in ("movement serbia", "counter movement austria-hungary"):
        playing = in_hand(f"turn 10 {phase}\nunit sr-depot-2 23.16\n", "sr-depot-2")
        farthest[phase] = len(open_to(playing))
        assert all(board.distance(board["23.16"], board[to]) is not None for to in open_to(playing))
    assert farthest["movement serbia"] > farthest["counter movement austria-hungary"] >= 5


@pytest.mark.rule("15.6.3", "18.1")
def test_a_depot_stays_where_the_railway_works_for_its_side() -> None:
    cut = in_hand(SERBIAN + "unit sr-depot-2 23.16\nholder 25.16 austria-hungary\n", "sr-depot-2")
    assert open_to(cut) == set()


@pytest.mark.rule("15.6.3a")
def test_a_depot_leaves_the_map_by_rail_and_stops_on_the_way() -> None:
    name = "ah-depot-sixth-1"
    playing = in_hand(AUSTRIAN + f"unit {name} 06.21\n", name)
    assert "zavidovic" in open_to(playing)
    playing.play(Go("zavidovic"))
    depot, board = state(playing).units[name], playing.setting.board
    assert (board.label(depot.at), depot.travelled, depot.spent) == ("zavidovic", 5, 9)
    serbs = game("turn 10 movement serbia\nunit sr-depot-1 06.21\nholder 06.21 serbia\n")
    if Pick("sr-depot-1") in serbs.decision.choices():
        serbs.play(Pick("sr-depot-1"))
        assert "zavidovic" not in open_to(serbs)


@pytest.mark.rule("15.6")
def test_a_depot_has_no_zone_of_control() -> None:
    march = f"{PLAIN}{SERBIAN}unit A 26.19 {SERB}\n"
    alone = open_to(in_hand(march, "A"))
    depot = open_to(in_hand(march + "unit ah-depot-fifth-1 26.16 army=FIFTH\n", "A"))
    troops = open_to(in_hand(march + f"unit E 26.16 {ENEMY}\n", "A"))
    assert alone - depot < alone - troops
    assert depot - troops, "hexes next to it are left as they are entered"


@pytest.mark.rule("15.6")
def test_depots_take_no_room_in_a_stack() -> None:
    brigade = SERB.replace("values", "size=x values")

    def crowded(brigades: int, depots: str = "") -> bool:
        """Whether somebody has to go when the movement phase ends."""
        stack = "".join(f"unit U{each} 26.18 {brigade}\n" for each in range(brigades))
        playing = game(f"{PLAIN}{SERBIAN}{stack}{depots}")
        for _ in range(9):
            if playing.decision.kind == "surplus":
                return True
            if state(playing).phase != "movement":
                break
            playing.play(PASS)
        return False

    too_many = next(number for number in range(2, 12) if crowded(number))
    depots = "unit sr-depot-1 26.18\nunit sr-depot-2 26.18\n"
    assert too_many > 2
    assert not crowded(too_many - 1, depots)


# Bridges


@pytest.mark.rule("21.2.2")
def test_an_enemy_who_marches_into_its_hex_removes_a_bridge() -> None:
    text = (
        "turn 11 movement austria-hungary\nunit ah-inf-xx-29 25.10 army=SYRMIEN\n"
        "pontoon 25.11/25.12 {} built\n"
    )
    playing = in_hand(text.format("serbia"), "ah-inf-xx-29")
    assert state(playing).pontoons
    playing.play(Go("25.11"))
    assert not state(playing).pontoons
    own = in_hand(text.format("austria-hungary"), "ah-inf-xx-29")
    own.play(Go("25.11"))
    assert state(own).pontoons


@pytest.mark.rule("21.2.3")
def test_the_donau_is_bridged_at_islands_alone_and_with_two_markers() -> None:
    head = "turn 11 finishing austria-hungary begun=no\n"
    board = game(head).setting.board

    def bridged(side: Side, more: str = "") -> Refusal | None:
        a, b = board.label(side.a), board.label(side.b)
        playing = game(f"{head}holder {a} {b} austria-hungary\n{more}")
        while playing.decision.kind != "bridges" or playing.decision.side != "austria-hungary":
            playing.play(playing.decision.default() or PASS)
        return playing.check(Bridge((min(a, b), max(a, b))))

    island = next(each for each in board.sides if {"donau", "island"} <= each.features)
    plain = next(each for each in board.sides if each.features == {"donau"})
    assert bridged(island) is None
    why = bridged(plain)
    assert why is not None
    assert "21.2.3" in why.rules
    used = "".join(
        f"pontoon {each} austria-hungary built\n" for each in ("25.11/25.12", "24.10/24.11", "23.10/23.11")
    )
    few = bridged(island, used)
    assert few is not None
    assert (few.rules, few.needed) == (("21.2.3",), 2)


@pytest.mark.rule("21.2.4", "25.1.1")
def test_a_squadron_that_comes_to_a_serbian_bridge_removes_it() -> None:
    text = "turn 3 movement austria-hungary\nunit ah-naval-sava 24.10\npontoon 25.11/25.12 {} built\n"
    playing = in_hand(text.format("serbia"), "ah-naval-sava")
    playing.play(Go("25.11"))
    assert not state(playing).pontoons
    own = in_hand(text.format("austria-hungary"), "ah-naval-sava")
    own.play(Go("25.11"))
    assert state(own).pontoons


# Squadrons


@pytest.mark.rule("25.1.1")
def test_a_squadron_sails_along_the_rivers_past_enemies_and_stops_with_none() -> None:
    text = "turn 3 movement austria-hungary\nunit ah-naval-sava 20.06\n"
    playing = in_hand(text + "unit sr-inf-xx-drina-1 21.08\n", "ah-naval-sava")
    assert "21.08" not in open_to(playing)
    assert "22.12" not in open_to(playing)  # no river
    playing.play(Go("21.10"))
    assert (place(playing, "ah-naval-sava"), state(playing).units["ah-naval-sava"].spent) == ("21.10", 4)


@pytest.mark.rule("25.1.1")
@pytest.mark.parametrize(("here", "there"), [("16.07", "17.07"), ("28.08", "28.09")])
def test_a_squadron_does_not_jump_over_land(here: str, there: str) -> None:
    playing = in_hand(f"turn 3 movement austria-hungary\nunit ah-naval-sava {here}\n", "ah-naval-sava")
    if there in open_to(playing):  # by a longer way
        playing.play(Go(there))
        assert state(playing).units["ah-naval-sava"].spent > 1
    else:
        assert playing.check(Go(there)) is not None


# Montenegro off the map

PLJEVLJA = "mn-inf-xx-pljevlja"


@pytest.mark.rule("24.4.1", "24.4.1(2)")
def test_montenegrins_leave_the_map_for_two_points_and_come_back_for_those_of_the_hex() -> None:
    leaving = in_hand(f"turn 5 movement serbia\nunit {PLJEVLJA} 16.29\n", PLJEVLJA)
    leaving.play(Go("montenegro-west"))
    assert (place(leaving, PLJEVLJA), state(leaving).units[PLJEVLJA].spent) == ("montenegro-west", 2)
    coming = in_hand(f"turn 5 movement serbia\nunit {PLJEVLJA} montenegro-west\n", PLJEVLJA)
    board, tables = state(coming).setting.board, state(coming).setting.tables
    coming.play(Go("16.29"))
    cost = tables.terrain[board.terrain[board["16.29"]]].movement
    assert (place(coming, PLJEVLJA), state(coming).units[PLJEVLJA].spent) == ("16.29", cost)
    serb = in_hand("turn 5 movement serbia\nunit sr-inf-xx-drina-1 16.29\n", "sr-inf-xx-drina-1")
    assert "montenegro-west" not in open_to(serb)


@pytest.mark.rule("24.4.1(2)")
def test_they_enter_in_an_enemy_zone_but_not_on_top_of_the_enemy() -> None:
    text = f"turn 5 movement serbia\nunit {PLJEVLJA} montenegro-west\nunit ah-inf-xx-1 {{}} army=SIXTH\n"
    assert "16.29" not in open_to(in_hand(text.format("16.29"), PLJEVLJA))
    assert "16.29" in open_to(in_hand(text.format("16.28"), PLJEVLJA))


@pytest.mark.rule("24.2.2")
@pytest.mark.parametrize(("moves", "status"), [(False, 2), (True, 3)])
def test_off_the_map_one_goes_a_box_a_phase_and_who_stays_recovers_a_level(moves: bool, status: int) -> None:
    playing = game(
        f"turn 5 movement serbia\nunit {PLJEVLJA} montenegro-west status=3 began=montenegro-west\n"
    )
    if moves:
        playing.play(Pick(PLJEVLJA))
        boxes = {to for to in open_to(playing) if to.startswith("montenegro")}
        assert boxes == {"montenegro-centre"}
        playing.play(Go("montenegro-centre"))
        assert Pick(PLJEVLJA) not in playing.decision.choices()
    phase_through(playing)
    assert state(playing).units[PLJEVLJA].status == status


# Recovery


@pytest.mark.rule("7.5.2")
@pytest.mark.parametrize(("away", "may"), [("26.11", True), ("26.12", False)])
def test_a_demoralized_formation_begins_to_recover_five_hexes_from_the_enemy(away: str, may: bool) -> None:
    other = f"unit Z 20.22 {SERB}\n"
    text = f"{PLAIN}turn 3 movement serbia\n{other}unit A 26.16 status=5 {SERB}\nunit E {away} {ENEMY}\n"
    playing = in_hand(text, "A")
    refusal = playing.check(Recover())
    assert (refusal is None) == may
    assert refusal is None or refusal.rules == ("7.5.2",)


@pytest.mark.rule("25.3", "7.5.2")
@pytest.mark.parametrize(
    ("status", "at", "enemy", "may"),
    [
        (1, "06.21", "06.22", True),
        (1, "06.22", "06.23", False),
        (5, "06.21", "06.23", True),
        (5, "06.21", "06.22", False),
    ],
)
def test_around_sarajevo_recovery_begins_nearer_to_the_enemy(
    status: int, at: str, enemy: str, may: bool
) -> None:
    text = (
        "turn 12 movement austria-hungary\n"
        f"unit ah-inf-xx-1 {at} army=SIXTH corps=15 status={status}\nunit S {enemy} {SERB}\n"
    )
    playing = in_hand(text, "ah-inf-xx-1")
    assert (playing.check(Recover()) is None) == may


# Places


@pytest.mark.rule("27.7")
@pytest.mark.parametrize(
    ("begins", "at", "points"),
    [("17.22", "16.22", 5), ("09.21", "08.21", 15), ("08.27", "07.26", 10), ("10.22", "09.21", 0)],
)
def test_serbia_is_paid_for_visegrad_and_for_coming_near_sarajevo_and_kalinovik(
    begins: str, at: str, points: int
) -> None:
    playing = in_hand(f"turn 3 movement serbia\nunit sr-inf-xx-drina-1 {begins}\n", "sr-inf-xx-drina-1")
    playing.play(Go(at))
    assert (place(playing, "sr-inf-xx-drina-1"), state(playing).lead) == (at, -points)


@pytest.mark.rule("25.4")
@pytest.mark.parametrize(("to", "placed"), [("07.26", True), ("09.27", False)])
def test_3_gb_is_placed_in_kalinovik_when_a_serbian_unit_comes_next_to_it(to: str, placed: bool) -> None:
    playing = in_hand(
        f"turn 14 movement serbia\nunit {PLJEVLJA} 08.27\nunit ah-fort-kalinovik 06.25\n", PLJEVLJA
    )
    playing.play(Go(to))
    assert ("ah-inf-x-3-gb" in state(playing).units) is placed
    assert not placed or place(playing, "ah-inf-x-3-gb") == "06.25"
