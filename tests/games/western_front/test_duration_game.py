"""The Duration Game in play: where it begins, ceilings, artillery debts, recruits, morale, and who wins."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import Deliver, Draft, Go, Hold, Join, Pick, Place, Withdraw
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import gas, morale, sectors
from hexfront.games.western_front.scenarios import annual_fronts, collapse, shell_debt
from hexfront.games.western_front.scenarios.duration_game import DurationGame
from hexfront.games.western_front.scenarios.trench_war import TrenchWar
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, COMBAT, DEVASTATION, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game_at, later, node, table
from tests.games.western_front.played import fight, state, until
from tests.games.western_front.test_front_lines import start

SCENARIO = "western-front/duration-game"
RAILS = """
side 0101-0102 rail=double
side 0102-0103 rail=double
side 0103-0104 rail=double
side 0501-0502 rail=double
side 0502-0503 rail=double
side 0503-0504 rail=double
"""
HEADQUARTERS = {"ge": "0502", "fr": "0102", "gb": "0103", "be": "0101", "us": "0104"}


def field(date: str, more: str = "", **supply: int) -> Game:
    """A duration game on a small board, with a headquarters for each nation named and its supply points."""
    stocks = "".join(
        f"unit {nation}-hq-xxxx-1 {HEADQUARTERS[nation]} supply={points}\n"
        if nation != "be"
        else BELGIAN % points
        for nation, points in supply.items()
    )
    return later("duration-game", f"{more}{FRONTIER}{RAILS}date {date}\n{stocks}")


BELGIAN = "unit be-hq-xxxx-bel 0101 supply=%s\n"


def said(game: Game, rule: str) -> list[str]:
    return [event.text for event in game.events if rule in event.rules]


# Where it begins


@pytest.mark.rule("WF 13-1", "WF 15-1", "WF 17-1", "WF 19-1", "WF 21-1")
@pytest.mark.parametrize(
    ("begins", "first", "points", "states"),
    [
        ("April 1915", "1915-04-6", {"ge": 467, "fr": 420, "gb": 62}, {}),
        ("February 1916", "1916-02-5", {"ge": 926, "fr": 660, "gb": 205}, {}),
        ("June 1916", "1916-06-6", {"ge": 1172, "fr": 750, "gb": 268}, {}),
        ("April 1917", "1917-04-4", {"ge": 1587, "fr": 870, "gb": 563}, {}),
        (
            "March 1918",
            "1918-03-6",
            {"ge": 1966, "fr": 975, "gb": 912, "us": 0},
            {"ge": "shaken", "fr": "shaken"},
        ),
    ],
)
def test_a_duration_game_begins_with_what_the_nations_have_suffered(
    begins: str, first: str, points: dict[str, int], states: dict[str, str]
) -> None:
    game = hexfront.new(SCENARIO, seed=1, options={"begins": begins})
    of = state(game)
    assert str(of.date) == first
    assert {nation: of.demoralization[nation] for nation in points} == points
    assert {nation: collapse.state_of(of, nation) for nation in states} == states
    assert collapse.state_of(of, "gb") == "steady"
    assert isinstance(of.setting.campaign, TrenchWar)
    assert of.setting.parameters.last_turn == TurnDate(1918, 11, 3)
    assert list(TITLE.status(of)) == []


@pytest.mark.rule("WF 23-1", "WF 3-3")
def test_the_game_of_august_1914_has_the_duties_of_the_schlieffen_plan() -> None:
    game = hexfront.new(SCENARIO, seed=1)
    of = state(game)
    assert isinstance(of.setting.campaign, DurationGame)
    assert of.date == TurnDate(1914, 8, 1)
    assert len(of.units) == len(TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1).units)
    assert sum(unit.supply for unit in of.units.values() if of.piece(unit).nation == "ge") == 650
    until(game, "movement", CENTRAL_POWERS)
    refused = game.check(PASS)
    assert refused is not None
    assert refused.rules == ("WF 3-2",)


@pytest.mark.rule("WF 23-1")
def test_it_goes_on_after_november_1914_and_ends_in_november_1918() -> None:
    for date, over in (("1914-11-5", False), ("1918-11-2", False), ("1918-11-3", True)):
        game = field(f"{date} recombination entente begun=yes", ge=10, fr=10)
        assert game.over == over, date
    assert game.outcome == "Central Powers marginal victory"


@pytest.mark.rule("WF 23-17")
def test_amiens_reims_and_mulhouse_are_free_only_in_games_begun_after_1914() -> None:
    for begins, charged in (("August 1914", 15), ("February 1916", 0)):
        of = start("duration-game", begins=begins)
        before = of.demoralization["fr"]
        morale.hex_taken(table(of), of, node(of, "0811"), CENTRAL_POWERS)
        assert of.demoralization["fr"] - before == charged


@pytest.mark.rule("WF 13-2", "WF 15-4", "WF 23-1")
def test_bans_of_single_scenarios_do_not_bind_the_long_game() -> None:
    of = start("duration-game", begins="February 1916")
    of.phase, of.active = COMBAT, CENTRAL_POWERS
    assert of.setting.campaign.barred_hexes(of, CENTRAL_POWERS) == {}
    belgian = of.units["be-inf-xx-1"]
    assert of.setting.campaign.holds_back(of, belgian) is None
    assert morale.counted_nation(of, "be") == ""


# Sectors


LINE = """
holder 0201 0202 0203 0204 entente
holder 0301 0302 0303 0304 central-powers
unit B1 0201 nation=gb kind=inf values=7-5
unit B2 0202 nation=gb kind=inf values=7-5
unit F1 0203 nation=fr kind=inf values=6-4
unit F2 0204 nation=fr kind=inf values=6-4
unit G1 0303 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("WF 12-2", "WF 23-1", "WF 12-7")
def test_the_nations_take_up_sectors_in_january_1915() -> None:
    for date, drawn in (("1914-12-7", []), ("1915-01-1", [("gb", ["0201", "0202"])])):
        game = field(f"{date} movement entente begun=no\n{LINE}", fr=10, gb=10)
        of = state(game)
        label = of.setting.board.label
        assert [(nation, [*map(label, front)]) for nation, front in sectors.fronts(of)] == drawn
    assert said(game, "WF 12-2") == ["Sectors are taken up by Great Britain"]
    assert Hold("0203", "gb") in {each for each in _administration(game) if isinstance(each, Hold)}


