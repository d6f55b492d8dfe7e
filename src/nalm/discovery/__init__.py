"""Equations from data: which equation made them, and how far to trust it.

`SymbolicRegressor` finds the equation of a table, `DynamicsRegressor` those of time series: both
are scikit-learn estimators. `search` is what they call for each `Problem`; it returns a
`Discovery`, of `Candidate` formulas with a `Verdict`. `posterior`, `bands` and `structure_weights`
say what the data leave open. All public names are here; the folders are for the package itself.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nalm.discovery._bands import Bands, bands
from nalm.discovery._candidate import Candidate, Discovery, Verdict
from nalm.discovery._density import Prior
from nalm.discovery._exactness import exact_probability, released
from nalm.discovery._names import symbols
from nalm.discovery._noise_size import Noise, noise_size
from nalm.discovery._posterior import laplace_posterior, posterior, sampled_posterior
from nalm.discovery._posterior_result import Posterior
from nalm.discovery._problem import Dimensions, Problem
from nalm.discovery._search import Options, Progress, search
from nalm.discovery._structure_weights import structure_weights
from nalm.discovery.engine._rows import outerness

if TYPE_CHECKING:
    from nalm.discovery._dynamics_regressor import DynamicsRegressor
    from nalm.discovery._symbolic_regressor import SymbolicRegressor

__all__ = [
    "Bands",
    "Candidate",
    "Dimensions",
    "Discovery",
    "DynamicsRegressor",
    "Noise",
    "Options",
    "Posterior",
    "Prior",
    "Problem",
    "Progress",
    "SymbolicRegressor",
    "Verdict",
    "bands",
    "exact_probability",
    "laplace_posterior",
    "noise_size",
    "outerness",
    "posterior",
    "released",
    "sampled_posterior",
    "search",
    "structure_weights",
    "symbols",
]

_ESTIMATORS = {
    "DynamicsRegressor": "nalm.discovery._dynamics_regressor",
    "SymbolicRegressor": "nalm.discovery._symbolic_regressor",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  (whatever the name stands for)
    """Load an estimator when it is asked for: scikit-learn and pandas take their time."""
    if name not in _ESTIMATORS:
        raise AttributeError(f"module 'nalm.discovery' has no attribute {name!r}")
    return getattr(import_module(_ESTIMATORS[name]), name)
