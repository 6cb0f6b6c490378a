"""Every kind of damage to the forces and scenarios of Serbia 1914 is found, with file and line."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.printed import forces as counters
from hexfront.games.serbia_1914.printed import scenario_lists
from hexfront.games.serbia_1914.printed.forces import DATA
from hexfront.games.serbia_1914.printed.list_checks import check
from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.errors import DataError

GRAND = "scenarios/grand-campaign/setup.csv"
DRINA = "scenarios/crossing-of-the-drina/setup.csv"
MACVA = "scenarios/battle-in-the-macva/setup.csv"
CASE_B = "scenarios/conrads-case-b/setup.csv"
HEAD = "scenarios/grand-campaign/scenario.toml"
ARRIVALS = "schedules/historical/reinforcements.csv"
DEPARTURES = "schedules/historical/withdrawals.csv"


def altered(file: str, old: str, new: str) -> DataFolder:
    """Our data with one change: `old`, which must stand exactly once in the file, becomes `new`."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    return DataFolder(DATA, [Overlay("changed", {file: text.replace(old, new)})])


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        pytest.param(
            "counters/austria_hungary.csv",
            "ah-inf-xx-9,austria-hungary,infantry,line,xx,yes,9,9th Division,,8,13,",
            "ah-inf-xx-9,austria-hungary,infantry,line,xx,yes,9,9th Division,,8,12,",
            '"ah-inf-xx-9" has attack 12; rule 11.2 prints 13',
            id="a printed value is lost",
        ),
        pytest.param(
            "counters/serbia.csv",
            "sr-inf-x-uzice,serbia,infantry,mixed,x,yes,Užice,Užice Brigade,,,5,6,3,1,10,3,4,0",
            "sr-inf-x-uzice,serbia,infantry,mixed,x,yes,Užice,Užice Brigade,,,5,6,3,1,10,3,7,0",
            'the back of "sr-inf-x-uzice" is stronger than its front',
            id="a back stronger than the front",
        ),
        pytest.param(
            "counters/austria_hungary.csv",
            "ah-inf-xx-50,austria-hungary,infantry,mountain,xx,yes,50,50th Division,,,9,9,3,2,9,6,6,1",
            "ah-inf-xx-50,austria-hungary,infantry,mountain,xx,yes,50,50th Division,,,9,9,3,2,9,6,4,1",
            'the last reduction marker leaves nothing of "ah-inf-xx-50"',
            id="a division that dies of its markers",
        ),
        pytest.param(
            "counters/austria_hungary.csv",
            "ah-inf-x-9-gb,austria-hungary,infantry,mountain,x,yes,9 Gb,9th Mountain Brigade,,,5,",
            "ah-inf-x-9-gb,austria-hungary,infantry,mountain,x,yes,9 Gb,9th Mountain Brigade,,,6,",
            'the parts of "ah-inf-xx-1" have attack 11, not 10',
            id="parts that do not make the whole",
        ),
        pytest.param(
            "counters/combinations.csv",
            "ah-inf-x-10-gb|ah-inf-x-12-gb",
            "ah-inf-x-10-gb|ah-inf-x-21-gb",
            'unknown unit "ah-inf-x-21-gb" (did you mean "ah-inf-x-2-gb"?)',
            id="a part that does not exist",
        ),
        pytest.param(
            "counters/austria_hungary.csv",
            "Detachment of the 29th Division,,,3,3,3,1,9,2,2,0,,,ah-inf-xx-29",
            "Detachment of the 29th Division,,,3,3,3,1,9,2,2,0,,,ah-inf-xx-34",
            '"ah-inf-iii-det-29" does not fit its parent "ah-inf-xx-34"',
            id="a detachment of another division",
        ),
        pytest.param(
            "counters/serbia.csv",
            "Garrison of Šabac,,,1,2,2,0,9,,,,21.10",
            "Garrison of Šabac,,,1,2,2,0,9,,,,22.11",
            "22.11 is no garrison place of the name Šabac",
            id="a garrison of another place",
        ),
        pytest.param(
            "counters/forts.csv",
            "Fort Kalinovik,06.25,4,2,2,9,3,",
            "Fort Kalinovik,06.25,4,2,2,9,7,",
            'abandonment number "7"',
            id="an abandonment number no die can pass",
        ),
        pytest.param(
            "counters/supply_units.csv",
            "ah-train-13,austria-hungary,corps train,13",
            "ah-train-13,austria-hungary,corps train,15",
            'corps "13" has 0 trains',
            id="a corps without a train",
        ),
        pytest.param(
            GRAND,
            "sr-inf-xx-timok-1,SERBIA,first,34.15",
            "sr-inf-xx-timok-9,SERBIA,first,34.15",
            'unknown unit "sr-inf-xx-timok-9" (did you mean "sr-inf-xx-timok-2"?)',
            id="a unit that does not exist",
        ),
        pytest.param(
            GRAND,
            "sr-inf-xx-timok-2,SERBIA,first,34.17",
            "sr-inf-xx-timok-1,SERBIA,first,34.17",
            '"sr-inf-xx-timok-1" stands twice',
            id="a unit twice",
        ),
        pytest.param(
            GRAND,
            "ah-inf-x-13-gb,SIXTH,16",
            "ah-inf-x-7-gb,SIXTH,16",
            '"ah-inf-xx-1" is in play together with its part "ah-inf-x-7-gb"',
            id="a brigade and its division",
        ),
        pytest.param(
            GRAND,
            "ah-inf-xx-9,FIFTH,8,16.09",
            "ah-inf-xx-9,FIFTH,8,46.09",
            '"46.09" is not on the board',
            id="a hex off the board",
        ),
        pytest.param(
            GRAND,
            "ah-inf-xx-9,FIFTH,8,16.09",
            "ah-inf-xx-9,FIFTH,8,18.09",
            '"ah-inf-xx-9" begins in enemy country (18.09)',
            id="a division across the border",
        ),
        pytest.param(
            GRAND,
            "ah-inf-xx-9,FIFTH,8,16.09",
            "ah-inf-xx-9,FIFTH,8,16.09|16.11",
            'the hexes of "ah-inf-xx-9" are not two neighbours',
            id="a two-hex unit torn apart",
        ),
        pytest.param(
            GRAND,
            "sr-cav-xx-cavalry,SERBIA,second,30.15",
            "sr-cav-xx-cavalry,SERBIA,second,31.14",
            '"sr-cav-xx-cavalry" cannot stand in foothills without a roadway (31.14)',
            id="cavalry in the hills",
        ),
        pytest.param(
            GRAND,
            "sr-rp-iii-grocka,SERBIA,,32.11",
            "sr-rp-iii-grocka,SERBIA,,32.12",
            '"sr-rp-iii-grocka" must stand on Sava or Donau, not in 32.12',
            id="river protection away from the river",
        ),
        pytest.param(
            GRAND,
            "ah-inf-x-107-lst,SECOND,independent,34.10",
            "ah-inf-x-107-lst,SECOND,independent,25.07",
            '"ah-inf-x-107-lst" must stay in Banat, not in 25.07',
            id="a Banat brigade in Syrmien",
        ),
        pytest.param(
            GRAND,
            "ah-depot-fifth-1,FIFTH,,11.08",
            "ah-depot-fifth-1,FIFTH,,13.09",
            '"ah-depot-fifth-1" must stand on a railway, not in 13.09',
            id="a depot off the railway",
        ),
        pytest.param(
            GRAND,
            "sr-depot-2,SERBIA,,23.16",
            "sr-depot-2,SERBIA,,19.10",
            '"sr-depot-2" has no railway to a friendly map edge',
            id="a depot on a line that leads nowhere",
        ),
        pytest.param(
            GRAND,
            "sr-inf-x-lim,SERBIA,uzice,18.25",
            "sr-inf-x-lim,SERBIA,uzice,23.28",
            '"sr-inf-x-lim" begins with no source of supply in reach',
            id="a brigade beyond supply",
        ),
        pytest.param(
            DRINA,
            "sr-art-howitzers-2,SERBIA,,19.10",
            "sr-art-howitzers-2,SERBIA,,15.14",
            '"sr-art-howitzers-2" begins alone next to the enemy in 15.14',
            id="guns alone at the front",
        ),
        pytest.param(
            GRAND,
            "ah-inf-xx-36,FIFTH,13,",
            "ah-inf-xx-36,FIFTH,8,",
            '"ah-inf-xx-36" must be attached to corps 13, not to 8',
            id="a division in the wrong corps",
        ),
        pytest.param(
            GRAND,
            "ah-cav-xx-10,SECOND,independent,",
            "ah-cav-xx-10,SECOND,7,",
            'cavalry "ah-cav-xx-10" can only be independent',
            id="cavalry in a corps",
        ),
        pytest.param(
            GRAND,
            "ah-inf-xx-40,SIXTH,independent,07.21",
            "ah-inf-xx-40,FIFTH,independent,07.21",
            '"ah-inf-xx-40" must be attached to army SIXTH',
            id="an army unit with another army",
        ),
        pytest.param(
            "counters/corps.csv",
            "16,austria-hungary,16th Corps,4",
            "16,austria-hungary,16th Corps,3",
            "corps 16 has 3.5 division-equivalents, its limit is 3",
            id="a corps beyond its limit",
        ),
        pytest.param(
            "counters/armies.csv",
            "SIXTH,austria-hungary,Sixth Army,2",
            "SIXTH,austria-hungary,Sixth Army,1",
            "army SIXTH has 2 corps and 1 boxes",
            id="an army with too many corps",
        ),
        pytest.param(
            GRAND,
            "sr-inf-xx-drina-1,SERBIA,third,22.15,,,0",
            "sr-inf-xx-drina-1,SERBIA,third,22.15,,,4",
            '"sr-inf-xx-drina-1" cannot have 4 strength reductions',
            id="more reductions than markers",
        ),
        pytest.param(
            GRAND,
            "sr-inf-xx-combined-1,SERBIA,second,28.15,yes,1",
            "sr-inf-xx-combined-1,SERBIA,second,28.15,,1",
            '"sr-inf-xx-combined-1" is active and has a turn of activation',
            id="an active unit to be activated",
        ),
        pytest.param(
            MACVA,
            "sr-cav-xx-cavalry,SERBIA,second,28.13",
            "sr-cav-xx-cavalry,SERBIA,second,30.13",
            '"sr-cav-xx-cavalry" stands in 30.13, outside the area in play',
            id="a unit outside the area",
        ),
        pytest.param(
            DRINA,
            "ah-ma-x-15,SIXTH,,13.14,,,0,0,\n",
            "",
            '"ah-ma-x-15" is in play by the schedule, but not in the set-up',
            id="a later set-up forgets a unit",
        ),
        pytest.param(
            DRINA,
            "ah-inf-xx-9,FIFTH,8,",
            "ah-inf-xx-17,FIFTH,7,",
            '"ah-inf-xx-17" is not in play by the schedule',
            id="a later set-up brings a unit back",
        ),
        pytest.param(
            CASE_B,
            "sr-gar-iii-cacak,SERBIA,,28.21,,,0,0,\n",
            "",
            '"sr-gar-iii-cacak" is in the set-up of history, but not in this one',
            id="the alternative history forgets a unit",
        ),
        pytest.param(
            DEPARTURES,
            "3,ah-cav-xx-10,",
            "3,ah-inf-xx-50,",
            '"ah-inf-xx-50" leaves but is not in play',
            id="a withdrawal before the arrival",
        ),
        pytest.param(
            ARRIVALS,
            "25,,ah-inf-xx-50,",
            "25,,ah-inf-xx-48,",
            '"ah-inf-xx-48" enters but is in play',
            id="an arrival of a unit in play",
        ),
        pytest.param(
            ARRIVALS,
            "8,,ah-inf-x-104-lst,FIFTH,independent,16.04",
            "8,,ah-inf-x-104-lst,SECOND,independent,16.04",
            'army SECOND is not in play when "ah-inf-x-104-lst" enters',
            id="an arrival for an army that has left",
        ),
        pytest.param(
            ARRIVALS,
            "ah-ma-x-syrmien-1,FIFTH,,23.04",
            "ah-ma-x-syrmien-1,FIFTH,,39.06",
            '"ah-ma-x-syrmien-1" must stay in Syrmien, not in 39.06',
            id="an arrival outside its region",
        ),
        pytest.param(
            "schedules/macva/withdrawals.csv",
            "3,ah-train-9,",
            "4,ah-train-9,",
            '"ah-train-9" does not leave in turn 4 of the campaign',
            id="a small scenario out of step",
        ),
        pytest.param(
            "schedules/historical/substitutions.csv",
            "12,ah-inf-x-14,",
            "12,ah-inf-xx-17,",
            '"ah-inf-xx-17" changes but is not in play',
            id="a substitution for a unit that has left",
        ),
        pytest.param(
            "schedules/calendar.csv",
            "19,1914-10-01,1914-10-04,",
            "19,1914-10-02,1914-10-04,",
            "turn 19 does not follow the day before",
            id="a day lost",
        ),
        pytest.param(
            HEAD,
            'armies = ["FIFTH", "SIXTH"]',
            'armies = ["FIFTH", "SERBIA"]',
            'army "SERBIA" has no strategic plan or is not in play',
            id="a plan nobody has",
        ),
        pytest.param(
            HEAD,
            "least = -20\nmost = -11",
            "least = -20\nmost = -12",
            "victory levels marginal and draw do not meet",
            id="a gap between victory levels",
        ),
        pytest.param(
            "scenarios/crossing-of-the-drina/scenario.toml",
            'hexes = ["25.11", "25.12"]',
            'hexes = ["25.12", "25.13"]',
            "no pontoon bridge can stand at 25.12/25.13",
            id="a pontoon bridge on dry land",
        ),
        pytest.param(
            "counters/serbia.csv",
            "sr-inf-xx-danube-1,serbia,infantry,first call,",
            "sr-inf-xx-danube-1,serbia,infantry,second call,",
            "grand-campaign has 5, history 6 to 6",
            id="a total that history contradicts",
        ),
        pytest.param(
            "counters/artillery.csv",
            "sr-art-beograd,serbia,Beograd,Heavy Batteries of Beograd,1,1,2,history",
            "sr-art-beograd,serbia,Beograd,Heavy Batteries of Beograd,1,1,2,history\n"
            "sr-art-nis,serbia,Niš,Batteries of Niš,1,1,2,history",
            '"sr-art-nis" never comes into play',
            id="a counter nobody uses",
        ),
    ],
)
def test_damage_is_found(file: str, old: str, new: str, expected: str) -> None:
    found = [str(fault) for fault in check(altered(file, old, new)).faults]
    assert any(expected in each for each in found), found


def test_faults_name_file_and_line() -> None:
    faults = check(altered(GRAND, "ah-inf-xx-9,FIFTH,8,16.09", "ah-inf-xx-9,FIFTH,8,46.09")).faults
    text = (DATA / GRAND).read_text(encoding="utf-8").splitlines()
    line = next(at for at, each in enumerate(text, 1) if each.startswith("ah-inf-xx-9,"))
    assert [(fault.file, fault.line) for fault in faults] == [(f"changed/{GRAND}", line)]


def test_unreadable_cells_are_reported_together() -> None:
    file = "counters/serbia.csv"
    text = (DATA / file).read_text(encoding="utf-8")
    bad = text.replace("Šumadija I Division,,,11,12,4,", "Šumadija I Division,,,eleven,12,four,")
    with pytest.raises(DataError) as raised:
        counters.load(DataFolder(DATA, [Overlay("changed", {file: bad})]))
    assert [fault.what for fault in raised.value.faults] == [
        'column "attack": "eleven" is not a whole number',
        'column "proficiency": "four" is not a whole number',
    ]


def test_an_unknown_key_of_a_scenario_is_refused() -> None:
    with pytest.raises(DataError, match="shels"):
        scenario_lists.load(altered(HEAD, "[shells]", "[shels]"))
