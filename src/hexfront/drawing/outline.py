"""Lines and areas: joining hexsides to long lines, wedges to areas, and rounding what was joined.

Vertices are rounded to hundredths of a unit, so that the same corner reached from two hexes is the same.
A corner is rounded, and an edge bent, only by what the vertex or edge itself says. Two areas that share
a boundary therefore share the same curve, and no gap opens between them.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from hexfront.drawing.svg import number


class Vertex(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


class Edge(NamedTuple):
    """A straight piece of a line."""

    start: Vertex
    end: Vertex


def vertex(x: float, y: float) -> Vertex:
    """A point that equals itself however it was computed."""
    return Vertex(round(x, 2) + 0.0, round(y, 2) + 0.0)


def between(a: Vertex, b: Vertex, share: float = 0.5) -> Vertex:
    """The point that lies a share of the way from one to the other."""
    return vertex(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def chains(edges: Iterable[Edge]) -> list[list[Vertex]]:
    """Edges joined to lines as long as possible. Lines end where more or fewer than two edges meet.

    A closed line ends with the vertex it began with.
    """
    beside: dict[Vertex, list[Vertex]] = {}
    for start, end in edges:
        if end not in beside.setdefault(start, []):
            beside[start].append(end)
            beside.setdefault(end, []).append(start)
    left = {Edge(a, b) for a, ends in beside.items() for b in ends}
    lines: list[list[Vertex]] = []

    def follow(start: Vertex, second: Vertex) -> None:
        line = [start]
        here, after = start, second
        while Edge(here, after) in left:
            left.discard(Edge(here, after))
            left.discard(Edge(after, here))
            line.append(after)
            if len(beside[after]) != 2:
                break
            one, two = beside[after]
            here, after = after, (two if one == here else one)
        lines.append(line)

    for ends_only in (True, False):
        for start, ends in beside.items():
            if ends_only and len(ends) == 2:
                continue
            for end in ends:
                if Edge(start, end) in left:
                    follow(start, end)
    return lines


class Areas(NamedTuple):
    """Areas made of small polygons: their rings by key, and which vertices lie on a simple boundary."""

    rings: Mapping[Hashable, list[list[Vertex]]]
    simple: frozenset[Vertex]  # exactly two areas meet here, so that the corner may be rounded
    outer: frozenset[Edge]  # edges at the rim of everything, in both directions
    owner: Mapping[Edge, Hashable]  # which area lies along each directed boundary edge


def join(polygons: Iterable[tuple[Hashable, Sequence[Vertex]]]) -> Areas:
    """Polygons of one key become one area. All polygons must run the same way round."""
    owner: dict[Edge, Hashable] = {}
    for key, corners in polygons:
        for at, corner in enumerate(corners):
            owner[Edge(corner, corners[(at + 1) % len(corners)])] = key
    boundary = {edge: key for edge, key in owner.items() if owner.get(Edge(edge.end, edge.start)) != key}
    meeting: dict[Vertex, set[Vertex]] = {}
    outer: set[Edge] = set()
    for edge in boundary:
        meeting.setdefault(edge.start, set()).add(edge.end)
        meeting.setdefault(edge.end, set()).add(edge.start)
        back = Edge(edge.end, edge.start)
        if back not in owner:
            outer.update((edge, back))
    rim = {edge.start for edge in outer}
    simple = frozenset(corner for corner, ends in meeting.items() if len(ends) == 2 and corner not in rim)
    return Areas(_rings(boundary), simple, frozenset(outer), boundary)


def _rings(boundary: Mapping[Edge, Hashable]) -> dict[Hashable, list[list[Vertex]]]:
    following: dict[Hashable, dict[Vertex, list[Vertex]]] = {}
    for edge, key in boundary.items():
        following.setdefault(key, {}).setdefault(edge.start, []).append(edge.end)
    rings: dict[Hashable, list[list[Vertex]]] = {}
    for key, after in following.items():
        rings[key] = []
        for start in list(after):
            while after[start]:
                ring = [start]
                here = after[start].pop()
                while here != start:
                    ring.append(here)
                    here = after[here].pop()
                rings[key].append(ring)
    return rings


def bent(edge: Edge, by: float) -> Vertex:
    """The middle of an edge, moved a little to one side: always the same for the same edge."""
    low, high = sorted(edge)
    across, down = high.x - low.x, high.y - low.y
    length = math.hypot(across, down) or 1.0
    chance = zlib.crc32(f"{low.x:.1f},{low.y:.1f},{high.x:.1f},{high.y:.1f}".encode()) / 0xFFFFFFFF
    shift = (2 * chance - 1) * by / length
    return vertex((low.x + high.x) / 2 - down * shift, (low.y + high.y) / 2 + across * shift)


def area_path(areas: Areas, key: Hashable, radius: float, bend: float = 0.0) -> str:
    """The SVG path of one area, its corners rounded and its edges slightly bent."""
    parts: list[str] = []
    for ring in areas.rings.get(key, ()):
        points: list[Vertex] = []
        for at, corner in enumerate(ring):
            points.append(corner)
            edge = Edge(corner, ring[(at + 1) % len(ring)])
            if bend and edge not in areas.outer:
                points.append(bent(edge, bend))
        firm = {corner for corner in ring if corner not in areas.simple}
        parts.append(_rounded(points, radius, firm, closed=True))
    return "".join(parts)


def line_path(line: Sequence[Vertex], radius: float, bend: float = 0.0, firm: Iterable[Vertex] = ()) -> str:
    """The SVG path of a line, its inner corners rounded."""
    closed = len(line) > 2 and line[0] == line[-1]
    points = list(line[:-1] if closed else line)
    if bend:
        edges = [Edge(a, b) for a, b in pairwise(line)]
        points = [point for edge in edges for point in (edge.start, bent(edge, bend))]
        if not closed:
            points.append(line[-1])
    return _rounded(points, radius, set(firm), closed)


def _rounded(points: Sequence[Vertex], radius: float, firm: set[Vertex], closed: bool) -> str:
    """A path through points; every corner but the firm ones is cut and replaced by a curve."""
    count = len(points)
    pieces: list[str] = []
    here = ""
    for at, corner in enumerate(points):
        end = not closed and at in (0, count - 1)
        before, after = points[at - 1], points[(at + 1) % count]
        sharp = end or corner in firm or radius <= 0 or _straight(before, corner, after)
        enter = _written(corner if sharp else _towards(corner, before, radius))
        if enter != here:
            pieces.append(("L" if pieces else "M") + enter)
            here = enter
        if not sharp:
            here = _written(_towards(corner, after, radius))
            pieces.append(f"Q{_written(corner)} {here}")
    return "".join(pieces) + ("Z" if closed else "")


def _written(point: Vertex) -> str:
    return f"{number(point.x)} {number(point.y)}"


def _towards(corner: Vertex, other: Vertex, radius: float) -> Vertex:
    length = math.hypot(other.x - corner.x, other.y - corner.y) or 1.0
    return between(corner, other, min(0.5, radius / length))


def _straight(before: Vertex, corner: Vertex, after: Vertex) -> bool:
    turn = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x)
    return abs(turn) < 1.0


def polygon_path(corners: Sequence[Vertex]) -> str:
    """The SVG path of a polygon."""
    return "M" + "L".join(f"{number(corner.x)} {number(corner.y)}" for corner in corners) + "Z"


def shrunk(corners: Sequence[Vertex], centre: Vertex, share: float) -> list[Vertex]:
    """A polygon drawn together towards its centre."""
    return [between(centre, corner, share) for corner in corners]
