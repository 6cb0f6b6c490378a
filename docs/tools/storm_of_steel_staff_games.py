"""The games of docs/storm-of-steel-staff-games.md, so that anybody can play them again.

    python docs/tools/storm_of_steel_staff_games.py war OUT 2500 2549 [--until 3] [--processes 2]
    python docs/tools/storm_of_steel_staff_games.py duel OUT guns-of-august general greedy 2400 2419
    python docs/tools/storm_of_steel_staff_games.py anchors OUT
    python docs/tools/storm_of_steel_staff_games.py strength OUT

OUT is a file. A finished game adds one line of JSON to it, and what has a line is not played again, so a run
may be broken off and begun anew. `war` plays The Great War, general against general, to its end or through so
many quarters; `duel` plays each seed twice with sides swapped. `anchors` and `strength` print the tables of
the page.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import statistics
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import hexfront
from hexfront.ai import player
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import capacity
from hexfront.games.storm_of_steel.table import chronicle

SIDES = ("central-powers", "entente")
PLACES = (
    *("Liege", "Namur", "Brussels", "Antwerp", "Ghent", "Lille", "Maubeuge", "Nancy", "Paris", "Verdun"),
    *("Metz", "Strasbourg", "Warsaw", "Lodz", "Lemberg", "Przemysl", "Riga", "Belgrade", "Nish"),
    *("Kragujevac", "Skopje", "Constantinople", "Gallipoli", "Erzurum", "Baghdad", "Jerusalem", "Bucharest"),
    *("Trieste", "Venice", "Konigsberg"),
)
TRENCH_YEARS = range(3, 15)  # Winter 1915 to Autumn 1917
LATER = range(7, 19)  # 1916 to 1918
LAST = 18  # Autumn 1918
LATEST = 23  # after all quarters: never
FALL_1914, WINTER_1915, AUTUMN_1915 = 2, 3, 6
SEASONS = ("Winter", "Spring", "Summer", "Autumn")


def quarter(turn: float) -> str:
    """The name of a turn."""
    number = round(turn) + 1
    return f"{SEASONS[number % 4]} {1914 + number // 4}"


class Record:
    """What is told of a war, quarter by quarter."""

    def __init__(self, position: SteelPosition) -> None:
        self.quarters: list[dict[str, Any]] = []
        self.start(position)

    def start(self, position: SteelPosition) -> None:
        self.turn, self.fresh = position.turn, True
        self.before = chronicle.chronicle(position)

    def look(self, position: SteelPosition, *, over: bool = False) -> bool:
        """Write down a quarter when it is over; tells whether one was."""
        if position.turn == self.turn and (not over or self.fresh):
            self.fresh = False
            return False
        setting, board = position.setting, position.setting.board
        after = chronicle.chronicle(position)
        held = {name: board[city.hex] for name, city in setting.printed.places.cities.items()}
        lost = dict.fromkeys(SIDES, 0)
        for country, fallen in position.strength_lost.items():
            if (side := position.alliances.get(country)) in lost:  # some fight for none, or surrendered
                lost[side] += fallen
        line = {
            f"{each.name} {each.side}": each.value for each in after.figures if each.group == chronicle.WEST
        }
        strength = {
            f"{each.name} {each.side}": each.value
            for each in after.figures
            if each.group == chronicle.STRENGTH
        }
        ledger: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        for cause in position.causes:
            if cause.turn == self.turn:
                ledger[cause.side][cause.reason] = ledger[cause.side].get(cause.reason, 0) + cause.change
        kinds: dict[str, int] = {}
        for unit in position.units.values():
            piece = position.piece(unit)
            if piece.country:
                kinds[f"{piece.country} {piece.kind}"] = kinds.get(f"{piece.country} {piece.kind}", 0) + 1
        self.quarters.append(
            {
                "turn": self.turn,
                "morale": [position.morale[side] for side in SIDES],
                "lost": [lost[side] for side in SIDES],
                "shipping": position.shipping,
                "air": [position.air[side] for side in SIDES],
                "output": {side: capacity.output(position, side) for side in SIDES},
                "taken": [name for name in PLACES if position.controller(held[name]) == SIDES[0]],
                "alliances": dict(position.alliances),
                "surrendered": sorted(position.surrendered),
                "changed": chronicle.changed_hands(self.before, after, setting),
                "depth": depth(self.before.ground, after.ground, position),
                "rest": chronicle.at_rest(self.before, after, setting),
                "line": line,
                "strength": strength,
                "kinds": kinds,
                "ledger": ledger,
                "developed": sorted(position.developed),
            }
        )
        self.start(position)
        return True


def depth(before: Mapping[str, str], after: Mapping[str, str], position: SteelPosition) -> int:
    """How many hexes the western line moved where it moved farthest."""
    board, around = position.setting.board, position.setting.ground.around
    land = {
        node
        for node in chronicle.the_west(position.setting)
        if before.get(board.label(node)) and after.get(board.label(node))
    }
    most = 0
    for side in SIDES:
        old = {node for node in land if before[board.label(node)] == side}
        won = {node for node in land - old if after[board.label(node)] == side}
        edge, far = old, 0
        while won and edge:
            far += 1
            edge = {other for node in edge for other in around[node] if other in won}
            won -= edge
            most = max(most, far if edge else 0)
    return most


def done(out: Path) -> list[dict[str, Any]]:
    """The games that a file has."""
    lines = out.read_text().splitlines() if out.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def write(out: Path, game: Mapping[str, Any]) -> None:
    with out.open("a") as file:
        file.write(json.dumps(game) + "\n")


def shared(play: Any, jobs: Iterable[tuple[Any, ...]], processes: int) -> None:
    """Play games one after the other, or so many at a time."""
    jobs = [*jobs]
    if processes < 2:
        for job in jobs:
            play(*job)
        return
    with multiprocessing.Pool(processes, maxtasksperchild=1) as pool:
        pool.starmap(play, jobs, chunksize=1)


def war(out: Path, seed: int, until: int) -> None:
    """General against general in The Great War."""
    begun = time.process_time()
    game: Any = hexfront.new("storm-of-steel/great-war", seed=seed)
    staff = {side: player("general", game.title, side, seed=seed) for side in SIDES}
    record, decisions = Record(game.position), 0
    while not game.over and game.position.turn <= until:
        side = game.decision.side
        game.play(staff[side].choose(game, side).action, side)
        decisions += 1
        record.look(game.position)
    if game.over:
        record.look(game.position, over=True)
    verdict = chronicle.verdict(game.position, str(game.outcome) if game.over else None)
    write(
        out,
        {
            "kind": "war",
            "seed": seed,
            "over": game.over,
            "outcome": str(game.outcome) if game.over else "",
            "winner": verdict.winner,
            "level": verdict.level,
            "decisions": decisions,
            "seconds": round(time.process_time() - begun, 1),
            "quarters": record.quarters,
        },
    )


def duel(out: Path, scenario: str, players: tuple[str, str], seed: int, side: str) -> None:
    """Two players on a seed, the first of them on a side."""
    begun = time.process_time()
    first, second = players
    game: Any = hexfront.new(f"storm-of-steel/{scenario}", seed=seed)
    names = {each: first if each == side else second for each in SIDES}
    table = {each: player(names[each], game.title, each, seed=seed) for each in SIDES}
    while not game.over:
        turn = game.decision.side
        game.play(table[turn].choose(game, turn).action, turn)
    verdict = chronicle.verdict(game.position, str(game.outcome))
    write(
        out,
        {
            "kind": f"{scenario} {first} {second}",
            "seed": seed,
            "first": side,
            "winner": verdict.winner,
            "outcome": str(game.outcome),
            "morale": [game.position.morale[each] for each in SIDES],
            "seconds": round(time.process_time() - begun, 1),
        },
    )


# Tables


def wilson(hits: int, number: int) -> str:
    """A share with its interval of 95 in a hundred."""
    if not number:
        return "-"
    z, p = 1.96, hits / number
    middle = (p + z * z / (2 * number)) / (1 + z * z / number)
    wide = z * math.sqrt(p * (1 - p) / number + z * z / (4 * number**2)) / (1 + z * z / number)
    return f"{hits} of {number} = {p:.0%} ({max(middle - wide, 0):.0%} to {min(middle + wide, 1):.0%})"


def spread(values: list[float]) -> str:
    """The median of some figures, and where nine of ten of them lie."""
    if not values:
        return "-"
    values = sorted(values)
    low, high = values[int(0.1 * (len(values) - 1))], values[math.ceil(0.9 * (len(values) - 1))]
    return f"median {statistics.median(values):g}, {low:g} to {high:g} (10 to 90 %)"


def at(game: Mapping[str, Any], turn: int) -> dict[str, Any] | None:
    return next((each for each in game["quarters"] if each["turn"] == turn), None)


def first(game: Mapping[str, Any], true: Any) -> int | None:
    """The first quarter at whose end something was so."""
    return next((each["turn"] for each in game["quarters"] if true(each)), None)


def when(games: list[dict[str, Any]], true: Any) -> str:
    turns = sorted(found for game in games if (found := first(game, true)) is not None)
    if not turns:
        return "never"
    return f"{len(turns)} of {len(games)}: {', '.join(f'{quarter(t)}' for t in turns[:8])}" + (
        f" ... {quarter(turns[-1])}; median {quarter(statistics.median(turns))}" if len(turns) > 8 else ""
    )


class Anchor(NamedTuple):
    """An anchor of history: its name, where it should lie, what was seen, and whether that is a hit."""

    name: str
    wanted: str
    seen: str
    hit: bool


def judged(name: str, wanted: str, hits: int, number: int, *band: float) -> Anchor:
    """A share of games against what it should be."""
    least, most = (*band, 1.0)[:2]
    found = hits / number if number else -1.0
    return Anchor(name, wanted, wilson(hits, number), least <= found <= most)


def by(games: list[dict[str, Any]], turn: int, true: Any) -> tuple[int, int]:
    """In how many games something was so by the end of a quarter, of those that came so far."""
    able = [game for game in games if at(game, turn) or game["over"]]
    return sum((found := first(game, true)) is not None and found <= turn for game in able), len(able)


def near(games: list[dict[str, Any]], true: Any, turn: int, wide: int) -> tuple[int, int]:
    """In how many games something began within so many quarters of one."""
    able = [game for game in games if game["over"] or at(game, min(turn + wide, LAST))]
    return sum((f := first(game, true)) is not None and abs(f - turn) <= wide for game in able), len(able)


def table_of_anchors(games: list[dict[str, Any]]) -> list[Anchor]:
    """The anchors of history, one after the other."""
    quarters = [each for game in games for each in game["quarters"]]
    over = [game for game in games if game["over"]]
    trench = [each for each in quarters if each["turn"] in TRENCH_YEARS]

    def given_up(country: str) -> Any:
        return lambda each: country in each["surrendered"]

    found = [
        judged("Paris falls in 1914", "5 to 20 %", *by(games, FALL_1914, taken("Paris")), 0.05, 0.2),
        judged("western front at rest by Winter 1915", "80 %", *by(games, WINTER_1915, rests), 0.8),
        judged(
            "western line moves less than two hexes, 1915 to 1917",
            "70 % of quarters",
            sum(each["depth"] < 2 for each in trench),
            len(trench),
            0.7,
        ),
        _output(quarters),
        judged("Warsaw by Autumn 1915", "50 to 80 %", *by(games, AUTUMN_1915, taken("Warsaw")), 0.5, 0.8),
        judged(
            "Serbia surrendered, Autumn 1915 give or take two",
            "60 to 80 %",
            *near(games, given_up("serbia"), 6, 2),
            0.6,
            0.8,
        ),
        judged("Constantinople with the Entente before 1918", "under 20 %", *_straits(games), 0.0, 0.2),
        judged(
            "United States at war, Spring 1917 give or take three",
            "75 %",
            *near(games, lambda q: "united-states" in q["alliances"], 12, 3),
            0.75,
        ),
        judged(
            "Russia surrendered, Autumn 1917 give or take four",
            "50 to 70 %",
            *near(games, given_up("russia"), 14, 4),
            0.5,
            0.7,
        ),
    ]
    return [*found, *_courses(over), *_winners(over), *_blood(quarters)]


def taken(name: str) -> Any:
    return lambda each: name in each["taken"]


def rests(each: Mapping[str, Any]) -> bool:
    return bool(each["rest"])


def _straits(games: list[dict[str, Any]]) -> tuple[int, int]:
    lost = lambda q: "ottoman-empire" in q["alliances"] and "Constantinople" not in q["taken"]  # noqa: E731
    return by(games, 14, lost)


def _output(quarters: list[dict[str, Any]]) -> Anchor:
    """Germany has 86 points with seven cities of Belgium and France, if its multiple is four [7.12]."""
    centres = ("Liege", "Brussels", "Antwerp", "Ghent", "Lille", "Maubeuge", "Nancy")
    values = [
        float(sum(name in q["taken"] for name in centres)) for q in quarters if q["turn"] == WINTER_1915
    ]
    middle = statistics.median(values) if values else 0
    return Anchor("centres of Belgium and France, Winter 1915", "7 (86 points)", spread(values), middle == 7)


def _courses(over: list[dict[str, Any]]) -> list[Anchor]:
    """Shipping, air, and the morale of both."""
    if not over:
        return []
    lowest = [min((q["shipping"], q["turn"]) for q in game["quarters"]) for game in over]
    fits = sum(55 <= low <= 70 and 11 <= turn <= 14 for low, turn in lowest)
    broken = [first(game, lambda q: q["morale"][0] < 1) or LATEST for game in over]
    middle = statistics.median(broken)
    lows = [min((q["morale"][1], q["turn"]) for q in game["quarters"]) for game in over]
    bled = sum(20 <= low <= 40 for low, _ in lows)
    found = [
        judged("shipping lowest in 1917, with 55 to 70", "as a rule", fits, len(over), 0.5),
        Anchor(
            "shipping at its lowest", "55 to 70", spread([low for low, _ in lowest]), fits * 2 >= len(over)
        ),
        Anchor(
            "morale of the Central Powers below one",
            "median Autumn 1918, 10 to 90 % Autumn 1917 to Summer 1919",
            f"{sum(turn < LATEST for turn in broken)} of {len(over)}, median "
            + (quarter(middle) if middle < LATEST else "never"),
            17 <= middle <= LATEST,
        ),
        judged("morale of the Entente lowest, 20 to 40", "as a rule", bled, len(over), 0.5),
        Anchor("the same", "20 to 40", spread([low for low, _ in lows]), bled * 2 >= len(over)),
    ]
    for level, turn in ((2, 3), (3, 7), (4, 11)):
        for index, side in enumerate(SIDES):
            hits = sum(
                (f := first(game, lambda q, i=index, n=level: q["air"][i] >= n)) is not None
                and turn <= f < turn + 4
                for game in over
            )
            name = f"air level {level} of the {side} in {1914 + (turn + 1) // 4}"
            found.append(judged(name, "as a rule", hits, len(over), 0.5))
    return found


def _winners(over: list[dict[str, Any]]) -> list[Anchor]:
    won = {side: sum(game["winner"] == side for game in over) for side in (*SIDES, "")}
    return [
        judged("Central Powers win", "25 to 40 %", won[SIDES[0]], len(over), 0.25, 0.4),
        judged("Entente wins", "45 to 60 %", won[SIDES[1]], len(over), 0.45, 0.6),
        judged("nobody wins", "the rest", won[""], len(over), 0.0, 0.3),
    ]


def _blood(quarters: list[dict[str, Any]]) -> list[Anchor]:
    """What the blockade takes, and losses."""
    dice = [-q["ledger"][SIDES[0]].get("the blockade", 0) for q in quarters if q["turn"] >= WINTER_1915]
    lost = [value for q in quarters if q["turn"] in LATER for value in q["lost"]]
    mean = statistics.mean(dice) if dice else 0.0
    return [
        Anchor(
            "blockade, a quarter from Winter 1915 on",
            "3.5",
            f"{mean:.1f}; a die fell in {wilson(sum(die > 0 for die in dice), len(dice))}",
            3.0 <= mean <= 4.0,
        ),
        judged(
            "losses of 20 to 45 a side and quarter, 1916 to 1918",
            "as a rule",
            sum(20 <= value <= 45 for value in lost),
            len(lost),
            0.5,
        ),
    ]


def anchors(out: Path) -> None:
    """What the games of a file say of each anchor of history, and how the war went."""
    games = [game for game in done(out) if game["kind"] == "war"]
    print(
        f"{len(games)} games, {sum(game['over'] for game in games)} to their end; "
        f"seconds {spread([game['seconds'] for game in games])}; "
        f"decisions {spread([game['decisions'] for game in games])}\n"
    )
    print("| anchor | where it should lie | seen | |\n|---|---|---|---|")
    for each in table_of_anchors(games):
        print(f"| {each.name} | {each.wanted} | {each.seen} | {'hit' if each.hit else 'missed'} |")
    print()
    for name in PLACES:
        when_ = [wilson(*by(games, turn, taken(name))) for turn in (FALL_1914, AUTUMN_1915)]
        print(f"{name:>15} with the Central Powers by Autumn 1914: {when_[0]}; by Autumn 1915: {when_[1]}")
    for country in ("serbia", "russia", "france", "austria-hungary", "ottoman-empire", "italy"):
        print(f"{country} surrendered:", when(games, lambda q, c=country: c in q["surrendered"]))
    print("United States at war:", when(games, lambda q: "united-states" in q["alliances"]))
    print("Central Powers broken:", when(games, lambda q: q["morale"][0] < 1))
    print("Entente broken:", when(games, lambda q: q["morale"][1] < 1))
    over = [game for game in games if game["over"]]
    print("Ends", sorted((quarter(g["quarters"][-1]["turn"]), g["outcome"].partition(";")[0]) for g in over))
    courses([(game, each) for game in games for each in game["quarters"]])


def courses(quarters: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    """The means of each quarter."""
    print(
        "turn, games, morale, lost, shipping, strength in the west, east, Middle East, output, changed hands"
    )
    mean = statistics.mean
    for turn in range(1, 23):
        found = [q for _, q in quarters if q["turn"] == turn]
        if not found:
            continue
        strengths = "  ".join(
            "/".join(
                f"{mean([q['strength'].get(f'{front} {side}', 0) for q in found]):4.0f}" for side in SIDES
            )
            for front in ("Western front", "Eastern front", "Middle Eastern front")
        )
        outputs = "/".join(f"{mean([sum(q['output'][side].values()) for q in found]):4.0f}" for side in SIDES)
        morale = "/".join(f"{mean([q['morale'][i] for q in found]):4.0f}" for i in (0, 1))
        lost_ = "/".join(f"{mean([q['lost'][i] for q in found]):4.0f}" for i in (0, 1))
        print(
            f"{quarter(turn):12} {len(found):3}  {morale}  {lost_}",
            f" {mean([q['shipping'] for q in found]):5.0f}",
            f" {strengths}   {outputs}   {mean([q['changed'] for q in found]):4.1f}",
        )


def strength(out: Path) -> None:
    """Won, drawn and lost by the first of two players."""
    games = done(out)
    for kind in sorted({game["kind"] for game in games}):
        found = [game for game in games if game["kind"] == kind]
        for name in ("both", *SIDES):
            mine = [game for game in found if name in ("both", game["first"])]
            won = sum(game["winner"] == game["first"] for game in mine)
            drawn = sum(not game["winner"] for game in mine)
            if mine:
                print(
                    f"{kind} {name:15} won {won}, drawn {drawn}, lost {len(mine) - won - drawn}:",
                    f"{wilson(won, len(mine))}, score {(won + drawn / 2) / len(mine):.2f},",
                    f"{statistics.mean(g['seconds'] for g in mine):.1f} s",
                )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("war", "duel", "anchors", "strength"))
    asked.add_argument("out", type=Path)
    asked.add_argument("rest", nargs="*")
    asked.add_argument("--until", type=int, default=99, help="the last quarter that is played")
    asked.add_argument("--processes", type=int, default=1, help="games that are played at a time")
    given = asked.parse_args()
    if given.what == "war":
        begin, end = (*map(int, given.rest), *map(int, given.rest))[:2]
        have = {game["seed"] for game in done(given.out) if game["kind"] == "war"}
        jobs = [(given.out, seed, given.until) for seed in range(begin, end + 1) if seed not in have]
        shared(war, jobs, given.processes)
    elif given.what == "duel":
        scenario, one, two, begin, end = given.rest
        kind = f"{scenario} {one} {two}"
        played = {(game["seed"], game["first"]) for game in done(given.out) if game["kind"] == kind}
        games = [(seed, side) for seed in range(int(begin), int(end) + 1) for side in SIDES]
        pairs = [(given.out, scenario, (one, two), *each) for each in games if each not in played]
        shared(duel, pairs, given.processes)
    elif given.what == "anchors":
        anchors(given.out)
    else:
        strength(given.out)


if __name__ == "__main__":
    main()
