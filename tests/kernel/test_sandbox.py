"""Sandboxes: position texts that leave parts of a scenario away."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.errors import DataError
from hexfront.kernel.mail import mail_text
from hexfront.kernel.postext import parse
from hexfront.kernel.save import SUFFIX, load
from hexfront.kernel.title import NO_END
from hexfront.seam import find_title
from tests.outpost.skirmish import outpost

UNITS = ("unit red a foot 0404", "unit blue b foot 0405")
AFTER_THE_END = "7 attack red"


def test_a_game_after_its_last_turn_is_over_unless_it_has_no_end() -> None:
    assert outpost(*UNITS, turn=AFTER_THE_END).over
    game = outpost("sandbox no-end", *UNITS, turn=AFTER_THE_END)
    assert not game.over
    assert game.setting.sandbox == {NO_END}


def test_a_bare_sandbox_leaves_every_part_away() -> None:
    assert outpost("sandbox", *UNITS, turn=AFTER_THE_END).setting.sandbox == set(
        find_title("outpost").sandbox
    )


def test_an_unknown_part_is_a_fault_with_its_line_and_the_word_that_was_meant() -> None:
    with pytest.raises(DataError) as wrong:
        hexfront.position("title outpost\nseed 1\nsandbox no-ende\nturn 7 attack red\n")
    (fault,) = wrong.value.faults
    assert (fault.line, fault.what) == (3, 'unknown part of a sandbox "no-ende"')
    assert fault.hint == 'did you mean "no-end"?'


def test_a_sandbox_stays_one_in_texts_saves_and_mail(tmp_path: Path) -> None:
    game = outpost("sandbox no-end", *UNITS, turn=AFTER_THE_END)
    path = tmp_path / f"game{SUFFIX}"
    hexfront.save(game, path)
    mailed = tmp_path / f"mail{SUFFIX}"
    mailed.write_text(mail_text(game, "red"))
    for again in (
        hexfront.load(path),
        hexfront.replay(path),
        hexfront.position(game.position_text().text()),
        load(mailed, find_title),
    ):
        assert again.setting.sandbox == {NO_END}
        assert not again.over


def test_a_sandbox_does_not_change_other_games_of_its_scenario() -> None:
    outpost("sandbox no-end", *UNITS)
    assert hexfront.new("outpost/skirmish").setting.sandbox == frozenset()


def test_texts_without_a_sandbox_have_none() -> None:
    assert parse("title outpost\n").sandbox is None
    assert "sandbox" not in hexfront.new("outpost").position_text().text()
