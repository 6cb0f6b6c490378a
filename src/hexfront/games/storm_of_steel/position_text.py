"""Positions of Storm of Steel as text.

::

    turn 2 movement central-powers impulse=1      # quarter, step, side whose segment it is
    unit ge-2a-ii 2721 moved                      # a counter of the lists, in a hex or area
    country belgium entente                       # joins the war; "surrendered" after the side if it has
    morale central-powers 80     holder 2321 central-powers     rails 2321 central-powers
    shown central-powers 1 4     developed 36     dead ge-2a-ii central-powers west germany 4

Countries are on the side they have when the scenario begins, unless the text says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from hexfront.games.storm_of_steel import said
from hexfront.games.storm_of_steel.position import (
    AirMission,
    Cause,
    Draft,
    Due,
    Loss,
    Sortie,
    SteelPosition,
    Unit,
)
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import agents, beginnings, losses, political_events, surrender
from hexfront.games.storm_of_steel.rules.aircraft import DEFENSIVE, OFFENSIVE, PARATROOPS
from hexfront.games.storm_of_steel.rules.capacity import purse_country
from hexfront.games.storm_of_steel.rules.convoys import ESCORTING
from hexfront.games.storm_of_steel.rules.deck import WEAPONS
from hexfront.games.storm_of_steel.rules.engagements import FOUGHT
from hexfront.games.storm_of_steel.rules.landings import LANDING
from hexfront.games.storm_of_steel.rules.sorties import BOMBARDMENT, ENGAGEMENT, INTERDICTION, RAIDING
from hexfront.games.storm_of_steel.scenarios.set_up import empty_position
from hexfront.games.storm_of_steel.secrecy import LAID_DOWN
from hexfront.games.storm_of_steel.vocabulary import CARDS, FRONTS, SEGMENTS, SIDE_NAMES, SIDES, STEPS
from hexfront.kernel.datafiles import Faults
from hexfront.kernel.forms import attribute
from hexfront.kernel.postext import PositionText, Statement
from hexfront.shared.position_text import (
    BEGUN,
    Described,
    Part,
    UnitForm,
    Words,
    hint_at,
    node_of,
    nodes,
    number,
    numbers,
    one_of,
    whole,
    word_of,
    words,
)
from hexfront.shared.secret_hands import UNKNOWN

SHIP_MISSIONS = ("", ENGAGEMENT, FOUGHT, BOMBARDMENT, RAIDING, INTERDICTION, LANDING, ESCORTING)  # [25.3]
NOBODY = "nobody"  # how hexes and railways without a master are written
_SURRENDERED = "surrendered"
_MASTERED = ("holder", "rails", "held", "credited", "first-held")  # statements of hexes that may be nobody's
Known = Callable[[SteelPosition], Collection[str]]


def _turn(position: SteelPosition, word: str) -> int:
    """A turn by its number or its name, such as ``autumn-1914``."""
    quarters = position.setting.quarters
    named = {quarter.name: turn for turn, quarter in quarters.items()}
    words = said.plain(word).split()
    spoken = next((name for name in named if sorted(name.split("-")) == sorted(words)), word.lower())
    found = named.get(_short(named, spoken) or spoken, int(word) if word.isdecimal() else 0)
    if found not in quarters:
        last = max(quarters)
        ends = f"1, {quarters[1].name}, to {last}, {quarters[last].name}"
        raise ValueError(f'"{word}" is no turn: they go from {ends}')
    return found


def _short(named: Collection[str], word: str) -> str:
    """A turn as tables call it: ``Su14``, ``Wi15``."""
    return next((name for name in named if f"{name[:2]}{name[-2:]}" == word), "")


def _turn_due(position: SteelPosition, word: str) -> int:
    """[7.53] The turn in which something comes; what takes long to build may come too late for the war."""
    last = max(position.setting.quarters)
    longest = max(cost.quarters for cost in position.setting.printed.economy.costs.values())
    return int(word) if word.isdecimal() and last < int(word) <= last + longest else _turn(position, word)


def _at_most(most: int) -> Callable[[str], int]:
    """Reads a number that cannot be higher."""

    def read(text: str) -> int:
        if (found := whole(text)) > most:
            raise ValueError(f"{text} is more than {most}")
        return found

    return read


def _by_purse(keyword: str, field: str) -> Part:
    """Points of countries; of centres that are cut off as well, called by country and place [7.31]."""
    part = numbers(keyword, field)

    def read(position: SteelPosition, told: Statement) -> None:
        if told.words:
            name, slash, place = told.words[0].partition("/")
            country = said.one(purse_country(name), _countries(position), "country")
            told = replace(told, words=(f"{country}{slash}{place}", *told.words[1:]))
        part.read(position, told)

    return part._replace(read=read, form=f"{keyword} COUNTRY NUMBER")


def _by_turn(keyword: str, field: str, kind: str, meant: Callable[[SteelPosition, str], str]) -> Part:
    """Turns by what has one, a line each; a turn may be told by its name, and 0 is none."""
    part = numbers(keyword, field)

    def read(position: SteelPosition, told: Statement) -> None:
        if len(told.words) == 2:
            name, turn = told.words
            number = 0 if turn == "0" else _turn_due(position, turn)
            told = replace(told, words=(meant(position, name), str(number)))
        part.read(position, told)

    return part._replace(read=read, form=f"{keyword} {kind} TURN")


def _country_of(position: SteelPosition, word: str) -> str:
    return said.one(word, _countries(position), "country")


def _closed_to(position: SteelPosition, words: str) -> str:
    """[6.11] A side and the country that is closed to it."""
    side, _, country = words.strip().partition(" ")
    return f"{said.one(side, SIDES, 'side')} {_country_of(position, country)}"


def _area_of(position: SteelPosition, word: str) -> str:
    return word_of(word, position.setting.printed.places.areas, "area")


def _read_turn(position: SteelPosition, told: Statement) -> None:
    position.turn = _turn(position, told.words[0])
    position.step = said.step(told.words[1])
    sides = [word for word in told.words[2:] if not word.isdecimal()]
    impulses = [word for word in told.words[2:] if word.isdecimal()]
    impulses += [told.attributes["impulse"]] if "impulse" in told.attributes else []
    if len(sides) > 1 or len(impulses) > 1:
        raise ValueError("a turn has one side and one impulse: turn NUMBER STEP SIDE impulse=N")
    position.active = said.one(sides[0], SIDES, "side") if sides else SIDES[0]
    position.impulse = whole(impulses[0]) if impulses else 0
    if position.step in SEGMENTS:
        position.impulse = position.impulse or 1  # [8.1]
    position.begun = told.attributes.get("begun", "no") == "yes"


def _write_turn(position: SteelPosition, text: PositionText) -> None:
    begun = "yes" if position.begun else None
    impulse = position.impulse or None
    text.add("turn", position.turn, position.step, position.active, impulse=impulse, begun=begun)


def _read_country(position: SteelPosition, told: Statement) -> None:
    country, side, *state = told.words
    country = said.one(country, position.setting.printed.countries.countries, "country")
    position.surrendered.discard(country)
    if side.lower() == "neutral":
        position.alliances.pop(country, None)
    else:
        position.alliances[country] = said.one(side, SIDES, "side")
        if state:
            one_of(state[0], (_SURRENDERED,), "state of a country")
            position.surrendered.add(country)
    position.renew()


def _write_countries(position: SteelPosition, text: PositionText) -> None:
    starting = empty_position(position.setting, 0)
    for country in position.setting.printed.countries.countries:
        now = position.alliances.get(country), country in position.surrendered
        if now != (starting.alliances.get(country), country in starting.surrendered):
            state = [_SURRENDERED] if now[1] else []
            text.add("country", country, now[0] or "neutral", *state)


def _master(word: str) -> str:
    """The side that a word names; nothing for nobody."""
    found = said.one(word, (*SIDES, NOBODY), "side")
    return "" if found == NOBODY else found


def _sided_hexes(
    keyword: str, field: str, assumed: Callable[[SteelPosition], Sequence[int]] | None = None
) -> Part:
    """Whose hexes are; ``assumed`` names those of which a text takes more for granted that says nothing."""

    def read(position: SteelPosition, told: Statement) -> None:
        *labels, side = told.words
        holder = beginnings.BY_DEFAULT if assumed and side == beginnings.BY_DEFAULT else _master(side)
        for label in labels:
            getattr(position, field)[node_of(position, label)] = holder

    def write(position: SteelPosition, text: PositionText) -> None:
        for node, side in sorted(getattr(position, field).items()):
            text.add(keyword, position.setting.board.label(node), side or NOBODY)
        for node in assumed(position) if assumed else ():
            text.add(keyword, position.setting.board.label(node), beginnings.BY_DEFAULT)

    return Part(keyword, f"{keyword} HEX ... SIDE", 2, read, write)


def _by_name(
    keyword: str,
    field: str,
    kind: str = "name",
    known: Known | None = None,
    values: Collection[str] = (),
) -> Part:
    """Words by a name, a line each; names of a kind and values are checked where they are told."""

    def read(position: SteelPosition, told: Statement) -> None:
        name, value = told.words
        if known is not None:
            name = said.one(name, known(position), kind)
        if values:
            value = said.one(value, (*values, NOBODY), "side")
        getattr(position, field)[name] = "" if value == NOBODY else value

    def write(position: SteelPosition, text: PositionText) -> None:
        for name, value in sorted(getattr(position, field).items()):
            text.add(keyword, name, value or NOBODY)

    return Part(keyword, f"{keyword} NAME WORD", 2, read, write, exact=True)


def _some(keyword: str, field: str, kind: str, known: Known) -> Part:
    """A set of words of a kind, all in one line."""

    def read(position: SteelPosition, told: Statement) -> None:
        names = known(position)
        spoken = one_of if kind == "counter" else said.one
        getattr(position, field).update(spoken(word, names, kind) for word in told.words)

    return words(keyword, field)._replace(read=read)


def _sides(position: SteelPosition) -> Collection[str]:
    return SIDES


def _sides_said(position: SteelPosition) -> Mapping[str, str]:
    return said.SIDES


def _countries_said(position: SteelPosition) -> Mapping[str, str]:
    return said.COUNTRIES


def _countries(position: SteelPosition) -> Collection[str]:
    return position.setting.printed.countries.countries


def _sea_names(position: SteelPosition) -> Collection[str]:
    return [sea for sea in SEAS.values() if sea]


def _uprisers(position: SteelPosition) -> Collection[str]:
    """Whom sides control: Bolsheviks, and nationalists by region."""
    return {piece.of or piece.force for piece in position.setting.pieces.values() if piece.force}


def _counters(position: SteelPosition) -> Collection[str]:
    return position.setting.pieces


def _card(position: SteelPosition, word: str, side: str = "") -> int:
    """The number of a card, of a side where one is told."""
    deck = position.setting.printed.deck.cards
    name = said.plain(word)
    named = [each for each in deck.values() if said.plain(each.name) == name and side in ("", each.side)]
    card = deck.get(int(word)) if word.isdecimal() else named[0] if len(named) == 1 else None
    if card is None:
        known = ", ".join(f"{each.card} of the {SIDE_NAMES[each.side]}" for each in named)
        names = [each.name for each in deck.values()]
        raise ValueError(
            f'"{word}" is {known}' if known else f'there is no card "{word}"{hint_at(word, names)}'
        )
    if side and card.side != side:
        raise ValueError(f"card {word}, {card.name}, is not of the {SIDE_NAMES[side]}")
    return card.card


def _weapon(position: SteelPosition, word: str, side: str) -> int:
    """[22.1] The number of a weapons and tactics card: nothing else is developed."""
    card = position.setting.printed.deck.cards[_card(position, word, side)]
    if card.kind != WEAPONS:
        raise ValueError(
            f'"{word}" is no weapons and tactics card, and is not developed: it is shown or picked'
        )
    return card.card


def _cards(keyword: str, field: str, numbered: Callable[[SteelPosition, str, str], int] = _card) -> Part:
    """A set of cards, all in one line; a side before them tells whose they are, where both have one of that
    name."""

    def read(position: SteelPosition, told: Statement) -> None:
        side = said.SIDES.get(said.plain(told.words[0]), told.words[0].lower()) if told.words else ""
        owner, cards = (side, told.words[1:]) if side in SIDES else ("", told.words)
        getattr(position, field).update(numbered(position, word, owner) for word in cards)

    def write(position: SteelPosition, text: PositionText) -> None:
        if found := getattr(position, field):
            text.add(keyword, *sorted(found))

    return Part(keyword, f"{keyword} CARD ...", 0, read, write)


def _read_shown(position: SteelPosition, told: Statement) -> None:
    side, *cards = told.words
    side = said.one(side, SIDES, "side")
    if UNKNOWN in cards:
        raise ValueError("cards in force lie open: name them")
    shown = [_picked(position, card, side).partition("-") for card in cards]
    position.shown[side] = tuple(int(number) for number, _, _ in shown)
    position.card_fronts.update({int(number): front for number, _, front in shown if front})


def _write_shown(position: SteelPosition, text: PositionText) -> None:
    for side, cards in position.shown.items():
        if cards:
            text.add("shown", side, *cards)


def _read_picked(position: SteelPosition, told: Statement) -> None:
    side, *cards = told.words
    side = said.one(side, SIDES, "side")
    position.picked[side] = tuple(_picked(position, card, side) for card in cards)


def _picked(position: SteelPosition, word: str, side: str) -> str:
    """A card, with the front it is for where it can be for several: ``8-west``."""
    if word == UNKNOWN:
        return word
    number, dash, front = word.partition("-") if word[0].isdecimal() else (word, "", "")
    front = said.one(front, FRONTS, "front") if front else ""
    return f"{_card(position, number, side)}{dash}{front}"


def _write_picked(position: SteelPosition, text: PositionText) -> None:
    for side, cards in position.picked.items():
        if cards:
            text.add("picked", side, *cards)


def _read_played_on(position: SteelPosition, told: Statement) -> None:
    card, front = told.words
    position.card_fronts[_card(position, card)] = said.one(front, FRONTS, "front")


def _write_played_on(position: SteelPosition, text: PositionText) -> None:
    for card, front in sorted(position.card_fronts.items()):
        text.add("played-on", card, front)


def _read_granted(position: SteelPosition, told: Statement) -> None:
    side, front, impulse = told.words
    side, front = said.one(side, SIDES, "side"), said.one(front, FRONTS, "front")
    position.granted.add(f"{side} {front} {whole(impulse)}")


def _write_granted(position: SteelPosition, text: PositionText) -> None:
    for each in sorted(position.granted):
        text.add("granted", *each.split())


def _read_dead(position: SteelPosition, told: Statement) -> None:
    """[5.12] A unit of the dead pile; what is left out is its own side, country and mobile strength, and the
    first front. Forts and irregulars count nothing, whatever is told (SS-D30)."""
    setting, (name, *words) = position.setting, told.words
    one_of(name, setting.pieces, "counter")
    piece = setting.pieces[name]
    usual = (position.alliances.get(piece.country, ""), setting.fronts[0], piece.country)
    side, front, country = ("" if word == NOBODY else word for word in (*words[:3], *usual[len(words[:3]) :]))
    side = said.one(side, SIDES, "side") if side else ""
    front = said.one(front, FRONTS, "front") if front else ""
    country = said.one(country, (*_countries(position), country), "country")
    worth = losses.worth(piece)
    strength = whole(words[3]) if len(words) > 3 else worth
    position.dead[name] = Loss(side, front, country, strength if worth else 0)


def _write_dead(position: SteelPosition, text: PositionText) -> None:
    for name, loss in position.dead.items():
        words = (word or NOBODY for word in (loss.side, loss.front, loss.country))
        text.add("dead", name, *words, loss.strength)


def _read_due(position: SteelPosition, told: Statement) -> None:
    name, turn, *at = told.words
    one_of(name, position.setting.pieces, "counter")
    position.due[name] = Due(_turn_due(position, turn), at[0] if at else "")


def _write_due(position: SteelPosition, text: PositionText) -> None:
    for name, due in position.due.items():
        text.add("due", name, due.turn, *([due.at] if due.at else []))


_FLAGS = numbers("flag", "flags")


def _write_flags(position: SteelPosition, text: PositionText) -> None:
    """What the game remembers; and what a text would take for granted otherwise (`beginnings.assume`): that
    cards lie on the table, and that countries surrendered because they were occupied."""
    _FLAGS.write(position, text)
    for country in sorted(position.surrendered - surrender.began_surrendered(position.setting)):
        if f"{surrender.BY_OCCUPATION} {country}" not in position.flags:
            text.add("flag", f"{surrender.BY_OCCUPATION} {country}", 0)
    for side in SIDES if position.step != CARDS else ():
        if f"{LAID_DOWN} {side}" not in position.flags:
            text.add("flag", f"{LAID_DOWN} {side}", 0)


_BEGAN = ("morale", "industry")  # what of the day the scenario began is remembered, for each side


def _read_began(position: SteelPosition, told: Statement) -> None:
    what, side, value = told.words
    name = f"{one_of(what, _BEGAN, 'figure')} {said.one(side, SIDES, 'side')}"
    position.began[name] = whole(value)


def _write_began(position: SteelPosition, text: PositionText) -> None:
    for name, value in position.began.items():
        text.add("began", *name.split(), value)


def _read_cause(position: SteelPosition, told: Statement) -> None:
    turn, side, change, rule, *reason = told.words
    position.causes.append(
        Cause(whole(turn), said.one(side, SIDES, "side"), whole(change), " ".join(reason), rule)
    )


def _write_causes(position: SteelPosition, text: PositionText) -> None:
    for each in position.causes:
        text.add("cause", each.turn, each.side, each.change, each.rule, *each.reason.split())


# Nations


def _by_default(keyword: str, field: str) -> Part:
    """Cities that are another's than that of the alliance they belong to."""

    def read(position: SteelPosition, told: Statement) -> None:
        *labels, side = told.words
        for label in labels:
            getattr(position, field)[node_of(position, label)] = _master(side)

    def write(position: SteelPosition, text: PositionText) -> None:
        for node, side in sorted(getattr(position, field).items()):
            if side != position.default_controller(node):
                text.add(keyword, position.setting.board.label(node), side or NOBODY)

    return Part(keyword, f"{keyword} HEX ... SIDE", 2, read, write)


