"""A Dask cluster for a test, of processes here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def dask_cluster(count: int) -> Iterator[str]:
    """Start workers; yield the address of their scheduler. Without Dask the test is skipped."""
    distributed = pytest.importorskip("distributed", reason="the extra agi-emu[cluster] is not installed")
    from dask import config

    # A worker that dies, and again when this time is over, would not be replaced any more.
    with (
        config.set({"distributed.deploy.lost-worker-timeout": "10000h"}),
        distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL"
        ) as cluster,
    ):
        yield cluster.scheduler_address
