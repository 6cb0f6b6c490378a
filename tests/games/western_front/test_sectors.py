"""Scenario book, WF 12-2 to 12-10: the sectors of the Entente."""

from __future__ import annotations

from random import Random

import pytest

import hexfront
from hexfront.games.western_front.orders import Hold, March, SectorGuests
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import game_at, node, table
from tests.games.western_front.test_front_lines import start


def moving(scenario: str, **options: str) -> WesternFrontPosition:
    of = start(scenario, **options)
    of.phase, of.active = MOVEMENT, ENTENTE
    return of


def labels(of: WesternFrontPosition, nodes: tuple[int, ...]) -> list[str]:
    return sorted(of.setting.board.label(each) for each in nodes)


@pytest.mark.rule("WF 12-5")
def test_the_example_of_the_british_sector_three_hexes_deep() -> None:
    of = start("second-ypres-and-artois")
    (sector,) = sectors.layout(of).of("gb")
    assert labels(of, sector.front) == ["0907", "0908", "1006"]
    assert labels(of, sector.second) == ["0806", "0807"]
    assert labels(of, sector.third) == ["0707"]


@pytest.mark.rule("WF 12-4", "WF 12-2")
def test_each_sector_has_two_flank_hexes() -> None:
    of = start("verdun")
    first, second = sectors.layout(of).of("gb")
    assert [of.setting.board.label(each) for each in first.flanks] == ["1006", "0908"]
    assert [of.setting.board.label(each) for each in second.flanks] == ["0910", "0911"]
    (belgian,) = sectors.layout(of).of("be")
    assert belgian.flanks == (node(of, "0905"), node(of, "0905"))


@pytest.mark.rule("WF 12-2")
@pytest.mark.parametrize(
    ("nation", "home"), [("it", "fr"), ("ru", "fr"), ("pl", "fr"), ("cz", "fr"), ("po", "gb")]
)
def test_contingents_belong_to_the_sectors_of_others(nation: str, home: str) -> None:
    pieces = start("western-front-1918").setting.pieces.values()
    assert {sectors.nation_of(piece) for piece in pieces if piece.nation == nation} == {home}


def why(of: WesternFrontPosition, name: str, label: str) -> tuple[str, ...]:
    refusal = sectors.why_not(of, [of.piece(of.units[name])], node(of, label))
    return () if refusal is None else refusal.rules


@pytest.mark.parametrize("scenario", ["verdun", "somme", "western-front-1918"])
def test_hexes_closed_to_a_group_are_those_to_which_there_is_an_objection(scenario: str) -> None:
    of, draw = moving(scenario), Random(5)
    drawn, everywhere = sectors.layout(of), range(len(of.setting.board))
    closed = 0
    for size in (1, 1, 1, 2, 3) * 8:
        pieces = [of.piece(unit) for unit in draw.sample(of.of_side("entente"), size)]
        found = sectors.closed_to(of, pieces, everywhere, drawn)
        assert found == {at for at in everywhere if sectors.why_not(of, pieces, at) is not None}
        closed += bool(found)
    assert 10 < closed <= 40


@pytest.mark.rule("WF 12-7")
def test_the_french_may_be_in_or_next_to_flank_hexes_only() -> None:
    of = moving("somme")  # the British hold 1006 to 0911
    assert why(of, "fr-inf-xx-1", "0908") == ("WF 12-7",)
    assert why(of, "fr-inf-xx-1", "0808") == ("WF 12-7",)
    assert why(of, "fr-inf-xx-1", "0911") == ()
    assert why(of, "fr-inf-xx-1", "0811") == ()
    assert why(of, "gb-inf-xx-9", "0912") == ("WF 12-7",)
    assert why(of, "gb-inf-xx-9", "0908") == ()
    assert why(of, "gb-inf-xx-9", "0406") == ()  # behind all sectors


@pytest.mark.rule("WF 12-7")
def test_a_march_into_the_sector_of_an_ally_is_refused_in_a_game() -> None:
    of = moving("somme")
    free = next(name for name in of.units if name.startswith("fr-inf-xx-"))
    of.change(free, at=node(of, "0710"), strength=3)
    game = game_at(of)
    assert "0809" in of.setting.board
    with pytest.raises(Refusal) as refused:
        game.play(March((free,), "0809"))
    assert "WF 12-7" in refused.value.rules
    game.play(March((free,), "0711"))


@pytest.mark.rule("WF 12-7")
def test_trespassers_are_named_as_the_phase_ends() -> None:
    of = moving("somme")
    free = next(name for name in of.units if name.startswith("fr-inf-xx-"))
    of.change(free, at=node(of, "0808"))  # driven there by a retreat
    assert [(unit.name, host) for unit, host in sectors.trespassers(of)] == [(free, "gb")]
    game = game_at(of)
    game.play(PASS)
    assert any("trespasses" in event.text and "WF 12-7" in event.rules for event in game.events)


