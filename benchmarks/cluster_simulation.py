"""Can one process keep a thousand workers busy?

Trains the catalogue on a simulated cluster. What the driver does is real: it plans, gives out
segments, pickles them, takes over what comes back and stores it in a file. Its processor time moves
the clock. The workers do nothing: a segment takes as long as the estimates of `nalm list` say, and
returns arrays of the true shapes, filled with noise. Every tenth segment is lost with its worker.

    python benchmarks/cluster_simulation.py --workers 1000 --hours 0.08

With `--killed 0.04` a first driver is killed after so many hours of the clock, in the middle of all
that it does, and a second one goes on with its store, on workers that have been started anew.

The network, Dask's own work and the wait for the disk take no time; the last is printed apart.
"""

import argparse
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cluster_driver import die, killed, losses
from cluster_workers import Cluster
from nalm.cli._progress._cost import run_cost
from nalm.experiments import Experiment, execute, standing
from nalm.experiments._execution import _cohort
from nalm.experiments.catalogue import entries
from nalm.results import Store


@contextmanager
def counted(counts: Counter[str], *names: str) -> Iterator[None]:
    """Count the calls of methods of a store."""

    def counting(name: str) -> Callable[..., Any]:
        method = getattr(Store, name)

        def call(*arguments: Any, **named: Any) -> Any:
            counts[name] += 1
            return method(*arguments, **named)

        return call

    # A mock would keep the arguments of every call.
    with patch.multiple(Store, **{name: counting(name) for name in names}):
        yield


def catalogue(share: float) -> list[Experiment]:
    """Return the experiments that need no data of others, with a part of their seeds."""
    found = [each for each in entries().values() if isinstance(each, Experiment)]
    return [
        replace(each, seeds=max(1, round(share * each.seeds)))
        for each in found
        if each.stand_in is None
    ]


def written() -> int:
    """Return the bytes that this process has written."""
    text = Path("/proc/self/io").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("wchar"))


def simulate(
    cluster: Cluster,
    experiments: list[Experiment],
    store: Store,
    *,
    hours: float,
    end: Callable[[Cluster], None],
) -> None:
    """Train for so many hours of the simulated clock, and print what happened.

    Args:
        cluster: Who trains.
        experiments: What.
        store: Where it goes.
        hours: After which it is over.
        end: Called then, before anything is saved.
    """
    started = time.process_time()
    known = standing(experiments, store)
    seconds = time.process_time() - started
    print(f"standing: {seconds:.1f} s of the processor, {len(known.runs):,} runs")
    before, last, waiting, start = written(), None, 0.0, None
    cluster.begin()
    with closing(execute(experiments, store, known=known, backend=cluster, cost=run_cost)) as steps:
        for last in steps:
            start = cluster.driver if start is None else start
            if last.cohorts > last.cohorts_done + last.cohorts_running:
                waiting = cluster.now
            if cluster.now > 3600 * hours:
                end(cluster)
                break
        ended = cluster.now
        cluster.start = start or 0.0
        report(cluster, last, waiting=waiting, ended=ended, size=written() - before)


def report(cluster: Cluster, last: Any, *, waiting: float, ended: float, size: int) -> None:
    """Print what happened."""
    counts, workers = cluster.counts, cluster.workers
    writes = counts["save_checkpoint"] + counts["finish"]
    share = cluster.driver / ended
    each = (cluster.driver - cluster.start) / max(writes, 1)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    rows = {
        "workers": f"{workers:,}",
        "cohorts": f"{last.cohorts:,}, {last.cohorts_done:,} done",
        "runs stored": f"{last.stored:,} of {last.runs:,}",
        "virtual hours": f"{ended / 3600:.2f}, {waiting / 3600:.2f} while cohorts wait",
        "segments": f"{counts['segments']:,}, {counts['lost']:,} lost",
        "five lost in a row (avoided)": f"{counts['ends avoided']}",
        "driver": f"{share:.1%} of a core, {cluster.start:.1f} s until the first part",
        "each part that is stored": f"{1000 * each:.1f} ms of the driver",
        "waits for the disk": f"{cluster.waited / ended:.1%} of the time",
        "writes": f"{writes / ended:.1f}/s, {size / ended / 1e6:.1f} MB/s",
        "went on from a checkpoint": f"{counts['went on']:,}",
        "sent again, whole": f"{counts['sent again']:,}",
        "cohorts finished": f"{counts['finish']:,}",
        "sent": f"{counts['bytes sent'] / 1e9:.2f} GB",
        "received": f"{counts['bytes received'] / 1e9:.2f} GB",
        "peak memory": f"{memory:,.0f} MB",
        "idle while cohorts wait": f"{cluster.share_idle(waiting or ended):.1%}",
        "idle over all": f"{cluster.share_idle(ended):.1%}",
        "saturated at": f"{cluster.seconds / each:,.0f} workers",
    }
    print("\n".join(f"{name}: {text}" for name, text in rows.items()), flush=True)


def drive(
    options: argparse.Namespace,
    path: Path,
    hours: float,
    end: Callable[[Cluster], None] = lambda _: None,
) -> None:
    """Be the driver of a new cluster for so many hours, with a store that may be there."""
    cluster = Cluster(options.workers, seconds=options.seconds, begun=options.begun)
    with (
        Store(path) as store,
        counted(cluster.counts, "save_checkpoint", "finish"),
        patch.object(_cohort, "time", cluster),
    ):
        simulate(cluster, catalogue(options.share), store, hours=hours, end=end)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0, help="of a segment")
    parser.add_argument("--hours", type=float, default=float("inf"), help="of the simulated clock")
    parser.add_argument("--killed", type=float, help="hours after which a first driver is killed")
    parser.add_argument("--begun", type=float, default=0.0, help="share of each cohort's steps")
    parser.add_argument("--share", type=float, default=1.0, help="of the seeds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, notes = Path(folder, "nalm.db"), Path(folder, "notes.json")
        if options.killed is not None:
            killed(drive, options, path, options.killed, partial(die, notes=notes))
            print(losses(notes, path), flush=True)
        drive(options, path, options.hours)


if __name__ == "__main__":
    main()
