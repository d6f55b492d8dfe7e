"""Where an execution stands."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where an execution stands.

    Args:
        runs: Runs of the experiment.
        stored: Runs in the store.
        solved: Stored runs that are solved, and runs in training whose last test error is below
            their threshold.
        run_steps: Optimiser steps of all runs that the store lacked at the start, less those that
            runs will not take because they stopped early.
        run_steps_done: Those taken so far, now or before the checkpoint that training went on from.
        cohort: What has reported last.
        step: Its step.
        iterations: Its steps.
        stopped: Its runs that have stopped early.
        cohorts: Cohorts that the store lacked at the start.
        cohorts_done: Those that are finished.
        cohorts_running: Those that train now.
        workers: How many can train at once.
    """

    runs: int
    stored: int
    solved: int
    run_steps: int
    run_steps_done: int
    cohort: str
    step: int
    iterations: int = 0
    stopped: int = 0
    cohorts: int = 1
    cohorts_done: int = 0
    cohorts_running: int = 0
    workers: int = 1
