"""Pages that several tests visit, and who visits them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.chromium import chromium
from tests.web.pages import Visitor, export_pages, served


@pytest.fixture(scope="session")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with exported pages."""
    folder = tmp_path_factory.mktemp("site")
    export_pages(root, folder)
    return folder


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """The address of a web host that has this folder."""
    with served(site) as url:
        yield url


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody with an empty profile of Chromium."""
    with chromium(tmp_path / "profile") as browser:
        yield Visitor(browser)
