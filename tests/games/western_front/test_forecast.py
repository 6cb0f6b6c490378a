"""Outlooks: an attack as figures, for every answer of the defender, without a die being thrown."""

from __future__ import annotations

import time

import msgspec
import pytest

import hexfront
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import (
    Assault,
    Attack,
    AttackStrength,
    ChooseTerrain,
    ColumnAttack,
    Go,
    Join,
    Pick,
    Stand,
    Withdraw,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.prospects import forecasts
from hexfront.games.western_front.table.forecast import attack_odds
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Forecast, Prospect
from tests.games.western_front.builders import FRONTIER, game, node

BOARD = f"""{FRONTIER}place 0202 Namur kinds=city
date 1914-09-3 combat central-powers
side 0202-0302 woods
side 0202-0303 rough
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
MARCHING = BOARD.replace("combat central-powers", "movement central-powers").replace(
    "unit A 0302", "unit A 0402"
)


def prospect(of: Forecast, name: str) -> Prospect:
    return next(each for each in of.prospects if each.name == name)


def losses(of: Prospect) -> dict[tuple[int, int], float]:
    """How likely each pair of losses is: attacker's, defender's."""
    found: dict[tuple[int, int], float] = {}
    for ending in of.endings:
        pair = int(ending.values["attacker losses"]), int(ending.values["defender losses"])
        found[pair] = found.get(pair, 0) + ending.probability
    return found


def fought_out(playing: Game, order: Action, terrain: str, leave: bool) -> dict[tuple[int, int], float]:
    """The losses when an attack is really made, over all ways its dice can fall."""

    def fight(twin: Game) -> tuple[int, int]:
        here = twin.position
        assert isinstance(here, WesternFrontPosition)
        before = {name: unit.strength for name, unit in here.units.items()}
        twin.play(order)
        while not twin.over and twin.decision.kind in (
            "join",
            "terrain",
            "supply",
            "stand",
            "lose",
            "retreat",
        ):
            answers = {
                "terrain": ChooseTerrain(terrain),
                "stand": Withdraw() if leave else Stand(),
                "supply": PASS,
                "join": PASS,
            }
            choice = twin.decision.default() or twin.decision.choices()[0]
            twin.play(answers.get(twin.decision.kind, choice))
        after = twin.position
        assert isinstance(after, WesternFrontPosition)
        lost = {
            name: points - (after.units[name].strength if name in after.units else 0)
            for name, points in before.items()
        }
        return sum(lost[name] for name in ("A", "B")), lost["X"]

    found: Distribution[tuple[int, int]] = playing.outcomes(fight)
    return {pair: float(chance) for pair, chance in found.items()}


@pytest.mark.parametrize("leave", [False, True])
def test_an_outlook_is_what_fights_come_to(leave: bool) -> None:
    playing = game(BOARD)
    order = Assault("0202", ("A", "B"))
    found = playing.forecast(order)
    name = f"woods, the defender {'retreats' if leave else 'holds'}"
    assert losses(prospect(found, name)) == pytest.approx(fought_out(playing, order, "woods", leave))


def test_there_is_a_prospect_for_each_terrain_held_or_left_the_best_first() -> None:
    playing = game(BOARD)
    found = playing.forecast(Attack("0202"))
    assert [each.name for each in found.prospects] == [
        f"{terrain}, the defender {what}"
        for terrain in ("rough", "woods", "clear")
        for what in ("holds", "retreats")
    ]
    assert found.subject == "Attack on Namur (0202): German A, German B"
    assert found.measures == ("attacker losses", "defender losses", "retreat")
    assert found.cost == ("German GH: 4 supply points",)
    held, left = found.prospects[:2]
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    exact = forecasts(here, Battle(CENTRAL_POWERS, node(here, "0202"), ("A", "B")))[0]
    assert held.means["defender losses"] == pytest.approx(float(exact.defender_loss))
    assert held.means["retreat"] == pytest.approx(float(exact.forced))
    assert left.means["retreat"] == 1
    assert sum(ending.probability for ending in held.endings) == pytest.approx(1)
    assert playing.position.dice.thrown == 0


def test_an_outlook_shows_where_its_figures_come_from() -> None:
    found = game(BOARD).forecast(Assault("0202", ("A",)))
    held, left = (prospect(found, f"woods, the defender {what}") for what in ("holds", "retreats"))
    totals = [(ledger["subject"], ledger["total"]) for ledger in held.ledgers]
    assert totals == [
        ("Attack", "8"),
        ("Added to the attack die", "-2"),
        ("Counterattack", "18"),
        ("Added to the counterattack die", "1"),
    ]
    assert left.ledgers[2]["total"] == "12"
    assert held.ledgers[1]["terms"] == [{"rule": "13-9", "label": "woods", "text": "woods -2 [13-9]"}]


def test_the_pass_that_closes_joining_is_the_attack_of_those_who_joined() -> None:
    playing = game(BOARD)
    both, one = playing.forecast(Assault("0202", ("A", "B"))), playing.forecast(Assault("0202", ("B",)))
    playing.play(Attack("0202"))
    playing.play(Join("B"))
    assert playing.forecast(PASS) == one != both


# Column attacks


@pytest.mark.rule("16-8")
@pytest.mark.parametrize("leave", [False, True])
def test_16_8_a_column_attack_has_an_outlook(leave: bool) -> None:
    playing = game(MARCHING)
    playing.play(Pick("A"))
    playing.play(Go("0302"))
    order = ColumnAttack("0202")
    found = playing.forecast(order)
    assert found.subject == "Column attack on Namur (0202): German A"
    name = f"woods, the defender {'retreats' if leave else 'holds'}"
    assert losses(prospect(found, name)) == pytest.approx(fought_out(playing, order, "woods", leave))
    labels = [term["label"] for term in prospect(found, name).ledgers[0]["terms"]]
    assert "column attack" in labels
    assert sum(chance for _, chance in attack_odds(playing, order).items()) == 1


def test_who_stays_for_a_column_attack_is_in_its_outlook() -> None:
    playing = game(MARCHING + "unit C 0302 nation=ge kind=inf values=7-5\n")
    playing.play(Pick("A"))
    playing.play(Go("0302"))
    playing.play(ColumnAttack("0202"))
    playing.play(Join("C"))
    # Nobody else is in the hex, so that the attack is made at once.
    assert playing.decision.kind == "terrain"
    playing = game(MARCHING + "unit C 0302 nation=ge kind=inf values=7-5\n")
    playing.play(Pick("A"))
    playing.play(Go("0302"))
    playing.play(ColumnAttack("0202"))
    assert playing.forecast(PASS).subject == "Column attack on Namur (0202): German A"


# What comes before the dice


@pytest.mark.rule("20-3")
def test_20_3_the_price_of_breaking_out_is_in_the_outlook() -> None:
    cut_off = f"""{FRONTIER}date 1914-09-3 combat central-powers
unit X 0202 nation=fr kind=inf values=3-4
unit Y 0302 nation=fr kind=inf values=3-4
unit Z 0203 nation=fr kind=inf values=3-4
unit W 0303 nation=fr kind=inf values=3-4
unit A 0102 nation=ge kind=inf values=8-5
unit B 0102 nation=ge kind=inf values=8-5
unit V 0101 nation=fr kind=inf values=3-4
unit U 0103 nation=fr kind=inf values=3-4
"""
    playing = game(cut_off)
    order = Assault("0202", ("A", "B"))
    found = playing.forecast(order)
    assert "Breaking out without supply costs 2 strength points at once [20-3]" in found.prospects[0].notes
    held = prospect(found, "clear, the defender holds")
    assert min(losses(held))[0] >= 2
    assert losses(held) == pytest.approx(fought_out(playing, order, "clear", leave=False))
    # The odds and the explained strength are reckoned from the same strengths: 2 x 7, a quarter of each.
    explained = playing.explain(AttackStrength("0202", ("A", "B"), "clear"))
    assert explained.total == 4
    assert "2 points lost for breaking out [20-3]" in explained.subject
    odds = playing.odds(order)
    expected = sum(probability * attacker_loss(text) for text, probability in odds.items())
    assert float(expected) == pytest.approx(held.means["attacker losses"])
    assert playing.position.units["A"].strength == 8  # asking costs nothing


def attacker_loss(text: str) -> int:
    return int(text.split("attacker ")[1].split(",", maxsplit=1)[0])


@pytest.mark.rule("30-2")
def test_30_2_cavalry_that_may_leave_is_in_the_outlook() -> None:
    riders = BOARD.replace("kind=inf values=6-4 reduced=4", "kind=cav values=2-6")
    found = game(riders).forecast(Attack("0202"))
    assert found.prospects[0].name == "Cavalry leaves before the combat"
    assert found.prospects[0].means == {"attacker losses": 0, "defender losses": 0, "retreat": 1}
    assert found.prospects[1].name == "rough, the defender holds"
    backed = BOARD + "unit R 0202 nation=fr kind=cav values=2-6\n"
    found = game(backed).forecast(Attack("0202"))
    assert found.prospects[0].name == "rough, the defender holds"
    assert found.prospects[-1].name == "Cavalry leaves, then rough, the defender retreats"


def test_artillery_without_supply_is_said_to_stay_out() -> None:
    guns = "".join(f"unit {name} 0302 nation=ge kind=art size=iii values=3-4\n" for name in "GH")
    found = game(BOARD.replace("supply=40", "supply=2") + guns).forecast(Assault("0202", ("A", "G", "H")))
    assert "Without supply these take no part: German H [29-4]" in found.prospects[0].notes
    assert "Not supplied: German A [19-11]" in found.prospects[0].notes
    assert found.cost == ("German GH: 2 supply points",)


def test_what_throws_no_dice_has_no_outlook() -> None:
    with pytest.raises(Refusal):
        game(BOARD).forecast(PASS)


# Nothing hidden, and quickly


@pytest.mark.rule("17-5")
def test_17_5_an_outlook_is_the_same_whatever_the_defender_holds() -> None:
    found = {
        msgspec.json.encode(game(BOARD.replace("supply=30", f"supply={points}")).forecast(Attack("0202")))
        for points in (0, 3, 30, 77_731)
    }
    assert len(found) == 1
    assert b"77731" not in found.pop()


def test_an_outlook_takes_less_than_20_milliseconds() -> None:
    playing = hexfront.new("western-front/schlieffen-plan", seed=12)
    playing.digest_every = 0
    measured = 0
    while measured < 30:
        decision = playing.decision
        listed = list(decision.choices())
        asked = [each for each in listed if isinstance(each, (Attack, ColumnAttack))][:2]
        closing = [PASS] if decision.kind == "join" and PASS in listed else []
        for action in (*asked, *closing):
            times = []
            for _ in range(4):
                start = time.process_time()
                playing.forecast(action)
                times.append(time.process_time() - start)
            measured += 1
            assert min(times) < 0.080, (playing.step, action)  # 20 ms on a quiet machine
        advised = decision.default() if playing.step % 3 == 0 else None
        playing.play(advised or listed[(7 * playing.step) % len(listed)])


@pytest.mark.rule("20-3", "13-3")
def test_the_defender_sees_every_terrain_also_when_breaking_out_costs_the_last_point() -> None:
    alone = f"""{FRONTIER}date 1914-09-3 combat central-powers
side 0102-0202 woods
unit X 0202 nation=fr kind=inf values=3-4
unit Y 0302 nation=fr kind=inf values=3-4
unit Z 0203 nation=fr kind=inf values=3-4
unit W 0303 nation=fr kind=inf values=3-4
unit A 0102 nation=ge kind=inf values=8-5 strength=1
unit V 0101 nation=fr kind=inf values=3-4
unit U 0103 nation=fr kind=inf values=3-4
"""
    playing = game(alone)
    playing.play(Assault("0202", ("A",)))
    terrains = [each for each in playing.decision.choices() if isinstance(each, ChooseTerrain)]
    assert len(terrains) > 1
    for each in terrains:
        face = playing.title.face(playing.position, playing.decision, each)
        assert face.effects[0].startswith("attack 0")
