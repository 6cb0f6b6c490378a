"""Where rules are met in play: in refusals, in explained numbers, in what is told, in dice and in questions.

A rule index claims what the program sees to. A witness looks: it plays, asks for what is not allowed, asks
why of every number, and keeps for each rule the first place of each kind in which its number turned up.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from hexfront.kernel.actions import as_words
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.records import Event
from hexfront.kernel.rulebook import KINDS, Rulebook, Sighting
from hexfront.kernel.start import new_game
from hexfront.kernel.title import REFEREE, Title
from hexfront.proof.fuzz import Seen

PROBES = 4  # actions at a decision that may not be allowed
ASKED = 3  # subjects at a decision that are asked about
LONGEST = 2000  # decisions of one game
MOST_WORDS = 90


class Witness:
    """What was seen: for each rule and kind the first sighting."""

    def __init__(self, book: Rulebook, seen: Iterable[Sighting] = ()) -> None:
        self.book = book
        self.seen: dict[tuple[str, str], Sighting] = {}
        for each in seen:
            self.see(each.kind, (each.rule,), each.where, each.words)

    def see(self, kind: str, rules: Iterable[str], where: str, words: str = "") -> None:
        """Keep the rules of the index that were cited together."""
        for rule in rules:
            if rule in self.book:
                shown = words if len(words) <= MOST_WORDS else f"{words[: MOST_WORDS - 3]}..."
                self.seen.setdefault((rule, kind), Sighting(rule, kind, where, shown))

    def refusal(self, refusal: Refusal | None, where: str) -> None:
        if refusal is not None:
            self.see("refusal", refusal.rules, where, refusal.reason)

    def events(self, events: Iterable[Event], where: str) -> None:
        for event in events:
            self.see("event", event.rules, where, event.text)

    def ledger(self, ledger: Ledger, where: str) -> None:
        for term in ledger.terms:
            self.see("number", (term.rule,), where, f"{ledger.subject} ... {term.text(ledger.scale)}")

    def sightings(self) -> list[Sighting]:
        """Everything seen, in the order of the book."""
        order = {rule.rule: place for place, rule in enumerate(self.book)}
        kinds = list(KINDS)
        return sorted(self.seen.values(), key=lambda each: (order[each.rule], kinds.index(each.kind)))


def play(title: Title, witness: Witness, decisions: int, seed: int = 1914) -> None:
    """Play every scenario of a title for so many decisions, looking all the while."""
    for scenario in title.scenarios():
        left = decisions
        while left > 0:
            left -= _one_game(title, scenario.name, witness, min(left, LONGEST), seed)
            seed += 1


def _one_game(title: Title, scenario: str, witness: Witness, most: int, seed: int) -> int:
    game = new_game(title, scenario, seed)
    draw = random.Random(seed)
    seen = Seen(title, draw)
    name = f"{title.name}/{scenario}, seed {seed}"
    subjects = [*title.vocabulary(game.setting), *game.setting.board.labels]
    told = 0
    while not game.over and game.step < most:
        where = f"{name}, step {game.step}"
        decision = game.decisions[draw.randrange(len(game.decisions))]
        witness.see("question", (decision.rule,), where, decision.prompt)
        listed = list(decision.choices())
        seen.add(draw.choice(listed))
        for action in seen.strangers(PROBES):
            witness.refusal(game.check(action, decision.side), where)
        _ask(game, witness, draw.sample(subjects, min(ASKED, len(subjects))), where)
        default = decision.default()
        chosen = default if default is not None and draw.random() < 0.5 else draw.choice(listed)
        game.play(chosen, decision.side)
        witness.events(game.events[told:], f"{where}: {as_words(chosen)}")
        told = len(game.events)
        for roll in game.journal[-1].rolls:
            witness.see("die", (roll.rule,), where, roll.purpose)
    return max(game.step, 1)


def _ask(game: Game, witness: Witness, subjects: Sequence[str], where: str) -> None:
    for subject in subjects:
        for question in game.questions_about(subject, REFEREE):
            try:
                witness.ledger(game.explain(question.question), where)
            except Refusal as refusal:
                witness.refusal(refusal, where)


def write(path: Path, sightings: Iterable[Sighting]) -> None:
    """Write sightings into a file that `hexfront.kernel.rulebook.read_proof` reads."""
    text = io.StringIO()
    text.write("#: provenance = derived\n")
    text.write("#: about = Where each rule was met in play. Written by hexfront rules TITLE --prove.\n")
    writer = csv.writer(text, lineterminator="\n")
    columns = ("rule", "kind", "where", "words")
    writer.writerow(columns)
    writer.writerows([getattr(each, name) for name in columns] for each in sightings)
    path.write_text(text.getvalue(), encoding="utf-8")
