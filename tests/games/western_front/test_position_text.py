"""Positions as text: what is written is read again, and every mistake is named with its line."""

from __future__ import annotations

import random

import msgspec
import pytest

import hexfront
from hexfront.games.western_front import position_text
from hexfront.games.western_front.position import OFF_MAP, Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import MONTHLY_PHASES, SIDES, TURN_PHASES
from hexfront.kernel.errors import DataError
from hexfront.kernel.postext import PositionText, parse
from tests.games.western_front.builders import HEAD, node, position

BOARD = """
board corner=0101 shifted=even
| . . .
| . . .
side 0101-0201 rail=double
"""
DATED = BOARD + "date 1914-09-3 movement central-powers\n"


def written(of: WesternFrontPosition) -> str:
    text = PositionText(TITLE.name, of.setting.scenario)
    TITLE.write_position(of, text)
    return text.text()


def read_again(of: WesternFrontPosition) -> WesternFrontPosition:
    """What comes back when a position is written and read, dice aside."""
    text = parse(written(of))
    again = TITLE.read_position(TITLE.setting(of.setting.scenario, {}, (), of.setting.board), text)
    again.dice = of.dice.copy()
    return again


def random_position(seed: int) -> WesternFrontPosition:
    """The set-up of 1914 with everything in it that a position can hold, at random."""
    chance = random.Random(seed)
    made = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), seed)
    assert isinstance(made, WesternFrontPosition)
    nodes = [each for each in range(len(made.setting.board)) if not made.setting.closed[each]]
    turn = chance.randrange(8)
    made.date = TurnDate(1914 + chance.randrange(5), 1 + chance.randrange(12), turn)
    made.phase = chance.choice(TURN_PHASES if turn else MONTHLY_PHASES)
    made.active, made.begun = chance.choice(SIDES), chance.random() < 0.5
    for unit in list(made.units.values()):
        fields = msgspec.structs.fields(Unit)
        marks = {field.name: chance.random() < 0.2 for field in fields if field.type is bool}
        numbers = {
            field.name: chance.randrange(40)
            for field in fields
            if field.type is int and field.default == 0 and chance.random() < 0.2
        }
        at = chance.choice(nodes) if chance.random() < 0.3 else unit.at
        strength = chance.randrange(unit.strength + 1)
        changed = made.change(unit.name, at=at, strength=strength)
        made.change(unit.name, **marks, **numbers)
        if chance.random() < 0.1:
            made.remove(unit.name)
            if chance.random() < 0.5:
                made.gone.add(changed.name)
            else:
                pool = made.lost if chance.random() < 0.5 else made.waiting
                pool[changed.name] = Unit(changed.name, changed.piece, OFF_MAP, changed.strength)
    for _ in range(5):
        name = made.new_name("fr-supply")
        made.put(Unit(name, "fr-supply", chance.choice(nodes), 0, supply=chance.randrange(1, 11)))
    for each in chance.sample(nodes, 30):
        kind = chance.choice(sorted(made.setting.tables.markers))
        begun = TurnDate(1914, 11, chance.randrange(8)) if chance.random() < 0.5 else None
        made.set_marker(each, Marker(kind, chance.choice(SIDES), begun))
    for each in chance.sample(nodes, 30):
        made.rail[each] = chance.choice(("", "ge", "fr", "be"))
        made.holders[each] = chance.choice(SIDES)
    made.fought_over.update(chance.sample(nodes, 3))
    made.taken.update(("1606", "1606-1607"))
    made.rail_used.update(ge=chance.randrange(15), fr=3)
    made.track_used["2107-2108"] = 1
    made.demoralization["fr"] = chance.randrange(500)
    made.flags.update({"place: fr-inf-xx-mrc": 7, "has attacked: fr-hq-xxxx-1": 1})
    made.supply_due["ge"] = 50
    position_text.catch_up(made, parse(written(made)))
    return made


@pytest.mark.parametrize("seed", range(12))
def test_any_position_comes_back_as_it_was(seed: int) -> None:
    made = random_position(seed)
    again = read_again(made)
    assert again.units == made.units
    assert list(again.units) == list(made.units)
    assert again.digest() == made.digest()
    assert [sorted(each) for each in again.standing] == [sorted(each) for each in made.standing]
    assert again.central_control == made.central_control
    assert again.entente_control == made.entente_control
    assert written(again) == written(made)


def test_any_position_survives_being_saved_as_json() -> None:
    made = random_position(99)
    saved = msgspec.json.decode(msgspec.json.encode(made.as_data()))
    again = msgspec.convert(saved, WesternFrontPosition, str_keys=True)
    assert again.digest() == made.digest()


def test_described_pieces_come_back_with_everything_that_was_said() -> None:
    made = position(
        DATED
        + """
unit A 0101 nation=ru kind=inf size=x values=6-4 reduced=3 full=7 colour=ru-cossack designation=3Cos
unit GUN 0201 nation=ge kind=siege size=i values=8-RR strength=5
lost B nation=fr kind=cav values=1-6 strength=0
waiting C nation=gb values=9-5
"""
    )
    again = read_again(made)
    assert again.digest() == made.digest()
    for name in ("described-A", "described-GUN", "described-B", "described-C"):
        assert again.setting.pieces[name] == made.setting.pieces[name]
    assert again.piece(again.units["GUN"]).rail_bound


