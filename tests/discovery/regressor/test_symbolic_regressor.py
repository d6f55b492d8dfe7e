import copy
import json
import pickle
import signal
import warnings
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks

from nalm.discovery import (
    DynamicsRegressor,
    Monotone,
    PowerProduct,
    Reason,
    ReasonKind,
    Strategy,
    SumsAndQuotients,
    Value,
    Verdict,
    default_strategy,
)
from nalm.discovery.regressor import _fitted_rows, _symbolic_regressor
from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import (
    DomainWarning,
    InputWarning,
    InvalidTypeError,
    InvalidValueError,
    StoreError,
    UnfinishedWarning,
)
from nalm.symbolic import Power, Product, Sum
from tests._tiers import thorough
from tests.discovery._discoveries import candidate, constant, discovery, plane_search, power_law

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1, 2, (40, 2))
PLANE = 3.0 + 2.0 * X[:, 0] - X[:, 1]
LAW = 2.0 * X[:, 0] / X[:, 1]
FRAME = pd.DataFrame(X, columns=["mass (kg)", "speed"])
FAST = {"max_time": 1.0, "starts": 8, "random_state": 0}  # for the search itself


def use(monkeypatch, search):
    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", search)


@pytest.fixture
def quick(monkeypatch):
    """Search planes only, in no time."""
    use(monkeypatch, plane_search)


def finding(monkeypatch, *formulas, **changes):
    """Make every search find some formulas."""
    found = discovery(*formulas, **changes)
    use(monkeypatch, lambda problem, options, *, report=None, budget=None: found)


# ── The contract ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([SymbolicRegressor()])
def test_the_contract_of_scikit_learn(quick, estimator, check):
    check(estimator)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([SymbolicRegressor(max_time=1.0, starts=8)])
def test_the_contract_of_scikit_learn_with_the_search_itself(estimator, check):
    check(estimator)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_predict_the_same(quick, duplicate):
    fitted = SymbolicRegressor(units={0: "m", 1: "m"}, target_units="m").fit(X, PLANE)
    again = duplicate(fitted)
    assert (again.predict(X) == fitted.predict(X)).all()
    assert again.equations_.equals(fitted.equations_)
    assert again.get_params() == fitted.get_params()


def test_a_clone_has_the_parameters_and_no_fit(quick):
    fitted = SymbolicRegressor(starts=5, units={0: "1", 1: "1"}, target_units="1").fit(X, PLANE)
    again = clone(fitted)
    assert again.get_params() == fitted.get_params()
    with pytest.raises(NotFittedError):
        again.predict(X)


def test_it_works_in_a_grid_search(quick):
    grid = GridSearchCV(SymbolicRegressor(), {"max_terms": [1, 2]}, cv=2).fit(X, PLANE)
    assert grid.best_score_ == pytest.approx(1.0)
    assert cross_val_score(SymbolicRegressor(), X, PLANE, cv=2) == pytest.approx([1.0, 1.0])


def test_it_works_in_a_pipeline(quick):
    pipeline = make_pipeline(FunctionTransformer(np.log), SymbolicRegressor())
    pipeline.fit(X, np.log(LAW))
    assert pipeline.score(X, np.log(LAW)) == pytest.approx(1.0)


def test_it_shows_what_was_changed():
    assert repr(SymbolicRegressor(starts=8)) == "SymbolicRegressor(starts=8)"
    assert "SymbolicRegressor" in SymbolicRegressor()._repr_html_()


@pytest.mark.parametrize("method", ["predict", "predict_interval", "extrapolates", "score"])
def test_nothing_before_the_fit(method):
    with pytest.raises(NotFittedError):
        getattr(SymbolicRegressor(), method)(X, *([PLANE] if method == "score" else []))


def test_a_fit_that_fails_is_no_fit(quick):
    estimator = SymbolicRegressor(units={0: "m", 1: "m"}, target_units="s")
    with pytest.raises(InvalidValueError):
        estimator.fit(X, PLANE)
    with pytest.raises(NotFittedError):
        estimator.predict(X)


# ── The search itself ─────────────────────────────────────────────────────────────────────────────


def test_a_law_is_found_and_reaches_far():
    law = SymbolicRegressor(**FAST).fit(X, LAW)
    far = np.array([[1e3, 1e-3], [1e-3, 7.0]])
    assert law.predict(far) == pytest.approx(2.0 * far[:, 0] / far[:, 1], rel=1e-6)
    assert law.score(X, LAW) == pytest.approx(1.0)


