"""What each side means to do when a scenario begins, as history had it: where it attacks, who is where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from hexfront.games.western_front.scenarios.front_lines import front_of, nodes
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE

# Where each side has massed its guns: what it is about to attack from, or expects to be attacked in.
OFFENSIVES: Mapping[str, Mapping[str, str]] = {
    "second-ypres-and-artois": {CENTRAL_POWERS: "1005", ENTENTE: "0909"},
    "verdun": {CENTRAL_POWERS: "2114", ENTENTE: "1915"},
    "somme": {CENTRAL_POWERS: "1011", ENTENTE: "0911"},
    "nivelle-offensive": {CENTRAL_POWERS: "1413", ENTENTE: "1414"},
    "western-front-1918": {CENTRAL_POWERS: "1212", ENTENTE: "1112"},
}
# The order of the armies along the front, from the sea to Switzerland; those not named follow in the middle.
ARMIES: Mapping[str, tuple[str, ...]] = {
    "ge": ("4", "6", "17", "2", "18", "1", "7", "3", "5", "strnz", "19", "fkhsn", "gaede"),
    "fr": ("8", "10", "2", "6", "5", "4", "3", "9", "1", "7"),
    "gb": ("2", "1", "3", "4", "5"),
}


def place_in_line(nation: str, name: str) -> int:
    """Where along the front the army of a headquarters stands."""
    armies, number = ARMIES.get(nation, ()), name.rpartition("-")[2]
    return armies.index(number) if number in armies else len(armies) // 2


def from_offensive(setting: WesternFrontSetting, side: str) -> Sequence[int]:
    """Of every hex, how far it is from where a side masses its guns."""
    listed = setting.orders.scenarios[setting.scenario]
    named = OFFENSIVES.get(listed.scenario, {}).get(side, "")
    goals = nodes(setting, [named]) or along_front(setting, side)[:1]
    return setting.hexes_from(frozenset(goals))


@lru_cache(maxsize=32)
def along_front(setting: WesternFrontSetting, side: str) -> tuple[int, ...]:
    """The front line hexes of a side from the sea to Switzerland: the German line is printed in that order,
    and that of the Entente follows it."""
    front = front_of(setting)
    german = nodes(setting, front.german)
    if side == CENTRAL_POWERS:
        return tuple(german)
    places = {node: number for number, node in enumerate(german)}

    def rank(node: int) -> tuple[float, int]:
        beside = [places[near] for near in setting.board.adjacent[node] if near in places]
        return (sum(beside) / len(beside) if beside else len(german), node)

    return tuple(sorted(nodes(setting, front.entente), key=rank))
