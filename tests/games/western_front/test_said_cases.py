"""What a position text means by what it leaves out, and rules that show when units of all kinds are told."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import Allowance, BreakDown, Dig, Strengthen
from hexfront.games.western_front.rules import assault
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.western_front.played import state

ROWS = range(1, 4)
BOARD = (
    "board corner=0101\n"
    + "| . . . . . .\n" * len(ROWS)
    + "".join(f"hex 010{row} country=france\nhex 060{row} country=germany\n" for row in ROWS)
)
HQ = "unit GH 0502 nation=ge kind=hq supply=20\n"
IDLE = "unit M 0502 nation=ge kind=mar values=6-5 strength=2\nunit N 0502 nation=ge kind=mar values=6-5\n"


def said(
    date: str, phase: str, text: str, scenario: str = "western-front-1918", sandbox: bool = True
) -> Game:
    head = f"title western-front\nscenario {scenario}\n" + ("sandbox\n" if sandbox else "")
    return hexfront.position(f"{head}date {date} {phase}\n{BOARD}{text}")


def refilling(text: str, date: str = "1918-05-3", more: str = HQ + IDLE) -> Game:
    return said(date, "recombination central-powers", more + text)


def why_not(game: Game, unit: str, points: int) -> tuple[str, ...]:
    refusal = game.check(Strengthen(unit, points))
    return refusal.rules if isinstance(refusal, Refusal) else ()


# Colours [23-1]


@pytest.mark.rule("23-1", "24-4")
def test_units_described_in_place_have_the_colours_of_their_nation_and_kind() -> None:
    described = "unit A 0502 nation=ge values=8-5 strength=5\n"
    printed = "unit ge-inf-xx-2 0502 strength=3\n"
    replacements = "unit P 0502 nation=ge kind=rpl values=5-4\n"
    assert why_not(refilling(described + "unit ge-rpl-xx-rpl 0502 strength=3\n"), "A", 3) == ()
    assert why_not(refilling(printed + replacements), "ge-inf-xx-2", 3) == ()
    assert why_not(refilling(described + printed), "A", 3) == ()


@pytest.mark.rule("WF 23-6")
def test_two_points_of_described_infantry_make_one_of_described_guns() -> None:
    text = "unit R 0502 nation=ge kind=art size=iii values=3-4 strength=1\n"
    text += "unit P 0502 nation=ge kind=rpl values=5-4 strength={}\n"
    assert why_not(refilling(text.format(3)), "R", 2) == ("23-1", "23-4")
    assert why_not(refilling(text.format(4)), "R", 2) == ()


@pytest.mark.rule("23-1")
def test_infantry_replacements_make_no_tanks_and_tanks_of_the_lists_do() -> None:
    tank = "unit T 0202 nation=fr kind=tank size=x values=9-4 strength=6\n"
    more = "unit FH 0202 nation=fr kind=hq\n" + IDLE.replace("0502", "0202").replace("nation=ge", "nation=fr")
    for replacements, refused in (
        ("unit P 0202 nation=fr kind=rpl values=4-3\n", ("23-1", "23-4")),
        ("unit P 0202 nation=fr kind=rpl colour=tank values=9-RR\n", ()),
        ("unit fr-rpl-x-tank 0202\n", ()),
    ):
        game = said("1918-05-3", "recombination entente", more + tank + replacements)
        assert why_not(game, "T", 3) == refused


@pytest.mark.rule("WF 10-16")
def test_who_wants_more_of_a_british_tank_brigade_is_told_by_which_rule_it_is_refused() -> None:
    text = "unit BH 0202 nation=gb kind=hq\nunit T 0202 nation=gb kind=tank size=x values=12-4 strength=7\n"
    text += "unit gb-rpl-x-tank 0202\n"
    game = said("1917-09-3", "recombination entente", text, "nivelle-offensive")
    assert why_not(game, "T", 2) == ("WF 10-16", "23-4")
    assert why_not(game, "T", 1) == ()


# Assault units that have reverted [33-4]


@pytest.mark.rule("33-4", "33-6")
def test_a_reverted_assault_unit_is_of_the_infantry_again() -> None:
    worn = "unit ge-assault-xx-1 0502 strength={}\nunit ge-inf-xx-2 0502 strength=5\n"
    assert why_not(refilling(worn.format(6)), "ge-assault-xx-1", 2) == ()
    assert why_not(refilling(worn.format(6)), "ge-inf-xx-2", 2) == ()
    # As long as it is an assault unit it is of another type, and neither gains nor gives.
    assert why_not(refilling(worn.format(10)), "ge-assault-xx-1", 2) == ("33-6",)
    assert why_not(refilling(worn.format(10)), "ge-inf-xx-2", 2) == ("23-1", "23-4")


# Breaking down [27-1]


@pytest.mark.rule("27-1")
def test_a_division_may_break_down_into_parts_that_hold_less() -> None:
    parts = "lost B 0202 nation=gb size=x values=2-4\nlost C 0202 nation=gb size=x values=2-4\n"
    text = "unit A 0202 nation=gb values=7-5\n" + parts  # no other British brigade is to spare in 1914
    game = said("1914-10-3", "movement entente", text, "schlieffen-plan")
    game.play(BreakDown("A", ("described-B",)))
    while game.decision.kind == "break-down":
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    units = state(game).units
    assert "A" not in units
    assert sum(unit.strength for unit in units.values()) == 4


# Ground [22-9]


@pytest.mark.rule("22-9")
def test_who_stands_in_a_hex_holds_it_so_that_the_front_line_runs_there() -> None:
    text = "unit A 0402 nation=ge values=8-5\nunit B 0502 nation=ge values=8-5\n"
    text += "unit X 0302 nation=fr values=6-4\n"
    game = said("1916-09-0", "trench initiation central-powers", text, "somme")
    assert game.check(Dig("0402")) is None
    refusal = game.check(Dig("0502"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("22-9",)
    # A text that says otherwise is believed.
    told = said(
        "1916-09-0", "trench initiation central-powers", f"{text}holder 0302 central-powers\n", "somme"
    )
    assert any("can begin no trench" in notice for notice in told.notices)


@pytest.mark.rule("22-2", "23-3")
def test_phases_without_anything_to_do_say_why_they_pass() -> None:
    text = "unit A 0402 nation=ge values=8-5\nunit X 0302 nation=fr values=6-4\nside 0302-0402 swamp\n"
    digging = said("1916-09-0", "trench initiation central-powers", text, "somme")
    assert any("[22-2]" in notice and "begin no trench" in notice for notice in digging.notices)
    worn = refilling("unit A 0502 nation=ge values=8-5 strength=3\n", more="")
    assert any("A: no headquarters" in notice for notice in worn.notices)


# Morale and the year 1918


@pytest.mark.rule("WF 23-18", "WF 23-31", "26-6")
def test_morale_follows_from_the_points_that_a_text_tells() -> None:
    arriving = "arrival central-powers begun=no"
    text = "unit ge-hq-xxxx-1 0602\nside 0502-0602 rail=double\nrail 0502 0602 ge\n"
    game = said("1917-11-1", arriving, text + "demoralization ge 1700\n", "duration-game", sandbox=False)
    assert any("Germany is shaken" in notice for notice in game.notices)
    assert any("Germany receives 50 supply points" in event.text for event in game.events)
    well = said("1917-11-1", arriving, text, "duration-game", sandbox=False)
    assert any("Germany receives 70 supply points" in event.text for event in well.events)


@pytest.mark.rule("WF 12-16")
def test_weak_infantry_of_1918_is_slow_unless_a_text_says_otherwise() -> None:
    text = "unit W 0502 nation=ge values=4-5\nunit V 0502 nation=ge values=5-5\n"

    def pace(unit: str, date: str = "1918-04-2", more: str = "") -> int:
        return int(said(date, "movement central-powers", text + more).explain(Allowance(unit)).total) // POINT

    assert (pace("W"), pace("V")) == (4, 5)
    assert pace("W", more="flag 'fit men stripped' 0\n") == 5
    assert pace("W", date="1918-01-2") == 5


@pytest.mark.rule("WF 12-15", "WF 12-17")
def test_the_draw_of_february_1918_can_be_begun_from_a_text() -> None:
    game = said(
        "1918-02-0",
        "trench initiation central-powers begun=no",
        "unit ge-hq-xxxx-1 0602\ndemoralization ge 1850\n",
        "duration-game",
        sandbox=False,
    )
    drawn = [event.text for event in game.events if "are drawn for conversion" in event.text]
    assert drawn[0].startswith("27 divisions")  # 18 strong ones and 9 weak ones


@pytest.mark.rule("WF 23-17")
def test_reims_costs_nothing_in_1918() -> None:
    text = "title western-front\nscenario {}\nsandbox\ndate 1918-04-2 movement central-powers\n"
    text += "unit A 1514 nation=ge values=8-5\nunit X 0811 nation=fr values=6-4\n"
    for scenario, points in (("western-front-1918", 0), ("nivelle-offensive", 15)):
        game = hexfront.position(text.format(scenario))
        game.play_words("march A 1515")
        assert state(game).demoralization["fr"] == points


# Fronts and sectors on the printed map [WF 12]

NORTH = (
    "unit F 0906 nation=fr values=6-4\nunit F2 0909 nation=fr values=6-4\nunit BE 0905 nation=be values=6-4\n"
    "unit B 0907 nation=gb values=6-4\nunit B2 0908 nation=gb values=6-4\nunit BH 0806 nation=gb kind=hq\n"
    "unit G 1007 nation=ge values=8-5\nunit GH 1108 nation=ge kind=hq supply=20\n"
)


def on_the_map(scenario: str, date: str, text: str) -> Game:
    head = f"title western-front\nscenario {scenario}\nsandbox no-end no-arrivals\n"
    return hexfront.position(f"{head}date {date}\n{text}")


@pytest.mark.rule("WF 12-2", "WF 12-7", "WF 12-8")
def test_a_text_on_the_printed_map_has_the_front_and_the_sectors_of_its_scenario() -> None:
    game = on_the_map("second-ypres-and-artois", "1915-05-2 movement entente", NORTH)
    for order, rules in (
        ("march F2 0908", ()),  # a flank of the British sector
        ("march F 0907", ("WF 12-7",)),
        ("march B2 0909", ("WF 12-7",)),
        ("march BE 0906", ("WF 12-7",)),
    ):
        refusal = game.check(game.read_action(order))
        assert (refusal.rules if isinstance(refusal, Refusal) else ()) == rules, order
    position = state(game)
    board = position.setting.board
    assert (position.holder(board["1108"]), position.rail_network(board["1108"])) == ("central-powers", "ge")
    told = on_the_map(
        "second-ypres-and-artois", "1915-05-2 movement entente", NORTH + "holder 1309 entente\n"
    )
    assert state(told).holder(board["1309"]) == "entente"


@pytest.mark.rule("WF 15-4", "16-1")
def test_the_west_bank_is_no_more_open_to_column_attacks_and_the_reason_is_told() -> None:
    text = "unit F 2014 nation=fr values=6-4\nunit H 2013 nation=ge values=8-5\n"
    game = on_the_map("verdun", "1916-02-7 movement central-powers", text)
    game.play_words("pick H")
    refusal = game.check(game.read_action("column-attack 2014"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules == ("WF 15-4",)


@pytest.mark.rule("WF 12-1")
def test_without_arrivals_no_nation_receives_anything_in_the_trench_war() -> None:
    text = "unit ge-hq-xxxx-1 1211\n"
    arriving = "1916-07-1 arrival central-powers begun=no"
    assert not any("receives" in event.text for event in on_the_map("somme", arriving, text).events)
    with_arrivals = f"title western-front\nscenario somme\ndate {arriving}\n{text}"
    assert any("receives" in event.text for event in hexfront.position(with_arrivals).events)


@pytest.mark.rule("26-3", "14-4")
@pytest.mark.parametrize(("kinds", "points"), [("'personnel center'", 15), ("capital", 30), ("town", 0)])
def test_personnel_centers_and_capitals_are_cities(kinds: str, points: int) -> None:
    text = f"hex 0302 country=france\nplace 0302 Ville kinds={kinds}\nunit A 0402 nation=ge values=8-5\n"
    game = said("1914-10-3", "movement central-powers", text, "schlieffen-plan")
    game.play_words("march A 0302")
    assert state(game).demoralization["fr"] == points


# Words


@pytest.mark.parametrize(
    "line",
    [
        'unit Z 0302 nation="Great Britain" kind=Infantry size=Division values=6-4',
        'unit Z 0302 nation=german kind="Assault Infantry" values=12-5',
        "unit Z 0302 nation=USA kind=RPL values=5-4",
        "unit Z 0302 nation=A-H kind=Army-Headquarters supply=5",
        "unit Z 0302 nation=turkish kind='infantry division' values=5-4",
        "unit Z 0302 nation=fr kind=tank-brigade values=9-4",
        "marker trenches 0302 british",
        "unit Z 0302 nation=fr kind=siege-artillery size=battery values=4-rr",
        "marker Trench 0302 german",
        "marker hindenburg 0302 Central-Powers",
        'side 0302-0402 Major-River "Wooded Rough" rail=Double',
        "side 0302-0402 wooded rough major river rail=double",
        "hex 0302 country=France",
        "place 0302 Ville kinds=City,Personnel-Center",
        "holder 0302 Germany",
        "rail 0302 inoperative",
    ],
)
def test_capitals_hyphens_and_other_names_of_things_make_no_difference(line: str) -> None:
    assert state(said("1917-04-3", "Movement-Phase Entente", line + "\n")).phase == "movement"


def test_phases_and_sides_have_other_names() -> None:
    text = "unit A 0302 nation=fr values=6-4\nunit FH 0202 nation=fr kind=hq\n"
    text += "unit P 0202 nation=fr kind=rpl values=4-3\n"
    for when in ("Replacement / Recombination Phase entente", "replacement French", "recombination allies"):
        position = state(said("1917-04-3", when, text))
        assert (position.phase, position.active) == ("recombination", "entente")


@pytest.mark.rule("33-4", "33-9", "6-3", "18-8")
def test_what_a_text_leaves_unsaid_of_a_counter_is_what_all_of_its_kind_have() -> None:
    text = "unit S 0302 nation=ge kind=assault values=12-5\nunit J 0302 nation=ge kind=assault values=6-5\n"
    text += "unit X 0202 nation=fr values=6-4\nunit W 0202 nation=fr kind=supply supply=5\n"
    text += (
        "unit FH 0102 nation=fr kind=hq\nunit E 0102 nation=fr kind=engineer\nmarker trench 0202 entente\n"
    )
    game = said("1918-05-3", "combat central-powers", text)
    points = {name: assault.assault_points(state(game), state(game).units[name]) for name in ("S", "J", "X")}
    assert points == {"S": 4, "J": 6, "X": 0}
    moving = said("1918-05-3", "movement entente", text)
    assert moving.check(moving.read_action("march W 0102")) is None
    far = {name: moving.explain(Allowance(name)).text for name in ("FH", "E")}
    assert "is 4" in far["FH"]
    assert "is 3" in far["E"]


@pytest.mark.rule("19-6", "19-3")
def test_who_plans_what_is_planned_already_is_told_to_pass() -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit GH 0402 nation=ge kind=hq supply=9\n"
    text += "unit X 0202 nation=fr values=6-4\n"
    game = said("1918-05-3", "combat central-powers", text)
    game.play_words("assault 0202 A")
    assert "as planned" in str(game.check(game.read_action("supply A GH")))


@pytest.mark.parametrize(
    "words",
    [
        "attack 0202 A",
        "attack 0202 with A and B",
        "attack A,B 0202",
        "assault Ville A B",
        "Assault against Ville with A, B",
    ],
)
def test_an_attack_may_name_hex_and_units_in_any_order(words: str) -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit B 0302 nation=ge values=5-5\n"
    text += "unit X 0202 nation=fr values=6-4\nplace 0202 Ville kinds=town\n"
    game = said("1918-05-3", "combat central-powers", text)
    game.play_words(words)
    told = next(event.text for event in game.events if event.text.startswith("Attack on"))
    assert ("German A" in told, "German B" in told) == (True, "B" in words)


@pytest.mark.rule("16-4", "16-5")
@pytest.mark.parametrize(
    "words", ["column-attack 0202 A", "column attack A 0202", "column attack 0202 with A"]
)
def test_a_column_attack_may_name_the_units_that_make_it(words: str) -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit B 0302 nation=ge values=5-5\n"
    text += "unit X 0202 nation=fr values=6-4\n"
    game = said("1914-09-3", "movement central-powers", text, "schlieffen-plan")
    game.play_words(words)
    assert state(game).units["A"].column_attacked
    assert any(event.text.startswith("Column attack on 0202: German A") for event in game.events)
    assert not state(game).units["B"].column_attacked


def test_a_march_may_name_the_hex_first() -> None:
    text = "unit A 0502 nation=ge values=8-5\n"
    for words in ("move A 0402", "march 0402 A", "march A to 0402"):
        game = said("1914-09-3", "movement central-powers", text, "schlieffen-plan")
        game.play_words(words)
        assert state(game).setting.board.label(state(game).units["A"].at) == "0402"


@pytest.mark.parametrize(
    ("phase", "words", "rule"),
    [
        ("combat", "march A 0402", "6-3"),
        ("combat", "column-attack 0202 A", "16-1"),
        ("combat", "transport A 0402", "6-3"),
        ("combat", "dig 0302", "22-1"),
        ("combat", "strengthen A 1", "23-3"),
        ("combat", "transfer GH 5", "18-6"),
        ("movement", "attack 0202 A", "12-1"),
        ("movement", "dig 0302", "22-1"),
        ("movement", "rebuild A 1", "23-3"),
    ],
)
def test_orders_of_another_phase_are_refused_by_the_rule_that_gives_them_theirs(
    phase: str, words: str, rule: str
) -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit X 0202 nation=fr values=6-4\n" + HQ
    game = said("1918-05-3", f"{phase} central-powers", text)
    refusal = game.check(game.read_action(words))
    assert isinstance(refusal, Refusal)
    assert rule in refusal.rules


@pytest.mark.rule("16-8")
def test_the_odds_of_a_column_attack_are_told_before_anybody_is_picked() -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit X 0202 nation=fr values=6-4\n"
    game = said("1914-09-3", "movement central-powers", text, "schlieffen-plan")
    order = game.read_action("column attack 0202 A")
    before = game.odds(order)
    game.play_words("pick A")
    assert before == game.odds(game.read_action("column-attack 0202"))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('flag "gas counters: german" 1', "gas counters: central-powers"),
        ("flag Gas counters: Entente 1", "gas counters: entente"),
        ('flag "shaken: Germany" 1', "shaken: ge"),
        ('flag "collapsed: french" 1', "collapsed: fr"),
        ('flag "first assault on: great-britain" 1918036', "first assault on: gb"),
        ('flag "belgians attacked" 1', "belgians attacked"),
    ],
)
def test_flags_may_name_sides_and_nations_as_everything_else_does(line: str, meant: str) -> None:
    assert meant in state(said("1918-03-6", "combat german", line + "\n")).flags


GUN = "unit A 0302 nation={} kind={} values=4-3\n"
RAW = "unit A 0302 nation=ge values=8-5 unmobilized\n"


@pytest.mark.rule("12-5", "29-2", "29-4", "22-2", "22-9")
@pytest.mark.parametrize(
    ("date", "text", "words", "rule"),
    [
        ("1916-07-3 combat german", "side 0202-0302 alpine\n{A}{X}", "attack 0202 A", "12-5"),
        ("1916-07-3 combat german", "side 0202-0302 lake\n{A}{X}", "attack 0202", "12-5"),
        (
            "1914-09-3 combat german",
            "unit A 0302 nation=ah kind=siege values=4-3\n{X}",
            "attack 0202 A",
            "29-2",
        ),
        (
            "1914-09-3 combat german",
            "unit A 0302 nation=ge kind=art values=3-4\n{X}",
            "attack 0202 A",
            "29-4",
        ),
        (
            "1914-08-1 combat german",
            "unit A 0302 nation=ge values=8-5 unmobilized\n{X}",
            "attack 0202 A",
            "WF 6",
        ),
        ("1916-05-0 initiation french", "side 0202-0302 mountain\n{A}{X}", "dig 0202", "22-2"),
        ("1916-05-0 initiation french", "{X}", "dig 0202", "22-9"),
    ],
)
def test_what_is_barred_is_refused_by_its_rule_though_the_phase_has_passed_by_itself(
    date: str, text: str, words: str, rule: str
) -> None:
    when, phase, side = date.split()
    phase = {"initiation": "trench initiation"}.get(phase, phase)
    a, x = "unit A 0302 nation=ge values=8-5\n", "unit X 0202 nation=fr values=6-4\n"
    game = said(when, f"{phase} {side}", text.format(A=a, X=x), "schlieffen-plan")
    refusal = game.check(game.read_action(words))
    assert isinstance(refusal, Refusal)
    assert refusal.rules[0] == rule


@pytest.mark.rule("WF 15-4", "WF 15-2")
def test_bans_of_a_scenario_are_told_though_nobody_else_could_attack() -> None:
    banned = on_the_map(
        "verdun",
        "1916-02-5 combat german",
        "unit A 2114 nation=ge values=8-5\nunit X 2014 nation=fr values=6-4\n",
    )
    refusal = banned.check(banned.read_action("attack 2014 A"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules[0] == "WF 15-4"
    belgian = "unit B 0905 nation=be values=6-4\nunit A 1005 nation=ge values=8-5\n"
    idle = on_the_map("verdun", "1916-03-3 combat entente", belgian)
    refusal = idle.check(idle.read_action("attack 1005 B"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules[0] == "WF 15-2"


@pytest.mark.rule("17-5", "29-4")
def test_whether_guns_lack_points_or_a_headquarters_is_not_told_by_a_phase_that_is_over() -> None:
    guns = "unit P 0302 nation=ge kind=art values=3-4\nunit X 0202 nation=fr values=6-4\n"
    for stock in (0, 1):
        near = f"unit GH 0402 nation=ge kind=hq supply={stock}\n"
        game = said("1914-09-3", "movement entente", guns + near, "schlieffen-plan")
        refusal = game.check(game.read_action("attack 0202 P"))
        assert isinstance(refusal, Refusal)
        assert refusal.rules == ("12-1", "16-1")


@pytest.mark.rule("WF 9-3", "15-3")
def test_gas_and_advances_that_are_not_asked_for_are_refused_by_their_rules() -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit P 0302 nation=ge kind=art values=3-4\n"
    text += "unit X 0202 nation=fr values=6-4\nunit GH 0402 nation=ge kind=hq supply=9\n"
    text += "flag gas counters: german 1\npremise attack 6\npremise counterattack 0\n"
    game = said("1917-05-3", "combat german", text)
    game.play_words("attack 0202 A,P")
    no_trench = game.check(game.read_action("release-gas"))
    assert isinstance(no_trench, Refusal)
    assert no_trench.rules == ("WF 9-3",)
    while game.decision.kind != "advance":
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    for _ in range(2):  # as the others advance, and when nobody is asked any more
        guns = game.check(game.read_action("advance P"))
        assert isinstance(guns, Refusal)
        assert guns.rules == ("15-3",)
        if game.decision.kind == "advance":
            game.play_words("advance A")


@pytest.mark.rule("14-4")
def test_who_must_retreat_cannot_hold_the_hex() -> None:
    text = "unit A 0302 nation=ge values=8-5\nunit X 0202 nation=fr values=6-4\n"
    text += "unit GH 0402 nation=ge kind=hq supply=9\npremise attack 3\npremise counterattack 0\n"
    game = said("1914-09-3", "combat german", text, "schlieffen-plan")
    game.play_words("attack 0202 A")
    while game.decision.kind != "retreat":
        advised = game.decision.default()
        assert advised is not None
        assert game.decision.kind != "stand"  # nobody is asked who must go
        game.play(advised)
    refusal = game.check(game.read_action("stand"))
    assert isinstance(refusal, Refusal)
    assert refusal.rules[0] == "14-4"
