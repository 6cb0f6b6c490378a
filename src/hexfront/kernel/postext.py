"""Position text: any position as a short readable file.

One statement a line: a word that says what it is, then words and ``key=value`` pairs. ``#`` begins a
remark. The kernel understands the head and the board; everything else is the title's::

    title my-title
    scenario first
    seed 7
    dice 4 2                      # what the next dice will show
    premise combat 4/3            # what the next look at a table gives, instead of dice
    sandbox no-end no-arrivals    # parts of the scenario that are left away; alone, all of them
    task "Take the fort."         # a puzzle: see `hexfront.kernel.puzzles`
    solve red within=3
    goal take 0203
    board corner=0101 shifted=odd # a tiny board drawn in place; without it, the title's own
    | . . w .
    | . h - .
    hex 0102 elevation=2
    side 0101-0201 river rail=double
    area reserve Reserve
    place 0203 Fort kinds=fortress
    region "friendly-edge red" 0101 0102
    turn 3
    unit red a 0304 strength=3 hidden
    then red pick a               # answers given since: what is asked now comes after them

In the drawing each sign is a hex, ``-`` is no hex; the rows are the hex rows, the columns the hex
columns, whatever their stagger. Signs are the title's.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.kernel.actions import Premise
from hexfront.kernel.board import (
    AreaRow,
    Board,
    BoardRows,
    HexRow,
    PlaceRow,
    RegionRow,
    Sheet,
    SideRow,
)
from hexfront.kernel.datafiles import MOST_FAULTS, Faults, meant, plain
from hexfront.kernel.errors import DataError, Malformed
from hexfront.kernel.grid import Cell, Grid
from hexfront.kernel.puzzles import Puzzle, goal_of

FILE = "position"
THEN = "then"
GREATEST_SEED = 2**63 - 1
MOST_FACES, MOST_TURNS, MOST_GOALS = 1000, 10_000, 50
_BARE_WORDS = (
    "title",
    "scenario",
    "seed",
    "dice",
    "premise",
)  # lines that hold nothing of the form name=value
_BOARD_WORDS = ("board", "|", "hex", "side", "area", "place", "region")
_HEAD_WORDS = (
    *("title", "scenario", "option", "seed", "dice", "premise", "sandbox"),
    *("task", "solve", "goal"),
)
_NO_HEX = "-"
# What each statement may say as key=value; a hexside names networks instead.
_ATTRIBUTES = {
    "board": ("corner", "shifted"),
    "hex": ("terrain", "country", "elevation", "features"),
    "area": ("country",),
    "place": ("kinds",),
    "region": (),
}


class Statement(msgspec.Struct, frozen=True):
    """One line of a position text."""

    line: int
    keyword: str
    words: tuple[str, ...] = ()
    attributes: Mapping[str, str] = {}

    def text(self) -> str:
        pairs = [f"{key}={_quoted(value)}" for key, value in self.attributes.items()]
        return " ".join([self.keyword, *map(_quoted, self.words), *pairs])


class PositionText:
    """A position as statements; head and board are understood, the rest is kept for the title."""

    def __init__(self, title: str = "", scenario: str = "") -> None:
        self.title = title
        self.scenario = scenario
        self.options: dict[str, str] = {}
        self.seed = 0
        self.dice: tuple[int, ...] = ()
        self.premises: tuple[Premise, ...] = ()
        self.sandbox: tuple[str, ...] | None = None  # None: as printed; empty: nothing of the scenario
        self.puzzle = Puzzle()
        self.lines: dict[object, int] = {}  # where words of the head stand, for faults
        self.board: list[Statement] = []
        self.statements: list[Statement] = []
        self.then: list[Statement] = []

    def add(self, keyword: str, *words: object, **attributes: object) -> None:
        """Append a statement of the title's. Attributes that are None are left out."""
        kept = {key: str(value) for key, value in attributes.items() if value is not None}
        self.statements.append(Statement(0, keyword, tuple(str(word) for word in words), kept))

    def of(self, keyword: str) -> list[Statement]:
        """The statements beginning with a word."""
        return [statement for statement in self.statements if statement.keyword == keyword]

    def text(self) -> str:
        """The text, to be read again by `parse`."""
        head = [f"title {self.title}"]
        if self.scenario:
            head.append(f"scenario {self.scenario}")
        head += [f"option {name}={_quoted(value)}" for name, value in self.options.items()]
        head.append(f"seed {self.seed}")
        if self.dice:
            head.append("dice " + " ".join(map(str, self.dice)))
        head += [f"premise {each.table} {_quoted(each.result)}" for each in self.premises]
        if self.sandbox is not None:
            head.append(" ".join(("sandbox", *self.sandbox)))
        head += _puzzle_lines(self.puzzle)
        body = [statement.text() for statement in (*self.board, *self.statements)]
        answers = [f"{THEN} {' '.join(statement.words)}" for statement in self.then]
        return "\n".join((*head, *body, *answers)) + "\n"

    def answer(self, side: str, action: str) -> None:
        """Append an answer that a side gave after the position."""
        self.then.append(Statement(0, THEN, (side, action)))


