"""Charts as SVG: bars with intervals, curves with bands, a calendar, dots with intervals, a histogram.

One drawing serves page and print. Nothing here knows what is drawn; colours come from outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from hexfront.drawing.svg import FAMILIES, element, group, number, width_of, words

WIDTH = 720.0
INK, FAINT, LINE, GRID = "#2b2a27", "#6f6a60", "#b9b2a3", "#e4dfd3"
TEXT = 12.0
SMALL = 10.5


class Chart(msgspec.Struct, frozen=True):
    """A drawing of so many units, ready to be put on a page."""

    width: float
    height: float
    content: str
    title: str = ""

    def svg(self) -> str:
        """As an element of an HTML page."""
        return element(
            "svg",
            element("title", self.title.replace("&", "&amp;").replace("<", "&lt;")) + self.content,
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            font_family=FAMILIES,
        )

    def nested(self, x: float, y: float, width: float) -> str:
        """As a part of another drawing."""
        return element(
            "svg",
            self.content,
            x=x,
            y=y,
            width=width,
            height=width * self.height / self.width,
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            font_family=FAMILIES,
        )


class Bar(msgspec.Struct, frozen=True):
    """A bar from nothing to a value, and the interval around its end."""

    text: str
    value: float
    low: float | None
    high: float | None
    note: str
    colour: str


class Drawn(msgspec.Struct, frozen=True):
    """A line over places on the axis, with a band around it."""

    name: str
    colour: str
    points: tuple[tuple[float, float, float, float], ...]  # place, value, low, high
    dashed: bool = False


class Mark(msgspec.Struct, frozen=True):
    """A single value to compare a line with."""

    place: float
    value: float
    colour: str
    text: str


def bars(rows: Sequence[Bar], title: str, whole: float = 1.0) -> Chart:
    """Horizontal bars, one below the other, from 0 to ``whole``."""
    left = max((width_of(row.text, TEXT) for row in rows), default=0.0) + 16
    right = WIDTH - 130
    high = 24.0
    drawn = []
    for tenth in range(0, 11, 2):
        x = left + (right - left) * tenth / 10
        drawn.append(element("line", x1=x, y1=4, x2=x, y2=high * len(rows) + 6, stroke=GRID))
        drawn.append(
            words(
                x,
                high * len(rows) + 20,
                f"{tenth * 10 * whole:.0f} %",
                font_size=SMALL,
                fill=FAINT,
                text_anchor="middle",
            )
        )
    for at, row in enumerate(rows):
        y = 6 + high * at
        end = left + (right - left) * row.value / whole
        drawn.append(words(left - 8, y + 14, row.text, font_size=TEXT, fill=INK, text_anchor="end"))
        if row.value > 0:
            drawn.append(element("rect", x=left, y=y + 3, width=end - left, height=14, fill=row.colour))
        if row.low is not None and row.high is not None:
            a, b = (left + (right - left) * each / whole for each in (row.low, row.high))
            drawn.append(_whisker(a, b, y + 10))
        drawn.append(words(right + 12, y + 14, row.note, font_size=TEXT, fill=INK))
    return Chart(WIDTH, high * len(rows) + 28, "".join(drawn), title)


def _whisker(a: float, b: float, y: float, colour: str = INK) -> str:
    lines = [((a, y), (b, y)), ((a, y - 4), (a, y + 4)), ((b, y - 4), (b, y + 4))]
    return group(
        (element("line", x1=one[0], y1=one[1], x2=two[0], y2=two[1]) for one, two in lines),
        stroke=colour,
        stroke_width=1.4,
    )


def curves(
    lines: Sequence[Drawn],
    axis: Sequence[str],
    title: str,
    *,
    marks: Sequence[Mark] = (),
    after: str = "",
    height: float = 300.0,
) -> Chart:
    """Lines over the places of an axis, with their bands; ``after`` names a place behind the last one."""
    values = [value for line in lines for point in line.points for value in point[1:]]
    values += [mark.value for mark in marks]
    low, high, step = _scale(min([0.0, *values]), max([0.0, *values]))
    names = max((width_of(line.name, TEXT) for line in lines), default=0.0)
    left, right, top, bottom = 52.0, WIDTH - names - (96 if after else 22), 14.0, height - 46
    last = max(len(axis) - 1, 1)

    def x(place: float) -> float:
        return left + (right - left) * min(place, last) / last + (46 if place > last else 0)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    drawn = []
    tick = low
    while tick <= high + step / 2:
        drawn.append(element("line", x1=left, y1=y(tick), x2=right, y2=y(tick), stroke=GRID))
        shown = f"{tick:,.0f}" if step >= 1 else f"{tick:.1f}"
        drawn.append(words(left - 8, y(tick) + 4, shown, font_size=SMALL, fill=FAINT, text_anchor="end"))
        tick += step
    drawn += _axis(axis, x, bottom)
    if after:
        drawn.append(
            element(
                "line", x1=x(last + 1), y1=top, x2=x(last + 1), y2=bottom, stroke=LINE, stroke_dasharray="2 3"
            )
        )
        drawn.append(
            words(x(last + 1), bottom + 15, after, font_size=SMALL, fill=FAINT, text_anchor="middle")
        )
    for line in lines:
        if any(point[2] != point[3] for point in line.points):
            ring = [(x(at), y(over)) for at, _, _, over in line.points]
            ring += [(x(at), y(under)) for at, _, under, _ in reversed(line.points)]
            drawn.append(element("path", d=_path(ring) + "Z", fill=line.colour, fill_opacity="0.16"))
    for line in lines:
        way = _path([(x(at), y(value)) for at, value, _, _ in line.points])
        dash = "6 4" if line.dashed else None
        drawn.append(
            element("path", d=way, fill="none", stroke=line.colour, stroke_width=2.2, stroke_dasharray=dash)
        )
    for mark in marks:
        drawn.append(_diamond(x(mark.place), y(mark.value), mark.colour))
        drawn.append(
            words(
                x(mark.place) - 9,
                y(mark.value) + 4,
                mark.text,
                font_size=SMALL,
                fill=mark.colour,
                text_anchor="end",
            )
        )
    ends = [(y(line.points[-1][1]), line) for line in lines if line.points]
    beside = right + (62 if after else 8)
    for place, (_, line) in zip(_apart([each for each, _ in ends], 15, bottom), ends, strict=True):
        drawn.append(words(beside, place + 4, line.name, font_size=TEXT, fill=line.colour))
    return Chart(WIDTH, height, "".join(drawn), title)


def _axis(axis: Sequence[str], x: Callable[[float], float], bottom: float) -> list[str]:
    """The names of places. What stands before a comma is written once, below all places that have it."""
    drawn = []
    heads = [_head(name) for name in axis]
    start = 0
    for at in range(1, len(axis) + 1):
        if at < len(axis) and heads[at] == heads[start]:
            continue
        if heads[start]:
            middle = (x(start) + x(at - 1)) / 2
            drawn.append(
                words(middle, bottom + 32, heads[start], font_size=SMALL, fill=INK, text_anchor="middle")
            )
        if start and (heads[start] or heads[start - 1]):
            between = (x(start - 1) + x(start)) / 2
            drawn.append(element("line", x1=between, y1=bottom, x2=between, y2=bottom + 34, stroke=LINE))
        start = at
    every = max(1, math.ceil(len(axis) / 40))
    for at, name in enumerate(axis):
        tail = name.removeprefix(heads[at]).strip(", ") if heads[at] else name
        short = "".join(sign for sign in tail if sign.isdecimal()) or ("·" if heads[at] else tail)
        if at % every == 0:
            drawn.append(words(x(at), bottom + 15, short, font_size=SMALL, fill=FAINT, text_anchor="middle"))
    return drawn


def _head(name: str) -> str:
    """What stands before the comma."""
    head, comma, _ = name.partition(",")
    return head if comma else ""


def _apart(places: Sequence[float], least: float, bottom: float) -> list[float]:
    """Heights moved so that texts at them do not lie over each other."""
    order = sorted(range(len(places)), key=places.__getitem__)
    found = list(places)
    for before, here in pairwise(order):
        found[here] = max(found[here], found[before] + least)
    over = max((found[each] for each in order), default=0.0) - bottom
    if over > 0:
        limit = bottom
        for each in reversed(order):
            found[each] = min(found[each], limit)
            limit = found[each] - least
    return found


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Round ends and a round step for an axis."""
    span = (high - low) or 1.0
    rough = span / 5
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * each for each in (1, 2, 2.5, 5, 10) if size * each >= rough)
    if step < 1 and low >= 0 and high == int(high) and high > 2:
        step = 1.0
    return math.floor(low / step) * step, math.ceil(high / step + 1e-9) * step, step


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "".join(f"{'L' if at else 'M'}{number(x)} {number(y)}" for at, (x, y) in enumerate(points))


