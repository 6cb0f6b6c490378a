"""What can be laid over a map: named layers, and the forms that layers of every title take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic

from hexfront.drawing import Highlight, Overlay, Zone
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.position import P

Draw = Callable[[P, str], list[Overlay]]
"""Makes a layer of a position, as far as a viewer may know it."""


class Layers(Generic[P]):
    """The layers of a title, by name: what each shows, and how it is made."""

    def __init__(self, made: Mapping[str, tuple[str, Draw[P]]]) -> None:
        self.meanings = {name: meaning for name, (meaning, _) in made.items()}
        self._made = {name: draw for name, (_, draw) in made.items()}

    def draw(self, position: P, viewer: str, names: Iterable[str]) -> list[Overlay]:
        """Some layers, one over the other; Malformed names what is unknown."""
        names = [*names]
        for name in names:
            if name not in self._made:
                hint = suggest(name, self._made) or f"known: {', '.join(self._made)}"
                raise Malformed(f'there is no layer "{name}" ({hint})')
        return [part for name in names for part in self._made[name](position, viewer)]


def zones(nodes: Mapping[str, Iterable[int]], colours: Mapping[str, str]) -> list[Overlay]:
    """The ground of each side, hatched in its colour; that of the last side the other way, to show both."""
    last = [*colours][-1]
    return [Zone(tuple(found), colours[side], falling=side == last) for side, found in nodes.items()]


def counted_nodes(counts: Sequence[int]) -> list[int]:
    """The nodes with a count, as of units that control them."""
    return [node for node, count in enumerate(counts) if count]


def graded(amounts: Mapping[int, int], scale: Sequence[tuple[int, str]], most: str) -> list[Overlay]:
    """An amount in each hex, coloured by the step of the scale it reaches; ``most`` is beyond the last."""
    return [
        Highlight(node, str(amount), next((colour for upto, colour in scale if amount <= upto), most))
        for node, amount in sorted(amounts.items())
    ]
