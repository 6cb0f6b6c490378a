"""Chapter 20: surrounded units, pockets and surrender."""

from __future__ import annotations

from random import Random

import pytest

from hexfront.games.western_front.orders import Assault, Lose, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import surrender
from hexfront.games.western_front.rules.lines import bars_communication
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.western_front import retreats
from tests.games.western_front.builders import Play, game, node, position, table
from tests.games.western_front.played import Fought, fight, listed, state, until

# A German group round 0403 in the middle of a French ring; home is 0101 in the north-west corner.
BOARD = """
date 1914-08-5 arrival central-powers
board corner=0101
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=germany
hex 0701 country=france
"""
RING = "".join(
    f"unit F{at} {at} nation=fr kind=inf values=6-4\n"
    for at in ("0303", "0402", "0503", "0504", "0404", "0304")
)
TRAPPED = BOARD + RING + "unit A 0403 nation=ge kind=inf values=8-5\n"


def is_surrounded(text: str, unit: str = "A") -> bool:
    placed = position(text)
    return surrender.is_unit_surrounded(placed, placed.units[unit])


def half_turn(of: WesternFrontPosition) -> WesternFrontPosition:
    """A half turn of the active side in which nothing happens."""
    surrender.begin_half_turn(table(of), of)
    surrender.end_half_turn(table(of), of)
    return of


# Lines of communication


@pytest.mark.rule("20-1")
def test_enemy_units_and_zones_all_round_surround_a_unit() -> None:
    assert is_surrounded(TRAPPED)
    assert not is_surrounded(BOARD + "unit A 0403 nation=ge kind=inf values=8-5\n")


@pytest.mark.rule("20-1")
def test_a_friendly_combat_unit_keeps_a_hex_in_an_enemy_zone_open() -> None:
    gap = TRAPPED.replace("unit F0303 0303 nation=fr kind=inf values=6-4\n", "")
    assert is_surrounded(gap)
    chain = "unit B 0303 nation=ge kind=inf values=1-5\n"
    assert not is_surrounded(gap + chain)


@pytest.mark.rule("20-1")
def test_a_headquarters_does_not_keep_a_hex_open() -> None:
    gap = TRAPPED.replace("unit F0303 0303 nation=fr kind=inf values=6-4\n", "")
    chain = "unit B 0303 nation=ge kind=hq size=xxxx values=0-4\n"
    assert is_surrounded(gap + chain)


@pytest.mark.rule("20-1")
def test_an_unheld_own_city_is_home_as_good_as_the_map_edge() -> None:
    text = BOARD.replace("hex 0101 country=germany\n", "hex 0504 country=germany\n")
    text += "unit A 0403 nation=ge kind=inf values=8-5\nplace 0504 Trier kinds=city\n"
    assert not is_surrounded(text)
    assert is_surrounded("option edge-only-interior=on\n" + text)
    assert is_surrounded(text + "holder 0504 entente\n")
    besieged = text + "unit F 0505 nation=fr kind=inf values=6-4\n"
    assert is_surrounded(besieged)
    assert is_surrounded(
        besieged + "unit B 0504 nation=ge kind=inf values=8-5\n"
    )  # open to pass, but no home
    assert is_surrounded(text.replace("unit A 0403", "unit A 0504"))
    assert is_surrounded(text.replace("nation=ge kind=inf", "nation=ah kind=inf"))


@pytest.mark.rule("20-1", "21-2")
def test_a_line_of_communication_passes_a_friendly_fortress() -> None:
    gap = TRAPPED.replace("unit F0303 0303 nation=fr kind=inf values=6-4\n", "")
    assert is_surrounded(gap)
    assert not is_surrounded(gap + "unit fort 0303 nation=ge kind=fortress values=3-0\n")


@pytest.mark.rule("20-9")
def test_with_a_fortress_no_unit_is_surrounded() -> None:
    text = TRAPPED + "unit fort 0403 nation=ge kind=fortress values=3-0\n"
    assert not is_surrounded(text)
    placed = position(text)
    assert not surrender.is_surrounded(placed, node(placed, "0403"), CENTRAL_POWERS)


