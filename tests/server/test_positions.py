"""Positions set up by hand: what can be placed, what a text shows, and what is made of it."""

from __future__ import annotations

import difflib
import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.kernel import save
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title, title_names
from hexfront.server import positions
from tests.server.running import Person, RunningServer, hosted, local

OUTPOST = "title outpost\nscenario skirmish\nturn 1 move red\n"
UNITS = "unit red a foot 0303\nunit blue b foot 0505\n"
WEST = "title western-front\nscenario schlieffen-plan\ndate 1914-09-3 movement central-powers\n"
SERBIA = "title serbia-1914\nscenario grand-campaign\nturn 3 movement serbia\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(local(tmp_path_factory.mktemp("positions"))) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: RunningServer) -> Person:
    return server.person()


def check(me: Person, text: str) -> dict[str, Any]:
    answer = me.post("/api/positions/check", json={"text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def workshop(me: Person, title: str) -> dict[str, Any]:
    scenario = find_title(title).scenarios()[0].name
    answer = me.get(f"/api/titles/{title}/scenarios/{scenario}/workshop")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# What can be placed


@pytest.mark.parametrize("title", title_names())
def test_the_tray_of_every_title_holds_what_can_be_placed(me: Person, title: str) -> None:
    found = workshop(me, title)
    assert found["tray"]
    hexes = [each["label"] for each in me.get(board_of(found)).json()["hexes"]]
    for counter in random.Random(title).sample(found["tray"], min(12, len(found["tray"]))):
        line = counter["pattern"].replace("{name}", "own").replace("{hex}", hexes[len(hexes) // 2])
        shown = check(me, f"title {title}\nscenario {found['scenario']}\n{line}\n")
        assert shown["faults"] == []
        piece = shown["pieces"][counter["name"] or "own"]
        for name in ("nation", "side", "symbol", "size", "strength", "movement"):
            assert piece[name] == counter["piece"][name]


def board_of(found: dict[str, Any]) -> str:
    return f"/api/titles/{found['title']}/scenarios/{found['scenario']}/board"


@pytest.mark.parametrize("title", title_names())
def test_the_forms_of_every_title_tell_when_it_is_and_where_units_stand(me: Person, title: str) -> None:
    forms = {each["keyword"]: each for each in workshop(me, title)["forms"]}
    assert [each["role"] for each in forms.values() if "role" in each].count("when") == 1
    units = [each for each in forms.values() if each.get("role") == "unit"]
    assert units
    for form in units:
        assert {slot.get("kind") for slot in form["slots"]} >= {"hex", "name"}
    assert forms["unit"]["meaning"]


def test_a_form_names_the_words_that_are_understood(me: Person) -> None:
    forms = {each["keyword"]: each for each in workshop(me, "western-front")["forms"]}
    date, marker = forms["date"], forms["marker"]
    assert "1914-09-3" in date["slots"][0]["choices"]
    assert date["slots"][1]["choices"][:2] == ["arrival", "movement"]
    assert date["slots"][2]["choices"] == ["central-powers", "entente"]
    assert [each["name"] for each in marker["slots"]] == ["kind", "hex", "side"]
    assert "hindenburg line" in marker["slots"][0]["choices"]
    assert "strength" in [each["name"] for each in forms["unit"]["attributes"]]
    assert "moved" in forms["unit"]["marks"]
    assert "fr" in next(each for each in forms["unit"]["described"] if each["name"] == "nation")["choices"]


@pytest.mark.parametrize("title", title_names())
def test_the_start_of_a_scenario_is_a_text_without_faults(me: Person, title: str) -> None:
    found = workshop(me, title)
    shown = check(me, found["start"])
    assert shown["faults"] == []
    assert shown["findings"] == []
    assert shown["pieces"]


# What a text shows


def test_a_faulty_line_is_named_and_the_rest_is_shown(me: Person) -> None:
    shown = check(
        me, f"{WEST}unit ge-inf-xx-1 2714\nunit ge-inf-xx-2 9999\nunit fr-inf-xx-1 2514 strenght=3\n"
    )
    assert {key: each["at"] for key, each in shown["pieces"].items()} == {"ge-inf-xx-1": "2714"}
    assert [each["line"] for each in shown["faults"]] == [5, 6]
    assert shown["faults"][0]["what"] == '"9999" is not on the board'
    assert 'did you mean "strength"' in shown["faults"][1]["what"]


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("option no-such=on", 4),
        ("scenario no-such", 4),
        ("nonsense 12", 4),
        ("unit 'unclosed", 4),
        ("premise nothing 4", 4),
        ("goal take 2714", 4),
        ("solve nobody", 4),
        ("goal destroy no-such-unit", 4),
    ],
)
def test_every_kind_of_fault_has_its_line(me: Person, line: str, at: int) -> None:
    solve = "solve entente\n" if line.startswith("goal destroy") else ""
    shown = check(me, f"{WEST}{line}\n{solve}unit ge-inf-xx-1 2714\n")
    assert [each["line"] for each in shown["faults"]] == [at]
    assert "ge-inf-xx-1" in shown["pieces"]


def test_what_cannot_be_read_at_all_is_said_without_a_picture(me: Person) -> None:
    for text in ("", "title no-such\n", "\x00", "unit a 0101"):
        shown = check(me, text)
        assert shown["faults"]
        assert not shown["pieces"]


def test_what_is_taken_for_granted_is_told(me: Person) -> None:
    shown = check(me, "title western-front\nunit ge-inf-xx-1 2714\n")
    assert any("No date is told" in each for each in shown["assumed"])


def test_what_no_play_could_bring_about_is_found(me: Person) -> None:
    shown = check(me, f"{WEST}unit ge-inf-xx-1 2714\nunit fr-inf-xx-1 2714\n")
    assert shown["faults"] == []
    assert any("2714" in each for each in shown["findings"])


def test_a_board_drawn_in_place_has_a_map_of_its_own(me: Person) -> None:
    drawn = f"{WEST}board corner=0101\n| . r .\n| . . .\nunit X 0201 nation=fr kind=inf values=6-4\n"
    shown = check(me, drawn)
    assert shown["faults"] == []
    board = me.get(f"/api{shown['place']}/board").json()
    assert len(board["hexes"]) == 6
    assert me.get(board["svg"]).status_code == 200
    for name in ("style", "symbols.svg"):
        assert me.get(f"/api{shown['place']}/{name}").status_code == 200
    assert me.get("/api/drawn/unknown/board").status_code == 404


def test_the_map_of_a_scenario_is_there_without_a_game(me: Person) -> None:
    place = "/api/titles/serbia-1914/scenarios/grand-campaign"
    board = me.get(f"{place}/board").json()
    drawn = me.get(board["svg"])
    assert "immutable" in drawn.headers["cache-control"]
    assert "austria-hungary" in me.get(f"{place}/style").text
    assert "<symbol" in me.get(f"{place}/symbols.svg").text
    assert me.get("/api/titles/serbia-1914/scenarios/no-such/board").status_code == 404


# Round trips


def random_game(title: str, seed: int, steps: int) -> Game:
    scenarios = find_title(title).scenarios()
    game = hexfront.new(f"{title}/{scenarios[seed % len(scenarios)].name}", seed=seed)
    lot = random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        decision = game.decisions[0]
        game.play(lot.choice(list(decision.choices())), decision.side)
    return game


@pytest.mark.parametrize("title", title_names())
@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_position_of_a_game_is_the_same_in_the_editor(me: Person, title: str, seed: int) -> None:
    game = random_game(title, seed, 40)
    brought = me.post("/api/import", content=save.as_text(game).encode()).json()["id"]
    answer = me.get(f"/api/games/{brought}/position").json()
    assert answer["whole"]
    text = answer["text"]
    shown = check(me, text)
    assert shown["faults"] == []
    again = hexfront.position(text)
    assert again.title.view(again.position, REFEREE) == game.title.view(game.position, REFEREE)
    assert [each.prompt for each in again.decisions] == [each.prompt for each in game.decisions]
    assert check(me, again.position_text().text())["pieces"] == shown["pieces"]
    if not game.over:
        begun = me.post("/api/positions/games", json={"text": text}).json()
        for side in game.title.sides:
            assert me.view(begun["id"], side)["pieces"] == me.view(brought, side)["pieces"]


# Playing it


def test_a_position_tells_who_is_asked_before_it_is_played(me: Person) -> None:
    tried = me.post("/api/positions/try", json={"text": OUTPOST + UNITS}).json()
    assert list(tried["asked"]) == ["red"]
    assert tried["outcome"] is None
    over = me.post("/api/positions/try", json={"text": OUTPOST}).json()
    assert "blue wins" in over["outcome"]
    for none in ("", "some words", '{"hexfront":1}'):
        said = me.post("/api/positions/try", json={"text": none}).json()["error"]
        assert 'no line "title NAME"' in said
    wrong = me.post("/api/positions/try", json={"text": f"{OUTPOST}unit red a"}).json()
    assert "it is written" in wrong["error"]


def test_a_position_is_played_against_the_computer(me: Person) -> None:
    start = {"text": OUTPOST + UNITS, "seats": {"red": "me", "blue": "random"}, "name": "My fight"}
    game = me.post("/api/positions/games", json=start).json()
    assert game["name"] == "My fight"
    assert game["seats"]["blue"]["kind"] == "computer"
    assert set(me.view(game["id"], "red")["pieces"]) == {"a", "b"}
    assert me.play(game["id"], "red").is_success


def test_dice_are_drawn_unless_the_text_tells_a_seed(me: Person) -> None:
    seeds = {
        me.post("/api/positions/games", json={"text": text}).json()["seed"]
        for text in (OUTPOST + UNITS, OUTPOST + UNITS, f"seed 12\n{OUTPOST}{UNITS}")
    }
    assert len(seeds) == 3
    assert 12 in seeds


def test_a_game_that_would_be_over_or_is_faulty_is_not_begun(me: Person) -> None:
    over = me.post("/api/positions/games", json={"text": OUTPOST})
    assert over.status_code == 422
    assert "over at once" in over.json()["error"]["reason"]
    faulty = me.post("/api/positions/games", json={"text": f"{OUTPOST}unit red a foot 9999"})
    assert faulty.status_code == 422
    assert "9999" in faulty.json()["error"]["reason"]


def test_a_text_can_be_brought_in_as_a_file(me: Person) -> None:
    brought = me.post("/api/import", content=(OUTPOST + UNITS).encode())
    assert brought.status_code == 201, brought.text
    assert set(me.view(brought.json()["id"], "red")["pieces"]) == {"a", "b"}


# Secrets


def test_a_side_gets_what_it_knows_and_nobody_the_secrets_of_another(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        ada, bertha, clara = running.person("Ada"), running.person("Bertha"), running.person("Clara")
        game = ada.start(seats={"red": "me", "blue": "open"})["id"]
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        address = f"/api/games/{game}/position"
        assert ada.get(address).status_code == 403
        assert ada.get(address, params={"as": "blue"}).status_code == 403
        assert clara.get(address, params={"as": "red"}).status_code == 404
        red = ada.get(address, params={"as": "red"}).json()
        blue = bertha.get(address, params={"as": "blue"}).json()
        assert not red["whole"]
        assert "seed 0" in red["text"]
        hidden = [
            line for line in blue["text"].splitlines() if line.startswith("unit blue") and "hidden" in line
        ]
        assert hidden
        for line in hidden:
            assert line not in red["text"]
        shown = ada.post("/api/positions/check", json={"text": red["text"]}).json()
        assert shown["faults"] == []


def test_strangers_are_not_shown_positions(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        nobody = running.person()
        for door in ("check", "try", "games"):
            assert nobody.post(f"/api/positions/{door}", json={"text": OUTPOST}).status_code == 401


def test_what_a_text_takes_for_granted_is_told_to_its_writer_alone(me: Person) -> None:
    """It is found out with the referee's eyes; whoever sits down later reads the notices, too."""
    text = "title serbia-1914\nscenario grand-campaign\nunit ah-inf-xx-9 16.09\n"
    assumed = check(me, text)["assumed"]
    assert assumed
    begun = me.post("/api/positions/games", json={"text": text}).json()
    brought = me.post("/api/import", content=text.encode()).json()
    for game in (begun, brought):
        assert not set(assumed) & set(me.view(game["id"], "serbia")["notices"])


def test_who_sits_down_later_is_told_that_somebody_has_set_up_what_lies_hidden(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        ada, bertha = running.person("Ada"), running.person("Bertha")
        seats = {"red": "me", "blue": "open"}
        text = f"{OUTPOST}{UNITS}unit blue s dummy 0304 hidden\n"
        game = ada.post("/api/positions/games", json={"text": text, "seats": seats}).json()["id"]
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        assert "Ada set up the position from which this game began." in bertha.view(game, "blue")["notices"]


LONG_NUMBER = "9" * 5000


@pytest.mark.parametrize(
    "line",
    [
        *(f"seed {number}" for number in (2**63, 10**30, LONG_NUMBER)),
        f"dice 3 {LONG_NUMBER}",
        f"solve red within={LONG_NUMBER}",
        f"unit red c foot 0303 steps={LONG_NUMBER}",
        f"unit red c foot {LONG_NUMBER}",
    ],
)
def test_a_number_that_is_too_large_is_a_fault_of_its_line(me: Person, line: str) -> None:
    text = f"{OUTPOST}{UNITS}{line}\n"
    assert [fault["line"] for fault in check(me, text)["faults"]] == [6]
    answer = me.post("/api/positions/games", json={"text": text})
    assert answer.status_code == 422
    assert "seconds" not in answer.json()["error"]["reason"]


def test_a_text_full_of_faults_is_read_no_farther(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find what was meant by each word took minutes in a text that anybody can send."""
    looked = []
    close = difflib.get_close_matches

    def looking(word: str, *more: Any, **options: Any) -> list[str]:
        looked.append(word)
        return close(word, *more, **options)

    monkeypatch.setattr(difflib, "get_close_matches", looking)
    monkeypatch.setattr(positions, "MOST_SECONDS", 0.0)
    names = "".join(f"unit strange-{number} 2714\n" for number in range(4000))
    for text in (WEST + names, OUTPOST + "premise strange 1\n" * 4000, f"{WEST}unit {'x' * 100_000} 2714\n"):
        assert positions._read(text).faults
    assert 50 <= len(looked) <= 110
    assert max(map(len, looked)) < 100


# Puzzles


def puzzle(me: Person, head: str, units: str = UNITS) -> str:
    start = {"text": f"title outpost\n{head}turn 1 move red\n{units}", "seats": {"red": "me", "blue": "me"}}
    answer = me.post("/api/positions/games", json=start)
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


def state(me: Person, game: str, side: str = "red") -> dict[str, Any]:
    found: dict[str, Any] = me.get(f"/api/games/{game}/puzzle", params={"as": side}).json()
    return found


def order(me: Person, game: str, *words: str) -> None:
    """Play choices by their words, as whoever is asked."""
    for each in words:
        side = me.get(f"/api/games/{game}").json()["waiting"][0]
        view = me.view(game, side)
        said = [choice["face"]["text"] for choice in view["decision"]["choices"]]
        found = next((at for at, text in enumerate(said) if each in text), None)
        assert found is not None, (each, said)
        assert me.play(game, side, found).is_success


def test_a_puzzle_is_solved_when_its_goals_are_reached(me: Person) -> None:
    game = puzzle(me, 'task "Reach the hill."\nsolve red within=2\ngoal take 0304\ngoal keep a\n')
    before = state(me, game)
    assert before["puzzle"]["task"] == "Reach the hill."
    assert (before["state"], before["reached"], before["turns"]) == ("open", [False, True], 1)
    order(me, game, "a", "0304")
    after = state(me, game)
    assert (after["state"], after["reached"]) == ("solved", [True, True])
    assert any(each.startswith("The puzzle is solved") for each in me.view(game, "red")["notices"])


def test_a_puzzle_can_be_too_late(me: Person) -> None:
    game = puzzle(me, "solve red within=1\ngoal take 0101\n", "unit red a foot 0303\nunit blue b foot 0706\n")
    for _ in range(60):
        found = state(me, game)
        if found["turns"] > 1:
            break
        side = me.get(f"/api/games/{game}").json()["waiting"][0]
        last = len(me.view(game, side)["decision"]["choices"]) - 1
        assert me.play(game, side, last).is_success
    assert state(me, game)["state"] == "failed"


def test_figures_can_be_goals(me: Person) -> None:
    tracks = check(me, OUTPOST + UNITS)["tracks"]
    assert tracks
    name = ", ".join(filter(None, (tracks[0].get("group"), tracks[0].get("side"), tracks[0]["name"])))
    game = puzzle(me, f'solve red\ngoal reach "{name}" {tracks[0]["value"] - 1:g}\n')
    assert state(me, game)["state"] == "solved"
    game = puzzle(me, f'solve red\ngoal limit "{name}" {tracks[0]["value"] - 1:g}\n')
    assert state(me, game)["state"] == "open"


def test_what_is_judged_of_a_puzzle_tells_no_side_what_it_may_not_know(me: Person, tmp_path: Path) -> None:
    """[5.1] Points are known to their own side: a goal about them is a question about them."""
    theirs, own = (f'solve red\ngoal reach "Points, {side}, {side}" 1\n' for side in ("blue", "red"))
    assert state(me, puzzle(me, theirs))["state"] == "open"
    assert state(me, puzzle(me, own))["state"] == "solved"
    with RunningServer(hosted(tmp_path, rate=0)) as server:
        ada, bertha = server.person("Ada"), server.person("Bertha")
        start = {"text": f"title outpost\n{own}turn 1 move red\n{UNITS}", "seats": {"blue": "open"}}
        game = ada.post("/api/positions/games", json=start).json()["id"]
        assert bertha.post(f"/api/games/{game}/seats/blue/claim", json={}).is_success
        assert (state(ada, game)["state"], state(ada, game)["reached"]) == ("open", [True])
        assert (state(bertha, game, "blue")["state"], state(bertha, game, "blue")["reached"]) == (
            "open",
            [False],
        )


def test_a_game_that_is_no_puzzle_has_none(me: Person) -> None:
    assert state(me, me.start()["id"])["puzzle"] is None


def test_a_puzzle_goes_with_the_file_of_its_game(me: Person) -> None:
    game = puzzle(me, 'task "Hold on."\nsolve red\ngoal clear 0303\n')
    sent = me.get(f"/api/games/{game}/export").content
    brought = me.post("/api/import", content=sent).json()["id"]
    assert state(me, brought)["puzzle"]["task"] == "Hold on."


# Scenarios


@pytest.mark.parametrize(
    "text", [OUTPOST + UNITS, f"{WEST}unit ge-inf-xx-1 2714\n", f"{SERBIA}unit ah-inf-xx-9 16.09\n"]
)
def test_a_scenario_made_of_a_position_can_be_laid_over_its_title(
    me: Person, tmp_path: Path, text: str
) -> None:
    asked = {"text": text, "name": "my-own", "caption": 'A "fine" day', "notes": "Two\nlines\\ of it."}
    answer = me.post("/api/positions/scenario", json=asked)
    assert answer.status_code == 200, answer.text
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
    title = text.split()[1]
    game = hexfront.new(f"{title}/my-own", seed=3, overlays=[tmp_path / "my-own"])
    assert game.position.digest() == hexfront.position(f"seed 3\n{text}").position.digest()
    assert game.origin.seed == 3
    assert game.origin.overlays == ()  # where it began stands in its text, which secrets can be taken from
    hexfront.save(game, tmp_path / "game.hexfront")
    assert hexfront.load(tmp_path / "game.hexfront").position.digest() == game.position.digest()


def test_a_scenario_is_made_of_nothing_faulty(me: Person) -> None:
    asked = {"text": f"{OUTPOST}unit red a foot 9999\n", "name": "my-own", "caption": "x"}
    assert me.post("/api/positions/scenario", json=asked).status_code == 422
    sound = {**asked, "text": OUTPOST + UNITS}
    assert me.post("/api/positions/scenario", json=sound).status_code == 200
    for name in ("../x", "my-own\n", "my-own\r\nset-cookie: a=b"):
        assert me.post("/api/positions/scenario", json={**sound, "name": name}).status_code == 400
