"""The figures by which the staffs of The Western Front and Serbia 1914 are judged, from games of any players.

    python docs/tools/staff_bars.py OUT western-front/schlieffen-plan general,general 2000 20
    python docs/tools/staff_bars.py OUT serbia-1914/battle-in-the-macva general,officer 2000 20
    python docs/tools/staff_bars.py OUT serbia-1914/battle-in-the-macva plans 2000 20
    python docs/tools/staff_bars.py OUT

The first two play so many games from a seed on and print the figures, the third lets every fixed plan of
the scenario play the general, the last one prints the figures of all games in OUT. Every game leaves a file
there, and what has one is not played again: a run may be broken off and begun anew. Players are named in the
order of the sides. Intervals are of 95 percent.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

import msgspec

import hexfront
from hexfront.ai.conduct import calibrated, lines
from hexfront.ai.course import Course, play_out, table_of
from hexfront.ai.estimates import mean, share
from hexfront.ai.players import Player
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.seam import find_title

GENERAL = "general"
PARIS = "Hexes from the nearest German unit"
RETREAT = 3  # hexes that the nearest German unit must have gone back before Paris
PORTS = ("Dunkirk", "Calais", "Boulogne sur Mer")
ANTWERP = "Antwerp"
BOOK = {"ge": 467, "fr": 420, "gb": 62}  # demoralization of each nation by April 1915 [WF 13-1]
NEAR_BOOK = 0.3


class Record(msgspec.Struct):
    """What is kept of a game."""

    scenario: str
    players: list[str]
    seed: int
    course: Course
    seconds: dict[str, list[float]]  # by side, of each turn
    causes: dict[str, dict[str, int]]  # by nation, points by what they were charged for
    sides: dict[str, str]  # of the nations


class Timed:
    """A player whose seconds are counted, turn by turn."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.turns: dict[object, float] = {}

    @property
    def corrected(self) -> int:
        return self.player.corrected

    def choose(self, game: Game, side: str | None = None) -> Order:
        """The order of the player."""
        turn = game.title.moment(game.position)
        clock = time.process_time()
        order = self.player.choose(game, side)
        self.turns[turn] = self.turns.get(turn, 0.0) + time.process_time() - clock
        return order


