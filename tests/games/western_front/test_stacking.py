"""Chapter 11: how much may stand in a hex."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import GiveUp, Go, March, Pick, StackingRoom
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import crowding, movement, stacking
from hexfront.games.western_front.table.explanations import explain
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import FRONTIER, Play, game, node, position, table
from tests.games.western_front.played import at

BOARD = """
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
hex 0101 country=france
hex 0102 country=france
date 1914-09-1 movement entente
"""
HERE = "0202"


def made(*lines: str) -> WesternFrontPosition:
    return position(BOARD + "".join(f"unit {line}\n" for line in lines))


def several(count: int, line: str, name: str = "U") -> list[str]:
    return [f"{name}{number} {HERE} {line}" for number in range(count)]


DIVISION = "nation=fr kind=inf values=6-4"
GUNS = "nation=fr kind=art size=x values=3-3"


def load(of: WesternFrontPosition) -> tuple[int, int]:
    return stacking.load(of, node(of, HERE))[:2]


def is_overfull(of: WesternFrontPosition) -> bool:
    return stacking.is_overfull(of, node(of, HERE))


def room_for(of: WesternFrontPosition, name: str) -> bool:
    return stacking.room(of, node(of, HERE), [of.piece(of.units[name])])


@pytest.mark.rule("11-1")
@pytest.mark.parametrize(("count", "room"), [(5, True), (6, False)])
def test_six_divisions_fill_a_hex(count: int, room: bool) -> None:
    of = made(*several(count, DIVISION), f"X 0302 {DIVISION}")
    assert room_for(of, "X") == room
    of.change("X", at=node(of, HERE))
    assert is_overfull(of) != room


@pytest.mark.rule("11-1")
def test_a_side_does_not_end_its_movement_with_seven_divisions_in_a_hex() -> None:
    of = made(*several(7, DIVISION))
    refusal = crowding.why_not_end_phase(of, ENTENTE)
    assert refusal is not None
    assert (refusal.rules, refusal.needed, refusal.had) == (("11-1",), 6, 7)
    assert crowding.why_not_end_phase(of, CENTRAL_POWERS) is None
    assert movement.destinations(of, ["U0"])  # within the phase nobody minds
    assert crowding.why_not_end_phase(made(*several(6, DIVISION)), ENTENTE) is None


@pytest.mark.rule("11-2")
def test_a_weakened_division_takes_the_room_of_a_full_one() -> None:
    weak = [f"{line} strength=1" for line in several(6, DIVISION)]
    of = made(*weak, f"X 0302 {DIVISION} strength=1")
    assert load(of) == (12, 0)
    assert not room_for(of, "X")


@pytest.mark.rule("11-3")
def test_the_owner_of_an_overfull_hex_picks_who_is_lost() -> None:
    of = made(*several(7, DIVISION), f"HQ {HERE} nation=fr kind=hq size=xxxx supply=10")
    play = Play(stacking.enforce(table(of), of))
    assert play.asked is not None
    assert play.asked.side == ENTENTE
    assert play.choices == [GiveUp(f"U{number}") for number in range(7)]  # not the headquarters
    play.answer(GiveUp("U3"))
    assert play.over
    assert "U3" not in of.units
    assert "U3" in of.lost
    assert load(of) == (12, 0)


@pytest.mark.rule("11-3")
def test_only_artillery_goes_where_there_is_too_much_of_it() -> None:
    of = made(*several(2, DIVISION), *several(4, GUNS, "G"))
    play = Play(stacking.enforce(table(of), of))
    assert play.choices == [GiveUp(f"G{number}") for number in range(4)]
    assert Play(stacking.enforce(table(of), made(*several(6, DIVISION)))).over


@pytest.mark.rule("11-4", "29-3")
@pytest.mark.parametrize(("count", "room"), [(2, True), (3, False)])
def test_three_artillery_units_stand_beside_six_divisions(count: int, room: bool) -> None:
    of = made(*several(6, DIVISION), *several(count, GUNS, "G"), f"X 0302 {GUNS}")
    assert load(of) == (12, count)
    assert not is_overfull(of)
    assert room_for(of, "X") == room


@pytest.mark.rule("29-3", "11-4")
def test_siege_artillery_is_artillery_too() -> None:
    of = made(
        *several(2, "nation=fr kind=siege size=ii values=4-3"), *several(1, GUNS, "G"), f"X 0302 {GUNS}"
    )
    assert load(of) == (0, 3)
    assert not room_for(of, "X")


@pytest.mark.rule("11-5", "18-5", "21-6")
@pytest.mark.parametrize(
    "line",
    [
        "nation=fr kind=fortress size= values=12-0",
        "nation=fr kind=eng size=iii values=0-3",
        "nation=fr kind=hq size=xxxx supply=10",
    ],
    ids=["fortress", "engineers", "headquarters"],
)
def test_fortresses_engineers_and_headquarters_need_no_room(line: str) -> None:
    of = made(*several(6, DIVISION), f"X {HERE} {line}")
    assert load(of) == (12, 0)
    assert not is_overfull(of)


@pytest.mark.rule("11-5")
def test_markers_need_no_room() -> None:
    of = position(BOARD + f"marker trench {HERE} entente\n" + f"unit X 0302 {DIVISION}\n")
    assert load(of) == (0, 0)
    assert room_for(of, "X")


@pytest.mark.rule("11-6")
@pytest.mark.parametrize("size", ["iii", "x"])
def test_other_regiments_and_brigades_are_half_divisions(size: str) -> None:
    """Cavalry brigades never make a division together, so that 27-3 is not in the way."""
    of = made(*several(5, DIVISION), *several(2, f"nation=fr kind=cav size={size} values=1-6", "C"))
    assert load(of) == (12, 0)
    assert not is_overfull(of)
    assert is_overfull(
        made(*several(5, DIVISION), *several(3, f"nation=fr kind=cav size={size} values=1-6", "C"))
    )


@pytest.mark.rule("11-7")
def test_nations_and_kinds_of_a_side_share_a_hex() -> None:
    lines = ["fr kind=inf", "gb kind=cav", "be kind=inf", "fr kind=mtn", "us kind=art", "gb kind=tank"]
    of = made(*(f"U{number} {HERE} nation={each} values=4-4" for number, each in enumerate(lines)))
    assert not is_overfull(of)
    assert list(stacking.findings(of)) == []
    for name, unit in list(of.units.items()):
        of.change(name, at=node(of, "0302"))
        assert room_for(of, name), name
        of.change(name, at=unit.at)


@pytest.mark.rule("27-3")
def test_four_regiments_take_the_room_of_the_division_they_make() -> None:
    """The book's five 2-5 regiments: four are a division, and the fifth takes its own room."""
    regiment = "nation=ge kind=inf size=iii values=2-5 full=8"
    loads = [load(made(*several(count, regiment))) for count in range(10)]
    assert [halves for halves, _ in loads] == [0, 1, 2, 2, 2, 3, 4, 4, 4, 5]


