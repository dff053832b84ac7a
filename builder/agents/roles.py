"""The roles' prompts: text files that people can read and change."""

from pathlib import Path

from builder.errors import BuildUsageError

ROLES = ("architect", "coder", "reviewer", "tester", "performance")
SHIPPED = Path(__file__).resolve().parent.parent / "roles"


def prompt_of(role: str, folder: Path | None = None) -> str:
    """The role's prompt: from `folder`, where it has one, else the one that ships."""
    for place in (folder, SHIPPED):
        if place is not None and (place / f"{role}.md").is_file():
            return (place / f"{role}.md").read_text(encoding="utf-8")
    raise BuildUsageError(f"there is no role {role!r}", f"the roles: {', '.join(ROLES)}")
