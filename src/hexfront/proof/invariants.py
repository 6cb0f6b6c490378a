"""What must hold at every decision of every game of every title.

Each check raises `Broken` with the name of the invariant and what was seen. None of them changes the game
it is given: that is itself an invariant, watched by whoever calls them.
"""

from __future__ import annotations

import contextlib
import random
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import msgspec

from hexfront.kernel import save as saves
from hexfront.kernel.actions import Action, as_words, tag_of
from hexfront.kernel.decisions import Matter
from hexfront.kernel.errors import Malformed, Refusal, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.letters import letter_of
from hexfront.kernel.mail import mail_in_bytes, mail_text, reply_text
from hexfront.kernel.memo import Memo
from hexfront.kernel.paths import ZonedWays
from hexfront.kernel.position import Position
from hexfront.kernel.postext import parse
from hexfront.kernel.records import Entry
from hexfront.kernel.start import game_from_text
from hexfront.kernel.title import OBSERVER, REFEREE, Title

MOST_LISTED = 40  # of long lists of choices, so many are looked at


class Broken(Exception):
    """An invariant does not hold."""

    def __init__(self, invariant: str, what: str) -> None:
        self.invariant = invariant
        self.what = what
        super().__init__(f"{invariant}: {what}")


class Offer:
    """What a game offers: who is asked what, with every choice, and what everybody sees.

    What everybody sees follows from the position, so that it is looked at only where positions differ. An
    offer that is ``kept`` while the game goes on has its own copy of the position, and knows the fingerprint
    that was taken when the game came there: what is changed in place, which no copy shows, shows in it.
    """

    def __init__(self, game: Game, kept: bool = False) -> None:
        self.title = game.title
        self.position = game.position.copy() if kept else game.position
        self.digest = ""
        if kept:
            self.digest = (game.journal and game.journal[-1].digest) or self.position.digest()
        self.outcome = game.outcome
        self.told = len(game.events)
        self.asked = [
            (each.side, each.kind, each.prompt, each.rule, each.about, [*each.choices()])
            for each in game.decisions
        ]

    def with_dice_of(self, other: Offer) -> Position:
        """The position with the dice of another, which nobody sees."""
        fresh: Position = self.position.copy()
        fresh.dice = other.position.dice.copy()
        return fresh

    @cached_property
    def views(self) -> dict[str, Any]:
        return {viewer: self.title.view(self.position, viewer) for viewer in viewers(self.title)}

    def difference(self, other: Offer, but_dice: bool = False) -> str:
        """In what another offer differs from this one; empty if in nothing.

        ``but_dice`` is for a position that was written down and set up anew: its dice and the order of its
        tables are its own.
        """
        if self.outcome != other.outcome:
            return f"the outcome is {other.outcome!r}, not {self.outcome!r}"
        if self.asked != other.asked:
            return f"it asks {_asked(other.asked)}, not {_asked(self.asked)}"
        if _alike(self.position, other.position):
            return "" if but_dice else _reordered(self.position, other.position)
        if but_dice and _alike(self.position, other.with_dice_of(self)):
            return ""  # in all that is seen, too
        for viewer, view in self.views.items():
            if view != other.views[viewer]:
                return f"{viewer} sees another position: {first_difference(view, other.views[viewer])}"
        if but_dice:
            return ""
        return f"the digest is {other.position.digest()}, not {self.position.digest()}"

    def changed(self, other: Offer) -> str:
        """In what another offer, made later of what should be the same, differs from one that was kept.

        What was changed in place in the meantime has changed in both, and shows in the fingerprint alone.
        """
        if what := self.difference(other):
            return what
        now = other.position.digest()
        return "" if now == self.digest else f"the digest is {now}, not {self.digest}"


def _alike(one: Position, other: Position) -> bool:
    """Whether two positions are the same. Copies share what has not changed, so that it is seen at once."""
    return bool(one == other) or one.digest() == other.digest()