@pytest.mark.rule("27-3")
def test_room_for_regiments_is_kept_as_they_come_and_go() -> None:
    regiment = "nation=ge kind=inf size=iii values=2-5 full=8"
    of = made(*several(5, "nation=ge kind=inf values=8-5", "D"), *several(4, regiment), f"X 0302 {regiment}")
    assert load(of) == (12, 0)
    assert not is_overfull(of)
    assert not room_for(of, "X")
    assert stacking.room(of, node(of, HERE), [of.piece(of.units["X"])], leaving=["U0"])
    of.remove("U0")
    assert load(of) == (12, 0)  # three of them are still the division
    assert room_for(of, "X")
    of.change("X", at=node(of, HERE))
    assert load(of) == (12, 0)
    of.remove("U1")
    of.remove("U2")
    of.remove("U3")
    assert load(of) == (11, 0)


@pytest.mark.rule("27-3")
def test_regiments_of_different_kinds_make_no_division_together() -> None:
    infantry = several(2, "nation=ge kind=inf size=iii values=2-5 full=8")
    mountain = several(1, "nation=ge kind=mtn size=iii values=3-5 full=7 colour=german-mountain", "M")
    assert load(made(*infantry, *mountain)) == (3, 0)


@pytest.mark.rule("11-1", "11-3")
def test_movement_cannot_be_ended_but_force_is_dealt_with() -> None:
    of = made(*several(7, DIVISION))
    refusal = sequence.why_not_end_movement(of, ENTENTE)
    assert isinstance(refusal, Refusal)
    assert "11-1" in refusal.rules


