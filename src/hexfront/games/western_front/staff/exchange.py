"""What a combat is likely to cost both sides, quickly: expected losses from the combat results table.

The staff weighs hundreds of attacks in a phase. Here the table is read for mean values only; before an attack
is ordered, its exact odds are taken from `prospects`.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hexfront.games.western_front.setting import WesternFrontSetting

FACES = range(1, 7)


class Exchange(msgspec.Struct, frozen=True):
    """Expected losses in strength points, and how likely the defender is driven out."""

    defender: float
    attacker: float
    taken: float


@lru_cache(maxsize=200_000)
def losses(setting: WesternFrontSetting, year: int, strength: int, modifier: int) -> tuple[int, ...]:
    """The loss for each face of the die."""
    return tuple(
        setting.tables.combat_result(year, strength, face + modifier) if strength > 0 else 0 for face in FACES
    )


@lru_cache(maxsize=200_000)
def exchange(
    setting: WesternFrontSetting,
    year: int,
    *,
    attack: int,
    attack_die: int,
    defense: int,
    fortress: int,
    answer_die: int,
    trench: bool = False,
) -> Exchange:
    """An attack with a strength on a hex, whose field units and fortress have these strengths.

    Field units that lose half must go, not out of trenches and not from a fortress; they lose a third less
    and answer with twice their strength instead of three times [14-3] [14-4] [14-13].
    """
    held = losses(setting, year, 3 * defense + 3 * fortress, answer_die)
    left = losses(setting, year, 2 * defense + 3 * fortress, answer_die)
    mean_held, mean_left = sum(held) / 6, sum(left) / 6
    lost = suffered = taken = 0.0
    everything = defense + fortress
    for loss in losses(setting, year, attack, attack_die):
        goes = defense > 0 and not trench and not fortress and 2 * loss >= defense
        if goes:
            lost += min(everything, round(loss * 2 / 3))
            suffered += mean_left
            taken += 1
        else:
            lost += min(everything, loss)
            suffered += mean_held
            taken += loss >= everything
    return Exchange(lost / 6, suffered / 6, taken / 6)
