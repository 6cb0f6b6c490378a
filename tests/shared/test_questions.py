"""What questions name, in the words of every title."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.kernel.errors import Malformed
from hexfront.shared.questions import hex_named, named, pairs_named, unit_named

POSITION = """
title serbia-1914
scenario battle-in-the-macva
turn 1 movement austria-hungary
unit ah-inf-xx-9 22.16
"""


def test_a_unit_and_a_hex_are_found_by_their_names() -> None:
    position = hexfront.position(POSITION).position
    unit = unit_named(position, "ah-inf-xx-9")
    assert unit is position.units["ah-inf-xx-9"]
    assert hex_named(position, "22.16") == unit.at


def test_of_a_unit_that_is_elsewhere_it_is_said_where() -> None:
    position = hexfront.position(POSITION).position
    elsewhere = {"has been eliminated": ("ah-inf-xx-29",), "is not in sight": position.setting.pieces}
    with pytest.raises(Malformed, match=r'"ah-inf-xx-29" has been eliminated'):
        unit_named(position, "ah-inf-xx-29", elsewhere)
    with pytest.raises(Malformed, match=r'"sr-depot-2" is not in sight'):
        unit_named(position, "sr-depot-2", elsewhere)


def test_for_an_unknown_name_the_nearest_known_one_is_offered() -> None:
    position = hexfront.position(POSITION).position
    with pytest.raises(Malformed, match=r'no unit "ah-inf-xx-8".*ah-inf-xx-9'):
        unit_named(position, "ah-inf-xx-8")
    with pytest.raises(Malformed, match=r'no hex "2216".*22\.16'):
        hex_named(position, "2216")
    with pytest.raises(Malformed, match=r'^there is no nation "xyz"$'):
        named("nation", "xyz", ["germany", "france"])


def test_pairs_are_written_with_an_equals_sign() -> None:
    assert pairs_named(["a=hq", "b="], "UNIT=HEADQUARTERS") == {"a": "hq", "b": ""}
    with pytest.raises(Malformed, match=r'"b" is not written like UNIT=HEADQUARTERS'):
        pairs_named(["a=hq", "b"], "UNIT=HEADQUARTERS")
