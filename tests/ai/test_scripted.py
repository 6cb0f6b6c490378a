"""Fixed plans: what they say from turn to turn, whose they are, and that a staff carries them out."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.ai import player, seated
from hexfront.ai.course import play_out, table_of
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.staff import bearings as serbian
from hexfront.games.western_front.staff import bearings as western
from hexfront.kernel.errors import DataError, Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.plans import WeighsPlans
from hexfront.kernel.scripts import Script, load_scripts
from hexfront.seam import find_title

TITLES = ("western-front", "serbia-1914")
SCRIPTS = [(name, script) for name in TITLES for script in find_title(name).scripts()]

FILE = """
provenance = "reconstructed"
about = "For a test."

name = "waits"
caption = "Waits"
meaning = "It waits and then strikes."
side = "red"
scenarios = ["some"]

[[steps]]
since = "03"
name = "all attack"
parts = [{ name = "The army", force = "", stance = "attack", objective = "0101" }]

[[steps]]
since = "05"
name = "all hold"
parts = [{ name = "The army", force = "", stance = "hold" }]
"""


def setting_of(game: Game) -> SerbiaSetting:
    assert isinstance(game.setting, SerbiaSetting)
    return game.setting


def read(folder: Path, text: str, name: str = "waits") -> tuple[Script, ...]:
    (folder / f"{name}.toml").write_text(text)
    return load_scripts(folder, ("red", "blue"))


def test_a_plan_says_what_is_done_from_turn_to_turn(tmp_path: Path) -> None:
    (script,) = read(tmp_path, FILE)
    assert script.plan_of("02") is None
    plans = [script.plan_of(turn) for turn in ("03", "04", "05", "11")]
    assert [each.name for each in plans if each is not None] == ["all attack"] * 2 + ["all hold"] * 2
    assert plans[0] is not None
    assert plans[0].sentences() == ("Waits: all attack.", "The army attacks 0101.")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"red"', '"reb"', "red"),
        ('"attack"', '"storm"', "storm"),
        ('name = "waits"', 'name = "other"', "not the name of its file"),
        ("parts", "sectors", "sectors"),
    ],
)
def test_a_plan_that_is_written_wrongly_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        read(tmp_path, FILE.replace(old, new))


def test_there_are_ten_fixed_plans_and_both_sides_of_both_titles_have_some() -> None:
    assert len(SCRIPTS) >= 10
    for name in TITLES:
        title = find_title(name)
        assert {script.side for script in title.scripts()} == set(title.sides)


@pytest.mark.parametrize(("name", "script"), SCRIPTS, ids=[script.name for _, script in SCRIPTS])
def test_every_fixed_plan_names_what_its_scenarios_have(name: str, script: Script) -> None:
    assert script.meaning.endswith(".")
    for scenario in script.scenarios:
        game = hexfront.new(f"{name}/{scenario}", seed=1)
        forces = (
            {western.ALL, western.RESERVE, *western.PARTS}
            if name == "western-front"
            else {serbian.ALL, *setting_of(game).forces.corps}
        )
        for step in script.steps:
            assert {part.force for part in step.parts} <= forces
            assert all(part.objective in game.setting.board for part in step.parts if part.objective)
        staff: object = game.title.planner(script.side, "clerk")
        assert isinstance(staff, WeighsPlans)
        assert script.plan_of(staff.turn_key(game.position)) is not None


def test_a_fixed_plan_is_played_by_its_side_alone() -> None:
    title = find_title("serbia-1914")
    assert seated("putnik,general", title) == {"serbia": "putnik", "austria-hungary": "general"}
    with pytest.raises(Malformed, match='"putnik" is a plan of Serbia'):
        seated("general,putnik", title)
    with pytest.raises(Malformed, match="putnik"):
        player("putnick", title, "serbia")


def test_a_staff_carries_a_fixed_plan_out_and_keeps_to_it() -> None:
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=3)
    table = table_of(game, {"serbia": "putnik", "austria-hungary": "cadet"}, 3)
    serbia = table["serbia"]
    held: dict[int, str] = {}
    attacked = set()
    while isinstance(position := game.position, SerbiaPosition) and position.turn < 4:
        side, turn = game.decision.side, position.turn
        order = table[side].choose(game, side)
        if side == "serbia" and serbia.plan is not None:
            held[turn] = serbia.plan.name
            if game.decision.kind == "aim" and order.promise is not None:
                attacked.add(turn)
        game.play(order.action, side)
    assert held == {0: "all delay", 1: "all delay", 2: "all attack", 3: "all attack"}
    assert attacked
    assert min(attacked) >= 2
    assert serbia.plan is not None
    assert serbia.plan.sentences()[0] in serbia.notes().sentences


def test_a_fixed_plan_of_the_west_gives_way_to_that_of_the_trench_war() -> None:
    game = hexfront.new("western-front/verdun", seed=1)
    table = table_of(game, {"central-powers": "right-wing", "entente": "no-step-back"}, 1)
    play_out(game, table, turns=1)
    plan = table["central-powers"].plan
    assert plan is not None
    assert all(sector.force not in western.PARTS for sector in plan.sectors)
