"""Orders in other words: verbs that mean the same, words that only fill, hexes and units in either order."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence

import msgspec

from hexfront.kernel.board import Board
from hexfront.shared.position_text import spelled

FILLERS = frozenset({"with", "to", "into", "on", "onto", "by", "and", "in", "at", "against", "using", "the"})


class Ear(msgspec.Struct, frozen=True):
    """What a title hears in the words of an order."""

    known: Collection[str]
    """Its orders; verbs of two words, such as ``column attack``, are found among them."""
    verbs: Mapping[str, str] = {}
    """Verbs that mean an order by another name."""
    with_units: Mapping[str, str] = {}
    """Verbs that mean another order where more than a hex is named: ``attack 2107 X`` is an ``assault``."""
    hex_first: Collection[str] = ()
    """Orders that name a hex and then units."""
    hex_last: Collection[str] = ()
    """Orders that name units and then a hex."""

    def heard(self, board: Board, units: Collection[str], line: str) -> str:
        """An order as the game writes it; what is not understood stays as it is."""
        words = said_words(line)
        if not words:
            return line
        verb, said = self._verb(words)
        if len(said) > 1:
            verb = self.with_units.get(verb, verb)
        meant = [verb, *said]
        if verb in self.hex_first or verb in self.hex_last:
            meant = [verb, *_arranged(board, units, said, hex_first=verb in self.hex_first)]
        return line if meant == words else shlex.join(meant)

    def _verb(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        both = "-".join(words[:2]).lower()
        if len(words) > 1 and (both in self.known or both in self.verbs):
            return self.verbs.get(both, both), words[2:]
        spoken = words[0].lower()
        return self.verbs.get(spoken, spoken), words[1:]


def said_words(line: str) -> list[str]:
    """The words of an order; none if it is JSON, or cannot be taken apart."""
    if line.lstrip().startswith("{"):
        return []
    try:
        return shlex.split(line)
    except ValueError:
        return []


def _arranged(board: Board, units: Collection[str], said: Sequence[str], *, hex_first: bool) -> Sequence[str]:
    """Units, joined by commas, and the hex in the order in which they are written."""
    telling = [word for word in said if word in units or word.lower() not in FILLERS]
    if any("," in word and any(part in board for part in word.split(",")) for word in telling):
        return said  # hexes on the way
    labels = {word: _label(board, word) for word in telling if word not in units}
    hexes = [labels[word] for word in telling if labels.get(word)]
    others = [word.strip(",") for word in telling if not labels.get(word)]
    if len(hexes) != 1 or not others:
        return said
    named = ",".join(others)
    return [hexes[0], named] if hex_first else [named, hexes[0]]


def _label(board: Board, word: str) -> str:
    """A hex by its number, or by the name of the only place that is called so."""
    if word in board:
        return word
    named = {place.node for place in board.places if spelled(place.name) == spelled(word)}
    return board.label(named.pop()) if len(named) == 1 else ""
