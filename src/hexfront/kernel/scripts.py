"""Fixed plans, written down beforehand: opponents with a character, and a measure for those who think.

A plan like that is a file ``plans/NAME.toml`` beside the staff of a title: for a side and some of its
scenarios it says from which turn on which sectors have which stance. A staff carries it out with its own
tactics and from what its side knows. What the enemy does changes how it is carried out, and never the plan.

Turns are named by a key that the staff makes, such as ``1914-09-3``: the order of texts is that of turns.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.plans import Plan, Sector, Stance

FOLDER = "plans"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a force is to do."""

    name: str  # in words
    force: str  # as the title's plans name it
    stance: Stance
    objective: str = ""
    share: float = 0.0


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the plan is from a turn on; without parts, each force goes by its own reckoning."""

    since: str
    name: str
    parts: tuple[Part, ...] = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed plan of one side."""

    provenance: str
    about: str
    name: str
    caption: str
    meaning: str
    side: str
    scenarios: tuple[str, ...]
    steps: tuple[Step, ...]

    def plan_of(self, turn: str) -> Plan | None:
        """The plan of a turn; None before the first step."""
        step = max(
            (step for step in self.steps if step.since <= turn), key=lambda each: each.since, default=None
        )
        if step is None:
            return None
        sectors = (
            Sector(
                part.name,
                part.force,
                part.stance,
                (),
                (part.objective,) if part.objective else (),
                share=part.share,
            )
            for part in step.parts
        )
        return Plan(self.side, tuple(sectors), name=step.name, why=f"{self.caption}: {step.name}.")


@cache
def load_scripts(folder: Path, sides: tuple[str, ...]) -> tuple[Script, ...]:
    """Every fixed plan of a folder, by name; DataError carries every fault."""
    faults = Faults()
    files = DataFolder(folder)
    found = []
    for file in sorted(each for each in files.names() if each.endswith(".toml")):
        script = files.toml(file, Script, faults)
        if script is None:
            continue
        found.append(script)
        if script.name != file.removesuffix(".toml"):
            faults.add(file, 1, f'the plan is called "{script.name}", which is not the name of its file')
        if script.side not in sides:
            faults.unknown(file, 1, "side", script.side, sides)
        if not script.steps:
            faults.add(file, 1, "a plan has one step at least")
    faults.raise_if_any()
    return tuple(found)
