"""Was it luck? Over the interface, as far as each side may know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexfront.kernel.luck import luck_of
from hexfront.kernel.save import as_bytes
from hexfront.proof import luck as proofs
from hexfront.seam import find_title
from tests.server.running import Person, RunningServer, hosted, local

BYTES = {"content-type": "application/octet-stream"}


def test_luck_is_told_with_steps_to_look_at(tmp_path: Path) -> None:
    played = proofs.played(find_title("serbia-1914"), "battle-in-the-macva", 5, 500)
    with RunningServer(local(tmp_path)) as server:
        me = server.person()
        brought = me.post("/api/import", content=as_bytes(played), headers=BYTES)
        game = brought.json()["id"]
        for side in played.title.sides:
            found = me.get(f"/api/games/{game}/luck", params={"as": side}).json()
            known = luck_of(played, side)
            assert found["unit"] == "reductions"
            assert [each["text"] for each in found["throws"]] == [each.text for each in known.throws]
            assert found["throws"]
            assert all(0 < each["step"] <= played.steps_known(side) for each in found["throws"])


def test_luck_is_for_those_at_the_table(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path)) as server:
        ada, eve = server.person("Ada"), server.person("Eve")
        game = ada.start(seats={"red": "me", "blue": "invite"})["id"]
        assert ada.get(f"/api/games/{game}/luck", params={"as": "red"}).json()["throws"] == []
        assert ada.get(f"/api/games/{game}/luck", params={"as": "blue"}).status_code == 403
        assert eve.get(f"/api/games/{game}/luck").status_code == 404


@pytest.fixture
def fought(tmp_path: Path) -> Path:
    game = proofs.played(find_title("serbia-1914"), "battle-in-the-macva", 5, 500)
    file = tmp_path / "fought.hexfront"
    file.write_bytes(as_bytes(game))
    return file


def test_a_person_who_plays_sees_the_same_as_the_file(tmp_path: Path, fought: Path) -> None:
    draw = random.Random(1)
    with RunningServer(local(tmp_path)) as server:
        me: Person = server.person()
        game = me.post("/api/import", content=fought.read_bytes(), headers=BYTES).json()["id"]
        before = me.get(f"/api/games/{game}/luck").json()
        for _ in range(5):
            side = me.get(f"/api/games/{game}").json()["waiting"][0]
            choices = me.view(game, side)["decision"]["choices"]
            me.play(game, side, draw.randrange(len(choices)))
        after = me.get(f"/api/games/{game}/luck").json()
        assert after["throws"][: len(before["throws"])] == before["throws"]