def _read_agenda(position: SteelPosition, told: Statement) -> None:
    one_of(told.words[0], political_events.TASKS, "task")
    position.agenda.append(" ".join(told.words))


def _write_agenda(position: SteelPosition, text: PositionText) -> None:
    for task in position.agenda:
        text.add("agenda", *task.split())


def _read_oil(position: SteelPosition, told: Statement) -> None:
    position.oil_spent[node_of(position, told.words[0])] = whole(told.words[1])


def _write_oil(position: SteelPosition, text: PositionText) -> None:
    for node, spent in sorted(position.oil_spent.items()):
        text.add("oil-spent", position.setting.board.label(node), spent)


def _read_draft(position: SteelPosition, told: Statement) -> None:
    name, side, purse, kind, divisions, points, quarters, half, *sources = told.words
    position.drafts[name] = Draft(
        said.one(side, SIDES, "side"),
        purse,
        kind,
        whole(divisions),
        whole(points),
        tuple(node_of(position, label) for label in sources),
        whole(quarters),
        half == "half",
    )


def _write_drafts(position: SteelPosition, text: PositionText) -> None:
    label = position.setting.board.label
    for name, each in position.drafts.items():
        half = "half" if each.half else "full"
        about = (name, each.side, each.purse, each.kind, each.divisions, each.points, each.quarters, half)
        text.add("draft", *about, *map(label, each.sources))


