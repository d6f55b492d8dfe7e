"""The equations that a power network of a differential equation has found."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.experiments._trained import Trained
from nalm.tasks import FractionalSIR

INPUTS = ("S", "I", "R")


@dataclass(frozen=True, kw_only=True, eq=False)
class Term:
    """One product of the inputs, and where it goes.

    Args:
        index: Which hidden value, from 0.
        powers: Exponent of each input as far as its gate is open, see `read_terms`.
        factors: What each derivative multiplies it by.
    """

    index: int
    powers: FloatArray
    factors: FloatArray


def mean_state() -> FloatArray:
    """Return the mean of (S, I, R) over the times."""
    return FractionalSIR().instance(seed=0)["course"].reshape(-1, 3).mean(0)


def read_terms(parameters: Mapping[str, NDArray[np.generic]]) -> list[Term]:
    """Read the products of a power unit that is followed by a linear layer.

    A gate g below 1 mixes an input with 1: r = g x + 1 - g. So what an exponent w amounts to is
    the logarithmic derivative of r^w, which is w g x / (g x + 1 - g), here at the mean x of the
    data. Of a complex exponent it is the real part.

    Args:
        parameters: Final parameters, named as in a `NeuralODE`.

    Returns:
        One term per hidden value; none for another kind of network.
    """
    name = next((n for n in ("weight", "weight_real") if f"field.0.{n}" in parameters), "")
    if "field.0.gate" not in parameters:
        return []
    weight, gate, factors = (
        np.asarray(parameters[f"field.{each}"], dtype=np.float64)
        for each in (f"0.{name}", "0.gate", "1.weight")
    )
    mixed = np.clip(gate, 0, 1) * mean_state()
    powers = weight * mixed / (mixed + 1 - np.clip(gate, 0, 1))
    return [
        Term(index=index, powers=powers[index], factors=factors[:, index])
        for index in range(len(powers))
    ]


def read_field(run: Trained) -> list[Term]:
    """Read the products of a trained run; none for a dense network."""
    return read_terms(run.stored.parameters)


def transmission(terms: list[Term]) -> Term | None:
    """Return the term that carries S and I most strongly, None where none has both.

    How strongly is the smaller of the two powers' sizes times the size of the term in the
    derivatives of S and I.
    """

    def strength(term: Term) -> float:
        both = np.abs(term.powers[:2]).min()
        return float(both * np.abs(term.factors[:2]).min())

    best = max(terms, key=strength, default=None)
    return best if best is not None and strength(best) > 0 else None
