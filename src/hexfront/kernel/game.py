"""The game: a position, the procedure that plays it, and the journal of what players did.

A game is a deterministic machine. Its origin (title, scenario, options, seed) and its journal give
exactly one position; there is no other way to change a position than `Game.play`. Undo truncates the
journal. Saves, replays, branches, what-ifs and AI rollouts are all this one mechanism.

How a title's coroutine can be copied
    Python cannot copy a running coroutine. So a title's procedure is written to be *re-entrant*: at a
    station (an `Ask` with ``station=True``) everything it knows is in the position. The game keeps a copy
    of the position at a station now and then, and of the last one when somebody needs it. To go anywhere,
    it takes the last copy before, starts the procedure afresh there, and feeds it the few answers given
    since.

What players have seen stays seen
    An entry of the journal that threw dice, revealed something, or handed the decision to another side
    cannot be undone by the player alone (`Game.undo`). `Game.rollback` goes back regardless, by consent;
    it stirs the dice if any had been thrown, so that nobody throws the same again.

What is under seal
    An answer to a sealed question (`Ask.sealed`) is known to its own side alone, with the dice thrown for it
    and what was told of it, until the title opens the envelope. Which steps somebody may know follows from
    the journal (`Game.is_known`). Nobody counts steps that others have under seal (`Game.steps_known`), since
    their number would tell how long another has been choosing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from hexfront.kernel import actions
from hexfront.kernel.actions import Action, FixDice, FreshDice, Pass, Premise, RefereeAction, StirDice
from hexfront.kernel.command import Command
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.decisions import Ask, Decision, Together
from hexfront.kernel.dice import Dice, Roll, fell_alike, seed_from, unknown_dice
from hexfront.kernel.errors import Drift, Malformed, Refusal, SaveError, Sealed, Stale
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.letters import one_question
from hexfront.kernel.odds import Distribution, enumerate_dice
from hexfront.kernel.position import P
from hexfront.kernel.postext import PositionText, parse
from hexfront.kernel.records import EVENTS, Entry, Event, Mail, Origin, Past, Station, packing_of, under_seal
from hexfront.kernel.scroll import Scroll
from hexfront.kernel.showing import Display, Face, Forecast, Question, Report, Topic
from hexfront.kernel.table import Table
from hexfront.kernel.title import OBSERVER, REFEREE, Setting, Title, premise_fault

Result = TypeVar("Result")
Watch = Callable[[int, Action], None]

MOST_FORCED = 10_000  # forced choices in a row that no game needs
RECENT_EVENTS = 1000  # of which a view tells, as far as its viewer may know them
DIGEST_EVERY = 64  # steps from one fingerprint to the next; those at stations that are kept have one, too
STATION_EVERY = 64  # steps from one station that is kept to the next
RECENT_STATIONS = 16  # of those, how many are kept one by one
SPACED = 64  # steps at least from one older station to the next
RESTING = 10_000  # steps after which the position at a station is kept packed
OLD_STATIONS = 24  # of those the distance is at most this part of their age
UNDER_SEAL = "it is under seal"  # why a choice made while others choose cannot be undone
FRESH_DICE = "The dice are new: nobody could know them so far."

JOINT_DICE = "The dice are made of secrets of {}: nobody chose them, as all can check at the end."
NO_SHARE = "Without a share in them: {}."


def _listed(names: Sequence[str]) -> str:
    """Names in a row, as they are said."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


_FORCED = range(MOST_FORCED)
_UNPLAYED = (
    "title",
    "setting",
    "origin",
    "notices",
    "preferences",
    "digest_every",
    "station_every",
    "recent_stations",
    "old_stations",
    "mail",
)
"""What playing does not change in a game."""


