"""Orders that nobody should send: mutated ones, to a game and to a server that plays the same game.

Each mutant is made of an order that is or was legal: other words in it, values of another kind, fields too
many and too few, another kind of order, the referee's own actions. The game says what it thinks of it, and
the server must say the same: a refusal with a rule, or what is wrong with the words, and nothing has changed.
A mutant that happens to be legal is played in both.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel.actions import RefereeAction, as_data, from_data, kinds_of
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.save import FindTitle
from hexfront.kernel.start import new_game
from hexfront.proof.fuzz import Seen
from hexfront.proof.invariants import Broken, cites_nothing
from hexfront.proof.killing import journal_of
from hexfront.proof.serving import Caller, Gone

OTHER_SIDE = 0.15  # of the mutants come from whoever it may be
STEPS_APART = 6  # mutants between two orders that are legal
MOST_FAULTS = 20
REVIEWED_EVERY = 500  # mutants between two looks at the server's whole game

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**6,
    2**63,
    -(2**70),
    1.5,
    1e300,
    "",
    " ",
    "-",
    "\x00",
    "\u202e2107\u202c",
    "é" * 300,
    "x" * 20_000,
    "' OR 1=1 --",
    "../../etc/passwd",
    "<b>2107</b>",
    "{}",
    "{0.__class__}",
    "%s%n",
    [],
    {},
    [[]],
    [None],
    {"do": "pass"},
    ["2107"] * 2_000,
)


class Mutants(msgspec.Struct):
    """What became of them."""

    scenario: str
    sent: int = 0
    refused: int = 0
    malformed: int = 0
    legal: int = 0
    games: int = 0
    steps: int = 0
    answers: dict[int, int] = {}
    faults: list[str] = []

    def lines(self) -> list[str]:
        told = ", ".join(f"{status}: {count:,}" for status, count in sorted(self.answers.items()))
        became = (
            f"{self.refused:,} refused with a rule, {self.malformed:,} not understood, {self.legal:,} legal"
        )
        return [
            f"{self.sent:,} mutated orders in {self.games} games of {self.steps:,} steps: {became}",
            f"answers of the server: {told}",
            f"{len(self.faults)} faults",
            *self.faults,
        ]


class Mutator:
    """Makes mutants of the orders of a game."""

    def __init__(self, game: Game, draw: random.Random) -> None:
        self.seen = Seen(game.title, draw)
        self.draw = draw
        self.tags = [
            *kinds_of(game.title.actions),
            *kinds_of(RefereeAction),
            "march ",
            "Pass",
            "",
            "__init__",
        ]
        self.kinds: tuple[Callable[[dict[str, Any]], Any], ...] = (
            self.another_word,
            self.another_word,
            self.odd_value,
            self.odd_value,
            self.another_kind,
            self.field_lost,
            self.field_added,
            self.list_changed,
            self.made_up,
            self.referee,
            self.no_order,
        )

    def mutant(self, game: Game, side: str) -> Any:
        """Something to send, made of what could be chosen, now or before."""
        decision = game.decision_of(side)
        listed = decision.choices() if decision else ()
        now = listed[self.draw.randrange(len(listed))] if listed else None
        if now is not None:
            self.seen.add(now)
        whole = as_data(
            now if now is not None and self.draw.random() < 0.7 else self.draw.choice(self.seen.actions)
        )
        return self.draw.choice(self.kinds)(whole)

    def _field(self, order: dict[str, Any]) -> str:
        return self.draw.choice([*order])

    def another_word(self, order: dict[str, Any]) -> Any:
        field = self._field(order)
        return {**order, field: self.draw.choice(self.seen.words.get(field) or self.seen.all_words)}

    def odd_value(self, order: dict[str, Any]) -> Any:
        return {**order, self._field(order): self.draw.choice(ODD)}

    def another_kind(self, order: dict[str, Any]) -> Any:
        return {**order, "do": self.draw.choice(self.tags)}

    def field_lost(self, order: dict[str, Any]) -> Any:
        lost = self._field(order)
        return {name: value for name, value in order.items() if name != lost}

    def field_added(self, order: dict[str, Any]) -> Any:
        return {**order, self.draw.choice(("by", "side", "seed", "to", "unit", "")): self.draw.choice(ODD)}

    def list_changed(self, order: dict[str, Any]) -> Any:
        lists = [name for name, value in order.items() if isinstance(value, list)]
        if not lists:
            return self.odd_value(order)
        name = self.draw.choice(lists)
        of = order[name]
        other = self.draw.choice(
            (of + of, of[::-1], [], [*of, self.draw.choice(self.seen.all_words)], of * 500)
        )
        return {**order, name: other}

    def made_up(self, _: dict[str, Any]) -> Any:
        return as_data(self.seen.made_up())

    def referee(self, _: dict[str, Any]) -> Any:
        return self.draw.choice(
            (
                {"do": "fix-dice", "values": [6, 6, 6]},
                {"do": "stir-dice", "salt": 7},
                {"do": "fresh-dice", "key": "mine"},
                {"do": "premise", "table": "attack", "result": "1"},
            )
        )

    def no_order(self, order: dict[str, Any]) -> Any:
        return self.draw.choice((None, 7, "pass", [order], [], [[]], {}, {"actions": [order]}))


def judged(game: Game, data: Any, side: str) -> Refusal | None:
    """What a game thinks of a mutant; `Broken` if it is undecided, cites no rule or has changed."""
    before = _standing(game)
    try:
        action = from_data(data, game.title.actions)
    except Malformed as malformed:
        return malformed
    refusal = game.check(action, side)
    twin = game.branch()
    try:
        twin.play(action, side)
    except Refusal as other:
        if refusal is None:
            raise Broken("mutants", f"found legal, then refused: {other}") from None
        if cites_nothing(other) or cites_nothing(refusal):
            raise Broken("mutants", f"refused without a rule: {refusal}") from None
        if _standing(twin) != before:
            raise Broken("mutants", "refused when it was played, and yet something has changed") from None
    else:
        if refusal is not None:
            raise Broken("mutants", f"refused, then played: {refusal}")
    if _standing(game) != before:
        raise Broken("mutants", "asking has changed something")
    return refusal


def _standing(game: Game) -> tuple[str, int, list[str]]:
    return game.position.digest(), game.step, [each.side for each in game.decisions]


class _Table:
    """One game, played here and on the server."""

    def __init__(self, caller: Caller, game: Game, found: Mutants) -> None:
        self.caller = caller
        self.game = game
        self.found = found
        self.id = ""
        self.revisions: dict[str, int] = {}  # of what each side was shown last: under seal they part

    async def begin(self, seed: int) -> None:
        title, _, scenario = self.found.scenario.partition("/")
        seats = dict.fromkeys(self.game.title.sides, "me")
        wish = {"title": title, "scenario": scenario, "seed": seed, "seats": seats}
        answer = await self.caller.ask("POST", "/api/games", wish)
        assert answer.status < 300, answer.body
        self.id = answer.json()["id"]

    async def _revision(self, side: str) -> int:
        if side not in self.revisions:
            seen = await self.caller.ask("GET", f"/api/games/{self.id}/view?as={side}")
            self.revisions[side] = seen.json()["revision"]
        return self.revisions[side]

    async def send(self, data: Any, side: str) -> tuple[int, str, list[str]]:
        """The status of the answer, the reason it gives, and the rules."""
        body = {
            "as": side,
            "expect": self.game.steps_known(side),
            "revision": await self._revision(side),
            "actions": [data],
        }
        answer = await self.caller.ask("POST", f"/api/games/{self.id}/actions", body)
        said = answer.json()
        if answer.status < 300:
            self.revisions = {side: said["revision"]}
            return answer.status, "", []
        return answer.status, said["error"]["reason"], said["error"]["rules"]

    async def mutate(self, data: Any, side: str) -> str:
        """Send a mutant; what is wrong with the answer, or nothing."""
        found = self.found
        refusal = judged(self.game, data, side)
        status, reason, rules = await self.send(data, side)
        found.answers[status] = found.answers.get(status, 0) + 1
        if refusal is None:
            found.legal += 1
            self.game.play(from_data(data, self.game.title.actions), side)
            return "" if status == 200 else f"legal, but answered {status}: {reason}"
        if isinstance(refusal, Malformed):
            found.malformed += 1
            return "" if status == 400 and reason else f"not understood, but answered {status}: {reason}"
        found.refused += 1
        if status == 422 and reason and (rules or not refusal.rules):
            return ""
        return f"refused, but answered {status} {rules}: {reason}"

    async def review(self) -> str:
        """Whether the server has the same game."""
        answer = await self.caller.ask("GET", f"/api/games/{self.id}/export?as={self.game.title.sides[0]}")
        theirs = journal_of(answer.body) if answer.status == 200 else []
        mine = [entry.action for entry in self.game.journal]
        parted = [from_data(each, self.game.title.actions) for each in theirs] != mine
        return f"the server has {len(theirs)} steps, the game {len(mine)}, not the same" if parted else ""


async def send_mutants(
    port: int,
    scenario: str,
    count: int,
    find_title: FindTitle,
    *,
    seed: int = 1914,
    watch: Callable[[str], None] | None = None,
) -> Mutants:
    """Send so many mutants to a game and to the server at a port, and tell what came of them."""
    found, draw = Mutants(scenario), random.Random(seed)
    title_name, _, name = scenario.partition("/")
    title = find_title(title_name)
    while found.sent < count and len(found.faults) < MOST_FAULTS:
        game = new_game(title, name, seed + found.games)
        table = _Table(Caller(port), game, found)
        await table.begin(seed + found.games)
        found.games += 1
        await _one_game(table, Mutator(game, draw), draw, count, watch)
        if wrong := await table.review():
            found.faults.append(f"game {found.games}: {wrong}")
        found.steps += game.step
        await table.caller.close()
    return found


async def _one_game(
    table: _Table, mutator: Mutator, draw: random.Random, count: int, watch: Callable[[str], None] | None
) -> None:
    """Mutants and legal orders by turns, until the game is over, there are enough, or the two games part."""
    game, found = table.game, table.found
    turn = 0
    while not game.over and found.sent < count and len(found.faults) < MOST_FAULTS:
        turn += 1
        if turn % (STEPS_APART + 1) == 1:
            decision = game.decision
            listed = decision.choices()
            action = listed[draw.randrange(len(listed))]
            mutator.seen.add(action)
            status, reason, _ = await table.send(as_data(action), decision.side)
            if status != 200:
                found.faults.append(f"step {game.step}: a listed order was answered {status}: {reason}")
                return
            game.play(action, decision.side)
            continue
        side = draw.choice(game.title.sides) if draw.random() < OTHER_SIDE else game.decision.side
        data = mutator.mutant(game, side)
        found.sent += 1
        if wrong := await _wrong(table, data, side):
            found.faults.append(f"game {found.games}, step {game.step}, {side}: {str(data)[:200]}: {wrong}")
        if found.sent % REVIEWED_EVERY == 0:
            if watch:
                watch(f"{found.sent:,} of {count:,} mutants, {len(found.faults)} faults")
            if await table.review():
                return  # and whoever called looks again, and says so


async def _wrong(table: _Table, data: Any, side: str) -> str:
    """What is wrong with how a mutant was taken; nothing if all is well."""
    try:
        return await table.mutate(data, side)
    except (Gone, Broken) as broken:
        return str(broken)
    except Exception as bug:  # noqa: BLE001 - whatever a mutant makes a title raise is a finding
        return f"{type(bug).__name__}: {bug}"