def causes_of(game: Game) -> tuple[dict[str, dict[str, int]], dict[str, str]]:
    """What each nation of The Western Front was charged for, and the sides of the nations."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    setting = game.setting
    assert isinstance(setting, WesternFrontSetting)
    kinds = {piece.label: piece for piece in setting.pieces.values()}
    sides = {}
    for event in game.events:
        if event.kind != "demoralization":
            continue
        nation, points = event.data["nation"], event.data["points"]
        sides[nation] = setting.tables.nations[nation].side
        why = event.text.partition(": ")[2]
        piece = kinds.get(why.removesuffix(" surrendered").removesuffix(" lost"))
        cause = "other"
        if why.endswith(" is occupied"):
            cause = "cities"
        elif piece is not None and piece.fortress:
            cause = "fortresses"
        elif why.endswith(" surrendered"):
            cause = "surrendered"
        elif piece is not None and (piece.artillery or piece.headquarters):
            cause = "guns and headquarters"
        elif why.endswith(" lost"):
            cause = "combat"
        found[nation][cause] += points
    return {nation: dict(counts) for nation, counts in found.items()}, sides


def play(out: Path, scenario: str, players: str, seed: int) -> Record:
    """Play a game, unless it has been played."""
    file = out / f"{scenario.replace('/', '-')}-{players.replace(',', '-')}-{seed}.json"
    if file.exists():
        return msgspec.json.decode(file.read_bytes(), type=Record)
    game = hexfront.new(scenario, seed=seed)
    game.digest_every = 0
    title = game.title
    names = dict(zip(title.sides, players.split(","), strict=True))
    table = {side: Timed(player) for side, player in table_of(game, names, seed).items()}
    course = play_out(game, table, watch=True)  # type: ignore[arg-type] # only what Timed has is asked of it
    causes, sides = causes_of(game) if title.name == "western-front" else ({}, {})
    seconds = {side: [round(each, 3) for each in timed.turns.values()] for side, timed in table.items()}
    record = Record(scenario, players.split(","), seed, course, seconds, causes, sides)
    file.write_bytes(msgspec.json.encode(record))
    print(seed, course.winner or "draw", course.level, course.score, course.broken, flush=True)
    return record


def tables(records: list[Record]) -> Iterator[str]:
    """The figures of all games of the same scenario and players."""
    groups: dict[tuple[str, tuple[str, ...]], list[Record]] = defaultdict(list)
    for record in records:
        groups[record.scenario, tuple(record.players)].append(record)
    for (scenario, players), games in sorted(groups.items()):
        title = find_title(scenario.partition("/")[0])
        seeds = sorted(each.seed for each in games)
        yield f"{scenario}, {' against '.join(players)}: {len(games)} games, seeds {seeds[0]} to {seeds[-1]}"
        for side in title.sides:
            won = share(sum(each.course.winner == side for each in games), len(games))
            yield f"  {title.side_names.get(side, side)} wins {won.percent()}"
        drawn = share(sum(not each.course.winner for each in games), len(games))
        yield f"  drawn {drawn.percent()}"
        scores = [each.course.score for each in games if each.course.score is not None]
        yield f"  score in the mean {mean(scores).plain(1)}"
        broken = [f"{each.seed}: {each.course.broken}" for each in games if each.course.broken]
        corrected = sum(each.course.corrected for each in games)
        yield f"  orders corrected {corrected}, games broken {broken or 0}"
        seen = [each.course.conduct for each in games if each.course.conduct is not None]
        yield from (f"  {line}" for line in lines(title.side_names, calibrated(title.sides, seen)))
        for side, player in zip(title.sides, players, strict=True):
            spent = [turn for each in games for turn in each.seconds.get(side, ())]
            if spent:
                told = f"median {median(spent):.2f}, most {max(spent):.2f}"
                yield f"  seconds of a turn, {side} ({player}): {told}"
        if title.name == "western-front":
            yield from demoralization(games)
            if any(PARIS in _last(each) for each in games):
                yield from campaign(games)


def demoralization(games: list[Record]) -> Iterator[str]:
    """What each nation suffered, and for what."""
    for nation, book in BOOK.items():
        suffered = [float(sum(each.causes.get(nation, {}).values())) for each in games]
        near = sum(abs(points / book - 1) <= NEAR_BOOK for points in suffered)
        yield (
            f"  demoralization of {nation}: {mean(suffered).plain()}; the book {book} for April 1915; "
            f"within {NEAR_BOOK:.0%} of it in {share(near, len(games)).percent()}"
        )
        for cause in ("surrendered", "guns and headquarters", "combat", "cities", "fortresses", "other"):
            points = [float(each.causes.get(nation, {}).get(cause, 0)) for each in games]
            if any(points):
                yield f"    {cause}: {mean(points).plain()}"
    for side in sorted({side for each in games for side in each.sides.values()}):
        for cause in ("surrendered", "guns and headquarters"):
            points = [
                float(
                    sum(by.get(cause, 0) for nation, by in each.causes.items() if each.sides[nation] == side)
                )
                for each in games
            ]
            yield f"  {cause}, points of {side} a game: {mean(points).plain()}"


def _last(record: Record) -> Mapping[str, float]:
    return {name: value for (_, _, name), value in record.course.final().items()}


def campaign(games: list[Record]) -> Iterator[str]:
    """What history tells of the autumn of 1914: the ports, Antwerp, and a retreat before Paris."""
    fallen: Counter[str] = Counter()
    retreats = 0
    for each in games:
        held: dict[str, str] = {}
        lost = set()
        at = [name for _, _, name in each.course.names].index(PARIS)
        nearest, back = 99.0, 0.0
        for turn in each.course.turns:
            held.update(turn.places)
            lost |= {place for place, side in held.items() if side == "central-powers"}
            if at < len(turn.values) and (now := turn.values[at]) is not None:
                nearest = min(nearest, now)
                back = max(back, now - nearest)
        fallen.update(lost)
        retreats += back >= RETREAT
    for place in (*PORTS, ANTWERP):
        yield f"  {place} falls in {share(fallen[place], len(games)).percent()}"
    told = share(retreats, len(games)).percent()
    yield f"  the nearest German unit goes back {RETREAT} hexes before Paris in {told}"


def plans(out: Path, scenario: str, seeds: range) -> Iterator[str]:
    """What every fixed plan brings against the general, beside what the general brings in its place.

    A victory counts 1, a draw 1/2. The difference is that of the same seeds.
    """
    title = find_title(scenario.partition("/")[0])
    yield f"{scenario}: fixed plans against the general, seeds {seeds[0]} to {seeds[-1]}"
    for script in title.scripts():
        if scenario.partition("/")[2] not in script.scenarios:
            continue
        seats = ",".join(script.name if side == script.side else GENERAL for side in title.sides)
        tried, usual = (
            [_result(play(out, scenario, names, seed), script.side) for seed in seeds]
            for names in (seats, f"{GENERAL},{GENERAL}")
        )
        better = mean([one - other for one, other in zip(tried, usual, strict=True)])
        yield (
            f"  {script.name} ({title.side_names[script.side]}): {mean(tried).plain(2)}; "
            f"the general there {mean(usual).plain(2)}; difference {better.plain(2)}"
        )


def _result(record: Record, side: str) -> float:
    return 0.5 if not record.course.winner else float(record.course.winner == side)


def main(words: list[str]) -> None:
    """Play what is missing, and print the figures."""
    out = Path(words[0])
    out.mkdir(parents=True, exist_ok=True)
    if words[2:3] == ["plans"]:
        first, count = int(words[3]), int(words[4])
        for line in plans(out, words[1], range(first, first + count)):
            print(line, flush=True)
        return
    if len(words) > 1:
        scenario, players, first, count = words[1], words[2], int(words[3]), int(words[4])
        records = [play(out, scenario, players, seed) for seed in range(first, first + count)]
    else:
        records = [msgspec.json.decode(file.read_bytes(), type=Record) for file in sorted(out.glob("*.json"))]
    for line in tables(records):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
