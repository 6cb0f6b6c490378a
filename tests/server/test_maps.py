"""The printed map, the looks of pieces, and overlays."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import msgspec
import pytest

import hexfront
from hexfront.kernel import save
from tests.server.running import Person, RunningServer, local


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("maps"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


@pytest.fixture(scope="module")
def game(me: Person) -> str:
    made: str = me.start(options={"fog": "off"})["id"]
    return made


def test_every_hex_has_its_place_and_its_neighbours(me: Person, game: str) -> None:
    board = me.get(f"/api/games/{game}/board").json()
    places = {each["label"]: each for each in board["hexes"]}
    wide, high = board["size"]
    assert all(0 < each["x"] < wide and 0 < each["y"] < high for each in places.values())
    for label, around in board["neighbours"].items():
        assert len(around) == 6
        for direction, other in enumerate(around):
            if other:
                assert board["neighbours"][other][(direction + 3) % 6] == label
                here, there = places[label], places[other]
                apart = (here["x"] - there["x"]) ** 2 + (here["y"] - there["y"]) ** 2
                assert apart**0.5 == pytest.approx(board["hex"] * 3**0.5, rel=0.01)


def test_a_hex_tells_the_terrain_of_its_hexsides(me: Person) -> None:
    made = me.post("/api/games", json={"title": "western-front", "scenario": "schlieffen-plan", "seed": 1})
    board = me.get(f"/api/games/{made.json()['id']}/board").json()
    terrain = {each["label"]: each["terrain"] for each in board["hexes"]}
    assert terrain["2305"] == "clear, woods"
    assert {"sea"} <= set(terrain.values())
    assert "land" not in terrain.values()


def test_the_map_has_layers_and_may_be_kept_for_ever(me: Person, game: str) -> None:
    address = me.get(f"/api/games/{game}/board").json()["svg"]
    drawn = me.get(address)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in drawn.headers["cache-control"]
    layers = set(re.findall(r'data-layer="([a-z]+)"', drawn.text))
    assert layers >= {
        "terrain", "grid", "courses", "borders", "tracks", "regions", "numbers", "places", "boxes",
    }  # fmt: skip
    assert "<style" not in drawn.text  # a page with a strict policy would not apply it
    assert me.get(address, headers={"if-none-match": drawn.headers["etag"]}).status_code == 304
    assert me.get(address.partition("?")[0]).headers["cache-control"] == "no-cache"


def test_symbols_and_style_are_there_for_all_pieces(me: Person, game: str) -> None:
    symbols = set(re.findall(r'id="symbol-([a-z-]+)"', me.get(f"/api/games/{game}/symbols.svg").text))
    style = me.get(f"/api/games/{game}/style").json()
    assert {name.replace(" ", "-") for name in style["symbols"]} == symbols
    pieces = me.view(game, "red")["pieces"]
    assert pieces
    assert {piece["symbol"] for piece in pieces.values()} <= set(style["symbols"])


def test_a_file_whose_own_looks_cannot_be_drawn_is_refused_with_its_line(me: Person) -> None:
    text = save.as_text(hexfront.new("western-front/schlieffen-plan"))
    head, _, rest = text.partition("\n")
    first = msgspec.json.decode(head)
    looks = 'provenance = "reconstructed"\nabout = "x"\n[terrain.clear]\ncolour = "red"\n'
    first["origin"]["overlays"] = [{"name": "mine", "files": {"drawing.toml": looks}}]
    body = f"{msgspec.json.encode(first).decode()}\n"
    check = hashlib.blake2b(body.encode(), digest_size=8).hexdigest()
    end = {**msgspec.json.decode(rest.splitlines()[-1]), "check": check}
    content = f"{body}{msgspec.json.encode(end).decode()}\n"
    answer = me.post("/api/import", content=content, headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 422, answer.text
    assert "drawing.toml:4" in answer.json()["error"]["reason"]


def test_a_display_is_shown_as_far_as_somebody_may_know_it(me: Person) -> None:
    new = {"title": "storm-of-steel", "scenario": "guns-of-august", "options": {}, "seats": {}}
    game = me.post("/api/games", json=new).json()["id"]
    address = f"/api/games/{game}/displays"
    own = me.get(f"{address}/cards", params={"as": "central-powers"}).json()
    assert own["sections"][0]["name"] == "In hand"
    known = me.get(f"{address}/cards", params={"as": "observer"}).json()
    assert "In hand" not in [section["name"] for section in known["sections"]]
    assert me.get(f"{address}/nothing", params={"as": "central-powers"}).status_code == 404


def test_an_overlay_names_hexes_by_their_labels(me: Person, game: str) -> None:
    layer = me.get(f"/api/games/{game}/layers/held", params={"as": "red"}).json()
    pieces = me.view(game, "red")["pieces"]
    assert {each["at"] for each in layer["highlights"]} == {piece["at"] for piece in pieces.values()}
    assert me.get(f"/api/games/{game}/layers/nothing", params={"as": "red"}).status_code == 404


def test_a_picture_shows_what_its_viewer_may_see(me: Person) -> None:
    hidden: str = me.start(options={"fog": "on"})["id"]
    drawn = {side: me.get(f"/api/games/{hidden}/picture.svg?as={side}") for side in ("red", "blue")}
    for answer in drawn.values():
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.headers["cache-control"] == "no-store"
        assert "@font-face" in answer.text, "its letters travel with it"
    assert drawn["red"].text != drawn["blue"].text
    assert me.get(f"/api/games/{hidden}/picture.svg?as=green").status_code == 403
