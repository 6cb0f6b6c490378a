"""How many inputs it takes at the table: a first attack by hand, and a whole turn of armies.

A click, a drag and a key are one input each. What to do is thought out through the server's doors, as a
person thinks before he clicks; what counts is what he then does in the browser.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from hexfront.kernel.errors import SaveError

DIVISIONS = 3  # that attack, at least
NEAREST = 14  # stacks that are looked at: those next to the enemy
MOST_KEYS = 24  # until it can be attacked, or a phase is over
ARMY = 40  # units that are sent to one place
AHEAD = 3  # hexes that an army is sent on
LIMIT = 60_000  # milliseconds
SHOWN = 6_000  # until an attack is seen with its odds

Views = Mapping[str, Any]


class Turn(msgspec.Struct, frozen=True):
    """A movement phase in which whole armies were sent, and the attacks after it."""

    inputs: int
    units: int  # that stood on the map
    sent: int  # that marched, or go on marching
    attacks: int


class March(NamedTuple):
    """A group that can go to a hex beside the enemy."""

    size: int
    start: str
    goal: str


class Table:
    """A game at a server, asked about before anything is done."""

    def __init__(self, page: Any, address: str, game: str) -> None:
        self.page = page
        self.address = f"{address}/api/games/{game}"
        self.board = page.request.get(f"{self.address}/board").json()
        self.points: dict[str, tuple[float, float]] = {
            each["label"]: (each["x"], each["y"]) for each in self.board["hexes"]
        }

    def asked(self) -> tuple[str, Views]:
        """Who is asked, and what he sees; who is asked at the same time as others may be any of them."""
        side = self.page.request.get(f"{self.address}/view?as=observer").json()["waiting"][0]
        return side, self.page.request.get(f"{self.address}/view?as={side}").json()

    def ahead(self, side: str, actions: list[Any]) -> Any:
        """What would be asked after some orders; nothing if they cannot be given."""
        answer = self.page.request.post(
            f"{self.address}/ahead", data={"as": side, "actions": actions}, headers={"X-Hexfront": "1"}
        )
        return answer.json() if answer.ok else None

    def near(self, label: str) -> set[str]:
        return {each for each in self.board["neighbours"][label] if each}

    def apart(self, one: str, other: str) -> float:
        return math.dist(self.points[one], self.points[other])

    def plan(self) -> tuple[str, list[March]] | None:
        """An enemy hex, and the fewest groups by which three units come beside it."""
        side, view = self.asked()
        pieces = {key: each for key, each in view["pieces"].items() if each["at"] in self.points}
        foes = {each["at"] for each in pieces.values() if each["side"] not in ("", side)}
        stacks: dict[str, list[Any]] = defaultdict(list)
        for choice in view["decision"]["choices"]:
            unit = choice["face"].get("unit")
            if unit in pieces and not choice["face"].get("hex"):
                stacks[pieces[unit]["at"]].append(choice["action"])
        first = sorted(stacks, key=lambda at: min((self.apart(at, foe) for foe in foes), default=0.0))
        found: dict[str, dict[str, March]] = defaultdict(dict)
        for at in first[:NEAREST]:
            for goal, size in self._reach(side, pieces, at, stacks[at][0]):
                for foe in foes & self.near(goal):
                    known = found[foe].get(at)
                    if known is None or known.size < size:
                        found[foe][at] = March(size, at, goal)
        plans = []
        for foe, marches in found.items():
            chosen: list[March] = []
            for march in sorted(marches.values(), reverse=True):
                if sum(each.size for each in chosen) < DIVISIONS:
                    chosen.append(march)
            if sum(each.size for each in chosen) >= DIVISIONS:
                plans.append((len(chosen), foe, chosen))
        return min(plans)[1:] if plans else None

    def _reach(self, side: str, pieces: Views, at: str, pick: Any) -> Iterator[tuple[str, int]]:
        """Where the whole stack of a piece can go, and how many that are."""
        actions, joined = [pick], 1
        decision = self.ahead(side, actions)
        while decision:
            more = (
                each["action"]
                for each in decision["choices"]
                if not each["face"].get("hex") and pieces.get(each["face"].get("unit"), {}).get("at") == at
            )
            fellow = next(more, None)
            if fellow is None:
                break
            longer = [*actions, fellow]
            further = self.ahead(side, longer)
            if not further:
                break
            actions, decision, joined = longer, further, joined + 1
        for choice in decision["choices"] if decision else ():
            face = choice["face"]
            if face.get("hex") and face.get("path") and not face.get("chance"):
                yield face["hex"], joined


class Hand:
    """Somebody at the table in a browser: every input is counted."""

    def __init__(self, table: Table) -> None:
        self.page = table.page
        self.table = table
        self.count = 0

    def settled(self) -> int:
        self.page.locator("[data-step][data-busy=false]").first.wait_for(state="attached", timeout=LIMIT)
        return int(self.page.locator("[data-step]").get_attribute("data-step"))

    def after(self, step: int) -> None:
        """Wait until something has been played."""
        self.page.wait_for_function(
            "(step) => Number(document.querySelector('[data-step]').dataset.step) > step"
            " && document.querySelector('[data-step]').dataset.busy === 'false'",
            arg=step,
            timeout=LIMIT,
        )

    def until_there(self, label: str, size: int) -> None:
        """Wait until so many pieces are in a hex."""
        for _ in range(LIMIT // 200):
            _, view = self.table.asked()
            if sum(each["at"] == label for each in view["pieces"].values()) >= size:
                return
            self.page.wait_for_timeout(200)
        raise SaveError(f"the march to {label} does not end there")

    def press(self, key: str) -> None:
        self.count += 1
        self.page.keyboard.press(key)

    def click(self, what: Any) -> None:
        self.count += 1
        what.click(timeout=LIMIT)

    def click_hex(self, label: str) -> None:
        """Click a hex."""
        ((x, y),) = self._in_sight(label)
        self.count += 1
        self.page.mouse.click(x, y)

    def drag(self, start: str, goal: str) -> None:
        """Drag a stack to a hex."""
        one, other = self._in_sight(start, goal)
        self.count += 1
        mouse = self.page.mouse
        mouse.move(*one)
        mouse.down()
        mouse.move(*((a + b) / 2 for a, b in zip(one, other, strict=True)), steps=4)
        mouse.move(*other, steps=4)
        mouse.up()

    def _in_sight(self, *labels: str) -> list[tuple[float, float]]:
        """Where hexes are; if one lies under something or outside, look from farther away first."""
        for _ in range(6):
            self.page.locator('[role="application"][data-moving="false"]').first.wait_for(timeout=LIMIT)
            self.page.wait_for_timeout(250)
            points = [self._free_point(label) for label in labels]
            if None not in points:
                return [point for point in points if point]
            self.press("-")
        raise SaveError(f"{', '.join(labels)}: not to be seen together")

    def _free_point(self, label: str) -> tuple[float, float] | None:
        box = self.page.locator('[role="application"] > div').first.bounding_box()
        scale = box["width"] / self.table.board["size"][0]
        x, y = self.table.points[label]
        point = box["x"] + x * scale, box["y"] + y * scale
        free = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('[role=application]'))"
        return point if self.page.evaluate(free, list(point)) else None

    def answer(self) -> None:
        """Enter, twice where something could still be done in the phase it ends."""
        step = self.settled()
        self.press("Enter")
        self.page.wait_for_timeout(150)
        if self.page.get_by_text("↵ again").count():
            self.press("Enter")
        self.after(step)


def first_attack(hand: Hand) -> int | None:
    """March with three units beside an enemy and attack him; the inputs, or none if nobody is in reach."""
    found = hand.table.plan()
    if found is None:
        return None
    foe, marches = found
    hand.press("g")  # whole stacks from now on
    arrived = 0
    for march in marches:
        hand.settled()
        hand.drag(march.start, march.goal)
        arrived += march.size
        hand.until_there(march.goal, arrived)
    for _ in range(MOST_KEYS):
        hand.settled()
        _, view = hand.table.asked()
        asked = view["decision"]
        faces = [each["face"] for each in asked["choices"]]
        # An attack out of the march is another thing.
        if asked["about"].get("stage") == "order" and any(
            face.get("chance") and face.get("hex") == foe for face in faces
        ):
            break
        hand.answer()
    else:
        return None
    step = hand.settled()
    hand.click_hex(foe)
    hand.page.wait_for_timeout(SHOWN)
    if not hand.page.locator('[data-panel="battle"] footer .primary').count():
        return None  # the title asks for attackers one by one
    hand.press("Enter")
    hand.after(step)
    return hand.count


def whole_turn(hand: Hand, most_attacks: int = 4) -> Turn:
    """Send every army towards the enemy, end the movement, and fight the best attacks."""
    page, table = hand.page, hand.table
    side, view = table.asked()
    pieces = {key: each for key, each in view["pieces"].items() if each["at"] in table.points}
    mine = {key for key, each in pieces.items() if each["side"] == side}
    foes = [each["at"] for each in pieces.values() if each["side"] not in ("", side)]
    hand.click(page.get_by_role("button", name="Order of battle", exact=True))
    panel = page.get_by_role("region", name="Order of battle", exact=True)
    for name, keys in _armies(view["report"]["muster"], mine):
        button = panel.get_by_role("button", name=re.compile(f"^March {re.escape(name)} to a goal"))
        for closed in panel.locator('.toggle[aria-expanded="false"]').all():
            if button.count():
                break
            hand.click(closed)
        if not button.count():
            continue
        hand.settled()
        hand.click(button.first)
        hand.click_hex(_goal(table, [pieces[key]["at"] for key in keys], foes))
        page.wait_for_timeout(400)
        page.locator("[data-step][data-busy=false]").first.wait_for(state="attached", timeout=6 * LIMIT)
    _, now = table.asked()
    marches = page.request.get(f"{table.address}/marches?as={side}").json()
    going = {key for march in marches for key in march["pieces"]}
    moved = {key for key in mine if now["pieces"].get(key, {}).get("at") != pieces[key]["at"]}
    hand.answer()
    attacks = _fight(hand, most_attacks)
    return Turn(hand.count, len(mine), len(moved | (going & mine)), attacks)


def _armies(muster: Any, mine: set[str]) -> list[tuple[str, list[str]]]:
    """The largest bodies that are no larger than an army, and have somebody on the map."""

    def keys(branch: Any) -> list[str]:
        own = [key for key in branch.get("units", ()) if key in mine and not branch.get("listed")]
        return own + [key for each in branch.get("under", ()) for key in keys(each)]

    found: list[tuple[str, list[str]]] = []
    for branch in muster:
        below = _armies(branch.get("under", ()), mine)
        inside = keys(branch)
        if inside and (len(inside) <= ARMY or not below):
            found.append((branch["name"], inside))
        else:
            found += below
    return found


def _goal(table: Table, where: list[str], foes: list[str]) -> str:
    """A hex some way towards the enemy, from the middle of an army."""
    points = [table.points[at] for at in where]
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    start: str = min(table.points, key=lambda at: math.dist(table.points[at], middle))
    taken: set[str] = set(foes)
    for _ in range(AHEAD):
        nearer = [each for each in table.near(start) if each in table.points and each not in taken]
        if not nearer or not foes:
            break
        start = min(nearer, key=lambda at: min(table.apart(at, foe) for foe in foes))
    return start


def _fight(hand: Hand, most: int) -> int:
    """Tick the best attacks on the sheet, and fight them as they come up; how many there were."""
    page = hand.page
    hand.settled()
    button = page.get_by_role("button", name="Attacks", exact=True)
    if not button.count():
        return 0
    hand.press("p")
    sheet = page.get_by_role("region", name="Attacks you could make")
    sheet.get_by_role("row").nth(1).wait_for(timeout=6 * LIMIT)
    ticks = sheet.get_by_role("checkbox")
    chosen: int = min(most, ticks.count())
    for number in range(chosen):
        hand.click(ticks.nth(number))
    hand.click(sheet.get_by_role("button", name=re.compile("^Fight")))
    for _ in range(chosen * 4):
        step = hand.settled()
        hand.press("Enter")
        page.wait_for_timeout(500)
        if hand.settled() == step and not page.locator('[data-panel="battle"]').count():
            break
    return chosen
