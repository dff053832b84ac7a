"""`dbwright report` and `dbwright serve` as a user calls them."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from xml.etree import ElementTree

import pytest

SUITE = "query I nosort\nSELECT 1\n----\n1\n\nquery I nosort\nSELECT 1\n----\n2\n"


def start(workplace, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "harness", *arguments], cwd=workplace.folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ),
    )  # fmt: skip


def dbwright(workplace, *arguments: str) -> tuple[int, str, str]:
    process = start(workplace, *arguments)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.fixture
def store(workplace) -> str:
    workplace.write("a.test", SUITE)
    workplace.run()
    return str(workplace.store)


def test_every_kind_is_written(workplace, store: str) -> None:
    code, out, err = dbwright(workplace, "report", "--store", store, "--output", "out", "--json")
    assert code == 0, err
    files = json.loads(out)["files"]
    assert set(files) == {"html", "markdown", "junit", "badge"}
    texts = {kind: (workplace.folder / path).read_text() for kind, path in files.items()}
    assert "50 %" in texts["html"] and "50 %" in texts["markdown"]
    assert ElementTree.fromstring(texts["junit"]).get("failures") == "1"
    assert "50 %" in texts["badge"]


def test_one_kind_to_standard_output(workplace, store: str) -> None:
    arguments = ("report", "--store", store, "--output", "-", "--only", "markdown")
    code, out, _ = dbwright(workplace, *arguments)
    assert code == 0
    assert out.startswith("### `SQLite")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--output", "-"), "one kind"),
        (("--run", "nothing"), "no run is called"),
        (("--against", "nothing"), "no run is called"),
    ],
)
def test_usage(workplace, store: str, arguments: tuple[str, ...], said: str) -> None:
    code, _, err = dbwright(workplace, "report", "--store", store, *arguments)
    assert code == 2
    assert said in err and "Traceback" not in err


def test_no_results_yet(workplace) -> None:
    code, _, err = dbwright(workplace, "report")
    assert code == 2
    assert "no results yet" in err


def test_serve_answers_until_it_is_interrupted(workplace, store: str) -> None:
    process = start(workplace, "serve", "--store", store, "--port", "0")
    assert process.stdout is not None
    address = process.stdout.readline().split()[0]
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(address, timeout=20) as answer:
        assert b"Finished runs" in answer.read()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert "Traceback" not in err


def test_serve_on_a_port_that_is_taken(workplace, store: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        code, _, err = dbwright(workplace, "serve", "--store", store, "--port", port)
    assert code == 2
    assert "can't listen" in err
