import random

from nalm.symbolic import Power
from nalm.symbolic._normal_form._order import ordered_powers, ordered_terms
from tests.symbolic.strategies import F, plus, term

INNER = plus(term(1, (0, 1)), term(2.5))
ORDERED = [
    term(1, (0, 3)),
    term(-7.5, (0, 2)),
    term(1, (0, 2), (1, 1)),
    term(9.5, (0, 1)),
    term(1, (0, 1), (1, 2)),
    term(2, (0, -1)),
    term(1, (1, 1)),
    term(1, (INNER, 2)),
    term(1, (INNER, 1)),
    term(100),
]


def test_terms_go_by_inputs_then_falling_exponents_with_constants_last():
    for seed in range(20):
        shuffled = random.Random(seed).sample(ORDERED, len(ORDERED))
        assert list(ordered_terms(shuffled)) == ORDERED


def test_factors_go_by_inputs_then_sums():
    powers = [Power(0, F(1)), Power(2, F(-1)), Power(INNER, F(2)), Power(INNER, F(1))]
    for seed in range(20):
        assert list(ordered_powers(random.Random(seed).sample(powers, 4))) == powers


def test_noise_of_coefficients_and_exponents_does_not_reorder():
    def form(noise):
        return [term(1 + noise, (0, 2 + noise), (1, 1)), term(1 - noise, (0, 2 - noise), (2, 1))]

    for noise in (1e-6, -1e-6):
        assert list(ordered_terms(form(noise)[::-1])) == form(noise)