def _puzzle_lines(puzzle: Puzzle) -> list[str]:
    lines = [Statement(0, "task", (puzzle.task,)).text()] if puzzle.task else []
    if puzzle.side:
        within = {"within": str(puzzle.turns)} if puzzle.turns else {}
        lines.append(Statement(0, "solve", (puzzle.side,), within).text())
    return [*lines, *(Statement(0, "goal", goal.words()).text() for goal in puzzle.goals)]


def parse(text: str) -> PositionText:
    """Understand a position text; DataError carries every line that cannot be read."""
    _check_text(text)
    faults = Faults()
    result = PositionText()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        statement = _statement(number, line, faults)
        if statement is None:
            continue
        if statement.keyword == THEN:
            result.then.append(statement)
        elif statement.keyword in _BOARD_WORDS:
            result.board.append(statement)
        elif not _read_head(result, statement, faults):
            result.statements.append(statement)
    if not result.title:
        faults.add(FILE, 1, 'no line "title NAME"')
    faults.raise_if_any()
    return result


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise Malformed(f"a position is read from a text, not from {text!r}")


_NOT_PLAIN = re.compile(
    r"""["'\\#]|[^\S \t\r\n]"""
)  # what makes a line more than words with blanks between them

_PAIR = re.compile(r"([a-z][\w-]*)=(.*)", re.DOTALL)


def _statement(number: int, line: str, faults: Faults) -> Statement | None:
    if line.startswith(f"{THEN} "):
        side, _, action = line.removeprefix(f"{THEN} ").strip().partition(" ")
        return Statement(number, THEN, (side, action.strip()))
    if line.startswith("|"):
        return Statement(number, "|", tuple(line[1:].split("#", maxsplit=1)[0].split()))
    try:
        tokens = shlex.split(line, comments=True) if _NOT_PLAIN.search(line) else line.split()
    except ValueError as wrong:
        faults.add(FILE, number, f"cannot be read: {wrong}")
        return None
    words: list[str] = []
    attributes: dict[str, str] = {}
    for token in tokens[1:]:
        if "=" in token and (pair := _PAIR.fullmatch(token)):
            attributes[pair[1]] = pair[2]
        else:
            words.append(token)
    return Statement(number, tokens[0], tuple(words), attributes)


def _is_number(word: str, most: int) -> bool:
    """Whether a word is a whole number that is not too large: numbers of any length are costly to read."""
    return word.isdecimal() and len(word) <= len(str(most)) and int(word) <= most


