"""The description of the API is true: whatever it allows is answered as it says, and with no bug.

Each operation is called with generated requests, half of them about a game that exists.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from hexfront.server.settings import Settings
from tests.server.running import Person, RunningServer

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its plugins and their helpers are not ours to mend
    import schemathesis
    from schemathesis.specs.openapi.checks import positive_data_acceptance

EXAMPLES = int(os.environ.get("HEXFRONT_SCHEMA_EXAMPLES", "12"))  # for each operation
SIDES = ["red", "blue", "observer", "green"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with RunningServer(Settings(database=str(folder / "games.sqlite"))) as running:
        yield running


def operations(schema: Any) -> list[Any]:
    return [found.ok() for found in schema.get_all_operations()]


def check_operation(operation: Any, server: RunningServer, person: Person, game: str) -> None:
    """Call an operation with many requests and compare every answer with the description."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), real=some.booleans(), side=some.sampled_from(SIDES))
    def check(case: Any, real: bool, side: str) -> None:
        if real:
            case.path_parameters = {
                **(case.path_parameters or {}),
                **{key: value for key, value in {"game_id": game, "side": side}.items() if key in named},
            }
            if "as" in (case.query or {}):
                case.query["as"] = side
            if isinstance(case.body, dict) and "as" in case.body:
                case.body["as"] = side
        answer = case.call(base_url=server.address, headers={"X-Hexfront": "1"}, timeout=60)
        # The rules of a game refuse much that has the right shape: that is no fault of the description.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    named = {parameter.name for parameter in operation.path_parameters}
    check()


def test_every_operation_answers_as_described(server: RunningServer) -> None:
    person = server.person()
    schema = schemathesis.openapi.from_dict(person.get("/api/openapi.json").json())
    found = operations(schema)
    assert len(found) > 40
    wrong: list[str] = []
    for operation in found:
        game = person.start(seats={"red": "me", "blue": "me"})["id"]
        try:
            check_operation(operation, server, person, game)
        except (AssertionError, BaseExceptionGroup) as failure:  # all of them are wanted, not only the first
            wrong.append(f"{operation.label}\n{failure}")
    assert not wrong, "\n\n".join(wrong)


def test_every_operation_tells_its_errors(server: RunningServer) -> None:
    described = server.person().get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            statuses = set(operation["responses"])
            assert {"400", "404", "503"} <= statuses, f"{method} {path}"
            assert operation.get("description") or operation.get("summary"), f"{method} {path}"


def test_no_page_or_script_of_another_site_describes_the_api(server: RunningServer) -> None:
    person = server.person()
    for path in ("/api", "/api/redoc", "/api/swagger", "/schema"):
        assert "http://" not in person.get(path).text.replace("http://www.w3.org", "")
