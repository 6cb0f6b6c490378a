"""A part of the map in plain characters, for terminals.

Hexes are flat-topped and staggered as on the board. Inside a hex stand its number with a sign for the
terrain, then up to two lines of what lies there::

     ______
    /2415 ^\\
   / 26 R   \\
   \\ 3 units/
    \\______/
"""

from __future__ import annotations

from collections.abc import Callable

from hexfront.kernel.board import Board

_ACROSS = 8  # characters from one column of hexes to the next
_DOWN = 4  # lines from one row to the next
_WIDE = 8  # characters that fit into the lines of a label


def text_map(
    board: Board,
    around: int,
    radius: int,
    stack_label: Callable[[int], str] = lambda _: "",
    terrain_sign: Callable[[int], str] = lambda _: "",
) -> str:
    """The hexes within ``radius`` of a node, drawn with characters.

    ``stack_label`` gives what is written in a hex, one or two lines of eight characters; ``terrain_sign``
    one character beside the number.
    """
    if board.is_area(around):
        label = stack_label(around)
        return board.name_of(around) + (f"\n{label}" if label else "")
    cells = {}
    for node in board.within(around, radius):
        found = board.cells[node]
        if found is not None:
            cells[node] = found
    first = min(cell.column for _, cell in cells.values())
    tops = {
        node: cell.row * _DOWN + (_DOWN // 2 if grid.is_low(cell.column) else 0)
        for node, (grid, cell) in cells.items()
    }
    highest = min(tops.values())
    canvas: dict[tuple[int, int], str] = {}

    def put(x: int, y: int, text: str) -> None:
        for at, letter in enumerate(text):
            canvas[x + at, y] = letter

    for node, (grid, cell) in cells.items():
        x, y = (cell.column - first) * _ACROSS, tops[node] - highest
        put(x + 2, y, "______")
        number = f"{grid.number(cell):<5}{terrain_sign(node)[:1]}"
        lines = [*stack_label(node).splitlines(), "", ""]
        put(x + 1, y + 1, f"/{number[:6]:<6}\\")
        put(x, y + 2, f"/{lines[0][:_WIDE]:^{_WIDE}}\\")
        put(x, y + 3, f"\\{lines[1][:_WIDE]:^{_WIDE}}/")
        put(x + 1, y + 4, "\\______/")
    wide = max(x for x, _ in canvas) + 1
    high = max(y for _, y in canvas) + 1
    rows = ("".join(canvas.get((x, y), " ") for x in range(wide)).rstrip() for y in range(high))
    return "\n".join(rows)
