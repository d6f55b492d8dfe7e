import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import curve_fit

from nalm import SymbolicRegressor
from nalm.discovery import Verdict, bands
from nalm.errors import InvalidTypeError, InvalidValueError, UndeterminedWarning

T = np.linspace(0, 10, 40)
TABLE = pd.DataFrame({"time (s)": T, "other": np.cos(7 * T)})
COUNTS = pd.Series(
    5 * np.exp(-0.4 * T) + 1 + 0.02 * np.random.default_rng(0).standard_normal(40), name="counts"
)
FORM = "counts = a*exp(-b*time) + c"


def model(**parameters):
    return SymbolicRegressor(random_state=0, **parameters)


@pytest.fixture(scope="module")
def fitted():
    return model().fit_form(FORM, TABLE, COUNTS, search=False)


def test_constants_and_errors_are_those_of_scipy(fitted):
    values, covariance = curve_fit(
        lambda t, a, b, c: a * np.exp(-b * t) + c, T, COUNTS, p0=(1, 1, 1), xtol=1e-14, ftol=1e-14
    )
    table = fitted.constants_
    assert table.index.tolist() == ["a", "b", "c"]
    assert table["value"].to_numpy() == pytest.approx(values, rel=1e-6)
    assert table["stderr"].to_numpy() == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-4)
    assert fitted.form_.covariance == pytest.approx(covariance, rel=1e-4)


def test_the_estimator_answers_its_calls(fitted, tmp_path):
    assert fitted.equation_.startswith("counts = ")
    assert fitted.predict(TABLE) == pytest.approx(COUNTS.to_numpy(), abs=0.1)
    low, high = fitted.predict_interval(TABLE)
    assert np.mean((low < COUNTS) & (high > COUNTS)) > 0.85
    assert fitted.extrapolates(TABLE + 20).all()
    assert "e^{" in fitted.latex()
    assert fitted.export("text") == fitted.equation_
    assert fitted.score(TABLE, COUNTS) > 0.99
    fitted.save(tmp_path / "m.json")
    again = SymbolicRegressor.load(tmp_path / "m.json")
    assert np.array_equal(again.predict(TABLE), fitted.predict(TABLE))
    assert again.constants_.equals(fitted.constants_)
    assert again.form_.form.text == FORM


