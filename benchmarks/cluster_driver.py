"""A driver of the simulated cluster that is killed, and what its death costs."""

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cluster_workers import Cluster
from nalm.results import Store


def die(cluster: Cluster, notes: Path) -> None:
    """Write what had come back of each cohort, and kill this process.

    Args:
        cluster: Whose driver this is.
        notes: File for the one who asks `losses` afterwards.
    """
    noted = {"returned": cluster.returned(), "in flight": cluster.in_flight()}
    notes.write_text(json.dumps(noted), encoding="utf-8")
    os.kill(os.getpid(), signal.SIGKILL)


def killed(drive: Callable[..., None], *arguments: Any) -> None:
    """Let a function drive in a process of its own, which has to `die`."""
    process = multiprocessing.get_context("fork").Process(target=drive, args=arguments)
    process.start()
    process.join()
    if process.exitcode != -signal.SIGKILL:
        raise RuntimeError(f"the driver should have been killed, and ended with {process.exitcode}")


def losses(notes: Path, path: Path) -> str:
    """Say what has to be trained again after the driver was killed.

    Args:
        notes: What `die` wrote.
        path: Its store.

    Raises:
        ValueError: If a cohort that had ended is not in the store.
    """
    found = json.loads(notes.read_text(encoding="utf-8"))
    with Store(path, read_only=True) as store:
        saved, stored = {each.cohort: each.step for each in store.unfinished()}, store.keys()
    again, ended, flying = [], 0, found["in flight"]
    for key, each in found["returned"].items():
        if each["step"] >= each["iterations"]:
            ended += 1
            if not stored.issuperset(each["members"]):
                raise ValueError(f"cohort {key} had ended and is not stored.")
        else:
            kept = saved.get(key, each["begun"])
            again.append(each["step_seconds"] * max(each["step"] - kept, 0))
    begun = len(found["returned"])
    rows = {
        "cohorts that had begun": f"{begun:,}, {ended:,} stored, {len(saved):,} saved",
        "came back and was not saved": _mean(again),
        "was on the workers": _mean(flying),
    }
    return "\n".join(f"{name}: {text}" for name, text in rows.items())


def _mean(seconds: list[float]) -> str:
    mean = sum(seconds) / max(len(seconds), 1)
    return f"{mean:.0f} s of a worker for each cohort, {max(seconds, default=0.0):.0f} s at most"
