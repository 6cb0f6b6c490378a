"""The rule index: every numbered rule of a rulebook, what became of it, where, and which tests show it.

A title keeps its index in ``rules.csv``: the number, a summary in our own words, and a status. Where a
rule is enforced is not written down but looked up in the title's source, which cites rule numbers in
docstrings (``[14-8]``), refusals and ledgers. Tests name the rules they show with
``@pytest.mark.rule("14-8")``. A rule that binds play is covered when it is cited and shown.

Whether a rule is met in play is looked up, too: ``proof.csv`` beside the index holds for each rule the first
refusal, number, event, die and question that carried its number, and a test that reaches it through a game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults, suggest

STATUSES = {
    "enforced": "binds play; the program sees to it, and a test reaches it through a game",
    "tested-apart": "binds play; its code is tested by itself, and no test reaches it through a game yet",
    "not-yet-played": "binds play in years or titles that cannot be started yet; its data is tested apart",
    "definition": "names something; nothing to enforce by itself",
    "player-aid": "advice or bookkeeping that the program does by itself",
    "optional": "an option that players may switch on",
    "not-on-our-maps": "binds only where we have no map; enforced, and shown on a test board",
}
BINDING = ("enforced", "tested-apart", "not-yet-played", "optional", "not-on-our-maps")
PROOF = "proof.csv"
KINDS = {
    "refusal": "a refusal cites it",
    "number": "a number is explained with it",
    "event": "something that happens is told with it",
    "die": "a die is thrown by it",
    "question": "a player is asked by it",
    "test": "a test reaches it through orders, checks or listed choices",
}
CARRYING = ("refusal", "number", "event", "die")  # kinds in which a rule's own effect carries its number


class Rule(msgspec.Struct, frozen=True):
    """A row of rules.csv."""

    rule: str
    status: str
    summary: str
    document: str = ""
    chapter: str = ""
    note: str = ""
    line: int = 0


class Sighting(msgspec.Struct, frozen=True):
    """A row of proof.csv: in what a rule was met, in which game or test, and in which words."""

    rule: str
    kind: str
    where: str
    words: str = ""
    line: int = 0


class Coverage(msgspec.Struct, frozen=True):
    """A rule with the places that cite it, the tests that show it, and where it was met in play.

    ``proof`` is None where a title has no proof.
    """

    rule: Rule
    where: tuple[str, ...]
    tests: tuple[str, ...]
    proof: tuple[Sighting, ...] | None = None

    @property
    def missing(self) -> str:
        """What a rule that binds play still lacks; empty if nothing."""
        if self.rule.status not in BINDING:
            return ""
        lacks = [word for word, there in (("code", self.where), ("test", self.tests)) if not there]
        if self.rule.status == "enforced" and self.proof is not None and not self.reached:
            lacks.append("play")
        return " and ".join(lacks)

    @property
    def reached(self) -> bool:
        """Whether a test reaches the rule through a game."""
        return any(each.kind == "test" for each in self.proof or ())

    @property
    def carried(self) -> bool:
        """Whether a refusal, a number, an event or a die carried its number in play."""
        return any(each.kind in CARRYING for each in self.proof or ())


class Rulebook:
    """The rules of a title by number, in the book's order."""

    def __init__(self, rules: Iterable[Rule], package: Path, proof: Iterable[Sighting] | None = None) -> None:
        self.rules = {rule.rule: rule for rule in rules}
        self.package = package
        self.proof: dict[str, tuple[Sighting, ...]] | None = None
        if proof is not None:
            self.proof = {}
            for each in proof:
                self.proof[each.rule] = (*self.proof.get(each.rule, ()), each)

    def __contains__(self, number: object) -> bool:
        return number in self.rules

    def __getitem__(self, number: str) -> Rule:
        return self.rules[number]

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def coverage(self, tests: Path | None, title: str) -> list[Coverage]:
        """Every rule with where it is enforced and what shows it."""
        where = citations(self.package, self.rules)
        shown = marks(tests, title) if tests else {}
        return [
            Coverage(
                rule,
                where.get(rule.rule, ()),
                shown.get(rule.rule, ()),
                None if self.proof is None else self.proof.get(rule.rule, ()),
            )
            for rule in self
        ]

    def unknown_marks(self, tests: Path, title: str) -> list[str]:
        """Rules that tests claim to show but that are not in the index, with a hint at what was meant."""
        unknown = (number for number in marks(tests, title) if number not in self.rules)
        return [f"{number} {suggest(number, self.rules)}".strip() for number in sorted(unknown)]


def load_rulebook(package: Path) -> Rulebook:
    """The rule index of a title's package; DataError carries every fault."""
    faults = Faults()
    rules = DataFolder(package).csv("rules.csv", Rule, faults)
    seen: set[str] = set()
    for rule in rules:
        if rule.status not in STATUSES:
            faults.unknown("rules.csv", rule.line, "status", rule.status, STATUSES)
        if rule.rule in seen:
            faults.add("rules.csv", rule.line, f"rule {rule.rule} stands twice")
        if not rule.summary:
            faults.add("rules.csv", rule.line, f"rule {rule.rule} has no summary")
        seen.add(rule.rule)
    proof = read_proof(package / PROOF, faults) if (package / PROOF).is_file() else None
    for sighting in proof or ():
        if sighting.rule not in seen:
            faults.unknown(PROOF, sighting.line, "rule", sighting.rule, seen)
        if sighting.kind not in KINDS:
            faults.unknown(PROOF, sighting.line, "kind", sighting.kind, KINDS)
    faults.raise_if_any()
    return Rulebook(rules, package, proof)


def read_proof(path: Path, faults: Faults) -> list[Sighting]:
    """What a witness has written of where rules were met."""
    return DataFolder(path.parent).csv(path.name, Sighting, faults)


def citations(package: Path, known: Mapping[str, Rule]) -> dict[str, tuple[str, ...]]:
    """Where the source of a package cites each rule: in brackets, or as a string of its own."""
    found: dict[str, list[str]] = {}
    # A quotation mark may end one string and begin another, and a docstring may hold brackets: so that
    # none hides the other, both are looked for at every place of a line.
    cited = re.compile(r"(?=\[([^\[\]\n]+)\]|([\"'])([^\"'\n]+)\2)")
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        owners = _owners(ast.parse(text))
        for number, line in enumerate(text.splitlines(), 1):
            for match in cited.finditer(line):
                for word in re.split(r",\s*", match[1] or match[3]):
                    rule = word.strip("\"' ")
                    if rule in known:
                        module = path.relative_to(package).with_suffix("").as_posix().replace("/", ".")
                        place = ".".join(filter(None, (module, owners.get(number, ""))))
                        if place not in found.setdefault(rule, []):
                            found[rule].append(place)
    return {rule: tuple(places) for rule, places in found.items()}


def _owners(tree: ast.Module) -> dict[int, str]:
    """For each line, the function or class it stands in."""
    owners: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            for line in range(first, (node.end_lineno or first) + 1):
                owners[line] = node.name
    return owners


def marks(tests: Path, title: str) -> dict[str, tuple[str, ...]]:
    """Which tests carry ``@pytest.mark.rule`` for the rules of a title.

    A test speaks of the title whose name is part of its path: tests/games/western_front/test_zones.py.
    """
    package = title.replace("-", "_")
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        relative = path.relative_to(tests)
        if package not in (*relative.parts[:-1], path.stem.removeprefix("test_")):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                for rule in _marked(node.decorator_list):
                    found.setdefault(rule, []).append(f"{relative.as_posix()}::{node.name}")
    return {rule: tuple(names) for rule, names in found.items()}


def _marked(decorators: list[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
