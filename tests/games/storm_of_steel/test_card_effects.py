"""What cards do besides impulses, shifts and objectives, each shown in play and against the same game without
its card."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    AttackOdds,
    CutRail,
    Deploy,
    Detrain,
    Disembark,
    Embark,
    Entrain,
    Entrench,
    Go,
    Pick,
    Play,
)
from hexfront.games.storm_of_steel.rules import card_effects, retreat
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import marches, node, on_field
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"


def moving(text: str, side: str, turn: int = 9, impulse: int = 1) -> Game:
    return game(f"turn {turn} movement {side} impulse={impulse}\n{MORALE}{text}")


@pytest.mark.rule("4.6-Special", "11.61")
def test_under_the_schlieffen_plan_germans_force_march_into_any_hex() -> None:
    def reached(turn: str, unit: str = "ge-2a-ii") -> set[str]:
        return marches(on_field(f"unit {unit} 1312\nunit ge-hq-2 1312\n", turn), unit)

    autumn = "turn 2 movement central-powers impulse=1"
    assert "1412" not in reached(autumn)  # in France
    assert "1412" in reached(f"{autumn}\nshown central-powers 1")
    assert "1412" not in reached(f"{autumn}\nshown central-powers 1", "ah-2a-i")


@pytest.mark.rule("4.6-Special", "12.2")
def test_on_the_siegfried_line_germans_entrench_after_they_moved() -> None:
    text = "unit ge-hq-5 2525\nunit ge-2a-i 2525\nunit ah-2a-i 2525\nunit ge-2a-v 5016\nunit ge-hq-8 5016\n"
    without = moving(text, CP, turn=12)
    assert not listed(without, CP, Entrench)
    of = moving(f"shown central-powers 20\n{text}", CP, turn=12)
    play(of, CP, Pick("ge-2a-i"), Go("2524"))
    if of.decision.kind != "move":
        play(of, CP, PASS)
    orders = listed(of, CP, Entrench)
    assert "entrench ge-2a-i" in orders
    assert "entrench ah-2a-i" not in orders  # no German
    assert "entrench ge-2a-v" not in orders  # on another front
    play(of, CP, Entrench("ge-2a-i"))
    assert state(of).units["ge-2a-i"].entrenched
    assert refused(of, Pick("ge-2a-i"), CP) == ("12.1",)


@pytest.mark.rule("4.6-Special", "4.31")
@pytest.mark.parametrize(("side", "card", "unit"), [(CP, 33, "ge-2a-i"), (EN, 88, "fr-2a-i")])
def test_up_to_six_units_go_by_rail_a_second_time(side: str, card: int, unit: str) -> None:
    start, there, back = ("3719", "2720", "3117") if side == CP else ("1924", "2232", "2137")
    of = moving(f"picked {side} {card}\nunit {unit} {start}\nunit {unit}i {start}\n", side)
    play(of, side, Pick(unit), Entrain(), Detrain(there))
    assert refused(of, Pick(unit), side) == ("11.1",)
    play(of, side, Play(card))
    assert state(of).shown[side] == (card,)
    play(of, side, Pick(unit), Entrain(), Detrain(back))
    assert state(of).setting.board.label(state(of).units[unit].at) == back
    assert refused(of, Pick(unit), side) == ("11.1",)  # not a third time
    assert state(of).flags["second train"] == 5


@pytest.mark.rule("4.31")
def test_a_card_of_another_phase_is_not_played_in_a_movement_segment() -> None:
    of = moving("picked central-powers 28\nunit ge-2a-i 3719\n", CP)
    assert refused(of, Play(28, "italy"), CP) == ("4.31",)


@pytest.mark.rule("4.6-Special", "16.42")
def test_lawrence_cuts_two_railway_hexes_and_raises_a_partisan() -> None:
    arabia = "country ottoman-empire central-powers\nunit ot-2r-medina 8364\nunit gb-2a-i 7366\n"
    of = moving(f"picked entente 87\n{arabia}", EN)
    play(of, EN, Play(87))
    orders = listed(of, EN, CutRail)
    assert "cut-rail 8364" not in orders  # a garrison stands in Maan
    cut = orders[0].split()[1], orders[1].split()[1]
    play(of, EN, CutRail(cut[0]), CutRail(cut[1]))
    for label in cut:
        assert state(of).rail_side(node(of, label)) == ""
    places = listed(of, EN, Deploy)
    play(of, EN, Deploy("pa-en-1", places[0].split()[2]))
    assert "pa-en-1" in state(of).units


@pytest.mark.rule("4.6-Special", "29.11")
def test_an_evacuation_takes_three_units_off_one_coast() -> None:
    coast = ("gb-2a-i", "gb-2a-ii", "gb-2a-iii")
    shore = "country ottoman-empire central-powers\nunit gb-bb-1 6964\nunit gb-2a-iv 6047\n"
    text = shore + "".join(f"unit {name} 6046\n" for name in coast)
    of = moving(f"picked entente 89\n{text}unit gb-2a-v 7366\n", EN)
    label = state(of).setting.board.label
    assert listed(of, EN, Play) == ["play 89 east-mediterranean"]
    play(of, EN, Play(89, "east-mediterranean"))
    for name in coast:
        play(of, EN, Pick(name), Embark(), Disembark("6964" if name != "gb-2a-iii" else "7563"))
    assert [label(state(of).units[name].at) for name in coast] == ["6964", "6964", "7563"]
    play(of, EN, Pick("gb-2a-iv"))
    assert "embark" not in listed(of, EN)  # three and no more


@pytest.mark.rule("4.6-Special", "10.34")
def test_in_the_great_retreat_russians_fall_back_two_hexes_and_through_zones() -> None:
    units = "unit ge-hq-8 5016\nunit ge-2a-i 5116\nunit ru-2a-i 5216\nunit ru-hq-1 5517\n"

    def ends(text: str) -> set[str]:
        position = state(game(f"turn 4 combat central-powers impulse=1\n{MORALE}{units}{text}"))
        label, unit = position.setting.board.label, position.units["ru-2a-i"]
        return {label(end) for end in retreat.places(position, unit)}

    def far(labels: set[str]) -> int:
        board = state(game(f"turn 4 combat central-powers impulse=1\n{MORALE}{units}")).setting.board
        return max(board.distance(board["5216"], board[label]) or 0 for label in labels)

    assert far(ends("")) == 1
    assert far(ends("shown entente 58\n")) == 2
    around = "unit ge-2a-ii 5215\nunit ge-2a-iii 5217\nunit ge-2a-iv 5317\n"
    assert not ends(around)
    assert ends(f"shown entente 58\n{around}")


@pytest.mark.rule("4.6-Special", "19.23")
def test_two_corps_land_at_salonika_although_greece_is_neutral() -> None:
    text = "unit gb-2a-i 6964\nunit gb-2a-ii 6964\nunit gb-tr-1 6964\nunit gb-tr-2 6964\nunit gb-bb-1 6964\n"
    closed = moving(text, EN, turn=6)
    play(closed, EN, Pick("gb-2a-i"), Embark())
    assert "disembark 5344" not in listed(closed, EN)
    of = game(f"turn 6 revelation entente impulse=1\n{MORALE}picked entente 59\n{text}")
    while state(of).step != "movement":
        of.play(PASS, of.decisions[0].side)
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark("5344"), PASS)
    position = state(of)
    assert position.controller(node(of, "5344")) == EN
    assert "greece" not in position.alliances
    assert position.flags["landing in 5344"] == 1
    assert position.is_open(node(of, "5344"), CP)  # and whoever is there can be attacked


@pytest.mark.rule("4.6-Special", "2.8-Cadre")
def test_hindenburg_and_ludendorff_raise_the_cadre_of_german_headquarters_on_their_front() -> None:
    units = "unit ge-hq-8 5016\nunit ge-hq-5 2525\nunit ah-hq-1 5124\n"
    position = state(moving(f"shown central-powers 30\nplayed-on 30 east\n{units}", CP))
    cadre = {name: card_effects.cadre(position, position.units[name]) for name in position.units}
    assert cadre == {"ge-hq-8": 4, "ge-hq-5": 3, "ah-hq-1": 2}


@pytest.mark.rule("4.6-Combat-3", "4.6-Combat-2")
def test_units_that_a_shift_does_not_name_act_in_the_impulse_without_it() -> None:
    card = "shown central-powers 3\nplayed-on 3 east\n"  # Galicia: an impulse, and a shift for Austrians
    units = "unit ge-hq-8 5016\nunit ge-2a-i 5016\nunit ru-2r-1-res 5116\nunit ru-hq-1 5317\n"
    second = moving(f"{card}{units}", CP, turn=4, impulse=2)
    assert not refused(second, Pick("ge-2a-i"), CP)
    of = game(f"turn 4 combat central-powers impulse=2\n{MORALE}{card}{units}")
    assert any(words.startswith("attack 5116") for words in listed(of, CP))
    assert "Galicia" not in of.explain(AttackOdds("5116", ("ge-2a-i",), "assault"), CP).text


@pytest.mark.rule("4.6-Combat-1", "4.6")
def test_two_to_one_becomes_three_to_one_or_one_to_one() -> None:
    """The examples: 1R makes 2:1 into 3:1, 1L makes it 1:1, and 2R against 1L is 1R."""
    attack = (
        "unit ge-hq-2 1312\nunit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\nunit fr-hq-2 1512\n"
    )

    def column(cards: str) -> str:
        of = on_field(attack, f"turn 2 combat central-powers impulse=1\n{cards}")
        subject = of.explain(AttackOdds("1412", ("ge-2a-ii", "ge-2a-iii"), "probe"), CP).subject
        return subject.partition("probe at ")[2].split()[0].strip(",;:.")

    assert column("") == "2:1"
    assert column("shown central-powers 6") == "3:1"  # Ypres, 1R
    assert column("shown entente 49") == "1:1"  # Ypres of the Entente, 1L
    assert column("shown central-powers 1\nshown entente 49") == "3:1"  # the Schlieffen Plan, 2R


@pytest.mark.rule("14.42", "14.43", "15.72", "11.51")
def test_only_units_in_command_have_the_shifts_of_cards() -> None:
    attack = "unit ge-2a-i 2525\nunit fr-2a-i 2425\n"

    def terms(staffs: str, cards: str) -> str:
        of = game(f"turn 7 combat central-powers impulse=1\n{MORALE}{attack}{staffs}{cards}")
        return of.explain(AttackOdds("2425", ("ge-2a-i",), "assault"), CP).text

    verdun, held = "shown central-powers 16\n", "shown entente 60\n"  # 1R, 2L of the French
    german, french = "unit ge-hq-5 2525\n", "unit fr-hq-1 2325\n"
    assert "Verdun +1" in terms(german, verdun)
    assert "Verdun" not in terms("", verdun)
    assert "They Shall Not Pass -2" in terms(f"{german}{french}", held)
    assert "They Shall Not Pass" not in terms(german, held)
