"""A game that was saved and loaded goes on exactly like the one that was not.

That a loaded position equals the one that was saved does not prove it: what a title keeps beside the
fields of its position is computed anew when loading, and whatever it remembers there that does not follow
from the fields is lost. So loaded games are played on beside the running one, order by order, and compared
after each.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from hexfront.kernel import save as saves
from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import HexfrontError
from hexfront.kernel.game import Game
from hexfront.kernel.records import Station
from hexfront.kernel.title import Title
from hexfront.proof.invariants import Broken, beside, different

FindTitle = Callable[[str], Title]

FOLLOWED = 12  # steps for which a loaded game is played on beside the running one
LOADS_PER_STEP = 0.5  # in a run that does nothing else
WHOLE_FILES = 0.02  # of these, how many go through a file and not only through a snapshot


def reopened(game: Game) -> Game:
    """A game as it is after its last station was written down and read again."""
    station = game.stations[-1]
    written = msgspec.json.encode(station.position.as_data())
    position = saves.position_from(game.title, game.setting, msgspec.json.decode(written))
    if position is None or position.digest() != station.position.digest():
        raise Broken("snapshot", f"the snapshot of step {station.step} is not the position it was made of")
    twin = game.branch()
    twin.stations = [*twin.stations[:-1], Station(station.step, position, station.events, station.withheld)]
    twin.forget(game.step)
    return twin


def loaded(game: Game, find_title: FindTitle) -> Game:
    """A game written to a file and read again."""
    again = saves.from_text(saves.as_text(game), find_title)
    if again.step != game.step:
        raise Broken("load and go on", f"saved at step {game.step}, loaded at step {again.step}")
    return again


class Follower(msgspec.Struct):
    """A loaded game that is played on beside the running one."""

    game: Game
    since: int
    how: str
    left: int = FOLLOWED


class Followers:
    """The loaded games beside a running one, and how often they were compared with it."""

    def __init__(self, find_title: FindTitle) -> None:
        self.find_title = find_title
        self.games: list[Follower] = []
        self.loads = 0
        self.comparisons = 0

    def join(self, game: Game, whole: bool) -> None:
        """Load the running game, and let what was loaded follow it from here."""
        twin = loaded(game, self.find_title) if whole else reopened(game)
        if what := different(beside(game.position), beside(twin.position)):
            raise Broken("load and go on", f"kept beside the position, then loaded: {what}")
        self.games.append(Follower(twin, game.step, "a file" if whole else "a snapshot"))
        self.loads += 1

    def step(self, game: Game) -> None:
        """Play the step just played in every loaded game, and compare."""
        entry = game.journal[-1]
        for follower in self.games:
            loaded_at = f"loaded from {follower.how} at step {follower.since}"
            words = f"{as_words(entry.action)} at step {game.step}, {loaded_at}"
            try:
                follower.game.play_recorded(entry.action, entry.by, entry.order, entry.digest)
            except HexfrontError as refused:
                raise Broken("load and go on", f"{words}, is refused: {refused}") from None
            self.comparisons += 1
            follower.left -= 1
            if follower.game.journal[-1] != entry or follower.game.outcome != game.outcome:
                what = different(game.position.as_data(), follower.game.position.as_data())
                raise Broken("load and go on", f"{words}: {what or 'another entry in the journal'}")
        self.games = [follower for follower in self.games if follower.left]

    def maybe_join(self, game: Game, draw: random.Random) -> None:
        """Load at random stations and between them, mostly from a snapshot."""
        if not game.over and draw.random() < LOADS_PER_STEP:
            self.join(game, whole=draw.random() < WHOLE_FILES)
