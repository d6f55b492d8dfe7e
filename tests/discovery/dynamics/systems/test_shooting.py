import warnings
from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems import _shooting
from nalm.discovery.dynamics.systems._shooting import refine, rescaled
from nalm.discovery.dynamics.systems._system import independent, numbers, with_numbers
from nalm.symbolic import Sum
from tests._tiers import thorough
from tests.discovery.dynamics._trajectories import (
    ONE,
    PREDATOR,
    PREY,
    ROOT,
    lotka_volterra,
    noisy,
    solve,
    term,
)

TRUTH = np.array([1.5, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -3.0])
START = independent(
    (
        Sum((term(1.3, (0, ONE)), term(-1.2, (0, 0.9), (1, 1.1)))),
        Sum((term(0.9, (0, 1.1), (1, 0.9)), term(-2.8, (1, ONE)))),
    )
)


def measured(t, states):
    (trajectory,), _ = read(t, states)
    data = smooth_trajectories((trajectory,))
    columns = tuple(range(states.shape[1]))
    return nodes(data, columns=columns, time=False, held=np.zeros(len(t), dtype=bool))


def test_without_noise_constants_and_exponents_are_exact():
    fitted = refine(START, measured(*lotka_volterra()))
    assert numbers(fitted.system) == pytest.approx(TRUTH, abs=1e-5)


@pytest.mark.parametrize("trajectories", [2, thorough(6)])
def test_with_noise_the_errors_are_as_announced(trajectories):
    ratios = []
    for seed in range(trajectories):
        points = measured(*lotka_volterra(share=0.02, seed=seed))
        fitted = refine(START, points)
        fitted = refine(fitted.system, rescaled(points, fitted))
        errors = np.sqrt(np.diag(fitted.covariance))
        ratios.append((numbers(fitted.system) - TRUTH) / errors)
    assert 0.5 < np.sqrt(np.mean(np.square(ratios))) < 1.8


def test_noise_that_grows_with_the_states_is_that_of_their_logarithms():
    t, states = lotka_volterra(rows=60)
    law = independent((PREY, PREDATOR))
    ratios, sizes = [], []
    for seed in range(4):
        scatter = np.random.default_rng(seed).standard_normal(states.shape)
        (trajectory,), _ = read(t, states * np.exp(0.2 * scatter))
        data = smooth_trajectories((trajectory,), relative=(True, True))
        points = nodes(data, columns=(0, 1), time=False, held=np.zeros(len(t), dtype=bool))
        fitted = refine(law, points)
        points = rescaled(points, fitted)
        fitted = refine(fitted.system, points)
        errors = np.sqrt(np.diag(fitted.covariance))
        ratios.append((numbers(fitted.system) - numbers(law)) / errors)
        sizes.append(points.sigma)
    assert 0.5 < np.sqrt(np.mean(np.square(ratios))) < 1.8
    assert np.mean(sizes) == pytest.approx(0.2, rel=0.15)


def test_parts_that_do_not_meet_are_no_solution():
    t = np.linspace(0, 5, 12)
    points = measured(t, 2 + np.sin(7 * t)[:, None])
    law = independent((Sum((term(1.0, (0, ONE)),)),))
    unfinished = refine(law, points, iterations=1, frozen=True)
    assert refine(law, points, frozen=True).chi2 < np.inf
    assert unfinished.chi2 < np.inf  # a linear system meets after one step
    assert refine(law, points, iterations=0).chi2 == np.inf


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_fit_looks_at_its_deadline_and_says_that_it_was_cut(monkeypatch, rounds):
    points = measured(*lotka_volterra(share=0.02))
    begun, plain = [], _shooting.linearise
    monkeypatch.setattr(
        _shooting, "linearise", lambda *args, **options: begun.append(1) or plain(*args, **options)
    )
    monkeypatch.setattr(_shooting.time, "perf_counter", lambda: float(len(begun)))
    fitted = refine(START, replace(points, deadline=rounds - 0.5))
    assert len(begun) == rounds
    assert fitted.cut


def test_a_step_that_does_not_succeed_ends_with_the_time(monkeypatch):
    points = measured(*lotka_volterra(share=0.02))
    proposed, plain = [], _shooting.propose

    def useless(*args, **options):
        proposed.append(1)
        step = plain(*args, **options)
        return replace(step, states=step.states + 1e3)

    monkeypatch.setattr(_shooting, "propose", useless)
    monkeypatch.setattr(_shooting.time, "perf_counter", lambda: float(len(proposed)))
    assert refine(START, replace(points, deadline=1.5)).cut
    assert len(proposed) == 2


def test_a_fit_that_came_to_its_end_was_not_cut():
    assert not refine(START, measured(*lotka_volterra(share=0.02))).cut


@pytest.mark.parametrize("size", [0.0, 1e-310, 1e-200, 1e-160, 1e160, 1e300])
def test_numbers_that_the_data_do_not_show_have_no_variance_and_no_warning(size):
    design = np.array([[1.0, size], [2.0, -size], [0.5, size]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        covariance = _shooting._inverse(design)
    assert covariance[0, 0] == pytest.approx(1 / 5.25)
    assert not covariance[1].any()
    assert not covariance[:, 1].any()


def test_missing_values_are_no_obstacle():
    t, states = lotka_volterra(share=0.01)
    states[np.random.default_rng(0).random(states.shape) < 0.3] = np.nan
    fitted = refine(START, measured(t, states))
    errors = np.sqrt(np.diag(fitted.covariance))
    assert (np.abs(numbers(fitted.system) - TRUTH) < 5 * errors).all()


def test_a_frozen_system_keeps_its_numbers_and_shows_its_misfit():
    points = measured(*lotka_volterra(share=0.01))
    wrong = refine(START, points, frozen=True)
    right = refine(with_numbers(START, TRUTH), points, frozen=True)
    assert (numbers(wrong.system) == numbers(START)).all()
    assert np.sqrt(np.mean(right.residual**2)) < 1.3 < np.sqrt(np.mean(wrong.residual**2))


def test_what_has_no_solution_through_the_data_has_no_fit():
    t = np.linspace(0, 5, 40)
    below = noisy(solve([ROOT], t, [9.0]) - 20.0, 0.01)
    fitted = refine(independent((ROOT,)), measured(t, below))
    assert fitted.chi2 == np.inf
    assert fitted.pieces == 0
