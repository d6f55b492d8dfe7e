"""How far are the times of `nalm list` from what a step takes?

For every experiment that matches, the kind of run with the largest share of its estimated time is
trained for a second: the processor time of a run-step on one thread, evaluations included, beside
the estimate, which is for two cores. Compilation is left out. Two quiet cores take about half of
one thread's time, and two busy ones as much, so ratios from 1 to 3 are right within a factor of
about two.

    python benchmarks/estimates.py mistry2021division kollanur2022
"""

import os
import sys
import time
from collections.abc import Callable, Sequence

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch

from nalm.cli._cost import step_cost
from nalm.errors import DataError
from nalm.experiments import Experiment, Setting
from nalm.experiments.catalogue import entries
from nalm.training import Trainer

MOST_RUNS = 100
SECONDS = 1.0


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

    for warming in (1, 10):
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


def main() -> None:
    torch.set_num_threads(1)
    words = sys.argv[1:] or [""]
    print("experiment | runs | measured, µs | estimated, µs | ratio")
    for name, entry in entries().items():
        if not isinstance(entry, Experiment) or not any(word in name for word in words):
            continue
        try:
            runs, found = measured(settings := costliest(entry), entry.seeds)
        except DataError as error:
            print(f"{name} | {error}")
            continue
        fixed, each = step_cost(settings[0].run(0))
        expected = each + fixed / runs
        print(
            f"{name} | {runs} | {found:.2f} | {expected:.2f} | {found / expected:.2f}", flush=True
        )


if __name__ == "__main__":
    main()
