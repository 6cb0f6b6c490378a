"""Chapter 41: motorization."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Build, Go, MobilizeFor, Motorize, Pick, Reorganize
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import headquarters, losses, markers, moving
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, goes, listed, node, on_field, told
from tests.games.storm_of_steel.nations import CP, EN, game, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"
CHEST = "points germany 60\npoints austria-hungary 60\npoints france 60\n"
ARMY = "unit ge-hq-1 2720\nunit ge-2a-i 2721\nunit ge-2r-1-ersatz 2721\nunit ge-2k-stoss-1 2721\n"
MARCH = "turn 2 movement central-powers impulse=1"


def desk(country: str, text: str = "", side: str = CP, option: str = "on") -> Game[SteelPosition]:
    of = game(f"turn 4 allocation central-powers\n{MORALE}{CHEST}{text}", motorization=option)
    play(of, side, MobilizeFor(country))
    return of


def placing(text: str, trucks: int = 1) -> Game[SteelPosition]:
    return game(f"turn 4 reinforcements central-powers\n{MORALE}trucks germany {trucks}\n{text}")


@pytest.mark.rule("41.0", "41.1")
def test_only_four_countries_build_motorization() -> None:
    assert Build("motorization") in choices(desk("germany"), CP)
    assert refused(desk("france", side=EN), Build("motorization"), EN) == ("7.7",)  # it lacks but the oil
    assert refused(desk("austria-hungary"), Build("motorization"), CP) == ("41.1",)
    assert refused(desk("germany", option="off"), Build("motorization"), CP) == ("41.0",)


def choices(of: Game[SteelPosition], side: str) -> list[object]:
    decision = of.decision_of(side)
    assert decision is not None
    return list(decision.choices())


@pytest.mark.rule("41.0")
def test_no_more_units_are_motorized_than_a_side_has_markers() -> None:
    names = ("ge-2a-ii", "ge-2a-iii", "ge-2a-iv", "ge-2a-v", "ge-2a-vi")
    five = "".join(f"unit {name} 272{1 + each % 2} motorized=1\n" for each, name in enumerate(names))
    of = desk("germany", five)
    play(of, CP, Build("motorization"))
    assert refused(of, Build("motorization"), CP) == ("41.0",)


@pytest.mark.rule("41.2", "41.3")
def test_a_marker_that_is_built_goes_to_infantry_with_a_line() -> None:
    others = "unit ge-2c-hkk-1 2721\nunit ge-2m-alp-k 2722\nunit ah-2a-i 2722\nunit ge-sg-1 2722\n"
    of = desk("germany", ARMY + others)
    play(of, CP, Build("motorization"))
    while state(of).step == "allocation":
        of.play(PASS, of.decisions[0].side)
    assert of.decision.kind == "motorize"
    assert listed(of, Motorize) == {"ge-2a-i", "ge-2r-1-ersatz", "ge-2k-stoss-1"}
    for name, rule in (("ge-2c-hkk-1", "41.3"), ("ge-hq-1", "41.3"), ("ah-2a-i", "41.1")):
        assert refused(of, Motorize(name), CP) == (rule,)
    play(of, CP, Motorize("ge-2a-i"))
    assert state(of).units["ge-2a-i"].motorized == 1
    assert state(of).trucks == {}


@pytest.mark.rule("41.2")
def test_units_without_a_line_get_none_and_markers_without_a_unit_are_lost() -> None:
    of = placing("unit ge-2a-i 5816\nholder 5816 central-powers\n")  # Minsk, far from everybody
    assert state(of).trucks == {}
    assert told(of, "motorized") == ["1 motorization markers find no unit and are lost"]
    assert not state(of).units["ge-2a-i"].motorized


@pytest.mark.rule("41.3")
def test_headquarters_need_two_markers() -> None:
    assert "ge-hq-1" not in listed(placing(ARMY), Motorize)
    of = placing(ARMY, trucks=2)
    assert "ge-hq-1" in listed(of, Motorize)
    play(of, CP, Motorize("ge-hq-1"))
    assert state(of).units["ge-hq-1"].motorized == 2
    assert of.decision.kind != "motorize"


@pytest.mark.rule("41.2")
def test_the_marker_of_a_unit_that_is_lost_can_be_built_again() -> None:
    of = placing(ARMY, trucks=6)
    for name in ("ge-2a-i", "ge-hq-1"):
        play(of, CP, Motorize(name))
    left = markers.left(state(of), CP, markers.MOTORIZATION)
    position = state(of)
    losses.eliminate(_Quiet(), position, position.units["ge-hq-1"], "14.21")  # type: ignore[arg-type]  # a table that only listens
    assert markers.left(position, CP, markers.MOTORIZATION) == left + 2


class _Quiet:
    def tell(self, *words: object, **more: object) -> None:
        """Nobody listens."""


@pytest.mark.rule("41.4", "9.1")
def test_of_units_that_are_reorganized_one_keeps_the_marker() -> None:
    def exchanged(order: Reorganize, units: str) -> list[int]:
        of = game(f"turn 8 reorganization central-powers impulse=1\n{MORALE}unit ge-hq-1 2720\n{units}")
        play(of, CP, order)
        return [state(of).units[name].motorized for name in order.into]

    one = "unit ge-4a-i 2721 motorized=1\n"
    apart = next(each for each in _orders(one) if len(each.into) == 2)
    assert exchanged(apart, one) == [1, 0]
    two = "unit ge-2a-i 2721 motorized=1\nunit ge-2a-ii 2721 motorized=1\n"
    joined = next(each for each in _orders(two) if len(each.into) == 1)
    assert exchanged(joined, two) == [1]


def _orders(units: str) -> list[Reorganize]:
    of = game(f"turn 8 reorganization central-powers impulse=1\n{MORALE}unit ge-hq-1 2720\n{units}")
    return [each for each in of.decision.choices() if isinstance(each, Reorganize)]


@pytest.mark.rule("41.5")
def test_a_unit_of_two_moves_three() -> None:
    of = on_field("unit ge-2a-ii 1113\n", MARCH)
    assert moving.allowance(of.position, of.position.units["ge-2a-ii"]) == 2
    assert "1413" not in goes(of, "ge-2a-ii")
    of = on_field("unit ge-2a-ii 1113 motorized=1\n", MARCH)
    assert moving.allowance(of.position, of.position.units["ge-2a-ii"]) == 3
    assert "1413" in goes(of, "ge-2a-ii")


@pytest.mark.rule("41.5", "16.4", "11.5")
def test_motorized_headquarters_go_two_hexes_command_one_further_and_repair_two() -> None:
    rails = ("side 1112-1111 rail=open", "side 1111-1110 rail=open")
    broken = "rails 1112 1111 1110 nobody\n"
    plain = on_field(broken, MARCH, *rails)
    swift = on_field(broken, MARCH, *rails, staffs="unit ge-hq-1 1113 motorized=2\nunit fr-hq-1 1713\n")
    radius = [headquarters.radius(of.position, of.position.units["ge-hq-1"]) for of in (plain, swift)]
    assert radius[1] == radius[0] + 1
    assert "1111" not in goes(plain, "ge-hq-1")
    swift.play(Pick("ge-hq-1"))
    swift.play(Go("1111"))
    assert at(swift, "ge-hq-1") == "1111"
    assert {swift.position.rail_side(node(swift, label)) for label in ("1112", "1111")} == {CP}


@pytest.mark.rule("41.5", "11.43")
def test_motorized_units_stay_out_of_mountains_off_the_road() -> None:
    hills = {"1213": "mountain"}
    assert "1213" in goes(on_field("unit ge-2a-ii 1113\n", MARCH, terrain=hills), "ge-2a-ii")
    assert "1213" not in goes(on_field("unit ge-2a-ii 1113 motorized=1\n", MARCH, terrain=hills), "ge-2a-ii")
    staffs = "unit ge-hq-1 1113 motorized=2\nunit fr-hq-1 1713\n"
    assert "1213" not in goes(on_field("", MARCH, terrain=hills, staffs=staffs), "ge-hq-1")
