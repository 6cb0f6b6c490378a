"""Counters, layers and the report: what is shown, to whom, and how quickly."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import msgspec
import pytest

import hexfront
from hexfront.drawing import Counter, Highlight, Line, NetworkTint, Zone
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table import layers
from hexfront.games.western_front.table.layers import LAYERS
from hexfront.games.western_front.table.portrait import portrait
from hexfront.games.western_front.table.report import report
from hexfront.games.western_front.table.sightings import sightings
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import as_data
from hexfront.kernel.errors import Malformed
from hexfront.kernel.showing import Muster, Track
from hexfront.kernel.title import OBSERVER, REFEREE
from tests.games.western_front.builders import FRONTIER, game, node, position
from tests.games.western_front.test_front_lines import start

SECRET = 77_731  # a figure that nothing else on the table can be
FIELD = f"""{FRONTIER}place 0202 Namur kinds=city
date 1914-09-3 movement central-powers begun=yes
side 0402-0502 rail=single
rail 0402 0502 ge
unit X 0202 nation=fr kind=inf values=6-4 reduced=4 strength=3 army=FH
unit FH 0102 nation=fr kind=hq size=xxxx supply=33 called=1st_Army
unit A 0402 nation=ge kind=inf values=8-5 reduced=6 moved spent=45 army=GH
unit GH 0403 nation=ge kind=hq size=xxxx supply={SECRET} called=2nd_Army
unit CART 0502 piece=ge-supply supply={SECRET}
unit R 0403 piece=ge-rpl-xx-rpl strength=5
unit FORT 0504 nation=ge kind=fortress values=9-0
waiting ge-inf-xx-18
lost ge-inf-xx-17
gone ge-cav-xx-9
rail-used ge 4
track-used 0402-0502 1
demoralization fr 12
demoralization ge 5
holder 0302 entente
holder 0202 central-powers
supply-due ge {SECRET}
"""


@pytest.fixture
def field() -> WesternFrontPosition:
    return position(FIELD)


def counter(of: WesternFrontPosition, viewer: str, key: str) -> Counter:
    return next(each for each in portrait(of, viewer).counters if each.key == key)


def fact(of: WesternFrontPosition, viewer: str, key: str, name: str) -> str:
    return dict(counter(of, viewer, key).facts).get(name, "")


# Counters


def test_a_counter_has_its_key_its_name_and_its_facts(field: WesternFrontPosition) -> None:
    shown = counter(field, CENTRAL_POWERS, "A")
    assert (shown.side, shown.name, shown.states) == (CENTRAL_POWERS, "German A", ("moved",))
    assert shown.facts == (
        ("kind", "infantry division"),
        ("strength", "8 of 8"),
        ("reduced side", "6"),
        ("movement", "5"),
        ("spent", "1 1/2"),
    )
    assert counter(field, ENTENTE, "X").states == ("reduced",)
    assert fact(field, ENTENTE, "X", "strength") == "3 of 6"


@pytest.mark.rule("17-5")
def test_17_5_supply_is_on_the_counter_for_its_owner_only(field: WesternFrontPosition) -> None:
    for key in ("GH", "CART"):
        assert fact(field, CENTRAL_POWERS, key, "supply") == str(SECRET)
        assert fact(field, REFEREE, key, "supply") == str(SECRET)
        assert fact(field, ENTENTE, key, "supply") == fact(field, OBSERVER, key, "supply") == ""
        assert counter(field, ENTENTE, key).strength == ""


def test_a_counter_changes_with_its_unit(field: WesternFrontPosition) -> None:
    before = counter(field, ENTENTE, "X")
    assert counter(field, ENTENTE, "X") is before  # nothing has happened to it
    field.change("X", strength=2)
    assert counter(field, ENTENTE, "X").strength == "2"
    field.flags["shaken: fr"] = 1
    assert "demoralized" in counter(field, ENTENTE, "X").states


# Layers


def test_every_layer_can_be_drawn_and_others_are_refused(field: WesternFrontPosition) -> None:
    assert TITLE.layers == LAYERS.meanings
    for name in LAYERS.meanings:
        portrait(field, CENTRAL_POWERS, [name])
    with pytest.raises(Malformed, match='"zones"'):
        portrait(field, CENTRAL_POWERS, ["zone"])


def test_the_layer_of_ground_shows_what_lies_in_the_others_country(field: WesternFrontPosition) -> None:
    field.holders[node(field, "0101")] = CENTRAL_POWERS
    (held, lost) = LAYERS.draw(field, OBSERVER, ["control"])
    assert isinstance(held, Zone)
    assert isinstance(lost, Zone)
    assert held.nodes == (node(field, "0101"), node(field, "0202"), node(field, "0402"))  # A stands there
    assert lost.nodes == (node(field, "0302"),)


def test_the_layer_of_capacity_shows_tracks_in_use(field: WesternFrontPosition) -> None:
    drawn = LAYERS.draw(field, OBSERVER, ["capacity"])
    assert any(isinstance(part, NetworkTint) for part in drawn)
    (track,) = [part for part in drawn if isinstance(part, Line)]
    assert (track.nodes, track.text) == ((node(field, "0402"), node(field, "0502")), "1 of 2")


def test_the_layer_of_headquarters_reaches_as_far_as_full_supply(field: WesternFrontPosition) -> None:
    (reach,) = LAYERS.draw(field, ENTENTE, ["headquarters"])
    assert isinstance(reach, Zone)
    assert node(field, "0102") in reach.nodes
    assert node(field, "0302") in reach.nodes  # in an enemy zone a line may begin
    assert node(field, "0402") not in reach.nodes  # ... but no line leads through it


def test_threat_is_the_strength_that_could_come_beside_a_hex(field: WesternFrontPosition) -> None:
    field.change("A", moved=False, spent=0)
    against = layers.threat(field, ENTENTE)
    assert against[node(field, "0202")] == against[node(field, "0302")] == 8
    field.change("A", mobilized=False)
    assert layers.threat(field, ENTENTE) == {}
    drawn = LAYERS.draw(field, CENTRAL_POWERS, ["threat"])
    assert Highlight(node(field, "0403"), "3", "#e8c547") in drawn
    assert not any(isinstance(part, Highlight) and part.node == node(field, "0401") for part in drawn)


# The report


def track(of: WesternFrontPosition, viewer: str, group: str, name: str) -> Track:
    found = [each for each in report(of, viewer).tracks if (each.group, each.name) == (group, name)]
    assert len(found) == 1, (group, name, found)
    return found[0]


def test_the_report_says_when_it_is(field: WesternFrontPosition) -> None:
    found = report(field, ENTENTE)
    assert (found.turn, found.phase) == ("September 1914, turn 3", "Central Powers, movement")


def test_figures_are_followed_for_every_nation(field: WesternFrontPosition) -> None:
    assert track(field, ENTENTE, "Demoralization", "France").value == 12
    assert track(field, ENTENTE, "Demoralization", "Balance").text == (
        "7: 23 more for the Central Powers' next level, 8 less for the Entente's"
    )
    assert track(field, ENTENTE, "Rail capacity", "Germany").text == "4 of 15 divisions, 11 left"
    assert track(field, ENTENTE, "Replacements", "Germany").value == 5
    assert track(field, ENTENTE, "Losses", "France").value == 3
    germany = track(field, ENTENTE, "Losses", "Germany")
    assert germany.text == "10 strength points, 1 unit destroyed, 1 unit lost for good"
    assert germany.value == 10
    assert track(field, ENTENTE, "Strength", "Germany").value == 8


@pytest.mark.rule("17-5")
def test_17_5_the_report_tells_supply_to_its_owner_only(field: WesternFrontPosition) -> None:
    own = track(field, ENTENTE, "Supply of headquarters", "French 1st_Army in 0102")
    assert (own.text, own.value, own.most) == ("33 of 100", 33, 100)
    assert track(field, CENTRAL_POWERS, "Supply points", "Germany").value == 2 * SECRET
    sides = {each.side for each in report(field, ENTENTE).tracks if "upply" in each.group}
    assert sides == {ENTENTE}
    assert not [each for each in report(field, OBSERVER).tracks if "upply" in each.group]


def branch(of: Muster, *names: str) -> Muster:
    for name in names:
        of = next(each for each in of.under if each.name == name)
    return of


def test_the_muster_is_a_tree_by_side_nation_and_army(field: WesternFrontPosition) -> None:
    central, entente = report(field, OBSERVER).muster
    assert (central.name, central.side, entente.name) == ("Central Powers", CENTRAL_POWERS, "Entente")
    germany = branch(central, "Germany")
    assert branch(germany, "Replacements and shipments").units == ("CART", "R")
    assert branch(germany, "Fortresses").under[0].name == "FORT (0504), strength 9"
    waiting = branch(germany, "Waiting to arrive").under[0]
    assert (waiting.name, waiting.units) == ("German 18th Division", ("ge-inf-xx-18",))
    assert branch(germany, "Destroyed").under[0].units == ("ge-inf-xx-17",)
    assert branch(germany, "Lost for good").under[0].name == "German 9th Cavalry Division"


def test_in_the_scenario_units_stand_under_their_armies() -> None:
    here = hexfront.new("western-front/schlieffen-plan").position
    assert isinstance(here, WesternFrontPosition)
    central, entente = report(here, OBSERVER).muster
    first = branch(central, "Germany", "German 1st Army")
    assert first.units[0] == "ge-hq-xxxx-1"
    assert "ge-inf-xx-17" in first.units
    listed = [key for side in (central, entente) for key in all_units(side)]
    assert sorted(listed) == sorted(here.units)


def all_units(of: Muster) -> list[str]:
    return [*of.units, *(key for under in of.under for key in all_units(under))]


def test_what_is_due_stands_in_the_order_of_turns() -> None:
    playing = hexfront.new("western-front/schlieffen-plan")
    arrivals = playing.report(ENTENTE).arrivals
    assert [each.what for each in arrivals if each.when == "August 1914, turn 3" and each.where] == [
        "Arrives: French 44th Division (Mountain)",
        "Completes mobilization: 1 French infantry division (4-4)",
    ]
    cases = [each for each in arrivals if "supply points" in each.what and each.side == CENTRAL_POWERS]
    assert {each.what for each in cases} == {"Arrives: German supply points"}
    own = {each.what for each in playing.report(CENTRAL_POWERS).arrivals}
    assert "Arrives: 50 German supply points" in own
    assert not any(each.when == "August 1914, turn 1" and each.side == CENTRAL_POWERS for each in arrivals)


def test_the_standing_says_who_would_have_won(field: WesternFrontPosition) -> None:
    found = report(field, OBSERVER).standing
    terms = dict(found.terms)
    assert terms["Demoralization of France"] == "12"
    assert terms["Demoralization of Germany"] == "-5"
    assert terms["Difference"] == "7"
    assert terms["Draw"] == "30 to 49"
    assert found.rules == ("WF 3",)
    field.demoralization["fr"] = 400
    assert report(field, OBSERVER).standing.text != found.text


# Nothing hidden, and quickly


@pytest.mark.rule("17-5")
@pytest.mark.parametrize("viewer", [ENTENTE, OBSERVER])
def test_17_5_no_hidden_figure_is_in_anything_shown(viewer: str) -> None:
    playing = game(FIELD)
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    shown = [
        msgspec.json.encode(report(here, viewer)),
        *(msgspec.json.encode(portrait(here, viewer, [name]).counters) for name in LAYERS.meanings),
        *(msgspec.json.encode(LAYERS.draw(here, viewer, [name])) for name in LAYERS.meanings),
        msgspec.json.encode(TITLE.view(here, viewer)),
    ]
    for key in (*here.units, "0403", "0202"):
        for asked in playing.questions_about(key, viewer):
            shown.append(msgspec.json.encode(as_data(asked.question)) + asked.text.encode())
            try:
                shown.append(playing.explain(asked.question, viewer).text.encode())
            except hexfront.Refusal as refusal:
                shown.append(str(refusal).encode())
    assert str(SECRET).encode() in msgspec.json.encode(report(here, CENTRAL_POWERS))
    for text in shown:
        assert str(SECRET).encode() not in text
        assert str(2 * SECRET).encode() not in text


def quickest(work: Callable[[], object]) -> float:
    times = []
    for _ in range(7):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def test_a_picture_and_a_report_are_quickly_made() -> None:
    playing = hexfront.new("western-front/schlieffen-plan")
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    assert len(here.units) > 280
    assert quickest(lambda: portrait(here, ENTENTE)) < 0.020  # 4 ms on a quiet machine
    assert quickest(lambda: report(here, ENTENTE)) < 0.050  # 10 ms


# The trench war on the map


def test_trenches_face_the_enemy_in_the_colour_of_their_sector() -> None:
    of = start("nivelle-offensive")
    markers = {each.node: each for each in portrait(of, ENTENTE).markers if each.kind != "fortress"}
    british = markers[node(of, "0908")]
    assert (british.kind, british.nation) == ("trench", "gb")
    assert british.toward == tuple(
        near for near in of.setting.crossable[british.node] if of.holder(near) == CENTRAL_POWERS
    )
    assert british.toward
    assert markers[node(of, "1515")].nation == "fr"
    line = [each for each in markers.values() if each.kind == "hindenburg line"]
    assert {(each.text, each.nation) for each in line} == {("HL", "ge")}
    assert len(line) == 5


def test_sectors_can_be_laid_over_the_map_with_their_flanks() -> None:
    of = start("second-ypres-and-artois")
    drawn = portrait(of, ENTENTE, ("sectors",)).overlays
    named = {each.node: each.text for each in drawn if isinstance(each, Highlight)}
    label = of.setting.board.label
    assert {label(each): text for each, text in named.items()} == {
        "0905": "Belgium, flank",
        "1006": "Great Britain, flank",
        "0907": "Great Britain",
        "0908": "Great Britain, flank",
    }
    rows = {label(each) for part in drawn if isinstance(part, Zone) for each in part.nodes}
    assert {"0806", "0807", "0707"} <= rows


def test_gas_and_work_on_the_line_are_seen() -> None:
    of = start("second-ypres-and-artois")
    assert "Gas counters of Central Powers: 1" in portrait(of, ENTENTE).notes
    of.flags["hindenburg line 1413 ge-eng-iii-18"] = 1
    begun = [each for each in portrait(of, ENTENTE).markers if each.kind == "construction"]
    assert [(each.node, each.text) for each in begun] == [(node(of, "1413"), "HL")]


LAID = "_counters_laid", "_fortress_marks"


@pytest.mark.parametrize("scenario", ["schlieffen-plan", "western-front-1918", "duration-game"])
def test_what_was_told_before_makes_no_difference(scenario: str) -> None:
    """Reports and markers are told anew only in part; a position that comes from nowhere tells the same."""
    played = hexfront.new(f"western-front/{scenario}", seed=6)
    draw = random.Random(6)
    for step in range(900):
        decision = played.decision
        listed = decision.choices()
        played.play(listed[draw.randrange(len(listed))], decision.side)
        if draw.random() > 0.1:
            continue
        now: WesternFrontPosition = played.position
        viewer = draw.choice((CENTRAL_POWERS, ENTENTE, OBSERVER, REFEREE))
        fresh = now.copy()
        for name in ("_ledgers", "_muster", "_timetables", "_marks_seen", "_sectors", *LAID):
            fresh.__dict__.pop(name, None)
        assert report(now, viewer) == report(fresh, viewer), step
        assert portrait(now, viewer).counters == portrait(fresh, viewer).counters
        assert portrait(now, viewer).markers == portrait(fresh, viewer).markers
        assert sightings(now, viewer).marks == sightings(fresh, viewer).marks