@pytest.mark.rule("WF 3-11")
def test_antwerp_keeps_the_belgians_in_communication_while_the_scheldt_is_open() -> None:
    ring = "".join(
        f"unit G{at} {at} nation=ge kind=inf values=8-5\n" for at in ("1605", "1705", "1505", "1704", "1703")
    )
    text = "date 1914-09-1 combat central-powers\n" + ring + "unit A 1604 nation=be kind=inf values=3-4\n"
    placed = position(text)
    assert not surrender.is_unit_surrounded(placed, placed.units["A"])
    closed = position(text + "unit S 1504 nation=ge kind=inf values=8-5\n")
    assert surrender.is_unit_surrounded(closed, closed.units["A"])


@pytest.mark.rule("WF 3-11")
def test_once_the_scheldt_is_closed_antwerp_is_no_home_for_belgians_beside_it() -> None:
    text = "date 1914-09-1 combat central-powers\nunit A 1605 nation=be kind=inf values=3-4\n"
    search = surrender.Communication(position(text), ENTENTE)
    assert search.is_goal(node(search.position, "1604"), "be")
    closed = surrender.Communication(
        position(text + "unit S 1504 nation=ge kind=cav values=2-6 entrained\n"), ENTENTE
    )
    assert not closed.is_goal(node(closed.position, "1604"), "be")
    german = surrender.Communication(position(text), CENTRAL_POWERS)
    assert not german.is_haven(node(german.position, "1604"))


@pytest.mark.rule("20-1")
def test_nobody_is_surrounded_when_the_war_begins() -> None:
    setting = TITLE.setting("schlieffen-plan", {})
    placed = TITLE.set_up(setting, 1)
    assert isinstance(placed, WesternFrontPosition)
    assert [pocket for side in (CENTRAL_POWERS, ENTENTE) for pocket in surrender.pockets(placed, side)] == []


def literally_open(of: WesternFrontPosition, start: int) -> bool:
    """The rule word for word: follow every line of hexes from a start."""
    search = surrender.Communication(of, CENTRAL_POWERS)
    if start in search.edge:
        return True
    seen, ahead = {start}, [start]
    while ahead:
        for beside in of.setting.crossable[ahead.pop()]:
            if beside not in seen and not bars_communication(of, beside, CENTRAL_POWERS):
                if search.is_goal(beside, "ge"):
                    return True
                seen.add(beside)
                ahead.append(beside)
    return False


@pytest.mark.rule("20-1")
def test_searches_that_share_what_they_found_agree_with_the_rule_word_for_word() -> None:
    dice = Random(20)
    answers = set()
    for _ in range(30):
        spots = [f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 8)]
        dice.shuffle(spots)
        text = "date 1914-08-5 combat entente\nboard corner=0101\n" + "| . . . . . . . .\n" * 7
        text += "hex 0101 country=germany\n" * dice.randrange(2)
        for name in ("Aachen", "Trier"):
            text += f"hex {spots[-1]} country=germany\nplace {spots.pop()} {name} kinds=city\n"
        text += "".join(f"unit F{i} {spots.pop()} nation=fr kind=inf values=1-4\n" for i in range(9))
        text += "".join(f"unit A{i} {spots.pop()} nation=ge kind=inf values=1-4\n" for i in range(5))
        text += f"unit H {spots.pop()} nation=ge kind=hq size=xxxx values=0-4\n"
        placed = position(text)
        shared = surrender.Communication(placed, CENTRAL_POWERS)
        starts = list(range(len(placed.setting.board)))
        dice.shuffle(starts)
        for start in starts:
            answer = shared.is_open(start, "ge")
            answers.add(answer)
            assert answer is literally_open(placed, start), (text, placed.setting.board.label(start))
    assert answers == {True, False}


# Pockets


@pytest.mark.rule("20-13", "20-6")
def test_a_pocket_cut_off_through_its_own_half_turn_surrenders() -> None:
    placed = half_turn(position(TRAPPED))
    assert "A" not in placed.units
    assert placed.gone == {"A"}
    assert placed.demoralization["ge"] == 2 * 8


@pytest.mark.rule("20-13")
def test_units_freed_before_the_half_turn_ends_stay() -> None:
    placed = position(TRAPPED)
    surrender.begin_half_turn(table(placed), placed)
    assert placed.units["A"].isolated
    placed.remove("F0303")
    placed.remove("F0402")
    placed.remove("F0304")
    surrender.end_half_turn(table(placed), placed)
    assert "A" in placed.units