def test_the_same_seed_gives_the_same_answer():
    one, other = (SymbolicRegressor(starts=8, random_state=3).fit(X, LAW) for _ in range(2))
    assert one.equation_ == other.equation_
    assert (one.predict(X) == other.predict(X)).all()


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_the_scale_of_the_target_has_no_influence(scale):
    law = SymbolicRegressor(**FAST).fit(X, LAW * scale)
    assert law.predict(X[:5]) == pytest.approx(LAW[:5] * scale, rel=1e-6)


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_the_scale_of_the_inputs_has_no_influence(scale):
    law = SymbolicRegressor(**FAST).fit(X * [scale, 1.0], LAW)
    assert law.predict(X[:5] * [scale, 1.0]) == pytest.approx(LAW[:5], rel=1e-6)


@pytest.mark.parametrize("value", [0.0, -2.5])
def test_a_constant_target_is_found(value):
    law = SymbolicRegressor(**FAST).fit(X, np.full(len(X), value))
    assert law.predict(X * 10.0) == pytest.approx(np.full(len(X), value), abs=1e-9)


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")
def test_more_columns_than_rows():
    wide = RANDOM.uniform(1, 2, (5, 9))
    assert np.isfinite(SymbolicRegressor(**FAST).fit(wide, wide[:, 0]).predict(wide)).all()


# ── What it is given ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def problems(monkeypatch):
    """Record what is searched."""
    seen = []

    def search(problem, options, *, report=None, budget=None):
        seen.append((problem, options))
        return plane_search(problem, options)

    use(monkeypatch, search)
    return seen


def test_rows_with_weight_zero_are_left_out(problems):
    weight = (np.arange(40) % 4 > 0).astype(float)
    fitted = SymbolicRegressor().fit(X, PLANE, weight)
    assert len(problems[0][0].y) == 30
    found = fitted.discoveries_[0]
    assert set(found.inner_rows) | set(found.outer_rows) == set(np.flatnonzero(weight))


def test_left_out_columns_are_named_and_not_used(problems):
    frame = FRAME.assign(again=X[:, 0], g=9.81)
    with pytest.warns(InputWarning) as caught:
        fitted = SymbolicRegressor().fit(frame, PLANE)
    assert {caught[0].filename, caught[1].filename} == {__file__}
    assert [str(each.message) for each in caught] == [
        "column 'again' was left out: it equals column 'mass (kg)'.",
        "column 'g' was left out: it is 9.81 in every row, like a constant of the formula.",
    ]
    assert problems[0][0].x.shape == (40, 2)
    assert fitted.n_features_in_ == 4
    assert fitted.predict(frame) == pytest.approx(PLANE)


def test_columns_before_the_used_ones_do_not_shift_them(quick):
    table = np.column_stack([np.ones(40), X])
    with pytest.warns(InputWarning, match="column 'x0'"):
        fitted = SymbolicRegressor().fit(table, PLANE)
    assert fitted.predict(table) == pytest.approx(PLANE)
    assert "x1" in fitted.equation_
    assert "x0" not in fitted.equation_


def test_options_are_passed_on(problems):
    SymbolicRegressor(
        max_time=7.0,
        starts=np.int64(3),
        max_terms=2,
        max_exponent=3,
        noise="constant",
        functions=["exp", "arctan"],
    ).fit(X, PLANE)
    options = problems[0][1]
    assert 0 < options.max_time <= 7.0
    assert (options.starts, options.max_terms, options.max_exponent) == (3, 2, 3.0)
    assert options.noise == "constant"
    assert options.functions == ("exp", "arctan")
    assert options.guesses == ()


def test_without_a_word_the_usual_functions_are_allowed(problems):
    SymbolicRegressor().fit(X, PLANE)
    assert problems[0][1].functions == ("exp", "log", "sin", "cos", "tanh", "erf")


@pytest.mark.parametrize("functions", ["exp", ("sine",)])
def test_what_are_no_names_of_functions_is_refused(problems, functions):
    with pytest.raises(InvalidValueError, match=r"`functions` must be .*exp, log, sin, cos"):
        SymbolicRegressor(functions=functions).fit(X, PLANE)
    assert problems == []