def _read_last_build(position: SteelPosition, told: Statement) -> None:
    side, *build = told.words
    side = said.one(side, SIDES, "side")
    position.last_builds[side] = (*position.last_builds.get(side, ()), " ".join(build))


def _write_last_builds(position: SteelPosition, text: PositionText) -> None:
    for side, builds in sorted(position.last_builds.items()):
        for build in builds:
            text.add("last-build", side, build)


def _read_air_mission(position: SteelPosition, told: Statement) -> None:
    name, mission, base = told.words
    position.air_missions[name] = AirMission(
        word_of(mission, (*OFFENSIVE, *DEFENSIVE, PARATROOPS), "mission", said.MISSIONS),
        node_of(position, base),
    )


def _write_air_missions(position: SteelPosition, text: PositionText) -> None:
    for name, sortie in position.air_missions.items():
        text.add("air-mission", name, sortie.mission, position.setting.board.label(sortie.base))


def _describe(position: SteelPosition, name: str, given: dict[str, str], marks: object) -> Piece:
    raise ValueError(f'"{name}": units are counters of the lists')


def _told(piece: Piece, unit: Unit) -> Described | None:
    return None


def _read_aboard(position: SteelPosition, told: Statement) -> None:
    """[29.11] [30.34] Who is aboard which ship; both are units of the text."""
    unit, ship = (one_of(word, _counters(position), "counter") for word in told.words)
    position.aboard[unit] = ship