@pytest.mark.rule("20-13")
def test_units_freed_for_a_while_are_not_cut_off_for_the_whole_half_turn() -> None:
    placed = position(TRAPPED)
    surrender.begin_half_turn(table(placed), placed)
    ring = [placed.remove(name) for name in ("F0303", "F0402", "F0304")]
    surrender.check_half_turn(placed)
    for unit in ring:
        placed.put(unit)
    surrender.end_half_turn(table(placed), placed)
    assert "A" in placed.units


@pytest.mark.rule("20-13")
def test_units_cut_off_only_during_their_half_turn_stay() -> None:
    placed = position(TRAPPED)
    surrender.end_half_turn(table(placed), placed)
    assert "A" in placed.units


@pytest.mark.rule("20-13")
def test_a_fortress_in_the_pocket_saves_it() -> None:
    text = TRAPPED.replace("unit F0402 0402 nation=fr kind=inf values=6-4\n", "") + (
        "unit fort 0402 nation=ge kind=fortress values=3-0\nunit G 0501 nation=fr kind=inf values=6-4\n"
        "unit H 0301 nation=fr kind=inf values=6-4\n"
    )
    placed = position(text)
    assert surrender.is_unit_surrounded(placed, placed.units["A"])
    assert "A" in half_turn(placed).units


@pytest.mark.rule("20-14")
def test_a_friendly_port_saves_a_pocket_and_an_enemy_one_does_not() -> None:
    port = TRAPPED + "place 0403 Emden kinds=port\n"
    assert "A" in half_turn(position(port + "hex 0403 country=germany\n")).units
    assert "A" not in half_turn(position(port + "hex 0403 country=france\n")).units


@pytest.mark.rule("20-14")
def test_a_group_with_a_hex_free_of_enemy_zones_is_no_pocket() -> None:
    outer = ["0201", "0301", "0401", "0501", "0601", "0602", "0603", "0604", "0605"]
    outer += ["0505", "0405", "0305", "0205", "0105", "0104", "0103"]
    text = BOARD.replace("hex 0101 country=germany\n", "")
    text += "".join(f"unit F{at} {at} nation=fr kind=inf values=1-4\n" for at in outer)
    text += "unit A 0403 nation=ah kind=inf values=8-5\n"
    placed = position(text)
    assert surrender.is_unit_surrounded(placed, placed.units["A"])
    assert "A" in half_turn(placed).units


THREE = BOARD + (
    "unit A 0403 nation={nation} kind=inf values=8-5\n"
    "unit B 0402 nation={other} kind=inf values=8-5\n"
    "unit C 0303 nation={nation} kind=inf values=8-5\n"
)


def three(nation: str, other: str = "") -> WesternFrontPosition:
    enemy, home = ("fr", "0101") if nation in ("ge", "ah") else ("ge", "0701")
    text = THREE.format(nation=nation, other=other or nation)
    around = ("0301", "0401", "0502", "0504", "0404", "0304", "0203", "0202")
    text += "".join(f"unit E{at} {at} nation={enemy} kind=inf values=6-4\n" for at in around)
    side = "central-powers" if nation in ("ge", "ah") else "entente"
    assert home in text
    return position(text.replace("arrival central-powers", f"arrival {side}"))


@pytest.mark.rule("37-7", "38-2")
@pytest.mark.parametrize(("nation", "safe"), [("ge", True), ("gb", True), ("fr", False), ("ah", False)])
def test_three_hexes_bordering_each_other_save_germans_and_british(nation: str, safe: bool) -> None:
    placed = three(nation)
    assert surrender.is_unit_surrounded(placed, placed.units["A"])
    assert ("A" in half_turn(placed).units) is safe


@pytest.mark.rule("38-2")
def test_the_exemption_needs_half_the_strength_of_the_pocket() -> None:
    assert "A" in half_turn(three("gb", other="fr")).units
    assert "A" not in half_turn(three("fr", other="gb")).units


@pytest.mark.rule("37-7")
def test_three_hexes_in_a_row_do_not_save_anybody() -> None:
    text = BOARD + "".join(
        f"unit A{at} {at} nation=ge kind=inf values=8-5\n" for at in ("0303", "0403", "0503")
    ).replace("A0303", "A")
    around = ("0302", "0402", "0502", "0603", "0504", "0404", "0304", "0203", "0202", "0602")
    text += "".join(f"unit E{at} {at} nation=fr kind=inf values=6-4\n" for at in around)
    placed = position(text)
    assert surrender.is_unit_surrounded(placed, placed.units["A"])
    touching = surrender.pockets(placed, CENTRAL_POWERS)[0].hexes
    assert len(touching) == 3
    assert "A" not in half_turn(placed).units


