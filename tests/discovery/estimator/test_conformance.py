"""Both estimators answer the same calls, with the same types and meanings."""

import inspect
import json
import pickle
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sympy
import torch
from sklearn.exceptions import NotFittedError

from nalm.discovery import Discovery, DynamicsRegressor, Posterior, SymbolicRegressor, Verdict
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import independent
from nalm.errors import InvalidValueError, StoreError
from nalm.symbolic import to_text
from tests.discovery._discoveries import plane_search
from tests.discovery.dynamics._fitted import GROWTH, hare_and_lynx, put_together
from tests.discovery.dynamics._trajectories import DECAY, lotka_volterra

ESTIMATORS = (SymbolicRegressor, DynamicsRegressor)
CALLS = (
    *("sympy", "latex", "export", "to_code", "to_torch", "posterior", "latex_table"),
    *("plot", "report", "save", "load"),
)
EVALUATIONS = ("predict", "predict_interval")
PROPERTIES = ("advice_", "constants_", "equation_", "equations_", "verdict_", "reason_")
CASES = ("one target", "several targets", "one state", "several states")
WITH_INDEX = ("predict", "predict_interval", "sympy", "latex", "to_torch", "posterior")

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1, 2, (40, 2))
Y = 3.0 + 2.0 * X[:, 0] - X[:, 1] + 0.1 * RANDOM.standard_normal(40)
_, STATES = lotka_volterra(rows=60, share=0.005)


def tables(outputs):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nalm.discovery.strategy._outputs.search", plane_search)
        y = Y if outputs == 1 else np.column_stack([Y, 2.0 - Y])
        return SymbolicRegressor(random_state=0).fit(X, y)


def decay():
    t = np.linspace(0.0, 3.0, 20)
    states = (4.0 * np.exp(-0.5 * t) + 0.02 * RANDOM.standard_normal(20))[:, None]
    return put_together(
        independent((DECAY,)),
        [[GROWTH, DECAY]],
        specification=FitSpecification(names=("x0",), groups=(), time=False, relative=(False,)),
        covariance=np.eye(1) * 1e-4,
        t=t,
        states=states,
    )


MADE = {
    "one target": (tables(1), X),
    "several targets": (tables(2), X),
    "one state": (decay(), STATES[:, :1]),
    "several states": (hare_and_lynx(), STATES),
}


@pytest.fixture(params=CASES)
def case(request):
    return MADE[request.param]


def outputs_of(law):
    return len(law.discoveries_)


def chosen_of(law):
    return [each.chosen for each in law.discoveries_]


def last_of(law):
    return [len(each.candidates) for each in law.discoveries_]


def listed(value, law):
    """Check the rule of single values and lists, and return a list."""
    if outputs_of(law) == 1:
        assert not isinstance(value, list)
        return [value]
    assert isinstance(value, list)
    assert len(value) == outputs_of(law)
    return value


# ── The same names, documented ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", CALLS)
def test_a_call_has_one_signature(name):
    ours, theirs = (inspect.signature(getattr(each, name)) for each in ESTIMATORS)
    assert ours == theirs


@pytest.mark.parametrize("name", EVALUATIONS)
def test_an_evaluation_has_the_same_options(name):
    ours, theirs = (inspect.signature(getattr(each, name)).parameters for each in ESTIMATORS)
    for option in [name for name in list(ours)[2:] if name != "groups"]:  # a table's alone
        assert ours[option] == theirs[option]
    assert list(theirs)[2] == list(ours)[2]  # after self and X: what may be given by position


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_every_public_call_says_what_it_raises_and_shows_an_example(estimator):
    inherited = {"fit", "predict", "score", "set_params", "get_params", "get_metadata_routing"}
    own = [
        name
        for name in dir(estimator)
        if not name.startswith("_")
        and not name.endswith("_request")
        and getattr(estimator, name).__doc__
        and (name not in inherited or "sklearn" not in _home(estimator, name))
    ]
    assert set(own) >= {*CALLS, *EVALUATIONS, *PROPERTIES, "fit"}
    for name in own:
        attribute = getattr(estimator, name)
        if callable(attribute) or isinstance(attribute, property):
            text = inspect.getdoc(attribute)
            assert "Raises:" in text, f"{estimator.__name__}.{name} does not say what it raises"
            assert ">>> " in text or "for an example" in re.sub(r"\s+", " ", text), name


def _home(estimator, name):
    return getattr(inspect.unwrap(getattr(estimator, name)), "__module__", "")


def test_the_page_of_the_api_lists_every_call():
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    table = page[page.index("## What both estimators answer") :]
    listed = set(re.findall(r"^\| `(\w+)", table, re.MULTILINE))
    fitted = {"discoveries_", "target_names_", "domain_violations_"}
    assert listed == {*CALLS, *EVALUATIONS, *PROPERTIES, *fitted, "index", "output"}


