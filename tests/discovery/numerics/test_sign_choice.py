import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.numerics._sign_choice import choose_signs


@given(st.integers(0, 1000), st.integers(0, 31), st.sampled_from([-1.0, 1.0]))
def test_the_inputs_that_turn_the_sign_are_found_in_noise(seed, odd, sign):
    random = np.random.default_rng(seed)
    x = random.standard_normal((200, 5))
    turning = [place for place in range(5) if odd >> place & 1]
    size = np.abs(x).prod(axis=1) ** 0.1
    signs = sign * np.sign(x[:, turning]).prod(axis=1)
    y = signs * size + 0.3 * random.standard_normal(200)
    chosen, found = choose_signs(size * y, x < 0)
    assert chosen == odd
    assert (found == signs).all()


def test_without_an_input_of_both_signs_only_the_whole_may_be_negative():
    chosen, signs = choose_signs(np.array([-2.0, 1.0, -3.0]), np.empty((3, 0), dtype=bool))
    assert chosen == 0
    assert signs.tolist() == [-1.0, -1.0, -1.0]
