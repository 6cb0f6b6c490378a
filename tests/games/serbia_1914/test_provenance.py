"""Data of Serbia 1914 call printed only what stands in the text, and ours what is ours."""

import csv

from hexfront.games.serbia_1914.printed.forces import DATA


def rows(file: str) -> list[dict[str, str]]:
    """The rows of a data file, without its comments."""
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def sources(file: str, key: str) -> dict[str, list[str]]:
    return {row[key]: row["sources"].split("|") for row in rows(file)}


def test_the_last_row_of_the_inter_phase_chart_is_the_printed_one() -> None:
    last = rows("tables/inter_phase.csv")[-1]
    assert last == {
        "inter_phase": "12",
        "austria_hungary": "0",
        "serbia": "2",
        "montenegro": "die",
        "improved_positions": "4",
    }


def test_the_text_fixes_only_the_nineteenth_turn() -> None:
    calendar = rows("schedules/calendar.csv")
    assert [(row["turn"], row["source"]) for row in calendar if row["source"]] == [("19", "derived")]


def test_figures_of_hexsides_that_no_text_gives_are_ours() -> None:
    movement, attack = 0, 1
    known = sources("tables/hexsides.csv", "feature")
    assert known["minor river"][movement] == "printed"
    assert known["minor river"][attack] == "reconstructed"
    assert known["sava riverbend along the arrow"][attack] == "printed"
    assert known["sava riverbend against the arrow"][attack] == "reconstructed"
    assert known["low mountain contour"] == known["high mountain contour"]
    assert known["low mountain contour"][attack] == "reconstructed"


def test_only_bottomland_has_a_printed_cost_for_autumn() -> None:
    autumn = {terrain: each[1] for terrain, each in sources("tables/terrain.csv", "terrain").items()}
    assert [terrain for terrain, source in autumn.items() if source == "printed"] == ["bottomland"]
    assert {terrain for terrain, source in autumn.items() if source == "derived"} == {
        "lowland",
        "high mountain",
    }


def test_the_course_of_the_drina_is_ours_but_for_the_hex_of_the_border() -> None:
    canyon = {
        row["hex"]: row["source"] for row in rows("board/hexes.csv") if row["terrain"] == "drina canyon"
    }
    assert [place for place, source in canyon.items() if source != "reconstructed"] == ["15.20"]  # 3.5.5
    assert canyon["15.20"] == "derived"


def test_one_montenegrin_regiment_is_printed_and_their_number_is_ours() -> None:
    regiments = [row["source"] for row in rows("counters/montenegro.csv") if row["size"] == "iii"]
    assert regiments.count("printed") == 1
    assert set(regiments[1:]) == {"reconstructed"}


def test_four_serbian_armies_are_printed() -> None:
    serbian = {row["source"] for row in rows("counters/corps.csv") if row["nation"] == "serbia"}
    assert serbian == {"printed"}


def test_divisions_of_examples_that_show_how_counters_are_read_are_no_counters() -> None:
    units = {row["identifier"] for row in rows("counters/austria_hungary.csv")}
    assert not units & {"39/15", "22/11"}