def test_a_described_piece_has_the_abilities_of_its_kind() -> None:
    made = position(
        DATED + "unit A 0101 nation=se kind=inf values=5-4\nunit B 0102 nation=ge kind=eng values=0-3\n"
    )
    assert made.piece(made.units["A"]).infantry
    assert made.piece(made.units["A"]).mountain  # [43-5]
    assert made.piece(made.units["B"]).engineer
    assert made.piece(made.units["B"]).label == "German B 0-3"


def test_marks_numbers_and_places_are_read() -> None:
    made = position(
        DATED
        + """
unit A 0101 unmobilized moved rode nation=ge values=8-5 strength=5 spent=45 army=ge-hq-xxxx-1 home=0201
unit 'fr-supply#3' 0202 supply=7
marker hindenburg line 0202 central-powers begun=1916-11-0
rail 0101 0201 cut
holder 0301 0302 central-powers
named 3
"""
    )
    unit = made.units["A"]
    assert (unit.mobilized, unit.moved, unit.rode, unit.attacked) == (False, True, True, False)
    assert (unit.strength, unit.spent, unit.army, unit.home) == (5, 45, "ge-hq-xxxx-1", node(made, "0201"))
    assert made.units["fr-supply#3"].supply == 7
    assert made.markers[node(made, "0202")] == Marker("hindenburg line", SIDES[0], TurnDate(1916, 11, 0))
    assert made.rail_network(node(made, "0101")) == ""
    assert made.holder(node(made, "0302")) == SIDES[0]
    assert made.new_name("fr-supply") == "fr-supply#4"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("unit ge-inf-xx-26 9999", '"9999" is not on the board'),
        ("unit ge-inf-xx-26x 0101", "there is no counter"),
        ("unit A 0101 nation=gr-", "there is no nation"),
        ("unit A 0101 nation=ge kind=lancers", 'there is no kind "lancers" (known: art, assault, bike, '),
        (
            "unit A 0101 nation=ge size=huge",
            'there is no size "huge" (known: -, i, ii, iii, x, xx, xxx, xxxx)',
        ),
        ("unit A 0101 ge inf 8-5", 'no counter "A" (to describe a unit in place, begin with nation=)'),
        ("unit A 0101 nation=ge surrounded", 'unknown mark "surrounded" (known: attacked, '),
        ("hex 0101 terrain=woods", 'terrain "woods" lies on hexsides (side 0101-HEX woods, or a sign '),
        ("unit A 0101 nation=ge values=six-4", '"six" is not a whole number'),
        ("unit A 0101 nation=ge values=6", "are not written like 6-4"),
        ("unit A 0101 asleep nation=ge", 'unknown mark "asleep"'),
        ("unit A 0101 nation=ge strenght=4", 'unknown attribute "strenght"'),
        ("unit A 0101 nation=ge strength=much", '"much" is not a whole number'),
        ("unit A 0101 nation=ge values=8-5 strength=-1", "strength=-1 is less than nothing"),
        ("unit A 0101 nation=ge values=8-5 strength=99", "strength=99 is more than the 8 of its counter"),
        ("unit ge-inf-xx-26 0101 strength=9", "strength=9 is more than the 8 of its counter"),
        ("unit A 0101 nation=ge kind=hq supply=-1", "supply=-1 is less than nothing"),
        ("unit A 0101 nation=ge values=8-5 reduced=-1", "reduced=-1 is less than nothing"),
        ("lost A nation=ge values=8-5 spent=-5", "spent=-5 is less than nothing"),
        ("demoralization fr -1", "-1 is less than nothing"),
        ("rail-used fr -1", "-1 is less than nothing"),
        ("unit A 0101 nation=ge home=7777", '"7777" is not on the board'),
        ("unit A", "it is written: unit NAME HEX"),
        ("marker ditch 0101 entente", 'unknown marker "ditch"'),
        ("marker trench 0101 neutrals", 'there is no side "neutrals"'),
        ("marker trench", "it is written: marker"),
        ("rail 0101 xx", "neither a nation"),
        ("rail 0101", "it is written: rail"),
        ("holder 0101 nobody", 'there is no side "nobody"'),
        ("date 1914-13 movement entente", "is not a turn such as"),
        ("date 1914-08-3 resting entente", "the phase is one of"),
        ("date 1914-08-0 movement entente", "the phase is one of trench completion"),
        ("date 1914-08-3", "it is written: date"),
        ("flag lorraine", "it is written: flag NAME NUMBER"),
        ("demoralization fr lots", '"lots" is not a whole number'),
        ("demoralization xx 3", 'there is no nation "xx"'),
        ("rail-used xx 3", 'there is no nation "xx"'),
        ("supply-due xx 3", 'there is no nation "xx"'),
        ("fought 0909", '"0909" is not on the board'),
        ("unti A 0101", 'unknown statement "unti"'),
    ],
)
def test_every_mistake_is_named_with_its_line(line: str, words: str) -> None:
    text = BOARD + line + "\n"
    number = (HEAD + text).splitlines().index(line) + 1
    with pytest.raises(DataError) as wrong:
        position(text)
    (fault,) = wrong.value.faults
    assert fault.line == number
    assert words in str(fault)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("nation=germany values=8-5", "nation=ge values=8-5"),
        ("nation=German kind=Infantry values=8-5", "nation=ge kind=inf values=8-5"),
        ("nation=great-britain kind=cavalry values=2-7", "nation=gb kind=cav values=2-7"),
        ("nation=british kind=tank size=brigade values=12-3", "nation=gb kind=tank size=x values=12-3"),
        ("nation=us size=Division values=12-4", "nation=us size=xx values=12-4"),
        ("nation=fr kind=artillery size=III values=6-4", "nation=fr kind=art size=iii values=6-4"),
        ("nation=fr kind=headquarters supply=20", "nation=fr kind=hq size=xxxx supply=20"),
        ("nation=fr kind=engineers values=0-3", "nation=fr kind=eng size=iii values=0-3"),
        ("nation=fr kind=fort values=12", "nation=fr kind=fortress values=12-0"),
        ("nation=fr kind=replacements values=4-3", "nation=fr kind=rpl values=4-3"),
    ],
)
def test_units_can_be_told_in_the_words_of_the_book(told: str, meant: str) -> None:
    one, other = (position(f"{DATED}unit A 0101 {words}\n") for words in (told, meant))
    assert one.piece(one.units["A"]) == other.piece(other.units["A"])


