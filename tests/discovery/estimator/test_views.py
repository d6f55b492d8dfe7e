import pickle

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from sklearn.exceptions import NotFittedError

import nalm
from nalm.discovery import HintKind, Verdict
from nalm.errors import InvalidValueError, MissingAttributeError, StoreError

matplotlib.use("agg")

X = np.linspace(1.0, 2.0, 40)[:, None]
T = np.linspace(0.0, 3.0, 30)


@pytest.fixture(scope="module")
def cube():
    return nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0).fit(X, X[:, 0] ** 3)


@pytest.fixture(scope="module")
def decay():
    model = nalm.DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
    return model.fit(T, 4.0 * np.exp(-0.5 * T)[:, None])


def test_a_plot_is_on_the_axes_that_were_given(cube):
    ax = Figure().subplots()
    assert cube.plot("parity", ax=ax) is ax
    assert cube.plot().get_xlabel() == "x0"
    assert cube.plot("front", "y").get_xlabel() == "complexity"


def test_several_outputs_are_a_list():
    both = nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0)
    both.fit(X, np.hstack([X**3, 2 * X]))
    assert [ax.get_ylabel() for ax in both.plot("fit")] == ["y0", "y1"]
    assert both.plot("fit", output="y1").get_ylabel() == "y1"
    assert both.advice_ == [(), ()]


def test_rows_without_a_weight_are_not_there():
    weight = np.where(np.arange(40) % 4, 1.0, 0.0)
    model = nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0)
    model.fit(X, X[:, 0] ** 3, sample_weight=weight)
    drawn = {line.get_label(): line for line in model.plot().get_lines()}
    held_out = drawn["outermost rows, held out"].get_xdata()
    expected = X[list(model.discoveries_[0].outer_rows), 0]
    assert sorted(held_out) == sorted(expected)
    assert len(held_out) + len(drawn["rows"].get_xdata()) == 30


@pytest.mark.parametrize("kind", ["fit", "parity", "residuals", "front"])
def test_equations_of_motion_are_drawn_too(decay, kind):
    assert decay.plot(kind).get_lines()


@pytest.mark.thorough
def test_the_page_is_that_of_the_command_line(cube, decay, tmp_path):
    cube.report(tmp_path / "cube.html")
    text = (tmp_path / "cube.html").read_text("utf-8")
    assert "<h1>cube</h1>" in text
    assert text.count("<figure") >= 4
    decay.report(str(tmp_path / "decay.html"))
    assert "Over time" in (tmp_path / "decay.html").read_text("utf-8")
    with pytest.raises(StoreError):
        cube.report(tmp_path)


def test_what_may_help_is_told_by_the_data():
    t = np.arange(12.0)
    noise = 1 + 0.01 * np.cos(7.0 * t)
    model = nalm.SymbolicRegressor(functions=(), max_terms=1, starts=2, random_state=0)
    model.fit(t[:, None], 1000 * np.exp(-0.2 * t) * noise)
    assert model.verdict_ is not Verdict.LAW
    assert model.advice_[0].kind is HintKind.STRAIGHT


def test_what_was_loaded_has_no_rows_and_what_was_pickled_has(cube, decay, tmp_path):
    for model in (cube, decay):
        model.save(tmp_path / "model.json")
        loaded = type(model).load(tmp_path / "model.json")
        for call in (
            loaded.plot,
            lambda one=loaded: one.report("a.html"),
            lambda one=loaded: one.advice_,
        ):
            with pytest.raises(MissingAttributeError, match="must have the rows of the fit"):
                call()
        assert pickle.loads(pickle.dumps(model)).plot("front")


def test_a_notebook_shows_what_was_found_whatever_there_is(cube, decay, tmp_path):
    """`dir` and scikit-learn ask for every attribute, also for those that are not there."""
    for model in (cube, decay):
        model.save(tmp_path / "model.json")
        loaded = type(model).load(tmp_path / "model.json")
        assert {"advice_", "equation_"} <= set(dir(model))
        assert "advice_" not in dir(loaded)
        assert "group_constants_" not in dir(model)
        for each in (model, loaded):
            shown = each._repr_mimebundle_()["text/html"]
            assert shown.startswith(f"<p><code>{each.equation_}</code><br><b>{each.verdict_.name}")
    assert "<p><code>" not in type(cube)()._repr_mimebundle_()["text/html"]


def test_a_notebook_shows_all_outputs_and_escapes_their_names():
    both = nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0)
    both.fit(X, pd.DataFrame({"a": X[:, 0], "b<c": X[:, 0] ** 2}))
    shown = both._repr_mimebundle_()["text/html"]
    assert shown.count("<p><code>") == 2
    assert "b<c" not in shown


def test_wrong_kinds_outputs_and_axes_are_refused(cube):
    with pytest.raises(InvalidValueError, match="'parity', 'residuals', 'front'; found 'pie'"):
        cube.plot("pie")
    with pytest.raises(InvalidValueError, match="`output`"):
        cube.plot(output=1)
    with pytest.raises(InvalidValueError, match="one for each of 1 outputs; found 2"):
        cube.plot(ax=list(Figure().subplots(1, 2)))
    with pytest.raises(NotFittedError):
        nalm.SymbolicRegressor().plot()
