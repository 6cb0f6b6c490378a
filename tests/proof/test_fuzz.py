"""The fuzzer finds what is wrong: each test spoils the proving title in one way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.kernel import save
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask, Choices, Decision, Matter
from hexfront.kernel.dice import Dice
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.position import Finding, Position
from hexfront.kernel.postext import PositionText
from hexfront.kernel.scroll import Scroll
from hexfront.kernel.table import Table
from hexfront.kernel.title import AtTable, Title
from hexfront.proof import invariants
from hexfront.proof.fuzz import Report, Seen, fuzz
from hexfront.proof.invariants import Broken, Offer, first_difference

NAME = "outpost/skirmish"

Spoil = Callable[[pytest.MonkeyPatch, Title], None]


def run(tmp_path: Path, decisions: int, dear: int = 1, seed: int = 1, longest: int = 2000) -> Report:
    return fuzz(NAME, decisions, seed=seed, out=tmp_path, dear=dear, longest=longest)


def test_random_games_keep_every_invariant(tmp_path: Path) -> None:
    report = run(tmp_path, 1500, dear=20)
    assert not report.broken, report.what
    assert report.decisions == 1500
    assert report.ended >= 5


def test_thorough_games_keep_every_invariant(tmp_path: Path) -> None:
    report = run(tmp_path, 150)
    assert not report.broken, report.what


def illegal(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def status(position: Any) -> Iterable[Finding]:
        return [Finding(("2.1",), "too many")] if position.turn == 2 else []

    monkeypatch.setattr(title.position_type, "status", status)


def hidden_state(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """The procedure counts beside the position how often it has started, and asks accordingly."""
    play = type(title).play
    started = []

    def counting(self: Title, table: Table) -> Any:
        started.append(1)
        procedure = play(self, table)
        answer = None
        while True:
            try:
                request = procedure.send(answer)
            except StopIteration as end:
                return end.value
            asks = getattr(request, "asks", (request,))
            if len(asks) == 1 and len(started) % 2 == 0:
                request = type(request)(**{**_fields(request), "prompt": "Again?"})
            answer = yield request

    monkeypatch.setattr(type(title), "play", counting)


def _fields(request: Any) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.__struct_fields__}


class Started(Matter, frozen=True, tag="started"):
    """How often the procedure has started."""

    times: int


def undeclared_matter(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """The title declares its matters, and asks about something else."""
    monkeypatch.setattr(type(title), "matters", Started)


def hidden_matter(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Questions are about something that is neither in the position nor in the answers."""
    play = type(title).play
    started: list[int] = []

    def about(ask: Ask) -> Ask:
        return msgspec.structs.replace(ask, about=Started(len(started)))

    def counting(self: Title, table: Table) -> Any:
        started.append(1)
        procedure = play(self, table)
        answer = None
        while True:
            try:
                request = procedure.send(answer)
            except StopIteration as end:
                return end.value
            if isinstance(request, Ask):
                answer = yield about(request)
            else:
                answer = yield msgspec.structs.replace(request, asks=tuple(map(about, request.asks)))

    monkeypatch.setattr(type(title), "matters", Started)
    monkeypatch.setattr(type(title), "topic", AtTable.topic)
    monkeypatch.setattr(type(title), "play", counting)