@pytest.mark.parametrize("functions", [(), ("exp", "arctan")])
def test_a_saved_fit_keeps_its_functions(quick, tmp_path, functions):
    SymbolicRegressor(functions=functions).fit(X, PLANE).save(tmp_path / "law.json")
    assert SymbolicRegressor.load(tmp_path / "law.json").functions == functions


def test_the_seed_follows_the_random_state(problems):
    for state in (0, 0, np.random.RandomState(0), 1, None):
        SymbolicRegressor(random_state=state).fit(X, PLANE)
    seeds = [options.seed for _, options in problems]
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


def test_a_warm_start_begins_with_the_formulas_found_before(problems):
    estimator = SymbolicRegressor(warm_start=True).fit(X, PLANE)
    before = tuple(each.formula for each in estimator.discoveries_[0].candidates)
    estimator.fit(X, PLANE + 1)
    assert [options.guesses for _, options in problems] == [(), before]
    estimator.set_params(warm_start=False).fit(X, PLANE)
    assert problems[2][1].guesses == ()


def test_units_reach_the_search(problems):
    SymbolicRegressor(units={"mass (kg)": "kg", 1: "m/s"}, target_units="J").fit(FRAME, LAW)
    assert problems[0][0].dimensions.inputs == ((1, 0), (0, 1), (0, -1))
    assert problems[0][0].dimensions.target == (1, 2, -2)


def test_constants_that_carry_units_reach_the_search(problems):
    units = {"mass (kg)": "kg", "speed": "km/h"}
    options = {"units": units, "target_units": "[person]", "dimensional_constants": True}
    SymbolicRegressor(**options).fit(FRAME, LAW)
    assert problems[0][0].dimensions is None
    assert problems[0][0].constant_units.inputs == ({"kg": 1}, {"km": 1, "h": -1})


def test_constants_that_carry_units_need_units(quick):
    with pytest.raises(InvalidValueError, match="`dimensional_constants` must have `units`"):
        SymbolicRegressor(dimensional_constants=True).fit(X, PLANE)


def fall(unit, factor):
    """Search a fall of 4.9 m/s² t², with the time in some unit."""
    t = np.linspace(0.1, 2.0, 30)[:, None]
    noise = 1e-3 * np.random.default_rng(0).standard_normal(30)
    law = SymbolicRegressor(
        units={0: unit},
        target_units="m",
        dimensional_constants=True,
        strategy=Strategy(stages=(PowerProduct(),)),
    )
    return law.fit(t * factor, 4.9 * t[:, 0] ** 2 + noise)


def test_a_law_in_another_unit_is_the_same_law(tmp_path):
    law, other = fall("s", 1.0), fall("ms", 1e3)
    assert law.constants_["unit"].tolist() == ["m s^-2"]
    assert other.constants_["unit"].tolist() == ["m ms^-2"]
    for column in ("value", "stderr"):
        numbers = other.constants_[column].to_numpy() * 1e6
        assert numbers == pytest.approx(law.constants_[column].to_numpy(), rel=1e-6)
    assert not law.constants_["exact"].any()
    law.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert again.dimensional_constants
    assert again.constants_.equals(law.constants_)


def test_an_unfinished_search_warns_once_and_keeps_the_best(monkeypatch):
    def search(problem, options, *, report=None, budget=None):
        return replace(plane_search(problem, options), complete=False)

    use(monkeypatch, search)
    with pytest.warns(UnfinishedWarning) as caught:
        fitted = SymbolicRegressor().fit(X, np.column_stack([PLANE, 2 * PLANE]))
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert fitted.predict(X)[:, 1] == pytest.approx(2 * PLANE)


def test_a_strategy_is_the_search_s(tmp_path):
    law = SymbolicRegressor(strategy=Strategy(stages=(PowerProduct(),)), **FAST).fit(X, LAW)
    assert law.equation_ == "y = 2*x0/x1"
    none = SymbolicRegressor(strategy=Strategy(stages=()), **FAST).fit(X, LAW)
    assert none.equation_ != law.equation_
    less = SymbolicRegressor(strategy=lambda state: default_strategy(state).without("Guesses"))
    assert clone(less.set_params(**FAST)).fit(X, LAW).equation_ == law.equation_
    law.save(tmp_path / "law.json")
    assert SymbolicRegressor.load(tmp_path / "law.json").strategy is None