@pytest.mark.rule("WF 12-10")
def test_six_british_divisions_may_be_guests_in_1918_and_none_before() -> None:
    of = moving("western-front-1918")
    found = sectors.layout(of)
    placed = sectors.guests(of, "gb", found)
    spare = [
        unit.name
        for unit in of.of_side(ENTENTE)
        if of.piece(unit).nation == "gb"
        and of.piece(unit).kind == "inf"
        and of.piece(unit).size == "xx"
        and not sectors.host_of(of, found, "gb", unit.at)
    ]
    room = 6 - placed // 2
    for name in spare[:room]:
        assert why(of, name, "1515") == ()
        of.change(name, at=node(of, "1515"))
    assert why(of, spare[room], "1515") == ("WF 12-10",)
    assert sectors.trespassers(of) == []
    earlier = moving("nivelle-offensive")
    assert why(earlier, "gb-inf-xx-27" if "gb-inf-xx-27" in earlier.units else "gb-inf-xx-9", "1515") == (
        "WF 12-7",
    )


@pytest.mark.rule("WF 12-9", "WF 11-1")
def test_guests_of_the_united_states_are_counted_and_halved_by_their_own_headquarters() -> None:
    of = moving("western-front-1918")
    assert sectors.guests_allowed(of, "us") == ("WF 12-9", 16)
    assert sectors.guests(of, "us", sectors.layout(of)) == 2 * 2  # two brigades and a division beyond 2217
    of.put(Unit("us-hq-xxxx-1", "us-hq-xxxx-1", node(of, "2218"), 0))
    assert sectors.guests_allowed(of, "us") == ("WF 12-9", 8)


# Changing sectors


@pytest.mark.rule("WF 12-6")
def test_a_neighbour_takes_a_front_hex_over_before_anything_has_moved() -> None:
    of = moving("somme")
    game = game_at(of)
    game.play(Hold("0912", "gb"))
    here = game.position
    assert isinstance(here, WesternFrontPosition)
    (sector,) = sectors.layout(here).of("gb")
    assert sector.front[-1] == node(here, "0912")
    assert any("WF 12-6" in event.rules for event in game.events)
    assert why(here, "gb-inf-xx-9", "0912") == ()
    game.play(Hold("0912", "fr"))
    moved = next(
        unit.name
        for unit in here.of_side(ENTENTE)
        if here.piece(unit).nation == "fr" and here.piece(unit).cavalry
    )
    here.change(moved, moved=True)
    with pytest.raises(Refusal) as refused:
        game.play(Hold("0912", "gb"))
    assert "WF 12-6" in refused.value.rules


@pytest.mark.rule("WF 12-6")
def test_a_second_sector_needs_a_second_headquarters_and_there_is_never_a_third() -> None:
    of = moving("somme")

    def refused(at: str, nation: str) -> tuple[str, ...]:
        refusal = sectors.why_not_hold(of, ENTENTE, Hold(at, nation))
        return () if refusal is None else refusal.rules

    assert refused("0908", "fr") == ()  # in the middle: two sectors are left of one
    assert refused("1515", "gb") == ()  # a second sector; Britain has five headquarters
    assert refused("1515", "be") != ()
    assert refused("1515", "us") == ()  # the first sector needs none
    assert refused("0805", "gb") == ("WF 12-6",)  # not on the front line
    sectors.assign(of, [*sectors.fronts(of), ("gb", [node(of, "1515")])])
    assert refused("1815", "gb") == ("WF 12-6",)  # never a third
    assert refused("0908", "fr") == ("WF 12-6",)
    for unit in list(of.headquarters_of(ENTENTE)):
        if of.piece(unit).nation == "gb" and unit.name != "gb-hq-xxxx-1":
            of.remove(unit.name)
    sectors.assign(of, sectors.fronts(of)[:2])
    assert refused("1515", "gb") == ("WF 12-6",)
    assert refused("0908", "fr") == ("WF 12-6",)


@pytest.mark.rule("WF 12-6", "WF 12-4")
def test_a_sector_may_be_parted_and_joined_again_in_a_game() -> None:
    game = game_at(moving("somme"))
    here = game.position
    assert isinstance(here, WesternFrontPosition)
    (whole,) = sectors.layout(here).of("gb")
    game.play(Hold("0908", "fr"))
    parts = sectors.layout(here).of("gb")
    assert [labels(here, part.front) for part in parts] == [
        ["0906", "0907", "1006"],
        ["0909", "0910", "0911"],
    ]
    assert {flank for part in parts for flank in part.flanks} >= {node(here, "0907"), node(here, "0909")}
    refusal = game.check(Hold("1515", "gb"))
    assert refusal is not None
    assert refusal.rules == ("WF 12-6",)
    game.play(Hold("0908", "gb"))
    (again,) = sectors.layout(here).of("gb")
    assert set(again.flanks) == set(whole.flanks)
    assert sorted(again.front) == sorted(whole.front)