def _administration(game: Game) -> list[object]:
    branch = game.branch()
    branch.play_words("administer")
    return [*branch.decision.choices()]


# Ceilings


@pytest.mark.rule("WF 23-8", "WF 23-9", "WF 23-10", "WF 23-11", "WF 23-12", "WF 23-13")
@pytest.mark.parametrize(
    ("nation", "year", "most", "rule"),
    [
        ("ge", 1915, 150, "WF 23-8"),
        ("ge", 1916, 220, "WF 23-8"),
        ("ge", 1917, 700, "WF 23-8"),
        ("gb", 1915, 40, "WF 23-9"),
        ("gb", 1916, 110, "WF 23-9"),
        ("gb", 1917, 135, "WF 23-9"),
        ("gb", 1918, 175, "WF 23-9"),
        ("fr", 1915, 110, "WF 23-10"),
        ("fr", 1916, 225, "WF 23-10"),
        ("be", 1915, 30, "WF 23-11"),
        ("us", 1918, 50, "WF 23-12"),
    ],
)
def test_who_holds_too_much_in_a_monthly_turn_has_lost(nation: str, year: int, most: int, rule: str) -> None:
    loser, winner = ("Central Powers", "Entente") if nation == "ge" else ("Entente", "Central Powers")
    for points in (most, most + 1):
        game = field(f"{year}-01-0 trench completion central-powers begun=no", "", **{nation: points})
        assert game.over == (points > most)
    assert game.outcome == f"{winner} decisive victory ({loser} commander relieved)"
    assert len(said(game, rule)) == 1
    assert said(game, "WF 9-1") == []  # the game is over before anything else is done


