"""How the staff of The Western Front wages trench war: garrisons, offensives, and what they cost."""

from __future__ import annotations

import msgspec
import pytest

import hexfront
from hexfront.ai import Charge, player, run
from hexfront.games.western_front.orders import Assault, Hold, ReleaseGas
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import gas
from hexfront.games.western_front.staff import combats, logistics, nerves, rear_works, stores, trench
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.staff.strikes import Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT, SIDES
from hexfront.kernel.actions import Pass
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Sight
from tests.games.western_front.builders import FRONTIER, later

VERDUN = "western-front/verdun"
DEPLOYED = {"ready-deployed": "on"}
GENERAL = LEVELS["general"]

LINES = f"""{FRONTIER}
holder 0201 0202 0203 0204 entente
holder 0301 0302 0303 0304 0401 0402 0403 0404 central-powers
marker trench 0201 entente
marker trench 0202 entente
marker trench 0203 entente
marker trench 0204 entente
marker trench 0301 central-powers
marker trench 0302 central-powers
marker trench 0303 central-powers
marker trench 0304 central-powers
unit F1 0201 nation=fr kind=inf values=5-4
unit F2 0202 nation=fr kind=inf values=5-4
unit F3 0203 nation=fr kind=inf values=5-4
unit F4 0204 nation=fr kind=inf values=5-4
unit FH 0102 nation=fr kind=hq size=xxxx values=0-4 supply=60
unit G1 0301 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit G3 0303 nation=ge kind=inf values=8-5
unit G4 0304 nation=ge kind=inf values=8-5
unit GH 0402 nation=ge kind=hq size=xxxx values=0-4 supply=240
"""
RESERVES = "".join(f"unit R{number} 0402 nation=ge kind=inf values=8-5\n" for number in range(5)) + "".join(
    f"unit A{number} 0403 nation=ge kind=art size=iii values=3-4\n" for number in range(3)
)


def small(text: str, when: str = "1916-02-6 movement central-powers") -> WesternFrontPosition:
    position = later("verdun", f"{text}\ndate {when}\n").position
    assert isinstance(position, WesternFrontPosition)
    return position


def theatre_of(position: WesternFrontPosition, side: str) -> trench.Theatre:
    return trench.Theatre(Scales(Survey(position, side), GENERAL, 1.0))


@pytest.fixture(scope="module")
def verdun() -> Game:
    return hexfront.new(VERDUN, seed=1, options=DEPLOYED)


@pytest.fixture(scope="module")
def position(verdun: Game) -> WesternFrontPosition:
    assert isinstance(verdun.position, WesternFrontPosition)
    return verdun.position


# Garrisons


@pytest.mark.parametrize("side", SIDES)
def test_every_hex_of_the_front_has_its_garrison(position: WesternFrontPosition, side: str) -> None:
    theatre = theatre_of(position, side)
    assert len(theatre.front) > 30
    assert theatre.garrisons.keys() == theatre.front.keys()
    for node, sides in theatre.front.items():
        assert theatre.garrisons[node] >= trench.LEAST_GARRISON
        assert theatre.garrisons[node] <= trench.GARRISON * sides
    kept = sum(theatre.garrisons.values())
    assert kept < 0.95 * sum(theatre.strength.values())  # something is left over to attack with


def test_a_hex_is_garrisoned_by_the_sides_it_can_be_attacked_from() -> None:
    position = small(LINES + RESERVES)
    theatre = theatre_of(position, CENTRAL_POWERS)
    board = position.setting.board
    corner = min(theatre.front, key=lambda node: theatre.front[node])
    middle = max(theatre.front, key=lambda node: theatre.front[node])
    assert theatre.garrisons[corner] < theatre.garrisons[middle]
    assert board["0402"] not in theatre.front


# Offensives


def test_an_offensive_is_planned_prepared_and_carried_out() -> None:
    position = small(LINES + RESERVES)
    first = trench.plan(theatre_of(position, CENTRAL_POWERS), None)
    sector = first.main_effort
    assert sector is not None
    assert sector.stage == trench.PREPARES
    origins = [position.setting.board[label] for label in sector.hexes]
    for name in ("R0", "R1", "R2", "R3", "R4"):
        position.change(name, at=origins[0])
    for name in ("A0", "A1", "A2"):
        position.change(name, at=origins[0])
    ready = trench.plan(theatre_of(position, CENTRAL_POWERS), first)
    assert ready.main_effort is not None
    assert ready.main_effort.objective == sector.objective
    assert ready.main_effort.stage == trench.ATTACKS
    assert trench.aims(ready, trench.ATTACKS) == set(sector.objective)


def test_an_offensive_ends_when_the_enemy_is_gone_or_it_no_longer_pays() -> None:
    position = small(LINES + RESERVES)
    before = trench.plan(theatre_of(position, CENTRAL_POWERS), None)
    assert before.main_effort is not None
    (aim,) = before.main_effort.objective
    node = position.setting.board[aim]
    for number in range(6):  # the hex is filled up
        name = f"N{number}"
        position.put(position.units["F1"].__class__(name, position.units["F1"].piece, node, 12))
    after = trench.plan(theatre_of(position, CENTRAL_POWERS), before)
    assert aim not in trench.aims(after, trench.PREPARES) | trench.aims(after, trench.ATTACKS)