@pytest.mark.rule("11-1")
def test_whoever_takes_the_recommended_answers_empties_a_crowded_hex() -> None:
    lines = "".join(f"unit {line}\n" for line in several(8, DIVISION))
    playing = game(BOARD + lines)
    for _ in range(30):
        advised = playing.decision.default()
        assert advised is not None
        playing.play(advised)
        if playing.position.phase != "movement":
            break
    of = playing.position
    assert isinstance(of, WesternFrontPosition)
    assert of.phase != "movement"
    assert not is_overfull(of)
    assert len(of.units) == 8  # nobody was given up for want of room


TANKS = """
unit B 0201 nation=gb kind=tank size=x values=8-3
unit C 0202 nation=gb kind=tank size=x values=8-3
unit D 0301 nation=gb kind=inf values=6-4
"""
HEADQUARTERS = "unit H 0202 nation=gb kind=hq size=xxxx supply=10\n"
ENEMY = "unit G 0302 nation=ge kind=inf values=8-5\n"


@pytest.mark.rule("WF 10-7")
@pytest.mark.parametrize(("more", "room"), [("", False), (HEADQUARTERS, True), (HEADQUARTERS + ENEMY, False)])
def test_a_second_tank_brigade_stands_only_with_a_headquarters_out_of_enemy_zones(
    more: str, room: bool
) -> None:
    played = game("date 1914-09-2 movement entente\n" + FRONTIER + TANKS + more)
    played.play_all([Pick("B"), Go("0202")])
    while played.decision.kind != "move":
        played.play(PASS)
    assert (PASS in played.decision.choices()) == room
    refusal = played.check(PASS)
    assert room or (refusal is not None and refusal.rules == ("WF 10-7",))
    assert room or "at most 3, has 6" in str(refusal)


@pytest.mark.rule("WF 10-7")
def test_three_tank_battalions_stand_beside_six_divisions() -> None:
    battalions = several(3, "nation=gb kind=tank size=ii values=4-3", "T")
    of = made(*several(6, DIVISION), *battalions, "X 0302 nation=gb kind=tank size=ii values=4-3")
    assert not is_overfull(of)
    assert not room_for(of, "X")
    assert "tank battalions 3 of 3" in str(explain(of, StackingRoom(HERE)))


@pytest.mark.rule("27-3")
def test_the_room_of_parts_that_make_up_a_division_explains_itself() -> None:
    regiments = several(4, "nation=ge kind=inf size=iii values=2-5 full=8")
    ledger = explain(made(*regiments), StackingRoom(HERE))
    assert ledger.total == 10  # half divisions: four regiments are one division
    assert ledger.terms[-1].rule == "27-3"
    assert ledger.terms[-1].value == 2


# In play


def crowding_refusal(*lines: str, ground: str = "") -> tuple[tuple[str, ...], object, object] | None:
    """What keeps the Entente from ending its movement."""
    playing = game(BOARD + ground + "".join(f"unit {line}\n" for line in lines))
    refusal = playing.check(PASS)
    assert (refusal is None) == (PASS in playing.decision.choices())
    return (refusal.rules, refusal.needed, refusal.had) if refusal else None


TOO_MANY = (("11-1",), 6, 7)
A_HALF_TOO_MANY = (("11-1",), 6, 6.5)


@pytest.mark.rule("11-1", "11-2")
@pytest.mark.parametrize("state", ["", " strength=1", " strength=0", " entrained", " moved"])
def test_a_phase_does_not_end_with_seven_divisions_in_a_hex_however_weak(state: str) -> None:
    six, strong = several(6, DIVISION + state), f"S {HERE} {DIVISION}"
    assert crowding_refusal(*six) is None
    assert crowding_refusal(*six, strong) == TOO_MANY


