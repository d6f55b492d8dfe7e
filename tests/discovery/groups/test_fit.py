import numpy as np
import pytest

from nalm.discovery import Noise
from tests.discovery._groups import decay, fitted, grouped, saturation

LAW = lambda x, v, k: v * x / (x + k)  # noqa: E731
ALIKE = [(3.0, 2.0), (5.0, 2.0), (0.7, 2.0)]
UNLIKE = [(3.0, 2.0), (5.0, 1.0), (0.7, 4.0)]


@pytest.mark.parametrize(("constants", "sharing"), [(ALIKE, True), (UNLIKE, False)])
def test_sharing_scores_better_only_where_groups_are_alike(constants, sharing):
    rows = grouped(LAW, constants)
    apart = fitted(saturation(), constants, rows)
    shared = fitted(saturation(), constants, rows, own=[True, False])
    assert (shared.judged.score < apart.judged.score) is sharing
    best = shared if sharing else apart
    assert best.form.numbers == pytest.approx(np.array(constants), rel=0.05)


def test_of_one_group_it_says_what_belongs_to_it():
    rows = grouped(LAW, ALIKE)
    fit = fitted(saturation(), ALIKE, rows, own=[True, False])
    parts = [fit.of(group, rows) for group in range(3)]
    together = np.concatenate([part.fit.residual for part in parts])
    assert sorted(together) == pytest.approx(sorted(fit.judged.fit.residual))
    assert {part.score for part in parts} == {fit.judged.score}
    squares = [np.square(part.prediction_errors).sum() for part in parts]
    assert sum(squares) == pytest.approx(np.square(fit.judged.prediction_errors).sum())
    errors = np.sqrt([np.diag(part.fit.covariance) for part in parts])
    assert (errors[:, 1] == errors[0, 1]).all()  # the shared one
    assert errors[:, 0] / fit.form.numbers[:, 0] == pytest.approx(errors[0, 0] / 3.0, rel=0.3)


def test_a_form_without_a_value_is_none():
    rows = grouped(LAW, ALIKE)
    assert fitted(decay(rate=1e6), [(1.0, 1e6)] * 3, rows, noises=(Noise.CONSTANT,)) is None


def test_rows_on_which_y_is_0_have_no_relative_error():
    rows = grouped(LAW, ALIKE)
    rows.problem.y[rows.outermost] *= np.arange(len(rows.outermost)) % 3 == 0
    fit = fitted(saturation(), ALIKE, rows, own=[True, False])
    assert max(fit.of(group, rows).extrapolation_error for group in range(3)) < 1
