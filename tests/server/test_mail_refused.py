"""Files that came by mail and do not fit: each is refused in words, and changes nothing."""

from __future__ import annotations

import random
from pathlib import Path

from hexfront.kernel import save
from hexfront.kernel.mail import mail_in_bytes, mail_text
from hexfront.server.settings import Limits
from tests.kernel.save_files import Lines
from tests.outpost.skirmish import outpost
from tests.server.letters import (
    FILE,
    REACTION,
    Correspondents,
    brought,
    fault,
    near,
    play,
    play_as_far,
    sent,
    taken,
    tampered,
    true_game,
)
from tests.server.running import RunningServer, local


def test_replies_that_do_not_fit_change_nothing(post: Correspondents, tmp_path: Path) -> None:
    game, other = near(post.ada), near(post.ada)
    row = brought(post.bertha, sent(post.ada, game, "blue"))["id"]
    assert play(post.bertha, row, "blue", {"do": "pass"}).is_success
    reply = sent(post.bertha, row, "blue")

    def by_red(lines: Lines) -> None:
        lines.insert(-1, {"by": "red", "action": {"do": "pass"}})

    def unknown(lines: Lines) -> None:
        lines.insert(-1, {"by": "blue", "action": {"do": "fly"}})

    def other_course(lines: Lines) -> None:
        lines[0]["mail"]["state"] = "0" * 16

    saved = save.as_text(outpost(*REACTION)).encode()
    before = true_game(post.here, game).step
    for file, status, words in (
        (reply[: len(reply) // 2], 422, "not a Hexfront game"),
        (reply[: reply.rindex(b"{")], 422, "cut off"),
        (reply[:-5], 422, "cut off"),
        (reply.replace(b"0202", b"0203"), 422, "do not match its check line"),
        (b"\xff\xfe", 422, "not a Hexfront game"),
        (b"", 422, "not a Hexfront game"),
        (b"[" * 100_000, 422, "not a Hexfront game"),
        (saved, 422, "was not sent by mail"),
        (tampered(reply, tmp_path, by_red), 422, "holds a step of red"),
        (tampered(reply, tmp_path, unknown), 400, "fly"),
        (tampered(reply, tmp_path, other_course), 422, "another course"),
    ):
        answer = taken(post.ada, game, file)
        found = answer.status_code, answer.json()["error"]["reason"]
        assert found[0] == status, (words, found)
        assert words in found[1], found
        assert true_game(post.here, game).step == before
    assert fault(taken(post.ada, other, reply)) == (422, "the file is a reply to another game")
    assert taken(post.ada, game, reply).is_success
    status, words = fault(taken(post.ada, game, reply))
    assert (status, "it was taken in already" in words) == (409, True)
    assert fault(post.ada.post("/api/import", content=reply, headers=FILE))[0] == 409


def test_letters_that_do_not_fit_change_nothing(post: Correspondents, tmp_path: Path) -> None:
    game, other = near(post.ada), near(post.ada)
    first = sent(post.ada, game, "blue")
    row = brought(post.bertha, first)["id"]
    assert play(post.bertha, row, "blue", {"do": "pass"}).is_success
    before = post.bertha.view(row, "blue")
    games = len(post.bertha.get("/api/games").json())

    def unsealed(lines: Lines) -> None:
        lines[0]["mail"]["station"]["dice"]["sealed"] = False

    def no_side(lines: Lines) -> None:
        lines[0]["mail"]["for"] = "green"

    def no_sense(lines: Lines) -> None:
        lines[0]["mail"]["station"]["points"] = {}

    def long_name(lines: Lines) -> None:
        lines[0]["mail"]["game"] = "x" * 500

    def no_question(lines: Lines) -> None:
        lines[0]["mail"]["letter"]["choices"] = []

    def too_few(lines: Lines) -> None:
        lines[0]["mail"]["known"] = 40

    for change, words in (
        (unsealed, "its dice are not sealed"),
        (no_side, "no such side"),
        (no_sense, "does not fit together"),
        (no_question, "its question has no answer"),
        (long_name, "to which game it belongs"),
        (too_few, "steps that came with it are missing"),
    ):
        answer = post.bertha.post("/api/import", content=tampered(first, tmp_path, change), headers=FILE)
        status, reason = fault(answer)
        assert (status, words in reason) == (422, True), reason
    again = post.bertha.post("/api/import", content=first, headers=FILE)
    assert fault(again) == (409, "you have this file already; your orders in it are kept")
    to_red = sent(post.bertha, row, "blue")
    assert fault(taken(post.bertha, row, to_red))[0] == 409
    strange = taken(post.bertha, row, save.as_text(outpost(*REACTION)))
    assert fault(strange) == (422, "the file was not sent by mail: bring it in from the lobby")
    elsewhere = taken(post.bertha, row, sent(post.ada, other, "blue"))
    assert elsewhere.status_code in (409, 422)
    assert post.bertha.view(row, "blue") == before
    assert len(post.bertha.get("/api/games").json()) == games
    # A later letter of the game, and then the first again.
    assert brought(post.ada, sent(post.bertha, row, "blue"))["id"] == game
    play_as_far(post.ada, game, "red", random.Random(2))
    assert taken(post.bertha, row, sent(post.ada, game, "blue")).is_success
    status, reason = fault(taken(post.bertha, row, first))
    assert (status, "older than the one you have" in reason) == (409, True)


def test_letters_without_a_name_are_told_apart_by_what_they_tell(post: Correspondents) -> None:
    true = outpost(*REACTION)
    true.play_all([true.read_action("pick a"), true.read_action("go 0202")])
    row = brought(post.bertha, mail_text(true, "blue"))["id"]
    assert brought(post.bertha, mail_text(true, "blue"))["id"] != row, "nobody knows that it is the same"
    true.play(true.read_action("pass"), "blue")
    strange = outpost(*REACTION[1:], "unit red a foot 0105", turn="2 move blue")
    for _ in range(4):
        strange.play(strange.decision.default() or strange.decision.choices()[0])
    assert taken(post.bertha, row, mail_text(strange, "blue")).status_code == 422
    while true.decision.side != "blue":
        true.play(true.decision.default() or true.decision.choices()[0])
    answer = taken(post.bertha, row, mail_text(true, "blue"))
    assert answer.is_success, answer.text
    assert answer.json()["id"] == row
    before = true.step
    assert post.bertha.play(row, "blue", 0).is_success
    mail_in_bytes(true, sent(post.bertha, row, "blue"))
    assert true.step > before


def test_a_reply_may_be_refused_in_part(post: Correspondents, tmp_path: Path) -> None:
    game = near(post.ada)
    row = brought(post.bertha, sent(post.ada, game, "blue"))["id"]
    assert play(post.bertha, row, "blue", {"do": "pass"}).is_success

    def too_much(lines: Lines) -> None:
        lines.insert(-1, {"by": "blue", "action": {"do": "pass"}})

    answer = taken(post.ada, game, tampered(sent(post.bertha, row, "blue"), tmp_path, too_much))
    assert answer.status_code == 422
    assert "1 steps of the reply were played; the next was refused" in answer.json()["error"]["reason"]
    assert post.ada.get(f"/api/games/{game}").json()["waiting"] == ["red"]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    settings = local(tmp_path, limits=Limits(file=2000))
    with RunningServer(settings) as server:
        me = server.person()
        answer = me.post("/api/import", content=b"x" * 2001, headers=FILE)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "too-large")
        assert me.get("/api/games").json() == []
