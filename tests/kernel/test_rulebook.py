"""The rule index: loading it, finding citations in source and marks on tests, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hexfront.kernel.errors import DataError
from hexfront.kernel.rulebook import (
    BINDING,
    STATUSES,
    Coverage,
    Rule,
    Sighting,
    citations,
    load_rulebook,
    marks,
)

WriteFiles = Callable[[Mapping[str, str | bytes]], Path]

HEAD = "#: provenance = printed\n#: about = The rules.\nrule,status,summary\n"
KNOWN = {number: Rule(number, "enforced", "A rule.") for number in ("6-1", "14-8", "14-9", "WF 3-6", "TEC")}


@pytest.fixture
def cited(write_files: WriteFiles) -> Callable[[str], dict[str, tuple[str, ...]]]:
    """Where a source cites the known rules."""
    return lambda source: citations(write_files({"retreat.py": source}), KNOWN)


Cited = Callable[[str], dict[str, tuple[str, ...]]]


def test_an_index_is_read_in_the_book_s_order(write_files: WriteFiles) -> None:
    package = write_files({"rules.csv": HEAD + "14-8,enforced,Retreat.\n6-1,definition,Names it.\n"})
    book = load_rulebook(package)
    assert [rule.rule for rule in book] == ["14-8", "6-1"]
    assert len(book) == 2
    assert "6-1" in book
    assert "6-2" not in book
    assert book["14-8"] == Rule("14-8", "enforced", "Retreat.", line=4)
    assert book.package == package


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ("14-8,enfroced,Retreat.\n", ['rules.csv:4: unknown status "enfroced" (did you mean "enforced"?)']),
        ("14-8,enforced,a\n6-1,optional,b\n14-8,enforced,c\n", ["rules.csv:6: rule 14-8 stands twice"]),
        ("14-8,enforced,\n", ["rules.csv:4: rule 14-8 has no summary"]),
        ("14-8,enforced\n", ["rules.csv:4: 2 cells where the header has 3"]),
        (
            "14-8,,\n14-8,done,x\n",
            [
                "rules.csv:4: rule 14-8 has no summary",
                f'rules.csv:4: unknown status "" (known: {", ".join(STATUSES)})',
                "rules.csv:5: rule 14-8 stands twice",
                f'rules.csv:5: unknown status "done" (known: {", ".join(STATUSES)})',
            ],
        ),
    ],
)
def test_a_damaged_index_is_reported(write_files: WriteFiles, rows: str, faults: list[str]) -> None:
    with pytest.raises(DataError) as raised:
        load_rulebook(write_files({"rules.csv": HEAD + rows}))
    assert [str(fault) for fault in raised.value.faults] == faults


def test_a_missing_index_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"rules\.csv: no such file"):
        load_rulebook(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        '"""[14-8] Hexes a stack may retreat to."""',
        '"""Hexes a stack may retreat to [14-8].\n\n    More words.\n    """',
        '"""Hexes a stack may retreat to.\n\n    [6-2, 14-8] Best first.\n    """',
        '"""[14-8] The enemy\'s hexes."""',
        '"""The enemy\'s hexes [14-8] and the player\'s."""',
        'raise Refusal("14-8", "no way out")',
        "raise Refusal('14-8', 'no way out')",
        'raise Refusal(("6-2", "14-8"), "no way out")',
        'raise Refusal(["6-2", "14-8"], "no way out")',
        'note("14-8", "river", 1)',
        'finding("the enemy\'s zone", "14-8")',
        "x = 1  # as [14-8] says",
        "# Not in the enemy's zone [14-8], nor a friend's.\n    pass",
        'x = "no way out [14-8]"',
        'x = f"no way out [14-8] for {1}"',
    ],
)
def test_a_citation_is_found(cited: Cited, line: str) -> None:
    assert cited(f"def paths():\n    {line}\n") == {"14-8": ("retreat.paths",)}


@pytest.mark.parametrize(
    "line",
    [
        '"""Rule 14-8 without brackets."""',
        "x = 14-8",
        "x = [14 - 8]",
        '"""[14-88] [114-8] [WF 14-8]"""',
        'x = "see 14-8 there"',
        '"""[14-80, 4-8]"""',
    ],
)
def test_what_only_looks_like_a_citation_is_none(cited: Cited, line: str) -> None:
    assert cited(f"def paths():\n    {line}\n") == {}


def test_several_rules_in_one_pair_of_brackets(cited: Cited) -> None:
    found = cited('def paths():\n    """Ways out.\n\n    See [14-8, 14-9,WF 3-6].\n    """\n')
    assert found == dict.fromkeys(("14-8", "14-9", "WF 3-6"), ("retreat.paths",))


def test_a_citation_belongs_to_the_innermost_function_or_class(write_files: WriteFiles) -> None:
    source = """\
TABLE = read("14-9")  # at the top of the module


class Stack:
    limit = rule("6-1")

    def retreat(self):
        def best():
            return rule("14-8")

        return rule("TEC")


@rule("14-8")
def paths():
    rule("14-8")
    rule("14-8")
"""
    package = write_files(
        {"combat/retreat.py": source, "zones.py": "x = rule('14-8')\n", "notes.txt": "'6-1'"}
    )
    assert citations(package, KNOWN) == {
        "14-9": ("combat.retreat",),
        "6-1": ("combat.retreat.Stack",),
        "14-8": ("combat.retreat.best", "combat.retreat.paths", "zones"),
        "TEC": ("combat.retreat.retreat",),
    }


