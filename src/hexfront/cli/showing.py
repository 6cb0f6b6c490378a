"""A view as text. Views are plain data whose keys are a title's own, so this prints whatever it finds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from hexfront.cli.common import decision_lines, event_line
from hexfront.cli.prefer import preference_lines
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game

LAST_EVENTS = 5
_NAMES = ("unit", "name", "id")
_PLACES = ("at", "hex", "hexes")
_OFF_BOARD = "off the board"


def near(game: Game, label: str, radius: int) -> frozenset[str]:
    """The labels of the hexes round one."""
    board = game.setting.board
    if label not in board:
        raise Malformed(f'there is no hex "{label}"')
    return frozenset(board.label(node) for node in board.within(board[label], radius))


def game_lines(game: Game, viewer: str, only: Collection[str] | None = None) -> Iterator[str]:
    """A whole game as somebody may see it: where it stands, units by hex, decision, last events."""
    view = game.view(viewer)
    yield f"{view['title']}/{view['scenario']}, step {view['step']}, seen by {viewer}"
    yield from view_lines(game, view["position"], only)
    events = [event for event in game.events if event.seen_by(viewer)]
    for event in events[-LAST_EVENTS:]:
        yield f"- {event_line(event)}"
    yield from preference_lines(game, viewer)
    yield from decision_lines(game)


def view_lines(game: Game, view: Mapping[str, Any], only: Collection[str] | None = None) -> Iterator[str]:
    """A view of a position: single values in one line, then groups, then lists by place."""
    single = [words(key, value) for key, value in view.items() if not isinstance(value, (dict, list, tuple))]
    yield ", ".join(filter(None, single))
    for key, value in view.items():
        if isinstance(value, dict) and value:
            yield f"{key}: " + ", ".join(filter(None, (words(name, each) for name, each in value.items())))
        elif isinstance(value, (list, tuple)) and value:
            yield from _list_lines(game, key, value, only)


def _list_lines(game: Game, key: str, items: Any, only: Collection[str] | None) -> Iterator[str]:
    placed = [item for item in items if isinstance(item, dict) and any(name in item for name in _PLACES)]
    if len(placed) < len(items):
        yield f"{key}: " + "; ".join(shown(item) for item in items)
        return
    by_place: dict[str, list[str]] = {}
    for item in placed:
        for label in _labels(item):
            if only is None or label in only:
                by_place.setdefault(label, []).append(shown(item))
    yield f"{key}:"
    for label in sorted(by_place):
        yield f"  {place_name(game, label)}: {'; '.join(by_place[label])}"


def place_name(game: Game, label: str) -> str:
    board = game.setting.board
    return board.name_of(board[label]) if label in board else label


def _labels(item: Mapping[str, Any]) -> list[str]:
    """Where a thing is; a thing in several places is listed under the first."""
    place = next(item[name] for name in _PLACES if name in item)
    if isinstance(place, (list, tuple)):
        return [str(place[0])] if place else [_OFF_BOARD]
    return [str(place)] if place not in (None, "") else [_OFF_BOARD]


def shown(item: Any) -> str:
    """One thing in a few words: its name first, where it is left out."""
    if not isinstance(item, dict):
        return str(item)
    name = next((str(item[key]) for key in _NAMES if key in item), "")
    rest: list[str] = []
    for key, value in item.items():
        if key in _PLACES and isinstance(value, (list, tuple)):
            if len(value) > 1:
                rest.append(f"also in {', '.join(map(str, value[1:]))}")
        elif key not in _NAMES and key not in _PLACES and value != name:
            rest.append(value if isinstance(value, str) else words(key, value))
    return " ".join(filter(None, (name, ", ".join(filter(None, rest)))))


def words(key: str, value: Any) -> str:
    """A value with its name; nothing for what is false or absent."""
    if value is True:
        return key
    if value is None or value is False or value in ("", [], {}, ()):
        return ""
    if isinstance(value, (list, tuple)):
        return f"{key} {' '.join(shown(each) for each in value)}"
    if isinstance(value, dict):
        inner = ", ".join(filter(None, (words(name, each) for name, each in value.items())))
        return f"{key} ({inner})" if inner else ""
    return f"{key} {value}"