def unit_at(of: WesternFrontPosition, nation: str, label: str, kind: str = "inf") -> str:
    """A division of a nation, put into a hex; the strongest room is made for it."""
    found = next(
        unit.name
        for unit in of.of_side(ENTENTE)
        if of.piece(unit).nation == nation and of.piece(unit).kind == kind and of.piece(unit).size == "xx"
    )
    of.change(found, at=node(of, label))
    return found


@pytest.mark.rule("WF 12-5", "WF 12-7", "WF 12-3")
def test_in_the_example_the_french_keep_out_of_the_third_row_and_may_stand_beside_it() -> None:
    of = moving("second-ypres-and-artois")
    name = unit_at(of, "fr", "0606")
    game = game_at(of)
    refusal = game.check(March((name,), "0707"))
    assert refusal is not None
    assert refusal.rules == ("WF 12-7",)
    assert game.check(March((name,), "0607")) is None


@pytest.mark.rule("WF 12-2")
def test_contingents_are_bound_in_a_game_as_those_they_count_with() -> None:
    of = moving("western-front-1918")
    portuguese = next(unit.name for unit in of.of_side(ENTENTE) if of.piece(unit).nation == "po")
    italians = next(
        unit.name for unit in of.of_side(ENTENTE) if of.piece(unit).nation in ("it", "ru", "pl", "cz")
    )
    front = "0908"  # in the middle of the British sector
    for unit in of.units_at(node(of, front)):
        of.remove(unit.name)
    of.change(portuguese, at=node(of, "0808"))
    of.change(italians, at=node(of, "0808"))
    assert why(of, portuguese, front) == ()
    game = game_at(of)
    refusal = game.check(March((italians,), front))
    assert refusal is not None
    assert "WF 12-7" in refusal.rules
    assert game.check(March((portuguese,), front)) is None


@pytest.mark.rule("WF 12-8")
def test_belgians_without_a_sector_stay_in_belgium_or_as_near_to_it_as_they_can() -> None:
    of = moving("somme")
    sectors.assign(of, [each for each in sectors.fronts(of) if each[0] != "be"])
    name = unit_at(of, "be", "0805")
    game = game_at(of)
    assert game.check(March((name,), "0905")) is None  # Belgium, whoever holds the sector
    refusal = game.check(March((name,), "0706"))
    assert refusal is not None
    assert refusal.rules == ("WF 12-8",)
    of = moving("somme")
    sectors.assign(of, [each for each in sectors.fronts(of) if each[0] != "be"])
    name = unit_at(of, "be", "0406")
    game = game_at(of)
    going = [label for label in ("0405", "0506", "0505", "0507") if game.check(March((name,), label)) is None]
    far = of.setting.hexes_from(
        frozenset(each for each, land in enumerate(of.setting.board.country) if land == "belgium")
    )
    assert len({far[node(of, label)] for label in going}) <= 1  # only the nearest


@pytest.mark.rule("WF 12-9", "WF 11-1")
def test_a_division_of_the_united_states_beyond_the_allowance_is_refused_in_a_game() -> None:
    of = moving("western-front-1918")
    of.put(Unit("us-hq-xxxx-1", "us-hq-xxxx-1", node(of, "2217"), 0))
    spare = [key for key, piece in of.setting.pieces.items() if key.startswith("us-inf-xx-")]
    for key in spare:
        if key not in of.units:
            of.put(Unit(key, key, node(of, "0712" if len(of.units_at(node(of, "0712"))) < 3 else "0612"), 12))
    found = sectors.layout(of)
    outside = [unit.name for unit, _ in sectors.guest_list(of, "us", found)]
    for name in outside:
        of.remove(name)
    guests = [unit.name for unit in of.units_at(node(of, "0612")) if of.piece(unit).nation == "us"]
    for at, name in enumerate(guests[:8]):
        of.change(name, at=node(of, ("1415", "1515")[at % 2]))
    coming = guests[8]
    of.change(coming, at=node(of, "1417"))
    game = game_at(of)
    assert game.explain(SectorGuests("us")).total == 0
    refusal = game.check(March((coming,), "1416"))
    assert refusal is not None
    assert "WF 12-9" in refusal.rules
    of.remove(guests[0])
    assert game_at(of).explain(SectorGuests("us")).total == 2


