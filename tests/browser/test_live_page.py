"""`dbwright serve` in a browser, while a run goes on."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.live.build_status import AgentStatus, BuildStatus, OrderStatus
from reports.live.app import make_app
from reports.live.guard import allowed_names

pytestmark = pytest.mark.browser

SLOW_ENGINE = """\
import json
import sys
import time

for line in sys.stdin:
    time.sleep(0.05)
    print(json.dumps({"err": "<b id='owned'>slow & wrong</b>"}), flush=True)
"""


def start(folder: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "harness", *arguments],
        cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


@pytest.fixture
def server(results: Path) -> Iterator[str]:
    """The address of a server on the results."""
    process = start(results, "serve", "--port", "0")
    assert process.stdout is not None
    found = re.match(r"http://\S+", process.stdout.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGINT)
    process.wait(timeout=20)


@pytest.fixture
def slow_run(results: Path) -> Iterator[None]:
    """A run of a few hundred records that all fail, slowly."""
    engine = results / "slow.py"
    engine.write_text(SLOW_ENGINE)
    many = results / "many"
    many.mkdir(exist_ok=True)
    for number in range(20):
        (many / f"{number}.test").write_text("statement ok\nSELECT '<i>1</i>'\n\n" * 40)
    command = f"process:{sys.executable} {engine}"
    process = start(results, "run", "--engine", command, "--workers", "1", "many")
    yield
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def wait_for(browser: Any, selector: str, text: str = "", seconds: float = 30) -> Any:
    """The first element that matches and holds the text, once there is one."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        texts = browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector
        )
        if any(text in found for found in texts):
            return browser.find_element("css selector", selector)
        time.sleep(0.2)
    raise AssertionError(f"no {selector} with {text!r}: {browser.page_source[:3000]}")


def test_from_the_front_page_to_a_reduced_repro(server: str, browse: Any) -> None:
    browser = browse()
    browser.get(server)
    wait_for(browser, "#connection", "live")
    browser.find_element("css selector", "#runs a").click()
    browser.find_element("css selector", ".causes a").click()
    assert wait_for(browser, ".page .repro", "----")
    assert "owned" not in browser.title
    browser.find_element("css selector", "h1 a").click()
    assert browser.current_url == server


@pytest.mark.parametrize(("width", "dark"), [(1100, False), (360, True)])
def test_a_run_that_goes_on(
    server: str,
    slow_run: None,
    browse: Any,
    violations: Callable[[Any], list[str]],
    requests_of: Callable[[Any], list[str]],
    width: int,
    dark: bool,
) -> None:
    browser = browse(width, dark)
    browser.get(server)
    wait_for(browser, "#running h2", "is running")
    wait_for(browser, "#running .failures code", "<i>1</i>")
    wait_for(browser, "#running td.name", "<b id='owned'>slow & wrong</b>")
    assert browser.find_elements("id", "owned") == []
    now = "#running section[aria-label*='is running'] .now"
    wait_for(browser, f"{now} b", "did not pass")
    count = f'return document.querySelector("{now} strong").textContent'
    before = browser.execute_script(count)
    deadline = time.monotonic() + 60
    while browser.execute_script(count) == before:
        assert time.monotonic() < deadline, "the number of records stands still"
        time.sleep(0.5)
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert all(url.startswith((server, "chrome:", "data:")) for url in requests_of(browser))
    severe = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert severe == []


def a_build(folder: Path) -> BuildStatus:
    now = time.time()
    return BuildStatus(
        "a database <b>with</b> views", "at work", 3, now - 900,
        tokens=123_456, cost=1.25, token_budget=1_000_000, cost_budget=20.0,
        orders=[
            OrderStatus(2, "JOIN <i>without</i> ON", "leased", 210, 2, 0.5),
            OrderStatus(1, "No such function: total", "merged", 397, 1, 0.2),
        ],
        agents=[AgentStatus("agent-1", 2, now - 30, "attempt 2 (coder)")],
        burn_down=[(now - 900, 1300), (now - 600, 900), (now - 60, 340)],
        decisions=[(now - 60, "order 1, merged: gains 397 cases")],
        waiting_for=["merge"],
        transcripts=["order-1-attempt-1.jsonl"],
        transcript_folder=str(folder),
    )  # fmt: skip


@pytest.fixture
def build_server(results: Path, tmp_path: Path) -> Iterator[str]:
    """A server in this process, with a build under way beside the results."""
    uvicorn = pytest.importorskip("uvicorn")
    said = {"kind": "ai", "text": "I shall <script>document.title='owned'</script>"}
    (tmp_path / "order-1-attempt-1.jsonl").write_text(json.dumps(said) + "\n")
    store = results / ".dbwright" / "results.duckdb"
    app = make_app(store, allowed_names("127.0.0.1"), [lambda folder: a_build(tmp_path)])
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    server.should_exit = True
    thread.join(timeout=20)


@pytest.mark.parametrize(("width", "dark"), [(1100, False), (360, True)])
def test_a_build_that_goes_on(
    build_server: str,
    browse: Any,
    violations: Callable[[Any], list[str]],
    width: int,
    dark: bool,
) -> None:
    browser = browse(width, dark)
    browser.get(build_server)
    wait_for(browser, "#build h2", "a database <b>with</b> views")
    assert "340" in browser.find_element("css selector", "#build .now strong").text
    label = browser.find_element("css selector", "svg.burn").get_attribute("aria-label")
    assert label == "Records left to pass: 1,300 at first, 340 now"
    assert len(browser.find_elements("css selector", "#build tbody tr")) == 3
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.find_element("css selector", "#build a").click()
    wait_for(browser, "pre code", "I shall <script>")
    assert "owned" not in browser.title
    assert violations(browser) == []
