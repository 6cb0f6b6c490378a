"""Non-interference: what a viewer may not know makes no difference to anything he is given.

A second game is made that differs from the first only in what the viewer may not know, and both are looked
at through every door that browser, mail, environments and computer players use. Such worlds come from three
sources: what is hidden in the position is guessed anew (`Title.redact`, `Title.suppose`), steps under seal
are played in another way, and in the middle of an order of another side it is given otherwise, if the viewer
cannot see the difference.

What happened before two worlds parted lies on the same sheets in both (`Scroll.shared_with`) and is the same.
So only the rest of it is compared, and how much of it goes through a door: however long a game is, to look
into another world takes no longer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any

import msgspec

from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.attacks import Sheet
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_ahead, known_forecast
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.mail import Sending, sending_to
from hexfront.kernel.marches import Marching
from hexfront.kernel.position import Position
from hexfront.kernel.records import Entry, Event, Station
from hexfront.kernel.title import OBSERVER, REFEREE
from hexfront.kernel.ways import Inquiry
from hexfront.proof.invariants import Broken, different

MOST_FACES = 30  # of long lists of choices, so many are looked at
MOST_FORECASTS = 1
MOST_SUBJECTS = 2  # pieces or hexes that are asked about
MOST_ANSWERS = 3  # explanations of each
RARELY = 3  # doors that take long are opened in one of so many worlds
FEW_STEPS = 12  # since the first step under seal, which are always played again
MOST_TRIES = 12  # choices under seal until a side is done
NAME = "a game"

_ENCODER = msgspec.json.Encoder()


class Doors:
    """What a viewer is given of a game, door by door, each opened when it is first looked through.

    ``number`` says which of many choices, pieces and questions are looked at; ``strangers`` are orders about
    which he asks why they may not be given.
    """

    def __init__(self, game: Game, viewer: str, number: int, strangers: Sequence[Action] = ()) -> None:
        self.game = game
        self.viewer = viewer
        self.number = number
        self.orders = strangers
        self.own = game.decision_of(viewer)
        self._sendings: dict[str, bytes | None] = {}

    def of(self, game: Game) -> Doors:
        """What the same viewer is given of another game, if he looks at the same and asks the same."""
        return Doors(game, self.viewer, self.number, self.orders)

    def difference(self, other: Doors, door: str) -> str:
        """In what one is given something else through a door; empty if all is the same when it is sent."""
        sent = self._sent(door)
        if sent is None or sent != other._sent(door):
            if what := different(getattr(self, door), getattr(other, door)):
                return what
        return self._past_differs(other, door)

    def _sent(self, door: str) -> bytes | None:
        """What goes through a door as it is sent, but for the past; None for what is not sent as it is."""
        if door not in self._sendings:
            self._sendings[door] = _as_sent(self.sending if door == "mail" else getattr(self, door))
        return self._sendings[door]

    # The past

    def _past_differs(self, other: Doors, door: str) -> str:
        """In what one is told another past through a door."""
        if door == "steps":
            return self._steps_differ(other)
        here, there = self._told_through(door), other._told_through(door)
        if not here[1] and not there[1]:
            return ""
        if here[0] == there[0]:
            shared = self.game.events.shared_with(other.game.events)
            same = min(shared, here[1], there[1])  # up to here both are told the same
            here, there = ((max(since, same), until) for since, until in (here, there))
        mine, theirs = self._heard(*here), other._heard(*there)
        if _told_alike(mine, theirs):
            return ""
        return different([event.as_data() for event in mine], [event.as_data() for event in theirs])

    def _heard(self, first: int, last: int) -> list[Event]:
        return [event for event in self.game.events[first:last] if event.seen_by(self.viewer)]

    def _told_through(self, door: str) -> tuple[int, int]:
        """The first and the last of the events that a door tells of, the last not included."""
        if door == "view":
            return self.game.told_lately, len(self.game.events)
        return (0, self.sending.told) if door == "mail" and self.sending else (0, 0)

    def _steps_differ(self, other: Doors) -> str:
        """In what the steps differ that can be looked back at, with their dice."""
        shared = self.game.journal.shared_with(other.game.journal)
        before = [[at for at in each.withheld if at < shared] for each in (self, other)]
        since = shared if before[0] == before[1] else 0
        mine, theirs = ([(each.by, each.rolls) for each in one.steps_since(since)] for one in (self, other))
        return "" if mine == theirs else different(mine, theirs)

    @cached_property
    def withheld(self) -> list[int]:
        return self.game.steps_withheld(self.viewer)

    def steps_since(self, first: int) -> list[Entry]:
        """The steps from one on that can be looked back at."""
        hidden = set(self.withheld)
        steps = enumerate(self.game.journal[first:], first)
        return [entry for at, entry in steps if at not in hidden]

    def sample(self, of: Sequence[Any], most: int) -> list[Any]:
        """The same for every world in which there is the same to choose from."""
        return list(of) if len(of) <= most else random.Random(self.number).sample(list(of), most)

    @cached_property
    def view(self) -> Any:
        """The view, with steps and who is asked; what one is asked is a door of its own."""
        return {**self.game.outline(self.viewer), "decision": None}

    @cached_property
    def picture(self) -> Any:
        return self.look("picture", self.seen)

    @cached_property
    def report(self) -> Any:
        return self.look("report", self.seen)

    @property
    def seen(self) -> Position:
        """The position as it is looked at."""
        seen: Position = self.game.seen(self.viewer)
        return seen

    def look(self, door: str, position: Position) -> Any:
        """What is seen of a position: as data, as a picture with a layer, or as figures with a display."""
        title = self.game.title
        if door == "position":
            return title.view(position, self.viewer)
        if door == "report":
            beside = self.sample(list(title.displays), 1)
            shown = [title.display(position, self.viewer, name) for name in beside]
            return title.report(position, self.viewer), shown
        layers = self.sample(list(title.layers), 1)
        found = _answer(lambda: title.picture(position, self.viewer, layers))
        parts = ("counters", "markers", "overlays")
        return {part: list(getattr(found, part)) for part in parts} if hasattr(found, "counters") else found

    @cached_property
    def asked(self) -> Any:
        """Who is asked by which rule, as all see it."""
        return [(each.side, each.kind, each.rule) for each in self.game.decisions]

    @cached_property
    def decision(self) -> Any:
        """The question, what it is about, and every answer."""
        own = self.own
        return own and (own.as_data(choices=True), own.about, self.game.topic(own))

    @cached_property
    def faces(self) -> Any:
        own = self.own
        chosen = self.sample([*own.choices()], MOST_FACES) if own else []
        return [(as_words(action), self.game.face(own, action)) for action in chosen] if own else []

    @cached_property
    def undo(self) -> Any:
        """Whether the last order can be taken back, and to where."""
        game, viewer = self.game, self.viewer
        return _answer(lambda: game.known_step(game.before_last_order(viewer), viewer))

    @cached_property
    def steps(self) -> Any:
        """How many steps can be looked back at; they themselves, and their dice, are the past."""
        return self.game.step - len(self.withheld)

    @cached_property
    def mail(self) -> Any:
        """The file to play on from by mail, which is also what one may have of a game under way."""
        if self.sending is None:
            return []
        read = msgspec.json.decode(_ENCODER.encode(self.sending.head))
        # Fingerprints come last, so that what they are taken of is told first if it differs.
        return [*read["mail"].pop("station").items(), read, self.sending.lines]

    @cached_property
    def sending(self) -> Sending | None:
        """What the file is made of; an observer has none."""
        return None if self.viewer == OBSERVER else sending_to(self.game, self.viewer, NAME)

    @cached_property
    def why(self) -> Any:
        """Why orders may not be given."""
        check = self.game.check
        asked = self.orders if self.own else ()
        return [(as_words(order), _answer(partial(check, order, self.viewer))) for order in asked]

    @cached_property
    def questions(self) -> Any:
        """What can be asked about pieces and hexes that are seen, and the answers."""
        found: list[Any] = []
        game = self.game
        known = game.position_known(self.viewer)  # what `Game.explain` answers from
        for subject in self.sample(self._subjects, MOST_SUBJECTS):
            asked = game.questions_about(subject, self.viewer)
            for each in self.sample(asked, MOST_ANSWERS):
                ledger = _answer(partial(game.title.explain, known, each.question))
                found.append((subject, each.text, as_words(each.question), ledger))
            found.append((subject, len(asked)))
        return found

    @cached_property
    def _subjects(self) -> list[str]:
        label = self.game.setting.board.label
        counters = self.picture["counters"] if isinstance(self.picture, dict) else ()
        return list(dict.fromkeys(word for each in counters for word in (each.key, label(each.node)) if word))

    @cached_property
    def forecasts(self) -> Any:
        own = self.own
        chosen = self.sample([*own.choices()], MOST_FORECASTS) if own else []
        foretell = partial(known_forecast, self.game)
        return [(as_words(action), _answer(partial(foretell, action, self.viewer))) for action in chosen]

    @cached_property
    def ahead(self) -> Any:
        """What could be chosen after an order that is not given, and how that looks."""
        own = self.own
        chosen = self.sample([*own.choices()], MOST_FORECASTS) if own else []
        return [(as_words(action), _answer(partial(self._after, action))) for action in chosen]

    def _after(self, action: Action) -> Any:
        known = known_ahead(self.game, [action], self.viewer)
        asked = known.decision_of(self.viewer)
        assert asked is not None, "nothing is foreseen but what this side may go on with"
        shown = self.sample([*asked.choices()], MOST_FACES)
        return asked.as_data(choices=True), [known.face(asked, each) for each in shown]

    @cached_property
    def attacks(self) -> Any:
        """The sheet of attacks: what could be attacked and by whom, and the best attack on one target with
        what fewer would do."""
        if self.own is None or self.number % RARELY:
            return []
        return _answer(self._sheet)

    def _sheet(self) -> Any:
        sheet: Sheet[Any] = Sheet(self.game, self.viewer)
        targets = sheet.targets()
        found: list[Any] = [(each.hex, as_words(each.action), each.able) for each in targets]
        for target in self.sample(targets, 1):
            attacks = [sheet.best(target), *islice(sheet.ladder(target.hex), 1)]
            found += [
                (each.hex, as_words(each.action), each.pieces, each.forecast) for each in attacks if each
            ]
        return found

    @cached_property
    def marches(self) -> Any:
        """A march to a goal far away: whether it is the time, the way, and how far a group goes now."""
        if self.own is None or self.number % RARELY != 1:
            return []
        return _answer(self._march)

    def _march(self) -> Any:
        marching: Marching[Any] = Marching(self.game, self.viewer)
        board = self.game.setting.board
        pieces = self.sample(sorted(marching.at), 1)
        goals = self.sample([each for each in self._subjects if each in board], 1)
        found: list[Any] = [marching.possible]
        for piece, goal in zip(pieces, goals, strict=False):
            leg = marching.leg((piece,), goal)
            orders = [as_words(action) for action in leg.actions]
            way = marching.way(marching.at[piece], goal)
            found.append((piece, goal, way, leg.hex, leg.left, orders, leg.why, leg.rules, leg.lasting))
        return found

    @cached_property
    def observation(self) -> Any:
        """What research environments make their arrays of: sightings, figures and the number of steps."""
        if self.viewer not in self.game.title.sides:
            return []
        title, position = self.game.title, self.game.position
        seen = title.sightings(position, self.viewer)
        figures = [
            (each.group, each.side, each.name, each.value) for each in title.tracks(position, self.viewer)
        ]
        return seen and [[*seen.counters], [*seen.marks]], figures, self.game.steps_known(self.viewer)

    @cached_property
    def ways(self) -> Any:
        """Why a hex or piece cannot be chosen, and what would make it possible."""
        if self.own is None:
            return []
        inquiry = Inquiry(self.game, self.viewer)
        chosen = self.sample(self._subjects, 1)
        return [(each, _answer(partial(_why_not, inquiry, each))) for each in chosen]


def _why_not(inquiry: Inquiry, subject: str) -> Any:
    on_map = subject in inquiry.game.setting.board
    found = inquiry.about_hex(subject) if on_map else inquiry.about_piece(subject)
    return [each.text for each in found.refusals], found.ways


LOOKS = ("view", "picture", "report", "asked")  # what a viewer sees by himself
ASKED_FOR = (
    *("decision", "faces", "undo", "steps", "mail", "why", "questions", "forecasts", "ahead", "ways"),
    *("attacks", "marches", "observation"),
)


def _told_alike(mine: Sequence[Event], theirs: Sequence[Event]) -> bool:
    """Whether the same was told, word by word as it is sent."""
    return len(mine) == len(theirs) and all(
        one is other or _as_sent(one) == _as_sent(other) for one, other in zip(mine, theirs, strict=True)
    )


def _as_sent(what: Any) -> bytes | None:
    """Something as it is sent; None if it is not sent as it is."""
    try:
        return _ENCODER.encode(what)
    except TypeError:
        return None


def _answer(ask: Callable[[], Any]) -> Any:
    """What somebody is answered: a refusal is an answer, too."""
    try:
        found = ask()
    except Refusal as refusal:
        found = refusal
    if isinstance(found, Refusal):
        return f"refused: {found}"
    return found.as_data() if isinstance(found, Ledger) else found


def no_interference(game: Game, draw: random.Random, strangers: Sequence[Action] = ()) -> None:
    """Whatever one viewer may not know makes no difference to what he is given, until the game is over."""
    if game.over:  # then there is nothing that anybody may not know
        return
    viewer = draw.choice((*game.title.sides, OBSERVER))
    here = Doors(game, viewer, draw.randrange(1 << 30), strangers)
    hidden_from_sight(here, draw.randrange(1 << 30))
    for source, there, doors in worlds(here, draw):
        for door in doors:
            if what := here.difference(there, door):
                raise Broken("no interference", f"{source}, {viewer} is given another {door}: {what}")


def hidden_from_sight(here: Doors, number: int) -> None:
    """Whatever is hidden in the position is not to be seen: guessed anew, it gives the same sight.

    At a station the guess that is made into a world shows the same.
    """
    game, viewer = here.game, here.viewer
    if game.station_step == game.step:
        return
    other = game.title.as_seen(guessed(game, game.position, viewer, number), viewer)
    sights = {"position": here.view["position"], "picture": here.picture, "report": here.report}
    for door, seen in sights.items():
        shown = here.look(door, other)
        sent = _as_sent(seen)
        if (sent is None or sent != _as_sent(shown)) and (what := different(seen, shown)):
            raise Broken("no interference", f"with other hidden facts, {viewer} sees another {door}: {what}")


def worlds(here: Doors, draw: random.Random) -> Iterator[tuple[str, Doors, Sequence[str]]]:
    """Games that differ from this one only in what a viewer may not know, and what must be equal in them."""
    every = (*LOOKS, *ASKED_FOR)
    game, viewer = here.game, here.viewer
    other = guessed_world(game, viewer, draw.randrange(1 << 30))
    if other is not None:
        there = here.of(other)
        if game.station_step == game.step:
            yield "with other hidden facts", there, every
        elif looks_alike(here, there):  # else he has seen that it is not so
            yield "with other hidden facts", there, ASKED_FOR
    resealed = resealed_world(game, viewer, draw)
    if resealed is not None:
        yield "with other steps under seal", here.of(resealed), every
    unseen = unseen_world(game, viewer, draw)
    if unseen is not None and looks_alike(here, there := here.of(unseen), (*LOOKS, "decision")):
        yield "after an order of another that looks the same", there, ASKED_FOR


def looks_alike(here: Doors, there: Doors, doors: Sequence[str] = LOOKS) -> bool:
    """Whether a viewer sees no difference between two games."""
    return not any(here.difference(there, door) for door in doors)


# Other worlds


def guessed(
    game: Game, position: Position, viewer: str, number: int, now: Position | None = None
) -> Position:
    """A position with what a viewer may not know guessed anew; with what came to light until ``now``.

    An observer knows no more than any of the sides.
    """
    title = game.title
    side = viewer if viewer in title.sides else title.sides[number % len(title.sides)]
    known = title.redact(position, side, now)
    other: Position = title.suppose(known, side, number)
    other.dice = position.dice.copy()
    other.unlearn()  # what was worked out in the true position could tell of it
    return other


def guessed_world(game: Game, viewer: str, number: int) -> Game | None:
    """The game with what a viewer may not know of the last station guessed anew.

    In the middle of an order a guess that knew nothing of it is the better test, but does not often fit what
    was heard since; then one is made that has what came to light. None if that does not fit either.
    """
    if game.station_step == game.step:
        return _from_guess(game, viewer, guessed(game, game.stations[-1].position, viewer, number))
    before = game.stations[-1].position
    blind = _from_guess(game, viewer, guessed(game, before, viewer, number))
    return blind or _from_guess(game, viewer, guessed(game, before, viewer, number, game.position))


def _from_guess(game: Game, viewer: str, position: Position) -> Game | None:
    """The game from a guess of its last station on; None if it does not fit what a viewer has heard since.

    A guess with which the station cannot even be taken up would prove nothing.
    """
    station = game.stations[-1]
    twin = game.branch()
    twin.digest_every = 0
    bare = game.journal.copy()
    bare.cut(station.step)
    bare.extend(msgspec.structs.replace(entry, digest="") for entry in game.journal[station.step :])
    stations = [*game.stations[:-1], Station(station.step, position, station.events, station.withheld)]
    told = game.events.copy()
    told.cut(station.events)
    try:
        twin.resume(bare, told, stations, game.orders, fall_back=False)
    except Exception as wrong:
        raise Broken("no interference", f"what {viewer} supposes cannot be played: {wrong!r}") from wrong
    if twin.step < game.step or _heard(twin, viewer, station) != _heard(game, viewer, station):
        return None
    return twin


def _heard(game: Game, viewer: str, station: Station) -> object:
    """What a viewer has heard since a station, and the dice he has seen fall."""
    rolls = [game.journal[at].rolls for at in range(station.step, game.step) if game.is_known(at, viewer)]
    return rolls, _seen_since(game, viewer, station.events)


def resealed_world(game: Game, viewer: str, draw: random.Random) -> Game | None:
    """The game with the steps that lie under seal for a viewer chosen otherwise, and more or fewer of them.

    None if there are none, or if what all have seen since cannot follow from the new ones. The longer ago
    they began, the more rarely it is tried.
    """
    withheld = game.steps_withheld(viewer)
    if not withheld or draw.random() * (game.step - withheld[0]) > FEW_STEPS:
        return None
    true, twin = game.branch(withheld[0]), game.branch(withheld[0])
    true.digest_every = twin.digest_every = 0
    for at in range(withheld[0], game.step):
        entry = game.journal[at]
        before, told, told_otherwise = _waiting(true), len(true.events), len(twin.events)
        true.play_recorded(entry.action, entry.by, entry.order)
        if at in withheld:
            if not _choose_otherwise(twin, entry, before, _waiting(true), draw):
                return None
            continue
        try:
            twin.play_recorded(entry.action, entry.by, entry.order)
        except Refusal:
            return None
        if twin.journal[-1].rolls != entry.rolls:
            return None
        if true.revealed or twin.revealed:  # part of what was chosen may be shown: else he sees it is not so
            if _seen_since(true, viewer, told) != _seen_since(twin, viewer, told_otherwise):
                return None
    return twin


def _seen_since(game: Game, viewer: str, told: int) -> list[Event]:
    return [event for event in game.events[told:] if event.seen_by(viewer)]


def _waiting(game: Game) -> list[tuple[str, str, str]]:
    """Who is asked what, as all see it: one side may be asked two questions one after the other, of which
    only the first lies under seal."""
    return [(decision.side, decision.kind, decision.rule) for decision in game.decisions]


def _choose_otherwise(
    twin: Game,
    entry: Entry,
    before: list[tuple[str, str, str]],
    after: list[tuple[str, str, str]],
    draw: random.Random,
) -> bool:
    """Let a side choose under seal as long as in truth all see it choosing; False if that cannot be done."""
    tries = draw.randrange(3) if before == after else MOST_TRIES
    for _ in range(tries):
        decision = twin.decision_of(entry.by)
        if decision is None:
            return False
        listed = [*decision.choices()]
        action = entry.action if entry.action in listed and draw.random() < 0.3 else draw.choice(listed)
        trial = twin.branch()
        trial.play(action, entry.by)
        if _waiting(trial) not in (before, after):
            continue
        twin.play(action, entry.by)
        if before != after and _waiting(twin) == after:
            return True
    return before == after


def unseen_world(game: Game, viewer: str, draw: random.Random) -> Game | None:
    """In the middle of an order of another side: the game after another answer than its last."""
    if not game.journal or game.station_step == game.step:
        return None
    entry = game.journal[-1]
    if entry.by in (viewer, REFEREE):
        return None
    twin = game.branch(game.step - 1)
    decision = twin.decision_of(entry.by)
    others = [action for action in decision.choices() if action != entry.action] if decision else []
    if not others:
        return None
    twin.play(draw.choice(others), entry.by)
    return twin
