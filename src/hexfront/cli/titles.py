"""What there is to play, by which rules, and from which data: ``list``, ``rules``, ``data``."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec

from hexfront.cli.common import command, counted, file_type, folder_type, notify, print_json, write_text
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay, suggest
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.kernel.rulebook import BINDING, KINDS, PROOF, Coverage, read_proof
from hexfront.kernel.title import Scenario, Title
from hexfront.proof import witness as witnessing
from hexfront.seam import find_edition, find_title, title_names

MOST_PLACES = 3


@command("list")
@click.argument("title", required=False)
def list_titles(title: str | None, as_json: bool) -> None:
    """List titles, scenarios and options."""
    titles = [find_title(name) for name in ([title] if title else title_names())]
    if as_json:
        print_json([_title_data(each) for each in titles])
        return
    for each in titles:
        click.echo(f"{each.name}  {each.caption}, version {each.version}; sides: {', '.join(each.sides)}")
        for scenario in each.scenarios():
            click.echo(f"  {each.name}/{scenario.name}  {scenario.caption}{_span(scenario)}")
            if scenario.notes:
                click.echo(f"      {scenario.notes}")
            for option in each.options(scenario.name):
                rules = f" [{', '.join(option.rules)}]" if option.rules else ""
                click.echo(f"      --option {option.name}={'|'.join(option.values)}  {option.meaning}{rules}")
    if not titles:
        notify(["there are no titles"])


def _span(scenario: Scenario) -> str:
    return f" ({scenario.first_turn} to {scenario.last_turn})" if scenario.first_turn else ""


def _title_data(title: Title) -> dict[str, Any]:
    return {
        "title": title.name,
        "caption": title.caption,
        "version": title.version,
        "sides": title.sides,
        "scenarios": [
            {
                **msgspec.to_builtins(scenario),
                "options": [msgspec.to_builtins(option) for option in title.options(scenario.name)],
            }
            for scenario in title.scenarios()
        ],
    }


@command("rules")
@click.argument("title")
@click.argument("rule", required=False)
@click.option("--missing", is_flag=True, help="Only rules that bind play and lack code or a test.")
@click.option("--proof", is_flag=True, help="Where each rule is met in play: refusal, number, event, test.")
@click.option(
    "--prove",
    type=click.IntRange(min=1),
    metavar="DECISIONS",
    help="Play, and write down where rules are met.",
)
@click.option("--seen", type=file_type, help="With --prove: what pytest --proof has written of the tests.")
@click.option("--tests", type=folder_type, help="Where the tests are.  [default: tests, if there]")
def rules(
    title: str,
    rule: str | None,
    *,
    missing: bool,
    proof: bool,
    prove: int | None,
    seen: Path | None,
    tests: Path | None,
    as_json: bool,
) -> None:
    """List the rules: status, where enforced, what shows them."""
    if prove is not None:
        _prove(find_title(title), prove, seen, as_json)
        return
    book = find_edition(title).rulebook
    if tests is not None and not tests.is_dir():
        raise SaveError(f"there is no folder {tests.name}")
    folder = tests or (Path("tests") if Path("tests").is_dir() else None)
    covered = book.coverage(folder, title)
    if folder:
        notify(
            f"a test shows a rule that is not in the index: {each}"
            for each in book.unknown_marks(folder, title)
        )
    if rule is not None:
        if rule not in book:
            raise Malformed(
                f'{title} has no rule "{rule}" ({suggest(rule, book.rules) or "see hexfront rules"})'
            )
        covered = [each for each in covered if each.rule.rule == rule]
    shown = [each for each in covered if each.missing] if missing else covered
    if as_json:
        print_json({"rules": [_rule_data(each) for each in shown], "totals": _totals(covered)})
    elif rule is not None:
        _print_rule(covered[0], proof)
    else:
        width = max((len(each.rule.rule) for each in shown), default=0)
        for each in shown:
            click.echo(_proof_line(each, width) if proof else _rule_line(each, width))
        totals = _totals(covered)
        click.echo(", ".join(f"{count} {word}" for word, count in totals.items()))


def _rule_line(covered: Coverage, width: int) -> str:
    lacks = f"  lacks {covered.missing}" if covered.missing else ""
    where = _first(covered.where)
    tests = counted(len(covered.tests), "test")
    return f"{covered.rule.rule:<{width}}  {covered.rule.status:<15}  {where or '-'}  {tests}{lacks}"


def _prove(title: Title, decisions: int, seen: Path | None, as_json: bool) -> None:
    """Play a title and write down where its rules were met, beside the index."""
    faults = Faults()
    known = read_proof(seen, faults) if seen is not None else []
    faults.raise_if_any()
    witness = witnessing.Witness(title.rulebook, known)
    witnessing.play(title, witness, decisions)
    path = title.rulebook.package / PROOF
    witnessing.write(path, witness.sightings())
    met = Counter(kind for _, kind in witness.seen)
    if as_json:
        print_json({"title": title.name, "met": {kind: met[kind] for kind in KINDS}, "file": path.name})
        return
    kinds = ", ".join(f"{met[kind]} by {kind}" for kind in KINDS)
    click.echo(f"{title.name}: {counted(len({rule for rule, _ in witness.seen}), 'rule')} met: {kinds}")
    click.echo(f"written to {path.name}")


def _proof_line(covered: Coverage, width: int) -> str:
    met = "; ".join(f"{each.kind}: {each.words or each.where}" for each in covered.proof or ())
    return f"{covered.rule.rule:<{width}}  {covered.rule.status:<15}  {met or 'not met in play'}"


def _first(places: tuple[str, ...]) -> str:
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return ", ".join(places[:MOST_PLACES]) + more


def _print_rule(covered: Coverage, proof: bool) -> None:
    rule = covered.rule
    click.echo(f"{rule.rule}  {rule.status}" + (f"  ({rule.chapter})" if rule.chapter else ""))
    click.echo(rule.summary)
    if rule.note:
        click.echo(rule.note)
    for heading, lines in (("enforced in", covered.where), ("shown by", covered.tests)):
        for line in lines:
            click.echo(f"{heading} {line}")
    for each in (covered.proof or ()) if proof else ():
        click.echo(f"{each.kind} in {each.where}" + (f": {each.words}" if each.words else ""))
    if covered.missing:
        click.echo(f"lacks {covered.missing}")


def _rule_data(covered: Coverage) -> dict[str, Any]:
    data = msgspec.to_builtins(covered.rule)
    del data["line"]
    met = [{"kind": each.kind, "where": each.where, "words": each.words} for each in covered.proof or ()]
    return {**data, "where": covered.where, "tests": covered.tests, "proof": met, "missing": covered.missing}


def _totals(covered: list[Coverage]) -> dict[str, int]:
    """Rules in all, by status, and of those that bind play how many are done."""
    statuses = Counter(each.rule.status for each in covered)
    binding = [each for each in covered if each.rule.status in BINDING]
    return {
        "rules": len(covered),
        **statuses,
        "binding": len(binding),
        "cited in code": sum(1 for each in binding if each.where),
        "shown by tests": sum(1 for each in binding if each.tests),
        "reached through play": sum(1 for each in binding if each.reached),
        "carried in play": sum(1 for each in binding if each.carried),
        "lacking something": sum(1 for each in binding if each.missing),
    }


@command("data")
@click.argument("title")
@click.option("--export", type=folder_type, help="Copy the files into a new folder, to be edited there.")
@click.option(
    "--overlay", "overlays", type=folder_type, multiple=True, help="A folder with files of your own."
)
def data(title: str, export: Path | None, overlays: tuple[Path, ...], as_json: bool) -> None:
    """List the data files with their provenance, or export them."""
    own = find_edition(title).data
    folder = DataFolder(own.root, [Overlay.from_folder(each) for each in overlays], own.under)
    if export is not None:
        _export(folder, export)
    faults = Faults()
    files = [_file_data(folder, name, faults) for name in folder.names()]
    if as_json:
        print_json(files)
    else:
        for each in files:
            _print_file(each)
        sums = Counter(str(each["provenance"]) for each in files)
        click.echo(f"{len(files)} files: " + ", ".join(f"{count} {word}" for word, count in sums.items()))
        if export is not None:
            click.echo(f"copied to {export}; edit there, then start games with --overlay {export}")
    faults.raise_if_any()


def _file_data(folder: DataFolder, name: str, faults: Faults) -> dict[str, Any]:
    """What a file says of itself, and for how many rows it says otherwise."""
    described: dict[str, Any] = {"file": folder.shown(name)}
    if name.endswith(".toml"):
        try:
            head = tomllib.loads(folder.text(name, faults) or "")
        except (tomllib.TOMLDecodeError, RecursionError) as wrong:
            faults.add(folder.shown(name), 1, f"not TOML: {wrong}")
            head = {}
        return {**described, "provenance": head.get("provenance", ""), "about": head.get("about", "")}
    table = folder.table(name, faults)
    described["provenance"] = table.metadata.get("provenance", "")
    described["about"] = table.metadata.get("about", "")
    described["rows"] = len(table.rows)
    if "source" in table.columns:
        at = table.columns.index("source")
        described["sources"] = dict(Counter(cells[at] for _, cells in table.rows if cells[at]))
    return described


def _print_file(described: dict[str, Any]) -> None:
    rows = f", {counted(described['rows'], 'row')}" if "rows" in described else ""
    own = ", ".join(f"{count} {word}" for word, count in described.get("sources", {}).items())
    click.echo(f"{described['file']}  {described['provenance']}{rows}{f' ({own})' if own else ''}")
    click.echo(f"    {described['about']}")


def _export(folder: DataFolder, target: Path) -> None:
    if target.exists() and any(target.iterdir()):
        raise SaveError(f"{target.name} is not empty: name a new folder")
    faults = Faults()
    for name in folder.names():
        write_text(target / name, folder.text(name, faults) or "")
    faults.raise_if_any()
