import re

import numpy as np
import pytest
from scipy.optimize import curve_fit

from form_nist import Problem, digits, fit, problems
from nalm import SymbolicRegressor
from tests._tiers import kept, slow

EVERY = {problem.name: problem for problem in problems()}
QUICK = (
    "Misra1a", "BoxBOD", "Eckerle4", "MGH09", "Thurber", "Lanczos3",
)  # fmt: skip
SLOW = ("Gauss1", "Gauss2")
"""Problems like Gauss3, which is the hardest of them."""
ROUNDING = ("Lanczos1",)
"""Problems whose residuals are rounding: no standard error can be read from them."""
EXCHANGED = {"MGH17": {"b2": "b3", "b3": "b2", "b4": "b5", "b5": "b4"}}
"""Constants of two equal terms: on which processor a far start ends in which order, is chance."""
NAMES = [
    *kept([name for name in EVERY if name not in SLOW], *QUICK),
    *map(slow, SLOW),
]


@pytest.mark.parametrize("name", NAMES)
def test_constants_and_errors_are_the_certified_ones_from_every_start(name):
    problem = EVERY[name]
    for start in (*problem.starts, problem.certified):
        table = fit(problem, start).constants_
        other = table.rename(index=EXCHANGED.get(name, {}))
        if digits(other["value"], problem.certified) > digits(table["value"], problem.certified):
            table = other
        assert digits(table["value"], problem.certified) > 6
        if name not in ROUNDING:
            assert digits(table["stderr"], problem.errors) > 6


@pytest.mark.parametrize("name", NAMES)
def test_without_a_start_it_fits_as_well(name):
    problem = EVERY[name]
    own = fit(problem, None)
    left = float(np.square(problem.y - own.predict(problem.x[:, None])).sum())
    size = float(np.square(problem.y).sum())
    assert left <= problem.squares * (1 + 1e-6) + 1e-25 * size


def test_errors_are_those_of_scipy():
    problem = EVERY["Rat42"]
    weight = np.linspace(1, 3, len(problem.y))

    def model(x, b1, b2, b3):
        return b1 / (1 + np.exp(b2 - b3 * x))

    start = list(problem.certified.values())
    values, covariance = curve_fit(
        model, problem.x, problem.y, p0=start, sigma=weight**-0.5, xtol=1e-14, ftol=1e-14
    )
    own = SymbolicRegressor(noise="constant", random_state=0).fit_form(
        problem.form, problem.x[:, None], problem.y, sample_weight=weight, search=False
    )
    assert own.constants_["value"].to_numpy() == pytest.approx(values, rel=1e-6)
    assert own.constants_["stderr"].to_numpy() == pytest.approx(
        np.sqrt(np.diag(covariance)), rel=1e-4
    )
    assert own.form_.covariance == pytest.approx(covariance, rel=1e-4)


def test_the_table_of_certified_values_is_whole():
    assert len(EVERY) == 26
    assert isinstance(EVERY["ENSO"], Problem)
    assert all(len(p.certified) == p.form.count("b") - _repeats(p.form) for p in EVERY.values())


def _repeats(form):
    names = re.findall(r"b\d+", form)
    return len(names) - len(set(names))
