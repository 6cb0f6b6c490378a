"""SVG text: numbers, escaped words and elements, written the same way every time."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as _escape

HEX = 100.0  # the height of a hex in the units of a drawing
FONT = "Hexfront Sans"
FAMILIES = f"'{FONT}', 'Barlow Semi Condensed', 'DejaVu Sans Condensed', sans-serif"


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def escape(words: str) -> str:
    """Words as they may stand in an element or an attribute."""
    return _escape(words, quote=True)


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """One element. A trailing underscore of an attribute is dropped, others become hyphens."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        written = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{written}"')
    opening = " ".join(parts)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def group(content: Iterable[str], **attributes: str | float | None) -> str:
    """Elements under common attributes; nothing if there are none."""
    lines = [line for line in content if line]
    return element("g", "\n" + "\n".join(lines) + "\n", **attributes) if lines else ""


def words(x: float, y: float, text: str, **attributes: str | float | None) -> str:
    """A line of text; where it begins or is centred depends on ``text_anchor``."""
    return element("text", escape(text), x=x, y=y, **attributes) if text else ""


def use(symbol: str, **attributes: str | float | None) -> str:
    """A copy of something defined under an id."""
    return element("use", href=f"#{symbol}", **attributes)


def width_of(text: str, size: float) -> float:
    """About how wide a line of our font is."""
    narrow = sum(1 for letter in text if letter in "iljtfrI.,:;'|!() ")
    wide = sum(1 for letter in text if letter in "mwMW@%")
    return size * (0.5 * len(text) - 0.22 * narrow + 0.3 * wide)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it; both are written #rrggbb."""
    one, two = (tuple(int(each[at : at + 2], 16) for at in (1, 3, 5)) for each in (colour, other))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))
