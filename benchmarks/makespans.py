"""How long does the catalogue take on so many workers, by the estimates of `nalm list`?

Plans the cohorts as `nalm run all --scheduler` does, and gives the longest that is left to the
worker that is free first. One thread is taken to be half as fast as two cores, and programs to be
compiled already. Nothing is trained; it takes a minute.

    python benchmarks/makespans.py --workers 100 1000
"""

import argparse
import heapq
from collections.abc import Sequence

from cluster_simulation import catalogue
from nalm.cli._progress._cost import run_cost, step_cost
from nalm.experiments import plan
from nalm.training import Run


def seconds(cohort: Sequence[Run]) -> float:
    """Estimate the seconds of one thread for a cohort, without its compilation."""
    fixed = 1e-6 * cohort[0].recipe.last_step * step_cost(cohort[0])[0]
    return 2 * (fixed + sum(map(run_cost, cohort)))


def makespan(runs: Sequence[Run], workers: int) -> tuple[int, float, float]:
    """Return the number of cohorts, the hours of all, and those after which the last ends."""
    plans = plan(runs, set(), workers=workers, cost=run_cost)
    ends = [0.0] * workers
    for each in plans:
        heapq.heapreplace(ends, ends[0] + seconds(each.runs))
    return len(plans), sum(ends) / 3600, max(ends) / 3600


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[100, 1000])
    options = parser.parse_args()
    distinct = {run.key: run for experiment in catalogue(1.0) for run in experiment.runs()}
    runs = list(distinct.values())
    print(f"{len(runs):,} runs")
    for workers in options.workers:
        cohorts, hours, last = makespan(runs, workers)
        text = f"{cohorts:,} cohorts, {hours:,.0f} hours of work, the last ends after {last:.1f}"
        print(f"{workers:,} workers: {text}")


if __name__ == "__main__":
    main()