def _read_head(result: PositionText, statement: Statement, faults: Faults) -> bool:
    """Take a statement of the head; False if it belongs to the title."""
    if statement.attributes and statement.keyword in _BARE_WORDS:
        name = next(iter(statement.attributes))
        faults.add(FILE, statement.line, f'"{statement.keyword}" has no {name}=')
        return True
    match statement.keyword, statement.words:
        case "title", (name,):
            result.title = name
        case "scenario", (name,):
            result.scenario = name
        case "option", ():
            result.options.update(statement.attributes)
        case "seed", (value,) if _is_number(value.removeprefix("-"), GREATEST_SEED):
            result.seed = int(value)
            result.lines["seed"] = statement.line
        case "dice", values if all(_is_number(value, MOST_FACES) for value in values):
            result.dice = tuple(int(value) for value in values)
        case "premise", (table, *words) if words:
            premise = Premise(table, " ".join(words))
            result.premises = (*result.premises, premise)
            result.lines[premise] = statement.line
        case "sandbox", parts if not statement.attributes:
            result.sandbox = parts
            result.lines["sandbox"] = statement.line
        case "task", words if words:
            result.puzzle = msgspec.structs.replace(result.puzzle, task=" ".join(words))
        case "solve", (side,) if _is_number(turns := statement.attributes.get("within", "0"), MOST_TURNS):
            result.puzzle = msgspec.structs.replace(result.puzzle, side=side, turns=int(turns))
            result.lines["solve"] = statement.line
        case "goal", words if len(result.puzzle.goals) < MOST_GOALS and (goal := goal_of(words)):
            result.puzzle = msgspec.structs.replace(result.puzzle, goals=(*result.puzzle.goals, goal))
            result.lines[goal] = statement.line
        case word, _ if word in _HEAD_WORDS:
            faults.add(FILE, statement.line, f'"{word}" is not written like this: {statement.text()}')
        case _:
            return False
    return True


def drawn_board(
    text: PositionText,
    sheet: Sheet,
    glyphs: Mapping[str, str],
    side_glyphs: Mapping[str, str],
    said: Mapping[str, str] | None = None,
) -> Board | None:
    """The board drawn in a position text, or None if it has none.

    ``sheet`` lends vocabulary, networks and numbering. ``glyphs`` are the signs for hex terrain;
    ``side_glyphs`` those for hexside terrain, where of the signs on both sides of a hexside the word
    standing later in the vocabulary counts. ``said`` are other words for those of the vocabulary. DataError
    carries every fault with its line.
    """
    if not text.board:
        return None
    faults = Faults()
    drawing = _Drawing(sheet, glyphs, side_glyphs, faults, said or {})
    for statement in text.board:
        drawing.read(statement)
    faults.raise_if_any()
    rows = drawing.rows()
    board = Board(rows, faults, lambda _table: FILE)
    faults.raise_if_any()
    return board