@pytest.mark.rule("WF 12-8")
def test_belgians_leave_belgium_only_when_they_hold_all_of_it() -> None:
    of = moving("second-ypres-and-artois")
    sectors.assign(of, [("be", [node(of, "0905")]), ("gb", [node(of, "0908")])])
    refusal = sectors.why_not_hold(of, ENTENTE, Hold("1515", "be"))
    assert refusal is not None
    sectors.assign(of, [("be", [node(of, label) for label in ("0905", "0906")])])
    refusal = sectors.why_not_hold(of, ENTENTE, Hold("0907", "be"))
    assert refusal is not None
    assert refusal.rules == ("WF 12-8",)
    sectors.assign(of, [("be", [node(of, label) for label in ("0905", "0906", "1006")])])
    assert sectors.why_not_hold(of, ENTENTE, Hold("0907", "be")) is None


@pytest.mark.rule("WF 12-6")
def test_sectors_follow_the_line() -> None:
    of = moving("somme")
    of.holders[node(of, "0908")] = CENTRAL_POWERS
    of.holders[node(of, "1011")] = ENTENTE
    for unit in of.units_at(node(of, "1011")):
        of.remove(unit.name)
    british = next(unit for unit in of.units_at(node(of, "0911")) if of.piece(unit).nation == "gb")
    of.change(british.name, at=node(of, "1011"))
    sectors.renew(table(of), of)
    front = {node_ for nation, hexes in sectors.fronts(of) if nation == "gb" for node_ in hexes}
    assert node(of, "0908") not in front
    assert node(of, "1011") in front


def british(of: WesternFrontPosition) -> list[list[str]]:
    """The British sectors as the next Entente movement phase begins, hex by hex."""
    of.begun = False
    game_at(of).check(PASS)
    return [[*map(of.setting.board.label, hexes)] for nation, hexes in sectors.fronts(of) if nation == "gb"]


def lose(of: WesternFrontPosition, label: str, to: str) -> None:
    """The Germans have taken a front hex; whoever held it stands in another."""
    gone = [unit.name for unit in of.units_at(node(of, label))]
    attacker = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).kind == "inf")
    for name in gone:
        of.change(name, at=node(of, to))
    of.change(attacker.name, at=node(of, label))
    of.holders[node(of, label)] = CENTRAL_POWERS


@pytest.mark.rule("WF 12-6")
def test_who_falls_back_from_the_middle_of_a_sector_keeps_it_whole() -> None:
    of = moving("somme")
    lose(of, "0908", "0808")
    (front,) = british(of)
    assert front == ["1006", "0906", "0907", "0807", "0808", "0909", "0910", "0911"]  # both rows behind
    assert not [unit for unit, _ in sectors.trespassers(of) if of.piece(unit).nation == "gb"]
    assert why(of, "fr-inf-xx-1", "0808") == ("WF 12-7",)


@pytest.mark.rule("WF 12-6")
@pytest.mark.parametrize(
    ("headquarters", "kept"),
    [(2, [["1006", "0906", "0907"], ["0909", "0910", "0911"]]), (1, [["1006", "0906", "0907"]])],
)
def test_a_sector_torn_apart_needs_two_headquarters(headquarters: int, kept: list[list[str]]) -> None:
    of = moving("somme")
    staffs = [unit for unit in of.headquarters_of(ENTENTE) if of.piece(unit).nation == "gb"]
    behind = [unit for label in ("0807", "0808") for unit in of.units_at(node(of, label))]
    for unit in staffs[headquarters:]:
        of.remove(unit.name)
    for unit in behind:
        if unit.name in of.units:
            of.change(unit.name, at=node(of, "0607"))
    lose(of, "0908", "0607")  # nobody holds what is behind it
    assert british(of) == kept


@pytest.mark.rule("WF 12-6")
def test_a_second_sector_is_given_up_with_the_second_headquarters() -> None:
    of = moving("verdun")
    staffs = [unit for unit in of.headquarters_of(ENTENTE) if of.piece(unit).nation == "gb"]
    assert len(british(of)) == 2
    for unit in staffs[1:]:
        of.remove(unit.name)
    assert british(of) == [["1006", "0907", "0908"]]
    assert sectors.why_not_hold(of, ENTENTE, Hold("0906", "be")) is None  # others are not held up by it


def test_1914_has_no_sectors() -> None:
    game = hexfront.new("western-front/schlieffen-plan", seed=1)
    of = game.position
    assert isinstance(of, WesternFrontPosition)
    assert sectors.layout(of).sectors == ()
    assert list(sectors.movement_choices(of, ENTENTE)) == []
