"""How probable each formula of a search is, given that one of them is the law."""

import math

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.discovery.uncertainty._density import (
    Density,
    Prior,
    evaluate_density,
    make_density,
    sensitivity,
)
from nalm.discovery.uncertainty._laplace import laplace
from nalm.errors import InvalidValueError


def structure_weights(
    discovery: Discovery,
    problem: Problem,
    *,
    method: str = "laplace",
    prior: FloatArray | None = None,
) -> FloatArray:
    r"""Return the posterior probabilities of a search's candidates.

    $$P(M_i \mid y) \propto P(M_i)\, Z_i, \qquad Z_i = \int p(y \mid \theta, \sigma)\, p(\theta)\,
    \frac{d\theta\, d\sigma}{\sigma}$$

    "laplace" takes $Z_i$ around the best fit. Its prior: each exponent is Cauchy(0, 1); each
    coefficient, taken in the middle of the data, is Cauchy with the scale at which its term alone
    is as large as y (root mean squares); $\ln\sigma$ is flat, the same for all. "bic" takes
    $Z_i = e^{-\mathrm{BIC}_i/2}$, which is a prior worth one row.

    The probabilities are relative to the candidates: they say which of them, not whether any.

    Args:
        discovery: Whose candidates compete.
        problem: Its data.
        method: "laplace" or "bic".
        prior: $P(M_i)$, one positive number for each candidate; equal without it.

    Returns:
        `(candidates,)`, summing to 1; 0 for one that the data cannot determine.

    Raises:
        InvalidValueError: An argument is out of range, or no candidate can be judged.

    References:
        Kass and Raftery, *Bayes factors*, 1995, section 4.1; Jeffreys, *Theory of
        probability*, 1961, for the Cauchy prior.
    """
    if method not in ("laplace", "bic"):
        raise InvalidValueError(f"method should be 'laplace' or 'bic', found {method!r}")
    count = len(discovery.candidates)
    before = np.ones(count) if prior is None else np.asarray(prior, dtype=np.float64)
    if before.shape != (count,) or not (before > 0).all():
        raise InvalidValueError(
            f"prior should be a positive number for each of {count} candidates, found {prior}"
        )
    if method == "bic":
        logs = np.array([-each.bic / 2 for each in discovery.candidates])
    else:
        logs = np.array([_evidence_or_nan(each, problem) for each in discovery.candidates])
    # What cannot be judged has no weight, instead of making all weights NaN.
    logs = np.where(np.isnan(logs), -np.inf, logs + np.log(before))
    if not np.isfinite(logs.max()):
        raise InvalidValueError(
            "at least one candidate should have fewer parameters than problem has rows and a "
            "finite error, found none: give more data"
        )
    # Logarithms of evidences differ by hundreds: only their differences can be raised.
    weight = np.exp(logs - logs.max())
    return weight / weight.sum()


def log_evidence(candidate: Candidate, problem: Problem) -> float:
    r"""Return $\ln Z$ of a candidate, up to a constant that is the same for all on one problem.

    $$\ln Z = \ln p(\hat\theta) - \tfrac{n-k}{2} \ln(\pi U) - \sum_r \ln |g_r|
    + \ln\Gamma\bigl(\tfrac{n-k}{2}\bigr) - \tfrac12 \ln |A^\top A|$$

    It is the integral over the t distribution of `_laplace` around the mode, prior
    included, with $|A^\top A + P\,U/(n-k)|$: the prior's own precision P keeps a parameter that the
    data say little about from spreading further than the prior.

    Raises:
        InvalidValueError: The data do not determine the formula's parameters.
    """
    density = make_density(candidate, problem, prior=Prior.SPARSE)
    fitted = laplace(density)
    half, mode = fitted.degrees / 2, fitted.mode
    columns = sensitivity(density, mode)
    size = np.linalg.norm(columns, axis=0)
    exponents = density.exponent > 0
    scale = np.where(exponents, 1.0, _coefficient_scales(density, size))
    # (1/θ) d/dθ ln(1 + θ²/s²) = 2 / (s² + θ²). Unlike the second derivative, which is negative in
    # the tails of a Cauchy prior, it is positive everywhere, and equal to it at 0.
    precision = 2 / (scale**2 + mode**2) * fitted.squares / fitted.degrees
    # Unit columns keep the determinant of parameters of very different sizes accurate.
    gram = (columns / size).T @ (columns / size) + np.diag(precision / size**2)
    determinant = float(np.linalg.slogdet(gram).logabsdet + 2 * np.log(size).sum())
    # The peak holds U to the power of -n/2, and the exponents' prior without its factors 1/π.
    peak = float(evaluate_density(density, mode[None]).log_density[0])
    volume = len(mode) / 2 * math.log(fitted.squares) - determinant / 2
    rest = math.lgamma(half) - half * math.log(math.pi)
    # Cauchy's density is 1 / (π s (1 + θ²/s²)); of exponents s = 1, and the peak has the rest.
    coefficients = np.where(exponents, 0.0, np.log(scale) + np.log1p((mode / scale) ** 2))
    return peak + volume + rest - float((coefficients + math.log(math.pi)).sum())


def _evidence_or_nan(candidate: Candidate, problem: Problem) -> float:
    try:
        return log_evidence(candidate, problem)
    except InvalidValueError:
        return math.nan


def _coefficient_scales(density: Density, size: FloatArray) -> FloatArray:
    """Return how large each parameter has to be for its part of the fit to be as large as y.

    Args:
        density: Of the formula.
        size: Norms of the columns of `sensitivity`.
    """
    y, weight = density.problem.y, density.problem.weight
    # Where the noise is relative, y is as large as the unit of the residuals on every row.
    target = np.ones_like(y) if density.size is None else y / density.size
    return float(np.linalg.norm(np.sqrt(weight) * target)) / size