def _reordered(one: Position, other: Position) -> str:
    """Which table of a position lists the same in another order; empty if none does.

    Choices are listed in the order of such tables, and players by lot go by it.
    """
    for name in one.__struct_fields__:
        table, twin = getattr(one, name), getattr(other, name)
        if isinstance(table, dict) and [*table] != [*twin]:
            return f"{name} are in another order: {first_difference([*table], [*twin])}"
    return ""


def viewers(title: Title) -> tuple[str, ...]:
    return (*title.sides, OBSERVER, REFEREE)


def _asked(asked: Sequence[tuple[str, str, str, str, Matter | None, list[Action]]]) -> str:
    return "; ".join(
        f"{side} {kind} ({prompt}) about {about} among {', '.join(map(as_words, choices[:12]))}"
        for side, kind, prompt, _, about, choices in asked
    )


# Each decision


def legal_position(game: Game) -> None:
    """The position is legal by the title's own account."""
    findings = [str(finding) for finding in game.position.status()]
    if findings:
        raise Broken("legal position", "; ".join(findings))


def balanced(game: Game, before: Offer) -> None:
    """Nothing has vanished in the last step, and nothing has come from nowhere, by the title's own books."""
    told = game.events[before.told :]
    findings = [str(each) for each in game.title.balance(before.position, game.position, told)]
    if findings:
        raise Broken("balance", "; ".join(findings))


def matters_declared(game: Game) -> None:
    """Every question says what it is about, as plain data of a sort that the title declares."""
    declared = game.title.matters
    if declared is None:
        return
    for decision in game.decisions:
        about = decision.about
        if type(about) not in (get_args(declared) or (declared,)):
            raise Broken("matters", f"{decision!r} is about {about!r}, which the title does not declare")
        if msgspec.convert(msgspec.to_builtins(about), type(about)) != about:
            raise Broken("matters", f"{about!r} is not plain data")
        topic = game.topic(decision)
        strange = [label for label in topic.hexes if label not in game.position.setting.board]
        if topic.matter != tag_of(about) or strange:
            raise Broken("matters", f"{about!r} is shown as {topic!r}")


def restored(game: Game, offer: Offer) -> Game:
    """A game restored from its last station offers the same. Returns the restored one."""
    twin = game.branch()
    if what := offer.difference(Offer(twin)):
        raise Broken("restore", what)
    if twin.events != game.events or twin.journal != game.journal:
        raise Broken("restore", "the restored game has another past")
    return twin


def undone(twin: Game, before: Offer, entry: Entry) -> None:
    """A step can be taken back exactly if nobody has seen anything new; then all is as before.

    ``twin`` is a restored game that may be spoilt, with the step just played.
    """
    try:
        twin.undo()
    except Refusal:
        if not entry.seen:
            raise Broken("undo", f"{as_words(entry.action)} cannot be taken back") from None
        return
    if entry.seen:
        raise Broken("undo", f"{as_words(entry.action)} was taken back although {entry.seen}")
    if entry.rolls:
        raise Broken("undo", f"{as_words(entry.action)} was taken back although dice were thrown")
    if what := before.changed(Offer(twin)):
        raise Broken("undo", f"after taking back {as_words(entry.action)}, {what}")


def thrown_once(entry: Entry, before: set[str]) -> None:
    """No two dice of a game are thrown for the same thing, or they would always show the same.

    ``before`` has the labels of all dice thrown so far; those of this step are added to it.
    """
    for roll in entry.rolls:
        if roll.label in before:
            raise Broken("dice", f"thrown for twice: {roll.label}")
        before.add(roll.label)