def _write_aboard(position: SteelPosition, text: PositionText) -> None:
    for unit, ship in sorted(position.aboard.items()):
        text.add("aboard", unit, ship)


def without_a_place(position: SteelPosition, text: PositionText) -> Faults:
    """[29.11] Those of whom a text says that they are aboard, and no hex for them or their ship."""
    faults = Faults()
    for told in text.of("aboard"):
        for name in told.words:
            if name not in position.units:
                faults.add("position", told.line, f"{name} is to be aboard, and no unit statement places it")
    return faults


FORM = UnitForm(
    Unit,
    describe=_describe,
    told=_told,
    usual=lambda piece: {},
    apart=lambda piece: piece.unknown,
    known={"mission": lambda _: SHIP_MISSIONS},
    said_marks=said.MARKS,
)


def _listed_by_side(
    field: str,
) -> tuple[Callable[[SteelPosition, Statement], None], Callable[[SteelPosition, PositionText, str], None]]:
    """Words in a list for each side."""

    def read(position: SteelPosition, told: Statement) -> None:
        side, *items = told.words
        getattr(position, field)[said.one(side, SIDES, "side")] = tuple(items)

    def write(position: SteelPosition, text: PositionText, keyword: str) -> None:
        for side, items in sorted(getattr(position, field).items()):
            text.add(keyword, side, *items)

    return read, write


