"""What the operating system enforces on a worker."""

import ctypes
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Have this process killed when its parent is, however that happened (Linux only)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_memory(limit: int) -> None:
    """Let allocations fail beyond `limit` bytes of private memory; 0 is no limit.

    RLIMIT_DATA counts what is really the process's own (heap and private mappings), where
    RLIMIT_AS would also count address space that an engine only reserves.
    """
    if limit:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def no_core_dumps() -> None:
    """A crashed engine is this program's daily business: leave no core file behind."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def peak_memory() -> int:
    """The most memory that this process has had resident, in bytes; 0 where unknown.

    Not `ru_maxrss`, which a child inherits from the process that started it.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def cpu_seconds() -> float:
    """User and system time of this process and of the children it has waited for."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