def listed_accepted(game: Game, draw: random.Random) -> None:
    """Whatever is listed is legal, and nothing is listed twice."""
    for decision in game.decisions:
        listed = [*decision.choices()]
        if len(set(listed)) < len(listed):
            twice = next(action for action in listed if listed.count(action) > 1)
            raise Broken("listed actions", f"{as_words(twice)} is listed twice")
        for action in listed if len(listed) <= MOST_LISTED else draw.sample(listed, MOST_LISTED):
            if (refusal := game.check(action, decision.side)) is not None:
                raise Broken("listed actions", f"{as_words(action)} is listed but refused: {refusal}")
        if (again := game.read_action(as_words(one := draw.choice(listed)))) != one:
            raise Broken("listed actions", f"{one} reads back as {again}")
        default = decision.default()
        if default is not None and default not in decision.choices():
            raise Broken("listed actions", f"the default {as_words(default)} is not listed")


def unlisted_refused(game: Game, strangers: Iterable[Action]) -> None:
    """What is not listed is refused, and the refusal cites a rule."""
    for decision in game.decisions:
        for action in strangers:
            if action in decision.choices() or game.title.expand(game, action) is not None:
                continue  # a compound order stands for listed actions
            refusal = game.check(action, decision.side)
            if refusal is None and game.title.expand(game, action) is not None:
                continue  # a compound order is not listed, but may be legal
            if refusal is None:
                raise Broken("unlisted actions", f"{as_words(action)} is not listed but accepted")
            if cites_nothing(refusal):
                raise Broken("unlisted actions", f"{as_words(action)} is refused without a rule: {refusal}")


def cites_nothing(refusal: Refusal) -> bool:
    """Whether a refusal fails to say which rule forbids what was asked.

    The first part of a compound order may end the game; what is left of it then breaks no rule.
    """
    over = refusal.reason.startswith("the game is over")
    return not refusal.rules and not over and not isinstance(refusal, Malformed)


def ends(game: Game, longest: int) -> None:
    """A game comes to its end."""
    if game.step >= longest:
        raise Broken("the game ends", f"it has not ended after {game.step} steps")


# The dearer ones


def derived_afresh(game: Game) -> None:
    """What is kept up to date step by step is what would be computed from scratch."""
    fresh = game.position.copy()
    fresh.derive()
    if what := different(beside(game.position), beside(fresh)):
        raise Broken("derived data", f"kept up to date, then computed afresh: {what}")


def beside(position: Position) -> dict[str, Any]:
    """What a position keeps beside its fields; those with an underscore are filled on demand."""
    return {
        name: value
        for name, value in position.__dict__.items()
        if name != "setting" and not name.startswith("_")
    }


def whole_order(game: Game, order: Action) -> None:
    """An order that is refused leaves everything as it was, and one that is played is listed or compound."""
    twin = game.branch()
    before = Offer(twin, kept=True)
    try:
        twin.play(order, twin.decision.side)
    except Refusal as refusal:
        if cites_nothing(refusal):
            raise Broken("whole orders", f"{as_words(order)} is refused without a rule: {refusal}") from None
        if what := before.changed(Offer(twin)):
            raise Broken("whole orders", f"{as_words(order)} was refused, and then {what}") from None
        return
    if order not in game.decision.choices() and game.title.expand(game, order) is None:
        raise Broken("whole orders", f"{as_words(order)} was played though not listed")


def chances_add_up(game: Game, action: Action) -> None:
    """Asking for odds gives chances that add up to one, or a refusal."""
    try:
        chances = game.odds(action)
    except Refusal:
        return
    total = sum(chance for _, chance in chances.items())
    if total != 1:
        raise Broken("odds", f"the chances of {as_words(action)} add up to {total}")


def choices_betray_nothing(game: Game) -> None:
    """At a station, a side is asked the same when all it may not know is taken away."""
    if game.station_step != game.step:
        return
    for decision in game.decisions:
        redacted = game.title.redact(game.position, decision.side)
        twin = Game(game.title, game.setting, redacted, game.origin)
        again = twin.decision_of(decision.side)
        if again is None or (again.kind, again.prompt) != (decision.kind, decision.prompt):
            raise Broken("choices betray nothing", f"without secrets {decision.side} is asked {again}")
        if again.about != decision.about:
            raise Broken("choices betray nothing", f"without secrets it is about {again.about}")
        if what := different([*decision.choices()], [*again.choices()]):
            raise Broken("choices betray nothing", f"{decision.side}'s choices depend on secrets: {what}")


