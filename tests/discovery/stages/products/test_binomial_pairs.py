import time

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.products._binomial_pairs import PAIRS, POWERS, SINGLE, best_pairs
from nalm.discovery.stages.products._binomials import dictionary
from nalm.discovery.stages.products._working_response import working_response
from tests._tiers import examples, kept
from tests.discovery._laws import problem

LIMITS = Limits(largest=6.0)


def planted(chosen, powers, *, noise=0.0, inputs=2, rows=120):
    """Rows whose response is products of inputs times binomials of the dictionary."""
    random = np.random.default_rng(0)
    x = random.uniform(1, 3, (rows, inputs))
    binomials = dictionary(np.log(x), x < 0)
    y = 3 * x[:, 0] ** 2 * np.exp(binomials.logs[:, chosen] @ powers)
    return binomials, working_response(
        problem(x, y * (1 + noise * random.standard_normal(rows))), y
    )


def left(binomials, response, columns, powers):
    """Squared length of what a choice leaves, with the best product of inputs."""
    goal = response.target - response.weight * (binomials.logs[:, columns] @ powers)
    return np.square(
        goal - response.products @ np.linalg.lstsq(response.products, goal, rcond=None)[0]
    ).sum()


@examples(5)
@given(*2 * [st.integers(0, 10**6)], *2 * [st.sampled_from(POWERS)])
def test_a_pair_is_found(first, second, q, s):
    count = len(dictionary(np.zeros((1, 2)), np.zeros((1, 2), dtype=bool)).b)
    columns, powers = np.array([first % count, second % count]), np.array([q, s])
    binomials, response = planted(columns, powers)
    assume(binomials.ratio[columns[0]] != binomials.ratio[columns[1]])
    assume((powers % 1 == 0)[binomials.has_both_signs[columns]].all())
    found = best_pairs(binomials, response, limits=LIMITS)
    each = zip(found.columns, found.powers, strict=True)
    least = min(left(binomials, response, *one) for one in each)
    assert least < 1e-9 * np.square(response.target).sum()


@pytest.mark.parametrize("power", kept(POWERS, 1.0))
def test_one_binomial_is_found_as_one(power):
    binomials, response = planted(np.array([20]), np.array([power]))
    found = best_pairs(binomials, response, limits=LIMITS)
    single = found.powers[:, 1] == 0
    assert single.sum() <= SINGLE
    assert ((found.columns[:, 0] == 20) & single & (found.powers[:, 0] == power)).any()


def test_what_changes_its_sign_has_a_whole_power():
    known, _ = planted(np.array([0]), np.array([1.0]))
    chosen = np.flatnonzero(known.has_both_signs)[:2]
    # Of many choices near the best, some would have halves, as |1 + b R| could.
    binomials, response = planted(chosen, np.array([1.0, -1.0]), noise=0.1)
    found = best_pairs(binomials, response, limits=LIMITS)
    powers = found.powers[binomials.has_both_signs[found.columns]]
    assert len(powers) and (powers % 1 == 0).all()


def test_no_structure_comes_twice():
    binomials, response = planted(np.array([20, 70]), np.array([1.0, -0.5]), noise=0.1)
    found = best_pairs(binomials, response, limits=LIMITS)
    assert len(found.columns) <= SINGLE + PAIRS
    kinds = np.column_stack([binomials.exponents, np.sign(binomials.b), binomials.measured])
    structures = {
        tuple(sorted((*kinds[i], q) for i, q in zip(columns, powers, strict=True) if q))
        for columns, powers in zip(found.columns, found.powers, strict=True)
    }
    assert len(structures) == len(found.columns)


def test_pairs_are_of_two_ratios():
    binomials, response = planted(np.array([20, 70]), np.array([1.0, -0.5]), noise=0.1)
    found = best_pairs(binomials, response, limits=LIMITS)
    two = found.columns[found.powers[:, 1] != 0]
    assert (binomials.ratio[two[:, 0]] != binomials.ratio[two[:, 1]]).all()


def test_no_pair_is_compared_after_the_time_is_up():
    binomials, response = planted(np.array([20]), np.array([1.0]))
    with pytest.raises(TimeIsUpError):
        best_pairs(
            binomials,
            response,
            limits=Limits(largest=6.0, budget=Budget(end=time.perf_counter() - 1)),
        )


def test_a_factor_that_shows_only_beside_the_other_is_found():
    """Of three inputs hundreds of ratios explain more by themselves than that of the weaker one."""
    random = np.random.default_rng(0)
    x = random.uniform((1, 0.5, 1), (5, 2, 5), (400, 3))
    y = (3 * np.sqrt(x[:, 0]) + 2) / (2.08 * np.sqrt(x[:, 1]) + 2 * x[:, 2] / x[:, 1])
    noisy = y + 0.01 * random.standard_normal(400)
    response = working_response(problem(x, noisy), y)
    binomials = dictionary(response.logs, response.negative)
    found = best_pairs(binomials, response, limits=LIMITS)
    exponents = np.abs(binomials.exponents[found.columns])
    law = [[0.5, 0, 0], [0, 1.5, 1]]
    either = [(exponents[:, [k, 1 - k]] == law).all(axis=(1, 2)) for k in (0, 1)]
    assert (either[0] | either[1]).any()
