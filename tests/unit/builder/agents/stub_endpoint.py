"""A chat endpoint in the OpenAI shape that answers as a script says, faults included."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = Callable[[BaseHTTPRequestHandler], None]
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


def send(handler: BaseHTTPRequestHandler, status: int, body: bytes, length: int = 0) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(length or len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def fails(status: int) -> Step:
    body = json.dumps({"error": {"message": f"status {status}"}}).encode()
    return lambda handler: send(handler, status, body)


def slowly(seconds: float, step: Step) -> Step:
    def wait(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        step(handler)

    return wait


def cut_short(handler: BaseHTTPRequestHandler) -> None:
    """Promises more than it sends, then hangs up."""
    send(handler, 200, b'{"id": "x", "choi', length=5000)
    handler.wfile.flush()
    handler.connection.close()


def says(text: str, usage: dict[str, int] | None = USAGE) -> Step:
    return _answers({"role": "assistant", "content": text}, usage)


def calls(name: str, arguments: str, usage: dict[str, int] | None = USAGE) -> Step:
    """A tool call; `arguments` is the JSON text, which may be broken."""
    function = {"name": name, "arguments": arguments}
    call = {"id": f"call-{time.monotonic_ns()}", "type": "function", "function": function}
    return _answers({"role": "assistant", "content": None, "tool_calls": [call]}, usage)


def _answers(message: dict[str, Any], usage: dict[str, int] | None) -> Step:
    body: dict[str, Any] = {
        "id": "x", "object": "chat.completion", "created": 1, "model": "stub",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }  # fmt: skip
    if usage:
        body["usage"] = usage
    encoded = json.dumps(body).encode()
    return lambda handler: send(handler, 200, encoded)


@contextmanager
def endpoint(steps: list[Step]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The endpoint's address, and the requests that have come; one step a request."""
    requests: list[dict[str, Any]] = []
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with turn:
                number = len(requests)
                requests.append(json.loads(body))
            steps[min(number, len(steps) - 1)](self)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