def leak(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    view = type(title).view

    def telling(self: Title, position: Any, viewer: str) -> dict[str, Any]:
        return {**view(self, position, viewer), "all points": dict(position.points)}

    monkeypatch.setattr(type(title), "view", telling)


def choices_leak(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """Red's movement is offered in another order while blue has four supply points."""
    from outpost import movement

    movable = movement.movable

    def telling(position: Any, side: str) -> Iterable[Any]:
        found = [*movable(position, side)]
        return found[::-1] if position.points["blue" if side == "red" else "red"] == 4 else found

    monkeypatch.setattr(movement, "movable", telling)


def stale_tables(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def forget(position: Any, name: str) -> None:
        for node in position.hexes_of(position.units.pop(name)):
            position.standing[node] = tuple(each for each in position.standing[node] if each != name)

    monkeypatch.setattr(title.position_type, "remove", forget)


def odds_throw_dice(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def odds(self: Title, game: Game, action: Action) -> Distribution[str]:
        return Distribution.certain(str(game.position.dice.throw(6)))

    monkeypatch.setattr(type(title), "odds", odds)


def undo_after_dice(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    monkeypatch.setattr(Game, "_seen", lambda self, side: "")


def undo_after_seeing(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """A unit in hand tells its owner how many supply points the enemy has, and he may put it down again."""
    from outpost import movement

    moving = movement.move

    def move(table: Table, position: Any, unit: Any) -> Any:
        position.plans["enemy points"] = str(position.points["blue" if unit.side == "red" else "red"])
        yield from moving(table, position, unit)

    monkeypatch.setattr(movement, "move", move)


def changes_in_place(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """A unit that is picked is changed itself, in every position that shares it, and no other put for it."""
    from outpost import movement

    moving = movement.move

    def move(table: Table, position: Any, unit: Any) -> Any:
        msgspec.structs.force_setattr(unit, "moved", True)
        yield from moving(table, position, unit)

    monkeypatch.setattr(movement, "move", move)


def changed_by_asking(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    """The same is done by one who only tells why a unit may not be picked."""
    from outpost import movement

    why_not = movement.why_not_pick

    def marking(position: Any, side: str, action: Action) -> Refusal | None:
        for unit in position.of_side(side):
            msgspec.structs.force_setattr(unit, "reacted", not unit.reacted)
        return why_not(position, side, action)

    monkeypatch.setattr(movement, "why_not_pick", marking)


def no_undo(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def refuse(self: Game, by: str | None = None) -> None:
        raise Refusal((), "never")

    monkeypatch.setattr(Game, "undo", refuse)


def refusal_without_rule(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import movement

    monkeypatch.setattr(movement, "why_not_pick", lambda position, side, action: Refusal((), "no"))


def accepts_anything(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    monkeypatch.setattr(Decision, "refusal", lambda self, action: None)


def refuses_listed(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    refusal = Decision.refusal

    def picky(self: Decision, action: Action) -> Refusal | None:
        return Refusal("3.1", "no") if self.kind == "go" and action != PASS else refusal(self, action)

    monkeypatch.setattr(Decision, "refusal", picky)


def lists_twice(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    begin = Choices.__init__

    def doubled(self: Choices, options: Any, *rest: Any) -> None:
        listed = options() if callable(options) else options
        begin(self, [each for each in listed for _ in range(2)], *rest)

    monkeypatch.setattr(Choices, "__init__", doubled)


def loses_on_saving(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    as_data = Position.as_data

    def forgetful(self: Position) -> dict[str, Any]:
        data = as_data(self)
        data["fought_over"] = [0]
        return data

    monkeypatch.setattr(Position, "as_data", forgetful)


def dice_fall_again(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    monkeypatch.setattr(Dice, "stir", lambda self, salt: None)


def goes_back_too_far(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    branch = Game.branch

    def short(self: Game, step: int | None = None) -> Game:
        return branch(self, step and step - 1)

    monkeypatch.setattr(Game, "branch", short)


def forgets_events(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    resume = save._resume

    def short(*of: Any) -> Game:
        game = resume(*of)
        game._table.events = Scroll(game._table.events[1:])
        return game

    monkeypatch.setattr(save, "_resume", short)


def writes_too_little(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    write = type(title).write_position

    def short(self: Title, position: Position, text: PositionText) -> None:
        write(self, position, text)
        text.statements = [each for each in text.statements if each.keyword != "points"]

    monkeypatch.setattr(type(title), "write_position", short)


def odd_odds(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def odds(self: Title, game: Game, action: Action) -> Distribution[str]:
        chances = Distribution({"won": 1, "lost": 1})
        chances._chance.popitem()
        return chances

    monkeypatch.setattr(type(title), "odds", odds)


def half_orders(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    def careless(
        self: Game, atoms: Iterable[tuple[int, Action]], by: str | None, _watch: object, **_how: object
    ) -> tuple[()]:
        for _, action in atoms:
            self._play_one(action, by, 0)
        return ()

    monkeypatch.setattr(Game, "_play_order", careless)


def crashes(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import combat

    def resolve(*_: object) -> Any:
        raise KeyError("result")

    monkeypatch.setattr(combat, "resolve", resolve)


def never_ends(monkeypatch: pytest.MonkeyPatch, title: Title) -> None:
    from outpost import title as module

    monkeypatch.setattr(module, "victory", lambda position: None)


@pytest.mark.parametrize(
    ("spoil", "invariant"),
    [
        (illegal, "legal position"),
        (hidden_state, "restore"),
        (undeclared_matter, "matters"),
        (hidden_matter, "restore"),
        (leak, "no interference"),
        (choices_leak, "choices betray nothing"),
        (stale_tables, "derived data"),
        (odds_throw_dice, "asking changes nothing"),
        (undo_after_dice, "undo"),
        (undo_after_seeing, "undo"),
        (no_undo, "undo"),
        (refusal_without_rule, "unlisted actions"),
        (accepts_anything, "unlisted actions"),
        (refuses_listed, "listed actions"),
        (lists_twice, "listed actions"),
        (loses_on_saving, "snapshot"),
        (dice_fall_again, "going back"),
        (goes_back_too_far, "going back"),
        (forgets_events, "save and load"),
        (writes_too_little, "position text"),
        (odd_odds, "odds"),
        (crashes, "no exceptions"),
        (never_ends, "the game ends"),
    ],
)
def test_a_spoilt_title_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Spoil, invariant: str
) -> None:
    spoil(monkeypatch, hexfront.find_title("outpost"))
    report = run(tmp_path, 1500, longest=250)
    assert report.invariant == invariant, report.what
    assert report.what
    saved = Path(report.file.split(" (", maxsplit=1)[0])
    assert saved.is_file()
    monkeypatch.undo()
    assert hexfront.load(saved).origin.seed == report.seed


@pytest.mark.parametrize("spoil", [changes_in_place, changed_by_asking])
def test_what_is_changed_in_place_is_found_by_the_checks_of_every_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Spoil
) -> None:
    """All copies have changed with it, so that only a fingerprint of before can tell."""
    spoil(monkeypatch, hexfront.find_title("outpost"))
    report = run(tmp_path, 1500, dear=1000)
    assert report.invariant in ("undo", "asking changes nothing"), report.what


def test_an_order_that_is_carried_out_by_half_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new(NAME, seed=1)
    game.play_words("plan raid", by="red")
    game.play_words("plan hold", by="blue")
    order = game.read_action("march r1 0707")  # it can be picked, but does not get so far
    invariants.whole_order(game, order)
    half_orders(monkeypatch, game.title)
    with pytest.raises(Broken, match="whole orders"):
        invariants.whole_order(game, order)


def test_a_broken_game_is_played_again_by_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crashes(monkeypatch, hexfront.find_title("outpost"))
    first = run(tmp_path, 1500)
    again = run(tmp_path, 1500, seed=first.seed)
    assert (again.seed, again.step, again.what) == (first.seed, first.step, first.what)


def test_strangers_are_of_every_kind(tmp_path: Path) -> None:
    import random

    title = hexfront.find_title("outpost")
    seen = Seen(title, random.Random(1))
    seen.add(hexfront.new(NAME).read_action("react b3 0504"))
    made = {type(action).__name__ for action in seen.strangers(400)}
    assert {"March", "Assault", "React", "Pass", "Plan"} <= made


def test_comparing_tells_where_values_differ() -> None:
    class Box:
        def __init__(self, inside: object) -> None:
            self.inside = inside

    assert first_difference({"a": [1, 2]}, {"a": [1, 3]}) == "['a'][1] is 2, then 3"
    assert "only once" in first_difference({"a": 1}, {})
    assert "2 items, then 1" in first_difference([1, 2], [1])
    assert first_difference(Box([1]), Box([1])) == "the same"
    assert "inside" in first_difference(Box([1]), Box([2]))
    assert first_difference({1, 2}, {2, 1}) == "the same"


def test_replaying_is_compared_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexfront.new(NAME, seed=1)
    game.play_words("plan raid")
    invariants.replayed(game, hexfront.find_title)
    game.position.dice.throw(6)
    with pytest.raises(Broken, match="replay"):
        invariants.replayed(game, hexfront.find_title)


def test_an_offer_differs_by_its_digest() -> None:
    game = hexfront.new(NAME)
    before = Offer(game, kept=True)
    assert not before.changed(Offer(game))
    game.position.dice.throw(6)
    assert "digest" in before.difference(Offer(game))
    assert "digest" in before.changed(Offer(game))
    assert not before.difference(Offer(game), but_dice=True)


def test_the_command_tells_what_broke_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fine = CliRunner().invoke(main, ["fuzz", "outpost", "--decisions", "60"], catch_exceptions=False)
    assert fine.exit_code == 0
    assert fine.stdout.startswith("outpost/skirmish: 60 decisions in 1 games")
    crashes(monkeypatch, hexfront.find_title("outpost"))
    line = ["fuzz", NAME, "--decisions", "900", "--out", str(tmp_path)]
    broken = CliRunner().invoke(main, line, catch_exceptions=False)
    assert broken.exit_code == 1
    assert "BROKEN no exceptions: KeyError when " in broken.stdout
    assert str(tmp_path) in broken.stdout
    (data,) = json.loads(CliRunner().invoke(main, [*line, "--json"]).stdout)
    assert data["invariant"] == "no exceptions"
    assert Path(data["file"]).is_file()
