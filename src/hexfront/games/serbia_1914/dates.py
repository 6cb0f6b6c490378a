"""Days as people say them."""

from __future__ import annotations

MONTHS = {8: "August", 9: "September", 10: "October", 11: "November", 12: "December"}


def day(text: str) -> str:
    """A day written as 1914-08-12: ``12 August 1914``."""
    year, month, number = map(int, text.split("-"))
    return f"{number} {MONTHS[month]} {year}"


def days(first: str, last: str) -> str:
    """Several days: ``30 August to 2 September 1914``."""
    begin, end = day(first), day(last)
    number, month, year = begin.split()
    if end.endswith(f"{month} {year}"):
        return f"{number} to {end}"
    return f"{begin.removesuffix(year).strip()} to {end}"
