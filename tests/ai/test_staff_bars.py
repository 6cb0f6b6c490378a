"""The tool that prints the figures by which staffs are judged."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from hexfront.ai.conduct import Attempt, Conduct
from hexfront.ai.course import Course, TurnRecord

TOOL = Path(__file__).parents[2] / "docs" / "tools" / "staff_bars.py"
SCENARIO, PLAYERS = "western-front/schlieffen-plan", "general,general"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("staff_bars", TOOL)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules["staff_bars"] = made
    spec.loader.exec_module(made)
    return made


def course(tool: ModuleType, winner: str, far: tuple[float, ...], calais: str) -> Course:
    """A game in which the nearest German unit was so far from Paris, turn by turn."""
    turns = tuple(TurnRecord(f"turn {number}", "", number, (hexes,)) for number, hexes in enumerate(far))
    fallen = msgspec.structs.replace(turns[1], places={"Calais": calais})
    return Course(
        winner=winner,
        score=50.0,
        names=(("Paris", "", tool.PARIS),),
        turns=(turns[0], fallen, *turns[2:]),
        conduct=Conduct((Attempt("entente", 0.95, True, entered=True, ground=True),)),
    )


def test_games_that_were_played_are_told_and_not_played_again(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [
        course(tool, "central-powers", (20.0, 6.0, 9.0), "central-powers"),
        course(tool, "", (20.0, 9.0, 8.0), "entente"),
    ]
    charged = {"fr": {"surrendered": 40, "guns and headquarters": 6, "combat": 400}, "ge": {"combat": 100}}
    for seed, played in enumerate(games, 1):
        sides = {"fr": "entente", "ge": "central-powers"}
        record = tool.Record(
            SCENARIO, PLAYERS.split(","), seed, played, {"entente": [0.5, 1.5, 4.0]}, charged, sides
        )
        (tmp_path / f"western-front-schlieffen-plan-general-general-{seed}.json").write_bytes(
            msgspec.json.encode(record)
        )
    tool.main([str(tmp_path), SCENARIO, PLAYERS, "1", "2"])
    told = capsys.readouterr().out
    for words in (
        "2 games, seeds 1 to 2",
        "Central Powers wins 50%",
        "drawn 50%",
        "Entente: 2 attacks, promised 95%, had 100%",
        "won hexes entered where ground was wanted: 100%",
        "entente (general): median 1.50, most 4.00",
        "demoralization of fr: 446; the book 420 for April 1915; within 30% of it in 100%",
        "demoralization of ge: 100; the book 467 for April 1915; within 30% of it in 0%",
        "surrendered, points of entente a game: 40",
        "guns and headquarters, points of entente a game: 6",
        "Calais falls in 50%",
        "Antwerp falls in 0%",
        "goes back 3 hexes before Paris in 50%",
    ):
        assert words in told, words


def test_fixed_plans_are_set_beside_the_general_in_their_place(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = "serbia-1914/battle-in-the-macva"
    won = {
        "general,general": ("austria-hungary", "serbia"),
        "putnik,general": ("serbia", "serbia"),
        "general,potiorek": ("", "serbia"),
    }
    others = ("defend-the-drina,general", "retake-sabac,general", "general,to-valjevo", "general,bridgehead")
    for players, winners in (won | dict.fromkeys(others, ("", ""))).items():
        for seed, winner in enumerate(winners, 1):
            record = tool.Record(scenario, players.split(","), seed, Course(winner=winner), {}, {}, {})
            file = tmp_path / f"serbia-1914-battle-in-the-macva-{players.replace(',', '-')}-{seed}.json"
            file.write_bytes(msgspec.json.encode(record))
    tool.main([str(tmp_path), scenario, "plans", "1", "2"])
    told = capsys.readouterr().out.splitlines()
    (waits,) = [line for line in told if "putnik" in line]
    assert "putnik (Serbia): 1.00" in waits
    assert "the general there 0.50" in waits
    assert "difference 0.50" in waits
    (attacks,) = [line for line in told if "potiorek" in line]
    assert "potiorek (Austria-Hungary): 0.25" in attacks
    assert "difference -0.25" in attacks
    assert len(told) == 7
