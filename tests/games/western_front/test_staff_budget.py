"""How the staff of The Western Front spends its supply points in time, and whom it feeds with them."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.games.western_front.orders import Behind, HoldBack
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios.deployment import stages
from hexfront.games.western_front.staff import (
    budget,
    combats,
    depots,
    logistics,
    nerves,
    rear_works,
    stores,
    trench,
)
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.strikes import Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.western_front.builders import later
from tests.games.western_front.played import state
from tests.games.western_front.test_duration_game import GUNS, field
from tests.games.western_front.test_staff_trench import LINES, RESERVES, small

GENERAL = LEVELS["general"]


def war(date: str, **supply: int) -> WesternFrontPosition:
    """The duration game on a small board, with the stocks of some nations."""
    return state(field(f"{date} combat entente begun=yes\n{GUNS}", "", **supply))


# What must be expended


def test_a_stock_that_may_be_held_binds_nobody() -> None:
    assert budget.duty(war("1915-03-2", fr=20), "fr") is None


def test_what_is_too_much_is_seen_months_ahead() -> None:
    """France may hold 110 in 1915, and receives 10 points in December [WF 23-10] [WF 23-35]."""
    position = war("1914-11-6", fr=160)
    owed = budget.duty(position, "fr")
    assert owed is not None
    assert owed.month == "January 1915"
    assert owed.turns == 2 + 7
    coming = 10
    assert owed.points == pytest.approx(160 + coming - (1 - budget.KEPT_CLEAR) * 110)
    assert owed.rate == pytest.approx(owed.points / 9 / 110)


def test_the_less_time_is_left_the_more_it_is_worth_to_be_rid_of_a_point() -> None:
    dates = ("1914-11-4", "1914-12-2", "1914-12-7")
    prices = [stores.price_of(war(date, fr=160), "fr") for date in dates]
    assert prices == sorted(prices, reverse=True)
    assert all(price < 0 for price in prices)
    assert stores.price_of(war("1914-12-7", fr=40), "fr") > 0


def test_nobody_has_to_expend_anything_where_no_ceilings_hold() -> None:
    text = f"{LINES}\ndate 1916-03-3 movement central-powers\n"
    position = later("verdun", text).position
    assert isinstance(position, WesternFrontPosition)
    position.change("GH", supply=260)
    assert budget.duty(position, "ge") is None


def test_an_attack_at_any_price_says_what_it_is_for() -> None:
    position = war("1914-12-7", fr=160)
    scales = Scales(Survey(position, ENTENTE), GENERAL, 1.0)
    words = combats._despite(scales, "F1", "0302", 0.0)
    owed = budget.duty(position, "fr")
    assert owed is not None
    assert words == f"{owed.points:.0f} supply points must be expended before January 1915."
    easy = war("1914-12-7", fr=40)
    scales = Scales(Survey(easy, ENTENTE), GENERAL, 1.0)
    assert "worth 7 points" in combats._despite(scales, "F1", "0302", 7.0)


def test_an_ally_is_given_no_more_than_he_may_hold() -> None:
    """[WF 23-11] Belgium may hold 30 supply points."""
    position = war("1915-03-2", fr=60, be=20)
    assert budget.has_room(position, "be", 7)
    assert not budget.has_room(position, "be", 9)
    assert not budget.has_room(war("1914-09-2", fr=60, be=20), "be", 40)


# What for


def test_a_nation_prepares_as_many_attacks_as_it_can_feed() -> None:
    position = small(LINES + RESERVES)
    position.change("GH", supply=100)
    theatre = trench.Theatre(Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0))
    assert theatre.most_attacks("ge") == 100 // trench.STORES
    position.change("GH", supply=260)
    theatre = trench.Theatre(Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0))
    assert theatre.most_attacks("ge") == trench.MOST_ATTACKS


def test_attacks_of_a_nation_neither_share_their_hexes_nor_their_men() -> None:
    game = hexfront.new("western-front/western-front-1918", seed=1, options={"ready-deployed": "on"})
    position = state(game)
    theatre = trench.Theatre(Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0))
    chosen = trench.plan(theatre, None)
    attacks = chosen.with_stance("attack")
    assert 1 < len(attacks) <= trench.MOST_ATTACKS
    hexes = [label for each in attacks for label in each.hexes]
    assert len(hexes) == len(set(hexes))
    board, total = position.setting.board, sum(theatre.strength.values())
    given = sum(
        theatre.beyond_garrisons(each.share * total, [board[label] for label in each.hexes])
        for each in attacks
    )
    assert given <= trench.MASSED * theatre.strength["ge"]
    again = trench.plan(theatre, chosen)
    assert [each.objective for each in again.with_stance("attack")] == [each.objective for each in attacks]


# Guns, guests, reserves


def test_guns_leave_a_hex_that_may_be_stormed_unless_they_attack_from_it() -> None:
    text = LINES.replace("kind=inf values=8-5", "kind=inf values=9-5")
    position = small(
        f"{text}\nunit A1 0202 nation=fr kind=art size=iii values=3-4\n", "1916-02-6 movement entente"
    )
    survey = Survey(position, ENTENTE)
    label = position.setting.board.label
    marches = Marches(survey, GENERAL)
    logistics.draw_guns_back(marches, {})
    assert survey.hexes_to_enemy[marches.destination("A1")] > 1
    attacking = Marches(survey, GENERAL)
    logistics.draw_guns_back(attacking, {position.setting.board["0202"]: "0302"})
    assert label(attacking.destination("A1")) == "0202"


def test_the_french_keep_ten_divisions_until_the_enemy_stands() -> None:
    game = hexfront.new("western-front/verdun", seed=1)
    staffs = {side: player("general", game.title, side) for side in game.title.sides}
    given = []
    while state(game).phase == "deployment":
        side = game.decision.side
        order = staffs[side].choose(game)
        given.append(order.action)
        game.play(order.action)
        if isinstance(order.action, HoldBack):
            held = stages.held_back(state(game), ENTENTE)
            assert len(held) == 10
    (kept,) = [each for each in given if isinstance(each, HoldBack)]
    (came,) = [each for each in given if isinstance(each, Behind)]
    assert set(came.units) == set(kept.units)
    assert all(name in state(game).units for name in kept.units)


def test_guests_leave_the_sector_of_another_nation_by_train() -> None:
    """[WF 12-7] A Belgian division in the sector of the French."""
    game = hexfront.new("western-front/second-ypres-and-artois", seed=1, options={"ready-deployed": "on"})
    position = state(game).copy()
    strange = next(unit.at for unit in position.headquarters_of(ENTENTE) if unit.name == "fr-hq-xxxx-1")
    guest = next(unit for unit in position.of_side(ENTENTE) if unit.name.startswith("be-inf-xx"))
    position.change(guest.name, at=strange)
    position.active, position.phase = ENTENTE, "movement"
    survey = Survey(position, ENTENTE)
    marches = Marches(survey, GENERAL)
    assert not marches.may_stay(position.units[guest.name], strange)
    rear_works.go_home(marches)
    there = marches.destination(guest.name)
    assert there != strange
    assert marches.may_stay(position.units[guest.name], there)


def test_who_has_suffered_least_dares_most_and_in_the_last_year_all_dare() -> None:
    position = small(LINES + RESERVES)  # 926 of 2050, 660 of 1200 and 205 of 1450 points suffered [WF 15-1]
    german, french, british = (nerves.daring(position, nation) for nation in ("ge", "fr", "gb"))
    assert british > german > french > nerves.WORN_DARING
    late = later("western-front-1918", f"{LINES}\ndate 1918-06-3 movement central-powers\n").position
    assert isinstance(late, WesternFrontPosition)
    assert nerves.daring(late, "ge") > 1.0


def test_bad_odds_are_thought_of_only_while_supply_points_must_go() -> None:
    position = small(LINES, "1916-02-6 combat central-powers")
    position.change("F2", strength=12)
    survey = Survey(position, CENTRAL_POWERS)
    node = position.setting.board["0202"]
    able = [position.units[name] for name in ("G1", "G2")]
    assert combats.trench_mixes(survey, node, able) == []
    assert combats.trench_mixes(survey, node, able, combats.ODDS_IN_NEED)


def test_not_all_headquarters_of_a_nation_rest_for_replacements() -> None:
    text = LINES.replace(
        "unit FH 0102", "unit FH2 0103 nation=fr kind=hq size=xxxx values=0-4 supply=9\nunit FH 0102"
    )
    raised = "".join(f"unit P{at} {at} nation=fr kind=rpl values=4-3\n" for at in ("0102", "0103"))
    position = small(text + raised)
    assert depots.with_replacements(position, ENTENTE) == {"FH", "FH2"}
    assert depots.at_rest(position, ENTENTE) == {"FH2"}  # the other has 60 supply points


def test_a_headquarters_with_supply_points_does_not_stay_far_behind() -> None:
    game = hexfront.new("western-front/second-ypres-and-artois", seed=1, options={"ready-deployed": "on"})
    position = state(game).copy()
    board = position.setting.board
    seat = next(unit for unit in position.headquarters_of(ENTENTE) if unit.name.startswith("gb-hq"))
    position.change(seat.name, at=board["0125"], supply=20)
    position.active, position.phase = ENTENTE, "movement"
    survey = Survey(position, ENTENTE)
    theatre = trench.Theatre(Scales(survey, GENERAL, 1.0))
    marches = Marches(survey, GENERAL)
    assert survey.hexes_to_enemy[board["0125"]] > logistics.REACH
    logistics.place_headquarters(marches, trench.line_of(theatre, trench.plan(theatre, None)))
    there, _, by_rail = marches.going[seat.name]
    assert by_rail
    assert survey.hexes_to_enemy[there] <= logistics.REACH


def test_only_what_a_headquarters_can_pay_for_counts_as_expended() -> None:
    units = LINES + RESERVES.replace("0402", "0302").replace("0403", "0302")
    near = small(units, "1916-02-6 combat central-powers")
    far = small(units.replace("supply=240", "supply=0"), "1916-02-6 combat central-powers")
    node = near.setting.board["0202"]
    worths = []
    for position in (near, far):
        scales = Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0)
        scales._prices["ge"] = -5.0  # to be rid of a point is worth much
        choice = combats.exact(scales, node, ("G2", "R0", "R1", "R2"))
        assert choice is not None
        worths.append(choice.worth)
    assert worths[0] > 20 > worths[1]


def test_in_the_last_turns_what_is_too_much_goes_at_any_price() -> None:
    late = war("1915-03-6", fr=60, gb=43)
    owed = budget.duty(late, "gb")
    assert owed is not None
    assert owed.is_last_chance
    assert stores.price_of(late, "gb") == -stores.MOST_URGENT
    early = war("1915-03-2", fr=60, gb=43)
    assert 0 > stores.price_of(early, "gb") > -stores.MOST_URGENT
    below = budget.duty(war("1915-03-6", fr=60, gb=38), "gb")  # near what may be held, and not above it
    assert below is not None
    assert not below.is_last_chance