@pytest.mark.parametrize("options", [{}, {"method": "sampling", "chains": 32, "draws": 50}])
def test_the_posterior_is_of_the_constants(fitted, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few draws
        posterior = fitted.posterior(**options)
    assert posterior.names == ("a", "b", "c")
    assert posterior.mean == pytest.approx(fitted.form_.values, rel=0.01)
    found = bands(posterior, np.array([[3.0, 0.0]]))
    assert found.mean_lower[0] < fitted.predict(TABLE.iloc[:1] * 0 + [3.0, 0.0])[0]
    assert found.mean_upper[0] < found.prediction_upper[0]


def test_the_interval_counts_constants_and_not_numbers():
    # a*x + a² has two numbers and one constant: two rows leave one degree of freedom.
    x = np.array([[1.0], [2.0], [3.0]])
    one = model().fit_form("a*x + a^2", x, [6.1, 7.9, 10.2], search=False)
    two = model().fit_form("a*x + b", x, [6.1, 7.9, 10.2], search=False)
    widths = [np.subtract(*each.predict_interval([[2.0]])[::-1])[0] for each in (one, two)]
    assert widths[0] < widths[1]


def test_rows_without_weight_do_not_count():
    y = COUNTS.copy()
    y.iloc[3] = 1e6
    weight = np.ones(40)
    weight[3] = 0
    found = model().fit_form(FORM, TABLE, y, sample_weight=weight, search=False)
    assert found.form_.values == pytest.approx([5, 0.4, 1], rel=0.05)
    assert 3 not in found.discoveries_[0].inner_rows + found.discoveries_[0].outer_rows


@pytest.mark.thorough
def test_the_verdict_compares_with_what_a_search_finds():
    search = {"max_time": 6.0, "starts": 8, "functions": ("exp",)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the search may be stopped
        found = model(**search).fit_form("a/(1 + b*time)", TABLE, COUNTS)
    assert found.verdict_ is not Verdict.LAW
    assert "The search found a better form" in found.reason_
    assert found.constants_.index.tolist() == ["a", "b"]
    assert len(found.equations_) > 2


def test_constants_that_cannot_be_told_apart_are_named_in_a_warning():
    with pytest.warns(UndeterminedWarning, match="a, d cannot be told apart"):
        found = model().fit_form("a*d*exp(-b*time) + c", TABLE, COUNTS, search=False)
    assert np.isinf(found.constants_.loc[["a", "d"], "stderr"]).all()
    with pytest.raises(InvalidValueError, match="a, d are not"):
        found.posterior()


def test_a_bound_that_holds_is_named_in_a_warning():
    with pytest.warns(UndeterminedWarning, match="b: the best value lies beyond"):
        model().fit_form(FORM, TABLE, COUNTS, bounds={"b": (0.5, None)}, search=False)


def test_the_posterior_stays_inside_bounds():
    found = model().fit_form(FORM, TABLE, COUNTS, bounds={"c": (1.0, None)}, search=False)
    assert (found.posterior().draws[:, 2] >= 1.0).all()


def test_a_search_after_it_has_no_form():
    search = model(max_terms=1, starts=2, functions=())
    assert search.fit(T[:, None] + 1, 3 * (T + 1)).form_ is None


def test_unknown_options_are_refused():
    with pytest.raises(InvalidTypeError, match="found 'p0'"):
        model().fit_form(FORM, TABLE, COUNTS, p0=[1, 2, 3])


@pytest.mark.parametrize("search", ["no", 0, None])
def test_search_is_yes_or_no(search):
    with pytest.raises(InvalidTypeError, match=f"expected True or False, found {search!r}"):
        model().fit_form(FORM, TABLE, COUNTS, search=search)


def test_a_row_without_a_value_is_named_by_its_place_in_the_table():
    with pytest.raises(InvalidValueError, match=r"1 of 39 rows .* row 1 \(t = 0\)"):
        x, weight = np.append(5.0, T), np.append(0.0, np.ones(40))
        weight[2] = 0.0
        model().fit_form("a*log(t) + b", x[:, None], x, sample_weight=weight, search=False)


def test_many_rows_are_fitted():
    x = np.linspace(0, 10, 200_000)
    y = 5 * np.exp(-0.4 * x) + 1 + np.random.default_rng(0).standard_normal(len(x))
    found = model().fit_form("a*exp(-b*x) + c", x[:, None], y, search=False)
    assert found.form_.values == pytest.approx([5, 0.4, 1], rel=0.05)


@pytest.mark.parametrize("form", ["arctan(abs(b*x))", "a/(x - x)", "arcsin(2)*a*x", "a*x^(1/0)"])
@pytest.mark.parametrize("size", [0.0, 1e-8, 1e8])
def test_odd_forms_give_an_answer_or_a_clear_error(form, size):
    x = np.linspace(-2, 2, 7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndeterminedWarning)
        try:
            found = model().fit_form(form, x[:, None], size * np.cos(9 * x), search=False)
        except InvalidValueError as error:
            assert "expected" in str(error)
        else:
            assert found.verdict_ in tuple(Verdict)


@pytest.mark.parametrize(("share", "noise"), [(0.02, "relative"), (0.0, "constant")])
def test_the_likelier_noise_is_taken(share, noise):
    random = np.random.default_rng(3)
    t = np.linspace(0.0, 30.0, 60)
    errors = share * np.exp(-0.2 * t) + (1 - share / 0.02) * 0.02
    y = np.exp(-0.2 * t) + errors * random.standard_normal(60)
    model = SymbolicRegressor(random_state=0).fit_form("a*exp(-b*t)", t[:, None], y, search=False)
    chosen = model.discoveries_[0].candidates[model.discoveries_[0].chosen]
    assert chosen.noise.name == noise
    assert model.constants_["value"].to_numpy() == pytest.approx([1.0, 0.2], abs=0.03)
