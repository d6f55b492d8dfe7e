"""All entries of the catalogue under their names."""

from functools import cache

from nalm.experiments._experiment import Computation, Experiment
from nalm.experiments.catalogue import _mistry2021division, _mistry2022primer


def entries() -> dict[str, Experiment | Computation]:
    """Return every experiment and computation of the catalogue by name, paper by paper.

    Returns:
        Name → entry, in the papers' order; a new dictionary each time.

    Example:
        >>> from nalm.experiments.catalogue import entries
        >>> entries()["mistry2021division/fig3"].run_steps()
        45000000
    """
    return dict(_entries())


@cache
def _entries() -> dict[str, Experiment | Computation]:
    papers = (_mistry2021division, _mistry2022primer)
    return {entry.name: entry for paper in papers for entry in paper.entries()}
