"""Starts a bot's program within limits: `python launcher.py MEMORY_MB COMMAND ...`. Run as a file, it imports little.

The limits are set here, in the process that becomes the bot, so that they hold for all it starts.
"""

from __future__ import annotations

import os
import signal
import sys


def main(memory_mb: int, command: list[str]) -> None:
    """Set the limits, then become the program."""
    _die_with_the_parent()
    try:
        import resource
    except ImportError:  # not a Unix: time limits alone must do
        pass
    else:
        most = memory_mb * 2**20
        _limit(resource.RLIMIT_AS, most)
        _limit(resource.RLIMIT_CORE, 0)
        if hasattr(resource, "RLIMIT_NPROC"):
            _limit(resource.RLIMIT_NPROC, _processes() + 64)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def _limit(what: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))


def _processes() -> int:
    """How many processes and threads this user has, generously."""
    total = 0
    mine = os.getuid()
    for name in os.listdir("/proc") if os.path.isdir("/proc/self/task") else ():
        if name.isdecimal():
            try:
                if os.stat(f"/proc/{name}").st_uid == mine:
                    total += len(os.listdir(f"/proc/{name}/task"))
            except OSError:
                continue
    return total or 1000


def _die_with_the_parent() -> None:
    """Linux: when the process that plays the match is killed, the bot goes with it."""
    if sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None, use_errno=True).prctl(set_parent_death_signal, int(signal.SIGKILL), 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
