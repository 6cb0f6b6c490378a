"""Dice that nobody chose, and that everybody can check afterwards.

The key of a game between people is made of a secret number of each party, the host included:

1. each party draws a secret (`new_secret`) and shows its `commitment` to all;
2. when all commitments are known, each gives its secret to the host, and to nobody else;
3. the host makes the key of all secrets and gives the game its dice (`fresh_dice`, played by the referee);
4. when the game is over, the host shows the journal, in which the secrets stand, and anybody runs `faults`.

Nobody can choose the dice, because nobody can change his secret after he has seen another's. Nobody but the
host can know them before they fall, because the key needs every secret. Who promises a secret and does not
give it stops the dice from being made, and learns nothing by it; but a host who is in league with him could
try again until he likes the dice. So whoever gives a secret keeps it, and the commitments he saw: afterwards
he compares them with the journal (`share_fault`).

With keyed dice every single throw can be checked by itself: `hexfront.kernel.dice.fallen` needs the key and
the label in the journal, and no position.
"""

from __future__ import annotations

import hashlib
import secrets as randomness
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hexfront.kernel.actions import FixDice, FreshDice, StirDice
from hexfront.kernel.dice import fallen
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.records import Entry
from hexfront.kernel.title import REFEREE

HOST = "host"
JOINT = "joint"  # the source of dice that were made of everybody's secret


class Stretch(msgspec.Struct, frozen=True):
    """A part of a game that was played with one key.

    ``since`` is the step that brought it, 0 for the seed. ``pledges`` are those who gave a secret for it,
    with their commitments; nobody can prove anything of dice that one alone has made, or has stirred.
    """

    since: int
    dice: int
    pledges: dict[str, str]
    absent: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def is_proven(self) -> bool:
        return bool(self.pledges) and not self.faults


def new_secret() -> str:
    """A number that nobody can guess."""
    return randomness.token_hex(32)


def commitment(party: str, secret: str) -> str:
    """What a party shows of its secret before the others show theirs; it fits no other party."""
    return _hash("commitment", party, secret)


def joint_key(secrets: Mapping[str, str]) -> str:
    """The key that all secrets make together."""
    return _hash("key", *(part for party in sorted(secrets) for part in (party, secrets[party])))


def fresh_dice(
    commitments: Mapping[str, str], secrets: Mapping[str, str], absent: Sequence[str] = ()
) -> FreshDice:
    """What the referee plays when all secrets are there; Malformed names those that are not as promised."""
    wrong = _broken(commitments, secrets)
    if wrong:
        raise Malformed("; ".join(wrong))
    return FreshDice(joint_key(secrets), JOINT, _written(commitments), _written(secrets), tuple(absent))


def hide_dice(game: Game) -> bool:
    """Give a game new dice before anybody is sent a file of it, unless it has some; whether it got any.

    A seed is chosen by people, or left as it is: whoever guesses it throws every die beforehand, and sees by
    those that fell whether he was right. Dice that were fixed and results that were told still come up.
    """
    if game.over or made_by(game) is not None:
        return False
    fixed, told = game.position.dice.fixed, game.position.premises
    game.play(FreshDice(new_secret(), HOST), REFEREE)
    if fixed:
        game.fix_dice(*fixed)
    for each in told:
        game.play(each, REFEREE)
    return True


def withheld(entry: Entry) -> Entry:
    """An entry as it may be shown before the game is over: without the key of the dice."""
    if not isinstance(entry.action, FreshDice):
        return entry
    return msgspec.structs.replace(entry, action=msgspec.structs.replace(entry.action, key="", secrets=()))


def made_by(game: Game) -> FreshDice | None:
    """How a game came by the dice it has now; None if they are those of its seed."""
    renewed = (entry.action for entry in reversed(game.journal) if isinstance(entry.action, FreshDice))
    return next(renewed, None)