@pytest.mark.rule("11-4", "29-3")
@pytest.mark.parametrize("guns", [GUNS, "nation=fr kind=siege size=ii values=4-3"])
def test_a_phase_does_not_end_with_a_fourth_artillery_unit_beside_six_divisions(guns: str) -> None:
    assert crowding_refusal(*several(6, DIVISION), *several(3, guns, "G")) is None
    assert crowding_refusal(*several(4, guns, "G")) == (("11-4",), 3, 4)
    assert crowding_refusal(*several(3, guns, "G"), f"X {HERE} {GUNS}") == (("11-4",), 3, 4)


@pytest.mark.rule("11-5", "18-5", "21-6", "9-8")
@pytest.mark.parametrize(
    "line",
    [
        "nation=fr kind=fortress size= values=12-0",
        "nation=fr kind=eng size=iii values=0-3",
        "nation=fr kind=hq size=xxxx supply=10",
    ],
    ids=["fortress", "engineers", "headquarters"],
)
def test_a_phase_ends_with_fortress_engineers_or_headquarters_beside_a_full_stack(line: str) -> None:
    full = [*several(6, DIVISION), *several(3, GUNS, "G")]
    trench = f"marker trench {HERE} entente\n"
    assert crowding_refusal(*full, *several(2, line, "E"), ground=trench) is None
    assert crowding_refusal(*full, *several(1, DIVISION, "E"), ground=trench) == TOO_MANY


@pytest.mark.rule("11-6")
@pytest.mark.parametrize("size", ["iii", "x"])
def test_a_phase_ends_with_two_brigades_beside_five_divisions_but_not_with_three(size: str) -> None:
    brigade = f"nation=fr kind=cav size={size} values=1-6"
    assert crowding_refusal(*several(5, DIVISION), *several(2, brigade, "C")) is None
    assert crowding_refusal(*several(5, DIVISION), *several(3, brigade, "C")) == A_HALF_TOO_MANY


@pytest.mark.rule("24-2")
def test_replacements_take_the_room_of_a_division_whatever_their_strength() -> None:
    replacements = "nation=fr kind=rpl values=1-4"
    assert crowding_refusal(*several(5, DIVISION), *several(1, replacements, "R")) is None
    assert crowding_refusal(*several(6, DIVISION), *several(1, replacements, "R")) == TOO_MANY


@pytest.mark.rule("27-3")
def test_a_phase_ends_with_a_division_of_regiments_beside_five_but_not_with_one_regiment_more() -> None:
    regiment = "nation=fr kind=inf size=iii values=2-4 full=6"
    assert crowding_refusal(*several(5, DIVISION), *several(3, regiment, "R")) is None
    assert crowding_refusal(*several(5, DIVISION), *several(4, regiment, "R")) == A_HALF_TOO_MANY


@pytest.mark.rule("11-7")
@pytest.mark.parametrize("line", ["nation=gb kind=inf values=9-5", "nation=be kind=cav values=1-5"])
def test_allies_march_into_the_hex_of_a_french_stack_and_stay(line: str) -> None:
    playing = game(BOARD + f"unit A 0302 {line}\nunit X {HERE} {DIVISION}\n")
    playing.play(March(("A",), HERE))
    assert at(playing, "A") == HERE
    assert PASS in playing.decision.choices()


@pytest.mark.rule("11-9")
@pytest.mark.parametrize(
    ("seas", "divisions", "guns"),
    [
        (("0201", "0203", "0102"), 6, 3),
        (("0201", "0203", "0102", "0103"), 4, 2),
        (("0201", "0203", "0102", "0103", "0303"), 2, 1),
    ],
    ids=["three land sides", "two", "one"],
)
def test_a_hex_between_the_seas_holds_a_third_less_for_each_land_side_missing(
    seas: tuple[str, ...], divisions: int, guns: int
) -> None:
    ground = "".join(f"side {HERE}-{other} ocean\n" for other in seas)
    fitting = [*several(divisions, DIVISION), *several(guns, GUNS, "G")]
    assert crowding_refusal(*fitting, ground=ground) is None
    refused = crowding_refusal(*fitting, f"X {HERE} {DIVISION}", ground=ground)
    assert refused == (("11-1",), divisions, divisions + 1)
    refused = crowding_refusal(*fitting, f"X {HERE} {GUNS}", ground=ground)
    assert refused == (("11-4",), guns, guns + 1)
