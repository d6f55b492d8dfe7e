"""How far are the times of `nalm list` from what a step takes?

For every experiment that matches, the kind of run with the largest share of its estimated time is
trained for a second: the processor time of a run-step on one thread, evaluations included, beside
the estimate, which is for two cores. Compilation is left out. Two quiet cores take about half of
one thread's time, and two busy ones as much, so with ratios from 1 to 2 the estimate is within a
factor of two of both.

    python benchmarks/estimates.py mistry2021division kollanur2022

With `--fit` the times per number that suit these measurements best are printed at the end; kinds of
numbers that hardly matter in them stay as they are.
"""

import argparse
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
import torch
from scipy.optimize import least_squares

from nalm.cli._progress._cost import NANOSECONDS, step_cost
from nalm.errors import DataError
from nalm.experiments import Experiment, Setting
from nalm.experiments.catalogue import entries
from nalm.networks._integration import PATIENCE
from nalm.training import Run, Trainer

MOST_RUNS = 100
SECONDS = 1.0
STAY = 0.1
"""Weight of what a logarithm of a time moves by in a fit."""

TWO_CORES = 1.5
"""How many times as fast two cores are as one thread, half way between busy ones and quiet ones."""


def costliest(experiment: Experiment) -> list[Setting]:
    """Return the settings that train together and take most of an experiment's time."""
    groups: dict[object, list[Setting]] = {}
    for setting in experiment.settings:
        groups.setdefault(setting.run(0).signature, []).append(setting)

    def cost(settings: Sequence[Setting]) -> float:
        run = settings[0].run(0)
        fixed, each = step_cost(run)
        return (fixed + experiment.seeds * len(settings) * each) * run.recipe.last_step

    return max(groups.values(), key=cost)


def measured(settings: Sequence[Setting], seeds: int) -> tuple[int, float]:
    """Return how many runs were trained, and the µs of a run-step, evaluations included."""
    recipe = settings[0].recipe
    fitting = max(2, 2**20 // (settings[0].task.in_features * recipe.batch_size))
    most = min(MOST_RUNS, fitting, seeds * len(settings))
    runs = [setting.run(seed) for seed in range(seeds) for setting in settings][:most]
    trainer = Trainer(runs)
    everything = {**trainer._cohort.parameters, **trainer._cohort.buffers}

    def steps(count: int) -> None:
        for stepper in trainer._steppers:
            stepper.advance(count)

    compiles_itself = hasattr(settings[0].network(), "evaluations")  # after so many passes
    for warming in (1, 10, PATIENCE if compiles_itself else 0):
        steps(warming)
        trainer._evaluator(everything)
    step = seconds_of(steps, 3) / 3
    count = max(3, int(SECONDS / step))
    step = seconds_of(steps, count) / count
    evaluations = len(recipe.evaluation_steps()) / recipe.last_step
    both = step + seconds_of(trainer._evaluator, everything) * evaluations
    return most, 1e6 * both / most


def seconds_of(function: Callable[..., object], *arguments: object) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def estimated(run: Run, runs: int, nanoseconds: Mapping[str, float] = NANOSECONDS) -> float:
    """Return the estimate of the µs of a run-step on two cores."""
    fixed, each = step_cost(run, nanoseconds)
    return each + fixed / runs


def parts(run: Run, runs: int) -> list[float]:
    """Return what an estimate has besides numbers, and its change with the ns of each kind."""
    nothing = dict.fromkeys(NANOSECONDS, 0.0)
    rest = estimated(run, runs, nothing)
    return [rest, *(estimated(run, runs, {**nothing, kind: 1.0}) - rest for kind in nothing)]


def fit(rows: Sequence[Sequence[float]], found: Sequence[float]) -> dict[str, float]:
    """Return the ns of each kind that make the estimates' logarithms differ least."""
    table, targets = np.array(rows), np.log(np.array(found) / TWO_CORES)
    start = np.log(list(NANOSECONDS.values()))

    def differences(logarithms: np.ndarray) -> np.ndarray:
        estimates = table[:, 0] + table[:, 1:] @ np.exp(logarithms)
        return np.concatenate([np.log(estimates) - targets, STAY * (logarithms - start)])

    solution = least_squares(differences, start, loss="soft_l1", f_scale=math.log(1.5))
    return dict(zip(NANOSECONDS, np.exp(solution.x).tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the times of `nalm list` with steps.")
    parser.add_argument("words", nargs="*", default=[""], help="parts of names of experiments")
    parser.add_argument("--fit", action="store_true", help="fit the times to the measurements")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows: list[list[float]] = []
    times: list[float] = []
    print("experiment | runs | measured, µs | estimated, µs | ratio")
    for name, entry in entries().items():
        if not isinstance(entry, Experiment) or not any(word in name for word in options.words):
            continue
        try:
            runs, found = measured(settings := costliest(entry), entry.seeds)
        except DataError as error:
            print(f"{name} | {error}")
            continue
        run = settings[0].run(0)
        expected = estimated(run, runs)
        rows.append(parts(run, runs))
        times.append(found)
        print(
            f"{name} | {runs} | {found:.2f} | {expected:.2f} | {found / expected:.2f}", flush=True
        )
    if options.fit and rows:
        print({kind: float(f"{each:.2g}") for kind, each in fit(rows, times).items()})


if __name__ == "__main__":
    main()
