"""Starting a game: from a scenario, or from a position text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from hexfront.kernel.datafiles import MOST_FAULTS, Faults, Overlay, read_toml, suggest
from hexfront.kernel.dice import KEYED
from hexfront.kernel.errors import DataError, Fault, HexfrontError, Malformed, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.position import P
from hexfront.kernel.postext import FILE, GREATEST_SEED, PositionText, drawn_board, parse
from hexfront.kernel.puzzles import ABOUT
from hexfront.kernel.records import Origin
from hexfront.kernel.title import Edition, Setting, Title, premise_fault


def check_options(title: Title, scenario: str, options: Mapping[str, str]) -> dict[str, str]:
    """A scenario's options with defaults filled in; Malformed names what is unknown."""
    names = [each.name for each in title.scenarios()]
    if scenario not in names and scenario not in {each.name for each in title.unreleased()}:
        hint = suggest(scenario, names) or ", ".join(names)
        raise Malformed(f'{title.name} has no scenario "{scenario}" ({hint})')
    known = {option.name: option for option in title.options(scenario)}
    for name, value in options.items():
        if name not in known:
            hint = suggest(name, known) or f"known: {', '.join(known) or 'none'}"
            raise Malformed(f'{title.name}/{scenario} has no option "{name}" ({hint})')
        if value not in known[name].values:
            raise Malformed(f'option "{name}" may be {", ".join(known[name].values)}; not "{value}"')
    return {name: options.get(name, option.values[0]) for name, option in known.items()}


def setting_of(
    title: Title, scenario: str, options: Mapping[str, str], overlays: tuple[Overlay, ...] = ()
) -> Setting:
    """A title's setting; the last few made without overlays are kept, as they never change."""
    found: Setting
    if overlays:
        with fitting(title, overlays):
            found = title.setting(scenario, options, overlays)
        return found
    key = (title.name, scenario, *sorted(options.items()))
    found = _kept.pop(key) if key in _kept else title.setting(scenario, options)
    _kept[key] = found
    while len(_kept) > MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    return found


@contextmanager
def fitting(title: Title, overlays: Sequence[Overlay]) -> Iterator[None]:
    """What somebody's own data makes fail is their fault: DataError says where, as far as that can be found.

    Each file may be sound, and lack a row that another, or a rule, counts on.
    """
    try:
        yield
    except HexfrontError:
        raise
    except Exception as wrong:
        if not overlays:
            raise
        try:
            title.check_data(overlays)
        except DataError:
            raise
        except Exception:  # noqa: BLE001 - then it is said without a place
            pass
        names = ", ".join(each.name for each in overlays)
        what = f"what it holds does not fit the rest of the data: {type(wrong).__name__} {wrong}"
        raise DataError([Fault(names, 0, what)]) from wrong


POSITIONS = "positions"  # the folder of an overlay with scenarios made of positions
MOST_KEPT = 6
_kept: dict[tuple[object, ...], Setting] = {}


def check_seed(seed: object) -> None:
    """Malformed unless a seed is a whole number that a save and a position text can hold."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise Malformed(f"a seed is a whole number, not {seed!r}")
    if abs(seed) > GREATEST_SEED:
        raise Malformed(f"a seed lies between -{GREATEST_SEED} and {GREATEST_SEED}")


def strange_files(title: Edition, overlays: Sequence[Overlay]) -> Iterator[str]:
    """What is said of files that overlays lay over nothing: a name may be misspelt."""
    own = title.data.names()
    for overlay in overlays:
        for name in overlay.files:
            if name not in own and not is_position(name):
                hint = suggest(name, own)
                yield f"{overlay.name}/{name} replaces no file" + (f" ({hint})" if hint else "")


def new_game(
    title: Title,
    scenario: str,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    overlays: Sequence[Overlay] = (),
) -> Game:
    """A fresh game of a scenario: one of the title's, or one that an overlay brings as a position."""
    check_seed(seed)
    made = scenario_in(overlays, scenario)
    if made is not None:
        text = parse(made.position)
        if text.title != title.name:
            raise Malformed(f'the scenario "{scenario}" is one of {text.title}, not of {title.name}')
        text.seed = seed
        text.options.update(options or {})
        return game_from_text(title, text, _without_positions(overlays))
    chosen = check_options(title, scenario, options or {})
    setting = setting_of(title, scenario, chosen, tuple(overlays))
    origin = origin_of(title, setting, seed, overlays)
    with fitting(title, overlays):
        game = Game(title, setting, title.set_up(setting, seed), origin)
        for side in title.sides if overlays else ():
            game.report(side)  # much of what is shown of a game is looked up, too
    game.notices.extend(strange_files(title, overlays))
    return game


class PositionScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that somebody made of a position: ``positions/NAME.toml`` of an overlay."""

    provenance: str
    about: str
    caption: str
    position: str  # its text
    notes: str = ""


def scenario_in(overlays: Sequence[Overlay], name: str) -> PositionScenario | None:
    """The scenario of a name that an overlay brings; DataError if its file cannot be read."""
    file = f"{POSITIONS}/{name}.toml"
    overlay = next((each for each in reversed(overlays) if file in each.files), None)
    if overlay is None:
        return None
    faults = Faults()
    found = read_toml(overlay.files[file], f"{overlay.name}/{file}", PositionScenario, faults)
    faults.raise_if_any()
    return found


def _without_positions(overlays: Sequence[Overlay]) -> list[Overlay]:
    """Overlays as a game of theirs keeps them: where it began is its own, and may be secret."""
    left = [
        Overlay(each.name, {name: text for name, text in each.files.items() if not is_position(name)})
        for each in overlays
    ]
    return [each for each in left if each.files]


def is_position(name: str) -> bool:
    """Whether a file of an overlay is a scenario made of a position."""
    return name.startswith(f"{POSITIONS}/")


def game_from_text(title: Title, text: PositionText, overlays: Sequence[Overlay] = ()) -> Game:
    """A game that starts from a position text; DataError carries every fault with its line. What is illegal
    about the position is said in the notices, but does not forbid it."""
    scenario = text.scenario or title.scenarios()[0].name
    chosen = check_options(title, scenario, text.options)
    setting = setting_from_text(title, text, scenario, chosen, overlays)
    position = position_from_text(title, setting, text)
    check_puzzle(title, setting, text)
    assumed = list(title.assumed(position, text))
    game = Game(title, setting, position, origin_of(title, setting, text.seed, overlays, text.text()))
    for answer in text.then:
        side, action = answer.words
        try:
            game.play(game.read_action(action), side)
        except Refusal as refusal:
            raise DataError([Fault(FILE, answer.line, f"{side} cannot {action}: {refusal}")]) from refusal
    illegal = (str(finding) for finding in game.position.status())
    game.notices.extend([*assumed, *strange_files(title, overlays), *illegal])
    return game


def setting_from_text(
    title: Title,
    text: PositionText,
    scenario: str,
    options: Mapping[str, str],
    overlays: Sequence[Overlay] = (),
) -> Setting:
    """The setting of a position text, its own because a text may add to it: pieces, board, sandbox."""
    usual = setting_of(title, scenario, options, tuple(overlays))
    board = drawn_board(text, usual.board.sheet, title.glyphs, title.side_glyphs, title.board_words)
    if board is None and text.sandbox is None:
        return usual.own()
    setting: Setting = title.setting(scenario, options, overlays, board)
    if text.sandbox is not None:
        faults = Faults()
        for part in text.sandbox:
            if part not in title.sandbox:
                faults.unknown(FILE, text.lines.get("sandbox", 1), "part of a sandbox", part, title.sandbox)
        if not title.sandbox:
            faults.add(FILE, text.lines.get("sandbox", 1), f"{title.name} has no sandbox")
        faults.raise_if_any()
        setting.open_up(text.sandbox or title.sandbox)
    return setting


def position_from_text(title: Title[P], setting: Setting, text: PositionText) -> P:
    """The position of a text, with the dice and premises of its head; DataError carries every fault."""
    position = title.read_position(setting, text)
    position.dice.fix(text.dice)
    faults = Faults()
    for premise in text.premises:
        if len(faults.found) < MOST_FAULTS and (wrong := premise_fault(premise, title.premises)):
            faults.add(FILE, text.lines.get(premise, 1), wrong)
    faults.raise_if_any()
    position.premises = text.premises
    return position


def check_puzzle(title: Title, setting: Setting, text: PositionText) -> None:
    """DataError unless the puzzle of a text, if it has one, is one that can be judged."""
    puzzle, faults = text.puzzle, Faults()
    if puzzle.side and puzzle.side not in title.sides:
        faults.unknown(FILE, text.lines.get("solve", 1), "side", puzzle.side, title.sides)
    for goal in puzzle.goals:
        line = text.lines.get(goal, 1)
        if not puzzle.side:
            faults.add(FILE, line, "a goal is somebody's", "say whose: solve SIDE")
        if ABOUT[goal.kind] == "hex" and goal.what not in setting.board:
            faults.add(FILE, line, f'"{goal.what}" is not on the board')
    faults.raise_if_any()


def origin_of(
    title: Title, setting: Setting, seed: int, overlays: Sequence[Overlay], start: str = ""
) -> Origin:
    """What a save must know to begin the game again."""
    data = setting.data_digest
    return Origin(
        title.name,
        setting.scenario,
        seed,
        setting.options,
        tuple(overlays),
        start,
        title.version,
        data,
        KEYED,
    )