def _read_missions(position: SteelPosition, told: Statement) -> None:
    """[32.1] What the agents of a side are assigned to, a word for each; those that are not are inactive."""
    known = {*agents.missions(position), agents.INACTIVE}
    side, *tasks = told.words
    found = [word_of(said.MISSIONS.get(said.plain(word), word), known, "mission") for word in tasks]
    position.missions[said.one(side, SIDES, "side")] = tuple(
        each for each in found if each != agents.INACTIVE
    )


_, _write_missions_of = _listed_by_side("missions")


def _read_betrayed(position: SteelPosition, told: Statement) -> None:
    side, *cards = told.words
    side = said.one(side, SIDES, "side")
    position.betrayed[side] = tuple(_picked(position, card, side) for card in cards)


_, _write_betrayed_of = _listed_by_side("betrayed")
_read_spied, _write_spied_of = _listed_by_side("spied")


_read_fleet, _write_fleets_of = _listed_by_side("fleets")
_read_second, _write_seconds_of = _listed_by_side("seconds")


def _write_fleets(position: SteelPosition, text: PositionText) -> None:
    _write_fleets_of(position, text, "fleet")


def _write_seconds(position: SteelPosition, text: PositionText) -> None:
    _write_seconds_of(position, text, "second-fleet")


def _read_sortie(position: SteelPosition, told: Statement) -> None:
    number, mission, sea, side, stage, *coming = told.words
    at, aim = (told.attributes.get(name, "") for name in ("at", "aim"))
    position.sortie = Sortie(
        whole(number), mission, sea, said.one(side, SIDES, "side"), stage, at, aim, tuple(coming)
    )