def test_guns_that_a_solid_defense_calls_for_make_an_attack_cheaper() -> None:
    position = small(LINES + RESERVES)
    theatre = theatre_of(position, CENTRAL_POWERS)
    board = position.setting.board
    node, origins = board["0202"], (board["0302"], board["0301"])
    with_guns, _ = theatre.worth("ge", node, origins, (40.0, 6.0))
    without, _ = theatre.worth("ge", node, origins, (46.0, 0.0))
    assert with_guns > without


def test_guns_are_massed_where_the_plan_attacks() -> None:
    position = small(LINES + RESERVES)
    survey = Survey(position, CENTRAL_POWERS)
    chosen = trench.plan(theatre_of(position, CENTRAL_POWERS), None)
    marches = Marches(survey, GENERAL)
    origins = trench.origins_of(position, chosen)
    logistics.mass_guns(marches, origins, False)
    assert {marches.destination(name) for name in ("A0", "A1", "A2")} <= origins.keys()


def test_nothing_is_attacked_that_is_still_prepared_against() -> None:
    units = LINES + RESERVES.replace("0402", "0302").replace("0403", "0302")
    position = small(units, "1916-02-6 combat central-powers")
    scales = Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0)
    scales.least = trench.LEAST_PROMISE
    choice = combats.next_trench_attack(scales, (), ())
    assert choice is not None
    label = position.setting.board.label(choice.node)
    others = combats.next_trench_attack(scales, (), (label,))
    assert others is None or others.node != choice.node


@pytest.mark.parametrize(("label", "taken"), [("0202", True), ("0402", False)])
def test_empty_hexes_are_taken_from_the_enemy_alone(label: str, taken: bool) -> None:
    """[33-7] Assault units may go into any empty hex beside them; what is one's own need not be taken."""
    storm = "".join(f"unit S{number} 0302 nation=ge kind=assault values=12-5\n" for number in range(3))
    text = LINES.replace("unit F2 0202", "unit F2 0102").replace("unit GH 0402", "unit GH 0403") + storm
    position = small(text, "1916-02-6 combat central-powers")
    scales = Scales(Survey(position, CENTRAL_POWERS), LEVELS["officer"], 1.0)
    node = position.setting.board[label]
    able = [position.units[f"S{number}"] for number in range(3)]
    choice = combats._walk_in(scales, node, able)
    assert (choice is not None) == taken
    assert choice is None or len(choice.units) == 2


# What it costs


def test_supply_points_are_dear_when_few_and_nothing_near_the_ceiling() -> None:
    position = small(LINES)
    prices = []
    for stock in (5, 60, 120, 200, 320):
        position.change("GH", supply=stock)
        prices.append(stores.price_of(position, "ge"))
    assert prices == sorted(prices, reverse=True)
    assert prices[0] > 0.5
    assert prices[-1] == stores.CHEAPEST


def test_supply_points_lose_their_worth_before_the_end_of_the_war_alone() -> None:
    """What is left over when a scenario ends is kept for the war that goes on; in 1918 it does not."""
    early, late = (small(LINES, f"{when} movement central-powers") for when in ("1916-02-6", "1916-04-3"))
    assert stores.price_of(early, "ge") == stores.price_of(late, "ge")
    spring, autumn = (
        later("western-front-1918", f"{LINES}\ndate {when} movement central-powers\n").position
        for when in ("1918-03-6", "1918-10-3")
    )
    assert isinstance(spring, WesternFrontPosition)
    assert isinstance(autumn, WesternFrontPosition)
    assert stores.price_of(spring, "ge") > 2 * stores.price_of(autumn, "ge")


def test_points_count_for_more_shortly_before_morale_fails() -> None:
    position = later("western-front-1918", f"{LINES}\ndate 1918-06-3 movement central-powers\n").position
    assert isinstance(position, WesternFrontPosition)
    position.demoralization["ge"] = 2000
    assert nerves.weight(position, "ge") == 1.0
    position.demoralization["ge"] = 2340  # collapse at 2350 in 1918
    assert nerves.weight(position, "ge") > 1.4
    assert nerves.weight(position, "be") == 1.0  # Belgium's morale does not fail


# What is asked besides


def test_gas_is_kept_for_an_attack_that_it_helps() -> None:
    for units, used in (
        (LINES + RESERVES.replace("0402", "0302").replace("0403", "0302"), True),
        (LINES, False),
    ):
        held = units.replace(
            "unit F2 0202 nation=fr kind=inf values=5-4", "unit F2 0202 nation=fr values=16-4"
        )
        made = later("second-ypres-and-artois", f"{held}\ndate 1915-05-2 combat central-powers\n")
        position = made.position
        assert isinstance(position, WesternFrontPosition)
        gas.give(position, CENTRAL_POWERS, 1)
        names = tuple(sorted(unit.name for unit in position.units_at(position.setting.board["0302"])))
        made.play(Assault("0202", names))
        assert made.decision.kind == "gas"
        order = player("general", made.title, CENTRAL_POWERS).choose(made)
        assert (order.action == ReleaseGas()) == used, order.reason