class _Drawing:
    """Collects the statements of a drawn board."""

    def __init__(
        self,
        sheet: Sheet,
        glyphs: Mapping[str, str],
        side_glyphs: Mapping[str, str],
        faults: Faults,
        said: Mapping[str, str],
    ) -> None:
        self.sheet = sheet
        self.said = said
        self.glyphs = glyphs
        self.side_glyphs = side_glyphs
        self.faults = faults
        self.corner = "0101" if sheet.maps[0].numbering == "CCRR" else "01.01"
        self.shifted = sheet.maps[0].shifted
        self.lines: list[Statement] = []
        self.hexes: dict[str, Statement] = {}
        self.sides: list[Statement] = []
        self.areas: list[Statement] = []
        self.places: list[Statement] = []
        self.regions: list[Statement] = []

    def read(self, statement: Statement) -> None:
        allowed = _ATTRIBUTES.get(statement.keyword)
        if allowed is not None:
            for name in statement.attributes:
                if name not in allowed:
                    self.faults.unknown(FILE, statement.line, "attribute", name, allowed)
        match statement.keyword:
            case "board":
                self.corner = statement.attributes.get("corner", self.corner)
                parity = statement.attributes.get("shifted", self.shifted).lower()
                if parity in ("even", "odd"):
                    self.shifted = "even" if parity == "even" else "odd"
                else:
                    self.faults.unknown(FILE, statement.line, "parity", parity, ("even", "odd"))
            case "|":
                self.lines.append(statement)
            case "hex" if len(statement.words) == 1:
                self.hexes[statement.words[0]] = statement
            case "side" if statement.words and statement.words[0].count("-") == 1:
                self.sides.append(statement)
            case "area" if statement.words:
                self.areas.append(statement)
            case "place" if len(statement.words) == 2:
                self.places.append(statement)
            case "region" if len(statement.words) >= 2:
                self.regions.append(statement)
            case word:
                self.faults.add(
                    FILE, statement.line, f'"{word}" is not written like this: {statement.text()}'
                )

    def rows(self) -> BoardRows:
        own = self.sheet.maps[0]
        whole = Grid(own.name, (0, 99), (0, 99), self.shifted, own.numbering)
        corner = whole.cell(self.corner)
        if corner is None or not self.lines:
            what = f'"{self.corner}" is not a hex number' if corner is None else "the board has no rows"
            self.faults.add(FILE, self.lines[0].line if self.lines else 1, what)
            raise DataError(self.faults.found)
        width = max(len(line.words) for line in self.lines)
        last = Cell(corner.column + width - 1, corner.row + len(self.lines) - 1)
        if last not in whole:
            self.faults.add(FILE, self.lines[0].line, "the board is too large for two-figure hex numbers")
            raise DataError(self.faults.found)
        grid = Grid(
            own.name, (corner.column, last.column), (corner.row, last.row), self.shifted, own.numbering
        )
        signs = {
            grid.number(Cell(corner.column + across, corner.row + down)): (sign, line.line)
            for down, line in enumerate(self.lines)
            for across, sign in enumerate(line.words)
            if sign != _NO_HEX
        }
        for number, told in self.hexes.items():
            if number not in signs:
                self.faults.add(FILE, told.line, f'"{number}" is not on the board')
        countries = self.sheet.vocabulary.countries
        return BoardRows(
            sheet=msgspec.structs.replace(self.sheet, name="drawn", maps=(grid,)),
            hexes=[self._hex(number, sign, line) for number, (sign, line) in signs.items()],
            sides=list(self._all_sides(grid, signs)),
            places=[
                PlaceRow(each.words[0], each.words[1], self._kinds(each), line=each.line)
                for each in self.places
            ],
            regions=[RegionRow(each.words[0], each.words[1:], line=each.line) for each in self.regions],
            areas=[
                AreaRow(
                    each.words[0],
                    " ".join(each.words[1:]),
                    each.attributes.get("country", countries[0] if countries else ""),
                    line=each.line,
                )
                for each in self.areas
            ],
        )

    def _meant(self, said: str, known: Collection[str]) -> str:
        """The word of a vocabulary that is written like this, or that another word of the title means."""
        word = meant(said, known)
        other = self.said.get(plain(word), "") if word not in known else ""
        return other if other and other in known else word

    def _kinds(self, place: Statement) -> tuple[str, ...]:
        known = self.sheet.vocabulary.place_kinds
        return tuple(self._meant(kind, known) for kind in _listed(place.attributes.get("kinds")))

    def _hex(self, number: str, sign: str, line: int) -> HexRow:
        words = self.sheet.vocabulary
        if sign not in self.glyphs and sign not in self.side_glyphs:
            self.faults.unknown(FILE, line, "sign", sign, (*self.glyphs, *self.side_glyphs))
        first = words.hex_terrain[0] if words.hex_terrain else ""
        row = HexRow(
            number, self.glyphs.get(sign, first), words.countries[0] if words.countries else "", line=line
        )
        told = self.hexes.get(number)
        if told is None:
            return row
        changes: dict[str, Any] = _kept(told, "terrain", "country")
        vocabularies = {"terrain": (*words.hex_terrain, *words.side_terrain), "country": words.countries}
        changes = {name: self._meant(said, vocabularies[name]) for name, said in changes.items()}
        terrain = changes.get("terrain", first)
        if terrain in words.side_terrain and terrain not in words.hex_terrain:
            hint = f"side {number}-HEX {terrain}, or a sign in its row"
            self.faults.add(FILE, told.line, f'terrain "{terrain}" lies on hexsides', hint)
            del changes["terrain"]
        if "elevation" in told.attributes:
            changes["elevation"] = _number(told, "elevation", self.faults)
        if "features" in told.attributes:
            known = words.hex_features
            listed = _listed(told.attributes["features"])
            changes["features"] = tuple(self._meant(said, known) for said in listed)
        return msgspec.structs.replace(row, line=told.line, **changes)

    def _all_sides(self, grid: Grid, signs: Mapping[str, tuple[str, int]]) -> Iterable[SideRow]:
        told = {tuple(sorted(each.words[0].split("-"))): each for each in self.sides}
        for number in signs:
            cell = grid.cell(number)
            assert cell is not None
            for other in map(grid.number, grid.neighbours(cell)):
                if number < other and other in signs:
                    pair = (number, other)
                    terrain = self._side_terrain(signs[number][0], signs[other][0])
                    yield self._side(pair, terrain, told.pop(pair, None))
        for (a, b), statement in told.items():
            yield self._side((a, b), self._side_terrain("", ""), statement)

    def _side_terrain(self, here: str, there: str) -> str:
        order = self.sheet.vocabulary.side_terrain
        if not order:
            return ""
        words = [self.side_glyphs[sign] for sign in (here, there) if sign in self.side_glyphs]
        plain = self.side_glyphs.get(".", order[0])
        return max(words, key=order.index) if words else plain

    def _side(self, pair: tuple[str, str], terrain: str, told: Statement | None) -> SideRow:
        """A hexside as drawn, changed by its own statement: terrain and features in any order."""
        if told is None:
            return SideRow(*pair, terrain)
        words = self.sheet.vocabulary
        features = []
        attributes = dict(told.attributes)
        known = (*words.side_terrain, *words.side_features)
        for said in _joined(told.words[1:], known):
            word = self._meant(said, known)
            network, is_network, kind = self.said.get(plain(word), "").partition("=")
            if is_network and word not in known:
                attributes.setdefault(network, kind)
                continue
            if word in words.side_features:
                features.append(word)
            elif word in words.side_terrain:
                terrain = word
            else:
                self.faults.unknown(FILE, told.line, "hexside word", word, known)
        networks = {
            name: meant(kind, self.sheet.networks[name])
            for name, kind in attributes.items()
            if name in self.sheet.networks
        }
        for name in attributes.keys() - networks.keys():
            self.faults.unknown(FILE, told.line, "network", name, self.sheet.networks)
        return SideRow(*pair, terrain, tuple(features), networks=networks, line=told.line)