# Breaking out


@pytest.mark.rule("20-3", "20-4")
def test_breaking_out_without_supply_costs_each_division_a_point() -> None:
    placed = position(TRAPPED + "unit B 0403 nation=ge kind=inf values=1-5\n")
    Play(surrender.break_out(table(placed), placed, ["A", "B"]))
    assert placed.units["A"].strength == 7
    assert placed.gone == {"B"}
    assert placed.demoralization["ge"] == 2 * 2


@pytest.mark.rule("20-3")
def test_of_every_two_brigades_one_pays_and_a_single_one_does_not() -> None:
    brigades = "".join(f"unit B{i} 0403 nation=ge kind=inf size=x values=3-5\n" for i in range(3))
    placed = position(TRAPPED + brigades)
    Play(surrender.break_out(table(placed), placed, ["B0", "B1", "B2"])).answer(Lose("B1"))
    assert [placed.units[f"B{i}"].strength for i in range(3)] == [3, 2, 3]


# In play: the French hold 0404, and Germans stand all round it

SIDES_OF_0404 = ("0504", "0505", "0405", "0305", "0304", "0403")
TROOPS = "unit X 0404 nation=fr kind=inf values=8-4\n"
FRENCH_PHASE = retreats.DATE.replace("central-powers", "entente")
# A headquarters in the pocket may expend supply as long as a line of its own runs there [19-15].
OWN_SUPPLY = "unit P 0404 nation=fr kind=hq size=xxxx supply=20\nside 0404-0504 rail=single\nrail 0404 fr\n"
THEIR_HEADQUARTERS = "unit Q 0704 nation=ge kind=hq size=xxxx supply=40\n"


def ringed(*gaps: str, values: str = "8-5") -> str:
    """Germans all round 0404, gaps left out."""
    units = (
        f"unit G{label} {label} nation=ge kind=inf values={values}\n"
        for label in SIDES_OF_0404
        if label not in gaps
    )
    return THEIR_HEADQUARTERS + "".join(units)


def attacked(text: str, *, loss: int, names: tuple[str, ...] = ("G0504",), answer: int = 0) -> Fought:
    """The Germans attack 0404, and so much is lost."""
    told = f"premise attack {loss}\npremise counterattack {answer}\n"
    playing = game(told + retreats.BOARD + retreats.DATE + TROOPS + text)
    return fight(playing, "0404", *names, stand=Stand())


SOUTH = ("0305", "0405", "0505")  # without these the way out is open
FORCED = ["The units in 0404 must retreat"]


@pytest.mark.rule("20-1", "20-7")
@pytest.mark.parametrize(
    ("text", "surrounded"),
    [
        (ringed(), True),
        (ringed("0304"), True),  # the zones of its neighbours close the gap
        (ringed("0304") + "unit K 0304 nation=fr kind=inf values=1-4\n", False),
        (ringed("0304") + "unit K 0304 nation=fr kind=cav values=1-6\n", False),
        (ringed("0304") + "unit K 0304 nation=fr kind=hq size=xxxx\n", True),
        (ringed("0304", "0305", "0403"), False),
        (ringed("0304", "0305", "0403", "0405") + "side 0304-0404 ocean\nside 0305-0404 ocean\n", True),
    ],
    ids=["ring", "zones", "infantry", "cavalry", "headquarters", "open", "sea"],
)
def test_a_quarter_of_its_strength_forces_a_unit_back_only_if_it_is_surrounded(
    text: str, surrounded: bool
) -> None:
    told = attacked(text, loss=2)
    assert told.said("20-7") == told.said("14-4") == (FORCED if surrounded else [])
    assert attacked(text, loss=1).said("14-4") == []