def _write_sortie(position: SteelPosition, text: PositionText) -> None:
    if (out := position.sortie) is not None:
        about = (out.number, out.mission, out.sea, out.side, out.stage)
        text.add("sortie", *about, *out.coming, at=out.at or None, aim=out.aim or None)


def _write_missions(position: SteelPosition, text: PositionText) -> None:
    _write_missions_of(position, text, "missions")


def _write_betrayed(position: SteelPosition, text: PositionText) -> None:
    _write_betrayed_of(position, text, "betrayed")


def _write_spied(position: SteelPosition, text: PositionText) -> None:
    _write_spied_of(position, text, "spied")


VOCABULARY: Mapping[str, Words] = {
    "turn NUMBER": lambda position: [str(turn) for turn in position.setting.quarters],
    "STEP": lambda _: STEPS,
    "country NAME": lambda position: position.setting.printed.countries.countries,
    "country SIDE": lambda _: (*SIDES, "neutral"),
    "FRONT": lambda _: FRONTS,
    **{
        f"{keyword} SIDE": lambda _: (*SIDES, NOBODY)
        for keyword in ("holder", "rails", "held", "credited", "first-held")
    },
}
MEANINGS = {
    "turn": "quarter, step and side",
    "unit": "a counter of the lists, in a hex or off-map area, with marks and attributes",
    "country": "who a country fights for, or neutral",
    "holder": "who controls hexes",
    "rails": "who may use the railway in hexes",
    "held": "who controlled cities when the turn began, for objectives",
    "devastated": "devastated hexes",
    "due": "a unit on the turn record track",
    "dead": "a unit eliminated this turn, with its mobile strength",
    "removed": "counters out of the game for good",
    "morale": "the morale of a side",
    "cause": "an entry of the morale ledger",
    "began": "morale or industry of a side when the scenario began",
    "air": "the air doctrine level of a side",
    "shipping": "the merchant shipping of the Entente",
    "points": "mobilization points in store",
    "gas": "gas markers in store",
    "trucks": "motorization still to be placed",
    "agents": "agents on the display of a side",
    "missions": "a word for each agent that is assigned",
    "picked": "cards selected and face down, by number",
    "shown": "cards in force this turn",
    "played-on": "where a card for several fronts is played",
    "granted": "an impulse by contingency card",
    "discarded": "cards out of the game",
    "developed": "weapons and tactics that are developed",
    "developing": "weapons and tactics left open for another try",
    "betrayed": "cards that spies have seen",
    "objective-met": "campaign cards that have met their objective",
    "obliged": "sides that must select a campaign card",
    "mutiny": "countries whose army mutinies",
    "strike": "countries with a strike",
    "revolution": "countries that have had a revolution",
    "controller": "who has bolshevik units, or nationalists of a region such as poland",
    "passage": "a neutral that lets a side through this turn",
    "closed": "a country closed to the diplomacy of a side until a turn",
    "entered": "the turn in which a country joined the war",
    "uprising": "an area that has risen, with the turn in which a corps came, or 0",
    "free-corps": "units of surrendered countries that fight on",
    "agenda": "what politics has still to ask",
    "flag": "what else the game remembers",
    "assaulted": "hexes attacked in this combat segment",
    "shaken": "forts halved by siege artillery",
    "razing": "hexes laid waste when the impulse ends",
    "sabotaged": "hexes out of work this turn",
    "hauled": "half units that count against its limit of rail movement in this impulse",
    "strength-lost": "strength lost this turn, for political events",
    "eliminated": "corps lost in the scenario",
    "credited": "whose a city counts as",
    "first-held": "who held a city when the scenario began",
    "ready": "who has finished what is chosen in secret",
    "income": "the output of this quarter",
    "expense": "points owed for developments",
    "grant": "points that cards give this quarter",
    "oil-spent": "petroleum spent of a source",
    "draft": "a unit ordered in this phase, or half at half its cost",
    "gift": "a transfer ordered in this phase",
    "desk": "whose books a side has open",
    "last-build": "an order of the last quarter",
    "begun-units": "units begun against limits of a quarter or year",
    "reserves-at": "cities in which a reserve corps was placed",
    "exposed": "units that fight and are seen by all",
    "spied": "enemy units that a side has seen in this impulse",
    "scout": "headquarters that have looked in this segment",
    "covers": "dummies on top of their stacks",
    "unseen": "units that lie hidden where it is not known where",
    "unmasked": "dummies that are out for this quarter",
    "sea": "who dominates a sea this turn, such as sea north-sea entente",
    "last-sea": "who dominated a sea last turn",
    "line": "battleships and battlecruisers as they were counted",
    "sortie": "what is under way at sea",
    "fleet": "the ships of a side in it",
    "second-fleet": "the second fleet of a side",
    "air-mission": "what an air unit does in this impulse, and its base",
    "aloft": "air units over their hex",
    "aboard": "the ship that carries a unit",
    "disembarking": "units that go ashore when the movement segment ends",
    "breaking": "units that go on without command in this impulse",
}