# ── The same types ────────────────────────────────────────────────────────────────────────────────


def test_what_is_one_per_output_is_a_value_or_a_list(case):
    law, _ = case
    assert all(isinstance(each, str) for each in listed(law.equation_, law))
    assert all(isinstance(each, Verdict) for each in listed(law.verdict_, law))
    assert all(isinstance(each, str) for each in listed(law.reason_, law))
    assert all(isinstance(each, sympy.Expr) for each in listed(law.sympy(), law))
    assert isinstance(law.latex(), str)
    assert law.export("text") == law.equation_
    assert isinstance(law.to_torch(), torch.nn.Module)


def test_what_was_found_is_a_tuple_of_discoveries(case):
    law, _ = case
    assert isinstance(law.discoveries_, tuple)
    assert all(isinstance(each, Discovery) for each in law.discoveries_)
    assert isinstance(law.target_names_, tuple)
    assert len(law.target_names_) == len(law.domain_violations_) == outputs_of(law)
    texts = [[str] * len(each.candidates) for each in law.discoveries_]
    assert [[type(text) for text in each] for each in law.domain_violations_] == texts


def test_the_table_has_the_same_columns_and_the_number_of_each_candidate(case):
    law, _ = case
    table = law.equations_
    assert list(table.columns) == list(MADE["one target"][0].equations_.columns)
    assert list(table.index) == [i for count in last_of(law) for i in range(count)]
    for output, name in enumerate(law.target_names_):
        block = table[table["output"] == name]
        assert list(block.index[block["pick"] != ""]) == [law.discoveries_[output].chosen]
        for index, row in block.iterrows():
            assert row["sympy"] == law.sympy(index, output)
            formula = law.discoveries_[output].candidates[index].formula
            assert row["equation"] == to_text(formula, law._symbols())


def test_the_equation_is_the_candidate_that_was_picked(case):
    law, _ = case
    picked = law.equations_[law.equations_["pick"] != ""]
    right = [text.split(" = ")[1] for text in listed(law.equation_, law)]
    assert right == list(picked["equation"])
    assert [each.value for each in listed(law.verdict_, law)] == list(picked["verdict"])


@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
def test_a_posterior_is_of_the_formula_that_is_asked_for(case):
    law, _ = case
    found = listed(law.posterior(chains=4, draws=8), law)
    for output, each in enumerate(found):
        assert isinstance(each, Posterior)
        assert each.formula == law.discoveries_[output].candidates[chosen_of(law)[output]].formula
        assert each.draws.shape == (32, len(each.names))
        of_inputs = [name.split("[")[1][:-1] for name in each.names if "[" in name]
        assert set(of_inputs) <= set(law._symbols())
        alone = law.posterior(output=law.target_names_[output], chains=4, draws=8)
        assert np.array_equal(alone.draws, each.draws)
    first = law.posterior(0, 0, chains=4, draws=8)
    assert first.formula == law.discoveries_[0].candidates[0].formula


@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
@pytest.mark.parametrize("name", ["one target", "one state"])
def test_both_methods_give_a_posterior(name):
    law, _ = MADE[name]
    for method in ("laplace", "sampling"):
        found = law.posterior(method=method, chains=4, draws=8)
        assert (found.method, found.draws.shape) == (method, (32, len(found.names)))
        assert np.isfinite(found.rhat).all() == (method == "sampling")


# ── The same meaning of `index` and `output` ──────────────────────────────────────────────────────


def test_the_chosen_candidates_are_meant_without_an_index(case):
    law, x = case
    for index in (chosen_of(law), [None] * outputs_of(law)):
        assert np.array_equal(law.predict(x, index), law.predict(x))
        assert np.array_equal(law.predict_interval(x, index=index), law.predict_interval(x))
        assert law.sympy(index) == law.sympy()
        assert law.latex(index) == law.latex()


def test_one_number_is_for_all_outputs(case):
    law, x = case
    assert np.array_equal(law.predict(x, 0), law.predict(x, [0] * outputs_of(law)))
    assert law.sympy(0) == law.sympy([0] * outputs_of(law))
    assert listed(law.sympy(0), law) == [law.sympy(0, i) for i in range(outputs_of(law))]
    low, high = law.predict_interval(x, index=0)
    assert (low + high) / 2 == pytest.approx(law.predict(x, 0))


def test_a_module_computes_what_predict_does(case):
    law, x = case
    for index in (None, 0):
        values = law.to_torch(index)(torch.from_numpy(x)).detach().numpy()
        expected = law.predict(x, index)
        assert values.shape == expected.shape
        assert values == pytest.approx(expected)
        columns = expected.reshape(len(x), -1)
        for output in range(outputs_of(law)):
            alone = law.to_torch(index, output)(torch.from_numpy(x)).detach().numpy()
            assert alone == pytest.approx(columns[:, output])


