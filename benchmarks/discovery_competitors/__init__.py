"""Competitors: each a module with `fit`, loaded only where it runs.

    fit(problem, x, y, *, max_time, seed) -> Answer

`problem` gives the names of the inputs; only `nalm-units` looks at their units, and only
`pysindy-told` at the law.
"""

from importlib import import_module

from discovery_competitors._answer import Answer

__all__ = ["METHODS", "Answer", "fit", "load"]

METHODS = {
    "nalm": "_nalm:fit",
    "nalm-powers": "_nalm:fit_powers",
    "nalm-units": "_nalm:fit_with_units",
    "loglog": "_loglog:fit",
    "operon": "_operon:fit",
    "gplearn": "_gplearn:fit",
    "gp-elite": "_gpelite:fit",
    "jaxsr": "_jaxsr:fit",
    "pysindy": "_pysindy:fit",
    "pysindy-told": "_pysindy:fit_told",
}


def fit(method: str, problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit one competitor in this process."""
    return load(method)(problem, x, y, max_time=max_time, seed=seed)


def load(method: str):
    """Import a competitor's `fit`."""
    module, name = METHODS[method].split(":")
    return getattr(import_module(f"discovery_competitors.{module}"), name)