@pytest.mark.rule("20-7")
@pytest.mark.parametrize(("home", "farther"), [("", True), ("hex 0104 country=france\n", False)])
def test_surrounded_units_go_back_in_any_direction_that_is_free(home: str, farther: bool) -> None:
    """0405 lies no nearer to the headquarters in 0104. Without France on the map nobody has a rear."""
    board = retreats.BOARD.replace("hex 0104 country=france\n", home)
    text = "unit G0504 0504 nation=ge kind=inf values=8-5\nunit F 0104 nation=fr kind=hq size=xxxx\n"
    text += THEIR_HEADQUARTERS
    playing = game("premise attack 4\npremise counterattack 0\n" + board + retreats.DATE + TROOPS + text)
    playing.play(Assault("0404", ("G0504",)))
    while playing.decision.kind != "retreat":
        playing.play(playing.decision.default() or PASS)
    expected = ["retreat X 0304", "retreat X 0305", "retreat X 0405"]
    assert listed(playing) == (expected if farther else expected[:2])


@pytest.mark.rule("20-4", "26-3")
@pytest.mark.parametrize(("text", "fate"), [(ringed(), 2), (ringed("0304", "0305", "0403"), 1)])
def test_what_surrounded_units_lose_counts_as_surrendered(text: str, fate: int) -> None:
    word = "surrendered" if fate == 2 else "lost"
    told = attacked(text, loss=1)
    assert told.said("26-3") == [f"France suffers {fate} demoralization: French X 8-4 {word}"]
    attacking = game(
        f"premise attack 0\npremise counterattack 1\n{retreats.BOARD}{FRENCH_PHASE}{TROOPS}{text}{OWN_SUPPLY}"
    )
    told = fight(attacking, "0504", "X")
    assert told.said("26-3") == [f"France suffers {fate} demoralization: French X 8-4 {word}"]


@pytest.mark.rule("20-4", "20-6")
def test_a_surrounded_unit_that_is_destroyed_is_gone_for_good_even_if_the_way_opens() -> None:
    """Y breaks out with X, and 0304 is left to them; X is lost before anybody advances."""
    text = retreats.BOARD + FRENCH_PHASE + ringed(values="4-5") + OWN_SUPPLY
    text += "unit X 0404 nation=fr kind=inf values=6-4 strength=1\n"
    text += "unit Y 0404 nation=fr kind=inf values=6-4\n"
    playing = game("premise attack 4\npremise counterattack 1\n" + text)
    fight(playing, "0304", "X", "Y", lose=Lose("X"))
    assert "X" in state(playing).gone
    assert "X" not in state(playing).lost
    free = game(
        "premise attack 4\npremise counterattack 1\n"
        + text.replace(ringed(values="4-5"), ringed(*SOUTH, values="4-5"))
    )
    fight(free, "0304", "X", "Y", lose=Lose("X"))
    assert "X" in state(free).lost


@pytest.mark.rule("20-5")
def test_in_a_common_attack_the_surrounded_take_all_the_losses() -> None:
    text = retreats.BOARD + FRENCH_PHASE + TROOPS + ringed() + "unit Z 0204 nation=fr kind=inf values=8-4\n"
    supply = OWN_SUPPLY + "unit S 0104 nation=fr kind=hq size=xxxx supply=20\n"
    playing = game("premise attack 0\npremise counterattack 3\n" + text + supply)
    told = fight(playing, "0304", "X", "Z")
    assert told.attack["strength"] == 16
    assert [event.data["unit"] for event in told.events if event.kind == "loss"] == ["X"]
    open_to_all = game(
        "premise attack 0\npremise counterattack 4\n" + text.replace(ringed(), ringed(*SOUTH)) + supply
    )
    told = fight(open_to_all, "0304", "X", "Z")
    assert {event.data["unit"] for event in told.events if event.kind == "loss"} == {"X", "Z"}


@pytest.mark.rule("20-6")
def test_who_surrendered_is_not_offered_to_be_rebuilt() -> None:
    board = "date 1914-09-3 recombination entente\n" + retreats.BOARD
    text = board + "unit H 0104 nation=fr kind=hq size=xxxx\nunit R 0104 piece=fr-rpl-xx-rpl strength=4\n"
    lost = game(text + "lost fr-inf-xx-19\n")
    assert any(each.startswith("rebuild fr-inf-xx-19") for each in listed(lost))
    gone = game(text + "gone fr-inf-xx-19\nlost fr-inf-xx-20\n")
    assert not any(each.startswith("rebuild fr-inf-xx-19") for each in listed(gone))