@pytest.mark.parametrize("strategy", ["default", (PowerProduct(),), 3])
def test_what_is_no_strategy_is_refused(problems, strategy):
    with pytest.raises(InvalidValueError, match="`strategy` must be a Strategy"):
        SymbolicRegressor(strategy=strategy).fit(X, LAW)
    assert not problems


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (_symbolic_regressor, "search_outputs"),
        (_fitted_rows, "kept_problems"),
        (_symbolic_regressor, "domain_violations"),
    ],
)
def test_an_interrupt_leaves_a_whole_fit(quick, monkeypatch, module, name):
    step = getattr(module, name)

    def interrupted(*args, **options):
        signal.raise_signal(signal.SIGINT)
        return step(*args, **options)

    monkeypatch.setattr(module, name, interrupted)
    law = SymbolicRegressor(random_state=0).fit(X, PLANE)
    assert law.predict(X) == pytest.approx(PLANE)
    assert len(law.equations_) and law.ranges_.shape == (2, 2)


@pytest.mark.parametrize(
    ("x", "y", "error"),
    [
        (X * [np.nan, 1], PLANE, InvalidValueError),
        (X, PLANE * np.inf, InvalidValueError),
        (X[:1], PLANE[:1], InvalidValueError),
        (np.ones((40, 2)), PLANE, InvalidValueError),
        (FRAME.assign(who="a"), PLANE, InvalidValueError),
        (X + 0j, PLANE, InvalidValueError),
        (X, PLANE[:-1], InvalidValueError),
        (X, [{"a": 1}] * 40, InvalidTypeError),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::nalm.errors.InputWarning")
def test_bad_data_is_refused_before_any_search(problems, x, y, error):
    with pytest.raises(error):
        SymbolicRegressor().fit(x, y)
    assert problems == []


@pytest.mark.parametrize("kind", [np.int32, bool, object])
def test_columns_of_other_numbers(quick, kind):
    x = (X > 1.5).astype(int).astype(kind)
    y = 1.0 + (X > 1.5)[:, 0]
    assert SymbolicRegressor().fit(x, y).predict(x) == pytest.approx(y)


# ── What it says ──────────────────────────────────────────────────────────────────────────────────


def test_names_of_columns_and_target_are_in_the_equation(quick):
    fitted = SymbolicRegressor().fit(FRAME, pd.Series(PLANE, name="E"))
    assert fitted.equation_.startswith("E = ")
    assert "mass_kg" not in fitted.equation_
    assert "mass" in fitted.equation_
    assert list(fitted.feature_names_in_) == list(FRAME.columns)
    assert fitted.latex().startswith("E = ")


def test_target_and_input_that_differ_in_brackets_keep_them(quick):
    fitted = SymbolicRegressor().fit(FRAME, pd.Series(PLANE, name="mass (wet)"))
    assert fitted.equation_.startswith("mass_wet = ")
    assert "mass_kg" in fitted.equation_


def test_every_candidate_can_be_evaluated(quick):
    fitted = SymbolicRegressor().fit(X, PLANE)
    assert fitted.predict(X, index=0) == pytest.approx(np.full(40, PLANE.mean()))
    assert (fitted.predict(X, index=1) == fitted.predict(X)).all()
    with pytest.raises(InvalidValueError, match="`index` must be a whole number from 0 to 1"):
        fitted.predict(X, index=2)


def test_several_outputs(quick):
    fitted = SymbolicRegressor().fit(X, np.column_stack([PLANE, -PLANE]))
    assert fitted.predict(X).shape == (40, 2)
    assert fitted.predict(X, index=[1, 0])[:, 0] == pytest.approx(PLANE)
    for values in (fitted.equation_, fitted.verdict_, fitted.reason_):
        assert isinstance(values, list)
        assert len(values) == 2
    assert list(fitted.equations_["output"]) == ["y0", "y0", "y1", "y1"]
    low, high = fitted.predict_interval(X)
    assert low.shape == high.shape == (40, 2)
    assert fitted.score(X, np.column_stack([PLANE, -PLANE])) == pytest.approx(1.0)


def test_a_column_as_target_gives_a_column(quick):
    assert SymbolicRegressor().fit(X, PLANE[:, None]).predict(X).shape == (40, 1)


def test_outside_the_domain_there_is_no_value(monkeypatch):
    finding(monkeypatch, power_law(2.0, {0: 0.5, 1: -1.0}))
    fitted = SymbolicRegressor().fit(X, LAW)
    with pytest.warns(DomainWarning) as caught:
        values = fitted.predict([[4.0, 2.0], [1.0, 0.0], [-1.0, 1.0]])
    assert values[0] == 2.0
    assert np.isnan(values[1:]).all()
    assert len(caught) == 1
    assert caught[0].filename == __file__
    text = str(caught[0].message)
    assert "row 1: x1 = 0 has no power -1" in text
    assert "row 2: x0 < 0 has no power 0.5" in text


def test_violations_on_the_training_rows_are_in_the_table(monkeypatch):
    finding(monkeypatch, constant(1.0), power_law(2.0, {0: -1.0}))
    fitted = SymbolicRegressor().fit(np.where(np.arange(80).reshape(40, 2) == 6, 0.0, 1 + X), LAW)
    expected = ("", "row 3: x0 = 0 has no power -1")
    assert fitted.domain_violations_ == (expected,)
    assert tuple(fitted.equations_["domain_violations"]) == expected


def test_intervals(monkeypatch):
    each = candidate(power_law(2.0, {0: 1.0}), covariance=np.zeros((2, 2)), sigma=0.1)
    rows = {"inner_rows": tuple(range(30)), "outer_rows": tuple(range(30, 40))}
    finding(monkeypatch, constant(0.0), candidates=(each,), **rows)
    fitted = SymbolicRegressor().fit(X, 2 * X[:, 0])
    low, high = fitted.predict_interval(X, 0.95)
    quantile = 2.0244  # of Student's distribution with 40 - 2 degrees of freedom
    assert high - low == pytest.approx(np.full(40, 2 * quantile * 0.1), rel=1e-3)
    narrow, wide = fitted.predict_interval(X, 0.5)
    assert ((low < narrow) & (wide < high)).all()


def test_it_knows_where_it_extrapolates(quick):
    weight = np.where(X[:, 0] > 1.9, 0.0, 1.0)
    fitted = SymbolicRegressor().fit(X, PLANE, weight)
    assert not fitted.extrapolates(X[weight > 0]).any()
    assert fitted.extrapolates(X[weight == 0]).all()
    assert fitted.extrapolates([[1.5, 9.0], [-1.5, 1.5], [1.5, 1.5]]).tolist() == [1, 1, 0]


def test_a_module_of_pytorch_computes_the_same(quick):
    fitted = SymbolicRegressor().fit(X, PLANE)
    module = fitted.to_torch()
    values = module(torch.from_numpy(X)).detach().flatten().numpy()
    assert values == pytest.approx(fitted.predict(X))


@pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")
def test_the_loss_in_the_table_is_that_of_the_prediction():
    y = LAW + RANDOM.normal(0, 0.1, 40)
    fitted = SymbolicRegressor(**FAST).fit(X, y)
    for i, loss in fitted.equations_["loss"].items():
        assert np.mean((y - fitted.predict(X, index=i)) ** 2) == pytest.approx(loss)


# ── Saving ────────────────────────────────────────────────────────────────────────────────────────

ODD = Sum((
    Product(1 / 3, (Power(Sum((Product(Fraction(1), (Power(0, 2.0),)), Product(0.1))), 1 / 7),)),
    Product(Fraction(2, 3), (Power(1, Fraction(-1, 2)),)),
))  # fmt: skip


@pytest.mark.parametrize("named", [False, True])
def test_what_is_loaded_predicts_the_same_bits(monkeypatch, tmp_path, named):
    finding(monkeypatch, constant(1.0), ODD)
    table = FRAME if named else X
    fitted = SymbolicRegressor(starts=9, units={0: "1", 1: "1"}, target_units="1")
    fitted.fit(table, pd.Series(LAW, name="E"))
    fitted.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert (again.predict(table) == fitted.predict(table)).all()
    assert np.array_equal(again.predict_interval(table), fitted.predict_interval(table))
    assert again.equations_.equals(fitted.equations_)
    assert (again.equation_, again.verdict_) == (fitted.equation_, fitted.verdict_)
    assert again.get_params() == fitted.get_params()
    assert hasattr(again, "feature_names_in_") is named
    assert (again.extrapolates(table) == fitted.extrapolates(table)).all()
    with pytest.raises(InvalidValueError, match="feature"):
        again.predict(table[table.columns[:1]] if named else X[:, :1])


def test_several_outputs_are_saved(quick, tmp_path):
    fitted = SymbolicRegressor(random_state=np.random.RandomState(0))
    fitted.fit(X, np.column_stack([PLANE, -PLANE])).save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert (again.predict(X) == fitted.predict(X)).all()
    assert again.equation_ == fitted.equation_


def test_nothing_is_saved_before_the_fit(tmp_path):
    with pytest.raises(NotFittedError):
        SymbolicRegressor().save(tmp_path / "law.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "parameters", [{"starts": -1}, {"start": 8}, {"units": {"a": "m"}}, {"noise": ["auto"]}]
)
def test_parameters_that_cannot_work_are_not_loaded(quick, tmp_path, parameters):
    path = tmp_path / "law.json"
    SymbolicRegressor().fit(X, PLANE).save(path)
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**document, "parameters": parameters}), "utf-8")
    with pytest.raises(StoreError, match="does not hold parameters that work"):
        SymbolicRegressor.load(path)


