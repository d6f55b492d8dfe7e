import numpy as np
import pytest

from nalm.discovery import Noise, ReasonKind, SearchOptions, Verdict, search
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._fit import fit_form
from nalm.discovery.forms._judgement import Rows, judged_form
from tests._tiers import thorough
from tests.discovery.forms._problems import X, decay, form, problem

NOISY = problem(decay, X, noise=0.02, seed=3)


def judged(text, data, *, found=None):
    fit = fit_form(form(text), data, noise=Noise.CONSTANT, asked=Asked(start={}, bounds={}))
    rows = Rows.of_table(data, data.weight, found=found, seed=0)
    return judged_form(fit, rows, noise=Noise.CONSTANT, found=found)


def chosen(discovery):
    return discovery.candidates[discovery.chosen]


def test_alone_a_form_that_fits_is_undecided():
    found = judged("a*exp(-b*x) + c", NOISY)
    assert (found.verdict, found.reason.kind) == (
        Verdict.UNDECIDED, ReasonKind.FORM_NOT_COMPARED,
    )  # fmt: skip
    assert chosen(found).form.form.constants == ("a", "b", "c")
    assert len(found.outer_rows) == 8


def test_without_noise_it_is_a_law():
    found = judged("a*exp(-b*x) + c", problem(decay, X))
    assert found.reason.kind is ReasonKind.ROUNDING_ERROR


def test_many_constants_without_noise_are_a_law_too():
    def curve(x):
        return (1 + 2 * x + 0.3 * x**2) / (1 + 0.5 * x + 0.1 * x**2)

    found = judged("(a + b*x + c*x^2)/(1 + d*x + e*x^2)", problem(curve, X))
    assert found.verdict is Verdict.LAW


def test_a_wrong_form_is_an_approximation():
    assert judged("a + b*x", NOISY).verdict is Verdict.APPROXIMATION


def test_the_covariance_of_its_numbers_is_that_of_its_constants():
    found = chosen(judged("a*x + a^2", problem(lambda x: 3 * x + 9, X, noise=0.1)))
    variance = found.form.covariance[0, 0]
    slopes = np.array([1, 2 * found.form.values[0]])
    assert found.covariance == pytest.approx(np.outer(slopes, slopes) * variance, rel=1e-6)


@pytest.fixture(scope="module")
def searched():
    options = SearchOptions(max_time=6.0, starts=8, functions=("exp",), seed=0)
    return search(NOISY, options)


def test_a_searched_form_that_is_better_is_named(searched):
    found = judged("a/(1 + b*x) + c", NOISY, found=searched)
    assert found.reason.kind is ReasonKind.BETTER_FORM
    better = found.candidates[int(found.reason.numbers["index"])]
    assert better.bic < chosen(found).bic


def test_candidates_of_the_search_stay_and_the_same_form_comes_once(searched):
    found = judged("a*exp(-b*x) + c", NOISY, found=searched)
    assert len(found.candidates) in (len(searched.candidates), len(searched.candidates) + 1)
    assert found.outer_rows == searched.outer_rows


@pytest.mark.parametrize("rows", [4, thorough(5)])
def test_few_rows_hold_nothing_out(rows):
    found = judged("a*x", problem(lambda x: 2 * x, np.arange(1.0, rows + 1), noise=0.1))
    assert found.reason.kind is ReasonKind.NOTHING_HELD_OUT


def test_a_form_without_a_value_on_held_out_rows_misses_them():
    # Fitted to the inner rows, the pole may lie among the outer ones; the answer is no crash.
    data = problem(lambda x: np.sqrt(np.maximum(x, 0.0)), np.linspace(0.0, 4, 30), noise=0.05)
    assert judged("a*sqrt(x + b)", data).verdict in tuple(Verdict)


@pytest.mark.parametrize(("text", "worse"), [("2*x + 30", True), ("a*x + b", False)])
def test_a_form_that_is_worse_than_the_mean_is_said_to_be(text, worse):
    found = judged(text, problem(decay, X, noise=0.02))
    assert (chosen(found).r2 < 0) is worse
    assert ("worse than the mean" in str(found.reason)) is worse
