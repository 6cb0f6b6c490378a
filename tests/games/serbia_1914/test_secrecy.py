"""[3.1.5] [3.1.6] [3.1.6a] What the enemy sees of a stack, and that nothing else leaks."""

from __future__ import annotations

import random

import msgspec
import pytest

import hexfront
from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import areas, attachment, march_limits, tasks
from hexfront.games.serbia_1914.table import guessing
from hexfront.games.serbia_1914.table.layers import LAYERS
from hexfront.games.serbia_1914.table.portrait import portrait
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import (
    ATTACHMENT,
    AUSTRIA_HUNGARY,
    POSITION_TASK,
    SERBIA,
    SIDES,
    other_side,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_ahead, known_game
from hexfront.kernel.letters import question_of
from hexfront.kernel.mail import mail_of, mail_text
from hexfront.kernel.records import Station
from hexfront.kernel.start import new_game
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.proof import invariants
from hexfront.proof.secrecy import ASKED_FOR, LOOKS, Doors
from tests.games.serbia_1914.battlefield import DEPOTS, LOWLAND
from tests.games.serbia_1914.builders import FIELD, Play, game, node, position, table

DIVISION = "nation=serbia values=7-8-3-2 reduced=4-5-1"
BRIGADE = "nation=serbia size=x values=3-4-4-1"
RIDERS = "nation=serbia kind=cavalry values=4-3-4-1"
ENEMY = "unit Z 22.11 nation=austria-hungary values=7-7-3-2\n"
FAR = "unit Z 26.14 nation=austria-hungary values=7-7-3-2\n"


def order(of: SerbiaPosition, at: str = "22.12", side: str = SERBIA) -> str:
    """The stack in a hex, the top unit first."""
    return "".join(unit.name for unit in secrecy.stack(of, node(of, at), side))


def seen(of: SerbiaPosition, viewer: str = AUSTRIA_HUNGARY) -> dict[str, dict[str, object]]:
    return {each["unit"]: each for each in TITLE.view(of, viewer)["units"]}


# The order of a stack


@pytest.mark.rule("3.1.5")
def test_far_from_the_enemy_cavalry_lies_on_top_then_the_most_proficient_infantry() -> None:
    units = f"unit A 22.12 {DIVISION}\nunit B 22.12 {BRIGADE}\nunit C 22.12 {RIDERS}\n"
    assert order(position(FIELD + FAR + units)) == "CBA"


@pytest.mark.rule("3.1.5")
def test_next_to_the_enemy_the_largest_formation_lies_on_top() -> None:
    units = f"unit A 22.12 {BRIGADE}\nunit B 22.12 {DIVISION}\nunit C 22.12 nation=serbia values=7-8-4-2\n"
    assert order(position(FIELD + ENEMY + units)) == "CBA"


@pytest.mark.rule("3.1.5")
def test_an_enemy_across_the_sava_is_next_to_a_stack_and_a_squadron_is_not() -> None:
    units = f"unit A 22.12 nation=serbia kind=cavalry values=4-3-2-1\nunit B 22.12 {DIVISION}\n"
    assert order(position(FIELD + "side 22.11-22.12 sava\n" + ENEMY + units)) == "BA"
    ship = 'unit Z 22.11 nation=austria-hungary kind="naval squadron" values=0-0-0-3\n'
    assert order(position(FIELD + ship + units)) == "AB"


@pytest.mark.rule("3.1.5")
def test_demoralized_fort_asset_guns_and_supply_follow_in_this_order() -> None:
    units = (
        'unit A 22.12 nation=serbia kind="corps train"\n'
        "unit B 22.12 nation=serbia kind=artillery values=1-1-0-4\n"
        "unit C 22.12 nation=serbia size=iii values=1-2-2-0 asset\n"
        "unit D 22.12 nation=serbia kind=fort values=0-3-2-2\n"
        f"unit E 22.12 {DIVISION} status=5\n"
        f"unit F 22.12 {BRIGADE} status=4\n"
    )
    assert order(position(FIELD + ENEMY + units)) == "FEDCBA"


@pytest.mark.rule("3.1.5")
def test_of_asset_units_the_most_proficient_lies_on_top() -> None:
    units = (
        "unit A 22.12 nation=serbia size=x values=2-2-1-0 asset\n"
        "unit B 22.12 nation=serbia size=iii values=1-1-3-0 asset\n"
    )
    assert order(position(FIELD + ENEMY + units)) == "BA"


# What is seen


@pytest.mark.rule("3.1.6")
def test_only_the_top_unit_is_seen_and_no_strength_of_it() -> None:
    of = position(FIELD + ENEMY + f"unit A 22.12 {DIVISION} reductions=2 status=3\nunit B 22.12 {BRIGADE}\n")
    found = seen(of)
    assert "B" not in found
    assert found["A"] == {
        "unit": "A",
        "label": "A",
        "nation": SERBIA,
        "kind": "infantry",
        "size": "xx",
        "hexes": ["22.12"],
        "proficiency": 3,
    }


@pytest.mark.rule("3.1.6", "6.1.1")
def test_reductions_effectiveness_and_attachment_change_nothing_for_the_enemy() -> None:
    fresh = position(FIELD + ENEMY + f"unit A 22.12 {DIVISION} corps=first\n")
    worn = position(
        FIELD + ENEMY + f"unit A 22.12 {DIVISION} corps=second reductions=3 status=4 reaction=5\n"
    )
    assert TITLE.view(fresh, AUSTRIA_HUNGARY) == TITLE.view(worn, AUSTRIA_HUNGARY)
    assert TITLE.view(fresh, SERBIA) != TITLE.view(worn, SERBIA)
    assert TITLE.view(fresh, REFEREE) != TITLE.view(worn, REFEREE)


@pytest.mark.rule("3.1.6")
def test_an_observer_sees_of_both_sides_what_the_other_one_sees() -> None:
    mine = f"unit A 22.12 {DIVISION}\nunit B 22.12 {BRIGADE}\n"
    theirs = ENEMY + "unit Y 22.11 nation=austria-hungary size=x values=3-3-3-1\n"
    found = seen(position(FIELD + mine + theirs), OBSERVER)
    assert sorted(found) == ["A", "Z"]


@pytest.mark.rule("3.1.6")
def test_the_zone_of_a_unit_under_a_fort_is_felt_and_the_unit_seen() -> None:
    units = (
        "unit A 22.12 nation=serbia size=iii values=1-2-2-0 asset\n"
        "unit B 22.12 nation=serbia size=iii values=1-1-1-0 asset\n"
        "unit D 22.12 nation=serbia kind=fort values=0-3-2-2\n"
    )
    of = position(FIELD + ENEMY + units)
    assert sorted(name for name in seen(of) if name in "ABD") == ["A", "D"]
    known = TITLE.redact(of, AUSTRIA_HUNGARY)
    assert isinstance(known, SerbiaPosition)
    assert [count > 0 for count in known.serbian_zone] == [count > 0 for count in of.serbian_zone]


@pytest.mark.rule("3.1.6", "19.0")
def test_a_two_hex_unit_is_seen_in_each_hex_where_it_is_on_top() -> None:
    of = position(FIELD + ENEMY + f"unit A 22.12+23.13 {BRIGADE}\nunit B 22.12 {DIVISION}\n")
    assert seen(of)["A"]["hexes"] == ["23.13"]
    assert seen(of)["B"]["hexes"] == ["22.12"]


@pytest.mark.rule("3.1.6a")
def test_prepared_attacks_are_in_view_and_whose_they_are_only_on_top() -> None:
    of = position(
        FIELD
        + "turn 3 counter movement serbia\n"
        + "unit Z 22.11 nation=austria-hungary values=7-7-3-2\n"
        + f"unit A 22.12 {DIVISION}\nunit B 22.12 {BRIGADE} prepared=22.11\n"
    )
    view = TITLE.view(of, AUSTRIA_HUNGARY)
    assert view["prepared attacks"] == [{"side": SERBIA, "from": "22.12", "at": "22.11", "forces": 1}]
    assert "prepared" not in seen(of)["A"]
    known = TITLE.redact(of, AUSTRIA_HUNGARY)
    assert isinstance(known, SerbiaPosition)
    assert "B" not in known.units
    assert (
        march_limits.pins(known, AUSTRIA_HUNGARY)
        == march_limits.pins(of, AUSTRIA_HUNGARY)
        == {node(of, "22.11"): 1}
    )


@pytest.mark.rule("3.1.6a", "3.2")
def test_as_many_prepared_attacks_are_known_as_are_in_view_whoever_made_them() -> None:
    asset = "asset nation=serbia size=iii values=2-2-3-0"
    of = position(
        FIELD
        + "turn 3 counter movement serbia\n"
        + "unit Z 22.11 nation=austria-hungary values=7-7-3-2\n"
        + f"unit A 22.12 {asset} prepared=22.11\nunit B 22.12 {asset} prepared=22.11\n"
        + f"unit C 22.12 {asset} prepared=22.11\n"
    )
    expected = [{"side": SERBIA, "from": "22.12", "at": "22.11", "forces": 2}]
    assert TITLE.view(of, AUSTRIA_HUNGARY)["prepared attacks"] == expected
    assert TITLE.view(TITLE.redact(of, AUSTRIA_HUNGARY), AUSTRIA_HUNGARY)["prepared attacks"] == expected


@pytest.mark.rule("3.1.6a", "14.0")
def test_work_on_a_position_is_in_view_with_the_points_spent() -> None:
    of = position(
        FIELD + ENEMY + f"unit A 22.12 {DIVISION}\nunit B 22.12 {BRIGADE} task=position progress=5\n"
    )
    assert TITLE.view(of, AUSTRIA_HUNGARY)["works"][SERBIA] == {"22.12": 5}
    assert TITLE.view(TITLE.redact(of, AUSTRIA_HUNGARY), AUSTRIA_HUNGARY) == TITLE.view(of, AUSTRIA_HUNGARY)


def test_a_redacted_position_has_the_units_seen_whole_and_fresh() -> None:
    of = position(FIELD + ENEMY + f"unit A 22.12 {DIVISION} reductions=2 status=5\nunit B 22.12 {BRIGADE}\n")
    known = TITLE.redact(of, AUSTRIA_HUNGARY)
    assert isinstance(known, SerbiaPosition)
    assert sorted(known.units) == ["B", "Z"]  # the demoralized division lies under the brigade
    assert of.units["A"].reductions == 2
    own = TITLE.redact(of, SERBIA)
    assert isinstance(own, SerbiaPosition)
    assert own.units["A"] == of.units["A"]


def test_the_set_up_is_the_same_to_each_viewer_without_the_secrets_of_others() -> None:
    for scenario in TITLE.scenarios():
        of = TITLE.set_up(TITLE.setting(scenario.name, {}), 1)
        for side in TITLE.sides:
            known = TITLE.redact(of, side)
            for viewer in (side, OBSERVER):
                assert TITLE.view(known, viewer) == TITLE.view(of, viewer)


# In play


def random_game(seed: int, steps: int) -> tuple[Game, random.Random]:
    game = new_game(TITLE, "battle-in-the-macva", seed, {})
    game.digest_every = 0
    draw = random.Random(seed)
    for _ in range(steps):
        choices = game.decision.choices()
        game.play(choices[draw.randrange(len(choices))], game.decision.side)
    return game, draw


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_betrays_nothing(seed: int) -> None:
    game, draw = random_game(seed, 40 * seed)
    for _ in range(120):
        if game.over:
            break
        decision = game.decision
        invariants.choices_betray_nothing(game)
        for side in TITLE.sides:
            without = TITLE.redact(game.position, side)
            for viewer in (side, OBSERVER):
                assert TITLE.view(without, viewer) == TITLE.view(game.position, viewer)
        known = invariants.blind(game, decision.side)
        choices = decision.choices()
        game.play(choices[draw.randrange(len(choices))], decision.side)
        if known is not None:
            invariants.nothing_learned(game, known)


def test_each_side_can_follow_the_game_as_it_knows_it() -> None:
    game, draw = random_game(7, 60)
    for _ in range(150):
        if game.over:
            break
        for side in TITLE.sides:
            followed = known_game(game, side)
            asked = game.decision_of(side)
            if asked is not None:
                again = followed.decision_of(side)
                assert again is not None
                assert again.prompt == asked.prompt
        choices = game.decision.choices()
        game.play(choices[draw.randrange(len(choices))], game.decision.side)


@pytest.mark.rule("3.1.6a")
def test_works_of_a_two_hex_unit_are_seen_where_they_are() -> None:
    placed = position(
        FIELD + "turn 5 movement serbia\n"
        "unit E 23.13+23.12 nation=austria-hungary values=10-10-3-3 army=FIFTH task=position progress=7\n"
    )
    known = secrecy.redacted(placed, SERBIA)
    assert secrecy.works(known, AUSTRIA_HUNGARY) == secrecy.works(placed, AUSTRIA_HUNGARY)
    assert secrecy.works(known, AUSTRIA_HUNGARY) == {node(placed, "23.13"): 7}


# What follows from hidden units, and what is open of them


STACK = (
    "turn 5 movement serbia\n"
    f"unit A 22.12 {DIVISION}\n"
    "unit B 22.12 nation=serbia size=iii values=1-2-2-0 asset\n" + ENEMY
)


def without_secrets(of: SerbiaPosition, viewer: str = AUSTRIA_HUNGARY) -> list[SerbiaPosition]:
    """What a side knows of a position, and a guess at the rest of it."""
    known = secrecy.redacted(of, viewer)
    return [known, guessing.supposed(known, viewer, 1)]


@pytest.mark.rule("3.1.6a", "7.8")
def test_the_marker_of_works_is_open_and_not_who_builds() -> None:
    of = position(FIELD + STACK)
    of.change("A", task=POSITION_TASK, progress=2, spent=of.allowance)
    of.change("B", task=POSITION_TASK, progress=7, spent=of.allowance)
    for other in without_secrets(of):
        assert secrecy.works(other, SERBIA) == {node(of, "22.12"): 7}
    other = of.copy()
    other.change("A", task="", progress=0, spent=0)
    assert secrecy.redacted(of, AUSTRIA_HUNGARY).digest() == secrecy.redacted(other, AUSTRIA_HUNGARY).digest()


@pytest.mark.rule("3.1.6a", "7.8.2")
def test_works_of_the_enemy_do_not_go_on_by_being_redacted() -> None:
    of = position(FIELD + STACK)
    of.change("A", task=POSITION_TASK, progress=7, spent=of.allowance)
    for other in without_secrets(of):
        assert Play(tasks.carry_on(table(other), other)).over
        assert secrecy.works(other, SERBIA) == {node(of, "22.12"): 7}


@pytest.mark.rule("3.1.6a", "7.3")
def test_a_prepared_attack_nobody_of_the_lists_can_have_made_stays() -> None:
    of = position(FIELD + STACK)
    of.change("B", prepared=node(of, "22.11"))
    for other in without_secrets(of):
        assert secrecy.prepared_attacks(other, SERBIA) == {(node(of, "22.12"), node(of, "22.11")): 1}
        assert other.units["A"].prepared == OFF_MAP


@pytest.mark.rule("3.1.6", "9.1")
def test_an_attack_that_is_indicated_is_open() -> None:
    of = position(FIELD + STACK)
    of.change("B", aim=node(of, "22.11"))
    for other in without_secrets(of):
        assert secrecy.indicated(other, SERBIA) == {(node(of, "22.12"), node(of, "22.11"))}
        for viewer in (AUSTRIA_HUNGARY, OBSERVER):
            assert portrait(other, viewer).overlays == portrait(of, viewer).overlays


@pytest.mark.rule("3.1.6")
def test_no_flag_names_a_hidden_unit() -> None:
    of = position(FIELD + STACK)
    of.flags[tasks.DIGS + "B"] = node(of, "22.12")
    assert tasks.DIGS + "B" not in secrecy.redacted(of, AUSTRIA_HUNGARY).flags
    assert tasks.DIGS + "B" in secrecy.redacted(of, SERBIA).flags


@pytest.mark.rule("3.1.6", "5.2")
def test_a_guess_leaves_those_told_in_their_corps() -> None:
    of = TITLE.set_up(TITLE.setting("battle-in-the-macva", {}), 1)
    assert isinstance(of, SerbiaPosition)
    unit = next(unit for unit in of.of_side(SERBIA) if unit.corps not in ("", "uzice"))
    of.change(unit.name, corps="uzice")
    assert secrecy.redacted(of, AUSTRIA_HUNGARY).units[unit.name].corps == unit.corps
    now = of.copy()
    secrecy.expose(now, [unit.name])
    told = secrecy.redacted(of, AUSTRIA_HUNGARY, now)
    assert guessing.supposed(told, AUSTRIA_HUNGARY, 1).units[unit.name].corps == "uzice"


@pytest.mark.rule("3.1.6", "5.1.1")
def test_areas_without_a_boundary_are_known_to_their_owner_only() -> None:
    of = TITLE.set_up(TITLE.setting("crossing-of-the-drina", {}), 1)
    assert isinstance(of, SerbiaPosition)
    assert len(areas.armies(of)) > 1
    of.boundaries.clear()
    of.memo.clear()
    assert LAYERS.draw(of, AUSTRIA_HUNGARY, ["areas"])
    assert not LAYERS.draw(of, SERBIA, ["areas"])
    assert not LAYERS.draw(of, OBSERVER, ["areas"])
    attachment.draw_lines(of)
    assert LAYERS.draw(of, SERBIA, ["areas"]) == LAYERS.draw(of, AUSTRIA_HUNGARY, ["areas"]) != []


# Other facts of the units themselves


def otherwise(unit: Unit, of: SerbiaPosition, draw: random.Random, names: dict[str, list[str]]) -> Unit:
    """A unit of which everything is different that its enemy may not know (decision SE-R008)."""
    piece = of.piece(unit)
    if piece.naval or piece.unknown:
        return unit
    worn = piece.formation and not of.is_demoralized(unit)  # who is lies lower in the stack
    extended = piece.supply and draw.random() < 0.5
    return msgspec.structs.replace(
        unit,
        reductions=draw.randrange(piece.most_reductions + 1),
        status=draw.randrange(3) if worn else unit.status,
        army=unit.army if of.phase == ATTACHMENT else draw.choice(names["army"]),
        corps=draw.choice(names["corps"]) if unit.corps and of.phase != ATTACHMENT else unit.corps,
        assigned="",
        extended=extended,
        ammunition=draw.randrange(2) if extended else 0,
        progress=unit.progress if unit.task in ("", POSITION_TASK) else unit.progress + draw.randrange(2),
        reaction=draw.randrange(3),
        began=draw.choice((unit.at, unit.began)),
        moved=draw.random() < 0.5,
        attached=draw.random() < 0.5,
    )


def in_another_world(game: Game, viewer: str, draw: random.Random) -> Game:
    """The game at a station, with other facts of the units of a viewer's enemy."""
    station = game.stations[-1]
    of = station.position.copy()
    assert isinstance(of, SerbiaPosition)
    enemy = other_side(viewer)
    units = [*of.of_side(enemy)]
    names = {key: sorted({getattr(unit, key) for unit in units} - {""}) for key in ("army", "corps")}
    of.units.update({unit.name: otherwise(unit, of, draw, names) for unit in units})
    of.lost.update(
        {
            name: msgspec.structs.replace(otherwise(unit, of, draw, names), spent=draw.randrange(3))
            for name, unit in of.lost.items()
            if of.side_of(unit) == enemy
        }
    )
    of.derive()
    twin = game.branch()
    twin.digest_every = 0
    bare = [msgspec.structs.replace(entry, digest="") for entry in game.journal]
    stations = [*game.stations[:-1], Station(station.step, of, station.events, station.withheld)]
    twin.resume(bare, game.events[: station.events], stations, fall_back=False)
    return twin


@pytest.mark.rule("3.1.6", "5.2", "6.1.1")
@pytest.mark.parametrize(
    ("scenario", "seed"), [("crossing-of-the-drina", 3), ("battle-in-the-macva", 5), ("conrads-case-b", 2)]
)
def test_whatever_units_are_otherwise_no_door_tells_their_enemy(scenario: str, seed: int) -> None:
    """All that is hidden of units is changed in the position itself, so that nothing has to be guessed."""
    draw = random.Random(seed)
    game = new_game(TITLE, scenario, seed)
    looked_at = 0
    while game.step < 300:
        game.play(draw.choice([*game.decision.choices()]))
        if game.step % 10 or game.stations[-1].step != game.step:
            continue
        for viewer in SIDES:
            here, there = (
                Doors(each, viewer, game.step) for each in (game, in_another_world(game, viewer, draw))
            )
            if here.asked != there.asked:
                continue  # worn units may be asked something else, and that is seen
            looked_at += 1
            for door in (*LOOKS, *ASKED_FOR):
                assert not invariants.different(getattr(here, door), getattr(there, door)), door
    assert looked_at > 10


@pytest.mark.rule("3.1.6")
def test_who_is_attacked_learns_by_mail_nothing_of_the_stacks_around() -> None:
    """To play the combat again all units around it would be needed; the question alone goes out."""
    asset = "asset nation=austria-hungary size=iii values=2-2-3-0 effectiveness=9 army=FIFTH"
    playing = game(
        f"{LOWLAND}{DEPOTS}turn 3 attack austria-hungary begun=no\n"
        "unit A 23.12 nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH corps=XIII\n"
        "unit B 22.11 nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH corps=XIII\n"
        f"unit Hidden 22.11 {asset}\n"
        f"unit X 23.11 {DIVISION} effectiveness=10\n"
    )
    playing.play(Aim("A", "23.11"))
    asked = set()
    while playing.decision_of(SERBIA) is None or playing.station_step == playing.step:
        playing.play(playing.decision.default() or PASS)
    while playing.station_step < playing.step:
        if (decision := playing.decision_of(SERBIA)) is not None:
            asked.add(decision.kind)
            mail = mail_of(mail_text(playing, SERBIA).encode())
            assert {"A", "B", "X"} <= mail.station["units"].keys()
            assert "Hidden" not in mail.station["units"]
            assert mail.letter is not None
            assert question_of(mail.letter, SERBIA, TITLE).about == decision.about
        playing.play(playing.decision.default() or PASS)
    assert "intensity" in asked


@pytest.mark.rule("3.1.6", "9.4.1")
def test_what_comes_after_an_order_is_foreseen_without_the_depots_that_lie_hidden() -> None:
    """The defender who can be given ammunition is asked for it; the attacker does not know beforehand."""

    supplies = DEPOTS.replace("20.14 army=FIFTH", "20.14 army=FIFTH extended")

    def foreseen(depot: str) -> tuple[str, object]:
        playing = game(
            f"{LOWLAND}{supplies.replace('unit sr-depot-1 26.10', depot)}"
            "turn 3 attack austria-hungary begun=no\nshells 0\n"
            "unit A 23.12 nation=austria-hungary values=7-8-4-2 reduced=4-5-1 effectiveness=10 army=FIFTH "
            "corps=XIII\n"
            f"unit X 23.11 {DIVISION} effectiveness=10\nunit Y 26.10 {BRIGADE} effectiveness=10\n"
        )
        playing.play(Aim("A", "23.11"))
        playing.play(PASS)
        decision = playing.decision
        assert (decision.side, decision.kind) == (AUSTRIA_HUNGARY, "ammunition")
        asked = playing.branch()
        asked.play(PASS)
        try:
            known = known_ahead(playing, [PASS], AUSTRIA_HUNGARY)
        except Refusal as refusal:
            return asked.decision.side, str(refusal)
        return asked.decision.side, known.decision.as_data(choices=True)

    with_depot, without = foreseen("unit sr-depot-1 26.10 extended"), foreseen("")
    assert (with_depot[0], without[0]) == (SERBIA, AUSTRIA_HUNGARY)
    assert with_depot[1] == without[1]


@pytest.mark.rule("3.1.6")
def test_environments_see_enemy_stacks_in_the_order_of_their_hexes() -> None:
    """Any other order would tell which unit came where before another."""
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=1)
    seen = TITLE.sightings(game.position, AUSTRIA_HUNGARY).counters
    enemies = [each for each in seen if each.side == SERBIA]
    assert enemies == sorted(enemies)