def test_markers_networks_and_points_can_be_told_in_other_words() -> None:
    told = "marker Hindenburg-Line 0202 central-powers\nrail 0101 0201 germany\ndemoralization French 12\n"
    made = position(DATED + told)
    assert made.markers[node(made, "0202")].kind == "hindenburg line"
    assert made.rail_network(node(made, "0201")) == "ge"
    assert made.demoralization["fr"] == 12


def test_hexes_can_be_named_by_what_lies_in_them() -> None:
    made = position("date 1914-09-1 movement entente\nunit A Verdun nation=fr values=6-4\n")
    assert made.units["A"].at == node(made, "2015")
    twins = "place 0101 Twin kinds=town\nplace 0202 Twin kinds=town\n"
    with pytest.raises(DataError, match='"twin" lies in 0101, 0202: name one of them'):
        position(f"{DATED}{twins}unit A twin nation=fr values=6-4\n")


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(DataError) as wrong:
        position(DATED + "unit A 0909 nation=ge\nholder 0101\nunit B 0101 nation=ge\nunit B 0102 nation=ge\n")
    assert [fault.what for fault in wrong.value.faults] == [
        '"0909" is not on the board',
        "it is written: holder HEX ... SIDE",
        'unit "B" stands twice',
    ]


def test_a_side_sees_no_supply_of_the_other_in_a_redacted_text() -> None:
    made = position(DATED + "unit HQ 0101 nation=ge kind=hq size=xxxx supply=40\n")
    redacted = TITLE.redact(made, SIDES[1])
    assert isinstance(redacted, WesternFrontPosition)
    assert "supply=40" not in written(redacted)
    poorer = position(DATED + "unit HQ 0101 nation=ge kind=hq size=xxxx supply=3\n")
    alike = TITLE.redact(poorer, SIDES[1])
    assert isinstance(alike, WesternFrontPosition)
    assert written(alike) == written(redacted)
    assert "supply=40" in written(made)


@pytest.mark.rule("33-5")
def test_a_unit_back_in_the_line_is_written_with_more_than_its_assault_strength() -> None:
    text = """title western-front
scenario western-front-1918
date 1918-04-1 movement central-powers
unit ge-assault-xx-4gd 2216 piece=ge-inf-xx-4gd strength=7 home=2216
"""
    position = hexfront.position(text).position
    assert position.units["ge-assault-xx-4gd"].strength == 7
    with pytest.raises(DataError, match="more than the 8 of its counter"):
        hexfront.position(text.replace("strength=7", "strength=9"))


def test_a_position_as_data_does_not_tell_in_which_order_its_sets_were_filled() -> None:
    start = hexfront.new("western-front/schlieffen-plan", seed=1).position
    hexes = [321, 772, 661, 293, 377, 236]
    told = []
    for order in (hexes, hexes[::-1]):
        twin = start.copy()
        twin.fought_over.clear()
        for at in order:
            twin.fought_over.add(at)
        told.append(list(twin.as_data()["fought_over"]))
    assert told[0] == told[1] == sorted(hexes)


def test_a_size_left_empty_is_none() -> None:
    for said in ("size=", "size=-"):
        of = position(f"unit F 1310 nation=fr kind=fortress {said} values=12-0\n")
        assert of.piece(of.units["F"]).size == "-"