def blind(game: Game, side: str) -> Game | None:
    """At a station, the game as a side knows it; None elsewhere."""
    if game.station_step != game.step:
        return None
    return Game(game.title, game.setting, game.title.redact(game.position, side), game.origin)


def nothing_learned(game: Game, known: Game) -> None:
    """After a step that can be taken back, a side knows no more than it could have worked out before.

    ``known`` is the game as the side knew it before the step.
    """
    entry = game.journal[-1]
    if entry.seen:
        return
    try:
        known.play(entry.action, entry.by)
    except Refusal as refusal:
        raise Broken(
            "undo", f"{as_words(entry.action)} tells a secret, for else it is refused: {refusal}"
        ) from None
    there, here = (game.title.view(each.position, entry.by) for each in (known, game))
    if what := different(there, here):
        raise Broken("undo", f"{as_words(entry.action)} can be taken back although it tells a secret: {what}")


def written_and_read(game: Game, offer: Offer) -> None:
    """At a station, a position text sets up the same position, its dice apart."""
    if game.station_step != game.step:
        return
    text = game.position_text().text()
    again = game_from_text(game.title, parse(text), game.origin.overlays)
    if what := offer.difference(Offer(again), but_dice=True):
        raise Broken("position text", what)


def saved_and_loaded(game: Game, offer: Offer, find_title: Callable[[str], Title]) -> None:
    """A saved game, loaded again, is the same game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.hexfront"
        saves.save(game, path)
        again = saves.load(path, find_title)
        again.digest_every = game.digest_every
    if again.notices:
        raise Broken("save and load", "; ".join(again.notices))
    if what := offer.difference(Offer(again)):
        raise Broken("save and load", what)
    if again.journal != game.journal or [*again.events] != [*game.events]:
        raise Broken("save and load", "the loaded game has another past")


def sent_and_opened(
    game: Game, find_title: Callable[[str], Title], draw: random.Random, since: int = 0
) -> None:
    """Whoever is asked is asked the same in the file sent to him, sees the same, and is answered there.

    The events before ``since`` have been sent before, and are not sent again.
    """
    for decision in game.decisions:
        side = decision.side
        copy = saves.from_text(mail_text(game, side, since=since), find_title)
        asked = copy.decision_of(side)
        if asked is None:
            raise Broken("mail", f"{side} is asked {decision!r}, and not in the file sent to him")
        if what := different(letter_of(decision), letter_of(asked)):
            raise Broken("mail", f"{side} is asked something else in the file sent to him: {what}")
        seen, sent = (game.title.view(each.position, side) for each in (game, copy))
        if msgspec.json.encode(seen) != msgspec.json.encode(sent) and (what := different(seen, sent)):
            raise Broken("mail", f"{side} sees something else in the file sent to him: {what}")
        answer = draw.choice([*asked.choices()])
        if what := different(game.face(decision, answer), copy.face(asked, answer)):
            raise Broken("mail", f"{as_words(answer)} looks otherwise in the file sent to {side}: {what}")
        if what := different(game.topic(decision), copy.topic(asked)):
            raise Broken("mail", f"a question looks otherwise in the file sent to {side}: {what}")
        with contextlib.suppress(Sealed):
            copy.play(answer, side)
        mail_in_bytes(game.branch(), reply_text(copy).encode())


def gone_back(game: Game, step: int) -> None:
    """Any earlier step can be reached again; by consent, with the dice stirred that were thrown since."""
    there = game.branch(step)
    told = game.journal[step - 1].told if step else game.told_before(0)
    recorded = game.journal[step - 1].digest if step else ""
    if recorded and there.position.digest() != recorded:
        raise Broken("going back", f"the position of step {step} is another than it was")
    past = game.journal.copy()
    past.cut(step)
    if there.journal != past or len(there.events) != told:
        raise Broken("going back", f"the past of step {step} is another than it was")
    twin = game.branch()
    # What was reached once is not played again, but from the last station that was passed on the way.
    twin.stations = [*there.stations, *(each for each in game.stations if each.step > step)]
    cancelled = twin.rollback(step)
    if cancelled != [roll for entry in game.journal[step:] for roll in entry.rolls]:
        raise Broken("going back", f"to step {step} cancels other dice than were thrown")
    if what := Offer(there).difference(Offer(twin), but_dice=True):
        raise Broken("going back", f"to step {step}: {what}")
    if not cancelled:
        return
    if twin.position.dice == there.position.dice:
        raise Broken("going back", f"to step {step} does not stir the dice")
    with contextlib.suppress(Refusal):
        twin.undo()
        raise Broken("going back", f"to step {step} can be undone, and the dice fall again as they did")


def replayed(game: Game, find_title: Callable[[str], Title]) -> None:
    """A saved game, played again from its first step, arrives at the same position."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.hexfront"
        saves.save(game, path)
        again = saves.replay(path, find_title)
    if again.position.digest() != game.position.digest() or again.outcome != game.outcome:
        raise Broken("replay", f"it ends in {again.outcome!r}, not in {game.outcome!r}")


