"""The witness: where rules are met in play, and what is written of it."""

from __future__ import annotations

from pathlib import Path

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.errors import Refusal
from hexfront.kernel.rulebook import Sighting, read_proof
from hexfront.proof.witness import Witness, play, write
from hexfront.seam import find_title


def test_playing_meets_rules_in_refusals_events_dice_and_questions() -> None:
    title = find_title("outpost")
    witness = Witness(title.rulebook)
    play(title, witness, 300)
    met = {kind for _, kind in witness.seen}
    assert met >= {"refusal", "event", "die", "question"}
    assert all(rule in title.rulebook for rule, _ in witness.seen)


def test_the_first_sighting_of_a_kind_is_kept_and_unknown_rules_are_not() -> None:
    title = find_title("outpost")
    witness = Witness(title.rulebook)
    witness.refusal(Refusal(("6.3", "no rule"), "first"), "here")
    witness.refusal(Refusal("6.3", "second"), "there")
    witness.refusal(None, "there")
    assert witness.sightings() == [Sighting("6.3", "refusal", "here", "first")]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    title = find_title("outpost")
    witness = Witness(title.rulebook)
    play(title, witness, 50)
    write(tmp_path / "proof.csv", witness.sightings())
    faults = Faults()
    again = Witness(title.rulebook, read_proof(tmp_path / "proof.csv", faults))
    faults.raise_if_any()
    assert again.sightings() == witness.sightings()