class Game(Generic[P]):
    """One game being played. See the module's docstring for how it works."""

    def __init__(
        self,
        title: Title[P],
        setting: Setting,
        position: P,
        origin: Origin,
        past: Past | None = None,
        *,
        letter: Ask | None = None,
    ) -> None:
        self.title = title
        self.setting = setting
        self.origin = origin
        self.journal: Scroll[Entry] = Scroll((), packing_of(title.actions | RefereeAction))
        self.outcome: str | None = None
        self.outbox: tuple[Entry, ...] = ()
        self.notices: list[str] = []
        self.preferences: Mapping[str, Mapping[str, str]] = {}  # standing ones, by side
        self.digest_every = DIGEST_EVERY
        self.station_every = STATION_EVERY
        self.recent_stations = RECENT_STATIONS
        self.old_stations = True  # not where others keep positions of the past
        self._table = Table(position)
        self.mail: Mail | None = None
        self.letter = letter  # the one question of which a copy consists that was sent in mid-order
        self._stations = [Station(0, position.copy(), 0, ())]
        self.station_step = 0  # how many steps there were at the last station
        self._orders = 0
        self._withheld: tuple[int, ...] = ()  # which entries of the journal are under seal
        self._tried: tuple[Action, str, Game[P]] | None = None  # an order found legal, and where it is played
        self._looked_at: tuple[str, P] | None = None  # the position as somebody looks at it, and who
        self._known: tuple[str, P] | None = None  # the position as somebody knows it, and who
        self._followed: tuple[str, Any] | None = None  # what a side knows of the order under way, and which
        self._thinned = 1  # of the stations, how many have been thinned out
        self._opening = 0  # how many events were told before anybody did anything
        self._recorded = 0  # how many steps were taken over as they were written, and not played anew
        if past is not None:
            self._opening = past.opening
            self.resume(past.journal, past.events, [*self._stations, *past.stations], past.orders)
        else:
            self._begin()
            self._opening = len(self._table.events)
            if self._at_station:
                self._keep_station(self)

    # What is to be decided

    @property
    def position(self) -> P:
        """The position now. Look, but change it only by playing."""
        return self._table.position

    @property
    def step(self) -> int:
        """How many entries the journal has."""
        return len(self.journal)

    @property
    def begun(self) -> Entry | None:
        """The step with which the order that is being carried out began; None between two orders."""
        first = self.station_step
        return self.journal[first] if first < len(self.journal) else None

    @property
    def stations(self) -> list[Station[P]]:
        """Positions of the past from which the game can be played on, the last station among them."""
        self._have_last_station()
        return self._stations

    @stations.setter
    def stations(self, stations: list[Station[P]]) -> None:
        self._stations = stations

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def revealed(self) -> str:
        """What the last step showed that had been hidden; empty if it showed nothing."""
        return self._table.revealed

    @property
    def orders(self) -> int:
        """How many compound orders there were, those taken back included."""
        return self._orders

    @property
    def events(self) -> Scroll[Event]:
        """Everything that happened so far."""
        return self._table.events

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is to be decided now. Several only where sides decide in secret at the same time."""
        return self._open

    @property
    def decision(self) -> Decision:
        """The (first) decision now; RuntimeError when the game is over."""
        if not self._open:
            raise RuntimeError(f"the game is over: {self.outcome}")
        return self._open[0]

    def decision_of(self, side: str) -> Decision | None:
        """What a side has to decide now, if anything."""
        for decision in self._open:
            if decision.side == side:
                return decision
        return None

    # Playing

    giver: str = ""  # the side whose compound order is taken apart: where several are asked, it may be any

    def check(self, action: Action, by: str | None = None) -> Refusal | None:
        """None if an action may be played now, else why not."""
        if self.over:
            return Refusal((), f"the game is over: {self.outcome}")
        side = by or self.decision.side
        if isinstance(action, RefereeAction):
            return self._refusal_of_referee(action, side)
        if self._tried is not None and self._tried[:2] == (action, side):
            return None
        self.giver = side
        if self.title.expand(self, action) is not None:
            return self._refusal_of_order(action, side)
        return self._refusal_of_answer(action, side)

    def _refusal_of_referee(self, action: RefereeAction, side: str) -> Refusal | None:
        if side != REFEREE:
            return Refusal((), "only the referee touches the dice")
        if isinstance(action, Premise) and (wrong := premise_fault(action, self.title.premises)):
            return Refusal((), wrong)
        return None

    def _refusal_of_answer(self, action: Action, side: str) -> Refusal | None:
        decision = self.decision_of(side)
        if decision is None:
            waiting = ", ".join(each.side for each in self.decisions)
            return Refusal(self.decision.rule, f"it is not for {side} to decide now, but for {waiting}")
        refusal = decision.refusal(action)
        if refusal is not None and refusal.misplaced:
            return self.title.out_of_place(self.position, decision, action) or refusal
        return refusal

    def _refusal_of_order(self, order: Action, side: str) -> Refusal | None:
        """Why a compound order may not be played, found by playing it in a branch.

        The branch is kept: whoever plays the same order next takes it over, and nothing is done twice.
        """
        twin = self.branch()
        try:
            twin.play_all((order,), side)
        except Sealed:
            return None
        except Refusal as refusal:
            return refusal
        self._tried = order, side, twin
        return None

    def _take_over(self, twin: Game) -> tuple[Event, ...]:
        """Be where a branch has got to, which differs only in the order that was tried in it."""
        told = len(self._table.events)
        self.__dict__.update({name: value for name, value in twin.__dict__.items() if name not in _UNPLAYED})
        return tuple(self._table.events[told:])

    def play(
        self, action: Action, by: str | None = None, expect: int | None = None, *, stand: bool = False
    ) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises `Refusal`, and then nothing has changed.

        ``by`` is needed only where several sides decide at once. ``expect`` is the step the player saw, as
        his side counts them; if the game has moved on since, the action is refused as stale. A compound order
        of the title is played as the atomic actions it stands for, all or none (with ``stand`` as in
        `play_all`); what is listed as an answer is none.
        """
        if expect is not None:
            self.check_step(expect, by)
        open_now = self._open
        if open_now and open_now[0].offers(action, by):
            return self._carry_out(action, by or open_now[0].side, order=0)
        if self._tried is not None and self._tried[:2] == (action, by or self.decision.side):
            return self._take_over(self._tried[2])
        self.giver = by or (self.decision.side if open_now else "")
        if self.outcome is None and (atoms := self.title.expand(self, action)) is not None:
            return self._play_order(((0, atom) for atom in atoms), by, None, stand=stand)
        return self._play_one(action, by, order=0)

    def check_step(self, expect: int, by: str | None = None) -> None:
        """Stale if the game is at another step than a side, or else the one that is asked, has seen."""
        side = by or (REFEREE if self.over else self.decision.side)
        if expect != (known := self.steps_known(side)):
            raise Stale(expect, known)

    def play_all(
        self,
        actions: Iterable[Action],
        by: str | None = None,
        watch: Watch | None = None,
        *,
        stand: bool = False,
    ) -> tuple[Event, ...]:
        """Play several actions as one order: if one is refused, none is played.

        Each is asked for when those before it have been played, so that an order may depend on the game;
        compound ones are taken apart then. ``watch`` hears every atomic action, if it is legal, just before
        it is played, after the number of the one it is part of.

        With ``stand``, what was played before the refused one stands if it can no longer be taken back:
        whoever adds something impossible to an order would otherwise learn how the dice fall, or what is
        hidden, and could then give another. That holds for a fault of the program, too: somebody may know how
        to bring it about.
        """
        self.giver = by or ("" if self.over else self.decision.side)
        return self._play_order(self._atoms(actions), by, watch, stand=stand)

    def _atoms(self, given: Iterable[Action]) -> Iterator[tuple[int, Action]]:
        """The atomic actions that some actions stand for, each with the number of that action."""
        for number, action in enumerate(given):
            listed = bool(self._open) and self._open[0].offers(action, None)
            parts = None if listed or self.over else self.title.expand(self, action)
            for atom in (action,) if parts is None else parts:
                yield number, atom

    def _play_order(
        self, atoms: Iterable[tuple[int, Action]], by: str | None, watch: Watch | None, *, stand: bool = False
    ) -> tuple[Event, ...]:
        before, told = self.step, len(self._table.events)
        self._orders += 1
        order = self._orders
        side = by or (None if self.over else self.decision.side)  # an order never decides for another side
        coming = iter(atoms)
        action: Action | None = None
        asked = self._kinds_asked()
        try:
            for number, action in coming:
                self._refuse_illegal(action, side)
                if watch is not None:
                    watch(number, action)
                self._carry_out(action, side or self.decision.side, order)
        except Sealed:  # what could be played without dice stands; the rest waits in the outbox
            assert side is not None
            assert action is not None
            waiting = (action, *(each for _, each in coming))
            self.outbox = tuple(Entry(side, each, order=order) for each in waiting)
            raise
        except Exception:
            # Who still chooses under seal has seen nothing, although a choice is not taken back later.
            chooses = self._kinds_asked() == asked and not self.rolls_since(before)
            nothing = ("", UNDER_SEAL) if chooses else ("",)
            seen = any(entry.seen not in nothing for entry in self.journal[before:])
            if not (stand and seen):
                self._restore(before)
            raise
        return tuple(self._table.events[told:])

    def _kinds_asked(self) -> list[tuple[str, str]]:
        return [(each.side, each.kind) for each in self._asked]

    def play_recorded(self, action: Action, by: str, order: int, digest: str = "") -> None:
        """Play an entry of a journal again, as part of the order it was part of.

        It has a fingerprint again if it had one.
        """
        self._orders = max(self._orders, order)
        every = self.digest_every
        self.digest_every = 1 if digest else 0
        try:
            self._play_one(action, by, order)
        finally:
            self.digest_every = every

    def fingerprint(self) -> None:
        """Let the newest step and the last station have fingerprints: somebody is about to write them."""
        for step, position in ((self.station_step, self.stations[-1].position), (self.step, self.position)):
            if step and not self.journal[step - 1].digest:
                entry, *since = self.journal[step - 1 :]
                self.journal.cut(step - 1)
                self.journal.extend((replace(entry, digest=position.digest()), *since))

    def hear(self, events: Sequence[Event]) -> None:
        """Put what happened before this game began in front of its events."""
        self._table.events = Scroll((*events, *self._table.events), EVENTS)
        self._opening += len(events)
        self._stations = [station.told_later(len(events)) for station in self._stations]

    def play_words(self, line: str, by: str | None = None) -> tuple[Event, ...]:
        """Play an action written as words or JSON."""
        return self.play(self.read_action(line), by)

    def read_action(self, line: str) -> Action:
        """An action from words or JSON; Malformed says what is wrong with it."""
        actions.check_line(line)
        heard = line if self.over else self.title.heard(self, line)
        return actions.from_words(heard, self.title.actions | RefereeAction)

    def read_question(self, line: str) -> Action:
        """A question to explain, from words or JSON; Malformed says what is wrong with it."""
        if self.title.questions is None:
            raise Malformed(f"{self.title.caption} has no questions to explain")
        heard = line if self.over else self.title.heard(self, line)
        return actions.from_words(heard, self.title.questions)

    def fix_dice(self, *values: int) -> None:
        """The referee says what the next dice will show."""
        self._play_one(FixDice(values), REFEREE, order=0)

    def assume(self, table: str, result: str) -> None:
        """The referee says what the next look at a table gives, instead of the dice."""
        self._play_one(Premise(table, result), REFEREE, order=0)

    def _play_one(self, action: Action, by: str | None, order: int) -> tuple[Event, ...]:
        self._refuse_illegal(action, by)
        return self._carry_out(action, by or self._open[0].side, order)

    def _refuse_illegal(self, action: Action, by: str | None) -> None:
        """Raise why an atomic action may not be played, if it may not."""
        open_now = self._open
        if open_now and open_now[0].offers(action, by):  # it is one of the listed answers
            return
        if self.outcome is not None or isinstance(action, RefereeAction):
            refusal = self.check(action, by)
        else:
            refusal = self._refusal_of_answer(action, by or open_now[0].side)
        if refusal is not None:
            raise refusal

    def _carry_out(self, action: Action, side: str, order: int) -> tuple[Event, ...]:
        """Play an action that is known to be legal, and write it down."""
        table, journal = self._table, self.journal
        self._tried = self._looked_at = self._known = self._followed = None
        together = type(self._request) is Together
        try:
            if together or self._sealing or side == REFEREE:
                self._give(side, action)
            else:  # as nearly always
                table.begin_step(side, "")
                self._proceed(action)
        except Sealed:
            self._restore(self.step)
            self.outbox = (Entry(side, action, order=order),)
            raise
        except Exception:
            self._restore(self.step)
            raise
        step, seal, every = journal.length + 1, table.seal, self.digest_every
        due = self._at_station and self._is_to_be_kept(step)
        digest = table.position.digest() if every and (due or step % every == 0) else ""
        rolls = tuple(table.rolls) if table.rolls else ()
        asked = self._asked
        opened = tuple(table.opened) if table.opened else ()
        unseen = not rolls and not table.revealed and len(asked) == 1 and asked[0].side == side
        # Choices under seal that are made at the same time lie between each other: to take one back would
        # cancel another's, or tell that there is one. Whoever thinks better of it chooses otherwise.
        seen = UNDER_SEAL if seal and together else "" if unseen else self._seen(side)
        told = table.events.length
        entry = Entry(side, action, told, rolls, digest, seen, order, seal, opened)
        if seal or opened:
            self._write(entry)
        else:
            journal.append(entry)
        if self.outbox:
            self.outbox = ()
        if self._at_station:
            self.station_step = step
            if due:
                self._keep_station(self)
        return tuple(table.told)

    def _write(self, entry: Entry) -> None:
        self.journal.append(entry)
        if entry.sealed or entry.opened:
            self._withheld = under_seal(self._withheld, self.journal, self.step - 1)

    def _seen(self, side: str) -> str:
        """Why the step just played cannot be undone; empty if it can."""
        table = self._table
        if side == REFEREE:
            return "the referee touched the dice"
        if table.rolls:
            return "dice were thrown"
        if table.revealed:
            return table.revealed
        if self.outcome is not None:
            return "the game is over"
        for decision in self._asked:
            if decision.side == side:
                return ""
        return f"{self._asked[0].side} has the decision"

    # The procedure

    def _begin(self) -> None:
        """Start the procedure on the position that is on the table."""
        self._asked: tuple[Decision, ...] = ()
        self._open: tuple[Decision, ...] = ()  # of those asked, the ones not answered yet
        self._given: dict[str, Action] = {}
        self._given_at: dict[str, int] = {}  # which entries of the journal they are
        self._sealing = False  # whether any of the answers will be under seal
        self._at_station = False
        self.outcome = None
        self._procedure = one_question(self.letter) if self.letter else self.title.play(self._table)
        self._proceed(None)

    def _give(self, side: str, action: Action) -> None:
        """Hand an answer to the procedure, when all that are asked together have answered."""
        table = self._table
        decision = self.decision_of(side) if self._sealing else None
        table.begin_step(side, decision.ask.sealed if decision else "")
        request = self._request
        if type(request) is Ask and side != REFEREE:
            self._proceed(action)
        elif isinstance(action, FixDice):
            self.position.dice.fix(action.values)
        elif isinstance(action, StirDice):
            self.position.dice.stir(action.salt)
        elif isinstance(action, FreshDice):
            self.position.dice.renew(action.key)
            self.position.premises = ()
            if (words := self._words_of_dice(action)) is not None:
                table.tell(words)
        elif isinstance(action, Premise):
            self.position.premises = (*self.position.premises, action)
        elif isinstance(request, Together) and request.eager:
            self._proceed({side: action})
        elif isinstance(request, Together):
            self._given[side] = action
            self._given_at[side] = self.step
            self._open = tuple(decision for decision in self._open if decision.side != side)
            self._at_station = False
            if len(self._given) == len(self._asked):
                answers, self._given, self._given_at = self._given, {}, {}
                if len(answers) > 1:
                    table.revealed = table.revealed or "secret choices were revealed"
                self._proceed(answers)
        if table.seal and not self._at_station and not self.over:
            raise RuntimeError(
                f"after an answer under seal the next question must be a station: {self._open!r}"
            )

    def _words_of_dice(self, action: FreshDice) -> str | None:
        """What all are told of fresh dice; nothing of those made before secrets stood beside them."""
        if not action.pledges:
            return FRESH_DICE
        if not action.secrets:
            return None
        given = [self._party(pledge.partition("=")[0]) for pledge in action.pledges]
        words = JOINT_DICE.format(_listed(given))
        if action.absent:
            words += " " + NO_SHARE.format(_listed([self._party(party) for party in action.absent]))
        return words

    def _party(self, party: str) -> str:
        is_side = party in self.title.sides
        return self.title.side_names.get(party, party) if is_side else f"the {party}"

    def _proceed(self, answer: Any) -> None:
        """Run the procedure to the next question that somebody has to answer."""
        asked: tuple[Decision, ...]
        several = False  # answers to choose from
        try:
            for _ in _FORCED:
                request = self._procedure.send(answer)
                if isinstance(request, Together):
                    asked = tuple([Decision(ask) for ask in request.asks])
                    sealing = any(ask.sealed for ask in request.asks)
                    if sealing and not request.eager:
                        raise RuntimeError(f"a question under seal stands alone or is eager: {asked!r}")
                    break
                decision = Decision(request)
                asked = (decision,)
                sealing = bool(request.sealed)
                if request.always or sealing:
                    break
                choices = decision.choices()
                several = len(choices._known) > 1 or choices.several()
                if several:
                    break
                answer = choices.only()
                if answer is None:
                    break
            else:
                raise RuntimeError(f"the game goes round in circles at: {asked[0]!r}")
        except StopIteration as end:
            self._asked = self._open = ()
            self._at_station = self._sealing = False
            self.outcome = str(end.value or "the game is over")
            return
        if not several:
            for decision in asked:
                if not decision.choices().any():
                    raise RuntimeError(f"nothing can be answered to: {decision!r}")
        self._request: Ask | Together = request
        self._asked = self._open = asked
        self._at_station = request.station
        self._sealing = sealing

    def _pass_station(self, step: int, kept: bool) -> None:
        """The game stands at a station after so many steps, and its position is kept or not."""
        self.station_step = step
        if kept:
            self._keep_station(self)

    def _is_to_be_kept(self, step: int) -> bool:
        """Whether the position at a station is kept; it follows from the stations there were, so that a game
        which was loaded keeps the same.

        After a step under seal, too: whoever may not know the step can only begin after it, and has the
        position there when somebody asks for it, as that of every last station.
        """
        every = self.station_every
        return step // every > self.station_step // every

    def _keep_station(self, at: Game[P]) -> None:
        """Keep the position of a game that stands at the last station, and leave out some that are old."""
        position = at.position.copy() if at is self else at.position
        self._stations.append(Station(self.station_step, position, len(at.events), at._withheld))
        newest = self.recent_stations
        if len(self._stations) > 2 * newest + self._thinned:
            old, recent = self._stations[:-newest], self._stations[-newest:]
            thinned = thin(old, self.step, SPACED) if self.old_stations else old[:1]
            self._stations = thinned + recent
            self._thinned = len(thinned)
            for station in thinned:
                if self.step - station.step <= RESTING:
                    break
                station.rest(_reader(self.title, self.setting))

    def _have_last_station(self) -> None:
        """Have the position of the last station, which may not have been kept when the game passed it."""
        if self._stations[-1].step == self.station_step:
            return
        at_it = self.station_step == self.step
        self._keep_station(self if at_it else self.branch(self.station_step))

    # Going back

    def _restore(self, step: int) -> None:
        """Be again where the game was after so many entries.

        SaveError, and then nothing has changed, if they were taken over from a file and go another way by the
        rules there are now.
        """
        if step >= self._recorded:
            self._go_back(step)
            self._recorded = min(self._recorded, step)
            return
        here = {**self.__dict__, "journal": self.journal.copy(), "_stations": self._stations[:]}
        fault: Exception | None = None
        try:
            self._go_back(step)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the past went another way
            fault = raised
        written = self.journal[step - 1].digest if step and fault is None else ""
        if fault is not None or (written and written != self.position.digest()):
            self.__dict__.update(here)
            raise SaveError(
                f"step {step} cannot be returned to: the rules or data have changed since it was played"
                f"{self._beside(step)}"
            ) from fault
        self._recorded = step

    def _beside(self, step: int) -> str:
        """Which steps can be returned to, next to one that cannot: where a position was kept."""
        kept = [station.step for station in self._stations if station.usable()]
        near = {*[at for at in kept if at < step][-1:], *[at for at in kept if at > step][:1]}
        return f"; {' and '.join(f'step {at}' for at in sorted(near))} can" if near else ""

    def _go_back(self, step: int) -> None:
        """Go to the newest station before a step, and play on from there. Drift if other dice fall then."""
        self._tried = self._looked_at = self._known = self._followed = None
        stations = self._stations
        while stations[-1].step > step or not stations[-1].usable():
            stations.pop()
        station = stations[-1]
        self.station_step = station.step
        again = self.journal[station.step : step]
        self.journal.cut(station.step)
        self._withheld = station.withheld
        events = self._table.events.copy()
        events.cut(station.events)
        self._table = Table(station.position.copy())
        self._table.events = events
        self.outbox = ()
        self._begin()
        if not station.step:  # what was told at the beginning has just been told anew
            self._opening = len(self._table.events)
        for entry in again:
            self._give(entry.by, entry.action)
            if not fell_alike(self._table.rolls, entry.rolls):
                raise Drift(self.step + 1, "other dice fall than are written")
            self._write(entry)
            if self._at_station:
                self._pass_station(self.step, self._is_to_be_kept(self.step))

    def resume(
        self,
        journal: Sequence[Entry],
        events: Sequence[Event],
        stations: Sequence[Station[P]],
        orders: int | None = None,
        *,
        fall_back: bool = True,
    ) -> None:
        """Take over a recorded past: go to the newest station and play on from there while it agrees.

        ``stations`` begins with the start of the game. Steps from the first that differs on are left out. If
        the rules have changed since, what follows from an old position or answer can be anything: what
        raises does not agree either, and only a start that cannot be played is an error. Whoever means the
        newest station and no other does not let the game ``fall_back`` on older ones. ``orders`` says how
        many compound orders there were, if somebody knows it already.
        """
        self._orders = max((entry.order for entry in journal), default=0) if orders is None else orders
        steps = self._scroll_of(journal)
        told = events if isinstance(events, Scroll) else Scroll(events, EVENTS)
        for last in range(len(stations), 0, -1):
            station = stations[last - 1]
            if fall_back and not station.usable():
                continue
            self.journal = steps.copy()
            self._stations = list(stations[:last])
            self._table.events = told.copy()
            try:
                self._restore(station.step)
            except Exception:
                if last == 1 or not fall_back:
                    raise
            else:
                self._recorded = station.step
                break
        for entry in journal[self.step :]:
            try:
                self.play_recorded(entry.action, entry.by, entry.order, entry.digest)
            except Exception:  # noqa: BLE001 - whatever it is, the step does not agree
                return
            again = self.journal[-1]
            if not fell_alike(again.rolls, entry.rolls) or (entry.digest and again.digest != entry.digest):
                self._restore(self.step - 1)
                return

    def _scroll_of(self, journal: Sequence[Entry]) -> Scroll[Entry]:
        return (
            journal
            if isinstance(journal, Scroll)
            else Scroll(journal, packing_of(self.title.actions | RefereeAction))
        )

    def forget(self, step: int) -> None:
        """Be where the game was after so many steps, as if those since had never been played.

        For those who keep the journal elsewhere and could not write it down; players use `undo`.
        """
        self._restore(step)

    def told_before(self, step: int) -> int:
        """How many events had been told before a step was played."""
        return self.journal[step - 1].told if step else self._opening

    # Which steps somebody may know

    def is_known(self, at: int, viewer: str) -> bool:
        """Whether somebody may know an entry of the journal (the first is 0), now that the game stands here.

        All but its own side do not if it lies in an envelope that was not opened since, or if it is an answer
        to a `Together` that others have not answered yet.
        """
        entry = self.journal[at]
        if viewer in (entry.by, REFEREE):
            return True
        if self._given_at.get(entry.by) == at:
            return False
        return at not in self._withheld

    def withheld_at(self, step: int) -> tuple[int, ...]:
        """The entries of the journal that lay under seal after so many steps."""
        station = next(each for each in reversed(self._stations) if each.step <= step)
        withheld: tuple[int, ...] = station.withheld
        for at in range(station.step, step):
            withheld = under_seal(withheld, self.journal, at)
        return withheld

    def steps_known(self, viewer: str) -> int:
        """How many steps there were, as somebody counts them: all but those that are withheld from him."""
        return self.step - len(self.steps_withheld(viewer))

    def steps_withheld(self, viewer: str) -> list[int]:
        """The entries of the journal (the first is 0) of which somebody may not know that they are there.

        That a side has answered a `Together` all see by who is still asked.
        """
        return [at for at in self._withheld if not self.is_known(at, viewer)]

    def true_step(self, number: int, viewer: str) -> int:
        """The step that somebody calls so from whom some are withheld."""
        if not 0 <= number <= (known := self.steps_known(viewer)):
            raise Malformed(f"there is no step {number}; the game is at step {known}")
        if number == known:
            return self.step
        for at in self.steps_withheld(viewer):
            if at < number:
                number += 1
        return number

    def known_step(self, step: int, viewer: str) -> int:
        """What somebody from whom some steps are withheld calls a step."""
        return step - sum(at < step for at in self.steps_withheld(viewer))

    def undo(self, by: str | None = None) -> None:
        """Take back the last order, if nobody has seen anything new since. Raises `Refusal` if so."""
        self._restore(self.before_last_order(by))

    def before_last_order(self, by: str | None = None) -> int:
        """The step to which `undo` goes back; Refusal if it cannot.

        With ``by`` it must be an order of this side, as far as it can know.
        """
        back = self.step
        while back and by is not None and not self.is_known(back - 1, by):
            back -= 1
        if not back:
            raise Refusal((), "there is nothing to take back")
        last = self.journal[back - 1]
        if by is not None and last.by != by:
            raise Refusal((), "the last order was not yours")
        if back < self.step:  # who else has answered everybody sees by who is still asked
            why = last.seen or "another has answered since"
            raise Refusal((), f"this cannot be taken back: {why}")
        back = self.step - 1
        while back and last.order and self.journal[back - 1].order == last.order:
            back -= 1
        if self.mail is not None and back < self.mail.known:
            raise Refusal((), "this cannot be taken back: it was in the file that was sent")
        for entry in self.journal[back:]:
            if entry.seen:
                raise Refusal((), f"this cannot be taken back: {entry.seen}")
        return back

    def rolls_since(self, step: int) -> list[Roll]:
        """The dice that going back to a step would cancel."""
        return [roll for entry in self.journal[step:] for roll in entry.rolls]

    def premises_told(self, step: int | None = None) -> tuple[Premise, ...]:
        """The premises there were at the last station, and those told since up to a step, used or not."""
        station = self.stations[-1]
        since = (entry.action for entry in self.journal[station.step : step])
        return (*station.position.premises, *(each for each in since if isinstance(each, Premise)))

    def rollback(self, step: int) -> list[Roll]:
        """Go back to a step by consent, whatever was seen. Returns the dice this cancels."""
        self._check_step(step)
        cancelled = self.rolls_since(step)
        salt = int(self.position.digest(), 16)  # differs after each rollback, as the dice in it do
        self._restore(step)
        if cancelled:
            self._play_one(StirDice(salt), REFEREE, order=0)
        return cancelled

    def _check_step(self, step: object) -> None:
        """Malformed unless the game has been at a step."""
        if not isinstance(step, int) or not 0 <= step <= self.step:
            raise Malformed(f"there is no step {step}; the game is at step {self.step}")

    def branch(self, step: int | None = None) -> Game[P]:
        """An independent game with the same past, up to a step."""
        if step is not None:
            self._check_step(step)
        else:
            self._have_last_station()  # so that the next branch has it, too
        twin: Game[P] = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.journal = self.journal.copy()
        twin.notices = self.notices[:]
        twin._stations = self._stations[:]
        twin._restore(self.step if step is None else step)
        return twin

    # Knowing

    def view(self, viewer: str) -> dict[str, Any]:
        """What a side, an observer or the referee may know, as plain data.

        Of what happened it has the newest; `heard` has all.
        """
        newest = self.events[self.told_lately :]
        return {
            **self.outline(viewer),
            "events": [event.as_data() for event in newest if event.seen_by(viewer)],
        }

    @property
    def told_lately(self) -> int:
        """The number of the first event that a view tells of."""
        return max(0, len(self.events) - RECENT_EVENTS)

    def outline(self, viewer: str) -> dict[str, Any]:
        """The view without what happened: how things stand, and what is to be decided."""
        self._check_viewer(viewer)
        own = self.decision_of(viewer)
        return {
            "title": self.origin.title,
            "scenario": self.origin.scenario,
            "step": self.steps_known(viewer),
            "viewer": viewer,
            "outcome": self.outcome,
            "waiting": [decision.side for decision in self.decisions],
            "decision": own.as_data() if own else None,
            "position": self.title.view(self.seen(viewer), viewer),
        }

    def _check_viewer(self, viewer: str) -> None:
        """Malformed unless somebody looks at the game with eyes that there are."""
        known = (*self.title.sides, OBSERVER, REFEREE)
        if viewer not in known:
            hint = suggest(str(viewer), known) or ", ".join(known)
            raise Malformed(f'there is no side "{viewer}" ({hint})')

    def heard(self, viewer: str, since: int = 0) -> list[tuple[int, Event]]:
        """The events a viewer may know from the so-manieth on, each with the step that told it as he counts.

        What was told before the first step belongs to none, and has the number 0.
        """
        self._check_viewer(viewer)
        events = self._table.events[since:]
        withheld = self.steps_withheld(viewer)
        step = len(self.journal) + 1
        first, end, called = len(self._table.events), 0, 0  # what the step told, and what the viewer calls it
        found = []
        for number in range(first - 1, first - 1 - len(events), -1):
            while step and number < first:
                step -= 1
                first, end = (self.told_before(step - 1), self.told_before(step)) if step else (0, 0)
                called = step - sum(at < step for at in withheld)
            event = events[number - since]
            if event.seen_by(viewer):
                found.append((called if number < end else 0, event))
        found.reverse()
        return found

    def seen(self, viewer: str) -> P:
        """The position as it is looked at by somebody: what he may not know is taken away at most once."""
        if self._looked_at is None or self._looked_at[0] != viewer:
            self._check_viewer(viewer)
            self._looked_at = viewer, self.title.as_seen(self.position, viewer)
        return self._looked_at[1]

    def picture(self, viewer: str, layers: Sequence[str] = ()) -> object:
        """The game as `hexfront.drawing` draws it, as far as a viewer may know; Refusal if there is none."""
        return self.title.picture(self.seen(viewer), viewer, layers)

    def position_known(self, viewer: str) -> P:
        """The position without what somebody may not know; an observer knows what all sides know.

        It is to be looked at, not to be changed: the game keeps it until something is played.
        """
        if viewer == REFEREE:
            return self.position
        if self._known is None or self._known[0] != viewer:
            self._check_viewer(viewer)
            known = self.position
            for side in (viewer,) if viewer in self.title.sides else self.title.sides:
                known = self.title.redact(known, side)
            known.dice = unknown_dice(known.dice)
            self._known = viewer, known
        return self._known[1]

    def explain(self, question: Action, viewer: str = REFEREE) -> Ledger:
        """Why a number is what it is, as far as somebody may know."""
        return self.title.explain(self.position_known(viewer), question)

    def odds(self, action: Action) -> Distribution[str]:
        """How likely each outcome of an action is. Draws no dice and changes nothing."""
        refusal = self.check(action)
        if refusal is not None:
            raise refusal
        return self.title.odds(self, action)

    def forecast(self, action: Action) -> Forecast:
        """The same, as figures one can plot, for each answer of the other side."""
        refusal = self.check(action)
        if refusal is not None:
            raise refusal
        return self.title.forecast(self, action)

    def face(self, decision: Decision, action: Action) -> Face:
        """How an answer to a decision is shown and clicked."""
        if isinstance(action, Pass) and (words := self.title.passing.get(decision.kind)):
            return Face(words, verb="Pass")
        return self.title.face(self.position, decision, action)

    def topic(self, decision: Decision) -> Topic:
        """What a decision is about, as any client can show it."""
        return self.title.topic(self.position, decision)

    def report(self, viewer: str) -> Report:
        """How the war stands, as far as a viewer may know."""
        return self.title.report(self.seen(viewer), viewer)

    def display(self, viewer: str, name: str) -> Display:
        """What lies beside the map, as far as a viewer may know it."""
        return self.title.display(self.seen(viewer), viewer, name)

    def laid_out(self, side: str) -> Sequence[Action]:
        """The orders by which all that a side has laid out so far can be laid out again."""
        self._check_viewer(side)
        return self.title.laid_out(self.position, side)

    def commands(self, side: str) -> Sequence[Command]:
        """What parts of a side others than its chief can answer for."""
        self._check_viewer(side)
        return self.title.commands(self.position, side)

    def questions_about(self, subject: str, viewer: str) -> Sequence[Question]:
        """What can be asked about a piece or a hex."""
        return self.title.questions_about(self.position_known(viewer), viewer, subject)

    def outcomes(self, play: Callable[[Game[P]], Result], limit: int = 100_000) -> Distribution[Any]:
        """The exact distribution of what ``play`` returns, over all ways the dice can fall.

        ``play`` is given a branch of this game in which dice are enumerated instead of thrown.
        """

        def run(throw: Callable[[int], int]) -> Result:
            twin = self.branch()
            twin.digest_every = 0
            twin.position.dice = EnumeratedDice.falling(throw)
            return play(twin)

        return enumerate_dice(run, limit)

    def position_text(self) -> PositionText:
        """The position as text, to be set up again from there.

        In the middle of an order it is the position before the order, the answers given since, and the
        dice that fell meanwhile.
        """
        station = self.stations[-1]
        since = self.journal[station.step :]
        text = PositionText(self.origin.title, self.origin.scenario)
        text.options = dict(self.origin.options)
        text.seed = self._seed_of_text()
        fallen = tuple(roll.value for entry in since for roll in entry.rolls)
        text.dice = (*fallen, *self.position.dice.fixed)
        text.premises = self.premises_told()
        if self.setting.sandbox:
            text.sandbox = tuple(part for part in self.title.sandbox if part in self.setting.sandbox)
        if self.origin.start:
            text.board = parse(self.origin.start).board
        self.title.write_position(station.position, text)
        for entry in since:
            if entry.by != REFEREE:
                text.answer(entry.by, actions.as_words(entry.action))
        return text

    def _seed_of_text(self) -> int:
        """The game's own seed, so that dice are shared; another one if its dice have another key by now.

        Whoever reads that one can neither throw again what was taken back, nor know what is to come.
        """
        key = self.position.dice.key
        return self.origin.seed if isinstance(key, int) or key == str(self.origin.seed) else seed_from(key)


def thin(stations: Sequence[Station[P]], now: int, densely: int) -> list[Station[P]]:
    """Of some stations, the first and those that are far enough from each other: the older, the farther.

    However long a game is, few of them are kept, and the way from one of them to any step is short beside
    the whole.
    """
    kept = [stations[0]]
    for station in stations[1:]:
        if station.step - kept[-1].step >= max(densely, (now - station.step) // OLD_STATIONS):
            kept.append(station)
    return kept


def _reader(title: Title[P], setting: Setting) -> Callable[[Station[P]], P]:
    """What reads the position of a station again that was packed in this process."""

    def read(station: Station[P]) -> P:
        return title.adopt(setting, title.position_type.from_data(station.unpacked()))

    return read


class EnumeratedDice(Dice, dict=True):
    """Dice that fall as somebody who enumerates them decides."""

    @classmethod
    def falling(cls, throw: Callable[[int], int]) -> EnumeratedDice:
        dice = cls("", occasion="", tally={})
        dice.__dict__["fall"] = throw
        return dice

    def copy(self) -> Dice:
        return self

    def throw(self, faces: int, what: str = "", occasion: str = "", label: str | None = None) -> int:
        self.thrown += 1
        value: int = self.__dict__["fall"](faces)
        return value
