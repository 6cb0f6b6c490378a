"""How each nation keeps its own tempo in the trench war, and is rid of supply points before a ceiling."""

from __future__ import annotations

import pytest

from hexfront.ai import player
from hexfront.games.western_front.matters import Advancing
from hexfront.games.western_front.orders import Assault, TakeIn
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import headquarters
from hexfront.games.western_front.staff import budget, expending, nerves, stores
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.strikes import RETAKEN_HEX, Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, later
from tests.games.western_front.played import state
from tests.games.western_front.test_staff_trench import LINES, small

GENERAL = LEVELS["general"]

GROUND = f"""{FRONTIER}
holder 0201 0202 0203 0204 entente
holder 0301 0302 0303 0304 0401 0402 0403 0404 central-powers
marker trench 0202 entente
marker trench 0302 central-powers
unit G2 0302 nation=ge kind=inf values=8-5
unit GH 0402 nation=ge kind=hq size=xxxx values=0-4 supply=20
"""
BRITISH = """unit B1 0202 nation=gb kind=inf values=7-5
unit B2 0202 nation=gb kind=inf values=7-5
unit B3 0202 nation=gb kind=inf values=7-5
"""


def british(stock: int, when: str, units: str = BRITISH) -> Game:
    """The British before one German division, with a stock. In 1915 they may hold 40 points."""
    chief = f"unit BH 0102 nation=gb kind=hq size=xxxx values=0-4 supply={stock}\n"
    return later("duration-game", f"{GROUND}{units}{chief}date {when}\n")


# Tempo


def test_whoever_has_used_more_than_comes_in_saves_and_who_has_used_less_does_not() -> None:
    """Germany began Verdun with 240 points and receives 60 or 70 a month."""
    position = small(LINES)
    income = stores.monthly_income(position, "ge")
    assert income == 65
    kept = stores.KEPT_FOR_LATER * 220  # the war goes on after the scenario
    prices = []
    for months in (-2, -1, 0, 1):
        position.change("GH", supply=round(kept + months * income))
        prices.append(stores.price_of(position, "ge"))
    assert prices == sorted(prices, reverse=True)
    assert prices[0] > 1 > stores.PACE_PRICES[3][1] == pytest.approx(prices[2], abs=0.02)


def test_what_a_nation_lacks_when_a_scenario_begins_is_saved_in_part() -> None:
    """Nivelle's enemy holds 310 points where he may hold 700: he does not spend all that comes in."""
    position = later("nivelle-offensive", f"{LINES}\ndate 1917-04-5 movement central-powers\n").position
    assert isinstance(position, WesternFrontPosition)
    position.change("GH", supply=310)
    assert stores.price_of(position, "ge") > stores.PACE_PRICES[3][1]


def test_an_ally_who_was_spared_is_struck_sooner() -> None:
    britons = "unit B1 0201 nation=gb kind=inf values=5-4\n"
    position = small(LINES.replace("unit F1 0201 nation=fr kind=inf values=5-4\n", britons))
    position.demoralization.update({"fr": 380, "gb": 0})  # 1040 and 205 with those of before [WF 15-1]
    count = nerves.spared(position)
    assert 1 < count["gb"] < 1 + nerves.SPARED
    assert count["fr"] == 1
    scales = Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0)
    french, british = (scales.loss_worth([position.units[name]], 0) for name in ("F2", "B1"))
    assert british > french
    position.demoralization.update({"fr": 0, "gb": 15})  # 660 and 220, as their strengths are
    assert nerves.spared(position) == {"fr": 1.0, "gb": 1.0}


def test_a_trench_that_was_lost_is_worth_more_than_one_of_the_enemy() -> None:
    """[WF 15 victory] 20 points are back with it; no trench of the enemy has to be there yet."""
    position = small(LINES.replace("unit F2 0202 nation=fr kind=inf values=5-4\n", ""))
    node = position.setting.board["0202"]
    before = Scales(Survey(position, ENTENTE), GENERAL, 1.0).hex_worth(node)
    position.flags["trench of 0202 fr"] = 1
    position.change("G2", at=node)
    position.holders[node] = CENTRAL_POWERS
    position.markers.pop(node)
    after = Scales(Survey(position, ENTENTE), GENERAL, 1.0).hex_worth(node)
    assert after - before >= RETAKEN_HEX * 20


# Following