@pytest.mark.parametrize("name", WITH_INDEX)
@pytest.mark.parametrize("index", ["past the last", -1, 0.0, "0", [0, 0, 0]])
def test_a_candidate_that_there_is_not_is_refused(case, name, index):
    law, x = case
    index = max(last_of(law)) if index == "past the last" else index
    first = (x,) if name in EVALUATIONS else ()
    with pytest.raises(InvalidValueError, match="`index` must be"):
        getattr(law, name)(*first, index=index)


@pytest.mark.parametrize("name", ["sympy", "latex", "to_torch", "posterior"])
@pytest.mark.parametrize("output", [2, -1, "nobody", 0.0])
def test_an_output_that_there_is_not_is_refused(case, name, output):
    with pytest.raises(InvalidValueError, match="`output` must be a whole number from 0 to"):
        getattr(case[0], name)(output=output)


def test_bounds_hold_the_prediction_and_widen_with_the_level(case):
    law, x = case
    low, high = law.predict_interval(x, 0.95)
    values = law.predict(x)
    assert low.shape == high.shape == values.shape
    assert ((low <= values) & (values <= high)).all()
    narrow = law.predict_interval(x, level=0.5)
    assert ((low < narrow[0]) & (narrow[1] < high)).all()
    for level in (0.0, 1.0, 95):
        with pytest.raises(InvalidValueError, match="`level` must be between 0 and 1"):
            law.predict_interval(x, level)


# ── The same files ────────────────────────────────────────────────────────────────────────────────


def test_what_is_loaded_answers_the_same_bits(case, tmp_path):
    law, x = case
    law.save(tmp_path / "law.json")
    again = type(law).load(tmp_path / "law.json")
    assert type(again) is type(law)
    for index in (None, 0):
        assert np.array_equal(again.predict(x, index), law.predict(x, index))
        bounds = law.predict_interval(x, index=index)
        assert np.array_equal(again.predict_interval(x, index=index), bounds)
        assert again.sympy(index) == law.sympy(index)
        assert again.latex(index) == law.latex(index)
        module = again.to_torch(index)(torch.from_numpy(x))
        assert torch.equal(module, law.to_torch(index)(torch.from_numpy(x)))
    for name in ("equation_", "verdict_", "reason_", "target_names_", "domain_violations_"):
        assert getattr(again, name) == getattr(law, name)
    pd.testing.assert_frame_equal(again.equations_, law.equations_, check_exact=True)
    assert again.get_params() == law.get_params()


@pytest.mark.filterwarnings("ignore::nalm.errors.UnreliableWarning")
def test_a_posterior_needs_the_rows_which_a_pickle_keeps_and_a_file_does_not(case, tmp_path):
    law, _ = case
    law.save(tmp_path / "law.json")
    with pytest.raises(InvalidValueError, match="`posterior` must have the rows of the fit"):
        type(law).load(tmp_path / "law.json").posterior()
    again = pickle.loads(pickle.dumps(law)).posterior(output=0, chains=2, draws=8)
    assert np.array_equal(again.draws, law.posterior(output=0, chains=2, draws=8).draws)


@pytest.mark.parametrize(("mine", "other"), [ESTIMATORS, ESTIMATORS[::-1]])
def test_the_other_s_file_is_refused(mine, other, tmp_path):
    next(law for law, _ in MADE.values() if type(law) is other).save(tmp_path / "law.json")
    with pytest.raises(StoreError, match="`format`"):
        mine.load(tmp_path / "law.json")


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_parameters_that_cannot_work_are_not_loaded(kind, tmp_path):
    path = tmp_path / "law.json"
    next(law for law, _ in MADE.values() if type(law) is kind).save(path)
    document = json.loads(path.read_text("utf-8"))
    document["parameters"]["starts"] = -1
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(StoreError, match="does not hold parameters that work: `starts`"):
        kind.load(path)


# ── Nothing before the fit ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ESTIMATORS)
@pytest.mark.parametrize("name", [*PROPERTIES, *CALLS[:-1], *EVALUATIONS])
def test_nothing_is_answered_before_the_fit(kind, name, tmp_path):
    arguments = {"save": (tmp_path / "law.json",), "report": (tmp_path / "law.html",)}
    arguments |= {"export": ("text",), "to_code": ("c",)}
    arguments |= dict.fromkeys(EVALUATIONS, (X,))
    with pytest.raises(NotFittedError):
        value = getattr(kind(), name)
        value(*arguments.get(name, ()))
    assert not list(tmp_path.iterdir())