def _diamond(x: float, y: float, colour: str) -> str:
    way = _path([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)]) + "Z"
    return element("path", d=way, fill="#fffdf7", stroke=colour, stroke_width=1.8)


class Row(msgspec.Struct, frozen=True):
    """A line of a calendar: how often something happened in each place of the axis."""

    text: str
    counts: tuple[int, ...]
    note: str
    colour: str


def calendar(rows: Sequence[Row], axis: Sequence[str], of: int, title: str) -> Chart:
    """When things happened: a square for each turn, the larger the more often."""
    left = max((width_of(row.text, TEXT) for row in rows), default=0.0) + 18
    right = WIDTH - 78
    high = 18.0
    bottom = 6 + high * len(rows)
    wide = (right - left) / max(len(axis), 1)

    def x(place: float) -> float:
        return left + wide * (place + 0.5)

    drawn = []
    for at, row in enumerate(rows):
        y = 6 + high * (at + 0.5)
        drawn.append(element("line", x1=left, y1=y, x2=right, y2=y, stroke=GRID))
        drawn.append(words(left - 8, y + 4, row.text, font_size=TEXT, fill=INK, text_anchor="end"))
        drawn.append(words(right + 8, y + 4, row.note, font_size=SMALL, fill=FAINT))
        most = min(wide, high) * 0.92
        for place, count in enumerate(row.counts):
            if count:
                side = max(3.0, most * math.sqrt(count / of))
                drawn.append(
                    element(
                        "rect",
                        x=x(place) - side / 2,
                        y=y - side / 2,
                        width=side,
                        height=side,
                        fill=row.colour,
                    )
                )
    drawn += _axis(axis, x, bottom)
    return Chart(WIDTH, bottom + 40, "".join(drawn), title)