@pytest.mark.rule("WF 23-13")
def test_both_over_their_ceilings_is_a_draw() -> None:
    game = field("1915-03-0 trench completion central-powers begun=no", ge=151, fr=111)
    assert game.outcome == "draw (both commanders relieved)"
    assert TITLE.verdict(state(game), game.outcome).winner == ""


@pytest.mark.rule("WF 23-13")
def test_december_1914_knows_no_ceiling_and_without_the_option_no_month_does() -> None:
    assert not field("1914-12-0 trench completion central-powers begun=no", ge=600).over
    off = "option supply-ceilings=off\n"
    assert not field("1915-01-0 trench completion central-powers begun=no", off, ge=600).over


@pytest.mark.rule("WF 23-13")
def test_a_game_begun_above_its_ceiling_is_looked_at_from_its_second_monthly_turn() -> None:
    begun = 'option begins="February 1916"\n'
    for month, over in ((3, False), (4, True)):
        game = field(f"1916-{month:02}-0 trench completion central-powers begun=no", begun, ge=240)
        assert game.over == over


@pytest.mark.rule("WF 23-13", "18-12")
def test_shipments_on_their_way_count() -> None:
    shipment = "unit S 0503 piece=ge-supply supply=10\n"
    for supply, over in ((140, False), (141, True)):
        game = field(f"1915-02-0 trench completion central-powers begun=no\n{shipment}", ge=supply)
        assert game.over == over


@pytest.mark.rule("WF 23-13")
def test_the_owner_alone_is_warned_a_month_ahead() -> None:
    game = field("1915-02-0 trench completion central-powers begun=no", ge=130)
    told = [event for event in game.events if event.kind == "warning"]
    assert [event.text for event in told] == [
        "Germany must expend 10 supply points before March 1915, when it may hold 150"  # 30 come in February
    ]
    assert told[0].to == (CENTRAL_POWERS,)
    tracks = {
        track.name: track
        for track in TITLE.report(state(game), CENTRAL_POWERS).tracks
        if track.group == "Supply ceilings"
    }
    assert tracks["Germany"].most == 150
    assert not [
        track
        for track in TITLE.report(state(game), ENTENTE).tracks
        if track.group == "Supply ceilings" and track.side == CENTRAL_POWERS
    ]


@pytest.mark.rule("WF 23-14")
def test_no_order_of_a_movement_phase_destroys_supply_points() -> None:
    game = field("1915-02-2 movement entente begun=yes", fr=60, gb=30)
    held = _held(state(game))
    for choice in (*game.decision.choices(), *_administration(game)):
        branch = game.branch()
        if choice not in [*branch.decision.choices()]:
            branch.play_words("administer")
        branch.play(choice)
        assert _held(state(branch)) == held, choice


STAFF_AT_THE_FRONT = """
holder 0301 0302 0303 0304 central-powers
unit F1 0202 nation=fr kind=inf values=6-4
unit F2 0202 nation=fr kind=inf values=6-4
unit G1 0302 nation=ge kind=inf values=8-5
unit P 0302 nation=ge kind=hq size=xxxx supply=30
unit 'ge-supply#1' 0302 supply=5
"""


@pytest.mark.rule("WF 23-14", "18-16", "18-11")
@pytest.mark.parametrize(
    ("option", "loss", "kept"),
    [
        ("", 1, {"P": 26, "ge-supply#1": 5}),  # chosen: four points are paid for the counterattack
        ("", 4, {"P": 0}),  # half the strength: nobody has chosen it
        ("option supply-ceilings=off\n", 1, {"P": 0}),
    ],
)
def test_a_retreat_of_choice_is_no_way_to_get_rid_of_supply(
    option: str, loss: int, kept: dict[str, int]
) -> None:
    scene = f"1915-02-2 combat entente begun=yes\n{STAFF_AT_THE_FRONT}premise attack {loss}\n"
    game = field(scene, option, fr=60)
    fight(game, "0302", "F1", "F2", stand=Withdraw())
    of = state(game)
    assert of.setting.board.label(of.units["P"].at) != "0302"
    assert {name: unit.supply for name, unit in of.units.items() if name in ("P", "ge-supply#1")} == kept


def _held(of: WesternFrontPosition) -> int:
    return sum(unit.supply for unit in of.units.values())