def _joined(said: Sequence[str], known: Collection[str]) -> Iterator[str]:
    """Words as they are said; several that make a known one together, such as ``major river``, are one."""
    rest = [*said]
    while rest:
        together = (
            count for count in range(len(rest), 1, -1) if meant(" ".join(rest[:count]), known) in known
        )
        count = next(together, 1)
        yield " ".join(rest[:count])
        del rest[:count]


def _kept(statement: Statement, *names: str) -> dict[str, str]:
    return {name: statement.attributes[name] for name in names if name in statement.attributes}


def _listed(value: str | None) -> tuple[str, ...]:
    return tuple(value.split(",")) if value else ()


def _number(statement: Statement, name: str, faults: Faults) -> int | None:
    value = statement.attributes[name]
    if re.fullmatch(r"-?\d+", value):
        return int(value)
    faults.add(FILE, statement.line, f'{name} "{value}" is not a whole number')
    return None


def _quoted(word: str) -> str:
    return word if _PLAIN_WORD.fullmatch(word) else shlex.quote(word)


_PLAIN_WORD = re.compile(r"[^\s\"'#\\]+")


Reader = Callable[[Statement], None]


def read_statements(text: PositionText, readers: Mapping[str, Reader], faults: Faults) -> None:
    """Give each statement of a title to the reader for its first word; unknown words are faults.

    When there are many faults, the rest is not read.
    A reader may raise ValueError or LookupError with a sentence; it becomes a fault of that line.
    """
    for statement in text.statements:
        if len(faults.found) >= MOST_FAULTS:
            return
        reader = readers.get(statement.keyword)
        if reader is None:
            faults.unknown(FILE, statement.line, "statement", statement.keyword, readers)
            continue
        try:
            reader(statement)
        except (ValueError, LookupError) as wrong:
            faults.add(FILE, statement.line, str(wrong.args[0]) if wrong.args else str(wrong))
