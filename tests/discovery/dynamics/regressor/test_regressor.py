import numpy as np
import pandas as pd
import pytest
from scipy.integrate import solve_ivp
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from nalm.discovery import ReasonKind, Verdict
from nalm.discovery.dynamics.regressor import _pipeline
from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum
from tests._tiers import thorough
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

T, X = lotka_volterra(rows=100, share=0.005)
EXACT = lotka_volterra(rows=100)[1]
TABLE = pd.DataFrame(X, columns=["hare", "lynx"])
FORMS = {"hare": [(1, 0), (1, 1)], "lynx": [(1, 1), (0, 1)]}


def search_near(patch):
    """Let searches find the laws near by, so that only what follows them is tested."""
    near = {
        "hare": Sum((term(1.3, (0, ONE)), term(-1.2, (0, 0.95), (1, 1.04)))),
        "lynx": Sum((term(1.1, (0, 1.02), (1, ONE)), term(-2.7, (1, ONE)))),
    }

    def answer(planned, options, *, earlier, verbose, initial, budget):
        return tuple(found([near[name], PREY, PREDATOR]) for name in planned.targets)

    patch.setattr(_pipeline, "search_outputs", answer)


@pytest.fixture
def searched(monkeypatch):
    search_near(monkeypatch)


@pytest.fixture(scope="module")
def law():
    with pytest.MonkeyPatch.context() as patch:
        search_near(patch)
        return DynamicsRegressor(random_state=0).fit(T, TABLE)


def test_the_law_is_found_named_and_trusted(law):
    assert law.verdict_[1] is Verdict.LAW
    assert law.verdict_[0] is not Verdict.APPROXIMATION  # on one short course it has a rival
    assert [text.split(" = ")[0] for text in law.equation_] == ["dhare/dt", "dlynx/dt"]
    assert {str(symbol) for each in law.sympy() for symbol in each.free_symbols} == {"hare", "lynx"}
    assert law.latex().startswith(r"\begin{aligned}")
    assert law.equations_["output"].unique().tolist() == ["hare", "lynx"]
    assert law.discoveries_[1].reason.kind is ReasonKind.SOLUTION_PREDICTS
    assert law.reason_[1] == str(law.discoveries_[1].reason)
    assert law.noise_ == pytest.approx(0.005 * EXACT.std(axis=0), rel=0.3)


def test_slopes_and_solutions_extrapolate(law):
    far = np.array([[10.0, 5.0]])
    assert law.predict(far) == pytest.approx(np.array([[-35.0, 35.0]]), rel=0.02)
    later = np.linspace(0, 12, 50)
    assert law.simulate(later, EXACT[0])[-1] == pytest.approx(
        DynamicsRegressor.simulate(law, later, EXACT[0], method="LSODA")[-1], rel=1e-4
    )
    assert law.simulate(T, EXACT[0]) == pytest.approx(EXACT, abs=0.1)
    assert law.score(T, TABLE) > 0.999


def test_intervals_hold_the_truth_and_widen_with_their_level(law):
    truth = np.column_stack([1.5 * X[:, 0] - X[:, 0] * X[:, 1], X[:, 0] * X[:, 1] - 3 * X[:, 1]])
    low, high = law.predict_interval(X, level=0.999)
    assert ((low <= truth) & (truth <= high)).mean() > 0.8
    narrow = law.predict_interval(X, level=0.5)
    width, wide = narrow[1] - narrow[0], high - low
    assert ((width < wide) | (wide == 0)).all()  # exact constants leave nothing open
    low, high = law.simulate_interval(T[:20], EXACT[0], level=0.999, draws=30)
    inside = (low[1:] <= EXACT[1:20]) & (EXACT[1:20] <= high[1:])
    assert inside.mean() > 0.7


@pytest.mark.thorough
@pytest.mark.parametrize("forms", [FORMS, thorough(None)], ids=["known", "searched"])
def test_several_irregular_trajectories_with_gaps(searched, forms):
    random = np.random.default_rng(0)
    keep = np.sort(random.choice(100, 70, replace=False))
    gaps = TABLE.copy()
    gaps = gaps.mask(random.random(gaps.shape) < 0.1)
    both = DynamicsRegressor(structures=forms).fit([T[keep], T], [TABLE.iloc[keep], gaps])
    assert both.predict([[2.0, 1.0]]) == pytest.approx(np.array([[1.0, -1.0]]), abs=0.1)


def test_what_was_saved_predicts_the_same_bits(law, tmp_path):
    law.save(tmp_path / "law.json")
    loaded = DynamicsRegressor.load(tmp_path / "law.json")
    assert (loaded.predict(X) == law.predict(X)).all()
    assert loaded.equation_ == law.equation_
    assert loaded.get_params() == law.get_params()
    assert loaded.equations_.drop(columns="sympy").equals(law.equations_.drop(columns="sympy"))


def test_it_is_an_estimator_with_parameters():
    original = DynamicsRegressor(conserved=[("a", "b")], max_time=3.0)
    assert clone(original).get_params() == original.get_params()
    assert "max_time=3.0" in repr(original)


