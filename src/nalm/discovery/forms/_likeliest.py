"""A form fitted under the noise that is the likeliest."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget
from nalm.discovery._noise import Noise
from nalm.discovery._noise_model import AUTO, NoiseModel, find_noise
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._fit import FormFit, describe_form, fit_form, fit_from
from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.problem._problem import Problem
from nalm.discovery.scoring._refit import describe
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.symbolic import Form


@np.errstate(all="ignore")  # a form may have slopes without a value on some row
def likeliest(
    form: Form, problem: Problem, *, name: str, asked: Asked, budget: Budget
) -> tuple[NoiseModel, FormFit]:
    """Fit a form under the noise of a name; under "auto" under the likelier of two.

    Args:
        form: With its constants.
        problem: The data.
        name: Of the noise.
        asked: Start and bounds.
        budget: Its time; once that is up, no second noise is tried.
    """
    noise = Noise.CONSTANT if name == AUTO else find_noise(name)
    fit = fit_form(form, problem, noise=noise, asked=asked, budget=budget)
    if budget.is_up or name != AUTO or not Noise.RELATIVE.is_applicable(problem.y):
        return noise, fit
    bounds = Bounds.read(fit.fitted)
    values = fit_from(form, problem, values=fit.fitted.values, bounds=bounds, noise=Noise.RELATIVE)
    before = _likelihood(form, problem, values=fit.fitted.values, noise=noise)
    after = _likelihood(form, problem, values=values, noise=Noise.RELATIVE)
    # Ordinary least squares are what is expected of a fit: only strong evidence leaves them.
    if after + VERDICT_RULES.strong >= before:
        return noise, fit
    fitted = describe_form(form, problem, values=values, bounds=bounds, noise=Noise.RELATIVE)
    return Noise.RELATIVE, fit._replace(fitted=fitted)


def _likelihood(form: Form, problem: Problem, *, values: FloatArray, noise: NoiseModel) -> float:
    """Return -2 log likelihood; infinite where a row has no value."""
    found = describe(form.at(values), problem, noise=noise, directions=form.slopes(values))
    return np.inf if found is None else found.likelihood
