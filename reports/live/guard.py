"""Who may ask the live page, and what a browser may do with its answers.

A page on loopback can be reached by any web site through DNS rebinding: a name of the
attacker's that points to 127.0.0.1. So the Host header must name this machine. A browser may
run only the page's own script and fetch only from the page's own address.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ANY_ADDRESS = ("0.0.0.0", "::")

_LOCKED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    f"img-src data:; {_LOCKED}"
)
REPORT_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; {_LOCKED}"
"""A report holds its style sheet and runs no script."""

HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def host_name(header: str) -> str:
    """The name in a Host header, without its port, in lower case; IPv6 keeps its brackets."""
    if header.startswith("["):
        return header[: header.find("]") + 1].lower()
    return header.partition(":")[0].lower()


def allowed_names(bound_to: str, others: tuple[str, ...] = ()) -> frozenset[str]:
    """The names that a Host header may have when the server is bound to an address."""
    names = {*LOOPBACK, *(name.lower() for name in others)}
    if bound_to not in ANY_ADDRESS:
        names.add(f"[{bound_to}]" if ":" in bound_to else bound_to.lower())
    return frozenset(names)


class Guard:
    """Turns down foreign Host headers and everything but reading; adds HEADERS to each answer."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) != 1 or host_name(hosts[0]) not in self.names:
            text = "This name is not known here; see dbwright serve --help about --allow-host.\n"
            await PlainTextResponse(text, 421)(scope, receive, send_guarded)
        elif scope["method"] not in ("GET", "HEAD"):
            await PlainTextResponse("There is only reading here.\n", 405)(
                scope, receive, send_guarded
            )
        else:
            await self.app(scope, receive, send_guarded)
