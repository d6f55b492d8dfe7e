r"""What the data say about the constants of a form that a user gave.

The prior is flat in the constants as they are named, and inside their bounds:

$$p(\theta \mid y) \propto U(p(\theta))^{-n/2} \prod_r |g_r|^{-1}$$

with p(θ) the numbers of the formula, and U and g as in `_density`.
"""

from typing import Any, NamedTuple

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.problem._problem import Problem
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.uncertainty._chains import run_chains
from nalm.discovery.uncertainty._density import Density, Prior, evaluate_density
from nalm.discovery.uncertainty._laplace import Laplace, draw_student, noise_unit, weight_share
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.discovery.uncertainty._summaries import from_chains, from_student
from nalm.errors import InvalidValueError

_CHECKED = 1000
"""Draws of the t distribution at which the density itself is evaluated."""
_ROUNDING = 1e-14
_ROUNDS = 100
"""Rounds of draws at most, until enough lie inside the bounds."""


class _FormDensity(NamedTuple):
    """The density of the constants, by that of the formula's numbers."""

    fitted: FittedForm
    density: Density

    def at(self, constants: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return log density `(draws,)`, gradient `(draws, constants)` and U `(draws,)`."""
        form = self.fitted.form
        found = evaluate_density(self.density, form.values(constants))
        gradient = np.einsum("dn,dnc->dc", found.gradient, form.slopes(constants))
        inside = self.fitted.allows(constants) & np.isfinite(gradient).all(axis=1)
        return np.where(inside, found.log_density, -np.inf), gradient, found.squares


def form_laplace(candidate: Candidate, problem: Problem, *, draws: int, seed: int) -> Posterior:
    """Approximate the posterior of a form's constants by Student's t around the best fit.

    Args:
        candidate: With a form.
        problem: The data.
        draws: How many.
        seed: Of the draws.

    Raises:
        InvalidValueError: If the data do not determine the constants.
    """
    whole, fitted = _prepared(candidate, problem)
    random = np.random.default_rng(seed)
    constants, ratio = _inside(whole.fitted, fitted, draws=draws, random=random)
    sigma = ratio * np.sqrt(fitted.squares / fitted.degrees) * noise_unit(whole.density)
    checked = constants[:_CHECKED]
    share = weight_share(whole.at(checked)[0], fitted, draws=checked)
    count = len(fitted.mode)
    return from_student(
        _identity(candidate),
        fitted,
        matrix=np.zeros((count, count)),
        draws=constants,
        sigma=sigma,
        share=share,
    )


def form_sampled(
    candidate: Candidate, problem: Problem, *, chains: int, draws: int, seed: int
) -> Posterior:
    """Draw from the posterior of a form's constants with chains that advance as one batch.

    Args:
        candidate: With a form.
        problem: The data.
        chains: How many.
        draws: Kept from each chain after as many of warm-up.
        seed: Of the draws.

    Raises:
        InvalidValueError: If the data do not determine the constants.
    """
    whole, fitted = _prepared(candidate, problem)
    random = np.random.default_rng(seed)

    def log_density(z: FloatArray) -> tuple[FloatArray, FloatArray]:
        value, gradient, _ = whole.at(fitted.mode + z @ fitted.root.T)
        return value, gradient @ fitted.root

    start = 1.5 * random.standard_normal((chains, len(fitted.mode)))
    for _ in range(60):
        outside = ~np.isfinite(log_density(start)[0])
        start = np.where(outside[:, None], start / 2, start)
    run = run_chains(log_density, start, draws=draws, warmup=max(draws, 100), random=random)
    constants = (fitted.mode + run.draws @ fitted.root.T).reshape(chains * draws, -1)
    # σ² given θ is U / χ² with n degrees of freedom.
    chi = random.chisquare(len(problem.y), len(constants))
    sigma = np.sqrt(whole.at(constants)[2] / chi) * noise_unit(whole.density)
    return from_chains(_identity(candidate), run, draws=constants, sigma=sigma)


def _prepared(candidate: Candidate, problem: Problem) -> tuple[_FormDensity, Laplace]:
    fitted = candidate.form
    assert fitted is not None
    if fitted.undetermined:
        raise InvalidValueError(
            f"the constants of the form should be determined by the data; found that "
            f"{', '.join(fitted.undetermined)} are not. Write a form without one of them."
        )
    scale = float(np.abs(problem.y).max()) or 1.0
    noise, count = candidate.noise, len(fitted.form.numbers)
    size = noise.unit(scale) * noise_size(candidate.formula, problem.x, noise=noise)
    density = Density(
        formula=candidate.formula,
        problem=problem,
        noise=noise,
        prior=Prior.FLAT,
        exponent=np.zeros(count),
        matrix=np.zeros((count, count)),
        scale=scale,
        size=None if noise.size_is_value else size,
    )
    whole = _FormDensity(fitted, density)
    deviation = fitted.standard_errors
    safe = np.where(deviation > 0, deviation, 1.0)
    # Rounding may make the correlations of constants that nearly do the same indefinite.
    correlation = fitted.covariance / np.outer(safe, safe) + _ROUNDING * np.eye(len(safe))
    root = np.asarray(safe[:, None] * np.linalg.cholesky(correlation), dtype=np.float64)
    laplace = Laplace(
        mode=fitted.values,
        root=root,
        degrees=len(problem.y) - len(fitted.values),
        squares=float(whole.at(fitted.values[None])[2][0]),
    )
    return whole, laplace


def _inside(
    form: FittedForm, fitted: Laplace, *, draws: int, random: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Draw from the t distribution inside the bounds."""
    kept: list[tuple[FloatArray, FloatArray]] = []
    for _ in range(_ROUNDS):
        constants, ratio = draw_student(fitted, draws=draws, random=random)
        inside = form.allows(constants)
        kept.append((constants[inside], ratio[inside]))
        if sum(len(each) for _, each in kept) >= draws:
            break
    joined = [np.concatenate(each)[:draws] for each in zip(*kept, strict=True)]
    return joined[0], joined[1]


def _identity(candidate: Candidate) -> dict[str, Any]:
    assert candidate.form is not None
    names = candidate.form.form.constants
    return {
        "formula": candidate.formula,
        "noise": candidate.noise,
        "prior": Prior.FLAT,
        "names": names,
        "exponent": (False,) * len(names),
        "form": candidate.form.form,
    }
