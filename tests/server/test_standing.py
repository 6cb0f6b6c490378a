"""Standing preferences: what the title can answer for a player is answered without asking him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import hexfront
from hexfront.kernel import save
from tests.games.western_front.builders import FRONTIER
from tests.server.running import Person, RunningServer, local

GERMANY, FRANCE = "central-powers", "entente"
BATTLE = f"""title western-front
scenario schlieffen-plan
{FRONTIER}date 1914-09-3 combat {GERMANY}
side 0202-0302 woods
side 0202-0303 hilly
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0101 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=9-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
ASSAULT = {"do": "assault", "at": "0202", "units": ["A", "B"]}


@pytest.fixture(scope="module")
def me(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with RunningServer(local(tmp_path_factory.mktemp("standing"))) as running:
        yield running.person()


def battle(me: Person) -> str:
    text = save.as_text(hexfront.position(BATTLE))
    made = me.post("/api/import", content=text, headers={"content-type": "application/octet-stream"})
    game: str = made.json()["id"]
    return game


def prefer(me: Person, game: str, side: str, **chosen: str) -> Any:
    return me.put(f"/api/games/{game}/preferences", params={"as": side}, json={"standing": chosen})


def attacked(me: Person, game: str) -> dict[str, Any]:
    """What is asked after the attack, of the side that is asked."""
    answer = me.post(f"/api/games/{game}/actions", json={"as": GERMANY, "expect": 0, "actions": [ASSAULT]})
    assert answer.is_success, answer.text
    side = me.view(game, "observer")["waiting"][0]
    decision: dict[str, Any] = me.view(game, side)["decision"]
    return decision


def test_without_preferences_the_defender_is_asked(me: Person) -> None:
    decision = attacked(me, battle(me))
    assert (decision["side"], decision["kind"]) == (FRANCE, "terrain")


def test_a_preference_of_the_defender_answers_for_him(me: Person) -> None:
    game = battle(me)
    assert prefer(me, game, FRANCE, terrain="best").is_success
    decision = attacked(me, game)
    assert (decision["side"], decision["kind"]) != (FRANCE, "terrain")
    said = [each["text"] for each in me.view(game, FRANCE)["events"]]
    assert any("The defender uses" in each for each in said)


def test_a_preference_set_while_the_question_is_open_answers_it(me: Person) -> None:
    game = battle(me)
    assert attacked(me, game)["kind"] == "terrain"
    assert prefer(me, game, FRANCE, terrain="best").is_success
    assert "terrain" not in [each["kind"] for each in me.view(game, "observer")["asked"]]


@pytest.mark.parametrize(
    ("chosen", "word"),
    [({"terrain": "worst"}, "worst"), ({"weather": "fine"}, "weather"), ({"terrain": 3}, "standing")],
)
def test_unknown_preferences_are_refused_by_name(me: Person, chosen: dict[str, Any], word: str) -> None:
    game = battle(me)
    answer = prefer(me, game, FRANCE, **chosen)
    assert answer.status_code in (400, 422), answer.text
    assert word in answer.json()["error"]["reason"]


def test_settings_that_every_order_would_have_to_read_are_not_nested_deeply(me: Person) -> None:
    game = battle(me)
    address = f"/api/games/{game}/preferences"
    for depth, status in ((10, 200), (60, 400), (900, 400)):
        settings: Any = []
        for _ in range(depth):
            settings = [settings]
        answer = me.put(address, params={"as": FRANCE}, json={"screen": settings})
        assert answer.status_code == status, answer.text


def test_the_lobby_names_the_preferences_of_a_title(me: Person) -> None:
    titles = {each["name"]: each for each in me.get("/api/titles").json()}
    offered = {each["name"]: each["values"] for each in titles["western-front"]["preferences"]}
    assert offered["terrain"] == ["ask", "best"]


def test_every_title_with_preferences_is_answered_for(me: Person) -> None:
    game = me.start(title="serbia-1914", scenario="battle-in-the-macva")["id"]
    assert me.view(game, "serbia")["decision"]["kind"] == "attach"
    assert prefer(me, game, "serbia", attachment="keep").is_success
    assert me.view(game, "serbia")["decision"]["kind"] != "attach"


def test_an_order_and_what_preferences_answer_to_it_are_one_change(me: Person) -> None:
    game = battle(me)
    assert prefer(me, game, FRANCE, terrain="best").is_success
    before = me.get(f"/api/games/{game}").json()
    with me.watch(game, GERMANY) as screen:
        screen.wait("view")
        answer = me.post(
            f"/api/games/{game}/actions",
            json={"as": GERMANY, "expect": 0, "actions": [ASSAULT], "show": True},
        ).json()
        assert answer["shown"] == screen.wait("change")
        assert answer["shown"]["after"] == before["revision"]
        screen.nothing("change")
    assert me.get(f"/api/games/{game}").json()["revision"] == answer["revision"]
    for side in (GERMANY, FRANCE):
        steps = me.get(f"/api/games/{game}/history", params={"as": side}).json()
        own = [each for each in steps if each["by"] == side]
        assert own
        assert all(each["text"] and each["turn"] for each in own)
