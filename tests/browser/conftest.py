"""Headless Chromium, axe-core, and a store of results with hostile names, SQL and messages.

Chromium and its driver are the system's; axe-core comes from the npm registry once, into
`build/axe`. What is missing is said, and its tests are skipped.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
AXE_PACKAGE = "axe-core@4.14.1"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

HOSTILE = """\
query T nosort label-<img/src=x/onerror=document.title='owned'>
SELECT '<script>document.title="owned"</script>' || (1 / 2)
----
<script>document.title="owned"</script>0

query I nosort
SELECT 7 / 2
----
3

statement ok
SELECT total("</style><script>document.title='owned'</script>") FROM (SELECT 1)
"""
HOSTILE_NAME = "<img src=x onerror=\"document.title='owned'\">.test"


def dbwright(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user does."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-P", "-m", "harness", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of SQLite and of DuckDB on a hostile suite, and their report."""
    folder = tmp_path_factory.mktemp("results")
    suite = folder / "suite"
    suite.mkdir()
    (suite / HOSTILE_NAME).write_text(HOSTILE)
    for engine in ("sqlite", "duckdb", "duckdb"):
        ran = dbwright(folder, "run", "--engine", engine, "--json", "--workers", "1", "suite")
        assert ran.returncode in (0, 1), ran.stderr
    made = dbwright(folder, "report", "--json")
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="session")
def axe_source() -> str:
    """axe-core's script."""
    if not AXE.is_file() and shutil.which("npm"):
        AXE.parents[2].mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", AXE_PACKAGE],
            cwd=AXE.parents[2], capture_output=True, timeout=120, check=False,
        )  # fmt: skip
    if not AXE.is_file():
        pytest.skip(f"axe-core is not at {AXE.relative_to(ROOT)}, and npm could not install it")
    return AXE.read_text(encoding="utf-8")


Browse = Callable[..., Any]


@pytest.fixture
def browse(tmp_path: Path) -> Iterator[Browse]:
    """`browse(width, dark)` starts a browser of its own."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("chromium and chromedriver are not installed")
    started = []

    def start(width: int = 1100, dark: bool = False) -> Any:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for flag in FLAGS:
            options.add_argument(flag)
        options.add_argument(f"--user-data-dir={tmp_path / f'profile-{len(started)}'}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        browser = webdriver.Chrome(
            options=options, service=webdriver.ChromeService(executable_path=driver)
        )
        started.append(browser)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        return browser

    yield start
    for browser in started:
        browser.quit()


@pytest.fixture
def violations(axe_source: str) -> Callable[[Any], list[str]]:
    """What axe finds on the page that a browser shows."""

    def check(browser: Any) -> list[str]:
        browser.execute_script(axe_source)
        found = browser.execute_async_script("axe.run().then(arguments[0])")
        assert found["passes"], "axe looked at nothing"
        return [f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found["violations"]]

    return check


def requested(browser: Any) -> list[str]:
    """The addresses that a browser has asked for since this was last called."""
    found = []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
    return found


@pytest.fixture
def requests_of() -> Callable[[Any], list[str]]:
    return requested
