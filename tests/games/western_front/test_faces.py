"""Faces: every order in words, with what one clicks for it and what will come of it."""

from __future__ import annotations

import time
from typing import get_args

import pytest

import hexfront
from hexfront.games.western_front import orders
from hexfront.games.western_front.matters import InHand
from hexfront.games.western_front.orders import (
    Abandon,
    Add,
    Administer,
    Advance,
    Aim,
    Allot,
    Assault,
    Attack,
    Behind,
    BreakDown,
    CallBack,
    ChooseTerrain,
    ColumnAttack,
    Combine,
    Convert,
    Deliver,
    Deploy,
    DeployAll,
    Detrain,
    Dig,
    Divide,
    Draft,
    Drain,
    Draw,
    Duel,
    Entrain,
    Exchange,
    Fortify,
    GiveUp,
    Go,
    Hold,
    HoldBack,
    Join,
    Leave,
    LineUp,
    Lose,
    March,
    Mobilize,
    News,
    Pick,
    Place,
    Rebuild,
    Recall,
    Reduce,
    ReleaseGas,
    RetreatTo,
    Ride,
    Sail,
    SendAway,
    Split,
    Spread,
    Stand,
    Station,
    Stock,
    Strengthen,
    StrikeOff,
    Supply,
    TakeBack,
    TakeIn,
    Train,
    Transfer,
    Transport,
    Weaken,
    Withdraw,
    Wreck,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import marching, movement
from hexfront.games.western_front.table import faces, march_faces
from hexfront.kernel.actions import PASS, Action, as_words
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Face
from tests.games.western_front.builders import FRONTIER, game, node, position

FIELD = f"""{FRONTIER}place 0202 Namur kinds=city
date 1914-09-3 movement central-powers
side 0202-0302 woods
side 0202-0303 river
side 0402-0502 rail=double
side 0502-0503 rail=double
rail 0402 0502 0503 ge
unit X 0202 nation=fr kind=inf values=6-4 reduced=4 called=1st_Division
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit FORT 0104 nation=fr kind=fortress values=9-0
unit A 0402 nation=ge kind=inf values=8-5 reduced=6
unit B 0402 nation=ge kind=inf values=8-5 reduced=6 strength=7
unit SLOW 0402 nation=ge kind=art size=iii values=3-4
unit GH 0403 nation=ge kind=hq size=xxxx supply=40
unit CART 0403 piece=ge-supply supply=5
unit R 0403 piece=ge-rpl-xx-rpl strength=5
unit K 0503 nation=ge kind=cav values=2-6 unmobilized army=GH
unit E 0502 nation=ge kind=eng size=iii values=0-3
unit RB 0502 nation=ge kind=inf size=x values=3-5
lost ge-inf-xx-17
waiting ge-inf-xx-18
"""

# What each order looks like on the field, whoever asks for it.
LOOKS: dict[Action, Face] = {
    Pick("A"): Face("Move the German A in 0402", "Move", unit="A"),
    Add("B"): Face("Take the German B along", "Take along", unit="B"),
    Go("0202"): Face("March to Namur (0202)", "March", hex="0202"),
    Entrain(): Face("Board the trains", "Entrain"),
    Ride("0502"): Face("Ride to 0502", "Ride", hex="0502"),
    Detrain(): Face("Leave the trains", "Detrain"),
    ColumnAttack("0202"): Face("Attack Namur (0202) out of the march", "Column attack", hex="0202"),
    Administer(): Face("See to supply, fortresses, and divisions to divide or form", "Administer"),
    Transfer("GH", 3): Face(
        "Ship 3 supply points from the German GH in 0403",
        "Ship supply",
        "GH",
        cost="3",
        effects=("37 of 40 stay",),
    ),
    TakeIn("CART", "GH"): Face(
        "The German GH takes in 5 supply points", "Take in", "GH", effects=("holds 40 now",)
    ),
    Abandon("FORT"): Face(
        "Give up the fortress FORT (0104)",
        "Give up a fortress",
        hex="0104",
        effects=("its strength of 9 is lost",),
    ),
    Drain("FORT", 2): Face(
        "Take 2 strength from the fortress FORT (0104) as replacements",
        "Drain a fortress",
        hex="0104",
        effects=("strength 7 stays",),
    ),
    BreakDown("A", ("RB", "ge-inf-x-1re")): Face(
        "Divide the German A in 0402 into German RB and German 1st Reserve Ersatz Brigade", "Divide", "A"
    ),
    Combine(("RB", "A"), "ge-inf-xx-17"): Face(
        "Form the German 17th Division of German RB and German A", "Form a division", "RB"
    ),
    Wreck(): Face("Cut the enemy's rail line here", "Wreck"),
    Convert("E"): Face(
        "The German E changes the gauge in 0502",
        "Change the gauge",
        "E",
        effects=("its whole movement",),
    ),
    Sail("K", "0502"): Face("The German K sails to 0502", "Sail", "K", "0502"),
    Exchange("R"): Face("Exchange the German replacements for those of an ally", "Exchange", "R"),
    Duel("0202"): Face("Attack the flotillas in Namur (0202) with flotillas", "Duel", hex="0202"),
    Attack("0202"): Face(
        "Attack Namur (0202)", "Attack", hex="0202", effects=("held by 1 unit of strength 6",)
    ),
    Join("B"): Face("The German B in 0402 attacks too", "Join", "B", effects=("strength 7",)),
    Aim("all"): Face("Fire at all units", "Aim"),
    Aim("fortress"): Face("Fire at the fortress and the artillery only", "Aim"),
    ChooseTerrain("woods"): Face(
        "Fight on woods terrain",
        "Terrain",
        effects=("-2 to the attack die", "+1 to the counterattack die"),
    ),
    Supply("A", "GH"): Face("The German GH supplies the German A", "Supply", "A"),
    Supply("A"): Face("No supply for the German A", "Supply", "A"),
    Stand(): Face("Hold the hex", "Stand"),
    Withdraw(): Face("Retreat", "Retreat"),
    Lose("B"): Face(
        "The German B in 0402 loses 1 of 7", "Lose", "B", effects=("6 left", "turned to its reduced side")
    ),
    RetreatTo("X", "0102"): Face("The French 1st_Division retreats to 0102", "Retreat", "X", "0102"),
    Advance("A"): Face("The German A in 0402 advances", "Advance", "A", effects=("strength 8",)),
    GiveUp("SLOW"): Face("Give up the German SLOW in 0402", "Give up", "SLOW", effects=("strength 3",)),
    Place("ge-inf-xx-18", "0402"): Face(
        "Place the German 18th Division in 0402",
        "Place",
        hex="0402",
        effects=("joins 2 divisions there",),
    ),
    Deliver(5, "GH"): Face(
        "5 supply points to the German GH in 0403", "Deliver", "GH", cost="5", effects=("it will hold 45",)
    ),
    Deliver(5, "0502"): Face("5 supply points to 0502 as a shipment", "Deliver", hex="0502", cost="5"),
    Mobilize("K"): Face(
        "The German K in 0503 completes its mobilization", "Mobilize", "K", effects=("strength 2", "GH")
    ),
    SendAway("A"): Face("The German A in 0402 leaves the front", "Send away", "A", effects=("strength 8",)),
    SendAway("A", 2): Face(
        "The German A in 0402 gives up 2 strength points", "Send away", "A", effects=("strength 8",)
    ),
    Dig("0402"): Face("Begin a trench in 0402", "Dig", hex="0402", effects=("3 units there",)),
    Draw("R", 5): Face(
        "The German replacements gives 5 strength points", "Draw", "R", effects=("it is used up",)
    ),
    Strengthen("B", 1): Face(
        "Strengthen the German B in 0402 by 1",
        "Strengthen",
        "B",
        cost="1",
        effects=("strength 8 instead of 7",),
    ),
    Rebuild("ge-inf-xx-17", 4): Face(
        "Bring the German 17th Division back with strength 4", "Rebuild", cost="4"
    ),
    Split("R", 2): Face("Split 2 off the German replacements in 0403", "Split", "R", effects=("3 stay",)),
    March(("A", "B"), "0202"): Face("March German A, German B to Namur (0202)", "March", "A", "0202"),
    Transport(("A",), "0502"): Face("Carry German A by rail to 0502", "Ride", "A", "0502"),
    Assault("0202", ("A",)): Face(
        "Attack Namur (0202) with German A",
        "Attack",
        hex="0202",
        effects=("held by 1 unit of strength 6",),
    ),
    Hold("0202", "gb"): Face(
        "Namur (0202) becomes a part of the sector of Great Britain", "Sector", hex="0202"
    ),
    ReleaseGas(): Face("Release gas before the attack", "Gas"),
    Fortify("0202"): Face("Begin the Hindenburg Line in Namur (0202)", "Build", hex="0202"),
    Train("ge-inf-xx-17", "0202"): Face(
        "Convert the 17th Division to an assault unit in Namur (0202)", "Train", "ge-inf-xx-17", "0202"
    ),
    Leave("A", "east"): Face("The German A leaves for the Eastern Front", "Send away", "A"),
    CallBack("ge-inf-xx-3gd"): Face(
        "The German 3rd Guard Division is called back to this front", "Call back"
    ),
    News("russia-surrenders"): Face("Russia surrenders", "Report"),
    Draft("fr-rpl-xx-rpl-colonial"): Face("French Colonial replacements arrive", "Raise"),
    Deploy("ge-inf-xx-8-5"): Face(
        "Place a German infantry division 8-5", "Deploy", "ge-inf-xx-18", effects=("1 left",)
    ),
    Deploy("fr-inf-xx-6-4"): Face("Place a unit of the kind fr-inf-xx-6-4", "Deploy"),
    Station(("A", "B"), "0202"): Face("Place German A, German B in Namur (0202)", "Place", hex="0202"),
    Spread(("A", "B", "SLOW", "E"), ("0402", "0403")): Face(
        "Spread 4 units evenly over 0402, 0403", "Spread"
    ),
    LineUp(("A",), "0402", "0202", 2): Face(
        "Line up German A, 2 a hex, from 0402 to Namur (0202)", "Line up"
    ),
    Behind(("A",), ("0402",)): Face("Place German A in reserve behind 0402", "Reserve"),
    HoldBack(("A",)): Face("Hold German A back until the enemy stands", "Hold back"),
    TakeBack(("0202",)): Face("Take all units in Namur (0202) back", "Take back", hex="0202"),
    TakeBack(("A",)): Face("Let the German A be as it was", "Take back", "A"),
    TakeBack(("A", "B")): Face("Take German A, German B back", "Take back"),
    Recall(): Face("Take something back", "Take back"),
    StrikeOff(("A",), 2): Face("Strike 2 strength points off German A", "Weaken", "A", effects=("6 left",)),
    Weaken("ge"): Face("Choose a unit of Germany to be weakened", "Weaken", effects=("0 to be struck off",)),
    Reduce("ge", "evenly"): Face("Strike 0 off Germany: a point at a time from everybody", "Strike off"),
    Stock("GH"): Face("Say how many supply points the German GH has", "Supply", "GH", effects=("holds 40",)),
    Allot("GH", 7): Face("7 supply points to the German GH", "Supply", cost="7"),
    Divide("ge", "troops"): Face(
        "Divide the supply points of Germany: by the troops that are near", "Divide"
    ),
    DeployAll(): Face("Deploy all that is left for me", "Deploy for me"),
    PASS: Face("Pass", "Pass"),
}


@pytest.mark.parametrize("action", LOOKS, ids=as_words)
def test_an_order_is_shown_in_words(action: Action) -> None:
    assert faces.face(position(FIELD), action) == LOOKS[action]


def test_every_kind_of_order_has_a_face_here() -> None:
    assert {type(action) for action in LOOKS} == set(get_args(orders.WesternFrontAction))


# In a game


def shown(of: Game) -> dict[str, Face]:
    """The faces of everything that can be answered now, by the words of the answers."""
    return {as_words(action): of.face(of.decision, action) for action in of.decision.choices()}


def test_marches_show_cost_way_and_what_happens_there() -> None:
    playing = game(FIELD)
    assert shown(playing)["pass"].text == "End the movement phase"
    playing.play(Pick("A"))
    found = shown(playing)
    assert found["go 0502"] == Face(
        "March to 0502",
        "March",
        hex="0502",
        cost="1",
        path=("0402", "0502"),
        effects=("joins 1/2 division there",),
    )
    near = found["go 0302"]
    assert (near.cost, near.path) == ("2", ("0402", "0302"))
    assert "enters an enemy zone" in near.effects
    assert found["add B"] == Face("Take the German B along", "Take along", unit="B")
    assert found["add SLOW"].effects == ("slows the others down",)
    assert found["entrain"] == Face(
        "Board the trains in 0402",
        "Entrain",
        cost="1",
        effects=("counts 1 of 15 left of the rail capacity of Germany",),
    )
    assert found["pass"] == Face("Put back: stay in 0402", "Stop", puts_down=True)
    playing.play(Go("0302"))
    found = shown(playing)
    assert found["pass"].text == "Stop in 0302"
    assert found["column-attack 0202"].effects[0] == "held by 1 unit of strength 6"
    assert "from enemy zone to enemy zone" in found["go 0303"].effects
    assert "leaves an enemy zone" in found["go 0402"].effects


def test_a_march_into_the_enemys_country_says_what_it_takes() -> None:
    playing = game(FIELD.replace("0202 nation=fr", "0101 nation=fr") + "holder 0202 entente\n")
    playing.play(Pick("A"))
    assert "takes Namur (0202)" in shown(playing)["go 0202"].effects


def test_a_march_out_of_supply_says_so() -> None:
    far = FIELD.replace("unit GH 0403", "unit GH 0504").replace("0202 nation=fr", "0101 nation=fr")
    playing = game(far + "side 0403-0402 swamp\nside 0403-0303 swamp\n")
    playing.play(Pick("A"))
    said = {face.hex for face in shown(playing).values() if "leaves its supply line" in face.effects}
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    unit, payer = here.units["A"], here.units["GH"]
    from hexfront.games.western_front.rules import supply
    from hexfront.games.western_front.vocabulary import POINT

    for face in shown(playing).values():
        if face.verb == "March":
            moved = here.copy()
            moved.change("A", at=node(here, face.hex))
            line = supply.supply_line(moved, moved.units["A"], payer)
            short = line is not None and line.cost <= 5 * POINT
            assert (face.hex in said) == (not short), face
    assert unit.at == node(here, "0402")


def test_rides_show_their_line_and_trains_what_is_lost() -> None:
    playing = game(FIELD)
    playing.play(Pick("A"))
    playing.play(Entrain())
    found = shown(playing)
    assert found["ride 0503"] == Face(
        "Ride to 0503",
        "Ride",
        hex="0503",
        cost="1/5",
        path=("0402", "0502", "0503"),
        effects=("joins 1 division there",),
    )
    assert found["pass"].text == "Stay on the trains in 0402"
    playing.play(Ride("0502"))
    assert shown(playing)["detrain"] == Face(
        "Leave the trains in 0502", "Detrain", effects=("9/10 of a movement point is lost",)
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_the_path_shown_is_the_path_marched(seed: int) -> None:
    playing = hexfront.new("western-front/schlieffen-plan", seed=seed)
    compared = 0
    while compared < 400:
        decision = playing.decision
        if decision.kind == "go":
            here, about = playing.position, decision.about
            assert isinstance(here, WesternFrontPosition)
            assert isinstance(about, InHand)
            found = march_faces.MarchFaces(here, about)
            units = [here.units[name] for name in about.units]
            bound = movement.bound(here, units)
            for action in decision.choices():
                if isinstance(action, Go):
                    at = node(here, action.to)
                    leg = found.legs[at]
                    marched = marching.path_to(here, found.march, at, leg, bound)
                    assert found(action).path == tuple(map(here.setting.board.label, marched))
                    compared += 1
        listed = list(decision.choices())
        picked = [each for each in listed if isinstance(each, (Pick, Go))]
        playing.play((picked or listed)[(7 * playing.step) % len(picked or listed)])


def test_the_faces_of_a_decision_are_quickly_made() -> None:
    playing = hexfront.new("western-front/schlieffen-plan", seed=1)
    most = 0
    for _ in range(50):
        times = []
        for _ in range(3):
            twin = playing.branch()  # a question that nobody has looked at yet
            listed = list(twin.decision.choices())
            start = time.process_time()
            for action in listed:
                twin.face(twin.decision, action)
            times.append(time.process_time() - start)
        most = max(most, len(listed))
        assert min(times) < 0.075, playing.decision  # 15 ms on a quiet machine
        playing.play(listed[(5 * playing.step) % len(listed)])
    assert most > 60


# Combat

BATTLE = f"""{FRONTIER}place 0202 Namur kinds=city
date 1914-09-3 combat central-powers
side 0202-0302 woods
side 0202-0303 river
unit X 0202 nation=fr kind=inf values=6-4 reduced=4 called=1st
unit Y 0202 nation=fr kind=inf values=4-4 reduced=2 called=2nd
unit FH 0101 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=9-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""


def test_an_attack_is_put_together_and_answered_in_words() -> None:
    playing = game(BATTLE + "dice 6 3\n")
    found = shown(playing)
    assert found["attack 0202"].effects == (
        "held by 2 units of strength 10",
        "2 units of strength 17 beside it",
    )
    assert found["pass"].text == "End the combat phase"
    playing.play(Attack("0202"))
    found = shown(playing)
    assert found["join A"].effects == ("strength 8",)
    assert found["join B"].effects == ("strength 9", "across a river")
    playing.play(Join("A"))
    playing.play(Join("B"))
    assert shown(playing)["pass"] == Face(
        "Attack Namur (0202) with these", "Attack", effects=("2 units of strength 17",), chance=True
    )
    playing.play(PASS)
    woods = shown(playing)["terrain woods"]
    assert woods.text == "Fight on woods terrain"
    assert woods.effects[0].startswith("attack 17, die -2: you lose ")
    assert woods.effects[1].startswith("counterattack 30, die +1: the attacker loses ")
    assert woods.effects[2].startswith("forced back in ")
    playing.play(ChooseTerrain("woods"))
    found = shown(playing)
    assert (found["pass"].text, found["pass"].cost) == ("Expend 5 supply points", "5")
    assert found["pass"].effects == ("German GH: 5",)
    assert found["supply A"].effects == ("worth 4 instead of 8",)
    assert found["supply A"].cost == "-2"
    playing.play(PASS)
    playing.play(PASS)
    found = shown(playing)
    loss = int(found["stand"].effects[0].removeprefix("you lose "))
    assert found["stand"].effects == (f"you lose {loss}", "counterattack with 30")
    assert found["withdraw"].effects[1:] == ("counterattack with 20", "the attacker may advance")
    assert int(found["withdraw"].effects[0].removeprefix("you lose ")) < loss
    playing.play(Withdraw())
    while playing.decision.kind == "lose":
        face = next(iter(shown(playing).values()))
        assert face.verb == "Lose"
        playing.play(playing.decision.choices()[0])
    found = shown(playing)
    assert found["advance A"].text == "The German A advances into Namur (0202)"
    assert found["pass"].text == "Nobody advances into Namur (0202)"


def test_an_attacker_that_nobody_can_supply_is_told_so() -> None:
    playing = game(BATTLE.replace("supply=40", "supply=0"))
    playing.play(Attack("0202"))
    assert shown(playing)["join A"].effects == ("strength 8", "no supply: worth 4")


def test_the_defender_learns_nothing_of_the_attackers_supply() -> None:
    """[17-5] What terrain would bring is the same whether the attacker has supply points or none."""

    def terrains(points: int) -> dict[str, Face]:
        playing = game(BATTLE.replace("supply=40", f"supply={points}"))
        playing.play(Assault("0202", ("A", "B")))
        assert playing.decision.kind == "terrain"
        return shown(playing)

    assert terrains(40) == terrains(0)


def test_cavalry_that_may_slip_away_is_clicked_before_its_hex() -> None:
    riders = BATTLE.replace(
        "unit X 0202 nation=fr kind=inf values=6-4 reduced=4", "unit X 0202 nation=fr kind=cav values=2-6"
    )
    playing = game(riders)
    playing.play(Assault("0202", ("A", "B")))
    assert playing.decision.kind == "evade"
    found = shown(playing)
    assert found["pass"].text == "Stay and fight"
    assert {face.unit for words, face in found.items() if words != "pass"} == {"X"}
    assert all(face.hex for words, face in found.items() if words != "pass")


def test_a_unit_that_retreats_alone_is_sent_back_with_one_click() -> None:
    nobody_leads = BATTLE.replace("unit FH 0101 nation=fr kind=hq size=xxxx supply=30\n", "")
    playing = game(nobody_leads + "dice 6 3\n")
    playing.play(Assault("0202", ("A", "B")))
    playing.play(ChooseTerrain("woods"))
    playing.play(PASS)
    playing.play(Withdraw())
    while playing.decision.kind == "lose":
        playing.play(playing.decision.choices()[0])
    assert playing.decision.kind == "retreat"
    assert shown(playing) == {
        "retreat X 0102": Face("The French 1st retreats to 0102", "Retreat", hex="0102"),
        "retreat X 0103": Face("The French 1st retreats to 0103", "Retreat", hex="0103"),
    }
