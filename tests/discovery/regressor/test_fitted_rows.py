"""What needs the rows of a fit: plots, pages, advice and posteriors, with groups and without."""

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from matplotlib.figure import Figure

from nalm.discovery import PowerProduct, Strategy
from nalm.discovery.groups import _search
from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import InvalidValueError, UnreliableWarning
from tests._tiers import thorough
from tests.discovery._groups import LINE, columns, saturation, search_that_finds

X, Y, GROUP = columns(lambda x, v, k: v * x / (x + k), [(9.6, 3.13), (4.1, 3.13)])
NAMES = np.array(["a", "b"], dtype=object)[GROUP]
WEIGHT = np.where(np.arange(len(Y)) % 7 == 0, 0.0, 1.0)


@pytest.fixture(
    scope="module", params=[thorough(None), WEIGHT], ids=["all rows", "some without weight"]
)
def law(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_search, "search", search_that_finds(LINE, saturation(1.0, 1.0)))
        model = SymbolicRegressor(units={"S": "mol"}, target_units="mol/s")
        model.set_params(dimensional_constants=True)
        table = pd.DataFrame({"S": X[:, 0]})
        model.fit(table, pd.Series(Y, name="rate"), request.param, groups=NAMES)
        return model.fit_group(table[:5], 2 * Y[:5], "late")


def test_each_group_has_its_own_rows(law):
    data = law._fitted_data()
    assert data.targets == ("rate[a]", "rate[b]", "rate[late]")
    assert data.units == {"S": "mol", "rate": "mol/s"} | dict.fromkeys(data.targets, "mol/s")
    kept = [k for k in range(len(Y)) if k in set(law._rows)]
    for name, own in zip("ab", data.outputs, strict=False):
        rows = [k for k in kept if NAMES[k] == name]
        assert np.array_equal(own.y, Y[rows])
        assert np.array_equal(own.x, X[rows])
        held = sorted((*own.discovery.inner_rows, *own.discovery.outer_rows))
        assert held == list(range(len(rows)))
        shown = law.predict(pd.DataFrame(own.x, columns=["S"]), groups=[name] * len(rows))
        assert own.y == pytest.approx(shown, rel=0.06)
    assert np.array_equal(data.outputs[2].y, 2 * Y[:5])


@pytest.mark.parametrize("kind", ["fit", "parity", "residuals", "front"])
def test_each_group_is_plotted(law, kind):
    axes = Figure().subplots(3)
    assert law.plot(kind, ax=axes) == list(axes)
    assert law.plot(kind, output="rate[b]", ax=Figure().subplots()).get_lines()


@pytest.mark.thorough
def test_the_page_has_the_constants_of_all_groups(law, tmp_path):
    law.report(tmp_path / "rates.html")
    page = (tmp_path / "rates.html").read_text("utf-8")
    assert all(name in page for name in ("rate[a]", "rate[b]", "rate[late]", "k1", "shared"))


def test_advice_is_given_for_each_group(law):
    assert len(law.advice_) == 3


def test_a_posterior_is_that_of_a_group(law):
    own = law.posterior(output="rate[b]")
    assert own.mean == pytest.approx(
        law.group_constants_.loc["b"].xs("value", level="of"), rel=0.01
    )
    with pytest.raises(InvalidValueError, match="fitted afterwards"):
        law.posterior(output="rate[late]")


def test_what_was_loaded_has_no_rows(law, tmp_path):
    law.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    again.fit_group(pd.DataFrame({"S": X[:5, 0]}), Y[:5], "new")
    for ask in (again.plot, again.posterior, lambda: again.advice_):
        with pytest.raises(InvalidValueError, match="must have the rows of the fit"):
            ask()


def test_a_posterior_that_may_break_constraints_says_so():
    y = 3 * X[:, 0] + 0.01 * np.random.default_rng(0).normal(size=len(X))
    stages = Strategy(stages=(PowerProduct(),))
    model = SymbolicRegressor(constraints=["y >= 0"], strategy=stages, random_state=0).fit(
        X[:, :1], y
    )
    with pytest.warns(UnreliableWarning, match="does not know of the constraints"):
        model.posterior(0)


@pytest.mark.parametrize("several", ["threading", thorough("loky")])
def test_any_number_of_processes_draws_the_same(several):
    x = np.linspace(1.0, 3.0, 12)[:, None]
    scatter = 0.05 * np.random.default_rng(0).standard_normal((12, 2))
    y = np.column_stack([2.34 * x[:, 0] ** 1.7, 3.21 * x[:, 0] ** -0.6]) + scatter
    strategy = Strategy(stages=(PowerProduct(),))
    model = SymbolicRegressor(strategy=strategy, random_state=0).fit(x, y)
    few = {"method": "sampling", "chains": 2, "draws": 4}  # too few to be trusted
    found = []
    for count in (1, 2):
        model.set_params(n_jobs=count)
        with parallel_config(several), pytest.warns(UnreliableWarning, match="chains") as told:
            found.append(([each.draws for each in model.posterior(**few)], len(told)))
    (alone, told_alone), (together, told_together) = found
    assert all(np.array_equal(*pair) for pair in zip(alone, together, strict=True))
    assert told_alone == told_together >= 1
