"""A player says where he wants to be told of his games, and gets no more when he wants no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.tables import Player, serving
from tests.server.sinks import MailSink, WebSink, running

SitDown = Callable[..., Player]


def test_addresses_are_named_confirmed_tried_and_left(player: SitDown, tmp_path: Path) -> None:
    with running(MailSink) as mail, running(WebSink) as web:
        told = ("--smtp", mail.address, "--mail-from", "table@example.org", "--webhook-net", "127.0.0.0/8")
        with serving(tmp_path, "--hosted", "--origin", "{}", "--rate", "0", *told) as address:
            me: Player = player(address)
            me.open("/#/account")
            me.button("I need an account").click()
            me.page.get_by_label("Name").fill("Anna")
            me.page.get_by_label("Password").fill("a long enough secret")
            me.button("Create an account").click()
            me.page.get_by_role("link", name="Anna").click()

            mails = me.page.get_by_role("region", name="By mail")
            mails.get_by_label("Mail address").fill("anna@example.org")
            mails.get_by_role("button", name="Send a code").click()
            expect(mails.get_by_label("The code from the letter")).to_be_visible()
            assert me.violations() == []
            code = re.search(r"\b\d{6}\b", mail.letters[0].get_content())
            assert code is not None
            mails.get_by_label("The code from the letter").fill(code.group())
            mails.get_by_role("button", name="Confirm").click()
            mails.get_by_role("button", name="Send a test").click()
            expect(mails.get_by_role("status")).to_contain_text("The test was taken")

            hooks = me.page.get_by_role("region", name="At a web address")
            hooks.get_by_label("Web address").fill(web.address)
            hooks.get_by_role("button", name="Save").click()
            web.answer = 410
            hooks.get_by_role("button", name="Send a test").click()
            expect(hooks.get_by_role("status")).to_contain_text("the webhook answers 410")
            me.page.get_by_label("when somebody says something").check()
            me.page.get_by_label("How soon").select_option("All together, every 6 h")
            assert me.violations() == []
            me.page.reload()
            expect(me.page.get_by_label("when somebody says something")).to_be_checked()

            link = mail.letters[-1]["List-Unsubscribe"].strip("<> ")
            stranger: Player = player(address)  # nobody who is logged in
            stranger.page.goto(link)
            stranger.button("Send me no more").click()
            expect(stranger.page.get_by_role("status")).to_contain_text("nothing more is sent there")
            assert stranger.violations() == []
            me.page.reload()
            expect(me.page.get_by_role("region", name="By mail")).not_to_contain_text("anna@example.org")


def test_where_the_host_has_no_mail_the_dialog_says_so(hosted: str, player: SitDown) -> None:
    me: Player = player(hosted, locale="de-DE")
    me.open("/#/account")
    me.button("Ich brauche ein Konto").click()
    me.page.get_by_label("Name").fill("Anna")
    me.page.get_by_label("Passwort").fill("a long enough secret")
    me.button("Konto anlegen").click()
    me.page.get_by_role("link", name="Anna").click()
    expect(me.page.get_by_role("region", name="Per Mail")).to_contain_text("keinen Mailversand")
    assert me.violations() == []
