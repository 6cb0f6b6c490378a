"""Two people who play by mail, each at a server of his own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from hexfront.kernel import save
from hexfront.kernel.game import Game
from hexfront.server.settings import Settings
from tests.kernel.save_files import Lines, lines_of, write_lines
from tests.outpost.skirmish import outpost
from tests.server.running import Person, RunningServer

FILE = {"content-type": "application/octet-stream"}
# When red comes near, blue may react, and that throws a die.
REACTION = ("unit red a horse 0103", "unit blue h horse 0301 steps=1", "unit blue s foot 0706 hidden")
NEAR = [{"do": "pick", "unit": "a"}, {"do": "go", "to": "0202"}]
REACT = {"do": "react", "unit": "h"}


class Correspondents(NamedTuple):
    """Ada has the game, Bertha is sent her side of it; each at a server of her own."""

    here: RunningServer
    there: RunningServer
    ada: Person
    bertha: Person


@contextmanager
def writing(one: Settings, other: Settings) -> Iterator[Correspondents]:
    with ExitStack() as stack:
        here, there = (stack.enter_context(RunningServer(each)) for each in (one, other))
        yield Correspondents(here, there, here.person(), there.person())


def apart(folder: Path, name: str) -> Path:
    """A folder of its own for a server."""
    made = folder / name
    made.mkdir()
    return made


def brought(person: Person, content: str | bytes) -> dict[str, Any]:
    """Bring a file in from the lobby."""
    answer = person.post("/api/import", content=content, headers=FILE)
    assert answer.status_code == 201, answer.text
    info: dict[str, Any] = answer.json()
    return info


def taken(person: Person, game: str, content: str | bytes) -> httpx.Response:
    return person.post(f"/api/games/{game}/mail-in", content=content, headers=FILE)


def sent(person: Person, game: str, side: str) -> bytes:
    answer = person.get(f"/api/games/{game}/export", params={"as": side})
    assert answer.status_code == 200, answer.text
    return answer.content


def play(person: Person, game: str, side: str, *orders: dict[str, Any]) -> httpx.Response:
    order = {"as": side, "expect": person.view(game, side)["step"], "actions": list(orders)}
    return person.post(f"/api/games/{game}/actions", json=order)


def true_game(server: RunningServer, game: str) -> Game:
    live = server.service.hall.known(game)
    assert live is not None
    return live.game


def fault(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["reason"]


def near(ada: Person) -> str:
    """A game of Ada's in which blue, who plays by mail, has to decide whether to react."""
    game: str = brought(ada, save.as_text(outpost(*REACTION)))["id"]
    assert ada.post(f"/api/games/{game}/seats/blue", json={"player": "mail"}).is_success
    assert play(ada, game, "red", *NEAR).is_success
    assert ada.get(f"/api/games/{game}").json()["waiting"] == ["blue"]
    return game


def halfway(post: Correspondents) -> tuple[str, str]:
    """A game of Ada's, and what Bertha has of it: she is on a march of which two steps are known already."""
    true = outpost("unit red a horse 0103", "unit blue h horse 0701", turn="1 move blue")
    game: str = brought(post.ada, save.as_text(true))["id"]
    assert post.ada.post(f"/api/games/{game}/seats/blue", json={"player": "mail"}).is_success
    row: str = brought(post.bertha, sent(post.ada, game, "blue"))["id"]
    assert play(post.bertha, row, "blue", {"do": "pick", "unit": "h"}, {"do": "go", "to": "0702"}).is_success
    assert brought(post.ada, sent(post.bertha, row, "blue"))["id"] == game
    assert brought(post.bertha, sent(post.ada, game, "blue"))["id"] == row
    return game, row


def tampered(content: bytes, folder: Path, change: Callable[[Lines], None]) -> bytes:
    """A file somebody has changed, with a check line that is right again."""
    path = folder / "changed.hexfront"
    path.write_bytes(content)
    lines = lines_of(path)
    change(lines)
    write_lines(path, lines)
    return path.read_bytes()


def play_as_far(person: Person, game: str, side: str, chance: random.Random) -> None:
    """Play a side until somebody else decides or dice are needed."""
    while (decision := person.view(game, side)["decision"]) is not None:
        answer = person.play(game, side, chance.randrange(len(decision["choices"])))
        assert answer.status_code == 200, answer.text
