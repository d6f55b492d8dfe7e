import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.tasks import FractionalSIR

TASK = FractionalSIR()


def course():
    return TASK.instance(seed=0)["course"].reshape(40, 3)


@pytest.mark.parametrize(
    ("index", "state"),
    [
        (0, (100, 0.01, 0)),
        (1, (97.4672, 2.3260, 0.2168)),
        (10, (15.9844, 34.8146, 49.2110)),
        (39, (10.4532, 14.9141, 74.6427)),
    ],
)
def test_the_course_is_the_published_one(index, state):
    np.testing.assert_allclose(course()[index], state, atol=3e-3)


def test_nobody_is_lost():
    np.testing.assert_allclose(course().sum(1), 100.01, rtol=1e-9)


def test_the_course_obeys_its_equation():
    S, I, R = course().T  # noqa: E741
    times = np.array(TASK.TIMES)
    slope = np.gradient(S, times)[20:-1]
    np.testing.assert_allclose(slope, (0.01 * R - 0.06 * np.sqrt(I * S))[20:-1], atol=2e-3)


def test_every_seed_and_every_start_has_the_same_targets():
    x = np.zeros((2, 3))
    first, other = TASK.instance(seed=0), TASK.instance(seed=7)
    assert np.array_equal(first["course"], other["course"])
    assert TASK.target(x, first).shape == (2, TASK.out_features)
    first["course"][:] = 0  # a caller's copy
    assert TASK.instance(seed=0)["course"][0] == 100


def test_numpy_and_torch_agree_run_by_run():
    x = np.zeros((3, 5, 3))
    stacked = torch.tensor(np.stack([TASK.instance(seed)["course"] for seed in range(3)]))
    found = vmap(lambda x, course: TASK.target(x, {"course": course}))(torch.tensor(x), stacked)
    np.testing.assert_array_equal(found.numpy(), TASK.target(x, TASK.instance(0)))


def test_the_constants_matter_and_are_checked():
    faster = FractionalSIR(alpha=0.1).instance(seed=0)["course"]
    assert faster.reshape(40, 3)[:, 1].max() < course()[:, 1].max()
    with pytest.raises(InvalidValueError, match="beta"):
        FractionalSIR(beta=float("nan"))