TESTS = {
    "games/western_front/test_retreat.py": (
        "import pytest\n\n@pytest.mark.rule('14-8', '14-9')\ndef test_ways_out(): ...\n\n"
        "@pytest.mark.rule('6-1')\nclass TestStacks:\n"
        "    @pytest.mark.parametrize('x', [1])\n    @pytest.mark.rule('14-8')\n"
        "    def test_all(self, x): ...\n"
    ),
    "rulebook/test_western_front.py": "import pytest\n\n@pytest.mark.rule('TEC')\ndef test_chart(): ...\n",
    "games/serbia/test_retreat.py": "import pytest\n\n@pytest.mark.rule('6-1')\ndef test_other(): ...\n",
    "games/western_front/builders.py": "import pytest\n\n@pytest.mark.rule('WF 3-6')\ndef test_no(): ...\n",
    "games/western_front/test_plain.py": "def test_unmarked(): ...\n",
}


def test_marks_name_the_tests_of_one_title(write_files: WriteFiles) -> None:
    tests = write_files(TESTS)
    here = "games/western_front/test_retreat.py"
    found = marks(tests, "western-front")
    assert {rule: sorted(names) for rule, names in found.items()} == {
        "14-8": [f"{here}::test_all", f"{here}::test_ways_out"],
        "14-9": [f"{here}::test_ways_out"],
        "6-1": [f"{here}::TestStacks"],
        "TEC": ["rulebook/test_western_front.py::test_chart"],
    }
    assert marks(tests, "serbia") == {"6-1": ("games/serbia/test_retreat.py::test_other",)}
    assert marks(tests, "nothing") == {}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize(
    ("where", "tests", "missing"),
    [((), (), "code and test"), (("a",), (), "test"), ((), ("b",), "code"), (("a",), ("b",), "")],
)
def test_a_binding_rule_needs_code_and_test(
    status: str, where: tuple[str, ...], tests: tuple[str, ...], missing: str
) -> None:
    coverage = Coverage(Rule("14-8", status, "Retreat."), where, tests)
    assert coverage.missing == (missing if status in BINDING else "")


def test_which_statuses_bind() -> None:
    assert {status for status in STATUSES if status not in BINDING} == {"definition", "player-aid"}
    assert set(BINDING) <= set(STATUSES)


def test_coverage_joins_index_source_and_tests(write_files: WriteFiles) -> None:
    rows = "14-8,enforced,a\n14-9,enforced,b\nWF 3-6,optional,c\nTEC,player-aid,d\n"
    root = write_files(
        {
            "title/rules.csv": HEAD + rows,
            "title/retreat.py": 'def paths():\n    return rule("14-8"), rule("WF 3-6")\n',
            **{f"tests/{name}": text for name, text in TESTS.items()},
        }
    )
    book = load_rulebook(root / "title")
    covered = {each.rule.rule: each for each in book.coverage(root / "tests", "western-front")}
    assert list(covered) == ["14-8", "14-9", "WF 3-6", "TEC"]
    assert {number: each.missing for number, each in covered.items()} == {
        "14-8": "",
        "14-9": "code",
        "WF 3-6": "test",
        "TEC": "",
    }
    assert covered["14-8"].where == ("retreat.paths",)
    assert covered["14-9"].tests == ("games/western_front/test_retreat.py::test_ways_out",)
    assert {each.missing for each in book.coverage(None, "western-front")} == {"test", "code and test", ""}
    assert book.unknown_marks(root / "tests", "western-front") == ["6-1"]


def test_unknown_marks_come_with_a_hint(write_files: WriteFiles) -> None:
    root = write_files(
        {
            "title/rules.csv": HEAD + "14-10,enforced,a\n",
            "tests/outpost/test_a.py": "@pytest.mark.rule('14-1', '14-10', 'xyz')\ndef test_a(): ...\n",
        }
    )
    book = load_rulebook(root / "title")
    assert book.unknown_marks(root / "tests", "outpost") == ['14-1 did you mean "14-10"?', "xyz"]


PROOF = "#: provenance = derived\n#: about = Where rules were met.\nrule,kind,where,words\n"


def test_a_rule_is_enforced_only_if_a_test_reaches_it_through_a_game(write_files: WriteFiles) -> None:
    index = HEAD + "14-8,enforced,Retreat.\n14-9,enforced,More.\n6-1,tested-apart,Not yet.\n"
    code = 'def retreat():\n    """[14-8] [14-9] [6-1] Retreat."""\n'
    test = "import pytest\n\n\n@pytest.mark.rule('14-8', '14-9', '6-1')\ndef test_all(): ...\n"
    root = write_files(
        {
            "title/rules.csv": index,
            "title/retreat.py": code,
            "title/proof.csv": PROOF + "14-8,test,here,orders\n14-9,event,there,told\n",
            "tests/title/test_retreat.py": test,
        }
    )
    book = load_rulebook(root / "title")
    covered = {each.rule.rule: each for each in book.coverage(root / "tests", "title")}
    assert {rule: each.missing for rule, each in covered.items()} == {"14-8": "", "14-9": "play", "6-1": ""}
    assert (covered["14-8"].reached, covered["14-8"].carried) == (True, False)
    assert (covered["14-9"].reached, covered["14-9"].carried) == (False, True)
    assert covered["14-9"].proof == (Sighting("14-9", "event", "there", "told", 5),)


def test_a_proof_of_unknown_rules_is_a_fault(write_files: WriteFiles) -> None:
    rows = "14-7,test,here,orders\n14-8,hearsay,here,said\n"
    package = write_files({"rules.csv": HEAD + "14-8,enforced,Retreat.\n", "proof.csv": PROOF + rows})
    with pytest.raises(DataError) as raised:
        load_rulebook(package)
    assert [fault.line for fault in raised.value.faults] == [4, 5]
