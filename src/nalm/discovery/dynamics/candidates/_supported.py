"""Which terms of a system do the data support, if they deviate from every equation?

Data that were computed with a coarse tolerance have slopes that no equation explains entirely. A
term that contributes less, beyond the others, than what is left says nothing about the law: it
follows the errors.
"""

from dataclasses import replace

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.measurements._smoothed import SmoothedTrajectories, table
from nalm.discovery.dynamics.systems._system import System
from nalm.symbolic import evaluate


def with_supported_terms(system: System, data: SmoothedTrajectories, *, time: bool) -> System:
    """Leave out the terms that contribute less to every slope than what the system leaves of it.

    Args:
        system: Whose terms are single summands.
        data: Curves without visible noise.
        time: Whether the last column is time.

    Returns:
        The system without them, but with a term of each state at least.
    """
    rows = data.trusted.all(axis=1)
    x, slopes = table(data, time=time)[rows], data.slopes[rows][:, list(system.columns)]
    with np.errstate(all="ignore"):
        values = np.column_stack([evaluate(term, x) for term in system.terms])
    if not np.isfinite(values).all():
        return system
    left = np.sqrt(np.mean((slopes - values @ system.balance.T) ** 2, axis=0))
    kept = list(range(len(system.terms)))
    while (weak := _weakest(values[:, kept], system.balance[:, kept], left)) is not None:
        # One at a time: of two terms that say the same, each is idle only beside the other.
        del kept[weak]
    terms = tuple(system.terms[k] for k in kept)
    return replace(system, terms=terms, balance=system.balance[:, kept])


def _weakest(values: FloatArray, balance: FloatArray, left: FloatArray) -> int | None:
    """Return which term has the least support, of those that can be left out, if any."""
    support = _support(values, balance, left)
    for term in np.argsort(support).tolist():
        # No state may be left without a term.
        if support[term] < 1 and np.delete(balance, term, axis=1).any(axis=1).all():
            return int(term)
    return None


def _support(values: FloatArray, balance: FloatArray, left: FloatArray) -> FloatArray:
    """Return what each term contributes beyond the others, in units of what is left.

    Of the equations that have the term, that where it contributes most.
    """
    support = np.zeros(values.shape[1])
    for row, unit in zip(balance, np.maximum(left, np.finfo(float).tiny), strict=True):
        own = np.flatnonzero(row)
        for term in own:
            others = values[:, own[own != term]]
            # What the others can take over with other coefficients is no contribution of its own.
            taken = others @ np.linalg.lstsq(others, values[:, term], rcond=None)[0]
            size = float(np.sqrt(np.mean((values[:, term] - taken) ** 2)))
            support[term] = max(support[term], abs(row[term]) * size / unit)
    return support
