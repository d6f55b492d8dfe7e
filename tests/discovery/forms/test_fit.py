import numpy as np
import pytest

from nalm.discovery import Budget, Noise, Problem
from nalm.discovery.forms import _fit
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._fit import fit_form
from nalm.errors import InvalidValueError
from nalm.symbolic import read_form
from tests.discovery.forms._problems import X, decay, form, problem

DECAY = problem(decay, X)


def fitted(text, data=DECAY, *, start=None, bounds=None, noise=Noise.CONSTANT):
    asked = Asked(start=start or {}, bounds=bounds or {})
    return fit_form(form(text), data, noise=noise, asked=asked).fitted


def constants(found):
    return dict(zip(found.form.constants, found.values.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("a*exp(-b*x) + c", {"a": 5.0, "b": 0.4, "c": 1.0}),
        ("a*x^n/(k^n + x^n)", {"a": 3.0, "n": 2.0, "k": 4.0}),
        ("a*x + a^2", {"a": 3.0}),
        ("a*exp(-(x - m)^2/(2*s^2))", {"a": 2.0, "m": 6.0, "s": 1.5}),
        ("a/(1 + exp(-k*(x - m)))", {"a": 7.0, "k": 1.3, "m": 4.0}),
        ("a*sin(2*pi*f*x) + b*cos(2*pi*f*x)", {"a": 1.0, "f": 0.35, "b": 2.0}),
        ("(a + b*x)/(1 + c*x)", {"a": 1.0, "b": 2.0, "c": 0.3}),
        ("a + b*x", {"a": 1.5, "b": -2.0}),
        ("a^x", {"a": 1.7}),
    ],
)
def test_a_form_without_noise_is_fitted_to_all_digits(text, truth):
    read = form(text)
    on_rows = Problem(x=X[:, None], y=np.zeros(40), weight=np.ones(40))
    from nalm.symbolic import evaluate

    y = evaluate(read.at([truth[name] for name in read.constants]), on_rows.x)
    found = constants(fitted(text, Problem(x=on_rows.x, y=y, weight=on_rows.weight)))
    for name, value in truth.items():
        assert found[name] == pytest.approx(value, rel=1e-9)


def test_it_ends_when_eight_starts_have_met_in_the_best_minimum():
    noise = 0.01 * np.random.default_rng(0).standard_normal(len(X))
    y = 0.3 + np.exp(-2 * (X - 2) ** 2) + 0.6 * np.exp(-((X - 6) ** 2)) + noise
    peaks = form("a*exp(-(x-b)^2/c^2) + d*exp(-(x-e)^2/f^2) + g")
    two = Problem(x=X[:, None], y=y, weight=np.ones(len(X)))
    found = fit_form(peaks, two, noise=Noise.CONSTANT, asked=Asked(start={}, bounds={}))
    assert found.hits >= 8
    assert 16 < found.followed < 96
    assert 2 * found.hits < found.followed  # half of them need not


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_units_of_the_data_make_no_difference(scale):
    data = Problem(x=scale * DECAY.x, y=DECAY.y / scale, weight=DECAY.weight)
    found = constants(fitted("a*exp(-b*x) + c", data))
    assert found["a"] * scale == pytest.approx(5)
    assert found["b"] * scale == pytest.approx(0.4)


def test_bounds_are_kept_and_named():
    found = fitted("a*exp(-b*x) + c", bounds={"b": (0.5, None)})
    assert constants(found)["b"] == 0.5
    assert found.held == ("b",)


def test_bounds_on_linear_constants_are_kept():
    found = fitted("a*exp(-b*x) + c", bounds={"c": (None, 0.9), "a": (0, None)})
    assert constants(found)["c"] == 0.9


def test_the_start_says_which_of_two_alike_is_which():
    data = problem(lambda x: 3 * np.exp(-x) + 2 * np.exp(-0.2 * x), X)
    text = "a*exp(-b*x) + c*exp(-d*x)"
    for first, second in ((1.0, 0.2), (0.2, 1.0)):
        found = fitted(text, data, start={"a": 1, "b": first * 1.1, "c": 1, "d": second})
        assert constants(found)["b"] == pytest.approx(first)


def test_constants_that_cannot_be_told_apart_are_named():
    found = fitted("a*b*exp(-k*x) + c")
    assert found.undetermined == ("a", "b")
    errors = dict(zip(found.form.constants, found.standard_errors, strict=True))
    assert errors["a"] == errors["b"] == np.inf
    assert np.isfinite(errors["k"])


def test_relative_noise_weighs_by_the_fit():
    data = problem(decay, X)
    noisy = Problem(
        x=data.x,
        y=data.y * (1 + 0.05 * np.random.default_rng(1).standard_normal(40)),
        weight=data.weight,
    )
    constant, relative = (
        fitted("a*exp(-b*x) + c", noisy, noise=noise) for noise in (Noise.CONSTANT, Noise.RELATIVE)
    )
    assert relative.standard_errors[2] < constant.standard_errors[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": {"z": 1}}, "start: expected names of constants"),
        ({"bounds": {"z": (0, 1)}}, "bounds: expected names"),
        ({"bounds": {"a": (2, 1)}}, "found 2 and 1"),
        ({"start": {"a": 5}, "bounds": {"a": (0, 1)}}, "from 0 to 1 for a, found 5"),
        ({"start": {"a": np.nan}}, "finite number"),
    ],
)
def test_starts_and_bounds_that_cannot_work_are_refused(options, message):
    with pytest.raises(InvalidValueError, match=message):
        fitted("a*x", **options)


def test_too_few_rows_and_forms_without_a_value_are_refused():
    with pytest.raises(InvalidValueError, match="more rows than the 2 constants a, b"):
        fitted("a + b*x", problem(decay, [1, 2]))
    with pytest.raises(InvalidValueError, match="finite value on every row"):
        fitted("a*log(-x - b^2)")


def test_a_form_without_constants_is_described():
    found = fitted("x^2")
    assert found.values.shape == (0,)


def test_two_inputs():
    x = np.random.default_rng(0).uniform(1, 3, (50, 2))
    data = Problem(x=x, y=2 * x[:, 0] ** 1.5 / (x[:, 1] + 0.7), weight=np.ones(50))
    read = read_form("k*u^n/(v + d)", ["u", "v"])
    found = fit_form(read, data, noise=Noise.CONSTANT, asked=Asked(start={}, bounds={})).fitted
    assert constants(found) == pytest.approx({"k": 2, "n": 1.5, "d": 0.7})


def test_once_the_time_is_up_no_further_round_of_starts_begins(monkeypatch):
    monkeypatch.setattr(_fit, "AGREE", 10**6)
    data, asked = problem(decay, X), Asked(start={}, bounds={})
    followed = [
        fit_form(
            form("a*sin(b*x + c)"), data, noise=Noise.CONSTANT, asked=asked, budget=budget
        ).followed
        for budget in (Budget.start(-1.0), Budget())
    ]
    assert followed[0] <= _fit.FOLLOWED < followed[1]
