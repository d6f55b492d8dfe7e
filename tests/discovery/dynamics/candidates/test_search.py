import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._screen import screened
from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum, same_form
from tests.discovery.dynamics._trajectories import ONE, lotka_volterra, term

T, X = lotka_volterra(rows=60, share=0.01)
NAMES = ("prey", "predator")


def test_there_is_one_problem_per_state_of_all_columns_that_change():
    data = smooth_trajectories(read(T, X, controls=np.column_stack([np.full(60, 3.0), T]))[0])
    planned = plan(data, NAMES, states=[0, 1], time=True)
    assert planned.targets == NAMES
    assert planned.columns == (0, 1, 3, 4)
    assert [each.problem.x.shape[1] for each in planned.prepared] == [4, 4]


def test_slopes_at_the_ends_count_less():
    problem = plan(smooth_trajectories(read(T, X)[0]), NAMES, states=[0], time=False).prepared[0]
    weight = {row: w for k, w in enumerate(problem.problem.weight) for row in problem.rows_of([k])}
    assert weight[0] < 0.5 * np.median(list(weight.values()))


def test_untrusted_and_falsely_negative_rows_are_left_out():
    gaps = X.copy()
    gaps[:3, 1] = np.nan
    low = np.column_stack([np.exp(-T), np.linspace(1, 0, 60) - 0.004])
    planned = plan(smooth_trajectories(read(T, gaps)[0]), NAMES, states=[0], time=False)
    assert len(planned.prepared[0].problem.y) == 57
    planned = plan(smooth_trajectories(read(T, low)[0]), NAMES, states=[0], time=False)
    assert (planned.prepared[0].problem.x[:, 1] >= 0).all()


def test_a_state_that_never_changes_is_refused():
    data = smooth_trajectories(read(T, np.column_stack([X[:, 0], np.full(60, 2.0)]))[0])
    with pytest.raises(InvalidValueError, match="state 'predator' must change, found 2"):
        plan(data, NAMES, states=[0, 1], time=False)


def decades(count=12):
    """A decay over five decades with noise in proportion to it, and a state that follows."""
    random, t = np.random.default_rng(0), np.linspace(0, 10, 10)
    both = [np.column_stack([a * np.exp(-1.2 * t), 3 * np.exp(-0.3 * t)])
            for a in random.uniform(5, 15, count)]  # fmt: skip
    noisy = [each * np.exp(0.05 * random.standard_normal(each.shape)) for each in both]
    return smooth_trajectories(read([t] * count, noisy)[0], relative=(True, True))


def test_slopes_with_relative_noise_count_in_proportion_over_all_decades():
    problem = plan(decades(), ("a", "b"), states=[0], time=False).prepared[0].problem
    value = problem.x[:, 0]
    assert value.max() > 1e4 * value.min()
    relative = problem.weight * value**2
    assert relative.max() < 1e4 * relative.min()  # the limits of weights, not of the decades
    low, high = (np.median(relative[part]) for part in (value < 0.01, value > 1))
    assert 0.1 < low / high < 10


def test_the_law_of_a_state_over_decades_comes_before_terms_that_count_at_one_end():
    problem = plan(decades(), ("a", "b"), states=[0], time=False).prepared[0].problem
    decay = Sum((term(-1.0, (0, ONE)),))
    ends = [Sum((*decay.terms, term(0.1, (0, p * ONE)))) for p in (2, 3)]
    assert same_form(screened([*ends, decay], problem, freedom=24)[0].formula, decay)


def test_a_loss_does_not_depend_on_where_large_slopes_count():
    problem = plan(decades(), ("a", "b"), states=[0], time=False).prepared[0].problem
    (one,) = screened([Sum((term(-1.0, (0, ONE)),))], problem, freedom=24)
    assert 1e-4 < one.loss < 1e-1  # as a share of the slopes, each known to a few per cent
