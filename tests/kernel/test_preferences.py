"""Standing preferences: only listed answers, only for their own side, and kept in the file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront.kernel import save as saves
from hexfront.kernel import savefile, start
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.mail import mail_in, mail_text, save_reply
from hexfront.kernel.preferences import Chosen, Preference, checked, listed, settle
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from tests.kernel.tiny import Say, Spoken, Tiny, ask, said


class Habitual(Tiny):
    """Players who may have a word of their own."""

    preferences = (Preference("word", ("ask", "yes", "no", "never-listed"), "What to say", ("1",)),)

    def preferred(self, position: Spoken, decision: Decision, chosen: Chosen) -> Action | None:
        return Say(chosen["word"]) if "word" in chosen else None


def talk(table: Table, position: Spoken) -> Procedure:
    """Red speaks twice, then blue, and so on; six words in all."""
    while position.stage < 6:
        side = "blue" if position.stage % 3 == 2 else "red"
        answer = yield ask(side, "yes", "no", "maybe", station=True)
        position.said.append(f"{side} {answer.word}")
        position.stage += 1
    return "all said"


def talking() -> Game:
    return start.new_game(Habitual(talk), "only", 1)


def test_what_a_preference_answers_is_played_until_somebody_has_to_be_asked() -> None:
    game = talking()
    settle(game, {"red": {"word": "yes"}})
    assert said(game) == ["red yes", "red yes"]
    assert game.decision.side == "blue"  # for whom nobody else decides
    settle(game, {"red": {"word": "yes"}})
    assert len(game.journal) == 2
    game.play(Say("maybe"))
    settle(game, {"red": {"word": "no"}, "blue": {"word": "yes"}})
    assert said(game)[3:] == ["red no", "red no", "blue yes"]
    assert game.over


def test_an_answer_that_is_not_listed_is_never_played() -> None:
    game = talking()
    settle(game, {"red": {"word": "never-listed"}})
    assert said(game) == []


def test_without_preferences_nothing_is_played() -> None:
    game = talking()
    assert settle(game, {}) == ()
    assert settle(game, {"red": {}}) == ()
    assert game.step == 0


def test_answers_in_a_row_are_taken_back_together() -> None:
    def monologue(table: Table, position: Spoken) -> Procedure:
        while len(position.said) < 4:
            position.said.append((yield ask("red", "yes", "no", "stop", station=True)).word)
            if len(position.said) == 3:
                position.said.append((yield ask("red", "one", "two")).word)
        return None

    game = start.new_game(Habitual(monologue), "only", 1)
    settle(game, {"red": {"word": "yes"}})
    assert said(game) == ["yes"] * 3
    game.undo()
    assert said(game) == []


def test_unknown_names_and_values_are_refused_with_a_hint() -> None:
    title = Habitual(talk)
    assert checked(title, {"word": "yes"}) == {"word": "yes"}
    assert checked(title, {"word": "ask"}) == {}
    with pytest.raises(Malformed, match=r'no preference "wrod".*"word"'):
        checked(title, {"wrod": "yes"})
    with pytest.raises(Malformed, match='may be ask, yes, no, never-listed; not "perhaps"'):
        checked(title, {"word": "perhaps"})
    assert [(each.name, value) for each, value in listed(title, {})] == [("word", "ask")]


def test_a_title_without_preferences_answers_nothing() -> None:
    game = hexfront.new("outpost/skirmish")
    assert listed(game.title, {}) == []
    assert settle(game, {side: {"any": "thing"} for side in game.title.sides}) == ()


# In the file


def reloaded(text: str, title: Tiny) -> Game:
    return saves.from_text(text, lambda name: title)


def test_preferences_are_kept_in_the_file_and_in_branches() -> None:
    game = talking()
    game.preferences = {"red": {"word": "yes"}, "blue": {}}
    again = reloaded(saves.as_text(game), Habitual(talk))
    assert again.preferences["red"] == {"word": "yes"}
    assert not again.preferences["blue"]
    assert game.branch().preferences == game.preferences


def test_a_file_without_preferences_has_no_word_of_them_and_loads() -> None:
    text = saves.as_text(talking())
    assert "preferences" not in text
    assert not any(reloaded(text, Habitual(talk)).preferences.values())


def test_preferences_that_are_not_offered_any_more_are_left_out_and_said() -> None:
    game = talking()
    game.preferences = {"red": {"word": "yes"}}
    again = reloaded(saves.as_text(game), Tiny(talk))
    assert "red" not in again.preferences
    assert any("standing preferences of red are left out" in notice for notice in again.notices)


def test_preferences_of_a_newer_version_are_left_out_and_said(tmp_path: Path) -> None:
    game = talking()
    game.preferences = {"red": {"word": "yes"}}
    path = tmp_path / "newer.hexfront"
    saves.save(game, path)
    lines = path.read_text().splitlines()
    head = msgspec.json.decode(lines[0])
    head["preferences"]["version"] = 2
    body = "\n".join([msgspec.json.encode(head).decode(), *lines[1:-1]]) + "\n"
    end = {"end": 0, "check": savefile.check(body)}
    again = reloaded(body + msgspec.json.encode(end).decode() + "\n", Habitual(talk))
    assert not again.preferences
    assert any("newer Hexfront" in notice for notice in again.notices)


def test_a_mailed_file_holds_the_readers_preferences_only(tmp_path: Path) -> None:
    game = talking()
    game.preferences = {"red": {"word": "yes"}, "blue": {"word": "no"}}
    sent = reloaded(mail_text(game, "red"), Habitual(talk))
    assert sent.preferences["red"] == {"word": "yes"}
    assert not sent.preferences.get("blue")
    sent.play(Say("maybe"), "red")
    sent.preferences = {"red": {"word": "no"}, "blue": {"word": "yes"}}
    save_reply(sent, tmp_path / "reply.hexfront")
    mail_in(game, tmp_path / "reply.hexfront")
    assert game.preferences == {"red": {"word": "no"}, "blue": {"word": "no"}}
