"""The options: the page of decisions names those of the chapters, and each one there can be switched on."""

from __future__ import annotations

import re
from pathlib import Path

from hexfront.games.western_front import sequence
from hexfront.games.western_front.printed.scenario_lists import scenario_slugs
from hexfront.games.western_front.title import TITLE

PAGE = Path(__file__).parents[3] / "docs/interpretations/western-front-rules.md"


def named() -> set[str]:
    return set(re.findall(r"^Option `([a-z0-9-]+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_option_on_the_page_can_be_switched_on() -> None:
    offered = {option.name for slug in scenario_slugs(TITLE.data) for option in TITLE.options(slug)}
    assert named() - offered == set()


def test_every_option_of_the_chapters_is_on_the_page_and_cites_its_rules() -> None:
    for option in sequence.OPTIONS:
        assert option.name in named()
        assert option.values == ("off", "on")
        assert option.rules, option.name
        assert all(rule in TITLE.rulebook for rule in option.rules), option
