"""A function in a process of its own, which may crash or be killed."""

import contextlib
import json
import multiprocessing
import os
import resource
import signal
import threading
from dataclasses import dataclass

MEMORY = 16 * 2**30  # bytes of address space beyond which a method fails instead of the machine
PREPARATION = 60.0  # seconds


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How it ended: `ok` with a value; `timeout`, `error` or `crash` with a message."""

    status: str
    value: dict | None = None
    message: str = ""


def nothing(*_) -> None:
    """Prepare nothing."""


def isolated(function, *arguments, limit: float, prepare=nothing, preload=()) -> Outcome:
    """Call `function(*arguments) -> dict` in a fresh process; kill it after `limit` seconds.

    The process is forked from a server that has imported the modules `preload` and nothing else
    happened in. `prepare(*arguments)` is called first, with a limit of its own. The process's
    children die with it, and it dies with this one.
    """
    # A worker of Dask is a daemon, and multiprocessing lets a daemon have no children, because
    # nobody would end them: these end with it.
    multiprocessing.current_process()._config["daemon"] = False
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_call, args=(sender, prepare, function, arguments))
    process.start()
    sender.close()
    try:
        for seconds in (PREPARATION, limit):
            if not receiver.poll(seconds):
                return Outcome(status="timeout", message=f"killed after {seconds:g} s")
            outcome = Outcome(**json.loads(receiver.recv_bytes()))
            if outcome.status != "ready":
                break
        return outcome
    except EOFError:
        process.join(5)
        return Outcome(status="crash", message=f"exit code {process.exitcode}")
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()
        receiver.close()


def _call(sender, prepare, function, arguments) -> None:
    os.setpgid(0, 0)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        prepare(*arguments)
        sender.send_bytes(json.dumps({"status": "ready"}).encode())
        answer = {"status": "ok", "value": function(*arguments)}
    except BaseException as error:
        answer = {"status": "error", "message": f"{type(error).__name__}: {error}"[:300]}
    sender.send_bytes(json.dumps(answer).encode())


def _end_with_parent() -> None:
    """Wait for the end of the process that asked for this one, which may be killed."""
    multiprocessing.parent_process().join()
    os.killpg(0, signal.SIGKILL)
