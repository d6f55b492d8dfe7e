"""``nalm demo``: the division benchmark in minutes, and two laws from data."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nalm.cli._laboratory._machine import Machine, machine_options
from nalm.cli._laboratory._selection import DEFAULT_STORE, QUICK, store_option

if TYPE_CHECKING:
    from nalm.experiments import Experiment

EXPERIMENT = "mistry2021division/fig3"
BESIDE = "nalm2026spu/division-no-redundancy"
"""The same runs for the unit that the paper has not."""
UNITS = ("SPU", "NMRU", "NRU", "Real NPU (modified)")
NOTE = (
    "The paper: NMRU and NRU 1 on all ranges, Real NPU (modified) 1 on all but [-2,2), there 0.64. "
    "The SPU is this project's."
)
DEMO_SEEDS = 25
"""All seeds of the paper: about a minute on two quiet cores."""


@click.command("demo", short_help="Train the division benchmark; discover two laws.")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Time to fill.")
@click.option("--seeds", type=click.IntRange(min=1), help=f"Seeds; by default {DEMO_SEEDS}.")
@click.option("--quick", is_flag=True, help=QUICK)
@store_option
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Folder for the figure; by default the current one.",
)
@machine_options
def demo_command(
    *,
    minutes: float | None,
    seeds: int | None,
    quick: bool,
    store: Path,
    output: Path,
    machine: Machine,
) -> None:
    """Train four units to divide two numbers on nine ranges, and compare with the paper.

    The units are the SPU, and the NMRU, the NRU and the modified Real NPU of Learning Division with
    Neural Arithmetic Logic Modules, with 50,000 iterations each as in its Figure 3. Then discover
    Kepler's third law from the planets' orbits, and a law of decay from Rutherford's readings.
    """
    from nalm.cli._commands._report import make_report, show
    from nalm.cli._discovery._demo_laws import LAWS, discover_law
    from nalm.cli._laboratory._training import train_missing
    from nalm.reports import file_stem
    from nalm.reports.formats import find_format

    experiment = choose_experiment(minutes, seeds, quick=quick)
    words = ["nalm demo", f"--seeds {experiment.seeds}", *(["--quick"] if quick else [])]
    words += [] if store == DEFAULT_STORE else [f"--store {store}"]
    again = " ".join(words)
    train_missing([experiment], store, options=machine.prepare(quick=quick), resume=again)
    report = make_report(experiment, store, mode="fixed", train=again)
    show(report, find_format("terminal"))
    show(report, find_format("png"), output=output / f"{file_stem(EXPERIMENT)}.png")
    for law in LAWS:
        discover_law(law)


def choose_experiment(
    minutes: float | None, seeds: int | None, *, quick: bool = False
) -> "Experiment":
    """Restrict the experiment to the units of the demo and to the seeds that fit.

    Args:
        minutes: Time to fill, by the estimate; counts only without `seeds` and `quick`.
        seeds: Number of seeds; None for `DEMO_SEEDS`, or those of a trial.
        quick: Whether a trial of seconds is meant.

    Returns:
        The experiment that the demo trains.

    Raises:
        UnknownNameError: If the catalogue lacks the experiment.
    """
    from nalm.cli._laboratory import _catalogue
    from nalm.cli._progress._cost import estimate_seconds
    from nalm.errors import UnknownNameError
    from nalm.experiments import quick as trial_of
    from nalm.reports import unit_key

    entries = _catalogue.load_entries()
    own, beside = (entries.get(name) for name in (EXPERIMENT, BESIDE))
    experiment, others = (None if e is None else e.trained_part() for e in (own, beside))
    if experiment is None or others is None:
        raise UnknownNameError(f"demo: expected {EXPERIMENT} in the catalogue, found none.")
    wanted = [unit_key(unit) for unit in UNITS]
    known = {unit_key(each.unit) for each in experiment.settings}
    more = [each for each in others.settings if unit_key(each.unit) not in known]
    settings = [each for each in (*experiment.settings, *more) if unit_key(each.unit) in wanted]
    settings.sort(key=lambda each: wanted.index(unit_key(each.unit)))
    chosen = replace(experiment, settings=tuple(settings), note=NOTE)
    if quick:
        trial = trial_of(chosen)
        return trial if seeds is None else trial.with_seeds(seeds)
    if seeds is None and minutes is not None:
        tried = range(2, experiment.seeds + 1)
        fitting = (n for n in tried if estimate_seconds(chosen.with_seeds(n)) <= 60 * minutes)
        seeds = max(fitting, default=1)
    return chosen.with_seeds(seeds or DEMO_SEEDS)
