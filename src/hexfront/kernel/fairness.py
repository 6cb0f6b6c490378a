"""Dice that nobody chose, and that everybody can check afterwards.

The key of a game between people is made of a secret number of each party, the host included:

1. each party draws a secret (`new_secret`) and shows its `commitment` to all;
2. when all commitments are known, each gives its secret to the host, and to nobody else;
3. the host makes the key of all secrets and gives the game its dice (`fresh_dice`, played by the referee);
4. when the game is over, the host shows the secrets and the journal, and anybody runs `faults`.

Nobody can choose the dice, because nobody can change his secret after he has seen another's. Nobody but the
host can know them before they fall, because the key needs every secret. A party that does not give its secret
gets no game; it has learnt nothing by then that would make it worth while.

With keyed dice every single throw can be checked by itself: `hexfront.kernel.dice.fallen` needs the key and
the label in the journal, and no position.
"""

from __future__ import annotations

import hashlib
import secrets as randomness
from collections.abc import Mapping

import msgspec

from hexfront.kernel.actions import FixDice, FreshDice, StirDice
from hexfront.kernel.dice import derived, fallen
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.records import Entry

HOST = "host"
JOINT = "joint"  # the source of dice that were made of everybody's secret


def new_secret() -> str:
    """A number that nobody can guess."""
    return randomness.token_hex(32)


def commitment(party: str, secret: str) -> str:
    """What a party shows of its secret before the others show theirs; it fits no other party."""
    return _hash("commitment", party, secret)


def joint_key(secrets: Mapping[str, str]) -> str:
    """The key that all secrets make together."""
    return _hash("key", *(part for party in sorted(secrets) for part in (party, secrets[party])))


def fresh_dice(commitments: Mapping[str, str], secrets: Mapping[str, str]) -> FreshDice:
    """What the referee plays when all secrets are there; Malformed names those that are not as promised."""
    wrong = _broken(commitments, secrets)
    if wrong:
        raise Malformed("; ".join(wrong))
    pledges = tuple(f"{party}={commitments[party]}" for party in sorted(commitments))
    return FreshDice(joint_key(secrets), JOINT, pledges)


def withheld(entry: Entry) -> Entry:
    """An entry as it may be shown before the game is over: without the key of the dice."""
    if not isinstance(entry.action, FreshDice):
        return entry
    return msgspec.structs.replace(entry, action=msgspec.structs.replace(entry.action, key=""))


def faults(game: Game, secrets: Mapping[str, str]) -> list[str]:
    """What is wrong with the dice of a game since they were made of these secrets; nothing if all is well.

    Every die must have fallen as the key says, none for the same thing twice, and none may have been fixed.
    Dice that were given another key afterwards are to be checked from there, with the secrets of that one.
    """
    found: list[str] = []
    key = ""
    thrown: set[str] = set()
    for step, entry in enumerate(game.journal, 1):
        action = entry.action
        if isinstance(action, FreshDice):
            if key:
                return [*found, f"step {step}: the dice were given another key"]
            if action.source == JOINT:
                wrong = _unfit(action, secrets)
                key = "" if wrong else action.key
                found += [f"step {step}: {what}" for what in wrong]
        elif isinstance(action, StirDice) and key:
            key, thrown = derived(key, f"stirred with {action.salt}"), set()
        elif isinstance(action, FixDice) and key:
            found.append(f"step {step}: dice were fixed")
        for roll in entry.rolls if key else ():
            if roll.label in thrown:
                found.append(f"step {step}: thrown twice: {roll.label}")
            if roll.value != fallen(key, roll.label, roll.faces):
                found.append(f"step {step}: the die does not follow from the key: {roll.label}")
            thrown.add(roll.label)
    return found if key or found else ["the dice of this game are not made of secrets"]


def _unfit(action: FreshDice, secrets: Mapping[str, str]) -> list[str]:
    """Why dice are not those that secrets make."""
    commitments = {
        party: promised for party, _, promised in (pledge.partition("=") for pledge in action.pledges)
    }
    wrong = _broken(commitments, secrets)
    return wrong if wrong or action.key == joint_key(secrets) else ["the key is not made of these secrets"]


def _broken(commitments: Mapping[str, str], secrets: Mapping[str, str]) -> list[str]:
    found = [f"{party} has promised nothing" for party in sorted(secrets.keys() - commitments.keys())]
    for party, promised in sorted(commitments.items()):
        if party not in secrets:
            found.append(f"the secret of {party} is missing")
        elif commitment(party, secrets[party]) != promised:
            found.append(f"the secret of {party} is not the one it promised")
    return found


def _hash(*parts: str) -> str:
    """Of the parts as a list, so that no two lists of parts are the same text."""
    return hashlib.blake2b(msgspec.json.encode(["hexfront", *parts]), digest_size=32).hexdigest()
