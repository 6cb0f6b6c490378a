"""Random legal games, with every invariant watched.

A game's choices are drawn from a generator seeded with the game's own seed, and what is checked when follows
from its own steps, so that a game that broke is played again by naming its seed. Several processes can share
the games of a run (`hexfront.proof.sharing`).
"""

from __future__ import annotations

import contextlib
import gc
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, get_args, get_origin

import msgspec

from hexfront.kernel import save as saves
from hexfront.kernel.actions import Action, as_words, kinds_of
from hexfront.kernel.errors import HexfrontError, Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title
from hexfront.proof import invariants
from hexfront.proof.invariants import Broken, Offer
from hexfront.proof.loading import Followers
from hexfront.proof.secrecy import no_interference
from hexfront.proof.ways import ways_lead
from hexfront.seam import find_title

LONGEST = 1_000_000  # steps after which a game that has not ended never will
DEAR_EVERY = 20  # decisions between two checks of what is dear
SAVES_ARE_RARER = 10  # so many times as rare as other dear checks
REPLAY_EVERY = 25  # games
STRANGERS = 4  # unlisted actions tried at a decision
MOST_SEEN = 400

Watch = Callable[[int, int, float], None]


class Report(msgspec.Struct):
    """What came of a run."""

    name: str
    decisions: int = 0
    games: int = 0
    ended: int = 0
    longest: int = 0
    loads: int = 0
    comparisons: int = 0
    seconds: float = 0.0
    invariant: str = ""
    what: str = ""
    seed: int = 0
    step: int = 0
    file: str = ""

    @property
    def broken(self) -> bool:
        return bool(self.invariant)

    @property
    def per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    def lines(self) -> Iterator[str]:
        yield (
            f"{self.name}: {self.decisions:,} decisions in {self.games:,} games ({self.ended:,} ended, "
            f"the longest after {self.longest:,} steps), {self.per_second:,.0f} a second"
        )
        yield f"{self.loads:,} times loaded, and compared {self.comparisons:,} times after playing on"
        if self.broken:
            yield f"BROKEN {self.invariant}: {self.what}"
            yield f"seed {self.seed}, step {self.step}, file {self.file}"

    def as_data(self) -> dict[str, Any]:
        return {**msgspec.to_builtins(self), "broken": self.broken, "per_second": round(self.per_second)}


class Share(Protocol):
    """What the processes of one run have in common: how much is wanted, how much is done, who has to stop."""

    processes: int
    number: int

    def add(self, more: int) -> None: ...

    @property
    def enough(self) -> bool: ...


class Alone:
    """The share of a process that has a run to itself."""

    def __init__(self, wanted: int) -> None:
        self.processes = 1
        self.number = 0
        self.left = wanted

    def add(self, more: int) -> None:
        self.left -= more

    @property
    def enough(self) -> bool:
        return self.left <= 0


