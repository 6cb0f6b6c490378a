"""Units that wait to be deployed, in lots of the same kind; how orders name them.

Units of a lot are of one nation, kind, size and value, and have the same strength left. Headquarters are each
a lot of its own: which army stands where matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND, Piece
from hexfront.games.western_front.scenarios.deployment import limits, stages
from hexfront.games.western_front.scenarios.deployment.placing import reserve_limit
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import ENTENTE, NATIONALITY
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Refusal
from hexfront.shared.words import natural

_ARMS = frozenset(
    {
        *("infantry", "artillery", "siege", "cavalry", "strengthened", "bicycle"),
        *("engineer", "tank", "marine", "mountain", "assault"),
    }
)
"""Words of a counter's colour that its kind says already; what is left is a contingent, such as Canadian."""


class Lot(msgspec.Struct, frozen=True):
    """Units alike: how orders call them, and who they are, in order of their names."""

    key: str
    units: tuple[Unit, ...]


def key_of(position: WesternFrontPosition, unit: Unit) -> str:
    """The kind of a unit, as orders write it: ``fr-inf-xx-6-4``; with what is left of it, ``...@5``."""
    piece = position.piece(unit)
    return unit.name if piece.headquarters else _key(position.setting, unit.piece, unit.strength)


@lru_cache(maxsize=1 << 14)
def _key(setting: WesternFrontSetting, name: str, strength: int) -> str:
    piece = setting.pieces[name]
    allowance = RAIL_BOUND.lower() if piece.rail_bound else str(piece.movement)
    parts = [piece.nation, *contingent(piece), piece.kind, piece.size, str(piece.strength), allowance]
    key = "-".join(filter(None, parts))
    whole = limits.listed_strengths(setting).get(name, strength)
    return key if strength == whole == piece.strength else f"{key}@{strength}"


def contingent(piece: Piece) -> list[str]:
    """What a counter's colour says of its nation besides its arm: Canadian, Indian, Colonial."""
    people = piece.colour.split("-")[1:]
    own = NATIONALITY.get(piece.nation, "").lower()
    return [word for word in people if word not in _ARMS and word not in own]


def lots(position: WesternFrontPosition, units: Sequence[Unit]) -> list[Lot]:
    """Units in lots, in the order of the lists: nation by nation, headquarters first."""
    found: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=lambda each: _rank(position, each)):
        found.setdefault(key_of(position, unit), []).append(unit)
    return [Lot(key, tuple(alike)) for key, alike in found.items()]


def _rank(
    position: WesternFrontPosition, unit: Unit
) -> tuple[str, bool, str, int, int, tuple[int, str], str]:
    piece = position.piece(unit)
    return (
        piece.nation,
        not piece.headquarters,
        piece.kind,
        -len(piece.size),
        -unit.strength,
        natural(piece.designation),
        unit.name,
    )


class Selection:
    """The units that the words of an order name: names, kinds, kinds with a number, and hexes if it may."""

    def __init__(self, position: WesternFrontPosition, side: str, rule: str) -> None:
        self.position, self.side, self.rule = position, side, rule

    def units(self, words: Sequence[str], *, hexes: bool = False) -> list[Unit]:
        """All that are named, each once; Refusal if a word names nobody."""
        if not words:
            raise Refusal(self.rule, "no unit is named")
        found: dict[str, Unit] = {}
        free: dict[str, list[Unit]] | None = None  # by kind, looked up for the first word that names no unit
        for word in words:
            named = self._by_name(word, hexes)
            if named is None:
                if free is None:
                    free = {lot.key: list(lot.units) for lot in lots(self.position, self._free())}
                named = self._by_kind(word, free)
            for unit in named:
                found[unit.name] = unit
        return list(found.values())

    def _free(self) -> list[Unit]:
        now = stages.stage(self.position)
        free = stages.unplaced(self.position, self.side)
        if now is not None and now.what == stages.TROOPS:
            free += stages.held_back(self.position, self.side)
        return free

    def _by_name(self, word: str, hexes: bool) -> list[Unit] | None:
        """The unit of a name, or all in a hex; None for what must be a kind."""
        own = self.position.find(word)
        if (
            own is not None
            and self.position.side_of(own) == self.side
            and not limits.is_dead(own, self.position)
        ):
            return [own]
        board = self.position.setting.board
        if hexes and word in board:
            here = self.position.units_at(board[word])
            taken = [unit for unit in here if not stages.is_fixed(self.position, unit)]
            if not taken:
                raise Refusal(self.rule, f"nobody in {word} can be taken back")
            return [unit for unit in taken if self.position.side_of(unit) == self.side]
        return None

    def _by_kind(self, word: str, free: dict[str, list[Unit]]) -> list[Unit]:
        """Units of a kind, all or a number, which are free no more."""
        key, _, number = word.partition(":")
        if key not in free or (number and not number.isdecimal()):
            hint = suggest(key, [*free, *self.position.waiting])
            raise Refusal(self.rule, f'there is no unit or kind "{word}" to deploy {hint}'.strip())
        wanted = int(number) if number else len(free[key])
        if wanted > len(free[key]):
            raise Refusal(self.rule, f"there are not so many of {key}", len(free[key]), wanted)
        taken, free[key] = free[key][:wanted], free[key][wanted:]
        return taken


def holds_back(position: WesternFrontPosition, side: str) -> bool:
    """[WF 14 set-up] Whether a side may hold anybody back."""
    return side == ENTENTE and reserve_limit(position.setting) > 0


def may_be_held_back(piece: Piece) -> bool:
    """[WF 14 set-up] Divisions and brigades of infantry and cavalry (decision WF-R153)."""
    return piece.side == ENTENTE and piece.halves > 0 and (piece.infantry or piece.cavalry)