# Comparing


def first_difference(one: Any, other: Any) -> str:
    return different(one, other) or "the same"


PLAIN = frozenset({str, int, bool, float, type(None), bytes})


def different(one: Any, other: Any, where: str = "") -> str:
    """Where two values differ first; empty if they are equal. Objects are compared by their attributes."""
    found = _differing(one, other)
    if found is None:
        return ""
    path, what = found
    return f"{where}{path}{what}" if where or path else f"it{what}"


def _differing(one: Any, other: Any) -> tuple[str, str] | None:
    """The way to where two values differ first, and how they do; None if they are equal."""
    if one is other:
        return None
    kind = type(one)
    if kind is not type(other):
        return "", f" is {one!r}, then {other!r}"
    if kind in PLAIN:
        return None if one == other else ("", f" is {one!r}, then {other!r}")
    if isinstance(one, Memo):
        return None  # what has been asked for so far makes no difference
    if isinstance(one, ZonedWays):
        # Reading the ways renews what is stale, so that only true differences remain.
        return _differing((one.zone, list(one.ways)), (other.zone, list(other.ways)))
    if isinstance(one, Mapping):
        return _differing_mappings(one, other)
    if isinstance(one, (list, tuple)):
        return _differing_rows(one, other)
    if one == other:
        return None
    # An object of a title's own that does not say when it is equal is looked into.
    if "__eq__" not in dir_of(one) and hasattr(one, "__dict__"):
        found = _differing(vars(one), vars(other))
        return found and (f".{found[0]}", found[1])
    return "", f" is {one!r}, then {other!r}"


def _differing_mappings(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> tuple[str, str] | None:
    for key, value in one.items():
        if key not in other:
            return "", f"{key!r} is there only once"
        if value is not other[key] and (found := _differing(value, other[key])):
            return f"[{key!r}]{found[0]}", found[1]
    missing = next((key for key in other if key not in one), None) if len(one) != len(other) else None
    return None if missing is None else ("", f"{missing!r} is there only once")


def _differing_rows(one: Sequence[Any], other: Sequence[Any]) -> tuple[str, str] | None:
    if len(one) != len(other):
        return "", f" has {len(one)} items, then {len(other)}"
    for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        if mine is not theirs and (found := _differing(mine, theirs)):
            return f"[{at}]{found[0]}", found[1]
    return None


def dir_of(thing: object) -> set[str]:
    """The names that the classes of a thing define, `object` left out."""
    return {name for each in type(thing).__mro__[:-1] for name in vars(each)}
