"""Who may ask the live page, and what its answers forbid."""

import pytest
from starlette.testclient import TestClient

from reports.live.app import make_app
from reports.live.guard import allowed_names, host_name


@pytest.fixture
def client(results) -> TestClient:
    names = allowed_names("127.0.0.1", ("Lab.example.org",))
    return TestClient(make_app(results.store, names, []), base_url="http://localhost:8750")


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8750", "127.0.0.1:1", "[::1]:8750", "LAB.example.org:80"]
)
def test_known_names(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8750", "", "[::1", "[::2]",
     "evil.example:127.0.0.1", "localhost@evil.example"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/events", "/runs/x", "/scripts/live.js"])
def test_foreign_names_get_nothing(client: TestClient, host: str, path: str) -> None:
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == 421
    assert "dbwright serve --help" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_there_is_only_reading(client: TestClient, method: str) -> None:
    assert client.request(method, "/").status_code == 405


def test_policies(client: TestClient, results) -> None:
    page = client.get("/").headers["content-security-policy"]
    assert "script-src 'self'" in page and "unsafe" not in page
    report = client.get(f"/runs/{results.second}").headers["content-security-policy"]
    assert "default-src 'none'" in report and "script-src" not in report
    for path in ("/", f"/runs/{results.second}", "/scripts/live.js", "/nowhere"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_an_address_that_is_bound_may_be_named() -> None:
    assert "192.0.2.7" in allowed_names("192.0.2.7")
    assert "[2001:db8::1]" in allowed_names("2001:db8::1")
    assert "0.0.0.0" not in allowed_names("0.0.0.0")


def test_host_names() -> None:
    assert host_name("[::1]:80") == "[::1]"
    assert host_name("A.Example:80") == "a.example"