def test_a_loaded_one_can_be_fitted_again(quick, tmp_path):
    SymbolicRegressor(warm_start=True).fit(X, PLANE).save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json").fit(X, 2 * PLANE)
    assert again.predict(X) == pytest.approx(2 * PLANE)


# ── Silence ───────────────────────────────────────────────────────────────────────────────────────


def test_it_is_silent(quick, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SymbolicRegressor().fit(X, PLANE).predict(X)
    assert capsys.readouterr() == ("", "")


def test_the_verdict_is_the_search_s(monkeypatch):
    reason = Reason(ReasonKind.CORRELATED_RESIDUALS, {"deviations": 5.0})
    finding(monkeypatch, constant(1.0), verdict=Verdict.APPROXIMATION, reason=reason)
    fitted = SymbolicRegressor().fit(X, LAW)
    assert (fitted.verdict_, fitted.reason_) == (Verdict.APPROXIMATION, str(reason))


CHARGE = np.linspace(0.2, 6.0, 16)[:, None]
VOLTS = 5 * (1 - np.exp(-CHARGE[:, 0] / 2)) + 0.05 * np.random.default_rng(0).normal(size=16)
FEW_STAGES = Strategy(stages=(PowerProduct(), SumsAndQuotients()))
KNOWN = ("y(0) = 0", "y(inf) = 5", "increasing in x")


@pytest.mark.thorough
def test_a_law_is_found_where_constraints_say_what_rows_do_not():
    options = {"functions": ("exp",), "starts": 2, "max_terms": 2, "random_state": 0}
    alone = SymbolicRegressor(**options).fit(CHARGE, VOLTS)
    model = SymbolicRegressor(constraints=KNOWN, **options).fit(CHARGE, VOLTS)
    assert alone.verdict_ is Verdict.UNDECIDED
    assert "exp" not in alone.equation_
    assert model.equation_ == "y = 5 - 5*exp(-x0/2)"
    assert model.verdict_ is Verdict.LAW
    assert model.reason_.count("Holds") == 3
    assert model.predict([[0.0], [1e4]]) == pytest.approx([0.0, 5.0], abs=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize("law", [PLANE, thorough(LAW)])
def test_a_constraint_that_every_formula_keeps_changes_no_bit(law):
    y = law + 0.01 * np.random.default_rng(3).normal(size=40)
    options = {"functions": (), "strategy": FEW_STAGES, "random_state": 0}
    plain, empty, kept = (
        SymbolicRegressor(**options, **own).fit(X, y)
        for own in ({}, {"constraints": []}, {"constraints": ["y > -1e9"]})
    )
    for other in (empty, kept):
        assert other.equations_.equals(plain.equations_)
        assert np.array_equal(other.predict(X), plain.predict(X))
        assert other.verdict_ is plain.verdict_
    assert kept.reason_.startswith(plain.reason_)


def test_constraints_reach_the_search_of_their_targets(problems):
    y = np.column_stack([LAW, PLANE])
    model = SymbolicRegressor(
        constraints=["y1 >= 0", Monotone(input="mass (kg)", of="y0")], warm_start=True, n_jobs=1
    )
    model.fit(FRAME, y).fit(FRAME, y, sample_weight=np.r_[np.zeros(5), np.ones(35)])
    kept = [[str(one) for one in problem.known.constraints] for problem, _ in problems[-2:]]
    assert kept == [["y0 increasing in mass (kg)"], ["y1 >= 0"]]
    # Ranges are those of rows with a weight.
    assert problems[-1][0].known.places.low.tolist() == X[5:].min(axis=0).tolist()


@pytest.mark.parametrize(
    ("constraints", "words"),
    [
        ("y > 0", "`constraints` must be a list of constraints.*found 'y > 0'"),
        (3, "`constraints` must be a list of constraints"),
        (["increasing in z"], "expected inputs among mass, speed, found 'z'"),
        (["y > 1", "y < 0"], "must not contradict each other"),
        (["y(mass_kg=0) = 0"], "found none of speed"),
        (["w > 0"], "expected a target among E, or y for all"),
        (["y rises"], 'Write "increasing in x"'),
    ],
)
def test_constraints_that_cannot_work_are_refused(problems, constraints, words):
    with pytest.raises(InvalidValueError, match=words):
        SymbolicRegressor(constraints=constraints).fit(FRAME, pd.Series(LAW, name="E"))
    assert not problems


def test_groups_and_equations_of_motion_take_no_constraints(problems):
    with pytest.raises(InvalidValueError, match="`constraints` must be \\(\\) with `groups`"):
        SymbolicRegressor(constraints=["y > 0"]).fit(X, LAW, groups=["a", "b"] * 20)
    with pytest.raises(TypeError, match="constraints"):
        DynamicsRegressor(constraints=["y > 0"])


def test_constraints_are_cloned_and_saved(quick, tmp_path):
    given = (Value(at={"x0": 1.0, "x1": 1.0}, equals=4.0), "y > 0")
    model = SymbolicRegressor(constraints=given)
    assert clone(model).get_params()["constraints"] == given
    model.fit(X, PLANE).save(tmp_path / "law.json")
    back = SymbolicRegressor.load(tmp_path / "law.json")
    assert back.constraints == ("y(x0=1, x1=1) = 4", "y > 0")
    assert back.reason_ == model.reason_
    assert np.array_equal(back.predict(X), model.predict(X))
    assert np.array_equal(back.fit(X, PLANE).predict(X), model.predict(X))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("weight", "n_jobs"), [(None, None), thorough(np.linspace(1, 3, 40), None), thorough(None, 2)]
)
def test_constants_of_the_chosen_formula_keep_equalities(weight, n_jobs):
    y = np.column_stack([PLANE, LAW]) + 0.02 * np.random.default_rng(1).normal(size=(40, 2))
    model = SymbolicRegressor(
        constraints=["y0(x0=1, x1=1) = 4.01", "dy0/dx1(x0=1, x1=1) = -1", "y1(x0=1, x1=1) = 2.01"],
        functions=(),
        strategy=FEW_STAGES,
        random_state=0,
        n_jobs=n_jobs,
    )
    model.fit(X, y, sample_weight=weight)
    assert model.predict([[1.0, 1.0]]) == pytest.approx(np.array([[4.01, 2.01]]), abs=1e-9)
    assert [reason.count("Holds") for reason in model.reason_] == [2, 1]


@pytest.mark.thorough
def test_constraints_count_in_the_units_of_the_columns():
    t, y = CHARGE[:, 0] * 1e-3, VOLTS * 1e3
    model = SymbolicRegressor(
        constraints=["U(t=0) = 0", "U(t=inf) = 5000"],
        functions=("exp",),
        units={"t": "s"},
        target_units="mV",
        dimensional_constants=True,
        starts=2,
        max_terms=2,
        random_state=0,
    )
    model.fit(pd.DataFrame({"t": t}), pd.Series(y, name="U"))
    assert model.predict(pd.DataFrame({"t": [0.0, 1e3]})) == pytest.approx([0, 5000], abs=1e-6)


@pytest.mark.thorough
def test_a_form_keeps_constraints_and_is_compared_with_what_keeps_them():
    model = SymbolicRegressor(
        constraints=KNOWN, functions=("exp",), strategy=FEW_STAGES, random_state=0
    )
    model.fit_form("a + b*exp(-c*x)", CHARGE, VOLTS)
    assert model.constants_["value"][["a", "b"]].tolist() == pytest.approx([5.0, -5.0])
    assert model.reason_.count("Holds") == 3
    with pytest.raises(
        InvalidValueError,
        match="where the constraints",
    ):
        model.fit_form("a*x + 1", CHARGE, VOLTS, search=False)