@pytest.mark.rule("15-4")
def test_those_who_lost_less_are_counted_among_those_who_follow() -> None:
    """The first who may advance is a remnant; seven divisions behind it make the hex safe."""
    units = "".join(f"unit R{number} 0302 nation=ge kind=inf values=8-5\n" for number in range(7))
    game = later("verdun", f"{LINES}{units}date 1916-02-6 combat central-powers\n")
    position = state(game)
    position.change("G2", strength=2)
    order = Assault("0202", ("G2", *(f"R{number}" for number in range(7))))
    game.play(order, CENTRAL_POWERS)
    staff = player("general", game.title, CENTRAL_POWERS)
    enemy = player("general", game.title, ENTENTE)
    seen = False
    while not game.over and game.decision.kind != "attack" and state(game).date.turn == 6:
        side = game.decision.side
        chosen = (staff if side == CENTRAL_POWERS else enemy).choose(game, side)
        if game.decision.kind == "advance":
            about = game.decision.about
            assert isinstance(about, Advancing)
            if not seen:
                assert chosen.action != PASS, chosen.reason
            seen = True
        game.play(chosen.action, side)
    assert seen


# Before a ceiling


@pytest.mark.rule("WF 23-13")
def test_what_is_too_much_is_expended_in_the_last_turns_by_an_attack_that_nobody_would_make() -> None:
    """Three British divisions, 45 points where 40 may be held: five must go."""
    game = british(45, "1915-03-7 combat entente begun=yes")
    assert budget.excess(state(game), "gb") is not None
    staff = {side: player("general", game.title, side) for side in game.title.sides}
    while not game.over and state(game).active == ENTENTE and state(game).phase == "combat":
        side = game.decision.side
        game.play(staff[side].choose(game, side).action, side)
    assert headquarters.total(state(game), "gb") <= 40


def test_no_more_is_attacked_than_what_is_too_much_asks_for() -> None:
    few = state(british(41, "1915-03-7 combat entente begun=yes"))
    choices = expending.attacks(Scales(Survey(few, ENTENTE), GENERAL, 1.0))
    assert choices
    assert "must be expended before April 1915" in choices[0].despite
    assert min(len(each.units) for each in choices) == 1
    assert not expending.attacks(
        Scales(Survey(state(british(38, "1915-03-7 combat entente begun=yes")), ENTENTE), GENERAL, 1.0)
    )


def test_divisions_and_headquarters_are_brought_before_the_enemy_in_time() -> None:
    behind = BRITISH.replace("0202", "0103") + "unit B9 0202 nation=gb kind=inf values=1-5\n"
    position = state(british(46, "1915-03-3 movement entente begun=yes", behind))
    marches = Marches(Survey(position, ENTENTE), GENERAL)
    free = set(marches.reachable)
    expending.bring_up(marches, free)
    front = position.setting.board["0202"]
    assert all(marches.destination(name) == front for name in ("B1", "B2", "B3"))
    assert free == {"B9"}  # too weak to be supplied over any distance


def test_nothing_is_brought_up_while_nothing_is_too_much() -> None:
    position = state(british(30, "1915-03-3 movement entente begun=yes"))
    marches = Marches(Survey(position, ENTENTE), GENERAL)
    free = set(marches.reachable)
    expending.bring_up(marches, free)
    assert free == set(marches.reachable)
    assert not marches.going


# Shipments


def test_a_shipment_goes_to_its_own_nation_and_waits_rather_than_make_an_ally_hold_too_much() -> None:
    """[18-10] [WF 23-11] Belgium holds 29 of the 30 points that it may hold."""
    text = f"""{GROUND}{BRITISH}
unit be-hq-xxxx-bel 0101 supply=29
unit BH 0101 nation=gb kind=hq size=xxxx values=0-4 supply=10
unit fr-hq-xxxx-1 0102 supply=20
"""
    for fellow, taken in (("unit fr-hq-xxxx-2 0101 supply=5\n", "fr-hq-xxxx-2"), ("", None)):
        shipment = "unit load 0101 piece=fr-supply supply=9\n"
        game = later("duration-game", f"{text}{fellow}{shipment}date 1916-03-3 movement entente begun=yes\n")
        staff = player("general", game.title, ENTENTE)
        game.play(PASS, ENTENTE)
        while game.decision.kind not in ("take-in", "attack"):
            game.play(staff.choose(game, game.decision.side).action)
        if game.decision.kind == "take-in":
            offered = [each for each in game.decision.choices() if isinstance(each, TakeIn)]
            assert any(each.headquarters == "be-hq-xxxx-bel" for each in offered)
            chosen = staff.choose(game, ENTENTE).action
            assert chosen == (TakeIn("load", taken) if taken else PASS)
        else:
            pytest.fail("nobody was asked about the shipment")