def parties(action: FreshDice) -> tuple[str, ...]:
    """Who had a share in fresh dice; nobody in those that one alone has made."""
    return tuple(_read(action.pledges)) if action.source == JOINT else ()


def faults(game: Game) -> list[str]:
    """What is wrong with the dice of a game that were made of secrets; nothing if all is well."""
    return [fault for stretch in stretches(game) for fault in stretch.faults]


def stretches(game: Game) -> list[Stretch]:
    """With which dice a game was played, one key after the other, and what is wrong with those of secrets.

    Every die must have fallen as the key says, none for the same thing twice, and none may have been fixed.
    That the dice are those which the rules call for is shown by playing the game again.
    """
    changed = (FreshDice, StirDice)
    starts = [0, *(step for step, entry in enumerate(game.journal, 1) if isinstance(entry.action, changed))]
    ends = [*(start - 1 for start in starts[1:]), game.step]
    return [_stretch(game, start, end) for start, end in zip(starts, ends, strict=True)]


def share_fault(
    found: Iterable[Stretch], party: str, secret: str, seen: Mapping[str, str] | None = None
) -> str:
    """What is wrong with the use of a secret that a party gave; nothing if dice were made of it.

    ``seen`` are the commitments of all that it was shown before it gave the secret.
    """
    promised = commitment(party, secret)
    for stretch in found:
        if stretch.pledges.get(party) == promised:
            same = seen is None or dict(seen) == stretch.pledges
            return "" if same else f"step {stretch.since}: others had promised something else"
    return f"no dice were made of the secret {party} gave"


def _stretch(game: Game, since: int, until: int) -> Stretch:
    played = game.journal[since:until]
    dice = sum(len(entry.rolls) for entry in played)
    action = game.journal[since - 1].action if since else None
    if not isinstance(action, FreshDice) or action.source != JOINT:
        return Stretch(since, dice, {}, (), ())
    pledges = _read(action.pledges)
    wrong = [f"step {since}: {what}" for what in _unfit(action, pledges)]
    if not wrong:
        wrong = _misthrown(action.key, since + 1, played)
    return Stretch(since, dice, pledges, action.absent, tuple(wrong))


def _misthrown(key: str, first: int, played: Sequence[Entry]) -> list[str]:
    """What does not follow from a key in steps of which the first has this number."""
    found = []
    thrown: set[str] = set()
    for step, entry in enumerate(played, first):
        if isinstance(entry.action, FixDice):
            found.append(f"step {step}: dice were fixed")
        for roll in entry.rolls:
            if roll.label in thrown:
                found.append(f"step {step}: thrown twice: {roll.label}")
            if roll.value != fallen(key, roll.label, roll.faces):
                found.append(f"step {step}: the die does not follow from the key: {roll.label}")
            thrown.add(roll.label)
    return found


def _unfit(action: FreshDice, commitments: Mapping[str, str]) -> list[str]:
    """Why dice are not those that their secrets make."""
    secrets = _read(action.secrets)
    wrong = _broken(commitments, secrets)
    return wrong if wrong or action.key == joint_key(secrets) else ["the key is not made of the secrets"]


def _broken(commitments: Mapping[str, str], secrets: Mapping[str, str]) -> list[str]:
    found = [f"{party} has promised nothing" for party in sorted(secrets.keys() - commitments.keys())]
    for party, promised in sorted(commitments.items()):
        if party not in secrets:
            found.append(f"the secret of {party} is missing")
        elif commitment(party, secrets[party]) != promised:
            found.append(f"the secret of {party} is not the one it promised")
    return found


def _written(of_parties: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{party}={of_parties[party]}" for party in sorted(of_parties))


def _read(written: Iterable[str]) -> dict[str, str]:
    return {party: value for party, _, value in (each.partition("=") for each in written)}


def _hash(*parts: str) -> str:
    """Of the parts as a list, so that no two lists of parts are the same text."""
    return hashlib.blake2b(msgspec.json.encode(["hexfront", *parts]), digest_size=32).hexdigest()