@pytest.mark.parametrize("name", ["equation_", "equations_", "verdict_", "reason_"])
def test_without_a_fit_there_is_nothing(name):
    with pytest.raises(NotFittedError):
        getattr(DynamicsRegressor(), name)
    with pytest.raises(NotFittedError):
        DynamicsRegressor().predict(X)


def test_bad_parameters_and_names_are_refused():
    with pytest.raises(InvalidValueError, match="`starts`"):
        DynamicsRegressor(starts=0).fit(T, TABLE)
    with pytest.raises(InvalidValueError, match=r"'wolf', which is not there"):
        DynamicsRegressor(conserved=[("hare", "wolf")]).fit(T, TABLE)
    with pytest.raises(InvalidValueError, match="state 'hare' must change"):
        DynamicsRegressor().fit(T, TABLE.assign(hare=1.0))


def test_the_search_itself_finds_a_decay():
    t = np.linspace(0.0, 3.0, 60)
    decay = DynamicsRegressor(max_time=3.0, starts=8, random_state=0)
    decay.fit(t, 4.0 * np.exp(-0.5 * t)[:, None])
    assert decay.simulate([0.0, 10.0], [4.0])[-1] == pytest.approx(4.0 * np.exp(-5.0), rel=1e-3)


@pytest.mark.thorough
def test_a_known_form_gets_its_constants_and_their_errors(tmp_path):
    given = DynamicsRegressor(structures=FORMS, random_state=0).fit(T, TABLE)
    table = given.equations_
    assert list(table["output"]) == ["hare", "lynx"]
    constants, errors = (np.concatenate(list(table[name])) for name in ("constants", "stderr"))
    assert (np.abs(constants - [1.5, -1.0, 1.0, -3.0]) < 4 * errors).all()
    assert (errors < 0.05).all()
    assert {each.reason.kind for each in given.discoveries_} == {ReasonKind.FORM_GIVEN}
    given.save(tmp_path / "a.json")
    loaded = DynamicsRegressor.load(tmp_path / "a.json")
    assert loaded.equation_ == given.equation_
    assert clone(loaded).fit(T, TABLE).equation_ == given.equation_


@pytest.mark.slow
def test_few_rows_with_relative_noise_give_the_form_but_no_law(searched):
    t, states = lotka_volterra(rows=24)
    scatter = np.random.default_rng(1).standard_normal(states.shape)
    table = pd.DataFrame(states * np.exp(0.1 * scatter), columns=["hare", "lynx"])
    few = DynamicsRegressor(noise="relative", random_state=0).fit(t, table)
    for chosen, truth in zip(few.system_.formulas, (PREY, PREDATOR), strict=True):
        assert {each.powers for each in chosen.terms} == {each.powers for each in truth.terms}
    assert Verdict.LAW not in few.verdict_
    assert few.noise_ == pytest.approx([0.1, 0.1], rel=0.5)


@pytest.mark.thorough
def test_a_pendulum_is_found_with_a_sine():
    t = np.linspace(0, 10, 200)
    solved = solve_ivp(
        lambda _, x: [x[1], -9.81 * np.sin(x[0])], (0, 10), [2.2, 0], t_eval=t, rtol=1e-10,
        atol=1e-12,
    )  # fmt: skip
    table = pd.DataFrame(solved.y.T, columns=["theta", "omega"])
    pendulum = DynamicsRegressor(max_time=None, random_state=0, functions=("sin", "cos"))
    pendulum.fit(t, table)
    assert pendulum.equation_ == ["dtheta/dt = omega", "domega/dt = -9.81*sin(theta)"]
    assert pendulum.verdict_ == [Verdict.LAW, Verdict.LAW]


@pytest.mark.thorough
@pytest.mark.parametrize("between", ["auto", thorough("hold")])
def test_a_lag_behind_a_switch_is_found_and_its_file_holds_the_switch(between, tmp_path):
    t = np.linspace(0.0, 24.0, 121)
    u = np.repeat([0.0, 1.5, 0.0, 1.5, 0.0], [20, 31, 25, 25, 20])
    x = [0.3]
    for level in u[:-1]:
        x.append(level + (x[-1] - level) * np.exp(-0.7 * (t[1] - t[0])))
    lag = DynamicsRegressor(controls_between=between, max_time=30.0, random_state=0)
    lag = lag.fit(t, np.array(x)[:, None], controls=u)
    assert lag.verdict_ is Verdict.LAW
    rates = lag.predict([[0.5], [2.0]], controls=[[1.5], [0.0]])
    assert rates[:, 0] == pytest.approx([0.7, -1.4], rel=1e-5)
    lag.save(tmp_path / "lag.json")
    again = DynamicsRegressor.load(tmp_path / "lag.json")
    assert again.controls_held_ == (True,)
    assert again.simulate(t, [0.3], controls=u)[:, 0] == pytest.approx(x, rel=1e-6)
    assert again.score(t, np.array(x)[:, None], controls=u) == pytest.approx(1.0, abs=1e-9)
