"""Whole games of Storm of Steel to their end, by lot, by greedy and by staff, with the morale ledger counted.

    python docs/tools/storm_of_steel_games.py lot OUT all 4001 4002 4003
    python docs/tools/storm_of_steel_games.py greedy OUT guns-of-august,brusilov 1
    python docs/tools/storm_of_steel_games.py general OUT campaign-1916 2300
    python docs/tools/storm_of_steel_games.py table OUT

`all` is every scenario. Every game leaves a file in OUT, and what has one is not played again. At the end of
each turn the ledger is added up: what both sides began with, and every change since, must be the morale they
have, and the same as was last told of it.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import hexfront
from hexfront.ai import player
from hexfront.games.storm_of_steel.rules.morale import unbalanced
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.collector import collect_rarely

SIDES = TITLE.sides
SCENARIOS = [each.name for each in TITLE.scenarios()]


class Ledger:
    """The morale ledger of one game, added up turn by turn."""

    def __init__(self, game: Any) -> None:
        self.turn = game.position.turn
        self.counted = self.changes = self.read = 0
        self.told = dict(game.position.morale)
        self.wrong: list[str] = []

    def look(self, game: Any, *, last: bool = False) -> None:
        """Add up when a turn is over, or the game."""
        position = game.position
        if position.turn == self.turn and not last:
            return
        for event in game.events[self.read :]:
            if event.kind == "morale" and "morale" in event.data:
                self.told[event.data["side"]] = event.data["morale"]
        self.read = len(game.events)
        self.wrong += [f"turn {self.turn}: {side} does not add up" for side in unbalanced(position)]
        self.wrong += [
            f"turn {self.turn}: {side} was told {self.told[side]}, and is {position.morale[side]}"
            for side in SIDES
            if self.told[side] != position.morale[side]
        ]
        self.changes = len(position.causes)
        self.counted += 1
        self.turn = position.turn


def play(out: Path, who: str, scenario: str, seed: int) -> None:
    """Play one game to its end, and write what was counted."""
    file = out / f"{who}-{scenario}-{seed}.json"
    if file.exists():
        return
    game = hexfront.new(f"storm-of-steel/{scenario}", seed=seed)
    game.digest_every = 0
    lot = random.Random(seed)
    players = {} if who == "lot" else {side: player(who, game.title, side, seed=seed) for side in SIDES}
    ledger, thought = Ledger(game), defaultdict[tuple[int, str], float](float)
    begun = time.process_time()
    while not game.over:
        decision = lot.choice(game.decisions)
        if who == "lot":
            action = lot.choice(decision.choices())
        else:
            clock, turn = time.process_time(), game.position.turn
            action = players[decision.side].choose(game, decision.side).action
            thought[turn, decision.side] += time.process_time() - clock
        game.play(action, decision.side)
        ledger.look(game)
    ledger.look(game, last=True)
    found = {
        "who": who,
        "scenario": scenario,
        "outcome": str(game.outcome),
        "decisions": game.step,
        "turns": ledger.counted,
        "changes": ledger.changes,
        "wrong": ledger.wrong,
        "seconds": time.process_time() - begun,
        "slowest": max(thought.values(), default=0.0),
    }
    file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(
        who, scenario, seed, game.outcome, game.step, f"{found['seconds']:.1f} s", *ledger.wrong, flush=True
    )


def table(out: Path) -> None:
    """Print what became of the games that there are."""
    games = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(out.glob("*.json"))]
    for who in dict.fromkeys(each["who"] for each in games):
        for scenario in SCENARIOS:
            these = [each for each in games if (each["who"], each["scenario"]) == (who, scenario)]
            if not these:
                continue
            results = Counter(each["outcome"] for each in these)
            rate = sum(each["decisions"] for each in these) / sum(each["seconds"] for each in these)
            seconds = statistics.mean(each["seconds"] for each in these)
            print(
                f"| {who} | {scenario} | {len(these)} | "
                f"{'; '.join(f'{count} {words}' for words, count in results.most_common())} | "
                f"{seconds:.1f} s | {rate:,.0f} | {max(each['slowest'] for each in these):.2f} s |"
            )
    turns, wrong = sum(each["turns"] for each in games), sum(len(each["wrong"]) for each in games)
    changes = sum(each["changes"] for each in games)
    print(f"{turns} turns with {changes} changes of morale added up, {wrong} wrong")


def main(words: list[str]) -> None:
    """Play or tell what the command line says."""
    what, out = words[0], Path(words[1])
    out.mkdir(parents=True, exist_ok=True)
    if what == "table":
        table(out)
        return
    collect_rarely()
    for seed in words[3:]:
        for scenario in SCENARIOS if words[2] == "all" else words[2].split(","):
            play(out, what, scenario, int(seed))


if __name__ == "__main__":
    main(sys.argv[1:])
