"""Several people on one side of a hosted game: what each may order, take back and see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.settings import Settings
from tests.server.running import Person, RunningServer, hosted

ARMY = "Serbia/Serbian Army"
SECOND, THIRD, ASSETS = f"{ARMY}/Second Army", f"{ARMY}/Third Army", f"{ARMY}/Asset units"
SIDE = "serbia"


class Table:
    """A game of Serbia 1914: Ada leads the Serbs, Bert has a command under her, Otto is the enemy."""

    def __init__(self, server: RunningServer, ada: Person, otto: Person) -> None:
        self.server, self.ada, self.otto = server, ada, otto
        wanted = {SIDE: "me", "austria-hungary": "invite"}
        scenario = {"title": "serbia-1914", "scenario": "battle-in-the-macva"}
        self.game: str = ada.start(**scenario, seats=wanted)["id"]
        invited = ada.post(f"/api/games/{self.game}/seats/austria-hungary/invite").json()["link"]
        assert self.follow(otto, invited).status_code == 200
        for _ in range(2):  # nothing is attached or extended
            assert self.order(ada, {"do": "pass"}).status_code == 200
        self.bert = self.commander("Bert", ASSETS)

    @staticmethod
    def follow(person: Person, link: str, **more: Any) -> Any:
        game, side, token = link.partition("#/join/")[2].split("/")
        return person.post(f"/api/games/{game}/seats/{side}/claim", json={"token": token, **more})

    def address(self, side: str = SIDE) -> str:
        return f"/api/games/{self.game}/seats/{side}/commands"

    def link(self, command: str) -> str:
        answer = self.ada.post(self.address(), json={"command": command})
        assert answer.status_code == 201, answer.text
        link: str = answer.json()["link"]
        return link

    def commander(self, name: str, command: str) -> Person:
        person = self.server.person()
        answer = self.follow(person, self.link(command), name=name)
        assert answer.status_code == 200, answer.text
        return person

    def order(self, person: Person, *actions: dict[str, Any]) -> Any:
        step = person.view(self.game, SIDE)["step"]
        order = {"as": SIDE, "expect": step, "actions": list(actions)}
        return person.post(f"/api/games/{self.game}/actions", json=order)

    def undo(self, person: Person) -> Any:
        return person.post(f"/api/games/{self.game}/undo", json={"as": SIDE})

    def seat(self, person: Person) -> dict[str, Any]:
        found: dict[str, Any] = person.get(f"/api/games/{self.game}").json()["seats"][SIDE]
        return found

    def step(self) -> int:
        found: int = self.ada.view(self.game, SIDE)["step"]
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(hosted(tmp_path_factory.mktemp("commands"), rate=50)) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: RunningServer) -> Person:
    return server.person("Ada")


@pytest.fixture(scope="module")
def otto(server: RunningServer) -> Person:
    return server.person("Otto")


@pytest.fixture
def table(server: RunningServer, ada: Person, otto: Person) -> Table:
    return Table(server, ada, otto)


GARRISON = {"do": "pick", "unit": "sr-gar-iii-krupanj"}
DIVISION = {"do": "pick", "unit": "sr-inf-xx-drina-1"}
PASS = {"do": "pass"}


def refused(answer: Any) -> str:
    assert answer.status_code == 403, answer.text
    assert answer.json()["error"]["kind"] == "command"
    reason: str = answer.json()["error"]["reason"]
    return reason


def test_a_commander_orders_his_own_pieces_and_no_others(table: Table) -> None:
    assert "Ada, who leads the side" in refused(table.order(table.bert, DIVISION))
    assert "Ada" in refused(table.order(table.bert, PASS))  # the end of a phase is the chief's
    assert table.order(table.bert, GARRISON).status_code == 200
    assert table.order(table.bert, PASS).status_code == 200  # of the group that is in his hand
    clara = table.commander("Clara", THIRD)
    assert "Clara (Third Army)" in refused(table.order(table.bert, DIVISION))
    assert "Bert (Asset units)" in refused(table.order(clara, {**GARRISON, "unit": "sr-gar-iii-lesnica"}))


def test_the_chief_orders_everything(table: Table) -> None:
    assert table.order(table.ada, GARRISON, PASS, PASS).status_code == 200


def test_an_order_of_several_parts_is_his_in_every_part_or_not_done(table: Table) -> None:
    before = table.step()
    refused(table.order(table.bert, GARRISON, PASS, DIVISION))
    assert table.step() == before
    assert table.ada.view(table.game, SIDE)["decision"]["kind"] == "move"
    assert table.order(table.bert, GARRISON, PASS).status_code == 200


def test_each_answer_is_marked_with_the_commands_to_which_it_belongs(table: Table) -> None:
    marked = table.bert.view(table.game, SIDE)["decision"]["choices"]
    marks = {each["action"].get("unit"): each.get("commands") for each in marked}
    assert marks["sr-gar-iii-krupanj"] == [ASSETS]
    assert marks["sr-inf-xx-drina-1"] is None  # nobody but the chief
    assert marks[None] is None  # the end of the phase
    assert marked == table.ada.view(table.game, SIDE)["decision"]["choices"]


def test_without_commanders_nothing_is_marked(table: Table) -> None:
    assert table.ada.delete(table.address(), params={"command": ASSETS}).status_code == 204
    choices = table.ada.view(table.game, SIDE)["decision"]["choices"]
    assert not any("commands" in each for each in choices)
    assert table.seat(table.ada) == {
        "name": "Ada",
        "kind": "human",
        "player": "",
        "you": True,
        "online": False,
    }


def test_one_takes_back_only_ones_own_order_and_the_chief_any(table: Table) -> None:
    assert table.order(table.bert, GARRISON).status_code == 200
    clara = table.commander("Clara", THIRD)
    assert "not yours" in refused(table.undo(clara))
    assert table.undo(table.bert).status_code == 200
    assert table.order(table.bert, GARRISON).status_code == 200
    assert table.undo(table.ada).status_code == 200
    assert table.order(table.ada, GARRISON).status_code == 200
    assert "not yours" in refused(table.undo(table.bert))


def test_steps_are_written_under_the_name_of_who_ordered_them(table: Table) -> None:
    assert table.order(table.bert, GARRISON, PASS).status_code == 200
    ask = 'SELECT DISTINCT "user".name FROM entry JOIN "user" ON "user".id = entry."user" '
    found = table.server.sql(f"{ask} WHERE game = '{table.game}' AND seq > {table.step() - 2}")
    assert found == [("Bert",)]


def test_a_command_that_is_handed_back_is_the_chiefs_again(table: Table) -> None:
    assert table.bert.delete(table.address(), params={"command": ASSETS}).status_code == 204
    assert table.bert.get(f"/api/games/{table.game}").status_code == 404
    assert table.seat(table.ada).get("commanders") is None


def test_a_command_that_is_taken_back_ends_what_its_commander_sees(table: Table) -> None:
    with table.bert.watch(table.game, SIDE) as screen:
        screen.wait("view")
        assert table.ada.delete(table.address(), params={"command": ASSETS}).status_code == 204
        with pytest.raises(ConnectionClosed):
            screen.wait("never")
    order = {"as": SIDE, "expect": 0, "actions": [GARRISON]}
    assert table.bert.post(f"/api/games/{table.game}/actions", json=order).status_code == 404


def test_only_the_chief_gives_and_takes_back_what_others_have(table: Table) -> None:
    clara = table.commander("Clara", THIRD)
    for person in (table.bert, clara):
        assert person.post(table.address(), json={"command": SECOND}).status_code == 403
    assert clara.delete(table.address(), params={"command": ASSETS}).status_code == 403
    for way in (table.otto.get(table.address()), table.otto.post(table.address(), json={"command": SECOND})):
        assert way.status_code == 403
        assert way.json()["error"]["kind"] == "seat"
    assert table.ada.post(table.address(), json={"command": "Serbia/Guards"}).status_code == 404
    assert table.ada.post(table.address(), json={"command": ASSETS}).status_code == 409  # Bert has it


def test_what_the_side_may_say_as_a_whole_is_the_chiefs(table: Table) -> None:
    game = f"/api/games/{table.game}"
    ways = [
        table.bert.post(f"{game}/rollback", json={"as": SIDE, "step": 0}),
        table.bert.post(f"{game}/clock/claim", json={"as": SIDE}),
        table.bert.put(f"{game}/preferences", params={"as": SIDE}, json={"standing": {"boundaries": "pass"}}),
        table.bert.post(f"{game}/seats/{SIDE}", json={"player": "open"}),
        table.bert.get(f"{game}/charges", params={"as": SIDE}),
    ]
    assert [each.status_code for each in ways if each.status_code not in (400, 403)] == []
    assert ways[0].status_code == ways[1].status_code == ways[3].status_code == 403


def test_others_learn_nothing_of_commands(table: Table) -> None:
    watching = table.ada.post(f"/api/games/{table.game}/seats/observer/invite").json()["link"]
    observer = table.server.person()
    assert table.follow(observer, watching, name="Onlooker").status_code == 200
    for person in (table.otto, observer):
        text = person.get(f"/api/games/{table.game}").text
        assert "ommand" not in text
        assert "Bert" not in text
        seat = {"name": "Ada", "kind": "human", "player": "", "you": False, "online": False}
        assert table.seat(person) == seat
        assert person.get(table.address()).status_code == 403
    assert "ommand" not in str(table.otto.view(table.game, "austria-hungary"))
    assert table.otto.get(f"/api/games/{table.game}/view", params={"as": SIDE}).status_code == 403


def test_those_of_the_side_know_who_commands_what(table: Table) -> None:
    table.link(THIRD)
    commanders = [
        {"command": ASSETS, "name": "Bert", "you": False, "online": False},
        {"command": THIRD, "name": "", "you": False, "online": False},
    ]
    assert table.seat(table.ada)["commanders"] == commanders
    seat = table.seat(table.bert)
    assert (seat["you"], seat["commander"]) == (True, True)
    assert seat["commanders"][0]["you"]
    listed = table.bert.get("/api/games").json()
    assert [each["seats"][SIDE]["commander"] for each in listed] == [True]
    known = {each["command"]: each for each in table.bert.get(table.address()).json()}
    assert known[THIRD]["path"] == THIRD.split("/")
    assert known[THIRD]["pieces"] > 0


def test_a_link_gives_a_command_once_and_to_nobody_of_another_side(table: Table) -> None:
    link = table.link(THIRD)
    assert table.follow(table.otto, link).status_code == 409
    assert table.follow(table.ada, link).status_code == 409
    clara, dora = table.server.person("Clara"), table.server.person("Dora")
    assert table.follow(clara, link).status_code == 200
    assert table.follow(clara, link).status_code == 200  # again, by the same person: nothing happens
    assert table.follow(dora, link).status_code == 409
    assert dora.get(f"/api/games/{table.game}").status_code == 404
    old, new = table.link(SECOND), table.link(SECOND)
    assert table.follow(dora, old).status_code == 404  # worth nothing since the new one
    assert table.follow(dora, new).status_code == 200


def test_commands_end_with_the_chief_who_gave_them(table: Table) -> None:
    assert table.ada.post(f"/api/games/{table.game}/seats/{SIDE}", json={"player": "open"}).status_code == 200
    assert table.bert.get(f"/api/games/{table.game}").status_code == 404


def test_commands_are_kept_in_either_database(database: str) -> None:
    settings = Settings(hosted=True, database=database, rate=0)
    with RunningServer(settings) as running:
        table = Table(running, running.person("Ada"), running.person("Otto"))
        cookies = dict(table.bert.cookies)
    with RunningServer(settings) as running:
        bert = running.person()
        bert.cookies.update(cookies)
        assert [each["name"] for each in table.seat(bert)["commanders"]] == ["Bert"]
        assert table.order(bert, GARRISON).status_code == 200
        assert table.undo(bert).status_code == 200


def test_a_database_from_before_there_were_commands_gets_them(tmp_path: Path) -> None:
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        running.sql("DROP TABLE command")
        running.sql("ALTER TABLE game DROP COLUMN shared")
        running.sql("ALTER TABLE game DROP COLUMN withheld")
        running.sql("ALTER TABLE game DROP COLUMN name")
        running.sql("UPDATE schema SET version = 4")
    with RunningServer(hosted(tmp_path, rate=0)) as running:
        Table(running, running.person("Ada"), running.person("Otto"))
