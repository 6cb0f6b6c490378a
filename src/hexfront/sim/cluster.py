"""The same games on a Ray cluster. Needs the extra ``cluster``."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence

import ray

from hexfront.kernel.errors import HexfrontError, Malformed
from hexfront.sim.running import AHEAD, Engine, Lost
from hexfront.sim.series import Task
from hexfront.sim.working import Played, work

LOCAL = "local"  # an address that starts Ray on this machine


def cluster(address: str) -> Engine:
    """On the machines of a cluster; each must have the same Hexfront installed."""

    def engine(encoded: bytes, tasks: Sequence[Task]) -> Iterator[Played]:
        _knock(address)
        titles = os.environ.get("HEXFRONT_TITLES", "")
        try:
            ray.init(
                address=address,
                include_dashboard=False if address == LOCAL else None,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": {"HEXFRONT_TITLES": titles}} if titles else None,
            )
        except Exception as wrong:  # Ray raises whatever it likes when it cannot start
            raise Malformed(f'Ray cannot be used at "{address}": {wrong}') from wrong
        try:
            yield from _drained(encoded, tasks)
        except ray.exceptions.RayError as wrong:
            raise Lost(
                f"the cluster lost a game ({type(wrong).__name__}); start the same command again, "
                "no finished game is lost"
            ) from wrong
        finally:
            ray.shutdown()

    return engine


def _knock(address: str) -> None:
    """Malformed if nobody listens where a cluster should be; Ray itself would try for a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a word such as "local" or "auto"
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except OSError as wrong:
        raise Malformed(f'there is no Ray cluster at "{address}": {wrong}') from wrong


def _drained(encoded: bytes, tasks: Sequence[Task]) -> Iterator[Played]:
    series = ray.put(encoded)
    remote = ray.remote(work)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    coming = iter(tasks)
    waiting: list[object] = []
    while True:
        for task in coming:
            waiting.append(remote.remote(series, task))
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        ready, waiting = ray.wait(waiting, num_returns=1)
        for each in ready:
            played = ray.get(each)
            if not isinstance(played, Played):
                raise HexfrontError("the cluster answered with something that is not a game")
            yield played
