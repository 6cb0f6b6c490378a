"""The staff of Storm of Steel in the line: gaps, pockets, ways back, and what the enemy can answer."""

from __future__ import annotations

from hexfront.games.storm_of_steel.orders import Advance, Assault, UseTable
from hexfront.games.storm_of_steel.staff.levels import LEVELS
from hexfront.games.storm_of_steel.staff.marches import Marches
from hexfront.games.storm_of_steel.staff.strikes import Strikes, reach_of
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.storm_of_steel.field import node, on_field
from tests.games.storm_of_steel.test_staff import ordered

GENERAL = LEVELS["general"]
AUGUST = "turn 1 {step} central-powers impulse=1"


def stack(label: str, *names: str, kind: str = "fr-2a") -> str:
    return "".join(f"unit {kind}-{name} {label}\n" for name in names)


def entered(masses: str) -> bool:
    """Whether ground that was won in August 1914 is entered, with some French masses about."""
    own = stack("1313", "i-res", "iii-res", kind="ge-2r")
    game = on_field(f"{own}unit fr-2r-1-res 1413\n{masses}", AUGUST.format(step="combat"))
    game.fix_dice(6)
    game.play(Assault("1413", ("ge-2r-i-res", "ge-2r-iii-res")))
    game.play(UseTable("probe"))
    if game.decision.kind == "retreat":
        game.play(game.decision.choices()[0])
    return isinstance(ordered(game).action, Advance)


def test_ground_between_masses_of_the_enemy_is_won_and_not_entered() -> None:
    assert entered("")
    assert not entered(
        stack("1512", "i", "ii", "iii") + stack("1514", "iv", "v", "vi") + stack("1412", "x", "xi", "xii")
    )


def test_troops_whom_the_enemy_can_come_behind_are_snared_and_those_in_a_line_are_not() -> None:
    mass = stack("1411", "i", "ii", "iii") + stack("1415", "iv", "v", "vi")
    alone = on_field(stack("1413", "i", kind="ge-2a") + mass)
    survey = Survey(alone.position, CENTRAL_POWERS)
    salient = node(alone, "1413")
    assert survey.is_snared(salient, {salient})
    line = on_field(
        "".join(
            stack(f"13{row}", name, kind="ge-2a")
            for row, name in zip(range(10, 17), ("i", "ii", "iii", "iv", "v", "vi", "vii"), strict=True)
        )
        + mass
    )
    survey = Survey(line.position, CENTRAL_POWERS)
    held = {unit.at for unit in survey.troops}
    assert not survey.is_snared(node(line, "1313"), held)


def test_nobody_answers_an_impulse_that_the_enemy_does_not_have() -> None:
    own, mass = stack("1313", "i", kind="ge-2a"), stack("1413", "i", "ii", "iii")

    def reply(impulse: int, side: str, turn: int) -> float:
        game = on_field(own + mass, f"turn {turn} movement {side}")
        game.position.impulse = impulse
        return Survey(game.position, side).reply(node(game, "1313"))

    assert reply(1, CENTRAL_POWERS, 1) == 1.0
    assert reply(2, CENTRAL_POWERS, 1) == 0.0
    assert reply(1, ENTENTE, 1) == 1.0  # the Central Powers begin the next quarter
    assert reply(1, ENTENTE, 2) == 0.0  # the last of Guns of August


def test_an_attack_from_where_the_enemy_can_strike_back_in_the_open_is_worth_less() -> None:
    own = stack("1313", "i", "ii", "iii", kind="ge-2a") + "unit fr-2r-1-res 1413\n"

    def worth(mass: str) -> float:
        game = on_field(own + mass, AUGUST.format(step="movement"))
        survey = Survey(game.position, CENTRAL_POWERS)
        found = Strikes(survey, GENERAL, reach_of(survey, survey.troops)).plan()
        return next(strike.value for strike in found if strike.target == node(game, "1413"))

    assert worth("") > worth(stack("1412", "i", "ii", "iii") + stack("1414", "iv", "v", "vi")) + 0.1


def test_a_gap_that_no_corps_holds_alone_is_closed_by_several_together() -> None:
    line = "".join(
        f"unit ge-2a-{name} {label} entrenched\n"
        for label, name in (
            ("1310", "v"),
            ("1311", "i"),
            ("1312", "ii"),
            ("1314", "iii"),
            ("1315", "iv"),
            ("1316", "vi"),
        )
    )
    rear = stack("1213", "i-res", "iii-res", "iv-res", kind="ge-2r")
    enemy = stack("1413", "i", "ii", "iii") + stack("1414", "iv", "v", "vi")
    game = on_field(line + rear + enemy)
    survey = Survey(game.position, CENTRAL_POWERS)
    marches = Marches(survey, GENERAL)
    marches.plan()
    gone = [name for name, at in marches.places.items() if at == node(game, "1313")]
    assert len(gone) >= 2


def test_a_pocket_that_the_enemy_left_empty_is_taken() -> None:
    head = "holder 1410 1411 1412 1414 1415 1416 1510 1511 1512 1513 1514 1515 1516 central-powers\n"
    own = "".join(f"unit ge-2a-{name} 1513 entrenched\n" for name in ("i", "ii"))
    game = on_field(f"{head}{own}unit ge-2a-iii 1313\nunit fr-2a-i 1713\n")
    survey = Survey(game.position, CENTRAL_POWERS)
    assert node(game, "1413") in survey.pockets
    assert node(game, "1613") not in survey.pockets
    assert ordered(game).action != PASS
    assert not isinstance(ordered(game).action, Assault)


def test_a_place_that_decides_is_not_left_to_a_mass_for_an_attack_elsewhere() -> None:
    own = stack("1313", "i", "ii", "iii", kind="ge-2a")
    enemy = "unit fr-2r-1-res 1514\n" + stack("1412", "i", "ii", "iii")

    def left(*places: str) -> int:
        """How many corps leave a hex before a mass for an attack two hexes off."""
        game = on_field(own + enemy, AUGUST.format(step="movement"), *places)
        survey = Survey(game.position, CENTRAL_POWERS)
        strikes = Strikes(survey, GENERAL, reach_of(survey, survey.troops))
        strike = strikes._against(node(game, "1514"))
        return len(strike.places) if strike else 0

    assert left() > 0
    assert left("place 1313 Metz") < left()
