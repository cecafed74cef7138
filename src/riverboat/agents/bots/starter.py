"""Starts bots: a program that the arena runs once, `python starter.py SOCKET`, and sends a request for every process.

It has imported what Python bots need, and forks: a fresh process takes milliseconds, and none has anything in it of
what another bot did. Three processes are a bot: a watcher (whom the arena knows), in namespaces the first process of
them, and the bot itself. Whatever the bot started ends with it, and all of it ends with the arena.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
from typing import Any, NoReturn

# Run as a file: its folder is not where modules of the house are to be found by their short names.
PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
if __name__ == "__main__":
    sys.path[0] = PACKAGES

_IN, _OUT, _ERRORS, _STATUS = range(4)


def main(number: int) -> NoReturn:
    """Start what is asked for until the arena is gone."""
    control = socket.socket(fileno=number)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for watchers: they report by themselves
    confinement = _confinement()
    offered: str | None = None
    while True:
        request, handles = receive(control)
        if request is None:
            os._exit(0)
        if offered is None:
            offered = _offered(confinement)
        mode = offered if request["confine"] else confinement.PLAIN
        if request["host"]:
            _prepare_host()
        pid = os.fork()
        if pid == 0:
            control.close()
            _watch(confinement, mode, request, handles)
        for handle in handles:
            os.close(handle)
        control.sendall(f"{pid} {mode}\n".encode())


def receive(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """A request, one line of JSON, with the pipes that come with it; None when the arena has ended."""
    text, handles = b"", []
    while not text.endswith(b"\n"):
        chunk, got, _, _ = socket.recv_fds(control, 65536, 4)
        handles += got
        if not chunk:
            return None, handles
        text += chunk
    return json.loads(text), handles


def _confinement() -> Any:
    """The module beside this one, without the package around it, which takes long to import."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(
        "riverboat_confinement", f"{PACKAGES}/riverboat/agents/bots/confinement.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _offered(confinement: Any) -> str:
    """What this system can do to shut a bot in: tried out, in a process that then ends."""
    wanted = os.environ.pop("RIVERBOAT_CONFINEMENT", confinement.NAMESPACES)  # set by tests
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            confinement.enter_namespaces([], [])
            if os.fork() == 0:
                confinement.show_own_processes()
                confinement.drop_capabilities()
                os._exit(0)
            os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
        os._exit(1)
    works = os.waitpid(pid, 0)[1] == 0
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if works and wanted == confinement.NAMESPACES:
        return str(confinement.NAMESPACES)
    return str(confinement.LANDLOCK if confinement.landlock_version() and wanted != "plain" else confinement.PLAIN)


def _prepare_host() -> None:
    """Import what every Python bot needs, once, before there is any bot."""
    import riverboat.agents.bots.host
    import riverboat.agents.bots.messages  # noqa: F401


def _watch(confinement: Any, mode: str, request: dict[str, Any], handles: list[int]) -> NoReturn:
    """In the first of a bot's processes: start the others, wait for the bot, and say how it ended."""
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        request["processes"] = _processes() + 64
        if mode == confinement.LANDLOCK:
            request["environment"]["TMPDIR"] = tempfile.mkdtemp(prefix="riverboat-bot-")
        if mode == confinement.NAMESPACES:
            confinement.die_with_the_parent()
            confinement.enter_namespaces(request["needed"], request["hidden"])
            first = os.fork()
            if first == 0:
                confinement.die_with_the_parent()
                confinement.show_own_processes()
                _attend(confinement, mode, request, handles)
            _let_go(handles[:_STATUS])
            os.waitpid(first, 0)
        else:
            confinement.adopt_orphans()
            _attend(confinement, mode, request, handles)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.write(handles[_ERRORS], f"{request['command'][0]}: cannot be started: {error}\n".encode())
    os._exit(1)


def _attend(confinement: Any, mode: str, request: dict[str, Any], handles: list[int]) -> NoReturn:
    """Start the bot and wait for it; whatever it leaves behind comes here, and ends."""
    bot = os.fork()
    if bot == 0:
        _become(confinement, mode, request, handles)
    _let_go(handles[:_STATUS])
    if mode != confinement.NAMESPACES:

        def end(*_: object) -> NoReturn:
            _kill_all(bot)
            _remove_folder(request)
            os._exit(0)

        signal.signal(signal.SIGTERM, end)
        confinement.die_with_the_parent(signal.SIGTERM)
    status = 0
    while True:
        pid, code = os.wait()
        if pid == bot:
            status = os.waitstatus_to_exitcode(code)
            break
    if mode != confinement.NAMESPACES:
        _kill_all(bot)
        _remove_folder(request)
    os.write(handles[_STATUS], f"{status}\n".encode())
    os._exit(0)  # in namespaces all that is left ends with their first process


def _remove_folder(request: dict[str, Any]) -> None:
    """The folder for temporary files that the bot alone could write to."""
    if folder := request["environment"].get("TMPDIR"):
        shutil.rmtree(folder, ignore_errors=True)


def _kill_all(bot: int) -> None:
    """Kill the bot, its group, and all that it started, wherever that has gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(bot, signal.SIGKILL)
    for _ in range(1000):
        for pid in _children(os.getpid()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def _children(parent: int) -> list[int]:
    try:
        with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:  # an older kernel, or none of this kind
        return []


def _let_go(handles: list[int]) -> None:
    for handle in handles:
        os.close(handle)


def _become(confinement: Any, mode: str, request: dict[str, Any], handles: list[int]) -> NoReturn:
    """In the process that becomes the bot: its pipes, its limits, its walls, then its program."""
    try:
        os.setsid()
        confinement.die_with_the_parent()
        for number, handle in enumerate(handles[:_STATUS]):
            os.dup2(handle, number)
        os.closerange(_STATUS, max(64, *(handle + 1 for handle in handles)))
        _set_limits(request["memory_mb"], request["processes"])
        os.environ.update(request["environment"])
        confinement.give_up_privileges()
        if mode == confinement.NAMESPACES:
            confinement.drop_capabilities()
        elif mode == confinement.LANDLOCK:
            confinement.enter_landlock(request["hidden"], request["environment"]["TMPDIR"])
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        if request["host"]:
            _host(request["command"])
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(request["command"][0], request["command"])
    except OSError as error:
        os.write(2, f"{request['command'][0]}: {error.strerror or error}\n".encode())
    os._exit(1)


def _host(command: list[str]) -> NoReturn:
    from riverboat.agents.bots import host

    code = 0
    try:
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()  # else every bot would draw what this process would have
        sys.argv = command
        host.main(*command)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _set_limits(memory_mb: int, processes: int) -> None:
    try:
        import resource
    except ImportError:  # not a Unix: time limits alone must do
        return
    _limit(resource.RLIMIT_AS, memory_mb * 2**20)
    _limit(resource.RLIMIT_CORE, 0)
    if hasattr(resource, "RLIMIT_NPROC"):
        _limit(resource.RLIMIT_NPROC, processes)


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


if __name__ == "__main__":
    main(int(sys.argv[1]))
