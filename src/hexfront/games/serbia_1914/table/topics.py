"""What each question is about, in the words that clients of every title share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import tag_of
from hexfront.kernel.decisions import Decision, Matter
from hexfront.kernel.showing import Stage, Topic

Names = tuple[str, ...]
Parts = tuple[Names, Names, int | None]  # pieces, hexes, points
Reader = Callable[[SerbiaPosition, Any], Parts]


def topic(position: SerbiaPosition, decision: Decision) -> Topic:
    """The matter of a question, with the pieces, hexes and points in it."""
    about = decision.about
    stage, read = _TOPICS[type(about)]
    pieces, hexes, points = read(position, about)
    return Topic(tag_of(about), stage, pieces, hexes, points)


def _places(position: SerbiaPosition, names: Iterable[str]) -> Names:
    """The hexes in which units stand, each once."""
    units = [position.units[name] for name in names if name in position.units]
    nodes = dict.fromkeys(node for unit in units for node in position.hexes_of(unit))
    return tuple(position.setting.board.label(node) for node in nodes)


def _nothing(position: SerbiaPosition, about: Matter) -> Parts:
    return (), (), None


def _unit(position: SerbiaPosition, about: matters.Entry | matters.Displacement | matters.Recovery) -> Parts:
    return (about.unit,), _places(position, (about.unit,)), None


def _absorption(position: SerbiaPosition, about: matters.Absorption) -> Parts:
    return (about.unit, about.marsch), _places(position, (about.unit,)), about.most


def _force(position: SerbiaPosition, about: matters.ForceInHand) -> Parts:
    return about.units, _places(position, about.units[:1]), None


def _flight(position: SerbiaPosition, about: matters.Flight) -> Parts:
    return about.units, (about.enemy_at,), None


def _reaction(position: SerbiaPosition, about: matters.Reaction) -> Parts:
    return (about.unit,), (about.enemy_at,), None


def _at(position: SerbiaPosition, about: matters.Assignment | matters.FrenchGuns) -> Parts:
    return (), (about.at,), None


def _units_at(
    position: SerbiaPosition,
    about: matters.Crowding | matters.Corps | matters.Withholding | matters.Repulser | matters.Advance,
) -> Parts:
    return about.units, (about.at,), None


def _provision(position: SerbiaPosition, about: matters.Provision) -> Parts:
    return tuple(leader for leader, _ in about.sources), (about.at,), None


def _support(position: SerbiaPosition, about: matters.Support) -> Parts:
    return about.chosen, (about.at,), about.guns


def _intensity(position: SerbiaPosition, about: matters.Intensity) -> Parts:
    return (*about.attackers, *about.defenders), (about.at,), None


def _reductions(position: SerbiaPosition, about: matters.Reductions) -> Parts:
    return about.units, _places(position, about.units), about.owed


def _retreat(position: SerbiaPosition, about: matters.Retreat) -> Parts:
    return about.units, (about.at,), about.hexes


def _syrmien(position: SerbiaPosition, about: matters.Syrmien) -> Parts:
    return (), about.hexes, about.points


_TOPICS: dict[type[Matter], tuple[Stage, Reader]] = {
    matters.Plans: ("order", _nothing),
    matters.Attachment: ("order", _nothing),
    matters.Extension: ("order", _nothing),
    matters.Division: ("order", _nothing),
    matters.Movement: ("order", _nothing),
    matters.Combination: ("order", _nothing),
    matters.Indication: ("order", _nothing),
    matters.Resolution: ("order", _nothing),
    matters.Retirement: ("order", _nothing),
    matters.Bridges: ("order", _nothing),
    matters.Komitadji: ("order", _nothing),
    matters.Replacements: ("order", _nothing),
    matters.Entry: ("choose", _unit),
    matters.Refitting: ("choose", _nothing),
    matters.FrenchGuns: ("choose", _at),
    matters.Syrmien: ("choose", _syrmien),
    matters.Displacement: ("choose", _unit),
    matters.Crowding: ("choose", _units_at),
    matters.Recovery: ("choose", _unit),
    matters.Absorption: ("choose", _absorption),
    matters.ForceInHand: ("march", _force),
    matters.Flight: ("choose", _flight),
    matters.Reaction: ("choose", _reaction),
    matters.Corps: ("gather", _units_at),
    matters.Withholding: ("gather", _units_at),
    matters.Assignment: ("prepare", _at),
    matters.Provision: ("prepare", _provision),
    matters.Support: ("prepare", _support),
    matters.Intensity: ("prepare", _intensity),
    matters.Reductions: ("losses", _reductions),
    matters.Retreat: ("retreat", _retreat),
    matters.Repulser: ("retreat", _units_at),
    matters.Advance: ("advance", _units_at),
}
