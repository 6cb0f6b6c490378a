"""How choices look at the table: what one clicks, in words, with what comes of it."""

from __future__ import annotations

import random

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.actions import PASS, Action, tag_of
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Face
from hexfront.kernel.start import new_game
from tests.games.storm_of_steel.field import on_field
from tests.games.storm_of_steel.nations import game as mobilizing

FIGHT = "turn 1 combat central-powers"


def faces(game: Game[SteelPosition]) -> dict[Action, Face]:
    decision = game.decision
    return {action: game.face(decision, action) for action in decision.choices()}


def test_every_choice_of_a_year_names_what_is_there() -> None:
    game, chance = new_game(TITLE, "campaign-1914", 4, {}), random.Random(4)
    board, met = game.setting.board, set()
    for _ in range(900):
        if game.over:
            break
        decision = chance.choice(game.decisions)
        choices = [*decision.choices()]
        pieces = game.picture(decision.side)
        on_map = {counter.key for counter in pieces.counters}  # type: ignore[attr-defined]  # a Picture
        for action in chance.sample(choices, min(12, len(choices))):
            shown = game.face(decision, action)
            assert shown.text not in ("", tag_of(action)), action
            assert not shown.unit or shown.unit in on_map, action
            assert not shown.hex or shown.hex in board, action
            assert all(label in board for label in shown.path), action
            met.add(type(action))
        game.play(chance.choice(choices), decision.side)
    assert {orders.Draw, orders.Pick, orders.Go, orders.Attack, orders.Build, orders.Join} <= met


def test_a_march_shows_its_cost_its_way_and_what_comes_of_it() -> None:
    game = on_field("unit ge-2a-ii 1213\nunit fr-2a-i 1513\n")
    game.play(orders.Pick("ge-2a-ii"))
    shown = faces(game)[orders.Go("1413")]
    assert (shown.verb, shown.cost, shown.path) == ("March", "2", ("1213", "1312", "1413"))
    assert "enters an enemy zone: must stop" in shown.effects
    assert "takes enemy ground" in shown.effects
    assert faces(game)[PASS].text.startswith("Put back")


def test_a_force_march_stands_aside_where_a_march_leads_as_well() -> None:
    game = on_field("unit ge-2a-ii 1010\nunit fr-2a-i 1816\n")
    game.play(orders.Pick("ge-2a-ii"))
    shown = faces(game)
    aside = {each.to for each, face in shown.items() if isinstance(each, orders.ForceMarch) and face.aside}
    marched = {each.to for each in shown if isinstance(each, orders.Go)}
    forced = {each.to for each in shown if isinstance(each, orders.ForceMarch)}
    assert aside == forced & marched
    assert forced - marched


def test_an_attack_names_the_defenders_and_asks_for_odds() -> None:
    game = on_field(
        "unit ge-2a-ii 1413\nunit fr-2a-i 1513 entrenched\n", "turn 2 combat central-powers impulse=1"
    )
    shown = faces(game)[orders.Attack("1513")]
    assert shown.chance
    assert shown.hex == "1513"
    assert shown.effects == ("Entente strength 8",)
    assert faces(game)[PASS].text == "End the combat segment"


def test_the_tables_of_an_attack_are_explained() -> None:
    game = on_field(
        "unit ge-2a-ii 1413\nunit ge-2a-iii 1413\nunit fr-2a-i 1513\n",
        "turn 2 combat central-powers impulse=1",
    )
    game.play(orders.Assault("1513", ("ge-2a-ii", "ge-2a-iii")))
    shown = faces(game)
    assert [face.text for face in shown.values()] == ["Probe", "Assault"]
    assert all(face.chance and face.effects for face in shown.values())
    assert game.topic(game.decision).stage == "prepare"


def test_a_card_is_clicked_on_the_display_of_the_hand() -> None:
    game = new_game(TITLE, "great-war", 1, {})
    decision = game.decision_of("central-powers")
    assert decision is not None
    shown = game.face(decision, orders.Draw("1"))
    assert (shown.text, shown.item) == ("Select Schlieffen Plan", "card:1")
    assert "Morale ±7" in shown.effects
    assert game.topic(decision).display == "cards"


def test_books_are_opened_and_orders_taken_back_on_the_display_of_mobilization() -> None:
    game = mobilizing("turn 4 allocation central-powers\npoints germany 200\npoints austria-hungary 9\n")
    decision = game.decision_of("central-powers")
    assert decision is not None
    shown = game.face(decision, orders.MobilizeFor("germany"))
    assert (shown.item, shown.effects) == ("purse:germany", ("200 points left",))
    assert game.topic(decision).display == "mobilization"
    game.play(orders.MobilizeFor("germany"), "central-powers")
    decision = game.decision_of("central-powers")
    assert decision is not None
    build = game.face(decision, orders.Build("active", 2))
    assert (build.item, build.cost, build.effects) == ("build:active:2", "16", ("arrives in Summer 1915",))
    game.play(orders.Build("active", 2), "central-powers")
    decision = game.decision_of("central-powers")
    assert decision is not None
    back = [each for each in decision.choices() if isinstance(each, orders.Withdraw)]
    assert [game.face(decision, each).item for each in back] == [f"draft:{back[0].item}"]


def test_the_odds_of_those_who_have_joined_are_foretold() -> None:
    game = on_field(
        "unit ge-2a-ii 1413\nunit ge-2a-iii 1413\nunit fr-2a-i 1513\n",
        "turn 2 combat central-powers impulse=1",
    )
    game.play(orders.Attack("1513"))
    last = faces(game)[orders.Join("ge-2a-iii")]
    assert last.chance  # nobody else can join: the dice fall
    assert not faces(game)[orders.Join("ge-2a-ii")].chance
    game.play(orders.Join("ge-2a-ii"))
    assert faces(game)[PASS].chance
    foretold = game.forecast(PASS)
    assert foretold.subject == "Attack on 1513: 4 against 4"
    assert [prospect.name for prospect in foretold.prospects] == ["Probe at 1:1", "Assault at 1:1"]
    assert foretold.between == "Combat results table"
    both = game.forecast(orders.Join("ge-2a-iii"))
    assert both.subject == "Attack on 1513: 8 against 4"


def test_a_fort_that_is_not_there_cannot_be_bombarded() -> None:
    game = on_field("unit ge-sg-1 1413\nunit fr-2a-i 1513\n", "turn 2 combat central-powers impulse=1")
    refusal = game.check(orders.Bombard("ge-sg-1", "1513"))
    assert refusal is not None
    assert (refusal.rules, refusal.reason) == (("17.2",), "there is no fort in 1513")


def test_an_attack_can_be_planned_with_any_of_those_who_may_attack() -> None:
    game = on_field(
        "unit ge-2a-ii 1413\nunit ge-2a-iii 1413\nunit fr-2a-i 1513\n",
        "turn 2 combat central-powers impulse=1",
    )
    (target,) = TITLE.targets(game.position, game.decision)
    assert (target.hex, target.able) == ("1513", ("ge-2a-ii", "ge-2a-iii"))
    order = TITLE.attack("1513", target.able[:1])
    assert order == orders.Assault("1513", ("ge-2a-ii",))
    foretold = game.forecast(order)
    assert foretold.chance is not None
    assert foretold.losses == ("own losses", "enemy losses")


def test_laying_one_s_own_hex_waste_lights_nobody_on_the_map() -> None:
    game = on_field("unit ge-2a-ii 1013\nunit fr-2a-i 1114\n", FIGHT)
    shown = faces(game)
    assert shown[orders.Devastate("1013")].aside
    assert not shown[orders.Attack("1114")].aside
