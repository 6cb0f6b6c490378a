"""What questions are about: every question says it, and says nothing that its side may not know."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from itertools import chain, islice, takewhile

import msgspec
import pytest

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Aim, Declare, Fight, Pick, Reduce, Repulse, Withhold
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS, tag_of
from hexfront.kernel.decisions import Decision, Matter
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from tests.games.serbia_1914.builders import FIELD, game

SERB = "nation=serbia values=7-8-3-2 reduced=4-5-1 corps=first"
FOE = "nation=austria-hungary values=7-7-3-2 reduced=4-4-2 army=FIFTH corps=8"
ATTACK = "turn 3 attack serbia\nunit A 22.12 {0}\nunit B 22.12 {0}\nunit Z 23.12 {1}\nunit Y 23.12 {1}\n"


REGIMENT = "unit G 20.12 nation=serbia size=iii values=1-9-2-0 asset\n"


def of_matter(kind: type[Matter], decision: Decision) -> typing.Any:
    assert isinstance(decision.about, kind), decision.about
    return decision.about


def questions(scenario: str, seed: int, steps: int) -> Iterator[tuple[Game, Decision]]:
    """The questions of a game that is played by lot, most attacks made."""
    found = new_game(TITLE, scenario, seed, {})
    found.digest_every = 0
    draw = random.Random(seed)
    while not found.over and found.step < steps:
        decision = found.decision
        yield found, decision
        choices = list(decision.choices())
        bold = [action for action in choices if isinstance(action, Aim | Repulse)]
        found.play(draw.choice(bold if bold and draw.random() < 0.5 else choices), decision.side)


def units_in(about: Matter) -> set[str]:
    """Every unit that a matter names."""
    found: set[str] = set()
    for name in about.__struct_fields__:
        value = getattr(about, name)
        if name in ("unit", "marsch"):
            found.add(value)
        elif name in ("units", "attackers", "defenders", "shells", "chosen"):
            found.update(value)
        elif name == "sources":
            found.update(leader for leader, _ in value)
    return found


@pytest.mark.parametrize("scenario", ["battle-in-the-macva", "crossing-of-the-drina"])
def test_every_question_says_what_it_is_about_and_nothing_hidden(scenario: str) -> None:
    kinds = set()
    for found, decision in questions(scenario, 11, 2500):
        about = decision.about
        assert about is not None, decision
        assert type(about) in typing.get_args(TITLE.matters)
        assert msgspec.json.decode(msgspec.json.encode(about), type=TITLE.matters) == about
        shown = found.topic(decision)
        assert shown.matter == tag_of(about)
        assert all(label in found.position.setting.board for label in shown.hexes)
        assert set(shown.pieces) <= units_in(about)
        strangers = {
            name
            for name in units_in(about)
            if name in found.position.units
            and found.position.side_of(found.position.units[name]) != decision.side
        }
        if strangers:
            heard = {event.data.get("unit") for event in found.events if event.seen_by(decision.side)}
            assert strangers <= heard, about
        kinds.add(type(about))
    assert {matters.Movement, matters.ForceInHand, matters.Withholding, matters.Intensity} <= kinds


def test_what_a_face_says_of_dice_the_forecast_keeps() -> None:
    foreseen = 0
    for found, decision in questions("battle-in-the-macva", 5, 900):
        for action in islice(decision.choices(), 4):
            chance = found.face(decision, action).chance
            try:
                assert found.forecast(action).prospects
            except Refusal:
                continue
            assert chance, action
            foreseen += 1
    assert foreseen > 30


def begun(text: str) -> Game:
    """A game in which two divisions attack a hex, up to the first question about it."""
    found = game(FIELD + text.format(SERB, FOE))
    for unit in ("A", "B"):
        found.play(Aim(unit, "23.12"))
    found.play(PASS)
    if isinstance(found.decision.about, matters.Resolution):
        found.play(Fight("23.12"))
    return found


@pytest.mark.rule("9.2.5")
def test_withholding_names_those_who_take_part() -> None:
    found = begun(ATTACK)
    about = of_matter(matters.Withholding, found.decision)
    assert (about.at, about.attacking, about.units, about.must) == ("23.12", True, ("A", "B"), False)
    assert found.topic(found.decision).stage == "gather"
    found.play(Withhold("B"))
    while not isinstance(found.decision.about, matters.Intensity):
        found.play(PASS)
    assert of_matter(matters.Intensity, found.decision).attackers == ("A",)


@pytest.mark.rule("9.8")
def test_the_defender_knows_what_the_attacker_has_declared() -> None:
    found = begun(ATTACK)
    while not isinstance(found.decision.about, matters.Intensity):
        found.play(PASS)
    assert of_matter(matters.Intensity, found.decision).attacker_intense is None
    found.play(Declare(True))
    assert of_matter(matters.Intensity, found.decision).attacker_intense is True
    names = [prospect.name for prospect in found.forecast(Declare(True)).prospects]
    assert names == ["High Intensity"]


@pytest.mark.rule("9.8")
def test_the_forecast_of_an_intensity_leaves_out_who_was_withheld() -> None:
    def subject(*withheld: str) -> str:
        found = begun(ATTACK)
        for name in withheld:
            found.play(Withhold(name))
        while not isinstance(found.decision.about, matters.Intensity):
            found.play(PASS)
        return found.forecast(Declare(False)).subject

    assert subject().endswith(": A, B")
    assert subject("B").endswith(": A")


@pytest.mark.rule("9.10.2")
def test_reductions_count_down_and_are_losses_to_a_client() -> None:
    seen: list[int] = []
    games = chain.from_iterable(questions("battle-in-the-macva", seed, 4000) for seed in range(1, 40))
    for found, decision in takewhile(lambda _: not seen, games):
        if isinstance(decision.about, matters.Reductions):
            shown = found.topic(decision)
            assert (shown.stage, shown.points) == ("losses", decision.about.owed)
            listed = {action.unit for action in decision.choices() if isinstance(action, Reduce)}
            assert listed <= set(shown.pieces)
            seen.append(decision.about.owed)
    assert seen
    assert min(seen) >= 1


@pytest.mark.rule("7.1.2")
def test_the_force_in_hand_is_told_as_it_is_now() -> None:
    found = game(FIELD + f"turn 3 movement serbia\nunit A 20.12 {SERB}\n{REGIMENT}")
    found.play(Pick("G"))
    assert of_matter(matters.ForceInHand, found.decision).units == ("G",)
    found.play_words("add A")
    about = of_matter(matters.ForceInHand, found.decision)
    assert (about.units, about.started) == (("A", "G"), False)
    found.play_words("go 21.12")
    shown = found.topic(found.decision)
    assert (shown.stage, shown.pieces, shown.hexes) == ("march", ("A", "G"), ("21.12",))
    assert of_matter(matters.ForceInHand, found.decision).started
