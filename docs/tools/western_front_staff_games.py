"""The games of docs/western-front-staff-games.md, so that anybody can play them again.

    python docs/tools/western_front_staff_games.py games OUT second-ypres-and-artois,verdun 2600 2601
    python docs/tools/western_front_staff_games.py war OUT 2600
    python docs/tools/western_front_staff_games.py lot OUT verdun,duration-game 2600 2601
    python docs/tools/western_front_staff_games.py tables OUT

Every game leaves a file in OUT, and what has one is not played again. Of 1918, odd seeds let the Entente
deploy as it likes and even ones take the historical set-up. `tables` prints what the page shows.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import hexfront
from hexfront.ai import player
from hexfront.games.western_front.orders import Assault
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.title import TITLE

SIDES = ("central-powers", "entente")
NATIONS = ("ge", "fr", "gb")
TURNS = {  # turns of seven to a month
    "second-ypres-and-artois": 13,
    "verdun": 15,
    "somme": 34,
    "nivelle-offensive": 14,
    "western-front-1918": 54,
}
BOOK = {  # points and supply points a month, from the starts of the book's scenarios
    "second-ypres-and-artois": ((17, 24, 12), (36, 31, 5)),
    "verdun": ((30, 21, 13), (79, 17, 11)),
    "somme": ((20, 12, 24), (30, 37, 26)),
    "nivelle-offensive": ((22, 9, 18), (23, 31, 24)),
    "western-front-1918": ((75, 0, 0), (0, 0, 0)),
}
T_95 = {2: 12.7, 3: 4.3, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}
SAID = {  # what is counted from the log: the kind of an event and words of it
    "gas": ("gas", "Gas is released"),
    "conversions": ("training", "has been trained"),
    "sectors changed by order": ("sector", "from now on"),
    "exchanges": ("exchange", ""),
    "forfeit warnings": ("warning", ""),
    "forfeits": ("forfeit", ""),
    "nations shaken": ("morale", "shaken"),
    "collapses": ("morale", "collapse"),
}


class Record:
    """What is counted of one game while it is played, and whether its books balance in every phase."""

    def __init__(self, game: Any) -> None:
        self.counts: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.phases = 0
        self.start(game)

    def start(self, game: Any) -> None:
        """Look at a game from here on."""
        self.told = self.since = len(game.events)
        self.before, self.phase = game.position.copy(), self.phase_of(game)

    @staticmethod
    def phase_of(game: Any) -> tuple[str, str, str]:
        position = game.position
        return str(position.date), position.phase, position.active

    def look(self, game: Any) -> None:
        """Count what was told since the last look, and balance the books when a phase is over."""
        pieces = game.position.setting.pieces
        for event in game.events[self.told :]:
            for name, (kind, words) in SAID.items():
                self.counts[name] += event.kind == kind and words in event.text
            if event.kind == "loss" and "WF 10-3" in event.rules:
                self.counts["breakdowns"] += bool(event.data.get("loss"))
            if event.kind == "demoralization" and "WF 23-16" not in event.rules:
                self.points[event.data["nation"]] += event.data["points"]
            elif event.kind == "supply" and "headquarters" in event.data:
                payer = pieces[event.data["headquarters"].partition("#")[0]]
                self.spent[payer.nation] += event.data["points"]
        self.told = len(game.events)
        if self.phase_of(game) != self.phase:
            told = game.events[self.since : self.told]
            self.wrong += [str(each) for each in TITLE.balance(self.before, game.position, told)]
            self.phases += 1
            self.start(game)


def new_game(scenario: str, seed: int) -> Any:
    """A game with the deployment left to the players."""
    options = {} if scenario == "duration-game" else {"ready-deployed": "off"}
    if scenario == "western-front-1918" and seed % 2:
        options["entente-set-up"] = "player determined"
    return hexfront.new(f"western-front/{scenario}", seed=seed, options=options)


def play(out: Path, scenario: str, seed: int, *, by_lot: bool) -> None:
    """Play one game to its end, and write what was counted; a long war is saved and loaded each January."""
    file = out / f"{'lot-' if by_lot else ''}{scenario}-{seed}.json"
    if file.exists():
        return
    begun = time.process_time()
    game, lot = new_game(scenario, seed), random.Random(seed)
    staff = {side: player("general", game.title, side, seed=seed) for side in SIDES}
    record, attacks, despite = Record(game), Counter[str](), 0
    turn, took, slowest = "", 0.0, 0.0
    months: list[Any] = []
    januaries: list[Any] = []
    while not game.over:
        position, side = game.position, game.decision.side
        date = position.date
        if not months or months[-1][0] != f"{date.year}-{date.month:02}":
            months.append([f"{date.year}-{date.month:02}", dict(position.demoralization)])
            if scenario == "duration-game" and date.month == 1:
                saved = file.with_suffix(f".{date.year}.game")
                hexfront.save(game, saved)
                again = hexfront.load(saved)
                januaries.append([date.year, again.position.digest() == position.digest()])
                game, position = again, again.position
                record.start(game)
        if turn != f"{date} {side}":
            turn, took, slowest = f"{date} {side}", 0.0, max(slowest, took)
        if by_lot:
            action = lot.choice(game.decision.choices())
        else:
            clock = time.process_time()
            order = staff[side].choose(game, side)
            took += time.process_time() - clock
            action = order.action
            if game.decision.kind == "attack" and isinstance(action, Assault):
                attacks[sectors.nation_of(position.piece(position.units[action.units[0]]))] += 1
                despite += "must be expended" in order.despite
        game.play(action, side)
        record.look(game)
    lost = {nation: len(hexes) for nation, hexes in victory.lost_trenches(game.position).items()}
    found = {
        "outcome": str(game.outcome),
        "end": str(game.position.date),
        "dm": record.points,
        "spent": record.spent,
        "attacks": attacks,
        "despite": despite,
        "counts": record.counts,
        "lost": lost,
        "wrong": record.wrong,
        "phases": record.phases,
        "months": months,
        "januaries": januaries,
        "slowest": max(slowest, took),
        "seconds": time.process_time() - begun,
    }
    file.write_text(json.dumps(found, indent=1))
    print(scenario, seed, game.outcome, dict(record.points), f"{found['seconds']:.0f} s", flush=True)


def interval(values: list[float]) -> str:
    """The mean with an interval of 95 percent."""
    mean = statistics.mean(values)
    if len(values) < 2:
        return f"{mean:.0f}"
    half = T_95.get(len(values), 2.1) * statistics.stdev(values) / math.sqrt(len(values))
    return f"{mean:.0f} ({max(0, mean - half):.0f} to {mean + half:.0f})"


def tables(out: Path) -> None:
    """Print the tables of the page from the games that there are."""
    total: Counter[str] = Counter()
    for scenario, turns in TURNS.items():
        games = [json.loads(file.read_text()) for file in sorted(out.glob(f"{scenario}-*.json"))]
        if not games:
            continue
        months = turns / 7
        for what, book in zip(("dm", "spent"), BOOK[scenario], strict=True):
            cells = [interval([each[what].get(nation, 0) / months for each in games]) for nation in NATIONS]
            print(f"| {scenario} | {len(games)} | {' | '.join(cells)} | {book} |")
        results = Counter(each["outcome"].partition(" (")[0] for each in games)
        attacks = [
            statistics.mean(each["attacks"].get(nation, 0) / months for each in games) for nation in NATIONS
        ]
        print(scenario, [round(each, 1) for each in attacks], dict(results.most_common()))
        for each in games:
            total.update(each["counts"])
        print("  faults", sum(len(each["wrong"]) for each in games), max(each["slowest"] for each in games))
    print("counted from the logs of the scenarios", dict(total))


def main(words: list[str]) -> None:
    """Play or tell what the command line says."""
    what, out = words[0], Path(words[1])
    out.mkdir(parents=True, exist_ok=True)
    if what == "tables":
        tables(out)
    elif what == "war":
        for seed in words[2:]:
            play(out, "duration-game", int(seed), by_lot=False)
    else:
        for scenario in words[2].split(","):
            for seed in words[3:]:
                play(out, scenario, int(seed), by_lot=what == "lot")


if __name__ == "__main__":
    main(sys.argv[1:])
