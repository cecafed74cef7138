"""What a bot's process is shut into: namespaces of its own where the system grants them, else Landlock's rules.

Nothing here imports the rest of the house: it runs in `starter.py`, which imports little. docs/agents/bots.md has the
table of what is forbidden where. Every function raises OSError where the system does not offer what it needs.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterable, Sequence

NAMESPACES, LANDLOCK, PLAIN = "namespaces", "landlock", "plain"

# linux/sched.h: mount, uts, ipc, user, pid and network namespaces.
_UNSHARE_ALL = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
_PARENT_DEATH_SIGNAL, _BOUNDING_DROP, _SUBREAPER, _NO_NEW_PRIVILEGES = 1, 24, 36, 38
_CAPSET = {"x86_64": 126, "aarch64": 91, "riscv64": 91}
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
# linux/landlock.h: every right to write, make, remove or cut a file; the one to read it.
_READ_FILE, _WRITING = 1 << 2, (1 << 1) | sum(1 << bit for bit in range(4, 15))
_NO_TCP, _NO_OTHERS = 3, 3  # bind and connect; abstract sockets and signals to processes outside
_NO_TCP_FROM, _NO_OTHERS_FROM, _REFER_FROM, _TRUNCATE_FROM = 4, 6, 2, 3
#: Folders that programs keep sockets and other people's files in: a bot has empty ones in memory.
_COVERED = ("/run", "/tmp", "/var/tmp", "/dev/shm")
_COVER = b"size=64m,mode=1777"

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _control(option: int, value: int) -> None:
    _checked(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), "prctl")


def die_with_the_parent(how: signal.Signals = signal.SIGKILL) -> None:
    """Linux: when the process that started this one ends, this one gets a signal."""
    if sys.platform == "linux":
        _control(_PARENT_DEATH_SIGNAL, how)


def adopt_orphans() -> None:
    """Linux: whatever this process's children leave behind becomes its own child, also after `setsid`."""
    if sys.platform == "linux":
        _control(_SUBREAPER, 1)


def give_up_privileges() -> None:
    """No program that is started from here on gains rights by being started."""
    if sys.platform == "linux":
        _control(_NO_NEW_PRIVILEGES, 1)


def drop_capabilities() -> None:
    """Lose every right of root inside the namespaces, for good."""
    for capability in range(64):
        if _libc.prctl(_BOUNDING_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none = (ctypes.c_uint32 * 6)()
    _checked(_libc.syscall(_CAPSET[os.uname().machine], header, none), "capset")


def enter_namespaces(needed: Iterable[str], hidden: Iterable[str]) -> None:
    """Leave the machine's processes, network and files to themselves; children are numbered from 1.

    Everything is read-only from here on. The folders for temporary files are empty ones in memory, but for the paths
    in them that are needed; what is hidden cannot be read.
    """
    if os.uname().machine not in _CAPSET:
        raise OSError("the numbers of this machine's system calls are not known")
    user, group, here = os.getuid(), os.getgid(), os.getcwd()
    _checked(_libc.unshare(_UNSHARE_ALL), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE)
    attributes = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
    _checked(_libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, attributes, 32), "mount_setattr")
    _cover_temporary({os.path.realpath(path) for path in (*needed, here) if os.path.exists(path)})
    for path in filter(os.path.exists, hidden):
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, _COVER)
        else:
            _mount("/dev/null", path, None, _MS_BIND)
    os.chdir(here)


def show_own_processes() -> None:
    """In the first process of new namespaces: /proc tells of these processes alone, or of none."""
    try:
        _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV)
    except OSError:
        _mount("tmpfs", "/proc", "tmpfs", _MS_NOSUID | _MS_NODEV, _COVER)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: bytes | None = None) -> None:
    names = (name if name is None else os.fsencode(name) for name in (source, target, kind))
    _checked(_libc.mount(*names, ctypes.c_ulong(flags), data), f"mount {target}")


def _cover_temporary(needed: set[str]) -> None:
    covered = {os.path.realpath(folder) for folder in _COVERED if os.path.isdir(folder)} - needed
    for folder in sorted(covered):
        inside = sorted(path for path in needed if path.startswith(folder + "/"))
        held = [(path, os.open(path, os.O_PATH)) for path in inside]
        _mount("tmpfs", folder, "tmpfs", _MS_NOSUID | _MS_NODEV, _COVER)
        for path, handle in held:
            _bind_back(path, handle)
            os.close(handle)


def _bind_back(path: str, handle: int) -> None:
    if os.path.lexists(path):  # it lies in another path that is there again
        return
    source = f"/proc/self/fd/{handle}"
    if os.path.isdir(source):
        os.makedirs(path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
    _mount(source, path, None, _MS_BIND | _MS_REC)


def landlock_version() -> int:
    """What this system's Landlock can do; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)))


def enter_landlock(hidden: Sequence[str], own: str) -> None:
    """Write only in a folder of one's own, read nothing that is hidden, trace nobody; with newer systems more.

    From version 4 on there is no TCP, from version 6 on no signal to anybody outside.
    """
    version = landlock_version()
    if version < 1:
        raise OSError("there is no Landlock")
    writing = _WRITING
    writing &= ~(1 << 13) if version < _REFER_FROM else -1
    writing &= ~(1 << 14) if version < _TRUNCATE_FROM else -1
    reading = _READ_FILE if any(map(os.path.exists, hidden)) else 0
    network = _NO_TCP if version >= _NO_TCP_FROM else 0
    others = _NO_OTHERS if version >= _NO_OTHERS_FROM else 0
    attributes = (ctypes.c_uint64 * 3)(writing | reading, network, others)
    size = 24 if others else 16 if network else 8
    ruleset = _checked(_libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0), "landlock")
    for path in ("/dev/null", "/dev/zero", "/dev/tty"):
        _allow(ruleset, path, (1 << 1) | reading)
    _allow(ruleset, own, writing | reading)
    for path in _all_but({os.path.realpath(path) for path in hidden}) if reading else ():
        _allow(ruleset, path, reading)
    give_up_privileges()
    _checked(_libc.syscall(_RESTRICT_SELF, ruleset, 0), "landlock")
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return  # it went away, or was never there
    rule = ctypes.create_string_buffer(rights.to_bytes(8, sys.byteorder) + handle.to_bytes(4, sys.byteorder), 12)
    _libc.syscall(_ADD_RULE, ruleset, 1, rule, 0)
    os.close(handle)


def _all_but(hidden: set[str]) -> list[str]:
    """Paths that together hold every file there is, but for those that are hidden."""
    found, folders = [], ["/"]
    while folders:
        folder = folders.pop()
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for path in (os.path.join(folder, name) for name in names):
            if any(each.startswith(path + "/") for each in hidden):
                folders.append(path)
            elif path not in hidden:
                found.append(path)
    return found
