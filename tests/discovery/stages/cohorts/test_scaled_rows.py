import numpy as np
import pytest
import torch

from nalm.discovery.problem._dimensionless_groups import find_groups
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.stages.cohorts._scaled_rows import prepare_rows
from tests.discovery._measured import problem
from tests.discovery._prepared import inputs, prepared

X = inputs()
Y = X[:, 0] ** 2 - 3 * X[:, 1]


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_neither_the_scale_of_the_inputs_nor_that_of_the_target_is_seen(factor):
    weight = np.linspace(1, 2, 40)
    plain, scaled = prepared(X, Y, weight=weight), prepared(X * factor, Y * factor, weight=weight)
    torch.testing.assert_close(scaled.samples.logs, plain.samples.logs, rtol=0, atol=1e-12)
    torch.testing.assert_close(scaled.samples.y, plain.samples.y)
    torch.testing.assert_close(scaled.relative(), plain.relative())
    assert scaled.scales.y == pytest.approx(factor * plain.scales.y)
    assert float(scaled.samples.y.square().mean()) == pytest.approx(1)


def test_a_target_whose_square_overflows_is_scaled_all_the_same():
    assert prepared(X, Y * 1e200).samples.y.numpy() == pytest.approx(
        prepared(X, Y).samples.y.numpy()
    )


def test_signs_and_logs_say_the_inputs():
    x = inputs(signed=True)
    rows = prepared(x, Y)
    size = np.exp(rows.samples.logs.numpy() + rows.scales.logs)
    assert (1 - 2 * rows.samples.negative.numpy()) * size == pytest.approx(x)


def test_rows_with_the_scales_of_others_have_their_parameters():
    data, basis = problem(X, Y), find_groups(None, X).basis
    whole = prepare_rows(data, *basis)
    part = prepare_rows(take_rows(data, np.arange(20)), *basis, scales=whole.scales)
    assert part.scales is whole.scales
    assert torch.equal(part.samples.logs, whole.samples.logs[:20])
    assert torch.equal(part.samples.y, whole.samples.y[:20])


def test_only_ratios_of_weights_count():
    weight = np.linspace(1, 3, 40)
    one, other = (prepared(X, Y, weight=factor * weight) for factor in (1.0, 1e6))
    torch.testing.assert_close(one.constant(), other.constant())
    assert float(one.constant().square().mean()) == pytest.approx(1)
    assert one.constant()[-1] / one.constant()[0] == pytest.approx(np.sqrt(3))


def test_noise_in_proportion_to_y_divides_by_y():
    rows = prepared(X, Y)
    assert (rows.relative() * rows.samples.y.abs()).numpy() == pytest.approx(1, rel=1e-3)
    assert prepared(X, np.where(Y > 0, 0.0, Y)).relative().isfinite().all()


def test_rows_with_a_zero_among_the_inputs_are_left_out():
    x = X.copy()
    x[::4, 1] = 0
    kept = X[np.arange(40) % 4 > 0]
    rows = prepared(x, Y)
    assert np.exp(rows.samples.logs.numpy() + rows.scales.logs) == pytest.approx(kept)


def test_where_too_little_is_left_there_are_no_rows():
    x = X.copy()
    x[: len(x) // 2 + 1, 0] = 0
    assert prepared(x, Y) is None
    assert prepared(X[:2], Y[:2]) is None
    assert prepared(X, np.zeros(40)) is None