PARTS = (
    Part(
        "turn",
        "turn NUMBER STEP SIDE [impulse=N]",
        2,
        _read_turn,
        _write_turn,
        attributes=[attribute("impulse", number=True), BEGUN],
    ),
    Part("country", "country NAME SIDE [surrendered]", 2, _read_country, _write_countries),
    FORM.on_map("unit", "units"),
    _sided_hexes("holder", "holders", beginnings.occupied),
    _sided_hexes("rails", "railways", beginnings.broken_by_troops),
    _sided_hexes("held", "held"),
    nodes("devastated", "devastated"),
    nodes("assaulted", "assaulted"),
    nodes("shaken", "shaken"),
    numbers("morale", "morale", "side", _sides, said=_sides_said, of=_at_most(100)),
    numbers("air", "air", "side", _sides, said=_sides_said, of=_at_most(5)),
    number("shipping", "shipping", of=_at_most(100)),
    _by_purse("points", "points"),
    numbers("hauled", "hauled"),
    _FLAGS._replace(write=_write_flags),
    Part("shown", "shown SIDE CARD ...", 1, _read_shown, _write_shown),
    Part("picked", "picked SIDE CARD ...", 1, _read_picked, _write_picked),
    Part("played-on", "played-on CARD FRONT", 2, _read_played_on, _write_played_on, exact=True),
    Part("granted", "granted SIDE FRONT IMPULSE", 3, _read_granted, _write_granted, exact=True),
    _cards("discarded", "discarded"),
    _cards("developed", "developed", _weapon),
    _cards("developing", "developing", _weapon),
    _some("mutiny", "mutinies", "country", _countries),
    _some("strike", "strikes", "country", _countries),
    _some("removed", "removed", "counter", _counters),
    words("ready", "ready"),
    _by_name("controller", "controllers", "force", _uprisers, SIDES),
    _by_name("passage", "passage", "country", _countries, SIDES),
    Part("dead", "dead UNIT [SIDE FRONT COUNTRY STRENGTH]", 1, _read_dead, _write_dead),
    Part("due", "due UNIT TURN [HEX]", 2, _read_due, _write_due),
    Part("began", "began WHAT SIDE NUMBER", 3, _read_began, _write_began, exact=True),
    Part("cause", "cause TURN SIDE CHANGE RULE REASON ...", 4, _read_cause, _write_causes),
    _cards("objective-met", "objectives_met"),
    _some("obliged", "obliged", "side", _sides),
    _by_default("credited", "credited"),
    _by_default("first-held", "first_held"),
    _by_purse("strength-lost", "strength_lost"),
    numbers("eliminated", "eliminated"),
    _by_turn("entered", "entered", "COUNTRY", _country_of),
    _by_turn("closed", "closed", "'SIDE COUNTRY'", _closed_to),
    _some("revolution", "revolutions", "country", _countries),
    _by_turn("uprising", "uprisings", "AREA", _area_of),
    _some("free-corps", "free_corps", "counter", _counters),
    Part("agenda", "agenda TASK ...", 1, _read_agenda, _write_agenda),
    _by_purse("income", "income"),
    _by_purse("expense", "expenses"),
    _by_purse("grant", "grants"),
    Part("oil-spent", "oil-spent HEX POINTS", 2, _read_oil, _write_oil, exact=True),
    Part(
        "draft",
        "draft UNIT SIDE PURSE KIND DIVISIONS POINTS QUARTERS full|half [HEX ...]",
        8,
        _read_draft,
        _write_drafts,
    ),
    numbers("gift", "gifts"),
    _by_name("desk", "desks"),
    Part("last-build", "last-build SIDE PURSE KIND DIVISIONS", 2, _read_last_build, _write_last_builds),
    numbers("begun-units", "begun_units"),
    nodes("reserves-at", "reserves_at"),
    _by_name("sea", "seas", "sea", _sea_names, SIDES),
    numbers("agents", "agents", "side", _sides, said=_sides_said),
    Part("missions", "missions SIDE MISSION ...", 1, _read_missions, _write_missions),
    Part("betrayed", "betrayed SIDE CARD ...", 1, _read_betrayed, _write_betrayed),
    nodes("sabotaged", "sabotaged"),
    numbers("gas", "gas", "country", _countries, said=_countries_said),
    _by_purse("trucks", "trucks"),
    nodes("razing", "razing"),
    Part(
        "sortie",
        "sortie NUMBER MISSION SEA SIDE STAGE [SIDE ...]",
        5,
        _read_sortie,
        _write_sortie,
        attributes=[attribute("at"), attribute("aim")],
    ),
    numbers("line", "line"),
    _by_name("last-sea", "last_seas", "sea", _sea_names, SIDES),
    Part("fleet", "fleet SIDE UNIT ...", 1, _read_fleet, _write_fleets),
    Part("second-fleet", "second-fleet SIDE UNIT ...", 1, _read_second, _write_seconds),
    words("exposed", "exposed"),
    _some("scout", "scouts", "counter", _counters),
    words("covers", "covers"),
    words("unseen", "unseen"),
    numbers("unmasked", "unmasked"),
    Part("spied", "spied SIDE UNIT ...", 1, _read_spied, _write_spied),
    Part(
        "air-mission", "air-mission UNIT MISSION HEX", 3, _read_air_mission, _write_air_missions, exact=True
    ),
    _some("aloft", "aloft", "counter", _counters),
    Part("aboard", "aboard UNIT SHIP", 2, _read_aboard, _write_aboard, exact=True),
    _some("disembarking", "disembarking", "counter", _counters),
    _some("breaking", "breaking", "counter", _counters),
)