class Seen:
    """Actions seen before, and what stood in their fields: the stuff strangers are made of."""

    def __init__(self, title: Title, draw: random.Random) -> None:
        self.kinds = [(kind, msgspec.structs.fields(kind)) for kind in kinds_of(title.actions).values()]
        self.draw = draw
        self.actions: list[Action] = []
        self.words: dict[str, list[str]] = {}
        self.all_words: list[str] = ["", "nowhere"]

    def add(self, action: Action) -> None:
        """Remember an action; of very many, a random selection."""
        self._keep(self.actions, action)
        for name in action.__struct_fields__:
            value = getattr(action, name)
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, str):
                    self._keep(self.words.setdefault(name, []), word)
                    self._keep(self.all_words, word)

    def _keep(self, kept: list[Any], item: Any) -> None:
        if item in kept:
            return
        if len(kept) < MOST_SEEN:
            kept.append(item)
        else:
            kept[self.draw.randrange(MOST_SEEN)] = item

    def strangers(self, count: int) -> list[Action]:
        """Actions that may or may not be legal: old ones, and new ones of old words."""
        found = [self.draw.choice(self.actions) for _ in range(count // 2)] if self.actions else []
        return found + [self.made_up() for _ in range(count - len(found))]

    def made_up(self) -> Action:
        """An action of any kind, compound orders included, with its fields filled at random."""
        kind, fields = self.draw.choice(self.kinds)
        try:
            return kind(**{field.name: self._value(field.name, field.type) for field in fields})
        except TypeError:
            return self.draw.choice(self.actions)

    def _value(self, name: str, kind: Any) -> Any:
        if get_origin(kind) is tuple:
            inner = get_args(kind)[0]
            return tuple(self._value(name, inner) for _ in range(self.draw.randrange(4)))
        if kind is bool:
            return self.draw.random() < 0.5
        if kind is int:
            return self.draw.randrange(-2, 12)
        if kind is str or str in get_args(kind):
            known = self.words.get(name)
            return self.draw.choice(known if known and self.draw.random() < 0.8 else self.all_words)
        raise TypeError(f"no values for {kind}")


@contextlib.contextmanager
def _little_tidying() -> Iterator[None]:
    """Look for garbage more rarely: a fifth of the time goes into it, for very many short-lived things."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Run:
    """One run of the fuzzer over one scenario, or the part of it that one of several processes plays."""

    def __init__(self, name: str, share: Share, out: Path, dear: int, longest: int) -> None:
        title_name, _, self.scenario = name.partition("/")
        self.title = find_title(title_name)
        self.share = share
        self.out = out
        self.dear = dear
        self.save = dear * SAVES_ARE_RARER
        self.longest = longest
        self.report = Report(name)
        self.followers = Followers(find_title)

    def run(self, seed: int, watch: Watch | None) -> Report:
        report = self.report
        began = time.perf_counter()
        with _little_tidying():
            while not self.share.enough and not report.broken:
                self.one_game(seed + self.share.number + self.share.processes * report.games)
                report.seconds = time.perf_counter() - began
                if watch:
                    watch(report.decisions, report.games, report.per_second)
        return report

    def new_game(self, seed: int, draw: random.Random) -> Game:
        """The next game, with options drawn by lot."""
        self.report.games += 1
        options = self.title.options(self.scenario)
        chosen = {option.name: draw.choice(option.values) for option in options}
        game = new_game(self.title, self.scenario, seed, chosen)
        game.digest_every = 1
        return game

    def one_game(self, seed: int) -> None:
        """A game to its end, or until there are enough decisions, or until something breaks."""
        report = self.report
        draw = random.Random(seed)
        game = self.new_game(seed, draw)
        seen = Seen(self.title, draw)
        thrown: set[str] = set()
        doing = "at the start"
        try:
            before = self.at_decision(game, seen, draw, None)
            while not game.over and not self.share.enough:
                decision = draw.choice(game.decisions)
                listed = decision.choices()
                action = listed[draw.randrange(len(listed))]
                doing = f"when {decision.side} plays {as_words(action)}"
                for other in (action, draw.choice(listed)):
                    seen.add(other)
                known = invariants.blind(game, decision.side) if game.step % self.dear == 0 else None
                game.play(action, decision.side)
                report.decisions += 1
                self.share.add(1)
                invariants.thrown_once(game.journal[-1], thrown)
                doing = f"after {decision.side} played {as_words(action)}"
                self.followers.step(game)
                if known is not None:
                    invariants.nothing_learned(game, known)
                before = self.at_decision(game, seen, draw, before)
                invariants.ends(game, self.longest)
            report.ended += game.over
            if game.over and report.games % REPLAY_EVERY == 1:
                invariants.replayed(game, find_title)
        except Broken as broken:
            self.write(game, seed, broken.invariant, broken.what)
        except Exception as bug:  # noqa: BLE001 - whatever a title raises is a finding, to be written down
            self.write(game, seed, "no exceptions", f"{type(bug).__name__} {doing}: {bug}")
        self.count(game)

    def count(self, game: Game) -> None:
        """Add a game that is over, or broken off, to the report."""
        report = self.report
        report.longest = max(report.longest, game.step)
        report.loads += self.followers.loads
        report.comparisons += self.followers.comparisons
        self.followers = Followers(find_title)

    def at_decision(self, game: Game, seen: Seen, draw: random.Random, before: Offer | None) -> Offer:
        """Check everything that is due, and that checking changed nothing."""
        offer = Offer(game, kept=True)
        number = game.step
        invariants.legal_position(game)
        invariants.matters_declared(game)
        twin = invariants.restored(game, offer)
        if before is not None:
            invariants.balanced(game, before)
            invariants.undone(twin, before, game.journal[-1])
        invariants.listed_accepted(game, draw)
        if seen.actions:
            invariants.unlisted_refused(game, seen.strangers(STRANGERS))
        if number % self.dear == 0:
            self.dear_checks(game, offer, seen, draw)
            self.followers.join(game, whole=False)
        if number % self.save == 0:
            invariants.saved_and_loaded(game, offer, find_title)
        if what := offer.changed(Offer(game)):
            raise Broken("asking changes nothing", what)
        return offer

    def dear_checks(self, game: Game, offer: Offer, seen: Seen, draw: random.Random) -> None:
        invariants.derived_afresh(game)
        invariants.gone_back(game, draw.randrange(game.step + 1))
        invariants.choices_betray_nothing(game)
        # Looking into other worlds throws lots, but a game is played again by its seed whatever is looked at.
        state = draw.getstate()
        no_interference(game, draw, seen.strangers(STRANGERS) if seen.actions else ())
        invariants.sent_and_opened(game, find_title, draw, game.told_before(max(0, game.step - self.dear)))
        draw.setstate(state)
        invariants.written_and_read(game, offer)
        if game.over:
            return
        invariants.chances_add_up(game, draw.choice(game.decision.choices()))
        state = draw.getstate()
        ways_lead(game, draw)
        draw.setstate(state)
        if seen.actions:
            invariants.whole_order(game, seen.made_up())
            self.garbled(game, as_words(draw.choice(seen.actions)), draw)

    def garbled(self, game: Game, line: str, draw: random.Random) -> None:
        """A garbled line is read as an action or refused as malformed; nothing else."""
        signs = [*line]
        for _ in range(draw.randrange(1, 4)):
            signs.insert(draw.randrange(len(signs) + 1), draw.choice("\"'{},- \\0é"))
        with contextlib.suppress(Malformed):
            game.read_action("".join(signs))

    def write(self, game: Game, seed: int, invariant: str, what: str) -> None:
        """Note what broke, and leave a game that shows it."""
        report = self.report
        report.invariant, report.what, report.seed, report.step = invariant, what, seed, game.step
        path = self.out / f"{report.name.replace('/', '-')}-{seed}-{game.step}{saves.SUFFIX}"
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            saves.save(game, path)
            report.file = str(path)
            again = saves.load(path, find_title)
            if again.step != game.step:
                report.file += f" (loads only to step {again.step})"
        except (HexfrontError, OSError) as wrong:
            report.file = f"{path} (cannot be used: {wrong})"


class LoadingRun(Run):
    """A run that does nothing but load games and play them on beside those that were not loaded."""

    def one_game(self, seed: int) -> None:
        """A game that is loaded again and again; what is loaded follows it for some steps."""
        draw, loading = random.Random(seed), random.Random(-seed)
        game = self.new_game(seed, draw)
        try:
            while not game.over and not self.share.enough:
                before = self.followers.loads
                self.followers.maybe_join(game, loading)
                self.share.add(self.followers.loads - before)
                decision = draw.choice(game.decisions)
                listed = decision.choices()
                game.play(listed[draw.randrange(len(listed))], decision.side)
                self.report.decisions += 1
                self.followers.step(game)
                invariants.ends(game, self.longest)
            self.report.ended += game.over
        except Broken as broken:
            self.write(game, seed, broken.invariant, broken.what)
        self.count(game)


def fuzz(
    name: str,
    decisions: int,
    *,
    seed: int = 1,
    out: Path = Path(),
    dear: int = DEAR_EVERY,
    longest: int = LONGEST,
    watch: Watch | None = None,
) -> Report:
    """Play random legal games of a scenario (``TITLE/SCENARIO``) until so many decisions were made.

    ``dear`` is the number of decisions between two checks of what is dear; 1 checks everything always.
    """
    return Run(name, Alone(decisions), out, dear, longest).run(seed, watch)


def fuzz_loads(
    name: str,
    loads: int,
    *,
    seed: int = 1,
    out: Path = Path(),
    longest: int = LONGEST,
    watch: Watch | None = None,
) -> Report:
    """Play random games of a scenario until they were loaded so often, at random steps.

    Each loaded game is played on beside the running one, and compared with it after every step.
    """
    return LoadingRun(name, Alone(loads), out, DEAR_EVERY, longest).run(seed, watch)
