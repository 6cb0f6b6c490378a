"""Chapter 23 in play: hidden stacks, dummies, and the intelligence of headquarters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Deceive,
    Examine,
    Go,
    Infiltrate,
    Join,
    MobileAssault,
    Pick,
    PlaceDummy,
    Reconnoitre,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_forecast
from hexfront.kernel.mail import mail_text
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.proof.secrecy import guessed_world
from tests.games.storm_of_steel.field import at, infiltrates, listed, node, on_field, refused

CP, EN = "central-powers", "entente"
COMBAT = "turn 2 combat central-powers impulse=1"
STACK = "unit fr-2a-i 1412\nunit fr-2r-1-res 1412\n"
FACING = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\n"


def seen(game: Game[SteelPosition], viewer: str, label: str) -> list[str]:
    """What a viewer sees in a hex."""
    units: list[dict[str, Any]] = game.view(viewer)["position"]["units"]
    return sorted(unit["unit"] for unit in units if unit["at"] == label)


def backs(game: Game[SteelPosition], viewer: str, label: str) -> int:
    """How many counters of a hex are drawn from behind."""
    counters = game.picture(viewer).counters  # type: ignore[attr-defined]  # pictures are of the title's making
    here = [each for each in counters if each.node == node(game, label)]
    return sum("hidden" in each.states for each in here)


@pytest.mark.rule("23.0")
def test_of_an_enemy_stack_only_the_top_is_seen_and_how_many_lie_under_it() -> None:
    game = on_field(FACING + STACK + "unit fr-2a-ii 1512\n")
    assert seen(game, EN, "1412") == ["fr-2a-i", "fr-2r-1-res"]
    assert seen(game, REFEREE, "1412") == ["fr-2a-i", "fr-2r-1-res"]
    assert seen(game, CP, "1412") == ["fr-2a-i", "unknown"]
    assert seen(game, OBSERVER, "1412") == ["fr-2a-i", "unknown"]
    assert seen(game, OBSERVER, "1312") == ["ge-2a-ii", "unknown"]
    assert seen(game, CP, "1512") == ["fr-2a-ii"]
    assert (backs(game, CP, "1412"), backs(game, EN, "1412")) == (1, 0)
    assert "fr-2r-1-res" not in str(game.report(CP))
    assert "fr-2r-1-res" in mail_text(game, EN)


@pytest.mark.rule("23.0")
def test_a_letter_does_not_tell_where_the_hidden_units_are() -> None:
    """Two stacks with their lower counters exchanged: who looks from outside is given the same."""
    one = on_field(
        FACING + "unit fr-2a-i 1412\nunit fr-2r-1-res 1412\nunit fr-2a-ii 1513\nunit fr-2r-2-res 1513\n"
    )
    two = on_field(
        FACING + "unit fr-2a-i 1412\nunit fr-2r-2-res 1412\nunit fr-2a-ii 1513\nunit fr-2r-1-res 1513\n"
    )
    assert one.view(CP) == two.view(CP)
    assert one.view(EN) != two.view(EN)
    letters = [mail_text(each, CP).partition('"fingerprint"')[0] for each in (one, two)]
    assert letters[0] == letters[1]


@pytest.mark.rule("23.0")
def test_forts_and_headquarters_lie_open() -> None:
    game = on_field(FACING + STACK + "unit fr-hq-2 1412\n")
    assert seen(game, CP, "1412") == ["fr-2a-i", "fr-hq-2", "unknown"]


@pytest.mark.rule("23.1", "13.1")
def test_dummies_lie_with_real_units_and_count_for_stacking() -> None:
    units = (
        "unit ge-2a-ii 1312\nunit ge-2a-iii 1212\nunit ge-2a-iv 1212\nunit ge-2a-v 1212\nunit fr-2a-i 1512\n"
    )
    game = on_field(units)
    game.play(Deceive())
    assert refused(game, PlaceDummy("1212", "below")) == "13.1"
    assert refused(game, PlaceDummy("1211", "top")) == "23.1"
    assert refused(game, PlaceDummy("1512", "top")) == "23.1"
    game.play(PlaceDummy("1312", "below"))
    assert seen(game, CP, "1312") == ["fog-central-powers-01", "ge-2a-ii"]
    assert seen(game, EN, "1312") == ["ge-2a-ii", "unknown"]
    game.play(Deceive())
    game.play(PlaceDummy("1312", "top"))
    assert seen(game, EN, "1312") == ["fog-central-powers-02", "unknown", "unknown"]
    game.play(Pick("ge-2a-iii"))
    assert "1312" not in listed(game, Go)  # three counters are there
    assert backs(game, EN, "1312") == 3


@pytest.mark.rule("23.1")
def test_a_side_places_no_more_dummies_than_it_has() -> None:
    corps = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]
    labels = [f"12{row}" for row in range(10, 17)] + ["1310"]
    units = "".join(f"unit ge-2a-{name} {label}\n" for name, label in zip(corps, labels, strict=True))
    game = on_field(units + "unit fr-2a-i 1512\n")
    for label in [*labels[:6], *labels[:6]]:
        game.play(Deceive())
        game.play(PlaceDummy(label, "below"))
    assert refused(game, Deceive()) == "23.1"


@pytest.mark.rule("23.1", "23.2")
def test_an_attack_shows_everybody_and_takes_dummies_away_until_the_next_quarter() -> None:
    units = FACING + STACK + "unit fog-entente-01 1412\nunmasked entente 2\n"
    game = on_field(units, COMBAT, head="premise land-combat -")
    events = game.play(Attack("1412"))
    assert [event.text for event in events if event.kind == "fog"] == ["1 dummy found in 1412"]
    assert seen(game, CP, "1412") == ["fr-2a-i", "fr-2r-1-res"]
    game.play(Join("ge-2a-ii"))
    assert seen(game, EN, "1312") == ["ge-2a-ii", "unknown"]
    game.play(Join("ge-2a-iii"))
    assert seen(game, EN, "1312") == ["ge-2a-ii", "ge-2a-iii"]
    assert game.position.unmasked == {EN: 3}
    assert "fog-entente-01" not in game.position.units


@pytest.mark.rule("23.2")
def test_what_was_shown_in_a_fight_is_covered_again_after_it() -> None:
    units = FACING + STACK + "unit ge-2a-iv 1411\nunit fr-2a-ii 1511\n"
    game = on_field(units, COMBAT, head="premise land-combat EX")
    hidden = seen(game, CP, "1412").count("unknown")
    game.play(Attack("1412"))
    assert hidden == 1
    assert seen(game, CP, "1412").count("unknown") == 0
    assert game.position.exposed
    while game.decision.kind != "attack" and not game.over:
        game.play(game.decision.choices()[0], game.decision.side)
    assert not game.position.exposed


@pytest.mark.rule("23.1")
def test_dummies_come_back_with_the_next_quarter() -> None:
    game = hexfront.new("storm-of-steel/guns-of-august", seed=3)
    game.position.unmasked[CP] = 5
    turn = game.position.turn
    while game.position.turn == turn and not game.over:
        decision = game.decisions[0]
        passing = PASS in decision.choices()
        game.play(PASS if passing else decision.choices()[0], decision.side)
    assert game.position.unmasked == {}


@pytest.mark.rule("23.1")
def test_dummies_whose_stack_has_left_are_gone_when_the_segment_ends() -> None:
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1612\nunit fog-central-powers-01 1312\n")
    game.play(Pick("ge-2a-ii"))
    game.play(Go("1212"))
    if game.decision.kind == "go":
        game.play(PASS)
    assert "fog-central-powers-01" in game.position.units
    game.play(PASS)
    assert "fog-central-powers-01" not in game.position.units
    assert game.position.unmasked == {CP: 1}


def looking(die: int, hexes: str = STACK, staffs: str = "unit ge-hq-1 1212\nunit fr-hq-1 1713\n") -> Game:
    return on_field(FACING + hexes, head=f"dice {die}", staffs=staffs)


@pytest.mark.rule("23.3")
def test_a_headquarters_sees_a_stack_within_twice_its_radius_with_a_die_up_to_its_cadre() -> None:
    game = looking(1, STACK + "unit fog-entente-01 1412\n")
    cadre, radius = game.position.piece(game.position.units["ge-hq-1"]).cadre, 2
    assert 1 <= cadre < 6
    assert game.position.piece(game.position.units["ge-hq-1"]).radius == radius
    assert seen(game, CP, "1412") == ["fr-2a-i", "unknown", "unknown"]
    game.play(Reconnoitre("ge-hq-1"))
    events = game.play(Examine("1412"))
    assert seen(game, CP, "1412") == ["fr-2a-i", "fr-2r-1-res"]
    assert seen(game, OBSERVER, "1412") == ["fr-2a-i", "unknown"]
    assert [event for event in events if "fr" in event.text.lower() and not event.to] == []
    assert any(event.to == (CP,) for event in events)
    assert game.position.unmasked == {EN: 1}
    assert refused(game, Reconnoitre("ge-hq-1")) == "23.3"
    blind = looking(6)
    blind.play(Reconnoitre("ge-hq-1"))
    blind.play(Examine("1412"))
    assert seen(blind, CP, "1412") == ["fr-2a-i", "unknown"]


@pytest.mark.rule("23.3")
def test_a_headquarters_looks_no_further_than_twice_its_radius_and_moves_as_before() -> None:
    far = "unit fr-2a-i 1612\nunit fr-2r-1-res 1612\nunit fr-2a-ii 1712\nunit fr-2r-2-res 1712\n"
    game = looking(6, far)
    game.play(Reconnoitre("ge-hq-1"))
    assert listed(game, Examine) == {"1612"}
    game.play(Examine("1612"))
    assert refused(game, Examine("1712")) != ""
    game.play(Pick("ge-hq-1"))
    assert listed(game, Go)


@pytest.mark.rule("23.3", "41.5")
@pytest.mark.parametrize(("motorized", "looks"), [(0, False), (2, True)])
def test_a_motorized_headquarters_looks_two_hexes_farther(motorized: int, looks: bool) -> None:
    # twice a radius of two, or of three, to a stack six hexes away
    game = on_field(
        "unit fr-2a-i 1713\nunit fr-2a-ii 1713\n", staffs=f"unit ge-hq-1 1113 motorized={motorized}\n"
    )
    assert (game.check(Reconnoitre("ge-hq-1")) is None) is looks


@pytest.mark.rule("23.3")
def test_what_a_headquarters_has_seen_is_covered_when_the_impulse_is_over() -> None:
    game = looking(1)
    game.play(Reconnoitre("ge-hq-1"))
    game.play(Examine("1412"))
    assert seen(game, CP, "1412") == ["fr-2a-i", "fr-2r-1-res"]
    while game.position.active == CP:
        game.play(PASS, game.decision.side)
    assert seen(game, CP, "1412") == ["fr-2a-i", "unknown"]


@pytest.mark.rule("23.0", "11.7")
def test_who_overruns_a_hex_may_find_more_in_it_than_was_seen() -> None:
    """Twelve against an armoured car is enough; what lies under it comes to light when they go."""
    mine = ("ge-2a-guard", "ge-2a-ii", "ge-2a-iii")

    def overrun(under: str) -> Game[SteelPosition]:
        units = "".join(f"unit {name} 1312\n" for name in mine)
        game = on_field(units + "unit fr-ac-1 1412\n" + under)
        game.play(Pick(mine[0]))
        for name in mine[1:]:
            game.play_words(f"add {name}")
        assert listed(game, MobileAssault) == {"1412"}
        game.play(MobileAssault("1412"))
        return game

    assert "fr-ac-1" not in overrun("").position.units
    assert "fr-ac-1" not in overrun("unit fog-entente-01 1412\n").position.units
    stopped = overrun("unit fr-sg-1 1412\nunit fr-sg-2 1412\nunit fr-2a-i 1412 entrenched\n")
    assert {"fr-ac-1", "fr-sg-1", "fr-2a-i"} <= stopped.position.units.keys()
    assert at(stopped, "ge-2a-guard") == "1312"
    assert refused(stopped, Pick("ge-2a-guard")) == "11.1"


@pytest.mark.rule("23.0", "10.32")
def test_who_infiltrates_may_find_better_troops_than_were_seen() -> None:
    """The guard has a higher cadre than the corps on top, and not than the chasseurs under it."""
    units = "unit ge-2a-guard 1312\nunit fr-3a-i 1412\nunit fr-2k-chasseurs-1 1412 entrenched\n"
    game = on_field(units)
    assert "1311" in infiltrates(game, "ge-2a-guard")
    game.play(Infiltrate("1311"))
    assert at(game, "ge-2a-guard") == "1312"
    assert refused(game, Pick("ge-2a-guard")) == "11.1"
    game = on_field(units.replace("fr-2k-chasseurs-1 1412 entrenched", "fr-2a-ii 1412"))
    game.play(Pick("ge-2a-guard"))
    game.play(Infiltrate("1311"))
    assert at(game, "ge-2a-guard") == "1311"


@pytest.mark.rule("23.0", "14.2")
def test_odds_of_an_attack_reckon_only_with_what_is_seen() -> None:
    one = on_field(FACING + STACK, COMBAT)
    two = on_field(FACING + "unit fr-2a-i 1412\nunit fog-entente-01 1412\n", COMBAT)
    order = Assault("1412", ("ge-2a-ii", "ge-2a-iii"))
    forecasts = [known_forecast(each, order, CP) for each in (one, two)]
    assert forecasts[0] == forecasts[1]
    assert forecasts[0] is not None
    assert "not seen" in forecasts[0].subject
    for game in (one, two):
        game.play(order)
    shown = [known_forecast(each, UseTable("assault"), CP) for each in (one, two)]
    assert shown[0] != shown[1]


@pytest.mark.rule("23.0")
def test_a_guess_deals_the_hidden_units_anew_and_shows_the_same() -> None:
    game = hexfront.new("storm-of-steel/guns-of-august", seed=5)
    land = {name for name, piece in game.position.setting.pieces.items() if piece.land}
    true = {unit.name: unit.at for unit in game.position.of_side(EN) if unit.name in land}
    for number in range(6):
        known = game.title.redact(game.position, CP)
        guess = game.title.suppose(known, CP, number)
        dealt = {unit.name: unit.at for unit in guess.of_side(EN) if unit.name in land}
        assert dealt.keys() == true.keys()
        assert Counter(dealt.values()) == Counter(true.values())
        assert game.title.view(guess, CP) == game.title.view(game.position, CP)
        assert guessed_world(game, CP, number) is not None
    assert dealt != true


HIDDEN = "unit fr-2a-i 1412\nunit fr-2a-ii 1412{}\n"  # of which the second is not seen
GONE = "unit fr-2a-i 1412\nunit fr-2r-1-res 1412\n"  # it is somebody else


@pytest.mark.rule("23.0")
@pytest.mark.parametrize("order", ["entrench fr-2a-ii", "leave-trench fr-2a-ii", "pick fr-2a-ii"])
@pytest.mark.parametrize("step", ["reorganization", "movement", "combat"])
def test_orders_to_enemy_units_are_refused_alike_whatever_they_do_out_of_sight(step: str, order: str) -> None:
    worlds = (HIDDEN.format(""), HIDDEN.format(" entrenched"), GONE)
    played = [on_field(FACING + each, f"turn 2 {step} central-powers impulse=1") for each in worlds]
    said = {str(game.check(game.read_action(order), CP)) for game in played}
    assert len(said) == 1
    assert "entrenched already" not in said.pop()
