"""What the data say about the constants and exponents of a formula."""

from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.uncertainty._centring import uncentred
from nalm.discovery.uncertainty._chains import LogDensity, run_chains
from nalm.discovery.uncertainty._density import Density, Prior, evaluate_density, make_density
from nalm.discovery.uncertainty._form_posterior import form_laplace, form_sampled
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.discovery.uncertainty._laplace import (
    Laplace,
    draw_laplace,
    laplace,
    noise_unit,
    weight_share,
)
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.discovery.uncertainty._summaries import from_chains, from_student
from nalm.errors import InvalidValueError

_CHECKED = 1000  # draws of the t distribution at which the density itself is evaluated


def posterior(
    candidate: Candidate,
    problem: Problem,
    *,
    method: str = "laplace",
    chains: int = 128,
    draws: int = 200,
    seed: int = 0,
) -> Posterior:
    r"""Say how far the data determine the constants and exponents of a candidate.

    The prior is flat: in the exponents, in $\ln\sigma$, and in each coefficient taken in the middle
    of the data, $c\,\tilde x^p$ with the geometric mean $\tilde x$. So the answer is the same in
    every unit of measurement. Other priors: `laplace_posterior`, `sampled_posterior`.

    Args:
        candidate: Of a search on this problem; its formula and noise model are used. Numbers that
            are exact in the formula have no uncertainty: see `released`.
        problem: The data.
        method: "laplace": a Student t distribution around the best fit, within milliseconds, exact
            for a formula that is linear in its parameters. "sampling": Hamiltonian Monte Carlo with
            many chains as one batch, for few or bad data, whose posterior is curved or cut.
        chains: How many chains are advanced together.
        draws: Kept from each chain; "laplace" draws chains times draws.
        seed: The same seed gives the same draws.

    Returns:
        The posterior; an `UnreliableWarning` where its draws cannot be trusted.

    Raises:
        InvalidValueError: An argument is out of range, or the data do not determine the parameters.

    Example:
        >>> from nalm.discovery import Problem, SearchOptions, posterior, search
        >>> random = np.random.default_rng(0)
        >>> x = random.uniform(1, 5, (50, 1))
        >>> y = 2 * x[:, 0] + 0.1 * random.standard_normal(50)
        >>> problem = Problem(x=x, y=y, weight=np.ones(50))
        >>> found = search(problem, SearchOptions(starts=2, max_terms=1))
        >>> table = posterior(found.candidates[found.chosen], problem).summary()

    References:
        Gelman et al., *Bayesian Data Analysis*, 3rd edition, chapters 4, 11, 12 and 14.
    """
    if method == "laplace":
        check_counts(chains, draws)
        return laplace_posterior(candidate, problem, draws=chains * draws, seed=seed)
    if method == "sampling":
        return sampled_posterior(candidate, problem, chains=chains, draws=draws, seed=seed)
    raise InvalidValueError(
        f"method should be 'laplace' or 'sampling', found {method!r}: choose one of them"
    )


def laplace_posterior(
    candidate: Candidate,
    problem: Problem,
    *,
    prior: Prior = Prior.FLAT,
    draws: int = 25600,
    seed: int = 0,
) -> Posterior:
    """Approximate the posterior by a Student t distribution around its mode.

    Args:
        candidate: As for `posterior`, as is the problem.
        problem: The data.
        prior: Of the exponents.
        draws: How many independent draws, at least 4.
        seed: Of the draws.

    Raises:
        InvalidValueError: As in `posterior`.
    """
    check_counts(1, draws)
    if candidate.form is not None:
        return form_laplace(candidate, problem, draws=draws, seed=seed)
    density = make_density(candidate, problem, prior=prior)
    fitted = laplace(density)
    random = np.random.default_rng(seed)
    inner, sigma = draw_laplace(density, fitted, draws=draws, random=random)
    checked = inner[:_CHECKED]
    # Importance weights of some draws tell how near the t distribution is to the density.
    share = weight_share(evaluate_density(density, checked).log_density, fitted, draws=checked)
    return from_student(
        _identity(density), fitted, matrix=density.matrix, draws=inner, sigma=sigma, share=share
    )


def sampled_posterior(
    candidate: Candidate,
    problem: Problem,
    *,
    prior: Prior = Prior.FLAT,
    chains: int = 128,
    draws: int = 200,
    seed: int = 0,
) -> Posterior:
    """Draw from the posterior with chains that advance as one batch.

    Args:
        candidate: As in `posterior`.
        problem: As in `posterior`.
        prior: Of the exponents.
        chains: How many.
        draws: Kept from each chain after as many of warm-up, at least 4.
        seed: Of the draws.

    Raises:
        InvalidValueError: As in `posterior`.
    """
    check_counts(chains, draws)
    if candidate.form is not None:
        return form_sampled(candidate, problem, chains=chains, draws=draws, seed=seed)
    density = make_density(candidate, problem, prior=prior)
    fitted = laplace(density)
    random = np.random.default_rng(seed)
    # The chains begin with the scales and correlations of the t distribution as their units.
    log_density = _standardised(density, fitted)
    # Starts that are spread wider than the posterior: only then does R̂ notice chains that have not
    # met.
    start = _inside(log_density, 1.5 * random.standard_normal((chains, len(fitted.mode))))
    run = run_chains(log_density, start, draws=draws, warmup=max(draws, 100), random=random)
    inner = (fitted.mode + run.draws @ fitted.root.T).reshape(chains * draws, -1)
    return from_chains(
        _identity(density),
        run,
        draws=uncentred(inner, matrix=density.matrix),
        sigma=_draw_sigma(density, inner, random),
    )


def _identity(density: Density) -> dict[str, Any]:
    parameters = free_parameters(density.formula, input_names(density.problem.x.shape[1]))
    return {
        "formula": density.formula,
        "noise": density.noise,
        "prior": density.prior,
        "names": tuple(each.name for each in parameters),
        "exponent": tuple(each.exponent for each in parameters),
    }


def _standardised(density: Density, fitted: Laplace) -> LogDensity:
    """Write the density in coordinates in which the t distribution has unit scale."""

    def log_density(z: FloatArray) -> tuple[FloatArray, FloatArray]:
        found = evaluate_density(density, fitted.mode + z @ fitted.root.T)
        return found.log_density, found.gradient @ fitted.root

    return log_density


def _draw_sigma(density: Density, inner: FloatArray, random: np.random.Generator) -> FloatArray:
    """Draw the noise, whose distribution given the parameters is known in closed form."""
    squares = evaluate_density(density, inner).squares
    # σ² given θ is U / χ² with n degrees of freedom, not n - k: the parameters are given.
    chi = random.chisquare(len(density.problem.y), len(squares))
    return np.sqrt(squares / chi) * noise_unit(density)


def _inside(log_density: LogDensity, start: FloatArray) -> FloatArray:
    """Pull starts that are outside the domain towards the mode, which is inside."""
    # Sixty halvings reach the mode to rounding.
    for _ in range(60):
        outside = ~np.isfinite(log_density(start)[0])
        if not outside.any():
            break
        start = np.where(outside[:, None], start / 2, start)
    return start


def check_counts(chains: int, draws: int) -> None:
    """Refuse too few chains or draws.

    Args:
        chains: At least 1.
        draws: Of each, at least 4.

    Raises:
        InvalidValueError: If there are fewer.
    """
    for name, found, least in (("chains", chains, 1), ("draws", draws, 4)):
        if found < least:
            raise InvalidValueError(f"{name} should be at least {least}, found {found}")