def intervals(rows: Sequence[Bar], title: str, unit: str) -> Chart:
    """Values with their intervals around a zero line."""
    left = max((width_of(row.text, TEXT) for row in rows), default=0.0) + 16
    right = WIDTH - 120
    ends = [each for row in rows for each in (row.value, row.low, row.high) if each is not None]
    low, high, step = _scale(min([0.0, *ends]), max([0.0, *ends]))
    tall = 22.0

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    drawn = []
    bottom = tall * len(rows) + 6
    tick = low
    while tick <= high + step / 2:
        zero = abs(tick) < step / 100
        drawn.append(element("line", x1=x(tick), y1=4, x2=x(tick), y2=bottom, stroke=FAINT if zero else GRID))
        shown = f"{tick:+.0%}" if unit == "%" else f"{tick:+,.4g}"
        drawn.append(words(x(tick), bottom + 14, shown, font_size=SMALL, fill=FAINT, text_anchor="middle"))
        tick += step
    for at, row in enumerate(rows):
        y = 6 + tall * (at + 0.5)
        drawn.append(words(left - 8, y + 4, row.text, font_size=TEXT, fill=INK, text_anchor="end"))
        if row.low is not None and row.high is not None:
            drawn.append(_whisker(x(row.low), x(row.high), y, row.colour))
        drawn.append(element("circle", cx=x(row.value), cy=y, r=4.5, fill=row.colour))
        drawn.append(words(right + 12, y + 4, row.note, font_size=SMALL, fill=FAINT))
    return Chart(WIDTH, bottom + 22, "".join(drawn), title)


def histogram(values: Sequence[float], title: str, colours: tuple[str, str]) -> Chart:
    """How often values fall into each of a few equal classes; below zero in the second colour."""
    low, high, step = _scale(min([0.0, *values]), max([0.0, *values]))
    step /= 2
    number_of = max(1, round((high - low) / step))
    counts = [0] * number_of
    for value in values:
        counts[min(number_of - 1, int((value - low) / step))] += 1
    left, right, top, bottom = 40.0, WIDTH - 20, 10.0, 140.0
    most = max(counts)
    wide = (right - left) / number_of
    drawn = []
    for at, count in enumerate(counts):
        start = low + at * step
        x = left + wide * at
        tall = (bottom - top) * count / most
        if count:
            colour = colours[0] if start >= -step / 100 else colours[1]
            drawn.append(element("rect", x=x + 1, y=bottom - tall, width=wide - 2, height=tall, fill=colour))
            drawn.append(
                words(
                    x + wide / 2,
                    bottom - tall - 3,
                    str(count),
                    font_size=SMALL,
                    fill=FAINT,
                    text_anchor="middle",
                )
            )
        if at % 2 == 0:
            drawn.append(
                words(x, bottom + 15, f"{start:,.4g}", font_size=SMALL, fill=FAINT, text_anchor="middle")
            )
    drawn.append(words(right, bottom + 15, f"{high:,.4g}", font_size=SMALL, fill=FAINT, text_anchor="middle"))
    drawn.append(element("line", x1=left, y1=bottom, x2=right, y2=bottom, stroke=LINE))
    return Chart(WIDTH, bottom + 24, "".join(drawn), title)