@pytest.mark.rule("20-8")
def test_surrounded_units_that_must_go_and_cannot_surrender() -> None:
    told = attacked(ringed(), loss=2)
    assert told.said("20-8") == ["French X 8-4 cannot leave 0404 and surrenders"]


@pytest.mark.rule("20-9")
def test_with_a_fortress_nobody_is_surrounded() -> None:
    told = attacked(ringed() + "unit T 0404 nation=fr kind=fortress values=4-0\n", loss=3)
    assert told.said("14-4") == []
    assert told.said("26-3") == ["France suffers 3 demoralization: French X 8-4 lost"]


@pytest.mark.rule("20-12")
@pytest.mark.parametrize(("text", "modifier"), [(ringed(), 0), (ringed("0304", "0305", "0403"), -2)])
def test_a_trench_does_not_help_the_surrounded(text: str, modifier: int) -> None:
    told = attacked(text + "marker trench 0404 entente\n", loss=4)
    assert told.attack["modifier"] == modifier
    assert told.said("14-4") == ([] if modifier else FORCED)


# Pockets in play: a half turn of the side passes, and nobody moves


def survivors(text: str, side: str = "entente") -> set[str]:
    """Who of a side is left when its half turn has passed."""
    enemy = "central-powers" if side == "entente" else "entente"
    playing = game(f"date 1914-09-3 arrival {side} begun=no\n{retreats.BOARD}{text}")
    until(playing, "movement", enemy)
    units = state(playing).of_side(side)
    return {unit.name for unit in units if not state(playing).piece(unit).headquarters}


@pytest.mark.rule("20-13")
@pytest.mark.parametrize(
    ("text", "removed"),
    [
        (ringed(), True),
        (ringed("0304"), True),
        (ringed("0304", "0305", "0403"), False),
        (ringed() + "unit T 0404 nation=fr kind=fortress values=4-0\n", False),
        (ringed() + "hex 0404 country=france\nplace 0404 Port kinds=port\n", False),
        (ringed() + "hex 0404 country=germany\nplace 0404 Port kinds=port\n", True),
    ],
    ids=["ring", "zones", "open", "fortress", "friendly port", "enemy port"],
)
def test_a_pocket_is_removed_after_a_half_turn_of_its_own(text: str, removed: bool) -> None:
    assert ("X" not in survivors(TROOPS + text)) == removed


@pytest.mark.rule("20-13")
def test_who_is_cut_off_in_the_midst_of_a_half_turn_stays_for_another() -> None:
    """The half turn has begun before the ring closed."""
    playing = game(f"date 1914-09-3 movement entente\n{retreats.BOARD}{TROOPS}{ringed()}")
    until(playing, "movement", "central-powers")
    assert "X" in state(playing).units
    told = until(playing, "movement", "entente")
    assert told.said("20-13") == ["Units in 0404 are cut off; they surrender unless they are freed"]
    told = until(playing, "movement", "central-powers")
    assert told.said("20-13") == ["French X 8-4 surrenders in 0404"]
    assert "X" in state(playing).gone


def trio(nation: str, third: str) -> tuple[str, str]:
    """Three divisions of a nation in a pocket round 0404, and the side they are on."""
    enemy = "fr" if nation == "ge" else "ge"
    inside = ("0404", "0304", third)
    units = "".join(f"unit I{label} {label} nation={nation} kind=inf values=4-4\n" for label in inside)
    ring = [
        f"{column:02}{row:02}"
        for column in range(2, 7)
        for row in range(2, 8)
        if f"{column:02}{row:02}" not in inside
    ]
    units += "".join(f"unit E{label} {label} nation={enemy} kind=inf values=4-4\n" for label in ring)
    return units, "central-powers" if nation == "ge" else "entente"


@pytest.mark.rule("37-7", "38-2", "20-13")
@pytest.mark.parametrize(
    ("nation", "third", "removed"),
    [
        ("ge", "0305", False),
        ("gb", "0305", False),
        ("fr", "0305", True),
        ("be", "0305", True),
        ("ge", "0504", True),
        ("gb", "0504", True),
    ],
)
def test_germans_and_british_hold_out_in_three_hexes_that_border_each_other(
    nation: str, third: str, removed: bool
) -> None:
    """0404, 0304 and 0305 meet in a point; 0304, 0404 and 0504 lie in a row."""
    text, side = trio(nation, third)
    assert (survivors(text, side) == set()) == removed
