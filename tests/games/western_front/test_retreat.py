"""Chapter 14: how a stack goes back, and what is lost on the way."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Assault, ChooseTerrain, RetreatTo, Stand, Supply, Withdraw
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import column_attack, combat, losses, retreat
from hexfront.games.western_front.rules.battle import defending_units
from hexfront.games.western_front.rules.retreat_hexes import Ground
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from tests.games.western_front.builders import Play, game, node, table
from tests.games.western_front.played import Fought, fight, listed, state
from tests.games.western_front.retreats import BOARD, DATE, FRENCH, GERMANS, at, go_back, scene


def filled(place: str, count: int = 6) -> str:
    """French divisions that take up the room of a hex."""
    return "".join(
        f"unit f{place}{number} {place} nation=fr kind=inf values=4-4\n" for number in range(count)
    )


@pytest.mark.rule("14-6")
def test_the_owner_chooses_for_each_unit_among_equal_hexes() -> None:
    of = scene("unit Y 0404 nation=fr kind=inf values=4-4\n")
    play = go_back(of, "X", "Y")
    assert play.choices == [RetreatTo("X", "0304"), RetreatTo("X", "0305")]
    play.answer(RetreatTo("X", "0304"), RetreatTo("Y", "0305"))
    assert play.over
    assert (at(of, "X"), at(of, "Y")) == ("0304", "0305")


@pytest.mark.rule("22-12")
def test_the_first_who_retreats_into_an_empty_enemy_trench_devastates_it_at_once() -> None:
    of = scene(
        "unit Y 0404 nation=fr kind=inf values=6-4 reduced=4\n"
        "marker trench 0304 central-powers\nmarker trench 0305 central-powers\n",
        date="date 1917-05-1 combat central-powers\n",
    )
    play = go_back(of, "X", "Y")
    play.answer(RetreatTo("X", "0304"))
    assert not play.over, "the second is still asked where he goes"
    assert of.markers[node(of, "0304")].kind == "devastation"
    assert of.markers[node(of, "0305")].kind == "trench"


@pytest.mark.rule("14-11")
def test_a_worse_hex_is_refused_while_a_better_one_is_open() -> None:
    of = scene()
    with pytest.raises(Refusal) as refused:
        go_back(of).answer(RetreatTo("X", "0403"))
    assert "14-11" in refused.value.rules


@pytest.mark.rule("14-6")
def test_a_retreat_with_one_hex_open_plays_itself() -> None:
    of = scene(filled("0304"))
    assert go_back(of).over
    assert at(of, "X") == "0305"


@pytest.mark.rule("14-6", "14-15")
def test_units_that_retreated_are_marked() -> None:
    of = scene()
    go_back(of).defaults()
    assert of.units["X"].retreated
    assert of.units["X"].shifted


@pytest.mark.rule("14-15")
def test_units_that_retreated_into_a_hex_take_no_part_in_its_defense() -> None:
    of = scene("unit Y 0304 nation=fr kind=inf values=4-4\n")
    go_back(of).answer(RetreatTo("X", "0304"))
    again = Battle(CENTRAL_POWERS, node(of, "0304"), ("G",))
    assert [unit.name for unit in defending_units(of, again)] == ["Y"]


@pytest.mark.rule("14-15")
def test_units_that_retreated_may_retreat_again() -> None:
    of = scene("unit Y 0404 nation=fr kind=inf values=4-4 retreated\n")
    go_back(of, "X").defaults()
    assert at(of, "Y") != "0404"


@pytest.mark.rule("14-10")
def test_when_room_is_short_the_owner_says_who_takes_it() -> None:
    of = scene(filled("0304", 5) + filled("0305") + "unit Y 0404 nation=fr kind=inf values=4-4\n")
    play = go_back(of, "X", "Y")
    assert play.choices == [RetreatTo("X", "0304"), RetreatTo("Y", "0304")]
    play.answer(RetreatTo("Y", "0304"))
    # Nothing of case 1 is left to X; both hexes of case 7 are as near.
    assert play.choices == [RetreatTo("X", "0403"), RetreatTo("X", "0405")]


@pytest.mark.rule("14-14")
def test_a_unit_that_cannot_retreat_is_lost_and_may_be_rebuilt() -> None:
    of = scene(filled("0304") + filled("0305") + filled("0403") + filled("0405"))
    before = dict(of.demoralization)
    assert go_back(of).over
    assert "X" in of.lost
    assert of.demoralization["fr"] > before["fr"]


@pytest.mark.rule("14-19", "14-12")
def test_a_unit_with_no_way_but_a_neutral_country_is_interned() -> None:
    border = "hex 0403 country=switzerland\nhex 0405 country=switzerland\n"
    interned = scene(border + filled("0304") + filled("0305"))
    destroyed = scene(filled("0304") + filled("0305") + filled("0403") + filled("0405"))
    assert go_back(interned).over
    go_back(destroyed)
    assert "X" in interned.gone
    assert "X" not in interned.lost
    assert interned.demoralization == destroyed.demoralization


RING = "".join(
    f"unit r{place} {place} nation=ge kind=inf values=4-4\n" for place in ("0303", "0305", "0403", "0405")
)


@pytest.mark.rule("20-8", "20-6")
def test_surrounded_units_that_cannot_retreat_surrender_for_double_points() -> None:
    caught = scene(RING)
    destroyed = scene(filled("0304") + filled("0305") + filled("0403") + filled("0405"))
    go_back(caught)
    go_back(destroyed)
    assert "X" in caught.gone
    assert "X" not in caught.lost
    assert caught.demoralization["fr"] == 2 * destroyed.demoralization["fr"]


@pytest.mark.rule("20-10")
def test_surrounded_units_may_withdraw_into_a_fortress() -> None:
    of = scene(RING + "unit V 0304 nation=fr kind=fortress values=5-0\n")
    assert go_back(of).over
    assert at(of, "X") == "0304"


# Lakes leave only 0403, held by friends, in a zone, and behind a hexside that costs four points.
HARD = (
    "side 0304-0404 lake\nside 0305-0404 lake\nside 0404-0405 lake\nside 0403-0404 'wooded rough'\n"
    "unit Z 0403 nation=fr kind=inf values=4-4\n"
)


@pytest.mark.rule("14-16")
@pytest.mark.parametrize(("strength", "left"), [(6, 3), (5, 2), (2, 1)])
def test_a_retreat_beyond_the_minimum_move_costs_half_rounded_up(strength: int, left: int) -> None:
    of = scene(HARD)
    of.change("X", strength=strength)
    before = of.demoralization["fr"]
    go_back(of)
    assert at(of, "X") == "0403"
    assert of.units["X"].strength == left
    assert of.demoralization["fr"] > before


@pytest.mark.rule("14-16", "32-3")
def test_mountain_units_may_go_where_six_points_are_enough() -> None:
    of = scene(HARD + "side 0403-0404 mountain\nunit M 0404 nation=fr kind=mtn values=6-4\n")
    go_back(of)
    assert of.units["M"].strength == 6
    assert of.units["X"].strength == 3


@pytest.mark.rule("14-16")
def test_a_last_strength_point_is_lost_in_a_difficult_retreat() -> None:
    of = scene(HARD, french="unit X 0404 nation=fr kind=inf values=6-4 strength=1\n")
    go_back(of)
    assert "X" in of.lost


@pytest.mark.rule("14-16")
def test_other_units_than_infantry_and_cavalry_are_lost_there() -> None:
    of = scene(
        HARD + "unit E 0404 nation=fr kind=eng size=iii values=0-3\nunit P 0404 nation=fr kind=hq size=xxxx\n"
    )
    go_back(of).defaults()
    assert {"E", "P"} <= set(of.lost)


@pytest.mark.rule("14-16", "14-19", "14-20")
def test_such_units_are_lost_and_not_interned_beside_a_neutral_country() -> None:
    border = HARD + "hex 0405 country=switzerland\n"
    border = border.replace("side 0404-0405 lake\n", "")
    of = scene(
        border
        + "unit E 0404 nation=fr kind=eng size=iii values=0-3\n"
        + "unit R 0404 nation=fr kind=art size=i values=2-RR\n"
    )
    go_back(of)
    assert {"E", "R"} <= set(of.lost)
    assert not of.gone


# Who goes along


@pytest.mark.rule("29-13")
def test_artillery_is_destroyed_when_the_others_retreat() -> None:
    of = scene("unit A 0404 nation=fr kind=art size=iii values=3-4\n")
    go_back(of).defaults()
    assert "A" in of.lost
    assert "X" in of.units


@pytest.mark.rule("14-20", "29-13")
def test_rail_guns_retreat_along_their_line_or_are_lost() -> None:
    gun = "unit R 0404 nation=fr kind=art size=i values=2-RR\n"
    line = "side 0305-0404 rail=double\nrail 0404 0305 fr\n"
    on_line, off_line = scene(gun + line), scene(gun)
    go_back(on_line).defaults()
    go_back(off_line).defaults()
    assert at(on_line, "R") == "0305"
    assert "R" in off_line.lost


@pytest.mark.rule("18-11")
def test_shipments_are_lost_in_a_retreat() -> None:
    of = scene("unit 'fr-supply#1' 0404 supply=5\n")
    go_back(of).defaults()
    assert "fr-supply#1" not in of.units
    assert "fr-supply#1" not in of.lost


@pytest.mark.rule("18-16", "14-1")
def test_a_headquarters_goes_along_and_loses_its_supply() -> None:
    of = scene("unit P 0404 nation=fr kind=hq size=xxxx supply=12\n")
    go_back(of).defaults()
    assert at(of, "P") != "0404"
    assert of.units["P"].supply == 0


@pytest.mark.rule("18-16")
def test_by_the_option_a_chosen_retreat_saves_the_supply() -> None:
    text = "unit P 0404 nation=fr kind=hq size=xxxx supply=12\noption headquarters-keep-supply=on\n"
    chosen, driven = scene(text), scene(text)
    go_back(chosen, forced=False).defaults()
    go_back(driven, forced=True).defaults()
    assert chosen.units["P"].supply == 12
    assert driven.units["P"].supply == 0


@pytest.mark.rule("14-1")
def test_engineers_and_replacements_go_along() -> None:
    of = scene(
        "unit E 0404 nation=fr kind=eng size=iii values=0-3\nunit L 0404 nation=fr kind=rpl values=3-4\n"
    )
    go_back(of).defaults()
    assert "0404" not in (at(of, "E"), at(of, "L"))


@pytest.mark.rule("21-1", "21-5")
def test_a_fortress_stays() -> None:
    of = scene("unit V 0404 nation=fr kind=fortress values=5-0\n")
    go_back(of).defaults()
    assert at(of, "V") == "0404"
    assert at(of, "X") != "0404"


# The forced column attack


def fought(monkeypatch: pytest.MonkeyPatch) -> list[Battle]:
    """Let combats only be noted."""
    seen: list[Battle] = []

    def fight(table: Table, position: WesternFrontPosition, battle: Battle) -> Procedure:
        seen.append(battle)
        yield from ()
        return None

    monkeypatch.setattr(combat, "fight", fight)
    return seen


LATE = "date 1918-03-3 combat central-powers\n"
TRAP = filled("0304") + filled("0305") + filled("0405")


@pytest.mark.rule("14-9")
def test_units_alone_in_an_enemy_zone_attack_all_enemies_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = fought(monkeypatch)
    of = scene(TRAP + "unit I 0402 nation=ge kind=inf values=4-4\n")
    go_back(of)
    assert at(of, "X") == "0403"
    (battle,) = seen
    assert (battle.side, battle.attackers) == (ENTENTE, ("X",))
    assert battle.column
    assert battle.forced
    assert {of.setting.board.label(there) for there in battle.hexes} == {"0402", "0504"}


@pytest.mark.rule("14-9")
def test_no_attack_follows_where_friends_hold_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = fought(monkeypatch)
    of = scene(TRAP + filled("0403", 1))
    go_back(of)
    assert at(of, "X") == "0403"
    assert seen == []


@pytest.mark.rule("14-9")
@pytest.mark.parametrize(
    ("plan", "supplied"), [({"X": "F", "Y": "F"}, True), ({"X": "F", "Y": ""}, False), ({}, False)]
)
def test_the_attack_is_supplied_only_if_all_were_supplied_before(
    monkeypatch: pytest.MonkeyPatch, plan: dict[str, str], supplied: bool
) -> None:
    seen = fought(monkeypatch)
    of = scene(TRAP + "unit Y 0404 nation=fr kind=inf values=4-4\n")
    go_back(of, "X", "Y", plan=plan).defaults()
    assert [battle.may_supply for battle in seen] == [supplied]


@pytest.mark.rule("14-9", "16-10")
def test_enemies_behind_hexsides_closed_to_column_attacks_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = fought(monkeypatch)
    of = scene(TRAP + "unit I 0402 nation=ge kind=inf values=4-4\nside 0403-0504 'major river'\n")
    go_back(of)
    assert [of.setting.board.label(there) for battle in seen for there in battle.hexes] == ["0402"]
    nobody = scene(TRAP + "side 0403-0504 'major river'\n")
    go_back(nobody)
    assert len(seen) == 1


@pytest.mark.rule("14-9")
def test_the_forced_attack_is_fought_out() -> None:
    of = scene(TRAP + "dice 6 1\n")
    play = go_back(of, plan={"X": "F"})
    assert play.asked is not None
    play.defaults()
    assert of.units["G"].fought


@pytest.mark.rule("14-9", "WF 10-2", "29-13")
def test_tanks_and_guns_take_no_part_in_the_forced_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = fought(monkeypatch)
    guns = "unit A 0403 nation=fr kind=art size=iii values=3-4\n"
    of = scene(guns + "unit T 0403 nation=fr kind=tank size=ii values=4-3\n", date=LATE)
    of.change("X", at=node(of, "0403"))
    Play(column_attack.forced(table(of), of, ["X", "T", "A"], node(of, "0403"), {}))
    assert [battle.attackers for battle in seen] == [("X",)]


# What is said and kept


@pytest.mark.rule("14-6", "14-8", "14-10", "14-12", "14-20", "20-10")
@pytest.mark.parametrize(
    ("unit", "to", "more", "rule"),
    [
        ("G", "0304", "", "14-6"),
        ("X", "0204", "", "14-6"),
        ("X", "0403", "side 0403-0404 lake\n", "14-12"),
        ("X", "0304", filled("0304"), "14-10"),
        ("X", "0405", "", "14-8"),
        ("R", "0304", "unit R 0404 nation=fr kind=art size=i values=2-RR\n", "14-20"),
        ("X", "0403", RING.replace("unit r0403 0403", "unit r0402 0402"), "20-10"),
    ],
)
def test_a_refused_retreat_names_its_rule(unit: str, to: str, more: str, rule: str) -> None:
    of = scene(more)
    found = retreat.why_not(of, Ground(of, node(of, "0404"), ENTENTE, {"X": "F"}), RetreatTo(unit, to))
    assert found is not None
    assert found.rules[0] == rule


@pytest.mark.rule("18-16")
def test_a_headquarters_loses_its_supply_in_a_retreat_of_choice_too_and_when_it_is_lost() -> None:
    staff = "unit P 0404 nation=fr kind=hq size=xxxx supply=12\n"
    chosen = scene(staff)
    go_back(chosen, forced=False).defaults()
    assert chosen.units["P"].supply == 0
    option = scene(staff + "option headquarters-keep-supply=on\n")
    go_back(option, forced=False).defaults()
    assert option.units["P"].supply == 12
    lost = scene(staff + RING)
    go_back(lost)
    assert "P" in lost.gone
    beaten = scene(staff)
    losses.discard(beaten, beaten.remove("P"), rebuildable=True)
    assert beaten.lost["P"].supply == 0


@pytest.mark.rule("14-9")
def test_who_retreats_to_a_free_hex_need_not_attack_the_guns_beside_it() -> None:
    guns = "unit A 0304 nation=ge kind=art size=iii values=3-4\n"
    of = scene(guns + "side 0404-0403 lake\nside 0404-0405 lake\n")
    play = go_back(of)
    assert play.over
    assert at(of, "X") == "0305"
    assert of.units["A"].strength == 3
    assert not of.units["A"].fought


@pytest.mark.rule("14-19", "14-16")
def test_a_staff_with_no_way_at_all_but_a_neutral_country_is_interned() -> None:
    border = "hex 0403 country=switzerland\nside 0304-0404 lake\nside 0305-0404 lake\nside 0404-0405 lake\n"
    of = scene(border + "unit P 0404 nation=fr kind=hq size=xxxx supply=12\n")
    go_back(of)
    assert {"P", "X"} <= of.gone


# In play: the French in 0404 are attacked from 0504 and 0505 and driven out with a six

SIX = "dice 6 1\n"


def driven_out(more: str = "", *, plan: str | None = None, germans: str = GERMANS) -> Game:
    """A game at the question where the French go, or after it where there is nothing to ask.

    ``plan`` names the headquarters that pays for them; it is empty if none does.
    """
    playing = game(SIX + BOARD + DATE + FRENCH + germans + more)
    playing.play_all([Assault("0404", ("G", "H")), PASS])
    if plan is not None:
        order = Supply("X", plan)
        if order in playing.decision.choices():
            playing.play(order)
    while playing.decision.kind not in ("retreat", "advance"):
        advised = playing.decision.default()
        assert advised is not None
        playing.play(advised)
    return playing


NORTH_AND_EAST = GERMANS.replace("0505", "0403")  # so that 0305 and 0405 are free of zones
SOUTH = "unit S {} nation={} kind=hq size=xxxx supply=20\n"


@pytest.mark.rule("14-7")
@pytest.mark.parametrize(("payer", "to"), [("F", "0305"), ("S", "0405")])
def test_the_headquarters_that_paid_says_where_back_is(payer: str, to: str) -> None:
    """F is in the west and S in the south."""
    playing = driven_out(SOUTH.format("0407", "fr"), plan=payer, germans=NORTH_AND_EAST)
    assert at(state(playing), "X") == to


@pytest.mark.rule("14-7")
@pytest.mark.parametrize(("nation", "to"), [("fr", "0405"), ("be", "0305")])
def test_unpaid_units_go_to_the_nearest_headquarters_that_could_have_paid(nation: str, to: str) -> None:
    """A Belgian headquarters is nearer than the French one, but could not have paid."""
    playing = driven_out(SOUTH.format("0406", nation), plan="", germans=NORTH_AND_EAST)
    assert at(state(playing), "X") == to


@pytest.mark.rule("14-12")
@pytest.mark.parametrize(
    ("closed", "open_to_them"),
    [
        ("side 0304-0404 ocean", False),
        ("side 0304-0404 alpine", False),
        ("side 0304-0404 lake", False),
        ("hex 0304 country=netherlands", False),
        ("side 0304-0404 mountain", True),
        ("hex 0304 country=luxembourg", True),
    ],
)
def test_nobody_retreats_across_sea_or_alps_or_into_a_neutral_country(
    closed: str, open_to_them: bool
) -> None:
    """Two divisions go back, and 0305 has room for one."""
    playing = driven_out(
        f"{closed}\nunit Y 0404 nation=fr kind=inf values=6-4 strength=1\n" + filled("0305", 5)
    )
    assert ("retreat X 0304" in listed(playing)) == open_to_them
    assert "retreat X 0305" in listed(playing)
    refusal = playing.check(RetreatTo("X", "0304"))
    assert (refusal.rules if refusal else ()) == (() if open_to_them else ("14-12", "14-8"))


@pytest.mark.rule("14-14")
def test_who_must_go_back_and_cannot_is_lost_and_answers_as_if_he_went() -> None:
    """The hexes behind are full of friends, and keep the way to the rear open."""
    full = filled("0304") + filled("0305") + filled("0403") + filled("0405")
    playing = game(SIX + BOARD + DATE + FRENCH + GERMANS + full)
    told = fight(playing, "0404", "G", "H")
    assert told.answer["strength"] == 12  # twice its 6, not three times
    assert told.said("14-14") == ["French X 6-4 cannot leave 0404 and is lost"]
    assert "X" in state(playing).lost


PEAKS = "".join(f"side 0404-{other} mountain\n" for other in ("0504", "0505", "0403", "0405"))


def forced_out(told: Fought) -> bool:
    return told.said("14-4") == ["The units in 0404 must retreat"]


@pytest.mark.rule("14-18")
def test_who_can_use_mountains_is_not_forced_out_but_may_go() -> None:
    strong = GERMANS.replace("8-5", "40-5")
    plain = game(SIX + BOARD + DATE + FRENCH + strong)
    assert forced_out(fight(plain, "0404", "G", "H"))
    for answer, stays in ((Stand(), True), (Withdraw(), False)):
        playing = game(SIX + BOARD + DATE + FRENCH.replace("6-4", "30-4") + strong + PEAKS)
        told = fight(playing, "0404", "G", "H", stand=answer)
        assert not forced_out(told)
        assert (at(state(playing), "X") == "0404") == stays


@pytest.mark.rule("14-18")
def test_a_mountain_side_next_to_the_attack_is_enough_whatever_terrain_is_named() -> None:
    """Attacked from 0504, the defender could have named the mountain toward 0403."""
    playing = game(SIX + BOARD + DATE + FRENCH + GERMANS.replace("8-5", "20-5") + "side 0403-0404 mountain\n")
    told = fight(playing, "0404", "G", terrain=ChooseTerrain("clear"), stand=Stand())
    assert "The defender uses clear terrain" in told.told
    assert not forced_out(told)


@pytest.mark.rule("14-18", "20-7")
def test_surrounded_units_are_forced_out_of_the_mountains_too() -> None:
    """No hex behind them is free, so that they surrender."""
    ring = "".join(
        f"unit R{label} {label} nation=ge kind=inf values=4-5\n" for label in ("0403", "0304", "0305", "0405")
    )
    playing = game(SIX + BOARD + DATE + FRENCH + GERMANS + PEAKS + ring)
    told = fight(playing, "0404", "G", "H")
    assert forced_out(told)
    assert told.said("20-8") == ["French X 6-4 cannot leave 0404 and surrenders"]