# Artillery


GUNS = """
holder 0301 0302 0303 0304 central-powers
unit A1 0202 nation=fr kind=art values=6-3
unit F1 0202 nation=fr kind=inf values=6-4
unit F2 0202 nation=fr kind=inf values=6-4
unit G1 0302 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("WF 23-15")
def test_supply_for_attacking_guns_is_owed_to_the_infantry() -> None:
    game = field(f"1915-03-2 combat entente begun=yes\n{GUNS}", fr=60)
    fight(game, "0302", "A1")
    of = state(game)
    owed = shell_debt.debts(of, "fr")
    assert [(debt.points, str(debt.due), debt.overdue) for debt in owed] == [(3, "1915-03-4", False)]
    lines = [
        track.text for track in TITLE.report(of, CENTRAL_POWERS).tracks if track.group == "Artillery debts"
    ]
    assert lines == ["3 supply points for infantry by March 1915, turn 4"]


@pytest.mark.rule("WF 23-15")
def test_infantry_in_the_same_attack_pays_at_once() -> None:
    game = field(f"1915-03-2 combat entente begun=yes\n{GUNS}", fr=60)
    fight(game, "0302", "A1", "F1", "F2")
    assert shell_debt.debts(state(game)) == []


def indebted(date: str) -> Game:
    """France owes its infantry two points since the second turn of March 1915."""
    spent = 1915 * 12 * 7 + 3 * 7 + 2
    flags = f'flag "artillery owes: fr" 2\nflag "artillery debt: fr {spent}" 2\n'
    return field(f"{date} combat entente begun=yes\n{flags}{GUNS}", fr=60)


@pytest.mark.rule("WF 23-15")
def test_guns_do_not_attack_while_a_debt_is_older_than_two_turns() -> None:
    for date, refused in (("1915-03-4", False), ("1915-03-5", True)):
        game = indebted(date)
        game.play_words("attack 0302")
        assert {"F1", "F2"} <= {getattr(each, "unit", "") for each in game.decision.choices()}
        refusal = game.check(Join("A1"))
        assert (refusal is not None) == refused
        assert refusal is None or refusal.rules == ("WF 23-15",)


@pytest.mark.rule("WF 23-15")
def test_infantry_pays_the_debt_and_then_the_guns_may_fire_again() -> None:
    game = indebted("1915-03-5")
    assert [debt.overdue for debt in shell_debt.debts(state(game), "fr")] == [True]
    fight(game, "0302", "F1", "F2")
    assert shell_debt.debts(state(game)) == []
    of = state(game)
    assert of.setting.campaign.holds_back(of, of.units["A1"]) is None


# Months


@pytest.mark.rule("WF 9-1", "WF 9-2", "WF 23-16")
def test_the_monthly_turn_goes_in_the_order_of_the_book() -> None:
    game = field("1915-04-0 trench completion central-powers begun=no\ndice 1 1 1 1", ge=10, fr=10, gb=10)
    of = state(game)
    kinds = [event.kind for event in game.events if event.kind in ("turn", "gas", "demoralization")]
    assert kinds == [
        "turn",
        "gas",
        "gas",
        "gas",
        "gas",
        "demoralization",
        "demoralization",
        "demoralization",
        "turn",
    ]
    assert (gas.counters(of, CENTRAL_POWERS), gas.counters(of, ENTENTE)) == (1, 1)
    assert (of.demoralization["ge"], of.demoralization["gb"]) == (29, 3)


@pytest.mark.rule("WF 9-1")
def test_gas_is_rolled_for_from_september_1914_on() -> None:
    game = field("1914-09-0 trench completion central-powers begun=no", ge=10, fr=10)
    assert len(said(game, "WF 9-1")) == 2
    assert said(game, "WF 23-16") == []


@pytest.mark.rule("WF 23-16")
@pytest.mark.parametrize(
    ("month", "german", "british"),
    [
        ("1914-12", 0, 0),
        ("1915-01", 29, 3),
        ("1916-12", 29, 2),
        ("1917-01", 12, 2),
        ("1917-02", 12, 17),
        ("1917-11", 12, 17),
        ("1917-12", 12, 6),
        ("1918-10", 12, 6),
    ],
)
def test_each_month_costs_points_at_home(month: str, german: int, british: int) -> None:
    game = field(f"{month}-0 trench completion central-powers begun=no", ge=10, gb=10)
    of = state(game)
    assert (of.demoralization.get("ge", 0), of.demoralization.get("gb", 0)) == (german, british)
    if german:
        assert any("lack of imports" in text for text in said(game, "WF 23-16"))


@pytest.mark.rule("WF 23-18", "WF 23-31", "WF 23-30")
def test_the_month_in_which_germany_is_shaken_already_brings_less() -> None:
    for before, points in ((1587, 70), (1588, 50)):
        text = f"1917-05-0 trench completion central-powers begun=no\ndemoralization ge {before}"
        game = field(text, ge=10)
        assert said(game, "WF 23-18") == (
            ["Germany suffers shaken national morale at 1600 demoralization points"] if before == 1588 else []
        )
        until(game, "movement", CENTRAL_POWERS)
        rule = "WF 23-31" if before == 1588 else "WF 23-30"
        assert f"Germany receives {points} supply points" in said(game, rule)


# Income


@pytest.mark.rule("WF 23-25", "WF 23-35", "WF 23-42")
def test_december_1914_brings_the_first_supply_of_the_schedules() -> None:
    game = field("1914-12-1 arrival central-powers begun=no", ge=10, fr=10, gb=10)
    until(game, "movement", ENTENTE)
    assert said(game, "WF 23-25")[0] == "Germany receives 20 supply points"
    assert said(game, "WF 23-35")[0] == "France receives 10 supply points"
    game = field("1914-12-6 arrival entente begun=no", fr=10, gb=10)
    assert said(game, "WF 23-42") == ["British replacements 5-3 are raised"]


SHAKEN, COLLAPSED = 'flag "shaken: %s" 1\n', 'flag "collapsed: %s" 1\n'


@pytest.mark.rule("WF 23-25", "WF 23-26", "WF 23-27", "WF 23-28", "WF 23-29", "WF 23-30", "WF 23-31")
@pytest.mark.rule("WF 23-32", "WF 23-35", "WF 23-36", "WF 23-37", "WF 23-38", "WF 23-43", "WF 23-44")
@pytest.mark.rule("WF 23-45", "WF 23-46", "WF 23-47", "WF 23-48", "WF 23-49", "WF 23-50", "WF 23-53")
@pytest.mark.rule("WF 23-57", "WF 23-58", "WF 23-59")
@pytest.mark.parametrize(
    ("nation", "date", "morale_", "rule", "told"),
    [
        ("ge", "1915-01-1", "", "WF 23-25", ["20", "5-4"]),
        ("ge", "1915-01-2", "", "WF 23-25", []),
        ("ge", "1915-03-1", "", "WF 23-26", ["40", "5-4"]),
        ("ge", "1915-04-1", "", "WF 23-26", ["30", "5-4"]),
        ("ge", "1915-05-1", "", "WF 23-27", ["40", "5-4"]),
        ("ge", "1915-05-3", "", "WF 23-27", []),
        ("ge", "1915-05-5", "", "WF 23-27", ["5-4"]),
        ("ge", "1915-11-1", "", "WF 23-28", ["70", "5-4"]),
        ("ge", "1916-06-1", "", "WF 23-28", ["60", "5-4"]),
        ("ge", "1916-07-1", "", "WF 23-29", ["30", "5-4"]),
        ("ge", "1917-01-1", "", "WF 23-30", ["70", "5-4"]),
        ("ge", "1917-02-1", "", "WF 23-30", ["60", "5-4"]),
        ("ge", "1917-07-1", SHAKEN, "WF 23-31", ["50"]),
        ("ge", "1917-07-2", SHAKEN, "WF 23-31", ["5-4"]),
        ("ge", "1917-08-1", SHAKEN, "WF 23-31", ["50", "5-4"]),
        ("ge", "1917-10-1", SHAKEN, "WF 23-31", ["60", "5-4"]),
        ("ge", "1917-10-1", COLLAPSED, "WF 23-32", ["30", "5-4"]),
        ("ge", "1917-09-5", COLLAPSED, "WF 23-32", []),
        ("fr", "1914-12-4", "", "WF 23-35", []),
        ("fr", "1915-01-4", "", "WF 23-35", ["4-3"]),
        ("fr", "1915-02-1", "", "WF 23-36", ["37", "4-3"]),
        ("fr", "1915-03-4", "", "WF 23-36", []),
        ("fr", "1917-09-1", SHAKEN, "WF 23-37", ["30"]),
        ("fr", "1917-10-1", SHAKEN, "WF 23-37", ["22"]),
        ("fr", "1917-10-2", SHAKEN, "WF 23-37", ["4-3"]),
        ("fr", "1917-10-1", COLLAPSED, "WF 23-38", ["7", "4-3"]),
        ("gb", "1915-01-1", "", "WF 23-43", ["8"]),
        ("gb", "1915-01-6", "", "WF 23-43", ["5-3"]),
        ("gb", "1915-12-1", "", "WF 23-44", ["18"]),
        ("gb", "1916-07-1", "", "WF 23-45", ["28", "5-3"]),
        ("gb", "1918-01-1", "", "WF 23-46", ["35", "5-3"]),
        ("gb", "1917-12-1", SHAKEN, "WF 23-47", ["18"]),
        ("gb", "1918-01-1", SHAKEN, "WF 23-47", ["15"]),
        ("gb", "1918-01-4", SHAKEN, "WF 23-47", ["5-3"]),
        ("gb", "1918-01-1", COLLAPSED, "WF 23-48", ["8", "5-3"]),
        ("gb", "1915-02-6", "", "WF 23-49", ["4-3"]),
        ("gb", "1916-03-6", "", "WF 23-50", ["4-3"]),
        ("be", "1916-07-1", "", "WF 23-53", ["4-3"]),
        ("us", "1917-05-1", "", "WF 23-57", ["5"]),
        ("us", "1918-05-1", "", "WF 23-58", ["10"]),
        ("us", "1918-07-1", "", "WF 23-59", ["10", "5-4"]),
    ],
)
def test_what_a_nation_receives_follows_from_date_and_morale(
    nation: str, date: str, morale_: str, rule: str, told: list[str]
) -> None:
    side = CENTRAL_POWERS if nation == "ge" else ENTENTE
    state_of = morale_ % nation if morale_ else ""
    game = field(f"{date} arrival {side} begun=no\n{state_of}", "", **{nation: 5})
    assert [gained(text) for text in said(game, rule)] == told


def gained(text: str) -> str:
    """The points or the values in a line such as "Germany receives 20 supply points"."""
    words = text.removesuffix(" supply points").removesuffix(" are raised").split()
    return words[-1]


@pytest.mark.rule("WF 23-23", "WF 23-33", "WF 23-51", "WF 23-55")
@pytest.mark.parametrize(
    ("piece", "date", "side", "offered", "refused"),
    [
        ("ge-rpl-xx-rpl", "1916-03-1", CENTRAL_POWERS, ["1606", "2415"], ["1107", "0816"]),
        ("fr-rpl-xx-rpl", "1916-03-1", ENTENTE, ["0717", "0125"], ["0905", "1606"]),
        ("be-rpl-xx-rpl", "1916-07-1", ENTENTE, ["0816", "0805"], ["1606"]),
        ("us-rpl-xx-rpl", "1918-07-1", ENTENTE, ["0125"], ["0816"]),
    ],
)
def test_reinforcements_without_a_hex_appear_where_their_nation_may(
    piece: str, date: str, side: str, offered: list[str], refused: list[str]
) -> None:
    of = start("duration-game", begins="February 1916")
    of.date, of.phase, of.active = TurnDate(*(int(part) for part in date.split("-"))), "arrival", side
    of.demoralization["ge"] = 0  # a game that goes on for so long without a surrender
    game = game_at(of)
    while not (game.decision.kind == "place" and piece in repr(game.decision.about)):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    places = {each.at for each in game.decision.choices() if isinstance(each, Place)}
    assert places.issuperset(offered)
    assert places.isdisjoint(refused)
    name = next(each.unit for each in game.decision.choices() if isinstance(each, Place))
    for label in refused:
        refusal = game.check(Place(name, label))
        assert refusal is not None
        assert set(refusal.rules) & {"25-2", "25-3"}


@pytest.mark.rule("WF 23-39", "WF 24-1")
def test_replacements_of_the_lists_count_among_the_ten() -> None:
    game = field('1914-11-1 arrival entente begun=no\nflag "french replacements" 8', fr=10)
    assert game.decision.kind == "draft"  # three come, and the second of them is the tenth
    game.play(Draft("fr-rpl-xx-rpl-colonial"))
    raised = [unit.piece for unit in state(game).waiting.values() if unit.piece.startswith("fr-rpl")]
    assert sorted(raised) == ["fr-rpl-xx-rpl", "fr-rpl-xx-rpl", "fr-rpl-xx-rpl-colonial"]


CITIES = """
hex 0101 country=belgium
hex 0102 country=belgium
place 0101 Ypres kinds=city
place 0102 Furnes kinds=city
"""


@pytest.mark.rule("WF 23-54")
def test_belgian_cities_send_recruits_one_a_month_for_as_long_as_they_are_held() -> None:
    def recruits(date: str, more: str = "") -> tuple[list[str], Game]:
        text = f"{FRONTIER}{CITIES}{RAILS}date {date} arrival entente begun=no\n{BELGIAN % 10}{more}"
        game = later("duration-game", text)
        return said(game, "WF 23-54"), game

    told, game = recruits("1915-01-1")
    assert told == ["Belgian replacements 4-3 are raised in 0101"]
    flags = {key: value for key, value in state(game).flags.items() if "belgian" in key}
    carried = "".join(f'flag "{key}" {value}\n' for key, value in flags.items())
    assert recruits("1915-02-1", carried)[0] == ["Belgian replacements 4-3 are raised in 0102"]
    assert recruits("1915-02-1", f"{carried}holder 0102 central-powers\n")[0] == [
        "The recruits of 0102 are lost to Belgium"
    ]
    assert recruits("1915-02-2", carried)[0] == []
    assert recruits("1914-12-1")[0] == []


@pytest.mark.rule("WF 23-60", "WF 23-61", "WF 23-57")
def test_points_of_the_united_states_are_laid_up_for_their_first_headquarters() -> None:
    game = field("1917-05-1 arrival entente begun=no\nsupply-due us 3", fr=10, gb=10)
    while not (game.decision.kind == "deliver" and "United States" in game.decision.prompt):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    offered = {each.to for each in game.decision.choices() if isinstance(each, Deliver)}
    assert {"fr-hq-xxxx-1", "gb-hq-xxxx-1", "us-hq-xxxx-1"} <= offered
    assert Deliver(8, "us-hq-xxxx-1") in game.decision.choices()
    game.play(Deliver(8, "us-hq-xxxx-1"))
    assert said(game, "WF 23-61") == ["8 supply points are laid up for American 1st Army"]


@pytest.mark.rule("WF 23-61")
def test_no_more_than_25_points_are_laid_up() -> None:
    text = '1918-07-1 arrival entente begun=no\nflag "laid up for the united states" 20'
    game = field(text, fr=10, gb=10)
    while not (game.decision.kind == "deliver" and "United States" in game.decision.prompt):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    assert Deliver(5, "us-hq-xxxx-1") in game.decision.choices()
    assert Deliver(6, "us-hq-xxxx-1") not in game.decision.choices()


# The end


@pytest.mark.rule("WF 23 victory", "WF 23-18", "WF 23-19", "WF 23-20")
@pytest.mark.parametrize(
    ("date", "points", "outcome"),
    [
        ("1914-11-4", {"fr": 750}, "Central Powers decisive victory"),
        ("1915-03-4", {"fr": 1000}, "Central Powers substantial victory"),
        ("1917-03-4", {"gb": 1650}, "Central Powers substantial victory"),
        ("1917-03-4", {"ge": 2350}, "Entente decisive victory"),
        ("1918-03-4", {"ge": 2650}, "Entente substantial victory"),
        ("1918-03-4", {"ge": 2650, "gb": 1650}, "Entente marginal victory"),
        ("1917-03-4", {"ge": 2350, "fr": 1200}, "Entente marginal victory"),
        ("1918-03-4", {"ge": 2649, "fr": 1499, "gb": 1849}, None),
        ("1918-11-3", {"ge": 2349, "fr": 1499}, "Central Powers marginal victory"),
        ("1918-11-3", {"ge": 2350}, "draw"),
    ],
)
def test_six_levels_a_draw_and_the_automatic_end(
    date: str, points: dict[str, int], outcome: str | None
) -> None:
    of = start("duration-game")
    of.date = TurnDate(*(int(part) for part in date.split("-")))
    of.phase, of.active, of.begun = "recombination", ENTENTE, True
    for nation, total in points.items():
        morale.add(table(of), of, nation, total, why="a test")
    game = game_at(of)
    while not game.over and state(game).date == TurnDate(*(int(part) for part in date.split("-"))):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    assert game.outcome == outcome


# The view of a war of years


@pytest.mark.rule("WF 23-18", "WF 23-19")
def test_the_report_shows_thresholds_beside_demoralization() -> None:
    of = state(field("1915-03-4 movement entente begun=yes\ndemoralization ge 700", ge=10, fr=10))
    tracks = {
        track.name: track for track in TITLE.report(of, ENTENTE).tracks if track.group == "Demoralization"
    }
    assert tracks["Germany"].text == (
        "700, steady: collapsed at 1500, shaken at 1600, surrendered at 1700 in 1915"
    )
    assert tracks["Germany"].most == 1500
    assert tracks["United States"].text == "0"


@pytest.mark.rule("WF 23-36", "WF 23-27")
def test_the_timetable_names_the_income_of_this_month_and_the_next() -> None:
    of = state(field("1915-05-2 movement entente begun=yes", ge=10, fr=10))
    due = TITLE.report(of, ENTENTE).arrivals
    told = {(each.when, each.what) for each in due if each.rule in ("WF 23-36", "WF 23-27")}
    assert ("June 1915, turn 1", "Arrives: 37 French supply points, French replacements") in told
    assert ("May 1915, turn 3", "Arrives: French replacements") in told
    assert ("June 1915, turn 1", "Arrives: German supply points, German replacements") in told
    assert not any(when.startswith("July") for when, _ in told)


@pytest.mark.rule("WF 23-1")
def test_the_front_of_each_january_is_remembered() -> None:
    game = field(f"1916-01-0 trench completion central-powers begun=no\n{LINE}", ge=10, fr=10)
    of = state(game)
    assert annual_fronts.fronts(of) == {1916: [node(of, label) for label in ("0201", "0202", "0203", "0204")]}
    assert TITLE.picture(of, ENTENTE, ["januaries"]) is not None
    assert (
        annual_fronts.fronts(state(field("1916-02-0 trench completion central-powers begun=no", ge=5))) == {}
    )


@pytest.mark.rule("22-12")
def test_replacements_that_walk_into_an_empty_enemy_trench_devastate_it() -> None:
    text = """1916-03-2 movement entente begun=yes
holder 0301 0302 0303 0304 central-powers
marker trench 0302 central-powers
unit fr-rpl-xx-rpl 0202
unit ge-inf-xx-7 0504
"""
    game = field(text, ge=5, fr=5)
    game.play_all([Pick("fr-rpl-xx-rpl"), Go("0302")])
    of = state(game)
    assert of.markers[node(of, "0302")].kind == DEVASTATION
    assert list(TITLE.status(of)) == []


@pytest.mark.rule("WF 5-1")
def test_the_quick_set_up_is_one_of_august_1914_alone() -> None:
    quick = {"quick-set-up": "on"}
    opening = hexfront.new(SCENARIO, seed=1, options=quick)
    assert opening.decision.kind == "set up"
    later_start = hexfront.new(SCENARIO, seed=1, options={**quick, "begins": "April 1915"})
    assert later_start.decision.kind == "deploy"