def test_engineers_go_to_where_the_line_can_be_begun_and_stay_at_work() -> None:
    track = "side 0302-0402 rail=double\nrail 0302 0402 ge\n"
    engineer = "unit E 0402 nation=ge kind=eng size=iii values=0-4\n"
    text = LINES.replace("holder 0201", f"{track}holder 0201", 1) + engineer
    winter = small(text, "1916-02-6 movement central-powers")
    marches = Marches(Survey(winter, CENTRAL_POWERS), GENERAL)
    rear_works.build_line(marches)
    assert marches.destination("E") == winter.setting.board["0302"]
    summer = small(text.replace("E 0402", "E 0302"), "1916-06-3 movement central-powers")
    summer.flags["hindenburg line 0302 E"] = 1
    marches = Marches(Survey(summer, CENTRAL_POWERS), GENERAL)
    rear_works.build_line(marches)
    assert marches.going["E"][:2] == (summer.setting.board["0302"], "At work on the Line.")


def test_divisions_drawn_for_assault_go_to_a_headquarters_and_stay_there() -> None:
    position = small(LINES + RESERVES)
    position.flags["drawn for assault: R0"] = 12
    free = {"R0", "R1"}
    marches = Marches(Survey(position, CENTRAL_POWERS), GENERAL)
    rear_works.train(marches, free)
    assert free == {"R1"}
    assert marches.destination("R0") == position.units["GH"].at


def test_the_british_take_a_hex_over_when_they_are_much_denser(verdun: Game) -> None:
    twin = verdun.branch()
    position = twin.position
    assert isinstance(position, WesternFrontPosition)
    while (position.phase, position.active, position.date.turn) != (MOVEMENT, ENTENTE, 1):
        twin.play(twin.decision.default() or twin.decision.choices()[0])
        position = twin.position
        assert isinstance(position, WesternFrontPosition)
    sight = Sight(twin, ENTENTE, twin.decision)
    order = rear_works.sector_to_take(sight, position)
    assert order is not None
    assert isinstance(order.action, Hold)
    assert order.action.nation == "gb"
    for unit in list(position.of_side(ENTENTE)):
        if position.piece(unit).nation == "gb" and position.piece(unit).infantry:
            position.change(unit.name, strength=1)
    assert rear_works.sector_to_take(Sight(twin, ENTENTE, twin.decision), position) is None


def test_a_staff_in_charge_keeps_its_plan() -> None:
    made = later("verdun", f"{LINES + RESERVES}\ndate 1916-02-6 movement central-powers\n")
    ran = run(made, Charge(CENTRAL_POWERS, until="turn", player="general"))
    plan = ran.charge.plan
    assert plan is not None
    assert plan.main_effort is not None
    again = msgspec.json.decode(msgspec.json.encode(ran.charge), type=Charge)
    assert again.plan == plan


# Whole turns


@pytest.fixture(scope="module")
def turns() -> tuple[Game, dict[str, list[str]]]:
    """Two turns of Verdun, general against general, with the notes of each."""
    made = hexfront.new(VERDUN, seed=3, options=DEPLOYED)
    made.digest_every = 0
    table = {side: player("general", made.title, side, 3) for side in SIDES}
    dates: set[str] = set()
    kinds = []
    while len(dates) <= 2:
        assert isinstance(made.position, WesternFrontPosition)
        dates.add(str(made.position.date))
        order = table[made.decision.side].choose(made)
        kinds.append((made.decision.kind, order))
        made.play(order.action)
    assert not any(each.corrected for each in table.values())
    attacks = [order for kind, order in kinds if kind == "attack" and not isinstance(order.action, Pass)]
    assert all(isinstance(order.action, Assault) for order in attacks)
    return made, {side: list(table[side].notes().sentences) for side in SIDES}


def test_no_hex_of_the_front_is_left_empty(turns: tuple[Game, dict[str, list[str]]]) -> None:
    position = turns[0].position
    assert isinstance(position, WesternFrontPosition)
    for side in SIDES:
        survey = Survey(position, side)
        held = [own or walls for own, walls in zip(survey.own, survey.own_forts, strict=True)]
        assert not [node for node in trench.front_hexes(survey) if not held[node]]
        assert any(fighting(position, unit) for unit in survey.own_units)


def test_the_notes_tell_the_plan(turns: tuple[Game, dict[str, list[str]]]) -> None:
    for side in SIDES:
        told = turns[1][side]
        assert any("attacks" in sentence for sentence in told)
        assert any("holds with" in sentence for sentence in told)


def test_guns_and_headquarters_stand_with_infantry(turns: tuple[Game, dict[str, list[str]]]) -> None:
    position = turns[0].position
    assert isinstance(position, WesternFrontPosition)
    for side in SIDES:
        survey = Survey(position, side)
        for unit in survey.own_units:
            piece = position.piece(unit)
            if (piece.artillery or piece.headquarters) and survey.hexes_to_enemy[unit.at] <= 1:
                assert survey.own[unit.at] or survey.own_forts[unit.at], unit.name
