"""Where the front ran: a heat map over all games, and how the ground changed hands turn by turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from hexfront.drawing.layout import Layout
from hexfront.drawing.svg import HEX, element, group, mixed, width_of, words
from hexfront.kernel.board import Board
from hexfront.kernel.chronicle import Landmark
from hexfront.sim.charts import FAINT, INK, Chart
from hexfront.sim.results import GameRecord

PAPER, WATER, NEUTRAL = "#f7f3e8", "#dbe6ea", "#e6e3da"
HEAT = ("#f7f3e8", "#f3c677", "#d9622b", "#7a1420")
LEVELS = 20  # steps from one side's colour to the other's
LABEL = 0.62 * HEX
MOST_NAMES = 26
LONE = 2  # hexes of an island in enemy ground that nobody need hold


class Ground(msgspec.Struct, frozen=True):
    """Who held each hex, over all games: +1 if always the first side, -1 if always the second.

    ``front`` is the share of all ends of turns at which a hex was held and an enemy held one beside it. A hex
    or two that the enemy has gone round are no front, unless there is a place in them.
    """

    nodes: tuple[int, ...]
    turns: tuple[str, ...]
    held: tuple[tuple[float, ...], ...]  # by turn, the start first
    front: dict[int, float]


def ground_of(
    records: Sequence[GameRecord],
    board: Board,
    turns: Sequence[str],
    sides: Sequence[str],
    places: Collection[int] = (),
) -> Ground:
    """Put the ground of all games together. A game that ended early stays as it ended."""
    number = len(board)
    signs = {side: 1 if at == 0 else -1 for at, side in enumerate(sides)}
    totals = [[0] * number for _ in range(len(turns) + 1)]
    at = {turn: place + 1 for place, turn in enumerate(turns)}
    front = [0] * number
    ends = 0
    known: set[int] = set()
    for record in records:
        now = [0] * number
        frames: dict[int, list[int]] = {}
        for turn in record.turns:
            for label, side in turn.ground.items():
                node = board[label]
                now[node] = signs.get(side, 0)
                known.add(node)
            frames[at.get(turn.turn, 0)] = now[:]
            if turn.turn:
                ends += 1
                for node in _front(board, now, places):
                    front[node] += 1
        last = frames.get(0, now)
        for place, total in enumerate(totals):
            last = frames.get(place, last)
            for node in known:
                total[node] += last[node]
    nodes = tuple(sorted(known))
    many = max(len(records), 1)
    held = tuple(tuple(total[node] / many for node in nodes) for total in totals)
    shares = {node: front[node] / ends for node in nodes if ends and front[node]}
    return Ground(nodes, ("at the start", *turns), held, shares)


def _front(board: Board, now: Sequence[int], places: Collection[int]) -> list[int]:
    near = [
        node
        for node, sign in enumerate(now)
        if sign and any(now[beside] == -sign for beside in board.adjacent[node])
    ]
    passed_by = {node for node in near if _is_passed_by(board, now, node, places)}
    return [
        node
        for node in near
        if node not in passed_by
        and any(now[beside] == -now[node] and beside not in passed_by for beside in board.adjacent[node])
    ]


def _is_passed_by(board: Board, now: Sequence[int], node: int, places: Collection[int]) -> bool:
    """Whether a hex belongs to an island of a hex or two in enemy ground, with no place that somebody would
    hold."""
    island = {node}
    queue = [node]
    while queue:
        for beside in board.adjacent[queue.pop()]:
            if not now[beside]:
                return False
            if now[beside] == now[node] and beside not in island:
                island.add(beside)
                queue.append(beside)
        if len(island) > LONE:
            return False
    return island.isdisjoint(places)


class Sheet:
    """A board to colour: hexes, coasts, borders, and the names of a few places."""

    def __init__(self, board: Board, ground: Ground, landmarks: Sequence[Landmark]) -> None:
        self.board = board
        self.ground = ground
        self.layout = Layout(board)
        self.landmarks = landmarks
        self.index = {node: at for at, node in enumerate(ground.nodes)}
        self.left, self.top = self.layout.left - 10, self.layout.top - 10
        self.width = self.layout.right - self.layout.left + 20
        self.height = self._bottom() - self.layout.top + 20

    def _bottom(self) -> float:
        """Boxes off the map are left out."""
        return max(corner.y for node in self.layout.hexes for corner in self.layout.corners(node))

    def outline(self, node: int) -> str:
        corners = self.layout.corners(node)
        return "M" + "L".join(f"{corner.x:.0f} {corner.y:.0f}" for corner in corners) + "Z"

    def filled(self, colours: Mapping[int, str]) -> str:
        """Hexes by colour, those of one colour as one path."""
        by_colour: dict[str, list[str]] = {}
        for node in self.layout.hexes:
            colour = colours.get(node) or self.bare(node)
            by_colour.setdefault(colour, []).append(self.outline(node))
        return group(
            (element("path", d="".join(paths), fill=colour) for colour, paths in by_colour.items()),
            stroke="#000000",
            stroke_opacity="0.09",
            stroke_width=2,
        )

    def bare(self, node: int) -> str:
        """The colour of a hex about which nothing is said."""
        if node in self.index:
            return PAPER
        return NEUTRAL if self.board.country[node] else WATER

    def borders(self) -> str:
        """Frontiers between countries, and coasts."""
        country = self.board.country
        frontier: list[str] = []
        coast: list[str] = []
        for side, edge in self.layout.sides():
            a, b = country[side.a], country[side.b]
            if a == b:
                continue
            way = f"M{edge.start.x:.0f} {edge.start.y:.0f}L{edge.end.x:.0f} {edge.end.y:.0f}"
            (frontier if a and b else coast).append(way)
        return element("path", d="".join(coast), stroke="#8fa9b3", stroke_width=6, fill="none") + element(
            "path",
            d="".join(frontier),
            stroke="#6f6a60",
            stroke_width=6,
            stroke_dasharray="22 14",
            fill="none",
            stroke_opacity="0.8",
        )

    def front(self, held: Sequence[float]) -> str:
        """The line between what each side holds in more games than not, as a path."""
        ways = []
        for side, edge in self.layout.sides():
            a, b = self.index.get(side.a), self.index.get(side.b)
            if a is not None and b is not None and (held[a] > 0) != (held[b] > 0):
                ways.append(f"M{edge.start.x:.0f} {edge.start.y:.0f}L{edge.end.x:.0f} {edge.end.y:.0f}")
        return "".join(ways)

    def names(self, scale: float = 1.0) -> str:
        """Landmarks by name, as many as have room."""
        size = LABEL * scale
        drawn: list[str] = []
        boxes: list[tuple[float, float, float, float]] = []
        for place in self.landmarks:
            if place.hex not in self.board or len(boxes) >= MOST_NAMES:
                continue
            spot = self.layout.centre(self.board[place.hex])
            wide = width_of(place.name, size)
            box = (spot.x - 20, spot.y - size, spot.x + wide + 40, spot.y + size * 0.5)
            if box[2] > self.left + self.width or any(_overlap(box, other) for other in boxes):
                continue
            boxes.append(box)
            drawn.append(element("circle", cx=spot.x, cy=spot.y, r=16 * scale, fill=INK))
            x, y = spot.x + 26 * scale, spot.y + size * 0.36
            halo = {"stroke": "#fffdf7", "stroke_width": f"{0.2 * size:.0f}", "stroke_opacity": "0.8"}
            drawn.append(words(x, y, place.name, font_size=size, fill="none", **halo))
            drawn.append(words(x, y, place.name, font_size=size, fill=INK))
        return group(drawn, stroke_linejoin="round")

    def chart(self, content: str, title: str, foot: str = "") -> Chart:
        """A drawing of the sheet moved to the origin."""
        high = self.height + (1.4 * HEX if foot else 0)
        moved = element("g", content + foot, transform=f"translate({-self.left:.0f} {-self.top:.0f})")
        return Chart(self.width, high, moved, title)


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def heat_colour(part: float) -> str:
    """From paper over amber to dark red."""
    at = max(0.0, min(1.0, part)) * (len(HEAT) - 1)
    below = min(int(at), len(HEAT) - 2)
    return mixed(HEAT[below], HEAT[below + 1], at - below)


def held_colour(held: float, colours: tuple[str, str]) -> str:
    """From one side's colour over paper to the other's."""
    return mixed(PAPER, colours[0] if held > 0 else colours[1], min(1.0, abs(held)) * 0.72)


def level_of(held: float) -> int:
    """Who held a hex, as one of a few steps: 0 for the second side, `LEVELS` for the first."""
    return round((held + 1) / 2 * LEVELS)


def heat_map(sheet: Sheet) -> Chart:
    """Where the front ran, over all games and turns."""
    most = max(sheet.ground.front.values(), default=1.0)
    colours = {node: heat_colour(round(part / most, 2)) for node, part in sheet.ground.front.items()}
    y = sheet.top + sheet.height + 0.55 * HEX
    wide = 0.34 * HEX
    foot = [
        element(
            "rect",
            x=sheet.left + 10 + at * wide,
            y=y - 0.4 * HEX,
            width=wide,
            height=0.5 * HEX,
            fill=heat_colour(at / 19),
        )
        for at in range(20)
    ]
    after = sheet.left + 10 + 20 * wide
    text = f"of all turns in the front line: 0 to {most:.0%}"
    foot.append(words(after + 20, y, text, font_size=LABEL, fill=FAINT))
    content = sheet.filled(colours) + sheet.borders() + sheet.names()
    return sheet.chart(content, "Where the front ran", "".join(foot))


def moment_map(sheet: Sheet, frame: int, colours: tuple[str, str], names: bool = True) -> Chart:
    """Who held the ground at the end of a turn."""
    held = sheet.ground.held[frame]
    levels = {
        node: held_colour(level_of(held[at]) * 2 / LEVELS - 1, colours) for node, at in sheet.index.items()
    }
    line = element(
        "path", d=sheet.front(held), stroke=INK, stroke_width=14, stroke_linecap="round", fill="none"
    )
    content = sheet.filled(levels) + sheet.borders() + line + (sheet.names() if names else "")
    return sheet.chart(content, f"Who held the ground: {sheet.ground.turns[frame]}")
